//! Three Card Baccarat, and its Even Money variant: three cards each, pictures break ties.

mod promotions;

use core::cmp::Ordering;

use alloc::vec::Vec;

use crate::card::{self, Card};
use crate::clause;
use crate::clause::Clause;
use crate::effect::{Effect, Outcome, Refusal};
use crate::expects::{Due, Place};
use crate::game::{Areas, Behind, Breach, Burn, Cards, Cut, Cutter, Cutting, Game, HandOrder, House, Item, LastRound, OwnPlan, Paying, Pit, Riffle, Short, Spare};
use crate::input::{Area, Input, Player, Source};
use crate::irregular::{Device, NoSpare, Remedy};
use crate::money::Odds;
use crate::pays::Pays;
use crate::promotions::Promotions;
use crate::remedies;
use crate::setup::Method;
use crate::table::{Cost, Key, Table, felt};
use crate::wager::{Layout, Mark, Verdict, Wager, lose, stand_off, win};
use crate::wagers;
use crate::why::Why;

/// Three Card Baccarat: three cards each, with its Even Money variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreeCardBaccarat;

wagers! {
    /// The wager on a Player hand.
    Player: Layout::area("player", clause!("5.1.1"));
    /// The wager that a Player hand and the Banker hand are of the same order.
    Tie: Layout::area("tie", clause!("5.1.2"));
    /// The wager that the Banker hand is three pictures.
    ThreePictures: Layout::table("three-pictures", clause!("5.1.3"));
    /// The wager on the point count of the Banker hand.
    BankerTotal: Layout::table("banker-total", clause!("5.1.4")).on(Mark::Point(&POINTS));
}

