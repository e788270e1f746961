//! The cut: to whom it is offered, how deep it may be, and who is next when it is refused or let pass.

use std::ops::RangeInclusive;

use croupier_engine::expects::Place;
use croupier_engine::game::{Cut, Cutter};
use croupier_engine::input::Source;
use croupier_engine::{Card, Clause, Due, Player};

use crate::answer::{Denied, Event, ShuffleCause};
use crate::reason::Reason;
use crate::room::{Riffling, Room, TableContext};

/// Where the cutting card came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CameOut {
    /// There has been no shuffle yet.
    Opening,
    /// Before the first card of a round.
    First,
    /// On an area, where this player's wager lay.
    Area(Option<Player>),
    /// On the dealer's hand.
    Dealer,
    /// It did not: the cards were replaced, or a shuffle was ordered.
    Not,
}

croupier_engine::stored! {
    enum CameOut {
        0 = Opening,
        1 = First,
        2 = Area(player),
        3 = Dealer,
        4 = Not,
    }
}

/// Who says that the cards were cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CutBy {
    /// A player, or a dealer for one.
    Player(Player),
    /// A supervisor who cuts when no player does; `None` for the program.
    House(Option<Player>),
    /// Somebody in the name of a supervisor, who must say it.
    Another,
}

impl Room {
    /// Returns the rule of the cut: with a shoe only.
    pub(crate) fn cut_rule(&self) -> Option<Cut> {
        let shoe = self.table.rules().source == Some(Source::Shoe);
        self.kind.house().pit.cut.filter(|_| shoe)
    }

    /// Returns how deep the cards may be cut: at least a deck from either end, or half of a stack that is
    /// smaller than two.
    pub fn cut_range(&self) -> RangeInclusive<u16> {
        let stack = self.stack() as u16;
        let deck = (Card::COUNT as u16).min(stack / 2);
        deck..=stack - deck
    }

    /// Returns how many cards may lie behind the cutting card.
    pub(super) fn behind_range(&self, cut: &Cut) -> RangeInclusive<u16> {
        let stack = self.stack() as u32;
        let range = cut.behind.range(stack);
        let most = (*range.end()).min(stack / 2);
        (*range.start()).min(most) as u16..=most as u16
    }

    /// Says where the cutting card may go; `None` where there is none.
    pub fn cutting_card_range(&self) -> Option<RangeInclusive<u16>> {
        self.cut_rule().map(|cut| self.behind_range(&cut))
    }

    /// Says that there is no cut here, and no cutting card: the cards are in a shuffling device, or are never cut.
    pub(super) fn not_with_device(&self, reason: Reason) -> Denied {
        let cutting = self.kind.house().cards.and_then(|cards| cards.cutting);
        Denied { reason, clause: cutting.map(|cutting| cutting.device.0.into()) }
    }

    /// Says to whom the cut is offered first.
    pub(super) fn first_cutter(&self, cut: &Cut, cause: ShuffleCause) -> (Option<Player>, Clause) {
        let seats = || self.seats.iter().flatten();
        let first = seats().min_by_key(|seat| seat.arrival).map(|seat| seat.player);
        let (left, right) = (self.seated().next(), seats().next_back().map(|seat| seat.player));
        let (first, left, right) = match self.seated().next() {
            Some(_) => (first, left, right),
            // Nobody sits: whoever stands there with a manager's approval takes part in the cut.
            None => [self.standing().next(); 3].into(),
        };
        match (self.came_out, cut.later) {
            (CameOut::Opening, _) => (first, cut.opening),
            (_, Cutter::Left(clause)) => (left, clause),
            (_, Cutter::ByCuttingCard { replaced, .. }) if cause == ShuffleCause::NewCards => {
                (right, replaced)
            }
            (CameOut::Area(player), Cutter::ByCuttingCard { area, .. }) => {
                (player.filter(|player| self.seat_of(*player).is_some()).or(right), area)
            }
            (CameOut::Dealer, Cutter::ByCuttingCard { dealer, .. }) => (right, dealer),
            (CameOut::First, Cutter::ByCuttingCard { first, .. }) => (right, first),
            // The orders do not say who cuts after a shuffle that was ordered.
            (CameOut::Not, Cutter::ByCuttingCard { .. }) => (right, cut.clause),
        }
    }

