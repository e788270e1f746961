//! The one table that says who may do what. What it does not grant is refused.

use std::collections::HashMap;
use std::sync::LazyLock;

use croupier_engine::game::House;
use croupier_engine::input::DiceAct;
use croupier_engine::irregular::Situation;
use croupier_engine::{Clause, Input, Kind};

use crate::act::{Act, HouseAct, PromotionAct};
use crate::naming::Naming;
use crate::people::Role;

/// One row: who may do a thing.
#[derive(Clone, Copy, Debug)]
pub struct Right {
    /// What: the name of an act, or `step` and the name of a step.
    pub what: &'static str,
    /// Who may do it for anyone, at every table. A gaming manager may do what a supervisor may.
    pub roles: &'static [Role],
    /// Who may do it besides where dice are rolled. The other orders know no boxperson and no stickperson; where
    /// dice are rolled the boxperson is a casino supervisor.
    pub dice: &'static [Role],
    /// Players may do it for themselves; a password is set by anyone for themselves.
    pub own: bool,
    /// Who must agree besides; nobody if empty.
    pub second: &'static [Role],
}

impl Right {
    /// Tells whether a role has the right at a table of this game; `None` where no table is concerned.
    pub fn grants(&self, role: Role, kind: Option<Kind>) -> bool {
        holds(self.roles, role) || kind.is_none_or(rolls_dice) && self.dice.contains(&role)
    }

    /// Lists who must agree besides at a table of this game.
    pub fn agreeing(&self, kind: Option<Kind>) -> Vec<Role> {
        let mut roles = self.second.to_vec();
        if kind.is_some_and(rolls_dice) && roles.contains(&Role::Supervisor) {
            roles.push(Role::Boxperson);
        }
        roles
    }
}

/// Tells whether a role is among those of a row; a gaming manager is wherever a supervisor is.
fn holds(roles: &[Role], role: Role) -> bool {
    roles.contains(&role) || role == Role::Manager && roles.contains(&Role::Supervisor)
}

/// Tells whether a game is played with dice, and so has a boxperson and a stickperson.
pub(crate) fn rolls_dice(kind: Kind) -> bool {
    kind.house().cards.is_none()
}

macro_rules! rights {
    ($($what:literal => $($role:ident)* $(, dice $($dice:ident)+)? $(, own $own:literal)?
        $(, second $($second:ident)+)?;)+) => {
        &[$(Right {
            what: $what,
            roles: &[$(Role::$role),*],
            dice: &[$($(Role::$dice),+)?],
            own: false $(|| $own)?,
            second: &[$($(Role::$second),+)?],
        }),+]
    };
}

/// Returns the row of a step.
macro_rules! row {
    ($what:literal) => {
        const { &RIGHTS[place($what)] }
    };
}

