//! Prize pools: from the draft of their terms to their end, and the tables that are linked to them. Nothing here is
//! done by one person alone; the table of rights says who must agree.

use croupier_engine::{Cents, Clause, Input, Kind, Player};

use crate::TableId;
use crate::act::{Act, Dealing, EdgeAct, HouseAct};
use crate::answer::{Denied, Event};
use crate::floor::Floor;
use crate::ledger::Account;
use crate::naming::PersonId;
use crate::people::Role;
use crate::pool::{
    Approval, Award, Day, Level, Pool, PoolChange, PoolId, PoolState, Source, Terms,
};
use crate::reason::{Amount, Reason};
use crate::record::Recorded;
use crate::room::Room;
use crate::said::{Commitment, Said};
use crate::task::ToDo;

impl Floor {
    /// Does what concerns a pool and none of its tables alone.
    pub(super) fn pool_act(
        &mut self,
        by: Player,
        act: &HouseAct<PersonId>,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let ours = (said, events);
        match act {
            HouseAct::DraftPool { pool, name, terms } => {
                self.draft_pool((*pool, *name), terms, false, ours)
            }
            HouseAct::DemoPool { pool, name, terms } => self.demo_pool((*pool, *name), terms, ours),
            HouseAct::ApprovePool { pool, reference, date } => {
                self.pool_is(*pool, &[PoolState::Draft])?;
                let approval = self.approval(*pool, (*reference, date), by)?;
                self.note_pool(*pool, PoolChange::Approved(approval), ours);
                Ok(())
            }
            HouseAct::StartPool { pool } => {
                self.pool_is(*pool, &[PoolState::Approved])?;
                self.start_pool(*pool, ours);
                Ok(())
            }
            HouseAct::SuspendPool { pool, why } => {
                self.pool_is(*pool, &[PoolState::Running])?;
                said_something(*why, Reason::NoGrounds)?;
                self.note_pool(*pool, PoolChange::Suspended { why: *why }, ours);
                Ok(())
            }
            HouseAct::ResumePool { pool } => {
                self.pool_is(*pool, &[PoolState::Suspended])?;
                self.note_pool(*pool, PoolChange::Resumed, ours);
                Ok(())
            }
            HouseAct::ChangePool { pool, terms, reference, date } => {
                let approval = self.approval(*pool, (*reference, date), by)?;
                self.change_terms(*pool, terms, approval, ours)
            }
            HouseAct::AdjustMeter { pool, level, before, after, why, reference } => {
                let (amounts, words) = ((*before, *after), (*why, *reference));
                self.adjust_meter((*pool, *level), amounts, words, ours)
            }
            HouseAct::RetirePool { pool, heir, reference, date } => {
                let approval = self.approval(*pool, (*reference, date), by)?;
                self.retire_pool(*pool, *heir, approval, ours)
            }
            HouseAct::ClosePool { pool } => self.close_pool(*pool, ours),
            _ => Err(Denied::of(Reason::NobodyMay)),
        }
    }

    /// Denies what cannot be done about a pool before anybody is asked to agree to it. Such acts are rare: they are
    /// tried out on a copy of the floor.
    pub(super) fn try_pool_act(
        &self,
        by: Player,
        act: &Recorded,
        said: &Said,
    ) -> Result<(), Denied> {
        match act {
            Act::HouseAct(
                act @ (HouseAct::DraftPool { .. }
                | HouseAct::ApprovePool { .. }
                | HouseAct::StartPool { .. }
                | HouseAct::SuspendPool { .. }
                | HouseAct::ResumePool { .. }
                | HouseAct::ChangePool { .. }
                | HouseAct::AdjustMeter { .. }
                | HouseAct::RetirePool { .. }
                | HouseAct::ClosePool { .. }
                | HouseAct::LinkOutside { .. }
                | HouseAct::UnlinkOutside { .. }),
            ) => self.clone().house_act(by, act, said, &mut Vec::new()),
            Act::EdgeAct(act @ (EdgeAct::LinkTable { .. } | EdgeAct::UnlinkTable { .. })) => {
                self.clone().edge_act(by, act, said, &mut Vec::new())
            }
            Act::HouseAct(_) | Act::EdgeAct(_) | Act::TableAct(_) => Ok(()),
        }
    }

