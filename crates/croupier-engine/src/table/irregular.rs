//! What a table does when something goes wrong: finds the row of its game, and carries it out.

use alloc::vec::Vec;

use crate::card::Card;
use crate::clause::Clause;
use crate::effect::{Effect, Measure, Refusal};
use crate::expects::{Due, Place};
use crate::game::Game;
use crate::input::{Area, Source};
use crate::irregular::{
    Deed, Does, Facts, Forfeit, Irregularity, Order, Question, Situation, Spotted, Whom,
};
use crate::table::decision::Plan;
use crate::table::round::Phase;
use crate::table::shoe::Parked;
use crate::table::{Decision, Key, Table};
use crate::wager::{Verdict, Wager, lose, void};
use crate::why::Why;

/// What must be done before another card is dealt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Duties {
    /// The cards must be checked; and then shuffled, or the game goes on with them as they lie.
    pub(super) check: Option<(Clause, After)>,
    /// The check that is due is for a supervisor to verify, by this clause.
    pub(super) supervisor: Option<Clause>,
    /// The cards must be checked when the round is over.
    pub(super) check_after: Option<Clause>,
    /// The cards must be replaced.
    pub(super) replace: Option<Clause>,
}

crate::stored! { struct Duties { check, supervisor, check_after, replace } }

/// What follows a check of the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// The cards are shuffled.
    Shuffle,
    /// Play goes on with them.
    GoOn,
}

crate::stored! { enum After { 0 = Shuffle, 1 = GoOn } }

impl<G: Game> Table<G> {
    /// Plans what is done in a situation that should not have arisen.
    pub(super) fn plan_orders(&self, it: &Irregularity) -> Result<Decision<G>, Refusal> {
        let facts = self.facts(it);
        let mut rows = G::REMEDIES.iter().filter(|row| row.what.contains(&it.what));
        let Some(row) = rows.find(|row| row.when.fits(&facts)) else {
            return Err(Self::absent());
        };
        let orders = match row.does {
            Does::Refuse(clause) => return Err(Refusal::new(clause, Why::NotInThisSituation)),
            Does::Orders(orders) => orders,
        };
        let (say, clause) = row.say;
        if !say.has(it.by, G::HOUSE.cards.is_none()) {
            return Err(Refusal::new(clause, Why::AnotherHasTheSay));
        }
        if it.what == Situation::RunOut {
            self.check_paid()?;
        }
        let mut back = None;
        for order in orders {
            self.can_carry_out(order, it)?;
            if let Order::ReturnWager(clause) = *order {
                back = Some(self.wager_to_return(it, clause)?);
            }
        }
        self.decided(Plan::Orders { orders, it: *it, back })
    }

    /// Finds the wager that a supervisor, or the equipment, does not take.
    fn wager_to_return(&self, it: &Irregularity, clause: Clause) -> Result<Key<G::On>, Refusal> {
        let Some(spot) = &it.spot else {
            return Err(Refusal::new(clause, Why::NoWagerNamed));
        };
        let key = G::may_return(self, spot, clause)?;
        let at = self.part(&key, spot.tokens);
        let fresh = at.is_some_and(|at| !self.book.get(at).carried);
        let priced = G::fixed_price(key.on).is_some() && fresh;
        let wrong = it.what == Situation::NotAccepted && !priced;
        Refusal::new(clause, Why::NotTakenByEquipment).when(wrong)?;
        // What was swept by hand the equipment has accepted; anything else went back with the sweep.
        let swept = at.is_some_and(|at| self.book.get(at).collected) && self.rules.sweeps;
        let late = it.what == Situation::NotAccepted && swept;
        Refusal::new(clause, Why::CollectedAlready).when(late)?;
        Ok(key)
    }

    /// Refuses what the order has no rule for.
    pub(super) fn absent() -> Refusal {
        let clause = G::HOUSE.cards.as_ref().map_or(G::HOUSE.means, |cards| cards.deal);
        Refusal::new(clause, Why::NoRuleForThat)
    }

