//! What happened around the draws of promotions that whoever reads a journal should know: values and seeds that were known
//! too soon, what staff did between value and draw, and texts that must be kept and are not.

use croupier_floor::{
    Act, ActResult, Answer, AwardStage, Change, Commitment, Entrant, Event, Promotion,
    PromotionAct, PromotionChange, PromotionId, Recorded, hex, key_from, seed_commitment,
};

use super::Proof;
use crate::draw_proof::value_in;
use crate::live::Replay;

/// What was seen so far.
#[derive(Default)]
pub(super) struct AroundDraws {
    in_vain: Vec<InVain>,
}

/// An act that gave a value, and did not at once have what it wanted.
struct InVain {
    promotion: PromotionId,
    entry: u64,
    value: String,
    /// It waited for a second person; else it was denied.
    asked: bool,
    /// Entries could still come in.
    too_soon: bool,
}

impl AroundDraws {
    /// Takes note of an entry, on the floor as it is after it.
    pub(super) fn take(
        &mut self,
        replay: &Replay,
        (act, answer): (&Recorded, &Answer),
        entry: u64,
        proof: &mut Proof,
    ) {
        self.take_value(replay, (act, answer), entry);
        take_seed(replay, (act, answer), entry, proof);
        let counts = |event: &&Event| {
            matches!(event, Event::Clock { .. } | Event::Promotion { .. } | Event::Person { .. })
        };
        for event in answer.events.iter().filter(counts) {
            for promotion in replay.floor.promotions.iter() {
                if let Some(what) = between(promotion, event) {
                    let number = promotion.number.0;
                    proof.notes.push(format!("entry {entry}: promotion {number}: {what}"));
                }
            }
        }
    }

    fn take_value(&mut self, replay: &Replay, (act, answer): (&Recorded, &Answer), entry: u64) {
        let Some((promotion, value)) = value_in(act) else { return };
        if answer.is_done() {
            return;
        }
        let known = replay.floor.promotions.get(promotion);
        let too_soon = known.is_none_or(|known| known.draw.closed.is_none());
        let asked = !matches!(answer.verdict, ActResult::Denied(_));
        self.in_vain.push(InVain { promotion, entry, value, asked, too_soon });
    }

    /// Says what is known when the journal ends.
    pub(super) fn end(&self, replay: &Replay, proof: &mut Proof) {
        for vain in &self.in_vain {
            let known = replay.floor.promotions.get(vain.promotion);
            let Some(used) = known.and_then(|known| known.draw.value) else { continue };
            let (same, entry) = (vain.value == hex(&used), vain.entry);
            let promotion = vain.promotion.0;
            if same && vain.too_soon {
                proof.faults.push(format!(
                    "entry {entry}: the value of the draw of promotion {promotion} was known before entries closed"
                ));
            } else if !same {
                let what = if vain.asked { "not approved" } else { "denied" };
                proof.notes.push(format!(
                    "entry {entry}: another value was given for promotion {promotion}, and {what}"
                ));
            }
        }
        for promotion in replay.floor.promotions.iter() {
            proof.faults.extend(not_kept(replay, promotion));
        }
    }
}

/// A seed that stands in an act that was denied is known to whoever reads the journal.
fn take_seed(replay: &Replay, (act, answer): (&Recorded, &Answer), entry: u64, proof: &mut Proof) {
    let Act::PromotionAct(
        PromotionAct::DrawPromotion { promotion, seed }
        | PromotionAct::ShowSeed { promotion, seed },
    ) = act
    else {
        return;
    };
    let Some(known) = replay.floor.promotions.get(*promotion) else { return };
    let committed = key_from(seed).map(|seed| seed_commitment(promotion.0, &seed));
    if answer.is_done() || committed.is_none() || committed != known.draw.commitment {
        return;
    }
    let number = promotion.0;
    match known.draw.value {
        None => proof.faults.push(format!(
            "entry {entry}: the seed of promotion {number} stands in an act that was denied, before the value was given"
        )),
        Some(_) => proof.notes.push(format!(
            "entry {entry}: the seed of promotion {number} was shown in vain, after the value was given"
        )),
    }
}

/// Says what somebody should know that happened to a promotion or around it, before its draw.
fn between(promotion: &Promotion, event: &Event) -> Option<String> {
    let (draw, started) = (&promotion.draw, promotion.started.is_some());
    if !started || draw.at.is_some() || draw.seed.is_some() {
        return None;
    }
    let valued = draw.value.is_some();
    match event {
        Event::Clock { was, now } => {
            Some(format!("the clock was put from {was} to {now} between its start and its draw"))
        }
        Event::Promotion { promotion: of, change: PromotionChange::Amended(_) }
            if *of == promotion.number =>
        {
            let when = if valued { "its value and its draw" } else { "its start and its draw" };
            Some(format!("its terms were amended between {when}"))
        }
        Event::Person { person, change } if valued => {
            let what = match change {
                Change::Excluded => "was kept out of the casino",
                Change::Barred { .. } => "was barred from a game",
                Change::Roles { .. } => "was given other roles",
                _ => return None,
            };
            Some(format!("person {} {what} between its value and its draw", person.0))
        }
        _ => None,
    }
}

/// Lists texts that the orders want to be kept and that are not beside the journal any more.
fn not_kept(replay: &Replay, promotion: &Promotion) -> Vec<String> {
    let number = promotion.number.0;
    let gone = |words: Commitment| words.says_something() && replay.said.get(words).is_none();
    let drawn = promotion.awards.iter().filter_map(|award| match award {
        award if matches!(award.stage, AwardStage::PassedOver(_)) => None,
        award => match award.who {
            Entrant::Named(name) if gone(name) => Some(format!(
                "promotion {number}: the name that was drawn for award {} is not kept",
                award.number
            )),
            Entrant::Named(_) | Entrant::Person(_) => None,
        },
    });
    let above = promotion.terms.strictest().kept_above;
    let claims = promotion.claims.iter().filter(|claim| claim.value > above).filter_map(|claim| {
        let words = [Some(claim.why), claim.claimant, claim.address];
        words.into_iter().flatten().any(gone).then(|| {
            format!(
                "promotion {number}: who was denied claim {}, or why, is not kept, as the order wants it",
                claim.number
            )
        })
    });
    drawn.chain(claims).collect()
}
