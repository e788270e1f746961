//! Promotions: their terms, how far each has come, who has entered, what was drawn, and what became of every prize. The
//! money of cash prizes is in the ledger, in accounts of each promotion.

mod change;
mod claims;
mod draw;
mod entries;
mod law;
mod points;
mod prizes;
mod terms;
mod why;

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::promotions::{PromotionRule, Promotions as Rules};
use croupier_engine::stored::{Bytes, Damaged, Stored};
use croupier_engine::{Cents, Clause, Kind, Player};
use croupier_sheet::Word;
use croupier_tree::Hash;
use serde::{Deserialize, Serialize};

use crate::ledger::{Account, Ledger};
use crate::naming::{Naming, PersonId};
use crate::pool::Approved;
use crate::random::Key;
use crate::said::{Commitment, Said};
use crate::voucher::VoucherId;
pub use change::PromotionChange;
pub use claims::{
    Attempt, AwardStage, Dispute, Interruption, Means, PassedOver, PromotionAward, PublishedBy,
    RedrawReason, RefusedClaim,
};
pub use draw::{DrawInputs, DrawnEntries, PATIENCE, draw, seed_commitment, value_of, value_seal};
pub use entries::{
    AdmittedFile, Entrant, Entries, EntrySalt, EntrySource, MissedEntries, MissedEntry,
    PromotionEntry, entry_salt, root_of,
};
pub use law::{LawInForce, LegalRule, LegalSwitch};
pub use points::{PointsRate, PointsRates};
pub use prizes::{Ban, EstateIncludes, Prize, PrizeKind, TravelIncludes};
pub use terms::{EntryRule, MOST_PRIZES, PromotionTerms, QualifyingWager, Reward};
pub use why::PromotionWhy;

/// A promotion, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PromotionId(pub u32);

croupier_engine::stored! { struct PromotionId(number) }

/// Somebody who is entered by staff, or who disputes something: a person whom the house knows, or a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, bound = "")]
pub enum Entered<P: Naming = String> {
    /// A person whom the house knows.
    Person(P),
    /// Somebody else: a name, and whatever tells this person from others.
    Named(P::Said),
}

/// Describes [`Entered`] as people write it.
#[cfg(feature = "openapi")]
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Entered)]
#[serde(rename_all = "kebab-case")]
#[allow(dead_code, reason = "nobody makes one: it is only described")]
pub(crate) enum EnteredByName {
    /// A person whom the house knows.
    Person(String),
    /// Somebody else: a name, and whatever tells this person from others.
    Named(String),
}

/// How far a promotion has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromotionState {
    /// Its terms are being written.
    Draft,
    /// Its terms are complete, and its prizes lawful.
    Final,
    /// The Authority has its terms.
    Lodged,
    /// It takes entries.
    Running,
    /// It takes no more entries, and is not drawn yet.
    EntriesClosed,
    /// Its prizes are drawn, and not all handed over.
    Drawn,
    /// All its prizes are handed over, or denied.
    Awarded,
    /// It is over.
    Ended,
    /// Nothing goes on until its integrity is validated.
    Postponed,
    /// It has come to nothing.
    Cancelled,
}

croupier_engine::stored! {
    enum PromotionState {
        0 = Draft, 1 = Final, 2 = Lodged, 3 = Running, 4 = EntriesClosed, 5 = Drawn, 6 = Awarded,
        7 = Ended, 8 = Postponed, 9 = Cancelled,
    }
}

impl PromotionState {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Final => "final",
            Self::Lodged => "lodged",
            Self::Running => "running",
            Self::EntriesClosed => "entries-closed",
            Self::Drawn => "drawn",
            Self::Awarded => "awarded",
            Self::Ended => "ended",
            Self::Postponed => "postponed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Tells whether it takes entries.
    pub const fn is_running(self) -> bool {
        matches!(self, Self::Running)
    }

    /// Tells whether it has started, so that its terms are frozen.
    pub const fn has_started(self) -> bool {
        !matches!(self, Self::Draft | Self::Final | Self::Lodged)
    }
}

