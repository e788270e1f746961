//! The gaming day: 24 hours that begin at a time that the operator chooses, such as 06:00, so that one night is one day.

use std::fmt;

use croupier_journal::Reader;

use super::NoReport;

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
const DAY_MINUTES: i64 = 24 * 60;
/// No place on earth is further from universal time.
const FURTHEST: i64 = 18 * 60;

/// When gaming days begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamingDay {
    /// Minutes after midnight, local time.
    begins: i64,
    /// Minutes by which local time is ahead of universal time.
    ahead: i64,
}

impl Default for GamingDay {
    fn default() -> Self {
        Self { begins: 6 * 60, ahead: 0 }
    }
}

impl GamingDay {
    /// Reads `06:00`, which is universal time, or `06:00+08:00`, which is local time and how far it is ahead.
    pub fn parse(text: &str) -> Option<Self> {
        let (time, sign) = text.get(..5).zip(text.get(5..))?;
        let begins = clock(time)?;
        let ahead = match sign.as_bytes().first() {
            None => 0,
            Some(b'+') => clock(&sign[1..])?,
            Some(b'-') => -clock(&sign[1..])?,
            Some(_) => return None,
        };
        (begins < DAY_MINUTES && ahead.abs() <= FURTHEST).then_some(Self { begins, ahead })
    }

    /// Returns the day that a time belongs to: days since 1970.
    pub fn of(self, at: u64) -> i64 {
        (at.cast_signed() + self.shift()).div_euclid(DAY.cast_signed())
    }

    /// Returns when a day begins and when it ends, in milliseconds since 1970.
    pub fn bounds(self, day: i64) -> (u64, u64) {
        let begins = |day: i64| (day * DAY.cast_signed() - self.shift()).max(0).cast_unsigned();
        (begins(day), begins(day + 1))
    }

    /// Returns when the hour of its gaming day begins that a time belongs to.
    pub fn hour(self, at: u64) -> u64 {
        let into = (at.cast_signed() + self.shift()).rem_euclid(HOUR.cast_signed());
        at.saturating_sub(into.cast_unsigned())
    }

    /// Names a day by the date on which it begins: `2026-11-18`.
    pub fn name(day: i64) -> String {
        let (year, month, day) = date(day);
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// Reads the name of a day; `None` if there is no such date.
    pub fn named(name: &str) -> Option<i64> {
        let number = |range: std::ops::Range<usize>| {
            let digits = name.get(range)?;
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<i64>().ok())?
        };
        if name.len() != 10 {
            return None;
        }
        let found = days_to(number(0..4)?, number(5..7)?, number(8..10)?);
        // A date that does not exist is not what it says.
        (found >= 0 && Self::name(found) == name).then_some(found)
    }

    const fn shift(self) -> i64 {
        (self.ahead - self.begins) * MINUTE.cast_signed()
    }
}

impl fmt::Display for GamingDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, ahead) = (if self.ahead < 0 { '-' } else { '+' }, self.ahead.abs());
        let time = |minutes: i64| format!("{:02}:{:02}", minutes / 60, minutes % 60);
        write!(f, "{}{sign}{}", time(self.begins), time(ahead))
    }
}

/// Reads `06:00` as minutes.
fn clock(text: &str) -> Option<i64> {
    let two = |digits: &str| {
        let is_plain = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_plain.then(|| digits.parse::<i64>().ok())?
    };
    let (hours, minutes) = text.split_once(':')?;
    let (hours, minutes) = (two(hours)?, two(minutes)?);
    (minutes < 60).then_some(hours * 60 + minutes)
}

/// Counts the days from 1970 to a date of the Gregorian calendar. The year is taken to begin in March, so that a leap day is its last.
const fn days_to(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// Returns the date so many days after 1970.
const fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + if month <= 2 { 1 } else { 0 }, month, day)
}

/// Finds the entries that were made from one time on and before another; `None` where there is no such bound. Times of entries grow, unless
/// two people have put the time of the house back: then the range is that between the two places at which the times are passed.
///
/// # Errors
/// The journal cannot be read, or has no entry of that time.
pub fn entries_between(
    reader: &Reader,
    (since, until): (Option<u64>, Option<u64>),
) -> Result<(Option<u64>, Option<u64>), NoReport> {
    let last = reader.state()?.number;
    let first = since.map(|at| first_at(reader, last, at)).transpose()?;
    let after = until.map(|at| first_at(reader, last, at)).transpose()?;
    if first.is_some_and(|first| first > last)
        || after.is_some_and(|after| after <= first.unwrap_or(1))
    {
        return Err(NoReport::Asked("the journal has no entry of that time".to_owned()));
    }
    Ok((first, after.map(|after| after - 1)))
}

/// Returns the first entry that was made at a time or later; the number after the last if there is none.
fn first_at(reader: &Reader, last: u64, at: u64) -> Result<u64, NoReport> {
    let (mut low, mut high) = (1, last + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        let is_before = reader.entry(middle)?.is_some_and(|record| record.chained.entry.at < at);
        if is_before {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

#[cfg(test)]
mod tests {
    use super::{DAY, GamingDay, HOUR};

    #[test]
    fn a_day_begins_when_the_operator_says() {
        // 2023-11-14 22:13:20 UTC.
        let at = 1_700_000_000_000;
        for (text, day, hour) in [
            ("00:00", "2023-11-14", 22 * HOUR),
            ("06:00", "2023-11-14", 22 * HOUR),
            ("23:00", "2023-11-13", 22 * HOUR),
            ("06:00+08:00", "2023-11-15", 22 * HOUR),
            ("07:00+08:00", "2023-11-14", 22 * HOUR),
            ("06:30+05:30", "2023-11-14", 22 * HOUR),
            ("06:00-05:00", "2023-11-14", 22 * HOUR),
        ] {
            let days = GamingDay::parse(text).expect(text);
            assert_eq!(GamingDay::name(days.of(at)), day, "{text}");
            assert_eq!(days.hour(at) % DAY, hour, "{text}");
            let (begins, ends) = days.bounds(days.of(at));
            assert!(begins <= at && at < ends && ends - begins == DAY, "{text}");
            assert_eq!(
                (days.of(begins), days.of(ends - 1), days.of(ends)),
                (days.of(at), days.of(at), days.of(at) + 1)
            );
            assert_eq!(days.hour(begins), begins, "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_not_read() {
        for text in [
            "",
            "6:00",
            "24:00",
            "06:60",
            "06:00 ",
            "06:00+",
            "06:00+8",
            "06:00+19:00",
            "06:00*01:00",
            "六:00",
        ] {
            assert_eq!(GamingDay::parse(text), None, "{text}");
        }
        for text in ["06:00+00:00", "22:30-03:30", "00:00+14:00"] {
            assert_eq!(GamingDay::parse(text).expect(text).to_string(), text);
        }
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (days, name) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (20_775, "2026-11-18"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(
                (GamingDay::name(days).as_str(), GamingDay::named(name)),
                (name, Some(days))
            );
        }
        for days in 0..80_000 {
            assert_eq!(GamingDay::named(&GamingDay::name(days)), Some(days));
        }
        for name in [
            "",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-11-31",
            "1969-12-31",
            "2026/11/18",
            "+026-11-18",
            "2026-11-1八",
        ] {
            assert_eq!(GamingDay::named(name), None, "{name}");
        }
    }
}
