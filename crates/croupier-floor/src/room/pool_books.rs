//! The books of a pool: how a wager is divided between its meters and the house, and how a prize leaves them.

use croupier_engine::Cents;

use crate::answer::Event;
use crate::ledger::Account;
use crate::pool::{Award, AwardLine, Counted, Level, PoolChange, PoolId, PoolState, Share, Source};
use crate::room::TableContext;
use crate::said::Said;

impl TableContext<'_> {
    /// Does what becomes of a pool, and tells it.
    pub(crate) fn change_pool(&mut self, pool: PoolId, change: PoolChange) {
        let done = self.pools.take_over(pool, &change, (self.now, &Said::default()));
        done.expect("whoever changes a pool has made sure that it can be");
        self.events.push(Event::Pool { pool, change });
    }

    /// Divides a wager between the meters and the house. Parts of a cent are carried to the next wager; until
    /// they are whole they are among what the house keeps. Returns the share of each meter.
    pub(crate) fn contribute(
        &mut self,
        pool: PoolId,
        from: Account,
        mut counted: Counted,
    ) -> [Share; 3] {
        let Some(known) = self.pools.get(pool) else { return [Share::NONE; 3] };
        let shares = known.divide(&mut counted);
        for level in Level::ALL {
            let mut carry = known.level(level).carry;
            let part = carry.add(counted.amount, shares[level as usize]);
            counted.meters[level as usize] = part.0;
        }
        let parts = Cents(counted.meters.iter().sum());
        // Carried parts that have become whole may come to more than this wager.
        let kept = Account::PoolRetained(pool);
        self.post(kept, from, parts.saturating_sub(counted.amount));
        for level in Level::ALL {
            let part = Cents(counted.meters[level as usize]);
            self.post(from, Account::PoolMeter(pool, level), part);
        }
        self.post(from, kept, counted.amount.saturating_sub(parts));
        self.change_pool(pool, PoolChange::Contributed(counted));
        shares
    }

    /// Takes a wager off the meters that was counted and goes back. What a meter has not enough of, because
    /// somebody has won it since, the house bears.
    pub(crate) fn give_back(&mut self, pool: PoolId, to: Account, mut counted: Counted) {
        let Some(known) = self.pools.get(pool) else { return };
        let shares = known.divide(&mut counted);
        for level in Level::ALL {
            let mut carry = known.level(level).carry;
            let part = carry.subtract(counted.amount, shares[level as usize]);
            let there = part.min(self.ledger.held(known.meter(level)));
            counted.meters[level as usize] = there.0;
            counted.borne[level as usize] = (part - there).0;
        }
        let parts = counted.meters.iter().chain(&counted.borne).sum();
        let kept = Account::PoolRetained(pool);
        self.post(kept, to, counted.amount.saturating_sub(Cents(parts)));
        for level in Level::ALL {
            let (there, borne) = (counted.meters[level as usize], counted.borne[level as usize]);
            self.post(Account::PoolMeter(pool, level), to, Cents(there));
            self.post(Account::PoolTopUp(pool, level), to, Cents(borne));
        }
        self.post(to, kept, Cents(parts).saturating_sub(counted.amount));
        self.change_pool(pool, PoolChange::Returned(counted));
    }

    /// Locks a prize: what the meter holds, or showed when it was won, and what is guaranteed beyond it. The meter
    /// starts again at once, with what has come since, and less what has gone back since.
    pub(crate) fn lock_prize(
        &mut self,
        pool: PoolId,
        (level, shown): (Level, Option<Cents>),
        (from, round): (Source, u64),
        lines: Vec<AwardLine>,
    ) {
        let Some(known) = self.pools.get(pool) else { return };
        let (holds, award) = (known.reading(level, self.ledger), known.last_award + 1);
        let reading = shown.unwrap_or(holds);
        let gone = reading.saturating_sub(holds);
        let terms = known.next.as_ref().map_or(&known.terms, |(terms, _)| terms);
        // A meter of a pool that is over does not start again.
        let seed = if known.state == PoolState::Closed { Cents::ZERO } else { terms.seed(level) };
        let (meter, pending) = (Account::PoolMeter(pool, level), Account::PoolPending(pool, level));
        let top_up = Account::PoolTopUp(pool, level);
        let total = lines.iter().fold(Cents::ZERO, |sum, line| sum + line.pays);
        self.post(meter, pending, reading - gone);
        self.post(top_up, pending, gone);
        self.post(top_up, pending, total.saturating_sub(reading));
        self.post(pending, top_up, reading.saturating_sub(total));
        self.post(top_up, meter, seed.saturating_sub(gone));
        self.change_pool(pool, PoolChange::Won { award, level, from, round, reading, seed, lines });
    }

    /// Shares a prize anew: other hands have won than was said, or for other amounts.
    pub(crate) fn recount_prize(&mut self, pool: PoolId, was: &Award, lines: Vec<AwardLine>) {
        let now = lines.iter().fold(Cents::ZERO, |sum, line| sum + line.pays);
        let (pending, top_up) =
            (Account::PoolPending(pool, was.level), Account::PoolTopUp(pool, was.level));
        self.post(top_up, pending, now.saturating_sub(was.total()));
        self.post(pending, top_up, was.total().saturating_sub(now));
        self.change_pool(pool, PoolChange::Recounted { award: was.number, lines });
    }

    /// Lets a prize go that nobody has won after all: the meter shows what it did, with what has come since.
    pub(crate) fn restore_prize(&mut self, pool: PoolId, was: &Award) {
        let (meter, pending) =
            (Account::PoolMeter(pool, was.level), Account::PoolPending(pool, was.level));
        let top_up = Account::PoolTopUp(pool, was.level);
        self.post(pending, top_up, was.total().saturating_sub(was.reading));
        self.post(top_up, pending, was.reading.saturating_sub(was.total()));
        self.post(pending, meter, was.reading);
        let seed = was.seed.min(self.ledger.held(meter));
        self.post(meter, top_up, seed);
        self.change_pool(pool, PoolChange::Restored { award: was.number });
    }

    /// Pays the prize of a hand from what was locked.
    pub(crate) fn pay_prize(
        &mut self,
        pool: PoolId,
        (level, from): (Level, Source),
        (area, amount): (u8, Cents),
        to: Account,
    ) {
        let mut awards = self.pools.get(pool).into_iter().flat_map(|pool| pool.awards.values());
        let unpaid = |line: &AwardLine| line.area == area && !line.paid;
        let award = awards.find(|award| {
            (award.level, award.from) == (level, from) && award.lines.iter().any(unpaid)
        });
        let Some(award) = award.map(|award| award.number) else { return };
        self.post(Account::PoolPending(pool, level), to, amount);
        self.change_pool(pool, PoolChange::Paid { award, area, amount, back: false });
    }
}
