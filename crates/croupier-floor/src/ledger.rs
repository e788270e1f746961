//! Where all money is: double entry in cents. Every posting takes from one account what it gives to
//! another, so that the accounts of cash, of chips, of tokens and of vouchers each add up to nothing.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use croupier_engine::stored::{Bytes, Damaged, Stored, only_if};
use croupier_engine::{Cents, Player};
use croupier_sheet::words;
use serde::{Deserialize, Serialize};

use crate::TableId;
use crate::pool::{Level, OutsideId, PoolId};
use crate::promotion::PromotionId;
use crate::voucher::VoucherId;

/// A place where money is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Account {
    /// Cash in the world outside.
    Outside,
    /// Cash in the cage.
    CageCash,
    /// Cash in the drop box of a table.
    DropBox(TableId),
    /// What the house has paid by cheque and by transfer. Never above nothing.
    Bank,
    /// What the house has still to put in for the cash prizes of a promotion that were won. Never above nothing.
    PromotionFund(PromotionId),
    /// Cash prizes of a promotion that were won, and are not paid yet.
    PromotionPrizes(PromotionId),
    /// Chips that are not in the house's hands or anyone else's: the other side of all chips made.
    Mint,
    /// Play money that is in nobody's hands: only guests and demo tables have any.
    PlayMint,
    /// Chips in the cage.
    Cage,
    /// Chips in the float of a table.
    Float(TableId),
    /// Commission taken at a table.
    Commission(TableId),
    /// What a meter of a prize pool holds.
    PoolMeter(PoolId, Level),
    /// Prizes of a meter that were won, and are not paid yet.
    PoolPending(PoolId, Level),
    /// What the house has put into a meter: its seeds, and what prizes are guaranteed beyond it. Never above nothing.
    PoolTopUp(PoolId, Level),
    /// What the house has kept of the wagers of a pool.
    PoolRetained(PoolId),
    /// What a table that does not run here has to pay in, less what it was paid out.
    PoolOutside(PoolId, OutsideId),
    /// Chips in a player's pocket.
    Purse(#[serde(with = "words::player")] Player),
    /// Chips before a player at a table.
    Rack(TableId, #[serde(with = "words::player")] Player),
    /// Chips of a player on the layout.
    Felt(TableId, #[serde(with = "words::player")] Player),
    /// What a player owes after a correction; never above nothing.
    Owed(#[serde(with = "words::player")] Player),
    /// Tokens that are in nobody's hands.
    TokenMint,
    /// Tokens in a player's pocket, given for a voucher.
    TokenPurse(#[serde(with = "words::player")] Player, VoucherId),
    /// Tokens of a player on the layout, given for a voucher.
    TokenFelt(TableId, #[serde(with = "words::player")] Player, VoucherId),
    /// Vouchers that were never issued: the other side of all that were.
    VoucherMint,
    /// A voucher that was issued, and not exchanged yet.
    Voucher(VoucherId),
    /// Vouchers in the drop box of a table.
    VoucherBox(TableId),
}

croupier_engine::stored! {
    enum Account {
        0 = Outside,
        1 = CageCash,
        2 = DropBox(table),
        3 = Bank,
        4 = PromotionFund(promotion),
        5 = PromotionPrizes(promotion),
        6 = Mint,
        7 = PlayMint,
        8 = Cage,
        9 = Float(table),
        10 = Commission(table),
        11 = PoolMeter(pool, level),
        12 = PoolPending(pool, level),
        13 = PoolTopUp(pool, level),
        14 = PoolRetained(pool),
        15 = PoolOutside(pool, outside),
        16 = Purse(player),
        17 = Rack(table, player),
        18 = Felt(table, player),
        19 = Owed(player),
        20 = TokenMint,
        21 = TokenPurse(player, voucher),
        22 = TokenFelt(table, player, voucher),
        23 = VoucherMint,
        24 = Voucher(voucher),
        25 = VoucherBox(table),
    }
}

/// What an account holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Currency {
    /// Notes and coins.
    Cash,
    /// Chips of the house, and play money.
    Chips,
    /// Promotional tokens, which can only be staked.
    Tokens,
    /// Promotional vouchers, which can only be exchanged for tokens.
    Vouchers,
}

impl Currency {
    /// Everything that accounts hold.
    pub const ALL: [Self; 4] = [Self::Cash, Self::Chips, Self::Tokens, Self::Vouchers];

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cash => "cash",
            Self::Chips => "chips",
            Self::Tokens => "tokens",
            Self::Vouchers => "vouchers",
        }
    }
}

impl Account {
    /// Returns what the account holds.
    pub const fn currency(self) -> Currency {
        match self {
            Self::Outside
            | Self::CageCash
            | Self::DropBox(_)
            | Self::Bank
            | Self::PromotionFund(_)
            | Self::PromotionPrizes(_) => Currency::Cash,
            Self::TokenMint | Self::TokenPurse(..) | Self::TokenFelt(..) => Currency::Tokens,
            Self::VoucherMint | Self::Voucher(_) | Self::VoucherBox(_) => Currency::Vouchers,
            Self::Mint
            | Self::PlayMint
            | Self::PoolMeter(..)
            | Self::PoolPending(..)
            | Self::PoolTopUp(..)
            | Self::PoolRetained(_)
            | Self::PoolOutside(..)
            | Self::Cage
            | Self::Float(_)
            | Self::Commission(_)
            | Self::Purse(_)
            | Self::Rack(..)
            | Self::Felt(..)
            | Self::Owed(_) => Currency::Chips,
        }
    }

    /// Returns what the account is, at which table, and whose.
    pub const fn words(self) -> (&'static str, Option<TableId>, Option<Player>) {
        match self {
            Self::Outside => ("outside", None, None),
            Self::CageCash => ("cage cash", None, None),
            Self::DropBox(table) => ("drop box", Some(table), None),
            Self::Bank => ("bank", None, None),
            Self::PromotionFund(_) => ("promotion fund", None, None),
            Self::PromotionPrizes(_) => ("promotion prizes to be paid", None, None),
            Self::Mint => ("mint", None, None),
            Self::PlayMint => ("play mint", None, None),
            Self::PoolMeter(_, Level::Major) => ("major meter", None, None),
            Self::PoolMeter(_, Level::Minor) => ("minor meter", None, None),
            Self::PoolMeter(_, Level::Mystery) => ("mystery meter", None, None),
            Self::PoolPending(..) => ("prizes to be paid", None, None),
            Self::PoolTopUp(..) => ("house top-up", None, None),
            Self::PoolRetained(_) => ("retained jackpot wagers", None, None),
            Self::PoolOutside(..) => ("outside table", None, None),
            Self::Cage => ("cage", None, None),
            Self::Float(table) => ("float", Some(table), None),
            Self::Commission(table) => ("commission", Some(table), None),
            Self::Purse(player) => ("purse", None, Some(player)),
            Self::Rack(table, player) => ("rack", Some(table), Some(player)),
            Self::Felt(table, player) => ("felt", Some(table), Some(player)),
            Self::Owed(player) => ("owed", None, Some(player)),
            Self::TokenMint => ("token mint", None, None),
            Self::TokenPurse(player, _) => ("token purse", None, Some(player)),
            Self::TokenFelt(table, player, _) => ("token felt", Some(table), Some(player)),
            Self::VoucherMint => ("voucher mint", None, None),
            Self::Voucher(_) => ("vouchers", None, None),
            Self::VoucherBox(table) => ("vouchers in the drop box", Some(table), None),
        }
    }

    /// Returns whose chips, tokens or claims the account holds, if they are a player's.
    pub const fn player(self) -> Option<Player> {
        let (_, _, player) = self.words();
        player
    }

    /// Returns the prize pool that the account belongs to.
    pub const fn pool(self) -> Option<PoolId> {
        match self {
            Self::PoolMeter(pool, _)
            | Self::PoolPending(pool, _)
            | Self::PoolTopUp(pool, _)
            | Self::PoolRetained(pool)
            | Self::PoolOutside(pool, _) => Some(pool),
            _ => None,
        }
    }

    /// Tells whether the account may hold less than nothing: the other sides of all money, what is owed,
    /// floats, which the house fills, and what others have to pay in.
    const fn may_be_short(self) -> bool {
        matches!(
            self,
            Self::Outside
                | Self::Bank
                | Self::PromotionFund(_)
                | Self::Mint
                | Self::PlayMint
                | Self::TokenMint
                | Self::VoucherMint
                | Self::Owed(_)
                | Self::Float(_)
                | Self::PoolTopUp(..)
                | Self::PoolOutside(..)
        )
    }
}

/// One movement of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posting {
    /// The account that gives the money.
    pub from: Account,
    /// The account that gets it.
    pub to: Account,
    /// How much moves, in cents; never nothing.
    #[serde(with = "words::cents")]
    pub amount: Cents,
}

/// What every account holds; those that hold nothing are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    accounts: BTreeMap<Account, i64>,
    /// What all accounts of cash, of chips, of tokens and of vouchers add up to: with every posting, what its two
    /// accounts hold after it, less what they held before.
    sums: [i128; 4],
    /// How many postings there were.
    postings: u64,
}

