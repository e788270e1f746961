//! What a form for the terms of a promotion must ask for: fields, kinds of prizes, what no prize may include. A screen
//! knows none of it by itself.

use croupier_engine::Kind;
use croupier_engine::promotions::PromotionRule as Rule;
use croupier_floor::{
    Ban, EntryRule, Floor, LegalSwitch, Means, PersonId, PromotionTerms, PublishedBy, RedrawReason,
};
use serde::Serialize;

use super::terms::{Cited, FieldOf, LawView, LimitsView, entry_words, law, limits};
use crate::promotion_words;

/// A field of the terms or of a prize, and the rule that wants it.
pub(super) struct TermField {
    pub(super) field: &'static str,
    pub(super) title: &'static str,
    pub(super) rule: Rule,
    pub(super) kind: &'static str,
    pub(super) flags: &'static [&'static str],
    pub(super) texts: &'static [&'static str],
}

const fn field(
    field: &'static str,
    title: &'static str,
    rule: Rule,
    kind: &'static str,
) -> TermField {
    TermField { field, title, rule, kind, flags: &[], texts: &[] }
}

/// What the orders want in the terms, in their order.
pub(super) const TERMS: [TermField; 12] = [
    field("manner", "how the prize is awarded", Rule::Manner, "text"),
    field("awarded", "when and where it is awarded", Rule::Awarded, "text"),
    field("eligible", "who is eligible", Rule::Eligible, "text"),
    field("wager", "the minimum or compulsory wager, or that none is needed", Rule::Wager, "wager"),
    field(
        "nature",
        "the nature of the prize, with reservations and guarantees",
        Rule::Nature,
        "text",
    ),
    field("closes", "when entries close", Rule::Closing, "time"),
    field("place", "place, date and time of the promotion", Rule::Place, "text"),
    field("draws", "when the draw is held", Rule::Place, "time"),
    field("claiming", "how a prize is claimed", Rule::Claiming, "text"),
    field("presence", "whether entrants must be present", Rule::Claiming, "flag"),
    field("notified", "how the winner is told", Rule::Notified, "text"),
    field("results", "how results are published", Rule::Results, "text"),
];

/// What the orders want of every prize.
pub(super) const COMMON: [TermField; 3] = [
    field("details", "details of the prize", Rule::Prizes, "text"),
    field("value", "what it is worth", Rule::Prizes, "money"),
    field("conditions", "conditions of receiving, using or accepting it", Rule::Prizes, "text"),
];

/// What the orders want to be told of a kind of prize.
pub(super) struct PrizeForm {
    kind: &'static str,
    pub(super) title: &'static str,
    rule: Rule,
    pub(super) fields: &'static [TermField],
}

impl PrizeForm {
    /// Finds the form of a kind of prize.
    pub(super) fn of(kind: &str) -> &'static Self {
        // Every kind has a form; a test goes through them.
        PRIZES.iter().find(|form| form.kind == kind).unwrap_or(&PRIZES[3])
    }
}

