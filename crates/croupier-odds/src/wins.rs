//! Every kind of win at every game: which clause the engine cites for it, and which clauses write its price.
//!
//! An order often decides a wager in one clause and writes its price in another. A test holds these rows
//! against the engine's own verdicts and against the register of clauses.

use croupier_engine::wager::{Price, Verdict};
use croupier_engine::{Kind, Odds};

/// One kind of win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Win {
    /// The wager, by its name.
    pub(crate) wager: &'static str,
    /// Its numbers; none for any.
    marks: &'static [u8],
    /// The clause by which the engine says that it wins.
    pub(crate) cited: &'static str,
    /// The price in the order; a prize is so many times the wager, which is gone.
    pub(crate) order: Odds,
    /// The clauses that write the price.
    pub(crate) written: &'static [&'static str],
    /// At which tables.
    at: At,
    /// The wager is gone when it wins.
    pub(crate) is_prize: bool,
}

/// At which tables of a game a price holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Every,
    /// Those without a variant.
    Plain,
    /// Those with this variant.
    Variant(u8),
}

impl Win {
    /// Tells whether a verdict is such a win.
    pub(crate) fn fits(&self, mark: Option<u8>, verdict: &Verdict) -> bool {
        let price = match verdict.price {
            Price::Odds(odds) => odds == self.order,
            Price::Prize(_) => self.is_prize,
            Price::None => false,
        };
        let number = mark.is_none_or(|mark| self.marks.is_empty() || self.marks.contains(&mark));
        price && number && self.cited == verdict.clause.0
    }

    /// Tells whether a table with this variant pays such a win.
    pub(crate) fn is_paid_at(&self, variant: Option<u8>) -> bool {
        match self.at {
            At::Every => true,
            At::Plain => variant.is_none(),
            At::Variant(only) => variant == Some(only),
        }
    }

    const fn on(self, marks: &'static [u8]) -> Self {
        Self { marks, ..self }
    }

    const fn plain(self) -> Self {
        Self { at: At::Plain, ..self }
    }

    const fn variant(self, only: u8) -> Self {
        Self { at: At::Variant(only), ..self }
    }

    const fn prize(self) -> Self {
        Self { is_prize: true, ..self }
    }
}

/// Lists the wins of a game; nothing for a game that nobody has counted.
pub(crate) fn of(kind: Kind) -> &'static [Win] {
    match kind.name() {
        "baceball" => BACEBALL,
        "craps" => CRAPS,
        "three-card-baccarat" => THREE_CARD,
        "casino-war" => CASINO_WAR,
        "lucky-draw-baccarat" => LUCKY_DRAW,
        _ => &[],
    }
}

const fn win(
    wager: &'static str,
    cited: &'static str,
    (wins, per): (u16, u16),
    written: &'static [&'static str],
) -> Win {
    let order = Odds::new(wins, per);
    Win { wager, marks: &[], cited, order, written, at: At::Every, is_prize: false }
}

const BACEBALL: &[Win] = &[
    win("bet", "5.1.1.1", (1, 1), &["9.1/Bet higher total"]),
    win("bet", "5.1.1.2", (10, 1), &["5.2.1", "9.1/Bet Home Run"]),
    win("strike-1", "5.1.2.1", (2, 1), &["9.1/1st Strike"]),
    win("strike-2", "5.1.3.1", (2, 1), &["9.1/2nd Strike"]),
    win("strike-3", "5.1.4.1", (2, 1), &["9.1/3rd Strike"]),
    win("strike-out", "5.1.5.1", (30, 1), &["9.1/Strike Out"]),
    win("jackpot", "11.10.1", (300, 1), &[]).prize(),
    win("jackpot", "11.10.2", (50, 1), &[]).prize(),
    win("jackpot", "11.10.3", (20, 1), &[]).prize(),
];

