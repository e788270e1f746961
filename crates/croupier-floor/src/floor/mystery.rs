//! The mystery prize of a pool: the house commits itself to an amount that nobody knows, and shows it when the meter
//! has passed it. The wagers that first moved the meter up to it are those among which a second draw finds the winner:
//! whatever happens until the house shows it, and in whatever becomes of their round afterwards.

use croupier_engine::effect::{Effect, Line, Outcome};
use croupier_engine::{Area, Cents, Input, Player, Spot, WagerId};
use croupier_sheet::{Happened, Word};

use crate::TableId;
use crate::answer::{Denied, Event};
use crate::floor::Floor;
use crate::floor::pools::{denied, said_something};
use crate::ledger::Account;
use crate::pool::{
    AwardLine, Crossing, Level, MysteryDraw, OutsideId, Pool, PoolChange, PoolId, PoolState, Source,
};
use crate::random::{Key, key_from, trigger, trigger_commitment, winner, winner_commitment};
use crate::reason::{Amount, Reason};
use crate::room::{Room, TableContext};
use crate::said::{Commitment, Said};
use crate::task::ToDo;

impl Floor {
    /// The house commits itself to a trigger and to a winner. The trigger is drawn above what the meter shows: what came
    /// to it since it was won cannot have passed the new one.
    pub(super) fn commit_mystery(
        &mut self,
        number: PoolId,
        [trigger, winner]: [&str; 2],
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let states = [PoolState::Approved, PoolState::Running, PoolState::Suspended];
        let pool = self.pool_is(number, &states)?;
        let Some(terms) = pool.terms.mystery else {
            return Err(denied(pool, |rules| rules.mystery, Reason::NoMystery));
        };
        if pool.mystery.is_some() {
            return Err(denied(pool, |rules| rules.trigger, Reason::Committed));
        }
        if trigger.is_empty() || winner.is_empty() {
            return Err(Denied::of(Reason::BadCommitment));
        }
        let shows = pool.reading(Level::Mystery, &self.ledger);
        let (above, ceiling) =
            (terms.start.max(shows).min(terms.ceiling - Cents(1)), terms.ceiling);
        let (trigger, winner) = (trigger.to_owned().into(), winner.to_owned().into());
        let number_of = pool.commitments + 1;
        let change = PoolChange::Committed { number: number_of, trigger, winner, above, ceiling };
        self.note_pool(number, change, (&Said::default(), events));
        Ok(())
    }

    /// The program has looked at what moved the meter up to an amount: the trigger is higher. Everybody knows that by
    /// then, because nobody has won.
    pub(super) fn pass_mystery(
        &mut self,
        number: PoolId,
        shown: Cents,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let pool = self.pool(number)?;
        let draw = pool.mystery.as_ref();
        if !draw.is_some_and(|draw| draw.unseen.iter().any(|it| it.after == shown)) {
            return Err(denied(pool, |rules| rules.trigger, Reason::TriggerNotPassed));
        }
        self.note_pool(number, PoolChange::Passed { shown }, (&Said::default(), events));
        Ok(())
    }

    /// The house shows both keys: wagers have moved the meter up to the trigger. Whatever has happened since, those who
    /// did so first win what the meter showed then.
    pub(super) fn hit_mystery(
        &mut self,
        number: PoolId,
        keys: [&str; 2],
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let (draw, trigger, winner_key) = self.shown_keys(number, keys)?;
        let pool = self.pool(number)?;
        let times = pool.commitments;
        let not_passed = || denied(pool, |rules| rules.trigger, Reason::TriggerNotPassed);
        let first = draw.crossed(trigger).cloned().ok_or_else(not_passed)?;
        let of = first.eligible();
        let at = winner(&winner_key, of);
        let winner = first.eligible.get(at as usize).copied();
        let change = PoolChange::Triggered { number: times, trigger, winner: at + 1, of };
        self.note_pool(number, change, (&Said::default(), events));
        match (first.from, winner) {
            (Source::Table(table), Some(winner)) => {
                self.table_mystery((number, table), winner, &first, events)
            }
            (Source::Table(_), None) => Ok(()),
            (Source::Outside(outside), _) => {
                self.outside_mystery(number, (outside, at + 1), &first, events);
                Ok(())
            }
        }
    }

