//! A step made into the input of the engine that it means.

use croupier_engine::input::{Choice, Crew, DiceAct, Reply};
use croupier_engine::setup::Limit;
use croupier_engine::table::AreaSet;
use croupier_engine::{Area, Input, Kind, Player, WagerId};

use super::{Answer, Choose, Does, Handed, NoRoll, Paid, Roll, Sign, State, Step, Turn};
use crate::fault::Fault;

impl<P> Step<P> {
    /// Makes the step what a table of this game is told; `player` finds people. A wager, choice or
    /// variant that the game does not have is no fault: the rules refuse it.
    ///
    /// # Errors
    /// When nobody is named so, or when fields that may be left out do not make sense together.
    pub fn resolve(
        &self,
        kind: Kind,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Input, Fault> {
        self.input(kind, player).map_err(|fault| fault.within(self.name()))
    }

    fn input(
        &self,
        kind: Kind,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Input, Fault> {
        Ok(match self {
            Self::Wager(it) => Input::Wager {
                spot: it.spot.resolve(kind, player)?,
                amount: it.amount,
                confirmed: it.confirmed,
            },
            Self::Withdraw(spot) => Input::Withdraw(spot.resolve(kind, player)?),
            Self::Close(_) => Input::Close,
            Self::Card(it) => Input::Card { card: it.face, from: it.from },
            Self::Choose(it) => it.resolve()?,
            Self::Found(it) => {
                Input::Found { spot: it.spot.resolve(kind, player)?, amount: it.amount }
            }
            Self::Roll(Roll(dice)) => Input::Roll(*dice),
            Self::Paid(Paid::All) => Input::Paid(None),
            Self::Paid(Paid::One(spot)) => Input::Paid(Some(spot.resolve(kind, player)?)),
            Self::Rekey(it) => Input::Rekey((*it).into()),
            Self::NoRoll(NoRoll::Said(_)) => Input::NoRoll { throw: None, by: None },
            Self::NoRoll(NoRoll::Called(it)) => Input::NoRoll { throw: Some(it.reason), by: it.by },
            Self::Remove(spot) => Input::Remove(spot.resolve(kind, player)?),
            Self::Reduce(it) => Input::Reduce { spot: it.spot.resolve(kind, player)?, to: it.to },
            Self::Call(it) => {
                Input::Call { spot: it.spot.resolve(kind, player)?, on: it.state == State::On }
            }
            Self::Sign(it) => it.resolve(kind, player)?,
            Self::Variant(None) => Input::Variant(None),
            Self::Variant(Some(name)) => {
                let at = kind.house().variants.iter().position(|variant| *variant == &**name);
                Input::Variant(Some(at.map_or(u8::MAX, |at| at as u8)))
            }
            Self::Meters(it) => Input::Meters { major: it.major, minor: it.minor },
            Self::Jackpot(link) => Input::Link(link.map(Into::into)),
            Self::Accept(it) => it.resolve(kind, player)?,
            Self::Collect(_) => Input::Collect,
            Self::Void(_) => Input::Void,
            Self::Reserve(it) => Input::Reserve {
                areas: AreaSet::of(it.areas.iter().copied()),
                player: player(&it.player)?,
            },
            Self::Release(it) => Input::Release(AreaSet::of(it.areas.iter().copied())),
            Self::CuttingCard(_) => Input::CuttingCard,
            Self::Shuffle(how) => Input::Shuffle { pre_shuffled: how.pre_shuffled },
            Self::Replace(it) => Input::Replace { checked: it.checked },
            Self::Look(it) => Input::Look { player: player(&it.player)?, area: it.area },
            Self::Turn(it) => it.resolve(player)?,
            Self::Throw(_) => Input::Throw,
            Self::Irregular(it) => Input::Irregular(it.resolve(kind, player)?),
            Self::Ruling(it) => {
                let yes = it.answer == Answer::Yes;
                Input::Ruling { yes, by: it.by, hand: it.area, device: it.device }
            }
            Self::Device(it) => Input::Repair(it.resolve()?),
            Self::Check(it) => Input::Check { complete: it.complete },
            Self::Feed(_) => Input::Feed,
            Self::Burn(_) => Input::BurnUnseen,
            Self::FaceDown(_) => Input::FaceDown,
            Self::Dice(it) => it.resolve(player)?,
            Self::Seat(it) => {
                Input::Seat { seat: it.seat, player: it.player.as_ref().map(player).transpose()? }
            }
            Self::Sharing(it) => Input::Sharing(it.players),
            Self::Standing(it) => {
                Input::Standing { player: player(&it.player)?, approved: it.approved }
            }
            Self::Mystery(it) => {
                Input::Mystery { player: player(&it.player)?, area: it.area, amount: it.amount }
            }
        })
    }

    /// Returns the name of the step, as sheets have it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Wager(_) => "wager",
            Self::Withdraw(_) => "withdraw",
            Self::Close(_) => "close",
            Self::Card(_) => "card",
            Self::Choose(_) => "choose",
            Self::Found(_) => "found",
            Self::Roll(_) => "roll",
            Self::Paid(_) => "paid",
            Self::Rekey(_) => "rekey",
            Self::NoRoll(_) => "no-roll",
            Self::Remove(_) => "remove",
            Self::Reduce(_) => "reduce",
            Self::Call(_) => "call",
            Self::Sign(_) => "sign",
            Self::Variant(_) => "variant",
            Self::Meters(_) => "meters",
            Self::Jackpot(_) => "jackpot",
            Self::Accept(_) => "accept",
            Self::Collect(_) => "collect",
            Self::Void(_) => "void",
            Self::Reserve(_) => "reserve",
            Self::Release(_) => "release",
            Self::CuttingCard(_) => "cutting-card",
            Self::Shuffle(_) => "shuffle",
            Self::Replace(_) => "replace",
            Self::Look(_) => "look",
            Self::Turn(_) => "turn",
            Self::Throw(_) => "throw",
            Self::Irregular(_) => "irregular",
            Self::Ruling(_) => "ruling",
            Self::Device(_) => "device",
            Self::Check(_) => "check",
            Self::Feed(_) => "feed",
            Self::Burn(_) => "burn",
            Self::FaceDown(_) => "face-down",
            Self::Dice(_) => "dice",
            Self::Seat(_) => "seat",
            Self::Sharing(_) => "sharing",
            Self::Standing(_) => "standing",
            Self::Mystery(_) => "mystery",
        }
    }
}

