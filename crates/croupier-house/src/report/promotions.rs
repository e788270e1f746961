//! The report of promotions: terms, dates, entries by how they came about, every award and what became of it, denied
//! claims, disputes and vouchers, as they stand at the end of the range; and their money, held against the ledger.

mod books;
mod registers;

use croupier_floor::{Entrant, EntrySource, Floor, Promotion, TableId};
use serde::Serialize;

pub use self::books::PromotionAudit;
use super::seen::Seen;
use super::{Cell, Gather, Part, Report};

/// Follows the money of promotions, and lists them in the end.
pub(super) struct PromotionRegister {
    pub(super) only: Option<TableId>,
    pub(super) audit: PromotionAudit,
}

impl Gather for PromotionRegister {
    fn see(&mut self, seen: &Seen<'_>) {
        seen.answer.events.iter().for_each(|event| self.audit.take(event));
    }

    fn tell(&mut self, floor: &Floor, report: &mut Report) {
        report.parts.push(whole(floor));
        report.parts.extend(registers::terms(floor));
        report.parts.push(awards(floor));
        report.parts.extend(registers::claims_and_disputes(floor));
        report.parts.push(self.money(floor));
        report.parts.push(vouchers(floor));
        report.parts.extend(registers::rules(floor));
        let faults = self.audit.faults(floor);
        let says = if faults.is_empty() { "yes" } else { "NO" };
        report.facts.push(("agrees with the ledger", Cell::text(says)));
        report.is_sound &= faults.is_empty();
        report.remarks.extend(faults);
        if self.only.is_some() {
            report.remarks.push("a promotion is of no single table: all are here".to_owned());
        }
    }
}

impl PromotionRegister {
    fn money(&self, floor: &Floor) -> Part {
        let headings = vec![
            "promotion",
            "won in cash",
            "given back",
            "paid",
            "in cash",
            "by cheque or transfer",
            "to be paid",
            "unexplained",
        ];
        let rows = floor.promotions.iter().map(|promotion| {
            let moved = self.audit.prizes(promotion.number);
            let money = [
                moved.aside,
                moved.released,
                moved.paid,
                moved.cash,
                moved.bank,
                moved.open(),
                moved.unexplained(),
            ];
            std::iter::once(number(promotion.number.0)).chain(money.map(Cell::Money)).collect()
        });
        Part { name: "money", headings, rows: rows.collect(), upright: false }
    }
}

/// How many entries of a promotion came about in each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct BySource {
    wager: i128,
    hand: i128,
    file: i128,
}

impl BySource {
    fn of(promotion: &Promotion) -> Self {
        let mut counts = Self::default();
        for entry in promotion.entries.iter() {
            match entry.source {
                EntrySource::Wager { .. } => counts.wager += 1,
                EntrySource::Hand { .. } => counts.hand += 1,
                EntrySource::File { .. } => counts.file += 1,
            }
        }
        counts
    }
}

fn whole(floor: &Floor) -> Part {
    let headings = vec![
        "promotion",
        "name",
        "state",
        "games",
        "lodged",
        "receipt",
        "started",
        "entries close",
        "entries closed",
        "draw",
        "drawn",
        "scrutineer",
        "entries",
        "by wagers",
        "by hand",
        "from files",
        "that cannot win",
        "commitment",
        "root",
    ];
    let rows = floor.promotions.iter().map(|promotion| {
        let (sources, draw) = (BySource::of(promotion), &promotion.draw);
        let lodged = promotion.lodged.as_ref();
        let removed =
            promotion.entries.iter().filter(|it| floor.cannot_win(promotion, it).is_some());
        let scrutineer = promotion.scrutineer.map(|who| Cell::text(floor.people.name(who)));
        vec![
            number(promotion.number.0),
            Cell::Text(promotion.text(promotion.name)),
            Cell::text(promotion.state.name()),
            Cell::Text(promotion.terms.games.join(", ")),
            lodged.map_or(Cell::Empty, |lodged| Cell::text(&*lodged.date)),
            lodged.map_or(Cell::Empty, |lodged| Cell::Text(promotion.text(lodged.receipt))),
            time(promotion.started),
            time(promotion.terms.closes),
            time(draw.closed.map(|closed| closed.at)),
            time(promotion.terms.draws),
            time(draw.at),
            scrutineer.unwrap_or(Cell::Empty),
            Cell::Count(i128::from(promotion.entries.count())),
            Cell::Count(sources.wager),
            Cell::Count(sources.hand),
            Cell::Count(sources.file),
            Cell::Count(removed.count() as i128),
            draw.commitment.as_ref().map_or(Cell::Empty, Cell::text),
            draw.closed.map_or(Cell::Empty, |closed| Cell::Text(closed.root.to_string())),
        ]
    });
    Part { name: "promotions", headings, rows: rows.collect(), upright: true }
}