    /// Gathers what the rows of a game may ask.
    fn facts(&self, it: &Irregularity) -> Facts {
        let in_round = self.felt.in_round();
        // While the dealer pays, all cards are out, and the round is still on.
        let all_out = self.is_paying() && G::HOUSE.cards.is_some() && G::due(self) == Due::Nothing;
        let after = all_out || !in_round && self.round.phase == Phase::Over;
        let on_dealer = it.place == Some(Spotted::Dealer);
        let choosing = in_round && matches!(G::due(self), Due::Choice(..));
        let stage_complete = choosing && self.felt.dealer().len() == 1 && G::COMPLETE_IN_STAGES;
        let area = match it.place {
            Some(Spotted::Area(area)) => Some(area),
            Some(Spotted::Dealer | Spotted::Burned) | None => None,
        };
        let played = area.is_some_and(|area| self.felt.played().contains(area));
        let should = match area {
            Some(area) if played => self.felt.hand(area).len(),
            Some(_) => 0,
            None => self.felt.dealer().len(),
        };
        Facts {
            in_round,
            after,
            handled: self.handled,
            device: self.rules.source == Some(Source::Device),
            complete: on_dealer && (after || stage_complete),
            exposed: it.exposed,
            dealer: on_dealer,
            played,
            too_many: it.count > should,
            right_count: it.count == should,
            rebuilt: after && self.round.rebuilt,
            staked: G::HOUSE.cards.is_some() && G::can_deal(self),
            pre_shuffled: self.rules.pre_shuffled,
        }
    }

    /// Checks that an order can be carried out.
    fn can_carry_out(&self, order: &Order, it: &Irregularity) -> Result<(), Refusal> {
        match *order {
            Order::Next(clause) | Order::Park(clause) if self.shoe.parked() != Parked::No => {
                Err(Refusal::new(clause, Why::ParkedAlready))
            }
            Order::Next(clause) if self.felt.in_round() && self.felt.burn_is_due() => {
                Err(Refusal::new(clause, Why::BurnFirst))
            }
            Order::Next(_) if self.felt.in_round() && self.check_duties().is_err() => {
                self.check_duties()
            }
            Order::Next(_) | Order::Park(_) if it.card.is_none() && !it.exposed => Ok(()),
            Order::Discard(clause) => {
                self.check_area(it, clause)?;
                self.check_card(it, clause)
            }
            Order::VoidHand(clause) => self.check_area(it, clause).map(|_| ()),
            Order::Misdeal(clause, _) if it.what == Situation::WrongCount && it.place.is_none() => {
                Err(Refusal::new(clause, Why::NoHandNamed))
            }
            Order::Burn(clause) | Order::Next(clause) | Order::Park(clause) => {
                self.check_card(it, clause)
            }
            Order::Play(clause) => {
                let Some(cards) = &G::HOUSE.cards else {
                    return Err(Refusal::new(clause, Why::NoCardsHere));
                };
                if !matches!(G::due(self), Due::Card(_)) {
                    return Err(Refusal::new(
                        cards.waiting.unwrap_or(cards.deal),
                        Why::NoCardIsDue,
                    ));
                }
                self.check_duties()?;
                self.check_card(it, clause)
            }
            Order::VoidPlayer(clause) => {
                Refusal::new(clause, Why::NoPlayerNamed).when(it.players.is_empty())
            }
            Order::Invalidate(_, lines) => {
                Refusal::new(lines, Why::NoCheatNamed).when(it.forfeits_nobodys())?;
                let beyond = it.forfeit == Some(Forfeit::All);
                Refusal::new(lines, Why::OnlyOfTheRound).when(beyond)
            }
            Order::Keep(clause) if it.what == Situation::NotBurned => {
                self.check_not_burned(it, clause)
            }
            Order::AskDevice(_) => self.check_fault(it),
            Order::Misdeal(..)
            | Order::VoidRound(_)
            | Order::AskReverse(_)
            | Order::AskRebuild(_)
            | Order::Reload(_)
            | Order::Check(_)
            | Order::CheckAfter(_)
            | Order::Verify(_)
            | Order::SupervisorVerifies(_)
            | Order::WithdrawCards(_)
            | Order::ShuffleAfter(_)
            | Order::Shuffle
            | Order::Keep(_)
            | Order::ReplaceCards(_)
            | Order::Notify(..)
            | Order::Stands(_)
            | Order::ReturnWager(_) => Ok(()),
        }
    }

