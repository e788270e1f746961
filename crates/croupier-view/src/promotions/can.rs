//! What the floor would take from a person about a promotion now, so that a screen offers nothing that would be refused,
//! and says why where it does not. The floor is asked; nothing is known of its rules here.

use croupier_engine::{Cents, Player};
use croupier_floor::{
    AwardStage, Ban, Commitment, Day, Denied, Entered, Floor, LegalSwitch, Means, PersonId, Prize,
    PrizeKind, Promotion, PromotionAct, PromotionAward, PromotionWhy as Why, PublishedBy, Reason,
    RedrawReason, Role, VoucherId,
};
use serde::Serialize;

use super::awards::payable;
use super::form::redraw_word;
use crate::words;

/// One act, and whether the floor would take it.
#[derive(Clone, Debug, Serialize)]
pub struct PromotionCan {
    /// The name of the act.
    pub act: &'static str,
    /// The prize that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prize: Option<u32>,
    /// The award that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub award: Option<u32>,
    /// The denied claim that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<u32>,
    /// The dispute that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dispute: Option<u32>,
    /// The voucher that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voucher: Option<u32>,
    /// The reasons for which a prize could be drawn again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<&'static str>,
    /// The floor would take it now, were everything said that belongs to it.
    pub takes: bool,
    /// Else why not, in words.
    pub why: Option<String>,
    /// The clause that says so.
    #[serde(flatten)]
    pub cited: CitedClause,
    /// From when on it would be taken, in milliseconds since 1970, where time is all that is missing.
    pub until: Option<u64>,
    /// Who must agree besides.
    pub second: Vec<&'static str>,
}

/// A clause, as a denial cites it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CitedClause {
    /// Its number.
    pub clause: Option<String>,
    /// The game whose order it is.
    pub game: Option<String>,
}

/// Stands for words that were said.
const SAID: Commitment = Commitment([1; 32]);

/// So many open awards are asked about; those that come after have their turn.
const AWARDS: usize = 200;

type Act = PromotionAct<PersonId>;

/// What an act is about, besides the promotion.
#[derive(Clone, Copy, Default)]
struct About {
    prize: Option<u32>,
    award: Option<u32>,
    claim: Option<u32>,
    dispute: Option<u32>,
    voucher: Option<u32>,
}

/// Lists what the floor would take from somebody about no promotion that there is.
pub(super) fn about_none(floor: &Floor, person: Player) -> Vec<PromotionCan> {
    let law = Act::SetLaw {
        switch: LegalSwitch::CashPrizes,
        allowed: false,
        from: floor.now,
        source: SAID,
    };
    let item = Act::PrescribeItem { item: SAID, source: SAID };
    let points = Act::SetPoints { cents: Cents(100), from: floor.now, source: SAID };
    let asked = [("set-law", law), ("prescribe-item", item), ("set-points", points)];
    let asked = asked.into_iter().filter_map(|(name, act)| ask(floor, person, name, &act));
    let mut all: Vec<_> = asked.collect();
    // A draft of anything can be written by whoever has the right to.
    if crate::may(floor, person).contains(&"draft-promotion") {
        all.push(answered("draft-promotion", Ok(Vec::new())));
    }
    all
}

/// Lists what the floor would take from somebody about a promotion, and what not.
pub(super) fn about(floor: &Floor, promotion: &Promotion, person: Player) -> Vec<PromotionCan> {
    let rights = crate::may(floor, person);
    let mut asking = Asking { floor, promotion, person, rights, all: Vec::new() };
    asking.about_terms();
    asking.about_entries_and_draw();
    asking.about_doubts();
    let open = promotion.awards.iter().filter(|award| !award.is_free()).take(AWARDS);
    open.for_each(|award| asking.about_award(award));
    asking.about_claims();
    asking.all
}

struct Asking<'a> {
    floor: &'a Floor,
    promotion: &'a Promotion,
    person: Player,
    rights: Vec<&'static str>,
    all: Vec<PromotionCan>,
}

