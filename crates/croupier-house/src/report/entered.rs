//! What an entry does to the money of players: each change by itself, with whose it is. Statements are made of these.

use croupier_engine::effect::Outcome;
use croupier_engine::{Cents, Player};
use croupier_floor::{Act, EdgeAct, Event, HouseAct, VoucherChange, VoucherId};
use croupier_sheet::Spot;
use croupier_sheet::happened::Settled;
use croupier_sheet::{Happened, PersonId};

use super::seen::Seen;

/// One thing that an entry says of the money of a player: a line of the statement.
#[derive(Clone, Copy)]
pub(super) enum Entered<'a> {
    /// Cash or chips were moved.
    Moved(How, Cents),
    /// A guest got play money.
    Play(Cents),
    /// Tokens were given for a voucher.
    Tokens(VoucherId, Cents),
    /// A wager was placed.
    Placed(&'a Spot<PersonId>, u64),
    /// A wager ended, or something beside it was charged or paid.
    Settled(&'a Settled<PersonId>),
    /// A wager that had ended was settled again.
    Corrected(&'a Settled<PersonId>, &'a Settled<PersonId>),
}

/// What a player did in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub(super) bought: i128,
    pub(super) dropped: i128,
    pub(super) play: i128,
    pub(super) cashed: i128,
    pub(super) tokens: i128,
    pub(super) wagers: i128,
    pub(super) decided: i128,
    pub(super) staked: i128,
    pub(super) won: i128,
    pub(super) lost: i128,
    pub(super) commission: i128,
    pub(super) corrections: i128,
}

croupier_engine::stored! {
    struct Sums {
        bought, dropped, play, cashed, tokens, wagers, decided, staked, won, lost, commission, corrections,
    }
}

/// Shows everything that an entry does to the money of players, in its order.
pub(super) fn each_entered<'a>(seen: &Seen<'a>, mut each: impl FnMut(Player, Entered<'a>)) {
    let people = &seen.floor.people;
    if let Some((_, act)) = seen.done() {
        let moved = match act {
            Act::HouseAct(HouseAct::Guest { name }) => {
                if let Some(player) = people.find(name) {
                    play_money(seen, |amount| each(player, Entered::Play(amount)));
                }
                None
            }
            Act::HouseAct(act) => Moved::by_house(act),
            Act::EdgeAct(act) => Moved::across_edge(act),
            // What moves within a table is in the lines of its wagers, and prizes are paid in cash.
            Act::PoolAct(_) | Act::TableAct(_) | Act::PromotionAct(_) => None,
        };
        if let Some(Moved { player, amount, how }) = moved
            && let Some(player) = people.find(player)
        {
            each(player, Entered::Moved(how, amount));
        }
    }
    for event in &seen.answer.events {
        if let Event::Voucher { number, change: VoucherChange::Exchanged { player, .. } } = event
            && let Some(voucher) = seen.floor.vouchers.get(*number)
        {
            each(*player, Entered::Tokens(*number, voucher.amount));
        }
        // Postings are seen through the acts and lines that they belong to.
        match event {
            Event::Game(_, Happened::Placed { at, amount }) => {
                each(at.player.0, Entered::Placed(at, *amount));
            }
            Event::Game(_, Happened::Settled(line)) => {
                each(line.at.player.0, Entered::Settled(line));
            }
            Event::Game(_, Happened::Corrected { was, now, .. }) => {
                each(was.at.player.0, Entered::Corrected(was, now));
            }
            _ => {}
        }
    }
}

/// A guest got play money: as much as the ledger says.
fn play_money(seen: &Seen<'_>, mut each: impl FnMut(Cents)) {
    for event in &seen.answer.events {
        if let Event::Posted(posting) = event {
            each(posting.amount);
        }
    }
}

