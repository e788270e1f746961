//! Wagers and verdicts: what stands on the layout, and what the rules make of it.

use core::fmt::Debug;

use crate::clause::Clause;
use crate::effect::{Line, Outcome};
use crate::input::{Area, Player, Spot, WagerId};
use crate::jackpot::Light;
use crate::money::{Cents, Odds, Rounding};
use crate::stored::Stored;
use crate::table::Key;

/// The number or total that a kind of wager is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The kind of wager is on no number.
    None,
    /// A number of the dice, one of these.
    Number(&'static [u8]),
    /// A point total, one of these.
    Point(&'static [u8]),
    /// None when placed; a roll gives it one of these.
    Travels(&'static [u8]),
}

impl Mark {
    /// Takes a mark apart into the number of the dice and the point total, of which a wager has one at most.
    pub const fn split(self, mark: Option<u8>) -> (Option<u8>, Option<u8>) {
        match self {
            Self::None => (None, None),
            Self::Number(_) | Self::Travels(_) => (mark, None),
            Self::Point(_) => (None, mark),
        }
    }

    /// Finds the mark that a number of the dice or a point total is; what the wager does not need is passed over.
    pub const fn join(self, number: Option<u8>, point: Option<u8>) -> Option<u8> {
        match self {
            Self::None => None,
            Self::Number(_) | Self::Travels(_) => number,
            Self::Point(_) => point,
        }
    }
}

/// What a layout says of one kind of wager.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Its name in sheets, journals and on the screen.
    pub name: &'static str,
    /// The clause of the order that says what the wager is on.
    pub clause: Clause,
    /// It lies on a playing area; else it belongs to the player alone.
    pub on_area: bool,
    /// The number it needs.
    pub mark: Mark,
    /// Into how many equal parts a stake is split; each is a whole number of chips.
    pub parts: u8,
    /// The clause by which a stake is split into these parts.
    pub split: Clause,
}

impl Layout {
    /// A wager on a playing area.
    pub const fn area(name: &'static str, clause: Clause) -> Self {
        Self { name, clause, on_area: true, mark: Mark::None, parts: 1, split: clause }
    }

    /// A wager that belongs to the player and lies on no area.
    pub const fn table(name: &'static str, clause: Clause) -> Self {
        Self { name, clause, on_area: false, mark: Mark::None, parts: 1, split: clause }
    }

    /// The same, on a number or total.
    pub const fn on(self, mark: Mark) -> Self {
        Self { mark, ..self }
    }

    /// The same, split into equal parts by a clause.
    pub const fn in_parts(self, parts: u8, split: Clause) -> Self {
        Self { parts, split, ..self }
    }
}

/// The kinds of wager of one game. Implemented by [`wagers!`](crate::wagers).
pub trait On: Copy + Debug + Eq + Stored + 'static {
    /// All kinds, in the order of their numbers.
    const ALL: &'static [Self];
    /// What the layout says of each.
    const LAYOUTS: &'static [Layout];

    /// Returns the kind's number.
    fn id(self) -> WagerId;

    /// Returns what the layout says of it.
    fn layout(self) -> &'static Layout {
        &Self::LAYOUTS[usize::from(self.id().0)]
    }

    /// Finds a kind by its number.
    fn from_id(id: WagerId) -> Option<Self> {
        Self::ALL.get(usize::from(id.0)).copied()
    }
}

