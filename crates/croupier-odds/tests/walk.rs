//! The faster ways of counting against a walk of the engine itself, over every card and roll that can come.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use croupier_engine::input::Choice;
use croupier_engine::jackpot::Jackpot;
use croupier_engine::{Card, Cents, Kind, Setup};
use croupier_odds::{
    Composition, Odds, Plan, Prices, Question, Report, Strategy, Terms, odds, walked,
};

/// Takes a shoe of a few cards out of a full one.
fn small(decks: u8, cards: &[(&str, u32)]) -> Composition {
    let mut shoe = Composition::full(decks);
    for card in (0..Card::COUNT).filter_map(Card::from_index) {
        let wanted = cards.iter().find(|(name, _)| Card::parse(name) == Some(card));
        let wanted = wanted.map_or(0, |(_, count)| *count);
        for _ in wanted..decks.into() {
            assert!(shoe.remove(card));
        }
    }
    shoe
}

/// The shoes that are walked: they have aces and threes of one suit and of several, pictures and tens.
const SHOES: [&[(&str, u32)]; 3] = [
    &[("AD", 3), ("AS", 1), ("TC", 3), ("KH", 2), ("9D", 2), ("5C", 2)],
    &[("3C", 3), ("3D", 2), ("TC", 2), ("5H", 2), ("9D", 2), ("8S", 1)],
    &[("AC", 3), ("2D", 2), ("KC", 2), ("7H", 2), ("4D", 2), ("6S", 2)],
];

/// Everything that a report says of a wager, in an order of its own.
fn said(report: &Report, odds: &Odds) -> String {
    let outcome = |it: &croupier_odds::Outcome| {
        format!("{} {} {} {}", it.clause.0, it.result.name(), it.net, it.probability)
    };
    let mut outcomes: Vec<_> = odds.outcomes.iter().map(outcome).collect();
    outcomes.sort();
    let placed = odds.placed.as_ref().map(ToString::to_string);
    let rolls = odds.rolls.as_ref().map(ToString::to_string);
    format!("{} {} {placed:?} {rolls:?} {outcomes:#?}", report.name(odds), odds.average_stake)
}

fn compare(question: &Question) {
    let (counted, walked) = (odds(question).unwrap(), walked(question).unwrap());
    let name = question.kind.name();
    assert_eq!(counted.cards, walked.cards, "{name}");
    assert_eq!(counted.decks, walked.decks, "{name}");
    assert_eq!(counted.left_out.len(), walked.left_out.len(), "{name}");
    let names = |report: &Report| -> Vec<_> {
        report.wagers.iter().map(|odds| report.name(odds)).collect()
    };
    assert_eq!(names(&counted), names(&walked), "{name}");
    for (one, other) in counted.wagers.iter().zip(&walked.wagers) {
        assert_eq!(said(&counted, one), said(&walked, other), "{name}");
    }
}

fn jackpot() -> Jackpot {
    Jackpot {
        wager: Cents(500),
        major: Cents(20_000_000),
        minor: Cents(0),
        mystery: false,
        pools: 1,
        increment: (0, 1),
        seed: Cents(0),
        linked: Vec::new(),
    }
}

/// All tables of a game: with its variants, and with a jackpot where it may have one.
fn tables(kind: Kind) -> Vec<Setup> {
    let game = kind.describe();
    let jackpot = game.jackpot.then(jackpot);
    let variants = (0..game.variants.len()).map(|variant| Some(variant as u8));
    let setup = |variant| Setup { variant, jackpot: jackpot.clone(), ..Setup::default() };
    std::iter::once(None).chain(variants).map(setup).collect()
}

/// All ways to decide at a game.
fn strategies(kind: Kind) -> Vec<Strategy> {
    let game = kind.describe();
    let always = game.choices.iter().map(|it| Strategy::Always(it.choice));
    always.chain([Strategy::Best]).collect()
}

#[test]
fn every_faster_way_counts_what_the_engine_does() {
    for kind in Kind::ALL {
        for setup in tables(kind) {
            for strategy in strategies(kind) {
                let question = Question { strategy, ..Question::new(kind, setup.clone()) };
                if kind.describe().cards.is_none() {
                    compare(&question);
                    continue;
                }
                let decks = kind.describe().cards.unwrap().decks[0];
                for cards in SHOES {
                    compare(&Question { shoe: Some(small(decks, cards)), ..question.clone() });
                }
            }
        }
    }
}

/// A player who is paid in chips, or at other prices, decides by those.
#[test]
fn other_terms_and_prices_too() {
    for kind in Kind::ALL {
        let mut question = Question::new(kind, Setup::default());
        if let Some(cards) = kind.describe().cards {
            question.shoe = Some(small(cards.decks[0], SHOES[1]));
        }
        for chips in [1, 5] {
            let terms = Terms { stake: Some((Cents(chips * 50), Cents(50))) };
            compare(&Question { terms, ..question.clone() });
        }
        for wager in kind.describe().wagers.iter().filter(|wager| !wager.fixed_price) {
            let prices = Prices::read(kind, &format!("{}=7:2", wager.name)).unwrap();
            compare(&Question { prices, ..question.clone() });
        }
    }
}

/// A full shoe of the game with the fewest ways.
#[test]
fn a_full_shoe_is_walked() {
    let question = Question::new(Kind::CasinoWar, Setup::default());
    compare(&Question { strategy: Strategy::Always(Choice::War), ..question });
}

#[test]
fn a_chart_of_one_s_own_is_followed() {
    let rows: String = (0..10).map(|total| format!("{total} D D D D D S S S S S\n")).collect();
    let plan = Plan::read(&format!("{rows}3C-3D 0 S\n")).unwrap();
    let question = Question::new(Kind::LuckyDrawBaccarat, Setup::default());
    let shoe = Some(small(8, SHOES[1]));
    compare(&Question { strategy: Strategy::Own(plan), shoe, ..question });
}
