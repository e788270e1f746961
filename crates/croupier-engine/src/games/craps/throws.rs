//! Throws: what a roll does to the puck and the Come wagers, throws that do not count, dice that get lost, and a roll that is declared
//! invalid (3.4 to 3.6, 5, 9.4).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::shooter::{self, Shooter};
use super::{Craps, On, POINTS, Plan, State};
use crate::clause;
use crate::clause::Clause;
use crate::dice::Dice;
use crate::effect::{Correction, Effect, Line, Outcome, Refusal};
use crate::game::{Game, unknown_to};
use crate::input::{Input, Player, Players, WagerId};
use crate::irregular::{Deed, Forfeit, Irregularity, Say, Situation, Throw, Who, Whom};
use crate::money::Cents;
use crate::table::Table;
use crate::table::irregular::{act, notify};
use crate::wager::{lose, void};
use crate::why::Why;

/// Plans a throw: the dice leave the hand.
pub(super) fn plan_throw(table: &Table<Craps>) -> Result<Plan, Refusal> {
    table.check_paid()?;
    Refusal::new(clause!("4.5"), Why::ThrownAlready).when(table.state.in_the_air)?;
    shooter::check_throw(table)?;
    Ok(Plan::Throw)
}

/// Moves Come wagers to their numbers, sets the puck, and passes the dice after a 7 Out.
pub(super) fn after_roll(table: &mut Table<Craps>, dice: Dice, effects: &mut Vec<Effect>) {
    table.state.in_the_air = false;
    table.state.taken_down.clear();

    let total = dice.total();
    if POINTS.contains(&total) {
        table.book.travel(total, |wager| {
            let travels = matches!(wager.on, On::Come | On::DontCome) && wager.mark.is_none();
            if travels {
                effects.push(Effect::Travelled { spot: wager.spot(), to: total });
            }
            travels
        });
    }
    let point = match table.state.point {
        None if POINTS.contains(&total) => Some(total),
        Some(point) if total == point || total == 7 => None,
        same => same,
    };
    let seven_out = table.state.point.is_some() && total == 7;
    if point != table.state.point {
        table.state.point = point;
        effects.push(Effect::Puck(point));
    }
    shooter::after_roll(table, seven_out, effects);
}

/// How many dice make a set.
const SET: usize = 5;

/// The set of dice, numbered from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DiceSet {
    /// Which dice of the set are missing.
    missing: [bool; SET],
    /// Which two the shooter has.
    held: [u8; 2],
    /// A new set came, which is used when the dice pass.
    new_set: bool,
    /// The shooter must choose before the next throw.
    choosing: bool,
}

crate::stored! { struct DiceSet { missing, held, new_set, choosing } check |it| {
    it.held.iter().all(|die| (1..=SET as u8).contains(die))
} }

impl Default for DiceSet {
    fn default() -> Self {
        Self { missing: [false; SET], held: [1, 2], new_set: false, choosing: false }
    }
}

impl DiceSet {
    /// Tells whether the shooter must choose dice.
    pub(super) const fn is_choosing(self) -> bool {
        self.choosing
    }

    /// Takes the new set into use, if there is one.
    pub(super) fn passed(&mut self) {
        if self.new_set {
            *self = Self::default();
        }
        self.choosing = false;
    }

    /// Notes which dice the shooter has chosen.
    pub(super) const fn chosen(&mut self, takes: [u8; 2]) {
        self.held = takes;
        self.choosing = false;
    }

    /// Tells whether these are two different dice of those that are there.
    pub(super) fn has(self, takes: [u8; 2]) -> bool {
        let there = |die: u8| {
            let missing = usize::from(die).checked_sub(1).and_then(|at| self.missing.get(at));
            missing == Some(&false)
        };
        takes[0] != takes[1] && takes.into_iter().all(there)
    }

    /// Returns the dice that the shooter has; `None` while dice must be chosen.
    pub(super) const fn held(self) -> Option<[u8; 2]> {
        if self.choosing { None } else { Some(self.held) }
    }

    /// Says of each die of the set whether it is missing.
    pub(super) const fn missing(self) -> [bool; SET] {
        self.missing
    }

