//! How virtual tables run by themselves: when betting ends, when the next card comes, and how long a
//! player may think. It says what is due; the rules are the floor's.

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::{Area, Due, Player};
use croupier_floor::{Act, Dealing, Floor, Room, TableAct, TableId};
use croupier_house::Secret;
use croupier_sheet::Step;
use croupier_sheet::step::{Choose, True};

use crate::config::Paces;
use crate::dto::{Driver, TableClock};

/// How one table runs.
#[derive(Debug, Default)]
struct Table {
    driver: Driver,
    /// The dealer who runs the table has asked for the next thing.
    pressed: bool,
    bets: Option<u64>,
    choice: Option<(Area, u64)>,
    /// Nothing happens before.
    not_before: u64,
    ready: BTreeSet<Player>,
    round: u64,
}

/// How all tables run.
pub(crate) struct Pace {
    paces: Paces,
    secret: Secret,
    tables: BTreeMap<TableId, Table>,
}

impl Pace {
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
        (table.driver, table.pressed, table.bets, table.choice) = (driver, false, None, None);
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
        })
    }

    /// Says when to look at a table again although nothing happens there.
    pub(crate) fn look_again(&self, table: TableId, now: u64) -> Option<u64> {
        let table = self.tables.get(&table)?;
        let clocks = [table.bets, table.choice.map(|(_, until)| until), Some(table.not_before)];
        clocks.into_iter().flatten().filter(|at| *at > now).min()
    }

    /// Forgets a table that is closed.
    pub(crate) fn forget(&mut self, table: TableId) {
        self.tables.remove(&table);
    }

    /// Says what the program does next at a table, if it is time.
    pub(crate) fn next(&mut self, floor: &Floor, room: &Room, now: u64) -> Option<Act> {
        if room.dealing != Dealing::Virtual {
            return None;
        }
        let paces = self.paces;
        let table = self.tables.entry(room.id).or_default();
        if table.round != room.round {
            *table = Table { driver: table.driver, round: room.round, ..Table::default() };
        }
        if room.held.is_some() {
            // A request is open: everyone gets the full time again when it is answered.
            (table.bets, table.choice) = (None, None);
            return None;
        }
        if now < table.not_before {
            return None;
        }
        let by_dealer = table.driver == Driver::Dealer;
        let pressed = by_dealer && table.pressed;
        let due = room.table.expects().due;
        if let Due::Choice(area, _) = due {
            return table.choice(room, area, now, (!by_dealer).then_some(paces.choice));
        }
        table.choice = None;
        let plays = room.has_wagers() || room.table.felt().in_round() || due == Due::Payment;
        if room.seated().next().is_none() && !plays && !by_dealer {
            // Nobody is here: all that is left to do is to show the last key.
            table.bets = None;
            let act = self.secret.next(room, &floor.people, false)?;
            return matches!(act, Act::TableAct(TableAct::Reveal { .. })).then_some(act);
        }
        let time =
            if by_dealer { pressed } else { table.time_is_up(room, due, now, paces.betting) };
        let between = room.is_between_rounds();
        if time && between && plays && matches!(due, Due::Card(_)) {
            (table.pressed, table.not_before) = (false, now + paces.card);
            return Some(Act::TableAct(TableAct::Step { table: room.id, step: Step::Close(True) }));
        }
        let act = self.secret.next(room, &floor.people, time)?;
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
}

impl Table {
    /// Tells whether the time for wagers is over.
    fn time_is_up(&mut self, room: &Room, due: Due, now: u64, betting: u64) -> bool {
        if !room.is_between_rounds() {
            self.bets = None;
            return true;
        }
        let can_deal = matches!(due, Due::Card(_) | Due::Roll(_) | Due::StickRoll);
        if !can_deal || !room.has_wagers() {
            self.bets = None;
            return false;
        }
        let mut all = BTreeSet::new();
        room.table.each_standing(|wager| {
            all.insert(wager.spot.player);
        });
        let until = *self.bets.get_or_insert(now + betting);
        if all.is_subset(&self.ready) {
            self.bets = Some(now);
            return true;
        }
        until <= now
    }

    /// Waits for a player's choice, and then takes the player for absent.
    fn choice(&mut self, room: &Room, area: Area, now: u64, time: Option<u64>) -> Option<Act> {
        let until = match self.choice {
            Some((known, until)) if known == area => until,
            _ => {
                let until = now + time?;
                self.choice = Some((area, until));
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
