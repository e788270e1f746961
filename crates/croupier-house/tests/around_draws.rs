//! What verify says of a promotion besides its figures: values and seeds that were known too soon, what staff did between
//! value and draw, and texts that must be kept.

use std::path::{Path, PathBuf};

use crate::desk::{ONE, USUAL};
use crate::promotion_house::House;
use crate::support::{Folder, options};
use croupier_floor::{Act, ActResult, Entrant, HOUSE, PromotionState};
use croupier_house::{Live, Proof, Replay, Secret, prove};
use croupier_journal::{Reader, VerifyOptions};
use rusqlite::Connection;

fn proved(path: &Path) -> Proof {
    prove(path, &VerifyOptions::default(), false, |_| ()).unwrap()
}

fn attend(digits: &str) -> Act {
    let value = digits.repeat(32);
    let act = format!(r#"{{"attend-draw":{{"promotion":1,"value":"{value}"}}}}"#);
    Act::parse(act.as_bytes()).unwrap()
}

fn has_value(house: &House) -> bool {
    house.live.floor().promotions.get(ONE).is_some_and(|it| it.draw.value.is_some())
}

/// Somebody does something that is denied.
fn is_denied(house: &mut House, who: &str, act: &Act) {
    let now = house.live.floor().now + 1_000;
    assert!(matches!(house.tells(now, who, act), ActResult::Denied(_)), "{}", act.write());
}

/// A second person agrees to all that waits for one.
fn approve(house: &mut House) {
    while let Some(request) = house.live.floor().requests.keys().next().copied() {
        house.says("mia", &format!(r#"{{"approve":{{"request":{request}}}}}"#));
    }
}

/// A value that stands in the journal before entries close is one that the house could choose entries by.
#[test]
fn a_value_that_was_known_too_soon_is_a_fault() {
    // Which value the scrutineer gives at the draw is that of the desk.
    let folder = Folder::new();
    let path = folder.path("usual");
    let mut house = House::open(&path, USUAL);
    house.until(has_value);
    let used = house.live.floor().promotions.get(ONE).unwrap().draw.value.unwrap();
    let used = croupier_floor::hex(&used)[..2].to_owned();
    house.live.close().unwrap();
    for (state, digits, fault, note) in [
        (PromotionState::Running, &*used, true, false),
        (PromotionState::Running, "77", false, true),
        (PromotionState::EntriesClosed, &*used, false, false),
        (PromotionState::EntriesClosed, "77", false, true),
    ] {
        let folder = Folder::new();
        let path = folder.path("promotion");
        let mut house = House::open(&path, USUAL);
        house.until(|house| house.state() == Some(state));
        is_denied(&mut house, "scot", &attend(digits));
        house.until(|_| false);
        house.live.close().unwrap();
        let proof = proved(&path);
        let known = proof.faults.iter().any(|it| it.contains("was known before entries closed"));
        assert_eq!(known, fault, "{state:?} {digits}: {:?}", proof.faults);
        assert_eq!(proof.sound, !fault, "{:?}", proof.faults);
        let other = proof.notes.iter().any(|it| it.contains("another value was given"));
        assert_eq!(other, note, "{state:?} {digits}: {:?}", proof.notes);
    }
}

/// A seed that stands in an act that was denied can be read by whoever gives the value.
#[test]
fn a_seed_that_was_known_too_soon_is_a_fault() {
    let folder = Folder::new();
    let open = |path: &Path| {
        let live = Live::open(path, options()).unwrap();
        House { live, secret: Secret::fixed([5; 32]), plan: USUAL, script: String::new() }
    };
    let mut house = open(&folder.path("promotion"));
    house.until(has_value);
    let now = house.live.floor().now + 1_000;
    let draw = house.secret.next_for_promotions(house.live.floor(), now).unwrap();
    assert_eq!(draw.name(), "draw-promotion");
    house.live.close().unwrap();
    // A house with the same seed shows it before anybody has given a value.
    let other = folder.path("other");
    let mut house = open(&other);
    house.until(|house| house.state() == Some(PromotionState::EntriesClosed));
    is_denied(&mut house, HOUSE, &draw);
    house.until(|_| false);
    house.live.close().unwrap();
    let proof = proved(&other);
    assert!(
        proof.faults.iter().any(|it| it.contains("stands in an act that was denied")),
        "{:?}",
        proof.faults
    );
}

/// Somebody gets other roles, and so cannot win, when who wins can be computed: whoever reads the journal is told.
#[test]
fn what_staff_do_between_value_and_draw_is_noted() {
    for (valued, wanted) in [(true, true), (false, false)] {
        let folder = Folder::new();
        let path = folder.path("promotion");
        let mut house = House::open(&path, USUAL);
        house.until(|house| match valued {
            true => has_value(house),
            false => house.state() == Some(PromotionState::EntriesClosed),
        });
        house.says("max", r#"{"set-roles":{"name":"cyd","roles":["inspector"]}}"#);
        approve(&mut house);
        house.until(|_| false);
        house.live.close().unwrap();
        let proof = proved(&path);
        assert!(proof.sound, "{:?}", proof.faults);
        let noted = proof
            .notes
            .iter()
            .any(|it| it.contains("was given other roles between its value and its draw"));
        assert_eq!(noted, wanted, "{:?}", proof.notes);
    }
}

/// Erases what stands beside the journal under a commitment.
fn erase(path: &Path, words: croupier_floor::Commitment) {
    let id = words.id().cast_signed();
    let gone = Connection::open(path).unwrap().execute("DELETE FROM beside WHERE id = ?1", [id]);
    assert_eq!(gone.unwrap(), 1);
}

/// Who was drawn, and who was denied a large prize, is kept; other names may be erased.
#[test]
fn who_was_drawn_or_denied_is_kept() {
    let (mut drawn, mut undrawn) = (0, 0);
    for _ in 0..12 {
        let folder = Folder::new();
        let path: PathBuf = folder.path("promotion");
        let mut house = House::open(&path, USUAL);
        house.until(|_| false);
        house.live.close().unwrap();
        let replay = Replay::of(&Reader::open(&path).unwrap(), |_, _, _, _| ()).unwrap();
        let promotion = replay.floor.promotions.get(ONE).unwrap();
        let names = |who: Entrant| match who {
            Entrant::Named(name) => Some(name),
            Entrant::Person(_) => None,
        };
        let won = promotion.awards.iter().filter(|it| it.words().0 != "passed-over");
        let won: Vec<_> = won.filter_map(|award| names(award.who)).collect();
        let proof = replay.draws.proof(&replay.floor, ONE).unwrap();
        let all = proof.entries.iter().filter_map(|entry| match entry {
            croupier_house::ProofEntry::Open(open) => names(open.who),
            croupier_house::ProofEntry::Leaf(_) => None,
        });
        let Some(name) = all.clone().next() else { continue };
        let is_drawn = won.contains(&name);
        erase(&path, name);
        let found = proved(&path);
        let fault = found.faults.iter().any(|it| it.contains("the name that was drawn"));
        assert_eq!(fault, is_drawn, "{:?}", found.faults);
        (drawn, undrawn) = (drawn + u32::from(is_drawn), undrawn + u32::from(!is_drawn));
    }
    assert!(drawn > 0 && undrawn > 0, "{drawn} {undrawn}");
}

/// Name, address and reason of a claim above the amount are kept for ever.
#[test]
fn a_claim_that_was_denied_is_kept() {
    let folder = Folder::new();
    let path = folder.path("promotion");
    let mut house = House::open(&path, USUAL);
    house.until(|house| house.state() == Some(PromotionState::Drawn));
    house.says(
            "pam",
            r#"{"refuse-claim":{"promotion":1,"value":20000,"why":"no ticket","claimant":"Eve","address":"1 High St"}}"#,
        );
    approve(&mut house);
    let claim = house.live.floor().promotions.get(ONE).unwrap().claims[0].clone();
    house.live.close().unwrap();
    erase(&path, claim.address.unwrap());
    let found = proved(&path);
    let fault = found.faults.iter().any(|it| it.contains("who was denied claim 1"));
    assert!(fault, "{:?}", found.faults);
}
