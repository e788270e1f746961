//! Wagers from when they are placed to when they end, each under a number of its own.

use std::collections::{BTreeMap, HashMap};

use croupier_engine::effect::Outcome;
use croupier_floor::{Act, EdgeAct, People, Play};
use croupier_house::report::Seen;
use croupier_sheet::happened;
use croupier_sheet::{Happened, PersonId};

use crate::entry_context::{EntryContext, Sitting};

/// A line of settlement, with its player by number.
pub(crate) type Settled = happened::Settled<PersonId>;
/// Where a wager stands, with its player by number.
type Spot = croupier_sheet::Spot<PersonId>;

/// A wager that stands, or has ended.
#[derive(Clone, Debug)]
pub(crate) struct Wager {
    /// Its number, in the order in which the journal's wagers were placed.
    pub(crate) number: u64,
    /// Where it stands.
    pub(crate) at: Spot,
    /// The name of its player.
    pub(crate) player: String,
    /// The entry, the time and the round in which it was placed.
    pub(crate) placed_in: (u64, u64, u64),
    /// All that was put there, and what was found to be more or less.
    pub(crate) placed: u64,
    /// What stands, with what lies above the maximum.
    pub(crate) stands: u64,
    /// What was charged for it.
    pub(crate) commission: u64,
    /// What it won as a prize for being there.
    pub(crate) mystery: u64,
}

/// What became of wagers.
pub(crate) enum Told<'a> {
    /// A line of settlement counts, or, with `sign` -1, counts no more.
    Line {
        round: u64,
        /// The variant in which the wager was played.
        variant: Option<&'static str>,
        /// The wager it is about.
        wager: Option<u64>,
        line: &'a Settled,
        sign: i8,
        /// The clause that corrects what was settled before.
        corrected: Option<&'a str>,
    },
    /// A wager has ended.
    Ended { round: u64, wager: Wager, line: &'a Settled },
}

/// The wagers of all open tables.
#[derive(Default)]
pub(crate) struct Standing {
    /// By the number of the sitting.
    tables: BTreeMap<u64, Table>,
    numbers: u64,
}

#[derive(Default)]
struct Table {
    standing: HashMap<Spot, Wager>,
    /// Wagers that ended in this round or the one before, and may be corrected.
    ended: HashMap<Spot, Ended>,
}

/// What is remembered of a wager that ended.
struct Ended {
    number: u64,
    round: u64,
    variant: Option<&'static str>,
}

impl Standing {
    /// Sees an entry at an open table, and tells what became of wagers.
    pub(crate) fn see<'a>(&mut self, seen: &'a Seen<'a>, sitting: &'a Sitting) -> Vec<Told<'a>> {
        let context = EntryContext { seen, sitting: Some(sitting), told: &[], counts: false };
        let table = self.tables.entry(sitting.number).or_default();
        let mut told = Vec::new();
        for (round, event) in context.events() {
            match event.play() {
                Some(Play::Happened(happened)) => {
                    let (seen, told) = ((seen, sitting), (&mut self.numbers, &mut told));
                    table.see(happened, round, seen, told);
                }
                Some(Play::Round(number)) => {
                    table.ended.retain(|_, ended| ended.round + 1 >= number);
                }
                Some(Play::Posted(_)) | None => {}
            }
        }
        if let Some((_, Act::EdgeAct(EdgeAct::Close { .. }))) = seen.done() {
            self.tables.remove(&sitting.number);
        }
        told
    }

    /// Lists the wagers that stand at a table, in the order in which they were placed.
    pub(crate) fn at(&self, sitting: u64) -> Vec<&Wager> {
        let table = self.tables.get(&sitting);
        let mut wagers: Vec<_> =
            table.into_iter().flat_map(|table| table.standing.values()).collect();
        wagers.sort_unstable_by_key(|wager| wager.number);
        wagers
    }
}