/// What somebody found who looked at a prize for something that no prize may include.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrizeCheck {
    /// Who looked.
    pub by: Player,
    /// When, in milliseconds.
    pub at: u64,
    /// It is there.
    pub contains: bool,
    /// How many items the operator's list of prescribed items had.
    pub listed: u32,
}

croupier_engine::stored! { struct PrizeCheck { by, at, contains, listed } }

/// What was found of each prize, by its number and by what was looked for.
pub type PrizeChecks = BTreeMap<(u32, Ban), PrizeCheck>;

/// How the Authority got the terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lodged {
    /// Its receipt.
    pub receipt: Commitment,
    /// The date of it.
    pub date: Word,
    /// Who lodged them.
    pub by: Player,
    /// When that was written down, in milliseconds.
    pub at: u64,
}

croupier_engine::stored! { struct Lodged { receipt, date, by, at } }

/// Where the terms can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// By which means.
    pub means: PublishedBy,
    /// Where.
    pub place: Commitment,
    /// Who has said so.
    pub by: Player,
    /// Since when, in milliseconds.
    pub at: u64,
}

croupier_engine::stored! { struct Published { means, place, by, at } }

/// Terms that do not hold any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OldTerms {
    /// The terms.
    pub terms: PromotionTerms<PersonId>,
    /// Until when they held, in milliseconds.
    pub until: u64,
}

croupier_engine::stored! { struct OldTerms { terms, until } }

/// What was fixed when entries closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedEntries {
    /// The root of all entries.
    pub root: Hash,
    /// How many there are.
    pub entries: u32,
    /// When, in milliseconds.
    pub at: u64,
}

/// The hash is a type of another room.
impl Stored for ClosedEntries {
    fn store(&self, to: &mut Vec<u8>) {
        let Self { root: Hash(root), entries, at } = self;
        (*root, *entries, *at).store(to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let (root, entries, at) = Stored::restore(from)?;
        Ok(Self { root: Hash(root), entries, at })
    }
}

/// What the draw follows from, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawState {
    /// What the house committed itself to, in hexadecimal digits.
    pub commitment: Option<String>,
    /// How often it has, also to seeds that another was put in place of before the start.
    pub commitments: u64,
    /// The root of the entries, when they are closed.
    pub closed: Option<ClosedEntries>,
    /// What the scrutineer has sealed: a hash of the value, given before the value itself.
    pub sealed: Option<String>,
    /// What the scrutineer or the public source has added.
    pub value: Option<[u8; 32]>,
    /// What the public source has published, from which the value follows.
    pub published: Option<Word>,
    /// The seed, when it was shown.
    pub seed: Option<Key>,
    /// When the scrutineer came to the draw, in milliseconds.
    pub attended: Option<u64>,
    /// When the prizes were drawn, in milliseconds.
    pub at: Option<u64>,
}

croupier_engine::stored! {
    struct DrawState {
        commitment, commitments, closed, sealed, value, published, seed, attended, at,
    }
}

/// A promotion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// Its number.
    pub number: PromotionId,
    /// What it is called.
    pub name: Commitment,
    /// How far it has come.
    pub state: PromotionState,
    /// The terms that hold.
    pub terms: PromotionTerms<PersonId>,
    /// Terms that held before.
    pub old: Vec<OldTerms>,
    /// The Authority's approvals of other terms, in their order.
    pub approvals: Vec<Approved>,
    /// Terms that are proposed since the start, and what was found of their prizes.
    pub proposed: Option<(PromotionTerms<PersonId>, PrizeChecks)>,
    /// What was found of the prizes.
    pub checks: PrizeChecks,
    /// How the Authority got the terms.
    pub lodged: Option<Lodged>,
    /// Where the terms can be read.
    pub published: Vec<Published>,
    /// What advertises it, and refers to the terms.
    pub marketing: Vec<Commitment>,
    /// When it started, in milliseconds.
    pub started: Option<u64>,
    /// The scrutineer who was nominated.
    pub scrutineer: Option<Player>,
    /// Who has entered.
    pub entries: Entries,
    /// Players who have made a wager that the terms ask for.
    pub qualified: BTreeSet<Player>,
    /// How many entries could not be made.
    pub missed: MissedEntries,
    /// How many vouchers were issued of each reward in the terms, by its number from 1.
    pub rewarded: BTreeMap<u32, u32>,
    /// What the draw follows from.
    pub draw: DrawState,
    /// The entries that were drawn, in their order.
    pub awards: Vec<PromotionAward>,
    /// Prizes for which nobody was left to win them, one for each of them.
    pub undrawn: Vec<u32>,
    /// Claims that were denied.
    pub claims: Vec<RefusedClaim>,
    /// Disputes.
    pub disputes: Vec<Dispute>,
    /// Why nothing goes on.
    pub interruption: Option<Interruption>,
    /// The vouchers that it has issued.
    pub vouchers: BTreeSet<VoucherId>,
    /// What was said, by what stands for it.
    pub(crate) words: Said,
}

