//! What a virtual table draws from: commitments, and the keys when they are shown. `words` has what players add.

use croupier_engine::{Card, Due, Input};

use crate::act::Dealing;
use crate::answer::{Denied, Event};
use crate::random::{Drawn, burn_commitment, commitment, key_from};
use crate::reason::Reason;
use crate::room::{Room, TableContext};

impl Room {
    /// Looks at a card or roll before it is played: who may draw it at this table, and from what.
    pub(super) fn drawn(&self, input: &Input) -> Result<Option<Drawn>, Denied> {
        if self.dealing == Dealing::Physical {
            return Ok(None);
        }
        let drawn = match *input {
            Input::Card { card, .. } => {
                self.check_burn_is_shown()?;
                Drawn::Card(Box::new(*self.table.shoe().source()), card)
            }
            Input::Roll(dice) => Drawn::Roll(dice),
            Input::BurnUnseen if self.burn.is_none() => {
                return Err(Denied::of(Reason::NotCommitted));
            }
            _ => return Ok(None),
        };
        self.check_committed()?;
        if self.table.expects().due != Due::Burn {
            self.check_words()?;
        }
        Ok(Some(drawn))
    }

    /// Checks that a virtual table may go on to its next round: the house has committed itself to a fresh key, and
    /// has shown the one of the last round.
    pub(crate) fn check_committed(&self) -> Result<(), Denied> {
        if self.dealing == Dealing::Physical {
            return Ok(());
        }
        if self.random.commitment.is_none() {
            return Err(Denied::of(Reason::NotCommitted));
        }
        match self.key_is_owed() || self.is_key_spent() {
            true => Err(Denied::of(Reason::KeyNotShown)),
            false => Ok(()),
        }
    }

    /// Tells whether something was drawn for a round that is over, and its key has not been shown.
    pub fn key_is_owed(&self) -> bool {
        let over = !self.table.felt().in_round() && self.table.expects().due != Due::Burn;
        self.random.draws() > 0 && over
    }

    /// Checks that a card which is burned with its face is one that lies face up for all: of the others the
    /// program must not say a face before the shoe is over.
    fn check_burn_is_shown(&self) -> Result<(), Denied> {
        let Some(cards) = self.kind.house().cards else { return Ok(()) };
        let shown = cards.burn == croupier_engine::game::Burn::ByFace
            && self.table.felt().first_burn_is_due();
        if self.table.expects().due == Due::Burn && !shown {
            return Err(Denied::clause(cards.burned, Reason::BurnIsUnseen));
        }
        Ok(())
    }

    /// The house commits itself to the key of the coming round.
    pub(crate) fn commit(&mut self, commitment: &str) -> Result<(), Denied> {
        if self.dealing == Dealing::Physical {
            return Err(Denied::of(Reason::DealtByHand));
        }
        if self.random.commitment.is_some() {
            return Err(Denied::of(Reason::Committed));
        }
        if self.table.felt().in_round() {
            return Err(Denied::of(Reason::RoundOn));
        }
        if key_from(commitment).is_none() {
            return Err(Denied::of(Reason::BadCommitment));
        }
        self.random.commitment = Some(commitment.to_owned());
        self.commitments += 1;
        Ok(())
    }

    /// The house shows the key of the round; it must be the one it committed itself to, and lead to
    /// what was drawn.
    pub(crate) fn reveal(
        &mut self,
        key: &str,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let Some(committed) = &self.random.commitment else {
            return Err(Denied::of(Reason::NothingToReveal));
        };
        if self.table.felt().in_round() {
            return Err(Denied::of(Reason::RoundOn));
        }
        let key = key_from(key).ok_or_else(|| Denied::of(Reason::BadKey))?;
        if commitment(self.id.0, self.commitments, &key) != *committed {
            return Err(Denied::of(Reason::OtherKey));
        }
        let draws = self.random.check(&key).map_err(Denied::of)?;
        self.last_random = std::mem::take(&mut self.random);
        let number = self.commitments;
        around.events.push(Event::Proved { table: self.id, commitment: number, draws });
        Ok(())
    }

    /// Keeps which cards had not been dealt, before new cards take the place of those that were burned.
    pub(super) fn keep_burn(&mut self, input: &Input) {
        if !matches!(input, Input::Replace { .. }) {
            return;
        }
        let left = self.burn_left();
        if let Some(burn) = self.burn.as_mut() {
            burn.left.get_or_insert(left);
        }
    }

    /// Returns the cards that have not been dealt, and how many of them lie burned.
    fn burn_left(&self) -> (Box<[u8; Card::COUNT]>, u8) {
        let shoe = self.table.shoe();
        (Box::new(*shoe.source()), shoe.unseen())
    }

    /// The shoe is over: the house shows the key of the burn, which must be the one it committed itself to before
    /// the cut. No card is dealt then before the next shuffle.
    pub(crate) fn reveal_burn(
        &mut self,
        digits: &str,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let left = self.burn_left();
        if self.table.felt().in_round() {
            return Err(Denied::of(Reason::RoundOn));
        }
        if self.random.draws() > 0 {
            return Err(Denied::of(Reason::KeyNotShown));
        }
        if self.shuffling.is_some() {
            return Err(Denied::of(Reason::BeingShuffled));
        }
        let Some(burn) = &self.burn else {
            return Err(Denied::of(Reason::NothingToReveal));
        };
        let key = key_from(digits).ok_or_else(|| Denied::of(Reason::BadKey))?;
        if burn_commitment(self.id.0, burn.shuffle, &key) != burn.committed {
            return Err(Denied::of(Reason::OtherKey));
        }
        let mut burn = burn.clone();
        burn.left.get_or_insert(left);
        burn.key = Some(digits.to_owned());
        let cards = burn.draw(&key).iter().map(|card| card.to_string().into()).collect();
        let (table, shuffle) = (self.id, burn.shuffle);
        around.events.push(Event::BurnProved { table, shuffle, cards });
        (self.burn, self.last_burn, self.shoe_over) = (None, Some(burn), true);
        Ok(())
    }

    /// Checks that there is a key to be given up as lost.
    pub(crate) fn check_lost(&self) -> Result<(), Denied> {
        if self.dealing == Dealing::Physical {
            return Err(Denied::of(Reason::DealtByHand));
        }
        match self.random.commitment.is_some() || self.burn.is_some() {
            true => Ok(()),
            false => Err(Denied::of(Reason::NothingToReveal)),
        }
    }

    /// The keys that the house is committed to here can never be shown. A round that is on is void by the clause of
    /// its order, and its wagers go back; what was drawn stays unproved for ever, and the journal says so. The shoe
    /// is over, for nobody will know which cards lay burned.
    pub(crate) fn lose_key(&mut self, around: &mut TableContext<'_>) -> Result<(), Denied> {
        self.check_lost()?;
        if self.table.felt().in_round() || self.table.is_paying() {
            self.step(&Input::Void, around)?;
        }
        let (draws, table) = (self.random.draws() as u32, self.id);
        let commitment = self.random.commitment.is_some().then_some(self.commitments);
        if commitment.is_some() {
            self.last_random = std::mem::take(&mut self.random);
        }
        let shuffle = self.burn.take().map(|burn| burn.shuffle);
        self.shoe_over |= shuffle.is_some();
        around.events.push(Event::KeyLost { table, commitment, draws, shuffle });
        Ok(())
    }
}
