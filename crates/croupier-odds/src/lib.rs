//! Exact odds: every wager of a game, from any shoe, as fractions that anyone can recompute.
//!
//! What a wager is worth comes from the engine's own verdicts, never from a second statement of the
//! rules; this crate only counts how often each verdict comes. Counts are whole numbers, results are
//! reduced fractions; floating point appears in the standard deviation alone, and decides nothing.
//!
//! ```
//! use croupier_engine::{Kind, Setup};
//! use croupier_odds::{Question, odds};
//!
//! // The win line of Craps costs the player 7 in 495 of the stake.
//! let kind = Kind::named("craps").unwrap();
//! let report = odds(&Question::new(kind, Setup::default()))?;
//! let win_line = report.find("win-line", None).unwrap();
//! assert_eq!(win_line.edge().to_string(), "7/495");
//! # Ok::<(), croupier_odds::Unanswered>(())
//! ```

mod break_even;
mod decisions;
mod fast;
pub mod par;
mod part;
mod plan;
mod prices;
mod ratio;
mod removal;
mod report;
mod rounding;
mod shoe;
mod split;
mod walk;
mod whole;

pub use break_even::{BreakEven, Fair, MysteryMeter};
pub use decisions::Decisions;
pub use fast::has_chart;
pub use plan::{ByValues, Cell, Chart, Decide, Pair, Plan, Seen};
pub use prices::{PRICE_MAX, Prices};
pub use ratio::Ratio;
pub use removal::{Removal, removal};
pub use report::{LeftOut, Odds, Outcome, Report, Terms};
pub use rounding::{Rounded, Rounding, rounding};
pub use shoe::Composition;
pub use whole::{whole_stake, whole_stake_anywhere};

use core::fmt;

use croupier_engine::input::Choice;
use croupier_engine::{Cents, Kind, Refusal, Setup};

use fast::{Answer, Asked};
use part::Pay;
use walk::Walk;

/// How a player decides where there is something to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The same choice, whatever the cards; `Best` at a game that has no such choice.
    Always(Choice),
    /// The best by exact cards; the usual choice of a game at which the cards do not decide.
    Best,
    /// The best by the player's total against the dealer's card, where a game has a chart.
    Total,
    /// A chart of one's own, where a game has one.
    Own(Plan),
}

impl Strategy {
    /// Tells whether a player may come to make a wager that follows a choice.
    pub fn follows(&self, kind: Kind) -> bool {
        match self.at(kind) {
            Self::Always(choice) => kind.follow_up(choice).is_some(),
            Self::Best | Self::Total | Self::Own(_) => true,
        }
    }

    /// Returns what the strategy comes to at a game.
    fn at(&self, kind: Kind) -> Self {
        match (self, kind.usual_choice()) {
            (Self::Always(choice), _) if kind.choices().contains(choice) => self.clone(),
            (_, Some(usual)) => Self::Always(usual),
            (Self::Always(_), None) => Self::Best,
            (Self::Best | Self::Total | Self::Own(_), None) => self.clone(),
        }
    }
}

/// A question about a game.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game whose odds are asked for.
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
        /// How many are left in the shoe that was given.
        left: u32,
    },
    /// A price that is none of this table, or that nothing can be worked out with.
    Price(String),
    /// A stake, a chip or the price of the jackpot wager is nothing, or more than `AMOUNT_MAX`.
    Amount(Cents),
    /// This game has no chart to decide by.
    NoChart(Kind),
    /// The engine does something that its pay table does not have, or that no round should ask for.
    NotCounted(Kind, String),
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
            Self::NoChart(kind) => write!(f, "{} has no chart to decide by", kind.title()),
            Self::NotCounted(kind, why) => {
                write!(f, "the odds of {} cannot be counted: {why}", kind.title())
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
    let (needed, left) = (question.kind.most_cards(1, true), shoe.total());
    if left < needed {
        return Err(Unanswered::TooFewCards { needed, left });
    }
    let strategy = question.strategy.at(question.kind);
    let answer = match fast::way(question.kind) {
        Some(count) => {
            let pay = Pay { prices: &question.prices, terms: question.terms };
            count(&Asked { rules: table.rules(), shoe: &shoe, strategy: &strategy, pay })
        }
        None => return walked(question),
    };
    Ok(report(question.kind, decks, answer))
}

/// Answers a question by walking the engine itself, as is done for games without a faster way.
///
/// # Errors
/// Says why there is no answer, as `odds` does.
pub fn walked(question: &Question) -> Result<Report, Unanswered> {
    check(question)?;
    let mut walk = Walk::new(question)?;
    let (decks, answer) = (walk.decks(), walk.count()?);
    Ok(report(question.kind, decks, answer))
}

fn report(kind: Kind, decks: u8, answer: Answer) -> Report {
    let Answer { wagers, left_out, chart, cards } = answer;
    Report { kind, decks, wagers, left_out, chart, cards }
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
