//! A file of entries of a promotion: read as it comes, and entered in acts of at most a thousand rows. Each act stands in
//! the journal under a key that is made of the request's key and of its first row, so that a file which is sent again
//! enters no row twice.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use axum::{Json, Router};
use croupier_floor::{
    Act, ActResult, Denied, Entered, MOST_AT_ONCE, PromotionAct, PromotionId, Recorded,
};
use croupier_journal::Reader;
use croupier_view::{order_of, words};
use http_body_util::BodyExt as _;
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::acts::key;
use super::given::Path;
use super::journal::reading;
use super::{Answered, App, promotions};
use crate::csv::CsvReader;
use crate::house::Asking;
use crate::once::{Begun, Keyed, Known};
use crate::problem::Problem;
use crate::sessions::Visitor;

/// The routes that take their time: a file of a million rows may come slowly.
pub(super) fn routes() -> Router<App> {
    let both = get(promotions::entries).post(upload);
    Router::new().route("/promotions/{promotion}/entries", both)
}

/// So many rows a file may have.
const MOST_ROWS: u32 = 1_000_000;
/// So many bytes a row may have.
const MOST_BYTES: usize = 1000;
/// So many refused rows are listed; all are counted.
const LISTED: usize = 1000;
/// After so long without a byte the file is given up.
const PATIENCE: Duration = Duration::from_secs(30);
/// So often a batch is looked at again, when somebody in it may not enter any more.
const TRIES: usize = 3;

#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Uploaded {
    /// How many rows were read.
    rows: u32,
    /// How many were entered now.
    entered: u32,
    /// How many were entered before, under the same key.
    before: u32,
    /// How many were refused.
    refused_rows: u32,
    /// The first of those, and why.
    refused: Vec<RefusedRow>,
    /// Where reading ended before the end of the file, and why.
    stopped: Option<RefusedRow>,
}

/// A row that was not entered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct RefusedRow {
    /// Its number; 1 is the first below the header.
    row: u32,
    /// Why.
    reason: String,
    /// The clause that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    clause: Option<String>,
    /// The game whose order it is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
}

impl RefusedRow {
    fn plain(row: u32, reason: impl Into<String>) -> Self {
        Self { row, reason: reason.into(), clause: None, game: None }
    }

    fn denied(row: u32, denied: &Denied) -> Self {
        let clause = denied.clause.as_deref().map(str::to_owned);
        Self { row, reason: words::denied(denied), clause, game: order_of(denied) }
    }
}

/// Enter the people of a file
///
/// The body is a table of comma-separated values with a header: `person` (the name of an account) or `name` (of anybody else), or
/// both, and `details`, which is added to a name. Rows are entered in acts of at most 1,000, as they come; a row that is refused is left
/// out and listed. The same file again under the same key enters no row twice, and goes on where it broke off.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/promotions/{promotion}/entries", tag = "promotions",
    request_body(content((String = "text/csv"), (String = "text/plain"))),
    params(("promotion" = u32, Path), ("X-Csrf-Token" = String, Header, description = "from /api/me"), ("Idempotency-Key" = String, Header, description = "any text, new for each file")), responses(
    (status = 200, body = Uploaded), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 404, body = Problem, content_type = "application/problem+json"), (status = 408, body = Problem, content_type = "application/problem+json"), (status = 409, body = Problem, content_type = "application/problem+json"), (status = 415, body = Problem, content_type = "application/problem+json"),
    (status = 422, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn upload(
    State(app): State<App>,
    visitor: Visitor,
    Path(promotion): Path<u32>,
    request: Request,
) -> Answered<Uploaded> {
    if !says_table(request.headers()) {
        let problem = Problem::bad_request("the header `Content-Type` must be `text/csv`");
        return Err(Problem { status: 415, ..problem });
    }
    let key = key(request.headers())?;
    let key = key.ok_or_else(|| {
        Problem::bad_request("a file of entries needs the header `Idempotency-Key`")
    })?;
    let permit = app.uploads.clone().try_acquire_owned();
    let permit = permit.map_err(|_| Problem::busy("another file of entries is being read"))?;
    check_open(&app, &visitor, promotion).await?;
    let (done, permit) = (Uploaded::default(), Arc::new(permit));
    let (columns, rows) = (None, Vec::new());
    let upload = Upload {
        app,
        visitor,
        promotion: PromotionId(promotion),
        key,
        permit,
        columns,
        rows,
        done,
    };
    upload.run(request.into_body()).await.map(Json)
}

/// Tells whether a request says that its body is a table.
fn says_table(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    ["text/csv", "text/plain"].iter().any(|known| kind.eq_ignore_ascii_case(known))
}

/// Makes sure, before anything is read, that this person may enter people, and that entries are open.
async fn check_open(app: &App, visitor: &Visitor, promotion: u32) -> Result<(), Problem> {
    let person = visitor.person;
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        if !croupier_view::may(floor, person).contains(&"enter-promotion") {
            return Err(Problem::rights("people are entered by those who run promotions"));
        }
        if floor.promotions.get(PromotionId(promotion)).is_none() {
            return Err(Problem::not_found(format!("there is no promotion {promotion}")));
        }
        let open = floor.sift_entrants(PromotionId(promotion), &[]);
        open.map(drop).map_err(|denied| Problem::refused(&denied))
    });
    asked.await?.1
}

