//! Tables for learning programs. What is seen and won goes to Python as bytes, a block for all tables of a call.

use croupier_engine::{Card, Cents, Input, Kind, Setup, WagerId};
use croupier_sim::environment::{self, HAND, RollsStep, RoundsStep, Turn};
use croupier_sim::{Plan, Stake};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use crate::error::error;
use crate::game::named;
use crate::question::{strategy, variant};
use crate::simulate::trouble;

/// How many numbers are seen of a table with decisions.
const SEEN: usize = 1 + 2 * HAND;

/// Tables at which a player decides.
#[pyclass(module = "croupier._native")]
pub(crate) struct Rounds {
    tables: environment::Rounds,
}

#[pymethods]
impl Rounds {
    #[new]
    fn new(
        game: &str,
        stake: u64,
        tables: usize,
        decks: Option<u8>,
        variant: Option<&str>,
    ) -> PyResult<Self> {
        let (kind, setup) = table(game, decks, variant)?;
        let first = kind.describe().wagers.into_iter().find(|wager| !wager.follows);
        let on = first.ok_or_else(|| error(format!("{} has no wagers", kind.title())))?.id;
        let plan = Plan {
            kind,
            setup,
            strategy: strategy(kind, None)?,
            areas: 1,
            behind: None,
            stakes: vec![Stake { on, mark: None, amount: Cents(stake) }],
            rounds: 0,
            seed: 0,
        };
        let tables = environment::Rounds::new(plan, tables).map_err(|why| trouble(&why))?;
        Ok(Self { tables })
    }

    /// How many numbers are seen of a table.
    #[classattr]
    const SEEN: usize = SEEN;

    /// Begins anew with a seed.
    fn reset(&mut self, seed: u64) -> PyResult<()> {
        let count = self.tables.tables();
        self.tables.reset(seed, count).map_err(|why| trouble(&why))
    }

    /// Lists the choices; an action is a place in this list.
    fn choices(&self) -> Vec<&'static str> {
        self.tables.choices().iter().map(|choice| choice.name()).collect()
    }

    /// Takes one action at every table: what is seen, what was won or lost in cents, and which rounds are over.
    fn step<'py>(&mut self, py: Python<'py>, actions: &[u8]) -> PyResult<Stepped<'py>> {
        let count = self.tables.tables();
        if actions.len() != count {
            return Err(error(format!("{} actions for {count} tables", actions.len())));
        }
        let mut seen = vec![0; count * SEEN];
        let (mut net, mut over) = (vec![0; count * 8], vec![0; count]);
        let stepped = py.detach(|| {
            for (at, &action) in actions.iter().enumerate() {
                let RoundsStep { seen: now, net: won, over: is_over } =
                    self.tables.step(at, action)?;
                seen[at * SEEN..][..SEEN].copy_from_slice(&now);
                net[at * 8..][..8].copy_from_slice(&won.to_le_bytes());
                over[at] = is_over.into();
            }
            Ok(())
        });
        stepped.map_err(|why| trouble(&why))?;
        Ok((bytes(py, &seen), bytes(py, &net), bytes(py, &over)))
    }
}

type Stepped<'py> = (Bound<'py, PyByteArray>, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>);

/// Tables at which a player bets from roll to roll.
#[pyclass(module = "croupier._native")]
pub(crate) struct Rolls {
    tables: environment::Rolls,
    seen: Vec<i64>,
}

/// What followed at all tables: what is seen after the step, and at the start of the next episode where one ended;
/// net results; how many wagers were refused; who is ruined; whose rolls are over.
type Rolled<'py> = (
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
);

#[pymethods]
impl Rolls {
    #[new]
    fn new(
        game: &str,
        unit: u64,
        bankroll: u64,
        rolls: u32,
        tables: usize,
        variant: Option<&str>,
    ) -> PyResult<Self> {
        let table = table(game, None, variant)?;
        let money = (Cents(unit), Cents(bankroll));
        let tables = environment::Rolls::new(table, money, rolls, tables);
        let tables = tables.map_err(|why| trouble(&why))?;
        let seen = vec![0; tables.seen()];
        Ok(Self { tables, seen })
    }

