//! Vouchers issued, and exchanged at the tables.

use croupier_engine::{Cents, Kind, Player};
use croupier_sheet::Word;

use crate::TableId;
use crate::act::HouseAct;
use crate::answer::{Denied, Event, VoucherChange};
use crate::floor::Floor;
use crate::floor::acts::in_range;
use crate::ledger::Account;
use crate::naming::PersonId;
use crate::promotion::{PromotionChange, PromotionId};
use crate::reason::Reason;
use crate::room::tokens::tokens_here;
use crate::said::{Commitment, Said};
use crate::voucher::{Exchanged, Voucher, VoucherId};

/// What is to be printed on a voucher.
pub(super) struct Issue<'a> {
    pub number: VoucherId,
    pub amount: Cents,
    pub games: &'a [String],
    pub expires: u64,
    pub player: Option<PersonId>,
    pub conditions: Commitment,
    pub promotion: Option<PromotionId>,
}

impl<'a> Issue<'a> {
    /// Reads what an act wants to be issued, if it wants that.
    pub(super) fn of(act: &'a HouseAct<PersonId>) -> Option<Self> {
        let HouseAct::IssueVoucher {
            number,
            amount,
            games,
            expires,
            player,
            conditions,
            promotion,
        } = act
        else {
            return None;
        };
        let (number, amount, expires) = (*number, *amount, *expires);
        let (player, conditions, promotion) = (*player, *conditions, *promotion);
        Some(Self { number, amount, games, expires, player, conditions, promotion })
    }
}

impl Floor {
    /// Adds up the tokens of a player that lie on no layout: those that may be wagered at a game, or all.
    pub fn tokens_of(&self, player: Player, kind: Option<Kind>) -> Cents {
        match kind {
            Some(kind) => tokens_here(kind, player, self.funds()),
            None => {
                let all = self.ledger.tokens_of(player);
                all.fold(Cents::ZERO, |sum, (_, held)| sum + held)
            }
        }
    }

    /// Issues a voucher.
    pub(super) fn issue_voucher(
        &mut self,
        by: Player,
        act: &HouseAct<PersonId>,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let issue = Issue::of(act).ok_or_else(|| Denied::of(Reason::BadVoucher))?;
        self.check_issue(&issue)?;
        let reward = match issue.promotion {
            Some(promotion) => {
                Some((promotion, self.check_reward(promotion, (issue.amount, issue.games))?))
            }
            None => None,
        };
        let (number, amount) = (issue.number, issue.amount);
        let change = self.issued(by, &issue)?;
        self.note(Event::Voucher { number, change }, said, events);
        self.post(Account::VoucherMint, Account::Voucher(number), amount, events);
        if let Some((promotion, reward)) = reward {
            let change = PromotionChange::Rewarded { voucher: number, reward };
            self.note(Event::Promotion { promotion, change }, said, events);
        }
        Ok(())
    }

    /// Says what is told of a voucher that is issued.
    pub(super) fn issued(&self, by: Player, issue: &Issue<'_>) -> Result<VoucherChange, Denied> {
        let Issue { amount, games, expires, player, conditions, promotion, .. } = *issue;
        let player = player.map(|player| self.known(player)).transpose()?;
        let games = games.iter().map(|game| Word::from(game.clone())).collect();
        Ok(VoucherChange::Issued { amount, games, expires, player, conditions, by, promotion })
    }

