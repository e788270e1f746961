//! Prize pools: their terms, how far each has come, what their meters have taken and given, and the prizes that wait
//! to be paid. The money itself is in the ledger, in accounts of each pool.

mod carry;
mod change;
mod display;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use chrono::NaiveDate;
use croupier_engine::jackpot::{Jackpot, Meter};
use croupier_engine::{Area, Card, Cents, Kind, Player};
use croupier_sheet::{Word, words};
use serde::{Deserialize, Serialize};

use crate::TableId;
use crate::ledger::{Account, Ledger};
use crate::reason::Reason;
use carry::make_one;
pub use carry::{Carry, Share};
pub use change::{Approval, AwardLine, Counted, Eligible, PoolChange};
pub use display::{Display, DisplayId};

/// A pool, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PoolId(pub u32);

croupier_engine::stored! { struct PoolId(number) }

/// A table of a game that does not run here and feeds a pool, by its number in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OutsideId(pub u32);

croupier_engine::stored! { struct OutsideId(number) }

/// A meter of a pool: what grows with each wager until somebody wins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The meter for the rarest hand.
    Major,
    /// The meter for the next one.
    Minor,
    /// The meter of the mystery prize, which no hand wins.
    Mystery,
}

croupier_engine::stored! { enum Level { 0 = Major, 1 = Minor, 2 = Mystery } }

impl Level {
    /// All meters of a pool, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Major, Self::Minor, Self::Mystery];

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Major => "major",
            Self::Minor => "minor",
            Self::Mystery => "mystery",
        }
    }
}

impl From<Meter> for Level {
    fn from(meter: Meter) -> Self {
        match meter {
            Meter::Major => Self::Major,
            Meter::Minor => Self::Minor,
        }
    }
}

/// What a meter gets of each wager, and what it starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MeterTerms {
    /// The part of each wager that it gets.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u32>))]
    pub share: Share,
    /// What it starts with, and starts again with when it was won.
    #[serde(with = "words::cents")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub seed: Cents,
}

croupier_engine::stored! { struct MeterTerms { share, seed } }

/// How the mystery prize is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MysteryTerms {
    /// The part of each wager that its meter gets.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u32>))]
    pub share: Share,
    /// What the meter starts with.
    #[serde(with = "words::cents")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub start: Cents,
    /// The trigger is drawn above the start, and up to here.
    #[serde(with = "words::cents")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub ceiling: Cents,
}

croupier_engine::stored! { struct MysteryTerms { share, start, ceiling } }

/// What holds at every table of a pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The table of prizes, by its name in sheets: it says which games may share the pool.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub prizes: Word,
    /// The price of a jackpot wager.
    #[serde(with = "words::cents")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub wager: Cents,
    /// The major meter.
    pub major: MeterTerms,
    /// The minor meter.
    pub minor: MeterTerms,
    /// The mystery prize, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mystery: Option<MysteryTerms>,
    /// The part of each wager that the house keeps.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u32>))]
    pub retained: Share,
}

croupier_engine::stored! { struct Terms { prizes, wager, major, minor, mystery, retained } }

impl Terms {
    /// Returns what part of each wager a meter gets.
    pub fn share(&self, level: Level) -> Share {
        match level {
            Level::Major => self.major.share,
            Level::Minor => self.minor.share,
            Level::Mystery => self.mystery.map_or(Share::NONE, |mystery| mystery.share),
        }
    }

    /// Returns what a meter starts with.
    pub fn seed(&self, level: Level) -> Cents {
        match level {
            Level::Major => self.major.seed,
            Level::Minor => self.minor.seed,
            Level::Mystery => self.mystery.map_or(Cents::ZERO, |mystery| mystery.start),
        }
    }

    /// Finds the games that may share the pool: those of the order whose table of prizes it has.
    pub fn kind(&self) -> Option<Kind> {
        let has = |kind: &Kind| kind.jackpots().is_some_and(|rules| rules.prizes == &*self.prizes);
        Kind::ALL.iter().copied().find(has)
    }

