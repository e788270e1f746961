//! How wagers come on to the layout, and what is done when one turns out to be another amount.

use alloc::vec::Vec;

use crate::clause::Clause;
use crate::effect::{Effect, Line, Outcome, Refusal};
use crate::game::{Areas, Bid, Game};
use crate::input::{Area, Choice, Player, Spot};
use crate::money::Cents;
use crate::table::book::Parts;
use crate::table::decision::{Change, Plan};
use crate::table::{AreaSet, Cost, Decision, Key, Table};
use crate::wager::{Button, Layout, Mark, On, Wager};
use crate::why::Why;

impl<G: Game> Table<G> {
    /// Plans a wager, or what is added to one.
    pub(super) fn plan_wager(
        &self,
        spot: &Spot,
        amount: Cents,
        confirmed: bool,
    ) -> Result<Decision<G>, Refusal> {
        let on = Self::wager_on(spot)?;
        self.check_amount(amount)?;
        let bid = self.open_spot(on, spot, confirmed)?;
        self.check_sum(&bid, amount)?;
        let charge = self.charge(&bid.key, bid.parts, amount);
        self.decided(Plan::Place { bid, amount, charge })
    }

    /// Places a wager, or adds to one.
    pub(super) fn place(
        &mut self,
        bid: &Bid<G::On>,
        amount: Cents,
        charge: Option<(Cents, Clause)>,
        effects: &mut Vec<Effect>,
    ) {
        let Bid { ref key, tokens, parts, .. } = *bid;
        let at = self.put(key, parts, tokens, amount, effects);
        if let Some((charge, clause)) = charge {
            self.book.get_mut(at).charged += charge;
            let line = key.line(tokens, clause);
            let outcome = Outcome::Commission;
            self.note(Line { stake: amount, outcome, charge, ..line }, effects);
        }
        G::wagers_changed(self, effects);
    }

    /// Returns what adding `amount` to a spot costs on top: the commission on all that would lie there,
    /// less what was charged for it before.
    fn charge(&self, key: &Key<G::On>, parts: Parts, amount: Cents) -> Option<(Cents, Clause)> {
        let sum = self.book.stake_of(parts) + amount;
        let (charge, clause) = G::commission(key, sum, self.rules.chip)?;
        Some((charge.saturating_sub(self.book.charged(parts)), clause))
    }

    /// Tells whether the next cards or roll can decide a standing wager.
    pub fn works(&self, wager: &Wager<G::On>) -> bool {
        G::works(self, wager)
    }

    /// Says what adding `amount` to a spot costs on top.
    pub fn commission(&self, spot: &Spot, amount: Cents) -> Cents {
        let charge = Key::at(spot).and_then(|key: Key<G::On>| {
            let key = Key { area: key.area.filter(|_| key.on.layout().on_area), ..key };
            self.charge(&key, self.book.parts(&key), amount)
        });
        charge.map_or(Cents::ZERO, |(charge, _)| charge)
    }

    /// Finds the kind of wager that is placed by itself.
    pub(super) fn wager_on(spot: &Spot) -> Result<G::On, Refusal> {
        let unknown = Refusal::new(G::HOUSE.wagers, Why::NoSuchWager);
        let on = G::On::from_id(spot.on).ok_or(unknown)?;
        match G::follows(on) {
            Some(clause) => Err(Refusal::new(clause, Why::PlacedByChoice)),
            None => Ok(on),
        }
    }

    /// Checks everything that a wager must satisfy apart from its amount, in the order in which faults
    /// are named.
    // Inlined, so that the bid is written where it is kept: a copy just after costs an eighth of a step.
    #[inline(always)]
    pub(super) fn open_spot(
        &self,
        on: G::On,
        spot: &Spot,
        confirmed: bool,
    ) -> Result<Bid<G::On>, Refusal> {
        let house = &G::HOUSE;
        let mark = placing_mark(on, spot.mark)?;
        let area = self.area(on, spot.area)?;
        match &house.cards {
            Some(cards) if self.felt.in_round() => {
                return Err(Refusal::new(cards.placing, Why::FirstCardIsOut));
            }
            Some(cards) if self.felt.is_closed() => {
                return Err(Refusal::new(cards.closing, Why::NoMoreBets));
            }
            Some(_) | None => G::check_time(self, confirmed)?,
        }
        let key = Key { player: spot.player, area, on, mark };
        if let (Some(area), Some(areas)) = (area, &house.areas) {
            self.check_room(area, spot.player, areas)?;
        }
        if let Some((needed, clause)) = G::needs(on)
            && self.book.stake(&Key { on: needed, ..key }).is_none()
        {
            return Err(Refusal::new(clause, Why::NeededWagerMissing));
        }
        let parts = self.book.parts(&key);
        let bid = Bid { key, tokens: spot.tokens, standing: self.book.stake_of(parts), parts };
        G::admit(self, &bid)?;
        Ok(bid)
    }

