//! How fast the engine steps and how fast sheets are answered: `cargo bench`.
//!
//! The allocation columns show that a table in its steady state allocates nothing.

use croupier_engine::input::{Answer, Choice, Spot};
use croupier_engine::{
    AnyTable, Area, Card, Cents, Dice, Due, Effect, Input, Kind, Player, Setup,
};
use croupier_sheet::Answerer;
use divan::counter::{BytesCount, ItemsCount};
use divan::{AllocProfiler, Bencher};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// Plays the same few hundred rounds over and over at a table of three players.
#[divan::bench(args = Kind::ALL)]
fn engine_steps(bencher: Bencher<'_, '_>, kind: Kind) {
    let mut table = AnyTable::open(kind, &Setup::default()).expect("the default table opens");
    let mut effects: Vec<Effect> = Vec::with_capacity(256);
    let mut deck = 0;
    let inputs = record(&mut table, &mut deck, 20_000);
    bencher.counter(ItemsCount::new(inputs.len())).bench_local(|| {
        for input in &inputs {
            effects.clear();
            let _ = divan::black_box(table.step(input, &mut effects));
        }
    });
}

/// Plays a table with what it expects, and keeps the inputs, from one round's end to another's.
fn record(table: &mut AnyTable, deck: &mut usize, count: usize) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut effects = Vec::new();
    while inputs.len() < count {
        for input in wagers(table.kind()) {
            inputs.push(input);
            let _ = table.step(&input, &mut effects);
        }
        while let Some(input) = next(table, deck) {
            inputs.push(input);
            let _ = table.step(&input, &mut effects);
            let standing = { let mut any = false; table.each_standing(|_| any = true); any };
            if !standing {
                break;
            }
        }
        effects.clear();
    }
    inputs
}

fn next(table: &AnyTable, deck: &mut usize) -> Option<Input> {
    *deck = (*deck * 31 + 17) % 9973;
    let card = Card::from_index(*deck % 52)?;
    Some(match table.expects().due {
        Due::Card(_) | Due::Burn => Input::Card { card, from: None },
        Due::Choice(area, choices) => {
            let choice: Choice = choices[*deck % choices.len()];
            Input::Choose { area, answer: Answer::Choice(choice) }
        }
        Due::Roll(_) => Input::Roll(Dice::new((*deck % 6) as u8 + 1, (*deck / 6 % 6) as u8 + 1)?),
        _ => return None,
    })
}

fn wagers(kind: Kind) -> Vec<Input> {
    let names: &[(&str, Option<u8>)] = match kind {
        Kind::Craps => &[("win-line", None), ("place-win", Some(6)), ("field", None)],
        _ => &[("bet", None), ("strike-1", None), ("initial", None), ("tie", None),
            ("enter", None), ("player", None), ("banker-total", Some(6))],
    };
    let spots = (0..3).flat_map(|player| names.iter().map(move |name| (player, *name)));
    let wagers = spots.filter_map(|(player, (name, mark))| {
        let area = Some(Area(player as u8 + 1));
        let spot = Spot { player: Player(player), area, on: kind.wager(name)?, mark, tokens: false };
        Some(Input::Wager { spot, amount: Cents(1000), confirmed: false })
    });
    wagers.collect()
}

/// Answers the project's own sheets on one core.
#[divan::bench]
fn settle_sheets(bencher: Bencher<'_, '_>) {
    let lines = sheets();
    let bytes: usize = lines.iter().map(String::len).sum();
    let mut answerer = Answerer::default();
    let mut out = String::new();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        for line in &lines {
            out.clear();
            divan::black_box(answerer.answer(line, &mut out));
        }
    });
}

fn sheets() -> Vec<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sheets");
    let mut lines = Vec::new();
    for game in std::fs::read_dir(root).expect("the sheets are there").flatten() {
        for file in std::fs::read_dir(game.path()).expect("a folder for each game").flatten() {
            let text = std::fs::read_to_string(file.path()).expect("sheets are text");
            lines.extend(text.lines().map(str::to_owned));
        }
    }
    lines
}
