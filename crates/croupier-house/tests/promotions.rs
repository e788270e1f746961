//! Promotions on a journal: the document that proves a draw, what verify finds, how seeds are kept, and the report.

use std::path::{Path, PathBuf};

use crate::desk::{DRAWS, EXPIRES, ONE, Plan, USUAL};
use crate::promotion_house::House;
use crate::support::{Folder, options};
use croupier_engine::stored::Stored as _;
use croupier_floor::{Act, ActResult, Event, HOUSE, PromotionState};
use croupier_house::report::{About, Asked, Cell, Part, PromotionAudit, Report, report};
use croupier_house::{
    DrawProof, Live, ProofEntry, ProvedAct, Replay, Secret, ShownText, Stop, prove,
};
use croupier_journal::{Checkpoint, Reader, VerifyOptions};

/// Plays a whole promotion, and returns where its journal is.
fn whole(folder: &Folder, plan: Plan) -> (PathBuf, DrawProof) {
    let path = folder.path("promotion");
    let mut house = House::open(&path, plan);
    house.until(|_| false);
    let proof = house.live.draw_proof(ONE).unwrap();
    house.live.close().unwrap();
    (path, proof)
}

fn is_right(proof: &DrawProof) -> bool {
    proof.check().iter().all(|checked| checked.right)
}

fn faults(path: &Path) -> Vec<String> {
    prove(path, &VerifyOptions::default(), false, |_| ()).unwrap().faults
}

