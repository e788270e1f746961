//! The floor: everyone, every table and all money, and the one way in which anything happens there.

mod acts;
mod authority;
mod cards;
mod clock;
mod complaints;
mod displays;
mod fold;
mod incidents;
mod linked;
mod mystery;
mod outside;
mod people;
mod pools;
mod promotion_awards;
mod promotion_draws;
mod promotion_entries;
mod promotion_interruptions;
mod promotion_tasks;
mod promotion_wagers;
mod promotions;
mod requests;
mod tasks;
mod two_people;
mod vouchers;
mod walk_ins;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use croupier_engine::{Cents, Clause, Due, Input, Kind, Player};

pub use cards::{CardSet, CardsAt};
pub use complaints::{Complaint, Stage};
pub use fold::FoldedTable;
pub use promotion_awards::Rewards;
pub use promotion_entries::{MOST_AT_ONCE, MOST_ENTRIES};
use requests::Agreed;
pub use requests::{Holds, Request};
use two_people::MadeAlone;

use crate::TableId;
use crate::act::{Act, Concern, Dealing, EdgeAct, HouseAct, TableAct};
use crate::answer::{ActResult, Answer, Denied, Event, Prompt};
use crate::ledger::Ledger;
use crate::naming::{PersonId, RecordedStep};
use crate::people::{People, Role};
use crate::pool::Pools;
use crate::promotion::Promotions;
use crate::reason::Reason;
use crate::record::Recorded;
use crate::rights::{self, Gravity, Right};
use crate::room::{Funds, Room, TableContext};
use crate::said::{Commitment, Said};
use crate::task::Tasks;
use crate::voucher::Vouchers;

/// A casino floor: its people, its tables and all its money, as they are after the last act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// The latest time that was told, in milliseconds.
    pub now: u64,
    /// Everyone whom the house knows.
    pub people: People,
    /// Where all money is.
    pub ledger: Ledger,
    /// The tables that are open.
    pub rooms: BTreeMap<TableId, Room>,
    /// Tables that are open, but of which only what followed is known: other rules than those of this build
    /// decided it.
    pub folded: BTreeMap<TableId, FoldedTable>,
    /// The tables that take nothing more, because what the journal has of them is damaged, and why.
    pub stopped: BTreeMap<TableId, String>,
    /// What waits for a second person.
    pub requests: BTreeMap<u32, Request>,
    /// All sets of cards, by number.
    pub cards: BTreeMap<u32, CardSet>,
    /// All promotional vouchers.
    pub vouchers: Vouchers,
    /// All prize pools.
    pub pools: Pools,
    /// All promotions, and the law that they are under.
    pub promotions: Promotions,
    /// Every complaint that was made, open or closed.
    pub complaints: Vec<Complaint>,
    /// What people must do outside the system.
    pub tasks: Tasks,
    /// The SHA-256 of the text of each order that the operator has loaded.
    pub orders: BTreeMap<Kind, String>,
    /// Above so much on the layout, a void needs a second person.
    pub void_alone: Cents,
    /// Where the counts of keys ended at tables that are closed: a table with the same number goes on from there, so
    /// that no commitment has the table and the number of an earlier one.
    pub(crate) key_counts: BTreeMap<TableId, KeyCounts>,
    /// Accounts that may be in the hand of somebody else.
    made_alone: VecDeque<MadeAlone>,
    /// Who has founded the house and is adding its first people, as long as nothing else was done there.
    opening: Option<Player>,
    numbers: u32,
}

croupier_engine::stored! {
    struct Floor {
        now, people, ledger, rooms, folded, stopped, requests, cards, vouchers, pools, promotions,
        complaints, tasks, orders, void_alone, key_counts, made_alone, opening, numbers,
    } check |it| {
        it.rooms.iter().all(|(table, room)| room.id == *table)
    }
}

/// How many keys a table has had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeyCounts {
    pub(crate) commitments: u64,
    pub(crate) shuffles: u64,
}

