//! The sign of a table: limits that change at once or after notice, players who are spared a higher
//! minimum, and limits of a player's own.

use croupier_engine::setup::Limit;
use croupier_engine::{Cents, Clause, Input, Player, WagerId};

use crate::NOTICE;
use crate::act::Limits;
use crate::answer::{Denied, Event};
use crate::people::People;
use crate::room::{Around, Room};
use crate::view::{Eye, Notice};

/// A change of the sign that is still to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Planned {
    at: u64,
    on: WagerId,
    change: Change,
    clause: Clause,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    /// The sign says this; these players keep what they had.
    Sign(Limit, Vec<Player>),
    /// Nobody is spared any more.
    EndSparing,
    /// A player's own sign goes up, or down.
    Own(Player, Option<Limit>),
}

impl Room {
    /// Changes the limits of a wager: at once if the minimum does not rise, else after notice, or at once
    /// for newcomers if those who play already are spared.
    pub(crate) fn change_limit(
        &mut self,
        on: &str,
        limits: Limits,
        spare: bool,
        around: &mut Around<'_>,
    ) -> Result<(), Denied> {
        let pit = self.kind.house().pit;
        let (on, limit) = (self.wager(on)?, self.limit(limits)?);
        let now = self.table.rules().limit(on);
        let (at, spared, clause) = match (limit.min > now.min, spare, pit.spare) {
            (false, _, _) => (around.now, Vec::new(), pit.raise),
            (true, false, _) => (around.now + NOTICE, Vec::new(), pit.raise),
            (true, true, Some(sparing)) => (around.now, self.playing(), sparing.at_once),
            (true, true, None) => {
                let why = "a higher minimum waits for its sign here";
                return Err(Denied::clause(pit.raise, why));
            }
        };
        let change = Change::Sign(limit, spared);
        self.plan(Planned { at, on, change, clause }, around);
        Ok(())
    }

    /// Has the sparing of a higher minimum end after notice.
    pub(crate) fn end_sparing(&mut self, on: &str, around: &mut Around<'_>) -> Result<(), Denied> {
        let on = self.wager(on)?;
        let Some(spare) = self.kind.house().pit.spare else {
            return Err(Denied::sense("the order of this game spares nobody"));
        };
        if !self.spared.iter().any(|(_, wager)| *wager == on) {
            return Err(Denied::clause(spare.ends, "nobody is spared"));
        }
        let at = around.now + NOTICE;
        self.plan(Planned { at, on, change: Change::EndSparing, clause: spare.ends }, around);
        Ok(())
    }

    /// Gives a player limits of their own, or takes them away.
    pub(crate) fn own_limit(
        &mut self,
        player: Player,
        on: &str,
        limits: Option<Limits>,
        around: &mut Around<'_>,
    ) -> Result<(), Denied> {
        let (on, clause) = (self.wager(on)?, self.kind.house().pit.own_limits);
        let limit = limits.map(|limits| self.limit(limits)).transpose()?;
        let (at, change) = (around.now, Change::Own(player, limit));
        self.plan(Planned { at, on, change, clause }, around);
        Ok(())
    }

    /// Lists who plays already: who has a seat, or wagered in this round or the last.
    fn playing(&self) -> Vec<Player> {
        let mut playing: Vec<_> = self.seated().collect();
        playing.extend(self.staked.iter().chain(&self.staked_before));
        playing.sort_unstable();
        playing.dedup();
        playing
    }

    fn plan(&mut self, planned: Planned, around: &mut Around<'_>) {
        let (at, clause) = (planned.at, planned.clause.0);
        let what =
            format!("{}: {}", self.on(planned.on), self.words(&planned.change, around.people));
        around.events.push(Event::Notice { table: self.id, what, at, clause });
        self.planned.push(planned);
        self.tick(around);
    }

    fn words(&self, change: &Change, people: &People) -> String {
        match change {
            Change::Sign(limit, _) => format!("{} to {}", limit.min, limit.max),
            Change::EndSparing => "one minimum for all".to_owned(),
            Change::Own(player, Some(limit)) => {
                format!("{}: {} to {}", people.name(*player), limit.min, limit.max)
            }
            Change::Own(player, None) => {
                format!("{}: as for all", people.name(*player))
            }
        }
    }

