//! The words of the command on a journal in a database: they say what they say of the same journal in a file.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../../croupier-journal/tests/support/server.rs"]
mod server;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use server::{Server, database_of};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()));
        let _left = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
        command.current_dir(&self.0).env("CROUPIER_OPERATOR_KEY", "operator.key");
        command.args(arguments).output().unwrap()
    }

    /// Runs a word that must go well; returns what it said.
    fn right(&self, arguments: &[&str]) -> String {
        let done = self.run(arguments);
        assert!(done.status.success(), "{arguments:?}: {}", text(&done.stderr));
        text(&done.stdout)
    }

    /// Plays the night of the examples into a journal, with the text of an order beside it.
    fn night(&self) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/night.jsonl");
        self.right(&["floor", "night.db", script.to_str().unwrap()]);
        let written = croupier_house::order::keep(&self.0.join("night.db"), "1. One rule.");
        written.unwrap();
        std::fs::write(self.0.join("night.db.secret"), "a secret\n").unwrap();
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
fn a_house_is_moved_into_a_database_and_back_and_every_word_says_the_same_of_it() {
    let (folder, server) = (Folder::new("database"), Server::start());
    let database = server.database();
    let database = database.to_str().unwrap();
    folder.night();
    folder.right(&["copy", "night.db", database]);
    folder.right(&["copy", database, "back.db"]);
    for words in [
        &["verify", "DB"][..],
        &["verify", "DB", "--json"],
        &["verify", "DB", "--chain-only"],
        &["checkpoint", "DB"],
        &["proof", "DB", "--entry", "17"],
        &["people", "list", "DB"],
        &["replay", "DB", "--round", "13/1"],
        &["report", "DB", "table", "--json"],
        &["report", "DB", "ledger", "--json"],
        &["report", "DB", "statement", "--player", "ann", "--json"],
        &["report", "DB", "privileged", "--json"],
    ] {
        let of = |place| {
            let words: Vec<_> =
                words.iter().map(|word| if *word == "DB" { place } else { *word }).collect();
            let done = folder.run(&words);
            (done.status.code(), text(&done.stdout), text(&done.stderr))
        };
        let wanted = of("night.db");
        assert_eq!(wanted.0, Some(0), "{words:?}: {wanted:?}");
        assert_eq!((of(database), of("back.db")), (wanted.clone(), wanted), "{words:?}");
    }
    folder.right(&["export", "night.db", "--parquet", "of-file"]);
    folder.right(&["export", database, "--parquet", "of-database"]);
    let mut files = 0;
    for file in std::fs::read_dir(folder.0.join("of-file")).unwrap() {
        let file = file.unwrap();
        let other = std::fs::read(folder.0.join("of-database").join(file.file_name())).unwrap();
        assert_eq!(std::fs::read(file.path()).unwrap(), other, "{:?}", file.file_name());
        files += 1;
    }
    assert!(files >= 8, "only {files} files");
    // What belongs to the house went with it, and back.
    for ending in ["key", "secret"] {
        let read = |name| std::fs::read(folder.0.join(format!("{name}.{ending}"))).unwrap();
        assert_eq!(read("night.db"), read("back.db"), "{ending}");
    }
    let hash = croupier_house::order::sha256("1. One rule.");
    for journal in [Path::new(database), &folder.0.join("back.db")] {
        let order = croupier_house::order::read(journal, &hash).unwrap();
        assert_eq!(order.as_deref(), Some("1. One rule."), "{journal:?}");
    }
    let kept = server.sql(database_of(Path::new(database)), "SELECT bytes FROM croupier.papers");
    assert!(
        !kept.contains(&server.sql("postgres", "SELECT '\\x' || encode('a secret', 'hex')")[2..])
    );
}

#[test]
fn what_a_database_cannot_do_is_said() {
    let (folder, server) = (Folder::new("database-words"), Server::start());
    let database = server.database();
    let database = database.to_str().unwrap();
    folder.night();
    let fails = |arguments: &[&str], says: &str| {
        let done = folder.run(arguments);
        let said = text(&done.stderr);
        assert!(!done.status.success() && said.contains(says), "{arguments:?}: {said}");
    };
    fails(&["verify", database], "there is no journal in this database");
    fails(&["people", "list", database], "there is no such file");
    folder.right(&["copy", "night.db", database]);
    fails(&["copy", "night.db", database], "there is a journal in this database already");
    fails(&["copy", database, "night.db"], "a copy never writes over anything");
    fails(&["backup", database, "other.db"], "a backup is a copy of a file");
    fails(&["secret", database, "--new"], "the secret is in the database");
    let mirrored = ["floor", database, "--mirror", "mirror.db"];
    fails(&mirrored, "keeps its second copy by PostgreSQL's own replication");
    let nowhere = "postgres://croupier@%2Fnowhere/floor";
    fails(&["verify", nowhere], "postgres:///nowhere/floor");
    fails(&["verify", "postgres://croupier:hush@localhost/floor"], "PGPASSWORD");
    fails(&["verify", "postgres://localhost/floor?sslmode=require"], "without TLS");
    // The operator's key is asked for by whoever writes, and by nobody who reads.
    std::fs::remove_file(folder.0.join("operator.key")).unwrap();
    folder.right(&["verify", database]);
    std::fs::write(folder.0.join("order.txt"), "1. One rule.").unwrap();
    fails(&["order", "craps", "order.txt", database, "--by", "max"], "operator.key");
}
