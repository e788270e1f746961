//! A night at tables that are dealt by hand, so that what comes is known: meter wins, mistakes and their
//! corrections, a variant that changes, a table that closes and opens again.

use std::path::Path;

use croupier_engine::jackpot::Light;
use croupier_engine::{Cents, Due, Kind};
use croupier_floor::{
    Act, ActResult, Dealing, EdgeAct, HOUSE, HouseAct, Item, Level, NOTICE, PoolAct, PoolId,
    TableAct, TableId, Task, ToDo,
};
use croupier_house::Secret;

use super::{Night, PLAYERS, begin_shuffle, json, step};

/// The tables of the night.
pub(crate) const JACKPOT: u32 = 11;
pub(crate) const BACCARAT: u32 = 12;
pub(crate) const DICE: u32 = 13;

/// The pool of the table with a jackpot.
pub(crate) const BY_HAND: PoolId = PoolId(2);

/// What the meters hold before the first wager.
pub(crate) const MAJOR: u64 = 25_000_000;
pub(crate) const MINOR: u64 = 1_200_000;

/// What a meter starts again with.
pub(crate) const SEED: u64 = 10_000_000;

/// What each jackpot wager adds to each meter.
pub(crate) const FED: u64 = 25;

/// What a player buys chips for at the table of baccarat.
pub(crate) const DROPPED: u64 = 50_000;

impl Night {
    /// Opens a table that is dealt by hand, with cards that are shuffled and burned.
    pub(crate) fn open_by_hand(&mut self, number: u32, kind: Kind, setup: &str) {
        let table = TableId(number);
        let open = Act::EdgeAct(EdgeAct::Open {
            table,
            name: format!("{} by hand", kind.title()),
            game: kind.name().to_owned(),
            setup: json(setup),
            float: Cents(20_000_000),
            dealing: Dealing::Physical,
            seats: 7,
            demo: false,
        });
        self.must("sue", &open);
        self.check_equipment(table);
        for (player, seat) in PLAYERS.into_iter().zip([1, 4, 7]) {
            let (name, amount) = (player.to_owned(), Cents(1_000_000));
            self.must(player, &Act::TableAct(TableAct::Sit { table, player: name.clone(), seat }));
            self.must(player, &Act::EdgeAct(EdgeAct::Bring { table, player: name, amount }));
        }
        if kind.house().cards.is_some() {
            self.bring_cards(number);
            self.must("dan", &begin_shuffle(number));
            self.must("dan", &Act::TableAct(TableAct::Load { table, cutting_card: None }));
            while self.floor().rooms[&table].table.expects().due == Due::Burn {
                self.cards(number, "2H");
            }
        } else {
            let (dice, items) = (vec![11, 12, 13, 14, 15], Item::ALL.to_vec());
            self.must("sue", &Act::TableAct(TableAct::Equipment { table, dice, items }));
        }
    }

    /// Says of everything on the checklist of a table that it is there.
    pub(crate) fn check_equipment(&mut self, table: TableId) {
        let is_equipment = |task: &&Task| matches!(task.what, ToDo::Equipment { .. });
        let tasks = self.floor().tasks.of_list(table).filter(is_equipment);
        for task in tasks.map(|task| task.task).collect::<Vec<_>>() {
            self.must("dan", &Act::TableAct(TableAct::TaskDone { table, task, words: None }));
        }
    }

    /// A set of cards is registered, checked and brought to a table.
    pub(crate) fn bring_cards(&mut self, number: u32) {
        let decks = self.floor().rooms[&TableId(number)].table.rules().decks;
        let set = self.floor().cards.len() as u32 + 1;
        let cards = u16::from(decks) * 52;
        let backs = "red, plain".to_owned();
        let (pre_shuffled, angel, device) = (false, false, None);
        let register = HouseAct::RegisterCards { set, decks, backs, pre_shuffled, angel };
        self.must("sue", &Act::HouseAct(register));
        self.must("dan", &Act::HouseAct(HouseAct::CheckCards { set, cards, device }));
        self.must("dan", &Act::EdgeAct(EdgeAct::BringCards { table: TableId(number), set }));
    }

