//! Mystery prizes as anybody can check them: what the house had committed itself to, which wagers moved the meter over
//! the trigger, the keys that it showed, and whether all the rest follows from them.

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::{Cents, Player};
use croupier_floor::{
    Act, Answer, AwardLine, Event, Floor, Key, Level, Naming, PoolAct, PoolChange, PoolId, Source,
    key_from, trigger, trigger_commitment, winner, winner_commitment,
};
use serde::{Deserialize, Serialize};

/// How many mystery prizes of a pool are remembered.
const KEPT: usize = 50;

/// How many moves of a meter are remembered before the house must have said whether they have won.
const UNSEEN: usize = 128;

/// What proves a mystery prize, from the commitment on. It has no names: an area at a table says whose wager it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MysteryProof {
    /// The pool.
    pub pool: u32,
    /// Which commitment of the pool it is, from 1.
    pub number: u64,
    /// The trigger is drawn above this.
    pub above: u64,
    /// The trigger is drawn up to this.
    pub ceiling: u64,
    /// What the house committed itself to: the hash of the key of the trigger.
    pub trigger_commitment: String,
    /// The hash of the key of the winner.
    pub winner_commitment: String,
    /// The most that the meter showed since then, before the wagers that passed the trigger.
    pub highest: u64,
    /// The prize was won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won: Option<MysteryWon>,
    /// The keys were shown though nobody has won: no wager had counted yet, or the pool was over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<MysteryShown>,
    /// The keys were given up as lost: nobody can prove anything of it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lost: bool,
}

croupier_engine::stored! {
    struct MysteryProof {
        pool, number, above, ceiling, trigger_commitment, winner_commitment, highest, won, shown, lost,
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_false(it: &bool) -> bool {
    !*it
}

/// The keys of a mystery prize that nobody has won.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MysteryShown {
    /// The key of the trigger.
    pub trigger_key: String,
    /// The key of the winner.
    pub winner_key: String,
    /// The trigger, as it was told.
    pub trigger: u64,
}

croupier_engine::stored! { struct MysteryShown { trigger_key, winner_key, trigger } }

/// How a mystery prize was won.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MysteryWon {
    /// The key of the trigger.
    pub trigger_key: String,
    /// The key of the winner.
    pub winner_key: String,
    /// The trigger, as it was told.
    pub trigger: u64,
    /// The winner among the wagers that might win, from 1, as it was told.
    pub winner: u32,
    /// Among how many wagers, as it was told.
    pub of: u32,
    /// The wagers that passed the trigger, if the records of the pool have any.
    pub crossing: Option<MysteryCrossing>,
    /// What was paid for it.
    pub award: Option<MysteryPaid>,
}

croupier_engine::stored! { struct MysteryWon { trigger_key, winner_key, trigger, winner, of, crossing, award } }

/// The wagers of a round that moved the meter up to the trigger.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MysteryCrossing {
    /// The table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<u32>,
    /// The table that does not run here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outside: Option<u32>,
    /// The round there.
    pub round: u64,
    /// What the meter showed before.
    pub before: u64,
    /// What each wager added, in order.
    pub added: Vec<u64>,
    /// What the meter showed after.
    pub after: u64,
    /// The areas of the wagers that might win, in order; none at a table that does not run here.
    pub eligible: Vec<u8>,
    /// How many might win.
    pub count: u32,
    /// Who might win, for those who have the journal.
    #[serde(skip)]
    players: Vec<Player>,
    /// Who might win are wagers that were counted and had not gone back, and all of that round are among them; `None` where
    /// nobody can tell, without the records.
    #[serde(skip)]
    counted: Option<bool>,
}

croupier_engine::stored! {
    struct MysteryCrossing { table, outside, round, before, added, after, eligible, count, players, counted }
}

/// The prize that was locked for a mystery hit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MysteryPaid {
    /// The number of its slip.
    pub award: u32,
    /// What the meter showed.
    pub reading: u64,
    /// The area that has won; at a table that does not run here, the place among the wagers.
    pub area: u8,
    /// What it pays.
    pub pays: u64,
    /// Who has won, for those who have the journal.
    #[serde(skip)]
    player: Option<Player>,
}

