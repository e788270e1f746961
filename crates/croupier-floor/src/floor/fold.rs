//! What followed from an act taken over without deciding it again: people, requests, complaints, money, and which
//! tables are open. So a journal that was decided by other rules than those of this build still leads to its
//! balances and its registers.
//!
//! What cannot be taken over is the inside of a table: its cards, its wagers as the game knows them, its sign.
//! Only the edition of the rules that decided them knows these.

use croupier_engine::{Kind, Player};

use crate::TableId;
use crate::act::Dealing;
use crate::answer::{Answer, Change, Event, Instance, Opened};
use crate::floor::{Complaint, Floor, Request, Stage};
use crate::naming::PersonId;
use crate::promotion::{LegalRule, PointsRate};
use crate::record::Recorded;
use crate::room::Room;
use crate::said::Said;

/// A table of which only what followed is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldedTable {
    /// What was said when it opened.
    pub opened: Opened,
    /// Who sits where.
    pub seats: Vec<Option<Player>>,
    /// The number of the round that is on, or comes next.
    pub round: u64,
}

croupier_engine::stored! { struct FoldedTable { opened, seats, round } }

impl FoldedTable {
    fn new(opened: Opened) -> Self {
        Self { seats: vec![None; usize::from(opened.seats)], opened, round: 1 }
    }

    /// Returns what of a table could be folded as well.
    pub fn of(room: &Room) -> Self {
        let seats = room.seats.iter().map(|seat| seat.map(|seat| seat.player)).collect();
        Self { opened: Opened::of(room), seats, round: room.round }
    }
}

impl Opened {
    pub(crate) fn of(room: &Room) -> Self {
        Self {
            name: room.name.clone(),
            game: room.kind.name().into(),
            dealing: room.dealing,
            seats: room.seats.len() as u8,
            demo: room.demo,
        }
    }

    /// Tells whether the program deals.
    pub fn is_virtual(&self) -> bool {
        self.dealing == Dealing::Virtual
    }
}

impl Floor {
    /// Takes over what followed from an act, without deciding it. Tables that are open become
    /// `folded`, and stay so until they close.
    ///
    /// # Errors
    /// Says what in the answer cannot be: the floor is of no use then.
    pub fn fold(
        &mut self,
        at: u64,
        (who, act): (PersonId, &Recorded),
        answer: &Answer,
        said: &Said,
    ) -> Result<(), String> {
        self.now = self.now.max(at);
        let parties = self.parties(who, act);
        for (table, room) in std::mem::take(&mut self.rooms) {
            self.folded.insert(table, FoldedTable::of(&room));
        }
        for event in &answer.events {
            match event {
                Event::Asked { request, by, second, holds } => {
                    let (act, said) = (act.clone(), said.only(&act.commitments()));
                    let (by, at, second, holds) = (*by, self.now, second.clone(), holds.clone());
                    self.requests.insert(*request, Request { by, at, act, said, second, holds });
                    self.numbers = self.numbers.max(*request);
                }
                Event::Posted(posting) => self.ledger.try_post(*posting)?,
                Event::Table { table, open: Some(opened) } => {
                    self.folded.insert(*table, FoldedTable::new(opened.clone()));
                }
                Event::Table { table, open: None } => {
                    let closed = self.folded.remove(table);
                    closed.ok_or_else(|| format!("table {} closes, and is not open", table.0))?;
                }
                Event::Round { table, number } => self.folded(*table)?.round = *number,
                Event::Seat { table, seat, player } => {
                    let at = usize::from(*seat).checked_sub(1);
                    let seats = &mut self.folded(*table)?.seats;
                    let place = at.and_then(|at| seats.get_mut(at));
                    *place.ok_or_else(|| format!("there is no seat {seat}"))? = *player;
                }
                Event::Noted { number, .. } => self.numbers = self.numbers.max(*number),
                event => self.apply(event, said)?,
            }
        }
        self.remember(parties, act, answer);
        Ok(())
    }

    fn folded(&mut self, table: TableId) -> Result<&mut FoldedTable, String> {
        self.folded.get_mut(&table).ok_or_else(|| format!("table {} is not open", table.0))
    }

