//! Entries of other editions of the rules, and of other formats: what followed is folded, and leads to the same
//! people, money and registers as deciding it; what cannot be read is refused in words that say what to do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::support::{Folder, options, rehearsal};
use croupier_engine::Why;
use croupier_floor::{
    Act, ActResult, Answer, Denied, Floor, FoldedTable, Kept, NOTICE, Reason, TableId,
};
use croupier_house::report::{About, Asked, report};
use croupier_house::{EDITION, Folded, Live, Proof, Replay, Stop, prove};
use croupier_journal::{Batch, Beside, Chain, Entry, Journal, Reader, VerifyOptions};
use croupier_sheet::sentence;
use croupier_view::words;

const OTHER: &str = "2015-01-01";

/// Everything that follows from effects, of a floor that decided them or folded them.
fn registers(floor: &Floor) -> impl PartialEq + std::fmt::Debug {
    let decided = floor.rooms.iter().map(|(table, room)| (*table, FoldedTable::of(room)));
    let tables: BTreeMap<_, _> = decided.chain(floor.folded.clone()).collect();
    let Floor { now, people, ledger, requests, complaints, stopped, .. } = floor.clone();
    (now, people, ledger, requests, complaints, stopped, tables)
}

#[test]
fn folding_leads_to_the_same_as_deciding() {
    for seed in 0..4 {
        let (mut decided, mut folded) = (Floor::default(), Floor::default());
        let mut rehearsal = rehearsal(500 + seed, 10, 40);
        for step in 0..15_000 {
            let next = rehearsal.next(&decided);
            let recording = decided.record(&next.who, &next.act, &mut || [0; 16]);
            let said = recording.said();
            let answer = decided.perform(next.at, recording.who, &recording.act, &said);
            let stored = Answer::read(answer.write().as_bytes()).unwrap();
            folded.fold(next.at, (recording.who, &recording.act), &stored, &said).unwrap();
            if step % 97 == 0 {
                assert_eq!(registers(&decided), registers(&folded), "seed {seed}, step {step}");
            }
        }
        assert_eq!(registers(&decided), registers(&folded), "seed {seed}");
        assert!(folded.rooms.is_empty() && folded.folded.len() > 5 && folded.ledger.balances());
        assert!(!folded.complaints.is_empty());
    }
}

/// What is refused reads the same whether it was decided or folded: the code of the reason is recorded. Only
/// what somebody named and nobody knows, and the words of a parser, are not.
#[test]
fn a_folded_refusal_has_the_words_of_a_decided_one() {
    let (mut floor, mut rehearsal) = (Floor::default(), rehearsal(900, 10, 40));
    let (mut refused, mut denied_otherwise) = (BTreeSet::new(), 0);
    for _ in 0..20_000 {
        let next = rehearsal.next(&floor);
        let recording = floor.record(&next.who, &next.act, &mut || [0; 16]);
        let answer = floor.perform(next.at, recording.who, &recording.act, &recording.said());
        let stored = Answer::read(answer.write().as_bytes()).unwrap();
        let (ActResult::Denied(decided), ActResult::Denied(folded)) =
            (answer.verdict, stored.verdict)
        else {
            continue;
        };
        if matches!(decided.reason, Reason::BadStep(_) | Reason::BadSetup(_)) {
            assert!(!words::denied(&folded).is_empty());
            continue;
        }
        assert_eq!(folded, decided);
        assert_eq!(words::denied(&folded), words::denied(&decided));
        match decided.reason {
            Reason::Refused(why) => {
                assert_eq!(words::denied(&folded), sentence(why));
                refused.insert(why);
            }
            _ => denied_otherwise += 1,
        }
    }
    assert!(refused.len() > 5 && denied_otherwise > 100, "{refused:?} {denied_otherwise}");
}

/// The journal has the code of a reason, and no word of it.
#[test]
fn a_refusal_is_recorded_by_its_code() {
    for why in Why::ALL {
        let denied = Denied { reason: Reason::Refused(*why), clause: Some("6.2".into()) };
        let answer = Answer { events: Vec::new(), verdict: ActResult::Denied(denied) };
        let code = why.code();
        let wanted =
            r#"{"events":[],"verdict":{"denied":{"reason":{"refused":"CODE"},"clause":"6.2"}}}"#;
        assert_eq!(answer.write(), wanted.replace("CODE", code));
        assert_eq!(Answer::read(answer.write().as_bytes()).unwrap(), answer);
    }
    let unknown = r#"{"events":[],"verdict":{"denied":{"reason":{"refused":"no-such-code"}}}}"#;
    assert!(Answer::read(unknown.as_bytes()).unwrap_err().contains("no-such-code"));
}

