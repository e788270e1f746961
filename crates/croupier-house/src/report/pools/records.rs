//! What the meters of pools were given and gave, by the records of the pools alone: wagers that were counted and taken
//! off again, prizes that were won, shared anew, let go and paid, and terms as they held.

use std::collections::BTreeMap;

use croupier_engine::money::gcd;
use croupier_floor::{AwardLine, Counted, Level, PoolChange, PoolId, Share, Source, Terms};

use super::books::Sums;

/// What a table has brought to a pool, and what was won there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Brought {
    /// How many times wagers were counted.
    pub(super) wagers: i128,
    /// What they cost.
    pub(super) staked: i128,
    /// How many times wagers that were counted went back.
    pub(super) went_back: i128,
    /// What they had cost.
    pub(super) returned: i128,
    /// What each meter has got, less what went back.
    pub(super) meters: [i128; 3],
    /// What the house has kept, less what went back.
    pub(super) retained: i128,
    /// What was paid there to winners, less what they gave back.
    pub(super) paid: i128,
}

croupier_engine::stored! {
    struct Brought { wagers, staked, went_back, returned, meters, retained, paid }
}

/// A pool, by its records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Recorded {
    terms: Option<Terms>,
    next: Option<Terms>,
    levels: [Sums; 3],
    retained: i128,
    /// What each meter must have got of all wagers, with parts of a cent.
    exact: [Parts; 3],
    /// The pool is over: parts of a cent were paid up.
    over: bool,
    awards: BTreeMap<u32, Won>,
}

croupier_engine::stored! { struct Recorded { terms, next, levels, retained, exact, over, awards } }

/// A prize.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Won {
    level: Level,
    from: Source,
    reading: i128,
    seed: i128,
    lines: Vec<AwardLine>,
}

croupier_engine::stored! { struct Won { level, from, reading, seed, lines } }

/// An exact sum of parts of cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Parts {
    part: i128,
    of: i128,
}

croupier_engine::stored! { struct Parts { part, of } check |it| it.of > 0 }

impl Default for Parts {
    fn default() -> Self {
        Self { part: 0, of: 1 }
    }
}

impl Parts {
    fn add(&mut self, amount: i128, share: Share) {
        let of = i128::from(share.of);
        let divisor = gcd(self.of.unsigned_abs(), of.unsigned_abs()).cast_signed();
        let common = self.of / divisor * of;
        self.part =
            self.part * (common / self.of) + amount * i128::from(share.part) * (common / of);
        self.of = common;
    }
}

/// All pools, by their records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Records {
    pools: BTreeMap<PoolId, Recorded>,
    brought: BTreeMap<(PoolId, Source), Brought>,
}

croupier_engine::stored! { struct Records { pools, brought } }

impl Records {
    pub(super) fn pools(&self) -> impl Iterator<Item = PoolId> {
        self.pools.keys().copied()
    }

    pub(super) fn level(&self, pool: PoolId, level: Level) -> Sums {
        self.pools.get(&pool).map(|pool| pool.levels[level as usize]).unwrap_or_default()
    }

    pub(super) fn retained(&self, pool: PoolId) -> i128 {
        self.pools.get(&pool).map_or(0, |pool| pool.retained)
    }

    /// Lists what each table has brought since then.
    pub(super) fn since(&self, then: &Self) -> Vec<((PoolId, Source), Brought)> {
        let each = self.brought.iter().map(|(key, now)| {
            let was = then.brought.get(key).copied().unwrap_or_default();
            (*key, now.less(&was))
        });
        each.filter(|(_, brought)| *brought != Brought::default()).collect()
    }

    /// Says which meters have not got their exact part of all wagers: less than a cent of it may be to come.
    pub(super) fn inexact(&self, pool: PoolId) -> Vec<String> {
        let Some(recorded) = self.pools.get(&pool).filter(|recorded| !recorded.over) else {
            return Vec::new();
        };
        let wrong = Level::ALL.into_iter().filter(|level| {
            let Parts { part, of } = recorded.exact[*level as usize];
            recorded.levels[*level as usize].contributed != part.div_euclid(of)
        });
        let say = |level: Level| {
            let Parts { part, of } = recorded.exact[level as usize];
            format!(
                "pool {}: the {} meter got {} of its wagers, and its part of them is {part}/{of}",
                pool.0,
                level.name(),
                recorded.levels[level as usize].contributed
            )
        };
        wrong.map(say).collect()
    }

