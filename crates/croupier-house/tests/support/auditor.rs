//! An auditor who knows no rules: watches what is done on a floor and what is answered, and keeps books of
//! its own of money, of cards and of the clauses that are cited.
//!
//! It reads answers as they are told, and asks the floor nothing but what is posted at a table: how many
//! decks, from where. What it finds: money that appears or vanishes, a wager that is settled for more than
//! lay there, chips on a layout that no account has, a card that cannot be there, a clause that the order of
//! that game does not have.

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::effect::Outcome;
use croupier_engine::input::Source;
use croupier_engine::{Kind, Player};
use croupier_floor::{
    Account, Act, ActResult, Answer, EdgeAct, Event, Floor, HouseAct, Posting, TableAct, TableId,
};
use croupier_sheet::Spot;
use croupier_sheet::happened::Settled;
use croupier_sheet::{Happened, PersonId, Step};
use serde_json::Value;

/// A wager, by its words.
type Name = Spot<PersonId>;

/// The books of one table.
struct Table {
    kind: Kind,
    decks: u32,
    /// The discards of a round go back into the device.
    goes_back: bool,
    spots: BTreeMap<Name, u64>,
    out: BTreeMap<String, u32>,
    felt: Vec<String>,
    /// Cards may have moved unseen; from the next shuffle on all is known.
    lost_track: bool,
}

/// The books of a floor.
pub(crate) struct Auditor {
    balances: BTreeMap<Account, i64>,
    tables: BTreeMap<TableId, Table>,
    requests: BTreeMap<u32, Act>,
    registers: BTreeMap<Kind, BTreeSet<String>>,
    /// How many lines, cards and clauses were looked at.
    pub(crate) looked: [u64; 3],
}

impl Auditor {
    pub(crate) fn new() -> Self {
        let register = |kind: Kind| {
            let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rules");
            let text = std::fs::read_to_string(format!("{rules}/{}.clauses.tsv", kind.name()));
            let text = text.unwrap();
            let clauses = text.lines().skip(1).filter_map(|line| line.split('\t').next());
            (kind, clauses.map(str::to_owned).collect())
        };
        let registers = Kind::ALL.into_iter().map(register).collect();
        let (balances, tables, requests) = Default::default();
        Self { balances, tables, requests, registers, looked: [0; 3] }
    }

    /// Watches an act and its answer; the floor is only asked what is posted at a table that has opened.
    pub(crate) fn watch(&mut self, act: &Act, answer: &Answer, floor: &Floor) {
        let what = || format!("{} {}", act.write(), answer.write());
        let asked = match act {
            Act::HouseAct(HouseAct::Approve { request, .. }) => self.requests.get(request).cloned(),
            _ => None,
        };
        if let ActResult::Waits { request } = answer.verdict {
            self.requests.insert(request, act.clone());
        }
        let act = asked.as_ref().unwrap_or(act);
        let table = act.table();
        if let (Act::EdgeAct(EdgeAct::Open { table, game, .. }), ActResult::Done) =
            (act, &answer.verdict)
        {
            let rules = floor.rooms[table].table.rules();
            let kind = Kind::named(game).unwrap();
            let (decks, goes_back) = (u32::from(rules.decks), rules.source == Some(Source::Device));
            let (spots, out, felt) = Default::default();
            let books = Table { kind, decks, goes_back, spots, out, felt, lost_track: false };
            self.tables.insert(*table, books);
        }
        self.clauses(act, answer).unwrap_or_else(|clause| panic!("clause {clause}: {}", what()));
        for event in &answer.events {
            if let Event::Posted(posting) = event {
                self.post(posting).unwrap_or_else(|wrong| panic!("{wrong}: {}", what()));
            }
        }
        if let Some(books) = table.and_then(|table| self.tables.get_mut(&table)) {
            let seen = books.watch(act, answer);
            let (lines, cards) = seen.unwrap_or_else(|wrong| panic!("{wrong}: {}", what()));
            self.looked[0] += lines;
            self.looked[1] += cards;
        }
        if let Some(table) = table {
            self.paid(table, answer).unwrap_or_else(|wrong| panic!("{wrong}: {}", what()));
            self.layout(table).unwrap_or_else(|wrong| panic!("{wrong}: {}", what()));
        }
        if let (Act::EdgeAct(EdgeAct::Close { table }), ActResult::Done) = (act, &answer.verdict) {
            self.tables.remove(table);
        }
    }

