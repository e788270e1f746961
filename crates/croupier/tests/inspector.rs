//! What an inspector and whoever keeps the machine do with a journal: checkpoints, proofs, copies, and verification where
//! nothing can be written.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("croupier-inspector-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::set_permissions(&self.0, fs::Permissions::from_mode(0o755));
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn croupier(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_croupier")).args(words).output().unwrap()
}

fn out(done: &Output) -> String {
    String::from_utf8_lossy(&done.stdout).into_owned()
}

fn err(done: &Output) -> String {
    String::from_utf8_lossy(&done.stderr).into_owned()
}

fn rehearse(db: &str, acts: &str) {
    let done = croupier(&["floor", db, "--rehearse", acts, "--seed", "4"]);
    assert!(done.status.success(), "{}", err(&done));
}

/// A backup that was stopped in the middle has no name yet, and the next one takes its place.
#[test]
fn a_stopped_backup_is_made_anew() {
    let folder = Folder::new("stopped");
    let (db, copy) = (folder.file("night.db"), folder.file("copy.db"));
    rehearse(&db, "50");
    // As a kill leaves it: a part of the journal, a part of the secret, and the key.
    fs::write(format!("{copy}.part"), "a part of a journal").unwrap();
    fs::write(format!("{copy}.secret.part"), "a par").unwrap();
    fs::copy(format!("{db}.key"), format!("{copy}.key")).unwrap();
    let done = croupier(&["backup", &db, &copy]);
    assert!(done.status.success() && err(&done).contains("50 entries"), "{}", err(&done));
    assert!(croupier(&["verify", &copy]).status.success());
    for whole in ["key", "secret"] {
        let read = |of: &str| fs::read(format!("{of}.{whole}")).unwrap();
        assert_eq!(read(&db), read(&copy), "{whole}");
    }
    let left = fs::read_dir(Path::new(&copy).parent().unwrap()).unwrap();
    let names = left.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|name| name.ends_with(".part")).count(), 0);
    // The key of another house is not written over.
    let other = folder.file("other.db");
    fs::write(format!("{other}.key"), "another house's").unwrap();
    let done = croupier(&["backup", &db, &other]);
    assert_eq!(done.status.code(), Some(1), "{}", err(&done));
    assert!(err(&done).contains("it is not a copy") && !Path::new(&other).exists());
}

/// Findings 27 and 21: heads are written, taken, and proved to only add to each other; verify names the key.
#[test]
fn checkpoints_are_written_and_proved() {
    let folder = Folder::new("proofs");
    let (db, copy) = (folder.file("night.db"), folder.file("copy.db"));
    rehearse(&db, "300");
    let done = croupier(&["backup", &db, &copy]);
    assert!(done.status.success() && err(&done).contains("300 entries"), "{}", err(&done));
    let early = folder.file("early");
    let text = out(&croupier(&["checkpoint", &db]));
    assert!(text.starts_with("croupier journal checkpoint\n") && text.contains("\nentries 300\n"));
    fs::write(&early, &text).unwrap();
    let key = text.lines().find_map(|line| line.strip_prefix("key ")).unwrap();
    let proof = croupier(&["proof", &db, "--entry", "17", "--checkpoint", &early]);
    let read = serde_json::from_str::<Value>(&out(&proof)).unwrap();
    assert_eq!((&read["holds"], &read["size"]), (&Value::Bool(true), &Value::from(300)), "{read}");
    assert!(proof.status.success() && read["path"].as_array().unwrap().len() < 12);
    // The house goes on; the later head only adds to the earlier one.
    let more = r#"{"at":99999999999,"who":"max","act":{"look":{"what":"the past"}}}"#;
    let mut floor = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["floor", &db])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut floor.stdin.take().unwrap(), more.as_bytes()).unwrap();
    assert!(floor.wait().unwrap().success());
    let proof = croupier(&["proof", &db, "--since", &early]);
    let read = serde_json::from_str::<Value>(&out(&proof)).unwrap();
    assert_eq!((&read["holds"], &read["size"]), (&Value::Bool(true), &Value::from(301)), "{read}");
    for (words, wanted) in [
        (vec!["verify", &db, "--checkpoint", &early], "note   signed by the key"),
        (vec!["verify", &db, "--key", key], "right  signed by the given key"),
    ] {
        let done = croupier(&words);
        assert!(done.status.success() && out(&done).contains(wanted), "{}", out(&done));
        assert!(out(&done).contains(key), "{}", out(&done));
    }
    // The copy is behind what was kept since.
    let late = folder.file("late");
    fs::write(&late, out(&croupier(&["checkpoint", &db]))).unwrap();
    let done = croupier(&["verify", &copy, "--checkpoint", &late]);
    assert_eq!(done.status.code(), Some(1), "{}", out(&done));
    assert!(out(&done).contains("signed entries that are missing"), "{}", out(&done));
    // And a copy can be gone on with: its key and secret were copied.
    assert!(croupier(&["verify", &copy]).status.success());
    assert!(
        Path::new(&format!("{copy}.key")).exists() && Path::new(&format!("{copy}.secret")).exists()
    );
}

