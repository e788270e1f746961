//! The wagers that stand on a layout, in the order in which they were placed.
//!
//! A wager is found by its key in constant time whatever the number of players. Taking one off
//! leaves a gap that [`Book::tidy`] closes; nothing allocates once the book has had its
//! largest size.

use alloc::vec::Vec;

use crate::clause::Clause;
use crate::effect::{Line, Outcome};
use crate::input::{Area, Player, Spot};
use crate::money::Cents;
use crate::stored::{Bytes, Damaged, Stored, only_if};
use crate::table::felt::AREAS;
use crate::wager::{On, Wager};

/// One spot of one player on the layout; chips and tokens may both lie on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key<O> {
    /// The player whose wager lies there.
    pub player: Player,
    /// The playing area it lies on, for a wager that lies on one.
    pub area: Option<Area>,
    /// The kind of wager.
    pub on: O,
    /// Its number or point total, if it has one.
    pub mark: Option<u8>,
}

crate::stored! { struct Key[O: On] { player, area, on, mark } }

impl<O: On> Key<O> {
    /// Names the spot on which a wager lies.
    pub fn of(wager: &Wager<O>) -> Self {
        Self { player: wager.player, area: wager.area, on: wager.on, mark: wager.mark }
    }

    /// Finds the place that a spot of this game names; `None` if the game has no such wager.
    pub(crate) fn at(spot: &Spot) -> Option<Self> {
        let Spot { player, area, on, mark, tokens: _ } = *spot;
        Some(Self { player, area, on: O::from_id(on)?, mark })
    }

    /// Names the chips, or the tokens, that lie here.
    pub(crate) fn spot(&self, tokens: bool) -> Spot {
        let Self { player, area, on, mark } = *self;
        Spot { player, area, on: on.id(), mark, tokens }
    }

    /// Starts a line about this spot with no money in it.
    pub(crate) fn line(&self, tokens: bool, clause: Clause) -> Line {
        Line {
            spot: self.spot(tokens),
            stake: Cents::ZERO,
            outcome: Outcome::Returned,
            pays: Cents::ZERO,
            back: Cents::ZERO,
            excess: Cents::ZERO,
            charge: Cents::ZERO,
            clause,
        }
    }

    fn hash(&self) -> usize {
        let area = self.area.map_or(0, |area| u64::from(area.0) + 1);
        let mark = self.mark.map_or(0, |mark| u64::from(mark) + 1);
        let packed = u64::from(self.player.0) << 24
            | u64::from(self.on.id().0) << 16
            | area << 8
            | mark & 0xff;
        // Fibonacci hashing: the high half of the product is well mixed.
        (packed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
    }
}

#[derive(Clone, Debug)]
struct Slot<O> {
    wager: Wager<O>,
    live: bool,
    next: u32,
}

/// The players on one area, with the number of wagers each has there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Holders {
    players: [Option<(Player, u16)>; MOST_SHARING],
}

crate::stored! { struct Holders { players } }

/// The most players that may share an area at any table.
pub(crate) const MOST_SHARING: usize = 3;

/// The numbers of the wagers on one spot: at most one in chips and one in promotional tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    chips: u32,
    tokens: u32,
}

impl Parts {
    /// Returns the number of the tokens, or of the chips.
    pub(crate) const fn get(self, tokens: bool) -> Option<usize> {
        some(if tokens { self.tokens } else { self.chips })
    }
}

const fn some(at: u32) -> Option<usize> {
    if at == NONE { None } else { Some(at as usize) }
}

const NONE: u32 = u32::MAX;

/// The wagers on a layout.
#[derive(Debug)]
pub struct Book<O> {
    slots: Vec<Slot<O>>,
    heads: Vec<u32>,
    dead: usize,
    placed: u64,
    /// What all standing wagers come to.
    total: u128,
    holders: [Holders; AREAS + 1],
}

impl<O: On> Book<O> {
    /// Makes an empty book.
    pub(crate) fn new() -> Self {
        Self {
            slots: Vec::new(),
            heads: Vec::new(),
            dead: 0,
            placed: 0,
            total: 0,
            holders: [Holders::default(); AREAS + 1],
        }
    }

    /// Goes through the standing wagers in the order of placement.
    pub fn iter(&self) -> impl Iterator<Item = &Wager<O>> {
        self.slots.iter().filter(|slot| slot.live).map(|slot| &slot.wager)
    }

