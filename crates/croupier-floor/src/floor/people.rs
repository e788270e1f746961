//! People become known to the house, and something changes about them.

use std::collections::BTreeSet;

use croupier_engine::{Cents, Player};

use crate::TableId;
use crate::act::HouseAct;
use crate::answer::{Change, Denied, Event};
use crate::floor::Floor;
use crate::ledger::Account;
use crate::naming::{NewName, PersonId};
use crate::people::Role;
use crate::reason::Reason;
use crate::said::{Commitment, Said};

/// What a guest gets.
const PLAY_MONEY: Cents = Cents(100_000);

impl Floor {
    /// A guest gets play money, or as much more as brings what is left back to where it began.
    pub(super) fn guest(
        &mut self,
        name: NewName,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let player = match name {
            NewName::Taken(PersonId(player)) if self.people.is(player, Role::Guest) => player,
            name => self.insert_person(name, BTreeSet::from([Role::Guest]), said, events)?,
        };
        let held = |account| self.ledger.held(account);
        let at = |&table| held(Account::Rack(table, player)) + held(Account::Felt(table, player));
        let has = self.rooms.keys().map(at).fold(held(Account::Purse(player)), |sum, it| sum + it);
        let more = PLAY_MONEY.saturating_sub(has);
        self.post(Account::PlayMint, Account::Purse(player), more, events);
        Ok(())
    }

    /// Denies measures against who works here, and against inspectors: what is forbidden to players is not to them.
    pub(super) fn check_off_duty(&self, name: PersonId, table: TableId) -> Result<(), Denied> {
        let person = self.known(name)?;
        let on_duty = self.rooms.get(&table).and_then(|room| room.kind.house().pit.on_duty);
        match (self.people.plays(person), on_duty) {
            (true, _) => Ok(()),
            (false, Some(clause)) => Err(Denied::clause(clause, Reason::OnDuty)),
            (false, None) => Err(Denied::of(Reason::OnDuty)),
        }
    }

    pub(super) fn add_person(
        &mut self,
        name: NewName,
        roles: &[Role],
        password: Option<Commitment>,
        (said, events): (&Said, &mut Vec<Event>),
    ) -> Result<(), Denied> {
        let roles = self.roles(roles)?;
        let person = self.insert_person(name, roles, said, events)?;
        if let Some(password) = password {
            let change = Change::Password { password };
            self.note(Event::Person { person, change }, said, events);
        }
        Ok(())
    }

    /// Denies what cannot be done about people, before anybody is asked to agree to it and before anything is done.
    pub(super) fn check_person_act(&self, act: &HouseAct<PersonId>) -> Result<(), Denied> {
        match act {
            HouseAct::Found { .. } if self.is_founded() => Err(Denied::of(Reason::IsFounded)),
            HouseAct::Found { managers: [one, other] } => {
                free_name(one.name)?;
                free_name(other.name).map(drop)
            }
            HouseAct::AddPerson { name, roles, .. } => {
                self.roles(roles)?;
                free_name(*name).map(drop)
            }
            HouseAct::SetRoles { name, roles } => {
                let (roles, person) = (self.roles(roles)?, self.known(*name)?);
                match self.people.is(person, Role::Guest) {
                    true => Err(Denied::of(Reason::StaysGuest)),
                    false if roles.contains(&Role::Player) => Ok(()),
                    false => self.check_plays_nowhere(person),
                }
            }
            HouseAct::SetPassword { name, .. } => self.known(*name).map(drop),
            _ => Ok(()),
        }
    }

    /// Denies what would make staff of somebody who is playing: staff neither wager nor sit.
    fn check_plays_nowhere(&self, person: Player) -> Result<(), Denied> {
        self.rooms.values().try_for_each(|room| match room.seat_of(person) {
            _ if room.has_wagers_of(person) => Err(Denied::of(Reason::OwnWagersStand)),
            Some(_) => Err(Denied::of(Reason::HasSeat)),
            None => Ok(()),
        })
    }

    fn insert_person(
        &mut self,
        name: NewName,
        roles: BTreeSet<Role>,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<Player, Denied> {
        let name = free_name(name)?;
        let person = self.people.next();
        let change = Change::Joined { name, roles: roles.into_iter().collect() };
        self.note(Event::Person { person, change }, said, events);
        Ok(person)
    }

    /// Changes something about a person whom the house knows.
    pub(super) fn change_person(
        &mut self,
        person: PersonId,
        change: Change,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let person = self.known(person)?;
        self.note(Event::Person { person, change }, said, events);
        Ok(())
    }

    /// Checks roles: inspectors, scrutineers and players have no part in running the house, and nobody is the program.
    pub(super) fn roles(&self, roles: &[Role]) -> Result<BTreeSet<Role>, Denied> {
        let roles: BTreeSet<_> = roles.iter().copied().collect();
        if roles.contains(&Role::System) {
            return Err(Denied::of(Reason::IsProgram));
        }
        if roles.contains(&Role::Guest) {
            return Err(Denied::of(Reason::GuestsComeThemselves));
        }
        let apart = [Role::Inspector, Role::Player, Role::Scrutineer];
        if roles.len() > 1 && apart.iter().any(|role| roles.contains(role)) {
            return Err(Denied::of(Reason::RolesApart));
        }
        match roles.is_empty() {
            true => Err(Denied::of(Reason::NoRole)),
            false => Ok(roles),
        }
    }
}

/// Returns what stands for a name that somebody can get.
fn free_name(name: NewName) -> Result<Commitment, Denied> {
    match name {
        NewName::Fresh(name) | NewName::Own(name) => Ok(name),
        NewName::Taken(_) => Err(Denied::of(Reason::NameTaken)),
        NewName::Unfit => Err(Denied::of(Reason::BadName)),
    }
}