    /// Takes note of what became of a pool.
    pub(super) fn take(&mut self, number: PoolId, change: &PoolChange) {
        let pool = self.pools.entry(number).or_default();
        match change {
            PoolChange::Drafted { terms, .. } => pool.terms = Some(terms.clone()),
            PoolChange::Changing { terms, .. } => pool.next = Some(terms.clone()),
            PoolChange::Changed => pool.terms = pool.next.take().or_else(|| pool.terms.take()),
            PoolChange::Started => pool.start(),
            PoolChange::Contributed(counted) => {
                let kept = pool.count(counted, 1);
                let brought = self.brought.entry((number, counted.from)).or_default();
                brought.wagers += 1;
                brought.staked += i128::from(counted.amount.0);
                brought.count(counted, kept, 1);
            }
            PoolChange::Returned(counted) => {
                let kept = pool.count(counted, -1);
                let brought = self.brought.entry((number, counted.from)).or_default();
                brought.went_back += 1;
                brought.returned += i128::from(counted.amount.0);
                brought.count(counted, kept, -1);
            }
            PoolChange::Won { award, level, from, reading, seed, lines, .. } => {
                let (reading, seed) = (i128::from(reading.0), i128::from(seed.0));
                let won = Won { level: *level, from: *from, reading, seed, lines: lines.clone() };
                pool.lock(*award, won);
            }
            PoolChange::Recounted { award, lines } => pool.recount(*award, lines),
            PoolChange::Restored { award } => pool.restore(*award),
            PoolChange::Paid { award, amount, back, .. } => {
                let amount = i128::from(amount.0);
                let amount = if *back { -amount } else { amount };
                if let Some(from) = pool.pay(*award, amount) {
                    self.brought.entry((number, from)).or_default().paid += amount;
                }
            }
            PoolChange::Adjusted { level, before, after, .. } => {
                let sums = &mut pool.levels[*level as usize];
                sums.funded += i128::from(after.0) - i128::from(before.0);
                sums.meter += i128::from(after.0) - i128::from(before.0);
            }
            PoolChange::Closed { moved } => pool.close(moved),
            PoolChange::Inherited { moved, .. } => {
                for (sums, moved) in pool.levels.iter_mut().zip(moved) {
                    sums.moved_in += i128::from(*moved);
                    sums.meter += i128::from(*moved);
                }
            }
            PoolChange::Approved(_)
            | PoolChange::Suspended { .. }
            | PoolChange::Resumed
            | PoolChange::Linked { .. }
            | PoolChange::Unlinked { .. }
            | PoolChange::OutsideLinked { .. }
            | PoolChange::OutsideUnlinked { .. }
            | PoolChange::OutsideEnded { .. }
            | PoolChange::Fed { .. }
            | PoolChange::DisplayRegistered { .. }
            | PoolChange::DisplayRemoved { .. }
            | PoolChange::DisplayLost { .. }
            | PoolChange::DisplayBack { .. }
            | PoolChange::Moved { .. }
            | PoolChange::Verified { .. }
            | PoolChange::PaidBy { .. }
            | PoolChange::Passed { .. }
            | PoolChange::Ended { .. }
            | PoolChange::Committed { .. }
            | PoolChange::Triggered { .. }
            | PoolChange::Shown { .. }
            | PoolChange::KeyLost { .. }
            | PoolChange::Retiring { .. } => {}
        }
    }
}

impl Brought {
    const fn less(&self, then: &Self) -> Self {
        let [one, two] = [self.meters, then.meters];
        Self {
            wagers: self.wagers - then.wagers,
            staked: self.staked - then.staked,
            went_back: self.went_back - then.went_back,
            returned: self.returned - then.returned,
            meters: [one[0] - two[0], one[1] - two[1], one[2] - two[2]],
            retained: self.retained - then.retained,
            paid: self.paid - then.paid,
        }
    }

