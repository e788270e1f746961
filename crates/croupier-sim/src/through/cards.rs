//! Rounds of cards through the engine, from the same cards as the fast gear.

use croupier_engine::effect::Line;
use croupier_engine::input::{Reply, Spot};
use croupier_engine::{Area, Card, Cents, Due, Effect, Input};
use croupier_odds::Decisions;

use super::{Desk, Through, Told, wager};
use crate::cut::Cut;
use crate::deck::Deck;
use crate::draw::Bounds;
use crate::fast::Block;
use crate::fast::cards::GROUP;
use crate::plan::{Plan, Trouble};
use crate::rng::Stream;
use crate::work::is_watched;

/// Where the cards come from, drawn as the fast gear draws them.
struct Supply {
    deck: Deck<u8>,
    stream: Stream,
    cards: Vec<Card>,
    batch: Batch,
    hand: [u8; 6],
    used: usize,
}

/// How the cards of a round are drawn.
enum Batch {
    /// One by one.
    No,
    /// All at once, for a game whose rounds take up to four cards.
    Four(Bounds<4>),
    /// All at once, for a game whose rounds take up to six.
    Six(Bounds<6>),
}

impl Supply {
    fn new(plan: &Plan, block: Block, at_once: usize) -> Self {
        let cards: Vec<_> = (0..Card::COUNT).filter_map(Card::from_index).collect();
        let deck = Deck::new((0..plan.decks()).flat_map(|_| 0..Card::COUNT as u8));
        let one_by_one = plan.behind.is_some() || plan.played_areas() != 1;
        let batch = match at_once {
            4 if !one_by_one => deck.bounds().map_or(Batch::No, Batch::Four),
            6 if !one_by_one => deck.bounds().map_or(Batch::No, Batch::Six),
            _ => Batch::No,
        };
        let stream = Stream::new(block.seed, block.number);
        Self { deck, stream, cards, batch, hand: [0; 6], used: 0 }
    }

    /// Brings all cards back for a round.
    fn all_cards(&mut self) {
        self.used = 0;
        match &self.batch {
            Batch::No => self.deck.shuffle(),
            Batch::Four(bounds) => {
                let [a, b, c, d] = self.deck.deal(bounds, &mut self.stream);
                self.hand = [a, b, c, d, 0, 0];
            }
            Batch::Six(bounds) => self.hand = self.deck.deal(bounds, &mut self.stream),
        }
    }

    fn next(&mut self) -> Input {
        let card = match self.batch {
            Batch::No => self.deck.draw(&mut self.stream),
            Batch::Four(_) | Batch::Six(_) => self.hand[self.used],
        };
        self.used += 1;
        Input::Card { card: self.cards[usize::from(card)], from: None }
    }
}

/// The cutting card in the shoe that is played.
struct Shoe {
    cut: Cut,
    block: u64,
    number: u64,
    seen: bool,
    dealt: u32,
}

impl Shoe {
    /// Tells once that the cutting card comes before the next card.
    fn comes(&mut self, supply: &Supply) -> bool {
        let comes = !self.seen && supply.deck.drawn() == self.cut.front;
        self.seen |= comes;
        comes
    }
}