    /// Finds a pool.
    pub(super) fn pool(&self, pool: PoolId) -> Result<&Pool, Denied> {
        self.pools.get(pool).ok_or_else(|| Denied::of(Reason::NoSuchPool { pool }))
    }

    /// Finds a pool that has come as far as one of these.
    pub(super) fn pool_is(&self, pool: PoolId, states: &[PoolState]) -> Result<&Pool, Denied> {
        let found = self.pool(pool)?;
        match states.contains(&found.state) {
            true => Ok(found),
            false => {
                let reason = Reason::PoolIs { pool, state: found.state };
                Err(denied(found, |rules| rules.approval, reason))
            }
        }
    }

    /// Does what becomes of a pool, and tells it.
    pub(super) fn note_pool(
        &mut self,
        pool: PoolId,
        change: PoolChange,
        (said, events): (&Said, &mut Vec<Event>),
    ) {
        self.note(Event::Pool { pool, change }, said, events);
    }

    fn draft_pool(
        &mut self,
        (pool, name): (PoolId, Commitment),
        terms: &Terms,
        play: bool,
        ours: (&Said, &mut Vec<Event>),
    ) -> Result<(), Denied> {
        let known = self.pools.get(pool).is_some_and(|known| known.state != PoolState::Draft);
        if known || pool.0 == 0 {
            return Err(Denied::of(Reason::PoolKnown { pool }));
        }
        said_something(name, Reason::BadName)?;
        check_terms(terms)?;
        self.note_pool(pool, PoolChange::Drafted { name, terms: terms.clone(), play }, ours);
        Ok(())
    }

    /// The program opens a pool of play money, which nobody approves.
    fn demo_pool(
        &mut self,
        (pool, name): (PoolId, Commitment),
        terms: &Terms,
        (said, events): (&Said, &mut Vec<Event>),
    ) -> Result<(), Denied> {
        if self.pools.get(pool).is_some() {
            return Err(Denied::of(Reason::PoolKnown { pool }));
        }
        self.draft_pool((pool, name), terms, true, (said, events))?;
        self.start_pool(pool, (said, events));
        Ok(())
    }

    /// Writes down an approval of the Authority, which has a reference.
    fn approval(
        &self,
        pool: PoolId,
        (reference, date): (Commitment, &Day),
        by: Player,
    ) -> Result<Approval, Denied> {
        let pool = self.pool(pool)?;
        if !reference.says_something() {
            return Err(denied(pool, |rules| rules.approval, Reason::BadReference));
        }
        Ok(Approval { reference, date: String::from(*date).into(), by })
    }

    /// Gives the meters what they start with.
    fn start_pool(&mut self, pool: PoolId, (said, events): (&Said, &mut Vec<Event>)) {
        let Some(terms) = self.pools.get(pool).map(|pool| pool.terms.clone()) else { return };
        for level in Level::ALL {
            let (top_up, meter) =
                (Account::PoolTopUp(pool, level), Account::PoolMeter(pool, level));
            self.post(top_up, meter, terms.seed(level), events);
        }
        self.note_pool(pool, PoolChange::Started, (said, events));
    }

