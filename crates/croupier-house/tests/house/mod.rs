//! A house with people, money and a table of each game, for tests: in a journal.
#![allow(dead_code, reason = "not every test needs everything")]

use std::path::{Path, PathBuf};

use croupier_engine::{Cents, Due, Kind};
use croupier_floor::{
    Act, ActResult, Dealing, EdgeAct, Floor, HOUSE, HouseAct, PoolId, Role, TableAct, TableId,
    VoucherId,
};
use croupier_house::{Live, Secret};
use croupier_journal::Options;

pub(crate) mod by_hand;

/// The pool of the virtual tables.
pub(crate) const POOL: PoolId = PoolId(1);

pub(crate) const PLAYERS: [&str; 3] = ["ann", "bob", "cyd"];

/// A folder that goes when the test is done.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

/// A floor in its journal, and the time.
pub(crate) struct Night {
    pub(crate) live: Live,
    pub(crate) at: u64,
    pub(crate) acts: u64,
}

/// Reads a step or a set-up as people write it.
pub(crate) fn json<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn step(table: u32, text: &str) -> Act {
    Act::TableAct(TableAct::Step { table: TableId(table), step: json(text) })
}

/// A shuffle begins, as a dealer says it.
pub(crate) fn begin_shuffle(table: u32) -> Act {
    let text = format!(r#"{{"begin-shuffle":{{"table":{table}}}}}"#);
    Act::parse(text.as_bytes()).unwrap()
}

impl Night {
    pub(crate) fn floor(&self) -> &Floor {
        self.live.floor()
    }

    pub(crate) fn told(&mut self, who: &str, act: &Act) -> ActResult {
        self.at += 250;
        self.acts += 1;
        self.live.act(self.at, who, act).unwrap().answer.verdict
    }

    pub(crate) fn must(&mut self, who: &str, act: &Act) {
        let verdict = self.told(who, act);
        assert_eq!(verdict, ActResult::Done, "{who}: {}", act.write());
    }

    /// Two people do what one alone may not.
    pub(crate) fn both(&mut self, first: &str, second: &str, act: &Act) {
        match self.told(first, act) {
            ActResult::Waits { request } => {
                self.must(second, &Act::HouseAct(HouseAct::Approve { request, forfeit: None }))
            }
            other => panic!("{first}: {} {other:?}", act.write()),
        }
    }

    /// The house, its people, and a virtual table of each game.
    pub(crate) fn open(path: &Path) -> Self {
        Self::open_with(path, Options::default())
    }

    /// The same in a journal with these options.
    pub(crate) fn open_with(path: &Path, options: Options) -> Self {
        let live = Live::open(path, options).unwrap();
        let mut night = Self { live, at: 1_700_000_000_000, acts: 0 };
        let person = |name: &str, role| {
            let (name, roles) = (name.to_owned(), vec![role]);
            Act::HouseAct(HouseAct::AddPerson { name, roles, password: None })
        };
        night.must("max", &person("max", Role::Manager));
        let staff = [
            ("mia", Role::Manager),
            ("cas", Role::Cashier),
            ("sue", Role::Supervisor),
            ("dan", Role::Dealer),
            ("ivy", Role::Inspector),
        ];
        for (name, role) in staff.into_iter().chain(PLAYERS.map(|name| (name, Role::Player))) {
            night.must("max", &person(name, role));
        }
        night.both("max", "cas", &Act::HouseAct(HouseAct::Mint { amount: Cents(1_000_000_000) }));
        for player in PLAYERS {
            let amount = Cents(10_000_000 * Kind::ALL.len() as u64);
            let player = player.to_owned();
            night.must("cas", &Act::HouseAct(HouseAct::BuyIn { player, amount }));
        }
        let pooled = Kind::ALL.into_iter().find(|kind| kind.jackpots().is_some()).unwrap();
        for act in croupier_house::usual_pool(POOL, pooled) {
            night.both("max", "mia", &act);
        }
        for (number, kind) in (1..).zip(Kind::ALL) {
            night.open_table(number, kind);
        }
        night
    }

    /// Issues a voucher for all games to a player, and exchanges it at a table.
    pub(crate) fn tokens(&mut self, table: u32, player: &str, amount: u64) {
        let number = VoucherId(self.floor().vouchers.iter().count() as u32 + 1);
        let takes = |kind: &Kind| kind.house().pit.tokens.is_some();
        let games = Kind::ALL.iter().filter(|kind| takes(kind));
        let issue = HouseAct::IssueVoucher {
            number,
            amount: Cents(amount),
            games: games.map(|kind| kind.name().to_owned()).collect(),
            expires: self.at + 86_400_000,
            player: Some(player.to_owned()),
            conditions: "wagered before midnight".to_owned(),
            promotion: None,
        };
        self.both("max", "cas", &Act::HouseAct(issue));
        let (table, player) = (TableId(table), player.to_owned());
        self.must("dan", &Act::EdgeAct(EdgeAct::ExchangeVoucher { table, number, player }));
    }

    pub(crate) fn open_table(&mut self, number: u32, kind: Kind) {
        let table = TableId(number);
        let open = Act::EdgeAct(EdgeAct::Open {
            table,
            name: kind.title().to_owned(),
            game: kind.name().to_owned(),
            setup: Box::new(croupier_house::usual_setup(kind)),
            float: Cents(20_000_000),
            dealing: Dealing::Virtual,
            seats: 7,
            demo: false,
        });
        self.must("sue", &open);
        if kind.jackpots().is_some() {
            self.both("max", "mia", &EdgeAct::LinkTable { table, pool: POOL }.into());
        }
        for (player, seat) in PLAYERS.into_iter().zip([1, 4, 7]) {
            let (name, amount) = (player.to_owned(), Cents(5_000_000));
            self.must(player, &Act::TableAct(TableAct::Sit { table, player: name.clone(), seat }));
            self.must(player, &Act::EdgeAct(EdgeAct::Bring { table, player: name, amount }));
        }
    }

    /// Plays rounds with players of little sense.
    pub(crate) fn play(&mut self, table: u32, rounds: u64, dice: &mut Dice) {
        self.play_with(&Secret::fixed([9; 32]), table, rounds, dice);
    }

    /// The same with a secret.
    pub(crate) fn play_with(&mut self, secret: &Secret, table: u32, rounds: u64, dice: &mut Dice) {
        let until = self.floor().rooms[&TableId(table)].round + rounds;
        let mut wagers = 0;
        while self.floor().rooms[&TableId(table)].round < until {
            self.play_once(secret, table, &mut wagers, dice);
        }
    }

    /// One thing happens at a virtual table: a choice, something that the program does, or a wager.
    pub(crate) fn play_once(
        &mut self,
        secret: &Secret,
        table: u32,
        wagers: &mut u32,
        dice: &mut Dice,
    ) {
        let deal = *wagers >= 8;
        if self.program_once(secret, table, deal, dice) {
            if self.floor().rooms[&TableId(table)].random.commitment.is_none() {
                *wagers = 0;
            }
            return;
        }
        let kind = self.floor().rooms[&TableId(table)].kind;
        let who = dice.below(3);
        let (player, area) = (PLAYERS[who as usize], 1 + who * 3);
        let text = wager(kind, player, area, dice);
        self.told(player, &step(table, &text));
        *wagers += 1;
        let room = &self.floor().rooms[&TableId(table)];
        assert!(self.acts < 200_000, "{:?}", room.table.expects());
    }

    /// A choice that is due, or what the program does; `false` if neither is.
    pub(crate) fn program_once(
        &mut self,
        secret: &Secret,
        table: u32,
        deal: bool,
        dice: &mut Dice,
    ) -> bool {
        let room = &self.floor().rooms[&TableId(table)];
        let (kind, due) = (room.kind, room.table.expects().due);
        if let Due::Choice(area, choices) = due {
            let choice = choices[dice.below(choices.len() as u64) as usize].name();
            let text = format!(r#"{{"choose":{{"area":{},"choice":"{choice}"}}}}"#, area.0);
            let player = PLAYERS[(usize::from(area.0) - 1) / 3];
            self.must(player, &step(table, &text));
            return true;
        }
        let deal = deal && (kind.house().cards.is_none() || due != Due::Nothing);
        let lapse = || secret.lapse_cut(room, &self.floor().people);
        let act = secret.next(room, &self.floor().people, deal).or_else(lapse);
        act.is_some_and(|act| {
            self.must(HOUSE, &act);
            true
        })
    }

    /// Plays a table until nothing stands, and shows the last keys, so that it can close.
    pub(crate) fn finish(&mut self, secret: &Secret, table: u32, dice: &mut Dice) {
        while self.floor().rooms[&TableId(table)].has_wagers() {
            assert!(self.program_once(secret, table, true, dice));
        }
        for _ in 0..20 {
            let room = &self.floor().rooms[&TableId(table)];
            let shown = room.random.draws() == 0;
            match secret.reveal_burn(room).filter(|_| shown) {
                Some(act) => return self.must(HOUSE, &act),
                None if shown && room.burn.is_none() => return,
                None => drop(self.program_once(secret, table, false, dice)),
            }
        }
    }
}

/// Numbers without a seed that matters.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn wager(kind: Kind, player: &str, area: u64, dice: &mut Dice) -> String {
    let wagers = kind.describe().wagers;
    let layout = &wagers[dice.below(wagers.len() as u64) as usize];
    let amount = if layout.fixed_price { 500 } else { (1 + dice.below(20)) * 500 };
    let number = [4, 5, 6, 8, 9, 10, 2, 3, 11, 12][dice.below(10) as usize];
    let tokens = if dice.below(10) == 0 { r#","tokens":true"# } else { "" };
    format!(
        r#"{{"wager":{{"player":"{player}","area":{area},"on":"{}","amount":{amount},"number":{number},"point":{}{tokens}}}}}"#,
        layout.name,
        dice.below(10)
    )
}
