//! What paying up to the next chip does to the edge.

use croupier_engine::{Cents, WagerId};

use crate::ratio::Ratio;
use crate::report::{Report, Terms};
use crate::{Question, Unanswered, odds};

/// What rounding does to one wager.
#[derive(Clone, Debug)]
pub struct Rounding {
    /// The wager whose payments are rounded.
    pub on: WagerId,
    /// Its number or point total.
    pub mark: Option<u8>,
    /// The edge when it is paid exactly.
    pub exact: Ratio,
    /// The stakes at which rounding matters; none for most wagers.
    pub stakes: Vec<Rounded>,
}

/// A stake at which rounding matters.
#[derive(Clone, Debug)]
pub struct Rounded {
    /// The stake, as a number of the smallest chips.
    pub chips: u64,
    /// The edge of the house when what is paid on that stake is rounded to whole chips.
    pub edge: Ratio,
}

/// Lists the stakes of 1 to `most` chips at which rounding halves the edge of a wager, or hands it to
/// the player. A wager of several parts is looked at only where it can be split; a player who decides by
/// what is paid decides anew at every stake; wagers that follow another are part of the first one.
///
/// # Errors
/// Says why there is no answer, as `odds` does.
pub fn rounding(question: &Question, most: u64) -> Result<Vec<Rounding>, Unanswered> {
    let exact = odds(&Question { terms: Terms::default(), ..question.clone() })?;
    let first = exact.first_wagers().map(|odds| {
        let (on, mark) = (odds.on, odds.mark);
        Rounding { on, mark, exact: odds.edge(), stakes: Vec::new() }
    });
    let mut wagers: Vec<_> = first.collect();
    for chips in 1..=most {
        let terms = Terms { stake: Some((Cents(chips), Cents(1))) };
        let report = odds(&Question { terms, ..question.clone() })?;
        for wager in &mut wagers {
            wager.look_at(chips, &report);
        }
    }
    Ok(wagers)
}

impl Rounding {
    fn look_at(&mut self, chips: u64, report: &Report) {
        let same = report.first_wagers().find(|odds| (odds.on, odds.mark) == (self.on, self.mark));
        let Some(edge) = same.map(|odds| odds.edge()) else { return };
        let half = self.exact.clone() / Ratio::new(2, 1);
        if edge <= half && edge < self.exact {
            self.stakes.push(Rounded { chips, edge });
        }
    }
}
