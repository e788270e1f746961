//! The statement of one player: cash and chips in and out, wagers and what became of them, points, time at tables,
//! balances.

use croupier_engine::effect::Outcome;
use croupier_engine::{Cents, Player};
use croupier_floor::{
    Account, Act, EdgeAct, Event, Floor, HouseAct, Ledger, TableId, VoucherChange,
};
use croupier_sheet::Spot;
use croupier_sheet::happened::Settled;
use croupier_sheet::{Happened, PersonId};

use super::member::Member;
use super::seen::Seen;
use super::{Cell, Gather, Part, Report};

/// Follows one player.
pub(super) struct Statement {
    name: String,
    only: Option<TableId>,
    rows: Vec<Vec<Cell>>,
    /// Purse, racks, wagers, and what is owed, in cents.
    balance: i128,
    opening: Option<i128>,
    sums: Sums,
    member: Member,
}

#[derive(Default)]
struct Sums {
    bought: i128,
    dropped: i128,
    play: i128,
    cashed: i128,
    tokens: i128,
    wagers: i128,
    decided: i128,
    staked: i128,
    won: i128,
    lost: i128,
    commission: i128,
    corrections: i128,
}

/// Money of a player that an act moves.
struct Moved<'a> {
    player: &'a str,
    amount: Cents,
    how: How,
}

/// In which way an act moves money of a player.
#[derive(Clone, Copy)]
enum How {
    BuyIn,
    CashOut,
    Drop,
    Bring,
    Take,
}

impl<'a> Moved<'a> {
    fn by_house(act: &'a HouseAct) -> Option<Self> {
        let (player, amount, how) = match act {
            HouseAct::BuyIn { player, amount } => (player, *amount, How::BuyIn),
            HouseAct::CashOut { player, amount } => (player, *amount, How::CashOut),
            HouseAct::Found { .. }
            | HouseAct::AddPerson { .. }
            | HouseAct::SetRoles { .. }
            | HouseAct::SetPassword { .. }
            | HouseAct::Guest { .. }
            | HouseAct::SignIn { .. }
            | HouseAct::Look { .. }
            | HouseAct::Readmit { .. }
            | HouseAct::Mint { .. }
            | HouseAct::IssueVoucher { .. }
            | HouseAct::Incident { .. }
            | HouseAct::DecideComplaint { .. }
            | HouseAct::AskReview { .. }
            | HouseAct::CloseComplaint { .. }
            | HouseAct::RegisterCards { .. }
            | HouseAct::CheckCards { .. }
            | HouseAct::SealCards { .. }
            | HouseAct::HandOverCards { .. }
            | HouseAct::RetireCards { .. }
            | HouseAct::LoadOrder { .. }
            | HouseAct::SetClock { .. }
            | HouseAct::Approve { .. }
            | HouseAct::Reject { .. } => return None,
        };
        Some(Self { player, amount, how })
    }

    fn across_edge(act: &'a EdgeAct) -> Option<Self> {
        let (player, amount, how) = match act {
            EdgeAct::Drop { player, amount, .. } => (player, *amount, How::Drop),
            EdgeAct::Bring { player, amount, .. } => (player, *amount, How::Bring),
            EdgeAct::Take { player, amount, .. } => (player, *amount, How::Take),
            EdgeAct::Exclude { .. }
            | EdgeAct::Bar { .. }
            | EdgeAct::Detain { .. }
            | EdgeAct::HandOver { .. }
            | EdgeAct::Open { .. }
            | EdgeAct::Close { .. }
            | EdgeAct::BringCards { .. }
            | EdgeAct::LinkTable { .. }
            | EdgeAct::UnlinkTable { .. }
            | EdgeAct::VerifyAward { .. }
            | EdgeAct::Fill { .. }
            | EdgeAct::Credit { .. }
            | EdgeAct::Leave { .. }
            | EdgeAct::Vacate { .. }
            // The tokens are in the voucher's own event.
            | EdgeAct::ExchangeVoucher { .. }
            | EdgeAct::WalkIn { .. }
            | EdgeAct::Complain { .. } => return None,
        };
        Some(Self { player, amount, how })
    }
}

impl Statement {
    pub(super) fn new(name: &str, only: Option<TableId>) -> Self {
        let (name, sums, member) = (name.to_owned(), Sums::default(), Member::default());
        Self { name, only, rows: Vec::new(), balance: 0, opening: None, sums, member }
    }

    /// Writes one line. `change` is what it did to the balance, which is 0 for a stand-off; a wager that is only placed
    /// has none.
    fn line(
        &mut self,
        seen: &Seen<'_>,
        what: &str,
        wager: String,
        amount: Cell,
        change: Option<i128>,
    ) {
        self.balance += change.unwrap_or(0);
        if !seen.counts || self.only.is_some() && seen.table() != self.only {
            return;
        }
        self.rows.push(vec![
            Cell::Count(i128::from(seen.number)),
            Cell::Time(seen.at),
            Cell::table(seen.table()),
            if seen.round > 0 { Cell::Count(i128::from(seen.round)) } else { Cell::Empty },
            Cell::text(what),
            Cell::Text(wager),
            amount,
            change.map_or(Cell::Empty, Cell::Money),
            Cell::Money(self.balance),
        ]);
    }

