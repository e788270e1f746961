//! What is paid in whole chips on a stake: prizes, strategies, and wagers that cannot be made.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use croupier_engine::input::Choice;
use croupier_engine::jackpot::Jackpot;
use croupier_engine::{Cents, Kind, Setup};
use croupier_odds::{
    BreakEven, Composition, Fair, MysteryMeter, Prices, Question, Ratio, Report, Strategy, Terms,
    Unanswered, odds, removal, rounding,
};

fn paid(kind: Kind, chip: u64, stake: u64) -> Question {
    let terms = Terms { stake: Some((Cents(stake), Cents(chip))) };
    Question { terms, ..Question::new(kind, Setup::default()) }
}

fn jackpot(price: u64, major: u64, minor: u64) -> Question {
    let jackpot = Jackpot {
        wager: Cents(price),
        major: Cents(major),
        minor: Cents(minor),
        mystery: false,
        pools: 1,
        increment: (0, 1),
        seed: Cents(0),
        linked: Vec::new(),
    };
    Question::new(Kind::Baceball, Setup { jackpot: Some(jackpot), ..Setup::default() })
}

/// A shoe of nothing but these cards, by their first letters.
fn only(keep: impl Fn(&str) -> u32) -> Composition {
    let mut shoe = Composition::full(8);
    for card in (0..52).filter_map(croupier_engine::Card::from_index) {
        for _ in keep(&card.to_string())..8 {
            assert!(shoe.remove(card));
        }
    }
    shoe
}

#[test]
fn prizes_are_paid_up_to_a_chip() {
    let terms = Terms { stake: Some((Cents(300), Cents(300))) };
    let report = odds(&Question { terms, ..jackpot(500, 0, 0) }).unwrap();
    let wins = report.find("jackpot", None).unwrap().outcomes.iter();
    let net = |clause: &str| wins.clone().find(|o| o.clause.0 == clause).unwrap().net.to_string();
    // $100,000 is 333,333 chips of $3 and a part of one.
    assert_eq!(net("11.9.1"), "99997/5");
    assert_eq!(net("11.10.1"), "299/1");
    assert_eq!(net("11.10.2"), "247/5");
    assert_eq!(net("11.10.3"), "97/5");
    let half = odds(&Question {
        prices: Prices::read(Kind::Baceball, "11.10.1=250.5:1").unwrap(),
        ..jackpot(500, 0, 0)
    });
    let half = half.unwrap();
    let mut wins = half.find("jackpot", None).unwrap().outcomes.iter();
    assert!(wins.any(|outcome| outcome.net == Ratio::new(499, 2)));
}

fn break_even(question: &Question) -> BreakEven {
    let report = odds(question).unwrap();
    let jackpot = question.setup.jackpot.as_ref().unwrap();
    BreakEven::of(report.kind, report.find("jackpot", None).unwrap(), jackpot, &question.terms)
}

fn edge(question: &Question) -> Ratio {
    odds(question).unwrap().find("jackpot", None).unwrap().edge()
}

#[test]
fn meters_break_even_apart() {
    let even = break_even(&jackpot(500, 0, 0));
    let want =
        BreakEven { major: Fair::From(Cents(55_049_000)), minor: Fair::From(Cents(16_016_334)) };
    assert_eq!(even, want);
    // What is guaranteed is more than enough for a cheap wager.
    assert_eq!(break_even(&jackpot(50, 0, 0)).major, Fair::Always);
    assert_eq!(break_even(&jackpot(50, 0, 0)).minor, Fair::Always);
    // A high minor meter makes up for any major; the minor's own figure stays.
    let high = break_even(&jackpot(500, 0, 20_000_000));
    assert_eq!((high.major, high.minor), (Fair::Always, Fair::From(Cents(16_016_334))));
    assert_eq!(Fair::Always.amount(), None);
    assert!(Fair::Always.reason().is_some() && Fair::Never.reason().is_some());
    // Without aces of diamonds the major cannot be hit, and the minor is still worth something.
    let no_diamonds = |card: &str| if card == "AD" { 0 } else { 6 };
    let without = Question { shoe: Some(only(no_diamonds)), ..jackpot(500, 0, 0) };
    let even = break_even(&without);
    assert_eq!(even.major, Fair::Never);
    let Fair::From(minor) = even.minor else { panic!("{even:?}") };
    let at = |minor| edge(&Question { shoe: without.shoe.clone(), ..jackpot(500, 0, minor) });
    assert!(at(minor.0) <= Ratio::zero() && at(minor.0 - 1) > Ratio::zero());
    let high = Question { shoe: without.shoe.clone(), ..jackpot(500, 0, minor.0) };
    assert_eq!(break_even(&high).major, Fair::Always);
}

