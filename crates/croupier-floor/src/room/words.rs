//! What players add to the draws of a virtual table: sealed while betting is open, opened when it is closed.

use croupier_engine::{Due, Input, Player};

use crate::act::Dealing;
use crate::answer::{Denied, Event, WordsChange};
use crate::random::{Words, WordsStage, key_from, seal};
use crate::reason::Reason;
use crate::room::{Room, TableContext};

/// How many bytes the words of a player may have: enough for sixteen random ones in digits, and a sentence.
const MOST_WORDS: usize = 128;

/// How long players have at least to open their words, in milliseconds: what is sooner is no lapse.
pub const WORDS_TIME: u64 = 2_000;

/// For how many commitments of the house a player adds nothing who has let words lapse.
pub const LAPSE_LASTS: u64 = 100;

impl Room {
    /// A player gives the hash of words that will be mixed with the key of the round, as long as wagers can be made.
    /// Only who sits here does, once for each round; the words count if a wager of the player stands when betting is closed.
    pub(crate) fn contribute(
        &mut self,
        player: Player,
        sealed: &str,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        if !self.takes_words() {
            return Err(Denied::of(Reason::RoundTakesNoMore));
        }
        let Some(seat) = self.seat_number(player) else {
            return Err(Denied::of(Reason::HasNoSeat));
        };
        if self.random.words.iter().any(|words| words.player == player) {
            return Err(Denied::of(Reason::ContributedAlready));
        }
        if let Some(until) = self.lapsed_until(player) {
            return Err(Denied::of(Reason::WordsLapsed { until }));
        }
        if key_from(sealed).is_none() {
            return Err(Denied::of(Reason::BadSeal));
        }
        let sealed = sealed.to_ascii_lowercase();
        let words = Words { player, seat, sealed, stage: WordsStage::Sealed };
        let at = self.random.words.partition_point(|other| other.seat < seat);
        self.random.words.insert(at, words);
        self.tell_words(player, WordsChange::Sealed, around);
        Ok(())
    }

    /// Tells whether players may seal words now: the house is committed, betting is open, and nothing was drawn.
    pub fn takes_words(&self) -> bool {
        let open = self.random.closed.is_none() && self.is_between_rounds();
        let ready = self.random.commitment.is_some() && self.random.draws() == 0;
        open && ready && self.table.expects().due != Due::Burn
    }

    /// Returns the number of the commitment from which on a player may add words again who has let some lapse.
    pub fn lapsed_until(&self, player: Player) -> Option<u64> {
        self.lapses.get(&player).copied().filter(|until| self.commitments < *until)
    }

    /// The program closes betting until the draw, and asks for the words: no wager comes, changes or goes any more.
    /// The words of who has no wager here fall.
    pub(crate) fn close_betting(&mut self, around: &mut TableContext<'_>) -> Result<(), Denied> {
        if self.dealing == Dealing::Physical {
            return Err(Denied::of(Reason::DealtByHand));
        }
        if self.random.commitment.is_none() {
            return Err(Denied::of(Reason::NotCommitted));
        }
        if self.random.closed.is_some() || self.random.draws() > 0 {
            return Err(Denied::of(Reason::BettingClosed));
        }
        let mut words = std::mem::take(&mut self.random.words);
        words.retain(|words| {
            self.has_wager_of(words.player) && self.seat_of(words.player).is_some()
        });
        (self.random.words, self.random.closed) = (words, Some(around.now));
        let seats = self.random.words.iter().map(|words| words.seat).collect();
        around.events.push(Event::BettingClosed { table: self.id, seats });
        Ok(())
    }

    fn has_wager_of(&self, player: Player) -> bool {
        let mut any = false;
        self.table.each_standing(|wager| any |= wager.spot.player == player);
        any
    }

    /// A player opens the words that were sealed; they must be those.
    pub(crate) fn open_words(
        &mut self,
        player: Player,
        text: &str,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        if text.len() > MOST_WORDS {
            return Err(Denied::of(Reason::TooMuch));
        }
        let (table, number) = (self.id.0, self.commitments);
        let awaited = self.awaited(player)?;
        if seal(table, number, awaited.seat, text) != awaited.sealed {
            return Err(Denied::of(Reason::OtherWords));
        }
        awaited.stage = WordsStage::Opened(text.to_owned());
        self.tell_words(player, WordsChange::Opened, around);
        Ok(())
    }

    /// The program goes on without the words of a player who has not opened them in time.
    pub(crate) fn lapse_words(
        &mut self,
        player: Player,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let closed = self.random.closed.unwrap_or(around.now);
        let awaited = self.awaited(player)?;
        if around.now < closed + WORDS_TIME {
            return Err(Denied::of(Reason::WordsHaveTime));
        }
        awaited.stage = WordsStage::Lapsed;
        self.lapses.insert(player, self.commitments + LAPSE_LASTS + 1);
        self.tell_words(player, WordsChange::Lapsed, around);
        Ok(())
    }

    /// Finds the words of a player that are to be opened.
    fn awaited(&mut self, player: Player) -> Result<&mut Words, Denied> {
        if self.random.closed.is_none() && !self.random.words.is_empty() {
            return Err(Denied::of(Reason::BettingOpen));
        }
        let mut words = self.random.words.iter_mut();
        let found = words.find(|it| it.player == player && it.stage == WordsStage::Sealed);
        found.ok_or_else(|| Denied::of(Reason::NoWordsAwaited))
    }

    /// A player who leaves takes along what was sealed.
    pub(super) fn forget_words(&mut self, player: Player) {
        if self.random.closed.is_none() {
            self.random.words.retain(|words| words.player != player);
        }
    }

    /// Checks that nothing is drawn before betting is closed and all words are opened or have lapsed.
    pub(super) fn check_words(&self) -> Result<(), Denied> {
        if self.random.words.is_empty() {
            return Ok(());
        }
        if self.random.closed.is_none() {
            return Err(Denied::of(Reason::BettingOpen));
        }
        match self.random.awaited().next() {
            Some(words) => Err(Denied::of(Reason::WordsAwaited { seat: words.seat })),
            None => Ok(()),
        }
    }

    /// Checks that no wager comes, changes or goes between the closing of betting and the draw: by then words are
    /// known that were not when wagers were made.
    pub(super) fn check_betting(&self, input: &Input) -> Result<(), Denied> {
        let changes = matches!(
            input,
            Input::Withdraw(_) | Input::Remove(_) | Input::Reduce { .. } | Input::Call { .. }
        );
        match changes && self.is_betting_closed() {
            true => Err(Denied::of(Reason::BettingClosed)),
            false => Ok(()),
        }
    }

    /// Tells whether betting is closed until the draw, and nothing was drawn yet.
    pub fn is_betting_closed(&self) -> bool {
        self.random.closed.is_some() && self.random.draws() == 0 && self.has_wagers()
    }

    /// Tells whether words were asked for and no wager is left to draw for: the key must not be used any more.
    pub fn is_key_spent(&self) -> bool {
        let unused = self.random.draws() == 0 && !self.table.felt().in_round();
        self.random.closed.is_some() && unused && !self.has_wagers()
    }

    fn tell_words(&self, player: Player, change: WordsChange, around: &mut TableContext<'_>) {
        around.events.push(Event::Words { table: self.id, player, change });
    }
}
