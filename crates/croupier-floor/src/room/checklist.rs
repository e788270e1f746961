//! The checklist of a table that is dealt by hand: what its order has there, and whether somebody has seen to it. Each
//! is a task; no order has a round wait for it.

use croupier_engine::game::Item;
use croupier_engine::{Clause, Kind};

use crate::act::Dealing;
use crate::room::Room;

/// What is still to be checked at a table, by which clause.
pub(super) type Checklist = Vec<(Item, Clause)>;

/// Lists what is to be checked at a table that opens.
pub(super) fn checklist(kind: Kind, dealing: Dealing, variant: bool) -> Checklist {
    let pit = kind.house().pit;
    let odds = pit.variant_odds.filter(|_| variant).map(|clause| (Item::OddsSign, clause));
    let items = pit.equipment.iter().copied().chain(odds);
    items.filter(|_| dealing == Dealing::Physical).collect()
}

impl Room {
    /// Lists what is still to be checked, by which clause.
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
}
