//! The displays of a pool: screens that must show its prizes while wagers are taken.

use serde::{Deserialize, Serialize};

use super::Pool;
use crate::TableId;

/// A display of a pool, by its number in the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DisplayId(pub u32);

croupier_engine::stored! { struct DisplayId(number) }

/// A screen that shows the prizes of a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Display {
    /// What it is called.
    pub name: String,
    /// The table that it belongs to; `None` if all tables of the pool need it.
    pub table: Option<TableId>,
    /// It is cut off: what it shows may be old.
    pub lost: bool,
}

croupier_engine::stored! { struct Display { name, table, lost } }

impl Pool {
    /// Finds a display that is cut off and that a table needs.
    pub fn lost_display(&self, table: TableId) -> Option<DisplayId> {
        let needs = |display: &Display| display.table.is_none_or(|own| own == table);
        let mut lost = self.displays.iter().filter(|(_, it)| it.lost && needs(it));
        lost.next().map(|(number, _)| *number)
    }

    /// Finds a display that is cut off and that all tables need.
    pub fn lost_for_all(&self) -> Option<DisplayId> {
        let mut lost = self.displays.iter().filter(|(_, it)| it.lost && it.table.is_none());
        lost.next().map(|(number, _)| *number)
    }
}