    /// Tells whether a new set waits until the dice pass.
    pub(super) const fn has_new_set(self) -> bool {
        self.new_set
    }

    fn count_missing(self) -> usize {
        self.missing.into_iter().filter(|&missing| missing).count()
    }

    /// Loses so many dice, those in the shooter's hands first.
    fn lose(&mut self, count: u8) {
        for _ in 0..count {
            let held = self.held.into_iter().map(|die| usize::from(die.max(1)) - 1);
            let there = held.chain(0..SET).find(|&die| !self.missing[die]);
            if let Some(die) = there {
                self.missing[die] = true;
            }
        }
    }

    /// Finds one of the missing dice.
    fn find(&mut self) {
        if let Some(die) = self.missing.iter().position(|&missing| missing) {
            self.missing[die] = false;
        }
    }
}

/// What the last roll changed, as long as no wager was touched since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LastRoll {
    dice: Dice,
    point: Option<u8>,
    /// Who had which dice; `None` once that seat has changed hands.
    dice_with: Option<(Shooter, DiceSet)>,
    taken_down: BTreeSet<(Player, WagerId)>,
}

crate::stored! { struct LastRoll { dice, point, dice_with, taken_down } }

impl LastRoll {
    /// Says who had the dice before the roll.
    pub(super) fn shooter(&self) -> Option<Shooter> {
        self.dice_with.map(|(shooter, _)| shooter)
    }

    /// Remembers a table before a roll.
    pub(super) fn before(state: &State, dice: Dice) -> Self {
        let State { point, shooter, set, ref taken_down, .. } = *state;
        let dice_with = Some((shooter, set));
        Self { dice, point, dice_with, taken_down: taken_down.clone() }
    }

    /// Forgets who had the dice, when that player's seat changes hands or the first seats become known.
    pub(super) fn seat_changed(&mut self, at: usize) {
        self.dice_with =
            self.dice_with.filter(|(shooter, _)| shooter.is_tracked() && !shooter.names(at));
    }
}

/// Returns the clause of a reason, and whether the throw must not count.
const fn reason(throw: Throw) -> (Clause, bool) {
    match throw {
        Throw::NotTogether => (clause!("5.2.1"), false),
        Throw::MissedTheEnd => (clause!("5.2.2"), false),
        Throw::Irregular => (clause!("5.2.3"), false),
        Throw::Other => (clause!("5.2.4"), false),
        Throw::OffTheTable => (clause!("5.3.1"), true),
        Throw::OnADie => (clause!("5.3.2"), true),
        Throw::OnTheFloat => (clause!("5.3.3"), true),
        Throw::InTheBowl => (clause!("5.3.4"), true),
        Throw::Cocked => (clause!("5.3.5"), true),
        Throw::WrongThrower => (clause!("5.3.6"), true),
        Throw::Trick => (clause!("5.3.7"), true),
        Throw::NotApproved => (clause!("5.3.8"), true),
    }
}

/// Checks that the throw that is reported could count.
pub(super) fn check_report(table: &Table<Craps>) -> Result<(), Refusal> {
    let Some(throw) = table.state.reported else { return Ok(()) };
    Err(Refusal::new(reason(throw).0, Why::NoRollMustBeCalled))
}

/// Plans to call a throw invalid.
pub(super) fn plan_no_roll(
    table: &Table<Craps>,
    throw: Option<Throw>,
    by: Option<Who>,
) -> Result<Plan, Refusal> {
    let may = matches!(by, None | Some(Who::Stickperson | Who::Boxperson | Who::Supervisor));
    Refusal::new(clause!("5.1"), Why::NotTheirsToCall).when(!may)?;
    check_thrower(table, throw)?;
    // Where throws are told, there is one to call invalid: in the air, at rest, or reported.
    let state = &table.state;
    let thrown = state.in_the_air || state.reported.is_some() || table.dice().is_some();
    Refusal::new(clause!("5.1"), Why::NotThrown).when(table.rules().throws && !thrown)?;
    // A throw can be called invalid until the first wager of its roll is settled; after that only 9.4 is left.
    Refusal::new(clause!("5.1"), Why::SomeArePaid).when(table.has_paid())?;
    Ok(Plan::NoRoll(throw))
}

