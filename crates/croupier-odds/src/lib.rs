//! Exact odds: every wager of a game, from any shoe, as fractions that anyone can recompute.
//!
//! What a wager is worth comes from the engine's own verdicts, never from a second statement of the
//! rules; this crate only counts how often each verdict comes. Counts are whole numbers, results are
//! reduced fractions; floating point appears in the standard deviation alone, and decides nothing.

mod baceball;
mod casino_war;
mod craps;
mod lucky_draw;
mod prices;
mod ratio;
mod removal;
mod report;
mod rounding;
mod shoe;
mod three_card;

pub use lucky_draw::{Chart, Decide, Decisions};
pub use prices::Prices;
pub use ratio::Ratio;
pub use removal::{Removal, removal};
pub use report::{Odds, Outcome, Part, Report, Terms};
pub use rounding::{Rounded, rounding};
pub use shoe::Composition;

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

/// Answers a question.
///
/// # Errors
/// Refuses a table that the order does not allow.
pub fn odds(question: &Question) -> Result<Report, Refusal> {
    let table = croupier_engine::AnyTable::open(question.kind, &question.setup)?;
    let decks = table.rules().decks;
    let shoe = question.shoe.clone().unwrap_or_else(|| Composition::full(decks));
    let Question { strategy, prices, .. } = question;
    let (mut wagers, chart) = match question.kind.name() {
        "baceball" => (baceball::odds(&shoe, table.rules(), prices), None),
        "three-card-baccarat" => (three_card::odds(&shoe, table.rules(), prices), None),
        "casino-war" => (casino_war::odds(&shoe, strategy, prices), None),
        "lucky-draw-baccarat" => {
            let (wagers, chart) = lucky_draw::odds(&shoe, strategy, prices);
            (wagers, Some(chart))
        }
        "craps" => (craps::odds(prices), None),
        // By name, so that a game can be played before anyone has counted it.
        _ => {
            let clause = question.kind.house().means;
            return Err(Refusal::new(clause, "the ways of this game are not counted here"));
        }
    };
    for odds in &mut wagers {
        odds.terms = question.terms;
    }
    Ok(Report { kind: question.kind, decks, wagers, chart })
}
