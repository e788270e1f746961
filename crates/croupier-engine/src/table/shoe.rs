//! Where every card is: in the source, on the felt, among the discards, or parked.

use crate::card::Card;
use crate::table::felt::Felt;

/// A card that lies under the source and opens the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parked {
    /// No card lies under the source.
    No,
    /// One does, and nobody has seen it.
    Unseen,
    /// This card lies there, and was seen.
    Seen(Card),
}

crate::stored! { enum Parked { 0 = No, 1 = Unseen, 2 = Seen(card) } }

/// The cards of a table, counted by face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shoe {
    source: [u8; Card::COUNT],
    felt: [u8; Card::COUNT],
    discards: [u8; Card::COUNT],
    parked: Parked,
    /// So many cards were burned that nobody saw; they still count as in the source.
    unseen: u8,
    /// So many cards lie on the felt whose faces were not told; they still count as in the source.
    face_down: u8,
    /// So many cards went from the felt to the discards whose faces were never told, likewise.
    never_seen: u16,
}

crate::stored! {
    struct Shoe {
        source, felt, discards, parked, unseen, face_down, never_seen,
    } check |it| it.can_be()
}

/// How many cards lie where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// In the shoe or the device.
    pub source: usize,
    /// How many lie on the felt.
    pub felt: usize,
    /// How many cards lie in the discard rack.
    pub discards: usize,
    /// How many lie under the source, to come first: one at most.
    pub parked: usize,
}

impl Census {
    /// Returns all of them.
    pub const fn total(&self) -> usize {
        self.source + self.felt + self.discards + self.parked
    }
}

impl Shoe {
    pub(super) const fn new(decks: u8) -> Self {
        Self {
            source: [decks; Card::COUNT],
            felt: [0; Card::COUNT],
            discards: [0; Card::COUNT],
            parked: Parked::No,
            unseen: 0,
            face_down: 0,
            never_seen: 0,
        }
    }

    /// Tells whether the cards of the hands are those that lie on the felt.
    pub(super) fn lies_on(&self, felt: &Felt) -> bool {
        let (mut known, mut unknown) = ([0; Card::COUNT], 0);
        for hand in felt.all_hands() {
            unknown += usize::from(hand.unseen());
            hand.cards().iter().for_each(|card| known[card.index()] += 1);
        }
        unknown == usize::from(self.face_down) && known == self.felt
    }

    /// Tells whether cards that were read from a snapshot can lie like this.
    fn can_be(&self) -> bool {
        let piles = self.source.iter().zip(&self.felt).zip(&self.discards);
        let few = |((source, felt), discards): ((&u8, &u8), &u8)| {
            u32::from(*source) + u32::from(*felt) + u32::from(*discards) < u32::from(u8::MAX)
        };
        let in_source: usize = self.source.iter().map(|&n| usize::from(n)).sum();
        piles.into_iter().all(few) && self.counted_but_gone() <= in_source
    }

    /// Counts the cards by where they are.
    pub fn census(&self) -> Census {
        let count = |pile: &[u8; Card::COUNT]| pile.iter().map(|&n| usize::from(n)).sum();
        let source: usize = count(&self.source);
        Census {
            source: source - self.counted_but_gone(),
            felt: count(&self.felt) + usize::from(self.face_down),
            discards: count(&self.discards) + self.unseen_discards(),
            parked: usize::from(self.parked != Parked::No),
        }
    }

    /// Returns how many discards nobody has seen.
    fn unseen_discards(&self) -> usize {
        usize::from(self.unseen) + usize::from(self.never_seen)
    }

    /// Returns how many cards count as in the source, because nobody has seen them, and lie elsewhere.
    fn counted_but_gone(&self) -> usize {
        let parked = usize::from(self.parked == Parked::Unseen);
        self.unseen_discards() + usize::from(self.face_down) + parked
    }