    fn check_card(&self, it: &Irregularity, clause: Clause) -> Result<(), Refusal> {
        let (Some(card), Some(cards)) = (it.card, &G::HOUSE.cards) else {
            return Err(Refusal::new(clause, Why::NoCardNamed));
        };
        let own = matches!(it.what, Situation::NoWagers | Situation::Surplus);
        let there = self.shoe.can_be_drawn(card) || own && self.shoe.can_come(card);
        Refusal::new(cards.clause, Why::CardIsGone).when(!there)
    }

    /// Checks that a situation names an area of the layout.
    fn check_area(&self, it: &Irregularity, clause: Clause) -> Result<Area, Refusal> {
        let Some(Spotted::Area(area)) = it.place else {
            return Err(Refusal::new(clause, Why::NoAreaNamed));
        };
        let areas = G::HOUSE.areas.as_ref();
        match areas.filter(|areas| !(1..=areas.count).contains(&area.0)) {
            Some(areas) => Err(Refusal::new(areas.clause, Why::NoSuchArea)),
            None => Ok(area),
        }
    }

    /// Carries out an order that was found possible; `back` is the wager that it gives back, if any.
    pub(super) fn carry_out_order(
        &mut self,
        order: &Order,
        it: &Irregularity,
        back: Option<Key<G::On>>,
        effects: &mut Vec<Effect>,
    ) {
        match *order {
            Order::Burn(clause) => self.burn_card(it, clause, effects),
            Order::Play(clause) => self.play_card(Deed::Play, it, clause, effects),
            Order::Next(clause) => self.next_card(it, clause, effects),
            Order::Park(clause) => self.park_card(it, clause, effects),
            Order::Misdeal(clause, lines) => {
                act(Deed::Misdeal, clause, effects);
                self.void_by(lines, true, effects);
                self.take_back(lines, effects);
            }
            Order::VoidHand(clause) => self.void_hand(it, clause, effects),
            Order::Discard(clause) => self.discard_card(it, clause, effects),
            Order::VoidRound(clause) => {
                act(Deed::VoidRound, clause, effects);
                self.void_by(clause, true, effects);
            }
            Order::AskReverse(clause) => self.ask_reverse(clause, effects),
            Order::AskRebuild(clause) => self.ask(Question::Rebuildable, clause),
            Order::Reload(clause) => {
                self.shoe.reload();
                self.felt.reload();
                act(Deed::Reload, clause, effects);
            }
            Order::Check(clause) => self.order_check(clause, After::Shuffle, effects),
            Order::Verify(clause) => self.order_check(clause, After::GoOn, effects),
            Order::SupervisorVerifies(clause) => {
                self.duties.supervisor = Some(clause);
                self.order_check(clause, After::GoOn, effects);
            }
            Order::CheckAfter(clause) if self.felt.in_round() => {
                self.duties.check_after = Some(clause);
                act(Deed::Check, clause, effects);
            }
            Order::CheckAfter(clause) => self.order_check(clause, After::Shuffle, effects),
            Order::WithdrawCards(clause) => act(Deed::WithdrawCards, clause, effects),
            Order::ShuffleAfter(clause) => self.order_shuffle(it, clause, effects),
            Order::Shuffle => self.felt.shuffle_now(),
            Order::Keep(clause) => {
                let kept = if it.what == Situation::NotBurned {
                    let kept = self.not_burned(it);
                    self.felt.waive_burn();
                    kept
                } else {
                    Vec::new()
                };
                act(Deed::Keep, clause, effects);
                self.play_not_burned(&kept, effects);
            }
            Order::ReplaceCards(clause) => {
                self.duties.replace = Some(clause);
                act(Deed::ReplaceCards, clause, effects);
            }
            Order::Notify(whom, clause) => notify(whom, clause, effects),
            Order::Stands(clause) => act(Deed::Stands, clause, effects),
            Order::AskDevice(clause) => self.ask_device(it, clause, effects),
            Order::VoidPlayer(clause) => self.void_player(it, clause, effects),
            Order::Invalidate(clause, lines) => self.invalidate(it, clause, lines, effects),
            Order::ReturnWager(clause) => {
                if let Some(key) = back {
                    self.give_back([key], clause, effects);
                    self.give_back_needing(&key, clause, effects);
                    G::wagers_changed(self, effects);
                }
            }
        }
    }

