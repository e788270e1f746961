//! The reports on tables and wagers of a house that runs: from what it has counted itself, without a look at its entries.

use croupier_journal::Reader;

use super::played::Played;
use super::{About, Asked, NoReport, Report, begin, tables, wagers};
use crate::live::Folded;

/// What was played at the tables of a house up to an entry.
pub struct PlayedSoFar {
    pub(crate) played: Played,
    /// The number of the last entry.
    pub(crate) number: u64,
    /// When it was entered, in milliseconds since 1970.
    pub(crate) at: u64,
    pub(crate) folded: Vec<Folded>,
}

impl PlayedSoFar {
    /// Tells whether a report is one on everything that was played, for which this is enough.
    pub fn is_enough_for(asked: &Asked) -> bool {
        let whole = asked.from.is_none_or(|from| from == 1) && asked.to.is_none();
        whole && matches!(asked.about, About::Table | About::Wagers)
    }

    /// Works out such a report: the same that comes of a pass through all entries. `None` for another one, or before the first entry.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn report(self, reader: &Reader, asked: &Asked) -> Result<Option<Report>, NoReport> {
        if !Self::is_enough_for(asked) || self.number == 0 {
            return Ok(None);
        }
        let began = reader.entry(1)?.map_or(0, |record| record.chained.entry.at);
        let (range, times) = ((1, self.number), (began, self.at));
        let mut report = begin(reader, asked, (range, times), &self.folded)?;
        let (only, played) = (asked.table, self.played);
        match asked.about {
            About::Wagers => wagers::Wagers { only, played }.write(&mut report),
            _ => tables::Tables { only, played }.write(&mut report),
        }
        Ok(Some(report))
    }
}
