//! The prize pool of a table: what each wager brings to its meters, what goes back with a wager, and the prizes that
//! hands have won. A prize is locked at the last card, and paid when a second person has looked at the hand.

use std::collections::BTreeSet;

use croupier_engine::effect::{Correction, Effect, Line};
use croupier_engine::game::Jackpots;
use croupier_engine::jackpot::{Link, Meter};
use croupier_engine::{Area, Cents, Clause, Input, Player, Spot};
use croupier_sheet::PersonId;
use croupier_sheet::happened::Settled;

use crate::answer::Denied;
use crate::ledger::Account;
use crate::pool::{
    AwardLine, Counted, Eligible, Level, Pool, PoolChange, PoolId, Pools, Source, hand_words,
};
use crate::reason::{Amount, Reason};
use crate::room::{FedWager, Room, TableContext};
use crate::task::{ErrorNotice, ToDo};

/// Names the clause by which a pool takes no wager for this reason.
pub(crate) const fn not_taken_by(rules: &Jackpots, reason: &Reason) -> Clause {
    match reason {
        Reason::NoTrigger { .. } | Reason::TriggerPassed { .. } | Reason::TriggerUnseen { .. } => {
            rules.trigger
        }
        Reason::PoolChanges { .. } => rules.pool,
        Reason::DisplayLost { .. } => rules.display,
        _ => rules.shown,
    }
}

/// A wager that goes back, or that a correction lets stand after all.
struct Return {
    spot: Spot,
    amount: Cents,
    back: bool,
}

impl Return {
    fn of(effect: &Effect) -> Option<Self> {
        match effect {
            Effect::Settled(line) if !line.back.is_zero() => {
                Some(Self { spot: line.spot, amount: line.stake, back: true })
            }
            Effect::Corrected(Correction { was, now, .. }) => {
                let back = !now.back.is_zero();
                let it = Self { spot: now.spot, amount: now.stake, back };
                (was.back.is_zero() == back).then_some(it)
            }
            _ => None,
        }
    }
}

impl Room {
    /// Returns what the table is told of its pool: the price, and what the meters show.
    pub(crate) fn link_to(pool: &Pool, ledger: &crate::Ledger) -> Link {
        Link {
            wager: pool.terms.wager,
            major: pool.reading(Level::Major, ledger),
            minor: pool.reading(Level::Minor, ledger),
            mystery: pool.terms.mystery.is_some(),
        }
    }

    /// Returns the pool for which the jackpot wagers of this round are made, or were in the last.
    pub(crate) const fn round_pool(&self) -> Option<PoolId> {
        self.round_pool
    }

    /// Tells whether a jackpot wager stands or is carried.
    pub fn has_jackpot_wagers(&self) -> bool {
        let mut any = false;
        self.table.each_standing(|wager| any |= self.kind.has_fixed_price(wager.spot.on));
        any
    }

    /// Lists the areas whose jackpot wagers are of a void round.
    pub(crate) fn carried_areas(&self) -> Vec<u8> {
        let mut areas = Vec::new();
        self.table.each_standing(|wager| {
            areas.extend(wager.spot.area.filter(|_| wager.carried).map(|area| area.0));
        });
        areas.sort_unstable();
        areas
    }

    /// Has marker buttons put where the jackpot wagers of a void round are, when somebody plays who has none of them.
    pub(super) fn mark_carried(&self, newcomer: Player, around: &mut TableContext<'_>) {
        let Some(rules) = self.kind.jackpots() else { return };
        let mut own = false;
        self.table.each_standing(|wager| own |= wager.carried && wager.spot.player == newcomer);
        let areas = self.carried_areas();
        if !own && !areas.is_empty() && self.is_between_rounds() {
            around.by_hand(self, ToDo::MarkCarried { areas }, rules.carried);
        }
    }

    /// Gives the wagers of a void round back to a player who leaves, if no other wager of the player stands.
    pub(super) fn return_carried(
        &mut self,
        player: Player,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let (mut carried, mut others) = (Vec::new(), false);
        self.table.each_standing(|wager| {
            if wager.spot.player == player {
                others |= !wager.carried;
                carried.push(wager.spot);
            }
        });
        if others || self.table.felt().in_round() {
            return Ok(());
        }
        for spot in carried {
            self.step(&Input::Withdraw(spot), around)?;
        }
        Ok(())
    }

