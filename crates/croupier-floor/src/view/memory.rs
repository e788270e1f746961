//! What is remembered of a table for those who look at it: the lines of the round, the cards of the one that
//! is over, past rounds and past draws. It follows from the journal, and decides nothing.

use std::collections::{BTreeMap, VecDeque};

use serde::Serialize;

use super::{Eye, HandView};
use crate::TableId;
use crate::act::Act;
use crate::answer::{Answer, Event, Happened, Settled, Verdict};
use crate::floor::Floor;
use crate::room::Room;

/// So many past rounds are remembered.
const ROUNDS: usize = 60;
/// So many past draws.
const DRAWS: usize = 60;

/// What is remembered of a table.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// What was settled in the round, or in the one that is over.
    pub lines: Vec<Line>,
    /// Which round that was.
    pub lines_round: u64,
    /// The hand of the house, in the round or the one that is over.
    pub(super) dealer: HandView,
    /// The other hands.
    pub(super) hands: Vec<HandView>,
    /// The last roll.
    pub(super) roll: Option<[u8; 2]>,
    /// Past rounds, the newest last.
    pub history: VecDeque<Past>,
    /// Past draws whose key was shown, the newest last.
    pub draws: VecDeque<Drawn>,
    coming: Option<Drawn>,
    point: Option<u8>,
}

/// A line of settlement, or of a correction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Line {
    pub seat: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    pub area: Option<u8>,
    pub on: &'static str,
    pub number: Option<u8>,
    pub point: Option<u8>,
    pub tokens: bool,
    pub stake: u64,
    pub result: &'static str,
    pub pays: u64,
    pub back: u64,
    pub excess: u64,
    pub charge: u64,
    pub clause: &'static str,
    /// What a correction gives, or takes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correction: Option<i64>,
}

impl Line {
    fn new(line: &Settled, seat: Option<u8>) -> Self {
        Self {
            seat,
            player: Some(line.at.player.clone()),
            area: line.at.area,
            on: line.at.on,
            number: line.at.number,
            point: line.at.point,
            tokens: line.at.tokens,
            stake: line.stake,
            result: line.result,
            pays: line.pays,
            back: line.back,
            excess: line.excess,
            charge: line.charge,
            clause: line.clause,
            correction: None,
        }
    }

    pub(super) fn seen_by(&self, eye: Eye) -> Self {
        let player = self.player.clone().filter(|_| eye == Eye::Staff);
        Self { player, ..self.clone() }
    }
}

/// A past round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Past {
    pub round: u64,
    pub dealer: HandView,
    pub hands: Vec<HandView>,
    pub roll: Option<[u8; 2]>,
    /// The come out point before the roll.
    pub point: Option<u8>,
    /// Which commitment it was drawn under.
    pub draw: Option<u64>,
}

/// What was drawn under one key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawn {
    /// At which table.
    pub table: u32,
    /// The number of the commitment there.
    pub commitment: u64,
    /// What the house committed itself to.
    pub committed: String,
    /// The key, once it was shown.
    pub key: Option<String>,
    /// What players added.
    pub additions: Vec<String>,
    /// The draws, in order.
    pub draws: Vec<Draw>,
    /// The cards have been shuffled since: what they were drawn from helps nobody any more.
    pub shuffled: bool,
}

/// One draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Draw {
    /// A card.
    Card {
        /// Which.
        card: String,
        /// From so many of each.
        from: Vec<u8>,
    },
    /// A roll.
    Roll {
        /// The faces.
        roll: [u8; 2],
    },
}

impl Memory {
    /// Sees what followed from an act at the table, on the floor as it is afterwards.
    fn see(&mut self, floor: &Floor, act: &Act, answer: &Answer) {
        let Some(table) = act.table() else { return };
        if matches!(act, Act::Open { .. }) && answer.is_done() {
            *self = Self::default();
        }
        let Some(room) = floor.rooms.get(&table) else { return };
        let point = std::mem::replace(&mut self.point, room.table.dice().and_then(|it| it.point));
        let begun = answer.events.iter().any(|event| {
            matches!(event, Event::Game(Happened::Closed))
                || matches!(event, Event::Game(Happened::Dealt { .. }))
        });
        let lines_before = self.lines_round;
        if begun && lines_before != room.round && room.table.felt().is_closed() {
            self.lines.clear();
            self.lines_round = room.round;
            (self.dealer, self.hands) = Default::default();
        }
        if room.table.felt().in_round() {
            (self.dealer, self.hands) = room.shown_hands();
        }
        self.see_draw(act, answer, room);
        let rolled = rolled(act, answer);
        if let Some(roll) = rolled {
            self.lines.clear();
            self.lines_round = room.round.saturating_sub(1);
            self.roll = Some(roll);
        }
        for event in &answer.events {
            self.see_event(event, floor, room, (rolled, point));
        }
    }

