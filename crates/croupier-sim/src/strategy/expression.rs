//! Expressions of a strategy: trees of numbers, conditions and lists, and what they come to.

use std::borrow::Cow;

use croupier_engine::WagerId;

use super::number::Number;
use super::view::{View, place};

/// The most that a list holds; what is appended to a full one is left out.
pub const LONGEST_LIST: usize = 1_000;

/// What a player knows as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Known {
    Bankroll,
    Standing,
    Worth,
    Start,
    Goal,
    Ahead,
    Peak,
    Minimum,
    Maximum,
    Round,
    RoundsLeft,
    Net,
    WinRun,
    LossRun,
    Point,
    Roll,
    Number,
    Count,
    TrueCount,
    CardsLeft,
    DecksLeft,
    Total,
    Dealer,
    Card1,
    Card2,
}

/// What a player knows as a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Fact {
    Won,
    Lost,
    Pushed,
    Hard,
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Least,
    Most,
    Down,
    Up,
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// A number to be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Num {
    Constant(Number),
    Known(Known),
    Variable(usize),
    /// What a named number starts from.
    First(usize),
    /// What stands on a place.
    Stake(usize),
    /// The same, on a number that is computed.
    StakeOn(WagerId, Box<Self>),
    /// On how many of its numbers a wager stands.
    Numbers(WagerId, &'static [u8]),
    /// Unseen cards of a rank.
    Left(usize),
    Negative(Box<Self>),
    Size(Box<Self>),
    Two(Operation, Box<[Self; 2]>),
    If(Box<(Cond, Self, Self)>),
    FirstOf(Box<List>),
    LastOf(Box<List>),
    Length(Box<List>),
    Sum(Box<List>),
}

/// A condition to be tested.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Cond {
    Constant(bool),
    Fact(Fact),
    Not(Box<Self>),
    And(Box<[Self; 2]>),
    Or(Box<[Self; 2]>),
    Compare(Comparison, Box<[Num; 2]>),
    In(Box<Num>, Vec<Num>),
    If(Box<(Self, Self, Self)>),
}

/// A list to be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum List {
    Variable(usize),
    First(usize),
    Of(Vec<Num>),
    Append(Box<(Self, Num)>),
    WithoutFirst(Box<Self>),
    WithoutLast(Box<Self>),
    WithoutEnds(Box<Self>),
    If(Box<(Cond, Self, Self)>),
}

impl Num {
    /// Computes the number.
    pub fn of(&self, view: &View) -> Number {
        match self {
            Self::Constant(number) => *number,
            Self::Known(known) => known.of(view),
            Self::Variable(at) => view.variables[*at],
            Self::First(at) => view.first_variables[*at],
            Self::Stake(at) => view.stakes[*at],
            Self::StakeOn(on, mark) => {
                let mark = u8::try_from(mark.of(view).to_whole()).ok().filter(|&mark| mark < 13);
                mark.map_or(Number::ZERO, |mark| view.stakes[place(*on, Some(mark))])
            }
            Self::Numbers(on, marks) => {
                let standing = |mark: &&u8| view.stakes[place(*on, Some(**mark))] > Number::ZERO;
                Number::whole(marks.iter().filter(standing).count() as i64)
            }
            Self::Left(rank) => Number::whole(view.ranks_left[*rank]),
            Self::Negative(number) => -number.of(view),
            Self::Size(number) => {
                let number = number.of(view);
                number.max(-number)
            }
            Self::Two(operation, sides) => operation.of(sides[0].of(view), sides[1].of(view)),
            Self::If(parts) => {
                if parts.0.holds(view) {
                    parts.1.of(view)
                } else {
                    parts.2.of(view)
                }
            }
            Self::FirstOf(list) => list.of(view).first().copied().unwrap_or_default(),
            Self::LastOf(list) => list.of(view).last().copied().unwrap_or_default(),
            Self::Length(list) => Number::whole(list.of(view).len() as i64),
            Self::Sum(list) => list.of(view).iter().fold(Number::ZERO, |sum, &number| sum + number),
        }
    }
}

