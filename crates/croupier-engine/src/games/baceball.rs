//! bACEball: three cards against the dealer's three, with strikes, home runs and a jackpot.

mod promotions;

use alloc::vec::Vec;

use crate::card::{Card, Rank, Suit};
use crate::clause;
use crate::clause::Clause;
use crate::effect::{Effect, Line, Outcome, Refusal};
use crate::expects::Due;
use crate::game::{Areas, Bid, Breach, Burn, Cards, Carry, Game, House, Item, Jackpots, OwnPlan, Paying, Pit, Riffle, Short, Spare, unknown_to};
use crate::input::{Area, Input, Player, Source};
use crate::irregular::{Device, NoSpare, Remedy};
use crate::jackpot::{Jackpot, Meter, Prizes, Qualifying};
use crate::money::{Cents, Odds};
use crate::pays::Pays;
use crate::promotions::Promotions;
use crate::remedies;
use crate::setup::Setup;
use crate::table::{Cost, Key, Rules, Table};
use crate::wager::{Layout, Verdict, Wager, lose, prize, stand_off, win};
use crate::wagers;
use crate::why::Why;

/// bACEball: three cards against the dealer's three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baceball;

wagers! {
    /// The wager on the higher total, without which there is no hand.
    Bet: Layout::area("bet", clause!("5.1.1"));
    /// The wager that the first card is worth ten.
    Strike1: Layout::area("strike-1", clause!("5.1.2"));
    /// The wager that the second card is worth ten.
    Strike2: Layout::area("strike-2", clause!("5.1.3"));
    /// The wager that the third card is worth ten.
    Strike3: Layout::area("strike-3", clause!("5.1.4"));
    /// The wager that all three cards are worth ten.
    StrikeOut: Layout::area("strike-out", clause!("5.1.5"));
    /// The wager on two or three aces.
    Jackpot: Layout::area("jackpot", clause!("5.1.6"));
}

const BET: Odds = Odds::new(1, 1);
const HOME_RUN: Odds = Odds::new(10, 1);
const STRIKE: Odds = Odds::new(2, 1);
const STRIKE_OUT: Odds = Odds::new(30, 1);
const THREE_ACES_MIXED: Odds = Odds::new(300, 1);
const TWO_ACES_SUITED: Odds = Odds::new(50, 1);
const TWO_ACES_MIXED: Odds = Odds::new(20, 1);
/// A meter goes to one player, or is shared by several.
const MAJOR_ALONE: Clause = clause!("11.9.1");
const MAJOR_SHARED: Clause = clause!("11.13.1");
const MINOR_ALONE: Clause = clause!("11.9.2");
const MINOR_SHARED: Clause = clause!("11.13.2");
const MAJOR_FLOOR: Cents = Cents(10_000_000);
const MINOR_FLOOR: Cents = Cents(1_000_000);

/// Returns the value of a card: 3.3.
pub const fn value(card: Card) -> u8 {
    match card.rank {
        Rank::Ace => 11,
        Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 10,
        other => other.number(),
    }
}

/// Returns the point count of a hand.
pub fn count(hand: &[Card]) -> u8 {
    hand.iter().map(|&card| value(card)).sum()
}

fn is_strike(card: Option<&Card>) -> bool {
    card.is_some_and(|&card| value(card) == 10)
}

fn is_home_run(hand: &[Card]) -> bool {
    hand.iter().all(|card| card.rank == Rank::Ace)
}

fn is_strike_out(hand: &[Card]) -> bool {
    hand.iter().all(|card| is_strike(Some(card)))
}

/// Decides a wager from both hands of three cards; `None` for the jackpot, which has its own rule.
pub fn verdict(on: On, player: &[Card], dealer: &[Card]) -> Option<Verdict> {
    Some(match on {
        On::Bet => bet_verdict(player, dealer),
        On::Strike1 if is_strike(player.first()) => win(STRIKE, clause!("5.1.2.1")),
        On::Strike1 => lose(clause!("5.1.2.2")),
        On::Strike2 if is_strike(player.get(1)) => win(STRIKE, clause!("5.1.3.1")),
        On::Strike2 => lose(clause!("5.1.3.2")),
        On::Strike3 if is_strike(player.get(2)) => win(STRIKE, clause!("5.1.4.1")),
        On::Strike3 => lose(clause!("5.1.4.2")),
        On::StrikeOut if is_strike_out(player) => win(STRIKE_OUT, clause!("5.1.5.1")),
        On::StrikeOut => lose(clause!("5.1.5.2")),
        On::Jackpot => return None,
    })
}

