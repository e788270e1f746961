//! `croupier people` as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const MAX: &str = "the manager likes long nights";
const ANN: &str = "a player likes short ones";

struct House(PathBuf);

impl House {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("croupier-people-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn people(&self, arguments: &[&str], passwords: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.arg("people").args(arguments).arg(self.0.join("house.journal"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines: String = passwords.iter().map(|password| format!("{password}\n")).collect();
        // A command that refuses before it reads closes its end.
        let _written = child.stdin.take().unwrap().write_all(lines.as_bytes());
        child.wait_with_output().unwrap()
    }

    fn check(&self, arguments: &[&str], passwords: &[&str], status: i32, want: &str) {
        let done = self.people(arguments, passwords);
        let err = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(status), "{arguments:?}: {err}");
        assert!(err.contains(want), "{arguments:?}: {err}");
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn people_are_added_by_managers() {
    let house = House::new();
    let ann = ["add", "ann", "--role", "player", "--by", "max"];
    house.check(&["list"], &[], 2, "there is no such file");
    house.check(&ann, &[MAX, ANN], 2, "there is no such file");
    house.check(&["add", "max", "--role", "manager"], &["short"], 1, "15 characters or more");
    house.check(&["add", "max", "--role", "manager"], &[MAX], 0, "");
    house.check(&["add", "eve", "--role", "manager"], &[MAX], 1, "nobody here is called");
    house.check(&ann, &["not the password of max", ANN], 1, "not the password of max");
    house.check(&ann, &[MAX], 1, "standard input ends");
    house.check(&ann, &[MAX, ANN], 0, "");
    house.check(&ann, &[MAX, ANN], 1, "there is somebody of this name");
    house.check(&["add", "bob", "--role", "player", "--by", "ann"], &[ANN, ANN], 1, "manager");
    house.check(&["add", "bob", "--role", "king", "--by", "max"], &[], 2, "possible values");
    let dealer = ["add", "dan", "--role", "dealer", "--role", "supervisor", "--by", "max"];
    house.check(&[&dealer[..], &["--no-password"]].concat(), &[MAX], 0, "");
    let list = house.people(&["list"], &[]);
    let want = "name  roles               password  kept out\n\
                max   manager             yes       -\n\
                ann   player              yes       -\n\
                dan   dealer, supervisor  no        -\n";
    assert_eq!(String::from_utf8(list.stdout).unwrap(), want);

    // A new password opens what the old one opened; a manager may set it, another player may not.
    let new = "a player likes other ones";
    house.check(&["password", "ann"], &[new, new], 1, "not the password of ann");
    house.check(&["password", "ann"], &[ANN, new], 0, "");
    house.check(&["password", "ann"], &[ANN, new], 1, "not the password of ann");
    house.check(&["password", "max", "--by", "ann"], &[new, new], 1, "players act for themselves");
    house.check(&["password", "ann", "--by", "max"], &[MAX, ANN], 0, "");
    house.check(&["password", "ann"], &[ANN, new], 0, "");
}