    /// Tells whether no card is left in the source. Asked with every card, so it counts no further than it must.
    pub(super) fn is_empty(&self) -> bool {
        let gone = self.counted_but_gone();
        let mut counted = 0;
        !self.source.iter().any(|&n| {
            counted += usize::from(n);
            counted > gone
        })
    }

    /// Returns how many of each card are in the source, by index. What was burned unseen may be any of
    /// them.
    pub const fn source(&self) -> &[u8; Card::COUNT] {
        &self.source
    }

    /// Returns the card under the source.
    pub const fn parked(&self) -> Parked {
        self.parked
    }

    /// Tells whether this card can come now: there is one that does not lie on the felt.
    ///
    /// A sheet does not tell of every shuffle. A card of which only discards are left shows that there
    /// was one, so the discards count.
    pub(super) fn can_come(&self, card: Card) -> bool {
        self.parked == Parked::Seen(card) || self.can_be_drawn(card)
    }

    /// The same, but not the card under the source.
    pub(super) const fn can_be_drawn(&self, card: Card) -> bool {
        let at = card.index();
        self.source[at] + self.discards[at] > 0
    }

    /// Returns how many cards of this face are in the source, and how many among the discards.
    pub(super) fn off_felt(&self, card: Card) -> (usize, usize) {
        let at = card.index();
        (self.source[at].into(), self.discards[at].into())
    }

    /// Tells whether the source holds this card, as far as is known, and holds any card at all.
    pub(super) fn is_in_source(&self, card: Card) -> bool {
        self.source[card.index()] > 0 && !self.is_empty()
    }

    /// Returns how many cards lie among the discards that nobody has seen.
    pub const fn unseen(&self) -> u8 {
        self.unseen
    }

    /// Takes a card that was burned face up back, because it was not burned.
    pub(super) const fn unburn(&mut self, card: Card) {
        // Discards that went back into a device in the meantime are in the source already.
        if self.discards[card.index()] > 0 {
            self.discards[card.index()] -= 1;
            self.source[card.index()] += 1;
        }
    }

    /// Takes a card from the source.
    fn draw(&mut self, card: Card) {
        if let Parked::Seen(parked) = self.parked
            && parked == card
        {
            self.parked = Parked::No;
            return;
        }
        if self.parked == Parked::Unseen {
            self.parked = Parked::No;
        }
        // A card that cannot be there shows that there was a shuffle.
        let unseen = self.unseen > 0 || self.never_seen > 0;
        if self.source[card.index()] == 0 || unseen && self.is_empty() {
            self.reload();
        }
        self.source[card.index()] -= 1;
    }

    /// Puts a card on the felt whose face is told later.
    pub(super) fn deal_face_down(&mut self) {
        if self.is_empty() {
            self.reload();
        }
        self.face_down += 1;
    }

    /// Tells whether a card of this face can lie on the felt with its face down.
    pub(super) const fn may_lie_face_down(&self, card: Card) -> bool {
        self.source[card.index()] > 0
    }

    /// Takes note of the face of a card that lay on the felt with its face down.
    pub(super) fn face(&mut self, card: Card) {
        if !self.may_lie_face_down(card) {
            self.reload();
        }
        self.source[card.index()] -= 1;
        self.felt[card.index()] += 1;
        self.face_down -= 1;
    }

    /// Moves cards of the felt whose faces were never told to the discards.
    pub(super) fn discard_face_down(&mut self, cards: u8) {
        self.face_down -= cards;
        self.never_seen += u16::from(cards);
    }

    /// Puts a card among the discards that nobody has seen.
    pub(super) fn burn_unseen(&mut self) {
        if self.is_empty() {
            self.reload();
        }
        self.unseen = self.unseen.saturating_add(1);
    }

    /// Puts a card on the felt; it is the one under the source, if there is one and `parked_too`.
    pub(super) fn deal(&mut self, card: Card, parked_too: bool) {
        if parked_too {
            self.draw(card);
        } else {
            let parked = self.take_parked();
            self.draw(card);
            self.parked = parked;
        }
        self.felt[card.index()] += 1;
    }