    /// Puts up the signs whose time has come.
    pub(super) fn apply_signs(&mut self, around: &mut Around<'_>) {
        while let Some(next) = self.planned.iter().position(|planned| planned.at <= around.now) {
            let Planned { on, change, clause, .. } = self.planned.remove(next);
            match change {
                Change::Sign(limit, spared) => {
                    let old = self.table.rules().limit(on);
                    let kept = Limit { max: limit.max.max(old.min), ..old };
                    for player in spared {
                        self.put_up(on, Some(player), Some(kept), clause, around);
                        self.spared.push((player, on));
                        self.mark(player, true, around);
                    }
                    self.put_up(on, None, Some(limit), clause, around);
                }
                Change::EndSparing => {
                    let spared: Vec<_> =
                        self.spared.extract_if(.., |(_, wager)| *wager == on).collect();
                    for (player, _) in spared {
                        self.put_up(on, Some(player), None, clause, around);
                        self.mark(player, false, around);
                    }
                }
                Change::Own(player, limit) => self.put_up(on, Some(player), limit, clause, around),
            }
        }
    }

    /// Ends the sparing of a player who leaves.
    pub(super) fn stop_sparing(&mut self, player: Player, around: &mut Around<'_>) {
        let Some(spare) = self.kind.house().pit.spare else { return };
        let spared: Vec<_> = self.spared.extract_if(.., |(whose, _)| *whose == player).collect();
        if spared.is_empty() {
            return;
        }
        for (_, on) in spared {
            let change = Change::Own(player, None);
            self.planned.push(Planned { at: around.now, on, change, clause: spare.leaves });
        }
        self.mark(player, false, around);
        self.tick(around);
    }

    fn put_up(
        &mut self,
        on: WagerId,
        player: Option<Player>,
        limit: Option<Limit>,
        clause: Clause,
        around: &mut Around<'_>,
    ) {
        let input = Input::Sign { on, limit, player };
        self.table.step(&input, &mut Vec::new()).expect("a sign that makes sense, between rounds");
        let player = player.map(|player| around.people.name(player).to_owned());
        let limit = limit.map(|limit| (limit.min.0, limit.max.0, limit.unit.0));
        let (table, on, clause) = (self.id, self.on(on), clause.0);
        around.events.push(Event::Sign { table, on, player, limit, clause });
    }

    /// Has the dealer put a marker before a player, or take it away.
    fn mark(&self, player: Player, spared: bool, around: &mut Around<'_>) {
        let Some(spare) = self.kind.house().pit.spare else { return };
        let seat = self.seat_of(player).map(|seat| format!(" at seat {}", seat + 1));
        let (name, seat) = (around.people.name(player), seat.unwrap_or_default());
        let (what, clause) = match spared {
            true => (format!("put a marker before {name}{seat}"), spare.marker),
            false => (format!("take the marker of {name} away"), spare.leaves),
        };
        around.events.push(Event::Prompt { table: Some(self.id), what, clause: Some(clause.0) });
    }

    /// Says when the next sign or variant takes effect, if one is planned.
    pub fn next_sign(&self) -> Option<u64> {
        let signs = self.planned.iter().map(|planned| planned.at);
        signs.chain(self.planned_variant.map(|(_, at)| at)).min()
    }

    /// Lists the wagers on which a player is spared a higher minimum.
    pub(crate) fn spared_on(&self, player: Player) -> Vec<&'static str> {
        let own = self.spared.iter().filter(|(whose, _)| *whose == player);
        own.map(|(_, on)| self.on(*on)).collect()
    }

    /// Lists the signs that are still to take effect; limits of one player are for staff only.
    pub(crate) fn notices(&self, people: &People, eye: Eye) -> Vec<Notice> {
        let planned = self
            .planned
            .iter()
            .filter(|planned| eye == Eye::Staff || !matches!(planned.change, Change::Own(..)));
        let planned = planned.map(|planned| {
            let words = self.words(&planned.change, people);
            let what = format!("{}: {words}", self.on(planned.on));
            Notice { what, at: planned.at, clause: planned.clause.0 }
        });
        let variant = self.planned_variant.iter().filter_map(|(variant, at)| {
            let house = self.kind.house();
            let name = variant.map_or("none", |variant| house.variants[usize::from(variant)]);
            let clause = house.pit.variant?.0;
            Some(Notice { what: format!("variant: {name}"), at: *at, clause })
        });
        planned.chain(variant).collect()
    }

    fn wager(&self, on: &str) -> Result<WagerId, Denied> {
        let unknown = || {
            let why = format!("{} has no wager {on:?}", self.kind.title());
            Denied::clause(self.kind.house().wagers, why)
        };
        self.kind.wager(on).ok_or_else(unknown)
    }

    fn on(&self, on: WagerId) -> &'static str {
        self.kind.layouts()[usize::from(on.0)].name
    }

    fn limit(&self, limits: Limits) -> Result<Limit, Denied> {
        let limit =
            Limit { min: Cents(limits.min), max: Cents(limits.max), unit: Cents(limits.unit) };
        if limit.makes_sense() {
            return Ok(limit);
        }
        Err(Denied::clause(self.kind.house().limits, "no wager can satisfy these limits"))
    }
}
