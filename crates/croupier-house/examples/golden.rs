//! Makes the golden journals in tests/golden anew: `cargo run -p croupier-house --example golden`.
//!
//! They are made anew as long as the format changes. From when it is frozen, those that are there stay as they are,
//! and a new format gets new ones beside them.
#![allow(clippy::unwrap_used, reason = "what cannot be made is seen by whoever makes it")]

#[path = "../tests/house/mod.rs"]
mod house;

use std::fs;
use std::path::Path;

use croupier_engine::Kind;
use croupier_floor::{Act, ActResult, HOUSE};
use croupier_journal::{KeySource, Options, Reader, SigningKey};
use house::{Dice, Night, by_hand, step};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    fs::create_dir_all(&folder).unwrap();
    make(&folder, "games", games);
    make(&folder, "jackpots", by_hand::play);
    make(&folder, "dispute", dispute);
}

/// Has a night played into a new journal, and keeps its last checkpoint beside it.
fn make(folder: &Path, name: &str, play: impl FnOnce(Night) -> Night) {
    let scratch = house::Folder::new("golden");
    let path = scratch.0.join(name);
    // A key that everybody knows, so that the tests can go on with the journal.
    let key = KeySource::Given(SigningKey::from_bytes(&[9; 32]));
    let night = play(Night::open_with(&path, Options { key, ..Options::default() }));
    let floor = night.live.floor();
    assert!(floor.ledger.balances());
    night.live.close().unwrap();
    let checkpoint = Reader::open(&path).unwrap().last_checkpoint().unwrap().unwrap();
    fs::copy(&path, folder.join(format!("{name}.journal"))).unwrap();
    fs::write(folder.join(format!("{name}.checkpoint")), checkpoint.to_string()).unwrap();
    println!("{name}: {} entries", checkpoint.number);
}

/// A round of every game, drawn by the program.
fn games(mut night: Night) -> Night {
    let mut dice = Dice(3);
    for table in (1..).take(Kind::ALL.len()) {
        night.play(table, 1, &mut dice);
    }
    night
}

/// A void, a complaint through all its instances, people who are kept out and come back, a guest, a request that is
/// refused, and attempts that are denied.
fn dispute(mut night: Night) -> Night {
    night.open_by_hand(20, Kind::CasinoWar, r#"{"chip":50,"source":"device"}"#);
    night.wager(20, "ann", r#""area":1,"on":"initial","amount":1000"#);
    night.cards(20, "KS");
    night.must("sue", &step(20, r#"{"void":{"by":"supervisor","why":"the fire alarm rang"}}"#));
    let act = |text: &str| -> Act { serde_json::from_str(text).unwrap() };
    for (who, text) in [
        ("ann", r#"{"complain":{"table":20,"person":"ann","what":"my king would have won"}}"#),
        ("sue", r#"{"decide-complaint":{"complaint":6,"decision":"the void stands"}}"#),
        ("ann", r#"{"ask-review":{"complaint":6}}"#),
        ("max", r#"{"decide-complaint":{"complaint":6,"decision":"it stands on review"}}"#),
        ("max", r#"{"close-complaint":{"complaint":6,"told":true}}"#),
        ("dan", r#"{"incident":{"table":20,"person":"bob","what":"a glass fell"}}"#),
        ("sue", r#"{"bar":{"table":20,"name":"bob","why":"the glass"}}"#),
        ("sue", r#"{"exclude":{"table":20,"name":"cyd","why":"rude"}}"#),
        (HOUSE, r#"{"guest":{"name":"guest-1"}}"#),
        (HOUSE, r#"{"sign-in":{"name":"mallory","granted":false}}"#),
    ] {
        night.must(who, &act(text));
    }
    night.both("max", "mia", &act(r#"{"readmit":{"name":"cyd","why":"sorry"}}"#));
    let ActResult::Waits { request } = night.told("max", &act(r#"{"mint":{"amount":100}}"#)) else {
        panic!("chips are made by two");
    };
    night.must("cas", &act(&format!(r#"{{"reject":{{"request":{request}}}}}"#)));
    for (who, text) in [
        ("mallory", r#"{"mint":{"amount":100}}"#),
        ("ann", r#"{"buy-in":{"player":"ann","amount":100}}"#),
        ("cas", r#"{"buy-in":{"player":"nobody-here","amount":100}}"#),
        (
            "bob",
            r#"{"step":{"table":20,"step":{"wager":{"player":"bob","area":4,"on":"initial","amount":500}}}}"#,
        ),
    ] {
        assert!(matches!(night.told(who, &act(text)), ActResult::Denied(_)), "{text}");
    }
    night.close_table(20);
    night
}
