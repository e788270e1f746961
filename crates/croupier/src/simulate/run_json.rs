//! What is played, as the head of a report in JSON: written, and read again to merge parts.

use croupier_engine::jackpot::Jackpot;
use croupier_engine::{Cents, Kind, Setup};
use croupier_sim::{Plan, Stake};
use serde::{Deserialize, Serialize};

use crate::question::{self, strategy_name};

/// A plan as a report has it; amounts are cents.
#[derive(Serialize, Deserialize)]
pub(crate) struct Run {
    game: String,
    rounds: u64,
    seed: u64,
    /// None is 0: dice are rolled.
    decks: u8,
    variant: Option<String>,
    chip: u64,
    areas: u8,
    behind: Option<u32>,
    strategy: Option<String>,
    jackpot: Option<Meters>,
    /// The name of a wager, its number, and what is staked on it.
    stakes: Vec<(String, Option<u8>, u64)>,
}

#[derive(Serialize, Deserialize)]
struct Meters {
    price: u64,
    major: u64,
    minor: u64,
}

impl From<&Plan> for Run {
    fn from(plan: &Plan) -> Self {
        let Plan { kind, setup, strategy, areas, behind, stakes, rounds, seed } = plan;
        let variant = setup.variant.map(|at| kind.house().variants[usize::from(at)]);
        let stake = |stake: &Stake| {
            let name = kind.layouts()[usize::from(stake.on.0)].name;
            (name.to_owned(), stake.mark, stake.amount.0)
        };
        Self {
            game: kind.name().to_owned(),
            rounds: *rounds,
            seed: *seed,
            decks: plan.decks(),
            variant: variant.map(str::to_owned),
            chip: setup.chip.0,
            areas: *areas,
            behind: *behind,
            strategy: strategy_name(*kind, strategy).map(str::to_owned),
            jackpot: setup.jackpot.as_ref().map(|it| Meters {
                price: it.wager.0,
                major: it.major.0,
                minor: it.minor.0,
            }),
            stakes: stakes.iter().map(stake).collect(),
        }
    }
}

impl TryFrom<Run> for Plan {
    type Error = String;

    /// Finds what a report names; says what there is none of.
    fn try_from(run: Run) -> Result<Self, String> {
        let name = &run.game;
        let kind = Kind::named(name).ok_or_else(|| format!("there is no game {name:?}"))?;
        let variant = run.variant.map(|name| {
            let at = kind.house().variants.iter().position(|variant| *variant == name);
            at.map(|at| at as u8).ok_or_else(|| format!("there is no variant {name:?}"))
        });
        let word = run.strategy.as_deref();
        let unknown = |_| format!("there is no strategy {:?}", word.unwrap_or_default());
        let strategy = question::strategy_of(kind, word).map_err(unknown)?;
        let jackpot = run.jackpot.map(|it| Jackpot {
            wager: Cents(it.price),
            major: Cents(it.major),
            minor: Cents(it.minor),
            mystery: false,
            pools: 1,
            increment: (0, 1),
            seed: Cents(0),
            linked: Vec::new(),
        });
        let stakes = run.stakes.into_iter().map(|(name, mark, amount)| {
            let on = kind.wager(&name).ok_or_else(|| format!("there is no wager {name:?}"))?;
            Ok(Stake { on, mark, amount: Cents(amount) })
        });
        let setup = Setup {
            decks: (run.decks > 0).then_some(run.decks),
            variant: variant.transpose()?,
            chip: Cents(run.chip),
            jackpot,
            ..Setup::default()
        };
        Ok(Self {
            kind,
            setup,
            strategy,
            areas: run.areas,
            behind: run.behind,
            stakes: stakes.collect::<Result<_, String>>()?,
            rounds: run.rounds,
            seed: run.seed,
        })
    }
}