    /// Begins anew with a seed; returns what is seen.
    fn reset<'py>(&mut self, py: Python<'py>, seed: u64) -> PyResult<Bound<'py, PyByteArray>> {
        let count = self.tables.tables();
        self.tables.reset(seed, count).map_err(|why| trouble(&why))?;
        let mut seen = Vec::with_capacity(count * self.seen.len() * 8);
        for at in 0..count {
            self.look(at, &mut seen);
        }
        Ok(bytes(py, &seen))
    }

    /// Names what can be placed.
    fn places(&self) -> Vec<(&'static str, Option<u8>)> {
        names(self.tables.kind(), self.tables.places())
    }

    /// Names what can stand.
    fn stands(&self) -> Vec<(&'static str, Option<u8>)> {
        names(self.tables.kind(), self.tables.stands())
    }

    /// Adds units to the wagers of every table, and rolls once at each; `again` begins a new episode where one ended.
    fn step<'py>(&mut self, py: Python<'py>, units: &[u8], again: bool) -> PyResult<Rolled<'py>> {
        let (count, each) = (self.tables.tables(), self.tables.places().len());
        if units.len() != count * each {
            return Err(error(format!("{} stakes for {count} tables of {each}", units.len())));
        }
        let room = count * self.seen.len() * 8;
        let (mut last, mut seen) = (Vec::with_capacity(room), Vec::with_capacity(room));
        let mut net = Vec::with_capacity(count * 8);
        let mut refused = Vec::with_capacity(count * 4);
        let (mut ruined, mut over) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let stepped = py.detach(|| {
            for (at, units) in units.chunks_exact(each).enumerate() {
                let RollsStep { net: won, refused: not, ruined: is_ruined, over: is_over } =
                    self.tables.step(at, units)?;
                net.extend(won.to_le_bytes());
                refused.extend(not.to_le_bytes());
                ruined.push(is_ruined.into());
                over.push(is_over.into());
                let from = last.len();
                self.look(at, &mut last);
                if again && (is_ruined || is_over) {
                    self.tables.begin(at)?;
                    self.look(at, &mut seen);
                } else {
                    seen.extend_from_slice(&last[from..]);
                }
            }
            Ok(())
        });
        stepped.map_err(|why| trouble(&why))?;
        let [last, seen, net, refused, ruined, over]: [Vec<u8>; 6] =
            [last, seen, net, refused, ruined, over];
        let bytes = |block: Vec<u8>| bytes(py, &block);
        Ok((bytes(last), bytes(seen), bytes(net), bytes(refused), bytes(ruined), bytes(over)))
    }
}

impl Rolls {
    fn look(&mut self, table: usize, block: &mut Vec<u8>) {
        self.tables.look(table, &mut self.seen);
        block.extend(self.seen.iter().flat_map(|number| number.to_le_bytes()));
    }
}

/// One table, position by position, with chance as a player.
#[pyclass(module = "croupier._native")]
pub(crate) struct Position {
    position: environment::Position,
}

#[pymethods]
impl Position {
    #[new]
    fn new(
        game: &str,
        stakes: Vec<(String, Option<u8>, u64)>,
        decks: Option<u8>,
        variant: Option<&str>,
    ) -> PyResult<Self> {
        let (kind, setup) = table(game, decks, variant)?;
        let stake = |(name, mark, amount): &(String, Option<u8>, u64)| {
            let none = || error(format!("{} has no wager {name:?}", kind.title()));
            let on = kind.wager(name).ok_or_else(none)?;
            Ok::<_, PyErr>(Stake { on, mark: *mark, amount: Cents(*amount) })
        };
        let stakes = stakes.iter().map(stake).collect::<PyResult<Vec<_>>>()?;
        let position = environment::Position::new(kind, &setup, &stakes);
        Ok(Self { position: position.map_err(|why| trouble(&why))? })
    }

    /// Returns whose turn it is: `chance`, `player` or `over`.
    fn turn(&self) -> &'static str {
        match self.position.turn() {
            Turn::Chance => "chance",
            Turn::Player => "player",
            Turn::Over => "over",
        }
    }

    /// Lists what chance can do, and in how many ways.
    fn chances(&self) -> Vec<(u8, u32)> {
        self.position.chances()
    }

    /// Lists what the player can do.
    fn choices(&self) -> Vec<u32> {
        self.position.choices().into_iter().map(u32::from).collect()
    }

    /// Takes an action.
    fn take(&mut self, action: u8) -> PyResult<()> {
        self.position.take(action).map_err(|why| trouble(&why))
    }

    /// Returns what was won or lost, in cents.
    fn net(&self) -> i64 {
        self.position.net()
    }

    /// Copies the position.
    fn copy(&self) -> Self {
        Self { position: self.position.clone() }
    }

    /// Names an action of whose turn it is.
    fn action_name(&self, action: u8) -> Option<String> {
        let kind = self.position.kind();
        match self.position.turn() {
            Turn::Player => kind.choices().get(usize::from(action)).map(|it| it.name().to_owned()),
            Turn::Chance if kind.house().cards.is_some() => {
                Card::from_index(action.into()).map(|card| card.to_string())
            }
            Turn::Chance => (action < 36).then(|| format!("{}-{}", action / 6 + 1, action % 6 + 1)),
            Turn::Over => None,
        }
    }

    /// Lists everything that happened.
    fn history(&self) -> Vec<String> {
        let kind = self.position.kind();
        self.position.taken().iter().map(|input| said(kind, input)).collect()
    }
}

/// Writes an input of a position as a step of a sheet.
fn said(kind: Kind, input: &Input) -> String {
    croupier_sheet::Step::of(kind, input).to_string()
}

fn table(game: &str, decks: Option<u8>, name: Option<&str>) -> PyResult<(Kind, Setup)> {
    let kind = named(game)?;
    let variant = variant(kind, name)?;
    Ok((kind, Setup { decks, variant, ..Setup::default() }))
}

fn names(kind: Kind, wagers: &[(WagerId, Option<u8>)]) -> Vec<(&'static str, Option<u8>)> {
    let name = |on: &WagerId| kind.layouts()[usize::from(on.0)].name;
    wagers.iter().map(|(on, mark)| (name(on), *mark)).collect()
}

fn bytes<'py>(py: Python<'py>, block: &[u8]) -> Bound<'py, PyByteArray> {
    PyByteArray::new(py, block)
}