fn bet_verdict(player: &[Card], dealer: &[Card]) -> Verdict {
    let (points, dealer) = (count(player), count(dealer));
    if is_home_run(player) {
        win(HOME_RUN, clause!("5.1.1.2"))
    } else if is_strike_out(player) {
        lose(clause!("5.1.1.4"))
    } else if points > dealer {
        win(BET, clause!("5.1.1.1"))
    } else if points < dealer {
        lose(clause!("5.1.1.3"))
    } else {
        stand_off(clause!("5.1.1.5"))
    }
}

/// What the aces of a hand are worth in the jackpot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aces {
    /// Three of diamonds: the major meter.
    Major,
    /// Three of one other suit: the minor meter.
    Minor,
    /// Three of more than one suit: a multiple of the wager.
    ThreeMixed,
    /// Two of one suit.
    TwoSuited,
    /// Two of two suits.
    TwoMixed,
    /// At most one: nothing is won.
    Nothing,
}

/// Judges the aces of a hand: 11.9, 11.10.
pub fn aces(hand: &[Card]) -> Aces {
    let mut suits = hand.iter().filter(|card| card.rank == Rank::Ace).map(|card| card.suit);
    match (suits.next(), suits.next(), suits.next()) {
        (Some(a), Some(b), Some(c)) if a != b || b != c => Aces::ThreeMixed,
        (Some(Suit::Diamonds), Some(_), Some(_)) => Aces::Major,
        (Some(_), Some(_), Some(_)) => Aces::Minor,
        (Some(a), Some(b), None) if a == b => Aces::TwoSuited,
        (Some(_), Some(_), None) => Aces::TwoMixed,
        (_, _, _) => Aces::Nothing,
    }
}

/// Decides a jackpot wager on `hand`, of which `sharing` hands hit the same meter.
pub fn jackpot_verdict(hand: &[Card], sharing: u64, jackpot: &Jackpot, chip: Cents) -> Verdict {
    let times = |odds: Odds| jackpot.wager.share_up(odds.wins.into(), odds.per.into(), chip);
    let share = |meter: Cents, floor| meter.max(floor).share_up(1, sharing.max(1), chip);
    match aces(hand) {
        Aces::Major => {
            let clause = if sharing > 1 { MAJOR_SHARED } else { MAJOR_ALONE };
            prize(share(jackpot.major, MAJOR_FLOOR), clause)
        }
        Aces::Minor => {
            let clause = if sharing > 1 { MINOR_SHARED } else { MINOR_ALONE };
            prize(share(jackpot.minor, MINOR_FLOOR), clause)
        }
        Aces::ThreeMixed => prize(times(THREE_ACES_MIXED), clause!("11.10.1")),
        Aces::TwoSuited => prize(times(TWO_ACES_SUITED), clause!("11.10.2")),
        Aces::TwoMixed => prize(times(TWO_ACES_MIXED), clause!("11.10.3")),
        Aces::Nothing => lose(clause!("5.1.6.2")),
    }
}

impl Game for Baceball {
    type On = On;
    type State = ();
    type Plan = Mystery;

