//! A drill: a sheet that stops where somebody must know what to do.

use std::borrow::Cow;

use crate::json::{Fault, Reader};
use crate::names::Names;
use crate::read::{Sheet, later, once, script, table, unknown};
use croupier_engine::{Kind, Setup};

/// A situation to be judged.
#[derive(Debug)]
pub struct Drill<'a> {
    /// The table, played through the situation and what it leads to.
    pub sheet: Sheet<'a>,
    /// How many steps lead up to the situation.
    pub before: usize,
    /// What the dealer sees.
    pub tell: Cow<'a, str>,
    /// An answer that people give, and that is wrong.
    pub trap: Cow<'a, str>,
}

impl<'a> Drill<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// When the line is not a drill.
    pub fn read(line: &'a str) -> Result<Self, Fault> {
        let (mut id, mut kind, mut row, mut tell, mut trap) = (None, None, None, None, None);
        let (mut setup, mut before, mut deed) = (None, None, None);
        let mut reader = Reader::new(line);
        reader.object("a drill, which is an object,", |reader, key| match &*key {
            "id" => once(&mut id, "id", || reader.text()),
            "game" => once(&mut kind, "game", || crate::read::game(reader)),
            "row" => once(&mut row, "row", || reader.text()),
            "tell" => once(&mut tell, "tell", || reader.text()),
            "trap" => once(&mut trap, "trap", || reader.text()),
            "table" => once(&mut setup, "table", || later(reader)),
            "script" => once(&mut before, "script", || later(reader)),
            "deed" => once(&mut deed, "deed", || later(reader)),
            _ => Err(unknown(reader, &key, "id, game, row, tell, table, script, deed or trap")),
        })?;
        reader.end()?;
        let missing = |field: &str| Fault::new(format!("the field `{field}` is missing"));
        let kind: Kind = kind.ok_or_else(|| missing("game"))?;
        let mut names = Names::default();
        let mut inputs = Vec::new();
        script(&mut before.ok_or_else(|| missing("script"))?, kind, &mut names, &mut inputs)?;
        let before = inputs.len();
        script(&mut deed.ok_or_else(|| missing("deed"))?, kind, &mut names, &mut inputs)?;
        let setup = match setup {
            Some(mut reader) => table(&mut reader, kind, &mut names)?,
            None => Setup::default(),
        };
        let sheet = Sheet { id, kind, setup, inputs, names, want: None, clauses: Vec::new() };
        let tell = tell.ok_or_else(|| missing("tell"))?;
        Ok(Self { sheet, before, tell, trap: trap.ok_or_else(|| missing("trap"))? })
    }
}
