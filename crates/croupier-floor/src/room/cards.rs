//! The shuffle and the cut: who is offered it, how deep, and where the cutting card goes back.

use croupier_engine::game::{Cut, Cutter};
use croupier_engine::input::Source;
use croupier_engine::{Card, Clause, Input, Player};

use crate::answer::{Denied, Event};
use crate::reason::Reason;
use crate::room::{Room, TableContext};
use crate::task::ToDo;

/// Where the cutting card came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CameOut {
    /// There has been no shuffle yet.
    Opening,
    /// Before the first card of a round.
    First,
    /// On an area.
    Area(u8),
    /// On the dealer's hand.
    Dealer,
    /// It did not: the cards were replaced, or a shuffle was ordered.
    Not,
}

/// A shuffle that is not done yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shuffling {
    pre_shuffled: bool,
    /// A riffle is asked for, and not yet done or refused.
    riffle: bool,
    /// To whom the cut is offered; `None` for the supervisor.
    offered: Option<Player>,
    refused: Vec<Player>,
    cut: Option<u16>,
}

/// How far a shuffle has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// The cards are not being shuffled.
    None,
    /// The cut is offered to a player, or, with `None`, the supervisor cuts.
    Cut(Option<Player>),
    /// The cards can be loaded.
    Load,
}

impl Room {
    /// Says how far the shuffle at this table has come.
    pub fn shuffle(&self) -> Shuffle {
        match &self.shuffling {
            None => Shuffle::None,
            Some(shuffling) if self.cut_rule().is_some() && shuffling.cut.is_none() => {
                Shuffle::Cut(shuffling.offered)
            }
            Some(_) => Shuffle::Load,
        }
    }

    /// Tells whether a riffle is asked for, and not yet done or refused.
    pub(super) fn is_riffle_due(&self) -> bool {
        self.shuffling.as_ref().is_some_and(|shuffling| shuffling.riffle)
    }

    /// The cards are being shuffled; the cut is offered where there is one.
    pub(crate) fn begin_shuffle(
        &mut self,
        pre_shuffled: bool,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let Some(cards) = self.kind.house().cards else {
            return Err(Denied::of(Reason::NoCards));
        };
        if self.shuffling.is_some() {
            return Err(Denied::of(Reason::BeingShuffled));
        }
        if self.table.felt().in_round() {
            return Err(Denied::clause(cards.shuffle, Reason::RoundOn));
        }
        let mut shuffling = Shuffling {
            pre_shuffled,
            riffle: false,
            offered: None,
            refused: Vec::new(),
            cut: None,
        };
        if let Some(cut) = self.cut_rule() {
            let (player, clause) = self.first_cutter(&cut);
            shuffling.offered = player;
            self.offer(player, clause, around);
        }
        self.shuffling = Some(shuffling);
        Ok(())
    }

    /// Returns the rule of the cut: with a shoe only.
    fn cut_rule(&self) -> Option<Cut> {
        let shoe = self.table.rules().source == Some(Source::Shoe);
        self.kind.house().pit.cut.filter(|_| shoe)
    }

    /// Says to whom the cut is offered first.
    fn first_cutter(&self, cut: &Cut) -> (Option<Player>, Clause) {
        let seats = || self.seats.iter().flatten();
        let first = seats().min_by_key(|seat| seat.arrival).map(|seat| seat.player);
        let (left, right) = (self.seated().next(), seats().next_back().map(|seat| seat.player));
        match (self.came_out, cut.later) {
            (CameOut::Opening, _) => (first, cut.opening),
            (_, Cutter::Left(clause)) => (left, clause),
            (CameOut::Area(at), Cutter::ByCuttingCard { area, .. }) => {
                let seat = usize::from(at).checked_sub(1).and_then(|at| self.seats.get(at));
                let there = seat.copied().flatten().map(|seat| seat.player);
                (there.or(right), area)
            }
            (CameOut::Dealer, Cutter::ByCuttingCard { dealer, .. }) => (right, dealer),
            (CameOut::First, Cutter::ByCuttingCard { first, .. }) => (right, first),
            (CameOut::Not, Cutter::ByCuttingCard { replaced, .. }) => (right, replaced),
        }
    }

    fn offer(&self, player: Option<Player>, clause: Clause, around: &mut TableContext<'_>) {
        let clause = clause.0.into();
        around.events.push(Event::CutOffered { table: self.id, to: player, clause });
    }

