//! The report of prize pools on a night of prizes, corrections and mystery prizes: it agrees with the ledger and with the
//! tables, and no figure of the journal can be another without being noticed.

use std::path::Path;

use crate::house::by_hand::{self, BY_HAND, FED, JACKPOT, MAJOR, MINOR, SEED};
use crate::house::{Dice, Folder, Night};
use croupier_engine::Cents;
use croupier_floor::{Event, Floor, PoolChange, TableId};
use croupier_house::report::{About, Asked, Cell, Part, PoolAudit, Report, report};
use croupier_house::{Replay, Secret, prove};
use croupier_journal::{Reader, VerifyOptions};
use croupier_view::MysteryDraws;
use serde_json::Value;

fn ask(path: &Path, about: About, range: (Option<u64>, Option<u64>)) -> Report {
    let reader = Reader::open(path).unwrap();
    let asked = Asked { about, table: None, from: range.0, to: range.1, page: None };
    let report = report(&reader, &asked, |_| ()).unwrap();
    assert!(report.is_sound, "{range:?}: {:#?}", report.remarks);
    report
}

fn part<'a>(report: &'a Report, name: &str) -> &'a Part {
    report.parts.iter().find(|part| part.name == name).unwrap()
}

fn cell<'a>(part: &'a Part, row: &'a [Cell], name: &str) -> &'a Cell {
    &row[part.headings.iter().position(|heading| *heading == name).unwrap()]
}

fn figure(part: &Part, row: &[Cell], name: &str) -> i128 {
    match cell(part, row, name) {
        Cell::Money(number) | Cell::Count(number) => *number,
        other => panic!("{name} is {other:?}"),
    }
}

/// Lists the rows of the pool of the tables that are dealt by hand.
fn rows(part: &Part) -> Vec<&[Cell]> {
    let own = |row: &&[Cell]| *cell(part, row, "pool") == Cell::Count(BY_HAND.0.into());
    part.rows.iter().map(Vec::as_slice).filter(own).collect()
}

fn texts(part: &Part, name: &str) -> Vec<String> {
    let text = |row: &[Cell]| match cell(part, row, name) {
        Cell::Text(text) => text.clone(),
        Cell::Empty => String::new(),
        other => panic!("{name} is {other:?}"),
    };
    rows(part).into_iter().map(text).collect()
}

/// Plays the night by hand after some rounds at virtual tables, of which one has a pool of its own.
fn night(folder: &Folder) -> (std::path::PathBuf, u64) {
    let path = folder.0.join("night.journal");
    let mut night = Night::open(&path);
    let mut dice = Dice(5);
    for table in 1..=croupier_engine::Kind::ALL.len() as u32 {
        night.play(table, 8, &mut dice);
        night.finish(&Secret::fixed([9; 32]), table, &mut dice);
    }
    let night = by_hand::play(night);
    let last = night.acts;
    night.live.close().unwrap();
    (path, last)
}

#[test]
fn pools_are_reported_to_the_cent() {
    let folder = Folder::new("pools");
    let (path, last) = night(&folder);
    let whole = ask(&path, About::Pools, (None, None));
    meters_are_right(&whole);
    slips_are_right(&whole);
    tables_and_ledger_agree(&path, &whole);
    for cut in [last / 3, last / 2, last - 40, last - 1] {
        halves_make_the_whole(&path, &whole, cut);
    }
    let reader = Reader::open(&path).unwrap();
    let table = Some(TableId(JACKPOT));
    let asked = Asked { about: About::Pools, table, from: None, to: None, page: None };
    let one = report(&reader, &asked, |_| ()).unwrap();
    assert!(one.is_sound, "{:#?}", one.remarks);
    assert_eq!(part(&one, "contributions").rows.len(), 1);
}

