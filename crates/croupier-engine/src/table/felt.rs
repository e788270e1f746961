//! What lies on the felt besides wagers: hands, choices, and how far the round has come.

use alloc::vec::Vec;

use crate::card::{Card, Rank, Suit};
use crate::clause::Clause;
use crate::expects::Place;
use crate::game::Burn;
use crate::input::{Area, Choice, Reply};
use crate::stored::{Bytes, Damaged, Stored, only_if};

/// The most playing areas that any layout has.
pub const AREAS: usize = 9;

/// The most cards that a hand holds.
pub const MOST_CARDS: usize = 4;

/// The most cards that are burned after one shuffle.
const MOST_BURNED: usize = 11;
const BLANK: Card = Card::new(Rank::Ace, Suit::Clubs);

/// The cards of one place, in the order in which they came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    cards: [Card; MOST_CARDS],
    /// How many of the cards are known.
    seen: u8,
    /// How many lie face down and were not told.
    unseen: u8,
}

impl Hand {
    const EMPTY: Self = Self { cards: [BLANK; MOST_CARDS], seen: 0, unseen: 0 };

    /// Returns the cards of the hand that are known, in the order in which they were told.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.seen)]
    }

    /// Returns how many cards lie face down and were not told.
    pub const fn unseen(&self) -> u8 {
        self.unseen
    }

    /// Returns how many cards there are.
    pub const fn len(&self) -> u8 {
        self.seen + self.unseen
    }

    /// Tells whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn push(&mut self, card: Card) {
        self.cards[usize::from(self.seen)] = card;
        self.seen += 1;
    }

    const fn push_unseen(&mut self) {
        self.unseen += 1;
    }

    fn face(&mut self, card: Card) {
        self.unseen -= 1;
        self.push(card);
    }

    fn exchange_last(&mut self, card: Card) {
        if let Some(last) = usize::from(self.seen).checked_sub(1) {
            self.cards[last] = card;
        }
    }
}

/// A hand is stored as the cards that are known, and how many are not.
impl Stored for Hand {
    fn store(&self, to: &mut Vec<u8>) {
        let Self { cards: _, seen, unseen } = self;
        seen.store(to);
        unseen.store(to);
        self.cards().iter().for_each(|card| card.store(to));
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let (seen, unseen) = <(u8, u8)>::restore(from)?;
        let fits = usize::from(seen) + usize::from(unseen) <= MOST_CARDS;
        let mut hand = only_if(fits, Self { unseen, ..Self::EMPTY })?;
        for _ in 0..seen {
            hand.push(Card::restore(from)?);
        }
        Ok(hand)
    }
}

/// A set of playing areas, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AreaSet(u16);

crate::stored! { struct AreaSet(bits) check |it| it.0 >> (AREAS + 1) == 0 }

impl AreaSet {
    /// Gathers areas; one beyond 15 is kept as area 0, which no layout has either.
    pub fn of(areas: impl IntoIterator<Item = Area>) -> Self {
        let mut set = Self::default();
        for area in areas {
            set.insert(if area.0 < 16 { area } else { Area(0) });
        }
        set
    }

    /// Tells whether an area is in the set.
    pub const fn contains(self, area: Area) -> bool {
        area.0 < 16 && self.0 >> area.0 & 1 == 1
    }

    /// Tells whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn insert(&mut self, area: Area) {
        self.0 |= 1 << area.0;
    }

    pub(crate) const fn remove(&mut self, area: Area) {
        self.0 &= !(1 << area.0);
    }
}

impl Iterator for AreaSet {
    type Item = Area;

    /// Takes out the lowest area.
    fn next(&mut self) -> Option<Area> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Area(lowest as u8))
    }
}

/// Stands for the dealer's hand among those that were turned: no area has this number.
const DEALER: Area = Area(0);

/// What is still to be burned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ToBurn {
    Nothing,
    First,
    More(u8),
}

crate::stored! { enum ToBurn { 0 = Nothing, 1 = First, 2 = More(cards) } }

/// How near the next shuffle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shuffle {
    No,
    AfterRound(Clause),
    Now,
}

crate::stored! { enum Shuffle { 0 = No, 1 = AfterRound(clause), 2 = Now } }

/// What lies on the felt besides wagers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Felt {
    dealer: Hand,
    shared: Hand,
    hands: [Hand; AREAS + 1],
    choices: [Option<Choice>; AREAS + 1],
    absent: AreaSet,
    turned: AreaSet,
    played: AreaSet,
    dealt: u16,
    closed: bool,
    to_burn: ToBurn,
    /// The cards that were burned since the shuffle and whose faces were told, until the next round begins.
    burned: [Option<Card>; MOST_BURNED],
    shuffle: Shuffle,
    /// The cutting card has come out since the last shuffle.
    cutting_card: bool,
}