    /// Checks that the floor's own books say the same.
    pub(crate) fn close(&self, floor: &Floor) {
        let theirs: BTreeMap<_, _> = floor.ledger.iter().collect();
        assert_eq!(self.balances, theirs);
        assert_eq!(self.balances.values().map(|held| i128::from(*held)).sum::<i128>(), 0);
    }

    fn post(&mut self, posting: &Posting) -> Result<(), String> {
        let amount = i64::try_from(posting.amount.0).map_err(|error| error.to_string())?;
        for (account, change) in [(posting.from, -amount), (posting.to, amount)] {
            let held = self.balances.entry(account).or_insert(0);
            *held += change;
            let own = matches!(
                account,
                Account::Purse(_)
                    | Account::Rack(..)
                    | Account::Felt(..)
                    | Account::TokenPurse(..)
                    | Account::TokenFelt(..)
                    | Account::Voucher(_)
                    | Account::VoucherBox(_)
                    | Account::Cage
                    | Account::CageCash
                    | Account::PoolMeter(..)
                    | Account::PoolPending(..)
                    | Account::DropBox(_)
            );
            if own && *held < 0 {
                return Err(format!("{account:?} holds {held}"));
            }
            if *held == 0 {
                self.balances.remove(&account);
            }
        }
        Ok(())
    }

    /// What lines give to players is what they get, to the cent.
    fn paid(&self, table: TableId, answer: &Answer) -> Result<(), String> {
        let (mut lines, mut got) = (0_u64, 0_u64);
        for event in &answer.events {
            match event {
                Event::Game(_, Happened::Corrected { .. } | Happened::Found { .. }) => {
                    return Ok(());
                }
                Event::Game(_, Happened::Settled(line)) if line.result != Outcome::Commission => {
                    lines += line.pays + line.back + line.excess;
                }
                Event::Posted(Posting { from, to, amount }) => {
                    let from_table = matches!(
                        from,
                        Account::Float(_)
                            | Account::Felt(..)
                            | Account::TokenFelt(..)
                            | Account::PoolPending(..)
                    );
                    let home = match to {
                        Account::Rack(at, _) => *at == table,
                        Account::TokenPurse(..) => true,
                        _ => false,
                    };
                    got += if from_table && home { amount.0 } else { 0 };
                }
                _ => {}
            }
        }
        let drop = answer
            .events
            .iter()
            .any(|event| matches!(event, Event::Posted(Posting { to: Account::DropBox(_), .. })));
        match lines == got || drop {
            true => Ok(()),
            false => Err(format!("the lines give {lines}, but {got} came to the players")),
        }
    }

    /// What lies on a layout by the wagers is what lies there by the accounts.
    fn layout(&self, table: TableId) -> Result<(), String> {
        let Some(books) = self.tables.get(&table) else { return Ok(()) };
        let mut by_wagers: BTreeMap<(Player, bool), i64> = BTreeMap::new();
        for (Spot { player: PersonId(player), tokens, .. }, amount) in &books.spots {
            *by_wagers.entry((*player, *tokens)).or_insert(0) += *amount as i64;
        }
        let mut by_accounts = BTreeMap::new();
        for (account, held) in &self.balances {
            match *account {
                Account::Felt(at, player) if at == table => {
                    by_accounts.insert((player, false), *held);
                }
                Account::TokenFelt(at, player, _) if at == table => {
                    *by_accounts.entry((player, true)).or_insert(0) += *held;
                }
                _ => {}
            }
        }
        match by_wagers == by_accounts {
            true => Ok(()),
            false => Err(format!("wagers {by_wagers:?}, accounts {by_accounts:?}")),
        }
    }

