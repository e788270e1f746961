//! What becomes of a pool: the events that the journal keeps, and the one place where they change it.

use std::collections::BTreeMap;

use croupier_engine::{Area, Cents, Player};
use croupier_sheet::{Word, words};
use serde::{Deserialize, Serialize};

use super::{
    Approved, Award, Crossing, Display, DisplayId, Fed, Level, LevelBook, MysteryDraw, Outside,
    OutsideId, OutsideRound, PAST_AWARDS, Pool, PoolId, PoolState, Pools, REMEMBERED, Share,
    Source, Terms,
};
use crate::TableId;
use crate::said::{Commitment, Said};

/// The Authority's approval of terms: its reference, and its date.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    /// The Authority's reference, as words that are kept beside the journal.
    pub reference: Commitment,
    /// Its date.
    pub date: Word,
    /// Who wrote it down.
    #[serde(with = "words::player")]
    pub by: Player,
}

impl Approval {
    /// Returns it with the words of its reference.
    pub(crate) fn words(&self, said: &Said) -> Approved {
        let (reference, date) = (said.text(self.reference), self.date.clone());
        Approved { reference, date, by: self.by }
    }
}

/// The prize of one hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AwardLine {
    /// Who has won; nobody whom this house knows, at a table that does not run here.
    #[serde(default, with = "words::some_player", skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// On which area, or which hand of a table that does not run here.
    pub area: u8,
    /// The cards of the hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hand: Vec<Word>,
    /// The clause by which it wins.
    pub clause: Word,
    /// What it gets.
    #[serde(with = "words::cents")]
    pub pays: Cents,
    /// It was paid.
    #[serde(default, skip_serializing_if = "words::is_false")]
    pub paid: bool,
}

croupier_engine::stored! { struct AwardLine { player, area, hand, clause, pays, paid } }

impl AwardLine {
    /// Tells whether it is the prize of the same hand, whether that was paid or not.
    fn is_of(&self, other: &Self) -> bool {
        Self { paid: other.paid, ..self.clone() } == *other
    }
}

/// One wager that was counted, or taken off again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// Where it was made.
    pub from: Source,
    /// In which round.
    pub round: u64,
    /// Who made it; nobody whom this house knows, at a table that does not run here.
    #[serde(default, with = "words::some_player", skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// On which area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<u8>,
    /// How much.
    #[serde(with = "words::cents")]
    pub amount: Cents,
    /// How many whole cents of it moved to or from each meter: major, minor, mystery.
    pub meters: [u64; 3],
    /// What the house bore, because a meter had not enough left to give back.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub borne: [u64; 3],
    /// The share of each meter, if it is not that of the terms that hold now: the wager was made under others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<[Share; 3]>,
}

impl Counted {
    /// Returns it with the shares by which the wager was counted.
    pub(crate) const fn by(self, shares: [Share; 3]) -> Self {
        Self { shares: Some(shares), ..self }
    }
}

const fn is_nothing(parts: &[u64; 3]) -> bool {
    matches!(parts, [0, 0, 0])
}

