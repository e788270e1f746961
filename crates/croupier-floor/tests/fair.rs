//! The words that players add to the draws of a virtual table: sealed while betting is open, opened when it is closed; and
//! keys that are lost.

use crate::support::Pit;
use croupier_engine::{Due, Kind};
use croupier_floor::{
    ActResult, Denied, Draws, Event, HOUSE, LAPSE_LASTS, Reason, Room, TableId, WORDS_TIME,
    WordsChange, commitment, hex, seal,
};

const KEY: [u8; 32] = [7; 32];
const VIRTUAL: TableId = TableId(2);

/// A virtual table of dice, with Ann at seat 3 and Bob at seat 1; the house is committed to its first key.
struct Dice(Pit);

impl Dice {
    fn open() -> Self {
        let mut pit = Pit::unshuffled(Kind::Craps);
        pit.does("sue", r#"{"open":{"table":2,"name":"two","game":"craps","setup":{"chip":100},"float":5000000,"dealing":"virtual","seats":4}}"#);
        for (name, seat) in [("ann", 3), ("bob", 1)] {
            pit.does(name, &format!(r#"{{"sit":{{"table":2,"player":"{name}","seat":{seat}}}}}"#));
            pit.does(
                name,
                &format!(r#"{{"bring":{{"table":2,"player":"{name}","amount":100000}}}}"#),
            );
        }
        let mut dice = Self(pit);
        dice.commit();
        dice
    }

    fn room(&self) -> &Room {
        &self.0.floor.rooms[&VIRTUAL]
    }

    fn commit(&mut self) {
        let commitment = commitment(2, self.room().commitments + 1, &KEY);
        self.0.does(HOUSE, &format!(r#"{{"commit":{{"table":2,"commitment":"{commitment}"}}}}"#));
    }

    fn step(step: &str) -> String {
        format!(r#"{{"step":{{"table":2,"step":{step}}}}}"#)
    }

    fn wagers(&mut self, who: &str) {
        self.0.does(who, &wager(who));
    }

    fn sealed(&self, who: &str, seat: u8, words: &str) -> String {
        let sealed = seal(2, self.room().commitments, seat, words);
        format!(r#"{{"contribute":{{"table":2,"player":"{who}","sealed":"{sealed}"}}}}"#)
    }

    fn seals(&mut self, who: &str, seat: u8, words: &str) {
        let act = self.sealed(who, seat, words);
        self.0.does(who, &act);
    }

    fn no(&mut self, who: &str, act: &str) -> Reason {
        match self.0.told(who, act) {
            ActResult::Denied(Denied { reason, .. }) => reason,
            other => panic!("{who}: {act}: {other:?}"),
        }
    }

    /// The dice go around until nobody has taken them.
    fn lapse_dice(&mut self) {
        while let Due::Dice(player) = self.room().table.expects().due {
            let name = self.0.floor.people.name(player).to_owned();
            let lapse = format!(r#"{{"dice":{{"player":"{name}","does":"lapse"}}}}"#);
            self.0.does(HOUSE, &Self::step(&lapse));
        }
    }

    fn roll_of(words: &[&str]) -> String {
        let words: Vec<_> = words.iter().map(|&text| text.to_owned()).collect();
        let [one, other] = Draws::new(&KEY, &words).roll().faces();
        Self::step(&format!(r#"{{"roll":[{one},{other}]}}"#))
    }

    fn roll(&mut self, words: &[&str]) {
        self.0.does(HOUSE, &Self::roll_of(words));
        if self.room().table.expects().due == Due::Payment {
            self.0.does(HOUSE, &Self::step(r#"{"paid":true}"#));
        }
    }

    fn reveal(&mut self) {
        self.0.does(HOUSE, &format!(r#"{{"reveal":{{"table":2,"key":"{}"}}}}"#, hex(&KEY)));
    }
}

const CLOSE: &str = r#"{"close-betting":{"table":2}}"#;

fn wager(who: &str) -> String {
    Dice::step(&format!(r#"{{"wager":{{"player":"{who}","on":"field","amount":1000}}}}"#))
}

fn opens(who: &str, words: &str) -> String {
    format!(r#"{{"open-words":{{"table":2,"player":"{who}","words":"{words}"}}}}"#)
}

fn lapses(who: &str) -> String {
    format!(r#"{{"lapse-words":{{"table":2,"player":"{who}"}}}}"#)
}

/// Who sits there seals words while betting is open, opens them when it is closed, and nobody wagers in between. The
/// draw mixes them in the order of the seats, whoever spoke first.
#[test]
fn words_are_sealed_before_betting_is_closed_and_opened_after() {
    let mut dice = Dice::open();
    dice.wagers("ann");
    dice.wagers("bob");
    dice.lapse_dice();
    dice.seals("ann", 3, "rain on the roof");
    let again = dice.sealed("ann", 3, "again");
    assert_eq!(dice.no("ann", &again), Reason::ContributedAlready);
    assert!(matches!(dice.no(HOUSE, &again), Reason::NotInRoles { .. }));
    assert_eq!(dice.no("bob", &again), Reason::NotOwn);
    let afar = dice.sealed("cyd", 2, "from afar");
    assert_eq!(dice.no("cyd", &afar), Reason::HasNoSeat);
    let open = r#"{"contribute":{"table":2,"player":"bob","sealed":"my birthday"}}"#;
    assert_eq!(dice.no("bob", open), Reason::BadSeal);
    dice.seals("bob", 1, "thunder");
    assert_eq!(dice.no(HOUSE, &Dice::roll_of(&[])), Reason::BettingOpen);
    assert_eq!(dice.no("ann", &opens("ann", "rain on the roof")), Reason::BettingOpen);
    assert!(matches!(dice.no("bob", CLOSE), Reason::NotInRoles { .. }));
    dice.0.does(HOUSE, CLOSE);
    assert_eq!(dice.0.events, [Event::BettingClosed { table: VIRTUAL, seats: vec![1, 3] }]);
    assert_eq!(dice.no(HOUSE, CLOSE), Reason::BettingClosed);
    assert_eq!(dice.no("ann", &wager("ann")), Reason::BettingClosed);
    let takes_down = Dice::step(r#"{"remove":{"player":"ann","on":"field"}}"#);
    assert_eq!(dice.no("ann", &takes_down), Reason::BettingClosed);
    assert_eq!(dice.no(HOUSE, &Dice::roll_of(&[])), Reason::WordsAwaited { seat: 1 });
    assert_eq!(dice.no("ann", &opens("ann", "rain")), Reason::OtherWords);
    assert_eq!(dice.no("bob", &opens("bob", "rain on the roof")), Reason::OtherWords);
    dice.0.does("ann", &opens("ann", "rain on the roof"));
    assert_eq!(dice.no(HOUSE, &Dice::roll_of(&[])), Reason::WordsAwaited { seat: 1 });
    dice.0.does("bob", &opens("bob", "thunder"));
    assert_eq!(dice.no("bob", &opens("bob", "thunder")), Reason::NoWordsAwaited);
    assert_eq!(dice.room().random.opened(), ["thunder", "rain on the roof"]);
    dice.roll(&["thunder", "rain on the roof"]);
    dice.reveal();
    assert!(matches!(dice.0.events[0], Event::Proved { draws: 1, .. }));
}

/// Words in the open are not read, and whoever sends them is told what to do.
#[test]
fn words_in_the_open_are_explained() {
    let open = br#"{"contribute":{"table":2,"player":"ann","text":"rain"}}"#;
    let error = croupier_floor::Act::parse(open).unwrap_err().to_string();
    assert!(error.contains("open-words"), "{error}");
}

/// Words are bound to their seat and to the commitment: those of another do not open, nor do old ones.
#[test]
fn words_of_another_seat_or_round_do_not_open() {
    let mut dice = Dice::open();
    dice.wagers("ann");
    dice.wagers("bob");
    dice.lapse_dice();
    dice.seals("bob", 1, "thunder");
    let copied = dice.room().random.words[0].sealed.clone();
    let act = format!(r#"{{"contribute":{{"table":2,"player":"ann","sealed":"{copied}"}}}}"#);
    dice.0.does("ann", &act);
    dice.0.does(HOUSE, CLOSE);
    dice.0.does("bob", &opens("bob", "thunder"));
    assert_eq!(dice.no("ann", &opens("ann", "thunder")), Reason::OtherWords);
}

/// Who does not open in time is named, the draw goes on without those words, and the player adds none for a while. The
/// house cannot say so at once.
#[test]
fn words_that_are_not_opened_lapse_and_are_named() {
    let mut dice = Dice::open();
    for who in ["ann", "bob"] {
        dice.wagers(who);
    }
    dice.lapse_dice();
    dice.seals("ann", 3, "rain on the roof");
    dice.seals("bob", 1, "thunder");
    dice.0.does(HOUSE, CLOSE);
    dice.0.does("bob", &opens("bob", "thunder"));
    dice.0.now += WORDS_TIME - 1;
    assert_eq!(dice.no(HOUSE, &lapses("ann")), Reason::WordsHaveTime);
    dice.0.now += 1;
    assert_eq!(dice.no(HOUSE, &lapses("bob")), Reason::NoWordsAwaited);
    assert!(matches!(dice.no("bob", &lapses("ann")), Reason::NotInRoles { .. }));
    dice.0.does(HOUSE, &lapses("ann"));
    let [Event::Words { change: WordsChange::Lapsed, .. }] = &dice.0.events[..] else {
        panic!("{:?}", dice.0.events)
    };
    assert_eq!(dice.no("ann", &opens("ann", "rain on the roof")), Reason::NoWordsAwaited);
    dice.roll(&["thunder"]);
    dice.reveal();
    for _ in 0..LAPSE_LASTS {
        dice.commit();
        let act = dice.sealed("ann", 3, "again");
        assert_eq!(dice.no("ann", &act), Reason::WordsLapsed { until: LAPSE_LASTS + 2 });
        dice.reveal();
    }
    dice.commit();
    dice.seals("ann", 3, "again");
}

/// Two who put the clock on take no time from whoever has words to open.
#[test]
fn the_clock_takes_no_time_for_words() {
    let mut dice = Dice::open();
    dice.wagers("ann");
    dice.lapse_dice();
    dice.seals("ann", 3, "rain on the roof");
    dice.0.does(HOUSE, CLOSE);
    let request = dice.0.asks("sue", r#"{"set-clock":{"by":3600000}}"#);
    dice.0.does("max", &format!(r#"{{"approve":{{"request":{request}}}}}"#));
    dice.0.now += 3_600_000;
    assert_eq!(dice.no(HOUSE, &lapses("ann")), Reason::WordsHaveTime);
    dice.0.now += WORDS_TIME;
    dice.0.does(HOUSE, &lapses("ann"));
}

/// Only who plays contributes: the words of who has no wager when betting is closed fall, and so do those of who leaves.
#[test]
fn words_without_a_wager_fall() {
    let mut dice = Dice::open();
    dice.wagers("bob");
    dice.lapse_dice();
    dice.seals("ann", 3, "rain on the roof");
    dice.0.does(HOUSE, CLOSE);
    assert!(dice.room().random.words.is_empty());
    dice.roll(&[]);
    dice.reveal();
    dice.commit();
    dice.wagers("bob");
    dice.seals("ann", 3, "rain on the roof");
    dice.0.does("ann", r#"{"leave":{"table":2,"player":"ann"}}"#);
    assert!(dice.room().random.words.is_empty());
    dice.lapse_dice();
    dice.roll(&[]);
}

/// Words that were asked for and not used are known: if no wager is left, the key goes with them.
#[test]
fn a_key_is_not_used_after_its_words_are_known() {
    let mut dice = Dice::open();
    dice.seals("ann", 3, "rain on the roof");
    dice.0.does(HOUSE, CLOSE);
    assert!(dice.room().is_key_spent());
    assert_eq!(dice.no("ann", &wager("ann")), Reason::KeyNotShown);
    dice.reveal();
    dice.commit();
    dice.wagers("ann");
}

/// Dice that do not follow from the key stop the table: the key does not prove them, nothing goes on without it, and the
/// table does not close. Two people give the key up as lost, which the journal says.
#[test]
fn chosen_dice_stop_the_table() {
    let mut dice = Dice::open();
    dice.wagers("ann");
    dice.lapse_dice();
    let right = Draws::new(&KEY, &[]).roll();
    let chosen = if right.total() == 7 { "[6,6]" } else { "[3,4]" };
    dice.0.does(HOUSE, &Dice::step(&format!(r#"{{"roll":{chosen}}}"#)));
    dice.0.does(HOUSE, &Dice::step(r#"{"paid":true}"#));
    let reveal = format!(r#"{{"reveal":{{"table":2,"key":"{}"}}}}"#, hex(&KEY));
    assert_eq!(dice.no(HOUSE, &reveal), Reason::DrawDiffers { draw: 1 });
    assert_eq!(dice.no("ann", &wager("ann")), Reason::KeyNotShown);
    for who in ["ann", "bob"] {
        dice.0.does(who, &format!(r#"{{"leave":{{"table":2,"player":"{who}"}}}}"#));
    }
    assert_eq!(dice.no("sue", r#"{"close":{"table":2}}"#), Reason::KeyNotShown);
    let lose = |why: &str| format!(r#"{{"lose-key":{{"table":2,"why":"{why}"}}}}"#);
    assert_eq!(dice.no("sue", &lose("")), Reason::NoGrounds);
    assert!(matches!(dice.no(HOUSE, &lose("it is gone")), Reason::NotInRoles { .. }));
    assert!(matches!(dice.no("dan", &lose("it is gone")), Reason::NotInRoles { .. }));
    let ActResult::Waits { request } = dice.0.told("sue", &lose("the draw is not proved")) else {
        panic!("one person alone does not give up a key")
    };
    let approve = format!(r#"{{"approve":{{"request":{request}}}}}"#);
    assert_eq!(dice.no("sue", &approve), Reason::NeedsAnother);
    dice.0.does("max", &approve);
    let lost = Event::KeyLost { table: VIRTUAL, commitment: Some(1), draws: 1, shuffle: None };
    assert!(dice.0.events.contains(&lost), "{:?}", dice.0.events);
    assert_eq!(dice.no("sue", &lose("again")), Reason::NothingToReveal);
    dice.0.does("sue", r#"{"close":{"table":2}}"#);
}
