//! The journal for those who read everything: entries, past rounds, and its proof. Every look is recorded.

use std::collections::HashSet;
use std::path::PathBuf;

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use croupier_engine::Player;
use croupier_floor::{Act, Answer, People, Recorded, TableAct, TableId, WordsStage};
use croupier_house::{Folded, Played, Replay, SnapshotKeys, Stop, prove, said};
use croupier_journal::{Chain, Reader, Record, VerifyOptions};
use croupier_view::{Memory, SeenAnswer, SeenResult, View, Viewer};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::{IntoParams, ToSchema};

use super::given::{Path, Query};
use super::pit::look;
use super::promotions::hide_private;
use super::{Answered, App};
use crate::problem::Problem;
use crate::publisher;
use crate::sessions::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/journal", get(entries))
        .route("/journal/rounds/{table}/{round}", get(round))
        .route("/journal/verify", post(verify))
}

/// So many entries are shown at once.
const MOST: u64 = 500;
/// So many entries are searched at once; whoever wants more asks again from where it ended.
const SEARCHED: u64 = 200_000;
/// So many entries are read together.
const BLOCK: u64 = 2_000;

#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(IntoParams))]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    /// Only entries before this number.
    before: Option<u64>,
    /// At most so many.
    limit: Option<u64>,
    table: Option<u32>,
    who: Option<String>,
    kind: Option<String>,
    round: Option<u64>,
}

#[derive(Serialize)]
pub(super) struct Entry {
    number: u64,
    table: u32,
    seq: u64,
    at: u64,
    who: String,
    kind: String,
    round: u64,
    act: Option<Act>,
    /// What became of the act: done, denied, or waiting for a second person.
    verdict: Option<SeenResult>,
    hash: String,
}

#[derive(Serialize)]
pub(super) struct Page {
    /// How many entries there are.
    standing: u64,
    entries: Vec<Entry>,
    /// From where to go on; nothing at the beginning of the journal.
    next_before: Option<u64>,
}

/// The journal, newest first
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/journal", tag = "journal", params(Wanted), responses(
    (status = 200, body = Object), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn entries(
    State(app): State<App>,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
) -> Answered<Page> {
    let before = wanted.before.map_or_else(String::new, |before| format!(" before {before}"));
    look(&app, &visitor, format!("journal{before}")).await?;
    let people = app.house.ask(|floor_thread| floor_thread.floor().people.clone()).await?.1;
    let mut page = reading(&app, move |path| page(&path, &wanted, &people)).await?;
    let sealed = Sealed::of(&app).await?;
    page.entries.iter_mut().flat_map(|entry| &mut entry.act).for_each(|act| sealed.hide(act));
    // Who was denied a prize, and where they live, is not for everyone who may look at the journal.
    let person = visitor.person;
    let asked = app.house.ask(move |floor_thread| {
        let acts = page.entries.iter_mut().flat_map(|entry| &mut entry.act);
        acts.for_each(|act| hide_private(act, floor_thread.floor(), person));
        page
    });
    let page = asked.await?.1;
    Ok(Json(page))
}

/// What players have opened for draws whose keys are not shown yet: table, name and words. Whoever read them while others
/// are still sealed could tell who should let theirs lapse.
struct Sealed(HashSet<(TableId, String, String)>);

impl Sealed {
    /// Asks for them after the journal was read: what was opened since then was not read.
    async fn of(app: &App) -> Result<Self, Problem> {
        let sealed = app.house.ask(|floor_thread| {
            let floor = floor_thread.floor();
            let mut all = HashSet::new();
            for (table, room) in &floor.rooms {
                for words in &room.random.words {
                    if let WordsStage::Opened(text) = &words.stage {
                        let name = floor.people.name(words.player).to_owned();
                        all.insert((*table, name, text.clone()));
                    }
                }
            }
            Self(all)
        });
        Ok(sealed.await?.1)
    }

    /// Keeps the words of an act back, if they are among them.
    fn hide(&self, act: &mut Act) {
        let Act::TableAct(TableAct::OpenWords { table, player, words }) = act else { return };
        if self.0.contains(&(*table, player.clone(), words.clone())) {
            "(kept back until the key is shown)".clone_into(words);
        }
    }
}

