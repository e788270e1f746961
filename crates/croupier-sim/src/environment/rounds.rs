//! Rounds of cards at which a player decides, at many tables at once.

use croupier_engine::input::{Choice, Reply};
use croupier_engine::{AnyTable, Area, Card, Cents, Due, Effect, Input, Kind, Place};

use super::net;
use crate::deck::Deck;
use crate::plan::{Plan, Trouble};
use crate::rng::Stream;

/// How many cards of a hand are seen.
pub const HAND: usize = 4;

/// The area that is played.
const AREA: Area = Area(1);

/// What is seen of a table: whether a choice is due, then the player's cards and the dealer's, each as its number from 1
/// to 52, or 0 where there is none.
pub(crate) type Seen = [u8; 1 + 2 * HAND];

/// Many tables of one game, each with cards of its own, at which one player decides.
///
/// The cards are shuffled before every round. A round has one step that stakes and deals, whatever the action is, and
/// one for each decision.
pub struct Rounds {
    plan: Plan,
    by_hand: bool,
    wagers: Vec<Input>,
    choices: &'static [Choice],
    seats: Vec<Seat>,
    effects: Vec<Effect>,
}

/// One table.
struct Seat {
    table: AnyTable,
    deck: Deck<u8>,
    stream: Stream,
    /// What was seen of the round so far, and how many cards each side has.
    seen: Seen,
    hands: [usize; 2],
    net: i64,
}

/// What followed from a step at one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundsStep {
    /// What is seen after the step.
    pub seen: Seen,
    /// What was won or lost in the round, in cents, when it is over; 0 before.
    pub net: i64,
    /// The round is over.
    pub over: bool,
}

impl Rounds {
    /// Opens so many tables of a plan; its rounds are of no meaning here.
    ///
    /// # Errors
    /// Says what the order does not allow, or that nothing is decided at this game.
    pub fn new(plan: Plan, tables: usize) -> Result<Self, Trouble> {
        plan.check()?;
        let choices = plan.kind.choices();
        if choices.is_empty() {
            return Err(Trouble::Other(format!("{} has no decisions", plan.kind.title())));
        }
        let wagers = plan.stakes.iter().map(|stake| crate::through::wager(stake, Some(AREA)));
        let (wagers, by_hand) = (wagers.collect(), plan.shuffles_every_round());
        let seats = Vec::with_capacity(tables);
        let mut rounds = Self { plan, by_hand, wagers, choices, seats, effects: Vec::new() };
        rounds.reset(rounds.plan.seed, tables)?;
        Ok(rounds)
    }

    /// Begins anew with a seed; each table has cards of its own.
    ///
    /// # Errors
    /// Says what the order does not allow.
    pub fn reset(&mut self, seed: u64, tables: usize) -> Result<(), Trouble> {
        self.seats.clear();
        for number in 0..tables {
            let table = AnyTable::open(self.plan.kind, &self.plan.table());
            let table = table.map_err(Trouble::Refused)?;
            let deck = Deck::new((0..self.plan.decks()).flat_map(|_| 0..Card::COUNT as u8));
            let stream = Stream::new(seed, number as u64);
            let (seen, hands) = (Seen::default(), [0; 2]);
            self.seats.push(Seat { table, deck, stream, seen, hands, net: 0 });
        }
        Ok(())
    }

    /// Returns which game is played.
    pub const fn kind(&self) -> Kind {
        self.plan.kind
    }

    /// Returns how many tables there are.
    pub const fn tables(&self) -> usize {
        self.seats.len()
    }

    /// Lists the choices; an action is a place in this list.
    pub const fn choices(&self) -> &'static [Choice] {
        self.choices
    }

    /// Takes one action at a table: the stakes and the deal, or a decision where one is due.
    ///
    /// # Errors
    /// Says that there is no such action, or what the table refuses.
    ///
    /// # Panics
    /// If there is no such table.
    #[inline]
    pub fn step(&mut self, table: usize, action: u8) -> Result<RoundsStep, Trouble> {
        let Some(&choice) = self.choices.get(usize::from(action)) else {
            return Err(Trouble::Other(format!("there is no action {action}")));
        };
        let seat = &mut self.seats[table];
        self.effects.clear();
        match seat.table.expects().due {
            Due::Choice(area, _) => {
                let reply = Reply::Choice(choice);
                seat.take(&Input::Choose { area, reply, tokens: Cents::ZERO }, &mut self.effects)?;
            }
            _ => {
                seat.deck.shuffle();
                (seat.seen, seat.hands) = (Seen::default(), [0; 2]);
                if self.by_hand {
                    seat.take(&Input::Shuffle { pre_shuffled: false }, &mut self.effects)?;
                    while seat.table.expects().due == Due::Burn {
                        seat.card(&mut self.effects)?;
                    }
                }
                for wager in &self.wagers {
                    seat.take(wager, &mut self.effects)?;
                }
            }
        }
        seat.deal(&mut self.effects)
    }
}

