//! The law in force. The orders of 2016 speak of cash prizes and of cash in place of prizes; the Act under which they
//! stand has been amended since. What it allows is a switch for each of these, with a date and its source. Nothing is
//! allowed that nobody has written down as such.

use std::collections::BTreeMap;

use croupier_engine::Player;
use serde::{Deserialize, Serialize};

/// Something that an order allows, and that the law beside it may forbid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LegalSwitch {
    /// A prize may be money.
    CashPrizes,
    /// A prize may be exchanged for money.
    CashInstead,
}

croupier_engine::stored! { enum LegalSwitch { 0 = CashPrizes, 1 = CashInstead } }

impl LegalSwitch {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::CashPrizes, Self::CashInstead];

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CashPrizes => "cash-prizes",
            Self::CashInstead => "cash-instead",
        }
    }

    /// Names the law by which it is refused as long as nobody has written down another.
    pub const fn source(self) -> &'static str {
        "Casino Control Act 1992 (NSW), section 76A"
    }
}

/// What the law says from a day on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalRule {
    /// It is allowed.
    pub allowed: bool,
    /// The law that says so.
    pub source: String,
    /// Who wrote it down.
    pub by: Player,
}

croupier_engine::stored! { struct LegalRule { allowed, source, by } }

/// What the law says of each thing, from when on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LawInForce(BTreeMap<(LegalSwitch, u64), LegalRule>);

croupier_engine::stored! { struct LawInForce(rules) }

impl LawInForce {
    /// Returns what was written down that holds at a time; `None` where nobody has written down anything.
    pub fn at(&self, switch: LegalSwitch, now: u64) -> Option<&LegalRule> {
        self.0.range((switch, 0)..=(switch, now)).next_back().map(|(_, rule)| rule)
    }

    /// Tells whether something is allowed at a time.
    pub fn allows(&self, switch: LegalSwitch, now: u64) -> bool {
        self.at(switch, now).is_some_and(|rule| rule.allowed)
    }

    /// Lists everything that was written down, by when it begins.
    pub fn iter(&self) -> impl Iterator<Item = (LegalSwitch, u64, &LegalRule)> {
        self.0.iter().map(|((switch, from), rule)| (*switch, *from, rule))
    }

    /// Writes down what the law says from a time on.
    pub(crate) fn set(&mut self, switch: LegalSwitch, from: u64, rule: LegalRule) {
        self.0.insert((switch, from), rule);
    }
}

#[cfg(test)]
mod tests {
    use super::{LawInForce, LegalRule, LegalSwitch};
    use croupier_engine::Player;

    #[test]
    fn the_latest_that_has_begun_holds() {
        let mut law = LawInForce::default();
        let rule = |allowed| LegalRule { allowed, source: "a law".to_owned(), by: Player(1) };
        assert!(!law.allows(LegalSwitch::CashPrizes, 5));
        law.set(LegalSwitch::CashPrizes, 10, rule(true));
        law.set(LegalSwitch::CashPrizes, 20, rule(false));
        let at = [9, 10, 19, 20, 99].map(|now| law.allows(LegalSwitch::CashPrizes, now));
        assert_eq!(at, [false, true, true, false, false]);
        assert!(!law.allows(LegalSwitch::CashInstead, 15));
    }
}
