//! Prize pools: what can be won, for anybody; the books and the prizes that wait, for staff; the feed of tables that
//! do not run here.

use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::routing::{get, post};
use axum::{Json, Router};
use croupier_floor::{
    Act, ActResult, Award, DisplayId, Fed, HOUSE, Level, OutsideId, Pool, PoolAct, PoolId, Reason,
    Source,
};
use croupier_sheet::read_json;
use croupier_view::{MysteryProof, PoolAward, PoolPrizes, PoolView, Viewer};
use data_encoding::HEXLOWER_PERMISSIVE;
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::given::{Path, Query, Sent};
use super::tables::eye;
use super::{Answered, App, visitor};
use crate::edge::{AskedPool, BreakEvenView};
use crate::hmac;
use crate::problem::Problem;
use crate::sessions::Visitor;

/// The longest message of a table that does not run here, in bytes.
const LONGEST: usize = 1024;

/// The header with the code of a message: HMAC-SHA256 of the body under the table's key, in hexadecimal digits.
const CODE: &str = "x-feed-code";

pub(super) fn routes() -> Router<App> {
    let feed =
        Router::new().route("/pools/{pool}/feed", post(feed)).layer(DefaultBodyLimit::max(LONGEST));
    Router::new()
        .route("/pools", get(pools))
        .route("/pools/{pool}/display", get(display))
        .route("/pools/{pool}/mysteries", get(mysteries))
        .route("/pools/{pool}/break-even", get(break_even))
        .route("/pools/{pool}/awards/{award}", get(award))
        .merge(feed)
}

