//! What can be wrong with a stored journal, and where.

use std::fmt;

use crate::Chain;

/// Something that is wrong in a journal, and the place where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The entry's place in the order of commit, where it is about one.
    pub number: Option<u64>,
    /// The chain and the entry's place in it, where it is about one.
    pub place: Option<(Chain, u64)>,
    /// What exactly is wrong there.
    pub wrong: Wrong,
}

/// The ways in which a stored journal can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A stored field has a type or length that no entry has.
    Shape(&'static str),
    /// The entry does not have the hash that is stored with it.
    Hash,
    /// The entry does not have the hash that is stored with it, and what it follows fits no chain.
    Owner,
    /// The entry follows another one than the one that stands before it.
    Previous,
    /// The entry's seq is not the one after the entry before it in its chain.
    Seq {
        /// The seq that should stand here.
        due: u64,
    },
    /// The entry's number is not the one after the number before it.
    Number {
        /// The number that should stand here.
        due: u64,
    },
    /// The entry is not tied to the one before it in the order of commit.
    Link,
    /// The chain or the journal ends before the place that was recorded with its last entry.
    Ends {
        /// The last seq or number that was recorded.
        recorded: u64,
        /// The last seq or number that was found.
        found: u64,
    },
    /// The journal once ended further on, and has lost what came last.
    Lost {
        /// The number of the entry that was the last one.
        had: u64,
        /// The number of the last entry that is there.
        found: u64,
    },
    /// The file beside the journal that has its end once more is not there, or is of no use.
    NoEnd {
        /// The number of the last entry that is there.
        found: u64,
    },
    /// The recorded end has another hash than the entry there.
    End,
    /// A checkpoint is not what it must be.
    Checkpoint {
        /// The number of the checkpoint, in the order in which they were signed.
        id: u64,
        /// In what it differs from what the entries lead to.
        what: &'static str,
    },
    /// The directory of places does not lead to the entries.
    Places,
    /// A stored hash of the tree does not follow from the entries.
    Tree,
    /// A snapshot was changed, or does not fit its entry. Nothing depends on it.
    Snapshot,
    /// The file around the entries is not as it was made, or cannot be read.
    File(String),
}

impl Fault {
    pub(crate) fn file(what: impl fmt::Display) -> Self {
        Self { number: None, place: None, wrong: Wrong::File(what.to_string()) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((chain, seq)) = self.place {
            write!(f, "{chain}, seq {seq}")?;
            if let Some(number) = self.number {
                write!(f, " (entry {number})")?;
            }
            write!(f, ": ")?;
        } else if let Some(number) = self.number {
            write!(f, "entry {number}: ")?;
        }
        write!(f, "{}", self.wrong)
    }
}

/// Says how somebody who knows what is missing goes on without it.
fn knowingly(found: u64) -> String {
    format!("to go on from it knowingly, open it once with --accept-end {found}")
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(field) => write!(f, "the field {field} is not of the right kind"),
            Self::Hash => write!(f, "the entry does not have the hash that is stored with it"),
            Self::Owner => {
                write!(f, "the entry is damaged, and nothing shows which chain it belongs to")
            }
            Self::Previous => {
                write!(f, "the entry follows another one than the one that stands before it")
            }
            Self::Seq { due } => write!(f, "seq {due} should stand here"),
            Self::Number { due } => write!(f, "entry {due} should stand here"),
            Self::Link => write!(f, "the order of commit was changed here"),
            Self::Ends { recorded, found } => {
                write!(f, "ends at {found}, but was recorded up to {recorded}")
            }
            Self::Lost { had, found } => write!(
                f,
                "the journal ends at entry {found}, but had {had} entries when it was last written: the \
                 write-ahead log, which ends in -wal, was cut or removed, or an older copy was put in \
                 its place ({})",
                knowingly(*found)
            ),
            Self::NoEnd { found } => write!(
                f,
                "the file that ends in .end is missing or is not of this journal, so nothing shows that entry \
                 {found} was the last: put it back, or copy the journal with `croupier backup`, or hold \
                 it against a checkpoint that was kept elsewhere ({})",
                knowingly(*found)
            ),
            Self::End => write!(f, "the recorded end has another hash than the entry"),
            Self::Checkpoint { id, what } => write!(f, "checkpoint {id}: {what}"),
            Self::Places => write!(f, "the directory of places does not lead to the entry"),
            Self::Tree => write!(f, "the stored hashes of the tree do not follow from the entries"),
            Self::Snapshot => write!(f, "the snapshot was changed, or does not fit its entry"),
            Self::File(what) => write!(f, "{what}"),
        }
    }
}