    /// Looks at both keys that the house shows: they must be those that it has committed itself to. Returns the draw, its
    /// trigger, and the key of the winner.
    fn shown_keys(
        &self,
        number: PoolId,
        keys: [&str; 2],
    ) -> Result<(&MysteryDraw, Cents, Key), Denied> {
        let pool = self.pool(number)?;
        let draw = committed(pool)?;
        let bad = || Denied::of(Reason::BadKey);
        let [trigger_key, winner_key] = keys.map(key_from);
        let (trigger_key, winner_key) = (trigger_key.ok_or_else(bad)?, winner_key.ok_or_else(bad)?);
        let (id, times) = (number.0, pool.commitments);
        if trigger_commitment(id, times, &trigger_key) != draw.trigger
            || winner_commitment(id, times, &winner_key) != draw.winner
        {
            return Err(Denied::of(Reason::OtherKey));
        }
        Ok((draw, trigger(&trigger_key, draw.between), winner_key))
    }

    /// The house shows both keys though nobody has won: the pool is over, or no wager has counted for the prize yet and
    /// none stands that will. From the first wager on nobody can be rid of a trigger in this way.
    pub(super) fn show_mystery(
        &mut self,
        number: PoolId,
        keys: [&str; 2],
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let (_, trigger, _) = self.shown_keys(number, keys)?;
        let pool = self.pool(number)?;
        if pool.state != PoolState::Closed && !self.is_unplayed(pool) {
            let reason = Reason::TriggerStands { pool: number };
            return Err(denied(pool, |rules| rules.trigger, reason));
        }
        let change = PoolChange::Shown { number: pool.commitments, trigger };
        self.note_pool(number, change, (&Said::default(), events));
        Ok(())
    }

    /// Tells whether no wager has counted for the mystery prize of a pool since the house committed itself to it, and none
    /// stands at its tables that will.
    pub fn is_unplayed(&self, pool: &Pool) -> bool {
        let mut rooms = pool.tables.iter().filter_map(|table| self.rooms.get(table));
        let counts = pool.mystery.as_ref().is_some_and(|draw| draw.counts);
        !counts && !rooms.any(Room::has_jackpot_wagers)
    }

    /// Denies to give up keys that the house is not committed to, or without a reason.
    pub(super) fn check_lose_mystery(&self, number: PoolId, why: Commitment) -> Result<(), Denied> {
        committed(self.pool(number)?)?;
        said_something(why, Reason::NoGrounds)
    }

    /// Two people give up both keys as lost. What the meter holds stays in it for the next trigger, which is drawn above
    /// what it shows.
    pub(super) fn lose_mystery(&mut self, number: PoolId, ours: (&Said, &mut Vec<Event>)) {
        let Some(pool) = self.pools.get(number) else { return };
        let Some(draw) = &pool.mystery else { return };
        let unseen = u32::try_from(draw.unseen.len()).unwrap_or(u32::MAX);
        let change = PoolChange::KeyLost { number: pool.commitments, unseen };
        self.note_pool(number, change, ours);
    }

    /// Pays the mystery prize to a wager at a table of this floor: in its round if that is still on, or else beside it.
    fn table_mystery(
        &mut self,
        (pool, table): (PoolId, TableId),
        (player, area): (Player, Area),
        first: &Crossing,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let amount = first.after;
        if let Ok(room) = self.room(table) {
            let input = Input::Mystery { player, area, amount };
            let plays = room.round == first.round && room.table.decide(&input).is_ok();
            return self.at(table, events, |room, around| match plays {
                true => room.win_mystery(pool, (player, area), amount, around),
                false => {
                    room.win_mystery_late(pool, (player, area), first, around);
                    Ok(())
                }
            });
        }
        // The table has closed since: the winner has it in the pocket.
        let clause = self.pools.get(pool).map(|known| rules_of(known, |rules| rules.trigger));
        let line = mystery_line(Some(player), area.0, clause.unwrap_or_default(), amount);
        let hit = (Source::Table(table), first.round);
        let mut around = self.around(events);
        around.lock_prize(pool, (Level::Mystery, Some(amount)), hit, vec![line]);
        let from = (Level::Mystery, Source::Table(table));
        around.pay_prize(pool, from, (area.0, amount), Account::Purse(player));
        Ok(())
    }

