//! Promotions from the draft of their terms to their end. Every act is checked whole before anything is done: what
//! follows from it is a list of events, and only when there is one are they carried out.

use std::collections::BTreeSet;

use croupier_engine::promotions::PromotionRule as Rule;
use croupier_engine::{Cents, Kind, Player};
use croupier_sheet::Word;

use crate::act::{Act, PromotionAct};
use crate::answer::{Denied, Event};
use crate::floor::promotion_awards::Denial;
use crate::floor::{Floor, Request};
use crate::ledger::{Account, Posting};
use crate::naming::PersonId;
use crate::people::Role;
use crate::pool::{Approval, Day};
use crate::promotion::{
    Ban, Entrant, LegalSwitch, MOST_PRIZES, Prize, PrizeChecks, PrizeKind, Promotion,
    PromotionAward, PromotionChange, PromotionId, PromotionState as State, PromotionTerms,
    PromotionWhy as Why, PublishedBy, QualifyingWager,
};
use crate::reason::Reason;
use crate::said::{Commitment, Said};

/// What follows from an act about a promotion, if it can be done.
pub(super) type Planned = Result<Vec<Event>, Denied>;

/// The states in which a promotion is on: it has started, and is not over.
pub(super) const ON: [State; 4] =
    [State::Running, State::EntriesClosed, State::Drawn, State::Awarded];

impl Floor {
    /// Does what concerns a promotion.
    pub(super) fn promotion_act(
        &mut self,
        by: Player,
        act: &PromotionAct<PersonId>,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let planned = self.plan_promotion(by, act)?;
        self.drop_requests_about_terms(&planned, events);
        for event in planned {
            match event {
                Event::Posted(Posting { from, to, amount }) => self.post(from, to, amount, events),
                event => self.note(event, said, events),
            }
        }
        let promotion = act.promotion().and_then(|number| self.promotions.get(number));
        if let Some(promotion) = promotion
            && promotion.state == State::Drawn
            && !promotion.awards.iter().any(PromotionAward::is_open)
        {
            let (promotion, change) = (promotion.number, PromotionChange::Awarded);
            self.note(Event::Promotion { promotion, change }, said, events);
        }
        Ok(())
    }

    /// Lets requests about a promotion fall when other terms are written: who agrees then would agree to something else.
    fn drop_requests_about_terms(&mut self, planned: &[Event], events: &mut Vec<Event>) {
        let written = planned.iter().find_map(|event| match event {
            Event::Promotion {
                promotion,
                change: PromotionChange::Drafted { .. } | PromotionChange::Proposed { .. },
            } => Some(*promotion),
            _ => None,
        });
        let Some(written) = written else { return };
        let about = |request: &Request| match &request.act {
            Act::PromotionAct(act) => act.promotion() == Some(written),
            Act::HouseAct(_) | Act::PoolAct(_) | Act::EdgeAct(_) | Act::TableAct(_) => false,
        };
        let falls = self.requests.iter().filter(|(_, request)| about(request));
        let falls: Vec<_> = falls.map(|(number, _)| *number).collect();
        for request in falls {
            self.note(Event::Fell { request }, &Said::default(), events);
        }
    }