    /// Takes note of other terms; they hold when no wager of the old ones is in play.
    fn change_terms(
        &mut self,
        number: PoolId,
        terms: &Terms,
        approval: Approval,
        (said, events): (&Said, &mut Vec<Event>),
    ) -> Result<(), Denied> {
        let pool = self.pool_is(number, &[PoolState::Running, PoolState::Suspended])?;
        check_terms(terms)?;
        if terms.prizes != pool.terms.prizes {
            return Err(denied(pool, |rules| rules.class, Reason::NoSuchPrizes));
        }
        let carries = |level: &Level| pool.level(*level).carry.takes(terms.share(*level));
        if !Level::ALL.iter().all(carries) {
            return Err(denied(pool, |rules| rules.growth, Reason::SharesTooFine));
        }
        self.check_price(pool, terms.wager)?;
        // What is on the meter of a mystery prize is somebody's who will win it.
        if terms.mystery.is_none() && pool.terms.mystery.is_some() {
            let reason = Reason::TriggerPassed { pool: number };
            return Err(denied(pool, |rules| rules.mystery, reason));
        }
        let terms = terms.clone();
        self.note_pool(number, PoolChange::Changing { terms, approval }, (said, events));
        self.apply_terms_of(number, events);
        Ok(())
    }

    /// Makes sure that all tables of a pool can take a price.
    fn check_price(&self, pool: &Pool, price: Cents) -> Result<(), Denied> {
        let rooms = pool.tables.iter().filter_map(|table| self.rooms.get(table));
        let mut fits = rooms.map(|room| price.is_whole(room.table.rules().chip));
        match fits.all(|fits| fits) {
            true => Ok(()),
            false => Err(denied(pool, |rules| rules.price, Reason::BadAmount)),
        }
    }

    /// Lets other terms hold at the tables of the pool of a table, if they wait for nothing any more.
    pub(super) fn apply_terms(&mut self, table: TableId, events: &mut Vec<Event>) {
        if let Some(pool) = self.rooms.get(&table).and_then(|room| room.pool) {
            self.apply_terms_of(pool, events);
        }
    }

    /// Lets other terms hold at all tables of a pool together, when none has a wager of the old ones.
    fn apply_terms_of(&mut self, number: PoolId, events: &mut Vec<Event>) {
        let Some(pool) = self.pools.get(number).filter(|pool| pool.next.is_some()) else { return };
        if self.is_played_for(pool) {
            return;
        }
        let tables: Vec<_> = pool.tables.iter().copied().collect();
        let had_mystery = pool.terms.mystery.is_some();
        self.note_pool(number, PoolChange::Changed, (&Said::default(), events));
        let begins = self.pools.get(number).and_then(|pool| pool.terms.mystery);
        if let Some(mystery) = begins.filter(|_| !had_mystery) {
            let level = Level::Mystery;
            let (top_up, meter) =
                (Account::PoolTopUp(number, level), Account::PoolMeter(number, level));
            self.post(top_up, meter, mystery.start, events);
        }
        for table in tables {
            self.tell_link(table, number, events);
        }
    }

    /// Tells whether a jackpot wager of a pool is in play, or a table of it is not between rounds.
    fn is_played_for(&self, pool: &Pool) -> bool {
        let mut rooms = pool.tables.iter().filter_map(|table| self.rooms.get(table));
        rooms.any(|room| !room.is_between_rounds() || room.has_jackpot_wagers())
    }

    /// Tells a table what its pool is, and staff that its sign says something else.
    fn tell_link(&mut self, table: TableId, pool: PoolId, events: &mut Vec<Event>) {
        let Some(known) = self.pools.get(pool) else { return };
        let (link, price) = (Room::link_to(known, &self.ledger), known.terms.wager);
        let told = self.at(table, events, |room, around| {
            room.table.step(&Input::Link(Some(link)), &mut Vec::new()).map_err(Denied::rules)?;
            if let Some(rules) = room.kind.jackpots() {
                around.by_hand(room, ToDo::JackpotSign { price: Amount(price) }, rules.price);
            }
            Ok(())
        });
        told.expect("a table between rounds without jackpot wagers takes a link");
    }

