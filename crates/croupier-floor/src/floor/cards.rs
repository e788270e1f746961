//! The register of card sets: which there are, who checked, sealed and keeps them, and at which table they are.

use croupier_engine::{Card, Player};

use crate::TableId;
use crate::act::Dealing;
use crate::answer::{CardsChange, Denied, Event};
use crate::floor::Floor;
use crate::naming::PersonId;
use crate::reason::Reason;
use crate::said::{Commitment, Said};

/// A set of cards that the house keeps: so many decks with the same backs, used together at one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardSet {
    /// The number by which acts name it.
    pub number: u32,
    /// How many decks it has.
    pub decks: u8,
    /// Colour and design of the backs.
    pub backs: String,
    /// It came shuffled, from the house or from its maker.
    pub pre_shuffled: bool,
    /// It came shuffled from its maker.
    pub angel: bool,
    /// The last check, if it was checked since it was last at a table.
    pub check: Option<CardsCheck>,
    /// The seal on it, if it is sealed.
    pub seal: Option<String>,
    /// Who keeps it.
    pub keeper: Player,
    /// Where it is.
    pub at: CardsAt,
}

croupier_engine::stored! {
    struct CardSet {
        number, decks, backs, pre_shuffled, angel, check, seal, keeper, at,
    }
}

/// A check of a set of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardsCheck {
    /// Who checked it.
    pub by: Player,
    /// With which deck-checking device; by hand if with none.
    pub device: Option<String>,
    /// How many cards were counted.
    pub cards: u16,
    /// All cards were there, and no other.
    pub right: bool,
    /// When it was checked, in milliseconds.
    pub at: u64,
}

croupier_engine::stored! { struct CardsCheck { by, device, cards, right, at } }

/// Where a set of cards is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardsAt {
    /// Its keeper has it.
    Store,
    /// It is at a table.
    Table(TableId),
    /// It is not used any more.
    Retired,
}

croupier_engine::stored! { enum CardsAt { 0 = Store, 1 = Table(table), 2 = Retired } }

impl CardSet {
    /// Returns how many cards it should have.
    pub const fn cards(&self) -> u16 {
        self.decks as u16 * Card::COUNT as u16
    }

    /// Tells whether it was checked since it was last at a table, and nothing was wrong.
    pub fn is_checked(&self) -> bool {
        self.check.as_ref().is_some_and(|check| check.right)
    }
}

impl Floor {
    /// Takes note of what becomes of a set of cards, and tells it.
    pub(super) fn note_cards(
        &mut self,
        set: u32,
        change: CardsChange,
        (said, events): (&Said, &mut Vec<Event>),
    ) {
        self.note(Event::Cards { set, change }, said, events);
    }

    /// A set of cards becomes known, if there is none with its number.
    pub(super) fn register_cards(
        &self,
        (set, decks): (u32, u8),
        backs: Commitment,
        (pre_shuffled, angel): (bool, bool),
        by: Player,
    ) -> Result<CardsChange, Denied> {
        if self.cards.contains_key(&set) {
            return Err(Denied::of(Reason::SetKnown { set }));
        }
        if set == 0 || decks == 0 {
            return Err(Denied::of(Reason::BadSet));
        }
        let pre_shuffled = pre_shuffled || angel;
        Ok(CardsChange::Registered { decks, backs, pre_shuffled, angel, by })
    }

    /// A set of cards was counted.
    pub(super) fn check_cards(
        &self,
        set: u32,
        (cards, device): (u16, Option<Commitment>),
        by: Player,
    ) -> Result<CardsChange, Denied> {
        let right = self.countable(set)?.cards() == cards;
        Ok(CardsChange::Checked { by, device, cards, right })
    }

    /// A set of cards is sealed.
    pub(super) fn seal_cards(
        &self,
        set: u32,
        seal: Commitment,
        by: Player,
    ) -> Result<CardsChange, Denied> {
        self.stored(set)?;
        Ok(CardsChange::Sealed { by, seal })
    }

    /// A set of cards is handed over to somebody who does not play.
    pub(super) fn hand_over_cards(&self, set: u32, to: PersonId) -> Result<CardsChange, Denied> {
        self.stored(set)?;
        let to = self.known(to)?;
        match self.people.plays(to) {
            true => Err(Denied::of(Reason::BadSet)),
            false => Ok(CardsChange::HandedOver { to }),
        }
    }

    /// A set of cards is not used any more.
    pub(super) fn retire_cards(
        &self,
        set: u32,
        why: Commitment,
        by: Player,
    ) -> Result<CardsChange, Denied> {
        self.stored(set)?;
        Ok(CardsChange::Retired { by, why })
    }