    /// Says what follows from an act about a promotion, without doing it.
    #[expect(clippy::too_many_lines, reason = "a row for each act")]
    pub(super) fn plan_promotion(&self, by: Player, act: &PromotionAct<PersonId>) -> Planned {
        use PromotionAct as On;
        match *act {
            On::SetLaw { switch, allowed, from, source } => {
                says(source, Reason::BadReference)?;
                Ok(vec![Event::Law { switch, allowed, from, source, by }])
            }
            On::PrescribeItem { item, source } => {
                says(item, Reason::NoGrounds)?;
                says(source, Reason::BadReference)?;
                Ok(vec![Event::Prescribed { item, source }])
            }
            On::SetPoints { cents, from, source } => {
                says(source, Reason::BadReference)?;
                Ok(vec![Event::Points { cents, from, source, by }])
            }
            On::DraftPromotion { promotion, name, ref terms } => {
                self.plan_draft(promotion, name, terms)
            }
            On::CheckPrize { promotion, prize, ref free_of, ref contains } => {
                self.plan_check(by, (promotion, prize), (free_of, contains))
            }
            On::FinalisePromotion { promotion } => self.plan_finalise(by, promotion),
            On::LodgePromotion { promotion, receipt, ref date } => {
                self.plan_lodge(by, promotion, (receipt, date))
            }
            On::PublishTerms { promotion, means, place } => {
                self.plan_publish(by, promotion, means, place)
            }
            On::NoteMarketing { promotion, item, refers } => {
                self.plan_marketing(promotion, item, refers)
            }
            On::CommitPromotion { promotion, ref commitment, ref salt } => {
                self.plan_commit(promotion, commitment, salt)
            }
            On::NominateScrutineer { promotion, person } => self.plan_nominate(promotion, person),
            On::StartPromotion { promotion } => self.plan_start(promotion),
            On::AmendPromotion { promotion, reference, ref date } => {
                self.plan_amend(by, promotion, (reference, date))
            }
            On::EndPromotion { promotion } => self.plan_end(promotion),
            On::PostponePromotion { promotion, why } => self.plan_postpone(by, promotion, why),
            On::CancelPromotion { promotion, why } => self.plan_cancel(by, promotion, why),
            On::TellInspectorate { promotion, whom } => {
                self.plan_tell_inspectorate(by, promotion, whom)
            }
            On::ValidatePromotion { promotion, why } => self.plan_validate(by, promotion, why),
            On::ResumePromotion { promotion } => self.plan_resume(promotion),
            On::AdmitFile { promotion, ref sha256, rows } => {
                self.plan_admit(by, promotion, (sha256, rows))
            }
            On::EnterPromotion { promotion, ref entrants, file, row } => {
                self.plan_enter(by, promotion, entrants, (file, row))
            }
            On::RemoveEntrant { promotion, person, entry, why } => {
                self.plan_remove(promotion, (person, entry), why)
            }
            On::CloseEntries { promotion } => self.plan_close(promotion),
            On::SealValue { promotion, ref sealed } => self.plan_seal(by, promotion, sealed),
            On::AttendDraw { promotion, ref value, ref root } => {
                self.plan_attend(by, promotion, (value.as_deref(), root.as_deref()))
            }
            On::DrawValue { promotion, ref published } => self.plan_value(promotion, published),
            On::DrawPromotion { promotion, ref seed } => self.plan_all_draws(promotion, seed),
            On::ShowSeed { promotion, ref seed } => self.plan_show_seed(promotion, seed),
            On::ConfirmAward { promotion, award } => self.plan_confirm(by, promotion, award),
            On::RedrawAward { promotion, award, reason, why } => {
                self.plan_redraw((promotion, award), reason, why)
            }
            On::NotePresence { promotion, award, present } => {
                self.plan_presence(promotion, award, present)
            }
            On::NotifyWinner { promotion, award, means, reached, words } => {
                let change = PromotionChange::Attempted { award, means, reached, by, words };
                self.plan_notify((promotion, award), means, change)
            }
            On::PayAward { promotion, award, instead, cash, cheque, transfer } => {
                self.plan_pay((promotion, award), instead, [cash, cheque, transfer])
            }
            On::DeliverAward { promotion, award, voucher, words } => {
                self.plan_deliver(by, (promotion, award), voucher, words)
            }
            On::RefuseClaim { promotion, award, value, why, claimant, address } => {
                let denial = Denial { award, value, why, claimant, address };
                self.plan_refuse(by, promotion, &denial)
            }
            On::ReinstateAward { promotion, award, why } => {
                self.plan_reinstate((promotion, award), why)
            }
            On::TellRefusal { promotion, claim, means } => {
                self.plan_tell_refusal(by, (promotion, claim), means)
            }
            On::DisputePromotion { promotion, ref person, what } => {
                self.plan_dispute(promotion, person, what)
            }
            On::DecideDispute { promotion, dispute, decision } => {
                self.plan_decide(by, (promotion, dispute), decision)
            }
            On::CloseDispute { promotion, dispute, told } => {
                self.plan_close_dispute(by, (promotion, dispute), told)
            }
            On::ExpireVoucher { number } => self.plan_expire(number),
        }
    }

