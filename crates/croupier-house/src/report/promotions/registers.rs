//! What is written down about promotions, as tables: terms and prizes, denied claims, disputes, and the rules beside the
//! orders.

use croupier_engine::Cents;
use croupier_floor::{Commitment, Floor, Promotion, QualifyingWager};

use super::{entrant, number, time, word, yes};
use crate::DrawProof;
use crate::report::{Cell, Part};

/// Lists the terms in force, the prizes, and what held before.
pub(super) fn terms(floor: &Floor) -> [Part; 3] {
    let mut rows = Vec::new();
    for promotion in floor.promotions.iter() {
        rows.extend(in_words(promotion).into_iter().map(|(term, words)| {
            vec![number(promotion.number.0), Cell::text(term), Cell::Text(words)]
        }));
    }
    let headings = vec!["promotion", "term", "words"];
    let in_force = Part { name: "terms in force", headings, rows, upright: false };
    [in_force, prizes(floor), old(floor)]
}

fn in_words(promotion: &Promotion) -> Vec<(&'static str, String)> {
    let terms = &promotion.terms;
    let said = |words: Option<Commitment>| words.map(|words| promotion.text(words));
    let wager = terms.wager.as_ref().map(|wager| match wager {
        QualifyingWager::None => "none".to_owned(),
        QualifyingWager::Least { amount, on: None } => format!("at least {amount}"),
        QualifyingWager::Least { amount, on: Some(on) } => format!("at least {amount} on {on}"),
    });
    let Cell::Text(entry) = word(&terms.entry) else { return Vec::new() };
    let all = [
        ("manner", said(terms.manner)),
        ("awarded", said(terms.awarded)),
        ("eligible", said(terms.eligible)),
        ("wager", wager),
        ("entry", Some(entry)),
        ("nature", said(terms.nature)),
        ("place", said(terms.place)),
        ("claiming", said(terms.claiming)),
        ("presence", terms.presence.map(|must| yes(must).to_owned())),
        ("notified", said(terms.notified)),
        ("results", said(terms.results)),
        ("one each", Some(yes(terms.one_each).to_owned())),
        ("source", said(terms.source)),
        ("hash", Some(DrawProof::hash_of(terms))),
    ];
    all.into_iter().filter_map(|(term, words)| Some((term, words?))).collect()
}

fn prizes(floor: &Floor) -> Part {
    let headings = vec![
        "promotion",
        "prize",
        "kind",
        "details",
        "value",
        "count",
        "cash instead",
        "conditions",
    ];
    let mut rows = Vec::new();
    for promotion in floor.promotions.iter() {
        let said = |words: Option<Commitment>| match words {
            Some(words) => Cell::Text(promotion.text(words)),
            None => Cell::Empty,
        };
        for (at, prize) in (1..).zip(&promotion.terms.prizes) {
            rows.push(vec![
                number(promotion.number.0),
                number(at),
                Cell::text(prize.kind.name()),
                said(prize.details),
                money(prize.value),
                number(prize.count),
                prize.cash_instead.map_or(Cell::Empty, |amount| money(amount.0)),
                said(prize.conditions),
            ]);
        }
    }
    Part { name: "prizes", headings, rows, upright: false }
}

/// Lists terms that held before, each with the approval by which the next came into force.
fn old(floor: &Floor) -> Part {
    let headings = vec!["promotion", "until", "hash", "reference", "date"];
    let mut rows = Vec::new();
    for promotion in floor.promotions.iter() {
        let mut approvals = promotion.approvals.iter();
        for old in &promotion.old {
            let approval = approvals.next();
            rows.push(vec![
                number(promotion.number.0),
                Cell::Time(old.until),
                Cell::Text(DrawProof::hash_of(&old.terms)),
                approval.map_or(Cell::Empty, |it| Cell::text(&it.reference)),
                approval.map_or(Cell::Empty, |it| Cell::text(&*it.date)),
            ]);
        }
    }
    Part { name: "terms that held before", headings, rows, upright: false }
}

/// Lists denied claims, with name and address where the orders want them kept, and disputes.
pub(super) fn claims_and_disputes(floor: &Floor) -> [Part; 2] {
    let name = |who| Cell::text(floor.people.name(who));
    let (mut claims, mut disputes) = (Vec::new(), Vec::new());
    for promotion in floor.promotions.iter() {
        let said = |words: Option<Commitment>| match words {
            Some(words) => Cell::Text(promotion.text(words)),
            None => Cell::Empty,
        };
        for claim in &promotion.claims {
            claims.push(vec![
                number(promotion.number.0),
                number(claim.number),
                claim.award.map_or(Cell::Empty, number),
                money(claim.value),
                said(claim.claimant),
                said(claim.address),
                said(Some(claim.why)),
                name(claim.by),
                Cell::Time(claim.at),
                claim.told.map_or(Cell::Empty, |(means, ..)| Cell::text(means.name())),
                claim.told.map_or(Cell::Empty, |(_, by, _)| name(by)),
                time(claim.told.map(|(.., at)| at)),
            ]);
        }
        for dispute in &promotion.disputes {
            disputes.push(vec![
                number(promotion.number.0),
                number(dispute.number),
                Cell::Text(entrant(floor, promotion, dispute.person, None)),
                said(Some(dispute.what)),
                Cell::Time(dispute.at),
                said(dispute.decision.map(|(_, words)| words)),
                dispute.decision.map_or(Cell::Empty, |(by, _)| name(by)),
                dispute.told.map_or(Cell::Empty, |(by, _)| name(by)),
                time(dispute.told.map(|(_, at)| at)),
            ]);
        }
    }
    let of_claims = vec![
        "promotion",
        "claim",
        "award",
        "value",
        "claimant",
        "address",
        "why",
        "denied by",
        "denied",
        "told by means",
        "told by",
        "told",
    ];
    let of_disputes = vec![
        "promotion",
        "dispute",
        "person",
        "what",
        "made",
        "decision",
        "decided by",
        "told by",
        "told",
    ];
    [
        Part { name: "denied claims", headings: of_claims, rows: claims, upright: false },
        Part { name: "disputes", headings: of_disputes, rows: disputes, upright: false },
    ]
}

/// Lists what the law says, and how much turnover is a point.
pub(super) fn rules(floor: &Floor) -> [Part; 2] {
    let name = |who| Cell::text(floor.people.name(who));
    let law = floor.promotions.law.iter().map(|(switch, from, rule)| {
        vec![
            Cell::text(switch.name()),
            Cell::Time(from),
            Cell::text(yes(rule.allowed)),
            Cell::text(&rule.source),
            name(rule.by),
        ]
    });
    let points = floor.promotions.points.iter().map(|(from, rate)| {
        vec![money(rate.cents), Cell::Time(from), Cell::text(&rate.source), name(rate.by)]
    });
    let headings = vec!["switch", "from", "allowed", "source", "by"];
    let law = Part { name: "law", headings, rows: law.collect(), upright: false };
    let headings = vec!["turnover for a point", "from", "source", "by"];
    [law, Part { name: "points", headings, rows: points.collect(), upright: false }]
}

fn money(amount: Cents) -> Cell {
    Cell::Money(i128::from(amount.0))
}
