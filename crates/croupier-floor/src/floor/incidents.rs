//! Incidents that staff write down: what happened at a table, of which kind, about whom, and what forbids it.

use croupier_engine::game::Breach;

use crate::TableId;
use crate::answer::{Denied, Event};
use crate::floor::Floor;
use crate::naming::PersonId;
use crate::reason::Reason;

impl Floor {
    /// Writes down an incident under a number. One of a kind happened at a table whose order forbids that.
    pub(super) fn incident(
        &mut self,
        table: Option<TableId>,
        (kind, person): (Option<Breach>, Option<PersonId>),
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let Some(breach) = kind else {
            let number = self.number();
            events.push(Event::noted(number));
            return Ok(());
        };
        let table = table.ok_or_else(|| Denied::of(Reason::IncidentNeedsTable))?;
        let pit = self.room(table)?.kind.house().pit;
        let found = pit.breaches.iter().find(|(known, _)| *known == breach);
        let (_, clause) = *found.ok_or_else(|| Denied::of(Reason::NoSuchRule))?;
        let person = person.map(|person| self.known(person)).transpose()?;
        let plays = person.map(|person| self.people.plays(person));
        match (breach, plays) {
            (Breach::StaffAdvice, Some(true)) => {
                return Err(Denied::clause(clause, Reason::NotStaff));
            }
            // What is forbidden to people near a table is not to who works there.
            (Breach::ForbiddenDevice, Some(false)) => {
                return Err(Denied::clause(pit.on_duty.unwrap_or(clause), Reason::OnDuty));
            }
            (Breach::Advice | Breach::SideBet | Breach::CardsAway, Some(false)) => {
                return Err(Denied::clause(clause, Reason::NotAPlayer));
            }
            // A dealer must not let anybody handle cards, and so may be the one whom it is about.
            _ => {}
        }
        let (number, clause) = (self.number(), Some(clause.0.into()));
        events.push(Event::Noted { number, kind, person, clause });
        Ok(())
    }
}