impl Entered<'_> {
    /// Returns what it does to the balance, which is 0 for a stand-off; a wager that is only placed does nothing to it.
    pub(super) fn change(&self) -> Option<i128> {
        match self {
            Self::Moved(how, amount) => Some(how.sign() * i128::from(amount.0)),
            Self::Play(amount) => Some(i128::from(amount.0)),
            Self::Tokens(..) | Self::Placed(..) => None,
            Self::Settled(line) => Some(-line.house_win()),
            Self::Corrected(was, now) => Some(was.house_win() - now.house_win()),
        }
    }

    /// Returns the amount that the line names.
    pub(super) fn amount(&self) -> Option<i128> {
        match self {
            Self::Moved(_, amount) | Self::Play(amount) | Self::Tokens(_, amount) => {
                Some(i128::from(amount.0))
            }
            Self::Placed(_, amount) => Some(i128::from(*amount)),
            Self::Settled(line) if line.result == Outcome::Commission => Some(line.charge.into()),
            Self::Settled(line) => Some(line.stake.into()),
            Self::Corrected(..) => None,
        }
    }

    /// Says what it is, and of which wager or voucher.
    pub(super) fn words(&self) -> (String, String) {
        match self {
            Self::Moved(how, _) => (how.name().to_owned(), String::new()),
            Self::Play(_) => ("play money".to_owned(), String::new()),
            Self::Tokens(number, _) => ("tokens".to_owned(), format!("voucher {}", number.0)),
            Self::Placed(at, _) => ("wager".to_owned(), spot(at)),
            Self::Settled(line) => (line.result.name().to_owned(), spot(&line.at)),
            Self::Corrected(was, now) => {
                let what = format!("corrected: {} is {}", was.result.name(), now.result.name());
                (what, spot(&was.at))
            }
        }
    }

    /// Adds it to what the player did in all.
    pub(super) fn add_to(&self, sums: &mut Sums) {
        match self {
            Self::Moved(how, amount) => {
                let amount = i128::from(amount.0);
                match how {
                    How::BuyIn => sums.bought += amount,
                    How::CashOut => sums.cashed += amount,
                    How::Drop => sums.dropped += amount,
                    How::Bring | How::Take => {}
                }
            }
            Self::Play(amount) => sums.play += i128::from(amount.0),
            Self::Tokens(_, amount) => sums.tokens += i128::from(amount.0),
            Self::Placed(..) => sums.wagers += 1,
            Self::Settled(line) => sums.settled(line),
            Self::Corrected(was, now) => sums.corrections += was.house_win() - now.house_win(),
        }
    }
}

impl Sums {
    fn settled(&mut self, line: &Settled<PersonId>) {
        let [stake, pays, charge] = [line.stake, line.pays, line.charge].map(i128::from);
        match line.result {
            Outcome::Commission => self.commission += charge,
            Outcome::Mystery => self.won += pays,
            Outcome::Win
            | Outcome::Lose
            | Outcome::StandOff
            | Outcome::Void
            | Outcome::Surrender
            | Outcome::Returned => {
                if line.is_decided() {
                    self.decided += 1;
                    self.staked += if line.at.tokens { 0 } else { stake };
                }
                self.won += pays;
                self.lost += pays + line.house_win();
            }
        }
    }
}

/// Money of a player that an act moves.
struct Moved<'a> {
    player: &'a str,
    amount: Cents,
    how: How,
}

/// In which way an act moves money of a player.
#[derive(Clone, Copy)]
pub(super) enum How {
    BuyIn,
    CashOut,
    Drop,
    Bring,
    Take,
}

impl How {
    const fn name(self) -> &'static str {
        match self {
            Self::BuyIn => "buy-in",
            Self::CashOut => "cash-out",
            Self::Drop => "drop",
            Self::Bring => "bring",
            Self::Take => "take",
        }
    }

    /// Tells whether it adds to the balance or takes from it.
    const fn sign(self) -> i128 {
        match self {
            Self::BuyIn | Self::Drop => 1,
            Self::CashOut => -1,
            Self::Bring | Self::Take => 0,
        }
    }
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