const POINTS: [u8; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const PLAYER: Odds = Odds::new(19, 20);
const EVEN_MONEY: Odds = Odds::new(1, 1);
const EVEN_MONEY_SIX: Odds = Odds::new(1, 2);
const TIE: Odds = Odds::new(21, 1);
const THREE_PICTURES: Odds = Odds::new(70, 1);
const BANKER_TOTAL: Odds = Odds::new(8, 1);

/// Returns the point count of a hand: 3.2, 3.3.
pub fn count(hand: &[Card]) -> u8 {
    card::baccarat_count(hand)
}

/// Returns the order of a hand of three cards, from 1, the highest, to 31: 7.2.
pub fn order(hand: &[Card]) -> u8 {
    match pictures(hand) {
        3 => 1,
        pictures => 1 + 3 * (9 - count(hand)) + (3 - pictures),
    }
}

fn pictures(hand: &[Card]) -> u8 {
    hand.iter().filter(|card| card.rank.is_picture()).count() as u8
}

/// Decides a wager on a Player hand, or a Tie, from both hands; `None` for the others.
pub fn hand_verdict(on: On, even_money: bool, player: &[Card], banker: &[Card]) -> Option<Verdict> {
    match on {
        On::Player => Some(player_verdict(even_money, player, banker)),
        On::Tie if order(player) == order(banker) => Some(win(TIE, clause!("5.1.2"))),
        On::Tie => Some(lose(clause!("5.1.2"))),
        On::ThreePictures | On::BankerTotal => None,
    }
}

fn player_verdict(even_money: bool, player: &[Card], banker: &[Card]) -> Verdict {
    let pictures = order(player) == 1;
    match order(player).cmp(&order(banker)) {
        Ordering::Equal if pictures => stand_off(clause!("5.1.1.1")),
        Ordering::Equal => stand_off(clause!("5.1.1.4")),
        Ordering::Greater => lose(clause!("5.1.1.3")),
        Ordering::Less if even_money && count(player) == 6 => {
            win(EVEN_MONEY_SIX, clause!("11.2.1"))
        }
        Ordering::Less => {
            let odds = if even_money { EVEN_MONEY } else { PLAYER };
            win(odds, if pictures { clause!("5.1.1.1") } else { clause!("5.1.1.2") })
        }
    }
}

/// Decides a wager on the Banker hand alone; `None` for the others.
pub fn banker_verdict(on: On, point: Option<u8>, banker: &[Card]) -> Option<Verdict> {
    Some(match on {
        On::ThreePictures if order(banker) == 1 => win(THREE_PICTURES, clause!("5.1.3")),
        On::ThreePictures => lose(clause!("5.1.3")),
        On::BankerTotal if point == Some(count(banker)) => win(BANKER_TOTAL, clause!("5.1.4")),
        On::BankerTotal => lose(clause!("5.1.4")),
        On::Player | On::Tie => return None,
    })
}

impl Game for ThreeCardBaccarat {
    type On = On;
    type State = ();
    type Plan = Plan;

    const NAME: &'static str = "three-card-baccarat";
    const TITLE: &'static str = "Three Card Baccarat";
    const DEALER: &'static str = "the Banker";
    const ZERO: Option<&'static str> = Some("baccarat");
    const MAIN: Option<On> = Some(On::Player);
    const PROMOTIONS: Option<Promotions> = Some(promotions::PROMOTIONS);
    const HOUSE: House = House {
        wagers: clause!("5.1"),
        chips: clause!("5.3"),
        limits: clause!("6.1"),
        found: Some(clause!("6.3")),
        handling: Some(clause!("5.5")),
        void: Some(clause!("12.6")),
        paying: Some(Paying { clause: clause!("9.10"), rekey: clause!("9.10") }),
        means: clause!("3.1"),
        touching: Some(clause!("3.8")),
        decisions: Some(clause!("5.1")),
        choices: Some(clause!("5.1")),
        areas: Some(Areas {
            count: 9,
            clause: clause!("2.1"),
            sharing: 3,
            taken: clause!("5.6"),
            reserve: None,
        }),
        cards: Some(Cards {
            decks: &[8, 6],
            clause: clause!("3.1"),
            sources: &[Source::Shoe, Source::Device],
            source: clause!("3.7"),
            placing: clause!("5.4"),
            closing: clause!("8.1"),
            deal: clause!("8.1"),
            waiting: Some(clause!("9.8")),
            parking: None,
            shuffle: clause!("4.1"),
            pre_shuffled: None,
            burn: Burn::ByFace,
            burned: clause!("4.11"),
            by_hand: false,
            cutting: Some(Cutting {
                device: clause!("4.9"),
                during: clause!("4.7"),
                first: clause!("4.8"),
                one_more: true,
            }),
            replace: Some(clause!("3.10")),
            replace_after: Some(LastRound { clause: clause!("3.9"), device: true, asks: true }),
            checked: Some(clause!("3.5")),
            checks: None,
        }),
        variants: &["even-money"],
        jackpot: None,
        method_b: Some(clause!("9.3")),
        seats: true,
        pit: Pit {
            raise: Some(clause!("6.5")),
            spare: Some(Spare {
                at_once: clause!("6.5.1"),
                marker: clause!("6.5.1.1"),
                leaves: clause!("6.5.1.2"),
                ends: clause!("6.5.2"),
                both: clause!("6.5.3"),
                later: clause!("6.5.4"),
            }),
            own_limits: Some(clause!("6.6")),
            closing: Some(clause!("14.9")),
            vacate: Some(clause!("14.10")),
            standing: Some(clause!("5.10")),
            positions: Some(clause!("5.12")),
            report: None,
            late: None,
            calls: None,
            dice: None,
            variant: Some(clause!("14.8")),
            give_up: Some((Short::Seats, clause!("5.7"))),
            bar: Some(clause!("14.3.2")),
            exclude: Some(clause!("14.3.3")),
            detain: Some(clause!("14.3.4")),
            forfeit: Some(clause!("14.5")),
            on_duty: Some(clause!("14.2")),
            complaint: Some(clause!("14.13")),
            complaint_ends: Some(clause!("14.14")),
            riffle: Some(Riffle {
                clause: clause!("4.2"),
                binding: true,
                device: false,
                angel: Some(clause!("4.2")),
            }),
            cut: Some(Cut {
                clause: clause!("4.3"),
                opening: clause!("4.3.1"),
                later: Cutter::Left(clause!("4.3.2")),
                refused: clause!("4.4"),
                depth: clause!("4.5"),
                back: clause!("4.6"),
                behind: Behind::AboutADeck(40, 64),
            }),
            equipment: &[
                (Item::Layout, clause!("2.2")),
                (Item::Source, clause!("2.3.1")),
                (Item::Rack, clause!("2.3.2")),
                (Item::Marker, clause!("2.3.3")),
                (Item::Float, clause!("2.3.4")),
                (Item::DropBox, clause!("2.3")),
            ],
            variant_odds: Some(clause!("2.4")),
            all_seats: None,
            copy: Some(clause!("14.15")),
            tokens: Some(clause!("1.1/casino promotional token")),
            breaches: &[
                (Breach::ForbiddenDevice, clause!("14.1")),
                (Breach::StaffAdvice, clause!("14.6")),
                (Breach::Advice, clause!("14.7")),
                (Breach::SideBet, clause!("14.11")),
                (Breach::CardsHandled, clause!("3.8")),
                (Breach::CardsAway, clause!("9.7")),
            ],
            pre_shuffled: None,
        },
    };
    const REMEDIES: &'static [Remedy] = remedies! {
        FaceUp unless in_round => Burn "12.8";
        FaceUp => Play "12.9";
        Disclosed unless in_round => Burn "12.8";
        Disclosed => Refuse "12.8";
        MoreFaceUp if device by supervisor "12.9.1" => CheckAfter "12.9.1";
        MoreFaceUp => Refuse "12.9.1";
        Astray => Refuse "12.1";
        WrongDeal if in_round unless handled => Misdeal "12.1" "12.3";
        WrongDeal => Refuse "12.1";
        WrongCount if dealer, right_count => Refuse "12.2";
        WrongCount if right_count => Refuse "12.5";
        WrongCount if in_round, dealer => Misdeal "12.2" "12.3";
        WrongCount if dealer => Refuse "12.2";
        WrongCount if in_round, handled, played => VoidHand "12.5";
        WrongCount if in_round, played unless handled => Misdeal "12.1" "12.3";
        WrongCount => Refuse "12.5";
        HandWithoutWager if in_round, handled unless played => Discard "12.4";
        HandWithoutWager if in_round unless handled, played => Misdeal "12.1" "12.3";
        HandWithoutWager => Refuse "12.4";
        Misdealt => Refuse "12.6";
        WrongPayment if in_round => AskRebuild "12.6";
        WrongPayment if after => AskRebuild "12.6";
        WrongPayment => Refuse "12.6";
        RunOut if in_round => VoidRound "12.7", Shuffle;
        RunOut => Refuse "12.7";
        MissingCard or ForeignCard if in_round by supervisor "12.13.2" =>
            VoidRound "12.13.2", WithdrawCards "12.13.3", Check "12.13.3", AskReverse "12.13.2";
        MissingCard or ForeignCard unless in_round by supervisor "12.13.2" =>
            Stands "12.13.1", WithdrawCards "12.13.3", Check "12.13.3";
        NotCut unless device => ShuffleAfter "12.10";
        NotCut => Refuse "12.10";
        NotShuffled unless device => ShuffleAfter "12.12";
        NotShuffled => Refuse "12.12";
        NotBurned => Keep "12.11";
        PoorMix by supervisor "4.1.3" => ShuffleAfter "4.1.3";
        Verify => Refuse "3.5";
        Unfit unless in_round by supervisor "3.10" => ReplaceCards "3.10";
        Unfit => Refuse "3.10";
        DeviceFault unless device => Refuse "13.1.1";
        DeviceFault if in_round => AskDevice "13.1";
        DeviceFault => Refuse "13.1.2";
        Conduct by supervisor "14.3.1" => VoidPlayer "14.3.1";
        Invalidate if in_round by supervisor "14.4" => Invalidate "14.4" "14.5";
        Invalidate if after by supervisor "14.4" => Invalidate "14.4" "14.5";
        Invalidate => Refuse "14.4";
        RefuseWager unless in_round by supervisor "14.12" => ReturnWager "14.12";
        RefuseWager => Refuse "14.12";
    };
    const HAND_ALONE: bool = true;
    const DEVICE: Option<Device> = Some(Device::new(
        clause!("13.1"),
        [clause!("13.1.2"), clause!("13.1.3"), clause!("13.1.4"), clause!("13.1.5")],
        clause!("13.2"),
        clause!("13.3"),
        [clause!("13.3.1"), clause!("13.3.2"), clause!("13.3.3"), clause!("13.3.4")],
        clause!("13.4"),
        NoSpare::Shoe {
            applies: clause!("13.5"),
            refund: clause!("13.5.1"),
            substitute: clause!("13.5.2"),
            mix: clause!("13.5.3"),
            finish: clause!("13.5.4"),
        },
    ));
    const PAYS: &'static [Pays] = &[
        On::Player.pays(PLAYER, clause!("5.1.1.1")).written(&["11.1.1"]).plain(),
        On::Player.pays(PLAYER, clause!("5.1.1.2")).written(&["11.1.1"]).plain(),
        On::Player.pays(EVEN_MONEY, clause!("5.1.1.1")).variant(0),
        On::Player.pays(EVEN_MONEY, clause!("5.1.1.2")).variant(0),
        // This clause writes two prices; it is cited for the lower one.
        On::Player.pays(EVEN_MONEY_SIX, clause!("11.2.1")).variant(0),
        On::Tie.pays(TIE, clause!("5.1.2")).written(&["11.1.3"]).plain(),
        On::Tie.pays(TIE, clause!("5.1.2")).written(&["11.2.3"]).variant(0),
        On::ThreePictures.pays(THREE_PICTURES, clause!("5.1.3")).written(&["11.1.4"]).plain(),
        On::ThreePictures.pays(THREE_PICTURES, clause!("5.1.3")).written(&["11.2.4"]).variant(0),
        On::BankerTotal.pays(BANKER_TOTAL, clause!("5.1.4")).written(&["11.1.2"]).plain(),
        On::BankerTotal.pays(BANKER_TOTAL, clause!("5.1.4")).written(&["11.2.2"]).variant(0),
    ];
    const IN_ANY_ORDER: usize = felt::MOST_CARDS;

    /// Pictures count nothing, and so does a ten, but only pictures break ties.
    fn class(card: Card) -> u8 {
        if card.rank.is_picture() { 0 } else { card.rank.number() }
    }

    fn most_cards(areas: u32, _follows: bool) -> u32 {
        (areas + 1) * 3
    }

    fn needs(on: On) -> Option<(On, Clause)> {
        match on {
            On::Tie => Some((On::Player, clause!("5.2.2"))),
            On::Player | On::ThreePictures | On::BankerTotal => None,
        }
    }

    fn can_deal(table: &Table<Self>) -> bool {
        !table.book().is_empty()
    }

    fn points(hand: &[Card]) -> Option<u8> {
        Some(count(hand))
    }

    fn hand_order(hand: &[Card]) -> Option<HandOrder> {
        let order = || HandOrder { place: order(hand), pictures: pictures(hand), points: count(hand) };
        (hand.len() == 3).then(order)
    }

    /// The Banker hand is declared when it lies complete and face up (9.8), and its total is marked (9.9).
    fn declare(table: &Table<Self>, effects: &mut Vec<Effect>) {
        let felt = table.felt();
        let shown = table.rules().method == Method::A || felt.dealer_is_turned();
        let banker = felt.dealer().cards();
        if shown && banker.len() == 3 && felt.lacking(3).is_none() {
            let (points, order) = (count(banker), order(banker));
            effects.push(Effect::Declared { points, order, clause: clause!("9.8") });
            effects.push(Effect::Marked { points, clause: clause!("9.9") });
        }
    }

    fn due(table: &Table<Self>) -> Due {
        let felt = table.felt();
        if let Some(place) = felt.lacking(3) {
            return Due::Card(place);
        }
        if table.rules().method == Method::A {
            return Due::Nothing;
        }
        let unseen = |&area: &Area| felt.turned().contains(area) && felt.hand(area).unseen() > 0;
        if let Some(area) = felt.played().find(unseen) {
            return Due::Face(Place::Area(area));
        }
        if felt.dealer_is_turned() {
            let told = felt.dealer().unseen() == 0;
            return if told { Due::Nothing } else { Due::Face(Place::Dealer) };
        }
        let closed = felt.played().find(|&area| !felt.turned().contains(area));
        Due::Turn(closed.map_or(Place::Dealer, Place::Area))
    }

    fn decide(table: &Table<Self>, wager: &Wager<On>) -> Option<Verdict> {
        let felt = table.felt();
        let banker = felt.dealer().cards();
        match wager.area {
            Some(area) => {
                let even_money = table.rules().variant.is_some();
                hand_verdict(wager.on, even_money, felt.hand(area).cards(), banker)
            }
            None => banker_verdict(wager.on, wager.mark, banker),
        }
    }

    /// Lost wagers, then won, then stood off (9.10), each from the dealer's right.
    fn turn(wager: &Wager<On>, verdict: &Verdict) -> u32 {
        let group = match verdict.outcome {
            Outcome::Lose => 0,
            Outcome::Win => 1,
            _ => 2,
        };
        group * 1000 + wager.from_right()
    }

    fn plan(table: &Table<Self>, input: &Input) -> Result<Plan, Refusal> {
        match *input {
            Input::Look { player, area } => {
                may_touch(table, player, area)?;
                Ok(Plan::Look)
            }
            Input::Turn { area: Some(area), player } => {
                check_turn(table, area, player)?;
                Ok(Plan::Turn { area, by_player: player.is_some() })
            }
            Input::Turn { area: None, player } => {
                check_turn_banker(table, player)?;
                Ok(Plan::TurnBanker)
            }
            Input::FaceDown => Err(Refusal::new(clause!("9.2"), Why::DealtFaceUp)),
            _ => Err(crate::game::unknown_to(&Self::HOUSE, input)),
        }
    }

    fn carry_out(table: &mut Table<Self>, plan: Plan, effects: &mut Vec<Effect>) {
        match plan {
            Plan::Look => table.handled = true,
            Plan::Turn { area, by_player } => {
                table.felt.turn(area);
                table.handled |= by_player;
                effects.push(Effect::Turned(Place::Area(area)));
            }
            Plan::TurnBanker => {
                table.felt.turn_dealer();
                effects.push(Effect::Turned(Place::Dealer));
                Self::declare(table, effects);
                table.proceed(effects);
            }
        }
    }
}

