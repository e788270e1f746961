//! Exact odds: every wager of a game, from any shoe, as fractions that anyone can recompute.
//!
//! What a wager is worth comes from the engine's own verdicts, never from a second statement of the
//! rules; this crate only counts how often each verdict comes. Counts are whole numbers, results are
//! reduced fractions; floating point appears in the standard deviation alone, and decides nothing.

mod baceball;
mod casino_war;
mod craps;
mod lucky_draw;
mod plan;
mod prices;
mod ratio;
mod removal;
mod report;
mod rounding;
mod shoe;
mod three_card;

pub use baceball::BreakEven;
pub use lucky_draw::Decisions;
pub use plan::{ByValues, Cell, Chart, Decide, Pair, Plan, Seen};
pub use prices::Prices;
pub use ratio::Ratio;
pub use removal::{Removal, removal};
pub use report::{Odds, Outcome, Part, Report, Terms};
pub use rounding::{Rounded, rounding};
pub use shoe::Composition;

use core::fmt;

use croupier_engine::{Kind, Refusal, Setup};

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
    let decks = table.rules().decks;
    let shoe = question.shoe.clone().unwrap_or_else(|| Composition::full(decks));
    let (needed, left) = (cards_of_a_round(question.kind), shoe.total());
    if left < needed {
        return Err(Unanswered::TooFewCards { needed, left });
    }
    let Question { strategy, prices, .. } = question;
    let hands = |cards: i128| Ratio::new(cards, 1);
    let (mut wagers, chart, cards) = match question.kind.name() {
        "baceball" => (baceball::odds(&shoe, table.rules(), prices), None, hands(6)),
        "three-card-baccarat" => (three_card::odds(&shoe, table.rules(), prices), None, hands(6)),
        "casino-war" => {
            let wagers = casino_war::odds(&shoe, strategy, prices);
            let cards = hands(2) * wagers[0].average_stake.clone();
            (wagers, None, cards)
        }
        "lucky-draw-baccarat" => {
            let (wagers, chart) = lucky_draw::odds(&shoe, strategy, prices);
            let drawn = wagers[0].average_stake.clone() - Ratio::one();
            (wagers, Some(chart), hands(4) + drawn + lucky_draw::dealer_third(&shoe))
        }
        "craps" => (craps::odds(prices), None, Ratio::zero()),
        // By name, so that a game can be played before anyone has counted it.
        _ => return Err(Unanswered::NotCounted(question.kind)),
    };
    for odds in &mut wagers {
        odds.terms = question.terms;
    }
    Ok(Report { kind: question.kind, decks, wagers, chart, cards })
}

/// Returns how many cards a round with one hand may take.
fn cards_of_a_round(kind: Kind) -> u32 {
    match kind.name() {
        "baceball" | "three-card-baccarat" | "lucky-draw-baccarat" => 6,
        "casino-war" => 4,
        _ => 0,
    }
}
