//! What a program can check of how the project is kept.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use croupier_engine::Kind;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn gather(folder: &Path, ending: &str, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, ending, files);
        } else if path.extension().is_some_and(|found| found == ending) {
            files.push(path);
        }
    }
}

fn below(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    gather(&root().join(folder), ending, &mut files);
    files.sort();
    files
}

fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

fn register(kind: Kind) -> BTreeSet<String> {
    let text = read(root().join(format!("rules/{}.clauses.tsv", kind.name())));
    text.lines().skip(1).map(|line| line.split('\t').next().unwrap_or("").to_owned()).collect()
}

/// Finds the clauses in a line of code: texts in quotes that begin with a number and have a dot.
fn citations(line: &str) -> impl Iterator<Item = &str> {
    let quoted = line.split('"').skip(1).step_by(2);
    quoted.filter(|text| {
        text.contains('.')
            && text.starts_with(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || c == '.')
    })
}

/// Every clause that a game cites is in its own register.
#[test]
fn every_citation_is_in_the_register() {
    for kind in Kind::ALL {
        let clauses = register(kind);
        let module = kind.name().replace('-', "_");
        let games = "crates/croupier-engine/src/games";
        let mut sources = vec![root().join(games).join(format!("{module}.rs"))];
        let folder = root().join(games).join(&module);
        if folder.is_dir() {
            gather(&folder, "rs", &mut sources);
        }
        let mut cited = 0;
        for source in sources {
            for (number, line) in (1..).zip(read(&source).lines()) {
                for clause in citations(line) {
                    let place = source.display();
                    assert!(clauses.contains(clause), "{place}:{number}: {clause}");
                    cited += 1;
                }
            }
        }
        assert!(cited > 0, "{} cites no clause", kind.name());
    }
}

/// The section on promotional prizes has all its clauses in the register of its game, and no clause of that section is
/// left out: roman numbers, too.
#[test]
fn promotions_have_every_clause_of_their_section() {
    for kind in Kind::ALL {
        let Some(rules) = kind.promotions() else { continue };
        let clauses = register(kind);
        let cited: BTreeSet<_> = rules.clauses.iter().map(|clause| clause.0.to_owned()).collect();
        assert_eq!(cited.len(), rules.clauses.len(), "{} cites a clause twice", kind.name());
        let section = rules.clauses[0].0.split('.').next().unwrap();
        let of_section = |clause: &&String| clause.split('.').next() == Some(section);
        let all: BTreeSet<_> = clauses.iter().filter(of_section).cloned().collect();
        assert_eq!(cited, all, "{}", kind.name());
    }
}

/// No other file of the engine cites a clause, nor does any of the rooms around the tables: rules live with
/// their game.
#[test]
fn only_games_cite_clauses() {
    let rooms =
        ["engine", "sheet", "floor", "view", "house", "export", "server", "odds", "sim", "fuzz"];
    for room in rooms {
        for file in below(&format!("crates/croupier-{room}/src"), "rs") {
            let name = file.display().to_string();
            if !name.contains("/games/") {
                let text = read(&file);
                let text = text.split("#[cfg(test)]").next().unwrap_or("");
                let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                let cites = code.flat_map(citations).next();
                assert!(cites.is_none(), "{name} cites {cites:?}");
            }
        }
    }
}

/// Every clause that a sheet names is in the register of its game.
#[test]
fn every_sheet_names_real_clauses() {
    for kind in Kind::ALL {
        let clauses = register(kind);
        for file in below(&format!("sheets/{}", kind.name()), "jsonl") {
            for (number, line) in (1..).zip(read(&file).lines()) {
                let Ok(value) = serde_json::from_str::<serde_json::Value>(line) else {
                    panic!("{}:{number}: not JSON", file.display());
                };
                let mut cited = Vec::new();
                gather_clauses(&value, &mut cited);
                for clause in cited {
                    assert!(clauses.contains(&clause), "{}:{number}: {clause}", file.display());
                }
            }
        }
    }
}

