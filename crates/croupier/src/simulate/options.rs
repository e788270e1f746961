//! What is played, as the command line says it.

use clap::Args;
use croupier_engine::{Cents, Kind, Setup};
use croupier_sim::{FAIR_STAKE, Plan, Stake, USUAL};

use crate::failure::Failure;
use crate::question::{self, Word};

#[derive(Args)]
pub(super) struct Options {
    /// The game, by its name in sheets
    game: String,

    /// How many rounds: rounds of cards, or rolls of the dice; such as 1e9
    #[arg(long, default_value = "1e7", value_parser = crate::count::read)]
    rounds: u64,

    /// What chance follows from
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Decks in the shoe
    #[arg(long)]
    decks: Option<u8>,

    /// A variant of the game: even-money
    #[arg(long)]
    variant: Option<String>,

    /// How many areas are played in every round
    #[arg(long, default_value_t = 1)]
    areas: u8,

    /// How the player decides
    #[arg(long, value_enum)]
    strategy: Option<Word>,

    /// The wagers to play, such as "bet,strike-1"; by default all
    #[arg(long, value_name = "WAGERS", value_delimiter = ',')]
    wagers: Vec<String>,

    /// What is staked, in cents: "1000" on every wager, or "tie=500", "place-win:6=1200"; may be given
    /// several times
    #[arg(long, value_name = "STAKE", value_delimiter = ',')]
    stake: Vec<String>,

    /// The smallest chip, in cents
    #[arg(long, value_name = "CENTS", default_value_t = 1)]
    chip: u64,

    /// Deal from a shoe to its cutting card; without it every round is dealt from all cards
    #[arg(long)]
    shoe: bool,

    /// How many cards lie behind the cutting card, by default a deck; implies --shoe
    #[arg(long, value_name = "CARDS", conflicts_with = "penetration")]
    cut: Option<u32>,

    /// How many percent of the cards lie in front of the cutting card; implies --shoe
    #[arg(long, value_name = "PERCENT")]
    penetration: Option<u32>,

    /// bACEball: what the meters show, such as major=25000000,minor=1200000 (in cents)
    #[arg(long, value_name = "METERS")]
    meter: Option<String>,

    /// bACEball: the price of the jackpot wager, in cents
    #[arg(long, value_name = "CENTS", default_value_t = 500)]
    price: u64,
}

impl Options {
    /// Makes a plan of it.
    pub(super) fn plan(&self) -> Result<Plan, Failure> {
        let kind = crate::rules::game(&self.game)?;
        let jackpot = match kind.house().jackpot {
            Some(_) => Some(question::jackpot(self.meter.as_deref(), self.price)?),
            None => None,
        };
        let variant = question::variant(kind, self.variant.as_deref())?;
        let (decks, chip) = (self.decks, Cents(self.chip));
        let setup = Setup { decks, variant, chip, jackpot, ..Setup::default() };
        let strategy = question::strategy_of(kind, self.strategy)?;
        let stakes = self.stakes(kind, &setup)?;
        let (areas, rounds, seed) = (self.areas, self.rounds, self.seed);
        let mut plan = Plan { kind, setup, strategy, areas, behind: None, stakes, rounds, seed };
        plan.behind = self.behind(&plan)?;
        Ok(plan)
    }

    fn behind(&self, plan: &Plan) -> Result<Option<u32>, Failure> {
        match (self.cut, self.penetration) {
            (Some(cut), _) => Ok(Some(cut)),
            (None, Some(percent)) if percent <= 100 => {
                let cards = u32::from(plan.decks()) * 52;
                Ok(Some(cards - cards * percent / 100))
            }
            (None, Some(percent)) => {
                Err(Failure::input(format!("{percent} is not a part of a hundred")))
            }
            (None, None) => Ok(self.shoe.then_some(USUAL)),
        }
    }

    /// Finds the wagers to play, and what is staked on each.
    fn stakes(&self, kind: Kind, setup: &Setup) -> Result<Vec<Stake>, Failure> {
        let mut stakes = Plan::every_wager(kind, setup, FAIR_STAKE);
        if !self.wagers.is_empty() {
            for name in &self.wagers {
                known(kind, &stakes, name.trim())?;
            }
            let named = |stake: &Stake| {
                let own = kind.layouts()[usize::from(stake.on.0)].name;
                self.wagers.iter().any(|name| name.trim() == own)
            };
            stakes.retain(named);
        }
        // What is said of one wager counts more than what is said of all.
        let (of_all, of_some): (Vec<_>, Vec<_>) =
            self.stake.iter().partition(|text| !text.contains('='));
        for text in of_all.into_iter().chain(of_some) {
            set_stake(kind, text, &mut stakes)?;
        }
        Ok(stakes)
    }
}

/// Checks that a wager can be played by its name.
fn known(kind: Kind, stakes: &[Stake], name: &str) -> Result<(), Failure> {
    let of = |stake: &Stake| kind.layouts()[usize::from(stake.on.0)].name;
    if stakes.iter().any(|stake| of(stake) == name) {
        return Ok(());
    }
    if kind.wager(name).is_some() {
        let what = format!("{name} is placed by a decision, not by itself");
        return Err(Failure::input(what));
    }
    let mut names: Vec<_> = stakes.iter().map(of).collect();
    names.dedup();
    let unknown = format!("{} has no wager {name:?}", kind.title());
    Err(Failure::input(unknown).hint(format!("it has {}", names.join(", "))))
}

/// Reads `1000`, `tie=500` or `place-win:6=1200`.
fn set_stake(kind: Kind, text: &str, stakes: &mut [Stake]) -> Result<(), Failure> {
    let wrong = || {
        Failure::input(format!("{text:?} is not a stake, expected 1000, tie=500 or hardway:6=400"))
    };
    let (which, amount) = match text.split_once('=') {
        Some((which, amount)) => (Some(which.trim()), amount),
        None => (None, text),
    };
    let amount = Cents(amount.trim().parse().map_err(|_| wrong())?);
    let (name, mark) = match which.and_then(|which| which.split_once(':')) {
        Some((name, mark)) => (Some(name), Some(mark.parse::<u8>().map_err(|_| wrong())?)),
        None => (which, None),
    };
    if let Some(name) = name {
        known(kind, stakes, name)?;
    }
    let mut found = false;
    for stake in stakes.iter_mut() {
        let own = kind.layouts()[usize::from(stake.on.0)].name;
        let meant = match name {
            Some(name) => name == own && (mark.is_none() || mark == stake.mark),
            // The jackpot wager has a price.
            None => own != "jackpot",
        };
        if meant {
            stake.amount = amount;
            found = true;
        }
    }
    if found { Ok(()) } else { Err(wrong()) }
}