impl Asking<'_> {
    fn may(&self, name: &str) -> bool {
        self.rights.contains(&name)
    }

    fn add(&mut self, name: &'static str, about: About, act: &Act) {
        if self.may(name)
            && let Some(can) = ask(self.floor, self.person, name, act)
        {
            let About { prize, award, claim, dispute, voucher } = about;
            self.all.push(PromotionCan { prize, award, claim, dispute, voucher, ..can });
        }
    }

    fn ask(&mut self, name: &'static str, act: &Act) {
        self.add(name, About::default(), act);
    }

    fn about_terms(&mut self) {
        let (promotion, terms) = (self.promotion.number, self.promotion.terms.clone());
        let prizes = self
            .promotion
            .proposed
            .as_ref()
            .map_or(terms.prizes.len(), |(terms, _)| terms.prizes.len());
        self.ask("draft-promotion", &Act::DraftPromotion { promotion, name: SAID, terms });
        for prize in 1..=prizes as u32 {
            let act =
                Act::CheckPrize { promotion, prize, free_of: Ban::ALL.to_vec(), contains: vec![] };
            self.add("check-prize", About { prize: Some(prize), ..About::default() }, &act);
        }
        self.ask("finalise-promotion", &Act::FinalisePromotion { promotion });
        if let Some(date) = some_day() {
            self.ask("lodge-promotion", &Act::LodgePromotion { promotion, receipt: SAID, date });
        }
        let place = Act::PublishTerms { promotion, means: PublishedBy::Casino, place: SAID };
        self.ask("publish-terms", &place);
        self.ask("note-marketing", &Act::NoteMarketing { promotion, item: SAID, refers: true });
        let scrutineer =
            self.floor.people.iter().find(|(it, _)| self.floor.people.is(*it, Role::Scrutineer));
        let person = scrutineer.map_or(croupier_floor::NOBODY, |(it, _)| PersonId(it));
        self.ask("nominate-scrutineer", &Act::NominateScrutineer { promotion, person });
        self.ask("start-promotion", &Act::StartPromotion { promotion });
        if let Some(date) = some_day() {
            self.ask("amend-promotion", &Act::AmendPromotion { promotion, reference: SAID, date });
        }
        self.ask("end-promotion", &Act::EndPromotion { promotion });
    }

    fn about_entries_and_draw(&mut self) {
        let promotion = self.promotion.number;
        if self.may("enter-promotion") {
            // Who may enter hangs on the person; whether anybody may is asked here.
            let sifted = self.floor.sift_entrants(promotion, &[]);
            self.all.push(answered("enter-promotion", sifted.map(|_| vec![Role::Manager])));
        }
        let sha256 = "11".repeat(32);
        self.ask("admit-file", &Act::AdmitFile { promotion, sha256, rows: 1 });
        let entry = Some(1);
        let removed = Act::RemoveEntrant { promotion, person: None, entry, why: SAID };
        self.ask("remove-entrant", &removed);
        self.ask("close-entries", &Act::CloseEntries { promotion });
        let value = self.promotion.terms.source.is_none().then(|| "11".repeat(32));
        self.ask("seal-value", &Act::SealValue { promotion, sealed: "11".repeat(32) });
        self.ask("attend-draw", &Act::AttendDraw { promotion, value, root: None });
        let published = "as published".to_owned();
        self.ask("draw-value", &Act::DrawValue { promotion, published });
    }

    fn about_doubts(&mut self) {
        let promotion = self.promotion.number;
        self.ask("postpone-promotion", &Act::PostponePromotion { promotion, why: SAID });
        self.ask("cancel-promotion", &Act::CancelPromotion { promotion, why: SAID });
        self.ask("tell-inspectorate", &Act::TellInspectorate { promotion, whom: SAID });
        self.ask("validate-promotion", &Act::ValidatePromotion { promotion, why: SAID });
        self.ask("resume-promotion", &Act::ResumePromotion { promotion });
        let person = Entered::Named(SAID);
        self.ask("dispute-promotion", &Act::DisputePromotion { promotion, person, what: SAID });
    }

    fn about_award(&mut self, drawn: &PromotionAward) {
        let (promotion, award) = (self.promotion.number, drawn.number);
        let about = About { award: Some(award), ..About::default() };
        self.about_redraw(award, about);
        if drawn.stage == AwardStage::Refused {
            let again = Act::ReinstateAward { promotion, award, why: SAID };
            self.add("reinstate-award", about, &again);
        }
        if !drawn.is_open() {
            return;
        }
        let Some(prize) = self.promotion.terms.prize(drawn.prize) else { return };
        if self.promotion.wants_scrutineer(drawn) && drawn.confirmed.is_none() {
            self.add("confirm-award", about, &Act::ConfirmAward { promotion, award });
        }
        let present = Act::NotePresence { promotion, award, present: true };
        self.add("note-presence", about, &present);
        let means = Means::InPerson;
        let told = Act::NotifyWinner { promotion, award, means, reached: true, words: None };
        self.add("notify-winner", about, &told);
        let value = prize.value;
        if let Some(pays) = payable(self.floor, self.promotion, drawn) {
            let (cash, transfer) = (Cents::ZERO, Cents::ZERO);
            let (cheque, instead) = (Cents(pays.amount), pays.instead);
            let paid = Act::PayAward { promotion, award, instead, cash, cheque, transfer };
            self.add("pay-award", about, &paid);
        }
        if !prize.is_cash() {
            let voucher = self.voucher_for(prize);
            let given = Act::DeliverAward { promotion, award, voucher, words: SAID };
            self.add("deliver-award", about, &given);
        }
        let (claimant, address) = (Some(SAID), Some(SAID));
        let award = Some(award);
        let denied = Act::RefuseClaim { promotion, award, value, why: SAID, claimant, address };
        self.add("refuse-claim", about, &denied);
    }

    /// Returns a number that no voucher has, where the prize is one.
    fn voucher_for(&self, prize: &Prize<PersonId>) -> Option<VoucherId> {
        let PrizeKind::Voucher { .. } = prize.kind else { return None };
        let last = self.floor.vouchers.iter().map(|voucher| voucher.number.0).max();
        Some(VoucherId(last.unwrap_or(0).saturating_add(1)))
    }

    fn about_redraw(&mut self, award: u32, about: About) {
        if !self.may("redraw-award") {
            return;
        }
        let promotion = self.promotion.number;
        let reasons = [
            RedrawReason::Absent,
            RedrawReason::Refused,
            RedrawReason::Unclaimed,
            RedrawReason::Declined,
        ];
        let mut second = Vec::new();
        let taken = reasons.into_iter().filter(|reason| {
            let act = Act::RedrawAward { promotion, award, reason: *reason, why: SAID };
            let taken = self.floor.would_take_about_promotion(self.person, &act);
            second = taken.as_ref().cloned().unwrap_or_else(|_| std::mem::take(&mut second));
            taken.is_ok()
        });
        let reasons: Vec<_> = taken.map(redraw_word).collect();
        if !reasons.is_empty() {
            let can = answered("redraw-award", Ok(second));
            self.all.push(PromotionCan { award: about.award, reasons, ..can });
        }
    }

    fn about_claims(&mut self) {
        let (promotion, known) = (self.promotion.number, self.promotion);
        let (claimant, address) = (Some(SAID), Some(SAID));
        // A claim is for one of the prizes.
        let (award, value) = (None, known.terms.largest());
        let denied = Act::RefuseClaim { promotion, award, value, why: SAID, claimant, address };
        self.ask("refuse-claim", &denied);
        for claim in known.claims.iter().filter(|claim| claim.told.is_none()) {
            let (claim, means) = (claim.number, Means::InPerson);
            let about = About { claim: Some(claim), ..About::default() };
            self.add("tell-refusal", about, &Act::TellRefusal { promotion, claim, means });
        }
        for open in known.disputes.iter().filter(|dispute| dispute.told.is_none()) {
            let dispute = open.number;
            let about = About { dispute: Some(dispute), ..About::default() };
            let decided = Act::DecideDispute { promotion, dispute, decision: SAID };
            let closed = Act::CloseDispute { promotion, dispute, told: true };
            match open.decision {
                None => self.add("decide-dispute", about, &decided),
                Some(_) => self.add("close-dispute", about, &closed),
            }
        }
        for number in known.vouchers.iter().copied() {
            let voucher = self.floor.vouchers.get(number);
            if voucher.is_some_and(|it| it.exchanged.is_none() && !it.expired) {
                let about = About { voucher: Some(number.0), ..About::default() };
                self.add("expire-voucher", about, &Act::ExpireVoucher { number });
            }
        }
    }
}

