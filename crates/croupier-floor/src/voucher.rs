//! Promotional vouchers: what each is worth, under which conditions, and what became of it.

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::{Cents, Kind, Player};
use serde::{Deserialize, Serialize};

use crate::TableId;
use crate::promotion::PromotionId;

/// A voucher, by the number that is printed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VoucherId(pub u32);

croupier_engine::stored! { struct VoucherId(number) }

/// A promotional voucher, which a dealer exchanges once for promotional tokens of the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Voucher {
    /// The number that is printed on it.
    pub number: VoucherId,
    /// What it is worth.
    pub amount: Cents,
    /// At whose tables it is exchanged, and its tokens are wagered.
    pub games: BTreeSet<Kind>,
    /// From when on it is not exchanged any more, in milliseconds.
    pub expires: u64,
    /// Who may exchange it; `None` for whoever brings it.
    pub player: Option<Player>,
    /// What else is printed on it.
    pub conditions: String,
    /// Who issued it.
    pub by: Player,
    /// When it was issued, in milliseconds.
    pub at: u64,
    /// The promotion whose reward it is.
    pub promotion: Option<PromotionId>,
    /// Nobody exchanged it in time, and it was written off.
    pub expired: bool,
    /// What became of it; `None` as long as nobody has exchanged it.
    pub exchanged: Option<Exchanged>,
}

croupier_engine::stored! {
    struct Voucher {
        number, amount, games, expires, player, conditions, by, at, promotion, expired, exchanged,
    }
}

/// How a voucher was exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchanged {
    /// At which table: the voucher lies in its drop box.
    pub table: TableId,
    /// Who got the tokens.
    pub player: Player,
    /// The dealer.
    pub by: Player,
    /// When, in milliseconds.
    pub at: u64,
}

croupier_engine::stored! { struct Exchanged { table, player, by, at } }

/// All vouchers that were issued, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vouchers(pub(crate) BTreeMap<VoucherId, Voucher>);

croupier_engine::stored! { struct Vouchers(all) }

impl Vouchers {
    /// Finds a voucher.
    pub fn get(&self, number: VoucherId) -> Option<&Voucher> {
        self.0.get(&number)
    }

    /// Lists all vouchers.
    pub fn iter(&self) -> impl Iterator<Item = &Voucher> {
        self.0.values()
    }

    /// Lists the vouchers that a player can exchange because they are made out to this player, and those that the
    /// player has exchanged.
    pub fn of(&self, player: Player) -> impl Iterator<Item = &Voucher> {
        self.iter().filter(move |voucher| match voucher.exchanged {
            Some(exchanged) => exchanged.player == player,
            None => voucher.player == Some(player),
        })
    }

    /// Tells whether tokens that were given for a voucher may be wagered at a game.
    pub fn covers(&self, number: VoucherId, kind: Kind) -> bool {
        self.get(number).is_some_and(|voucher| voucher.games.contains(&kind))
    }
}
