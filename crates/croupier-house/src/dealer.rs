//! The dealer of virtual tables: says what the program does next, from what the table waits for.

use std::ops::ControlFlow;
use std::sync::Arc;

use croupier_engine::game::Burn;
use croupier_engine::{Card, Due, Player};
use croupier_floor::{
    Act, Dealing, Draws, HOUSE, Key, People, Room, Shuffle, TableAct, burn_commitment, commitment,
    hex, seed_commitment, trigger_commitment, winner_commitment,
};
use croupier_sheet::Step;
use croupier_sheet::step::{Does, Handed, Paid, Roll, True};
use sha2::{Digest as _, Sha256};

/// What only the house knows: the keys of all rounds follow from it.
///
/// A house on a journal draws sixteen fresh bytes each time that it opens, and its keys follow from these too. So a
/// journal that goes on from a restored copy, or in two copies, never draws a key again that was drawn before.
#[derive(Clone)]
pub struct Secret {
    pub(crate) root: Key,
    /// The journal whose house it is, and what was drawn at each opening, the newest last. `None` for a floor
    /// without a journal.
    pub(crate) openings: Option<Openings>,
    /// What the keys followed from while the floor was rehearsed, before the house first opened.
    pub(crate) rehearsed: Option<Key>,
}

/// What keys follow from beside the secret.
#[derive(Clone)]
pub(crate) struct Openings {
    pub(crate) journal: [u8; 16],
    pub(crate) drawn: Arc<[Opening]>,
}

/// What was drawn when a house opened.
pub(crate) type Opening = [u8; 16];

/// What a key is for.
#[derive(Clone, Copy)]
pub(crate) enum KeyOf {
    Round,
    Burn,
    /// When the mystery prize of a pool is won.
    Trigger,
    /// Who wins it.
    Winner,
    /// What a promotion is drawn from.
    Promotion,
    /// What the salts of its entries follow from; nothing is committed to it.
    Entries,
    /// By what a display of a pool proves that it is this one; nothing is committed to it.
    Display,
}

impl KeyOf {
    const fn tag(self) -> &'static [u8] {
        match self {
            Self::Round => b"croupier key",
            Self::Burn => b"croupier burn key",
            Self::Trigger => b"croupier trigger key",
            Self::Winner => b"croupier winner key",
            Self::Promotion => b"croupier promotion seed",
            Self::Entries => b"croupier promotion salt",
            Self::Display => b"croupier display key",
        }
    }

    pub(crate) fn commitment(self, table: u32, number: u64, key: &Key) -> String {
        match self {
            Self::Trigger => trigger_commitment(table, number, key),
            Self::Winner => winner_commitment(table, number, key),
            Self::Promotion => seed_commitment(table, key),
            Self::Round | Self::Display | Self::Entries => commitment(table, number, key),
            Self::Burn => burn_commitment(table, number, key),
        }
    }
}

impl Secret {
    /// A secret from which the same keys follow every time: for rehearsals and sheets, never for a house.
    pub const fn fixed(root: Key) -> Self {
        Self { root, openings: None, rehearsed: None }
    }

    /// Computes a key. The counts of a table never go back while a house is open, so each is used once, and is as
    /// good as drawn afresh to whoever does not know the secret.
    pub(crate) fn derive(
        &self,
        of: KeyOf,
        opening: Option<(&Openings, &Opening)>,
        table: u32,
        number: u64,
    ) -> Key {
        let mut hash = Sha256::new();
        hash.update(of.tag());
        hash.update(self.root);
        if let Some((openings, opening)) = opening {
            hash.update(openings.journal);
            hash.update(opening);
        }
        hash.update(table.to_be_bytes());
        hash.update(number.to_be_bytes());
        hash.finalize().into()
    }

    /// Returns the key of the next commitment.
    fn fresh(&self, of: KeyOf, room: &Room, number: u64) -> Key {
        self.fresh_for(of, room.id.0, number)
    }

