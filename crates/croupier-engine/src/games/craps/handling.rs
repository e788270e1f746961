//! What players do to standing wagers: taking down, lowering, calling on and off (6.4 to 6.6).

use alloc::vec::Vec;

use super::{Craps, EVEN, On, Plan, behind, can_be_called, true_odds_against};
use crate::clause;
use crate::clause::Clause;
use crate::effect::{Effect, Refusal};
use crate::game::Game;
use crate::input::Spot;
use crate::money::Cents;
use crate::table::placing::check_split;
use crate::table::{Key, Table};
use crate::wager::{Button, On as _};
use crate::why::Why;

/// Finds a wager that may come down or be lowered now.
pub(super) fn removable(table: &Table<Craps>, spot: &Spot) -> Result<(Key<On>, Clause), Refusal> {
    let key = table.standing(spot, clause!("6.4"))?;
    table.check_paid()?;
    Refusal::new(clause!("6.4"), Why::DiceAreRolling).when(table.state.in_the_air)?;
    check_contract(table, &key)?;
    let dont = matches!(key.on, On::DontWin | On::DontCome);
    Ok((key, if dont { clause!("6.5") } else { clause!("6.4") }))
}

/// Checks that a wager is not bound to stand until its point is decided.
fn check_contract(table: &Table<Craps>, key: &Key<On>) -> Result<(), Refusal> {
    let contract = match key.on {
        On::WinLine => table.state.point.is_some(),
        On::Come => key.mark.is_some(),
        _ => false,
    };
    Refusal::new(clause!("6.4"), Why::BoundToItsPoint).when(contract)
}

/// Takes a wager down, with the one behind it.
pub(super) fn remove(
    table: &mut Table<Craps>,
    key: &Key<On>,
    clause: Clause,
    effects: &mut Vec<Effect>,
) {
    table.give_back([*key], clause, effects);
    table.give_back(behind(key.on).map(|on| Key { on, ..*key }), clause, effects);
    if matches!(key.on, On::DontWin | On::DontCome) {
        table.state.taken_down.insert((key.player, key.on.id()));
    }
    Craps::wagers_changed(table, effects);
}

/// Plans to lower a wager to `to`.
pub(super) fn plan_reduction(
    table: &Table<Craps>,
    spot: &Spot,
    to: Cents,
) -> Result<Plan, Refusal> {
    let (key, clause) = removable(table, spot)?;
    let at = table.part(&key, spot.tokens).expect("a standing spot has chips or tokens");
    let stake = table.book().get(at).stake;
    if to.is_zero() || to >= stake {
        return Err(Refusal::new(clause!("6.4"), Why::NotLowered));
    }
    let chip = table.rules().chip;
    Refusal::new(clause!("6.2"), Why::NotWholeChips).when(!to.is_whole(chip))?;
    check_split(key.on, to, chip)?;
    check_behind(table, &key, stake - to)?;
    Ok(Plan::Reduce { at, to, clause })
}

/// Returns the most that may stand behind a flat wager of `flat`.
pub(super) fn cap(behind: On, number: u8, flat: Cents) -> Option<(Cents, Clause)> {
    let (odds, clause) = match behind {
        On::BehindWinLine => (EVEN, clause!("6.1.5.1")),
        On::BehindCome => (EVEN, clause!("6.1.7.1")),
        On::BehindDontWin => (true_odds_against(number), clause!("6.1.6.1")),
        On::BehindDontCome => (true_odds_against(number), clause!("6.1.8.1")),
        _ => return None,
    };
    // For the Don't wagers: the most whose winnings are not above double the flat wager.
    let most = flat.share_down(2 * u64::from(odds.per), odds.wins.into(), Cents(1));
    Some((most, clause))
}

/// Checks that what stands behind a wager stays within its cap when `off` of it goes.
fn check_behind(table: &Table<Craps>, flat: &Key<On>, off: Cents) -> Result<(), Refusal> {
    let Some(on) = behind(flat.on) else { return Ok(()) };
    let Some(stands) = table.book().stake(&Key { on, ..*flat }) else { return Ok(()) };
    let Some(number) = flat.mark.or(table.state.point) else { return Ok(()) };
    let left = table.book().stake(flat).unwrap_or_default() - off;
    match cap(on, number, left) {
        Some((most, clause)) if stands > most => Err(Refusal::new(clause, Why::BehindAboveCap)),
        _ => Ok(()),
    }
}

/// Gives back what stands behind a flat wager above its cap, once that wager was found to be less: chips
/// first, and in whole chips.
pub(super) fn keep_cap(table: &mut Table<Craps>, flat: &Key<On>, effects: &mut Vec<Effect>) {
    let (Some(on), Some(number)) = (behind(flat.on), flat.mark.or(table.state.point)) else {
        return;
    };
    let key = Key { on, ..*flat };
    let flat = table.book().stake(flat).unwrap_or_default();
    let Some((most, clause)) = cap(on, number, flat) else { return };
    let chip = table.rules().chip;
    let most = most.share_down(1, 1, chip);
    for tokens in [false, true] {
        let stands = table.book().stake(&key).unwrap_or_default();
        let over = stands.saturating_sub(most);
        let Some(at) = table.book.find(&key, tokens).filter(|_| !over.is_zero()) else { continue };
        let to = table.book().get(at).stake.saturating_sub(over);
        if to.is_zero() {
            table.give_back_part(at, clause, effects);
        } else {
            table.lower(at, to, clause, effects);
        }
    }
}

/// Plans to call a wager on or off.
pub(super) fn plan_call(table: &Table<Craps>, spot: &Spot, on: bool) -> Result<Plan, Refusal> {
    if !On::from_id(spot.on).is_some_and(can_be_called) {
        return Err(Refusal::new(clause!("6.6"), Why::NotCalled));
    }
    let key = table.standing(spot, clause!("6.6.2"))?;
    // A call counts for the next roll, not for one that lies there.
    table.check_paid()?;
    Ok(Plan::Call { key, on })
}

/// Calls a wager on or off, chips and tokens alike.
pub(super) fn call(table: &mut Table<Craps>, key: &Key<On>, on: bool, effects: &mut Vec<Effect>) {
    let mut called = None;
    for tokens in [true, false] {
        if let Some(at) = table.book.find(key, tokens) {
            table.book.get_mut(at).button = if on { Button::On } else { Button::Off };
            called = Some(key.spot(tokens));
        }
    }
    effects.extend(called.map(|spot| Effect::Called { spot, state: on }));
    Craps::wagers_changed(table, effects);
}
