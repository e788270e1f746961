//! What an order says of player rewards and promotional prizes: its last section, rule by rule, and where the orders
//! differ from each other.

use crate::clause::Clause;
use crate::money::Cents;

macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident $word:literal;)+) => {
        /// A rule of the section on player rewards and promotional prizes, in the order in which every order has them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PromotionRule {
            $($(#[$doc])* $rule,)+
        }

        impl PromotionRule {
            /// All rules, in the order of the section.
            pub const ALL: &'static [Self] = &[$(Self::$rule),+];

            /// Returns the word for it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$rule => $word),+ }
            }

            /// Finds a rule by its word.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|rule| rule.name() == name)
            }
        }
    };
}

rules! {
    /// The operator may offer promotional prizes together with gaming.
    Offer "offer";
    /// A scrutineer oversees the draw of a large prize.
    Scrutineer "scrutineer";
    /// The winner may be given the option of cash in place of a prize that is no money.
    CashInstead "cash-instead";
    /// The winner of a large cash prize chooses how it is paid.
    LargeCash "large-cash";
    /// What no prize may consist of or include.
    Banned "banned";
    /// No prize consists of tobacco or includes it.
    Tobacco "tobacco";
    /// Firearms, ammunition and imitations.
    Firearms "firearms";
    /// No prize consists of a weapon that the law prohibits, or includes one.
    Weapons "weapons";
    /// More than so many litres of liquor.
    Liquor "liquor";
    /// What the regulations prescribe.
    Prescribed "prescribed";
    /// Terms are written down, referred to in marketing, and can be read.
    Published "published";
    /// What the terms must include.
    Terms "terms";
    /// How the prize is awarded.
    Manner "manner";
    /// When and where it is awarded.
    Awarded "awarded";
    /// Who is eligible.
    Eligible "eligible";
    /// The minimum or compulsory wager, if there is one.
    Wager "wager";
    /// The nature of the prize, with qualifications, reservations and guarantees.
    Nature "nature";
    /// When entries close.
    Closing "closing";
    /// Place, date and time of the promotion.
    Place "place";
    /// How a prize is claimed, and whether entrants must be present.
    Claiming "claiming";
    /// How the winner is told.
    Notified "notified";
    /// How results are published.
    Results "results";
    /// Details of the prizes, their value, and conditions.
    Prizes "prizes";
    /// Details of machinery or an electric appliance.
    Appliance "appliance";
    /// Who makes the machinery or appliance.
    ApplianceMake "appliance-make";
    /// Which model of machinery or appliance it is.
    ApplianceModel "appliance-model";
    /// What comes with the machinery or appliance.
    ApplianceAccessories "appliance-accessories";
    /// Details of a motor vehicle.
    Vehicle "vehicle";
    /// Who makes the vehicle.
    VehicleMake "vehicle-make";
    /// Which model of vehicle it is.
    VehicleModel "vehicle-model";
    /// What comes with the vehicle.
    VehicleAccessories "vehicle-accessories";
    /// Whether registration and other on-road costs are included.
    VehicleOnRoad "vehicle-on-road";
    /// Details of travel.
    Travel "travel";
    /// For how many people.
    TravelPersons "travel-persons";
    /// What is included.
    TravelIncludes "travel-includes";
    /// When it must be taken.
    TravelRestrictions "travel-restrictions";
    /// Whether spending money is included.
    TravelMoney "travel-money";
    /// Details of real estate.
    Estate "estate";
    /// The type of dwelling.
    EstateDwelling "estate-dwelling";
    /// Its plans.
    EstatePlans "estate-plans";
    /// Its contract.
    EstateContract "estate-contract";
    /// Its easements.
    EstateEasements "estate-easements";
    /// Its address or other location.
    EstateAddress "estate-address";
    /// What is included.
    EstateIncludes "estate-includes";
    /// A winner who need not be present is told within two days.
    Notify "notify";
    /// Face to face.
    NotifyInPerson "notify-in-person";
    /// By mail.
    NotifyMail "notify-mail";
    /// By telephone.
    NotifyTelephone "notify-telephone";
    /// By e-mail.
    NotifyEmail "notify-email";
    /// The Authority gets the terms before the promotion starts.
    Lodge "lodge";
    /// After the start the Authority must approve every change of the terms.
    Amend "amend";
    /// Who is refused a prize is told why as soon as practicable.
    Refuse "refuse";
    /// Denied claims above an amount are kept, with names, addresses and reasons.
    KeepRefused "keep-refused";
    /// The operator decides disputes, and tells people of the complaint to an inspector.
    Dispute "dispute";
    /// A promotion whose integrity is in doubt is postponed or cancelled, and the inspectorate is told.
    Compromised "compromised";
}

/// How many rules the section has.
pub const RULES: usize = PromotionRule::ALL.len();

/// What one order says of promotional prizes.
#[derive(Clone, Copy, Debug)]
pub struct Promotions {
    /// The clause of each rule, in the order of [`PromotionRule::ALL`].
    pub clauses: [Clause; RULES],
    /// A scrutineer must oversee the draw of a prize above the amount; else one may.
    pub scrutineer_must: bool,
    /// A single prize above this is drawn under a scrutineer.
    pub scrutineer_above: Cents,
    /// Cash in place of a prize is clearly stated in the terms; else it may be offered without.
    pub cash_instead_stated: bool,
    /// The winner of a cash prize above this chooses how it is paid.
    pub large_cash_above: Cents,
    /// More litres of liquor than these are no prize.
    pub liquor_litres: u32,
    /// When and where the prize *will* be awarded; else it is when and where it *may* be.
    pub award_is_certain: bool,
    /// Within so many days of the draw a winner who need not be present is told.
    pub notify_days: u32,
    /// So many hours before the start the Authority has the terms; 0 where it is enough that it has them before.
    pub lodge_hours: u32,
    /// Denied claims above this are kept with name, address and reason.
    pub kept_above: Cents,
}

impl Promotions {
    /// Returns the clause of a rule.
    pub const fn clause(&self, rule: PromotionRule) -> Clause {
        self.clauses[rule as usize]
    }
}
