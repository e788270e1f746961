//! How virtual tables run by themselves: when betting ends, when the next card comes, and how long a
//! player may think. It says what is due; the rules are the floor's.

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::wager::Button;
use croupier_engine::{Area, Due, Player};
use croupier_floor::{
    Act, Dealing, DisplayId, Floor, Pool, PoolId, Room, Shuffle, TableAct, TableId, WORDS_TIME,
};
use croupier_house::Secret;
use croupier_sheet::Step;
use croupier_sheet::step::{Choose, True};

use crate::config::Paces;
use crate::dto::{Driver, TableClock};

/// How much later than the floor allows the program lets words lapse, in milliseconds: its clock may be ahead by that.
const MARGIN: u64 = 500;

/// For whose answer a table waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waits {
    /// The decision of the player on an area.
    Area(Area),
    /// The answer of a player to whom the dice are offered.
    Dice(Player),
}

/// How one table runs.
#[derive(Debug, Default)]
struct Table {
    driver: Driver,
    /// The dealer who runs the table has asked for the next thing.
    pressed: bool,
    bets: Option<u64>,
    /// Until when a player may decide, or answer an offer of the dice.
    choice: Option<(Waits, u64)>,
    /// Until when a player may cut.
    cut: Option<(Player, u64)>,
    /// Until when players may open their words.
    words: Option<u64>,
    /// Nothing happens before.
    not_before: u64,
    ready: BTreeSet<Player>,
    round: u64,
    /// What the program tried, and was denied: it does not try again before something else has happened.
    denied: Option<Act>,
}

/// How all tables run.
pub(crate) struct Pace {
    paces: Paces,
    secret: Secret,
    tables: BTreeMap<TableId, Table>,
}

impl Pace {
    /// Says what the program does next about the mystery prizes of pools.
    pub(crate) fn next_for_pools(&self, floor: &Floor) -> Option<Act> {
        self.secret.next_for_pools(floor)
    }

    /// Says what the program does next about promotions and vouchers.
    pub(crate) fn next_for_promotions(&self, floor: &Floor, now: u64) -> Option<Act> {
        self.secret.next_for_promotions(floor, now)
    }

    /// Returns by what a display of a pool proves that it is this one.
    pub(crate) fn display_key(&self, pool: PoolId, display: DisplayId) -> String {
        self.secret.display_key(pool, display)
    }

    pub(crate) fn new(paces: Paces, secret: Secret) -> Self {
        Self { paces, secret, tables: BTreeMap::new() }
    }

    /// Says who runs a table.
    pub(crate) fn driver(&self, table: TableId) -> Driver {
        self.tables.get(&table).map_or(Driver::Program, |table| table.driver)
    }

    /// Has somebody run a table.
    pub(crate) fn drive(&mut self, table: TableId, driver: Driver) {
        let table = self.tables.entry(table).or_default();
        (table.driver, table.pressed, table.bets) = (driver, false, None);
        (table.choice, table.cut) = (None, None);
    }

    /// The dealer who runs a table asks for the next thing.
    pub(crate) fn press(&mut self, table: TableId) {
        self.tables.entry(table).or_default().pressed = true;
    }

    /// A player wants no more time for wagers.
    pub(crate) fn ready(&mut self, table: TableId, player: Player) {
        self.tables.entry(table).or_default().ready.insert(player);
    }

    /// Says when the program will not wait any longer.
    pub(crate) fn clock(&self, table: TableId) -> TableClock {
        self.tables.get(&table).map_or_else(TableClock::default, |table| TableClock {
            bets: table.bets,
            choice: table.choice.map(|(_, until)| until),
            cut: table.cut.map(|(_, until)| until),
            words: table.words,
        })
    }

    /// Says when to look at a table again although nothing happens there.
    pub(crate) fn look_again(&self, table: TableId, now: u64) -> Option<u64> {
        let table = self.tables.get(&table)?;
        let clocks = [
            table.bets,
            table.choice.map(|(_, until)| until),
            table.cut.map(|(_, until)| until),
            table.words,
            Some(table.not_before),
        ];
        clocks.into_iter().flatten().filter(|at| *at > now).min()
    }

    /// Shows the key of the cards burned unseen, which ends the shoe; `None` where none is kept back.
    pub(crate) fn reveal_burn(&self, room: &Room) -> Option<Act> {
        self.secret.reveal_burn(room)
    }

