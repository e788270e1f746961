//! A table as bytes and back, in the middle of a round too.

use alloc::vec::Vec;

use crate::game::Game;
use crate::stored::{Bytes, Damaged, Stored, only_if};
use crate::table::Table;

impl<G: Game> Stored for Table<G> {
    fn store(&self, to: &mut Vec<u8>) {
        self.store_undisturbed(to);
        self.rebuild.store(to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let table = Self::restore_undisturbed(from)?;
        Ok(Self { rebuild: Stored::restore(from)?, ..table })
    }
}

impl<G: Game> Table<G> {
    /// Stores everything but a round that is being dealt again.
    pub(super) fn store_undisturbed(&self, to: &mut Vec<u8>) {
        let Self {
            rules,
            book,
            felt,
            shoe,
            state,
            roll,
            last_card,
            reserved,
            round,
            handled,
            waiting,
            duties,
            hold,
            asked,
            fault,
            device,
            own_source,
            rebuild: _,
            tally,
            // Room for what is being settled: empty between inputs.
            decided: _,
            taken,
        } = self;
        rules.store(to);
        book.store(to);
        felt.store(to);
        shoe.store(to);
        state.store(to);
        roll.store(to);
        last_card.store(to);
        reserved.store(to);
        round.store(to);
        handled.store(to);
        waiting.store(to);
        duties.store(to);
        hold.store(to);
        asked.store(to);
        fault.store(to);
        device.store(to);
        own_source.store(to);
        tally.store(to);
        taken.store(to);
    }

    /// Restores what [`Self::store_undisturbed`] stores.
    pub(super) fn restore_undisturbed(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let table = Self {
            rules: Stored::restore(from)?,
            book: Stored::restore(from)?,
            felt: Stored::restore(from)?,
            shoe: Stored::restore(from)?,
            state: Stored::restore(from)?,
            roll: Stored::restore(from)?,
            last_card: Stored::restore(from)?,
            reserved: Stored::restore(from)?,
            round: Stored::restore(from)?,
            handled: Stored::restore(from)?,
            waiting: Stored::restore(from)?,
            duties: Stored::restore(from)?,
            hold: Stored::restore(from)?,
            asked: Stored::restore(from)?,
            fault: Stored::restore(from)?,
            device: Stored::restore(from)?,
            own_source: Stored::restore(from)?,
            rebuild: None,
            tally: Stored::restore(from)?,
            decided: Vec::new(),
            taken: Stored::restore(from)?,
        };
        only_if(table.can_be(), table)
    }

    /// Tells whether the parts of a table that was read fit together.
    fn can_be(&self) -> bool {
        let Self { rules, tally, round, .. } = self;
        let house = G::HOUSE;
        let decks = house.cards.map_or(&[0][..], |cards| cards.decks);
        let variants = [rules.variant, round.variant];
        tally.ended.checked_add(self.book.total()) == Some(tally.placed)
            && decks.contains(&rules.decks)
            && variants.iter().flatten().all(|at| usize::from(*at) < house.variants.len())
            && rules.sharing <= house.areas.map_or(0, |areas| areas.sharing)
            && self.last_card.is_none_or(|last| last.paid <= round.paid.len())
            && self.shoe.lies_on(&self.felt)
            && G::fits(&self.state, rules)
    }
}
