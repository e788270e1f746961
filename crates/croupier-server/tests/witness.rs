//! Two houses, one of which is a witness of the other: an older copy of the whole folder is noticed.

use crate::client;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::client::{Folder, Open, WAR, figure, patiently, quick, standing};
use croupier_journal::{Checkpoint, Identity, Kept, Reader, ShortHead, Unwitnessed, Witness as _};
use croupier_server::{Config, House, Manual, RemoteHouse, WitnessKey, WitnessPlace};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// Makes a house, and tells which journal it has.
async fn founded(journal: &Path) -> Identity {
    let open = Open::at(Config { journal: journal.to_owned(), ..quick() }).await;
    open.close().await;
    Reader::open(journal).unwrap().identity()
}

/// A house that is a witness for others.
async fn witness_for(journal: PathBuf, identity: &Identity, listen: Option<SocketAddr>) -> Open {
    let key = WitnessKey::parse(&identity.key.to_string()).unwrap();
    let listen = listen.unwrap_or(quick().listen);
    Open::at(Config { journal, listen, witness_for: vec![key], ..quick() }).await
}

fn watched(journal: &Path, witness: SocketAddr) -> Config {
    let place = WitnessPlace::parse(&format!("http://{witness}")).unwrap();
    Config { journal: journal.to_owned(), witnesses: vec![place], ..quick() }
}

/// Has something happen in a house; returns how many entries it has then.
async fn play(open: &Open) -> u64 {
    let mut guest = open.guest().await;
    guest.sit(WAR, 1).await;
    let leave = json!({ "leave": { "table": WAR, "player": guest.name.clone() } });
    let (status, told) = guest.act(&leave).await;
    assert_eq!(status, 200, "{told}");
    told["number"].as_u64().unwrap()
}

/// Waits until a witness has seen so many entries.
async fn seen(witness: &Open, identity: &Identity, number: u64) -> Checkpoint {
    let journal: String = identity.journal.iter().map(|byte| format!("{byte:02x}")).collect();
    let path = format!("/api/witness/{}/{journal}", identity.key);
    let mut visitor = witness.visitor().await;
    let found = client::until(&mut visitor, &path, |told| {
        let text = told.as_str().and_then(|text| Checkpoint::from_text(text).ok());
        text.is_some_and(|it| it.number >= number)
    });
    let found = Checkpoint::from_text(found.await.as_str().unwrap()).unwrap();
    assert!(found.is_signed() && found.identity == *identity);
    found
}

/// Copies everything in a folder to another one.
fn copy(from: &Path, to: &Path) {
    for file in std::fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
    }
}

/// The whole folder of a house is put back as it was: the house does not open where its witness lives in another house, and
/// one that was opened while the witness was away stops when it is back.
#[tokio::test(flavor = "multi_thread")]
async fn an_older_folder_is_noticed_by_another_house() {
    let (folder, older, elsewhere) = (Folder::new(), Folder::new(), Folder::new());
    let (journal, other) = (folder.0.join("house.db"), elsewhere.0.join("witness.db"));
    let identity = founded(&journal).await;
    let witness = witness_for(other.clone(), &identity, None).await;
    let address = witness.address;
    let config = watched(&journal, address);
    let open = Open::at(config.clone()).await;
    let number = play(&open).await;
    seen(&witness, &identity, number).await;
    open.close().await;
    copy(&folder.0, &older.0);
    let open = Open::at(config.clone()).await;
    let number = play(&open).await;
    let last = seen(&witness, &identity, number).await;
    open.close().await;
    let last = seen(&witness, &identity, last.number).await;

    // At once at opening.
    copy(&older.0, &folder.0);
    let stop = House::open(config.clone(), Arc::new(Manual::default())).err().unwrap().to_string();
    assert!(stop.contains(&format!("this witness has seen {} entries", last.number)), "{stop}");
    assert!(stop.contains(&format!("http://{address}")), "{stop}");

    // While the witness is away, the house opens and says so; and it stops when the witness is back.
    witness.close().await;
    let open = Open::at(config).await;
    let mut visitor = open.visitor().await;
    let away = async { while figure(&mut visitor, "witness_faults").await != 1 {} };
    patiently(away).await;
    let (status, text) = visitor.get("/ready").await;
    assert_eq!((status, text), (200, Value::from("ready, 1 of 1 witnesses cannot be told\n")));
    play(&open).await;
    let witness = witness_for(other, &identity, Some(address)).await;
    patiently(stopped(&open)).await;
    assert!(!open.house.is_ready());
    let kept = seen(&witness, &identity, 1).await;
    assert_eq!(kept, last, "a witness never goes back");
    witness.close().await;
}

