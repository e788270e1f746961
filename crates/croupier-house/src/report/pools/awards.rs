//! Prizes of pools, with what stands on their slips: hands, reading, shares, rounding, names and numbers.

use std::collections::BTreeMap;

use croupier_engine::Cents;
use croupier_floor::{AwardLine, Floor, Level, PoolChange, PoolId, Source, TableId};

use super::super::seen::Seen;
use super::super::{Cell, Part};
use super::{number, place};

/// All prizes, by pool and number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AwardSlips(BTreeMap<(PoolId, u32), AwardSlip>);

croupier_engine::stored! { struct AwardSlips(slips) }

/// One prize, with what stands on its slip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwardSlip {
    /// The meter that was won.
    pub level: Level,
    /// Where it was won.
    pub from: Source,
    /// In which round.
    pub round: u64,
    /// The entry by which it was won.
    pub entry: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What the meter showed.
    pub reading: Cents,
    /// What is paid if the meter shows less.
    pub guarantee: Cents,
    /// What the meter started again with.
    pub seed: Cents,
    /// The hands that share it.
    pub lines: Vec<AwardLine>,
    /// Who has verified it, and when.
    pub verified: Option<(String, u64)>,
    /// Who paid each area, and when.
    pub paid: BTreeMap<u8, (String, u64)>,
    /// No hand had won after all.
    pub restored: bool,
    /// Something was done about it within the range.
    counts: bool,
}

croupier_engine::stored! {
    struct AwardSlip {
        level, from, round, entry, at, reading, guarantee, seed, lines, verified, paid, restored, counts,
    }
}

impl AwardSlips {
    /// Takes note of what became of a prize.
    pub fn take(&mut self, (pool, change): (PoolId, &PoolChange), seen: &Seen<'_>, counts: bool) {
        let award = match change {
            PoolChange::Won { award, level, from, round, reading, seed, lines } => {
                let known = seen.floor.pools.get(pool);
                let slip = AwardSlip {
                    level: *level,
                    from: *from,
                    round: *round,
                    entry: seen.number,
                    at: seen.at,
                    reading: *reading,
                    guarantee: known
                        .map_or(Cents::ZERO, |pool| croupier_view::guaranteed(pool, *level)),
                    seed: *seed,
                    lines: lines.clone(),
                    verified: None,
                    paid: BTreeMap::new(),
                    restored: false,
                    counts: false,
                };
                self.0.insert((pool, *award), slip);
                award
            }
            PoolChange::Recounted { award, .. }
            | PoolChange::Restored { award }
            | PoolChange::Verified { award, .. }
            | PoolChange::Paid { award, .. } => award,
            _ => return,
        };
        let Some(slip) = self.0.get_mut(&(pool, *award)) else { return };
        slip.counts |= counts;
        match change {
            PoolChange::Recounted { lines, .. } => {
                slip.lines.clone_from(lines);
                slip.verified = None;
            }
            PoolChange::Restored { .. } => slip.restored = true,
            PoolChange::Verified { by, .. } => {
                slip.verified = Some((seen.floor.people.name(*by).to_owned(), seen.at));
            }
            PoolChange::Paid { area, back: false, .. } => {
                let who = seen.done().map_or(seen.who, |(who, _)| who);
                slip.paid.insert(*area, (who.to_owned(), seen.at));
            }
            PoolChange::Paid { area, back: true, .. } => drop(slip.paid.remove(area)),
            _ => {}
        }
    }

    /// Takes everything so far as what was before a range that has not begun yet.
    pub(super) fn before_range(&mut self) {
        self.0.values_mut().for_each(|slip| slip.counts = false);
    }

    /// Lists the prizes about which something was done within the range, by pool and number.
    pub fn iter(&self) -> impl Iterator<Item = (&(PoolId, u32), &AwardSlip)> {
        self.0.iter().filter(|(_, slip)| slip.counts)
    }

