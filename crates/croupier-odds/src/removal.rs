//! What one card more or less does to the edge.

use croupier_engine::{Card, Rank, Suit};

use crate::ratio::Ratio;
use crate::{Composition, Question, Unanswered, odds};

/// How the edge of each wager changes when one card of a rank leaves the shoe, suits averaged.
#[derive(Clone, Debug)]
pub struct Removal {
    /// The rank of which one card is missing.
    pub rank: Rank,
    /// The change for each wager, in the order of the report's first wagers: a wager that follows another
    /// is placed with other cards when the player decides anew, and so its edge is not the same wager's.
    pub changes: Vec<Ratio>,
}

/// Removes one card of each rank from the shoe, in turn.
///
/// # Errors
/// Says why there is no answer, as `odds` does.
pub fn removal(question: &Question, shoe: &Composition) -> Result<Vec<Removal>, Unanswered> {
    let edges = |shoe: Composition| -> Result<Vec<Ratio>, Unanswered> {
        let report = odds(&Question { shoe: Some(shoe), ..question.clone() })?;
        Ok(report.first_wagers().map(|wager| wager.edge()).collect())
    };
    let base = edges(shoe.clone())?;
    let mut ranks = Vec::new();
    for rank in Rank::ALL {
        let mut sums = vec![Ratio::zero(); base.len()];
        let mut suits = 0;
        for suit in Suit::ALL {
            let mut left = shoe.clone();
            if left.remove(Card::new(rank, suit)) {
                suits += 1;
                let without = edges(left)?;
                sums = sums.into_iter().zip(without).map(|(sum, edge)| sum + edge).collect();
            }
        }
        if suits > 0 {
            let mean = |sum: Ratio| sum / Ratio::new(suits, 1);
            let changes = sums.into_iter().zip(&base).map(|(sum, edge)| mean(sum) - edge.clone());
            ranks.push(Removal { rank, changes: changes.collect() });
        }
    }
    Ok(ranks)
}