    /// The dealer deals these cards; with the first one what was swept is counted, and the program looks at the
    /// mystery prize.
    pub(crate) fn cards(&mut self, table: u32, cards: &str) {
        for card in cards.split(' ') {
            self.must("dan", &step(table, &format!(r#"{{"card":"{card}"}}"#)));
            self.draw_mystery();
        }
    }

    /// The dealer sweeps the jackpot wagers, deals these cards, with which the round is over, and pays.
    pub(crate) fn round(&mut self, table: u32, cards: &str) {
        self.sweep(table);
        self.cards(table, cards);
        self.pay(table);
    }

    /// The equipment takes the jackpot wagers, and the dealer sweeps them.
    pub(crate) fn sweep(&mut self, table: u32) {
        let room = &self.floor().rooms[&TableId(table)];
        if !room.has_uncollected() {
            return;
        }
        let mut placed = Vec::new();
        room.table.each_standing(|wager| {
            if wager.light == Some(Light::Placed) && room.kind.has_fixed_price(wager.spot.on) {
                placed.extend(wager.spot.area.map(|area| (wager.spot.player, area.0)));
            }
        });
        for (player, area) in placed {
            let player = self.floor().people.name(player).to_owned();
            let text = format!(r#"{{"accept":{{"player":"{player}","area":{area}}}}}"#);
            self.must("dan", &step(table, &text));
        }
        self.must("dan", &step(table, r#"{"collect":true}"#));
    }

    /// The program does what is to be done about mystery prizes.
    pub(crate) fn draw_mystery(&mut self) {
        let secret = Secret::fixed([9; 32]);
        while let Some(act) = secret.next_for_pools(self.floor()) {
            self.must(HOUSE, &act);
        }
    }

    /// A supervisor looks at the prizes of meters, and the dealer has paid everything that is decided.
    pub(crate) fn pay(&mut self, number: u32) {
        let table = TableId(number);
        let waits = |night: &Self| night.floor().rooms[&table].unverified(&night.floor().pools);
        while let Some(award) = waits(self) {
            self.must("sue", &EdgeAct::VerifyAward { table, award }.into());
        }
        self.must("dan", &step(number, r#"{"paid":true}"#));
    }

    /// Two managers draft a pool, approve it, start it, set its meters and link a table to it.
    pub(crate) fn open_pool(&mut self, table: u32, mystery: bool) {
        let part = |part| format!("[{part},20]");
        let (of_mystery, kept) = match mystery {
            true => (r#""mystery":{"share":[2,20],"start":5000,"ceiling":5200},"#, part(16)),
            false => ("", part(18)),
        };
        let prizes = Kind::Baceball.jackpots().unwrap().prizes;
        let meter = format!(r#"{{"share":{},"seed":{SEED}}}"#, part(1));
        let terms = format!(
            r#"{{"prizes":"{prizes}","wager":500,"major":{meter},"minor":{meter},{of_mystery}"retained":{kept}}}"#
        );
        let (pool, date) = (BY_HAND.0, r#""reference":"L16/1","date":"2016-08-17""#);
        for text in [
            format!(r#"{{"draft-pool":{{"pool":{pool},"name":"by hand","terms":{terms}}}}}"#),
            format!(r#"{{"approve-pool":{{"pool":{pool},{date}}}}}"#),
            format!(r#"{{"start-pool":{{"pool":{pool}}}}}"#),
        ] {
            self.both("max", "mia", &Act::parse(text.as_bytes()).unwrap());
        }
        for (level, after) in [(Level::Major, MAJOR), (Level::Minor, MINOR)] {
            let (why, reference) = ("as the meter stood".to_owned(), "L16/2".to_owned());
            let (pool, before, after) = (BY_HAND, Cents(SEED), Cents(after));
            let set = PoolAct::AdjustMeter { pool, level, before, after, why, reference };
            self.both("max", "mia", &set.into());
        }
        let table = TableId(table);
        self.both("max", "mia", &EdgeAct::LinkTable { table, pool: BY_HAND }.into());
        self.draw_mystery();
    }

    /// A player wagers; `more` is what the step says besides.
    pub(crate) fn wager(&mut self, table: u32, player: &str, more: &str) {
        let text = format!(r#"{{"wager":{{"player":"{player}",{more}}}}}"#);
        self.must(player, &step(table, &text));
    }

    /// The dice are thrown, and what they decide is paid.
    pub(crate) fn roll(&mut self, table: u32, first: u8, second: u8) {
        self.must("dan", &step(table, r#"{"throw":true}"#));
        self.must("dan", &step(table, &format!(r#"{{"roll":[{first},{second}]}}"#)));
        self.pay(table);
    }

    /// A player answers an offer of the dice.
    pub(crate) fn dice(&mut self, table: u32, player: &str, does: &str) {
        let text = format!(r#"{{"dice":{{"player":"{player}","does":"{does}"}}}}"#);
        self.must(player, &step(table, &text));
    }

    /// Something goes wrong, by one person or, where it takes two, by both.
    pub(crate) fn irregular(&mut self, table: u32, text: &str) {
        let act = step(table, &format!(r#"{{"irregular":{text}}}"#));
        match self.told("sue", &act) {
            ActResult::Waits { request } => {
                self.must("max", &Act::HouseAct(HouseAct::Approve { request, forfeit: None }))
            }
            verdict => assert_eq!(verdict, ActResult::Done, "{text}"),
        }
    }

    pub(crate) fn rule(&mut self, table: u32, answer: &str) {
        let text = format!(r#"{{"ruling":{{"answer":"{answer}","by":"supervisor"}}}}"#);
        self.must("sue", &step(table, &text));
    }

    /// A sign announces that a table closes, it stands long enough, and the table closes.
    pub(crate) fn close_table(&mut self, number: u32) {
        let table = TableId(number);
        self.must("sue", &Act::TableAct(TableAct::AnnounceClosing { table }));
        self.at += NOTICE;
        self.must("sue", &Act::EdgeAct(EdgeAct::Close { table }));
    }
}

/// Plays the night; the journal is still open.
pub(crate) fn night(path: &Path) -> Night {
    play(Night::open(path))
}

/// Plays the night in a house that is open.
pub(crate) fn play(mut night: Night) -> Night {
    jackpots(&mut night);
    baccarat(&mut night);
    dice(&mut night);
    night
}

/// Two share the major meter; in this round and in the third one wins a prize for being there; a round is reversed, and its jackpot
/// wagers are up again.
fn jackpots(night: &mut Night) {
    night.open_by_hand(JACKPOT, Kind::Baceball, r#"{"chip":50}"#);
    night.open_pool(JACKPOT, true);
    for player in PLAYERS {
        night.tokens(JACKPOT, player, 100_000);
    }
    let both = |night: &mut Night| {
        for (player, area) in [("ann", 1), ("bob", 4)] {
            night.wager(JACKPOT, player, &format!(r#""area":{area},"on":"bet","amount":1000"#));
            night.wager(JACKPOT, player, &format!(r#""area":{area},"on":"jackpot","amount":500"#));
        }
    };
    both(night);
    night.round(JACKPOT, "AD AD 2S AD AD 3C AD AD 4D");
    // The minor goes to one hand.
    both(night);
    night.round(JACKPOT, "AS 9C 2S AS 9D 3C AS 8H 4D");
    // Ann wins the minor again, but it was dealt wrongly, and nothing of it stands.
    both(night);
    night.round(JACKPOT, "AC 3S KC AC 5S KD AC 7S KS");
    night.irregular(JACKPOT, r#"{"what":"misdealt"}"#);
    // Where it is paid by hand, what was paid goes back without another question.
    night.rule(JACKPOT, "no");
    // Ann plays on with the jackpot wager that is up again; Bob takes his back.
    night.wager(JACKPOT, "ann", r#""area":1,"on":"bet","amount":2000"#);
    night.must("bob", &step(JACKPOT, r#"{"withdraw":{"player":"bob","area":4,"on":"jackpot"}}"#));
    night.round(JACKPOT, "AC 9S AC 8C 7H 6D");
}

/// A coup that was paid wrongly is dealt again, in chips and in tokens; then the table plays even money.
fn baccarat(night: &mut Night) {
    let table = TableId(BACCARAT);
    night.open_by_hand(BACCARAT, Kind::ThreeCardBaccarat, r#"{"chip":50,"source":"device"}"#);
    let wagers = |night: &mut Night| {
        night.wager(BACCARAT, "ann", r#""area":1,"on":"player","amount":2000"#);
        night.wager(BACCARAT, "ann", r#""area":1,"on":"tie","amount":500"#);
        let tokens = r#""area":1,"on":"player","amount":1000,"tokens":true"#;
        night.wager(BACCARAT, "bob", tokens);
    };
    wagers(night);
    night.round(BACCARAT, "KS 2C 4H 3C 5D 3D");
    night.irregular(BACCARAT, r#"{"what":"wrong-payment"}"#);
    night.rule(BACCARAT, "yes");
    night.round(BACCARAT, "2S 2C 2D 3C 2H 3D");
    night.must(
        "sue",
        &Act::TableAct(TableAct::Variant { table, variant: Some("even-money".to_owned()) }),
    );
    for player in PLAYERS {
        night.must(player, &Act::TableAct(TableAct::Agree { table, player: player.to_owned() }));
    }
    // The sign with the odds goes up.
    night.check_equipment(table);
    wagers(night);
    night.round(BACCARAT, "KC 2C 4H 3C 5D 3D");
    let (player, amount) = ("ann".to_owned(), Cents(DROPPED));
    night.must("dan", &Act::EdgeAct(EdgeAct::Drop { table, player, amount }));
}

/// Commission, a Come wager that travels, one that is lowered, a roll that did not count; the table closes,
/// and opens again under its number.
fn dice(night: &mut Night) {
    night.open_by_hand(DICE, Kind::Craps, r#"{"chip":100}"#);
    night.dice(DICE, "ann", "accept");
    night.wager(DICE, "ann", r#""on":"win-line","amount":1000"#);
    night.roll(DICE, 2, 2);
    night.wager(DICE, "ann", r#""on":"buy","number":10,"amount":2000"#);
    night.wager(DICE, "bob", r#""on":"come","amount":1500"#);
    night.wager(DICE, "bob", r#""on":"come","amount":500,"tokens":true"#);
    night.wager(DICE, "cyd", r#""on":"place-win","number":8,"amount":1200"#);
    night.wager(DICE, "cyd", r#""on":"place-win","number":8,"amount":1200"#);
    night.roll(DICE, 3, 2);
    let lower = r#"{"reduce":{"player":"cyd","on":"place-win","number":8,"to":1800}}"#;
    night.must("cyd", &step(DICE, lower));
    night.roll(DICE, 6, 4);
    night.irregular(DICE, r#"{"what":"invalidate","cause":"disruption","why":"a fight"}"#);
    night.roll(DICE, 4, 4);
    night.roll(DICE, 1, 4);
    night.roll(DICE, 4, 3);
    night.close_table(DICE);
    night.open_by_hand(DICE, Kind::Craps, r#"{"chip":100}"#);
    night.dice(DICE, "ann", "refuse");
    night.dice(DICE, "bob", "refuse");
    night.dice(DICE, "cyd", "accept");
    night.wager(DICE, "cyd", r#""on":"field","amount":1000"#);
    night.wager(DICE, "cyd", r#""on":"dont-win","amount":700"#);
    night.roll(DICE, 5, 4);
}