/// A row for every act, and for every step of a game.
pub const RIGHTS: &[Right] = rights! {
    "found" => System;
    "add-person" => Manager;
    "add-person staff" => Manager, second Manager;
    "set-roles" => Manager, second Manager;
    "set-password" => , own true;
    "set-password of another" => Manager, second Manager;
    "guest" => System;
    "sign-in" => System;
    "time" => System;
    "look" => Supervisor Surveillance Inspector;
    "exclude" => Supervisor, dice Boxperson;
    "readmit" => Manager, second Manager;
    "bar" => Supervisor, dice Boxperson;
    "detain" => Supervisor, dice Boxperson;
    "hand-over" => Supervisor Inspector, dice Boxperson;
    "buy-in" => Cashier;
    "cash-out" => Cashier;
    "issue-voucher" => Manager, second Manager Cashier;
    "mint" => Manager, second Manager Cashier;
    "open" => Supervisor System;
    "announce-closing" => Supervisor, dice Boxperson;
    "withdraw-closing" => Supervisor, dice Boxperson;
    "close" => Supervisor, dice Boxperson;
    "fill" => Supervisor, second Cashier;
    "credit" => Supervisor, second Cashier;
    "sit" => Dealer Supervisor, dice Boxperson, own true;
    "walk-in" => Dealer Supervisor, dice Boxperson;
    "leave" => Dealer Supervisor System, dice Boxperson, own true;
    "bring" => Dealer, dice Boxperson, own true;
    "take" => Dealer, dice Boxperson, own true;
    "drop" => Dealer, dice Boxperson;
    "exchange-voucher" => Dealer;
    "vacate" => Supervisor, dice Boxperson;
    "give-up" => Supervisor, dice Boxperson;
    "limit" => Supervisor, dice Boxperson;
    "limits" => Supervisor, dice Boxperson;
    "end-sparing" => Supervisor, dice Boxperson;
    "own-limit" => Supervisor, dice Boxperson;
    "variant" => Supervisor, dice Boxperson;
    "agree" => Dealer, own true;
    "equipment" => Supervisor, dice Boxperson;
    "dice-set" => Supervisor, dice Boxperson;
    "confirm" => , own true;
    "begin-shuffle" => Dealer System;
    "ask-riffle" => Player Guest Dealer Supervisor;
    "riffle" => Supervisor;
    "riffle-done" => Dealer System;
    "cut" => Supervisor Dealer System, own true;
    "refuse-cut" => Supervisor Dealer System, own true;
    "lapse-cut" => System;
    "load" => Dealer System;
    "task-done" => Dealer Supervisor Surveillance Inspector, dice Boxperson;
    "commit" => System;
    "contribute" => , own true;
    "close-betting" => System;
    "open-words" => , own true;
    "lapse-words" => System;
    "lose-key" => Supervisor, dice Boxperson, second Supervisor Manager;
    "reveal" => System;
    "reveal-burn" => System;
    "register-cards" => Supervisor;
    "check-cards" => Dealer Supervisor;
    "seal-cards" => Dealer Supervisor;
    "hand-over-cards" => Dealer Supervisor;
    "retire-cards" => Supervisor;
    "bring-cards" => Dealer Supervisor;
    "incident" => Dealer Supervisor Cashier Surveillance Inspector System, dice Boxperson Stickperson;
    "complain" => Dealer Supervisor, dice Boxperson Stickperson, own true;
    "decide-complaint" => Supervisor, dice Boxperson;
    "ask-review" => Dealer Supervisor, dice Boxperson Stickperson, own true;
    "close-complaint" => Supervisor, dice Boxperson;
    "draft-pool" => Manager, second Manager;
    "approve-pool" => Manager, second Manager;
    "start-pool" => Manager, second Manager;
    "suspend-pool" => Manager, second Manager Supervisor;
    "resume-pool" => Manager, second Manager;
    "change-pool" => Manager, second Manager;
    "adjust-meter" => Manager, second Manager;
    "retire-pool" => Manager, second Manager;
    "close-pool" => Manager, second Manager;
    "demo-pool" => System;
    "link-outside" => Manager, second Manager;
    "unlink-outside" => Manager, second Manager;
    "end-outside-rounds" => Manager, second Manager;
    "pool-feed" => System;
    "register-display" => Supervisor Manager;
    "remove-display" => Supervisor Manager, second Supervisor Manager;
    "display-lost" => System;
    "display-back" => System;
    "commit-mystery" => System;
    "hit-mystery" => System;
    "pass-mystery" => System;
    "show-mystery" => System;
    "lose-mystery" => Supervisor Manager, second Supervisor Manager;
    "link-table" => Manager System, second Manager Supervisor;
    "unlink-table" => Manager System, second Manager Supervisor;
    "verify-award" => Supervisor;
    "set-law" => Manager, second Manager;
    "prescribe-item" => Manager, second Manager;
    "set-points" => Manager, second Manager;
    "draft-promotion" => Promotions Manager;
    "check-prize" => Promotions Manager;
    "finalise-promotion" => Promotions Manager, second Manager;
    "lodge-promotion" => Promotions Manager, second Manager;
    "publish-terms" => Promotions Manager;
    "note-marketing" => Promotions Manager;
    "commit-promotion" => System;
    "nominate-scrutineer" => Promotions Manager, second Manager;
    "start-promotion" => Promotions Manager, second Manager;
    "amend-promotion" => Promotions Manager, second Manager;
    "admit-file" => Promotions Manager, second Manager;
    // The rows of a file were admitted by two people.
    "enter-promotion" => Promotions Manager;
    "enter-promotion by hand" => Promotions Manager, second Manager;
    "remove-entrant" => Promotions Manager, second Manager;
    "close-entries" => Promotions Manager System;
    "seal-value" => Scrutineer;
    "attend-draw" => Scrutineer;
    "draw-value" => Promotions Manager, second Manager;
    "draw-promotion" => System;
    "show-seed" => System;
    "confirm-award" => Scrutineer;
    "redraw-award" => Promotions Manager, second Manager;
    "note-presence" => Promotions Manager;
    "notify-winner" => Promotions Manager;
    "pay-award" => Cashier, second Promotions Manager;
    "deliver-award" => Promotions Manager, second Manager Cashier;
    "refuse-claim" => Promotions Manager, second Manager;
    "reinstate-award" => Promotions Manager, second Manager;
    "tell-refusal" => Promotions Manager;
    "dispute-promotion" => Promotions Manager Supervisor;
    "decide-dispute" => Manager;
    "close-dispute" => Promotions Manager;
    // Whoever has a doubt stops it at once, alone.
    "postpone-promotion" => Promotions Manager;
    "cancel-promotion" => Promotions Manager, second Manager;
    "tell-inspectorate" => Promotions Manager;
    "validate-promotion" => Inspector;
    "resume-promotion" => Promotions Manager, second Manager;
    "expire-voucher" => Promotions Manager Cashier System;
    "end-promotion" => Promotions Manager, second Manager;
    "load-order" => Manager;
    "set-clock" => Supervisor, second Supervisor Manager;
    "approve" => Supervisor Cashier Promotions, dice Boxperson;
    "reject" => Supervisor Cashier Promotions, dice Boxperson;

    "step wager" => Dealer, dice Boxperson Stickperson, own true;
    // The program gives back what guests who are gone have left on the tables with play money.
    "step withdraw" => Dealer System, own true;
    "step remove" => Dealer System, dice Boxperson Stickperson, own true;
    "step reduce" => Dealer, dice Boxperson Stickperson, own true;
    "step call" => Dealer, dice Boxperson, own true;
    "step choose" => Dealer System, own true;
    "step close" => Dealer System;
    "step card" => Dealer System;
    "step burn" => Dealer System;
    "step roll" => Dealer System, dice Stickperson Boxperson;
    "step paid" => Dealer System, dice Boxperson Stickperson;
    "step rekey" => Dealer Supervisor;
    "step rekey a result" => Dealer Supervisor, second Supervisor Manager;
    // Which face is uppermost is the boxperson's to decide, and nobody is above it.
    "step rekey a roll" => , dice Boxperson;
    "step no-roll" => Supervisor, dice Stickperson Boxperson;
    // The total was called: whoever takes it back now knows what it has decided.
    "step no-roll of a called total above the limit" => Supervisor, dice Stickperson Boxperson, second Supervisor Manager;
    "step throw" => Dealer System, dice Stickperson Boxperson;
    "step dice" => , dice Stickperson, own true;
    "step dice order" => System, dice Boxperson;
    "step dice lapse" => System;
    "step sharing" => Supervisor;
    "step standing" => Manager;
    "step found" => Dealer Supervisor;
    "step found once cards are out" => Dealer Supervisor, dice Boxperson, second Supervisor Manager;
    "step void" => Supervisor, dice Boxperson;
    "step void above the limit" => Supervisor, dice Boxperson, second Supervisor Manager;
    "step reserve" => Supervisor;
    "step cutting-card" => Dealer System;
    // Where the count of the cards says that enough are left, nobody alone declares that they have run out.
    "step run-out against the count" => Dealer Supervisor, second Supervisor Manager;
    "step replace" => Supervisor;
    "step hand" => Dealer, own true;
    // What a supervisor decides, a dealer only reports: it then waits for whoever has the say.
    "step irregular" => Dealer Supervisor, dice Boxperson Stickperson;
    // What makes wagers void goes back however they were decided, as with a void.
    "step irregular above the limit" => Dealer Supervisor, dice Boxperson Stickperson, second Supervisor Manager;
    "step verify" => Dealer Supervisor Inspector, dice Boxperson Stickperson;
    "step correct" => Dealer Supervisor, dice Boxperson Stickperson, second Supervisor Manager;
    "step ruling" => Supervisor, dice Boxperson, own true;
    // Nobody alone declares that something went wrong and rules on it, where much money hangs on it.
    "step ruling above the limit" => Supervisor, dice Boxperson, second Supervisor Manager;
    // What players want back they say themselves, or to the dealer.
    "step refund" => Dealer Supervisor, own true;
    "step device" => Dealer Supervisor;
    "step check" => Dealer Supervisor;
    "step feed" => Dealer System;
    "step accept" => Dealer System;
    "step collect" => Dealer System;
};