    /// Has the cards checked. A check after which the cards are shuffled stays one.
    fn order_check(&mut self, clause: Clause, after: After, effects: &mut Vec<Effect>) {
        match after {
            After::Shuffle => self.duties.check = Some((clause, after)),
            After::GoOn => drop(self.duties.check.get_or_insert((clause, after))),
        }
        act(Deed::Check, clause, effects);
    }

    /// Has the cards shuffled when the round is over, or now if there is none.
    fn order_shuffle(&mut self, it: &Irregularity, clause: Clause, effects: &mut Vec<Effect>) {
        // Overlooked after the cutting card, with wagers down: the round is played all the same.
        let overlooked =
            it.what == Situation::NotShuffled && self.felt.shuffle_is_due() && G::can_deal(self);
        if self.felt.in_round() || overlooked {
            self.felt.shuffle_later(clause);
        } else {
            self.felt.shuffle_now();
        }
        act(Deed::ShuffleAfter, clause, effects);
    }

    fn burn_card(&mut self, it: &Irregularity, clause: Clause, effects: &mut Vec<Effect>) {
        let Some(card) = it.card else { return };
        // What was drawn for a round without wagers, or is left of one, may be the card under the source.
        let own = matches!(it.what, Situation::NoWagers | Situation::Surplus);
        if !(own && self.shoe.burn_parked(card)) {
            self.shoe.burn(card);
        }
        effects.push(Effect::Measure(Measure {
            card: Some(card),
            ..Measure::new(Deed::Burn, clause)
        }));
    }

    /// Deals a card to the place that is due.
    fn play_card(
        &mut self,
        deed: Deed,
        it: &Irregularity,
        clause: Clause,
        effects: &mut Vec<Effect>,
    ) {
        let (Some(card), Due::Card(to)) = (it.card, G::due(self)) else { return };
        let act = Measure { card: Some(card), to: Some(to), ..Measure::new(deed, clause) };
        effects.push(Effect::Measure(act));
        self.deal(card, to, effects);
    }

    /// Lists the cards that were told as burned and stay in play after all: from the one that is named on, or
    /// the last one where the burn was thought to be done.
    fn not_burned(&self, it: &Irregularity) -> Vec<Card> {
        let burned: Vec<_> = self.felt.burned().collect();
        let from = match it.card {
            Some(card) => burned.iter().position(|&other| other == card),
            None if self.felt.burn_is_due() => None,
            None => burned.len().checked_sub(1),
        };
        from.map_or_else(Vec::new, |from| burned[from..].to_vec())
    }

    /// Checks that cards which were not burned can be dealt.
    fn check_not_burned(&self, it: &Irregularity, clause: Clause) -> Result<(), Refusal> {
        let kept = self.not_burned(it);
        Refusal::new(clause, Why::NotBurnedSince).when(it.card.is_some() && kept.is_empty())?;
        if kept.is_empty() {
            return Ok(());
        }
        let Some(cards) = &G::HOUSE.cards else { return Err(Self::absent()) };
        self.check_duties()?;
        Refusal::new(cards.shuffle, Why::ShuffleFirst).when(self.felt.shuffle_is_due())?;
        Refusal::new(cards.deal, Why::NothingIsStaked).when(!G::can_deal(self))?;
        self.check_collected()
    }

    /// Deals the cards that were told as burned and were not, from the first card of the round on.
    fn play_not_burned(&mut self, kept: &[Card], effects: &mut Vec<Effect>) {
        for &card in kept {
            self.shoe.unburn(card);
        }
        for &card in kept {
            match G::due(self) {
                Due::Card(to) => self.deal(card, to, effects),
                // The round is over before they are used up: the others are burned after all.
                _ => self.shoe.burn(card),
            }
        }
    }

