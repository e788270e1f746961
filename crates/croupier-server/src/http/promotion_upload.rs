//! A file of entries of a promotion. Two people have admitted it by its SHA-256; it is put aside as it comes, compared with
//! that, and entered in acts of at most a thousand rows. The floor takes each row once, so that a file which is sent again
//! goes on where it broke off.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use axum::{Json, Router};
use croupier_floor::{
    Act, ActResult, Denied, Entered, MOST_AT_ONCE, PromotionAct, PromotionId, hex,
};
use croupier_view::{order_of, words};
use serde::{Deserialize, Serialize};
use tokio::sync::OwnedSemaphorePermit;
#[cfg(feature = "openapi")]
use utoipa::{IntoParams, ToSchema};

use super::given::{Path, Query};
use super::spool::{Row, Spool};
use super::{Answered, App, promotions};
use crate::house::Asking;
use crate::problem::Problem;
use crate::sessions::Visitor;

/// The routes that take their time: a file of a million rows may come slowly.
pub(super) fn routes() -> Router<App> {
    let both = get(promotions::entries).post(upload);
    Router::new().route("/promotions/{promotion}/entries", both)
}

/// So many refused rows are listed; all are counted.
const LISTED: usize = 1000;
/// So often a batch is looked at again, when somebody in it may not enter any more.
const TRIES: usize = 3;

/// What is done with a file.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// Nothing is entered: the answer says what the file is, so that it can be admitted.
    #[serde(default)]
    look: bool,
}

