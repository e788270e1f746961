//! What the nights should have cost: what was staked on each wager, times its exact edge.

use std::collections::BTreeMap;

use croupier_engine::input::Choice;
use croupier_engine::wager::Mark;
use croupier_engine::{Kind, WagerId};
use croupier_odds::{
    Decide, Odds, Plan as Chart, Prices, Question, Report, Strategy as Decides, Terms, Unanswered,
};

use super::tally::Tally;
use super::{Dealing, Plan};
use crate::strategy::{Cond, Known, View};

/// What the nights should have cost.
#[derive(Clone, Debug, Default)]
pub struct Expected {
    /// Wager by wager.
    pub rows: Vec<Row>,
    /// Why the expectation is not exact.
    pub doubts: Vec<String>,
}

/// What was staked on a wager, and what it cost.
#[derive(Clone, Debug)]
pub struct Row {
    /// Which wager.
    pub on: WagerId,
    /// Its number or point total.
    pub mark: Option<u8>,
    /// How many were decided.
    pub count: u64,
    /// What was staked, in cents.
    pub handle: u128,
    /// What it lost, commissions included, in cents.
    pub lost: i128,
    /// What it should have lost, in cents; `None` when nobody has counted it.
    pub expected: Option<f64>,
}

impl Expected {
    /// Returns what the nights should have cost in all, in cents.
    #[allow(clippy::float_arithmetic, reason = "an expectation is shown, and decides nothing")]
    pub fn loss(&self) -> Option<f64> {
        self.rows.iter().try_fold(0.0, |sum, row| row.expected.map(|loss| sum + loss))
    }
}

/// Computes what the nights should have cost.
///
/// # Errors
/// Refuses a table that the order does not allow.
#[allow(clippy::float_arithmetic, reason = "an expectation is shown, and decides nothing")]
pub fn expected(plan: &Plan, tally: &Tally) -> Result<Expected, Unanswered> {
    let kind = plan.strategy.kind;
    let known = report(plan)?;
    let all_known = known.is_some();
    let report = known.map_or_else(|| ask(plan, Decides::Best), Ok)?;
    let mut rows: BTreeMap<(WagerId, Option<u8>), Row> = BTreeMap::new();
    let mut lines: Vec<_> = tally.lines.iter().collect();
    lines.sort_unstable_by_key(|(key, _)| **key);
    for (&(on, mark, stake), lines) in lines {
        let mark = if travels(kind, on) { None } else { mark };
        // A wager that a choice places is counted with the one that it follows.
        let (base, follows) = follows(kind, on).map_or((on, false), |base| (base, true));
        let row = rows.entry((base, mark)).or_insert_with(|| {
            let expected = Some(0.0);
            Row { on: base, mark, count: 0, handle: 0, lost: 0, expected }
        });
        row.count += if follows { 0 } else { lines.count };
        row.handle += u128::from(stake.0) * u128::from(lines.count);
        row.lost -= lines.net;
        if follows {
            continue;
        }
        let is_known = all_known || !is_chosen_for(kind, on);
        let odds = find(&report, on, mark).filter(|_| is_known);
        let edge = odds.map(|odds| {
            let terms = Terms { stake: Some((stake, plan.setup.chip)) };
            odds.paid(&terms).edge().to_f64()
        });
        let loss = edge.map(|edge| edge * (stake.0 as f64) * (lines.count as f64));
        row.expected = row.expected.zip(loss).map(|(sum, loss)| sum + loss);
    }
    for (&(on, mark), &charge) in &tally.charges {
        if let Some(row) = rows.get_mut(&(on, mark)) {
            row.lost += charge as i128;
        }
    }
    let rows: Vec<_> = rows.into_values().collect();
    let doubts = doubts(plan, tally, &rows);
    Ok(Expected { rows, doubts })
}

/// Says why an expectation is not exact.
fn doubts(plan: &Plan, tally: &Tally, rows: &[Row]) -> Vec<String> {
    let kind = plan.strategy.kind;
    let mut doubts = Vec::new();
    for row in rows.iter().filter(|row| row.expected.is_none()) {
        let name = kind.layouts()[usize::from(row.on.0)].name;
        let why = if is_chosen_for(kind, row.on) {
            "because [[choose]] looks at more than the cards of the hand"
        } else {
            "because nobody has counted its odds"
        };
        doubts.push(format!("not known for {name}, and so not for the night, {why}"));
    }
    if kind.house().cards.is_some() && plan.dealing != Dealing::Fresh {
        let text = "it is that of a full shoe in every round; this shoe was dealt down, and a player \
                    who goes by the cards that are left can expect another";
        doubts.push(text.to_owned());
    }
    if tally.changed > 0 {
        doubts.push(format!(
            "{} wagers against the shooter were taken down or lowered after they were made",
            tally.changed
        ));
    }
    if tally.choices_uncovered > 0 {
        let count = tally.choices_uncovered;
        doubts.push(format!("{count} choices could not be covered, and were made otherwise"));
    }
    doubts
}

