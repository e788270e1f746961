//! The jackpot of a table as it is shown: what each prize is now, and what was won and waits to be paid.

use croupier_engine::Odds;
use croupier_engine::jackpot::Meter;
use croupier_floor::{Award, Floor, Level, Room, Source};
use croupier_sheet::Word;
use serde::Serialize;

/// The jackpot on offer.
#[derive(Clone, Debug, Serialize)]
pub struct JackpotView {
    /// The number of the pool.
    pub pool: u32,
    /// What the pool is called.
    pub name: String,
    /// The price of the wager, in cents.
    pub price: u64,
    /// What the major prize is now: what its meter shows, or what is guaranteed if that is more.
    pub major: u64,
    /// What the minor prize is now.
    pub minor: u64,
    /// What the meter of the mystery prize shows, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mystery: Option<u64>,
    /// The fixed prizes, the highest first.
    pub fixed: Vec<u64>,
    /// The clause by which it is for the player to see that the wager is accepted.
    pub duty: Option<&'static str>,
    /// Why no jackpot wager is taken now, if none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
    /// The prizes that were won here and are not paid yet.
    pub awards: Vec<AwardView>,
}

/// A prize that was won and is not paid yet.
#[derive(Clone, Debug, Serialize)]
pub struct AwardView {
    /// Its number in the pool.
    pub award: u32,
    /// The meter that was won.
    pub level: Level,
    /// What the meter showed.
    pub reading: u64,
    /// A second person has looked at the hands.
    pub verified: bool,
    /// The hands that share it.
    pub hands: Vec<AwardHand>,
}

/// The prize of one hand.
#[derive(Clone, Debug, Serialize)]
pub struct AwardHand {
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

/// Shows the jackpot on offer.
pub fn jackpot(room: &Room, floor: &Floor) -> Option<JackpotView> {
    let pool = floor.pools.get(room.pool?)?;
    let chip = room.table.rules().chip;
    let prize = |meter| floor.prize(pool, meter, chip).map_or(0, |(prize, _)| prize.0);
    let fixed = room.kind.pays().iter().filter(|row| room.kind.has_fixed_price(row.on));
    let times = |odds: Odds| pool.terms.wager.share_up(odds.wins.into(), odds.per.into(), chip).0;
    let mystery = pool.terms.mystery.map(|_| pool.reading(Level::Mystery, &floor.ledger).0);
    let lost = pool.lost_display(room.id);
    let closed = crate::pools::closed(pool, lost);
    let here = pool.awards.values().filter(|award| award.from == Source::Table(room.id));
    Some(JackpotView {
        pool: pool.number.0,
        name: pool.name.clone(),
        price: pool.terms.wager.0,
        major: prize(Meter::Major),
        minor: prize(Meter::Minor),
        mystery,
        fixed: fixed.map(|row| times(row.odds)).collect(),
        duty: room.kind.jackpots().map(|rules| rules.accepting.0),
        closed,
        awards: here.filter(|award| award.is_open()).map(award_view).collect(),
    })
}

fn award_view(award: &Award) -> AwardView {
    let hands = award.lines.iter().map(|line| AwardHand {
        area: line.area,
        hand: line.hand.clone(),
        clause: line.clause.clone(),
        pays: line.pays.0,
        paid: line.paid,
    });
    AwardView {
        award: award.number,
        level: award.level,
        reading: award.reading.0,
        verified: award.verified.is_some(),
        hands: hands.collect(),
    }
}