fn no_pool(pool: u32) -> Problem {
    Problem::not_found(format!("there is no pool {pool} that is in use"))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct AllPools {
    number: u64,
    /// Staff see every pool with its books; everybody else those in use, with their prizes.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pools: Vec<PoolView>,
}

/// All prize pools, as whoever asks may see them
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/pools", tag = "pools", responses(
    (status = 200, body = AllPools), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn pools(State(app): State<App>, headers: HeaderMap) -> Answered<AllPools> {
    let eye = eye(&app, &headers).await?;
    let visitor = visitor::find(&app, &headers)?;
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        let may = |visitor: Visitor| croupier_view::may(floor, visitor.person);
        let registers = visitor.is_some_and(|it| may(it).contains(&"register-display"));
        let mut pools = croupier_view::pools(floor, eye);
        let of_staff = pools.iter_mut().filter_map(|it| Some((it.prizes.pool, it.staff.as_mut()?)));
        for (pool, staff) in of_staff {
            staff.key_lost = floor_thread.pool_key_is_lost(PoolId(pool));
            for display in staff.displays.iter_mut().filter(|_| registers) {
                let key = floor_thread.display_key(PoolId(pool), DisplayId(display.display));
                display.key = Some(key);
            }
        }
        pools
    });
    let (number, pools) = asked.await?;
    Ok(Json(AllPools { number, pools }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Display {
    number: u64,
    /// The time on the floor, in milliseconds since 1970.
    now: u64,
    /// The name of the house.
    house: String,
    /// What can be won.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    prizes: PoolPrizes,
}

/// Which registered display asks.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
pub(super) struct Screen {
    /// Its number in the pool.
    display: Option<u32>,
    /// Its key, as staff see it with the pool.
    #[serde(default)]
    key: String,
}

/// What a display on a wall shows of a pool
///
/// Each answer comes from the floor as it is: a display that has had none for five seconds is not current. One that staff have
/// registered says which it is; while it does not ask, no jackpot wager is taken where it is needed.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/pools/{pool}/display", tag = "pools", params(("pool" = u32, Path), Screen), responses(
    (status = 200, body = Display), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn display(
    State(app): State<App>,
    Path(pool): Path<u32>,
    Query(screen): Query<Screen>,
) -> Answered<Display> {
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        let is_it = screen.display.map(|display| {
            let key = floor_thread.display_key(PoolId(pool), DisplayId(display));
            let known = floor.pools.get(PoolId(pool));
            let known = known.is_some_and(|it| it.displays.contains_key(&DisplayId(display)));
            (display, known && hmac::is_same(key.as_bytes(), screen.key.as_bytes()))
        });
        (croupier_view::pool_prizes(floor, PoolId(pool)), is_it)
    });
    let (number, (prizes, screen)) = asked.await?;
    match screen {
        Some((display, true)) => {
            let now = app.house.shared.clock.elapsed();
            app.house.shared.displays.heard(PoolId(pool), DisplayId(display), now);
        }
        Some((_, false)) => {
            return Err(Problem::sign_in("this is not the key of a display of the pool"));
        }
        None => {}
    }
    let prizes = prizes.ok_or_else(|| no_pool(pool))?;
    let (now, house) = (app.house.shared.time.now(), app.house.shared.config.house.clone());
    Ok(Json(Display { number, now, house, prizes }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Mysteries {
    number: u64,
    /// The last mystery prizes, the oldest first, each with its keys; the last may still be to be won, without keys.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    mysteries: Vec<MysteryProof>,
}

/// What proves the mystery prizes of a pool
///
/// Before a prize is won there are only the hashes of its keys. `croupier fair --proof` checks what was answered.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/pools/{pool}/mysteries", tag = "pools", params(("pool" = u32, Path)), responses(
    (status = 200, body = Mysteries), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn mysteries(
    State(app): State<App>,
    Path(pool): Path<u32>,
) -> Answered<Mysteries> {
    let asked = app.house.ask(move |floor_thread| {
        let known = croupier_view::pool_prizes(floor_thread.floor(), PoolId(pool)).is_some();
        known.then(|| floor_thread.mysteries(PoolId(pool)))
    });
    let (number, mysteries) = asked.await?;
    Ok(Json(Mysteries { number, mysteries: mysteries.ok_or_else(|| no_pool(pool))? }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct BreaksEven {
    number: u64,
    /// Why there is no answer, if there is none.
    why: Option<String>,
    /// By each meter, with the other as it is.
    meters: Vec<BreakEvenView>,
}

/// From which reading on a wager for a pool favours the player: for staff
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/pools/{pool}/break-even", tag = "pools", params(("pool" = u32, Path)), responses(
    (status = 200, body = BreaksEven), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn break_even(
    State(app): State<App>,
    visitor: Visitor,
    Path(pool): Path<u32>,
) -> Answered<BreaksEven> {
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        if croupier_view::eye(floor, visitor.person) != Viewer::Staff {
            return Err(Problem::rights("odds are for staff"));
        }
        let pool = floor.pools.get(PoolId(pool)).ok_or_else(|| no_pool(pool))?;
        Ok(AskedPool::about(floor, pool))
    });
    let (number, asked) = asked.await?;
    let asked = asked?;
    let work = tokio::task::spawn_blocking(move || asked.answer());
    let (meters, why) = match work.await.map_err(|_| Problem::internal())? {
        Ok(meters) => (meters, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    Ok(Json(BreaksEven { number, why, meters }))
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Slip {
    number: u64,
    /// Everything that stands on the slip of the prize.
    #[serde(flatten)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    award: PoolAward,
}

/// What stands on the slip of a prize, by its number: for staff
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/pools/{pool}/awards/{award}", tag = "pools", params(("pool" = u32, Path), ("award" = u32, Path)), responses(
    (status = 200, body = Slip), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"), (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn award(
    State(app): State<App>,
    visitor: Visitor,
    Path((pool, award)): Path<(u32, u32)>,
) -> Answered<Slip> {
    let asked = app.house.ask(move |floor_thread| {
        let floor = floor_thread.floor();
        if croupier_view::eye(floor, visitor.person) != Viewer::Staff {
            return Err(Problem::rights("the slips of prizes are for staff"));
        }
        let slip = croupier_view::slip(floor, PoolId(pool), award);
        let unknown = || Problem::not_found(format!("pool {pool} has no prize {award}"));
        slip.ok_or_else(unknown)
    });
    let (number, award) = asked.await?;
    Ok(Json(Slip { number, award: award? }))
}

/// A message of a table that does not run here.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct FeedMessage {
    /// The pool that it is for: a message that was recorded says nothing to another one.
    pool: u32,
    /// The number of the table in the pool.
    outside: u32,
    /// The number of the message, from 1, one more each time.
    number: u64,
    /// What happened there.
    what: Fed,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct FeedAnswer {
    /// The number of the last message that was taken.
    last: u64,
    /// The message was taken now; else it was taken before, and nothing was done.
    taken: bool,
    /// The prizes of this table that wait to be paid.
    awards: Vec<FeedAward>,
}

/// A prize that was won at a table that does not run here.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct FeedAward {
    /// Its number, for the message that says that it was paid.
    award: u32,
    /// The meter that was won.
    level: Level,
    /// What each hand gets.
    pays: Vec<u64>,
}

/// What is known of the feed of a table.
struct Standing {
    last: u64,
    gap: bool,
    /// Another message was taken under the number of this one.
    contradicted: bool,
    /// That was written down.
    noted: bool,
    awards: Vec<FeedAward>,
}

/// A message of a table that does not run here and feeds a pool
///
/// `X-Feed-Code` has the HMAC-SHA256 of the body under the key of the table (`[[outside]]` in the set-up), in hexadecimal
/// digits. Messages are numbered from 1. One that was taken before is answered as if it were done now and changes nothing;
/// one whose number is too high is answered with 409 and the number that is `expected`, and so is one that says something
/// else than the message that was taken under its number: staff are told.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/pools/{pool}/feed", tag = "pools", request_body = FeedMessage,
    params(("pool" = u32, Path), ("X-Feed-Code" = String, Header, description = "HMAC-SHA256 of the body")), responses(
    (status = 200, body = FeedAnswer), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 404, body = Problem, content_type = "application/problem+json"), (status = 409, body = Problem, content_type = "application/problem+json"), (status = 413, body = Problem, content_type = "application/problem+json"), (status = 422, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn feed(
    State(app): State<App>,
    Path(pool): Path<u32>,
    headers: HeaderMap,
    Sent(body): Sent,
) -> Answered<FeedAnswer> {
    let message = signed(&app, pool, &headers, &body)?;
    let (pool, outside) = (PoolId(pool), OutsideId(message.outside));
    let before = standing(&app, pool, outside, message).await?;
    if message.number <= before.last && !before.contradicted {
        let Standing { last, awards, .. } = before;
        return Ok(Json(FeedAnswer { last, taken: false, awards }));
    }
    // A gap is written down once; what comes until it is filled changes nothing.
    if before.gap && message.number > before.last + 1 {
        return Err(Problem::gap(before.last + 1));
    }
    // So is a lie.
    if before.noted {
        return Err(Problem::contradiction(message.number));
    }
    let number = message.number;
    let act = Act::PoolAct(PoolAct::PoolFeed { pool, outside, number, what: message.what });
    // A table that is denied again and again is not written down for ever.
    let table = format!("outside {} of pool {}", outside.0, pool.0);
    let denials = &app.house.shared.denials;
    if !denials.begin(&table) {
        return Err(Problem::denied_too_often(denials.seconds()));
    }
    let saved = app.house.act(HOUSE, act).await?;
    if !matches!(saved.verdict, ActResult::Denied(_)) {
        denials.was_not_denied(&table);
    }
    let taken = match &saved.verdict {
        // The same message came twice at once: the other one was taken.
        ActResult::Denied(denied) if denied.reason == Reason::OutsideRepeats => false,
        ActResult::Denied(denied) => return Err(Problem::denied(denied, saved.game, saved.number)),
        ActResult::Done | ActResult::Waits { .. } => true,
    };
    let Standing { last, awards, contradicted, .. } =
        standing(&app, pool, outside, message).await?;
    if contradicted {
        return Err(Problem::contradiction(number));
    }
    match last >= number {
        true => Ok(Json(FeedAnswer { last, taken, awards })),
        false => Err(Problem::gap(last + 1)),
    }
}

/// Reads a message whose code is right; who asks without one learns nothing of pools and tables.
fn signed(app: &App, pool: u32, headers: &HeaderMap, body: &[u8]) -> Result<FeedMessage, Problem> {
    let wrong =
        || Problem::sign_in("the code of the message is not that of a table that feeds this pool");
    let code = headers.get(CODE).and_then(|code| HEXLOWER_PERMISSIVE.decode(code.as_bytes()).ok());
    let code = code.ok_or_else(wrong)?;
    let keys = app.house.shared.config.outside.iter().filter(|key| key.pool == pool);
    let mut whose = keys.filter(|key| hmac::is_code_of(&code, key.key.bytes(), body));
    let outside = whose.next().ok_or_else(wrong)?.outside;
    let message: FeedMessage = read_json(body)
        .map_err(|error| Problem::bad_request(format!("the message cannot be read: {error}")))?;
    match (message.pool, message.outside) == (pool, outside) {
        true => Ok(message),
        false => Err(wrong()),
    }
}

async fn standing(
    app: &App,
    pool: PoolId,
    outside: OutsideId,
    message: FeedMessage,
) -> Result<Standing, Problem> {
    let asked = app.house.ask(move |floor_thread| {
        let pool = floor_thread.floor().pools.get(pool)?;
        let known = pool.outside.get(&outside).filter(|known| known.linked)?;
        let contradicted = known.contradicts(message.number, &message.what);
        let noted = contradicted && known.lies.contains(&message.number);
        let (last, gap) = (known.last, known.gap);
        Some(Standing { last, gap, contradicted, noted, awards: awards(pool, outside) })
    });
    let unknown = || Problem::not_found("this table is not linked to the pool");
    asked.await?.1.ok_or_else(unknown)
}

fn awards(pool: &Pool, outside: OutsideId) -> Vec<FeedAward> {
    let here = pool.awards.values().filter(|award| award.from == Source::Outside(outside));
    let open = here.filter(|award| award.is_open());
    let shown = open.map(|award: &Award| FeedAward {
        award: award.number,
        level: award.level,
        pays: award.lines.iter().map(|line| line.pays.0).collect(),
    });
    shown.collect()
}
