//! The money of promotions, found twice: by the movements of money, and by what became of the awards and vouchers.

use std::collections::BTreeMap;

use croupier_engine::Cents;
use croupier_floor::{
    Account, AwardStage, Event, Floor, Posting, Promotion, PromotionId, Voucher, VoucherId,
};

/// What moved for the cash prizes of one promotion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PrizeMoney {
    /// Put aside for prizes that were won.
    pub(super) aside: i128,
    /// Given back, because a prize was drawn again, denied or cancelled.
    pub(super) released: i128,
    /// Paid in cash.
    pub(super) cash: i128,
    /// Paid by cheque or transfer.
    pub(super) bank: i128,
    /// Paid to winners.
    pub(super) paid: i128,
}

croupier_engine::stored! { struct PrizeMoney { aside, released, cash, bank, paid } }

impl PrizeMoney {
    /// Returns what was won and is not paid.
    pub(super) const fn open(&self) -> i128 {
        self.aside - self.released - self.paid
    }

    /// Returns what the house paid and no winner got: nothing, always.
    pub(super) const fn unexplained(&self) -> i128 {
        self.cash + self.bank - self.paid
    }

    /// Adds up what the awards of a promotion say.
    pub(super) fn of_awards(promotion: &Promotion) -> Self {
        let mut sums = Self::default();
        for award in &promotion.awards {
            let prize = promotion.terms.prize(award.prize).filter(|prize| prize.is_cash());
            let value = prize.map_or(0, |prize| i128::from(prize.value.0));
            let [cash, cheque, transfer] = award.paid.map(|part| i128::from(part.0));
            let paid = cash + cheque + transfer;
            match award.stage {
                AwardStage::PassedOver(_) => {}
                AwardStage::Open => sums.aside += value,
                AwardStage::Redrawn(_) | AwardStage::Refused | AwardStage::Cancelled => {
                    sums.aside += value;
                    sums.released += value;
                }
                AwardStage::Settled => {
                    // What is paid in place of a prize is put aside when it is paid.
                    sums.aside += if award.instead { paid } else { value };
                }
            }
            sums.paid += paid;
            sums.cash += cash;
            sums.bank += cheque + transfer;
        }
        sums
    }

    fn pairs(one: &Self, two: &Self) -> [(&'static str, i128, i128); 4] {
        [
            // A prize that was denied wrongly is put aside once more.
            ("what was won", one.aside - one.released, two.aside - two.released),
            ("what was paid in cash", one.cash, two.cash),
            ("what was paid by cheque or transfer", one.bank, two.bank),
            ("what winners got", one.paid, two.paid),
        ]
    }
}

/// What moved for one voucher.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct VoucherMoney {
    issued: i128,
    exchanged: i128,
    expired: i128,
}

croupier_engine::stored! { struct VoucherMoney { issued, exchanged, expired } }

/// The books of all promotions and vouchers, by the movements of money alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromotionAudit {
    prizes: BTreeMap<PromotionId, PrizeMoney>,
    vouchers: BTreeMap<VoucherId, VoucherMoney>,
    /// Movements that no rule of promotions explains, in words.
    strange: Vec<String>,
}

croupier_engine::stored! { struct PromotionAudit { prizes, vouchers, strange } }

