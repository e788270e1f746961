//! The odds of Craps: every wager followed through the rolls until it is decided.

use croupier_engine::games::craps::{On, verdict};
use croupier_engine::input::Spot;
use croupier_engine::wager::{Mark, On as _, Verdict};
use croupier_engine::{AnyTable, Dice, Input, Kind, Player, Refusal, Setup};

use crate::part::{Part, Pay};
use crate::prices::Quote;
use crate::ratio::Ratio;
use crate::report::{Judged, LeftOut, Odds, Terms};

const POINTS: [u8; 6] = [4, 5, 6, 8, 9, 10];

/// Returns the odds, and which wagers cannot be made at the stake that was asked for.
pub(crate) fn odds(pay: Pay<'_>) -> (Vec<Odds>, Vec<LeftOut>) {
    let (mut wagers, mut left_out) = (Vec::new(), Vec::new());
    for &on in On::ALL {
        let marks: Vec<Option<u8>> = match on.layout().mark {
            Mark::Number(marks) | Mark::Point(marks) => marks.iter().copied().map(Some).collect(),
            Mark::None | Mark::Travels(_) => vec![None],
        };
        for mark in marks {
            match check_split(on, mark, pay.terms) {
                Ok(()) => wagers.extend(follow(on, mark, pay)),
                Err(refusal) => left_out.push(LeftOut { on: on.id(), mark, refusal }),
            }
        }
    }
    (wagers, left_out)
}

/// Asks the engine whether a wager of several parts can be made at the stake.
fn check_split(on: On, mark: Option<u8>, terms: Terms) -> Result<(), Refusal> {
    let Some((stake, chip)) = terms.stake else { return Ok(()) };
    let has_parts = |dice| verdict(on, mark, None, dice).is_some_and(|verdict| verdict.part.1 > 1);
    if !rolls().any(has_parts) {
        return Ok(());
    }
    let mut table = AnyTable::open(Kind::Craps, &Setup { chip, ..Setup::default() })?;
    let spot = Spot { player: Player(0), area: None, on: on.id(), mark, tokens: false };
    let wager = Input::Wager { spot, amount: stake, confirmed: false };
    table.step(&wager, &mut Vec::new())
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
    let charge = charge(on, wins_at);
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

/// Returns the commission for each unit: 5 % of a Buy, and of what a Lay can win.
fn charge(on: On, wins_at: Option<Quote>) -> (u64, u64) {
    match (on, wins_at) {
        (On::Buy, _) => (1, 20),
        (On::Lay, Some(Quote { wins, per })) => (wins, per * 20),
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
