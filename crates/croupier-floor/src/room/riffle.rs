//! The riffle of pre-shuffled cards: who may ask for it, who decides, and that it is done.

use croupier_engine::{Clause, Player};

use crate::answer::Denied;
use crate::reason::Reason;
use crate::room::{Room, TableContext};
use crate::task::ToDo;

/// How far a riffle of pre-shuffled cards has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Riffling {
    /// Nobody has asked for one, or it is done or refused.
    No,
    /// It is asked for, and a supervisor decides.
    Asked,
    /// The dealer does it next.
    Granted,
}

croupier_engine::stored! { enum Riffling { 0 = No, 1 = Asked, 2 = Granted } }

impl Room {
    /// Says by which clause a riffle can be asked for now.
    ///
    /// # Errors
    /// Denied where the order has no riffle, or not of these cards, or not any more.
    pub fn may_riffle(&self) -> Result<Clause, Denied> {
        let Some(riffle) = self.kind.house().pit.riffle else {
            return Err(Denied::of(Reason::NoSuchRule));
        };
        let Some(shuffling) = self.shuffling.as_ref().filter(|it| it.pre_shuffled) else {
            return Err(Denied::clause(riffle.clause, Reason::NotPreShuffled));
        };
        let Some(clause) = riffle.of(shuffling.angel) else {
            return Err(Denied::clause(riffle.clause, Reason::NotPreShuffled));
        };
        if self.cut_rule().is_none() && !riffle.device {
            return Err(Denied::clause(clause, Reason::RiffleBeforeCut));
        }
        if shuffling.cut.is_some() {
            return Err(Denied::clause(clause, Reason::IsCut));
        }
        Ok(clause)
    }

    /// Returns the clause of the riffle of the cards that are being shuffled.
    fn riffle_clause(&self) -> Option<Clause> {
        let angel = self.shuffling.as_ref()?.angel;
        self.kind.house().pit.riffle?.of(angel)
    }

    /// Tells whether the riffle has come so far, and no farther.
    pub(super) fn riffle_is(&self, how_far: Riffling) -> bool {
        self.shuffling.as_ref().is_some_and(|shuffling| shuffling.riffle == how_far)
    }

    /// A player asks for a riffle, or, with `None`, a supervisor.
    pub(crate) fn ask_riffle(
        &mut self,
        player: Option<Player>,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let clause = self.may_riffle()?;
        let binding = self.kind.house().pit.riffle.is_some_and(|riffle| riffle.binding);
        match player {
            None if !binding => return Err(Denied::clause(clause, Reason::RiffleOnlyPlayers)),
            Some(player) if self.seat_of(player).is_none() => {
                return Err(Denied::clause(clause, Reason::RiffleByPlayer));
            }
            None | Some(_) => {}
        }
        let Some(shuffling) = &mut self.shuffling else {
            return Err(Denied::of(Reason::NotBeingShuffled));
        };
        if shuffling.riffle != Riffling::No {
            return Err(Denied::clause(clause, Reason::RiffleAsked));
        }
        let (riffle, task) = match binding {
            true => (Riffling::Granted, ToDo::Riffle),
            false => (Riffling::Asked, ToDo::DecideRiffle),
        };
        shuffling.riffle = riffle;
        around.task(self.id, task, clause);
        Ok(())
    }

    /// A supervisor grants the riffle that is asked for, or does not.
    pub(crate) fn riffle(
        &mut self,
        granted: bool,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let clause = self.riffle_clause();
        let asked = self.shuffling.as_mut().filter(|it| it.riffle != Riffling::No);
        let (Some(clause), Some(shuffling)) = (clause, asked) else {
            return Err(Denied::of(Reason::RiffleNotAsked));
        };
        if shuffling.riffle == Riffling::Granted {
            return Err(Denied::clause(clause, Reason::RiffleIsDone));
        }
        shuffling.riffle = if granted { Riffling::Granted } else { Riffling::No };
        if granted {
            around.task(self.id, ToDo::Riffle, clause);
        }
        Ok(())
    }

    /// The dealer has riffled the cards.
    pub(crate) fn riffle_done(&mut self) -> Result<(), Denied> {
        let (Some(clause), Some(shuffling)) = (self.riffle_clause(), self.shuffling.as_mut())
        else {
            return Err(Denied::of(Reason::RiffleNotAsked));
        };
        match shuffling.riffle {
            Riffling::No => Err(Denied::of(Reason::RiffleNotAsked)),
            Riffling::Asked => Err(Denied::clause(clause, Reason::RiffleNotGranted)),
            Riffling::Granted => {
                shuffling.riffle = Riffling::No;
                Ok(())
            }
        }
    }
}
