//! Whole nights from seeds: nothing breaks, all money adds up, and what is on the layout is in the ledger.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;

use croupier_floor::{Account, By, Floor, Rehearsal, Secret, Verdict};

/// Compares the chips and tokens on every layout with the accounts.
fn check_felt(floor: &Floor) {
    let mut standing: BTreeMap<Account, i64> = BTreeMap::new();
    for (&id, room) in &floor.rooms {
        room.table.each_standing(|wager| {
            let account = match wager.tokens {
                true => Account::TokenFelt(id, wager.player),
                false => Account::Felt(id, wager.player),
            };
            *standing.entry(account).or_insert(0) += (wager.stake + wager.excess).0 as i64;
        });
    }
    let on_felt = |account: &Account| matches!(account, Account::Felt(..) | Account::TokenFelt(..));
    let booked: BTreeMap<_, _> =
        floor.ledger.iter().filter(|(account, _)| on_felt(account)).collect();
    assert_eq!(booked, standing);
}

#[test]
fn nights_from_seeds() {
    let (mut proved, mut rounds, mut denied, mut done) = (0, 0, 0, BTreeMap::new());
    for seed in 0..6 {
        let mut floor = Floor::default();
        let mut rehearsal = Rehearsal::new(seed, 10, 40, Secret([seed as u8; 32]));
        for step in 0..30_000 {
            let next = rehearsal.next(&floor);
            let before = (step % 64 == 0).then(|| floor.clone());
            let answer = floor.act(next.at, &next.who, &next.act);
            match &answer.verdict {
                Verdict::Denied(no) => {
                    denied += u32::from(no.by == By::Rights);
                    if let Some(mut before) = before.filter(|_| answer.events.is_empty()) {
                        before.now = floor.now;
                        assert_eq!(before, floor, "seed {seed}: {} {}", next.who, next.act.write());
                    }
                }
                Verdict::Done | Verdict::Waits { .. } => {
                    let what = next.act.write();
                    let what = what.split('"').nth(1).unwrap_or("").to_owned();
                    *done.entry(what).or_insert(0_u32) += 1;
                }
            }
            let text = answer.write();
            proved += text.matches("proved").count();
            rounds += text.matches("\"round\":{").count();
            if step % 16 == 0 {
                assert!(floor.ledger.balances(), "seed {seed}, step {step}");
                check_felt(&floor);
            }
        }
    }
    assert!(proved > 2_000 && rounds > 2_000 && denied > 50, "{proved} {rounds} {denied}");
    for wanted in ["limit", "own-limit", "leave", "fill", "approve", "complain", "close", "variant"]
    {
        assert!(done.contains_key(wanted), "{wanted} was never done: {done:?}");
    }
}
