//! Promotional tokens on their way between a player, the layout and the house. Each keeps the voucher that it was
//! given for, because it stays under the conditions of that voucher.
//!
//! Tokens of several vouchers lie together in one wager, and nobody can tell which of them were lost: those of the
//! lowest number are, and those of the highest go back first.

use croupier_engine::{Cents, Kind, Player};

use crate::ledger::Account;
use crate::room::{Funds, Room, TableContext};
use crate::voucher::VoucherId;

/// Adds up the tokens of a player that may be wagered at a game.
pub(crate) fn tokens_here(kind: Kind, player: Player, funds: Funds<'_>) -> Cents {
    let tokens = funds.ledger.tokens_of(player);
    let here = tokens.filter(|(voucher, _)| funds.vouchers.covers(*voucher, kind));
    here.fold(Cents::ZERO, |sum, (_, held)| sum + held)
}

/// A player wagers tokens.
pub(super) fn stake(room: &Room, player: Player, amount: Cents, around: &mut TableContext<'_>) {
    let (parts, table) = (purses(room, player, around), room.id);
    split(parts, amount, |voucher, part| {
        let felt = Account::TokenFelt(table, player, voucher);
        around.post(Account::TokenPurse(player, voucher), felt, part);
    });
}

/// Tokens on the layout go back to their player.
pub(super) fn unstake(room: &Room, player: Player, amount: Cents, around: &mut TableContext<'_>) {
    let (mut parts, table) = (felts(room, player, around), room.id);
    parts.reverse();
    split(parts, amount, |voucher, part| {
        let felt = Account::TokenFelt(table, player, voucher);
        around.post(felt, Account::TokenPurse(player, voucher), part);
    });
}

/// Tokens on the layout are lost to the house.
pub(super) fn lose(room: &Room, player: Player, amount: Cents, around: &mut TableContext<'_>) {
    let (parts, table) = (felts(room, player, around), room.id);
    split(parts, amount, |voucher, part| {
        around.post(Account::TokenFelt(table, player, voucher), Account::TokenMint, part);
    });
}

/// Tokens that were lost stand again, because they should not have been.
pub(super) fn stand_again(
    room: &Room,
    player: Player,
    amount: Cents,
    around: &mut TableContext<'_>,
) {
    let (parts, table) = (lost(room, player, around), room.id);
    split(parts, amount, |voucher, part| {
        around.post(Account::TokenMint, Account::TokenFelt(table, player, voucher), part);
    });
}

/// Tokens that were lost are given back, because they should not have been.
pub(super) fn give_again(
    room: &Room,
    player: Player,
    amount: Cents,
    around: &mut TableContext<'_>,
) {
    let parts = lost(room, player, around);
    split(parts, amount, |voucher, part| {
        around.post(Account::TokenMint, Account::TokenPurse(player, voucher), part);
    });
}

/// Tokens that went back are taken, as far as the player still has them, because they should have been lost.
pub(super) fn take_back(room: &Room, player: Player, amount: Cents, around: &mut TableContext<'_>) {
    let parts = purses(room, player, around);
    split(parts, amount, |voucher, part| {
        around.post(Account::TokenPurse(player, voucher), Account::TokenMint, part);
    });
}

/// Shares an amount out to the parts, one after the other, as far as they go.
fn split(parts: Vec<(VoucherId, Cents)>, amount: Cents, mut to_each: impl FnMut(VoucherId, Cents)) {
    let mut left = amount;
    for (voucher, most) in parts {
        let part = most.min(left);
        left -= part;
        to_each(voucher, part);
    }
}

/// Lists what a player has in tokens that may be wagered here.
fn purses(room: &Room, player: Player, around: &TableContext<'_>) -> Vec<(VoucherId, Cents)> {
    let covered = |part: &(VoucherId, Cents)| around.vouchers.covers(part.0, room.kind);
    around.ledger.tokens_of(player).filter(covered).collect()
}

/// Lists what a player has in tokens on this layout.
fn felts(room: &Room, player: Player, around: &TableContext<'_>) -> Vec<(VoucherId, Cents)> {
    around.ledger.tokens_on(room.id, player).collect()
}

/// Lists what a player has lost of each voucher that is for this game: what it was worth, less what the player still
/// has of it.
fn lost(room: &Room, player: Player, around: &TableContext<'_>) -> Vec<(VoucherId, Cents)> {
    let exchanged = around.vouchers.of(player).filter(|it| it.exchanged.is_some());
    let here = exchanged.filter(|voucher| voucher.games.contains(&room.kind));
    here.map(|voucher| (voucher.number, voucher.amount - around.ledger.left_of(voucher.number)))
        .collect()
}
