//! The terms of a promotion as they are shown: every field with the clause of the order that wants it.

use croupier_engine::promotions::PromotionRule as Rule;
use croupier_floor::{
    EntryRule, Floor, LegalSwitch, MOST_AT_ONCE, MOST_ENTRIES, MOST_PRIZES, PersonId, Promotion,
    PromotionTerms, QualifyingWager, Reward,
};
use serde::Serialize;
use serde_json::Value;

use super::form::{COMMON, PrizeForm, TERMS, TermField};

/// The clause that says something, and of which order it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cited {
    /// Its number.
    pub clause: Option<&'static str>,
    /// The game whose order it is.
    pub game: Option<&'static str>,
}

impl Cited {
    /// Cites a rule by the strictest order of the games of these terms.
    pub(super) fn by(terms: &PromotionTerms<PersonId>, rule: Rule) -> Self {
        let order = terms.order(rule);
        Self { clause: order.map(|(_, clause)| clause.0), game: order.map(|(kind, _)| kind.name()) }
    }
}

/// The terms of a promotion.
#[derive(Clone, Debug, Serialize)]
pub struct TermsView {
    /// What the orders want in them.
    pub fields: Vec<FieldView>,
    /// What can be won.
    pub prizes: Vec<PrizeView>,
    /// Winners are named to the public.
    pub winners_named: bool,
    /// Nobody wins more than one prize.
    pub one_each: bool,
    /// Vouchers that are given away beside the prizes, each of an amount.
    pub rewards: Vec<Reward>,
    /// How entries come about.
    pub entry: EntryRule,
    /// The same in words.
    pub entry_words: &'static str,
    /// The public source whose value the draw uses.
    pub source: Option<String>,
    /// The terms as `draft-promotion` takes them.
    pub raw: PromotionTerms,
}

/// One thing that an order wants in the terms.
#[derive(Clone, Debug, Serialize)]
pub struct FieldView {
    /// What it is, and which clause wants it.
    #[serde(flatten)]
    pub of: FieldOf,
    /// It is written.
    pub there: bool,
    /// What is written, as `draft-promotion` takes it.
    pub value: Value,
    /// What is written, in words; times have none.
    pub text: Option<String>,
}

/// A field of the terms.
#[derive(Clone, Debug, Serialize)]
pub struct FieldOf {
    /// Its name.
    pub field: &'static str,
    /// What is to be said there.
    pub title: &'static str,
    /// The clause that wants it.
    #[serde(flatten)]
    pub cited: Cited,
    /// How it is filled: `text`, `time`, `flag`, `number`, `money`, `wager`, `games` or `includes`.
    pub kind: &'static str,
    /// What can be included, where that is asked for: each is yes or no.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub flags: &'static [&'static str],
    /// What is said in words besides, where that is asked for.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub texts: &'static [&'static str],
}

impl FieldOf {
    pub(super) fn of(field: &TermField, terms: &PromotionTerms<PersonId>) -> Self {
        let &TermField { field: name, title, rule, kind, flags, texts } = field;
        Self { field: name, title, cited: Cited::by(terms, rule), kind, flags, texts }
    }
}

/// A prize.
#[derive(Clone, Debug, Serialize)]
pub struct PrizeView {
    /// Its number, from 1.
    pub prize: u32,
    /// What it is, by its word.
    pub kind: &'static str,
    /// What it is.
    pub title: &'static str,
    /// What one of it is worth, in cents.
    pub value: u64,
    /// How many of it there are.
    pub count: u32,
    /// What the winner may take in cash instead.
    pub cash_instead: Option<u64>,
    /// How many litres of liquor are in it.
    pub liquor_litres: u32,
    /// What the orders want to be told of it.
    pub fields: Vec<FieldView>,
    /// It is drawn only under a scrutineer, who confirms it.
    pub wants_scrutineer: bool,
    /// The winner chooses how it is paid.
    pub chooses_how_paid: bool,
}

