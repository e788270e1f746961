//! How fast the engine steps and how fast sheets are answered: `cargo bench`.
//!
//! The allocation columns show that a table in its steady state allocates nothing.

use croupier_engine::input::{Choice, Reply, Spot};
use croupier_engine::wager::Mark;
use croupier_engine::{
    AnyTable, Area, Card, Cents, Dice, Due, Effect, Input, Kind, Player, Setup, WagerId,
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
    let inputs = record(kind, 20_000);
    let mut table = open(kind);
    let mut effects: Vec<Effect> = Vec::new();
    let mut play = || {
        for input in &inputs {
            effects.clear();
            divan::black_box(table.step(input, &mut effects)).expect("it was taken before");
        }
    };
    // The first time, the table grows to the size it needs.
    play();
    bencher.counter(ItemsCount::new(inputs.len())).bench_local(play);
}

/// Plays a table with what it expects, and keeps the inputs: they lead back to where they began.
fn record(kind: Kind, count: usize) -> Vec<Input> {
    let mut table = open(kind);
    let mut inputs = Vec::new();
    let mut effects = Vec::new();
    let mut deck = 1;
    let wagers = wagers(kind);
    while inputs.len() < count || !at_rest(&table, &wagers) {
        if at_rest(&table, &wagers) {
            for input in &wagers {
                table.step(input, &mut effects).expect("a wager at rest is taken");
                inputs.push(*input);
            }
        }
        let input = next(&table, &mut deck).expect("a table with wagers waits for something");
        table.step(&input, &mut effects).expect("what is expected is taken");
        inputs.push(input);
        effects.clear();
    }
    inputs
}

fn open(kind: Kind) -> AnyTable {
    AnyTable::open(kind, &Setup::default()).expect("the default table opens")
}

/// Nothing stands, and what stood at the opening could be placed again.
fn at_rest(table: &AnyTable, wagers: &[Input]) -> bool {
    let mut standing = 0;
    table.each_standing(|_| standing += 1);
    let takes = |wager: &&Input| table.decide(wager).is_ok();
    standing == 0 && wagers.first().is_none_or(|wager| takes(&wager))
}

fn next(table: &AnyTable, deck: &mut usize) -> Option<Input> {
    *deck = (*deck * 31 + 17) % 9973;
    let card = Card::from_index(*deck % 52)?;
    Some(match table.expects().due {
        Due::Card(_) | Due::Burn => Input::Card { card, from: None },
        Due::Choice(area, choices) => {
            let choice: Choice = choices[*deck % choices.len()];
            Input::Choose { area, reply: Reply::Choice(choice), tokens: Cents::ZERO }
        }
        Due::Roll(_) => Input::Roll(Dice::new((*deck % 6) as u8 + 1, (*deck / 6 % 6) as u8 + 1)?),
        _ => return None,
    })
}

/// Three players with a wager of every kind that an opening table takes, where it takes it.
fn wagers(kind: Kind) -> Vec<Input> {
    let mut table = open(kind);
    let mut effects = Vec::new();
    let spots = (0..3_u8).flat_map(|player| (0..kind.layouts().len()).map(move |on| (player, on)));
    let wagers = spots.map(|(number, on)| {
        let mark = match kind.layouts()[on].mark {
            Mark::Number(marks) | Mark::Point(marks) => marks.first().copied(),
            Mark::None | Mark::Travels(_) => None,
        };
        let (player, area) = (Player(number.into()), Some(Area(number + 1)));
        let spot = Spot { player, area, on: WagerId(on as u8), mark, tokens: false };
        Input::Wager { spot, amount: Cents(1000), confirmed: false }
    });
    let taken: Vec<_> = wagers.filter(|wager| table.step(wager, &mut effects).is_ok()).collect();
    assert!(!taken.is_empty(), "{} takes no wager", kind.name());
    taken
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
            if file.path().is_file() {
                let text = std::fs::read_to_string(file.path()).expect("sheets are text");
                lines.extend(text.lines().map(str::to_owned));
            }
        }
    }
    lines
}
