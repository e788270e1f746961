//! `croupier drill`: trains a dealer in a terminal. The engine gives the answers.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

use clap::Args;
use croupier_answers::drill::{self, Card, Exercise};
use croupier_engine::Kind;

use crate::failure::{Done, Failure, written};
use crate::register::SHEETS;

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
    let deck = deck(arguments)?;
    let mut out = io::stdout().lock();
    if arguments.answers {
        for card in &deck {
            let text = format!("{}\n\n{}\n", card.tell(), card.explanation());
            written(out.write_all(text.as_bytes()), "standard output")?;
        }
        return Ok(true);
    }
    let seed = arguments.seed.unwrap_or_else(new_seed);
    let exercises = drill::exercises(deck, arguments.count, seed);
    let count = exercises.len();
    written(writeln!(out, "{count} situations, seed {seed}\n"), "standard output")?;
    let mut score = Score::default();
    for (at, Exercise { card, options }) in exercises.iter().enumerate() {
        let mut text = format!("{} of {count}: {}\n\n", at + 1, card.tell());
        for (letter, option) in LETTERS.iter().zip(options) {
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

fn deck(arguments: &Arguments) -> Result<Vec<Card>, Failure> {
    let kinds = match &arguments.game {
        Some(name) => vec![crate::rules::game(name)?],
        None => Kind::offered().collect(),
    };
    let deck = drill::deck(&kinds, SHEETS).map_err(Failure::new)?;
    match deck.is_empty() {
        true => Err(Failure::input("there are no drills for this game")),
        false => Ok(deck),
    }
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
        let (title, clause) = (card.drill.sheet.kind.title(), card.clause());
        self.missed.push(format!("{title} {clause} ({})", card.id()));
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

fn new_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |now| now.as_millis() as u64 % 1_000_000)
}