const THREE_CARD: &[Win] = &[
    win("player", "5.1.1.1", (19, 20), &["11.1.1"]).plain(),
    win("player", "5.1.1.2", (19, 20), &["11.1.1"]).plain(),
    win("player", "5.1.1.1", (1, 1), &[]).variant(0),
    win("player", "5.1.1.2", (1, 1), &[]).variant(0),
    // This clause writes two prices; the engine cites it for the lower one.
    win("player", "11.2.1", (1, 2), &[]).variant(0),
    win("tie", "5.1.2", (21, 1), &["11.1.3"]).plain(),
    win("tie", "5.1.2", (21, 1), &["11.2.3"]).variant(0),
    win("three-pictures", "5.1.3", (70, 1), &["11.1.4"]).plain(),
    win("three-pictures", "5.1.3", (70, 1), &["11.2.4"]).variant(0),
    win("banker-total", "5.1.4", (8, 1), &["11.1.2"]).plain(),
    win("banker-total", "5.1.4", (8, 1), &["11.2.2"]).variant(0),
];

const CASINO_WAR: &[Win] = &[
    win("initial", "5.1.1.1", (1, 1), &["8.2.2"]),
    win("tie", "5.1.3.1", (10, 1), &["8.1.2"]),
    win("war", "5.1.2.1", (1, 1), &["10.1"]),
    win("war", "10.2", (2, 1), &[]),
];

const LUCKY_DRAW: &[Win] = &[
    win("enter", "5.1.1.1", (1, 1), &["9.1.1"]),
    win("draw", "5.3.1", (1, 1), &["9.1.2"]),
    win("draw", "9.1.3", (3, 2), &[]),
    win("draw", "9.1.4", (2, 1), &[]),
    win("draw", "9.1.5", (3, 1), &[]),
    win("draw", "9.1.5.2", (30, 1), &[]),
    win("draw", "9.1.5.3", (9, 1), &[]),
];

