//! A round dealt again as it should have been, and the difference it makes.
//!
//! The rebuilt round is played at a table of its own, by the same steps; what it settles is then set
//! against what was settled before. Nothing that was told is edited.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::clause::Clause;
use crate::effect::{Correction, Effect, Line, Outcome, Refusal};
use crate::expects::Due;
use crate::game::Game;
use crate::input::{Input, Player, Reply, Spot};
use crate::irregular::{Deed, Does, Irregularity, Order, Situation};
use crate::money::Cents;
use crate::stored::{Bytes, Damaged, Stored};
use crate::table::decision::{Change, DealtAgain, Plan};
use crate::table::felt::AREAS;
use crate::table::irregular::act;
use crate::table::paying::Unpaid;
use crate::table::round::Phase;
use crate::table::shoe::Parked;
use crate::table::{Cost, Decision, Felt, Key, Table};
use crate::wager::{On, Wager, returned};
use crate::why::Why;

/// What a choice had put down: where, whether in tokens, the stake, and what lay above the maximum.
type Followed<O> = (Key<O>, bool, Cents, Cents);

/// A round that is being dealt again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rebuild<G: Game> {
    table: Table<G>,
    replies: [Option<Reply>; AREAS + 1],
    follow_ups: Vec<Followed<G::On>>,
    parked: Parked,
    was: Vec<Line>,
    interim: usize,
    now: Vec<Line>,
    clause: Clause,
}

/// The table of a round that is dealt again deals none again itself, so that bytes cannot nest without end.
impl<G: Game> Stored for Rebuild<G> {
    fn store(&self, to: &mut Vec<u8>) {
        let Self { table, replies, follow_ups, parked, was, interim, now, clause } = self;
        table.store_undisturbed(to);
        replies.store(to);
        follow_ups.store(to);
        parked.store(to);
        was.store(to);
        interim.store(to);
        now.store(to);
        clause.store(to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            table: Table::restore_undisturbed(from)?,
            replies: Stored::restore(from)?,
            follow_ups: Stored::restore(from)?,
            parked: Stored::restore(from)?,
            was: Stored::restore(from)?,
            interim: Stored::restore(from)?,
            now: Stored::restore(from)?,
            clause: Stored::restore(from)?,
        })
    }
}

impl<G: Game> Rebuild<G> {
    /// Says who sits where now.
    pub(super) fn seats(&mut self, seats: &[Option<Player>]) {
        self.table.rules.seats = seats.to_vec();
    }
}

impl<G: Game> Table<G> {
    /// Sets up the table at which the round is dealt again.
    pub(super) fn start_rebuild(&mut self, clause: Clause, effects: &mut Vec<Effect>) {
        act(Deed::Rebuild, clause, effects);
        let in_round = self.felt.in_round();
        // The sign may have changed since; the round is as it was.
        let mut rules = self.rules.clone();
        rules.variant = self.round.variant;
        if let Some(link) = self.round.link {
            rules.jackpot = Some(link.over(rules.jackpot));
        }
        let mut table =
            Self { book: self.round.start.clone(), shoe: self.shoe.clone(), ..Self::bare(rules) };
        // A card that waits belongs to the round; one that is parked opens the next.
        let parked = if self.waiting {
            table.shoe.unpark();
            Parked::No
        } else {
            table.shoe.take_parked()
        };
        let cards = if in_round { *self.shoe.on_felt() } else { self.round.cards };
        table.shoe.undeal(&cards, in_round);
        let amounts: Vec<_> = table.book.entries().map(|(at, w)| (at, self.amount_of(w))).collect();
        for (at, (stake, excess)) in amounts {
            table.book.set_amount(at, stake, excess);
        }
        for wager in table.book.iter() {
            if let Some(area) = wager.area
                && G::MAIN == Some(wager.on)
            {
                table.felt.play(area, true);
            }
            table.tally.placed += u128::from(wager.amount().0);
        }
        table.felt.close();
        let replies = if in_round { self.felt.replies() } else { self.round.replies };
        let follow_ups = self.follow_ups();
        let was = core::mem::take(&mut self.round.lines);
        let interim = core::mem::take(&mut self.round.interim);
        let now = Vec::new();
        let rebuild = Rebuild { table, replies, follow_ups, parked, was, interim, now, clause };
        self.rebuild = Some(Box::new(rebuild));
    }

