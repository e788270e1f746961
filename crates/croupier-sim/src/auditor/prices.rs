//! What a line may pay: the posted prices on its stake, by the auditor's own arithmetic.

use croupier_engine::effect::Line;
use croupier_engine::money::Rounding;
use croupier_engine::wager::{Price, Verdict};
use croupier_engine::{Cents, Outcome, WagerId};

use super::Finding;

/// A posted price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Posted {
    /// So many for so many, of the whole stake or a part of it; the part goes back.
    Odds { wins: u64, per: u64, alive: u64, of: u64, rounding: Rounding },
    /// An amount, and nothing goes back.
    Prize(Cents),
}

/// The posted prices of each wager.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    chip: u128,
    of: Vec<Vec<Posted>>,
}

impl Prices {
    pub(super) fn new(chip: Cents, verdicts: &[(WagerId, Verdict)]) -> Self {
        let most = verdicts.iter().map(|(on, _)| usize::from(on.0)).max().unwrap_or(0);
        let mut of = vec![Vec::new(); most + 1];
        for (on, verdict) in verdicts {
            let posted = match verdict.price {
                Price::None => continue,
                Price::Odds(odds) => Posted::Odds {
                    wins: odds.wins.into(),
                    per: odds.per.into(),
                    alive: verdict.part.0.into(),
                    of: verdict.part.1.into(),
                    rounding: verdict.rounding,
                },
                Price::Prize(prize) => Posted::Prize(prize),
            };
            if !of[usize::from(on.0)].contains(&posted) {
                of[usize::from(on.0)].push(posted);
            }
        }
        Self { chip: chip.0.into(), of }
    }

    /// Checks what a line pays and gives back.
    pub(super) fn check(&self, line: &Line) -> Result<(), Finding> {
        let right = match line.outcome {
            Outcome::Win => self.wins(line),
            Outcome::Lose => line.pays.is_zero() && line.back.is_zero(),
            Outcome::StandOff | Outcome::Void | Outcome::Returned => {
                line.pays.is_zero() && line.back == line.stake
            }
            Outcome::Surrender => {
                let half = self.up(u128::from(line.stake.0), 2).min(line.stake.0.into());
                line.pays.is_zero() && u128::from(line.back.0) == half
            }
            Outcome::Commission => {
                line.pays.is_zero() && line.back.is_zero() && line.charge < line.stake
            }
            Outcome::Mystery => line.back.is_zero(),
        };
        if right {
            return Ok(());
        }
        Err(Finding(format!("no posted price gives this on the stake: {line:?}")))
    }

    fn wins(&self, line: &Line) -> bool {
        let stake = u128::from(line.stake.0);
        let fits = |posted: &Posted| match *posted {
            Posted::Odds { wins, per, alive, of, rounding } => {
                let (wins, per) = (u128::from(wins * alive), u128::from(per * of));
                let back = stake * u128::from(alive) / u128::from(of);
                let pays = match rounding {
                    Rounding::Up => self.up(stake * wins, per),
                    Rounding::Down => stake * wins / (per * self.chip) * self.chip,
                };
                u128::from(line.pays.0) == pays && u128::from(line.back.0) == back
            }
            Posted::Prize(prize) => line.pays == prize && line.back.is_zero(),
        };
        self.of.get(usize::from(line.spot.on.0)).is_some_and(|posted| posted.iter().any(fits))
    }

    /// Divides, and goes up to the next chip.
    fn up(&self, amount: u128, by: u128) -> u128 {
        let chip = by * self.chip;
        amount.div_ceil(chip) * self.chip
    }
}