    /// Says whether the floor would take an act about promotions from somebody now, were all words said: who must agree
    /// besides.
    ///
    /// # Errors
    /// The person has no right to it, or the rules say no.
    pub fn would_take_about_promotion(
        &self,
        by: Player,
        act: &PromotionAct<PersonId>,
    ) -> Result<Vec<Role>, Denied> {
        let recorded = Act::PromotionAct(act.clone());
        let (right, _) = self.right(by, &recorded)?;
        self.doer(by, &recorded, right, None)?;
        match act {
            // Nothing is drawn to find out.
            PromotionAct::RedrawAward { promotion, award, reason, .. } => {
                self.check_redraw(*promotion, *award, *reason)?;
            }
            act => drop(self.plan_promotion(by, act)?),
        }
        Ok(right.agreeing(None))
    }

    /// Finds a promotion.
    pub(super) fn promotion(&self, number: PromotionId) -> Result<&Promotion, Denied> {
        self.promotions.get(number).ok_or_else(|| plainly(Why::NoSuchPromotion))
    }

    /// Finds a promotion that has come as far as one of these. One that is postponed takes nothing else.
    pub(super) fn promotion_is(
        &self,
        number: PromotionId,
        states: &[State],
        rule: Rule,
    ) -> Result<&Promotion, Denied> {
        let found = self.promotion(number)?;
        if states.contains(&found.state) {
            return Ok(found);
        }
        let rule = match found.state {
            State::Postponed | State::Cancelled => Rule::Compromised,
            _ => rule,
        };
        Err(refuse(&found.terms, rule, Why::Is { state: found.state }))
    }

    /// Finds a promotion that is neither over nor interrupted.
    fn promotion_goes_on(&self, number: PromotionId, rule: Rule) -> Result<&Promotion, Denied> {
        let before = [State::Draft, State::Final, State::Lodged];
        self.promotion_is(number, &[&before[..], &ON].concat(), rule)
    }

    fn plan_finalise(&self, by: Player, promotion: PromotionId) -> Planned {
        let known = self.promotion_is(promotion, &[State::Draft], Rule::Terms)?;
        self.check_complete(&known.terms, &[&known.checks])?;
        Ok(changes(promotion, PromotionChange::Finalised { by }))
    }

    fn plan_publish(
        &self,
        by: Player,
        promotion: PromotionId,
        means: PublishedBy,
        place: Commitment,
    ) -> Planned {
        let states =
            [State::Final, State::Lodged, State::Running, State::EntriesClosed, State::Drawn];
        let known = self.promotion_is(promotion, &states, Rule::Published)?;
        is_said(known, place, Rule::Published, Why::NotPublished)?;
        Ok(changes(promotion, PromotionChange::Published { means, place, by }))
    }

    fn plan_marketing(&self, promotion: PromotionId, item: Commitment, refers: bool) -> Planned {
        let known = self.promotion_goes_on(promotion, Rule::Published)?;
        is_said(known, item, Rule::Published, Why::NotPublished)?;
        if !refers {
            return Err(refuse(&known.terms, Rule::Published, Why::MarketingMustRefer));
        }
        Ok(changes(promotion, PromotionChange::Marketed { item }))
    }

    fn plan_draft(
        &self,
        promotion: PromotionId,
        name: Commitment,
        terms: &PromotionTerms<PersonId>,
    ) -> Planned {
        if promotion.0 == 0 {
            return Err(plainly(Why::BadNumber));
        }
        says(name, Reason::BadName)?;
        self.check_terms_make_sense(terms)?;
        let terms = Box::new(terms.clone());
        let Some(known) = self.promotions.get(promotion) else {
            return Ok(changes(promotion, PromotionChange::Drafted { name, terms }));
        };
        match known.state {
            State::Draft | State::Final | State::Lodged => {
                Ok(changes(promotion, PromotionChange::Drafted { name, terms }))
            }
            State::Running | State::EntriesClosed | State::Drawn => {
                let terms = self.proposal(known, &terms)?;
                Ok(changes(promotion, PromotionChange::Proposed { terms: Box::new(terms) }))
            }
            State::Awarded | State::Ended | State::Postponed | State::Cancelled => {
                Err(refuse(&known.terms, Rule::Amend, Why::Is { state: known.state }))
            }
        }
    }

