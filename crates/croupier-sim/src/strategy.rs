//! Strategies: what a player wagers, chooses and remembers, as a file that people read and write.
//!
//! A strategy is rules over a [`View`], the things that a player at the table may know. It is total: it
//! has no loops, no arithmetic that fails, and it cannot see a card that is not dealt. It knows no rule
//! of a game either: what it asks for is put to the engine, which may refuse.

mod depends;
mod expression;
mod mistake;
mod number;
mod parse;
mod read;
mod view;

pub use expression::{Comparison, Cond, Known, LONGEST_LIST, List, Num};
pub use mistake::Mistake;
pub use number::Number;
pub use view::{View, numbers, place, places};

use croupier_engine::input::Choice;
use croupier_engine::{Kind, WagerId};

/// A strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Its game.
    pub kind: Kind,
    /// Its name for people.
    pub title: String,
    /// What it is, in a sentence or two.
    pub about: String,
    /// The variant of the game that it is for.
    pub variant: Option<u8>,
    /// What its variables start from, in the order in which they are written.
    starts: Vec<Start>,
    /// The names of its numbers.
    variables: Vec<String>,
    /// The names of its lists.
    lists: Vec<String>,
    /// How it counts cards.
    pub count: Option<Count>,
    /// What it does while wagers are taken, from the first to the last.
    pub before: Vec<Rule>,
    /// What it decides; the first that fits counts.
    pub choose: Vec<(Cond, Choice)>,
    /// What changes when something is decided, from the first to the last.
    pub after: Vec<After>,
}

/// What a variable starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Start {
    Number(Num),
    List(List),
}

/// How cards are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// What each rank adds, the ace first.
    pub ranks: [Number; 13],
    /// Where the count starts after a shuffle.
    pub start: Number,
}

/// Something to be done while wagers are taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// When.
    pub when: Cond,
    /// For which numbers.
    pub numbers: Vec<Option<u8>>,
    /// What.
    pub action: Action,
    /// Where it is written.
    pub line: usize,
}

/// What a rule does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Action {
    /// Brings a wager up to a stake.
    Wager { on: WagerId, stake: Num, short: Short },
    /// Adds to a wager that stands.
    Press { on: WagerId, by: Num, short: Short },
    /// Lowers a wager to what is left.
    Lower { on: WagerId, to: Num },
    /// Takes a wager down.
    TakeDown(WagerId),
    /// Calls a wager on or off.
    Call { on: WagerId, works: bool },
    /// Leaves the table.
    Leave,
    /// Changes variables.
    Set(Vec<Assign>),
}

/// What is done when the money in hand does not cover a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Short {
    /// As much as there is is wagered, if the sign allows it.
    Less,
    /// The wager is not made.
    Skip,
    /// The player leaves the table.
    Leave,
}

/// A variable that gets another value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Assign {
    Number(usize, Num),
    List(usize, List),
}

/// What changes when something is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After {
    /// For each of these wagers that is decided; `None` for a round or a roll as a whole.
    pub about: Option<(WagerId, Option<Vec<Option<u8>>>)>,
    /// Only when it ends so.
    pub result: Option<Ends>,
    /// Only then.
    pub when: Cond,
    /// What.
    pub set: Vec<Assign>,
}

/// How a wager or a round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Ends {
    Win,
    Lose,
    Push,
}

impl Ends {
    /// Says how something ended that won or lost so much.
    pub fn of(net: Number) -> Self {
        match net.cmp(&Number::ZERO) {
            core::cmp::Ordering::Greater => Self::Win,
            core::cmp::Ordering::Less => Self::Lose,
            core::cmp::Ordering::Equal => Self::Push,
        }
    }
}

impl Strategy {
    /// Reads a strategy file.
    ///
    /// # Errors
    /// Says where the first mistake is, and what was expected.
    pub fn read(source: &str) -> Result<Self, Mistake> {
        read::read(source)
    }

    /// Starts a variable from another number.
    ///
    /// # Errors
    /// Says which numbers there are, when it is none of them.
    pub fn set(&mut self, name: &str, number: Number) -> Result<(), String> {
        let Some(at) = self.variables.iter().position(|known| known == name) else {
            let known = match self.variables.is_empty() {
                true => "it has no numbers to set".to_owned(),
                false => format!("it has {}", self.variables.join(", ")),
            };
            return Err(format!("the strategy has no number {name:?}: {known}"));
        };
        let numbers = self.starts.iter_mut().filter_map(|start| match start {
            Start::Number(number) => Some(number),
            Start::List(_) => None,
        });
        if let Some(start) = numbers.into_iter().nth(at) {
            *start = Num::Constant(number);
        }
        Ok(())
    }

    /// Returns the names of its numbers.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// Gives all variables what they start from.
    pub fn begin(&self, view: &mut View) {
        view.variables.clear();
        view.lists.clear();
        for start in &self.starts {
            match start {
                Start::Number(number) => {
                    let number = number.of(view);
                    view.variables.push(number);
                }
                Start::List(list) => {
                    let list = list.of(view).into_owned();
                    view.lists.push(list);
                }
            }
        }
        view.first_variables.clone_from(&view.variables);
        view.first_lists.clone_from(&view.lists);
    }
}

/// Changes variables: everything is computed before anything changes.
pub fn assign(set: &[Assign], view: &mut View) {
    // One change needs no memory of the others, and most sets are one change.
    if let [one] = set {
        return assign_one(one, view);
    }
    let computed: Vec<_> = set
        .iter()
        .map(|assign| match assign {
            Assign::Number(at, number) => Assigned::Number(*at, number.of(view)),
            Assign::List(at, list) => Assigned::List(*at, list.of(view).into_owned()),
        })
        .collect();
    for assigned in computed {
        match assigned {
            Assigned::Number(at, number) => view.variables[at] = number,
            Assigned::List(at, list) => view.lists[at] = list,
        }
    }
}

fn assign_one(assign: &Assign, view: &mut View) {
    match assign {
        Assign::Number(at, number) => view.variables[*at] = number.of(view),
        Assign::List(at, list) => {
            let list = list.of(view).into_owned();
            view.lists[*at] = list;
        }
    }
}

enum Assigned {
    Number(usize, Number),
    List(usize, Vec<Number>),
}