    /// Checks that the terms make sense: parts that add up to one, amounts that are some.
    pub(crate) fn check(&self) -> Result<(), Reason> {
        let shares = Level::ALL.map(|level| self.share(level));
        let shares = [shares[0], shares[1], shares[2], self.retained];
        if self.kind().is_none() {
            return Err(Reason::NoSuchPrizes);
        }
        if !shares.iter().all(|share| share.is_sound()) || !make_one(&shares) {
            return Err(Reason::SharesDoNotMakeOne);
        }
        let seeds = Level::ALL.map(|level| self.seed(level));
        let most = Cents(Cents::CEILING.0 / 100);
        let amounts = seeds.iter().chain(self.mystery.as_ref().map(|mystery| &mystery.ceiling));
        if self.wager.is_zero() || self.wager > most || amounts.into_iter().any(|it| *it > most) {
            return Err(Reason::BadAmount);
        }
        match self.mystery {
            Some(mystery) if mystery.ceiling <= mystery.start => Err(Reason::CeilingTooLow),
            Some(mystery) if mystery.share.part == 0 => Err(Reason::CeilingTooLow),
            Some(_) | None => Ok(()),
        }
    }
}

/// How far a pool has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PoolState {
    /// Its terms are written down.
    Draft,
    /// The Authority has approved its terms.
    Approved,
    /// It takes wagers.
    Running,
    /// It takes no wagers for the time being; what was taken is played and paid.
    Suspended,
    /// It takes no wagers any more, and another pool will get what its meters hold.
    Retiring,
    /// It is over.
    Closed,
}

croupier_engine::stored! {
    enum PoolState {
        0 = Draft, 1 = Approved, 2 = Running, 3 = Suspended, 4 = Retiring, 5 = Closed,
    }
}

impl PoolState {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Approved => "approved",
            Self::Running => "running",
            Self::Suspended => "suspended",
            Self::Retiring => "retiring",
            Self::Closed => "closed",
        }
    }
}

/// What one meter has taken and given since the pool began. What it holds, what waits to be paid and what the
/// house put in are balances of the ledger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelBook {
    /// The fraction of a cent that wagers have brought, and that is no whole cent yet.
    pub carry: Carry,
    /// What wagers have brought, less what went back with wagers.
    pub contributed: i64,
    /// What was paid to winners, less what they gave back.
    pub paid: i64,
    /// What came from another pool.
    pub moved_in: u64,
    /// What went to another pool.
    pub moved_out: u64,
}

croupier_engine::stored! { struct LevelBook { carry, contributed, paid, moved_in, moved_out } }

/// A commitment of the house to when the mystery prize is won, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MysteryDraw {
    /// The commitment to the key from which the trigger follows.
    pub trigger: String,
    /// The commitment to the key from which the winner follows.
    pub winner: String,
    /// Between which amounts the trigger was drawn: above the first, up to the second. Other terms do not change it.
    pub between: (Cents, Cents),
    /// The most that the meter has shown since.
    pub highest: Cents,
    /// The wagers that moved the meter higher than it had been, and of which the program has not said that they
    /// did not pass the trigger; the first ones first.
    pub unseen: Vec<Crossing>,
    /// A wager has counted for it. From then on the house shows its keys only when it is won, or the pool is over.
    pub counts: bool,
}

croupier_engine::stored! {
    struct MysteryDraw {
        trigger, winner, between, highest, unseen, counts,
    }
}

/// After so many moves of a mystery meter that the program has not looked at, no wager is taken until it has.
pub const MOST_UNSEEN: usize = 64;

impl MysteryDraw {
    /// Finds the wagers that passed a trigger: the first that moved the meter up to it, or higher.
    pub fn crossed(&self, trigger: Cents) -> Option<&Crossing> {
        self.unseen.iter().find(|it| trigger <= it.after)
    }

    /// Tells whether wagers have moved the meter up to its ceiling, so that they have passed the trigger, whatever it is.
    pub fn is_certain(&self) -> bool {
        self.highest >= self.between.1
    }
}

/// Wagers that moved the mystery meter together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// What the meter showed before.
    pub before: Cents,
    /// What it showed after.
    pub after: Cents,
    /// Where it was.
    pub from: Source,
    /// In which round.
    pub round: u64,
    /// Who may win, in order: the wagers of that round.
    pub eligible: Vec<(Player, Area)>,
    /// How many may win, where they are at a table that does not run here.
    pub count: u32,
}

croupier_engine::stored! { struct Crossing { before, after, from, round, eligible, count } }

impl Crossing {
    /// Returns among how many wagers the winner is drawn.
    pub fn eligible(&self) -> u32 {
        match self.from {
            Source::Table(_) => self.eligible.len() as u32,
            Source::Outside(_) => self.count,
        }
    }
}

