//! The exact distribution of a night, where one wager is made over and over for the same stake.
//!
//! What a player is worth is a walk over whole cents. Each step comes from the odds, which count the
//! engine's verdicts, or, at dice, from the engine itself: it is asked what each of the 36 rolls makes
//! of the wager at each point. Probabilities are floating point, for they are shown and decide nothing.
#![allow(clippy::float_arithmetic, reason = "probabilities are shown, and decide nothing")]

use std::collections::{BTreeMap, HashMap};

use croupier_engine::input::Spot;
use croupier_engine::money::gcd;
use croupier_engine::{AnyTable, Area, Cents, Dice, Effect, Input, Outcome, Player, WagerId};
use croupier_odds::{Odds, Strategy as Decides, Terms, Unanswered};

use super::Plan;
use super::expected::{ask, find, report};
use super::stake::{Sized, size};
use crate::strategy::{Action, Cond, Known, Num, Number, Short, View};

/// The exact distribution of a night.
#[derive(Clone, Debug)]
pub struct Exact {
    /// The chance that the next wager cannot be covered.
    pub ruin: f64,
    /// The chance of reaching the goal.
    pub goal: f64,
    /// The result, in cents, and its chance.
    pub results: BTreeMap<i64, f64>,
}

impl Exact {
    /// Returns the mean result, in cents.
    pub fn mean(&self) -> f64 {
        self.results.iter().map(|(&result, chance)| result as f64 * chance).sum()
    }

    /// Returns the standard deviation of the result, in cents.
    pub fn sd(&self) -> f64 {
        let mean = self.mean();
        let square = |result: f64| (result - mean) * (result - mean);
        let all = self.results.iter().map(|(&result, chance)| square(result as f64) * chance);
        all.sum::<f64>().sqrt()
    }

    /// Returns the least result that comes, or one below it, with a chance of `part` in a thousand.
    pub fn quantile(&self, part: u64) -> i64 {
        let mut sum = 0.0;
        for (&result, chance) in &self.results {
            sum += chance;
            // A chance of exactly the part must not be missed by a rounding of its sum.
            if sum * 1_000.0 >= part as f64 - 1e-6 {
                return result;
            }
        }
        self.results.keys().next_back().copied().unwrap_or(0)
    }
}

/// How much work is not worth it: cells times steps.
const MOST_WORK: u128 = 1_000_000_000;

/// Computes the distribution, if the strategy is one wager for a flat stake; `None` if it is not, or if
/// there are too many things it can come to.
///
/// # Errors
/// Refuses a table that the order does not allow.
pub fn exact(plan: &Plan) -> Result<Option<Exact>, Unanswered> {
    let table = plan.open()?;
    let Some(flat) = Flat::of(plan, &table) else { return Ok(None) };
    let Some(mut steps) = Steps::of(plan, &table, flat)? else { return Ok(None) };
    let Some(grid) = steps.grid(plan) else { return Ok(None) };
    let by_cell = steps.by_cell(grid);
    Ok(Some(Walk::new(plan, grid).go(plan, &steps.steps, &by_cell)))
}

/// One wager, made again whenever it is decided.
#[derive(Clone, Copy, Debug)]
struct Flat {
    spot: Spot,
    stake: Cents,
    short: Short,
}

impl Flat {
    fn of(plan: &Plan, table: &AnyTable) -> Option<Self> {
        let strategy = &plan.strategy;
        let [rule] = &strategy.before[..] else { return None };
        let (Action::Wager { on, stake, short }, [mark]) = (&rule.action, &rule.numbers[..]) else {
            return None;
        };
        let game = strategy.kind.describe();
        let wager = &game.wagers[usize::from(on.0)];
        let at_come_out = rule.when
            == Cond::Compare(
                crate::strategy::Comparison::Equal,
                Box::new([Num::Known(Known::Point), Num::Constant(Number::ZERO)]),
            );
        let is_line = wager.opens == croupier_engine::game::Opens::BeforeThePoint;
        let always = rule.when == Cond::Constant(true) || at_come_out && is_line;
        // A wager that travels may be made again while it stands; a prize is no price.
        let travels = matches!(wager.mark, croupier_engine::wager::Mark::Travels(_));
        let plain = !travels && !wager.fixed_price;
        let kinds = [Known::Start, Known::Minimum, Known::Maximum, Known::Goal];
        let flat =
            strategy.after.is_empty() && stake.is_settled_by(&kinds) && *short != Short::Leave;
        if !(always && plain && flat) {
            return None;
        }
        let money = |cents: Cents| Number::cents(i64::try_from(cents.0).unwrap_or(i64::MAX));
        let limit = table.rules().limit(WagerId(0));
        let mut view = View {
            bankroll: money(plan.bankroll),
            start: money(plan.bankroll),
            goal: plan.goal.map_or(Number::MOST, money),
            minimum: money(limit.min),
            maximum: money(limit.max),
            ..View::default()
        };
        strategy.begin(&mut view);
        let stake = stake.of(&view).to_cents();
        let spot =
            Spot { player: Player(0), area: Some(Area(1)), on: *on, mark: *mark, tokens: false };
        let flat = Self { spot, stake, short: *short };
        // A wager that needs another is not made alone.
        let amount = flat.stake_with(table, signed(plan.bankroll))?;
        let wager = Input::Wager { spot, amount, confirmed: false };
        table.decide(&wager).is_ok().then_some(flat)
    }

