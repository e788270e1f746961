//! No key comes twice: not when a table is opened again, not when a copy of the house is restored or goes on beside
//! it. A secret that is lost or another one is found when the house opens.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::house::{Dice, Folder, Night};
use croupier_engine::Kind;
use croupier_floor::{Act, ActResult, Answer, Event, HOUSE, Recorded, TableAct, TableId};
use croupier_floor::{commitment, hex};
use croupier_house::{Live, Secret, Stop, prove};
use croupier_journal::{Options, Reader, VerifyOptions};

/// Craps and casino war: dice, and cards that are burned.
const GAMES: [Kind; 2] = [Kind::Craps, Kind::CasinoWar];

fn table_of(kind: Kind) -> u32 {
    1 + Kind::ALL.iter().position(|other| *other == kind).unwrap() as u32
}

fn secret_file(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.secret", path.display()))
}

/// Puts a secret beside a journal, as its owner would.
fn put(path: &Path, bytes: &[u8]) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(secret_file(path), bytes).unwrap();
    fs::set_permissions(secret_file(path), fs::Permissions::from_mode(0o600)).unwrap();
}

fn secret(night: &mut Night, path: &Path) -> Secret {
    night.live.secret(&secret_file(path)).unwrap()
}

/// Opens a house that is there, and its secret.
fn again(path: &Path) -> (Night, Secret) {
    let live = Live::open(path, Options::default()).unwrap();
    let at = live.floor().now;
    let mut night = Night { live, at, acts: 0 };
    let secret = secret(&mut night, path);
    (night, secret)
}

/// Copies a house that is closed.
fn copy(from: &Path, to: &Path) {
    for ending in ["", ".key", ".secret", ".end"] {
        let name = |path: &Path| format!("{}{ending}", path.display());
        fs::copy(name(from), name(to)).unwrap();
    }
}

/// What a journal shows of keys after an entry: the commitments, and the keys from which something was drawn.
fn keys(path: &Path, after: u64) -> (Vec<String>, Vec<String>) {
    let (mut commitments, mut keys) = (Vec::new(), Vec::new());
    for record in Reader::open(path).unwrap().entries(after) {
        let entry = record.unwrap().chained.entry;
        if entry.chain.0 == 0 || entry.chain.0 == u32::MAX {
            continue;
        }
        let (act, answer) =
            (Recorded::read(&entry.body).unwrap(), Answer::read(&entry.effects).unwrap());
        let Act::TableAct(act) = act else { continue };
        if !answer.is_done() {
            continue;
        }
        match act {
            TableAct::Commit { commitment, .. }
            | TableAct::BeginShuffle { burn: Some(commitment), .. } => commitments.push(commitment),
            TableAct::Reveal { key, .. } => {
                let used =
                    answer.events.iter().any(|it| matches!(it, Event::Proved { draws: 1.., .. }));
                keys.extend(used.then_some(key));
            }
            TableAct::RevealBurn { key, .. } => keys.push(key),
            _ => {}
        }
    }
    (commitments, keys)
}

fn distinct(all: &[String]) -> BTreeSet<&String> {
    let set: BTreeSet<_> = all.iter().collect();
    assert_eq!(set.len(), all.len(), "something comes twice");
    set
}

fn sound(path: &Path) {
    let proof = prove(path, &VerifyOptions::default(), false, |_| ()).unwrap();
    assert!(proof.sound, "{:?}", proof.faults);
}

/// Shows the key of a round that is over, as the program does before it goes on elsewhere.
fn show_key(night: &mut Night, secret: &Secret, table: u32) {
    let room = &night.floor().rooms[&TableId(table)];
    let next = secret.next(room, &night.floor().people, false);
    if let Some(act @ Act::TableAct(TableAct::Reveal { .. })) = next {
        night.must(HOUSE, &act);
    }
}

/// Finding 1: a table that is closed and opened again does not draw the same dice and cards.
#[test]
fn a_table_that_is_opened_again_draws_other_keys() {
    let folder = Folder::new("keys-reopened");
    let path = folder.0.join("journal");
    let mut night = Night::open(&path);
    let secret = secret(&mut night, &path);
    let mut dice = Dice(1);
    for kind in GAMES {
        let table = table_of(kind);
        for opening in 0..3 {
            night.play_with(&secret, table, 4, &mut dice);
            // What stands is played to its end, and all keys are shown.
            night.finish(&secret, table, &mut dice);
            night.close_table(table);
            if opening < 2 {
                night.open_table(table, kind);
            }
        }
    }
    night.live.close().unwrap();
    let (commitments, keys) = keys(&path, 0);
    assert!(distinct(&commitments).len() > 24 && distinct(&keys).len() > 24);
    sound(&path);
}

