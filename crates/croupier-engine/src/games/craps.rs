//! Craps: 25 wagers on two dice, and a shooter who throws them.

mod handling;
mod pay_table;
mod plan;
mod promotions;
mod shooter;
mod throws;

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::clause;
use crate::clause::Clause;
use crate::dice::Dice;
use crate::effect::{Effect, Refusal};
use crate::expects::Due;
use crate::game::{Bid, Breach, Cap, DiceStand, Equipment, Game, House, Item, Opens, Paying, Pit, unknown_to};
use crate::input::{Input, Player, Spot, WagerId};
use crate::irregular::{Remedy, Say, Situation, Throw};
use crate::money::{Cents, Odds};
use crate::pays::Pays;
use crate::remedies;
use crate::setup::Setup;
use crate::table::{Key, Rules, Table};
use crate::wager::{Button, Layout, Mark, On as _, Verdict, Wager, lose, returned, void, win};
use crate::wagers;
use crate::why::Why;
pub use plan::Plan;
use shooter::Shooter;
use throws::{DiceSet, LastRoll};

/// Craps: wagers on rolls of two dice, from the come out to the point or seven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Craps;

const POINTS: [u8; 6] = [4, 5, 6, 8, 9, 10];
const ON_POINT: Mark = Mark::Number(&POINTS);
const HARDWAYS: Mark = Mark::Number(&[4, 6, 8, 10]);
const HORN_NUMBERS: Mark = Mark::Number(&[2, 3, 11, 12]);
const TRAVELS: Mark = Mark::Travels(&POINTS);

wagers! {
    /// With the shooter: seven or eleven first, or the point before seven.
    WinLine: Layout::table("win-line", clause!("6.1.1"));
    /// Against the shooter; a two on the come out is void.
    DontWin: Layout::table("dont-win", clause!("6.1.2"));
    /// A Win Line that starts in mid-game.
    Come: Layout::table("come", clause!("6.1.3")).on(TRAVELS);
    /// A Don't Win that starts in mid-game.
    DontCome: Layout::table("dont-come", clause!("6.1.4")).on(TRAVELS);
    /// True odds behind a Win Line.
    BehindWinLine: Layout::table("behind-win-line", clause!("6.1.5"));
    /// True odds behind a Don't Win.
    BehindDontWin: Layout::table("behind-dont-win", clause!("6.1.6"));
    /// True odds behind a Come.
    BehindCome: Layout::table("behind-come", clause!("6.1.7")).on(ON_POINT);
    /// True odds behind a Don't Come.
    BehindDontCome: Layout::table("behind-dont-come", clause!("6.1.8")).on(ON_POINT);
    /// A pair before the same total any other way, or a seven.
    Hardway: Layout::table("hardway", clause!("6.1.9")).on(HARDWAYS);
    /// A number before a seven.
    PlaceWin: Layout::table("place-win", clause!("6.1.10")).on(ON_POINT);
    /// A seven before a number.
    PlaceLose: Layout::table("place-lose", clause!("6.1.11")).on(ON_POINT);
    /// Two, three or twelve on the next roll.
    AnyCraps: Layout::table("any-craps", clause!("6.1.12"));
    /// Two on the next roll.
    CrapsTwo: Layout::table("craps-two", clause!("6.1.13"));
    /// Three on the next roll.
    CrapsThree: Layout::table("craps-three", clause!("6.1.14"));
    /// Twelve on the next roll.
    CrapsTwelve: Layout::table("craps-twelve", clause!("6.1.15"));
    /// Eleven on the next roll.
    Eleven: Layout::table("eleven", clause!("6.1.16"));
    /// Two, three, four, nine, ten, eleven or twelve on the next roll.
    Field: Layout::table("field", clause!("6.1.17"));
    /// Seven on the next roll.
    AnySeven: Layout::table("any-seven", clause!("6.1.18"));
    /// Six comes before seven.
    Big6: Layout::table("big-6", clause!("6.1.19"));
    /// Eight comes before seven.
    Big8: Layout::table("big-8", clause!("6.1.20"));
    /// Two, three, eleven and twelve on the next roll, a quarter on each.
    Horn: Layout::table("horn", clause!("6.1.21")).in_parts(4, clause!("6.1.21"));
    /// A Horn of five units, two of them on one number.
    HornHigh: Layout::table("horn-high", clause!("6.1.22"))
        .on(HORN_NUMBERS)
        .in_parts(5, clause!("6.1.22.1"));
    /// Half on any craps and half on eleven, on the next roll.
    CrapEleven: Layout::table("crap-eleven", clause!("6.1.23")).in_parts(2, clause!("6.1.23"));
    /// A number before a seven at true odds, for a commission.
    Buy: Layout::table("buy", clause!("6.1.24")).on(ON_POINT);
    /// A seven before a number at true odds, for a commission.
    Lay: Layout::table("lay", clause!("6.1.25")).on(ON_POINT);
}

