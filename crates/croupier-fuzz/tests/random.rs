//! The fuzz targets on random bytes, for a bounded time and with any toolchain.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;

use croupier_fuzz::{Noise, engine, floor, sheet, step, stored};

#[test]
fn arbitrary_inputs_at_every_table() {
    let mut noise = Noise::new(1);
    let (mut accepted, mut refused) = (0, 0);
    let mut data = vec![0; 4096];
    while accepted + refused < 2_500_000 {
        let length = 64 + noise.below(data.len() - 64);
        noise.fill(&mut data[..length]);
        let (yes, no) = engine(&data[..length]);
        accepted += yes;
        refused += no;
    }
    println!("{accepted} inputs accepted, {refused} refused");
    assert!(accepted > 800_000, "the generator finds little that is accepted: {accepted}");
    assert!(refused > 200_000, "the generator finds little that is refused: {refused}");
}

/// The random run gets somewhere: at every game, wagers win and wagers lose.
#[test]
fn every_game_is_played_to_the_end() {
    let mut noise = Noise::new(4);
    let mut seen = std::collections::BTreeSet::new();
    let mut data = vec![0; 4096];
    for _ in 0..12_000 {
        noise.fill(&mut data);
        seen.extend(croupier_fuzz::outcomes(&data));
    }
    let deeds = croupier_engine::irregular::Deed::ALL.iter().map(|deed| deed.name());
    let never: Vec<_> = deeds.filter(|deed| !seen.iter().any(|(_, name)| name == deed)).collect();
    assert!(never.len() <= 2, "no table ever does {never:?}");
    for kind in croupier_engine::Kind::ALL {
        // Nothing is corrected where the order has no rule for a wrong payment.
        let mut known = kind.describe().situations.into_iter();
        let corrects =
            known.any(|it| it.what == croupier_engine::irregular::Situation::WrongPayment);
        let outcomes = ["win", "lose", "void", "correction"];
        for outcome in outcomes.into_iter().filter(|it| corrects || *it != "correction") {
            assert!(seen.contains(&(kind, outcome)), "{} never sees a {outcome}", kind.name());
        }
        let jackpot = ["accepted", "rejected", "collected", "carried", "mystery", "returned"];
        for what in jackpot.into_iter().filter(|_| kind.house().jackpot.is_some()) {
            assert!(seen.contains(&(kind, what)), "no jackpot wager of {} is {what}", kind.name());
        }
    }
}

#[test]
fn damaged_sheets() {
    let sheets = sheets();
    let mut noise = Noise::new(2);
    let mut right = 0;
    for _ in 0..150_000 {
        let mut line = sheets[noise.below(sheets.len())].clone().into_bytes();
        for _ in 0..noise.below(4) {
            damage(&mut line, &sheets, &mut noise);
        }
        right += usize::from(sheet(&line));
    }
    assert!(right > 30_000, "hardly a sheet survives: {right}");
}

/// Whatever a table can be told can be written down as a step, and means the same when it is read.
#[test]
fn steps_are_read_as_they_are_written() {
    let mut noise = Noise::new(3);
    let mut data = [0; 64];
    let mut same = 0;
    for _ in 0..200_000 {
        noise.fill(&mut data);
        same += usize::from(step(&data));
    }
    assert!(same > 100_000, "hardly an input comes back: {same}");
}

/// Whatever people do in whatever order, money and rights are as the auditor knows them.
#[test]
fn floors() {
    let mut noise = Noise::new(5);
    let mut data = vec![0; 4096];
    let (mut done, mut agreed, mut waits, mut denied, mut one_hand) = (0, 0, 0, 0, 0);
    while done + agreed + waits + denied < 120_000 {
        let length = 256 + noise.below(data.len() - 256);
        noise.fill(&mut data[..length]);
        let acts = floor(&data[..length]);
        done += acts.done;
        agreed += acts.agreed;
        waits += acts.waits;
        denied += acts.denied;
        one_hand += acts.one_hand;
    }
    println!(
        "{done} done, {agreed} agreed to, {waits} wait, {denied} denied, {one_hand} of them in one hand"
    );
    let enough = [(done, 3_000), (agreed, 300), (waits, 1_000), (denied, 10_000), (one_hand, 10)];
    assert!(
        enough.iter().all(|(count, least)| count >= least),
        "the generator finds little: {enough:?}"
    );
}

/// A floor comes back from its bytes as it was; from bytes that were changed comes an error, or a floor that adds up.
#[test]
fn stored_floors() {
    let mut noise = Noise::new(6);
    let mut data = [0; 1024];
    let mut taken = 0;
    for _ in 0..2_000 {
        noise.fill(&mut data);
        taken += usize::from(stored(&data));
    }
    assert!((600..1_800).contains(&taken), "{taken} of 2000 changed floors were taken");
}

/// All lines of all sheets of the project.
fn sheets() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sheets");
    let mut lines = Vec::new();
    for game in fs::read_dir(root).unwrap() {
        for file in fs::read_dir(game.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            if path.is_file() {
                let text = fs::read_to_string(path).unwrap();
                lines.extend(text.lines().map(str::to_owned));
            }
        }
    }
    lines
}

/// Changes a line a little: bytes, digits, cuts, and pieces of other lines.
fn damage(line: &mut Vec<u8>, sheets: &[String], noise: &mut Noise) {
    let at = noise.below(line.len());
    match noise.below(7) {
        0 => line[at] = noise.word() as u8,
        1 => line[at] ^= 1 << noise.below(7),
        2 => line.truncate(at),
        3 => {
            line.remove(at);
        }
        4 => {
            let other = sheets[noise.below(sheets.len())].as_bytes();
            let from = noise.below(other.len());
            let piece = &other[from..other.len().min(from + noise.below(40))];
            line.splice(at..at, piece.iter().copied());
        }
        5 => {
            if let Some(digit) = line.iter().skip(at).position(u8::is_ascii_digit) {
                let many = b"99999999999999999999999";
                let count = noise.below(many.len());
                line.splice(at + digit..=at + digit, many[..count].iter().copied());
            }
        }
        _ => {
            let words: [&[u8]; 8] =
                [b"null", b"-1", b"1.5", b"\"\\u0041\"", b"{}", b"[]", b"true", b"1e3"];
            let word = words[noise.below(words.len())];
            line.splice(at..at, word.iter().copied());
        }
    }
    if line.is_empty() {
        line.push(b'{');
    }
}