    /// Sets a meter to something else, under a reference of the Authority.
    fn adjust_meter(
        &mut self,
        (number, level): (PoolId, Level),
        (before, after): (Cents, Cents),
        (why, reference): (Commitment, Commitment),
        (said, events): (&Said, &mut Vec<Event>),
    ) -> Result<(), Denied> {
        let pool = self.pool_is(number, &[PoolState::Running, PoolState::Suspended])?;
        said_something(why, Reason::NoGrounds)?;
        if !reference.says_something() {
            return Err(denied(pool, |rules| rules.approval, Reason::BadReference));
        }
        if level == Level::Mystery {
            return Err(denied(pool, |rules| rules.trigger, Reason::NobodyMay));
        }
        self.check_settled(pool)?;
        let shows = pool.reading(level, &self.ledger);
        if shows != before {
            return Err(Denied::of(Reason::MeterShows { amount: Amount(shows) }));
        }
        if after == before || after > Cents(Cents::CEILING.0 / 100) {
            return Err(Denied::of(Reason::BadAmount));
        }
        let (meter, top_up) =
            (Account::PoolMeter(number, level), Account::PoolTopUp(number, level));
        self.post(top_up, meter, after.saturating_sub(before), events);
        self.post(meter, top_up, before.saturating_sub(after), events);
        let change = PoolChange::Adjusted { level, before, after, why, reference };
        self.note_pool(number, change, (said, events));
        Ok(())
    }

    /// Makes sure that no wager of a pool is in play, and no prize waits to be paid.
    fn check_settled(&self, pool: &Pool) -> Result<(), Denied> {
        if pool.awards.values().any(Award::is_open) {
            let reason = Reason::AwardsOpen { pool: pool.number };
            return Err(denied(pool, |rules| rules.hand_stays, reason));
        }
        match self.is_played_for(pool) {
            true => Err(denied(pool, |rules| rules.shown, Reason::JackpotWagersStand)),
            false => Ok(()),
        }
    }

    /// Takes no more wagers for a pool; another one of the same kind will get what it holds.
    fn retire_pool(
        &mut self,
        pool: PoolId,
        heir: PoolId,
        approval: Approval,
        ours: (&Said, &mut Vec<Event>),
    ) -> Result<(), Denied> {
        let retiring = self.pool_is(pool, &[PoolState::Running, PoolState::Suspended])?;
        let states = [PoolState::Approved, PoolState::Running, PoolState::Suspended];
        let inherits = self.pool_is(heir, &states)?;
        let alike = retiring.terms.prizes == inherits.terms.prizes && !inherits.play;
        if pool == heir || !alike || retiring.play {
            let reason = Reason::NotAGameOfPool { pool: heir };
            return Err(denied(retiring, |rules| rules.class, reason));
        }
        self.note_pool(pool, PoolChange::Retiring { heir, approval }, ours);
        Ok(())
    }

    /// Ends a pool: what its meters hold goes to the pool that inherits, and its tables are linked no more.
    fn close_pool(
        &mut self,
        number: PoolId,
        (said, events): (&Said, &mut Vec<Event>),
    ) -> Result<(), Denied> {
        let states = [PoolState::Draft, PoolState::Approved, PoolState::Retiring];
        let pool = self.pool_is(number, &states)?;
        self.check_settled(pool)?;
        if pool.mystery.as_ref().is_some_and(|draw| !draw.unseen.is_empty()) {
            let reason = Reason::TriggerUnseen { pool: number };
            return Err(denied(pool, |rules| rules.trigger, reason));
        }
        let (heir, tables) = (pool.heir, pool.tables.clone());
        for table in tables {
            self.unlink(table, events)?;
        }
        let (mut moved, mut inherited) = ([0; 3], [0; 3]);
        if let Some(heir) = heir {
            for level in Level::ALL {
                let (to, amount) = self.move_meter((number, heir), level, events);
                moved[level as usize] = amount.0;
                inherited[to as usize] += amount.0;
            }
        }
        self.note_pool(number, PoolChange::Closed { moved }, (said, events));
        if let Some(heir) = heir {
            let change = PoolChange::Inherited { from: number, moved: inherited };
            self.note_pool(heir, change, (said, events));
        }
        Ok(())
    }