const EVEN: Odds = Odds::new(1, 1);
const ANY_CRAPS: Odds = Odds::new(15, 2);
const TWO_OR_TWELVE: Odds = Odds::new(33, 1);
const THREE_OR_ELEVEN: Odds = Odds::new(16, 1);
const ANY_SEVEN: Odds = Odds::new(4, 1);
const FIELD_DOUBLE: Odds = Odds::new(2, 1);

const fn true_odds(number: u8) -> Odds {
    match number {
        4 | 10 => Odds::new(2, 1),
        5 | 9 => Odds::new(3, 2),
        _ => Odds::new(6, 5),
    }
}

const fn true_odds_against(number: u8) -> Odds {
    let Odds { wins, per } = true_odds(number);
    Odds::new(per, wins)
}

const fn place_odds(number: u8) -> Odds {
    match number {
        4 | 10 => Odds::new(9, 5),
        5 | 9 => Odds::new(7, 5),
        _ => Odds::new(7, 6),
    }
}

const fn place_odds_against(number: u8) -> Odds {
    match number {
        4 | 10 => Odds::new(5, 11),
        5 | 9 => Odds::new(5, 8),
        _ => Odds::new(4, 5),
    }
}

const fn hardway_odds(number: u8) -> Odds {
    match number {
        4 | 10 => Odds::new(15, 2),
        _ => Odds::new(19, 2),
    }
}

const fn horn_odds(total: u8) -> Odds {
    match total {
        2 | 12 => TWO_OR_TWELVE,
        _ => THREE_OR_ELEVEN,
    }
}

/// The four clauses by which a line wager ends.
struct LineClauses {
    natural: Clause,
    made: Clause,
    craps: Clause,
    seven: Clause,
}

const WIN_LINE: LineClauses = LineClauses {
    natural: clause!("6.1.1.1.1"),
    made: clause!("6.1.1.1.2"),
    craps: clause!("6.1.1.2.1"),
    seven: clause!("6.1.1.2.2"),
};
const COME: LineClauses = LineClauses {
    natural: clause!("6.1.3.1.1"),
    made: clause!("6.1.3.1.2"),
    craps: clause!("6.1.3.2.1"),
    seven: clause!("6.1.3.2.2"),
};
const DONT_WIN: LineClauses = LineClauses {
    natural: clause!("6.1.2.2.1"),
    made: clause!("6.1.2.2.2"),
    craps: clause!("6.1.2.1.1"),
    seven: clause!("6.1.2.1.2"),
};
const DONT_COME: LineClauses = LineClauses {
    natural: clause!("6.1.4.2.1"),
    made: clause!("6.1.4.2.2"),
    craps: clause!("6.1.4.1.1"),
    seven: clause!("6.1.4.1.2"),
};

