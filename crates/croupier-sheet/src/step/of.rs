//! An input of the engine written down as the step that means it.

use croupier_engine::input::{Crew, DiceAct, Reply};
use croupier_engine::irregular::{Throw, Who};
use croupier_engine::setup::Limit;
use croupier_engine::{Input, Kind, Player, WagerId};

use super::{
    Accept, Answer, Call, Called, Check, Choose, Does, Drawn, Found, Handed, Irregular, Look,
    Meters, Mystery, NoRoll, Paid, Reduce, Release, Replace, Reserve, Roll, Ruling, Seat, Sharing,
    Shuffle, Sign, Standing, State, Step, True, Turn, Void, Wager,
};
use crate::spot::{PersonId, Spot, UNKNOWN, wager_name};
use crate::text::Text;

impl Step<PersonId> {
    /// Writes down what a table of this game is told. [`Step::resolve`] gives the same input again.
    #[expect(clippy::too_many_lines, reason = "a row for each input")]
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
            Input::FaceDown => Self::FaceDown(True),
            Input::Choose { area, reply, tokens } => {
                let choice = match reply {
                    Reply::Choice(choice) => Some(choice.name().into()),
                    Reply::Unknown => Some(UNKNOWN.into()),
                    Reply::Absent => None,
                };
                let tokens = (!tokens.is_zero()).then_some(tokens);
                Self::Choose(Choose { area: Some(area), absent: choice.is_none(), choice, tokens })
            }
            Input::Found { spot: ref at, amount } => Self::Found(Found { spot: spot(at), amount }),
            Input::Roll(dice) => Self::Roll(Roll(dice)),
            Input::Paid(None) => Self::Paid(Paid::All),
            Input::Paid(Some(ref at)) => Self::Paid(Paid::One(spot(at))),
            Input::Rekey(keyed) => Self::Rekey(keyed.into()),
            Input::NoRoll { throw, by } => Self::NoRoll(no_roll(throw, by)),
            Input::Sign { on, limit, player } => {
                Self::Sign(Box::new(sign(kind, on, limit, player)))
            }
            Input::Variant(variant) => Self::Variant(variant.map(|at| {
                kind.house().variants.get(usize::from(at)).copied().unwrap_or(UNKNOWN).into()
            })),
            Input::Meters { major, minor } => Self::Meters(Meters { major, minor }),
            Input::Link(link) => Self::Jackpot(link.map(Into::into)),
            Input::Accept { spot: ref at, accepted } => Self::Accept(Accept::of(at, accepted)),
            Input::Collect => Self::Collect(True),
            Input::Remove(ref at) => Self::Remove(spot(at)),
            Input::Reduce { spot: ref at, to } => Self::Reduce(Reduce { spot: spot(at), to }),
            Input::Call { spot: ref at, on } => {
                Self::Call(Call { spot: spot(at), state: if on { State::On } else { State::Off } })
            }
            Input::Void => Self::Void(Void::default()),
            Input::Reserve { areas, player } => {
                Self::Reserve(Reserve { player: PersonId(player), areas: areas.collect() })
            }
            Input::Release(areas) => Self::Release(Release { areas: areas.collect() }),
            Input::CuttingCard => Self::CuttingCard(True),
            Input::Shuffle { pre_shuffled } => Self::Shuffle(Shuffle { pre_shuffled }),
            Input::Replace { checked } => Self::Replace(Replace { checked }),
            Input::Look { player, area } => Self::Look(Look { player: PersonId(player), area }),
            Input::Turn { area, player } => {
                Self::Turn(Turn { area, player: player.map(PersonId), banker: area.is_none() })
            }
            Input::Throw => Self::Throw(True),
            Input::Irregular(ref it) => Self::Irregular(Box::new(Irregular::of(kind, it))),
            Input::Ruling { yes, by, hand: area, device } => {
                let answer = if yes { Answer::Yes } else { Answer::No };
                Self::Ruling(Ruling { answer, by, area, device })
            }
            Input::Repair(repair) => Self::Device(repair.into()),
            Input::Check { complete } => Self::Check(Check { complete }),
            Input::Feed => Self::Feed(True),
            Input::Dice { player, act, by } => Self::Dice(handed(player, act, by)),
            Input::Seat { seat, player } => Self::Seat(Seat { seat, player: player.map(PersonId) }),
            Input::Sharing(players) => Self::Sharing(Sharing { players }),
            Input::Standing { player, approved } => {
                Self::Standing(Standing { player: PersonId(player), approved })
            }
            Input::Mystery { player, area, amount } => {
                Self::Mystery(Mystery { player: PersonId(player), area, amount })
            }
        }
    }
}

fn no_roll(throw: Option<Throw>, by: Option<Who>) -> NoRoll {
    match throw {
        None => NoRoll::Said(Text::default()),
        Some(reason) => NoRoll::Called(Called { reason, by }),
    }
}

fn sign(kind: Kind, on: WagerId, limit: Option<Limit>, player: Option<Player>) -> Sign<PersonId> {
    let (min, max) = (limit.map(|limit| limit.min), limit.map(|limit| limit.max));
    let (unit, down) = (limit.map(|limit| limit.unit), limit.is_none());
    Sign { on: wager_name(kind, on), player: player.map(PersonId), min, max, unit, down }
}

fn handed(player: Player, act: DiceAct, by: Crew) -> Handed<PersonId> {
    let (does, takes) = match act {
        DiceAct::Accept { takes } => (Does::Accept, Some(takes)),
        DiceAct::Refuse => (Does::Refuse, None),
        DiceAct::Lapse => (Does::Lapse, None),
        DiceAct::Pass => (Does::Pass, None),
        DiceAct::Order => (Does::Order, None),
        DiceAct::Choose { takes } => (Does::Choose, Some(takes)),
    };
    Handed { player: PersonId(player), does, takes, by: Some(by.name().into()), why: None }
}
