//! A checkpoint in one line, short enough to be printed on paper, read aloud and typed in again.
//!
//! It is not signed, so it proves nothing to others; whoever keeps the paper knows from it where the journal stood.

use std::fmt;

use crate::hash::{from_hex, write_hex};
use crate::{Checkpoint, Error, Reader};

const TITLE: &str = "croupier head ";

/// The beginning of a journal's number, how many entries it had, and the beginning of the link of the last one: as many
/// digits as nobody finds another journal for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortHead {
    /// The first 4 bytes of the journal's number.
    pub journal: [u8; 4],
    /// How many entries it had.
    pub number: u64,
    /// The first 16 bytes of the link of the last entry.
    pub link: [u8; 16],
}

impl ShortHead {
    /// Shortens a checkpoint to what fits into one printed line.
    pub fn of(checkpoint: &Checkpoint) -> Self {
        let ([a, b, c, d, ..], link) = (checkpoint.identity.journal, checkpoint.link.0);
        let mut short = [0; 16];
        short.iter_mut().zip(link).for_each(|(to, from)| *to = from);
        Self { journal: [a, b, c, d], number: checkpoint.number, link: short }
    }

    /// Reads a line as it was printed; what follows the link in it is passed over.
    pub fn from_line(line: &str) -> Option<Self> {
        let mut words = line.trim().strip_prefix(TITLE)?.split_whitespace();
        let journal = from_hex(words.next()?)?;
        let number = words.next()?.parse().ok()?;
        Some(Self { journal, number, link: from_hex(words.next()?)? })
    }

    /// Tells whether a journal went on from where it stood when the line was printed.
    ///
    /// # Errors
    ///
    /// The journal cannot be read.
    pub fn agrees(&self, reader: &Reader) -> Result<bool, Error> {
        let own = reader.identity().journal.starts_with(&self.journal);
        let link = reader.link(self.number)?;
        Ok(own && (self.number == 0 || link.is_some_and(|link| link.0.starts_with(&self.link))))
    }
}

impl fmt::Display for ShortHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(TITLE)?;
        write_hex(f, &self.journal)?;
        write!(f, " {} ", self.number)?;
        write_hex(f, &self.link)
    }
}

#[cfg(test)]
mod tests {
    use super::ShortHead;

    #[test]
    fn a_line_is_read_as_it_was_printed() {
        let head = ShortHead { journal: [1, 2, 3, 255], number: 17, link: [7; 16] };
        let line = head.to_string();
        assert_eq!(line, "croupier head 010203ff 17 07070707070707070707070707070707");
        assert_eq!(ShortHead::from_line(&format!("  {line} at 1700000000000\n")), Some(head));
        for wrong in
            ["", "croupier head 010203ff 17", "croupier head 01 17 07", "head 010203ff 17 07"]
        {
            assert_eq!(ShortHead::from_line(wrong), None, "{wrong}");
        }
    }
}