    /// Returns what is staked with so much in hand; `None` when it cannot be covered.
    fn stake_with(&self, table: &AnyTable, hand: i64) -> Option<Cents> {
        let hand = Cents(u64::try_from(hand).ok()?);
        match size(table, &self.spot, self.stake, Cents::ZERO, hand, self.short) {
            Sized::Add(stake) | Sized::Less(stake) => Some(stake),
            Sized::Nothing | Sized::Unfit | Sized::Short => None,
        }
    }
}

/// What a round or a roll makes of a wager that stands.
#[derive(Clone, Debug, Default)]
struct Step {
    /// It is decided: the point after it, what is won or lost in cents, the chance.
    ends: Vec<(usize, i64, f64)>,
    /// It goes on standing: the point after it, the chance.
    stays: Vec<(usize, f64)>,
}

/// The points: off, 4, 5, 6, 8, 9, 10.
const POINTS: [u8; 7] = [0, 4, 5, 6, 8, 9, 10];

/// The steps of a walk, by stake and, at dice, by point.
struct Steps {
    table: AnyTable,
    flat: Flat,
    /// At cards: the odds with every choice covered, and with none.
    cards: Option<(Odds, Odds)>,
    /// Where the steps of a stake are, by whether a choice can be covered.
    known: HashMap<(Cents, bool), usize>,
    /// The steps from each point.
    steps: Vec<Vec<Step>>,
}

impl Steps {
    fn of(plan: &Plan, table: &AnyTable, flat: Flat) -> Result<Option<Self>, Unanswered> {
        let cards = if plan.strategy.kind.house().cards.is_some() {
            let Some(all) = report(plan)? else { return Ok(None) };
            let none = ask(plan, uncovered(plan))?;
            let Spot { on, mark, .. } = flat.spot;
            let (Some(all), Some(none)) = (find(&all, on, mark), find(&none, on, mark)) else {
                return Ok(None);
            };
            Some((all.clone(), none.clone()))
        } else {
            None
        };
        let (known, steps) = (HashMap::new(), Vec::new());
        Ok(Some(Self { table: table.clone(), flat, cards, known, steps }))
    }

    /// Returns where the steps are for a player who is worth so much; `None` if ruined.
    fn with(&mut self, worth: i64) -> Option<usize> {
        let stake = self.flat.stake_with(&self.table, worth)?;
        let covered = worth - signed(stake) >= signed(stake);
        let Self { table, flat, cards, known, steps } = self;
        let at = *known.entry((stake, covered)).or_insert_with(|| {
            steps.push(match cards {
                Some((all, none)) => {
                    vec![from_odds(if covered { all } else { none }, stake, table.rules().chip)]
                }
                None => POINTS.iter().map(|&point| from_rolls(table, flat, stake, point)).collect(),
            });
            steps.len() - 1
        });
        Some(at)
    }

    /// Returns the worth from which on the hand makes no difference: it covers the stake, its charge,
    /// and a choice.
    fn ample(&self) -> i64 {
        2 * signed(self.flat.stake).max(signed(self.table.rules().limit(self.flat.spot.on).min))
            + signed(self.table.commission(&self.flat.spot, self.flat.stake))
    }