    /// Says which terms can be proposed after the start. From then on the draw keeps its source, and no game joins that the
    /// Authority has not seen; from the time of closing on, what everybody knows stays as it is.
    fn proposal(
        &self,
        known: &Promotion,
        terms: &PromotionTerms<PersonId>,
    ) -> Result<PromotionTerms<PersonId>, Denied> {
        if known.state != State::Running || self.check_entries_open(known).is_err() {
            return match known.terms.fixes_the_same(terms) {
                true => Ok(terms.with_fixed(&known.terms)),
                false => Err(refuse(&known.terms, Rule::Amend, Why::FixedByClosing)),
            };
        }
        if !terms.games.iter().all(|game| known.terms.games.contains(game)) {
            return Err(refuse(terms, Rule::Lodge, Why::NotAGameOfPromotion));
        }
        Ok(PromotionTerms { source: known.terms.source, ..terms.clone() })
    }

    /// Makes sure of what must make sense even in a draft.
    fn check_terms_make_sense(&self, terms: &PromotionTerms<PersonId>) -> Result<(), Denied> {
        let games: BTreeSet<_> = terms.games.iter().collect();
        let known = terms.kinds().count();
        if known == 0 || known != terms.games.len() || games.len() != terms.games.len() {
            return Err(plainly(Why::BadGames));
        }
        if let Some(QualifyingWager::Least { amount, on }) = &terms.wager {
            let has = |on: &String| terms.kinds().any(|(kind, _)| kind.wager(on).is_some());
            if amount.is_zero() || *amount > Cents::CEILING {
                return Err(refuse(terms, Rule::Wager, Why::NoSuchWager));
            }
            if on.as_ref().is_some_and(|on| !has(on)) {
                return Err(refuse(terms, Rule::Wager, Why::NoSuchWager));
            }
        }
        let count = terms.prizes.iter().map(|prize| u64::from(prize.count)).sum::<u64>();
        if count > u64::from(MOST_PRIZES) {
            return Err(refuse(terms, Rule::Prizes, Why::TooManyPrizes { most: MOST_PRIZES }));
        }
        let most = Cents(Cents::CEILING.0 / 100);
        let worth = |prize: &Prize<PersonId>| u128::from(prize.value.0) * u128::from(prize.count);
        if terms.prizes.iter().map(worth).sum::<u128>() > u128::from(Cents::CEILING.0) {
            return Err(Denied::of(Reason::BadAmount));
        }
        let strictest = terms.strictest();
        for (number, prize) in (1..).zip(&terms.prizes) {
            let instead = prize.cash_instead.map(|amount| amount.0);
            if prize.value > most || instead.is_some_and(|amount| amount > most) {
                return Err(Denied::of(Reason::BadAmount));
            }
            if prize.liquor_litres > strictest.liquor_litres {
                let why = Why::Banned { prize: number, ban: Ban::Liquor };
                return Err(refuse(terms, Rule::Liquor, why));
            }
            // Who takes money in place of a prize gets some, and not more than the prize is worth.
            let fair = |amount: Cents| !amount.is_zero() && amount <= prize.value;
            if instead.is_some_and(|amount| !may_be_exchanged(prize) || !fair(amount)) {
                let why = Why::NoCashInstead { prize: number };
                return Err(refuse(terms, Rule::CashInstead, why));
            }
            check_voucher_games(prize)?;
        }
        Ok(())
    }

    fn plan_check(
        &self,
        by: Player,
        (promotion, prize): (PromotionId, u32),
        (free_of, contains): (&[Ban], &[Ban]),
    ) -> Planned {
        let known = self.promotion_goes_on(promotion, Rule::Banned)?;
        let terms = known.proposed.as_ref().map_or(&known.terms, |(terms, _)| terms);
        if terms.prize(prize).is_none() {
            return Err(refuse(terms, Rule::Banned, Why::NoSuchPrize));
        }
        let both = free_of.iter().any(|ban| contains.contains(ban));
        if both || free_of.is_empty() && contains.is_empty() {
            return Err(refuse(terms, Rule::Banned, Why::NothingChecked));
        }
        let listed = self.promotions.prescribed.len() as u32;
        let (free_of, contains) = (free_of.to_vec(), contains.to_vec());
        let change = PromotionChange::Checked { prize, free_of, contains, listed, by };
        Ok(changes(promotion, change))
    }

