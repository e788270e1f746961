//! Odds of a game with dice: a wager is followed from where the table first takes it, over every roll,
//! until it is decided.
//!
//! The states that a wager passes through may come again, so that how often it ends in each way is the
//! solution of linear equations, one for each state.

use croupier_engine::describe::WagerKind;
use croupier_engine::{AnyTable, Dice, Effect, Input};

use super::{PLAYER, Walk, spot};
use crate::fast::Answer;
use crate::part::Part;
use crate::ratio::Ratio;
use crate::report::{Judged, LeftOut, Odds};
use crate::{Unanswered, split};

/// How many rolls it may take until a table first takes a wager.
const ROLLS_BEFORE: u32 = 3;

/// What decides how a wager goes on: the point, and what stands with its numbers.
type State = (Option<u8>, Vec<(u8, Option<u8>)>);

/// The rolls from one state: to other states, and to ends.
#[derive(Default)]
struct From {
    to: Vec<Ratio>,
    ends: Vec<Ratio>,
}

impl Walk<'_> {
    /// Counts the odds of a game with dice.
    pub(super) fn count_dice(&mut self) -> Result<Answer, Unanswered> {
        let mut answer = Answer::new(Vec::new(), Ratio::zero());
        for wager in self.game.wagers.clone() {
            for mark in wager.marks() {
                if let Err(refusal) =
                    split::check(self.question.kind, &wager, mark, self.question.terms)
                {
                    answer.left_out.push(LeftOut { on: wager.id, mark, refusal });
                    continue;
                }
                for table in self.starts(&wager, mark) {
                    answer.wagers.push(self.follow(&wager, mark, &table)?);
                }
            }
        }
        Ok(answer)
    }

    /// Finds the tables at which a wager is first taken: one, or one for each point that it stands on.
    fn starts(&self, wager: &WagerKind, mark: Option<u8>) -> Vec<AnyTable> {
        let mut found: Vec<AnyTable> = Vec::new();
        let mut tables = vec![self.table.clone()];
        for _ in 0..=ROLLS_BEFORE {
            let mut refused = Vec::new();
            for mut table in std::mem::take(&mut tables) {
                if self.place(&mut table, wager, mark) {
                    if !found.iter().any(|known| point(known) == point(&table)) {
                        found.push(table);
                    }
                } else {
                    refused.push(table);
                }
            }
            if !found.is_empty() && !wager.is_on_the_point() {
                found.truncate(1);
                return found;
            }
            for table in refused {
                for dice in rolls() {
                    let mut rolled = table.clone();
                    let taken = rolled.step(&Input::Roll(dice), &mut Vec::new()).is_ok();
                    if taken && !tables.iter().any(|known| state(known) == state(&rolled)) {
                        tables.push(rolled);
                    }
                }
            }
        }
        found.sort_by_key(point);
        found
    }

    /// Places a wager and the one that it needs, and calls it on where it would not count on every roll;
    /// tells whether the table takes it.
    fn place(&self, table: &mut AnyTable, wager: &WagerKind, mark: Option<u8>) -> bool {
        let mut stands = false;
        if let Some(base) = wager.needs {
            table.each_standing(|it| stands |= it.spot.on == base);
            if !stands {
                let base = self.wager(&self.game.wagers[usize::from(base.0)], None);
                let _not_yet = table.step(&base, &mut Vec::new());
            }
        }
        let taken = table.step(&self.wager(wager, mark), &mut Vec::new()).is_ok();
        if taken && wager.can_be_called {
            let call = Input::Call { spot: spot(wager, mark), on: true };
            let _called = table.step(&call, &mut Vec::new());
        }
        taken
    }

    /// Follows a wager to its end.
    fn follow(
        &self,
        wager: &WagerKind,
        mark: Option<u8>,
        table: &AnyTable,
    ) -> Result<Odds, Unanswered> {
        let mut states = vec![(state(table), table.clone())];
        let mut parts: Vec<Part> = Vec::new();
        let mut rows: Vec<From> = Vec::new();
        while let Some((_, table)) = states.get(rows.len()).cloned() {
            let mut row = From::default();
            for dice in rolls() {
                let (mut next, mut effects) = (table.clone(), Vec::new());
                next.step(&Input::Roll(dice), &mut effects)?;
                let ended = effects.iter().find_map(|effect| match effect {
                    Effect::Settled(line) if line.spot.on == wager.id && line.moves_stake() => {
                        Some(line)
                    }
                    _ => None,
                });
                let (list, at) = match ended {
                    Some(line) => {
                        let part = self.part(line, line.spot.mark.or(mark).or(point(&table)))?;
                        (&mut row.ends, find_or_add(&mut parts, |known| *known == part, part))
                    }
                    None => {
                        let now = state(&next);
                        let is = |known: &(State, AnyTable)| known.0 == now;
                        (&mut row.to, find_or_add(&mut states, is, (now.clone(), next)))
                    }
                };
                list.resize(list.len().max(at + 1), Ratio::zero());
                list[at] = list[at].clone() + Ratio::new(1, 36);
            }
            rows.push(row);
        }
        let (probabilities, rolls) = solve(rows, parts.len());
        let judged: Vec<Judged> =
            parts.into_iter().map(|part| vec![part]).zip(probabilities).collect();
        let mark = if wager.is_on_the_point() { point(table) } else { mark };
        let odds = Odds::new(wager.id, mark, judged, &self.question.terms);
        Ok(Odds { rolls: Some(rolls), ..odds })
    }
}

fn find_or_add<T>(list: &mut Vec<T>, is: impl Fn(&T) -> bool, new: T) -> usize {
    list.iter().position(is).unwrap_or_else(|| {
        list.push(new);
        list.len() - 1
    })
}

fn point(table: &AnyTable) -> Option<u8> {
    table.dice().and_then(|dice| dice.point)
}

fn state(table: &AnyTable) -> State {
    let mut standing = Vec::new();
    table.each_standing(|it| {
        if it.spot.player == PLAYER {
            standing.push((it.spot.on.0, it.spot.mark));
        }
    });
    (point(table), standing)
}

/// Returns how often each end comes from the first state, and after how many rolls on the average.
///
/// States are taken out from the last to the first: whoever comes to one goes on as it does.
fn solve(mut rows: Vec<From>, ends: usize) -> (Vec<Ratio>, Ratio) {
    let count = rows.len();
    for row in &mut rows {
        row.to.resize(count, Ratio::zero());
        row.ends.resize(ends, Ratio::zero());
        // One roll more, wherever it leads.
        row.ends.push(Ratio::one());
    }
    while let Some(mut gone) = rows.pop() {
        let state = rows.len();
        // Who stays rolls again, so that only the rolls that lead somewhere count.
        let leaves = Ratio::one() - gone.to[state].clone();
        for share in gone.to[..state].iter_mut().chain(&mut gone.ends) {
            *share = share.clone() / leaves.clone();
        }
        for row in &mut rows {
            let comes = row.to[state].clone();
            let shares = row.to[..state].iter_mut().zip(&gone.to);
            for (share, more) in shares.chain(row.ends.iter_mut().zip(&gone.ends)) {
                *share = share.clone() + comes.clone() * more.clone();
            }
        }
        if rows.is_empty() {
            let rolls = gone.ends.pop().unwrap_or_else(Ratio::zero);
            return (gone.ends, rolls);
        }
    }
    (Vec::new(), Ratio::zero())
}

fn rolls() -> impl Iterator<Item = Dice> {
    (1..=6).flat_map(|first| (1..=6).filter_map(move |second| Dice::new(first, second)))
}
