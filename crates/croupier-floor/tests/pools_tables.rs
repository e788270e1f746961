//! Rounds at two tables of a pool, in an order that nobody chose: hands that share, rounds that are void, dealt again,
//! ended or cancelled, wagers that are carried or go back, suspensions. After each round every meter is what a model says
//! that counts wagers and prizes in parts of a cent and shares no code with the floor.

use crate::support::Pit;
use crate::support::pools::{THIRDS, wagered};
use croupier_floor::{Account, Level, PoolId};

/// Thirds and sevenths of a cent are whole numbers of these.
const PARTS: i128 = 21;

/// What a wager of 500 brings to the major and the minor meter, in parts: 500/3 and 1500/7.
const BRINGS: [i128; 2] = [3_500, 4_500];
const SEEDS: [i128; 2] = [1_000_000, 200_000];
const GUARANTEES: [i128; 2] = [10_000_000, 1_000_000];
const PLAYERS: [&str; 3] = ["ann", "bob", "cyd"];
/// Three of these win the major meter, or the minor one.
const WINS: [&str; 2] = ["AD", "AC"];

#[derive(Clone, Copy)]
struct Meter {
    shows: i128,
    paid: i128,
}

struct Model {
    meters: [Meter; 2],
    wagers: i128,
    awards: u32,
}

impl Model {
    fn shown(&self, level: usize) -> i128 {
        self.meters[level].shows.div_euclid(PARTS)
    }

    fn counts(&mut self, wagers: i128) {
        self.wagers += wagers;
        for (meter, brings) in self.meters.iter_mut().zip(BRINGS) {
            meter.shows += wagers * brings;
        }
    }

    /// Locks what a meter shows; returns that.
    fn locks(&mut self, level: usize) -> i128 {
        let shown = self.shown(level);
        self.meters[level].shows += (SEEDS[level] - shown) * PARTS;
        self.awards += 1;
        shown
    }

    fn restores(&mut self, level: usize, shown: i128) {
        self.meters[level].shows += (shown - SEEDS[level]) * PARTS;
    }

    /// Returns what so many hands get together for what a meter showed, in chips of 100.
    fn prize(level: usize, shown: i128, hands: i128) -> i128 {
        let chips = |cents: i128| (cents + 99) / 100 * 100;
        chips((chips(shown.max(GUARANTEES[level])) + hands - 1) / hands) * hands
    }
}

struct Night {
    pit: Pit,
    model: Model,
    random: u64,
    /// Whose wagers are carried at each table.
    carried: [Vec<usize>; 2],
    /// How many cards that win nothing each table has seen.
    cards: [usize; 2],
    seen: [u32; 6],
}

/// What a hand is: one that wins this meter, or nothing of the jackpot.
type Class = Option<usize>;

impl Night {
    fn new(random: u64) -> Self {
        let mut pit = Pit::with_pool(THIRDS);
        pit.opens(2, 100);
        pit.links(2, 1);
        for (player, seat) in PLAYERS.into_iter().zip(1..) {
            pit.sits_at(2, player, seat);
        }
        let meters = SEEDS.map(|seed| Meter { shows: seed * PARTS, paid: 0 });
        let model = Model { meters, wagers: 0, awards: 0 };
        Self { pit, model, random, carried: [Vec::new(), Vec::new()], cards: [0; 2], seen: [0; 6] }
    }