fn meters_are_right(report: &Report) {
    let part = part(report, "meters");
    let [major, minor, mystery] = rows(part)[..] else { panic!("{part:#?}") };
    let of = |row, name| figure(part, row, name);
    let money = i128::from;
    // Six wagers were counted, and one went back.
    let both = money(2 * Cents(MAJOR + 2 * FED).share_up(1, 2, Cents(50)).0);
    assert_eq!([major, minor].map(|row| of(row, "contributed")), [money(5 * FED); 2]);
    assert_eq!(of(mystery, "contributed"), 5 * 50);
    assert_eq!([of(major, "paid"), of(minor, "paid")], [both, money(MINOR + 4 * FED)]);
    assert_eq!(of(major, "shows"), money(SEED + 3 * FED));
    assert_eq!(of(minor, "shows"), money(SEED + FED));
    // What it started with, what it was set to, what paying up cost, and what it started again with.
    let rounding = both - money(MAJOR + 2 * FED);
    assert_eq!(of(major, "funded"), money(MAJOR) + rounding + money(SEED));
    assert_eq!(of(minor, "funded"), money(MINOR) + money(SEED));
    for row in [major, minor, mystery] {
        assert_eq!([of(row, "pending"), of(row, "unexplained")], [0, 0]);
    }
    assert_eq!(
        figure(self::part(report, "pools"), rows(self::part(report, "pools"))[0], "retained"),
        5 * 400
    );
    let adjusted = self::part(report, "adjustments");
    assert_eq!(texts(adjusted, "by"), ["max, mia"; 2]);
    assert_eq!(texts(adjusted, "reference"), ["L16/2"; 2]);
}

fn slips_are_right(report: &Report) {
    let awards = part(report, "awards");
    let state = texts(awards, "state");
    assert_eq!(state.iter().filter(|state| *state == "not won after all").count(), 1, "{state:?}");
    assert!(state.iter().all(|it| it == "paid" || it == "not won after all"), "{state:?}");
    // The mystery prize of the first round was won with its first card, before the hands were.
    let meters = texts(awards, "meter");
    let first = rows(awards)[meters.iter().position(|meter| meter == "major").unwrap()];
    let reading = i128::from(MAJOR + 2 * FED);
    assert_eq!(figure(awards, first, "reading"), reading);
    assert_eq!(figure(awards, first, "hands"), 2);
    let total = figure(awards, first, "total");
    assert_eq!(figure(awards, first, "rounding"), total - reading);
    assert_eq!(*cell(awards, first, "verified by"), Cell::Text("sue".to_owned()));
    let hands = part(report, "winning hands");
    let aces = texts(hands, "hand").iter().position(|hand| hand == "AD AD AD").unwrap();
    let both = |name| texts(hands, name)[aces..aces + 2].to_vec();
    assert_eq!(both("player"), ["ann", "bob"]);
    assert_eq!(both("hand"), ["AD AD AD"; 2]);
    assert_eq!(both("paid by"), ["dan"; 2]);
    assert!(both("clause").iter().all(|clause| clause.starts_with("11.")), "{hands:#?}");
}

/// Accounts hold what the pools say, and what tables gave to meters and had from them is what pools got and paid.
fn tables_and_ledger_agree(path: &Path, report: &Report) {
    let ledger = ask(path, About::Ledger, (None, None));
    let chips = part(&ledger, "chips");
    let meters = part(report, "meters");
    for row in rows(meters) {
        let Cell::Text(level) = cell(meters, row, "meter") else { panic!("{row:?}") };
        let account = Cell::Text(format!("{level} meter"));
        let mut found =
            rows(chips).into_iter().filter(|row| *cell(chips, row, "account") == account);
        let holds = found.next().map_or(0, |row| figure(chips, row, "holds"));
        assert_eq!(holds, figure(meters, row, "shows"), "{level}");
    }
    let tables = ask(path, About::Table, (None, None));
    let tables = part(&tables, "tables");
    let brought = part(report, "contributions");
    let sum = |part: &Part, name: &str| -> i128 {
        part.rows.iter().map(|row| figure(part, row, name)).sum()
    };
    assert_eq!(sum(tables, "to the meters"), sum(brought, "staked") - sum(brought, "returned"),);
    assert_eq!(sum(tables, "paid by the meters"), sum(brought, "paid"));
    assert!(brought.rows.len() > 1, "the virtual table brought something, too");
}

