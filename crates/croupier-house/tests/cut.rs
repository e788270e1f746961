//! The cutting card goes where the game's own file says, and nowhere else.

use crate::house::{Folder, Night, begin_shuffle, json};
use croupier_engine::{Card, Cents, Kind};
use croupier_floor::{Act, ActResult, Dealing, EdgeAct, TableAct, TableId};

/// Opens a table with a shoe, where it is shuffled and cut; returns how many cards there are.
fn shuffled(night: &mut Night, table: TableId, kind: Kind) -> u32 {
    let open = Act::EdgeAct(EdgeAct::Open {
        table,
        name: format!("{} with a shoe", kind.title()),
        game: kind.name().to_owned(),
        setup: json(r#"{"source":"shoe"}"#),
        float: Cents(1_000_000),
        dealing: Dealing::Physical,
        seats: 7,
        demo: false,
    });
    night.must("sue", &open);
    night.must("ann", &Act::TableAct(TableAct::Sit { table, player: "ann".to_owned(), seat: 1 }));
    night.bring_cards(table.0);
    night.must("dan", &begin_shuffle(table.0));
    let depth = Card::COUNT as u16 + 10;
    night.must("dan", &Act::TableAct(TableAct::Cut { table, by: "ann".to_owned(), depth }));
    night.floor().rooms[&table].table.shoe().census().total() as u32
}

#[test]
fn the_cutting_card_goes_where_the_order_has_it() {
    let folder = Folder::new("cut");
    let mut night = Night::open(&folder.0.join("floor.db"));
    let mut games = 0;
    for (number, kind) in (100..).zip(Kind::ALL) {
        let Some(cut) = kind.describe().cards.and_then(|cards| cards.cut) else { continue };
        let table = TableId(number);
        let range = cut.behind.range(shuffled(&mut night, table, kind));
        let load = |behind: u32| {
            Act::TableAct(TableAct::Load { table, cutting_card: Some(behind as u16) })
        };
        for behind in [range.start() - 1, range.end() + 1] {
            let verdict = night.told("dan", &load(behind));
            assert_ne!(verdict, ActResult::Done, "{} {behind}", kind.name());
        }
        night.must("dan", &load(*range.end()));
        games += 1;
    }
    assert!(games > 2, "only {games} games are cut");
    let baccarat = Kind::ThreeCardBaccarat.describe().cards.unwrap();
    assert_eq!(baccarat.behind().unwrap().range(416), 40..=64);
}