/// Finding 2: a copy that is restored, or goes on beside the house, draws nothing from a key that is known.
#[test]
fn a_restored_copy_draws_other_keys() {
    let folder = Folder::new("keys-restored");
    let (path, copied) = (folder.0.join("journal"), folder.0.join("copy"));
    let mut night = Night::open(&path);
    let first = secret(&mut night, &path);
    for kind in GAMES {
        night.play_with(&first, table_of(kind), 3, &mut Dice(1));
        // The house commits itself for the next round before it closes.
        loop {
            let room = &night.floor().rooms[&TableId(table_of(kind))];
            if room.random.commitment.is_some() && room.random.draws() == 0 {
                break;
            }
            let lapse = || first.lapse_cut(room, &night.floor().people);
            let act = first.next(room, &night.floor().people, false).or_else(lapse).unwrap();
            night.must(HOUSE, &act);
        }
    }
    night.live.close().unwrap();
    let number = Reader::open(&path).unwrap().state().unwrap().number;
    copy(&path, &copied);
    let mut shown = Vec::new();
    for path in [&path, &copied] {
        let (mut night, secret) = again(path);
        for kind in GAMES {
            night.play_with(&secret, table_of(kind), 20, &mut Dice(1));
            show_key(&mut night, &secret, table_of(kind));
        }
        night.live.close().unwrap();
        sound(path);
        shown.push(keys(path, number));
    }
    for (one, other) in [(&shown[0].0, &shown[1].0), (&shown[0].1, &shown[1].1)] {
        assert!(distinct(one).len() >= 20 && distinct(other).len() >= 20);
    }
    assert!(distinct(&shown[0].0).is_disjoint(&distinct(&shown[1].0)), "commitments");
    // The burn of the shoe that was in use is shown by both, and nothing more is dealt from that shoe.
    let both: Vec<_> =
        distinct(&shown[0].1).intersection(&distinct(&shown[1].1)).copied().cloned().collect();
    assert!(both.len() <= 1, "{both:?}");
}

/// A round that was on when the house stopped is played and proved with its own key.
#[test]
fn a_round_goes_on_with_its_key_after_a_restart() {
    let folder = Folder::new("keys-restart");
    let path = folder.0.join("journal");
    let mut night = Night::open(&path);
    let mut secret = secret(&mut night, &path);
    let (table, mut dice, mut restarts) = (table_of(Kind::CasinoWar), Dice(4), 0);
    let mut wagers = 0;
    night.play_with(&secret, table, 1, &mut dice);
    for _ in 0..400 {
        let room = &night.floor().rooms[&TableId(table)];
        if room.random.draws() > 0 && room.table.felt().in_round() && restarts < 3 {
            night.live.close().unwrap();
            (night, secret) = again(&path);
            restarts += 1;
        }
        night.play_once(&secret, table, &mut wagers, &mut dice);
    }
    night.live.close().unwrap();
    assert_eq!(restarts, 3);
    let (_, keys) = keys(&path, 0);
    assert!(distinct(&keys).len() > 5);
    sound(&path);
}

/// Another secret under the name of a journal, with everything in order but the secret itself.
fn forged(right: &[u8]) -> Vec<u8> {
    use sha2::Digest as _;
    let text = std::str::from_utf8(right).unwrap();
    let body = &text[..text.rfind("check ").unwrap()];
    let line = body.lines().find(|line| line.starts_with("secret ")).unwrap();
    let body = body.replace(line, &format!("secret {}", "ab".repeat(32)));
    let check = hex(&sha2::Sha256::digest(&body));
    format!("{body}check {check}\n").into_bytes()
}

/// Who puts a file where the secret is written first neither reads it nor makes it readable.
#[cfg(unix)]
#[test]
fn nobody_reads_a_secret_while_it_is_written() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("keys-laid");
    let path = folder.0.join("journal");
    let mut laid = secret_file(&path).into_os_string();
    laid.push(".new");
    fs::write(&laid, "").unwrap();
    fs::set_permissions(&laid, PermissionsExt::from_mode(0o666)).unwrap();
    let mut reads = fs::File::open(&laid).unwrap();
    let mut night = Night::open(&path);
    let _secret = secret(&mut night, &path);
    night.live.close().unwrap();
    let mode = fs::metadata(secret_file(&path)).unwrap().permissions().mode();
    let mut read = String::new();
    std::io::Read::read_to_string(&mut reads, &mut read).unwrap();
    assert_eq!((mode & 0o777, read.as_str()), (0o600, ""));
    let _opens = again(&path);
}