    /// The clock was put right: nobody has more or less time than before.
    pub(crate) fn moved(&mut self, was: u64, now: u64) {
        let moved = |at: &mut u64| *at = at.saturating_add(now).saturating_sub(was);
        for table in self.tables.values_mut() {
            moved(&mut table.not_before);
            table.bets.iter_mut().for_each(moved);
            table.choice.iter_mut().for_each(|(_, until)| moved(until));
            table.cut.iter_mut().for_each(|(_, until)| moved(until));
            table.words.iter_mut().for_each(moved);
        }
    }

    /// Tells whether the keys that a virtual table is committed to are lost, or do not prove what was drawn: the program
    /// waits until two people have given them up.
    pub(crate) fn key_is_lost(&self, room: &Room) -> bool {
        let denied = self.tables.get(&room.id).and_then(|table| table.denied.as_ref());
        let unproved = matches!(denied, Some(Act::TableAct(TableAct::Reveal { .. })));
        room.dealing == Dealing::Virtual && (unproved || !self.secret.keeps(room))
    }

    /// Tells whether the keys of the mystery prize of a pool are lost: nobody can win it until two people have given them
    /// up.
    pub(crate) fn pool_key_is_lost(&self, pool: &Pool) -> bool {
        !self.secret.keeps_pool(pool)
    }

    /// Forgets a table that is closed.
    pub(crate) fn forget(&mut self, table: TableId) {
        self.tables.remove(&table);
    }

    /// The program was denied something, and leaves it until something else happens at the table. Tells whether that
    /// is new.
    pub(crate) fn is_denied(&mut self, table: TableId, act: &Act) -> bool {
        let table = self.tables.entry(table).or_default();
        table.denied.replace(act.clone()).as_ref() != Some(act)
    }

    /// Something happened at a table: what was denied there may be tried again.
    pub(crate) fn happened(&mut self, table: TableId) {
        if let Some(table) = self.tables.get_mut(&table) {
            table.denied = None;
        }
    }

    /// Says what the program does next at a table, if it is time, and it was not just denied.
    pub(crate) fn next(&mut self, floor: &Floor, room: &Room, now: u64) -> Option<Act> {
        let next = self.keys_between(floor, room).or_else(|| self.due(floor, room, now));
        let denied = self.tables.get(&room.id).and_then(|table| table.denied.as_ref());
        next.filter(|act| denied != Some(act))
    }

    #[expect(clippy::too_many_lines, reason = "what comes first is decided in one place")]
    fn due(&mut self, floor: &Floor, room: &Room, now: u64) -> Option<Act> {
        if room.dealing != Dealing::Virtual {
            return None;
        }
        let paces = self.paces;
        let table = self.tables.entry(room.id).or_default();
        if table.round != room.round {
            let denied = table.denied.take();
            let (driver, round) = (table.driver, room.round);
            *table = Table { driver, round, denied, ..Table::default() };
        }
        if room.held.is_some() {
            // A request is open: everyone gets the full time again when it is answered.
            (table.bets, table.choice) = (None, None);
            return None;
        }
        if room.random.awaited().next().is_some() {
            // The page opens words by itself: who needs longer is not there.
            let time = paces.words.max(WORDS_TIME + MARGIN);
            let is_late = *table.words.get_or_insert(now + time) <= now;
            return is_late.then(|| self.secret.lapse_words(room, &floor.people)).flatten();
        }
        table.words = None;
        if now < table.not_before {
            return None;
        }
        let by_dealer = table.driver == Driver::Dealer;
        let pressed = by_dealer && table.pressed;
        let due = room.table.expects().due;
        if let Due::Choice(area, _) = due {
            return table.choice(room, area, now, (!by_dealer).then_some(paces.choice));
        }
        if let (Due::Dice(player) | Due::ChooseDice(player), false) = (due, by_dealer) {
            let late = table.dice_are_late(room, player, now, paces.cut);
            return self.secret.next(room, &floor.people, late);
        }
        table.choice = None;
        let plays = room.has_wagers() || room.table.felt().in_round() || due == Due::Payment;
        if room.seated().next().is_none() && !plays && !by_dealer {
            (table.bets, table.cut) = (None, None);
            return self.last_keys(floor, room, now);
        }
        if let Shuffle::Cut(Some(player)) = room.shuffle() {
            let time = (!by_dealer).then_some(paces.cut);
            if table.cut_is_over(player, now, time) || pressed {
                (table.cut, table.pressed) = (None, false);
                return self.secret.lapse_cut(room, &floor.people);
            }
        } else {
            table.cut = None;
        }
        let time =
            if by_dealer { pressed } else { table.time_is_up(room, due, now, paces.betting) };
        // No round begins while the cards are being shuffled.
        let between = room.is_between_rounds()
            && room.shuffle() == Shuffle::None
            && room.shuffle_is_due().is_none();
        let begins = time && between && plays && matches!(due, Due::Card(_) | Due::Collect);
        if begins && room.takes_words() && !room.random.words.is_empty() {
            return Some(Act::TableAct(TableAct::CloseBetting { table: room.id }));
        }
        if begins && due != Due::Collect {
            (table.pressed, table.not_before) = (false, now + paces.card);
            return Some(Act::TableAct(TableAct::Step { table: room.id, step: Step::Close(True) }));
        }
        let act = self.secret.next(room, &floor.people, time)?;
        // Who places a jackpot wager has not ended betting: the program sweeps when the time is up.
        if !time && matches!(&act, Act::TableAct(TableAct::Step { step: Step::Collect(_), .. })) {
            return None;
        }
        if let Act::TableAct(TableAct::Step { step: Step::Dice(_), .. }) = act {
            table.pressed = false;
            return Some(act);
        }
        let drawn = matches!(act, Act::TableAct(TableAct::Step { .. }));
        if drawn && by_dealer && !pressed {
            return None;
        }
        if drawn {
            (table.pressed, table.bets) = (false, None);
            table.not_before = now + paces.card;
            // Who is ready while cards are burned is still ready when the round can begin.
            if due != Due::Burn {
                table.ready.clear();
            }
        }
        Some(act)
    }

