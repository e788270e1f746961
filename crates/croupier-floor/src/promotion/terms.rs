//! The terms of a promotion: what an order wants in them, as far as they are written. A draft may lack anything; what
//! is final lacks nothing that the orders ask for.

use croupier_engine::Cents;
use croupier_engine::promotions::PromotionRule as Rule;
use croupier_sheet::words;
use serde::{Deserialize, Serialize};

use super::prizes::Prize;
use crate::naming::{Naming, PersonId, Rename};
use crate::said::Commitment;

/// The terms of a promotion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, bound = "")]
pub struct PromotionTerms<P: Naming = String> {
    /// The games with which it goes, by their names in sheets: the strictest of their orders holds.
    pub games: Vec<String>,
    /// How the prize is awarded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub manner: Option<P::Said>,
    /// When and where it is awarded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub awarded: Option<P::Said>,
    /// Who is eligible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub eligible: Option<P::Said>,
    /// The wager that makes somebody eligible, or that none is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wager: Option<QualifyingWager>,
    /// How entries come about.
    #[serde(default)]
    pub entry: EntryRule,
    /// The nature of the prizes, with qualifications, reservations and guarantees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub nature: Option<P::Said>,
    /// When entries close, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closes: Option<u64>,
    /// Place, date and time of the promotion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub place: Option<P::Said>,
    /// When the draw is held, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draws: Option<u64>,
    /// How a prize is claimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub claiming: Option<P::Said>,
    /// Whether entrants must be present.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub presence: Option<bool>,
    /// How the winner is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub notified: Option<P::Said>,
    /// How results are published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub results: Option<P::Said>,
    /// The prizes, in the order in which they are drawn.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Prize>))]
    pub prizes: Vec<Prize<P>>,
    /// What is given away beside the prizes, without a draw: vouchers, each of an amount, and how many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rewards: Vec<Reward>,
    /// Nobody wins more than one prize.
    #[serde(default, skip_serializing_if = "words::is_false")]
    pub one_each: bool,
    /// Whoever wins is named to the public; else winners are only numbers of entries there.
    #[serde(default, skip_serializing_if = "words::is_false")]
    pub winners_named: bool,
    /// The public source whose value the draw uses; without one, the scrutineer gives the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub source: Option<P::Said>,
}

/// Vouchers of an amount that a promotion gives away beside its prizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Reward {
    /// What each is worth.
    #[serde(with = "words::cents")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub amount: Cents,
    /// How many there are.
    pub count: u32,
}

/// The wager that makes a player eligible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum QualifyingWager {
    /// No wager is needed.
    None,
    /// A wager of at least so much, on anything or on this.
    Least {
        /// The least stake.
        #[serde(with = "words::cents")]
        #[cfg_attr(feature = "openapi", schema(value_type = u64))]
        amount: Cents,
        /// The wager that is compulsory, by its name in sheets.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<String>,
    },
}

/// How entries come about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EntryRule {
    /// Staff put them in, by hand or from a file; a wager that is asked for only makes a player eligible.
    #[default]
    ByHand,
    /// Each wager that qualifies makes an entry.
    EachWager,
    /// A player enters at most once in each round or roll of a table.
    EachRound,
    /// A player enters once.
    Once,
}

/// How many prizes of how many kinds a promotion may have.
pub const MOST_PRIZES: u32 = 1000;

impl<P: Naming> PromotionTerms<P> {
    /// Names people in another way.
    pub(crate) fn rename<Q: Naming>(&self, via: &mut impl Rename<P, Q>) -> PromotionTerms<Q> {
        PromotionTerms {
            games: via.games(&self.games),
            manner: via.some_said(&self.manner),
            awarded: via.some_said(&self.awarded),
            eligible: via.some_said(&self.eligible),
            wager: self.wager.as_ref().map(|wager| wager.known(via)),
            entry: self.entry,
            nature: via.some_said(&self.nature),
            closes: self.closes,
            place: via.some_said(&self.place),
            draws: self.draws,
            claiming: via.some_said(&self.claiming),
            presence: self.presence,
            notified: via.some_said(&self.notified),
            results: via.some_said(&self.results),
            prizes: self.prizes.iter().map(|prize| prize.rename(via)).collect(),
            rewards: self.rewards.clone(),
            one_each: self.one_each,
            winners_named: self.winners_named,
            source: via.some_said(&self.source),
        }
    }
}