/// Names the clause of an order by which a thing is for those who have the right, where the order says so.
pub(crate) fn clause_of(right: &Right, house: &House) -> Option<Clause> {
    let pit = &house.pit;
    match right.what {
        "limit" | "limits" => pit.raise,
        "end-sparing" => pit.spare.map(|spare| spare.ends),
        "own-limit" => pit.own_limits,
        "announce-closing" | "withdraw-closing" | "close" => pit.closing,
        "exchange-voucher" => pit.tokens,
        "vacate" => pit.vacate,
        "give-up" => pit.give_up.map(|(_, clause)| clause),
        "variant" => pit.variant,
        "exclude" => pit.exclude,
        "bar" => pit.bar,
        "detain" | "hand-over" => pit.detain,
        "riffle" => pit.riffle.map(|riffle| riffle.clause),
        "complain" | "decide-complaint" | "ask-review" => pit.complaint,
        "close-complaint" => pit.complaint_ends,
        "step found" | "step found once cards are out" => house.found,
        "step rekey a roll" => house.paying.map(|paying| paying.rekey),
        "step void" | "step void above the limit" | "lose-key" => house.void,
        _ => None,
    }
}

/// Finds the row of an act that is no step, when this person does it. To make somebody staff is a thing of its own, and
/// so is to set the password of somebody else.
pub fn of_act<P: Naming>(who: &P, act: &Act<P>) -> Option<&'static Right> {
    let word = match act {
        Act::HouseAct(HouseAct::AddPerson { roles, .. }) if **roles != [Role::Player] => {
            "add-person staff"
        }
        Act::HouseAct(HouseAct::SetPassword { name, .. }) if name != who => {
            "set-password of another"
        }
        Act::PromotionAct(PromotionAct::EnterPromotion { file: None, .. }) => {
            "enter-promotion by hand"
        }
        act => act.name(),
    };
    BY_WORD.get(word).copied()
}

