//! Journals: proved, played again, and written as Parquet files.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use croupier_engine::Player;
use croupier_export::{Asked, VerifiedJournal};
use croupier_floor::{Act, TableId};
use croupier_house::{Replay, prove};
use croupier_journal::{PublicKey, Reader, VerifyOptions};
use croupier_view::SeenAnswer;
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::Value;

use crate::error::{error, json};
use crate::progress::Watched;

/// Proves a journal: hashes and signatures, and unless it is for those alone, every act decided again, every draw drawn
/// again and all money added up.
#[pyfunction]
#[pyo3(signature = (path, key=None, chain_only=false, progress=None))]
pub(crate) fn verify(
    py: Python<'_>,
    path: PathBuf,
    key: Option<&str>,
    chain_only: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let wrong = |text: &str| error(format!("{text:?} is not a key"));
    let key = key.map(|text| PublicKey::from_hex(text).ok_or_else(|| wrong(text))).transpose()?;
    let all = entries(&path)?;
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let proof = Watched { done: &done, stop: &stop }.work(py, progress, all, || {
        let against = VerifyOptions { key, cancel: Some(&stop), ..VerifyOptions::default() };
        prove(&path, &against, chain_only, |played| done.store(played, Ordering::Relaxed))
    })?;
    Ok(json(&proof.map_err(|stop| error(stop.to_string()))?))
}

/// One entry of a round.
#[derive(Serialize)]
struct EntryData {
    number: u64,
    /// When, in milliseconds since 1970.
    at: u64,
    who: String,
    act: Act,
    answer: Value,
}

/// Plays a journal again, and tells who did what in one round, and what followed.
#[pyfunction]
pub(crate) fn replay(py: Python<'_>, path: PathBuf, table: u32, round: u64) -> PyResult<String> {
    let steps = py.detach(|| {
        let reader = Reader::open(&path).map_err(|why| error(why.to_string()))?;
        let mut steps = Vec::new();
        let played = Replay::of(&reader, |replay, record, act, answer| {
            let entry = &record.chained.entry;
            if entry.chain.0 == table && entry.round == round {
                let answer = serde_json::to_value(SeenAnswer::of(answer, &replay.floor));
                steps.push(EntryData {
                    number: record.number,
                    at: entry.at,
                    who: replay.floor.people.name(Player(entry.who)).to_owned(),
                    act: act.clone(),
                    answer: answer.expect("an answer has nothing that JSON has not"),
                });
            }
        });
        played.map_err(|why| error(why.to_string()))?;
        Ok::<_, PyErr>(steps)
    })?;
    if steps.is_empty() {
        return Err(error(format!("there is no round {table}/{round}")));
    }
    Ok(json(&steps))
}

/// Proves a journal, and writes it as Parquet files; returns their names and how many rows each has.
#[pyfunction]
#[pyo3(signature = (path, folder, table=None, first=None, last=None, progress=None))]
pub(crate) fn export(
    py: Python<'_>,
    path: PathBuf,
    folder: PathBuf,
    table: Option<u32>,
    first: Option<u64>,
    last: Option<u64>,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(PathBuf, u64)>> {
    let all = entries(&path)?;
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let asked = Asked { table: table.map(TableId), from: first, to: last, force: false };
    let written = Watched { done: &done, stop: &stop }.work(py, progress, all, || {
        let journal = VerifiedJournal::open(&path, &|_, _| ())?;
        journal.export(&asked, &folder, |entry| done.store(entry, Ordering::Relaxed))
    })?;
    let written = written.map_err(|why| error(why.to_string()))?;
    Ok(written.files.into_iter().map(|file| (file.path, file.rows)).collect())
}

fn entries(path: &PathBuf) -> PyResult<u64> {
    let state = Reader::open(path).and_then(|reader| reader.state());
    Ok(state.map_err(|why| error(format!("{}: {why}", path.display())))?.number)
}
