//! What the meters of pools were given and gave, by the movements of money alone.

use std::collections::BTreeMap;

use croupier_floor::{Account, Level, PoolId, Posting};

/// What one meter was given and gave, and holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    /// By wagers, less what went back with wagers.
    pub(super) contributed: i128,
    /// By the house, less what it got back.
    pub(super) funded: i128,
    /// By pools that are over.
    pub(super) moved_in: i128,
    /// To winners, less what they gave back.
    pub(super) paid: i128,
    /// To the pool that inherits.
    pub(super) moved_out: i128,
    /// What the meter shows.
    pub(super) meter: i128,
    /// What was won and is not paid yet.
    pub(super) pending: i128,
}

croupier_engine::stored! {
    struct Sums { contributed, funded, moved_in, paid, moved_out, meter, pending }
}

impl Sums {
    /// Returns what has changed since then.
    pub(super) const fn less(&self, then: &Self) -> Self {
        Self {
            contributed: self.contributed - then.contributed,
            funded: self.funded - then.funded,
            moved_in: self.moved_in - then.moved_in,
            paid: self.paid - then.paid,
            moved_out: self.moved_out - then.moved_out,
            meter: self.meter - then.meter,
            pending: self.pending - then.pending,
        }
    }

    /// Returns what was given and is neither there nor gone: nothing, always.
    pub(super) const fn unexplained(&self) -> i128 {
        let given = self.contributed + self.funded + self.moved_in;
        given - (self.meter + self.pending + self.paid + self.moved_out)
    }

    /// Lists the figures of two books that must be the same.
    pub(super) const fn pairs(one: &Self, two: &Self) -> [(&'static str, i128, i128); 7] {
        [
            ("what was contributed", one.contributed, two.contributed),
            ("what was funded", one.funded, two.funded),
            ("what was moved in", one.moved_in, two.moved_in),
            ("what was paid", one.paid, two.paid),
            ("what was moved out", one.moved_out, two.moved_out),
            ("the meter", one.meter, two.meter),
            ("what waits to be paid", one.pending, two.pending),
        ]
    }
}

/// Adds up the movements of money of all pools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Movements {
    levels: BTreeMap<(PoolId, Level), Sums>,
    retained: BTreeMap<PoolId, i128>,
    /// Movements that no rule of pools explains, in words.
    pub(super) strange: Vec<String>,
}

croupier_engine::stored! { struct Movements { levels, retained, strange } }

impl Movements {
    pub(super) fn level(&self, pool: PoolId, level: Level) -> Sums {
        self.levels.get(&(pool, level)).copied().unwrap_or_default()
    }

    pub(super) fn retained(&self, pool: PoolId) -> i128 {
        self.retained.get(&pool).copied().unwrap_or(0)
    }

    /// Takes note of a movement.
    pub(super) fn take(&mut self, posting: &Posting) {
        let amount = i128::from(posting.amount.0);
        self.side(posting.from, posting.to, -amount);
        self.side(posting.to, posting.from, amount);
    }

    /// Takes note of what one account got (or gave, if it is less than nothing) and of where it came from.
    fn side(&mut self, own: Account, other: Account, got: i128) {
        use Account::{
            Float, Owed, PoolMeter, PoolOutside, PoolPending, PoolRetained, PoolTopUp, Purse, Rack,
        };
        match (own, other) {
            (PoolRetained(pool), Float(_) | PoolOutside(..)) => {
                *self.retained.entry(pool).or_default() += got;
            }
            (PoolMeter(pool, level), Float(_) | PoolOutside(..)) => {
                let sums = self.sums(pool, level);
                (sums.contributed, sums.meter) = (sums.contributed + got, sums.meter + got);
            }
            (PoolMeter(pool, level), PoolTopUp(of, at)) if (pool, level) == (of, at) => {
                let sums = self.sums(pool, level);
                (sums.funded, sums.meter) = (sums.funded + got, sums.meter + got);
            }
            (PoolMeter(pool, level), PoolPending(of, at)) if (pool, level) == (of, at) => {
                self.sums(pool, level).meter += got;
            }
            (PoolMeter(pool, level), PoolMeter(of, _)) if pool != of => {
                let sums = self.sums(pool, level);
                sums.meter += got;
                match got < 0 {
                    true => sums.moved_out -= got,
                    false => sums.moved_in += got,
                }
            }
            (PoolPending(pool, level), PoolMeter(of, at)) if (pool, level) == (of, at) => {
                self.sums(pool, level).pending += got;
            }
            (PoolPending(pool, level), PoolTopUp(of, at)) if (pool, level) == (of, at) => {
                let sums = self.sums(pool, level);
                (sums.funded, sums.pending) = (sums.funded + got, sums.pending + got);
            }
            (PoolPending(pool, level), Rack(..) | Purse(_) | Owed(_) | PoolOutside(..)) => {
                let sums = self.sums(pool, level);
                (sums.paid, sums.pending) = (sums.paid - got, sums.pending + got);
            }
            // The house bears what a meter has not enough of when a wager goes back.
            (PoolTopUp(pool, level), Float(_) | PoolOutside(..)) => {
                let sums = self.sums(pool, level);
                (sums.funded, sums.contributed) = (sums.funded - got, sums.contributed + got);
            }
            // It is counted on the other side.
            (PoolTopUp(pool, level), PoolMeter(of, at) | PoolPending(of, at))
                if (pool, level) == (of, at) => {}
            (
                PoolOutside(..),
                PoolMeter(..) | PoolPending(..) | PoolTopUp(..) | PoolRetained(_),
            ) => {}
            (
                PoolMeter(pool, _)
                | PoolPending(pool, _)
                | PoolTopUp(pool, _)
                | PoolRetained(pool)
                | PoolOutside(pool, _),
                other,
            ) => {
                let (own, other) = (own.words().0, other.words().0);
                let what =
                    format!("pool {}: {got} between {own} and {other} has no reason", pool.0);
                self.strange.push(what);
            }
            _ => {}
        }
    }

    fn sums(&mut self, pool: PoolId, level: Level) -> &mut Sums {
        self.levels.entry((pool, level)).or_default()
    }
}
