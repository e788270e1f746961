//! Other prices: every name that is taken changes what it names, and all prices of the orders have one.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use croupier_engine::input::Choice;
use croupier_engine::jackpot::Jackpot;
use croupier_engine::{Cents, Kind, Setup};
use croupier_odds::{Prices, Question, Report, Strategy, Unanswered, odds};

/// Clauses of odds that write a list, a note or no price at all.
const WITHOUT_A_PRICE: [(Kind, &str); 7] = [
    (Kind::Baceball, "9.1"),
    (Kind::Craps, "8.1"),
    (Kind::Craps, "8.1/Horn note"),
    (Kind::Craps, "8.1/Crap-Eleven note"),
    (Kind::ThreeCardBaccarat, "11.1"),
    (Kind::ThreeCardBaccarat, "11.2"),
    (Kind::LuckyDrawBaccarat, "9.1.5.1"),
];

fn question(kind: Kind, variant: Option<u8>, pays: &str) -> Question {
    let jackpot = kind.house().jackpot.map(|_| Jackpot {
        wager: Cents(500),
        major: Cents(0),
        minor: Cents(0),
        mystery: false,
        pools: 1,
        increment: (0, 1),
        seed: Cents(0),
        linked: Vec::new(),
    });
    let prices = Prices::read(kind, pays).unwrap_or_else(|why| panic!("{pays}: {why}"));
    Question { prices, ..Question::new(kind, Setup { variant, jackpot, ..Setup::default() }) }
}

fn report(kind: Kind, variant: Option<u8>, pays: &str) -> Report {
    odds(&question(kind, variant, pays)).unwrap()
}

/// What a report says, as one text.
fn said(report: &Report) -> String {
    let line = |odds: &croupier_odds::Odds| format!("{} {:?}\n", report.name(odds), odds.outcomes);
    report.wagers.iter().map(line).collect()
}

/// All games, with and without their variants.
fn tables() -> impl Iterator<Item = (Kind, Option<u8>)> {
    Kind::ALL.into_iter().flat_map(|kind| {
        let variants = (0..kind.house().variants.len()).map(|variant| Some(variant as u8));
        std::iter::once(None).chain(variants).map(move |variant| (kind, variant))
    })
}

/// The wagers that can be priced, each with its clauses.
fn names(kind: Kind, variant: Option<u8>) -> Vec<(String, Vec<String>)> {
    let list = Prices::names(kind, variant);
    let lines = list.lines().map(|line| line.trim().split_once("  ").unwrap());
    lines
        .map(|(wager, clauses)| {
            (wager.to_owned(), clauses.trim().split("; ").map(str::to_owned).collect())
        })
        .collect()
}

#[test]
fn every_name_changes_the_odds() {
    for (kind, variant) in tables() {
        let order = said(&report(kind, variant, ""));
        for (wager, clauses) in names(kind, variant) {
            let wager = (!wager.starts_with('(')).then_some(wager);
            for name in wager.into_iter().chain(clauses) {
                let changed = report(kind, variant, &format!("{name}=77777:1"));
                assert_ne!(said(&changed), order, "{} {variant:?} {name}", kind.name());
            }
        }
    }
}

/// No win of a wager keeps its price when the wager is given another.
#[test]
fn a_wager_s_name_changes_all_of_its_wins() {
    for (kind, variant) in tables() {
        let order = report(kind, variant, "");
        for (wager, clauses) in names(kind, variant) {
            if wager.starts_with('(') {
                continue;
            }
            let changed = report(kind, variant, &format!("{wager}=77777:1"));
            for old in order.wagers.iter().filter(|odds| order.spot(odds) == wager) {
                let new = changed.find(&wager, old.mark).unwrap();
                let own = |clause: &str| clauses.iter().any(|known| known == clause);
                for outcome in old.outcomes.iter().filter(|outcome| own(outcome.clause.0)) {
                    let same = |other: &&croupier_odds::Outcome| {
                        other.clause == outcome.clause && other.net == outcome.net
                    };
                    let wins = outcome.result.name() == "win";
                    assert!(!wins || !new.outcomes.iter().any(|other| same(&other)), "{outcome:?}");
                }
            }
        }
    }
}

