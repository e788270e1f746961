//! The floor: everyone, every table and all money, and the one way in which anything happens there.

mod complaints;
mod doing;

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::{Cents, Input, Player};
use croupier_sheet::Step;

pub use complaints::{Complaint, Stage};

use crate::TableId;
use crate::act::{Act, Dealing, EdgeAct, HouseAct, TableAct};
use crate::answer::{Answer, Denied, Event, Prompt, Verdict};
use crate::ledger::{Ledger, Meter};
use crate::people::{People, Person, Role};
use crate::reason::Reason;
use crate::rights::{self, Right};
use crate::room::{Around, Room};

/// Something that waits for a second person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who asked for it.
    pub by: Player,
    /// When.
    pub at: u64,
    /// What is to be done.
    pub act: Act,
    /// Who may agree.
    pub second: &'static [Role],
}

/// The floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// The latest time that was told, in milliseconds.
    pub now: u64,
    /// Everyone.
    pub people: People,
    /// All money.
    pub ledger: Ledger,
    /// The tables that are open.
    pub rooms: BTreeMap<TableId, Room>,
    /// The tables that take nothing more, because what the journal has of them is damaged, and why.
    pub stopped: BTreeMap<TableId, String>,
    /// What waits for a second person.
    pub requests: BTreeMap<u32, Request>,
    /// All complaints.
    pub complaints: Vec<Complaint>,
    /// Above so much on the layout, a void needs a second person.
    pub void_alone: Cents,
    numbers: u32,
}

/// The name under which the program itself acts.
pub const HOUSE: &str = "house";

impl Default for Floor {
    fn default() -> Self {
        let mut people = People::default();
        let roles = BTreeSet::from([Role::System]);
        let barred = BTreeSet::new();
        let house =
            Person { name: HOUSE.to_owned(), roles, password: None, excluded: false, barred };
        people.add(house);
        Self {
            now: 0,
            people,
            ledger: Ledger::default(),
            rooms: BTreeMap::new(),
            stopped: BTreeMap::new(),
            requests: BTreeMap::new(),
            complaints: Vec::new(),
            void_alone: Cents(100_000),
            numbers: 0,
        }
    }
}

/// Who does something, and in which role it is granted.
#[derive(Clone, Copy)]
struct Doer {
    player: Player,
    /// Allowed only for oneself.
    only_own: bool,
}

impl Floor {
    /// Is told what somebody does, and when, and says what follows.
    pub fn act(&mut self, at: u64, who: &str, act: &Act) -> Answer {
        // A clock that goes back does not turn time back.
        self.now = self.now.max(at);
        let mut events = Vec::new();
        if let Some(denied) = self.is_stopped(act) {
            return Answer { events, verdict: Verdict::Denied(denied) };
        }
        if let Some(table) = act.table() {
            self.tick(table, &mut events);
        }
        let verdict = match self.try_act(who, act, &mut events) {
            Ok(verdict) => verdict,
            Err(denied) => Verdict::Denied(denied),
        };
        Answer { events, verdict }
    }

    /// Says why nothing is done at the table that an act is about, if it is stopped.
    fn is_stopped(&self, act: &Act) -> Option<Denied> {
        self.stopped.get(&act.table()?).map(|why| Denied::of(Reason::Stopped(why.clone())))
    }

    /// Stops a table whose entries in the journal are damaged; its money stays where it is.
    pub fn stop(&mut self, table: TableId, why: &str) -> Answer {
        self.stopped.insert(table, why.to_owned());
        let prompt = Event::Prompt { table: Some(table), prompt: Prompt::Stopped, clause: None };
        Answer { events: vec![prompt], verdict: Verdict::Done }
    }

    /// Does what the passing of time brings at a table.
    fn tick(&mut self, table: TableId, events: &mut Vec<Event>) {
        if let Some(room) = self.rooms.get_mut(&table) {
            let ledger = &mut self.ledger;
            room.tick(&mut Around { ledger, now: self.now, events });
        }
    }

