//! One table, position by position: chance is a player, and every position can be copied and walked on from.

use croupier_engine::input::{Choice, Reply};
use croupier_engine::{AnyTable, Area, Card, Cents, Due, Effect, Input, Kind, Setup};
use croupier_odds::Composition;

use super::net;
use crate::dice;
use crate::plan::{Stake, Trouble};
use crate::through::wager;

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A card or a roll comes next.
    Chance,
    /// The player decides.
    Player,
    /// All wagers are settled.
    Over,
}

/// A table with its wagers placed, and the cards that can still come.
#[derive(Clone)]
pub struct Position {
    kind: Kind,
    table: AnyTable,
    left: Composition,
    taken: Vec<Input>,
    net: i64,
    over: bool,
}

/// The area that is played.
const AREA: Area = Area(1);

/// How many ways two dice can fall.
const ROLLS: u8 = 36;

impl Position {
    /// Opens a table, and places stakes.
    ///
    /// # Errors
    /// Says what the order does not allow.
    pub fn new(kind: Kind, setup: &Setup, stakes: &[Stake]) -> Result<Self, Trouble> {
        let table = AnyTable::open(kind, setup).map_err(Trouble::Refused)?;
        let left = Composition::full(table.rules().decks);
        if stakes.is_empty() {
            return Err(Trouble::Other("nothing is staked".to_owned()));
        }
        let mut position = Self { kind, table, left, taken: Vec::new(), net: 0, over: false };
        for stake in stakes {
            let layout = &kind.layouts()[usize::from(stake.on.0)];
            let area = layout.on_area.then_some(AREA);
            position.put(&wager(stake, area)).map_err(|trouble| match trouble {
                Trouble::Refused(refusal) => Trouble::Wager(layout.name.to_owned(), refusal),
                other => other,
            })?;
        }
        Ok(position)
    }

    /// Returns which game is played.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Says whose turn it is.
    pub fn turn(&self) -> Turn {
        match self.table.expects().due {
            _ if self.over => Turn::Over,
            Due::Choice(..) => Turn::Player,
            _ => Turn::Chance,
        }
    }

    /// Lists what chance can do and in how many ways: cards by their index, or rolls by six times the first face and
    /// the second, both from 0.
    pub fn chances(&self) -> Vec<(u8, u32)> {
        match self.turn() {
            Turn::Chance if self.left.total() == 0 => (0..ROLLS).map(|roll| (roll, 1)).collect(),
            Turn::Chance => {
                let cards = (0..Card::COUNT).filter_map(Card::from_index);
                let cards = cards.map(|card| (card.index() as u8, self.left.count(card)));
                cards.filter(|(_, count)| *count > 0).collect()
            }
            Turn::Player | Turn::Over => Vec::new(),
        }
    }

    /// Lists what the player can do, as places in the choices of the game.
    pub fn choices(&self) -> Vec<u8> {
        let Due::Choice(_, due) = self.table.expects().due else { return Vec::new() };
        let all: &[Choice] = self.kind.choices();
        (0..).zip(all).filter(|(_, choice)| due.contains(choice)).map(|(at, _)| at).collect()
    }

    /// Takes an action of whose turn it is.
    ///
    /// # Errors
    /// Says that there is no such action; nothing has changed then.
    pub fn take(&mut self, action: u8) -> Result<(), Trouble> {
        let none = || Trouble::Other(format!("there is no action {action} now"));
        let input = match (self.turn(), self.table.expects().due) {
            (Turn::Player, Due::Choice(area, due)) => {
                let choice = self.kind.choices().get(usize::from(action));
                let choice = choice.filter(|choice| due.contains(choice)).ok_or_else(none)?;
                Input::Choose { area, reply: Reply::Choice(*choice), tokens: Cents::ZERO }
            }
            (Turn::Chance, _) if self.left.total() == 0 && action < ROLLS => {
                Input::Roll(dice::dice(action.into()))
            }
            (Turn::Chance, _) => {
                let card = Card::from_index(usize::from(action)).ok_or_else(none)?;
                if !self.left.remove(card) {
                    return Err(none());
                }
                Input::Card { card, from: None }
            }
            (Turn::Player | Turn::Over, _) => return Err(none()),
        };
        self.put(&input)
    }

