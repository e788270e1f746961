//! The one table that says who may do what. What it does not grant is refused.

use croupier_engine::Input;
use croupier_engine::input::DiceAct;
use croupier_engine::irregular::Situation;

use crate::act::Act;
use crate::naming::Naming;
use crate::people::Role;

/// One row: who may do a thing.
#[derive(Clone, Copy, Debug)]
pub struct Right {
    /// What: the name of an act, or `step` and the name of a step.
    pub what: &'static str,
    /// Who may do it for anyone.
    pub roles: &'static [Role],
    /// Players may do it for themselves; a password is set by anyone for themselves.
    pub own: bool,
    /// Who must agree besides; nobody if empty.
    pub second: &'static [Role],
}

macro_rules! rights {
    ($($what:literal => $($role:ident)* $(, own $own:literal)? $(, second $($second:ident)+)?;)+) => {
        &[$(Right {
            what: $what,
            roles: &[$(Role::$role),*],
            own: false $(|| $own)?,
            second: &[$($(Role::$second),+)?],
        }),+]
    };
}

/// All rights.
pub static RIGHTS: &[Right] = rights! {
    "add-person" => Manager;
    "set-roles" => Manager, second Manager;
    "set-password" => Manager, own true;
    "guest" => System;
    "sign-in" => System;
    "time" => System;
    "look" => Supervisor Manager Surveillance Inspector;
    "exclude" => Supervisor Manager;
    "readmit" => Manager, second Manager;
    "bar" => Supervisor Manager;
    "detain" => Supervisor Manager;
    "hand-over" => Supervisor Manager Inspector;
    "buy-in" => Cashier;
    "cash-out" => Cashier;
    "give-tokens" => Manager, second Manager Cashier;
    "mint" => Manager, second Manager Cashier;
    "open" => Supervisor Manager System;
    "announce-closing" => Supervisor Manager;
    "withdraw-closing" => Supervisor Manager;
    "close" => Supervisor Manager;
    "fill" => Supervisor Manager, second Cashier;
    "credit" => Supervisor Manager, second Cashier;
    "sit" => Dealer Supervisor Boxperson, own true;
    "leave" => Dealer Supervisor Boxperson System, own true;
    "bring" => Dealer Boxperson, own true;
    "take" => Dealer Boxperson, own true;
    "drop" => Dealer Boxperson;
    "vacate" => Supervisor Manager;
    "give-up" => Supervisor Manager;
    "limit" => Supervisor Manager;
    "limits" => Supervisor Manager;
    "end-sparing" => Supervisor Manager;
    "own-limit" => Supervisor Manager;
    "variant" => Supervisor Manager;
    "agree" => Dealer, own true;
    "equipment" => Boxperson Supervisor Manager;
    "dice-set" => Boxperson Supervisor Manager;
    "confirm" => , own true;
    "begin-shuffle" => Dealer System;
    "ask-riffle" => Player Guest Dealer Supervisor Manager;
    "riffle" => Supervisor Manager;
    "riffle-done" => Dealer System;
    "cut" => Supervisor Dealer System, own true;
    "refuse-cut" => Supervisor Dealer System, own true;
    "lapse-cut" => System;
    "load" => Dealer System;
    "task-done" => Dealer Boxperson Supervisor Manager Surveillance Inspector;
    "commit" => System;
    "contribute" => System, own true;
    "reveal" => System;
    "reveal-burn" => System;
    "register-cards" => Supervisor Manager;
    "check-cards" => Dealer Supervisor Manager;
    "seal-cards" => Dealer Supervisor Manager;
    "hand-over-cards" => Dealer Supervisor Manager;
    "retire-cards" => Supervisor Manager;
    "bring-cards" => Dealer Supervisor Manager;
    "incident" => Dealer Boxperson Stickperson Supervisor Manager Cashier Surveillance Inspector System;
    "complain" => Dealer Boxperson Supervisor, own true;
    "decide-complaint" => Supervisor Boxperson Manager;
    "ask-review" => Player Guest Dealer Boxperson Supervisor;
    "close-complaint" => Supervisor Manager;
    "meters" => Manager, second Manager Supervisor;
    "load-order" => Manager;
    "approve" => Supervisor Manager Cashier;
    "reject" => Supervisor Manager Cashier;

    "step wager" => Dealer Boxperson Stickperson, own true;
    "step withdraw" => Dealer, own true;
    "step remove" => Dealer Boxperson Stickperson, own true;
    "step reduce" => Dealer Boxperson Stickperson, own true;
    "step call" => Dealer Boxperson Stickperson, own true;
    "step choose" => Dealer System, own true;
    "step close" => Dealer System;
    "step card" => Dealer System;
    "step burn" => Dealer System;
    "step roll" => Stickperson Boxperson Dealer System;
    "step paid" => Dealer Boxperson Stickperson System;
    "step rekey" => Dealer Supervisor Manager;
    "step rekey a result" => Dealer Supervisor Manager, second Supervisor Manager;
    "step rekey a roll" => Boxperson Supervisor Manager;
    "step no-roll" => Stickperson Boxperson Dealer;
    "step throw" => Stickperson Boxperson Dealer System;
    "step dice" => Stickperson Boxperson, own true;
    "step dice order" => Boxperson System;
    "step dice lapse" => System;
    "step sharing" => Supervisor Manager;
    "step standing" => Manager;
    "step found" => Dealer Boxperson Supervisor;
    "step void" => Supervisor Manager;
    "step void above the limit" => Supervisor Manager, second Supervisor Manager;
    "step reserve" => Supervisor Manager;
    "step cutting-card" => Dealer System;
    "step replace" => Supervisor Manager;
    "step hand" => Dealer, own true;
    "step irregular" => Dealer Boxperson Stickperson Supervisor Manager;
    "step verify" => Supervisor Manager Inspector;
    "step correct" => Supervisor Manager Boxperson, second Supervisor Manager;
    "step ruling" => Supervisor Manager Boxperson;
    "step check" => Dealer Supervisor;
    "step feed" => Dealer System;
    "step mystery" => System;
};

