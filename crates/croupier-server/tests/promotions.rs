//! A promotion over HTTP, from the draft to the last claim: by the right people, refused to everybody else, and what each
//! sees of it.

use crate::client::{connect, patiently, say, socket, until, wait};
use crate::promotion::{ALL, DAY, Desk, ONE, goods, house};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// The names of everyone who looks, and whether they are of the desk.
const LOOKERS: [(&str, bool); 9] = [
    ("pam", true),
    ("mia", true),
    ("ivy", true),
    ("scot", true),
    ("cash", false),
    ("dan", false),
    ("sue", false),
    ("ann", false),
    ("vera", false),
];

/// Acts of those who run promotions, which nobody else may do.
fn acts_of_the_desk() -> Vec<Value> {
    let why = "for a test";
    vec![
        json!({ "draft-promotion": { "promotion": 2, "name": "x", "terms": { "games": ["craps"], "prizes": [] } } }),
        json!({ "check-prize": { "promotion": 1, "prize": 1, "free_of": ["tobacco"] } }),
        json!({ "finalise-promotion": { "promotion": 1 } }),
        json!({ "lodge-promotion": { "promotion": 1, "receipt": "r", "date": "2026-11-18" } }),
        json!({ "publish-terms": { "promotion": 1, "means": "website", "place": "here" } }),
        json!({ "note-marketing": { "promotion": 1, "item": "a poster", "refers": true } }),
        json!({ "nominate-scrutineer": { "promotion": 1, "person": "scot" } }),
        json!({ "start-promotion": { "promotion": 1 } }),
        json!({ "amend-promotion": { "promotion": 1, "reference": "r", "date": "2026-11-18" } }),
        json!({ "enter-promotion": { "promotion": 1, "entrants": [{ "person": "ann" }] } }),
        json!({ "remove-entrant": { "promotion": 1, "entry": 1, "why": why } }),
        json!({ "close-entries": { "promotion": 1 } }),
        json!({ "draw-value": { "promotion": 1, "published": why } }),
        json!({ "admit-file": { "promotion": 1, "sha256": "11".repeat(32), "rows": 2 } }),
        json!({ "reinstate-award": { "promotion": 1, "award": 1, "why": why } }),
        json!({ "redraw-award": { "promotion": 1, "award": 1, "reason": "declined", "why": why } }),
        json!({ "note-presence": { "promotion": 1, "award": 1, "present": true } }),
        json!({ "notify-winner": { "promotion": 1, "award": 1, "means": "mail", "reached": true } }),
        json!({ "deliver-award": { "promotion": 1, "award": 1, "words": why } }),
        json!({ "refuse-claim": { "promotion": 1, "value": 100, "why": why } }),
        json!({ "tell-refusal": { "promotion": 1, "claim": 1, "means": "mail" } }),
        json!({ "close-dispute": { "promotion": 1, "dispute": 1, "told": true } }),
        json!({ "postpone-promotion": { "promotion": 1, "why": why } }),
        json!({ "cancel-promotion": { "promotion": 1, "why": why } }),
        json!({ "tell-inspectorate": { "promotion": 1, "whom": why } }),
        json!({ "resume-promotion": { "promotion": 1 } }),
        json!({ "end-promotion": { "promotion": 1 } }),
    ]
}

/// Acts that only the program does, or one role alone, and who.
fn acts_of_others() -> Vec<(&'static str, Value)> {
    let pays = json!({ "promotion": 1, "award": 1, "cash": 0, "cheque": 100, "transfer": 0 });
    vec![
        (
            "",
            json!({ "commit-promotion": { "promotion": 1, "commitment": "11".repeat(32), "salt": "22".repeat(32) } }),
        ),
        ("", json!({ "draw-promotion": { "promotion": 1, "seed": "11".repeat(32) } })),
        ("scot", json!({ "attend-draw": { "promotion": 1, "value": "11".repeat(32) } })),
        ("scot", json!({ "confirm-award": { "promotion": 1, "award": 1 } })),
        ("cash", json!({ "pay-award": pays })),
        ("ivy", json!({ "validate-promotion": { "promotion": 1, "why": "sound" } })),
        ("mia", json!({ "decide-dispute": { "promotion": 1, "dispute": 1, "decision": "no" } })),
    ]
}

