//! What must hold of jackpot wagers: each is collected once, only what was collected is decided, and each has one mystery
//! prize in a round.

use std::collections::HashSet;

use croupier_engine::jackpot::Light;
use croupier_engine::{AnyTable, Effect, Outcome, Spot};

/// Which wagers the effects have told as collected, and which had the mystery prize of the round.
#[derive(Default)]
pub(crate) struct Sweep {
    collected: HashSet<Spot>,
    awarded: HashSet<Spot>,
}

impl Sweep {
    /// Compares what a step told with the wagers that stand.
    pub(crate) fn check(&mut self, table: &AnyTable, effects: &[Effect]) {
        let kind = table.kind();
        for effect in effects {
            match effect {
                Effect::Collected { spot, .. } => {
                    assert!(self.collected.insert(*spot), "collected twice: {spot:?}");
                }
                Effect::Settled(line) if line.outcome == Outcome::Mystery => {
                    assert!(self.awarded.insert(line.spot), "two mystery prizes: {line:?}");
                }
                Effect::Settled(line) if kind.has_fixed_price(line.spot.on) => {
                    let had = self.collected.remove(&line.spot);
                    let back = matches!(line.outcome, Outcome::Returned | Outcome::Void);
                    assert!(had || back, "decided, and never collected: {line:?}");
                    assert!(!back || line.back == line.stake, "not all of it went back: {line:?}");
                }
                Effect::Corrected(it)
                    if kind.has_fixed_price(it.now.spot.on) && it.stands_again() =>
                {
                    self.collected.insert(it.now.spot);
                }
                _ => {}
            }
        }
        table.each_standing(|wager| {
            let told = self.collected.contains(&wager.spot);
            assert_eq!(wager.collected, told, "told otherwise than it is: {wager:?}");
            let priced = kind.has_fixed_price(wager.spot.on);
            assert_eq!(wager.light.is_some(), priced, "a light beside another wager: {wager:?}");
            let accepted = wager.light == Some(Light::Accepted);
            assert!(!wager.collected || accepted, "collected, and not accepted: {wager:?}");
        });
        if !table.felt().is_closed() {
            self.awarded.clear();
        }
    }
}