/// Declares the wagers of a game: the enum `On`, and the layout of each.
#[macro_export]
macro_rules! wagers {
    ($($(#[$doc:meta])* $name:ident: $layout:expr;)+) => {
        /// The wagers of this game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum On { $($(#[$doc])* $name),+ }

        impl $crate::wager::On for On {
            const ALL: &'static [Self] = &[$(Self::$name),+];
            const LAYOUTS: &'static [$crate::wager::Layout] = &[$($layout),+];
            fn id(self) -> $crate::input::WagerId {
                $crate::input::WagerId(self as u8)
            }
        }

        /// Stored by its place in the list.
        impl $crate::stored::Stored for On {
            fn store(&self, to: &mut $crate::stored::Buffer) {
                to.push(*self as u8);
            }

            fn restore(
                from: &mut $crate::stored::Bytes<'_>,
            ) -> Result<Self, $crate::stored::Damaged> {
                let id = $crate::input::WagerId(from.byte()?);
                $crate::wager::On::from_id(id).ok_or($crate::stored::Damaged)
            }
        }

        impl On {
            /// Writes a row of the pay table: the wager is paid at `odds` when it wins by this clause.
            const fn pays(
                self,
                odds: $crate::money::Odds,
                cited: $crate::clause::Clause,
            ) -> $crate::pays::Pays {
                $crate::pays::Pays::new($crate::input::WagerId(self as u8), odds, cited)
            }
        }
    };
}

/// A marker button on a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// No button: the rules say whether it is active.
    None,
    /// It is called on: the next roll counts for it.
    On,
    /// It is called off: the next roll does not count for it.
    Off,
}

crate::stored! { enum Button { 0 = None, 1 = On, 2 = Off } }

/// A wager that stands on the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wager<O> {
    /// The player whose wager it is.
    pub player: Player,
    /// The playing area it lies on, for a wager that lies on one.
    pub area: Option<Area>,
    /// The kind of wager.
    pub on: O,
    /// Its number or point total, if it has one.
    pub mark: Option<u8>,
    /// Promotional tokens instead of chips.
    pub tokens: bool,
    /// What it will be settled on.
    pub stake: Cents,
    /// What lies above the maximum and will go back untouched.
    pub excess: Cents,
    /// Whether the dealer's button calls it on or off, or none lies there.
    pub button: Button,
    /// It was lowered, and may not grow again.
    pub lowered: bool,
    /// What the equipment last said of it, where it says anything.
    pub(crate) light: Light,
    /// It was swept into the float before a deal.
    pub collected: bool,
    /// It was made for an earlier round, which was void.
    pub carried: bool,
    /// What was charged for placing it so far.
    pub(crate) charged: Cents,
    /// When its spot was first taken, counted in wagers.
    pub(crate) since: u64,
}

crate::stored! {
    struct Wager[O: On] {
        player, area, on, mark, tokens, stake, excess, button, lowered, light, collected, carried,
        charged, since,
    } check |it| it.can_be()
}

impl<O: On> Wager<O> {
    /// Makes a wager on a spot.
    pub(crate) const fn new(key: &Key<O>, tokens: bool, stake: Cents) -> Self {
        Self {
            player: key.player,
            area: key.area,
            on: key.on,
            mark: key.mark,
            tokens,
            stake,
            excess: Cents::ZERO,
            button: Button::None,
            lowered: false,
            light: Light::Placed,
            collected: false,
            carried: false,
            charged: Cents::ZERO,
            since: 0,
        }
    }

    /// Tells whether a wager that was read from a snapshot can stand on this layout.
    fn can_be(&self) -> bool {
        let layout = self.on.layout();
        let marked = match (layout.mark, self.mark) {
            (Mark::None | Mark::Travels(_), None) => true,
            (Mark::None, Some(_)) | (Mark::Number(_) | Mark::Point(_), None) => false,
            (Mark::Number(marks) | Mark::Point(marks) | Mark::Travels(marks), Some(mark)) => {
                marks.contains(&mark)
            }
        };
        let amounts = [self.stake, self.excess, self.charged];
        let small = amounts.iter().all(|amount| *amount <= Cents::CEILING);
        marked && small && layout.on_area == self.area.is_some()
    }

    /// Names the spot on which the wager lies.
    pub fn spot(&self) -> Spot {
        Key::of(self).spot(self.tokens)
    }

    /// Returns the money that lies there, the excess included.
    pub fn amount(&self) -> Cents {
        self.stake + self.excess
    }

    /// Writes the line that `verdict` makes of this wager.
    pub fn settle(&self, verdict: &Verdict, chip: Cents) -> Line {
        let Verdict { outcome, clause, .. } = *verdict;
        let (pays, back) = verdict.settle(self.stake, chip);
        Line {
            stake: self.stake,
            outcome,
            pays,
            back,
            excess: self.excess,
            ..Key::of(self).line(self.tokens, clause)
        }
    }