/// What is done with hands that lie face down, under Method B.
#[derive(Clone, Copy, Debug)]
pub enum Plan {
    /// A player takes cards up.
    Look,
    /// A Player hand is turned face up.
    Turn {
        /// The area on which it lies.
        area: Area,
        /// Its player turns it; else the dealer does.
        by_player: bool,
    },
    /// The Banker hand is turned face up.
    TurnBanker,
}

impl OwnPlan for Plan {
    fn cost(&self) -> Option<Cost> {
        match self {
            Self::Look | Self::Turn { .. } | Self::TurnBanker => None,
        }
    }
}

/// Checks that a Player hand may be turned face up, by its player or the dealer (9.5, 9.6).
fn check_turn(
    table: &Table<ThreeCardBaccarat>,
    area: Area,
    player: Option<Player>,
) -> Result<(), Refusal> {
    if let Some(player) = player {
        may_touch(table, player, area)?;
    }
    if table.rules().method == Method::A {
        return Err(Refusal::new(clause!("9.2"), Why::DealtFaceUp));
    }
    if !matches!(waits_for(table), Due::Turn(_) | Due::Face(Place::Area(_))) {
        return Err(Refusal::new(clause!("9.3"), Why::HandsNotDealt));
    }
    if !table.felt().played().contains(area) || table.felt().turned().contains(area) {
        return Err(Refusal::new(clause!("9.3"), Why::NoHandToTurn));
    }
    Ok(())
}

