//! Strategy files: what is read, and where a mistake is found.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use croupier_sim::Stream;
use croupier_sim::strategy::{Number, Strategy};

const HEAD: &str = "game = \"craps\"\n[variables]\nunit = 10\nline = [1, 2]\n";

/// Reads a file that must be wrong, and checks where and how.
fn check(source: &str, place: (usize, usize), what: &str, hint: &str) {
    let mistake = Strategy::read(source).expect_err(source);
    assert_eq!((mistake.line, mistake.column), place, "{mistake}\n{}", mistake.shown());
    assert!(mistake.what.contains(what), "{mistake}");
    assert!(mistake.hint.clone().unwrap_or_default().contains(hint), "{mistake:?}");
    assert!(mistake.shown().contains('^'));
}

/// Checks a rule below the usual head, which has four lines.
fn check_rule(rule: &str, place: (usize, usize), what: &str, hint: &str) {
    check(&format!("{HEAD}[[before]]\n{rule}"), place, what, hint);
}

#[test]
fn a_file_that_is_not_toml() {
    check("game = \"craps\"\nabout = \"x\n", (2, 11), "invalid", "");
    check("game = craps\n", (1, 8), "", "");
    check("", (1, 1), "does not say its game", "casino-war");
}

#[test]
fn a_key_that_means_nothing() {
    check("gane = \"craps\"\n", (1, 1), "unknown key gane", "did you mean game?");
    check_rule("wager = \"field\"\nstakes = 5\n", (7, 1), "unknown key stakes", "stake");
    check_rule("wager = \"field\"\nstake = 5\nby = 5\n", (8, 1), "unknown key by", "");
    check_rule("if = \"true\"\n", (5, 1), "does nothing", "take-down");
    check_rule("wager = \"field\"\nleave = true\n", (5, 1), "wager and leave at once", "");
    check_rule("wager = \"field\"\n", (5, 1), "wager needs stake", "");
}

#[test]
fn a_wager_that_is_not_there() {
    check("game = \"crabs\"\n", (1, 8), "no game \"crabs\"", "did you mean craps?");
    check_rule("wager = \"win-lime\"\nstake = 5\n", (6, 10), "no wager \"win-lime\"", "win-line");
    check_rule("wager = \"initial\"\nstake = 5\n", (6, 10), "a wager of Casino War", "");
    check_rule("wager = \"place-win\"\nstake = 5\n", (6, 9), "needs a number", "place-win 4");
    check_rule("wager = \"place-win 7\"\nstake = 5\n", (6, 9), "never on 7", "4, 5, 6, 8, 9, 10");
    check_rule("wager = \"field 7\"\nstake = 5\n", (6, 9), "not on a number", "");
    check_rule("wager = \"come 6\"\nstake = 5\n", (6, 9), "only a roll gives come a number", "");
    let rule = "wager = \"place-win\"\nnumbers = [6, 7]\nstake = 5\n";
    check_rule(rule, (7, 15), "never on 7", "");
    let war = "game = \"casino-war\"\n[[before]]\nwager = \"war\"\nstake = 5\n";
    check(war, (2, 1), "placed by a choice", "choice = \"war\"");
}

/// Who writes the signs of other languages is told the words.
#[test]
fn a_sign_that_is_a_word_here() {
    let check_if = |formula: &str, column: usize, hint: &str| {
        let rule = format!("wager = \"field\"\nstake = 5\nif = \"{formula}\"\n");
        check_rule(&rule, (8, 6 + column), "found", hint);
    };
    check_if("point == 6 && roll == 7", 12, "write and");
    check_if("(point == 6 & roll == 7)", 13, "write and");
    check_if("point == 6 || roll == 7", 12, "write or");
    check_if("!hard", 1, "write not");
    check_if("point = 6", 7, "write ==");
}

#[test]
fn a_value_of_the_wrong_kind() {
    check_rule("wager = 5\nstake = 5\n", (6, 9), "expected a text in quotes, found a number", "");
    check_rule("wager = \"field\"\nstake = true\n", (7, 9), "found true or false", "");
    check_rule("wager = \"field\"\nstake = 1.23456\n", (7, 9), "four decimals", "");
    check_rule("wager = \"field\"\nstake = \"point == 6\"\n", (7, 10), "found a condition", "");
    check_rule(
        "wager = \"field\"\nif = \"unit\"\nstake = 5\n",
        (7, 7),
        "found a number",
        "compares",
    );
    check_rule("wager = \"field\"\nstake = \"line\"\n", (7, 10), "found a list", "");
    check_rule("wager = \"field\"\nstake = 5\nshort = \"never\"\n", (8, 9), "short", "skip");
    check("game = \"craps\"\nbefore = 5\n", (2, 10), "double brackets", "");
    check("game = \"craps\"\nvariant = \"even-money\"\n", (2, 11), "no variant", "");
}

