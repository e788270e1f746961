//! Whom an act concerns: which player it is about, and whether money of that player comes into it. Every act is
//! written out here, so that a new one cannot be forgotten.

use super::{Act, EdgeAct, HouseAct, TableAct};
use crate::naming::Naming;

/// Whom an act concerns, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Concern<'a, P> {
    /// It is the player's own, and brings neither the player nor money to a table.
    Own(&'a P),
    /// It is the player's own, and brings the player or the player's chips to a table.
    Brings(&'a P),
    /// It is the player's own, and turns the player's cash into chips at a table, or a voucher into tokens.
    Cashes(&'a P),
    /// Staff does it, with money of the player at the cage.
    AtCage(&'a P),
    /// It is no player's own. A step of a game says itself whose it is.
    NoPlayers,
}

impl<P: Naming> Act<P> {
    /// Says whom the act concerns.
    pub(crate) const fn concern(&self) -> Concern<'_, P> {
        match self {
            Self::HouseAct(act) => act.concern(),
            // What a pool takes and pays is wagered and won at tables.
            Self::PoolAct(_) => Concern::NoPlayers,
            // Whoever has won something is paid by staff, from money that is no player's yet.
            Self::PromotionAct(_) => Concern::NoPlayers,
            Self::EdgeAct(act) => act.concern(),
            Self::TableAct(act) => act.concern(),
        }
    }
}

impl<P: Naming> HouseAct<P> {
    const fn concern(&self) -> Concern<'_, P> {
        match self {
            Self::SetPassword { name, .. } => Concern::Own(name),
            Self::BuyIn { player, .. }
            | Self::CashOut { player, .. }
            | Self::IssueVoucher { player: Some(player), .. } => Concern::AtCage(player),
            Self::Found { .. }
            | Self::AddPerson { .. }
            | Self::SetRoles { .. }
            | Self::Guest { .. }
            | Self::SignIn { .. }
            | Self::Look { .. }
            | Self::Readmit { .. }
            | Self::Mint { .. }
            | Self::IssueVoucher { player: None, .. }
            | Self::Incident { .. }
            | Self::DecideComplaint { .. }
            | Self::AskReview { .. }
            | Self::CloseComplaint { .. }
            | Self::RegisterCards { .. }
            | Self::CheckCards { .. }
            | Self::SealCards { .. }
            | Self::HandOverCards { .. }
            | Self::RetireCards { .. }
            | Self::LoadOrder { .. }
            | Self::SetClock { .. }
            | Self::Approve { .. }
            | Self::Reject { .. } => Concern::NoPlayers,
        }
    }
}

impl<P: Naming> EdgeAct<P> {
    const fn concern(&self) -> Concern<'_, P> {
        match self {
            Self::Bring { player, .. } => Concern::Brings(player),
            Self::Drop { player, .. } | Self::ExchangeVoucher { player, .. } => {
                Concern::Cashes(player)
            }
            Self::Leave { player, .. } | Self::Take { player, .. } => Concern::Own(player),
            Self::Complain { person, .. } => Concern::Own(person),
            Self::Exclude { .. }
            | Self::Bar { .. }
            | Self::Detain { .. }
            | Self::HandOver { .. }
            | Self::Open { .. }
            | Self::Close { .. }
            | Self::BringCards { .. }
            | Self::LinkTable { .. }
            | Self::UnlinkTable { .. }
            | Self::VerifyAward { .. }
            | Self::Fill { .. }
            | Self::Credit { .. }
            | Self::Vacate { .. }
            | Self::WalkIn { .. } => Concern::NoPlayers,
        }
    }
}

impl<P: Naming> TableAct<P> {
    /// Tells whether the act is part of playing the game: a step, or the handling of its cards and its draw.
    pub(crate) const fn is_played(&self) -> bool {
        match self {
            Self::Step { .. }
            | Self::DiceSet { .. }
            | Self::BeginShuffle { .. }
            | Self::Riffle { .. }
            | Self::Cut { .. }
            | Self::RefuseCut { .. }
            | Self::Load { .. }
            | Self::RiffleDone { .. }
            | Self::LapseCut { .. }
            | Self::RevealBurn { .. }
            | Self::Commit { .. }
            | Self::CloseBetting { .. }
            | Self::LapseWords { .. }
            | Self::LoseKey { .. }
            | Self::Reveal { .. } => true,
            Self::Time { .. }
            | Self::AnnounceClosing { .. }
            | Self::WithdrawClosing { .. }
            | Self::TaskDone { .. }
            | Self::Sit { .. }
            | Self::GiveUp { .. }
            | Self::Limit { .. }
            | Self::Limits { .. }
            | Self::EndSparing { .. }
            | Self::OwnLimit { .. }
            | Self::Variant { .. }
            | Self::Agree { .. }
            | Self::AskRiffle { .. }
            | Self::Equipment { .. }
            | Self::Confirm { .. }
            | Self::Contribute { .. }
            | Self::OpenWords { .. } => false,
        }
    }

    const fn concern(&self) -> Concern<'_, P> {
        match self {
            Self::Sit { player, .. } => Concern::Brings(player),
            Self::Agree { player, .. }
            | Self::Confirm { player, .. }
            | Self::Contribute { player, .. }
            | Self::OpenWords { player, .. } => Concern::Own(player),
            Self::Cut { by, .. } | Self::RefuseCut { by, .. } => Concern::Own(by),
            Self::Time { .. }
            | Self::AnnounceClosing { .. }
            | Self::WithdrawClosing { .. }
            | Self::GiveUp { .. }
            | Self::Step { .. }
            | Self::Limit { .. }
            | Self::Limits { .. }
            | Self::TaskDone { .. }
            | Self::EndSparing { .. }
            | Self::OwnLimit { .. }
            | Self::Variant { .. }
            | Self::Equipment { .. }
            | Self::DiceSet { .. }
            | Self::BeginShuffle { .. }
            | Self::AskRiffle { .. }
            | Self::Riffle { .. }
            | Self::RiffleDone { .. }
            | Self::LapseCut { .. }
            | Self::Load { .. }
            | Self::Commit { .. }
            | Self::CloseBetting { .. }
            | Self::LapseWords { .. }
            | Self::LoseKey { .. }
            | Self::Reveal { .. }
            | Self::RevealBurn { .. } => Concern::NoPlayers,
        }
    }
}