    const NAME: &'static str = "baceball";
    const TITLE: &'static str = "bACEball";
    const MAIN: Option<On> = Some(On::Bet);
    /// Games with hands of three cards: 11.6.3.
    const POOL: &'static [&'static str] =
        &["baceball", "blackjack", "blackjack-challenge", "pinkjack"];
    const PROMOTIONS: Option<Promotions> = Some(promotions::PROMOTIONS);
    const HOUSE: House = House {
        wagers: clause!("5.1"),
        chips: clause!("5.3"),
        limits: clause!("6.1"),
        found: Some(clause!("6.3")),
        handling: Some(clause!("5.5")),
        void: Some(clause!("12.5")),
        paying: Some(Paying { clause: clause!("8.1.1"), rekey: clause!("8.1") }),
        means: clause!("3.1"),
        touching: Some(clause!("3.7")),
        decisions: Some(clause!("5.1")),
        choices: Some(clause!("5.1")),
        areas: Some(Areas {
            count: 7,
            clause: clause!("2.1"),
            sharing: 1,
            taken: clause!("5.6"),
            reserve: Some(clause!("5.8")),
        }),
        cards: Some(Cards {
            decks: &[6],
            clause: clause!("3.1"),
            sources: &[Source::Device],
            source: clause!("3.6"),
            placing: clause!("5.4"),
            closing: clause!("7.1"),
            deal: clause!("7.3.1"),
            waiting: Some(clause!("7.3")),
            parking: Some(clause!("12.4")),
            shuffle: clause!("4.1"),
            pre_shuffled: None,
            burn: Burn::One,
            burned: clause!("4.4"),
            by_hand: true,
            cutting: None,
            replace: Some(clause!("3.8")),
            replace_after: None,
            checked: None,
            checks: None,
        }),
        variants: &[],
        jackpot: Some(Jackpots {
            prizes: "3-card",
            source: clause!("11.1"),
            price: clause!("11.4"),
            pool: clause!("10.2.4"),
            accepting: clause!("11.3"),
            collecting: clause!("7.2"),
            counted: clause!("2.3"),
            display: clause!("2.5"),
            hand_stays: clause!("8.2"),
            one_pool: clause!("10.2.2"),
            shown: clause!("10.3"),
            approval: clause!("10.4"),
            growth: clause!("11.6.2"),
            class: clause!("11.6.3"),
            mystery: clause!("11.11"),
            trigger: clause!("11.11.2"),
            error_notice: clause!("12.12.1"),
            carried: clause!("12.12.2"),
        }),
        method_b: None,
        seats: false,
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
            closing: Some(clause!("14.8")),
            vacate: Some(clause!("14.9")),
            standing: None,
            positions: Some(clause!("5.7")),
            report: None,
            late: None,
            calls: None,
            dice: None,
            variant: None,
            give_up: Some((Short::Seats, clause!("5.6"))),
            bar: Some(clause!("14.3.2")),
            exclude: Some(clause!("14.3.3")),
            detain: None,
            forfeit: Some(clause!("14.5")),
            on_duty: Some(clause!("14.2")),
            complaint: Some(clause!("14.12")),
            complaint_ends: Some(clause!("14.13")),
            riffle: Some(Riffle {
                clause: clause!("4.2"),
                binding: false,
                device: true,
                angel: None,
            }),
            cut: None,
            equipment: &[
                (Item::Layout, clause!("2.2")),
                (Item::JackpotDisplay, clause!("2.3")),
                (Item::Source, clause!("2.4.1")),
                (Item::Rack, clause!("2.4.2")),
                (Item::Float, clause!("2.4.3")),
                (Item::DropBox, clause!("2.6")),
            ],
            variant_odds: None,
            all_seats: Some(clause!("2.1")),
            copy: Some(clause!("14.14")),
            tokens: Some(clause!("1.1/casino promotional token")),
            breaches: &[
                (Breach::ForbiddenDevice, clause!("14.1")),
                (Breach::StaffAdvice, clause!("14.6")),
                (Breach::Advice, clause!("14.7")),
                (Breach::SideBet, clause!("14.10")),
                (Breach::CardsHandled, clause!("3.7")),
            ],
            pre_shuffled: None,
        },
    };
    const REMEDIES: &'static [Remedy] = remedies! {
        FaceUp => Burn "12.1";
        MoreFaceUp by supervisor "12.1.1" => CheckAfter "12.1.1";
        Astray if complete, exposed => Burn "12.3";
        Astray if complete, after unless exposed => Park "12.4";
        Astray => Next "12.2";
        WrongDeal => Refuse "12.5";
        WrongCount => Refuse "12.5";
        HandWithoutWager if in_round unless played => Discard "12.11";
        HandWithoutWager => Refuse "12.11";
        Misdealt if in_round => AskRebuild "12.5";
        Misdealt if after => AskRebuild "12.5";
        Misdealt => Refuse "12.5";
        WrongPayment => Refuse "12.5";
        Surplus if rebuilt => Burn "12.8";
        Surplus => Refuse "12.8";
        RunOut if in_round => Reload "12.6";
        RunOut => Refuse "12.6";
        MissingCard or ForeignCard if in_round by supervisor "12.9.2" =>
            VoidRound "12.9.2", Check "12.9.3", AskReverse "12.9.2";
        MissingCard or ForeignCard unless in_round by supervisor "12.9.2" => Stands "12.9.1", Check "12.9.3";
        NotCut => Refuse "4.1";
        NotShuffled => Refuse "4.1";
        NotBurned => Keep "12.7";
        PoorMix by supervisor "4.1.2" => ShuffleAfter "4.1.2";
        Dropped => TellSupervisor "4.5", SupervisorVerifies "4.5";
        Verify by authority "3.9" => Verify "3.9";
        Unfit => Refuse "3.8";
        DeviceFault if in_round => AskDevice "13.1";
        DeviceFault => Refuse "13.1.1";
        Conduct by supervisor "14.3.1" => VoidPlayer "14.3.1";
        Invalidate if in_round by supervisor "14.4" => Invalidate "14.4" "14.5";
        Invalidate if after by supervisor "14.4" => Invalidate "14.4" "14.5";
        Invalidate => Refuse "14.4";
        RefuseWager unless in_round by supervisor "14.11" => ReturnWager "14.11";
        RefuseWager => Refuse "14.11";
        NotAccepted if in_round => ReturnWager "11.3";
        NotAccepted => Refuse "11.3";
    };
    const PAYS: &'static [Pays] = &[
        On::Bet.pays(BET, clause!("5.1.1.1")).written(&["9.1/Bet higher total"]),
        On::Bet.pays(HOME_RUN, clause!("5.1.1.2")).written(&["5.2.1", "9.1/Bet Home Run"]),
        On::Strike1.pays(STRIKE, clause!("5.1.2.1")).written(&["9.1/1st Strike"]),
        On::Strike2.pays(STRIKE, clause!("5.1.3.1")).written(&["9.1/2nd Strike"]),
        On::Strike3.pays(STRIKE, clause!("5.1.4.1")).written(&["9.1/3rd Strike"]),
        On::StrikeOut.pays(STRIKE_OUT, clause!("5.1.5.1")).written(&["9.1/Strike Out"]),
        On::Jackpot.pays(THREE_ACES_MIXED, clause!("11.10.1")).prize(),
        On::Jackpot.pays(TWO_ACES_SUITED, clause!("11.10.2")).prize(),
        On::Jackpot.pays(TWO_ACES_MIXED, clause!("11.10.3")).prize(),
    ];
    const DEVICE: Option<Device> = Some(Device::new(
        clause!("13.1"),
        [clause!("13.1.1"), clause!("13.1.2"), clause!("13.1.3"), clause!("13.1.4")],
        clause!("13.2"),
        clause!("13.3"),
        [clause!("13.3.1"), clause!("13.3.2"), clause!("13.3.3"), clause!("13.3.4")],
        clause!("13.4"),
        NoSpare::Wait(clause!("12.5")),
    ));

    fn set_up(setup: &Setup) -> Result<(), Refusal> {
        setup.jackpot.as_ref().map_or(Ok(()), |jackpot| Self::check_jackpot(jackpot, setup.chip))
    }

    fn check_jackpot(jackpot: &Jackpot, chip: Cents) -> Result<(), Refusal> {
        let whole = jackpot.wager.is_whole(chip);
        Refusal::new(clause!("11.4"), Why::NotWholeChips).when(!whole)?;
        check_links(jackpot)
    }

    /// Names the hands of 11.9 and 11.10.
    fn qualifying(hand: &[Card]) -> Option<Qualifying> {
        Some(match (aces(hand), hand.first()?.suit) {
            (Aces::Major, _) => Qualifying::ThreeOfDiamonds,
            (Aces::Minor, Suit::Hearts) => Qualifying::ThreeOfHearts,
            (Aces::Minor, Suit::Spades) => Qualifying::ThreeOfSpades,
            (Aces::Minor, _) => Qualifying::ThreeOfClubs,
            (Aces::ThreeMixed, _) => Qualifying::ThreeMixed,
            (Aces::TwoSuited, _) => Qualifying::TwoSuited,
            (Aces::TwoMixed, _) => Qualifying::TwoMixed,
            (Aces::Nothing, _) => return None,
        })
    }

    /// Cards count by value; the suits of aces matter to the jackpot.
    fn class(card: Card) -> u8 {
        match card.rank {
            Rank::Ace => 11 + card.suit as u8,
            _ => value(card),
        }
    }

    fn most_cards(areas: u32, _follows: bool) -> u32 {
        (areas + 1) * 3
    }

    /// Three aces of diamonds hit the major meter, three of another suit the minor one.
    fn meter_verdict(meter: Meter, jackpot: &Jackpot, chip: Cents) -> Option<Verdict> {
        let suit = match meter {
            Meter::Major => Suit::Diamonds,
            Meter::Minor => Suit::Clubs,
        };
        Some(jackpot_verdict(&[Card::new(Rank::Ace, suit); 3], 1, jackpot, chip))
    }

    fn meter_hit(on: On, clause: Clause) -> Option<Meter> {
        let hits = |clauses: [Clause; 2]| on == On::Jackpot && clauses.contains(&clause);
        if hits([MAJOR_ALONE, MAJOR_SHARED]) {
            return Some(Meter::Major);
        }
        hits([MINOR_ALONE, MINOR_SHARED]).then_some(Meter::Minor)
    }

    fn needs(on: On) -> Option<(On, Clause)> {
        match on {
            On::Bet => None,
            On::Strike1 | On::Strike2 | On::Strike3 | On::StrikeOut => {
                Some((On::Bet, clause!("7.3.1")))
            }
            On::Jackpot => Some((On::Bet, clause!("11.2"))),
        }
    }

    fn fixed_price(on: On) -> Option<Clause> {
        (on == On::Jackpot).then_some(clause!("11.4"))
    }

    fn no_tokens(on: On) -> Option<Clause> {
        (on == On::Jackpot).then_some(clause!("1.1"))
    }

    fn carries(on: On) -> Option<Carry> {
        let carry = Carry {
            stays: clause!("12.12"),
            leaves: clause!("12.12.1"),
            void: &[clause!("12.5"), clause!("12.9.2")],
        };
        (on == On::Jackpot).then_some(carry)
    }

    fn own_measure(table: &Table<Self>, key: &Key<On>) -> Option<(Cents, Clause)> {
        let price = table.rules().jackpot.as_ref().map_or(Cents::ZERO, |jackpot| jackpot.wager);
        (key.on == On::Jackpot).then_some((price, clause!("11.4")))
    }

    fn admit(table: &Table<Self>, bid: &Bid<On>) -> Result<(), Refusal> {
        if bid.key.on != On::Jackpot {
            return Ok(());
        }
        let none = table.rules().jackpot.is_none();
        Refusal::new(clause!("11.4"), Why::NoJackpot).when(none)
    }

    fn points(hand: &[Card]) -> Option<u8> {
        Some(count(hand))
    }

    fn due(table: &Table<Self>) -> Due {
        table.felt().lacking(3).map_or(Due::Nothing, Due::Card)
    }

    fn decide(table: &Table<Self>, wager: &Wager<On>) -> Option<Verdict> {
        let felt = table.felt();
        let area = wager.area.filter(|&area| felt.played().contains(area))?;
        let hand = felt.hand(area).cards();
        verdict(wager.on, hand, felt.dealer().cards()).or_else(|| {
            let Rules { jackpot, chip, .. } = table.rules();
            Some(jackpot_verdict(hand, sharing(table, hand), jackpot.as_ref()?, *chip))
        })
    }

    /// Area by area from the dealer's right, in the eleven steps of 8.1.1.
    fn turn(wager: &Wager<On>, verdict: &Verdict) -> u32 {
        let from_right = wager.from_right();
        let paid = if verdict.outcome == Outcome::Lose { 0 } else { 5 };
        let step = match wager.on {
            On::Strike3 => 1 + paid,
            On::Strike2 => 2 + paid,
            On::Strike1 => 3 + paid,
            On::StrikeOut => 4 + paid,
            On::Bet => 5 + paid,
            On::Jackpot => 11,
        };
        from_right * 16 + step
    }

    fn plan(table: &Table<Self>, input: &Input) -> Result<Mystery, Refusal> {
        match *input {
            Input::Mystery { player, area, amount } => mystery(table, player, area, amount),
            _ => Err(unknown_to(&Self::HOUSE, input)),
        }
    }

    fn carry_out(table: &mut Table<Self>, plan: Mystery, effects: &mut Vec<Effect>) {
        let Mystery { key, area, stake, pays } = plan;
        table.award(area);
        let line = key.line(false, clause!("11.11.2"));
        table.note(Line { stake, outcome: Outcome::Mystery, pays, ..line }, effects);
    }
}