/// Calls a throw invalid: nothing is decided.
pub(super) fn no_roll(table: &mut Table<Craps>, throw: Option<Throw>, effects: &mut Vec<Effect>) {
    table.state.in_the_air = false;
    table.drop_roll();
    let reported = table.state.reported.take();
    if let Some(throw) = throw.or(reported) {
        act(Deed::NoRoll, reason(throw).0, effects);
        consequences(table, throw, effects);
    }
    // What was reported has its consequences also when another reason is given for the call.
    if let Some(reported) = reported.filter(|reported| throw.is_some_and(|t| t != *reported)) {
        consequences(table, reported, effects);
    }
}

/// Plans to take a report of what was wrong with a throw.
fn plan_report(table: &Table<Craps>, it: &Irregularity) -> Result<Plan, Refusal> {
    let Some(throw) = it.throw else {
        return Err(Refusal::new(clause!("5.2"), Why::NoFaultNamed));
    };
    check_thrower(table, Some(throw))?;
    Ok(Plan::Report(Some(throw).filter(|&throw| reason(throw).1)))
}

/// While the stickperson throws, nobody else is the designated shooter.
fn check_thrower(table: &Table<Craps>, throw: Option<Throw>) -> Result<(), Refusal> {
    let sticks = matches!(table.state.shooter, Shooter::Stick { .. });
    let wrong = sticks && throw == Some(Throw::WrongThrower);
    Refusal::new(clause!("3.9"), Why::StickpersonThrows).when(wrong)
}

fn consequences(table: &mut Table<Craps>, throw: Throw, effects: &mut Vec<Effect>) {
    match throw {
        Throw::OffTheTable => die_off(table, 1, effects),
        Throw::Trick => notify(Whom::Supervisor, clause!("5.3.7"), effects),
        Throw::NotApproved => notify(Whom::Supervisor, clause!("5.3.8"), effects),
        Throw::NotTogether
        | Throw::MissedTheEnd
        | Throw::Irregular
        | Throw::Other
        | Throw::OnADie
        | Throw::OnTheFloat
        | Throw::InTheBowl
        | Throw::Cocked
        | Throw::WrongThrower => {}
    }
}

/// Plans what is done in a situation of dice.
pub(super) fn plan(table: &Table<Craps>, it: &Irregularity) -> Result<Plan, Refusal> {
    match it.what {
        Situation::Throw => plan_report(table, it),
        Situation::DieOff => {
            let left = SET - table.state.set.count_missing();
            let too_many = !(1..=2).contains(&it.count) || usize::from(it.count) > left;
            Refusal::new(clause!("3.4"), Why::NotSoManyDice).when(too_many)?;
            Ok(Plan::DieOff(it.count))
        }
        Situation::DieFound => plan_die_found(table, it),
        Situation::DiceLost => plan_new_dice(table, it),
        Situation::Invalidate => plan_invalidation(table, it),
        _ => Err(unknown_to(&Craps::HOUSE, &Input::Irregular(*it))),
    }
}

/// Loses dice, and has the shooter choose anew.
pub(super) fn die_off(table: &mut Table<Craps>, count: u8, effects: &mut Vec<Effect>) {
    let set = &mut table.state.set;
    set.lose(count);
    set.choosing = matches!(table.state.shooter, Shooter::Held { .. });
    act(Deed::Search, clause!("3.4.1"), effects);
    act(Deed::ChooseDice, clause!("3.4.2"), effects);
}

fn plan_die_found(table: &Table<Craps>, it: &Irregularity) -> Result<Plan, Refusal> {
    let may = Say::Boxperson.has(it.by, true);
    Refusal::new(clause!("3.5"), Why::BoxpersonInspects).when(!may)?;
    let none = table.state.set.count_missing() == 0;
    Refusal::new(clause!("3.5"), Why::NoDieIsMissing).when(none)?;
    Ok(Plan::DieFound { by_player: !it.players.is_empty() })
}

