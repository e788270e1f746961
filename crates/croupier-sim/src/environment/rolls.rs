//! Rolls of the dice on which a player bets, at many tables at once.

use croupier_engine::wager::Mark;
use croupier_engine::{AnyTable, Cents, Effect, Input, Kind, Player, Setup, Spot, WagerId};

use super::net;
use crate::dice;
use crate::plan::{MOST_STAKE, Trouble};
use crate::rng::Stream;

/// Many tables of one game of dice at which one player bets before every roll.
pub struct Rolls {
    kind: Kind,
    setup: Setup,
    unit: Cents,
    bankroll: Cents,
    /// How many rolls an episode has at most.
    most: u32,
    /// What can be placed.
    places: Vec<(WagerId, Option<u8>)>,
    /// What can stand, with the numbers that rolls give to wagers.
    stands: Vec<(WagerId, Option<u8>)>,
    /// By wager and number: the place in `stands`.
    at: Vec<[u8; NUMBERS]>,
    seats: Vec<Seat>,
    effects: Vec<Effect>,
}

/// One more than the highest number of two dice.
const NUMBERS: usize = 13;

/// One table.
struct Seat {
    table: AnyTable,
    rolls: dice::Rolls,
    hand: Cents,
    point: u8,
    rolled: u32,
}

/// What followed from a step at one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RollsStep {
    /// What was won or lost by all that the roll settled and by commissions, in cents.
    pub net: i64,
    /// How many wagers were not taken: the rules refuse them, or the hand does not cover them.
    pub refused: u32,
    /// Nothing stands and the hand holds less than a unit.
    pub ruined: bool,
    /// All rolls of the episode are rolled.
    pub over: bool,
}

impl Rolls {
    /// Opens so many tables.
    ///
    /// # Errors
    /// Says what the order does not allow, or that no dice are rolled at this game.
    pub fn new(
        (kind, setup): (Kind, Setup),
        (unit, bankroll): (Cents, Cents),
        most: u32,
        tables: usize,
    ) -> Result<Self, Trouble> {
        if kind.house().cards.is_some() {
            return Err(Trouble::Other(format!("at {} no dice are rolled", kind.title())));
        }
        if unit.is_zero() || unit > MOST_STAKE || bankroll > Cents::CEILING {
            return Err(Trouble::Other(format!(
                "a unit of {unit} and a bankroll of {bankroll} are not played: a unit is 0.01 to \
                 {MOST_STAKE}, a bankroll at most {}",
                Cents::CEILING
            )));
        }
        let game = kind.describe();
        let (mut places, mut stands) = (Vec::new(), Vec::new());
        let mut at = vec![[u8::MAX; NUMBERS]; game.wagers.len()];
        for wager in &game.wagers {
            places.extend(wager.marks().into_iter().map(|mark| (wager.id, mark)));
            let travelled = match wager.mark {
                Mark::Travels(marks) => marks,
                Mark::None | Mark::Number(_) | Mark::Point(_) => &[],
            };
            let travelled = travelled.iter().copied().map(Some);
            for mark in wager.marks().into_iter().chain(travelled) {
                let number = usize::from(mark.unwrap_or(0));
                at[usize::from(wager.id.0)][number] = stands.len() as u8;
                stands.push((wager.id, mark));
            }
        }
        let (seats, effects) = (Vec::with_capacity(tables), Vec::new());
        let mut all =
            Self { kind, setup, unit, bankroll, most, places, stands, at, seats, effects };
        all.reset(0, tables)?;
        Ok(all)
    }

    /// Begins anew with a seed; each table has dice of its own.
    ///
    /// # Errors
    /// Says what the order does not allow.
    pub fn reset(&mut self, seed: u64, tables: usize) -> Result<(), Trouble> {
        self.seats.clear();
        for number in 0..tables {
            let rolls = dice::Rolls::new(Stream::new(seed, number as u64));
            let table = AnyTable::open(self.kind, &self.setup).map_err(Trouble::Refused)?;
            self.seats.push(Seat { table, rolls, hand: self.bankroll, point: 0, rolled: 0 });
        }
        Ok(())
    }

