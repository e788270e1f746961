//! How often something took how long, counted while it happens and read by whoever watches.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Durations, counted by their length.
#[derive(Debug, Default)]
pub struct Durations {
    buckets: [AtomicU64; Self::BOUNDS.len() + 1],
    micros: AtomicU64,
}

impl Durations {
    /// The bounds between which they are counted, in microseconds.
    pub const BOUNDS: [u64; 12] = [
        250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000,
        5_000_000,
    ];

    /// Counts one.
    pub fn count(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let at = Self::BOUNDS.iter().position(|bound| micros <= *bound);
        self.buckets[at.unwrap_or(Self::BOUNDS.len())].fetch_add(1, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
    }

    /// Returns how many were at most as long as each bound, and how many there are in all.
    pub fn up_to(&self) -> [u64; Self::BOUNDS.len() + 1] {
        let mut sum = 0;
        self.buckets.each_ref().map(|bucket| {
            sum += bucket.load(Relaxed);
            sum
        })
    }

    /// Returns the sum of all, in microseconds.
    pub fn micros(&self) -> u64 {
        self.micros.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::Durations;
    use std::time::Duration;

    #[test]
    fn durations_are_counted_up_to_their_bounds() {
        let durations = Durations::default();
        for micros in [0, 250, 251, 5_000_000, 5_000_001] {
            durations.count(Duration::from_micros(micros));
        }
        assert_eq!(durations.up_to(), [2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 5]);
        assert_eq!(durations.micros(), 10_000_502);
    }
}
