//! State as bytes and back: what a snapshot of a table is made of.
//!
//! Numbers are written in groups of seven bits, the lowest first; lists and texts begin with their length; an enum
//! begins with its tag. The same state always makes the same bytes. Bytes that come back may have been changed by
//! anybody: what cannot have been written is refused, nothing panics, and no more is allocated than the bytes fill.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;

use crate::clause::Clause;

/// Something that can be written as bytes and read again. [`stored!`](crate::stored!) implements it.
pub trait Stored: Sized {
    /// Adds the bytes of this value.
    fn store(&self, to: &mut Vec<u8>);

    /// Reads a value, and leaves the bytes after it.
    ///
    /// # Errors
    /// Says that the bytes cannot have been written by [`Self::store`].
    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged>;
}

/// Where bytes are written.
pub type Buffer = Vec<u8>;

/// The bytes are not those of a value that was stored by this build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

/// Finds a clause that some order has by its number.
pub type FindClause<'a> = &'a dyn Fn(&str) -> Option<Clause>;

/// Bytes that are being read.
#[derive(Clone, Copy)]
pub struct Bytes<'a> {
    rest: &'a [u8],
    clauses: FindClause<'a>,
}

impl core::fmt::Debug for Bytes<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Bytes").field("left", &self.rest.len()).finish_non_exhaustive()
    }
}

impl<'a> Bytes<'a> {
    /// Begins to read; `clauses` knows the numbers of all clauses, of which the engine keeps no list.
    pub const fn new(bytes: &'a [u8], clauses: FindClause<'a>) -> Self {
        Self { rest: bytes, clauses }
    }

    /// Returns how many bytes are left.
    pub const fn left(&self) -> usize {
        self.rest.len()
    }

    /// Checks that nothing is left.
    ///
    /// # Errors
    /// Says that there are more bytes than were read.
    pub const fn end(&self) -> Result<(), Damaged> {
        if self.rest.is_empty() { Ok(()) } else { Err(Damaged) }
    }

    /// Takes so many bytes.
    ///
    /// # Errors
    /// Says that there are fewer.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Damaged> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(Damaged)?;
        self.rest = rest;
        Ok(taken)
    }

    /// Takes one byte.
    ///
    /// # Errors
    /// Says that there is none.
    pub fn byte(&mut self) -> Result<u8, Damaged> {
        let (&byte, rest) = self.rest.split_first().ok_or(Damaged)?;
        self.rest = rest;
        Ok(byte)
    }

    /// Takes the length of a list whose items take a byte at least.
    ///
    /// # Errors
    /// Says that there are fewer bytes.
    pub fn length(&mut self) -> Result<usize, Damaged> {
        let length = usize::restore(self)?;
        if length <= self.left() { Ok(length) } else { Err(Damaged) }
    }

    /// Takes a text.
    ///
    /// # Errors
    /// Says that it is cut off or no text.
    pub fn text(&mut self) -> Result<&'a str, Damaged> {
        let length = self.length()?;
        core::str::from_utf8(self.take(length)?).map_err(|_| Damaged)
    }
}

/// Adds the bytes of a text.
pub fn store_text(text: &str, to: &mut Vec<u8>) {
    text.len().store(to);
    to.extend(text.as_bytes());
}

/// Takes the value if it is one that can be.
///
/// # Errors
/// Says that it is not.
pub fn only_if<T>(holds: bool, value: T) -> Result<T, Damaged> {
    if holds { Ok(value) } else { Err(Damaged) }
}