/// Decides an active wager on a roll; `point` is the come out point before it.
///
/// `None` means that the wager still stands.
pub fn verdict(on: On, number: Option<u8>, point: Option<u8>, roll: Dice) -> Option<Verdict> {
    let total = roll.total();
    match on {
        On::WinLine => line(point, total, &WIN_LINE),
        On::Come => line(number, total, &COME),
        On::DontWin => dont(point, total, &DONT_WIN, clause!("6.1.2.3")),
        On::DontCome => dont(number, total, &DONT_COME, clause!("6.1.4.3")),
        On::BehindWinLine => {
            race(point?, total, true_odds(point?), clause!("6.1.5.2"), clause!("6.1.5.3"))
        }
        On::BehindCome => {
            race(number?, total, true_odds(number?), clause!("6.1.7.2"), clause!("6.1.7.3"))
        }
        On::BehindDontWin => {
            let odds = true_odds_against(point?);
            race_against(point?, total, odds, clause!("6.1.6.2"), clause!("6.1.6.3"))
        }
        On::BehindDontCome => {
            let odds = true_odds_against(number?);
            race_against(number?, total, odds, clause!("6.1.8.2"), clause!("6.1.8.3"))
        }
        On::Hardway if Some(total) == number && roll.is_pair() => {
            Some(win(hardway_odds(total), clause!("6.1.9")))
        }
        On::Hardway if Some(total) == number || total == 7 => Some(lose(clause!("6.1.9"))),
        On::Hardway => None,
        On::PlaceWin => {
            race(number?, total, place_odds(number?), clause!("6.1.10.1"), clause!("6.1.10.2"))
        }
        On::PlaceLose => {
            let odds = place_odds_against(number?);
            race_against(number?, total, odds, clause!("6.1.11.1"), clause!("6.1.11.2"))
        }
        On::Buy => race(number?, total, true_odds(number?), clause!("6.1.24"), clause!("6.1.24")),
        On::Lay => {
            let odds = true_odds_against(number?);
            race_against(number?, total, odds, clause!("6.1.25"), clause!("6.1.25"))
        }
        On::Big6 => race(6, total, EVEN, clause!("6.1.19"), clause!("6.1.19")),
        On::Big8 => race(8, total, EVEN, clause!("6.1.20"), clause!("6.1.20")),
        On::AnyCraps
        | On::CrapsTwo
        | On::CrapsThree
        | On::CrapsTwelve
        | On::Eleven
        | On::Field
        | On::AnySeven
        | On::Horn
        | On::HornHigh
        | On::CrapEleven => one_roll(on, number, total),
    }
}

/// Decides a wager that stands for one roll; `None` for the others.
fn one_roll(on: On, number: Option<u8>, total: u8) -> Option<Verdict> {
    Some(match (on, total) {
        (On::AnyCraps, 2 | 3 | 12) => win(ANY_CRAPS, clause!("6.1.12")),
        (On::AnyCraps, _) => lose(clause!("6.1.12")),
        (On::CrapsTwo, 2) => win(TWO_OR_TWELVE, clause!("6.1.13")),
        (On::CrapsTwo, _) => lose(clause!("6.1.13")),
        (On::CrapsThree, 3) => win(THREE_OR_ELEVEN, clause!("6.1.14")),
        (On::CrapsThree, _) => lose(clause!("6.1.14")),
        (On::CrapsTwelve, 12) => win(TWO_OR_TWELVE, clause!("6.1.15")),
        (On::CrapsTwelve, _) => lose(clause!("6.1.15")),
        (On::Eleven, 11) => win(THREE_OR_ELEVEN, clause!("6.1.16")),
        (On::Eleven, _) => lose(clause!("6.1.16")),
        (On::Field, 2 | 12) => win(FIELD_DOUBLE, clause!("6.1.17")),
        (On::Field, 3 | 4 | 9 | 10 | 11) => win(EVEN, clause!("6.1.17")),
        (On::Field, _) => lose(clause!("6.1.17")),
        (On::AnySeven, 7) => win(ANY_SEVEN, clause!("6.1.18")),
        (On::AnySeven, _) => lose(clause!("6.1.18")),
        (On::Horn, 2 | 3 | 11 | 12) => win(horn_odds(total), clause!("6.1.21")).on_part(1, 4),
        (On::Horn, _) => lose(clause!("6.1.21")),
        (On::HornHigh, 2 | 3 | 11 | 12) => {
            let units = if number == Some(total) { 2 } else { 1 };
            win(horn_odds(total), clause!("6.1.22.2")).on_part(units, 5)
        }
        (On::HornHigh, _) => lose(clause!("6.1.22.3")),
        (On::CrapEleven, 2 | 3 | 12) => win(ANY_CRAPS, clause!("6.1.23")).on_part(1, 2),
        (On::CrapEleven, 11) => win(THREE_OR_ELEVEN, clause!("6.1.23")).on_part(1, 2),
        (On::CrapEleven, _) => lose(clause!("6.1.23")),
        _ => return None,
    })
}