impl PromotionAudit {
    /// Takes note of what happened. All that has happened must be told, in order.
    pub fn take(&mut self, event: &Event) {
        let Event::Posted(Posting { from, to, amount }) = event else { return };
        let amount = i128::from(amount.0);
        match (*from, *to) {
            (Account::PromotionFund(one), Account::PromotionPrizes(two)) if one == two => {
                self.of(one).aside += amount;
            }
            (Account::PromotionPrizes(one), Account::PromotionFund(two)) if one == two => {
                self.of(one).released += amount;
            }
            (Account::PromotionPrizes(one), Account::Outside) => self.of(one).paid += amount,
            (Account::CageCash, Account::PromotionFund(one)) => self.of(one).cash += amount,
            (Account::Bank, Account::PromotionFund(one)) => self.of(one).bank += amount,
            (Account::PromotionFund(one) | Account::PromotionPrizes(one), other)
            | (other, Account::PromotionFund(one) | Account::PromotionPrizes(one)) => {
                let (what, number) = (other.words().0, one.0);
                self.strange.push(format!(
                    "promotion {number}: {amount} moved between its prizes and \"{what}\""
                ));
            }
            (Account::VoucherMint, Account::Voucher(one)) => {
                self.vouchers.entry(one).or_default().issued += amount;
            }
            (Account::Voucher(one), Account::VoucherMint) => {
                self.vouchers.entry(one).or_default().expired += amount;
            }
            (Account::Voucher(one), Account::VoucherBox(_)) => {
                self.vouchers.entry(one).or_default().exchanged += amount;
            }
            _ => {}
        }
    }

    fn of(&mut self, promotion: PromotionId) -> &mut PrizeMoney {
        self.prizes.entry(promotion).or_default()
    }

    /// Returns what moved for the prizes of a promotion.
    pub(super) fn prizes(&self, promotion: PromotionId) -> PrizeMoney {
        self.prizes.get(&promotion).copied().unwrap_or_default()
    }

    /// Says where the movements, the records and the ledger of a floor tell different stories, as it stands after the last
    /// that was told.
    pub fn faults(&self, floor: &Floor) -> Vec<String> {
        let mut faults = self.strange.clone();
        for promotion in floor.promotions.iter() {
            faults.extend(self.promotion_faults(floor, promotion));
        }
        let unknown = self.prizes.keys().filter(|it| floor.promotions.get(**it).is_none());
        faults.extend(
            unknown.map(|it| format!("promotion {}: money moved, and it is unknown", it.0)),
        );
        faults
            .extend(floor.vouchers.iter().flat_map(|voucher| self.voucher_faults(floor, voucher)));
        faults
    }

    fn promotion_faults(&self, floor: &Floor, promotion: &Promotion) -> Vec<String> {
        let number = promotion.number;
        let (moved, own) = (self.prizes(number), PrizeMoney::of_awards(promotion));
        let differ = PrizeMoney::pairs(&moved, &own).into_iter().filter(|(_, one, two)| one != two);
        let mut faults: Vec<_> = differ
            .map(|(what, one, two)| {
                format!("{what} is {one} by the ledger and {two} by the records")
            })
            .collect();
        if moved.unexplained() != 0 {
            faults.push(format!("{} was paid, and no winner got it", moved.unexplained()));
        }
        let holds = |account| i128::from(floor.ledger.balance(account));
        let (prizes, fund) =
            (holds(Account::PromotionPrizes(number)), holds(Account::PromotionFund(number)));
        if (prizes, fund) != (moved.open(), -moved.open()) {
            faults.push(format!(
                "its accounts hold {prizes} and {fund}, and {} waits to be paid",
                moved.open()
            ));
        }
        if !floor.rewards_of(promotion).adds_up() {
            faults.push("its vouchers do not add up".to_owned());
        }
        faults.iter().map(|what| format!("promotion {}: {what}", number.0)).collect()
    }

    fn voucher_faults(&self, floor: &Floor, voucher: &Voucher) -> Option<String> {
        let moved = self.vouchers.get(&voucher.number).copied().unwrap_or_default();
        let amount = i128::from(voucher.amount.0);
        let is = |truth: bool| if truth { amount } else { 0 };
        let own = VoucherMoney {
            issued: amount,
            exchanged: is(voucher.exchanged.is_some()),
            expired: is(voucher.expired),
        };
        let held = floor.ledger.held(Account::Voucher(voucher.number));
        let left = Cents(u64::try_from(own.issued - own.exchanged - own.expired).unwrap_or(0));
        let right = moved == own && held == left;
        (!right)
            .then(|| format!("voucher {}: the ledger says another thing of it", voucher.number.0))
    }
}