impl QualifyingWager {
    fn known<P: Naming, Q: Naming>(&self, via: &mut impl Rename<P, Q>) -> Self {
        match self {
            Self::None => Self::None,
            Self::Least { amount, on } => {
                let on = on.as_ref().map(|on| via.any_wager(on));
                Self::Least { amount: *amount, on }
            }
        }
    }
}

impl PromotionTerms<PersonId> {
    /// Finds the first thing that the orders want in the terms and that is not there: the rule, and the prize that it
    /// is about, from 1.
    pub fn missing(&self) -> Option<(Rule, Option<u32>)> {
        let terms = [
            (Rule::Manner, is_said(self.manner)),
            (Rule::Awarded, is_said(self.awarded)),
            (Rule::Eligible, is_said(self.eligible)),
            (Rule::Wager, self.wager.is_some()),
            (Rule::Nature, is_said(self.nature)),
            (Rule::Closing, self.closes.is_some()),
            (Rule::Place, is_said(self.place) && self.draws.is_some()),
            (Rule::Claiming, is_said(self.claiming) && self.presence.is_some()),
            (Rule::Notified, is_said(self.notified)),
            (Rule::Results, is_said(self.results)),
            (Rule::Prizes, !self.prizes.is_empty()),
        ];
        let term = terms.into_iter().find(|(_, there)| !there).map(|(rule, _)| (rule, None));
        let prizes = || {
            let mut prizes = (1..).zip(&self.prizes);
            prizes.find_map(|(number, prize)| Some((prize.missing()?, Some(number))))
        };
        term.or_else(prizes)
    }

    /// Tells whether other terms leave as it is what everybody knows since entries closed: who could enter and how, what
    /// is drawn, and from what. Words are compared by nobody; `with_fixed` keeps those of the terms that hold.
    pub(crate) fn fixes_the_same(&self, other: &Self) -> bool {
        let fixed = |terms: &Self| {
            let wager = terms.wager.clone();
            let times = (terms.closes, terms.draws);
            (terms.games.clone(), wager, terms.entry, times, terms.one_each, terms.presence)
        };
        let prize = |prize: &Prize<PersonId>| {
            let instead = prize.cash_instead.map(|amount| amount.0);
            (prize.kind.name(), prize.value, prize.count, instead, prize.liquor_litres)
        };
        let prizes = self.prizes.iter().map(prize).eq(other.prizes.iter().map(prize));
        fixed(self) == fixed(other) && prizes && self.source.is_some() == other.source.is_some()
    }

    /// Returns the terms with the prizes and the source of those that hold, and with how a prize is claimed.
    pub(crate) fn with_fixed(&self, holds: &Self) -> Self {
        let (prizes, source, claiming) = (holds.prizes.clone(), holds.source, holds.claiming);
        Self { prizes, source, claiming, ..self.clone() }
    }

    /// Lists what stands for words in the terms.
    pub(crate) fn words(&self) -> Vec<Commitment> {
        let own = [
            self.manner,
            self.awarded,
            self.eligible,
            self.nature,
            self.place,
            self.claiming,
            self.notified,
            self.results,
            self.source,
        ];
        let mut words: Vec<_> = own.into_iter().flatten().collect();
        self.prizes.iter().for_each(|prize| words.extend(prize.words()));
        words
    }

    /// Returns the value of the largest single prize.
    pub fn largest(&self) -> Cents {
        self.prizes.iter().map(|prize| prize.value).max().unwrap_or(Cents::ZERO)
    }

    /// Returns a prize by its number, from 1.
    pub fn prize(&self, number: u32) -> Option<&Prize<PersonId>> {
        self.prizes.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }
}

/// Tells whether something was written.
pub(super) fn is_said(words: Option<Commitment>) -> bool {
    words.is_some_and(|words| words.says_something())
}
