//! The report of each table: float, drop, win, turnover and hold, against what should have been won.

#![allow(clippy::float_arithmetic, reason = "expectations are shown, and decide nothing")]

use croupier_floor::{Floor, TableId};

use super::played::{Played, Sitting};
use super::seen::Seen;
use super::theory::{Sum, Theory};
use super::{Cell, Gather, Part, Report};

/// Adds up table by table.
pub(super) struct Tables {
    pub(super) only: Option<TableId>,
    pub(super) played: Played,
}

impl Gather for Tables {
    fn see(&mut self, seen: &Seen<'_>) {
        self.played.see(seen);
    }

    fn tell(&mut self, _: &Floor, report: &mut Report) {
        self.write(report);
    }
}

impl Tables {
    /// Writes the report.
    pub(super) fn write(&self, report: &mut Report) {
        let mut theory = Theory::default();
        let headings = vec![
            "table",
            "name",
            "game",
            "closed by entry",
            "opening float",
            "fills",
            "credits",
            "closing float",
            "drop",
            "commission",
            "to the meters",
            "paid by the meters",
            "win",
            "win by the float",
            "unexplained",
            "wagers decided",
            "turnover",
            "hold",
            "theoretical win",
            "theoretical hold",
            "deviations",
        ];
        let rows =
            self.played.sittings(self.only).map(|sitting| row(sitting, &mut theory)).collect();
        report.parts.push(Part { name: "tables", headings, rows, upright: true });
        report.is_sound &=
            self.played.sittings(self.only).all(|sitting| sitting.unexplained() == 0);
        remarks(&self.played, self.only, report);
    }
}

fn row(sitting: &Sitting, theory: &mut Theory) -> Vec<Cell> {
    let sum = whole(sitting, theory);
    let money = Cell::Money;
    let share = |share: Option<f64>| share.map_or(Cell::Empty, Cell::Share);
    let closed = sitting.closed.map_or(Cell::Empty, |entry| Cell::Count(i128::from(entry)));
    vec![
        Cell::table(Some(sitting.table)),
        Cell::text(&sitting.name),
        Cell::text(sitting.kind.name()),
        closed,
        money(sitting.opening),
        money(sitting.fills),
        money(sitting.credits),
        money(sitting.closing),
        money(sitting.drop),
        money(sitting.commission),
        money(sitting.fed),
        money(sitting.paid_by_meters),
        money(sitting.win()),
        money(sitting.counted()),
        money(sitting.unexplained()),
        Cell::Count(sum.count),
        money(sum.handle),
        share(sum.hold()),
        sum.expected.map_or(Cell::Empty, cents),
        share(sum.expected_hold()),
        sum.deviations().map_or(Cell::Empty, Cell::Deviations),
    ]
}

/// Rounds an expectation to cents, for showing.
pub(super) fn cents(amount: f64) -> Cell {
    Cell::Money(amount.round() as i128)
}

/// Adds up all wagers in chips.
fn whole(sitting: &Sitting, theory: &mut Theory) -> Sum {
    let mut whole = Sum::nothing();
    for ((.., tokens), sum) in theory.rows(sitting) {
        if !tokens {
            whole.join(&sum);
        }
    }
    whole
}

/// Says why theory and play are not the same thing.
pub(super) fn remarks(played: &Played, only: Option<TableId>, report: &mut Report) {
    let mut say = |what: &str, when: bool| {
        if when {
            report.remarks.push(what.to_owned());
        }
    };
    let any = |test: &dyn Fn(&Sitting) -> bool| played.sittings(only).any(test);
    let decided = any(&|sitting| !sitting.lines.is_empty());
    say(
        "deviations take wagers as independent; those on the same cards or dice are not, so that \
         more than 3 deviations are a reason to look, and no proof",
        decided,
    );
    say("edges of card games are those of a full shoe", any(&|sitting| sitting.decks > 0));
    say(
        "edges of games with choices are those of the best play; players may have chosen otherwise",
        any(&|sitting| !sitting.kind.choices().is_empty()),
    );
    say(
        "wagers in tokens count in the win by what they were paid, and nowhere else",
        any(&|sitting| sitting.lines.keys().any(|key| key.tokens)),
    );
    say(
        "mystery prizes count in the win, and not in the theoretical win",
        any(&|sitting| sitting.mystery != 0),
    );
}
