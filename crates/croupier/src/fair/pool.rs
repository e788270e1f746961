//! `croupier fair --pool` and `--proof`: mystery prizes, from a journal or from what a house gives out of one.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use croupier_engine::Cents;
use croupier_floor::PoolId;
use croupier_house::Replay;
use croupier_journal::Reader;
use croupier_view::{MysteryDraws, MysteryProof};

use crate::failure::{Done, Failure, written};
use crate::floor::stopped;

/// Checks every mystery prize of a pool in a journal.
pub(super) fn of_journal(db: &Path, pool: u32, json: bool) -> Done {
    let reader = Reader::open(db).map_err(|error| stopped(error.into()))?;
    let (mut draws, mut won) = (MysteryDraws::default(), Vec::new());
    let replay = Replay::of(&reader, |replay, record, act, answer| {
        let hits = draws.see(&replay.floor, act, answer);
        won.extend(hits.into_iter().filter(|hit| hit.pool == pool).map(|hit| (hit, record.number)));
    });
    let floor = replay.map_err(stopped)?.floor;
    if floor.pools.get(PoolId(pool)).is_none() {
        return Err(Failure::input(format!("there is no pool {pool} in this journal")));
    }
    if json {
        let all: Vec<_> = won.iter().map(|(hit, _)| hit).collect();
        let text =
            serde_json::to_string_pretty(&all).map_err(|error| Failure::new(error.to_string()))?;
        written(std::io::stdout().lock().write_all((text + "\n").as_bytes()), "standard output")?;
        return Ok(won.iter().all(|(hit, _)| is_right(hit)));
    }
    let mut out = format!("mystery prizes of pool {pool}\n");
    for (hit, entry) in &won {
        show(hit, Some(*entry), &mut out);
    }
    let right = won.iter().all(|(hit, _)| is_right(hit));
    let is_open = |proof: &&MysteryProof| proof.won.is_none() && !is_past(proof);
    if let Some(open) = draws.of(PoolId(pool)).find(is_open) {
        let _ = writeln!(
            out,
            "\nthe house is committed to prize {}, which is not won: its keys are shown when it is\n  {}\n  {}",
            open.number, open.trigger_commitment, open.winner_commitment
        );
    }
    say_all(won.len(), right, &mut out);
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    Ok(right)
}

/// Checks mystery prizes as a house gives them out: a list of proofs, or the object that has one.
pub(super) fn of_file(path: &Path, value: serde_json::Value) -> Done {
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Given {
        List(Vec<MysteryProof>),
        Answer { mysteries: Vec<MysteryProof> },
    }
    let failed = |why: String| Failure::input(format!("{}: {why}", path.display()));
    let given = serde_json::from_value(value).map_err(|_| {
        failed("this proves neither mystery prizes nor the draw of a promotion".to_owned()).hint(
            "croupier fair DB --pool N --json and --promotion N --json write it, and so does /api/pools/N/mysteries",
        )
    })?;
    let (Given::List(proofs) | Given::Answer { mysteries: proofs }) = given;
    let won: Vec<_> = proofs.iter().filter(|proof| proof.won.is_some() || is_past(proof)).collect();
    let mut out = String::from("mystery prizes, as they were given\n");
    won.iter().for_each(|hit| show(hit, None, &mut out));
    let right = won.iter().all(|hit| is_right(hit));
    say_all(won.len(), right, &mut out);
    out.push_str(
        "that no wager before had passed the trigger is as it was given: the journal proves it\n",
    );
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    Ok(right)
}

/// Tells whether a prize is over that nobody has won.
const fn is_past(proof: &MysteryProof) -> bool {
    proof.shown.is_some() || proof.lost
}

fn is_right(hit: &MysteryProof) -> bool {
    hit.check().iter().all(|checked| checked.right)
}

fn say_all(count: usize, right: bool, out: &mut String) {
    match (count, right) {
        (0, _) => out.push_str("none was won\n"),
        (_, true) => out.push_str("\nfair: every trigger and every winner follows from the keys\n"),
        (_, false) => out.push_str("\nNOT FAIR: see above\n"),
    }
}

/// Tells what was checked of one prize.
fn show(hit: &MysteryProof, entry: Option<u64>, out: &mut String) {
    let (above, ceiling) = (Cents(hit.above), Cents(hit.ceiling));
    let what = match (&hit.won, &hit.shown) {
        (Some(_), _) => "won",
        (None, Some(_)) => "shown",
        (None, None) => "given up",
    };
    let at = entry.map_or(String::new(), |entry| format!(" ({what} by entry {entry})"));
    let _ = writeln!(out, "\nprize {}{at}: the house had committed itself to", hit.number);
    let _ = writeln!(out, "  {}\n  {}", hit.trigger_commitment, hit.winner_commitment);
    let between = format!("for a trigger above {above} and up to {ceiling}");
    if hit.lost {
        let _ =
            writeln!(out, "{between}, and two people gave up its keys as lost: nothing is proved");
        return;
    }
    let nobody = if hit.won.is_some() { "" } else { ", though nobody has won" };
    let _ = writeln!(out, "{between}, and showed the keys{nobody}");
    let won = hit.won.as_ref().map(|won| (&won.trigger_key, &won.winner_key));
    let shown = hit.shown.as_ref().map(|shown| (&shown.trigger_key, &shown.winner_key));
    if let Some((trigger, winner)) = won.or(shown) {
        let _ = writeln!(out, "  {trigger}\n  {winner}");
    }
    for checked in hit.check() {
        let says = if checked.right { "right" } else { "WRONG" };
        let _ = writeln!(out, "{says}  {}", checked.words);
    }
}
