//! What people must do outside the system: each thing is a [`Task`], kept until somebody who owns it says that it
//! is done, or until there is nothing left to do.
//!
//! Tasks are numbered in lists: one for each table, and one for the house. What happens at a table changes only the
//! table's own list, so that a table whose entries are damaged can be stopped without touching anything else.

use std::collections::BTreeMap;

use croupier_engine::Player;
use croupier_engine::game::Item;
use croupier_engine::irregular::{Deed, Whom};
use croupier_sheet::step::Call;
use croupier_sheet::{PersonId, Word, words};
use serde::{Deserialize, Serialize};

use crate::TableId;
use crate::answer::Event;
use crate::people::Role;
use crate::pool::{DisplayId, OutsideId, PoolId};
use crate::promotion::PromotionId;
use crate::reason::Amount;
use crate::said::Commitment;

/// Something that somebody must do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The table in whose list it is numbered; [`HOUSE_LIST`] for the list of the house.
    pub list: TableId,
    /// Its number in the list.
    pub task: u32,
    /// The table that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// What must be done.
    pub what: ToDo,
    /// The clause that asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<Word>,
    /// Since when, in milliseconds.
    pub since: u64,
}

croupier_engine::stored! { struct Task { list, task, table, what, clause, since } }

/// The list of tasks that end with an act of their own, such as the decision of a complaint.
pub const HOUSE_LIST: TableId = TableId(0);

/// What must be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum ToDo {
    /// A player has sat out so many rounds at a full table, and may be told to leave the seat.
    SatOut {
        #[serde(with = "words::player")]
        player: Player,
        rounds: u8,
    },
    /// A player on several areas gives one up after this round, for a newcomer.
    GivesUp {
        #[serde(with = "words::player")]
        player: Player,
        area: u8,
        #[serde(with = "words::player")]
        to: Player,
    },
    /// The sign must show the variant that is played now, or that none is.
    VariantSign { variant: Option<Word> },
    /// The cards are to be riffled, because somebody asked for it.
    Riffle,
    /// Somebody asks for a riffle, and a supervisor decides.
    DecideRiffle,
    /// A player wants an own wager called on or off: a dealer or the boxperson calls it, and sets the button.
    Call(Call<PersonId>),
    /// A supervisor says whether the same cards are shuffled or new ones are brought.
    SameOrNewCards,
    /// The cutting card came out this many cards before the place where it was put: the shoe is looked at.
    CuttingCardEarly { cards: u16 },
    /// Cards come to the table that were not checked.
    CheckCards,
    /// The discards go back into the shuffling device.
    Feed,
    /// A marker goes before a player who is spared a higher minimum.
    PutMarker {
        #[serde(with = "words::player")]
        player: Player,
        seat: Option<u8>,
    },
    /// The marker before a player goes away.
    TakeMarker {
        #[serde(with = "words::player")]
        player: Player,
    },
    /// A sign with a player's own limits goes before the player.
    PutOwnSign {
        #[serde(with = "words::player")]
        player: Player,
        on: Word,
        min: u64,
        max: u64,
    },
    /// The sign with a player's own limits goes away.
    TakeOwnSign {
        #[serde(with = "words::player")]
        player: Player,
        on: Word,
    },
    /// A person is held until an inspector or a police officer takes over.
    Hold {
        #[serde(with = "words::player")]
        person: Player,
    },
    /// A person who may not play any more is at a table, and is to leave it.
    AskToLeave {
        #[serde(with = "words::player")]
        player: Player,
    },
    /// A complaint waits to be decided.
    DecideComplaint { complaint: u32 },
    /// A decision on a complaint waits to be reviewed.
    ReviewComplaint { complaint: u32 },
    /// The person is to be told of the decision, and of the complaint to an inspector.
    TellDecision { complaint: u32 },
    /// The game's measure against something that went wrong, which no later step of the game confirms.
    Measure {
        #[serde(with = "words::deed")]
        deed: Deed,
        #[serde(default, skip_serializing_if = "Option::is_none", with = "words::whom")]
        whom: Option<Whom>,
        /// What stands on the notice that goes into the drop box.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        notice: Option<ErrorNotice>,
    },
    /// Something that must be at the table before it opens is to be checked.
    Equipment {
        #[serde(with = "words::item")]
        item: Item,
    },
    /// The operator has not loaded the text of a game's order.
    LoadOrder { game: Word },
    /// The sign of the table must show this price of a jackpot wager.
    JackpotSign { price: Amount },
    /// The sign of the table must not offer a jackpot any more.
    NoJackpotSign,
    /// A second person looks at the hands that have won a meter.
    VerifyAward { award: u32 },
    /// A player has won the mystery prize, and is to be paid.
    PayMystery {
        #[serde(with = "words::player")]
        player: Player,
        area: u8,
        amount: Amount,
    },
    /// Messages of a table that does not run here are missing.
    OutsideGap { pool: PoolId, outside: OutsideId },
    /// A table that does not run here has sent something else under the number of a message that was taken.
    OutsideLies { pool: PoolId, outside: OutsideId, number: u64 },
    /// Somebody new plays, while the jackpot wagers on these areas are of a void round: marker buttons say so.
    MarkCarried { areas: Vec<u8> },
    /// A display of a pool is cut off, and no jackpot wager is taken where it is needed.
    DisplayLost { pool: PoolId, display: DisplayId },
    /// The scrutineer confirms the draw of a large prize.
    ConfirmAward { promotion: PromotionId, award: u32 },
    /// Somebody who has won a prize, and need not be present, is to be told.
    NotifyWinner { promotion: PromotionId, award: u32 },
    /// Somebody who was denied a prize is to be told why.
    TellRefusal { promotion: PromotionId, claim: u32 },
    /// A dispute about a promotion waits to be decided.
    DecideDispute { promotion: PromotionId, dispute: u32 },
    /// The person is to be told what was decided, and of the complaint to an inspector.
    CloseDispute { promotion: PromotionId, dispute: u32 },
    /// Other terms are in force, and nobody can read them yet.
    PublishTerms { promotion: PromotionId },
    /// The inspectorate is to be told at once that a promotion is postponed or cancelled.
    TellInspectorate { promotion: PromotionId },
}