    fn see_event(
        &mut self,
        event: &Event,
        floor: &Floor,
        room: &Room,
        (roll, point): (Option<[u8; 2]>, Option<u8>),
    ) {
        let seat = |name: &str| floor.people.find(name).and_then(|player| room.seat_number(player));
        match event {
            Event::Game(Happened::Settled(line)) => {
                self.lines.push(Line::new(line, seat(&line.at.player)));
            }
            Event::Game(Happened::Corrected { now, difference, clause, .. }) => {
                let line = Line::new(now, seat(&now.at.player));
                self.lines.push(Line { correction: Some(*difference), clause, ..line });
            }
            // The last card of a round is dealt and cleared away at once.
            Event::Game(Happened::Dealt { card, to }) if !room.table.felt().in_round() => {
                self.last_card(card, to, room);
            }
            Event::Round { number, .. } => self.remember(*number - 1, room, roll, point),
            _ => {}
        }
    }

    fn last_card(&mut self, card: &str, to: &str, room: &Room) {
        let area = to.strip_prefix("area ").and_then(|area| area.parse::<u8>().ok());
        let hand = match area {
            None => &mut self.dealer,
            Some(area) => {
                let at = self.hands.iter().position(|hand| hand.area == Some(area));
                let at = at.unwrap_or_else(|| {
                    self.hands.push(HandView { area: Some(area), ..HandView::default() });
                    self.hands.len() - 1
                });
                &mut self.hands[at]
            }
        };
        hand.cards.push(card.to_owned());
        let cards: Option<Vec<_>> =
            hand.cards.iter().map(|card| croupier_engine::Card::parse(card)).collect();
        hand.points = cards.and_then(|cards| room.kind.points(&cards));
    }

    fn remember(&mut self, round: u64, room: &Room, roll: Option<[u8; 2]>, point: Option<u8>) {
        if self.history.len() == ROUNDS {
            self.history.pop_front();
        }
        let (dealer, hands) = match roll {
            Some(_) => Default::default(),
            None => (self.dealer.clone(), self.hands.clone()),
        };
        let draw = room.chance.commitment.is_some().then_some(room.commitments);
        self.history.push_back(Past { round, dealer, hands, roll, point, draw });
    }

    /// Keeps what was drawn until its key is shown.
    fn see_draw(&mut self, act: &Act, answer: &Answer, room: &Room) {
        match act {
            Act::Load { .. } if answer.is_done() => {
                self.draws.iter_mut().for_each(|drawn| drawn.shuffled = true);
            }
            Act::Reveal { key, .. } if answer.is_done() => {
                if let Some(mut drawn) = self.coming.take() {
                    drawn.key = Some(key.clone());
                    if self.draws.len() == DRAWS {
                        self.draws.pop_front();
                    }
                    self.draws.push_back(drawn);
                }
            }
            Act::Step { .. } | Act::Contribute { .. } if answer.is_done() => {
                let Some(committed) = room.chance.commitment.clone() else { return };
                if room.chance.draws() == 0 {
                    return;
                }
                self.coming = Some(Drawn {
                    table: room.id.0,
                    commitment: room.commitments,
                    committed,
                    key: None,
                    additions: room.chance.additions.clone(),
                    draws: room.chance.shown(),
                    shuffled: room.kind.house().cards.is_none(),
                });
            }
            _ => {}
        }
    }

    /// Finds the draw under a commitment.
    pub fn drawn(&self, commitment: u64) -> Option<&Drawn> {
        let known = self.draws.iter().chain(&self.coming);
        known.into_iter().find(|drawn| drawn.commitment == commitment)
    }
}

/// Returns the roll that an act told, if it was done.
fn rolled(act: &Act, answer: &Answer) -> Option<[u8; 2]> {
    let Act::Step { step, .. } = act else { return None };
    let ended = answer.events.iter().any(|event| matches!(event, Event::Round { .. }));
    if !answer.is_done() || !ended {
        return None;
    }
    #[derive(serde::Deserialize)]
    struct Roll {
        roll: [u8; 2],
    }
    serde_json::from_str::<Roll>(step.get()).ok().map(|roll| roll.roll)
}

/// The memories of all tables, and what waits for a second person: it may concern a table.
#[derive(Clone, Debug, Default)]
pub struct Memories {
    tables: BTreeMap<TableId, Memory>,
    waiting: BTreeMap<u32, Act>,
}

impl Memories {
    /// Returns what is remembered of a table.
    pub fn of(&self, table: TableId) -> Option<&Memory> {
        self.tables.get(&table)
    }

    /// Sees what followed from an act, on the floor as it is afterwards; says which table it was about.
    pub fn see(&mut self, floor: &Floor, act: &Act, answer: &Answer) -> Option<TableId> {
        let approved = match (act, &answer.verdict) {
            (_, Verdict::Waits { request }) => {
                self.waiting.insert(*request, act.clone());
                None
            }
            (Act::Approve { request }, Verdict::Done) => self.waiting.remove(request),
            (Act::Reject { request }, Verdict::Done) => {
                self.waiting.remove(request);
                None
            }
            _ => None,
        };
        let act = approved.as_ref().unwrap_or(act);
        let table = act.table()?;
        if floor.rooms.contains_key(&table) {
            self.tables.entry(table).or_default().see(floor, act, answer);
        } else {
            self.tables.remove(&table);
        }
        Some(table)
    }
}
