//! The odds of Craps: every wager followed through the rolls until it is decided.

use croupier_engine::Dice;
use croupier_engine::games::craps::{On, verdict};
use croupier_engine::wager::{Mark, On as _, Price, Verdict};

use crate::prices::Prices;
use crate::ratio::Ratio;
use crate::report::{Odds, Outcome, Part, Terms};

const POINTS: [u8; 6] = [4, 5, 6, 8, 9, 10];

pub(crate) fn odds(prices: &Prices) -> Vec<Odds> {
    let mut wagers = Vec::new();
    for &on in On::ALL {
        let marks: Vec<Option<u8>> = match on.layout().mark {
            Mark::Number(marks) | Mark::Point(marks) => marks.iter().copied().map(Some).collect(),
            Mark::None | Mark::Travels(_) => vec![None],
        };
        for mark in marks {
            wagers.extend(follow(on, mark, prices));
        }
    }
    wagers
}

/// Follows a wager to its end. A Behind wager without a number of its own stands on each point.
fn follow(on: On, mark: Option<u8>, prices: &Prices) -> Vec<Odds> {
    match on {
        On::BehindWinLine | On::BehindDontWin => POINTS
            .into_iter()
            .map(|point| Odds { mark: Some(point), ..from(on, mark, Some(point), prices) })
            .collect(),
        _ => vec![from(on, mark, None, prices)],
    }
}

/// Follows a wager from a state: its number and the point. It is active on every roll.
fn from(on: On, mark: Option<u8>, point: Option<u8>, prices: &Prices) -> Odds {
    let mut outcomes: Vec<(Verdict, Ratio)> = Vec::new();
    let rolls = walk(on, mark, point, &Ratio::one(), &mut outcomes);
    let mut merged: Vec<Outcome> = Vec::new();
    for (verdict, probability) in outcomes {
        let verdict = prices.apply(on.id(), &verdict);
        let part = Part { charge: charge(on, mark), ..Part::new(on.id(), verdict) };
        match merged.iter_mut().find(|known| known.parts == [part]) {
            Some(known) => known.probability = known.probability.clone() + probability,
            None => {
                let (result, clause) = (verdict.outcome, verdict.clause);
                merged.push(Outcome { result, parts: vec![part], probability, clause });
            }
        }
    }
    let (average_stake, terms) = (Ratio::one(), Terms::default());
    Odds { on: on.id(), mark, outcomes: merged, average_stake, rolls: Some(rolls), terms }
}

/// Returns the commission for each unit: 5 % of a Buy, and of what a Lay can win.
fn charge(on: On, mark: Option<u8>) -> (u16, u16) {
    match (on, mark) {
        (On::Buy, _) => (1, 20),
        (On::Lay, Some(number)) => {
            let (wins, per) = lay_wins(number);
            (wins, per * 20)
        }
        _ => (0, 1),
    }
}

/// Returns what a Lay can win, from its own verdict.
fn lay_wins(number: u8) -> (u16, u16) {
    let seven = Dice::new(3, 4).and_then(|seven| verdict(On::Lay, Some(number), None, seven));
    match seven.map(|verdict| verdict.price) {
        Some(Price::Odds(odds)) => (odds.wins, odds.per),
        _ => (0, 1),
    }
}

/// Rolls until the wager is decided; returns the average number of rolls.
fn walk(
    on: On,
    mark: Option<u8>,
    point: Option<u8>,
    reached: &Ratio,
    outcomes: &mut Vec<(Verdict, Ratio)>,
) -> Ratio {
    let mut decided = Vec::new();
    let mut moves: Vec<(Option<u8>, Option<u8>, i128)> = Vec::new();
    let mut stays = 0;
    for dice in rolls() {
        let next = state_after(on, mark, point, dice);
        match verdict(on, mark, point, dice) {
            Some(verdict) => decided.push(verdict),
            None if next == (mark, point) => stays += 1,
            None => match moves.iter_mut().find(|(m, p, _)| (*m, *p) == next) {
                Some((.., ways)) => *ways += 1,
                None => moves.push((next.0, next.1, 1)),
            },
        }
    }
    // What stays is rolled again, so that only the rolls that lead somewhere count.
    let leading = 36 - stays as u128;
    for verdict in decided {
        outcomes.push((verdict, reached.clone() * Ratio::new(1, leading)));
    }
    let mut rolls = Ratio::new(36, leading);
    for (mark, point, ways) in moves {
        let share = Ratio::new(ways, leading);
        let reached = reached.clone() * share.clone();
        rolls = rolls + share * walk(on, mark, point, &reached, outcomes);
    }
    rolls
}

/// Returns where a wager that is not decided stands after a roll.
fn state_after(
    on: On,
    mark: Option<u8>,
    point: Option<u8>,
    dice: Dice,
) -> (Option<u8>, Option<u8>) {
    let total = dice.total();
    let is_point = POINTS.contains(&total);
    match on {
        On::WinLine | On::DontWin if point.is_none() && is_point => (mark, Some(total)),
        On::Come | On::DontCome if mark.is_none() && is_point => (Some(total), point),
        _ => (mark, point),
    }
}

fn rolls() -> impl Iterator<Item = Dice> {
    (1..=6).flat_map(|first| (1..=6).filter_map(move |second| Dice::new(first, second)))
}