    /// Makes sure that terms have all that the orders want in them, that every prize was looked at by somebody, and that
    /// the law allows it.
    fn check_complete(
        &self,
        terms: &PromotionTerms<PersonId>,
        checks: &[&PrizeChecks],
    ) -> Result<(), Denied> {
        if let Some((rule, prize)) = terms.missing() {
            return Err(refuse(terms, rule, Why::TermMissing { term: rule, prize }));
        }
        if terms.draws <= terms.closes {
            return Err(refuse(terms, Rule::Closing, Why::BadTimes));
        }
        for (number, prize) in (1..).zip(&terms.prizes) {
            self.check_lawful(terms, prize)?;
            check_voucher(terms, prize)?;
            self.check_looked_at(terms, number, checks)?;
        }
        Ok(())
    }

    /// Makes sure that somebody has looked at a prize for everything that no prize may include, and has found nothing. What
    /// was found later comes first in the list.
    pub(super) fn check_looked_at(
        &self,
        terms: &PromotionTerms<PersonId>,
        prize: u32,
        checks: &[&PrizeChecks],
    ) -> Result<(), Denied> {
        let listed = self.promotions.prescribed.len() as u32;
        for ban in Ban::ALL {
            let check = checks.iter().find_map(|checks| checks.get(&(prize, ban)));
            let fresh = check.filter(|it| ban != Ban::Prescribed || it.listed == listed);
            let why = match fresh {
                None => Why::NotChecked { prize, ban },
                Some(check) if check.contains => Why::Banned { prize, ban },
                Some(_) => continue,
            };
            return Err(refuse(terms, ban.rule(), why));
        }
        Ok(())
    }

    /// Makes sure that the law beside the orders allows a prize, and what may be taken in its place.
    fn check_lawful(
        &self,
        terms: &PromotionTerms<PersonId>,
        prize: &Prize<PersonId>,
    ) -> Result<(), Denied> {
        if prize.includes_money() {
            self.check_law(terms, LegalSwitch::CashPrizes)?;
        }
        match prize.cash_instead {
            Some(_) => self.check_law(terms, LegalSwitch::CashInstead),
            None => Ok(()),
        }
    }

    /// Makes sure that the law allows something now. It says no beside the orders, so that no clause of theirs is cited.
    pub(super) fn check_law(
        &self,
        terms: &PromotionTerms<PersonId>,
        switch: LegalSwitch,
    ) -> Result<(), Denied> {
        if self.promotions.law.allows(switch, self.now) {
            return Ok(());
        }
        let order = terms.kinds().next().map(|(kind, _)| Word::from(kind.name()));
        Err(Denied::of(Reason::Promotion { order, why: Why::LawForbids { switch } }))
    }

    /// Makes sure that entries can still come, and that the draw comes after them.
    fn check_times(&self, terms: &PromotionTerms<PersonId>) -> Result<(), Denied> {
        let (closes, draws) = (terms.closes.unwrap_or(0), terms.draws.unwrap_or(0));
        match closes > self.now && draws > closes {
            true => Ok(()),
            false => Err(refuse(terms, Rule::Closing, Why::BadTimes)),
        }
    }

    fn plan_lodge(
        &self,
        by: Player,
        promotion: PromotionId,
        (receipt, date): (Commitment, &Day),
    ) -> Planned {
        let known = self.promotion_is(promotion, &[State::Final], Rule::Lodge)?;
        self.check_complete(&known.terms, &[&known.checks])?;
        is_said(known, receipt, Rule::Lodge, Why::BadReference)?;
        let date = String::from(*date).into();
        Ok(changes(promotion, PromotionChange::Lodged { receipt, date, by }))
    }

    /// Commits the house to a seed. Before the start it may put another in its place, as nobody has entered: the first may
    /// be lost, or be known to whoever saw another copy of the house go on.
    fn plan_commit(&self, promotion: PromotionId, commitment: &str, salt: &str) -> Planned {
        let states = [State::Draft, State::Final, State::Lodged];
        let known = self.promotion_is(promotion, &states, Rule::Manner)?;
        if known.draw.commitment.as_ref().is_some_and(|it| it.eq_ignore_ascii_case(commitment)) {
            return Err(plainly(Why::CommittedAlready));
        }
        if commitment.is_empty() || salt.is_empty() {
            return Err(plainly(Why::BadCommitment));
        }
        let commitment = commitment.to_ascii_lowercase().into();
        let salt = salt.to_owned().into();
        Ok(changes(promotion, PromotionChange::Committed { commitment, salt }))
    }

