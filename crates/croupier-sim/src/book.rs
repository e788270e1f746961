//! The wagers of a run, what can become of each, and what a class of rounds makes of them.
//!
//! A class is a set of rounds that end alike. What becomes of a class is asked of the engine's
//! verdicts once, before the first round; playing then only counts classes.

use croupier_engine::input::Spot;
use croupier_engine::wager::Verdict;
use croupier_engine::{AnyTable, Area, Cents, Outcome, Player, WagerId};
use croupier_odds::{Prices, Question, Ratio, Report, Terms, odds};

use crate::fast::Gear;
use crate::plan::{Plan, Trouble};

/// What the rules make of one wager in a class of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    /// Which wager.
    pub(crate) on: WagerId,
    /// Its number or point total.
    pub(crate) mark: Option<u8>,
    /// What becomes of it.
    pub(crate) verdict: Verdict,
}

/// One thing that can become of a wager, with the wager that followed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The wager, and one that followed it.
    pub parts: Vec<(WagerId, Verdict)>,
    /// What is won or lost in all, in cents.
    pub net: i64,
    /// How often, by the exact odds.
    pub exact: Option<Ratio>,
}

impl Ending {
    /// Returns the verdict that ends it.
    pub fn last(&self) -> &Verdict {
        &self.parts.last().expect("something became of a wager").1
    }

    /// Returns how it ends, as a word.
    pub fn result(&self) -> Outcome {
        match self.last().outcome {
            Outcome::StandOff if self.net > 0 => Outcome::Win,
            other => other,
        }
    }
}

/// A wager of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which wager.
    pub on: WagerId,
    /// Its number or point total, or the point it stands on.
    pub mark: Option<u8>,
    /// What is staked.
    pub stake: Cents,
    /// What placing it costs besides.
    pub charge: Cents,
    /// Everything that can become of it.
    pub endings: Vec<Ending>,
    /// How many rolls it stands on the average, by the exact odds.
    pub rolls: Option<Ratio>,
}

/// One wager in a class of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its row.
    pub row: usize,
    /// Its ending.
    pub ending: usize,
    /// What is won or lost, in cents.
    pub net: i64,
}

/// The wagers of a run, and what each class makes of them.
#[derive(Clone, Debug)]
pub struct Book {
    /// The wagers.
    pub rows: Vec<Row>,
    /// What each class makes of them.
    pub classes: Vec<Vec<Entry>>,
    /// The rows of the wagers that stand in each class, where it matters how long they do.
    pub standing: Vec<Vec<usize>>,
    /// The wager that another one follows, and that one.
    pub follow: Option<(WagerId, WagerId)>,
}

impl Book {
    /// Makes the book of a plan.
    ///
    /// # Errors
    /// Refuses a table that the order does not allow.
    pub(crate) fn new(plan: &Plan, gear: Option<&dyn Gear>) -> Result<Self, Trouble> {
        let question = Question {
            kind: plan.kind,
            setup: plan.table(),
            shoe: None,
            strategy: plan.strategy.clone(),
            prices: Prices::default(),
            terms: Terms::default(),
        };
        let report = odds(&question).map_err(Trouble::from)?;
        let (rows, classes, standing) = (Vec::new(), Vec::new(), Vec::new());
        let mut choices = plan.kind.choices().iter();
        let follow = choices.find_map(|choice| plan.kind.follow_up(*choice));
        let follow = follow.map(|(on, base)| (base, on));
        let mut book = Self { rows, classes, standing, follow };
        let table = AnyTable::open(plan.kind, &plan.table()).map_err(Trouble::Refused)?;
        book.add_rows(plan, &table, &report);
        let Some(gear) = gear else { return Ok(book) };
        for class in 0..gear.classes() {
            let settled = gear.settled(class);
            let entries = book.entries(plan, &settled);
            book.classes.push(entries);
            let standing = gear.standing(class).into_iter();
            let standing = standing.filter_map(|(on, mark)| book.row(on, mark)).collect();
            book.standing.push(standing);
        }
        gear.correct(plan, &mut book);
        Ok(book)
    }

    /// Makes a row for each wager of the odds that is staked, or follows one that is.
    fn add_rows(&mut self, plan: &Plan, table: &AnyTable, report: &Report) {
        for odds in &report.wagers {
            let base = match self.follow {
                Some((base, on)) if on == odds.on => base,
                Some(_) | None => odds.on,
            };
            let staked = plan.stakes.iter().find(|stake| {
                stake.on == base && (stake.mark == odds.mark || stake.mark.is_none())
            });
            let Some(&crate::plan::Stake { amount: stake, .. }) = staked else { continue };
            let (player, area) = (Player(1), Some(Area(1)));
            let spot = Spot { player, area, on: odds.on, mark: odds.mark, tokens: false };
            let charge = table.commission(&spot, stake);
            let mut row = Row {
                on: odds.on,
                mark: odds.mark,
                stake,
                charge,
                endings: Vec::new(),
                rolls: odds.rolls.clone(),
            };
            for (parts, probability) in odds.judged() {
                let at = row.ending(parts, plan.setup.chip);
                let known = row.endings[at].exact.take().unwrap_or_else(Ratio::zero);
                row.endings[at].exact = Some(known + probability.clone());
            }
            self.rows.push(row);
        }
    }

    /// Finds what a settlement makes of each row.
    fn entries(&mut self, plan: &Plan, settled: &[Settled]) -> Vec<Entry> {
        let mut entries = Vec::new();
        for first in settled {
            let mut parts = vec![(first.on, first.verdict)];
            if let Some((_, on)) = self.follow.filter(|(base, _)| *base == first.on) {
                let second = settled.iter().find(|second| second.on == on);
                parts.extend(second.map(|second| (second.on, second.verdict)));
            }
            let row = self.row(first.on, first.mark);
            if let Some(row) = row {
                let ending = self.rows[row].ending(parts, plan.setup.chip);
                entries.push(Entry { row, ending, net: self.rows[row].endings[ending].net });
            }
        }
        entries
    }

    /// Finds the row of a wager.
    pub(crate) fn row(&self, on: WagerId, mark: Option<u8>) -> Option<usize> {
        self.rows.iter().position(|row| row.on == on && row.mark == mark)
    }
}

impl Row {
    /// Finds an ending, or adds it.
    pub(crate) fn ending(&mut self, parts: Vec<(WagerId, Verdict)>, chip: Cents) -> usize {
        if let Some(at) = self.endings.iter().position(|ending| ending.parts == parts) {
            return at;
        }
        let mut net = -i128::from(self.charge.0);
        for (_, verdict) in &parts {
            let (pays, back) = verdict.settle(self.stake, chip);
            net += i128::from(pays.0) + i128::from(back.0) - i128::from(self.stake.0);
        }
        let net = i64::try_from(net).expect("stakes and prizes stay below the ceiling");
        self.endings.push(Ending { parts, net, exact: None });
        self.endings.len() - 1
    }
}