    /// Shows the key of a round that is over, and commits the house to the next, without a pause: nobody can wager
    /// before that.
    fn keys_between(&self, floor: &Floor, room: &Room) -> Option<Act> {
        if room.dealing != Dealing::Virtual || room.table.felt().in_round() {
            return None;
        }
        let occupied = room.seated().next().is_some() || room.has_wagers();
        self.secret.next(room, &floor.people, false).filter(|act| match act {
            Act::TableAct(TableAct::Reveal { .. } | TableAct::CloseBetting { .. }) => true,
            Act::TableAct(TableAct::Commit { .. }) => occupied,
            _ => false,
        })
    }

    /// Nobody is at the table: all that is left to do is to show the last keys, that of the burn when the table is
    /// about to close.
    fn last_keys(&self, floor: &Floor, room: &Room, now: u64) -> Option<Act> {
        let act = self.secret.next(room, &floor.people, false)?;
        if matches!(act, Act::TableAct(TableAct::Reveal { .. })) {
            return Some(act);
        }
        let closes = room.closing.is_some_and(|at| at <= now);
        self.secret.reveal_burn(room).filter(|_| closes)
    }
}

impl Table {
    /// Tells whether the time for wagers is over.
    fn time_is_up(&mut self, room: &Room, due: Due, now: u64, betting: u64) -> bool {
        if !room.is_between_rounds() || room.is_betting_closed() {
            self.bets = None;
            return true;
        }
        let can_deal = matches!(due, Due::Card(_) | Due::Collect | Due::Roll(_) | Due::StickRoll);
        if !can_deal || !room.has_wagers() {
            self.bets = None;
            return false;
        }
        let Some(hurried) = self.all_are_ready(room) else {
            self.bets = None;
            return false;
        };
        let until = *self.bets.get_or_insert(now + betting);
        if hurried {
            self.bets = Some(now);
            return true;
        }
        until <= now
    }

    /// Tells whether everyone wants no more time whose wagers the next cards or rolls can decide. A wager that its player
    /// has called off is decided by none: where all are, the table waits (`None`) until somebody who has one wants it to
    /// go on.
    fn all_are_ready(&self, room: &Room) -> Option<bool> {
        let (mut playing, mut any_ready) = (BTreeSet::new(), false);
        room.table.each_standing(|wager| {
            any_ready |= self.ready.contains(&wager.spot.player);
            if wager.button != Button::Off {
                playing.insert(wager.spot.player);
            }
        });
        match playing.is_empty() {
            true => any_ready.then_some(true),
            false => Some(playing.is_subset(&self.ready)),
        }
    }