croupier_engine::stored! { struct MysteryPaid { award, reading, area, pays, player } }

/// One thing that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// It is right.
    pub right: bool,
    /// What was checked, in words.
    pub words: String,
}

impl MysteryProof {
    /// Checks everything that follows from the keys; nothing is checked before they are shown.
    pub fn check(&self) -> Vec<Checked> {
        let mut checks = Checks(Vec::new());
        if let Some(won) = &self.won {
            self.check_won(won, &mut checks);
        } else if let Some(shown) = &self.shown {
            self.check_shown(shown, &mut checks);
        }
        checks.0
    }

    fn check_won(&self, won: &MysteryWon, checks: &mut Checks) {
        let keys = [&*won.trigger_key, &*won.winner_key];
        let Some((at, winner_key)) = self.check_keys(keys, won.trigger, checks) else { return };
        self.check_crossing(won, at, checks);
        if let Some(crossing) = &won.crossing {
            crossing.check_winner(won, winner(&winner_key, won.of), checks);
        }
    }

    /// Checks that nobody has won whose prize it would have been.
    fn check_shown(&self, shown: &MysteryShown, checks: &mut Checks) {
        let keys = [&*shown.trigger_key, &*shown.winner_key];
        let Some((at, _)) = self.check_keys(keys, shown.trigger, checks) else { return };
        checks.say(
            self.highest < at.0,
            format!("the meter had shown {} at most: nobody has passed it", Cents(self.highest)),
        );
    }

    /// Checks that two keys are those that the house has committed itself to, and that the trigger follows from its key;
    /// returns the trigger, and the key of the winner.
    fn check_keys(
        &self,
        [trigger_key, winner_key]: [&str; 2],
        told: u64,
        checks: &mut Checks,
    ) -> Option<(Cents, Key)> {
        let (Some(trigger_key), Some(winner_key)) = (key_from(trigger_key), key_from(winner_key))
        else {
            checks.say(false, "what was shown are two keys of 256 bits".to_owned());
            return None;
        };
        let (pool, number) = (self.pool, self.number);
        let fits = trigger_commitment(pool, number, &trigger_key) == self.trigger_commitment;
        let with = format!("with pool {pool} and commitment {number}");
        checks
            .say(fits, format!("the SHA-256 of the key of the trigger, {with}, is the first hash"));
        let fits = winner_commitment(pool, number, &winner_key) == self.winner_commitment;
        checks
            .say(fits, format!("the SHA-256 of the key of the winner, {with}, is the second hash"));
        let at = trigger(&trigger_key, (Cents(self.above), Cents(self.ceiling)));
        let inside = self.above < at.0 && at.0 <= self.ceiling;
        checks.say(
            inside && at.0 == told,
            format!(
                "the trigger {}, one of the {} cents above {} and up to {}, follows from its key",
                Cents(told),
                self.ceiling.saturating_sub(self.above),
                Cents(self.above),
                Cents(self.ceiling)
            ),
        );
        Some((at, winner_key))
    }

    /// Checks that the wagers that passed the trigger are those that win.
    fn check_crossing(&self, won: &MysteryWon, at: Cents, checks: &mut Checks) {
        let Some(crossing) = &won.crossing else {
            checks.say(false, "wagers moved the meter over the trigger".to_owned());
            return;
        };
        checks.say(
            self.highest < at.0,
            format!(
                "the meter had shown {} at most, and no wager before had passed it",
                Cents(self.highest)
            ),
        );
        let added: u64 = crossing.added.iter().sum();
        let adds_up = crossing.before.checked_add(added) == Some(crossing.after);
        let mut sum = crossing.before;
        let passed = crossing.added.iter().position(|added| {
            sum = sum.saturating_add(*added);
            sum >= at.0
        });
        let (table, round) = (crossing.place(), crossing.round);
        let (before, after) = (Cents(crossing.before), Cents(crossing.after));
        checks.say(
            adds_up && passed.is_some(),
            format!(
                "round {round} of {table} moved it from {before} to {after}: its wager {} passed the trigger",
                passed.map_or(0, |nth| nth + 1)
            ),
        );
    }
}