crate::stored! {
    struct Felt {
        dealer, shared, hands, choices, absent, turned, played, dealt, closed, to_burn, burned,
        shuffle, cutting_card,
    }
}

impl Felt {
    /// Goes through all hands, those without cards too.
    pub(super) fn all_hands(&self) -> impl Iterator<Item = &Hand> {
        [&self.dealer, &self.shared].into_iter().chain(&self.hands)
    }

    pub(crate) fn new(fresh: bool) -> Self {
        Self {
            dealer: Hand::EMPTY,
            shared: Hand::EMPTY,
            hands: [Hand::EMPTY; AREAS + 1],
            choices: [None; AREAS + 1],
            absent: AreaSet::default(),
            turned: AreaSet::default(),
            played: AreaSet::default(),
            dealt: 0,
            closed: false,
            to_burn: if fresh { ToBurn::First } else { ToBurn::Nothing },
            burned: [None; MOST_BURNED],
            shuffle: Shuffle::No,
            cutting_card: false,
        }
    }

    /// Returns the dealer's, or Banker's, hand.
    pub const fn dealer(&self) -> &Hand {
        &self.dealer
    }

    /// Returns the hand that all players share, where the game has one.
    pub const fn shared(&self) -> &Hand {
        &self.shared
    }

    /// Returns the hand of an area.
    pub fn hand(&self, area: Area) -> &Hand {
        &self.hands[usize::from(area.0)]
    }

    /// Returns the areas that take part in the round.
    pub const fn played(&self) -> AreaSet {
        self.played
    }

    /// Returns what the player on an area chose.
    pub fn choice(&self, area: Area) -> Option<Choice> {
        self.choices[usize::from(area.0)]
    }

    /// Tells whether the player on an area was not there to choose.
    pub const fn was_absent(&self, area: Area) -> bool {
        self.absent.contains(area)
    }

    /// Tells whether any player has chosen.
    pub(crate) fn any_choice(&self) -> bool {
        self.choices.iter().any(Option::is_some)
    }

    /// Tells whether the first card of the round is out.
    pub const fn in_round(&self) -> bool {
        self.dealt > 0
    }

    /// Tells whether no more bets were called, or the first card is out.
    pub const fn is_closed(&self) -> bool {
        self.closed || self.in_round()
    }

    /// Returns the areas whose hands were turned face up.
    pub const fn turned(&self) -> AreaSet {
        self.turned
    }

    /// Returns the next place in dealing order, area by area and the dealer last, that has fewer
    /// than `wanted` cards while no place is a whole card behind.
    pub fn lacking(&self, wanted: u8) -> Option<Place> {
        let pass = self.dealer.len() + 1;
        if pass > wanted {
            return None;
        }
        let behind = self.played.into_iter().find(|&area| self.hand(area).len() < pass);
        Some(behind.map_or(Place::Dealer, Place::Area))
    }

    pub(crate) const fn burn_is_due(&self) -> bool {
        !matches!(self.to_burn, ToBurn::Nothing)
    }

    pub(crate) const fn shuffle_is_due(&self) -> bool {
        matches!(self.shuffle, Shuffle::Now)
    }

    /// Tells whether the cutting card has come out, or a shuffle is due for another reason.
    pub const fn cutting_card_seen(&self) -> bool {
        !matches!(self.shuffle, Shuffle::No)
    }

    pub(crate) const fn close(&mut self) {
        self.closed = true;
    }

    pub(crate) const fn play(&mut self, area: Area, plays: bool) {
        if plays {
            self.played.insert(area);
        } else {
            self.played.remove(area);
        }
    }

    pub(crate) fn deal(&mut self, card: Card, to: Place) {
        self.burned = [None; MOST_BURNED];
        self.hand_mut(to).push(card);
        self.dealt += 1;
    }

    /// Lays a card face down that nobody has told.
    pub(crate) fn deal_face_down(&mut self, to: Place) {
        self.burned = [None; MOST_BURNED];
        self.hand_mut(to).push_unseen();
        self.dealt += 1;
    }

    /// Takes note of the face of a card that was not told.
    pub(crate) fn face(&mut self, place: Place, card: Card) {
        self.hand_mut(place).face(card);
    }

    /// Puts another card in the place of the last one of a hand.
    pub(crate) fn exchange_last(&mut self, place: Place, card: Card) {
        self.hand_mut(place).exchange_last(card);
    }