croupier_engine::stored! { struct KeyCounts { commitments, shuffles } }

/// The name under which the program itself acts.
pub const HOUSE: &str = "house";

impl Default for Floor {
    fn default() -> Self {
        let mut people = People::default();
        people.add(Some(HOUSE), BTreeSet::from([Role::System]));
        Self {
            now: 0,
            people,
            ledger: Ledger::default(),
            rooms: BTreeMap::new(),
            folded: BTreeMap::new(),
            stopped: BTreeMap::new(),
            requests: BTreeMap::new(),
            cards: BTreeMap::new(),
            vouchers: Vouchers::default(),
            pools: Pools::default(),
            promotions: Promotions::default(),
            complaints: Vec::new(),
            tasks: Tasks::default(),
            orders: BTreeMap::new(),
            void_alone: Cents(100_000),
            key_counts: BTreeMap::new(),
            made_alone: VecDeque::new(),
            opening: None,
            numbers: 0,
        }
    }
}

/// Who does something, and for whom it is granted.
#[derive(Clone, Copy)]
struct Actor {
    player: Player,
    /// Allowed only for oneself.
    only_own: bool,
}

impl Floor {
    /// Is told what somebody does in the words of people, and says what follows: for whoever keeps no journal,
    /// so that nothing need be hidden.
    pub fn act(&mut self, at: u64, who: &str, act: &Act) -> Answer {
        let recording = self.record(who, act, &mut || [0; 16]);
        let mut answer = self.perform(at, recording.who, &recording.act, &recording.said());
        recording.explain(&mut answer);
        answer
    }

    /// Is told what somebody does, and when, and says what follows. What was said with it decides nothing, and may
    /// be missing.
    pub fn perform(&mut self, at: u64, who: PersonId, act: &Recorded, said: &Said) -> Answer {
        // A clock that goes back does not turn time back.
        self.now = self.now.max(at);
        let mut events = Vec::new();
        if let Some(denied) = self.is_stopped(act) {
            return Answer { events, verdict: ActResult::Denied(denied) };
        }
        if let Some(table) = act.table() {
            self.tick(table, &mut events);
        }
        // What happens at one table alone changes nothing that waits elsewhere.
        if !matches!(act, Act::TableAct(_)) && self.has_old_requests() {
            self.drop_requests(&mut events);
        }
        let parties = self.parties(who, act);
        let verdict = match self.try_act(who, act, said, &mut events) {
            Ok(verdict) => verdict,
            Err(denied) => ActResult::Denied(denied),
        };
        self.follow_up(act, &mut events);
        let answer = Answer { events, verdict };
        self.remember(parties, act, &answer);
        answer
    }

    /// Says why nothing is done at the table that an act is about, if it is stopped.
    fn is_stopped(&self, act: &Recorded) -> Option<Denied> {
        self.stopped.get(&act.table()?).map(|why| Denied::of(Reason::Stopped(why.clone())))
    }

    /// Stops a table whose entries in the journal are damaged; its money stays where it is.
    pub fn stop(&mut self, table: TableId, why: Commitment, said: &Said) -> Answer {
        self.stop_quietly(table, said.get(why).unwrap_or("its entries are damaged"));
        let prompt = Event::Prompt { table: Some(table), prompt: Prompt::Stopped, clause: None };
        let mut events = vec![prompt];
        self.doubt_promotions(table, why, (said, &mut events));
        Answer { events, verdict: ActResult::Done }
    }

    /// Does the same where nothing is told yet: nothing happens at the table from now on.
    pub fn stop_quietly(&mut self, table: TableId, why: &str) {
        self.stopped.insert(table, why.to_owned());
    }

