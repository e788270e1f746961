//! Other prices than those of the order: what if?
//!
//! A price is named by its wager, by the clause that writes it, or by the clause that decides the win. What
//! names no price is refused, so that nothing that was asked for goes without effect.

use core::fmt::{self, Write as _};

use croupier_engine::input::Choice;
use croupier_engine::money::gcd;
use croupier_engine::pays::Pays;
use croupier_engine::wager::Verdict;
use croupier_engine::{Kind, Odds, WagerId};

use crate::whole::whole_stake;
use crate::{Question, Strategy};

/// The highest number in a price, in lowest terms.
pub const PRICE_MAX: u64 = 1_000_000;

/// The highest common denominator of prices by which a player decides: with it, what all hands of a shoe
/// are worth still fits.
const DENOMINATOR_MAX: u128 = 1_000_000_000_000_000;

/// A price of any size: `wins` for every `per` staked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quote {
    pub(crate) wins: u64,
    pub(crate) per: u64,
}

impl From<Odds> for Quote {
    fn from(odds: Odds) -> Self {
        Self { wins: odds.wins.into(), per: odds.per.into() }
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.wins, self.per)
    }
}

/// Prices to be paid instead of those of the order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prices {
    /// Clauses first: they go before a wager's name.
    changes: Vec<Change>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    /// It is of all wins of a wager, not of a clause.
    is_wager: bool,
    name: String,
    quote: Quote,
    on: Vec<&'static Pays>,
}

impl Prices {
    /// Reads `strike-out=25:1,9.1.3=7.5:1`: wagers or clauses, and their prices.
    ///
    /// A clause goes before a wager's name, whatever their order.
    ///
    /// # Errors
    /// Says which part is not understood, names no price, or prices what another part prices too.
    pub fn read(kind: Kind, text: &str) -> Result<Self, String> {
        let mut changes: Vec<Change> = Vec::new();
        for part in parts(text) {
            let change = Change::read(kind, &part)?;
            for other in &changes {
                change.check_beside(other)?;
            }
            changes.push(change);
        }
        changes.sort_by(|one, other| (one.is_wager, &one.name).cmp(&(other.is_wager, &other.name)));
        Ok(Self { changes })
    }

    /// Tells whether all prices are those of the order.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Lists what has another price: its name, and the price such as `25 to 1`.
    pub fn list(&self) -> impl Iterator<Item = (&str, String)> {
        self.changes.iter().map(|change| (change.name.as_str(), change.quote.to_string()))
    }

    /// Names all that can be given another price at a game, a line for each wager.
    pub fn names(kind: Kind, variant: Option<u8>) -> String {
        let mut out = String::new();
        let wins = || kind.pays().iter().filter(|win| win.is_paid_at(variant));
        for (on, layout) in (0..).map(WagerId).zip(kind.layouts()) {
            let mut clauses: Vec<&str> = Vec::new();
            for win in wins().filter(|win| win.on == on) {
                for &clause in core::iter::once(&win.cited.0).chain(win.written) {
                    if !clauses.contains(&clause) {
                        clauses.push(clause);
                    }
                }
            }
            let by_name = wins().any(|win| win.on == on && !win.is_prize);
            let name = if by_name { layout.name.to_owned() } else { format!("({})", layout.name) };
            if !clauses.is_empty() {
                let _ = writeln!(out, "  {name:<16}  {}", clauses.join("; "));
            }
        }
        out
    }

    /// Checks that every price is one of this table and this player.
    pub(crate) fn check(&self, question: &Question) -> Result<(), String> {
        let title = question.kind.title();
        for change in &self.changes {
            let here = |win: &&&Pays| win.is_paid_at(question.setup.variant);
            let mut here = change.on.iter().filter(here).peekable();
            if here.peek().is_none() {
                return Err(format!("{:?} is a price of another variant of {title}", change.name));
            }
            if let Some((choice, on)) = never_placed(question)
                && here.all(|win| win.on == on)
            {
                let wager = question.kind.layouts()[usize::from(on.0)].name;
                let (name, choice) = (&change.name, choice.name());
                return Err(format!("{name:?} prices a {wager}, and this player always {choice}s"));
            }
        }
        if decides_by_worth(question) && self.common_units(question.kind).is_none() {
            return Err(format!(
                "these prices have no common denominator of at most {DENOMINATOR_MAX}"
            ));
        }
        Ok(())
    }