    /// Locks the mystery prize for a wager at a table that does not run here.
    fn outside_mystery(
        &mut self,
        pool: PoolId,
        (outside, hand): (OutsideId, u32),
        first: &Crossing,
        events: &mut Vec<Event>,
    ) {
        let Some(known) = self.pools.get(pool) else { return };
        let chip = known.outside.get(&outside).map_or(Cents(1), |outside| outside.chip);
        let pays = first.after.share_up(1, 1, chip);
        let clause = rules_of(known, |rules| rules.trigger);
        let line = mystery_line(None, u8::try_from(hand).unwrap_or(u8::MAX), clause, pays);
        let hit = (Source::Outside(outside), first.round);
        let level = (Level::Mystery, Some(first.after));
        self.around(events).lock_prize(pool, level, hit, vec![line]);
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

/// Finds what the house is committed to.
fn committed(pool: &Pool) -> Result<&MysteryDraw, Denied> {
    let none = || denied(pool, |rules| rules.trigger, Reason::NoTrigger { pool: pool.number });
    pool.mystery.as_ref().ok_or_else(none)
}

/// Names a clause of the order whose prizes a pool has.
pub(super) fn rules_of(
    pool: &crate::Pool,
    clause: impl FnOnce(&croupier_engine::game::Jackpots) -> croupier_engine::Clause,
) -> croupier_sheet::Word {
    let rules = pool.terms.kind().and_then(croupier_engine::Kind::jackpots);
    rules.map_or_else(|| "".into(), |rules| clause(&rules).0.into())
}

/// Says what the winner of a mystery prize gets, whatever the cards are.
fn mystery_line(player: Option<Player>, area: u8, clause: Word, pays: Cents) -> AwardLine {
    AwardLine { player, area, hand: Vec::new(), clause, pays, paid: false }
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
            let prize = mystery_line(Some(player), area.0, line.clause.0.into(), line.pays);
            self.pay_mystery(pool, (prize, amount), self.round, around);
        }
        Ok(())
    }

    /// A wager of a round that is over here has won the mystery prize.
    fn win_mystery_late(
        &self,
        pool: PoolId,
        (player, Area(area)): (Player, Area),
        first: &Crossing,
        around: &mut TableContext<'_>,
    ) {
        let Some(rules) = self.kind.jackpots() else { return };
        let pays = first.after.share_up(1, 1, self.table.rules().chip);
        if let Some(line) = self.late_line((player, Area(area)), pays, (pool, around)) {
            let effect = Effect::Settled(line);
            around.events.push(Event::Game(self.id, Happened::of(&effect, self.kind)));
        }
        let prize = mystery_line(Some(player), area, rules.trigger.0.into(), pays);
        self.pay_mystery(pool, (prize, first.after), first.round, around);
    }

    /// Says what a mystery prize is for a wager whose round is over, as the game says it in its round.
    fn late_line(
        &self,
        (player, area): (Player, Area),
        pays: Cents,
        (pool, around): (PoolId, &TableContext<'_>),
    ) -> Option<Line> {
        let mut wagers = (0..self.kind.layouts().len()).map(|at| WagerId(at as u8));
        let on = wagers.find(|on| self.kind.has_fixed_price(*on))?;
        let none = Cents::ZERO;
        Some(Line {
            spot: Spot { player, area: Some(area), on, mark: None, tokens: false },
            stake: around.pools.get(pool)?.terms.wager,
            outcome: Outcome::Mystery,
            pays,
            back: none,
            excess: none,
            charge: none,
            clause: self.kind.jackpots()?.trigger,
        })
    }

    /// Locks the mystery prize, puts it into the rack of who has won it, and tells the dealer.
    fn pay_mystery(
        &self,
        pool: PoolId,
        (prize, shown): (AwardLine, Cents),
        round: u64,
        around: &mut TableContext<'_>,
    ) {
        let (area, pays, player) = (prize.area, prize.pays, prize.player);
        let from = Source::Table(self.id);
        around.lock_prize(pool, (Level::Mystery, Some(shown)), (from, round), vec![prize]);
        let Some(player) = player else { return };
        let rack = Account::Rack(self.id, player);
        around.pay_prize(pool, (Level::Mystery, from), (area, pays), rack);
        if let Some(rules) = self.kind.jackpots() {
            let task = ToDo::PayMystery { player, area, amount: Amount(pays) };
            around.by_hand(self, task, rules.trigger);
        }
    }
}
