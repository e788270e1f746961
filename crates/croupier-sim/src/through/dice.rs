//! Rolls of the dice through the engine: every wager placed again as soon as it is decided.

use croupier_engine::describe::{Description, WagerKind};
use croupier_engine::effect::Line;
use croupier_engine::game::Opens;
use croupier_engine::input::Spot;
use croupier_engine::wager::Mark;
use croupier_engine::{Effect, Input, Outcome, Player, WagerId};

use super::{Desk, Through, Told, wager};
use crate::dice::Rolls;
use crate::fast::Block;
use crate::plan::{Stake, Trouble};
use crate::rng::Stream;

/// What the driver knows of the table: from effects alone.
struct Floor {
    game: Description,
    /// The stakes that do not stand.
    down: Vec<usize>,
    /// Which stakes stand, and since how many rolls.
    up: Vec<Option<u64>>,
    point: Option<u8>,
    /// By wager: the number to which it has travelled.
    numbers: Vec<Option<u8>>,
    rolls: u64,
}

impl Through<'_> {
    /// Plays a block of rolls.
    pub(super) fn dice(
        &self,
        block: Block,
        desk: &mut Desk,
        told: &mut impl Told,
    ) -> Result<(), Trouble> {
        let stakes = &self.plan.stakes;
        let mut rolls = Rolls::new(Stream::new(block.seed, block.number));
        let game = self.plan.kind.describe();
        let mut floor = Floor {
            down: (0..stakes.len()).collect(),
            up: vec![None; stakes.len()],
            point: None,
            numbers: vec![None; game.wagers.len()],
            rolls: 0,
            game,
        };
        for _ in 0..block.rounds {
            self.place(&mut floor, desk, |_| true)?;
            self.roll(&mut rolls, &mut floor, desk, told)?;
            told.round(0);
        }
        self.place(&mut floor, desk, |wager| wager.needs.is_some())?;
        self.take_down(&mut floor, desk, told)?;
        while stakes.iter().zip(&floor.up).any(|it| it.1.is_some() && floor.runs(it.0)) {
            self.roll(&mut rolls, &mut floor, desk, told)?;
            told.round(1);
        }
        Ok(())
    }

    /// Places what is down and may be placed now.
    fn place(
        &self,
        floor: &mut Floor,
        desk: &mut Desk,
        which: impl Fn(&WagerKind) -> bool,
    ) -> Result<(), Trouble> {
        let mut down = std::mem::take(&mut floor.down);
        let mut refused = None;
        down.retain(|&at| {
            let stake = &self.plan.stakes[at];
            let wager = floor.wager(stake.on);
            if refused.is_some() || !which(wager) || !floor.takes(stake) {
                return true;
            }
            refused = put(stake, wager, desk).err();
            floor.up[at] = Some(floor.rolls);
            false
        });
        floor.down = down;
        refused.map_or(Ok(()), Err)
    }

    /// Rolls once.
    fn roll(
        &self,
        rolls: &mut Rolls,
        floor: &mut Floor,
        desk: &mut Desk,
        told: &mut impl Told,
    ) -> Result<(), Trouble> {
        desk.step(&Input::Roll(rolls.next_dice()))?;
        floor.rolls += 1;
        let point = floor.point;
        for effect in &desk.effects {
            match effect {
                Effect::Settled(line) => self.settled(line, point, floor, told)?,
                Effect::Puck(point) => floor.point = *point,
                Effect::Travelled { spot, to } => {
                    floor.numbers[usize::from(spot.on.0)] = Some(*to);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes note that a wager has ended.
    fn settled(
        &self,
        line: &Line,
        point: Option<u8>,
        floor: &mut Floor,
        told: &mut impl Told,
    ) -> Result<(), Trouble> {
        let Spot { on, mark, .. } = line.spot;
        let wager = floor.wager(on);
        let (stake_mark, row_mark) = match wager.mark {
            Mark::Travels(_) => (None, None),
            Mark::None if wager.is_on_the_point() => (None, point),
            Mark::None | Mark::Number(_) | Mark::Point(_) => (mark, mark),
        };
        if !line.moves_stake() {
            return Ok(());
        }
        floor.numbers[usize::from(on.0)] = None;
        let at = self.finder.stake(on, stake_mark);
        let row = self.finder.row(on, row_mark);
        let (Some(at), Some(row)) = (at, row) else {
            return Err(Trouble::Other(format!("nobody staked this: {line:?}")));
        };
        floor.down.push(at);
        if let Some(since) = floor.up[at].take() {
            told.rolls(row, floor.rolls - since);
        }
        if line.outcome == Outcome::Returned {
            return Ok(());
        }
        let Some(ending) = self.finder.ending(row, line, None) else {
            return Err(Trouble::Other(format!("the exact odds know no such end: {line:?}")));
        };
        told.entry(0, 0, row, ending);
        Ok(())
    }

    /// Takes down what needs no further rolls to be fair: all but the wagers to which rolls give a number,
    /// and those behind them.
    fn take_down(
        &self,
        floor: &mut Floor,
        desk: &mut Desk,
        told: &mut impl Told,
    ) -> Result<(), Trouble> {
        for (at, stake) in self.plan.stakes.iter().enumerate() {
            let stays = floor.runs(stake) || floor.wager(stake.on).needs.is_some();
            if floor.up[at].is_none() || stays {
                continue;
            }
            desk.step(&Input::Remove(spot(stake)))?;
            for effect in &desk.effects {
                if let Effect::Settled(line) = effect {
                    self.settled(line, floor.point, floor, told)?;
                }
            }
        }
        Ok(())
    }
}

impl Floor {
    fn wager(&self, on: WagerId) -> &WagerKind {
        &self.game.wagers[usize::from(on.0)]
    }

    /// Tells whether rolls give a wager its number, so that it must be followed to its end.
    fn runs(&self, stake: &Stake) -> bool {
        self.wager(stake.on).takes_a_number()
    }

    /// Tells whether a stake is placed now.
    fn takes(&self, stake: &Stake) -> bool {
        let wager = self.wager(stake.on);
        match (wager.opens, wager.needs) {
            (Opens::BeforeThePoint, _) => self.point.is_none(),
            (Opens::OnThePoint, _) => self.point.is_some(),
            (Opens::Always, None) => true,
            // It stands behind a wager that has travelled to its number.
            (Opens::Always, Some(base)) => {
                let number = self.numbers[usize::from(base.0)];
                number.is_some() && number == stake.mark
            }
        }
    }
}

fn spot(stake: &Stake) -> Spot {
    Spot { player: Player(1), area: None, on: stake.on, mark: stake.mark, tokens: false }
}

/// Places a stake, and calls it on where it would sleep through a come out roll.
fn put(stake: &Stake, wager_kind: &WagerKind, desk: &mut Desk) -> Result<(), Trouble> {
    desk.step(&wager(stake, None))?;
    if wager_kind.can_be_called {
        desk.step(&Input::Call { spot: spot(stake), on: true })?;
    }
    Ok(())
}
