//! How wagers end: settled, given back, or void.

use alloc::vec::Vec;

use crate::clause::Clause;
use crate::effect::{Effect, Line, Measure, Outcome, Refusal};
use crate::game::Game;
use crate::input::{Area, Spot};
use crate::irregular::Deed;
use crate::money::Cents;
use crate::table::decision::Plan;
use crate::table::round::Phase;
use crate::table::{Decision, Key, Table};
use crate::wager::{On, Verdict, Wager, returned, void};
use crate::why::Why;

/// Where all the money went: what was placed has ended or still stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Everything that was ever put on the layout.
    pub placed: u128,
    /// The stakes, with what lay above the maximum, of wagers that ended.
    pub ended: u128,
}

crate::stored! { struct Tally { placed, ended } }

/// A wager that ends now, and when its turn comes: by the order of the rules, then by when its spot
/// was taken, the chips before the tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decided {
    turn: (u32, u64, bool),
    at: usize,
    verdict: Verdict,
}

impl Decided {
    fn new<G: Game>(at: usize, wager: &Wager<G::On>, verdict: Verdict) -> Self {
        let turn = (G::turn(wager, &verdict), wager.since, wager.tokens);
        Self { turn, at, verdict }
    }
}

impl<G: Game> Table<G> {
    /// Settles every wager that can be decided now, in the order of the rules.
    pub(crate) fn settle(&mut self, effects: &mut Vec<Effect>) {
        let mut decided = core::mem::take(&mut self.decided);
        for (at, wager) in self.book.entries() {
            if let Some(verdict) = G::decide(self, wager) {
                decided.push(Decided::new::<G>(at, wager, verdict));
            }
        }
        if !decided.is_empty() {
            self.freeze_meters();
        }
        self.end_all(decided, effects);
        self.note_interim();
    }

    /// Remembers what the meters show when the first wager of the round can be settled.
    pub(super) const fn freeze_meters(&mut self) {
        if let (None, Some(jackpot)) = (self.round.link, &self.rules.jackpot) {
            self.round.link = Some(jackpot.link());
        }
    }

    /// Notes that what is settled so far stands even if the round cannot be rebuilt, in a first stage.
    pub(super) fn note_interim(&mut self) {
        if G::is_interim(self) {
            self.round.interim = self.round.lines.len();
        }
    }

    /// Ends wagers in their turns.
    fn end_all(&mut self, mut decided: Vec<Decided>, effects: &mut Vec<Effect>) {
        decided.sort_unstable_by_key(|decided| decided.turn);
        for Decided { at, verdict, .. } in &decided {
            self.end(*at, verdict, effects);
        }
        decided.clear();
        self.decided = decided;
        self.book.tidy();
    }

    /// Ends one wager as `verdict` says.
    pub(crate) fn end(&mut self, at: usize, verdict: &Verdict, effects: &mut Vec<Effect>) {
        let wager = self.book.remove(at);
        if let Some(area) = wager.area
            && !self.felt.in_round()
        {
            self.felt.play(area, self.has_main_wager(area));
        }
        let line = wager.settle(verdict, self.rules.chip);
        if self.rules.by_hand && self.is_remembered(&line) {
            self.round.paid.push((line, wager));
        }
        self.note(line, effects);
    }

    /// Writes a line of settlement.
    pub(crate) fn note(&mut self, line: Line, effects: &mut Vec<Effect>) {
        if line.moves_stake() {
            debug_assert!(line.back <= line.stake, "no more of a stake goes back than there was");
            self.tally.ended += u128::from(line.stake.0) + u128::from(line.excess.0);
            self.remember(&line);
        }
        effects.push(Effect::Settled(line));
    }

    /// Remembers what was settled in a round or by a roll. What went back from a round of cards has no
    /// part in it any more.
    fn remember(&mut self, line: &Line) {
        if self.is_remembered(line) {
            self.round.lines.push(*line);
        } else if self.felt.in_round()
            && let Some(key) = Key::at(&line.spot)
            && let Some(at) = self.round.start.find(&key, line.spot.tokens)
        {
            self.round.start.remove(at);
        }
    }

    /// Tells whether a line belongs to the result of the round or roll that is on.
    fn is_remembered(&self, line: &Line) -> bool {
        let went_back = matches!(line.outcome, Outcome::Void | Outcome::Returned);
        self.roll.is_some() || self.felt.in_round() && !went_back
    }

    /// Gives back what lies on these spots, in the order of settlement.
    pub(crate) fn give_back(
        &mut self,
        keys: impl IntoIterator<Item = Key<G::On>>,
        clause: Clause,
        effects: &mut Vec<Effect>,
    ) {
        let mut decided = core::mem::take(&mut self.decided);
        for key in keys {
            for at in [false, true].into_iter().filter_map(|tokens| self.book.find(&key, tokens)) {
                decided.push(Decided::new::<G>(at, self.book.get(at), returned(clause)));
            }
        }
        self.end_all(decided, effects);
    }