/// Every floor sheet is named by a clause of its game, and lists and wants real ones.
#[test]
fn every_floor_sheet_names_real_clauses() {
    for kind in Kind::ALL {
        let clauses = register(kind);
        let folder = format!("sheets/{}", kind.name());
        for file in below(&folder, "json") {
            let place = file.display();
            let inside = file.parent().is_some_and(|folder| folder.ends_with("floor"));
            assert!(inside, "{place} does not stand in a folder floor");
            let name = file.file_stem().unwrap().to_str().unwrap();
            let named = name.split('-').next().unwrap();
            assert!(clauses.contains(named), "{place}: there is no clause {named}");
            let sheet: serde_json::Value = serde_json::from_str(&read(&file)).unwrap();
            let mut cited = Vec::new();
            gather_clauses(&sheet, &mut cited);
            for clause in cited {
                assert!(clauses.contains(&clause), "{place}: there is no clause {clause}");
            }
        }
    }
}

/// Gathers what stands under `clause`, `clauses` and `pins`.
fn gather_clauses(value: &serde_json::Value, found: &mut Vec<String>) {
    use serde_json::Value;
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let listed = value.as_array().filter(|_| name == "clauses" || name == "pins");
                let one = value.as_str().filter(|_| name == "clause");
                let listed = listed.into_iter().flatten().filter_map(|it| it.as_str());
                found.extend(listed.chain(one).map(str::to_owned));
                gather_clauses(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| gather_clauses(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Every flow that says which clauses it shows says real ones, in the one form that the coverage reads.
#[test]
fn every_flow_names_real_clauses() {
    let mut marks = 0;
    for file in below("crates/croupier-server/tests/browser", "py") {
        let text = read(&file);
        let lines: Vec<_> = text.lines().collect();
        for (at, line) in lines.iter().enumerate().filter(|(_, it)| it.contains("@clauses(")) {
            let place = format!("{}:{}", file.display(), at + 1);
            let whole = line.starts_with("@clauses(\"") && line.ends_with("\")");
            assert!(whole, "{place}: a mark stands on one line, with texts in double quotes");
            let next = lines.get(at + 1).copied().unwrap_or("");
            assert!(next.starts_with("def ") || next.starts_with("@clauses("), "{place}: {next}");
            let mut words = line.split('"').skip(1).step_by(2);
            let game = words.next().unwrap();
            let kind = Kind::named(game).unwrap_or_else(|| panic!("{place}: no game {game}"));
            let clauses = register(kind);
            for clause in words {
                marks += 1;
                assert!(clauses.contains(clause), "{place}: {game} has no clause {clause}");
            }
        }
    }
    assert!(marks > 0, "no flow says which clauses it shows");
}

/// Every reading is pinned by a sheet that exists, and has a number that no other of its game has.
#[test]
fn every_reading_is_pinned() {
    let text = read(root().join("rules/readings.md"));
    let mut kind = None;
    let (mut count, mut numbers) = (0, BTreeSet::new());
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            kind = Kind::ALL.into_iter().find(|kind| kind.title() == title);
            assert!(kind.is_some(), "{title} is not a game");
        }
        let cells: Vec<_> = line.split(" | ").collect();
        if !line.starts_with("| ") || line.starts_with("| no.") || line.starts_with("| ---") {
            continue;
        }
        let kind = kind.unwrap_or_else(|| panic!("{line}: under no game"));
        assert_eq!(cells.len(), 6, "{line}");
        for number in cells[0].trim_start_matches("| ").split(", ") {
            assert!(numbers.insert((kind.name(), number)), "{number} stands twice: {line}");
        }
        let sheets: Vec<_> = cells[5].split('`').skip(1).step_by(2).collect();
        assert!(!sheets.is_empty(), "pinned by no sheet: {line}");
        for sheet in sheets {
            // What no round sheet can show is pinned by a test, named by its path.
            let file = match sheet.contains('/') {
                true => root().join(sheet),
                false => root().join(format!("sheets/{}/{sheet}.jsonl", kind.name())),
            };
            assert!(file.is_file(), "{file:?} does not exist: {line}");
        }
        count += 1;
    }
    assert!(count > 150, "only {count} readings");
}

/// The engine is pure: no std, no dependencies, no floating point.
#[test]
fn the_engine_is_pure() {
    let manifest = read(root().join("crates/croupier-engine/Cargo.toml"));
    assert!(!manifest.contains("dependencies"), "the engine has dependencies");
    for file in below("crates/croupier-engine/src", "rs") {
        let text = read(&file);
        for word in ["std::", "f32", "f64", "unsafe"] {
            let found = text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
            let found =
                found.into_iter().any(|w| w == word || word == "std::" && w.starts_with(word));
            assert!(!found, "{} has {word}", file.display());
        }
    }
    let library = read(root().join("crates/croupier-engine/src/lib.rs"));
    assert!(library.contains("#![no_std]"));
}

/// Where a game may be named: in its own file, in pictures of it, in faster ways of computing it, in tests,
/// benchmarks and examples.
const MAY_NAME_A_GAME: [&str; 9] = [
    "croupier-engine/src/games.rs",
    "croupier-engine/src/games/",
    "croupier-odds/src/fast",
    "croupier-sim/src/fast",
    "croupier-server/web/felts/",
    "/tests/",
    "/benches/",
    "/examples/",
    // What felts and games say, in another language.
    "/web/words/",
];

/// Finds the game that a line names: by its title, its name, its variant, its module or its class, in any
/// spelling. Only the letters count, so that `casino-war`, `CasinoWar`, `casino_war` and `Casino War` are one.
fn names_a_game(line: &str) -> Option<Kind> {
    let letters = |text: &str| -> String {
        text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
    };
    let line = letters(line);
    let named =
        |kind: &Kind| [kind.name(), kind.title()].map(letters).iter().any(|it| line.contains(it));
    Kind::ALL.into_iter().find(named)
}

/// Returns the numbered lines of a source without the tests inside it, which come last, and without the
/// examples of its documentation, which stand between fences and are run as tests.
fn lines_to_look_at(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.split("#[cfg(test)]").next().unwrap_or("");
    let mut inside = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let words = line.trim_start();
        let fence = words.trim_start_matches(['/', '!', ' ']).starts_with("```");
        inside ^= fence && words.starts_with("//");
        !inside
    })
}

