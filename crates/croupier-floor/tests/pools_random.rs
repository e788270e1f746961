//! Pools under everything that can happen to them, in an order that nobody chose: after every act each meter is what an
//! exact model says that shares no code with the floor, the books add up, nothing is paid twice, and who only takes over
//! what followed from the acts has the same pools.
//!
//! `CROUPIER_CONTRIBUTIONS=5000000` counts as many wagers; without it 200,000.

use std::collections::BTreeMap;

use croupier_engine::Cents;
use croupier_floor::{
    Account, Act, ActResult, Event, Floor, HOUSE, Key, Level, OutsideId, PoolChange, PoolId,
    Reason, Said, hex, trigger, trigger_commitment, winner_commitment,
};

/// All fractions of a cent here are whole numbers of these: parts of 3, 7, 4, 5, 10 and 21.
const PARTS: i128 = 420;

/// Terms: the price, the parts of the three meters, what they start with.
#[derive(Clone, Copy)]
struct Rules {
    price: u64,
    shares: [(u32, u32); 3],
    retained: (u32, u32),
    seeds: [u64; 3],
    ceiling: u64,
}

const RULES: [Rules; 3] = [
    Rules {
        price: 500,
        shares: [(1, 3), (1, 7), (2, 7)],
        retained: (5, 21),
        seeds: [1_000_000, 200_000, 10_000],
        ceiling: 60_000,
    },
    Rules {
        price: 700,
        shares: [(1, 4), (1, 4), (1, 4)],
        retained: (1, 4),
        seeds: [12_000_000, 6_000, 1],
        ceiling: 30_000,
    },
    Rules {
        price: 300,
        shares: [(2, 5), (1, 10), (1, 5)],
        retained: (3, 10),
        seeds: [0, 1_234_567, 500],
        ceiling: 40_000,
    },
];

impl Rules {
    fn write(&self) -> String {
        let share = |(part, of): (u32, u32)| format!("[{part},{of}]");
        let [major, minor, mystery] = self.shares.map(share);
        let [one, two, start] = self.seeds;
        format!(
            r#"{{"prizes":"3-card","wager":{},"major":{{"share":{major},"seed":{one}}},"minor":{{"share":{minor},"seed":{two}}},"mystery":{{"share":{mystery},"start":{start},"ceiling":{}}},"retained":{}}}"#,
            self.price,
            self.ceiling,
            share(self.retained)
        )
    }
}

/// What the two meters of hands pay at least.
const GUARANTEES: [u64; 2] = [10_000_000, 1_000_000];

/// One meter of the model, in parts of a cent.
#[derive(Clone, Copy, Default)]
struct Meter {
    shows: i128,
    contributed: i128,
    pending: i128,
    paid: i128,
}

/// Wagers of one round of an outside table.
#[derive(Clone, Copy)]
struct Fed {
    count: u64,
    rules: Rules,
    won: [bool; 2],
}

/// The key of a trigger, the trigger, and who passed it first: the table, the round, and what the meter showed.
type Trigger = (Key, u64, Option<(usize, u64, u64)>);

/// The model of one pool.
struct Model {
    rules: Rules,
    meters: [Meter; 3],
    kept: i128,
    outside: Vec<Outside>,
    /// Prizes that wait: their number, meter, table, and what is paid.
    prizes: BTreeMap<u32, (usize, usize, u64)>,
    awards: u32,
    suspended: bool,
    /// What the house is committed to.
    mystery: Option<Trigger>,
    commitments: u64,
}

#[derive(Default)]
struct Outside {
    last: u64,
    chip: u64,
    round: u64,
    over: u64,
    rounds: BTreeMap<u64, Fed>,
    message: String,
}

impl Model {
    fn shown(&self, level: usize) -> i128 {
        self.meters[level].shows.div_euclid(PARTS)
    }

    /// Adds a wager to the meters, or takes one off.
    fn count(&mut self, rules: Rules, count: i128) {
        let amount = i128::from(rules.price) * count;
        let mut kept = amount * PARTS;
        for (meter, (part, of)) in self.meters.iter_mut().zip(rules.shares) {
            let share = amount * i128::from(part) * PARTS / i128::from(of);
            meter.contributed += share;
            meter.shows += share;
            kept -= share;
            // What a meter has not enough of, the house bears.
            if meter.shows < 0 {
                meter.shows = meter.shows.rem_euclid(PARTS);
            }
        }
        self.kept += kept;
    }

