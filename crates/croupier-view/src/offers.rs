//! What a player can wager now, as the rules quote it.

use croupier_engine::wager::Mark;
use croupier_engine::{Area, Cents, Player, Spot, WagerId};
use serde::Serialize;

use crate::ShownPerson;
use croupier_floor::Room;

/// A wager that the rules would take now: `min`, and from there in steps of `unit` up to `max`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// Which wager it is.
    #[serde(flatten)]
    pub at: croupier_sheet::Spot<ShownPerson>,
    /// The least that may be added now.
    pub min: u64,
    /// The most that may be added now.
    pub max: u64,
    /// The step between two amounts that may be added.
    pub unit: u64,
    /// Into how many equal parts the wager is split.
    pub parts: u8,
    /// What is charged for placing the amount that was asked about, or what of it is taken; nothing for most wagers.
    pub commission: u64,
}

/// Lists what a player can wager now, whatever the player has, and what is charged for an amount.
pub fn offers(room: &Room, player: Player, now: u64, amount: Cents) -> Vec<Offer> {
    let areas = room.kind.house().areas.map_or(0, |areas| areas.count);
    let mut offers = Vec::new();
    if room.held.is_some() || room.is_betting_closed() || room.check_closing(now).is_err() {
        return offers;
    }
    for (layout, id) in room.kind.layouts().iter().zip(0..) {
        let areas: Vec<_> = match layout.on_area {
            true => (1..=areas).map(|area| Some(Area(area))).collect(),
            false => vec![None],
        };
        let marks: Vec<_> = match layout.mark {
            Mark::None | Mark::Travels(_) => vec![None],
            Mark::Number(of) | Mark::Point(of) => of.iter().map(|&mark| Some(mark)).collect(),
        };
        for &area in &areas {
            for &mark in &marks {
                let spot = Spot { player, area, on: WagerId(id), mark, tokens: false };
                offers.extend(offer_on(room, &spot, amount));
            }
        }
    }
    offers
}

/// Finds what can be wagered on a spot now: in whole chips, where the rules leave any.
fn offer_on(room: &Room, spot: &Spot, amount: Cents) -> Option<Offer> {
    room.check_given_up(spot).ok()?;
    let quote = room.table.quote(spot).ok()?;
    let quote = quote.in_multiples_of(room.table.rules().chip).unwrap_or(quote);
    let above = amount.0.min(quote.most.0).saturating_sub(quote.least.0);
    let placed = Cents(quote.least.0 + above / quote.unit.0.max(1) * quote.unit.0);
    Some(Offer {
        at: croupier_sheet::Spot::of(room.kind, spot)
            .rename(&mut |who| ShownPerson { player: None, seat: room.seat_number(who.0) }),
        min: quote.least.0,
        max: quote.most.0,
        unit: quote.unit.0,
        parts: quote.parts,
        commission: room.table.commission(spot, placed).0,
    })
}