/// Every spelling of a game is found, also in a comment, and an example of the documentation is not.
#[test]
fn every_spelling_names_a_game() {
    for kind in Kind::ALL {
        let name = kind.name();
        let (module, constant) = (name.replace('-', "_"), name.replace('-', "_").to_uppercase());
        let [title, variant] = [kind.title().to_owned(), format!("{kind:?}")];
        for word in [name.to_owned(), module, constant, title, variant] {
            assert_eq!(names_a_game(&format!("// At {word}, this is so.")), Some(kind), "{word}");
        }
        let text = format!("/// ```\n/// {name}\n/// ```\n/// {name}\n#[cfg(test)]\n{name}");
        let found = lines_to_look_at(&text).filter(|(_, line)| names_a_game(line).is_some());
        assert_eq!(found.map(|(number, _)| number).collect::<Vec<_>>(), [4]);
    }
    assert_eq!(names_a_game("A war of three cards in a casino is a lucky draw."), None);
}

/// No file names a game but those that may: everything else reads its description.
#[test]
fn only_games_name_games() {
    let mut looked = 0;
    for ending in ["rs", "js", "css", "html", "json"] {
        for file in below("crates", ending) {
            let path = file.display().to_string();
            if MAY_NAME_A_GAME.iter().any(|part| path.contains(part)) {
                continue;
            }
            looked += 1;
            let text = read(&file);
            for (number, line) in lines_to_look_at(&text) {
                let named = names_a_game(line);
                assert!(named.is_none(), "{path}:{number} names {named:?}: {line}");
            }
        }
    }
    assert!(looked > 300, "only {looked} files were looked at");
}

/// Where an example is named: in its own files, in the page that explains it, and in tests.
const MAY_NAME_AN_EXAMPLE: [&str; 10] = [
    "crates/croupier-engine/src/games.rs",
    "crates/croupier-engine/src/games/",
    "rules/",
    "sheets/",
    "docs/add-a-game.md",
    "docs/round-sheet.md",
    "CHANGELOG.md",
    "/tests/",
    "/README.md",
    "/ARCHITECTURE.md",
];

/// No other file of any kind names an example: what works for it works for any game.
#[test]
fn an_example_needs_nothing_else() {
    let endings = ["rs", "js", "mjs", "css", "html", "json", "jsonl", "toml", "md", "tsv", "py"];
    let folders =
        ["crates", "docs", "drills", "strategies", "rules", "sheets", "fuzz/fuzz_targets"];
    let all = folders.into_iter().flat_map(|folder| endings.map(|ending| below(folder, ending)));
    let mut looked = 0;
    for file in all.flatten() {
        // Wherever the project lies, its own folders count.
        let path = format!("/{}", file.strip_prefix(root()).unwrap().display());
        if MAY_NAME_AN_EXAMPLE.iter().any(|part| path.contains(part)) {
            continue;
        }
        looked += 1;
        let text = read(&file);
        for kind in Kind::ALL.into_iter().filter(|kind| kind.is_example()) {
            let (name, title) = (kind.name().to_owned(), kind.title().to_owned());
            let words = [name.replace('-', "_"), format!("{kind:?}"), name, title];
            let named = words.iter().find(|word| text.contains(*word));
            assert!(named.is_none(), "{path} names {named:?}");
        }
    }
    assert!(looked > 400, "only {looked} files were looked at");
}

