//! Promotions: their terms and what was drawn for anybody, what only the desk sees for the desk, and what proves a draw.

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use croupier_engine::Kind;
use croupier_floor::{Act, Floor, Promotion, PromotionAct, PromotionId, Role};
use croupier_house::{DrawProof, EntryProof};
use croupier_journal::Reader;
use croupier_view::PromotionEye;
use croupier_view::promotions::{
    self as view, EntriesView, HashedEntry, PromotionBrief, PromotionCan, PromotionDisplay,
    PromotionForm, PromotionView,
};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
#[cfg(feature = "openapi")]
use utoipa::{IntoParams, ToSchema};

use super::given::{Path, Query};
use super::pit::{Waiting, requests};
use super::visitor::{self, Address};
use super::{Answered, App};
use crate::problem::Problem;
use crate::sessions::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/promotions", get(promotions))
        .route("/promotions/form", get(form))
        .route("/promotions/{promotion}", get(promotion))
        .route("/promotions/{promotion}/display", get(display))
        .route("/promotions/{promotion}/entries/{entry}", get(entry))
        .route("/promotions/{promotion}/proof", get(proof))
}

/// So many entries are listed where nobody says how many.
const LISTED: u32 = 100;
/// So many entries are listed at once.
const MOST_LISTED: u32 = 1000;
/// So much of a proof is written ahead, in bytes.
const WRITTEN_AHEAD: usize = 64 * 1024;

fn no_promotion(promotion: u32) -> Problem {
    Problem::not_found(format!("there is no promotion {promotion} that you may see"))
}

/// Finds out with whose eyes somebody looks at promotions, whether or not anybody has signed in.
fn eye_of(floor: &Floor, visitor: Option<&Visitor>) -> PromotionEye {
    visitor.map_or(PromotionEye::PUBLIC, |visitor| PromotionEye::of(floor, visitor.person))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct AllPromotions {
    number: u64,
    /// The time on the floor, in milliseconds since 1970.
    now: u64,
    /// What whoever asks could do about no promotion that there is.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    can: Vec<PromotionCan>,
    /// The promotions, the newest first.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    promotions: Vec<PromotionBrief>,
}

/// All promotions, as whoever asks may see them
///
/// Anybody sees those that have started or whose terms are published; those who run promotions or watch over them see drafts.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/promotions", tag = "promotions", responses(
    (status = 200, body = AllPromotions), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn promotions(
    State(app): State<App>,
    headers: HeaderMap,
) -> Answered<AllPromotions> {
    let visitor = visitor::find(&app, &headers)?;
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        let eye = eye_of(floor, visitor.as_ref());
        (view::new_promotion(floor, eye), view::promotions(floor, eye))
    });
    let (number, (can, promotions)) = asked.await?;
    Ok(Json(AllPromotions { number, now: app.house.shared.time.now(), can, promotions }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct OnePromotion {
    number: u64,
    /// The time on the floor, in milliseconds since 1970.
    now: u64,
    /// The promotion.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    promotion: PromotionView,
    /// What waits for a second person about it, for those who run promotions or pay.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    requests: Vec<Waiting>,
}

/// A promotion, as whoever asks may see it
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/promotions/{promotion}", tag = "promotions", params(("promotion" = u32, Path)), responses(
    (status = 200, body = OnePromotion), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn promotion(
    State(app): State<App>,
    headers: HeaderMap,
    Path(promotion): Path<u32>,
) -> Answered<OnePromotion> {
    let visitor = visitor::find(&app, &headers)?;
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        let (eye, number) = (eye_of(floor, visitor.as_ref()), PromotionId(promotion));
        let view = view::promotion(floor, number, eye)?;
        let requests = eye.person.filter(|_| eye.pays).map(|person| {
            requests(floor, person, |act| match act {
                Act::PromotionAct(act) => act.promotion() == Some(number),
                _ => false,
            })
        });
        Some((view, requests.unwrap_or_default()))
    });
    let (number, told) = asked.await?;
    let (view, requests) = told.ok_or_else(|| no_promotion(promotion))?;
    let now = app.house.shared.time.now();
    Ok(Json(OnePromotion { number, now, promotion: view, requests }))
}