/// A mystery prize that is due.
#[derive(Clone, Copy, Debug)]
pub struct Mystery {
    key: Key<On>,
    area: Area,
    stake: Cents,
    pays: Cents,
}

impl OwnPlan for Mystery {
    /// The player gets the prize, and pays nothing for it.
    fn cost(&self) -> Option<Cost> {
        None
    }
}

/// Counts the hands with a jackpot wager that hit the same meter as `hand`.
fn sharing(table: &Table<Baceball>, hand: &[Card]) -> u64 {
    let prize = aces(hand);
    if !matches!(prize, Aces::Major | Aces::Minor) {
        return 1;
    }
    let felt = table.felt();
    // Those who were paid already share as well.
    let jackpots = table.at_first_card().filter(|wager| wager.on == On::Jackpot);
    let areas = jackpots.filter_map(|wager| wager.area);
    areas
        .filter(|&area| felt.played().contains(area) && aces(felt.hand(area).cards()) == prize)
        .count() as u64
}

/// Plans the mystery prize for a player with a jackpot wager in the round.
fn mystery(
    table: &Table<Baceball>,
    player: Player,
    area: Area,
    amount: Cents,
) -> Result<Mystery, Refusal> {
    if !table.rules().jackpot.as_ref().is_some_and(|jackpot| jackpot.mystery) {
        return Err(Refusal::new(clause!("11.11"), Why::NoMysteryPrize));
    }
    if amount.is_zero() || amount > Cents::CEILING {
        return Err(Refusal::new(clause!("11.11"), Why::NotAnAmount));
    }
    let key = Key { player, area: Some(area), on: On::Jackpot, mark: None };
    let none = Refusal::new(clause!("11.11.1"), Why::NoJackpotWager);
    let stake = table.collected_stake(&key).ok_or(none)?;
    Refusal::new(clause!("11.11.1"), Why::MysteryGiven).when(table.was_awarded(area))?;
    let pays = amount.share_up(1, 1, table.rules().chip);
    Ok(Mystery { key, area, stake, pays })
}

