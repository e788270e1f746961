//! Four eyes are two people: whether two accounts may be in one hand, because one person alone made one of them or set
//! its password within the last day; and how a house begins, before anybody can be asked to agree.

#[cfg(test)]
mod search;

use std::collections::HashMap;

use croupier_engine::Player;

use crate::act::{Act, HouseAct};
use crate::answer::{ActResult, Answer, Change, Denied, Event};
use crate::floor::{Floor, Request};
use crate::naming::{NewName, PersonId};
use crate::people::Role;
use crate::reason::Reason;
use crate::record::Recorded;
use crate::said::Said;

/// For how long an account counts as that of who made it or set its password alone, in milliseconds: a day.
const LASTS: u64 = 24 * 60 * 60 * 1000;

/// An account that one other person alone has made, or has set the password of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MadeAlone {
    person: Player,
    by: Player,
    at: u64,
}

croupier_engine::stored! { struct MadeAlone { person, by, at } }

/// Who has a part in an act: who does it, or who asked for it and who agrees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parties {
    who: Player,
    asked: Option<Player>,
}

impl Floor {
    /// Names who has a part in an act. It is asked before the act is done, because the request is gone afterwards.
    pub(super) fn parties(&self, PersonId(who): PersonId, act: &Recorded) -> Parties {
        let asked = match act {
            Act::HouseAct(HouseAct::Approve { request, .. }) => self.requests.get(request),
            _ => None,
        };
        Parties { who, asked: asked.map(|request| request.by) }
    }

    /// Keeps in mind which accounts were made by one person alone, and ends the opening of the house with the first
    /// thing that is done there but to add people. What is denied changes nothing.
    pub(super) fn remember(&mut self, parties: Parties, act: &Recorded, answer: &Answer) {
        if let ActResult::Denied(_) = answer.verdict {
            return;
        }
        let opens = matches!(act, Act::HouseAct(HouseAct::AddPerson { .. }))
            && self.opening == Some(parties.who);
        if opens {
            return;
        }
        self.opening = None;
        for event in &answer.events {
            let Event::Person { person, change } = event else { continue };
            if is_own_founding(act) {
                self.opening = Some(*person);
            } else if let Some(by) = self.alone(*person, change, parties) {
                // Time does not go back, so that the oldest stands first.
                while self.made_alone.front().is_some_and(|made| made.ends() <= self.now) {
                    self.made_alone.pop_front();
                }
                self.made_alone.push_back(MadeAlone { person: *person, by, at: self.now });
            }
        }
    }

    /// Names the one other person who has given somebody an account, a password or roles, if no third agreed. The
    /// program is nobody: it hands out no passwords.
    fn alone(&self, person: Player, change: &Change, parties: Parties) -> Option<Player> {
        let Parties { who, asked } = parties;
        let took_part = who == person || asked == Some(person);
        let gives = match change {
            Change::Joined { .. } | Change::Password { .. } => true,
            // Roles give nobody a hold on the account of somebody who has a say in it.
            Change::Roles { .. } => !took_part,
            Change::WalkedIn { .. }
            | Change::Excluded
            | Change::Barred { .. }
            | Change::Readmitted => false,
        };
        let is_other = |by: &Player| {
            let known = self.people.get(*by).is_some_and(|it| !it.roles.contains(&Role::System));
            *by != person && known
        };
        let who = Some(who).filter(is_other);
        match (who, asked.filter(is_other)) {
            _ if !gives => None,
            (Some(one), Some(other)) if one != other => None,
            (one, other) => one.or(other),
        }
    }

    /// Makes sure that two people are two: that neither account was made or reset by the other person alone within a
    /// day, nor both by one and the same, nor in a longer chain.
    fn check_two_people(
        &self,
        asked: Player,
        agrees: Player,
        second: &[Role],
    ) -> Result<(), Denied> {
        let until = self.one_hand_until(asked, agrees);
        #[cfg(test)]
        let until = until.filter(|_| !search::are_any_two());
        match until {
            Some(until) => Err(Denied::of(Reason::NotTwoPeople { until, second: second.to_vec() })),
            None => Ok(()),
        }
    }

    /// Makes sure that whoever pays a prize of a meter is another person than who has verified it.
    pub(super) fn check_pays_second(&self, verified: Player, pays: Player) -> Result<(), Denied> {
        self.check_another(verified, pays, &[Role::Dealer])
    }

