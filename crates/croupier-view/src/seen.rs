//! What followed from an act, as those may see it who watch a table: staff with names, players with seats.
//!
//! Every event is taken apart here by name, so that a new one is shown to nobody until somebody says to
//! whom, and no field reaches a player because its name was forgotten in a list.

use std::borrow::Cow;

use croupier_engine::Player;
use croupier_engine::game::Breach;
use croupier_engine::setup::Method;
use croupier_sheet::{Happened, PersonId, Whose};
use serde::Serialize;
use serde::ser::SerializeMap;

use crate::{TaskView, Viewer, words};
use croupier_floor::Floor;
use croupier_floor::Posting;
use croupier_floor::Room;
use croupier_floor::TableId;
use croupier_floor::{ActResult, Answer, Denied, Event, ShuffleCause, ShuffleMethod, WordsChange};

/// A person as an eye sees one: players are seats to each other, staff see the name as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownPerson {
    /// The name, for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The seat at the table, if the person has one there.
    pub seat: Option<u8>,
}

impl Whose for ShownPerson {
    fn write<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error> {
        if let Some(player) = &self.player {
            to.serialize_entry("player", player)?;
        }
        to.serialize_entry("seat", &self.seat)
    }
}

/// One thing that followed, as an eye sees it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "docs/server.md has every field")]
pub enum Seen<'a> {
    Posted(Posting),
    Game(Box<Happened<ShownPerson>>),
    Round {
        table: TableId,
        number: u64,
    },
    Sign {
        table: TableId,
        on: &'a str,
        #[serde(flatten)]
        who: Option<ShownPerson>,
        limit: Option<(u64, u64, u64)>,
        clause: &'a str,
    },
    Notice {
        table: TableId,
        what: String,
        at: u64,
        clause: &'a str,
    },
    Prompt {
        table: Option<TableId>,
        what: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        clause: Option<&'a str>,
    },
    Seat {
        table: TableId,
        seat: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        player: Option<&'a str>,
        taken: bool,
    },
    CutOffered {
        table: TableId,
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<&'a str>,
        seat: Option<u8>,
        clause: &'a str,
    },
    ShuffleBegun {
        table: TableId,
        number: u64,
        method: ShuffleMethod,
        by_hand_first: bool,
        pre_shuffled: bool,
        angel: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        set: Option<u32>,
        cause: ShuffleCause,
        #[serde(skip_serializing_if = "Option::is_none")]
        ordered_by: Option<&'a str>,
        clause: &'a str,
    },
    WasCut {
        table: TableId,
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<&'a str>,
        seat: Option<u8>,
        depth: u16,
        clause: &'a str,
    },
    CutLapsed {
        table: TableId,
        #[serde(flatten)]
        who: ShownPerson,
        clause: &'a str,
    },
    BurnProved {
        table: TableId,
        shuffle: u64,
        cards: Vec<&'a str>,
    },
    Proved {
        table: TableId,
        commitment: u64,
        draws: u32,
    },
    KeyLost {
        table: TableId,
        #[serde(skip_serializing_if = "Option::is_none")]
        commitment: Option<u64>,
        draws: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        shuffle: Option<u64>,
    },
    Words {
        table: TableId,
        #[serde(flatten)]
        who: ShownPerson,
        change: WordsChange,
    },
    BettingClosed {
        table: TableId,
        seats: &'a [u8],
    },
    Table {
        table: TableId,
        open: bool,
    },
    Noted {
        number: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        kind: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        person: Option<&'a str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        clause: Option<&'a str>,
    },
    Task(Box<TaskView>),
    TaskEnded {
        table: Option<TableId>,
        task: u32,
        how: String,
    },
    Variant {
        table: TableId,
        variant: Option<&'a str>,
        clause: &'a str,
    },
    Withdrawn {
        table: TableId,
        what: String,
        clause: &'a str,
    },
    Order {
        game: &'a str,
        sha256: &'a str,
    },
    Fell {
        request: u32,
    },
    /// Something became of a promotion, in words without names.
    Promotion {
        promotion: u32,
        what: String,
    },
    /// What the law allows, what is prescribed, or what a point is was written down.
    Law {
        what: String,
    },
    Clock {
        was: u64,
        now: u64,
    },
}

/// What became of an act, in the words of whoever did it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "docs/floor.md has every field")]
pub enum SeenResult {
    Done,
    Waits {
        request: u32,
    },
    Denied {
        by: croupier_floor::By,
        #[serde(skip_serializing_if = "Option::is_none")]
        clause: Option<String>,
        why: String,
    },
}