    /// Says what stands on the notice about a jackpot wager of a void round that went back.
    pub(crate) fn error_notice(&self, line: &Settled<PersonId>) -> Option<ErrorNotice> {
        let (PersonId(player), area) = (line.at.player, line.at.area?);
        let round = self.fed.get(&(player, area)).map_or(self.round, |wager| wager.round);
        Some(ErrorNotice { player, area: area.0, amount: Amount(Cents(line.back)), round })
    }

    /// Tells whether a jackpot wager lies there that was not swept yet.
    pub fn has_uncollected(&self) -> bool {
        let mut any = false;
        self.table.each_standing(|wager| {
            any |= self.kind.has_fixed_price(wager.spot.on) && !wager.collected;
        });
        any
    }

    /// Finds a prize that was won here and waits for a second person.
    pub fn unverified(&self, pools: &Pools) -> Option<u32> {
        let pool = pools.get(self.round_pool?).filter(|pool| !pool.play)?;
        let here = pool.awards.values().filter(|award| award.from == Source::Table(self.id));
        let mut waits = here.filter(|award| award.is_open() && award.verified.is_none());
        waits.next().map(|award| award.number)
    }

    /// Tells which meter a line empties.
    pub(super) fn meter(&self, line: &Line) -> Option<Meter> {
        self.round_pool?;
        self.kind.meter_hit(line.spot.on, line.clause).filter(|_| !line.pays.is_zero())
    }

    /// Denies a jackpot wager that the pool of the table does not take.
    pub(crate) fn check_pool(&self, spot: &Spot, pools: &Pools) -> Result<(), Denied> {
        let Some(rules) = self.kind.jackpots().filter(|_| self.kind.has_fixed_price(spot.on))
        else {
            return Ok(());
        };
        let Some(pool) = self.pool.and_then(|pool| pools.get(pool)) else {
            return Ok(());
        };
        if let Some(display) = pool.lost_display(self.id) {
            let reason = Reason::DisplayLost { pool: pool.number, display };
            return Err(Denied::clause(rules.display, reason));
        }
        pool.takes().map_err(|reason| Denied::clause(not_taken_by(&rules, &reason), reason))
    }

    /// Denies the payment of a prize that nobody has verified; `second` says whether whoever has is another person than who
    /// pays.
    pub(crate) fn check_award(
        &self,
        input: &Input,
        pools: &Pools,
        second: impl Fn(Player) -> Result<(), Denied>,
    ) -> Result<(), Denied> {
        let (Input::Paid(spot), Some(rules)) = (input, self.kind.jackpots()) else { return Ok(()) };
        let Some(pool) = self.round_pool.and_then(|pool| pools.get(pool)).filter(|pool| !pool.play)
        else {
            return Ok(());
        };
        for award in pool.awards.values().filter(|it| it.from == Source::Table(self.id)) {
            let concerned = |line: &AwardLine| {
                !line.paid && spot.is_none_or(|spot| spot.area == Some(Area(line.area)))
            };
            let jackpot = spot.is_none_or(|spot| self.kind.has_fixed_price(spot.on));
            if !jackpot || !award.lines.iter().any(concerned) {
                continue;
            }
            match award.verified {
                None => {
                    let reason = Reason::VerifyAwardFirst { award: award.number };
                    return Err(Denied::clause(rules.hand_stays, reason));
                }
                Some(who) => second(who)?,
            }
        }
        Ok(())
    }

    /// Does what the effects of a step mean for the pool of the table.
    pub(super) fn post_jackpots(&mut self, effects: &[Effect], around: &mut TableContext<'_>) {
        if let Some(pool) = self.round_pool {
            self.return_wagers(pool, effects, around);
        }
        if effects.contains(&Effect::Closed) {
            self.begin_pool_round(around);
        }
        let Some(pool) = self.round_pool else { return };
        self.count_collected(pool, effects, around);
        for meter in Meter::ALL {
            self.reconcile(pool, meter, effects, around);
        }
    }

