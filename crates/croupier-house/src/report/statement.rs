//! The statement of one player: cash and chips in and out, wagers and what became of them, points, time at tables,
//! balances. Its lines are read from the entries that concern the player, and from no others.

use std::collections::VecDeque;

use croupier_engine::Player;
use croupier_floor::{Account, Answer, Floor, Ledger, Recorded, TableId};
use croupier_journal::{Reader, Record};

use super::block::Place;
use super::entered::each_entered;
use super::seen::{Asking, Seen};
use super::statements::{PersonSums, Statements};
use super::{Cell, Gather, NoReport, Part, Report, tell_older};
use crate::live::{SnapshotKeys, said};

/// Follows one player.
pub(super) struct Statement {
    name: String,
    only: Option<TableId>,
    page: Option<Page>,
    known: Statements,
    opening: Option<i128>,
    /// The lines so far, by whose they are and by their entry: who is gone may have had the same name.
    lines: VecDeque<(Player, u64, Vec<Vec<Cell>>)>,
    /// Entries that concern the player and are not shown come before this one.
    older: Option<u64>,
}

/// Which lines of a list are shown: those of so many entries before one, the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Only lines of entries before this one; `None` for the newest.
    pub before: Option<u64>,
    /// The lines of so many entries at most.
    pub entries: usize,
}

impl Statement {
    /// Follows a player, with what is known of everybody; `begun` says that this is all from the first entry on.
    pub(super) fn new(
        (name, page): (&str, Option<Page>),
        only: Option<TableId>,
        known: Statements,
        begun: bool,
    ) -> Self {
        let opening = begun.then_some(0);
        let (name, lines) = (name.to_owned(), VecDeque::new());
        Self { name, only, page, known, opening, lines, older: None }
    }

    /// Tells whether an entry is before those of the page.
    fn is_before_page_end(&self, number: u64) -> bool {
        let before = self.page.and_then(|page| page.before);
        before.is_none_or(|before| number < before)
    }

    /// Keeps no more lines than are shown.
    fn is_full(&self) -> bool {
        self.page.is_some_and(|page| self.lines.len() >= page.entries)
    }

    /// Reads the lines of the entries that came before those that were seen, from block to block; `false` if a block is missing.
    fn read_older(
        &mut self,
        reader: &Reader,
        keys: &SnapshotKeys,
        (floor, player): (&Floor, Player),
    ) -> Result<bool, NoReport> {
        let mut block = self.known.of(player).map_or(0, |person| person.block);
        while block > 0 {
            let Some(entries) =
                keys.block(reader, block)?.and_then(|mut it| it.take_person(player))
            else {
                return Ok(false);
            };
            for place in entries.places.iter().rev() {
                if !self.is_before_page_end(place.number) {
                    continue;
                }
                if self.is_full() {
                    self.older = self.lines.front().map(|(_, number, _)| *number);
                    return Ok(true);
                }
                let rows = self.read(reader, floor, player, place)?;
                if !rows.is_empty() {
                    self.lines.push_front((player, place.number, rows));
                }
            }
            block = entries.before;
        }
        Ok(true)
    }

    /// Reads the lines of an entry.
    fn read(
        &self,
        reader: &Reader,
        floor: &Floor,
        player: Player,
        place: &Place,
    ) -> Result<Vec<Vec<Cell>>, NoReport> {
        let record = entry(reader, place.number)?;
        let (act, answer) = (written(reader, floor, &record)?, answer(&record)?);
        let request = match place.request {
            0 => None,
            number => {
                let asked = entry(reader, number)?;
                let who = floor.people.name(Player(asked.chained.entry.who)).to_owned();
                Some(Asking { who, act: written(reader, floor, &asked)? })
            }
        };
        let entered = &record.chained.entry;
        let at = (place.number, entered.at, entered.round);
        let by = Player(entered.who);
        let seen = Seen::new(floor, at, by, (&act, &answer), request.as_ref());
        Ok(self.rows(&seen, player, place.balance))
    }

