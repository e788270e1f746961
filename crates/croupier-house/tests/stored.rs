//! A floor can be stored and restored after every act, and goes on as if nothing had happened.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::support::{TABLES, rehearsal};
use croupier_engine::Kind;
use croupier_engine::stored::Damaged;
use croupier_floor::Floor;
use croupier_house::floor_sheet::{check_with, sheets};

fn restored(bytes: &[u8]) -> Result<Floor, Damaged> {
    Floor::from_bytes(bytes, &croupier_rules::clause)
}

/// Puts a floor in its own place, by way of its bytes.
fn replace(floor: &mut Floor) {
    let bytes = floor.to_bytes();
    let again = restored(&bytes).unwrap_or_else(|_| panic!("refused after: {floor:?}"));
    assert!(again == *floor, "another floor came back:\n{again:?}\n{floor:?}");
    assert!(again.to_bytes() == bytes, "the same floor makes other bytes");
    damage(&bytes);
    *floor = again;
}

/// Changes some of the bytes: what comes back is an error or a floor, and never a panic.
fn damage(bytes: &[u8]) {
    static SEED: AtomicU64 = AtomicU64::new(1);
    let mut random = SEED.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut draw = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    assert!(restored(&bytes[..draw(bytes.len())]).is_err(), "a part of a floor is none");
    for _ in 0..3 {
        let mut changed = bytes.to_vec();
        changed[draw(bytes.len())] ^= 1 << draw(8);
        if let Ok(floor) = restored(&changed) {
            assert!(floor.to_bytes() == changed || floor.ledger.balances());
        }
    }
    let longer = [bytes, &[0]].concat();
    assert!(restored(&longer).is_err(), "a byte too many");
}

#[test]
fn every_floor_sheet_goes_on_from_a_restored_floor() {
    let mut played = 0;
    for kind in Kind::ALL {
        let sheets_of = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sheets");
        let Ok(files) = std::fs::read_dir(sheets_of.join(kind.name()).join("floor")) else {
            continue;
        };
        for file in files.map(|file| file.unwrap().path()) {
            let text = std::fs::read_to_string(&file).unwrap();
            for (_, sheet) in sheets(&text).unwrap() {
                let outcome = check_with(sheet, replace).unwrap();
                assert_eq!(outcome.differences, [""; 0], "{}", file.display());
                played += 1;
            }
        }
    }
    assert!(played > 100, "only {played} floor sheets were found");
}

#[test]
fn nights_go_on_from_a_restored_floor() {
    for seed in 0..2 {
        let (mut floor, mut again) = (Floor::default(), Floor::default());
        let mut rehearsal = rehearsal(seed, TABLES, 40);
        for step in 0..6_000 {
            let next = rehearsal.next(&floor);
            let one = floor.act(next.at, &next.who, &next.act);
            let other = again.act(next.at, &next.who, &next.act);
            assert_eq!(one, other, "seed {seed}, step {step}");
            if step % 7 == 0 {
                replace(&mut again);
            }
        }
        assert!(floor == again, "seed {seed}");
        assert!(floor.to_bytes() == again.to_bytes(), "seed {seed}");
    }
}