    /// Checks the sum that would lie on a spot.
    fn check_sum(&self, bid: &Bid<G::On>, amount: Cents) -> Result<(), Refusal> {
        let Bid { key, standing, .. } = *bid;
        if let Some((price, clause)) = self.check_price(bid)?
            && amount != price
        {
            return Err(Refusal::new(clause, Why::NotItsPrice));
        }
        self.check_tokens(bid)?;
        check_split(key.on, standing + amount, self.rules.chip)?;
        self.check_size(&key, standing + amount)
    }

    /// Returns the price of a wager that has one, and refuses to place it twice.
    pub(super) fn check_price(&self, bid: &Bid<G::On>) -> Result<Option<(Cents, Clause)>, Refusal> {
        let Some(clause) = G::fixed_price(bid.key.on) else { return Ok(None) };
        Refusal::new(clause, Why::NotItsPrice).when(!bid.standing.is_zero())?;
        Ok(G::own_measure(self, &bid.key).map(|(price, _)| (price, clause)))
    }

    /// Checks that promotional tokens are taken on a wager, if it is made with them.
    pub(super) fn check_tokens(&self, bid: &Bid<G::On>) -> Result<(), Refusal> {
        match G::no_tokens(bid.key.on) {
            Some(clause) if bid.tokens => Err(Refusal::new(clause, Why::TokensNotTaken)),
            Some(_) | None => Ok(()),
        }
    }

    /// Checks that a player may wager on an area.
    fn check_room(&self, area: Area, player: Player, areas: &Areas) -> Result<(), Refusal> {
        if let (Some(owner), Some(clause)) = (self.reserved[usize::from(area.0)], areas.reserve)
            && owner != player
        {
            return Err(Refusal::new(clause, Why::AreaIsKept));
        }
        let mut others = 0;
        for holder in self.book.holders(area) {
            if holder == player {
                return Ok(());
            }
            others += 1;
        }
        if others >= self.rules.sharing {
            return Err(Refusal::new(areas.taken, Why::AreaIsTaken));
        }
        Ok(())
    }

    /// Checks the sum on a spot against its own measure, or against the sign.
    fn check_size(&self, key: &Key<G::On>, sum: Cents) -> Result<(), Refusal> {
        if let Some((most, clause)) = G::own_measure(self, key) {
            if sum > most {
                return Err(Refusal::new(clause, Why::AboveOwnMeasure));
            }
            return Ok(());
        }
        let limit = self.rules.limit_of(key.player, key.on.id());
        let why = if sum < limit.min {
            Why::BelowMinimum
        } else if sum > limit.max {
            Why::AboveMaximum
        } else if !(sum.0 - limit.min.0).is_multiple_of(limit.unit.0) {
            Why::NotInUnits
        } else {
            return Ok(());
        };
        Err(Refusal::new(G::HOUSE.limits, why))
    }

    /// Puts money on a spot, of which it is known what lies there; returns the number of the wager.
    pub(crate) fn put(
        &mut self,
        key: &Key<G::On>,
        parts: Parts,
        tokens: bool,
        amount: Cents,
        effects: &mut Vec<Effect>,
    ) -> usize {
        let at = if let Some(at) = parts.get(tokens) {
            let Wager { stake, excess, .. } = *self.book.get(at);
            self.book.set_amount(at, stake + amount, excess);
            at
        } else {
            let other = parts.get(!tokens);
            let button = other.map_or(Button::None, |at| self.book.get(at).button);
            let wager = Wager { button, ..Wager::new(key, tokens, amount) };
            if let Some(area) = key.area
                && G::MAIN == Some(key.on)
            {
                self.felt.play(area, true);
            }
            self.book.push(wager, other)
        };
        self.tally.placed += u128::from(amount.0);
        effects.push(Effect::Placed { spot: key.spot(tokens), amount });
        at
    }