/// The kinds of prizes.
pub(super) static PRIZES: [PrizeForm; 8] = [
    PrizeForm { kind: "cash", title: "money", rule: Rule::LargeCash, fields: &[] },
    PrizeForm {
        kind: "dollars",
        title: "slots dollars or casino dollars",
        rule: Rule::CashInstead,
        fields: &[],
    },
    PrizeForm {
        kind: "voucher",
        title: "a promotional voucher",
        rule: Rule::Prizes,
        fields: &[
            field("games", "at the tables of which games it is exchanged", Rule::Prizes, "games"),
            field("expires", "until when it is exchanged", Rule::Prizes, "time"),
        ],
    },
    PrizeForm { kind: "goods", title: "goods or services", rule: Rule::Prizes, fields: &[] },
    PrizeForm {
        kind: "appliance",
        title: "machinery or an electric appliance",
        rule: Rule::Appliance,
        fields: &[
            field("make", "the make", Rule::ApplianceMake, "text"),
            field("model", "the model", Rule::ApplianceModel, "text"),
            field("accessories", "the accessories", Rule::ApplianceAccessories, "text"),
        ],
    },
    PrizeForm {
        kind: "vehicle",
        title: "a motor vehicle",
        rule: Rule::Vehicle,
        fields: &[
            field("make", "the make", Rule::VehicleMake, "text"),
            field("model", "the model", Rule::VehicleModel, "text"),
            field("accessories", "the accessories", Rule::VehicleAccessories, "text"),
            field(
                "on_road",
                "whether registration and other on-road costs are included",
                Rule::VehicleOnRoad,
                "flag",
            ),
        ],
    },
    PrizeForm {
        kind: "travel",
        title: "travel",
        rule: Rule::Travel,
        fields: &[
            field("persons", "for how many people", Rule::TravelPersons, "number"),
            TermField {
                flags: &["airfares", "transfers", "other_transport", "meals"],
                texts: &["duration", "accommodation"],
                ..field("includes", "what is included", Rule::TravelIncludes, "includes")
            },
            field("restrictions", "when it must be taken", Rule::TravelRestrictions, "text"),
            field(
                "spending_money",
                "whether spending money is included",
                Rule::TravelMoney,
                "flag",
            ),
        ],
    },
    PrizeForm {
        kind: "estate",
        title: "real estate",
        rule: Rule::Estate,
        fields: &[
            field("dwelling", "the type of dwelling", Rule::EstateDwelling, "text"),
            field("plans", "the plans", Rule::EstatePlans, "text"),
            field("contract", "the contract", Rule::EstateContract, "text"),
            field("easements", "the easements", Rule::EstateEasements, "text"),
            field("address", "the address or other location", Rule::EstateAddress, "text"),
            TermField {
                flags: &["conveyancing", "legal_costs", "fixtures", "furniture"],
                ..field("includes", "what is included", Rule::EstateIncludes, "includes")
            },
        ],
    },
];

/// A game whose order has a section on promotional prizes.
#[derive(Clone, Debug, Serialize)]
pub struct PromotionGame {
    /// Its name in sheets.
    pub game: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The clause with which its section begins.
    pub section: Option<&'static str>,
    /// The wagers that can be compulsory.
    pub wagers: Vec<PromotionWager>,
}

/// A wager that can be compulsory.
#[derive(Clone, Debug, Serialize)]
pub struct PromotionWager {
    /// Its name in sheets.
    pub on: &'static str,
    /// Its title.
    pub title: String,
}

impl PromotionGame {
    pub(super) fn of(kind: Kind) -> Self {
        let layouts = kind.layouts().iter();
        let wagers = layouts
            .map(|layout| PromotionWager { on: layout.name, title: crate::title(layout.name) });
        Self {
            game: kind.name(),
            title: kind.title(),
            section: kind.promotions().map(|rules| rules.clause(Rule::Offer).0),
            wagers: wagers.collect(),
        }
    }
}

/// What a form must ask for.
#[derive(Clone, Debug, Serialize)]
pub struct PromotionForm {
    /// The games that were asked about.
    pub games: Vec<PromotionGame>,
    /// All games whose orders have the section.
    pub all_games: Vec<PromotionGame>,
    /// What the terms must have.
    pub fields: Vec<FieldOf>,
    /// What is asked for besides, which no clause wants.
    pub own: Vec<OwnField>,
    /// The kinds of prizes.
    pub kinds: Vec<KindForm>,
    /// What no prize may include.
    pub bans: Vec<BanView>,
    /// The operator's list of what the regulations prescribe.
    pub prescribed: Vec<PrescribedItem>,
    /// How entries can come about.
    pub entry_rules: Vec<Choice>,
    /// How somebody can be told something.
    pub means: Vec<Choice>,
    /// How terms can be published.
    pub published_by: Vec<Choice>,
    /// Why a prize can be drawn again.
    pub redraw_reasons: Vec<Choice>,
    /// What the strictest of the orders allows.
    pub limits: LimitsView,
    /// The law in force.
    pub law: Vec<LawView>,
}

/// A field that no clause wants.
#[derive(Clone, Debug, Serialize)]
pub struct OwnField {
    /// Its name.
    pub field: &'static str,
    /// What it says.
    pub title: &'static str,
    /// How it is filled.
    pub kind: &'static str,
}

/// A kind of prize.
#[derive(Clone, Debug, Serialize)]
pub struct KindForm {
    /// The word for it.
    pub kind: &'static str,
    /// What it is.
    pub title: &'static str,
    /// The clause that asks for more of it, or is about it.
    #[serde(flatten)]
    pub cited: Cited,
    /// What every prize must say.
    pub common: Vec<FieldOf>,
    /// What this kind must say besides.
    pub fields: Vec<FieldOf>,
    /// The law in force allows it.
    pub lawful: bool,
    /// Why it does not.
    pub why: Option<String>,
    /// The orders let it be exchanged for cash, if the law does.
    pub cash_instead: bool,
}