/// Where a wager or a prize of a pool is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// At a table of this floor.
    Table(TableId),
    /// At a table that does not run here.
    Outside(OutsideId),
}

croupier_engine::stored! { enum Source { 0 = Table(table), 1 = Outside(outside) } }

/// A table of a game that does not run here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outside {
    /// The game, by its name in sheets.
    pub game: Word,
    /// What it is called.
    pub name: String,
    /// The smallest chip, to which its prizes are rounded up.
    pub chip: Cents,
    /// The number of the last message that was taken from it.
    pub last: u64,
    /// It feeds the pool; else it does so no more.
    pub linked: bool,
    /// A message with a number beyond the next one came: some are missing.
    pub gap: bool,
    /// The last messages that were taken from it, by number, so that another one under the same number is noticed.
    pub messages: BTreeMap<u64, Fed>,
    /// The numbers under which it has said something else than it had said before, since it was linked.
    pub lies: BTreeSet<u64>,
    /// The last rounds of which it has told something, by number.
    pub rounds: BTreeMap<u64, OutsideRound>,
    /// The last round of which it has said that it is over, with all before it.
    pub over: u64,
}

croupier_engine::stored! {
    struct Outside {
        game, name, chip, last, linked, gap, messages, lies, rounds, over,
    }
}

/// A round at a table that does not run here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutsideRound {
    /// How many wagers of it were counted and have not gone back.
    pub count: u32,
    /// What each of them cost.
    pub price: Cents,
    /// What each meter got of them.
    pub shares: [Share; 3],
    /// Whether the major and the minor meter were won in it.
    pub won: [bool; 2],
}

croupier_engine::stored! { struct OutsideRound { count, price, shares, won } }

/// How many messages, and how many rounds, are remembered of a table that does not run here.
pub(crate) const REMEMBERED: usize = 64;

impl Outside {
    /// Tells whether something else was taken from it under this number.
    pub fn contradicts(&self, number: u64, what: &Fed) -> bool {
        self.messages.get(&number).is_some_and(|taken| taken != what)
    }

    /// Tells whether wagers that it has fed may be in play: of rounds of which it has not said that they are over.
    pub fn has_wagers_in_play(&self) -> bool {
        self.round_in_play().is_some()
    }

    /// Finds the newest round of which it has not said that it is over, and that has wagers which may be in play.
    pub fn round_in_play(&self) -> Option<u64> {
        let open = self.rounds.range(self.over.saturating_add(1)..);
        let mut open = open.filter(|(_, known)| self.linked && known.count > 0);
        open.next_back().map(|(round, _)| *round)
    }

    /// Counts the wagers that it has fed and that may stand in a round: those of the round, and of the rounds before
    /// that are not over, from which wagers may be carried.
    pub(crate) fn may_stand(&self, round: u64) -> u32 {
        let not_over = |round: &u64| *round > self.over;
        let rounds = self.rounds.range(..=round).filter(|(round, _)| not_over(round));
        rounds.map(|(_, known)| known.count).sum()
    }
}

/// A prize of a meter that somebody has won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Award {
    /// Its number in the pool.
    pub number: u32,
    /// The meter that was won.
    pub level: Level,
    /// Where it was won.
    pub from: Source,
    /// In which round.
    pub round: u64,
    /// What the meter showed.
    pub reading: Cents,
    /// What the meter started again with.
    pub seed: Cents,
    /// The hands that share it.
    pub lines: Vec<AwardLine>,
    /// When it was won, in milliseconds.
    pub at: u64,
    /// Who has verified it.
    pub verified: Option<Player>,
    /// Who has paid it.
    pub paid_by: Option<Player>,
    /// Nobody has won it after all, and the meter has got it back.
    pub reversed: bool,
}

croupier_engine::stored! {
    struct Award {
        number, level, from, round, reading, seed, lines, at, verified, paid_by, reversed,
    }
}

impl Award {
    /// Adds up what the winners get.
    pub fn total(&self) -> Cents {
        self.lines.iter().fold(Cents::ZERO, |sum, line| sum + line.pays)
    }

    /// Tells whether a hand is still to be paid.
    pub fn is_open(&self) -> bool {
        self.lines.iter().any(|line| !line.paid)
    }
}