impl Choose {
    fn resolve(&self) -> Result<Input, Fault> {
        let reply = match (self.choice.as_deref(), self.absent) {
            (None, true) => Reply::Absent,
            (Some(choice), false) => Choice::named(choice).map_or(Reply::Unknown, Reply::Choice),
            (Some(_), true) => return Err(Fault::new("either `choice` or `absent`, not both")),
            (None, false) => return Err(Fault::missing("choice")),
        };
        // No area is no fault of form, as with wagers: the rules refuse it.
        let (area, tokens) = (self.area.unwrap_or(Area(0)), self.tokens.unwrap_or_default());
        Ok(Input::Choose { area, reply, tokens })
    }
}

impl<P> Sign<P> {
    fn resolve(
        &self,
        kind: Kind,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Input, Fault> {
        let limit = Limit {
            min: self.min.unwrap_or(Limit::NONE.min),
            max: self.max.unwrap_or(Limit::NONE.max),
            unit: self.unit.unwrap_or(Limit::NONE.unit),
        };
        Ok(Input::Sign {
            on: kind.wager(&self.on).unwrap_or(WagerId::UNKNOWN),
            limit: (!self.down).then_some(limit),
            player: self.player.as_ref().map(player).transpose()?,
        })
    }
}

impl<P> Turn<P> {
    fn resolve(
        &self,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Input, Fault> {
        let area = match (self.area, self.banker) {
            (Some(_), true) => return Err(Fault::new("either `area` or `banker`, not both")),
            (None, false) => return Err(Fault::missing("area")),
            (area, _) => area,
        };
        Ok(Input::Turn { area, player: self.player.as_ref().map(player).transpose()? })
    }
}

impl<P> Handed<P> {
    fn resolve(
        &self,
        player: &mut impl FnMut(&P) -> Result<Player, Fault>,
    ) -> Result<Input, Fault> {
        let act = match self.does {
            Does::Accept => DiceAct::Accept { takes: self.takes.unwrap_or([1, 2]) },
            Does::Refuse => DiceAct::Refuse,
            Does::Lapse => DiceAct::Lapse,
            Does::Pass => DiceAct::Pass,
            Does::Order => DiceAct::Order,
            Does::Choose => DiceAct::Choose { takes: self.takes.unwrap_or([0, 0]) },
        };
        // The one who should act does, unless the step says otherwise.
        let by = match self.by.as_deref() {
            Some(by) => Crew::named(by),
            None if act == DiceAct::Order => Crew::Boxperson,
            None => Crew::Stickperson,
        };
        Ok(Input::Dice { player: player(&self.player)?, act, by })
    }
}