impl MysteryCrossing {
    fn place(&self) -> String {
        match (self.table, self.outside) {
            (Some(table), _) => format!("table {table}"),
            (None, outside) => format!("outside table {}", outside.unwrap_or(0)),
        }
    }

    /// Checks that the winner was drawn among the wagers of the round, and was paid.
    fn check_winner(&self, won: &MysteryWon, drawn: u32, checks: &mut Checks) {
        let listed = self.table.is_none() || self.eligible.len() as u32 == self.count;
        if let Some(counted) = self.counted {
            let words =
                "those who might win are the wagers of that round that the meter has counted";
            checks.say(counted, words.to_owned());
        }
        let right = listed && self.count == won.of && won.of > 0 && drawn + 1 == won.winner;
        checks.say(
            right,
            format!(
                "wager {} of {}, one of as many, follows from the key of the winner",
                won.winner, won.of
            ),
        );
        let Some(award) = &won.award else {
            checks.say(false, "the prize was locked for that wager".to_owned());
            return;
        };
        let place = won.winner.saturating_sub(1) as usize;
        let is_winner = match self.table {
            Some(_) => self.eligible.get(place) == Some(&award.area),
            None => u32::from(award.area) == won.winner.min(u32::from(u8::MAX)),
        };
        let is_player = award.player.is_none_or(|who| self.players.get(place) == Some(&who));
        checks.say(
            is_winner && is_player && award.reading == self.after && award.pays >= award.reading,
            format!(
                "area {} of {} has the prize, slip {}: {} for a meter of {}",
                award.area,
                self.place(),
                award.award,
                Cents(award.pays),
                Cents(award.reading)
            ),
        );
    }
}

struct Checks(Vec<Checked>);

impl Checks {
    fn say(&mut self, right: bool, words: String) {
        self.0.push(Checked { right, words });
    }
}

/// The mystery prizes of all pools, as their records tell them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MysteryDraws {
    pools: BTreeMap<PoolId, PoolDraws>,
}

croupier_engine::stored! { struct MysteryDraws { pools } }

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PoolDraws {
    /// What the house is committed to, and what has moved the meter higher than it had been since.
    open: Option<(MysteryProof, Vec<MysteryCrossing>)>,
    /// Prizes that were won, or whose keys were shown or given up, the oldest first.
    past: Vec<MysteryProof>,
    /// The wagers that were counted at each table.
    tables: BTreeMap<Source, Standing>,
    /// What each wager has added to the meter since it was last told how far it has moved.
    added: Vec<u64>,
}

croupier_engine::stored! { struct PoolDraws { open, past, tables, added } }

/// The wagers at a table that were counted and have not gone back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Standing {
    round: u64,
    /// Those that were counted in this round.
    new: BTreeSet<(Player, u8)>,
    /// Those and all before, which may be carried from a round that was void.
    all: BTreeSet<(Player, u8)>,
}

croupier_engine::stored! { struct Standing { round, new, all } }

impl MysteryDraws {
    /// Lists the mystery prizes of a pool that are remembered, the oldest first, and the one that is still to be won.
    pub fn of(&self, pool: PoolId) -> impl Iterator<Item = &MysteryProof> {
        let draws = self.pools.get(&pool);
        draws
            .into_iter()
            .flat_map(|draws| draws.past.iter().chain(draws.open.as_ref().map(|(proof, _)| proof)))
    }