    /// Counts the wagers that were swept, when the first card is out: until then they can be taken back.
    fn count_collected(&mut self, pool: PoolId, effects: &[Effect], around: &mut TableContext<'_>) {
        for effect in effects {
            if let Effect::Collected { spot, amount } = effect {
                self.swept.extend(spot.area.map(|area| ((spot.player, area), *amount)));
            }
        }
        if self.swept.is_empty() || !self.table.felt().in_round() {
            return;
        }
        let mystery = Account::PoolMeter(pool, Level::Mystery);
        let before = around.ledger.held(mystery);
        for ((player, area), amount) in std::mem::take(&mut self.swept) {
            let counted = self.counted(player, area, amount);
            let shares = around.contribute(pool, Account::Float(self.id), counted);
            let wager = FedWager { round: self.round, shares, counted: true };
            self.fed.insert((player, area), wager);
        }
        self.note_moved(pool, before, around);
    }

    /// Tells how far the wagers of the round have moved the mystery meter, and who of them might win.
    fn note_moved(&self, pool: PoolId, before: Cents, around: &mut TableContext<'_>) {
        let after = around.ledger.held(Account::PoolMeter(pool, Level::Mystery));
        let fed = self.fed.iter().filter(|(_, wager)| wager.counted);
        let eligible = fed.map(|(&(player, Area(area)), _)| Eligible { player, area });
        let (from, round) = (Source::Table(self.id), self.round);
        let eligible = eligible.collect();
        if around.pools.get(pool).is_some_and(Pool::draws_mystery) {
            around.change_pool(
                pool,
                PoolChange::Moved { from, round, before, after, eligible, count: 0 },
            );
        }
    }

    /// Forgets the wagers of the last round but those that are carried, and the prizes that were paid in it.
    fn begin_pool_round(&mut self, around: &mut TableContext<'_>) {
        let mut standing = BTreeSet::new();
        self.table.each_standing(|wager| {
            if self.kind.has_fixed_price(wager.spot.on) {
                standing.extend(wager.spot.area.map(|area| (wager.spot.player, area)));
            }
        });
        self.fed.retain(|whose, wager| wager.counted && standing.contains(whose));
        if let Some(pool) = std::mem::replace(&mut self.round_pool, self.pool) {
            let here = Source::Table(self.id);
            let awards = around.pools.get(pool).into_iter().flat_map(|pool| pool.awards.values());
            let over = awards.filter(|it| it.from == here && it.round < self.round);
            let over: Vec<_> = over.map(|award| award.number).collect();
            for award in over {
                around.change_pool(pool, PoolChange::Ended { award });
            }
        }
    }

    fn counted(&self, player: Player, Area(area): Area, amount: Cents) -> Counted {
        Counted {
            from: Source::Table(self.id),
            round: self.round,
            player: Some(player),
            area: Some(area),
            amount,
            meters: [0; 3],
            borne: [0; 3],
            shares: None,
        }
    }

    /// Takes off the meters what goes back with wagers that were counted. A correction may count one again, which moves the
    /// mystery meter as any wager does.
    fn return_wagers(&mut self, pool: PoolId, effects: &[Effect], around: &mut TableContext<'_>) {
        let returns: Vec<_> = effects.iter().filter_map(Return::of).collect();
        for it in returns.iter().filter(|it| it.back) {
            self.recount_wager(pool, it, around);
        }
        let before = around.ledger.held(Account::PoolMeter(pool, Level::Mystery));
        let mut again = false;
        for it in returns.iter().filter(|it| !it.back) {
            again |= self.recount_wager(pool, it, around);
        }
        if again {
            self.note_moved(pool, before, around);
        }
    }

