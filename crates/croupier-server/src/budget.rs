//! Budgets: how much anyone may ask in a time, by any key. They are counted by the monotonic clock, and there are never
//! more of them than fit.
//!
//! The crate `governor` has keyed limiters too; its keys are kept until somebody sweeps them, without a bound, and a
//! bound is what matters here.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// So many keys have a budget of their own; beyond that, new ones share one.
const KEYS: usize = 10_000;

/// How much a budget is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    /// So much comes back in a minute.
    pub(crate) per_minute: u64,
    /// So much can be asked at once.
    pub(crate) burst: u32,
}

/// The budgets of all keys.
pub(crate) struct Budgets<K> {
    rate: Rate,
    own: Mutex<HashMap<K, Bucket>>,
    shared: Mutex<Bucket>,
}

impl<K: Eq + Hash> Budgets<K> {
    pub(crate) fn new(rate: Rate) -> Self {
        let shared = Mutex::new(Bucket { left: u64::from(rate.burst) * 1000, at: 0 });
        Self { rate, own: Mutex::new(HashMap::new()), shared }
    }

    /// Puts one back into the budget of a key: what it was taken for did not come about.
    pub(crate) fn give_back(&self, key: &K) {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = own.get_mut(key) {
            bucket.left = bucket.left.saturating_add(1000).min(u64::from(self.rate.burst) * 1000);
        }
    }

    /// Takes one from the budget of a key; tells whether there was one.
    pub(crate) fn take(&self, key: K, now: u64) -> bool {
        let rate = self.rate;
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = own.get_mut(&key) {
            return bucket.take(rate, now);
        }
        if own.len() >= KEYS {
            // Who has asked for nothing for so long has a full budget again, known or not.
            own.retain(|_, bucket| !bucket.is_full(rate, now));
        }
        if own.len() >= KEYS {
            return self.shared.lock().unwrap_or_else(PoisonError::into_inner).take(rate, now);
        }
        let mut bucket = Bucket { left: u64::from(rate.burst) * 1000, at: now };
        let taken = bucket.take(rate, now);
        own.insert(key, bucket);
        taken
    }
}

/// A bucket of permissions that fills up over time, up to a burst; it counts in thousandths.
struct Bucket {
    left: u64,
    at: u64,
}

impl Bucket {
    fn fill(&mut self, rate: Rate, now: u64) {
        let more = now.saturating_sub(self.at).saturating_mul(rate.per_minute) / 60;
        self.left = self.left.saturating_add(more).min(u64::from(rate.burst) * 1000);
        self.at = self.at.max(now);
    }

    fn is_full(&mut self, rate: Rate, now: u64) -> bool {
        self.fill(rate, now);
        self.left >= u64::from(rate.burst) * 1000
    }

    /// Takes one permission, if there is one, after filling up for the time that has passed.
    fn take(&mut self, rate: Rate, now: u64) -> bool {
        self.fill(rate, now);
        let taken = self.left >= 1000;
        self.left -= if taken { 1000 } else { 0 };
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::{Budgets, KEYS, Rate};

    const RATE: Rate = Rate { per_minute: 60, burst: 5 };

    #[test]
    fn a_budget_fills_up_again() {
        let budgets = Budgets::new(RATE);
        assert_eq!((0..100).filter(|_| budgets.take(1, 0)).count(), 5);
        assert!(budgets.take(2, 0), "others have their own");
        assert!(budgets.take(1, 1_000) && !budgets.take(1, 1_000));
        assert_eq!((0..100).filter(|_| budgets.take(1, 3_600_000)).count(), 5);
    }

    /// However many keys come, so many are kept; the others share.
    #[test]
    fn keys_are_bounded() {
        let budgets = Budgets::new(RATE);
        let taken = (0..10 * KEYS).filter(|key| budgets.take(*key, 7)).count();
        assert_eq!(taken, KEYS + 5);
        assert_eq!(budgets.own.lock().expect("nobody panics").len(), KEYS);
        assert!(budgets.take(10 * KEYS, 60_000), "the quiet are forgotten");
        assert_eq!(budgets.own.lock().expect("nobody panics").len(), 1);
    }
}
