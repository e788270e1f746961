//! How many denied acts of one person the journal takes in a time. What was denied is an entry like any other, so whoever
//! is denied again and again could fill the disk; beyond the budget nothing of theirs is decided until some time has
//! passed, and the journal says so once an hour.

use std::sync::Arc;

use crate::budget::{Budgets, Rate};
use crate::clock::Clock;

/// So many times the budget of a minute may be denied at once: a form that is filled in wrongly is sent again.
const BURST: u32 = 4;

/// The budgets of denied acts, by person.
pub(crate) struct Denials {
    budgets: Budgets<String>,
    /// About whom the journal is told, once an hour.
    told: Budgets<String>,
    per_minute: u32,
    clock: Arc<dyn Clock>,
}

impl Denials {
    pub(crate) fn new(per_minute: u32, clock: Arc<dyn Clock>) -> Self {
        let burst = per_minute.saturating_mul(BURST);
        let budgets = Budgets::new(Rate { per_minute: u64::from(per_minute), burst });
        let told = Budgets::new(Rate { per_minute: 1, burst: 1 });
        Self { budgets, told, per_minute, clock }
    }

    /// Counts an act as denied before it is decided, so that no number of acts at once is denied beyond the budget; tells
    /// whether it may be decided.
    pub(crate) fn begin(&self, who: &str) -> bool {
        self.budgets.take(who.to_owned(), self.clock.elapsed())
    }

    /// The act was not denied, and does not count. What nobody hears the end of stays counted.
    pub(crate) fn was_not_denied(&self, who: &str) {
        self.budgets.give_back(&who.to_owned());
    }

    /// Tells whether the journal is to be told now that somebody has no budget left.
    pub(crate) fn is_news(&self, who: &str) -> bool {
        // A minute of this budget is an hour.
        self.told.take(who.to_owned(), self.clock.elapsed() / 60)
    }

    /// Returns after how many seconds one more act may be denied.
    pub(crate) fn seconds(&self) -> u64 {
        u64::from(60_u32.div_ceil(self.per_minute.max(1)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Denials;
    use crate::clock::Manual;

    #[test]
    fn what_is_denied_counts_and_what_is_done_does_not() {
        let clock = Arc::new(Manual::default());
        let denials = Denials::new(10, clock.clone());
        for _ in 0..1_000 {
            assert!(denials.begin("ann"));
            denials.was_not_denied("ann");
        }
        assert_eq!((0..1_000).filter(|_| denials.begin("ann")).count(), 40);
        assert!(denials.begin("bob"), "others have their own");
        assert_eq!(denials.seconds(), 6);
        clock.advance(6_000);
        assert!(denials.begin("ann"), "it comes back");
        assert!(denials.is_news("ann") && !denials.is_news("ann"));
        clock.advance(3_600_000);
        assert!(denials.is_news("ann"));
    }
}
