//! What is denied leaves little in the journal: who, when, which act, where and why, and no words; and nobody fills the disk
//! by being denied again and again.

use crate::client::{Open, WAR, quick, standing};
use croupier_floor::{ActResult, Answer, HOUSE, Recorded};
use croupier_house::report::{About, Asked, report};
use croupier_house::{Replay, prove};
use croupier_journal::{Reader, VerifyOptions};
use croupier_server::Config;
use serde_json::json;

/// A word that stands nowhere else.
const MARK: &str = "Quetzalcoatl";

/// The limits of everyone on what is denied; no other limit is met.
fn limited() -> Config {
    let mut config = quick();
    config.limits.denied_per_minute = Config::default().limits.denied_per_minute;
    config
}

/// Somebody with an account who is denied again and again is not heard for a while, and the journal says so once. Under a
/// key that is known, the answer is the same as before.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_denied_too_often_is_not_heard_for_a_while() {
    let open = Open::new(limited()).await;
    let mut manager = open.manager().await;
    let mut ann = open.person(&mut manager, "ann", "player").await;
    let mint = json!({ "mint": { "amount": 100 } });
    let (_, first) = ann.act_under("the first", &mint).await;
    let before = standing(&open);
    let mut heard = 0;
    for _ in 0..1_000 {
        let (status, told) = ann.act(&mint).await;
        if status == 429 {
            assert_eq!(told["type"], "/problems/throttled");
            assert!(told["detail"].as_str().unwrap().contains("was denied"), "{told}");
        } else {
            assert_eq!(status, 403, "{told}");
            heard += 1;
        }
    }
    let limit = u64::from(limited().limits.denied_per_minute);
    // Four minutes' worth at once, and a little more for each minute that the test takes.
    assert!((4 * limit - 1..8 * limit).contains(&heard), "{heard} were heard");
    // Nobody waits for the entry that says so; whoever looks at the journal does, for the own entry comes after it.
    assert_eq!(manager.get("/api/journal").await.0, 200);
    assert_eq!(standing(&open), before + heard + 2, "one entry says that the others are not there");
    let (status, again) = ann.act_under("the first", &mint).await;
    assert_eq!((status, &again["number"]), (403, &first["number"]), "{again}");
    // Others are heard, and so is ann after a while.
    assert_eq!(manager.get("/api/pit").await.0, 200);
    open.clock.advance(60_000);
    assert_eq!(ann.act(&mint).await.0, 403);
    let (journal, folder) = (open.journal.clone(), open.close().await);
    let mut told = 0;
    let reader = Reader::open(&journal).unwrap();
    Replay::of(&reader, |replay, record, act, _| {
        let by_house = replay.floor.people.find(HOUSE).unwrap().0 == record.chained.entry.who;
        told += u64::from(by_house && act.write().contains("turned away without an entry"));
    })
    .unwrap();
    assert_eq!(told, 1);
    drop(folder);
}

/// What is done does not count against anybody, however much it is.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_does_not_count() {
    let open = Open::new(limited()).await;
    let mut guest = open.guest().await;
    guest.sit(WAR, 1).await;
    for _ in 0..300 {
        let wager = guest.wager(WAR, 1, "initial", 500);
        assert_eq!(guest.act(&wager).await.0, 200);
        let spot = json!({ "player": guest.name.clone(), "area": 1, "on": "initial" });
        let back = json!({ "step": { "table": WAR, "step": { "withdraw": spot } } });
        assert_eq!(guest.act(&back).await.0, 200);
    }
    open.close().await;
}

/// Who looks without the right leaves an entry, too, and guests of one address have one budget for that as for all else.
#[tokio::test(flavor = "multi_thread")]
async fn looking_without_the_right_has_a_budget() {
    let mut config = quick();
    config.limits.guest_acts_per_minute = Config::default().limits.guest_acts_per_minute;
    let open = Open::new(config).await;
    let mut guest = open.guest().await;
    let before = standing(&open);
    let mut turned_away = 0;
    for _ in 0..1_000 {
        turned_away += u32::from(guest.get("/api/journal").await.0 == 429);
    }
    assert!(turned_away > 300, "{turned_away} were turned away");
    assert!(standing(&open) - before < 700);
    open.close().await;
}

/// No word of what was denied is kept, and everything else that an inspector wants to know is.
#[tokio::test(flavor = "multi_thread")]
async fn no_words_of_what_is_denied_are_kept() {
    let open = Open::new(quick()).await;
    let mut manager = open.manager().await;
    let mut ann = open.person(&mut manager, "ann", "player").await;
    let words = |length: usize| format!("{MARK} {}", "x".repeat(length));
    let denied = [
        json!({ "exclude": { "name": "max", "table": WAR, "why": words(480) } }),
        json!({ "incident": { "table": null, "person": "max", "what": words(480) } }),
        json!({ "add-person": { "name": MARK, "roles": ["manager"], "password": words(40) } }),
        json!({ "step": { "table": WAR, "step": { "void": { "why": words(400) } } } }),
        json!({ "retire-cards": { "set": 7, "why": words(480) } }),
        json!({ "complain": { "person": "ann", "table": WAR, "what": words(480) } }),
    ];
    let mut numbers = Vec::new();
    for act in &denied {
        let (status, told) = ann.act(act).await;
        assert!((400..500).contains(&status), "{told}");
        numbers.push(told["number"].as_u64().unwrap_or_else(|| panic!("{act}: {told}")));
    }
    // More than a player has to say is not even decided.
    let long = json!({ "set-roles": { "name": "ann", "roles": vec!["manager"; 300] } });
    assert_eq!(ann.act(&long).await.0, 413);
    let (journal, folder) = (open.journal.clone(), open.close().await);
    for file in std::fs::read_dir(journal.parent().unwrap()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(MARK.len()).any(|it| it == MARK.as_bytes()), "a word is there");
    }
    let reader = Reader::open(&journal).unwrap();
    for (number, act) in numbers.iter().zip(&denied) {
        let record = reader.entries(number - 1).next().unwrap().unwrap();
        let entry = &record.chained.entry;
        let name = act.as_object().unwrap().keys().next().unwrap();
        assert_eq!(&*entry.kind, name);
        assert!(entry.body.len() + entry.effects.len() < 700, "{name}: {}", entry.body.len());
        assert!(Recorded::read(&entry.body).is_ok() && !entry.key.is_empty() && entry.at > 0);
        let answer = Answer::read(&entry.effects).unwrap();
        assert!(matches!(answer.verdict, ActResult::Denied(_)), "{answer:?}");
    }
    let proof = prove(&journal, &VerifyOptions::default(), false, |_| ()).unwrap();
    assert!(proof.sound && proof.notes.is_empty(), "{:?} {:?}", proof.faults, proof.notes);
    let asked = Asked { about: About::Privileged, table: None, from: None, to: None, page: None };
    let told = report(&reader, &asked, |_| ()).unwrap();
    let refused = told.parts.iter().find(|part| part.name == "refused attempts").unwrap();
    assert!(refused.rows.len() >= 4, "{:?}", refused.rows);
    drop(folder);
}