    /// Sees what followed from an act, on the floor as it is afterwards. Returns the prizes that were won by it, or
    /// whose keys were shown or given up.
    pub fn see<P: Naming>(
        &mut self,
        floor: &Floor,
        act: &Act<P>,
        answer: &Answer,
    ) -> Vec<MysteryProof> {
        let mut hit = BTreeSet::new();
        for event in &answer.events {
            let Event::Pool { pool, change } = event else { continue };
            let draws = self.pools.entry(*pool).or_default();
            match change {
                PoolChange::Committed { number, trigger, winner, .. } => {
                    let between = floor.pools.get(*pool).and_then(|pool| pool.mystery.as_ref());
                    let between = between.map(|draw| draw.between).unwrap_or_default();
                    let (trigger, winner) = (trigger.to_string(), winner.to_string());
                    draws.commit((pool.0, *number), between, [trigger, winner]);
                }
                PoolChange::Triggered { number, trigger, winner, of } => {
                    draws.hit((pool.0, *number), keys(act), trigger.0, (*winner, *of));
                    hit.insert(*pool);
                }
                PoolChange::Shown { number, trigger } => {
                    draws.show((pool.0, *number), keys(act), trigger.0);
                    hit.insert(*pool);
                }
                PoolChange::KeyLost { number, .. } => {
                    draws.lose((pool.0, *number));
                    hit.insert(*pool);
                }
                PoolChange::Won { level: Level::Mystery, award, reading, lines, .. } => {
                    draws.pay(pool.0, *award, *reading, lines);
                    hit.insert(*pool);
                }
                _ => draws.take(change),
            }
        }
        self.pools.values_mut().for_each(|draws| draws.added.clear());
        let last =
            |pool: &PoolId| self.pools.get(pool).and_then(|draws| draws.past.last()).cloned();
        hit.iter().filter_map(last).collect()
    }
}

/// Returns the keys that an act shows, of the trigger and of the winner.
fn keys<P: Naming>(act: &Act<P>) -> [String; 2] {
    match act {
        Act::PoolAct(
            PoolAct::HitMystery { trigger, winner, .. }
            | PoolAct::ShowMystery { trigger, winner, .. },
        ) => [trigger.clone(), winner.clone()],
        _ => Default::default(),
    }
}

impl PoolDraws {
    fn commit(
        &mut self,
        (pool, number): (u32, u64),
        (above, ceiling): (Cents, Cents),
        [trigger_commitment, winner_commitment]: [String; 2],
    ) {
        let (above, ceiling) = (above.0, ceiling.0);
        let proof = MysteryProof {
            pool,
            number,
            above,
            ceiling,
            trigger_commitment,
            winner_commitment,
            highest: above,
            won: None,
            shown: None,
            lost: false,
        };
        self.open = Some((proof, Vec::new()));
    }

    /// Takes note of wagers that were counted or went back, and of how far they have moved the meter.
    fn take(&mut self, change: &PoolChange) {
        match change {
            PoolChange::Contributed(counted) => {
                self.added.push(counted.meters[Level::Mystery as usize]);
                let standing = self.tables.entry(counted.from).or_default();
                if standing.round != counted.round {
                    (standing.round, standing.new) = (counted.round, BTreeSet::new());
                }
                if let (Some(player), Some(area)) = (counted.player, counted.area) {
                    standing.new.insert((player, area));
                    standing.all.insert((player, area));
                }
            }
            PoolChange::Returned(counted) => {
                let standing = self.tables.entry(counted.from).or_default();
                if let (Some(player), Some(area)) = (counted.player, counted.area) {
                    standing.new.remove(&(player, area));
                    standing.all.remove(&(player, area));
                }
            }
            PoolChange::Moved { from, round, before, after, eligible, count } => {
                let might: BTreeSet<_> = eligible.iter().map(|it| (it.player, it.area)).collect();
                let standing = self.tables.get(from);
                let counted = standing.is_some_and(|standing| {
                    standing.new.is_subset(&might) && might.is_subset(&standing.all)
                });
                let (table, outside) = match from {
                    Source::Table(table) => (Some(table.0), None),
                    Source::Outside(outside) => (None, Some(outside.0)),
                };
                let crossing = MysteryCrossing {
                    table,
                    outside,
                    round: *round,
                    before: before.0,
                    added: std::mem::take(&mut self.added),
                    after: after.0,
                    eligible: eligible.iter().map(|it| it.area).collect(),
                    count: if table.is_some() { eligible.len() as u32 } else { *count },
                    players: eligible.iter().map(|it| it.player).collect(),
                    counted: Some(counted),
                };
                self.moved(crossing);
            }
            _ => {}
        }
    }