    /// Lists what choices have put down in the round, with what it was settled on or stands at.
    fn follow_ups(&self) -> Vec<Followed<G::On>> {
        let settled = self
            .round
            .lines
            .iter()
            .filter_map(|it| Some((Key::at(&it.spot)?, it.spot.tokens, it.stake, it.excess)));
        let open = self.book.iter().map(|it| (Key::of(it), it.tokens, it.stake, it.excess));
        settled.chain(open).filter(|(key, ..)| G::follows(key.on).is_some()).collect()
    }

    /// Returns what a wager of the round was settled on, or stands at now.
    fn amount_of(&self, wager: &Wager<G::On>) -> (Cents, Cents) {
        let settled = self.round.lines.iter().find(|line| line.spot == wager.spot());
        if let Some(line) = settled {
            return (line.stake, line.excess);
        }
        let open = self.book.find(&Key::of(wager), wager.tokens).map(|at| self.book.get(at));
        open.map_or((wager.stake, wager.excess), |open| (open.stake, open.excess))
    }

    /// Plans an input while a round is being dealt again.
    pub(super) fn plan_in_rebuild(
        &self,
        input: &Input,
        rebuild: &Rebuild<G>,
    ) -> Result<Decision<G>, Refusal> {
        if gives_up::<G>(input) {
            let decision = match input {
                Input::Void | Input::Irregular(Irregularity { what: Situation::RunOut, .. })
                    if !self.felt.in_round() =>
                {
                    self.decided(Plan::GiveUpRound(rebuild.clause))?
                }
                _ => self.plan(input)?,
            };
            return Ok(Decision { gives_up: true, ..decision });
        }
        if matches!(input, Input::Card { .. }) {
            self.check_duties()?;
        }
        let belongs = match input {
            Input::Card { .. }
            | Input::Choose { .. }
            | Input::Look { .. }
            | Input::Turn { .. }
            | Input::Paid(_) => true,
            Input::Irregular(it) => {
                matches!(it.what, Situation::FaceUp | Situation::RunOut | Situation::NotBurned)
            }
            _ => false,
        };
        if !belongs {
            return Err(rebuild.refuses(input));
        }
        // What follows depends on choices that are repeated, so the step is taken on a copy.
        let mut copy = rebuild.clone();
        let mut effects = Vec::new();
        let takes_discard = copy.step(input, &mut effects)?;
        let costs = self.costs_of_rebuild(rebuild, &effects);
        let again = DealtAgain { rebuild: copy, effects, costs, takes_discard };
        self.decided(Plan::DealAgain(Box::new(again)))
    }

    /// Lists what players pay for wagers that only the rebuilt round asks for.
    fn costs_of_rebuild(&self, rebuild: &Rebuild<G>, effects: &[Effect]) -> Vec<Cost> {
        let lines = effects.iter().filter_map(|effect| match effect {
            Effect::Settled(line) => Some(line),
            _ => None,
        });
        let new = lines.filter(|line| {
            rebuild.was.iter().all(|old| old.spot != line.spot)
                && self.still_stands(&line.spot).is_none()
        });
        let mut costs: Vec<Cost> = Vec::new();
        for line in new {
            let cost = Cost::new(line.spot.player, line.spot.tokens, line.stake + line.excess);
            match costs.iter_mut().find(|known| known.player == cost.player) {
                Some(known) => {
                    (known.chips, known.tokens) =
                        (known.chips + cost.chips, known.tokens + cost.tokens);
                }
                None => costs.push(cost),
            }
        }
        costs
    }

    /// Finds a wager of the round as it was, if that round is on and the wager has not ended.
    fn still_stands(&self, spot: &Spot) -> Option<usize> {
        let key = Key::at(spot).filter(|_| self.felt.in_round())?;
        self.book.find(&key, spot.tokens)
    }

    /// Takes a step of the round that is being dealt again.
    pub(super) fn deal_again(&mut self, again: &mut DealtAgain<G>, effects: &mut Vec<Effect>) {
        let Some(mut rebuild) = self.rebuild.take() else { return };
        core::mem::swap(&mut *rebuild, &mut again.rebuild);
        let mut over = false;
        for effect in again.effects.drain(..) {
            match effect {
                Effect::Settled(line) => self.set_against(line, &mut rebuild, effects),
                Effect::RoundOver => over = true,
                Effect::Placed { .. }
                | Effect::Found { .. }
                | Effect::Collected { .. }
                | Effect::Closed => {}
                other => effects.push(other),
            }
        }
        if over {
            self.finish_rebuild(*rebuild, effects);
        } else {
            self.rebuild = Some(rebuild);
        }
    }

