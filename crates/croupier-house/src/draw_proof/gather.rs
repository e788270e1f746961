//! What is remembered of the draws of promotions, so that their proof can be given: who could not win is known only at
//! the time of the draw.

use std::collections::BTreeMap;

use croupier_floor::{
    ActResult, Answer, Event, Floor, PersonId, Promotion, PromotionChange, PromotionId,
    PromotionState, PromotionTerms, Recorded, hex,
};
use croupier_journal::Chain;
use serde::{Deserialize, Serialize};

use super::journal::value_in;
use super::{
    DrawProof, DrawStep, DrawnAgain, DrawnEntry, OpenEntry, ProofEntry, ProofRoot, ProofValue,
    UnfitEntry, ValueFrom,
};
use crate::live::HOUSE_CHAIN;

/// The draws of all promotions, as they were made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PromotionDraws(BTreeMap<u32, Drawing>);

/// The draws of one promotion, the terms that they were made by, and the acts that they follow from.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Drawing {
    terms: Option<PromotionTerms<PersonId>>,
    steps: Vec<DrawStep>,
    acts: DrawActs,
    /// The scrutineer has sealed a value.
    sealed: bool,
    /// The act that proposed other terms.
    proposed: Option<u64>,
    /// Acts that gave a value and were not done at once, each with the value: whether it was asked for, and not denied.
    in_vain: Vec<(u64, String, bool)>,
}

/// The acts that a draw follows from, each by its place in the chain of the house.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawActs {
    /// Terms, commitments, start, closing, value, draw and redraws.
    pub(super) acts: Vec<u64>,
    /// The one by which entries closed.
    pub(super) closed: Option<u64>,
    /// The one that gave the value.
    pub(super) valued: Option<u64>,
    /// Those that gave another value, or gave it in vain.
    pub(super) tried: Vec<u64>,
}

/// Takes over what was drawn.
pub(super) fn take_drawn(steps: &mut Vec<DrawStep>, change: &PromotionChange) {
    let mut begin = |again| {
        let (drawn, undrawn, unfit) = Default::default();
        steps.push(DrawStep { again, drawn, undrawn, unfit });
    };
    match *change {
        PromotionChange::Revealed { .. } => begin(None),
        PromotionChange::Redrawn { award, reason, .. } => {
            begin(Some(DrawnAgain { award, reason }));
        }
        PromotionChange::Drawn { award, prize, entry, left, passed, .. } => {
            let drawn = DrawnEntry { award, prize, entry, left, passed };
            steps.last_mut().into_iter().for_each(|step| step.drawn.push(drawn));
        }
        PromotionChange::Undrawn { prize } => {
            steps.last_mut().into_iter().for_each(|step| step.undrawn.push(prize));
        }
        _ => {}
    }
}

impl PromotionDraws {
    /// Takes note of an act and of what has followed from it, on the floor as it is after it; `place` is that of the act in
    /// its chain.
    pub fn see(&mut self, floor: &Floor, (act, answer): (&Recorded, &Answer), place: (Chain, u64)) {
        let seq = Some(place.1).filter(|_| place.0 == HOUSE_CHAIN);
        if let (Some(seq), Some((promotion, value))) = (seq, value_in(act))
            && answer.verdict != ActResult::Done
        {
            let asked = !matches!(answer.verdict, ActResult::Denied(_));
            self.0.entry(promotion.0).or_default().in_vain.push((seq, value, asked));
        }
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
                self.take(known, change, seq);
            }
        }
        for known in aside.into_iter().filter_map(|number| floor.promotions.get(number)) {
            let step = self.0.get_mut(&known.number.0).and_then(|it| it.steps.last_mut());
            let Some(step) = step else { continue };
            let unfit = known.entries.iter().filter_map(|entry| {
                let why = floor.cannot_win(known, &entry)?;
                Some(UnfitEntry { entry: entry.number, why })
            });
            step.unfit = unfit.collect();
        }
    }

    fn take(&mut self, promotion: &Promotion, change: &PromotionChange, seq: Option<u64>) {
        if matches!(change, PromotionChange::Entered { .. } | PromotionChange::Qualified { .. }) {
            return;
        }
        let drawing = self.0.entry(promotion.number.0).or_default();
        if let PromotionChange::Revealed { .. } = change {
            (drawing.terms, drawing.steps) = (Some(promotion.terms.clone()), Vec::new());
        }
        take_drawn(&mut drawing.steps, change);
        let Some(seq) = seq else { return };
        let acts = &mut drawing.acts;
        match change {
            PromotionChange::Drafted { .. } => acts.acts = vec![seq],
            PromotionChange::Proposed { .. } => drawing.proposed = Some(seq),
            PromotionChange::Amended(_) => acts.acts.extend(drawing.proposed.take()),
            PromotionChange::EntriesClosed { .. } => acts.closed = Some(seq),
            PromotionChange::Attended { value: Some(_), .. } | PromotionChange::Valued { .. } => {
                acts.valued = Some(seq);
            }
            PromotionChange::Sealed { .. } => drawing.sealed = true,
            // Another scrutineer cannot open what the one before has sealed.
            PromotionChange::Nominated { .. } if drawing.sealed => {}
            PromotionChange::Committed { .. }
            | PromotionChange::Started { .. }
            | PromotionChange::Revealed { .. }
            | PromotionChange::Redrawn { .. }
            | PromotionChange::SeedShown { .. }
            | PromotionChange::Cancelled { .. } => {}
            _ => return,
        }
        let proposes = matches!(change, PromotionChange::Proposed { .. });
        if !proposes && !acts.acts.contains(&seq) {
            acts.acts.push(seq);
        }
    }

    /// Lists the acts that the draw of a promotion follows from.
    pub fn acts(&self, floor: &Floor, number: PromotionId) -> DrawActs {
        let Some(drawing) = self.0.get(&number.0) else { return DrawActs::default() };
        let mut acts = drawing.acts.clone();
        // Amended terms were proposed before the acts that came since.
        acts.acts.sort_unstable();
        let value = floor.promotions.get(number).and_then(|it| it.draw.value);
        // As long as no value is given, nobody is told what was tried.
        if let Some(value) = value.map(|value| hex(&value)) {
            let vain = drawing.in_vain.iter().filter(|(_, it, asked)| !asked || *it != value);
            acts.tried = vain.map(|(seq, _, _)| *seq).collect();
        }
        acts
    }

    /// Writes what proves the draw of a promotion, as far as it has come; `None` if there is no such promotion.
    pub fn proof(&self, floor: &Floor, number: PromotionId) -> Option<DrawProof> {
        let promotion = floor.promotions.get(number)?;
        let drawing = self.0.get(&number.0);
        let drawn_by = drawing.and_then(|drawing| drawing.terms.as_ref());
        let terms = drawn_by.unwrap_or(&promotion.terms).clone();
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
            sealed: draw.sealed.clone(),
            published: draw.published.as_ref().map(ToString::to_string),
        });
        let open = |entry| ProofEntry::Open(OpenEntry::of(promotion, entry));
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
            journal: None,
        })
    }
}