    /// Locks a prize of so many cents for what the meter showed; it starts again, with what came since.
    fn lock(&mut self, level: usize, (shown, total): (i128, u64), table: usize) {
        let seed = i128::from(self.rules.seeds[level]);
        let meter = &mut self.meters[level];
        let since = meter.shows.div_euclid(PARTS) - shown;
        let part = meter.shows.rem_euclid(PARTS);
        meter.shows = (seed + since).max(0) * PARTS + part;
        meter.pending += i128::from(total);
        self.awards += 1;
        self.prizes.insert(self.awards, (level, table, total));
    }
}

struct Night {
    floor: Floor,
    /// A floor that takes over what followed, and decides nothing.
    folded: Floor,
    /// What was said with the last act.
    asked: Said,
    random: u64,
    models: BTreeMap<u32, Model>,
    contributions: u64,
    denied: u64,
    hits: [u64; 3],
    /// What was paid to outside tables by the postings, in all pools.
    paid: u64,
}

const OUTSIDE: usize = 3;

impl Night {
    fn new(seed: u64) -> Self {
        let mut night = Self {
            floor: Floor::default(),
            folded: Floor::default(),
            asked: Said::default(),
            random: seed,
            models: BTreeMap::new(),
            contributions: 0,
            denied: 0,
            hits: [0; 3],
            paid: 0,
        };
        for name in ["max", "mia"] {
            let add = format!(r#"{{"add-person":{{"name":"{name}","roles":["manager"]}}}}"#);
            night.must("max", &add);
        }
        for pool in 1..=2 {
            night.open(pool);
        }
        night
    }

    fn open(&mut self, pool: u32) {
        let rules = RULES[pool as usize % 3];
        self.two(&format!(
            r#"{{"draft-pool":{{"pool":{pool},"name":"{pool}","terms":{}}}}}"#,
            rules.write()
        ));
        self.two(&format!(
            r#"{{"approve-pool":{{"pool":{pool},"reference":"L&GA","date":"2016-08-17"}}}}"#
        ));
        self.two(&format!(r#"{{"start-pool":{{"pool":{pool}}}}}"#));
        let mut outside = Vec::new();
        for table in 1..=OUTSIDE {
            let chip = [100, 50, 20][table - 1];
            self.two(&format!(
                r#"{{"link-outside":{{"pool":{pool},"outside":{table},"game":"blackjack","name":"{table}","chip":{chip}}}}}"#
            ));
            outside.push(Outside { chip, ..Outside::default() });
        }
        let meters =
            rules.seeds.map(|seed| Meter { shows: i128::from(seed) * PARTS, ..Meter::default() });
        let model = Model {
            rules,
            meters,
            kept: 0,
            outside,
            prizes: BTreeMap::new(),
            awards: 0,
            suspended: false,
            mystery: None,
            commitments: 0,
        };
        self.models.insert(pool, model);
        self.commit(pool);
    }

    fn below(&mut self, most: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 11) % most
    }

    /// Tells both floors what somebody does.
    fn told(&mut self, who: &str, act: &str) -> ActResult {
        let act = Act::parse(act.as_bytes()).unwrap_or_else(|error| panic!("{act}: {error}"));
        let at = self.floor.now + 1;
        let recording = self.floor.record(who, &act, &mut || [0; 16]);
        let said = recording.said();
        let answer = self.floor.perform(at, recording.who, &recording.act, &said);
        // Who agrees says nothing: the words are those of who asked.
        let said = if act.name() == "approve" { self.asked.clone() } else { said };
        self.asked = said.clone();
        let recorded = (recording.who, &recording.act);
        self.folded.fold(at, recorded, &answer, &said).unwrap();
        for event in &answer.events {
            if let Event::Pool { change: PoolChange::Paid { amount, back: false, .. }, .. } = event
            {
                self.paid += amount.0;
            }
        }
        answer.verdict
    }

    fn must(&mut self, who: &str, act: &str) {
        assert_eq!(self.told(who, act), ActResult::Done, "{who}: {act}");
    }

    fn two(&mut self, act: &str) {
        let ActResult::Waits { request } = self.told("max", act) else { panic!("{act}") };
        self.must("mia", &format!(r#"{{"approve":{{"request":{request}}}}}"#));
    }

    /// The program commits itself to a trigger.
    fn commit(&mut self, pool: u32) {
        let mut key = [pool as u8; 32];
        key[..8].copy_from_slice(&self.random.to_be_bytes());
        let model = self.models.get_mut(&pool).unwrap();
        model.commitments += 1;
        let number = model.commitments;
        let (one, two) =
            (trigger_commitment(pool, number, &key), winner_commitment(pool, number, &key));
        let shown = model.shown(2) as u64;
        let above = shown.max(model.rules.seeds[2]).min(model.rules.ceiling - 1);
        let at = trigger(&key, (Cents(above), Cents(model.rules.ceiling))).0;
        model.mystery = Some((key, at, None));
        self.must(
            HOUSE,
            &format!(
                r#"{{"commit-mystery":{{"pool":{pool},"trigger":"{one}","winner":"{two}"}}}}"#
            ),
        );
    }

    /// The program looks at the mystery prize, as it does after every act, or later.
    fn look(&mut self, pool: u32) {
        let model = self.models.get_mut(&pool).unwrap();
        let (key, at, first) = model.mystery.unwrap();
        let Some((table, _, shown)) = first else {
            let draw = self.floor.pools.get(PoolId(pool)).unwrap().mystery.as_ref().unwrap();
            assert!(draw.crossed(Cents(at)).is_none());
            let Some(last) = draw.unseen.last().map(|it| it.after.0) else { return };
            self.must(HOUSE, &format!(r#"{{"pass-mystery":{{"pool":{pool},"shown":{last}}}}}"#));
            return;
        };
        let chip = model.outside[table].chip;
        model.lock(2, (i128::from(shown), shown.div_ceil(chip) * chip), table);
        model.mystery = None;
        self.hits[2] += 1;
        let digits = hex(&key);
        self.must(
            HOUSE,
            &format!(
                r#"{{"hit-mystery":{{"pool":{pool},"trigger":"{digits}","winner":"{digits}"}}}}"#
            ),
        );
        self.check();
        self.commit(pool);
    }

    /// A message of an outside table, with the next number.
    fn feed(&mut self, pool: u32, table: usize, what: &str) -> ActResult {
        let number = self.models[&pool].outside[table].last + 1;
        let verdict = self.told(HOUSE, &message(pool, table, number, what));
        if verdict == ActResult::Done {
            let outside = &mut self.models.get_mut(&pool).unwrap().outside[table];
            outside.last = number;
            what.clone_into(&mut outside.message);
        }
        verdict
    }

    fn wagers(&mut self, pool: u32, table: usize) {
        let (new, count) = (self.below(3) > 0, 1 + self.below(5));
        let model = &self.models[&pool];
        let outside = &model.outside[table];
        let round = outside.round + u64::from(new || outside.round <= outside.over);
        let closed = model.suspended || self.is_certain(pool);
        let what = format!(r#"{{"wagers":{{"round":{round},"count":{count}}}}}"#);
        let verdict = self.feed(pool, table, &what);
        let rules = self.models[&pool].rules;
        let standing =
            self.models[&pool].outside[table].rounds.get(&round).map_or(0, |it| it.count);
        if closed || standing + count > 100 {
            assert!(matches!(verdict, ActResult::Denied(_)), "{what}: {verdict:?}");
            self.denied += 1;
            return;
        }
        assert_eq!(verdict, ActResult::Done, "{what}");
        self.contributions += count;
        let model = self.models.get_mut(&pool).unwrap();
        model.count(rules, i128::from(count));
        let outside = &mut model.outside[table];
        outside.round = round;
        let fed = outside.rounds.entry(round).or_insert(Fed { count: 0, rules, won: [false; 2] });
        fed.count += count;
        while outside.rounds.len() > 64 {
            outside.rounds.pop_first();
        }
        let shown = model.shown(2) as u64;
        if let Some((_, at, first @ None)) = &mut model.mystery
            && shown >= *at
        {
            *first = Some((table, round, shown));
        }
    }

    /// Tells whether wagers have moved the mystery meter up to its ceiling since the trigger was drawn.
    fn is_certain(&self, pool: u32) -> bool {
        self.floor.pools.get(PoolId(pool)).unwrap().mystery.as_ref().unwrap().is_certain()
    }

    /// All outside tables of a pool say that their rounds are over.
    fn ends_rounds(&mut self, pool: u32) {
        for table in 0..self.models[&pool].outside.len() {
            let Outside { round, over, .. } = self.models[&pool].outside[table];
            if round > over {
                let what = format!(r#"{{"over":{{"round":{round}}}}}"#);
                assert_eq!(self.feed(pool, table, &what), ActResult::Done, "{what}");
                self.models.get_mut(&pool).unwrap().outside[table].over = round;
            }
        }
    }

    /// Tells whether a wager of an outside table may be in play.
    fn is_played_for(&self, pool: u32) -> bool {
        self.models[&pool]
            .outside
            .iter()
            .any(|outside| outside.rounds.range(outside.over + 1..).any(|(_, fed)| fed.count > 0))
    }

    fn returned(&mut self, pool: u32, table: usize) {
        let (back, more) = (self.below(4), self.below(6));
        let outside = &self.models[&pool].outside[table];
        let round = outside.round.saturating_sub(back);
        let fed = outside.rounds.get(&round).copied();
        let standing = fed.map_or(0, |fed| fed.count);
        let what = format!(r#"{{"returned":{{"round":{round},"count":{more}}}}}"#);
        let verdict = self.feed(pool, table, &what);
        let Some(fed) = fed.filter(|_| (1..=standing).contains(&more)) else {
            let ActResult::Denied(denied) = verdict else { panic!("{what}: {verdict:?}") };
            assert_eq!(denied.reason, Reason::OutsideBeyond { most: standing as u32 });
            self.denied += 1;
            return;
        };
        assert_eq!(verdict, ActResult::Done, "{what}");
        let model = self.models.get_mut(&pool).unwrap();
        model.count(fed.rules, -i128::from(more));
        model.outside[table].rounds.get_mut(&round).unwrap().count -= more;
    }

    fn won(&mut self, pool: u32, table: usize) {
        let (level, hands) = (self.below(2) as usize, 1 + self.below(3));
        let outside = &self.models[&pool].outside[table];
        let (round, chip) = (outside.round, outside.chip);
        // What is over wins nothing.
        let on = outside.rounds.range(outside.over + 1..);
        let standing: u64 = on.map(|(_, fed)| fed.count).sum();
        let known = outside.rounds.get(&round).copied().filter(|_| round > outside.over);
        let name = ["major", "minor"][level];
        let what = format!(r#"{{"won":{{"round":{round},"level":"{name}","hands":{hands}}}}}"#);
        let verdict = self.feed(pool, table, &what);
        let Some(fed) = known.filter(|fed| !fed.won[level] && hands <= standing) else {
            assert!(matches!(verdict, ActResult::Denied(_)), "{what}: {verdict:?}");
            self.denied += 1;
            return;
        };
        assert_eq!(verdict, ActResult::Done, "{what}");
        let model = self.models.get_mut(&pool).unwrap();
        let shown = model.shown(level);
        let chips = |cents: u64| cents.div_ceil(chip) * chip;
        // What one hand would get is a whole number of chips; so is each part of it.
        let prize = chips((shown as u64).max(GUARANTEES[level]));
        let each = chips(prize.div_ceil(hands));
        model.lock(level, (shown, each * hands), table);
        let fed = Fed { won: [fed.won[0] || level == 0, fed.won[1] || level == 1], ..fed };
        model.outside[table].rounds.insert(round, fed);
        self.hits[level] += 1;
    }

    /// Pays a prize that waits, or tries to pay one that does not, or not here.
    fn pays(&mut self, pool: u32, table: usize) {
        let model = &self.models[&pool];
        let number = 1 + self.random % u64::from(model.awards + 2);
        let oldest = model.prizes.iter().find(|(_, prize)| prize.1 == table);
        let number = oldest.map_or(number as u32, |(number, _)| *number);
        let verdict = self.feed(pool, table, &format!(r#"{{"paid":{{"award":{number}}}}}"#));
        let model = self.models.get_mut(&pool).unwrap();
        match model.prizes.get(&number).copied().filter(|prize| prize.1 == table) {
            Some((level, _, total)) => {
                assert_eq!(verdict, ActResult::Done);
                model.prizes.remove(&number);
                model.meters[level].pending -= i128::from(total);
                model.meters[level].paid += i128::from(total);
            }
            None => {
                assert!(matches!(verdict, ActResult::Denied(_)), "{verdict:?}");
                self.denied += 1;
            }
        }
    }

    /// A message that was taken comes again, or another one under its number, or one comes too early.
    fn disturbs(&mut self, pool: u32, table: usize) {
        let kind = self.below(3);
        let outside = &self.models[&pool].outside[table];
        let (last, same) = (outside.last, outside.message.clone());
        if last == 0 {
            return;
        }
        let other = r#"{"wagers":{"round":999999999,"count":77}}"#;
        let (number, what) = match kind {
            0 => (last, &*same),
            1 => (last, other),
            _ => (last + 2, other),
        };
        let before = self.floor.ledger.clone();
        self.told(HOUSE, &message(pool, table, number, what));
        assert!(self.floor.ledger == before, "{what} has moved money");
    }

    /// Two managers do something about a pool.
    fn manages(&mut self, pool: u32) {
        let kind = self.below(4);
        let model = &self.models[&pool];
        match kind {
            0 if model.suspended => self.two(&format!(r#"{{"resume-pool":{{"pool":{pool}}}}}"#)),
            0 => self.two(&format!(r#"{{"suspend-pool":{{"pool":{pool},"why":"dark"}}}}"#)),
            1 | 2 => {
                let rules = RULES[self.below(3) as usize];
                self.ends_rounds(pool);
                self.two(&format!(
                    r#"{{"change-pool":{{"pool":{pool},"terms":{},"reference":"L&GA","date":"2016-08-17"}}}}"#,
                    rules.write()
                ));
                self.models.get_mut(&pool).unwrap().rules = rules;
                return;
            }
            _ => return self.adjusts(pool),
        }
        let model = self.models.get_mut(&pool).unwrap();
        model.suspended = !model.suspended;
    }

    fn adjusts(&mut self, pool: u32) {
        let (level, after) = (self.below(2) as usize, self.below(30_000_000));
        if self.below(4) > 0 {
            self.ends_rounds(pool);
        }
        let stands = self.is_played_for(pool);
        let model = &self.models[&pool];
        let before = model.shown(level);
        let name = ["major", "minor"][level];
        let act = format!(
            r#"{{"adjust-meter":{{"pool":{pool},"level":"{name}","before":{before},"after":{after},"why":"x","reference":"y"}}}}"#
        );
        if stands || !model.prizes.is_empty() || before == i128::from(after) {
            assert!(matches!(self.told("max", &act), ActResult::Denied(_)));
            return;
        }
        self.two(&act);
        let meter = &mut self.models.get_mut(&pool).unwrap().meters[level];
        meter.shows = i128::from(after) * PARTS + meter.shows.rem_euclid(PARTS);
    }

    /// Compares everything with the model.
    fn check(&self) {
        assert!(self.floor.ledger.adds_up());
        let mut paid = 0;
        for (&number, model) in &self.models {
            let id = PoolId(number);
            let pool = self.floor.pools.get(id).unwrap();
            if self.floor.now.is_multiple_of(64) {
                let same = Some(pool) == self.folded.pools.get(id);
                assert!(same, "pool {number} is folded otherwise");
            }
            assert!(pool.adds_up(&self.floor.ledger));
            let balance = |account| i128::from(self.floor.ledger.balance(account));
            let mut carried = 0;
            for level in Level::ALL {
                let (book, meter) = (pool.level(level), &model.meters[level as usize]);
                let part = i128::from(book.carry.part) * PARTS / i128::from(book.carry.of);
                assert_eq!(i128::from(book.contributed) * PARTS + part, meter.contributed);
                assert_eq!(balance(Account::PoolMeter(id, level)) * PARTS + part, meter.shows);
                let pending = balance(Account::PoolPending(id, level));
                assert_eq!((pending, i128::from(book.paid)), (meter.pending, meter.paid));
                let top_up = -balance(Account::PoolTopUp(id, level));
                let there = balance(Account::PoolMeter(id, level)) + pending + meter.paid;
                assert_eq!(i128::from(book.contributed) + top_up, there);
                paid += meter.paid;
                carried += part;
            }
            assert_eq!(balance(Account::PoolRetained(id)) * PARTS, model.kept + carried);
        }
        assert_eq!(i128::from(self.paid), paid);
    }
}

fn message(pool: u32, table: usize, number: u64, what: &str) -> String {
    let outside = table + 1;
    format!(
        r#"{{"pool-feed":{{"pool":{pool},"outside":{outside},"number":{number},"what":{what}}}}}"#
    )
}

#[test]
fn exact_whatever_happens() {
    let told = std::env::var("CROUPIER_CONTRIBUTIONS");
    let wanted = told.map_or(200_000, |text| text.parse().expect("a number of wagers"));
    let mut night = Night::new(0x9e37_79b9_7f4a_7c15);
    while night.contributions < wanted {
        let (pool, table) = (1 + night.below(2) as u32, night.below(OUTSIDE as u64) as usize);
        match night.below(100) {
            0 | 1 => night.won(pool, table),
            2..=5 => night.pays(pool, table),
            6..=20 => night.returned(pool, table),
            21..=24 => night.disturbs(pool, table),
            25 if night.below(4) == 0 || night.models[&pool].suspended => night.manages(pool),
            26..=45 => night.look(pool),
            _ => night.wagers(pool, table),
        }
        night.check();
    }
    println!("{} wagers, {} denied, hits {:?}", night.contributions, night.denied, night.hits);
    assert!(night.hits.iter().all(|hits| *hits > 100) && night.denied > 1_000);
}

/// A thousand tables hit the same meter, one message after the other: the first gets what it shows, each other one what is
/// guaranteed, in the order of the journal; all are paid once, in whatever order.
#[test]
fn a_thousand_hits_at_once() {
    const TABLES: usize = 1_000;
    let mut night = Night::new(7);
    let chip = |table: usize| [100, 50, 20][table % 3];
    for table in OUTSIDE + 1..=TABLES {
        night.two(&format!(
            r#"{{"link-outside":{{"pool":1,"outside":{table},"game":"blackjack","name":"{table}","chip":{}}}}}"#,
            chip(table - 1)
        ));
        let outside = Outside { chip: chip(table - 1), ..Outside::default() };
        night.models.get_mut(&1).unwrap().outside.push(outside);
    }
    night.must_adjust(1, 12_000_000, 55_555_555);
    for table in 0..TABLES {
        let what = r#"{"wagers":{"round":1,"count":1}}"#;
        if night.feed(1, table, what) != ActResult::Done {
            night.look(1);
            assert_eq!(night.feed(1, table, what), ActResult::Done);
        }
        let model = night.models.get_mut(&1).unwrap();
        model.count(model.rules, 1);
        let shown = model.shown(2) as u64;
        if let Some((_, at, first @ None)) = &mut model.mystery
            && shown >= *at
        {
            *first = Some((table, 1, shown));
        }
    }
    let before = night.models[&1].awards;
    let shown = night.models[&1].shown(0) as u64;
    for table in 0..TABLES {
        let what = r#"{"won":{"round":1,"level":"major","hands":1}}"#;
        assert_eq!(night.feed(1, table, what), ActResult::Done);
        // The meter starts with 120,000.00, which is more than the guarantee.
        let reading = if table == 0 { shown } else { 12_000_000 };
        let total = reading.div_ceil(chip(table)) * chip(table);
        night.models.get_mut(&1).unwrap().lock(0, (i128::from(reading), total), table);
    }
    night.check();
    let pool = night.floor.pools.get(PoolId(1)).unwrap();
    let order = pool.awards.values().filter(|award| award.level == Level::Major);
    let order: Vec<_> = order.map(|award| (award.number, award.from)).collect();
    let wanted = (1..=TABLES as u32)
        .map(|table| (before + table, croupier_floor::Source::Outside(OutsideId(table))));
    assert_eq!(order, wanted.collect::<Vec<_>>());
    for table in (0..TABLES).rev() {
        while night.models[&1].prizes.values().any(|prize| prize.1 == table) {
            night.pays(1, table);
        }
    }
    night.check();
    assert!(night.floor.pools.get(PoolId(1)).unwrap().awards.is_empty());
}

impl Night {
    /// Sets the major meter.
    fn must_adjust(&mut self, pool: u32, before: u64, after: u64) {
        self.two(&format!(
            r#"{{"adjust-meter":{{"pool":{pool},"level":"major","before":{before},"after":{after},"why":"x","reference":"y"}}}}"#
        ));
        self.models.get_mut(&pool).unwrap().meters[0].shows = i128::from(after) * PARTS;
    }
}
