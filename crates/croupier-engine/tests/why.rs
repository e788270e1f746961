//! Every reason for a refusal has a code of its own, by which it is found again.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;

use croupier_engine::{AnyTable, Cents, Input, Kind, Player, Setup, Spot, Why};

/// Writes the name of a variant as codes are written.
fn kebab(name: &str) -> String {
    let mut code = String::new();
    for (at, letter) in name.char_indices() {
        if at > 0 && letter.is_uppercase() {
            code.push('-');
        }
        code.push(letter.to_ascii_lowercase());
    }
    code
}

#[test]
fn every_reason_has_a_code_of_its_own() {
    let codes: BTreeSet<_> = Why::ALL.iter().map(|why| why.code()).collect();
    assert_eq!(codes.len(), Why::ALL.len(), "two reasons have one code");
    for why in Why::ALL {
        assert_eq!(Why::from_code(why.code()), Some(*why));
        assert_eq!(why.code(), kebab(&format!("{why:?}")), "a code is the name of its reason");
    }
    assert_eq!(Why::from_code("no-such-code"), None);
}

/// A refusal is no larger than its clause and a word: deciding hands it on at every step.
#[test]
fn a_reason_is_one_byte() {
    assert_eq!(size_of::<Why>(), 1);
}

#[test]
fn a_refusal_is_written_as_code_and_clause() {
    let kind = Kind::named("casino-war").unwrap();
    let table = AnyTable::open(kind, &Setup::default()).unwrap();
    let on = kind.wager("initial").unwrap();
    let spot = Spot { player: Player(1), area: None, on, mark: None, tokens: false };
    let input = Input::Wager { spot, amount: Cents(500), confirmed: false };
    let refusal = table.decide(&input).unwrap_err();
    assert_eq!(refusal.why, Why::NoSuchArea);
    assert_eq!(refusal.to_string(), format!("no-such-area ({})", refusal.clause));
}
