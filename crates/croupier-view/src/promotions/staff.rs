//! What only those see of a promotion who run it or watch over it.

use croupier_floor::{
    Account, AdmittedFile, Ban, Entrant, Floor, Means, PersonId, PrizeChecks, Promotion,
    PromotionTerms, Role, hex,
};
use croupier_sheet::Word;
use serde::Serialize;

use super::PromotionEye;
use super::form::{BanView, bans};
use super::terms::{TermsView, terms_view};
use crate::{ApprovalView, TaskView, VoucherView};

/// What the desk sees of a promotion.
#[derive(Clone, Debug, Serialize)]
pub struct PromotionStaff {
    /// How the Authority got the terms.
    pub lodged: Option<LodgedView>,
    /// What advertises it.
    pub marketing: Vec<String>,
    /// The scrutineer who was nominated.
    pub scrutineer: Option<String>,
    /// Who could be nominated.
    pub scrutineers: Vec<String>,
    /// How many players have made a wager that the terms ask for.
    pub qualified: usize,
    /// What was found of each prize.
    pub checks: Vec<CheckView>,
    /// Terms that are proposed since the start.
    pub proposed: Option<ProposedView>,
    /// The Authority's approvals of other terms.
    pub approvals: Vec<ApprovalView>,
    /// Files of entries that were admitted.
    pub files: Vec<AdmittedFileView>,
    /// What does not win.
    pub removed: RemovedView,
    /// Claims that were denied.
    pub claims: Vec<ClaimView>,
    /// Disputes.
    pub disputes: Vec<DisputeView>,
    /// The vouchers that it has issued.
    pub vouchers: Vec<VoucherView>,
    /// What became of them.
    pub rewards: RewardsView,
    /// The money of cash prizes.
    pub money: MoneyView,
    /// What people must do about it.
    pub tasks: Vec<TaskView>,
}

/// How the Authority got the terms.
#[derive(Clone, Debug, Serialize)]
pub struct LodgedView {
    /// Its receipt.
    pub receipt: String,
    /// The date of it.
    pub date: Word,
    /// Who lodged them.
    pub by: String,
    /// When that was written down, in milliseconds since 1970.
    pub at: u64,
}

/// What was found of a prize.
#[derive(Clone, Debug, Serialize)]
pub struct CheckView {
    /// The prize, by its number.
    pub prize: u32,
    /// For what it was looked at.
    #[serde(flatten)]
    pub ban: BanView,
    /// What was found: `free`, `contains`, or `stale` if the list has grown since; nothing if nobody has looked.
    pub found: Option<&'static str>,
    /// Who looked.
    pub by: Option<String>,
    /// When, in milliseconds since 1970.
    pub at: Option<u64>,
}

/// Terms that are proposed since the start.
#[derive(Clone, Debug, Serialize)]
pub struct ProposedView {
    /// The terms.
    pub terms: TermsView,
    /// What was found of their prizes.
    pub checks: Vec<CheckView>,
}

/// A file of entries that two people have admitted.
#[derive(Clone, Debug, Serialize)]
pub struct AdmittedFileView {
    /// Its number.
    pub file: u32,
    /// Its SHA-256.
    pub sha256: String,
    /// How many rows it has.
    pub rows: u32,
    /// The next row that may be entered.
    pub next: u32,
}

/// What does not win.
#[derive(Clone, Debug, Serialize)]
pub struct RemovedView {
    /// People none of whose entries do.
    pub people: Vec<String>,
    /// Entries, by their numbers.
    pub entries: Vec<u32>,
}

/// A claim that was denied.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimView {
    /// Its number.
    pub claim: u32,
    /// The award whose winner claimed.
    pub award: Option<u32>,
    /// What the prize is worth, in cents.
    pub value: u64,
    /// Why it was denied.
    pub why: String,
    /// Who claimed, for those who may know.
    pub claimant: Option<String>,
    /// The address of who claimed, for those who may know.
    pub address: Option<String>,
    /// Who denied it.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// How and by whom whoever claimed was told.
    pub told: Option<ToldView>,
}

