//! How the edge of each wager moves as a shoe is dealt, and how often it turns in the player's favour.
//!
//! A wager that only follows another cannot be staked when it is good, so it is left out; what it is worth
//! is part of the first wager.
//!
//! Cards that are gone at random leave the same shoes as rounds that were played, so shoes are dealt
//! card by card and the exact odds are asked for at even steps. The last deck is never reached, as the
//! cutting card sees to it.

#![allow(clippy::float_arithmetic, reason = "edges of many shoes are shown, and decide nothing")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use croupier_engine::Card;
use croupier_odds::{Composition, Question, Report, Unanswered, odds};

use crate::Stream;

/// What many shoes showed.
#[derive(Clone, Debug)]
pub struct Countability {
    /// The odds off the top of the wagers that are placed by themselves.
    pub report: Report,
    /// How many cards were gone at each step.
    pub cards: Vec<u32>,
    /// How many rounds that is with one hand, on the average.
    pub rounds: Vec<f64>,
    /// By wager and step, the edges of all shoes in rising order.
    edges: Vec<Vec<Vec<f64>>>,
}

/// How far a sample of shoes goes.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// How many shoes are dealt.
    pub shoes: u64,
    /// At how many steps the odds are asked for.
    pub steps: u32,
    /// The seed of the run.
    pub seed: u64,
    /// On how many threads.
    pub threads: usize,
}

/// Deals shoes and asks for the odds on the way; `done` is told how many shoes are done.
///
/// # Errors
/// Says why there are no odds, as `odds` does.
pub fn countability(
    question: &Question,
    sample: Sample,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Countability, Unanswered> {
    let report = first_wagers(question)?;
    let shoe = question.shoe.clone().unwrap_or_else(|| Composition::full(report.decks));
    if report.decks == 0 {
        // Dice have no memory.
        return Ok(Countability { report, cards: vec![], rounds: vec![], edges: vec![] });
    }
    let deepest = shoe.total().saturating_sub(Card::COUNT as u32);
    let last = sample.steps.max(2) - 1;
    let cards: Vec<_> = (0..=last).map(|step| deepest * step / last).collect();
    let per_round = report.cards.to_f64().max(1.0);
    let rounds = cards.iter().map(|&cards| f64::from(cards) / per_round).collect();
    let (next, finished) = (AtomicU64::new(0), AtomicU64::new(0));
    let all = Mutex::new(Ok(vec![vec![Vec::new(); cards.len()]; report.wagers.len()]));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= sample.shoes {
                return;
            }
            let edges = deal(question, &shoe, &cards, &mut Stream::new(sample.seed, number));
            let Ok(mut all) = all.lock() else { return };
            match (&mut *all, edges) {
                (Ok(all), Ok(edges)) => gather(all, &edges),
                (Ok(_), Err(why)) => *all = Err(why),
                (Err(_), _) => return,
            }
            drop(all);
            done(finished.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..sample.threads.max(1) {
            scope.spawn(work);
        }
    });
    let mut edges = all.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)?;
    // The order in which threads end must not show.
    edges.iter_mut().flatten().for_each(|shoes| shoes.sort_by(f64::total_cmp));
    Ok(Countability { report, cards, rounds, edges })
}

/// Asks for the odds of the wagers that are placed by themselves.
fn first_wagers(question: &Question) -> Result<Report, Unanswered> {
    let mut report = odds(question)?;
    report.wagers.retain(|wager| !wager.is_follow_up());
    Ok(report)
}

/// Deals one shoe; returns the edges by step and wager.
fn deal(
    question: &Question,
    shoe: &Composition,
    cards: &[u32],
    stream: &mut Stream,
) -> Result<Vec<Vec<f64>>, Unanswered> {
    let mut left: Vec<Card> = (0..Card::COUNT)
        .filter_map(Card::from_index)
        .flat_map(|card| (0..shoe.count(card)).map(move |_| card))
        .collect();
    let mut shoe = shoe.clone();
    let mut gone = 0;
    let mut edges = Vec::new();
    for &step in cards {
        while gone < step {
            let card = left.swap_remove(stream.below(left.len() as u32) as usize);
            assert!(shoe.remove(card), "a card that is left is in the shoe");
            gone += 1;
        }
        let report = first_wagers(&Question { shoe: Some(shoe.clone()), ..question.clone() })?;
        edges.push(report.wagers.iter().map(|wager| wager.edge().to_f64()).collect());
    }
    Ok(edges)
}

