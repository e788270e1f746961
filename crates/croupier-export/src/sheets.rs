//! The files of an export: what a row of each is, and how it comes about.

mod awards;
mod cards;
mod contributions;
mod entries;
mod incidents;
mod postings;
mod promotion_awards;
mod promotion_entries;
mod promotions;
mod rounds;
mod settlements;
mod tables;
mod vouchers;
mod wagers;

use croupier_floor::Floor;

use crate::Error;
use crate::column::Column;
use crate::entry_context::{EntryContext, Sitting};
use crate::file::File;
use crate::standing::Wager;

/// What a file holds.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// Its name, without the ending.
    pub name: &'static str,
    /// What each of its columns is called and holds, in order.
    pub columns: &'static [Column],
}

/// The files of an export, in the order in which they are written.
pub const FILES: &[Schema] = &[
    Schema { name: "entries", columns: entries::COLUMNS },
    Schema { name: "tables", columns: tables::COLUMNS },
    Schema { name: "rounds", columns: rounds::COLUMNS },
    Schema { name: "cards", columns: cards::COLUMNS },
    Schema { name: "wagers", columns: wagers::COLUMNS },
    Schema { name: "settlements", columns: settlements::COLUMNS },
    Schema { name: "postings", columns: postings::COLUMNS },
    Schema { name: "incidents", columns: incidents::COLUMNS },
    Schema { name: "contributions", columns: contributions::COLUMNS },
    Schema { name: "awards", columns: awards::COLUMNS },
    Schema { name: "promotions", columns: promotions::COLUMNS },
    Schema { name: "promotion_entries", columns: promotion_entries::COLUMNS },
    Schema { name: "promotion_awards", columns: promotion_awards::COLUMNS },
    Schema { name: "vouchers", columns: vouchers::COLUMNS },
];

/// One file as it comes about.
pub(crate) trait Sheet {
    /// Is shown every entry from the first on; not all of them count.
    fn see(&mut self, context: &EntryContext<'_>, out: &mut File) -> Result<(), Error>;

    /// Is shown every table that is open in the end, with the wagers that stand there.
    fn end(&mut self, _: &Sitting, _: &[&Wager], _: &mut File) -> Result<(), Error> {
        Ok(())
    }

    /// Is shown the floor as it is in the end.
    fn finish(&mut self, _: &Floor, _: &mut File) -> Result<(), Error> {
        Ok(())
    }
}

/// All files as they come about, in the order of `FILES`.
pub(crate) struct Sheets([Box<dyn Sheet>; FILES.len()]);

impl Default for Sheets {
    fn default() -> Self {
        Self([
            Box::new(entries::Entries),
            Box::new(tables::Tables),
            Box::new(rounds::Rounds::default()),
            Box::new(cards::Cards::default()),
            Box::new(wagers::Wagers),
            Box::new(settlements::Settlements),
            Box::new(postings::Postings),
            Box::new(incidents::Incidents),
            Box::new(contributions::Contributions),
            Box::new(awards::Awards::default()),
            Box::new(promotions::Promotions),
            Box::new(promotion_entries::PromotionEntries::default()),
            Box::new(promotion_awards::PromotionAwards::default()),
            Box::new(vouchers::Vouchers),
        ])
    }
}

impl Sheets {
    pub(crate) fn see(
        &mut self,
        context: &EntryContext<'_>,
        files: &mut [File],
    ) -> Result<(), Error> {
        let mut each = self.0.iter_mut().zip(files);
        each.try_for_each(|(sheet, file)| sheet.see(context, file))
    }

    pub(crate) fn end(
        &mut self,
        sitting: &Sitting,
        standing: &[&Wager],
        files: &mut [File],
    ) -> Result<(), Error> {
        let mut each = self.0.iter_mut().zip(files);
        each.try_for_each(|(sheet, file)| sheet.end(sitting, standing, file))
    }

    pub(crate) fn finish(&mut self, floor: &Floor, files: &mut [File]) -> Result<(), Error> {
        let mut each = self.0.iter_mut().zip(files);
        each.try_for_each(|(sheet, file)| sheet.finish(floor, file))
    }
}
