//! From when to when a certificate is good, read from its bytes (RFC 5280, 4.1). Nothing else in the program needs the
//! inside of a certificate, and what checks it are those who connect.

use chrono::NaiveDate;

const SEQUENCE: u8 = 0x30;
const INTEGER: u8 = 0x02;
const VERSION: u8 = 0xa0;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;

/// The first and the last millisecond since 1970 at which a certificate is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dates {
    pub(super) from: u64,
    pub(super) until: u64,
}

impl Dates {
    /// Reads them; `None` if these are not the bytes of a certificate.
    pub(super) fn of(certificate: &[u8]) -> Option<Self> {
        let mut outer = Values(Values(certificate).next(SEQUENCE)?);
        let mut signed = Values(outer.next(SEQUENCE)?);
        // The version is only there if it is not the first.
        if signed.tag() == Some(VERSION) {
            signed.next(VERSION)?;
        }
        for before in [INTEGER, SEQUENCE, SEQUENCE] {
            signed.next(before)?;
        }
        let mut validity = Values(signed.next(SEQUENCE)?);
        let from = validity.time()?;
        // The last second belongs to it.
        let until = validity.time()?.checked_add(999)?;
        Some(Self { from, until })
    }
}

/// Values of ASN.1, one after the other, in their distinguished encoding.
struct Values<'a>(&'a [u8]);

impl<'a> Values<'a> {
    fn tag(&self) -> Option<u8> {
        self.0.first().copied()
    }

    /// Takes the next value, which must be of this kind.
    fn next(&mut self, tag: u8) -> Option<&'a [u8]> {
        let (&found, rest) = self.0.split_first()?;
        let (&short, mut rest) = rest.split_first()?;
        let mut length = usize::from(short);
        if short & 0x80 != 0 {
            let digits = usize::from(short & 0x7f);
            if digits == 0 || digits > 4 {
                return None;
            }
            let (long, after) = rest.split_at_checked(digits)?;
            length = long.iter().fold(0, |sum, &digit| sum << 8 | usize::from(digit));
            rest = after;
        }
        let (value, after) = rest.split_at_checked(length)?;
        self.0 = after;
        (found == tag).then_some(value)
    }

    /// Takes a time: milliseconds since 1970, or 0 for one before that.
    fn time(&mut self) -> Option<u64> {
        let (text, year) = match self.tag()? {
            UTC_TIME => {
                let text = self.next(UTC_TIME)?;
                let year = number(text.get(..2)?)?;
                (text.get(2..)?, if year < 50 { 2000 + year } else { 1900 + year })
            }
            GENERALIZED_TIME => {
                let text = self.next(GENERALIZED_TIME)?;
                (text.get(4..)?, number(text.get(..4)?)?)
            }
            _ => return None,
        };
        let (digits, b"Z") = text.split_at_checked(10)? else { return None };
        let mut pairs = digits.chunks(2).map(number);
        let mut pair = || pairs.next().flatten();
        let day = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, pair()?, pair()?)?;
        let time = day.and_hms_opt(pair()?, pair()?, pair()?)?;
        Some(u64::try_from(time.and_utc().timestamp_millis()).unwrap_or(0))
    }
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |sum, digit| {
        digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::{Dates, Values};

    fn time(tag: u8, text: &str) -> Option<u64> {
        let bytes = [&[tag, text.len() as u8], text.as_bytes()].concat();
        Values(&bytes).time()
    }

    #[test]
    fn times_are_read_in_both_forms() {
        assert_eq!(time(0x17, "700101000001Z"), Some(1_000));
        assert_eq!(time(0x17, "491231235959Z"), Some(2_524_607_999_000));
        assert_eq!(time(0x17, "500101000000Z"), Some(0), "of 1950");
        assert_eq!(time(0x18, "20260301120000Z"), Some(1_772_366_400_000));
        assert_eq!(time(0x18, "99991231235959Z"), Some(253_402_300_799_000), "no end");
        for wrong in ["260230000000Z", "2601010000Z", "260101000000+0100", "26010100000xZ", ""] {
            assert_eq!(time(0x17, wrong), None, "{wrong}");
        }
        assert_eq!(time(0x04, "260101000000Z"), None);
    }

    /// A certificate of a known program, with every byte cut off or changed: it is read or not, and nothing panics.
    #[test]
    fn no_bytes_are_too_strange() {
        let made = rcgen::generate_simple_self_signed(["tables.example".to_owned()]).unwrap();
        let bytes = made.cert.der().to_vec();
        assert!(Dates::of(&bytes).is_some());
        for end in 0..bytes.len() {
            assert_eq!(Dates::of(&bytes[..end]), None, "cut at {end}");
        }
        for at in 0..bytes.len() {
            for value in [0, 0x7f, 0x80, 0x84, 0xff] {
                let mut changed = bytes.clone();
                changed[at] = value;
                let _read_or_not = Dates::of(&changed);
            }
        }
    }
}
