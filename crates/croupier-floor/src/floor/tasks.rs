//! Tasks: which follow from what happened, which are over, and who says that one is done.

use croupier_engine::irregular::Deed;
use croupier_engine::{Clause, Kind, Player};
use croupier_sheet::happened::Settled;
use croupier_sheet::{Happened, Word};

use crate::TableId;
use crate::act::Act;
use crate::answer::{Change, Denied, Event, Instance};
use crate::floor::{CardSet, CardsAt, Floor, Stage};
use crate::ledger::Account;
use crate::naming::PersonId;
use crate::people::Role;
use crate::pool::{Level, PoolChange, PoolId, Source};
use crate::reason::Reason;
use crate::record::Recorded;
use crate::rights::rolls_dice;
use crate::room::Room;
use crate::said::Commitment;
use crate::task::{HOUSE_LIST, Receiver, Task, TaskEnd, ToDo};

/// A task that is to be made: in which list, about which table, what, by which clause.
pub(super) type Made = (TableId, Option<TableId>, ToDo, Option<Word>);

impl Floor {
    /// Makes the tasks that follow from what happened, and ends those that are over.
    pub(super) fn follow_up(&mut self, act: &Recorded, events: &mut Vec<Event>) {
        let mut made: Vec<Made> = Vec::new();
        events.iter().for_each(|event| self.tasks_of(event, &mut made));
        for (list, table, what, clause) in made {
            self.tasks.make(list, (table, what), clause, (self.now, events));
        }
        let mut tables: Vec<_> = events.iter().filter_map(Event::table).collect();
        tables.extend(act.table());
        tables.extend(self.tables_of_sets(events));
        tables.sort_unstable();
        tables.dedup();
        for table in tables {
            let (room, pools) = (self.rooms.get(&table), &self.pools);
            let counted = room.is_some_and(|room| self.is_counted(room));
            let is_counted = |what: &ToDo| counted && *what == ToDo::CheckCards;
            let is_due = |task: &Task| match room {
                Some(room) => room.is_due(&task.what, pools) && !is_counted(&task.what),
                // What went wrong is seen to even when the table has closed.
                None => matches!(task.what, ToDo::Measure { .. }),
            };
            self.tasks.end_those(table, is_due, events);
        }
        // What happens at one table alone changes nothing in the list of the house.
        if !matches!(act, Act::TableAct(_)) {
            let over = self.tasks.of_list(HOUSE_LIST).filter(|task| !self.is_due(task));
            let over: Vec<_> = over.map(|task| task.task).collect();
            for task in over {
                self.tasks.end((HOUSE_LIST, task), TaskEnd::Over, events);
            }
        }
    }

    /// Lists the tables at which sets of cards are of which something is told.
    fn tables_of_sets(&self, events: &[Event]) -> Vec<TableId> {
        let set = |event: &Event| match event {
            Event::Cards { set, .. } => self.cards.get(set),
            _ => None,
        };
        let at = events.iter().filter_map(set).filter_map(|set| match set.at {
            CardsAt::Table(table) => Some(table),
            CardsAt::Store | CardsAt::Retired => None,
        });
        at.collect()
    }

    /// Tells whether the cards at a table were counted, and are all there.
    fn is_counted(&self, room: &Room) -> bool {
        let set = room.set.and_then(|set| self.cards.get(&set));
        set.is_some_and(CardSet::is_checked)
    }

    /// Lists the tasks that follow from one event.
    fn tasks_of(&self, event: &Event, made: &mut Vec<Made>) {
        match event {
            Event::Game(table, Happened::Settled(line)) => {
                made.extend(self.task_of_notice(*table, line));
            }
            Event::Game(table, Happened::Measure { what, whom, clause, .. }) => {
                let noticed = self.notice_clause(*table).is_some_and(|known| *clause == known.0);
                if let Some(task) = ToDo::of_measure(*what, *whom).filter(|_| !noticed) {
                    made.push((*table, Some(*table), task, Some(clause.clone())));
                }
            }
            Event::Table { table, open: Some(_) } => self.tasks_of_opening(*table, made),
            Event::Promotion { promotion, change } => {
                made.extend(self.tasks_of_promotion(*promotion, change));
            }
            Event::Pool { pool, change } => made.extend(self.task_of_pool(*pool, change)),
            Event::Complaint { number, instance } => {
                made.extend(self.task_of_complaint(*number, instance));
            }
            Event::Person { person, change: Change::Excluded | Change::Barred { .. } } => {
                self.tasks_of_exclusion(*person, made);
            }
            _ => {}
        }
    }

    /// Names the clause by which a wager of a void round goes back with an error notice.
    fn notice_clause(&self, table: TableId) -> Option<Clause> {
        let rules = self.rooms.get(&table).and_then(|room| room.kind.jackpots());
        rules.map(|rules| rules.error_notice)
    }