    fn below(&mut self, most: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 13) % most
    }

    /// Deals a card that wins nothing; there are six of each in the device.
    fn other(&mut self, table: u32) {
        let cards = &mut self.cards[table as usize - 1];
        let (rank, suit) = (*cards % 12, *cards / 12 % 4);
        *cards += 1;
        let text = |all: &str, at: usize| all.chars().nth(at).unwrap();
        let card = format!("{}{}", text("23456789TJQK", rank), text("SHDC", suit));
        self.pit.card(table, &card);
    }

    /// Deals all cards of a round.
    fn cards(&mut self, table: u32, hands: &[Class]) {
        for _ in 0..3 {
            for class in hands {
                match class {
                    Some(level) => self.pit.card(table, WINS[*level]),
                    None => self.other(table),
                }
            }
            self.other(table);
        }
    }

    /// A supervisor has a round dealt again from its own cards.
    fn rebuild(&mut self, table: u32, hands: &[Class]) {
        self.pit.step(table, "dan", r#"{"irregular":{"what":"misdealt"}}"#);
        self.pit.step(table, "sue", r#"{"ruling":{"answer":"yes"}}"#);
        self.cards(table, hands);
    }

    /// Has some of the players wager at a table; those with a carried wager bet, or take it back.
    fn wagers(&mut self, table: u32) -> Vec<usize> {
        let carried = std::mem::take(&mut self.carried[table as usize - 1]);
        let mut plays = Vec::new();
        for (at, player) in PLAYERS.into_iter().enumerate() {
            let (area, choice) = (at as u8 + 1, self.below(3));
            match (carried.contains(&at), choice) {
                (true, 0) => {
                    let back = format!(
                        r#"{{"withdraw":{{"player":"{player}","area":{area},"on":"jackpot"}}}}"#
                    );
                    self.pit.step(table, player, &back);
                    self.model.counts(-1);
                }
                (true, _) => {
                    self.pit.bets(table, player, area);
                    plays.push(at);
                }
                (false, 0) if at > 0 => {}
                (false, _) => {
                    self.pit.plays(table, player, area);
                    plays.push(at);
                }
            }
        }
        let new = plays.iter().filter(|at| !carried.contains(at)).count();
        if new > 0 {
            self.pit.collect(table);
        }
        self.check();
        plays.sort_unstable();
        // What was carried is counted already.
        if !plays.is_empty() {
            self.model.counts(new as i128);
        }
        plays
    }

    /// Plays a round at a table, at most once with a hand that wins a meter.
    fn round(&mut self, table: u32, wins: bool) {
        let plays = self.wagers(table);
        if plays.is_empty() {
            return;
        }
        if self.below(6) == 0 {
            self.pit.two(r#"{"suspend-pool":{"pool":1,"why":"dark"}}"#);
            let area = plays[0] as u8 + 1;
            self.pit.refused(
                table,
                PLAYERS[plays[0]],
                &wagered(PLAYERS[plays[0]], area, "jackpot", 500),
                "10.3",
            );
        }
        match self.below(if wins { 8 } else { 4 }) {
            0 => self.ends(table, &plays),
            1 => self.void(table, &plays),
            _ => self.deals(table, &plays, wins),
        }
        if self.pit.pool(1).state == croupier_floor::PoolState::Suspended {
            self.pit.two(r#"{"resume-pool":{"pool":1}}"#);
        }
        self.check();
    }

    /// The round is void after its first card: what was wagered is carried.
    fn void(&mut self, table: u32, plays: &[usize]) {
        self.other(table);
        self.check();
        self.pit.step(table, "sue", r#"{"void":{"why":"a jam"}}"#);
        self.carried[table as usize - 1] = plays.to_vec();
        self.seen[0] += 1;
    }

    /// The round ends because somebody was disadvantaged: everything goes back.
    fn ends(&mut self, table: u32, plays: &[usize]) {
        self.other(table);
        self.check();
        self.pit.step(table, "dan", r#"{"irregular":{"what":"device-fault","device":7}}"#);
        self.pit.step(table, "sue", r#"{"ruling":{"answer":"yes"}}"#);
        self.model.counts(-(plays.len() as i128));
        self.pit.shuffles(table);
        self.seen[1] += 1;
    }

    fn deals(&mut self, table: u32, plays: &[usize], wins: bool) {
        let level = self.below(2) as usize;
        let winners = if wins { 1 + self.below(plays.len().min(2) as u64) as usize } else { 0 };
        let class = |at: usize| (at < winners).then_some(level);
        let hands: Vec<Class> = (0..plays.len()).map(class).collect();
        self.cards(table, &hands);
        if winners == 0 {
            self.pit.settles(table);
            self.seen[2] += 1;
            return;
        }
        let shown = self.model.locks(level);
        let award = self.model.awards;
        let total = Model::prize(level, shown, winners as i128);
        self.pending(level, total);
        let what = self.below(4);
        if what == 0 {
            // Nobody has won after all, before anything was paid.
            self.rebuild(table, &vec![None; hands.len()]);
            self.pit.settles(table);
            self.model.restores(level, shown);
            self.seen[3] += 1;
            return;
        }
        self.pit.pays_award(table, award);
        self.model.meters[level].paid += total;
        self.pending(level, 0);
        self.check();
        if what == 1 {
            // The outcome is cancelled after it was paid: prize and wagers go back.
            self.pit.cancels(table);
            self.model.counts(-(plays.len() as i128));
            self.model.restores(level, shown);
            self.model.meters[level].paid -= total;
            self.seen[4] += 1;
        } else if what == 2 && winners > 1 {
            // One of the hands has won alone.
            let mut alone = vec![None; hands.len()];
            alone[0] = Some(level);
            self.rebuild(table, &alone);
            let alone = Model::prize(level, shown, 1);
            self.pit.pays_award_again(table, award);
            self.model.meters[level].paid += alone - total;
            self.seen[5] += 1;
        }
    }

    fn pending(&self, level: usize, wanted: i128) {
        let level = Level::ALL[level];
        let pending = self.pit.balance(Account::PoolPending(PoolId(1), level));
        assert_eq!(i128::from(pending), wanted);
    }

    /// Compares the meters, what was brought, what was paid and what the house put in with the model.
    fn check(&self) {
        let pool = self.pit.pool(1);
        assert!(pool.adds_up(&self.pit.floor.ledger));
        for (level, meter) in Level::ALL.into_iter().zip(&self.model.meters) {
            let book = pool.level(level);
            let part = i128::from(book.carry.part) * PARTS / i128::from(book.carry.of);
            let (shows, _) = self.pit.meter(1, level);
            assert_eq!(i128::from(shows) * PARTS + part, meter.shows, "{level:?}");
            let brought = i128::from(book.contributed) * PARTS + part;
            assert_eq!(brought, self.model.wagers * BRINGS[level as usize], "{level:?}");
            assert_eq!(i128::from(book.paid), meter.paid, "{level:?}");
        }
    }
}

impl Pit {
    /// The cards are shuffled again.
    fn shuffles(&mut self, table: u32) {
        self.does("dan", &format!(r#"{{"begin-shuffle":{{"table":{table}}}}}"#));
        self.does("dan", &format!(r#"{{"load":{{"table":{table},"cutting_card":null}}}}"#));
        self.step(table, "dan", r#"{"burn":true}"#);
    }

    /// A prize is shared anew: it is verified anew, and paid.
    fn pays_award_again(&mut self, table: u32, award: u32) {
        self.refused(table, "dan", r#"{"paid":true}"#, "8.2");
        self.pays_award(table, award);
    }
}

#[test]
fn exact_whatever_happens_at_the_tables() {
    let told = std::env::var("CROUPIER_POOL_NIGHTS");
    let nights = told.map_or(60, |text| text.parse().expect("a number of nights"));
    let mut seen = [0; 6];
    for seed in 1..=nights {
        let mut night = Night::new(0x9e37_79b9_7f4a_7c15 ^ (seed * 0x1234_5678_9abc));
        let wins = [night.below(4), night.below(4)];
        for round in 0..4 {
            for table in 1..=2 {
                night.round(table, wins[table as usize - 1] == round);
            }
        }
        seen.iter_mut().zip(night.seen).for_each(|(all, one)| *all += one);
    }
    println!(
        "void {}, ended {}, plain {}, reversed {}, cancelled {}, shared anew {}",
        seen[0], seen[1], seen[2], seen[3], seen[4], seen[5]
    );
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}
