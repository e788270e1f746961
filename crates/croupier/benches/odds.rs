//! How fast odds are computed: the counting beside a walk of the same rounds card by card.

use croupier_engine::games::casino_war::{On, first_verdict, rank, war_verdict};
use croupier_engine::wager::{Price, Verdict};
use croupier_engine::{Card, Kind, Outcome, Setup};
use croupier_odds::{Prices, Question, Strategy, Terms, odds};
use divan::Bencher;

fn main() {
    divan::main();
}

/// All odds of a game, off the top of a full shoe: what an edge meter does after every card.
#[divan::bench(args = Kind::ALL)]
fn all_odds(bencher: Bencher<'_, '_>, kind: Kind) {
    let question = Question {
        kind,
        setup: Setup::default(),
        shoe: None,
        strategy: Strategy::Best,
        prices: Prices::default(),
        terms: Terms::default(),
    };
    bencher.bench(|| odds(divan::black_box(&question)).map(|report| report.wagers.len()));
}

/// A whole PAR sheet, as a user gets it: odds, removal, rounding, and 100 shoes dealt.
#[divan::bench(args = Kind::ALL, sample_count = 3, sample_size = 1)]
fn par_sheet(kind: Kind) -> usize {
    let command = std::process::Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["par", kind.name()])
        .output();
    command.map_or(0, |output| output.stdout.len())
}

/// Casino War the plain way: every card of the shoe against every other.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn casino_war_card_by_card() -> i128 {
    let cards: Vec<Card> =
        (0..312).filter_map(|card| Card::from_index(card % Card::COUNT)).collect();
    let mut worth = 0;
    for (at, &player) in cards.iter().enumerate() {
        for (other, &dealer) in cards.iter().enumerate().filter(|(other, _)| *other != at) {
            match first_verdict(On::Initial, player, dealer) {
                Some(verdict) => worth += halves(&verdict) * 310 * 309,
                // One card of each rank stands for all; a full walk would take minutes.
                None => worth += war(&cards, at, other),
            }
        }
    }
    worth
}

fn war(cards: &[Card], player: usize, dealer: usize) -> i128 {
    let mut left = [0_i128; 15];
    for (at, &card) in cards.iter().enumerate() {
        left[usize::from(rank(card))] += i128::from(at != player && at != dealer);
    }
    let mut worth = 0;
    for mine in 2..15 {
        for theirs in 2..15 {
            let ways = left[mine] * (left[theirs] - i128::from(mine == theirs));
            let find =
                |wanted: usize| cards.iter().find(|card| usize::from(rank(**card)) == wanted);
            let (Some(&mine), Some(&theirs)) = (find(mine), find(theirs)) else { continue };
            for on in [On::Initial, On::War] {
                worth += war_verdict(on, mine, theirs).map_or(0, |verdict| halves(&verdict)) * ways;
            }
        }
    }
    worth
}

fn halves(verdict: &Verdict) -> i128 {
    match (verdict.outcome, verdict.price) {
        (Outcome::Win, Price::Odds(odds)) => 2 * i128::from(odds.wins) / i128::from(odds.per),
        (Outcome::Lose, _) => -2,
        (_, _) => 0,
    }
}
