//! What follows from an act: events, or a denial. Both go into the journal as they are here: codes, clauses,
//! amounts and people by number, and no sentence. The crate croupier-view puts them into words.

use croupier_engine::game::Breach;
use croupier_engine::{Cents, Clause, Player, Refusal};
use croupier_sheet::{Happened, PersonId, Word, words};
use serde::{Deserialize, Serialize};

use crate::TableId;
use crate::act::{Dealing, ShuffleMethod};
use crate::floor::Holds;
use crate::ledger::Posting;
use crate::people::Role;
use crate::pool::{PoolChange, PoolId};
use crate::promotion::{LegalSwitch, PromotionChange, PromotionId};
use crate::reason::Reason;
use crate::said::Commitment;
use crate::task::{Task, TaskEnd};
use crate::voucher::VoucherId;

/// What follows from an act, and from the time that has passed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// Everything that followed, in the order in which it happened.
    pub events: Vec<Event>,
    /// What became of the act.
    pub verdict: ActResult,
}

/// What became of an act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ActResult {
    /// It was done.
    Done,
    /// It waits for a second person.
    Waits {
        /// The number of the request.
        request: u32,
    },
    /// It was not done, and has changed nothing.
    Denied(Denied),
}

impl Answer {
    /// Tells whether it was done.
    pub fn is_done(&self) -> bool {
        self.verdict == ActResult::Done
    }

    /// Returns the table where something of a game has happened.
    pub fn played_at(&self) -> Option<TableId> {
        self.events.iter().find_map(|event| match event {
            Event::Game(table, _) => Some(*table),
            _ => None,
        })
    }

    /// Writes the answer as it stands in the journal.
    pub fn write(&self) -> String {
        written(self)
    }

    /// Reads an answer as it stands in the journal.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(text: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(text).map_err(|error| error.to_string())
    }
}

impl Event {
    /// Says that something was written down under a number, and nothing else of it.
    pub(crate) const fn noted(number: u32) -> Self {
        Self::Noted { number, kind: None, person: None, clause: None }
    }

    /// Reads what happened as it stands in the journal.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(text: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(text).map_err(|error| error.to_string())
    }
}

/// Writes something as it stands in the journal, with room for as much as most of it needs.
pub(crate) fn written(what: &impl Serialize) -> String {
    let mut text = Vec::with_capacity(512);
    serde_json::to_writer(&mut text, what)
        .expect("acts and answers have nothing that JSON has not");
    String::from_utf8(text).expect("JSON is text")
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Denied {
    /// The reason, as a code with its values.
    pub reason: Reason,
    /// The clause of the game's order, where one decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<Word>,
}

/// What said no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The rules of the game.
    Rules,
    /// The table of rights.
    Rights,
    /// There is not enough money.
    Money,
    /// It makes no sense as it was asked.
    Sense,
    /// What the journal has of the table is damaged.
    Journal,
}

impl Denied {
    /// The rules of the game say no.
    pub(crate) fn rules(refusal: Refusal) -> Self {
        Self::clause(refusal.clause, Reason::Refused(refusal.why))
    }

    /// An order says no in a matter of the floor.
    pub(crate) fn clause(clause: Clause, reason: Reason) -> Self {
        Self { reason, clause: Some(clause.0.into()) }
    }

    /// The order has no rule for it; the clause is one that stands for what the order does have.
    pub(crate) fn no_rule(clause: Clause) -> Self {
        Self::clause(clause, Reason::NoSuchRule)
    }

    /// No order says so, and it cannot be done for this reason.
    pub(crate) const fn of(reason: Reason) -> Self {
        Self { reason, clause: None }
    }

    /// Says what said no.
    pub const fn by(&self) -> By {
        match self.reason.by() {
            // Who is kept out lacks no right: the order of the game says no.
            By::Rights if matches!(self.reason, Reason::KeptOut) && self.clause.is_some() => {
                By::Rules
            }
            By::Rights => By::Rights,
            _ if self.clause.is_some() => By::Rules,
            by => by,
        }
    }
}

