//! The time of the house: it goes on from the last entry of the journal with the machine's monotonic clock, so that it
//! neither jumps nor goes back when somebody sets the machine's wall clock. A wall clock that says something else is
//! doubted until it is put right, or two people move the time of the house by the act `set-clock`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::clock::Clock;

/// A wall clock that is off by so much is doubted; what is less is how clocks are put right.
const TOLERANCE: u64 = 5 * 60_000;
/// A house that was closed for longer than this asks whether that is true.
const CLOSED: u64 = 90 * 24 * 3_600_000;
/// Before this moment, the first of 2020, times are those of rehearsals, which count from 0.
const IN_EARNEST: u64 = 1_577_836_800_000;

/// The time of the house.
pub(crate) struct HouseTime {
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

struct State {
    /// The time of the house when the monotonic clock said `from`.
    at: u64,
    from: u64,
    doubt: bool,
}

/// What the clocks say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(crate) struct Clocks {
    /// The time of the house, in milliseconds since 1970.
    pub(crate) house: u64,
    /// What the clock of the machine says.
    pub(crate) machine: u64,
    /// The two are too far apart: a supervisor and a second person must say which is right.
    pub(crate) doubted: bool,
    /// One person has confirmed the machine's time; a second must.
    pub(crate) confirmed_by_one: bool,
}

impl Clocks {
    /// Says by how much the time of the house would move if the machine's clock is right.
    pub(crate) const fn off_by(&self) -> i64 {
        // Both are far below the greatest number that there is.
        self.machine.cast_signed().saturating_sub(self.house.cast_signed())
    }

    /// Tells whether moving the house by so much would end the doubt.
    pub(crate) const fn is_right(&self, by: i64) -> bool {
        self.off_by().abs_diff(by) <= TOLERANCE
    }
}

impl HouseTime {
    /// Goes on after the last entry of a journal; `last` is 0 if it has none.
    pub(crate) fn after(last: u64, clock: Arc<dyn Clock>) -> Self {
        let (wall, from) = (clock.now(), clock.elapsed());
        let behind = wall.saturating_add(TOLERANCE) < last;
        let ahead = last >= IN_EARNEST && wall > last.saturating_add(CLOSED);
        let doubt = behind || ahead;
        let at = if doubt { last } else { wall.max(last) };
        let time = Self { clock, state: Mutex::new(State { at, from, doubt }) };
        if doubt {
            warn(at, wall);
        }
        time
    }

    /// Returns the time of the house, in milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        self.look().house
    }

    /// Says what the clocks say.
    pub(crate) fn look(&self) -> Clocks {
        let (machine, elapsed) = (self.clock.now(), self.clock.elapsed());
        let mut state = self.lock();
        let own = state.at.saturating_add(elapsed.saturating_sub(state.from));
        let doubted = own.abs_diff(machine) > TOLERANCE;
        if doubted && !state.doubt {
            warn(own, machine);
        }
        state.doubt = doubted;
        // Clocks are put right in small steps; the house follows those that lead on.
        let house = if doubted { own } else { own.max(machine) };
        (state.at, state.from) = (house, elapsed.max(state.from));
        Clocks { house, machine, doubted, confirmed_by_one: false }
    }

    /// Two people have put the time of the house right: it goes on from there, on or back.
    pub(crate) fn moved(&self, was: u64, now: u64) {
        let mut state = self.lock();
        state.at = state.at.saturating_add(now).saturating_sub(was);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn warn(house: u64, machine: u64) {
    tracing::warn!(
        house,
        machine,
        "the clock of the machine has jumped; the house goes on by its own time, and two people must confirm the machine's"
    );
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::HouseTime;
    use crate::clock::{Clock as _, Manual};

    const HOUR: i64 = 3_600_000;

    /// A jump of the wall clock in any direction moves the time of the house by nothing, and is doubted.
    #[test]
    fn a_jump_is_doubted_and_not_followed() {
        for jump in [HOUR, -HOUR, 400 * 24 * HOUR, -400 * 24 * HOUR] {
            let clock = Arc::new(Manual::default());
            let time = HouseTime::after(clock.now(), clock.clone());
            let before = time.now();
            clock.jump(jump);
            clock.advance(10_000);
            let looked = time.look();
            assert!(looked.doubted, "{jump}");
            assert!((10_000..70_000).contains(&(looked.house - before)), "{jump}: {looked:?}");
            // Put right again, nothing is in doubt.
            clock.jump(-jump);
            assert!(!time.look().doubted, "{jump}");
            assert!(time.now() - before < 70_000, "{jump}");
        }
    }

    #[test]
    fn small_corrections_are_followed_and_time_never_goes_back() {
        let clock = Arc::new(Manual::default());
        let time = HouseTime::after(0, clock.clone());
        let before = time.now();
        clock.jump(60_000);
        let later = time.now();
        assert!(later >= before + 60_000 && !time.look().doubted);
        clock.jump(-120_000);
        let last = time.now();
        assert!(last >= later && !time.look().doubted);
        clock.advance(1_000);
        assert!(time.now() >= last + 1_000, "it goes on");
    }

    /// A journal that was once written by a clock 400 days ahead does not stand still for 400 days, and is put right.
    #[test]
    fn two_people_put_the_time_right_on_and_back() {
        for wrong in [HOUR, -HOUR, 400 * 24 * HOUR, -400 * 24 * HOUR] {
            let clock = Arc::new(Manual::default());
            let last = clock.now().checked_add_signed(wrong).expect("there is such a time");
            let time = HouseTime::after(last, clock.clone());
            // A house that was closed for an hour asks nobody.
            assert_eq!(time.look().doubted, wrong != -HOUR, "{wrong}");
            if wrong == -HOUR {
                continue;
            }
            clock.advance(30_000);
            let looked = time.look();
            assert!((last + 30_000..last + 90_000).contains(&looked.house), "{wrong}");
            assert!(looked.is_right(-wrong) && !looked.is_right(wrong), "{wrong}: {looked:?}");
            let now =
                looked.house.checked_add_signed(looked.off_by()).expect("there is such a time");
            time.moved(looked.house, now);
            assert!(!time.look().doubted, "{wrong}");
            assert!(time.now().abs_diff(clock.now()) < 60_000, "{wrong}");
            clock.jump(HOUR);
            assert!(time.look().doubted, "{wrong}: another jump is asked about again");
        }
    }
}