    /// Returns what was won or lost by all that is settled, in cents.
    pub const fn net(&self) -> i64 {
        self.net
    }

    /// Lists everything that happened: wagers, cards or rolls, and choices.
    pub fn taken(&self) -> &[Input] {
        &self.taken
    }

    fn put(&mut self, input: &Input) -> Result<(), Trouble> {
        let mut effects = Vec::new();
        self.table.step(input, &mut effects).map_err(Trouble::Refused)?;
        self.taken.push(*input);
        for effect in &effects {
            match effect {
                Effect::Settled(line) => self.net += net(line),
                Effect::RoundOver => self.over = self.kind.house().cards.is_some(),
                _ => {}
            }
        }
        if self.kind.house().cards.is_none() {
            self.over = true;
            self.table.each_standing(|_| self.over = false);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{FAIR_STAKE, Plan};
    use croupier_odds::{Question, Ratio, Strategy, odds};

    /// What a position is worth to a player who always takes the best action, times all ways.
    fn worth(position: &Position) -> Ratio {
        match position.turn() {
            Turn::Over => Ratio::new(position.net().into(), 1),
            Turn::Player => {
                let next = position.choices().into_iter().map(|choice| after(position, choice));
                let worth = next.map(|next| worth(&next));
                worth.reduce(|a, b| if b > a { b } else { a }).unwrap()
            }
            Turn::Chance => {
                let chances = position.chances();
                let all: u32 = chances.iter().map(|it| it.1).sum();
                // Cards of one class lead to the same: one of each is walked.
                let mut classes: Vec<(u8, u8, u32)> = Vec::new();
                for (card, ways) in chances {
                    let class = position.kind.class(Card::from_index(card.into()).unwrap());
                    match classes.iter_mut().find(|it| it.0 == class) {
                        Some(known) => known.2 += ways,
                        None => classes.push((class, card, ways)),
                    }
                }
                let each = classes.into_iter().map(|(_, card, ways)| {
                    worth(&after(position, card)) * Ratio::new(ways.into(), all.into())
                });
                each.sum()
            }
        }
    }

    fn after(position: &Position, action: u8) -> Position {
        let mut next = position.clone();
        next.take(action).unwrap();
        next
    }

    fn opened(kind: Kind) -> Position {
        let setup = Setup::default();
        let mut stakes = Plan::every_wager(kind, &setup, FAIR_STAKE);
        stakes.truncate(1);
        Position::new(kind, &setup, &stakes).unwrap()
    }

    /// To walk all positions of a game whose choice is usual is to count its odds.
    #[test]
    fn positions_are_worth_what_the_odds_say() {
        for kind in Kind::ALL.into_iter().filter(|kind| kind.usual_choice().is_some()) {
            let position = opened(kind);
            let question =
                Question { strategy: Strategy::Best, ..Question::new(kind, Setup::default()) };
            let report = odds(&question).unwrap();
            let want = report.wagers[0].ev() * Ratio::new(FAIR_STAKE.0.into(), 1);
            assert_eq!(worth(&position), want, "{kind:?}");
        }
    }

    #[test]
    fn a_wrong_action_changes_nothing() {
        for kind in Kind::ALL {
            let mut position = opened(kind);
            let before = (position.chances(), position.taken().len());
            assert!(position.take(u8::MAX).is_err());
            assert_eq!((position.chances(), position.taken().len()), before);
        }
    }

    #[test]
    fn every_walk_comes_to_an_end() {
        for kind in Kind::ALL {
            let mut stream = crate::rng::Stream::new(9, 0);
            for _ in 0..50 {
                let mut position = opened(kind);
                while position.turn() != Turn::Over {
                    let actions = match position.turn() {
                        Turn::Chance => position.chances().iter().map(|it| it.0).collect(),
                        Turn::Player | Turn::Over => position.choices(),
                    };
                    let at = stream.below(actions.len() as u32) as usize;
                    position.take(actions[at]).unwrap();
                }
                assert!(position.chances().is_empty() && position.choices().is_empty());
            }
        }
    }
}