/// Implements [`Stored`] for a struct by its fields, or for an enum by its variants with their tags.
///
/// All of them must be named: a field or variant that is not in the list does not compile. `without` names
/// fields that are empty whenever anything is stored, and `check` says what must hold of a value that was read.
///
/// ```
/// use croupier_engine::stored::{Bytes, Damaged, Stored};
///
/// #[derive(Debug, PartialEq)]
/// struct Share {
///     part: u32,
///     of: u32,
/// }
/// croupier_engine::stored! { struct Share { part, of } check |it| it.of > 0 }
///
/// let mut bytes = Vec::new();
/// Share { part: 1, of: 200 }.store(&mut bytes);
/// assert_eq!(bytes, [1, 0xc8, 1]);
/// assert_eq!(Share::restore(&mut Bytes::new(&bytes, &|_| None)), Ok(Share { part: 1, of: 200 }));
/// assert_eq!(Share::restore(&mut Bytes::new(&[1, 0], &|_| None)), Err(Damaged));
/// ```
#[macro_export]
macro_rules! stored {
    (struct $name:ident $([$($param:ident: $bound:path),+])? { $($field:ident),+ $(,)? }
        $(without { $($empty:ident),+ })? $(check |$it:ident| $holds:expr)?) => {
        impl $(<$($param: $bound),+>)? $crate::stored::Stored for $name $(<$($param),+>)? {
            fn store(&self, to: &mut $crate::stored::Buffer) {
                let Self { $($field,)+ $($($empty: _),+)? } = self;
                $($crate::stored::Stored::store($field, to);)+
            }

            fn restore(
                from: &mut $crate::stored::Bytes<'_>,
            ) -> Result<Self, $crate::stored::Damaged> {
                $(let $field = $crate::stored::Stored::restore(from)?;)+
                let it = Self { $($field,)+ $($($empty: Default::default()),+)? };
                $({
                    let $it = &it;
                    if !$holds {
                        return Err($crate::stored::Damaged);
                    }
                })?
                Ok(it)
            }
        }
    };
    (struct $name:ident($($field:ident),+) $(check |$it:ident| $holds:expr)?) => {
        impl $crate::stored::Stored for $name {
            fn store(&self, to: &mut $crate::stored::Buffer) {
                let Self($($field),+) = self;
                $($crate::stored::Stored::store($field, to);)+
            }

            fn restore(
                from: &mut $crate::stored::Bytes<'_>,
            ) -> Result<Self, $crate::stored::Damaged> {
                $(let $field = $crate::stored::Stored::restore(from)?;)+
                let it = Self($($field),+);
                $({
                    let $it = &it;
                    if !$holds {
                        return Err($crate::stored::Damaged);
                    }
                })?
                Ok(it)
            }
        }
    };
    (enum $name:ident {
        $($tag:literal = $variant:ident $(($($item:ident),+))? $({ $($field:ident),+ })?),+ $(,)?
    }) => {
        impl $crate::stored::Stored for $name {
            fn store(&self, to: &mut $crate::stored::Buffer) {
                match self {
                    $(Self::$variant $(($($item),+))? $({ $($field),+ })? => {
                        to.push($tag);
                        $($($crate::stored::Stored::store($item, to);)+)?
                        $($($crate::stored::Stored::store($field, to);)+)?
                    })+
                }
            }

            fn restore(
                from: &mut $crate::stored::Bytes<'_>,
            ) -> Result<Self, $crate::stored::Damaged> {
                Ok(match from.byte()? {
                    $($tag => {
                        $($(let $item = $crate::stored::Stored::restore(from)?;)+)?
                        $($(let $field = $crate::stored::Stored::restore(from)?;)+)?
                        Self::$variant $(($($item),+))? $({ $($field),+ })?
                    })+
                    _ => return Err($crate::stored::Damaged),
                })
            }
        }
    };
}

macro_rules! whole_numbers {
    ($($number:ty),+) => { $(
        impl Stored for $number {
            fn store(&self, to: &mut Vec<u8>) {
                let mut left = *self;
                while left > 0x7f {
                    to.push(left as u8 | 0x80);
                    left >>= 7;
                }
                to.push(left as u8);
            }

            fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
                let (mut number, mut shift) = (0, 0);
                loop {
                    let byte = from.byte()?;
                    let bits = Self::from(byte & 0x7f);
                    // Bits that do not fit, or a last group that says nothing, were not written here.
                    let fits = shift < Self::BITS && bits << shift >> shift == bits;
                    if !fits || byte == 0 && shift > 0 {
                        return Err(Damaged);
                    }
                    number |= bits << shift;
                    if byte & 0x80 == 0 {
                        return Ok(number);
                    }
                    shift += 7;
                }
            }
        }
    )+ };
}
whole_numbers!(u16, u32, u64, u128);