/// What the Authority has approved, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approved {
    /// Its reference.
    pub reference: String,
    /// Its date.
    pub date: Word,
    /// Who wrote it down.
    pub by: Player,
}

croupier_engine::stored! { struct Approved { reference, date, by } }

/// A prize pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// Its number.
    pub number: PoolId,
    /// What it is called.
    pub name: String,
    /// Guests play for it, with play money.
    pub play: bool,
    /// How far it has come.
    pub state: PoolState,
    /// What holds at all its tables.
    pub terms: Terms,
    /// The Authority's approval of the terms.
    pub approval: Option<Approved>,
    /// Terms that were approved, and wait until no wager of the old ones is in play.
    pub next: Option<(Terms, Approved)>,
    /// The pool that gets what the meters hold when this one closes.
    pub heir: Option<PoolId>,
    /// Its tables on this floor.
    pub tables: BTreeSet<TableId>,
    /// Its tables that do not run here.
    pub outside: BTreeMap<OutsideId, Outside>,
    /// The screens that must show its prizes.
    pub displays: BTreeMap<DisplayId, Display>,
    /// What each meter has taken and given: major, minor, mystery.
    pub levels: [LevelBook; 3],
    /// What the house has kept of all wagers, less what went back.
    pub retained: i64,
    /// When the mystery prize is won, as far as anybody knows.
    pub mystery: Option<MysteryDraw>,
    /// How often the house has committed itself to a mystery prize.
    pub commitments: u64,
    /// Prizes that were won, until the next round of their table begins.
    pub awards: BTreeMap<u32, Award>,
    /// Prizes about which nothing is left to do, so that their slips can still be read: the last
    /// [`PAST_AWARDS`] of them.
    pub past: BTreeMap<u32, Award>,
    /// The number of the last prize.
    pub last_award: u32,
}

croupier_engine::stored! {
    struct Pool {
        number, name, play, state, terms, approval, next, heir, tables, outside, displays, levels,
        retained, mystery, commitments, awards, past, last_award,
    }
}

/// How many prizes are remembered when nothing is left to do about them; the journal has all.
pub const PAST_AWARDS: usize = 1_000;

impl Pool {
    /// Returns what a meter has taken and given.
    pub fn level(&self, level: Level) -> &LevelBook {
        &self.levels[level as usize]
    }

    /// Returns what part of each wager the meters get by the terms that hold now.
    pub(crate) fn shares(&self) -> [Share; 3] {
        Level::ALL.map(|level| self.terms.share(level))
    }

    /// Returns by which shares a wager is counted; it keeps them if they are not those that hold now.
    pub(crate) fn divide(&self, counted: &mut Counted) -> [Share; 3] {
        let now = self.shares();
        counted.shares = counted.shares.filter(|shares| *shares != now);
        counted.shares.unwrap_or(now)
    }

    /// Returns the account of a meter.
    pub const fn meter(&self, level: Level) -> Account {
        Account::PoolMeter(self.number, level)
    }

    /// Returns what a meter holds.
    pub fn reading(&self, level: Level, ledger: &Ledger) -> Cents {
        ledger.held(self.meter(level))
    }

    /// Returns its price and its meters as the rules of a game take them, to ask what a hand would get.
    pub fn jackpot(&self, ledger: &Ledger) -> Jackpot {
        Jackpot {
            wager: self.terms.wager,
            major: self.reading(Level::Major, ledger),
            minor: self.reading(Level::Minor, ledger),
            mystery: false,
            pools: 1,
            increment: (0, 1),
            seed: Cents::ZERO,
            linked: Vec::new(),
        }
    }

    /// Tells whether it takes wagers now.
    ///
    /// # Errors
    /// Says why not.
    pub fn takes(&self) -> Result<(), Reason> {
        let pool = self.number;
        if self.state != PoolState::Running {
            return Err(Reason::PoolNotRunning { pool, state: self.state });
        }
        if self.next.is_some() {
            return Err(Reason::PoolChanges { pool });
        }
        if self.terms.mystery.is_none() {
            return Ok(());
        }
        let Some(mystery) = &self.mystery else {
            return Err(Reason::NoTrigger { pool });
        };
        if mystery.unseen.len() >= MOST_UNSEEN {
            return Err(Reason::TriggerUnseen { pool });
        }
        match mystery.is_certain() {
            true => Err(Reason::TriggerPassed { pool }),
            false => Ok(()),
        }
    }