/// Nothing about a promotion is done by anybody whose role it is not.
#[tokio::test(flavor = "multi_thread")]
async fn every_step_is_refused_to_the_wrong_roles() {
    let mut desk = Desk::open(house()).await;
    let terms = desk.terms(&[goods(500_000)]);
    desk.draft(&terms).await;
    for act in acts_of_the_desk() {
        for who in ["scot", "ivy", "cash", "dan", "ann"] {
            let (status, told) = desk.act(who, &act).await;
            assert_eq!(status, 403, "{who}: {act}: {told}");
            assert_eq!(told["type"], "/problems/rights", "{who}: {act}");
        }
    }
    for (whose, act) in acts_of_others() {
        for (who, _) in LOOKERS.iter().filter(|(who, _)| ![whose, "vera"].contains(who)) {
            let (status, told) = desk.act(who, &act).await;
            assert_eq!(status, 403, "{who}: {act}: {told}");
        }
    }
    let upload = desk.upload("dan", 1, "person\nann\n").await;
    assert_eq!(upload.0, 403, "{}", upload.1);
    desk.open.close().await;
}

/// The terms with their clauses, what is missing, and what would be taken are shown before anything is tried.
#[tokio::test(flavor = "multi_thread")]
async fn a_draft_is_for_the_desk_and_says_what_is_missing() {
    let mut desk = Desk::open(house()).await;
    let form = desk.get("vera", "/api/promotions/form?games=casino-war,craps").await;
    assert_eq!(form["limits"]["lodge_hours"], 24, "craps is the stricter of the two");
    assert_eq!(form["limits"]["clauses"]["lodge"]["game"], "craps");
    let manner = &form["fields"][0];
    assert_eq!((&manner["field"], &manner["game"]), (&json!("manner"), &json!("casino-war")));
    let vehicle = form["kinds"].as_array().unwrap().iter().find(|it| it["kind"] == "vehicle");
    assert_eq!(vehicle.unwrap()["fields"].as_array().unwrap().len(), 4);
    let cash = form["kinds"].as_array().unwrap().iter().find(|it| it["kind"] == "cash").unwrap();
    assert_eq!(cash["lawful"], false);
    assert!(cash["why"].as_str().unwrap().contains("76A"));
    assert_eq!(desk.status("vera", "/api/promotions/form?games=punto-banco").await, 400);
    // The same games a thousand times make no longer form.
    let many = ["casino-war", "craps"].repeat(1_000).join(",");
    let same = desk.get("vera", &format!("/api/promotions/form?games={many}")).await;
    assert_eq!((&same["games"], &same["fields"]), (&form["games"], &form["fields"]));
    let others = (0..1_000).map(|other| format!("game-{other},")).collect::<String>();
    assert_eq!(desk.status("vera", &format!("/api/promotions/form?games={others}")).await, 400);

    let draft = json!({ "games": ["craps"], "prizes": [{ "kind": "goods", "value": 5000 }] });
    desk.draft(&draft).await;
    for (who, sees) in LOOKERS {
        let all = desk.get(who, "/api/promotions").await;
        assert_eq!(all["promotions"].as_array().unwrap().len(), usize::from(sees), "{who}");
        assert_eq!(desk.status(who, ONE).await, if sees { 200 } else { 404 }, "{who}");
        assert_eq!(desk.status(who, "/api/promotions/1/display").await, 404);
        assert_eq!(desk.status(who, "/api/promotions/1/proof").await, 404);
    }
    let shown = desk.get("pam", ONE).await;
    let missing: Vec<_> = shown["terms"]["fields"].as_array().unwrap().iter().collect();
    assert!(missing.iter().all(|field| field["there"] == false && field["clause"].is_string()));
    let can = |shown: &Value, act: &str| {
        let all = shown["can"].as_array().unwrap();
        all.iter().find(|can| can["act"] == act).cloned().unwrap_or_default()
    };
    let finalise = can(&shown, "finalise-promotion");
    assert_eq!(finalise["takes"], false);
    assert_eq!((&finalise["game"], &finalise["second"]), (&json!("craps"), &json!(["manager"])));
    assert_eq!(can(&shown, "check-prize")["takes"], true);
    assert!(can(&shown, "pay-award").is_null() && can(&shown, "attend-draw").is_null());
    let all = desk.get("pam", "/api/promotions").await;
    assert_eq!(all["can"][0]["act"], "draft-promotion");
    assert_eq!(desk.get("ann", "/api/promotions").await["can"], json!([]));
    desk.open.close().await;
}

