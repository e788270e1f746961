//! A drill: a sheet that stops where somebody must know what to do.

use std::borrow::Cow;
use std::marker::PhantomData;

use croupier_engine::Kind;
use serde::Deserialize;

use crate::fault::{Fault, read};
use crate::names::Names;
use crate::object::some_object;
use crate::read::{Sheet, resolve, setup};
use crate::step::Step;
use crate::table::TableSetup;
use crate::text::Text;
use crate::written::{one, some};

/// A situation to be judged.
#[derive(Debug)]
pub struct Drill {
    /// The table, played through the situation and what it leads to.
    pub sheet: Sheet<'static>,
    /// How many steps lead up to the situation.
    pub before: usize,
    /// What the dealer sees.
    pub tell: Text,
    /// An answer that people give, and that is wrong.
    pub trap: Text,
}

/// The fields of a line as they are written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(default, deserialize_with = "some")]
    id: Option<String>,
    #[serde(with = "one")]
    game: Kind,
    /// The row of the game's remedies that is drilled, for whoever reads the file.
    #[serde(default, rename = "row", deserialize_with = "some")]
    _row: Option<Text>,
    tell: Text,
    trap: Text,
    #[serde(default, deserialize_with = "some_object")]
    table: Option<Box<TableSetup>>,
    script: Vec<Step>,
    deed: Vec<Step>,
}

impl Drill {
    /// Reads a line.
    ///
    /// # Errors
    /// When the line is not a drill.
    pub fn read(line: &str) -> Result<Self, Fault> {
        let read = read(line, PhantomData::<Line>)?;
        let Line { id, game: kind, tell, trap, table, script, deed, .. } = read;
        let (mut names, mut inputs) = (Names::default(), Vec::new());
        resolve(&script, kind, &mut names, &mut inputs)?;
        let before = inputs.len();
        resolve(&deed, kind, &mut names, &mut inputs)?;
        let setup = setup(table.as_deref(), kind, &mut names)?;
        let id = id.map(Cow::Owned);
        let sheet = Sheet { id, kind, setup, inputs, names };
        Ok(Self { sheet, before, tell, trap })
    }
}
