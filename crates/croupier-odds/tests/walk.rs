//! The counted odds against a walk of the engine itself, over every card that can come.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;

use croupier_engine::input::{Choice, Reply, Spot};
use croupier_engine::wager::Mark;
use croupier_engine::{
    AnyTable, Area, Card, Cents, Due, Effect, Input, Kind, Player, Setup, WagerId,
};
use croupier_odds::{Composition, Prices, Question, Ratio, Strategy, Terms, odds};

/// A stake that every price divides.
const STAKE: u64 = 12_000;

/// The expected net result of each wager, in cents.
type Worth = BTreeMap<(u8, Option<u8>), Ratio>;

/// Deals every card that can come, to the end of a round, and returns what each wager is worth.
/// Where there is a choice, `forced` is taken, or else the best one.
fn walk(table: &AnyTable, shoe: &mut Vec<(Card, u32)>, forced: Option<Choice>) -> Worth {
    let mut worth = Worth::new();
    match table.expects().due {
        Due::Card(_) => {
            let total: u32 = shoe.iter().map(|(_, count)| count).sum();
            for at in 0..shoe.len() {
                let (card, count) = shoe[at];
                if count > 0 {
                    shoe[at].1 -= 1;
                    let then = play(table, &Input::Card { card, from: None }, shoe, forced);
                    shoe[at].1 += 1;
                    add(&then, &Ratio::new(count.into(), total.into()), &mut worth);
                }
            }
        }
        Due::Choice(area, choices) => {
            let choices = choices.iter().filter(|choice| forced.is_none_or(|f| f == **choice));
            let ends = choices.map(|&choice| {
                let reply = Reply::Choice(choice);
                play(table, &Input::Choose { area, reply }, shoe, forced)
            });
            let sum = |end: &Worth| end.values().cloned().sum::<Ratio>();
            let best = ends.reduce(|best, end| if sum(&end) > sum(&best) { end } else { best });
            worth = best.unwrap();
        }
        other => panic!("{other:?} in the middle of a round"),
    }
    worth
}

/// Takes one input and walks on from there.
fn play(
    table: &AnyTable,
    input: &Input,
    shoe: &mut Vec<(Card, u32)>,
    forced: Option<Choice>,
) -> Worth {
    let (mut next, mut effects) = (table.clone(), Vec::new());
    next.step(input, &mut effects).unwrap();
    let over = effects.contains(&Effect::RoundOver);
    let mut worth = if over { Worth::new() } else { walk(&next, shoe, forced) };
    for effect in &effects {
        if let Effect::Settled(line) = effect {
            let net = i128::from((line.pays + line.back).0) - i128::from(line.stake.0);
            let now = Worth::from([((line.spot.on.0, line.spot.mark), Ratio::new(net, 1))]);
            add(&now, &Ratio::one(), &mut worth);
        }
    }
    worth
}

fn add(more: &Worth, weight: &Ratio, worth: &mut Worth) {
    for (key, net) in more {
        let known = worth.remove(key).unwrap_or_else(Ratio::zero);
        worth.insert(*key, known + net.clone() * weight.clone());
    }
}

/// Places one unit on every spot that a table takes before the deal.
fn staked(kind: Kind, setup: &Setup) -> AnyTable {
    let mut table = AnyTable::open(kind, setup).unwrap();
    for (on, layout) in kind.layouts().iter().enumerate() {
        let marks: Vec<Option<u8>> = match layout.mark {
            Mark::Number(marks) | Mark::Point(marks) => marks.iter().copied().map(Some).collect(),
            Mark::None | Mark::Travels(_) => vec![None],
        };
        for mark in marks {
            let (player, area) = (Player(0), Some(Area(1)));
            let spot = Spot { player, area, on: WagerId(on as u8), mark, tokens: false };
            let wager = Input::Wager { spot, amount: Cents(STAKE), confirmed: false };
            let _ = table.step(&wager, &mut Vec::new());
        }
    }
    table
}

/// Takes a shoe of a few cards out of a full one.
fn small(cards: &[(&str, u32)]) -> Composition {
    let mut shoe = Composition::full(8);
    for card in (0..Card::COUNT).filter_map(Card::from_index) {
        let wanted = cards.iter().find(|(name, _)| Card::parse(name) == Some(card));
        let wanted = wanted.map_or(0, |(_, count)| *count);
        for _ in wanted..8 {
            assert!(shoe.remove(card));
        }
    }
    shoe
}

fn compare(kind: Kind, setup: &Setup, cards: &[(&str, u32)], forced: Option<Choice>) {
    let mut left: Vec<_> =
        cards.iter().map(|(name, count)| (Card::parse(name).unwrap(), *count)).collect();
    let walked = walk(&staked(kind, setup), &mut left, forced);
    let strategy = match forced {
        Some(Choice::War) => Strategy::War,
        Some(Choice::Surrender) => Strategy::Surrender,
        Some(_) | None => Strategy::Best,
    };
    let (prices, terms) = (Prices::default(), Terms::default());
    let (setup, shoe) = (setup.clone(), Some(small(cards)));
    let report = odds(&Question { kind, setup, shoe, strategy, prices, terms }).unwrap();
    let unit = Ratio::new(STAKE.into(), 1);
    for (at, wager) in report.wagers.iter().enumerate() {
        let key = (wager.on.0, wager.mark);
        let own = walked.get(&key).cloned().unwrap_or_else(Ratio::zero) / unit.clone();
        // A follow-up wager is counted given that it is placed; the first one is the whole game.
        match kind.layouts()[usize::from(wager.on.0)].name {
            "war" | "draw" => {}
            _ if at == 0 => {
                let follow_up = ["war", "draw"].iter().find_map(|name| kind.wager(name));
                let more = follow_up.and_then(|on| walked.get(&(on.0, None)).cloned());
                let more = more.unwrap_or_else(Ratio::zero) / unit.clone();
                assert_eq!(wager.ev(), own + more, "{}", kind.name());
            }
            name => assert_eq!(wager.ev(), own, "{} {name} {:?}", kind.name(), wager.mark),
        }
    }
}

const MIXED: [(&str, u32); 6] = [("AD", 2), ("AS", 1), ("TC", 3), ("KH", 2), ("9D", 2), ("5C", 2)];

#[test]
fn baceball() {
    compare(Kind::Baceball, &Setup::default(), &MIXED, None);
}

#[test]
fn three_card_baccarat() {
    let cards = [("KD", 3), ("TC", 2), ("6H", 2), ("9D", 2), ("5C", 2), ("AH", 2)];
    compare(Kind::ThreeCardBaccarat, &Setup::default(), &cards, None);
    let even_money = Setup { variant: Some(0), ..Setup::default() };
    compare(Kind::ThreeCardBaccarat, &even_money, &cards, None);
}

#[test]
fn casino_war() {
    let cards = [("KD", 2), ("KS", 1), ("AC", 2), ("TC", 2), ("2H", 3), ("9D", 1)];
    compare(Kind::CasinoWar, &Setup::default(), &cards, Some(Choice::War));
    compare(Kind::CasinoWar, &Setup::default(), &cards, Some(Choice::Surrender));
}

#[test]
fn lucky_draw_baccarat() {
    let cards = [("3C", 3), ("3D", 2), ("TC", 2), ("5H", 2), ("9D", 2), ("8S", 1)];
    compare(Kind::LuckyDrawBaccarat, &Setup::default(), &cards, None);
    let other = [("AC", 3), ("2D", 2), ("KC", 2), ("7H", 2), ("4D", 2), ("6S", 2)];
    compare(Kind::LuckyDrawBaccarat, &Setup::default(), &other, None);
}
