//! The time of the house: it goes on from the last entry of the journal with the machine's monotonic clock, so that it
//! neither jumps nor goes back when somebody sets the machine's wall clock. A wall clock that says something else is
//! doubted until it is put right, or two people confirm it.

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
    /// By how much the machine is behind the house, as two people have accepted it.
    behind: u64,
    /// Who has confirmed the wall clock while it is doubted.
    confirmed: Option<u32>,
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

/// What became of a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Confirmed {
    /// Nothing is in doubt.
    NoDoubt,
    /// A second person must confirm it too.
    ByOne,
    /// Two people have: the house has the time of the machine from now on. Where the machine is behind the journal, whose
    /// times only grow, the house goes on by its own time, and the difference is accepted.
    ByTwo,
}

impl HouseTime {
    /// Goes on after the last entry of a journal; `last` is 0 if it has none.
    pub(crate) fn after(last: u64, clock: Arc<dyn Clock>) -> Self {
        let (wall, from) = (clock.now(), clock.elapsed());
        let behind = wall.saturating_add(TOLERANCE) < last;
        let ahead = last >= IN_EARNEST && wall > last.saturating_add(CLOSED);
        let doubt = behind || ahead;
        let at = if doubt { last } else { wall.max(last) };
        let time = Self {
            clock,
            state: Mutex::new(State { at, from, doubt, behind: 0, confirmed: None }),
        };
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
        let expected = machine.saturating_add(state.behind);
        let doubted = own.abs_diff(expected) > TOLERANCE;
        if doubted != state.doubt {
            state.doubt = doubted;
            state.confirmed = None;
            if doubted {
                warn(own, machine);
            }
        }
        // Clocks are put right in small steps; the house follows those that lead on.
        let house = if doubted { own } else { own.max(expected) };
        (state.at, state.from) = (house, elapsed.max(state.from));
        Clocks { house, machine, doubted, confirmed_by_one: state.confirmed.is_some() }
    }

    /// A person confirms that the machine's clock is right; accounts in the same hand make no second person.
    pub(crate) fn confirm(&self, person: u32, hand: &[u32]) -> Confirmed {
        let Clocks { house, machine, doubted, .. } = self.look();
        let mut state = self.lock();
        if !doubted {
            return Confirmed::NoDoubt;
        }
        match state.confirmed {
            Some(first) if !hand.contains(&first) => {
                (state.at, state.behind) = (house.max(machine), house.saturating_sub(machine));
                (state.doubt, state.confirmed) = (false, None);
                Confirmed::ByTwo
            }
            _ => {
                state.confirmed = Some(person);
                Confirmed::ByOne
            }
        }
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

    use super::{Confirmed, HouseTime};
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

    /// A journal that was once written by a clock 400 days ahead does not stand still for 400 days.
    #[test]
    fn a_journal_from_the_future_goes_on_from_where_it_is() {
        let clock = Arc::new(Manual::default());
        let last = clock.now() + 400 * 24 * HOUR as u64;
        let time = HouseTime::after(last, clock.clone());
        assert!(time.look().doubted);
        clock.advance(30_000);
        assert!((last + 30_000..last + 90_000).contains(&time.now()));
        assert_eq!(
            (time.confirm(1, &[1]), time.confirm(2, &[2])),
            (Confirmed::ByOne, Confirmed::ByTwo)
        );
        clock.advance(30_000);
        assert!((last + 60_000..last + 120_000).contains(&time.now()), "it does not go back");
        assert!(!time.look().doubted);
        clock.jump(HOUR);
        assert!(time.look().doubted, "another jump is asked about again");
    }

    #[test]
    fn two_people_confirm_a_clock_that_is_ahead() {
        let clock = Arc::new(Manual::default());
        let last = clock.now();
        let time = HouseTime::after(last, clock.clone());
        assert_eq!(time.confirm(1, &[1]), Confirmed::NoDoubt);
        clock.jump(400 * 24 * HOUR);
        assert_eq!(time.confirm(1, &[1]), Confirmed::ByOne);
        assert_eq!(time.confirm(1, &[1]), Confirmed::ByOne, "one person is not two");
        assert_eq!(time.confirm(3, &[1, 3]), Confirmed::ByOne, "nor with a second account");
        assert!(time.now() < last + 60_000);
        assert_eq!(time.confirm(2, &[2]), Confirmed::ByTwo);
        assert!(!time.look().doubted && time.now() >= last + 400 * 24 * HOUR as u64);
    }
}
