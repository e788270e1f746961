//! What is counted while rounds are played: classes, and where rounds hang together, sums of groups.

use dashu_int::IBig;

use crate::book::Book;

/// Takes what a round made.
pub(crate) trait Sink {
    /// A wagering area, or the table as a whole, ended in a class; in which ledger it counts.
    fn hand(&mut self, ledger: usize, class: usize);

    /// A round of a ledger is over.
    fn round(&mut self, ledger: usize);

    /// A group of rounds that hang together is over.
    fn group(&mut self);
}

/// Counts of one ledger: the rounds that are dealt for certain, or those that are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ledger {
    /// Rounds played.
    pub(crate) rounds: u64,
    /// How often each class came.
    pub(crate) classes: Vec<u64>,
    /// Groups in which something of this ledger was played.
    pub(crate) groups: u64,
    /// For each row, sums over groups.
    pub(crate) sums: Vec<Sums>,
}

/// Sums over groups of rounds, for one wager.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The square of the net result.
    pub net_net: IBig,
    /// The net result times the number of wagers.
    pub net_count: IBig,
    /// The square of the number of wagers.
    pub count_count: IBig,
}

impl Ledger {
    pub(crate) fn new(classes: usize, rows: usize) -> Self {
        let sums = vec![Sums::default(); rows];
        Self { rounds: 0, classes: vec![0; classes], groups: 0, sums }
    }
}

/// Counts classes and nothing else: rounds that have nothing to do with each other need no more.
#[derive(Debug)]
pub(crate) struct Plain<'a>(pub(crate) &'a mut Ledger);

impl Sink for Plain<'_> {
    #[inline(always)]
    fn hand(&mut self, _ledger: usize, class: usize) {
        self.0.classes[class] += 1;
    }

    #[inline(always)]
    fn round(&mut self, ledger: usize) {
        self.0.rounds += u64::from(ledger == 0);
    }

    fn group(&mut self) {}
}

/// Counts classes, and for each wager the net result of each group.
#[derive(Debug)]
pub(crate) struct Grouped<'a> {
    book: &'a Book,
    ledgers: &'a mut [Ledger],
    /// For each ledger and row, net result and number of wagers in the group so far.
    now: Vec<(i64, i64)>,
    rounds: [u64; 2],
}

impl<'a> Grouped<'a> {
    pub(crate) fn new(book: &'a Book, ledgers: &'a mut [Ledger]) -> Self {
        let now = vec![(0, 0); book.rows.len() * ledgers.len()];
        Self { book, ledgers, now, rounds: [0; 2] }
    }
}

impl Sink for Grouped<'_> {
    #[inline]
    fn hand(&mut self, ledger: usize, class: usize) {
        self.ledgers[ledger].classes[class] += 1;
        let first = ledger * self.book.rows.len();
        for entry in &self.book.classes[class] {
            let (net, count) = &mut self.now[first + entry.row];
            *net += entry.net;
            *count += 1;
        }
    }

    #[inline]
    fn round(&mut self, ledger: usize) {
        self.ledgers[ledger].rounds += 1;
        self.rounds[ledger] += 1;
    }

    fn group(&mut self) {
        let rows = self.book.rows.len();
        for (at, ledger) in self.ledgers.iter_mut().enumerate() {
            if std::mem::take(&mut self.rounds[at]) == 0 {
                continue;
            }
            ledger.groups += 1;
            let now = &mut self.now[at * rows..(at + 1) * rows];
            for (sums, now) in ledger.sums.iter_mut().zip(now) {
                let (net, count) = std::mem::take(now);
                sums.group(net, count);
            }
        }
    }
}

/// Keeps the classes of every round in order, for comparing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Trace {
    /// The classes of each round: area by area, then the table as a whole.
    pub(crate) rounds: Vec<Vec<usize>>,
    now: Vec<usize>,
}

impl Sink for Trace {
    fn hand(&mut self, _ledger: usize, class: usize) {
        self.now.push(class);
    }

    fn round(&mut self, _ledger: usize) {
        self.rounds.push(std::mem::take(&mut self.now));
    }

    fn group(&mut self) {}
}