/// Runs the command as somebody who may write nothing here.
fn as_inspector(folder: &Folder, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(words).env("TMPDIR", "/tmp");
    fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o555)).unwrap();
    // Who is root may write everywhere, and becomes nobody.
    let root =
        fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    if root {
        command.uid(65534).gid(65534);
    }
    let done = command.output().unwrap();
    fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o755)).unwrap();
    done
}

/// Finding 27: whoever can only read verifies a journal that was closed, and one that was not.
#[test]
fn an_inspector_who_can_write_nothing_verifies() {
    let folder = Folder::new("readonly");
    let db = folder.file("night.db");
    rehearse(&db, "200");
    let readable = || {
        for entry in fs::read_dir(&folder.0).unwrap() {
            fs::set_permissions(entry.unwrap().path(), fs::Permissions::from_mode(0o444)).unwrap();
        }
    };
    readable();
    let done = as_inspector(&folder, &["verify", &db]);
    assert!(done.status.success() && out(&done).contains("the journal is sound"), "{done:?}");
    // A journal whose house was killed has its end in the log.
    for entry in fs::read_dir(&folder.0).unwrap() {
        fs::set_permissions(entry.unwrap().path(), fs::Permissions::from_mode(0o600)).unwrap();
    }
    let killed = folder.file("killed.db");
    let mut floor = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["floor", &killed])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let act = r#"{"at":1,"who":"max","act":{"add-person":{"name":"max","roles":["manager"],"password":null}}}"#;
    let mut input = floor.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, format!("{act}\n").as_bytes()).unwrap();
    let mut answer = String::new();
    let mut told = std::io::BufReader::new(floor.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut told, &mut answer).unwrap();
    floor.kill().unwrap();
    floor.wait().unwrap();
    assert!(answer.contains("\"number\":1"), "{answer}");
    assert!(fs::metadata(format!("{killed}-wal")).unwrap().len() > 0);
    let _ = fs::remove_file(format!("{killed}-shm"));
    readable();
    let done = as_inspector(&folder, &["verify", &killed]);
    assert!(done.status.success(), "{done:?}");
    assert!(
        out(&done).contains("1 entries") && err(&done).contains("a copy is verified"),
        "{done:?}"
    );
}

/// A house that nobody may write says so, and what to do.
#[test]
fn a_house_on_a_read_only_disk_says_so() {
    let folder = Folder::new("disk");
    let db = folder.file("night.db");
    rehearse(&db, "50");
    let done = as_inspector(&folder, &["floor", &db]);
    assert_eq!(done.status.code(), Some(2));
    assert!(
        err(&done).contains("needs a folder") || err(&done).contains("chmod 600"),
        "{}",
        err(&done)
    );
}

/// Finding 2 and the whole folder: a house does not open where a witness elsewhere knows better, nor without its secret.
#[test]
fn a_house_that_was_put_back_does_not_open() {
    let (folder, elsewhere) = (Folder::new("witness"), Folder::new("elsewhere"));
    let (db, witness) = (folder.file("night.db"), elsewhere.file("witness"));
    rehearse(&db, "300");
    let older: Vec<_> = ["", ".key", ".secret", ".end"]
        .iter()
        .map(|ending| (format!("{db}{ending}"), fs::read(format!("{db}{ending}")).unwrap()))
        .collect();
    let more = r#"{"at":99999999999,"who":"max","act":{"look":{"what":"the past"}}}"#;
    fs::write(folder.file("more"), more).unwrap();
    assert!(croupier(&["floor", &db, &folder.file("more")]).status.success());
    fs::write(&witness, out(&croupier(&["checkpoint", &db]))).unwrap();
    older.iter().for_each(|(name, bytes)| fs::write(name, bytes).unwrap());
    let serve = ["serve", "--journal", &db, "--listen", "127.0.0.1:0"];
    let done = croupier(&[&serve[..], &["--witness", &witness]].concat());
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    assert!(err(&done).contains("this witness has seen 301 entries"), "{}", err(&done));
    fs::remove_file(format!("{db}.secret")).unwrap();
    let done = croupier(&serve);
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    assert!(err(&done).contains("secret is not there"), "{}", err(&done));
    assert!(!Path::new(&format!("{db}.secret")).exists(), "nothing is made in its place");
    let done = croupier(&["secret", &db, "--new"]);
    assert!(done.status.success() && Path::new(&format!("{db}.secret")).exists(), "{}", err(&done));
}

