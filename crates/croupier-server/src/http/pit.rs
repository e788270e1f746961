//! The pit: all tables for those who watch over them, people, and reports.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use croupier_floor::{Account, Act, ActResult, Floor, HouseAct, Recorded, Role, TableId};
use croupier_house::report::{
    About, Asked, GamingDay, NoReport, Page, PlayedSoFar, Report, entries_between, report_with,
};
use croupier_journal::Reader;
use croupier_view::{PromotionEye, TaskView, Viewer, words};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::{IntoParams, ToSchema};

use super::given::{Path, Query};
use super::promotions::hide_private;
use super::visitor::check_guest_act;
use super::{Answered, App};
use crate::dto::{LobbyTable, TableView};
use crate::house_time::Clocks;
use crate::problem::Problem;
use crate::sessions::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/pit", get(pit))
        .route("/tasks", get(tasks))
        .route("/people", get(people))
        .route("/statement", get(statement))
        .route("/complaints", get(own_complaints))
        .route("/reports/{about}", get(report))
}

/// Figures of the tables are worked out at most so often, in milliseconds.
const OFTEN: u64 = 15_000;

/// The figures of all tables as they were last worked out.
#[derive(Default)]
pub(crate) struct Figures {
    last: Mutex<Option<(u64, Arc<Report>)>>,
    working: tokio::sync::Mutex<()>,
}