/// Reads the journal on a thread where it holds nobody up.
pub(super) async fn reading<T: Send + 'static>(
    app: &App,
    work: impl FnOnce(PathBuf) -> Result<T, Stop> + Send + 'static,
) -> Result<T, Problem> {
    let permit = app.reading.clone().acquire_owned().await.map_err(|_| Problem::internal())?;
    let path = app.house.shared.config.journal.clone();
    let work = tokio::task::spawn_blocking(move || {
        let told = work(path);
        drop(permit);
        told
    });
    work.await.map_err(|_| Problem::internal())?.map_err(|stop| {
        tracing::error!(%stop, "the journal cannot be read");
        Problem::internal()
    })
}

fn page(path: &std::path::Path, wanted: &Wanted, people: &People) -> Result<Page, Stop> {
    let reader = Reader::open(path)?;
    let standing = reader.state()?.number;
    let limit = wanted.limit.unwrap_or(100).clamp(1, MOST) as usize;
    let mut end = wanted.before.map_or(standing, |before| before.saturating_sub(1)).min(standing);
    let least = end.saturating_sub(SEARCHED);
    let mut entries = Vec::new();
    while end > least && entries.len() < limit {
        let start = end.saturating_sub(BLOCK).max(least);
        let mut block = Vec::new();
        for record in reader.entries(start) {
            let record = record?;
            if record.number > end {
                break;
            }
            let who = people.name(Player(record.chained.entry.who));
            if fits(&record, who, wanted) {
                block.push(entry(&reader, &record, people)?);
            }
        }
        entries.extend(block.into_iter().rev());
        end = start;
    }
    entries.truncate(limit);
    let last = if entries.len() == limit { entries.last().map(|it| it.number) } else { None };
    let next_before = last.or_else(|| (end > 0).then_some(end + 1)).filter(|next| *next > 1);
    Ok(Page { standing, entries, next_before })
}

fn fits(record: &Record, who: &str, wanted: &Wanted) -> bool {
    let entry = &record.chained.entry;
    wanted.table.is_none_or(|table| entry.chain.0 == table)
        && wanted.round.is_none_or(|round| entry.round == round)
        && wanted.who.as_deref().is_none_or(|wanted| wanted == who)
        && wanted.kind.as_deref().is_none_or(|kind| *entry.kind == *kind)
}

/// Shows an entry, with names and words as they are kept beside the journal.
fn entry(reader: &Reader, record: &Record, people: &People) -> Result<Entry, Stop> {
    let entry = &record.chained.entry;
    let act = match Recorded::read(&entry.body) {
        Ok(act) => Some(people.written(&act, &said(reader, &act)?).without_password()),
        Err(_) => None,
    };
    Ok(Entry {
        number: record.number,
        table: entry.chain.0,
        seq: entry.seq,
        at: entry.at,
        who: people.name(Player(entry.who)).to_owned(),
        kind: entry.kind.to_string(),
        round: entry.round,
        act,
        verdict: Answer::read(&entry.effects).ok().map(|answer| SeenResult::of(&answer.verdict)),
        hash: record.chained.hash.to_string(),
    })
}

#[derive(Serialize)]
pub(super) struct Step {
    number: u64,
    at: u64,
    who: String,
    act: Act,
    answer: publisher::Json,
    view: Option<View>,
}

#[derive(Serialize)]
pub(super) struct Round {
    table: u32,
    round: u64,
    game: Option<&'static str>,
    name: String,
    entries: Vec<Step>,
}

