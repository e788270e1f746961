//! What the crew of a table keeps beside the game: who sits where, as the game is told; wagers that staff placed for
//! players, calls that wait for the dealer, and the register of dice and equipment.

use croupier_engine::input::Spot;
use croupier_engine::irregular::Deed;
use croupier_engine::wager::Mark;
use croupier_engine::{Input, Player, game};
use croupier_sheet::step::{Call, State};
use croupier_sheet::{Happened, PersonId};
use serde::{Deserialize, Serialize};

use crate::answer::{Denied, Event};
use crate::reason::Reason;
use crate::room::{Room, TableContext};
use crate::task::ToDo;

/// What must be at a table besides the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Item {
    /// The bowl for the dice that are not in play.
    Bowl,
    /// The stick with which the dice are moved.
    Stick,
    /// The puck that shows the come out point.
    Puck,
    /// The tray for the chips of the house.
    FloatTray,
    /// The marker buttons.
    Buttons,
    /// The drop box.
    DropBox,
}

impl Item {
    /// Everything that there is.
    pub const ALL: [Self; 6] =
        [Self::Bowl, Self::Stick, Self::Puck, Self::FloatTray, Self::Buttons, Self::DropBox];
}

/// How many dice make a set.
const DICE: usize = 5;

/// A set of dice that was checked and brought to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceSet {
    /// The serial numbers of its dice, in the order of their numbers from 1 to 5.
    pub dice: [u32; DICE],
    /// Who checked them.
    pub by: Player,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

croupier_engine::stored! { struct DiceSet { dice, by, at } }

/// What is kept of a table's crew.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crew {
    /// The sets of dice since the table opened, the newest last.
    pub sets: Vec<DiceSet>,
    /// A set must be registered: at the opening, and after two dice were lost.
    set_is_due: bool,
    /// The wagers that staff placed and that their players have not yet confirmed.
    by_staff: Vec<Spot>,
    /// The wagers that players want called on or off.
    calls: Vec<(Spot, bool)>,
}

croupier_engine::stored! { struct Crew { sets, set_is_due, by_staff, calls } }

impl Room {
    /// Tells everyone who has a seat now, and the game where that matters to it.
    ///
    /// # Errors
    /// Denied by the rules; nothing has changed then.
    pub(super) fn change_seat(
        &mut self,
        seat: u8,
        player: Option<Player>,
        event: Event,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let mut effects = Vec::new();
        if self.kind.house().seats {
            let input = Input::Seat { seat, player };
            self.table.step(&input, &mut effects).map_err(Denied::rules)?;
        }
        around.events.push(event);
        for effect in &effects {
            around.events.push(Event::Game(self.id, Happened::of(effect, self.kind)));
        }
        Ok(())
    }

    /// Frees the place of a player, seated or standing: the dice and the cut go on to others. Wagers and chips stay.
    ///
    /// # Errors
    /// Denied by the rules; nothing has changed then.
    pub(crate) fn unseat(
        &mut self,
        player: Player,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        if let Some(seat) = self.seat_of(player) {
            let number = seat as u8 + 1;
            let event = Event::Seat { table: self.id, seat: number, player: None };
            self.change_seat(number, None, event, around)?;
            self.seats[seat] = None;
            self.cutter_left(player, seat, around);
            // A free seat means that nobody sits out at a full table.
            self.seats.iter_mut().flatten().for_each(|seat| seat.idle = 0);
        }
        self.withdraw_approval(player);
        Ok(())
    }

    /// A player who stood with a manager's approval leaves the table.
    pub(super) fn withdraw_approval(&mut self, player: Player) {
        if self.table.rules().is_approved(player) {
            let input = Input::Standing { player, approved: false };
            let _told = self.table.step(&input, &mut Vec::new());
        }
    }

