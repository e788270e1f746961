//! `croupier fair --promotion` as a user runs it: on the promotion of docs/examples, and on its document alone.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

struct Folder(PathBuf);

impl Folder {
    /// Plays the promotion of the examples into a journal.
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let folder = Self(folder);
        let script =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/promotion.jsonl");
        let played = folder.run(&["floor", "p.db", script.to_str().unwrap()]);
        let answers = text(&played.stdout);
        assert!(played.status.success() && !answers.contains("\"denied\""), "{answers}");
        folder
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.current_dir(&self.0).args(arguments).output().unwrap()
    }

    /// Checks a document; returns the status and what was said.
    fn proof(&self, document: &Value, more: &[&str]) -> (Option<i32>, String) {
        std::fs::write(self.0.join("proof.json"), document.to_string()).unwrap();
        let done = self.run(&[&["fair", "--proof", "proof.json"], more].concat());
        (done.status.code(), text(&done.stdout) + &text(&done.stderr))
    }

    fn document(&self, more: &[&str]) -> Value {
        let done = self.run(&[&["fair", "p.db", "--promotion", "1", "--json"], more].concat());
        assert!(done.status.success(), "{done:?}");
        serde_json::from_slice(&done.stdout).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_draw_is_checked_from_the_journal_and_from_its_document() {
    let folder = Folder::new("fair-draw");
    let done = folder.run(&["fair", "p.db", "--promotion", "1"]);
    let said = text(&done.stdout);
    assert!(done.status.success() && said.contains("fair: every award follows"), "{said}");
    assert!(said.contains("passed over: removed") && said.contains("is drawn again: declined"));
    for document in [folder.document(&[]), folder.document(&["--without-people"])] {
        let (status, said) = folder.proof(&document, &[]);
        assert_eq!(status, Some(0), "{said}");
        // Somebody else has won.
        let mut other = document.clone();
        other["draws"][0]["drawn"][2]["entry"] = json!(1);
        let (status, said) = folder.proof(&other, &[]);
        assert!(status == Some(1) && said.contains("NOT FAIR"), "{said}");
    }
    let public = folder.document(&["--without-people"]).to_string();
    let whole = folder.document(&[]).to_string();
    assert!(public.matches("\"who\"").count() < whole.matches("\"who\"").count());
}

#[test]
fn an_entry_was_in_the_barrel() {
    let folder = Folder::new("fair-entry");
    let entry = folder.document(&["--entry", "3"]);
    for (document, more) in [(folder.document(&[]), &["--entry", "3"][..]), (entry.clone(), &[])] {
        let (status, said) = folder.proof(&document, more);
        assert!(status == Some(0) && said.contains("the entry was in the barrel"), "{said}");
    }
    let mut other = entry.clone();
    other["entry"]["who"]["person"] = json!(99);
    assert_eq!(folder.proof(&other, &[]).0, Some(1));
    let (status, said) = folder.proof(&entry, &["--entry", "4"]);
    assert!(status != Some(0) && said.contains("this file is about entry 3"), "{said}");
}

/// What cannot be checked is said in words.
#[test]
fn bad_files_are_named() {
    let folder = Folder::new("fair-bad");
    let mut more = folder.document(&[]);
    more["surprise"] = json!(1);
    for (document, want) in [
        (json!({"promotion": 1}), "does not prove the draw of a promotion"),
        (json!({"promotion": 1, "path": []}), "does not prove an entry in the barrel"),
        (json!("a text"), "proves neither mystery prizes nor the draw of a promotion"),
        (more, "unknown field `surprise`"),
    ] {
        let (status, said) = folder.proof(&document, &[]);
        assert!(status != Some(0) && said.contains(want), "{said}");
    }
    std::fs::write(folder.0.join("cut.json"), "{\"promotion\": 1,").unwrap();
    for (arguments, want) in [
        (&["fair", "--proof", "cut.json"][..], "not JSON"),
        (&["fair", "--proof", "none.json"], "none.json"),
        (&["fair", "p.db", "--promotion", "9"], "there is no promotion 9"),
        (
            &["fair", "p.db", "--promotion", "1", "--entry", "99"],
            "there is no entry 99 among the 9",
        ),
        (&["fair", "p.db", "--promotion", "1", "--without-people"], "--json"),
    ] {
        let done = folder.run(arguments);
        let said = text(&done.stderr);
        assert!(!done.status.success() && said.contains(want), "{arguments:?}: {said}");
    }
}

/// The report says that the money agrees, as text and as JSON, and verify counts the draw.
#[test]
fn a_promotion_is_reported_and_verified() {
    let folder = Folder::new("fair-report");
    let done = folder.run(&["report", "p.db", "promotions"]);
    let said = text(&done.stdout);
    assert!(done.status.success() && said.contains("agrees with the ledger  yes"), "{said}");
    let done = folder.run(&["report", "p.db", "promotions", "--json"]);
    let report: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(report["money"][0]["paid"], json!(2_000_000));
    assert_eq!(report["vouchers"][0]["expired"], json!(50_000));
    let said = text(&folder.run(&["verify", "p.db"]).stdout);
    assert!(said.contains("1 draw of promotions computed again"), "{said}");
}