impl SeenResult {
    /// Puts a verdict into words.
    pub fn of(verdict: &ActResult) -> Self {
        match verdict {
            ActResult::Done => Self::Done,
            ActResult::Waits { request } => Self::Waits { request: *request },
            ActResult::Denied(denied @ Denied { clause, .. }) => Self::Denied {
                by: denied.by(),
                clause: clause.as_deref().map(str::to_owned),
                why: words::denied(denied),
            },
        }
    }
}

/// A whole answer, as staff see it.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/floor.md has every field")]
pub struct SeenAnswer<'a> {
    pub events: Vec<Seen<'a>>,
    pub verdict: SeenResult,
}

impl<'a> SeenAnswer<'a> {
    /// Puts an answer into words for staff.
    pub fn of(answer: &'a Answer, floor: &'a Floor) -> Self {
        let events = answer.events.iter().filter_map(|event| {
            let room = event.table().and_then(|table| floor.rooms.get(&table));
            seen_by(event, floor, room, Viewer::Staff)
        });
        Self { events: events.collect(), verdict: SeenResult::of(&answer.verdict) }
    }
}

/// Lists what followed at a table for somebody who watches it. Movements of money stand in the ledger.
pub fn watched<'a>(
    answer: &'a Answer,
    floor: &'a Floor,
    room: &'a Room,
    eye: Viewer,
) -> Vec<Seen<'a>> {
    let events = answer.events.iter().filter(|event| !matches!(event, Event::Posted(_)));
    events.filter_map(|event| seen_by(event, floor, Some(room), eye)).collect()
}