    /// Leaves off dealing the round again: it is as it was.
    pub(super) fn leave_rebuild(&mut self) {
        let Some(rebuild) = self.rebuild.take() else { return };
        let Rebuild { table, was, now, interim, .. } = *rebuild;
        self.round.link = self.round.link.or(table.round.link);
        self.round.lines.clear();
        self.round.lines.extend(now.iter().chain(&was));
        self.round.interim = interim.min(self.round.lines.len());
    }

    /// Sets a line of the rebuilt round against what was settled before.
    fn set_against(&mut self, line: Line, rebuild: &mut Rebuild<G>, effects: &mut Vec<Effect>) {
        rebuild.now.push(line);
        if let Some(at) = rebuild.was.iter().position(|old| old.spot == line.spot) {
            let old = rebuild.was.remove(at);
            effects.push(Effect::Corrected(Correction::new(&old, &line, rebuild.clause)));
        } else {
            self.settle_rebuilt(&line, effects);
        }
    }

    /// Ends the rebuilt round: what it does not know of any more goes back.
    fn finish_rebuild(&mut self, rebuild: Rebuild<G>, effects: &mut Vec<Effect>) {
        let Rebuild { table, parked, was, now, clause, .. } = rebuild;
        for old in was {
            let back =
                Line { outcome: Outcome::Returned, pays: Cents::ZERO, back: old.stake, ..old };
            effects.push(Effect::Corrected(Correction::new(&old, &back, clause)));
        }
        let on = self.felt.in_round();
        if on {
            let open = returned(clause);
            self.end_where(|wager| (!wager.carried).then_some(open), effects);
            self.clear(effects);
        }
        // Its prizes are fixed with the last card, also if it is dealt once more.
        self.round.link = self.round.link.or(table.round.link);
        self.shoe = table.shoe;
        self.shoe.put_parked(parked);
        self.round.lines = now;
        self.round.interim = table.round.interim;
        self.round.cards = table.round.cards;
        self.round.replies = table.round.replies;
        self.round.phase = Phase::Over;
        self.round.rebuilt = true;
        effects.push(if on { Effect::RoundOver } else { Effect::Rebuilt });
    }

    /// Ends a wager that had not been settled as the rebuilt round has it.
    fn settle_rebuilt(&mut self, line: &Line, effects: &mut Vec<Effect>) {
        match self.still_stands(&line.spot) {
            Some(at) => drop(self.book.remove(at)),
            // A wager that only the rebuilt round asked for is put down now.
            None => {
                let amount = line.stake + line.excess;
                self.tally.placed += u128::from(amount.0);
                effects.push(Effect::Placed { spot: line.spot, amount });
            }
        }
        self.book.tidy();
        self.note(*line, effects);
    }

    /// Reverses what was settled in a round that is void, or lets it stand.
    pub(super) fn reverse(&mut self, yes: bool, clause: Clause, effects: &mut Vec<Effect>) {
        let lines = core::mem::take(&mut self.round.lines);
        self.round.interim = 0;
        if !yes {
            return;
        }
        let cheats = self.round.cheats;
        for line in lines.iter().filter(|line| line.moves_stake()) {
            let (outcome, back) = match G::On::from_id(line.spot.on).and_then(G::carries) {
                _ if cheats.contains(line.spot.player) => (Outcome::Lose, Cents::ZERO),
                Some(carry) if carry.void.contains(&clause) && self.may_stand_again(line) => {
                    self.stand_again(line, effects);
                    (Outcome::Void, Cents::ZERO)
                }
                Some(_) | None => (Outcome::Void, line.stake),
            };
            let now = Line { outcome, pays: Cents::ZERO, back, ..*line };
            effects.push(Effect::Corrected(Correction::new(line, &now, clause)));
        }
    }

    /// Tells whether a wager of a reversed round can be up again: its area must not be another's by
    /// now, nor have such a wager on it, and its price must be the same.
    fn may_stand_again(&self, line: &Line) -> bool {
        let (Some(key), Some(area)) = (Key::at(&line.spot), line.spot.area) else { return false };
        // At another price by now, or without a jackpot, it would be a wager that nobody can make.
        if G::own_measure(self, &key).is_none_or(|(price, _)| price != line.stake) {
            return false;
        }
        self.book.stake(&key).is_none()
            && self.book.holders(area).all(|holder| holder == key.player)
    }

