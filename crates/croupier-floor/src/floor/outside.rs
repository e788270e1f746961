//! Tables of games that do not run here and feed a pool. Each sends numbered messages; each is taken once, in order,
//! and one that comes too early says that others are missing.

use croupier_engine::jackpot::Meter;
use croupier_engine::wager::Price;
use croupier_engine::{Cents, Kind};

use crate::answer::{Denied, Event};
use crate::floor::Floor;
use crate::floor::mystery::rules_of;
use crate::floor::pools::denied;
use crate::ledger::Account;
use crate::pool::{
    Award, AwardLine, Counted, Fed, Level, Outside, OutsideId, Pool, PoolChange, PoolId, PoolState,
    Source,
};
use crate::reason::Reason;
use crate::room::not_taken_by;
use crate::said::{Commitment, Said};
use crate::task::{HOUSE_LIST, ToDo};

/// How many wagers a table can have in one round.
const MOST_WAGERS: u32 = 100;

impl Floor {
    /// Denies a link to a table that does not run here, if it cannot be.
    pub(super) fn check_link_outside(
        &self,
        (number, outside): (PoolId, OutsideId),
        (game, name, chip): (&str, Commitment, Cents),
    ) -> Result<(), Denied> {
        let states = [PoolState::Approved, PoolState::Running, PoolState::Suspended];
        let pool = self.pool_is(number, &states)?;
        if pool.outside.get(&outside).is_some_and(|known| known.linked) {
            let again = Reason::LinkedAlready { pool: number };
            return Err(denied(pool, |rules| rules.one_pool, again));
        }
        let games = pool.terms.kind().map_or(&[][..], Kind::pool);
        if !games.contains(&game) || Kind::named(game).is_some() || pool.play {
            let other = Reason::NotAGameOfPool { pool: number };
            return Err(denied(pool, |rules| rules.class, other));
        }
        if pool.next.is_some() {
            let reason = Reason::PoolChanges { pool: number };
            return Err(denied(pool, |rules| rules.pool, reason));
        }
        let whole = !chip.is_zero() && pool.terms.wager.is_whole(chip);
        if outside.0 == 0 || !whole || !name.says_something() {
            return Err(denied(pool, |rules| rules.price, Reason::BadAmount));
        }
        Ok(())
    }

    /// Denies that a table that does not run here feeds a pool no more, as long as a prize waits there: nobody could say
    /// that it was paid.
    pub(super) fn check_unlink_outside(
        &self,
        (number, outside): (PoolId, OutsideId),
    ) -> Result<(), Denied> {
        self.outside_table(number, outside)?;
        let pool = self.pool(number)?;
        let here = |award: &&Award| award.from == Source::Outside(outside);
        match pool.awards.values().filter(here).any(Award::is_open) {
            true => {
                let reason = Reason::AwardsOpen { pool: number };
                Err(denied(pool, |rules| rules.hand_stays, reason))
            }
            false => Ok(()),
        }
    }

    /// Finds a table that does not run here and feeds a pool.
    pub(super) fn outside_table(
        &self,
        pool: PoolId,
        outside: OutsideId,
    ) -> Result<&Outside, Denied> {
        let known = self.pool(pool)?.outside.get(&outside);
        let known = known.filter(|outside| outside.linked);
        known.ok_or_else(|| Denied::of(Reason::NoSuchOutside))
    }

