//! The other gear: the same rounds through the real table, input by input, with an auditor watching.

mod cards;
mod dice;
mod finder;

use croupier_engine::input::Spot;
use croupier_engine::{AnyTable, Area, Effect, Input, Kind, Player};

use crate::auditor::{Auditor, Posted};
use crate::book::Book;
use crate::fast::Block;
use crate::plan::{Plan, Stake, Trouble};
use crate::tally::Tally;
use crate::work::Groups;
use finder::Finder;

/// Takes what the table settled.
pub(crate) trait Told {
    /// A wager came to an ending, on an area or, with 0, on none.
    fn entry(&mut self, sort: usize, area: u8, row: usize, ending: usize);

    /// A wager stood for so many rolls more.
    fn rolls(&mut self, row: usize, rolls: u64);

    /// A round is over; rounds of the second sort of dice are not counted.
    fn round(&mut self, sort: usize);

    /// A group of rounds that hang together begins; whether its sums are taken.
    fn group(&mut self, watched: bool);
}

/// Plays blocks of rounds through the engine.
pub(crate) struct Through<'a> {
    plan: &'a Plan,
    book: &'a Book,
    finder: Finder,
    posted: Posted,
    /// How many cards of a round are drawn at once, as the fast gear does; 0 for one by one.
    at_once: usize,
}

impl<'a> Through<'a> {
    pub(crate) fn new(plan: &'a Plan, book: &'a Book, at_once: usize) -> Self {
        let endings = book.rows.iter().flat_map(|row| &row.endings);
        let verdicts = endings.flat_map(|ending| ending.parts.iter().copied()).collect();
        let (chip, decks, source) = (plan.setup.chip, plan.decks(), plan.table().source);
        let posted = Posted { chip, decks, source, verdicts };
        let finder = Finder::new(book, &plan.stakes, chip);
        Self { plan, book, finder, posted, at_once }
    }

    /// Plays a block.
    ///
    /// # Errors
    /// Says which wager the table does not take, or what the auditor found.
    pub(crate) fn play(&self, block: Block, told: &mut impl Told) -> Result<(), Trouble> {
        let table = AnyTable::open(self.plan.kind, &self.plan.table()).map_err(Trouble::Refused)?;
        let auditor = Auditor::new(&self.posted);
        let mut desk = Desk { kind: self.plan.kind, table, auditor, effects: Vec::new() };
        match self.plan.kind.house().cards {
            Some(_) => self.cards(block, &mut desk, told)?,
            None => self.dice(block, &mut desk, told)?,
        }
        desk.auditor.close(&desk.table).map_err(|finding| found(&finding))
    }
}

/// A table with its auditor.
struct Desk {
    kind: Kind,
    table: AnyTable,
    auditor: Auditor,
    effects: Vec<Effect>,
}

impl Desk {
    /// Takes one input; what follows is in `effects`.
    #[inline]
    fn step(&mut self, input: &Input) -> Result<(), Trouble> {
        self.effects.clear();
        if let Err(refusal) = self.table.step(input, &mut self.effects) {
            let name = match input {
                Input::Wager { spot, .. } => self.kind.layouts()[usize::from(spot.on.0)].name,
                _ => return Err(Trouble::Refused(refusal)),
            };
            return Err(Trouble::Wager(name.to_owned(), refusal));
        }
        self.auditor.watch(input, &self.effects).map_err(|finding| found(&finding))
    }
}

fn found(finding: &crate::auditor::Finding) -> Trouble {
    Trouble::Other(format!("the auditor found: {finding}"))
}

/// The input that places a stake, by the one player there is.
pub(crate) fn wager(stake: &Stake, area: Option<Area>) -> Input {
    let Stake { on, mark, amount } = *stake;
    let spot = Spot { player: Player(1), area, on, mark, tokens: false };
    Input::Wager { spot, amount, confirmed: false }
}

/// Counts what the table settled.
pub(crate) struct Count<'a> {
    book: &'a Book,
    tally: &'a mut Tally,
    groups: Groups,
    independent: bool,
}

impl<'a> Count<'a> {
    pub(crate) fn new(plan: &Plan, book: &'a Book, tally: &'a mut Tally) -> Self {
        let groups = Groups::new(book.rows.len());
        Self { book, tally, groups, independent: plan.is_independent() }
    }
}

impl Told for Count<'_> {
    fn entry(&mut self, sort: usize, _area: u8, row: usize, ending: usize) {
        self.tally.sorts[sort].rows[row].endings[ending] += 1;
        if self.groups.watched {
            self.groups.add(sort, row, self.book.rows[row].endings[ending].net);
        }
    }

    fn rolls(&mut self, row: usize, rolls: u64) {
        self.tally.sorts[0].rows[row].rolls += rolls;
    }

    fn round(&mut self, sort: usize) {
        if let Some(counted) = self.tally.sorts.get_mut(sort) {
            counted.rounds += 1;
            self.groups.rounds[sort] += 1;
        }
    }

    fn group(&mut self, watched: bool) {
        for (at, sort) in self.tally.sorts.iter_mut().enumerate() {
            sort.groups += self.groups.end(at, sort.rows.iter_mut().map(|row| &mut row.sums));
        }
        self.groups.begin(watched && !self.independent);
    }
}