    fn try_act(
        &mut self,
        who: &str,
        act: &Act,
        events: &mut Vec<Event>,
    ) -> Result<Verdict, Denied> {
        let Some(player) = self.people.find(who) else {
            return self.found_house(who, act);
        };
        let person = self.people.get(player).expect("who was found is there");
        if person.excluded && self.people.plays(player) {
            return Err(Denied::of(Reason::KeptOut));
        }
        if let Act::HouseAct(HouseAct::Approve { request })
        | Act::HouseAct(HouseAct::Reject { request }) = act
        {
            let agrees = matches!(act, Act::HouseAct(HouseAct::Approve { .. }));
            return self.second(player, *request, agrees, events);
        }
        let (right, input) = self.right(act)?;
        let doer = self.doer(player, right)?;
        self.check_own(&doer, act, input.as_ref())?;
        self.check_play_money(&doer, act, input.as_ref())?;
        if !right.second.is_empty() {
            return Ok(self.wait(player, act, right.second));
        }
        self.carry_out(player, act, input, events)
    }

    /// Adds the first person of the house: before there is a manager, anyone may become one.
    fn found_house(&mut self, who: &str, act: &Act) -> Result<Verdict, Denied> {
        match act {
            Act::HouseAct(HouseAct::AddPerson { name, roles, password })
                if name == who
                    && roles.contains(&Role::Manager)
                    && !self
                        .people
                        .iter()
                        .any(|(_, person)| person.roles.contains(&Role::Manager)) =>
            {
                self.add_person(name, roles, password.as_ref())?;
                Ok(Verdict::Done)
            }
            _ => Err(Denied::of(Reason::Stranger(who.to_owned()))),
        }
    }

    /// Finds the row of the table of rights, and what the step of a game is.
    fn right(&self, act: &Act) -> Result<(&'static Right, Option<Input>), Denied> {
        let Act::TableAct(TableAct::Step { table, step }) = act else {
            let right = rights::of_act(act).ok_or_else(|| Denied::of(Reason::NobodyMay))?;
            return Ok((right, None));
        };
        let room = self.room(*table)?;
        let input = self.input(*table, step)?;
        let much = self.standing(room) > self.void_alone;
        let right = rights::of_step(&input, much);
        Ok((right.ok_or_else(|| Denied::of(Reason::FollowsFromAnother))?, Some(input)))
    }

    /// Resolves a step into an input of the game at a table.
    fn input(&self, table: TableId, step: &Step) -> Result<Input, Denied> {
        let input = step.resolve(self.room(table)?.kind, &mut |name| self.people.number(name));
        input.map_err(|fault| Denied::of(Reason::BadStep(fault.to_string())))
    }

    /// Returns how much stands on a layout.
    fn standing(&self, room: &Room) -> Cents {
        let mut sum = Cents::ZERO;
        room.table.each_standing(|wager| sum += wager.stake + wager.excess);
        sum
    }

    /// Tells whether a person may do a thing, for all or for themselves.
    fn doer(&self, player: Player, right: &Right) -> Result<Doer, Denied> {
        if right.roles.iter().any(|role| self.people.is(player, *role)) {
            return Ok(Doer { player, only_own: false });
        }
        // Staff do not play: all they do for themselves is to set their passwords.
        if right.own && (self.people.plays(player) || right.what == "set-password") {
            return Ok(Doer { player, only_own: true });
        }
        Err(Denied::of(Reason::NotInRoles { what: right.what.into() }))
    }

    /// Checks that who may act only for themselves does, and that cards and dice come from whom they
    /// should at this table.
    fn check_own(&self, doer: &Doer, act: &Act, input: Option<&Input>) -> Result<(), Denied> {
        let draws = matches!(input, Some(Input::Card { .. } | Input::Roll(_) | Input::BurnUnseen));
        if let (true, Some(table)) = (draws, act.table()) {
            let virtual_ = self.room(table)?.dealing == Dealing::Virtual;
            if virtual_ != self.people.is(doer.player, Role::System) {
                let who = if virtual_ { Reason::ProgramDeals } else { Reason::DealerDeals };
                return Err(Denied::of(who));
            }
        }
        if !doer.only_own {
            return Ok(());
        }
        let own = match input {
            Some(input) => self.owner(act, input) == Some(doer.player),
            None => act.whose().is_some_and(|name| self.people.find(name) == Some(doer.player)),
        };
        match own {
            true => Ok(()),
            false => Err(Denied::of(Reason::NotOwn)),
        }
    }

