//! Draws that nobody steers: the last to speak has no advantage, a restart leaves the house nothing to choose, and a draw that
//! no key proves is found.

use std::path::{Path, PathBuf};

use crate::house::{Dice, Folder, Night};
use croupier_engine::{Due, Kind};
use croupier_floor::{
    Act, ActResult, Denied, Draws, Event, Floor, HOUSE, HouseAct, Reason, Role, Room, TableAct,
    TableId, seal,
};
use croupier_house::{Live, Proof, Secret, prove};
use croupier_journal::{Options, VerifyOptions};
use croupier_sheet::Step;

const TABLE: TableId = TableId(1);

/// A virtual table of dice without a journal: Ann is honest, and Eve wants sevens.
struct Pair {
    floor: Floor,
    secret: Secret,
    now: u64,
}

impl Pair {
    fn open() -> Self {
        let secret = Secret::fixed([9; 32]);
        let mut pair = Self { floor: Floor::default(), secret, now: 1_000 };
        let (name, roles) = ("max".to_owned(), vec![Role::Manager]);
        pair.does("max", &HouseAct::AddPerson { name, roles, password: None }.into());
        pair.says(HOUSE, r#"{"open":{"table":1,"name":"one","game":"craps","setup":{},"float":1000000000,"dealing":"virtual","seats":4,"demo":true}}"#);
        for (guest, seat) in [("ann", 1), ("eve", 2)] {
            pair.says(HOUSE, &format!(r#"{{"guest":{{"name":"{guest}"}}}}"#));
            let at = format!(r#""table":1,"player":"{guest}""#);
            pair.says(guest, &format!(r#"{{"sit":{{{at},"seat":{seat}}}}}"#));
            pair.says(guest, &format!(r#"{{"bring":{{{at},"amount":100000}}}}"#));
        }
        pair
    }

    fn room(&self) -> &Room {
        &self.floor.rooms[&TABLE]
    }

    fn does(&mut self, who: &str, act: &Act) {
        let answer = self.floor.act(self.now, who, act);
        assert!(answer.is_done(), "{who}: {} {answer:?}", act.write());
    }

    fn says(&mut self, who: &str, act: &str) {
        self.does(who, &Act::parse(act.as_bytes()).unwrap());
    }

    /// The program goes on until it waits for somebody.
    fn program(&mut self, deal: bool) {
        while let Some(act) = self.secret.next(self.room(), &self.floor.people, deal) {
            let is_key = matches!(act, Act::TableAct(TableAct::Reveal { .. }));
            self.does(HOUSE, &act);
            if deal && is_key {
                return;
            }
        }
    }

    fn seals(&mut self, who: &str, words: &str) {
        let player = self.floor.people.find(who).unwrap();
        let seat = self.room().seat_number(player).unwrap();
        let sealed = seal(1, self.room().commitments, seat, words);
        self.says(
            who,
            &format!(r#"{{"contribute":{{"table":1,"player":"{who}","sealed":"{sealed}"}}}}"#),
        );
    }

    fn opens(&mut self, who: &str, words: &str) {
        let act = format!(r#"{{"open-words":{{"table":1,"player":"{who}","words":"{words}"}}}}"#);
        self.says(who, &act);
    }

    /// Plays one round; Eve speaks last, and decides about her words when she has seen those of Ann. Returns the total.
    fn round(&mut self, honest: &str, wanted: impl Fn(&[String]) -> bool) -> u8 {
        self.program(false);
        self.says(
            "ann",
            r#"{"step":{"table":1,"step":{"wager":{"player":"ann","on":"field","amount":100}}}}"#,
        );
        self.says(
            "eve",
            r#"{"step":{"table":1,"step":{"wager":{"player":"eve","on":"field","amount":100}}}}"#,
        );
        self.seals("ann", honest);
        let eve = self.floor.people.find("eve").unwrap();
        let speaks = self.room().lapsed_until(eve).is_none();
        let chosen = (0..64).map(|number| format!("eve {number}"));
        let chosen = chosen.clone().find(|own| wanted(&[honest.to_owned(), own.clone()]));
        let chosen = chosen.unwrap_or_else(|| "eve".to_owned());
        if speaks {
            self.seals("eve", &chosen);
        }
        self.program(true);
        self.opens("ann", honest);
        if speaks && wanted(&[honest.to_owned(), chosen.clone()]) {
            self.opens("eve", &chosen);
        } else if speaks {
            self.now += 10_000;
            let act = self.secret.lapse_words(self.room(), &self.floor.people).unwrap();
            self.does(HOUSE, &act);
        }
        self.program(true);
        let [.., croupier_floor::Drawn::Roll(dice)] = self.room().last_random.drawn() else {
            panic!("nothing was rolled")
        };
        dice.total()
    }
}

/// Tells whether a count of 10,000 is within three standard deviations of what it should be, with a chance of so many
/// of so many.
fn is_near(count: u32, (wins, of): (i64, i64)) -> bool {
    let off = i64::from(count) * of - 10_000 * wins;
    off * off <= 9 * 10_000 * wins * (of - wins)
}

/// Finding 9: who speaks last, and does not have the key, gets one seven in six. Eve takes the key of the round before for
/// that of the next, chooses her words by it, and keeps them back where it says that they do not help.
#[test]
fn the_last_to_speak_has_no_advantage() {
    let mut pair = Pair::open();
    let mut sevens = 0;
    let mut last = [0; 32];
    for number in 0..10_000_u64 {
        let guess = last;
        let total = pair.round(&format!("honest {number}"), |words| {
            Draws::new(&guess, words).roll().total() == 7
        });
        sevens += u32::from(total == 7);
        last[..8].copy_from_slice(&number.to_be_bytes());
    }
    assert!(is_near(sevens, (1, 6)), "{sevens}");
}

/// The arithmetic of docs/fair.md: with the key and without the words of one honest player, nothing can be chosen; with both,
/// each colluding player doubles what can be chosen from.
#[test]
fn what_the_key_is_worth_to_who_speaks_last() {
    let (mut blind, mut one, mut two) = (0, 0, 0);
    for number in 0..10_000_u32 {
        let key = {
            let mut key = [3; 32];
            key[..4].copy_from_slice(&number.to_be_bytes());
            key
        };
        let honest = format!("honest {number}");
        let seven = |words: &[&str]| {
            let words: Vec<_> = words.iter().map(|&it| it.to_owned()).collect();
            Draws::new(&key, &words).roll().total() == 7
        };
        // Sealed when the honest words are not known: chosen for the draw as it would be without them.
        let own = (0..64).map(|at| format!("eve {at}")).find(|own| seven(&[own])).unwrap();
        blind += u32::from(seven(&[&honest, &own]));
        one += u32::from(seven(&[&honest, &own]) || seven(&[&honest]));
        let (x, y) = ("eve", "mal");
        let choices: [&[&str]; 4] = [&[&honest], &[&honest, x], &[&honest, y], &[&honest, x, y]];
        two += u32::from(choices.iter().any(|words| seven(words)));
    }
    assert!(is_near(blind, (1, 6)), "{blind}");
    assert!(is_near(one, (11, 36)), "{one}");
    assert!(is_near(two, (671, 1296)), "{two}");
}

fn table_of(kind: Kind) -> u32 {
    1 + Kind::ALL.iter().position(|other| *other == kind).unwrap() as u32
}

fn secret_file(path: &Path) -> PathBuf {
    PathBuf::from(format!("{}.secret", path.display()))
}

fn secret(night: &mut Night, path: &Path) -> Secret {
    night.live.secret(&secret_file(path)).unwrap()
}

/// Opens a house that is there, and its secret.
fn again(path: &Path) -> (Night, Secret) {
    let live = Live::open(path, Options::default()).unwrap();
    let at = live.floor().now;
    let mut night = Night { live, at, acts: 0 };
    let secret = secret(&mut night, path);
    (night, secret)
}

fn proof(path: &Path) -> Proof {
    prove(path, &VerifyOptions::default(), false, |_| ()).unwrap()
}

fn says(night: &mut Night, who: &str, act: &str) -> ActResult {
    night.told(who, &Act::parse(act.as_bytes()).unwrap())
}

fn wager(night: &mut Night, table: u32, who: &str, on: &str) -> ActResult {
    let spot = format!(r#""player":"{who}","area":1,"on":"{on}","amount":1000"#);
    says(night, who, &format!(r#"{{"step":{{"table":{table},"step":{{"wager":{{{spot}}}}}}}}}"#))
}

/// The program goes on until betting is open.
fn until_betting(night: &mut Night, secret: &Secret, table: u32) {
    let mut dice = Dice(1);
    while night.program_once(secret, table, false, &mut dice) {}
}

/// A house that restarts while wagers stand has nothing to choose: their key stays, and so that nobody wagers who may know it,
/// betting is closed until the draw.
#[test]
fn a_restart_keeps_the_key_of_wagers_that_stand() {
    let folder = Folder::new("fair-restart");
    let path = folder.0.join("journal");
    let mut night = Night::open(&path);
    let first = secret(&mut night, &path);
    for (kind, on) in [(Kind::Craps, "field"), (Kind::CasinoWar, "initial")] {
        let table = table_of(kind);
        until_betting(&mut night, &first, table);
        assert_eq!(wager(&mut night, table, "ann", on), ActResult::Done);
    }
    night.live.close().unwrap();
    let (mut night, second) = again(&path);
    for (kind, on) in [(Kind::Craps, "field"), (Kind::CasinoWar, "initial")] {
        let table = table_of(kind);
        let room = |night: &Night| night.floor().rooms[&TableId(table)].clone();
        let before = room(&night);
        assert!(before.random.commitment.is_some() && before.random.draws() == 0);
        let next = second.next(&before, &night.floor().people, false).unwrap();
        assert!(matches!(next, Act::TableAct(TableAct::CloseBetting { .. })), "{next:?}");
        night.must(HOUSE, &next);
        let refused = wager(&mut night, table, "ann", on);
        assert!(
            matches!(refused, ActResult::Denied(Denied { reason: Reason::BettingClosed, .. })),
            "{refused:?}"
        );
        let mut dice = Dice(1);
        while room(&night).last_random.commitment != before.random.commitment {
            assert!(night.program_once(&second, table, true, &mut dice));
        }
        assert!(room(&night).last_random.draws() > 0, "the key that was there is the one used");
    }
    night.live.close().unwrap();
    let proof = proof(&path);
    assert!(proof.sound, "{:?}", proof.faults);
}

/// Finding 8: dice that were chosen are proved by no key. The journal is not sound, whether the key is owed for ever or two
/// people give it up.
#[test]
fn a_draw_that_no_key_proves_is_found() {
    let folder = Folder::new("fair-chosen");
    let path = folder.0.join("journal");
    let mut night = Night::open(&path);
    let secret = secret(&mut night, &path);
    let table = table_of(Kind::Craps);
    until_betting(&mut night, &secret, table);
    assert_eq!(wager(&mut night, table, "ann", "field"), ActResult::Done);
    let mut dice = Dice(1);
    let roll = loop {
        let room = &night.floor().rooms[&TableId(table)];
        match secret.next(room, &night.floor().people, true).unwrap() {
            Act::TableAct(TableAct::Step { step: Step::Roll(roll), .. }) => break roll.0,
            _ => assert!(night.program_once(&secret, table, true, &mut dice)),
        }
    };
    let chosen = if roll.total() == 4 { "[1,2]" } else { "[2,2]" };
    let roll = format!(r#"{{"step":{{"table":{table},"step":{{"roll":{chosen}}}}}}}"#);
    assert_eq!(says(&mut night, HOUSE, &roll), ActResult::Done);
    night.live.close().unwrap();
    let on = proof(&path);
    let note = on.notes.iter().any(|note| note.contains("still on"));
    assert!(on.sound && note && on.played.unwrap().unproved == 1, "{:?}", on.notes);
    let (mut night, secret) = again(&path);
    let paid = format!(r#"{{"step":{{"table":{table},"step":{{"paid":true}}}}}}"#);
    assert_eq!(says(&mut night, HOUSE, &paid), ActResult::Done);
    let room = &night.floor().rooms[&TableId(table)];
    let reveal = secret.next(room, &night.floor().people, false).unwrap();
    let denied = night.told(HOUSE, &reveal);
    assert!(matches!(denied, ActResult::Denied(Denied { reason: Reason::DrawDiffers { .. }, .. })));
    night.live.close().unwrap();
    let owed = proof(&path);
    assert!(!owed.sound && owed.faults[0].contains("its key was not shown"), "{:?}", owed.faults);
    let (mut night, _) = again(&path);
    let (table, why) = (TableId(table), "the key does not prove it".to_owned());
    night.both("sue", "max", &TableAct::LoseKey { table, why }.into());
    night.live.close().unwrap();
    let given_up = proof(&path);
    let fault = &given_up.faults[0];
    assert!(!given_up.sound && fault.contains("had not been replaced"), "{fault}");
}

/// Finding 8: the house chooses the dice at three tables, pays, and goes on at the next table; who won takes the chips
/// away, or stays and time passes. The rounds are over, their keys were not shown, and the journal is not sound.
#[test]
fn a_round_that_is_paid_without_its_key_is_found() {
    for ends in ["leave", "take", "time", "nothing"] {
        let folder = Folder::new(&format!("fair-paid-{ends}"));
        let path = folder.0.join("journal");
        let mut night = Night::open(&path);
        let table = table_of(Kind::Craps);
        let mut dice = Dice(1);
        let unknown = Secret::fixed([7; 32]);
        // Up to the roll everything is as the program does it; of the key nobody hears again.
        let room = |night: &Night| night.floor().rooms[&TableId(table)].clone();
        until_betting(&mut night, &unknown, table);
        assert_eq!(wager(&mut night, table, "ann", "field"), ActResult::Done);
        loop {
            match unknown.next(&room(&night), &night.floor().people, true).unwrap() {
                Act::TableAct(TableAct::Step { step: Step::Roll(_), .. }) => break,
                _ => assert!(night.program_once(&unknown, table, true, &mut dice)),
            }
        }
        for step in [r#"{"roll":[2,2]}"#, r#"{"paid":true}"#] {
            let act = format!(r#"{{"step":{{"table":{table},"step":{step}}}}}"#);
            assert_eq!(says(&mut night, HOUSE, &act), ActResult::Done, "{step}");
        }
        assert!(room(&night).key_is_owed());
        let at = format!(r#""table":{table},"player":"ann""#);
        let done = match ends {
            "leave" => says(&mut night, "ann", &format!(r#"{{"leave":{{{at}}}}}"#)),
            "take" => says(&mut night, "ann", &format!(r#"{{"take":{{{at},"amount":500}}}}"#)),
            "time" => {
                night.at += 60_000;
                says(&mut night, "ivy", r#"{"look":{"what":"the past"}}"#)
            }
            _ => ActResult::Done,
        };
        assert_eq!(done, ActResult::Done, "{ends}");
        night.live.close().unwrap();
        let proof = proof(&path);
        // Stopped right after the round, the house shows the key when it opens again.
        if ends == "nothing" {
            let note = proof.notes.iter().any(|note| note.contains("to be shown next"));
            assert!(proof.sound && note, "{:?} {:?}", proof.faults, proof.notes);
            continue;
        }
        let fault = proof.faults.first().map_or("none", |fault| fault);
        assert!(!proof.sound && fault.contains("its key was not shown"), "{ends}: {fault}");
    }
}

/// A secret that is lost in the middle of a round: the program draws nothing, two people give the key up, the wagers go back,
/// the table goes on and closes, and the proof says which draws nobody can prove.
#[test]
fn a_round_whose_key_is_lost_is_void_by_two_people() {
    let folder = Folder::new("fair-lost");
    let path = folder.0.join("journal");
    let mut night = Night::open(&path);
    let first = secret(&mut night, &path);
    let (number, mut dice) = (table_of(Kind::CasinoWar), Dice(1));
    let table = TableId(number);
    until_betting(&mut night, &first, number);
    assert_eq!(wager(&mut night, number, "ann", "initial"), ActResult::Done);
    while !night.floor().rooms[&table].table.felt().in_round() {
        assert!(night.program_once(&first, number, true, &mut dice));
    }
    assert!(matches!(night.floor().rooms[&table].table.expects().due, Due::Card(_)));
    night.live.close().unwrap();
    std::fs::remove_file(secret_file(&path)).unwrap();
    let live = Live::open(&path, Options::default()).unwrap();
    live.renew_secret(&secret_file(&path)).unwrap();
    live.close().unwrap();
    let (mut night, second) = again(&path);
    let room = &night.floor().rooms[&table];
    assert!(!second.keeps(room));
    assert_eq!(second.next(room, &night.floor().people, true), None, "the program draws nothing");
    let rack = croupier_floor::Account::Rack(table, night.floor().people.find("ann").unwrap());
    let before = night.floor().ledger.held(rack);
    let why = "the disk with the secret burned".to_owned();
    night.both("sue", "mia", &TableAct::LoseKey { table, why }.into());
    assert_eq!(night.floor().ledger.held(rack).0, before.0 + 1000, "the wager goes back");
    night.play_with(&second, number, 2, &mut dice);
    night.finish(&second, number, &mut dice);
    night.close_table(number);
    night.live.close().unwrap();
    let proof = proof(&path);
    let played = proof.played.unwrap();
    assert!(proof.sound && played.lost >= 1 && played.unproved == 0, "{:?}", proof.faults);
    assert!(proof.notes.iter().any(|note| note.contains("lost for ever")), "{:?}", proof.notes);
    let told = croupier_journal::Reader::open(&path).unwrap();
    let mut lost = 0;
    for record in told.entries(0) {
        let entry = record.unwrap().chained.entry;
        if let Ok(answer) = croupier_floor::Answer::read(&entry.effects) {
            let events = answer.events.iter();
            lost += events.filter(|event| matches!(event, Event::KeyLost { .. })).count();
        }
    }
    assert_eq!(lost, 1);
}