    /// Finds the largest step of which all results are multiples, and the highest result.
    fn grid(&mut self, plan: &Plan) -> Option<Grid> {
        let start = signed(plan.bankroll);
        let mut unit = start;
        loop {
            let before = unit;
            let mut most = 0;
            let highest = self.ample() + unit;
            let worths = (0..=highest / before).map(|at| at * before);
            if highest / before > 200_000 {
                return None;
            }
            for worth in worths {
                let Some(at) = self.with(worth) else { continue };
                for &(_, net, _) in self.steps[at].iter().flat_map(|step| &step.ends) {
                    unit = common(unit, net);
                    most = most.max(net);
                }
            }
            if unit == before {
                let top = match plan.goal {
                    Some(goal) => (signed(goal) - 1).max(start) + most,
                    None => {
                        start.checked_add(most.checked_mul(i64::try_from(plan.rounds).ok()?)?)?
                    }
                };
                let cells = usize::try_from(top / unit + 1).ok()?;
                let points = if self.cards.is_some() { 1 } else { POINTS.len() };
                let steps = cells as u128 * points as u128 * u128::from(plan.rounds);
                let grid = Grid { unit, cells, points };
                return (steps <= MOST_WORK && cells < 20_000_000).then_some(grid);
            }
        }
    }
}

impl Steps {
    /// Returns where the steps from each cell are.
    fn by_cell(&mut self, grid: Grid) -> Vec<Option<usize>> {
        let ample = self.ample();
        let mut last = None;
        (0..grid.cells)
            .map(|at| {
                let worth = at as i64 * grid.unit;
                if worth <= ample + grid.unit {
                    last = self.with(worth);
                }
                last
            })
            .collect()
    }
}

/// The worths that a walk can reach.
#[derive(Clone, Copy, Debug)]
struct Grid {
    unit: i64,
    cells: usize,
    points: usize,
}

/// A walk: how likely each worth is, by point, with the wager decided or standing.
struct Walk {
    grid: Grid,
    free: Vec<Vec<f64>>,
    standing: Vec<Vec<f64>>,
    /// Room for the next step.
    spare: Vec<Vec<f64>>,
    /// No higher cell has been reached.
    top: usize,
    ruin: f64,
    goal: f64,
    results: BTreeMap<i64, f64>,
    start: i64,
}

impl Walk {
    fn new(plan: &Plan, grid: Grid) -> Self {
        let empty = vec![vec![0.0; grid.cells]; grid.points];
        let start = signed(plan.bankroll);
        let at = usize::try_from(start / grid.unit).unwrap_or(0);
        let mut free = empty.clone();
        free[0][at] = 1.0;
        let results = BTreeMap::new();
        let (standing, spare) = (empty.clone(), empty);
        Self { grid, free, standing, spare, top: at, ruin: 0.0, goal: 0.0, results, start }
    }

    fn go(mut self, plan: &Plan, steps: &[Vec<Step>], by_cell: &[Option<usize>]) -> Exact {
        let goal = plan.goal.map(signed);
        for _ in 0..plan.rounds {
            self.wager(goal, by_cell);
            self.step(steps, by_cell);
        }
        self.leave(goal);
        // When time is up, the player stays until the wager is decided.
        for _ in 0..100_000 {
            let left: f64 = self.standing.iter().flatten().sum();
            if left < 1e-14 {
                break;
            }
            self.step(steps, by_cell);
            self.leave(goal);
        }
        Exact { ruin: self.ruin, goal: self.goal, results: self.results }
    }

    /// Makes the wager again where it was decided, unless the night is over there.
    fn wager(&mut self, goal: Option<i64>, by_cell: &[Option<usize>]) {
        for point in 0..self.grid.points {
            for (at, steps) in by_cell.iter().enumerate().take(self.top + 1) {
                let chance = std::mem::take(&mut self.free[point][at]);
                if chance == 0.0 {
                    continue;
                }
                let worth = at as i64 * self.grid.unit;
                if goal.is_some_and(|goal| worth >= goal) {
                    self.goal += chance;
                    self.end(worth, chance);
                } else if steps.is_none() {
                    self.ruin += chance;
                    self.end(worth, chance);
                } else {
                    self.standing[point][at] += chance;
                }
            }
        }
    }

    /// Lets a round or a roll pass.
    fn step(&mut self, steps: &[Vec<Step>], by_cell: &[Option<usize>]) {
        std::mem::swap(&mut self.standing, &mut self.spare);
        for cells in &mut self.standing {
            cells[..=self.top].fill(0.0);
        }
        let (before, top) = (std::mem::take(&mut self.spare), self.top);
        for at in 0..=top {
            let worth = at as i64 * self.grid.unit;
            let Some(of) = by_cell[at] else { continue };
            for (cells, step) in before.iter().zip(&steps[of]) {
                let chance = cells[at];
                if chance == 0.0 {
                    continue;
                }
                for &(point, net, share) in &step.ends {
                    let to = usize::try_from((worth + net) / self.grid.unit).unwrap_or(0);
                    self.free[point][to] += chance * share;
                    self.top = self.top.max(to);
                }
                for &(point, share) in &step.stays {
                    self.standing[point][at] += chance * share;
                }
            }
        }
        self.spare = before;
    }