impl Table {
    /// Sees one thing that happened in the game.
    fn see<'a>(
        &mut self,
        happened: &'a Happened<PersonId>,
        round: u64,
        (seen, sitting): (&'a Seen<'a>, &'a Sitting),
        (numbers, told): (&mut u64, &mut Vec<Told<'a>>),
    ) {
        let people = &seen.floor.people;
        match happened {
            Happened::Placed { at, amount } => {
                let placed_in = (seen.number, seen.at, round);
                self.place(at, *amount, placed_in, numbers, people);
            }
            Happened::Found { at, from, to } => {
                if let Some(wager) = self.standing.get_mut(at) {
                    wager.placed = wager.placed + to - from;
                    wager.stands = wager.stands + to - from;
                }
            }
            Happened::Travelled { at, to } => self.travel(at, *to),
            Happened::Settled(line) => {
                self.settle(line, (round, sitting.variant), told);
            }
            Happened::Corrected { was, now, clause, .. } => {
                let ended = self.ended.get(&was.at);
                let wager = ended.map(|ended| ended.number);
                let variant = ended.map_or(sitting.variant, |ended| ended.variant);
                let corrected = Some(&**clause);
                let line = |line, sign| Told::Line { round, variant, wager, line, sign, corrected };
                told.extend([line(was, -1), line(now, 1)]);
                // A void that does not give all of it back leaves the wager up.
                if now.result == Outcome::Void && now.back < now.stake {
                    let (placed_in, amount) = ((seen.number, seen.at, round), now.stake - now.back);
                    self.place(&now.at, amount, placed_in, numbers, people);
                }
            }
            Happened::Measure { .. }
            | Happened::Ruled { .. }
            | Happened::Closed
            | Happened::Dealt { .. }
            | Happened::DealtFaceDown { .. }
            | Happened::Faced { .. }
            | Happened::Declared { .. }
            | Happened::Marked { .. }
            | Happened::Burned { .. }
            | Happened::BurnedUnseen
            | Happened::Accepted { .. }
            | Happened::Collected { .. }
            | Happened::Carried { .. }
            | Happened::Chose { .. }
            | Happened::Called { .. }
            | Happened::Puck { .. }
            | Happened::Offered { .. }
            | Happened::Shooter { .. }
            | Happened::Turned { .. }
            | Happened::Rekeyed { .. }
            | Happened::Rerolled { .. }
            | Happened::Reserved { .. }
            | Happened::CuttingCard { .. }
            | Happened::ShuffleDue { .. }
            | Happened::Shuffled
            | Happened::RoundOver
            | Happened::Rebuilt => {}
        }
    }

    fn place(
        &mut self,
        at: &Spot,
        amount: u64,
        placed_in: (u64, u64, u64),
        numbers: &mut u64,
        people: &People,
    ) {
        let wager = self.standing.entry(at.clone()).or_insert_with(|| {
            *numbers += 1;
            Wager {
                number: *numbers,
                player: people.name(at.player.0).to_owned(),
                at: at.clone(),
                placed_in,
                placed: 0,
                stands: 0,
                commission: 0,
                mystery: 0,
            }
        });
        wager.placed += amount;
        wager.stands += amount;
    }

    /// Moves Come wagers to their number: the chips and the tokens of a player go together.
    fn travel(&mut self, at: &Spot, to: u8) {
        for tokens in [false, true] {
            let placed = Spot { tokens, ..at.clone() };
            if let Some(mut wager) = self.standing.remove(&placed) {
                wager.at.number = Some(to);
                self.standing.insert(wager.at.clone(), wager);
            }
        }
    }

    fn settle<'a>(
        &mut self,
        line: &'a Settled,
        (round, variant): (u64, Option<&'static str>),
        told: &mut Vec<Told<'a>>,
    ) {
        let wager = self.standing.get_mut(&line.at);
        let number = wager.as_ref().map(|wager| wager.number);
        told.push(Told::Line { round, variant, wager: number, line, sign: 1, corrected: None });
        let Some(wager) = wager else { return };
        match line.result {
            Outcome::Commission => wager.commission += line.charge,
            Outcome::Mystery => wager.mystery += line.pays,
            Outcome::Win
            | Outcome::Lose
            | Outcome::StandOff
            | Outcome::Void
            | Outcome::Surrender
            | Outcome::Returned => {
                wager.stands = wager.stands.saturating_sub(line.stake + line.excess);
                // What is left of a wager that was lowered goes on.
                if wager.stands == 0
                    && let Some(wager) = self.standing.remove(&line.at)
                {
                    let ended = Ended { number: wager.number, round, variant };
                    self.ended.insert(line.at.clone(), ended);
                    told.push(Told::Ended { round, wager, line });
                }
            }
        }
    }
}
