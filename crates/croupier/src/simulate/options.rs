//! What is played, as the command line says it.

use clap::Args;
use clap::builder::PossibleValuesParser;
use croupier_engine::jackpot::Jackpot;
use croupier_engine::{Cents, Kind, Setup};
use croupier_sim::{FAIR_STAKE, Plan, Stake, USUAL};

use crate::failure::Failure;
use crate::question;

/// What the jackpot wager costs if nothing else is said, in cents.
const JACKPOT_PRICE: u64 = 500;

#[derive(Args)]
pub(super) struct Options {
    /// The game
    #[arg(help = crate::rules::game_help())]
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
    #[arg(long, value_parser = PossibleValuesParser::new(question::all_words()))]
    strategy: Option<String>,

    /// The wagers to play, such as "bet,strike-1" or "place-win:6"; by default all
    #[arg(long, value_name = "WAGERS", value_delimiter = ',')]
    wagers: Vec<String>,

    /// What is staked, in cents: "1000" on every wager, or "tie=500", "place-win:6=1200"; may be given
    /// several times
    #[arg(long, value_name = "STAKE", value_delimiter = ',')]
    stake: Vec<String>,

    /// The smallest chip, in cents; every stake must be made of it
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

    /// Where there is a jackpot, what its meters show, such as major=25000000,minor=1200000 (in cents)
    #[arg(long, value_name = "METERS")]
    meter: Option<String>,

    /// Where there is a jackpot, the price of its wager, in cents [default: 500]
    #[arg(long, value_name = "CENTS")]
    price: Option<u64>,
}

/// Names the games that have a jackpot.
fn with_jackpot() -> String {
    let games = Kind::ALL.into_iter().filter(|kind| kind.house().jackpot.is_some());
    games.map(Kind::title).collect::<Vec<_>>().join(" and ")
}

impl Options {
    /// Makes a plan of it.
    pub(super) fn plan(&self) -> Result<Plan, Failure> {
        let kind = crate::rules::game(&self.game)?;
        let jackpot = self.jackpot(kind)?;
        let variant = question::variant(kind, self.variant.as_deref())?;
        let (decks, chip) = (self.decks, Cents(self.chip));
        let setup = Setup { decks, variant, chip, jackpot, ..Setup::default() };
        let strategy = question::strategy_of(kind, self.strategy.as_deref())?;
        let stakes = self.stakes(kind, &setup)?;
        let (areas, rounds, seed) = (self.areas, self.rounds, self.seed);
        let mut plan = Plan { kind, setup, strategy, areas, behind: None, stakes, rounds, seed };
        plan.behind = self.behind(&plan)?;
        Ok(plan)
    }

    fn jackpot(&self, kind: Kind) -> Result<Option<Jackpot>, Failure> {
        if kind.house().jackpot.is_some() {
            let price = self.price.unwrap_or(JACKPOT_PRICE);
            return question::jackpot(self.meter.as_deref(), price).map(Some);
        }
        let said = [("--meter", self.meter.is_some()), ("--price", self.price.is_some())];
        match said.iter().find(|(_, said)| *said) {
            Some((option, _)) => Err(Failure::input(format!("{} has no jackpot", kind.title()))
                .hint(format!("{option} is for {}", with_jackpot()))),
            None => Ok(None),
        }
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
        let every = Plan::every_wager(kind, setup, FAIR_STAKE);
        let mut stakes = every.clone();
        if !self.wagers.is_empty() {
            let named = self.wagers.iter().map(|text| Named::find(kind, &every, text.trim()));
            let named = named.collect::<Result<Vec<_>, _>>()?;
            stakes.retain(|stake| named.iter().any(|named| named.means(kind, stake)));
        }
        // What is said of one wager counts more than what is said of all.
        let (of_all, of_some): (Vec<_>, Vec<_>) =
            self.stake.iter().partition(|text| !text.contains('='));
        for text in of_all.into_iter().chain(of_some) {
            set_stake(kind, text, &every, &mut stakes)?;
        }
        check_chips(kind, setup.chip, &stakes)?;
        Ok(stakes)
    }
}

/// A wager by its name, or with a number of it: `place-win`, `place-win:6`.
struct Named<'a> {
    name: &'a str,
    mark: Option<u8>,
}