const CRAPS: &[Win] = &[
    win("win-line", "6.1.1.1.1", (1, 1), &["8.1/Win Line"]),
    win("win-line", "6.1.1.1.2", (1, 1), &["8.1/Win Line"]),
    win("dont-win", "6.1.2.1.1", (1, 1), &["8.1/Don't Win"]),
    win("dont-win", "6.1.2.1.2", (1, 1), &["8.1/Don't Win"]),
    win("come", "6.1.3.1.1", (1, 1), &["8.1/Come"]),
    win("come", "6.1.3.1.2", (1, 1), &["8.1/Come"]),
    win("dont-come", "6.1.4.1.1", (1, 1), &["8.1/Don't Come"]),
    win("dont-come", "6.1.4.1.2", (1, 1), &["8.1/Don't Come"]),
    win("behind-win-line", "6.1.5.2", (6, 5), &["8.1/Behind the Win Line 6, 8"]).on(&[6, 8]),
    win("behind-win-line", "6.1.5.2", (3, 2), &["8.1/Behind the Win Line 5, 9"]).on(&[5, 9]),
    win("behind-win-line", "6.1.5.2", (2, 1), &["8.1/Behind the Win Line 4, 10"]).on(&[4, 10]),
    win("behind-dont-win", "6.1.6.2", (5, 6), &["8.1/Behind the Don't Win 6, 8"]).on(&[6, 8]),
    win("behind-dont-win", "6.1.6.2", (2, 3), &["8.1/Behind the Don't Win 5, 9"]).on(&[5, 9]),
    win("behind-dont-win", "6.1.6.2", (1, 2), &["8.1/Behind the Don't Win 4, 10"]).on(&[4, 10]),
    win("behind-come", "6.1.7.2", (6, 5), &["8.1/Behind the Come 6, 8"]).on(&[6, 8]),
    win("behind-come", "6.1.7.2", (3, 2), &["8.1/Behind the Come 5, 9"]).on(&[5, 9]),
    win("behind-come", "6.1.7.2", (2, 1), &["8.1/Behind the Come 4, 10"]).on(&[4, 10]),
    win("behind-dont-come", "6.1.8.2", (5, 6), &["8.1/Behind the Don't Come 6, 8"]).on(&[6, 8]),
    win("behind-dont-come", "6.1.8.2", (2, 3), &["8.1/Behind the Don't Come 5, 9"]).on(&[5, 9]),
    win("behind-dont-come", "6.1.8.2", (1, 2), &["8.1/Behind the Don't Come 4, 10"]).on(&[4, 10]),
    win("hardway", "6.1.9", (15, 2), &["8.1/Hardways 4"]).on(&[4]),
    win("hardway", "6.1.9", (19, 2), &["8.1/Hardways 6"]).on(&[6]),
    win("hardway", "6.1.9", (19, 2), &["8.1/Hardways 8"]).on(&[8]),
    win("hardway", "6.1.9", (15, 2), &["8.1/Hardways 10"]).on(&[10]),
    win("place-win", "6.1.10.1", (9, 5), &["8.1/Place Bets to Win 4"]).on(&[4]),
    win("place-win", "6.1.10.1", (7, 5), &["8.1/Place Bets to Win 5"]).on(&[5]),
    win("place-win", "6.1.10.1", (7, 6), &["8.1/Place Bets to Win 6"]).on(&[6]),
    win("place-win", "6.1.10.1", (7, 6), &["8.1/Place Bets to Win 8"]).on(&[8]),
    win("place-win", "6.1.10.1", (7, 5), &["8.1/Place Bets to Win 9"]).on(&[9]),
    win("place-win", "6.1.10.1", (9, 5), &["8.1/Place Bets to Win 10"]).on(&[10]),
    win("place-lose", "6.1.11.1", (5, 11), &["8.1/Place Bets to Lose 4"]).on(&[4]),
    win("place-lose", "6.1.11.1", (5, 8), &["8.1/Place Bets to Lose 5"]).on(&[5]),
    win("place-lose", "6.1.11.1", (4, 5), &["8.1/Place Bets to Lose 6"]).on(&[6]),
    win("place-lose", "6.1.11.1", (4, 5), &["8.1/Place Bets to Lose 8"]).on(&[8]),
    win("place-lose", "6.1.11.1", (5, 8), &["8.1/Place Bets to Lose 9"]).on(&[9]),
    win("place-lose", "6.1.11.1", (5, 11), &["8.1/Place Bets to Lose 10"]).on(&[10]),
    win("any-craps", "6.1.12", (15, 2), &["8.1/Any Craps"]),
    win("craps-two", "6.1.13", (33, 1), &["8.1/Craps Two"]),
    win("craps-three", "6.1.14", (16, 1), &["8.1/Craps Three"]),
    win("craps-twelve", "6.1.15", (33, 1), &["8.1/Craps Twelve"]),
    win("eleven", "6.1.16", (16, 1), &["8.1/Eleven"]),
    win("field", "6.1.17", (1, 1), &["8.1/Field 3, 4, 9, 10, 11"]),
    win("field", "6.1.17", (2, 1), &["8.1/Field 2, 12"]),
    win("any-seven", "6.1.18", (4, 1), &["8.1/Any Seven"]),
    win("big-6", "6.1.19", (1, 1), &["8.1/Big 6"]),
    win("big-8", "6.1.20", (1, 1), &["8.1/Big 8"]),
    win("horn", "6.1.21", (33, 1), &[]),
    win("horn", "6.1.21", (16, 1), &[]),
    win("horn-high", "6.1.22.2", (33, 1), &[]),
    win("horn-high", "6.1.22.2", (16, 1), &[]),
    win("crap-eleven", "6.1.23", (15, 2), &["8.1/Crap-Eleven 2, 3, 12"]),
    win("crap-eleven", "6.1.23", (16, 1), &["8.1/Crap-Eleven 11"]),
    win("buy", "6.1.24", (2, 1), &["8.1/Buy 4"]).on(&[4]),
    win("buy", "6.1.24", (3, 2), &["8.1/Buy 5"]).on(&[5]),
    win("buy", "6.1.24", (6, 5), &["8.1/Buy 6"]).on(&[6]),
    win("buy", "6.1.24", (6, 5), &["8.1/Buy 8"]).on(&[8]),
    win("buy", "6.1.24", (3, 2), &["8.1/Buy 9"]).on(&[9]),
    win("buy", "6.1.24", (2, 1), &["8.1/Buy 10"]).on(&[10]),
    win("lay", "6.1.25", (1, 2), &["8.1/Lay 4"]).on(&[4]),
    win("lay", "6.1.25", (2, 3), &["8.1/Lay 5"]).on(&[5]),
    win("lay", "6.1.25", (5, 6), &["8.1/Lay 6"]).on(&[6]),
    win("lay", "6.1.25", (5, 6), &["8.1/Lay 8"]).on(&[8]),
    win("lay", "6.1.25", (2, 3), &["8.1/Lay 9"]).on(&[9]),
    win("lay", "6.1.25", (1, 2), &["8.1/Lay 10"]).on(&[10]),
];