    /// Plans to take a wager for another amount: above the maximum, the excess will go back.
    pub(super) fn plan_found(&self, spot: &Spot, amount: Cents) -> Result<Decision<G>, Refusal> {
        let Some(found) = G::HOUSE.found else {
            return Err(Refusal::new(G::HOUSE.wagers, Why::NothingIsFound));
        };
        if G::HOUSE.cards.is_some() && !self.felt.is_closed() {
            return Err(Refusal::new(found, Why::StillOpen));
        }
        let key = self.standing(&Spot { tokens: false, ..*spot }, found)?;
        if let Some(clause) = G::follows(key.on).or(G::fixed_price(key.on)) {
            return Err(Refusal::new(clause, Why::AmountIsFixed));
        }
        let no_tokens = Refusal::new(found, Why::NoTokensThere);
        let at = self.part(&key, spot.tokens).ok_or(no_tokens)?;
        self.check_amount(amount)?;
        let tokens = self.book.get(at).tokens;
        let other = self.book.find(&key, !tokens).map(|at| self.book.get(at).stake);
        let most = match G::own_measure(self, &key) {
            Some((most, _)) => most,
            None => self.rules.limit_of(key.player, key.on.id()).max,
        };
        let stake = amount.min(most.saturating_sub(other.unwrap_or_default()));
        let base = Change { at, stake, excess: amount - stake };
        let follower = self.follower(&key, &base);
        let more = |change: &Change| {
            let to = change.stake + change.excess;
            to.saturating_sub(self.book.get(change.at).amount())
        };
        let cost = Cost::new(key.player, tokens, more(&base));
        let cost = cost.and_chips(follower.as_ref().map_or(Cents::ZERO, more));
        self.decided(Plan::Find { base, follower, cost })
    }

    /// Makes a follow-up wager equal what its base wager is found to be, chips and tokens together.
    fn follower(&self, key: &Key<G::On>, base: &Change) -> Option<Change> {
        let mut follow_ups = Choice::ALL.into_iter().filter_map(G::follow_up);
        let (on, _) = follow_ups.find(|&(_, followed)| followed == key.on)?;
        let follower = |tokens| self.book.find(&Key { on, ..*key }, tokens);
        let other = self.book.find(key, !self.book.get(base.at).tokens);
        let (stake, excess) = other.map_or((Cents::ZERO, Cents::ZERO), |other| {
            (self.book.get(other).stake, self.book.get(other).excess)
        });
        let (stake, excess) = (base.stake + stake, base.excess + excess);
        let tokens = follower(true).map_or(Cents::ZERO, |at| self.book.get(at).stake);
        match follower(false) {
            // The tokens stay, and the chips make up the rest.
            Some(at) => Some(Change { at, stake: stake.saturating_sub(tokens), excess }),
            // Tokens alone become no more than they are.
            None => follower(true).map(|at| {
                let stake = tokens.min(stake);
                Change { at, stake, excess: tokens - stake }
            }),
        }
    }

    /// Takes a wager for another amount, and the one that follows from it.
    pub(super) fn find(
        &mut self,
        base: Change,
        follower: Option<Change>,
        effects: &mut Vec<Effect>,
    ) {
        self.find_amount(base, effects);
        if let Some(follower) = follower {
            self.find_amount(follower, effects);
        }
        let key = Key::of(self.book.get(base.at));
        G::amount_found(self, &key, effects);
        G::wagers_changed(self, effects);
    }

    pub(super) fn find_amount(&mut self, change: Change, effects: &mut Vec<Effect>) {
        let Change { at, stake, excess } = change;
        let (from, to) = (self.book.get(at).amount(), stake + excess);
        let spot = self.book.set_amount(at, stake, excess).spot();
        self.tally.placed -= u128::from(from.0);
        self.tally.placed += u128::from(to.0);
        effects.push(Effect::Found { spot, from, to });
    }

