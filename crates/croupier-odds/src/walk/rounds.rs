//! Every round that can be dealt in a game without choices, walked once and then only weighed.
//!
//! How a round goes depends on the classes of its cards alone; how often it comes, on how many cards of
//! each class are left. So the rounds are gathered by the classes that they take, and the same rounds
//! answer for every shoe, stake and price. A PAR sheet asks a thousand times. Everything is gathered in an
//! order that follows from the game, so that the same question gives the same answer in the same order.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use croupier_engine::wager::Verdict;
use croupier_engine::{AnyTable, Card, Effect, Input, Kind, Setup, WagerId};

use super::{Key, Spread, Walk};
use crate::Unanswered;
use crate::shoe::Composition;

/// The rounds of a game. They lie one after the other, because they are all read again and again.
#[derive(Debug, Default)]
pub(super) struct Rounds {
    /// What can become of the wagers of a round.
    endings: Vec<Vec<Ended>>,
    /// Rounds that take the same number of cards of each class.
    draws: Vec<Draw>,
    /// The classes of each draw in turn, by their place among all that are there, and how many cards.
    taken: Vec<(u8, u8)>,
    /// The endings of each draw in turn, and in how many orders of its classes the wagers end so.
    ends: Vec<(u32, u32)>,
}

/// A wager that ended.
#[derive(Clone, Debug, PartialEq)]
struct Ended {
    on: WagerId,
    mark: Option<u8>,
    verdict: Verdict,
}

/// How many cards a draw takes, of how many classes, and in how many ways it ends.
#[derive(Clone, Copy, Debug)]
struct Draw {
    cards: u32,
    classes: u32,
    ends: u32,
}

/// Rounds that are over, by the cards that they take: in how many orders they come to each ending.
type Over = BTreeMap<Vec<u32>, BTreeMap<u32, u64>>;

/// What a set of rounds was walked for.
#[derive(Clone, Debug, PartialEq)]
struct For {
    kind: Kind,
    setup: Setup,
    classes: Vec<u8>,
}

/// Rounds that were walked, the newest last. There are seldom more than one set in a run.
static KNOWN: Mutex<Vec<(For, Arc<Rounds>)>> = Mutex::new(Vec::new());
const KEPT: usize = 4;

/// Rounds in the same state: the table, what was settled, the cards of each class, in how many orders.
struct State {
    table: AnyTable,
    ended: Vec<Ended>,
    taken: Vec<u32>,
    orders: u64,
}

