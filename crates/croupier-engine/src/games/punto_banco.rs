//! Punto banco, the example of docs/add-a-game.md: one hand for all players, one for the house.
//!
//! The order is our own and short; no house offers this game unless its operator says so.

use core::cmp::Ordering;

use alloc::vec::Vec;

use crate::card::{self, Card};
use crate::clause;
use crate::effect::{Effect, Outcome};
use crate::expects::{Due, Place};
use crate::game::{Behind, Burn, Cards, Cut, Cutter, Cutting, Game, House, NoPlan, Pit};
use crate::input::Source;
use crate::irregular::Remedy;
use crate::money::Odds;
use crate::pays::Pays;
use crate::remedies;
use crate::table::Table;
use crate::wager::{Layout, Verdict, Wager, lose, stand_off, win};
use crate::wagers;

/// Punto banco, the example: one Player hand that all players share, against the Banker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuntoBanco;

wagers! {
    /// The wager that the Player hand is the higher one.
    Player: Layout::table("player", clause!("6.1"));
    /// The wager that the Banker hand is the higher one.
    Banker: Layout::table("banker", clause!("6.2"));
    /// The wager that both hands count the same.
    Tie: Layout::table("tie", clause!("6.3"));
    /// The wager that the first two cards of the Player hand are of one rank.
    PlayerPair: Layout::table("player-pair", clause!("6.4"));
    /// The wager that the first two cards of the Banker hand are of one rank.
    BankerPair: Layout::table("banker-pair", clause!("6.4"));
}

const PLAYER: Odds = Odds::new(1, 1);
/// Even money, less a commission of 5 %.
const BANKER: Odds = Odds::new(19, 20);
const TIE: Odds = Odds::new(8, 1);
const PAIR: Odds = Odds::new(11, 1);

/// Returns what a hand counts: 2.3.
pub fn count(hand: &[Card]) -> u8 {
    card::baccarat_count(hand)
}

/// Tells whether a hand is a natural, eight or nine with its first two cards: 2.4.
fn is_natural(hand: &[Card]) -> bool {
    hand.get(..2).is_some_and(|first| count(first) >= 8)
}

/// Tells whether the Banker hand of two cards takes a third: 5.4, 5.5.
fn banker_draws(banker: &[Card], players_third: Option<&Card>) -> bool {
    let third = players_third.map(|card| count(&[*card]));
    match (count(banker), third) {
        (0..=2, _) | (3..=5, None) => true,
        (3, Some(third)) => third != 8,
        (4, Some(third)) => (2..=7).contains(&third),
        (5, Some(third)) => (4..=7).contains(&third),
        (6, Some(third)) => (6..=7).contains(&third),
        _ => false,
    }
}

/// Decides a wager from both hands.
pub fn verdict(on: On, player: &[Card], banker: &[Card]) -> Verdict {
    match (on, count(player).cmp(&count(banker))) {
        (On::Player, Ordering::Greater) => win(PLAYER, clause!("6.1.1")),
        (On::Player, Ordering::Less) => lose(clause!("6.1.2")),
        (On::Player, Ordering::Equal) => stand_off(clause!("6.1.3")),
        (On::Banker, Ordering::Less) => win(BANKER, clause!("6.2.1")).rounded_down(),
        (On::Banker, Ordering::Greater) => lose(clause!("6.2.2")),
        (On::Banker, Ordering::Equal) => stand_off(clause!("6.2.3")),
        (On::Tie, Ordering::Equal) => win(TIE, clause!("6.3.1")),
        (On::Tie, Ordering::Greater | Ordering::Less) => lose(clause!("6.3.2")),
        (On::PlayerPair, _) => pair_verdict(player),
        (On::BankerPair, _) => pair_verdict(banker),
    }
}

fn pair_verdict(hand: &[Card]) -> Verdict {
    match hand {
        [first, second, ..] if first.rank == second.rank => win(PAIR, clause!("6.4.1")),
        _ => lose(clause!("6.4.2")),
    }
}

impl Game for PuntoBanco {
    type On = On;
    type State = ();
    type Plan = NoPlan;

