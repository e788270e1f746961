//! Prize pools: from the draft of their terms to their end, and the tables that are linked to them. Nothing here is
//! done by one person alone; the table of rights says who must agree.

use std::collections::BTreeSet;

use croupier_engine::{Cents, Clause, Input, Kind, Player};

use crate::TableId;
use crate::act::{Act, PoolAct};
use crate::answer::{Denied, Event};
use crate::floor::Floor;
use crate::ledger::Account;
use crate::naming::PersonId;
use crate::pool::{
    Approval, Award, Day, Level, Outside, Pool, PoolChange, PoolId, PoolState, Terms,
};
use crate::reason::{Amount, Reason};
use crate::room::Room;
use crate::said::{Commitment, Said};
use crate::task::ToDo;

impl Floor {
    /// Does what concerns pools and none of their tables alone.
    #[expect(clippy::too_many_lines, reason = "a row for each act")]
    pub(super) fn pool_act(
        &mut self,
        by: Player,
        act: &PoolAct<PersonId>,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        self.check_pool_act(act)?;
        let ours = (said, events);
        match act {
            PoolAct::DraftPool { pool, name, terms } => {
                let (name, terms, play) = (*name, terms.clone(), false);
                self.drop_requests_about_pool(*pool, ours.1);
                self.note_pool(*pool, PoolChange::Drafted { name, terms, play }, ours);
            }
            PoolAct::DemoPool { pool, name, terms } => {
                let (name, terms, play) = (*name, terms.clone(), true);
                self.note_pool(*pool, PoolChange::Drafted { name, terms, play }, (said, ours.1));
                self.start_pool(*pool, ours);
            }
            PoolAct::ApprovePool { pool, reference, date } => {
                let approval = approval((*reference, date), by);
                self.note_pool(*pool, PoolChange::Approved(approval), ours);
            }
            PoolAct::StartPool { pool } => self.start_pool(*pool, ours),
            PoolAct::SuspendPool { pool, why } => {
                self.note_pool(*pool, PoolChange::Suspended { why: *why }, ours);
            }
            PoolAct::ResumePool { pool } => self.note_pool(*pool, PoolChange::Resumed, ours),
            PoolAct::ChangePool { pool, terms, reference, date } => {
                let (terms, approval) = (terms.clone(), approval((*reference, date), by));
                let change = PoolChange::Changing { terms, approval };
                self.note_pool(*pool, change, (said, ours.1));
                self.apply_terms_of(*pool, ours.1);
            }
            PoolAct::AdjustMeter { pool, level, before, after, why, reference } => {
                let (amounts, words) = ((*before, *after), (*why, *reference));
                self.adjust_meter((*pool, *level), amounts, words, ours);
            }
            PoolAct::RetirePool { pool, heir, reference, date } => {
                let (heir, approval) = (*heir, approval((*reference, date), by));
                self.note_pool(*pool, PoolChange::Retiring { heir, approval }, ours);
            }
            PoolAct::ClosePool { pool } => self.close_pool(*pool, ours),
            PoolAct::LinkOutside { pool, outside, game, name, chip } => {
                let (outside, game) = (*outside, game.clone().into());
                let change = PoolChange::OutsideLinked { outside, game, name: *name, chip: *chip };
                self.note_pool(*pool, change, ours);
            }
            PoolAct::UnlinkOutside { pool, outside } => {
                let change = PoolChange::OutsideUnlinked { outside: *outside };
                self.note_pool(*pool, change, (said, ours.1));
                self.apply_terms_of(*pool, ours.1);
            }
            PoolAct::EndOutsideRounds { pool, outside, round, reference } => {
                let (outside, round, reference) = (*outside, *round, *reference);
                let change = PoolChange::OutsideEnded { outside, round, reference, by };
                self.note_pool(*pool, change, (said, ours.1));
                self.apply_terms_of(*pool, ours.1);
            }
            PoolAct::RegisterDisplay { pool, display, table, name } => {
                let (display, table, name) = (*display, *table, *name);
                let change = PoolChange::DisplayRegistered { display, table, name };
                self.note_pool(*pool, change, ours);
            }
            PoolAct::RemoveDisplay { pool, display } => {
                let change = PoolChange::DisplayRemoved { display: *display };
                self.note_pool(*pool, change, ours);
            }
            PoolAct::DisplayLost { pool, display } => {
                self.lose_display(*pool, *display, ours.1);
            }
            PoolAct::DisplayBack { pool, display } => {
                let change = PoolChange::DisplayBack { display: *display };
                self.note_pool(*pool, change, ours);
            }
            PoolAct::LoseMystery { pool, why: _ } => self.lose_mystery(*pool, ours),
            PoolAct::PoolFeed { pool, outside, number, what } => {
                return self.pool_feed((*pool, *outside), *number, *what, ours.1);
            }
            PoolAct::CommitMystery { pool, trigger, winner } => {
                return self.commit_mystery(*pool, [trigger, winner], ours.1);
            }
            PoolAct::HitMystery { pool, trigger, winner } => {
                return self.hit_mystery(*pool, [trigger, winner], ours.1);
            }
            PoolAct::PassMystery { pool, shown } => {
                return self.pass_mystery(*pool, *shown, ours.1);
            }
            PoolAct::ShowMystery { pool, trigger, winner } => {
                return self.show_mystery(*pool, [trigger, winner], ours.1);
            }
        }
        Ok(())
    }