/// Counts the hands of three cards out of six decks by hand, and compares: what 11.9 and 11.10 pay is what is staked.
#[test]
fn the_figures_follow_from_counting_hands() {
    let choose = |of: u64, take: u64| (0..take).fold(1, |all, nth| all * (of - nth) / (nth + 1));
    let (aces, others) = (4 * 6, 312 - 4 * 6);
    let hands = choose(312, 3);
    let (major, minor) = (choose(6, 3), 3 * choose(6, 3));
    let mixed = choose(aces, 3) - major - minor;
    let suited_two = 4 * choose(6, 2) * others;
    let mixed_two = (choose(aces, 2) - 4 * choose(6, 2)) * others;
    let fixed = 300 * mixed + 50 * suited_two + 20 * mixed_two;
    let price = 500;
    // What is left for the meters when every hand was played once; $100,000 and $10,000 are guaranteed.
    let left = price * (hands - fixed);
    let by_major = |minor_shows: u64| (left - minor * minor_shows.max(1_000_000)).div_ceil(major);
    let by_minor = |major_shows: u64| (left - major * major_shows.max(10_000_000)).div_ceil(minor);
    for (shows_major, shows_minor) in [(0, 0), (12_000_000, 0), (20_000_000, 1_500_000)] {
        let even = break_even(&jackpot(price, shows_major, shows_minor));
        assert_eq!(even.major, Fair::From(Cents(by_major(shows_minor))));
        assert_eq!(even.minor, Fair::From(Cents(by_minor(shows_major))));
    }
}

/// A mystery meter makes up for the edge near its ceiling: held against a count of every trigger there can be.
#[test]
fn a_mystery_meter_favours_the_player_near_its_ceiling() {
    let meter = MysteryMeter { price: Cents(500), share: (1, 10), ceiling: Cents(20_000) };
    let edge = edge(&jackpot(500, 0, 0));
    // A wager adds 50 cents: how many of the triggers that are left does it pass, and what does it win by each?
    let counted = |shows: u64| {
        let triggers = shows + 1..=meter.ceiling.0;
        let all = triggers.clone().count();
        let won = triggers.filter(|trigger| *trigger <= shows + 50).count();
        Ratio::new(won as i128 * i128::from(shows + 50), 500 * all as u128)
    };
    for shows in [0, 1, 9_999, 15_000, 19_949, 19_950, 19_951, 19_999] {
        assert_eq!(meter.gain(Cents(shows)), counted(shows), "{shows}");
    }
    let Fair::From(from) = meter.fair(&edge) else { panic!("{:?}", meter.fair(&edge)) };
    assert!(counted(from.0) >= edge && counted(from.0 - 1) < edge);
    assert_eq!(meter.fair(&Ratio::zero()), Fair::Always);
    let worth_little = MysteryMeter { ceiling: Cents(100), ..meter };
    assert_eq!(worth_little.fair(&edge), Fair::Never);
}

/// The figure is the least meter that makes the wager fair, also when prizes are paid in chips.
#[test]
fn the_figure_holds_in_chips() {
    for chip in [1, 7, 300, 10_000] {
        let terms = Terms { stake: Some((Cents(500), Cents(chip))) };
        let Fair::From(major) = break_even(&Question { terms, ..jackpot(500, 0, 0) }).major else {
            panic!("{chip}")
        };
        let at = |major| edge(&Question { terms, ..jackpot(500, major, 0) });
        assert!(at(major.0) <= Ratio::zero() && at(major.0 - 1) > Ratio::zero(), "{chip}");
    }
}

/// What never follows has no odds.
#[test]
fn a_follow_up_that_is_never_placed_is_left_out() {
    let names = |report: &Report| -> Vec<_> {
        report.wagers.iter().map(|odds| report.name(odds)).collect()
    };
    let one_of_each = only(|card| u32::from(card.ends_with('C')));
    let war =
        Question { shoe: Some(one_of_each), ..Question::new(Kind::CasinoWar, Setup::default()) };
    assert_eq!(names(&odds(&war).unwrap()), ["initial", "tie"]);
    let kings = only(|card| if card.starts_with('K') { 8 } else { 0 });
    let draw =
        Question { shoe: Some(kings), ..Question::new(Kind::LuckyDrawBaccarat, Setup::default()) };
    assert_eq!(names(&odds(&draw).unwrap()), ["enter"]);
    let full = odds(&Question::new(Kind::CasinoWar, Setup::default())).unwrap();
    assert_eq!(full.find("war", None).unwrap().placed, Some(Ratio::new(23, 311)));
}

