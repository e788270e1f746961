//! Who is at the table: seats that are taken and given up, players who stand, and how many share an area.

use alloc::vec::Vec;

use crate::effect::{Effect, Refusal};
use crate::game::{Game, unknown_to};
use crate::input::{Input, Player};
use crate::table::decision::Plan;
use crate::table::{Decision, Table};
use crate::why::Why;

impl<G: Game> Table<G> {
    /// Plans that a player takes a seat, or that nobody has it any more.
    ///
    /// A table that was opened without seats has as many as it is told of.
    pub(super) fn plan_seat(
        &self,
        seat: u8,
        player: Option<Player>,
    ) -> Result<Decision<G>, Refusal> {
        let house = G::HOUSE;
        if !house.seats {
            return Err(Refusal::new(house.means, Why::SeatsDoNotMatter));
        }
        let most = house.areas.map_or(u8::MAX, |areas| areas.count);
        let Some(at) = usize::from(seat).checked_sub(1).filter(|_| seat <= most) else {
            let clause = house.areas.map_or(house.means, |areas| areas.clause);
            return Err(Refusal::new(clause, Why::NoSuchSeat));
        };
        let has = self.rules.seats.iter().position(|seated| player.is_some() && *seated == player);
        if has.is_some_and(|has| has != at) {
            return Err(Refusal::new(house.means, Why::TwoSeats));
        }
        if has.is_none() {
            G::check_seat(self, at)?;
        }
        self.decided(Plan::Seat { at, player })
    }

    /// Gives a seat to a player, or to nobody.
    pub(super) fn seat(&mut self, at: usize, player: Option<Player>, effects: &mut Vec<Effect>) {
        let known = self.rules.seats.len();
        let seats = known.max(at + 1);
        self.rules.seats.resize(seats, None);
        let before = core::mem::replace(&mut self.rules.seats[at], player);
        if let Some(rebuild) = &mut self.rebuild {
            rebuild.seats(&self.rules.seats);
        }
        if before != player || known == 0 {
            G::seat_changed(self, at, effects);
        }
    }

    /// Plans to let fewer players wager on one area than the order does, or as many again.
    pub(super) fn plan_sharing(&self, players: u8) -> Result<Decision<G>, Refusal> {
        let house = G::HOUSE;
        let Some(areas) = house.areas.filter(|areas| areas.sharing > 1) else {
            let clause = house.areas.map_or(house.wagers, |areas| areas.taken);
            return Err(Refusal::new(clause, Why::NotSharedBySoMany));
        };
        if !(1..=areas.sharing).contains(&players) {
            return Err(Refusal::new(areas.taken, Why::NotSharedBySoMany));
        }
        self.decided(Plan::Sharing(players))
    }

    /// Plans that a player who stands may handle cards, or may not any more.
    pub(super) fn plan_standing(
        &self,
        player: Player,
        approved: bool,
    ) -> Result<Decision<G>, Refusal> {
        if G::HOUSE.pit.standing.is_none() {
            let input = Input::Standing { player, approved };
            return Err(unknown_to(&G::HOUSE, &input));
        }
        self.decided(Plan::Standing { player, approved })
    }
}