/// Computes the odds for the decisions of the strategy; `None` when they depend on more than the odds
/// can take into account.
pub(super) fn report(plan: &Plan) -> Result<Option<Report>, Unanswered> {
    let strategy = &plan.strategy;
    decides(strategy.kind, &strategy.choose).map(|decides| ask(plan, decides)).transpose()
}

/// Computes the odds of a table for decisions of a kind.
pub(super) fn ask(plan: &Plan, strategy: Decides) -> Result<Report, Unanswered> {
    croupier_odds::odds(&Question {
        kind: plan.strategy.kind,
        setup: plan.setup.clone(),
        shoe: None,
        strategy,
        prices: Prices::default(),
        terms: Terms::default(),
    })
}

/// Says how a player decides, if by nothing but what the odds know.
fn decides(kind: Kind, choose: &[(Cond, Choice)]) -> Option<Decides> {
    if kind.choices().is_empty() {
        return Some(Decides::Best);
    }
    let needed = choose.iter().position(|(when, _)| *when == Cond::Constant(true))? + 1;
    let choose = &choose[..needed];
    match choose {
        [(_, choice)] => Some(Decides::Always(*choice)),
        _ if kind.usual_choice().is_none() => by_cards(kind, choose).map(Decides::Own),
        _ => None,
    }
}

/// Asks the strategy about every two cards against every one; `None` if it looks at anything else, or
/// tells cards of the same value apart.
fn by_cards(kind: Kind, choose: &[(Cond, Choice)]) -> Option<Chart> {
    let known = [Known::Total, Known::Dealer, Known::Card1, Known::Card2];
    if !choose.iter().all(|(when, _)| when.speaks_only_of(&known)) {
        return None;
    }
    let value = |rank: u8| usize::from(if rank > 9 { 0 } else { rank });
    let mut chart: Box<[[[Option<Decide>; 10]; 10]; 10]> = Box::new([[[None; 10]; 10]; 10]);
    for (one, other) in (1..=13).flat_map(|one| (1..=13).map(move |other| (one, other))) {
        for dealer in 0..10 {
            let total = ((value(one) + value(other)) % 10) as u8;
            let view = View { total, dealer, hand: [one, other], ..View::default() };
            let choice = choose.iter().find(|(when, _)| when.holds(&view));
            let follows = choice.is_some_and(|(_, choice)| kind.follow_up(*choice).is_some());
            let decide = if follows { Decide::Draw } else { Decide::Stand };
            for (one, other) in [(value(one), value(other)), (value(other), value(one))] {
                let known = &mut chart[one][other][usize::from(dealer)];
                if known.is_some_and(|known| known != decide) {
                    return None;
                }
                *known = Some(decide);
            }
        }
    }
    let chart = chart.map(|row| row.map(|row| row.map(|one| one.unwrap_or(Decide::Stand))));
    Some(Chart::by_values(Box::new(chart)))
}

/// Finds the odds of a wager.
pub(super) fn find(report: &Report, on: WagerId, mark: Option<u8>) -> Option<&Odds> {
    report.wagers.iter().find(|odds| odds.on == on && odds.mark == mark)
}

/// Tells, wager by wager, whether odds depend on the point though the wager has no number.
pub(super) fn points_matter(plan: &Plan) -> Result<Vec<bool>, Unanswered> {
    let report = ask(plan, Decides::Best)?;
    let layouts = plan.strategy.kind.layouts();
    Ok((0..layouts.len())
        .map(|on| {
            let marked = |odds: &&Odds| usize::from(odds.on.0) == on && odds.mark.is_some();
            layouts[on].mark == Mark::None && report.wagers.iter().any(|odds| marked(&odds))
        })
        .collect())
}

fn travels(kind: Kind, on: WagerId) -> bool {
    matches!(kind.layouts()[usize::from(on.0)].mark, Mark::Travels(_))
}

/// Tells whether what becomes of a wager depends on the choices of its player.
fn is_chosen_for(kind: Kind, on: WagerId) -> bool {
    let mut follow_ups = kind.choices().iter().filter_map(|&choice| kind.follow_up(choice));
    follow_ups.any(|(placed, base)| placed == on || base == on)
}

/// Names the wager that another, placed by a choice, follows.
fn follows(kind: Kind, on: WagerId) -> Option<WagerId> {
    let follow_ups = kind.choices().iter().filter_map(|&choice| kind.follow_up(choice));
    follow_ups.into_iter().find(|(placed, _)| *placed == on).map(|(_, base)| base)
}
