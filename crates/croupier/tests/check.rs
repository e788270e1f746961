//! `croupier check`: each fault that it looks for, made and found.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, Datelike as _, Utc};
use croupier_journal::{Batch, Chain, Entry, Journal, Options};

fn now() -> DateTime<Utc> {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or_else(|_| DateTime::UNIX_EPOCH, |since| DateTime::UNIX_EPOCH + since)
}

fn croupier() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("CROUPIER_")) {
        command.env_remove(name);
    }
    command
}

/// A folder that is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("croupier-check-{name}-{}", std::process::id()));
        let _not_there = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a set-up whose journal is in this folder.
    fn config(&self, more: &str) -> PathBuf {
        let file = self.file("house.toml");
        let journal = self.file("house.db");
        let first = if more.contains("listen") { "" } else { "listen = \"127.0.0.1:0\"\n" };
        fs::write(&file, format!("{first}journal = {journal:?}\n{more}")).unwrap();
        file
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _still_used = fs::remove_dir_all(&self.0);
    }
}

/// Opens a house, lets a guest in, so that something happens, and closes it in order.
fn open_once(config: &Path) {
    let mut command = croupier();
    let serving = command.args(["serve", "--config"]).arg(config).stdout(Stdio::piped());
    let mut serving = serving.stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(serving.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit_once("http://").expect("it is open").1;
    let mut guest = TcpStream::connect(address).unwrap();
    let asks = format!(
        "POST /api/guest HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
    );
    guest.write_all(asks.as_bytes()).unwrap();
    let mut answer = String::new();
    guest.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let id = serving.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(serving.wait().unwrap().success());
}

/// Enters something in the journal of a house that is closed: what is denied is entered, too.
fn something_is_entered(folder: &Folder) {
    let at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let acts = folder.file("acts.jsonl");
    let act = r#""who":"nobody","act":{"mint":{"amount":1}}"#;
    fs::write(&acts, format!("{{\"at\":{at},{act}}}\n")).unwrap();
    let done = croupier().arg("floor").arg(folder.file("house.db")).arg(&acts).output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    assert!(text.contains("denied"), "{text}{}", String::from_utf8_lossy(&done.stderr));
}

/// Checks a set-up, and wants a line that begins so and says this; `WRONG` lines only if that is one.
fn check(config: &Path, line: &str, says: &str) -> String {
    let done = croupier().args(["check", "--config"]).arg(config).output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    let found = text.lines().any(|it| it.starts_with(line) && it.contains(says));
    assert!(found, "no {line:?} that says {says:?} in\n{text}");
    let wrong = text.lines().any(|it| it.starts_with("WRONG"));
    assert_eq!(wrong, line.starts_with("WRONG"), "{text}");
    assert_eq!(done.status.code(), Some(i32::from(wrong)), "{text}");
    text
}

#[test]
fn a_house_that_is_well_is_found_well() {
    let folder = Folder::new("well");
    let config = folder.config("");
    check(&config, "note   journal", "the house makes it when it opens");
    open_once(&config);
    let files = || {
        let mut files: Vec<_> = fs::read_dir(&folder.0)
            .unwrap()
            .map(|file| file.unwrap())
            .map(|file| (file.file_name(), fs::read(file.path()).unwrap()))
            .collect();
        files.sort();
        files
    };
    let before = files();
    let text = check(&config, "ok     journal", " entries");
    for about in ["configuration", "address", "certificate", "clock", "key", "secret", "disk"] {
        let line = format!("ok     {about}");
        assert!(text.lines().any(|it| it.starts_with(&line)), "{about}:\n{text}");
    }
    assert!(files() == before, "something was changed");
}

#[test]
fn what_is_wrong_with_a_set_up_is_found() {
    let folder = Folder::new("set-up");
    check(&folder.config("colour = 1"), "WRONG  configuration", "house.toml");
    let open = "listen = \"0.0.0.0:0\"";
    check(&folder.config(open), "WRONG  configuration", "without TLS everybody on the way");
    let config = folder
        .config(&format!("[[outside]]\npool = 1\noutside = 1\nkey = \"{}\"", "a1".repeat(32)));
    fs::set_permissions(&config, fs::Permissions::from_mode(0o644)).unwrap();
    check(&config, "WRONG  configuration", "chmod 640");
    fs::set_permissions(&config, fs::Permissions::from_mode(0o640)).unwrap();
    check(&config, "ok     configuration", "house.toml");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = format!("listen = \"{}\"", taken.local_addr().unwrap());
    check(&folder.config(&listen), "note   address", "somebody listens there already");
    // An address that no machine has (RFC 5737).
    let config = folder.config("listen = \"192.0.2.1:0\"\nplain_http_beyond_this_machine = true");
    check(&config, "WRONG  address", "192.0.2.1:0");
    let config = folder.config("[limits]\nconnections = 18446744073709551");
    check(&config, "WRONG  open files", "LimitNOFILE");
    let done = croupier().args(["check", "--journal", "/proc/house.db"]).output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    assert!(text.contains("WRONG  disk"), "{text}");
}

#[test]
fn what_is_wrong_with_a_certificate_is_found() {
    let folder = Folder::new("certificate");
    let url = "public_url = \"https://tables.example:8443/\"";
    let config = |url: &str| {
        let (chain, key) = (folder.file("chain.pem"), folder.file("key.pem"));
        folder.config(&format!("{url}\n[tls]\ncertificate = {chain:?}\nkey = {key:?}"))
    };
    let write = |from: i64, until: i64| {
        let mut wanted = rcgen::CertificateParams::new(["tables.example".to_owned()]).unwrap();
        let date = |days: i64| {
            let date = now() + chrono::TimeDelta::days(days);
            rcgen::date_time_ymd(date.year(), date.month() as u8, date.day() as u8)
        };
        (wanted.not_before, wanted.not_after) = (date(from), date(until));
        let key = rcgen::KeyPair::generate().unwrap();
        fs::write(folder.file("chain.pem"), wanted.self_signed(&key).unwrap().pem()).unwrap();
        fs::write(folder.file("key.pem"), key.serialize_pem()).unwrap();
        fs::set_permissions(folder.file("key.pem"), fs::Permissions::from_mode(0o600)).unwrap();
    };
    check(&config(url), "WRONG  certificate", "key.pem: cannot be read");
    write(-90, 60);
    let text = check(&config(url), "ok     certificate", "is good for ");
    assert!(text.contains("ok     public_url"), "{text}");
    let other = "public_url = \"https://other.example\"";
    check(&config(other), "WRONG  public_url", "not one of other.example");
    check(&config(""), "WRONG  public_url", "not set");
    write(-90, 3);
    check(&config(url), "note   certificate", "ends in ");
    write(-90, -2);
    check(&config(url), "WRONG  certificate", "ago: renew it");
    write(2, 90);
    check(&config(url), "WRONG  certificate", "is good in ");
    fs::set_permissions(folder.file("key.pem"), fs::Permissions::from_mode(0o604)).unwrap();
    check(&config(url), "WRONG  certificate", "chmod 640");
}

#[test]
fn what_is_wrong_with_the_files_of_a_house_is_found() {
    let (folder, other) = (Folder::new("files"), Folder::new("other-files"));
    let config = folder.config("");
    open_once(&config);
    open_once(&other.config(""));
    let name = |ending: &str| folder.file(&format!("house.db{ending}"));
    // Each file of the house in turn: gone, another house's, open to others.
    for (ending, about, gone) in
        [(".key", "key", "cannot read the key"), (".secret", "secret", "is not there")]
    {
        let file = name(ending);
        let good = fs::read(&file).unwrap();
        fs::remove_file(&file).unwrap();
        check(&config, &format!("WRONG  {about}"), gone);
        fs::write(&file, fs::read(other.file(&format!("house.db{ending}"))).unwrap()).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        check(&config, &format!("WRONG  {about}"), file.to_str().unwrap());
        fs::write(&file, &good).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        check(&config, &format!("WRONG  {about}"), "chmod 600");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    }
    fs::set_permissions(name(""), fs::Permissions::from_mode(0o644)).unwrap();
    check(&config, "note   files", "mode 644");
    fs::set_permissions(name(""), fs::Permissions::from_mode(0o600)).unwrap();

    // A journal that is older than the end beside it; one without its end may have been cut.
    let (journal, end) = (fs::read(name("")).unwrap(), fs::read(name(".end")).unwrap());
    open_once(&config);
    let newer = fs::read(name("")).unwrap();
    fs::write(name(""), &journal).unwrap();
    check(&config, "WRONG  journal", "-wal");
    fs::write(name(""), b"SQLite format 3 no more").unwrap();
    let done = croupier().args(["check", "--config"]).arg(&config).output().unwrap();
    assert!(String::from_utf8(done.stdout).unwrap().contains("WRONG  journal"));
    fs::remove_file(name("")).unwrap();
    let done = croupier().args(["check", "--config"]).arg(&config).output().unwrap();
    assert!(String::from_utf8(done.stdout).unwrap().contains("WRONG  journal"));
    fs::write(name(""), &newer).unwrap();
    fs::set_permissions(name(""), fs::Permissions::from_mode(0o600)).unwrap();
    check(&config, "ok     journal", "entries");

    // Mirrors and witnesses.
    let mirror = folder.config(&format!("mirror = {:?}", other.file("house.db")));
    check(&mirror, "WRONG  mirror", "another journal");
    let mirror = folder.config(&format!("mirror = {:?}", folder.file("mirror.db")));
    check(&mirror, "note   mirror", "is not there");
    open_once(&mirror);
    check(&mirror, "ok     mirror", "mirror.db");
    let witness = folder.config(&format!("witnesses = [{:?}]", folder.file("kept")));
    check(&witness, "ok     witness", "nothing to say");
    something_is_entered(&folder);
    open_once(&witness);
    check(&witness, "ok     witness", "has seen");
    // The whole folder as it was before: only the witness knows better.
    for ending in ["-wal", "-shm"] {
        let _was_not_there = fs::remove_file(name(ending));
    }
    fs::write(name(""), &journal).unwrap();
    fs::write(name(".end"), &end).unwrap();
    check(&witness, "WRONG  witness", "an older copy is in place of the journal");
    fs::write(folder.file("kept"), "nonsense").unwrap();
    check(&witness, "WRONG  witness", "is of no use");
}

/// The clock of the machine against what the journal says that it was.
#[test]
fn a_clock_that_is_behind_the_journal_is_found() {
    let folder = Folder::new("clock");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    let hour = 60 * 60 * 1000;
    for (name, at, line, says) in [
        ("ahead.db", now + 3 * hour, "WRONG  clock", "is 2 hours later than the clock"),
        ("behind.db", now - 100 * 24 * hour, "note   clock", "is 100 days old"),
        ("right.db", now - 2 * hour, "ok     clock", "not before"),
    ] {
        let path = folder.file(name);
        let journal = Journal::open(&path, Options::default()).unwrap();
        let entry = Entry {
            chain: Chain(0),
            seq: 1,
            at,
            who: 1,
            kind: "note".into(),
            round: 0,
            rules: "none".into(),
            format: 1,
            key: Vec::new(),
            body: b"{}".to_vec(),
            effects: b"{}".to_vec(),
        };
        journal.append(Batch { entries: vec![entry], beside: Vec::new() }).unwrap();
        journal.close().unwrap();
        let mut command = croupier();
        let done =
            command.args(["check", "--journal"]).arg(&path).env("CROUPIER_LISTEN", "127.0.0.1:0");
        let text = String::from_utf8(done.output().unwrap().stdout).unwrap();
        assert!(text.lines().any(|it| it.starts_with(line) && it.contains(says)), "{text}");
    }
}