fn line(point: Option<u8>, total: u8, clauses: &LineClauses) -> Option<Verdict> {
    match (point, total) {
        (None, 7 | 11) => Some(win(EVEN, clauses.natural)),
        (None, 2 | 3 | 12) => Some(lose(clauses.craps)),
        (Some(point), _) => race(point, total, EVEN, clauses.made, clauses.seven),
        (None, _) => None,
    }
}

fn dont(point: Option<u8>, total: u8, clauses: &LineClauses, barred: Clause) -> Option<Verdict> {
    match (point, total) {
        (None, 7 | 11) => Some(lose(clauses.natural)),
        (None, 2) => Some(void(barred)),
        (None, 3 | 12) => Some(win(EVEN, clauses.craps)),
        (Some(point), _) => race_against(point, total, EVEN, clauses.seven, clauses.made),
        (None, _) => None,
    }
}

/// The number before a seven.
fn race(number: u8, total: u8, odds: Odds, wins: Clause, loses: Clause) -> Option<Verdict> {
    match total {
        _ if total == number => Some(win(odds, wins)),
        7 => Some(lose(loses)),
        _ => None,
    }
}

/// A seven before the number.
fn race_against(number: u8, total: u8, odds: Odds, wins: Clause, loses: Clause) -> Option<Verdict> {
    match total {
        7 => Some(win(odds, wins)),
        _ if total == number => Some(lose(loses)),
        _ => None,
    }
}

/// What only a craps table keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    point: Option<u8>,
    in_the_air: bool,
    taken_down: BTreeSet<(Player, WagerId)>,
    shooter: Shooter,
    set: DiceSet,
    reported: Option<Throw>,
    last_roll: Option<LastRoll>,
}

crate::stored! {
    struct State {
        point, in_the_air, taken_down, shooter, set, reported, last_roll,
    } check |it| {
        it.point.is_none_or(|point| matches!(point, 4..=6 | 8..=10))
    }
}

impl State {
    /// Returns the come out point; `None` while the puck is off.
    pub const fn point(&self) -> Option<u8> {
        self.point
    }
}

impl Game for Craps {
    type On = On;
    type State = State;
    type Plan = Plan;