    /// Does what an event says of people, requests and complaints, whoever decided it: this is the one place
    /// where they change.
    ///
    /// # Errors
    /// Says what in the event cannot be.
    pub(super) fn apply(&mut self, event: &Event, said: &Said) -> Result<(), String> {
        match event {
            Event::Person { person, change } => self.change(*person, change, said),
            Event::Complaint { number, instance } => {
                self.complaint_goes_on(*number, instance, said)
            }
            Event::Cards { set, change } => self.cards_change(*set, change, said),
            Event::Voucher { number, change } => self.voucher_changes(*number, change, said),
            Event::Pool { pool, change } => self.pools.take_over(*pool, change, (self.now, said)),
            Event::Promotion { promotion, change } => {
                self.promotions.take_over(*promotion, change, (self.now, said))
            }
            Event::Law { switch, allowed, from, source, by } => {
                let (allowed, source, by) = (*allowed, said.text(*source), *by);
                self.promotions.law.set(*switch, *from, LegalRule { allowed, source, by });
                Ok(())
            }
            Event::Prescribed { item, source } => {
                self.promotions.prescribed.push((said.text(*item), said.text(*source)));
                Ok(())
            }
            Event::Points { cents, from, source, by } => {
                let rate = PointsRate { cents: *cents, source: said.text(*source), by: *by };
                self.promotions.points.set(*from, rate);
                Ok(())
            }
            Event::Answered { request } | Event::Fell { request } => self.end_request(*request),
            Event::Task(_) | Event::TaskEnded { .. } => self.tasks.take_over(event),
            Event::Clock { was, now } => {
                self.move_time(*was, *now);
                Ok(())
            }
            Event::Order { game, sha256 } => {
                // An order of a game that this build does not have is read by nobody here.
                self.orders.extend(Kind::named(game).map(|kind| (kind, sha256.to_string())));
                Ok(())
            }
            Event::Posted(_)
            | Event::Asked { .. }
            | Event::Table { .. }
            | Event::Round { .. }
            | Event::Seat { .. }
            | Event::Noted { .. }
            | Event::Game(..)
            | Event::Sign { .. }
            | Event::Notice { .. }
            | Event::Variant { .. }
            | Event::Withdrawn { .. }
            | Event::Prompt { .. }
            | Event::CutOffered { .. }
            | Event::ShuffleBegun { .. }
            | Event::WasCut { .. }
            | Event::CutLapsed { .. }
            | Event::BurnProved { .. }
            | Event::Proved { .. }
            | Event::KeyLost { .. }
            | Event::Words { .. }
            | Event::BettingClosed { .. } => Ok(()),
        }
    }

    fn change(&mut self, person: Player, change: &Change, said: &Said) -> Result<(), String> {
        if let Change::Joined { .. } | Change::WalkedIn { .. } = change {
            let next = self.people.next();
            if person != next {
                return Err(format!("person {} comes, where {} is next", person.0, next.0));
            }
        }
        match change {
            Change::Joined { name, roles } => {
                self.people.add(said.get(*name), roles.iter().copied().collect());
                return Ok(());
            }
            Change::WalkedIn { name, .. } => {
                self.people.add_walk_in(name.and_then(|name| said.get(name)));
                return Ok(());
            }
            Change::Roles { .. }
            | Change::Password { .. }
            | Change::Excluded
            | Change::Barred { .. }
            | Change::Readmitted => {}
        }
        let known = self.people.get_mut(person);
        let known = known.ok_or_else(|| format!("there is no person {}", person.0))?;
        match change {
            Change::Joined { .. } | Change::WalkedIn { .. } => {}
            Change::Roles { roles } => known.roles = roles.iter().copied().collect(),
            Change::Password { password } => {
                known.password = said.get(*password).map(str::to_owned);
                known.walk_in = false;
            }
            Change::Excluded => known.excluded = true,
            // A game that this build does not have is one that nobody plays here.
            Change::Barred { game } => known.barred.extend(Kind::named(game)),
            Change::Readmitted => {
                known.excluded = false;
                known.barred.clear();
            }
        }
        Ok(())
    }

    fn complaint_goes_on(
        &mut self,
        number: u32,
        instance: &Instance,
        said: &Said,
    ) -> Result<(), String> {
        if let Instance::Made { person, table, game, what } = instance {
            let kind = Kind::named(game).ok_or_else(|| format!("there is no game {game}"))?;
            self.complaints.push(Complaint {
                number,
                person: *person,
                table: *table,
                kind,
                what: said.text(*what),
                at: self.now,
                stage: Stage::Made,
                decisions: Vec::new(),
                told: None,
            });
            return Ok(());
        }
        let now = self.now;
        let known = self.complaints.iter_mut().find(|complaint| complaint.number == number);
        let known = known.ok_or_else(|| format!("there is no complaint {number}"))?;
        match instance {
            Instance::Made { .. } => {}
            Instance::Decided { by, decision } => {
                known.stage =
                    if known.stage == Stage::Made { Stage::Decided } else { Stage::Reviewed };
                known.decisions.push((*by, said.text(*decision)));
            }
            Instance::Review => known.stage = Stage::Review,
            Instance::Told { by } => known.told = Some((*by, now)),
            Instance::Closed => known.stage = Stage::Closed,
        }
        Ok(())
    }
}
