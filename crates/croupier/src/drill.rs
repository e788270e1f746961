//! `croupier drill`: trains a dealer in a terminal. The engine gives the answers.

mod situations;

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

use clap::Args;
use croupier_engine::effect::Measure;
use croupier_engine::irregular::{Deed, Question};
use croupier_engine::{Due, Kind, Outcome};
use croupier_sheet::{Answer, Drill, Settled, expects};

use crate::failure::{Done, Failure, written};
use crate::register::{DRILLS, Register};
use crate::settle::explain;

/// Train: judge what is to be done when something goes wrong
///
/// Shows a situation and four answers; type the letter of the right one, or q to stop. The rules
/// engine gives the answer, with the clause and what becomes of cards and wagers. The same seed gives
/// the same drill, so that a class can share one.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game; all of them but the examples if there is none
    #[arg(help = crate::rules::game_help() + "; all of them if none is named")]
    game: Option<String>,

    /// How many situations
    #[arg(long, default_value_t = 10)]
    count: usize,

    /// Which drill; by default another one each time
    #[arg(long)]
    seed: Option<u64>,

    /// Print all situations of the deck with their answers instead
    #[arg(long)]
    answers: bool,
}

/// Runs a drill.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let mut deck = deck(arguments)?;
    let mut out = io::stdout().lock();
    if arguments.answers {
        for card in &deck {
            let text = format!("{}\n\n{}\n", card.tell(), card.explanation());
            written(out.write_all(text.as_bytes()), "standard output")?;
        }
        return Ok(true);
    }
    let seed = arguments.seed.unwrap_or_else(new_seed);
    let mut chance = RoundRandom(seed);
    chance.shuffle(&mut deck);
    let phrases: Vec<_> = deck.iter().map(|card| (card.drill.sheet.kind, card.phrase())).collect();
    let count = arguments.count.min(deck.len());
    written(writeln!(out, "{count} situations, seed {seed}\n"), "standard output")?;
    let mut score = Score::default();
    for (at, card) in deck.iter().take(count).enumerate() {
        let options = options(card, &phrases, &mut chance);
        let mut text = format!("{} of {count}: {}\n\n", at + 1, card.tell());
        for (letter, option) in LETTERS.iter().zip(&options) {
            let _ = writeln!(text, "  {letter}  {option}");
        }
        text.push_str("\n> ");
        written(out.write_all(text.as_bytes()).and_then(|()| out.flush()), "standard output")?;
        let Some(chosen) = ask(options.len(), &mut out)? else { break };
        let right = options[chosen] == card.phrase();
        score.add(card, right);
        let word = if right { "Right." } else { "Wrong." };
        let text = format!("\n{word} {}.\n\n{}\n", card.phrase(), card.explanation());
        written(out.write_all(text.as_bytes()), "standard output")?;
    }
    written(write!(out, "{}", score.report()), "standard output")?;
    Ok(true)
}

const LETTERS: [char; 4] = ['a', 'b', 'c', 'd'];

/// A situation that was played through.
struct Card {
    drill: Drill,
    answer: Answer,
}

fn deck(arguments: &Arguments) -> Result<Vec<Card>, Failure> {
    let kinds = match &arguments.game {
        Some(name) => vec![crate::rules::game(name)?],
        None => Kind::offered().collect(),
    };
    let mut deck = Vec::new();
    for (file, text) in DRILLS {
        for (number, line) in (1..).zip(text.lines()) {
            let broken = |what: String| Failure::new(format!("drills/{file}:{number}: {what}"));
            let drill = Drill::read(line).map_err(|fault| broken(fault.to_string()))?;
            if kinds.contains(&drill.sheet.kind) {
                let answer = drill.sheet.play().map_err(|fault| broken(fault.to_string()))?;
                deck.push(Card { drill, answer });
            }
        }
    }
    for kind in kinds {
        if deck.iter().all(|card| card.drill.sheet.kind != kind) {
            deck.extend(situations::of_sheets(kind)?);
        }
    }
    match deck.is_empty() {
        true => Err(Failure::input("there are no drills for this game")),
        false => Ok(deck),
    }
}

impl Card {
    fn id(&self) -> &str {
        self.drill.sheet.id.as_deref().unwrap_or("no id")
    }

    fn tell(&self) -> String {
        let tell = wrap(&self.drill.tell, 90);
        format!("{} ({})\n{tell}", self.drill.sheet.kind.title(), self.id())
    }