    const NAME: &'static str = "craps";
    const TITLE: &'static str = "Craps";
    const LOWERS: bool = true;
    const PROMOTIONS: Option<crate::promotions::Promotions> = Some(promotions::PROMOTIONS);
    const HOUSE: House = House {
        wagers: clause!("6.1"),
        chips: clause!("6.2"),
        limits: clause!("7.1"),
        found: Some(clause!("7.3")),
        handling: Some(clause!("6.4")),
        void: Some(clause!("9.5")),
        paying: Some(Paying { clause: clause!("4.5"), rekey: clause!("4.4.3") }),
        means: clause!("2.3"),
        touching: Some(clause!("2.3")),
        decisions: Some(clause!("6.1")),
        choices: Some(clause!("6.1")),
        areas: None,
        cards: None,
        variants: &[],
        jackpot: None,
        method_b: None,
        seats: true,
        pit: Pit {
            raise: Some(clause!("7.5")),
            spare: None,
            own_limits: Some(clause!("7.6")),
            closing: Some(clause!("9.8")),
            vacate: Some(clause!("9.9")),
            standing: None,
            positions: Some(clause!("6.8")),
            report: Some(clause!("5.3.7")),
            late: Some(clause!("6.3")),
            calls: Some(clause!("6.6.1")),
            dice: Some(Equipment {
                dice: clause!("2.3"),
                new_dice: clause!("3.6"),
                bowl: clause!("2.4.1"),
                stick: clause!("2.4.2"),
                puck: clause!("2.4.3"),
                float_tray: clause!("2.4.4"),
                buttons: clause!("2.4.5"),
                drop_box: clause!("2.5"),
            }),
            variant: None,
            give_up: None,
            bar: Some(clause!("9.3.2")),
            exclude: Some(clause!("9.3.3")),
            detain: Some(clause!("9.3.4")),
            forfeit: Some(clause!("9.5")),
            on_duty: Some(clause!("9.2")),
            complaint: Some(clause!("9.12")),
            complaint_ends: Some(clause!("9.13")),
            riffle: None,
            cut: None,
            equipment: &[
                (Item::Layout, clause!("2.2")),
                (Item::Float, clause!("2.4.4")),
                (Item::DropBox, clause!("2.5")),
            ],
            variant_odds: None,
            all_seats: None,
            copy: Some(clause!("9.14")),
            tokens: Some(clause!("1.1/casino promotional token")),
            breaches: &[
                (Breach::ForbiddenDevice, clause!("9.1")),
                (Breach::StaffAdvice, clause!("9.6")),
                (Breach::Advice, clause!("9.7")),
                (Breach::SideBet, clause!("9.10")),
            ],
            pre_shuffled: None,
        },
    };
    const REMEDIES: &'static [Remedy] = remedies! {
        Conduct by supervisor "9.3.1" => VoidPlayer "9.3.1";
        RefuseWager by supervisor "9.11" => ReturnWager "9.11";
    };
    const PAYS: &'static [Pays] = pay_table::PAYS;
    const OWN_SITUATIONS: &'static [(Situation, Say)] = &[
        (Situation::Throw, Say::Anyone),
        (Situation::DieOff, Say::Anyone),
        (Situation::DieFound, Say::Boxperson),
        (Situation::DiceLost, Say::Boxperson),
        (Situation::Invalidate, Say::Supervisor),
    ];

    fn opens(on: On) -> Opens {
        match on {
            On::WinLine | On::DontWin => Opens::BeforeThePoint,
            On::Come | On::DontCome | On::BehindWinLine | On::BehindDontWin => Opens::OnThePoint,
            _ => Opens::Always,
        }
    }

    fn is_against(on: On) -> bool {
        matches!(on, On::DontWin | On::DontCome)
    }

    fn can_be_called(on: On) -> bool {
        can_be_called(on)
    }

    /// 5 % of a Buy, and of what a Lay can win.
    fn commission_rate(on: On, wins: u64, per: u64) -> Option<(u64, u64)> {
        match on {
            On::Buy => Some((1, 20)),
            On::Lay => Some((wins, per * 20)),
            _ => None,
        }
    }

    fn set_up(setup: &Setup) -> Result<State, Refusal> {
        Ok(State { shooter: Shooter::at_opening(&setup.seats), ..State::default() })
    }

    fn fits(state: &State, rules: &Rules) -> bool {
        let before = state.last_roll.as_ref().and_then(LastRoll::shooter);
        let mut shooters = before.into_iter().chain([state.shooter]);
        shooters.all(|shooter| shooter.fits(&rules.seats))
    }

    fn needs(on: On) -> Option<(On, Clause)> {
        base(on).map(|base| (base, on.layout().clause))
    }

    fn cap(on: On) -> Option<Cap> {
        let (clause, on_winnings) = match on {
            On::BehindWinLine => (clause!("6.1.5.1"), false),
            On::BehindDontWin => (clause!("6.1.6.1"), true),
            On::BehindCome => (clause!("6.1.7.1"), false),
            On::BehindDontCome => (clause!("6.1.8.1"), true),
            _ => return None,
        };
        base(on).map(|of| Cap { of: of.id(), times: 2, on_winnings, clause })
    }

    fn own_measure(table: &Table<Self>, key: &Key<On>) -> Option<(Cents, Clause)> {
        let flat = table.book().stake(&Key { on: base(key.on)?, ..*key }).unwrap_or_default();
        handling::cap(key.on, key.mark.or(table.state.point)?, flat)
    }

    fn check_time(table: &Table<Self>, confirmed: bool) -> Result<(), Refusal> {
        table.check_paid()?;
        let late = table.state.in_the_air && !confirmed;
        Refusal::new(clause!("6.3"), Why::NotConfirmed).when(late)
    }

    fn admit(table: &Table<Self>, bid: &Bid<On>) -> Result<(), Refusal> {
        let State { point, ref taken_down, .. } = table.state;
        let key = bid.key;
        let open = match Self::opens(key.on) {
            Opens::BeforeThePoint => point.is_none(),
            Opens::OnThePoint => point.is_some(),
            Opens::Always => true,
        };
        if !open {
            return Err(Refusal::new(key.on.layout().clause, Why::NotAtThisPoint));
        }
        let lowered =
            |tokens| table.book().find(&key, tokens).is_some_and(|at| table.book().get(at).lowered);
        let taken_down = || taken_down.contains(&(key.player, key.on.id()));
        if Self::is_against(key.on) && (lowered(false) || lowered(true) || taken_down()) {
            return Err(Refusal::new(clause!("6.5"), Why::NotAgainOnceLowered));
        }
        Ok(())
    }

    fn commission(key: &Key<On>, amount: Cents, chip: Cents) -> Option<(Cents, Clause)> {
        let Odds { wins, per } = key.mark.map_or(EVEN, true_odds_against);
        let (numerator, denominator) = Self::commission_rate(key.on, wins.into(), per.into())?;
        let charge = amount.share_down(numerator, denominator, chip);
        Some((charge, key.on.layout().clause))
    }

    fn works(table: &Table<Self>, wager: &Wager<On>) -> bool {
        is_active(wager, table.state.point)
    }

    fn dice(table: &Table<Self>) -> Option<DiceStand> {
        let State { point, shooter, set, in_the_air, .. } = table.state;
        let seats = &table.rules().seats;
        Some(DiceStand {
            point,
            shooter: shooter.holder(seats),
            offered: shooter.asked(seats),
            thrown: in_the_air && table.dice().is_none(),
            ready: shooter::check_throw(table).is_ok(),
            held: shooter.holder(seats).and_then(|_| set.held()),
            missing: set.missing(),
            new_set: set.has_new_set(),
        })
    }

    fn due(table: &Table<Self>) -> Due {
        if table.state.reported.is_some() {
            return Due::NoRoll;
        }
        table.state.shooter.due(&table.rules().seats, table.state.set.is_choosing())
    }

    fn decide(table: &Table<Self>, wager: &Wager<On>) -> Option<Verdict> {
        let point = table.state.point;
        let verdict = verdict(wager.on, wager.mark, point, table.dice()?)?;
        match (is_active(wager, point), wager.on, wager.button) {
            (true, _, _) => Some(verdict),
            (false, On::BehindCome, Button::Off) => Some(returned(clause!("6.6.2"))),
            (false, On::BehindCome, _) => Some(returned(clause!("6.6.1"))),
            (false, _, _) => None,
        }
    }

    fn check_throw(table: &Table<Self>) -> Result<(), Refusal> {
        table.check_paid()?;
        throws::check_report(table)?;
        shooter::check_throw(table)?;
        let waits = table.rules().throws && !table.state.in_the_air;
        Refusal::new(clause!("4.4"), Why::NotThrown).when(waits)
    }

    fn after_roll(table: &mut Table<Self>, dice: Dice, effects: &mut Vec<Effect>) {
        table.state.last_roll = Some(LastRoll::before(&table.state, dice));
        throws::after_roll(table, dice, effects);
    }

    fn may_return(table: &Table<Self>, spot: &Spot, _clause: Clause) -> Result<Key<On>, Refusal> {
        handling::removable(table, spot).map(|(key, _)| key)
    }

    fn check_seat(table: &Table<Self>, at: usize) -> Result<(), Refusal> {
        shooter::check_seat(table, at)
    }

    fn seat_changed(table: &mut Table<Self>, at: usize, effects: &mut Vec<Effect>) {
        shooter::seat_changed(table, at, effects);
    }

    fn amount_found(table: &mut Table<Self>, key: &Key<On>, effects: &mut Vec<Effect>) {
        handling::keep_cap(table, key, effects);
    }

    fn wagers_changed(table: &mut Table<Self>, effects: &mut Vec<Effect>) {
        // Where a roll is paid by hand it can be declared invalid until the next, whatever is placed meanwhile.
        if !table.rules().by_hand {
            table.state.last_roll = None;
        }
        shooter::after_removal(table, effects);
    }

    fn plan(table: &Table<Self>, input: &Input) -> Result<Plan, Refusal> {
        match *input {
            Input::NoRoll { throw, by } => throws::plan_no_roll(table, throw, by),
            Input::Irregular(ref it) => throws::plan(table, it),
            Input::Throw => throws::plan_throw(table),
            Input::Dice { player, act, by } => shooter::plan(table, player, act, by),
            Input::Remove(ref spot) | Input::Withdraw(ref spot) => {
                let (key, clause) = handling::removable(table, spot)?;
                Ok(Plan::Remove { key, clause })
            }
            Input::Reduce { ref spot, to } => handling::plan_reduction(table, spot, to),
            Input::Call { ref spot, on } => handling::plan_call(table, spot, on),
            Input::Close => Err(Refusal::new(clause!("6.3"), Why::ThrowEndsBetting)),
            _ => Err(unknown_to(&Self::HOUSE, input)),
        }
    }

    fn carry_out(table: &mut Table<Self>, plan: Plan, effects: &mut Vec<Effect>) {
        match plan {
            Plan::Throw => table.state.in_the_air = true,
            Plan::NoRoll(throw) => throws::no_roll(table, throw, effects),
            Plan::Report(throw) => table.state.reported = throw.or(table.state.reported),
            Plan::DieOff(count) => throws::die_off(table, count, effects),
            Plan::DieFound { by_player } => throws::die_found(table, by_player, effects),
            Plan::NewDice => throws::new_dice(table, effects),
            Plan::Invalidate { cheats, standing } => {
                throws::invalidate(table, cheats, standing, effects);
            }
            Plan::TakeDice { seat, player, takes } => {
                shooter::take_dice(table, seat, player, takes, effects);
            }
            Plan::ChooseDice(takes) => table.state.set.chosen(takes),
            Plan::RefuseDice => shooter::refuse(table, effects),
            Plan::PassDice { seat } => shooter::pass(table, seat, effects),
            Plan::Remove { key, clause } => handling::remove(table, &key, clause, effects),
            Plan::Reduce { at, to, clause } => {
                table.lower(at, to, clause, effects);
                Self::wagers_changed(table, effects);
            }
            Plan::Call { key, on } => handling::call(table, &key, on, effects),
        }
    }

    fn clear(table: &mut Table<Self>, effects: &mut Vec<Effect>) {
        table.state.in_the_air = false;
        table.state.reported = None;
        if table.state.point.take().is_some() {
            effects.push(Effect::Puck(None));
        }
        table.state.last_roll = None;
        Self::wagers_changed(table, effects);
    }
}

