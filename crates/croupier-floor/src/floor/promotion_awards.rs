//! Prizes handed over and claims denied: who was told, what was paid and how, disputes, and vouchers that nobody used.

use croupier_engine::promotions::PromotionRule as Rule;
use croupier_engine::{Cents, Player};

use crate::answer::{Denied, Event, VoucherChange};
use crate::floor::Floor;
use crate::floor::promotion_draws::open_award;
use crate::floor::promotions::{
    ON, Planned, changes, is_said, may_be_exchanged, plainly, posted, refuse,
};
use crate::floor::vouchers::Issue;
use crate::ledger::Account;
use crate::naming::PersonId;
use crate::promotion::{
    AwardStage, Entered, Entrant, LegalSwitch, Means, PrizeKind, Promotion, PromotionAward,
    PromotionChange, PromotionId, PromotionState as State, PromotionWhy as Why,
};
use crate::reason::{Amount, Reason};
use crate::said::Commitment;
use crate::voucher::VoucherId;

/// A claim as it is denied.
pub(super) struct Denial {
    pub(super) award: Option<u32>,
    pub(super) value: Cents,
    pub(super) why: Commitment,
    pub(super) claimant: Option<Commitment>,
    pub(super) address: Option<Commitment>,
}

impl Floor {
    pub(super) fn plan_presence(
        &self,
        promotion: PromotionId,
        award: u32,
        present: bool,
    ) -> Planned {
        let known = self.promotion_is(promotion, &[State::Drawn], Rule::Claiming)?;
        open_award(known, award)?;
        Ok(changes(promotion, PromotionChange::Present { award, present }))
    }

    /// Notes that somebody has tried to tell a winner.
    pub(super) fn plan_notify(
        &self,
        (promotion, award): (PromotionId, u32),
        means: Means,
        attempt: PromotionChange,
    ) -> Planned {
        let known = self.promotion_is(promotion, &[State::Drawn], notify_rule(means))?;
        open_award(known, award)?;
        Ok(changes(promotion, attempt))
    }

    pub(super) fn plan_tell_refusal(
        &self,
        by: Player,
        (promotion, claim): (PromotionId, u32),
        means: Means,
    ) -> Planned {
        let known = self.promotion(promotion)?;
        let found = known.claims.iter().find(|known| known.number == claim);
        let found = found.ok_or_else(|| refuse(&known.terms, Rule::Refuse, Why::NoSuchClaim))?;
        if found.told.is_some() {
            return Err(refuse(&known.terms, Rule::Refuse, Why::ToldAlready));
        }
        Ok(changes(promotion, PromotionChange::RefusalTold { claim, means, by }))
    }

    pub(super) fn plan_decide(
        &self,
        by: Player,
        (promotion, dispute): (PromotionId, u32),
        decision: Commitment,
    ) -> Planned {
        let known = self.promotion(promotion)?;
        if open_dispute(known, dispute)?.is_some() {
            return Err(refuse(&known.terms, Rule::Dispute, Why::Decided));
        }
        is_said(known, decision, Rule::Dispute, Why::NotDecided)?;
        Ok(changes(promotion, PromotionChange::DisputeDecided { dispute, by, decision }))
    }

    pub(super) fn plan_close_dispute(
        &self,
        by: Player,
        (promotion, dispute): (PromotionId, u32),
        told: bool,
    ) -> Planned {
        let known = self.promotion(promotion)?;
        if open_dispute(known, dispute)?.is_none() {
            return Err(refuse(&known.terms, Rule::Dispute, Why::NotDecided));
        }
        if !told {
            return Err(refuse(&known.terms, Rule::Dispute, Why::SayOfInspector));
        }
        Ok(changes(promotion, PromotionChange::DisputeClosed { dispute, by }))
    }

