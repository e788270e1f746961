//! Whose an act is: which player it is about, and whether money of that player comes into it. Every act is
//! written out here, so that a new one cannot be forgotten.

use super::{Act, EdgeAct, HouseAct, TableAct};
use crate::naming::Naming;

/// Whose an act is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose<'a, P> {
    /// It is the player's own, and brings neither the player nor money to a table.
    Own(&'a P),
    /// It is the player's own, and brings the player or the player's chips to a table.
    Brings(&'a P),
    /// It is the player's own, and turns the player's cash into chips at a table.
    Cashes(&'a P),
    /// Staff does it, with money of the player at the cage.
    AtCage(&'a P),
    /// It is no player's own. A step of a game says itself whose it is.
    NoPlayers,
}

impl<P: Naming> Act<P> {
    /// Says whose the act is.
    pub(crate) const fn whose(&self) -> Whose<'_, P> {
        match self {
            Self::HouseAct(act) => act.whose(),
            Self::EdgeAct(act) => act.whose(),
            Self::TableAct(act) => act.whose(),
        }
    }
}

impl<P: Naming> HouseAct<P> {
    const fn whose(&self) -> Whose<'_, P> {
        match self {
            Self::SetPassword { name, .. } => Whose::Own(name),
            Self::BuyIn { player, .. }
            | Self::CashOut { player, .. }
            | Self::GiveTokens { player, .. } => Whose::AtCage(player),
            Self::AddPerson { .. }
            | Self::SetRoles { .. }
            | Self::Guest { .. }
            | Self::SignIn { .. }
            | Self::Look { .. }
            | Self::Readmit { .. }
            | Self::Mint { .. }
            | Self::Incident { .. }
            | Self::DecideComplaint { .. }
            | Self::AskReview { .. }
            | Self::CloseComplaint { .. }
            | Self::Meters { .. }
            | Self::Approve { .. }
            | Self::Reject { .. } => Whose::NoPlayers,
        }
    }
}

impl<P: Naming> EdgeAct<P> {
    const fn whose(&self) -> Whose<'_, P> {
        match self {
            Self::Bring { player, .. } => Whose::Brings(player),
            Self::Drop { player, .. } => Whose::Cashes(player),
            Self::Leave { player, .. } | Self::Take { player, .. } => Whose::Own(player),
            Self::Complain { person, .. } => Whose::Own(person),
            Self::Exclude { .. }
            | Self::Bar { .. }
            | Self::Detain { .. }
            | Self::Open { .. }
            | Self::Close { .. }
            | Self::Fill { .. }
            | Self::Credit { .. }
            | Self::Vacate { .. } => Whose::NoPlayers,
        }
    }
}

impl<P: Naming> TableAct<P> {
    const fn whose(&self) -> Whose<'_, P> {
        match self {
            Self::Sit { player, .. } => Whose::Brings(player),
            Self::Agree { player, .. } | Self::Contribute { player, .. } => Whose::Own(player),
            Self::Cut { by, .. } | Self::RefuseCut { by, .. } => Whose::Own(by),
            Self::Time { .. }
            | Self::AnnounceClosing { .. }
            | Self::GiveUp { .. }
            | Self::Step { .. }
            | Self::Limit { .. }
            | Self::EndSparing { .. }
            | Self::OwnLimit { .. }
            | Self::Variant { .. }
            | Self::BeginShuffle { .. }
            | Self::AskRiffle { .. }
            | Self::Riffle { .. }
            | Self::Load { .. }
            | Self::Commit { .. }
            | Self::Reveal { .. } => Whose::NoPlayers,
        }
    }
}
