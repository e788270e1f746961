//! What is remembered of the draws of promotions, so that their proof can be given: who could not win is known only at
//! the time of the draw.

use std::collections::BTreeMap;

use croupier_floor::{
    Answer, Event, Floor, PersonId, Promotion, PromotionChange, PromotionEntry, PromotionId,
    PromotionState, PromotionTerms, hex,
};

use super::{
    DrawProof, DrawStep, DrawnAgain, DrawnEntry, OpenEntry, ProofEntry, ProofRoot, ProofValue,
    UnfitEntry, ValueFrom,
};

/// The draws of all promotions, as they were made.
#[derive(Clone, Debug, Default)]
pub struct PromotionDraws(BTreeMap<PromotionId, Drawing>);

/// The draws of one promotion, and the terms that they were made by.
#[derive(Clone, Debug)]
struct Drawing {
    terms: PromotionTerms<PersonId>,
    steps: Vec<DrawStep>,
}

impl PromotionDraws {
    /// Takes note of what has followed from an act, on the floor as it is after it.
    pub fn see(&mut self, floor: &Floor, answer: &Answer) {
        let mut aside = Vec::new();
        for event in &answer.events {
            let Event::Promotion { promotion, change } = event else { continue };
            let puts_aside = matches!(
                change,
                PromotionChange::Drawn { left: Some(_), .. } | PromotionChange::Undrawn { .. }
            );
            if puts_aside && !aside.contains(promotion) {
                aside.push(*promotion);
            }
            if let Some(known) = floor.promotions.get(*promotion) {
                self.take(known, change);
            }
        }
        for known in aside.into_iter().filter_map(|number| floor.promotions.get(number)) {
            let step = self.0.get_mut(&known.number).and_then(|it| it.steps.last_mut());
            let Some(step) = step else { continue };
            let unfit = known.entries.iter().filter_map(|entry| {
                let why = floor.cannot_win(known, &entry)?;
                Some(UnfitEntry { entry: entry.number, why })
            });
            step.unfit = unfit.collect();
        }
    }

    fn take(&mut self, promotion: &Promotion, change: &PromotionChange) {
        let step =
            |again| DrawStep { again, drawn: Vec::new(), undrawn: Vec::new(), unfit: Vec::new() };
        if let PromotionChange::Revealed { .. } = change {
            let (terms, steps) = (promotion.terms.clone(), vec![step(None)]);
            self.0.insert(promotion.number, Drawing { terms, steps });
            return;
        }
        let Some(drawing) = self.0.get_mut(&promotion.number) else { return };
        if let PromotionChange::Redrawn { award, reason, .. } = change {
            drawing.steps.push(step(Some(DrawnAgain { award: *award, reason: *reason })));
        }
        let Some(step) = drawing.steps.last_mut() else { return };
        match *change {
            PromotionChange::Drawn { award, prize, entry, left, passed, .. } => {
                step.drawn.push(DrawnEntry { award, prize, entry, left, passed });
            }
            PromotionChange::Undrawn { prize } => step.undrawn.push(prize),
            _ => {}
        }
    }

    /// Writes what proves the draw of a promotion, as far as it has come; `None` if there is no such promotion.
    pub fn proof(&self, floor: &Floor, number: PromotionId) -> Option<DrawProof> {
        let promotion = floor.promotions.get(number)?;
        let drawing = self.0.get(&number);
        let terms = drawing.map_or(&promotion.terms, |drawing| &drawing.terms).clone();
        let draw = &promotion.draw;
        let closed = draw.closed.map(|closed| ProofRoot {
            root: closed.root.to_string(),
            entries: closed.entries,
            at: closed.at,
        });
        let value = draw.value.map(|value| ProofValue {
            value: hex(&value),
            from: match terms.source {
                Some(_) => ValueFrom::PublicSource,
                None => ValueFrom::Scrutineer,
            },
            published: draw.published.as_ref().map(ToString::to_string),
        });
        let open = |entry: PromotionEntry| {
            let PromotionEntry { number, who, source } = entry;
            ProofEntry::Open(OpenEntry { who, source, salt: hex(&promotion.entries.salt(number)) })
        };
        let entries = closed.as_ref().map(|_| promotion.entries.iter().map(open).collect());
        Some(DrawProof {
            promotion: number.0,
            terms_hash: DrawProof::hash_of(&terms),
            terms,
            commitment: draw.commitment.clone(),
            closed,
            value,
            seed: draw.seed.map(|seed| hex(&seed)),
            cancelled: promotion.state == PromotionState::Cancelled,
            draws: drawing.map(|drawing| drawing.steps.clone()).unwrap_or_default(),
            entries: entries.unwrap_or_default(),
        })
    }
}
