//! The mystery prizes of pools: the house commits itself to a trigger and a winner before the first wager, and shows
//! both keys as soon as the meter has passed the trigger. Nobody tells the program when, and nobody can.

use croupier_floor::{
    Act, DisplayId, Floor, HouseAct, Key, MOST_UNSEEN, MysteryDraw, Pool, PoolId, PoolState, hex,
    trigger,
};

use crate::dealer::{KeyOf, Secret};

impl Secret {
    /// Says what the program does next about the mystery prizes of a floor; `None` if there is nothing to do.
    pub fn next_for_pools(&self, floor: &Floor) -> Option<Act> {
        floor.pools.iter().find_map(|pool| self.next_for_pool(pool))
    }

    fn next_for_pool(&self, pool: &Pool) -> Option<Act> {
        match &pool.mystery {
            None if pool.state == PoolState::Running => {
                pool.terms.mystery?;
                let (id, number) = (pool.number.0, pool.commitments + 1);
                let commit = |of: KeyOf| of.commitment(id, number, &self.fresh_for(of, id, number));
                let (trigger, winner) = (commit(KeyOf::Trigger), commit(KeyOf::Winner));
                Some(HouseAct::CommitMystery { pool: pool.number, trigger, winner }.into())
            }
            None => None,
            Some(draw) => {
                let last = draw.unseen.last()?;
                let (trigger_key, winner_key) = self.keys_of(pool, draw)?;
                let at = trigger(&trigger_key, draw.between);
                if draw.crossed(at).is_some() {
                    let (trigger, winner) = (hex(&trigger_key), hex(&winner_key));
                    return Some(
                        HouseAct::HitMystery { pool: pool.number, trigger, winner }.into(),
                    );
                }
                // That nobody has won is said now and then, so that it need not be remembered who did not; and before
                // a pool ends, so that nobody is forgotten who did.
                let many = draw.unseen.len() >= MOST_UNSEEN / 2;
                let pass = HouseAct::PassMystery { pool: pool.number, shown: last.after };
                (many || pool.state == PoolState::Retiring).then(|| pass.into())
            }
        }
    }

    /// Finds the keys of what the house is committed to.
    fn keys_of(&self, pool: &Pool, draw: &MysteryDraw) -> Option<(Key, Key)> {
        let (id, number) = (pool.number.0, pool.commitments);
        let find = |of: KeyOf, committed: &str| {
            let found = self.find_for(of, id, number, committed).map(|(key, _)| key);
            let fixed = self.fresh_for(of, id, number);
            let fixed = Some(fixed).filter(|key| of.commitment(id, number, key) == committed);
            found.or(fixed)
        };
        Some((find(KeyOf::Trigger, &draw.trigger)?, find(KeyOf::Winner, &draw.winner)?))
    }

    /// Returns by what a display of a pool proves to the house that it is this one: the same whenever the house opens.
    pub fn display_key(&self, PoolId(pool): PoolId, DisplayId(display): DisplayId) -> String {
        hex(&self.derive(KeyOf::Display, None, pool, u64::from(display)))
    }

    /// Tells whether the keys of all mystery prizes of a floor follow from this secret.
    pub(crate) fn keeps_pools(&self, floor: &Floor) -> bool {
        floor
            .pools
            .iter()
            .all(|pool| pool.mystery.as_ref().is_none_or(|draw| self.keys_of(pool, draw).is_some()))
    }
}