    /// Returns what was done from the situation on.
    fn acts(&self) -> impl Iterator<Item = &Measure> {
        let acts = self.answer.acts.iter().flatten();
        acts.filter(|(step, _)| *step >= self.drill.before).map(|(_, act)| act)
    }

    /// Says in a sentence what is to be done, from what the engine did.
    fn phrase(&self) -> String {
        let last = self.drill.sheet.inputs.len().saturating_sub(1);
        if let Some((_, refusal)) = self.answer.refused.iter().find(|(step, _)| *step == last) {
            let register = Register::of(self.drill.sheet.kind);
            let rule = register.summary(refusal.clause.0);
            return format!("It is not allowed here ({}: {rule})", refusal.clause);
        }
        let mut parts: Vec<String> = Vec::new();
        for act in self.acts() {
            let part = phrase_of(act, self.drill.sheet.kind);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        let lines = self.answer.settled.iter().filter(|(step, _)| *step >= self.drill.before);
        let mut lines = lines.map(|(_, line)| line).peekable();
        let corrects = lines.clone().any(|line| matches!(line, Settled::Correction(_)));
        if corrects {
            parts.push("correct what was settled".to_owned());
        } else if parts.is_empty() && lines.peek().is_some() {
            parts.push(phrase_of_lines(lines));
        }
        if let Due::Ruling(question) = self.answer.table.expects().due {
            parts.push(format!("ask the supervisor: {}", phrase_of_question(question)));
        }
        if parts.is_empty() {
            let waits = self.answer.table.expects();
            let waits = expects(self.drill.sheet.kind, &waits, &self.drill.sheet.names);
            parts.push(format!("allow it, and go on with {waits}"));
        }
        let text = parts.join("; ");
        let mut letters = text.chars();
        letters.next().map_or(text.clone(), |first| first.to_uppercase().chain(letters).collect())
    }

    /// Shows clause, cards and wagers.
    fn explanation(&self) -> String {
        let register = Register::of(self.drill.sheet.kind);
        let mut text = String::new();
        explain::write_from(
            &self.drill.sheet,
            &self.answer,
            self.drill.before,
            &register,
            &mut text,
        );
        text
    }
}

/// Breaks a text into lines of at most so many characters.
fn wrap(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

fn phrase_of(act: &Measure, kind: Kind) -> String {
    let dice = kind.house().cards.is_none();
    let text = match act.deed {
        Deed::VoidRound if dice => "the roll has no result; what it decided is undone",
        Deed::Burn => "burn the card",
        Deed::Play => "play it as if it had come properly",
        Deed::Next => "use it as the next card",
        Deed::Park => "put it under the source; it opens the next round",
        Deed::Misdeal => "misdeal: all open wagers back, and a new round",
        Deed::VoidHand => "void that hand, its wagers back; the others go on",
        Deed::Discard => "count those cards into the discards; the round goes on",
        Deed::VoidRound => "void the round, open wagers back",
        Deed::EndRound => "end the round, stakes back",
        Deed::Rebuild => "deal the round again as it should have been",
        Deed::Reload => "shuffle the discards, load them, burn one and finish the round",
        Deed::Check => "have the cards checked",
        Deed::WithdrawCards => "take the rest of the cards out of play",
        Deed::ShuffleAfter => "finish the round if one is on, then shuffle",
        Deed::Keep => "leave it as it is and go on",
        Deed::ReplaceCards => "bring new cards",
        Deed::Transfer => "move the cards to the other device and go on",
        Deed::Substitute => "replace damaged cards from a new deck",
        Deed::Fails => "note which device failed",
        Deed::Spare => "note which device takes its place",
        Deed::Remove => "take the damaged card out",
        Deed::GoOn => "go on with the round",
        Deed::Mix => "shuffle and cut what is left",
        Deed::FromShoe => "finish the round from a shoe",
        Deed::Search => "search for the die",
        Deed::ChooseDice => "let the shooter choose from the dice that are left",
        Deed::NewDice => "bring a new set of dice",
        Deed::InspectDie => "have the boxperson inspect the die",
        Deed::ReturnDie => "give it back to the player",
        Deed::Bowl => "put it into the bowl",
        Deed::NoRoll => "call no roll; every wager waits",
        Deed::DropBox => "put an error notice into the drop box",
        Deed::Stands => "let earlier results stand",
        Deed::Notify => {
            let whom = act.whom.map_or("a supervisor", |whom| whom.name());
            return format!("tell {whom}");
        }
    };
    match act.to {
        Some(place) if act.deed == Deed::Next => format!("{text}, to {}", kind.place_name(place)),
        Some(_) | None => text.to_owned(),
    }
}

fn phrase_of_lines<'a>(lines: impl Iterator<Item = &'a Settled>) -> String {
    let mut back = 0;
    let mut decided = 0;
    for line in lines {
        match line {
            Settled::Line(line) if matches!(line.outcome, Outcome::Void | Outcome::Returned) => {
                back += 1;
            }
            Settled::Line(_) | Settled::Correction(_) => decided += 1,
        }
    }
    match (back, decided) {
        (_, 0) => "give the wagers concerned back".to_owned(),
        (0, _) => "settle it by the rules".to_owned(),
        (_, _) => "settle what is decided, and give the rest back".to_owned(),
    }
}

fn phrase_of_question(question: Question) -> &'static str {
    match question {
        Question::Rebuildable => "can the round be rebuilt?",
        Question::Reverse => "are settled wagers to be reversed?",
        Question::Disadvantaged => "was anyone disadvantaged?",
        Question::Spare | Question::SpareAtHand => "is another device at hand?",
        Question::Practicable => "can the cards be moved to it?",
        Question::Damaged => "are cards damaged?",
        Question::DeviceToCome => "can a device be had?",
        Question::Refund(_) => "does the player want the wagers back?",
        Question::RefundWager(_) => "does the player want the wager back?",
    }
}