    /// Returns the key of the next commitment of a table or a pool.
    pub(crate) fn fresh_for(&self, of: KeyOf, id: u32, number: u64) -> Key {
        let opening = self.openings.as_ref().and_then(|it| Some((it, it.drawn.last()?)));
        self.derive(of, opening, id, number)
    }

    /// Finds the key of a commitment, and whether it was made since the house opened; `None` if it does not follow
    /// from this secret.
    fn find(&self, of: KeyOf, room: &Room, number: u64, committed: &str) -> Option<(Key, bool)> {
        self.find_for(of, room.id.0, number, committed)
    }

    /// Finds the key of a commitment of a table or a pool in the same way.
    pub(crate) fn find_for(
        &self,
        of: KeyOf,
        id: u32,
        number: u64,
        committed: &str,
    ) -> Option<(Key, bool)> {
        let openings = self.openings.as_ref()?;
        let ages = openings.drawn.iter().rev().enumerate();
        let keys = ages.map(|(age, opening)| {
            (self.derive(of, Some((openings, opening)), id, number), age == 0)
        });
        let rehearsed = self.rehearsed.map(Self::fixed);
        let rehearsed = rehearsed.map(|it| (it.derive(of, None, id, number), false));
        keys.chain(rehearsed).find(|(key, _)| of.commitment(id, number, key) == committed)
    }

    /// Returns the key of a commitment; `None` if it is lost.
    fn kept(&self, of: KeyOf, room: &Room, number: u64, committed: &str) -> Option<Key> {
        match self.openings {
            Some(_) => self.find(of, room, number, committed).map(|(key, _)| key),
            None => Some(self.fresh(of, room, number)),
        }
    }

    /// Returns the key that a table draws from; `None` if it is lost.
    fn key(&self, room: &Room) -> Option<Key> {
        let committed = room.random.commitment.as_deref()?;
        self.kept(KeyOf::Round, room, room.commitments, committed)
    }

    /// Tells whether a table has a commitment of an earlier opening from which nothing was drawn. Its key may be known
    /// to whoever saw another copy of the journal go on. Where no wager stands, it is shown unused, and the house commits
    /// itself anew. Where wagers stand it is kept, so that the house has nothing to choose; and betting is closed, so
    /// that nobody wagers who may know it.
    fn is_stale(&self, room: &Room) -> bool {
        let Some(committed) = &room.random.commitment else { return false };
        let unused = room.random.draws() == 0 && !room.table.felt().in_round();
        unused && {
            let found = self.find(KeyOf::Round, room, room.commitments, committed);
            found.is_some_and(|(_, is_new)| !is_new)
        }
    }

    /// Tells whether the keys of everything that a table is committed to follow from this secret. Where they do not,
    /// the program waits until two people have given them up as lost.
    pub fn keeps(&self, room: &Room) -> bool {
        let round = room.random.commitment.is_none() || self.key(room).is_some();
        let burn = room.burn.as_ref().is_none_or(|burn| {
            self.kept(KeyOf::Burn, room, burn.shuffle, &burn.committed).is_some()
        });
        round && burn
    }

    /// Shows the key of the burn, which ends the shoe; `None` where none is kept back, or not yet.
    pub fn reveal_burn(&self, room: &Room) -> Option<Act> {
        let burn = room.burn.as_ref()?;
        let busy = room.table.felt().in_round() || room.random.draws() > 0;
        let key = hex(&self.kept(KeyOf::Burn, room, burn.shuffle, &burn.committed)?);
        let over = room.shuffle() == Shuffle::None && !busy;
        over.then_some(Act::TableAct(TableAct::RevealBurn { table: room.id, key }))
    }

    /// Goes on without the player to whom the cut is offered; `None` if it is offered to nobody.
    pub fn lapse_cut(&self, room: &Room, people: &People) -> Option<Act> {
        let Shuffle::Cut(Some(player)) = room.shuffle() else { return None };
        let player = people.name(player).to_owned();
        Some(Act::TableAct(TableAct::LapseCut { table: room.id, player }))
    }

    /// Goes on without the words of a player who has not opened them; `None` if none are awaited.
    pub fn lapse_words(&self, room: &Room, people: &People) -> Option<Act> {
        let player = people.name(room.random.awaited().next()?.player).to_owned();
        Some(Act::TableAct(TableAct::LapseWords { table: room.id, player }))
    }