    /// Tells whether a player has not answered an offer of the dice in time. Nobody hurries before a wager stands; a
    /// player who wants no more time for wagers, and all others who have any, wants no more for the dice.
    fn dice_are_late(&mut self, room: &Room, player: Player, now: u64, time: u64) -> bool {
        self.bets = None;
        if !room.has_wagers() {
            self.choice = None;
            return false;
        }
        let until = match self.choice {
            Some((Waits::Dice(known), until)) if known == player => until,
            _ => now + time,
        };
        let waits = !self.ready.contains(&player) && !has_called_off(room, player);
        let hurried = !waits && self.all_are_ready(room) == Some(true);
        let late = hurried || until <= now;
        self.choice = (!late).then_some((Waits::Dice(player), until));
        late
    }

    /// Tells whether the time that a player has for the cut is over.
    fn cut_is_over(&mut self, player: Player, now: u64, time: Option<u64>) -> bool {
        let until = match (self.cut, time) {
            (Some((known, until)), _) if known == player => until,
            (_, Some(time)) => now + time,
            (_, None) => return false,
        };
        self.cut = Some((player, until));
        until <= now
    }

    /// Waits for a player's choice, and then takes the player for absent.
    fn choice(&mut self, room: &Room, area: Area, now: u64, time: Option<u64>) -> Option<Act> {
        let until = match self.choice {
            Some((Waits::Area(known), until)) if known == area => until,
            _ => {
                let until = now + time?;
                self.choice = Some((Waits::Area(area), until));
                until
            }
        };
        if now < until {
            return None;
        }
        self.choice = None;
        let step = Step::Choose(Choose { area: Some(area), absent: true, ..Choose::default() });
        Some(Act::TableAct(TableAct::Step { table: room.id, step }))
    }
}