/// What the law beside the orders says of something.
#[derive(Clone, Debug, Serialize)]
pub struct LawView {
    /// Of what, by its word.
    pub switch: LegalSwitch,
    /// Of what.
    pub title: &'static str,
    /// It is allowed.
    pub allowed: bool,
    /// Since when, in milliseconds; nothing where nobody has entered a law.
    pub from: Option<u64>,
    /// Which law says so.
    pub source: String,
    /// Who entered it: for the desk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// Amounts and times that the orders of the games set, the strictest of them.
#[derive(Clone, Debug, Serialize)]
pub struct LimitsView {
    /// A scrutineer must oversee the draw of a prize above the amount.
    pub scrutineer_must: bool,
    /// Above this a prize is drawn under a scrutineer, in cents.
    pub scrutineer_above: u64,
    /// Above this the winner of a cash prize chooses how it is paid.
    pub large_cash_above: u64,
    /// Cash in place of a prize must be stated in the terms.
    pub cash_instead_stated: bool,
    /// So many litres of liquor may be in a prize.
    pub liquor_litres: u32,
    /// So many hours before the start the Authority has the terms.
    pub lodge_hours: u64,
    /// Within so many days a winner is told.
    pub notify_days: u64,
    /// Denied claims above this are kept with name and address.
    pub kept_above: u64,
    /// How many prizes a promotion can have.
    pub most_prizes: u32,
    /// How many people one act enters.
    pub most_at_once: u32,
    /// How many entries a promotion can have.
    pub most_entries: u32,
    /// The clauses that say so, by the words for their rules.
    pub clauses: std::collections::BTreeMap<&'static str, Cited>,
}

const HOUR: u64 = 60 * 60 * 1000;

/// Shows terms of a promotion.
pub(super) fn terms_view(promotion: &Promotion, terms: &PromotionTerms<PersonId>) -> TermsView {
    let raw = promotion.written(terms);
    let written = serde_json::to_value(&raw).unwrap_or_default();
    let field = |field: &TermField| field_view(field, terms, &written[field.field]);
    let prizes = (1..).zip(&terms.prizes).zip(written["prizes"].as_array().into_iter().flatten());
    TermsView {
        fields: TERMS.iter().map(field).collect(),
        prizes: prizes
            .map(|((number, prize), written)| prize_view(terms, (number, prize), written))
            .collect(),
        winners_named: terms.winners_named,
        one_each: terms.one_each,
        rewards: terms.rewards.clone(),
        entry: terms.entry,
        entry_words: entry_words(terms.entry),
        source: raw.source.clone(),
        raw,
    }
}

fn prize_view(
    terms: &PromotionTerms<PersonId>,
    (number, prize): (u32, &croupier_floor::Prize<PersonId>),
    written: &Value,
) -> PrizeView {
    let form = PrizeForm::of(prize.kind.name());
    let own = |field: &TermField| &written["kind"][prize.kind.name()][field.field];
    let common = COMMON.iter().map(|field| field_view(field, terms, &written[field.field]));
    let fields = form.fields.iter().map(|field| field_view(field, terms, own(field)));
    let strictest = terms.strictest();
    PrizeView {
        prize: number,
        kind: prize.kind.name(),
        title: form.title,
        value: prize.value.0,
        count: prize.count,
        cash_instead: prize.cash_instead.map(|amount| amount.0.0),
        liquor_litres: prize.liquor_litres,
        fields: common.chain(fields).collect(),
        wants_scrutineer: strictest.scrutineer_must && prize.value > strictest.scrutineer_above,
        chooses_how_paid: prize.is_cash() && prize.value > strictest.large_cash_above,
    }
}

fn field_view(field: &TermField, terms: &PromotionTerms<PersonId>, value: &Value) -> FieldView {
    let text = in_words(field, terms, value);
    let there = match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        _ => true,
    };
    FieldView { of: FieldOf::of(field, terms), there, value: value.clone(), text }
}

