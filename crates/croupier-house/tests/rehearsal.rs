//! Whole nights from seeds, watched by an auditor who knows no rules: nothing breaks, all money adds up, every
//! card can be there, every clause is cited from the order of its game.
//!
//! `CROUPIER_FLOOR_SEEDS=100` plays as many seeds; without it 8.

use std::collections::BTreeMap;

use crate::support::auditor::Auditor;
use crate::support::{TABLES, rehearsal};
use croupier_engine::Player;
use croupier_floor::{Account, Act, ActResult, By, Currency, Dealing, Floor, TableAct, TableId};
use croupier_sheet::Step;

/// Compares the chips and tokens on every layout with the accounts.
fn check_felt(floor: &Floor) {
    let mut standing: BTreeMap<(Currency, TableId, Player), i64> = BTreeMap::new();
    for (&id, room) in &floor.rooms {
        room.table.each_standing(|wager| {
            let account = match wager.spot.tokens {
                true => (Currency::Tokens, id, wager.spot.player),
                false => (Currency::Chips, id, wager.spot.player),
            };
            *standing.entry(account).or_insert(0) += (wager.stake + wager.excess).0 as i64;
        });
    }
    let mut booked = BTreeMap::new();
    for (account, held) in floor.ledger.iter() {
        if let Account::Felt(table, player) | Account::TokenFelt(table, player, _) = account {
            *booked.entry((account.currency(), table, player)).or_insert(0) += held;
        }
    }
    assert_eq!(booked, standing);
}

#[test]
fn nights_from_seeds() {
    let (mut proved, mut rounds, mut denied, mut done) = (0, 0, 0, BTreeMap::new());
    let (mut objected, mut looked) = (0, [0; 3]);
    let seeds = std::env::var("CROUPIER_FLOOR_SEEDS");
    let seeds = seeds.map_or(8, |text| text.parse().expect("CROUPIER_FLOOR_SEEDS is a number"));
    for seed in 0..seeds {
        let mut floor = Floor::default();
        let mut rehearsal = rehearsal(seed, TABLES, 40);
        let mut auditor = Auditor::new();
        for step in 0..30_000 {
            let next = rehearsal.next(&floor);
            let before = (step % 64 == 0).then(|| floor.clone());
            let answer = floor.act(next.at, &next.who, &next.act);
            auditor.watch(&next.act, &answer, &floor);
            match &answer.verdict {
                ActResult::Denied(no) => {
                    objected +=
                        u32::from(no.by() == By::Rules && is_card_by_hand(&floor, &next.act));
                    denied += u32::from(no.by() == By::Rights);
                    if let Some(mut before) = before.filter(|_| answer.events.is_empty()) {
                        before.now = floor.now;
                        assert_eq!(before, floor, "seed {seed}: {} {}", next.who, next.act.write());
                    }
                }
                ActResult::Done | ActResult::Waits { .. } => {
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
                auditor.close(&floor);
            }
        }
        (0..3).for_each(|at| looked[at] += auditor.looked[at]);
    }
    assert!(objected > 50, "the floor objected to {objected} cards");
    assert!(looked.iter().all(|count| *count > 10_000), "lines, cards, clauses: {looked:?}");
    assert!(proved > 2_000 && rounds > 2_000 && denied > 50, "{proved} {rounds} {denied}");
    for wanted in ["limit", "own-limit", "leave", "fill", "approve", "complain", "close", "variant"]
    {
        assert!(done.contains_key(wanted), "{wanted} was never done: {done:?}");
    }
}

/// Whether an act is a card that a dealer keys in.
fn is_card_by_hand(floor: &Floor, act: &Act) -> bool {
    let Act::TableAct(TableAct::Step { table, step }) = act else { return false };
    let by_hand = floor.rooms.get(table).is_some_and(|room| room.dealing == Dealing::Physical);
    by_hand && matches!(step, Step::Card(_))
}