    fn act(&mut self, seen: &Seen<'_>, act: &Act) {
        if let Act::HouseAct(HouseAct::Guest { name }) = act {
            if *name == self.name {
                self.play_money(seen);
            }
            return;
        }
        let moved = match act {
            Act::HouseAct(act) => Moved::by_house(act),
            Act::EdgeAct(act) => Moved::across_edge(act),
            // What moves within a table is in the lines of its wagers, and prizes are paid in cash.
            Act::PoolAct(_) | Act::TableAct(_) | Act::PromotionAct(_) => None,
        };
        let Some(Moved { amount, how, .. }) = moved.filter(|it| it.player == self.name) else {
            return;
        };
        let amount = i128::from(amount.0);
        let (what, sign, sum) = match how {
            How::BuyIn => ("buy-in", 1, Some(&mut self.sums.bought)),
            How::CashOut => ("cash-out", -1, Some(&mut self.sums.cashed)),
            How::Drop => ("drop", 1, Some(&mut self.sums.dropped)),
            How::Bring => ("bring", 0, None),
            How::Take => ("take", 0, None),
        };
        if let Some(sum) = sum.filter(|_| seen.counts) {
            *sum += amount;
        }
        self.line(seen, what, String::new(), Cell::Money(amount), Some(sign * amount));
    }

    /// A guest got play money: as much as the ledger says.
    fn play_money(&mut self, seen: &Seen<'_>) {
        for event in &seen.answer.events {
            if let Event::Posted(posting) = event {
                let amount = i128::from(posting.amount.0);
                self.sums.play += i128::from(seen.counts) * amount;
                self.line(seen, "play money", String::new(), Cell::Money(amount), Some(amount));
            }
        }
    }

    fn event(&mut self, seen: &Seen<'_>, event: &Event) {
        let counts = i128::from(seen.counts);
        let own = seen.floor.people.find(&self.name);
        if let Event::Voucher { number, change: VoucherChange::Exchanged { player, .. } } = event
            && own == Some(*player)
            && let Some(voucher) = seen.floor.vouchers.get(*number)
        {
            let amount = i128::from(voucher.amount.0);
            self.sums.tokens += counts * amount;
            let what = format!("voucher {}", number.0);
            self.line(seen, "tokens", what, Cell::Money(amount), None);
        }
        // Postings are seen through the acts and lines that they belong to.
        let Event::Game(_, happened) = event else { return };
        match happened {
            Happened::Placed { at, amount } if own == Some(at.player.0) => {
                self.sums.wagers += counts;
                let amount = Cell::Money(i128::from(*amount));
                self.line(seen, "wager", spot(at), amount, None);
            }
            Happened::Settled(line) if own == Some(line.at.player.0) => {
                self.settled(seen, line);
            }
            Happened::Corrected { was, now, .. } if own == Some(was.at.player.0) => {
                let change = was.house_win() - now.house_win();
                self.sums.corrections += counts * change;
                let what = format!("corrected: {} is {}", was.result.name(), now.result.name());
                self.line(seen, &what, spot(&was.at), Cell::Empty, Some(change));
            }
            Happened::Placed { .. }
            | Happened::Settled(_)
            | Happened::Corrected { .. }
            | Happened::Measure { .. }
            | Happened::Ruled { .. }
            | Happened::Found { .. }
            | Happened::Closed
            | Happened::Dealt { .. }
            | Happened::DealtFaceDown { .. }
            | Happened::Faced { .. }
            | Happened::Declared { .. }
            | Happened::Marked { .. }
            | Happened::Burned { .. }
            | Happened::BurnedUnseen
            | Happened::Accepted { .. }
            | Happened::Collected { .. }
            | Happened::Carried { .. }
            | Happened::Chose { .. }
            | Happened::Travelled { .. }
            | Happened::Called { .. }
            | Happened::Puck { .. }
            | Happened::Offered { .. }
            | Happened::Shooter { .. }
            | Happened::Turned { .. }
            | Happened::Rekeyed { .. }
            | Happened::Rerolled { .. }
            | Happened::Reserved { .. }
            | Happened::CuttingCard { .. }
            | Happened::ShuffleDue { .. }
            | Happened::Shuffled
            | Happened::RoundOver
            | Happened::Rebuilt => {}
        }
    }