    /// Says what comes before the first draw of a round for which players have sealed words: betting is closed, and then
    /// their words are awaited.
    fn before_draw(&self, room: &Room) -> ControlFlow<Option<Act>> {
        let sealed = !room.random.words.is_empty() && room.random.draws() == 0;
        if sealed && room.random.closed.is_none() {
            let close = TableAct::CloseBetting { table: room.id };
            return ControlFlow::Break(Some(Act::TableAct(close)));
        }
        match room.random.awaited().next() {
            Some(_) => ControlFlow::Break(None),
            None => ControlFlow::Continue(()),
        }
    }

    /// Shows the key of a round that is over, or one that must not be used any more, and closes betting where wagers
    /// stand under a key of an earlier opening.
    fn settle_key(&self, room: &Room, due: Due) -> ControlFlow<Option<Act>> {
        let table = room.id;
        let drawn = room.random.draws() > 0 && due != Due::Burn;
        let is_over = !room.table.felt().in_round() && drawn;
        let (stale, wagers) = (self.is_stale(room), room.has_wagers());
        if is_over || room.is_key_spent() || stale && !wagers {
            let key = self.key(room).map(|key| hex(&key));
            let shown = key.map(|key| Act::TableAct(TableAct::Reveal { table, key }));
            return ControlFlow::Break(shown);
        }
        if stale && room.random.closed.is_none() {
            let close = Act::TableAct(TableAct::CloseBetting { table });
            return ControlFlow::Break(Some(close));
        }
        ControlFlow::Continue(())
    }

    /// Says what the program does next at a virtual table; `None` while it waits for players. `deal` says
    /// that the time for wagers is over, or that for an answer to an offer of the dice.
    pub fn next(&self, room: &Room, people: &People, deal: bool) -> Option<Act> {
        if room.held.is_some() {
            return None;
        }
        let table = room.id;
        let in_round = room.table.felt().in_round();
        let due = room.table.expects().due;
        if due == Due::Payment {
            return Some(step(room, Step::Paid(Paid::All)));
        }
        if let ControlFlow::Break(act) = self.settle_key(room, due) {
            return act;
        }
        if let Some(shuffling) = self.shuffle(room) {
            return Some(shuffling);
        }
        if room.random.commitment.is_none() {
            let number = room.commitments + 1;
            let commitment = commitment(table.0, number, &self.fresh(KeyOf::Round, room, number));
            return Some(Act::TableAct(TableAct::Commit { table, commitment }));
        }
        if room.shuffle() != Shuffle::None {
            return None;
        }
        let draws = match due {
            Due::Card(_) => deal || in_round,
            Due::Roll(player) => deal && self.is_thrown(room, player),
            Due::StickRoll => deal,
            _ => false,
        };
        if draws && let ControlFlow::Break(act) = self.before_draw(room) {
            return act;
        }
        match due {
            Due::Burn if self.burn_is_shown(room) => self.card(room),
            Due::Burn => Some(step(room, Step::Burn(True))),
            // Jackpot wagers are swept before the first card.
            Due::Collect => Some(step(room, Step::Collect(True))),
            Due::Card(_) if deal && !in_round && room.has_uncollected() => {
                Some(step(room, Step::Collect(True)))
            }
            Due::Card(_) if (deal || in_round) && room.cutting_card_is_due() => {
                Some(step(room, Step::CuttingCard(True)))
            }
            Due::Card(_) if deal || in_round => self.card(room),
            // Who does not answer in time has not taken the dice.
            Due::Dice(player) if deal => Some(dice(room, people, player, Does::Lapse)),
            // Who has the dice and does not bring a throw about delays the game.
            Due::ChooseDice(player) if deal => Some(dice(room, people, player, Does::Order)),
            Due::Roll(Some(player)) if deal && !self.is_thrown(room, Some(player)) => {
                Some(dice(room, people, player, Does::Order))
            }
            Due::Roll(_) | Due::StickRoll if deal => {
                let dice = self.draws(room)?.roll();
                Some(step(room, Step::Roll(Roll(dice))))
            }
            // It is not yet time, or a person must do something first.
            Due::Card(_)
            | Due::Roll(_)
            | Due::StickRoll
            | Due::Nothing
            | Due::Shuffle
            | Due::Choice(..)
            | Due::Turn(_)
            | Due::Face(_)
            | Due::Dice(_)
            | Due::ChooseDice(_)
            | Due::Payment
            | Due::NoRoll
            | Due::Ruling(_)
            | Due::Repair(_)
            | Due::Check
            | Due::NewCards => None,
        }
    }

