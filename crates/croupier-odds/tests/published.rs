//! The exact odds against figures that others have published.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use croupier_engine::input::Choice;
use croupier_engine::{Kind, Setup};
use croupier_odds::{Odds, Prices, Question, Ratio, Report, Strategy, Terms, odds};

fn report(kind: Kind, strategy: Strategy) -> Report {
    what_if(kind, strategy, "")
}

fn what_if(kind: Kind, strategy: Strategy, prices: &str) -> Report {
    let prices = Prices::read(kind, prices).unwrap();
    let (setup, terms) = (Setup::default(), Terms::default());
    odds(&Question { kind, setup, shoe: None, strategy, prices, terms }).unwrap()
}

fn wager<'a>(report: &'a Report, name: &str, mark: Option<u8>) -> &'a Odds {
    let on = report.kind.wager(name).unwrap();
    report.wagers.iter().find(|odds| odds.on == on && odds.mark == mark).unwrap()
}

fn edge(report: &Report, name: &str, mark: Option<u8>) -> String {
    wager(report, name, mark).edge().to_string()
}

#[test]
fn casino_war() {
    let war = report(Kind::CasinoWar, Strategy::Always(Choice::War));
    assert_eq!(wager(&war, "initial", None).ev().to_string(), "-23138/993023");
    assert_eq!(format!("{:.4}", wager(&war, "tie", None).edge().to_f64()), "0.1865");
    let surrender = report(Kind::CasinoWar, Strategy::Always(Choice::Surrender));
    assert_eq!(edge(&surrender, "initial", None), "23/622");
}

#[test]
fn craps() {
    let craps = report(Kind::Craps, Strategy::Best);
    for (name, mark, want) in [
        ("win-line", None, "7/495"),
        ("come", None, "7/495"),
        ("dont-win", None, "3/220"),
        ("behind-win-line", Some(6), "0/1"),
        ("behind-dont-come", Some(4), "0/1"),
        ("place-win", Some(6), "1/66"),
        ("place-win", Some(5), "1/25"),
        ("place-win", Some(4), "1/15"),
        ("place-lose", Some(10), "1/33"),
        ("big-6", None, "1/11"),
        ("field", None, "1/18"),
        ("any-seven", None, "1/6"),
    ] {
        assert_eq!(edge(&craps, name, mark), want, "{name} {mark:?}");
    }
}

/// Probabilities of every wager add up to one, at every game.
#[test]
fn probabilities_add_up() {
    for kind in Kind::ALL {
        for odds in &report(kind, Strategy::Best).wagers {
            let sum: Ratio = odds.outcomes.iter().map(|o| o.probability.clone()).sum();
            assert_eq!(sum, Ratio::one(), "{} {:?} {:?}", kind.name(), odds.on, odds.mark);
        }
    }
}

/// Punto banco with eight decks, counted by the walk: the figures that every book has.
#[test]
fn punto_banco() {
    let report = report(Kind::PuntoBanco, Strategy::Best);
    let percent = |name| format!("{:.6}", wager(&report, name, None).edge().to_f64());
    assert_eq!(percent("banker"), "0.010579");
    assert_eq!(percent("player"), "0.012351");
    assert_eq!(percent("tie"), "0.143596");
    assert_eq!(edge(&report, "player-pair", None), "43/415");
    assert_eq!(edge(&report, "banker-pair", None), "43/415");
    let wins = &wager(&report, "player", None).outcomes;
    let wins = wins.iter().find(|outcome| outcome.net == Ratio::one()).unwrap();
    let all = Ratio::new(4_998_398_275_503_360, 1);
    assert_eq!((wins.probability.clone() * all).to_string(), "2230518282592256/1");
}

/// bACEball: any ten-value card is 4 of 13; the Bet is 5.07 %.
#[test]
fn baceball() {
    let report = report(Kind::Baceball, Strategy::Best);
    assert_eq!(edge(&report, "strike-1", None), "1/13");
    assert_eq!(edge(&report, "strike-3", None), "1/13");
    assert_eq!(format!("{:.4}", wager(&report, "bet", None).edge().to_f64()), "0.0507");
}

/// Eight decks and no bonus for threes: 1.79 % with 2 to 1 for the seven, 3.34 % with 3 to 2, and the
/// published count of wins with a Lucky 9.
#[test]
fn lucky_draw() {
    let no_bonus = "9.1.5.2=3:1,9.1.5.3=3:1";
    let dear = what_if(Kind::LuckyDrawBaccarat, Strategy::Best, &format!("{no_bonus},9.1.3=2:1"));
    let cheap = what_if(Kind::LuckyDrawBaccarat, Strategy::Best, no_bonus);
    let percent = |report| format!("{:.4}", wager(report, "enter", None).edge().to_f64());
    assert_eq!(percent(&dear), "0.0179");
    assert_eq!(percent(&cheap), "0.0334");
    let counts = |result: &str, clauses: &[&str]| {
        let same = wager(&dear, "enter", None).outcomes.iter().filter(|outcome| {
            outcome.result.name() == result && clauses.contains(&outcome.clause.0)
        });
        let share: Ratio = same.map(|outcome| outcome.probability.clone()).sum();
        (share * Ratio::new(2_499_199_137_751_680, 1)).to_string()
    };
    for (result, clauses, published) in [
        ("win", &["9.1.5", "9.1.5.2", "9.1.5.3"][..], "134129168192512/1"),
        ("win", &["9.1.4"], "98365258946560/1"),
        ("win", &["9.1.3"], "93724551243776/1"),
        ("win", &["5.3.1"], "260100744978432/1"),
        ("lose", &["5.3.2"], "976828113772544/1"),
        ("stand-off", &["5.3.3"], "165885343716480/1"),
        ("win", &["5.1.1.1"], "471832788590592/1"),
        ("lose", &["5.1.1.2"], "195977691906048/1"),
        ("stand-off", &["5.1.1.3"], "102355476404736/1"),
    ] {
        assert_eq!(counts(result, clauses), published, "{result} {clauses:?}");
    }
}