/// Finds the row of an act that is no step.
pub fn of_act<P: Naming>(act: &Act<P>) -> Option<&'static Right> {
    row(act.name())
}

/// What of the moment at a table the rights depend on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gravity {
    /// More lies on the layout than one person may void alone.
    pub much: bool,
    /// All cards are out, or the roll lies there: the result is shown.
    pub shown: bool,
    /// The game is played with dice.
    pub dice: bool,
}

/// Finds the row of a step; `None` for one that nobody takes by itself. A void of much money is a
/// thing of its own, and so is a card put right when the result is shown.
pub fn of_step(input: &Input, gravity: &Gravity) -> Option<&'static Right> {
    let what = match input {
        Input::Wager { .. } => "step wager",
        Input::Withdraw(_) => "step withdraw",
        Input::Remove(_) => "step remove",
        Input::Reduce { .. } => "step reduce",
        Input::Call { .. } => "step call",
        Input::Choose { .. } => "step choose",
        Input::Close => "step close",
        Input::Card { .. } => "step card",
        Input::BurnUnseen => "step burn",
        Input::Roll(_) => "step roll",
        Input::Paid(_) => "step paid",
        Input::Rekey(_) if gravity.dice => "step rekey a roll",
        Input::Rekey(_) if gravity.shown => "step rekey a result",
        Input::Rekey(_) => "step rekey",
        Input::NoRoll { .. } => "step no-roll",
        Input::Throw => "step throw",
        Input::Dice { act: DiceAct::Order, .. } => "step dice order",
        Input::Dice { act: DiceAct::Lapse, .. } => "step dice lapse",
        Input::Dice { .. } => "step dice",
        Input::Sharing(_) => "step sharing",
        Input::Standing { .. } => "step standing",
        Input::Found { .. } => "step found",
        Input::Void if gravity.much => "step void above the limit",
        Input::Void => "step void",
        Input::Reserve { .. } | Input::Release(_) => "step reserve",
        Input::CuttingCard => "step cutting-card",
        Input::Replace { .. } => "step replace",
        Input::Look { .. } | Input::Turn { .. } => "step hand",
        Input::Irregular(it) => of_situation(it.what),
        Input::Ruling { .. } => "step ruling",
        Input::Check { .. } => "step check",
        Input::Feed => "step feed",
        Input::Mystery { .. } => "step mystery",
        // These follow from acts of their own: limit, variant, load, meters, sit and leave.
        Input::Sign { .. }
        | Input::Variant(_)
        | Input::Meters { .. }
        | Input::Shuffle
        | Input::Seat { .. } => return None,
    };
    row(what)
}

/// Names the row of a situation that somebody declares.
const fn of_situation(what: Situation) -> &'static str {
    match what {
        Situation::Verify => "step verify",
        Situation::WrongPayment | Situation::Invalidate => "step correct",
        Situation::FaceUp
        | Situation::Disclosed
        | Situation::MoreFaceUp
        | Situation::Astray
        | Situation::WrongDeal
        | Situation::WrongCount
        | Situation::HandWithoutWager
        | Situation::NoWagers
        | Situation::Misdealt
        | Situation::Surplus
        | Situation::RunOut
        | Situation::MissingCard
        | Situation::ForeignCard
        | Situation::NotCut
        | Situation::NotBurned
        | Situation::NotShuffled
        | Situation::NotFed
        | Situation::PoorMix
        | Situation::Dropped
        | Situation::Unfit
        | Situation::DeviceFault
        | Situation::Conduct
        | Situation::RefuseWager
        | Situation::NotAccepted
        | Situation::Throw
        | Situation::DieOff
        | Situation::DieFound
        | Situation::DiceLost => "step irregular",
    }
}

fn row(what: &str) -> Option<&'static Right> {
    RIGHTS.iter().find(|right| right.what == what)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::RIGHTS;
    use crate::act::{EdgeAct, HouseAct, TableAct};

    #[test]
    fn every_act_has_a_row() {
        let names = [HouseAct::NAMES, EdgeAct::NAMES, TableAct::NAMES].concat();
        for name in names.into_iter().filter(|name| *name != "step") {
            assert!(super::row(name).is_some(), "who may {name}?");
        }
    }

    #[test]
    fn every_row_is_there_once() {
        let names: BTreeSet<_> = RIGHTS.iter().map(|right| right.what).collect();
        assert_eq!(names.len(), RIGHTS.len());
    }
}
