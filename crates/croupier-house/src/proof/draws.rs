//! Which draws a journal proves: that no key comes twice, that every round which is over has shown its key, and that a key
//! which was given up as lost could have been lost. The keys of mystery prizes are keys like those of rounds.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use croupier_engine::Due;
use croupier_floor::{
    Act, ActResult, Answer, Denied, EdgeAct, Event, HOUSE, PoolAct, PoolChange, PoolId, Reason,
    Recorded, TableAct, TableId,
};
use croupier_journal::Record;

use super::{Played, Proof};
use crate::live::Replay;

/// What is known of the keys of all tables so far.
#[derive(Default)]
pub(super) struct SeenKeys {
    /// Every commitment and every key, with the entry that has it: none may come twice.
    seen: HashMap<String, u64>,
    /// The entries by which tables were last committed: to the key of a round, and to that of a burn.
    rounds: HashMap<TableId, u64>,
    burns: HashMap<TableId, u64>,
    /// The entries by which the house was last committed to the mystery prize of each pool.
    mysteries: HashMap<PoolId, u64>,
    /// The secret that the journal was last committed to, and the last entry that put another in its place.
    secret: Option<String>,
    replaced: Option<u64>,
    /// The tables whose last round is over, and whose key was not shown yet.
    over: HashMap<TableId, Over>,
    /// How many draws were given up as lost, and how many have not been proved yet.
    lost: u64,
    unproved: u64,
}

/// A round that is over and whose key was not shown yet.
struct Over {
    /// Since when the program could have shown it, by the time of the house.
    since: u64,
    /// Whether something else was done or tried at the table, or chips were taken from there.
    passed: bool,
}

/// How long a key may be kept back, in milliseconds: the program shows it at once.
pub(super) const AT_ONCE: u64 = 60_000;

impl SeenKeys {
    /// Takes note of an entry, on the floor as it is after it.
    pub(super) fn take(
        &mut self,
        replay: &Replay,
        (act, answer): (&Recorded, &Answer),
        record: &Record,
        proof: &mut Proof,
    ) {
        let number = record.number;
        if self.secret != replay.bound_secret {
            let first = std::mem::replace(&mut self.secret, replay.bound_secret.clone()).is_none();
            self.replaced = if first { self.replaced } else { Some(number) };
        }
        self.take_order(replay, (act, answer), record);
        if !answer.is_done() {
            return;
        }
        match act {
            Act::TableAct(act) => self.take_act(act, number, &mut proof.faults),
            Act::PoolAct(act) => self.take_pool_act(act, number, &mut proof.faults),
            Act::HouseAct(_) | Act::PromotionAct(_) | Act::EdgeAct(_) => {}
        }
        for event in &answer.events {
            match event {
                Event::KeyLost { table, commitment, draws, shuffle } => {
                    self.take_loss(*table, (*commitment, *shuffle), *draws, number, proof);
                }
                Event::Pool { pool, change: PoolChange::KeyLost { unseen, .. } } => {
                    self.take_pool_loss(*pool, *unseen, number, proof);
                }
                _ => {}
            }
        }
    }

    /// Takes note of what happens between the end of a round and its key: the program has nothing to do there but to show
    /// it, and nobody takes away what the round has brought.
    fn take_order(
        &mut self,
        replay: &Replay,
        (act, answer): (&Recorded, &Answer),
        record: &Record,
    ) {
        let entry = &record.chained.entry;
        let by_program = replay.floor.people.find(HOUSE).is_some_and(|it| it.0 == entry.who);
        let waited = matches!(
            &answer.verdict,
            ActResult::Denied(Denied { reason: Reason::KeyNotShown, .. })
        );
        let is_time = matches!(act, Act::TableAct(TableAct::Time { .. }));
        let takes = matches!(act, Act::EdgeAct(EdgeAct::Leave { .. } | EdgeAct::Take { .. }));
        if let Some(over) = self.over.get_mut(&TableId(entry.chain.0)) {
            over.passed |= waited || by_program && !is_time || takes && answer.is_done();
        }
        let now = replay.floor.now;
        for event in &answer.events {
            match event {
                Event::Round { table, .. } => {
                    self.over.insert(*table, Over { since: now, passed: false });
                }
                Event::Proved { table, .. } | Event::KeyLost { table, .. } => {
                    self.over.remove(table);
                }
                Event::Clock { was, now } => {
                    let moved = |at: &mut u64| *at = at.saturating_add(*now).saturating_sub(*was);
                    self.over.values_mut().for_each(|over| moved(&mut over.since));
                }
                _ => {}
            }
        }
        // While a request holds the table, the program waits.
        let rooms = &replay.floor.rooms;
        let held = |table: &TableId| rooms.get(table).is_some_and(|room| room.held.is_some());
        let held = self.over.iter_mut().filter(|(table, _)| held(table));
        held.for_each(|(_, over)| over.since = now);
    }

    fn take_act<P: croupier_floor::Naming>(
        &mut self,
        act: &TableAct<P>,
        number: u64,
        faults: &mut Vec<String>,
    ) {
        use TableAct::{BeginShuffle, Commit, Reveal, RevealBurn};
        let (what, digits) = match act {
            Commit { table, commitment } => {
                self.rounds.insert(*table, number);
                ("commitment", commitment)
            }
            BeginShuffle { table, burn: Some(commitment), .. } => {
                self.burns.insert(*table, number);
                ("commitment", commitment)
            }
            Reveal { key, .. } | RevealBurn { key, .. } => ("key", key),
            _ => return,
        };
        self.comes_once(what, digits, number, faults);
    }