/// The whole life of a promotion: terms, lodging, entries, the draw under a scrutineer, a claim denied, prizes handed over.
#[tokio::test(flavor = "multi_thread")]
async fn a_promotion_is_run_from_the_draft_to_the_last_claim() {
    let mut desk = Desk::open(house()).await;
    let terms = desk.terms(&[goods(2_000_000), goods(50_000)]);
    desk.lodge(&terms).await;

    // Terms that can be read are for anybody, and the start waits for a day.
    let shown = desk.get("vera", ONE).await;
    assert_eq!((&shown["state"], &shown["staff"]), (&json!("lodged"), &Value::Null));
    assert!(shown["draw"]["commitment"].is_string(), "the program has committed the house");
    let shown = desk.get("pam", ONE).await;
    let start = shown["can"].as_array().unwrap().iter().find(|it| it["act"] == "start-promotion");
    let until = start.unwrap()["until"].as_u64().unwrap();
    assert_eq!(until - shown["staff"]["lodged"]["at"].as_u64().unwrap(), DAY);
    assert_eq!(shown["deadlines"][0]["at"], until);
    let (status, told) = desk.act("pam", &json!({ "start-promotion": { "promotion": 1 } })).await;
    assert_eq!((status, &told["game"]), (409, &json!("craps")), "{told}");
    desk.open.clock.advance(DAY);
    desk.both("pam", &json!({ "start-promotion": { "promotion": 1 } })).await;

    // Entries by hand and from a file.
    desk.enter(&["ann"]).await;
    let file = "person,name,details\nbob,,\n,Joan Citizen,1 High Street\n,,\nnobody,,\n";
    let (status, told) = desk.upload("pam", 1, file).await;
    assert_eq!(status, 422, "nobody has admitted it: {told}");
    desk.admit(file).await;
    let (status, told) = desk.upload("pam", 1, file).await;
    assert_eq!(status, 200, "{told}");
    assert_eq!([&told["rows"], &told["entered"], &told["refused_rows"]], [4, 2, 2]);
    assert_eq!([&told["refused"][0]["row"], &told["refused"][1]["row"]], [3, 4]);
    let page = desk.get("pam", "/api/promotions/1/entries?from=2&count=1").await;
    assert_eq!((&page["count"], &page["next"]), (&json!(3), &json!(3)));
    assert_eq!(
        page["entries"][0]["source"],
        json!({ "file": { "by": "pam", "file": 1, "row": 1 } })
    );
    let own = desk.get("bob", "/api/promotions/1/entries").await;
    assert_eq!((&own["count"], &own["entries"][0]["entry"]), (&json!(1), &json!(2)));
    assert_eq!(desk.status("dan", "/api/promotions/1/entries").await, 403);
    assert_eq!(desk.status("vera", "/api/promotions/1/entries").await, 401);
    assert_eq!(desk.get("ann", ONE).await["own"]["entries"], json!([1]));

    desk.draw().await;
    let shown = desk.get("vera", ONE).await;
    let awards = shown["awards"].as_array().unwrap().clone();
    assert!(awards.iter().all(|award| award["name"].is_null() && award["entry"].is_u64()));
    assert_eq!(shown["state"], "drawn");
    check_proof(&mut desk).await;
    hand_over(&mut desk, &awards).await;
    desk.open.close().await;
}