/// Says what is written in a field, as far as words can.
fn in_words(field: &TermField, terms: &PromotionTerms<PersonId>, value: &Value) -> Option<String> {
    match (field.kind, value) {
        ("wager", _) => terms.wager.as_ref().map(wager_words),
        ("flag", Value::Bool(yes)) => Some(if *yes { "yes" } else { "no" }.to_owned()),
        ("includes", Value::Object(parts)) => Some(included(parts)),
        ("games", Value::Array(games)) => {
            let games: Vec<_> = games.iter().filter_map(Value::as_str).collect();
            Some(games.join(", "))
        }
        ("number", Value::Number(number)) => Some(number.to_string()),
        (_, Value::String(text)) => Some(text.clone()),
        _ => None,
    }
}

fn wager_words(wager: &QualifyingWager) -> String {
    match wager {
        QualifyingWager::None => "no wager is needed".to_owned(),
        QualifyingWager::Least { amount, on: None } => format!("a wager of at least {amount}"),
        QualifyingWager::Least { amount, on: Some(on) } => {
            format!("a wager of at least {amount} on {on}")
        }
    }
}

/// Lists what is included, and what is said of it.
fn included(parts: &serde_json::Map<String, Value>) -> String {
    let words = parts.iter().filter_map(|(part, value)| {
        let part = part.replace('_', " ");
        match value {
            Value::Bool(true) => Some(part),
            Value::String(text) => Some(format!("{part}: {text}")),
            _ => None,
        }
    });
    let words: Vec<_> = words.collect();
    if words.is_empty() { "nothing is included".to_owned() } else { words.join(", ") }
}

/// Says how entries come about.
pub(super) const fn entry_words(rule: EntryRule) -> &'static str {
    match rule {
        EntryRule::ByHand => "staff enter people, by hand or from a file",
        EntryRule::EachWager => "each wager that qualifies is an entry",
        EntryRule::EachRound => "a player enters at most once in each round or roll of a table",
        EntryRule::Once => "a player enters once",
    }
}

/// Shows the law in force, with who entered it or without.
pub(super) fn law(floor: &Floor, with_names: bool) -> Vec<LawView> {
    let view = |switch: LegalSwitch| {
        let law = &floor.promotions.law;
        let begun = law.iter().filter(|(of, from, _)| *of == switch && *from <= floor.now);
        let rule = begun.last();
        LawView {
            switch,
            title: match switch {
                LegalSwitch::CashPrizes => "a prize may be money",
                LegalSwitch::CashInstead => "a prize may be exchanged for money",
            },
            allowed: law.allows(switch, floor.now),
            from: rule.map(|(_, from, _)| from),
            source: rule.map_or(switch.source(), |(_, _, rule)| &rule.source).to_owned(),
            by: rule
                .filter(|_| with_names)
                .map(|(_, _, rule)| floor.people.name(rule.by).to_owned()),
        }
    };
    LegalSwitch::ALL.into_iter().map(view).collect()
}

/// Rules whose clauses stand beside the limits.
const LIMITING: [Rule; 16] = [
    Rule::Offer,
    Rule::Scrutineer,
    Rule::CashInstead,
    Rule::LargeCash,
    Rule::Banned,
    Rule::Liquor,
    Rule::Prescribed,
    Rule::Published,
    Rule::Terms,
    Rule::Notify,
    Rule::Lodge,
    Rule::Amend,
    Rule::Refuse,
    Rule::KeepRefused,
    Rule::Dispute,
    Rule::Compromised,
];

/// Shows what the strictest of the orders allows.
pub(super) fn limits(terms: &PromotionTerms<PersonId>) -> LimitsView {
    let strictest = terms.strictest();
    LimitsView {
        scrutineer_must: strictest.scrutineer_must,
        scrutineer_above: strictest.scrutineer_above.0,
        large_cash_above: strictest.large_cash_above.0,
        cash_instead_stated: terms.kinds().any(|(_, rules)| rules.cash_instead_stated),
        liquor_litres: strictest.liquor_litres,
        lodge_hours: strictest.lodge_ahead / HOUR,
        notify_days: strictest.notify_within / HOUR / 24,
        kept_above: strictest.kept_above.0,
        most_prizes: MOST_PRIZES,
        most_at_once: MOST_AT_ONCE as u32,
        most_entries: MOST_ENTRIES,
        clauses: LIMITING.into_iter().map(|rule| (rule.name(), Cited::by(terms, rule))).collect(),
    }
}