    /// Opens an award again whose claim was denied wrongly, unless the prize went to somebody else.
    pub(super) fn plan_reinstate(
        &self,
        (number, award): (PromotionId, u32),
        why: Commitment,
    ) -> Planned {
        let promotion =
            self.promotion_is(number, &[State::Drawn, State::Awarded], Rule::Dispute)?;
        let drawn = promotion.award(award).ok_or_else(|| plainly(Why::NoSuchAward))?;
        if drawn.stage != AwardStage::Refused {
            return Err(refuse(&promotion.terms, Rule::Dispute, Why::NotRefused));
        }
        is_said(promotion, why, Rule::Dispute, Why::NotDecided)?;
        let mut events = Vec::new();
        if let Some(prize) = promotion.terms.prize(drawn.prize).filter(|prize| prize.is_cash()) {
            let (fund, prizes) = (Account::PromotionFund(number), Account::PromotionPrizes(number));
            events.push(posted(fund, prizes, prize.value));
        }
        events.extend(changes(number, PromotionChange::Reinstated { award, why }));
        Ok(events)
    }

    /// Makes sure that a prize can be handed over: the scrutineer has confirmed the draw of a large one, and the winner
    /// was there or knows of it.
    fn check_handing_over(
        &self,
        promotion: &Promotion,
        award: &PromotionAward,
    ) -> Result<(), Denied> {
        let no = |rule, why| Err(refuse(&promotion.terms, rule, why));
        if promotion.wants_scrutineer(award) && award.confirmed.is_none() {
            return no(Rule::Scrutineer, Why::NotConfirmed);
        }
        // Who was removed or is kept out since has won nothing.
        let entry = promotion.entries.get(award.entry);
        let removed = entry.is_some_and(|entry| promotion.entries.is_removed(&entry));
        let person = Self::entrant_person(award.who);
        if removed || person.is_some_and(|person| !self.may_win(promotion, person)) {
            return no(Rule::Eligible, Why::NotEligible);
        }
        // The list of what no prize may include may have grown.
        self.check_looked_at(&promotion.terms, award.prize, &[&promotion.checks])?;
        let must = promotion.terms.presence == Some(true);
        match (must, award.present == Some(true)) {
            (true, false) => no(Rule::Claiming, Why::NotPresent),
            (false, false) if !award.is_known() => no(Rule::Notify, Why::NotNotified),
            _ => Ok(()),
        }
    }

    /// Pays a prize of money, or the money in place of one.
    pub(super) fn plan_pay(
        &self,
        (number, award): (PromotionId, u32),
        instead: bool,
        [cash, cheque, transfer]: [Cents; 3],
    ) -> Planned {
        let promotion = self.promotion_is(number, &[State::Drawn], Rule::LargeCash)?;
        let drawn = open_award(promotion, award)?;
        let amount = self.payable(promotion, drawn, instead)?;
        self.check_handing_over(promotion, drawn)?;
        let most = Cents::CEILING;
        let parts = [cash, cheque, transfer];
        let fits = parts.iter().all(|part| *part <= most);
        if !fits || parts.iter().fold(Cents::ZERO, |sum, part| sum + *part) != amount {
            let why = Why::SumsDiffer { amount: Amount(amount) };
            return Err(refuse(&promotion.terms, Rule::LargeCash, why));
        }
        if !self.ledger.covers(Account::CageCash, cash) {
            return Err(Denied::of(Reason::Less { amount: Amount(cash) }));
        }
        let (fund, prizes) = (Account::PromotionFund(number), Account::PromotionPrizes(number));
        // What is paid in place of a prize was not put aside when it was won.
        let aside = if instead { amount } else { Cents::ZERO };
        let mut events = vec![
            posted(fund, prizes, aside),
            posted(Account::CageCash, fund, cash),
            posted(Account::Bank, fund, cheque + transfer),
            posted(prizes, Account::Outside, amount),
        ];
        let change = PromotionChange::Paid { award, instead, cash, cheque, transfer };
        events.extend(changes(number, change));
        Ok(events)
    }

    /// Says how much money a winner gets, if the order, the terms and the law let it be money.
    fn payable(
        &self,
        promotion: &Promotion,
        award: &PromotionAward,
        instead: bool,
    ) -> Result<Cents, Denied> {
        let terms = &promotion.terms;
        let prize = terms.prize(award.prize);
        let prize = prize.ok_or_else(|| refuse(terms, Rule::Prizes, Why::NoSuchPrize))?;
        if !instead {
            if !prize.is_cash() {
                return Err(refuse(terms, Rule::LargeCash, Why::NotCash));
            }
            self.check_law(terms, LegalSwitch::CashPrizes)?;
            return Ok(prize.value);
        }
        if !may_be_exchanged(prize) {
            let why = Why::NoCashInstead { prize: award.prize };
            return Err(refuse(terms, Rule::CashInstead, why));
        }
        let must_be_stated = terms.kinds().any(|(_, rules)| rules.cash_instead_stated);
        let amount = match prize.cash_instead {
            Some(amount) => amount.0,
            None if must_be_stated => {
                return Err(refuse(terms, Rule::CashInstead, Why::CashInsteadNotStated));
            }
            // The order lets the operator give the option without a word in the terms: the value of the prize.
            None => prize.value,
        };
        self.check_law(terms, LegalSwitch::CashInstead)?;
        Ok(amount)
    }

