//! The time of the floor put right by two people, after a clock was wrong.
//!
//! What was begun goes on for as long as it should: a sign that has stood for five of its twenty minutes stands for
//! fifteen more, whatever the clock said meanwhile. What is printed as a date, such as until when a voucher is good, stays
//! that date. Times at which something is recorded to have happened stay as they were recorded.

use crate::answer::{Denied, Event};
use crate::floor::Floor;
use crate::reason::Reason;
use crate::said::Said;

impl Floor {
    /// Moves the time of the floor on or back.
    pub(super) fn set_clock(
        &mut self,
        by: i64,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let was = self.now;
        let now = was.checked_add_signed(by).filter(|now| *now != was && *now <= LATEST);
        let now = now.ok_or_else(|| Denied::of(Reason::BadTime))?;
        self.note(Event::Clock { was, now }, said, events);
        Ok(())
    }

    /// Moves everything that lies ahead, or must last for a time, with the clock.
    pub(super) fn move_time(&mut self, was: u64, now: u64) {
        let moved = |at: &mut u64| *at = at.saturating_add(now).saturating_sub(was);
        moved(&mut self.now);
        self.requests.values_mut().for_each(|request| moved(&mut request.at));
        self.tasks.each_since(moved);
        self.made_alone.iter_mut().for_each(|made| made.move_time(moved));
        self.promotions.each_time_ahead(moved);
        self.rooms.values_mut().for_each(|room| room.each_time_ahead(moved));
    }
}

/// The end of the year 9999, in milliseconds since 1970.
const LATEST: u64 = 253_402_300_799_999;
