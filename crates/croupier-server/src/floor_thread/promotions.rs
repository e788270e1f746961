//! What the thread of the floor does about promotions: what the program does by itself, and who is told that something
//! has become of one.

use std::collections::BTreeSet;

use croupier_floor::{Act, Event, HOUSE, PromotionId};
use croupier_house::{DrawActs, DrawProof};

use super::FloorThread;
use crate::publisher::AfterSave;

/// Changes of promotions are told at most so often, in milliseconds.
const OFTEN: u64 = 500;
/// The program looks at the times of promotions so often.
const LOOK: u64 = 1_000;

/// What is known of promotions beside the floor.
#[derive(Debug, Default)]
pub(super) struct PromotionNews {
    /// Those of which something has become that was not told yet.
    changed: BTreeSet<PromotionId>,
    /// When something was told last, by the monotonic clock.
    told: u64,
    /// When the program looked at them last; `None` if something has happened since.
    looked: Option<u64>,
    /// What the program tried, and was denied: it does not try again before something else has happened.
    denied: Option<Act>,
}

impl FloorThread {
    /// Writes what proves the draw of a promotion, as far as it has come, and says from which acts it follows.
    pub(crate) fn draw_proof(&self, promotion: PromotionId) -> Option<(DrawProof, DrawActs)> {
        let live = self.live.as_ref()?;
        Some((live.draw_proof(promotion)?, live.draw_acts(promotion)))
    }

    /// Notes that something may be shown otherwise of promotions after an event.
    pub(super) fn note_promotion(&mut self, event: &Event) {
        let news = match event {
            Event::Promotion { promotion, .. } => vec![*promotion],
            // The law, the list, a voucher or a request may concern any of them.
            Event::Law { .. }
            | Event::Prescribed { .. }
            | Event::Voucher { .. }
            | Event::Asked { .. }
            | Event::Answered { .. }
            | Event::Fell { .. } => self.open_promotions(),
            _ => return,
        };
        if matches!(event, Event::Promotion { .. } | Event::Law { .. }) {
            (self.promotions.looked, self.promotions.denied) = (None, None);
        }
        self.promotions.changed.extend(news);
    }

    fn open_promotions(&self) -> Vec<PromotionId> {
        use croupier_floor::PromotionState::{Cancelled, Ended};
        let open =
            self.floor().promotions.iter().filter(|it| !matches!(it.state, Ended | Cancelled));
        open.map(|it| it.number).collect()
    }

    /// Lets the program do what is due about promotions. While nobody knows what time it is, nothing is.
    pub(super) fn run_promotions(&mut self) {
        let elapsed = self.shared.clock.elapsed();
        if self.promotions.looked.is_some_and(|looked| elapsed < looked + LOOK) {
            return;
        }
        self.promotions.looked = Some(elapsed);
        let clocks = self.shared.time.look();
        if clocks.doubted {
            return;
        }
        let Some(live) = &self.live else { return };
        let next = self.pace.next_for_promotions(live.floor(), clocks.house);
        let Some(act) = next.filter(|act| self.promotions.denied.as_ref() != Some(act)) else {
            return;
        };
        match self.act(HOUSE, &act, None) {
            // There may be more to do at once.
            None => self.promotions.looked = None,
            Some(denied) => {
                let why = croupier_view::words::denied(&denied);
                tracing::error!(act = act.name(), %why, "the program was denied");
                self.promotions.denied = Some(act);
            }
        }
    }

    /// Tells those who watch promotions which ones have changed.
    pub(super) fn show_promotions(&mut self) {
        let now = self.shared.clock.elapsed();
        if self.promotions.changed.is_empty() || now < self.promotions.told + OFTEN {
            return;
        }
        self.promotions.told = now;
        let changed = std::mem::take(&mut self.promotions.changed);
        let shown = changed.into_iter().map(|number| {
            let known = self.floor().promotions.get(number);
            (number.0, known.is_some_and(croupier_view::promotions::is_public))
        });
        let shown = shown.collect();
        self.seal(AfterSave::Promotions(shown));
    }
}
