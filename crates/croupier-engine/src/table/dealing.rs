//! Cards and choices: how a round runs from the first card to the last.

use alloc::vec::Vec;

use crate::card::Card;
use crate::clause::Clause;
use crate::effect::{Effect, Refusal};
use crate::expects::{Due, Place};
use crate::game::{Burn, Cards, Game, unknown_to};
use crate::input::{Area, Choice, Input, Reply, Source};
use crate::money::Cents;
use crate::table::decision::{FollowUp, Plan};
use crate::table::irregular::{After, Duties};
use crate::table::rekey::{LastCard, WentTo};
use crate::table::round::Phase;
use crate::table::shoe::{Parked, Shoe};
use crate::table::{AreaSet, Decision, Key, Table};
use crate::why::Why;

impl<G: Game> Table<G> {
    /// Plans to close betting.
    pub(super) fn plan_closing(&self, cards: &Cards) -> Result<Decision<G>, Refusal> {
        let closed = self.felt.is_closed();
        Refusal::new(cards.closing, Why::ClosedAlready).when(closed)?;
        self.decided(Plan::Close)
    }

    /// Closes betting.
    pub(super) fn close(&mut self, effects: &mut Vec<Effect>) {
        if !self.felt.is_closed() {
            self.felt.close();
            effects.push(Effect::Closed);
        }
    }

    /// Plans where the next card belongs.
    pub(super) fn plan_card(
        &self,
        card: Card,
        from: Option<Source>,
        cards: &Cards,
    ) -> Result<Decision<G>, Refusal> {
        let foreign = from.is_some() && from != self.rules.source;
        let foreign = Refusal::new(cards.source, Why::OtherSource).when(foreign);
        if self.felt.burn_is_due() && !self.felt.shuffle_is_due() {
            foreign?;
            self.check_duties()?;
            let gone = !self.shoe.can_be_drawn(card);
            Refusal::new(cards.clause, Why::CardIsGone).when(gone)?;
            let takes_discard = !self.shoe.is_in_source(card);
            return self.decided(Plan::Burn { card, how: cards.burn, takes_discard });
        }
        if !self.felt.in_round() && !G::can_deal(self) {
            return Err(Refusal::new(cards.deal, Why::NothingIsStaked));
        }
        self.check_paid()?;
        let due = G::due(self);
        if let (true, Due::Face(to)) = (self.felt.in_round(), due) {
            let gone = !self.shoe.can_be_drawn(card);
            Refusal::new(cards.clause, Why::CardIsGone).when(gone)?;
            let takes_discard = !self.shoe.may_lie_face_down(card);
            return self.decided(Plan::Face { card, to, takes_discard });
        }
        let to = self.place_due(due, cards)?;
        foreign?;
        let under = if self.parked_is_next() { self.shoe.parked() } else { Parked::No };
        if let (Parked::Seen(parked), Some(clause)) = (under, cards.parking)
            && parked != card
        {
            return Err(Refusal::new(clause, Why::ParkedCardFirst));
        }
        let parked = under == Parked::Seen(card);
        if !parked && !self.shoe.can_be_drawn(card) {
            return Err(Refusal::new(cards.clause, Why::CardIsGone));
        }
        let takes_discard = !parked && !self.shoe.is_in_source(card);
        self.decided(Plan::Deal { card, to, takes_discard })
    }

    /// Names the place to which a card is dealt now, if that is due.
    fn place_due(&self, due: Due, cards: &Cards) -> Result<Place, Refusal> {
        let Due::Card(to) = due else {
            return Err(Refusal::new(cards.waiting.unwrap_or(cards.deal), Why::NoCardIsDue));
        };
        self.check_duties()?;
        Refusal::new(cards.shuffle, Why::ShuffleFirst).when(self.felt.shuffle_is_due())?;
        self.check_collected()?;
        Ok(to)
    }

