//! The steps of a table since nothing last lay on its layout: enough to play them again from nothing.

use std::collections::BTreeMap;

use croupier_engine::effect::Outcome;
use croupier_engine::irregular::Forfeit;
use croupier_engine::jackpot::Link;
use croupier_engine::setup::{Collects, Faults, Pays};
use croupier_engine::{Cents, Due, Input, WagerId};
use croupier_floor::{
    Act, ActResult, Answer, Dealing, EdgeAct, Event, Floor, HouseAct, PoolAct, Room, TableAct,
    TableId,
};
use croupier_sheet::step::{Mystery, Shuffle};
use croupier_sheet::{Happened, Step, TableSetup};
use serde::Serialize;

/// The steps so far.
pub(super) struct Span {
    table: TableId,
    game: &'static str,
    setup: TableSetup,
    steps: Vec<Step>,
    /// What the table went by when the last step was taken.
    terms: Vec<Step>,
    /// Steps that wait for a second person, by the number of the request.
    waiting: BTreeMap<u32, Step>,
    /// Nothing lay on the layout after the last step.
    clean: bool,
    /// The cards that were in use then came to the table shuffled.
    pre_shuffled: bool,
    /// The round of the last entry.
    round: u64,
}

/// A sheet as it is written.
#[derive(Serialize)]
struct Written<'a> {
    id: &'a str,
    game: &'a str,
    table: &'a TableSetup,
    script: &'a [Step],
}

impl Span {
    pub(super) fn new(table: TableId) -> Self {
        let (setup, steps, terms) = (TableSetup::default(), Vec::new(), Vec::new());
        let (waiting, clean, pre_shuffled) = (BTreeMap::new(), true, false);
        Self { table, game: "", setup, steps, terms, waiting, clean, pre_shuffled, round: 0 }
    }

    /// Takes note of an entry, with the floor as it is after it.
    pub(super) fn take(&mut self, floor: &Floor, round: u64, act: &Act, answer: &Answer) {
        let Some(room) = floor.rooms.get(&self.table) else { return };
        if act.table() == Some(self.table) && round != self.round {
            self.round = round;
            if self.clean {
                // Nothing lay there: what follows stands by itself, under the terms of then.
                self.steps.clone_from(&self.terms);
                self.setup.pre_shuffled = self.pre_shuffled;
            }
        }
        if let Act::EdgeAct(EdgeAct::Open { setup, .. }) = act
            && act.table() == Some(self.table)
        {
            self.open(room, setup, floor);
        }
        let terms = terms(room, floor);
        let step = match act {
            Act::TableAct(TableAct::Step { table, step }) if *table == self.table => {
                Some(step.clone())
            }
            // In a round the table has put the cards back itself.
            Act::TableAct(TableAct::Load { table, .. })
                if *table == self.table && !room.table.felt().in_round() =>
            {
                let pre_shuffled = room.table.rules().pre_shuffled;
                Some(Step::Shuffle(Shuffle { pre_shuffled }))
            }
            Act::PoolAct(PoolAct::HitMystery { .. }) => self.mystery(floor, answer),
            Act::HouseAct(HouseAct::Approve { request, forfeit }) => {
                let agreed = self.waiting.remove(request).filter(|_| answer.is_done());
                agreed.map(|step| directed(step, *forfeit))
            }
            _ => None,
        };
        if let (ActResult::Waits { request }, Some(step)) = (&answer.verdict, &step) {
            self.waiting.insert(*request, step.clone());
        }
        let (meters, signs) = changed(&self.terms, &terms);
        self.steps.extend(meters);
        let ends = answer.events.iter().any(|event| matches!(event, Event::Round { .. }));
        if !ends {
            self.steps.extend(signs.iter().cloned());
        }
        if answer.is_done() {
            self.steps.extend(step);
        }
        if ends {
            self.steps.extend(signs);
        }
        self.terms = terms;
        self.clean = is_clean(room);
        self.pre_shuffled = room.table.rules().pre_shuffled;
    }