/// Finding 12: a secret that is gone, damaged, another house's or older than the journal is never replaced in
/// silence; the words say what to do.
#[test]
fn a_wrong_secret_is_refused_in_words() {
    let folder = Folder::new("keys-lost");
    let (path, other) = (folder.0.join("journal"), folder.0.join("other"));
    let mut night = Night::open(&path);
    let first = secret(&mut night, &path);
    let table = table_of(Kind::Craps);
    night.play_with(&first, table, 2, &mut Dice(1));
    night.live.close().unwrap();
    let older = fs::read(secret_file(&path)).unwrap();
    let (mut night, second) = again(&path);
    night.play_with(&second, table, 2, &mut Dice(1));
    while night.floor().rooms[&TableId(table)].random.commitment.is_none() {
        let room = &night.floor().rooms[&TableId(table)];
        let act = second.next(room, &night.floor().people, false).unwrap();
        night.must(HOUSE, &act);
    }
    night.live.close().unwrap();
    let right = fs::read(secret_file(&path)).unwrap();
    let mut theirs = Night::open(&other);
    let _secret = secret(&mut theirs, &other);
    theirs.live.close().unwrap();
    let foreign = fs::read(secret_file(&other)).unwrap();
    let forged = forged(&right);
    let mut flipped = right.clone();
    flipped[120] ^= 1;
    let refused = |bytes: Option<&[u8]>| {
        match bytes {
            Some(bytes) => put(&path, bytes),
            None => fs::remove_file(secret_file(&path)).unwrap(),
        }
        let mut live = Live::open(&path, Options::default()).unwrap();
        let stop = live.secret(&secret_file(&path)).err();
        live.close().unwrap();
        match stop {
            Some(stop @ Stop::Secret(..)) => stop.to_string(),
            other => panic!("{other:?}"),
        }
    };
    for (bytes, words) in [
        (None, "is not there"),
        (Some(&*foreign), "that of another journal"),
        (Some(&forged), "was begun with another secret"),
        (Some(&older), "is older than the journal"),
        (Some(&flipped), "is damaged"),
        (Some(&[7; 32]), "no secret of a house"),
    ] {
        let told = refused(bytes);
        assert!(told.contains(words), "{words}: {told}");
        assert!(told.contains("croupier secret DB --new"), "{told}");
        assert!(bytes.is_some() || !secret_file(&path).exists(), "nothing is made in its place");
        put(&path, &right);
    }
    // Whoever asks for a new one gets it, the journal says so, and the next opening knows it.
    fs::remove_file(secret_file(&path)).unwrap();
    let live = Live::open(&path, Options::default()).unwrap();
    live.renew_secret(&secret_file(&path)).unwrap();
    live.close().unwrap();
    for _ in 0..2 {
        let (mut night, secret) = again(&path);
        night.play_with(&secret, table_of(Kind::CasinoWar), 1, &mut Dice(1));
        night.live.close().unwrap();
    }
    put(&path, &right);
    let mut live = Live::open(&path, Options::default()).unwrap();
    assert!(live.secret(&secret_file(&path)).is_err(), "the lost one does not come back");
}

/// `verify` fails on a key that was used before, even if its commitment differs.
#[test]
fn a_key_that_comes_twice_is_found() {
    let folder = Folder::new("keys-twice");
    let path = folder.0.join("journal");
    let mut night = Night::open(&path);
    let (table, key) = (TableId(table_of(Kind::Craps)), [3; 32]);
    for number in 1..=2 {
        let commitment = commitment(table.0, number, &key);
        night.must(HOUSE, &Act::TableAct(TableAct::Commit { table, commitment }));
        let verdict = night.told(HOUSE, &Act::TableAct(TableAct::Reveal { table, key: hex(&key) }));
        assert_eq!(verdict, ActResult::Done);
    }
    night.live.close().unwrap();
    let proof = prove(&path, &VerifyOptions::default(), false, |_| ()).unwrap();
    assert!(!proof.sound && proof.faults[0].contains("was used before"), "{:?}", proof.faults);
}
