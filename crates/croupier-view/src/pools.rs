//! Prize pools as they are shown: to anybody what can be won and for which price, to staff everything else.

use croupier_engine::jackpot::{Jackpot, Meter};
use croupier_engine::wager::Price;
use croupier_engine::{Cents, Kind};
use croupier_floor::{
    Account, Approved, Award, AwardLine, Display, DisplayId, Floor, Level, Outside, OutsideId,
    Pool, PoolId, PoolState, Reason, Source, Terms,
};
use croupier_sheet::Word;
use serde::Serialize;

use crate::{Viewer, words};

/// A pool as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct PoolView {
    /// What anybody may know of it.
    #[serde(flatten)]
    pub prizes: PoolPrizes,
    /// What staff know beside that.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub staff: Option<Box<PoolStaff>>,
}

/// What can be won in a pool, as a display on a wall shows it.
#[derive(Clone, Debug, Serialize)]
pub struct PoolPrizes {
    /// The number of the pool.
    pub pool: u32,
    /// What the pool is called.
    pub name: String,
    /// Guests play for it, with play money.
    pub play: bool,
    /// The price of a wager, in cents.
    pub price: u64,
    /// What the major prize is now, to the cent: what its meter shows, or what is guaranteed if that is more.
    pub major: u64,
    /// What the minor prize is now.
    pub minor: u64,
    /// What the meter of the mystery prize shows, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mystery: Option<u64>,
    /// The fixed prizes, the highest first.
    pub fixed: Vec<FixedPrize>,
    /// The game whose order has these prizes.
    pub game: Option<&'static str>,
    /// Why no wager is taken now, if none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
}

/// A prize that is the same whatever the meters show.
#[derive(Clone, Debug, Serialize)]
pub struct FixedPrize {
    /// What a hand gets.
    pub pays: u64,
    /// The clause by which it does.
    pub clause: &'static str,
}

/// What staff know of a pool.
#[derive(Clone, Debug, Serialize)]
pub struct PoolStaff {
    /// How far it has come.
    pub state: PoolState,
    /// What holds at all its tables.
    pub terms: Terms,
    /// The Authority's approval of the terms.
    pub approval: Option<ApprovalView>,
    /// Terms that were approved, and hold when no wager of the old ones is in play.
    pub next: Option<NextTerms>,
    /// The pool that gets what this one holds when it closes.
    pub heir: Option<u32>,
    /// Its tables on this floor.
    pub tables: Vec<LinkedTable>,
    /// Its tables that do not run here.
    pub outside: Vec<OutsideView>,
    /// The screens that must show its prizes.
    pub displays: Vec<DisplayView>,
    /// What each meter has taken and given, and holds.
    pub levels: Vec<LevelView>,
    /// What the house has kept of all wagers, less what went back.
    pub retained: i64,
    /// What the house has committed itself to about the mystery prize.
    pub mystery_draw: Option<MysteryView>,
    /// The keys of the mystery prize are lost: nobody can win it until two people have given them up.
    pub key_lost: bool,
    /// Prizes that were won and wait, or were won last.
    pub awards: Vec<PoolAward>,
}

/// An approval of the Authority.
#[derive(Clone, Debug, Serialize)]
pub struct ApprovalView {
    /// Its reference.
    pub reference: String,
    /// Its date.
    pub date: Word,
    /// Who wrote it down.
    pub by: String,
}

/// Terms that will hold.
#[derive(Clone, Debug, Serialize)]
pub struct NextTerms {
    /// The terms.
    pub terms: Terms,
    /// The Authority's approval of them.
    pub approval: ApprovalView,
}

/// A table of this floor that feeds a pool.
#[derive(Clone, Debug, Serialize)]
pub struct LinkedTable {
    /// Its number.
    pub table: u32,
    /// Its name.
    pub name: String,
}

/// A table that does not run here and feeds a pool.
#[derive(Clone, Debug, Serialize)]
pub struct OutsideView {
    /// Its number in the pool.
    pub outside: u32,
    /// What it is called.
    pub name: String,
    /// The game, by its name in sheets.
    pub game: Word,
    /// The smallest chip there.
    pub chip: u64,
    /// The number of the last message that was taken from it.
    pub last: u64,
    /// Messages are missing: one came whose number was too high.
    pub gap: bool,
    /// It feeds the pool; else it does so no more.
    pub linked: bool,
    /// The newest round of which it has not said that it is over, if wagers of it may be in play.
    pub in_play: Option<u64>,
}

