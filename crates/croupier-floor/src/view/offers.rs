//! What a player can wager now, found by asking the rules: each wager is tried on a copy of the table.

use croupier_engine::input::Spot;
use croupier_engine::wager::Mark;
use croupier_engine::{Area, Cents, Input, Player, WagerId};
use serde::Serialize;

use crate::room::Room;

/// A wager that the rules would take now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Offer {
    pub area: Option<u8>,
    pub on: &'static str,
    pub number: Option<u8>,
    pub point: Option<u8>,
    /// The least that would be taken.
    pub min: u64,
    /// The most that the sign, or the rule of the wager, allows.
    pub max: u64,
}

impl Room {
    /// Lists what a player can wager now, whatever the player has.
    pub fn offers(&self, player: Player) -> Vec<Offer> {
        let mut offers = Vec::new();
        if !self.table.expects().wagers {
            return offers;
        }
        let areas = self.kind.house().areas.map_or(0, |areas| areas.count);
        for (layout, id) in self.kind.layouts().iter().zip(0..) {
            let on = WagerId(id);
            if self.kind.follows(on) {
                continue;
            }
            let areas: Vec<_> = match layout.on_area {
                true => (1..=areas).map(|area| Some(Area(area))).collect(),
                false => vec![None],
            };
            let marks: Vec<_> = match layout.mark {
                Mark::None | Mark::Travels(_) => vec![None],
                Mark::Number(of) | Mark::Point(of) => of.iter().map(|&mark| Some(mark)).collect(),
            };
            for area in &areas {
                for &mark in &marks {
                    let spot = Spot { player, area: *area, on, mark, tokens: false };
                    let Some((min, max)) = self.least_and_most(&spot) else { continue };
                    let is_point = matches!(layout.mark, Mark::Point(_));
                    let (number, point) = if is_point { (None, mark) } else { (mark, None) };
                    let area = area.map(|area| area.0);
                    offers.push(Offer { area, on: layout.name, number, point, min, max });
                }
            }
        }
        offers
    }

    /// Finds the least that the rules take on a spot, and the most.
    fn least_and_most(&self, spot: &Spot) -> Option<(u64, u64)> {
        let rules = self.table.rules();
        let limit = rules.limit_of(spot.player, spot.on);
        let chip = rules.chip.0.max(1);
        let whole = |cents: u64| cents.div_ceil(chip) * chip;
        let least = whole(limit.min.0.max(limit.unit.0).max(1));
        // Some wagers are split in four or five, one has a price, and what stands already counts.
        let price = rules.jackpot.as_ref().map_or(0, |jackpot| jackpot.wager.0);
        let tries = [limit.unit.0, chip, least, 4 * chip, 5 * chip, 4 * least, 5 * least, price];
        let mut tries: Vec<_> = tries.into_iter().filter(|&amount| amount > 0).collect();
        tries.sort_unstable();
        tries.dedup();
        let min = tries.into_iter().find(|&amount| {
            let input = Input::Wager { spot: *spot, amount: Cents(amount), confirmed: false };
            self.table.clone().step(&input, &mut Vec::new()).is_ok()
        })?;
        let max = self.table.own_measure(spot).map_or(limit.max.0, |most| most.0);
        Some((min, max.max(min)))
    }
}