impl Figures {
    fn last(&self) -> Option<(u64, Arc<Report>)> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Tells whether figures of some time ago are new enough.
const fn is_new(at: u64, now: u64) -> bool {
    now < at + OFTEN
}

#[derive(Serialize)]
struct PitTable {
    #[serde(flatten)]
    lobby: LobbyTable,
    view: TableView,
    float: i64,
    drop: i64,
    on_layout: u64,
}

#[derive(Serialize)]
pub(super) struct Waiting {
    request: u32,
    by: String,
    at: u64,
    act: Act,
    second: Vec<&'static str>,
    /// The table that waits for the answer, if it is about a step of a game.
    table: Option<u32>,
    /// The round that it is about.
    round: Option<u64>,
    /// The clause by which somebody else has the say.
    clause: Option<String>,
    /// What whoever agrees must choose between about the wagers of those who cheated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    forfeit: Vec<&'static str>,
    /// Whoever looks may agree.
    yours: bool,
    /// Why whoever looks may not agree, although the role would allow it.
    #[serde(skip_serializing_if = "Option::is_none")]
    why_not: Option<String>,
    /// The names of those who may agree.
    agree: Vec<String>,
}

#[derive(Serialize)]
struct Complained {
    complaint: u32,
    table: u32,
    person: String,
    what: String,
    stage: &'static str,
    /// What was decided, and by whom: first, and on review.
    decisions: Vec<String>,
    at: u64,
    /// It is about a table with dice, whose boxperson is a supervisor.
    dice: bool,
    /// Whoever looks could decide it now, with the right to.
    decides: bool,
}

#[derive(Serialize)]
pub(super) struct Pit {
    number: u64,
    now: u64,
    /// What the clocks say, and whether the machine's is doubted.
    clocks: Clocks,
    tables: Vec<PitTable>,
    requests: Vec<Waiting>,
    complaints: Vec<Complained>,
    /// What staff must do, at all tables and for the house.
    tasks: Vec<TaskView>,
    cage: i64,
    cage_cash: i64,
    /// The gaming day that it is now.
    gaming_day: String,
    /// The report on all tables, no older than a quarter of a minute.
    figures: Option<Arc<Report>>,
}

/// All tables for staff: states, requests, complaints, and what was won
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/pit", tag = "pit", responses(
    (status = 200, body = Object), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn pit(State(app): State<App>, visitor: Visitor) -> Answered<Pit> {
    let person = visitor.person;
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        let staff = croupier_view::eye(floor, person) == Viewer::Staff;
        if !staff && !floor.people.is(person, Role::Cashier) {
            return Err(Problem::rights("the pit is for staff"));
        }
        // Cashiers see what waits for them, and the cage; tables are not theirs.
        let tables = floor.rooms.values().filter(|_| staff).filter_map(|room| {
            let view = floor_thread.view(room.id, Viewer::Staff)?;
            let mut on_layout = 0;
            room.table.each_standing(|wager| on_layout += wager.stake.0 + wager.excess.0);
            Some(PitTable {
                lobby: LobbyTable::of(floor, room),
                view,
                float: floor.ledger.balance(Account::Float(room.id)),
                drop: floor.ledger.balance(Account::DropBox(room.id)),
                on_layout,
            })
        });
        let tables = tables.collect();
        let cage = [Account::Cage, Account::CageCash].map(|it| floor.ledger.balance(it));
        let complaints = if staff { complaints(floor, person) } else { Vec::new() };
        let tasks = if staff { croupier_view::tasks::all(floor) } else { Vec::new() };
        let clocks = floor_thread.clocks();
        Ok((staff, tables, (requests(floor, person, |_| true), complaints, tasks), (cage, clocks)))
    });
    let (number, told) = asked.await?;
    let (staff, tables, (requests, complaints, tasks), ([cage, cage_cash], clocks)) = told?;
    let figures = if staff { figures(&app, app.house.shared.clock.elapsed()).await } else { None };
    let now = clocks.house;
    let gaming_day = GamingDay::name(app.house.shared.config.gaming_day.of(now));
    Ok(Json(Pit {
        number,
        now,
        clocks,
        tables,
        requests,
        complaints,
        tasks,
        cage,
        cage_cash,
        gaming_day,
        figures,
    }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct OwnTasks {
    number: u64,
    now: u64,
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    tasks: Vec<TaskView>,
}

/// What I must do: the open tasks of my roles
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/tasks", tag = "pit", responses(
    (status = 200, body = OwnTasks), (status = 401, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn tasks(State(app): State<App>, visitor: Visitor) -> Answered<OwnTasks> {
    let person = visitor.person;
    let asked = app
        .house
        .ask(move |floor_thread| croupier_view::tasks::own(floor_thread.floor(), person))
        .await?;
    let (number, tasks) = asked;
    Ok(Json(OwnTasks { number, now: app.house.shared.time.now(), tasks }))
}

/// Lists what waits for a second person, of acts that somebody asks about.
pub(super) fn requests(
    floor: &Floor,
    person: croupier_engine::Player,
    about: impl Fn(&Recorded) -> bool,
) -> Vec<Waiting> {
    let asked = floor.requests.iter().filter(|(_, waiting)| about(&waiting.act));
    let all = asked.map(|(&request, waiting)| {
        let may = |person| floor.check_may_agree(waiting, person);
        let has_role = |person| waiting.second.iter().any(|role| floor.people.is(person, *role));
        let others = || floor.people.iter().filter(|&(other, _)| has_role(other));
        let mut act = floor.people.written(&waiting.act, &waiting.said).without_password();
        hide_private(&mut act, floor, person);
        let (yours, other) = (may(person), waiting.by != person && has_role(person));
        Waiting {
            request,
            by: floor.people.name(waiting.by).to_owned(),
            at: waiting.at,
            act,
            second: waiting.second.iter().map(|role| role.name()).collect(),
            table: waiting.holds.as_ref().map(|holds| holds.table.0),
            round: waiting.holds.as_ref().map(|holds| holds.round),
            clause: waiting.holds.as_ref().and_then(|it| it.clause.as_deref().map(str::to_owned)),
            forfeit: croupier_view::forfeit(floor, waiting),
            yours: yours.is_ok(),
            why_not: yours.err().filter(|_| other).map(|denied| words::denied(&denied)),
            agree: others()
                .filter(|&(other, _)| may(other).is_ok())
                .map(|(_, person)| person.name.clone())
                .collect(),
        }
    });
    all.collect()
}

fn complaints(floor: &Floor, person: croupier_engine::Player) -> Vec<Complained> {
    let all = floor.complaints.iter().map(|complaint| Complained {
        complaint: complaint.number,
        table: complaint.table.0,
        person: floor.people.name(complaint.person).to_owned(),
        what: complaint.what.clone(),
        stage: complaint.stage.name(),
        decisions: complaint
            .decisions
            .iter()
            .map(|(who, words)| format!("{words} ({})", floor.people.name(*who)))
            .collect(),
        at: complaint.at,
        dice: complaint.kind.house().cards.is_none(),
        decides: floor.may_decide(person, complaint).is_ok(),
    });
    all.collect()
}

/// Returns the figures of the tables. Those that are not new any more are shown while others are worked out:
/// exact odds may take a while, and the pit waits for nothing.
async fn figures(app: &App, now: u64) -> Option<Arc<Report>> {
    let work = work_out(app.clone(), now);
    match app.pit.last() {
        None => work.await,
        Some((at, last)) => {
            if !is_new(at, now) {
                tokio::spawn(work);
            }
            Some(last)
        }
    }
}

/// Works the figures of the tables out, one request for all who wait for them.
async fn work_out(app: App, now: u64) -> Option<Arc<Report>> {
    let _alone = app.pit.working.lock().await;
    if let Some((at, last)) = app.pit.last()
        && is_new(at, now)
    {
        return Some(last);
    }
    let asked = Asked { about: About::Table, table: None, from: None, to: None, page: None };
    let report = Arc::new(computed(&app, asked, None).await.ok()?);
    let kept = &app.pit.last;
    *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, Arc::clone(&report)));
    Some(report)
}

/// From when on, and before when, entries count.
type Times = (Option<u64>, Option<u64>);

/// Works a report out, on a thread where it holds nobody up.
async fn computed(app: &App, asked: Asked, times: Option<Times>) -> Result<Report, Problem> {
    let permit = app.reading.clone().acquire_owned().await.map_err(|_| Problem::internal())?;
    let path = app.house.shared.config.journal.clone();
    let is_enough = times.is_none() && PlayedSoFar::is_enough_for(&asked);
    let known = app.house.ask(move |floor_thread| {
        let so_far = is_enough.then(|| floor_thread.played_so_far());
        (floor_thread.snapshot_keys(), so_far)
    });
    let (keys, so_far) = known.await?.1;
    let work = tokio::task::spawn_blocking(move || {
        let reader = Reader::open(&path)?;
        let mut asked = asked;
        if let Some(times) = times {
            (asked.from, asked.to) = entries_between(&reader, times)?;
        }
        let counted = so_far.map(|so_far| so_far.report(&reader, &asked)).transpose()?.flatten();
        let report = match counted {
            Some(report) => report,
            None => report_with(&reader, &keys, &asked, |_| ())?,
        };
        drop(permit);
        Ok::<_, NoReport>(report)
    });
    match work.await.map_err(|_| Problem::internal())? {
        Ok(report) => Ok(report),
        Err(NoReport::Asked(what)) => Err(Problem::not_found(what)),
        Err(NoReport::Stop(stop)) => {
            tracing::error!(%stop, "a report could not be worked out");
            Err(Problem::internal())
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct PersonShown {
    name: String,
    roles: Vec<&'static str>,
    excluded: bool,
    has_password: bool,
    purse: u64,
    tokens: u64,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Everyone {
    people: Vec<PersonShown>,
}

/// Everyone: for managers, supervisors, cashiers and dealers, who must know whom they serve
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/people", tag = "pit", responses(
    (status = 200, body = Everyone), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn people(State(app): State<App>, visitor: Visitor) -> Answered<Everyone> {
    let person = visitor.person;
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        let may = [Role::Manager, Role::Supervisor, Role::Cashier, Role::Dealer, Role::Boxperson];
        if !may.into_iter().any(|role| floor.people.is(person, role)) {
            return Err(Problem::rights("who is who is for those who run the house"));
        }
        let people = floor.people.iter().filter(|(_, person)| {
            !person.roles.contains(&Role::System) && !person.roles.contains(&Role::Guest)
        });
        let people = people.map(|(player, person)| PersonShown {
            name: person.name.clone(),
            roles: person.roles.iter().map(|role| role.name()).collect(),
            excluded: person.excluded,
            has_password: person.password.is_some(),
            purse: floor.ledger.held(Account::Purse(player)).0,
            tokens: floor.tokens_of(player, None).0,
        });
        Ok(people.collect())
    });
    Ok(Json(Everyone { people: asked.await?.1? }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Complaints {
    /// What the person complained about, the newest first, with what was decided.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    complaints: Vec<croupier_view::OwnComplaint>,
}

/// My own complaints, with what was decided
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/complaints", tag = "people", responses(
    (status = 200, body = Complaints), (status = 401, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn own_complaints(
    State(app): State<App>,
    visitor: Visitor,
) -> Answered<Complaints> {
    let person = visitor.person;
    let asked = app.house.ask(move |thread| croupier_view::own_complaints(thread.floor(), person));
    Ok(Json(Complaints { complaints: asked.await?.1 }))
}

/// The lines of so many entries are on a page of a list, unless fewer are asked for.
const PAGE: u64 = 500;

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[serde(deny_unknown_fields)]
pub(super) struct StatementPage {
    /// Only lines of entries before this one.
    before: Option<u64>,
    /// The lines of so many entries at most, the newest; 500 are the most.
    limit: Option<u64>,
}

/// My own statement, with a page of its lines, the newest last
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/statement", tag = "people", params(StatementPage), responses(
    (status = 200, body = Object), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn statement(
    State(app): State<App>,
    visitor: Visitor,
    Query(asked): Query<StatementPage>,
) -> Answered<Report> {
    // Others read the journal too: statements are worked out one at a time.
    let waiting = app.statements.clone().acquire_owned();
    let waited = tokio::time::timeout(std::time::Duration::from_secs(10), waiting).await;
    let Ok(Ok(_one)) = waited else {
        return Err(Problem::busy("many want their statements now"));
    };
    // A guest may have the name of one who is gone, whose play is nobody's business.
    let from = visitor.guest().map(|guest| guest.since);
    let entries = asked.limit.unwrap_or(PAGE).clamp(1, PAGE) as usize;
    let (about, page) = (About::Statement(visitor.name), Page { before: asked.before, entries });
    let asked = Asked { about, table: None, from, to: None, page: Some(page) };
    computed(&app, asked, None).await.map(Json)
}

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[serde(deny_unknown_fields)]
pub(super) struct Range {
    /// One table.
    table: Option<u32>,
    /// The first entry that counts.
    from: Option<u64>,
    /// The last entry that counts.
    to: Option<u64>,
    /// Only this gaming day, such as 2026-11-18.
    day: Option<String>,
    /// Only from this time on, in milliseconds since 1970.
    since: Option<u64>,
    /// Only before this time, in milliseconds since 1970.
    until: Option<u64>,
    /// Whose statement.
    name: Option<String>,
    /// Of a list, only lines of entries before this one; of vouchers, only those with smaller numbers.
    before: Option<u64>,
    /// Of a list, the lines of so many entries at most, the newest; 500 are the most.
    limit: Option<u64>,
}

/// Records that somebody looks, which is refused to who may not.
pub(super) async fn look(app: &App, visitor: &Visitor, what: String) -> Result<(), Problem> {
    // What is refused is recorded, too.
    check_guest_act(app, visitor)?;
    let done = app.house.act(&visitor.name, Act::HouseAct(HouseAct::Look { what })).await?;
    match &done.verdict {
        ActResult::Denied(denied) => Err(Problem::denied(denied, None, done.number)),
        ActResult::Done | ActResult::Waits { .. } => Ok(()),
    }
}

impl Range {
    /// Returns the times between which entries count, if that is asked for. Entries are chosen by their numbers or by their times.
    fn times(&self, days: GamingDay) -> Result<Option<Times>, Problem> {
        let by_time = (self.since, self.until);
        let is_by_time = by_time != (None, None);
        let is_by_number = self.from.is_some() || self.to.is_some();
        match &self.day {
            None if is_by_time && is_by_number => {
                Err(Problem::bad_request("give from= and to=, or since= and until=, not both"))
            }
            None => Ok(is_by_time.then_some(by_time)),
            Some(_) if is_by_time || is_by_number => {
                Err(Problem::bad_request("give day= alone, or other bounds without it"))
            }
            Some(name) => {
                let day = GamingDay::named(name).ok_or_else(|| {
                    Problem::bad_request(format!("{name:?} is no date: it looks like 2026-11-18"))
                })?;
                let (begins, ends) = days.bounds(day);
                Ok(Some((Some(begins), Some(ends))))
            }
        }
    }
}

/// A report: table, wagers, hours, statement, incidents, privileged, tasks, ledger, cards, vouchers, pools or promotions; lists come in pages
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/reports/{about}", tag = "pit", params(("about" = String, Path), Range), responses(
    (status = 200, body = Object), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn report(
    State(app): State<App>,
    visitor: Visitor,
    Path(about): Path<String>,
    Query(range): Query<Range>,
) -> Answered<Report> {
    let days = app.house.shared.config.gaming_day;
    let what = match (about.as_str(), &range.name) {
        ("table", _) => About::Table,
        ("wagers", _) => About::Wagers,
        ("hours", _) => About::Hours(days),
        ("statement", Some(name)) => About::Statement(name.clone()),
        ("statement", None) => return Err(Problem::bad_request("whose statement? name=")),
        ("incidents", _) => About::Incidents,
        ("privileged", _) => About::Privileged,
        ("tasks", _) => About::Tasks,
        ("ledger", _) => About::Ledger,
        ("cards", _) => About::Cards,
        ("vouchers", _) => About::Vouchers,
        ("pools", _) => About::Pools,
        ("promotions", _) => About::Promotions,
        _ => return Err(Problem::not_found(format!("there is no report {about:?}"))),
    };
    let times = range.times(days)?;
    look(&app, &visitor, format!("report: {about}")).await?;
    let Range { table, from, to, before, limit, .. } = range;
    let page = Some(Page { before, entries: limit.unwrap_or(PAGE).clamp(1, PAGE) as usize });
    let asked = Asked { about: what, table: table.map(TableId), from, to, page };
    let report = computed(&app, asked, times).await?;
    let person = visitor.person;
    let asked = app.house.ask(move |thread| PromotionEye::of(thread.floor(), person).claims);
    Ok(Json(if asked.await?.1 { report } else { report.without_claimants() }))
}