    /// Plans to deal a card face down, where its face is told when the hand is turned.
    pub(super) fn plan_face_down(&self, cards: &Cards) -> Result<Decision<G>, Refusal> {
        let burn = self.felt.burn_is_due() && !self.felt.shuffle_is_due();
        Refusal::new(cards.burned, Why::BurnFirst).when(burn)?;
        let nothing = !self.felt.in_round() && !G::can_deal(self);
        Refusal::new(cards.deal, Why::NothingIsStaked).when(nothing)?;
        self.check_paid()?;
        let to = self.place_due(G::due(self), cards)?;
        self.decided(Plan::FaceDown { to, takes_discard: self.shoe.is_empty() })
    }

    /// Deals a card face down.
    pub(super) fn deal_face_down(&mut self, to: Place, effects: &mut Vec<Effect>) {
        self.begin_round(effects);
        self.shoe.deal_face_down();
        self.felt.deal_face_down(to);
        effects.push(Effect::DealtFaceDown(to));
    }

    /// Takes note of the face of a card that was dealt face down, which can be put right.
    pub(super) fn face(&mut self, card: Card, to: Place, effects: &mut Vec<Effect>) {
        self.shoe.face(card);
        self.felt.face(to, card);
        effects.push(Effect::Faced { card, to });
        self.last_card = Some(LastCard { card, to: WentTo::Hand(to), paid: self.round.paid.len() });
        G::declare(self, effects);
        self.proceed(effects);
    }

    /// Tells whether the card under the source is the next card: not in the round in which it was put there to
    /// open the one after.
    pub(super) const fn parked_is_next(&self) -> bool {
        self.waiting || !self.felt.in_round()
    }

    /// Plans to burn a card that nobody sees, where the order has it lie face down.
    pub(super) fn plan_burn_unseen(&self, cards: &Cards) -> Result<Decision<G>, Refusal> {
        if !self.felt.burn_is_due() || self.felt.shuffle_is_due() {
            return Err(Refusal::new(cards.shuffle, Why::NoBurnIsDue));
        }
        if self.felt.first_burn_is_due() && cards.burn == Burn::ByFace {
            return Err(Refusal::new(cards.shuffle, Why::BurnIsShown));
        }
        self.check_duties()?;
        self.decided(Plan::BurnUnseen)
    }

    /// Deals a card that was entered, which can be put right.
    pub(super) fn deal_keyed(&mut self, card: Card, to: Place, effects: &mut Vec<Effect>) {
        let from_source = self.shoe.parked() == Parked::No;
        self.lay(card, to, effects);
        let last = LastCard { card, to: WentTo::Hand(to), paid: self.round.paid.len() };
        self.last_card = from_source.then_some(last);
        G::declare(self, effects);
        self.proceed(effects);
    }

    /// Deals a card to the place that is due, and lets the round go on.
    pub(super) fn deal(&mut self, card: Card, to: Place, effects: &mut Vec<Effect>) {
        self.lay(card, to, effects);
        G::declare(self, effects);
        self.proceed(effects);
    }

    /// Closes betting and begins the round with its first card.
    fn begin_round(&mut self, effects: &mut Vec<Effect>) {
        if !self.felt.is_closed() {
            effects.push(Effect::Closed);
        }
        if !self.felt.in_round() {
            self.collect(effects);
            self.round.begin(&self.book, self.rules.variant);
            self.handled = false;
        }
    }

    /// Lays a card on a place; the first one begins the round.
    fn lay(&mut self, card: Card, to: Place, effects: &mut Vec<Effect>) {
        self.begin_round(effects);
        let parked_too = self.parked_is_next();
        // The next card that comes is the one that waits, seen or not.
        self.waiting &= self.shoe.parked() == Parked::No;
        self.shoe.deal(card, parked_too);
        self.felt.deal(card, to);
        effects.push(Effect::Dealt { card, to });
    }