    /// Orders wagers from the dealer's right: the highest area first, those of no area last.
    pub fn from_right(&self) -> u32 {
        u32::from(u8::MAX - self.area.map_or(0, |area| area.0))
    }
}

/// What a winning wager is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Price {
    /// It is paid nothing.
    None,
    /// So many times the stake, as the pay table writes it.
    Odds(Odds),
    /// A fixed amount, the stake being gone.
    Prize(Cents),
}

/// What the rules make of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How the wager ends by this verdict.
    pub outcome: Outcome,
    /// What is paid on a win; the stake goes back besides.
    pub price: Price,
    /// The part of the stake that is alive in a win, as a fraction.
    pub part: (u8, u8),
    /// How winnings that are no whole number of chips are rounded.
    pub rounding: Rounding,
    /// The clause that says so.
    pub clause: Clause,
}

impl Verdict {
    const fn ends(outcome: Outcome, clause: Clause) -> Self {
        Self { outcome, price: Price::None, part: (1, 1), rounding: Rounding::Up, clause }
    }

    /// Returns the winnings on a stake, and the part of the stake that goes back.
    pub fn settle(&self, stake: Cents, chip: Cents) -> (Cents, Cents) {
        match (self.outcome, self.price) {
            (Outcome::Win, Price::Odds(odds)) => {
                let (alive, of) = (u64::from(self.part.0), u64::from(self.part.1));
                let wins = u64::from(odds.wins) * alive;
                let per = u64::from(odds.per) * of;
                let pays = self.rounding.share(stake, (wins, per), chip);
                (pays, stake.share_down(alive, of, Cents(1)))
            }
            (Outcome::Win, Price::Prize(prize)) => (prize, Cents::ZERO),
            (Outcome::Surrender, _) => (Cents::ZERO, stake.share_up(1, 2, chip).min(stake)),
            (Outcome::Lose, _) => (Cents::ZERO, Cents::ZERO),
            (Outcome::StandOff | Outcome::Void | Outcome::Returned, _) => (Cents::ZERO, stake),
            (Outcome::Win, Price::None) | (Outcome::Commission | Outcome::Mystery, _) => {
                unreachable!("a verdict ends a wager, and a win has a price")
            }
        }
    }

    /// The winnings are rounded down to whole chips, so that a commission in the price is not lost.
    pub const fn rounded_down(self) -> Self {
        Self { rounding: Rounding::Down, ..self }
    }

    /// Only `numerator / denominator` of the stake is alive; the rest is lost.
    pub const fn on_part(self, numerator: u8, denominator: u8) -> Self {
        Self { part: (numerator, denominator), ..self }
    }
}

/// The wager wins at `odds`.
pub const fn win(odds: Odds, clause: Clause) -> Verdict {
    Verdict { price: Price::Odds(odds), ..Verdict::ends(Outcome::Win, clause) }
}

/// The wager wins a fixed prize.
pub const fn prize(prize: Cents, clause: Clause) -> Verdict {
    Verdict { price: Price::Prize(prize), ..Verdict::ends(Outcome::Win, clause) }
}

/// Says that the wager loses, by a clause.
pub const fn lose(clause: Clause) -> Verdict {
    Verdict::ends(Outcome::Lose, clause)
}

/// The wager neither wins nor loses.
pub const fn stand_off(clause: Clause) -> Verdict {
    Verdict::ends(Outcome::StandOff, clause)
}

/// The wager has no result.
pub const fn void(clause: Clause) -> Verdict {
    Verdict::ends(Outcome::Void, clause)
}

/// The player gives up half.
pub const fn surrender(clause: Clause) -> Verdict {
    Verdict::ends(Outcome::Surrender, clause)
}

/// The wager goes back.
pub const fn returned(clause: Clause) -> Verdict {
    Verdict::ends(Outcome::Returned, clause)
}