impl Seat {
    #[inline]
    fn take(&mut self, input: &Input, effects: &mut Vec<Effect>) -> Result<(), Trouble> {
        self.table.step(input, effects).map_err(Trouble::Refused)
    }

    #[inline]
    fn card(&mut self, effects: &mut Vec<Effect>) -> Result<(), Trouble> {
        let card = Card::from_index(usize::from(self.deck.draw(&mut self.stream)));
        let card = card.expect("the cards of a deck are those of its indices");
        self.take(&Input::Card { card, from: None }, effects)
    }

    /// Deals until something must be decided, or the round is over.
    fn deal(&mut self, effects: &mut Vec<Effect>) -> Result<RoundsStep, Trouble> {
        self.seen[0] = 0;
        loop {
            for effect in effects.iter() {
                match effect {
                    Effect::Dealt { card, to: Place::Area(_) } => self.see(0, *card),
                    Effect::Dealt { card, to: Place::Dealer } => self.see(1, *card),
                    Effect::Settled(line) => self.net += net(line),
                    Effect::RoundOver => {
                        let net = std::mem::take(&mut self.net);
                        return Ok(RoundsStep { seen: self.seen, net, over: true });
                    }
                    _ => {}
                }
            }
            effects.clear();
            match self.table.expects().due {
                Due::Card(_) => self.card(effects)?,
                Due::Choice(..) => {
                    self.seen[0] = 1;
                    return Ok(RoundsStep { seen: self.seen, net: 0, over: false });
                }
                other => return Err(Trouble::Other(format!("{other:?} is due in a round"))),
            }
        }
    }

    /// Sees a card of the player (0) or of the dealer (1).
    fn see(&mut self, whose: usize, card: Card) {
        let at = self.hands[whose];
        self.hands[whose] += 1;
        if at < HAND {
            self.seen[1 + whose * HAND + at] = card.index() as u8 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use croupier_engine::Setup;
    use croupier_odds::{Question, Ratio, Strategy, odds};

    fn plan(kind: Kind, seed: u64) -> Plan {
        let first = kind.describe().wagers[0].id;
        let setup = Setup::default();
        let mut stakes = Plan::every_wager(kind, &setup, crate::FAIR_STAKE);
        stakes.retain(|stake| stake.on == first);
        let strategy = Strategy::Best;
        Plan { kind, setup, strategy, areas: 1, behind: None, stakes, rounds: 0, seed }
    }

    fn deciding() -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(|kind| !kind.choices().is_empty())
    }

    /// The same choice, made always, loses what the exact odds say, within five standard errors.
    #[test]
    fn rounds_come_as_the_odds_say() {
        for kind in deciding() {
            for (action, choice) in (0..).zip(kind.choices()) {
                let mut rounds = Rounds::new(plan(kind, 3), 50).unwrap();
                let (mut over, mut sum, mut squares) = (0_i64, 0_i64, 0_i128);
                while over < 200_000 {
                    for table in 0..rounds.tables() {
                        let step = rounds.step(table, action).unwrap();
                        over += i64::from(step.over);
                        sum += step.net;
                        squares += i128::from(step.net) * i128::from(step.net);
                    }
                }
                let strategy = Strategy::Always(*choice);
                let question = Question { strategy, ..Question::new(kind, Setup::default()) };
                let Some(odds) = odds(&question).unwrap().wagers.into_iter().next() else {
                    panic!("no wager")
                };
                let stake = i128::from(crate::FAIR_STAKE.0);
                let expected = odds.ev() * Ratio::new(stake * i128::from(over), 1);
                let away = (Ratio::new(sum.into(), 1) - expected).to_f64();
                #[allow(clippy::float_arithmetic, reason = "a statistic of a test")]
                let errors = away / (squares as f64).sqrt();
                assert!(errors.abs() < 5.0, "{kind:?} {choice:?}: {errors}");
            }
        }
    }

    #[test]
    fn a_seed_gives_the_same_rounds_again() {
        for kind in deciding() {
            let play = |seed| {
                let mut rounds = Rounds::new(plan(kind, seed), 2).unwrap();
                let steps = (0..100).map(|at| rounds.step(at % 2, (at / 2 % 2) as u8).unwrap());
                steps.collect::<Vec<_>>()
            };
            assert_eq!(play(1), play(1));
            assert_ne!(play(1), play(2));
        }
    }

    #[test]
    fn what_is_no_action_is_refused_and_games_without_decisions_too() {
        for kind in Kind::ALL {
            match Rounds::new(plan(kind, 1), 1) {
                Ok(mut rounds) => {
                    assert!(rounds.step(0, kind.choices().len() as u8).is_err());
                    // The refusal changed nothing: the round can be played.
                    assert!(rounds.step(0, 0).is_ok());
                }
                Err(_) => assert!(kind.choices().is_empty() || kind.is_example(), "{kind:?}"),
            }
        }
    }
}