/// An error notice: a jackpot wager of a void round went back to a player who leaves. The number of its task is the
/// number of the notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorNotice {
    /// Whose wager it was.
    #[serde(with = "words::player")]
    pub player: Player,
    /// On which area.
    pub area: u8,
    /// What went back.
    pub amount: Amount,
    /// The round for which it was made, which was void.
    pub round: u64,
}

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum TaskEnd {
    /// Somebody who owns it says that it is done.
    Done {
        #[serde(with = "words::player")]
        by: Player,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        words: Option<Commitment>,
    },
    /// A person who was held was handed over.
    HandedOver {
        #[serde(with = "words::player")]
        by: Player,
        to: Receiver,
        words: Commitment,
    },
    /// There is nothing left to do: an act of the floor has done it, or whom it was about has left.
    Over,
}

/// To whom a person who was held is handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Receiver {
    /// An inspector of the authority.
    Inspector,
    /// A police officer.
    Police,
}

impl Receiver {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inspector => "inspector",
            Self::Police => "police",
        }
    }
}

const AT_TABLE: &[Role] = &[Role::Dealer, Role::Boxperson, Role::Supervisor];
const PIT: &[Role] = &[Role::Supervisor, Role::Boxperson, Role::Manager];

impl ToDo {
    /// Names the roles that own such a task: they see it, and say that it is done. A boxperson does so where dice are
    /// rolled, see `Floor::owners`.
    pub const fn owners(&self) -> &'static [Role] {
        match self {
            Self::GivesUp { .. }
            | Self::VariantSign { .. }
            | Self::Riffle
            | Self::Call(_)
            | Self::CheckCards
            | Self::Feed
            | Self::PutMarker { .. }
            | Self::TakeMarker { .. }
            | Self::PutOwnSign { .. }
            | Self::TakeOwnSign { .. }
            | Self::JackpotSign { .. }
            | Self::NoJackpotSign
            | Self::PayMystery { .. }
            | Self::MarkCarried { .. }
            | Self::AskToLeave { .. } => AT_TABLE,
            Self::SatOut { .. }
            | Self::VerifyAward { .. }
            | Self::OutsideGap { .. }
            | Self::OutsideLies { .. }
            | Self::DisplayLost { .. }
            | Self::DecideRiffle
            | Self::SameOrNewCards
            | Self::CuttingCardEarly { .. }
            | Self::DecideComplaint { .. }
            | Self::ReviewComplaint { .. }
            | Self::TellDecision { .. } => PIT,
            Self::Hold { .. } => {
                &[Role::Supervisor, Role::Boxperson, Role::Manager, Role::Inspector]
            }
            Self::Measure { whom: Some(Whom::Surveillance), .. } => {
                &[Role::Surveillance, Role::Supervisor, Role::Boxperson, Role::Manager]
            }
            Self::Measure { whom: Some(Whom::Inspector), .. } => {
                &[Role::Inspector, Role::Supervisor, Role::Boxperson, Role::Manager]
            }
            Self::Measure { whom: Some(Whom::Supervisor), .. } => PIT,
            Self::Measure { whom: None, .. } => AT_TABLE,
            Self::Equipment { .. } => {
                &[Role::Dealer, Role::Boxperson, Role::Supervisor, Role::Manager]
            }
            Self::LoadOrder { .. } | Self::DecideDispute { .. } => &[Role::Manager],
            Self::ConfirmAward { .. } => &[Role::Scrutineer, Role::Promotions, Role::Manager],
            Self::NotifyWinner { .. }
            | Self::TellRefusal { .. }
            | Self::CloseDispute { .. }
            | Self::PublishTerms { .. }
            | Self::TellInspectorate { .. } => &[Role::Promotions, Role::Manager],
        }
    }

    /// Names the act by which such a task ends: `task-done`, or one of its own.
    pub const fn act(&self) -> &'static str {
        match self {
            Self::Hold { .. } => "hand-over",
            Self::AskToLeave { .. } => "leave",
            Self::DecideComplaint { .. } | Self::ReviewComplaint { .. } => "decide-complaint",
            Self::TellDecision { .. } => "close-complaint",
            Self::LoadOrder { .. } => "load-order",
            Self::OutsideGap { .. } => "pool-feed",
            Self::OutsideLies { .. } => "unlink-outside",
            Self::VerifyAward { .. } => "verify-award",
            Self::ConfirmAward { .. } => "confirm-award",
            Self::NotifyWinner { .. } => "notify-winner",
            Self::TellRefusal { .. } => "tell-refusal",
            Self::DecideDispute { .. } => "decide-dispute",
            Self::CloseDispute { .. } => "close-dispute",
            Self::TellInspectorate { .. } => "tell-inspectorate",
            Self::PublishTerms { .. } => "publish-terms",
            Self::Riffle => "riffle-done",
            Self::DecideRiffle => "riffle",
            Self::Feed => "step feed",
            Self::Call(_) => "step call",
            Self::SatOut { .. }
            | Self::GivesUp { .. }
            | Self::VariantSign { .. }
            | Self::SameOrNewCards
            | Self::CuttingCardEarly { .. }
            | Self::PutMarker { .. }
            | Self::TakeMarker { .. }
            | Self::PutOwnSign { .. }
            | Self::TakeOwnSign { .. }
            | Self::Measure { .. }
            | Self::JackpotSign { .. }
            | Self::NoJackpotSign
            | Self::PayMystery { .. }
            | Self::MarkCarried { .. }
            | Self::DisplayLost { .. }
            | Self::Equipment { .. } => "task-done",
            Self::CheckCards => "check-cards",
        }
    }

    /// Makes a task of a measure that somebody must carry out, and that no later step of the game confirms.
    pub(crate) const fn of_measure(deed: Deed, whom: Option<Whom>) -> Option<Self> {
        match deed {
            Deed::Notify
            | Deed::DropBox
            | Deed::Search
            | Deed::InspectDie
            | Deed::NewDice
            | Deed::ReturnDie
            | Deed::Bowl
            | Deed::WithdrawCards
            | Deed::FromShoe => Some(Self::Measure { deed, whom, notice: None }),
            // These are done by the game itself, or by the step, check, choice or shuffle that is due next.
            Deed::Burn
            | Deed::Play
            | Deed::Next
            | Deed::Park
            | Deed::Misdeal
            | Deed::VoidHand
            | Deed::Discard
            | Deed::VoidRound
            | Deed::EndRound
            | Deed::Rebuild
            | Deed::Reload
            | Deed::Check
            | Deed::ShuffleAfter
            | Deed::Keep
            | Deed::ReplaceCards
            | Deed::Fails
            | Deed::Spare
            | Deed::Remove
            | Deed::Transfer
            | Deed::Substitute
            | Deed::Mix
            | Deed::GoOn
            | Deed::ChooseDice
            | Deed::NoRoll
            | Deed::Stands => None,
        }
    }
}

