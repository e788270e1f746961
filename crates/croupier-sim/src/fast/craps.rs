//! Craps by class: the point, where a Come wager stands, and the roll.
//!
//! A round is one roll, and every wager of the layout is running: what a roll decides is placed again
//! before the next. A Come and a Don't Come are placed together, when a point is on and none stands,
//! so that one of each runs at a time and its results have nothing to do with each other. Wagers
//! behind stand with their number. All wagers are called on, as the exact odds take them.
//!
//! When the rolls of a block are over, the dice are rolled on until the line and the Come wagers that
//! stand are decided: to leave out those that take longest would favour the others.

use croupier_engine::WagerId;
use croupier_engine::games::craps::{On, verdict};
use croupier_engine::wager::{Mark, On as _};

use super::{Block, Gear};
use crate::book::{Book, Settled};
use crate::dice::{AT_ONCE, Roll, Rolls, dice};
use crate::rng::Stream;
use crate::work::{Ledger, Plain, Sink, Trace};

pub(crate) const POINTS: [u8; 6] = [4, 5, 6, 8, 9, 10];
const ROLLS: usize = 36;
/// A point or none, and eight places for a Come wager.
const STATES: usize = 7 * 8;
/// Room for the classes of the run, a power of two; those after its last roll come behind them.
const RUN: usize = (STATES * ROLLS).next_power_of_two();

/// Where a Come wager is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Come {
    None,
    Placed,
    On(u8),
}

/// What the next roll meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    point: Option<u8>,
    come: Come,
}

impl State {
    const START: Self = Self { point: None, come: Come::None };

    fn from_index(index: usize) -> Self {
        let point = (index / 8).min(6);
        let come = match index % 8 {
            0 => Come::None,
            1 => Come::Placed,
            on => Come::On(POINTS[on - 2]),
        };
        Self { point: point.checked_sub(1).map(|at| POINTS[at]), come }
    }

    fn index(self) -> usize {
        let place = |number: u8| POINTS.iter().position(|&point| point == number).unwrap_or(0);
        let come = match self.come {
            Come::None => 0,
            Come::Placed => 1,
            Come::On(number) => 2 + place(number),
        };
        self.point.map_or(0, |point| 1 + place(point)) * 8 + come
    }

    /// Rolls, and leaves what is decided.
    fn rolled(self, roll: Roll) -> Self {
        let dice = dice(roll);
        let total = dice.total();
        let is_point = POINTS.contains(&total);
        let point = match self.point {
            None => is_point.then_some(total),
            Some(point) => Some(point).filter(|_| total != point && total != 7),
        };
        let come = match self.come {
            Come::None => Come::None,
            _ if verdict(On::Come, self.come_point(), self.point, dice).is_some() => Come::None,
            Come::Placed => Come::On(total),
            on @ Come::On(_) => on,
        };
        Self { point, come }
    }

    /// Places a Come wager where one is due.
    fn placed(self) -> Self {
        match self {
            Self { point: Some(_), come: Come::None } => Self { come: Come::Placed, ..self },
            _ => self,
        }
    }

    const fn come_point(self) -> Option<u8> {
        match self.come {
            Come::On(number) => Some(number),
            Come::None | Come::Placed => None,
        }
    }

    /// Lists the wagers that stand: each with its number in the book, and its number for the rules.
    fn standing(self, run: bool) -> Vec<(On, Option<u8>, Option<u8>)> {
        let mut standing = Vec::new();
        for &on in On::ALL {
            match on {
                On::WinLine | On::DontWin if run || self.point.is_some() => {
                    standing.push((on, None, None));
                }
                On::BehindWinLine | On::BehindDontWin => {
                    standing.extend(self.point.map(|point| (on, Some(point), None)));
                }
                On::Come | On::DontCome if self.come != Come::None => {
                    standing.push((on, None, self.come_point()));
                }
                On::BehindCome | On::BehindDontCome => {
                    let number = self.come_point();
                    standing.extend(number.map(|number| (on, Some(number), Some(number))));
                }
                On::WinLine | On::DontWin | On::Come | On::DontCome => {}
                _ if run => {
                    let marks: Vec<_> = match on.layout().mark {
                        Mark::Number(marks) | Mark::Point(marks) => {
                            marks.iter().copied().map(Some).collect()
                        }
                        Mark::None | Mark::Travels(_) => vec![None],
                    };
                    standing.extend(marks.into_iter().map(|mark| (on, mark, mark)));
                }
                _ => {}
            }
        }
        standing
    }
}

pub(crate) struct Craps {
    /// The first class of the next state, by class.
    next: Box<[u16; RUN]>,
}

impl Craps {
    pub(crate) fn new() -> Self {
        let mut next = Box::new([0; RUN]);
        for (class, next) in next.iter_mut().enumerate() {
            let state = State::from_index(class / ROLLS);
            *next = (state.rolled((class % ROLLS) as Roll).placed().index() * ROLLS) as u16;
        }
        Self { next }
    }

    fn run(&self, block: Block, sink: &mut impl Sink) {
        let mut rolls = Rolls::new(Stream::new(block.seed, block.number));
        let mut state = State::START.index() * ROLLS;
        for _ in 0..block.rounds / AT_ONCE as u64 {
            for roll in rolls.next_rolls() {
                state = self.roll(state, roll, sink);
            }
        }
        for _ in 0..block.rounds % AT_ONCE as u64 {
            state = self.roll(state, rolls.next_roll(), sink);
        }
        run_out(State::from_index(state / ROLLS), &mut rolls, sink);
    }

    /// Counts a roll, and returns the first class of the next state.
    #[inline(always)]
    fn roll(&self, state: usize, roll: Roll, sink: &mut impl Sink) -> usize {
        let class = (state + roll as usize) % RUN;
        sink.hand(0, class);
        sink.round(0);
        usize::from(self.next[class])
    }
}

/// Rolls on until the line and the Come wagers that stand are decided.
fn run_out(state: State, rolls: &mut Rolls, sink: &mut impl Sink) {
    // What was about to be placed is not.
    let come = if state.come == Come::Placed { Come::None } else { state.come };
    let mut state = State { come, ..state };
    while state != State::START {
        let roll = rolls.next_roll();
        sink.hand(0, RUN + state.index() * ROLLS + roll as usize);
        sink.round(1);
        let rolled = state.rolled(roll);
        // A point that comes now is nobody's.
        let point = rolled.point.filter(|_| state.point.is_some());
        state = State { point, ..rolled };
    }
}

impl Gear for Craps {
    fn classes(&self) -> usize {
        2 * RUN
    }

    fn settled(&self, class: usize) -> Vec<Settled> {
        let state = State::from_index(class % RUN / ROLLS);
        let dice = dice((class % RUN % ROLLS) as Roll);
        let standing = state.standing(class < RUN).into_iter();
        let settled = standing.filter_map(|(on, mark, number)| {
            let verdict = verdict(on, number, state.point, dice)?;
            Some(Settled { on: on.id(), mark, verdict })
        });
        settled.collect()
    }

    fn standing(&self, class: usize) -> Vec<(WagerId, Option<u8>)> {
        let state = State::from_index(class % RUN / ROLLS);
        state.standing(class < RUN).into_iter().map(|(on, mark, _)| (on.id(), mark)).collect()
    }

    fn play(&self, block: Block, _book: &Book, ledgers: &mut [Ledger]) {
        self.run(block, &mut Plain(&mut ledgers[0]));
    }

    fn trace(&self, block: Block, trace: &mut Trace) {
        self.run(block, trace);
    }
}