/// A house that runs in a process of its own until the test ends.
struct Serving {
    child: std::process::Child,
    address: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

fn serving(words: &[&str]) -> Serving {
    let mut child = Command::new(env!("CARGO_BIN_EXE_croupier"))
        .args(["serve", "--listen", "127.0.0.1:0", "--no-demo-tables"])
        .args(words)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    let open = lines.map_while(Result::ok).find(|line| line.contains("the house is open"));
    let address = open.unwrap().rsplit_once("http://").unwrap().1.trim().to_owned();
    Serving { child, address: format!("http://{address}") }
}

/// `verify` takes lines that were printed, and what a house that is a witness has; a house that was put back does not open.
#[test]
fn printed_lines_and_witnesses_are_verified() {
    let (folder, elsewhere) = (Folder::new("printed"), Folder::new("witnesses"));
    let (db, other) = (folder.file("house.db"), elsewhere.file("witness.db"));
    let max = r#"{"at":1800000000000,"who":"max","act":{"add-person":{"name":"max","roles":["manager"],"password":null}}}"#;
    fs::write(folder.file("acts"), max).unwrap();
    assert!(croupier(&["floor", &db, &folder.file("acts")]).status.success());
    let text = out(&croupier(&["checkpoint", &db]));
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
        line.unwrap().to_owned()
    };
    let (journal, entries, link) = (field("journal"), field("entries"), field("link"));
    for (number, link, status) in
        [(&*entries, &*link, 0), (&entries, &field("root"), 1), ("2", &link, 1)]
    {
        let line = format!("croupier head {} {number} {} at 1\n", &journal[..8], &link[..32]);
        fs::write(folder.file("paper"), line).unwrap();
        let done = croupier(&["verify", &db, "--checkpoint", &folder.file("paper")]);
        assert_eq!(done.status.code(), Some(status), "{}", out(&done));
        assert_eq!(out(&done).contains("of which was printed"), status == 1, "{}", out(&done));
    }
    let older: Vec<_> = ["", ".key", ".end"]
        .iter()
        .map(|ending| (format!("{db}{ending}"), fs::read(format!("{db}{ending}")).unwrap()))
        .collect();
    let witness = serving(&["--journal", &other, "--witness-for", &field("key")]);
    let done = croupier(&["verify", &db, "--checkpoint", &witness.address]);
    assert!(err(&done).contains("has not seen this journal"), "{}", err(&done));
    // The house has it seen, with its first manager at the least, and goes on.
    let look = r#"{"at":1800000000001,"who":"max","act":{"look":{"what":"the past"}}}"#;
    fs::write(folder.file("acts"), look).unwrap();
    assert!(croupier(&["floor", &db, &folder.file("acts")]).status.success());
    let house = serving(&["--journal", &db, "--witness", &witness.address]);
    let since = std::time::Instant::now();
    loop {
        let done = croupier(&["verify", &db, "--checkpoint", &witness.address]);
        if done.status.success() {
            break;
        }
        assert!(since.elapsed() < std::time::Duration::from_secs(120), "{}", err(&done));
    }
    drop(house);
    for ending in ["", "-wal", "-shm", ".end"] {
        let _not_there = fs::remove_file(format!("{db}{ending}"));
    }
    older.iter().for_each(|(name, bytes)| fs::write(name, bytes).unwrap());
    let done = croupier(&["verify", &db, "--checkpoint", &witness.address]);
    assert_eq!(done.status.code(), Some(1), "{}", out(&done));
    assert!(out(&done).contains("signed entries that are missing"), "{}", out(&done));
    let words =
        ["serve", "--journal", &db, "--listen", "127.0.0.1:0", "--witness", &witness.address];
    let done = croupier(&words);
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    assert!(err(&done).contains("this witness has seen 2 entries"), "{}", err(&done));
    let done = croupier(&["serve", "--journal", &db, "--witness", "https://witness.example"]);
    assert!(err(&done).contains("TLS"), "{}", err(&done));
}