    /// Puts a wager of a reversed round up again for the next one.
    fn stand_again(&mut self, line: &Line, effects: &mut Vec<Effect>) {
        let Some(key) = Key::at(&line.spot) else { return };
        self.tally.ended -= u128::from(line.stake.0) + u128::from(line.excess.0);
        let Line { spot, stake, excess, .. } = *line;
        let wager = Wager::new(&key, spot.tokens, stake);
        let wager = Wager { excess, collected: true, carried: true, ..wager };
        self.book.push(wager, None);
        if let Some(carry) = G::carries(key.on) {
            effects.push(Effect::Carried { spot, clause: carry.stays });
        }
    }
}

impl<G: Game> Rebuild<G> {
    /// Returns what lies on the felt of the new round so far.
    pub(super) const fn felt(&self) -> &Felt {
        self.table.felt()
    }

    /// Refuses what a round that has begun does not allow.
    pub(super) fn refuses(&self, input: &Input) -> Refusal {
        let clause = match (input, &G::HOUSE.cards) {
            (Input::Wager { .. }, Some(cards)) => cards.placing,
            (Input::Close, Some(cards)) => cards.closing,
            (Input::Shuffle { .. }, Some(cards)) => cards.shuffle,
            (Input::Replace { .. }, Some(cards)) => cards.replace.unwrap_or(cards.shuffle),
            (Input::Withdraw(_), _) => G::HOUSE.handling.unwrap_or(G::HOUSE.wagers),
            _ => self.clause,
        };
        Refusal::new(clause, Why::BeingDealtAgain)
    }

    /// Lists what of the rebuilt round is to be collected and paid.
    pub(super) fn unpaid(&self) -> Vec<Unpaid> {
        self.table.unpaid()
    }

    /// Says what the rebuilt round waits for.
    pub(super) fn due(&self) -> Due {
        self.table.expects().due
    }

    /// Gives what repeated choices have put down the amounts that lay there.
    fn restore_amounts(&mut self, effects: &mut Vec<Effect>) {
        for &(key, tokens, stake, excess) in &self.follow_ups {
            if let Some(at) = self.table.book.find(&key, tokens) {
                self.table.find_amount(Change { at, stake, excess }, effects);
            }
        }
    }

    /// Takes an input, and repeats the choices that were made before where they come up again. Tells
    /// whether a card came from among the discards.
    fn step(&mut self, input: &Input, effects: &mut Vec<Effect>) -> Result<bool, Refusal> {
        let decision = self.table.decide(input)?;
        let takes_discard = decision.takes_discard();
        self.table.apply(decision, effects);
        while let Due::Choice(area, choices) = self.table.expects().due {
            let reply = self.replies[usize::from(area.0)];
            let known = match reply {
                Some(Reply::Choice(choice)) => choices.contains(&choice),
                Some(Reply::Absent) => true,
                Some(Reply::Unknown) | None => false,
            };
            let Some(reply) = reply.filter(|_| known && self.table.felt.in_round()) else { break };
            let followed = self.follow_ups.iter().filter(|it| it.0.area == Some(area) && it.1);
            let tokens = followed.fold(Cents::ZERO, |sum, it| sum + it.2);
            let again = Input::Choose { area, reply, tokens };
            let all_chips = Input::Choose { area, reply, tokens: Cents::ZERO };
            let allowed = self.table.decide(&again).is_ok();
            self.table.step(if allowed { &again } else { &all_chips }, effects)?;
            self.restore_amounts(effects);
        }
        Ok(takes_discard)
    }
}

/// What takes precedence over dealing a round again: it is void, or cannot be dealt after all.
fn gives_up<G: Game>(input: &Input) -> bool {
    match input {
        Input::Void => true,
        Input::Irregular(it) if it.what == Situation::RunOut => !reloads::<G>(),
        Input::Irregular(it) => matches!(
            it.what,
            Situation::Misdealt
                | Situation::WrongPayment
                | Situation::MissingCard
                | Situation::ForeignCard
                | Situation::Invalidate
        ),
        _ => false,
    }
}

/// Tells whether a game goes on with its discards when the cards run out.
fn reloads<G: Game>() -> bool {
    G::REMEDIES.iter().filter(|row| row.what.contains(&Situation::RunOut)).any(|row| {
        match row.does {
            Does::Orders(orders) => orders.iter().any(|order| matches!(order, Order::Reload(_))),
            Does::Refuse(_) => false,
        }
    })
}