    /// Takes note of the commitments and keys of mystery prizes.
    fn take_pool_act<P: croupier_floor::Naming>(
        &mut self,
        act: &PoolAct<P>,
        number: u64,
        faults: &mut Vec<String>,
    ) {
        use PoolAct::{CommitMystery, HitMystery, ShowMystery};
        let (what, both) = match act {
            CommitMystery { pool, trigger, winner } => {
                self.mysteries.insert(*pool, number);
                ("commitment", [trigger, winner])
            }
            HitMystery { trigger, winner, .. } | ShowMystery { trigger, winner, .. } => {
                ("key", [trigger, winner])
            }
            _ => return,
        };
        both.into_iter().for_each(|digits| self.comes_once(what, digits, number, faults));
    }

    /// Takes note of a commitment, a key or a seed: none comes twice.
    pub(super) fn comes_once(
        &mut self,
        what: &str,
        digits: &str,
        number: u64,
        faults: &mut Vec<String>,
    ) {
        // Digits may be written in either case, and are the same key.
        match self.seen.entry(digits.to_ascii_lowercase()) {
            Entry::Occupied(first) => {
                let first = first.get();
                faults.push(format!(
                    "entry {number}: the {what} {digits} was used before, in entry {first}"
                ));
            }
            Entry::Vacant(place) => {
                place.insert(number);
            }
        }
    }

    /// Tells whether the house's secret was replaced after an entry.
    pub(super) fn replaced_since(&self, entry: u64) -> bool {
        self.replaced.is_some_and(|at| at > entry)
    }

    /// Takes note of keys that were given up as lost. They can only be lost if the house's secret was replaced after it
    /// committed itself to them.
    fn take_loss(
        &mut self,
        table: TableId,
        (commitment, shuffle): (Option<u64>, Option<u64>),
        draws: u32,
        number: u64,
        proof: &mut Proof,
    ) {
        self.lost += u64::from(draws);
        let since = |known: &HashMap<TableId, u64>| known.get(&table).copied().unwrap_or(0);
        let round = commitment.map(|_| since(&self.rounds));
        let burn = shuffle.map(|_| since(&self.burns));
        let what = format!(
            "entry {number}: the keys of table {} are lost for ever, and {draws} draws stay unproved",
            table.0
        );
        let committed: Vec<_> = round.into_iter().chain(burn).collect();
        self.judge_loss(what, &committed, proof);
    }

    /// Takes note of the keys of a mystery prize that were given up as lost, by the same rule.
    fn take_pool_loss(&mut self, pool: PoolId, unseen: u32, number: u64, proof: &mut Proof) {
        self.lost += 1;
        let what = format!(
            "entry {number}: the keys of a mystery prize of pool {} are lost for ever, and whether {unseen} moves of \
             its meter have won stays unknown",
            pool.0
        );
        let committed = self.mysteries.get(&pool).copied().unwrap_or(0);
        self.judge_loss(what, &[committed], proof);
    }

    /// Says of keys that were given up whether they could be lost: the secret was replaced after each of these entries.
    fn judge_loss(&self, what: String, committed: &[u64], proof: &mut Proof) {
        match committed.iter().all(|since| self.replaced.is_some_and(|at| at > *since)) {
            true => proof.notes.push(what),
            false => proof.faults.push(format!(
                "{what}; but the house's secret had not been replaced since it was committed to them"
            )),
        }
    }

    /// Says which draws are not proved when the journal ends: those of a round that is on are proved when it is over. It is
    /// wrong if a round was over and anything else was done or tried at the table before its key was shown, if chips were
    /// taken from there, or if the house went on for a minute. A round that has just ended is left alone: the house may have
    /// been stopped before the next entry.
    pub(super) fn end(&mut self, replay: &Replay, played: &mut Played, proof: &mut Proof) {
        let (mut on, mut owed) = (Vec::new(), Vec::new());
        for (table, room) in &replay.floor.rooms {
            let draws = room.random.draws();
            if draws == 0 {
                continue;
            }
            self.unproved += draws as u64;
            // Whoever is stopped between the end of a round and its key shows it when the house opens again.
            let is_late = |over: &Over| replay.floor.now.saturating_sub(over.since) >= AT_ONCE;
            let passed = self.over.get(table).is_some_and(|over| over.passed || is_late(over));
            let is_over = room.key_is_owed() && room.table.expects().due != Due::Payment;
            if replay.floor.stopped.contains_key(table) || !(is_over && passed) {
                let list = if is_over { &mut owed } else { &mut on };
                list.push(format!("table {}", table.0));
                continue;
            }
            proof.faults.push(format!(
                "table {}: a round is over and its key was not shown: {draws} draws are not proved",
                table.0
            ));
        }
        if !on.is_empty() {
            let (rounds, verb) = if on.len() == 1 { ("round", "is") } else { ("rounds", "are") };
            let (count, tables) = (on.len(), on.join(", "));
            let what = format!("{count} {rounds} {verb} still on, and their draws not proved yet");
            proof.notes.push(format!("{what}: {tables}"));
        }
        if !owed.is_empty() {
            let what = "a round is over, and its key is to be shown next";
            proof.notes.push(format!("{what}: {}", owed.join(", ")));
        }
        (played.lost, played.unproved) = (self.lost, self.unproved);
    }
}