/// How somebody was told something.
#[derive(Clone, Debug, Serialize)]
pub struct ToldView {
    /// By which means.
    pub means: &'static str,
    /// By whom.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// A dispute.
#[derive(Clone, Debug, Serialize)]
pub struct DisputeView {
    /// Its number.
    pub dispute: u32,
    /// Who disputes.
    pub person: String,
    /// About what.
    pub what: String,
    /// When it was made, in milliseconds since 1970.
    pub at: u64,
    /// How far it has come: `open`, `decided` or `closed`.
    pub stage: &'static str,
    /// What was decided.
    pub decision: Option<String>,
    /// By whom.
    pub decided_by: Option<String>,
    /// Who told the person of the complaint to an inspector.
    pub told_by: Option<String>,
    /// When.
    pub told_at: Option<u64>,
}

/// What became of the vouchers of a promotion, in cents.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RewardsView {
    /// All that was issued.
    pub issued: u64,
    /// What was exchanged for tokens.
    pub exchanged: u64,
    /// What nobody exchanged in time.
    pub expired: u64,
    /// What can still be exchanged.
    pub outstanding: u64,
    /// What is left of the tokens.
    pub tokens_left: u64,
}

/// The money of the cash prizes of a promotion, in cents.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MoneyView {
    /// What was won and is not paid.
    pub unpaid: u64,
    /// What lies in the account of prizes that were won.
    pub prizes: i64,
    /// What the house has put in for them, below nothing.
    pub fund: i64,
    /// What was paid in cash.
    pub paid_cash: u64,
    /// What was paid by crossed cheque.
    pub paid_cheque: u64,
    /// What was paid by transfer.
    pub paid_transfer: u64,
}

/// Shows the desk what only it sees of a promotion.
pub(super) fn staff(floor: &Floor, promotion: &Promotion, eye: PromotionEye) -> PromotionStaff {
    let name = |person| floor.people.name(person).to_owned();
    let scrutineers = floor.people.iter().filter(|(it, _)| floor.people.is(*it, Role::Scrutineer));
    let proposed = promotion.proposed.as_ref().map(|(terms, checks)| ProposedView {
        terms: terms_view(promotion, terms),
        checks: checks_of(floor, terms, checks),
    });
    let vouchers = promotion.vouchers.iter().filter_map(|number| floor.vouchers.get(*number));
    PromotionStaff {
        lodged: promotion.lodged.as_ref().map(|lodged| LodgedView {
            receipt: promotion.text(lodged.receipt),
            date: lodged.date.clone(),
            by: name(lodged.by),
            at: lodged.at,
        }),
        marketing: promotion.marketing.iter().map(|item| promotion.text(*item)).collect(),
        scrutineer: promotion.scrutineer.map(name),
        scrutineers: scrutineers.map(|(_, person)| person.name.clone()).collect(),
        qualified: promotion.qualified.len(),
        checks: checks_of(floor, &promotion.terms, &promotion.checks),
        proposed,
        approvals: promotion
            .approvals
            .iter()
            .map(|it| ApprovalView {
                reference: it.reference.clone(),
                date: it.date.clone(),
                by: name(it.by),
            })
            .collect(),
        files: files(promotion),
        removed: RemovedView {
            people: promotion.entries.removed_people().map(name).collect(),
            entries: promotion.entries.removed_entries().collect(),
        },
        claims: claims(floor, promotion, eye),
        disputes: disputes(floor, promotion),
        vouchers: vouchers.map(|voucher| VoucherView::of(voucher, floor, true)).collect(),
        rewards: rewards(floor, promotion),
        money: money(floor, promotion),
        tasks: super::tasks_of(floor, promotion.number)
            .map(|task| TaskView::of(task, floor))
            .collect(),
    }
}

