//! The sign of a table: limits that change at once or after notice, players who are spared a higher
//! minimum, and limits of a player's own.

use std::collections::BTreeMap;

use croupier_engine::setup::Limit;
use croupier_engine::{Cents, Clause, Input, Player, WagerId};

use crate::NOTICE;
use crate::act::{Dealing, Limits};
use crate::answer::{Denied, Event, Notice};
use crate::reason::{Amount, Reason};
use crate::room::{Room, TableContext};
use crate::task::ToDo;

/// A change of the sign that is still to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Planned {
    at: u64,
    change: Change,
    clause: Clause,
}

croupier_engine::stored! { struct Planned { at, change, clause } }

#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    /// The sign says this; these players keep the minimum that they had.
    Sign(WagerId, Limit, Vec<Player>),
    /// Nobody is spared any more.
    EndSparing(WagerId),
    /// A player's own sign goes up, or down.
    Own(WagerId, Player, Option<Limit>),
    /// A player's own sign has been put on the table.
    Placed(WagerId, Player),
    /// A player has left: neither spared nor with limits of their own.
    Left(Player),
}

croupier_engine::stored! {
    enum Change {
        0 = Sign(on, limit, players),
        1 = EndSparing(on),
        2 = Own(on, player, limit),
        3 = Placed(on, player),
        4 = Left(player),
    }
}

/// What holds for one player and one kind of wager, besides the sign of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlayersLimit {
    player: Player,
    on: WagerId,
    limit: Limit,
}

croupier_engine::stored! { struct PlayersLimit { player, on, limit } }

/// The limits of one player as they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnSign {
    /// The kind of wager, by the name that sheets have.
    pub on: &'static str,
    /// What holds for the player.
    pub limit: Limit,
    /// The player keeps an old minimum.
    pub spared: bool,
    /// The player has a sign with limits of their own.
    pub own: bool,
    /// The clause by which it is so.
    pub clause: Clause,
}

impl Room {
    /// Changes the limits of some wagers, all or none: each at once if its minimum does not rise, else after
    /// notice, or at once for newcomers if those who play already are spared.
    pub(crate) fn change_limits(
        &mut self,
        limits: &BTreeMap<String, Limits>,
        spare: bool,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        if limits.is_empty() {
            return Err(Denied::clause(self.kind.house().limits, Reason::LimitsMakeNoSense));
        }
        let planned = limits.iter().map(|(on, limits)| self.plan_limit(on, *limits, spare, around));
        let planned: Vec<_> = planned.collect::<Result<_, _>>()?;
        for planned in planned {
            self.plan(planned, around);
        }
        Ok(())
    }

    fn plan_limit(
        &self,
        on: &str,
        limits: Limits,
        spare: bool,
        around: &TableContext<'_>,
    ) -> Result<Planned, Denied> {
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
        Ok(Planned { at, change: Change::Sign(on, limit, spared), clause })
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
        if !self.spared.iter().any(|spared| spared.on == on) {
            return Err(Denied::clause(spare.ends, Reason::NobodySpared));
        }
        let at = around.now + NOTICE;
        self.plan(Planned { at, change: Change::EndSparing(on), clause: spare.ends }, around);
        Ok(())
    }

