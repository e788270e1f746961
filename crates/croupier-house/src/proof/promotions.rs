//! Which draws of promotions a journal proves: that the house was committed before anybody entered, that everything follows
//! from seed, root and value, and that the program did what was due when it was.

use std::collections::BTreeMap;

use croupier_floor::{
    Act, Answer, Event, HOUSE, Promotion, PromotionAct, PromotionChange, PromotionId,
    PromotionState, Recorded,
};
use croupier_journal::Record;
use croupier_view::Checked;

use super::draws::{AT_ONCE, SeenKeys};
use super::{Played, Proof};
use crate::live::{NOTES, Replay};

/// What is known of the promotions so far.
#[derive(Default)]
pub(super) struct SeenPromotions {
    /// The entries by which the house was last committed to seeds.
    committed: BTreeMap<PromotionId, u64>,
    /// What the program is to do, since when by the time of the house, and whether it was found to be late.
    due: BTreeMap<(PromotionId, Due), (u64, bool)>,
}

/// What the program does when it is time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    Closing,
    Draw,
    Seed,
}

impl Due {
    const fn words(self) -> &'static str {
        match self {
            Self::Closing => "its entries were to be closed",
            Self::Draw => "everything was there to draw its prizes",
            Self::Seed => "it was cancelled, and its seed was to be shown",
        }
    }

    /// Says when it is done by the terms, in milliseconds, where nothing else is missing.
    fn time(self, promotion: &Promotion) -> Option<u64> {
        match self {
            Self::Closing if promotion.state == PromotionState::Running => promotion.terms.closes,
            Self::Draw if promotion.can_be_drawn(u64::MAX) => promotion.terms.draws,
            Self::Seed if promotion.state == PromotionState::Cancelled => {
                promotion.waits_for_seed().then_some(0)
            }
            Self::Closing | Self::Draw | Self::Seed => None,
        }
    }
}

impl SeenPromotions {
    /// Takes note of an entry, on the floor as it is after it.
    pub(super) fn take(
        &mut self,
        replay: &Replay,
        (act, answer): (&Recorded, &Answer),
        record: &Record,
        (keys, proof): (&mut SeenKeys, &mut Proof),
    ) {
        let (entry, now) = (&record.chained.entry, replay.floor.now);
        if answer.is_done() {
            self.take_act(act, record.number, (keys, proof));
        }
        for event in &answer.events {
            match event {
                Event::Promotion { promotion, change } => {
                    self.take_change(*promotion, change, record.number, proof);
                }
                Event::Clock { was, now } => {
                    let moved = |at: &mut u64| *at = at.saturating_add(*now).saturating_sub(*was);
                    self.due.values_mut().for_each(|(since, _)| moved(since));
                }
                _ => {}
            }
        }
        self.look(replay, record.number, proof);
        let by_program = replay.floor.people.find(HOUSE).is_some_and(|it| it.0 == entry.who);
        if by_program && entry.chain != NOTES {
            self.due.values_mut().for_each(|(since, late)| {
                *late |= now.saturating_sub(*since) >= AT_ONCE;
            });
        }
    }

    /// Takes note of seeds and what stands for them: none comes twice.
    fn take_act(
        &mut self,
        act: &Recorded,
        number: u64,
        (keys, proof): (&mut SeenKeys, &mut Proof),
    ) {
        let Act::PromotionAct(act) = act else { return };
        match act {
            PromotionAct::CommitPromotion { promotion, commitment, .. } => {
                keys.comes_once("commitment", commitment, number, &mut proof.faults);
                self.committed.insert(*promotion, number);
            }
            PromotionAct::DrawPromotion { seed, .. } | PromotionAct::ShowSeed { seed, .. } => {
                keys.comes_once("seed", seed, number, &mut proof.faults);
            }
            _ => {}
        }
    }

    fn take_change(
        &mut self,
        promotion: PromotionId,
        change: &PromotionChange,
        number: u64,
        proof: &mut Proof,
    ) {
        let enters = matches!(change, PromotionChange::Entered { .. });
        if enters && !self.committed.contains_key(&promotion) {
            proof.faults.push(format!(
                "entry {number}: somebody entered promotion {} before the house was committed to a seed",
                promotion.0
            ));
        }
    }

    /// Looks what the program is to do from now on.
    fn look(&mut self, replay: &Replay, number: u64, proof: &mut Proof) {
        let now = replay.floor.now;
        for promotion in replay.floor.promotions.iter() {
            for due in [Due::Closing, Due::Draw, Due::Seed] {
                let key = (promotion.number, due);
                match due.time(promotion) {
                    Some(at) => {
                        let (since, _) = self.due.entry(key).or_insert((now, false));
                        // Terms that were changed may put it off.
                        *since = at.max(*since);
                    }
                    None => {
                        let Some((since, true)) = self.due.remove(&key) else { continue };
                        let (promotion, what) = (promotion.number.0, due.words());
                        let after = now.saturating_sub(since) / 1000;
                        proof.notes.push(format!(
                            "entry {number}: promotion {promotion}: {what}, and the program did other things for {after} seconds"
                        ));
                    }
                }
            }
        }
    }

    /// Says what is not drawn when the journal ends, and computes every draw again.
    pub(super) fn end(
        &self,
        replay: &Replay,
        keys: &SeenKeys,
        played: &mut Played,
        proof: &mut Proof,
    ) {
        for (&(promotion, due), &(since, late)) in &self.due {
            let now = replay.floor.now;
            if since > now {
                continue;
            }
            let committed = self.committed.get(&promotion).copied().unwrap_or(0);
            let (number, what) = (promotion.0, due.words());
            if due != Due::Closing && keys.replaced_since(committed) {
                let lost = "its seed cannot be shown, as the house's secret was replaced";
                proof.notes.push(format!("promotion {number}: {what}; but {lost}"));
            } else if late || now - since >= AT_ONCE {
                proof.faults.push(format!("promotion {number}: {what}, and the program is late"));
            } else {
                proof.notes.push(format!("promotion {number}: {what}: open the house"));
            }
        }
        for promotion in replay.floor.promotions.iter().filter(|it| it.draw.at.is_some()) {
            played.promotions += check(replay, promotion, proof);
        }
    }
}

/// Says what of a draw does not follow from what was shown; counts it if all does.
fn check(replay: &Replay, promotion: &Promotion, proof: &mut Proof) -> u64 {
    let checked = replay.draws.proof(&replay.floor, promotion.number).map(|it| it.check());
    let wrong = checked.unwrap_or_default().into_iter().filter(|checked| !checked.right);
    let wrong: Vec<_> = wrong
        .map(|Checked { words, .. }| {
            format!("the draw of promotion {} is not proved: {words}", promotion.number.0)
        })
        .collect();
    let right = wrong.is_empty();
    proof.faults.extend(wrong);
    u64::from(right)
}