    /// Denies what cannot be done about pools, before it is done and before anybody is asked to agree to it.
    pub(super) fn check_pool_act(&self, act: &PoolAct<PersonId>) -> Result<(), Denied> {
        match act {
            PoolAct::DraftPool { pool, name, terms } => self.check_draft(*pool, *name, terms),
            PoolAct::DemoPool { pool, name, terms } => match self.pools.get(*pool) {
                Some(_) => Err(Denied::of(Reason::PoolKnown { pool: *pool })),
                None => self.check_draft(*pool, *name, terms),
            },
            PoolAct::ApprovePool { pool, reference, date: _ } => {
                let pool = self.pool_is(*pool, &[PoolState::Draft])?;
                check_reference(pool, *reference)
            }
            PoolAct::StartPool { pool } => self.pool_is(*pool, &[PoolState::Approved]).map(drop),
            PoolAct::SuspendPool { pool, why } => {
                self.pool_is(*pool, &[PoolState::Running])?;
                said_something(*why, Reason::NoGrounds)
            }
            PoolAct::ResumePool { pool } => self.pool_is(*pool, &[PoolState::Suspended]).map(drop),
            PoolAct::ChangePool { pool, terms, reference, date: _ } => {
                self.check_change(*pool, terms, *reference)
            }
            PoolAct::AdjustMeter { pool, level, before, after, why, reference } => {
                self.check_adjust((*pool, *level), (*before, *after), (*why, *reference))
            }
            PoolAct::RetirePool { pool, heir, reference, date: _ } => {
                check_reference(self.pool(*pool)?, *reference)?;
                self.check_retire(*pool, *heir)
            }
            PoolAct::ClosePool { pool } => self.check_close(*pool),
            PoolAct::LinkOutside { pool, outside, game, name, chip } => {
                self.check_link_outside((*pool, *outside), (game, *name, *chip))
            }
            PoolAct::UnlinkOutside { pool, outside } => {
                self.check_unlink_outside((*pool, *outside))
            }
            PoolAct::EndOutsideRounds { pool, outside, round, reference } => {
                check_reference(self.pool(*pool)?, *reference)?;
                self.check_outside_over((*pool, *outside), *round)
            }
            PoolAct::RegisterDisplay { pool, display, table, name } => {
                self.check_register_display((*pool, *display), *table, *name)
            }
            PoolAct::RemoveDisplay { pool, display } => self.display(*pool, *display).map(drop),
            PoolAct::DisplayLost { pool, display } => {
                self.check_display_is(false, (*pool, *display))
            }
            PoolAct::DisplayBack { pool, display } => {
                self.check_display_is(true, (*pool, *display))
            }
            PoolAct::LoseMystery { pool, why } => self.check_lose_mystery(*pool, *why),
            // The program asks nobody; each of these looks at what it is told when it is done.
            PoolAct::PoolFeed { .. }
            | PoolAct::CommitMystery { .. }
            | PoolAct::HitMystery { .. }
            | PoolAct::PassMystery { .. }
            | PoolAct::ShowMystery { .. } => Ok(()),
        }
    }

