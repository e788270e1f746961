//! Lucky Draw Baccarat: two cards against the dealer's one; a third card costs a second wager.

mod promotions;

use alloc::vec::Vec;

use crate::card::{self, Card, Rank};
use crate::clause;
use crate::clause::Clause;
use crate::effect::Effect;
use crate::expects::{Due, Place};
use crate::game::{Areas, Behind, Breach, Burn, Cards, Cut, Cutter, Cutting, Game, House, Item, LastRound, NoPlan, Paying, Pit, PreShuffled, Riffle, Short, Spare};
use crate::input::{Area, Choice, Source};
use crate::irregular::{Device, NoSpare, Remedy};
use crate::promotions::Promotions;
use crate::remedies;
use crate::money::Odds;
use crate::pays::Pays;
use crate::table::{Felt, Table, felt};
use crate::wager::{Layout, Verdict, Wager, lose, stand_off, win};
use crate::wagers;

/// Lucky Draw Baccarat: two cards against the dealer's one, and a third that costs a second wager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LuckyDrawBaccarat;

wagers! {
    /// The wager that brings an area into the round.
    Enter: Layout::area("enter", clause!("5.1.1"));
    /// The wager that buys a third card.
    Draw: Layout::area("draw", clause!("5.3"));
}

const EVEN: Odds = Odds::new(1, 1);
const LUCKY_7: Odds = Odds::new(3, 2);
const LUCKY_8: Odds = Odds::new(2, 1);
const LUCKY_9: Odds = Odds::new(3, 1);
const THREES_SUITED: Odds = Odds::new(30, 1);
const THREES_OFF_SUIT: Odds = Odds::new(9, 1);
const CHOICES: &[Choice] = &[Choice::Draw, Choice::Stand];
/// While a card dealt in error waits, it may be declined: 10.4.
const CHOICES_OF_A_CARD: &[Choice] = &[Choice::Draw, Choice::Stand, Choice::Decline];

/// Returns the point count of a hand: 3.2, 3.3.
pub fn count(hand: &[Card]) -> u8 {
    card::baccarat_count(hand)
}

/// Tells whether the dealer takes a third card on these two: 8.5.
pub fn dealer_draws(hand: &[Card]) -> bool {
    hand.len() == 2 && count(hand) <= 4
}

/// Decides a wager from the final hands.
pub fn verdict(on: On, player: &[Card], dealer: &[Card]) -> Verdict {
    let (points, dealer) = (count(player), count(dealer));
    match on {
        On::Enter if points > dealer => win(EVEN, clause!("5.1.1.1")),
        On::Enter if points < dealer => lose(clause!("5.1.1.2")),
        On::Enter => stand_off(clause!("5.1.1.3")),
        On::Draw if points > dealer => draw_wins(points, player),
        On::Draw if points < dealer => lose(clause!("5.3.2")),
        On::Draw => stand_off(clause!("5.3.3")),
    }
}

fn draw_wins(points: u8, hand: &[Card]) -> Verdict {
    let threes = hand.iter().all(|card| card.rank == Rank::Three);
    let suited = hand.iter().all(|card| card.suit == hand[0].suit);
    match points {
        9 if threes && suited => win(THREES_SUITED, clause!("9.1.5.2")),
        9 if threes => win(THREES_OFF_SUIT, clause!("9.1.5.3")),
        9 => win(LUCKY_9, clause!("9.1.5")),
        8 => win(LUCKY_8, clause!("9.1.4")),
        7 => win(LUCKY_7, clause!("9.1.3")),
        _ => win(EVEN, clause!("5.3.1")),
    }
}

impl Game for LuckyDrawBaccarat {
    type On = On;
    type State = ();
    type Plan = NoPlan;