/// Tells whether a player has wagers, and has called all of them off.
fn has_called_off(room: &Room, player: Player) -> bool {
    let (mut any, mut all) = (false, true);
    room.table.each_standing(|wager| {
        if wager.spot.player == player {
            any = true;
            all &= wager.button == Button::Off;
        }
    });
    any && all
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_floor::{HOUSE, HouseAct, Role};

    const TABLE: TableId = TableId(1);

    /// A virtual table of dice with guests, and its pace.
    struct Evening {
        floor: Floor,
        pace: Pace,
        now: u64,
        /// What the program did, as it stands in the journal.
        did: Vec<String>,
    }

    impl Evening {
        fn new(guests: &[&str]) -> Self {
            let paces = Paces {
                betting: 10_000,
                choice: 30_000,
                cut: 30_000,
                words: 4_000,
                card: 1,
                idle_guest: 60_000,
            };
            let (pace, did) = (Pace::new(paces, Secret::fixed([7; 32])), Vec::new());
            let mut evening = Self { floor: Floor::default(), pace, now: 1_000, did };
            let manager = HouseAct::AddPerson {
                name: "max".to_owned(),
                roles: vec![Role::Manager],
                password: None,
            };
            evening.floor.act(1, "max", &manager.into());
            let open = r#"{"open":{"table":1,"name":"one","game":"craps","setup":{},"float":1000000,"dealing":"virtual","seats":4,"demo":true}}"#;
            evening.must(HOUSE, open);
            for (guest, seat) in guests.iter().zip(1..) {
                evening.must(HOUSE, &format!(r#"{{"guest":{{"name":"{guest}"}}}}"#));
                evening.must(
                    guest,
                    &format!(r#"{{"sit":{{"table":1,"player":"{guest}","seat":{seat}}}}}"#),
                );
                let chips = r#""amount":50000"#;
                evening.must(
                    guest,
                    &format!(r#"{{"bring":{{"table":1,"player":"{guest}",{chips}}}}}"#),
                );
            }
            evening.run(1);
            evening
        }

        /// The demo tables with a guest at the first of them, which has a jackpot.
        fn with_jackpot(guest: &str) -> Self {
            let mut evening = Self::new(&[]);
            evening.floor = Floor::default();
            for act in crate::demo::tables(&evening.floor, false) {
                assert!(evening.floor.act(1, HOUSE, &act).is_done(), "{act:?}");
            }
            assert!(evening.floor.rooms[&TABLE].table.rules().jackpot.is_some());
            evening.must(HOUSE, &format!(r#"{{"guest":{{"name":"{guest}"}}}}"#));
            let at = format!(r#""table":1,"player":"{guest}""#);
            evening.must(guest, &format!(r#"{{"sit":{{{at},"seat":1}}}}"#));
            evening.must(guest, &format!(r#"{{"bring":{{{at},"amount":50000}}}}"#));
            evening.run(1_000);
            evening
        }

        fn must(&mut self, who: &str, act: &str) {
            let act = Act::parse(act.as_bytes()).expect("an act");
            let answer = self.floor.act(self.now, who, &act);
            assert!(answer.is_done(), "{who}: {act:?} {answer:?}");
        }

        fn step(&mut self, who: &str, step: &str) {
            self.must(who, &format!(r#"{{"step":{{"table":1,"step":{step}}}}}"#));
        }

        fn ready(&mut self, who: &str) {
            let player = self.floor.people.find(who).expect("a guest");
            self.pace.ready(TABLE, player);
        }

        /// Lets time pass, and the program do what it does meanwhile.
        fn run(&mut self, time: u64) {
            let until = self.now + time;
            while self.now < until {
                self.now += 100;
                for _ in 0..20 {
                    let room = &self.floor.rooms[&TABLE];
                    let of_pools = self.pace.next_for_pools(&self.floor);
                    let next = || self.pace.next(&self.floor, room, self.now);
                    let Some(act) = of_pools.or_else(next) else { break };
                    let answer = self.floor.act(self.now, HOUSE, &act);
                    assert!(answer.is_done(), "{act:?} {answer:?}");
                    self.did.push(act.write());
                }
            }
        }

        /// Counts what the program did whose text has these words.
        fn count(&self, words: &str) -> usize {
            self.did.iter().filter(|act| act.contains(words)).count()
        }
    }

    const LAPSE: &str = r#""does":"lapse""#;
    const ROLL: &str = r#""roll""#;

    /// Who does not answer has refused after a while, and the program says so, not the player.
    #[test]
    fn an_offer_of_the_dice_runs_out() {
        let mut evening = Evening::new(&["ann", "bob"]);
        evening.run(100_000);
        assert_eq!(evening.count(LAPSE), 0, "nobody waits for the dice before a wager stands");
        evening.step("bob", r#"{"wager":{"player":"bob","on":"win-line","amount":1000}}"#);
        evening.run(29_000);
        assert_eq!((evening.count(LAPSE), evening.count(ROLL)), (0, 0));
        evening.run(2_000);
        assert_eq!(evening.count(LAPSE), 1, "the offer to Ann is over");
        evening.step("bob", r#"{"dice":{"player":"bob","does":"accept","takes":[2,5]}}"#);
        evening.run(11_000);
        assert_eq!(evening.count(ROLL), 1);
    }

    /// One guest alone takes the dice once and keeps them; who is in a hurry need not take them at all.
    #[test]
    fn one_guest_alone_plays_without_waiting() {
        let mut evening = Evening::new(&["ann"]);
        evening.step("ann", r#"{"dice":{"player":"ann","does":"accept"}}"#);
        evening.step("ann", r#"{"wager":{"player":"ann","on":"win-line","amount":1000}}"#);
        evening.ready("ann");
        evening.run(300);
        assert_eq!(evening.count(ROLL), 1);
        let mut evening = Evening::new(&["ann"]);
        for round in 1..=3 {
            evening.step("ann", r#"{"wager":{"player":"ann","on":"field","amount":1000}}"#);
            evening.ready("ann");
            evening.run(300);
            assert_eq!(evening.count(ROLL), round);
        }
    }

    /// A shooter without a line wager holds nobody up: the dice pass.
    #[test]
    fn a_shooter_who_cannot_throw_passes() {
        let mut evening = Evening::new(&["ann", "bob"]);
        evening.step("ann", r#"{"dice":{"player":"ann","does":"accept"}}"#);
        evening.step("bob", r#"{"wager":{"player":"bob","on":"win-line","amount":1000}}"#);
        evening.run(11_000);
        assert_eq!(evening.count(r#""does":"order""#), 1);
        evening.step("bob", r#"{"dice":{"player":"bob","does":"accept"}}"#);
        evening.run(11_000);
        assert_eq!(evening.count(ROLL), 1);
    }

    /// Words are asked for when betting ends, and the roll waits for them, but not for ever; where nobody has sealed any, it
    /// does not wait at all.
    #[test]
    fn words_that_do_not_come_hold_nobody_up() {
        let mut evening = Evening::new(&["ann"]);
        for (round, opens) in [(1, true), (2, false)] {
            evening.step("ann", r#"{"wager":{"player":"ann","on":"field","amount":1000}}"#);
            let number = evening.floor.rooms[&TABLE].commitments;
            let sealed = croupier_floor::seal(1, number, 1, "rain");
            let at = r#""table":1,"player":"ann""#;
            evening.must("ann", &format!(r#"{{"contribute":{{{at},"sealed":"{sealed}"}}}}"#));
            evening.ready("ann");
            evening.run(300);
            assert_eq!((evening.count("close-betting"), evening.count(ROLL)), (round, round - 1));
            assert!(evening.pace.clock(TABLE).words.is_some());
            if opens {
                evening.must("ann", &format!(r#"{{"open-words":{{{at},"words":"rain"}}}}"#));
                evening.run(300);
                assert_eq!((evening.count("lapse-words"), evening.count(ROLL)), (0, round));
            }
        }
        evening.run(3_000);
        assert_eq!((evening.count("lapse-words"), evening.count(ROLL)), (0, 1));
        evening.run(1_500);
        assert_eq!((evening.count("lapse-words"), evening.count(ROLL)), (1, 2));
    }

    /// A jackpot wager is swept when betting is over: whoever places one has the time for wagers as anybody.
    #[test]
    fn a_jackpot_wager_does_not_end_betting() {
        let mut evening = Evening::with_jackpot("ann");
        for on in ["bet", "jackpot"] {
            let wager =
                format!(r#"{{"wager":{{"player":"ann","area":1,"on":"{on}","amount":500}}}}"#);
            evening.step("ann", &wager);
            evening.run(1_000);
        }
        evening.run(7_000);
        let collected = |evening: &Evening| evening.count(r#""collect""#);
        assert!(evening.floor.rooms[&TABLE].is_between_rounds(), "{:?}", evening.did);
        assert_eq!((collected(&evening), evening.floor.rooms[&TABLE].round), (0, 1));
        evening.run(2_000);
        assert_eq!((collected(&evening), evening.floor.rooms[&TABLE].round), (1, 2));
    }

    /// Wagers that their players have called off keep nobody waiting, and keep no table rolling.
    #[test]
    fn a_wager_that_was_called_off_does_not_keep_the_table_rolling() {
        let mut evening = Evening::new(&["ann", "bob"]);
        let place = r#""player":"ann","on":"place-win","number":8"#;
        evening.step("ann", r#"{"dice":{"player":"ann","does":"accept"}}"#);
        evening.step("ann", &format!(r#"{{"wager":{{{place},"amount":600}}}}"#));
        evening.step("ann", &format!(r#"{{"call":{{{place},"state":"off"}}}}"#));
        evening.run(200_000);
        assert_eq!(evening.count(ROLL), 0, "nothing can be decided");
        assert_eq!(evening.pace.clock(TABLE), TableClock::default());
        // Who comes to play does not wait for Ann.
        evening.step("bob", r#"{"wager":{"player":"bob","on":"field","amount":1000}}"#);
        evening.ready("bob");
        evening.run(1_000);
        assert_eq!(evening.count(ROLL), 1);
        // Ann herself may want to see another roll.
        evening.run(100_000);
        assert_eq!(evening.count(ROLL), 1);
        evening.ready("ann");
        evening.run(1_000);
        assert_eq!(evening.count(ROLL), 2);
    }

    /// What the floor denied is left alone until something else happens at the table.
    #[test]
    fn what_was_denied_is_not_tried_again() {
        let mut evening = Evening::new(&["ann"]);
        evening.step("ann", r#"{"wager":{"player":"ann","on":"field","amount":1000}}"#);
        evening.ready("ann");
        evening.now += 100;
        let next = |evening: &mut Evening| {
            let room = &evening.floor.rooms[&TABLE];
            evening.pace.next(&evening.floor, room, evening.now)
        };
        let act = next(&mut evening).expect("the offer of the dice is over");
        assert!(evening.pace.is_denied(TABLE, &act), "it is told once");
        assert!(!evening.pace.is_denied(TABLE, &act));
        evening.now += 100_000;
        assert_eq!(next(&mut evening), None);
        evening.pace.happened(TABLE);
        assert_eq!(next(&mut evening), Some(act));
    }
}
