//! `croupier serve` as it is run: its set-up, its signals, and a house that is killed while people play.

#[cfg(unix)]
#[path = "../../croupier-journal/tests/support/server.rs"]
mod server;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use croupier_floor::Act;
use croupier_house::Replay;
use croupier_journal::{Reader, Record};

/// Whatever takes longer than this, on a machine however busy, does not come any more.
const PATIENCE: Duration = Duration::from_secs(120);

fn croupier() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.env_remove("CROUPIER_LISTEN").env_remove("CROUPIER_JOURNAL");
    command
}

/// A folder that is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("croupier-{name}-{}", std::process::id()));
        let _not_there = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _still_used = std::fs::remove_dir_all(&self.0);
    }
}

/// A house that runs.
struct Serving {
    child: Child,
    address: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

fn serve(folder: &Path) -> Serving {
    serve_by(croupier(), folder)
}

/// Opens a house by a command that runs `croupier`.
fn serve_by(command: Command, folder: &Path) -> Serving {
    serve_at(command, folder, &folder.join("house.db"))
}

/// Opens a house whose journal is elsewhere.
fn serve_at(mut command: Command, folder: &Path, journal: &Path) -> Serving {
    let config = folder.join("house.toml");
    std::fs::write(&config, "[limits]\nrequests_per_second = 100000\naddress_requests_per_second = 1000000\nburst = 100000\nguest_acts_per_minute = 1000000\n")
        .expect("a file");
    let mut child = command
        .args(["serve", "--listen", "127.0.0.1:0", "--config"])
        .arg(&config)
        .arg("--journal")
        .arg(journal)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("it is piped");
    BufReader::new(out).read_line(&mut line).expect("it says where");
    let address = line.trim().rsplit_once("http://").expect("an address").1.to_owned();
    Serving { child, address }
}

/// Somebody who plays over one connection.
struct Player {
    stream: BufReader<TcpStream>,
    address: String,
    cookie: String,
    csrf: String,
    name: String,
}

/// What a guest keeps of a house that was killed.
struct Guest {
    cookie: String,
    csrf: String,
    name: String,
}

impl Player {
    /// Comes back as the guest of before, or as a new one.
    fn again(address: &str, guest: Option<Guest>) -> Option<Self> {
        let Some(Guest { cookie, csrf, name }) = guest else { return Self::new(address) };
        let stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        let stream = BufReader::new(stream);
        Some(Self { stream, address: address.to_owned(), cookie, csrf, name })
    }

    fn new(address: &str) -> Option<Self> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        let (cookie, csrf, name) = Default::default();
        let stream = BufReader::new(stream);
        let mut player = Self { stream, address: address.to_owned(), cookie, csrf, name };
        let (status, body) = player.post("/api/guest", "null")?;
        assert_eq!(status, 200, "{body}");
        player.csrf = field(&body, "csrf");
        player.name = field(&body, "name");
        Some(player)
    }

    /// Asks, and returns the answer; `None` if the house is gone.
    fn post(&mut self, path: &str, body: &str) -> Option<(u16, String)> {
        let Self { address, cookie, csrf, .. } = self;
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\nx-csrf-token: {csrf}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).ok()?;
        let mut line = String::new();
        self.stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let status = line.split(' ').nth(1)?.parse().ok()?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
            let line = line.trim_end();
            match line.split_once(": ") {
                None => break,
                Some(("content-length", value)) => length = value.parse().ok()?,
                Some(("set-cookie", value)) => {
                    self.cookie = value.split(';').next()?.to_owned();
                }
                Some(_) => {}
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).ok()?;
        Some((status, String::from_utf8(body).ok()?))
    }

    fn act(&mut self, act: &str) -> Option<(u16, u64)> {
        let (status, body) = self.post("/api/acts", act)?;
        let number = body
            .split("\"number\":")
            .nth(1)
            .map_or("0", |rest| rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("0"));
        Some((status, number.parse().unwrap_or(0)))
    }
}

fn field(json: &str, name: &str) -> String {
    let rest = json.split(&format!("\"{name}\":\"")).nth(1).expect("the field is there");
    rest.split('"').next().unwrap_or("").to_owned()
}

