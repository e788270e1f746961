//! The demo tables: one of each game, opened when the floor has none.

use croupier_engine::describe::WagerKind;
use croupier_engine::money::Rounding;
use croupier_engine::{Cents, Kind};
use croupier_floor::{
    Act, Dealing, EdgeAct, Floor, MeterTerms, MysteryTerms, PoolAct, PoolId, Share, TableId, Terms,
};
use croupier_sheet::TableSetup;
use croupier_sheet::table::{Limit, Limits};

/// What is in the float of a demo table.
const FLOAT: Cents = Cents(100_000_000);

/// How many seats a demo table has where the game has no areas that say so.
const SEATS: u8 = 8;

/// Lists the acts that open demo tables: of all games that a house offers, if there are none, and of the
/// examples that have none, if they are asked for.
pub(crate) fn tables(floor: &Floor, examples: bool) -> Vec<Act> {
    let demos = || floor.rooms.values().filter(|room| room.demo).map(|room| room.kind);
    let offered = Kind::offered().filter(|_| demos().all(Kind::is_example));
    let shown = |kind: &Kind| examples && kind.is_example() && demos().all(|demo| demo != *kind);
    let kinds = offered.chain(Kind::ALL.into_iter().filter(shown));
    let free = (1..).map(TableId).filter(|table| !floor.rooms.contains_key(table));
    let mut acts = Vec::new();
    for (kind, table) in kinds.zip(free) {
        acts.push(Act::EdgeAct(EdgeAct::Open {
            table,
            name: format!("{} demo", kind.title()),
            game: kind.name().to_owned(),
            setup: Box::new(setup(kind)),
            float: FLOAT,
            dealing: Dealing::Virtual,
            seats: kind.house().areas.map_or(SEATS, |areas| areas.count),
            demo: true,
        }));
        acts.extend(jackpot(floor, kind, table));
    }
    acts
}

/// Lists the acts that link a demo table to a pool of play money, which is opened if there is none.
fn jackpot(floor: &Floor, kind: Kind, table: TableId) -> Vec<Act> {
    let Some(rules) = kind.jackpots() else { return Vec::new() };
    let known = floor.pools.iter().find(|pool| pool.play && *pool.terms.prizes == *rules.prizes);
    if let Some(known) = known {
        return vec![EdgeAct::LinkTable { table, pool: known.number }.into()];
    }
    let share = |part| Share { part, of: 20 };
    let terms = Terms {
        prizes: rules.prizes.into(),
        wager: Cents(500),
        major: MeterTerms { share: share(3), seed: Cents(2_500_000) },
        minor: MeterTerms { share: share(1), seed: Cents(120_000) },
        mystery: Some(MysteryTerms {
            share: share(1),
            start: Cents(10_000),
            ceiling: Cents(30_000),
        }),
        retained: share(15),
    };
    // The lower numbers are for the pools of the house.
    let free = (9_001..).map(PoolId).find(|pool| floor.pools.get(*pool).is_none());
    let Some(pool) = free else { return Vec::new() };
    let name = format!("{} demo", kind.title());
    vec![PoolAct::DemoPool { pool, name, terms }.into(), EdgeAct::LinkTable { table, pool }.into()]
}

/// The smallest chip of a demo table.
const CHIP: u64 = 50;

/// Sets up a demo table: a low sign on every wager.
fn setup(kind: Kind) -> TableSetup {
    let game = kind.describe();
    let own = game.wagers.iter().filter(|wager| !wager.fixed_price && !wager.follows);
    let limits = own.map(|wager| {
        let unit = unit(wager);
        let (min, max) = if wager.id.0 == 0 { (500, 50_000) } else { (100, 20_000) };
        let (min, max, unit) = (Some(Cents(min.max(unit))), Some(Cents(max)), Some(Cents(unit)));
        (wager.name.into(), Limit { min, max, unit })
    });
    let limits = Limits(limits.collect());
    TableSetup { chip: Some(Cents(CHIP)), limits, ..TableSetup::default() }
}

/// Returns the step of a wager's sign: a chip, or as much as is paid in whole chips where winnings are
/// rounded down.
fn unit(wager: &WagerKind) -> u64 {
    let down = wager.pays.iter().filter(|row| row.rounding == Rounding::Down);
    CHIP * down.map(|row| u64::from(row.odds.per)).max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use croupier_engine::Kind;
    use croupier_floor::{Act, ActResult, EdgeAct, Floor, HOUSE};

    fn opens(act: &Act) -> bool {
        matches!(act, Act::EdgeAct(EdgeAct::Open { .. }))
    }

    #[test]
    fn every_game_has_a_demo_table() {
        let mut floor = Floor::default();
        let offered = super::tables(&floor, false);
        let tables = |acts: &[Act]| acts.iter().filter(|act| opens(act)).count();
        assert_eq!(tables(&offered), Kind::offered().count());
        assert_eq!(tables(&super::tables(&floor, true)), Kind::ALL.len());
        let jackpots = Kind::offered().filter(|kind| kind.jackpots().is_some()).count();
        assert_eq!(offered.len() - tables(&offered), 2 * jackpots, "a pool, and a link to it");
        let mut open = |acts: Vec<Act>| {
            for act in acts {
                assert_eq!(floor.act(1, HOUSE, &act).verdict, ActResult::Done, "{act:?}");
            }
            (super::tables(&floor, false).len(), super::tables(&floor, true))
        };
        let (missing, examples) = open(offered);
        assert_eq!((missing, tables(&examples)), (0, Kind::ALL.len() - Kind::offered().count()));
        assert_eq!(open(examples), (0, Vec::new()));
    }
}