/// The code in the page that explains how a game is added stands so in the game, and what it shows is so.
#[test]
fn the_tutorial_is_true() {
    let text = read(root().join("docs/add-a-game.md"));
    let games = root().join("crates/croupier-engine/src");
    let mut code = read(games.join("games.rs"));
    let mut sheets = String::new();
    for kind in Kind::ALL.into_iter().filter(|kind| kind.is_example()) {
        code += &read(games.join(format!("games/{}.rs", kind.name().replace('-', "_"))));
        for file in below(&format!("sheets/{}", kind.name()), "jsonl") {
            sheets += &read(file);
        }
    }
    let blocks = |kind: &str| -> Vec<String> {
        let begins = format!("```{kind}\n");
        let parts = text.split(&begins).skip(1);
        parts.map(|part| part.split("```").next().unwrap_or("").to_owned()).collect()
    };
    let (rust, json) = (blocks("rust"), blocks("json"));
    assert!(rust.len() >= 8 && json.len() == 1, "{} and {} blocks", rust.len(), json.len());
    for block in rust {
        assert!(code.contains(&block), "this stands in no file of the game:\n{block}");
    }
    for block in json {
        assert!(sheets.contains(&block), "this is no sheet of the game:\n{block}");
    }
    assert!(shows(&text) >= 4);
}

/// Every source says in its first line what it is about; none is unfinished.
#[test]
fn sources_are_kept() {
    for file in below("crates", "rs").into_iter().chain(below("fuzz/fuzz_targets", "rs")) {
        let text = read(&file);
        let name = file.display().to_string();
        assert!(text.starts_with("//! "), "{name} does not say what it is about");
        for word in
            [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("todo", "!("), concat!("dbg", "!(")]
        {
            assert!(!text.contains(word), "{name} has {word}");
        }
    }
}

/// Text becomes types at the edge, once. This looks for two things in every source: a `format!` whose
/// pattern begins an object (`{{"`), and the type `RawValue`, which carries JSON that somebody else must
/// read again. It does not see JSON that is put together with `push_str` or `write!`. `RawValue` is
/// allowed in three files of the command: for decimals, which serde would round, and for answers that are
/// written while the floor is as it was, and printed later; and where the server writes what happened once, for
/// all who are sent it.
#[test]
fn json_is_made_by_serde() {
    for file in below("crates", "rs") {
        let name = file.display().to_string();
        if !name.contains("/src/") {
            continue;
        }
        let text = read(&file);
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for call in code.split("format!(").skip(1) {
            let pattern = call.trim_start().lines().next().unwrap_or_default();
            let json = pattern.contains("{{\\\"") || pattern.contains("{{\"");
            assert!(!json, "{name} builds JSON with format!: {pattern}");
        }
        let command = ["json.rs", "replay.rs", "floor.rs"].map(|it| format!("croupier/src/{it}"));
        let later = [&command[..], &["croupier-server/src/publisher.rs".to_owned()]].concat();
        let raw = text.contains("RawValue") && !later.iter().any(|it| name.ends_with(it));
        assert!(!raw, "{name} carries JSON as text");
    }
}