/// For which games a form is.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[serde(deny_unknown_fields)]
pub(super) struct FormGames {
    /// The names of games, with commas between them; all that have a section on promotional prizes where there is none.
    #[serde(default)]
    games: String,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Form {
    number: u64,
    /// The time on the floor, in milliseconds since 1970.
    now: u64,
    /// What is asked for.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    form: PromotionForm,
}

/// What the terms of a promotion over some games must have
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/promotions/form", tag = "promotions", params(FormGames), responses(
    (status = 200, body = Form), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn form(
    State(app): State<App>,
    Query(wanted): Query<FormGames>,
) -> Answered<Form> {
    let unknown = || {
        Problem::bad_request(
            "one of these is no game whose order has a section on promotional prizes",
        )
    };
    // Each game once: whoever names one a thousand times gets no longer form.
    let mut games: Vec<String> = Vec::new();
    for game in wanted.games.split(',').map(str::trim).filter(|it| !it.is_empty()) {
        if games.len() > Kind::ALL.len() {
            return Err(unknown());
        }
        if !games.iter().any(|known| known == game) {
            games.push(game.to_owned());
        }
    }
    let asked =
        app.house.ask(move |floor_thread| view::promotion_form(floor_thread.floor(), &games));
    let (number, form) = asked.await?;
    let form = form.ok_or_else(unknown)?;
    Ok(Json(Form { number, now: app.house.shared.time.now(), form }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = PromotionOnDisplay))]
pub(super) struct Display {
    number: u64,
    /// The time on the floor, in milliseconds since 1970.
    now: u64,
    /// The name of the house.
    house: String,
    /// The promotion.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    promotion: PromotionDisplay,
}

/// What a display on a wall shows of a promotion
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/promotions/{promotion}/display", tag = "promotions", params(("promotion" = u32, Path)), responses(
    (status = 200, body = Display), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn display(
    State(app): State<App>,
    Path(promotion): Path<u32>,
) -> Answered<Display> {
    let asked = app.house.ask(move |floor_thread| {
        view::promotion_display(floor_thread.floor(), PromotionId(promotion))
    });
    let (number, shown) = asked.await?;
    let shown = shown.ok_or_else(|| no_promotion(promotion))?;
    let (now, house) = (app.house.shared.time.now(), app.house.shared.config.house.clone());
    Ok(Json(Display { number, now, house, promotion: shown }))
}

/// From where and how many entries are listed.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[serde(deny_unknown_fields)]
pub(super) struct Listed {
    /// The number of the first; 1 if it is not said.
    from: Option<u32>,
    /// How many, up to 1,000; 100 if it is not said.
    count: Option<u32>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct SomeEntries {
    number: u64,
    /// The entries.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    entries: EntriesView,
}

/// The entries of a promotion: all of them for those who run it or watch over it, the own ones for a player
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/promotions/{promotion}/entries", tag = "promotions", params(("promotion" = u32, Path), Listed), responses(
    (status = 200, body = SomeEntries), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn entries(
    State(app): State<App>,
    visitor: Visitor,
    Path(promotion): Path<u32>,
    Query(listed): Query<Listed>,
) -> Answered<SomeEntries> {
    let from = listed.from.unwrap_or(1);
    let most = listed.count.unwrap_or(LISTED).clamp(1, MOST_LISTED) as usize;
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        let (known, eye) = seen(floor, &visitor, promotion)?;
        Ok(view::entries(floor, known, eye, (from, most)))
    });
    let (number, entries) = asked.await?;
    Ok(Json(SomeEntries { number, entries: entries? }))
}

/// Finds a promotion for somebody who may see entries of it: the own ones, or all.
fn seen<'a>(
    floor: &'a Floor,
    visitor: &Visitor,
    promotion: u32,
) -> Result<(&'a Promotion, PromotionEye), Problem> {
    let eye = PromotionEye::of(floor, visitor.person);
    let known = floor.promotions.get(PromotionId(promotion)).filter(|known| eye.sees(known));
    let known = known.ok_or_else(|| no_promotion(promotion))?;
    match eye.desk || floor.people.plays(visitor.person) {
        true => Ok((known, eye)),
        false => Err(Problem::rights("entries are for those who run promotions, and for players")),
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct OneEntry {
    number: u64,
    /// The number of the promotion.
    promotion: u32,
    /// The entry, and what is hashed of it.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    entry: HashedEntry,
    /// What proves that it was in the barrel, when entries are closed.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    proof: Option<EntryProof>,
}

/// One entry with the proof that it was in the barrel: for its owner, and for those who run the promotion or watch over it
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/promotions/{promotion}/entries/{entry}", tag = "promotions", params(("promotion" = u32, Path), ("entry" = u32, Path)), responses(
    (status = 200, body = OneEntry), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn entry(
    State(app): State<App>,
    visitor: Visitor,
    Path((promotion, entry)): Path<(u32, u32)>,
) -> Answered<OneEntry> {
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        let (known, eye) = seen(floor, &visitor, promotion)?;
        // Nobody learns from the answer whether there is an entry that is not theirs.
        let unknown = || Problem::not_found(format!("you have no entry {entry} here"));
        let shown = view::entry(floor, known, eye, entry).ok_or_else(unknown)?;
        Ok((shown, EntryProof::of(known, entry)))
    });
    let (number, told) = asked.await?;
    let (entry, proof) = told?;
    Ok(Json(OneEntry { number, promotion, entry, proof }))
}