    /// Puts a card that was drawn among the discards.
    pub(super) fn burn(&mut self, card: Card) {
        // A parked card is not drawn by a burn: it opens a round.
        self.take(card);
        self.discards[card.index()] += 1;
    }

    /// Has another card lie on the felt than was thought.
    pub(super) fn exchange_dealt(&mut self, was: Card, card: Card) {
        self.felt[was.index()] -= 1;
        self.source[was.index()] += 1;
        self.take(card);
        self.felt[card.index()] += 1;
    }

    /// Has another card lie among the discards than was thought.
    pub(super) fn exchange_burned(&mut self, was: Card, card: Card) {
        self.discards[was.index()] -= 1;
        self.source[was.index()] += 1;
        self.take(card);
        self.discards[card.index()] += 1;
    }

    /// Takes a card that is not parked from the source.
    fn take(&mut self, card: Card) {
        let parked = core::mem::replace(&mut self.parked, Parked::No);
        self.draw(card);
        self.parked = parked;
    }

    /// Lays a card under the source; `None` if nobody has seen it.
    pub(super) fn park(&mut self, card: Option<Card>) {
        self.parked = match card {
            Some(card) => {
                self.draw(card);
                Parked::Seen(card)
            }
            None => Parked::Unseen,
        };
    }

    /// Puts the card under the source among the discards; tells whether it was this one.
    pub(super) fn burn_parked(&mut self, card: Card) -> bool {
        let there = self.parked == Parked::Seen(card);
        if there {
            self.parked = Parked::No;
            self.discards[card.index()] += 1;
        }
        there
    }

    /// Takes the card under the source away, to be put back.
    pub(super) const fn take_parked(&mut self) -> Parked {
        core::mem::replace(&mut self.parked, Parked::No)
    }

    /// Puts the card back that was taken away.
    pub(super) const fn put_parked(&mut self, parked: Parked) {
        self.parked = parked;
    }

    /// Takes the card under the source back into it.
    pub(super) fn unpark(&mut self) {
        if let Parked::Seen(card) = self.take_parked() {
            self.source[card.index()] += 1;
        }
    }

    /// Moves the cards on the felt to the discards.
    pub(super) fn clear(&mut self) {
        self.discard_face_down(self.face_down);
        for (discards, felt) in self.discards.iter_mut().zip(&mut self.felt) {
            *discards += *felt;
            *felt = 0;
        }
    }

    /// Moves one card of the felt to the discards.
    pub(super) fn discard(&mut self, card: Card) {
        self.felt[card.index()] -= 1;
        self.discards[card.index()] += 1;
    }

    /// Moves the discards to the source.
    pub(super) fn reload(&mut self) {
        (self.unseen, self.never_seen) = (0, 0);
        for (source, discards) in self.source.iter_mut().zip(&mut self.discards) {
            *source += *discards;
            *discards = 0;
        }
    }

    /// Brings all cards back into the source, the parked one too.
    pub(super) fn shuffle(&mut self) {
        self.reload();
        self.unpark();
    }

    /// Takes cards back from the felt, or from the discards, into the source: they were never dealt.
    pub(super) fn undeal(&mut self, cards: &[u8; Card::COUNT], on_felt: bool) {
        if on_felt {
            self.face_down = 0;
        }
        let from = if on_felt { &mut self.felt } else { &mut self.discards };
        for at in 0..Card::COUNT {
            // An unreported shuffle may have taken some of them back already.
            let back = cards[at].min(from[at]);
            from[at] -= back;
            self.source[at] += back;
        }
    }

    /// Returns how many of each card lie on the felt.
    pub(super) const fn on_felt(&self) -> &[u8; Card::COUNT] {
        &self.felt
    }
}