    /// Plans a player's choice, and the wager that goes with it.
    pub(super) fn plan_choice(
        &self,
        area: Area,
        reply: Reply,
        tokens: Cents,
    ) -> Result<Decision<G>, Refusal> {
        let house = &G::HOUSE;
        let due = if self.felt.in_round() { G::due(self) } else { Due::Nothing };
        self.check_paid()?;
        let Due::Choice(asked, choices) = due else {
            return Err(unknown_to(house, &Input::Choose { area, reply, tokens }));
        };
        if asked != area {
            return Err(Refusal::new(house.decisions.unwrap_or(house.wagers), Why::AnotherChooses));
        }
        let choice = match reply {
            Reply::Choice(choice) => Some(choice),
            Reply::Absent => G::absent(),
            Reply::Unknown => None,
        };
        let Some(choice) = choice.filter(|choice| choices.contains(choice)) else {
            return Err(Refusal::new(house.choices.unwrap_or(house.wagers), Why::NotAChoice));
        };
        let follow_up = self.follow_up(area, choice, tokens)?;
        self.decided(Plan::Choose { area, choice, absent: reply == Reply::Absent, follow_up })
    }

    /// Takes a player's choice, and places the wager that goes with it.
    pub(super) fn choose(
        &mut self,
        area: Area,
        choice: Choice,
        absent: bool,
        follow_up: Option<FollowUp<G::On>>,
        effects: &mut Vec<Effect>,
    ) {
        self.felt.choose(area, choice, absent);
        effects.push(Effect::Chose { area, choice });
        if let Some(FollowUp { key, chips, tokens }) = follow_up {
            for (amount, tokens) in [(chips, false), (tokens, true)] {
                if !amount.is_zero() {
                    self.put(&key, self.book.parts(&key), tokens, amount, effects);
                }
            }
        }
        self.proceed(effects);
    }

    /// Plans what the cutting card means.
    pub(super) fn plan_cutting_card(&self, cards: &Cards) -> Result<Decision<G>, Refusal> {
        let Some(cutting) = &cards.cutting else {
            return Err(Refusal::new(cards.shuffle, Why::NoCuttingCard));
        };
        if self.rules.source == Some(Source::Device) {
            return Err(Refusal::new(cutting.device, Why::NoCutWithDevice));
        }
        if self.felt.cutting_card_seen() {
            return Err(Refusal::new(cards.shuffle, Why::CuttingCardIsOut));
        }
        let clause = if self.felt.in_round() { cutting.during } else { cutting.first };
        let last_round = self.felt.in_round() || cutting.one_more;
        self.decided(Plan::CuttingCard { clause, last_round })
    }

    /// Takes note of the cutting card.
    pub(super) fn cutting_card(
        &mut self,
        clause: Clause,
        last_round: bool,
        effects: &mut Vec<Effect>,
    ) {
        effects.push(Effect::CuttingCard { clause, last_round });
        self.felt.cutting_card();
        let clause = self.shuffled_by(clause);
        if last_round {
            self.felt.shuffle_after_round(clause);
        } else {
            self.felt.shuffle_now();
            effects.push(Effect::ShuffleDue(clause));
        }
    }

    /// Names the clause by which the cards are shuffled after the last round: those that came shuffled may have one of
    /// their own.
    fn shuffled_by(&self, clause: Clause) -> Clause {
        let own = G::HOUSE.cards.and_then(|cards| cards.pre_shuffled);
        own.filter(|_| self.rules.pre_shuffled).unwrap_or(clause)
    }

    /// Plans a shuffle of all cards.
    pub(super) fn plan_shuffle(
        &self,
        pre_shuffled: bool,
        cards: &Cards,
    ) -> Result<Decision<G>, Refusal> {
        if self.felt.in_round() {
            return Err(Refusal::new(cards.shuffle, Why::RoundIsOn));
        }
        self.check_duties()?;
        self.decided(Plan::Shuffle { pre_shuffled })
    }

    /// Takes note that the cards were shuffled and loaded. What came shuffled is that until it is replaced.
    pub(super) fn shuffle(&mut self, pre_shuffled: bool, effects: &mut Vec<Effect>) {
        self.go_home();
        self.rules.pre_shuffled |= pre_shuffled;
        self.shoe.shuffle();
        self.felt.load();
        effects.push(Effect::Shuffled);
    }