/// What of the moment at a table the rights depend on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gravity {
    /// More lies on the layout, or was settled in the round, than one person may void alone.
    pub much: bool,
    /// Whoever speaks has declared what is to be ruled on.
    pub own_question: bool,
    /// All cards are out, or the roll lies there: the result is shown.
    pub shown: bool,
    /// The first card of the round is out, or the game is played with dice, where a wager may lie for many rolls.
    pub dealt: bool,
    /// More than one person may void alone becomes void with what is declared.
    pub voids_much: bool,
    /// By the count of them there are cards for the rest of the round.
    pub enough: bool,
    /// The game is played with dice.
    pub dice: bool,
    /// A player is asked whether a wager goes back.
    pub refund: bool,
}

/// Finds the row of a step; `None` for one that nobody takes by itself. A void of much money is a
/// thing of its own, and so is a card put right when the result is shown, and a wager found to be another once a card is out.
pub fn of_step(input: &Input, gravity: impl Fn() -> Gravity) -> Option<&'static Right> {
    let row = match input {
        Input::Wager { .. } => row!("step wager"),
        Input::Withdraw(_) => row!("step withdraw"),
        Input::Remove(_) => row!("step remove"),
        Input::Reduce { .. } => row!("step reduce"),
        Input::Call { .. } => row!("step call"),
        Input::Choose { .. } => row!("step choose"),
        Input::Close => row!("step close"),
        Input::Card { .. } | Input::FaceDown => row!("step card"),
        Input::BurnUnseen => row!("step burn"),
        Input::Roll(_) => row!("step roll"),
        Input::Paid(_) => row!("step paid"),
        Input::Rekey(_) if gravity().dice => row!("step rekey a roll"),
        Input::Rekey(_) if gravity().shown => row!("step rekey a result"),
        Input::Rekey(_) => row!("step rekey"),
        Input::NoRoll { .. }
            if {
                let it = gravity();
                it.much && it.shown
            } =>
        {
            row!("step no-roll of a called total above the limit")
        }
        Input::NoRoll { .. } => row!("step no-roll"),
        Input::Throw => row!("step throw"),
        Input::Dice { act: DiceAct::Order, .. } => row!("step dice order"),
        Input::Dice { act: DiceAct::Lapse, .. } => row!("step dice lapse"),
        Input::Dice { .. } => row!("step dice"),
        Input::Sharing(_) => row!("step sharing"),
        Input::Standing { .. } => row!("step standing"),
        Input::Found { .. } if gravity().dealt => row!("step found once cards are out"),
        Input::Found { .. } => row!("step found"),
        Input::Void if gravity().much => row!("step void above the limit"),
        Input::Void => row!("step void"),
        Input::Reserve { .. } | Input::Release(_) => row!("step reserve"),
        Input::Irregular(it) if it.what == Situation::RunOut && gravity().enough => {
            row!("step run-out against the count")
        }
        Input::CuttingCard => row!("step cutting-card"),
        Input::Replace { .. } => row!("step replace"),
        Input::Look { .. } | Input::Turn { .. } => row!("step hand"),
        Input::Irregular(it) if takes_one(it.what) && gravity().voids_much => {
            row!("step irregular above the limit")
        }
        Input::Irregular(it) => of_situation(it.what),
        Input::Ruling { .. } if gravity().refund => row!("step refund"),
        Input::Ruling { .. }
            if {
                let it = gravity();
                it.much && it.own_question
            } =>
        {
            row!("step ruling above the limit")
        }
        Input::Ruling { .. } => row!("step ruling"),
        Input::Repair(_) => row!("step device"),
        Input::Check { .. } => row!("step check"),
        Input::Feed => row!("step feed"),
        Input::Accept { .. } => row!("step accept"),
        Input::Collect => row!("step collect"),
        // These follow from acts of their own: limit, variant, load, sit, leave, and those about pools.
        Input::Sign { .. }
        | Input::Variant(_)
        | Input::Meters { .. }
        | Input::Link(_)
        | Input::Mystery { .. }
        | Input::Shuffle { .. }
        | Input::Seat { .. } => return None,
    };
    Some(row)
}

