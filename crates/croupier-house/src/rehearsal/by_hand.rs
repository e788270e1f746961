//! The dealer of a table with real cards and dice, at a rehearsal: keys in what came, and sometimes what
//! cannot have come.

use croupier_engine::{Card, Dice, Due};
use croupier_floor::{Act, Item, People, Room, TableAct};
use croupier_sheet::step::{Does, Paid, Roll, True};
use croupier_sheet::{PersonId, Spot, Step};

use super::{Rehearsal, by, handed};

/// One card in so many is keyed in wrong, if any card is used up.
const WRONG: u32 = 20;
/// One result in so many is paid line by line, or begun so.
const LINE_BY_LINE: u32 = 8;

impl Rehearsal {
    /// Says what the staff of a table do next; `None` while they wait for players.
    pub(super) fn by_hand(
        &mut self,
        room: &Room,
        people: &People,
        deal: bool,
    ) -> Option<(String, Act)> {
        let due = room.table.expects().due;
        let in_round = room.table.felt().in_round();
        if let Some(act) = self.secret.shuffle(room, people, due) {
            return Some(match act {
                Act::TableAct(TableAct::Cut { table, depth, .. }) => (
                    "sue".to_owned(),
                    Act::TableAct(TableAct::Cut { table, by: "sue".to_owned(), depth }),
                ),
                other => ("dan".to_owned(), other),
            });
        }
        match due {
            Due::Burn => self.keyed(room),
            Due::Card(_) if deal || in_round => {
                let cutting_card = room.cutting_card.map(usize::from);
                if cutting_card.is_some_and(|at| room.table.shoe().census().source <= at)
                    && !room.table.felt().cutting_card_seen()
                {
                    return Some(by("dan", room, Step::CuttingCard(True)));
                }
                self.keyed(room)
            }
            Due::Roll(_) | Due::StickRoll if deal && room.lacks_dice() => {
                let (dice, table) = ((1..=5).map(|die| self.below(9_000) * 10 + die), room.id);
                let (dice, items) = (dice.collect(), Item::ALL.to_vec());
                let act = match room.crew.sets.is_empty() {
                    true => TableAct::Equipment { table, dice, items },
                    false => TableAct::DiceSet { table, dice },
                };
                Some(("bea".to_owned(), Act::TableAct(act)))
            }
            Due::Roll(Some(player)) if deal && !room.table.dice()?.ready => {
                let player = people.name(player).into();
                Some(by("bea", room, handed(player, Does::Order)))
            }
            Due::Roll(_) | Due::StickRoll if deal && !room.table.dice()?.thrown => {
                Some(by("bea", room, Step::Throw(True)))
            }
            Due::Roll(_) | Due::StickRoll if deal => {
                let (first, second) = (self.below(6) + 1, self.below(6) + 1);
                let dice = Dice::new(first as u8, second as u8)?;
                Some(by("bea", room, Step::Roll(Roll(dice))))
            }
            Due::Payment => Some(by("dan", room, self.paid(room, people))),
            _ => None,
        }
    }

    /// Collects and pays everything, or now and then only what comes first.
    fn paid(&mut self, room: &Room, people: &People) -> Step {
        match room.table.unpaid().first() {
            Some(first) if self.below(LINE_BY_LINE) == 0 => {
                let mut name = |who: &PersonId| people.name(who.0).into();
                Step::Paid(Paid::One(Spot::of(room.kind, &first.line.spot).rename(&mut name)))
            }
            _ => Step::Paid(Paid::All),
        }
    }

    /// A card that is there. Half of them are the first of their kind, so that kinds are used up, and can
    /// then be keyed in wrong.
    fn keyed(&mut self, room: &Room) -> Option<(String, Act)> {
        let left = room.table.shoe().source();
        let kinds = |wanted: bool| {
            let all = (0..Card::COUNT).filter(move |&at| (left[at] > 0) == wanted);
            all.filter_map(Card::from_index).collect::<Vec<_>>()
        };
        let used_up = kinds(false);
        let there = kinds(true);
        let from = match self.below(WRONG) {
            0 if !used_up.is_empty() => &used_up[..],
            at if at % 2 == 0 => there.get(..1)?,
            _ => &there[..],
        };
        let &card = from.get(self.below(from.len() as u32) as usize)?;
        Some(by("dan", room, Step::Card(card.into())))
    }
}