    /// Remembers who moved the meter higher than it had been: only they can have passed the trigger.
    fn moved(&mut self, crossing: MysteryCrossing) {
        let Some((proof, higher)) = &mut self.open else { return };
        let highest = higher.last().map_or(proof.highest, |last| last.after);
        if crossing.after <= highest {
            return;
        }
        higher.push(crossing);
        if higher.len() > UNSEEN {
            proof.highest = higher.remove(0).after;
        }
    }

    /// The house has shown both keys.
    fn hit(
        &mut self,
        (pool, number): (u32, u64),
        [trigger_key, winner_key]: [String; 2],
        trigger: u64,
        (winner, of): (u32, u32),
    ) {
        let (mut proof, mut higher) = self.ends(pool, number);
        let passed = higher.iter().position(|crossing| trigger <= crossing.after);
        if let Some(before) = passed.and_then(|at| at.checked_sub(1)) {
            proof.highest = higher[before].after;
        }
        let crossing = passed.map(|at| higher.remove(at));
        let award = None;
        proof.won =
            Some(MysteryWon { trigger_key, winner_key, trigger, winner, of, crossing, award });
        self.keep(proof);
    }

    /// The house has shown both keys, and nobody has won.
    fn show(
        &mut self,
        (pool, number): (u32, u64),
        [trigger_key, winner_key]: [String; 2],
        trigger: u64,
    ) {
        let (mut proof, higher) = self.ends(pool, number);
        proof.highest = higher.last().map_or(proof.highest, |last| last.after);
        proof.shown = Some(MysteryShown { trigger_key, winner_key, trigger });
        self.keep(proof);
    }

    /// Two people have given up both keys as lost.
    fn lose(&mut self, (pool, number): (u32, u64)) {
        let (proof, higher) = self.ends(pool, number);
        let highest = higher.last().map_or(proof.highest, |last| last.after);
        self.keep(MysteryProof { highest, lost: true, ..proof });
    }

    /// Ends what the house was committed to; what nobody has heard of has no records.
    fn ends(&mut self, pool: u32, number: u64) -> (MysteryProof, Vec<MysteryCrossing>) {
        let none = || (MysteryProof { pool, number, ..MysteryProof::default() }, Vec::new());
        self.open.take().unwrap_or_else(none)
    }

    /// Remembers what has become of a prize.
    fn keep(&mut self, proof: MysteryProof) {
        self.past.push(proof);
        if self.past.len() > KEPT {
            self.past.remove(0);
        }
    }