    fn count(&mut self, counted: &Counted, kept: i128, sign: i128) {
        for level in Level::ALL {
            self.meters[level as usize] += sign * parts(counted, level);
        }
        self.retained += sign * kept;
    }
}

/// Returns how many cents of a wager belong to a meter, also if the house bore some of them.
fn parts(counted: &Counted, level: Level) -> i128 {
    i128::from(counted.meters[level as usize]) + i128::from(counted.borne[level as usize])
}

fn total(lines: &[AwardLine]) -> i128 {
    lines.iter().map(|line| i128::from(line.pays.0)).sum()
}

impl Recorded {
    /// Gives the meters what they start with.
    fn start(&mut self) {
        let Some(terms) = &self.terms else { return };
        for level in Level::ALL {
            let (sums, seed) = (&mut self.levels[level as usize], i128::from(terms.seed(level).0));
            (sums.funded, sums.meter) = (sums.funded + seed, sums.meter + seed);
        }
    }

    /// Counts a wager, or takes one off; returns what the house kept of it.
    fn count(&mut self, counted: &Counted, sign: i128) -> i128 {
        let amount = i128::from(counted.amount.0);
        let mut kept = amount;
        for level in Level::ALL {
            let (at, part) = (level as usize, parts(counted, level));
            let borne = i128::from(counted.borne[at]);
            let sums = &mut self.levels[at];
            sums.contributed += sign * part;
            sums.meter += sign * (part - borne);
            sums.funded -= sign * borne;
            kept -= part;
            // What is put right of a round goes by the terms it was played under.
            let told = counted.shares.map(|shares| shares[at]);
            let share = told.or_else(|| self.terms.as_ref().map(|terms| terms.share(level)));
            if let Some(share) = share {
                self.exact[at].add(sign * amount, share);
            }
        }
        self.retained += sign * kept;
        kept
    }

    fn lock(&mut self, award: u32, won: Won) {
        let sums = &mut self.levels[won.level as usize];
        let total = total(&won.lines);
        // What has gone back with wagers since the meter showed it, the house bears, and starts with less.
        let gone = (won.reading - sums.meter).max(0);
        let seed = (won.seed - gone).max(0);
        sums.funded += total - won.reading + gone + seed;
        sums.meter += seed - (won.reading - gone);
        sums.pending += total;
        self.awards.insert(award, won);
    }

    fn recount(&mut self, award: u32, lines: &[AwardLine]) {
        let Some(won) = self.awards.get_mut(&award) else { return };
        let more = total(lines) - total(&won.lines);
        won.lines = lines.to_vec();
        let sums = &mut self.levels[won.level as usize];
        (sums.funded, sums.pending) = (sums.funded + more, sums.pending + more);
    }

    fn restore(&mut self, award: u32) {
        let Some(won) = self.awards.remove(&award) else { return };
        let sums = &mut self.levels[won.level as usize];
        let total = total(&won.lines);
        sums.pending -= total;
        sums.funded -= total - won.reading;
        sums.meter += won.reading;
        let seed = won.seed.min(sums.meter);
        (sums.meter, sums.funded) = (sums.meter - seed, sums.funded - seed);
    }

    /// Pays a part of a prize; returns where it was won.
    fn pay(&mut self, award: u32, amount: i128) -> Option<Source> {
        let won = self.awards.get(&award)?;
        let sums = &mut self.levels[won.level as usize];
        (sums.paid, sums.pending) = (sums.paid + amount, sums.pending - amount);
        Some(won.from)
    }

    /// Gives what the meters hold away; a part of a cent is paid up by the house.
    fn close(&mut self, moved: &[u64; 3]) {
        for (sums, moved) in self.levels.iter_mut().zip(moved) {
            let moved = i128::from(*moved);
            sums.funded += moved - sums.meter;
            sums.moved_out += moved;
            sums.meter = 0;
        }
        self.over = true;
    }
}
