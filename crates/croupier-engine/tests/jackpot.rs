//! What a floor is told of jackpot wagers: their lights, the sweep, every way in which one goes back, and the hands
//! that hit a meter.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use croupier_engine::games::Standing;
use croupier_engine::irregular::{DeviceNumber, Irregularity, Situation};
use croupier_engine::jackpot::{Light, Link, Meter, Qualifying};
use croupier_engine::setup::{Collects, Pays};
use croupier_engine::{
    AnyTable, Area, Card, Cents, Effect, Input, Kind, Line, Outcome, Player, Setup, Spot, Why,
};

const ANN: Player = Player(1);
const BEN: Player = Player(2);
const LINK: Link =
    Link { wager: Cents(500), major: Cents(25_000_000), minor: Cents(1_200_000), mystery: true };

/// A table, and the effects of its last step.
struct Told {
    table: AnyTable,
    effects: Vec<Effect>,
}

impl Told {
    /// Opens the first game that has a jackpot, and links it.
    fn new(setup: &Setup) -> Self {
        let kind = Kind::ALL.into_iter().find(|kind| kind.house().jackpot.is_some()).unwrap();
        let mut told = Self { table: AnyTable::open(kind, setup).unwrap(), effects: Vec::new() };
        told.does(&Input::Link(Some(LINK)));
        told
    }

    fn spot(&self, player: Player, area: u8, on: &str) -> Spot {
        let on = self.table.kind().wager(on).unwrap();
        Spot { player, area: Some(Area(area)), on, mark: None, tokens: false }
    }

    fn does(&mut self, input: &Input) {
        self.effects.clear();
        let taken = self.table.step(input, &mut self.effects);
        assert_eq!(taken, Ok(()), "{input:?}");
    }

    fn refuses(&self, input: &Input) -> (&'static str, Why) {
        let refusal = self.table.decide(input).unwrap_err();
        (refusal.clause.0, refusal.why)
    }

    /// Places a Bet and a jackpot wager on an area.
    fn stakes(&mut self, player: Player, area: u8) {
        for (on, amount) in [("bet", 1000), ("jackpot", 500)] {
            let spot = self.spot(player, area, on);
            self.does(&Input::Wager { spot, amount: Cents(amount), confirmed: false });
        }
    }

    fn accepts(&mut self, player: Player, area: u8, accepted: bool) {
        let spot = self.spot(player, area, "jackpot");
        self.does(&Input::Accept { spot, accepted });
        assert_eq!(self.effects, [Effect::Accepted { spot, accepted }]);
    }

    fn cards(&mut self, cards: &str) {
        for card in cards.split_whitespace() {
            self.does(&Input::Card { card: Card::parse(card).unwrap(), from: None });
        }
    }

    fn declares(&mut self, it: Irregularity) {
        self.does(&Input::Irregular(it));
    }

    fn rules(&mut self, yes: bool) {
        self.does(&Input::Ruling { yes, by: None, hand: None, device: Some(DeviceNumber(2)) });
    }

    fn standing(&self, player: Player, area: u8) -> Option<Standing> {
        let spot = self.spot(player, area, "jackpot");
        let mut found = None;
        self.table.each_standing(|wager| {
            if wager.spot == spot {
                found = Some(wager);
            }
        });
        found
    }

    /// Returns the one line of the last step about a jackpot wager.
    fn line(&self, player: Player, area: u8) -> Line {
        let spot = self.spot(player, area, "jackpot");
        let lines = self.effects.iter().filter_map(|effect| match effect {
            Effect::Settled(line) if line.spot == spot => Some(*line),
            _ => None,
        });
        let lines: Vec<_> = lines.collect();
        assert_eq!(lines.len(), 1, "{:?}", self.effects);
        lines[0]
    }
}

fn swept() -> Setup {
    Setup { collects: Collects::ByHand, pays: Pays::ByHand, ..Setup::default() }
}

#[test]
fn each_wager_tells_its_light_and_whether_it_is_in_the_float() {
    let mut told = Told::new(&Setup { lights: true, ..swept() });
    told.stakes(ANN, 1);
    told.stakes(BEN, 2);
    let shown = |told: &Told, player, area| {
        told.standing(player, area).map(|it| (it.light, it.collected, it.carried))
    };
    assert_eq!(shown(&told, ANN, 1), Some((Some(Light::Placed), false, false)));
    told.accepts(ANN, 1, true);
    told.accepts(BEN, 2, true);
    told.accepts(BEN, 2, false);
    assert_eq!(shown(&told, ANN, 1), Some((Some(Light::Accepted), false, false)));
    assert_eq!(shown(&told, BEN, 2), Some((Some(Light::Rejected), false, false)));
    told.does(&Input::Collect);
    let ann = told.spot(ANN, 1, "jackpot");
    assert_eq!(told.line(BEN, 2).clause.0, "11.3");
    let collected = Effect::Collected { spot: ann, amount: Cents(500) };
    assert_eq!(told.effects.first(), Some(&Effect::Closed));
    assert_eq!(told.effects.last(), Some(&collected));
    assert_eq!(told.effects.len(), 3, "what is not accepted is never collected");
    told.cards("9C");
    told.does(&Input::Void);
    assert_eq!(shown(&told, ANN, 1), Some((Some(Light::Accepted), true, true)));
    let mut lights = Vec::new();
    told.stakes(BEN, 3);
    told.table.each_standing(|wager| lights.push(wager.light.map(Light::name)));
    assert_eq!(lights, [Some("accepted"), None, Some("placed")]);
}

