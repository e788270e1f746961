//! A house with prize pools: tables of bACEball dealt by hand, what is wagered and dealt at them, and what meters show.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use croupier_engine::Kind;
use croupier_floor::{Account, ActResult, Carry, Event, Level, Pool, PoolChange, PoolId, TableId};

use super::Pit;

/// The price of a jackpot wager in most tests, in cents.
pub(crate) const PRICE: u64 = 500;

/// Terms by which the meters get a third and three sevenths of each wager, and the house keeps five of twenty-one
/// parts: 1/3 + 3/7 + 5/21 = 7/21 + 9/21 + 5/21.
pub(crate) const THIRDS: &str = r#"{"prizes":"3-card","wager":500,"major":{"share":[1,3],"seed":1000000},"minor":{"share":[3,7],"seed":200000},"retained":[5,21]}"#;

/// Terms with a mystery prize: of 5.00 the meters get 1.00, 0.50 and 2.00, and the house keeps 1.50.
pub(crate) const MYSTERY: &str = r#"{"prizes":"3-card","wager":500,"major":{"share":[1,5],"seed":1000000},"minor":{"share":[1,10],"seed":200000},"mystery":{"share":[2,5],"start":10000,"ceiling":12000},"retained":[3,10]}"#;

/// Cards of a round that win nothing of the jackpot.
pub(crate) const NOTHING: [&str; 3] = ["2S", "9C", "7D"];

/// Hands that win the major meter, and the minor one.
pub(crate) const MAJOR: [&str; 3] = ["AD", "AD", "AD"];
pub(crate) const MINOR: [&str; 3] = ["AH", "AH", "AH"];
pub(crate) const OTHER_MINOR: [&str; 3] = ["AS", "AS", "AS"];

/// Cards of the dealer.
pub(crate) const DEALER: [&str; 3] = ["3S", "8C", "6D"];

/// The cards of an area.
pub(crate) type Hand<'a> = (u8, [&'a str; 3]);

impl Pit {
    /// A house with one table of bACEball, a pool 1 with these terms, and the table linked to it; four players sit there.
    pub(crate) fn with_pool(terms: &str) -> Self {
        let mut pit = Self::open(Kind::Baceball);
        pit.starts_pool(1, terms);
        pit.links(1, 1);
        for (player, seat) in ["ann", "bob", "cyd", "dee"].into_iter().zip(1..) {
            pit.sits(player, seat);
        }
        pit
    }

