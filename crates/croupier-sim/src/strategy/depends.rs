//! On what an expression depends: whether it can change in a night, and by what.

use super::expression::{Cond, Known, List, Num};

impl Num {
    /// Tells whether the number follows from variables and these alone.
    pub fn is_settled_by(&self, known: &[Known]) -> bool {
        match self {
            Self::Constant(_) | Self::Variable(_) | Self::First(_) => true,
            Self::Known(one) => known.contains(one),
            Self::Stake(_) | Self::StakeOn(..) | Self::Numbers(..) | Self::Left(_) => false,
            Self::Negative(number) | Self::Size(number) => number.is_settled_by(known),
            Self::Two(_, sides) => sides.iter().all(|side| side.is_settled_by(known)),
            Self::If(parts) => {
                parts.0.is_settled_by(known)
                    && parts.1.is_settled_by(known)
                    && parts.2.is_settled_by(known)
            }
            Self::FirstOf(list) | Self::LastOf(list) | Self::Length(list) | Self::Sum(list) => {
                list.is_settled_by(known)
            }
        }
    }

    fn has_variables(&self) -> bool {
        match self {
            Self::Variable(_) | Self::First(_) => true,
            Self::Constant(_) | Self::Known(_) | Self::Stake(_) => false,
            Self::Numbers(..) | Self::Left(_) => false,
            Self::StakeOn(_, number) | Self::Negative(number) | Self::Size(number) => {
                number.has_variables()
            }
            Self::Two(_, sides) => sides.iter().any(Self::has_variables),
            Self::If(parts) => {
                parts.0.has_variables() || parts.1.has_variables() || parts.2.has_variables()
            }
            Self::FirstOf(_) | Self::LastOf(_) | Self::Length(_) | Self::Sum(_) => true,
        }
    }
}

impl Cond {
    /// Tells whether the condition follows from these alone, and from no variable.
    pub fn speaks_only_of(&self, known: &[Known]) -> bool {
        self.is_settled_by(known) && !self.has_variables()
    }

    fn is_settled_by(&self, known: &[Known]) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::Fact(_) => false,
            Self::Not(cond) => cond.is_settled_by(known),
            Self::And(sides) | Self::Or(sides) => {
                sides.iter().all(|side| side.is_settled_by(known))
            }
            Self::Compare(_, sides) => sides.iter().all(|side| side.is_settled_by(known)),
            Self::In(number, list) => {
                number.is_settled_by(known) && list.iter().all(|item| item.is_settled_by(known))
            }
            Self::If(parts) => {
                parts.0.is_settled_by(known)
                    && parts.1.is_settled_by(known)
                    && parts.2.is_settled_by(known)
            }
        }
    }

    fn has_variables(&self) -> bool {
        match self {
            Self::Constant(_) | Self::Fact(_) => false,
            Self::Not(cond) => cond.has_variables(),
            Self::And(sides) | Self::Or(sides) => sides.iter().any(Self::has_variables),
            Self::Compare(_, sides) => sides.iter().any(Num::has_variables),
            Self::In(number, list) => number.has_variables() || list.iter().any(Num::has_variables),
            Self::If(parts) => {
                parts.0.has_variables() || parts.1.has_variables() || parts.2.has_variables()
            }
        }
    }
}

impl List {
    fn is_settled_by(&self, known: &[Known]) -> bool {
        match self {
            Self::Variable(_) | Self::First(_) => true,
            Self::Of(items) => items.iter().all(|item| item.is_settled_by(known)),
            Self::Append(parts) => parts.0.is_settled_by(known) && parts.1.is_settled_by(known),
            Self::WithoutFirst(list) | Self::WithoutLast(list) | Self::WithoutEnds(list) => {
                list.is_settled_by(known)
            }
            Self::If(parts) => {
                parts.0.is_settled_by(known)
                    && parts.1.is_settled_by(known)
                    && parts.2.is_settled_by(known)
            }
        }
    }
}