/// Checks that the Banker hand may be turned face up, after all others (9.8).
fn check_turn_banker(
    table: &Table<ThreeCardBaccarat>,
    player: Option<Player>,
) -> Result<(), Refusal> {
    if player.is_some() {
        return Err(Refusal::new(clause!("9.3"), Why::DealerKeepsBanker));
    }
    if waits_for(table) != Due::Turn(Place::Dealer) {
        return Err(Refusal::new(clause!("9.8"), Why::BankerIsLast));
    }
    Ok(())
}

/// Returns what is due in a coup.
fn waits_for(table: &Table<ThreeCardBaccarat>) -> Due {
    if table.felt().in_round() { ThreeCardBaccarat::due(table) } else { Due::Nothing }
}

/// Checks that a player may take up the cards of an area: Method B, and only where seated.
fn may_touch(table: &Table<ThreeCardBaccarat>, player: Player, area: Area) -> Result<(), Refusal> {
    if table.rules().method == Method::A {
        return Err(Refusal::new(clause!("9.2"), Why::MethodWithoutTouching));
    }
    if seat(table, player) != Some(area) {
        return Err(Refusal::new(clause!("5.8"), Why::NotSeatedThere));
    }
    let felt = table.felt();
    if !felt.played().contains(area) || felt.hand(area).is_empty() || felt.turned().contains(area) {
        return Err(Refusal::new(clause!("9.3"), Why::NoCardsToTakeUp));
    }
    Ok(())
}

/// Returns where a player sits: at the seat given; else, and for one who stands and is approved (5.10), at the
/// first area with a wager of theirs.
fn seat(table: &Table<ThreeCardBaccarat>, player: Player) -> Option<Area> {
    let seats = &table.rules().seats;
    if let Some(at) = seats.iter().position(|&seated| seated == Some(player)) {
        return u8::try_from(at + 1).ok().map(Area);
    }
    if !seats.is_empty() && !table.rules().is_approved(player) {
        return None;
    }
    let on = On::Player;
    table.felt().played().find(|&area| {
        table.book().stake(&Key { player, area: Some(area), on, mark: None }).is_some()
    })
}
