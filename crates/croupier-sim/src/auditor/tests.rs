//! The auditor must notice what a table never does.

use croupier_engine::effect::Line;
use croupier_engine::expects::Place;
use croupier_engine::input::{Source, Spot};
use croupier_engine::wager::{lose, win};
use croupier_engine::{Area, Card, Cents, Clause, Effect, Input, Odds, Outcome, Player, WagerId};

use super::{Auditor, Posted};

const STAKE: Cents = Cents(1000);
const SPOT: Spot =
    Spot { player: Player(1), area: Some(Area(1)), on: WagerId(0), mark: None, tokens: false };
const CLAUSE: Clause = Clause("1");

fn auditor() -> Auditor {
    let on = WagerId(0);
    let verdicts = vec![(on, win(Odds::new(19, 20), CLAUSE)), (on, lose(CLAUSE))];
    let (chip, source) = (Cents(100), Some(Source::Shoe));
    Auditor::new(&Posted { chip, decks: 1, source, verdicts })
}

fn placed() -> (Input, Effect) {
    let input = Input::Wager { spot: SPOT, amount: STAKE, confirmed: false };
    (input, Effect::Placed { spot: SPOT, amount: STAKE })
}

fn line(outcome: Outcome, stake: u64, pays: u64, back: u64) -> Line {
    Line {
        spot: SPOT,
        stake: Cents(stake),
        outcome,
        pays: Cents(pays),
        back: Cents(back),
        excess: Cents::ZERO,
        charge: Cents::ZERO,
        clause: CLAUSE,
    }
}

/// Settles a wager of a thousand cents by a line, and tells whether that adds up.
fn settles(line: Line) -> bool {
    let mut auditor = auditor();
    let (input, effect) = placed();
    assert_eq!(auditor.watch(&input, &[effect]), Ok(()));
    let watched = auditor.watch(&Input::Close, &[Effect::Settled(line)]);
    watched.is_ok() && auditor.money() == (1000, 1000, 0)
}

#[test]
fn lines_pay_posted_prices_on_what_lay_there() {
    assert!(settles(line(Outcome::Win, 1000, 1000, 1000)), "950 goes up to whole chips");
    assert!(!settles(line(Outcome::Win, 1000, 950, 1000)), "not in chips");
    assert!(!settles(line(Outcome::Win, 1000, 2000, 1000)), "no such price");
    assert!(!settles(line(Outcome::Win, 1000, 1000, 0)), "the stake goes back");
    assert!(!settles(line(Outcome::Win, 2000, 1900, 2000)), "more than lay there");
    assert!(settles(line(Outcome::Lose, 1000, 0, 0)));
    assert!(!settles(line(Outcome::Lose, 1000, 0, 1000)));
    assert!(settles(line(Outcome::StandOff, 1000, 0, 1000)));
    assert!(!settles(line(Outcome::StandOff, 1000, 0, 900)));
    assert!(settles(line(Outcome::Surrender, 1000, 0, 500)));
    assert!(!settles(line(Outcome::Surrender, 1000, 0, 400)));
}

#[test]
fn what_is_wagered_is_placed() {
    let (input, effect) = placed();
    assert!(auditor().watch(&input, &[]).is_err());
    assert!(auditor().watch(&input, &[effect, effect]).is_err());
    assert!(
        auditor().watch(&Input::Close, &[Effect::Settled(line(Outcome::Lose, 1, 0, 0))]).is_err()
    );
}

#[test]
fn no_card_comes_twice_before_a_shuffle() {
    let card = Card::from_index(3).unwrap();
    let (input, dealt) =
        (Input::Card { card, from: None }, Effect::Dealt { card, to: Place::Dealer });
    let mut auditor = auditor();
    assert_eq!(auditor.watch(&input, &[dealt, Effect::RoundOver]), Ok(()));
    assert!(auditor.clone().watch(&input, &[dealt]).is_err(), "one deck holds it once");
    assert!(auditor.clone().watch(&Input::Close, &[dealt]).is_err(), "nobody drew it");
    assert!(auditor.clone().watch(&input, &[]).is_err(), "it has gone");
    assert_eq!(auditor.watch(&Input::Shuffle { pre_shuffled: false }, &[Effect::Shuffled]), Ok(()));
    assert_eq!(auditor.watch(&input, &[dealt]), Ok(()));
}