    /// Takes a wager off the meters, or counts it again; tells whether that changed something.
    fn recount_wager(
        &mut self,
        pool: PoolId,
        &Return { spot, amount, back }: &Return,
        around: &mut TableContext<'_>,
    ) -> bool {
        let Some(area) = spot.area.filter(|_| self.kind.has_fixed_price(spot.on)) else {
            return false;
        };
        if back && self.swept.remove(&(spot.player, area)).is_some() {
            return false;
        }
        let counted = self.counted(spot.player, area, amount);
        let Some(wager) = self.fed.get_mut(&(spot.player, area)) else { return false };
        if back != wager.counted {
            return false;
        }
        wager.counted = !back;
        // A later round may have begun by now.
        let counted = Counted { round: wager.round, ..counted.by(wager.shares) };
        let float = Account::Float(self.id);
        match back {
            true => around.give_back(pool, float, counted),
            false => drop(around.contribute(pool, float, counted)),
        }
        true
    }

    /// Brings the prize of a meter into line with the hands that hit it now: locks it, shares it anew, or lets it
    /// go, and pays what was confirmed.
    fn reconcile(
        &self,
        pool: PoolId,
        meter: Meter,
        effects: &[Effect],
        around: &mut TableContext<'_>,
    ) {
        let level = Level::from(meter);
        let hits = |line: &Line| self.meter(line) == Some(meter);
        let mut settled = Vec::new();
        for effect in effects {
            match effect {
                Effect::Settled(line) if hits(line) => settled.push(*line),
                Effect::Corrected(Correction { was, now, .. }) => {
                    if hits(was) {
                        self.take_prize_back(pool, level, was, around);
                    }
                    settled.extend(Some(*now).filter(hits));
                }
                _ => {}
            }
        }
        let award = around.pools.get(pool).and_then(|pool| pool.award_at(self.id, level)).cloned();
        let known = award.as_ref().map_or(&[][..], |award| &award.lines);
        let mut lines: Vec<_> = known.iter().filter(|line| line.paid).cloned().collect();
        let unpaid = self.table.unpaid();
        let unpaid = unpaid.iter().map(|unpaid| &unpaid.line).filter(|line| hits(line));
        for line in settled.iter().chain(unpaid) {
            lines.extend(self.award_line(line, known));
        }
        // What was paid before stands first, so that the newest of an area is the last.
        lines.sort_by_key(|line| line.area);
        match award {
            None if lines.is_empty() => return,
            None => {
                let from = (Source::Table(self.id), self.round);
                around.lock_prize(pool, (level, None), from, lines);
            }
            Some(award) if lines.is_empty() => around.restore_prize(pool, &award),
            Some(award) if award.lines == lines => {}
            Some(award) => around.recount_prize(pool, &award, lines),
        }
        for line in &settled {
            let Some(Area(area)) = line.spot.area else { continue };
            let rack = Account::Rack(self.id, line.spot.player);
            around.pay_prize(pool, (level, Source::Table(self.id)), (area, line.pays), rack);
        }
    }

    /// Says what a hand gets, with its cards as they lie or as they were when the prize was locked.
    fn award_line(&self, line: &Line, known: &[AwardLine]) -> Option<AwardLine> {
        let area = line.spot.area?;
        let before = known.iter().rfind(|known| known.area == area.0);
        let cards = hand_words(self.table.shown_felt().hand(area).cards());
        let hand = match before {
            Some(before) if cards.is_empty() => before.hand.clone(),
            Some(_) | None => cards,
        };
        Some(AwardLine {
            player: Some(line.spot.player),
            area: area.0,
            hand,
            clause: line.clause.0.into(),
            pays: line.pays,
            paid: false,
        })
    }

    /// Takes a prize back that was paid, as far as the player still has it; the rest is owed.
    fn take_prize_back(
        &self,
        pool: PoolId,
        level: Level,
        was: &Line,
        around: &mut TableContext<'_>,
    ) {
        let Some(Area(area)) = was.spot.area else { return };
        let award = around.pools.get(pool).and_then(|pool| pool.award_at(self.id, level));
        let Some(award) = award.map(|award| award.number) else { return };
        let (rack, pending) =
            (Account::Rack(self.id, was.spot.player), Account::PoolPending(pool, level));
        let there = was.pays.min(around.ledger.held(rack));
        around.post(rack, pending, there);
        around.post(Account::Owed(was.spot.player), pending, was.pays - there);
        around.change_pool(pool, PoolChange::Paid { award, area, amount: was.pays, back: true });
    }
}
