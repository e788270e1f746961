//! Rolls of the dice through the engine: every wager placed again as soon as it is decided.

use croupier_engine::effect::Line;
use croupier_engine::games::craps::On;
use croupier_engine::input::Spot;
use croupier_engine::wager::On as _;
use croupier_engine::{Effect, Input, Outcome, Player};

use super::{Desk, Through, Told, wager};
use crate::dice::Rolls;
use crate::fast::Block;
use crate::plan::{Stake, Trouble};
use crate::rng::Stream;

/// What the driver knows of the table: from effects alone.
struct Floor {
    /// The stakes that do not stand.
    down: Vec<usize>,
    /// Which stakes stand, and since how many rolls.
    up: Vec<Option<u64>>,
    point: Option<u8>,
    /// The numbers of the Come and the Don't Come wager.
    come: Option<u8>,
    dont_come: Option<u8>,
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
        let mut floor = Floor {
            down: (0..stakes.len()).collect(),
            up: vec![None; stakes.len()],
            point: None,
            come: None,
            dont_come: None,
            rolls: 0,
        };
        for _ in 0..block.rounds {
            self.place(&mut floor, desk, |_| true)?;
            self.roll(&mut rolls, &mut floor, desk, told)?;
            told.round(0);
        }
        self.place(&mut floor, desk, is_behind)?;
        self.take_down(&mut floor, desk, told)?;
        let runs = |(stake, up): (&Stake, &Option<u64>)| up.is_some() && is_line(on(stake));
        while stakes.iter().zip(&floor.up).any(runs) {
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
        which: impl Fn(On) -> bool,
    ) -> Result<(), Trouble> {
        let mut down = std::mem::take(&mut floor.down);
        let mut refused = None;
        down.retain(|&at| {
            let stake = &self.plan.stakes[at];
            if refused.is_some() || !which(on(stake)) || !floor.takes(stake) {
                return true;
            }
            refused = put(stake, desk).err();
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
                Effect::Travelled { spot, to } => match On::from_id(spot.on) {
                    Some(On::Come) => floor.come = Some(*to),
                    _ => floor.dont_come = Some(*to),
                },
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
        let Spot { on: id, mark, .. } = line.spot;
        let Some(on) = On::from_id(id) else { return Ok(()) };
        let (stake_mark, row_mark) = match on {
            On::Come | On::DontCome => (None, None),
            On::BehindWinLine | On::BehindDontWin => (None, point),
            _ => (mark, mark),
        };
        match on {
            On::Come => floor.come = None,
            On::DontCome => floor.dont_come = None,
            _ => {}
        }
        let at = self.finder.stake(id, stake_mark);
        let row = self.finder.row(id, row_mark);
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
            return Err(Trouble::Other(format!("the fast gear knows no such end: {line:?}")));
        };
        told.entry(0, 0, row, ending);
        Ok(())
    }

    /// Takes down what needs no further rolls to be fair: all but the line and the Come wagers.
    fn take_down(
        &self,
        floor: &mut Floor,
        desk: &mut Desk,
        told: &mut impl Told,
    ) -> Result<(), Trouble> {
        for (at, stake) in self.plan.stakes.iter().enumerate() {
            let stays = is_line(on(stake)) || is_behind(on(stake));
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
    /// Tells whether a stake is placed now.
    fn takes(&self, stake: &Stake) -> bool {
        match on(stake) {
            On::WinLine | On::DontWin => self.point.is_none(),
            On::Come | On::DontCome | On::BehindWinLine | On::BehindDontWin => self.point.is_some(),
            On::BehindCome => self.come.is_some() && self.come == stake.mark,
            On::BehindDontCome => self.dont_come.is_some() && self.dont_come == stake.mark,
            _ => true,
        }
    }
}

fn on(stake: &Stake) -> On {
    On::from_id(stake.on).unwrap_or(On::WinLine)
}

const fn is_line(on: On) -> bool {
    matches!(on, On::WinLine | On::DontWin | On::Come | On::DontCome)
}

const fn is_behind(on: On) -> bool {
    matches!(on, On::BehindWinLine | On::BehindDontWin | On::BehindCome | On::BehindDontCome)
}

fn spot(stake: &Stake) -> Spot {
    Spot { player: Player(1), area: None, on: stake.on, mark: stake.mark, tokens: false }
}

/// Places a stake, and calls it on where it would sleep through a come out roll.
fn put(stake: &Stake, desk: &mut Desk) -> Result<(), Trouble> {
    desk.step(&wager(stake, None))?;
    if matches!(on(stake), On::Buy | On::PlaceWin | On::BehindCome | On::Hardway) {
        desk.step(&Input::Call { spot: spot(stake), on: true })?;
    }
    Ok(())
}