/// Has a die that was found inspected.
pub(super) fn die_found(table: &mut Table<Craps>, by_player: bool, effects: &mut Vec<Effect>) {
    table.state.set.find();
    act(Deed::InspectDie, clause!("3.5"), effects);
    if by_player {
        act(Deed::ReturnDie, clause!("3.5.1"), effects);
    } else {
        act(Deed::Bowl, clause!("3.5.2"), effects);
    }
}

fn plan_new_dice(table: &Table<Craps>, it: &Irregularity) -> Result<Plan, Refusal> {
    let may = Say::Boxperson.has(it.by, true);
    Refusal::new(clause!("3.6"), Why::BoxpersonBringsDice).when(!may)?;
    let few = table.state.set.count_missing() < 2;
    Refusal::new(clause!("3.6"), Why::FewerThanTwoMissing).when(few)?;
    Ok(Plan::NewDice)
}

/// Brings a new set of dice.
pub(super) fn new_dice(table: &mut Table<Craps>, effects: &mut Vec<Effect>) {
    table.state.set.new_set = true;
    act(Deed::NewDice, clause!("3.6"), effects);
    let held = matches!(table.state.shooter, Shooter::Held { .. });
    if !held || SET - table.state.set.count_missing() < 2 {
        table.state.set.passed();
    }
}

fn plan_invalidation(table: &Table<Craps>, it: &Irregularity) -> Result<Plan, Refusal> {
    let may = Say::Supervisor.has(it.by, true);
    Refusal::new(clause!("9.4"), Why::SupervisorDecides).when(!may)?;
    let none = table.state.last_roll.is_none() && !table.is_paying();
    Refusal::new(clause!("9.4"), Why::NoRollToInvalidate).when(none)?;
    Refusal::new(clause!("9.5"), Why::NoCheatNamed).when(it.forfeits_nobodys())?;
    let standing = it.forfeit == Some(Forfeit::All);
    Ok(Plan::Invalidate { cheats: it.forfeiting(), standing })
}

/// Declares the last roll invalid: what it decided is corrected, what was placed since goes back, all else is as
/// before. Those who cheated forfeit what the roll decided, or all that stands for them.
pub(super) fn invalidate(
    table: &mut Table<Craps>,
    cheats: Players,
    standing: bool,
    effects: &mut Vec<Effect>,
) {
    act(Deed::VoidRound, clause!("9.4"), effects);
    let forfeits = |player: Player| cheats.contains(player);
    let lies = table.is_paying();
    table.end_decided(|wager| {
        let clause = clause!("9.5");
        if forfeits(wager.player) { lose(clause) } else { void(clause) }
    }, effects);
    table.drop_roll();
    for line in table.take_lines() {
        let now = if forfeits(line.spot.player) {
            Line { outcome: Outcome::Lose, pays: Cents::ZERO, back: Cents::ZERO, ..line }
        } else {
            Line { outcome: Outcome::Void, pays: Cents::ZERO, back: line.stake, ..line }
        };
        effects.push(Effect::Corrected(Correction::new(&line, &now, clause!("9.5"))));
    }
    if standing {
        let lost = lose(clause!("9.5"));
        table.end_where(|wager| forfeits(wager.player).then_some(lost), effects);
    }
    if lies {
        // A roll that is not paid has moved nothing yet, and the one before it is past.
        table.state.last_roll = None;
    } else {
        table.return_placed_since(clause!("9.5"), effects);
    }
    undo(table, effects);
    shooter::after_removal(table, effects);
}

/// Takes back what the last roll did besides settling wagers: numbers, puck, shooter, dice.
fn undo(table: &mut Table<Craps>, effects: &mut Vec<Effect>) {
    table.state.in_the_air = false;
    table.state.reported = None;
    let Some(LastRoll { dice, point, dice_with, mut taken_down }) = table.state.last_roll.take()
    else {
        return;
    };
    let total = dice.total();
    table.book.travel_back(|wager| {
        matches!(wager.on, On::Come | On::DontCome) && wager.mark == Some(total)
    });
    if table.state.point != point {
        table.state.point = point;
        effects.push(Effect::Puck(point));
    }
    if let Some((shooter, set)) = dice_with {
        table.state.shooter = shooter;
        table.state.set = set;
    }
    table.state.taken_down.append(&mut taken_down);
}
