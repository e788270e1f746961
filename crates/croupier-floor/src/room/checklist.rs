//! The checklist of a table that is dealt by hand: what its order has there, and whether somebody has seen to it.
//!
//! The orders say that the game is played with these things, and so no round begins before all of them are there.

use croupier_engine::game::Item;
use croupier_engine::{Clause, Due, Input, Kind};

use crate::act::Dealing;
use crate::answer::Denied;
use crate::reason::Reason;
use crate::room::Room;

/// What is still to be checked at a table, by which clause.
pub(super) type Checklist = Vec<(Item, Clause)>;

/// Lists what is to be checked at a table before its first round.
pub(super) fn checklist(kind: Kind, dealing: Dealing, variant: bool) -> Checklist {
    let pit = kind.house().pit;
    let odds = pit.variant_odds.filter(|_| variant).map(|clause| (Item::OddsSign, clause));
    let items = pit.equipment.iter().copied().chain(odds);
    items.filter(|_| dealing == Dealing::Physical).collect()
}

impl Room {
    /// Lists what is still to be checked before a round begins, by which clause.
    pub fn unchecked_items(&self) -> &[(Item, Clause)] {
        &self.checklist
    }

    /// Somebody has seen to something on the checklist.
    pub(crate) fn equipment_checked(&mut self, item: Item) {
        self.checklist.retain(|(listed, _)| *listed != item);
    }

    /// Puts something on the checklist, at a table that is dealt by hand.
    pub(super) fn equipment_wanted(&mut self, item: Item, clause: Clause) {
        if self.dealing == Dealing::Physical && !self.lacks(item) {
            self.checklist.push((item, clause));
        }
    }

    /// Tells whether something is still to be checked.
    pub(super) fn lacks(&self, item: Item) -> bool {
        self.checklist.iter().any(|(listed, _)| *listed == item)
    }

    /// Checks that no round begins before everything on the checklist was seen to.
    pub(super) fn check_equipment(&self, input: &Input) -> Result<(), Denied> {
        let begins = match input {
            Input::Close | Input::Throw => true,
            Input::Card { .. } | Input::FaceDown => {
                !self.table.felt().in_round() && matches!(self.table.expects().due, Due::Card(_))
            }
            _ => false,
        };
        match self.checklist.first() {
            Some(&(item, clause)) if begins => {
                Err(Denied::clause(clause, Reason::EquipmentUnchecked { item }))
            }
            _ => Ok(()),
        }
    }
}