    /// Ends the night wherever the wager is decided.
    fn leave(&mut self, goal: Option<i64>) {
        for point in 0..self.grid.points {
            for at in 0..=self.top {
                let chance = std::mem::take(&mut self.free[point][at]);
                if chance == 0.0 {
                    continue;
                }
                let worth = at as i64 * self.grid.unit;
                if goal.is_some_and(|goal| worth >= goal) {
                    self.goal += chance;
                } else if worth <= 0 {
                    self.ruin += chance;
                }
                self.end(worth, chance);
            }
        }
    }

    fn end(&mut self, worth: i64, chance: f64) {
        *self.results.entry(worth - self.start).or_insert(0.0) += chance;
    }
}

/// Says how a player decides who can cover nothing more: as one who is absent.
fn uncovered(plan: &Plan) -> Decides {
    plan.strategy.kind.absent().map_or(Decides::Best, Decides::Always)
}

/// Turns the outcomes of a wager into a step.
fn from_odds(odds: &Odds, stake: Cents, chip: Cents) -> Step {
    let terms = Terms { stake: Some((stake, chip)) };
    let paid = odds.paid(&terms);
    let ends = paid.outcomes.iter().map(|outcome| {
        let net = outcome.net.to_f64() * stake.0 as f64;
        (0, net.round() as i64, outcome.probability.to_f64())
    });
    Step { ends: ends.collect(), stays: Vec::new() }
}

/// Asks the engine what each roll makes of a wager.
fn from_rolls(table: &AnyTable, flat: &Flat, stake: Cents, point: u8) -> Step {
    let mut step = Step::default();
    // What is charged is asked before the wager stands: after that it is what one more would cost.
    let charge = signed(table.commission(&flat.spot, stake));
    let Some(table) = with_wager(table, flat, stake, point) else { return step };
    for roll in 0..36 {
        let Some(dice) = Dice::new(roll / 6 + 1, roll % 6 + 1) else { continue };
        let (mut table, mut effects) = (table.clone(), Vec::new());
        if table.step(&Input::Roll(dice), &mut effects).is_err() {
            continue;
        }
        let puck = effects.iter().rev().find_map(|effect| match effect {
            Effect::Puck(point) => Some(point.unwrap_or(0)),
            _ => None,
        });
        let point = puck.unwrap_or(point);
        let point = POINTS.iter().position(|&known| known == point).unwrap_or(0);
        let settled = effects.iter().find_map(|effect| match effect {
            Effect::Settled(line) if line.outcome != Outcome::Commission => Some(*line),
            _ => None,
        });
        match settled {
            Some(line) => {
                let net = signed(line.pays + line.back) - signed(line.stake) - charge;
                match step.ends.iter_mut().find(|end| (end.0, end.1) == (point, net)) {
                    Some(end) => end.2 += 1.0 / 36.0,
                    None => step.ends.push((point, net, 1.0 / 36.0)),
                }
            }
            None => match step.stays.iter_mut().find(|stay| stay.0 == point) {
                Some(stay) => stay.1 += 1.0 / 36.0,
                None => step.stays.push((point, 1.0 / 36.0)),
            },
        }
    }
    step
}

/// Sets up a table with a point and the wager, whichever may come first.
fn with_wager(table: &AnyTable, flat: &Flat, stake: Cents, point: u8) -> Option<AnyTable> {
    let wager = Input::Wager { spot: flat.spot, amount: stake, confirmed: false };
    let roll = match point {
        0 => None,
        4..=6 => Dice::new(point - 2, 2),
        _ => Dice::new(point - 4, 4),
    };
    let roll = roll.map(Input::Roll);
    let play = |inputs: [Option<Input>; 2]| {
        let mut table = table.clone();
        for input in inputs.iter().flatten() {
            table.step(input, &mut Vec::new()).ok()?;
        }
        let mut stands = false;
        table.each_standing(|_| stands = true);
        stands.then_some(table)
    };
    play([roll, Some(wager)]).or_else(|| play([Some(wager), roll]))
}

fn signed(cents: Cents) -> i64 {
    i64::try_from(cents.0).unwrap_or(i64::MAX)
}

/// Returns the greatest amount of which both are multiples.
fn common(a: i64, b: i64) -> i64 {
    let common = gcd(a.unsigned_abs().into(), b.unsigned_abs().into());
    i64::try_from(common).unwrap_or(i64::MAX)
}