/// Recomputes the seed's commitment from the documents, and shows the owner of an entry that it was in the barrel.
async fn check_proof(desk: &mut Desk) {
    let proof = desk.get("vera", "/api/promotions/1/proof").await;
    let seed = data_encoding::HEXLOWER.decode(proof["seed"].as_str().unwrap().as_bytes()).unwrap();
    let hash = Sha256::new().chain_update("croupier promotion commitment");
    let hash = hash.chain_update(1_u32.to_be_bytes()).chain_update(seed).finalize();
    assert_eq!(proof["commitment"], data_encoding::HEXLOWER.encode(&hash));
    assert_eq!(proof["entries"].as_array().unwrap().len(), 3);
    let read: croupier_house::DrawProof = serde_json::from_value(proof.clone()).unwrap();
    let checked = read.check();
    assert!(!checked.is_empty() && checked.iter().all(|it| it.right), "{checked:?}");
    assert!(!proof.to_string().contains("Citizen"));

    let own = desk.get("bob", "/api/promotions/1/entries/2").await;
    let read: croupier_house::EntryProof = serde_json::from_value(own["proof"].clone()).unwrap();
    assert!(read.check().right, "{own}");
    assert_eq!(own["proof"]["root"], proof["closed"]["root"]);
    assert_eq!(desk.status("ann", "/api/promotions/1/entries/2").await, 404, "it is not hers");
    assert_eq!(desk.status("scot", "/api/promotions/1/entries/2").await, 200);
}

/// Hands the prizes over: the large one when the scrutineer has confirmed it, the other is denied to its winner.
async fn hand_over(desk: &mut Desk, awards: &[Value]) {
    let open: Vec<_> = awards.iter().filter(|award| award["stage"] == "open").collect();
    assert_eq!(open.len(), 2);
    let (large, small) = (&open[0]["award"], &open[1]["award"]);
    assert_eq!(
        (&open[0]["wants_scrutineer"], &open[1]["wants_scrutineer"]),
        (&json!(true), &json!(false))
    );
    let notify = |award: &Value| json!({ "notify-winner": { "promotion": 1, "award": award, "means": "mail", "reached": true } });
    let shown = desk.get("pam", ONE).await;
    let due = shown["deadlines"].as_array().unwrap().iter().filter(|it| it["what"] == "notify");
    assert_eq!(due.count(), 2);
    let tasks = desk.get("scot", "/api/tasks").await;
    assert_eq!(tasks["tasks"][0]["kind"], "confirm-award");
    desk.does("pam", &notify(large)).await;
    let deliver =
        json!({ "deliver-award": { "promotion": 1, "award": large, "words": "at the bar" } });
    let (status, told) = desk.act("pam", &deliver).await;
    assert_eq!(status, 409, "{told}");
    desk.does("scot", &json!({ "confirm-award": { "promotion": 1, "award": large } })).await;
    desk.both("pam", &deliver).await;

    let refuse = json!({ "refuse-claim": { "promotion": 1, "award": small, "value": 50_000, "why": "no proof of identity",
        "claimant": "Joan Marked", "address": "9 Marked Street" } });
    let (status, told) = desk.act("pam", &refuse).await;
    assert_eq!(status, 200, "{told}");
    // While it waits for a second person, who and where is for those who may know.
    for (who, sees) in [
        ("mia", true),
        ("pam", true),
        ("ivy", true),
        ("scot", false),
        ("cash", false),
        ("dan", false),
    ] {
        for path in ["/api/pit", ONE] {
            let shown = desk.any("the desk", who, path).await;
            assert!(!shown.contains("Marked") || sees, "{who} at {path}: {shown}");
        }
    }
    assert!(desk.any("the desk", "mia", ONE).await.contains("9 Marked Street"));
    desk.agree(&told).await;
    for (who, sees) in [
        ("pam", true),
        ("ivy", true),
        ("scot", false),
        ("cash", false),
        ("ann", false),
        ("vera", false),
    ] {
        let shown = desk.any("the desk", who, ONE).await;
        assert_eq!(shown.contains("9 Marked Street"), sees, "{who}: {shown}");
    }
    for (who, sees) in [("mia", true), ("ivy", true), ("sue", false)] {
        let report = desk.get(who, "/api/reports/promotions").await.to_string();
        assert_eq!(report.contains("Marked"), sees, "{who}: {report}");
        assert!(report.contains("no proof of identity"), "{who}: {report}");
    }
    assert_eq!(desk.get("vera", ONE).await["state"], "awarded");
    desk.does("pam", &json!({ "tell-refusal": { "promotion": 1, "claim": 1, "means": "mail" } }))
        .await;
    desk.both("pam", &json!({ "end-promotion": { "promotion": 1 } })).await;
    assert_eq!(desk.get("vera", ONE).await["state"], "ended");
}