    /// Lets requests about a pool fall when its terms are written anew: who agrees then would agree to other terms. One
    /// that has terms of its own stays.
    fn drop_requests_about_pool(&mut self, pool: PoolId, events: &mut Vec<Event>) {
        let about = |act: &Act<PersonId>| match act {
            Act::PoolAct(PoolAct::DraftPool { .. }) => false,
            Act::PoolAct(act) => act.pool() == pool,
            Act::HouseAct(_) | Act::PromotionAct(_) | Act::EdgeAct(_) | Act::TableAct(_) => false,
        };
        let falls = self.requests.iter().filter(|(_, request)| about(&request.act));
        let falls: Vec<_> = falls.map(|(number, _)| *number).collect();
        for request in falls {
            self.note(Event::Fell { request }, &Said::default(), events);
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

    fn check_draft(&self, pool: PoolId, name: Commitment, terms: &Terms) -> Result<(), Denied> {
        let known = self.pools.get(pool).is_some_and(|known| known.state != PoolState::Draft);
        if known || pool.0 == 0 {
            return Err(Denied::of(Reason::PoolKnown { pool }));
        }
        said_something(name, Reason::BadName)?;
        check_terms(terms)
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

    /// Denies other terms that cannot hold.
    fn check_change(
        &self,
        number: PoolId,
        terms: &Terms,
        reference: Commitment,
    ) -> Result<(), Denied> {
        check_reference(self.pool(number)?, reference)?;
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
            let reason = Reason::TriggerStands { pool: number };
            return Err(denied(pool, |rules| rules.mystery, reason));
        }
        Ok(())
    }

    /// Makes sure that all tables of a pool can take a price.
    fn check_price(&self, pool: &Pool, price: Cents) -> Result<(), Denied> {
        let rooms = pool.tables.iter().filter_map(|table| self.rooms.get(table));
        let here = rooms.map(|room| room.table.rules().chip);
        let elsewhere = pool.outside.values().filter(|it| it.linked).map(|it| it.chip);
        match here.chain(elsewhere).all(|chip| price.is_whole(chip)) {
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
    pub(super) fn apply_terms_of(&mut self, number: PoolId, events: &mut Vec<Event>) {
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

    /// Tells whether a jackpot wager of a pool is in play, here or at a table elsewhere, or a table of it is not between
    /// rounds.
    fn is_played_for(&self, pool: &Pool) -> bool {
        let mut rooms = pool.tables.iter().filter_map(|table| self.rooms.get(table));
        let here = rooms.any(|room| !room.is_between_rounds() || room.has_jackpot_wagers());
        here || pool.outside.values().any(Outside::has_wagers_in_play)
    }

    /// Tells a table what its pool is, and staff that its sign says something else.
    pub(super) fn tell_link(&mut self, table: TableId, pool: PoolId, events: &mut Vec<Event>) {
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

    /// Denies to set a meter to something else, where that cannot be.
    fn check_adjust(
        &self,
        (number, level): (PoolId, Level),
        (before, after): (Cents, Cents),
        (why, reference): (Commitment, Commitment),
    ) -> Result<(), Denied> {
        let pool = self.pool_is(number, &[PoolState::Running, PoolState::Suspended])?;
        said_something(why, Reason::NoGrounds)?;
        check_reference(pool, reference)?;
        if level == Level::Mystery {
            return Err(denied(pool, |rules| rules.trigger, Reason::NobodyMay));
        }
        self.check_settled(pool)?;
        let shows = pool.reading(level, &self.ledger);
        if shows != before {
            return Err(Denied::of(Reason::MeterShows { amount: Amount(shows) }));
        }
        match after == before || after > Cents(Cents::CEILING.0 / 100) {
            true => Err(Denied::of(Reason::BadAmount)),
            false => Ok(()),
        }
    }

    /// Sets a meter to something else, under a reference of the Authority.
    fn adjust_meter(
        &mut self,
        (number, level): (PoolId, Level),
        (before, after): (Cents, Cents),
        (why, reference): (Commitment, Commitment),
        (said, events): (&Said, &mut Vec<Event>),
    ) {
        let (meter, top_up) =
            (Account::PoolMeter(number, level), Account::PoolTopUp(number, level));
        self.post(top_up, meter, after.saturating_sub(before), events);
        self.post(meter, top_up, before.saturating_sub(after), events);
        let change = PoolChange::Adjusted { level, before, after, why, reference };
        self.note_pool(number, change, (said, events));
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

    /// Denies that a pool takes no more wagers, and that another one of the same kind will get what it holds.
    fn check_retire(&self, pool: PoolId, heir: PoolId) -> Result<(), Denied> {
        // One that has not started may have inherited.
        let states = [PoolState::Approved, PoolState::Running, PoolState::Suspended];
        let retiring = self.pool_is(pool, &states)?;
        let inherits = self.pool_is(heir, &states)?;
        let alike = retiring.terms.prizes == inherits.terms.prizes && !inherits.play;
        if pool == heir || !alike || retiring.play {
            let reason = Reason::NotAGameOfPool { pool: heir };
            return Err(denied(retiring, |rules| rules.class, reason));
        }
        Ok(())
    }

    /// Denies the end of a pool that is played for, or of which the program has not looked who has won.
    fn check_close(&self, number: PoolId) -> Result<(), Denied> {
        let states = [PoolState::Draft, PoolState::Approved, PoolState::Retiring];
        let pool = self.pool_is(number, &states)?;
        self.check_settled(pool)?;
        let is_heir = |other: &Pool| {
            other.state == PoolState::Retiring && other.heir == Some(number) && pool.heir.is_none()
        };
        let holds = |level: &Level| !pool.reading(*level, &self.ledger).is_zero();
        if self.pools.iter().any(is_heir) || pool.heir.is_none() && Level::ALL.iter().any(holds) {
            let reason = Reason::PoolInherits { pool: number };
            return Err(denied(pool, |rules| rules.approval, reason));
        }
        if pool.mystery.as_ref().is_some_and(|draw| !draw.unseen.is_empty()) {
            let reason = Reason::TriggerUnseen { pool: number };
            return Err(denied(pool, |rules| rules.trigger, reason));
        }
        pool.tables.iter().try_for_each(|table| self.check_unlink(*table).map(drop))
    }

    /// Ends a pool: what its meters hold goes to the pool that inherits, and its tables are linked no more.
    fn close_pool(&mut self, number: PoolId, (said, events): (&Said, &mut Vec<Event>)) {
        let Some(pool) = self.pools.get(number) else { return };
        let (heir, tables) = (pool.heir, pool.tables.clone());
        for table in tables {
            let unlinked = self.unlink_table(table, events);
            unlinked.expect("a pool that nobody plays for lets its tables go");
        }
        match heir {
            Some(heir) => self.hand_down((number, heir), &Level::ALL, (said, events)),
            None => self.note_pool(number, PoolChange::Closed { moved: [0; 3] }, (said, events)),
        }
    }

    /// Moves what these meters hold to the pool that inherits; the other is over.
    fn hand_down(
        &mut self,
        (number, heir): (PoolId, PoolId),
        levels: &[Level],
        (said, events): (&Said, &mut Vec<Event>),
    ) {
        let (mut moved, mut inherited) = ([0; 3], [0; 3]);
        for level in levels {
            let (to, amount) = self.move_meter((number, heir), *level, events);
            moved[*level as usize] = amount.0;
            inherited[to as usize] += amount.0;
        }
        self.note_pool(number, PoolChange::Closed { moved }, (said, events));
        let change = PoolChange::Inherited { from: number, moved: inherited };
        self.note_pool(heir, change, (said, events));
    }

    /// What a correction has brought to a pool that is over goes on to the pool that has inherited from it.
    pub(super) fn pass_on(&mut self, events: &mut Vec<Event>) {
        let pools: BTreeSet<_> = events
            .iter()
            .filter_map(|event| match event {
                Event::Pool { pool, .. } => Some(*pool),
                _ => None,
            })
            .collect();
        for number in pools {
            let Some(pool) = self.pools.get(number).filter(|it| it.state == PoolState::Closed)
            else {
                continue;
            };
            let holds = |level: &Level| !pool.reading(*level, &self.ledger).is_zero();
            let levels: Vec<_> = Level::ALL.into_iter().filter(holds).collect();
            let Some(heir) = self.last_heir(pool).filter(|_| !levels.is_empty()) else { continue };
            self.hand_down((number, heir), &levels, (&Said::default(), events));
        }
    }

    /// Finds the pool that has inherited from another: its heir, or the heir of that if it is over, too.
    fn last_heir(&self, pool: &Pool) -> Option<PoolId> {
        let mut heir = self.pools.get(pool.heir?)?;
        // Nobody inherits from a pool that is over, so that no heir comes twice.
        while heir.state == PoolState::Closed {
            heir = self.pools.get(heir.heir?)?;
        }
        Some(heir.number)
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

/// Writes down an approval of the Authority.
fn approval((reference, date): (Commitment, &Day), by: Player) -> Approval {
    Approval { reference, date: String::from(*date).into(), by }
}

/// Makes sure that an approval of the Authority has a reference.
fn check_reference(pool: &Pool, reference: Commitment) -> Result<(), Denied> {
    match reference.says_something() {
        true => Ok(()),
        false => Err(denied(pool, |rules| rules.approval, Reason::BadReference)),
    }
}

/// Checks that terms make sense; what does not is denied by the clause on approved terms.
fn check_terms(terms: &Terms) -> Result<(), Denied> {
    terms.check().map_err(|reason| match terms.kind().and_then(Kind::jackpots) {
        Some(rules) => Denied::clause(rules.approval, reason),
        None => Denied::of(reason),
    })
}

/// Makes sure that words were said where they are wanted.
pub(super) fn said_something(words: Commitment, reason: Reason) -> Result<(), Denied> {
    match words.says_something() {
        true => Ok(()),
        false => Err(Denied::of(reason)),
    }
}
