//! The sign of a table: limits that change at once or after notice, players who are spared a higher
//! minimum, and limits of a player's own.

use croupier_engine::setup::Limit;
use croupier_engine::{Cents, Clause, Input, Player, WagerId};

use crate::NOTICE;
use crate::act::Limits;
use crate::answer::{Denied, Event, Notice, Prompt};
use crate::reason::Reason;
use crate::room::{Room, TableContext};

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
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let house = self.kind.house();
        let (pit, raise) = (house.pit, house.pit.raise.unwrap_or(house.limits));
        let (on, limit) = (self.wager(on)?, self.limit(limits)?);
        let now = self.table.rules().limit(on);
        let (at, spared, clause) = match (limit.min > now.min, spare, pit.spare) {
            (false, _, _) => (around.now, Vec::new(), raise),
            (true, _, _) if pit.raise.is_none() => return Err(Denied::no_rule(raise)),
            (true, false, _) => (around.now + NOTICE, Vec::new(), raise),
            (true, true, Some(sparing)) => (around.now, self.playing(), sparing.at_once),
            (true, true, None) => {
                return Err(Denied::clause(raise, Reason::HigherMinimumWaits));
            }
        };
        let change = Change::Sign(limit, spared);
        self.plan(Planned { at, on, change, clause }, around);
        Ok(())
    }

    /// Has the sparing of a higher minimum end after notice.
    pub(crate) fn end_sparing(
        &mut self,
        on: &str,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let on = self.wager(on)?;
        let Some(spare) = self.kind.house().pit.spare else {
            return Err(Denied::of(Reason::SparesNobody));
        };
        if !self.spared.iter().any(|(_, wager)| *wager == on) {
            return Err(Denied::clause(spare.ends, Reason::NobodySpared));
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
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let (on, house) = (self.wager(on)?, self.kind.house());
        let clause = house.pit.own_limits.ok_or_else(|| Denied::no_rule(house.limits))?;
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

    fn plan(&mut self, planned: Planned, around: &mut TableContext<'_>) {
        let (at, clause) = (planned.at, planned.clause.0.into());
        let notice = self.notice(&planned);
        around.events.push(Event::Notice { table: self.id, notice, at, clause });
        self.planned.push(planned);
        self.tick(around);
    }

    fn notice(&self, planned: &Planned) -> Notice {
        let on = self.on(planned.on).into();
        match planned.change {
            Change::Sign(limit, ref _spared) => {
                Notice::Limits { on, min: limit.min.0, max: limit.max.0 }
            }
            Change::EndSparing => Notice::EndSparing { on },
            Change::Own(player, limit) => {
                let limits = limit.map(|limit| (limit.min.0, limit.max.0));
                Notice::OwnLimits { on, player, limits }
            }
        }
    }

    /// Puts up the signs whose time has come.
    pub(super) fn apply_signs(&mut self, around: &mut TableContext<'_>) {
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
    pub(super) fn stop_sparing(&mut self, player: Player, around: &mut TableContext<'_>) {
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
        around: &mut TableContext<'_>,
    ) {
        let input = Input::Sign { on, limit, player };
        self.table.step(&input, &mut Vec::new()).expect("a sign that makes sense, between rounds");
        let limit = limit.map(|limit| (limit.min.0, limit.max.0, limit.unit.0));
        let (table, on, clause) = (self.id, self.on(on).into(), clause.0.into());
        around.events.push(Event::Sign { table, on, player, limit, clause });
    }

    /// Has the dealer put a marker before a player, or take it away.
    fn mark(&self, player: Player, spared: bool, around: &mut TableContext<'_>) {
        let Some(spare) = self.kind.house().pit.spare else { return };
        let (prompt, clause) = match spared {
            true => {
                let seat = self.seat_of(player).map(|seat| seat as u8 + 1);
                (Prompt::PutMarker { player, seat }, spare.marker)
            }
            false => (Prompt::TakeMarker { player }, spare.leaves),
        };
        let (table, clause) = (Some(self.id), Some(clause.0.into()));
        around.events.push(Event::Prompt { table, prompt, clause });
    }

    /// Says when the next sign or variant takes effect, if one is planned.
    pub fn next_sign(&self) -> Option<u64> {
        let signs = self.planned.iter().map(|planned| planned.at);
        signs.chain(self.planned_variant.map(|(_, at)| at)).min()
    }

    /// Lists the wagers on which a player is spared a higher minimum.
    pub fn spared_on(&self, player: Player) -> Vec<&'static str> {
        let own = self.spared.iter().filter(|(whose, _)| *whose == player);
        own.map(|(_, on)| self.on(*on)).collect()
    }

    /// Lists the signs that are still to take effect: what they say, when, and by which clause.
    pub fn notices(&self) -> impl Iterator<Item = (Notice, u64, Clause)> + '_ {
        let planned = self.planned.iter();
        let planned = planned.map(|it| (self.notice(it), it.at, it.clause));
        let variant = self.planned_variant.iter().filter_map(|(variant, at)| {
            let clause = self.kind.house().pit.variant?;
            Some((Notice::Variant { variant: self.variant_name(*variant) }, *at, clause))
        });
        planned.chain(variant)
    }

    fn wager(&self, on: &str) -> Result<WagerId, Denied> {
        let unknown = || {
            let reason = Reason::NoSuchWager { on: on.to_owned().into() };
            Denied::clause(self.kind.house().wagers, reason)
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
        Err(Denied::clause(self.kind.house().limits, Reason::LimitsMakeNoSense))
    }
}