    /// Returns a number by which every price, of the order or changed, becomes whole; `None` if it is too
    /// large.
    pub(crate) fn common_units(&self, kind: Kind) -> Option<i128> {
        let changed = self.changes.iter().map(|change| u128::from(change.quote.per));
        let units = changed.fold(whole_stake(kind), |units, per| {
            if units > DENOMINATOR_MAX { units } else { units / gcd(units, per) * per }
        });
        i128::try_from(units).ok().filter(|_| units <= DENOMINATOR_MAX)
    }

    /// Returns the price that a win has instead, if another is asked for.
    pub(crate) fn quoted(&self, on: WagerId, mark: Option<u8>, verdict: &Verdict) -> Option<Quote> {
        let is_for =
            |change: &&Change| change.on.iter().any(|win| win.on == on && win.fits(mark, verdict));
        self.changes.iter().find(is_for).map(|change| change.quote)
    }
}

impl Change {
    fn read(kind: Kind, part: &str) -> Result<Self, String> {
        let wrong = || format!("{part:?} is not a price, expected strike-out=25:1 or 9.1.3=7.5:1");
        let (name, price) = part.split_once('=').ok_or_else(wrong)?;
        let (wins, per) = price.split_once(':').ok_or_else(wrong)?;
        let (wins, per) = (Decimal::read(wins), Decimal::read(per));
        let (Some(wins), Some(per)) = (wins, per) else { return Err(wrong()) };
        if per.digits == 0 {
            return Err(wrong());
        }
        let large = || {
            format!(
                "{part:?} is too large: a price in whole numbers goes up to {PRICE_MAX}:{PRICE_MAX}"
            )
        };
        let quote = Decimal::quote(wins, per).ok_or_else(large)?;
        let name = name.trim();
        let found = |fits: &dyn Fn(&Pays) -> bool| -> Vec<_> {
            kind.pays().iter().filter(|win| fits(win)).collect()
        };
        let wager = kind.wager(name);
        let is_wager = wager.is_some();
        let on = match wager {
            Some(on) => found(&|win| win.on == on && !win.is_prize),
            None => found(&|win| win.cited.0 == name || win.written.contains(&name)),
        };
        if on.is_empty() {
            return Err(format!("{name:?} names no price of {}", kind.title()));
        }
        Ok(Self { is_wager, name: name.to_owned(), quote, on })
    }

    /// Refuses two prices for the same wins, unless one is of the wager and one of a clause.
    fn check_beside(&self, other: &Self) -> Result<(), String> {
        if self.name == other.name {
            return Err(format!("{:?} is given twice", self.name));
        }
        let same = self.on.iter().any(|win| other.on.contains(win));
        if same && self.is_wager == other.is_wager {
            return Err(format!("{:?} and {:?} price the same wins", other.name, self.name));
        }
        Ok(())
    }
}

/// Names a wager that a player who always makes the same choice never places, and the choice.
fn never_placed(question: &Question) -> Option<(Choice, WagerId)> {
    let kind = question.kind;
    let Strategy::Always(choice) = question.strategy.at(kind) else { return None };
    let chosen = kind.choices().contains(&choice) && kind.follow_up(choice).is_none();
    let mut others = kind.choices().iter().filter(|_| chosen);
    others.find_map(|other| kind.follow_up(*other)).map(|(on, _)| (choice, on))
}

/// Tells whether the player decides by what a wager is worth.
fn decides_by_worth(question: &Question) -> bool {
    let always = matches!(question.strategy.at(question.kind), Strategy::Always(_));
    !question.kind.choices().is_empty() && !always
}

/// Splits a list of prices at commas; a comma in a name such as `8.1/Field 2, 12` is part of it.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut open = String::new();
    for piece in text.split(',') {
        open += piece;
        if open.contains('=') {
            parts.push(core::mem::take(&mut open).trim().to_owned());
        } else if !open.trim().is_empty() {
            open.push(',');
        }
    }
    let rest = open.trim().trim_end_matches(',');
    parts.extend((!rest.is_empty()).then(|| rest.to_owned()));
    parts
}