    /// Finds a set of cards that its keeper has.
    fn stored(&self, set: u32) -> Result<&CardSet, Denied> {
        let known = self.cards.get(&set).ok_or_else(|| Denied::of(Reason::NoSuchSet { set }))?;
        match known.at {
            CardsAt::Store => Ok(known),
            CardsAt::Table(_) => Err(Denied::of(Reason::SetElsewhere { set })),
            CardsAt::Retired => Err(Denied::of(Reason::SetRetired { set })),
        }
    }

    /// Finds a set of cards that can be counted: its keeper has it, or it has come to a table and is not shuffled yet.
    fn countable(&self, set: u32) -> Result<&CardSet, Denied> {
        let at_table = self.cards.get(&set).filter(|known| match known.at {
            CardsAt::Table(table) => {
                self.rooms.get(&table).is_some_and(|room| room.is_untouched(set))
            }
            CardsAt::Store | CardsAt::Retired => false,
        });
        at_table.map_or_else(|| self.stored(set), Ok)
    }

    /// Brings a set of cards to a table: when it opens, or after its cards were replaced.
    pub(super) fn bring_cards(
        &mut self,
        by: Player,
        (table, set): (TableId, u32),
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let (room, known) = (self.room(table)?, self.stored(set)?);
        let Some(cards) = room.kind.house().cards else {
            return Err(Denied::of(Reason::NoCards));
        };
        if room.dealing == Dealing::Virtual {
            return Err(Denied::of(Reason::CardsInUse));
        }
        if !room.takes_new_cards() {
            let clause = cards.replace.unwrap_or(cards.clause);
            return Err(Denied::clause(clause, Reason::CardsInUse));
        }
        let decks = room.table.rules().decks;
        if known.decks != decks {
            return Err(Denied::clause(cards.clause, Reason::OtherDecks { decks }));
        }
        if known.check.as_ref().is_some_and(|check| !check.right) {
            return Err(self.incomplete(table, set));
        }
        if let Some(clause) = cards.checked.filter(|_| !known.is_checked()) {
            return Err(Denied::clause(clause, Reason::NotChecked { set }));
        }
        let unchecked = cards.checks.filter(|_| !known.is_checked());
        for set in [room.set, room.old_set].into_iter().flatten() {
            self.note(Event::Cards { set, change: CardsChange::Stored { table } }, said, events);
        }
        self.note(Event::Cards { set, change: CardsChange::Brought { table, by } }, said, events);
        self.at(table, events, |room, around| {
            room.take_cards(set, unchecked, around);
            Ok(())
        })
    }

    /// Denies cards of which the last count was wrong.
    pub(super) fn incomplete(&self, table: TableId, set: u32) -> Denied {
        let cards = self.rooms.get(&table).and_then(|room| room.kind.house().cards);
        let clause = cards.map(|cards| cards.checked.unwrap_or(cards.clause));
        let reason = Reason::SetIncomplete { set };
        Denied { reason, clause: clause.map(|clause| clause.0.into()) }
    }

    /// Does what an event says of a set of cards.
    ///
    /// # Errors
    /// Says what in the event cannot be.
    pub(super) fn cards_change(
        &mut self,
        number: u32,
        change: &CardsChange,
        said: &Said,
    ) -> Result<(), String> {
        if let CardsChange::Registered { decks, backs, pre_shuffled, angel, by } = change {
            let set = CardSet {
                number,
                decks: *decks,
                backs: said.text(*backs),
                pre_shuffled: *pre_shuffled,
                angel: *angel,
                check: None,
                seal: None,
                keeper: *by,
                at: CardsAt::Store,
            };
            self.cards.insert(number, set);
            return Ok(());
        }
        let now = self.now;
        let set = self.cards.get_mut(&number);
        let set = set.ok_or_else(|| format!("there is no set of cards {number}"))?;
        match change {
            CardsChange::Registered { .. } => {}
            CardsChange::Checked { by, device, cards, right } => {
                let device = device.map(|device| said.text(device));
                let (by, cards, right) = (*by, *cards, *right);
                set.check = Some(CardsCheck { by, device, cards, right, at: now });
                set.seal = None;
            }
            CardsChange::Sealed { seal, .. } => set.seal = Some(said.text(*seal)),
            CardsChange::HandedOver { to } => set.keeper = *to,
            CardsChange::Brought { table, .. } => {
                set.at = CardsAt::Table(*table);
                set.seal = None;
            }
            CardsChange::Stored { .. } => {
                set.at = CardsAt::Store;
                set.check = None;
            }
            CardsChange::Retired { .. } => set.at = CardsAt::Retired,
        }
        Ok(())
    }
}