impl Walk<'_> {
    /// Weighs the rounds of a game without choices by what is left in the shoe.
    pub(super) fn weigh_rounds(
        &mut self,
        shoe: &Composition,
        most: u32,
    ) -> Result<Spread, Unanswered> {
        let counts = self.counts(shoe);
        let rounds = self.rounds(counts.iter().map(|(class, _)| *class).collect())?;
        let up_to_most = |cards: u32| (0..=most).map(|drawn| falling(cards, drawn)).collect();
        let of_class: Vec<Vec<u128>> = counts.iter().map(|(_, cards)| up_to_most(*cards)).collect();
        let undrawn = (0..=most).map(|drawn| falling(shoe.total() - drawn, most - drawn));
        let undrawn: Vec<u128> = undrawn.collect();
        let mut ways = vec![0; rounds.endings.len()];
        let mut spread = Spread::new();
        let mut by_cards = vec![0; undrawn.len()];
        let (mut taken, mut ends) = (rounds.taken.iter(), rounds.ends.iter());
        for draw in &rounds.draws {
            let classes = taken.by_ref().take(draw.classes as usize);
            let of_each = classes.map(|&(at, many)| of_class[usize::from(at)][usize::from(many)]);
            let weight = of_each.product::<u128>() * undrawn[draw.cards as usize];
            for &(ending, orders) in ends.by_ref().take(draw.ends as usize) {
                let more = weight * u128::from(orders);
                ways[ending as usize] += more;
                by_cards[draw.cards as usize] += more;
            }
        }
        for (cards, ways) in (0..).zip(by_cards).filter(|(_, ways)| *ways > 0) {
            spread.insert(Key::Cards(cards), ways);
        }
        for (ended, ways) in rounds.endings.iter().zip(ways).filter(|(_, ways)| *ways > 0) {
            for &Ended { on, mark, verdict } in ended {
                let ending = self.ending(vec![self.priced(on, mark, verdict)]);
                *spread.entry(Key::Ends(on.0, mark, ending)).or_default() += ways;
            }
        }
        Ok(spread)
    }

    /// Lists the classes of which cards are left, and how many.
    fn counts(&self, shoe: &Composition) -> Vec<(u8, u32)> {
        let mut counts = BTreeMap::new();
        for card in (0..Card::COUNT).filter_map(Card::from_index) {
            *counts.entry(self.question.kind.class(card)).or_default() += shoe.count(card);
        }
        counts.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    /// Returns the rounds that can be dealt from cards of these classes.
    fn rounds(&self, classes: Vec<u8>) -> Result<Arc<Rounds>, Unanswered> {
        let setup = self.question.setup.clone();
        let wanted = For { kind: self.question.kind, setup, classes };
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, rounds)) = known().iter().find(|(it, _)| *it == wanted) {
            return Ok(Arc::clone(rounds));
        }
        let rounds = Arc::new(self.walk_rounds(&wanted.classes)?);
        let mut known = known();
        let over = (known.len() + 1).saturating_sub(KEPT);
        known.drain(..over);
        known.push((wanted, Arc::clone(&rounds)));
        Ok(rounds)
    }

    /// Deals every round, card by card: rounds that are in the same state go on as one.
    fn walk_rounds(&self, classes: &[u8]) -> Result<Rounds, Unanswered> {
        let cards = || (0..Card::COUNT).filter_map(Card::from_index);
        let class = |card: &Card| self.question.kind.class(*card);
        let of_class = |it: &u8| cards().filter(|card| class(card) == *it).collect();
        let alike: Vec<Vec<Card>> = classes.iter().map(of_class).collect();
        let mut table = self.table.clone();
        self.place_all(&mut table);
        let taken = vec![0; classes.len()];
        let mut now = vec![State { table, ended: Vec::new(), taken, orders: 1 }];
        let (mut endings, mut over) = (Vec::new(), Over::new());
        while !now.is_empty() {
            let mut next: BTreeMap<Vec<u8>, State> = BTreeMap::new();
            for state in &now {
                for (class, alike) in alike.iter().enumerate() {
                    let Some((state, is_over)) = self.deal(state, class, alike)? else { continue };
                    if is_over {
                        let at = place(&mut endings, state.ended);
                        let ends = over.entry(state.taken).or_default();
                        *ends.entry(at).or_default() += state.orders;
                        continue;
                    }
                    let ended = state.ended.iter().map(|it| (it.on, it.mark, &it.verdict));
                    let (key, orders) = (self.key(&state.table, ended), state.orders);
                    next.entry(key).and_modify(|it| it.orders += orders).or_insert(state);
                }
            }
            now = next.into_values().collect();
        }
        Rounds::of(endings, &over).ok_or_else(|| self.trouble("too many rounds".to_owned()))
    }

    /// Deals one of the cards that are alike, and tells whether the round is over; `None` when the decks
    /// hold no more of them.
    fn deal(
        &self,
        state: &State,
        class: usize,
        alike: &[Card],
    ) -> Result<Option<(State, bool)>, Unanswered> {
        let of_each = u32::from(self.decks());
        let Some(&card) = alike.get((state.taken[class] / of_each) as usize) else {
            return Ok(None);
        };
        let (mut table, mut effects) = (state.table.clone(), Vec::new());
        table.step(&Input::Card { card, from: None }, &mut effects)?;
        let (mut taken, mut ended, mut over) = (state.taken.clone(), state.ended.clone(), false);
        taken[class] += 1;
        for effect in &effects {
            match effect {
                Effect::Settled(line) if line.moves_stake() => {
                    let (on, mark) = (line.spot.on, line.spot.mark);
                    ended.push(Ended { on, mark, verdict: self.verdict(line, mark)? });
                }
                Effect::RoundOver => over = true,
                _ => {}
            }
        }
        Ok(Some((State { table, ended, taken, orders: state.orders }, over)))
    }
}

impl Rounds {
    /// Writes rounds one after the other; `None` if there are more than can be counted.
    fn of(endings: Vec<Vec<Ended>>, over: &Over) -> Option<Self> {
        let mut rounds = Self { endings, ..Self::default() };
        for (taken, ends) in over {
            let classes = (0..).zip(taken).filter(|(_, many)| **many > 0);
            let before = rounds.taken.len();
            for (class, &many) in classes {
                rounds.taken.push((class, u8::try_from(many).ok()?));
            }
            for (&ending, &orders) in ends {
                rounds.ends.push((ending, u32::try_from(orders).ok()?));
            }
            rounds.draws.push(Draw {
                cards: taken.iter().sum(),
                classes: (rounds.taken.len() - before) as u32,
                ends: ends.len() as u32,
            });
        }
        Some(rounds)
    }
}

/// Returns the place of an ending among those that are known, and adds it if it is new.
fn place(endings: &mut Vec<Vec<Ended>>, ended: Vec<Ended>) -> u32 {
    let known = endings.iter().position(|known| *known == ended);
    let at = known.unwrap_or_else(|| {
        endings.push(ended);
        endings.len() - 1
    });
    at as u32
}

/// Returns in how many ways so many cards can be drawn one after the other.
fn falling(cards: u32, drawn: u32) -> u128 {
    (0..drawn).map(|gone| u128::from(cards.saturating_sub(gone))).product()
}