/// Something that no prize may include.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BanView {
    /// The word for it.
    pub ban: Ban,
    /// What it is.
    pub title: &'static str,
    /// The clause that says so.
    #[serde(flatten)]
    pub cited: Cited,
}

/// Something on the operator's list.
#[derive(Clone, Debug, Serialize)]
pub struct PrescribedItem {
    /// What it is.
    pub item: String,
    /// Which regulation says so.
    pub source: String,
}

/// One of several words that an act takes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Choice {
    /// The word.
    pub word: &'static str,
    /// What it means.
    pub title: &'static str,
    /// The clause that is about it.
    #[serde(flatten)]
    pub cited: Cited,
}

/// Says what a form for a promotion over these games must ask for; `None` if one of them has no section on promotional
/// prizes.
pub fn promotion_form(floor: &Floor, games: &[String]) -> Option<PromotionForm> {
    let all = || Kind::offered().filter(|kind| kind.promotions().is_some());
    let named: Option<Vec<_>> = games
        .iter()
        .map(|name| Kind::named(name).filter(|kind| kind.promotions().is_some()))
        .collect();
    let kinds = named.map(|named| if named.is_empty() { all().collect() } else { named })?;
    let terms = empty(&kinds);
    let own = |field, title, kind| OwnField { field, title, kind };
    Some(PromotionForm {
        games: kinds.iter().map(|kind| PromotionGame::of(*kind)).collect(),
        all_games: all().map(PromotionGame::of).collect(),
        fields: TERMS.iter().map(|field| FieldOf::of(field, &terms)).collect(),
        own: vec![
            own("winners_named", "whoever wins is named to the public", "flag"),
            own("one_each", "nobody wins more than one prize", "flag"),
            own(
                "rewards",
                "vouchers that are given away beside the prizes, as number x amount",
                "rewards",
            ),
            own(
                "source",
                "the public source whose value the draw uses; without one the scrutineer gives it",
                "text",
            ),
        ],
        kinds: PRIZES.iter().map(|form| kind_form(floor, form, &terms)).collect(),
        bans: bans(&terms),
        prescribed: floor
            .promotions
            .prescribed
            .iter()
            .map(|(item, source)| PrescribedItem { item: item.clone(), source: source.clone() })
            .collect(),
        entry_rules: entry_rules(),
        means: means(&terms),
        published_by: published_by(&terms),
        redraw_reasons: redraw_reasons(),
        limits: limits(&terms),
        law: law(floor, false),
    })
}

/// Terms over some games in which nothing is written.
fn empty(kinds: &[Kind]) -> PromotionTerms<PersonId> {
    PromotionTerms {
        games: kinds.iter().map(|kind| kind.name().to_owned()).collect(),
        manner: None,
        awarded: None,
        eligible: None,
        wager: None,
        entry: EntryRule::ByHand,
        nature: None,
        closes: None,
        place: None,
        draws: None,
        claiming: None,
        presence: None,
        notified: None,
        results: None,
        prizes: Vec::new(),
        rewards: Vec::new(),
        one_each: false,
        winners_named: false,
        source: None,
    }
}

fn kind_form(floor: &Floor, form: &PrizeForm, terms: &PromotionTerms<PersonId>) -> KindForm {
    let cash = form.kind == "cash";
    let lawful = !cash || floor.promotions.law.allows(LegalSwitch::CashPrizes, floor.now);
    let field = |field: &TermField| FieldOf::of(field, terms);
    KindForm {
        kind: form.kind,
        title: form.title,
        cited: Cited::by(terms, form.rule),
        common: COMMON.iter().map(field).collect(),
        fields: form.fields.iter().map(field).collect(),
        lawful,
        why: (!lawful).then(|| promotion_words::law(LegalSwitch::CashPrizes)),
        cash_instead: !cash && form.kind != "dollars",
    }
}

/// Lists what no prize may include.
pub(super) fn bans(terms: &PromotionTerms<PersonId>) -> Vec<BanView> {
    let view = |ban: Ban| BanView {
        ban,
        title: promotion_words::banned(ban),
        cited: Cited::by(terms, ban.rule()),
    };
    Ban::ALL.into_iter().map(view).collect()
}

