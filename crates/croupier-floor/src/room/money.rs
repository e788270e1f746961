//! What the effects of the game do to the money: every chip on the layout came from a rack, and goes
//! back there or into the float.

use std::collections::BTreeSet;

use croupier_engine::effect::{Correction, Effect, Line, Outcome};
use croupier_engine::{AnyDecision, Cents, Spot};

use crate::TableId;
use crate::answer::Denied;
use crate::ledger::{Account, Ledger, Meter};
use crate::reason::Reason;
use crate::room::{Room, TableContext};

/// Returns where a stake comes from.
pub(super) const fn stake_from(table: TableId, spot: &Spot) -> Account {
    let player = spot.player;
    if spot.tokens { Account::TokenPurse(player) } else { Account::Rack(table, player) }
}

const fn felt(table: TableId, spot: &Spot) -> Account {
    let player = spot.player;
    if spot.tokens { Account::TokenFelt(table, player) } else { Account::Felt(table, player) }
}

impl Room {
    /// Checks that everyone can pay for what would follow.
    pub(super) fn check_costs(
        &self,
        decision: &AnyDecision,
        ledger: &Ledger,
    ) -> Result<(), Denied> {
        let mut covered = true;
        decision.each_cost(|cost| {
            covered &= ledger.covers(Account::Rack(self.id, cost.player), cost.chips);
            covered &= ledger.covers(Account::TokenPurse(cost.player), cost.tokens);
        });
        if covered { Ok(()) } else { Err(Denied::of(Reason::TooFewChips)) }
    }

    /// Moves the money as the effects say.
    pub(super) fn post(&mut self, effects: &[Effect], around: &mut TableContext<'_>) {
        let mut emptied = BTreeSet::new();
        let mut filled = BTreeSet::new();
        for effect in effects {
            match *effect {
                Effect::Placed { ref spot, amount } => {
                    around.post(stake_from(self.id, spot), felt(self.id, spot), amount);
                }
                Effect::Found { ref spot, from, to } => {
                    let (rack, felt) = (stake_from(self.id, spot), felt(self.id, spot));
                    around.post(rack, felt, to.saturating_sub(from));
                    around.post(felt, rack, from.saturating_sub(to));
                }
                Effect::Settled(ref line) => {
                    self.post_line(line, around);
                    emptied.extend(self.meter(line));
                }
                Effect::Corrected(ref correction) => {
                    self.post_correction(correction, around);
                    filled.extend(self.meter(&correction.was));
                    emptied.extend(self.meter(&correction.now));
                }
                Effect::Collected { amount, .. } => self.feed_pools(amount, around),
                Effect::Measure(_)
                | Effect::Ruled { .. }
                | Effect::Closed
                | Effect::Dealt { .. }
                | Effect::DealtFaceDown(_)
                | Effect::Faced { .. }
                | Effect::Declared { .. }
                | Effect::Marked { .. }
                | Effect::Burned(_)
                | Effect::BurnedUnseen
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
        let (seed, float) = (self.seed(), Account::Float(self.id));
        for meter in filled {
            // It had started again, and has not.
            around.post(self.pool(meter), float, seed);
        }
        for meter in emptied {
            // What the meter did not hold, and what it starts again with, comes from the float; once,
            // however many share it.
            let pool = self.pool(meter);
            let short = u64::try_from(-around.ledger.balance(pool)).unwrap_or(0);
            around.post(float, pool, Cents(short) + seed);
        }
    }

    fn seed(&self) -> Cents {
        self.table.rules().jackpot.as_ref().map_or(Cents::ZERO, |jackpot| jackpot.seed)
    }

    fn post_line(&self, line: &Line, around: &mut TableContext<'_>) {
        let (rack, float) = (Account::Rack(self.id, line.spot.player), Account::Float(self.id));
        match line.outcome {
            Outcome::Commission => {
                around.post(rack, Account::Commission(self.id), line.charge);
                return;
            }
            Outcome::Mystery => {
                around.post(float, rack, line.pays);
                return;
            }
            Outcome::Win
            | Outcome::Lose
            | Outcome::StandOff
            | Outcome::Void
            | Outcome::Surrender
            | Outcome::Returned => {}
        }
        let felt = felt(self.id, &line.spot);
        let home = stake_from(self.id, &line.spot);
        let lost = if line.spot.tokens { Account::TokenMint } else { float };
        around.post(felt, home, line.back + line.excess);
        around.post(felt, lost, line.stake.saturating_sub(line.back));
        around.post(self.meter(line).map_or(float, |meter| self.pool(meter)), rack, line.pays);
    }

    /// Tells which meter a line empties.
    fn meter(&self, line: &Line) -> Option<Meter> {
        self.table.rules().jackpot.as_ref()?;
        self.kind.meter_hit(line.spot.on, line.clause).filter(|_| !line.pays.is_zero())
    }

    /// Feeds the pools from a jackpot wager: half of the increment to each meter, the odd cent to the
    /// major.
    fn feed_pools(&self, amount: Cents, around: &mut TableContext<'_>) {
        let Some(jackpot) = &self.table.rules().jackpot else { return };
        let (part, of) = jackpot.increment;
        let feed = amount.share_down(u64::from(part), u64::from(of.max(1)), Cents(1));
        let minor = Cents(feed.0 / 2);
        let float = Account::Float(self.id);
        around.post(float, self.pool(Meter::Minor), minor);
        around.post(float, self.pool(Meter::Major), feed.saturating_sub(minor));
    }

    /// Books the difference between two settlements. What a player cannot give back is owed.
    fn post_correction(&self, correction: &Correction, around: &mut TableContext<'_>) {
        let Correction { was, now, .. } = correction;
        let player = was.spot.player;
        let (rack, float) = (Account::Rack(self.id, player), Account::Float(self.id));
        let chips = |line: &Line| {
            let home = if line.spot.tokens { Cents::ZERO } else { line.back + line.excess };
            line.pays + home
        };
        around.post(float, rack, chips(now).saturating_sub(chips(was)));
        let back = chips(was).saturating_sub(chips(now));
        let there = back.min(around.ledger.held(rack));
        around.post(rack, float, there);
        around.post(Account::Owed(player), float, back - there);
        // What a meter paid by mistake goes back to it, and what it should have paid comes from it.
        if let Some(meter) = self.meter(was) {
            around.post(float, self.pool(meter), was.pays);
        }
        if let Some(meter) = self.meter(now) {
            around.post(self.pool(meter), float, now.pays);
        }
        if correction.stands_again() {
            let made = if now.spot.tokens { Account::TokenMint } else { float };
            around.post(made, felt(self.id, &now.spot), now.stake - now.back);
        }
        if was.spot.tokens {
            let (purse, mint) = (Account::TokenPurse(player), Account::TokenMint);
            around.post(mint, purse, now.back.saturating_sub(was.back));
            let back = was.back.saturating_sub(now.back).min(around.ledger.held(purse));
            around.post(purse, mint, back);
        }
    }
}
