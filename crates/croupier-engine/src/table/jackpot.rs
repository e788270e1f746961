//! The jackpot of a table: what it is linked to, which wagers the equipment has accepted, and how the dealer sweeps
//! them before the deal.

use alloc::vec::Vec;

use crate::clause::Clause;
use crate::effect::{Effect, Line, Refusal};
use crate::game::{Game, Jackpots};
use crate::input::{Area, Source, Spot};
use crate::jackpot::{Light, Link, MeterHit};
use crate::money::Cents;
use crate::table::decision::Plan;
use crate::table::{Decision, Key, Table};
use crate::wager::{On as _, Wager, returned};
use crate::why::Why;

impl<G: Game> Table<G> {
    /// Plans to take note of what the jackpot meters show.
    pub(super) fn plan_meters(&self, major: Cents, minor: Cents) -> Result<Decision<G>, Refusal> {
        let clause = Self::jackpot_clause(|jackpot| jackpot.source);
        Refusal::new(clause, Why::NoJackpot).when(self.rules.jackpot.is_none())?;
        let beyond = major > Cents::CEILING || minor > Cents::CEILING;
        Refusal::new(G::HOUSE.chips, Why::AboveCeiling).when(beyond)?;
        // The prizes of a round are those that the meters showed when its last card came.
        Refusal::new(clause, Why::PayFirst).when(self.is_paying())?;
        self.decided(Plan::Meters { major, minor })
    }

    /// Takes note of what the jackpot meters show.
    pub(super) const fn set_meters(&mut self, major: Cents, minor: Cents) {
        if let Some(jackpot) = &mut self.rules.jackpot {
            (jackpot.major, jackpot.minor) = (major, minor);
        }
    }

    /// Plans to link the table to a jackpot, or to none: between rounds, so that no wager is for another pool or
    /// price than it was made for.
    pub(super) fn plan_link(&self, link: Option<Link>) -> Result<Decision<G>, Refusal> {
        let Some(clauses) = G::HOUSE.jackpot else {
            return Err(Refusal::new(G::HOUSE.wagers, Why::GameWithoutJackpot));
        };
        let closed = self.felt.is_closed();
        Refusal::new(clauses.price, Why::SignChangesBetween).when(closed)?;
        let stands = self.book.iter().any(is_swept::<G>);
        Refusal::new(clauses.pool, Why::JackpotWagerStands).when(stands)?;
        let Some(link) = link else {
            let none = self.rules.jackpot.is_none();
            Refusal::new(clauses.price, Why::NoJackpot).when(none)?;
            return self.decided(Plan::Link(None));
        };
        let elsewhere = self.rules.source != Some(Source::Device);
        Refusal::new(clauses.source, Why::NotItsSource).when(elsewhere)?;
        G::check_jackpot(&link.over(self.rules.jackpot.clone()), self.rules.chip)?;
        self.decided(Plan::Link(Some(link)))
    }

    /// Links the table to a jackpot, or to none.
    pub(super) fn link(&mut self, link: Option<Link>) {
        let known = self.rules.jackpot.take();
        self.rules.jackpot = link.map(|link| link.over(known));
    }

    /// Names a clause of the jackpot; in a game without one, the clause that says which wagers there are.
    fn jackpot_clause(of: impl Fn(&Jackpots) -> Clause) -> Clause {
        G::HOUSE.jackpot.as_ref().map_or(G::HOUSE.wagers, of)
    }

    /// Plans what the equipment says of a wager.
    pub(super) fn plan_accept(&self, spot: &Spot, accepted: bool) -> Result<Decision<G>, Refusal> {
        let clause = Self::jackpot_clause(|jackpot| jackpot.accepting);
        Refusal::new(clause, Why::NoLights).when(!self.rules.lights)?;
        let key = self.standing(spot, clause)?;
        let nothing = Refusal::new(clause, Why::NoWagerThere);
        let at = self.part(&key, spot.tokens).ok_or(nothing)?;
        let wager = self.book.get(at);
        Refusal::new(clause, Why::NotTakenByEquipment).when(!is_swept::<G>(wager))?;
        Refusal::new(clause, Why::CollectedAlready).when(wager.collected)?;
        self.decided(Plan::Accept { at, accepted })
    }