    const NAME: &'static str = "lucky-draw-baccarat";
    const TITLE: &'static str = "Lucky Draw Baccarat";
    const ZERO: Option<&'static str> = Some("baccarat");
    const MAIN: Option<On> = Some(On::Enter);
    const PROMOTIONS: Option<Promotions> = Some(promotions::PROMOTIONS);
    const HOUSE: House = House {
        wagers: clause!("5.1"),
        chips: clause!("5.4"),
        limits: clause!("6.1"),
        found: Some(clause!("6.3")),
        handling: Some(clause!("5.8")),
        void: Some(clause!("10.8")),
        paying: Some(Paying { clause: clause!("9.2"), rekey: clause!("9.2") }),
        means: clause!("3.1"),
        touching: Some(clause!("3.6")),
        decisions: Some(clause!("8.1")),
        choices: Some(clause!("8.1")),
        areas: Some(Areas {
            count: 7,
            clause: clause!("2.1"),
            sharing: 1,
            taken: clause!("5.6"),
            reserve: None,
        }),
        cards: Some(Cards {
            decks: &[8, 3, 4, 6],
            clause: clause!("3.1"),
            sources: &[Source::Shoe, Source::Device],
            source: clause!("3.5"),
            placing: clause!("5.5"),
            closing: clause!("7.1"),
            deal: clause!("7.2"),
            waiting: Some(clause!("8.1")),
            parking: Some(clause!("10.7")),
            shuffle: clause!("4.1"),
            pre_shuffled: Some(clause!("4.3.1")),
            burn: Burn::One,
            burned: clause!("4.10"),
            by_hand: false,
            cutting: Some(Cutting {
                device: clause!("4.4"),
                during: clause!("4.1.3"),
                first: clause!("4.1.2"),
                one_more: false,
            }),
            replace: Some(clause!("3.8")),
            replace_after: Some(LastRound { clause: clause!("3.7"), device: true, asks: true }),
            checked: None,
            checks: Some(clause!("3.4")),
        }),
        variants: &[],
        jackpot: None,
        method_b: None,
        seats: false,
        pit: Pit {
            raise: Some(clause!("6.5")),
            spare: Some(Spare {
                at_once: clause!("6.5.1"),
                marker: clause!("6.5.2"),
                leaves: clause!("6.5.3"),
                ends: clause!("6.6"),
                both: clause!("6.6.1"),
                later: clause!("6.6.2"),
            }),
            own_limits: Some(clause!("6.7")),
            closing: Some(clause!("12.8")),
            vacate: None,
            standing: None,
            positions: None,
            report: None,
            late: None,
            calls: None,
            dice: None,
            variant: None,
            give_up: Some((Short::Areas, clause!("5.7"))),
            bar: Some(clause!("12.3.2")),
            exclude: Some(clause!("12.3.3")),
            detain: Some(clause!("12.3.4")),
            forfeit: Some(clause!("12.5")),
            on_duty: Some(clause!("12.2")),
            complaint: Some(clause!("12.11")),
            complaint_ends: Some(clause!("12.12")),
            riffle: Some(Riffle {
                clause: clause!("4.2"),
                binding: false,
                device: false,
                angel: Some(clause!("4.2")),
            }),
            cut: Some(Cut {
                clause: clause!("4.6"),
                opening: clause!("4.6.1"),
                later: Cutter::ByCuttingCard {
                    area: clause!("4.6.2"),
                    dealer: clause!("4.6.3"),
                    first: clause!("4.6.4"),
                    replaced: clause!("4.6.5"),
                },
                refused: clause!("4.7"),
                depth: clause!("4.8"),
                back: clause!("4.9"),
                behind: Behind::UpToHalf,
            }),
            equipment: &[
                (Item::Layout, clause!("2.2")),
                (Item::Source, clause!("2.3.1")),
                (Item::Rack, clause!("2.3.2")),
                (Item::Float, clause!("2.3.3")),
                (Item::DropBox, clause!("2.4")),
                (Item::OddsSign, clause!("2.5")),
            ],
            variant_odds: None,
            all_seats: None,
            copy: Some(clause!("12.13")),
            tokens: Some(clause!("1.1/casino promotional token")),
            breaches: &[
                (Breach::ForbiddenDevice, clause!("12.1")),
                (Breach::StaffAdvice, clause!("12.6")),
                (Breach::Advice, clause!("12.7")),
                (Breach::SideBet, clause!("12.9")),
                (Breach::CardsHandled, clause!("3.6")),
            ],
            pre_shuffled: Some(PreShuffled { last: clause!("4.3.1"), ordered: clause!("4.3.2") }),
        },
    };
    const CHOICES: &'static [Choice] = CHOICES;
    const CHOICES_OF_A_CARD: &'static [Choice] = CHOICES_OF_A_CARD;
    const PAYS: &'static [Pays] = &[
        On::Enter.pays(EVEN, clause!("5.1.1.1")).written(&["9.1.1"]),
        On::Draw.pays(EVEN, clause!("5.3.1")).written(&["9.1.2"]),
        On::Draw.pays(LUCKY_7, clause!("9.1.3")),
        On::Draw.pays(LUCKY_8, clause!("9.1.4")),
        On::Draw.pays(LUCKY_9, clause!("9.1.5")),
        On::Draw.pays(THREES_SUITED, clause!("9.1.5.2")),
        On::Draw.pays(THREES_OFF_SUIT, clause!("9.1.5.3")),
    ];
    const IN_ANY_ORDER: usize = felt::MOST_CARDS;
    const REMEDIES: &'static [Remedy] = remedies! {
        FaceUp => Burn "10.1";
        MoreFaceUp if device by supervisor "10.2" => CheckAfter "10.2";
        MoreFaceUp => Refuse "10.2";
        Astray if complete, exposed => Burn "10.6";
        Astray if dealer unless exposed => Park "10.7";
        Astray => Next "10.3";
        WrongDeal => Refuse "10.8";
        WrongCount => Refuse "10.8";
        HandWithoutWager => Refuse "10.8";
        Misdealt if in_round => AskRebuild "10.8";
        Misdealt if after => AskRebuild "10.8";
        Misdealt => Refuse "10.8";
        WrongPayment => Refuse "10.8";
        RunOut if in_round => Reload "10.10";
        RunOut => Refuse "10.10";
        MissingCard or ForeignCard if in_round by supervisor "10.15.2" =>
            VoidRound "10.15.2", WithdrawCards "10.15.3", Check "10.15.3";
        MissingCard or ForeignCard unless in_round by supervisor "10.15.2" =>
            Stands "10.15.1", WithdrawCards "10.15.3", Check "10.15.3";
        NotCut unless device => ShuffleAfter "10.12";
        NotCut => Refuse "10.12";
        NotShuffled unless device => ShuffleAfter "10.14";
        NotShuffled => Refuse "10.14";
        NotBurned => Keep "10.13";
        PoorMix if pre_shuffled by supervisor "4.3.2" => ShuffleAfter "4.3.2";
        PoorMix by supervisor "4.1.4" => ShuffleAfter "4.1.4";
        Verify by authority "3.9" => Verify "3.9";
        Unfit unless in_round by supervisor "3.8" => ReplaceCards "3.8";
        Unfit => Refuse "3.8";
        DeviceFault unless device => Refuse "11.1.1";
        DeviceFault if in_round => AskDevice "11.1";
        DeviceFault => Refuse "11.1.2";
        Conduct by supervisor "12.3.1" => VoidPlayer "12.3.1";
        Invalidate if in_round by supervisor "12.4" => Invalidate "12.4" "12.5";
        Invalidate if after by supervisor "12.4" => Invalidate "12.4" "12.5";
        Invalidate => Refuse "12.4";
        RefuseWager unless in_round by supervisor "12.10" => ReturnWager "12.10";
        RefuseWager => Refuse "12.10";
    };
    const DEVICE: Option<Device> = Some(Device::new(
        clause!("11.1"),
        [clause!("11.1.2"), clause!("11.1.3"), clause!("11.1.4"), clause!("11.1.5")],
        clause!("11.2"),
        clause!("11.3"),
        [clause!("11.3.1"), clause!("11.3.2"), clause!("11.3.3"), clause!("11.3.4")],
        clause!("11.4"),
        NoSpare::Shoe {
            applies: clause!("11.5"),
            refund: clause!("11.5.1"),
            substitute: clause!("11.5.2"),
            mix: clause!("11.5.3"),
            finish: clause!("11.5.4"),
        },
    ));

    /// Cards of one value count alike, except threes, whose suits matter.
    fn class(card: Card) -> u8 {
        match card.rank {
            Rank::Three => 10 + card.suit as u8,
            _ => count(&[card]),
        }
    }

    /// Two cards to an area, a third where one is drawn, and up to three to the dealer.
    fn most_cards(areas: u32, follows: bool) -> u32 {
        areas * if follows { 3 } else { 2 } + 3
    }

    /// A third card for each area that stands, and the dealer's where the first two count too much.
    fn ruled_out(felt: &Felt) -> u32 {
        let stands = |area: &Area| felt.choice(*area).is_some_and(|choice| choice != Choice::Draw);
        let dealer = felt.dealer().cards();
        let enough = dealer.len() == 2 && !dealer_draws(dealer);
        felt.played().filter(stands).count() as u32 + u32::from(enough)
    }

    fn follows(on: On) -> Option<Clause> {
        match on {
            On::Draw => Some(clause!("5.2")),
            On::Enter => None,
        }
    }

    fn follow_up(choice: Choice) -> Option<(On, On)> {
        (choice == Choice::Draw).then_some((On::Draw, On::Enter))
    }

    fn absent() -> Option<Choice> {
        Some(Choice::Stand)
    }

    fn points(hand: &[Card]) -> Option<u8> {
        Some(count(hand))
    }

    fn carry_out(_table: &mut Table<Self>, plan: NoPlan, _effects: &mut Vec<Effect>) {
        match plan {}
    }

    fn due(table: &Table<Self>) -> Due {
        let felt = table.felt();
        if let Some(place) = felt.lacking(1) {
            return Due::Card(place);
        }
        // Nobody chooses before every hand has its second card.
        let mut next = None;
        for area in felt.played() {
            let cards = felt.hand(area).len();
            if cards < 2 {
                return Due::Card(Place::Area(area));
            }
            next = next.or_else(|| match felt.choice(area) {
                None if table.card_waits() => Some(Due::Choice(area, CHOICES_OF_A_CARD)),
                None => Some(Due::Choice(area, CHOICES)),
                Some(Choice::Draw) if cards == 2 => Some(Due::Card(Place::Area(area))),
                Some(_) => None,
            });
        }
        if let Some(next) = next {
            return next;
        }
        let dealer = felt.dealer().cards();
        if dealer.len() == 1 || dealer_draws(dealer) {
            return Due::Card(Place::Dealer);
        }
        Due::Nothing
    }

    fn decide(table: &Table<Self>, wager: &Wager<On>) -> Option<Verdict> {
        let felt = table.felt();
        Some(verdict(wager.on, felt.hand(wager.area?).cards(), felt.dealer().cards()))
    }

    /// From the dealer's right; the order says nothing, so as at its sister games.
    fn turn(wager: &Wager<On>, _verdict: &Verdict) -> u32 {
        wager.from_right()
    }
}