/// The register's own figures, asked for as prices, change nothing: the map and the engine agree with it.
#[test]
fn every_price_of_the_register_is_known() {
    for kind in Kind::ALL {
        let file =
            format!("{}/../../rules/{}.clauses.tsv", env!("CARGO_MANIFEST_DIR"), kind.name());
        let register = std::fs::read_to_string(file).unwrap();
        let mut seen = 0;
        for line in register.lines() {
            let fields: Vec<_> = line.split('\t').collect();
            let (clause, is_odds, figures) = (fields[0], fields[1] == "odds", fields[5]);
            let variants = tables().filter(|(game, _)| *game == kind).map(|(_, variant)| variant);
            let mut at = variants.filter(|variant| {
                names(kind, *variant).iter().any(|(_, clauses)| clauses.iter().any(|c| c == clause))
            });
            let Some(variant) = at.next() else {
                let known = WITHOUT_A_PRICE.contains(&(kind, clause));
                assert!(!is_odds || known, "{} {clause} writes a price", kind.name());
                continue;
            };
            seen += 1;
            // One clause writes two prices.
            let figures = if clause == "11.2.1" { "1 to 2" } else { figures };
            let words: Vec<_> = figures.split([' ', ';']).collect();
            let price = match words.iter().position(|word| *word == "to" || *word == "x") {
                Some(at) if words[at] == "to" => format!("{}:{}", words[at - 1], words[at + 1]),
                Some(at) => format!("{}:1", words[at - 1]),
                None => continue,
            };
            // "chosen count 0 to 9" is no price.
            if figures.starts_with("chosen") {
                continue;
            }
            let order = said(&report(kind, variant, ""));
            let again = said(&report(kind, variant, &format!("{clause}={price}")));
            assert!(again == order, "{} {clause} {price}", kind.name());
        }
        assert!(seen > 3, "{}", kind.name());
    }
}

/// A clause goes before a wager's name, however they are ordered.
#[test]
fn the_order_of_prices_does_not_matter() {
    let edges = |pays| said(&report(Kind::CasinoWar, None, pays));
    assert_eq!(edges("war=3:1,10.2=9:1"), edges("10.2=9:1,war=3:1"));
    assert_ne!(edges("war=3:1,10.2=9:1"), edges("war=3:1"));
    assert_eq!(
        question(Kind::CasinoWar, None, "war=3:1,10.2=9:1").prices,
        question(Kind::CasinoWar, None, "10.2=9:1,war=3:1").prices
    );
}

#[test]
fn a_price_of_another_table_is_refused() {
    let check = |question: &Question, want: &str| match odds(question) {
        Err(Unanswered::Price(why)) => assert_eq!(why, want),
        other => panic!("{other:?}"),
    };
    let why = |name| format!("\"{name}\" is a price of another variant of Three Card Baccarat");
    check(&question(Kind::ThreeCardBaccarat, Some(0), "11.1.1=1:1"), &why("11.1.1"));
    check(&question(Kind::ThreeCardBaccarat, Some(0), "11.1.3=20:1"), &why("11.1.3"));
    check(&question(Kind::ThreeCardBaccarat, None, "11.2.1=1:1"), &why("11.2.1"));
    let war = question(Kind::CasinoWar, None, "war=3:1");
    check(
        &Question { strategy: Strategy::Always(Choice::Surrender), ..war },
        "\"war\" prices a war, and this player always surrenders",
    );
    check(
        &question(Kind::LuckyDrawBaccarat, None, "9.1.3=1:999983,9.1.4=1:999979,9.1.5=1:999961"),
        "these prices have no common denominator of at most 1000000000000000",
    );
}

/// The commission of a Lay is 5 % of what it can win, at whatever price.
#[test]
fn the_commission_of_a_lay_follows_its_price() {
    let edge = |pays: &str, mark| {
        report(Kind::Craps, None, pays).find("lay", Some(mark)).unwrap().edge().to_string()
    };
    assert_eq!(edge("", 4), "1/40");
    // Won in 6 of 9 and 6 of 11, for a charge of a twentieth.
    assert_eq!(edge("lay=1:1", 4), "-17/60");
    assert_eq!(edge("lay=1:1", 6), "-9/220");
    assert_eq!(edge("8.1/Lay 4=1:1", 4), "-17/60");
    assert_eq!(edge("8.1/Lay 4=1:1", 6), edge("", 6));
}