    fn plan_nominate(&self, promotion: PromotionId, person: PersonId) -> Planned {
        let known = self.promotion_goes_on(promotion, Rule::Scrutineer)?;
        let scrutineer = self.known(person)?;
        if !self.people.is(scrutineer, Role::Scrutineer) {
            return Err(refuse(&known.terms, Rule::Scrutineer, Why::NotAScrutineer));
        }
        // Who gave the value oversees the draw; who confirms what was drawn may be another.
        if known.draw.attended.is_some() && known.draw.at.is_none() {
            return Err(refuse(&known.terms, Rule::Scrutineer, Why::ScrutineerIsThere));
        }
        Ok(changes(promotion, PromotionChange::Nominated { scrutineer }))
    }

    fn plan_start(&self, promotion: PromotionId) -> Planned {
        let known = self.promotion_is(promotion, &[State::Lodged], Rule::Lodge)?;
        let lodged = known.lodged.as_ref();
        let lodged = lodged.ok_or_else(|| refuse(&known.terms, Rule::Lodge, Why::BadReference))?;
        let until = lodged.at.saturating_add(known.terms.strictest().lodge_ahead);
        if self.now < until {
            return Err(refuse(&known.terms, Rule::Lodge, Why::TooSoon { until }));
        }
        self.check_complete(&known.terms, &[&known.checks])?;
        self.check_times(&known.terms)?;
        if known.published.is_empty() {
            return Err(refuse(&known.terms, Rule::Published, Why::NotPublished));
        }
        let commitment = known.draw.commitment.clone();
        let commitment = commitment.ok_or_else(|| plainly(Why::NotCommitted))?.into();
        // Who gives the value of the draw is known before the first entry.
        if known.terms.source.is_none() && known.scrutineer.is_none() {
            return Err(refuse(&known.terms, Rule::Manner, Why::NobodyGivesTheValue));
        }
        Ok(changes(promotion, PromotionChange::Started { commitment }))
    }

    fn plan_amend(
        &self,
        by: Player,
        promotion: PromotionId,
        (reference, date): (Commitment, &Day),
    ) -> Planned {
        let known = self.promotion_is(promotion, &ON[..3], Rule::Amend)?;
        let Some((terms, checks)) = &known.proposed else {
            return Err(refuse(&known.terms, Rule::Amend, Why::NothingProposed));
        };
        is_said(known, reference, Rule::Amend, Why::BadReference)?;
        // The time of closing may have come since it was proposed.
        self.proposal(known, terms)?;
        // Prizes that are as they were when they were looked at need not be looked at again.
        let same = known.terms.prizes == terms.prizes;
        let all = [checks, &known.checks];
        self.check_complete(terms, if same { &all } else { &all[..1] })?;
        if self.check_entries_open(known).is_ok() {
            self.check_times(terms)?;
        }
        let date = String::from(*date).into();
        Ok(changes(promotion, PromotionChange::Amended(Approval { reference, date, by })))
    }

    fn plan_end(&self, promotion: PromotionId) -> Planned {
        let known = self.promotion_is(promotion, &[State::Awarded], Rule::Terms)?;
        if known.claims.iter().any(|claim| claim.told.is_none()) {
            return Err(refuse(&known.terms, Rule::Refuse, Why::ClaimsOpen));
        }
        if known.disputes.iter().any(|dispute| dispute.told.is_none()) {
            return Err(refuse(&known.terms, Rule::Dispute, Why::DisputesOpen));
        }
        Ok(changes(promotion, PromotionChange::Ended))
    }

    /// Makes sure that a voucher can be a reward of a promotion: it is on, and goes with the games of the voucher.
    pub(super) fn check_reward(
        &self,
        promotion: PromotionId,
        (amount, games): (Cents, &[String]),
    ) -> Result<u32, Denied> {
        let known = self.promotion_is(promotion, &ON, Rule::Offer)?;
        if !games.iter().all(|game| known.terms.games.contains(game)) {
            return Err(refuse(&known.terms, Rule::Offer, Why::NotAGameOfPromotion));
        }
        let issued = |number: &u32| known.rewarded.get(number).copied().unwrap_or(0);
        let mut rewards = (1..).zip(&known.terms.rewards);
        let left = rewards
            .find(|(number, reward)| reward.amount == amount && issued(number) < reward.count);
        left.map(|(number, _)| number)
            .ok_or_else(|| refuse(&known.terms, Rule::Offer, Why::NotAReward))
    }