    /// Plans to keep areas for one player, or to free them.
    pub(super) fn plan_reserve(
        &self,
        wanted: AreaSet,
        player: Option<Player>,
        areas: &Areas,
    ) -> Result<Decision<G>, Refusal> {
        if areas.reserve.is_none() {
            return Err(Refusal::new(areas.taken, Why::AreasAreNotKept));
        }
        for area in wanted {
            if !(1..=areas.count).contains(&area.0) {
                return Err(Refusal::new(areas.clause, Why::NoSuchArea));
            }
            let kept = self.reserved[usize::from(area.0)];
            let mut holders = self.book.holders(area).chain(kept);
            if player.is_some() && holders.any(|holder| Some(holder) != player) {
                return Err(Refusal::new(areas.taken, Why::AreaIsTaken));
            }
        }
        self.decided(Plan::Reserve { areas: wanted, player })
    }

    /// Keeps areas for one player, or frees them.
    pub(super) fn reserve(
        &mut self,
        areas: AreaSet,
        player: Option<Player>,
        effects: &mut Vec<Effect>,
    ) {
        for area in areas {
            self.reserved[usize::from(area.0)] = player;
            effects.push(Effect::Reserved { area, player });
        }
    }

    /// Checks that an amount can lie on the layout: a whole number of the table's chips.
    #[inline]
    fn check_amount(&self, amount: Cents) -> Result<(), Refusal> {
        let why = if amount.is_zero() {
            Why::NotAnAmount
        } else if amount > Cents::CEILING {
            Why::AboveCeiling
        } else if !amount.is_whole(self.rules.chip) {
            Why::NotWholeChips
        } else {
            return Ok(());
        };
        Err(Refusal::new(G::HOUSE.chips, why))
    }

    /// Finds the spot that an input about a standing wager names.
    ///
    /// # Errors
    /// Refuses by `clause` when nothing lies there.
    pub(crate) fn standing(&self, spot: &Spot, clause: Clause) -> Result<Key<G::On>, Refusal> {
        let nothing = Refusal::new(clause, Why::NoWagerThere);
        let on = G::On::from_id(spot.on).ok_or(nothing)?;
        let mark = match on.layout().mark {
            Mark::None => None,
            Mark::Number(_) | Mark::Point(_) | Mark::Travels(_) => spot.mark,
        };
        let area = if on.layout().on_area { spot.area } else { None };
        let key = Key { player: spot.player, area, on, mark };
        self.part(&key, spot.tokens).map(|_| key).ok_or(nothing)
    }

    /// Finds the part of a spot that is meant: the tokens if named or alone, else the chips.
    pub(crate) fn part(&self, key: &Key<G::On>, tokens: bool) -> Option<usize> {
        let named = self.book.find(key, tokens);
        if tokens { named } else { named.or_else(|| self.book.find(key, true)) }
    }

    fn area(&self, on: G::On, area: Option<Area>) -> Result<Option<Area>, Refusal> {
        let (true, Some(areas)) = (on.layout().on_area, &G::HOUSE.areas) else { return Ok(None) };
        match area {
            Some(area) if (1..=areas.count).contains(&area.0) => Ok(Some(area)),
            Some(_) | None => Err(Refusal::new(areas.clause, Why::NoSuchArea)),
        }
    }
}

/// Checks that a wager of several parts can be split in whole chips.
pub(crate) fn check_split<O: On>(on: O, sum: Cents, chip: Cents) -> Result<(), Refusal> {
    let Layout { parts, split, .. } = *on.layout();
    let whole = parts == 1 || sum.0.is_multiple_of(u64::from(parts) * chip.0);
    Refusal::new(split, Why::CannotBeSplit).when(!whole)
}

/// Checks the number that a wager is placed on.
fn placing_mark<O: On>(on: O, mark: Option<u8>) -> Result<Option<u8>, Refusal> {
    match on.layout().mark {
        Mark::None => Ok(None),
        Mark::Number(marks) | Mark::Point(marks) => match mark {
            Some(mark) if marks.contains(&mark) => Ok(Some(mark)),
            Some(_) | None => Err(Refusal::new(on.layout().clause, Why::NotItsNumber)),
        },
        Mark::Travels(_) if mark.is_none() => Ok(None),
        Mark::Travels(_) => Err(Refusal::new(on.layout().clause, Why::NumberedByRoll)),
    }
}
