//! What a house keeps: its journal and what stands beside it, the mirror, the witnesses, and what time they say it is.

use std::path::Path;

use croupier_house::check_secret;
use croupier_journal::{Error, Identity, Reader, SigningKey, Unwitnessed};
use croupier_server::{Config, WitnessPlace};

use super::{Findings, duration};
use crate::floor::beside;

/// A clock that is behind the journal by more is doubted by the house.
const DOUBTED: u64 = 5 * 60 * 1000;
/// So is one that says that the house was closed for so long.
const FORGOTTEN: u64 = 90 * 24 * 60 * 60 * 1000;

/// Checks all that is kept.
pub(super) fn check(config: &Config, now: u64, findings: &mut Findings) {
    let journal = &config.journal;
    if !journal.exists() {
        if beside(journal, "end").exists() {
            let what =
                "is gone, and the file that ends in .end says that there was one: put it back";
            findings.wrong("journal", format!("{} {what}", journal.display()));
        } else {
            let what = "is not there: the house makes it when it opens";
            findings.note("journal", format!("{} {what}", journal.display()));
        }
        return;
    }
    check_modes(journal, findings);
    let reader = match read(journal) {
        Ok(reader) => reader,
        Err(error) => return findings.wrong("journal", error),
    };
    let identity = reader.identity();
    match check_end(&reader) {
        Err(what) => findings.wrong("journal", format!("{}: {what}", journal.display())),
        Ok(number) => {
            findings.good("journal", format!("{}: {number} entries", journal.display()));
            check_time(&reader, number, now, findings);
            check_mirror(config, &reader, number, findings);
            for witness in &config.witnesses {
                check_witness(witness, &identity, number, findings);
            }
        }
    }
    check_key(journal, &identity, findings);
    let secret = beside(journal, "secret");
    match check_secret(&secret, identity.journal) {
        Ok(true) => findings.good("secret", secret.display()),
        Ok(false) => {
            let what = "is not there: a house with virtual tables does not open without it";
            findings.wrong("secret", format!("{} {what}", secret.display()));
        }
        Err(stop) => findings.wrong("secret", stop),
    }
}

/// Opens a journal to be read; one that is closed without a byte in its folder being changed.
fn read(journal: &Path) -> Result<Reader, Error> {
    Reader::sealed(journal).or_else(|_| Reader::open(journal))
}

/// Tells how many entries there are, if none is missing at the end.
fn check_end(reader: &Reader) -> Result<u64, String> {
    let fault = reader.end_fault().map_err(|error| error.to_string())?;
    if let Some(fault) = fault {
        return Err(fault.to_string());
    }
    reader.state().map(|state| state.number).map_err(|error| error.to_string())
}

/// The house takes its files from others when it opens, if it may: so it is said where it may not.
fn check_modes(journal: &Path, findings: &mut Findings) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let own = rustix::process::geteuid().as_raw();
        let beside = ["end", "lock", "sessions"].map(|ending| beside(journal, ending));
        for file in std::iter::once(journal.to_owned()).chain(beside) {
            let Ok(found) = std::fs::metadata(&file) else { continue };
            let (name, mode) = (file.display(), found.mode() & 0o777);
            if found.uid() != own {
                let whose = found.uid();
                let what = format!(
                    "belongs to user {whose}, and this is user {own}: run this as the house's"
                );
                findings.wrong("files", format!("{name} {what}"));
            } else if mode & 0o077 != 0 {
                let what = "the house takes that away when it opens";
                findings
                    .note("files", format!("{name}: others may read it (mode {mode:o}); {what}"));
            }
        }
    }
}

fn check_key(journal: &Path, identity: &Identity, findings: &mut Findings) {
    let file = beside(journal, "key");
    match SigningKey::read(&file) {
        Ok(key) if key.public() == identity.key => {
            findings.good("key", format!("{}, public {}", file.display(), identity.key));
        }
        Ok(key) => {
            let what =
                format!("is {}, and the journal is signed by {}", key.public(), identity.key);
            findings.wrong("key", format!("{} {what}", file.display()));
        }
        Err(error) => findings.wrong("key", error),
    }
}

/// Holds the clock of the machine against the journal.
fn check_time(reader: &Reader, number: u64, now: u64, findings: &mut Findings) {
    const ABOUT: &str = "clock";
    let last = match number {
        0 => return,
        number => reader.entries(number - 1).next(),
    };
    let last = match last {
        Some(Ok(record)) => record.chained.entry.at,
        Some(Err(error)) => return findings.wrong("journal", error),
        None => return,
    };
    let way = "put it right, or have two people confirm it in the pit";
    if last > now + DOUBTED {
        let by = duration(last - now);
        findings.wrong(
            ABOUT,
            format!("the last entry of the journal is {by} later than the clock: {way}"),
        );
    } else if now > last + FORGOTTEN {
        let by = duration(now - last);
        findings.note(
            ABOUT,
            format!("the last entry of the journal is {by} old: if that is wrong, {way}"),
        );
    } else {
        findings.good(ABOUT, "not before the last entry of the journal");
    }
}

fn check_mirror(config: &Config, journal: &Reader, number: u64, findings: &mut Findings) {
    const ABOUT: &str = "mirror";
    let Some(mirror) = &config.mirror else {
        return findings.note(
            ABOUT,
            "none: a disk that breaks takes the journal with it since the last backup",
        );
    };
    let name = mirror.display();
    if !mirror.exists() {
        return findings
            .note(ABOUT, format!("{name} is not there: the house makes it when it opens"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let disk = |path: &Path| std::fs::metadata(path).map(|file| file.dev()).ok();
        if disk(mirror) == disk(&config.journal) {
            findings
                .note(ABOUT, format!("{name} is on the disk of the journal, and breaks with it"));
        }
    }
    let copy = match read(mirror) {
        Ok(copy) => copy,
        Err(error) => return findings.wrong(ABOUT, error),
    };
    if copy.identity() != journal.identity() {
        return findings.wrong(ABOUT, format!("{name} is another journal"));
    }
    let there = copy.state().map(|state| state.number);
    match there {
        Ok(there) => {
            // Neither is ahead of the other for long; what both have must be the same.
            let both = there.min(number);
            let same = match both {
                0 => true,
                both => {
                    matches!((copy.link(both), journal.link(both)), (Ok(one), Ok(other)) if one == other)
                }
            };
            match same {
                true => findings.good(ABOUT, format!("{name}: {there} entries")),
                false => findings
                    .wrong(ABOUT, format!("{name} has another entry {both} than the journal")),
            }
        }
        Err(error) => findings.wrong(ABOUT, error),
    }
}

fn check_witness(place: &WitnessPlace, identity: &Identity, number: u64, findings: &mut Findings) {
    const ABOUT: &str = "witness";
    match place.seen(identity) {
        Ok(Some(seen)) if seen.number > number => {
            let what = format!(
                "has seen {} entries: an older copy is in place of the journal",
                seen.number
            );
            findings.wrong(ABOUT, format!("{place} {what}"));
        }
        Ok(Some(seen)) => findings.good(ABOUT, format!("{place} has seen {} entries", seen.number)),
        Ok(None) => findings.good(ABOUT, format!("{place} has nothing to say of this journal")),
        Err(Unwitnessed::Away(what)) => findings.note(ABOUT, format!("{place}: {what}")),
        Err(Unwitnessed::Useless(what) | Unwitnessed::Refused(what)) => {
            findings.wrong(ABOUT, format!("{place}: {what}"));
        }
    }
}