    /// Registers the equipment of the table and its first set of dice, as somebody found them at the opening.
    pub(crate) fn register_equipment(
        &mut self,
        by: Player,
        dice: &[u32],
        items: &[Item],
        now: u64,
    ) -> Result<(), Denied> {
        let house = self.kind.house();
        let Some(equipment) = house.pit.dice else {
            return Err(Denied::no_rule(house.means));
        };
        let missing = Item::ALL.into_iter().find(|item| !items.contains(item));
        if let Some(item) = missing {
            let clause = match item {
                Item::Bowl => equipment.bowl,
                Item::Stick => equipment.stick,
                Item::Puck => equipment.puck,
                Item::FloatTray => equipment.float_tray,
                Item::Buttons => equipment.buttons,
                Item::DropBox => equipment.drop_box,
            };
            return Err(Denied::clause(clause, Reason::EquipmentMissing { item }));
        }
        if !self.crew.sets.is_empty() {
            return Err(Denied::clause(equipment.dice, Reason::DiceAreRegistered));
        }
        self.register(by, dice, now)?;
        // What was registered need not be checked again.
        self.equipment_checked(game::Item::Float);
        self.equipment_checked(game::Item::DropBox);
        Ok(())
    }

    /// Registers a new set of dice, after two of the old one were lost.
    pub(crate) fn register_dice(
        &mut self,
        by: Player,
        dice: &[u32],
        now: u64,
    ) -> Result<(), Denied> {
        let house = self.kind.house();
        let Some(equipment) = house.pit.dice else {
            return Err(Denied::no_rule(house.means));
        };
        if self.crew.sets.is_empty() {
            return Err(Denied::clause(equipment.dice, Reason::EquipmentFirst));
        }
        if !self.crew.set_is_due {
            return Err(Denied::clause(equipment.new_dice, Reason::DiceAreRegistered));
        }
        self.register(by, dice, now)
    }

    fn register(&mut self, by: Player, dice: &[u32], at: u64) -> Result<(), Denied> {
        let Some(equipment) = self.kind.house().pit.dice else {
            return Err(Denied::no_rule(self.kind.house().means));
        };
        let known = |die: &u32| self.crew.sets.iter().any(|set| set.dice.contains(die));
        let twice = |at: usize| dice[..at].contains(&dice[at]) || known(&dice[at]);
        match <[u32; DICE]>::try_from(dice) {
            Ok(five) if !(0..DICE).any(twice) => {
                self.crew.sets.push(DiceSet { dice: five, by, at });
                self.crew.set_is_due = false;
                Ok(())
            }
            Ok(_) | Err(_) => Err(Denied::clause(equipment.dice, Reason::NotFiveDice)),
        }
    }

    /// Returns the set of dice that is in use; a new one comes into use when the dice pass.
    pub fn dice_set(&self) -> Option<&DiceSet> {
        let waits = self.table.dice().is_some_and(|dice| dice.new_set) && !self.crew.set_is_due;
        let sets = &self.crew.sets;
        sets[..sets.len() - usize::from(waits && sets.len() > 1)].last()
    }

    /// Tells whether a set of dice must be registered before the dice are thrown.
    pub fn lacks_dice(&self) -> bool {
        let old_dice = self.table.dice().is_some_and(|dice| dice.new_set);
        let never = self.crew.sets.is_empty();
        self.table.rules().throws && (never || self.crew.set_is_due && !old_dice)
    }

    /// Checks that a throw is made with dice that were registered.
    pub(super) fn check_dice(&self, input: &Input) -> Result<(), Denied> {
        match (input, self.kind.house().pit.dice) {
            (Input::Throw, Some(equipment)) if self.lacks_dice() => {
                Err(Denied::clause(equipment.dice, Reason::NoDiceRegistered))
            }
            _ => Ok(()),
        }
    }

    /// A player asks to have an own wager called on or off; the dealer or boxperson calls it and puts the button on it.
    pub(crate) fn ask_call(
        &mut self,
        spot: &Spot,
        on: bool,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let input = Input::Call { spot: *spot, on };
        self.decide(&input, around.funds())?;
        let spot = self.in_chips(spot);
        self.crew.calls.retain(|(called, _)| *called != spot);
        self.crew.calls.push((spot, on));
        if let Some(clause) = self.kind.house().pit.calls {
            around.task(self.id, ToDo::Call(self.call(&spot, on)), clause);
        }
        Ok(())
    }

    /// Tells whether a player's call still waits for the dealer or the boxperson.
    pub(super) fn is_call_due(&self, call: &Call<PersonId>) -> bool {
        self.crew.calls.iter().any(|(spot, on)| self.call(spot, *on) == *call)
    }

