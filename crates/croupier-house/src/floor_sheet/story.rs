//! What happened while a sheet was played, for people: one act after the other, with what followed.

use std::fmt::Write as _;

use croupier_floor::{Act, ActResult};
use croupier_view::words;
use serde_json::Value;

/// What happened, line by line.
#[derive(Debug, Default)]
pub(super) struct Story(pub(super) String);

impl Story {
    /// Writes down an act and what became of it.
    pub(super) fn told(&mut self, now: u64, who: &str, act: &Act, verdict: &ActResult) {
        let _ = writeln!(self.0, "  {}  {who}: {}", clock(now), act.write());
        let _ = match verdict {
            ActResult::Done => writeln!(self.0, "          done"),
            ActResult::Waits { request } => {
                writeln!(self.0, "          waits for a second person: request {request}")
            }
            ActResult::Denied(denied) => {
                let clause = denied.clause.as_deref().map(|it| format!(" ({it})"));
                let (why, clause) = (words::denied(denied), clause.unwrap_or_default());
                writeln!(self.0, "          denied{clause}: {why}")
            }
        };
    }

    /// Writes down that time has passed, or that the program has dealt.
    pub(super) fn passed(&mut self, now: u64, deals: bool) {
        let what = if deals { "the program deals" } else { "nobody does anything" };
        let _ = writeln!(self.0, "  {}  {what}", clock(now));
    }

    /// Writes down what followed.
    pub(super) fn events(&mut self, came: &[Value]) {
        for event in came {
            let _ = writeln!(self.0, "          {event}");
        }
    }
}

/// Writes a time as hours, minutes and seconds since the sheet began.
fn clock(now: u64) -> String {
    let seconds = now / 1000;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