    /// An error notice is completed, and goes into the drop box.
    fn task_of_notice(&self, table: TableId, line: &Settled<PersonId>) -> Option<Made> {
        let clause = self.notice_clause(table).filter(|clause| line.clause == clause.0)?;
        let notice = self.rooms.get(&table)?.error_notice(line);
        let task = ToDo::Measure { deed: Deed::DropBox, whom: None, notice };
        Some((table, Some(table), task, Some(clause.0.into())))
    }

    /// Lists what is to be checked before a table is played at, and whether its order can be read.
    fn tasks_of_opening(&self, table: TableId, made: &mut Vec<Made>) {
        let Some(room) = self.rooms.get(&table) else { return };
        let pit = room.kind.house().pit;
        for (item, clause) in room.unchecked_items() {
            let clause = Some(clause.0.into());
            made.push((table, Some(table), ToDo::Equipment { item: *item }, clause));
        }
        if let Some(clause) = pit.copy
            && !room.demo
            && !self.orders.contains_key(&room.kind)
        {
            let game = room.kind.name().into();
            made.push((HOUSE_LIST, None, ToDo::LoadOrder { game }, Some(clause.0.into())));
        }
    }

    /// A prize that was won is looked at by a second person before it is paid.
    fn task_of_pool(&self, pool: PoolId, change: &PoolChange) -> Option<Made> {
        let pool = self.pools.get(pool)?;
        let (award, from) = match change {
            PoolChange::Won { award, level: Level::Major | Level::Minor, from, .. } => {
                (*award, *from)
            }
            PoolChange::Recounted { award, .. } => {
                let known = pool.awards.get(award).filter(|award| award.verified.is_none())?;
                (*award, known.from)
            }
            _ => return None,
        };
        let Source::Table(table) = from else { return None };
        let rules = pool.terms.kind().and_then(Kind::jackpots).filter(|_| !pool.play)?;
        let task = ToDo::VerifyAward { award };
        Some((table, Some(table), task, Some(rules.hand_stays.0.into())))
    }

    fn task_of_complaint(&self, complaint: u32, instance: &Instance) -> Option<Made> {
        let known = self.complaints.iter().find(|it| it.number == complaint)?;
        let pit = known.kind.house().pit;
        let (what, clause) = match instance {
            Instance::Made { .. } => (ToDo::DecideComplaint { complaint }, pit.complaint),
            Instance::Decided { .. } => {
                (ToDo::TellDecision { complaint }, pit.complaint_ends.or(pit.complaint))
            }
            Instance::Review => (ToDo::ReviewComplaint { complaint }, pit.complaint),
            Instance::Told { .. } | Instance::Closed => return None,
        };
        Some((HOUSE_LIST, Some(known.table), what, clause.map(|clause| clause.0.into())))
    }

    /// Lists the tables at which somebody who may not play any more still is.
    fn tasks_of_exclusion(&self, player: Player, made: &mut Vec<Made>) {
        for room in self.rooms.values() {
            let pit = room.kind.house().pit;
            let clause = match self.people.get(player) {
                Some(person) if person.excluded => pit.exclude,
                Some(_) | None => pit.bar,
            };
            let task = ToDo::AskToLeave { player };
            if self.must_leave(room.id, player) {
                let clause = clause.map(|clause| clause.0.into());
                made.push((HOUSE_LIST, Some(room.id), task, clause));
            }
        }
    }

    /// Tells whether somebody who may not play any more is at a table.
    fn must_leave(&self, table: TableId, player: Player) -> bool {
        let (Some(room), Some(person)) = (self.rooms.get(&table), self.people.get(player)) else {
            return false;
        };
        let kept_out = person.excluded || person.barred.contains(&room.kind);
        let chips = [Account::Rack(table, player), Account::Felt(table, player)];
        let there = room.seat_of(player).is_some()
            || chips.into_iter().any(|account| !self.ledger.held(account).is_zero());
        kept_out && there
    }

