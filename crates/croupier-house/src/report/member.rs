//! What a member did day by day: turnover, winnings, net, points, and time at tables. A day is one of UTC.

use std::collections::BTreeMap;

use croupier_sheet::PersonId;
use croupier_sheet::happened::Settled;

use super::entered::Entered;
use super::seen::Seen;
use super::{Cell, Part};

const DAY: u64 = 24 * 60 * 60 * 1000;
const MINUTE: u64 = 60 * 1000;

/// Adds up what one member did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Member {
    days: BTreeMap<u64, Day>,
    /// Turnover under each rate of points, by when the rate begins and how much is a point.
    rated: BTreeMap<(u64, u64), i128>,
}

croupier_engine::stored! { struct Member { days, rated } }

/// What a member did in a day, or in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Day {
    /// What was staked in chips on wagers that were decided, with corrections.
    pub(super) turnover: i128,
    /// What was won besides the stakes.
    pub(super) won: i128,
    /// What was won less what was lost, with commission and corrections.
    pub(super) net: i128,
    /// Points for the turnover.
    pub(super) points: i128,
    /// Milliseconds on a seat; at two tables at once they count twice.
    pub(super) time: u64,
}

croupier_engine::stored! { struct Day { turnover, won, net, points, time } }

impl Member {
    /// Adds the time on a seat to the days that it was in.
    pub(super) fn sat(&mut self, mut since: u64, until: u64) {
        while since < until {
            let day = since / DAY;
            let end = until.min((day + 1) * DAY);
            self.days.entry(day).or_default().time += end - since;
            since = end;
        }
    }

    /// Takes note of what was entered within the range.
    pub(super) fn entered(&mut self, seen: &Seen<'_>, entered: &Entered<'_>) {
        match entered {
            Entered::Settled(line) => self.line(seen, line, 1),
            Entered::Corrected(was, now) => {
                self.line(seen, was, -1);
                self.line(seen, now, 1);
            }
            Entered::Moved(..) | Entered::Play(_) | Entered::Tokens(..) | Entered::Placed(..) => {}
        }
    }

    /// Counts a line of settlement, or with -1 takes it back.
    fn line(&mut self, seen: &Seen<'_>, line: &Settled<PersonId>, sign: i128) {
        let turnover = match line.is_decided() && !line.at.tokens {
            true => sign * i128::from(line.stake),
            false => 0,
        };
        let demo =
            seen.table().and_then(|table| seen.floor.rooms.get(&table)).is_some_and(|it| it.demo);
        let rate = seen.floor.promotions.points.at(seen.floor.now).filter(|_| !demo);
        let points = rate.map_or(0, |(from, rate)| {
            let cents = rate.cents.0;
            let sum = self.rated.entry((from, cents)).or_default();
            let before = sum.div_euclid(i128::from(cents));
            *sum += turnover;
            sum.div_euclid(i128::from(cents)) - before
        });
        let day = self.days.entry(seen.floor.now / DAY).or_default();
        day.turnover += turnover;
        day.won += sign * i128::from(line.pays);
        day.net -= sign * line.house_win();
        day.points += points;
    }

    /// Adds up all days.
    pub(super) fn whole(&self) -> Day {
        self.days.values().fold(Day::default(), |sum, day| Day {
            turnover: sum.turnover + day.turnover,
            won: sum.won + day.won,
            net: sum.net + day.net,
            points: sum.points + day.points,
            time: sum.time + day.time,
        })
    }

    /// Lists the days.
    pub(super) fn part(&self) -> Part {
        let headings = vec!["day", "turnover", "won", "net", "points", "minutes at tables"];
        let rows = self.days.iter().map(|(day, sums)| {
            vec![
                Cell::Time(day * DAY),
                Cell::Money(sums.turnover),
                Cell::Money(sums.won),
                Cell::Money(sums.net),
                Cell::Count(sums.points),
                Cell::Count(sums.minutes()),
            ]
        });
        Part { name: "days", headings, rows: rows.collect(), upright: false }
    }
}

impl Day {
    /// Returns the time on a seat in whole minutes.
    pub(super) fn minutes(&self) -> i128 {
        i128::from(self.time / MINUTE)
    }
}