impl<'a> Named<'a> {
    /// Finds a wager among all that can be played.
    fn find(kind: Kind, every: &[Stake], text: &'a str) -> Result<Self, Failure> {
        let (name, number) = match text.split_once(':') {
            Some((name, number)) => (name.trim(), Some(number.trim())),
            None => (text, None),
        };
        let of_name: Vec<_> = every.iter().filter(|stake| own_name(kind, stake) == name).collect();
        if of_name.is_empty() {
            return Err(unknown(kind, every, name));
        }
        let Some(number) = number else { return Ok(Self { name, mark: None }) };
        let marks: Vec<_> = of_name.iter().filter_map(|stake| stake.mark).collect();
        if let Some(mark) = number.parse().ok().filter(|mark| marks.contains(mark)) {
            return Ok(Self { name, mark: Some(mark) });
        }
        let wrong = Failure::input(format!("{name} has no number {number:?}"));
        let marks: Vec<_> = marks.iter().map(u8::to_string).collect();
        Err(wrong.hint(if marks.is_empty() {
            "it goes by its name alone".to_owned()
        } else {
            format!("it has {}", marks.join(", "))
        }))
    }

    /// Tells whether a stake is on this wager.
    fn means(&self, kind: Kind, stake: &Stake) -> bool {
        own_name(kind, stake) == self.name && (self.mark.is_none() || self.mark == stake.mark)
    }
}

fn own_name(kind: Kind, stake: &Stake) -> &'static str {
    kind.layouts()[usize::from(stake.on.0)].name
}

/// Says why a wager cannot be played by its name.
fn unknown(kind: Kind, every: &[Stake], name: &str) -> Failure {
    if kind.wager(name).is_some() {
        return Failure::input(format!("{name} is placed by a decision, not by itself"));
    }
    let mut names: Vec<_> = every.iter().map(|stake| own_name(kind, stake)).collect();
    names.dedup();
    let what = format!("{} has no wager {name:?}", kind.title());
    Failure::input(what).hint(format!("it has {}", names.join(", ")))
}

/// Reads `1000`, `tie=500` or `place-win:6=1200`.
fn set_stake(kind: Kind, text: &str, every: &[Stake], stakes: &mut [Stake]) -> Result<(), Failure> {
    let wrong = || {
        Failure::input(format!("{text:?} is not a stake, expected 1000, tie=500 or hardway:6=400"))
    };
    let (which, amount) = match text.split_once('=') {
        Some((which, amount)) => (Some(which.trim()), amount),
        None => (None, text),
    };
    let amount = Cents(amount.trim().parse().map_err(|_| wrong())?);
    let named = which.map(|which| Named::find(kind, every, which)).transpose()?;
    let mut found = false;
    for stake in stakes.iter_mut() {
        let meant = match &named {
            Some(named) => named.means(kind, stake),
            None => !has_fixed_price(kind, stake),
        };
        if meant {
            stake.amount = amount;
            found = true;
        }
    }
    match which {
        Some(which) if !found => Err(Failure::input(format!("{which} is not among the wagers"))
            .hint("--wagers names the wagers to play, --stake what is staked")),
        Some(_) | None => Ok(()),
    }
}

/// Tells whether a wager has a price of its own, as that on a jackpot.
fn has_fixed_price(kind: Kind, stake: &Stake) -> bool {
    kind.describe().wagers[usize::from(stake.on.0)].fixed_price
}

/// Checks that every stake can be made of the chips.
fn check_chips(kind: Kind, chip: Cents, stakes: &[Stake]) -> Result<(), Failure> {
    if chip.is_zero() {
        return Err(Failure::input("a chip is at least 1 cent"));
    }
    let Some(stake) = stakes.iter().find(|stake| !stake.amount.0.is_multiple_of(chip.0)) else {
        return Ok(());
    };
    let (name, Cents(amount), Cents(chip)) = (own_name(kind, stake), stake.amount, chip);
    let what = format!("{name}: a stake of {amount} cents cannot be made of chips of {chip}");
    let option = if has_fixed_price(kind, stake) { "--price" } else { "--stake" };
    let more = amount.div_ceil(chip).saturating_mul(chip);
    Err(Failure::input(what).hint(format!("{option} {more} can be")))
}