/// A formula is in a text; the column is still that of the file.
#[test]
fn a_formula_that_does_not_read() {
    let check = |formula: &str, column: usize, what: &str, hint: &str| {
        let rule = format!("wager = \"field\"\nstake = 5\nif = \"{formula}\"\n");
        check_rule(&rule, (8, 6 + column), what, hint);
    };
    check("point = 6", 7, "found =", "==");
    check("point == ", 10, "expected a value, found the end", "");
    check("(point == 6", 12, "expected ), found the end", "");
    check("point == 6 and", 15, "expected a value", "");
    check("poimt == 6", 1, "nothing is called poimt", "did you mean point?");
    check("total == 6", 1, "total is known only in [[choose]]", "");
    check("number == 6", 1, "only in a rule with numbers", "");
    check("count > 1", 1, "only in a game of cards", "");
    check("[place-win] > 0", 11, "place-win needs a number", "[place-win 4]");
    check("[place-win 7] > 0", 12, "place-win is never on 7", "");
    check("[tie] > 0", 2, "tie is a wager of", "");
    check("minn(1, 2) > 1", 1, "there is no function minn", "min");
    check("min(1) > 1", 1, "min needs 2 values, found 1", "");
    check("first(unit) > 1", 7, "expected a list, found a number", "");
    check("point in (4, won)", 14, "expected a number, found a condition", "");
    check("1.23456 > 1", 1, "four decimals", "");
    check("point == 6 point", 12, "expected an operator or the end, found point", "");
    check("won > 0", 1, "expected a number, found a condition", "");
    check(&"(".repeat(80), 51, "nested too deeply", "");
}

#[test]
fn other_sections() {
    let after =
        |text: &str| format!("{HEAD}[[before]]\nwager = \"field\"\nstake = 5\n[[after]]\n{text}");
    check(&after("result = \"won\"\nset = { unit = 5 }\n"), (9, 10), "not a result", "win");
    check(&after("set = { unot = 5 }\n"), (9, 9), "not one of the [variables]", "unit");
    check(&after("set = { line = 5 }\n"), (9, 16), "expected a list", "");
    check(&after("numbers = [6]\nset = { unit = 5 }\n"), (9, 11), "numbers needs wager", "");
    check(&format!("{HEAD}[[choose]]\nchoice = \"war\"\n"), (6, 10), "nothing to choose", "");
    check("game = \"craps\"\n[count]\nA = 1\n", (2, 1), "no cards to count", "");
    check("game = \"craps\"\n[variables]\npoint = 1\n", (3, 1), "something else already", "");
    check("game = \"craps\"\n[variables]\nBig = 1\n", (3, 1), "not a name", "small letters");
    let war = "game = \"casino-war\"\n[[before]]\nwager = \"initial\"\nstake = 5\n";
    check(war, (5, 1), "not every decision is made", "war or surrender");
    let if_only = format!("{war}[[choose]]\nchoice = \"war\"\nif = \"card_1 > 7\"\n");
    check(&if_only, (5, 1), "not every decision is made", "no `if`");
    let down = "game = \"casino-war\"\n[[before]]\ntake-down = \"initial\"\n";
    check(down, (3, 13), "Casino War has no take-down", "one round");
    check("game = \"casino-war\"\n[count]\nB = 1\n", (3, 1), "not a rank", "");
    check("game = \"craps\"\n", (1, 1), "never wagers", "");
}

/// Whatever a file has in it, reading it ends with a strategy or a mistake in one of its lines.
#[test]
fn a_damaged_file_is_read_or_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../strategies");
    let mut chance = Stream::new(5, 0);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().flatten().collect();
    files.sort_by_key(std::fs::DirEntry::path);
    for file in files {
        let text = std::fs::read_to_string(file.path()).unwrap();
        for _ in 0..300 {
            let mut bytes: Vec<u8> = text.bytes().collect();
            for _ in 0..=chance.below(3) {
                let at = chance.below(bytes.len() as u32) as usize;
                match chance.below(3) {
                    0 if bytes.len() > 1 => drop(bytes.remove(at)),
                    0 | 1 => bytes.insert(at, b"[]()\"'=.,-0 9a\n"[chance.below(15) as usize]),
                    _ => bytes.truncate(at.max(1)),
                }
            }
            let damaged = String::from_utf8_lossy(&bytes);
            if let Err(mistake) = Strategy::read(&damaged) {
                assert!(mistake.line <= damaged.lines().count() + 1, "{mistake}");
                assert!(!mistake.what.is_empty() && !mistake.shown().is_empty());
            }
        }
    }
}

#[test]
fn a_number_can_be_changed() {
    let source = format!("{HEAD}[[before]]\nwager = \"field\"\nstake = \"unit\"\n");
    let mut strategy = Strategy::read(&source).unwrap();
    assert_eq!(strategy.variables(), ["unit"]);
    strategy.set("unit", Number::whole(25)).unwrap();
    assert!(strategy.set("line", Number::whole(1)).unwrap_err().contains("it has unit"));
}
