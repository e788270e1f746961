//! Playing areas that a player on several of them gives up for a newcomer.

use std::collections::BTreeSet;

use croupier_engine::game::Short;
use croupier_engine::{Area, Player, Spot};

use crate::answer::Denied;
use crate::reason::Reason;
use crate::room::{Room, TableContext};
use crate::task::ToDo;

/// An area that was given up: it is the newcomer's until the newcomer leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenUp {
    /// The number of the area.
    pub area: u8,
    /// Who gave it up.
    pub from: Player,
    /// The newcomer who has it.
    pub to: Player,
}

croupier_engine::stored! { struct GivenUp { area, from, to } }

impl Room {
    /// Names the player who has the say about the wagers on an area: the first who has one there.
    pub(crate) fn player_on(&self, area: Area) -> Option<Player> {
        let mut first = None;
        self.table.each_standing(|wager| {
            if wager.spot.area == Some(area) && first.is_none() {
                first = Some(wager.spot.player);
            }
        });
        first
    }

    /// Has a player on several areas give one up after this round, for a newcomer who finds no place.
    pub(crate) fn give_up(
        &mut self,
        player: Player,
        area: u8,
        to: Player,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let house = self.kind.house();
        let Some((short, clause)) = house.pit.give_up else {
            return Err(Denied::of(Reason::NoSuchRule));
        };
        if to == player {
            return Err(Denied::clause(clause, Reason::NotANewcomer));
        }
        let areas = self.areas_of(player);
        if areas.len() < 2 || !areas.contains(&area) {
            return Err(Denied::clause(clause, Reason::NotOnSeveralAreas));
        }
        if let (Some(_), Some(clause)) =
            (self.table.reserved(Area(area)), house.areas.and_then(|areas| areas.reserve))
        {
            return Err(Denied::clause(clause, Reason::AreaIsReserved));
        }
        if self.has_place(to, short) {
            return Err(Denied::clause(clause, Reason::SeatsEnough));
        }
        self.given_up.push(GivenUp { area, from: player, to });
        around.task(self.id, ToDo::GivesUp { player, area, to }, clause);
        Ok(())
    }

    /// Lists the areas on which a player plays: where wagers of this round stand, or stood in the last one, and
    /// which the player has not given up.
    pub(super) fn areas_of(&self, player: Player) -> BTreeSet<u8> {
        let held = (1..=self.areas()).filter(|area| self.holders(*area).contains(&player));
        let gave = |area: &u8| {
            self.given_up.iter().any(|given| (given.area, given.from) == (*area, player))
        };
        held.filter(|area| !gave(area)).collect()
    }

    fn areas(&self) -> u8 {
        self.kind.house().areas.map_or(0, |areas| areas.count)
    }

    /// Lists who plays on an area: in this round, or in the last one if the player is still there.
    fn holders(&self, area: u8) -> BTreeSet<Player> {
        let mut holders = BTreeSet::new();
        self.table.each_standing(|wager| {
            if wager.spot.area == Some(Area(area)) {
                holders.insert(wager.spot.player);
            }
        });
        let before = self.areas_before.iter().filter(|(_, played)| *played == area);
        holders.extend(before.map(|(player, _)| *player));
        holders
    }

    /// Tells whether a newcomer finds a place: a seat whose area is free, or where the order counts areas, an area.
    fn has_place(&self, newcomer: Player, short: Short) -> bool {
        let is_free = |area: &u8| {
            let kept = self.table.reserved(Area(*area));
            let given = self.given_up.iter().find(|given| given.area == *area);
            let mut others = self.holders(*area);
            others.remove(&newcomer);
            given.map(|given| others.remove(&given.from));
            kept.is_none_or(|kept| kept == newcomer)
                && given.is_none_or(|given| given.to == newcomer)
                && others.len() < usize::from(self.table.rules().sharing)
        };
        match short {
            Short::Areas => (1..=self.areas()).any(|area| is_free(&area)),
            Short::Seats => (1..).zip(&self.seats).any(|(seat, taken)| {
                taken.is_none_or(|taken| taken.player == newcomer) && is_free(&seat)
            }),
        }
    }

    /// Checks that a wager does not lie on an area that was given up for somebody else.
    ///
    /// # Errors
    /// Denied by the clause by which areas are given up.
    pub fn check_given_up(&self, spot: &Spot) -> Result<(), Denied> {
        let Some(given) = spot.area.and_then(|area| self.given_up(area.0)) else { return Ok(()) };
        let Some((_, clause)) = self.kind.house().pit.give_up else { return Ok(()) };
        // Where several may share an area, only who gave it up has lost it.
        let alone = self.table.rules().sharing == 1;
        let refused = spot.player == given.from || alone && spot.player != given.to;
        match refused {
            true => Err(Denied::clause(clause, Reason::AreaGivenUp)),
            false => Ok(()),
        }
    }

    /// Returns for whom an area was given up, once the wagers of who gave it up are settled.
    pub fn given_up(&self, area: u8) -> Option<GivenUp> {
        let given = self.given_up.iter().find(|given| given.area == area)?;
        let mut stands = false;
        self.table.each_standing(|wager| {
            stands |= wager.spot.area == Some(Area(area)) && wager.spot.player == given.from;
        });
        (!stands).then_some(*given)
    }

    /// Tells whether a player is still to give up an area for a newcomer.
    pub(super) fn is_given_up(&self, area: u8, from: Player, to: Player) -> bool {
        self.given_up.contains(&GivenUp { area, from, to })
    }
}
