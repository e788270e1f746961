//! Who speaks at a table, and who has the say there: both come from the roles of who is signed in, and from the
//! order of the game. What a step says of itself in `by` is never looked at.

use croupier_engine::input::{Crew, DiceAct, Reply};
use croupier_engine::irregular::{Irregularity, Say, Situation, Who};
use croupier_engine::{Clause, Due, Input, Kind, Player};

use crate::act::{Act, Dealing, EdgeAct, HouseAct, TableAct};
use crate::answer::Denied;
use crate::floor::{Actor, Floor};
use crate::naming::PersonId;
use crate::people::Role;
use crate::reason::Reason;
use crate::record::Recorded;
use crate::rights::rolls_dice;
use crate::room::Room;

/// As whom each role speaks at a table; whoever has several speaks as the first that has the say.
const VOICES: [(Role, Who); 8] = [
    (Role::Supervisor, Who::Supervisor),
    (Role::Manager, Who::Supervisor),
    (Role::Boxperson, Who::Boxperson),
    (Role::Stickperson, Who::Stickperson),
    (Role::Dealer, Who::Dealer),
    (Role::Inspector, Who::Inspector),
    (Role::Player, Who::Player),
    (Role::Guest, Who::Player),
];

impl Floor {
    /// Denies staff the chips of a player at a virtual table, what a player says there, and to have anybody leave it but
    /// who is not served any more, and when the table closes: players do all of that themselves there.
    pub(super) fn check_no_staff(&self, doer: &Actor, act: &Recorded) -> Result<(), Denied> {
        let Some(room) = act.table().and_then(|table| self.rooms.get(&table)) else {
            return Ok(());
        };
        if room.dealing == Dealing::Physical || self.people.is(doer.player, Role::System) {
            return Ok(());
        }
        let house = room.kind.house();
        let denied = |clause: Clause| Err(Denied::clause(clause, Reason::ProgramDeals));
        let another = |who: PersonId| who.0 != doer.player && self.people.plays(who.0);
        match act {
            // Who has no account can neither wager nor leave where nobody does it for them.
            Act::EdgeAct(
                EdgeAct::Bring { .. }
                | EdgeAct::Take { .. }
                | EdgeAct::Drop { .. }
                | EdgeAct::WalkIn { .. },
            ) => denied(house.chips),
            Act::EdgeAct(EdgeAct::Leave { player, .. }) => self.check_unseats(room, player.0),
            Act::TableAct(TableAct::Agree { .. }) => {
                denied(house.pit.variant.unwrap_or(house.wagers))
            }
            Act::TableAct(TableAct::Cut { by, .. } | TableAct::RefuseCut { by, .. })
                if another(*by) =>
            {
                denied(house.pit.cut.map_or(house.wagers, |cut| cut.refused))
            }
            Act::TableAct(TableAct::AskRiffle { player: Some(player), .. }) if another(*player) => {
                denied(house.pit.riffle.map_or(house.wagers, |riffle| riffle.clause))
            }
            _ => Ok(()),
        }
    }

    /// Checks that staff may have a player leave a table.
    ///
    /// # Errors
    /// Denied at a virtual table that does not close, if the player is served there.
    pub fn check_unseats(&self, room: &Room, player: Player) -> Result<(), Denied> {
        let closes = room.closing.is_some_and(|at| at <= self.now);
        let served = self.check_served(player, room.kind).is_ok();
        if room.dealing == Dealing::Physical || closes || !served {
            return Ok(());
        }
        let house = room.kind.house();
        let clause = house.pit.vacate.or(house.pit.bar).unwrap_or(house.wagers);
        Err(Denied::clause(clause, Reason::ProgramDeals))
    }

