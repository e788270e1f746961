//! What was played at the tables: each sitting, from opening to closing, with its money and its wagers.

use std::collections::BTreeMap;

use croupier_engine::effect::Outcome;
use croupier_engine::stored::{Bytes, Damaged, Stored};
use croupier_engine::wager::Mark;
use croupier_engine::{Cents, Kind, Setup, WagerId};
use croupier_floor::{
    Account, Act, EdgeAct, Event, Floor, Level, Play, Posting, TableId, restore_json, store_json,
};
use croupier_sheet::happened;
use croupier_sheet::{Happened, PersonId};

use super::seen::Seen;

/// A line of settlement, with its player by number.
type Settled = happened::Settled<PersonId>;

/// A table from its opening to its closing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sitting {
    /// Its number.
    pub(super) table: TableId,
    /// Its name.
    pub(super) name: String,
    /// Its game.
    pub(super) kind: Kind,
    /// How it was set up.
    pub(super) setup: Setup,
    /// How many decks.
    pub(super) decks: u8,
    /// Something of it is within the range.
    pub(super) counts: bool,
    /// The entry that closed it.
    pub(super) closed: Option<u64>,
    /// What the float held when the range or the sitting began.
    pub(super) opening: i128,
    /// What it held when they ended.
    pub(super) closing: i128,
    /// From the cage, after the opening.
    pub(super) fills: i128,
    /// To the cage, before the closing.
    pub(super) credits: i128,
    /// Cash in the drop box.
    pub(super) drop: i128,
    /// Commission on wagers.
    pub(super) commission: i128,
    /// From the float to the jackpot meters.
    pub(super) fed: i128,
    /// From the jackpot meters to players.
    pub(super) paid_by_meters: i128,
    /// What players who won mystery prizes got.
    pub(super) mystery: i128,
    /// What became of the wagers.
    pub(super) lines: BTreeMap<Key, Tally>,
    variant: Option<u8>,
    point: Option<u8>,
    meters: [u64; 2],
    round: u64,
    /// What was settled in this round and the one before, and may be corrected.
    recent: Vec<Recent>,
}

croupier_engine::stored! {
    struct Sitting {
        table, name, kind, setup, decks, counts, closed, opening, closing, fills, credits, drop,
        commission, fed, paid_by_meters, mystery, lines, variant, point, meters, round, recent,
    }
}

/// A line that was settled, with what its odds depended on then.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Recent {
    round: u64,
    line: Settled,
    key: Key,
    meters: [u64; 2],
}

impl Stored for Recent {
    fn store(&self, to: &mut Vec<u8>) {
        let Self { round, line, key, meters } = self;
        store_json(line, to);
        (*round, *key, *meters).store(to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let line = restore_json(from)?;
        let (round, key, meters) = Stored::restore(from)?;
        Ok(Self { round, line, key, meters })
    }
}

/// Wagers that have the same odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// The variant in which the game was played.
    pub(super) variant: Option<u8>,
    /// Which wager; one that a choice places counts with the one that it follows.
    pub(super) on: WagerId,
    /// Its number or point total, or the point on which its odds depend.
    pub(super) mark: Option<u8>,
    /// What was staked first.
    pub(super) stake: Cents,
    /// In tokens.
    pub(super) tokens: bool,
}

croupier_engine::stored! { struct Key { variant, on, mark, stake, tokens } }

/// What became of them. Corrections take away what they replace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// How many were decided.
    pub(super) count: i128,
    /// What was staked in all.
    pub(super) handle: i128,
    /// What was paid on top of stakes.
    pub(super) paid: i128,
    /// What the house won, commission included.
    pub(super) win: i128,
    /// What the meters showed, added up.
    pub(super) meters: [i128; 2],
}

croupier_engine::stored! { struct Tally { count, handle, paid, win, meters } }

impl Sitting {
    /// Returns what the house won, by the lines of settlement.
    pub(super) fn win(&self) -> i128 {
        self.lines.values().map(|tally| tally.win).sum::<i128>() - self.mystery
    }