const fn choice(word: &'static str, title: &'static str, cited: Cited) -> Choice {
    Choice { word, title, cited }
}

const UNCITED: Cited = Cited { clause: None, game: None };

fn entry_rules() -> Vec<Choice> {
    let rules = [
        ("by-hand", EntryRule::ByHand),
        ("each-wager", EntryRule::EachWager),
        ("each-round", EntryRule::EachRound),
        ("once", EntryRule::Once),
    ];
    rules.map(|(word, rule)| choice(word, entry_words(rule), UNCITED)).to_vec()
}

fn means(terms: &PromotionTerms<PersonId>) -> Vec<Choice> {
    let means = [
        (Means::InPerson, "in person", Rule::NotifyInPerson),
        (Means::Mail, "by mail", Rule::NotifyMail),
        (Means::Telephone, "by telephone", Rule::NotifyTelephone),
        (Means::Email, "by e-mail", Rule::NotifyEmail),
    ];
    means.map(|(means, title, rule)| choice(means.name(), title, Cited::by(terms, rule))).to_vec()
}

fn published_by(terms: &PromotionTerms<PersonId>) -> Vec<Choice> {
    let means = [
        (PublishedBy::Casino, "within the casino"),
        (PublishedBy::Website, "on a website"),
        (PublishedBy::Email, "behind a link in an e-mail"),
        (PublishedBy::Mail, "by mail"),
        (PublishedBy::Brochure, "in a brochure"),
        (PublishedBy::Other, "by other means"),
    ];
    let cited = Cited::by(terms, Rule::Published);
    means.map(|(means, title)| choice(published_word(means), title, cited)).to_vec()
}

/// Returns the word for the means by which terms are published.
pub(super) const fn published_word(means: PublishedBy) -> &'static str {
    match means {
        PublishedBy::Casino => "casino",
        PublishedBy::Website => "website",
        PublishedBy::Email => "email",
        PublishedBy::Mail => "mail",
        PublishedBy::Brochure => "brochure",
        PublishedBy::Other => "other",
    }
}

fn redraw_reasons() -> Vec<Choice> {
    let reasons = [
        RedrawReason::Absent,
        RedrawReason::Refused,
        RedrawReason::Unclaimed,
        RedrawReason::Declined,
    ];
    let words = |reason| (redraw_word(reason), promotion_words::redrawn(reason));
    reasons.map(words).map(|(word, title)| choice(word, title, UNCITED)).to_vec()
}

/// Returns the word for a reason to draw again.
pub(super) const fn redraw_word(reason: RedrawReason) -> &'static str {
    match reason {
        RedrawReason::Absent => "absent",
        RedrawReason::Refused => "refused",
        RedrawReason::Unclaimed => "unclaimed",
        RedrawReason::Declined => "declined",
    }
}

#[cfg(test)]
mod tests {
    use croupier_floor::PrizeKind;
    use serde_json::{Value, json};

    use super::{PRIZES, TermField};

    /// Something that a field takes.
    fn sample(field: &TermField) -> Value {
        match field.kind {
            "flag" => json!(true),
            "number" | "time" => json!(2),
            "games" => json!(["craps"]),
            "includes" => {
                let flags = field.flags.iter().map(|name| ((*name).to_owned(), json!(true)));
                let texts = field.texts.iter().map(|name| ((*name).to_owned(), json!("x")));
                Value::Object(flags.chain(texts).collect())
            }
            _ => json!("x"),
        }
    }

    /// Every form makes a prize of its kind, whole: no field is unknown to the floor, and none that it has is left out.
    #[test]
    fn every_kind_of_prize_has_its_form() {
        for form in &PRIZES {
            let fields = form.fields.iter().map(|field| (field.field.to_owned(), sample(field)));
            let fields = Value::Object(fields.collect());
            let written = match form.fields {
                [] => json!(form.kind),
                _ => json!({ form.kind: fields }),
            };
            let kind: PrizeKind = serde_json::from_value(written.clone()).expect(form.kind);
            assert_eq!(kind.name(), form.kind);
            assert_eq!(serde_json::to_value(&kind).expect("it is written"), written);
            assert_eq!(super::PrizeForm::of(form.kind).title, form.title);
        }
    }
}