    /// Hands over a prize that is no money; a voucher is issued for it.
    pub(super) fn plan_deliver(
        &self,
        by: Player,
        (number, award): (PromotionId, u32),
        voucher: Option<VoucherId>,
        words: Commitment,
    ) -> Planned {
        let promotion = self.promotion_is(number, &[State::Drawn], Rule::Claiming)?;
        let drawn = open_award(promotion, award)?;
        let prize = promotion.terms.prize(drawn.prize);
        let prize = prize.ok_or_else(|| plainly(Why::NoSuchPrize))?;
        if prize.is_cash() {
            return Err(refuse(&promotion.terms, Rule::LargeCash, Why::IsCash));
        }
        self.check_handing_over(promotion, drawn)?;
        if !words.says_something() {
            return Err(Denied::of(Reason::NoGrounds));
        }
        let mut events = Vec::new();
        match (&prize.kind, voucher) {
            (PrizeKind::Voucher { games, expires }, Some(number_of_voucher)) => {
                let issue = Issue {
                    number: number_of_voucher,
                    amount: prize.value,
                    games,
                    expires: *expires,
                    player: Self::entrant_person(drawn.who).map(PersonId),
                    conditions: prize.conditions.unwrap_or(Commitment::NOTHING),
                    promotion: None,
                };
                self.check_issue(&issue)?;
                let issue = Issue { promotion: Some(number), ..issue };
                let change = self.issued(by, &issue)?;
                events.push(Event::Voucher { number: number_of_voucher, change });
                let account = Account::Voucher(number_of_voucher);
                events.push(posted(Account::VoucherMint, account, prize.value));
            }
            (PrizeKind::Voucher { .. }, None) | (_, Some(_)) => {
                return Err(plainly(Why::VoucherNumber));
            }
            (_, None) => {}
        }
        events.extend(changes(number, PromotionChange::Delivered { award, voucher, words }));
        Ok(events)
    }

    /// Denies a claim, and keeps who made it where the order wants that.
    pub(super) fn plan_refuse(&self, by: Player, number: PromotionId, denial: &Denial) -> Planned {
        let states = [&ON[..], &[State::Ended, State::Cancelled]].concat();
        let promotion = self.promotion_is(number, &states, Rule::Refuse)?;
        let terms = &promotion.terms;
        let &Denial { award, value, why, claimant, address } = denial;
        let mut events = Vec::new();
        let cancelled = promotion.state == State::Cancelled;
        if let Some(award) = award {
            let drawn = match promotion.award(award).filter(|_| cancelled) {
                Some(drawn) if drawn.stage == AwardStage::Cancelled => drawn,
                _ => open_award(promotion, award)?,
            };
            let prize = terms.prize(drawn.prize).ok_or_else(|| plainly(Why::NoSuchPrize))?;
            if prize.value != value {
                let amount = Amount(prize.value);
                return Err(refuse(terms, Rule::KeepRefused, Why::OtherValue { amount }));
            }
            // What a promotion that was cancelled had put aside went back with it.
            if prize.is_cash() && !cancelled {
                let fund = Account::PromotionFund(number);
                events.push(posted(Account::PromotionPrizes(number), fund, prize.value));
            }
        } else if !terms.prizes.iter().any(|prize| prize.value == value) {
            // A claim is for one of the prizes, whatever whoever denies it would like it to be worth.
            let amount = Amount(terms.largest());
            return Err(refuse(terms, Rule::KeepRefused, Why::OtherValue { amount }));
        }
        is_said(promotion, why, Rule::Refuse, Why::NoReasonToRedraw)?;
        let above = terms.strictest().kept_above;
        let told = |words: Option<Commitment>| words.is_some_and(|words| words.says_something());
        if value > above && !(told(claimant) && told(address)) {
            let why = Why::NameAndAddress { above: Amount(above) };
            return Err(refuse(terms, Rule::KeepRefused, why));
        }
        let claim = promotion.claims.len() as u32 + 1;
        let change = PromotionChange::Refused { claim, award, value, why, claimant, address, by };
        events.extend(changes(number, change));
        Ok(events)
    }