/// A number such as 7.5: its digits, and how many of them are behind the point.
#[derive(Clone, Copy)]
struct Decimal {
    digits: u128,
    places: u32,
}

impl Decimal {
    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (whole, behind) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
        if !is_number(whole) || !is_number(behind) {
            return None;
        }
        let behind = behind.trim_end_matches('0');
        // More digits than fit are more than any price may have.
        let digits = format!("{whole}{behind}").parse().unwrap_or(u128::MAX);
        Some(Self { digits, places: u32::try_from(behind.len()).unwrap_or(u32::MAX) })
    }

    /// Makes a price of two numbers; `None` if it is too large.
    fn quote(wins: Self, per: Self) -> Option<Quote> {
        let scaled = |number: Self, other: Self| {
            number.digits.checked_mul(10_u128.checked_pow(other.places)?)
        };
        let (wins, per) = (scaled(wins, per)?, scaled(per, wins)?);
        let common = gcd(wins, per);
        let small = |number: u128| u64::try_from(number / common).ok().filter(|n| *n <= PRICE_MAX);
        Some(Quote { wins: small(wins)?, per: small(per)? })
    }
}

#[cfg(test)]
mod tests {
    use croupier_engine::Kind;

    use super::Prices;

    fn read(kind: Kind, text: &str) -> Result<Vec<String>, String> {
        let prices = Prices::read(kind, text)?;
        Ok(prices.list().map(|(name, price)| format!("{name}: {price}")).collect())
    }

    #[test]
    fn prices_are_read() {
        let check = |kind, text: &str, want: &[&str]| {
            assert_eq!(read(kind, text), Ok(want.iter().map(|&w| w.to_owned()).collect()));
        };
        check(Kind::CasinoWar, "", &[]);
        check(Kind::CasinoWar, " tie = 7.50 : 1 ,", &["tie: 15 to 2"]);
        check(Kind::CasinoWar, "tie=1000000:1", &["tie: 1000000 to 1"]);
        check(Kind::CasinoWar, "tie=20000000:20", &["tie: 1000000 to 1"]);
        check(Kind::CasinoWar, "war=3:1,10.2=5:1", &["10.2: 5 to 1", "war: 3 to 1"]);
        check(
            Kind::Craps,
            "8.1/Field 2, 12=3:1, 8.1/Don't Win=1:1,lay=0.1:1",
            &["8.1/Don't Win: 1 to 1", "8.1/Field 2, 12: 3 to 1", "lay: 1 to 10"],
        );
    }

    #[test]
    fn what_has_no_effect_is_refused() {
        let check = |kind, text: &str, want: &str| {
            assert_eq!(read(kind, text), Err(want.to_owned()), "{text}");
        };
        let shape = "is not a price, expected strike-out=25:1 or 9.1.3=7.5:1";
        for text in ["tie", "tie=5", "tie=5:0", "tie=.5:1", "tie=-1:1", "tie=1e3:1"] {
            check(Kind::CasinoWar, text, &format!("{text:?} {shape}"));
        }
        let limit = "is too large: a price in whole numbers goes up to 1000000:1000000";
        for text in ["tie=1000001:1", "tie=1:99999999999999999999999999999999999999999999"] {
            check(Kind::CasinoWar, text, &format!("{text:?} {limit}"));
        }
        for (kind, name) in [
            (Kind::CasinoWar, "5.1.1.3"),
            (Kind::CasinoWar, "99.9"),
            (Kind::Baceball, "9.1"),
            (Kind::Baceball, "jackpot"),
            (Kind::Baceball, "11.9.1"),
            (Kind::Craps, "8.1"),
            (Kind::Craps, "8.1/Horn note"),
            (Kind::LuckyDrawBaccarat, "9.1.5.1"),
            (Kind::ThreeCardBaccarat, "11.1"),
        ] {
            let want = format!("{name:?} names no price of {}", kind.title());
            check(kind, &format!("{name}=2:1"), &want);
        }
        check(Kind::CasinoWar, "tie=2:1,tie=2:1", "\"tie\" is given twice");
        check(
            Kind::CasinoWar,
            "10.1=2:1,5.1.2.1=3:1",
            "\"10.1\" and \"5.1.2.1\" price the same wins",
        );
    }
}
