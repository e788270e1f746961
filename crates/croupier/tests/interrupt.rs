//! Long work that is interrupted ends with what there is.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::process::{Command, Stdio};
use std::time::Duration;

/// Batch systems send a signal to a command and again to its group; the report comes all the same.
#[test]
fn a_signal_that_comes_twice_at_once_stops_in_order() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["simulate", "casino-war", "--rounds", "1e13", "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !catches_interrupts(child.id()) {
        assert!(child.try_wait().unwrap().is_none(), "it would play for hours");
        std::thread::sleep(Duration::from_millis(1));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id, &id]).status().unwrap().success());
    let done = child.wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(out.contains("initial") && out.contains("exact"), "{done:?}");
}

/// Asks the kernel whether a process has set up what it does on SIGINT, which is signal 2.
fn catches_interrupts(id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim();
    u64::from_str_radix(caught, 16).unwrap() & 0b10 != 0
}
