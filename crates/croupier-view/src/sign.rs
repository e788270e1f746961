//! The sign of a table as it is shown: what it says of each kind of wager, what it said before where somebody still
//! plays by that, and what holds for one player alone.

use croupier_engine::money::Rounding;
use croupier_engine::setup::Limit;
use croupier_engine::wager::Mark;
use croupier_engine::{Player, WagerId};
use croupier_floor::Room;
use serde::Serialize;

use crate::table::title;

/// What the sign says of one kind of wager.
#[derive(Clone, Debug, Serialize)]
pub struct Sign {
    /// The name of the wager, as sheets have it.
    pub on: &'static str,
    /// The name of the wager for people.
    pub title: String,
    /// The clause that defines the wager.
    pub clause: &'static str,
    /// The wager lies on a playing area.
    pub area: bool,
    /// The numbers that the wager can be on, where it is on one.
    pub marks: Option<Marks>,
    /// The least that may be wagered, in cents.
    pub min: u64,
    /// The most that may be wagered; `None` where the sign sets no maximum.
    pub max: Option<u64>,
    /// The step between two amounts that may be wagered: a chip at least.
    pub unit: u64,
    /// The old limits by which players who are spared still play, the lowest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub old: Vec<OldLimits>,
    /// The measure that binds the wager instead of limits, where it goes with another wager.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap: Option<CapView>,
    /// It has one price; no limits can be put up for it.
    pub fixed_price: bool,
    /// It is placed by a choice, never by itself.
    pub follows: bool,
    /// Its winnings are rounded down to whole chips; else up.
    pub rounds_down: bool,
}

/// Limits that the sign showed before, and by which somebody still plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OldLimits {
    /// The least that may be wagered, in cents.
    pub min: u64,
    /// The most that may be wagered; `None` where the sign set no maximum.
    pub max: Option<u64>,
    /// The clause by which they are shown beside the new ones.
    pub clause: &'static str,
}

/// The measure of a wager that goes with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CapView {
    /// The wager that it goes with, as sheets have it.
    pub of: &'static str,
    /// How many times that wager.
    pub times: u8,
    /// The measure binds what can be won; else what is staked.
    pub on_winnings: bool,
    /// The clause that says so.
    pub clause: &'static str,
}

/// What holds for one player alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayersSign {
    /// The name of the wager, as sheets have it.
    pub on: &'static str,
    /// The name of the wager for people.
    pub title: String,
    /// The least that the player may wager, in cents.
    pub min: u64,
    /// The most; `None` where no maximum is set.
    pub max: Option<u64>,
    /// The step between two amounts.
    pub unit: u64,
    /// The player keeps an old minimum.
    pub spared: bool,
    /// The player has limits of their own.
    pub own: bool,
    /// The clause by which it is so.
    pub clause: &'static str,
}

impl PlayersSign {
    /// Lists what holds for one player at a table besides its sign.
    pub fn of(room: &Room, player: Player) -> Vec<Self> {
        let chip = room.table.rules().chip.0;
        let signs = room.own_signs(player).into_iter().map(|sign| Self {
            on: sign.on,
            title: title(sign.on),
            min: sign.limit.min.0,
            max: sign.limit.maximum().map(|max| max.0),
            unit: sign.limit.unit.0.max(chip),
            spared: sign.spared,
            own: sign.own,
            clause: sign.clause.0,
        });
        signs.collect()
    }
}

/// The numbers that a kind of wager can be on.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Marks {
    /// What the number is: `number`, `point` (a point total) or `travels` (it comes with a roll).
    pub kind: &'static str,
    /// The numbers there are.
    pub of: &'static [u8],
}

/// Shows the sign of a table.
pub(crate) fn sign(room: &Room) -> Vec<Sign> {
    let (rules, layouts) = (room.table.rules(), room.kind.layouts());
    let shown = layouts.iter().zip(0..).filter_map(|(layout, id)| {
        let on = WagerId(id);
        let cap = room.kind.cap(on).map(|cap| CapView {
            of: layouts[usize::from(cap.of.0)].name,
            times: cap.times,
            on_winnings: cap.on_winnings,
            clause: cap.clause.0,
        });
        let fixed_price = room.kind.has_fixed_price(on);
        let limit = match (&rules.jackpot, fixed_price) {
            (Some(jackpot), true) => {
                Limit { min: jackpot.wager, max: jackpot.wager, unit: jackpot.wager }
            }
            (None, true) => return None,
            (_, false) if cap.is_some() => Limit { min: rules.chip, ..Limit::NONE },
            (_, false) => rules.limit(on),
        };
        let mut pays = room.kind.pays().iter().filter(|row| row.on == on);
        let old = room.old_limits(on).into_iter().map(|(limit, clause)| OldLimits {
            min: limit.min.0,
            max: limit.maximum().map(|max| max.0),
            clause: clause.0,
        });
        Some(Sign {
            on: layout.name,
            title: title(layout.name),
            clause: layout.clause.0,
            area: layout.on_area,
            marks: marks(layout.mark),
            min: limit.min.0,
            max: limit.maximum().map(|max| max.0),
            unit: limit.unit.0.max(rules.chip.0),
            old: old.collect(),
            cap,
            fixed_price,
            follows: room.kind.follows(on),
            rounds_down: pays.any(|row| row.rounding == Rounding::Down),
        })
    });
    shown.collect()
}

const fn marks(mark: Mark) -> Option<Marks> {
    match mark {
        Mark::None => None,
        Mark::Number(of) => Some(Marks { kind: "number", of }),
        Mark::Point(of) => Some(Marks { kind: "point", of }),
        Mark::Travels(of) => Some(Marks { kind: "travels", of }),
    }
}