    /// Makes sure that whoever verifies a prize of a meter is another person than who has paid a part of it.
    pub(super) fn check_verifies_second(
        &self,
        paid: Player,
        verifies: Player,
    ) -> Result<(), Denied> {
        self.check_another(paid, verifies, &[Role::Supervisor])
    }

    fn check_another(&self, one: Player, other: Player, second: &[Role]) -> Result<(), Denied> {
        match one == other {
            true => Err(Denied::of(Reason::NeedsAnother)),
            false => self.check_two_people(one, other, second),
        }
    }

    /// Lists the accounts that were made alone within a day, the newest first.
    fn ties(&self) -> impl Iterator<Item = &MadeAlone> {
        self.made_alone.iter().rev().take_while(|made| made.ends() > self.now)
    }

    /// Says until when two accounts may be in one hand. Accounts are tied together from the newest tie to the oldest;
    /// the one that joins these two is the first of their chain to end.
    fn one_hand_until(&self, one: Player, other: Player) -> Option<u64> {
        let mut hands = Hands::default();
        self.ties().find_map(|made| {
            hands.join(made.person, made.by);
            (hands.of(one) == hands.of(other)).then_some(made.ends())
        })
    }

    /// Tells whether a person may agree to a request: somebody else than who asked, in one of the roles, and where two
    /// people are wanted a second one indeed. A question is answered by whoever could decide without it.
    ///
    /// # Errors
    /// Says why not.
    pub fn check_may_agree(&self, request: &Request, person: Player) -> Result<(), Denied> {
        let has_role = request.second.iter().any(|role| self.people.is(person, *role));
        if request.by == person || !has_role {
            return Err(Denied::of(Reason::NeedsAnother));
        }
        let wants_two = match self.right(request.by, &request.act) {
            Ok((right, _)) => !right.agreeing(self.kind_of(&request.act)).is_empty(),
            // What cannot be done is denied for its own reason.
            Err(_) => false,
        };
        match wants_two {
            true => self.check_two_people(request.by, person, &request.second),
            false => Ok(()),
        }
    }

    /// Tells whether somebody adds people to a house that is not open yet, and so has nobody to ask.
    pub(super) fn is_opened_by(&self, who: Player, act: &Recorded) -> bool {
        let adds = matches!(act, Act::HouseAct(HouseAct::AddPerson { .. }));
        #[cfg(test)]
        if search::is_done_alone(act) {
            return true;
        }
        adds && self.opening == Some(who)
    }

    /// Adds the first person of the house, who opens it: before there is a manager, anyone may become one. The program
    /// founds a house with two at once instead.
    pub(super) fn found_house(
        &mut self,
        act: &Recorded,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<ActResult, Denied> {
        match act {
            Act::HouseAct(HouseAct::AddPerson {
                name: name @ (NewName::Own(_) | NewName::Unfit),
                roles,
                password,
            }) if roles.contains(&Role::Manager) && !self.is_founded() => {
                self.add_person(*name, roles, *password, (said, events))?;
                Ok(ActResult::Done)
            }
            _ => Err(Denied::of(Reason::Stranger(String::new()))),
        }
    }

    /// Tells whether the house has a manager, so that nobody can found it again.
    pub(super) fn is_founded(&self) -> bool {
        self.people.iter().any(|(_, person)| person.roles.contains(&Role::Manager))
    }
}

impl MadeAlone {
    /// The clock was put right: the account counts as that person's for as long as before.
    pub(super) fn move_time(&mut self, moved: impl Fn(&mut u64)) {
        moved(&mut self.at);
    }

    const fn ends(&self) -> u64 {
        self.at.saturating_add(LASTS)
    }
}

/// Tells whether somebody adds themself, which only the first manager of a house does.
const fn is_own_founding(act: &Recorded) -> bool {
    matches!(act, Act::HouseAct(HouseAct::AddPerson { name: NewName::Own(_), .. }))
}

/// Accounts by the hand that they may be in.
#[derive(Default)]
struct Hands(HashMap<Player, Player>);

impl Hands {
    fn of(&self, mut person: Player) -> Player {
        while let Some(next) = self.0.get(&person) {
            person = *next;
        }
        person
    }

    fn join(&mut self, one: Player, other: Player) {
        let (one, other) = (self.of(one), self.of(other));
        if one != other {
            self.0.insert(one, other);
        }
    }
}