/// A screen that must show the prizes of a pool.
#[derive(Clone, Debug, Serialize)]
pub struct DisplayView {
    /// Its number in the pool.
    pub display: u32,
    /// What it is called.
    pub name: String,
    /// The table that needs it; all tables of the pool do where there is none.
    pub table: Option<u32>,
    /// It is cut off.
    pub lost: bool,
    /// By which it proves that it is this one; only where it may be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A meter, with its books.
#[derive(Clone, Debug, Serialize)]
pub struct LevelView {
    /// Which meter.
    pub level: Level,
    /// What it holds.
    pub reading: u64,
    /// What is paid if the meter holds less.
    pub guarantee: u64,
    /// The fraction of a cent that wagers have brought and that is no whole cent yet.
    pub carry: (u64, u64),
    /// What wagers have brought, less what went back with wagers.
    pub contributed: i64,
    /// What the house has put in: seeds, guarantees, and the rounding of prizes.
    pub top_up: i64,
    /// What was won and waits to be paid.
    pub pending: u64,
    /// What was paid to winners, less what they gave back.
    pub paid: i64,
    /// What came from another pool.
    pub moved_in: u64,
    /// What went to another pool.
    pub moved_out: u64,
}

/// What the house has committed itself to about a mystery prize. Nobody can see the trigger in it.
#[derive(Clone, Debug, Serialize)]
pub struct MysteryView {
    /// The commitment to the key of the trigger.
    pub trigger: String,
    /// The commitment to the key of the winner.
    pub winner: String,
    /// Between which amounts the trigger was drawn: above the first, up to the second.
    pub between: (u64, u64),
}

/// A prize that was won, with everything that stands on its slip.
#[derive(Clone, Debug, Serialize)]
pub struct PoolAward {
    /// Its number in the pool.
    pub award: u32,
    /// The meter that was won.
    pub level: Level,
    /// The table of this floor where it was won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<u32>,
    /// The table that does not run here where it was won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside: Option<u32>,
    /// The name of the table.
    pub at_table: String,
    /// In which round.
    pub round: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What the meter showed.
    pub reading: u64,
    /// What is guaranteed.
    pub guarantee: u64,
    /// What is shared: the greater of the two.
    pub prize: u64,
    /// What the meter started again with.
    pub seed: u64,
    /// What all hands get together.
    pub total: u64,
    /// What the house adds because shares are rounded up to a chip.
    pub rounding: u64,
    /// The hands that share it.
    pub hands: Vec<WinningHand>,
    /// Who has verified it.
    pub verified_by: Option<String>,
    /// Who has paid it.
    pub paid_by: Option<String>,
    /// Every hand was paid.
    pub paid: bool,
    /// Nobody has won it after all, and the meter has got it back.
    pub reversed: bool,
}

/// A hand that has won, and whose it is.
#[derive(Clone, Debug, Serialize)]
pub struct WinningHand {
    /// The player; nobody whom this house knows, at a table that does not run here.
    pub player: Option<String>,
    /// On which area.
    pub area: u8,
    /// Its cards.
    pub hand: Vec<Word>,
    /// The clause by which it wins.
    pub clause: Word,
    /// What it gets.
    pub pays: u64,
    /// It was paid.
    pub paid: bool,
}

/// Shows the pools that a viewer may see: staff all, everybody else those that are in use.
pub fn pools(floor: &Floor, eye: Viewer) -> Vec<PoolView> {
    let shown = floor.pools.iter().filter(|pool| eye == Viewer::Staff || is_public(pool));
    shown.map(|pool| pool_view(floor, pool, eye)).collect()
}

/// Shows what can be won in a pool, if it is in use.
pub fn pool_prizes(floor: &Floor, pool: PoolId) -> Option<PoolPrizes> {
    floor.pools.get(pool).filter(|pool| is_public(pool)).map(|pool| prizes(floor, pool))
}

/// Returns what is paid for a meter to one hand if the meter holds less.
pub fn guarantee(pool: &Pool, meter: Meter) -> Cents {
    let empty = Jackpot {
        wager: pool.terms.wager,
        major: Cents::ZERO,
        minor: Cents::ZERO,
        mystery: false,
        pools: 1,
        increment: (0, 1),
        seed: Cents::ZERO,
        linked: Vec::new(),
    };
    let hit = pool.terms.kind().and_then(|kind| kind.meter_verdict(meter, &empty, Cents(1)));
    match hit.map(|hit| hit.price) {
        Some(Price::Prize(prize)) => prize,
        Some(_) | None => Cents::ZERO,
    }
}

/// Tells whether wagers are or were lately taken for a pool, so that people look for it on the walls.
const fn is_public(pool: &Pool) -> bool {
    match pool.state {
        PoolState::Running | PoolState::Suspended | PoolState::Retiring => true,
        PoolState::Draft | PoolState::Approved | PoolState::Closed => false,
    }
}

fn pool_view(floor: &Floor, pool: &Pool, eye: Viewer) -> PoolView {
    let staff = (eye == Viewer::Staff).then(|| Box::new(staff(floor, pool)));
    PoolView { prizes: prizes(floor, pool), staff }
}

fn prizes(floor: &Floor, pool: &Pool) -> PoolPrizes {
    let now = |meter| floor.prize(pool, meter, Cents(1)).map_or(0, |(prize, _)| prize.0);
    let mystery = pool.terms.mystery.map(|_| pool.reading(Level::Mystery, &floor.ledger).0);
    PoolPrizes {
        pool: pool.number.0,
        name: pool.name.clone(),
        play: pool.play,
        price: pool.terms.wager.0,
        major: now(Meter::Major),
        minor: now(Meter::Minor),
        mystery,
        fixed: pool.terms.kind().map(|kind| fixed(kind, pool.terms.wager)).unwrap_or_default(),
        game: pool.terms.kind().map(Kind::name),
        closed: closed(pool, pool.lost_for_all()),
    }
}

/// Says why no wager is taken for a pool, if none is; a display may be cut off.
pub(crate) fn closed(pool: &Pool, lost: Option<DisplayId>) -> Option<String> {
    let lost = lost.map(|display| Reason::DisplayLost { pool: pool.number, display });
    lost.or_else(|| pool.takes().err()).map(|reason| words::why_not(&reason))
}

fn fixed(kind: Kind, price: Cents) -> Vec<FixedPrize> {
    let rows = kind.pays().iter().filter(|row| kind.has_fixed_price(row.on));
    let times = |row: &croupier_engine::pays::Pays| {
        price.share_up(row.odds.wins.into(), row.odds.per.into(), Cents(1)).0
    };
    let mut all: Vec<_> =
        rows.map(|row| FixedPrize { pays: times(row), clause: row.cited.0 }).collect();
    all.sort_by_key(|prize| std::cmp::Reverse(prize.pays));
    all
}

fn staff(floor: &Floor, pool: &Pool) -> PoolStaff {
    let tables = pool.tables.iter().map(|table| LinkedTable {
        table: table.0,
        name: floor.rooms.get(table).map(|room| room.name.clone()).unwrap_or_default(),
    });
    let next = pool.next.as_ref().map(|(terms, approval)| NextTerms {
        terms: terms.clone(),
        approval: approval_view(floor, approval),
    });
    PoolStaff {
        state: pool.state,
        terms: pool.terms.clone(),
        approval: pool.approval.as_ref().map(|approval| approval_view(floor, approval)),
        next,
        heir: pool.heir.map(|heir| heir.0),
        tables: tables.collect(),
        outside: pool
            .outside
            .iter()
            .map(|(number, outside)| outside_view(*number, outside))
            .collect(),
        displays: displays(pool),
        levels: Level::ALL.into_iter().map(|level| level_view(floor, pool, level)).collect(),
        retained: pool.retained,
        mystery_draw: pool.mystery.as_ref().map(|draw| MysteryView {
            trigger: draw.trigger.clone(),
            winner: draw.winner.clone(),
            between: (draw.between.0.0, draw.between.1.0),
        }),
        // Only who has the secret of the house can tell.
        key_lost: false,
        awards: awards(floor, pool),
    }
}

/// Shows the prizes of a pool: those about which something is left to do, and then the last ones, the newest first, so
/// that their slips can be read.
fn awards(floor: &Floor, pool: &Pool) -> Vec<PoolAward> {
    let past = pool.past.values().rev().take(SLIPS);
    pool.awards.values().chain(past).map(|award| pool_award(floor, pool, award)).collect()
}

/// How many prizes are shown about which nothing is left to do.
const SLIPS: usize = 20;

/// Shows a prize of a pool by its number, as long as it is remembered.
pub fn slip(floor: &Floor, pool: PoolId, award: u32) -> Option<PoolAward> {
    let pool = floor.pools.get(pool)?;
    pool.award(award).map(|award| pool_award(floor, pool, award))
}

fn displays(pool: &Pool) -> Vec<DisplayView> {
    let view = |(DisplayId(display), it): (&DisplayId, &Display)| DisplayView {
        display: *display,
        name: it.name.clone(),
        table: it.table.map(|table| table.0),
        lost: it.lost,
        key: None,
    };
    pool.displays.iter().map(view).collect()
}

fn approval_view(floor: &Floor, approval: &Approved) -> ApprovalView {
    let by = floor.people.name(approval.by).to_owned();
    ApprovalView { reference: approval.reference.clone(), date: approval.date.clone(), by }
}

fn outside_view(OutsideId(number): OutsideId, outside: &Outside) -> OutsideView {
    OutsideView {
        outside: number,
        name: outside.name.clone(),
        game: outside.game.clone(),
        chip: outside.chip.0,
        last: outside.last,
        gap: outside.gap,
        linked: outside.linked,
        in_play: outside.round_in_play(),
    }
}

fn level_view(floor: &Floor, pool: &Pool, level: Level) -> LevelView {
    let book = pool.level(level);
    LevelView {
        level,
        reading: pool.reading(level, &floor.ledger).0,
        guarantee: guaranteed(pool, level).0,
        carry: (book.carry.part, book.carry.of),
        contributed: book.contributed,
        // The account of the house is as far below nothing as it has put in.
        top_up: -floor.ledger.balance(Account::PoolTopUp(pool.number, level)),
        pending: floor.ledger.held(Account::PoolPending(pool.number, level)).0,
        paid: book.paid,
        moved_in: book.moved_in,
        moved_out: book.moved_out,
    }
}

/// Returns what is paid for a meter if it holds less; a mystery prize has no such floor.
pub fn guaranteed(pool: &Pool, level: Level) -> Cents {
    match level {
        Level::Major => guarantee(pool, Meter::Major),
        Level::Minor => guarantee(pool, Meter::Minor),
        Level::Mystery => Cents::ZERO,
    }
}

fn pool_award(floor: &Floor, pool: &Pool, award: &Award) -> PoolAward {
    let guarantee = guaranteed(pool, award.level);
    let (prize, total) = (award.reading.max(guarantee), award.total());
    let (table, outside, at_table) = place(floor, pool, award.from);
    PoolAward {
        award: award.number,
        level: award.level,
        table,
        outside,
        at_table,
        round: award.round,
        at: award.at,
        reading: award.reading.0,
        guarantee: guarantee.0,
        prize: prize.0,
        seed: award.seed.0,
        total: total.0,
        rounding: total.saturating_sub(prize).0,
        hands: award.lines.iter().map(|line| winning_hand(floor, line)).collect(),
        verified_by: award.verified.map(|who| floor.people.name(who).to_owned()),
        paid_by: award.paid_by.map(|who| floor.people.name(who).to_owned()),
        paid: !award.is_open() && !award.reversed,
        reversed: award.reversed,
    }
}

fn place(floor: &Floor, pool: &Pool, from: Source) -> (Option<u32>, Option<u32>, String) {
    match from {
        Source::Table(table) => {
            let name = floor.rooms.get(&table).map(|room| room.name.clone());
            // The table may have closed since.
            let name = name.unwrap_or_else(|| format!("table {}", table.0));
            (Some(table.0), None, name)
        }
        Source::Outside(outside) => {
            let name = pool.outside.get(&outside).map(|outside| outside.name.clone());
            (None, Some(outside.0), name.unwrap_or_default())
        }
    }
}

fn winning_hand(floor: &Floor, line: &AwardLine) -> WinningHand {
    WinningHand {
        player: line.player.map(|player| floor.people.name(player).to_owned()),
        area: line.area,
        hand: line.hand.clone(),
        clause: line.clause.clone(),
        pays: line.pays.0,
        paid: line.paid,
    }
}