    /// A mystery prize was locked; there must be keys for it.
    fn pay(&mut self, pool: u32, award: u32, reading: Cents, lines: &[AwardLine]) {
        let line = lines.first();
        let paid = MysteryPaid {
            award,
            reading: reading.0,
            area: line.map_or(0, |line| line.area),
            pays: line.map_or(0, |line| line.pays.0),
            player: line.and_then(|line| line.player),
        };
        let last = self.past.last_mut().and_then(|proof| proof.won.as_mut());
        match last.filter(|won| won.award.is_none()) {
            Some(won) => won.award = Some(paid),
            None => {
                let won = MysteryWon { award: Some(paid), ..MysteryWon::default() };
                self.past.push(MysteryProof { pool, won: Some(won), ..MysteryProof::default() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use croupier_engine::Cents;
    use croupier_floor::{hex, trigger, trigger_commitment, winner, winner_commitment};

    use super::{MysteryCrossing, MysteryPaid, MysteryProof, MysteryShown, MysteryWon};

    /// The same figures are in web/tests/chance.test.mjs: the page draws what the house draws.
    #[test]
    fn draws_of_the_zero_key_never_change() {
        let draw = |span| trigger(&[0; 32], (Cents(0), Cents(span))).0 - 1;
        assert_eq!([draw(200), draw(10_000_000)], [10, 604_010]);
        assert_eq!([winner(&[0; 32], 7), winner(&[0; 32], 1)], [4, 0]);
    }

    fn proof() -> MysteryProof {
        let (key, between) = ([3; 32], (Cents(5000), Cents(5200)));
        let at = trigger(&key, between).0;
        let won = MysteryWon {
            trigger_key: hex(&key),
            winner_key: hex(&key),
            trigger: at,
            winner: winner(&key, 3) + 1,
            of: 3,
            crossing: Some(MysteryCrossing {
                table: Some(11),
                round: 9,
                before: at - 60,
                added: vec![25; 3],
                after: at + 15,
                eligible: vec![1, 4, 6],
                count: 3,
                ..MysteryCrossing::default()
            }),
            award: Some(MysteryPaid {
                award: 1,
                reading: at + 15,
                area: [1, 4, 6][winner(&key, 3) as usize],
                pays: at + 20,
                player: None,
            }),
        };
        MysteryProof {
            pool: 2,
            number: 4,
            above: between.0.0,
            ceiling: between.1.0,
            trigger_commitment: trigger_commitment(2, 4, &key),
            winner_commitment: winner_commitment(2, 4, &key),
            highest: at - 60,
            won: Some(won),
            shown: None,
            lost: false,
        }
    }

    /// A prize that nobody has won is proved by its keys, and by how far the meter had come.
    #[test]
    fn keys_of_a_prize_that_nobody_has_won_prove_it() {
        let MysteryProof { won, .. } = proof();
        let MysteryWon { trigger_key, winner_key, trigger, .. } = won.unwrap_or_default();
        let shown = Some(MysteryShown { trigger_key, winner_key, trigger });
        let unwon = MysteryProof { won: None, shown, ..proof() };
        assert!(is_right(&unwon) && unwon.check().len() == 4);
        assert!(!is_right(&MysteryProof { highest: trigger, ..unwon.clone() }), "it was passed");
        assert!(!is_right(&MysteryProof { number: 5, ..unwon }), "another commitment");
    }

    fn is_right(proof: &MysteryProof) -> bool {
        proof.check().iter().all(|checked| checked.right)
    }

    #[test]
    fn each_thing_that_is_wrong_is_found() {
        assert!(is_right(&proof()) && proof().check().len() >= 7);
        type Lie = fn(&mut MysteryProof, &mut MysteryWon);
        let lies: [Lie; 14] = [
            |it, _| it.pool += 1,
            |it, _| it.number += 1,
            |it, _| it.ceiling -= 1,
            |it, won| it.highest = won.trigger,
            |_, won| won.trigger_key = hex(&[4; 32]),
            |_, won| won.winner_key = hex(&[4; 32]),
            |_, won| won.trigger += 1,
            |_, won| won.winner = won.winner % 3 + 1,
            |_, won| won.of += 1,
            |_, won| won.crossing = None,
            |_, won| won.award = None,
            |_, won| won.award.iter_mut().for_each(|award| award.area = 7),
            // The winner gets what the meter showed, and not just what the trigger is.
            |_, won| won.award.iter_mut().for_each(|award| award.reading = won.trigger),
            |_, won| won.award.iter_mut().for_each(|award| award.pays = award.reading - 1),
        ];
        for (nth, lie) in lies.iter().enumerate() {
            let mut told = proof();
            let mut won = told.won.take().unwrap_or_default();
            lie(&mut told, &mut won);
            told.won = Some(won);
            assert!(!is_right(&told), "lie {nth}");
        }
        let given = serde_json::to_string(&proof()).unwrap_or_default();
        assert_eq!(serde_json::from_str::<MysteryProof>(&given).ok(), Some(proof()));
    }
}
