//! `croupier fair`: the draw of a round, recomputed from what was shown, in plain words.

mod pool;
mod promotion;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_floor::{
    Act, Answer, BurnRandom, Event, RoundRandom, TableAct, TableId, Words, WordsStage,
    burn_commitment, commitment, key_from, seal,
};
use croupier_house::Replay;
use croupier_journal::Reader;

use crate::failure::{Done, Failure, written};
use crate::floor::stopped;
use crate::replay::round_id;

/// Check that the cards or dice of a round follow from the key that the house had committed itself to
///
/// The house publishes a hash of its key before wagers are made, and the key after the round. Players seal words
/// before betting is closed, and open them after it. Whoever has the key and the words draws the same cards again. The cards that were burned unseen have a
/// key of their own: its hash is published before the cut, and the key when the shoe is over. The trigger and the winner of a
/// mystery prize have keys, too: their hashes are published before the first wager, and the keys when it is won. The house commits
/// itself to the seed of a promotion before the first entry, and shows it at the draw.
#[derive(Args)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["round", "pool", "promotion", "proof"])))]
pub(crate) struct Arguments {
    /// The journal
    #[arg(required_unless_present = "proof", conflicts_with = "proof")]
    db: Option<PathBuf>,

    /// The round: table and number, such as 3/17
    #[arg(long, value_name = "TABLE/ROUND", value_parser = round_id)]
    round: Option<(u32, u64)>,

    /// Check every mystery prize of this prize pool
    #[arg(long, value_name = "N")]
    pool: Option<u32>,

    /// Check the draw of this promotion, with everything that was drawn again
    #[arg(long, value_name = "N")]
    promotion: Option<u32>,

    /// Check what --json has written, without the journal: mystery prizes (also as /api/pools/N/mysteries gives them), the
    /// draw of a promotion, or one entry of it
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// Prove that this entry was in the barrel of the promotion
    #[arg(long, value_name = "K", conflicts_with_all = ["round", "pool"])]
    entry: Option<u32>,

    /// Write what proves the mystery prizes, the draw or the entry as JSON
    #[arg(long, conflicts_with_all = ["round", "proof"])]
    json: bool,

    /// With --promotion --json: keep back whose entries those are that were not drawn and are of nobody who has won
    #[arg(long, requires = "promotion", requires = "json")]
    without_people: bool,

    /// With --proof: hold the draw of a promotion against a checkpoint that somebody has kept (/api/checkpoint)
    #[arg(long, value_name = "FILE", requires = "proof")]
    checkpoint: Option<PathBuf>,
}

/// What was drawn under one key.
struct Drawing {
    number: u64,
    committed: (String, u64),
    chance: RoundRandom,
    key: String,
    shown: u64,
}

/// Checks a round, or mystery prizes.
pub(crate) fn run(arguments: &Arguments) -> Done {
    if let Some(file) = &arguments.proof {
        return of_file(file, arguments.entry, arguments.checkpoint.as_deref());
    }
    let Some(db) = &arguments.db else {
        return Err(Failure::input("what is to be checked?").hint("give a journal, or --proof"));
    };
    match (arguments.pool, arguments.promotion, arguments.round) {
        (Some(pool), _, _) => pool::of_journal(db, pool, arguments.json),
        (_, Some(promotion), _) => promotion::of_journal(
            (db, promotion),
            arguments.entry,
            (arguments.json, arguments.without_people),
        ),
        (None, None, Some(round)) => of_round(db, round),
        (None, None, None) => Err(Failure::input("what is to be checked?")
            .hint("give --round, --pool, --promotion or --proof")),
    }
}

/// Checks what a house gives out of its journal: mystery prizes, the draw of a promotion, or one entry of it.
fn of_file(path: &Path, entry: Option<u32>, checkpoint: Option<&Path>) -> Done {
    let failed = |why: String| Failure::input(format!("{}: {why}", path.display()));
    let text = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
    let value: serde_json::Value =
        serde_json::from_slice(&text).map_err(|error| failed(format!("not JSON: {error}")))?;
    match promotion::Given::read(&value) {
        Some(given) => promotion::of_file(&given.map_err(failed)?, entry, checkpoint),
        None if entry.is_some() => {
            Err(failed("--entry is for the draw of a promotion, and this is none".to_owned()))
        }
        None => pool::of_file(path, value),
    }
}