/// One thing that followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum Event {
    /// Money moved from one account of the ledger to another.
    Posted(Posting),
    /// Something happened in the game at a table.
    Game(TableId, Happened<PersonId>),
    /// A round began, or a roll was called for: its number.
    Round { table: TableId, number: u64 },
    /// The sign says something else: least, most and unit.
    Sign {
        table: TableId,
        on: Word,
        #[serde(with = "words::some_player")]
        player: Option<Player>,
        limit: Option<(u64, u64, u64)>,
        clause: Word,
    },
    /// A sign is up, and says what will take effect when.
    Notice { table: TableId, notice: Notice, at: u64, clause: Word },
    /// Something that staff should know.
    Prompt {
        table: Option<TableId>,
        prompt: Prompt,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Word>,
    },
    /// A person took a seat, or gave it up.
    Seat {
        table: TableId,
        seat: u8,
        #[serde(with = "words::some_player")]
        player: Option<Player>,
    },
    /// The cut is offered to a player, or left to the supervisor.
    CutOffered {
        table: TableId,
        #[serde(with = "words::some_player")]
        to: Option<Player>,
        clause: Word,
    },
    /// The cards are being shuffled: how, which, why, and who ordered it, where somebody had to.
    ShuffleBegun {
        table: TableId,
        number: u64,
        method: ShuffleMethod,
        #[serde(default, skip_serializing_if = "words::is_false")]
        by_hand_first: bool,
        #[serde(default, skip_serializing_if = "words::is_false")]
        pre_shuffled: bool,
        #[serde(default, skip_serializing_if = "words::is_false")]
        angel: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        set: Option<u32>,
        cause: ShuffleCause,
        #[serde(with = "words::some_player")]
        ordered_by: Option<Player>,
        clause: Word,
    },
    /// The cards were cut: by a player, or, with `None`, by the supervisor or the program.
    WasCut {
        table: TableId,
        #[serde(with = "words::some_player")]
        by: Option<Player>,
        depth: u16,
        clause: Word,
    },
    /// A player let the time for the cut pass.
    CutLapsed {
        table: TableId,
        #[serde(with = "words::player")]
        player: Player,
        clause: Word,
    },
    /// The shoe is over, and the cards that were burned unseen follow from the key that was shown.
    BurnProved { table: TableId, shuffle: u64, cards: Vec<Word> },
    /// A set of cards became known, or something changed about one.
    Cards { set: u32, change: CardsChange },
    /// A prize pool was drafted, or something became of one.
    Pool { pool: PoolId, change: PoolChange },
    /// A promotion was drafted, or something became of one.
    Promotion { promotion: PromotionId, change: PromotionChange },
    /// The law allows or forbids something from a time on, by this source.
    Law {
        switch: LegalSwitch,
        allowed: bool,
        from: u64,
        source: Commitment,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// An item or service is on the operator's list of those that the regulations prescribe, by this source.
    Prescribed { item: Commitment, source: Commitment },
    /// From a time on so many cents of turnover are a point, by this decision.
    Points {
        #[serde(with = "words::cents")]
        cents: Cents,
        from: u64,
        source: Commitment,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// A promotional voucher was issued, or something became of one.
    Voucher { number: VoucherId, change: VoucherChange },
    /// The draw of a round agrees with the key that was shown.
    Proved { table: TableId, commitment: u64, draws: u32 },
    /// The keys that the house was committed to at a table are lost: so many draws stay unproved for ever, and so do the
    /// cards that were burned after a shuffle.
    KeyLost {
        table: TableId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<u64>,
        draws: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shuffle: Option<u64>,
    },
    /// Something became of the words that a player adds to a draw.
    Words {
        table: TableId,
        #[serde(with = "words::player")]
        player: Player,
        change: WordsChange,
    },
    /// Betting is closed until the draw; words were sealed at these seats, and are to be opened now.
    BettingClosed { table: TableId, seats: Vec<u8> },
    /// A table opened, or closed.
    Table { table: TableId, open: Option<Opened> },
    /// Something was written down under a number; what kind of thing, about whom and which clause forbids it, where
    /// that was said.
    Noted {
        number: u32,
        #[serde(default, with = "words::some_breach", skip_serializing_if = "Option::is_none")]
        kind: Option<Breach>,
        #[serde(default, with = "words::some_player", skip_serializing_if = "Option::is_none")]
        person: Option<Player>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<Word>,
    },
    /// A person became known, or something changed about one.
    Person {
        #[serde(with = "words::player")]
        person: Player,
        change: Change,
    },
    /// A complaint was made, or went on.
    Complaint { number: u32, instance: Instance },
    /// What was asked for waits until somebody in one of these roles agrees.
    Asked {
        request: u32,
        #[serde(with = "words::player")]
        by: Player,
        second: Vec<Role>,
        /// The round that waits for the answer, if it is about a step of a game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holds: Option<Holds>,
    },
    /// A second person agreed, or did not; the request waits no more.
    Answered { request: u32 },
    /// Somebody must do something outside the system.
    Task(Task),
    /// A task is done, or there is nothing left to do.
    TaskEnded {
        list: TableId,
        task: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        end: TaskEnd,
    },
    /// The game is played in this variant from now on, or in none.
    Variant { table: TableId, variant: Option<Word>, clause: Word },
    /// A sign that had not taken effect yet was taken down.
    Withdrawn { table: TableId, notice: Notice, clause: Word },
    /// Two people have put the time of the house right.
    Clock { was: u64, now: u64 },
    /// The operator has loaded the text of a game's order; its SHA-256.
    Order { game: Word, sha256: Word },
    /// Nobody can answer the request any more: its table is closed, or who asked has lost the right to.
    Fell { request: u32 },
}

/// What an event says of a round and its money: what readers go by that follow wagers from entry to entry.
#[derive(Clone, Copy, Debug)]
pub enum Play<'a> {
    /// Money moved.
    Posted(&'a Posting),
    /// Something happened in the game.
    Happened(&'a Happened<PersonId>),
    /// A round with this number began.
    Round(u64),
}

impl Event {
    /// Returns what the event says of a round and its money; `None` where it is about something else.
    pub fn play(&self) -> Option<Play<'_>> {
        match self {
            Self::Posted(posting) => Some(Play::Posted(posting)),
            Self::Game(_, happened) => Some(Play::Happened(happened)),
            Self::Round { number, .. } => Some(Play::Round(*number)),
            Self::Sign { .. }
            | Self::Notice { .. }
            | Self::Prompt { .. }
            | Self::Seat { .. }
            | Self::CutOffered { .. }
            | Self::ShuffleBegun { .. }
            | Self::WasCut { .. }
            | Self::CutLapsed { .. }
            | Self::BurnProved { .. }
            | Self::Cards { .. }
            | Self::Voucher { .. }
            | Self::Pool { .. }
            | Self::Promotion { .. }
            | Self::Law { .. }
            | Self::Prescribed { .. }
            | Self::Points { .. }
            | Self::Proved { .. }
            | Self::KeyLost { .. }
            | Self::Words { .. }
            | Self::BettingClosed { .. }
            | Self::Table { .. }
            | Self::Noted { .. }
            | Self::Person { .. }
            | Self::Complaint { .. }
            | Self::Asked { .. }
            | Self::Answered { .. }
            | Self::Task(_)
            | Self::TaskEnded { .. }
            | Self::Variant { .. }
            | Self::Withdrawn { .. }
            | Self::Clock { .. }
            | Self::Order { .. }
            | Self::Fell { .. } => None,
        }
    }
}

/// What is said of a table when it opens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub struct Opened {
    pub name: String,
    pub game: Word,
    pub dealing: Dealing,
    pub seats: u8,
    pub demo: bool,
}