    /// Lists those who stand at the table with a manager's approval; others who stand take no part in the cut.
    fn standing(&self) -> impl Iterator<Item = Player> + '_ {
        self.table.rules().approved().filter(|player| self.seat_of(*player).is_none())
    }

    pub(super) fn offer(
        &self,
        player: Option<Player>,
        clause: Clause,
        around: &mut TableContext<'_>,
    ) {
        let clause = clause.0.into();
        around.events.push(Event::CutOffered { table: self.id, to: player, clause });
    }

    /// The cards are cut, by whom it is offered to: a player, or somebody for the house.
    pub(crate) fn make_cut(
        &mut self,
        cut_by: CutBy,
        depth: u16,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let range = self.cut_range();
        let Some(cut) = self.cut_rule() else {
            return Err(self.not_with_device(Reason::NoCut));
        };
        let Some(shuffling) = self.shuffling.as_mut() else {
            return Err(Denied::of(Reason::NotBeingShuffled));
        };
        if shuffling.riffle != Riffling::No {
            return Err(Denied::of(Reason::RiffleAsked));
        }
        if shuffling.cut.is_some() {
            return Err(Denied::of(Reason::IsCut));
        }
        let (by, offered) = match cut_by {
            CutBy::Player(player) => (Some(player), shuffling.offered == Some(player)),
            CutBy::House(person) => (person, shuffling.offered.is_none()),
            CutBy::Another => (None, false),
        };
        if !offered {
            return Err(Denied::clause(cut.refused, Reason::CutOfferedToAnother));
        }
        if !range.contains(&depth) {
            return Err(Denied::clause(cut.depth, Reason::CutTooShallow));
        }
        shuffling.cut = Some(depth);
        if let Some(burn) = self.burn.as_mut().filter(|burn| burn.cut.is_none()) {
            burn.cut = Some(depth);
        }
        let (table, clause) = (self.id, cut.depth.0.into());
        around.events.push(Event::WasCut { table, by, depth, clause });
        Ok(())
    }

    /// The cut is refused, and offered to the next player clockwise, in the end to the supervisor.
    pub(crate) fn refuse_cut(
        &mut self,
        by: Player,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let from = self.seat_of(by).unwrap_or(0);
        self.pass_cut(by, from, around)
    }

    /// A player has let the time for the cut pass; that is not a refusal, and is recorded as what it is.
    pub(crate) fn lapse_cut(
        &mut self,
        player: Player,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let clause = self.cut_rule().map(|cut| cut.refused.0.into());
        let (table, events) = (self.id, around.events.len());
        let from = self.seat_of(player).unwrap_or(0);
        self.pass_cut(player, from, around)?;
        let clause = clause.unwrap_or_default();
        around.events.insert(events, Event::CutLapsed { table, player, clause });
        Ok(())
    }

    /// Offers the cut to the next player clockwise from a seat.
    fn pass_cut(
        &mut self,
        by: Player,
        from: usize,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let Some(cut) = self.cut_rule() else {
            return Err(self.not_with_device(Reason::NoCut));
        };
        let Some(mut shuffling) =
            self.shuffling.take_if(|it| it.offered == Some(by) && it.cut.is_none())
        else {
            return Err(Denied::clause(cut.refused, Reason::CutNotOffered));
        };
        shuffling.refused.push(by);
        let round = self.seats.iter().cycle().skip(from + 1).take(self.seats.len());
        let mut next = round.flatten().map(|seat| seat.player).chain(self.standing());
        let offered = next.find(|player| !shuffling.refused.contains(player));
        drop(next);
        shuffling.offered = offered;
        self.offer(shuffling.offered, cut.refused, around);
        self.shuffling = Some(shuffling);
        Ok(())
    }

    /// Offers the cut to the next player when the one to whom it is offered has left this seat.
    pub(super) fn cutter_left(&mut self, by: Player, seat: usize, around: &mut TableContext<'_>) {
        // Whoever is not offered the cut leaves without a word about it.
        let _not_offered = self.pass_cut(by, seat, around);
    }

    /// Says where the cutting card would come out now.
    pub(super) fn cutting_card_at(&self) -> CameOut {
        if !self.table.felt().in_round() {
            return CameOut::First;
        }
        let Due::Card(Place::Area(area)) = self.table.expects().due else {
            return CameOut::Dealer;
        };
        let mut owner = None;
        self.table.each_standing(|wager| {
            if wager.spot.area == Some(area) && owner.is_none() {
                owner = Some(wager.spot.player);
            }
        });
        CameOut::Area(owner)
    }
}
