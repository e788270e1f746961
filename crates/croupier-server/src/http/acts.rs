//! The one way to do anything: an act, as docs/floor.md has them.

use axum::extract::{FromRequest, Request, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use croupier_floor::{Act, ActResult, Answer, HouseAct, PromotionAct, PromotionId, TableId};
use croupier_journal::{Chained, Reader};
use serde::Serialize;

use super::App;
use super::given::{json, unreadable};
use super::me::hashed;
use super::visitor::check_guest_act;
use crate::house::{Asking, Saved};
use crate::once::{Begun, Keyed, Known, Outcome};
use crate::problem::Problem;
use crate::publisher::Written;
use crate::sessions::{Visitor, Whose};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/acts", post(act))
}

/// The longest act of a guest or player, in bytes: a sentence and what it is about.
const OF_PLAYERS: usize = 2048;
/// The longest act of staff, in bytes: a table with all its limits.
const OF_STAFF: usize = 16 * 1024;

/// The header by which a request that comes twice is known.
const KEY: &str = "idempotency-key";

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct Done {
    /// The number of the act in the journal.
    number: u64,
    /// The hash of its entry: keep it with the number. `/api/proofs/{number}` shows that it is in what the house signed.
    receipt: String,
    /// `done`, or `waits` with the number of the request that a second person must approve.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    verdict: ActResult,
    /// What followed at the table, as the person may see it.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    events: Events,
}

/// What followed, shared with those who watch.
struct Events(Written);

impl Serialize for Events {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter())
    }
}

/// An act, and how many bytes were sent to say it.
pub(super) struct SentAct {
    act: Act,
    bytes: usize,
}

impl FromRequest<App> for SentAct {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let text = json(request, app).await?;
        let act = Act::parse(&text).map_err(unreadable)?;
        Ok(Self { act, bytes: text.len() })
    }
}

