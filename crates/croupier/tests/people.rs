//! `croupier people` as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const MAX: &str = "the manager likes long nights";
const MIA: &str = "the other one likes longer ones";
const ANN: &str = "a player likes short ones";

struct House(PathBuf);

impl House {
    fn new(name: &str) -> Self {
        let name = format!("croupier-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn journal(&self) -> PathBuf {
        self.0.join("house.journal")
    }

    /// Runs another word on the journal, and returns what it wrote.
    fn croupier(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        let done = command.args(arguments).arg(self.journal()).output().unwrap();
        assert!(done.status.success(), "{arguments:?}: {done:?}");
        String::from_utf8(done.stdout).unwrap()
    }

    fn incidents(&self) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        let done = command.arg("report").arg(self.journal()).arg("incidents").output().unwrap();
        String::from_utf8(done.stdout).unwrap()
    }

    fn people(&self, arguments: &[&str], passwords: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.arg("people").args(arguments).arg(self.journal());
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
    let house = House::new("people");
    let ann = ["add", "ann", "--role", "player", "--by", "max"];
    house.check(&["list"], &[], 2, "there is no such file");
    house.check(&ann, &[MAX, ANN], 2, "there is no such file");
    house.check(&["add", "max", "--role", "manager"], &["short"], 1, "15 characters or more");
    house.check(&["add", "max", "--role", "manager"], &[], 1, "standard input ends");
    house.check(&["add", "max", "--role", "player"], &[MAX], 1, "hint: the first person of a new");
    let none = ["add", "max", "--role", "manager", "--no-password"];
    house.check(&none, &[], 1, "the first manager needs a password");
    let left: Vec<_> = std::fs::read_dir(&house.0).unwrap().collect();
    assert!(left.is_empty(), "nobody was there, and {left:?} is left");
    house.check(&["add", "max", "--role", "manager"], &[MAX], 0, "");
    house.check(&["add", "eve", "--role", "manager"], &[MAX], 1, "nobody here is called");
    house.check(&ann, &["not the password of max", ANN], 1, "not the password of max");
    house.check(&ann, &[MAX], 1, "standard input ends");
    house.check(&ann, &[MAX, ANN], 0, "");
    house.check(&ann, &[MAX, ANN], 1, "somebody is called that already");
    house.check(&["add", "bob", "--role", "player", "--by", "ann"], &[ANN, ANN], 1, "manager");
    house.check(&["add", "bob", "--role", "king", "--by", "max"], &[], 2, "possible values");
    // Anything else was tried in the house: from then on it takes two to add staff.
    let dealer = ["add", "dan", "--role", "dealer", "--role", "supervisor", "--by", "max"];
    let without = [&dealer[..], &["--no-password"]].concat();
    // The wrong password was noted under the first number.
    house.check(&without, &[MAX], 0, "it waits as request 2 for a second person");
    house.check(&without, &[MAX], 1, "somebody is called that already");
    let both = [&without[..], &["--agreed-by", "max"]].concat();
    house.check(&both, &[MAX, MAX], 1, "somebody is called that already");
    let list = house.people(&["list"], &[]);
    let want = "name  roles    password  kept out\n\
                max   manager  yes       -\n\
                ann   player   yes       -\n";
    assert_eq!(String::from_utf8(list.stdout).unwrap(), want);

    // A new password opens what the old one opened; a manager may set it, another player may not.
    let new = "a player likes other ones";
    house.check(&["password", "ann"], &[new, new], 1, "not the password of ann");
    house.check(&["password", "ann"], &[ANN, new], 0, "");
    house.check(&["password", "ann"], &[ANN, new], 1, "not the password of ann");
    house.check(&["password", "max", "--by", "ann"], &[new, new], 1, "is for: manager");
    house.check(&["password", "ann", "--by", "max"], &[MAX, ANN], 0, "waits as request");
    house.check(&["password", "ann"], &[ANN, new], 1, "not the password of ann");
}

/// Two managers found a house, and from then on nothing about staff is done by one of them.
#[test]
fn a_house_is_founded_by_two() {
    let house = House::new("people-two");
    house.check(&["found", "max", "mia"], &[MAX], 1, "standard input ends");
    house.check(&["found", "max", "max"], &[MAX, MIA], 1, "somebody is called that already");
    let left: Vec<_> = std::fs::read_dir(&house.0).unwrap().collect();
    assert!(left.is_empty(), "nobody was there, and {left:?} is left");
    house.check(&["found", "max", "mia"], &[MAX, MIA], 0, "");
    house.check(&["found", "eve", "eva"], &[ANN, MIA], 1, "the house has its managers already");
    let dan = ["add", "dan", "--role", "dealer", "--by", "max", "--agreed-by"];
    let agreed_by = |who: &'static str| [&dan[..], &[who]].concat();
    house.check(&agreed_by("mia"), &[MAX, MAX, ANN], 1, "not the password of mia");
    house.check(&agreed_by("max"), &[MAX, MAX, ANN], 1, "a second person with the right");
    house.check(&["list"], &[], 0, "");
    let eve = ["add", "eve", "--role", "dealer", "--by", "max", "--agreed-by", "mia"];
    house.check(&eve, &[MAX, MIA, ANN], 0, "");
    house.check(&["password", "eve"], &[ANN, MIA], 0, "");
    let reset = ["password", "eve", "--by", "mia", "--agreed-by", "max"];
    house.check(&reset, &[MIA, MAX, ANN], 0, "");
    house.check(&["password", "eve"], &[ANN, MIA], 0, "");
    let list = String::from_utf8(house.people(&["list"], &[]).stdout).unwrap();
    let names: Vec<_> = list.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["max", "mia", "eve"]);
    assert!(house.croupier(&["verify"]).contains("the journal is sound"));
}