    /// Returns what the house won, by what went in and out of the float.
    pub(super) const fn counted(&self) -> i128 {
        self.closing + self.credits + self.drop + self.commission - self.opening - self.fills
    }

    /// Returns what of the win by the float the lines do not explain: nothing, always.
    pub(super) fn unexplained(&self) -> i128 {
        self.counted() - (self.win() + self.paid_by_meters - self.fed)
    }

    fn settled(&mut self, line: &Settled) {
        if let Some(settled) = self.now(line) {
            self.count(settled);
        }
    }

    /// Takes away what was settled, as it was counted, and counts what takes its place.
    fn corrected(&mut self, was: &Settled, now: &Settled) {
        let known = self.recent.iter().rposition(|recent| recent.line == *was);
        let was = known.map(|at| self.recent.remove(at)).or_else(|| self.now(was));
        let Some(was) = was else { return };
        self.add(&was, -1);
        let (key, line) = (Key { stake: Cents(now.stake), ..was.key }, now.clone());
        self.count(Recent { round: self.round, line, key, meters: was.meters });
    }

    /// Returns a line with what its odds depend on now.
    fn now(&self, line: &Settled) -> Option<Recent> {
        let on = self.kind.wager(&line.at.on)?;
        let key = Key {
            variant: self.variant,
            on: follows(self.kind, on).unwrap_or(on),
            mark: self.mark(on, line.at.number.or(line.at.point)),
            stake: Cents(line.stake),
            tokens: line.at.tokens,
        };
        let (round, meters) = (self.round, self.meters);
        Some(Recent { round, line: line.clone(), key, meters })
    }

    fn count(&mut self, recent: Recent) {
        self.add(&recent, 1);
        self.recent.push(recent);
    }

    fn add(&mut self, recent: &Recent, times: i128) {
        let Recent { line, key, meters, .. } = recent;
        let win = times * line.house_win();
        if line.result == Outcome::Mystery {
            self.mystery -= win;
            return;
        }
        let is_base = self.kind.wager(&line.at.on) == Some(key.on);
        let tally = self.lines.entry(*key).or_default();
        tally.win += win;
        if line.is_decided() {
            tally.count += if is_base { times } else { 0 };
            tally.handle += times * i128::from(line.stake);
            tally.paid += times * i128::from(line.pays);
            for (sum, meter) in tally.meters.iter_mut().zip(meters) {
                *sum += times * i128::from(*meter);
            }
        }
    }

    /// Returns the mark that the odds of a wager depend on.
    fn mark(&self, on: WagerId, mark: Option<u8>) -> Option<u8> {
        match self.kind.layouts()[usize::from(on.0)].mark {
            // It was placed before it had a number.
            Mark::Travels(_) => None,
            // One that stands behind the line has the odds of the point.
            Mark::None => self.point,
            Mark::Number(_) | Mark::Point(_) => mark,
        }
    }

    fn posted(&mut self, act: &Act, posting: &Posting) {
        let amount = i128::from(posting.amount.0);
        let own = Account::Float(self.table);
        let Posting { from, to, .. } = *posting;
        let fill = matches!(act, Act::EdgeAct(EdgeAct::Fill { .. }));
        let credit = matches!(act, Act::EdgeAct(EdgeAct::Credit { .. }));
        let from_house = matches!(from, Account::Cage | Account::PlayMint);
        let is_pool = |account| {
            matches!(
                account,
                Account::PoolMeter(..) | Account::PoolRetained(_) | Account::PoolTopUp(..)
            )
        };
        let is_prize = |account| matches!(account, Account::PoolPending(..));
        match to {
            Account::DropBox(_) if from == Account::Outside => self.drop += amount,
            Account::Float(_) if to == own && from_house && fill => self.fills += amount,
            // A wager went back that its pool had counted.
            Account::Float(_) if to == own && is_pool(from) => self.fed -= amount,
            Account::Cage | Account::PlayMint if from == own && credit => self.credits += amount,
            pool if from == own && is_pool(pool) => self.fed += amount,
            Account::Rack(..) if is_prize(from) => self.paid_by_meters += amount,
            // A prize that was paid by mistake goes back to its pool.
            Account::PoolPending(..) if matches!(from, Account::Rack(..) | Account::Owed(_)) => {
                self.paid_by_meters -= amount;
            }
            Account::Commission(_) if matches!(from, Account::Rack(..)) => {
                self.commission += amount;
            }
            // What players win, lose, bring and take along is no figure of its own.
            Account::Outside
            | Account::CageCash
            | Account::DropBox(_)
            | Account::Bank
            | Account::PromotionFund(_)
            | Account::PromotionPrizes(_)
            | Account::Mint
            | Account::PlayMint
            | Account::Cage
            | Account::Float(_)
            | Account::Commission(_)
            | Account::PoolMeter(..)
            | Account::PoolPending(..)
            | Account::PoolTopUp(..)
            | Account::PoolRetained(_)
            | Account::PoolOutside(..)
            | Account::Purse(_)
            | Account::Rack(..)
            | Account::Felt(..)
            | Account::Owed(_)
            | Account::TokenMint
            | Account::TokenPurse(..)
            | Account::TokenFelt(..)
            | Account::VoucherMint
            | Account::Voucher(_)
            | Account::VoucherBox(_) => {}
        }
        if from == own {
            self.closing -= amount;
        }
        if to == own {
            self.closing += amount;
        }
    }

