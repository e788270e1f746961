//! Every game describes itself, and the description holds together.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use croupier_engine::describe::{Description, WagerKind};
use croupier_engine::game::Opens;
use croupier_engine::irregular::{Say, Situation};
use croupier_engine::wager::Mark;
use croupier_engine::{Kind, WagerId};

fn wager<'a>(game: &'a Description, name: &str) -> &'a WagerKind {
    game.wagers.iter().find(|wager| wager.name == name).unwrap()
}

#[test]
fn every_description_holds_together() {
    for kind in Kind::ALL {
        let game = kind.describe();
        let name = game.name;
        assert_eq!(Kind::named(name), Some(kind));
        for (at, wager) in (0..).map(WagerId).zip(&game.wagers) {
            assert_eq!(wager.id, at, "{name}");
            assert!(!wager.on_area || game.areas.is_some(), "{name} {}", wager.name);
            assert!(!wager.fixed_price || game.jackpot, "{name} {}", wager.name);
            assert!(!wager.pays.is_empty(), "{name} pays nothing on {}", wager.name);
            let placed = |it: &croupier_engine::describe::Decision| it.places == Some(wager.id);
            assert_eq!(wager.follows, game.choices.iter().any(placed), "{name} {}", wager.name);
        }
        assert_eq!(game.absent.is_some(), !game.choices.is_empty(), "{name}");
        assert_eq!(game.cards.is_none(), kind.most_cards(1, true) == 0, "{name}");
        assert!(!game.situations.is_empty(), "{name} knows nothing that can go wrong");
        assert_eq!(game.example, Kind::offered().all(|offered| offered != kind), "{name}");
        for it in &game.situations {
            assert!(it.before || it.in_round || it.after, "{name} {:?}", it.what);
        }
    }
}

#[test]
fn a_game_of_dice_says_when_its_wagers_open() {
    let craps = Kind::Craps.describe();
    let opens = |name| wager(&craps, name).opens;
    assert_eq!(opens("win-line"), Opens::BeforeThePoint);
    assert_eq!(opens("come"), Opens::OnThePoint);
    assert_eq!(opens("field"), Opens::Always);
    assert!(wager(&craps, "behind-win-line").is_on_the_point());
    assert!(wager(&craps, "come").takes_a_number() && wager(&craps, "win-line").takes_a_number());
    assert!(matches!(wager(&craps, "come").mark, Mark::Travels(_)));
    let parts = ["horn", "horn-high", "crap-eleven", "field"].map(|name| wager(&craps, name).parts);
    assert_eq!(parts, [4, 5, 2, 1]);
    assert!(wager(&craps, "buy").commission && wager(&craps, "lay").commission);
    let found = craps.situations.iter().find(|it| it.what == Situation::DieFound).unwrap();
    assert_eq!(found.say, Say::Boxperson);
}

#[test]
fn rounds_take_so_many_cards_at_most() {
    let most = |kind: Kind, areas| [kind.most_cards(areas, true), kind.most_cards(areas, false)];
    assert_eq!(most(Kind::CasinoWar, 1), [4, 2]);
    assert_eq!(most(Kind::LuckyDrawBaccarat, 7), [24, 17]);
    assert_eq!(most(Kind::ThreeCardBaccarat, 9), [30, 30]);
    assert_eq!(most(Kind::Craps, 1), [0, 0]);
}
