//! What the effects of the game do to the money: every chip on the layout came from a rack, and goes
//! back there or into the float.

use croupier_engine::effect::{Correction, Effect, Line, Outcome};
use croupier_engine::{AnyDecision, Cents, Player, Spot};

use crate::answer::Denied;
use crate::ledger::Account;
use crate::reason::{Amount, Reason};
use crate::room::{Funds, Room, TableContext, tokens};

impl Room {
    /// Checks that a player has the chips or tokens of a wager, and that the tokens may be wagered here.
    pub(super) fn check_stake(
        &self,
        spot: &Spot,
        amount: Cents,
        funds: Funds<'_>,
    ) -> Result<(), Denied> {
        let less = || Denied::of(Reason::LessToWager { amount: Amount(amount) });
        match spot.tokens {
            true => self.check_tokens(spot.player, amount, funds, less),
            false => {
                let rack = Account::Rack(self.id, spot.player);
                funds.ledger.covers(rack, amount).then_some(()).ok_or_else(less)
            }
        }
    }

    /// Checks that a player has as many tokens whose vouchers are for this game.
    fn check_tokens(
        &self,
        player: Player,
        amount: Cents,
        funds: Funds<'_>,
        less: impl FnOnce() -> Denied,
    ) -> Result<(), Denied> {
        if tokens::tokens_here(self.kind, player, funds) >= amount {
            return Ok(());
        }
        let all = funds.ledger.tokens_of(player).fold(Cents::ZERO, |sum, (_, held)| sum + held);
        match self.kind.house().pit.tokens {
            Some(clause) if all >= amount => Err(Denied::clause(clause, Reason::TokensOfOtherGame)),
            Some(_) | None => Err(less()),
        }
    }

    /// Checks that everyone can pay for what would follow.
    pub(super) fn check_costs(
        &self,
        decision: &AnyDecision,
        funds: Funds<'_>,
    ) -> Result<(), Denied> {
        let mut covered = Ok(());
        decision.each_cost(|cost| {
            let too_few = || Denied::of(Reason::TooFewChips);
            let rack = Account::Rack(self.id, cost.player);
            if covered.is_ok() && !funds.ledger.covers(rack, cost.chips) {
                covered = Err(too_few());
            }
            if covered.is_ok() && !cost.tokens.is_zero() {
                covered = self.check_tokens(cost.player, cost.tokens, funds, too_few);
            }
        });
        covered
    }

    /// Moves a stake from where its player has it to the layout.
    fn stake(&self, spot: &Spot, amount: Cents, around: &mut TableContext<'_>) {
        let (table, player) = (self.id, spot.player);
        match spot.tokens {
            true => tokens::stake(self, player, amount, around),
            false => {
                around.post(Account::Rack(table, player), Account::Felt(table, player), amount)
            }
        }
    }

    /// Gives a stake on the layout back to its player.
    fn unstake(&self, spot: &Spot, amount: Cents, around: &mut TableContext<'_>) {
        let (table, player) = (self.id, spot.player);
        match spot.tokens {
            true => tokens::unstake(self, player, amount, around),
            false => {
                around.post(Account::Felt(table, player), Account::Rack(table, player), amount)
            }
        }
    }

    /// Moves the money as the effects say.
    pub(super) fn post(&mut self, effects: &[Effect], around: &mut TableContext<'_>) {
        for effect in effects {
            match *effect {
                Effect::Placed { ref spot, amount } => {
                    self.stake(spot, amount, around);
                }
                Effect::Found { ref spot, from, to } => {
                    self.stake(spot, to.saturating_sub(from), around);
                    self.unstake(spot, from.saturating_sub(to), around);
                }
                Effect::Settled(ref line) => self.post_line(line, around),
                Effect::Corrected(ref correction) => self.post_correction(correction, around),
                Effect::Measure(_)
                | Effect::Collected { .. }
                | Effect::Ruled { .. }
                | Effect::Closed
                | Effect::Dealt { .. }
                | Effect::DealtFaceDown(_)
                | Effect::Faced { .. }
                | Effect::Declared { .. }
                | Effect::Marked { .. }
                | Effect::Burned(_)
                | Effect::BurnedUnseen
                | Effect::Accepted { .. }
                | Effect::Carried { .. }
                | Effect::Chose { .. }
                | Effect::Travelled { .. }
                | Effect::Called { .. }
                | Effect::Puck(_)
                | Effect::Offered(_)
                | Effect::Shooter(_)
                | Effect::Turned(_)
                | Effect::Rekeyed { .. }
                | Effect::Rerolled { .. }
                | Effect::Reserved { .. }
                | Effect::CuttingCard { .. }
                | Effect::ShuffleDue(_)
                | Effect::Shuffled
                | Effect::RoundOver
                | Effect::Rebuilt => {}
            }
        }
        if self.kind.jackpots().is_some() {
            self.post_jackpots(effects, around);
        }
    }

    fn post_line(&self, line: &Line, around: &mut TableContext<'_>) {
        let (rack, float) = (Account::Rack(self.id, line.spot.player), Account::Float(self.id));
        match line.outcome {
            Outcome::Commission => {
                around.post(rack, Account::Commission(self.id), line.charge);
                return;
            }
            // The pool pays it, see `jackpot`.
            Outcome::Mystery => return,
            Outcome::Win
            | Outcome::Lose
            | Outcome::StandOff
            | Outcome::Void
            | Outcome::Surrender
            | Outcome::Returned => {}
        }
        self.unstake(&line.spot, line.back + line.excess, around);
        let lost = line.stake.saturating_sub(line.back);
        match line.spot.tokens {
            true => tokens::lose(self, line.spot.player, lost, around),
            false => around.post(Account::Felt(self.id, line.spot.player), float, lost),
        }
        // What a meter pays comes from its pool, see `jackpot`.
        if self.meter(line).is_none() {
            around.post(float, rack, line.pays);
        }
    }

    /// Books the difference between two settlements. What a player cannot give back is owed.
    fn post_correction(&self, correction: &Correction, around: &mut TableContext<'_>) {
        let Correction { was, now, .. } = correction;
        let player = was.spot.player;
        let (rack, float) = (Account::Rack(self.id, player), Account::Float(self.id));
        let chips = |line: &Line| {
            let home = if line.spot.tokens { Cents::ZERO } else { line.back + line.excess };
            // What a meter pays comes from its pool, see `jackpot`.
            if self.meter(line).is_some() { home } else { line.pays + home }
        };
        around.post(float, rack, chips(now).saturating_sub(chips(was)));
        let back = chips(was).saturating_sub(chips(now));
        let there = back.min(around.ledger.held(rack));
        around.post(rack, float, there);
        around.post(Account::Owed(player), float, back - there);
        if correction.stands_again() {
            let again = now.stake - now.back;
            match now.spot.tokens {
                true => tokens::stand_again(self, player, again, around),
                false => around.post(float, Account::Felt(self.id, player), again),
            }
        }
        if was.spot.tokens {
            tokens::give_again(self, player, now.back.saturating_sub(was.back), around);
            tokens::take_back(self, player, was.back.saturating_sub(now.back), around);
        }
    }
}