    /// Takes a card as the next one: it lies where a card is due, or waits.
    fn next_card(&mut self, it: &Irregularity, clause: Clause, effects: &mut Vec<Effect>) {
        let card = it.card;
        if card.is_some() && self.felt.in_round() && matches!(G::due(self), Due::Card(_)) {
            return self.play_card(Deed::Next, it, clause, effects);
        }
        self.shoe.park(card);
        self.waiting = self.felt.in_round() && G::due(self) != Due::Nothing;
        effects.push(Effect::Measure(Measure { card, ..Measure::new(Deed::Next, clause) }));
    }

    fn park_card(&mut self, it: &Irregularity, clause: Clause, effects: &mut Vec<Effect>) {
        let card = it.card;
        self.shoe.park(card);
        effects.push(Effect::Measure(Measure { card, ..Measure::new(Deed::Park, clause) }));
    }

    fn discard_card(&mut self, it: &Irregularity, clause: Clause, effects: &mut Vec<Effect>) {
        let (Some(card), Some(Spotted::Area(area))) = (it.card, it.place) else { return };
        self.shoe.burn(card);
        let to = Some(Place::Area(area));
        effects.push(Effect::Measure(Measure {
            card: Some(card),
            to,
            ..Measure::new(Deed::Discard, clause)
        }));
    }

    fn void_hand(&mut self, it: &Irregularity, clause: Clause, effects: &mut Vec<Effect>) {
        let Some(Spotted::Area(area)) = it.place else { return };
        let to = Some(Place::Area(area));
        effects.push(Effect::Measure(Measure { to, ..Measure::new(Deed::VoidHand, clause) }));
        self.end_where(|wager| (wager.area == Some(area)).then_some(void(clause)), effects);
        self.drop_hand(area);
        self.drop_out(effects);
    }

    /// Takes an area out of the round.
    pub(super) fn drop_hand(&mut self, area: Area) {
        let hand = self.felt.drop_hand(area);
        for &card in hand.cards() {
            self.shoe.discard(card);
        }
        self.shoe.discard_face_down(hand.unseen());
    }

    fn void_player(&mut self, it: &Irregularity, clause: Clause, effects: &mut Vec<Effect>) {
        let theirs = |wager: &Wager<G::On>| it.players.contains(wager.player);
        self.end_where(|wager| theirs(wager).then_some(void(clause)), effects);
        self.drop_out(effects);
        G::wagers_changed(self, effects);
    }

    /// Takes areas on which nothing is left out of the round, and goes on without them.
    pub(super) fn drop_out(&mut self, effects: &mut Vec<Effect>) {
        if !self.felt.in_round() {
            return;
        }
        // While the dealer pays, a hand lies there as long as anything on it waits to be paid.
        let paying = self.is_paying();
        for area in self.felt.played() {
            let waits = paying && self.book.iter().any(|wager| wager.area == Some(area));
            if !waits && !self.has_main_wager(area) {
                self.drop_hand(area);
            }
        }
        if self.book.iter().all(|wager| wager.carried) {
            self.clear(effects);
            let settled = !self.round.lines.is_empty();
            self.round.phase = if settled { Phase::Over } else { Phase::Void };
            effects.push(Effect::RoundOver);
        } else {
            self.proceed(effects);
        }
    }

    fn invalidate(
        &mut self,
        it: &Irregularity,
        clause: Clause,
        lines: Clause,
        effects: &mut Vec<Effect>,
    ) {
        act(Deed::VoidRound, clause, effects);
        let cheats = it.forfeiting();
        if self.felt.in_round() {
            let settled = self.round.lines.len();
            let forfeits = |wager: &Wager<G::On>| cheats.contains(wager.player);
            self.end_where(
                |wager| Some(if forfeits(wager) { lose(lines) } else { void(lines) }),
                effects,
            );
            self.round.lines.truncate(settled);
            self.void_by(lines, false, effects);
        }
        self.round.phase = Phase::Void;
        self.round.cheats = cheats;
        self.ask_reverse(lines, effects);
    }