    /// Keeps play money apart: guests play at demo tables, nobody else does, and the program opens no
    /// other tables.
    fn check_play_money(
        &self,
        doer: &Doer,
        act: &Act,
        input: Option<&Input>,
    ) -> Result<(), Denied> {
        let guest = |name: &str| {
            self.people.find(name).is_some_and(|player| self.people.is(player, Role::Guest))
        };
        match act {
            Act::EdgeAct(EdgeAct::Open { demo: false, .. })
                if self.people.is(doer.player, Role::System) =>
            {
                return Err(Denied::of(Reason::ProgramOpensDemoOnly));
            }
            Act::HouseAct(HouseAct::BuyIn { player, .. })
            | Act::HouseAct(HouseAct::CashOut { player, .. })
            | Act::HouseAct(HouseAct::GiveTokens { player, .. })
                if guest(player) =>
            {
                return Err(Denied::of(Reason::PlayMoney));
            }
            _ => {}
        }
        let who = match (act, input) {
            (_, Some(Input::Wager { spot, .. })) => spot.player,
            (
                Act::TableAct(TableAct::Sit { player, .. })
                | Act::EdgeAct(EdgeAct::Bring { player, .. })
                | Act::EdgeAct(EdgeAct::Drop { player, .. }),
                _,
            ) => self.named(player)?,
            _ => return Ok(()),
        };
        let Some(room) = act.table().and_then(|table| self.rooms.get(&table)) else {
            return Ok(());
        };
        match (room.demo, self.people.is(who, Role::Guest)) {
            (true, true) if matches!(act, Act::EdgeAct(EdgeAct::Drop { .. })) => {
                Err(Denied::of(Reason::NoCashForPlayMoney))
            }
            (true, true) | (false, false) => Ok(()),
            (true, false) => Err(Denied::of(Reason::GuestsOnly)),
            (false, true) => Err(Denied::of(Reason::NoGuests)),
        }
    }

    /// Returns whose a step of a game is.
    fn owner(&self, act: &Act, input: &Input) -> Option<Player> {
        match input {
            Input::Wager { spot, .. }
            | Input::Withdraw(spot)
            | Input::Remove(spot)
            | Input::Reduce { spot, .. }
            | Input::Call { spot, .. } => Some(spot.player),
            Input::Dice { player, .. } | Input::Look { player, .. } => Some(*player),
            Input::Turn { player, .. } => *player,
            Input::Choose { area, .. } => {
                let room = self.rooms.get(&act.table()?)?;
                let mut owner = None;
                room.table.each_standing(|wager| {
                    if wager.spot.area == Some(*area) && owner.is_none() {
                        owner = Some(wager.spot.player);
                    }
                });
                owner
            }
            _ => None,
        }
    }

    /// Keeps an act until a second person agrees.
    fn wait(&mut self, by: Player, act: &Act, second: &'static [Role]) -> Verdict {
        let request = self.number();
        let (at, act) = (self.now, act.clone());
        self.requests.insert(request, Request { by, at, act, second });
        Verdict::Waits { request }
    }

    /// A second person agrees, or does not.
    fn second(
        &mut self,
        player: Player,
        number: u32,
        agrees: bool,
        events: &mut Vec<Event>,
    ) -> Result<Verdict, Denied> {
        let Some(request) = self.requests.get(&number).cloned() else {
            let what = if agrees {
                Act::HouseAct(HouseAct::Approve { request: number })
            } else {
                Act::HouseAct(HouseAct::Reject { request: number })
            };
            self.doer(player, self.right(&what)?.0)?;
            return Err(Denied::of(Reason::NoSuchRequest { number }));
        };
        let may = request.second.iter().any(|role| self.people.is(player, *role));
        // Whoever asked may take it back.
        if request.by == player && agrees || !may && request.by != player {
            return Err(Denied::of(Reason::NeedsAnother));
        }
        if !agrees {
            self.requests.remove(&number);
            return Ok(Verdict::Done);
        }
        let act = &request.act;
        if let Some(denied) = self.is_stopped(act) {
            return Err(denied);
        }
        if let Some(table) = act.table() {
            self.tick(table, events);
        }
        let (_, input) = self.right(act)?;
        let verdict = self.carry_out(request.by, act, input, events)?;
        self.requests.remove(&number);
        Ok(verdict)
    }

