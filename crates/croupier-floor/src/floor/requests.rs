//! What waits for a second person. A step of a game that waits holds its table: nothing else is played there until
//! somebody has answered, so that an answer never reaches another round.

use croupier_engine::irregular::Forfeit;
use croupier_engine::{Input, Player};
use croupier_sheet::Word;
use serde::{Deserialize, Serialize};

use crate::TableId;
use crate::act::{Act, EdgeAct, HouseAct, TableAct};
use crate::answer::{ActResult, Denied, Event, Prompt};
use crate::floor::authority::{clause_of_say, leaves_forfeit_open};
use crate::floor::vouchers::Issue;
use crate::floor::{Actor, Floor};
use crate::people::Role;
use crate::reason::Reason;
use crate::record::Recorded;
use crate::rights::rolls_dice;
use crate::said::Said;

/// What a second person says who agrees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Agreed {
    /// Whether those who cheated forfeit, where who asked has left that open.
    pub(super) forfeit: Option<Forfeit>,
}

/// Something that waits for a second person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who asked for it.
    pub by: Player,
    /// When it was asked for, in milliseconds.
    pub at: u64,
    /// What is to be done.
    pub act: Recorded,
    /// What was said with it.
    pub said: Said,
    /// Who may agree.
    pub second: Vec<Role>,
    /// The table and round that wait for the answer; `None` if it is about no step of a game.
    pub holds: Option<Holds>,
}

croupier_engine::stored! { struct Request { by, at, act, said, second, holds } }

/// How long a request waits for an answer, in milliseconds: a day.
const LASTS: u64 = 24 * 60 * 60 * 1000;

impl Request {
    /// Tells whether nobody has answered it in time.
    const fn has_run_out(&self, now: u64) -> bool {
        now.saturating_sub(self.at) >= LASTS
    }
}

/// A round that waits for the answer to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Holds {
    /// The table that takes no step until then.
    pub table: TableId,
    /// The number of the round that the request is about.
    pub round: u64,
    /// The clause by which somebody else has the say, where the order has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<Word>,
}

croupier_engine::stored! { struct Holds { table, round, clause } }

impl Floor {
    /// Keeps an act until a second person agrees. What the rules would not take is denied at once.
    pub(super) fn ask(
        &mut self,
        by: Player,
        act: &Recorded,
        (said, events): (&Said, &mut Vec<Event>),
        second: Vec<Role>,
        input: Option<&Input>,
    ) -> Result<ActResult, Denied> {
        let holds = match (act.table(), input) {
            (Some(table), Some(input)) => {
                let room = self.room(table)?;
                let mut as_decided = *input;
                if let Input::Irregular(it) = &mut as_decided {
                    it.by = None;
                }
                room.decide(&as_decided, self.funds())?;
                let clause = clause_of_say(room, input).or_else(|| self.clause_of(by, act));
                Some(Holds { table, round: room.round, clause: clause.map(|it| it.0.into()) })
            }
            (Some(_), None) | (None, _) => None,
        };
        self.check_asked(by, act)?;
        let request = self.number();
        if let Some(room) = holds.as_ref().and_then(|holds| self.rooms.get_mut(&holds.table)) {
            room.held = Some(request);
        }
        if let Some(Holds { table, clause, .. }) = &holds {
            let (table, prompt) = (Some(*table), Prompt::AnswerRequest { request });
            events.push(Event::Prompt { table, prompt, clause: clause.clone() });
        }
        let (at, act, said) = (self.now, act.clone(), said.only(&act.commitments()));
        events.push(Event::Asked { request, by, second: second.clone(), holds: holds.clone() });
        self.requests.insert(request, Request { by, at, act, said, second, holds });
        Ok(ActResult::Waits { request })
    }

    /// Denies what cannot be done, before anybody is asked to agree to it. Of a step of a game the rules have said so.
    fn check_asked(&self, by: Player, act: &Recorded) -> Result<(), Denied> {
        match act {
            Act::HouseAct(act) => {
                if let Some(issue) = Issue::of(act) {
                    self.check_issue(&issue)?;
                }
                self.check_person_act(act)
            }
            Act::PoolAct(act) => self.check_pool_act(act),
            Act::PromotionAct(act) => self.plan_promotion(by, act).map(drop),
            Act::EdgeAct(EdgeAct::LinkTable { table, pool }) => {
                self.check_link(by, (*table, *pool))
            }
            Act::EdgeAct(EdgeAct::Fill { table, amount } | EdgeAct::Credit { table, amount }) => {
                self.whole_chips(*table, *amount).map(drop)
            }
            Act::EdgeAct(EdgeAct::UnlinkTable { table }) => self.check_unlink(*table).map(drop),
            Act::TableAct(TableAct::LoseKey { table, .. }) => self.room(*table)?.check_lost(),
            Act::EdgeAct(_) | Act::TableAct(_) => Ok(()),
        }
    }

    /// Denies what would be played at a table that waits for an answer.
    pub(super) fn check_held(&self, act: &Recorded) -> Result<(), Denied> {
        let Act::TableAct(played) = act else { return Ok(()) };
        let held = self.rooms.get(&played.table()).and_then(|room| room.held);
        let Some(request) = held.filter(|_| played.is_played()) else { return Ok(()) };
        let holds = self.requests.get(&request).and_then(|request| request.holds.as_ref());
        let clause = holds.and_then(|holds| holds.clause.clone());
        Err(Denied { reason: Reason::RequestOpen { request }, clause })
    }