impl Through<'_> {
    /// Plays a block of rounds of cards.
    pub(super) fn cards(
        &self,
        block: Block,
        desk: &mut Desk,
        told: &mut impl Told,
    ) -> Result<(), Trouble> {
        let mut supply = Supply::new(self.plan, block, self.at_once);
        let decides = Decisions::new(self.plan.kind, &self.plan.table(), &self.plan.strategy);
        let decides = decides.map_err(Trouble::from)?;
        let by_hand = self.plan.shuffles_every_round();
        let mut shoe = Cut::of(self.plan).map(|cut| Shoe {
            cut,
            block: block.number,
            number: 0,
            seen: false,
            dealt: 0,
        });
        let wagers = self.wagers();
        let mut lines = Vec::new();
        told.group(is_watched(block.number, 0));
        for round in 0..block.rounds {
            match &mut shoe {
                Some(shoe) => prepare(shoe, &mut supply, desk, told)?,
                None => {
                    if round > 0 && round.is_multiple_of(GROUP) {
                        told.group(is_watched(block.number, round / GROUP));
                    }
                    supply.all_cards();
                    if by_hand {
                        shuffle(&mut supply, desk)?;
                    }
                }
            }
            for wager in &wagers {
                desk.step(wager)?;
            }
            deal(&decides, shoe.as_mut(), &mut supply, desk, &mut lines)?;
            let sort = shoe.as_mut().map_or(0, |shoe| {
                shoe.dealt += 1;
                usize::from(shoe.dealt > shoe.cut.sure)
            });
            self.tell(sort, &lines, told)?;
            told.round(sort);
            lines.clear();
        }
        told.group(false);
        Ok(())
    }

    /// The inputs that place all stakes: on each area, or once for wagers that have none.
    fn wagers(&self) -> Vec<Input> {
        let mut wagers = Vec::new();
        for stake in &self.plan.stakes {
            if self.plan.kind.layouts()[usize::from(stake.on.0)].on_area {
                wagers.extend((1..=self.plan.areas).map(|area| wager(stake, Some(Area(area)))));
            } else {
                wagers.push(wager(stake, None));
            }
        }
        wagers
    }

    /// Tells which endings the lines of a round are.
    fn tell(&self, sort: usize, lines: &[Line], told: &mut impl Told) -> Result<(), Trouble> {
        for line in lines {
            let spot = &line.spot;
            let Some(row) = self.finder.row(spot.on, spot.mark) else { continue };
            let follower = self.book.follow.filter(|(base, _)| *base == spot.on);
            let follower = follower
                .and_then(|(_, on)| lines.iter().find(|it| it.spot == Spot { on, ..*spot }));
            let Some(ending) = self.finder.ending(row, line, follower) else {
                return Err(Trouble::Other(format!("the exact odds know no such end: {line:?}")));
            };
            told.entry(sort, spot.area.map_or(0, |area| area.0), row, ending);
        }
        Ok(())
    }
}

/// Shuffles and burns where that is due, so that the next round can begin.
fn prepare(
    shoe: &mut Shoe,
    supply: &mut Supply,
    desk: &mut Desk,
    told: &mut impl Told,
) -> Result<(), Trouble> {
    loop {
        match desk.table.expects().due {
            Due::Shuffle => {
                shoe.number += 1;
                told.group(is_watched(shoe.block, shoe.number));
                supply.deck.shuffle();
                (shoe.seen, shoe.dealt) = (false, 0);
                desk.step(&Input::Shuffle { pre_shuffled: false })?;
            }
            Due::Burn => desk.step(&supply.next())?,
            _ if shoe.comes(supply) => desk.step(&Input::CuttingCard)?,
            _ => return Ok(()),
        }
    }
}

/// Shuffles and burns before a round, where no device does.
fn shuffle(supply: &mut Supply, desk: &mut Desk) -> Result<(), Trouble> {
    desk.step(&Input::Shuffle { pre_shuffled: false })?;
    while desk.table.expects().due == Due::Burn {
        desk.step(&supply.next())?;
    }
    Ok(())
}

/// Deals a round to its end and gathers its lines.
fn deal(
    decides: &Decisions,
    mut shoe: Option<&mut Shoe>,
    supply: &mut Supply,
    desk: &mut Desk,
    lines: &mut Vec<Line>,
) -> Result<(), Trouble> {
    loop {
        let input = match desk.table.expects().due {
            Due::Card(_) => {
                if shoe.as_mut().is_some_and(|shoe| shoe.comes(supply)) {
                    desk.step(&Input::CuttingCard)?;
                }
                supply.next()
            }
            Due::Choice(area, _) => {
                let choice = decides.choose(&desk.table, area);
                let reply = choice.map_or(Reply::Absent, Reply::Choice);
                Input::Choose { area, reply, tokens: Cents::ZERO }
            }
            other => return Err(Trouble::Other(format!("{other:?} is due in a round"))),
        };
        desk.step(&input)?;
        for effect in &desk.effects {
            match effect {
                Effect::Settled(line) if line.moves_stake() => lines.push(*line),
                Effect::RoundOver => return Ok(()),
                _ => {}
            }
        }
    }
}
