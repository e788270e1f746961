//! What the server adds to what the floor shows: numbers, clocks, the lobby, and what a person has.

use croupier_engine::Player;
use croupier_floor::{Dealing, Floor, Role};
use croupier_view::{JackpotView, View, Wealth};
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

/// A table as it is sent.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TableView {
    pub(crate) number: u64,
    pub(crate) driver: Driver,
    pub(crate) clock: TableClock,
    /// The keys that the table is committed to are lost: it waits until two people have given them up.
    pub(crate) key_lost: bool,
    /// The last results of the table are displayed: with play money always, else where the operator wants it.
    pub(crate) shows_results: bool,
    #[serde(flatten)]
    pub(crate) view: View,
}

/// Who runs a virtual table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Driver {
    /// The program, at its own pace.
    #[default]
    Program,
    /// A dealer, who says when the next thing happens.
    Dealer,
}

/// When the program will not wait any longer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct TableClock {
    /// For wagers.
    pub(crate) bets: Option<u64>,
    /// For a choice.
    pub(crate) choice: Option<u64>,
    /// For the cut.
    pub(crate) cut: Option<u64>,
    /// For opening words.
    pub(crate) words: Option<u64>,
}

/// Who somebody is, and what they have and may do.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Me {
    pub(crate) name: String,
    pub(crate) guest: bool,
    pub(crate) roles: Vec<&'static str>,
    /// Where the person begins: `tables`, `pit`, `cage` or `promotions`.
    pub(crate) home: &'static str,
    pub(crate) may: Vec<&'static str>,
    /// What of it the person may do only where dice are rolled.
    pub(crate) dice_only: Vec<&'static str>,
    #[serde(flatten)]
    pub(crate) wealth: Wealth,
}

impl Me {
    pub(crate) fn of(floor: &Floor, player: Player) -> Option<Self> {
        let person = floor.people.get(player)?;
        Some(Self {
            name: person.name.clone(),
            guest: person.roles.contains(&Role::Guest),
            roles: person.roles.iter().map(|role| role.name()).collect(),
            home: home(floor, player),
            may: croupier_view::may(floor, player),
            dice_only: croupier_view::dice_only(floor, player),
            wealth: croupier_view::wealth(floor, player),
        })
    }
}

/// Says where a person begins who has signed in.
fn home(floor: &Floor, player: Player) -> &'static str {
    let is = |role| floor.people.is(player, role);
    // Whoever has several roles begins at the tables they watch over.
    let elsewhere = [Role::Promotions, Role::Scrutineer].into_iter().any(is);
    let at_tables =
        Role::ALL.into_iter().any(|role| role.is_staff() && role != Role::Promotions && is(role));
    match (at_tables, elsewhere) {
        (true, _) => "pit",
        (false, true) => "promotions",
        (false, false) if is(Role::Cashier) => "cage",
        (false, false) => "tables",
    }
}

/// All tables at a glance.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Lobby {
    pub(crate) number: u64,
    pub(crate) now: u64,
    pub(crate) house: String,
    pub(crate) guests: bool,
    pub(crate) tables: Vec<LobbyTable>,
}

/// A table in the lobby.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LobbyTable {
    table: u32,
    name: String,
    game: &'static str,
    title: &'static str,
    demo: bool,
    dealing: Dealing,
    variant: Option<&'static str>,
    state: &'static str,
    seats: usize,
    taken: usize,
    min: u64,
    /// The most that may be wagered; `None` where the sign sets no maximum.
    max: Option<u64>,
    jackpot: Option<JackpotView>,
    round: u64,
}

impl LobbyTable {
    pub(crate) fn of(floor: &Floor, room: &croupier_floor::Room) -> Self {
        let rules = room.table.rules();
        let limit = rules.limit(croupier_engine::WagerId(0));
        let taken = room.seated().count();
        Self {
            table: room.id.0,
            name: room.name.clone(),
            game: room.kind.name(),
            title: room.kind.title(),
            demo: room.demo,
            dealing: room.dealing,
            variant: rules.variant.map(|variant| room.kind.house().variants[usize::from(variant)]),
            state: state(floor, room, taken),
            seats: room.seats.len(),
            taken,
            min: limit.min.0,
            max: limit.maximum().map(|max| max.0),
            jackpot: croupier_view::jackpot(room, floor),
            round: room.round,
        }
    }
}

fn state(floor: &Floor, room: &croupier_floor::Room, taken: usize) -> &'static str {
    use croupier_engine::Due;
    let due = room.table.expects().due;
    if room.closing.is_some_and(|at| at <= floor.now) {
        "closing"
    } else if room.held.is_some() || matches!(due, Due::Ruling(_) | Due::Check | Due::NewCards) {
        "waiting for a supervisor"
    } else if !room.is_between_rounds() {
        "dealing"
    } else if matches!(due, Due::Shuffle | Due::Burn) && taken > 0 {
        "shuffling"
    } else if room.has_wagers() {
        "betting"
    } else if taken > 0 {
        "open for wagers"
    } else {
        "waiting for players"
    }
}
