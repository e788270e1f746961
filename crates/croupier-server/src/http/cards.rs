//! The register of card sets, for staff.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use croupier_floor::{CardSet, CardsAt, Floor};
use croupier_view::Viewer;
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{Answered, App};
use crate::problem::Problem;
use crate::sessions::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/cards", get(cards))
}

/// A set of cards as staff sees it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct SetOfCards {
    /// The number by which acts name it.
    set: u32,
    decks: u8,
    /// Colour and design of the backs.
    backs: String,
    /// It came shuffled, from the house or from its maker.
    pre_shuffled: bool,
    /// It came shuffled from its maker.
    angel: bool,
    /// It was checked since it was last at a table, and nothing was wrong.
    checked: bool,
    /// How many cards were counted at the last check, since it was last at a table.
    counted: Option<u16>,
    /// Who checked it.
    checked_by: Option<String>,
    /// With which deck-checking device.
    device: Option<String>,
    seal: Option<String>,
    keeper: String,
    /// The table at which it is.
    table: Option<u32>,
    retired: bool,
}

impl SetOfCards {
    fn of(set: &CardSet, floor: &Floor) -> Self {
        let name = |player| floor.people.name(player).to_owned();
        let check = set.check.as_ref();
        Self {
            set: set.number,
            decks: set.decks,
            backs: set.backs.clone(),
            pre_shuffled: set.pre_shuffled,
            angel: set.angel,
            checked: set.is_checked(),
            counted: check.map(|check| check.cards),
            checked_by: check.map(|check| name(check.by)),
            device: check.and_then(|check| check.device.clone()),
            seal: set.seal.clone(),
            keeper: name(set.keeper),
            table: match set.at {
                CardsAt::Table(table) => Some(table.0),
                CardsAt::Store | CardsAt::Retired => None,
            },
            retired: set.at == CardsAt::Retired,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Sets {
    number: u64,
    sets: Vec<SetOfCards>,
}

/// All sets of cards, with their checks, seals and keepers: for staff
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/cards", tag = "pit", responses(
    (status = 200, body = Sets), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn cards(State(app): State<App>, visitor: Visitor) -> Answered<Sets> {
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        if croupier_view::eye(floor, visitor.person) != Viewer::Staff {
            return Err(Problem::rights("the register of cards is for staff"));
        }
        Ok(floor.cards.values().map(|set| SetOfCards::of(set, floor)).collect())
    });
    let (number, sets) = asked.await?;
    Ok(Json(Sets { number, sets: sets? }))
}