    /// Gives back the chips or the tokens of a spot, by their number in the book.
    pub(crate) fn give_back_part(&mut self, at: usize, clause: Clause, effects: &mut Vec<Effect>) {
        let mut decided = core::mem::take(&mut self.decided);
        decided.push(Decided::new::<G>(at, self.book.get(at), returned(clause)));
        self.end_all(decided, effects);
    }

    /// Lowers a wager to `to` and gives the rest back.
    pub(crate) fn lower(
        &mut self,
        at: usize,
        to: Cents,
        clause: Clause,
        effects: &mut Vec<Effect>,
    ) {
        let Wager { stake, excess, .. } = *self.book.get(at);
        let off = stake - to;
        let wager = self.book.set_amount(at, to, Cents::ZERO);
        wager.lowered = true;
        let line = Key::of(wager).line(wager.tokens, clause);
        self.note(Line { stake: off, back: off, excess, ..line }, effects);
    }

    /// Plans to give a player's wager back before the deal.
    pub(super) fn plan_withdrawal(&self, spot: &Spot) -> Result<Decision<G>, Refusal> {
        let Some(handling) = G::HOUSE.handling else {
            return Err(Refusal::new(G::HOUSE.wagers, Why::NotTakenBack));
        };
        let key = self.standing(spot, handling)?;
        Refusal::new(handling, Why::FirstCardIsOut).when(self.felt.in_round())?;
        self.decided(Plan::Withdraw { key, handling })
    }

    /// Gives a player's wager back before the deal, with those that need it.
    pub(super) fn withdraw(
        &mut self,
        key: &Key<G::On>,
        handling: Clause,
        effects: &mut Vec<Effect>,
    ) {
        let carried = self.carried(key);
        self.give_back([*key], carried.unwrap_or(handling), effects);
        if let Some(clause) = carried {
            effects.push(Effect::Measure(Measure::new(Deed::DropBox, clause)));
        }
        self.give_back_needing(key, handling, effects);
    }

    /// Declares the round void: what is not yet settled goes back; what was paid by hand is taken back, but for
    /// a first stage, which stands.
    pub(super) fn void_round(&mut self, clause: Clause, effects: &mut Vec<Effect>) {
        let on = self.felt.in_round() || self.roll.is_some();
        self.void_by(clause, true, effects);
        if on {
            let interim = core::mem::take(&mut self.round.interim);
            self.round.lines.drain(..interim.min(self.round.lines.len()));
            self.take_back(clause, effects);
        }
    }

    /// Ends the round without a result: what is not yet settled goes back, or is carried.
    pub(super) fn void_by(&mut self, clause: Clause, carry: bool, effects: &mut Vec<Effect>) {
        self.roll = None;
        let mut decided = core::mem::take(&mut self.decided);
        for (at, wager) in self.book.entries() {
            let elsewhere =
                wager.carried && wager.area.is_none_or(|area| !self.felt.played().contains(area));
            if let Some(carry) = G::carries(wager.on).filter(|_| carry || elsewhere) {
                effects.push(Effect::Carried { spot: wager.spot(), clause: carry.stays });
            } else {
                decided.push(Decided::new::<G>(at, wager, void(clause)));
            }
        }
        self.end_all(decided, effects);
        self.book.each_mut(|wager| wager.carried = true);
        self.clear(effects);
        self.round.phase = Phase::Void;
        G::clear(self, effects);
    }

    /// Ends these wagers, in the order of settlement.
    pub(super) fn end_these(
        &mut self,
        ends: impl IntoIterator<Item = (usize, Verdict)>,
        effects: &mut Vec<Effect>,
    ) {
        let mut decided = core::mem::take(&mut self.decided);
        let ends = ends.into_iter();
        decided.extend(ends.map(|(at, end)| Decided::new::<G>(at, self.book.get(at), end)));
        self.end_all(decided, effects);
    }

    /// Names the spots whose wagers need the one on `key`, except carried ones.
    pub(super) fn needing(&self, key: &Key<G::On>) -> Vec<Key<G::On>> {
        let needing = G::On::ALL.iter().filter(|&&on| {
            G::needs(on).is_some_and(|(needed, _)| needed == key.on)
                && self.carried(&Key { on, ..*key }).is_none()
        });
        needing.map(|&on| Key { on, ..*key }).collect()
    }

    /// Names the clause by which a wager of an earlier, void round goes back.
    fn carried(&self, key: &Key<G::On>) -> Option<Clause> {
        let carry = G::carries(key.on)?;
        let at = self.book.find(key, false)?;
        self.book.get(at).carried.then_some(carry.leaves)
    }

    pub(super) fn has_main_wager(&self, area: Area) -> bool {
        let Some(on) = G::MAIN else { return false };
        self.book.holders(area).any(|player| {
            self.book.stake(&Key { player, area: Some(area), on, mark: None }).is_some()
        })
    }
}
