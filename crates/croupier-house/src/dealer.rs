//! The dealer of virtual tables: says what the program does next, from what the table waits for.

use croupier_engine::input::Source;
use croupier_engine::{Card, Due, Player};
use croupier_floor::{Act, Draws, HOUSE, Key, People, Room, Shuffle, TableAct, commitment, hex};
use croupier_sheet::Step;
use croupier_sheet::step::{Does, Handed, Paid, Roll, True};
use sha2::{Digest as _, Sha256};

/// What only the house knows: the keys of all rounds follow from it.
#[derive(Clone)]
pub struct Secret(pub Key);

/// From so few cards in a device, the next round might run out of them.
const FEW: usize = 104;

impl Secret {
    /// Returns the key of a table's commitment. Each is used once, so each is as good as drawn afresh to
    /// whoever does not know the secret.
    fn key(&self, room: &Room, number: u64) -> Key {
        let mut hash = Sha256::new();
        hash.update(b"croupier key");
        hash.update(self.0);
        hash.update(room.id.0.to_be_bytes());
        hash.update(number.to_be_bytes());
        hash.finalize().into()
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
        if !in_round && room.random.draws() > 0 && due != Due::Burn {
            let key = hex(&self.key(room, room.commitments));
            return Some(Act::TableAct(TableAct::Reveal { table, key }));
        }
        if let Some(shuffling) = self.shuffle(room, people, due) {
            return Some(shuffling);
        }
        if room.random.commitment.is_none() {
            let number = room.commitments + 1;
            let commitment = commitment(table.0, number, &self.key(room, number));
            return Some(Act::TableAct(TableAct::Commit { table, commitment }));
        }
        match due {
            Due::Burn => self.card(room),
            Due::Card(_) if deal || in_round => {
                let cutting_card = room.cutting_card.map(usize::from);
                if cutting_card.is_some_and(|at| room.table.shoe().census().source <= at)
                    && !room.table.felt().cutting_card_seen()
                {
                    return Some(step(room, Step::CuttingCard(True)));
                }
                self.card(room)
            }
            // Who does not answer in time has not taken the dice.
            Due::Dice(player) if deal => Some(dice(room, people, player, Does::Lapse)),
            // Who has the dice and does not bring a throw about delays the game.
            Due::ChooseDice(player) if deal => Some(dice(room, people, player, Does::Order)),
            Due::Roll(Some(player)) if deal && !room.table.dice().is_some_and(|it| it.ready) => {
                Some(dice(room, people, player, Does::Order))
            }
            Due::Roll(_) | Due::StickRoll if deal => {
                let dice = self.draws(room).roll();
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
            | Due::Dice(_)
            | Due::ChooseDice(_)
            | Due::Payment
            | Due::NoRoll
            | Due::Ruling(_)
            | Due::Check
            | Due::NewCards => None,
        }
    }

    /// Shuffles, cuts and loads the cards when it is due; a device before it runs out.
    pub(crate) fn shuffle(&self, room: &Room, people: &People, due: Due) -> Option<Act> {
        let table = room.id;
        let device = room.table.rules().source == Some(Source::Device);
        let few = device && room.table.shoe().census().source < FEW;
        let idle = room.is_between_rounds() && !room.has_wagers();
        let total = room.table.shoe().census().total() as u16;
        match room.shuffle() {
            Shuffle::None => {
                let new = !room.loaded && room.kind.house().cards.is_some();
                let wanted = new || due == Due::Shuffle || few && idle;
                wanted
                    .then_some(Act::TableAct(TableAct::BeginShuffle { table, pre_shuffled: false }))
            }
            Shuffle::Cut(Some(player)) => Some(Act::TableAct(TableAct::RefuseCut {
                table,
                by: people.name(player).to_owned(),
            })),
            Shuffle::Cut(None) => {
                Some(Act::TableAct(TableAct::Cut { table, by: HOUSE.to_owned(), depth: total / 2 }))
            }
            Shuffle::Load => {
                let deck = Card::COUNT as u16;
                Some(Act::TableAct(TableAct::Load {
                    table,
                    cutting_card: (!device).then_some(deck),
                }))
            }
        }
    }

    /// Draws the next card.
    fn card(&self, room: &Room) -> Option<Act> {
        let card = self.draws(room).card(room.table.shoe().source())?;
        Some(step(room, Step::Card(card.into())))
    }

    /// Goes over what was drawn in this round, up to the next draw.
    fn draws(&self, room: &Room) -> Draws {
        room.random.resume(&self.key(room, room.commitments))
    }
}

/// Says what the program has a player do with the dice.
fn dice(room: &Room, people: &People, player: Player, does: Does) -> Act {
    let (player, takes, by, why) = (people.name(player).into(), None, None, None);
    step(room, Step::Dice(Handed { player, does, takes, by, why }))
}

fn step(room: &Room, step: Step) -> Act {
    Act::TableAct(TableAct::Step { table: room.id, step })
}
