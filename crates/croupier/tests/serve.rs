//! `croupier serve` as it is run: its set-up, its signals, and a house that is killed while people play.

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
fn serve_by(mut command: Command, folder: &Path) -> Serving {
    let config = folder.join("house.toml");
    std::fs::write(&config, "[limits]\nrequests_per_second = 100000\naddress_requests_per_second = 1000000\nburst = 100000\nguest_acts_per_minute = 1000000\n")
        .expect("a file");
    let mut child = command
        .args(["serve", "--listen", "127.0.0.1:0", "--config"])
        .arg(&config)
        .arg("--journal")
        .arg(folder.join("house.db"))
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
    let journal = folder.0.join("house.db");
    let mut told = Vec::new();
    let mut guests: [Option<Guest>; 8] = Default::default();
    for life in 0..5_usize {
        let mut serving = serve(&folder.0);
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
    let verify = croupier().arg("verify").arg(&journal).output().expect("it runs");
    let words = String::from_utf8_lossy(&verify.stdout);
    assert!(verify.status.success(), "{words}");
    let reader = Reader::open(&journal).expect("it opens");
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

/// Has a guest take a seat and wager at Casino War, and returns the acts that were acknowledged, with their numbers.
fn acts_of_a_guest(player: &mut Player, wagers: usize) -> Vec<(u64, String)> {
    let name = player.name.clone();
    let spot = format!(r#""player":"{name}","area":1,"on":"initial""#);
    let begin = [
        format!(r#"{{"sit":{{"table":4,"player":"{name}","seat":1}}}}"#),
        format!(r#"{{"bring":{{"table":4,"player":"{name}","amount":50000}}}}"#),
    ];
    let again = [
        format!(r#"{{"step":{{"table":4,"step":{{"wager":{{{spot},"amount":500}}}}}}}}"#),
        format!(r#"{{"step":{{"table":4,"step":{{"withdraw":{{{spot}}}}}}}}}"#),
    ];
    let acts = begin.into_iter().chain(again.into_iter().cycle()).take(2 + wagers);
    let each = acts.map(|act| {
        let (status, number) = player.act(&act).expect("the house is open");
        assert_eq!(status, 200, "{act}");
        (number, act)
    });
    each.collect()
}

/// The acts in a journal, by their numbers; it must be sound.
fn acts_in(journal: &Path) -> std::collections::BTreeMap<u64, String> {
    let verify = croupier().arg("verify").arg(journal).output().expect("it runs");
    let words = String::from_utf8_lossy(&verify.stdout);
    assert!(verify.status.success(), "{words}");
    let mut entries = std::collections::BTreeMap::new();
    let each = |_: &_, record: &Record, act: &Act, _: &_| {
        entries.insert(record.number, act.write());
    };
    Replay::of(&Reader::open(journal).expect("it opens"), each).expect("it plays");
    entries
}

fn moved(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for file in std::fs::read_dir(from).expect("it is there") {
        let file = file.expect("a file");
        let name = file.file_name().into_string().expect("a name");
        if let Some(ending) = name.strip_prefix("copy.db") {
            std::fs::rename(file.path(), to.join(format!("house.db{ending}"))).expect("it moves");
        }
    }
}

/// A copy that was made while tables play is a house with everything that was acknowledged before, also when the machine with
/// the house is gone.
#[test]
fn a_house_is_restored_from_its_backup() {
    let folder = Folder::new("restored");
    let (first, copies, second) =
        (folder.0.join("first"), folder.0.join("copies"), folder.0.join("second"));
    for folder in [&first, &copies] {
        std::fs::create_dir_all(folder).expect("a folder");
    }
    let mut serving = serve(&first);
    let mut player = Player::new(&serving.address).expect("the house is open");
    let told = acts_of_a_guest(&mut player, 31);
    let mut command = croupier();
    let backup = command.arg("backup").arg(first.join("house.db")).arg(copies.join("copy.db"));
    let done = backup.output().expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    serving.child.kill().expect("it is killed");
    drop(serving);
    std::fs::remove_dir_all(&first).expect("the machine is gone");

    moved(&copies, &second);
    let mut command = croupier();
    let check = command.args(["check", "--journal"]).arg(second.join("house.db"));
    let check = check.env("CROUPIER_LISTEN", "127.0.0.1:0").output().expect("it runs");
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
    let serving = serve(&second);
    let mut newcomer = Player::new(&serving.address).expect("the house is open again");
    let (status, _) = newcomer.post("/api/guest", "null").expect("it answers");
    assert_eq!(status, 200);
    drop(serving);
    let entries = acts_in(&second.join("house.db"));
    for (number, act) in told {
        assert_eq!(entries.get(&number), Some(&act));
    }
}

/// The same from the mirror alone, which has everything at every moment.
#[test]
fn a_house_goes_on_from_its_mirror() {
    let folder = Folder::new("mirrored");
    let (disk, other) = (folder.0.join("disk"), folder.0.join("other"));
    for folder in [&disk, &other] {
        std::fs::create_dir_all(folder).expect("a folder");
    }
    let with_mirror = || {
        let mut command = croupier();
        command.env("CROUPIER_MIRROR", other.join("house.db"));
        command
    };
    let mut serving = serve_by(with_mirror(), &disk);
    let mut player = Player::new(&serving.address).expect("the house is open");
    let told = acts_of_a_guest(&mut player, 30);
    serving.child.kill().expect("it is killed");
    drop(serving);
    // What stands beside the journal is from the backup.
    for ending in ["", ".end", "-wal", "-shm"] {
        let _not_there = std::fs::remove_file(disk.join(format!("house.db{ending}")));
    }
    drop(serve_by(with_mirror(), &disk));
    let entries = acts_in(&disk.join("house.db"));
    for (number, act) in told {
        assert_eq!(entries.get(&number), Some(&act));
    }
}

/// A house as it was before, by entry and by time: with everything until then, nothing of what came later, and open to be gone on
/// with.
#[test]
fn a_house_is_copied_as_it_was() {
    let folder = Folder::new("as-it-was");
    let (first, copies) = (folder.0.join("first"), folder.0.join("copies"));
    for folder in [&first, &copies] {
        std::fs::create_dir_all(folder).expect("a folder");
    }
    let (journal, copy) = (first.join("house.db"), copies.join("copy.db"));
    let serving = serve(&first);
    let mut player = Player::new(&serving.address).expect("the house is open");
    let told = acts_of_a_guest(&mut player, 20);
    let (number, _) = told[11];
    let back = |option: &str, value: &str| {
        let mut command = croupier();
        let done = command.arg("backup").args([&journal, &copy]).args([option, value]).output();
        done.expect("it runs")
    };
    let done = back("--up-to", &number.to_string());
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let all = acts_in(&journal);
    let entries = acts_in(&copy);
    assert!(entries.iter().eq(all.range(..=number)), "{entries:?}");

    let second = folder.0.join("second");
    moved(&copies, &second);
    drop(serve(&second));
    let gone_on = acts_in(&second.join("house.db"));
    assert!(entries.iter().eq(gone_on.range(..=number)));

    for (option, value, says) in [
        ("--up-to", "0", "there is no entry 0"),
        ("--up-to", "4000000000", "there is no entry"),
        ("--until", "1970-01-02T00:00:00Z", "no entry before"),
        ("--until", "yesterday", "such as"),
    ] {
        let done = back(option, value);
        let words = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(!done.status.success() && words.contains(says), "{words}");
    }
    let done = back("--until", "2999-01-01T00:00:00Z");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(acts_in(&copy).len() >= all.len());
    drop(serving);
}

/// The service manager is told when the house is open, and when it closes.
#[cfg(target_os = "linux")]
#[test]
fn the_service_manager_is_told() {
    let folder = Folder::new("told");
    let place = folder.0.join("told");
    let told = std::os::unix::net::UnixDatagram::bind(&place).expect("a socket");
    told.set_read_timeout(Some(PATIENCE)).expect("it waits");
    let mut command = croupier();
    command.env("NOTIFY_SOCKET", &place);
    let mut serving = serve_by(command, &folder.0);
    let hear = || {
        let mut bytes = [0; 100];
        let length = told.recv(&mut bytes).expect("it is told");
        String::from_utf8_lossy(&bytes[..length]).into_owned()
    };
    assert_eq!(hear(), "READY=1");
    let pid = serving.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs").success());
    assert_eq!(hear(), "STOPPING=1");
    assert!(serving.child.wait().expect("it ends").success());
}

/// Asks a house over TLS, trusting one certificate; tells whether it is the one that is shown.
#[cfg(unix)]
fn shows(address: &str, trusted: &rcgen::Certificate) -> bool {
    let mut roots = rustls::RootCertStore::empty();
    roots.add(trusted.der().clone()).expect("a certificate");
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .expect("it has this version")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = "tables.example".try_into().expect("a name");
    let mut tls = rustls::ClientConnection::new(std::sync::Arc::new(config), name).expect("TLS");
    let mut stream = TcpStream::connect(address).expect("the house is open");
    stream.set_read_timeout(Some(PATIENCE)).expect("it waits");
    let mut stream = rustls::Stream::new(&mut tls, &mut stream);
    let asked = stream.write_all(b"GET /health HTTP/1.1\r\nhost: tables.example\r\n\r\n");
    let mut answer = [0; 15];
    asked.is_ok() && stream.read_exact(&mut answer).is_ok() && answer == *b"HTTP/1.1 200 OK"
}

/// A house that other machines reach speaks HTTPS, and shows a certificate that was renewed when it is told to.
#[cfg(unix)]
#[test]
fn a_house_is_told_that_its_certificate_was_renewed() {
    let folder = Folder::new("renewed");
    let (chain, key) = (folder.0.join("chain.pem"), folder.0.join("key.pem"));
    let write = || {
        let made = rcgen::generate_simple_self_signed(["tables.example".to_owned()]).expect("made");
        std::fs::write(&chain, made.cert.pem()).expect("a file");
        std::fs::write(&key, made.signing_key.serialize_pem()).expect("a file");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(&key, mode).expect("it is ours");
        made.cert
    };
    let first = write();
    let mut command = croupier();
    command.args(["serve", "--listen", "127.0.0.1:0", "--tls-certificate"]).arg(&chain);
    command.arg("--tls-key").arg(&key).arg("--journal").arg(folder.0.join("house.db"));
    command.env("CROUPIER_PUBLIC_URL", "https://tables.example");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut line).expect("words");
    let address = line.trim().rsplit_once("https://").expect("an address").1.to_owned();
    let serving = Serving { child, address };
    assert!(shows(&serving.address, &first));
    let second = write();
    let pid = serving.child.id().to_string();
    assert!(Command::new("kill").args(["-HUP", &pid]).status().expect("kill runs").success());
    let begun = Instant::now();
    while !shows(&serving.address, &second) {
        assert!(begun.elapsed() < PATIENCE, "the renewed certificate is not shown");
    }
    assert!(!shows(&serving.address, &first));
}

/// Whatever other machines reach wants a certificate; nothing is begun without.
#[test]
fn other_machines_are_not_answered_without_tls() {
    let folder = Folder::new("plain");
    let journal = folder.0.join("house.db");
    let run = |more: &[&str]| {
        let mut command = croupier();
        command.args(["serve", "--listen", "0.0.0.0:0", "--journal"]).arg(&journal).args(more);
        let done = command.output().expect("it runs");
        assert_eq!(done.status.code(), Some(2));
        String::from_utf8_lossy(&done.stderr).into_owned()
    };
    let words = run(&[]);
    assert!(words.contains("--plain-http-beyond-this-machine"), "{words}");
    let words = run(&["--tls-certificate", "/nowhere/chain.pem", "--tls-key", "/nowhere/key.pem"]);
    assert!(words.contains("/nowhere/key.pem: cannot be read"), "{words}");
    assert!(run(&["--tls-key", "/nowhere/key.pem"]).contains("--tls-certificate"));
    let left: Vec<_> = std::fs::read_dir(&folder.0).expect("the folder is there").collect();
    assert!(left.is_empty(), "{left:?}");
}