    const NAME: &'static str = "punto-banco";
    const TITLE: &'static str = "Punto Banco";
    const ORDER: &'static str = "an example, written for docs/add-a-game.md";
    const DEALER: &'static str = "the Banker";
    const SHARED: Option<&'static str> = Some("the Player");
    const EXAMPLE: bool = true;
    const HOUSE: House = House {
        handling: Some(clause!("3.6")),
        void: Some(clause!("7.3")),
        cards: Some(Cards {
            decks: &[8],
            clause: clause!("2.1"),
            sources: &[Source::Shoe],
            source: clause!("2.2"),
            placing: clause!("3.4"),
            closing: clause!("3.5"),
            deal: clause!("5.1"),
            waiting: None,
            parking: None,
            shuffle: clause!("4.1"),
            pre_shuffled: None,
            burn: Burn::ByFace,
            burned: clause!("4.8"),
            by_hand: false,
            cutting: Some(Cutting {
                device: clause!("2.2"),
                during: clause!("4.6"),
                first: clause!("4.7"),
                one_more: true,
            }),
            replace: None,
            replace_after: None,
            checked: None,
            checks: None,
        }),
        pit: Pit {
            cut: Some(Cut {
                clause: clause!("4.2"),
                opening: clause!("4.2"),
                later: Cutter::Left(clause!("4.2")),
                refused: clause!("4.3"),
                depth: clause!("4.4"),
                back: clause!("4.5"),
                behind: Behind::AboutADeck(40, 64),
            }),
            ..Pit::NONE
        },
        ..House::new(clause!("3.1"), clause!("3.2"), clause!("3.3"), clause!("2.1"))
    };
    const REMEDIES: &'static [Remedy] = remedies! {
        FaceUp unless in_round => Burn "7.1";
        FaceUp => Play "7.2";
        Misdealt if in_round by supervisor "7.3" => VoidRound "7.3";
        Misdealt => Refuse "7.3";
        RunOut if in_round => VoidRound "7.4", Shuffle;
        RunOut => Refuse "7.4";
    };
    const PAYS: &'static [Pays] = &[
        On::Player.pays(PLAYER, clause!("6.1.1")),
        On::Banker.pays(BANKER, clause!("6.2.1")).rounded_down(),
        On::Tie.pays(TIE, clause!("6.3.1")),
        On::PlayerPair.pays(PAIR, clause!("6.4.1")),
        On::BankerPair.pays(PAIR, clause!("6.4.1")),
    ];
    const IN_ANY_ORDER: usize = 2;

    /// Suits make no difference; ranks do, because of the pairs.
    fn class(card: Card) -> u8 {
        card.rank.number()
    }

    fn most_cards(_areas: u32, _follows: bool) -> u32 {
        6
    }

    fn points(hand: &[Card]) -> Option<u8> {
        Some(count(hand))
    }

    fn due(table: &Table<Self>) -> Due {
        let player = table.felt().shared().cards();
        let banker = table.felt().dealer().cards();
        match (player.len(), banker.len()) {
            (0, 0) | (1, 1) => Due::Card(Place::Shared),
            (1, 0) | (2, 1) => Due::Card(Place::Dealer),
            _ if is_natural(player) || is_natural(banker) => Due::Nothing,
            (2, 2) if count(player) <= 5 => Due::Card(Place::Shared),
            (_, 2) if banker_draws(banker, player.get(2)) => Due::Card(Place::Dealer),
            _ => Due::Nothing,
        }
    }

    fn decide(table: &Table<Self>, wager: &Wager<On>) -> Option<Verdict> {
        let felt = table.felt();
        Some(verdict(wager.on, felt.shared().cards(), felt.dealer().cards()))
    }

    /// Lost wagers, then won, then stood off: 6.5.
    fn turn(_wager: &Wager<On>, verdict: &Verdict) -> u32 {
        match verdict.outcome {
            Outcome::Lose => 0,
            Outcome::Win => 1,
            _ => 2,
        }
    }

    fn carry_out(_table: &mut Table<Self>, plan: NoPlan, _effects: &mut Vec<Effect>) {
        match plan {}
    }
}