    pub(super) fn plan_dispute(
        &self,
        number: PromotionId,
        person: &Entered<PersonId>,
        what: Commitment,
    ) -> Planned {
        let promotion = self.promotion(number)?;
        let person = match *person {
            Entered::Person(person) => Entrant::Person(self.known(person)?),
            Entered::Named(name) if name.says_something() => Entrant::Named(name),
            Entered::Named(_) => return Err(Denied::of(Reason::BadName)),
        };
        if promotion.started.is_none() {
            let state = promotion.state;
            return Err(refuse(&promotion.terms, Rule::Dispute, Why::Is { state }));
        }
        if !what.says_something() {
            return Err(Denied::of(Reason::NoGrounds));
        }
        let dispute = promotion.disputes.len() as u32 + 1;
        Ok(changes(number, PromotionChange::Disputed { dispute, person, what }))
    }

    /// Writes off a voucher that nobody has exchanged in time.
    pub(super) fn plan_expire(&self, number: VoucherId) -> Planned {
        let voucher = self.vouchers.get(number);
        let voucher = voucher.ok_or_else(|| Denied::of(Reason::NoSuchVoucher { number }))?;
        if voucher.exchanged.is_some() || voucher.expired {
            return Err(plainly(Why::VoucherOver));
        }
        if voucher.expires > self.now {
            return Err(plainly(Why::VoucherNotExpired));
        }
        let change = VoucherChange::Expired;
        let account = Account::Voucher(number);
        Ok(vec![
            Event::Voucher { number, change },
            posted(account, Account::VoucherMint, voucher.amount),
        ])
    }

    /// Adds up what became of the vouchers that a promotion has issued.
    pub fn rewards_of(&self, promotion: &Promotion) -> Rewards {
        let mut rewards = Rewards::default();
        for voucher in promotion.vouchers.iter().filter_map(|number| self.vouchers.get(*number)) {
            rewards.issued += voucher.amount;
            match voucher.exchanged {
                Some(_) => {
                    rewards.exchanged += voucher.amount;
                    rewards.tokens_left += self.ledger.left_of(voucher.number);
                }
                None if voucher.expired => rewards.expired += voucher.amount,
                None => rewards.outstanding += self.ledger.held(Account::Voucher(voucher.number)),
            }
        }
        rewards
    }
}

/// What became of the vouchers of a promotion. What was issued is what was exchanged, what has expired and what is
/// outstanding; of what was exchanged, so much is left in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rewards {
    /// All that was issued.
    pub issued: Cents,
    /// What was exchanged for tokens.
    pub exchanged: Cents,
    /// What nobody exchanged in time.
    pub expired: Cents,
    /// What can still be exchanged, or has not been written off yet.
    pub outstanding: Cents,
    /// What is left of the tokens.
    pub tokens_left: Cents,
}

impl Rewards {
    /// Tells whether everything is accounted for.
    pub fn adds_up(&self) -> bool {
        self.issued == self.exchanged + self.expired + self.outstanding
            && self.tokens_left <= self.exchanged
    }
}

/// Finds a dispute that is not closed; says whether it is decided.
fn open_dispute(promotion: &Promotion, number: u32) -> Result<Option<Player>, Denied> {
    let no = |why| refuse(&promotion.terms, Rule::Dispute, why);
    let found = promotion.disputes.iter().find(|dispute| dispute.number == number);
    let found = found.ok_or_else(|| no(Why::NoSuchDispute))?;
    match found.told {
        Some(_) => Err(no(Why::ToldAlready)),
        None => Ok(found.decision.map(|(by, _)| by)),
    }
}

/// Returns the rule that lets somebody be told by these means.
const fn notify_rule(means: Means) -> Rule {
    match means {
        Means::InPerson => Rule::NotifyInPerson,
        Means::Mail => Rule::NotifyMail,
        Means::Telephone => Rule::NotifyTelephone,
        Means::Email => Rule::NotifyEmail,
    }
}
