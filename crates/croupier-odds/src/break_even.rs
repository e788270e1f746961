//! What the meters of a jackpot must show before its wager is fair.

use croupier_engine::jackpot::{Jackpot, Meter};
use croupier_engine::wager::Price;
use croupier_engine::{Cents, Kind};

use crate::ratio::Ratio;
use crate::report::{Odds, Terms};

/// When the jackpot wager is fair: by one meter, with the other as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakEven {
    /// At which major meter the wager is fair, with the minor one as it is.
    pub major: Fair,
    /// At which minor meter the wager is fair, with the major one as it is.
    pub minor: Fair,
}

/// When a wager is fair by one meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fair {
    /// From this amount on the meter.
    From(Cents),
    /// Whatever the meter shows: what is guaranteed is enough.
    Always,
    /// At no amount that the meter can show.
    Never,
}

impl Fair {
    /// Returns the amount, if there is one.
    pub const fn amount(self) -> Option<Cents> {
        match self {
            Self::From(amount) => Some(amount),
            Self::Always | Self::Never => None,
        }
    }

    /// Says why there is no amount.
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            Self::From(_) => None,
            Self::Always => Some("the wager is in the player's favour whatever this meter shows"),
            Self::Never => Some("no amount on this meter makes the wager fair"),
        }
    }
}

impl BreakEven {
    /// Works out the meters from the odds of a jackpot wager: every cent that is paid from a meter is worth
    /// how often it is hit.
    pub fn of(kind: Kind, odds: &Odds, jackpot: &Jackpot, terms: &Terms) -> Self {
        let fair = |meter| fair(kind, odds, jackpot, terms, meter);
        Self { major: fair(Meter::Major), minor: fair(Meter::Minor) }
    }
}

/// A mystery meter, for which no hand plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MysteryMeter {
    /// What one wager costs of which the meter gets its part.
    pub price: Cents,
    /// The part of it that the meter gets: so many of so many.
    pub share: (u32, u32),
    /// It is won at the latest when the meter shows this.
    pub ceiling: Cents,
}

impl MysteryMeter {
    /// Returns what a wager gains by the meter on the average, as a part of its price, when it is the only one of its
    /// round: the trigger is as likely to be any cent above what the meter shows and up to the ceiling, and whoever
    /// passes it wins what the meter shows then.
    pub fn gain(&self, shows: Cents) -> Ratio {
        let cents = |amount: Cents| Ratio::new(i128::from(amount.0), 1);
        let (part, of) = self.share;
        let adds = cents(self.price) * Ratio::new(i128::from(part), u128::from(of.max(1)));
        let left = cents(self.ceiling) - cents(shows);
        let chance = if left <= adds { Ratio::one() } else { adds.clone() / left };
        chance * (cents(shows) + adds) / cents(self.price)
    }

    /// Says from where on the meter makes a wager fair that has this edge by its hands: the least amount for a wager that
    /// is the only one of its round.
    pub fn fair(&self, edge: &Ratio) -> Fair {
        let is_fair = |shows: u64| self.gain(Cents(shows)) >= *edge;
        if self.ceiling.0 == 0 || is_fair(0) {
            return Fair::Always;
        }
        // The gain grows with the meter; the last cent below the ceiling is the most that it shows.
        let (mut below, mut at) = (0, self.ceiling.0 - 1);
        if !is_fair(at) {
            return Fair::Never;
        }
        while at - below > 1 {
            let middle = below + (at - below) / 2;
            if is_fair(middle) { at = middle } else { below = middle }
        }
        Fair::From(Cents(at))
    }
}

/// Looks at one meter.
fn fair(kind: Kind, odds: &Odds, jackpot: &Jackpot, terms: &Terms, meter: Meter) -> Fair {
    // With nothing on the meters, what is guaranteed is paid.
    let empty = Jackpot { major: Cents(0), minor: Cents(0), ..jackpot.clone() };
    let Some(hit) = kind.meter_verdict(meter, &empty, Cents(1)) else { return Fair::Never };
    let Price::Prize(floor) = hit.price else { return Fair::Never };
    let cents = |amount: Cents| Ratio::new(amount.0.into(), 1);
    let Some(outcome) = odds.outcomes.iter().find(|outcome| outcome.clause == hit.clause) else {
        return if odds.edge() <= Ratio::zero() { Fair::Always } else { Fair::Never };
    };
    let paid = (outcome.net.clone() + Ratio::one()) * cents(jackpot.wager);
    let needed = paid + odds.edge() * cents(jackpot.wager) / outcome.probability.clone();
    let chip = terms.chip();
    if needed < cents(floor.share_up(1, 1, chip)) {
        return Fair::Always;
    }
    // A meter is paid up to the next chip, so that one cent more than the chip before is enough.
    let chips = (needed / cents(chip)).ceiling();
    let least = chips.and_then(|chips| chips.saturating_sub(1).checked_mul(chip.0)?.checked_add(1));
    match least.map(|least| Cents(least).max(floor)) {
        Some(amount) if amount <= Cents::CEILING => Fair::From(amount),
        Some(_) | None => Fair::Never,
    }
}
