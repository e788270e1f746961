//! An auditor who knows only money and rights: which accounts an act may move money between, who may do it by the table
//! of rights, and who is a second person. It keeps its own books from what is answered, and asks the floor for nothing
//! else than to compare them.

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::Player;
use croupier_floor::{
    Account, Act, ActResult, Answer, Change, EdgeAct, Event, Floor, HouseAct, PersonId, Posting,
    Recorded, Role, TableAct, of_act,
};

const DAY: u64 = 24 * 60 * 60 * 1000;

/// The books.
#[derive(Debug, Default)]
pub(super) struct Auditor {
    balances: BTreeMap<Account, i64>,
    roles: BTreeMap<Player, BTreeSet<Role>>,
    /// Two accounts that may be in one hand, and since when.
    ties: Vec<(Player, Player, u64)>,
    requests: BTreeMap<u32, (Player, Recorded)>,
}

/// What was done, by whom, and who agreed.
struct Deed<'a> {
    by: Player,
    agreed: Option<Player>,
    act: &'a Recorded,
}

impl Auditor {
    /// Looks at an act and what followed, before anything else happens.
    pub(super) fn watch(
        &mut self,
        before: &Floor,
        (PersonId(who), act): (PersonId, &Recorded),
        answer: &Answer,
        after: &Floor,
    ) {
        let what = || format!("{who:?} {} {}", act.write(), answer.write());
        assert!(after.ledger.balances(), "the accounts do not add up: {}", what());
        let asked = match act {
            Act::HouseAct(HouseAct::Approve { request, .. }) => self.requests.get(request).cloned(),
            _ => None,
        };
        let deed = match &asked {
            Some((by, act)) => Deed { by: *by, agreed: Some(who), act },
            None => Deed { by: who, agreed: None, act },
        };
        match &answer.verdict {
            ActResult::Denied(_) => denied(before, answer, after)
                .unwrap_or_else(|wrong| panic!("{wrong} changed: {}", what())),
            ActResult::Waits { .. } => {
                assert!(!moves(answer), "what waits moves nothing: {}", what());
            }
            ActResult::Done => self
                .is_right(before, &deed)
                .and_then(|()| is_about(&deed, answer))
                .unwrap_or_else(|wrong| panic!("{wrong}: {}", what())),
        }
        self.keep(after.now, &deed, answer);
    }

    /// Compares the books at the end.
    pub(super) fn close(&self, floor: &Floor) {
        let theirs: BTreeMap<_, _> = floor.ledger.iter().collect();
        assert_eq!(self.balances, theirs);
        for (person, known) in floor.people.iter().skip(1) {
            assert_eq!(self.roles.get(&person), Some(&known.roles), "{person:?}");
        }
    }

    fn has(&self, person: Player, role: Role) -> bool {
        match self.roles.get(&person) {
            Some(roles) => roles.contains(&role),
            // The program was there before anybody.
            None => person == Player(0) && role == Role::System,
        }
    }

    /// Tells whether what was done was the right of who did it, and of who agreed.
    fn is_right(&self, before: &Floor, deed: &Deed<'_>) -> Result<(), String> {
        let Deed { by, agreed, act } = *deed;
        if let Some(agreed) = agreed {
            let may =
                [Role::Manager, Role::Supervisor, Role::Cashier, Role::Boxperson, Role::Promotions];
            if by == agreed || !may.iter().any(|role| self.has(agreed, *role)) {
                return Err("nobody agreed".to_owned());
            }
        }
        // What a step is depends on the table; croupier-house/tests/rights.rs tries those.
        if matches!(act, Act::TableAct(TableAct::Step { .. }))
            || matches!(act, Act::HouseAct(HouseAct::Approve { .. } | HouseAct::Reject { .. }))
        {
            return Ok(());
        }
        let right = of_act(&PersonId(by), act).ok_or("no row")?;
        let kind = act.table().and_then(|table| before.rooms.get(&table)).map(|room| room.kind);
        let all = || Role::ALL.into_iter();
        let granted = all().any(|role| self.has(by, role) && right.grants(role, kind));
        let plays = self.has(by, Role::Player) || self.has(by, Role::Guest);
        if !granted && !(right.own && (plays || right.what == "set-password")) {
            return Err(format!("{} is not theirs to do", right.what));
        }
        let second = right.agreeing(kind);
        match agreed {
            None if second.is_empty() => Ok(()),
            Some(agreed) if second.iter().any(|role| self.has(agreed, *role)) => {
                match self.hand(by, before.now).contains(&agreed) {
                    true => Err("one hand has agreed with itself".to_owned()),
                    false => Ok(()),
                }
            }
            None | Some(_) => Err(format!("{} takes two", right.what)),
        }
    }