    /// Moves what a meter holds to the same meter of another pool, which gets a whole cent for a part of one; says
    /// to which meter, and how much. What a mystery meter holds goes to the major meter: nobody's act moves the
    /// meter of a mystery prize towards its trigger.
    fn move_meter(
        &mut self,
        (from, to): (PoolId, PoolId),
        level: Level,
        events: &mut Vec<Event>,
    ) -> (Level, Cents) {
        let Some(pool) = self.pools.get(from) else { return (level, Cents::ZERO) };
        let carry = pool.level(level).carry;
        let holds = pool.reading(level, &self.ledger);
        if carry.part > 0 {
            let (top_up, meter) =
                (Account::PoolTopUp(from, level), Account::PoolMeter(from, level));
            self.post(top_up, meter, Cents(1), events);
        }
        let moved = holds + Cents(u64::from(carry.part > 0));
        let meter = if level == Level::Mystery { Level::Major } else { level };
        self.post(Account::PoolMeter(from, level), Account::PoolMeter(to, meter), moved, events);
        (meter, moved)
    }

    /// Links a table to a pool.
    pub(super) fn link_table(
        &mut self,
        by: Player,
        (table, number): (TableId, PoolId),
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let states = [PoolState::Approved, PoolState::Running, PoolState::Suspended];
        let room = self.room(table)?;
        let rules =
            room.kind.jackpots().ok_or_else(|| Denied::no_rule(room.kind.house().wagers))?;
        if let Some(pool) = room.pool {
            return Err(Denied::clause(rules.one_pool, Reason::LinkedAlready { pool }));
        }
        let pool = self.pool_is(number, &states)?;
        if *pool.terms.prizes != *rules.prizes {
            return Err(Denied::clause(rules.class, Reason::NotAGameOfPool { pool: number }));
        }
        let program = self.people.is(by, Role::System);
        if pool.play != room.demo || program && !room.demo {
            return Err(Denied::of(Reason::PlayMoneyPool));
        }
        if pool.next.is_some() {
            let reason = Reason::PoolChanges { pool: number };
            return Err(Denied::clause(rules.pool, reason));
        }
        let link = Input::Link(Some(Room::link_to(pool, &self.ledger)));
        room.table.decide(&link).map_err(Denied::rules)?;
        let change = PoolChange::Linked { table };
        self.note_pool(number, change, (&Said::default(), events));
        self.tell_link(table, number, events);
        self.at(table, events, |room, _| {
            room.pool = Some(number);
            Ok(())
        })
    }

    /// Links a table to its pool no more.
    pub(super) fn unlink_table(
        &mut self,
        table: TableId,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let room = self.room(table)?;
        let rules =
            room.kind.jackpots().ok_or_else(|| Denied::no_rule(room.kind.house().wagers))?;
        let pool = room.pool.and_then(|pool| self.pools.get(pool));
        let pool = pool.ok_or_else(|| Denied::clause(rules.one_pool, Reason::NotLinked))?;
        let here = |award: &&Award| award.from == Source::Table(table);
        if pool.awards.values().filter(here).any(Award::is_open) {
            let reason = Reason::AwardsOpen { pool: pool.number };
            return Err(Denied::clause(rules.hand_stays, reason));
        }
        self.unlink(table, events)
    }

    fn unlink(&mut self, table: TableId, events: &mut Vec<Event>) -> Result<(), Denied> {
        let Some(pool) = self.rooms.get(&table).and_then(|room| room.pool) else { return Ok(()) };
        self.at(table, events, |room, around| room.unlink(pool, around))
    }

