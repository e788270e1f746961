//! The demo tables: one of each game, opened when the floor has none.

use croupier_engine::{Cents, Kind, WagerId};
use croupier_floor::{Act, Dealing, EdgeAct, Floor, TableId};
use croupier_sheet::TableSetup;
use croupier_sheet::table::{Fraction, Jackpot, Limit, Limits};

/// What is in the float of a demo table.
const FLOAT: Cents = Cents(100_000_000);

/// Lists the acts that open demo tables, if there are none.
pub(crate) fn tables(floor: &Floor) -> Vec<Act> {
    if floor.rooms.values().any(|room| room.demo) {
        return Vec::new();
    }
    let free = (1..).map(TableId).filter(|table| !floor.rooms.contains_key(table));
    let acts = Kind::ALL.into_iter().zip(free).map(|(kind, table)| {
        Act::EdgeAct(EdgeAct::Open {
            table,
            name: format!("{} demo", kind.title()),
            game: kind.name().to_owned(),
            setup: Box::new(setup(kind)),
            float: FLOAT,
            dealing: Dealing::Virtual,
            seats: kind.house().areas.map_or(8, |areas| areas.count),
            demo: true,
        })
    });
    acts.collect()
}

/// Sets up a demo table: a low sign on every wager, and a jackpot where there is one.
fn setup(kind: Kind) -> TableSetup {
    let own = kind
        .layouts()
        .iter()
        .zip(0..)
        .filter(|(layout, id)| layout.name != "jackpot" && !kind.follows(WagerId(*id)));
    let limits = own.map(|(layout, id)| {
        let (min, max) = if id == 0 { (500, 50_000) } else { (100, 20_000) };
        let (min, max, unit) = (Some(Cents(min)), Some(Cents(max)), Some(Cents(50)));
        (layout.name.into(), Limit { min, max, unit })
    });
    let jackpot = kind.house().jackpot.is_some().then(|| Jackpot {
        major: Some(Cents(2_500_000)),
        minor: Some(Cents(120_000)),
        increment: Fraction::new(1, 4),
        seed: Some(Cents(1_000_000)),
        ..Jackpot::new(Cents(500))
    });
    let limits = Limits(limits.collect());
    TableSetup { chip: Some(Cents(50)), limits, jackpot, ..TableSetup::default() }
}

#[cfg(test)]
mod tests {
    use croupier_engine::Kind;
    use croupier_floor::{Floor, HOUSE, Verdict};

    #[test]
    fn every_game_has_a_demo_table() {
        let mut floor = Floor::default();
        let acts = super::tables(&floor);
        assert_eq!(acts.len(), Kind::ALL.len());
        for act in acts {
            assert_eq!(floor.act(1, HOUSE, &act).verdict, Verdict::Done, "{act:?}");
        }
        assert!(super::tables(&floor).is_empty());
    }
}
