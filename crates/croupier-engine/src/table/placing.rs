//! How wagers come on to the layout, and what is done when one turns out to be another amount.

use alloc::vec::Vec;

use crate::clause::Clause;
use crate::effect::{Effect, Line, Outcome, Refusal};
use crate::game::{Areas, Bid, Game};
use crate::input::{Area, Player, Spot};
use crate::money::Cents;
use crate::table::{AreaSet, Key, Table};
use crate::wager::{Button, Mark, On, Wager};

impl<G: Game> Table<G> {
    /// Places a wager, or adds to one.
    pub(super) fn place(
        &mut self,
        spot: &Spot,
        amount: Cents,
        confirmed: bool,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        let bid = self.bid(spot, amount, confirmed)?;
        let Bid { key, tokens, .. } = bid;
        self.put(&key, tokens, amount, effects);
        if let Some((charge, clause)) = G::commission(&key, amount, self.rules.chip) {
            let line = key.line(tokens, clause);
            let outcome = Outcome::Commission;
            self.note(Line { stake: amount, outcome, charge, ..line }, effects);
        }
        Ok(())
    }

    /// Checks everything that a wager must satisfy, in the order in which faults are named.
    fn bid(&self, spot: &Spot, amount: Cents, confirmed: bool) -> Result<Bid<G::On>, Refusal> {
        let house = &G::HOUSE;
        let unknown = Refusal::new(house.wagers, "this game has no such wager");
        let on = G::On::from_id(spot.on).ok_or(unknown)?;
        if let Some(clause) = G::follows(on) {
            return Err(Refusal::new(clause, "this wager is placed by a choice"));
        }
        check_amount::<G>(amount)?;
        let mark = placing_mark(on, spot.mark)?;
        let area = self.area(on, spot.area)?;
        match &house.cards {
            Some(cards) if self.felt.in_round() => {
                return Err(Refusal::new(cards.placing, "the first card is out"));
            }
            Some(cards) if self.felt.is_closed() => {
                return Err(Refusal::new(cards.closing, "no more bets"));
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
            return Err(Refusal::new(clause, "the wager that this one needs is not there"));
        }
        let standing = self.book.stake(&key).unwrap_or_default();
        let bid = Bid { key, tokens: spot.tokens, amount, standing };
        G::admit(self, &bid)?;
        self.check_size(&key, standing + amount)?;
        Ok(bid)
    }

    /// Checks that a player may wager on an area.
    fn check_room(&self, area: Area, player: Player, areas: &Areas) -> Result<(), Refusal> {
        if let (Some(owner), Some(clause)) = (self.reserved[usize::from(area.0)], areas.reserve)
            && owner != player
        {
            return Err(Refusal::new(clause, "the area is kept for another player"));
        }
        let mut others = 0;
        for holder in self.book.holders(area) {
            if holder == player {
                return Ok(());
            }
            others += 1;
        }
        if others >= self.rules.sharing {
            return Err(Refusal::new(areas.taken, "the area is taken"));
        }
        Ok(())
    }

    /// Checks the sum on a spot against its own measure, or against the sign.
    fn check_size(&self, key: &Key<G::On>, sum: Cents) -> Result<(), Refusal> {
        if let Some((most, clause)) = G::own_measure(self, key) {
            if sum > most {
                return Err(Refusal::new(clause, "more than this wager may be"));
            }
            return Ok(());
        }
        let limit = self.rules.limit_of(key.player, key.on.id());
        let why = if sum < limit.min {
            "below the minimum"
        } else if sum > limit.max {
            "above the maximum"
        } else if !(sum.0 - limit.min.0).is_multiple_of(limit.unit.0) {
            "not in the units of the sign"
        } else {
            return Ok(());
        };
        Err(Refusal::new(G::HOUSE.limits, why))
    }

    /// Puts money on a spot.
    pub(crate) fn put(
        &mut self,
        key: &Key<G::On>,
        tokens: bool,
        amount: Cents,
        effects: &mut Vec<Effect>,
    ) {
        if let Some(at) = self.book.find(key, tokens) {
            self.book.get_mut(at).stake += amount;
        } else {
            let other = self.book.find(key, !tokens);
            let button = other.map_or(Button::None, |at| self.book.get(at).button);
            let wager = Wager { button, ..Wager::new(key, tokens, amount) };
            self.book.push(wager, other);
            if let Some(area) = key.area
                && G::MAIN == Some(key.on)
            {
                self.felt.play(area, true);
            }
        }
        self.tally.placed += u128::from(amount.0);
        effects.push(Effect::Placed { spot: key.spot(tokens), amount });
    }

    /// Takes note that a wager is another amount: above the maximum, the excess will go back.
    pub(super) fn found(
        &mut self,
        spot: &Spot,
        amount: Cents,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        let house = &G::HOUSE;
        if house.cards.is_some() && !self.felt.is_closed() {
            return Err(Refusal::new(house.found, "betting is still open"));
        }
        let key = self.standing(&Spot { tokens: false, ..*spot }, house.found)?;
        if let Some(clause) = G::follows(key.on).or(G::fixed_price(key.on)) {
            return Err(Refusal::new(clause, "the amount of this wager is fixed"));
        }
        let no_tokens = Refusal::new(house.found, "there are no tokens");
        let at = self.part(&key, spot.tokens).ok_or(no_tokens)?;
        check_amount::<G>(amount)?;
        let tokens = self.book.get(at).tokens;
        let other = self.book.find(&key, !tokens).map(|at| self.book.get(at).stake);
        let most = match G::own_measure(self, &key) {
            Some((most, _)) => most,
            None => self.rules.limit_of(key.player, key.on.id()).max,
        };
        let stake = amount.min(most.saturating_sub(other.unwrap_or_default()));
        self.find_amount(at, stake, amount - stake, effects);
        self.find_follow_up(&key, effects);
        Ok(())
    }

    /// Makes a follow-up wager equal what its base wager was found to be.
    fn find_follow_up(&mut self, base: &Key<G::On>, effects: &mut Vec<Effect>) {
        for &on in G::On::ALL {
            let key = Key { on, ..*base };
            let follows = crate::input::Choice::ALL
                .into_iter()
                .any(|choice| G::follow_up(choice) == Some((on, base.on)));
            if let Some(at) = self.book.find(&key, false).filter(|_| follows) {
                let mut stake = Cents::ZERO;
                let mut excess = Cents::ZERO;
                for tokens in [false, true] {
                    if let Some(at) = self.book.find(base, tokens) {
                        stake += self.book.get(at).stake;
                        excess += self.book.get(at).excess;
                    }
                }
                self.find_amount(at, stake, excess, effects);
            }
        }
    }

    pub(super) fn find_amount(
        &mut self,
        at: usize,
        stake: Cents,
        excess: Cents,
        effects: &mut Vec<Effect>,
    ) {
        let wager = self.book.get_mut(at);
        let (from, to) = (wager.amount(), stake + excess);
        (wager.stake, wager.excess) = (stake, excess);
        let spot = wager.spot();
        self.tally.placed -= u128::from(from.0);
        self.tally.placed += u128::from(to.0);
        effects.push(Effect::Found { spot, from, to });
    }

    /// Keeps areas for one player, or frees them.
    pub(super) fn reserve(
        &mut self,
        wanted: AreaSet,
        player: Option<Player>,
        areas: &Areas,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        if areas.reserve.is_none() {
            return Err(Refusal::new(areas.taken, "areas are not kept for a player here"));
        }
        for area in wanted {
            if !(1..=areas.count).contains(&area.0) {
                return Err(Refusal::new(areas.clause, "no such area"));
            }
            let kept = self.reserved[usize::from(area.0)];
            let mut holders = self.book.holders(area).chain(kept);
            if player.is_some() && holders.any(|holder| Some(holder) != player) {
                return Err(Refusal::new(areas.taken, "the area is taken"));
            }
        }
        for area in wanted {
            self.reserved[usize::from(area.0)] = player;
            effects.push(Effect::Reserved { area, player });
        }
        Ok(())
    }

    /// Finds the spot that an input about a standing wager names.
    ///
    /// # Errors
    /// Refuses by `clause` when nothing lies there.
    pub(crate) fn standing(&self, spot: &Spot, clause: Clause) -> Result<Key<G::On>, Refusal> {
        let nothing = Refusal::new(clause, "there is no such wager");
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
            Some(_) | None => Err(Refusal::new(areas.clause, "no such area")),
        }
    }
}

fn check_amount<G: Game>(amount: Cents) -> Result<(), Refusal> {
    if amount.is_zero() {
        return Err(Refusal::new(G::HOUSE.chips, "not an amount of money"));
    }
    if amount > Cents::CEILING {
        return Err(Refusal::new(G::HOUSE.chips, "more than any table takes"));
    }
    Ok(())
}

/// Checks the number that a wager is placed on.
fn placing_mark<O: On>(on: O, mark: Option<u8>) -> Result<Option<u8>, Refusal> {
    match on.layout().mark {
        Mark::None => Ok(None),
        Mark::Number(marks) | Mark::Point(marks) => match mark {
            Some(mark) if marks.contains(&mark) => Ok(Some(mark)),
            Some(_) | None => Err(Refusal::new(on.layout().clause, "not one of its numbers")),
        },
        Mark::Travels(_) if mark.is_none() => Ok(None),
        Mark::Travels(_) => {
            Err(Refusal::new(on.layout().clause, "only a roll gives this wager a number"))
        }
    }
}