fn awards(floor: &Floor) -> Part {
    let headings = vec![
        "promotion",
        "award",
        "prize",
        "value",
        "entry",
        "of",
        "who",
        "drawn",
        "state",
        "why",
        "confirmed by",
        "present",
        "attempts",
        "told",
        "in cash",
        "by cheque",
        "by transfer",
        "in place of the prize",
        "voucher",
    ];
    let mut rows = Vec::new();
    for promotion in floor.promotions.iter() {
        for award in &promotion.awards {
            let (state, why) = award.words();
            let prize = promotion.terms.prize(award.prize);
            let all = promotion.draw.closed.map_or(0, |closed| closed.entries);
            let [cash, cheque, transfer] = award.paid.map(|part| Cell::Money(i128::from(part.0)));
            rows.push(vec![
                number(promotion.number.0),
                number(award.number),
                number(award.prize),
                prize.map_or(Cell::Empty, |prize| Cell::Money(i128::from(prize.value.0))),
                number(award.entry),
                number(award.left.unwrap_or(all)),
                Cell::Text(entrant(floor, promotion, award.who, Some(award.entry))),
                Cell::Time(award.at),
                Cell::text(state),
                why.map_or(Cell::Empty, Cell::text),
                award.confirmed.map_or(Cell::Empty, |who| Cell::text(floor.people.name(who))),
                award.present.map_or(Cell::Empty, |there| Cell::text(yes(there))),
                Cell::Count(award.attempts.len() as i128),
                time(award.attempts.iter().find(|it| it.reached).map(|it| it.at)),
                cash,
                cheque,
                transfer,
                Cell::text(yes(award.instead)),
                award.voucher.map_or(Cell::Empty, |voucher| number(voucher.0)),
            ]);
        }
    }
    Part { name: "awards", headings, rows, upright: false }
}

fn vouchers(floor: &Floor) -> Part {
    let headings = vec![
        "promotion",
        "vouchers",
        "issued",
        "exchanged",
        "expired",
        "outstanding",
        "tokens left",
    ];
    let rows = floor.promotions.iter().map(|promotion| {
        let rewards = floor.rewards_of(promotion);
        let money = [
            rewards.issued,
            rewards.exchanged,
            rewards.expired,
            rewards.outstanding,
            rewards.tokens_left,
        ];
        let named = [number(promotion.number.0), Cell::Count(promotion.vouchers.len() as i128)];
        named.into_iter().chain(money.map(|sum| Cell::Money(i128::from(sum.0)))).collect()
    });
    Part { name: "vouchers", headings, rows: rows.collect(), upright: false }
}

fn number(number: u32) -> Cell {
    Cell::Count(i128::from(number))
}

fn time(at: Option<u64>) -> Cell {
    at.map_or(Cell::Empty, Cell::Time)
}

const fn yes(truth: bool) -> &'static str {
    if truth { "yes" } else { "no" }
}

/// Names somebody who has entered or disputes something; by the entry, if it is one.
fn entrant(floor: &Floor, promotion: &Promotion, who: Entrant, entry: Option<u32>) -> String {
    match who {
        Entrant::Person(person) => floor.people.name(person).to_owned(),
        Entrant::Named(name) => {
            let known = entry.and_then(|entry| promotion.entries.name(entry));
            known.map_or_else(|| promotion.text(name), str::to_owned)
        }
    }
}

/// Returns the word for something, as the journal writes it.
fn word(of: &impl Serialize) -> Cell {
    match serde_json::to_value(of) {
        Ok(serde_json::Value::String(word)) => Cell::Text(word),
        _ => Cell::Empty,
    }
}
