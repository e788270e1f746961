//! Figures about the house for Prometheus, in its text format: counters, gauges and two histograms. A library for
//! it would be more code to call than there is here. docs/operations.md says what to watch.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

use croupier_journal::Durations;

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
    pub(crate) certificate_until: AtomicU64,
    pub(crate) ready: AtomicI64,
    pub(crate) clock_doubted: AtomicU64,
    pub(crate) started: AtomicU64,
    pub(crate) disk_free: AtomicU64,
    pub(crate) tables: AtomicU64,
    pub(crate) tables_held: AtomicU64,
    pub(crate) tasks: AtomicU64,
    pub(crate) tasks_overdue: AtomicU64,
    pub(crate) requests_waiting: AtomicU64,
    pub(crate) requests_oldest: AtomicU64,
    pub(crate) saved: Durations,
    pub(crate) syncs: Arc<Durations>,
}

/// One figure: its name, what it says, and how much it is.
type Figure<'a> = (&'a str, &'a str, i128);

fn count(counter: &AtomicU64) -> i128 {
    counter.load(Relaxed).into()
}

fn gauge(gauge: &AtomicI64) -> i128 {
    gauge.load(Relaxed).into()
}

impl Metrics {
    /// Writes all figures.
    pub(crate) fn write(&self) -> String {
        let mut out = String::new();
        let class =
            ["1xx", "2xx", "3xx", "4xx", "5xx"].map(|class| format!("{{class=\"{class}\"}}"));
        let requests = class.iter().map(String::as_str).zip(self.requests.iter().map(count));
        let acts = [
            ("{verdict=\"done\"}", count(&self.acts_done)),
            ("{verdict=\"denied\"}", count(&self.acts_denied)),
        ];
        write_family(
            "requests_total",
            "counter",
            "Answers, by class of status.",
            requests,
            &mut out,
        );
        write_family("acts_total", "counter", "Acts, by what became of them.", acts, &mut out);
        for (name, help, value) in self.counters() {
            write_family(name, "counter", help, [("", value)], &mut out);
        }
        for (name, help, value) in self.of_the_server().into_iter().chain(self.of_the_house()) {
            write_family(name, "gauge", help, [("", value)], &mut out);
        }
        for (name, help, durations) in [
            ("act_seconds", "From an act to its answer, when it is saved.", &self.saved),
            ("sync_seconds", "Until the disk has saved a group of entries.", &*self.syncs),
        ] {
            write_histogram(name, help, durations, &mut out);
        }
        out
    }

    fn counters(&self) -> [Figure<'static>; 5] {
        [
            (
                "busy_total",
                "Acts turned away because a table had too much to do.",
                count(&self.busy),
            ),
            (
                "throttled_total",
                "Requests turned away because they came too fast.",
                count(&self.throttled),
            ),
            ("passwords_hashed_total", "Passwords that were hashed.", count(&self.hashed)),
            ("messages_total", "Messages to those who watch.", count(&self.messages)),
            (
                "too_slow_total",
                "Watchers sent away because they did not keep up.",
                count(&self.too_slow),
            ),
        ]
    }

    fn of_the_server(&self) -> [Figure<'static>; 13] {
        [
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
            (
                "certificate_expires_timestamp_seconds",
                "When the certificate of the house ends, in seconds since 1970; 0 without one.",
                count(&self.certificate_until),
            ),
            ("ready", "Whether the house takes acts: 1, or 0.", gauge(&self.ready)),
            (
                "clock_doubted",
                "Whether the clock of the machine is doubted: 1, or 0.",
                count(&self.clock_doubted),
            ),
            (
                "start_timestamp_seconds",
                "When the house was opened, in seconds since 1970.",
                count(&self.started),
            ),
            (
                "disk_free_bytes",
                "What is free on the disk of the journal, or on that of its mirror if that is less.",
                count(&self.disk_free),
            ),
        ]
    }

    fn of_the_house(&self) -> [Figure<'static>; 6] {
        [
            ("tables", "Tables that are open.", count(&self.tables)),
            (
                "tables_held",
                "Tables that wait for a second person, or that damage has stopped.",
                count(&self.tables_held),
            ),
            ("tasks", "Tasks that are open.", count(&self.tasks)),
            ("tasks_overdue", "Tasks that should have been done.", count(&self.tasks_overdue)),
            (
                "requests_waiting",
                "Acts that wait until a second person agrees.",
                count(&self.requests_waiting),
            ),
            (
                "requests_oldest_seconds",
                "For how long the oldest of them has waited; 0 if none does.",
                count(&self.requests_oldest),
            ),
        ]
    }
}

fn write_family<'a>(
    name: &str,
    kind: &str,
    help: &str,
    values: impl IntoIterator<Item = (&'a str, i128)>,
    out: &mut String,
) {
    let _ = writeln!(out, "# HELP croupier_{name} {help}\n# TYPE croupier_{name} {kind}");
    for (labels, value) in values {
        let _ = writeln!(out, "croupier_{name}{labels} {value}");
    }
}

#[allow(clippy::float_arithmetic, reason = "Prometheus counts seconds, and these are only shown")]
fn write_histogram(name: &str, help: &str, durations: &Durations, out: &mut String) {
    let _ = writeln!(out, "# HELP croupier_{name} {help}\n# TYPE croupier_{name} histogram");
    let up_to = durations.up_to();
    for (count, bound) in up_to.iter().zip(Durations::BOUNDS) {
        let seconds = bound as f64 / 1e6;
        let _ = writeln!(out, "croupier_{name}_bucket{{le=\"{seconds}\"}} {count}");
    }
    let all = up_to[Durations::BOUNDS.len()];
    let _ = writeln!(out, "croupier_{name}_bucket{{le=\"+Inf\"}} {all}");
    let seconds = durations.micros() as f64 / 1e6;
    let _ = writeln!(out, "croupier_{name}_sum {seconds}\ncroupier_{name}_count {all}");
}