macro_rules! signed_numbers {
    ($($signed:ty = $whole:ty),+) => { $(
        /// Small numbers of either sign are short: 0, -1, 1, -2 become 0, 1, 2, 3.
        impl Stored for $signed {
            fn store(&self, to: &mut Vec<u8>) {
                (((*self) << 1) ^ (*self >> (Self::BITS - 1))).cast_unsigned().store(to);
            }

            fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
                let folded = <$whole>::restore(from)?;
                Ok((folded >> 1).cast_signed() ^ -((folded & 1).cast_signed()))
            }
        }
    )+ };
}
signed_numbers!(i64 = u64, i128 = u128);

impl Stored for u8 {
    fn store(&self, to: &mut Vec<u8>) {
        to.push(*self);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        from.byte()
    }
}

impl Stored for usize {
    fn store(&self, to: &mut Vec<u8>) {
        (*self as u64).store(to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        Self::try_from(u64::restore(from)?).map_err(|_| Damaged)
    }
}

impl Stored for bool {
    fn store(&self, to: &mut Vec<u8>) {
        to.push(u8::from(*self));
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        match from.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Damaged),
        }
    }
}

impl Stored for () {
    fn store(&self, _: &mut Vec<u8>) {}

    fn restore(_: &mut Bytes<'_>) -> Result<Self, Damaged> {
        Ok(())
    }
}

impl Stored for String {
    fn store(&self, to: &mut Vec<u8>) {
        store_text(self, to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        from.text().map(Self::from)
    }
}

impl Stored for Box<str> {
    fn store(&self, to: &mut Vec<u8>) {
        store_text(self, to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        from.text().map(Self::from)
    }
}

impl Stored for Cow<'static, str> {
    fn store(&self, to: &mut Vec<u8>) {
        store_text(self, to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        from.text().map(|text| Self::Owned(text.into()))
    }
}

/// A clause is written as its number and found again among all clauses, because the rules keep no texts of their own.
impl Stored for Clause {
    fn store(&self, to: &mut Vec<u8>) {
        store_text(self.0, to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let number = from.text()?;
        (from.clauses)(number).filter(|clause| clause.0 == number).ok_or(Damaged)
    }
}

impl<T: Stored> Stored for Option<T> {
    fn store(&self, to: &mut Vec<u8>) {
        self.is_some().store(to);
        if let Some(value) = self {
            value.store(to);
        }
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        bool::restore(from)?.then(|| T::restore(from)).transpose()
    }
}

impl<T: Stored> Stored for Box<T> {
    fn store(&self, to: &mut Vec<u8>) {
        T::store(self, to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        T::restore(from).map(Self::new)
    }
}

impl<T: Stored, const N: usize> Stored for [T; N] {
    fn store(&self, to: &mut Vec<u8>) {
        self.iter().for_each(|item| item.store(to));
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let mut items = [const { None }; N];
        for item in &mut items {
            *item = Some(T::restore(from)?);
        }
        Ok(items.map(|item| item.expect("every item was read")))
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn store(&self, to: &mut Vec<u8>) {
        self.len().store(to);
        self.iter().for_each(|item| item.store(to));
    }

    // Nothing is reserved: the list grows with the items that are there.
    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let length = from.length()?;
        let mut items = Self::new();
        for _ in 0..length {
            items.push(T::restore(from)?);
        }
        Ok(items)
    }
}

impl<T: Stored> Stored for VecDeque<T> {
    fn store(&self, to: &mut Vec<u8>) {
        self.len().store(to);
        self.iter().for_each(|item| item.store(to));
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        Vec::restore(from).map(Self::from)
    }
}

impl<T: Stored + Ord> Stored for BTreeSet<T> {
    fn store(&self, to: &mut Vec<u8>) {
        self.len().store(to);
        self.iter().for_each(|item| item.store(to));
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let length = from.length()?;
        let mut items = Self::new();
        for _ in 0..length {
            let item = T::restore(from)?;
            if items.last().is_some_and(|last| *last >= item) {
                return Err(Damaged);
            }
            items.insert(item);
        }
        Ok(items)
    }
}

impl<K: Stored + Ord, V: Stored> Stored for BTreeMap<K, V> {
    fn store(&self, to: &mut Vec<u8>) {
        self.len().store(to);
        for (key, value) in self {
            key.store(to);
            value.store(to);
        }
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let length = from.length()?;
        let mut items = Self::new();
        for _ in 0..length {
            let key = K::restore(from)?;
            if items.last_key_value().is_some_and(|(last, _)| *last >= key) {
                return Err(Damaged);
            }
            items.insert(key, V::restore(from)?);
        }
        Ok(items)
    }
}

macro_rules! tuples {
    ($(($($part:ident),+)),+) => { $(
        impl<$($part: Stored),+> Stored for ($($part),+) {
            #[allow(non_snake_case, reason = "a part is called as its type")]
            fn store(&self, to: &mut Vec<u8>) {
                let ($($part),+) = self;
                $($part.store(to);)+
            }

            fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
                Ok(($($part::restore(from)?),+))
            }
        }
    )+ };
}
tuples!((A, B), (A, B, C), (A, B, C, D));

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use core::fmt::Debug;