/// Names the flat wager that a behind wager stands behind.
const fn base(behind: On) -> Option<On> {
    match behind {
        On::BehindWinLine => Some(On::WinLine),
        On::BehindDontWin => Some(On::DontWin),
        On::BehindCome => Some(On::Come),
        On::BehindDontCome => Some(On::DontCome),
        _ => None,
    }
}

/// Names the wager that stands behind a flat one.
const fn behind(flat: On) -> Option<On> {
    match flat {
        On::WinLine => Some(On::BehindWinLine),
        On::DontWin => Some(On::BehindDontWin),
        On::Come => Some(On::BehindCome),
        On::DontCome => Some(On::BehindDontCome),
        _ => None,
    }
}

/// The wagers that are inactive on a come out roll, and may be called on and off: 6.6.
const fn can_be_called(on: On) -> bool {
    matches!(on, On::Buy | On::PlaceWin | On::BehindCome | On::Hardway)
}

fn is_active(wager: &Wager<On>, point: Option<u8>) -> bool {
    match wager.button {
        _ if !can_be_called(wager.on) => true,
        Button::On => true,
        Button::Off => false,
        Button::None => point.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wager::Price;

    #[test]
    fn verdicts_split_wagers_as_the_layout_says() {
        let rolls = (1..=6).flat_map(|a| (1..=6).filter_map(move |b| Dice::new(a, b)));
        let rolls: Vec<_> = rolls.collect();
        for &on in On::ALL {
            let marks = match on.layout().mark {
                Mark::None => &[],
                Mark::Number(marks) | Mark::Point(marks) | Mark::Travels(marks) => marks,
            };
            let marks = marks.iter().map(|&mark| Some(mark)).chain([None]);
            let verdicts = marks.flat_map(|mark| {
                rolls.iter().filter_map(move |&roll| verdict(on, mark, Some(6), roll))
            });
            for verdict in verdicts.filter(|verdict| verdict.price != Price::None) {
                assert_eq!(verdict.part.1, on.layout().parts, "{on:?}");
            }
        }
    }
}