/// Winners are named to the public where the terms say so, and whoever pays sees them anyway.
#[tokio::test(flavor = "multi_thread")]
async fn names_are_shown_as_the_terms_say() {
    for named in [false, true] {
        let mut desk = Desk::open(house()).await;
        let mut terms = desk.terms(&[goods(50_000)]);
        terms["winners_named"] = json!(named);
        desk.run(&terms).await;
        desk.enter(&["ann"]).await;
        desk.draw().await;
        for (who, sees) in LOOKERS {
            let shown = desk.get(who, ONE).await;
            let name = &shown["awards"][0]["name"];
            assert_eq!(name == "ann", named || sees || who == "cash", "{who}: {shown}");
        }
        let wall = desk.get("vera", "/api/promotions/1/display").await;
        assert_eq!(wall["awards"][0]["name"] == "ann", named);
        assert_eq!(desk.get("ann", ONE).await["awards"][0]["own"], true);
        assert_eq!(desk.get("cash", ONE).await["staff"], Value::Null);
        desk.open.close().await;
    }
}

/// Whoever watches promotions hears which ones have changed, and nobody of a draft that is not for them.
#[tokio::test(flavor = "multi_thread")]
async fn changes_are_told_to_those_who_may_know() {
    let mut desk = Desk::open(house()).await;
    let (mut wall, mut pams) =
        (socket(desk.visitor("vera")).await, socket(desk.visitor("pam")).await);
    for line in [&mut wall, &mut pams] {
        say(line, &json!({ "promotions": true })).await;
        wait(line, |it| it["promotions"]["changed"] == json!([])).await;
    }
    let terms = desk.terms(&[goods(50_000)]);
    desk.draft(&terms).await;
    let first = wait(&mut pams, |it| it["promotions"]["changed"] == json!([1])).await;
    desk.check(1).await;
    desk.finish(&terms).await;
    desk.open.clock.advance(DAY);
    desk.both("pam", &json!({ "start-promotion": { "promotion": 1 } })).await;
    // The first that anybody hears is that the terms were published.
    let told = wait(&mut wall, |it| it["promotions"]["changed"] == json!([1])).await;
    let numbers = [&told, &first].map(|it| it["promotions"]["number"].as_u64().unwrap());
    assert!(numbers[0] > numbers[1] + 3, "{numbers:?}");
    until(desk.visitor_mut("vera"), ONE, |it| it["state"] == "running").await;
    desk.open.close().await;
}

/// Who signs in is told which roles they have and where they begin.
#[tokio::test(flavor = "multi_thread")]
async fn everyone_begins_where_they_work() {
    let mut desk = Desk::open(house()).await;
    let homes = [
        ("pam", "promotions"),
        ("scot", "promotions"),
        ("mia", "pit"),
        ("ivy", "pit"),
        ("dan", "pit"),
        ("cash", "cage"),
        ("ann", "tables"),
    ];
    for (who, home) in homes {
        let me = desk.get(who, "/api/me").await;
        assert_eq!(me["me"]["home"], home, "{me}");
    }
    assert_eq!(desk.get("scot", "/api/me").await["me"]["roles"], json!(["scrutineer"]));
    assert_eq!(desk.status("scot", "/api/pit").await, 403);
    assert_eq!(ALL.len(), 10);
    desk.open.close().await;
}

