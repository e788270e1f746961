//! A journal that was proved, and its export.

use std::path::Path;

use croupier_floor::TableId;
use croupier_house::EDITION;
use croupier_house::report::{NoReport, Walked, range, walk};
use croupier_journal::{Checkpoint, Reader, VerifyOptions, verify};
use data_encoding::HEXLOWER;

use crate::Error;
use crate::entry_context::{EntryContext, Sittings};
use crate::folder::{Folder, Written};
use crate::sheets::Sheets;
use crate::standing::Standing;

/// What is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// One table; `None` for all, and for what concerns no table.
    pub table: Option<TableId>,
    /// The first entry that counts; `None` for the first of all.
    pub from: Option<u64>,
    /// The last entry that counts; `None` for the last of all.
    pub to: Option<u64>,
    /// Takes the place of files that are there already.
    pub force: bool,
}

/// What was written.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The files that were written, with how many rows each has.
    pub files: Vec<Written>,
    /// The first entry that counts, and the last.
    pub entries: (u64, u64),
    /// The last entry that is signed; 0 if none is.
    pub signed: u64,
}

/// A journal whose hashes, links and signatures were computed again, and hold.
pub struct VerifiedJournal {
    reader: Reader,
    entries: u64,
}

impl VerifiedJournal {
    /// Proves a journal; `each` is told how many entries of how many are done.
    ///
    /// # Errors
    /// The journal cannot be read, or is not sound.
    pub fn open(path: &Path, each: &dyn Fn(u64, u64)) -> Result<Self, Error> {
        let report =
            verify(path, &VerifyOptions { progress: Some(each), ..VerifyOptions::default() })?;
        if let Some((fault, good)) = report.chain_faults.values().next() {
            let what = format!("{fault}; the last good entry of the chain is {good}");
            return Err(Error::NotSound(what));
        }
        if let Some(fault) = report.faults.first() {
            return Err(Error::NotSound(fault.to_string()));
        }
        // It may lie where nothing may be written.
        let reader = Reader::open(path).or_else(|error| Reader::sealed(path).map_err(|_| error))?;
        Ok(Self { reader, entries: report.entries })
    }

    /// Returns how many entries were proved.
    pub const fn entries(&self) -> u64 {
        self.entries
    }

    /// Plays the journal again, and writes what follows to a folder; `each` is told how many entries
    /// have been played.
    ///
    /// # Errors
    /// An entry does not lead to what it says, what is asked for is not there, or a file cannot be
    /// written. No file has its name then, except those that had it before.
    pub fn export(
        &self,
        asked: &Asked,
        folder: &Path,
        mut each: impl FnMut(u64),
    ) -> Result<Exported, Error> {
        // A journal may run; what came after the proof does not count.
        let (first, last) = range(asked.from, asked.to, self.entries)?;
        let mut folder = Folder::create(folder, asked.force)?;
        let (mut sittings, mut standing) = (Sittings::default(), Standing::default());
        let mut sheets = Sheets::default();
        let mut any = false;
        let walked = walk(&self.reader, (Some(first), Some(last)), |seen| {
            sittings.before(seen);
            let sitting = seen.table().and_then(|table| sittings.0.get(&table));
            let told = sitting.map_or_else(Vec::new, |sitting| standing.see(seen, sitting));
            let here = asked.table.is_none() || seen.table() == asked.table;
            let counts = seen.counts && here;
            any |= counts;
            sheets.see(&EntryContext { seen, sitting, told: &told, counts }, &mut folder.files)?;
            drop(told);
            sittings.after(seen);
            each(seen.number);
            Ok::<_, Error>(())
        })?;
        if let (false, Some(table)) = (any, asked.table) {
            let what = format!("nothing in entries {first} to {last} is about table {}", table.0);
            return Err(NoReport::Asked(what).into());
        }
        let open = sittings.0.values();
        let open = open.filter(|sitting| asked.table.is_none_or(|table| table == sitting.table));
        for sitting in open {
            sheets.end(sitting, &standing.at(sitting.number), &mut folder.files)?;
        }
        sheets.finish(&walked.floor, &mut folder.files)?;
        let checkpoint = self.reader.last_checkpoint()?;
        let files = folder.finish(&self.facts(asked, &walked, checkpoint.as_ref()))?;
        let signed = checkpoint.map_or(0, |checkpoint| checkpoint.number);
        Ok(Exported { files, entries: (walked.first, walked.last), signed })
    }

    /// Says where the files come from.
    fn facts(
        &self,
        asked: &Asked,
        walked: &Walked,
        checkpoint: Option<&Checkpoint>,
    ) -> Vec<(&'static str, String)> {
        let identity = self.reader.identity();
        let mut facts = vec![
            ("format", "1".to_owned()),
            ("rules", EDITION.to_owned()),
            ("journal", HEXLOWER.encode(&identity.journal)),
            ("key", identity.key.to_string()),
            ("first_entry", walked.first.to_string()),
            ("last_entry", walked.last.to_string()),
            ("last_link", walked.link.to_string()),
        ];
        facts.extend(asked.table.map(|table| ("table_number", table.0.to_string())));
        if let Some(checkpoint) = checkpoint {
            facts.extend([
                ("checkpoint", checkpoint.id.to_string()),
                ("checkpoint_entries", checkpoint.number.to_string()),
                ("checkpoint_link", checkpoint.link.to_string()),
                ("checkpoint_signature", HEXLOWER.encode(&checkpoint.signature)),
            ]);
        }
        facts
    }
}