/// A past round again, step by step
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/journal/rounds/{table}/{round}", tag = "journal",
    params(("table" = u32, Path), ("round" = u64, Path)), responses(
    (status = 200, body = Object), (status = 400, body = Problem, content_type = "application/problem+json"), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 404, body = Problem, content_type = "application/problem+json"), (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn round(
    State(app): State<App>,
    visitor: Visitor,
    Path((table, round)): Path<(u32, u64)>,
) -> Answered<Round> {
    look(&app, &visitor, format!("round {table}/{round}")).await?;
    let keys = app.house.ask(|floor_thread| floor_thread.snapshot_keys()).await?.1;
    let mut told = reading(&app, move |path| replay(&path, &keys, table, round)).await?;
    let sealed = Sealed::of(&app).await?;
    told.entries.iter_mut().for_each(|step| sealed.hide(&mut step.act));
    match told.entries.is_empty() {
        true => Err(Problem::not_found(format!("there is no round {table}/{round}"))),
        false => Ok(Json(told)),
    }
}

/// Plays a round again from the newest snapshot before it.
fn replay(
    path: &std::path::Path,
    keys: &SnapshotKeys,
    table: u32,
    round: u64,
) -> Result<Round, Stop> {
    let reader = Reader::open(path)?;
    let Some(span) = span_of(&reader, table, round)? else {
        let (game, name, entries) = (None, String::new(), Vec::new());
        return Ok(Round { table, round, game, name, entries });
    };
    let replayed = Replay::near(&reader, span.0 - 1, keys)?;
    match steps(&reader, replayed, (table, round), span.1) {
        // Whoever plays everything finds out what is wrong: the entry, or the snapshot.
        Err(Stop::Entry { .. }) => {
            let replay = Replay::near(&reader, 0, keys)?;
            steps(&reader, replay, (table, round), span.1)
        }
        told => told,
    }
}

/// Plays up to the last entry of a round, and shows those that belong to it.
fn steps(
    reader: &Reader,
    mut replay: Replay,
    (table, round): (u32, u64),
    last: u64,
) -> Result<Round, Stop> {
    let mut told = Round { table, round, game: None, name: String::new(), entries: Vec::new() };
    for record in replay.rest(reader)? {
        let record = record?;
        if record.number > last {
            break;
        }
        let (act, answer) = replay.take_with(reader, &record)?;
        let entry = &record.chained.entry;
        if entry.chain.0 != table || entry.round != round {
            continue;
        }
        if let Some(room) = replay.floor.rooms.get(&TableId(table)) {
            (told.game, told.name) = (Some(room.kind.name()), room.name.clone());
        }
        let nothing = Memory::default();
        let memory = replay.memories().and_then(|memories| memories.of(TableId(table)));
        let memory = memory.unwrap_or(&nothing);
        let view = croupier_view::view(&replay.floor, TableId(table), memory, Viewer::Staff);
        // Past rounds are not part of this one.
        let view = view.map(|view| View { history: Vec::new(), ..view });
        let who = replay.floor.people.name(Player(entry.who)).to_owned();
        let (number, at) = (record.number, entry.at);
        let answer = SeenAnswer::of(&answer, &replay.floor);
        let answer = publisher::json(&answer);
        let act = replay.written(&act).without_password();
        told.entries.push(Step { number, at, who, act, answer, view });
    }
    Ok(told)
}

/// Finds the first and the last entry of a round, so that no more is played than that.
fn span_of(reader: &Reader, table: u32, round: u64) -> Result<Option<(u64, u64)>, Stop> {
    let mut span = None;
    for record in reader.round(Chain(table), round) {
        let number = record?.number;
        span = Some((span.map_or(number, |(first, _)| first), number));
    }
    Ok(span)
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Proof {
    sound: bool,
    entries: u64,
    chains: u64,
    checkpoints: u64,
    signed: u64,
    /// How many entries were decided again, and led to what they say.
    decided: u64,
    /// Which entries were only folded: `edition`, `first`, `last`.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    folded: Vec<Folded>,
    rounds: u64,
    lines: u64,
    proved: u64,
    faults: Vec<String>,
}

/// Prove the journal: hashes, signatures, every act again, all money added up
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/journal/verify", tag = "journal",
    params(("X-Csrf-Token" = String, Header)), responses(
    (status = 200, body = Proof), (status = 401, body = Problem, content_type = "application/problem+json"), (status = 403, body = Problem, content_type = "application/problem+json"),
    (status = 429, body = Problem, content_type = "application/problem+json"), (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn verify(State(app): State<App>, visitor: Visitor) -> Answered<Proof> {
    look(&app, &visitor, "verification of the journal".to_owned()).await?;
    reading(&app, |path| proof(&path)).await.map(Json)
}

fn proof(path: &std::path::Path) -> Result<Proof, Stop> {
    let against = VerifyOptions::default();
    let croupier_house::Proof {
        sound, entries, chains, checkpoints, signed, played, faults, ..
    } = prove(path, &against, false, |_| ())?;
    let Played { decided, folded, rounds, lines, proved, .. } = played.unwrap_or_default();
    Ok(Proof {
        sound,
        entries,
        chains,
        checkpoints,
        signed,
        decided,
        folded,
        rounds,
        lines,
        proved,
        faults,
    })
}