    fn hand_mut(&mut self, place: Place) -> &mut Hand {
        match place {
            Place::Area(area) => &mut self.hands[usize::from(area.0)],
            Place::Shared => &mut self.shared,
            Place::Dealer => &mut self.dealer,
        }
    }

    pub(crate) fn choose(&mut self, area: Area, choice: Choice, absent: bool) {
        self.choices[usize::from(area.0)] = Some(choice);
        if absent {
            self.absent.insert(area);
        }
    }

    /// Tells whether the dealer's hand was turned face up, where hands are dealt face down.
    pub const fn dealer_is_turned(&self) -> bool {
        self.turned.contains(DEALER)
    }

    pub(crate) const fn turn_dealer(&mut self) {
        self.turned.insert(DEALER);
    }

    pub(crate) const fn turn(&mut self, area: Area) {
        self.turned.insert(area);
    }

    /// Tells whether the first card of a burn is still to come.
    pub const fn first_burn_is_due(&self) -> bool {
        matches!(self.to_burn, ToBurn::First)
    }

    /// Returns the cards that were burned face up since the shuffle, the first first; a round that has begun
    /// forgets them.
    pub(crate) fn burned(&self) -> impl Iterator<Item = Card> + '_ {
        self.burned.iter().flatten().copied()
    }

    pub(crate) fn burn(&mut self, card: Card, how: Burn) {
        if let Some(free) = self.burned.iter_mut().find(|place| place.is_none()) {
            *free = Some(card);
        }
        match (self.to_burn, how) {
            (ToBurn::First, Burn::ByFace) => {
                self.to_burn = ToBurn::More(card.rank.number().min(10));
            }
            _ => self.burn_one(),
        }
    }

    /// One card fewer is to be burned.
    pub(crate) const fn burn_one(&mut self) {
        self.to_burn = match self.to_burn {
            ToBurn::More(more) if more > 1 => ToBurn::More(more - 1),
            ToBurn::Nothing | ToBurn::First | ToBurn::More(_) => ToBurn::Nothing,
        };
    }

    pub(crate) const fn shuffle_after_round(&mut self, clause: Clause) {
        if !self.shuffle_is_due() {
            self.shuffle = Shuffle::AfterRound(clause);
        }
    }

    pub(crate) const fn shuffle_now(&mut self) {
        self.shuffle = Shuffle::Now;
    }

    /// Takes note that the cutting card has come out.
    pub(crate) const fn cutting_card(&mut self) {
        self.cutting_card = true;
    }

    /// Tells whether the round in which the cutting card came is over, and the cards are not shuffled yet.
    pub const fn was_last_round(&self) -> bool {
        self.cutting_card && self.shuffle_is_due()
    }

    pub(crate) const fn load(&mut self) {
        self.to_burn = ToBurn::First;
        self.shuffle = Shuffle::No;
        self.cutting_card = false;
        self.burned = [None; MOST_BURNED];
    }

    /// Takes a hand off the felt.
    pub(crate) fn drop_hand(&mut self, area: Area) -> Hand {
        self.played.remove(area);
        core::mem::replace(&mut self.hands[usize::from(area.0)], Hand::EMPTY)
    }

    /// Returns what players chose, or that they were not there.
    pub(crate) fn replies(&self) -> [Option<Reply>; AREAS + 1] {
        core::array::from_fn(|area| {
            let absent = self.absent.contains(Area(area as u8));
            self.choices[area]
                .map(|choice| if absent { Reply::Absent } else { Reply::Choice(choice) })
        })
    }

    /// Makes the burn due again, in the middle of a round.
    pub(crate) const fn reload(&mut self) {
        self.to_burn = ToBurn::First;
        self.burned = [None; MOST_BURNED];
    }

    /// Lets the round begin without the burn that is due.
    pub(crate) const fn waive_burn(&mut self) {
        self.to_burn = ToBurn::Nothing;
    }

    /// Lets a round be finished although a shuffle is due.
    pub(crate) const fn shuffle_later(&mut self, clause: Clause) {
        self.shuffle = Shuffle::AfterRound(clause);
    }

    /// Moves all cards to the discard rack and opens betting; names the clause by which a shuffle is
    /// due from now on.
    pub(crate) fn clear(&mut self) -> Option<Clause> {
        let (shuffle, clause) = match self.shuffle {
            Shuffle::AfterRound(clause) if self.in_round() => (Shuffle::Now, Some(clause)),
            other => (other, None),
        };
        let (to_burn, burned, cutting_card) = (self.to_burn, self.burned, self.cutting_card);
        *self = Self { to_burn, burned, shuffle, cutting_card, ..Self::new(false) };
        clause
    }
}