/// A file that is sent again goes on where it broke off, and enters nobody twice, also after a restart.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_enters_nobody_twice() {
    let mut desk = Desk::open(house()).await;
    let terms = desk.terms(&[goods(50_000)]);
    desk.run(&terms).await;
    let rows = (1..=2600).map(|row| match row % 700 {
        0 => "\n".to_owned(),
        _ => format!("Person {row}\n"),
    });
    let file = format!("name\n{}", rows.collect::<String>());
    let sums = |told: &Value| {
        ["rows", "entered", "before", "refused_rows"].map(|it| told[it].as_u64().unwrap())
    };
    desk.admit(&file).await;
    let told = desk.upload("pam", 1, &file).await.1;
    assert_eq!(sums(&told), [2600, 2597, 0, 3], "{told}");
    assert_eq!(told["refused"][0]["row"], 700);
    let told = desk.upload("pam", 1, &file).await.1;
    assert_eq!(sums(&told), [2600, 0, 2600, 0], "{told}");
    let shown = desk.get("pam", "/api/promotions/1/entries?from=2597&count=1000").await;
    assert_eq!((&shown["count"], &shown["next"]), (&json!(2597), &Value::Null));
    assert_eq!(shown["entries"][0]["source"]["file"]["row"], 2600);

    // What an act has entered stays so; the file goes on behind it.
    let more = "name\nEve\nMax\nIda\n";
    desk.admit(more).await;
    let first = json!({ "promotion": 1, "entrants": [{ "named": "Eve" }], "file": 2, "row": 1 });
    let first = json!({ "enter-promotion": first });
    // Nobody says what the rows of an admitted file are but the file itself.
    let (status, told) = desk.act("pam", &first).await;
    assert_eq!((status, &told["type"]), (403, &json!("/problems/rights")), "{told}");
    let mut desk = desk
        .again_after(|at, live| {
            let act = croupier_floor::Act::parse(first.to_string().as_bytes()).unwrap();
            assert!(live.act_and_save(at, "pam", &act).unwrap().is_done());
        })
        .await;
    let told = desk.upload("pam", 1, more).await.1;
    assert_eq!(sums(&told), [3, 2, 1, 0], "{told}");
    let told = desk.upload("pam", 1, &file).await.1;
    assert_eq!(sums(&told), [2600, 0, 2600, 0], "{told}");
    for (text, why) in [
        ("", "no header"),
        ("person,person\n", "twice"),
        ("email\n", "column"),
        ("details\n", "neither"),
        ("\"name\n", "quote"),
        ("name\nEve\n\"x\"y\n", "row 2"),
        ("name\nEve", "admit"),
    ] {
        let (status, told) = desk.upload("pam", 1, text).await;
        assert_eq!(status, 422, "{text:?}: {told}");
        assert!(told["detail"].as_str().unwrap().contains(why), "{told}");
    }
    let (status, told) = desk.upload("pam", 9, "name\nEve\n").await;
    assert_eq!(status, 404, "{told}");
    desk.open.clock.advance(4 * DAY);
    until(desk.visitor_mut("pam"), ONE, |it| it["state"] == "entries-closed").await;
    let (status, told) = desk.upload("pam", 1, "name\nEve\n").await;
    assert_eq!((status, told["clause"].is_string()), (409, true), "{told}");
    desk.open.close().await;
}

/// Who asks for a long proof and reads none of it keeps nobody from reading the journal.
#[tokio::test(flavor = "multi_thread")]
async fn a_proof_that_nobody_reads_holds_nobody_up() {
    let mut config = house();
    config.limits.write_seconds = 3_600;
    let mut desk = Desk::open(config).await;
    let terms = desk.terms(&[goods(50_000)]);
    desk.run(&terms).await;
    let rows: String = (1..=30_000).map(|row| format!("Person {row}\n")).collect();
    let file = format!("name\n{rows}");
    desk.admit(&file).await;
    assert_eq!(desk.upload("pam", 1, &file).await.1["entered"], 30_000);
    desk.draw().await;
    let mut lines = Vec::new();
    for from in 1..=8 {
        let mut line = connect([127, 0, 0, from], desk.open.address).await;
        let ask = format!("GET {ONE}/proof HTTP/1.1\r\nhost: localhost\r\n\r\n");
        line.write_all(ask.as_bytes()).await.unwrap();
        let mut begins = [0; 15];
        line.read_exact(&mut begins).await.unwrap();
        assert_eq!(&begins, b"HTTP/1.1 200 OK");
        lines.push(line);
    }
    assert_eq!(desk.status("sue", "/api/reports/table").await, 200);
    assert_eq!(desk.status("vera", "/api/checkpoint").await, 200);
    // Nobody else gets a proof until one of them is gone.
    assert_eq!(desk.status("vera", &format!("{ONE}/proof")).await, 503);
    lines.clear();
    patiently(async { while desk.status("vera", &format!("{ONE}/proof")).await != 200 {} }).await;
    desk.open.close().await;
}
