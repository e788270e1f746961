//! What a person sees of the own affairs: money, rights, and with which eyes a table is looked at.

use croupier_engine::{Kind, Player};
use croupier_floor::{Account, Floor, RIGHTS, Role, Voucher};
use serde::Serialize;

use crate::{PlayersSign, VoucherView};

/// Who looks at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player, or anyone who walks by.
    Player,
    /// Staff, or an inspector.
    Staff,
}

/// Lists a player's money: in the pocket, in tokens, and before each seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wealth {
    /// The chips that lie at no table, in cents.
    pub purse: u64,
    /// The promotional tokens that lie at no table.
    pub tokens: u64,
    /// The vouchers of the player that can be exchanged, and those of which tokens are left.
    pub vouchers: Vec<VoucherView>,
    /// What the player owes after a correction.
    pub owed: u64,
    /// What the player has at each table.
    pub seats: Vec<SeatWealth>,
}

/// What a player has at one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatWealth {
    /// The number of the table.
    pub table: u32,
    /// The number of the seat; `None` if the player has only chips there.
    pub seat: Option<u8>,
    /// The chips before the player.
    pub rack: u64,
    /// The chips on the layout.
    pub felt: u64,
    /// The promotional tokens that may be wagered here.
    pub tokens: u64,
    /// What holds for the player alone: minimums that the player keeps, and limits of the player's own.
    pub limits: Vec<PlayersSign>,
}

/// Shows a player the own money.
pub fn wealth(floor: &Floor, player: Player) -> Wealth {
    let held = |account| floor.ledger.held(account).0;
    let seats = floor.rooms.values().filter_map(|room| {
        let seat = room.seat_number(player);
        let (rack, felt) =
            (held(Account::Rack(room.id, player)), held(Account::Felt(room.id, player)));
        let tokens = floor.tokens_of(player, Some(room.kind)).0;
        let any = seat.is_some() || rack > 0 || felt > 0 || tokens > 0;
        let limits = PlayersSign::of(room, player);
        any.then_some(SeatWealth { table: room.id.0, seat, rack, felt, tokens, limits })
    });
    let usable = |voucher: &&Voucher| match voucher.exchanged {
        Some(_) => !floor.ledger.left_of(voucher.number).is_zero(),
        None => voucher.expires > floor.now,
    };
    let vouchers = floor.vouchers.of(player).filter(usable);
    let owed = floor.ledger.balance(Account::Owed(player)).unsigned_abs();
    Wealth {
        purse: held(Account::Purse(player)),
        tokens: floor.tokens_of(player, None).0,
        vouchers: vouchers.map(|voucher| VoucherView::of(voucher, floor, false)).collect(),
        owed,
        seats: seats.collect(),
    }
}

/// Lists the rows of the table of rights that a person has, at some table or where there is none.
pub fn may(floor: &Floor, player: Player) -> Vec<&'static str> {
    rows(floor, player, None)
}

/// Lists those of them that a person has only where dice are rolled.
pub fn dice_only(floor: &Floor, player: Player) -> Vec<&'static str> {
    let cards = Kind::ALL.into_iter().find(|kind| kind.house().cards.is_some());
    let elsewhere = rows(floor, player, cards);
    let all = rows(floor, player, None);
    all.into_iter().filter(|row| !elsewhere.contains(row)).collect()
}

fn rows(floor: &Floor, player: Player, kind: Option<Kind>) -> Vec<&'static str> {
    let rows = RIGHTS.iter().filter(|right| {
        let roles = Role::ALL.into_iter().filter(|role| right.grants(*role, kind));
        roles.into_iter().any(|role| floor.people.is(player, role))
            || right.own && (floor.people.plays(player) || right.what == "set-password")
    });
    rows.map(|right| right.what).collect()
}

/// Returns with whose eyes a person sees a table.
pub fn eye(floor: &Floor, player: Player) -> Viewer {
    let roles = floor.people.get(player).map(|person| &person.roles);
    match roles.is_some_and(|roles| roles.iter().any(|role| role.is_staff())) {
        true => Viewer::Staff,
        false => Viewer::Player,
    }
}
