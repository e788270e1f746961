//! From the lines of a settlement to the endings of the book.

use croupier_engine::effect::Line;
use croupier_engine::{Cents, Clause, Outcome, WagerId};

use crate::book::Book;
use crate::plan::Stake;

/// One more than the largest number that a wager can be on.
const MARKS: usize = 13;

/// What a line says of money and clause.
type Key = (Outcome, Cents, Cents, Clause);

/// Finds rows and endings.
#[derive(Clone, Debug)]
pub(super) struct Finder {
    /// By wager and number, none being the last.
    rows: Vec<[Option<usize>; MARKS + 1]>,
    /// The stakes, in the same way.
    stakes: Vec<[Option<usize>; MARKS + 1]>,
    /// The lines of each ending of each row.
    endings: Vec<Vec<(Key, Option<Key>)>>,
}

impl Finder {
    pub(super) fn new(book: &Book, staked: &[Stake], chip: Cents) -> Self {
        let most = book.rows.iter().map(|row| usize::from(row.on.0)).max().unwrap_or(0);
        let mut rows = vec![[None; MARKS + 1]; most + 1];
        let mut stakes = rows.clone();
        for (at, stake) in staked.iter().enumerate() {
            if let Some(of) = stakes.get_mut(usize::from(stake.on.0)) {
                of[place(stake.mark)] = Some(at);
            }
        }
        let mut endings = Vec::new();
        for (at, row) in book.rows.iter().enumerate() {
            rows[usize::from(row.on.0)][place(row.mark)] = Some(at);
            let keys = row.endings.iter().filter_map(|ending| {
                let mut keys = ending.parts.iter().map(|(_, verdict)| {
                    let (pays, back) = verdict.settle(row.stake, chip);
                    (verdict.outcome, pays, back, verdict.clause)
                });
                Some((keys.next()?, keys.next()))
            });
            endings.push(keys.collect());
        }
        Self { rows, stakes, endings }
    }

    /// Finds the row of a wager.
    #[inline]
    pub(super) fn row(&self, on: WagerId, mark: Option<u8>) -> Option<usize> {
        self.rows.get(usize::from(on.0))?[place(mark)]
    }

    /// Finds a stake.
    #[inline]
    pub(super) fn stake(&self, on: WagerId, mark: Option<u8>) -> Option<usize> {
        self.stakes.get(usize::from(on.0))?[place(mark)]
    }

    /// Finds the ending of a row that these lines are: of a wager, and of one that followed it.
    #[inline]
    pub(super) fn ending(&self, row: usize, line: &Line, follower: Option<&Line>) -> Option<usize> {
        let wanted = (key(line), follower.map(key));
        self.endings[row].iter().position(|known| *known == wanted)
    }
}

fn place(mark: Option<u8>) -> usize {
    mark.map_or(MARKS, |mark| usize::from(mark).min(MARKS - 1))
}

const fn key(line: &Line) -> Key {
    (line.outcome, line.pays, line.back, line.clause)
}
