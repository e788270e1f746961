//! Complaints: from the first instance to the review to the inspector.

use croupier_engine::{Clause, Kind, Player};

use crate::TableId;
use crate::answer::{Denied, Event, Instance};
use crate::floor::Floor;
use crate::naming::PersonId;
use crate::people::Role;
use crate::reason::Reason;
use crate::said::{Commitment, Said};

/// A complaint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The number by which people speak of it.
    pub number: u32,
    /// The person who complains.
    pub person: Player,
    /// The table at which it happened.
    pub table: TableId,
    /// The game whose order says how complaints go.
    pub kind: Kind,
    /// What the person complains about, in words.
    pub what: String,
    /// When it was made, in milliseconds since 1970.
    pub at: u64,
    /// How far it has come.
    pub stage: Stage,
    /// What was decided, and by whom.
    pub decisions: Vec<(Player, String)>,
    /// Who told the person of the right to complain to an inspector, and when, in milliseconds since 1970.
    pub told: Option<(Player, u64)>,
}

croupier_engine::stored! {
    struct Complaint {
        number, person, table, kind, what, at, stage, decisions, told,
    }
}

/// How far a complaint has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It waits for a first decision.
    Made,
    /// It is decided in the first instance.
    Decided,
    /// It waits for a review.
    Review,
    /// It is decided on review.
    Reviewed,
    /// The person was told of the complaint to an inspector.
    Closed,
}

croupier_engine::stored! {
    enum Stage {
        0 = Made, 1 = Decided, 2 = Review, 3 = Reviewed, 4 = Closed,
    }
}

impl Stage {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Made => "made",
            Self::Decided => "decided",
            Self::Review => "review",
            Self::Reviewed => "reviewed",
            Self::Closed => "closed",
        }
    }
}

impl Floor {
    /// A person complains of what happened at a table where they played, or staff take the complaint of anybody.
    pub(super) fn complain(
        &mut self,
        by: Player,
        (table, person): (TableId, PersonId),
        what: Commitment,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let (kind, person) = (self.room(table)?.kind, self.known(person)?);
        let clause = complaint_clause(kind)?;
        if by == person && !self.room(table)?.knows(person, &self.ledger) {
            return Err(Denied::clause(clause, Reason::WasNotThere));
        }
        let number = self.number();
        let instance = Instance::Made { person, table, game: kind.name().into(), what };
        self.note(Event::Complaint { number, instance }, said, events);
        events.push(Event::noted(number));
        Ok(())
    }

    /// Decides a complaint; the table of rights says who may, and another person, not of lower rank, reviews.
    pub(super) fn decide(
        &mut self,
        (by, number): (Player, u32),
        decision: Commitment,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        self.may_decide(by, self.complaint(number)?)?;
        let instance = Instance::Decided { by, decision };
        self.note(Event::Complaint { number, instance }, said, events);
        Ok(())
    }

    /// Checks that a person with the right to could decide a complaint now.
    ///
    /// # Errors
    /// Denied where it is decided, and where another person must review it.
    pub fn may_decide(&self, by: Player, complaint: &Complaint) -> Result<(), Denied> {
        let clause = complaint_clause(complaint.kind)?;
        // Nobody decides the own complaint.
        if by == complaint.person {
            return Err(Denied::clause(clause, Reason::NeedsAnother));
        }
        let reviews = |(who, _): &(Player, String)| self.reviews(by, *who);
        match complaint.stage {
            Stage::Review if !complaint.decisions.iter().all(reviews) => {
                Err(Denied::clause(clause, Reason::AnotherReviews))
            }
            Stage::Decided | Stage::Reviewed | Stage::Closed => {
                Err(Denied::clause(clause, Reason::Decided))
            }
            Stage::Made | Stage::Review => Ok(()),
        }
    }

    /// Tells whether a person may review what another decided: not the own decision, nor that of a higher rank. A
    /// boxperson supervises the game as a gaming supervisor does; a gaming manager is above both.
    fn reviews(&self, by: Player, decided: Player) -> bool {
        let is_manager = |who| self.people.is(who, Role::Manager);
        by != decided && (is_manager(by) || !is_manager(decided))
    }

    /// The person, or staff for the person, asks for a review.
    pub(super) fn ask_review(
        &mut self,
        number: u32,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let complaint = self.complaint(number)?;
        let clause = complaint_clause(complaint.kind)?;
        if complaint.stage != Stage::Decided {
            return Err(Denied::clause(clause, Reason::NoFirstDecision));
        }
        let instance = Instance::Review;
        self.note(Event::Complaint { number, instance }, &Said::default(), events);
        Ok(())
    }

    /// Closes a complaint for the house, and notes who told the person of the complaint to an inspector.
    pub(super) fn end(
        &mut self,
        (by, number): (Player, u32),
        told: bool,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let complaint = self.complaint(number)?;
        let clause = complaint_clause(complaint.kind)?;
        let clause = complaint.kind.house().pit.complaint_ends.unwrap_or(clause);
        if !matches!(complaint.stage, Stage::Decided | Stage::Reviewed) {
            return Err(Denied::clause(clause, Reason::NotDecided));
        }
        if !told {
            return Err(Denied::clause(clause, Reason::SayOfInspector));
        }
        let instance = Instance::Told { by };
        self.note(Event::Complaint { number, instance }, &Said::default(), events);
        let instance = Instance::Closed;
        self.note(Event::Complaint { number, instance }, &Said::default(), events);
        events.push(Event::noted(number));
        Ok(())
    }

    pub(super) fn complaint(&self, number: u32) -> Result<&Complaint, Denied> {
        let found = self.complaints.iter().find(|complaint| complaint.number == number);
        found.ok_or_else(|| Denied::of(Reason::NoSuchComplaint { number }))
    }
}

/// Names the clause by which people complain, or refuses where the order has none.
fn complaint_clause(kind: Kind) -> Result<Clause, Denied> {
    let house = kind.house();
    house.pit.complaint.ok_or_else(|| Denied::no_rule(house.means))
}
