//! What can be won in a promotion: the kinds of prizes, what the orders want to be told of each, and what no prize may
//! consist of.

use croupier_engine::Cents;
use croupier_engine::promotions::PromotionRule as Rule;
use croupier_sheet::words;
use serde::{Deserialize, Serialize};

use super::terms::is_said;
use crate::naming::{Naming, PersonId, Rename};
use crate::reason::Amount;
use crate::said::Commitment;

/// A prize of a promotion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, bound = "")]
pub struct Prize<P: Naming = String> {
    /// What it is.
    #[cfg_attr(feature = "openapi", schema(value_type = PrizeKind))]
    pub kind: PrizeKind<P>,
    /// Its details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub details: Option<P::Said>,
    /// What one of it is worth.
    #[serde(with = "words::cents")]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub value: Cents,
    /// How many of it there are.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u32,
    /// The conditions of receiving, using or accepting it, or that there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub conditions: Option<P::Said>,
    /// What the winner may take in cash instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub cash_instead: Option<Amount>,
    /// How many litres of liquor are in it, begun ones counted whole.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub liquor_litres: u32,
}

const fn one() -> u32 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_one(count: &u32) -> bool {
    *count == 1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_nothing(litres: &u32) -> bool {
    *litres == 0
}

/// What a prize is. Where the orders ask for more of such a prize, it is asked for here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields, bound = "")]
#[allow(missing_docs, reason = "the names of the fields are the words of the orders")]
pub enum PrizeKind<P: Naming = String> {
    /// Money.
    Cash,
    /// Slots dollars or casino dollars.
    Dollars,
    /// A promotional voucher, which is exchanged for tokens at the tables of these games until then.
    Voucher { games: Vec<String>, expires: u64 },
    /// Goods of which the orders ask for nothing more.
    Goods,
    /// Machinery or an electric appliance.
    Appliance {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        make: Option<P::Said>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        model: Option<P::Said>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        accessories: Option<P::Said>,
    },
    /// A motor vehicle; `on_road`: registration and other on-road costs are included.
    Vehicle {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        make: Option<P::Said>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        model: Option<P::Said>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        accessories: Option<P::Said>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on_road: Option<bool>,
    },
    /// Travel: for how many people, what is included, when it must be taken, and whether spending money is.
    Travel {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        persons: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<TravelIncludes>))]
        includes: Option<TravelIncludes<P>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        restrictions: Option<P::Said>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spending_money: Option<bool>,
    },
    /// Real estate.
    Estate {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        dwelling: Option<P::Said>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        plans: Option<P::Said>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        contract: Option<P::Said>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        easements: Option<P::Said>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
        address: Option<P::Said>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        includes: Option<EstateIncludes>,
    },
}

/// What travel includes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, bound = "")]
#[allow(missing_docs, reason = "the names of the fields are the words of the orders")]
pub struct TravelIncludes<P: Naming = String> {
    pub airfares: bool,
    pub transfers: bool,
    pub other_transport: bool,
    pub meals: bool,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub duration: P::Said,
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub accommodation: P::Said,
}

/// What real estate includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the orders")]
pub struct EstateIncludes {
    pub conveyancing: bool,
    pub legal_costs: bool,
    pub fixtures: bool,
    pub furniture: bool,
}

/// What no prize may consist of or include. Somebody looks at every prize for each of these, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Ban {
    /// Tobacco in any form.
    Tobacco,
    /// A firearm, ammunition or an imitation firearm.
    Firearms,
    /// A prohibited weapon.
    Weapons,
    /// More liquor than the order lets be in a prize.
    Liquor,
    /// An item or service that the regulations prescribe, by the operator's list.
    Prescribed,
}

croupier_engine::stored! {
    enum Ban {
        0 = Tobacco, 1 = Firearms, 2 = Weapons, 3 = Liquor, 4 = Prescribed,
    }
}

impl Ban {
    /// All of them, in the order of the orders.
    pub const ALL: [Self; 5] =
        [Self::Tobacco, Self::Firearms, Self::Weapons, Self::Liquor, Self::Prescribed];

    /// Returns the rule that says so.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Tobacco => Rule::Tobacco,
            Self::Firearms => Rule::Firearms,
            Self::Weapons => Rule::Weapons,
            Self::Liquor => Rule::Liquor,
            Self::Prescribed => Rule::Prescribed,
        }
    }

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        self.rule().name()
    }
}

impl<P: Naming> Prize<P> {
    /// Names people in another way.
    pub(crate) fn rename<Q: Naming>(&self, via: &mut impl Rename<P, Q>) -> Prize<Q> {
        Prize {
            kind: self.kind.rename(via),
            details: via.some_said(&self.details),
            value: self.value,
            count: self.count,
            conditions: via.some_said(&self.conditions),
            cash_instead: self.cash_instead,
            liquor_litres: self.liquor_litres,
        }
    }

    /// Tells whether it is money.
    pub const fn is_cash(&self) -> bool {
        matches!(self.kind, PrizeKind::Cash)
    }

    /// Tells whether it is money, or money is part of it.
    pub const fn includes_money(&self) -> bool {
        self.is_cash() || matches!(self.kind, PrizeKind::Travel { spending_money: Some(true), .. })
    }
}