    /// Somebody asks for a riffle of pre-shuffled cards.
    pub(crate) fn ask_riffle(&mut self, around: &mut TableContext<'_>) -> Result<(), Denied> {
        let Some(riffle) = self.kind.house().pit.riffle else {
            return Err(Denied::of(Reason::NoSuchRule));
        };
        let Some(shuffling) = self.shuffling.as_mut().filter(|it| it.pre_shuffled) else {
            return Err(Denied::clause(riffle.clause, Reason::NotPreShuffled));
        };
        if shuffling.cut.is_some() {
            return Err(Denied::clause(riffle.clause, Reason::IsCut));
        }
        shuffling.riffle = true;
        let task = if riffle.binding { ToDo::Riffle } else { ToDo::DecideRiffle };
        around.task(self.id, task, riffle.clause);
        Ok(())
    }

    /// The riffle is done, or not granted.
    pub(crate) fn riffle(&mut self, granted: bool) -> Result<(), Denied> {
        let rule = self.kind.house().pit.riffle;
        let asked = self.shuffling.as_mut().filter(|it| it.riffle);
        let (Some(rule), Some(shuffling)) = (rule, asked) else {
            return Err(Denied::of(Reason::RiffleNotAsked));
        };
        if rule.binding && !granted {
            return Err(Denied::clause(rule.clause, Reason::RiffleIsDone));
        }
        shuffling.riffle = false;
        Ok(())
    }

    /// The cards are cut, by whom it is offered to.
    pub(crate) fn make_cut(&mut self, by: Option<Player>, depth: u16) -> Result<(), Denied> {
        let total = self.table.shoe().census().total();
        let Some(cut) = self.cut_rule() else {
            return Err(Denied::of(Reason::NoCut));
        };
        let Some(shuffling) = self.shuffling.as_mut() else {
            return Err(Denied::of(Reason::NotBeingShuffled));
        };
        if shuffling.riffle {
            return Err(Denied::of(Reason::RiffleAsked));
        }
        if shuffling.cut.is_some() {
            return Err(Denied::of(Reason::IsCut));
        }
        if shuffling.offered != by {
            return Err(Denied::clause(cut.refused, Reason::CutOfferedToAnother));
        }
        let depth_ = usize::from(depth);
        if depth_ < Card::COUNT || depth_ + Card::COUNT > total {
            return Err(Denied::clause(cut.depth, Reason::CutTooShallow));
        }
        shuffling.cut = Some(depth);
        Ok(())
    }

    /// The cut is refused, and offered to the next player clockwise, in the end to the supervisor.
    pub(crate) fn refuse_cut(
        &mut self,
        by: Player,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let Some(cut) = self.cut_rule() else {
            return Err(Denied::of(Reason::NoCut));
        };
        let Some(mut shuffling) =
            self.shuffling.take_if(|it| it.offered == Some(by) && it.cut.is_none())
        else {
            return Err(Denied::clause(cut.refused, Reason::CutNotOffered));
        };
        shuffling.refused.push(by);
        let from = self.seat_of(by).unwrap_or(0);
        let round = self.seats.iter().cycle().skip(from + 1).take(self.seats.len());
        let mut next = round.flatten().map(|seat| seat.player);
        shuffling.offered = next.find(|player| !shuffling.refused.contains(player));
        self.offer(shuffling.offered, cut.refused, around);
        self.shuffling = Some(shuffling);
        Ok(())
    }

    /// The cards are loaded; the cutting card goes back so many cards from the end.
    pub(crate) fn load(
        &mut self,
        cutting_card: Option<u16>,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let Some(shuffling) = &self.shuffling else {
            return Err(Denied::of(Reason::NotBeingShuffled));
        };
        if shuffling.riffle {
            return Err(Denied::of(Reason::RiffleAsked));
        }
        match (self.cut_rule(), cutting_card) {
            (None, None) => {}
            (None, Some(_)) => return Err(Denied::of(Reason::NoCuttingCard)),
            (Some(cut), _) if shuffling.cut.is_none() => {
                return Err(Denied::clause(cut.refused, Reason::NotCut));
            }
            (Some(cut), card) => {
                let range = cut.behind.range(self.table.shoe().census().total() as u32);
                if !card.is_some_and(|card| range.contains(&card.into())) {
                    let (least, most) = (*range.start() as u16, *range.end() as u16);
                    let reason = Reason::CuttingCardRange { least, most };
                    return Err(Denied::clause(cut.back, reason));
                }
            }
        }
        self.step(&Input::Shuffle, around)?;
        self.shuffling = None;
        self.loaded = true;
        self.cutting_card = cutting_card;
        self.came_out = CameOut::Not;
        Ok(())
    }
}
