//! How much lies on each spot, found by a hash of the spot.

use croupier_engine::{Cents, Spot};

/// Packs a spot into a number that no other spot has; never 0.
fn packed(spot: &Spot) -> u64 {
    let area = spot.area.map_or(0xff, |area| area.0);
    let mark = spot.mark.unwrap_or(0x7f);
    let parts = [area, spot.on.0, mark << 1 | u8::from(spot.tokens)];
    let packed = parts.iter().fold(1, |packed, &part| packed << 8 | u64::from(part));
    packed << 32 | u64::from(spot.player.0)
}

/// Amounts by spot. A spot that was used once keeps its place.
#[derive(Clone, Debug)]
pub(super) struct Spots {
    places: Vec<(u64, u64)>,
    used: usize,
}

impl Default for Spots {
    fn default() -> Self {
        Self { places: vec![(0, 0); 64], used: 0 }
    }
}

impl Spots {
    /// Returns what lies on a spot.
    pub(super) fn amount(&self, spot: &Spot) -> Cents {
        Cents(self.places[self.find(packed(spot))].1)
    }

    /// Puts more on a spot.
    pub(super) fn put(&mut self, spot: &Spot, amount: Cents) {
        let packed = packed(spot);
        let at = self.find(packed);
        if self.places[at].0 == 0 {
            self.used += 1;
        }
        self.places[at] = (packed, self.places[at].1 + amount.0);
        if self.used * 2 > self.places.len() {
            self.grow();
        }
    }

    /// Takes some off a spot; tells whether so much lay there.
    pub(super) fn take(&mut self, spot: &Spot, amount: Cents) -> bool {
        let at = self.find(packed(spot));
        let left = self.places[at].1.checked_sub(amount.0);
        self.places[at].1 = left.unwrap_or(self.places[at].1);
        left.is_some()
    }

    /// Returns all that lies on the layout.
    pub(super) fn total(&self) -> u128 {
        self.places.iter().map(|&(_, amount)| u128::from(amount)).sum()
    }

    /// Finds the place of a spot, or the one it would have.
    fn find(&self, packed: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut at = (packed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.places[at].0 != packed && self.places[at].0 != 0 {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.places);
        self.places = vec![(0, 0); old.len() * 2];
        for (packed, amount) in old.into_iter().filter(|&(packed, _)| packed != 0) {
            let at = self.find(packed);
            self.places[at] = (packed, amount);
        }
    }
}