    fn carry_out(
        &mut self,
        player: Player,
        act: &Act,
        input: Option<Input>,
        events: &mut Vec<Event>,
    ) -> Result<Verdict, Denied> {
        match (act, input) {
            (Act::TableAct(TableAct::Step { table, .. }), Some(input)) => {
                self.game_step(*table, &input, events)?;
            }
            (Act::TableAct(act), _) => self.table_act(act, events)?,
            (Act::EdgeAct(act), _) => self.edge_act(act, events)?,
            (Act::HouseAct(act), _) => self.house_act(player, act, events)?,
        }
        assert!(self.ledger.adds_up(), "all accounts add up to nothing");
        Ok(Verdict::Done)
    }

    /// Takes a step of a game.
    fn game_step(
        &mut self,
        table: TableId,
        input: &Input,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let room = self.rooms.get(&table).ok_or_else(|| no_table(table))?;
        if let Input::Wager { spot, .. } = input {
            if !self.people.plays(spot.player) {
                return Err(Denied::of(Reason::NotAPlayer));
            }
            let person = self.people.get(spot.player);
            if person.is_some_and(|person| person.excluded || person.barred.contains(&room.kind)) {
                let house = room.kind.house();
                let clause = house.pit.bar.unwrap_or(house.wagers);
                return Err(Denied::clause(clause, Reason::MayNotPlay));
            }
            if room.closing.is_some_and(|at| at <= self.now) && !room.has_wagers() {
                return Err(Denied::clause(room.closing_clause(), Reason::Closing));
            }
            if room.dealing == Dealing::Virtual && room.chance.commitment.is_none() {
                return Err(Denied::of(Reason::NotCommitted));
            }
        }
        if let Some(meters) = self.meters_changed(table) {
            // What is denied changes nothing, not even what the table knows of the meters.
            room.decide(input, &self.ledger)?;
            // A question that is open keeps the table from taking anything; it is told afterwards.
            self.at(table, events, |room, _| {
                let _told = room.table.step(&meters, &mut Vec::new());
                Ok(())
            })?;
        }
        self.at(table, events, |room, around| room.step(input, around))
    }

    /// Says what a table with a jackpot must be told of the meters, if they show something else than it
    /// knows.
    fn meters_changed(&self, table: TableId) -> Option<Input> {
        let room = self.rooms.get(&table)?;
        let jackpot = room.table.rules().jackpot.as_ref()?;
        let meter = |meter| self.ledger.held(room.pool(meter));
        let (major, minor) = (meter(Meter::Major), meter(Meter::Minor));
        let changed = (jackpot.major, jackpot.minor) != (major, minor);
        changed.then_some(Input::Meters { major, minor })
    }

    /// Does something at a table, with the floor around it.
    fn at(
        &mut self,
        table: TableId,
        events: &mut Vec<Event>,
        what: impl FnOnce(&mut Room, &mut Around<'_>) -> Result<(), Denied>,
    ) -> Result<(), Denied> {
        let room = self.rooms.get_mut(&table).ok_or_else(|| no_table(table))?;
        let ledger = &mut self.ledger;
        what(room, &mut Around { ledger, now: self.now, events })
    }

    fn room(&self, table: TableId) -> Result<&Room, Denied> {
        self.rooms.get(&table).ok_or_else(|| no_table(table))
    }

    fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }
}

fn no_table(table: TableId) -> Denied {
    Denied::of(Reason::TableNotOpen { table })
}