/// Something that is another in the document of a draw: what, and how it becomes so.
type Tampered = (&'static str, fn(&mut DrawProof));

fn changes() -> Vec<Tampered> {
    vec![
        ("promotion", |it| it.promotion = 2),
        ("terms", |it| it.terms.one_each = true),
        ("closing", |it| it.terms.closes = Some(1)),
        ("commitment", |it| it.commitment = Some(zeros())),
        ("no commitment", |it| it.commitment = None),
        ("seed", |it| it.seed = Some(zeros())),
        ("no seed", |it| it.seed = None),
        ("root", |it| it.closed.as_mut().unwrap().root = zeros()),
        ("count", |it| it.closed.as_mut().unwrap().entries += 1),
        ("value", |it| it.value.as_mut().unwrap().value = zeros()),
        ("one entry less", |it| drop(it.entries.pop())),
        ("entries swapped", |it| it.entries.swap(0, 1)),
        ("somebody else drawn", |it| it.draws[0].drawn[0].entry ^= 1),
        ("another prize", |it| it.draws[0].drawn[0].prize = 3),
        ("the last one left out", |it| it.draws[0].drawn.truncate(2)),
        ("no draw", |it| it.draws.clear()),
        ("redrawn twice", |it| it.draws.push(it.draws[1].clone())),
        ("not redrawn for that", |it| it.draws[1].again.as_mut().unwrap().award = 99),
        ("somebody passed over", |it| {
            it.draws[0].drawn[0].passed = Some(croupier_floor::PassedOver::HasWon);
        }),
        ("nobody left", |it| it.draws[0].undrawn.push(1)),
    ]
}

fn zeros() -> String {
    "00".repeat(32)
}

/// What docs/examples/draw.py says of a document: its exit status and its words.
fn by_python(folder: &Folder, proof: &DrawProof) -> (i32, String) {
    let path = folder.path("draw.json");
    std::fs::write(&path, serde_json::to_string(proof).unwrap()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/draw.py");
    let run = std::process::Command::new("python3").arg(script).arg(&path).output();
    let output = run.expect("python3 runs: install it for this test");
    let told = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8_lossy(&told).into_owned())
}

/// Another program in another language computes the same draws, and finds what was changed.
#[test]
fn another_program_draws_the_same() {
    let folder = Folder::new();
    let (path, proof) = whole(&folder, USUAL);
    let mut documents = vec![proof.clone().without_people(), in_journal(&path), proof.clone()];
    for _ in 0..6 {
        let plan = Plan { named: false, removed: 200, one_each: true };
        documents.push(whole(&Folder::new(), plan).1);
    }
    for document in &documents {
        let (status, told) = by_python(&folder, document);
        assert!(status == 0 && told.contains("nothing wrong"), "{told}");
    }
    for (what, change) in changes() {
        let mut other = proof.clone();
        change(&mut other);
        let (status, told) = by_python(&folder, &other);
        assert_ne!(status, 0, "{what}: {told}");
    }
    let mut other = in_journal(&path);
    other.journal.as_mut().unwrap().acts[3].at += 1;
    let (status, told) = by_python(&folder, &other);
    assert!(status == 1 && told.contains("is not in the checkpoint"), "{told}");
}

/// Whatever is another in the document is found, without the journal.
#[test]
fn no_figure_of_the_document_can_be_another() {
    let folder = Folder::new();
    let (path, proof) = whole(&folder, USUAL);
    assert!(is_right(&proof), "{:#?}", proof.check());
    let text = serde_json::to_string(&proof).unwrap();
    assert_eq!(serde_json::from_str::<DrawProof>(&text).unwrap(), proof);
    let replay = Replay::of(&Reader::open(&path).unwrap(), |_, _, _, _| ()).unwrap();
    assert_eq!(replay.draws.proof(&replay.floor, ONE).unwrap(), proof);
    for (what, change) in changes() {
        let mut other = proof.clone();
        change(&mut other);
        assert!(!is_right(&other), "{what}");
    }
}

/// Returns the document of the draw with what shows that its acts are in the journal.
fn in_journal(path: &Path) -> DrawProof {
    let reader = Reader::open(path).unwrap();
    let replay = Replay::of(&reader, |_, _, _, _| ()).unwrap();
    let acts = replay.draws.acts(&replay.floor, ONE);
    replay.draws.proof(&replay.floor, ONE).unwrap().with_journal(&reader, &acts).unwrap()
}

/// Plays a promotion whose value is tried too soon and with another value, with a checkpoint after the closing.
fn with_values_in_vain(path: &Path) -> String {
    let mut house = House::open(path, USUAL);
    let attend = |digits: &str| {
        let value = digits.repeat(32);
        let act = format!(r#"{{"attend-draw":{{"promotion":1,"value":"{value}"}}}}"#);
        Act::parse(act.as_bytes()).unwrap()
    };
    house.until(|house| house.state() == Some(PromotionState::Running));
    let now = house.live.floor().now + 1_000;
    assert!(matches!(house.tells(now, "scot", &attend("77")), ActResult::Denied(_)));
    house.until(|house| house.state() == Some(PromotionState::EntriesClosed));
    let now = house.live.floor().now + 1_000;
    house.live.journal().checkpoint(now).unwrap();
    assert!(matches!(house.tells(now, "scot", &attend("78")), ActResult::Denied(_)));
    house.until(|_| false);
    let live = house.live.draw_proof(ONE).unwrap();
    let (acts, path) = (house.live.draw_acts(ONE), path.to_owned());
    house.live.close().unwrap();
    // What the house says while it runs is what its journal says.
    let reader = Reader::open(&path).unwrap();
    assert_eq!(live.with_journal(&reader, &acts).unwrap(), in_journal(&path));
    Checkpoint::to_string(&reader.last_checkpoint().unwrap().unwrap())
}

/// The acts that the draw follows from are in the journal, in their order, and say what the document says.
#[test]
fn the_document_shows_that_its_acts_are_in_the_journal() {
    let folder = Folder::new();
    let path = folder.path("promotion");
    let last = with_values_in_vain(&path);
    let proof = in_journal(&path);
    assert!(is_right(&proof), "{:#?}", proof.check());
    let journal = proof.journal.as_ref().unwrap();
    let kinds: Vec<_> = journal.acts.iter().map(|act| act.kind.as_str()).collect();
    let wanted = [
        "draft-promotion",
        "commit-promotion",
        "approve",
        "close-entries",
        "seal-value",
        "attend-draw",
        "draw-promotion",
        "approve",
    ];
    assert_eq!(kinds, wanted);
    let tried: Vec<_> = journal.tried.iter().map(|act| (act.value(), act.outcome())).collect();
    let value = |digits: &str| Some(digits.repeat(32));
    assert_eq!(tried, [(value("77"), "denied"), (value("78"), "denied")]);
    let said = proof.check().into_iter().map(|it| it.words).collect::<Vec<_>>().join("\n");
    assert!(said.contains("has the closing and not yet the value"), "{said}");
    // A checkpoint that was kept is compared.
    let mut kept = Checkpoint::from_text(&last).unwrap();
    assert_eq!(journal.against(&kept).map(|it| it.right), Some(true));
    kept.number -= 1;
    assert_eq!(journal.against(&kept).map(|it| it.right), Some(false), "it is not signed");
    // Everybody may have it, and nobody can guess entries by it.
    let public = proof.clone().without_people();
    assert!(is_right(&public), "{:#?}", public.check());
    let text = serde_json::to_string(&public).unwrap();
    assert!(!text.contains("\"salt\\\":") && text.len() < 60_000, "{}", text.len());
    assert!(serde_json::to_string(&proof).unwrap().contains("\"salt\\\":"));
}

/// Nothing of what shows it can be another.
#[test]
fn no_act_of_the_document_can_be_another() {
    let folder = Folder::new();
    let path = folder.path("promotion");
    with_values_in_vain(&path);
    let proof = in_journal(&path);
    type Change<'a> = Box<dyn Fn(&mut DrawProof) + 'a>;
    fn act(proof: &mut DrawProof, at: usize) -> &mut ProvedAct {
        &mut proof.journal.as_mut().unwrap().acts[at]
    }
    let other = {
        let folder = Folder::new();
        let path = folder.path("another");
        with_values_in_vain(&path);
        in_journal(&path)
    };
    let value = other.value.clone().unwrap().value;
    let changes: Vec<(&str, Change<'_>)> = vec![
        ("time", Box::new(|it| act(it, 3).at += 1)),
        ("who", Box::new(|it| act(it, 3).who += 1)),
        ("number", Box::new(|it| act(it, 3).number += 1)),
        ("kind", Box::new(|it| act(it, 3).kind = "attend-draw".to_owned())),
        ("key", Box::new(|it| act(it, 3).key = "00".to_owned())),
        ("chain", Box::new(|it| act(it, 3).chain = 1)),
        ("body", Box::new(|it| act(it, 5).body = ShownText::Text(String::new()))),
        ("kept back", Box::new(|it| act(it, 3).effects = ShownText::Sha256("00".repeat(32)))),
        ("path", Box::new(|it| drop(act(it, 2).path.pop()))),
        ("no closing", Box::new(|it| drop(it.journal.as_mut().unwrap().acts.remove(3)))),
        ("no redraw", Box::new(|it| drop(it.journal.as_mut().unwrap().acts.remove(7)))),
        ("order", Box::new(|it| it.journal.as_mut().unwrap().acts.swap(3, 4))),
        (
            "checkpoint",
            Box::new(|it| {
                let journal = it.journal.as_mut().unwrap();
                journal.checkpoint = journal.checkpoint.replace("\nat ", "\nat 1");
            }),
        ),
        (
            "earlier",
            Box::new(|it| {
                let journal = it.journal.as_mut().unwrap();
                let last = journal.checkpoint.clone();
                journal.before_value.as_mut().unwrap().checkpoint = last;
            }),
        ),
        ("no seal", Box::new(|it| drop(it.journal.as_mut().unwrap().acts.remove(4)))),
        ("another seal", Box::new(|it| it.value.as_mut().unwrap().sealed = Some("00".repeat(32)))),
        ("seal kept back", Box::new(|it| it.value.as_mut().unwrap().sealed = None)),
        ("tried", Box::new(|it| it.journal.as_mut().unwrap().tried[0].at += 1)),
        (
            "known before",
            Box::new(|it| {
                let tried = &mut it.journal.as_mut().unwrap().tried[0];
                let body = format!(r#"{{"attend-draw":{{"promotion":1,"value":"{value}"}}}}"#);
                tried.body = ShownText::Text(body);
            }),
        ),
        // A draw that is right in itself, of another journal.
        (
            "another house",
            Box::new(|it| {
                let journal = it.journal.take();
                *it = other.clone();
                it.journal = journal;
            }),
        ),
    ];
    for (what, change) in changes {
        let mut other = proof.clone();
        change(&mut other);
        assert!(!is_right(&other), "{what}");
    }
}

/// The public document has no more people than were drawn, and proves the same; every entry was in the barrel.
#[test]
fn anybody_can_check_without_knowing_who_has_entered() {
    let folder = Folder::new();
    let (path, proof) = whole(&folder, Plan { removed: 12, ..USUAL });
    let public = proof.clone().without_people();
    assert!(is_right(&public), "{:#?}", public.check());
    let hidden = public.entries.iter().filter(|entry| matches!(entry, ProofEntry::Leaf(_)));
    assert!(hidden.count() > 0);
    let drawn: Vec<_> = public.draws.iter().flat_map(|step| &step.drawn).collect();
    assert!(
        drawn.iter().all(|it| matches!(public.entries[it.entry as usize - 1], ProofEntry::Open(_)))
    );
    let replay = Replay::of(&Reader::open(&path).unwrap(), |_, _, _, _| ()).unwrap();
    let promotion = replay.floor.promotions.get(ONE).unwrap();
    for number in 1..=proof.entries.len() as u32 {
        let entry = proof.entry(number).unwrap();
        assert!(entry.check().right && public.entry(number).unwrap().check().right);
        assert_eq!(croupier_house::EntryProof::of(promotion, number).unwrap(), entry);
        let mut other = entry.clone();
        other.number += 1;
        assert!(!other.check().right);
        let mut other = entry.clone();
        other.path.pop();
        assert!(!other.check().right);
        let mut other = entry;
        if let ProofEntry::Open(open) = &mut other.entry {
            open.salt = "00".repeat(16);
        }
        assert!(!other.check().right);
    }
    assert_eq!((proof.entry(0), proof.entry(99)), (None, None));
}

/// Where nearly nobody can win, entries are put aside: the document says which, and nobody can say otherwise.
#[test]
fn who_is_put_aside_is_checked_too() {
    let (mut seen, mut undrawn) = (0, 0);
    for _ in 0..6 {
        let folder = Folder::new();
        let (path, proof) = whole(&folder, Plan { named: false, removed: 200, one_each: true });
        assert!(is_right(&proof), "{:#?}", proof.check());
        assert!(faults(&path).is_empty());
        assert!(is_right(&proof.clone().without_people()));
        // Two people are left for three prizes, and one of them declines.
        undrawn += proof.draws.iter().map(|step| step.undrawn.len()).sum::<usize>();
        let step =
            proof.draws.iter().position(|step| step.drawn.iter().any(|it| it.left.is_some()));
        let Some(step) = step else { continue };
        seen += 1;
        assert_eq!(proof.draws[step].unfit.len(), 200);
        let mut other = proof.clone();
        other.draws[step].unfit.pop();
        assert!(!is_right(&other));
        let mut other = proof.clone();
        other.draws[step].unfit.clear();
        assert!(!is_right(&other));
    }
    assert!(seen > 0 && undrawn > 0, "{seen} {undrawn}");
}

/// A program that could draw and does something else is late; what the journal is silent about it is not blamed for.
#[test]
fn a_program_that_does_not_draw_is_late() {
    let incident = r#"{"incident":{"what":"the program thinks of something else"}}"#;
    for (wait, late) in [(30_000, false), (90_000, true)] {
        let folder = Folder::new();
        let path = folder.path("promotion");
        let mut house = House::open(&path, USUAL);
        house.until(|house| {
            house.live.floor().promotions.get(ONE).is_some_and(|it| it.draw.value.is_some())
        });
        let at = house.live.floor().now + wait;
        house.does(at, HOUSE, &Act::parse(incident.as_bytes()).unwrap());
        house.live.close().unwrap();
        let found = faults(&path);
        assert_eq!(
            found.iter().any(|fault| fault.contains("the program is late")),
            late,
            "{found:?}"
        );
        // When it is drawn in the end, everything follows; how late it was stays written.
        let mut house = House::open(&path, USUAL);
        house.until(|_| false);
        house.live.close().unwrap();
        let proved = prove(&path, &VerifyOptions::default(), false, |_| ()).unwrap();
        assert!(proved.sound, "{:?}", proved.faults);
        let noted = proved.notes.iter().any(|note| note.contains("did other things for"));
        assert_eq!(noted, late, "{:?}", proved.notes);
    }
}

/// A cancelled promotion shows its seed, and whoever reads it sees who would have won.
#[test]
fn what_was_cancelled_is_shown() {
    let folder = Folder::new();
    let path = folder.path("promotion");
    let mut house = House::open(&path, USUAL);
    house.until(|house| {
        house.live.floor().promotions.get(ONE).is_some_and(|it| it.draw.value.is_some())
    });
    house.says("pam", r#"{"cancel-promotion":{"promotion":1,"why":"we do not like it"}}"#);
    let request = *house.live.floor().requests.keys().next().unwrap();
    house.says("mia", &format!(r#"{{"approve":{{"request":{request}}}}}"#));
    let now = house.live.floor().now + 1_000;
    let show = house.secret.next_for_promotions(house.live.floor(), now).unwrap();
    assert_eq!(show.name(), "show-seed");
    house.does(now, HOUSE, &show);
    assert!(house.secret.next_for_promotions(house.live.floor(), now).is_none());
    let proof = house.live.draw_proof(ONE).unwrap();
    let checked = proof.check();
    assert!(checked.iter().all(|it| it.right), "{checked:#?}");
    assert!(checked.iter().any(|it| it.words.contains("would have been drawn")), "{checked:#?}");
    house.live.close().unwrap();
    assert!(faults(&path).is_empty(), "{:?}", faults(&path));
}

/// Without its seed a cancelled promotion is a fault, as soon as the program did anything else a minute later.
#[test]
fn a_seed_that_is_not_shown_is_a_fault() {
    let folder = Folder::new();
    let path = folder.path("promotion");
    let mut house = House::open(&path, USUAL);
    house.until(|house| house.state() == Some(PromotionState::Running));
    house.says("pam", r#"{"cancel-promotion":{"promotion":1,"why":"a doubt"}}"#);
    let request = *house.live.floor().requests.keys().next().unwrap();
    house.says("mia", &format!(r#"{{"approve":{{"request":{request}}}}}"#));
    let incident = Act::parse(br#"{"incident":{"what":"later"}}"#).unwrap();
    house.does(house.live.floor().now + 90_000, HOUSE, &incident);
    house.live.close().unwrap();
    assert!(faults(&path).iter().any(|it| it.contains("its seed was to be shown")));
}

/// Before the start each opening commits the house anew; from the start on it stays with what it has.
#[test]
fn seeds_come_once_and_stay() {
    let folder = Folder::new();
    let path = folder.path("promotion");
    let mut seen = Vec::new();
    for _ in 0..3 {
        let mut house = House::open(&path, USUAL);
        house.until(|house| {
            let committed = house.commitment();
            committed.is_some() && !seen.contains(&committed)
        });
        seen.push(house.commitment());
        house.live.close().unwrap();
    }
    let mut house = House::open(&path, USUAL);
    house.until(|house| house.state() == Some(PromotionState::Running));
    let stays = house.commitment();
    assert!(!seen.contains(&stays));
    house.live.close().unwrap();
    let mut house = House::open(&path, USUAL);
    house.until(|house| house.state() == Some(PromotionState::EntriesClosed));
    assert_eq!(house.commitment(), stays);
    house.live.close().unwrap();
    // Without its secret the house does not open, and says why.
    let secret = path.with_extension("secret");
    let kept = std::fs::read(&secret).unwrap();
    std::fs::remove_file(&secret).unwrap();
    let mut live = Live::open(&path, options()).unwrap();
    assert!(matches!(live.secret(&secret), Err(Stop::Secret(..))));
    // With another one in its place nothing is drawn, and the promotion can only be cancelled.
    std::fs::write(&secret, &kept).unwrap();
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(&secret, mode).unwrap();
    }
    live.renew_secret(&secret).unwrap();
    let lost = live.secret(&secret).unwrap();
    assert!(!lost.keeps_promotion(live.floor().promotions.get(ONE).unwrap()));
    assert!(lost.next_for_promotions(live.floor(), DRAWS).is_none());
    live.close().unwrap();
}

/// A journal that no secret was ever bound to gets a new one only as long as nothing depends on it.
#[test]
fn a_house_without_a_secret_does_not_forget_its_promotions() {
    for (state, opens) in [(PromotionState::Lodged, true), (PromotionState::Running, false)] {
        let folder = Folder::new();
        let path = folder.path("promotion");
        let live = Live::open(&path, options()).unwrap();
        let (secret, script) = (Secret::fixed([5; 32]), String::new());
        let mut house = House { live, secret, plan: USUAL, script };
        house.until(|house| house.state() == Some(state));
        house.live.close().unwrap();
        let mut live = Live::open(&path, options()).unwrap();
        match live.secret(&path.with_extension("secret")) {
            Ok(_) => assert!(opens, "{state:?}"),
            Err(stop) => assert!(!opens && stop.to_string().contains("is not there"), "{stop}"),
        }
    }
}

/// Before the draw its seed is in no file but that of the secret, from which it follows: not in the journal while it is written
/// nor when it is closed, and not in what a snapshot encrypts.
#[test]
fn the_seed_is_in_no_file_before_the_draw() {
    let folder = Folder::new();
    let path = folder.path("promotion");
    let mut house = House::open(&path, USUAL);
    house.until(|house| house.state() == Some(PromotionState::EntriesClosed));
    // Everything is saved to disk with the next act that waits for it.
    let at = house.live.floor().now + 1;
    let looks = Act::parse(br#"{"incident":{"table":null,"what":"a lamp"}}"#).unwrap();
    house.live.act_and_save(at, "cas", &looks).unwrap();
    let files = || {
        let names = std::fs::read_dir(path.parent().unwrap()).unwrap();
        let names = names.map(|name| name.unwrap().path());
        let names = names.filter(|name| *name != path.with_extension("secret"));
        names.map(|name| std::fs::read(name).unwrap()).collect::<Vec<_>>()
    };
    let mut seen = files();
    let mut unencrypted = Vec::new();
    house.live.floor().store(&mut unencrypted);
    seen.push(unencrypted);
    house.live.close().unwrap();
    seen.extend(files());
    let mut house = House::open(&path, USUAL);
    house.until(|house| house.state() == Some(PromotionState::Drawn));
    let seed = house.live.floor().promotions.get(ONE).unwrap().draw.seed.unwrap();
    let text = croupier_floor::hex(&seed);
    assert!(seen.len() > 4, "the journal, open and closed, and more");
    for bytes in &seen {
        let has = |needle: &[u8]| bytes.windows(needle.len()).any(|it| it == needle);
        assert!(!has(&seed) && !has(text.as_bytes()));
    }
}

/// A commitment that comes a second time is found.
#[test]
fn a_commitment_comes_once() {
    let folder = Folder::new();
    let path = folder.path("promotion");
    let mut house = House::open(&path, USUAL);
    house.until(|house| house.state() == Some(PromotionState::Lodged));
    for digits in ["aa", "bb", "aa"] {
        let (commitment, salt) = (digits.repeat(32), "11".repeat(32));
        house.says(HOUSE, &format!(
            r#"{{"commit-promotion":{{"promotion":1,"commitment":"{commitment}","salt":"{salt}"}}}}"#
        ));
    }
    house.live.close().unwrap();
    assert!(faults(&path).iter().any(|it| it.contains("was used before")));
}

fn ask(path: &Path, from: Option<u64>, to: Option<u64>) -> Report {
    let reader = Reader::open(path).unwrap();
    let asked = Asked { about: About::Promotions, table: None, from, to, page: None };
    report(&reader, &asked, |_| ()).unwrap()
}

fn part<'a>(report: &'a Report, name: &str) -> &'a Part {
    report.parts.iter().find(|part| part.name == name).unwrap()
}

fn cells<'a>(part: &'a Part, name: &str) -> Vec<&'a Cell> {
    let at = part.headings.iter().position(|heading| *heading == name).unwrap();
    part.rows.iter().map(|row| &row[at]).collect()
}

fn sum(part: &Part, name: &str) -> i128 {
    let number = |cell: &&Cell| match cell {
        Cell::Money(number) | Cell::Count(number) => *number,
        other => panic!("{name} is {other:?}"),
    };
    cells(part, name).iter().map(number).sum()
}

#[test]
fn promotions_are_reported_to_the_cent() {
    let folder = Folder::new();
    let (path, proof) = whole(&folder, USUAL);
    let report = ask(&path, None, None);
    assert!(report.is_sound, "{:#?}", report.remarks);
    assert!(report.facts.contains(&("agrees with the ledger", Cell::Text("yes".to_owned()))));
    let promotions = part(&report, "promotions");
    assert_eq!(cells(promotions, "state"), [&Cell::Text("ended".to_owned())]);
    let counts = ["entries", "by wagers", "by hand", "from files", "that cannot win"];
    assert_eq!(counts.map(|name| sum(promotions, name)), [7, 0, 5, 2, 1]);
    let awards = part(&report, "awards");
    let drawn: usize = proof.draws.iter().map(|step| step.drawn.len()).sum();
    assert_eq!(awards.rows.len(), drawn);
    let settled = |cell: &&&Cell| **cell == &Cell::Text("settled".to_owned());
    assert_eq!(cells(awards, "state").iter().filter(settled).count(), 3);
    assert_eq!(
        ["in cash", "by cheque", "by transfer"].map(|it| sum(awards, it)),
        [1_000_000, 600_000, 400_000]
    );
    let money = part(&report, "money");
    let names = ["won in cash", "given back", "paid", "to be paid", "unexplained"];
    // The first prize was declined once, and put aside again for the next.
    assert_eq!(names.map(|it| sum(money, it)), [4_000_000, 2_000_000, 2_000_000, 0, 0]);
    let vouchers = part(&report, "vouchers");
    let names = ["issued", "exchanged", "expired", "outstanding"];
    assert_eq!(names.map(|it| sum(vouchers, it)), [50_000, 0, 50_000, 0]);
    assert!(
        cells(part(&report, "terms in force"), "words")
            .iter()
            .any(|cell| { **cell == Cell::Text("members over 18".to_owned()) })
    );
    // As it stood before the voucher was written off.
    let last = Reader::open(&path).unwrap().state().unwrap().number;
    let outstanding =
        (1..=last).map(|to| sum(part(&ask(&path, None, Some(to)), "vouchers"), "outstanding"));
    assert!(outstanding.collect::<Vec<_>>().contains(&50_000));
    assert!((1..=last).all(|to| ask(&path, None, Some(to)).is_sound));
}

/// No movement of a promotion's money can be missing, come twice or be larger without being noticed.
#[test]
fn money_that_is_another_is_found() {
    let folder = Folder::new();
    let (path, _) = whole(&folder, USUAL);
    let mut events = Vec::new();
    let replay = Replay::of(&Reader::open(&path).unwrap(), |_, _, _, answer| {
        events.extend(answer.events.iter().cloned());
    });
    let floor = replay.unwrap().floor;
    let found = |events: &[Event]| {
        let mut audit = PromotionAudit::default();
        events.iter().for_each(|event| audit.take(event));
        audit.faults(&floor)
    };
    assert!(found(&events).is_empty(), "{:?}", found(&events));
    let (mut tried, words) = (0, |event: &Event| format!("{event:?}"));
    for at in 0..events.len() {
        let Event::Posted(posting) = &events[at] else { continue };
        let text = words(&events[at]);
        if !text.contains("Promotion") && !text.contains("Voucher") {
            continue;
        }
        tried += 1;
        let mut missing = events.clone();
        missing.remove(at);
        assert!(!found(&missing).is_empty(), "{text}");
        let mut more = events.clone();
        let mut larger = *posting;
        larger.amount.0 += 1;
        more[at] = Event::Posted(larger);
        assert!(!found(&more).is_empty(), "{text}");
    }
    assert!(tried >= 7, "{tried}");
}

/// docs/examples/promotion.jsonl is what people and a program with a known secret do.
#[test]
fn the_example_is_played() {
    let folder = Folder::new();
    let path = folder.path("promotion");
    let live = Live::open(&path, options()).unwrap();
    let plan = Plan { named: false, removed: 3, one_each: false };
    let secret = Secret::fixed([5; 32]);
    let mut house = House { live, secret, plan, script: String::new() };
    house.until(|_| false);
    assert!(house.live.floor().now >= EXPIRES);
    let script = std::mem::take(&mut house.script);
    house.live.close().unwrap();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/promotion.jsonl");
    if std::env::var_os("CROUPIER_WRITE_EXAMPLE").is_some() {
        std::fs::write(&example, &script).unwrap();
    }
    assert_eq!(std::fs::read_to_string(example).unwrap(), script);
    assert!(faults(&path).is_empty());
}
