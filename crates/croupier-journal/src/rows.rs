//! What is read of a journal, wherever its rows are kept: in an SQLite file or in a PostgreSQL database.
//!
//! Nothing here believes what it reads: a row is handed out as it is stored, and the reader, the verifier and the
//! opening check it.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use crate::end::End;
use crate::entry::Fields;
use crate::places::Place;
use crate::{
    Chain, Chained, Checkpoint, Entry, Error, Fault, Hash, Head, Identity, JournalState, Record,
    Snapshot, Wrong,
};

/// Is given one row after another until it says that it has enough.
pub(crate) type Visit<'a, T> = &'a mut dyn FnMut(T) -> ControlFlow<()>;
/// The same for entries, which are lent.
pub(crate) type VisitRaw<'a> = &'a mut dyn FnMut(Result<Raw<'_>, Fault>) -> ControlFlow<()>;

/// The rows of a journal, to be read.
pub(crate) trait Rows: Send {
    /// Names the file or the database, for messages.
    fn name(&self) -> &Path;

    /// Opens the same journal once more, for another thread.
    fn again(&self) -> Result<Box<dyn Rows>, Error>;

    /// Says why this is nothing that this program reads, whole or damaged; `None` if it is a journal.
    fn foreign(&self) -> Result<Option<String>, Error>;

    /// Says what is not as it was made in the tables; `None` if everything is.
    fn difference(&self) -> Result<Option<String>, Error>;

    /// Reads everything until `end_moment` as it is at this moment.
    fn begin_moment(&self) -> Result<(), Error>;

    /// Reads what is there from now on.
    fn end_moment(&self) -> Result<(), Error>;

    /// Counts what a verification must come to.
    fn counts(&self) -> Result<Counts, Error>;

    /// Reads the one row that says which journal it is; `None` if it is not as it must be.
    fn journal(&self) -> Result<Option<Journal>, Error>;

    /// Visits entries in the order of commit.
    fn entries(&self, which: &Which<'_>, visit: VisitRaw<'_>) -> Result<(), Error>;

    /// Visits entries between two numbers, the first left out and the last not, without what is in them.
    fn outlines(&self, span: (u64, u64), visit: Visit<'_, Outline>) -> Result<(), Error>;

    /// Reads the link of an entry; `None` if the entry is not there.
    fn link(&self, number: u64) -> Result<Option<Hash>, Error>;

    /// Visits the entries after a number that came under a key of eight bytes or more: chain, seq, number and the
    /// first eight.
    fn keys(
        &self,
        after: u64,
        visit: &mut dyn FnMut(Chain, u64, u64, [u8; 8]),
    ) -> Result<(), Error>;

    /// Visits the checkpoints from an id on; `None` stands for a row that is no checkpoint.
    fn checkpoints(
        &self,
        from: u64,
        visit: &mut dyn FnMut(u64, Option<Checkpoint>) -> ControlFlow<()>,
    ) -> Result<(), Error>;

    /// Reads the last checkpoint; `None` inside if the row is none.
    fn last_checkpoint(&self) -> Result<Option<Option<Checkpoint>>, Error>;

    /// Visits the snapshots, the newest first; of one format and up to a number only, if they are given. An error is
    /// the number of one that was changed, was not signed by the journal's key, or belongs to another journal.
    fn snapshots(
        &self,
        of: Option<(u32, u64)>,
        visit: Visit<'_, Result<Snapshot, u64>>,
    ) -> Result<(), Error>;

    /// Reads what is kept beside the journal under a number.
    fn beside_one(&self, id: u64) -> Result<Option<Vec<u8>>, Error>;

    /// Visits what is kept beside the journal, in the order of numbers.
    fn beside(&self, visit: &mut dyn FnMut(u64, &[u8]) -> ControlFlow<()>) -> Result<(), Error>;

    /// Looks up the entries of a chain in a chapter of the directory.
    fn place(&self, chapter: u64, chain: Chain) -> Result<Option<Place>, Error>;

    /// Reads hashes of a stored level of the tree, from a position on: fewer if there are not so many.
    fn tree(&self, level: u32, first: u64, count: u64) -> Result<Vec<Hash>, Error>;
}

/// Which entries are read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Which<'a> {
    /// Those after a number, at most so many.
    After { after: u64, limit: u64 },
    /// Those of a chain after a number and from a seq on, at most so many.
    Chain { chain: Chain, after: u64, seq: u64, limit: u64 },
    /// Those of a round of a chain after a number and up to another, at most so many.
    Round { chain: Chain, round: u64, after: u64, up_to: u64, limit: u64 },
    /// Those with these numbers, as far as they are there.
    Numbers(&'a [u64]),
}

/// An entry as it is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw<'a> {
    pub(crate) number: u64,
    pub(crate) fields: Fields<'a>,
    pub(crate) previous: Hash,
    pub(crate) hash: Hash,
    pub(crate) link: Hash,
}

/// An entry without what is in it; what is not of the right kind is left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    pub(crate) number: u64,
    pub(crate) chain: Option<Chain>,
    pub(crate) seq: Option<u64>,
    pub(crate) round: Option<u64>,
    pub(crate) previous: Option<Hash>,
    pub(crate) hash: Option<Hash>,
    pub(crate) link: Option<Hash>,
}