/// The tasks that are open, and how many there have been in each list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tasks {
    open: BTreeMap<(TableId, u32), Task>,
    last: BTreeMap<TableId, u32>,
}

croupier_engine::stored! { struct Tasks { open, last } }

impl Tasks {
    /// Lists what is open, the oldest of each list first.
    pub fn iter(&self) -> impl Iterator<Item = &Task> {
        self.open.values()
    }

    /// Lists what is open in one list.
    pub fn of_list(&self, list: TableId) -> impl Iterator<Item = &Task> {
        self.open.range((list, 0)..=(list, u32::MAX)).map(|(_, task)| task)
    }

    /// Finds an open task by its list and number.
    pub fn get(&self, list: TableId, task: u32) -> Option<&Task> {
        self.open.get(&(list, task))
    }

    /// Changes since when each task is open: the clock was put right.
    pub(crate) fn each_since(&mut self, moved: impl Fn(&mut u64)) {
        self.open.values_mut().for_each(|task| moved(&mut task.since));
    }

    /// Makes a task in a list, unless the same is open already. What went wrong twice is seen to twice.
    pub(crate) fn make(
        &mut self,
        list: TableId,
        (table, what): (Option<TableId>, ToDo),
        clause: Option<Word>,
        (now, events): (u64, &mut Vec<Event>),
    ) {
        let is_open = |open: &Task| (open.table, &open.what) == (table, &what);
        if !matches!(what, ToDo::Measure { .. }) && self.of_list(list).any(is_open) {
            return;
        }
        let task = self.last.get(&list).map_or(1, |last| last + 1);
        let made = Event::Task(Task { list, task, table, what, clause, since: now });
        self.take_over(&made).expect("a task with the next number can be made");
        events.push(made);
    }