/// Shows an event to an eye; `None` if it is not for this eye. Movements of money, prompts and limits of one
/// player are for staff; players are seats to each other.
#[expect(clippy::too_many_lines, reason = "a row for each event")]
pub fn seen_by<'a>(
    event: &'a Event,
    floor: &'a Floor,
    room: Option<&'a Room>,
    eye: Viewer,
) -> Option<Seen<'a>> {
    let seat = |player: Player| room.and_then(|room| room.seat_number(player));
    let name = |player: Player| (eye == Viewer::Staff).then(|| floor.people.name(player));
    let somebody = |player: Player| {
        let name = name(player).map(str::to_owned);
        ShownPerson { player: name, seat: seat(player) }
    };
    let staff_only = match eye {
        Viewer::Staff => Some(()),
        Viewer::Player => None,
    };
    Some(match event {
        Event::Posted(posting) => {
            staff_only?;
            Seen::Posted(*posting)
        }
        Event::Game(_, happened) => {
            if lies_face_down(happened, room) {
                // Players see in the view that a card came, and not which.
                staff_only?;
            }
            let happened = face_down(happened, room, eye);
            Seen::Game(Box::new(happened.rename(&mut |who| somebody(who.0))))
        }
        Event::Round { table, number } => Seen::Round { table: *table, number: *number },
        Event::Sign { table, on, player, limit, clause } => {
            // The limits of one player are between that player and staff.
            if player.is_some() {
                staff_only?;
            }
            let who = player.map(somebody);
            Seen::Sign { table: *table, on, who, limit: *limit, clause }
        }
        Event::Notice { table, notice, at, clause } => {
            // A notice may be about one player; the view has those that are for all.
            staff_only?;
            let what = words::notice(notice, &floor.people);
            Seen::Notice { table: *table, what, at: *at, clause }
        }
        Event::Prompt { table, prompt, clause } => {
            staff_only?;
            let (what, clause) = (words::prompt(prompt), clause.as_deref());
            Seen::Prompt { table: *table, what, clause }
        }
        Event::Seat { table, seat, player } => {
            let (table, seat, taken) = (*table, *seat, player.is_some());
            Seen::Seat { table, seat, player: player.and_then(name), taken }
        }
        Event::CutOffered { table, to, clause } => {
            let offered = match eye {
                Viewer::Staff => Some(words::cutter(*to, &floor.people)),
                Viewer::Player => None,
            };
            Seen::CutOffered { table: *table, to: offered, seat: to.and_then(seat), clause }
        }
        Event::ShuffleBegun {
            table,
            number,
            method,
            by_hand_first,
            pre_shuffled,
            angel,
            set,
            cause,
            ordered_by,
            clause,
        } => Seen::ShuffleBegun {
            table: *table,
            number: *number,
            method: *method,
            by_hand_first: *by_hand_first,
            pre_shuffled: *pre_shuffled,
            angel: *angel,
            // Which cards these are is between the house and whoever checks it.
            set: staff_only.and(*set),
            cause: *cause,
            ordered_by: ordered_by.and_then(name),
            clause,
        },
        Event::WasCut { table, by, depth, clause } => {
            let name = match eye {
                Viewer::Staff => Some(words::cutter(*by, &floor.people)),
                Viewer::Player => None,
            };
            let (table, depth, seat) = (*table, *depth, by.and_then(seat));
            Seen::WasCut { table, by: name, seat, depth, clause }
        }
        Event::CutLapsed { table, player, clause } => {
            Seen::CutLapsed { table: *table, who: somebody(*player), clause }
        }
        Event::BurnProved { table, shuffle, cards } => {
            let cards = cards.iter().map(|card| &**card).collect();
            Seen::BurnProved { table: *table, shuffle: *shuffle, cards }
        }
        Event::Proved { table, commitment, draws } => {
            Seen::Proved { table: *table, commitment: *commitment, draws: *draws }
        }
        Event::KeyLost { table, commitment, draws, shuffle } => Seen::KeyLost {
            table: *table,
            commitment: *commitment,
            draws: *draws,
            shuffle: *shuffle,
        },
        Event::Words { table, player, change } => {
            Seen::Words { table: *table, who: somebody(*player), change: *change }
        }
        Event::BettingClosed { table, seats } => Seen::BettingClosed { table: *table, seats },
        Event::Table { table, open } => Seen::Table { table: *table, open: open.is_some() },
        Event::Noted { number, kind, person, clause } => {
            staff_only?;
            Seen::Noted {
                number: *number,
                kind: kind.map(Breach::name),
                person: person.map(|person| floor.people.name(person)),
                clause: clause.as_deref(),
            }
        }
        Event::Task(task) => {
            staff_only?;
            Seen::Task(Box::new(TaskView::of(task, floor)))
        }
        Event::TaskEnded { table, task, end, .. } => {
            staff_only?;
            let how = crate::tasks::ended(end, &floor.people);
            Seen::TaskEnded { table: *table, task: *task, how }
        }
        Event::Variant { table, variant, clause } => {
            Seen::Variant { table: *table, variant: variant.as_deref(), clause }
        }
        Event::Withdrawn { table, notice, clause } => {
            let what = words::notice(notice, &floor.people);
            Seen::Withdrawn { table: *table, what, clause }
        }
        Event::Order { game, sha256 } => Seen::Order { game, sha256 },
        Event::Clock { was, now } => Seen::Clock { was: *was, now: *now },
        Event::Fell { request } => {
            staff_only?;
            Seen::Fell { request: *request }
        }
        Event::Promotion { promotion, change } => {
            staff_only?;
            let what = crate::promotion_words::change(change).into_owned();
            Seen::Promotion { promotion: promotion.0, what }
        }
        Event::Law { switch, allowed, .. } => {
            staff_only?;
            Seen::Law { what: crate::promotion_words::law_set(*switch, *allowed) }
        }
        Event::Prescribed { .. } => {
            staff_only?;
            Seen::Law { what: "an item was added to the list of those that are prescribed".into() }
        }
        Event::Points { cents, .. } => {
            staff_only?;
            Seen::Law { what: format!("a point is {cents} of turnover") }
        }
        // Registers, which are shown as such.
        Event::Person { .. }
        | Event::Cards { .. }
        | Event::Voucher { .. }
        | Event::Pool { .. }
        | Event::Complaint { .. }
        | Event::Asked { .. }
        | Event::Answered { .. } => return None,
    })
}

/// Tells whether a card lies face down: under the method of dealing that lets players take cards up, or among
/// the discards.
fn lies_face_down(happened: &Happened<PersonId>, room: Option<&Room>) -> bool {
    let covered = || room.is_none_or(|room| room.table.rules().method == Method::B);
    match happened {
        Happened::Dealt { .. } | Happened::Rekeyed { to: Some(_), .. } => covered(),
        Happened::Rekeyed { to: None, .. } => !room.is_some_and(Room::first_burn_is_shown),
        _ => false,
    }
}

/// Hides the face of a burned card from players: it lies face down, but for the first one where the
/// order has it shown.
fn face_down<'a>(
    happened: &'a Happened<PersonId>,
    room: Option<&Room>,
    eye: Viewer,
) -> Cow<'a, Happened<PersonId>> {
    let shown = eye == Viewer::Staff || room.is_some_and(Room::first_burn_is_shown);
    match happened {
        Happened::Burned { .. } if !shown => Cow::Owned(Happened::BurnedUnseen),
        other => Cow::Borrowed(other),
    }
}