/// After so many postings all accounts are counted again.
const RECOUNT: u64 = 1024;

/// The most that an account may hold or be short of, in cents: a hundred times the largest amount.
const MOST: i128 = 100 * Cents::CEILING.0 as i128;

/// Only the accounts are stored: their sums are nothing.
impl Stored for Ledger {
    fn store(&self, to: &mut Vec<u8>) {
        let Self { accounts, sums: _, postings } = self;
        accounts.store(to);
        postings.store(to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let (accounts, postings) = Stored::restore(from)?;
        let ledger = Self { accounts, sums: [0; 4], postings };
        let most = |balance: i64| balance != 0 && i128::from(balance).abs() <= MOST;
        let small = ledger.accounts.values().all(|&balance| most(balance));
        only_if(small && ledger.balances(), ledger)
    }
}

impl Ledger {
    /// Returns what an account holds, in cents.
    pub fn balance(&self, account: Account) -> i64 {
        self.accounts.get(&account).copied().unwrap_or(0)
    }

    /// Returns what an account holds that is never short.
    pub fn held(&self, account: Account) -> Cents {
        Cents(u64::try_from(self.balance(account)).unwrap_or(0))
    }

    /// Tells whether an account can give so much.
    pub fn covers(&self, account: Account, amount: Cents) -> bool {
        account.may_be_short() || self.held(account) >= amount
    }

