//! Which displays of pools are heard: a screen asks every second for what it shows, and one that has not asked for five
//! seconds is cut off. What counts is the clock that nobody sets.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use croupier_floor::{Act, DisplayId, Floor, PoolAct, PoolId};

/// A display that was not heard for longer than this is cut off, in milliseconds.
const SILENT: u64 = 5_000;

type Which = (PoolId, DisplayId);

/// When each display was heard last.
#[derive(Default)]
pub(crate) struct Displays(Mutex<BTreeMap<Which, Heard>>);

#[derive(Clone, Copy)]
struct Heard {
    at: u64,
    /// It was; else it is only known since then, and has time to ask.
    itself: bool,
}

impl Displays {
    /// A display has asked for what it shows.
    pub(crate) fn heard(&self, pool: PoolId, display: DisplayId, now: u64) {
        self.lock().insert((pool, display), Heard { at: now, itself: true });
    }

    /// Says what the floor must be told of the displays that are registered there.
    pub(crate) fn next(&self, floor: &Floor, now: u64) -> Vec<Act> {
        let registered = floor.pools.iter().flat_map(|pool| {
            let displays = pool.displays.iter();
            displays.map(|(number, display)| ((pool.number, *number), display.lost))
        });
        self.next_of(&registered.collect(), now)
    }

    /// The same for displays of which it is known whether they are said to be cut off.
    fn next_of(&self, registered: &BTreeMap<Which, bool>, now: u64) -> Vec<Act> {
        let mut heard = self.lock();
        heard.retain(|which, _| registered.contains_key(which));
        let acts = registered.iter().filter_map(|(&(pool, display), &lost)| {
            let new = Heard { at: now, itself: false };
            let last = *heard.entry((pool, display)).or_insert(new);
            let silent = now.saturating_sub(last.at) > SILENT;
            match (silent, lost) {
                (true, false) => Some(PoolAct::DisplayLost { pool, display }.into()),
                (false, true) if last.itself => Some(PoolAct::DisplayBack { pool, display }.into()),
                _ => None,
            }
        });
        acts.collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Which, Heard>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use croupier_floor::{Act, DisplayId, PoolId};

    use super::{Displays, SILENT, Which};

    const ONE: Which = (PoolId(1), DisplayId(1));
    const TWO: Which = (PoolId(1), DisplayId(2));

    fn told(displays: &Displays, lost: [bool; 2], now: u64) -> Vec<String> {
        let registered = BTreeMap::from([(ONE, lost[0]), (TWO, lost[1])]);
        displays.next_of(&registered, now).iter().map(|act: &Act| act.write()).collect()
    }

    fn act(name: &str, display: u32) -> String {
        format!(r#"{{"{name}":{{"pool":1,"display":{display}}}}}"#)
    }

    #[test]
    fn silence_is_measured_to_the_millisecond() {
        let displays = Displays::default();
        // Both are new, and have five seconds to ask; one does.
        assert_eq!(told(&displays, [false; 2], 1_000), [""; 0]);
        displays.heard(ONE.0, ONE.1, 4_000);
        assert_eq!(told(&displays, [false; 2], 1_000 + SILENT), [""; 0]);
        assert_eq!(told(&displays, [false; 2], 1_001 + SILENT), [act("display-lost", 2)]);
        assert_eq!(told(&displays, [false, true], 4_001 + SILENT), [act("display-lost", 1)]);
        // Each is said once, and is back when it asks.
        assert_eq!(told(&displays, [true; 2], 60_000), [""; 0]);
        displays.heard(TWO.0, TWO.1, 60_000);
        assert_eq!(told(&displays, [true; 2], 60_001), [act("display-back", 2)]);
    }

    #[test]
    fn a_house_that_opens_again_waits_for_a_display_that_was_cut_off() {
        let displays = Displays::default();
        assert_eq!(told(&displays, [true, false], 0), [""; 0]);
        assert_eq!(told(&displays, [true, false], SILENT), [""; 0]);
        assert_eq!(told(&displays, [true, false], SILENT + 1), [act("display-lost", 2)]);
        // One that is registered no more is forgotten, and begins anew.
        assert_eq!(displays.next_of(&BTreeMap::new(), SILENT + 2), []);
        assert_eq!(told(&displays, [true, false], SILENT + 3), [""; 0]);
    }
}