    /// Makes sure that a voucher can be issued.
    pub(super) fn check_issue(&self, issue: &Issue<'_>) -> Result<(), Denied> {
        let Issue { number, amount, games, expires, player, .. } = *issue;
        in_range(amount)?;
        if self.vouchers.get(number).is_some() {
            return Err(Denied::of(Reason::VoucherKnown { number }));
        }
        if number.0 == 0 || expires <= self.now || games.is_empty() {
            return Err(Denied::of(Reason::BadVoucher));
        }
        for game in games {
            let takes = Kind::named(game).is_some_and(|kind| kind.house().pit.tokens.is_some());
            if !takes {
                return Err(Denied::of(Reason::NoSuchGame { game: game.clone().into() }));
            }
        }
        let player = player.map(|player| self.known(player)).transpose()?;
        if let Some(player) = player {
            if !self.people.plays(player) {
                return Err(Denied::of(Reason::NotAPlayer));
            }
            self.check_not_excluded(player)?;
        }
        match issue.promotion {
            Some(promotion) => self.check_reward(promotion, (amount, games)).map(drop),
            None => Ok(()),
        }
    }

    /// The dealer exchanges a voucher for tokens, and puts it into the drop box.
    pub(super) fn exchange_voucher(
        &mut self,
        by: Player,
        (table, number): (TableId, VoucherId),
        player: PersonId,
        (said, events): (&Said, &mut Vec<Event>),
    ) -> Result<(), Denied> {
        let table = self.served_at(table, player)?;
        let player = self.known(player)?;
        if !self.people.plays(player) {
            return Err(Denied::of(Reason::NotAPlayer));
        }
        let amount = self.check_voucher(self.room(table)?.kind, number, player)?;
        let change = VoucherChange::Exchanged { table, player, by };
        self.note(Event::Voucher { number, change }, said, events);
        self.post(Account::Voucher(number), Account::VoucherBox(table), amount, events);
        self.post(Account::TokenMint, Account::TokenPurse(player, number), amount, events);
        Ok(())
    }

    /// Makes sure that a player can exchange a voucher at a table of this game; returns what it is worth.
    fn check_voucher(
        &self,
        kind: Kind,
        number: VoucherId,
        player: Player,
    ) -> Result<Cents, Denied> {
        let house = kind.house();
        let clause = house.pit.tokens.ok_or_else(|| Denied::no_rule(house.chips))?;
        let no = |reason| Err(Denied::clause(clause, reason));
        let Some(voucher) = self.vouchers.get(number) else {
            return no(Reason::NoSuchVoucher { number });
        };
        if voucher.exchanged.is_some() {
            return no(Reason::VoucherUsed { number });
        }
        if !voucher.games.contains(&kind) {
            return no(Reason::VoucherOfOtherGame { number });
        }
        if voucher.expires <= self.now || voucher.expired {
            return no(Reason::VoucherExpired { number });
        }
        if voucher.player.is_some_and(|whose| whose != player) {
            return no(Reason::VoucherOfAnother { number });
        }
        Ok(voucher.amount)
    }

    /// Takes over what became of a voucher.
    pub(super) fn voucher_changes(
        &mut self,
        number: VoucherId,
        change: &VoucherChange,
        said: &Said,
    ) -> Result<(), String> {
        let at = self.now;
        match change {
            VoucherChange::Issued { amount, games, expires, player, conditions, by, promotion } => {
                let voucher = Voucher {
                    number,
                    amount: *amount,
                    // A game that this build does not have is one that nobody plays here.
                    games: games.iter().filter_map(|game| Kind::named(game)).collect(),
                    expires: *expires,
                    player: *player,
                    conditions: match conditions.says_something() {
                        true => said.text(*conditions),
                        false => String::new(),
                    },
                    by: *by,
                    at,
                    promotion: *promotion,
                    expired: false,
                    exchanged: None,
                };
                self.vouchers.0.insert(number, voucher);
            }
            VoucherChange::Expired => {
                let known = self.vouchers.0.get_mut(&number);
                known.ok_or_else(|| format!("there is no voucher {}", number.0))?.expired = true;
            }
            VoucherChange::Exchanged { table, player, by } => {
                let known = self.vouchers.0.get_mut(&number);
                let known = known.ok_or_else(|| format!("there is no voucher {}", number.0))?;
                known.exchanged = Some(Exchanged { table: *table, player: *player, by: *by, at });
            }
        }
        Ok(())
    }
}