/// Wagers and takes back until the house is gone; returns what was acknowledged, with its number, and counts it
/// as it comes.
///
/// Who has played in the life before goes on as the same guest, at the same seat.
fn play(
    address: &str,
    seat: usize,
    guest: &mut Option<Guest>,
    acknowledged: &AtomicUsize,
) -> Vec<(u64, String)> {
    let mut told = Vec::new();
    let again = guest.is_some();
    let Some(mut player) = Player::again(address, guest.take()) else { return told };
    let name = player.name.clone();
    *guest = Some(Guest {
        cookie: player.cookie.clone(),
        csrf: player.csrf.clone(),
        name: name.clone(),
    });
    let (table, on) = [(1, "bet"), (3, "player"), (4, "initial"), (5, "enter")][seat % 4];
    let area = seat / 4 + 1;
    let mut acts = vec![
        format!(r#"{{"sit":{{"table":{table},"player":"{name}","seat":{area}}}}}"#),
        format!(r#"{{"bring":{{"table":{table},"player":"{name}","amount":50000}}}}"#),
    ];
    if again {
        acts.clear();
    }
    let spot = format!(r#""player":"{name}","area":{area},"on":"{on}""#);
    let wager =
        format!(r#"{{"step":{{"table":{table},"step":{{"wager":{{{spot},"amount":500}}}}}}}}"#);
    let back = format!(r#"{{"step":{{"table":{table},"step":{{"withdraw":{{{spot}}}}}}}}}"#);
    loop {
        if acts.is_empty() {
            acts = vec![wager.clone(), back.clone()];
        }
        let act = acts.remove(0);
        let Some((_, number)) = player.act(&act) else { break };
        told.push((number, act));
        acknowledged.fetch_add(1, Ordering::SeqCst);
    }
    told
}

#[test]
fn a_house_that_is_killed_loses_nothing_it_told() {
    let folder = Folder::new("killed");
    killed(&folder, &folder.0.join("house.db"), croupier);
}

/// In a database, nothing but the operator's key is in a file: each life could be on another machine, and everyone who
/// was signed in still is.
#[cfg(unix)]
#[test]
fn a_house_in_a_database_that_is_killed_loses_nothing_it_told() {
    let (folder, server) = (Folder::new("killed-database"), server::Server::start());
    let operator_key = folder.0.join("operator.key");
    killed(&folder, &server.database(), || {
        let mut command = croupier();
        command.env("CROUPIER_OPERATOR_KEY", &operator_key);
        command
    });
    let mut left: Vec<_> = std::fs::read_dir(&folder.0)
        .expect("the folder")
        .map(|file| file.expect("a file").file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["house.toml", "operator.key"]);
}

/// Kills a house five times in the middle of play, and looks for everything that it told.
fn killed(folder: &Folder, journal: &Path, command: impl Fn() -> Command) {
    let mut told = Vec::new();
    let mut guests: [Option<Guest>; 8] = Default::default();
    for life in 0..5_usize {
        let mut serving = serve_at(command(), &folder.0, journal);
        let acknowledged = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let players: Vec<_> = guests
                .iter_mut()
                .enumerate()
                .map(|(seat, guest)| {
                    let (address, acknowledged) = (&serving.address, &acknowledged);
                    scope.spawn(move || play(address, seat, guest, acknowledged))
                })
                .collect();
            // Each life ends in the middle of play, after another number of acts.
            let begun = Instant::now();
            while acknowledged.load(Ordering::SeqCst) < 60 + 37 * life && begun.elapsed() < PATIENCE
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            serving.child.kill().expect("it is killed");
            for player in players {
                told.extend(player.join().expect("nobody breaks down"));
            }
        });
        serving.child.wait().expect("it is gone");
    }
    assert!(told.len() >= 60, "only {} acts were told", told.len());
    let verify = croupier().arg("verify").arg(journal).output().expect("it runs");
    let words = String::from_utf8_lossy(&verify.stdout);
    assert!(verify.status.success(), "{words}");
    let reader = Reader::open(journal).expect("it opens");
    let mut entries = std::collections::HashMap::new();
    let each = |_: &_, record: &Record, act: &Act, _: &_| {
        entries.insert(record.number, act.write());
    };
    Replay::of(&reader, each).expect("it plays");
    for (number, act) in told {
        let found = entries.get(&number).unwrap_or_else(|| panic!("{number} is lost: {act}"));
        assert_eq!(*found, act);
    }
}

/// A disk without room stops the house: it says that it is not ready, and ends with a status. What it told is there, also in a
/// copy, and it goes on when there is room.
#[cfg(unix)]
#[test]
fn a_full_disk_stops_the_house_and_loses_nothing() {
    let folder = Folder::new("full");
    let (journal, copy) = (folder.0.join("house.db"), folder.0.join("copy.db"));
    // No file may be longer than this; the signal that says so is turned off, and the write fails.
    let mut full = Command::new("sh");
    full.args(["-c", "trap '' XFSZ; ulimit -f 1024; exec \"$0\" \"$@\""]);
    full.arg(env!("CARGO_BIN_EXE_croupier")).env_remove("CROUPIER_LISTEN");
    let mut serving = serve_by(full, &folder.0);
    let mut told = Vec::new();
    let mut player = Player::new(&serving.address).expect("the house is open");
    let name = player.name.clone();
    let sit = format!(r#"{{"sit":{{"table":4,"player":"{name}","seat":1}}}}"#);
    let bring = format!(r#"{{"bring":{{"table":4,"player":"{name}","amount":50000}}}}"#);
    let spot = format!(r#""player":"{name}","area":1,"on":"initial""#);
    let wager = format!(r#"{{"step":{{"table":4,"step":{{"wager":{{{spot},"amount":500}}}}}}}}"#);
    let back = format!(r#"{{"step":{{"table":4,"step":{{"withdraw":{{{spot}}}}}}}}}"#);
    let acts = [sit, bring].into_iter().chain([wager, back].into_iter().cycle());
    for act in acts {
        match player.act(&act) {
            Some((200, number)) => told.push((number, act)),
            Some((503, _)) | None => break,
            Some((status, _)) => panic!("{status}: {act}"),
        }
        assert!(told.len() < 100_000, "the disk is not full");
    }
    assert_eq!(serving.child.wait().expect("it ends").code(), Some(2));
    assert!(told.len() > 10, "{} acts were told", told.len());
    let backup = croupier().arg("backup").args([&journal, &copy]).output().expect("it runs");
    assert!(backup.status.success(), "{}", String::from_utf8_lossy(&backup.stderr));
    drop(serve(&folder.0));
    for journal in [&journal, &copy] {
        let verify = croupier().arg("verify").arg(journal).output().expect("it runs");
        assert!(verify.status.success(), "{}", String::from_utf8_lossy(&verify.stdout));
        let mut entries = std::collections::HashMap::new();
        let each = |_: &_, record: &Record, act: &Act, _: &_| {
            entries.insert(record.number, act.write());
        };
        Replay::of(&Reader::open(journal).expect("it opens"), each).expect("it plays");
        for (number, act) in &told {
            assert_eq!(entries.get(number), Some(act));
        }
    }
}

#[test]
fn a_house_that_is_told_to_stop_closes_its_journal() {
    let folder = Folder::new("stopped");
    let mut serving = serve(&folder.0);
    let pid = serving.child.id().to_string();
    let killed = Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs");
    assert!(killed.success());
    assert!(serving.child.wait().expect("it ends").success());
    let verify = croupier().arg("verify").arg(folder.0.join("house.db")).output().expect("it runs");
    let words = String::from_utf8_lossy(&verify.stdout);
    assert!(words.contains("the journal is sound"), "{words}");
}

#[test]
fn a_wrong_set_up_is_named() {
    let folder = Folder::new("wrong");
    let file = folder.0.join("house.toml");
    for (text, says) in [
        ("listen = 80", "listen"),
        ("guests = 3", "guests"),
        ("[limits]\nburst = 0", "limits.burst"),
    ] {
        std::fs::write(&file, text).expect("a file");
        let run = croupier().args(["serve", "--config"]).arg(&file).output().expect("it runs");
        let words = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{words}");
        assert!(words.contains(says), "{words}");
    }
    let run = croupier().args(["serve", "--listen", "here"]).output().expect("it runs");
    assert_eq!(run.status.code(), Some(2));
    let run = croupier().args(["serve", "--print-config"]).output().expect("it runs");
    assert!(run.status.success());
    assert!(String::from_utf8_lossy(&run.stdout).contains("[limits]"));
    let run = croupier().args(["serve", "--print-openapi"]).output().expect("it runs");
    assert!(String::from_utf8_lossy(&run.stdout).contains("\"/api/acts\""));
}

#[test]
fn two_houses_do_not_share_a_journal() {
    let folder = Folder::new("twice");
    let serving = serve(&folder.0);
    let again = croupier()
        .args(["serve", "--listen", "127.0.0.1:0", "--journal"])
        .arg(folder.0.join("house.db"))
        .output()
        .expect("it runs");
    assert_eq!(again.status.code(), Some(2), "{}", String::from_utf8_lossy(&again.stdout));
    drop(serving);
}

/// Where somebody else listens, no house is begun: no journal, no keys.
#[test]
fn a_busy_address_leaves_nothing_behind() {
    let folder = Folder::new("busy");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let address = taken.local_addr().expect("it has an address").to_string();
    let journal = folder.0.join("house.db");
    let mut command = croupier();
    let done = command.args(["serve", "--listen", &address, "--journal"]).arg(&journal).output();
    let done = done.expect("it runs");
    assert_eq!(done.status.code(), Some(2));
    let words = String::from_utf8_lossy(&done.stderr);
    assert!(words.contains(&format!("cannot listen at {address}")), "{words}");
    let left: Vec<_> = std::fs::read_dir(&folder.0).expect("the folder is there").collect();
    assert!(left.is_empty(), "{left:?}");
}
