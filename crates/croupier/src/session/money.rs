//! How amounts and counts are read from the command line, and shown.

use croupier_engine::Cents;
use croupier_sim::strategy::Number;

/// The highest amount that is of any use, and with which no sum overflows.
const MOST: u64 = 100_000_000_000;

/// Reads an amount of dollars.
pub(super) fn amount(text: &str) -> Result<Cents, String> {
    let number = Number::read(text.strip_prefix('$').unwrap_or(text));
    let number = number.ok_or("expected dollars, such as 300 or 12.50")?;
    let cents = number.to_cents();
    if number <= Number::ZERO || Number::cents(i64::try_from(cents.0).unwrap_or(0)) != number {
        return Err("expected dollars and whole cents, more than nothing".to_owned());
    }
    if cents.0 > MOST {
        return Err("no more than a thousand million dollars".to_owned());
    }
    Ok(cents)
}

/// Reads a number with up to four decimals.
pub(super) fn number(text: &str) -> Result<Number, String> {
    let number = Number::read(text).filter(|&number| number > Number::ZERO);
    number.ok_or_else(|| "expected a number above 0, with up to four decimals".to_owned())
}

/// Reads a count, such as 20000, 20_000 or 1e6.
pub(super) fn count(text: &str) -> Result<u64, String> {
    let wrong = || "expected a whole number above 0, such as 20000 or 1e6".to_owned();
    let plain = text.replace('_', "");
    let (digits, zeros) = plain.split_once(['e', 'E']).unwrap_or((&plain, "0"));
    let digits: u64 = digits.parse().map_err(|_| wrong())?;
    let zeros: u32 = zeros.parse().map_err(|_| wrong())?;
    let count = 10_u64.checked_pow(zeros).and_then(|by| digits.checked_mul(by));
    let count = count.filter(|&count| count > 0).ok_or_else(wrong)?;
    if count > 1_000_000_000 {
        return Err("no more than 1e9".to_owned());
    }
    Ok(count)
}

/// Shows cents as dollars.
pub(super) fn dollars(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let size = cents.unsigned_abs();
    format!("{sign}{}.{:02}", grouped(size / 100), size % 100)
}

/// Shows cents that are not whole as dollars.
#[allow(clippy::float_arithmetic, reason = "for showing only")]
pub(super) fn about(cents: f64) -> String {
    dollars(cents.round() as i64)
}

/// Shows a share as a percentage.
#[allow(clippy::float_arithmetic, reason = "for showing only")]
pub(super) fn percent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

/// Shows a whole number with its thousands apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Shows a count with its noun: one night, or so many nights.
pub(super) fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { more })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_counts_read_as_people_write_them() {
        assert_eq!(amount("300"), Ok(Cents(30_000)));
        assert_eq!(amount("$12.50"), Ok(Cents(1_250)));
        for wrong in ["", "0", "-1", "1.005", "1e3", "three", "99999999999999"] {
            assert!(amount(wrong).is_err(), "{wrong}");
        }
        assert_eq!(count("1e6"), Ok(1_000_000));
        assert_eq!(count("20_000"), Ok(20_000));
        for wrong in ["", "0", "1.5", "1e99", "-3", "1e"] {
            assert!(count(wrong).is_err(), "{wrong}");
        }
        assert_eq!(dollars(-123_456_789), "-1,234,567.89");
        assert_eq!(dollars(5), "0.05");
        assert_eq!(counted(1, "night", "nights"), "1 night");
        assert_eq!(counted(2_000, "night", "nights"), "2,000 nights");
    }
}