    /// Does what the passing of time brings at a table.
    fn tick(&mut self, table: TableId, events: &mut Vec<Event>) {
        if let Some(room) = self.rooms.get_mut(&table) {
            let (ledger, tasks, vouchers) = (&mut self.ledger, &mut self.tasks, &self.vouchers);
            let (pools, now) = (&mut self.pools, self.now);
            room.tick(&mut TableContext { ledger, pools, vouchers, now, events, tasks });
        }
    }

    fn try_act(
        &mut self,
        PersonId(player): PersonId,
        act: &Recorded,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<ActResult, Denied> {
        let Some(person) = self.people.get(player) else {
            return self.found_house(act, said, events);
        };
        if person.excluded && self.people.plays(player) && !is_open_to_excluded(act) {
            return Err(self.kept_out(act));
        }
        if let Act::HouseAct(HouseAct::Approve { request, forfeit }) = act {
            return self.second(player, *request, Some(Agreed { forfeit: *forfeit }), events);
        }
        if let Act::HouseAct(HouseAct::Reject { request }) = act {
            return self.second(player, *request, None, events);
        }
        let (right, mut input) = self.right(player, act)?;
        let doer = self.doer(player, act, right, input.as_ref())?;
        self.check_own(&doer, act, input.as_ref())?;
        self.check_play_money(&doer, act, input.as_ref())?;
        self.check_held(act)?;
        let kind = self.kind_of(act);
        let (mut second, mut reports) = (right.agreeing(kind), false);
        // Nobody declares, reports or rules anything by a wager.
        let wager = matches!(input, Some(Input::Wager { .. }));
        if let (Some(input), Some(kind), false) = (&mut input, kind, wager) {
            self.speak(&doer, kind, input);
            self.check_verifies(&doer, act, input)?;
            // What somebody else decides is a question to whoever does.
            let deciding = self.decided_by(kind, input);
            reports = deciding.is_some();
            second = deciding.unwrap_or(second);
        }
        if !wager {
            self.check_grounds(act, input.as_ref())?;
        }
        if let (Some(input), false) = (&input, wager) {
            self.check_conduct(act, input)?;
            // Who only reports it leaves that to whoever decides.
            if !reports {
                self.check_forfeit(act, input)?;
            }
        }
        // The program asks nobody to agree: what it may do, it does.
        let alone = self.people.is(player, Role::System) || self.is_opened_by(player, act);
        if !second.is_empty() && !alone {
            return self.ask(player, act, (said, events), second, input.as_ref());
        }
        self.carry_out(player, act, said, input, events)
    }

    /// Denies somebody who is kept out of the casino, at a table by the clause of its order.
    fn kept_out(&self, act: &Recorded) -> Denied {
        let clause = self.kind_of(act).and_then(|kind| kind.house().pit.exclude);
        Denied { reason: Reason::KeptOut, clause: clause.map(|clause| clause.0.into()) }
    }

    /// Finds the row of the table of rights for what a person does, and what the step of a game is.
    fn right(
        &self,
        who: Player,
        act: &Recorded,
    ) -> Result<(&'static Right, Option<Input>), Denied> {
        let Act::TableAct(TableAct::Step { table, step }) = act else {
            let right =
                rights::of_act(&PersonId(who), act).ok_or_else(|| Denied::of(Reason::NobodyMay))?;
            return Ok((right, None));
        };
        let room = self.room(*table)?;
        let input = self.input(*table, step)?;
        let right = rights::of_step(&input, || self.gravity(room, who, &input));
        Ok((right.ok_or_else(|| Denied::of(Reason::FollowsFromAnother))?, Some(input)))
    }

    /// Says what of the moment at a table the rights depend on.
    fn gravity(&self, room: &Room, who: Player, input: &Input) -> Gravity {
        let dice = rights::rolls_dice(room.kind);
        Gravity {
            voids_much: room.voided(input) > self.void_alone,
            much: room.stakes() > self.void_alone,
            own_question: room.declared_by == Some(who),
            shown: room.table.shows_result(),
            enough: room.has_cards_for_the_round(),
            dealt: dice || room.table.is_paying() || room.table.shown_felt().in_round(),
            dice,
            refund: asked_player(room).is_some(),
        }
    }

    /// Resolves a step into an input of the game at a table.
    pub(in crate::floor) fn input(
        &self,
        table: TableId,
        step: &RecordedStep,
    ) -> Result<Input, Denied> {
        let mut stranger = false;
        let input = step.is.resolve(self.room(table)?.kind, &mut |person: &PersonId| {
            stranger |= self.people.get(person.0).is_none();
            Ok(person.0)
        });
        if stranger {
            return Err(Denied::of(Reason::NoSuchPerson(String::new())));
        }
        input.map_err(|fault| Denied::of(Reason::BadStep(fault.to_string())))
    }

    /// Returns the game that an act is about: that of its table, or of its complaint.
    fn kind_of(&self, act: &Recorded) -> Option<Kind> {
        let complaint = match act {
            Act::HouseAct(
                HouseAct::DecideComplaint { complaint, .. }
                | HouseAct::AskReview { complaint }
                | HouseAct::CloseComplaint { complaint, .. },
            ) => self.complaint(*complaint).ok(),
            Act::HouseAct(_)
            | Act::PoolAct(_)
            | Act::PromotionAct(_)
            | Act::EdgeAct(_)
            | Act::TableAct(_) => None,
        };
        let room = act.table().and_then(|table| self.rooms.get(&table));
        complaint.map(|complaint| complaint.kind).or_else(|| room.map(|room| room.kind))
    }

    /// Names the clause by which the order of the game gives an act to those who may do it.
    fn clause_of(&self, who: Player, act: &Recorded) -> Option<Clause> {
        let (right, _) = self.right(who, act).ok()?;
        rights::clause_of(right, self.kind_of(act)?.house())
    }

    /// Tells whether a person may do a thing, for all or for themselves.
    fn doer(
        &self,
        player: Player,
        act: &Recorded,
        right: &Right,
        input: Option<&Input>,
    ) -> Result<Actor, Denied> {
        let kind = self.kind_of(act);
        let roles = self.people.get(player).map(|person| &person.roles);
        if roles.is_some_and(|roles| roles.iter().any(|role| right.grants(*role, kind))) {
            return Ok(Actor { player, only_own: false });
        }
        // Staff do not play: all they do for themselves is to set their passwords.
        if right.own && (self.people.plays(player) || right.what == "set-password") {
            return Ok(Actor { player, only_own: true });
        }
        let room = act.table().and_then(|table| self.rooms.get(&table));
        let named = room.zip(input).and_then(|(room, it)| authority::clause_of_say(room, it));
        let clause = named.or_else(|| rights::clause_of(right, kind?.house()));
        let reason = Reason::NotInRoles { what: right.what.into() };
        Err(Denied { reason, clause: clause.map(|clause| clause.0.into()) })
    }

    /// Checks that who may act only for themselves does, and that cards and dice come from whom they
    /// should at this table.
    fn check_own(&self, doer: &Actor, act: &Recorded, input: Option<&Input>) -> Result<(), Denied> {
        let shuffles = matches!(
            act,
            Act::TableAct(
                TableAct::BeginShuffle { .. } | TableAct::Load { .. } | TableAct::RiffleDone { .. }
            )
        );
        let room = act.table().and_then(|table| self.rooms.get(&table));
        let draws = room.zip(input).is_some_and(|(room, input)| {
            // Where the program deals, players wager and choose for themselves, or their time runs out.
            let others = !doer.only_own && room.dealing == Dealing::Virtual;
            match rights::is_the_players(input) {
                true => others,
                false => room.comes_from_the_dealer(input),
            }
        });
        if let (true, Some(table)) = (shuffles || draws, act.table()) {
            let virtual_ = self.room(table)?.dealing == Dealing::Virtual;
            if virtual_ != self.people.is(doer.player, Role::System) {
                let who = if virtual_ { Reason::ProgramDeals } else { Reason::DealerDeals };
                return Err(Denied::of(who));
            }
        }
        if !doer.only_own {
            return self.check_no_staff(doer, act);
        }
        let own = match (input, act) {
            (Some(input), _) => self.owner(act, input) == Some(doer.player),
            (None, Act::HouseAct(HouseAct::AskReview { complaint })) => {
                self.complaint(*complaint)?.person == doer.player
            }
            (None, _) => match act.concern() {
                Concern::Own(who) | Concern::Brings(who) | Concern::Cashes(who) => {
                    who.0 == doer.player
                }
                Concern::AtCage(_) | Concern::NoPlayers => false,
            },
        };
        match own {
            true => Ok(()),
            false => Err(Denied::of(Reason::NotOwn)),
        }
    }

    /// Keeps play money apart: guests play at demo tables, nobody else does, and the program opens no
    /// other tables and takes back no other wagers.
    fn check_play_money(
        &self,
        doer: &Actor,
        act: &Recorded,
        input: Option<&Input>,
    ) -> Result<(), Denied> {
        let opens = matches!(act, Act::EdgeAct(EdgeAct::Open { demo: false, .. }));
        if opens && self.people.is(doer.player, Role::System) {
            return Err(Denied::of(Reason::ProgramOpensDemoOnly));
        }
        if let Some(Input::Withdraw(spot) | Input::Remove(spot)) = input
            && self.people.is(doer.player, Role::System)
            && !self.people.is(spot.player, Role::Guest)
        {
            return Err(Denied::of(Reason::NotOwn));
        }
        let (who, cash) = match (input, act.concern()) {
            (Some(Input::Wager { spot, .. }), _) => (spot.player, false),
            (_, Concern::AtCage(who)) => {
                let guest = self.people.is(who.0, Role::Guest);
                return if guest { Err(Denied::of(Reason::PlayMoney)) } else { Ok(()) };
            }
            (_, Concern::Brings(who)) => (self.known(*who)?, false),
            (_, Concern::Cashes(who)) => (self.known(*who)?, true),
            (_, Concern::Own(_) | Concern::NoPlayers) => return Ok(()),
        };
        let Some(room) = act.table().and_then(|table| self.rooms.get(&table)) else {
            return Ok(());
        };
        match (room.demo, self.people.is(who, Role::Guest)) {
            (true, true) if cash => Err(Denied::of(Reason::NoCashForPlayMoney)),
            (true, true) | (false, false) => Ok(()),
            (true, false) => Err(Denied::of(Reason::GuestsOnly)),
            (false, true) => Err(Denied::of(Reason::NoGuests)),
        }
    }

    /// Returns whose a step of a game is.
    fn owner(&self, act: &Recorded, input: &Input) -> Option<Player> {
        match input {
            Input::Wager { spot, .. }
            | Input::Withdraw(spot)
            | Input::Remove(spot)
            | Input::Reduce { spot, .. }
            | Input::Call { spot, .. } => Some(spot.player),
            Input::Dice { player, .. } | Input::Look { player, .. } => Some(*player),
            Input::Turn { player, .. } => *player,
            Input::Ruling { .. } => asked_player(self.rooms.get(&act.table()?)?),
            Input::Choose { area, .. } => self.rooms.get(&act.table()?)?.player_on(*area),
            Input::Close
            | Input::Card { .. }
            | Input::BurnUnseen
            | Input::FaceDown
            | Input::Found { .. }
            | Input::Roll(_)
            | Input::Paid(_)
            | Input::Rekey(_)
            | Input::NoRoll { .. }
            | Input::Sign { .. }
            | Input::Variant(_)
            | Input::Meters { .. }
            | Input::Link(_)
            | Input::Accept { .. }
            | Input::Collect
            | Input::Void
            | Input::Reserve { .. }
            | Input::Release(_)
            | Input::CuttingCard
            | Input::Repair(_)
            | Input::Shuffle { .. }
            | Input::Replace { .. }
            | Input::Throw
            | Input::Irregular(_)
            | Input::Check { .. }
            | Input::Feed
            | Input::Seat { .. }
            | Input::Sharing(_)
            | Input::Standing { .. }
            | Input::Mystery { .. } => None,
        }
    }

    /// Does what an event says of people, requests or complaints, and tells it.
    fn note(&mut self, event: Event, said: &Said, events: &mut Vec<Event>) {
        let done = self.apply(&event, said);
        done.expect("whoever notes something has made sure that it can be");
        events.push(event);
    }

    fn carry_out(
        &mut self,
        player: Player,
        act: &Recorded,
        said: &Said,
        input: Option<Input>,
        events: &mut Vec<Event>,
    ) -> Result<ActResult, Denied> {
        match act {
            Act::TableAct(act) => self.table_act(player, act, input, events)?,
            Act::EdgeAct(act) => self.edge_act(player, act, said, events)?,
            Act::HouseAct(act) => self.house_act(player, act, said, events)?,
            Act::PoolAct(act) => self.pool_act(player, act, said, events)?,
            Act::PromotionAct(act) => self.promotion_act(player, act, said, events)?,
        }
        if matches!(
            act,
            Act::EdgeAct(EdgeAct::Close { .. }) | Act::HouseAct(HouseAct::SetRoles { .. })
        ) {
            self.drop_requests(events);
        }
        self.pass_on(events);
        assert!(self.ledger.adds_up(), "all accounts add up to nothing");
        self.check_pools(events);
        self.check_promotions(events);
        Ok(ActResult::Done)
    }

    /// Takes a step of a game.
    fn game_step(
        &mut self,
        by: Player,
        table: TableId,
        input: &Input,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let room = self.rooms.get(&table).ok_or_else(|| no_table(table))?;
        let round = room.round;
        if let Some(player) = self.takes_part(room, input) {
            self.check_plays(player)?;
            self.check_served(player, room.kind)?;
        }
        if let Input::Wager { spot, .. } = input {
            if spot.area.is_some() {
                room.check_given_up(spot)?;
            }
            room.check_closing(self.now)?;
            room.check_committed()?;
            if room.kind.has_fixed_price(spot.on) {
                room.check_pool(spot, &self.pools)?;
            }
        }
        if let Input::Paid(_) = input {
            room.check_award(input, &self.pools, |who| self.check_pays_second(who, by))?;
        }
        self.check_confirmed(by, room, input)?;
        if let Input::Call { spot, on } = *input
            && room.dealing == Dealing::Physical
            && room.kind.house().pit.calls.is_some()
            && self.people.plays(by)
        {
            return self.at(table, events, |room, around| room.ask_call(&spot, on, around));
        }
        if let Some(meters) = self.meters_changed(table) {
            // What is denied changes nothing, not even what the table knows of the meters.
            room.decide(input, self.funds())?;
            // A question that is open keeps the table from taking anything; it is told afterwards.
            self.at(table, events, |room, _| {
                let _told = room.table.step(&meters, &mut Vec::new());
                Ok(())
            })?;
        }
        let before = events.len();
        let mut by_staff = Vec::new();
        self.at(table, events, |room, around| {
            let stood = room.staked_by_choice(input);
            room.step(input, around)?;
            by_staff = match input {
                Input::Wager { spot, .. } => vec![*spot],
                _ => room.staked_by_choice(input),
            };
            by_staff.retain(|spot| spot.player != by && !stood.contains(spot));
            room.note_declared(by, input);
            Ok(())
        })?;
        // Who has no account has no screen on which to say yes.
        by_staff.retain(|it| !self.people.get(it.player).is_some_and(|person| person.walk_in));
        self.at(table, events, |room, _| {
            by_staff.iter().for_each(|spot| room.placed_by_staff(spot));
            Ok(())
        })?;
        self.open_reports(table, before, events);
        self.note_payer(by, before, events);
        self.enter_wagers((table, round), before, events);
        self.apply_terms(table, events);
        Ok(())
    }

    /// Checks that a late wager is confirmed by one who may.
    fn check_confirmed(&self, by: Player, room: &Room, input: &Input) -> Result<(), Denied> {
        let (Input::Wager { confirmed: true, .. }, Some(clause)) =
            (input, room.kind.house().pit.late)
        else {
            return Ok(());
        };
        match [Role::Dealer, Role::Boxperson].iter().any(|role| self.people.is(by, *role)) {
            true => Ok(()),
            false => Err(Denied::clause(clause, Reason::NotTheirsToConfirm)),
        }
    }

    /// Opens a report for each notice that the order wants one for.
    fn open_reports(&mut self, table: TableId, before: usize, events: &mut Vec<Event>) {
        let Some(room) = self.rooms.get(&table) else { return };
        let notices = events[before..].iter().filter(|event| match event {
            Event::Game(_, happened) => room.opens_report(happened),
            _ => false,
        });
        for _ in 0..notices.count() {
            let number = self.number();
            events.push(Event::noted(number));
        }
    }

    /// Checks that a person is served at the tables of a game: who is kept out of the casino is not, nor who may not
    /// play this game.
    ///
    /// # Errors
    /// Denied by the clause of the game's order.
    pub fn check_served(&self, player: Player, kind: Kind) -> Result<(), Denied> {
        let Some(person) = self.people.get(player) else { return Ok(()) };
        let house = kind.house();
        if person.excluded {
            let clause = house.pit.exclude.unwrap_or(house.wagers);
            return Err(Denied::clause(clause, Reason::KeptOut));
        }
        if let (Some(_), Some(clause)) = (self.held(player), house.pit.detain) {
            return Err(Denied::clause(clause, Reason::IsHeld));
        }
        if person.barred.contains(&kind) {
            let clause = house.pit.bar.unwrap_or(house.wagers);
            return Err(Denied::clause(clause, Reason::MayNotPlay));
        }
        Ok(())
    }

    /// Does something at a table, with the floor around it.
    fn at(
        &mut self,
        table: TableId,
        events: &mut Vec<Event>,
        what: impl FnOnce(&mut Room, &mut TableContext<'_>) -> Result<(), Denied>,
    ) -> Result<(), Denied> {
        let room = self.rooms.get_mut(&table).ok_or_else(|| no_table(table))?;
        let (ledger, tasks, vouchers) = (&mut self.ledger, &mut self.tasks, &self.vouchers);
        let (pools, now) = (&mut self.pools, self.now);
        what(room, &mut TableContext { ledger, pools, vouchers, now, events, tasks })
    }

    fn room(&self, table: TableId) -> Result<&Room, Denied> {
        self.rooms.get(&table).ok_or_else(|| no_table(table))
    }

    /// Says where the money of wagers comes from.
    pub(in crate::floor) const fn funds(&self) -> Funds<'_> {
        Funds { ledger: &self.ledger, vouchers: &self.vouchers }
    }

    fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }
}

/// Tells whether somebody who is kept out of the casino may still do this: leave with the own chips, and complain.
const fn is_open_to_excluded(act: &Recorded) -> bool {
    matches!(
        act,
        Act::EdgeAct(EdgeAct::Leave { .. } | EdgeAct::Take { .. } | EdgeAct::Complain { .. })
            | Act::HouseAct(HouseAct::AskReview { .. })
    )
}

fn no_table(table: TableId) -> Denied {
    Denied::of(Reason::TableNotOpen { table })
}

/// Names the player whom the open question asks, where it is not a supervisor.
fn asked_player(room: &Room) -> Option<Player> {
    match room.table.expects().due {
        Due::Ruling(question) => question.asks_player(),
        _ => None,
    }
}