    /// Tells whether so much can move without an account growing beyond what the books can hold.
    pub fn has_room(&self, from: Account, to: Account, amount: Cents) -> bool {
        let after =
            |account, sign: i128| i128::from(self.balance(account)) + sign * i128::from(amount.0);
        after(from, -1) >= -MOST && after(to, 1) <= MOST
    }

    /// Moves money from one account to the other.
    ///
    /// # Panics
    /// If the account cannot give so much, or the two hold different things: whoever posts has made
    /// sure that it can.
    pub(crate) fn post(&mut self, posting: Posting) {
        let Posting { from, to, amount } = posting;
        assert_eq!(from.currency(), to.currency(), "chips are not cash");
        assert!(self.covers(from, amount), "{from:?} is short of {amount}");
        let cents = i64::try_from(amount.0).expect("amounts stay below the ceiling");
        let mut moved = 0;
        for (account, change) in [(from, -cents), (to, cents)] {
            moved += self.change(account, change);
        }
        self.sums[from.currency() as usize] += moved;
        self.postings += 1;
        if self.postings.is_multiple_of(RECOUNT) {
            self.recount();
        }
    }

    /// Changes what an account holds, and says by how much it has changed as it is stored.
    fn change(&mut self, account: Account, by: i64) -> i128 {
        match self.accounts.entry(account) {
            Entry::Vacant(_) if by == 0 => 0,
            Entry::Vacant(new) => i128::from(*new.insert(by)),
            Entry::Occupied(mut known) => {
                let before = *known.get();
                *known.get_mut() = before.checked_add(by).expect("no account holds that much");
                let after = *known.get();
                if after == 0 {
                    known.remove();
                }
                i128::from(after) - i128::from(before)
            }
        }
    }

