//! What a run has come to: whole numbers only, so that parts can be added in any order.

use dashu_int::IBig;

use crate::book::Book;
use crate::work::{Ledger, Sums};

/// What became of one wager.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How often each ending came.
    pub endings: Vec<u64>,
    /// In how many rolls the wager stood; 0 for cards.
    pub rolls: u64,
    /// Sums over groups of rounds that hang together; 0 where rounds do not.
    pub sums: Sums,
}

/// What became of all wagers in rounds of one sort.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Rounds played.
    pub rounds: u64,
    /// Groups of rounds that hang together and were watched; 0 where rounds do not.
    pub groups: u64,
    /// Each wager.
    pub rows: Vec<Counts>,
}

/// What a run has come to: the rounds that are dealt for certain, and with a cutting card those that
/// are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The sorts of rounds.
    pub sorts: Vec<Counted>,
}

impl Counts {
    /// Returns how many wagers were decided.
    pub fn decided(&self) -> u64 {
        self.endings.iter().sum()
    }
}

impl Tally {
    /// A tally of nothing.
    pub fn new(book: &Book, sorts: usize) -> Self {
        let row = |row: &crate::book::Row| Counts {
            endings: vec![0; row.endings.len()],
            ..Counts::default()
        };
        let rows = book.rows.iter().map(row).collect();
        Self { sorts: vec![Counted { rounds: 0, groups: 0, rows }; sorts] }
    }

    /// Turns counts of classes into counts of endings.
    pub(crate) fn of(book: &Book, ledgers: &[Ledger]) -> Self {
        let mut tally = Self::new(book, ledgers.len());
        for (sort, ledger) in tally.sorts.iter_mut().zip(ledgers) {
            (sort.rounds, sort.groups) = (ledger.rounds, ledger.groups);
            for (class, &count) in ledger.classes.iter().enumerate().filter(|(_, n)| **n > 0) {
                for entry in &book.classes[class] {
                    sort.rows[entry.row].endings[entry.ending] += count;
                }
                for &row in &book.standing[class] {
                    sort.rows[row].rolls += count;
                }
            }
            for (row, sums) in sort.rows.iter_mut().zip(&ledger.sums) {
                row.sums = sums.clone();
            }
        }
        tally
    }

    /// Adds another part of the same run.
    ///
    /// # Panics
    /// When a count does not fit into 64 bits, which a run that a plan allows cannot come to.
    pub fn add(&mut self, other: &Self) {
        self.checked_add(other).expect("the counts of a run fit into 64 bits");
    }

    /// Adds what is said to be another part of the same run; `None`, and then with a part of it
    /// added, if a count does not fit into 64 bits.
    pub fn checked_add(&mut self, other: &Self) -> Option<()> {
        for (sort, more) in self.sorts.iter_mut().zip(&other.sorts) {
            sort.rounds = sort.rounds.checked_add(more.rounds)?;
            sort.groups = sort.groups.checked_add(more.groups)?;
            for (row, more) in sort.rows.iter_mut().zip(&more.rows) {
                row.rolls = row.rolls.checked_add(more.rolls)?;
                row.sums.checked_add(&more.sums)?;
                for (count, more) in row.endings.iter_mut().zip(&more.endings) {
                    *count = count.checked_add(*more)?;
                }
                row.endings.iter().try_fold(0, |sum: u64, count| sum.checked_add(*count))?;
            }
        }
        Some(())
    }

    /// Returns how many rounds were played, of all sorts.
    pub fn rounds(&self) -> u64 {
        self.sorts.iter().map(|sort| sort.rounds).sum()
    }
}

impl Sums {
    /// Adds the sums of other groups; `None` if the number of wagers does not fit into 64 bits.
    pub fn checked_add(&mut self, other: &Self) -> Option<()> {
        self.count = self.count.checked_add(other.count)?;
        self.net_net += &other.net_net;
        self.net_count += &other.net_count;
        self.count_count += &other.count_count;
        Some(())
    }

    /// Adds a group with this net result and so many wagers.
    pub(crate) fn group(&mut self, net: i64, count: i64) {
        self.count += count.unsigned_abs();
        let (net, count) = (i128::from(net), i128::from(count));
        self.net_net += IBig::from(net * net);
        self.net_count += IBig::from(net * count);
        self.count_count += IBig::from(count * count);
    }
}
