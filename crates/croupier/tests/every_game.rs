//! What holds for every game that is built in, the examples among them: each command takes it by name, and
//! nothing but the game's own files had to be written for that.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use croupier_engine::Kind;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier")).args(arguments).output().unwrap()
}

/// Runs a command that must succeed; returns what it prints.
fn prints(arguments: &[&str]) -> String {
    let done = run(arguments);
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{arguments:?}: {out}{err}");
    out.into_owned()
}

/// `par` and `odds` with all their forms have tests of their own, which go over all games too.
#[test]
fn every_command_takes_every_game() {
    for kind in Kind::ALL {
        let (name, title) = (kind.name(), kind.title());
        let mut sheets = Vec::new();
        for entry in std::fs::read_dir(root().join("sheets").join(name)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                sheets.push(path.to_str().unwrap().to_owned());
            }
        }
        let settle = ["settle", "--check"].into_iter().chain(sheets.iter().map(|it| &**it));
        let settle: Vec<_> = settle.collect();
        assert!(prints(&settle).contains(" as wanted, 0 different"), "{name}");
        assert!(prints(&["rules", name]).lines().count() > 30, "{name}");
        assert!(prints(&["odds", name]).starts_with(title), "{name}");
        let rounds = prints(&["simulate", name, "--rounds", "2e4", "--seed", "12"]);
        assert!(rounds.contains("exact edge"), "{rounds}");
        assert!(prints(&["drill", name, "--answers"]).matches("expects").count() >= 8, "{name}");
        // A game has strategies of its own, or flat stakes.
        let strategies = prints(&["session", name, "--list"]);
        let own = strategies.lines().nth(1).and_then(|line| line.split_whitespace().next());
        let night = ["session", name, "--sessions", "50", "--rounds", "40"];
        let night = match own {
            Some(own) => prints(&[&night[..], &["--strategy", own]].concat()),
            None => prints(&night),
        };
        assert!(night.contains(title) && night.contains("chance of ruin"), "{night}");
    }
}

/// A floor with two tables of every game plays itself, and its journal is sound.
#[test]
fn every_game_is_rehearsed_and_verified() {
    let folder = std::env::temp_dir().join(format!("croupier-every-game-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let journal = folder.join("night.db").to_str().unwrap().to_owned();
    let tables = (2 * Kind::ALL.len()).to_string();
    prints(&["floor", &journal, "--rehearse", "12000", "--tables", &tables, "--examples"]);
    assert!(prints(&["verify", &journal]).contains("the journal is sound"));
    let wagers = prints(&["report", &journal, "wagers"]);
    let tables = prints(&["report", &journal, "table"]);
    for kind in Kind::ALL {
        assert!(wagers.contains(kind.name()), "{}: {wagers}", kind.name());
        assert!(tables.contains(kind.title()) || tables.contains(kind.name()), "{tables}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Nobody opens an example by accident.
#[test]
fn an_example_is_opened_only_when_it_is_asked_for() {
    let folder = std::env::temp_dir().join(format!("croupier-example-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let acts = folder.join("acts.jsonl");
    let mint =
        r#"{"at":1,"who":"house","act":{"add-person":{"name":"sue","roles":["supervisor"]}}}"#;
    for kind in Kind::ALL.into_iter().filter(|kind| kind.is_example()) {
        let open = format!(
            r#"{{"at":2,"who":"sue","act":{{"open":{{"table":1,"name":"one","game":"{}","setup":{{}},"float":0,"dealing":"virtual","seats":5}}}}}}"#,
            kind.name()
        );
        std::fs::write(&acts, format!("{mint}\n{open}\n")).unwrap();
        let journal = folder.join(format!("{}.db", kind.name())).to_str().unwrap().to_owned();
        let refused = run(&["floor", &journal, acts.to_str().unwrap()]);
        let err = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(1), "{err}");
        assert!(err.contains("is an example; --examples lets it be opened"), "{err}");
        let taken = run(&["floor", &journal, acts.to_str().unwrap(), "--examples"]);
        assert!(!String::from_utf8_lossy(&taken.stderr).contains("example"), "{taken:?}");
    }
    let hint = run(&["rules", "no-such-game"]);
    let hint = String::from_utf8_lossy(&hint.stderr);
    for kind in Kind::ALL {
        let marked = format!("{} (an example)", kind.name());
        assert!(hint.contains(kind.name()), "{hint}");
        assert_eq!(hint.contains(&marked), kind.is_example(), "{hint}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