/// What became of a pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub enum PoolChange {
    /// Its terms were written down, for the first time or anew.
    Drafted {
        name: Commitment,
        terms: Terms,
        #[serde(default, skip_serializing_if = "words::is_false")]
        play: bool,
    },
    /// The Authority has approved its terms.
    Approved(Approval),
    /// It takes wagers from now on.
    Started,
    /// It takes no wagers for the time being.
    Suspended { why: Commitment },
    /// It takes wagers again.
    Resumed,
    /// Other terms were approved, and hold when no wager of the old ones is in play.
    Changing { terms: Terms, approval: Approval },
    /// The other terms hold at all tables.
    Changed,
    /// A table of this floor was linked to it.
    Linked { table: TableId },
    /// A table of this floor is linked to it no more.
    Unlinked { table: TableId },
    /// A table that does not run here was linked to it.
    OutsideLinked {
        outside: OutsideId,
        game: Word,
        name: Commitment,
        #[serde(with = "words::cents")]
        chip: Cents,
    },
    /// A table that does not run here feeds it no more.
    OutsideUnlinked { outside: OutsideId },
    /// Two people have declared the rounds of a table that does not run here over, up to this one.
    OutsideEnded {
        outside: OutsideId,
        round: u64,
        reference: Commitment,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// A message of a table that does not run here was taken; or, with `gap`, one came whose predecessors are missing;
    /// or, with `lie`, one came under the number of another that was taken before.
    Fed {
        outside: OutsideId,
        number: u64,
        what: Fed,
        #[serde(default, skip_serializing_if = "words::is_false")]
        gap: bool,
        #[serde(default, skip_serializing_if = "words::is_false")]
        lie: bool,
    },
    /// A display must show its prizes: at one table, or for all of them.
    DisplayRegistered {
        display: DisplayId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableId>,
        name: Commitment,
    },
    /// A display is registered no more.
    DisplayRemoved { display: DisplayId },
    /// A display is cut off.
    DisplayLost { display: DisplayId },
    /// A display that was cut off shows the prizes again.
    DisplayBack { display: DisplayId },
    /// A wager was counted.
    Contributed(Counted),
    /// A wager that was counted went back.
    Returned(Counted),
    /// The wagers of a round that moved the mystery meter, when they had all been counted.
    Moved {
        from: Source,
        round: u64,
        #[serde(with = "words::cents")]
        before: Cents,
        #[serde(with = "words::cents")]
        after: Cents,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        eligible: Vec<Eligible>,
        #[serde(default, skip_serializing_if = "is_zero")]
        count: u32,
    },
    /// A meter was won, locked, and started again.
    Won {
        award: u32,
        level: Level,
        from: Source,
        round: u64,
        #[serde(with = "words::cents")]
        reading: Cents,
        #[serde(with = "words::cents")]
        seed: Cents,
        lines: Vec<AwardLine>,
    },
    /// Other hands, or other amounts, share a prize than was said before.
    Recounted { award: u32, lines: Vec<AwardLine> },
    /// No hand has won after all: the meter is as it was, with what has come since.
    Restored { award: u32 },
    /// A second person has looked at the hands.
    Verified {
        award: u32,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// The prize of a hand was paid, or taken back.
    Paid {
        award: u32,
        area: u8,
        #[serde(with = "words::cents")]
        amount: Cents,
        #[serde(default, skip_serializing_if = "words::is_false")]
        back: bool,
    },
    /// Who has paid a prize.
    PaidBy {
        award: u32,
        #[serde(with = "words::player")]
        by: Player,
    },
    /// Nothing is left to do about a prize.
    Ended { award: u32 },
    /// The house committed itself to a trigger and to a winner.
    Committed {
        number: u64,
        trigger: Word,
        winner: Word,
        /// The trigger is drawn above this: what the meter starts with, or what it shows if that is more.
        #[serde(with = "words::cents")]
        above: Cents,
        /// The trigger is drawn up to this.
        #[serde(with = "words::cents")]
        ceiling: Cents,
    },
    /// The program has looked at the wagers that moved the meter up to this: the trigger is higher.
    Passed {
        #[serde(with = "words::cents")]
        shown: Cents,
    },
    /// The trigger was passed: what it was, and which of the wagers has won.
    Triggered {
        number: u64,
        #[serde(with = "words::cents")]
        trigger: Cents,
        winner: u32,
        of: u32,
    },
    /// Both keys were shown, and nobody has won: what the trigger was.
    Shown {
        number: u64,
        #[serde(with = "words::cents")]
        trigger: Cents,
    },
    /// Two people gave up both keys as lost. So many moves of the meter stay that nobody can judge; what it holds
    /// stays in it.
    KeyLost { number: u64, unseen: u32 },
    /// The Authority's reference for a meter that was set to something else, and why.
    Adjusted {
        level: Level,
        #[serde(with = "words::cents")]
        before: Cents,
        #[serde(with = "words::cents")]
        after: Cents,
        why: Commitment,
        reference: Commitment,
    },
    /// It takes no wagers any more, and another pool will get what it holds.
    Retiring { heir: PoolId, approval: Approval },
    /// It is over; the other pool has got this of each meter.
    Closed { moved: [u64; 3] },
    /// It has got this for each meter from a pool that is over.
    Inherited { from: PoolId, moved: [u64; 3] },
}

/// A wager that may win the mystery prize.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Eligible {
    /// Whose it is.
    #[serde(with = "words::player")]
    pub player: Player,
    /// On which area.
    pub area: u8,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Pools {
    /// Does what an event says of a pool, whoever decided it: this is the one place where pools change.
    ///
    /// # Errors
    /// Says what in the event cannot be.
    pub(crate) fn take_over(
        &mut self,
        number: PoolId,
        change: &PoolChange,
        (now, said): (u64, &Said),
    ) -> Result<(), String> {
        if let PoolChange::Drafted { name, terms, play } = change {
            let known = self.0.get(&number);
            let same = known.is_none_or(|known| known.state == PoolState::Draft);
            if !same {
                return Err(format!("pool {} is drafted a second time", number.0));
            }
            self.0.insert(number, Pool::draft(number, said.text(*name), terms.clone(), *play));
            return Ok(());
        }
        let pool = self.0.get_mut(&number);
        let pool = pool.ok_or_else(|| format!("there is no pool {}", number.0))?;
        pool.change(change, (now, said))
    }
}

impl Pool {
    /// Begins a pool with its terms.
    fn draft(number: PoolId, name: String, terms: Terms, play: bool) -> Self {
        Self {
            number,
            name,
            play,
            state: PoolState::Draft,
            terms,
            approval: None,
            next: None,
            heir: None,
            tables: Default::default(),
            outside: Default::default(),
            displays: Default::default(),
            levels: [LevelBook::default(); 3],
            retained: 0,
            mystery: None,
            commitments: 0,
            awards: Default::default(),
            past: Default::default(),
            last_award: 0,
        }
    }

    fn change(&mut self, change: &PoolChange, (now, said): (u64, &Said)) -> Result<(), String> {
        match change {
            PoolChange::Drafted { .. } | PoolChange::Adjusted { .. } => {}
            PoolChange::Approved(approval) => {
                (self.state, self.approval) = (PoolState::Approved, Some(approval.words(said)));
            }
            PoolChange::Started | PoolChange::Resumed => self.state = PoolState::Running,
            PoolChange::Suspended { .. } => self.state = PoolState::Suspended,
            PoolChange::Changing { terms, approval } => {
                self.next = Some((terms.clone(), approval.words(said)));
            }
            PoolChange::Changed => {
                let next = self.next.take();
                let (terms, approval) = next.ok_or("no terms wait to be changed")?;
                (self.terms, self.approval) = (terms, Some(approval));
            }
            PoolChange::Linked { table } => drop(self.tables.insert(*table)),
            PoolChange::Unlinked { table } => {
                self.tables.remove(table);
                self.displays.retain(|_, display| display.table != Some(*table));
            }
            PoolChange::OutsideLinked { .. }
            | PoolChange::OutsideUnlinked { .. }
            | PoolChange::OutsideEnded { .. }
            | PoolChange::Fed { .. } => self.outside_changes(change, said)?,
            PoolChange::DisplayRegistered { .. }
            | PoolChange::DisplayRemoved { .. }
            | PoolChange::DisplayLost { .. }
            | PoolChange::DisplayBack { .. } => self.display_changes(change, said)?,
            PoolChange::Contributed(counted) => self.count(counted, true),
            PoolChange::Returned(counted) => self.count(counted, false),
            PoolChange::Moved { from, round, before, after, eligible, count } => {
                let eligible = eligible.iter().map(|it| (it.player, Area(it.area))).collect();
                let (from, round, count, before, after) = (*from, *round, *count, *before, *after);
                self.moved(Crossing { before, after, from, round, eligible, count });
            }
            PoolChange::Won { .. }
            | PoolChange::Recounted { .. }
            | PoolChange::Restored { .. }
            | PoolChange::Verified { .. }
            | PoolChange::Paid { .. }
            | PoolChange::PaidBy { .. }
            | PoolChange::Ended { .. } => self.award_changes(change, now)?,
            PoolChange::Committed { number, trigger, winner, above, ceiling } => {
                self.commitments = *number;
                self.mystery = Some(MysteryDraw {
                    trigger: trigger.to_string(),
                    winner: winner.to_string(),
                    between: (*above, *ceiling),
                    highest: *above,
                    unseen: Vec::new(),
                    counts: false,
                });
            }
            PoolChange::Passed { shown } => {
                let mystery = self.mystery.as_mut().ok_or("no trigger is committed")?;
                mystery.unseen.retain(|it| it.after > *shown);
            }
            PoolChange::Triggered { .. }
            | PoolChange::Shown { .. }
            | PoolChange::KeyLost { .. } => self.mystery = None,
            PoolChange::Retiring { heir, approval } => {
                (self.state, self.heir) = (PoolState::Retiring, Some(*heir));
                self.approval = Some(approval.words(said));
            }
            PoolChange::Closed { moved } => self.close(*moved),
            PoolChange::Inherited { moved, .. } => {
                self.levels.iter_mut().zip(moved).for_each(|(book, it)| book.moved_in += it);
            }
        }
        Ok(())
    }

    /// Ends: what the meters hold went to another pool. The house is committed to its keys until it has shown them.
    fn close(&mut self, moved: [u64; 3]) {
        self.state = PoolState::Closed;
        self.tables.clear();
        // Nothing is shown of it any more.
        self.displays.clear();
        for (book, moved) in self.levels.iter_mut().zip(moved) {
            book.moved_out += moved;
            book.carry = Default::default();
        }
    }

    /// Remembers who moved the mystery meter higher than it was since the trigger was drawn: only they can have
    /// passed it.
    fn moved(&mut self, crossing: Crossing) {
        if let Some(mystery) = self.mystery.as_mut().filter(|it| crossing.after > it.highest) {
            mystery.highest = crossing.after;
            mystery.unseen.push(crossing);
        }
    }

    /// Counts a wager, or takes one off again that was counted.
    fn count(&mut self, counted: &Counted, comes: bool) {
        if let Some(mystery) = self.mystery.as_mut().filter(|_| comes) {
            mystery.counts = true;
        }
        let cents = |cents: u64| i64::try_from(cents).unwrap_or(i64::MAX);
        let sign = if comes { 1 } else { -1 };
        let mut kept = cents(counted.amount.0);
        let shares = counted.shares.unwrap_or_else(|| self.shares());
        for level in Level::ALL {
            let share = shares[level as usize];
            let (moved, borne) =
                (cents(counted.meters[level as usize]), cents(counted.borne[level as usize]));
            let book = &mut self.levels[level as usize];
            match comes {
                true => drop(book.carry.add(counted.amount, share)),
                false => drop(book.carry.subtract(counted.amount, share)),
            }
            book.contributed += sign * (moved + borne);
            kept -= moved + borne;
        }
        self.retained += sign * kept;
    }

    fn outside_changes(&mut self, change: &PoolChange, said: &Said) -> Result<(), String> {
        match change {
            PoolChange::OutsideLinked { outside, game, name, chip } => {
                let (game, name, chip) = (game.clone(), said.text(*name), *chip);
                let (linked, gap) = (true, false);
                let (last, messages, rounds, over) = match self.outside.remove(outside) {
                    Some(known) => (known.last, known.messages, known.rounds, known.over),
                    None => Default::default(),
                };
                let lies = Default::default();
                let it =
                    Outside { game, name, chip, last, linked, gap, messages, lies, rounds, over };
                self.outside.insert(*outside, it);
                Ok(())
            }
            PoolChange::OutsideUnlinked { outside } => {
                self.outside_table(*outside)?.linked = false;
                Ok(())
            }
            PoolChange::OutsideEnded { outside, round, .. } => {
                self.outside_table(*outside)?.over = *round;
                Ok(())
            }
            PoolChange::Fed { outside, number, lie: true, .. } => {
                self.outside_table(*outside)?.lies.insert(*number);
                Ok(())
            }
            PoolChange::Fed { outside, gap: true, .. } => {
                self.outside_table(*outside)?.gap = true;
                Ok(())
            }
            PoolChange::Fed { outside, number, what, .. } => {
                let (price, shares) = (self.terms.wager, self.shares());
                let new = OutsideRound { count: 0, price, shares, won: [false; 2] };
                let table = self.outside_table(*outside)?;
                (table.gap, table.last) = (false, *number);
                table.messages.insert(*number, *what);
                table.tells(*what, new);
                forget(&mut table.messages);
                forget(&mut table.rounds);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn display_changes(&mut self, change: &PoolChange, said: &Said) -> Result<(), String> {
        let (display, lost) = match change {
            PoolChange::DisplayRegistered { display, table, name } => {
                let (name, table) = (said.text(*name), *table);
                self.displays.insert(*display, Display { name, table, lost: false });
                return Ok(());
            }
            PoolChange::DisplayRemoved { display } => {
                self.displays.remove(display);
                return Ok(());
            }
            PoolChange::DisplayLost { display } => (display, true),
            PoolChange::DisplayBack { display } => (display, false),
            _ => return Ok(()),
        };
        let known = self.displays.get_mut(display);
        known.ok_or_else(|| format!("there is no display {}", display.0))?.lost = lost;
        Ok(())
    }

    fn outside_table(&mut self, outside: OutsideId) -> Result<&mut Outside, String> {
        let known = self.outside.get_mut(&outside);
        known.ok_or_else(|| format!("there is no outside table {}", outside.0))
    }

    fn award_changes(&mut self, change: &PoolChange, now: u64) -> Result<(), String> {
        match change {
            PoolChange::Won { award, level, from, round, reading, seed, lines } => {
                let won = Award {
                    number: *award,
                    level: *level,
                    from: *from,
                    round: *round,
                    reading: *reading,
                    seed: *seed,
                    lines: lines.clone(),
                    at: now,
                    verified: None,
                    paid_by: None,
                    reversed: false,
                };
                self.last_award = *award;
                self.awards.insert(*award, won);
            }
            PoolChange::Recounted { award, lines } => {
                let award = self.open_award(*award)?;
                // Hands that a supervisor has looked at need no second look.
                let known = |line: &AwardLine| award.lines.iter().any(|old| old.is_of(line));
                let seen = lines.len() <= award.lines.len() && lines.iter().all(known);
                award.verified = award.verified.filter(|_| seen);
                award.lines.clone_from(lines);
            }
            PoolChange::Restored { award } | PoolChange::Ended { award } => {
                let unknown = || format!("there is no prize {award}");
                let mut over = self.awards.remove(award).ok_or_else(unknown)?;
                over.reversed = matches!(change, PoolChange::Restored { .. });
                self.past.insert(*award, over);
                if self.past.len() > PAST_AWARDS {
                    self.past.pop_first();
                }
            }
            PoolChange::Verified { award, by } => self.open_award(*award)?.verified = Some(*by),
            PoolChange::PaidBy { award, by } => self.open_award(*award)?.paid_by = Some(*by),
            PoolChange::Paid { award, area, amount, back } => {
                let paid = self.open_award(*award)?;
                let level = paid.level;
                let mut lines = paid.lines.iter_mut();
                let line = lines.find(|line| line.area == *area && line.paid == *back);
                line.ok_or_else(|| format!("area {area} has no part in prize {award}"))?.paid =
                    !back;
                let amount = i64::try_from(amount.0).map_err(|error| error.to_string())?;
                self.levels[level as usize].paid += if *back { -amount } else { amount };
            }
            _ => {}
        }
        Ok(())
    }

    fn open_award(&mut self, number: u32) -> Result<&mut Award, String> {
        self.awards.get_mut(&number).ok_or_else(|| format!("there is no prize {number}"))
    }
}

impl Outside {
    /// Takes note of what a message says of a round.
    fn tells(&mut self, what: Fed, new: OutsideRound) {
        match what {
            Fed::Wagers { round, count } => self.rounds.entry(round).or_insert(new).count += count,
            Fed::Returned { round, count } => {
                let known = self.rounds.entry(round).or_insert(new);
                known.count = known.count.saturating_sub(count);
            }
            Fed::Won { round, level: Level::Major, .. } => {
                self.rounds.entry(round).or_insert(new).won[0] = true;
            }
            Fed::Won { round, level: Level::Minor, .. } => {
                self.rounds.entry(round).or_insert(new).won[1] = true;
            }
            Fed::Over { round } => self.over = round,
            Fed::Won { level: Level::Mystery, .. } | Fed::Paid { .. } => {}
        }
    }
}

/// Forgets what is longest ago.
fn forget<T>(known: &mut BTreeMap<u64, T>) {
    if known.len() > REMEMBERED {
        known.pop_first();
    }
}