    /// Ends a task that is open.
    pub(crate) fn end(
        &mut self,
        (list, task): (TableId, u32),
        end: TaskEnd,
        events: &mut Vec<Event>,
    ) {
        let table = self.get(list, task).and_then(|open| open.table);
        let ended = Event::TaskEnded { list, task, table, end };
        self.take_over(&ended).expect("a task that is open can end");
        events.push(ended);
    }

    /// Ends the tasks of a list for which `is_due` says no.
    pub(crate) fn end_those(
        &mut self,
        list: TableId,
        is_due: impl Fn(&Task) -> bool,
        events: &mut Vec<Event>,
    ) {
        let over: Vec<_> =
            self.of_list(list).filter(|task| !is_due(task)).map(|task| task.task).collect();
        for task in over {
            self.end((list, task), TaskEnd::Over, events);
        }
    }

    /// Does what an event says of tasks, whoever decided it: this is the one place where they change.
    ///
    /// # Errors
    /// Says what in the event cannot be.
    pub(crate) fn take_over(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::Task(task) => {
                let last = self.last.entry(task.list).or_default();
                *last = (*last).max(task.task);
                self.open.insert((task.list, task.task), task.clone());
                Ok(())
            }
            Event::TaskEnded { list, task, .. } => {
                let ended = self.open.remove(&(*list, *task));
                ended.map(drop).ok_or_else(|| format!("list {} has no task {task}", list.0))
            }
            _ => Ok(()),
        }
    }
}