    fn settled(&mut self, seen: &Seen<'_>, line: &Settled<PersonId>) {
        let counts = i128::from(seen.counts);
        let [stake, pays, charge] = [line.stake, line.pays, line.charge].map(i128::from);
        let change = -line.house_win();
        match line.result {
            Outcome::Commission => self.sums.commission += counts * charge,
            Outcome::Mystery => self.sums.won += counts * pays,
            Outcome::Win
            | Outcome::Lose
            | Outcome::StandOff
            | Outcome::Void
            | Outcome::Surrender
            | Outcome::Returned => {
                if line.is_decided() {
                    self.sums.decided += counts;
                    self.sums.staked += if line.at.tokens { 0 } else { counts * stake };
                }
                self.sums.won += counts * pays;
                self.sums.lost += counts * (pays - change);
            }
        }
        let amount = if line.result == Outcome::Commission { charge } else { stake };
        self.line(seen, line.result.name(), spot(&line.at), Cell::Money(amount), Some(change));
    }
}

impl Gather for Statement {
    fn see(&mut self, seen: &Seen<'_>) {
        if seen.counts && self.opening.is_none() {
            self.opening = Some(self.balance);
        }
        if let Some((_, act)) = seen.done() {
            self.act(seen, act);
        }
        for event in &seen.answer.events {
            self.event(seen, event);
        }
        self.member.see(seen, seen.floor.people.find(&self.name));
    }

    fn tell(&mut self, floor: &Floor, report: &mut Report) {
        let Some(player) = floor.people.find(&self.name) else { return };
        self.member.end();
        let played = self.member.whole();
        let balances = Balances::of(&floor.ledger, player);
        let sums = &self.sums;
        report.facts.extend([
            ("opening balance", Cell::Money(self.opening.unwrap_or(0))),
            ("bought at the cage", Cell::Money(sums.bought)),
            ("bought at tables", Cell::Money(sums.dropped)),
            ("play money", Cell::Money(sums.play)),
            ("cashed out", Cell::Money(sums.cashed)),
            ("wagers placed", Cell::Count(sums.wagers)),
            ("wagers decided", Cell::Count(sums.decided)),
            ("staked on them", Cell::Money(sums.staked)),
            ("won", Cell::Money(sums.won)),
            ("lost", Cell::Money(sums.lost)),
            ("commission", Cell::Money(sums.commission)),
            ("corrections", Cell::Money(sums.corrections)),
            ("tokens given", Cell::Money(sums.tokens)),
            ("turnover", Cell::Money(played.turnover)),
            ("net", Cell::Money(played.net)),
            ("points", Cell::Count(played.points)),
            ("minutes at tables", Cell::Count(played.minutes())),
            ("closing balance", Cell::Money(self.balance)),
            ("in the pocket", Cell::Money(balances.purse)),
            ("at tables", Cell::Money(balances.racks)),
            ("on layouts", Cell::Money(balances.felts)),
            ("owed to the house", Cell::Money(-balances.owed)),
            ("tokens held", Cell::Money(balances.tokens)),
        ]);
        let held = balances.purse + balances.racks + balances.felts + balances.owed;
        // What was brought and taken along and what was won by playing are all that moves the balance.
        let brought = sums.bought + sums.dropped + sums.play - sums.cashed;
        let explained = self.opening.unwrap_or(0) + brought + played.net == self.balance;
        let agrees = held == self.balance && explained;
        report
            .facts
            .push(("agrees with the ledger", Cell::text(if agrees { "yes" } else { "no" })));
        report.is_sound &= agrees;
        let headings =
            vec!["entry", "time", "table", "round", "what", "wager", "amount", "change", "balance"];
        let rows = std::mem::take(&mut self.rows);
        report.parts.push(Part { name: "lines", headings, rows, upright: false });
        report.parts.push(self.member.part());
        if self.only.is_some() {
            let what = "lines are those of one table; figures and balances are those of all";
            report.remarks.push(what.to_owned());
        }
    }
}

/// What a player has, by the ledger.
#[derive(Default)]
struct Balances {
    purse: i128,
    racks: i128,
    felts: i128,
    owed: i128,
    tokens: i128,
}

impl Balances {
    fn of(ledger: &Ledger, player: Player) -> Self {
        let mut own = Self::default();
        for (account, balance) in ledger.iter() {
            let sum = match account {
                Account::Purse(whose) if whose == player => &mut own.purse,
                Account::Rack(_, whose) if whose == player => &mut own.racks,
                Account::Felt(_, whose) if whose == player => &mut own.felts,
                Account::Owed(whose) if whose == player => &mut own.owed,
                Account::TokenPurse(whose, _) | Account::TokenFelt(_, whose, _)
                    if whose == player =>
                {
                    &mut own.tokens
                }
                _ => continue,
            };
            *sum += i128::from(balance);
        }
        own
    }
}

fn spot(at: &Spot<PersonId>) -> String {
    let mut words = at.on.to_string();
    if let Some(mark) = at.number.or(at.point) {
        words += &format!(" {mark}");
    }
    if let Some(area) = at.area {
        words += &format!(" on area {}", area.0);
    }
    if at.tokens {
        words += " in tokens";
    }
    words
}