    /// Shuffles, cuts for the house and loads the cards when it is due, a device before it runs out; `None` while
    /// a player may cut. Before a shuffle, the key of the last burn is shown.
    pub(crate) fn shuffle(&self, room: &Room) -> Option<Act> {
        let table = room.id;
        // What a person must decide or do comes first: the table would not take the cards.
        let due = room.table.expects().due;
        if matches!(due, Due::Ruling(_) | Due::Repair(_) | Due::Check | Due::NewCards) {
            return None;
        }
        match room.shuffle() {
            Shuffle::None => {
                room.kind.house().cards?;
                let is_virtual = room.dealing == Dealing::Virtual;
                let few = is_virtual && room.has_few_cards() && !room.has_wagers();
                let wanted = room.shuffle_is_due().is_some() || few;
                if !wanted {
                    return None;
                }
                let in_round = room.table.felt().in_round();
                if room.burn.is_some() && !in_round {
                    return self.reveal_burn(room);
                }
                let number = room.shuffles + 1;
                let key = self.fresh(KeyOf::Burn, room, number);
                let committed = burn_commitment(table.0, number, &key);
                Some(Act::TableAct(TableAct::BeginShuffle {
                    table,
                    pre_shuffled: false,
                    angel: false,
                    method: None,
                    by_hand_first: false,
                    burn: (is_virtual && !in_round).then_some(committed),
                }))
            }
            Shuffle::Cut(Some(_)) => None,
            Shuffle::Cut(None) => {
                let depth = room.stack() as u16 / 2;
                Some(Act::TableAct(TableAct::Cut { table, by: HOUSE.to_owned(), depth }))
            }
            Shuffle::Load => {
                let range = room.cutting_card_range();
                let deck = Card::COUNT as u16;
                let cutting_card = range.map(|range| deck.clamp(*range.start(), *range.end()));
                Some(Act::TableAct(TableAct::Load { table, cutting_card }))
            }
        }
    }

    /// Tells whether the card that is burned next lies face up, so that the round's own key may draw it.
    fn burn_is_shown(&self, room: &Room) -> bool {
        let by_face = room.kind.house().cards.is_some_and(|cards| cards.burn == Burn::ByFace);
        by_face && room.table.felt().first_burn_is_due()
    }

    /// Draws the next card.
    fn card(&self, room: &Room) -> Option<Act> {
        let card = self.draws(room)?.card(room.table.shoe().source())?;
        Some(step(room, Step::Card(card.into())))
    }

    /// Goes over what was drawn in this round, up to the next draw.
    fn draws(&self, room: &Room) -> Option<Draws> {
        Some(room.random.resume(&self.key(room)?))
    }

    /// Tells whether the dice can be thrown: by the stickperson, or by a shooter who is ready.
    fn is_thrown(&self, room: &Room, shooter: Option<Player>) -> bool {
        shooter.is_none() || room.table.dice().is_some_and(|it| it.ready)
    }
}

/// Says what the program has a player do with the dice; an order wants grounds.
fn dice(room: &Room, people: &People, player: Player, does: Does) -> Act {
    let why = matches!(does, Does::Order).then(|| "the throw does not come".into());
    let (player, takes, by) = (people.name(player).into(), None, None);
    step(room, Step::Dice(Handed { player, does, takes, by, why }))
}

fn step(room: &Room, step: Step) -> Act {
    Act::TableAct(TableAct::Step { table: room.id, step })
}
