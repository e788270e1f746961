//! The rules of one table, checked against the order before it opens.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::effect::Refusal;
use crate::game::Game;
use crate::input::{Player, Source, WagerId};
use crate::jackpot::Jackpot;
use crate::money::Cents;
use crate::setup::{Collects, Faults, Limit, Method, Pays, Setup};
use crate::why::Why;

/// What was settled when the table opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Decks in use; 0 where dice are rolled.
    pub decks: u8,
    /// The variant in play, by its place in the game's list.
    pub variant: Option<u8>,
    /// The smallest chip: what is paid is rounded up to it.
    pub chip: Cents,
    /// The jackpot that players may wager on here now; `None` without one.
    pub jackpot: Option<Jackpot>,
    /// Where the cards come from.
    pub source: Option<Source>,
    /// The cards in use came to the table shuffled.
    pub pre_shuffled: bool,
    /// How the cards are dealt.
    pub method: Method,
    /// How many players may share an area.
    pub sharing: u8,
    /// Who sits where, clockwise.
    pub seats: Vec<Option<Player>>,
    /// Results are paid when the dealer says so.
    pub by_hand: bool,
    /// A roll counts only after a throw.
    pub throws: bool,
    /// What a device that fails asks for is asked and confirmed step by step.
    pub step_by_step: bool,
    /// The equipment says which jackpot wagers it accepts.
    pub lights: bool,
    /// Jackpot wagers are collected when the dealer says so.
    pub sweeps: bool,
    /// Players without a seat who may handle cards.
    standing: BTreeSet<Player>,
    limits: Vec<Limit>,
    /// Limits of one player, in the order in which they were given.
    personal: Vec<(Player, WagerId, Limit)>,
}

crate::stored! {
    struct Rules {
        decks, variant, chip, jackpot, source, pre_shuffled, method, sharing, seats, by_hand,
        throws, step_by_step, lights, sweeps, standing, limits, personal,
    } check |it| !it.chip.is_zero()
}

impl Rules {
    /// Returns what the sign says of a wager.
    pub fn limit(&self, on: WagerId) -> Limit {
        self.limits.get(usize::from(on.0)).copied().unwrap_or(Limit::NONE)
    }

    /// Returns what holds for a wager of this player: the player's own sign, or that of the table.
    pub fn limit_of(&self, player: Player, on: WagerId) -> Limit {
        let own = self.personal.iter().find(|(whose, what, _)| (*whose, *what) == (player, on));
        own.map_or_else(|| self.limit(on), |(_, _, limit)| *limit)
    }

    /// Lists the limits of single players.
    pub fn personal(&self) -> &[(Player, WagerId, Limit)] {
        &self.personal
    }

    /// Tells whether a player without a seat may handle cards.
    pub fn is_approved(&self, player: Player) -> bool {
        self.standing.contains(&player)
    }

    /// Lists the players without a seat who may handle cards.
    pub fn approved(&self) -> impl Iterator<Item = Player> + '_ {
        self.standing.iter().copied()
    }

    /// Lets a player without a seat handle cards, or not any more.
    pub(super) fn approve(&mut self, player: Player, approved: bool) {
        if approved {
            self.standing.insert(player);
        } else {
            self.standing.remove(&player);
        }
    }

    /// Changes the sign, for all or for one player.
    pub(super) fn set_sign(&mut self, on: WagerId, limit: Option<Limit>, player: Option<Player>) {
        match player {
            Some(player) => {
                self.personal.retain(|(whose, what, _)| (*whose, *what) != (player, on));
                self.personal.extend(limit.map(|limit| (player, on, limit)));
            }
            None => {
                let at = usize::from(on.0);
                self.limits.resize(self.limits.len().max(at + 1), Limit::NONE);
                self.limits[at] = limit.unwrap_or(Limit::NONE);
            }
        }
    }

    /// Settles the rules of a table of game `G`.
    pub(super) fn settle<G: Game>(setup: &Setup) -> Result<Self, Refusal> {
        let house = G::HOUSE;
        let (decks, source) = cards::<G>(setup)?;
        let most = house.areas.map_or(0, |areas| areas.sharing);
        let sharing = setup.sharing.unwrap_or(most);
        let shared = setup.sharing.is_none() || most > 1 && (1..=most).contains(&sharing);
        if !shared {
            let clause = house.areas.map_or(house.wagers, |areas| areas.taken);
            return Err(Refusal::new(clause, Why::NotSharedBySoMany));
        }
        if setup.variant.is_some_and(|variant| usize::from(variant) >= house.variants.len()) {
            return Err(Refusal::new(house.wagers, Why::NoSuchVariant));
        }
        let sweeps = setup.collects == Collects::ByHand;
        let jackpot = setup.jackpot.is_some() || setup.lights || sweeps;
        if jackpot && house.jackpot.is_none() {
            return Err(Refusal::new(house.wagers, Why::GameWithoutJackpot));
        }
        if setup.method == Some(Method::B) && house.method_b.is_none() {
            return Err(Refusal::new(house.touching.unwrap_or(house.means), Why::NoMethodB));
        }
        if !setup.seats.is_empty() && !house.seats {
            return Err(Refusal::new(house.means, Why::SeatsDoNotMatter));
        }
        let taken: BTreeSet<_> = setup.seats.iter().flatten().collect();
        if taken.len() < setup.seats.iter().flatten().count() {
            return Err(Refusal::new(house.means, Why::TwoSeats));
        }
        if setup.throws && house.cards.is_some() {
            return Err(Refusal::new(house.means, Why::NotPlayedWithThat));
        }
        if !in_range(setup.chip) {
            return Err(Refusal::new(house.chips, Why::NoSuchChip));
        }
        if setup.limits.iter().any(|limit| !limit.makes_sense()) {
            return Err(Refusal::new(house.limits, Why::LimitsMakeNoSense));
        }
        Ok(Self {
            decks,
            variant: setup.variant,
            chip: setup.chip,
            jackpot: setup.jackpot.clone(),
            source,
            pre_shuffled: setup.pre_shuffled,
            method: setup.method.unwrap_or(Method::A),
            sharing,
            seats: setup.seats.clone(),
            by_hand: setup.pays == Pays::ByHand,
            throws: setup.throws,
            step_by_step: setup.faults == Faults::StepByStep,
            lights: setup.lights,
            sweeps,
            standing: BTreeSet::new(),
            limits: setup.limits.clone(),
            personal: Vec::new(),
        })
    }
}

fn cards<G: Game>(setup: &Setup) -> Result<(u8, Option<Source>), Refusal> {
    let Some(cards) = G::HOUSE.cards else {
        let shuffled = setup.fresh || setup.pre_shuffled;
        if setup.decks.is_some() || setup.source.is_some() || shuffled {
            return Err(Refusal::new(G::HOUSE.means, Why::NotPlayedWithCards));
        }
        return Ok((0, None));
    };
    let decks = setup.decks.unwrap_or(cards.decks[0]);
    if !cards.decks.contains(&decks) {
        return Err(Refusal::new(cards.clause, Why::NotItsDecks));
    }
    let source = setup.source.unwrap_or(cards.sources[0]);
    if !cards.sources.contains(&source) {
        let jackpot = G::HOUSE.jackpot.filter(|_| setup.jackpot.is_some());
        let clause = jackpot.map_or(cards.source, |jackpot| jackpot.source);
        return Err(Refusal::new(clause, Why::NotItsSource));
    }
    Ok((decks, Some(source)))
}

fn in_range(amount: Cents) -> bool {
    !amount.is_zero() && amount <= Cents::CEILING
}