/// What happens in a small house, until its table is closed.
const HOUSE: &[(&str, &str)] = &[
    ("max", r#"{"add-person":{"name":"max","roles":["manager"],"password":null}}"#),
    ("max", r#"{"add-person":{"name":"cas","roles":["cashier"],"password":null}}"#),
    ("max", r#"{"add-person":{"name":"ann","roles":["player"],"password":null}}"#),
    ("max", r#"{"mint":{"amount":1000000}}"#),
    ("cas", r#"{"approve":{"request":1}}"#),
    ("cas", r#"{"buy-in":{"player":"ann","amount":50000}}"#),
    (
        "max",
        r#"{"open":{"table":1,"name":"one","game":"craps","setup":{"chip":100},"float":500000,"dealing":"physical","seats":7}}"#,
    ),
    ("ann", r#"{"sit":{"table":1,"player":"ann","seat":3}}"#),
    ("ann", r#"{"bring":{"table":1,"player":"ann","amount":20000}}"#),
    ("ann", r#"{"complain":{"table":1,"person":"ann","what":"it is cold"}}"#),
    (
        "max",
        r#"{"issue-voucher":{"number":7,"amount":700,"games":["craps"],"expires":99000000,"player":"ann","conditions":"by Friday"}}"#,
    ),
    ("max", r#"{"announce-closing":{"table":1}}"#),
    ("max", r#"{"close":{"table":1}}"#),
];

/// Writes a journal as another build would have: the rules decide the same, under the name of another edition or
/// in another format.
fn write(path: &Path, acts: &[(&str, &str)], edition: &str, format: u16) -> Floor {
    let (mut floor, mut heads) = (Floor::default(), BTreeMap::new());
    let journal = Journal::open(path, options()).unwrap();
    for (at, (who, act)) in (0..).map(|at| 1_000 + at * NOTICE).zip(acts) {
        let act: Act = serde_json::from_str(act).unwrap();
        let recording = floor.record(who, &act, &mut || [7; 16]);
        let answer = floor.perform(at, recording.who, &recording.act, &recording.said());
        assert!(!matches!(answer.verdict, ActResult::Denied(_)), "{}: {answer:?}", act.write());
        let chain = Chain(act.table().map_or(0, |table| table.0));
        let seq = heads.entry(chain).or_insert(0);
        *seq += 1;
        let beside = |kept: &Kept| Beside { id: kept.commitment().id(), bytes: Some(kept.bytes()) };
        let entry = Entry {
            chain,
            seq: *seq,
            at,
            who: floor.people.find(who).unwrap().0,
            kind: act.name().into(),
            round: 0,
            rules: edition.into(),
            format,
            key: Vec::new(),
            body: recording.act.write().into_bytes(),
            effects: answer.write().into_bytes(),
        };
        let beside = recording.kept.iter().map(beside).collect();
        journal.append(Batch { entries: vec![entry], beside }).unwrap();
    }
    journal.close().unwrap();
    floor
}

fn proof(path: &Path) -> Proof {
    prove(path, &VerifyOptions::default(), false, |_| ()).unwrap()
}

#[test]
fn a_house_whose_tables_are_closed_goes_on_by_other_rules() {
    let folder = Folder::new();
    let path = folder.path("other");
    let floor = write(&path, HOUSE, OTHER, 3);
    let mut live = Live::open(&path, options()).unwrap();
    assert_eq!(live.floor(), &floor);
    // What waited under the old rules is carried out under the new ones.
    let at = floor.now + 1;
    let act: Act = serde_json::from_str(r#"{"approve":{"request":3}}"#).unwrap();
    assert!(live.act_and_save(at, "cas", &act).unwrap().is_done());
    let act: Act = serde_json::from_str(r#"{"mint":{"amount":5}}"#).unwrap();
    let answer = live.act_and_save(at, "max", &act).unwrap();
    assert_eq!(answer.verdict, ActResult::Waits { request: 4 }, "numbers go on");
    let floor = live.floor().clone();
    live.close().unwrap();

    let proof = proof(&path);
    assert!(proof.sound, "{:?}", proof.faults);
    let played = proof.played.unwrap();
    let last = HOUSE.len() as u64;
    assert_eq!(played.folded, [Folded { edition: OTHER.to_owned(), first: 1, last }]);
    assert_eq!(played.decided, 3, "the change of the rules, and what came after it");
    let reader = Reader::open(&path).unwrap();
    let change = reader.entries(last).next().unwrap().unwrap().chained.entry;
    assert_eq!(
        (change.chain, &*change.kind, &*change.rules),
        (Chain(u32::MAX), "edition", EDITION)
    );
    let body = String::from_utf8(change.body).unwrap();
    assert_eq!(body, r#"{"from":"2015-01-01","to":"2016-08-17"}"#);
    assert_eq!(Replay::of(&reader, |_, _, _, _| ()).unwrap().floor, floor);
    let asked = Asked { about: About::Ledger, table: None, from: None, to: None, page: None };
    let report = report(&reader, &asked, |_| ()).unwrap();
    assert!(report.is_sound);
    assert!(
        report.remarks[0].starts_with("entries 1 to 13 were decided by the rules of edition 2015")
    );
    // The change is noted once.
    let live = Live::open(&path, options()).unwrap();
    assert_eq!(live.floor(), &floor);
    live.close().unwrap();
    assert_eq!(reader.state().unwrap().number, last + 3);
}

#[test]
fn open_tables_of_another_edition_are_for_the_build_that_played_them() {
    let folder = Folder::new();
    let path = folder.path("open");
    let floor = write(&path, &HOUSE[..HOUSE.len() - 1], OTHER, 3);
    let stop = Live::open(&path, options()).err().unwrap();
    assert!(matches!(&stop, Stop::Edition { tables, .. } if *tables == [TableId(1)]));
    assert_eq!(
        stop.to_string(),
        "open tables (1) were played by the rules of edition 2015-01-01, and this build plays by those \
         of 2016-08-17: open the journal with the build that played them, close these tables, and come \
         back; `croupier verify` and `croupier report` read it meanwhile"
    );
    let proof = proof(&path);
    assert!(proof.sound, "{:?}", proof.faults);
    assert_eq!(proof.played.unwrap().decided, 0);
    let replay = Replay::of(&Reader::open(&path).unwrap(), |_, _, _, _| ()).unwrap();
    assert_eq!(registers(&replay.floor), registers(&floor));
}

#[test]
fn another_format_is_refused_in_words() {
    for format in [2, 99] {
        let folder = Folder::new();
        let path = folder.path("format");
        write(&path, HOUSE, EDITION, format);
        let wanted = format!(
            "entry 1 (chain 0, place 1) has format {format}, and this build of croupier reads format 3: \
             use the build that wrote it; `croupier verify --chain-only` proves its hashes and \
             signatures with any build"
        );
        assert_eq!(Live::open(&path, options()).err().unwrap().to_string(), wanted);
        let against = VerifyOptions::default();
        assert_eq!(prove(&path, &against, false, |_| ()).err().unwrap().to_string(), wanted);
        assert!(prove(&path, &against, true, |_| ()).unwrap().sound);
    }
    let folder = Folder::new();
    let path = folder.path("file");
    write(&path, HOUSE, EDITION, 3);
    for format in [2, 99] {
        let connection = rusqlite::Connection::open(&path).unwrap();
        connection.pragma_update(None, "user_version", format).unwrap();
        drop(connection);
        let stop = Live::open(&path, options()).err().unwrap().to_string();
        let wanted = format!(
            "the journal has format {format}, and this program reads and writes format 4 alone; open it \
             with the version of croupier that made it, or write what is in it to files with `croupier \
             export` of that version"
        );
        assert!(stop.ends_with(&wanted), "{stop}");
    }
}

/// Effects that cannot have followed are not folded: the entry is named.
#[test]
fn effects_that_cannot_be_are_named() {
    let folder = Folder::new();
    let path = folder.path("wrong");
    let journal = Journal::open(&path, options()).unwrap();
    let body = r#"{"approve":{"request":7}}"#;
    let effects = r#"{"events":[{"answered":{"request":7}}],"verdict":"done"}"#;
    let entry = Entry {
        chain: Chain(0),
        seq: 1,
        at: 1,
        who: 0,
        kind: "approve".into(),
        round: 0,
        rules: OTHER.into(),
        format: 3,
        key: Vec::new(),
        body: body.into(),
        effects: effects.into(),
    };
    journal.append(vec![entry]).unwrap();
    journal.close().unwrap();
    let proof = proof(&path);
    let wanted = "entry 1 (chain 0, place 1): what it says cannot be: there is no request 7";
    assert_eq!((proof.sound, &*proof.faults), (false, &[wanted.to_owned()][..]));
}
