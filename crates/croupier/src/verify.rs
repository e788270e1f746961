//! `croupier verify`: a journal proved, from its bytes to what was paid.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use croupier_floor::{Currency, Event};
use croupier_house::{Replay, Stop};
use croupier_journal::{Checkpoint, PublicKey, Reader, SigningKey, VerifyOptions};

use crate::failure::{Done, Failure, written};
use crate::floor::{beside, stopped};
use crate::progress::Progress;

/// Prove a journal: hashes and signatures, every table played again, all money added up
///
/// Nothing in the file is believed: the chains of hashes and the signatures are computed again, every
/// act goes through the rules again, what follows is compared with what the journal says, and the
/// accounts are added up. The exit status is 1 if anything is wrong; the first wrong entry is named.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The journal
    db: PathBuf,

    /// The public key that must have signed, in hexadecimal digits
    #[arg(long, value_name = "KEY")]
    key: Option<String>,

    /// A file with a checkpoint that was kept elsewhere
    #[arg(long, value_name = "FILE")]
    checkpoint: Vec<PathBuf>,

    /// Copy what is good into a new journal, signed with the key beside the old one
    #[arg(long, value_name = "FILE")]
    recover: Option<PathBuf>,

    /// Only the hashes and signatures, not what they stand for
    #[arg(long)]
    chain_only: bool,
}

/// After so many entries the accounts are added up again.
const OFTEN: u64 = 1_000;

/// Proves the journal.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let key = arguments.key.as_deref().map(|text| {
        PublicKey::from_hex(text).ok_or_else(|| Failure::input(format!("{text:?} is not a key")))
    });
    let kept = arguments.checkpoint.iter().map(|file| {
        let name = file.display();
        let text = std::fs::read_to_string(file);
        let text = text.map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
        let wrong = |_| Failure::input(format!("{name} is not a checkpoint"));
        Checkpoint::from_text(&text).map_err(wrong)
    });
    let kept = kept.collect::<Result<Vec<_>, _>>()?;
    let all = Reader::open(&arguments.db).and_then(|reader| reader.state());
    let all = all.map_or(0, |standing| standing.number);
    let progress = Progress::new("hashes", all);
    let tell = |done: u64, _: u64| progress.at(done);
    let against =
        VerifyOptions { key: key.transpose()?, checkpoints: &kept, progress: Some(&tell) };
    let report = croupier_journal::verify(&arguments.db, &against);
    drop(progress);
    let report = report.map_err(|error| stopped(error.into()))?;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} entries in {} chains, {} checkpoints, {} entries signed",
        report.entries, report.chains, report.checkpoints, report.signed
    );
    for (chain, (fault, good)) in &report.chain_faults {
        let whose = match chain.0 {
            0 => "the house".to_owned(),
            u32::MAX => "tables that were stopped".to_owned(),
            table => format!("table {table}"),
        };
        let _ = writeln!(out, "WRONG  {whose}: {fault}; the last good entry is {good}");
    }
    for fault in &report.faults {
        let _ = writeln!(out, "WRONG  {fault}");
    }
    for fault in &report.snapshot_faults {
        let _ = writeln!(out, "note   {fault}; it is passed over, and nothing depends on it");
    }
    let mut sound = report.is_sound();
    if sound {
        let _ = writeln!(out, "right  every hash and every signature");
    }
    if !arguments.chain_only && report.faults.is_empty() {
        match replayed(arguments, all, &mut out) {
            Ok(right) => sound &= right,
            Err(failure) if sound => return Err(failure),
            // What is damaged has been named, and cannot be played.
            Err(_) => {}
        }
    }
    let _ = writeln!(
        out,
        "{}",
        if sound { "the journal is sound" } else { "the journal is NOT sound" }
    );
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    if let Some(new) = &arguments.recover {
        recovered(&arguments.db, new)?;
    }
    Ok(sound)
}

/// Copies what is good into a new journal. The damaged one is evidence, and stays as it is.
fn recovered(db: &Path, new: &Path) -> Result<(), Failure> {
    let failed = |error: croupier_journal::Error| stopped(error.into());
    let key = SigningKey::read(&beside(db, "key")).map_err(failed)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let at = u64::try_from(now.as_millis()).unwrap_or(0);
    let recovery = croupier_journal::recover(db, new, &key, at).map_err(failed)?;
    eprintln!(
        "{} entries are in {}, {} are lost; keep {} as evidence, and put copies of its .key and .secret \
         beside the new journal",
        recovery.entries,
        new.display(),
        recovery.lost,
        db.display()
    );
    Ok(())
}

/// Plays everything again, and adds up the money.
fn replayed(arguments: &Arguments, all: u64, out: &mut String) -> Done {
    let reader = Reader::open(&arguments.db).map_err(|error| stopped(error.into()))?;
    let progress = Progress::new("entries", all);
    let (mut rounds, mut lines, mut proved, mut wrong) = (0_u64, 0_u64, 0_u64, None);
    let replay = Replay::of(&reader, |replay, record, _, answer| {
        for event in &answer.events {
            match event {
                Event::Round { .. } => rounds += 1,
                Event::Proved { .. } => proved += 1,
                Event::Game(_, croupier_sheet::Happened::Settled(_)) => lines += 1,
                _ => {}
            }
        }
        if record.number.is_multiple_of(OFTEN) {
            progress.at(record.number);
            if wrong.is_none() && !replay.floor.ledger.balances() {
                wrong = Some(record.number);
            }
        }
    });
    drop(progress);
    let replay = match replay {
        Ok(replay) => replay,
        Err(stop @ Stop::Entry { .. }) => {
            let _ = writeln!(out, "WRONG  {stop}");
            return Ok(false);
        }
        Err(stop) => return Err(stopped(stop)),
    };
    let _ = writeln!(
        out,
        "right  {rounds} rounds played again, {lines} settlement lines, {proved} draws proved by their keys"
    );
    if wrong.is_some() || !replay.floor.ledger.balances() {
        let at = wrong.unwrap_or(all);
        let _ = writeln!(out, "WRONG  the accounts do not add up at entry {at} or shortly before");
        return Ok(false);
    }
    for (table, why) in &replay.floor.stopped {
        let _ = writeln!(out, "note   table {} is stopped: {why}", table.0);
    }
    let accounts = replay.floor.ledger.iter().count();
    let sums = [Currency::Cash, Currency::Chips, Currency::Tokens];
    let sums: Vec<_> = sums.map(|sum| replay.floor.ledger.sum(sum).to_string()).into();
    let _ = writeln!(
        out,
        "right  {accounts} accounts: cash, chips and tokens add up to {}",
        sums.join(", ")
    );
    Ok(true)
}