impl<P: Naming> PrizeKind<P> {
    /// Returns the word for it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Cash => "cash",
            Self::Dollars => "dollars",
            Self::Voucher { .. } => "voucher",
            Self::Goods => "goods",
            Self::Appliance { .. } => "appliance",
            Self::Vehicle { .. } => "vehicle",
            Self::Travel { .. } => "travel",
            Self::Estate { .. } => "estate",
        }
    }

    fn rename<Q: Naming>(&self, via: &mut impl Rename<P, Q>) -> PrizeKind<Q> {
        match self {
            Self::Cash => PrizeKind::Cash,
            Self::Dollars => PrizeKind::Dollars,
            Self::Voucher { games, expires } => {
                PrizeKind::Voucher { games: via.games(games), expires: *expires }
            }
            Self::Goods => PrizeKind::Goods,
            Self::Appliance { make, model, accessories } => PrizeKind::Appliance {
                make: via.some_said(make),
                model: via.some_said(model),
                accessories: via.some_said(accessories),
            },
            Self::Vehicle { make, model, accessories, on_road } => PrizeKind::Vehicle {
                make: via.some_said(make),
                model: via.some_said(model),
                accessories: via.some_said(accessories),
                on_road: *on_road,
            },
            Self::Travel { persons, includes, restrictions, spending_money } => PrizeKind::Travel {
                persons: *persons,
                includes: includes.as_ref().map(|includes| includes.rename(via)),
                restrictions: via.some_said(restrictions),
                spending_money: *spending_money,
            },
            Self::Estate { dwelling, plans, contract, easements, address, includes } => {
                PrizeKind::Estate {
                    dwelling: via.some_said(dwelling),
                    plans: via.some_said(plans),
                    contract: via.some_said(contract),
                    easements: via.some_said(easements),
                    address: via.some_said(address),
                    includes: *includes,
                }
            }
        }
    }
}

impl<P: Naming> TravelIncludes<P> {
    fn rename<Q: Naming>(&self, via: &mut impl Rename<P, Q>) -> TravelIncludes<Q> {
        let &Self { airfares, transfers, other_transport, meals, .. } = self;
        TravelIncludes {
            airfares,
            transfers,
            other_transport,
            meals,
            duration: via.said(&self.duration),
            accommodation: via.said(&self.accommodation),
        }
    }
}

impl Prize<PersonId> {
    /// Finds the first thing that the orders want to be told of the prize and that is not there.
    pub(super) fn missing(&self) -> Option<Rule> {
        let whole = is_said(self.details) && is_said(self.conditions);
        if !whole || self.value.is_zero() || self.count == 0 {
            return Some(Rule::Prizes);
        }
        self.kind.missing()
    }

    /// Lists what stands for words.
    pub(super) fn words(&self) -> Vec<Commitment> {
        let mut words = vec![self.details, self.conditions];
        match &self.kind {
            PrizeKind::Cash | PrizeKind::Dollars | PrizeKind::Voucher { .. } | PrizeKind::Goods => {
            }
            PrizeKind::Appliance { make, model, accessories }
            | PrizeKind::Vehicle { make, model, accessories, .. } => {
                words.extend([*make, *model, *accessories]);
            }
            PrizeKind::Travel { includes, restrictions, .. } => {
                words.push(*restrictions);
                if let Some(includes) = includes {
                    words.extend([Some(includes.duration), Some(includes.accommodation)]);
                }
            }
            PrizeKind::Estate { dwelling, plans, contract, easements, address, .. } => {
                words.extend([*dwelling, *plans, *contract, *easements, *address]);
            }
        }
        words.into_iter().flatten().collect()
    }
}

impl PrizeKind<PersonId> {
    fn missing(&self) -> Option<Rule> {
        let wanted: Vec<(Rule, bool)> = match self {
            Self::Cash | Self::Dollars | Self::Goods => Vec::new(),
            Self::Voucher { games, .. } => vec![(Rule::Prizes, !games.is_empty())],
            Self::Appliance { make, model, accessories } => vec![
                (Rule::ApplianceMake, is_said(*make)),
                (Rule::ApplianceModel, is_said(*model)),
                (Rule::ApplianceAccessories, is_said(*accessories)),
            ],
            Self::Vehicle { make, model, accessories, on_road } => vec![
                (Rule::VehicleMake, is_said(*make)),
                (Rule::VehicleModel, is_said(*model)),
                (Rule::VehicleAccessories, is_said(*accessories)),
                (Rule::VehicleOnRoad, on_road.is_some()),
            ],
            Self::Travel { persons, includes, restrictions, spending_money } => {
                let told = |includes: &TravelIncludes<PersonId>| {
                    includes.duration.says_something() && includes.accommodation.says_something()
                };
                vec![
                    (Rule::TravelPersons, persons.is_some_and(|persons| persons > 0)),
                    (Rule::TravelIncludes, includes.as_ref().is_some_and(told)),
                    (Rule::TravelRestrictions, is_said(*restrictions)),
                    (Rule::TravelMoney, spending_money.is_some()),
                ]
            }
            Self::Estate { dwelling, plans, contract, easements, address, includes } => vec![
                (Rule::EstateDwelling, is_said(*dwelling)),
                (Rule::EstatePlans, is_said(*plans)),
                (Rule::EstateContract, is_said(*contract)),
                (Rule::EstateEasements, is_said(*easements)),
                (Rule::EstateAddress, is_said(*address)),
                (Rule::EstateIncludes, includes.is_some()),
            ],
        };
        wanted.into_iter().find(|(_, there)| !there).map(|(rule, _)| rule)
    }
}