    /// Goes through the standing wagers with their present numbers.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (usize, &Wager<O>)> {
        self.slots.iter().enumerate().filter(|(_, slot)| slot.live).map(|(i, s)| (i, &s.wager))
    }

    /// Tells whether nothing stands.
    pub fn is_empty(&self) -> bool {
        self.slots.len() == self.dead
    }

    /// Finds the chips, or the tokens, on a spot.
    pub(crate) fn find(&self, key: &Key<O>, tokens: bool) -> Option<usize> {
        self.on_spot(key).find(|&at| self.slots[at].wager.tokens == tokens)
    }

    /// Finds the chips and the tokens that lie on a spot.
    pub(crate) fn parts(&self, key: &Key<O>) -> Parts {
        let mut parts = Parts { chips: NONE, tokens: NONE };
        for at in self.on_spot(key) {
            let part =
                if self.slots[at].wager.tokens { &mut parts.tokens } else { &mut parts.chips };
            *part = at as u32;
        }
        parts
    }

    /// Adds up what is settled of the parts of a spot.
    pub(crate) fn stake_of(&self, parts: Parts) -> Cents {
        let part = |tokens| parts.get(tokens).map_or(Cents::ZERO, |at| self.get(at).stake);
        part(false) + part(true)
    }

    /// Adds up what was charged for placing the parts of a spot.
    pub(crate) fn charged(&self, parts: Parts) -> Cents {
        let part = |tokens| parts.get(tokens).map_or(Cents::ZERO, |at| self.get(at).charged);
        part(false) + part(true)
    }

    /// Returns what is settled on a spot, chips and tokens together; `None` if nothing lies there.
    pub fn stake(&self, key: &Key<O>) -> Option<Cents> {
        let stakes = self.on_spot(key).map(|at| self.slots[at].wager.stake);
        stakes.reduce(|chips, tokens| chips + tokens)
    }

    /// Goes through what lies on a spot: chips, tokens, both or nothing.
    fn on_spot(&self, key: &Key<O>) -> impl Iterator<Item = usize> {
        let head = match self.heads.len() {
            0 => NONE,
            heads => self.heads[key.hash() & (heads - 1)],
        };
        let chain = core::iter::successors(some(head), move |&at| some(self.slots[at].next));
        let key = *key;
        chain.filter(move |&at| {
            let slot = &self.slots[at];
            slot.live && Key::of(&slot.wager) == key
        })
    }

    /// Changes every standing wager, but neither its key nor its amount.
    pub(crate) fn each_mut(&mut self, change: impl FnMut(&mut Wager<O>)) {
        self.slots.iter_mut().filter(|slot| slot.live).map(|slot| &mut slot.wager).for_each(change);
    }

    /// Returns the wager of a number that [`Self::find`] or [`Self::entries`] gave.
    pub(crate) fn get(&self, at: usize) -> &Wager<O> {
        &self.slots[at].wager
    }

    /// Returns it for a change of anything but its key and its amount.
    pub(crate) fn get_mut(&mut self, at: usize) -> &mut Wager<O> {
        &mut self.slots[at].wager
    }

    /// Makes it another amount; returns the wager.
    pub(crate) fn set_amount(&mut self, at: usize, stake: Cents, excess: Cents) -> &mut Wager<O> {
        let wager = &mut self.slots[at].wager;
        self.total -= u128::from(wager.amount().0);
        (wager.stake, wager.excess) = (stake, excess);
        self.total += u128::from(wager.amount().0);
        wager
    }

    /// Returns what all standing wagers come to, with what lies above the maximum.
    pub(crate) const fn total(&self) -> u128 {
        self.total
    }

    /// Puts a wager on a spot where its like does not lie yet; `other` is its other part. Returns its
    /// number.
    pub(crate) fn push(&mut self, mut wager: Wager<O>, other: Option<usize>) -> usize {
        self.placed += 1;
        wager.since = other.map_or(self.placed, |at| self.slots[at].wager.since);
        if let Some(area) = wager.area {
            self.holders[usize::from(area.0)].add(wager.player);
        }
        self.total += u128::from(wager.amount().0);
        self.slots.push(Slot { wager, live: true, next: NONE });
        if self.slots.len() > self.heads.len() {
            self.index();
        } else {
            self.link(self.slots.len() - 1);
        }
        self.slots.len() - 1
    }

    /// Puts a wager back that was taken off, as it was; one that was placed there since is added to.
    pub(crate) fn put_back(&mut self, wager: Wager<O>) {
        let key = Key::of(&wager);
        if let Some(at) = self.find(&key, wager.tokens) {
            let there = *self.get(at);
            self.set_amount(at, there.stake + wager.stake, there.excess + wager.excess);
            return;
        }
        let at = self.push(wager, self.find(&key, !wager.tokens));
        self.slots[at].wager.since = wager.since;
    }

    /// Takes a wager off; the numbers of the others hold until [`Self::tidy`].
    pub(crate) fn remove(&mut self, at: usize) -> Wager<O> {
        let slot = &mut self.slots[at];
        debug_assert!(slot.live, "a wager is taken off once");
        slot.live = false;
        self.dead += 1;
        let wager = slot.wager;
        self.total -= u128::from(wager.amount().0);
        if let Some(area) = wager.area {
            self.holders[usize::from(area.0)].drop_one(wager.player);
        }
        wager
    }

    /// Moves to a number every wager that `travels` there.
    pub(crate) fn travel(&mut self, to: u8, mut travels: impl FnMut(&Wager<O>) -> bool) {
        let mut any = false;
        for slot in self.slots.iter_mut().filter(|slot| slot.live) {
            if travels(&slot.wager) {
                slot.wager.mark = Some(to);
                any = true;
            }
        }
        if any {
            self.index();
        }
    }

    /// Takes the number off every wager that `came` there.
    pub(crate) fn travel_back(&mut self, came: impl Fn(&Wager<O>) -> bool) {
        for slot in self.slots.iter_mut().filter(|slot| slot.live && came(&slot.wager)) {
            slot.wager.mark = None;
        }
        self.index();
    }

    /// Closes the gaps once they are many.
    pub(crate) fn tidy(&mut self) {
        if self.dead == self.slots.len() {
            self.slots.clear();
            self.heads.fill(NONE);
            self.dead = 0;
        } else if self.dead * 2 > self.slots.len() {
            self.slots.retain(|slot| slot.live);
            self.dead = 0;
            self.index();
        }
    }

    /// Tells who has wagers on an area.
    pub fn holders(&self, area: Area) -> impl Iterator<Item = Player> {
        self.holders[usize::from(area.0)].players.into_iter().flatten().map(|(player, _)| player)
    }

    /// Tells whether each area has the players noted whose wagers lie there.
    fn has_right_holders(&self) -> bool {
        let mut counted = [Holders::default(); AREAS + 1];
        for wager in self.iter() {
            let Some(area) = wager.area else { continue };
            let holders = &mut counted[usize::from(area.0)];
            if !holders.has_room_for(wager.player) {
                return false;
            }
            holders.add(wager.player);
        }
        self.holders.iter().zip(counted).all(|(noted, counted)| {
            let [mut noted, mut counted] = [noted.players, counted.players];
            noted.sort_unstable();
            counted.sort_unstable();
            noted == counted
        })
    }

    fn index(&mut self) {
        let wanted = self.slots.len().next_power_of_two().max(16);
        if self.heads.len() < wanted {
            self.heads.resize(wanted * 2, NONE);
        }
        self.heads.fill(NONE);
        for at in 0..self.slots.len() {
            self.link(at);
        }
    }

    fn link(&mut self, at: usize) {
        let mask = self.heads.len() - 1;
        let head = Key::of(&self.slots[at].wager).hash() & mask;
        self.slots[at].next = self.heads[head];
        self.heads[head] = u32::try_from(at).expect("fewer wagers than 2^32 stand on one layout");
    }
}