croupier_engine::stored! {
    struct Promotion {
        number, name, state, terms, old, approvals, proposed, checks, lodged, published, marketing,
        started, scrutineer, entries, qualified, missed, rewarded, draw, awards, undrawn, claims,
        disputes, interruption, vouchers, words,
    }
}

/// Where the orders of several games differ, the strictest of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strictest {
    /// A scrutineer must oversee the draw of a prize above the amount.
    pub scrutineer_must: bool,
    /// Above this a prize is drawn under a scrutineer.
    pub scrutineer_above: Cents,
    /// Above this the winner of a cash prize chooses how it is paid.
    pub large_cash_above: Cents,
    /// So many litres of liquor may be in a prize.
    pub liquor_litres: u32,
    /// So long before the start the Authority has the terms, in milliseconds.
    pub lodge_ahead: u64,
    /// So long after the draw a winner is told, in milliseconds.
    pub notify_within: u64,
    /// Denied claims above this are kept with name and address.
    pub kept_above: Cents,
}

const HOUR: u64 = 60 * 60 * 1000;

impl<P: Naming> PromotionTerms<P> {
    /// Lists the games with which it goes and whose orders have a section on promotional prizes.
    pub fn kinds(&self) -> impl Iterator<Item = (Kind, Rules)> + '_ {
        let kinds = self.games.iter().filter_map(|game| Kind::named(game));
        kinds.filter_map(|kind| Some((kind, kind.promotions()?)))
    }

    /// Returns where the orders of the games differ what the strictest of them says.
    pub fn strictest(&self) -> Strictest {
        let all: Vec<_> = self.kinds().map(|(_, rules)| rules).collect();
        let least = |of: fn(&Rules) -> Cents| all.iter().map(of).min().unwrap_or(Cents::ZERO);
        Strictest {
            scrutineer_must: all.iter().any(|rules| rules.scrutineer_must),
            scrutineer_above: least(|rules| rules.scrutineer_above),
            large_cash_above: least(|rules| rules.large_cash_above),
            liquor_litres: all.iter().map(|rules| rules.liquor_litres).min().unwrap_or(0),
            lodge_ahead: HOUR * all.iter().map(|it| u64::from(it.lodge_hours)).max().unwrap_or(0),
            notify_within: 24
                * HOUR
                * all.iter().map(|it| u64::from(it.notify_days)).min().unwrap_or(0),
            kept_above: least(|rules| rules.kept_above),
        }
    }

    /// Finds the order whose clause is cited for a rule: the first of the games, but where the orders differ, the first
    /// of the strictest.
    pub fn order(&self, rule: PromotionRule) -> Option<(Kind, Clause)> {
        let strict = |rules: &Rules| match rule {
            PromotionRule::Scrutineer => rules.scrutineer_must,
            PromotionRule::CashInstead => rules.cash_instead_stated,
            PromotionRule::Lodge => rules.lodge_hours > 0,
            PromotionRule::Awarded => rules.award_is_certain,
            _ => true,
        };
        let found = self.kinds().find(|(_, rules)| strict(rules)).or_else(|| self.kinds().next());
        found.map(|(kind, rules)| (kind, rules.clause(rule)))
    }
}

impl Promotion {
    /// Returns what was said, or words that say that it is not kept any more.
    pub fn text(&self, words: Commitment) -> String {
        if words.says_something() { self.words.text(words) } else { String::new() }
    }

