//! Exact odds: every wager of a game, from any shoe, as fractions that anyone can recompute.
//!
//! What a wager is worth comes from the engine's own verdicts, never from a second statement of the
//! rules; this crate only counts how often each verdict comes. Counts are whole numbers, results are
//! reduced fractions; floating point appears in the standard deviation alone, and decides nothing.

mod baceball;
mod break_even;
mod casino_war;
mod craps;
mod lucky_draw;
pub mod par;
mod part;
mod plan;
mod prices;
mod ratio;
mod removal;
mod report;
mod rounding;
mod shoe;
mod three_card;
mod wins;

pub use break_even::{BreakEven, Fair};
pub use lucky_draw::Decisions;
pub use plan::{ByValues, Cell, Chart, Decide, Pair, Plan, Seen};
pub use prices::{PRICE_MAX, Prices};
pub use ratio::Ratio;
pub use removal::{Removal, removal};
pub use report::{LeftOut, Odds, Outcome, Report, Terms};
pub use rounding::{Rounded, Rounding, rounding};
pub use shoe::Composition;

use core::fmt;

use croupier_engine::{Cents, Kind, Refusal, Setup};

use part::Pay;

/// How a player decides where there is something to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Casino War: always to war. Elsewhere the same as `Best`.
    War,
    /// Casino War: always surrender.
    Surrender,
    /// Lucky Draw: the best by exact cards.
    Best,
    /// Lucky Draw: the best by the player's total against the dealer's card.
    Total,
    /// Lucky Draw: a chart of one's own.
    Own(Plan),
}

/// A question about a game.
#[derive(Clone, Debug)]
pub struct Question {
    /// Which game.
    pub kind: Kind,
    /// How the table is set up.
    pub setup: Setup,
    /// The cards that are left; `None` for a full shoe.
    pub shoe: Option<Composition>,
    /// How the player decides.
    pub strategy: Strategy,
    /// Prices other than those of the order.
    pub prices: Prices,
    /// On what terms wagers are paid.
    pub terms: Terms,
}

impl Question {
    /// Asks for the odds off the top of a full shoe, with the best play, at the order's prices.
    pub fn new(kind: Kind, setup: Setup) -> Self {
        let (prices, terms) = (Prices::default(), Terms::default());
        Self { kind, setup, shoe: None, strategy: Strategy::Best, prices, terms }
    }
}

/// The largest stake, chip or price of a jackpot wager: at the largest price, what is paid still fits.
pub const AMOUNT_MAX: Cents = Cents(10_000_000_000_000);

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// The order does not allow such a table.
    Refused(Refusal),
    /// A round may take more cards than are left.
    TooFewCards {
        /// How many a round may take.
        needed: u32,
        /// How many are left.
        left: u32,
    },
    /// A price that is none of this table, or that nothing can be worked out with.
    Price(String),
    /// A stake, a chip or the price of the jackpot wager is nothing, or more than `AMOUNT_MAX`.
    Amount(Cents),
    /// Nobody has counted the ways of this game.
    NotCounted(Kind),
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::TooFewCards { needed, left } => {
                write!(f, "a round may take {needed} cards, and {left} are left in the shoe")
            }
            Self::Price(what) => f.write_str(what),
            Self::Amount(amount) => {
                write!(f, "{amount} is not a stake, a chip or a wager from 0.01 to {AMOUNT_MAX}")
            }
            Self::NotCounted(kind) => {
                write!(f, "the odds of {} are not counted here", kind.title())
            }
        }
    }
}

impl core::error::Error for Unanswered {}

impl From<Refusal> for Unanswered {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Answers a question.
///
/// This is also the edge meter of a live table: with the cards that are left in its shoe, it is fast
/// enough to be asked after every card.
///
/// ```
/// use croupier_engine::{Card, Kind, Setup};
/// use croupier_odds::{Composition, Question, Ratio, odds};
///
/// let mut shoe = Composition::full(6);
/// for card in ["KC", "KD", "QS"] {
///     assert!(shoe.remove(Card::parse(card).expect("it is a card")));
/// }
/// let meter = Question { shoe: Some(shoe), ..Question::new(Kind::Baceball, Setup::default()) };
/// let report = odds(&meter).expect("there are cards enough");
/// let strike = report.find("strike-1", None).expect("it is on the layout");
/// assert_eq!(strike.edge(), Ratio::new(10, 103));
/// ```
///
/// # Errors
/// Says why there is no answer: a table that the order does not allow, too few cards for a round.
pub fn odds(question: &Question) -> Result<Report, Unanswered> {
    let table = croupier_engine::AnyTable::open(question.kind, &question.setup);
    let table = table.map_err(Unanswered::Refused)?;
    check(question)?;
    let decks = table.rules().decks;
    let shoe = question.shoe.clone().unwrap_or_else(|| Composition::full(decks));
    let (needed, left) = (cards_of_a_round(question.kind), shoe.total());
    if left < needed {
        return Err(Unanswered::TooFewCards { needed, left });
    }
    let Question { strategy, prices, terms, .. } = question;
    let pay = Pay { prices, terms: *terms };
    let hands = |cards: i128| Ratio::new(cards, 1);
    let mut left_out = Vec::new();
    let (wagers, chart, cards) = match question.kind.name() {
        "baceball" => (baceball::odds(&shoe, table.rules(), pay), None, hands(6)),
        "three-card-baccarat" => (three_card::odds(&shoe, table.rules(), pay), None, hands(6)),
        "casino-war" => {
            let wagers = casino_war::odds(&shoe, strategy, pay);
            let cards = hands(2) * staked(&wagers);
            (wagers, None, cards)
        }
        "lucky-draw-baccarat" => {
            let (wagers, chart) = lucky_draw::odds(&shoe, strategy, pay);
            let cards = hands(3) + staked(&wagers) + lucky_draw::dealer_third(&shoe);
            (wagers, Some(chart), cards)
        }
        "craps" => {
            let (wagers, without) = craps::odds(pay);
            left_out = without;
            (wagers, None, Ratio::zero())
        }
        // By name, so that a game can be played before anyone has counted it.
        _ => return Err(Unanswered::NotCounted(question.kind)),
    };
    Ok(Report { kind: question.kind, decks, wagers, left_out, chart, cards })
}

/// Returns what is staked in all on the first wager of a game.
fn staked(wagers: &[Odds]) -> Ratio {
    wagers.first().map_or_else(Ratio::one, |odds| odds.average_stake.clone())
}

/// Checks that prices are those of this table, and that amounts are not too large to be paid.
fn check(question: &Question) -> Result<(), Unanswered> {
    question.prices.check(question).map_err(Unanswered::Price)?;
    let terms = question.terms.stake.into_iter().flat_map(|(stake, chip)| [stake, chip]);
    let jackpot = question.setup.jackpot.iter().map(|jackpot| jackpot.wager);
    let wrong = |amount: &Cents| amount.is_zero() || *amount > AMOUNT_MAX;
    match terms.chain(jackpot).find(wrong) {
        Some(amount) => Err(Unanswered::Amount(amount)),
        None => Ok(()),
    }
}

/// Returns how many cards a round with one hand may take.
fn cards_of_a_round(kind: Kind) -> u32 {
    match kind.name() {
        "baceball" | "three-card-baccarat" | "lucky-draw-baccarat" => 6,
        "casino-war" => 4,
        _ => 0,
    }
}