    /// Ends every wager for which there is a verdict, in the order of settlement.
    pub(crate) fn end_where(
        &mut self,
        verdict: impl Fn(&Wager<G::On>) -> Option<Verdict>,
        effects: &mut Vec<Effect>,
    ) {
        let ends: Vec<_> =
            self.book.entries().filter_map(|(at, w)| verdict(w).map(|v| (at, v))).collect();
        self.end_these(ends, effects);
    }

    /// Plans what follows from a check of the cards.
    pub(super) fn plan_checked(&self, complete: bool) -> Result<Decision<G>, Refusal> {
        let Some((clause, then)) = self.duties.check else {
            return Err(Self::absent());
        };
        if self.felt.in_round() && !complete {
            return Err(Refusal::new(clause, Why::DeclareMissingFirst));
        }
        self.decided(Plan::Checked { clause, complete, then })
    }

    /// Takes the result of a check of the cards.
    pub(super) fn checked(
        &mut self,
        clause: Clause,
        complete: bool,
        then: After,
        effects: &mut Vec<Effect>,
    ) {
        (self.duties.check, self.duties.supervisor) = (None, None);
        if !complete {
            self.duties.replace = Some(clause);
            act(Deed::ReplaceCards, clause, effects);
        } else if then == After::Shuffle {
            if self.felt.in_round() {
                self.felt.shuffle_later(clause);
            } else {
                self.felt.shuffle_now();
            }
        }
    }

    /// Names the clause by which a supervisor, and not the dealer, verifies the check that is due.
    pub const fn supervisor_verifies(&self) -> Option<Clause> {
        self.duties.supervisor
    }

    /// Checks that nothing must be done before another card is dealt.
    pub(super) fn check_duties(&self) -> Result<(), Refusal> {
        match (self.duties.check, self.duties.replace) {
            (Some((clause, _)), _) => Err(Refusal::new(clause, Why::CheckFirst)),
            (None, Some(clause)) => Err(Refusal::new(clause, Why::ReplaceFirst)),
            (None, None) => Ok(()),
        }
    }

    /// Names the clause by which the discards go back into the device now, if they do.
    pub fn feeds(&self) -> Option<Clause> {
        let (clause, _) = G::FEEDS?;
        let due = self.felt.in_round() && self.shoe.census().discards > 0;
        (due && self.plan_feed().is_ok()).then_some(clause)
    }

    /// Plans to put the discards back into the device.
    pub(super) fn plan_feed(&self) -> Result<Decision<G>, Refusal> {
        let Some((feed, late)) = G::FEEDS else {
            return Err(Self::absent());
        };
        if self.rules.source != Some(Source::Device) {
            return Err(Refusal::new(feed, Why::NoDevice));
        }
        let over = !self.felt.in_round() && self.round.phase == Phase::Over;
        let dealt = if over { 1 } else { self.felt.dealer().len() };
        Refusal::new(feed, Why::FirstDealIncomplete).when(dealt == 0)?;
        let chosen = self.felt.played().any(|area| self.felt.choice(area).is_some());
        Refusal::new(late, Why::FedTooLate).when(dealt > 1 || chosen)?;
        self.decided(Plan::Feed)
    }

    /// Gives back the wagers that need the one on a spot.
    pub(crate) fn give_back_needing(
        &mut self,
        key: &Key<G::On>,
        clause: Clause,
        effects: &mut Vec<Effect>,
    ) {
        let needing = self.needing(key);
        self.give_back(needing, clause, effects);
    }
}

/// Says what is done.
pub(crate) fn act(deed: Deed, clause: Clause, effects: &mut Vec<Effect>) {
    effects.push(Effect::Measure(Measure::new(deed, clause)));
}

/// Says who must be told.
pub(crate) fn notify(whom: Whom, clause: Clause, effects: &mut Vec<Effect>) {
    effects
        .push(Effect::Measure(Measure { whom: Some(whom), ..Measure::new(Deed::Notify, clause) }));
}