    /// Finds an award by its number.
    pub fn award(&self, number: u32) -> Option<&PromotionAward> {
        self.awards.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// Tells whether the scrutineer must confirm an award before the prize is handed over.
    pub fn wants_scrutineer(&self, award: &PromotionAward) -> bool {
        let strictest = self.terms.strictest();
        let value = self.terms.prize(award.prize).map_or(Cents::ZERO, |prize| prize.value);
        strictest.scrutineer_must && value > strictest.scrutineer_above
    }

    /// Tells whether a scrutineer must oversee the draw.
    pub fn draw_wants_scrutineer(&self) -> bool {
        let strictest = self.terms.strictest();
        strictest.scrutineer_must && self.terms.largest() > strictest.scrutineer_above
    }

    /// Tells whether everything is there that the prizes are drawn from but the seed of the house, and it is time.
    pub fn can_be_drawn(&self, now: u64) -> bool {
        let overseen = !self.draw_wants_scrutineer() || self.draw.attended.is_some();
        let is_time = self.terms.draws.is_some_and(|draws| draws <= now);
        self.state == PromotionState::EntriesClosed
            && is_time
            && overseen
            && self.draw.value.is_some()
    }

    /// Tells whether the house is committed to a seed that it still has to show: one that nobody has entered under yet can
    /// be replaced, unless the promotion is cancelled.
    pub fn waits_for_seed(&self) -> bool {
        let is_fixed = self.started.is_some() || self.state == PromotionState::Cancelled;
        is_fixed && self.draw.commitment.is_some() && self.draw.seed.is_none()
    }

    /// Tells whether it was cancelled and has still to show the seed that the house was committed to.
    pub fn is_cancelled_with_seed(&self) -> bool {
        let committed = self.draw.commitment.is_some() && self.draw.seed.is_none();
        self.state == PromotionState::Cancelled && committed
    }

    /// Returns what the draw follows from, when all of it is known.
    pub fn draw_inputs(&self) -> Option<DrawInputs> {
        let closed = self.draw.closed?;
        Some(DrawInputs {
            promotion: self.number.0,
            seed: self.draw.seed?,
            root: closed.root,
            entries: closed.entries,
            value: self.draw.value?,
        })
    }

    /// Adds up the cash prizes that were won and not paid.
    pub fn unpaid(&self) -> Cents {
        let open = self.awards.iter().filter(|award| award.is_open());
        let prizes = open.filter_map(|award| self.terms.prize(award.prize));
        prizes.filter(|prize| prize.is_cash()).fold(Cents::ZERO, |sum, prize| sum + prize.value)
    }

    /// Tells whether the books of the promotion agree with the ledger: what waits to be paid lies in its account, and
    /// the house has put just that in.
    pub fn adds_up(&self, ledger: &Ledger) -> bool {
        let unpaid = i128::from(self.unpaid().0);
        let balance = |account| i128::from(ledger.balance(account));
        balance(Account::PromotionPrizes(self.number)) == unpaid
            && balance(Account::PromotionFund(self.number)) == -unpaid
    }
}

/// All promotions, the law that they are under, and the operator's list of prescribed items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Promotions {
    pub(crate) all: BTreeMap<PromotionId, Promotion>,
    /// What the law allows.
    pub law: LawInForce,
    /// How much turnover is a point.
    pub points: PointsRates,
    /// Items and services that the regulations prescribe, each with the regulation.
    pub prescribed: Vec<(String, String)>,
}

croupier_engine::stored! { struct Promotions { all, law, points, prescribed } }

impl Promotions {
    /// Finds a promotion.
    pub fn get(&self, number: PromotionId) -> Option<&Promotion> {
        self.all.get(&number)
    }

    /// Lists those that take entries.
    pub fn running(&self) -> impl Iterator<Item = &Promotion> {
        self.iter().filter(|promotion| promotion.state == PromotionState::Running)
    }

    /// Changes since when the Authority has terms: the clock was put right.
    pub(crate) fn each_time_ahead(&mut self, moved: impl Fn(&mut u64)) {
        self.all.values_mut().filter_map(|it| it.lodged.as_mut()).for_each(|it| moved(&mut it.at));
    }

    /// Lists all promotions.
    pub fn iter(&self) -> impl Iterator<Item = &Promotion> {
        self.all.values()
    }
}