/// Do something
///
/// The body is one act. The same `Idempotency-Key` again gives the same answer and does nothing, in every session of the
/// person and after a restart; another act under the same key is refused. A password is given in the clear, and only its
/// hash is kept. One's own password is changed by `/api/password`.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/acts", tag = "acts", request_body = Act,
    params(("X-Csrf-Token" = String, Header, description = "from /api/me"),
           ("Idempotency-Key" = Option<String>, Header, description = "any text, new for each act")),
    responses((status = 200, body = Done), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"),
    (status = 403, body = Problem, content_type = "application/problem+json"), (status = 409, body = Problem, content_type = "application/problem+json"), (status = 413, body = Problem, content_type = "application/problem+json"),
    (status = 415, body = Problem, content_type = "application/problem+json"), (status = 422, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"),
    (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn act(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    SentAct { act, bytes }: SentAct,
) -> Result<Response, Problem> {
    check_guest_act(&app, &visitor)?;
    let most = match visitor.whose {
        Whose::Guest(_) | Whose::Player => OF_PLAYERS,
        Whose::Staff => OF_STAFF,
    };
    if bytes > most {
        let problem = Problem::bad_request(format!("what you do has {most} bytes or less"));
        return Err(Problem { status: 413, ..problem });
    }
    let Some(key) = key(&headers)? else {
        return answer(done(&app, &visitor, act, Vec::new()).await?);
    };
    let once = &app.house.shared.once;
    let keyed = once.keyed(&visitor, &key, &act.write());
    let outcome = match once.begin(keyed) {
        Known::Answered(saved) => Ok(*saved),
        Known::Other => Err(Problem::other_request()),
        Known::Doing(mut answer) => {
            let told = answer.wait_for(Option::is_some).await;
            told.ok().and_then(|told| told.clone()).unwrap_or_else(|| Err(Problem::internal()))
        }
        Known::New => finished(&app, &visitor, act, keyed, None).await,
        Known::Stands(number) => finished(&app, &visitor, act, keyed, Some(number)).await,
    };
    answer(outcome?)
}

/// Reads the key of a request, if it has one. One that cannot be read is refused: who gave it relies on it.
fn key(headers: &HeaderMap) -> Result<Option<String>, Problem> {
    let mut given = headers.get_all(KEY).iter();
    let Some(key) = given.next() else { return Ok(None) };
    let wrong = "an Idempotency-Key comes once, and has 1 to 100 visible characters of ASCII";
    let key = key.to_str().ok().filter(|key| !key.is_empty() && key.len() <= 100);
    let key = key.filter(|_| given.next().is_none());
    key.map(|key| Some(key.to_owned())).ok_or_else(|| Problem::bad_request(wrong))
}

/// Does a request under a key to its end, whether or not whoever asked waits for it; what stands in the journal already
/// is read from there.
async fn finished(
    app: &App,
    visitor: &Visitor,
    act: Act,
    keyed: Keyed,
    number: Option<u64>,
) -> Outcome {
    let begun = Begun::new(&app.house.shared.once, keyed);
    let (app, visitor) = (app.clone(), visitor.clone());
    let work = tokio::spawn(async move {
        let stands = match number {
            Some(number) => recalled(&app, &visitor, keyed, number).await,
            None => Ok(None),
        };
        let outcome = match stands {
            Ok(Some(saved)) => Ok(saved),
            Ok(None) => done(&app, &visitor, act, keyed.bytes()).await,
            Err(problem) => Err(problem),
        };
        begun.end(&outcome);
        outcome
    });
    work.await.unwrap_or_else(|_| Err(Problem::internal()))
}

/// Reads the answer to a request from the journal; nothing if the entry came under another key.
async fn recalled(
    app: &App,
    visitor: &Visitor,
    keyed: Keyed,
    number: u64,
) -> Result<Option<Saved>, Problem> {
    let path = app.house.shared.config.journal.clone();
    let read = tokio::task::spawn_blocking(move || {
        let reader = Reader::open(path)?;
        reader.entries(number - 1).next().transpose()
    });
    let record = read.await.map_err(|_| Problem::internal())?.map_err(|error| {
        tracing::error!(%error, number, "an entry of the journal cannot be read");
        Problem::internal()
    })?;
    let chained = record.filter(|record| record.number == number).map(|record| record.chained);
    let known = chained.as_ref().and_then(|chained| Keyed::read(&chained.entry.key));
    let Some((Chained { entry, hash, .. }, known)) = chained
        .zip(known)
        .filter(|(it, known)| it.entry.who == visitor.person.0 && known.same_key(keyed))
    else {
        return Ok(None);
    };
    if known != keyed {
        return Err(Problem::other_request());
    }
    let answer = Answer::read(&entry.effects).map_err(|_| Problem::internal())?;
    let (table, who) = (TableId(entry.chain.0), visitor.name.clone());
    let saved =
        app.house.ask(move |floor_thread| floor_thread.recall(&who, table, answer, (number, hash)));
    saved.await.map(|(_, saved)| Some(saved))
}

/// Does something, for whoever may, after hashing the password in it.
async fn done(app: &App, visitor: &Visitor, act: Act, key: Vec<u8>) -> Outcome {
    let act = match act {
        Act::HouseAct(HouseAct::AddPerson { name, roles, password: Some(password) }) => {
            let password = match may(app, visitor, "add-person").await? {
                true => hashed(app, password, &name).await?,
                false => NO_PASSWORD.to_owned(),
            };
            Act::HouseAct(HouseAct::AddPerson { name, roles, password: Some(password) })
        }
        Act::HouseAct(HouseAct::SetPassword { name, .. }) if name == visitor.name => {
            return Err(Problem::rights(
                "your own password is changed by /api/password, with the old one",
            ));
        }
        Act::HouseAct(HouseAct::SetPassword { name, password }) => {
            // Who has no right to it is denied by the floor, and nothing is hashed for that.
            let password = match may(app, visitor, "set-password of another").await? {
                true => hashed(app, password, &name).await?,
                false => NO_PASSWORD.to_owned(),
            };
            Act::HouseAct(HouseAct::SetPassword { name, password })
        }
        // What two people have admitted is the file. Only who sends all of it shows that these are its rows.
        Act::PromotionAct(PromotionAct::EnterPromotion { promotion, file: Some(_), .. }) => {
            let PromotionId(promotion) = promotion;
            return Err(Problem::rights(format!(
                "rows of a file come with the file: send it to /api/promotions/{promotion}/entries"
            )));
        }
        act => act,
    };
    let (who, from) = (&*visitor.name, visitor.guest().map(|guest| guest.from));
    app.house.act_of(Asking { who, act, key, from, password: None }).await
}

/// Stands for a password that is not hashed because it will be denied; no password fits it.
const NO_PASSWORD: &str = "-";

/// Tells whether a person may do something, by the word for it in the table of rights.
async fn may(app: &App, visitor: &Visitor, what: &'static str) -> Result<bool, Problem> {
    let person = visitor.person;
    let may = app
        .house
        .ask(move |floor_thread| croupier_view::may(floor_thread.floor(), person).contains(&what));
    may.await.map(|(_, may)| may)
}

fn answer(done: Saved) -> Result<Response, Problem> {
    let Saved { number, receipt, verdict, events, game } = done;
    if let ActResult::Denied(denied) = &verdict {
        return Err(Problem::denied(denied, game, number));
    }
    let receipt = receipt.to_string();
    Ok(Json(Done { number, receipt, verdict, events: Events(events) }).into_response())
}