    /// Begins a new episode at one table; its dice go on.
    ///
    /// # Errors
    /// Says what the order does not allow.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn begin(&mut self, table: usize) -> Result<(), Trouble> {
        let seat = &mut self.seats[table];
        seat.table = AnyTable::open(self.kind, &self.setup).map_err(Trouble::Refused)?;
        (seat.hand, seat.point, seat.rolled) = (self.bankroll, 0, 0);
        Ok(())
    }

    /// Returns which game is played.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns how many tables there are.
    pub const fn tables(&self) -> usize {
        self.seats.len()
    }

    /// Lists what can be placed: an action says for each how many units are added to it.
    pub fn places(&self) -> &[(WagerId, Option<u8>)] {
        &self.places
    }

    /// Lists what can stand.
    pub fn stands(&self) -> &[(WagerId, Option<u8>)] {
        &self.stands
    }

    /// Returns how many numbers are seen of a table: the hand in cents, the point or 0, and what stands where, in cents.
    pub const fn seen(&self) -> usize {
        2 + self.stands.len()
    }

    /// Looks at a table.
    ///
    /// # Panics
    /// If there is no such table, or `seen` is too short.
    pub fn look(&self, table: usize, seen: &mut [i64]) {
        let seat = &self.seats[table];
        seen.fill(0);
        seen[0] = i64::try_from(seat.hand.0).unwrap_or(i64::MAX);
        seen[1] = seat.point.into();
        seat.table.each_standing(|wager| {
            let number = usize::from(wager.spot.mark.unwrap_or(0));
            let at = usize::from(self.at[usize::from(wager.spot.on.0)][number]);
            seen[2 + at] += i64::try_from(wager.stake.0).unwrap_or(i64::MAX);
        });
    }

    /// Adds so many units to each wager, and rolls once.
    ///
    /// # Errors
    /// Says what the table refuses of the roll itself; a wager that it refuses is counted.
    ///
    /// # Panics
    /// If there is no such table.
    pub fn step(&mut self, table: usize, units: &[u8]) -> Result<RollsStep, Trouble> {
        let seat = &mut self.seats[table];
        let mut step = RollsStep::default();
        for (&(on, mark), &units) in self.places.iter().zip(units).filter(|it| *it.1 > 0) {
            self.effects.clear();
            let spot = Spot { player: Player(1), area: None, on, mark, tokens: false };
            let amount = Cents(self.unit.0 * u64::from(units));
            let covered = amount + seat.table.commission(&spot, amount) <= seat.hand;
            let wager = Input::Wager { spot, amount, confirmed: false };
            if !covered || seat.table.step(&wager, &mut self.effects).is_err() {
                step.refused += 1;
                continue;
            }
            step.net += seat.take(&self.effects);
        }
        self.effects.clear();
        let roll = Input::Roll(seat.rolls.next_dice());
        seat.table.step(&roll, &mut self.effects).map_err(Trouble::Refused)?;
        step.net += seat.take(&self.effects);
        seat.rolled += 1;
        step.over = seat.rolled >= self.most;
        step.ruined = seat.hand < self.unit && seat.has_nothing_up();
        Ok(step)
    }
}

impl Seat {
    /// Takes over what followed; returns what it is worth to the player.
    fn take(&mut self, effects: &[Effect]) -> i64 {
        let mut worth = 0;
        for effect in effects {
            match effect {
                Effect::Placed { amount, .. } => self.hand -= *amount,
                Effect::Puck(point) => self.point = point.unwrap_or(0),
                Effect::Settled(line) => {
                    worth += net(line);
                    self.hand = self.hand + line.pays + line.back + line.excess - line.charge;
                }
                _ => {}
            }
        }
        worth
    }

    fn has_nothing_up(&self) -> bool {
        let mut nothing = true;
        self.table.each_standing(|_| nothing = false);
        nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rolling() -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(|kind| kind.house().cards.is_none())
    }

    fn tables(kind: Kind, most: u32, tables: usize) -> Rolls {
        let money = (Cents(500), Cents(100_000));
        Rolls::new((kind, Setup::default()), money, most, tables).unwrap()
    }

    /// Hand and wagers that stand are worth what they were worth at first, and what was won or lost since.
    #[test]
    fn money_adds_up_after_every_roll() {
        for kind in rolling() {
            let mut rolls = tables(kind, 1_000, 1);
            let mut stream = Stream::new(5, 0);
            let mut seen = vec![0; rolls.seen()];
            let mut worth = 100_000;
            let (mut taken, mut refused) = (0, 0);
            for _ in 0..1_000 {
                let units = rolls.places().iter().map(|_| u8::from(stream.below(40) == 0));
                let units: Vec<_> = units.collect();
                let step = rolls.step(0, &units).unwrap();
                taken += units.iter().filter(|units| **units > 0).count() as u32 - step.refused;
                refused += step.refused;
                worth += step.net;
                rolls.look(0, &mut seen);
                assert_eq!(seen[0] + seen[2..].iter().sum::<i64>(), worth);
                if step.ruined || step.over {
                    rolls.begin(0).unwrap();
                    worth = 100_000;
                }
            }
            assert!(taken > 100 && refused > 100, "{taken} {refused}");
        }
    }

    #[test]
    fn an_episode_ends_with_its_rolls_or_its_money() {
        for kind in rolling() {
            let mut rolls = tables(kind, 3, 1);
            let nothing = vec![0; rolls.places().len()];
            let steps: Vec<_> = (0..3).map(|_| rolls.step(0, &nothing).unwrap()).collect();
            assert_eq!(steps.iter().map(|it| it.over).collect::<Vec<_>>(), [false, false, true]);
            assert!(steps.iter().all(|it| it.net == 0 && !it.ruined));
            // A unit on every wager, again and again, until nothing is left.
            let mut rolls = tables(kind, u32::MAX, 1);
            let all = vec![1; rolls.places().len()];
            assert!((0..100_000).any(|_| rolls.step(0, &all).unwrap().ruined));
        }
    }

    #[test]
    fn a_game_of_cards_is_refused() {
        for kind in Kind::ALL.into_iter().filter(|kind| kind.house().cards.is_some()) {
            let money = (Cents(500), Cents(100_000));
            assert!(Rolls::new((kind, Setup::default()), money, 1, 1).is_err());
        }
    }
}