    /// Says as whom a person speaks at a table of this game. The boxperson and the stickperson are known only
    /// where dice are rolled.
    fn voices(&self, person: Player, kind: Kind) -> impl Iterator<Item = Who> + '_ {
        let dice = rolls_dice(kind);
        let known = move |who: Who| dice || !matches!(who, Who::Boxperson | Who::Stickperson);
        let voices =
            VOICES.iter().filter(move |(role, who)| self.people.is(person, *role) && known(*who));
        voices.map(|(_, who)| *who)
    }

    /// Says as whom a person declares something: as one who has the say, or else as the first that there is.
    pub fn voice(&self, person: Player, kind: Kind, say: impl Fn(Who) -> bool) -> Option<Who> {
        let has = self.voices(person, kind).find(|who| say(*who));
        has.or_else(|| self.voices(person, kind).next())
    }

    /// Names who takes part in the game by a step: who is not served does not. What lies on the layout runs on
    /// without them, and a choice that stakes nothing more ends it.
    pub(super) fn takes_part(&self, room: &Room, input: &Input) -> Option<Player> {
        let shooter = || match room.table.expects().due {
            Due::Roll(shooter) => shooter,
            _ => None,
        };
        match *input {
            Input::Wager { spot, .. } => Some(spot.player),
            Input::Choose { area, reply: Reply::Choice(choice), .. } => {
                room.kind.follow_up(choice).and_then(|_| room.player_on(area))
            }
            Input::Dice {
                player, act: DiceAct::Accept { .. } | DiceAct::Choose { .. }, ..
            } => Some(player),
            Input::Look { player, .. } | Input::Reserve { player, .. } => Some(player),
            Input::Standing { player, approved } => Some(player).filter(|_| approved),
            Input::Turn { player, .. } => player,
            // The program passes the dice on where it throws.
            Input::Throw if room.dealing == Dealing::Physical => shooter(),
            _ => None,
        }
    }

    /// Puts into a step who speaks, whatever the step says of it.
    pub(super) fn speak(&self, actor: &Actor, kind: Kind, input: &mut Input) {
        let (person, dice) = (actor.player, rolls_dice(kind));
        match input {
            Input::Irregular(it) => {
                let say = say_in(kind, it.what);
                it.by = self.voice(person, kind, |who| say.has(Some(who), dice));
                // Who only reports a fraud does not direct what becomes of anybody's wagers.
                it.forfeit = it.forfeit.filter(|_| say.has(it.by, dice));
            }
            Input::Ruling { by, .. } => {
                *by = self.voice(person, kind, |who| Say::Supervisor.has(Some(who), dice));
            }
            Input::NoRoll { by, .. } => {
                let calls =
                    |who| matches!(who, Who::Stickperson | Who::Boxperson | Who::Supervisor);
                *by = self.voice(person, kind, calls);
            }
            Input::Dice { act, by, .. } => *by = self.hands_out(actor, kind, *act),
            Input::Wager { .. }
            | Input::Withdraw(_)
            | Input::Close
            | Input::Card { .. }
            | Input::BurnUnseen
            | Input::FaceDown
            | Input::Choose { .. }
            | Input::Found { .. }
            | Input::Roll(_)
            | Input::Paid(_)
            | Input::Rekey(_)
            | Input::Sign { .. }
            | Input::Variant(_)
            | Input::Meters { .. }
            | Input::Link(_)
            | Input::Accept { .. }
            | Input::Collect
            | Input::Remove(_)
            | Input::Reduce { .. }
            | Input::Call { .. }
            | Input::Void
            | Input::Reserve { .. }
            | Input::Release(_)
            | Input::CuttingCard
            | Input::Shuffle { .. }
            | Input::Replace { .. }
            | Input::Look { .. }
            | Input::Turn { .. }
            | Input::Throw
            | Input::Repair(_)
            | Input::Check { .. }
            | Input::Feed
            | Input::Seat { .. }
            | Input::Sharing(_)
            | Input::Standing { .. }
            | Input::Mystery { .. } => {}
        }
    }

    /// Says who hands the dice out, or orders them to be passed. Players answer the stickperson; at a virtual table
    /// the program is the crew.
    fn hands_out(&self, actor: &Actor, kind: Kind, act: DiceAct) -> Crew {
        let is = |wanted: Who| self.voices(actor.player, kind).any(|who| who == wanted);
        let program = self.people.is(actor.player, Role::System);
        match act {
            DiceAct::Order if program || is(Who::Boxperson) => Crew::Boxperson,
            DiceAct::Order => Crew::Other,
            _ if program || actor.only_own || is(Who::Stickperson) => Crew::Stickperson,
            _ if is(Who::Boxperson) => Crew::Boxperson,
            _ => Crew::Other,
        }
    }

    /// Lists the roles that have the say in what somebody declares, if whoever speaks has not.
    pub(super) fn decided_by(&self, kind: Kind, input: &Input) -> Option<Vec<Role>> {
        let Input::Irregular(it) = input else { return None };
        let (say, dice) = (say_in(kind, it.what), rolls_dice(kind));
        if say.has(it.by, dice) {
            return None;
        }
        let has = VOICES.iter().filter(|(_, who)| say.has(Some(*who), dice));
        // An inspector may order what the orders let inspectors order, and answers nobody's question.
        let has = has.map(|(role, _)| *role).filter(|role| *role != Role::Inspector);
        Some(has.filter(|role| dice || *role != Role::Boxperson).collect())
    }

    /// Denies the dealer's word on cards that a supervisor must verify.
    pub(super) fn check_verifies(
        &self,
        actor: &Actor,
        act: &Recorded,
        input: &Input,
    ) -> Result<(), Denied> {
        let room = act.table().and_then(|table| self.rooms.get(&table));
        let (Input::Check { .. }, Some(room)) = (input, room) else { return Ok(()) };
        let dice = rolls_dice(room.kind);
        let verifies = |who| Say::Supervisor.has(Some(who), dice);
        match room.table.supervisor_verifies() {
            Some(clause) if !self.voices(actor.player, room.kind).any(verifies) => {
                Err(Denied::clause(clause, Reason::SupervisorVerifies))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Denies what leaves open whether those who cheated forfeit: whoever decides that a result is invalid by
    /// fraud must direct it. What the rules refuse anyway is left to them.
    pub(super) fn check_forfeit(&self, act: &Recorded, input: &Input) -> Result<(), Denied> {
        let Some(room) = act.table().and_then(|table| self.rooms.get(&table)) else {
            return Ok(());
        };
        match room.kind.house().pit.forfeit.filter(|_| leaves_forfeit_open(input)) {
            Some(clause) if room.table.decide(input).is_ok() => {
                Err(Denied::clause(clause, Reason::ForfeitUndecided))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Denies misconduct of those to whom the ban does not apply: who works here, and inspectors.
    pub(super) fn check_conduct(&self, act: &Recorded, input: &Input) -> Result<(), Denied> {
        let (Input::Irregular(it), Some(table)) = (input, act.table()) else { return Ok(()) };
        if it.what != Situation::Conduct {
            return Ok(());
        }
        it.players.iter().try_for_each(|player| self.check_off_duty(PersonId(player), table))
    }

    /// Denies what wants grounds and comes without. What the rules refuse anyway is left to them.
    pub(super) fn check_grounds(
        &self,
        act: &Recorded,
        input: Option<&Input>,
    ) -> Result<(), Denied> {
        let pit = |table| self.rooms.get(&table).map(|room| room.kind.house().pit);
        let (given, clause) = match act {
            Act::TableAct(TableAct::Step { table, step }) => {
                let (room, Some(input)) = (self.room(*table)?, input) else { return Ok(()) };
                match grounds(room, input) {
                    Some(clause) => (step.grounds, Some(clause)),
                    None => return Ok(()),
                }
            }
            Act::EdgeAct(EdgeAct::Exclude { table, why, .. }) => {
                (why.says_something(), pit(*table).and_then(|pit| pit.exclude))
            }
            Act::EdgeAct(EdgeAct::Bar { table, why, .. }) => {
                (why.says_something(), pit(*table).and_then(|pit| pit.bar))
            }
            Act::EdgeAct(EdgeAct::Detain { table, why, .. }) => {
                (why.says_something(), pit(*table).and_then(|pit| pit.detain))
            }
            Act::EdgeAct(EdgeAct::Complain { table, what, .. }) => {
                (what.says_something(), pit(*table).and_then(|pit| pit.complaint))
            }
            Act::HouseAct(HouseAct::DecideComplaint { complaint, decision }) => {
                let house = self.complaint(*complaint)?.kind.house();
                (decision.says_something(), house.pit.complaint)
            }
            Act::TableAct(TableAct::LoseKey { table, why }) => {
                let void = self.rooms.get(table).and_then(|room| room.kind.house().void);
                (why.says_something(), void)
            }
            Act::HouseAct(HouseAct::Readmit { why, .. }) => (why.says_something(), None),
            Act::HouseAct(HouseAct::Incident { what, .. }) => (what.says_something(), None),
            Act::TableAct(_)
            | Act::EdgeAct(_)
            | Act::HouseAct(_)
            | Act::PoolAct(_)
            | Act::PromotionAct(_) => {
                return Ok(());
            }
        };
        match (given, clause) {
            (true, _) => Ok(()),
            (false, Some(clause)) => Err(Denied::clause(clause, Reason::NoGrounds)),
            (false, None) => Err(Denied::of(Reason::NoGrounds)),
        }
    }
}

/// Says who has the say in a situation; one that the order does not know is refused by the rules.
fn say_in(kind: Kind, what: Situation) -> Say {
    let situations = kind.describe().situations;
    situations.iter().find(|it| it.what == what).map_or(Say::Anyone, |it| it.say)
}

/// Names the clause by which the order gives a step to somebody, if a player could not take it for that reason.
pub(super) fn clause_of_say(room: &Room, input: &Input) -> Option<Clause> {
    let mut as_player = *input;
    match &mut as_player {
        Input::Irregular(it) => it.by = Some(Who::Player),
        Input::Ruling { by, .. } | Input::NoRoll { by, .. } => *by = Some(Who::Player),
        Input::Dice { by, .. } => *by = Crew::Other,
        Input::Check { .. } => return room.table.supervisor_verifies(),
        _ => return None,
    }
    let refusal = room.table.decide(&as_player).err()?;
    refusal.why.is_of_another().then_some(refusal.clause)
}

/// Tells whether a fraud names those who cheated, and not whether they forfeit.
pub(super) fn leaves_forfeit_open(input: &Input) -> bool {
    let Input::Irregular(it) = input else { return false };
    let named = it.what == Situation::Invalidate && it.fraud && !it.players.is_empty();
    named && it.forfeit.is_none()
}

/// Names the clause by which a step that the rules would take wants grounds.
fn grounds(room: &Room, input: &Input) -> Option<Clause> {
    match input {
        // Where dice are rolled, a roll is void only if a supervisor has grounds to declare it invalid.
        Input::Void if rolls_dice(room.kind) => {
            let invalid = Input::Irregular(Irregularity::new(Situation::Invalidate));
            clause_of_say(room, &invalid).filter(|_| room.table.decide(input).is_ok())
        }
        Input::Void => room.kind.house().void.filter(|_| room.table.decide(input).is_ok()),
        Input::Irregular(it) if it.what.wants_grounds() => clause_of_say(room, input),
        Input::Dice { act: DiceAct::Order, .. } => clause_of_say(room, input),
        _ => None,
    }
}