/// Two books are alike if the same wagers stand in both; how they find them does not matter.
impl<O: PartialEq> PartialEq for Book<O> {
    fn eq(&self, other: &Self) -> bool {
        let Self { slots, heads: _, dead: _, placed, total: _, holders } = self;
        *slots == other.slots && *placed == other.placed && *holders == other.holders
    }
}

impl<O: Eq> Eq for Book<O> {}

impl<O: PartialEq> PartialEq for Slot<O> {
    fn eq(&self, other: &Self) -> bool {
        let Self { wager, live, next: _ } = self;
        *wager == other.wager && *live == other.live
    }
}

/// What follows from the wagers is not stored: how they are found, and their sum.
impl<O: On> Stored for Book<O> {
    fn store(&self, to: &mut Vec<u8>) {
        let Self { slots, heads: _, dead: _, placed, total: _, holders } = self;
        slots.len().store(to);
        for Slot { wager, live, next: _ } in slots {
            wager.store(to);
            live.store(to);
        }
        placed.store(to);
        holders.store(to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let mut book = Self::new();
        for _ in 0..from.length()? {
            let (wager, live) = <(Wager<O>, bool)>::restore(from)?;
            book.slots.push(Slot { wager, live, next: NONE });
        }
        book.dead = book.slots.iter().filter(|slot| !slot.live).count();
        book.total = book.iter().map(|wager| u128::from(wager.amount().0)).sum();
        if !book.slots.is_empty() {
            book.index();
        }
        (book.placed, book.holders) = Stored::restore(from)?;
        only_if(book.has_right_holders(), book)
    }
}

impl<O: On> Clone for Book<O> {
    fn clone(&self) -> Self {
        let mut book = Self::new();
        book.clone_from(self);
        book
    }

    /// Copies in the room that is there, so that a round can be remembered without allocating.
    fn clone_from(&mut self, other: &Self) {
        self.slots.clone_from(&other.slots);
        self.heads.clone_from(&other.heads);
        self.dead = other.dead;
        self.placed = other.placed;
        self.total = other.total;
        self.holders = other.holders;
    }
}

impl Holders {
    fn has_room_for(&self, player: Player) -> bool {
        self.players
            .iter()
            .any(|holder| holder.is_none_or(|(who, wagers)| who == player && wagers < u16::MAX))
    }

    fn add(&mut self, player: Player) {
        let own = self.players.iter_mut().flatten().find(|(holder, _)| *holder == player);
        if let Some((_, wagers)) = own {
            *wagers += 1;
        } else {
            let free = self.players.iter_mut().find(|holder| holder.is_none());
            *free.expect("the table admits no more players than an area takes") = Some((player, 1));
        }
    }

    fn drop_one(&mut self, player: Player) {
        for holder in &mut self.players {
            if let Some((who, wagers)) = holder
                && *who == player
            {
                *wagers -= 1;
                if *wagers == 0 {
                    *holder = None;
                }
            }
        }
    }
}
