//! Every floor sheet of the project gets what it wants.

use std::path::{Path, PathBuf};

use croupier_engine::Kind;
use croupier_house::floor_sheet::{GUEST, PEOPLE, check, sheets};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Lists the files with floor sheets of a game.
fn files(kind: Kind) -> Vec<PathBuf> {
    let folder = root().join("sheets").join(kind.name()).join("floor");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_floor_sheet_gets_what_it_wants() {
    let mut wrong = Vec::new();
    let mut played = 0;
    for file in Kind::ALL.into_iter().flat_map(files) {
        let name = file.strip_prefix(root()).unwrap().display().to_string();
        let text = std::fs::read_to_string(&file).unwrap();
        let found = sheets(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(found.len(), 1, "{name}: a file has one sheet");
        for (_, sheet) in found {
            played += 1;
            match check(sheet) {
                Ok(outcome) if outcome.differences.is_empty() => {}
                Ok(outcome) => {
                    let all = outcome.differences.join("\n    ");
                    wrong.push(format!("{name}: {}\n    {all}", outcome.id));
                }
                Err(fault) => wrong.push(format!("{name}: {fault}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {played}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(played > 0, "there are no floor sheets");
}

/// The examples of the page that describes floor sheets.
fn examples() -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/floor-sheet.md")).unwrap();
    let parts = page.split("```json\n").skip(1);
    parts.map(|part| part.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_examples_of_the_page_are_right() {
    let examples = examples();
    assert!(examples.len() >= 3, "{} examples", examples.len());
    for example in examples {
        let outcome = check(&example).unwrap_or_else(|fault| panic!("{fault}\n{example}"));
        assert_eq!(outcome.differences, [""; 0], "{example}\n{}", outcome.story);
    }
}

/// The page names everybody of the house, with their roles.
#[test]
fn the_page_has_the_people_of_the_house() {
    let page = std::fs::read_to_string(root().join("docs/floor-sheet.md")).unwrap();
    for (name, role) in PEOPLE {
        let row = page.lines().find(|line| {
            line.starts_with("| `")
                && line.split('|').nth(1).unwrap().contains(&format!("`{name}`"))
        });
        assert!(row.is_some_and(|row| row.contains(&format!("| {}", role.name()))), "{name}");
    }
    assert!(page.contains(&format!("| `{GUEST}` | guest")));
}

/// Says what is wrong with a sheet that is none.
fn fault(sheet: &str) -> String {
    match check(sheet) {
        Ok(outcome) => panic!("this is a sheet: {sheet}\n{:?}", outcome.differences),
        Err(fault) => fault.to_string(),
    }
}

/// Makes a sheet of the entries of a script.
fn script(entries: &str) -> String {
    format!(
        r#"{{"id": "x", "table": {{"game": "craps", "sits": ["ann"]}}, "script": [{entries}]}}"#
    )
}

/// What is no sheet is told with what is wrong, where, and what to do.
#[test]
fn a_slip_of_the_pen_is_told() {
    let sheets = [
        (r#"{"id": "x", "script": [], "wants": {}}"#.to_owned(), "wants: unknown field `wants`"),
        (r#"{"id": "x", "table": {"game": "poker"}, "script": []}"#.to_owned(), "table.game: there is no game \"poker\"; the games are baceball, "),
        (r#"{"id": "x", "table": {"game": "craps", "sits": ["dan"]}, "script": []}"#.to_owned(), "table.sits[0]: `sit` is denied: "),
        (r#"{"id": "x", "tables": [{"game": "craps"}, {"game": "craps", "brings": {"ann": 5}}], "script": []}"#.to_owned(), "tables[1].brings: \"ann\" has no seat"),
        (r#"{"id": "x", "people": {"max": ["dealer"]}, "script": []}"#.to_owned(), "people.max: `add-person` is denied: "),
        (r#"{"id": "x", "people": {"pat": ["king"]}, "script": []}"#.to_owned(), "people.pat[0]: unknown variant `king`"),
        (r#"{"id": "x", "script": [], "want": {"accounts": [["cages", 5]]}}"#.to_owned(), "want.accounts[0]: \"cages\" is no account"),
        (r#"{"id": "x", "script": [], "want": {"accounts": [[{"purse": "eve"}, 5]]}}"#.to_owned(), "want.accounts[0]: nobody here is called \"eve\""),
        (script(r#"{"after": "20"}"#), "script[0]: \"20\" in `after` is no duration such as 20m"),
        (script(r#"{"who": "eve", "act": {"close": {}}}"#), "script[0].who: nobody here is called \"eve\"; the house has max, "),
        (script(r#"{"who": "sue", "act": {"bar": {"name": "eve", "why": "a camera"}}}"#), "script[0]: nobody here is called \"eve\"; the house has max, "),
        (script(r#"{"act": {"close": {}}}"#), "script[0]: an act, a step and a look need a person"),
        (script(r#"{"who": "sue", "act": {"shut": {}}}"#), "script[0].act: there is no act \"shut\"; docs/floor.md"),
        (script(r#"{"who": "sue", "act": {"close": {"at": 5}}}"#), "script[0].act.close.at: unknown field `at`"),
        (script(r#"{"who": "ann", "step": {"bet": {}}}"#), "script[0].step: unknown variant `bet`"),
        (script(r#"{"who": "ann", "step": {"roll": [1, 2]}, "deal": true}"#), "script[0]: an entry has one of act, step, deal and sees"),
        (script(r#"{"deal": true}"#), "script[0].deal: table 1 is not one that the program deals"),
        (script(r#"{"want": {"waits": true}}"#), "script[0]: without an act or a step"),
        (script(r#"{"want": {"events": ["sing"]}}"#), "script[0].want.events[0]: unknown variant `sing`"),
        (script(r#"{"want": {"without": [{"sign": {"max": 5}}]}}"#), "script[0].want.without[0].sign: unknown field `max`"),
        (script(r#"{"want": {"without": [{"game": [1, "won"]}]}}"#), "script[0].want.without[0]: unknown variant `won`"),
        (script(r#"{"who": "ann", "act": {"close": {}}, "want": {"denied": {"why": "no"}}}"#), "script[0].want.denied: a denial has no field \"why\""),
        (script(r#"{"who": "mia", "act": {"approve": {"request": "fill"}}}"#), "script[0].act.request: nothing is named \"fill\" yet"),
        (script(r#"{"who": "sue", "as": "a", "act": {"close": {}}, "want": {"denied": {}}}, {"who": "sue", "as": "a", "act": {"announce-closing": {}}}"#), "script[1].as: the act makes no request"),
    ];
    for (sheet, wanted) in sheets {
        let told = fault(&sheet);
        assert!(told.starts_with(wanted), "{sheet}\nwant {wanted}\ngot  {told}");
    }
}

/// What goes otherwise is told with the entry, what was wanted and what came.
#[test]
fn a_difference_is_told() {
    let wager =
        r#""who": "ann", "step": {"wager": {"player": "ann", "on": "field", "amount": 500}}"#;
    let cases = [
        (
            script(r#"{"who": "ann", "act": {"close": {}}}"#),
            "want done\n        got denied {\"by\":\"rights\",",
        ),
        (
            script(&format!(r#"{{{wager}, "want": {{"denied": {{"clause": "7.1"}}}}}}"#)),
            "want denied {\"clause\":\"7.1\"}\n        got done",
        ),
        (
            script(&format!(r#"{{{wager}, "want": {{"waits": true}}}}"#)),
            "want waits for a second person\n        got done",
        ),
        (
            script(r#"{"who": "ann", "act": {"close": {}}, "want": {"denied": {"by": "rules"}}}"#),
            "want denied {\"by\":\"rules\"}",
        ),
        (
            script(
                r#"{"who": "ann", "act": {"close": {}}, "want": {"denied": {}, "changes": true}}"#,
            ),
            "script[0]: want a change, got none",
        ),
        (
            script(&format!(r#"{{{wager}, "want": {{"events": ["notice"]}}}}"#)),
            "script[0]: want event \"notice\"\n        got\n",
        ),
        (
            script(&format!(r#"{{{wager}, "want": {{"without": ["posted"]}}}}"#)),
            "script[0]: want no event \"posted\"\n        got {\"posted\":",
        ),
        (
            script(r#"{"who": "ann", "sees": {"round": 2}}"#),
            "ann sees: want {\"round\":2}\n        got {\"round\":1}",
        ),
        (
            script("").replace("\"x\"", r#""x", "want": {"accounts": [["cage", 5]]}"#),
            "want.accounts: \"cage\": want 5, got 986000000",
        ),
        (
            script("").replace("\"x\"", r#""x", "want": {"open": [{"on": "field"}]}"#),
            "want.open: want [{\"on\":\"field\"}]\n        got []",
        ),
        (
            script("").replace("\"x\"", r#""x", "want": {"expects": "sleep"}"#),
            "want.expects: want \"sleep\", got ",
        ),
        (
            script("").replace("\"x\"", r#""x", "want": {"requests": [{}]}"#),
            "want.requests: want [{}]\n        got []",
        ),
        (
            script(
                r#"{"who": "dan", "as": "f", "act": {"fill": {"amount": 5}}, "want": {"waits": true}}, {"who": "cas", "act": {"approve": {"request": "f"}}}"#,
            ),
            "want waits for a second person",
        ),
    ];
    for (sheet, wanted) in cases {
        let outcome = check(&sheet).unwrap_or_else(|fault| panic!("{sheet}: {fault}"));
        let told = outcome.differences.join("\n");
        assert!(told.contains(wanted), "{sheet}\nwant {wanted}\ngot  {told}");
    }
}