/// Does things in a house until it has stopped.
async fn stopped(open: &Open) {
    while open.house.is_ready() {
        // Every act brings a checkpoint within a second, which its witnesses are told.
        let visitor = async {
            let mut visitor = open.visitor().await;
            visitor.post("/api/guest", &json!(null)).await
        };
        let _stopped = visitor.await;
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// Sends a checkpoint to a witness; returns the status.
async fn put(open: &Open, identity: &Identity, body: &str) -> u16 {
    let journal: String = identity.journal.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut stream = client::connect([127, 0, 0, 1], open.address).await;
    let head = format!(
        "PUT /api/witness/{}/{journal} HTTP/1.1\r\nhost: {}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        identity.key,
        open.address,
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer[9..12].parse().unwrap()
}

/// A witness takes what only adds to what it has seen, is signed by a key that its operator has named, and keeps little.
#[tokio::test(flavor = "multi_thread")]
async fn a_witness_takes_only_what_adds() {
    let (folder, elsewhere) = (Folder::new(), Folder::new());
    let journal = folder.0.join("house.db");
    let identity = founded(&journal).await;
    let open = Open::at(Config { journal: journal.clone(), ..quick() }).await;
    for _ in 0..3 {
        play(&open).await;
        tokio::task::yield_now().await;
    }
    open.close().await;
    let reader = Reader::open(&journal).unwrap();
    let first = reader.checkpoint(2).unwrap().unwrap();
    let last = reader.last_checkpoint().unwrap().unwrap();
    assert!(first.number < last.number && first.number > 0, "{first} {last}");
    let proof = |from: u64, to: u64| {
        let shown = reader.consistency(from, to).unwrap();
        shown.path.iter().map(|hash| format!("beside {hash}\n")).collect::<String>()
    };
    let witness = witness_for(elsewhere.0.join("witness.db"), &identity, None).await;
    let entries = standing(&witness);
    let mut unsigned = last.clone();
    unsigned.number += 1;
    let stranger =
        Identity { key: croupier_journal::SigningKey::from_bytes(&[5; 32]).public(), ..identity };
    let right = proof(first.number, last.number);
    for (whose, body, status) in [
        (&stranger, first.to_string(), 403),
        (&identity, unsigned.to_string(), 400),
        (&identity, "croupier journal checkpoint".to_owned(), 400),
        (&identity, first.to_string(), 200),
        (&identity, first.to_string(), 200),
        (&identity, last.to_string(), 409),
        (&identity, format!("{last}beside {}\n", last.root), 409),
        (&identity, format!("{last}{right}beside {}\n", last.root), 409),
        (&identity, format!("{last}{right}nonsense\n"), 400),
        (&identity, format!("{last}{right}"), 200),
        (&identity, first.to_string(), 409),
        (&identity, format!("{last}{}", "x".repeat(1 << 20)), 413),
    ] {
        assert_eq!(put(&witness, whose, &body).await, status, "{body}");
    }
    assert_eq!(seen(&witness, &identity, 0).await, last);
    let remote = RemoteHouse::parse(&format!("http://{}", witness.address)).unwrap();
    let asked =
        tokio::task::spawn_blocking(move || (remote.newest(&identity), remote.newest(&stranger)));
    let (own, others) = asked.await.unwrap();
    assert_eq!(own, Ok(Some(last.clone())));
    assert!(others.unwrap_err().to_string().contains("--witness-for"));
    assert_eq!(standing(&witness), entries, "what is told to a witness is no act");
    let kept = std::fs::read_dir(elsewhere.0.join("witness.db.witnessed")).unwrap().count();
    assert_eq!(kept, 1);
    witness.close().await;
}

/// A line is printed at the opening and at the end, and `verify` reads it.
#[tokio::test(flavor = "multi_thread")]
async fn heads_are_printed() {
    let folder = Folder::new();
    let paper = folder.0.join("paper");
    let place = WitnessPlace::parse(&format!("print:{}", paper.display())).unwrap();
    let journal = folder.0.join("house.db");
    let config = Config { journal: journal.clone(), witnesses: vec![place], ..quick() };
    let open = Open::at(config).await;
    play(&open).await;
    open.close().await;
    let text = std::fs::read_to_string(&paper).unwrap();
    let heads: Vec<_> = text.lines().map(|line| ShortHead::from_line(line).unwrap()).collect();
    let reader = Reader::open(&journal).unwrap();
    let last = reader.last_checkpoint().unwrap().unwrap();
    assert_eq!(heads.last(), Some(&ShortHead::of(&last)), "{text}");
    assert!(heads.len() >= 2 && heads.iter().all(|head| head.agrees(&reader).unwrap()), "{text}");
    let other = ShortHead { link: [0; 16], ..heads[heads.len() - 1] };
    let ahead = ShortHead { number: last.number + 1, ..heads[0] };
    assert!(!other.agrees(&reader).unwrap() && !ahead.agrees(&reader).unwrap());
}

/// Somebody on the way to a witness answers in its place: that it has seen nothing and keeps everything, or what it once
/// answered. With the key of the witness nobody takes that for its word.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_answers_in_the_place_of_a_witness() {
    let (folder, elsewhere) = (Folder::new(), Folder::new());
    let journal = folder.0.join("house.db");
    let identity = founded(&journal).await;
    let last = Reader::open(&journal).unwrap().last_checkpoint().unwrap().unwrap();
    let other = elsewhere.0.join("witness.db");
    let key = founded(&other).await.key;
    let witness = witness_for(other, &identity, None).await;
    let remote = |at: SocketAddr| RemoteHouse::parse(&format!("http://{at}#{key}")).unwrap();
    let asked = move |remote: RemoteHouse, last: Checkpoint| {
        tokio::task::spawn_blocking(move || {
            (remote.newest(&identity), remote.keep(&last, None, false))
        })
    };
    let (seen, kept) = asked(remote(witness.address), last.clone()).await.unwrap();
    assert_eq!((seen, kept), (Ok(None), Ok(Kept::Now)));
    let (seen, _) = asked(remote(witness.address), last.clone()).await.unwrap();
    assert_eq!(seen, Ok(Some(last.clone())));

    // An old answer, with its signature, to whatever is asked; and one without.
    let old = witness_answer(&witness, &identity).await;
    for answer in [old, "HTTP/1.1 404 Not Found\r\n\r\n".to_owned()] {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let between = listener.local_addr().unwrap();
        let answers = tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut some = [0; 4096];
                let _asked = stream.read(&mut some).await;
                let _told = stream.write_all(answer.as_bytes()).await;
                let _told = stream.shutdown().await;
                while stream.read(&mut some).await.is_ok_and(|read| read > 0) {}
            }
        });
        let away = |why: Unwitnessed| matches!(why, Unwitnessed::Away(it) if it.contains("signed"));
        let (seen, kept) = asked(remote(between), last.clone()).await.unwrap();
        assert!(away(seen.unwrap_err()) && away(kept.unwrap_err()));
        // Without the key nobody can tell.
        let plain = RemoteHouse::parse(&format!("http://{between}")).unwrap();
        assert!(asked(plain, last.clone()).await.unwrap().0.is_ok());
        answers.abort();
    }
    witness.close().await;
}

/// Asks a witness under a challenge that was used before; returns all that it answers.
async fn witness_answer(open: &Open, identity: &Identity) -> String {
    let journal: String = identity.journal.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut stream = client::connect([127, 0, 0, 1], open.address).await;
    let head = format!(
        "GET /api/witness/{}/{journal} HTTP/1.1\r\nhost: {}\r\nx-witness-challenge: {}\r\nconnection: close\r\n\r\n",
        identity.key,
        open.address,
        "7".repeat(64),
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.contains("x-witness-signature: "), "{answer}");
    answer
}
