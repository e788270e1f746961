//! The odds of Craps: every wager followed through the rolls until it is decided.

use croupier_engine::game::Game as _;
use croupier_engine::games::craps::{Craps, On, verdict};
use croupier_engine::wager::{On as _, Verdict};
use croupier_engine::{Dice, Kind};

use crate::fast::{Answer, Asked};
use crate::part::{Part, Pay};
use crate::prices::Quote;
use crate::ratio::Ratio;
use crate::report::{Judged, LeftOut, Odds};
use crate::split;

const POINTS: [u8; 6] = [4, 5, 6, 8, 9, 10];

/// Counts the odds, and says which wagers cannot be made at the stake that was asked for.
pub(crate) fn count(asked: &Asked<'_>) -> Answer {
    let pay = asked.pay;
    let mut answer = Answer::new(Vec::new(), Ratio::zero());
    for wager in Kind::Craps.describe().wagers {
        let Some(on) = On::from_id(wager.id) else { continue };
        for mark in wager.marks() {
            match split::check(Kind::Craps, &wager, mark, pay.terms) {
                Ok(()) => answer.wagers.extend(follow(on, mark, pay)),
                Err(refusal) => answer.left_out.push(LeftOut { on: wager.id, mark, refusal }),
            }
        }
    }
    answer
}

/// Follows a wager to its end. A Behind wager without a number of its own stands on each point.
fn follow(on: On, mark: Option<u8>, pay: Pay<'_>) -> Vec<Odds> {
    match on {
        On::BehindWinLine | On::BehindDontWin => POINTS
            .into_iter()
            .map(|point| Odds { mark: Some(point), ..from(on, mark, Some(point), pay) })
            .collect(),
        _ => vec![from(on, mark, None, pay)],
    }
}

/// Follows a wager from a state: its number and the point. It is active on every roll.
fn from(on: On, mark: Option<u8>, point: Option<u8>, pay: Pay<'_>) -> Odds {
    let mut outcomes: Vec<(Verdict, Ratio)> = Vec::new();
    let rolls = walk(on, mark, point, &Ratio::one(), &mut outcomes);
    let number = mark.or(point);
    let part = |verdict| pay.part(on.id(), number, verdict);
    let wins_at = outcomes.iter().find_map(|(verdict, _)| part(*verdict).wins_at());
    let rate = wins_at.and_then(|Quote { wins, per }| Craps::commission_rate(on, wins, per));
    let charge = rate.unwrap_or((0, 1));
    let mut judged: Vec<Judged> = Vec::new();
    for (verdict, probability) in outcomes {
        let part = Part { charge, ..part(verdict) };
        match judged.iter_mut().find(|(known, _)| *known == [part]) {
            Some((_, known)) => *known = known.clone() + probability,
            None => judged.push((vec![part], probability)),
        }
    }
    Odds { rolls: Some(rolls), ..Odds::new(on.id(), mark, judged, &pay.terms) }
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