    /// Takes a message of a table that does not run here.
    pub(super) fn pool_feed(
        &mut self,
        (pool, outside): (PoolId, OutsideId),
        number: u64,
        what: Fed,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let known = self.outside_table(pool, outside)?;
        let expected = known.last + 1;
        if number < expected {
            let lies = known.contradicts(number, &what) && !known.lies.contains(&number);
            return self.repeated((pool, outside), number, what, (lies, events));
        }
        if number > expected {
            let change = PoolChange::Fed { outside, number, what, gap: true, lie: false };
            self.note_pool(pool, change, (&Said::default(), events));
            self.task_of_feed(pool, ToDo::OutsideGap { pool, outside }, events);
            return Ok(());
        }
        match what {
            Fed::Wagers { round, count } => {
                self.outside_wagers((pool, outside), (round, count), events)?
            }
            Fed::Returned { round, count } => {
                self.outside_returned((pool, outside), (round, count), events)?;
            }
            Fed::Won { round, level, hands } => {
                let lines = self.outside_lines((pool, outside), round, (level, hands))?;
                let from = (Source::Outside(outside), round);
                self.around(events).lock_prize(pool, (level, None), from, lines);
            }
            Fed::Paid { award } => self.outside_paid(pool, outside, award, events)?,
            Fed::Over { round } => self.check_outside_over((pool, outside), round)?,
        }
        let change = PoolChange::Fed { outside, number, what, gap: false, lie: false };
        self.note_pool(pool, change, (&Said::default(), events));
        self.apply_terms_of(pool, events);
        Ok(())
    }

    /// Denies that a round is over of which nothing was told, or that was over before.
    pub(super) fn check_outside_over(
        &self,
        (pool, outside): (PoolId, OutsideId),
        round: u64,
    ) -> Result<(), Denied> {
        let table = self.outside_table(pool, outside)?;
        let newest = table.rounds.last_key_value().map_or(0, |(round, _)| *round);
        match (table.over + 1..=newest).contains(&round) {
            true => Ok(()),
            false => Err(denied(self.pool(pool)?, |rules| rules.counted, Reason::OutsideRound)),
        }
    }

    /// A message comes under a number that was taken before. If it is the same, nothing is done; if it is another, staff
    /// must find out which of them is true, and link the table anew.
    fn repeated(
        &mut self,
        (pool, outside): (PoolId, OutsideId),
        number: u64,
        what: Fed,
        (lies, events): (bool, &mut Vec<Event>),
    ) -> Result<(), Denied> {
        if !lies {
            return Err(Denied::of(Reason::OutsideRepeats));
        }
        let task = ToDo::OutsideLies { pool, outside, number };
        let change = PoolChange::Fed { outside, number, what, gap: false, lie: true };
        self.note_pool(pool, change, (&Said::default(), events));
        self.task_of_feed(pool, task, events);
        Ok(())
    }

    /// Tells staff that something is wrong with a feed.
    fn task_of_feed(&mut self, pool: PoolId, task: ToDo, events: &mut Vec<Event>) {
        let clause = self.pools.get(pool).map(|pool| rules_of(pool, |rules| rules.counted));
        self.tasks.make(HOUSE_LIST, (None, task), clause, (self.now, events));
    }

    /// Counts wagers of a table that does not run here.
    fn outside_wagers(
        &mut self,
        (number, outside): (PoolId, OutsideId),
        (round, count): (u64, u32),
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let table = self.outside_table(number, outside)?;
        let pool = self.pool(number)?;
        let before = table.rounds.get(&round).map_or(0, |known| known.count);
        let newest = table.rounds.last_key_value().map_or(0, |(round, _)| *round);
        if round < newest || round <= table.over {
            return Err(denied(pool, |rules| rules.counted, Reason::OutsideRound));
        }
        if count == 0 || count > MOST_WAGERS || before + count > MOST_WAGERS {
            return Err(Denied::of(Reason::BadAmount));
        }
        let lost = pool.lost_for_all();
        let lost = lost.map(|display| Reason::DisplayLost { pool: number, display });
        if let Some(reason) = lost.or_else(|| pool.takes().err()) {
            let by = reason.clone();
            return Err(denied(pool, |rules| not_taken_by(rules, &by), reason));
        }
        let price = Cents(pool.terms.wager.0 * u64::from(count));
        let mystery = Account::PoolMeter(number, Level::Mystery);
        let shown = self.ledger.held(mystery);
        let mut around = self.around(events);
        let from = Account::PoolOutside(number, outside);
        around.contribute(number, from, counted(outside, round, price));
        let after = around.ledger.held(mystery);
        if around.pools.get(number).is_some_and(Pool::draws_mystery) {
            let (from, eligible, count) = (Source::Outside(outside), Vec::new(), before + count);
            let moved = PoolChange::Moved { from, round, before: shown, after, eligible, count };
            around.change_pool(number, moved);
        }
        Ok(())
    }

