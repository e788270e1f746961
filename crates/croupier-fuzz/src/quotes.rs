//! What a table quotes is what it takes: no amount more, none less.

use croupier_engine::wager::Mark;
use croupier_engine::{AnyTable, Area, Cents, Input, Kind, Player, Quote, Refusal, Spot, WagerId};

/// Compares what a table quotes on one spot with what it takes there; `turn` picks the spot.
///
/// # Panics
/// When they differ.
pub(crate) fn check_quote(table: &AnyTable, turn: usize) {
    let spot = spot(table.kind(), turn);
    match table.quote(&spot) {
        Ok(quote) => check_amounts(table, &spot, &quote),
        Err(refusal) => check_refused(table, &spot, refusal),
    }
}

/// Goes through players, kinds of wager, numbers and areas one after the other.
fn spot(kind: Kind, turn: usize) -> Spot {
    let on = turn % kind.layouts().len();
    let marks = match kind.layouts()[on].mark {
        Mark::Number(marks) | Mark::Point(marks) => marks,
        Mark::None | Mark::Travels(_) => &[],
    };
    let mark = if marks.is_empty() { None } else { Some(marks[turn % marks.len()]) };
    let player = Player((turn % 3) as u32);
    let area = Some(Area((turn % 5) as u8 + 1));
    Spot { player, area, on: WagerId(on as u8), mark, tokens: turn.is_multiple_of(7) }
}

fn wager(table: &AnyTable, spot: &Spot, amount: u64) -> Result<(), Refusal> {
    let input = Input::Wager { spot: *spot, amount: Cents(amount), confirmed: false };
    table.decide(&input).map(drop)
}

fn check_amounts(table: &AnyTable, spot: &Spot, quote: &Quote) {
    let (least, most, unit) = (quote.least.0, quote.most.0, quote.unit.0);
    let layout = &table.kind().layouts()[usize::from(spot.on.0)];
    assert_eq!(quote.parts, layout.parts, "{spot:?}");
    assert!(0 < least && least <= most && unit > 0, "{quote:?}");
    assert!((most - least).is_multiple_of(unit), "the most is not on the grid: {quote:?}");
    let steps = (most - least) / unit;
    for step in [0, 1, 2, 7, steps / 3, steps.saturating_sub(1), steps] {
        let amount = least + step.min(steps) * unit;
        let taken = wager(table, spot, amount);
        assert_eq!(taken, Ok(()), "{amount} is quoted, {quote:?}, and refused: {spot:?}");
    }
    let beyond = [least.checked_sub(unit), most.checked_add(unit), least.checked_sub(1)];
    let off = [least + 1, least + unit / 2, least + unit - 1, most.saturating_sub(1)];
    let off = off.into_iter().filter(|amount| amount.abs_diff(least) % unit != 0);
    for amount in beyond.into_iter().flatten().chain([most + 1]).chain(off) {
        let taken = wager(table, spot, amount);
        assert!(taken.is_err(), "{amount} is not quoted, {quote:?}, and taken: {spot:?}");
    }
}

fn check_refused(table: &AnyTable, spot: &Spot, refusal: Refusal) {
    let rules = table.rules();
    let limit = rules.limit_of(spot.player, spot.on);
    let parts = table.kind().layouts().get(usize::from(spot.on.0)).map_or(1, |it| it.parts);
    let price = rules.jackpot.as_ref().map_or(Cents(1), |jackpot| jackpot.wager);
    // Wagers in parts lie on no area.
    let mut standing = 0;
    table.each_standing(|it| {
        let same = Spot { tokens: spot.tokens, area: spot.area, ..it.spot } == *spot;
        standing += if same { it.stake.0 } else { 0 };
    });
    let whole = u64::from(parts) * rules.chip.0;
    let amounts = [1, 100, 501, price.0, limit.min.0, limit.unit.0, limit.max.0, whole];
    let amounts = amounts.into_iter().chain([whole - standing % whole, Cents::CEILING.0]);
    // What is no whole number of chips is refused for that, whatever the spot.
    let whole_chips = |amount: u64| Cents(amount).is_whole(rules.chip);
    let taken = amounts.filter(|&it| it > 0 && it <= Cents::CEILING.0 && whole_chips(it));
    let taken: Vec<_> = taken.map(|amount| wager(table, spot, amount)).collect();
    assert!(taken.iter().all(Result::is_err), "nothing is quoted, {refusal}, and taken: {spot:?}");
    // A wager in parts is refused for its split too, and one with a price for another amount.
    let one_clause = table.admits(spot) == Err(refusal) || parts == 1 && rules.jackpot.is_none();
    let same = |taken: &Result<(), Refusal>| taken.is_err_and(|it| it.clause == refusal.clause);
    let agree = if one_clause { taken.iter().all(same) } else { taken.iter().any(same) };
    assert!(
        agree || taken.is_empty(),
        "quoted by another clause than refused: {refusal}, {taken:?}, {spot:?}"
    );
}
