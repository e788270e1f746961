//! What a wanted stake becomes: an amount that the table quotes, covered by the hand.

use croupier_engine::input::Spot;
use croupier_engine::{AnyTable, Cents, Quote};

use crate::strategy::Short;

/// What becomes of a stake that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sized {
    /// So much is added.
    Add(Cents),
    /// So much is added, though more is wanted: the hand does not cover it.
    Less(Cents),
    /// Nothing is to be added.
    Nothing,
    /// The table takes no stake here, however small or large.
    Unfit,
    /// The hand does not cover it.
    Short,
}

/// Brings a wager from what stands to what is wanted.
pub(super) fn size(
    table: &AnyTable,
    spot: &Spot,
    wanted: Cents,
    standing: Cents,
    hand: Cents,
    short: Short,
) -> Sized {
    if wanted <= standing {
        return Sized::Nothing;
    }
    let covers = |add: Cents| add + table.commission(spot, add) <= hand;
    let quote = match table.quote(spot) {
        Ok(quote) => in_units(table, spot, quote),
        // Not here, or not now: the table says why when it is asked.
        Err(_) if table.admits(spot).is_err() => {
            let add = wanted - standing;
            return if covers(add) { Sized::Add(add) } else { Sized::Short };
        }
        Err(_) if standing.is_zero() => return Sized::Unfit,
        Err(_) => return Sized::Nothing,
    };
    let add = match quote.at_most(wanted - standing) {
        Some(add) => add,
        // The least counts for a new wager; one that stands stays as it is.
        None if standing.is_zero() => quote.least,
        None => return Sized::Nothing,
    };
    if covers(add) {
        return Sized::Add(add);
    }
    if short != Short::Less {
        return Sized::Short;
    }
    // The charge for all that is in hand is no less than the charge for a part of it.
    let most = hand.saturating_sub(table.commission(spot, hand));
    match quote.at_most(most) {
        Some(less) if covers(less) => Sized::Less(less),
        Some(_) | None => Sized::Short,
    }
}

/// Whoever pays in chips stakes in units of the sign, if they fit, also where the sign does not bind.
fn in_units(table: &AnyTable, spot: &Spot, quote: Quote) -> Quote {
    let unit = table.rules().limit(spot.on).unit;
    if quote.unit >= unit { quote } else { quote.in_multiples_of(unit).unwrap_or(quote) }
}

#[cfg(test)]
mod tests {
    use croupier_engine::setup::Limit;
    use croupier_engine::{Dice, Input, Kind, Player, Setup};

    use super::*;

    fn table(limit: Limit) -> AnyTable {
        let limits = vec![limit; Kind::Craps.layouts().len()];
        let setup = Setup { chip: Cents(100), limits, ..Setup::default() };
        AnyTable::open(Kind::Craps, &setup).expect("the limits make sense")
    }

    fn spot(on: &str) -> Spot {
        let on = Kind::Craps.wager(on).expect("a wager of this game");
        Spot { player: Player(0), area: None, on, mark: None, tokens: false }
    }

    const LIMIT: Limit = Limit { min: Cents(500), max: Cents(10_000), unit: Cents(100) };

    #[test]
    fn a_stake_is_brought_to_the_grid() {
        let check = |on, wanted, hand, short, want| {
            let sized = size(&table(LIMIT), &spot(on), Cents(wanted), Cents::ZERO, hand, short);
            assert_eq!(sized, want, "{wanted} on {on}");
        };
        let rich = Cents::CEILING;
        check("win-line", 1, rich, Short::Skip, Sized::Add(Cents(500)));
        check("win-line", 999, rich, Short::Skip, Sized::Add(Cents(900)));
        check("win-line", 1_000_000, rich, Short::Skip, Sized::Add(Cents(10_000)));
        check("win-line", 999, Cents(800), Short::Skip, Sized::Short);
        check("win-line", 999, Cents(810), Short::Less, Sized::Less(Cents(800)));
        check("win-line", 999, Cents(499), Short::Less, Sized::Short);
        check("horn", 1_000, rich, Short::Skip, Sized::Add(Cents(800)));
        check("horn", 500, rich, Short::Skip, Sized::Add(Cents(800)));
    }

    #[test]
    fn a_stake_of_parts_that_cannot_be_split_does_not_fit() {
        let narrow = Limit { min: Cents(100), max: Cents(300), unit: Cents(100) };
        let rich = Cents::CEILING;
        let sized = size(&table(narrow), &spot("horn"), Cents(300), Cents::ZERO, rich, Short::Skip);
        assert_eq!(sized, Sized::Unfit);
    }

    #[test]
    fn a_wager_behind_is_made_in_units_up_to_its_cap() {
        let mut table = table(Limit { min: Cents(1_000), ..LIMIT });
        let flat = Input::Wager { spot: spot("win-line"), amount: Cents(1_000), confirmed: false };
        let six = Dice::new(3, 3).map(Input::Roll).expect("dice have these faces");
        let mut effects = Vec::new();
        for input in [flat, six] {
            table.step(&input, &mut effects).expect("a new table takes it");
        }
        let check = |wanted, standing, want| {
            let behind = spot("behind-win-line");
            let rich = Cents::CEILING;
            let sized = size(&table, &behind, Cents(wanted), Cents(standing), rich, Short::Skip);
            assert_eq!(sized, want, "{wanted}");
        };
        check(3_000, 0, Sized::Add(Cents(2_000)));
        check(30, 0, Sized::Add(Cents(100)));
    }
}