#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Uploaded {
    /// The SHA-256 of the file, by which two people admit it.
    sha256: String,
    /// How many rows it has below its header.
    rows: u32,
    /// The number under which it was admitted.
    file: Option<u32>,
    /// How many rows were passed before: they were entered, or refused and followed by one that was.
    before: u32,
    /// How many were entered now.
    entered: u32,
    /// How many were refused now.
    refused_rows: u32,
    /// The first of those, and why.
    refused: Vec<RefusedRow>,
    /// Where entering ended before the end of the file, and why.
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
/// both, and `details`, which is added to a name. Two people have admitted the file by its SHA-256 before (`admit-file`); `?look=true` says what that is and
/// enters nothing. Rows are entered in acts of at most 1,000; a row that is refused is left out and listed. The same file again enters no row twice,
/// and goes on where it broke off.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/promotions/{promotion}/entries", tag = "promotions",
    request_body(content((String = "text/csv"), (String = "text/plain"))),
    params(("promotion" = u32, Path), Wanted, ("X-Csrf-Token" = String, Header, description = "from /api/me")), responses(
    (status = 200, body = Uploaded), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 404, body = Problem, content_type = "application/problem+json"), (status = 408, body = Problem, content_type = "application/problem+json"), (status = 409, body = Problem, content_type = "application/problem+json"), (status = 413, body = Problem, content_type = "application/problem+json"),
    (status = 415, body = Problem, content_type = "application/problem+json"), (status = 422, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn upload(
    State(app): State<App>,
    visitor: Visitor,
    Path(promotion): Path<u32>,
    Query(Wanted { look }): Query<Wanted>,
    request: Request,
) -> Answered<Uploaded> {
    if !says_table(request.headers()) {
        let problem = Problem::bad_request("the header `Content-Type` must be `text/csv`");
        return Err(Problem { status: 415, ..problem });
    }
    check_open(&app, &visitor, promotion).await?;
    let permit = app.uploads.clone().try_acquire_owned();
    let permit = permit.map_err(|_| Problem::busy("another file of entries is being read"))?;
    let spool = Spool::take(&app.house.shared.config.journal, request.into_body()).await?;
    let (sha256, rows) = (hex(&spool.sha256), spool.rows);
    let promotion = PromotionId(promotion);
    let admitted = admitted(&app, promotion, spool.sha256).await?;
    let file = admitted.map(|(file, _, _)| file);
    let done = Uploaded { sha256, rows, file, ..Uploaded::default() };
    let (file, next) = match admitted {
        _ if look => return Ok(Json(done)),
        Some((file, next, counted)) if counted == rows => (file, next),
        Some((_, _, counted)) => {
            let why = format!("the file was admitted with {counted} rows, and has {rows}");
            return Err(Problem { status: 422, ..Problem::bad_request(why) });
        }
        None => {
            let why =
                format!("two people must admit the file first, by its SHA-256 {}", done.sha256);
            return Err(Problem { status: 422, ..Problem::bad_request(why) });
        }
    };
    let permit = Arc::new(permit);
    let upload = Upload { app, visitor, promotion, file, permit, rows: Vec::new(), done };
    upload.run(spool, next).await.map(Json)
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

/// Finds a file by its hash: its number, its next row, and how many it was admitted with.
async fn admitted(
    app: &App,
    promotion: PromotionId,
    sha256: [u8; 32],
) -> Result<Option<(u32, u32, u32)>, Problem> {
    let asked = app.house.ask(move |floor_thread| {
        let known = floor_thread.floor().promotions.get(promotion)?;
        let mut files = (1..).zip(known.entries.files());
        let found = files.find(|(_, file)| file.sha256 == sha256);
        found.map(|(number, file)| (number, file.next, file.rows))
    });
    Ok(asked.await?.1)
}

/// A file that is being entered.
struct Upload {
    app: App,
    visitor: Visitor,
    promotion: PromotionId,
    file: u32,
    permit: Arc<OwnedSemaphorePermit>,
    /// The rows of the batch that are still to be entered.
    rows: Vec<(u32, Entered)>,
    done: Uploaded,
}

/// Why a file is not entered any further.
enum End {
    /// Something other than the rules is in the way.
    Problem(Problem),
    /// The rules let this row enter no more.
    Stopped(RefusedRow),
}

impl From<Problem> for End {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl Upload {
    /// Enters the file from a row on, to its end or to where it cannot go on.
    async fn run(mut self, spool: Spool, next: u32) -> Result<Uploaded, Problem> {
        self.done.before = next - 1;
        let mut batches = spool.batches(next, MOST_AT_ONCE);
        while let Some(batch) = batches.recv().await {
            match self.enter(batch).await {
                Ok(()) => {}
                Err(End::Stopped(row)) => {
                    self.done.stopped = Some(row);
                    break;
                }
                Err(End::Problem(problem)) if self.done.entered == 0 => return Err(problem),
                Err(End::Problem(problem)) => {
                    self.done.stopped = Some(RefusedRow::plain(self.first(), problem.detail));
                    break;
                }
            }
        }
        Ok(self.done)
    }

    /// The first row that was not entered.
    fn first(&self) -> u32 {
        self.rows.first().map_or(self.done.rows, |(row, _)| *row)
    }

    fn refuse(&mut self, row: RefusedRow) {
        self.done.refused_rows += 1;
        if self.done.refused.len() < LISTED {
            self.done.refused.push(row);
        }
    }

    /// Enters a batch of rows.
    async fn enter(&mut self, batch: Vec<Row>) -> Result<(), End> {
        for Row { number, entrant } in batch {
            match entrant {
                Ok(entrant) => self.rows.push((number, entrant)),
                Err(why) => self.refuse(RefusedRow::plain(number, why)),
            }
        }
        for tried in 1..=TRIES {
            self.sift().await?;
            let Some(denied) = self.enter_runs().await? else { return Ok(()) };
            // Somebody may not enter any more who could a moment ago: the others are looked at again.
            if tried == TRIES {
                return Err(End::Stopped(RefusedRow::denied(self.first(), &denied)));
            }
        }
        Ok(())
    }

    /// Takes those out of the batch whom the floor would not let enter.
    async fn sift(&mut self) -> Result<(), End> {
        let entrants: Vec<_> = self.rows.iter().map(|(_, entrant)| entrant.clone()).collect();
        let promotion = self.promotion;
        let asked = self
            .app
            .house
            .ask(move |floor_thread| floor_thread.floor().sift_entrants(promotion, &entrants));
        let first = self.first();
        let closed = |denied: Denied| End::Stopped(RefusedRow::denied(first, &denied));
        let denied = asked.await?.1.map_err(closed)?;
        let mut kept = Vec::new();
        for (row, denied) in std::mem::take(&mut self.rows).into_iter().zip(denied) {
            match denied {
                Some(denied) => self.refuse(RefusedRow::denied(row.0, &denied)),
                None => kept.push(row),
            }
        }
        self.rows = kept;
        Ok(())
    }

    /// Enters the rows of the batch, those that follow each other in one act; what the floor has denied is left in it.
    async fn enter_runs(&mut self) -> Result<Option<Denied>, End> {
        while let Some((first, _)) = self.rows.first() {
            let first = *first;
            let follow = self.rows.iter().zip(first..).take_while(|((row, _), at)| row == at);
            let count = follow.count();
            let entrants = self.rows[..count].iter().map(|(_, entrant)| entrant.clone()).collect();
            let (promotion, file, row) = (self.promotion, Some(self.file), Some(first));
            let act = PromotionAct::EnterPromotion { promotion, entrants, file, row };
            if let ActResult::Denied(denied) = self.act(Act::PromotionAct(act)).await? {
                return Ok(Some(denied));
            }
            self.rows.drain(..count);
            self.done.entered += count as u32;
        }
        Ok(None)
    }

    /// Does an act to its end, whether or not whoever sent the file waits for it: so long no other file is read.
    async fn act(&self, act: Act) -> Result<ActResult, Problem> {
        let (app, who, permit) =
            (self.app.clone(), self.visitor.name.clone(), Arc::clone(&self.permit));
        let work = tokio::spawn(async move {
            let (key, from, password) = (Vec::new(), None, None);
            let outcome = app.house.act_of(Asking { who: &who, act, key, from, password }).await;
            drop(permit);
            outcome
        });
        let outcome = work.await.unwrap_or_else(|_| Err(Problem::internal()));
        outcome.map(|saved| saved.verdict)
    }
}
