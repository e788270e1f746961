//! Writes a small journal to try a verifier on: `cargo run -p croupier-journal --example sample FILE`.

use std::path::PathBuf;
use std::process::ExitCode;

use croupier_journal::{Batch, Beside, Chain, Entry, Error, Journal, Options};

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("error: say which file to write");
        return ExitCode::from(1);
    };
    match write(path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn write(path: PathBuf) -> Result<(), Error> {
    let options = Options { checkpoint_entries: 100, chapter_entries: 64, ..Options::default() };
    let journal = Journal::open(path, options)?;
    let start = journal.opened().heads.get(&Chain(0)).map_or(1, |head| head.seq + 1);
    for seq in start..start + 100 {
        let entries = (0..3).map(|chain| entry(Chain(chain), seq)).collect();
        let beside = vec![Beside { id: 12, bytes: Some(b"Ann".to_vec()) }];
        journal.append(Batch { entries, beside })?;
        if seq % 50 == 0 {
            journal.snapshot(1, b"a state".to_vec())?.wait()?;
        }
    }
    print!("{}", journal.checkpoint(1_700_000_100_000)?);
    journal.close()
}

fn entry(chain: Chain, seq: u64) -> Entry {
    Entry {
        chain,
        seq,
        at: 1_700_000_000_000 + 1000 * seq,
        who: 12,
        kind: "wager".into(),
        round: seq / 5,
        rules: "casino-war 2016-08-17".into(),
        format: 1,
        key: seq.to_be_bytes().to_vec(),
        body: format!(r#"{{"spot":"tie","stake":{}}}"#, 100 * seq).into_bytes(),
        effects: format!(r#"{{"staked":{}}}"#, 100 * seq).into_bytes(),
    }
}