fn halves_make_the_whole(path: &Path, whole: &Report, cut: u64) {
    let one = ask(path, About::Pools, (None, Some(cut)));
    let two = ask(path, About::Pools, (Some(cut + 1), None));
    let [one, two, whole] = [&one, &two, whole].map(|report| part(report, "meters"));
    let sum = |part: &Part, name: &str| -> i128 {
        part.rows.iter().map(|row| figure(part, row, name)).sum()
    };
    for name in ["contributed", "funded", "paid", "moved in", "moved out"] {
        assert_eq!(sum(one, name) + sum(two, name), sum(whole, name), "{name} after {cut}");
    }
    for (closing, opening) in [("shows", "showed before"), ("pending", "pending before")] {
        assert_eq!(sum(one, closing), sum(two, opening), "{closing} after {cut}");
    }
}

/// Whichever amount of a pool is put up by a cent, in a movement of money or in a record, the books do not agree.
#[test]
fn a_changed_figure_is_noticed() {
    let folder = Folder::new("pools-changed");
    let (path, _) = night(&folder);
    let mut events = Vec::new();
    let replay = Replay::of(&Reader::open(&path).unwrap(), |_, _, _, answer| {
        events.extend(answer.events.iter().cloned());
    });
    replay.unwrap();
    let faults = |changed: Option<(usize, &Event)>| {
        let mut audit = PoolAudit::default();
        for (at, event) in events.iter().enumerate() {
            audit.take(changed.filter(|(which, _)| *which == at).map_or(event, |(_, it)| it));
        }
        audit.faults()
    };
    assert_eq!(faults(None), [""; 0]);
    let mut tried = 0;
    for (at, event) in events.iter().enumerate() {
        for changed in corrupted(event) {
            assert_ne!(faults(Some((at, &changed))), [""; 0], "{event:?} as {changed:?}");
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

/// The slip of a prize says where it was won, also when the table has closed since and nobody has its name.
#[test]
fn slips_name_tables_that_have_closed() {
    let folder = Folder::new("pools-slips");
    let (path, _) = night(&folder);
    let replay = Replay::of(&Reader::open(&path).unwrap(), |_, _, _, _| ()).unwrap();
    let mut floor = replay.floor;
    let won_at = |floor: &Floor| croupier_view::slip(floor, BY_HAND, 1).unwrap();
    let open = won_at(&floor);
    let table = TableId(open.table.unwrap());
    assert_eq!(open.at_table, floor.rooms[&table].name);
    floor.rooms.remove(&table);
    assert_eq!(won_at(&floor).at_table, format!("table {}", table.0));
}

/// Trigger and winner of each mystery prize of the night follow from its keys, and `verify` says so.
#[test]
fn mystery_prizes_are_proved() {
    let folder = Folder::new("pools-mystery");
    let (path, _) = night(&folder);
    let proof = prove(&path, &VerifyOptions::default(), false, |_| ()).unwrap();
    assert!(proof.sound, "{:?}", proof.faults);
    let proved = proof.played.unwrap().mysteries;
    let (mut draws, mut won) = (MysteryDraws::default(), Vec::new());
    let replay = Replay::of(&Reader::open(&path).unwrap(), |replay, _, act, answer| {
        won.extend(draws.see(&replay.floor, act, answer));
    });
    replay.unwrap();
    assert!(proved >= 1 && won.len() as u64 == proved, "{proved}");
    for hit in &won {
        let wrong: Vec<_> = hit.check().into_iter().filter(|checked| !checked.right).collect();
        assert_eq!(wrong, [], "{hit:#?}");
        assert!(hit.check().len() >= 8, "the records are there, too");
    }
    // What is still to be won has commitments, and nothing else.
    let open = draws.of(BY_HAND).last().unwrap();
    assert_eq!((open.number, &open.won), (proved + 1, &None));
    let given: Vec<_> = draws.of(BY_HAND).collect();
    another_program_computes_the_same(&folder, &serde_json::to_value(given).unwrap());
}

/// docs/examples/mystery.py computes the mystery prizes again from what the house gives to anybody, and finds whatever is
/// another in it.
fn another_program_computes_the_same(folder: &Folder, given: &Value) {
    let (status, told) = by_python(folder, given);
    assert!(status == 0 && told.contains("nothing wrong"), "{told}");
    assert!(told.contains(": won\n") && told.contains(": not won yet"), "{told}");
    let won = given.as_array().unwrap().iter().position(|it| it.get("won").is_some()).unwrap();
    let figures = [
        "/pool",
        "/number",
        "/above",
        "/ceiling",
        "/won/trigger",
        "/won/winner",
        "/won/of",
        "/won/crossing/before",
        "/won/crossing/added/0",
        "/won/crossing/after",
        "/won/crossing/count",
        "/won/award/reading",
        "/won/award/area",
    ];
    for figure in figures {
        let mut other = given.clone();
        let it = other.pointer_mut(&format!("/{won}{figure}")).unwrap();
        *it = (it.as_u64().unwrap() + 1).into();
        assert_ne!(by_python(folder, &other).0, 0, "{figure}");
    }
    for text in ["/trigger_commitment", "/winner_commitment", "/won/trigger_key", "/won/winner_key"]
    {
        let mut other = given.clone();
        *other.pointer_mut(&format!("/{won}{text}")).unwrap() = "00".repeat(32).into();
        assert_ne!(by_python(folder, &other).0, 0, "{text}");
    }
    let mut other = given.clone();
    other[won]["highest"] = other[won]["won"]["trigger"].clone();
    assert_ne!(by_python(folder, &other).0, 0, "a wager before had passed it");
}

/// What docs/examples/mystery.py says of a document: its exit status and its words.
fn by_python(folder: &Folder, given: &Value) -> (i32, String) {
    let path = folder.0.join("mystery.json");
    std::fs::write(&path, given.to_string()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/mystery.py");
    let run = std::process::Command::new("python3").arg(script).arg(&path).output();
    let output = run.expect("python3 runs: install it for this test");
    let told = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8_lossy(&told).into_owned())
}

/// Lists an event with each of its amounts one cent higher, if it is about a pool.
fn corrupted(event: &Event) -> Vec<Event> {
    let more = |cents: Cents| Cents(cents.0 + 1);
    match event {
        Event::Posted(posting) if posting.from.pool().or(posting.to.pool()).is_some() => {
            let mut posting = *posting;
            posting.amount = more(posting.amount);
            vec![Event::Posted(posting)]
        }
        Event::Pool { pool, change } => {
            let changed = match change {
                PoolChange::Contributed(counted) | PoolChange::Returned(counted) => {
                    let mut all = Vec::new();
                    for level in 0..3 {
                        let mut other = counted.clone();
                        other.meters[level] += 1;
                        all.push(other);
                    }
                    let comes = matches!(change, PoolChange::Contributed(_));
                    let say = |it| match comes {
                        true => PoolChange::Contributed(it),
                        false => PoolChange::Returned(it),
                    };
                    all.into_iter().map(say).collect()
                }
                PoolChange::Won { award, level, from, round, reading, seed, lines } => {
                    let won = |reading, seed, lines| PoolChange::Won {
                        award: *award,
                        level: *level,
                        from: *from,
                        round: *round,
                        reading,
                        seed,
                        lines,
                    };
                    let mut other = lines.clone();
                    other[0].pays = more(other[0].pays);
                    vec![
                        won(more(*reading), *seed, lines.clone()),
                        won(*reading, more(*seed), lines.clone()),
                        won(*reading, *seed, other),
                    ]
                }
                PoolChange::Paid { award, area, amount, back } => {
                    let (award, area, amount, back) = (*award, *area, more(*amount), *back);
                    vec![PoolChange::Paid { award, area, amount, back }]
                }
                PoolChange::Adjusted { level, before, after, why, reference } => {
                    let (level, before, after) = (*level, *before, more(*after));
                    let (why, reference) = (*why, *reference);
                    vec![PoolChange::Adjusted { level, before, after, why, reference }]
                }
                _ => Vec::new(),
            };
            changed.into_iter().map(|change| Event::Pool { pool: *pool, change }).collect()
        }
        _ => Vec::new(),
    }
}