/// Where the cells of a row are that say who it is.
#[derive(Clone, Copy, Debug, Default)]
struct Columns {
    count: usize,
    person: Option<usize>,
    name: Option<usize>,
    details: Option<usize>,
}

impl Columns {
    /// Reads the header.
    fn of(header: &[String]) -> Result<Self, String> {
        let mut columns = Self { count: header.len(), ..Self::default() };
        for (at, cell) in header.iter().enumerate() {
            // Some programs put a mark before the first character.
            let column = match cell.trim_start_matches('\u{feff}').trim() {
                "person" => &mut columns.person,
                "name" => &mut columns.name,
                "details" => &mut columns.details,
                other => {
                    return Err(format!(
                        "the header has a column {other:?}; it has `person`, `name` and `details`"
                    ));
                }
            };
            if column.replace(at).is_some() {
                return Err("the header names a column twice".to_owned());
            }
        }
        match columns.person.or(columns.name) {
            Some(_) => Ok(columns),
            None => Err("the header names neither `person` nor `name`".to_owned()),
        }
    }

    /// Reads who a row is about.
    fn entrant(self, row: &[String]) -> Result<Entered, &'static str> {
        if row.len() > self.count {
            return Err("the row has more cells than the header");
        }
        let cell = |at: Option<usize>| {
            let text = at.and_then(|at| row.get(at)).map_or("", |cell| cell.trim());
            (!text.is_empty()).then_some(text)
        };
        match (cell(self.person), cell(self.name), cell(self.details)) {
            (Some(person), None, None) => Ok(Entered::Person(person.to_owned())),
            (None, Some(name), None) => Ok(Entered::Named(name.to_owned())),
            (None, Some(name), Some(details)) => Ok(Entered::Named(format!("{name}, {details}"))),
            (Some(_), _, Some(_)) => Err("details go with a name, and not with an account"),
            (Some(_), Some(_), None) => {
                Err("the row names an account and a name; it is about one of them")
            }
            (None, None, _) => Err("the row names nobody"),
        }
    }
}

/// A row that is to be entered.
#[derive(Clone, Debug)]
struct Row {
    number: u32,
    entrant: Entered,
}

/// A file that is being read.
struct Upload {
    app: App,
    visitor: Visitor,
    promotion: PromotionId,
    key: String,
    permit: Arc<OwnedSemaphorePermit>,
    columns: Option<Columns>,
    /// The rows of the batch, without those that cannot be read.
    rows: Vec<Row>,
    done: Uploaded,
}

/// Why a file is not read any further.
enum End {
    /// Nothing was done, and whoever sent it is told so.
    Problem(Problem),
    /// The rows before this one stand.
    Stopped(RefusedRow),
}

impl From<Problem> for End {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl Upload {
    /// Reads the file to its end, or to where it cannot go on.
    async fn run(mut self, body: Body) -> Result<Uploaded, Problem> {
        let ended = match self.read(body).await {
            Ok(()) => self.enter().await,
            // What was read whole is entered before.
            Err(End::Stopped(row)) => self.enter().await.and(Err(End::Stopped(row))),
            Err(problem) => Err(problem),
        };
        match ended {
            Ok(()) => {}
            Err(End::Stopped(row)) => self.done.stopped = Some(row),
            Err(End::Problem(problem)) if self.done.entered + self.done.before == 0 => {
                return Err(problem);
            }
            Err(End::Problem(problem)) => {
                let row = self.rows.first().map_or(self.done.rows, |row| row.number);
                self.done.stopped = Some(RefusedRow::plain(row, problem.detail));
            }
        }
        Ok(self.done)
    }