    /// The table opens: it is set up as its act says, and as every table of a house is.
    fn open(&mut self, room: &Room, setup: &TableSetup, floor: &Floor) {
        self.game = room.kind.name();
        self.setup.clone_from(setup);
        // At a table of a house somebody says when a result is paid, and when jackpot wagers are swept.
        self.setup.paying = Some(Pays::ByHand);
        self.setup.faults = Some(Faults::StepByStep);
        if room.kind.jackpots().is_some() {
            self.setup.collecting = Some(Collects::ByHand);
            self.setup.lights = room.dealing == Dealing::Physical;
        }
        self.terms = terms(room, floor);
        self.steps.clone_from(&self.terms);
    }

    /// Finds the mystery prize that was won at this table, as a step.
    fn mystery(&self, floor: &Floor, answer: &Answer) -> Option<Step> {
        answer.events.iter().find_map(|event| match event {
            Event::Game(table, Happened::Settled(line))
                if *table == self.table && line.result == Outcome::Mystery =>
            {
                let player = floor.people.name(line.at.player.0).into();
                let (area, amount) = (line.at.area?, Cents(line.pays));
                Some(Step::Mystery(Mystery { player, area, amount }))
            }
            _ => None,
        })
    }

    /// Writes the sheet.
    pub(super) fn sheet(&self, id: &str) -> String {
        let Self { game, setup, steps, .. } = self;
        let sheet = Written { id, game, table: setup, script: steps };
        serde_json::to_string(&sheet).expect("a sheet has nothing that JSON has not")
    }
}

/// Says of those who cheated whether they forfeit, as whoever agreed has directed.
fn directed(step: Step, directed: Option<Forfeit>) -> Step {
    match step {
        Step::Irregular(mut it) => {
            it.forfeit = directed.or(it.forfeit);
            Step::Irregular(it)
        }
        step => step,
    }
}

fn is_clean(room: &Room) -> bool {
    let puck = room.table.dice().and_then(|dice| dice.point);
    let quiet = matches!(room.table.expects().due, Due::Nothing | Due::Roll(_));
    puck.is_none() && quiet && !room.has_wagers() && room.is_between_rounds()
}

/// Lists what a table goes by now and did not before: meters, which change within a round too, and the rest, which
/// changes between rounds.
fn changed(before: &[Step], now: &[Step]) -> (Vec<Step>, Vec<Step>) {
    let is_link = |step: &&Step| matches!(step, Step::Jackpot(_));
    let (had, has) = (before.iter().find(is_link), now.iter().find(is_link));
    let new = |term: &&Step| !before.contains(term);
    let is_meters = |step: &&Step| matches!(step, Step::Meters(_));
    let rest = now.iter().filter(|term| !is_meters(term) && new(term)).cloned();
    // Meters belong to the jackpot: with another one they are said after it.
    let meters = now.iter().filter(|term| is_meters(term) && (had != has || new(term))).cloned();
    if had == has {
        return (meters.collect(), rest.collect());
    }
    let ended = had.filter(|_| has.is_none()).map(|_| Step::Jackpot(None));
    (Vec::new(), ended.into_iter().chain(rest).chain(meters).collect())
}

/// Lists the steps that bring a table to the sign, variant and meters of this one.
fn terms(room: &Room, floor: &Floor) -> Vec<Step> {
    let rules = room.table.rules();
    let mut terms = Vec::new();
    for on in (0..room.kind.layouts().len() as u8).map(WagerId) {
        terms.push(Input::Sign { on, limit: Some(rules.limit(on)), player: None });
    }
    for &(player, on, limit) in rules.personal() {
        terms.push(Input::Sign { on, limit: Some(limit), player: Some(player) });
    }
    if !room.kind.house().variants.is_empty() {
        terms.push(Input::Variant(rules.variant));
    }
    if let Some(jackpot) = &rules.jackpot {
        // What the meters show is said apart: it changes with every wager.
        let link = Link { major: Cents::ZERO, minor: Cents::ZERO, ..jackpot.link() };
        terms.push(Input::Link(Some(link)));
        terms.push(Input::Meters { major: jackpot.major, minor: jackpot.minor });
    }
    let named =
        |input| Step::of(room.kind, input).rename(|player| floor.people.name(player.0).into());
    terms.iter().map(named).collect()
}
