//! Other prices than those of the order: what if?

use croupier_engine::wager::{Price, Verdict};
use croupier_engine::{Kind, Odds, Outcome, WagerId};

/// The orders' own prices are whole halves where a player decides by what they are worth.
const ORDER_UNITS: i128 = 2;

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Prices to be paid instead of those of the order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prices {
    changes: Vec<(Which, Odds)>,
}

/// Which wins a changed price is for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Which {
    /// All wins of a wager.
    Wager(WagerId),
    /// The wins that a clause decides.
    Clause(String),
}

impl Prices {
    /// Reads `strike-out=25:1,9.1.3=2:1`: a wager or a clause, and its price.
    ///
    /// # Errors
    /// Says which part is not understood.
    pub fn read(kind: Kind, text: &str) -> Result<Self, String> {
        let mut changes = Vec::new();
        for change in text.split(',').map(str::trim).filter(|change| !change.is_empty()) {
            let wrong =
                || format!("{change:?} is not a price, expected strike-out=25:1 or 9.1.3=2:1");
            let (which, odds) = change.split_once('=').ok_or_else(wrong)?;
            let (wins, per) = odds.split_once(':').ok_or_else(wrong)?;
            let number = |text: &str| text.trim().parse::<u16>().ok();
            let (Some(wins), Some(per @ 1..)) = (number(wins), number(per)) else {
                return Err(wrong());
            };
            let which = which.trim();
            let which = match kind.wager(which) {
                Some(on) => Which::Wager(on),
                None if which.starts_with(|c: char| c.is_ascii_digit()) => {
                    Which::Clause(which.to_owned())
                }
                None => return Err(format!("{} has no wager {which:?}", kind.title())),
            };
            changes.push((which, Odds::new(wins, per)));
        }
        Ok(Self { changes })
    }

    /// Lists the clauses whose prices are changed.
    pub fn clauses(&self) -> impl Iterator<Item = &str> {
        self.changes.iter().filter_map(|(which, _)| match which {
            Which::Clause(clause) => Some(clause.as_str()),
            Which::Wager(_) => None,
        })
    }

    /// Returns a number by which every price, of the order or changed, becomes whole.
    pub(crate) fn common_units(&self) -> i128 {
        let changed = self.changes.iter().map(|(_, odds)| i128::from(odds.per));
        changed.fold(ORDER_UNITS, |units, per| units / gcd(units, per) * per)
    }

    /// Changes the price of a win, if another is asked for.
    pub(crate) fn apply(&self, on: WagerId, verdict: &Verdict) -> Verdict {
        let wins = verdict.outcome == Outcome::Win && matches!(verdict.price, Price::Odds(_));
        let change = self.changes.iter().filter(|_| wins).find(|(which, _)| match which {
            Which::Wager(wager) => *wager == on,
            Which::Clause(clause) => clause == verdict.clause.0,
        });
        match change {
            Some((_, odds)) => Verdict { price: Price::Odds(*odds), ..*verdict },
            None => *verdict,
        }
    }
}