/// A wager passes few files from the click to the receipt, and ARCHITECTURE.md lists them. Whatever names a wager on its
/// way is listed, or said to look for something else.
#[test]
fn a_wager_passes_few_files() {
    let text = read(root().join("ARCHITECTURE.md"));
    let (_, after) = text.split_once("## The way of a wager").expect("the way of a wager");
    let (way, _) = after.split_once("\n## ").expect("a section after it");
    let mut passed = 0;
    for line in way.lines().filter(|line| line.starts_with("    ")) {
        let mut words = line.split_whitespace();
        let room = match words.next() {
            Some("page") => "crates/croupier-server".to_owned(),
            room => format!("crates/croupier-{}", room.expect("a room")),
        };
        for file in words {
            assert!(root().join(&room).join(file).is_file(), "{room}/{file} is not there");
            passed += 1;
        }
    }
    assert!((20..=30).contains(&passed), "a wager passes {passed} files");
    for room in ["server", "floor", "sheet", "view"] {
        for file in below(&format!("crates/croupier-{room}/src"), "rs") {
            let name =
                file.strip_prefix(root().join(format!("crates/croupier-{room}/src"))).unwrap();
            let text = read(&file);
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let words: BTreeSet<_> =
                code.split(|c: char| !(c.is_alphanumeric() || c == ':')).collect();
            let names_one = SPELLINGS.iter().any(|it| words.iter().any(|word| word.ends_with(it)));
            let known = way.contains(&*name.display().to_string());
            assert!(!names_one || known, "{} names a wager and is not on its way", file.display());
        }
    }
}

/// How code names a wager that is placed, as a step, as an input, and as what followed.
const SPELLINGS: [&str; 6] = [
    "Step::Wager",
    "Input::Wager",
    "Effect::Placed",
    "Happened::Placed",
    "Self::Wager",
    "Self::Placed",
];

/// Files are about one thing: most are short, and none is longer than a few screens can hold.
/// Every test that docs/security.md names for a promise is there, in the file that it is said to be in.
#[test]
fn promises_have_their_tests() {
    let page = read(root().join("docs/security.md"));
    let sources: Vec<_> = below("crates", "rs").into_iter().chain(below("fuzz", "rs")).collect();
    let mut named = 0;
    for row in page.lines().filter(|line| line.starts_with("| ") && line.contains(".rs")) {
        let cell = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let mut file: Option<String> = None;
        let is_part = |letter: char| letter.is_alphanumeric() || "_-/.".contains(letter);
        for word in cell.split(|letter| !is_part(letter)).filter(|word| !word.is_empty()) {
            if word.ends_with(".rs") {
                let ending = format!("/{word}");
                let found = |path: &&PathBuf| path.to_string_lossy().ends_with(&ending);
                let all: Vec<_> = sources.iter().filter(found).collect();
                assert!(!all.is_empty(), "there is no {word}: {row}");
                file = Some(all.into_iter().map(read).collect());
            } else if word.contains('_') {
                let text = file.as_ref().unwrap_or_else(|| panic!("{word} is in no file: {row}"));
                assert!(text.contains(&format!("fn {word}(")), "there is no test {word}: {row}");
                named += 1;
            }
        }
    }
    assert!(named > 80, "{named}");
}

#[test]
fn files_are_short() {
    let files = below("crates", "rs")
        .into_iter()
        .filter(|file| file.display().to_string().contains("/src/"));
    let mut lengths: Vec<_> = files.map(|file| (read(&file).lines().count(), file)).collect();
    lengths.sort();
    let (longest, file) = lengths.last().unwrap();
    assert!(*longest <= 720, "{} has {longest} lines", file.display());
    let (median, _) = lengths[lengths.len() / 2];
    assert!(median <= 200, "half of all files have more than {median} lines");
}

/// The code map of ARCHITECTURE.md names every room, and no file that is not there.
#[test]
fn the_map_is_true() {
    let text = read(root().join("ARCHITECTURE.md"));
    let map = text.split("## Code map").nth(1).unwrap().split("\n## ").next().unwrap();
    let (mut room, mut rooms, mut named) = (String::new(), BTreeSet::new(), 0);
    for line in map.lines().filter_map(|line| line.strip_prefix("    ")) {
        let first = line.trim_start().split("  ").next().unwrap_or("");
        match (line.starts_with(' '), first.strip_prefix("crates/")) {
            (false, Some(it)) => {
                room = it.to_owned();
                rooms.insert(room.clone());
            }
            (false, None) => room.clear(),
            // What goes on from the line before stands further to the right.
            (true, _) if line.starts_with("       ") => {}
            (true, _) => {
                for name in
                    first.split([' ', ',']).filter(|name| !name.is_empty() && !name.contains('<'))
                {
                    let folder = root().join("crates").join(&room);
                    let at = [format!("src/{name}.rs"), format!("src/{name}"), name.to_owned()];
                    let at =
                        at.iter().chain(&[format!("{name}.rs")]).any(|it| folder.join(it).exists());
                    assert!(at, "{room}: there is no {name}");
                    named += 1;
                }
            }
        }
    }
    let there = fs::read_dir(root().join("crates")).unwrap();
    let there: BTreeSet<_> =
        there.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(rooms, there, "the map has other rooms than there are");
    assert!(named > 60, "the map names only {named} files");
}

