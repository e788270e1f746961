//! `croupier export` as a user runs it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with the project's documents in it, that goes.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("docs/examples")).unwrap();
        let night = "docs/examples/night.jsonl";
        std::fs::copy(root().join(night), path.join(night)).unwrap();
        Self(path)
    }

    /// Runs a line of a console, as it stands in a document.
    fn run(&self, line: &str) -> Output {
        let folder = Path::new(env!("CARGO_BIN_EXE_croupier")).parent().unwrap();
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
        let mut command = Command::new("sh");
        command.args(["-c", line]).env("PATH", path).current_dir(&self.0).output().unwrap()
    }

    fn check(&self, line: &str, status: i32, want: &str) {
        let done = self.run(line);
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(status), "{line}: {said}");
        assert!(said.contains(want), "{line}: {said}");
        assert!(status == 0 || done.stdout.is_empty(), "{line} has a result");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What docs/export.md shows is what the command prints.
#[test]
fn the_document_is_true() {
    let folder = Folder::new("export-document");
    let text = std::fs::read_to_string(root().join("docs/export.md")).unwrap();
    let mut shown = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for session in block.split("$ ").skip(1) {
            let (line, wanted) = session.split_once('\n').unwrap();
            let done = folder.run(line);
            assert!(done.status.success(), "{line}: {done:?}");
            assert_eq!(String::from_utf8(done.stdout).unwrap().trim_end(), wanted.trim_end());
            shown += 1;
        }
    }
    assert_eq!(shown, 2);
}

#[test]
fn what_cannot_be_exported_is_said() {
    let folder = Folder::new("export-words");
    folder.check("croupier export night.db --parquet out", 2, "night.db");
    folder.check("croupier floor night.db docs/examples/night.jsonl", 0, "");
    folder.check("croupier export night.db", 2, "--parquet <DIR>");
    let wrong = "entries 9 to 8 are not in a journal of 212 entries";
    folder.check("croupier export night.db --parquet out --from 9 --to 8", 1, wrong);
    assert!(!folder.0.join("out").exists());
    let wrong = "nothing in entries 1 to 212 is about table 99";
    folder.check("croupier export night.db --parquet out --table 99", 1, wrong);
    folder.check("croupier export night.db --parquet out --table 13 --from 100", 0, "");
    folder.check("croupier export night.db --parquet out", 1, "hint: --force");
    folder.check("croupier export night.db --parquet out --force", 0, "");
    let left = std::fs::read_dir(folder.0.join("out")).unwrap();
    assert!(left.into_iter().all(|file| {
        file.unwrap().path().extension().is_some_and(|ending| ending == "parquet")
    }));
    folder.check("echo > file; croupier export night.db --parquet file", 2, "cannot write file");
}

#[test]
fn a_journal_that_was_changed_is_refused() {
    let folder = Folder::new("export-refused");
    folder.check("croupier floor night.db docs/examples/night.jsonl", 0, "");
    let journal = folder.0.join("night.db");
    let mut bytes = std::fs::read(&journal).unwrap();
    let wanted = b"\"amount\":50000000";
    let places: Vec<_> =
        (0..bytes.len() - wanted.len()).filter(|&at| bytes[at..].starts_with(wanted)).collect();
    assert!(!places.is_empty());
    places.iter().for_each(|at| bytes[at + 9] = b'9');
    std::fs::write(&journal, bytes).unwrap();
    let said = "the journal is not sound: chain 0, seq 12 (entry 12): the entry does not have";
    folder.check("croupier export night.db --parquet out", 1, said);
    folder.check("croupier export night.db --parquet out", 1, "hint: nothing was written");
    assert!(!folder.0.join("out").exists());
}
