//! The mystery prize of a pool: the house commits itself to an amount that nobody knows, and shows it when the meter
//! has passed it. The wagers that moved the meter over it are those among which a second draw finds the winner.

use croupier_engine::effect::Effect;
use croupier_engine::{Area, Cents, Input, Player};
use croupier_sheet::Happened;

use crate::answer::{Denied, Event};
use crate::floor::Floor;
use crate::floor::pools::denied;
use crate::ledger::Account;
use crate::pool::{AwardLine, Crossing, Level, OutsideId, PoolChange, PoolId, PoolState, Source};
use crate::random::{key_from, trigger, trigger_commitment, winner, winner_commitment};
use crate::reason::{Amount, Reason};
use crate::room::{Room, TableContext};
use crate::said::Said;
use crate::task::ToDo;

impl Floor {
    /// The house commits itself to a trigger and to a winner.
    pub(super) fn commit_mystery(
        &mut self,
        number: PoolId,
        [trigger, winner]: [&str; 2],
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let states = [PoolState::Approved, PoolState::Running, PoolState::Suspended];
        let pool = self.pool_is(number, &states)?;
        if pool.terms.mystery.is_none() {
            return Err(denied(pool, |rules| rules.mystery, Reason::NoMystery));
        }
        if pool.mystery.is_some() {
            return Err(denied(pool, |rules| rules.trigger, Reason::Committed));
        }
        if trigger.is_empty() || winner.is_empty() {
            return Err(Denied::of(Reason::BadCommitment));
        }
        let (trigger, winner) = (trigger.to_owned().into(), winner.to_owned().into());
        let change = PoolChange::Committed { number: pool.commitments + 1, trigger, winner };
        self.note_pool(number, change, (&Said::default(), events));
        Ok(())
    }

    /// The house shows both keys: the last wagers have moved the meter over the trigger.
    pub(super) fn hit_mystery(
        &mut self,
        number: PoolId,
        keys: [&str; 2],
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let pool = self.pool(number)?;
        let Some(draw) = &pool.mystery else {
            return Err(denied(pool, |rules| rules.trigger, Reason::NoTrigger { pool: number }));
        };
        let bad = || Denied::of(Reason::BadKey);
        let [trigger_key, winner_key] = keys.map(key_from);
        let (trigger_key, winner_key) = (trigger_key.ok_or_else(bad)?, winner_key.ok_or_else(bad)?);
        let (id, times) = (number.0, pool.commitments);
        if trigger_commitment(id, times, &trigger_key) != draw.trigger
            || winner_commitment(id, times, &winner_key) != draw.winner
        {
            return Err(Denied::of(Reason::OtherKey));
        }
        let trigger = trigger(&trigger_key, draw.between);
        let passed = |last: &&Crossing| last.before < trigger && trigger <= last.after;
        let Some(last) = draw.last.as_ref().filter(passed).cloned() else {
            return Err(denied(pool, |rules| rules.trigger, Reason::TriggerNotPassed));
        };
        let of = match last.from {
            Source::Table(_) => last.eligible.len() as u32,
            Source::Outside(_) => last.count,
        };
        let at = winner(&winner_key, of);
        let prize = pool.reading(Level::Mystery, &self.ledger);
        if let (Source::Table(table), Some((player, area))) =
            (last.from, last.eligible.get(at as usize))
        {
            let input = Input::Mystery { player: *player, area: *area, amount: prize };
            self.room(table)?.table.decide(&input).map_err(Denied::rules)?;
        }
        let change = PoolChange::Triggered { number: times, trigger, winner: at + 1, of };
        self.note_pool(number, change, (&Said::default(), events));
        match last.from {
            Source::Table(table) => {
                let Some((player, area)) = last.eligible.get(at as usize).copied() else {
                    return Err(Denied::of(Reason::TriggerNotPassed));
                };
                self.at(table, events, |room, around| {
                    room.win_mystery(number, (player, area), prize, around)
                })
            }
            Source::Outside(outside) => {
                self.outside_mystery(number, (outside, at + 1), last.round, events);
                Ok(())
            }
        }
    }

    /// Locks the mystery prize for a wager at a table that does not run here.
    fn outside_mystery(
        &mut self,
        pool: PoolId,
        (outside, hand): (OutsideId, u32),
        round: u64,
        events: &mut Vec<Event>,
    ) {
        let Some(known) = self.pools.get(pool) else { return };
        let chip = known.outside.get(&outside).map_or(Cents(1), |outside| outside.chip);
        let pays = known.reading(Level::Mystery, &self.ledger).share_up(1, 1, chip);
        let line = AwardLine {
            player: None,
            area: u8::try_from(hand).unwrap_or(u8::MAX),
            hand: Vec::new(),
            clause: rules_of(known, |rules| rules.trigger),
            pays,
            paid: false,
        };
        let from = (Source::Outside(outside), round);
        self.around(events).lock_prize(pool, Level::Mystery, from, vec![line]);
    }

    /// Returns what is around the tables.
    pub(super) fn around<'a>(&'a mut self, events: &'a mut Vec<Event>) -> TableContext<'a> {
        TableContext {
            ledger: &mut self.ledger,
            pools: &mut self.pools,
            vouchers: &self.vouchers,
            now: self.now,
            events,
            tasks: &mut self.tasks,
        }
    }
}

/// Names a clause of the order whose prizes a pool has.
pub(super) fn rules_of(
    pool: &crate::Pool,
    clause: impl FnOnce(&croupier_engine::game::Jackpots) -> croupier_engine::Clause,
) -> croupier_sheet::Word {
    let rules = pool.terms.kind().and_then(croupier_engine::Kind::jackpots);
    rules.map_or_else(|| "".into(), |rules| clause(&rules).0.into())
}

impl Room {
    /// A wager of this table has won the mystery prize.
    fn win_mystery(
        &mut self,
        pool: PoolId,
        (player, area): (Player, Area),
        amount: Cents,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let input = Input::Mystery { player, area, amount };
        let mut effects = Vec::new();
        self.table.step(&input, &mut effects).map_err(Denied::rules)?;
        for effect in &effects {
            around.events.push(Event::Game(self.id, Happened::of(effect, self.kind)));
            let Effect::Settled(line) = effect else { continue };
            let prize = AwardLine {
                player: Some(player),
                area: area.0,
                hand: Vec::new(),
                clause: line.clause.0.into(),
                pays: line.pays,
                paid: false,
            };
            let from = Source::Table(self.id);
            around.lock_prize(pool, Level::Mystery, (from, self.round), vec![prize]);
            let rack = Account::Rack(self.id, player);
            around.pay_prize(pool, (Level::Mystery, from), (area.0, line.pays), rack);
            if let Some(rules) = self.kind.jackpots() {
                let amount = Amount(line.pays);
                let task = ToDo::PayMystery { player, area: area.0, amount };
                around.by_hand(self, task, rules.trigger);
            }
        }
        Ok(())
    }
}
