//! Figures about the server for Prometheus, in its text format: counters, gauges and two histograms. A library for
//! it would be more code to call than there is here.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The bounds of the histograms, in microseconds.
const BOUNDS: [u64; 12] =
    [250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 5_000_000];

/// How often something took how long.
#[derive(Default)]
pub(crate) struct Histogram {
    buckets: [AtomicU64; BOUNDS.len() + 1],
    sum: AtomicU64,
}

impl Histogram {
    /// Counts one.
    pub(crate) fn count(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let at = BOUNDS.iter().position(|bound| micros <= *bound).unwrap_or(BOUNDS.len());
        self.buckets[at].fetch_add(1, Relaxed);
        self.sum.fetch_add(micros, Relaxed);
    }
}

/// All figures.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) requests: [AtomicU64; 5],
    pub(crate) acts_done: AtomicU64,
    pub(crate) acts_denied: AtomicU64,
    pub(crate) acts_waiting: AtomicI64,
    pub(crate) busy: AtomicU64,
    pub(crate) throttled: AtomicU64,
    pub(crate) messages: AtomicU64,
    pub(crate) hashed: AtomicU64,
    pub(crate) too_slow: AtomicU64,
    pub(crate) connections: Arc<AtomicI64>,
    pub(crate) sockets: Arc<AtomicI64>,
    pub(crate) sessions: AtomicI64,
    pub(crate) number: AtomicU64,
    pub(crate) verified: AtomicU64,
    pub(crate) to_verify: AtomicU64,
    pub(crate) witness_faults: AtomicU64,
    pub(crate) saved: Histogram,
}

impl Metrics {
    /// Writes all figures.
    pub(crate) fn write(&self) -> String {
        let mut out = String::new();
        let mut figure = |name: &str, kind: &str, help: &str, values: &[(&str, i128)]| {
            let _ = writeln!(out, "# HELP croupier_{name} {help}\n# TYPE croupier_{name} {kind}");
            for (labels, value) in values {
                let _ = writeln!(out, "croupier_{name}{labels} {value}");
            }
        };
        let count = |counter: &AtomicU64| i128::from(counter.load(Relaxed));
        let gauge = |gauge: &AtomicI64| i128::from(gauge.load(Relaxed));
        let class = [
            "{class=\"1xx\"}",
            "{class=\"2xx\"}",
            "{class=\"3xx\"}",
            "{class=\"4xx\"}",
            "{class=\"5xx\"}",
        ];
        let requests: Vec<_> = class.into_iter().zip(self.requests.iter().map(count)).collect();
        figure("requests_total", "counter", "Answers, by class of status.", &requests);
        let acts = [
            ("{verdict=\"done\"}", count(&self.acts_done)),
            ("{verdict=\"denied\"}", count(&self.acts_denied)),
        ];
        figure("acts_total", "counter", "Acts, by what became of them.", &acts);
        for (name, help, value) in [
            ("busy_total", "Acts turned away because a table had too much to do.", &self.busy),
            (
                "throttled_total",
                "Requests turned away because they came too fast.",
                &self.throttled,
            ),
            ("passwords_hashed_total", "Passwords that were hashed.", &self.hashed),
            ("messages_total", "Messages to those who watch.", &self.messages),
            ("too_slow_total", "Watchers sent away because they did not keep up.", &self.too_slow),
        ] {
            figure(name, "counter", help, &[("", count(value))]);
        }
        for (name, help, value) in [
            ("acts_waiting", "Acts that are not saved to disk yet.", gauge(&self.acts_waiting)),
            ("connections", "Connections that are open.", gauge(&self.connections)),
            ("sockets", "Watchers that are connected.", gauge(&self.sockets)),
            ("sessions", "Sessions that are open.", gauge(&self.sessions)),
            ("journal_number", "The number of the last saved entry.", count(&self.number)),
            (
                "journal_verified",
                "Entries that were there at the opening and have been verified.",
                count(&self.verified),
            ),
            ("journal_opened", "Entries that were there at the opening.", count(&self.to_verify)),
            (
                "witness_faults",
                "Witnesses that could not be told the last checkpoint.",
                count(&self.witness_faults),
            ),
        ] {
            figure(name, "gauge", help, &[("", value)]);
        }
        self.saved.write("act_seconds", "From an act to its answer, when it is saved.", &mut out);
        out
    }
}

impl Histogram {
    #[allow(
        clippy::float_arithmetic,
        reason = "Prometheus counts seconds, and these are only shown"
    )]
    fn write(&self, name: &str, help: &str, out: &mut String) {
        let _ = writeln!(out, "# HELP croupier_{name} {help}\n# TYPE croupier_{name} histogram");
        let mut sum = 0;
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            sum += bucket.load(Relaxed);
            let seconds = bound as f64 / 1e6;
            let _ = writeln!(out, "croupier_{name}_bucket{{le=\"{seconds}\"}} {sum}");
        }
        sum += self.buckets[BOUNDS.len()].load(Relaxed);
        let _ = writeln!(out, "croupier_{name}_bucket{{le=\"+Inf\"}} {sum}");
        let seconds = self.sum.load(Relaxed) as f64 / 1e6;
        let _ = writeln!(out, "croupier_{name}_sum {seconds}\ncroupier_{name}_count {sum}");
    }
}
