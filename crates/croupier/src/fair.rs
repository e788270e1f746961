//! `croupier fair`: the draw of a round, recomputed from what was shown, in plain words.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use croupier_floor::{Act, RoundRandom, TableAct, TableId, commitment, key_from};
use croupier_house::Replay;
use croupier_journal::Reader;

use crate::failure::{Done, Failure, written};
use crate::floor::stopped;
use crate::replay::round_id;

/// Check that the cards or dice of a round follow from the key that the house had committed itself to
///
/// The house publishes a hash of its key before wagers are made, and the key after the round. Whoever
/// has both, and what players added, draws the same cards again.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The journal
    db: PathBuf,

    /// The round: table and number, such as 3/17
    #[arg(long, value_name = "TABLE/ROUND", value_parser = round_id)]
    round: (u32, u64),
}

/// What was drawn under one key.
struct Drawing {
    number: u64,
    committed: (String, u64),
    chance: RoundRandom,
    key: String,
    shown: u64,
}

/// Checks the round.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let (table, round) = arguments.round;
    let reader = Reader::open(&arguments.db).map_err(|error| stopped(error.into()))?;
    let mut committed = None;
    let mut last = RoundRandom::default();
    let mut in_round = false;
    let (mut found, mut seen) = (Vec::new(), false);
    Replay::of(&reader, |replay, record, act, answer| {
        let entry = &record.chained.entry;
        if entry.chain.0 != table || !answer.is_done() {
            return;
        }
        let room = replay.floor.rooms.get(&TableId(table));
        match act {
            Act::TableAct(TableAct::Commit { commitment, .. }) => {
                committed = Some((commitment.clone(), record.number));
                in_round = false;
            }
            Act::TableAct(TableAct::Reveal { key, .. }) => {
                if let (true, Some(committed), Some(room)) = (in_round, committed.take(), room) {
                    let (number, chance) = (room.commitments, std::mem::take(&mut last));
                    let (key, shown) = (key.clone(), record.number);
                    found.push(Drawing { number, committed, chance, key, shown });
                }
                in_round = false;
            }
            _ => {
                // What was drawn in the round asked for, whichever entry drew it.
                seen |= entry.round == round;
                in_round |= entry.round == round;
            }
        }
        if let Some(room) = room.filter(|_| !matches!(act, Act::TableAct(TableAct::Reveal { .. })))
        {
            last = room.random.clone();
        }
    })
    .map_err(stopped)?;
    if !seen {
        return Err(Failure::input(format!("there is no round {table}/{round}")));
    }
    let drawn = found.iter().filter(|drawing| drawing.chance.draws() > 0);
    let mut out = format!("round {round} of table {table}\n");
    let (mut fair, mut any) = (true, false);
    for drawing in drawn {
        fair &= show(table, drawing, &mut out);
        any = true;
    }
    if !any {
        out.push_str("nothing was drawn under a key that has been shown\n");
    } else if fair {
        out.push_str("\nfair: every draw follows from the key and from what the players added\n");
    }
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    Ok(fair && any)
}

/// Tells what was checked; returns whether all of it was right.
fn show(table: u32, drawing: &Drawing, out: &mut String) -> bool {
    let Drawing { number, committed: (hash, before), chance, key, shown } = drawing;
    let _ =
        writeln!(out, "\nbefore the draw (entry {before}) the house committed itself to\n  {hash}");
    for addition in &chance.additions {
        let _ = writeln!(out, "players added {addition:?}");
    }
    let _ = writeln!(out, "afterwards (entry {shown}) it showed the key\n  {key}");
    let Some(bytes) = key_from(key) else {
        out.push_str("WRONG  this is no key\n");
        return false;
    };
    let mut right = commitment(table, *number, &bytes) == *hash;
    let _ = writeln!(
        out,
        "{}  the SHA-256 of the key, with table {table} and commitment {number}, is the hash",
        if right { "right" } else { "WRONG" }
    );
    for (place, (was, again, of)) in (1..).zip(chance.again(&bytes)) {
        right &= was == again;
        let says =
            if was == again { "right".to_owned() } else { format!("WRONG, it gives {again}") };
        let _ = writeln!(out, "{says}  draw {place}, one of {of}: {was}");
    }
    right
}