/// How many rows there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    /// The highest id of a checkpoint.
    pub(crate) checkpoints: u64,
    /// The highest number of an entry.
    pub(crate) entries: u64,
    /// The rows of the directory.
    pub(crate) places: u64,
    /// The stored hashes of the tree.
    pub(crate) tree: u64,
    /// Entries and checkpoints with a number below 1.
    pub(crate) outside: u64,
}

/// What the one row of the table `journal` says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Journal {
    pub(crate) identity: Identity,
    pub(crate) chapter: u64,
    /// Which of its owners one after another writes the journal.
    pub(crate) epoch: u64,
    pub(crate) number: u64,
    pub(crate) link: Hash,
    /// How many checkpoints there are.
    pub(crate) checkpoints: u64,
    /// The signature of the end.
    pub(crate) seal: [u8; 64],
}

impl Raw<'_> {
    /// Takes a copy; `None` if a text is not UTF-8.
    pub(crate) fn record(&self) -> Option<Record> {
        let text = |bytes: &[u8]| std::str::from_utf8(bytes).ok().map(Arc::from);
        let entry = Entry {
            chain: Chain(self.fields.chain),
            seq: self.fields.seq,
            at: self.fields.at,
            who: self.fields.who,
            kind: text(self.fields.kind)?,
            round: self.fields.round,
            rules: text(self.fields.rules)?,
            format: self.fields.format,
            key: self.fields.key.to_vec(),
            body: self.fields.body.to_vec(),
            effects: self.fields.effects.to_vec(),
        };
        let chained = Chained { entry, previous: self.previous, hash: self.hash };
        Some(Record { number: self.number, chained, link: self.link })
    }

    pub(crate) fn place(&self) -> (Chain, u64) {
        (Chain(self.fields.chain), self.fields.seq)
    }

    pub(crate) fn fault(&self, wrong: Wrong) -> Fault {
        Fault { number: Some(self.number), place: Some(self.place()), wrong }
    }
}

impl Journal {
    pub(crate) fn end(&self) -> End {
        End { number: self.number, link: self.link, checkpoints: self.checkpoints }
    }

    /// Whether the recorded end bears the signature of the journal's key.
    pub(crate) fn is_sealed(&self) -> bool {
        self.end().is_signed(&self.identity, &self.seal)
    }

    /// Whether the journal was closed at the recorded end.
    pub(crate) fn is_closed(&self) -> bool {
        self.end().is_closed(&self.identity, &self.seal)
    }
}

/// Visits the entries after a number, in the order of commit.
pub(crate) fn scan(
    rows: &dyn Rows,
    after: u64,
    limit: u64,
    visit: VisitRaw<'_>,
) -> Result<(), Error> {
    rows.entries(&Which::After { after, limit }, visit)
}

/// Reads where the journal stands: the heads that its last checkpoint has signed, moved on by what was written since. An
/// error names what is not as it must be.
pub(crate) fn state(
    rows: &dyn Rows,
    journal: &Journal,
) -> Result<Result<JournalState, Fault>, Error> {
    let mut state =
        JournalState { number: journal.number, link: journal.link, heads: Default::default() };
    let Some(Some(signed)) = rows.last_checkpoint()? else {
        return Ok(Err(Fault::file("the last checkpoint is missing or was changed")));
    };
    state.heads.extend(signed.heads);
    let mut fault = None;
    rows.outlines((signed.number, u64::MAX), &mut |outline| match (
        outline.chain,
        outline.seq,
        outline.hash,
    ) {
        (Some(chain), Some(seq), Some(hash)) => {
            state.heads.insert(chain, Head { seq, hash });
            ControlFlow::Continue(())
        }
        _ => {
            let wrong = Wrong::Shape("chain, seq or hash");
            fault = Some(Fault { number: Some(outline.number), place: None, wrong });
            ControlFlow::Break(())
        }
    })?;
    Ok(fault.map_or(Ok(state), Err))
}
