//! A table can be stored and restored after every step of every round sheet, and goes on as if nothing had happened.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;

use croupier_engine::stored::{Bytes, Damaged, Stored};
use croupier_engine::{AnyTable, Input, Kind};
use croupier_sheet::Sheet;

/// Shows every round sheet of the project.
fn each_sheet(mut show: impl FnMut(&str, &Sheet<'_>)) {
    for kind in Kind::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sheets").join(kind.name());
        let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        for path in paths.filter(|path| path.is_file()) {
            let text = fs::read_to_string(&path).unwrap();
            for (number, line) in (1..).zip(text.lines()) {
                let Ok(sheet) = Sheet::read(line) else { continue };
                show(&format!("{}:{number}", path.display()), &sheet);
            }
        }
    }
}

fn stored(table: &AnyTable) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.store(&mut bytes);
    bytes
}

fn restored(bytes: &[u8]) -> Result<AnyTable, Damaged> {
    let mut bytes = Bytes::new(bytes, &croupier_rules::clause);
    let table = AnyTable::restore(&mut bytes)?;
    bytes.end().map(|()| table)
}

#[test]
fn every_table_comes_back_after_every_step() {
    let mut steps = 0;
    each_sheet(|place, sheet| {
        let Ok(mut table) = AnyTable::open(sheet.kind, &sheet.setup) else { return };
        for (step, input) in sheet.inputs.iter().enumerate() {
            let bytes = stored(&table);
            let mut again =
                restored(&bytes).unwrap_or_else(|_| panic!("{place}, step {step}: refused"));
            assert_eq!(again, table, "{place}, step {step}");
            assert_eq!(stored(&again), bytes, "{place}, step {step}");
            let (mut effects, mut effects_again) = (Vec::new(), Vec::new());
            let one = table.step(input, &mut effects);
            let other = again.step(input, &mut effects_again);
            assert_eq!((one, effects), (other, effects_again), "{place}, step {step}");
            assert_eq!(again, table, "{place}, after step {step}");
            steps += 1;
        }
    });
    assert!(steps > 5000, "only {steps} steps were tried");
}

/// Bytes that were changed are refused, or make a table that goes on without a panic.
#[test]
fn changed_bytes_do_no_harm() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut draw = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let (mut refused, mut taken) = (0, 0);
    each_sheet(|_, sheet| {
        let Ok(mut table) = AnyTable::open(sheet.kind, &sheet.setup) else { return };
        for (step, input) in sheet.inputs.iter().enumerate() {
            let bytes = stored(&table);
            for change in 0..4 {
                let mut changed = bytes.clone();
                match change {
                    0 => changed.truncate(draw(bytes.len())),
                    1 => changed[draw(bytes.len())] = draw(256) as u8,
                    _ => changed[draw(bytes.len())] ^= 1 << draw(8),
                }
                match restored(&changed) {
                    Ok(other) => {
                        taken += 1;
                        go_on(other, &sheet.inputs[step..]);
                    }
                    Err(Damaged) => refused += 1,
                }
            }
            let _refused = table.step(input, &mut Vec::new());
        }
    });
    assert!(refused > 5000 && taken > 5000, "{refused} refused, {taken} taken");
}

fn go_on(mut table: AnyTable, inputs: &[Input]) {
    for input in inputs {
        let _expects = table.expects();
        let _refused = table.step(input, &mut Vec::new());
    }
}