    /// A second person agrees, or does not; whoever asked takes it back.
    pub(super) fn second(
        &mut self,
        player: Player,
        number: u32,
        agreed: Option<Agreed>,
        events: &mut Vec<Event>,
    ) -> Result<ActResult, Denied> {
        let Some(request) = self.requests.get(&number).cloned() else {
            let what = match agreed {
                Some(Agreed { forfeit }) => HouseAct::Approve { request: number, forfeit }.into(),
                None => HouseAct::Reject { request: number }.into(),
            };
            self.doer(player, &what, self.right(player, &what)?.0, None)?;
            return Err(Denied::of(Reason::NoSuchRequest { number }));
        };
        let may = request.second.iter().any(|role| self.people.is(player, *role));
        if agreed.is_some() {
            self.check_may_agree(&request, player)?;
        } else if !may && request.by != player {
            // Whoever asked may take it back.
            return Err(Denied::of(Reason::NeedsAnother));
        }
        if let Some(denied) = self.is_stopped(&request.act).filter(|_| agreed.is_some()) {
            return Err(denied);
        }
        let verdict = match agreed {
            Some(agreed) => self.agreed(player, agreed, &request, events)?,
            None => ActResult::Done,
        };
        // An answer that closes the table, or takes away the right of who asked, has ended its own request.
        if self.requests.contains_key(&number) {
            self.note(Event::Answered { request: number }, &request.said, events);
        }
        if let Some(table) = request.act.table() {
            self.tick(table, events);
        }
        Ok(verdict)
    }

    /// Carries out what was asked for, in the name of who has the say: whoever asked, or else whoever agrees.
    fn agreed(
        &mut self,
        player: Player,
        Agreed { forfeit }: Agreed,
        request: &Request,
        events: &mut Vec<Event>,
    ) -> Result<ActResult, Denied> {
        let &Request { mut by, ref act, ref said, ref holds, .. } = request;
        let (right, mut input) = self.right(by, act)?;
        let asked = self.doer(by, act, right, input.as_ref())?;
        if let (Some(input), Some(holds)) = (&mut input, holds) {
            let room = self.room(holds.table)?;
            if room.round != holds.round {
                return Err(Denied::of(Reason::AnotherRound { round: holds.round }));
            }
            let kind = room.kind;
            self.speak(&asked, kind, input);
            if self.decided_by(kind, input).is_some() {
                self.speak(&Actor { player, only_own: false }, kind, input);
                by = player;
            }
            direct(input, forfeit)?;
            self.check_forfeit(act, input)?;
        } else if forfeit.is_some() {
            return Err(Denied::of(Reason::ForfeitNotAsked));
        } else if let Some(table) = act.table() {
            self.tick(table, events);
        }
        self.carry_out(by, act, said, input, events)
    }

    /// Lists what whoever agrees to a request must choose between, where it leaves open whether those who cheated
    /// forfeit: all that stands is theirs to forfeit only where wagers outlast a result.
    pub fn forfeits_to_choose(&self, request: &Request) -> &'static [Forfeit] {
        let kind = || self.room(request.holds.as_ref()?.table).ok().map(|room| room.kind);
        let (Some(kind), Ok((_, Some(mut input)))) = (kind(), self.right(request.by, &request.act))
        else {
            return &[];
        };
        let asked = Actor { player: request.by, only_own: false };
        self.speak(&asked, kind, &mut input);
        match leaves_forfeit_open(&input) {
            true if rolls_dice(kind) => &[Forfeit::No, Forfeit::Yes, Forfeit::All],
            true => &[Forfeit::No, Forfeit::Yes],
            false => &[],
        }
    }

    /// Tells whether a request waits that nobody has answered in time.
    pub(super) fn has_old_requests(&self) -> bool {
        self.requests.values().any(|request| request.has_run_out(self.now))
    }

    /// Lets requests fall whose table is closed, whose asker may not ask for it any more, or that nobody has answered
    /// in time.
    pub(super) fn drop_requests(&mut self, events: &mut Vec<Event>) {
        let falls = self.requests.iter().filter(|(_, request)| !self.stands(request));
        let falls: Vec<_> = falls.map(|(number, _)| *number).collect();
        for request in falls {
            self.note(Event::Fell { request }, &Said::default(), events);
        }
    }

    /// Tells whether a request can still be answered: its table is open, and who asked has the right to.
    fn stands(&self, request: &Request) -> bool {
        let Request { act, by, .. } = request;
        let open = act.table().is_none_or(|table| self.rooms.contains_key(&table));
        // A table of which only what followed is known has no rights to look at.
        let folded = act.table().is_some_and(|table| self.folded.contains_key(&table));
        let may = || {
            let (right, input) = self.right(*by, act)?;
            self.doer(*by, act, right, input.as_ref()).map(drop)
        };
        !request.has_run_out(self.now) && (folded || open && may().is_ok())
    }

    /// Ends a request, and the waiting of the table that it holds.
    pub(super) fn end_request(&mut self, number: u32) -> Result<(), String> {
        let ended = self.requests.remove(&number);
        let ended = ended.ok_or_else(|| format!("there is no request {number}"))?;
        if let Some(room) = ended.holds.and_then(|holds| self.rooms.get_mut(&holds.table)) {
            room.held = None;
        }
        Ok(())
    }
}

/// Puts into a fraud what whoever decides it directs about the wagers of those who cheated.
fn direct(input: &mut Input, forfeit: Option<Forfeit>) -> Result<(), Denied> {
    match input {
        _ if forfeit.is_none() => Ok(()),
        Input::Irregular(it) if leaves_forfeit_open(&Input::Irregular(*it)) => {
            it.forfeit = forfeit;
            Ok(())
        }
        _ => Err(Denied::of(Reason::ForfeitNotAsked)),
    }
}