    /// Tells whether a task of the house is still to be done.
    fn is_due(&self, task: &Task) -> bool {
        let stage = |number: u32| {
            self.complaints.iter().find(|it| it.number == number).map(|complaint| complaint.stage)
        };
        match &task.what {
            ToDo::AskToLeave { player } => {
                task.table.is_some_and(|table| self.must_leave(table, *player))
            }
            ToDo::DecideComplaint { complaint } => stage(*complaint) == Some(Stage::Made),
            ToDo::ReviewComplaint { complaint } => stage(*complaint) == Some(Stage::Review),
            ToDo::TellDecision { complaint } => {
                matches!(stage(*complaint), Some(Stage::Decided | Stage::Reviewed))
            }
            ToDo::LoadOrder { game } => !self.orders.keys().any(|kind| kind.name() == &**game),
            ToDo::DisplayLost { pool, display } => self.is_lost(*pool, *display),
            ToDo::OutsideGap { pool, outside } => {
                let pool = self.pools.get(*pool);
                let outside = pool.and_then(|pool| pool.outside.get(outside));
                outside.is_some_and(|outside| outside.gap && outside.linked)
            }
            ToDo::OutsideLies { pool, outside, number } => {
                let pool = self.pools.get(*pool);
                let outside = pool.and_then(|pool| pool.outside.get(outside));
                outside.is_some_and(|outside| outside.lies.contains(number) && outside.linked)
            }
            ToDo::ConfirmAward { .. }
            | ToDo::NotifyWinner { .. }
            | ToDo::TellRefusal { .. }
            | ToDo::DecideDispute { .. }
            | ToDo::CloseDispute { .. }
            | ToDo::PublishTerms { .. }
            | ToDo::TellInspectorate { .. } => self.is_due_for_promotion(&task.what),
            ToDo::Hold { .. }
            | ToDo::JackpotSign { .. }
            | ToDo::NoJackpotSign
            | ToDo::VerifyAward { .. }
            | ToDo::PayMystery { .. }
            | ToDo::MarkCarried { .. }
            | ToDo::SatOut { .. }
            | ToDo::GivesUp { .. }
            | ToDo::VariantSign { .. }
            | ToDo::Riffle
            | ToDo::DecideRiffle
            | ToDo::Call(_)
            | ToDo::SameOrNewCards
            | ToDo::CuttingCardEarly { .. }
            | ToDo::CheckCards
            | ToDo::Feed
            | ToDo::PutMarker { .. }
            | ToDo::TakeMarker { .. }
            | ToDo::PutOwnSign { .. }
            | ToDo::TakeOwnSign { .. }
            | ToDo::Measure { .. }
            | ToDo::Equipment { .. } => true,
        }
    }

    /// Names the roles that own a task: a boxperson only where dice are rolled, since the other orders know none.
    pub fn owners(&self, task: &Task) -> Vec<Role> {
        let room = task.table.and_then(|table| self.rooms.get(&table));
        let boxed = room.is_none_or(|room| rolls_dice(room.kind));
        let owners = task.what.owners().iter().copied();
        owners.filter(|role| boxed || *role != Role::Boxperson).collect()
    }

    /// Somebody who owns a task of a table says that it is done.
    pub(super) fn task_done(
        &mut self,
        by: Player,
        (list, number): (TableId, u32),
        words: Option<Commitment>,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let Some(task) = self.tasks.get(list, number).filter(|_| list != HOUSE_LIST) else {
            return Err(Denied::of(Reason::NoSuchTask { number }));
        };
        let owners = self.owners(task);
        if !owners.iter().any(|role| self.people.is(by, *role)) {
            return Err(Denied::of(Reason::TaskOfOthers { owners }));
        }
        let act = task.what.act();
        if act != "task-done" {
            return Err(Denied::of(Reason::TaskEndsWith { act: act.into() }));
        }
        let what = task.what.clone();
        self.tasks.end((list, number), TaskEnd::Done { by, words }, events);
        match what {
            // Of a table that only events are known of, nothing else is kept.
            _ if !self.rooms.contains_key(&list) => Ok(()),
            ToDo::PutOwnSign { player, on, .. } => self.at(list, events, |room, around| {
                room.own_sign_placed(player, &on, around);
                Ok(())
            }),
            ToDo::Equipment { item } => self.at(list, events, |room, _| {
                room.equipment_checked(item);
                Ok(())
            }),
            _ => Ok(()),
        }
    }

    /// Has a person held until an inspector or a police officer takes over.
    pub(super) fn detain(
        &mut self,
        name: PersonId,
        table: TableId,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let Some(clause) = self.room(table)?.kind.house().pit.detain else {
            return Err(Denied::of(Reason::NoSuchRule));
        };
        self.check_off_duty(name, table)?;
        let person = self.known(name)?;
        if self.held(person).is_some() {
            return Err(Denied::clause(clause, Reason::IsHeld));
        }
        let (task, clause) = (ToDo::Hold { person }, Some(clause.0.into()));
        self.tasks.make(HOUSE_LIST, (Some(table), task), clause, (self.now, events));
        Ok(())
    }

    /// A person who is held is handed over to an inspector or a police officer.
    pub(super) fn hand_over(
        &mut self,
        by: Player,
        name: PersonId,
        (to, words): (Receiver, Commitment),
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let person = self.known(name)?;
        let task = self.held(person).ok_or_else(|| Denied::of(Reason::IsNotHeld))?;
        self.tasks.end((HOUSE_LIST, task), TaskEnd::HandedOver { by, to, words }, events);
        Ok(())
    }

    /// Finds the task of holding a person.
    pub(super) fn held(&self, person: Player) -> Option<u32> {
        let mut tasks = self.tasks.of_list(HOUSE_LIST);
        tasks.find(|task| task.what == ToDo::Hold { person }).map(|task| task.task)
    }
}