    fn read<T: Stored>(bytes: &[u8]) -> Result<T, Damaged> {
        let mut bytes = Bytes::new(bytes, &|_| None);
        let value = T::restore(&mut bytes)?;
        bytes.end().map(|()| value)
    }

    fn check<T: Stored + PartialEq + Debug>(value: T, want: &[u8]) {
        let mut bytes = Vec::new();
        value.store(&mut bytes);
        assert_eq!(bytes, want, "{value:?}");
        assert_eq!(read(&bytes), Ok(value));
        for cut in 0..bytes.len() {
            assert_eq!(read::<T>(&bytes[..cut]), Err(Damaged));
        }
        bytes.push(0);
        assert_eq!(read::<T>(&bytes), Err(Damaged), "trailing bytes");
    }

    #[test]
    fn values_come_back_as_they_were() {
        check(0u64, &[0]);
        check(127u32, &[0x7f]);
        check(128u16, &[0x80, 1]);
        check(u64::MAX, &[255, 255, 255, 255, 255, 255, 255, 255, 255, 1]);
        check(-1i64, &[1]);
        check(i64::MIN, &[255, 255, 255, 255, 255, 255, 255, 255, 255, 1]);
        check(i128::from(64), &[0x80, 1]);
        check(Some(true), &[1, 1]);
        check(String::from("né"), &[3, b'n', 0xc3, 0xa9]);
        check([1u8, 2], &[1, 2]);
        check(vec![(1u8, None::<u8>)], &[1, 1, 0]);
        check(BTreeSet::from([1u8, 2]), &[2, 1, 2]);
        check(BTreeMap::from([(1u8, 7u8)]), &[1, 1, 7]);
    }

    #[test]
    fn what_was_never_written_is_refused() {
        assert_eq!(read::<u16>(&[0x80, 0]), Err(Damaged), "longer than it need be");
        assert_eq!(read::<u16>(&[0xff, 0xff, 4]), Err(Damaged), "17 bits");
        assert_eq!(read::<u64>(&[0xff; 11]), Err(Damaged), "without end");
        assert_eq!(read::<bool>(&[2]), Err(Damaged));
        assert_eq!(read::<Option<u8>>(&[2, 0]), Err(Damaged));
        assert_eq!(read::<String>(&[1, 0xff]), Err(Damaged));
        assert_eq!(read::<BTreeSet<u8>>(&[2, 2, 1]), Err(Damaged), "out of order");
        assert_eq!(read::<BTreeMap<u8, u8>>(&[2, 1, 0, 1, 0]), Err(Damaged), "twice");
        let endless = [255, 255, 255, 255, 255, 255, 255, 255, 255, 1];
        assert_eq!(read::<Vec<u64>>(&endless), Err(Damaged), "more items than bytes");
        assert_eq!(read::<Clause>(&[1, b'9']), Err(Damaged), "no such clause");
    }
}