    /// Counts all accounts again: after every so many postings, and when a table closes.
    ///
    /// # Panics
    /// If they do not add up, or somebody is short who may not be: the accounts are not what was posted.
    pub(crate) fn recount(&self) {
        assert!(self.balances(), "after {} postings the accounts do not add up", self.postings);
    }

    /// Moves money as a journal says that it moved.
    ///
    /// # Errors
    /// Says why it cannot have moved so.
    pub(crate) fn try_post(&mut self, posting: Posting) -> Result<(), String> {
        let Posting { from, to, amount } = posting;
        let same = from.currency() == to.currency();
        if !same || amount > Cents::CEILING || !self.covers(from, amount) {
            return Err(format!("{amount} cannot move from {from:?} to {to:?}"));
        }
        self.post(posting);
        Ok(())
    }

    /// Lists all accounts that hold something.
    pub fn iter(&self) -> impl Iterator<Item = (Account, i64)> + '_ {
        self.accounts.iter().map(|(&account, &balance)| (account, balance))
    }

    /// Lists who has chips before them at a table, and how many.
    pub fn racks(&self, table: TableId) -> impl Iterator<Item = (Player, Cents)> + '_ {
        let of = |player| Account::Rack(table, Player(player));
        let racks = self.accounts.range(of(0)..=of(u32::MAX));
        racks.filter_map(|(account, held)| match *account {
            Account::Rack(_, player) => Some((player, Cents(u64::try_from(*held).ok()?))),
            _ => None,
        })
    }

    /// Lists a player's tokens that lie on no layout, by the voucher that they were given for.
    pub fn tokens_of(&self, player: Player) -> impl Iterator<Item = (VoucherId, Cents)> + '_ {
        let of = |voucher| Account::TokenPurse(player, VoucherId(voucher));
        self.accounts.range(of(0)..=of(u32::MAX)).filter_map(tokens)
    }

    /// Lists a player's tokens on a layout, by the voucher that they were given for.
    pub fn tokens_on(
        &self,
        table: TableId,
        player: Player,
    ) -> impl Iterator<Item = (VoucherId, Cents)> + '_ {
        let on = |voucher| Account::TokenFelt(table, player, VoucherId(voucher));
        self.accounts.range(on(0)..=on(u32::MAX)).filter_map(tokens)
    }

    /// Adds up the tokens that are left of those given for a voucher, wherever they are.
    pub fn left_of(&self, voucher: VoucherId) -> Cents {
        let all = self.accounts.iter().filter_map(tokens);
        all.filter(|(of, _)| *of == voucher).fold(Cents::ZERO, |sum, (_, held)| sum + held)
    }

    /// Returns what all accounts of one thing add up to: nothing, always.
    pub fn sum(&self, currency: Currency) -> i128 {
        let own = self.iter().filter(|(account, _)| account.currency() == currency);
        own.map(|(_, balance)| i128::from(balance)).sum()
    }

    /// Tells whether the accounts that postings touched add up to nothing, from what they held before and
    /// after each posting. An account that changed without a posting shows only in [`balances`](Self::balances).
    pub const fn adds_up(&self) -> bool {
        matches!(self.sums, [0, 0, 0, 0])
    }

    /// Tells whether everything adds up, and nobody is short who may not be, by going through all
    /// accounts.
    pub fn balances(&self) -> bool {
        Currency::ALL.into_iter().all(|currency| self.sum(currency) == 0)
            && self.iter().all(|(account, balance)| balance >= 0 || account.may_be_short())
    }
}