/// The equipment takes jackpot wagers and no others, whoever asks.
#[test]
fn no_other_wager_has_a_light() {
    let mut told = Told::new(&Setup { lights: true, ..Setup::default() });
    told.stakes(ANN, 1);
    let spot = told.spot(ANN, 1, "bet");
    let input = Input::Accept { spot, accepted: true };
    assert_eq!(told.refuses(&input), ("11.3", Why::NotTakenByEquipment));
}

/// What was swept by hand was accepted: nobody says otherwise once a card is out.
#[test]
fn what_was_swept_was_accepted() {
    let mut told = Told::new(&swept());
    told.stakes(ANN, 1);
    told.does(&Input::Collect);
    told.cards("9C");
    let spot = Some(told.spot(ANN, 1, "jackpot"));
    let it = Irregularity { spot, ..Irregularity::new(Situation::NotAccepted) };
    assert_eq!(told.refuses(&Input::Irregular(it)), ("11.3", Why::CollectedAlready));
}

/// Each way back is one line with the whole stake, by which a floor takes the contribution out of the meters.
#[test]
fn every_way_back_is_one_line_with_the_whole_stake() {
    type Way = (&'static str, Outcome, fn(&mut Told));
    let ways: [Way; 6] = [
        ("5.5", Outcome::Returned, |told| {
            told.does(&Input::Withdraw(told.spot(ANN, 1, "jackpot")));
        }),
        ("5.5", Outcome::Returned, |told| told.does(&Input::Withdraw(told.spot(ANN, 1, "bet")))),
        ("14.11", Outcome::Returned, |told| {
            let spot = Some(told.spot(ANN, 1, "jackpot"));
            told.declares(Irregularity { spot, ..Irregularity::new(Situation::RefuseWager) });
        }),
        ("14.3.1", Outcome::Void, |told| {
            let mut it = Irregularity::new(Situation::Conduct);
            it.players.add(ANN);
            told.declares(it);
        }),
        ("14.5", Outcome::Void, |told| {
            told.cards("9C");
            told.declares(Irregularity::new(Situation::Invalidate));
        }),
        ("13.4", Outcome::Void, |told| {
            told.cards("9C");
            told.declares(Irregularity::new(Situation::DeviceFault));
            told.rules(true);
        }),
    ];
    for (clause, outcome, way) in ways {
        let mut told = Told::new(&swept());
        told.stakes(ANN, 1);
        told.stakes(BEN, 2);
        told.does(&Input::Collect);
        way(&mut told);
        let line = told.line(ANN, 1);
        assert_eq!((line.clause.0, line.outcome), (clause, outcome));
        assert_eq!((line.stake, line.back, line.pays), (Cents(500), Cents(500), Cents::ZERO));
        assert_eq!(told.standing(ANN, 1), None, "{clause}: it is gone");
    }
}

/// A void round gives nothing back, and the wager that waits is given back once when its player leaves.
#[test]
fn a_carried_wager_goes_back_when_its_player_leaves() {
    let mut told = Told::new(&swept());
    told.stakes(ANN, 1);
    told.does(&Input::Collect);
    told.cards("9C");
    told.does(&Input::Void);
    let spot = told.spot(ANN, 1, "jackpot");
    let carried =
        |effect: &Effect| matches!(effect, Effect::Carried { spot: it, .. } if *it == spot);
    assert_eq!(told.effects.iter().filter(|effect| carried(effect)).count(), 1);
    told.does(&Input::Withdraw(spot));
    assert_eq!((told.line(ANN, 1).clause.0, told.line(ANN, 1).back), ("12.12.1", Cents(500)));
}

/// What was paid by hand and is then invalid goes back as a correction, not as a line.
#[test]
fn a_paid_wager_of_an_invalid_outcome_goes_back_as_a_correction() {
    let mut told = Told::new(&swept());
    told.stakes(ANN, 1);
    told.stakes(BEN, 2);
    told.does(&Input::Collect);
    told.cards("9C 9H 9S 8D 8H 8C 7H 7D 6D");
    for on in ["bet", "jackpot"] {
        told.does(&Input::Paid(Some(told.spot(BEN, 2, on))));
    }
    told.declares(Irregularity::new(Situation::Invalidate));
    assert_eq!(told.line(ANN, 1).outcome, Outcome::Void);
    let spot = told.spot(BEN, 2, "jackpot");
    let corrected = told.effects.iter().find_map(|effect| match effect {
        Effect::Corrected(it) if it.now.spot == spot => Some(*it),
        _ => None,
    });
    let it = corrected.unwrap();
    assert_eq!((it.was.outcome, it.now.outcome), (Outcome::Lose, Outcome::Void));
    assert_eq!((it.now.back, it.stands_again()), (Cents(500), false));
}

#[test]
fn hands_that_hit_a_meter_are_listed_until_they_are_paid() {
    let mut told = Told::new(&swept());
    told.stakes(ANN, 1);
    told.stakes(BEN, 2);
    told.does(&Input::Collect);
    told.cards("AD AH 2C AD AH 3C AD AH");
    assert!(told.table.meter_hits().is_empty(), "the last card is still to come");
    told.cards("4C");
    let hits = told.table.meter_hits();
    let kind = told.table.kind();
    let shown: Vec<_> = hits
        .iter()
        .map(|hit| {
            assert_eq!(kind.meter_hit(hit.line.spot.on, hit.line.clause), Some(hit.meter));
            (hit.line.spot.player, hit.meter, hit.line.pays, kind.qualifying(hit.hand.cards()))
        })
        .collect();
    let expected = [
        (BEN, Meter::Minor, LINK.minor, Some(Qualifying::ThreeOfHearts)),
        (ANN, Meter::Major, LINK.major, Some(Qualifying::ThreeOfDiamonds)),
    ];
    assert_eq!(shown, expected);
    for on in ["bet", "jackpot"] {
        told.does(&Input::Paid(Some(told.spot(BEN, 2, on))));
    }
    assert_eq!(told.table.meter_hits(), hits[1..]);
    // In a round that is dealt again, the hands are those of the new one.
    told.declares(Irregularity::new(Situation::Misdealt));
    told.rules(true);
    assert!(told.table.meter_hits().is_empty());
    told.cards("AS AH 2C AS AH 3C AS 9H 4C");
    let hits = told.table.meter_hits();
    assert_eq!(hits.len(), 1);
    let hit = hits[0];
    let hand = told.table.kind().qualifying(hit.hand.cards());
    assert_eq!(
        (hit.line.spot.player, hit.meter, hand),
        (ANN, Meter::Minor, Some(Qualifying::ThreeOfSpades))
    );
    told.does(&Input::Paid(None));
    assert!(told.table.meter_hits().is_empty());
}

#[test]
fn every_hand_that_qualifies_has_a_code() {
    let told = Told::new(&Setup::default());
    let of = |cards: &str| {
        let cards: Vec<_> = cards.split_whitespace().map(|it| Card::parse(it).unwrap()).collect();
        told.table.kind().qualifying(&cards)
    };
    let hands =
        ["AD AD AD", "AH AH AH", "AS AS AS", "AC AC AC", "AD AD AS", "9C AH AH", "AH KD AD"];
    for (hand, qualifying) in hands.into_iter().zip(Qualifying::ALL) {
        assert_eq!(of(hand), Some(qualifying), "{hand}");
        assert_eq!(Qualifying::named(qualifying.name()), Some(qualifying));
    }
    assert_eq!(of("AD KD QD"), None);
    assert_eq!(of(""), None);
    for light in Light::ALL {
        assert_eq!(Light::named(light.name()), Some(light));
    }
}

/// Where a game has no jackpot there is nothing to link, accept or collect.
#[test]
fn other_games_have_none_of_it() {
    for kind in Kind::ALL.into_iter().filter(|kind| kind.house().jackpot.is_none()) {
        let table = AnyTable::open(kind, &Setup::default()).unwrap();
        let clause = kind.house().wagers;
        let spot = Spot {
            player: ANN,
            area: Some(Area(1)),
            on: croupier_engine::WagerId(0),
            mark: None,
            tokens: false,
        };
        let accept = Input::Accept { spot, accepted: true };
        for input in [Input::Link(Some(LINK)), Input::Link(None), accept, Input::Collect] {
            assert_eq!(table.decide(&input).unwrap_err().clause, clause, "{input:?}");
        }
        assert_eq!(kind.priced(), None);
        let lights = Setup { lights: true, ..Setup::default() };
        let sweep = Setup { collects: Collects::ByHand, ..Setup::default() };
        for setup in [lights, sweep] {
            assert_eq!(AnyTable::open(kind, &setup).unwrap_err().why, Why::GameWithoutJackpot);
        }
    }
}