    /// Lists the accounts that may be in the same hand as one.
    fn hand(&self, person: Player, now: u64) -> BTreeSet<Player> {
        let mut hand = BTreeSet::from([person]);
        let fresh = || self.ties.iter().filter(|(_, _, at)| now < at + DAY);
        for _ in fresh() {
            for (one, other, _) in fresh() {
                if hand.contains(one) || hand.contains(other) {
                    hand.extend([*one, *other]);
                }
            }
        }
        hand
    }

    /// Takes over what followed.
    fn keep(&mut self, now: u64, deed: &Deed<'_>, answer: &Answer) {
        for event in &answer.events {
            match event {
                Event::Posted(Posting { from, to, amount }) => {
                    let amount = i64::try_from(amount.0).expect("no amount is that large");
                    for (account, change) in [(*from, -amount), (*to, amount)] {
                        let held = self.balances.entry(account).or_insert(0);
                        *held += change;
                        if *held == 0 {
                            self.balances.remove(&account);
                        }
                    }
                }
                Event::Person { person, change } => self.person(*person, change, now, deed),
                Event::Asked { request, by, .. } => {
                    self.requests.insert(*request, (*by, deed.act.clone()));
                }
                Event::Answered { request } | Event::Fell { request } => {
                    self.requests.remove(request);
                }
                _ => {}
            }
        }
    }

    fn person(&mut self, person: Player, change: &Change, now: u64, deed: &Deed<'_>) {
        match change {
            Change::Joined { roles, .. } | Change::Roles { roles } => {
                self.roles.insert(person, roles.iter().copied().collect());
            }
            Change::WalkedIn { .. } => {
                self.roles.insert(person, BTreeSet::from([Role::Player]));
            }
            Change::Password { .. }
            | Change::Excluded
            | Change::Barred { .. }
            | Change::Readmitted => {}
        }
        if let Change::Joined { .. } | Change::Password { .. } = change {
            let others: BTreeSet<_> = [Some(deed.by), deed.agreed].into_iter().flatten().collect();
            let others = others.into_iter().filter(|it| *it != person && *it != Player(0));
            if let [alone] = others.collect::<Vec<_>>()[..] {
                self.ties.push((person, alone, now));
            }
        }
    }
}

fn moves(answer: &Answer) -> bool {
    answer.events.iter().any(|event| matches!(event, Event::Posted(_) | Event::Person { .. }))
}

/// Says what a denial has changed but the time, and what time brings.
fn denied(before: &Floor, answer: &Answer, after: &Floor) -> Result<(), &'static str> {
    let same = before.ledger == after.ledger
        && before.people == after.people
        && before.vouchers == after.vouchers
        && before.cards == after.cards
        && before.complaints == after.complaints
        && before.pools == after.pools
        && before.promotions == after.promotions;
    let only_time = answer.events.iter().all(|event| match event {
        Event::Fell { .. } => true,
        _ => event.table().is_some(),
    });
    match same && !moves(answer) && (only_time || answer.events.is_empty()) {
        true if answer.events.is_empty() && before.rooms != after.rooms => Err("a table"),
        true => Ok(()),
        false => Err("something"),
    }
}