fn checks_of(
    floor: &Floor,
    terms: &PromotionTerms<PersonId>,
    checks: &PrizeChecks,
) -> Vec<CheckView> {
    let listed = floor.promotions.prescribed.len() as u32;
    let of = |prize: u32, ban: BanView| {
        let check = checks.get(&(prize, ban.ban));
        let found = check.map(|check| match check.contains {
            true => "contains",
            false if ban.ban == Ban::Prescribed && check.listed != listed => "stale",
            false => "free",
        });
        let by = check.map(|check| floor.people.name(check.by).to_owned());
        CheckView { prize, ban, found, by, at: check.map(|check| check.at) }
    };
    let prizes = 1..=terms.prizes.len() as u32;
    prizes
        .flat_map(|prize| bans(terms).into_iter().map(move |ban| (prize, ban)))
        .map(|(prize, ban)| of(prize, ban))
        .collect()
}

fn files(promotion: &Promotion) -> Vec<AdmittedFileView> {
    let files = (1..).zip(promotion.entries.files());
    let view = |(file, it): (u32, &AdmittedFile)| AdmittedFileView {
        file,
        sha256: hex(&it.sha256),
        rows: it.rows,
        next: it.next,
    };
    files.map(view).collect()
}

fn claims(floor: &Floor, promotion: &Promotion, eye: PromotionEye) -> Vec<ClaimView> {
    let told = |(means, by, at): (Means, _, u64)| ToldView {
        means: means.name(),
        by: floor.people.name(by).to_owned(),
        at,
    };
    // Who was denied something, and where they live, is between them and those who run the house.
    let kept = |words: Option<croupier_floor::Commitment>| {
        words.filter(|_| eye.claims).map(|words| promotion.text(words))
    };
    let view = |claim: &croupier_floor::RefusedClaim| ClaimView {
        claim: claim.number,
        award: claim.award,
        value: claim.value.0,
        why: promotion.text(claim.why),
        claimant: kept(claim.claimant),
        address: kept(claim.address),
        by: floor.people.name(claim.by).to_owned(),
        at: claim.at,
        told: claim.told.map(told),
    };
    promotion.claims.iter().map(view).collect()
}

fn disputes(floor: &Floor, promotion: &Promotion) -> Vec<DisputeView> {
    let name = |person| floor.people.name(person).to_owned();
    let view = |dispute: &croupier_floor::Dispute| DisputeView {
        dispute: dispute.number,
        person: match dispute.person {
            Entrant::Person(person) => name(person),
            Entrant::Named(words) => promotion.text(words),
        },
        what: promotion.text(dispute.what),
        at: dispute.at,
        stage: match (dispute.decision, dispute.told) {
            (_, Some(_)) => "closed",
            (Some(_), None) => "decided",
            (None, None) => "open",
        },
        decision: dispute.decision.map(|(_, words)| promotion.text(words)),
        decided_by: dispute.decision.map(|(by, _)| name(by)),
        told_by: dispute.told.map(|(by, _)| name(by)),
        told_at: dispute.told.map(|(_, at)| at),
    };
    promotion.disputes.iter().map(view).collect()
}

fn rewards(floor: &Floor, promotion: &Promotion) -> RewardsView {
    let rewards = floor.rewards_of(promotion);
    RewardsView {
        issued: rewards.issued.0,
        exchanged: rewards.exchanged.0,
        expired: rewards.expired.0,
        outstanding: rewards.outstanding.0,
        tokens_left: rewards.tokens_left.0,
    }
}

fn money(floor: &Floor, promotion: &Promotion) -> MoneyView {
    let paid = |part: usize| promotion.awards.iter().map(|award| award.paid[part].0).sum();
    MoneyView {
        unpaid: promotion.unpaid().0,
        prizes: floor.ledger.balance(Account::PromotionPrizes(promotion.number)),
        fund: floor.ledger.balance(Account::PromotionFund(promotion.number)),
        paid_cash: paid(0),
        paid_cheque: paid(1),
        paid_transfer: paid(2),
    }
}
