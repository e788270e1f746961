//! A table that waits for the answer to a request, as those who look at it may know it.

use croupier_engine::Kind;
use croupier_floor::{Act, Floor, Request, Room};
use serde::Serialize;

use crate::Viewer;

/// The request that a table waits for: until it is answered nothing is played there.
#[derive(Clone, Debug, Serialize)]
pub struct HeldView {
    /// The number by which the request is approved or rejected.
    pub request: u32,
    /// The number of the round that it is about.
    pub round: u64,
    /// The clause by which somebody else has the say, where the order has one.
    pub clause: Option<String>,
    /// The roles that may agree.
    pub second: Vec<&'static str>,
    /// What whoever agrees must choose between about the wagers of those who cheated, where that is left open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forfeit: Vec<&'static str>,
    /// What only staff sees of it.
    #[serde(flatten)]
    pub staff: Option<HeldStaff>,
}

/// What staff sees of a request that holds a table.
#[derive(Clone, Debug, Serialize)]
pub struct HeldStaff {
    /// The name of who asked.
    pub by: String,
    /// What is to be done, with the reason that was given.
    pub act: Act,
}

/// Shows the request that a table waits for.
pub(crate) fn held(floor: &Floor, room: &Room, eye: Viewer) -> Option<HeldView> {
    let number = room.held?;
    let request = floor.requests.get(&number)?;
    let holds = request.holds.as_ref()?;
    let staff = || HeldStaff {
        by: floor.people.name(request.by).to_owned(),
        act: floor.people.written(&request.act, &request.said),
    };
    Some(HeldView {
        request: number,
        round: holds.round,
        clause: holds.clause.as_deref().map(str::to_owned),
        second: request.second.iter().map(|role| role.name()).collect(),
        forfeit: forfeit(floor, request),
        staff: match eye {
            Viewer::Staff => Some(staff()),
            Viewer::Player => None,
        },
    })
}

/// Lists what whoever agrees to a request must choose between about the wagers of those who cheated.
pub fn forfeit(floor: &Floor, request: &Request) -> Vec<&'static str> {
    floor.forfeits_to_choose(request).iter().map(|it| it.name()).collect()
}

/// A complaint as the person who made it sees it: what was decided and why, but not by whom.
#[derive(Clone, Debug, Serialize)]
pub struct OwnComplaint {
    /// The number by which people speak of it.
    pub complaint: u32,
    /// The table at which it happened.
    pub table: u32,
    /// The name of the game, as sheets have it.
    pub game: &'static str,
    /// What the person complains about, in words.
    pub what: String,
    /// When it was made, in milliseconds since 1970.
    pub at: u64,
    /// How far it has come.
    pub stage: &'static str,
    /// What was decided, in words: first, and on review.
    pub decisions: Vec<String>,
    /// The person may have it reviewed by somebody else now.
    pub reviewable: bool,
    /// When the person was told of the right to complain to an inspector, in milliseconds since 1970.
    pub told: Option<u64>,
    /// The clause by which complaints are decided and reviewed.
    pub clause: Option<&'static str>,
    /// The clause by which the person may complain to an inspector.
    pub inspector: Option<&'static str>,
}

/// Lists the complaints that a person has made, the newest first.
pub fn own_complaints(floor: &Floor, person: croupier_engine::Player) -> Vec<OwnComplaint> {
    let own = floor.complaints.iter().rev().filter(|complaint| complaint.person == person);
    let shown = own.map(|complaint| {
        let kind: Kind = complaint.kind;
        let pit = kind.house().pit;
        OwnComplaint {
            complaint: complaint.number,
            table: complaint.table.0,
            game: kind.name(),
            what: complaint.what.clone(),
            at: complaint.at,
            stage: complaint.stage.name(),
            decisions: complaint.decisions.iter().map(|(_, words)| words.clone()).collect(),
            reviewable: complaint.stage == croupier_floor::Stage::Decided,
            told: complaint.told.map(|(_, at)| at),
            clause: pit.complaint.map(|clause| clause.0),
            inspector: pit.complaint_ends.map(|clause| clause.0),
        }
    });
    shown.collect()
}