    /// Writes the lines of an entry.
    fn rows(&self, seen: &Seen<'_>, player: Player, mut balance: i128) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        if self.only.is_some() && seen.table() != self.only {
            return rows;
        }
        each_entered(seen, |whose, entered| {
            if whose != player {
                return;
            }
            let change = entered.change();
            balance += change.unwrap_or(0);
            let (what, wager) = entered.words();
            rows.push(vec![
                Cell::Count(i128::from(seen.number)),
                Cell::Time(seen.at),
                Cell::table(seen.table()),
                if seen.round > 0 { Cell::Count(i128::from(seen.round)) } else { Cell::Empty },
                Cell::Text(what),
                Cell::Text(wager),
                entered.amount().map_or(Cell::Empty, Cell::Money),
                change.map_or(Cell::Empty, Cell::Money),
                Cell::Money(balance),
            ]);
        });
        rows
    }

    fn tell_facts(&self, floor: &Floor, player: Player, report: &mut Report) -> PersonSums {
        let person = self.known.until_now(player);
        let (PersonSums { balance, sums, member, .. }, opening) =
            (&person, self.opening.unwrap_or(0));
        let played = member.whole();
        let balances = Balances::of(&floor.ledger, player);
        report.facts.extend([
            ("opening balance", Cell::Money(opening)),
            ("bought at the cage", Cell::Money(sums.bought)),
            ("bought at tables", Cell::Money(sums.dropped)),
            ("play money", Cell::Money(sums.play)),
            ("cashed out", Cell::Money(sums.cashed)),
            ("wagers placed", Cell::Count(sums.wagers)),
            ("wagers decided", Cell::Count(sums.decided)),
            ("staked on them", Cell::Money(sums.staked)),
            ("won", Cell::Money(sums.won)),
            ("lost", Cell::Money(sums.lost)),
            ("commission", Cell::Money(sums.commission)),
            ("corrections", Cell::Money(sums.corrections)),
            ("tokens given", Cell::Money(sums.tokens)),
            ("turnover", Cell::Money(played.turnover)),
            ("net", Cell::Money(played.net)),
            ("points", Cell::Count(played.points)),
            ("minutes at tables", Cell::Count(played.minutes())),
            ("closing balance", Cell::Money(*balance)),
            ("in the pocket", Cell::Money(balances.purse)),
            ("at tables", Cell::Money(balances.racks)),
            ("on layouts", Cell::Money(balances.felts)),
            ("owed to the house", Cell::Money(-balances.owed)),
            ("tokens held", Cell::Money(balances.tokens)),
        ]);
        let held = balances.purse + balances.racks + balances.felts + balances.owed;
        // What was brought and taken along and what was won by playing are all that moves the balance.
        let brought = sums.bought + sums.dropped + sums.play - sums.cashed;
        let agrees = held == *balance && opening + brought + played.net == *balance;
        let words = Cell::text(if agrees { "yes" } else { "no" });
        report.facts.push(("agrees with the ledger", words));
        report.is_sound &= agrees;
        person
    }
}

impl Gather for Statement {
    fn see(&mut self, seen: &Seen<'_>) {
        let player = seen.floor.people.find(&self.name);
        let known = player.and_then(|player| self.known.of(player));
        let balance = known.map_or(0, |person| person.balance);
        if seen.counts && self.opening.is_none() {
            self.opening = Some(balance);
        }
        if let Some(player) = player.filter(|_| seen.counts && self.is_before_page_end(seen.number))
        {
            let rows = self.rows(seen, player, balance);
            if !rows.is_empty() {
                self.lines.push_back((player, seen.number, rows));
            }
        }
        self.known.see(seen, None);
    }

    fn look_back(
        &mut self,
        reader: &Reader,
        keys: &SnapshotKeys,
        (floor, from_first): (&Floor, bool),
    ) -> Result<bool, NoReport> {
        let Some(player) = floor.people.find(&self.name) else { return Ok(true) };
        self.lines.retain(|(whose, ..)| *whose == player);
        while let Some(page) = self.page.filter(|page| self.lines.len() > page.entries) {
            self.lines.drain(..self.lines.len() - page.entries);
            self.older = self.lines.front().map(|(_, number, _)| *number);
        }
        match from_first && self.older.is_none() {
            true => self.read_older(reader, keys, (floor, player)),
            false => Ok(true),
        }
    }

    fn tell(&mut self, floor: &Floor, report: &mut Report) {
        let Some(player) = floor.people.find(&self.name) else { return };
        let person = self.tell_facts(floor, player, report);
        tell_older(self.older, report);
        let headings =
            vec!["entry", "time", "table", "round", "what", "wager", "amount", "change", "balance"];
        let rows = std::mem::take(&mut self.lines).into_iter().flat_map(|(_, _, rows)| rows);
        let rows = rows.collect();
        report.parts.push(Part { name: "lines", headings, rows, upright: false });
        report.parts.push(person.member.part());
        if self.only.is_some() {
            let what = "lines are those of one table; figures and balances are those of all";
            report.remarks.push(what.to_owned());
        }
    }
}

/// Reads one entry.
fn entry(reader: &Reader, number: u64) -> Result<Record, NoReport> {
    reader.entry(number)?.ok_or_else(|| NoReport::Asked(format!("there is no entry {number}")))
}

fn written(
    reader: &Reader,
    floor: &Floor,
    record: &Record,
) -> Result<croupier_floor::Act, NoReport> {
    let act = Recorded::read(&record.chained.entry.body);
    let act = act.map_err(|error| NoReport::Asked(format!("entry {}: {error}", record.number)))?;
    Ok(floor.people.written(&act, &said(reader, &act)?))
}

fn answer(record: &Record) -> Result<Answer, NoReport> {
    let answer = Answer::read(&record.chained.entry.effects);
    answer.map_err(|error| NoReport::Asked(format!("entry {}: {error}", record.number)))
}
/// What a player has, by the ledger.
#[derive(Default)]
struct Balances {
    purse: i128,
    racks: i128,
    felts: i128,
    owed: i128,
    tokens: i128,
}

impl Balances {
    fn of(ledger: &Ledger, player: Player) -> Self {
        let mut own = Self::default();
        for (account, balance) in ledger.iter() {
            let sum = match account {
                Account::Purse(whose) if whose == player => &mut own.purse,
                Account::Rack(_, whose) if whose == player => &mut own.racks,
                Account::Felt(_, whose) if whose == player => &mut own.felts,
                Account::Owed(whose) if whose == player => &mut own.owed,
                Account::TokenPurse(whose, _) | Account::TokenFelt(_, whose, _)
                    if whose == player =>
                {
                    &mut own.tokens
                }
                _ => continue,
            };
            *sum += i128::from(balance);
        }
        own
    }
}