    /// Lets a player wager above the maximum of the table, or no longer.
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
        let sign = self.table.rules().limit(on);
        match limit {
            Some(limit) if limit.max <= sign.max => {
                return Err(Denied::clause(clause, Reason::NotAboveMaximum));
            }
            Some(limit) if limit.min < self.minimum_of(player, on) => {
                return Err(Denied::clause(clause, Reason::OwnMinimumTooLow));
            }
            None if !self.own_or_asked().any(|it| (it.player, it.on) == (player, on)) => {
                return Err(Denied::clause(clause, Reason::NoOwnLimit));
            }
            Some(_) | None => {}
        }
        let (at, change) = (around.now, Change::Own(on, player, limit));
        self.plan(Planned { at, change, clause }, around);
        Ok(())
    }

    /// Lists who plays already: who has a seat, or wagered in this round or the last.
    pub(super) fn playing(&self) -> Vec<Player> {
        let mut playing: Vec<_> = self.seated().collect();
        playing.extend(self.staked.iter().chain(&self.staked_before));
        playing.sort_unstable();
        playing.dedup();
        playing
    }

    fn plan(&mut self, planned: Planned, around: &mut TableContext<'_>) {
        let (at, clause) = (planned.at, planned.clause.0.into());
        if let Some(notice) = self.notice(&planned) {
            around.events.push(Event::Notice { table: self.id, notice, at, clause });
        }
        self.planned.push(planned);
        self.tick(around);
    }

    fn notice(&self, planned: &Planned) -> Option<Notice> {
        Some(match planned.change {
            Change::Sign(on, limit, ref _spared) => {
                let on = self.on(on).into();
                Notice::Limits { on, min: limit.min.0, max: limit.max.0 }
            }
            Change::EndSparing(on) => Notice::EndSparing { on: self.on(on).into() },
            Change::Own(on, player, limit) => {
                let limits = limit.map(|limit| (limit.min.0, limit.max.0));
                Notice::OwnLimits { on: self.on(on).into(), player, limits }
            }
            Change::Placed(..) | Change::Left(_) => return None,
        })
    }

    /// Puts up the signs whose time has come.
    pub(super) fn apply_signs(&mut self, around: &mut TableContext<'_>) {
        while let Some(next) = self.planned.iter().position(|planned| planned.at <= around.now) {
            let Planned { change, clause, .. } = self.planned.remove(next);
            match change {
                Change::Sign(on, limit, spared) => {
                    self.change_sign(on, limit, &spared, clause, around);
                }
                Change::EndSparing(on) => {
                    let ended: Vec<_> =
                        self.spared.extract_if(.., |spared| spared.on == on).collect();
                    self.stop_sparing(&ended, clause, around);
                }
                Change::Own(on, player, limit) => {
                    self.grant(on, player, limit, clause, around);
                }
                Change::Placed(on, player) => {
                    let placed = |it: &mut PlayersLimit| (it.player, it.on) == (player, on);
                    let placed: Vec<_> = self.asked.extract_if(.., placed).collect();
                    self.own.retain(|own| (own.player, own.on) != (player, on));
                    self.own.extend(placed);
                    self.put_up(on, Some(player), self.limit_for(player, on), clause, around);
                }
                Change::Left(player) => self.forget(player, clause, around),
            }
            self.drop_empty_plans();
        }
    }

    /// Grants a player own limits, or takes them away. At a table that is dealt by hand they hold from when the sign lies
    /// there, and older ones until then; elsewhere the screens show them at once.
    fn grant(
        &mut self,
        on: WagerId,
        player: Player,
        limit: Option<Limit>,
        clause: Clause,
        around: &mut TableContext<'_>,
    ) {
        let others = |it: &PlayersLimit| (it.player, it.on) != (player, on);
        self.show_own_sign(on, player, limit, clause, around);
        self.asked.retain(others);
        let granted = limit.map(|limit| PlayersLimit { player, on, limit });
        if granted.is_some() && self.dealing == Dealing::Physical {
            self.asked.extend(granted);
            return;
        }
        self.own.retain(others);
        self.own.extend(granted);
        self.put_up(on, Some(player), self.limit_for(player, on), clause, around);
    }

    /// Lists the limits of their own that players have, or will have when their sign lies on the table.
    fn own_or_asked(&self) -> impl Iterator<Item = &PlayersLimit> {
        self.own.iter().chain(&self.asked)
    }

    /// A dealer has put the sign with a player's own limits on the table: they hold from now on, or from the next round.
    pub(crate) fn own_sign_placed(
        &mut self,
        player: Player,
        on: &str,
        around: &mut TableContext<'_>,
    ) {
        let (Some(on), Some(clause)) = (self.kind.wager(on), self.kind.house().pit.own_limits)
        else {
            return;
        };
        self.plan(Planned { at: around.now, change: Change::Placed(on, player), clause }, around);
    }

    /// Forgets what is planned for players for whom nothing holds any more besides the sign.
    fn drop_empty_plans(&mut self) {
        let (spared, own, asked) = (&self.spared, &self.own, &self.asked);
        let owns = |on, player| find(own, player, on).or(find(asked, player, on)).is_some();
        self.planned.retain(|planned| match &planned.change {
            Change::Left(player) => {
                spared.iter().chain(own).chain(asked).any(|it| it.player == *player)
            }
            Change::EndSparing(on) => spared.iter().any(|it| it.on == *on),
            Change::Own(on, player, None) => owns(*on, *player),
            Change::Placed(on, player) => find(asked, *player, *on).is_some(),
            Change::Own(_, _, Some(_)) | Change::Sign(..) => true,
        });
    }

    /// Puts up the sign of the table. Who is spared keeps the minimum that held for them, through any number of
    /// raises; where the sign asks for no more than that, it holds for them as for all.
    fn change_sign(
        &mut self,
        on: WagerId,
        limit: Limit,
        spared: &[Player],
        clause: Clause,
        around: &mut TableContext<'_>,
    ) {
        let old = self.table.rules().limit(on);
        for &player in spared {
            if find(&self.spared, player, on).is_none() {
                self.put_marker(player, around);
                self.spared.push(PlayersLimit { player, on, limit: old });
            }
        }
        self.put_up(on, None, Some(limit), clause, around);
        let reached = |it: &mut PlayersLimit| it.on == on && limit.min <= it.limit.min;
        let ended: Vec<_> = self.spared.extract_if(.., reached).collect();
        self.stop_sparing(&ended, clause, around);
        let mut players: Vec<_> = self.spared.iter().chain(&self.own).collect();
        players.retain(|it| it.on == on);
        let mut players: Vec<_> = players.iter().map(|it| it.player).collect();
        players.sort_unstable();
        players.dedup();
        for player in players {
            self.put_up_own(on, player, clause, around);
        }
    }

    fn stop_sparing(
        &mut self,
        ended: &[PlayersLimit],
        clause: Clause,
        around: &mut TableContext<'_>,
    ) {
        for &PlayersLimit { player, on, .. } in ended {
            self.put_up(on, Some(player), self.limit_for(player, on), clause, around);
            self.take_marker(player, around);
        }
    }

    /// A player has left the table: what held for them alone holds no longer.
    pub(super) fn leaves_sign(&mut self, player: Player, around: &mut TableContext<'_>) {
        let own = self.spared.iter().chain(self.own_or_asked()).any(|it| it.player == player);
        let house = self.kind.house();
        let clause = house.pit.spare.map(|spare| spare.leaves).or(house.pit.own_limits);
        if let (true, Some(clause)) = (own, clause) {
            self.plan(Planned { at: around.now, change: Change::Left(player), clause }, around);
        }
    }

    fn forget(&mut self, player: Player, clause: Clause, around: &mut TableContext<'_>) {
        let spared: Vec<_> = self.spared.extract_if(.., |it| it.player == player).collect();
        self.stop_sparing(&spared, clause, around);
        let own_clause = self.kind.house().pit.own_limits.unwrap_or(clause);
        let own: Vec<_> = self.own.iter().filter(|it| it.player == player).copied().collect();
        for PlayersLimit { on, .. } in own {
            self.show_own_sign(on, player, None, own_clause, around);
            self.own.retain(|it| (it.player, it.on) != (player, on));
            self.put_up(on, Some(player), None, own_clause, around);
        }
        self.asked.retain(|it| it.player != player);
    }

    /// Returns the minimum that holds for a player without limits of their own.
    fn minimum_of(&self, player: Player, on: WagerId) -> Cents {
        let sign = self.table.rules().limit(on).min;
        find(&self.spared, player, on).map_or(sign, |kept| kept.min.min(sign))
    }

    /// Returns what holds for one player besides the sign, if something does.
    fn limit_for(&self, player: Player, on: WagerId) -> Option<Limit> {
        let sign = self.table.rules().limit(on);
        let (kept, own) = (find(&self.spared, player, on), find(&self.own, player, on));
        let min = self.minimum_of(player, on);
        match (own, kept) {
            (Some(own), _) => {
                Some(Limit { min: own.min.max(min), max: own.max.max(sign.max), unit: own.unit })
            }
            (None, Some(kept)) => Some(Limit { min, max: sign.max.max(min), unit: kept.unit }),
            (None, None) => None,
        }
    }

    /// Has the game know what holds for one player, if that is something else now.
    fn put_up_own(
        &mut self,
        on: WagerId,
        player: Player,
        clause: Clause,
        around: &mut TableContext<'_>,
    ) {
        let holds = self.limit_for(player, on);
        let personal = self.table.rules().personal().iter();
        let mut known = personal.filter(|(whose, what, _)| (*whose, *what) == (player, on));
        if known.next().map(|(_, _, limit)| *limit) != holds {
            self.put_up(on, Some(player), holds, clause, around);
        }
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

    /// Has the dealer put a marker before a player who is spared from now on.
    fn put_marker(&self, player: Player, around: &mut TableContext<'_>) {
        let Some(spare) = self.kind.house().pit.spare else { return };
        if !self.spared.iter().any(|it| it.player == player) {
            let seat = self.seat_number(player);
            around.by_hand(self, ToDo::PutMarker { player, seat }, spare.marker);
        }
    }

    /// Has the dealer take the marker away from a player who is spared nowhere any more, if it was put there.
    fn take_marker(&self, player: Player, around: &mut TableContext<'_>) {
        let Some(spare) = self.kind.house().pit.spare else { return };
        let still = self.spared.iter().any(|it| it.player == player);
        let never_put = around.tasks.of_list(self.id).any(
            |task| matches!(task.what, ToDo::PutMarker { player: whose, .. } if whose == player),
        );
        if !still && !never_put {
            around.by_hand(self, ToDo::TakeMarker { player }, spare.leaves);
        }
    }

    /// Has the dealer put the sign with a player's own limits on the table, or take it away.
    fn show_own_sign(
        &self,
        on: WagerId,
        player: Player,
        limit: Option<Limit>,
        clause: Clause,
        around: &mut TableContext<'_>,
    ) {
        let lies = find(&self.own, player, on).is_some();
        let on = self.on(on).into();
        let task = match limit {
            Some(limit) => ToDo::PutOwnSign { player, on, min: limit.min.0, max: limit.max.0 },
            // A sign that was never put up need not be taken away.
            None if !lies => return,
            None => ToDo::TakeOwnSign { player, on },
        };
        around.by_hand(self, task, clause);
    }

    /// Tells whether a task about somebody's sign or marker is still to be done.
    pub(super) fn is_sign_due(&self, task: &ToDo) -> bool {
        let spared = |whose: &Player| self.spared.iter().any(|it| it.player == *whose);
        let limit = |of: &[PlayersLimit], whose: &Player, name: &str| {
            let mut of = of.iter();
            of.find(|it| it.player == *whose && self.on(it.on) == name).map(|it| it.limit)
        };
        match task {
            ToDo::PutMarker { player, .. } => spared(player),
            ToDo::TakeMarker { player } => !spared(player),
            ToDo::PutOwnSign { player, on, min, max } => {
                let asked = limit(&self.asked, player, on);
                asked.is_some_and(|asked| (asked.min.0, asked.max.0) == (*min, *max))
            }
            ToDo::TakeOwnSign { player, on } => limit(&self.own, player, on).is_none(),
            _ => true,
        }
    }

    /// Changes when each sign, variant or closing takes effect: the clock was put right.
    pub(crate) fn each_time_ahead(&mut self, moved: impl Fn(&mut u64)) {
        self.planned.iter_mut().for_each(|planned| moved(&mut planned.at));
        self.planned_variant.iter_mut().for_each(|(_, at)| moved(at));
        self.closing.iter_mut().for_each(&moved);
        self.random.closed.iter_mut().for_each(moved);
    }

    /// Says when the next sign or variant takes effect, if one is planned.
    pub fn next_sign(&self) -> Option<u64> {
        let signs = self.planned.iter().map(|planned| planned.at);
        signs.chain(self.planned_variant.map(|(_, at)| at)).min()
    }

    /// Lists what holds for one player besides the sign of the table: minimums that the player keeps, and limits
    /// of the player's own.
    pub fn own_signs(&self, player: Player) -> Vec<OwnSign> {
        let pit = self.kind.house().pit;
        let wagers = (0..).take(self.kind.layouts().len()).map(WagerId);
        let shown = wagers.filter_map(|on| {
            let limit = self.limit_for(player, on)?;
            let own = find(&self.own, player, on).is_some();
            let spared = find(&self.spared, player, on).is_some();
            let clause = if own { pit.own_limits } else { pit.spare.map(|spare| spare.at_once) };
            Some(OwnSign { on: self.on(on), limit, spared, own, clause: clause? })
        });
        shown.collect()
    }

    /// Lists the old limits by which somebody still plays, the lowest first, with the clause by which the sign
    /// shows them beside the new ones.
    pub fn old_limits(&self, on: WagerId) -> Vec<(Limit, Clause)> {
        let Some(spare) = self.kind.house().pit.spare else { return Vec::new() };
        let mut old: Vec<_> =
            self.spared.iter().filter(|it| it.on == on).map(|it| it.limit).collect();
        old.sort_unstable_by_key(|limit| (limit.min, limit.max));
        old.dedup();
        old.into_iter().map(|limit| (limit, spare.both)).collect()
    }

    /// Lists the signs that are still to take effect: what they say, when, and by which clause.
    pub fn notices(&self) -> impl Iterator<Item = (Notice, u64, Clause)> + '_ {
        let planned = self.planned.iter();
        let planned = planned.filter_map(|it| Some((self.notice(it)?, it.at, it.clause)));
        let variant = self.planned_variant.iter().filter_map(|(variant, at)| {
            let clause = self.kind.house().pit.variant?;
            Some((Notice::Variant { variant: self.variant_name(*variant) }, *at, clause))
        });
        planned.chain(variant)
    }

    /// Finds a wager of which the sign can say something.
    fn wager(&self, on: &str) -> Result<WagerId, Denied> {
        let Some(found) = self.kind.wager(on) else {
            let reason = Reason::NoSuchWager { on: on.to_owned().into() };
            return Err(Denied::clause(self.kind.house().wagers, reason));
        };
        match self.kind.off_the_sign(found) {
            Some(clause) => Err(Denied::clause(clause, Reason::OffTheSign)),
            None => Ok(found),
        }
    }

    fn on(&self, on: WagerId) -> &'static str {
        self.kind.layouts()[usize::from(on.0)].name
    }

    /// Reads limits: in whole chips, by steps of a chip unless the sign says otherwise.
    fn limit(&self, limits: Limits) -> Result<Limit, Denied> {
        let (clause, chip) = (self.kind.house().limits, self.table.rules().chip);
        let unit = limits.unit.map_or(chip, Cents);
        let limit = Limit { min: Cents(limits.min), max: Cents(limits.max), unit };
        if !limit.makes_sense() {
            return Err(Denied::clause(clause, Reason::LimitsMakeNoSense));
        }
        let whole = |amount: Cents| amount.0.is_multiple_of(chip.0.max(1));
        if [Some(limit.min), limit.maximum(), Some(unit)].into_iter().flatten().all(whole) {
            return Ok(limit);
        }
        Err(Denied::clause(clause, Reason::LimitsNotInChips { chip: Amount(chip) }))
    }
}

fn find(limits: &[PlayersLimit], player: Player, on: WagerId) -> Option<Limit> {
    limits.iter().find(|it| (it.player, it.on) == (player, on)).map(|it| it.limit)
}
