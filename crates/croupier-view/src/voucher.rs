//! Promotional vouchers, as their players and as staff see them.

use croupier_floor::{Exchanged, Floor, Voucher};
use serde::Serialize;

/// A promotional voucher.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VoucherView {
    /// The number that is printed on it.
    pub number: u32,
    /// What it is worth, in cents.
    pub amount: u64,
    /// At whose tables it is exchanged, and its tokens are wagered: the names of the games.
    pub games: Vec<&'static str>,
    /// From when on it is not exchanged any more, in milliseconds.
    pub expires: u64,
    /// What else is printed on it.
    pub conditions: String,
    /// It was exchanged.
    pub exchanged: bool,
    /// It was not exchanged, and cannot be any more.
    pub expired: bool,
    /// The tokens that are left of those given for it, in cents.
    pub left: u64,
    /// What only staff see of it.
    #[serde(flatten)]
    pub staff: Option<VoucherStaff>,
}

/// What staff see of a voucher besides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VoucherStaff {
    /// Who may exchange it; `None` for whoever brings it.
    pub player: Option<String>,
    /// Who issued it.
    pub by: String,
    /// When it was issued, in milliseconds.
    pub at: u64,
    /// At which table it was exchanged: it lies in the drop box there.
    pub table: Option<u32>,
    /// Who got tokens for it.
    pub given_to: Option<String>,
    /// The dealer who exchanged it.
    pub exchanged_by: Option<String>,
    /// When it was exchanged, in milliseconds.
    pub exchanged_at: Option<u64>,
}

impl VoucherView {
    /// Shows a voucher, with what only staff see.
    pub fn of(voucher: &Voucher, floor: &Floor, staff: bool) -> Self {
        let exchanged = voucher.exchanged.is_some();
        Self {
            number: voucher.number.0,
            amount: voucher.amount.0,
            games: voucher.games.iter().map(|game| game.name()).collect(),
            expires: voucher.expires,
            conditions: voucher.conditions.clone(),
            exchanged,
            expired: !exchanged && voucher.expires <= floor.now,
            left: floor.ledger.left_of(voucher.number).0,
            staff: staff.then(|| VoucherStaff::of(voucher, floor)),
        }
    }
}

impl VoucherStaff {
    fn of(voucher: &Voucher, floor: &Floor) -> Self {
        let name = |player| floor.people.name(player).to_owned();
        let exchanged = voucher.exchanged.as_ref();
        let some = |whose: fn(&Exchanged) -> croupier_engine::Player| {
            exchanged.map(|exchanged| name(whose(exchanged)))
        };
        Self {
            player: voucher.player.map(name),
            by: name(voucher.by),
            at: voucher.at,
            table: exchanged.map(|exchanged| exchanged.table.0),
            given_to: some(|exchanged| exchanged.player),
            exchanged_by: some(|exchanged| exchanged.by),
            exchanged_at: exchanged.map(|exchanged| exchanged.at),
        }
    }
}