/// One chip on ENTER: 3 to 2 is paid as 2 to 1, and drawing pays more often.
#[test]
fn the_best_play_follows_what_is_paid() {
    let edge = |strategy| {
        let question = Question { strategy, ..paid(Kind::LuckyDrawBaccarat, 1, 1) };
        odds(&question).unwrap().wagers[0].edge().to_string()
    };
    assert_eq!(edge(Strategy::Best), "34402402693/2169443695965");
    assert_eq!(edge(Strategy::Total), "14387509568/848912750595");
    // 7 to 5 is paid as 2 to 1 too, so that one chip more than halves a higher edge.
    let prices = Prices::read(Kind::LuckyDrawBaccarat, "9.1.3=7:5").unwrap();
    let question = Question { prices, ..Question::new(Kind::LuckyDrawBaccarat, Setup::default()) };
    let list = rounding(&question, 3).unwrap();
    let first = &list[0].stakes[0];
    assert_eq!((first.chips, first.edge.to_string()), (1, edge(Strategy::Best)));
    assert_eq!(list.len(), 1, "the DRAW is part of the ENTER");
}

#[test]
fn wagers_that_cannot_be_split_are_left_out() {
    let left = |chip, stake| -> Vec<String> {
        let report = odds(&paid(Kind::Craps, chip, stake)).unwrap();
        let name = |out: &croupier_odds::LeftOut| {
            assert!(report.wagers.iter().all(|odds| (odds.on, odds.mark) != (out.on, out.mark)));
            format!("{} ({})", report.name_of(out.on, out.mark), out.refusal.clause)
        };
        report.left_out.iter().map(name).collect()
    };
    let high = ["2", "3", "11", "12"].map(|number| format!("horn-high {number} (6.1.22.1)"));
    assert_eq!(left(100, 400), high);
    let horn = std::iter::once("horn (6.1.21)".to_owned());
    assert_eq!(left(100, 1000), horn.collect::<Vec<_>>());
    assert_eq!(left(100, 100).len(), 6);
    assert!(left(100, 2000).is_empty());
}

/// Two numbers that pay the same end in one row.
#[test]
fn outcomes_that_end_alike_are_one() {
    for kind in Kind::ALL {
        let report = odds(&Question::new(kind, Setup::default())).unwrap();
        for odds in &report.wagers {
            for (at, one) in odds.outcomes.iter().enumerate() {
                let same = |other: &croupier_odds::Outcome| {
                    (one.result, &one.net, one.clause) == (other.result, &other.net, other.clause)
                };
                assert!(!odds.outcomes[at + 1..].iter().any(same), "{}", report.name(odds));
            }
        }
    }
}

/// A card less changes when a player draws, so that only the whole round can be compared.
#[test]
fn removal_is_of_wagers_that_are_placed_by_themselves() {
    for (kind, wagers) in [(Kind::LuckyDrawBaccarat, 1), (Kind::CasinoWar, 2)] {
        let question = Question::new(kind, Setup::default());
        let decks = odds(&question).unwrap().decks;
        for rank in removal(&question, &Composition::full(decks)).unwrap() {
            assert_eq!(rank.changes.len(), wagers);
        }
    }
}

#[test]
fn amounts_that_cannot_be_paid_are_refused() {
    let prices = Prices::read(Kind::CasinoWar, "tie=1000000:1").unwrap();
    let most = Question { prices, ..paid(Kind::CasinoWar, 1, 10_000_000_000_000) };
    assert!(odds(&most).is_ok());
    for (chip, stake) in [(1, 10_000_000_000_001), (10_000_000_000_001, 1), (0, 1), (1, 0)] {
        let answer = odds(&paid(Kind::CasinoWar, chip, stake));
        assert!(matches!(answer, Err(Unanswered::Amount(_))), "{chip} {stake}");
    }
}

/// Odds that were counted once can be paid on any terms.
#[test]
fn paying_again_is_like_asking_again() {
    for (kind, strategy) in [
        (Kind::Craps, Strategy::Best),
        (Kind::CasinoWar, Strategy::Always(Choice::Surrender)),
        (Kind::ThreeCardBaccarat, Strategy::Best),
        (Kind::Baceball, Strategy::Best),
    ] {
        let setup =
            if kind == Kind::Baceball { jackpot(500, 0, 0).setup } else { Setup::default() };
        let exact = Question { strategy, ..Question::new(kind, setup) };
        let terms = Terms { stake: Some((Cents(6_300), Cents(300))) };
        let counted = odds(&exact).unwrap();
        for asked in &odds(&Question { terms, ..exact }).unwrap().wagers {
            let paid =
                counted.wagers.iter().find(|odds| (odds.on, odds.mark) == (asked.on, asked.mark));
            assert_eq!(paid.unwrap().paid(&terms).edge(), asked.edge(), "{}", counted.name(asked));
        }
    }
}
