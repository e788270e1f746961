//! The rounds: what was staked, dealt and won in each; at a table with dice each roll is one.

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::Player;
use croupier_floor::{Act, EdgeAct, Event, TableAct};
use croupier_sheet::{Happened, Step};

use super::Sheet;
use crate::Error;
use crate::column::{Cell, Column, number, rising, text, time, truth};
use crate::entry_context::{EntryContext, Sitting};
use crate::file::File;
use crate::standing::{Settled, Told, Wager};

pub(super) const COLUMNS: &[Column] = &[
    number("sitting"),
    number("table_number"),
    text("game"),
    text("variant").optional(),
    rising("round"),
    rising("first_entry"),
    rising("last_entry"),
    time("began"),
    time("ended"),
    truth("is_over"),
    truth("is_void"),
    number("players"),
    number("cards"),
    number("rolls"),
    number("wagers"),
    number("handle_cents"),
    number("win_cents"),
];

/// The rounds that are on, by the number of the sitting.
#[derive(Default)]
pub(super) struct Rounds(BTreeMap<u64, Round>);

/// A round so far.
#[derive(Default)]
struct Round {
    number: u64,
    /// The first entry in which something of the game happened, and the last, with their times.
    first: (u64, u64),
    last: (u64, u64),
    void: bool,
    players: BTreeSet<Player>,
    cards: u64,
    rolls: u64,
    wagers: i128,
    handle: i128,
    win: i128,
    variant: Option<&'static str>,
}

impl Sheet for Rounds {
    fn see(&mut self, context: &EntryContext<'_>, out: &mut File) -> Result<(), Error> {
        let Some(sitting) = context.sitting.filter(|_| context.counts) else { return Ok(()) };
        let mut round = self.0.remove(&sitting.number);
        if let Some((_, Act::TableAct(TableAct::Step { step, .. }))) = context.seen.done() {
            match step {
                Step::Roll(_) => on(&mut round, context, sitting.round).rolls += 1,
                Step::Void(_) => on(&mut round, context, sitting.round).void = true,
                _ => {}
            }
        }
        for told in context.told {
            if let Told::Line { round: number, line, sign, .. } = told {
                on(&mut round, context, *number).line(line, i128::from(*sign));
            }
        }
        for (number, event) in context.events() {
            match event {
                Event::Game(_, Happened::Placed { at, .. }) => {
                    on(&mut round, context, number).players.insert(at.player.0);
                }
                Event::Game(_, Happened::Settled(line)) => {
                    on(&mut round, context, number).players.insert(line.at.player.0);
                }
                Event::Game(_, Happened::Dealt { .. } | Happened::DealtFaceDown { .. }) => {
                    on(&mut round, context, number).cards += 1
                }
                Event::Round { .. } => {
                    on(&mut round, context, number);
                    if let Some(over) = round.take() {
                        row(&over, sitting, true, out)?;
                    }
                }
                _ => {}
            }
        }
        let closed = matches!(context.seen.done(), Some((_, Act::EdgeAct(EdgeAct::Close { .. }))));
        match round {
            Some(round) if !closed => drop(self.0.insert(sitting.number, round)),
            Some(round) => row(&round, sitting, false, out)?,
            None => {}
        }
        Ok(())
    }

    fn end(&mut self, sitting: &Sitting, _: &[&Wager], out: &mut File) -> Result<(), Error> {
        match self.0.remove(&sitting.number) {
            Some(round) => row(&round, sitting, false, out),
            None => Ok(()),
        }
    }
}

/// Returns the round in which something happens now; it begins with that, if it has not begun.
fn on<'a>(round: &'a mut Option<Round>, context: &EntryContext<'_>, number: u64) -> &'a mut Round {
    let place = (context.seen.number, context.seen.at);
    let round = round.get_or_insert_with(|| Round { number, first: place, ..Round::default() });
    round.last = place;
    round.variant = context.sitting.and_then(|sitting| sitting.variant);
    round
}

impl Round {
    fn line(&mut self, line: &Settled, sign: i128) {
        self.win += sign * line.house_win();
        if line.is_decided() {
            self.wagers += sign;
            self.handle += if line.at.tokens { 0 } else { sign * i128::from(line.stake) };
        }
    }
}

fn row(round: &Round, sitting: &Sitting, over: bool, out: &mut File) -> Result<(), Error> {
    let [number, table, game] = sitting.place();
    out.row(&[
        number,
        table,
        game,
        round.variant.into(),
        round.number.into(),
        round.first.0.into(),
        round.last.0.into(),
        Cell::time(round.first.1),
        if over { Cell::time(round.last.1) } else { Cell::Nothing },
        over.into(),
        round.void.into(),
        (round.players.len() as u64).into(),
        round.cards.into(),
        round.rolls.into(),
        Cell::sum(round.wagers),
        Cell::sum(round.handle),
        Cell::sum(round.win),
    ])
}
