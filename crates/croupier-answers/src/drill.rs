//! Drills: situations that a dealer must judge, with the right answer among wrong ones. The engine gives the answers.

mod situations;

use croupier_engine::effect::Measure;
use croupier_engine::irregular::{Deed, Question};
use croupier_engine::{Due, Kind, Outcome};
use croupier_rules::Register;
use croupier_sheet::{Answer, Drill, Settled, expects};

use crate::explain;

include!(concat!(env!("OUT_DIR"), "/drills.rs"));

/// How many answers are offered.
const OFFERED: usize = 4;

/// A situation that was played through.
pub struct Card {
    /// The situation.
    pub drill: Drill,
    answer: Answer,
}

/// Gathers the situations of some games. A game without a deck of its own has those of its sheets, each with the name of its file.
///
/// # Errors
/// A situation cannot be played.
pub fn deck(kinds: &[Kind], sheets: &[(&str, &'static str)]) -> Result<Vec<Card>, String> {
    let mut deck = Vec::new();
    for (file, text) in DRILLS {
        for (number, line) in (1..).zip(text.lines()) {
            let broken = |what: String| format!("drills/{file}:{number}: {what}");
            let drill = Drill::read(line).map_err(|fault| broken(fault.to_string()))?;
            if kinds.contains(&drill.sheet.kind) {
                let answer = drill.sheet.play().map_err(|fault| broken(fault.to_string()))?;
                deck.push(Card { drill, answer });
            }
        }
    }
    for kind in kinds {
        if deck.iter().all(|card| card.drill.sheet.kind != *kind) {
            deck.extend(situations::of_sheets(*kind, sheets)?);
        }
    }
    Ok(deck)
}

/// A situation with the answers that are offered.
pub struct Exercise {
    /// The situation.
    pub card: Card,
    /// The answers, the right one among them.
    pub options: Vec<String>,
}

/// Mixes a deck, and offers answers to the first situations: the same ones for the same seed.
pub fn exercises(mut deck: Vec<Card>, count: usize, seed: u64) -> Vec<Exercise> {
    let mut random = ExerciseRandom(seed);
    random.shuffle(&mut deck);
    let phrases: Vec<_> = deck.iter().map(|card| (card.drill.sheet.kind, card.phrase())).collect();
    let each = deck.into_iter().take(count).map(|card| {
        let options = options(&card, &phrases, &mut random);
        Exercise { card, options }
    });
    each.collect()
}

impl Card {
    /// What the situation is called.
    pub fn id(&self) -> &str {
        self.drill.sheet.id.as_deref().unwrap_or("no id")
    }

    /// Tells what the dealer sees.
    pub fn tell(&self) -> String {
        let tell = wrap(&self.drill.tell, 90);
        format!("{} ({})\n{tell}", self.drill.sheet.kind.title(), self.id())
    }

    /// Returns what was done from the situation on.
    fn acts(&self) -> impl Iterator<Item = &Measure> {
        let acts = self.answer.acts.iter().flatten();
        acts.filter(|(step, _)| *step >= self.drill.before).map(|(_, act)| act)
    }

    /// Says in a sentence what is to be done, from what the engine did.
    pub fn phrase(&self) -> String {
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
    pub fn explanation(&self) -> String {
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

    /// The clause that decides it, to be read again; a dash where none is cited.
    pub fn clause(&self) -> &'static str {
        let acts = self.acts().map(|act| act.clause.0);
        let refused = self.answer.refused.iter().map(|(_, refusal)| refusal.clause.0);
        acts.chain(refused).next().unwrap_or("-")
    }
}

/// Mixes the right answer with the trap and with answers to other situations of the game.
fn options(card: &Card, deck: &[(Kind, String)], random: &mut ExerciseRandom) -> Vec<String> {
    let right = card.phrase();
    let gives_back = |text: &str| text.contains("back");
    let mut trap = card.drill.trap.to_string();
    if let Some(first) = trap.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let own = deck.iter().filter(|(kind, _)| *kind == card.drill.sheet.kind);
    let mut others: Vec<_> = own.map(|(_, phrase)| phrase.clone()).collect();
    random.shuffle(&mut others);
    // Two ways of saying that money goes back would both be right.
    let both_back = |other: &str| gives_back(other) && (gives_back(&right) || gives_back(&trap));
    others.retain(|other| !both_back(other));
    let mut options = vec![right, trap];
    for other in others {
        if options.len() < OFFERED && !options.contains(&other) {
            options.push(other);
        }
    }
    random.shuffle(&mut options);
    options
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

/// A small generator for drills (splitmix64); nothing is paid by it.
struct ExerciseRandom(u64);

impl ExerciseRandom {
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