croupier_engine::stored! { struct Opened { name, game, dealing, seats, demo } }

/// Why cards are shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShuffleCause {
    /// The table opens.
    Opening,
    /// The cutting card came out.
    CuttingCard,
    /// New cards came to the table.
    NewCards,
    /// A supervisor ordered it.
    Ordered,
    /// There were not enough cards to finish the round, or none to begin the next.
    RunOut,
    /// The round is finished from a shoe, because the shuffling device failed.
    DeviceFailed,
    /// The program shuffles a device before the next round could run out of cards.
    FewCards,
    /// The key of the burned cards was shown, for a closing that did not come about.
    ShoeOver,
}

croupier_engine::stored! {
    enum ShuffleCause {
        0 = Opening, 1 = CuttingCard, 2 = NewCards, 3 = Ordered, 4 = RunOut, 5 = DeviceFailed,
        6 = FewCards, 7 = ShoeOver,
    }
}

/// What changed about a set of cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum CardsChange {
    /// The house knows the set from now on, and this person keeps it.
    Registered {
        decks: u8,
        backs: Commitment,
        pre_shuffled: bool,
        angel: bool,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// It was checked, by this person or with this device; the count was right, or not.
    Checked {
        #[serde(with = "words::player")]
        by: Player,
        device: Option<Commitment>,
        cards: u16,
        right: bool,
    },
    /// It was sealed.
    Sealed {
        #[serde(with = "words::player")]
        by: Player,
        seal: Commitment,
    },
    /// Somebody else keeps it from now on.
    HandedOver {
        #[serde(with = "words::player")]
        to: Player,
    },
    /// It came to a table.
    Brought {
        table: TableId,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// It left a table, and must be checked before it comes to one again.
    Stored { table: TableId },
    /// It is not used any more.
    Retired {
        #[serde(with = "words::player")]
        by: Player,
        why: Commitment,
    },
}

/// What became of a promotional voucher.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum VoucherChange {
    /// It was issued: its value, at which games it is exchanged and its tokens are wagered, until when, for whom,
    /// and what else is printed on it.
    Issued {
        #[serde(with = "words::cents")]
        amount: Cents,
        games: Vec<Word>,
        expires: u64,
        #[serde(with = "words::some_player")]
        player: Option<Player>,
        conditions: Commitment,
        #[serde(with = "words::player")]
        by: Player,
        /// The promotion whose reward it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promotion: Option<PromotionId>,
    },
    /// Nobody exchanged it in time.
    Expired,
    /// A dealer gave tokens for it, and put it into the drop box of the table.
    Exchanged {
        table: TableId,
        #[serde(with = "words::player")]
        player: Player,
        #[serde(with = "words::player")]
        by: Player,
    },
}

