//! Steps whose people are named in another way, and steps without what somebody said in words.

use croupier_engine::Kind;
use croupier_engine::input::{Choice, Crew};

use super::{
    Accept, Call, Choose, Found, Handed, Look, Mystery, NoRoll, Paid, Reduce, Reserve, Seat, Sign,
    Standing, Step, Turn, Void, Wager,
};
use crate::spot::UNKNOWN;
use crate::text::Text;

impl<P> Step<P> {
    /// Names the people of the step in another way.
    #[expect(clippy::too_many_lines, reason = "a row for each step")]
    pub fn rename<Q>(&self, mut name: impl FnMut(&P) -> Q) -> Step<Q> {
        let name = &mut name;
        match self {
            Self::Wager(Wager { spot, amount, confirmed }) => Step::Wager(Wager {
                spot: spot.rename(name),
                amount: *amount,
                confirmed: *confirmed,
            }),
            Self::Withdraw(spot) => Step::Withdraw(spot.rename(name)),
            Self::Found(Found { spot, amount }) => {
                Step::Found(Found { spot: spot.rename(name), amount: *amount })
            }
            Self::Remove(spot) => Step::Remove(spot.rename(name)),
            Self::Reduce(Reduce { spot, to }) => {
                Step::Reduce(Reduce { spot: spot.rename(name), to: *to })
            }
            Self::Call(Call { spot, state }) => {
                Step::Call(Call { spot: spot.rename(name), state: *state })
            }
            Self::Sign(sign) => {
                let Sign { on, player, min, max, unit, down } = &**sign;
                let (on, player) = (on.clone(), player.as_ref().map(name));
                let (min, max, unit, down) = (*min, *max, *unit, *down);
                Step::Sign(Box::new(Sign { on, player, min, max, unit, down }))
            }
            Self::Reserve(Reserve { player, areas }) => {
                Step::Reserve(Reserve { player: name(player), areas: areas.clone() })
            }
            Self::Look(Look { player, area }) => {
                Step::Look(Look { player: name(player), area: *area })
            }
            Self::Turn(Turn { area, player, banker }) => {
                Step::Turn(Turn { area: *area, player: player.as_ref().map(name), banker: *banker })
            }
            Self::Irregular(it) => Step::Irregular(Box::new(it.rename(name))),
            Self::Dice(Handed { player, does, takes, by, why }) => Step::Dice(Handed {
                player: name(player),
                does: *does,
                takes: *takes,
                by: by.clone(),
                why: why.clone(),
            }),
            Self::Seat(Seat { seat, player }) => {
                Step::Seat(Seat { seat: *seat, player: player.as_ref().map(name) })
            }
            Self::Standing(Standing { player, approved }) => {
                Step::Standing(Standing { player: name(player), approved: *approved })
            }
            Self::Mystery(Mystery { player, area, amount }) => {
                Step::Mystery(Mystery { player: name(player), area: *area, amount: *amount })
            }
            Self::Accept(Accept { player, area, accepted }) => {
                Step::Accept(Accept { player: name(player), area: *area, accepted: *accepted })
            }
            Self::Jackpot(link) => Step::Jackpot(*link),
            Self::Collect(said) => Step::Collect(*said),
            Self::Sharing(sharing) => Step::Sharing(*sharing),
            Self::Close(said) => Step::Close(*said),
            Self::Card(card) => Step::Card(*card),
            Self::Choose(choice) => Step::Choose(choice.clone()),
            Self::Roll(dice) => Step::Roll(*dice),
            Self::Paid(Paid::All) => Step::Paid(Paid::All),
            Self::Paid(Paid::One(spot)) => Step::Paid(Paid::One(spot.rename(name))),
            Self::Rekey(it) => Step::Rekey(*it),
            Self::NoRoll(why) => Step::NoRoll(why.clone()),
            Self::Variant(variant) => Step::Variant(variant.clone()),
            Self::Meters(meters) => Step::Meters(*meters),
            Self::Void(void) => Step::Void(void.clone()),
            Self::Release(areas) => Step::Release(areas.clone()),
            Self::CuttingCard(said) => Step::CuttingCard(*said),
            Self::Shuffle(said) => Step::Shuffle(*said),
            Self::Replace(cards) => Step::Replace(*cards),
            Self::Throw(said) => Step::Throw(*said),
            Self::Ruling(ruling) => Step::Ruling(*ruling),
            Self::Device(device) => Step::Device(*device),
            Self::Check(check) => Step::Check(*check),
            Self::Feed(said) => Step::Feed(*said),
            Self::Burn(said) => Step::Burn(*said),
            Self::FaceDown(said) => Step::FaceDown(*said),
        }
    }