    fn see(&mut self, act: &Act, event: &Event) {
        match event.play() {
            Some(Play::Posted(posting)) => {
                if !matches!(act, Act::EdgeAct(EdgeAct::Open { .. })) {
                    self.posted(act, posting);
                }
            }
            Some(Play::Happened(happened)) => self.happened(happened),
            Some(Play::Round(number)) => {
                self.round = number;
                self.recent.retain(|recent| recent.round + 1 >= number);
            }
            None => {}
        }
    }

    fn happened(&mut self, happened: &Happened<PersonId>) {
        match happened {
            Happened::Settled(line) => self.settled(line),
            Happened::Corrected { was, now, .. } => self.corrected(was, now),
            Happened::Placed { .. }
            | Happened::Measure { .. }
            | Happened::Ruled { .. }
            | Happened::Found { .. }
            | Happened::Closed
            | Happened::Dealt { .. }
            | Happened::DealtFaceDown { .. }
            | Happened::Faced { .. }
            | Happened::Declared { .. }
            | Happened::Marked { .. }
            | Happened::Burned { .. }
            | Happened::BurnedUnseen
            | Happened::Accepted { .. }
            | Happened::Collected { .. }
            | Happened::Carried { .. }
            | Happened::Chose { .. }
            | Happened::Travelled { .. }
            | Happened::Called { .. }
            | Happened::Puck { .. }
            | Happened::Offered { .. }
            | Happened::Shooter { .. }
            | Happened::Turned { .. }
            | Happened::Rekeyed { .. }
            | Happened::Rerolled { .. }
            | Happened::Reserved { .. }
            | Happened::CuttingCard { .. }
            | Happened::ShuffleDue { .. }
            | Happened::Shuffled
            | Happened::RoundOver
            | Happened::Rebuilt => {}
        }
    }

    /// Forgets what came before the range.
    fn begin(&mut self) {
        self.counts = true;
        self.opening = self.closing;
        for sum in [
            &mut self.fills,
            &mut self.credits,
            &mut self.drop,
            &mut self.commission,
            &mut self.fed,
            &mut self.paid_by_meters,
            &mut self.mystery,
        ] {
            *sum = 0;
        }
        self.lines.clear();
    }
}

/// All sittings, in the order in which they began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Played {
    sittings: Vec<Sitting>,
    open: BTreeMap<TableId, usize>,
    counting: bool,
    /// Meters may have moved, or tables been linked to others, since they were last read.
    meters_moved: bool,
}

croupier_engine::stored! {
    struct Played { sittings, open, counting, meters_moved }
    check |it| it.open.values().all(|at| *at < it.sittings.len())
}

impl Played {
    /// Lists the sittings of which something is within the range, at one table or at all.
    pub(super) fn sittings(&self, only: Option<TableId>) -> impl Iterator<Item = &Sitting> {
        let wanted = move |sitting: &&Sitting| only.is_none_or(|only| only == sitting.table);
        self.sittings.iter().filter(|sitting| sitting.counts).filter(wanted)
    }