/// Returns a day; which one decides nothing.
fn some_day() -> Option<Day> {
    Day::try_from("2026-01-01".to_owned()).ok()
}

/// Asks the floor about an act; `None` if it is not for this person.
fn ask(floor: &Floor, person: Player, name: &'static str, act: &Act) -> Option<PromotionCan> {
    match floor.would_take_about_promotion(person, act) {
        Err(Denied { reason: Reason::NotInRoles { .. } | Reason::NobodyMay, .. }) => None,
        told => Some(answered(name, told)),
    }
}

fn answered(act: &'static str, told: Result<Vec<Role>, Denied>) -> PromotionCan {
    let (second, denied) = match told {
        Ok(second) => (second, None),
        // Which value was sealed only the scrutineer knows: that one would be taken.
        Err(Denied { reason: Reason::Promotion { why: Why::NotWhatWasSealed, .. }, .. }) => {
            (Vec::new(), None)
        }
        Err(denied) => (Vec::new(), Some(denied)),
    };
    let second = if second.is_empty() { second_of(act) } else { second };
    PromotionCan {
        act,
        prize: None,
        award: None,
        claim: None,
        dispute: None,
        voucher: None,
        reasons: Vec::new(),
        takes: denied.is_none(),
        why: denied.as_ref().map(words::denied),
        until: denied.as_ref().and_then(until),
        cited: denied.as_ref().map(cited).unwrap_or_default(),
        second: second.into_iter().map(Role::name).collect(),
    }
}

/// Returns who must agree to an act, by the table of rights.
fn second_of(act: &str) -> Vec<Role> {
    let right = croupier_floor::RIGHTS.iter().find(|right| right.what == act);
    right.map(|right| right.agreeing(None)).unwrap_or_default()
}

fn until(denied: &Denied) -> Option<u64> {
    match denied.reason {
        Reason::Promotion { why: Why::TooSoon { until: at } | Why::NotYet { at }, .. } => Some(at),
        _ => None,
    }
}

/// Cites the clause of a denial, and the order that it is of.
pub(super) fn cited(denied: &Denied) -> CitedClause {
    let game = match &denied.reason {
        Reason::Promotion { order, .. } => order.as_deref().map(str::to_owned),
        _ => None,
    };
    CitedClause { clause: denied.clause.as_deref().map(str::to_owned), game }
}

/// Names the game whose order a denial about a promotion cites.
pub fn order_of(denied: &Denied) -> Option<&'static str> {
    let Reason::Promotion { order: Some(order), .. } = &denied.reason else { return None };
    croupier_engine::Kind::named(order).map(croupier_engine::Kind::name)
}