    async fn read(&mut self, mut body: Body) -> Result<(), End> {
        let mut reader = CsvReader::new(MOST_BYTES);
        loop {
            let frame = tokio::time::timeout(PATIENCE, body.frame()).await;
            let Ok(frame) = frame else {
                let problem = Problem::bad_request("the file did not come to its end");
                return Err(Problem { status: 408, ..problem }.into());
            };
            let Some(frame) = frame else { break };
            let frame = frame.map_err(|_| Problem::bad_request("the file broke off"))?;
            let Ok(bytes) = frame.into_data() else { continue };
            for byte in bytes {
                let row = reader.take(byte).map_err(|fault| self.unreadable(fault.words()))?;
                if let Some(row) = row {
                    self.take(&row).await?;
                }
            }
        }
        let last = reader.end().map_err(|fault| self.unreadable(fault.words()))?;
        match last {
            Some(row) => self.take(&row).await,
            None if self.columns.is_none() => Err(self.unreadable("the file has no header")),
            None => Ok(()),
        }
    }

    /// The next row cannot be read; without a header nothing was done.
    fn unreadable(&self, why: &str) -> End {
        match self.columns {
            None => End::Problem(Problem { status: 422, ..Problem::bad_request(why) }),
            Some(_) => End::Stopped(RefusedRow::plain(self.done.rows + 1, why)),
        }
    }

    /// Takes a row, and enters the batch when it is whole.
    async fn take(&mut self, cells: &[String]) -> Result<(), End> {
        let Some(columns) = self.columns else {
            let columns = Columns::of(cells).map_err(|why| self.unreadable(&why))?;
            self.columns = Some(columns);
            return Ok(());
        };
        if self.done.rows == MOST_ROWS {
            return Err(self.unreadable("a file has at most 1,000,000 rows"));
        }
        self.done.rows += 1;
        let number = self.done.rows;
        match columns.entrant(cells) {
            Ok(entrant) => self.rows.push(Row { number, entrant }),
            Err(why) => self.refuse(RefusedRow::plain(number, why)),
        }
        match number as usize % MOST_AT_ONCE == 0 {
            true => self.enter().await,
            false => Ok(()),
        }
    }

    fn refuse(&mut self, row: RefusedRow) {
        self.done.refused_rows += 1;
        if self.done.refused.len() < LISTED {
            self.done.refused.push(row);
        }
    }

    /// Enters the rows of the batch that were not entered before.
    async fn enter(&mut self) -> Result<(), End> {
        self.skip_entered().await?;
        for tried in 1..=TRIES {
            self.sift().await?;
            let Some(denied) = self.enter_runs().await? else { return Ok(()) };
            // Somebody may not enter any more who could a moment ago: the others are looked at again.
            if tried == TRIES {
                let row = self.rows.first().map_or(self.done.rows, |row| row.number);
                return Err(End::Stopped(RefusedRow::denied(row, &denied)));
            }
        }
        Ok(())
    }

    /// Leaves out those rows that were entered before under the same key.
    async fn skip_entered(&mut self) -> Result<(), End> {
        let mut at = 0;
        while let Some(row) = self.rows.get(at) {
            let once = &self.app.house.shared.once;
            let looked_up = once.keyed(&self.visitor, &self.key_of(row.number), "");
            let Some(number) = once.number_of(looked_up) else {
                at += 1;
                continue;
            };
            let Some((keyed, count)) = self.entered_by(number, looked_up).await? else {
                at += 1;
                continue;
            };
            let run = self.rows.get(at..at + count).map(|run| self.keyed(run));
            if run != Some(keyed) {
                return Err(Problem::other_request().into());
            }
            self.rows.drain(at..at + count);
            self.done.before += count as u32;
        }
        Ok(())
    }

