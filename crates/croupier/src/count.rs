//! Large whole numbers on the command line and on the screen.

/// Reads a whole number: `1e9`, `2.5e6`, `1_000_000`, `1,000,000`.
///
/// # Errors
/// Says that the text is no such number.
pub(crate) fn read(text: &str) -> Result<u64, String> {
    let wrong = || format!("{text:?} is not a whole number, expected 1000000 or 1e6");
    let plain: String = text.chars().filter(|c| !matches!(c, '_' | ',')).collect();
    let (digits, power) = match plain.split_once(['e', 'E']) {
        Some((digits, power)) => (digits, power.parse::<u32>().map_err(|_| wrong())?),
        None => (plain.as_str(), 0),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let places = u32::try_from(part.trim_end_matches('0').len()).map_err(|_| wrong())?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(part) || places > power {
        return Err(wrong());
    }
    let number: u64 =
        format!("{whole}{}", part.trim_end_matches('0')).parse().map_err(|_| wrong())?;
    let scale = 10_u64.checked_pow(power - places).ok_or_else(wrong)?;
    number.checked_mul(scale).ok_or_else(wrong)
}

/// Writes a whole number with commas between thousands.
pub(crate) fn show(number: u64) -> String {
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

/// Writes how many there are of something, `1 round` or `2,000 rounds`.
pub(crate) fn of(number: u64, one: &str) -> String {
    let more = if number == 1 { "" } else { "s" };
    format!("{} {one}{more}", show(number))
}

#[cfg(test)]
mod tests {
    use super::{of, read, show};

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, want) in [("0", 0), ("1e9", 1_000_000_000), ("2.5e3", 2500), ("1,234", 1234)] {
            assert_eq!(read(text), Ok(want));
        }
        assert_eq!(read("1_000_000"), Ok(1_000_000));
        assert_eq!(read("1.50e2"), Ok(150));
        for text in ["", "e9", "1.5", "-1", "1e99", "x", "1e", "1.2.3", "99999999999999999999"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn thousands_are_set_apart() {
        for (number, want) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(show(number), want);
        }
    }
    #[test]
    fn one_is_not_many() {
        for (number, want) in [(0, "0 rounds"), (1, "1 round"), (1000, "1,000 rounds")] {
            assert_eq!(of(number, "round"), want);
        }
    }
}