/// Tells whether money and people changed as the kind of act allows, and for whom it was.
fn is_about(deed: &Deed<'_>, answer: &Answer) -> Result<(), String> {
    let name = deed.act.name();
    for event in &answer.events {
        match event {
            Event::Posted(posting) => {
                if !may_move(name, posting.from, posting.to) {
                    return Err(format!("{name} moves {posting:?}"));
                }
                let (Account::Purse(owner), false) = (posting.from, is_of(deed.act, posting.from))
                else {
                    continue;
                };
                return Err(format!("{name} takes from the pocket of {owner:?}"));
            }
            Event::Person { change, .. } => {
                let by = match change {
                    Change::Joined { .. } => ["found", "add-person", "guest"].contains(&name),
                    Change::WalkedIn { .. } => name == "walk-in",
                    Change::Roles { .. } => name == "set-roles",
                    Change::Password { .. } => ["add-person", "set-password"].contains(&name),
                    Change::Excluded => name == "exclude",
                    Change::Barred { .. } => name == "bar",
                    Change::Readmitted => name == "readmit",
                };
                if !by {
                    return Err(format!("{name} brings {change:?}"));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Tells whether a pocket is that of the player whom the act names.
fn is_of(act: &Recorded, account: Account) -> bool {
    match act {
        Act::EdgeAct(EdgeAct::Bring { player, .. })
        | Act::HouseAct(HouseAct::CashOut { player, .. }) => account == Account::Purse(player.0),
        _ => false,
    }
}

/// Tells whether an act may move money from one account to another.
fn may_move(act: &str, from: Account, to: Account) -> bool {
    use Account as A;
    let home = |account| matches!(account, A::Cage | A::PlayMint);
    let in_pool = |account| {
        matches!(
            account,
            A::PoolMeter(..)
                | A::PoolPending(..)
                | A::PoolTopUp(..)
                | A::PoolRetained(_)
                | A::PoolOutside(..)
        )
    };
    let at_table = |account| {
        in_pool(account)
            || matches!(
                account,
                A::Rack(..)
                    | A::Felt(..)
                    | A::Float(_)
                    | A::Commission(_)
                    | A::Owed(_)
                    | A::TokenPurse(..)
                    | A::TokenFelt(..)
                    | A::TokenMint
            )
    };
    match act {
        "mint" => (from, to) == (A::Mint, A::Cage),
        "start-pool" | "demo-pool" => {
            matches!((from, to), (A::PoolTopUp(..), A::PoolMeter(..)))
        }
        "adjust-meter" | "close-pool" | "pool-feed" => in_pool(from) && in_pool(to),
        "hit-mystery" => in_pool(from) && (in_pool(to) || matches!(to, A::Rack(..) | A::Purse(_))),
        "fill" => home(from) && matches!(to, A::Float(_)),
        "credit" => home(to) && matches!(from, A::Float(_)),
        "buy-in" => matches!((from, to), (A::Outside, A::CageCash) | (A::Cage, A::Purse(_))),
        "cash-out" => matches!((from, to), (A::Purse(_), A::Cage) | (A::CageCash, A::Outside)),
        "bring" => matches!((from, to), (A::Purse(one), A::Rack(_, other)) if one == other),
        "take" | "leave" | "vacate" => {
            matches!((from, to), (A::Rack(_, one), A::Purse(other)) if one == other)
        }
        "drop" => matches!((from, to), (A::Outside, A::DropBox(_)) | (A::Float(_), A::Rack(..))),
        "guest" => matches!((from, to), (A::PlayMint, A::Purse(_))),
        "open" => home(from) && matches!(to, A::Float(_)),
        "close" => match (from, to) {
            (A::Rack(_, one), A::Purse(other)) => one == other,
            (from, A::Float(_)) => home(from),
            (A::Float(_) | A::Commission(_), to) => home(to),
            _ => false,
        },
        "issue-voucher" => matches!((from, to), (A::VoucherMint, A::Voucher(_))),
        "exchange-voucher" => {
            let given = matches!((from, to), (A::TokenMint, A::TokenPurse(..)));
            given || matches!((from, to), (A::Voucher(_), A::VoucherBox(_)))
        }
        "step" | "lose-key" => at_table(from) && at_table(to),
        act => may_move_prizes(act, from, to),
    }
}

/// Tells whether an act about a promotion may move money from one account to another. Only a draw puts money aside for
/// prizes, and only a payment takes it out of the house.
fn may_move_prizes(act: &str, from: Account, to: Account) -> bool {
    use Account as A;
    match act {
        "draw-promotion" => {
            matches!((from, to), (A::PromotionFund(one), A::PromotionPrizes(other)) if one == other)
        }
        "redraw-award" | "refuse-claim" | "cancel-promotion" => match (from, to) {
            (A::PromotionFund(one), A::PromotionPrizes(other)) => {
                one == other && act == "redraw-award"
            }
            (A::PromotionPrizes(one), A::PromotionFund(other)) => one == other,
            _ => false,
        },
        "pay-award" => match (from, to) {
            (A::PromotionFund(one), A::PromotionPrizes(other)) => one == other,
            (from, to) => matches!(
                (from, to),
                (A::CageCash | A::Bank, A::PromotionFund(_)) | (A::PromotionPrizes(_), A::Outside)
            ),
        },
        "deliver-award" => matches!((from, to), (A::VoucherMint, A::Voucher(_))),
        "expire-voucher" => matches!((from, to), (A::Voucher(_), A::VoucherMint)),
        _ => false,
    }
}