    /// Every clause that is cited is one of the order of that game.
    fn clauses(&mut self, act: &Act, answer: &Answer) -> Result<(), String> {
        let kind = match act {
            Act::EdgeAct(EdgeAct::Open { game, .. }) => Kind::named(game),
            _ => act.table().and_then(|table| self.tables.get(&table)).map(|books| books.kind),
        };
        let Some(kind) = kind else { return Ok(()) };
        let mut open = vec![serde_json::from_str::<Value>(&answer.write()).unwrap()];
        while let Some(value) = open.pop() {
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(fields) => {
                    for (name, field) in fields {
                        match field {
                            Value::String(clause) if name == "clause" => {
                                self.looked[2] += 1;
                                if !self.registers[&kind].contains(&clause) {
                                    return Err(format!("{clause} of {}", kind.name()));
                                }
                            }
                            other => open.push(other),
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl Table {
    /// Watches the table; tells how many lines and cards there were.
    fn watch(&mut self, act: &Act, answer: &Answer) -> Result<(u64, u64), String> {
        let step = match act {
            Act::TableAct(TableAct::Step { step, .. }) => Some(step),
            _ => None,
        };
        let unseen = ["irregular", "ruling", "replace", "void", "check"];
        self.lost_track |= step.is_some_and(|step| unseen.contains(&step.name()));
        let (mut lines, mut cards) = (0, 0);
        for event in &answer.events {
            let Event::Game(_, happened) = event else { continue };
            match happened {
                Happened::Placed { at, amount } => {
                    *self.spots.entry(at.clone()).or_insert(0) += amount;
                }
                Happened::Settled(line) => {
                    lines += 1;
                    self.settled(line)?;
                }
                Happened::Found { at, from, to } => {
                    self.take(at, *from)?;
                    *self.spots.entry(at.clone()).or_insert(0) += to;
                }
                Happened::Travelled { at, to } => self.travel(at, *to),
                // What is burned at a device may go back into it at once.
                Happened::Burned { .. } if self.goes_back => cards += 1,
                Happened::Dealt { card, .. } | Happened::Burned { card } => {
                    cards += 1;
                    self.comes(&card.to_string(), step)?;
                }
                Happened::RoundOver => self.over(),
                _ => {}
            }
        }
        // The cards were shuffled and are loaded: all are there.
        if let (Act::TableAct(TableAct::Load { .. }), ActResult::Done) = (act, &answer.verdict) {
            self.out.clear();
            self.felt.clear();
            self.lost_track = false;
        }
        Ok((lines, cards))
    }

    fn settled(&mut self, line: &Settled<PersonId>) -> Result<(), String> {
        let right = match line.result {
            Outcome::Win => line.back <= line.stake,
            Outcome::Lose => line.pays == 0 && line.back == 0,
            Outcome::StandOff | Outcome::Void | Outcome::Returned => {
                line.pays == 0 && line.back == line.stake
            }
            Outcome::Surrender => line.pays == 0 && line.back <= line.stake,
            Outcome::Commission | Outcome::Mystery => return Ok(()),
        };
        match right {
            true => self.take(&line.at, line.stake + line.excess),
            false => Err("no such line can be".to_owned()),
        }
    }

    fn take(&mut self, name: &Name, amount: u64) -> Result<(), String> {
        let there = self.spots.get(name).copied().unwrap_or(0);
        let left = there.checked_sub(amount);
        match left.ok_or_else(|| format!("{amount} of {there} on {name:?}"))? {
            0 => drop(self.spots.remove(name)),
            left => drop(self.spots.insert(name.clone(), left)),
        }
        Ok(())
    }

    /// A wager moves to a number of the layout.
    fn travel(&mut self, at: &Name, to: u8) {
        for tokens in [false, true] {
            let from = Spot { tokens, ..at.clone() };
            if let Some(amount) = self.spots.remove(&from) {
                *self.spots.entry(Spot { number: Some(to), ..from }).or_insert(0) += amount;
            }
        }
    }

    fn comes(&mut self, card: &str, step: Option<&Step>) -> Result<(), String> {
        if self.lost_track {
            return Ok(());
        }
        if !matches!(step, Some(Step::Card(drawn)) if drawn.face.to_string() == card) {
            return Err(format!("{card} lies on the table and was not told"));
        }
        let out = self.out.entry(card.to_owned()).or_insert(0);
        *out += 1;
        if *out > self.decks {
            return Err(format!("{card} came {out} times from {} decks", self.decks));
        }
        self.felt.push(card.to_owned());
        Ok(())
    }

    fn over(&mut self) {
        for card in self.felt.drain(..).filter(|_| self.goes_back) {
            if let Some(out) = self.out.get_mut(&card) {
                *out -= 1;
            }
        }
    }
}
