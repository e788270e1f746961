//! An input of the engine written down as the step that means it.

use croupier_engine::input::{self, Crew, DiceAct, Reply};
use croupier_engine::irregular::{Throw, Who};
use croupier_engine::setup::Limit;
use croupier_engine::wager::Mark;
use croupier_engine::{Input, Kind, Player, WagerId};

use super::people::UNKNOWN;
use super::{
    Answer, Call, Called, Check, Choose, Does, Drawn, Found, Handed, Irregular, Look, Meters,
    Mystery, NoRoll, Reduce, Release, Replace, Reserve, Roll, Ruling, Sign, Spot, State, Step,
    True, Turn, Void, Wager,
};
use crate::text::Text;

impl Step<Player> {
    /// Writes down what a table of this game is told. [`Step::resolve`] gives the same input again.
    pub fn of(kind: Kind, input: &Input) -> Self {
        let spot = |spot| Spot::of(kind, spot);
        match *input {
            Input::Wager { spot: ref at, amount, confirmed } => {
                Self::Wager(Wager { spot: spot(at), amount, confirmed })
            }
            Input::Withdraw(ref at) => Self::Withdraw(spot(at)),
            Input::Close => Self::Close(True),
            Input::Card { card: face, from } => Self::Card(Drawn { face, from }),
            Input::BurnUnseen => Self::Burn(True),
            Input::Choose { area, reply } => {
                let choice = match reply {
                    Reply::Choice(choice) => Some(choice.name().into()),
                    Reply::Unknown => Some(UNKNOWN.into()),
                    Reply::Absent => None,
                };
                Self::Choose(Choose { area: Some(area), absent: choice.is_none(), choice })
            }
            Input::Found { spot: ref at, amount } => Self::Found(Found { spot: spot(at), amount }),
            Input::Roll(dice) => Self::Roll(Roll(dice)),
            Input::NoRoll { throw, by } => Self::NoRoll(no_roll(throw, by)),
            Input::Sign { on, limit, player } => {
                Self::Sign(Box::new(sign(kind, on, limit, player)))
            }
            Input::Variant(variant) => Self::Variant(variant.map(|at| {
                kind.house().variants.get(usize::from(at)).copied().unwrap_or(UNKNOWN).into()
            })),
            Input::Meters { major, minor } => Self::Meters(Meters { major, minor }),
            Input::Remove(ref at) => Self::Remove(spot(at)),
            Input::Reduce { spot: ref at, to } => Self::Reduce(Reduce { spot: spot(at), to }),
            Input::Call { spot: ref at, on } => {
                Self::Call(Call { spot: spot(at), state: if on { State::On } else { State::Off } })
            }
            Input::Void => Self::Void(Void::default()),
            Input::Reserve { areas, player } => {
                Self::Reserve(Reserve { player, areas: areas.collect() })
            }
            Input::Release(areas) => Self::Release(Release { areas: areas.collect() }),
            Input::CuttingCard => Self::CuttingCard(True),
            Input::Shuffle => Self::Shuffle(True),
            Input::Replace { checked } => Self::Replace(Replace { checked }),
            Input::Look { player, area } => Self::Look(Look { player, area }),
            Input::Turn { area, player } => {
                Self::Turn(Turn { area, player, banker: area.is_none() })
            }
            Input::Throw => Self::Throw(True),
            Input::Irregular(ref it) => Self::Irregular(Box::new(Irregular::of(kind, it))),
            Input::Ruling { yes, by } => {
                Self::Ruling(Ruling { answer: if yes { Answer::Yes } else { Answer::No }, by })
            }
            Input::Check { complete } => Self::Check(Check { complete }),
            Input::Feed => Self::Feed(True),
            Input::Dice { player, act, by } => Self::Dice(handed(player, act, by)),
            Input::Mystery { player, area, amount } => {
                Self::Mystery(Mystery { player, area, amount })
            }
        }
    }
}

impl Spot<Player> {
    /// Writes down which wager is meant.
    pub fn of(kind: Kind, spot: &input::Spot) -> Self {
        let layout = kind.layouts().get(usize::from(spot.on.0));
        let (number, point) = match layout.map(|layout| layout.mark) {
            Some(Mark::Point(_)) => (None, spot.mark),
            Some(Mark::Number(_) | Mark::Travels(_)) => (spot.mark, None),
            Some(Mark::None) | None => (None, None),
        };
        let on = name(kind, spot.on);
        Self { player: spot.player, area: spot.area, on, number, point, tokens: spot.tokens }
    }
}

fn name(kind: Kind, on: WagerId) -> Text {
    kind.layouts().get(usize::from(on.0)).map_or(UNKNOWN, |layout| layout.name).into()
}

fn no_roll(throw: Option<Throw>, by: Option<Who>) -> NoRoll {
    match throw {
        None => NoRoll::Said(Text::default()),
        Some(reason) => NoRoll::Called(Called { reason, by }),
    }
}

fn sign(kind: Kind, on: WagerId, limit: Option<Limit>, player: Option<Player>) -> Sign<Player> {
    let (min, max) = (limit.map(|limit| limit.min), limit.map(|limit| limit.max));
    let (unit, down) = (limit.map(|limit| limit.unit), limit.is_none());
    Sign { on: name(kind, on), player, min, max, unit, down }
}

fn handed(player: Player, act: DiceAct, by: Crew) -> Handed<Player> {
    let (does, takes) = match act {
        DiceAct::Accept { takes } => (Does::Accept, Some(takes)),
        DiceAct::Refuse => (Does::Refuse, None),
        DiceAct::Pass => (Does::Pass, None),
        DiceAct::Order => (Does::Order, None),
        DiceAct::Choose { takes } => (Does::Choose, Some(takes)),
    };
    let by = match by {
        Crew::Stickperson => "stickperson",
        Crew::Boxperson => "boxperson",
        Crew::Other => "other",
    };
    Handed { player, does, takes, by: Some(by.into()), why: None }
}