    /// Tells whether wagers can win the mystery prize: the house is committed to a trigger, and the pool is not over.
    pub(crate) fn draws_mystery(&self) -> bool {
        self.mystery.is_some() && self.state != PoolState::Closed
    }

    /// Tells whether the program must say now that nobody has passed the trigger of the mystery prize, if that is so: many
    /// wagers wait for it, or the pool is to end.
    pub fn must_be_looked_at(&self) -> bool {
        self.mystery.as_ref().is_some_and(|draw| {
            let ends = self.state == PoolState::Retiring && !draw.unseen.is_empty();
            ends || draw.unseen.len() >= MOST_UNSEEN / 2
        })
    }

    /// Tells whether the program owes something about the mystery prize: its keys, because wagers have passed the trigger for
    /// certain or the pool is over, or the word that nobody has passed it.
    pub fn is_owed(&self) -> bool {
        let certain = self.mystery.as_ref().is_some_and(MysteryDraw::is_certain);
        let over = self.state == PoolState::Closed && self.mystery.is_some();
        certain || over || self.must_be_looked_at()
    }

    /// Finds a prize by its number, whether or not something is left to do about it.
    pub fn award(&self, number: u32) -> Option<&Award> {
        self.awards.get(&number).or_else(|| self.past.get(&number))
    }

    /// Finds an open prize that was won at a table.
    pub fn award_at(&self, table: TableId, level: Level) -> Option<&Award> {
        let from = Source::Table(table);
        self.awards.values().find(|award| (award.from, award.level) == (from, level))
    }

    /// Tells whether the pool's books agree with the ledger: what its meters were given is what they hold, what
    /// waits, what was paid and what went to another pool.
    pub fn adds_up(&self, ledger: &Ledger) -> bool {
        let balance = |account| i128::from(ledger.balance(account));
        let levels = Level::ALL.into_iter().all(|level| {
            let book = self.level(level);
            let given = i128::from(book.contributed)
                - balance(Account::PoolTopUp(self.number, level))
                + i128::from(book.moved_in);
            let there = balance(self.meter(level))
                + balance(Account::PoolPending(self.number, level))
                + i128::from(book.paid)
                + i128::from(book.moved_out);
            given == there
        });
        levels && i128::from(self.retained) == balance(Account::PoolRetained(self.number))
    }
}

/// All pools, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pools(pub(crate) BTreeMap<PoolId, Pool>);

croupier_engine::stored! {
    struct Pools(all) check |it| it.0.iter().all(|(number, pool)| pool.number == *number)
}

impl Pools {
    /// Finds a pool.
    pub fn get(&self, number: PoolId) -> Option<&Pool> {
        self.0.get(&number)
    }

    /// Lists all pools.
    pub fn iter(&self) -> impl Iterator<Item = &Pool> {
        self.0.values()
    }

    /// Finds the pool that a table is linked to.
    pub fn of_table(&self, table: TableId) -> Option<&Pool> {
        self.iter().find(|pool| pool.tables.contains(&table))
    }
}

/// Returns the words for the cards of a hand, as sheets have them.
pub(crate) fn hand_words(cards: &[Card]) -> Vec<Word> {
    cards.iter().map(|card| Word::from(card.to_string())).collect()
}

/// A day, written as year, month and day: 2026-11-17.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(NaiveDate);

impl TryFrom<String> for Day {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        // The calendar also reads days without leading zeros, which have another text than the day itself.
        let day = text.parse::<NaiveDate>().ok().filter(|day| day.to_string() == text);
        day.map(Self).ok_or_else(|| format!("{text:?} is no date; write one as 2026-11-17"))
    }
}

impl From<Day> for String {
    fn from(day: Day) -> Self {
        day.to_string()
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a table that does not run here says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum Fed {
    /// So many wagers of a round were accepted.
    Wagers { round: u64, count: u32 },
    /// So many wagers that were accepted went back.
    Returned { round: u64, count: u32 },
    /// So many hands have won a meter.
    Won { round: u64, level: Level, hands: u32 },
    /// A prize was verified there and paid.
    Paid { award: u32 },
    /// All rounds up to this one are over, and no wager of them stands or is carried.
    Over { round: u64 },
}

croupier_engine::stored! {
    enum Fed {
        0 = Wagers { round, count },
        1 = Returned { round, count },
        2 = Won { round, level, hands },
        3 = Paid { award },
        4 = Over { round },
    }
}