    /// Returns under which key an entry of the journal stands and how many people it entered; nothing if it is not ours.
    async fn entered_by(
        &self,
        number: u64,
        looked_up: Keyed,
    ) -> Result<Option<(Keyed, usize)>, Problem> {
        let who = self.visitor.person.0;
        let read = reading(&self.app, move |path| {
            let record = Reader::open(path)?.entries(number - 1).next().transpose()?;
            Ok(record.filter(|record| record.number == number && record.chained.entry.who == who))
        });
        let Some(record) = read.await? else { return Ok(None) };
        let entry = record.chained.entry;
        let keyed = Keyed::read(&entry.key).filter(|keyed| keyed.same_key(looked_up));
        let (Some(keyed), Ok(act)) = (keyed, Recorded::read(&entry.body)) else { return Ok(None) };
        match act {
            Act::PromotionAct(PromotionAct::EnterPromotion { entrants, .. }) => {
                Ok(Some((keyed, entrants.len())))
            }
            _ => Ok(None),
        }
    }

    /// The key of the act that begins with a row.
    fn key_of(&self, row: u32) -> String {
        format!("{} row {row} of promotion {}", self.key, self.promotion.0)
    }

    fn keyed(&self, run: &[Row]) -> Keyed {
        let first = run.first().map_or(0, |row| row.number);
        let entrants: Vec<_> = run.iter().map(|row| (row.number, &row.entrant)).collect();
        let request = serde_json::to_string(&entrants).unwrap_or_default();
        self.app.house.shared.once.keyed(&self.visitor, &self.key_of(first), &request)
    }

    /// Takes those out of the batch whom the floor would not let enter.
    async fn sift(&mut self) -> Result<(), End> {
        let entrants: Vec<_> = self.rows.iter().map(|row| row.entrant.clone()).collect();
        let promotion = self.promotion;
        let asked = self
            .app
            .house
            .ask(move |floor_thread| floor_thread.floor().sift_entrants(promotion, &entrants));
        let row = self.rows.first().map_or(self.done.rows, |row| row.number);
        let closed = |denied: Denied| End::Stopped(RefusedRow::denied(row, &denied));
        let denied = asked.await?.1.map_err(closed)?;
        let mut kept = Vec::new();
        for (row, denied) in std::mem::take(&mut self.rows).into_iter().zip(denied) {
            match denied {
                Some(denied) => self.refuse(RefusedRow::denied(row.number, &denied)),
                None => kept.push(row),
            }
        }
        self.rows = kept;
        Ok(())
    }

    /// Enters the rows of the batch, those that follow each other in one act; what the floor has denied is left in it.
    async fn enter_runs(&mut self) -> Result<Option<Denied>, End> {
        while let Some(first) = self.rows.first().map(|row| row.number) {
            let follow = self.rows.iter().zip(first..).take_while(|(row, at)| row.number == *at);
            let count = follow.count();
            let run = &self.rows[..count];
            let entrants = run.iter().map(|row| row.entrant.clone()).collect();
            let (promotion, row) = (self.promotion, Some(first));
            let act = PromotionAct::EnterPromotion { promotion, entrants, row };
            let saved = self.act(Act::PromotionAct(act), self.keyed(run)).await?;
            if let ActResult::Denied(denied) = saved {
                return Ok(Some(denied));
            }
            self.rows.drain(..count);
            self.done.entered += count as u32;
        }
        Ok(None)
    }

    /// Does an act to its end, whether or not whoever sent the file waits for it: so long no other file is read.
    async fn act(&self, act: Act, keyed: Keyed) -> Result<ActResult, Problem> {
        let once = &self.app.house.shared.once;
        match once.begin(keyed) {
            Known::New | Known::Stands(_) => {}
            Known::Answered(_) | Known::Doing(_) | Known::Other => {
                return Err(Problem::other_request());
            }
        }
        let begun = Begun::new(once, keyed);
        let (app, who) = (self.app.clone(), self.visitor.name.clone());
        let permit = Arc::clone(&self.permit);
        let work = tokio::spawn(async move {
            let (key, from, password) = (keyed.bytes(), None, None);
            let outcome = app.house.act_of(Asking { who: &who, act, key, from, password }).await;
            begun.end(&outcome);
            drop(permit);
            outcome
        });
        let outcome = work.await.unwrap_or_else(|_| Err(Problem::internal()));
        outcome.map(|saved| saved.verdict)
    }
}