fn gather(all: &mut [Vec<Vec<f64>>], edges: &[Vec<f64>]) {
    for (step, wagers) in edges.iter().enumerate() {
        for (wager, &edge) in wagers.iter().enumerate() {
            all[wager][step].push(edge);
        }
    }
}

impl Countability {
    /// Returns the edge that a share of the shoes does not exceed, for a wager at a step.
    pub fn quantile(&self, wager: usize, step: usize, share: f64) -> f64 {
        let edges = &self.edges[wager][step];
        let at = (share * (edges.len().max(1) - 1) as f64).round() as usize;
        edges.get(at).copied().unwrap_or(0.0)
    }

    /// Returns how often a wager is in the player's favour at a step.
    pub fn favourable_at(&self, wager: usize, step: usize) -> f64 {
        let edges = &self.edges[wager][step];
        edges.partition_point(|&edge| edge < 0.0) as f64 / edges.len().max(1) as f64
    }

    /// Returns how often a wager is in the player's favour over all of the shoe.
    pub fn favourable(&self, wager: usize) -> f64 {
        let steps = self.cards.len();
        (0..steps).map(|step| self.favourable_at(wager, step)).sum::<f64>() / steps as f64
    }

    /// Returns the average edge of a wager over all of the shoe.
    pub fn mean(&self, wager: usize) -> f64 {
        self.average(wager, |edge| edge)
    }

    /// Returns what a player wins with each round dealt, for each unit, by wagering only when it is in
    /// their favour.
    pub fn gain(&self, wager: usize) -> f64 {
        self.average(wager, |edge| (-edge).max(0.0))
    }

    /// Returns the best edge for the player that was seen.
    pub fn best(&self, wager: usize) -> f64 {
        self.edges[wager].iter().flatten().copied().fold(f64::INFINITY, f64::min)
    }

    fn average(&self, wager: usize, of: impl Fn(f64) -> f64) -> f64 {
        let edges = self.edges[wager].iter().flatten();
        let count = self.edges[wager].iter().map(Vec::len).sum::<usize>().max(1);
        edges.map(|&edge| of(edge)).sum::<f64>() / count as f64
    }
}

#[cfg(test)]
mod tests {
    use croupier_engine::{Kind, Setup};
    use croupier_odds::Question;

    use super::{Sample, countability};

    /// Every card of a shuffled shoe is like the first, so the edge of a wager without decisions is the
    /// same on the average however deep the shoe is.
    #[test]
    fn the_average_edge_does_not_move() {
        let question = Question::new(Kind::CasinoWar, Setup::default());
        let sample = Sample { shoes: 2_000, steps: 6, seed: 3, threads: 2 };
        let counted = countability(&question, sample, &|_| ()).expect("the table is allowed");
        assert_eq!(counted.cards, [0, 52, 104, 156, 208, 260]);
        let names: Vec<_> =
            counted.report.wagers.iter().map(|odds| counted.report.name(odds)).collect();
        assert_eq!(names, ["initial", "tie"], "a war cannot be staked by itself");
        for (wager, odds) in counted.report.wagers.iter().enumerate() {
            let exact = odds.edge().to_f64();
            let spread = counted.quantile(wager, 5, 0.84) - exact;
            // The spread at the deepest step, over the root of the shoes, is the most it can err by.
            let limit = 5.0 * spread.abs() / (2_000.0_f64).sqrt();
            assert!((counted.mean(wager) - exact).abs() < limit, "{}", counted.report.name(odds));
        }
    }

    #[test]
    fn threads_do_not_show() {
        let question = Question::new(Kind::Baceball, Setup::default());
        let sample = |threads| Sample { shoes: 6, steps: 4, seed: 9, threads };
        let run =
            |threads| countability(&question, sample(threads), &|_| ()).expect("allowed").edges;
        assert_eq!(run(1), run(3));
    }
}