    /// Takes note of what the equipment says of a wager.
    pub(super) fn accept(&mut self, at: usize, accepted: bool, effects: &mut Vec<Effect>) {
        let wager = self.book.get_mut(at);
        wager.light = if accepted { Light::Accepted } else { Light::Rejected };
        effects.push(Effect::Accepted { spot: wager.spot(), accepted });
    }

    /// Says what the equipment shows beside a wager; `None` for one that it does not take.
    pub fn light(&self, wager: &Wager<G::On>) -> Option<Light> {
        if !is_swept::<G>(wager) {
            return None;
        }
        let counts = !self.rules.lights || wager.collected;
        Some(if counts { Light::Accepted } else { wager.light })
    }

    /// Plans to sweep the wagers that are collected before the deal.
    pub(super) fn plan_collect(&self) -> Result<Decision<G>, Refusal> {
        let clause = Self::jackpot_clause(|jackpot| jackpot.collecting);
        Refusal::new(clause, Why::FirstCardCollects).when(!self.rules.sweeps)?;
        Refusal::new(clause, Why::NothingToCollect).when(!self.awaits_sweep())?;
        self.decided(Plan::Collect)
    }

    /// Closes betting, if nobody has, and sweeps the wagers that are collected before the deal.
    pub(super) fn sweep(&mut self, effects: &mut Vec<Effect>) {
        self.close(effects);
        self.collect(effects);
    }

    /// Sweeps the wagers that are collected before the deal; what is not accepted goes back, and is not collected.
    pub(super) fn collect(&mut self, effects: &mut Vec<Effect>) {
        if self.rules.jackpot.is_none() {
            return;
        }
        if self.rules.lights {
            let back = returned(Self::jackpot_clause(|jackpot| jackpot.accepting));
            let accepted = |wager: &Wager<_>| wager.collected || wager.light == Light::Accepted;
            self.end_where(
                |wager| (is_swept::<G>(wager) && !accepted(wager)).then_some(back),
                effects,
            );
        }
        self.book.each_mut(|wager| {
            if is_swept::<G>(wager) && !wager.collected {
                wager.collected = true;
                effects.push(Effect::Collected { spot: wager.spot(), amount: wager.stake });
            }
        });
    }

    /// Tells whether the dealer must sweep wagers before the first card.
    pub(super) fn awaits_sweep(&self) -> bool {
        let waits = |wager: &Wager<G::On>| is_swept::<G>(wager) && !wager.collected;
        self.rules.sweeps && !self.felt.in_round() && self.book.iter().any(waits)
    }

    /// Checks that no wager is to be swept before a card is dealt.
    pub(super) fn check_collected(&self) -> Result<(), Refusal> {
        if !self.awaits_sweep() {
            return Ok(());
        }
        let clause = Self::jackpot_clause(|jackpot| jackpot.collecting);
        Err(Refusal::new(clause, Why::CollectFirst))
    }

    /// Returns the stake of a wager that was collected for the round that is on, or for the one that begins with the
    /// next card; one that was paid stays a wager of its round.
    pub(crate) fn collected_stake(&self, key: &Key<G::On>) -> Option<Cents> {
        let book = if self.felt.in_round() {
            &self.round.start
        } else if self.rules.sweeps && self.felt.is_closed() {
            &self.book
        } else {
            return None;
        };
        key.area.filter(|&area| self.felt.played().contains(area))?;
        let wager = book.get(book.find(key, false)?);
        wager.collected.then_some(wager.stake)
    }

    /// Tells whether an area has had the mystery prize of this round.
    pub(crate) const fn was_awarded(&self, area: Area) -> bool {
        self.round.awarded.contains(area)
    }

    /// Takes note that an area has the mystery prize of this round.
    pub(crate) const fn award(&mut self, area: Area) {
        self.round.awarded.insert(area);
    }

    /// Lists the wagers that have hit a meter and are not paid yet, each with its hand, in the order of the rules.
    pub fn meter_hits(&self) -> Vec<MeterHit> {
        let felt = self.shown_felt();
        let hit = |line: &Line| {
            let meter = G::meter_hit(G::On::from_id(line.spot.on)?, line.clause)?;
            Some(MeterHit { line: *line, meter, hand: *felt.hand(line.spot.area?) })
        };
        self.unpaid().iter().filter_map(|unpaid| hit(&unpaid.line)).collect()
    }
}

/// Tells whether a wager is one that goes into the float before the deal.
fn is_swept<G: Game>(wager: &Wager<G::On>) -> bool {
    G::fixed_price(wager.on).is_some()
}
