//! The cutting card: where each order puts it, and which rounds of a shoe are dealt for certain.
//!
//! A shoe ends where the cutting card comes, so whether its last rounds are dealt depends on how many
//! cards the rounds before took, and with that on which cards came. Rounds that are dealt whatever
//! comes have the odds of a full shoe; the later ones have not, and are counted by themselves.

use croupier_engine::game::Burn;
use croupier_engine::{Card, Clause};

use crate::plan::{Plan, Trouble};

/// A shoe with a cutting card in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// How many cards lie in front of the cutting card.
    pub(crate) front: u32,
    /// Where it comes as the first card of a round, one more round is played.
    pub(crate) one_more: bool,
    /// What is burned after a shuffle.
    pub(crate) burn: Burn,
    /// How many rounds of each shoe are dealt whatever cards come.
    pub(crate) sure: u32,
}

impl Cut {
    /// Finds the cut of a plan; `None` when every round is dealt from all cards.
    pub(crate) fn of(plan: &Plan) -> Option<Self> {
        let behind = plan.behind?;
        let cards = plan.kind.house().cards?;
        let cutting = cards.cutting?;
        let front = u32::from(plan.decks()) * 52 - behind;
        let burned = match cards.burn {
            Burn::One => 1,
            Burn::ByFace => 11,
        };
        let one_more = cutting.one_more;
        // A round starts while fewer than `limit` cards are drawn.
        let limit = if one_more { front + 1 } else { front };
        let sure = limit.saturating_sub(burned).div_ceil(most_cards(plan));
        Some(Self { front, one_more, burn: cards.burn, sure })
    }

    /// Tells whether the cards are shuffled before the next round, so many having been drawn.
    pub(crate) const fn ends(&self, drawn: u32) -> bool {
        if self.one_more { drawn > self.front } else { drawn >= self.front }
    }
}

/// Returns the most cards that a round can take.
pub(crate) fn most_cards(plan: &Plan) -> u32 {
    plan.kind.most_cards(plan.played_areas().into(), plan.strategy.follows(plan.kind))
}

/// Checks that the order lets the cutting card lie there, and that every round can be finished.
pub(crate) fn check(plan: &Plan) -> Result<(), Trouble> {
    let Some(behind) = plan.behind else { return Ok(()) };
    let Some((least, most, clause)) = range(plan) else {
        let title = plan.kind.title();
        return Err(Trouble::Other(format!("{title} has no cutting card")));
    };
    if !(least..=most).contains(&behind) {
        let what =
            format!("{least} to {most} cards lie behind the cutting card, not {behind} ({clause})");
        return Err(Trouble::Other(what));
    }
    if behind < most_cards(plan) {
        let what = format!(
            "a round takes up to {} cards, and only {behind} lie behind the cutting card",
            most_cards(plan)
        );
        return Err(Trouble::Other(what));
    }
    Ok(())
}

/// Returns where the cutting card lies when nobody says: one deck from the back.
pub const USUAL: u32 = 52;

/// Returns how many cards may lie behind the cutting card, and by which clause.
fn range(plan: &Plan) -> Option<(u32, u32, Clause)> {
    let cut = plan.kind.describe().cards?.cut?;
    let range = cut.behind.range(u32::from(plan.decks()) * Card::COUNT as u32);
    Some((*range.start(), *range.end(), cut.back))
}