    /// Takes wagers off the meters that go back at a table that does not run here: no more than it has fed in that round,
    /// and by the terms under which it did.
    fn outside_returned(
        &mut self,
        (number, outside): (PoolId, OutsideId),
        (round, count): (u64, u32),
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let known = self.outside_table(number, outside)?.rounds.get(&round).copied();
        let most = known.map_or(0, |known| known.count);
        let Some(known) = known.filter(|_| (1..=most).contains(&count)) else {
            let reason = Reason::OutsideBeyond { most };
            return Err(denied(self.pool(number)?, |rules| rules.counted, reason));
        };
        let price = Cents(known.price.0 * u64::from(count));
        let to = Account::PoolOutside(number, outside);
        let counted = counted(outside, round, price).by(known.shares);
        self.around(events).give_back(number, to, counted);
        Ok(())
    }

    /// Says what each of so many hands gets that have won a meter at a table that does not run here.
    fn outside_lines(
        &self,
        (pool, outside): (PoolId, OutsideId),
        round: u64,
        (level, hands): (Level, u32),
    ) -> Result<Vec<AwardLine>, Denied> {
        let table = self.outside_table(pool, outside)?;
        let (chip, most) = (table.chip, table.may_stand(round).min(MOST_WAGERS));
        let won = table.rounds.get(&round).is_some_and(|known| known.won[level as usize % 2]);
        let pool = self.pool(pool)?;
        let meter = match level {
            Level::Major => Meter::Major,
            Level::Minor => Meter::Minor,
            Level::Mystery => {
                return Err(denied(pool, |rules| rules.trigger, Reason::NobodyMay));
            }
        };
        if won || round <= table.over {
            return Err(denied(pool, |rules| rules.counted, Reason::OutsideRound));
        }
        if !(1..=most).contains(&hands) {
            return Err(denied(pool, |rules| rules.counted, Reason::OutsideBeyond { most }));
        }
        let shown = self.prize(pool, meter, chip);
        let Some((prize, clause)) = shown else {
            return Err(denied(pool, |rules| rules.class, Reason::NoSuchPrizes));
        };
        let pays = prize.share_up(1, u64::from(hands), chip);
        let line = |hand: u32| AwardLine {
            player: None,
            area: hand as u8,
            hand: Vec::new(),
            clause: clause.clone(),
            pays,
            paid: false,
        };
        Ok((1..=hands).map(line).collect())
    }

    /// Returns what a meter of a pool pays now to one hand, rounded up to a chip: what it shows, or what is
    /// guaranteed; and the clause.
    pub fn prize(
        &self,
        pool: &Pool,
        meter: Meter,
        chip: Cents,
    ) -> Option<(Cents, croupier_sheet::Word)> {
        let jackpot = pool.jackpot(&self.ledger);
        let verdict = pool.terms.kind()?.meter_verdict(meter, &jackpot, chip)?;
        let Price::Prize(prize) = verdict.price else { return None };
        Some((prize, verdict.clause.0.into()))
    }

    /// The prize of a table that does not run here was verified there and paid.
    fn outside_paid(
        &mut self,
        pool: PoolId,
        outside: OutsideId,
        number: u32,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let from = Source::Outside(outside);
        let award = self.pool(pool)?.awards.get(&number).filter(|award| award.from == from);
        let unknown = || Denied::of(Reason::NoSuchAward { award: number });
        let award = award.ok_or_else(unknown)?.clone();
        let mut around = self.around(events);
        for line in &award.lines {
            let to = Account::PoolOutside(pool, outside);
            around.pay_prize(pool, (award.level, from), (line.area, line.pays), to);
        }
        around.change_pool(pool, PoolChange::Ended { award: number });
        Ok(())
    }
}

fn counted(outside: OutsideId, round: u64, amount: Cents) -> Counted {
    Counted {
        from: Source::Outside(outside),
        round,
        player: None,
        area: None,
        amount,
        meters: [0; 3],
        borne: [0; 3],
        shares: None,
    }
}