    /// Drafts, approves and starts a pool.
    pub(crate) fn starts_pool(&mut self, pool: u32, terms: &str) {
        self.approves_pool(pool, terms);
        self.two(&format!(r#"{{"start-pool":{{"pool":{pool}}}}}"#));
    }

    /// Drafts and approves a pool.
    pub(crate) fn approves_pool(&mut self, pool: u32, terms: &str) {
        self.two(&format!(
            r#"{{"draft-pool":{{"pool":{pool},"name":"pool {pool}","terms":{terms}}}}}"#
        ));
        self.two(&format!(
            r#"{{"approve-pool":{{"pool":{pool},"reference":"L&GA {pool}","date":"2016-08-17"}}}}"#
        ));
    }

    /// Links a table to a pool.
    pub(crate) fn links(&mut self, table: u32, pool: u32) {
        self.two(&format!(r#"{{"link-table":{{"table":{table},"pool":{pool}}}}}"#));
    }

    /// Opens one more table of bACEball with this chip, with cards that are ready to be dealt.
    pub(crate) fn opens(&mut self, table: u32, chip: u64) {
        self.does("sue", &format!(
            r#"{{"open":{{"table":{table},"name":"table {table}","game":"baceball","setup":{{"chip":{chip},"limits":{{"bet":{{"min":500,"max":100000}}}}}},"float":5000000,"dealing":"physical","seats":7}}}}"#
        ));
        self.does(
            "sue",
            &format!(r#"{{"register-cards":{{"set":{table},"decks":6,"backs":"blue"}}}}"#),
        );
        self.does("dan", &format!(r#"{{"check-cards":{{"set":{table},"cards":312}}}}"#));
        self.does("dan", &format!(r#"{{"bring-cards":{{"table":{table},"set":{table}}}}}"#));
        let of_table = |task: &&croupier_floor::Task| task.table == Some(TableId(table));
        let checks: Vec<_> =
            self.floor.tasks.iter().filter(of_table).map(|task| task.task).collect();
        for task in checks {
            self.does("sue", &format!(r#"{{"task-done":{{"table":{table},"task":{task}}}}}"#));
        }
        self.does("dan", &format!(r#"{{"begin-shuffle":{{"table":{table}}}}}"#));
        self.does("dan", &format!(r#"{{"load":{{"table":{table},"cutting_card":null}}}}"#));
        self.step(table, "dan", r#"{"burn":true}"#);
    }

    /// A player sits down at a table with chips.
    pub(crate) fn sits_at(&mut self, table: u32, player: &str, seat: u8) {
        self.does(
            player,
            &format!(r#"{{"sit":{{"table":{table},"player":"{player}","seat":{seat}}}}}"#),
        );
        self.does(
            player,
            &format!(r#"{{"bring":{{"table":{table},"player":"{player}","amount":200000}}}}"#),
        );
    }

    /// Somebody takes a step at a table.
    pub(crate) fn step(&mut self, table: u32, who: &str, step: &str) {
        self.does(who, &steps(table, step));
    }

    /// A step is denied by a clause.
    pub(crate) fn refused(&mut self, table: u32, who: &str, step: &str, clause: &str) {
        self.denied(who, &steps(table, step), clause);
    }

    /// A player wagers 10.00 on an area.
    pub(crate) fn bets(&mut self, table: u32, player: &str, area: u8) {
        self.step(table, player, &wagered(player, area, "bet", 1000));
    }

    /// A player wagers on an area and its jackpot spot, and the light goes on.
    pub(crate) fn plays(&mut self, table: u32, player: &str, area: u8) {
        self.bets(table, player, area);
        self.jackpot(table, player, area);
    }

    /// A player wagers on the jackpot spot of an area, and the light goes on.
    pub(crate) fn jackpot(&mut self, table: u32, player: &str, area: u8) {
        self.step(table, player, &wagered(player, area, "jackpot", PRICE));
        self.accept(table, player, area);
    }

    pub(crate) fn accept(&mut self, table: u32, player: &str, area: u8) {
        self.step(table, "dan", &format!(r#"{{"accept":{{"player":"{player}","area":{area}}}}}"#));
    }

    /// The dealer sweeps the jackpot wagers.
    pub(crate) fn collect(&mut self, table: u32) {
        self.step(table, "dan", r#"{"collect":true}"#);
    }

    pub(crate) fn card(&mut self, table: u32, card: &str) {
        self.step(table, "dan", &format!(r#"{{"card":"{card}"}}"#));
    }

    /// The dealer deals all cards of a round: each hand has three, in the order of the areas, and the dealer last.
    pub(crate) fn deals(&mut self, table: u32, hands: &[Hand<'_>]) {
        for at in 0..3 {
            for (_, cards) in hands {
                self.card(table, cards[at]);
            }
            self.card(table, DEALER[at]);
        }
    }

    /// The dealer says that everything is paid and taken.
    pub(crate) fn settles(&mut self, table: u32) {
        self.step(table, "dan", r#"{"paid":true}"#);
    }

    /// Plays a round in which one player wagers on one area, and wins nothing of the jackpot.
    pub(crate) fn round(&mut self, table: u32, player: &str, area: u8) {
        self.plays(table, player, area);
        self.collect(table);
        self.deals_nothing(table);
        self.settles(table);
    }

    /// The dealer deals a round with one hand that wins nothing of the jackpot, with cards of other suits every
    /// six rounds: there are six of each.
    pub(crate) fn deals_nothing(&mut self, table: u32) {
        let turn = self.floor.rooms[&TableId(table)].round as usize / 6;
        let suit = |at: usize| ["S", "C", "D", "H"][(at + turn) % 4];
        for (at, (own, dealers)) in [(2, 3), (9, 8), (7, 6)].into_iter().enumerate() {
            self.card(table, &format!("{own}{}", suit(at)));
            self.card(table, &format!("{dealers}{}", suit(at)));
        }
    }

    /// A supervisor verifies a prize, and the dealer pays.
    pub(crate) fn pays_award(&mut self, table: u32, award: u32) {
        self.does("sue", &format!(r#"{{"verify-award":{{"table":{table},"award":{award}}}}}"#));
        self.settles(table);
    }

    /// A supervisor has a round dealt again from its own cards.
    pub(crate) fn rebuild(&mut self, table: u32, hands: &[Hand<'_>]) {
        self.step(table, "dan", r#"{"irregular":{"what":"misdealt"}}"#);
        self.step(table, "sue", r#"{"ruling":{"answer":"yes"}}"#);
        self.deals(table, hands);
    }

    /// Sets a meter under a reference of the Authority.
    pub(crate) fn adjusts(&mut self, level: &str, before: u64, after: u64) {
        self.two(&format!(
            r#"{{"adjust-meter":{{"pool":1,"level":"{level}","before":{before},"after":{after},"why":"test","reference":"L&GA 3"}}}}"#
        ));
    }

    /// The outcome of a round is cancelled, because two people say so.
    pub(crate) fn cancels(&mut self, table: u32) {
        let cancel =
            r#"{"irregular":{"what":"invalidate","cause":"disruption","why":"fire alarm"}}"#;
        let request = self.asks("sue", &steps(table, cancel));
        self.does("max", &format!(r#"{{"approve":{{"request":{request}}}}}"#));
    }

    pub(crate) fn pool(&self, pool: u32) -> &Pool {
        self.floor.pools.get(PoolId(pool)).unwrap()
    }

    /// Returns what a meter shows, and the fraction of a cent beyond it.
    pub(crate) fn meter(&self, pool: u32, level: Level) -> (u64, (u64, u64)) {
        let known = self.pool(pool);
        let Carry { part, of } = known.level(level).carry;
        (known.reading(level, &self.floor.ledger).0, (part, of))
    }

    /// Returns what the three meters of a pool show, in whole cents.
    pub(crate) fn readings(&self, pool: u32) -> [u64; 3] {
        Level::ALL.map(|level| self.meter(pool, level).0)
    }

    pub(crate) fn balance(&self, account: Account) -> i64 {
        self.floor.ledger.balance(account)
    }

    /// Returns what the house has put into a meter: seeds, guarantees, what paying up costs.
    pub(crate) fn top_up(&self, pool: u32, level: Level) -> i64 {
        -self.balance(Account::PoolTopUp(PoolId(pool), level))
    }

    pub(crate) fn retained(&self, pool: u32) -> i64 {
        self.balance(Account::PoolRetained(PoolId(pool)))
    }

    pub(crate) fn pending(&self, pool: u32, level: Level) -> i64 {
        self.balance(Account::PoolPending(PoolId(pool), level))
    }

    pub(crate) fn float(&self, table: u32) -> i64 {
        self.balance(Account::Float(TableId(table)))
    }

    pub(crate) fn rack(&self, table: u32, player: &str) -> i64 {
        let player = self.floor.people.find(player).unwrap();
        self.balance(Account::Rack(TableId(table), player))
    }

    /// Lists what became of pools with the last act.
    pub(crate) fn changes<'a>(&'a self) -> Vec<&'a PoolChange> {
        let change = |event: &'a Event| match event {
            Event::Pool { change, .. } => Some(change),
            _ => None,
        };
        self.events.iter().filter_map(change).collect()
    }

    /// The program takes a message of a table that does not run here.
    pub(crate) fn feed(&mut self, pool: u32, outside: u32, number: u64, what: &str) -> ActResult {
        self.told("house", &fed(pool, outside, number, what))
    }

    /// The same, and it must be taken.
    pub(crate) fn feeds(&mut self, pool: u32, outside: u32, number: u64, what: &str) {
        assert_eq!(self.feed(pool, outside, number, what), ActResult::Done, "{number}: {what}");
    }
}

pub(crate) fn steps(table: u32, step: &str) -> String {
    format!(r#"{{"step":{{"table":{table},"step":{step}}}}}"#)
}

pub(crate) fn wagered(player: &str, area: u8, on: &str, amount: u64) -> String {
    format!(r#"{{"wager":{{"player":"{player}","area":{area},"on":"{on}","amount":{amount}}}}}"#)
}

pub(crate) fn fed(pool: u32, outside: u32, number: u64, what: &str) -> String {
    format!(
        r#"{{"pool-feed":{{"pool":{pool},"outside":{outside},"number":{number},"what":{what}}}}}"#
    )
}