/// Checks that the tables of a pool agree: 10.2, 11.6.
fn check_links(jackpot: &Jackpot) -> Result<(), Refusal> {
    let amounts = [jackpot.wager, jackpot.major, jackpot.minor, jackpot.seed];
    if jackpot.wager.is_zero() || amounts.iter().any(|&amount| amount > Cents::CEILING) {
        return Err(Refusal::new(clause!("11.4"), Why::NotAnAmount));
    }
    if jackpot.pools > 1 {
        return Err(Refusal::new(clause!("10.2.2"), Why::MoreThanOnePool));
    }
    for table in &jackpot.linked {
        let (clause, why) = if !table.game.is_some_and(|game| Baceball::POOL.contains(&game)) {
            (clause!("11.6.3"), Why::NotAGameOfThePool)
        } else if table.wager != jackpot.wager {
            (clause!("10.2.4"), Why::OtherPriceInPool)
        } else if table.prizes != Prizes::ThreeCards {
            (clause!("11.6.1"), Why::OtherPrizesInPool)
        } else if (table.increment, table.seed) != (jackpot.increment, jackpot.seed) {
            (clause!("11.6.2"), Why::OtherGrowthInPool)
        } else {
            continue;
        };
        return Err(Refusal::new(clause, why));
    }
    Ok(())
}
