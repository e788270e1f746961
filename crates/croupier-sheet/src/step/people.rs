//! Steps whose people are named in another way, and steps without what somebody said in words.

use super::{
    Call, Found, Handed, Irregular, Look, Mystery, NoRoll, Reduce, Reserve, Sign, Spot, Step, Turn,
    Void, Wager,
};
use crate::text::Text;

/// Stands for a word that no game has.
pub(super) const UNKNOWN: &str = "unknown";

impl<P> Spot<P> {
    fn rename<Q>(self, name: &mut impl FnMut(P) -> Q) -> Spot<Q> {
        let Self { player, area, on, number, point, tokens } = self;
        Spot { player: name(player), area, on, number, point, tokens }
    }
}

impl<P> Step<P> {
    /// Names the people of the step in another way.
    pub fn rename<Q>(self, mut name: impl FnMut(P) -> Q) -> Step<Q> {
        let name = &mut name;
        match self {
            Self::Wager(Wager { spot, amount, confirmed }) => {
                Step::Wager(Wager { spot: spot.rename(name), amount, confirmed })
            }
            Self::Withdraw(spot) => Step::Withdraw(spot.rename(name)),
            Self::Found(Found { spot, amount }) => {
                Step::Found(Found { spot: spot.rename(name), amount })
            }
            Self::Remove(spot) => Step::Remove(spot.rename(name)),
            Self::Reduce(Reduce { spot, to }) => {
                Step::Reduce(Reduce { spot: spot.rename(name), to })
            }
            Self::Call(Call { spot, state }) => Step::Call(Call { spot: spot.rename(name), state }),
            Self::Sign(sign) => {
                let Sign { on, player, min, max, unit, down } = *sign;
                let player = player.map(name);
                Step::Sign(Box::new(Sign { on, player, min, max, unit, down }))
            }
            Self::Reserve(Reserve { player, areas }) => {
                Step::Reserve(Reserve { player: name(player), areas })
            }
            Self::Look(Look { player, area }) => Step::Look(Look { player: name(player), area }),
            Self::Turn(Turn { area, player, banker }) => {
                Step::Turn(Turn { area, player: player.map(name), banker })
            }
            Self::Irregular(it) => {
                let (it, player) = it.take_player();
                let player = player.map(name);
                Step::Irregular(Box::new(Irregular { player, ..it }))
            }
            Self::Dice(Handed { player, does, takes, by, why }) => {
                Step::Dice(Handed { player: name(player), does, takes, by, why })
            }
            Self::Mystery(Mystery { player, area, amount }) => {
                Step::Mystery(Mystery { player: name(player), area, amount })
            }
            Self::Close(said) => Step::Close(said),
            Self::Card(card) => Step::Card(card),
            Self::Choose(choice) => Step::Choose(choice),
            Self::Roll(dice) => Step::Roll(dice),
            Self::NoRoll(why) => Step::NoRoll(why),
            Self::Variant(variant) => Step::Variant(variant),
            Self::Meters(meters) => Step::Meters(meters),
            Self::Void(void) => Step::Void(void),
            Self::Release(areas) => Step::Release(areas),
            Self::CuttingCard(said) => Step::CuttingCard(said),
            Self::Shuffle(said) => Step::Shuffle(said),
            Self::Replace(cards) => Step::Replace(cards),
            Self::Throw(said) => Step::Throw(said),
            Self::Ruling(ruling) => Step::Ruling(ruling),
            Self::Check(check) => Step::Check(check),
            Self::Feed(said) => Step::Feed(said),
            Self::Burn(said) => Step::Burn(said),
        }
    }

    /// Leaves out every word that somebody chose: reasons, and the names of wagers, choices and variants, which
    /// may be anything as long as no game has looked at them. People, amounts and places stay.
    pub fn without_words(mut self) -> Self {
        let unknown = || Text::from(UNKNOWN);
        match &mut self {
            Self::Wager(Wager { spot, .. })
            | Self::Found(Found { spot, .. })
            | Self::Reduce(Reduce { spot, .. })
            | Self::Call(Call { spot, .. })
            | Self::Withdraw(spot)
            | Self::Remove(spot) => spot.on = unknown(),
            Self::Choose(choose) => choose.choice = choose.choice.take().map(|_| unknown()),
            Self::NoRoll(NoRoll::Said(said)) => *said = Text::default(),
            Self::Sign(sign) => sign.on = unknown(),
            Self::Variant(variant) => *variant = variant.take().map(|_| unknown()),
            Self::Void(void) => *void = Void::default(),
            Self::Irregular(it) => it.on = it.on.take().map(|_| unknown()),
            Self::Dice(dice) => (dice.by, dice.why) = (None, None),
            Self::NoRoll(NoRoll::Called(_))
            | Self::Close(_)
            | Self::Card(_)
            | Self::Roll(_)
            | Self::Meters(_)
            | Self::Reserve(_)
            | Self::Release(_)
            | Self::CuttingCard(_)
            | Self::Shuffle(_)
            | Self::Replace(_)
            | Self::Look(_)
            | Self::Turn(_)
            | Self::Throw(_)
            | Self::Ruling(_)
            | Self::Check(_)
            | Self::Feed(_)
            | Self::Burn(_)
            | Self::Mystery(_) => {}
        }
        self
    }
}