/// Mixes the right answer with the trap and with answers to other situations of the game.
fn options(card: &Card, deck: &[(Kind, String)], chance: &mut RoundRandom) -> Vec<String> {
    let right = card.phrase();
    let gives_back = |text: &str| text.contains("back");
    let mut trap = card.drill.trap.to_string();
    if let Some(first) = trap.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let own = deck.iter().filter(|(kind, _)| *kind == card.drill.sheet.kind);
    let mut others: Vec<_> = own.map(|(_, phrase)| phrase.clone()).collect();
    chance.shuffle(&mut others);
    // Two ways of saying that money goes back would both be right.
    let both_back = |other: &str| gives_back(other) && (gives_back(&right) || gives_back(&trap));
    others.retain(|other| !both_back(other));
    let mut options = vec![right, trap];
    for other in others {
        if options.len() < LETTERS.len() && !options.contains(&other) {
            options.push(other);
        }
    }
    chance.shuffle(&mut options);
    options
}

/// Reads a letter; `None` at the end of the input or for q.
fn ask(count: usize, out: &mut impl Write) -> Result<Option<usize>, Failure> {
    let mut line = String::new();
    loop {
        line.clear();
        let failure = |error| Failure::new(format!("cannot read standard input: {error}"));
        if io::stdin().lock().read_line(&mut line).map_err(failure)? == 0 {
            written(writeln!(out), "standard output")?;
            return Ok(None);
        }
        let word = line.trim().to_lowercase();
        if word == "q" {
            return Ok(None);
        }
        let chosen = LETTERS[..count].iter().position(|letter| word == letter.to_string());
        if chosen.is_some() {
            return Ok(chosen);
        }
        let known: Vec<_> = LETTERS[..count].iter().map(char::to_string).collect();
        let text = format!("{}, or q to stop\n> ", known.join(", "));
        written(out.write_all(text.as_bytes()).and_then(|()| out.flush()), "standard output")?;
    }
}

/// How the trainee did.
#[derive(Default)]
struct Score {
    right: usize,
    missed: Vec<String>,
}

impl Score {
    fn add(&mut self, card: &Card, right: bool) {
        if right {
            self.right += 1;
            return;
        }
        let clauses: Vec<_> = card.acts().map(|act| act.clause.0).collect();
        let refused = card.answer.refused.iter().map(|(_, refusal)| refusal.clause.0);
        let clause = clauses.into_iter().chain(refused).next().unwrap_or("-");
        self.missed.push(format!("{} {clause} ({})", card.drill.sheet.kind.title(), card.id()));
    }

    fn report(&self) -> String {
        let asked = self.right + self.missed.len();
        let mut text = format!("{} of {asked} right\n", self.right);
        if !self.missed.is_empty() {
            let _ = writeln!(text, "read again: {}", self.missed.join(", "));
        }
        text
    }
}

/// A small generator for drills (splitmix64); nothing is paid by it.
struct RoundRandom(u64);

impl RoundRandom {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^= word >> 31;
        ((u128::from(word) * bound as u128) >> 64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

fn new_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |now| now.as_millis() as u64 % 1_000_000)
}