    /// Makes sure that the books of the promotions about which something happened agree with the ledger.
    ///
    /// # Panics
    /// If they do not: money was lost or made up.
    pub(super) fn check_promotions(&self, events: &[Event]) {
        for event in events {
            if let Event::Promotion { promotion, .. } = event {
                let known = self.promotions.get(*promotion);
                let sound = known.is_some_and(|it| it.adds_up(&self.ledger));
                assert!(sound, "the books of promotion {} do not add up", promotion.0);
            }
        }
    }

    /// Tells who has entered, as far as the house knows the person.
    pub(super) fn entrant_person(who: Entrant) -> Option<Player> {
        match who {
            Entrant::Person(person) => Some(person),
            Entrant::Named(_) => None,
        }
    }
}

/// One change of a promotion, as all that follows.
pub(super) fn changes(promotion: PromotionId, change: PromotionChange) -> Vec<Event> {
    vec![Event::Promotion { promotion, change }]
}

/// Money that moves; where it is none, nothing is told.
pub(super) const fn posted(from: Account, to: Account, amount: Cents) -> Event {
    Event::Posted(Posting { from, to, amount })
}

/// Denies something about a promotion by the clause of the strictest of its orders.
pub(super) fn refuse(terms: &PromotionTerms<PersonId>, rule: Rule, why: Why) -> Denied {
    match terms.order(rule) {
        Some((kind, clause)) => {
            let order = Some(kind.name().into());
            Denied::clause(clause, Reason::Promotion { order, why })
        }
        None => plainly(why),
    }
}

/// Denies something about a promotion that no order decides.
pub(super) const fn plainly(why: Why) -> Denied {
    Denied::of(Reason::Promotion { order: None, why })
}

/// Makes sure that something was said which a rule wants to be said.
pub(super) fn is_said(
    promotion: &Promotion,
    words: Commitment,
    rule: Rule,
    why: Why,
) -> Result<(), Denied> {
    match words.says_something() {
        true => Ok(()),
        false => Err(refuse(&promotion.terms, rule, why)),
    }
}

fn says(words: Commitment, reason: Reason) -> Result<(), Denied> {
    match words.says_something() {
        true => Ok(()),
        false => Err(Denied::of(reason)),
    }
}

/// Tells whether there can be cash in place of a prize: it is no money, and neither slots nor casino dollars, nor a voucher
/// for tokens.
pub(super) const fn may_be_exchanged(prize: &Prize<PersonId>) -> bool {
    !matches!(prize.kind, PrizeKind::Cash | PrizeKind::Dollars | PrizeKind::Voucher { .. })
}

/// Makes sure that a voucher can be given when it is won: at the games of the promotion, and in time.
fn check_voucher(terms: &PromotionTerms<PersonId>, prize: &Prize<PersonId>) -> Result<(), Denied> {
    let PrizeKind::Voucher { games, expires } = &prize.kind else { return Ok(()) };
    if Some(*expires) <= terms.draws {
        return Err(refuse(terms, Rule::Prizes, Why::BadTimes));
    }
    match games.iter().all(|game| terms.games.contains(game)) {
        true => Ok(()),
        false => Err(refuse(terms, Rule::Offer, Why::NotAGameOfPromotion)),
    }
}

/// Makes sure that a voucher can be exchanged at the tables of its games.
fn check_voucher_games(prize: &Prize<PersonId>) -> Result<(), Denied> {
    let PrizeKind::Voucher { games, .. } = &prize.kind else { return Ok(()) };
    let takes =
        |game: &&String| Kind::named(game).is_some_and(|kind| kind.house().pit.tokens.is_some());
    match games.iter().find(|game| !takes(game)) {
        Some(game) => Err(Denied::of(Reason::NoSuchGame { game: game.clone().into() })),
        None => Ok(()),
    }
}