/// Who gives a wrong password, or acts for somebody who has none, is not heard, and it is noted.
#[test]
fn attempts_to_act_as_another_are_noted() {
    let house = House::new("people-attempts");
    house.check(&["add", "max", "--role", "manager"], &[MAX], 0, "");
    let mia = ["add", "mia", "--role", "manager", "--by", "max", "--no-password"];
    house.check(&mia, &[MAX], 0, "");
    house.check(&["add", "meg", "--role", "manager", "--by", "max"], &[MAX, MIA], 0, "");
    assert!(!house.incidents().contains("a wrong password was given"));
    let ann = |by: &'static str| ["add", "ann", "--role", "player", "--by", by];
    house.check(&ann("max"), &[ANN, ANN], 1, "hint: the attempt is in the journal");
    let noted = house.incidents();
    let line = noted.lines().find(|line| line.contains("a wrong password was given")).unwrap();
    assert!(line.contains("house") && line.contains("person max"), "{line}");
    // Mia is a manager, but nobody can be sure that it is her.
    house.check(&ann("mia"), &[ANN], 1, "mia has no password, and cannot act here");
    house.check(&["password", "mia"], &[ANN], 1, "two managers can set one");
    house.check(&["password", "max", "--by", "mia"], &[ANN], 1, "mia has no password");
    let alone = ["password", "mia", "--by", "max", "--agreed-by", "mia"];
    house.check(&alone, &[MAX, ANN], 1, "mia has no password");
    assert_eq!(house.incidents().matches("without a password was named").count(), 4);
    let meg = ["password", "mia", "--by", "max", "--agreed-by", "meg"];
    house.check(&meg, &[MAX, MIA, ANN], 0, "");
    house.check(&["add", "bob", "--role", "player", "--by", "mia"], &[ANN, MAX], 0, "");
    house.check(&["add", "zoe", "--role", "player", "--by", "house"], &[MAX], 1, "house has no");
    assert!(house.croupier(&["verify"]).contains("the journal is sound"));
}

/// A house that was founded without passwords gets its first from a manager.
#[test]
fn the_first_password_of_a_house() {
    let house = House::new("people-first");
    let acts = house.0.join("acts.jsonl");
    let person = |at, name: &str, role: &str, password: &str| {
        format!(
            r#"{{"at":{at},"who":"max","act":{{"add-person":{{"name":"{name}","roles":["{role}"],"password":{password}}}}}}}"#
        )
    };
    let lines = [person(1, "max", "manager", "null"), person(2, "dan", "dealer", "null")];
    std::fs::write(&acts, lines.join("\n")).unwrap();
    let floor = |house: &House| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.arg("floor").arg(house.journal()).arg(&acts).output().unwrap()
    };
    assert!(floor(&house).status.success());
    // A password as it is does not get into a journal.
    std::fs::write(&acts, person(3, "eve", "player", &format!("{ANN:?}"))).unwrap();
    let done = floor(&house);
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("acts.jsonl:1: a password is told by its hash"), "{said}");
    let bytes = std::fs::read(house.journal()).unwrap();
    assert!(!bytes.windows(ANN.len()).any(|part| part == ANN.as_bytes()));

    house.check(&["password", "dan"], &[ANN], 1, "no manager has a password");
    let bob = ["add", "bob", "--role", "player", "--by", "max"];
    house.check(&bob, &[ANN], 1, "max has no password");
    house.check(&["password", "max"], &[MAX], 0, "");
    house.check(&bob, &[MAX, ANN], 0, "");
}

/// `croupier order` loads the text of an order: by a manager, beside the journal, with its hash in the journal.
#[test]
fn an_order_is_loaded_by_a_manager() {
    let house = House::new("order");
    house.check(&["add", "max", "--role", "manager"], &[MAX], 0, "");
    house.check(&["add", "sue", "--role", "supervisor", "--by", "max"], &[MAX, ANN], 0, "");
    let text = house.0.join("order.txt");
    std::fs::write(&text, "1. The first rule.\n").unwrap();
    let load = |game: &str, by: &str, password: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.args(["order", game]).arg(&text).arg(house.journal()).args(["--by", by]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let _written = child.stdin.take().unwrap().write_all(format!("{password}\n").as_bytes());
        let done = child.wait_with_output().unwrap();
        (done.status.code(), String::from_utf8(done.stderr).unwrap())
    };
    assert_eq!(load("whist", "max", MAX).0, Some(1));
    assert_eq!(load("casino-war", "max", ANN).0, Some(1), "a wrong password");
    let (status, told) = load("casino-war", "sue", ANN);
    assert!(status == Some(1) && told.contains("load-order is for: manager"), "{told}");
    assert_eq!(load("casino-war", "max", MAX), (Some(0), String::new()));
    let orders = house.0.join("house.journal.orders");
    let kept: Vec<_> = std::fs::read_dir(orders).unwrap().collect();
    assert_eq!(kept.len(), 1);
    assert!(house.croupier(&["verify"]).contains("right"));
}