    /// Leaves out what the step says of who declares it: on a floor, who acts says that.
    pub fn strip_by(&mut self) {
        match self {
            Self::Irregular(it) => it.by = None,
            Self::Ruling(ruling) => ruling.by = None,
            Self::NoRoll(NoRoll::Called(called)) => called.by = None,
            Self::Dice(handed) => handed.by = None,
            Self::Void(void) => void.by = None,
            Self::NoRoll(NoRoll::Said(_))
            | Self::Wager(_)
            | Self::Withdraw(_)
            | Self::Close(_)
            | Self::Card(_)
            | Self::Choose(_)
            | Self::Found(_)
            | Self::Roll(_)
            | Self::Paid(_)
            | Self::Rekey(_)
            | Self::Remove(_)
            | Self::Reduce(_)
            | Self::Call(_)
            | Self::Sign(_)
            | Self::Variant(_)
            | Self::Meters(_)
            | Self::Jackpot(_)
            | Self::Accept(_)
            | Self::Collect(_)
            | Self::Reserve(_)
            | Self::Release(_)
            | Self::CuttingCard(_)
            | Self::Shuffle(_)
            | Self::Replace(_)
            | Self::Look(_)
            | Self::Turn(_)
            | Self::Throw(_)
            | Self::Device(_)
            | Self::Check(_)
            | Self::Feed(_)
            | Self::Burn(_)
            | Self::FaceDown(_)
            | Self::Seat(_)
            | Self::Sharing(_)
            | Self::Standing(_)
            | Self::Mystery(_) => {}
        }
    }

    /// Returns the grounds that the step gives in words; `None` if it gives none, or blank ones.
    pub fn grounds(&self) -> Option<&str> {
        let why = match self {
            Self::Void(void) => void.why.as_deref(),
            Self::Irregular(it) => it.why.as_deref(),
            Self::Dice(handed) => handed.why.as_deref(),
            _ => None,
        };
        why.filter(|why| !why.trim().is_empty())
    }

    /// Leaves out whatever somebody said that decides nothing at a table of this game: reasons, and words that the
    /// game does not have, for which `unknown` stands. Tells whether anything was left out. What the rules do with
    /// the step stays the same.
    pub fn strip_words(&mut self, kind: Option<Kind>) -> bool {
        match self {
            Self::Wager(Wager { spot, .. })
            | Self::Found(Found { spot, .. })
            | Self::Reduce(Reduce { spot, .. })
            | Self::Call(Call { spot, .. })
            | Self::Withdraw(spot)
            | Self::Paid(Paid::One(spot))
            | Self::Remove(spot) => strip_wager(&mut spot.on, kind),
            Self::Sign(sign) => strip_wager(&mut sign.on, kind),
            Self::Irregular(it) => {
                let had_grounds = it.why.take().is_some();
                it.on.as_mut().is_some_and(|on| strip_wager(on, kind)) || had_grounds
            }
            Self::Choose(Choose { choice: Some(choice), .. }) => {
                strip(choice, Choice::named(choice).is_some())
            }
            Self::Variant(Some(variant)) => {
                let variants = kind.map_or(&[][..], |kind| kind.house().variants);
                strip(variant, variants.contains(&&**variant))
            }
            Self::NoRoll(NoRoll::Said(said)) => !std::mem::take(said).is_empty(),
            Self::Void(void) => std::mem::take(void) != Void::default(),
            Self::Dice(Handed { by, why, .. }) => {
                let known = by.as_ref().is_none_or(|by| Crew::named(by) != Crew::Other);
                let had_reason = why.take().is_some();
                by.as_mut().is_some_and(|by| strip(by, known)) || had_reason
            }
            Self::NoRoll(NoRoll::Called(_))
            | Self::Choose(Choose { choice: None, .. })
            | Self::Variant(None)
            | Self::Close(_)
            | Self::Card(_)
            | Self::Roll(_)
            | Self::Paid(Paid::All)
            | Self::Rekey(_)
            | Self::Meters(_)
            | Self::Jackpot(_)
            | Self::Accept(_)
            | Self::Collect(_)
            | Self::Reserve(_)
            | Self::Release(_)
            | Self::CuttingCard(_)
            | Self::Shuffle(_)
            | Self::Replace(_)
            | Self::Look(_)
            | Self::Turn(_)
            | Self::Throw(_)
            | Self::Ruling(_)
            | Self::Device(_)
            | Self::Check(_)
            | Self::Feed(_)
            | Self::Burn(_)
            | Self::FaceDown(_)
            | Self::Seat(_)
            | Self::Sharing(_)
            | Self::Standing(_)
            | Self::Mystery(_) => false,
        }
    }
}

/// Puts `unknown` in the place of a wager that the game does not have, and tells whether it did.
fn strip_wager(on: &mut Text, kind: Option<Kind>) -> bool {
    let known = kind.is_some_and(|kind| kind.wager(on).is_some());
    strip(on, known)
}

/// Puts `unknown` in the place of a word that is not known, and tells whether it did.
fn strip(word: &mut Text, known: bool) -> bool {
    if !known {
        *word = UNKNOWN.into();
    }
    !known
}
