//! What the program owes about mystery prizes: the keys of a trigger that was passed for certain or of a pool that is over, and
//! the word that nobody has passed one when many wagers wait for it. A program that does not look is found.

use std::collections::BTreeMap;

use croupier_floor::{ActResult, Answer, Denied, Event, Floor, PoolId, PoolState, Reason};

use super::Proof;
use super::draws::AT_ONCE;

/// The pools about whose mystery prize the program owes something.
#[derive(Default)]
pub(super) struct OwedByPools(BTreeMap<PoolId, Owed>);

struct Owed {
    /// Since when, by the time of the house.
    since: u64,
    /// Somebody was turned away for it.
    turned_away: bool,
}

impl OwedByPools {
    /// Takes note of an answer, on the floor as it is after it.
    pub(super) fn take(&mut self, floor: &Floor, answer: &Answer) {
        for event in &answer.events {
            if let Event::Clock { was, now } = event {
                let moved = |at: &mut u64| *at = at.saturating_add(*now).saturating_sub(*was);
                self.0.values_mut().for_each(|owed| moved(&mut owed.since));
            }
        }
        self.0.retain(|pool, _| floor.pools.get(*pool).is_some_and(|pool| pool.is_owed()));
        for pool in floor.pools.iter().filter(|pool| pool.is_owed()) {
            let new = || Owed { since: floor.now, turned_away: false };
            self.0.entry(pool.number).or_insert_with(new);
        }
        if let ActResult::Denied(Denied {
            reason: Reason::TriggerPassed { pool } | Reason::TriggerUnseen { pool },
            ..
        }) = &answer.verdict
            && let Some(owed) = self.0.get_mut(pool)
        {
            owed.turned_away = true;
        }
    }

    /// Says what is owed when the journal ends. It is wrong if somebody was turned away for it, or if the house went on for
    /// a minute: the program does it at once. Else the house may have been stopped before it came to that.
    pub(super) fn end(&self, floor: &Floor, proof: &mut Proof) {
        for (number, owed) in &self.0 {
            let Some(pool) = floor.pools.get(*number) else { continue };
            let certain = pool.mystery.as_ref().is_some_and(|draw| draw.is_certain());
            let what = match pool.state {
                PoolState::Closed => {
                    "the pool is over, and the keys of its mystery prize were not shown"
                }
                _ if certain => "the mystery meter has been at its ceiling, and no key was shown",
                _ => "the program has not looked whether wagers have won the mystery prize",
            };
            let what = format!("pool {}: {what}", number.0);
            let is_late = floor.now.saturating_sub(owed.since) >= AT_ONCE;
            match owed.turned_away || is_late {
                true => proof.faults.push(what),
                false => proof.notes.push(format!("{what} yet: that comes next")),
            }
        }
    }
}