/// What changed about a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum Change {
    /// The house knows the person from now on.
    Joined { name: Commitment, roles: Vec<Role> },
    /// The house knows the person from now on as a player who came to this table without an account.
    WalkedIn { table: TableId, name: Option<Commitment> },
    /// The person has these roles now.
    Roles { roles: Vec<Role> },
    /// The person has this password now.
    Password { password: Commitment },
    /// The person is kept out of the casino.
    Excluded,
    /// The person may not play this game.
    Barred { game: Word },
    /// The person may come in and play again.
    Readmitted,
}

/// How far a complaint has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum Instance {
    /// A person complained.
    Made {
        #[serde(with = "words::player")]
        person: Player,
        table: TableId,
        game: Word,
        what: Commitment,
    },
    /// It was decided, in the first instance or on review.
    Decided {
        #[serde(with = "words::player")]
        by: Player,
        decision: Commitment,
    },
    /// The person wants the decision reviewed.
    Review,
    /// The person was told of the right to complain to an inspector.
    Told {
        #[serde(with = "words::player")]
        by: Player,
    },
    /// The matter is closed for the house.
    Closed,
}

/// What a sign says that is still to take effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum Notice {
    /// A wager gets other limits.
    Limits { on: Word, min: u64, max: u64 },
    /// The players who were spared a higher minimum will be held to it.
    EndSparing { on: Word },
    /// A player gets limits of their own, or loses them.
    OwnLimits {
        on: Word,
        #[serde(with = "words::player")]
        player: Player,
        limits: Option<(u64, u64)>,
    },
    /// The table closes.
    Closing,
    /// The game is played in this variant, or in none.
    Variant { variant: Option<Word> },
}

/// What became of the words that a player adds to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordsChange {
    /// The player gave their hash.
    Sealed,
    /// The player opened them.
    Opened,
    /// The player did not open them in time.
    Lapsed,
}

/// What staff should know. What they must do is a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum Prompt {
    /// The table takes nothing more: what the journal has of it is damaged.
    Stopped,
    /// A table waits for the answer to a request.
    AnswerRequest { request: u32 },
}

impl Event {
    /// Returns the table that an event is about.
    pub const fn table(&self) -> Option<TableId> {
        match *self {
            Self::Game(table, _)
            | Self::Round { table, .. }
            | Self::Sign { table, .. }
            | Self::Notice { table, .. }
            | Self::Seat { table, .. }
            | Self::CutOffered { table, .. }
            | Self::ShuffleBegun { table, .. }
            | Self::WasCut { table, .. }
            | Self::CutLapsed { table, .. }
            | Self::BurnProved { table, .. }
            | Self::Proved { table, .. }
            | Self::KeyLost { table, .. }
            | Self::Words { table, .. }
            | Self::BettingClosed { table, .. }
            | Self::Variant { table, .. }
            | Self::Withdrawn { table, .. }
            | Self::Table { table, .. } => Some(table),
            Self::Prompt { table, .. } | Self::TaskEnded { table, .. } => table,
            Self::Task(Task { table, .. }) => table,
            Self::Asked { ref holds, .. } => match holds {
                Some(holds) => Some(holds.table),
                None => None,
            },
            Self::Posted(_)
            | Self::Noted { .. }
            | Self::Cards { .. }
            | Self::Voucher { .. }
            | Self::Promotion { .. }
            | Self::Law { .. }
            | Self::Prescribed { .. }
            | Self::Points { .. }
            | Self::Pool { .. }
            | Self::Person { .. }
            | Self::Complaint { .. }
            | Self::Answered { .. }
            | Self::Fell { .. }
            | Self::Clock { .. }
            | Self::Order { .. } => None,
        }
    }
}