/// What a room may build on, of the project's own; a room that is not here may build on all of these.
const BUILDS_ON: [(&str, &[&str]); 9] = [
    ("engine", &[]),
    ("rules", &["engine"]),
    ("sheet", &["engine"]),
    ("odds", &["engine"]),
    ("tree", &[]),
    ("journal", &["tree"]),
    ("floor", &["engine", "sheet", "tree"]),
    ("view", &["engine", "sheet", "floor"]),
    ("house", &["engine", "rules", "sheet", "odds", "tree", "journal", "floor", "view"]),
];

/// Dependencies run one way, and a room has nothing that it forbids: the engine has none at all, the floor
/// and what is shown of it have no disk, clock, random source or password hashing.
#[test]
fn rooms_keep_apart() {
    for (room, may) in BUILDS_ON {
        let manifest = read(root().join(format!("crates/croupier-{room}/Cargo.toml")));
        let needs = manifest.split("[dependencies]").nth(1).unwrap_or("");
        let needs = needs.split("\n[").next().unwrap_or("");
        for line in needs.lines() {
            let name = line.split(['.', ' ']).next().unwrap_or("");
            if let Some(needed) = name.strip_prefix("croupier-") {
                assert!(may.contains(&needed), "{room} builds on {needed}");
            }
        }
    }
    for room in ["engine", "floor", "view", "sheet", "odds", "tree"] {
        for file in below(&format!("crates/croupier-{room}/src"), "rs") {
            let text = read(&file);
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for (word, what) in [
                ("std::fs", "a disk"),
                ("std::time", "a clock"),
                ("getrandom", "a random source"),
                ("argon2", "password hashing"),
                ("std::net", "a network"),
            ] {
                let found = code.clone().any(|line| line.contains(word));
                assert!(!found, "{} has {what}", file.display());
            }
        }
    }
}

/// Tables are opened and stepped by few: sheets, the floor, odds, simulation and the fuzzers. Nobody else
/// has a way through the rules, and nobody but who walks all that can happen copies a table.
#[test]
fn few_drive_tables() {
    let drivers = ["engine", "sheet", "floor", "odds", "sim", "fuzz"];
    for file in below("crates", "rs") {
        let name = file.display().to_string();
        let Some((_, path)) = name.rsplit_once("/crates/") else { panic!("{name}") };
        if !path.contains("/src/") {
            continue;
        }
        let room = path.split('/').next().unwrap().trim_start_matches("croupier-").to_owned();
        let text = read(&file);
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = || code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let drives =
            code().any(|line| line.contains("table.step(") || line.contains("table.apply("));
        assert!(!drives || drivers.contains(&room.as_str()), "{path} drives a table");
        let copies = code().any(|line| line.contains("table.clone()"));
        let walks = ["odds/src/walk", "sim/src/session/exact.rs", "engine/", "fuzz/"];
        assert!(!copies || walks.iter().any(|it| path.contains(it)), "{path} copies a table");
    }
}

/// The README is short, and what it shows is what the command prints.
#[test]
fn the_readme_is_true() {
    let text = read(root().join("README.md"));
    assert!(text.lines().count() < 100, "the README is {} lines long", text.lines().count());
    let shown = shows(&text);
    assert!(shown >= 2, "the README shows {shown} sessions");
}

/// Runs what a page shows of the command, compares what it prints, and says how much that was.
fn shows(text: &str) -> u32 {
    let mut shown = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or("");
        for session in block.split("$ ").skip(1) {
            let (command, wanted) = session.split_once('\n').unwrap_or((session, ""));
            if command.contains("cargo") || command.starts_with("./test") {
                continue;
            }
            let folder = Path::new(env!("CARGO_BIN_EXE_croupier")).parent().unwrap().to_owned();
            let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
            let done = std::process::Command::new("sh")
                .args(["-c", command])
                .env("PATH", path)
                .current_dir(root())
                .output()
                .unwrap();
            let given = String::from_utf8(done.stdout).unwrap();
            assert_eq!(given.trim_end(), wanted.trim_end(), "$ {command}");
            shown += 1;
        }
    }
    shown
}