    /// Takes everything so far as what was before a range that has not begun yet.
    pub(super) fn before_range(&mut self) {
        self.counting = false;
        self.sittings.iter_mut().for_each(|sitting| sitting.counts = false);
    }

    pub(super) fn see(&mut self, seen: &Seen<'_>) {
        if seen.counts && !self.counting {
            self.counting = true;
            self.open.values().for_each(|&at| self.sittings[at].begin());
        }
        self.meters_moved |= seen.answer.events.iter().any(moves_meters);
        let Some(table) = seen.table() else { return };
        let done = seen.done().map(|(_, act)| act);
        if let Some(Act::EdgeAct(EdgeAct::Open { .. })) = done {
            self.open(table, seen);
        }
        let Some(&at) = self.open.get(&table) else { return };
        let sitting = &mut self.sittings[at];
        if let Some(Act::EdgeAct(EdgeAct::Close { .. })) = done {
            // Chips that go home when a table closes are what its float closed with.
            sitting.closed = Some(seen.number);
            sitting.recent.clear();
            self.open.remove(&table);
            return;
        }
        let act = done.unwrap_or(seen.act);
        for event in &seen.answer.events {
            sitting.see(act, event);
        }
        self.after(at, seen.floor, &seen.answer.events);
    }

    /// Remembers what the next lines will be read against: point, variant and meters.
    fn after(&mut self, at: usize, floor: &Floor, events: &[Event]) {
        let sitting = &mut self.sittings[at];
        for event in events {
            if let Event::Game(_, Happened::Puck { point }) = event {
                sitting.point = *point;
            }
        }
        if let Some(room) = floor.rooms.get(&sitting.table) {
            let rules = room.table.rules();
            sitting.variant = rules.variant;
            if rules.jackpot.is_some() && rules.jackpot != sitting.setup.jackpot {
                sitting.setup.jackpot.clone_from(&rules.jackpot);
            }
        }
        if !std::mem::take(&mut self.meters_moved) {
            return;
        }
        // Tables of a pool feed the same meters.
        for (table, &open) in &self.open {
            let pool = floor.rooms.get(table).and_then(|room| floor.pools.get(room.pool?));
            let reading = |level| pool.map_or(0, |pool| pool.reading(level, &floor.ledger).0);
            self.sittings[open].meters = [Level::Major, Level::Minor].map(reading);
        }
    }

    fn open(&mut self, table: TableId, seen: &Seen<'_>) {
        let Some(room) = seen.floor.rooms.get(&table) else { return };
        let float = seen.floor.ledger.balance(Account::Float(table));
        self.open.insert(table, self.sittings.len());
        self.sittings.push(Sitting {
            table,
            name: room.name.clone(),
            kind: room.kind,
            setup: room.setup.clone(),
            decks: room.table.rules().decks,
            counts: seen.counts,
            closed: None,
            opening: i128::from(float),
            closing: i128::from(float),
            fills: 0,
            credits: 0,
            drop: 0,
            commission: 0,
            fed: 0,
            paid_by_meters: 0,
            mystery: 0,
            lines: BTreeMap::new(),
            variant: room.table.rules().variant,
            point: None,
            meters: [0; 2],
            round: room.round,
            recent: Vec::new(),
        });
    }
}

/// Tells whether an event may change what the meter of a table shows: its money, its pool, or the table.
fn moves_meters(event: &Event) -> bool {
    match event {
        Event::Pool { .. } | Event::Table { .. } => true,
        Event::Posted(posting) => posting.from.pool().or(posting.to.pool()).is_some(),
        _ => false,
    }
}

/// Names the wager that another, placed by a choice, follows.
fn follows(kind: Kind, on: WagerId) -> Option<WagerId> {
    let follow_ups = kind.choices().iter().filter_map(|&choice| kind.follow_up(choice));
    follow_ups.into_iter().find(|(placed, _)| *placed == on).map(|(_, base)| base)
}