    /// Writes down that a wager is called on or off.
    fn call(&self, spot: &Spot, on: bool) -> Call<PersonId> {
        let state = if on { State::On } else { State::Off };
        Call { spot: croupier_sheet::Spot::of(self.kind, spot), state }
    }

    /// Lists what stands on the area of a choice, which may stake more there.
    pub(crate) fn staked_by_choice(&self, input: &Input) -> Vec<Spot> {
        let Input::Choose { area, .. } = *input else { return Vec::new() };
        let mut spots = Vec::new();
        self.table.each_standing(|wager| {
            if wager.spot.area == Some(area) {
                spots.push(wager.spot);
            }
        });
        spots
    }

    /// Notes that staff placed a wager for its player, where the order leaves its place to the player.
    pub(crate) fn placed_by_staff(&mut self, spot: &Spot) {
        let spot = self.in_chips(spot);
        if self.kind.house().pit.positions.is_some() && !self.crew.by_staff.contains(&spot) {
            self.crew.by_staff.push(spot);
        }
    }

    /// A player confirms the wagers that staff placed.
    pub(crate) fn confirm(&mut self, player: Player) -> Result<(), Denied> {
        let Some(clause) = self.kind.house().pit.positions else {
            return Err(Denied::no_rule(self.kind.house().wagers));
        };
        let before = self.crew.by_staff.len();
        self.crew.by_staff.retain(|spot| spot.player != player);
        match self.crew.by_staff.len() < before {
            true => Ok(()),
            false => Err(Denied::clause(clause, Reason::NothingToConfirm)),
        }
    }

    /// Tells whether staff placed a wager that its player has not confirmed.
    pub fn is_by_staff(&self, spot: &Spot) -> bool {
        self.crew.by_staff.contains(&self.in_chips(spot))
    }

    /// Says how a player wants a wager called, while the dealer has not called it so.
    pub fn asked_call(&self, spot: &Spot) -> Option<bool> {
        let spot = self.in_chips(spot);
        self.crew.calls.iter().find(|(called, _)| *called == spot).map(|(_, on)| *on)
    }

    /// A wager was called: nobody asks for it any more.
    pub(super) fn note_called(&mut self, spot: &Spot) {
        let spot = self.in_chips(spot);
        self.crew.calls.retain(|(called, _)| *called != spot);
    }

    /// A wager went to its number, and is still the one that staff placed.
    pub(super) fn note_travelled(&mut self, spot: &Spot, to: u8) {
        let from = self.in_chips(spot);
        for spot in self.crew.by_staff.iter_mut().filter(|spot| **spot == from) {
            spot.mark = Some(to);
        }
    }

    /// A new set of dice must be registered when one was ordered.
    pub(super) fn note_new_dice(&mut self, deed: Deed) {
        self.crew.set_is_due |= deed == Deed::NewDice;
    }

    /// Forgets wagers that do not stand any more.
    pub(super) fn forget_wagers(&mut self) {
        if self.crew.by_staff.is_empty() && self.crew.calls.is_empty() {
            return;
        }
        let mut standing = Vec::new();
        self.table.each_standing(|wager| standing.push(self.in_chips(&wager.spot)));
        self.crew.by_staff.retain(|spot| standing.contains(spot));
        self.crew.calls.retain(|(spot, _)| standing.contains(spot));
    }

    /// Tells whether an effect is a notice that opens a report.
    pub(crate) fn opens_report(&self, effect: &Happened<PersonId>) -> bool {
        let Some(report) = self.kind.house().pit.report else { return false };
        let Happened::Measure { what, clause, .. } = effect else { return false };
        *what == Deed::Notify && *clause == report.0
    }

    /// Returns the spot of a wager without regard to tokens, and without what its kind does not need.
    fn in_chips(&self, spot: &Spot) -> Spot {
        let layout = self.kind.layouts().get(usize::from(spot.on.0));
        let area = spot.area.filter(|_| layout.is_some_and(|layout| layout.on_area));
        let mark = spot.mark.filter(|_| layout.is_some_and(|layout| layout.mark != Mark::None));
        Spot { area, mark, tokens: false, ..*spot }
    }
}