/// Tells whether a step is what a player says: where the program deals nobody else says it, and the program says only
/// that the time for it is over.
pub(crate) const fn is_the_players(input: &Input) -> bool {
    match input {
        Input::Choose { .. }
        | Input::Wager { .. }
        | Input::Withdraw(_)
        | Input::Remove(_)
        | Input::Reduce { .. }
        | Input::Call { .. } => true,
        // The boxperson orders the dice passed.
        Input::Dice { act, .. } => !matches!(act, DiceAct::Order),
        _ => false,
    }
}

/// Tells whether one person alone may declare a situation where little hangs on it. That cards have run out the count
/// says, however much hangs on it.
const fn takes_one(what: Situation) -> bool {
    of_situation(what).second.is_empty() && !matches!(what, Situation::RunOut)
}

/// Returns the row of a situation that somebody declares.
const fn of_situation(what: Situation) -> &'static Right {
    match what {
        Situation::Verify => row!("step verify"),
        Situation::WrongPayment | Situation::Invalidate => row!("step correct"),
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
        | Situation::DiceLost => row!("step irregular"),
    }
}

/// The rows by what they are about, for acts, whose words are known only when the program runs.
static BY_WORD: LazyLock<HashMap<&str, &Right>> =
    LazyLock::new(|| RIGHTS.iter().map(|right| (right.what, right)).collect());

/// Finds a row while the program is built; a word without a row does not compile.
const fn place(what: &str) -> usize {
    let mut at = 0;
    while !is_same(RIGHTS[at].what.as_bytes(), what.as_bytes()) {
        at += 1;
    }
    at
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::RIGHTS;
    use crate::act::{EdgeAct, HouseAct, PoolAct, PromotionAct, TableAct};

    #[test]
    fn every_act_has_a_row() {
        let names =
            [HouseAct::NAMES, PoolAct::NAMES, PromotionAct::NAMES, EdgeAct::NAMES, TableAct::NAMES]
                .concat();
        for name in names.into_iter().filter(|name| *name != "step") {
            assert!(super::BY_WORD.contains_key(name), "who may {name}?");
        }
    }

    #[test]
    fn every_row_is_there_once() {
        let names: BTreeSet<_> = RIGHTS.iter().map(|right| right.what).collect();
        assert_eq!(names.len(), RIGHTS.len());
    }
}