/// What proves the draw of a promotion
///
/// All that the draw follows from, the leaves of all entries, and everything that was drawn; whose an entry is stands there only for
/// those that were drawn, and by number. `journal` shows that the acts are in the newest checkpoint, from a second after the last of them on.
/// `croupier fair --proof` checks what was answered.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/promotions/{promotion}/proof", tag = "promotions", params(("promotion" = u32, Path)), responses(
    (status = 200, body = Object), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"),
    (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn proof(
    State(app): State<App>,
    Address(from): Address,
    Path(promotion): Path<u32>,
) -> Result<Response, Problem> {
    let place = app.proofs.take(Some(from));
    let place = place.ok_or_else(|| Problem::busy("others are reading proofs, or you are"))?;
    // A proof of a million entries is some work: so many at a time as the journal is read for others.
    let permit = app.reading.clone().acquire_owned().await.map_err(|_| Problem::internal())?;
    let asked = app.house.ask(move |floor_thread| {
        let known = floor_thread.floor().promotions.get(PromotionId(promotion));
        known.filter(|known| view::is_public(known))?;
        floor_thread.draw_proof(PromotionId(promotion))
    });
    let (proof, acts) = asked.await?.1.ok_or_else(|| no_promotion(promotion))?;
    let (out, inbox) = mpsc::channel(4);
    let path = app.house.shared.config.journal.clone();
    tokio::task::spawn_blocking(move || {
        let proved =
            Reader::open(&path).and_then(|reader| proof.clone().with_journal(&reader, &acts));
        let proved = proved.unwrap_or_else(|error| {
            tracing::error!(%error, "the journal cannot be read");
            proof
        });
        // Whoever reads slowly keeps a place for proofs, and nobody from reading the journal.
        drop(permit);
        write_proof(proved, out);
        drop(place);
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], Body::new(Parts(inbox))).into_response())
}

/// Writes a proof part by part; whoever reads it slowly is waited for, and whoever is gone ends it.
fn write_proof(proof: DrawProof, out: mpsc::Sender<Bytes>) {
    let parts = std::io::BufWriter::with_capacity(WRITTEN_AHEAD, PartWriter(out));
    let _gone = serde_json::to_writer(parts, &proof.without_people());
}

/// Sends what is written as parts of a body.
struct PartWriter(mpsc::Sender<Bytes>);

impl std::io::Write for PartWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let sent = self.0.blocking_send(Bytes::copy_from_slice(bytes));
        sent.map(|()| bytes.len()).map_err(|_| std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A body that comes in parts.
struct Parts(mpsc::Receiver<Bytes>);

impl hyper::body::Body for Parts {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<hyper::body::Frame<Bytes>, Self::Error>>> {
        self.0.poll_recv(context).map(|part| part.map(|part| Ok(hyper::body::Frame::data(part))))
    }
}

/// Keeps back what an act says that is not for whoever looks: name and address of a denied claim, and from what the salts of
/// entries follow, by which somebody could guess entries from their leaves.
pub(super) fn hide_private(act: &mut Act, floor: &Floor, person: croupier_engine::Player) {
    match act {
        Act::PromotionAct(PromotionAct::RefuseClaim { claimant, address, .. })
            if !PromotionEye::of(floor, person).claims =>
        {
            (*claimant, *address) = (None, None);
        }
        Act::PromotionAct(PromotionAct::CommitPromotion { salt, .. })
            if !floor.people.is(person, Role::Inspector) =>
        {
            "(for inspectors)".clone_into(salt);
        }
        _ => {}
    }
}
