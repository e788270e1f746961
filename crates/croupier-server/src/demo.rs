//! The demo tables: one of each game, opened when the floor has none.

use std::fmt::Write as _;

use croupier_engine::{Cents, Kind, WagerId};
use croupier_floor::{Act, Dealing, Floor, TableId};
use serde_json::value::RawValue;

/// What is in the float of a demo table.
const FLOAT: Cents = Cents(100_000_000);

/// Lists the acts that open demo tables, if there are none.
pub(crate) fn tables(floor: &Floor) -> Vec<Act> {
    if floor.rooms.values().any(|room| room.demo) {
        return Vec::new();
    }
    let free = (1..).map(TableId).filter(|table| !floor.rooms.contains_key(table));
    let acts = Kind::ALL.into_iter().zip(free).filter_map(|(kind, table)| {
        let setup = RawValue::from_string(setup(kind)).ok()?;
        let seats = kind.house().areas.map_or(8, |areas| areas.count);
        Some(Act::Open {
            table,
            name: format!("{} demo", kind.title()),
            game: kind.name().to_owned(),
            setup,
            float: FLOAT,
            dealing: Dealing::Virtual,
            seats,
            demo: true,
        })
    });
    acts.collect()
}

/// Writes the set-up of a demo table: a low sign on every wager, and a jackpot where there is one.
fn setup(kind: Kind) -> String {
    let mut text = String::from(r#"{"chip":50,"limits":{"#);
    let own = kind
        .layouts()
        .iter()
        .zip(0..)
        .filter(|(layout, id)| layout.name != "jackpot" && !kind.follows(WagerId(*id)));
    for (at, (layout, id)) in own.enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let (min, max) = if id == 0 { (500, 50_000) } else { (100, 20_000) };
        let _ = write!(text, r#"{comma}"{}":{{"min":{min},"max":{max},"unit":50}}"#, layout.name);
    }
    text.push('}');
    if kind.house().jackpot.is_some() {
        text.push_str(r#","jackpot":{"wager":500,"major":2500000,"minor":120000,"increment":"1/4","seed":1000000}"#);
    }
    text.push('}');
    text
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