    /// Shows the prizes, and the hands that share them.
    pub(super) fn parts(&self, floor: &Floor, only: Option<TableId>) -> [Part; 2] {
        let here = |slip: &AwardSlip| only.is_none_or(|only| slip.from == Source::Table(only));
        let shown = self.iter().filter(|(_, slip)| here(slip));
        let (mut awards, mut hands) = (Vec::new(), Vec::new());
        for ((pool, award), slip) in shown {
            awards.push(slip.row((*pool, *award), floor));
            let whose = [number(pool.0), number(*award)];
            hands.extend(slip.lines.iter().map(|line| slip.hand(&whose, line, floor)));
        }
        let headings = vec![
            "pool",
            "slip",
            "meter",
            "table",
            "table elsewhere",
            "name",
            "round",
            "entry",
            "won at",
            "reading",
            "guarantee",
            "prize",
            "hands",
            "total",
            "rounding",
            "from the house",
            "starts again with",
            "verified by",
            "verified at",
            "state",
        ];
        let awards = Part { name: "awards", headings, rows: awards, upright: true };
        let headings =
            vec!["pool", "slip", "area", "player", "hand", "clause", "pays", "paid by", "paid at"];
        [awards, Part { name: "winning hands", headings, rows: hands, upright: false }]
    }
}

impl AwardSlip {
    fn row(&self, (pool, award): (PoolId, u32), floor: &Floor) -> Vec<Cell> {
        let (table, outside, name) = place(floor, pool, self.from);
        let (total, reading) = (self.total(), i128::from(self.reading.0));
        let prize = self.reading.max(self.guarantee);
        let verified = self.verified.as_ref();
        vec![
            number(pool.0),
            number(award),
            Cell::text(self.level.name()),
            table,
            outside,
            Cell::text(name),
            Cell::Count(i128::from(self.round)),
            Cell::Count(i128::from(self.entry)),
            Cell::Time(self.at),
            Cell::Money(reading),
            Cell::Money(i128::from(self.guarantee.0)),
            Cell::Money(i128::from(prize.0)),
            Cell::Count(self.lines.len() as i128),
            Cell::Money(total),
            Cell::Money(self.rounding()),
            Cell::Money(total - reading),
            Cell::Money(i128::from(self.seed.0)),
            verified.map_or(Cell::Empty, |(who, _)| Cell::text(who)),
            verified.map_or(Cell::Empty, |(_, at)| Cell::Time(*at)),
            Cell::text(self.state()),
        ]
    }

    /// Adds up what the hands get.
    pub fn total(&self) -> i128 {
        self.lines.iter().map(|line| i128::from(line.pays.0)).sum()
    }

    /// Returns what the house adds because shares are rounded up to a chip.
    pub fn rounding(&self) -> i128 {
        let prize = self.reading.max(self.guarantee);
        (self.total() - i128::from(prize.0)).max(0)
    }

    /// Says how far it has come.
    pub fn state(&self) -> &'static str {
        match (self.restored, self.lines.iter().all(|line| self.paid.contains_key(&line.area))) {
            (true, _) => "not won after all",
            (false, true) => "paid",
            (false, false) if self.verified.is_some() => "verified",
            (false, false) => "locked",
        }
    }

    fn hand(&self, whose: &[Cell], line: &AwardLine, floor: &Floor) -> Vec<Cell> {
        let player = line.player.map(|player| Cell::text(floor.people.name(player)));
        let cards: Vec<_> = line.hand.iter().map(ToString::to_string).collect();
        let paid = self.paid.get(&line.area);
        let own = [
            Cell::Count(i128::from(line.area)),
            player.unwrap_or(Cell::Empty),
            if cards.is_empty() { Cell::Empty } else { Cell::Text(cards.join(" ")) },
            Cell::text(&*line.clause),
            Cell::Money(i128::from(line.pays.0)),
            paid.map_or(Cell::Empty, |(who, _)| Cell::text(who)),
            paid.map_or(Cell::Empty, |(_, at)| Cell::Time(*at)),
        ];
        whose.iter().cloned().chain(own).collect()
    }
}
