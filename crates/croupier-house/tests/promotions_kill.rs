//! A house with a promotion is killed after every single act, from the draft to the end: it goes on with the same seed,
//! draws once, and pays nothing twice.

use crate::desk;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::desk::{Next, ONE, USUAL};
use crate::support::{Folder, options};
use croupier_floor::{
    Act, ActResult, AwardStage, Event, HOUSE, PromotionAct, PromotionChange, PromotionState,
    VoucherId,
};
use croupier_house::{Live, Replay, prove};
use croupier_journal::{Reader, VerifyOptions};

/// Not a test by itself: the process that is killed.
#[test]
#[ignore = "is started by the other test of this file"]
fn the_one_that_is_killed() {
    let Some(path) = std::env::var_os("CROUPIER_PROMOTION_TO_KILL").map(PathBuf::from) else {
        return;
    };
    let mut live = Live::open(&path, options()).unwrap();
    let secret = live.secret(&path.with_extension("secret")).unwrap();
    loop {
        let soon = live.floor().now + 1_000;
        let (who, act, at) = match desk::next(live.floor(), USUAL) {
            Next::Act(who, act, at) => (who, Some(*act), at.max(soon)),
            Next::Wait(until) => (HOUSE, None, until.max(soon)),
            Next::Over => break,
        };
        let programs = secret.next_for_promotions(live.floor(), at);
        let who = if programs.is_some() { HOUSE } else { who };
        let act = programs.or(act).expect("the program does nothing, and everybody waits for it");
        let told = live.act(at, who, &act).unwrap();
        let fine = !matches!(told.answer.verdict, ActResult::Denied(_));
        assert!(fine, "{who}: {}: {:?}", act.write(), told.answer.verdict);
        told.ticket.wait().unwrap();
        std::io::stdout().write_all(b"ack\n").unwrap();
    }
    live.close().unwrap();
}

/// Lets a process run until it has acknowledged so many acts, and kills it; returns how many it has acknowledged, and
/// whether it had come to the end before.
fn run_and_kill(path: &Path, most: usize) -> (usize, bool) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["promotions_kill::the_one_that_is_killed", "--exact", "--ignored", "--nocapture"])
        .env("CROUPIER_PROMOTION_TO_KILL", path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let mut count = 0;
    for line in output.lines() {
        count += usize::from(line.unwrap() == "ack");
        if count == most {
            child.kill().unwrap();
        }
    }
    let ended = child.wait().unwrap().success();
    assert!(ended || count >= most, "the process broke down by itself");
    (count, ended)
}

/// What the house had committed itself to, where the promotion had started.
fn committed(path: &Path) -> Option<String> {
    let replay = Replay::of(&Reader::open(path).unwrap(), |_, _, _, _| ()).unwrap();
    let promotion = replay.floor.promotions.get(ONE)?;
    promotion.started.and_then(|_| promotion.draw.commitment.clone())
}

/// Proves a promotion that has come to its end.
fn check(path: &Path, before: Option<&String>, context: &str) {
    let reader = Reader::open(path).unwrap();
    let (mut drawn, mut paid, mut expired) = (0, 0, 0);
    let replay = Replay::of(&reader, |_, _, act, answer| {
        if let Act::PromotionAct(PromotionAct::ExpireVoucher { number: VoucherId(7) }) = act {
            expired += u32::from(answer.is_done());
        }
        for event in &answer.events {
            match event {
                Event::Promotion { change: PromotionChange::Revealed { .. }, .. } => drawn += 1,
                Event::Promotion { change: PromotionChange::Paid { .. }, .. } => paid += 1,
                _ => {}
            }
        }
    });
    let replay = replay.unwrap();
    let promotion = replay.floor.promotions.get(ONE).unwrap();
    assert_eq!((promotion.state, drawn, paid, expired), (PromotionState::Ended, 1, 1, 1));
    let settled = promotion.awards.iter().filter(|award| award.stage == AwardStage::Settled);
    assert_eq!(settled.count(), 3, "{context}");
    // What was committed to before the house was killed is what it was drawn from.
    assert!(before.is_none() || before == promotion.draw.commitment.as_ref(), "{context}");
    let proof = replay.draws.proof(&replay.floor, ONE).unwrap();
    let wrong: Vec<_> = proof.check().into_iter().filter(|checked| !checked.right).collect();
    assert!(wrong.is_empty(), "{context}: {wrong:?}");
    let proved = prove(path, &VerifyOptions::default(), false, |_| ()).unwrap();
    assert!(proved.sound, "{context}: {:#?}", proved.faults);
    assert_eq!(proved.played.unwrap().promotions, 1, "{context}");
}

#[test]
fn killed_between_commitment_and_closing_and_value_and_draw() {
    let whole = Folder::new();
    let path = whole.path("promotion");
    let (total, ended) = run_and_kill(&path, usize::MAX);
    assert!(ended);
    check(&path, None, "not killed");
    for kill_at in 1..total {
        let folder = Folder::new();
        let path = folder.path("promotion");
        run_and_kill(&path, kill_at);
        let before = committed(&path);
        let (_, ended) = run_and_kill(&path, usize::MAX);
        assert!(ended);
        check(&path, before.as_ref(), &format!("killed after {kill_at}"));
    }
}
