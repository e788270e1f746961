//! The dealer of a table with real cards and dice, at a rehearsal: keys in what came, and sometimes what
//! cannot have come.

use croupier_engine::irregular::Situation;
use croupier_engine::jackpot::Light;
use croupier_engine::{Card, Dice, Due};
use croupier_floor::{
    Act, CardsAt, EdgeAct, Floor, HouseAct, Item, People, Room, Shuffle, ShuffleCause, TableAct,
    ToDo,
};
use croupier_sheet::step::{Accept, Does, Irregular, Paid, Roll, True};
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
        floor: &Floor,
        deal: bool,
    ) -> Option<(String, Act)> {
        let due = room.table.expects().due;
        let in_round = room.table.felt().in_round();
        if let Some(act) = self.secret.shuffle(room) {
            return Some(match act {
                Act::TableAct(TableAct::BeginShuffle { .. }) if self.needs_cards(room) => {
                    bring(floor, room)
                }
                Act::TableAct(TableAct::Cut { table, depth, .. }) => (
                    "sue".to_owned(),
                    Act::TableAct(TableAct::Cut { table, by: "sue".to_owned(), depth }),
                ),
                other => ("dan".to_owned(), other),
            });
        }
        if let Some(check) = unchecked(floor, room).filter(|_| !in_round) {
            return Some(check);
        }
        if let Shuffle::Cut(Some(player)) = room.shuffle() {
            let by = floor.people.name(player).to_owned();
            return Some(("dan".to_owned(), self.cut(room, by)));
        }
        match due {
            Due::Burn if self.below(2) == 0 && !room.table.felt().first_burn_is_due() => {
                Some(by("dan", room, Step::Burn(True)))
            }
            Due::Burn => self.keyed(room),
            Due::Card(_) if in_round && room.is_empty() => {
                let run_out = Irregular::new(Situation::RunOut);
                Some(by("dan", room, Step::Irregular(Box::new(run_out))))
            }
            Due::Card(_) | Due::Collect
                if (deal || due == Due::Collect) && !in_round && room.has_uncollected() =>
            {
                Some(self.swept(room, floor))
            }
            Due::Card(_) if deal || in_round => {
                if room.cutting_card_is_due() {
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
                let player = floor.people.name(player).into();
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
            Due::Payment => Some(self.pays(room, floor)),
            _ => None,
        }
    }

    /// A supervisor looks at a prize that was won, and then the dealer pays.
    fn pays(&mut self, room: &Room, floor: &Floor) -> (String, Act) {
        match room.unverified(&floor.pools) {
            Some(award) => {
                let act = EdgeAct::VerifyAward { table: room.id, award };
                ("sue".to_owned(), Act::EdgeAct(act))
            }
            None => by("dan", room, self.paid(room, &floor.people)),
        }
    }

    /// The equipment takes the jackpot wagers, or does not, and the dealer sweeps them.
    fn swept(&mut self, room: &Room, floor: &Floor) -> (String, Act) {
        let mut waits = None;
        room.table.each_standing(|wager| {
            if wager.light == Some(Light::Placed) && room.kind.has_fixed_price(wager.spot.on) {
                waits = waits.or(wager.spot.area.map(|area| (wager.spot.player, area)));
            }
        });
        // Now and then the equipment says nothing of a wager.
        let Some((player, area)) = waits.filter(|_| self.below(8) > 0) else {
            return by("dan", room, Step::Collect(True));
        };
        let (player, accepted) = (floor.people.name(player).into(), self.below(10) > 0);
        by("dan", room, Step::Accept(Accept { player, area, accepted }))
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

    /// Tells whether no cards have come to a table that must have a set of them.
    fn needs_cards(&self, room: &Room) -> bool {
        let checked = room.kind.house().cards.is_some_and(|cards| cards.checked.is_some());
        let new = room.shuffle_is_due().is_some_and(|(cause, _)| {
            matches!(cause, ShuffleCause::Opening | ShuffleCause::NewCards)
        });
        checked && new && room.set.is_none()
    }

    /// A player cuts, or does not.
    pub(super) fn cut(&mut self, room: &Room, by: String) -> Act {
        let table = room.id;
        let range = room.cut_range();
        match self.below(3) {
            0 => Act::TableAct(TableAct::RefuseCut { table, by }),
            _ => {
                let depth =
                    range.start() + self.below(u32::from(range.end() - range.start())) as u16;
                Act::TableAct(TableAct::Cut { table, by, depth })
            }
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

/// Says that something on the checklist of a table is there, or that a sign was put up.
fn unchecked(floor: &Floor, room: &Room) -> Option<(String, Act)> {
    let due = |what: &ToDo| matches!(what, ToDo::Equipment { .. } | ToDo::PutOwnSign { .. });
    let task = floor.tasks.of_list(room.id).find(|task| due(&task.what))?.task;
    let done = TableAct::TaskDone { table: room.id, task, words: None };
    Some(("dan".to_owned(), Act::TableAct(done)))
}

/// Brings checked cards to a table: a set that is there, or a new one.
fn bring(floor: &Floor, room: &Room) -> (String, Act) {
    let decks = room.table.rules().decks;
    let mut stored = floor.cards.values().filter(|set| set.at == CardsAt::Store);
    match stored.find(|set| set.decks == decks) {
        Some(set) if set.is_checked() => {
            let (table, set) = (room.id, set.number);
            ("dan".to_owned(), Act::EdgeAct(EdgeAct::BringCards { table, set }))
        }
        Some(set) => {
            let (set, cards, device) = (set.number, set.cards(), None);
            ("dan".to_owned(), Act::HouseAct(HouseAct::CheckCards { set, cards, device }))
        }
        None => {
            let set = floor.cards.len() as u32 + 1;
            let backs = "blue, with diamonds".to_owned();
            let (pre_shuffled, angel) = (false, false);
            let act = HouseAct::RegisterCards { set, decks, backs, pre_shuffled, angel };
            ("sue".to_owned(), Act::HouseAct(act))
        }
    }
}
