//! What is counted while rounds are played: classes, and where rounds hang together, sums of groups.

use dashu_int::IBig;

use crate::book::Book;

/// Takes what a round made.
pub(crate) trait Sink {
    /// A wagering area, or the table as a whole, ended in a class; in which ledger it counts.
    fn hand(&mut self, ledger: usize, class: usize);

    /// A round of a ledger is over.
    fn round(&mut self, ledger: usize);

    /// A group of rounds that hang together begins, and the one before is over; whether its sums are
    /// taken.
    fn group(&mut self, watched: bool);
}

/// Tells whether the sums of a group are taken: of all groups in the first block of a run, and of
/// every sixteenth in the others. How much groups vary is known from some as well as from all.
pub(crate) const fn is_watched(block: u64, group: u64) -> bool {
    block == 0 || group.is_multiple_of(16)
}

/// Counts of one ledger: the rounds that are dealt for certain, or those that are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ledger {
    /// Rounds played.
    pub(crate) rounds: u64,
    /// How often each class came.
    pub(crate) classes: Vec<u64>,
    /// Groups that were watched, and in which something of this ledger was played.
    pub(crate) groups: u64,
    /// For each row, sums over groups.
    pub(crate) sums: Vec<Sums>,
}

/// Sums over the groups of rounds that were watched, for one wager.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The number of wagers.
    pub count: u64,
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

    fn group(&mut self, _watched: bool) {}
}

/// Counts classes, and for each wager the net result of each group that is watched.
#[derive(Debug)]
pub(crate) struct Grouped<'a> {
    book: &'a Book,
    ledgers: &'a mut [Ledger],
    groups: Groups,
}

impl<'a> Grouped<'a> {
    pub(crate) fn new(book: &'a Book, ledgers: &'a mut [Ledger]) -> Self {
        let groups = Groups::new(book.rows.len());
        Self { book, ledgers, groups }
    }
}

impl Sink for Grouped<'_> {
    #[inline]
    fn hand(&mut self, ledger: usize, class: usize) {
        self.ledgers[ledger].classes[class] += 1;
        if self.groups.watched {
            for entry in &self.book.classes[class] {
                self.groups.add(ledger, entry.row, entry.net);
            }
        }
    }

    #[inline]
    fn round(&mut self, ledger: usize) {
        self.ledgers[ledger].rounds += 1;
        self.groups.rounds[ledger] += 1;
    }

    fn group(&mut self, watched: bool) {
        for (at, ledger) in self.ledgers.iter_mut().enumerate() {
            ledger.groups += self.groups.end(at, ledger.sums.iter_mut());
        }
        self.groups.begin(watched);
    }
}

/// The group that is being played: for each ledger and row, net result and number of wagers.
#[derive(Debug)]
pub(crate) struct Groups {
    pub(crate) watched: bool,
    pub(crate) rounds: [u64; 2],
    now: [Vec<(i64, i64)>; 2],
}

impl Groups {
    pub(crate) fn new(rows: usize) -> Self {
        let now = vec![(0, 0); rows];
        Self { watched: false, rounds: [0; 2], now: [now.clone(), now] }
    }

    /// Adds the net result of a wager.
    #[inline]
    pub(crate) fn add(&mut self, ledger: usize, row: usize, net: i64) {
        let now = &mut self.now[ledger][row];
        now.0 += net;
        now.1 += 1;
    }

    /// Adds a ledger's part of the group to its sums, if it was watched; returns how many groups that
    /// makes.
    pub(crate) fn end<'s>(
        &mut self,
        ledger: usize,
        sums: impl Iterator<Item = &'s mut Sums>,
    ) -> u64 {
        if !self.watched || self.rounds[ledger] == 0 {
            return 0;
        }
        for (sums, now) in sums.zip(&mut self.now[ledger]) {
            let (net, count) = std::mem::take(now);
            sums.group(net, count);
        }
        1
    }

    /// Begins the next group.
    pub(crate) const fn begin(&mut self, watched: bool) {
        self.watched = watched;
        self.rounds = [0; 2];
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

    fn group(&mut self, _watched: bool) {}
}