    /// A second person has looked at the hands that have won a meter.
    pub(super) fn verify_award(
        &mut self,
        by: Player,
        (table, award): (TableId, u32),
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let room = self.room(table)?;
        let rules =
            room.kind.jackpots().ok_or_else(|| Denied::no_rule(room.kind.house().wagers))?;
        let unknown = || Denied::clause(rules.hand_stays, Reason::NoSuchAward { award });
        let number = room.round_pool().ok_or_else(unknown)?;
        let found = self.pool(number)?.awards.get(&award).ok_or_else(unknown)?;
        if found.from != Source::Table(table) || found.lines.iter().all(|line| line.paid) {
            return Err(unknown());
        }
        if found.verified.is_some() {
            return Err(Denied::clause(rules.hand_stays, Reason::AwardVerified));
        }
        let change = PoolChange::Verified { award, by };
        self.note_pool(number, change, (&Said::default(), events));
        Ok(())
    }

    /// Says what a table with a jackpot must be told of the meters, if they show something else than it
    /// knows.
    pub(super) fn meters_changed(&self, table: TableId) -> Option<Input> {
        let room = self.rooms.get(&table)?;
        let jackpot = room.table.rules().jackpot.as_ref()?;
        let pool = self.pools.get(room.pool?)?;
        let meter = |level| pool.reading(level, &self.ledger);
        let (major, minor) = (meter(Level::Major), meter(Level::Minor));
        let changed = (jackpot.major, jackpot.minor) != (major, minor);
        changed.then_some(Input::Meters { major, minor })
    }

    /// Keeps who has paid the prizes of meters, for their slips.
    pub(super) fn note_payer(&mut self, by: Player, before: usize, events: &mut Vec<Event>) {
        let mut paid: Vec<_> = events[before..]
            .iter()
            .filter_map(|event| match event {
                Event::Pool { pool, change: PoolChange::Paid { award, back: false, .. } } => {
                    Some((*pool, *award))
                }
                _ => None,
            })
            .collect();
        paid.dedup();
        let open = |pool: PoolId, award| self.pools.get(pool)?.awards.get(&award);
        paid.retain(|(pool, award)| open(*pool, *award).is_some());
        for (pool, award) in paid {
            self.note_pool(pool, PoolChange::PaidBy { award, by }, (&Said::default(), events));
        }
    }

    /// Makes sure that the books of the pools about which something happened agree with the ledger.
    ///
    /// # Panics
    /// If they do not: money was lost or made up.
    pub(super) fn check_pools(&self, events: &[Event]) {
        for event in events {
            if let Event::Pool { pool, .. } = event {
                let sound = self.pools.get(*pool).is_some_and(|it| it.adds_up(&self.ledger));
                assert!(sound, "the books of pool {} do not add up", pool.0);
            }
        }
    }
}

impl Room {
    /// Offers no jackpot any more.
    pub(crate) fn unlink(
        &mut self,
        pool: PoolId,
        around: &mut crate::room::TableContext<'_>,
    ) -> Result<(), Denied> {
        self.table.step(&Input::Link(None), &mut Vec::new()).map_err(Denied::rules)?;
        self.pool = None;
        around.change_pool(pool, PoolChange::Unlinked { table: self.id });
        if let Some(rules) = self.kind.jackpots().filter(|_| self.dealing == Dealing::Physical) {
            around.task(self.id, ToDo::NoJackpotSign, rules.price);
        }
        Ok(())
    }
}

/// Denies something about a pool by a clause of the order whose prizes it has.
pub(super) fn denied(
    pool: &Pool,
    clause: impl FnOnce(&croupier_engine::game::Jackpots) -> Clause,
    reason: Reason,
) -> Denied {
    match pool.terms.kind().and_then(Kind::jackpots) {
        Some(rules) => Denied::clause(clause(&rules), reason),
        None => Denied::of(reason),
    }
}

/// Checks that terms make sense; what does not is denied by the clause on approved terms.
fn check_terms(terms: &Terms) -> Result<(), Denied> {
    terms.check().map_err(|reason| match terms.kind().and_then(Kind::jackpots) {
        Some(rules) => Denied::clause(rules.approval, reason),
        None => Denied::of(reason),
    })
}

fn said_something(words: Commitment, reason: Reason) -> Result<(), Denied> {
    match words.says_something() {
        true => Ok(()),
        false => Err(Denied::of(reason)),
    }
}
