//! Wagers of several parts, which cannot be made at every stake.

use croupier_engine::describe::WagerKind;
use croupier_engine::input::Spot;
use croupier_engine::{AnyTable, Area, Input, Kind, Player, Refusal, Setup};

use crate::report::Terms;

/// Asks the engine whether a wager of several parts can be made at the stake.
pub(crate) fn check(
    kind: Kind,
    wager: &WagerKind,
    mark: Option<u8>,
    terms: Terms,
) -> Result<(), Refusal> {
    let Some((stake, chip)) = terms.stake.filter(|_| wager.parts > 1) else { return Ok(()) };
    let mut table = AnyTable::open(kind, &Setup { chip, ..Setup::default() })?;
    let area = wager.on_area.then_some(Area(1));
    let spot = Spot { player: Player(0), area, on: wager.id, mark, tokens: false };
    let wager = Input::Wager { spot, amount: stake, confirmed: false };
    table.step(&wager, &mut Vec::new())
}
