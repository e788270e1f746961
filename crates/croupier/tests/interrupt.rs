//! Long work that is interrupted ends with what there is.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::process::{Command, Stdio};
use std::time::Duration;

/// Batch systems send a signal to a command and again to its group; the report comes all the same.
#[test]
fn a_signal_that_comes_twice_at_once_stops_in_order() {
    let child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["simulate", "casino-war", "--rounds", "1e13", "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Long enough to have begun, on a busy machine too; it would play for hours.
    std::thread::sleep(Duration::from_secs(2));
    for _ in 0..2 {
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    }
    let done = child.wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(out.contains("initial") && out.contains("exact"), "{done:?}");
}