/// Tells how many tokens of which voucher an account holds, if it holds any.
fn tokens((account, balance): (&Account, &i64)) -> Option<(VoucherId, Cents)> {
    match *account {
        Account::TokenPurse(_, voucher) | Account::TokenFelt(_, _, voucher) => {
            Some((voucher, Cents(u64::try_from(*balance).ok()?)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Account, Bytes, Cents, Currency, Ledger, MOST, Posting, RECOUNT, Stored as _};
    use crate::TableId;

    const FLOAT: Account = Account::Float(TableId(1));
    const PURSE: Account = Account::Purse(croupier_engine::Player(1));

    fn post(ledger: &mut Ledger, amount: u64) {
        ledger.post(Posting { from: Account::Mint, to: Account::Cage, amount: Cents(amount) });
    }

    #[test]
    fn a_balance_that_nobody_posted_is_found() {
        let mut ledger = Ledger::default();
        post(&mut ledger, 500);
        ledger.recount();
        ledger.accounts.insert(FLOAT, 1);
        assert!(!ledger.balances());
        let counted = std::panic::catch_unwind(|| ledger.recount());
        assert!(counted.is_err(), "a recount passes over a cent too many");
        let went_on = std::panic::catch_unwind(move || {
            for _ in 0..RECOUNT {
                post(&mut ledger, 1);
            }
        });
        assert!(went_on.is_err(), "postings go on without a recount");
    }

    #[test]
    fn a_posting_that_is_not_stored_is_found() {
        let mut ledger = Ledger::default();
        post(&mut ledger, 500);
        assert!(ledger.adds_up());
        // As if only one side of a posting had reached its account.
        ledger.sums[Account::Cage.currency() as usize] += ledger.change(Account::Cage, 1);
        assert!(!ledger.adds_up());
    }

    /// The running sums follow the accounts, whatever is moved.
    #[test]
    fn sums_are_those_of_the_accounts() {
        let mut ledger = Ledger::default();
        for amount in [500, 300, 1] {
            post(&mut ledger, amount);
            ledger.post(Posting { from: Account::Cage, to: FLOAT, amount: Cents(amount) });
        }
        assert!(ledger.adds_up());
        assert_eq!(ledger.postings, 6);
        assert_eq!((ledger.balance(FLOAT), ledger.balance(Account::Cage)), (801, 0));
        assert_eq!(ledger.sum(Currency::Chips), 0);
        ledger.accounts.insert(FLOAT, 802);
        assert_eq!((ledger.sum(Currency::Chips), ledger.sum(Currency::Cash)), (1, 0));
    }

    /// Accounts that do not add up, that are short or empty, or hold more than can be, do not come back from bytes.
    #[test]
    fn accounts_that_cannot_be_are_not_restored() {
        const MOST_CENTS: i64 = MOST as i64;
        let check = |accounts: &[(Account, i64)], want| {
            let (mut ledger, mut bytes) = (Ledger::default(), Vec::new());
            ledger.accounts.extend(accounts.iter().copied());
            ledger.store(&mut bytes);
            let again = Ledger::restore(&mut Bytes::new(&bytes, &|_| None));
            assert_eq!(again.is_ok_and(|again| again == ledger), want, "{accounts:?}");
        };
        check(&[(Account::Mint, -500), (Account::Cage, 500)], true);
        check(&[(Account::Mint, -500), (Account::Cage, 501)], false);
        check(&[(Account::Mint, -500), (Account::CageCash, 500)], false);
        check(&[(Account::Mint, -500), (Account::Cage, 500), (FLOAT, 0)], false);
        check(&[(Account::Mint, -500), (Account::Cage, 501), (PURSE, -1)], false);
        check(&[(Account::Mint, -MOST_CENTS), (Account::Cage, MOST_CENTS)], true);
        check(&[(Account::Mint, -MOST_CENTS - 1), (Account::Cage, MOST_CENTS + 1)], false);
    }

    /// What a journal cannot say: other things than were there, more than there is, more than anything.
    #[test]
    fn what_cannot_have_moved_is_an_error() {
        let mut ledger = Ledger::default();
        post(&mut ledger, 500);
        let before = ledger.clone();
        let most = Cents::CEILING;
        let wrong = [
            (Account::Cage, Account::CageCash, Cents(1)),
            (Account::Cage, FLOAT, Cents(501)),
            (Account::Mint, Account::Cage, Cents(most.0 + 1)),
        ];
        for (from, to, amount) in wrong {
            assert!(ledger.try_post(Posting { from, to, amount }).is_err(), "{from:?} {to:?}");
            assert_eq!(ledger, before);
        }
        let posting = Posting { from: Account::Mint, to: Account::Cage, amount: most };
        assert_eq!(ledger.try_post(posting), Ok(()));
    }
}