    /// Plans to bring new cards to the table.
    pub(super) fn plan_replacement(
        &self,
        checked: bool,
        cards: &Cards,
    ) -> Result<Decision<G>, Refusal> {
        let Some(replace) = cards.replace else {
            return Err(Refusal::new(cards.shuffle, Why::CardsAreNotReplaced));
        };
        Refusal::new(replace, Why::RoundIsOn).when(self.felt.in_round())?;
        if let Some(clause) = cards.checked
            && !checked
        {
            return Err(Refusal::new(clause, Why::NotChecked));
        }
        if let Some(last) = cards.replace_after
            && (last.device || self.rules.source == Some(Source::Shoe))
            && !self.felt.was_last_round()
            && self.duties == Duties::default()
        {
            return Err(Refusal::new(last.clause, Why::CuttingCardIsIn));
        }
        self.decided(Plan::Replace { shuffle: cards.shuffle })
    }

    /// Brings new cards to the table.
    pub(super) fn replace(&mut self, shuffle: Clause, effects: &mut Vec<Effect>) {
        self.duties = Duties::default();
        self.go_home();
        self.shoe = Shoe::new(self.rules.decks);
        self.rules.pre_shuffled = false;
        self.felt.load();
        self.felt.shuffle_now();
        effects.push(Effect::ShuffleDue(shuffle));
    }

    /// Deals from the table's own source again, after a round that was finished from a shoe.
    const fn go_home(&mut self) {
        if let Some(source) = self.own_source.take() {
            self.rules.source = Some(source);
        }
    }

    /// Settles what is decided, deals a card that waits for its turn, and ends the round when nothing
    /// more is due.
    pub(crate) fn proceed(&mut self, effects: &mut Vec<Effect>) {
        loop {
            let mut due = G::due(self);
            if self.rules.by_hand {
                if self.is_paying() {
                    return self.freeze_meters();
                }
            } else if G::ripe(self, due) {
                self.settle(effects);
                due = G::due(self);
            }
            match (due, self.shoe.parked()) {
                (Due::Card(to), Parked::Seen(card)) if self.waiting => {
                    self.last_card = None;
                    self.lay(card, to, effects);
                }
                (Due::Nothing, _) => {
                    self.clear(effects);
                    self.round.phase = Phase::Over;
                    effects.push(Effect::RoundOver);
                    return;
                }
                _ => return,
            }
        }
    }

    /// Moves the cards to the discard rack, and says so if a shuffle is due then.
    pub(super) fn clear(&mut self, effects: &mut Vec<Effect>) {
        if self.felt.in_round() {
            self.round.replies = self.felt.replies();
            self.round.cards = *self.shoe.on_felt();
        }
        self.shoe.clear();
        self.waiting = false;
        self.last_card = None;
        self.round.awarded = AreaSet::default();
        if let Some(clause) = self.felt.clear() {
            effects.push(Effect::ShuffleDue(clause));
        }
        if let Some(clause) = self.duties.check_after.take() {
            self.duties.check = Some((clause, After::Shuffle));
        }
    }

    /// Finds the wager that a choice asks for, equal to the one it follows; so much of it is promotional tokens.
    fn follow_up(
        &self,
        area: Area,
        choice: Choice,
        tokens: Cents,
    ) -> Result<Option<FollowUp<G::On>>, Refusal> {
        let wrong = |why| Refusal::new(G::HOUSE.chips, why);
        let (Some((on, base)), Some(player)) =
            (G::follow_up(choice), self.book.holders(area).next())
        else {
            wrong(Why::AboveOwnMeasure).when(!tokens.is_zero())?;
            return Ok(None);
        };
        let key = Key { player, area: Some(area), on: base, mark: None };
        let stake = self.book.stake(&key).expect("only an area with its wager chooses");
        wrong(Why::NotWholeChips).when(!tokens.is_whole(self.rules.chip))?;
        wrong(Why::AboveOwnMeasure).when(tokens > stake)?;
        Ok(Some(FollowUp { key: Key { on, ..key }, chips: stake - tokens, tokens }))
    }
}
