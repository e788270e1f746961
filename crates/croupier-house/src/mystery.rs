//! The mystery prizes of pools: the house commits itself to a trigger and a winner before the first wager, and shows
//! both keys as soon as the meter has passed the trigger. Nobody tells the program when, and nobody can.

use croupier_floor::{
    Act, DisplayId, Floor, Key, MysteryDraw, Pool, PoolAct, PoolId, PoolState, hex,
};

use crate::dealer::{KeyOf, Secret};

impl Secret {
    /// Says what the program does next about the mystery prizes of a floor; `None` if there is nothing to do.
    pub fn next_for_pools(&self, floor: &Floor) -> Option<Act> {
        floor.pools.iter().find_map(|pool| self.next_for_pool(floor, pool)).map(Act::from)
    }

    fn next_for_pool(&self, floor: &Floor, pool: &Pool) -> Option<PoolAct> {
        let number = pool.number;
        let Some(draw) = &pool.mystery else { return self.commit_to(pool) };
        let keys = self.keys_of(pool, draw)?;
        let (trigger, winner) = (hex(&keys.trigger), hex(&keys.winner));
        // A trigger that may be known to whoever saw another copy of the house go on is given up as long as no wager
        // has counted for it; later that would be a choice.
        let stale = keys.old && floor.is_unplayed(pool);
        if stale || pool.state == PoolState::Closed {
            return Some(PoolAct::ShowMystery { pool: number, trigger, winner });
        }
        let last = draw.unseen.last()?;
        if draw.crossed(croupier_floor::trigger(&keys.trigger, draw.between)).is_some() {
            return Some(PoolAct::HitMystery { pool: number, trigger, winner });
        }
        // That nobody has won is said now and then, so that it need not be remembered who did not; and before
        // a pool ends, so that nobody is forgotten who did.
        let pass = PoolAct::PassMystery { pool: number, shown: last.after };
        pool.must_be_looked_at().then_some(pass)
    }

    /// Commits the house to the next trigger of a pool that takes wagers.
    fn commit_to(&self, pool: &Pool) -> Option<PoolAct> {
        pool.terms.mystery.filter(|_| pool.state == PoolState::Running)?;
        let (id, number) = (pool.number.0, pool.commitments + 1);
        let commit = |of: KeyOf| of.commitment(id, number, &self.fresh_for(of, id, number));
        let (trigger, winner) = (commit(KeyOf::Trigger), commit(KeyOf::Winner));
        Some(PoolAct::CommitMystery { pool: pool.number, trigger, winner })
    }

    /// Finds the keys of what the house is committed to; `None` if they are lost.
    fn keys_of(&self, pool: &Pool, draw: &MysteryDraw) -> Option<MysteryKeys> {
        let (id, number) = (pool.number.0, pool.commitments);
        let find = |of: KeyOf, committed: &str| {
            let fixed = || {
                let key = self.fresh_for(of, id, number);
                (of.commitment(id, number, &key) == committed).then_some((key, true))
            };
            self.find_for(of, id, number, committed).or_else(fixed)
        };
        let (trigger, trigger_is_new) = find(KeyOf::Trigger, &draw.trigger)?;
        let (winner, winner_is_new) = find(KeyOf::Winner, &draw.winner)?;
        Some(MysteryKeys { trigger, winner, old: !(trigger_is_new && winner_is_new) })
    }

    /// Tells whether the keys of the mystery prize of a pool follow from this secret. Where they do not, nobody can win it
    /// until two people have given them up as lost.
    pub fn keeps_pool(&self, pool: &Pool) -> bool {
        pool.mystery.as_ref().is_none_or(|draw| self.keys_of(pool, draw).is_some())
    }

    /// Returns by what a display of a pool proves to the house that it is this one: the same whenever the house opens.
    pub fn display_key(&self, PoolId(pool): PoolId, DisplayId(display): DisplayId) -> String {
        hex(&self.derive(KeyOf::Display, None, pool, u64::from(display)))
    }

    /// Tells whether the keys of all mystery prizes of a floor follow from this secret.
    pub(crate) fn keeps_pools(&self, floor: &Floor) -> bool {
        floor.pools.iter().all(|pool| self.keeps_pool(pool))
    }
}

/// The keys of a mystery prize.
struct MysteryKeys {
    trigger: Key,
    winner: Key,
    /// The house has committed itself to them before it was last opened.
    old: bool,
}