/// Checks a round.
fn of_round(db: &Path, (table, round): (u32, u64)) -> Done {
    let reader = Reader::open(db).map_err(|error| stopped(error.into()))?;
    let mut committed = None;
    let mut last = RoundRandom::default();
    let mut in_round = false;
    let mut burns = Burns::default();
    let (mut found, mut seen, mut lost) = (Vec::new(), false, None);
    Replay::of(&reader, |replay, record, act, answer| {
        let entry = &record.chained.entry;
        if in_round && let Some(draws) = loss(answer, table) {
            (lost, in_round) = (Some((draws, record.number)), false);
        }
        if entry.chain.0 != table || !answer.is_done() {
            return;
        }
        let room = replay.floor.rooms.get(&TableId(table));
        burns.take(act, record.number, room.and_then(|room| room.last_burn.as_ref()));
        if entry.round == round {
            burns.wanted = burns.last;
        }
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
    fair &= burns.show(table, &mut out);
    if let Some((draws, entry)) = lost {
        fair = false;
        let _ = writeln!(
            out,
            "\nthe key was given up as lost (entry {entry}): nobody can prove its {draws} draws"
        );
    } else if !any {
        out.push_str("nothing was drawn under a key that has been shown\n");
    } else if fair {
        out.push_str("\nfair: every draw follows from the key and from the words of the players\n");
    }
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    Ok(fair && any)
}

/// Tells what was checked; returns whether all of it was right.
fn show(table: u32, drawing: &Drawing, out: &mut String) -> bool {
    let Drawing { number, committed: (hash, before), chance, key, shown } = drawing;
    let _ =
        writeln!(out, "\nbefore the draw (entry {before}) the house committed itself to\n  {hash}");
    let sealed_right = show_words((table, *number), chance, out);
    let _ = writeln!(out, "afterwards (entry {shown}) it showed the key\n  {key}");
    let Some(bytes) = key_from(key) else {
        out.push_str("WRONG  this is no key\n");
        return false;
    };
    let is_key = commitment(table, *number, &bytes) == *hash;
    let _ = writeln!(
        out,
        "{}  the SHA-256 of the key, with table {table} and commitment {number}, is the hash",
        if is_key { "right" } else { "WRONG" }
    );
    let mut right = is_key && sealed_right;
    for (place, (was, again, of)) in (1..).zip(chance.again(&bytes)) {
        right &= was == again;
        let says =
            if was == again { "right".to_owned() } else { format!("WRONG, it gives {again}") };
        let _ = writeln!(out, "{says}  draw {place}, one of {of}: {was}");
    }
    right
}

/// Tells which words are mixed with the key, and whether they are those that were sealed while betting was open.
fn show_words((table, number): (u32, u64), chance: &RoundRandom, out: &mut String) -> bool {
    let mut right = true;
    for Words { seat, sealed, stage, .. } in &chance.words {
        let _ = writeln!(out, "before betting was closed seat {seat} sealed words\n  {sealed}");
        let WordsStage::Opened(text) = stage else {
            let _ = writeln!(out, "seat {seat} did not open them: they are not mixed with the key");
            continue;
        };
        let is_seal = seal(table, number, *seat, text) == *sealed;
        right &= is_seal;
        let says = if is_seal { "right" } else { "WRONG" };
        let _ = writeln!(out, "{says}  afterwards seat {seat} opened {text:?}, whose hash it is");
    }
    right
}

/// Returns how many draws of a table were given up with their key.
fn loss(answer: &Answer, of: u32) -> Option<u32> {
    answer.events.iter().find_map(|event| match event {
        Event::KeyLost { table, commitment: Some(_), draws, .. } if table.0 == of => Some(*draws),
        _ => None,
    })
}

/// The shuffles of the table, with the burns whose keys were shown.
#[derive(Default)]
struct Burns {
    /// Every commitment to a burn, by the number of the shuffle, with the entry that made it.
    committed: Vec<(u64, String, u64)>,
    /// Every burn whose key was shown, with the entry that showed it.
    shown: Vec<(BurnRandom, u64)>,
    /// How many shuffles there were.
    shuffles: u64,
    /// The shuffle after which cards were burned last.
    last: Option<u64>,
    /// The shuffle before the round that is asked for.
    wanted: Option<u64>,
}

impl Burns {
    /// Takes note of an entry at the table.
    fn take(&mut self, act: &Act, entry: u64, shown: Option<&BurnRandom>) {
        match act {
            Act::TableAct(TableAct::BeginShuffle { burn, .. }) => {
                self.shuffles += 1;
                if let Some(hash) = burn {
                    self.committed.push((self.shuffles, hash.clone(), entry));
                    self.last = Some(self.shuffles);
                }
            }
            Act::TableAct(TableAct::RevealBurn { .. }) => {
                self.shown.extend(shown.map(|burn| (burn.clone(), entry)));
            }
            _ => {}
        }
    }

    /// Tells what was checked of the cards burned before the round; returns whether nothing was wrong.
    fn show(&self, table: u32, out: &mut String) -> bool {
        let committed = |(shuffle, ..): &&(u64, String, u64)| Some(*shuffle) == self.wanted;
        let Some((shuffle, hash, before)) = self.committed.iter().find(committed) else {
            return true;
        };
        let _ = writeln!(
            out,
            "\nbefore the cut of shuffle {shuffle} (entry {before}) the house committed itself to\n  {hash}"
        );
        let Some((burn, entry)) = self.shown.iter().find(|(burn, _)| burn.shuffle == *shuffle)
        else {
            out.push_str("the cards burned unseen: not revealed yet, their key is shown when the shoe is over\n");
            return true;
        };
        let text = burn.key.as_deref().unwrap_or_default();
        let _ = writeln!(out, "when the shoe was over (entry {entry}) it showed the key\n  {text}");
        let Some(key) = key_from(text) else {
            out.push_str("WRONG  this is no key\n");
            return false;
        };
        let right = burn_commitment(table, *shuffle, &key) == *hash;
        let says = if right { "right" } else { "WRONG" };
        let _ = writeln!(
            out,
            "{says}  the SHA-256 of the key, with table {table} and shuffle {shuffle}, is the hash"
        );
        if let Some(depth) = burn.cut {
            let _ = writeln!(out, "the cards were cut {depth} deep, which is mixed with the key");
        }
        let cards: Vec<_> = burn.draw(&key).iter().map(ToString::to_string).collect();
        let cards = if cards.is_empty() { "none".to_owned() } else { cards.join(" ") };
        let _ =
            writeln!(out, "burned unseen, by the key, of the cards that were not dealt: {cards}");
        right
    }
}