impl Known {
    fn of(self, view: &View) -> Number {
        let whole = |number: u8| Number::whole(number.into());
        match self {
            Self::Bankroll => view.bankroll,
            Self::Standing => view.standing,
            Self::Worth => view.worth(),
            Self::Start => view.start,
            Self::Goal => view.goal,
            Self::Ahead => view.worth() - view.start,
            Self::Peak => view.peak,
            Self::Minimum => view.minimum,
            Self::Maximum => view.maximum,
            Self::Round => Number::whole(view.round),
            Self::RoundsLeft => Number::whole(view.rounds_left),
            Self::Net => view.net,
            Self::WinRun => Number::whole(view.win_run),
            Self::LossRun => Number::whole(view.loss_run),
            Self::Point => whole(view.point),
            Self::Roll => whole(view.roll),
            Self::Number => whole(view.number),
            Self::Count => view.count,
            Self::TrueCount => view.count.over(view.decks_left()),
            Self::CardsLeft => Number::whole(view.cards_left),
            Self::DecksLeft => view.decks_left(),
            Self::Total => whole(view.total),
            Self::Dealer => whole(view.dealer),
            Self::Card1 => whole(view.hand[0]),
            Self::Card2 => whole(view.hand[1]),
        }
    }
}

impl Operation {
    fn of(self, one: Number, other: Number) -> Number {
        match self {
            Self::Add => one + other,
            Self::Subtract => one - other,
            Self::Multiply => one.times(other),
            Self::Divide => one.over(other),
            Self::Remainder => one.left_by(other),
            Self::Least => one.min(other),
            Self::Most => one.max(other),
            Self::Down => one.down_to(other),
            Self::Up => one.up_to(other),
        }
    }
}

impl Cond {
    /// Tests the condition.
    pub fn holds(&self, view: &View) -> bool {
        match self {
            Self::Constant(holds) => *holds,
            Self::Fact(Fact::Won) => view.net > Number::ZERO,
            Self::Fact(Fact::Lost) => view.net < Number::ZERO,
            Self::Fact(Fact::Pushed) => view.net == Number::ZERO,
            Self::Fact(Fact::Hard) => view.hard,
            Self::Not(cond) => !cond.holds(view),
            Self::And(sides) => sides[0].holds(view) && sides[1].holds(view),
            Self::Or(sides) => sides[0].holds(view) || sides[1].holds(view),
            Self::Compare(comparison, sides) => comparison.of(sides[0].of(view), sides[1].of(view)),
            Self::In(number, list) => {
                let number = number.of(view);
                list.iter().any(|item| item.of(view) == number)
            }
            Self::If(parts) => {
                if parts.0.holds(view) {
                    parts.1.holds(view)
                } else {
                    parts.2.holds(view)
                }
            }
        }
    }
}

impl Comparison {
    fn of(self, one: Number, other: Number) -> bool {
        match self {
            Self::Equal => one == other,
            Self::Unequal => one != other,
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::More => one > other,
            Self::AtLeast => one >= other,
        }
    }
}

impl List {
    /// Computes the list.
    pub fn of<'a>(&self, view: &'a View) -> Cow<'a, [Number]> {
        match self {
            Self::Variable(at) => Cow::Borrowed(&view.lists[*at]),
            Self::First(at) => Cow::Borrowed(&view.first_lists[*at]),
            Self::Of(items) => items.iter().map(|item| item.of(view)).collect(),
            Self::Append(parts) => {
                let mut list = parts.0.of(view).into_owned();
                if list.len() < LONGEST_LIST {
                    list.push(parts.1.of(view));
                }
                Cow::Owned(list)
            }
            Self::WithoutFirst(list) => cut(list.of(view), 1, 0),
            Self::WithoutLast(list) => cut(list.of(view), 0, 1),
            Self::WithoutEnds(list) => cut(list.of(view), 1, 1),
            Self::If(parts) => {
                if parts.0.holds(view) {
                    parts.1.of(view)
                } else {
                    parts.2.of(view)
                }
            }
        }
    }
}

/// Takes items off both ends of a list.
fn cut(list: Cow<'_, [Number]>, front: usize, back: usize) -> Cow<'_, [Number]> {
    let from = front.min(list.len());
    let to = list.len().saturating_sub(back).max(from);
    match list {
        Cow::Borrowed(list) => Cow::Borrowed(&list[from..to]),
        Cow::Owned(list) => Cow::Owned(list[from..to].to_vec()),
    }
}
