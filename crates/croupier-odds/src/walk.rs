//! Odds by walking the engine itself: chance is a player, and every card and roll that can come does.
//!
//! This is the general way, for any game that the engine can play: it knows nothing of a game but its
//! description. Cards that the game treats alike are one class, and states that differ in nothing that
//! matters are looked at once. Where a player decides, the strategy does, or the best expectation.

mod dice;
mod rounds;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use croupier_engine::describe::{Description, WagerKind};
use croupier_engine::input::{Choice, Reply, Spot};
use croupier_engine::money::Rounding;
use croupier_engine::wager::{Price, Verdict};
use croupier_engine::{
    AnyTable, Area, Card, Cents, Due, Effect, Input, Line, Outcome, Player, Setup, WagerId,
};

use crate::decisions::{Seen, seen};
use crate::fast::Answer;
use crate::part::{Part, Pay};
use crate::plan::Decide;
use crate::ratio::Ratio;
use crate::report::{Judged, LeftOut, Odds};
use crate::shoe::Composition;
use crate::{Question, Strategy, Unanswered, split};

/// The one player, and where that player sits.
const PLAYER: Player = Player(0);
const AREA: Area = Area(1);

/// A walk through all that can happen in a round.
pub(crate) struct Walk<'a> {
    question: &'a Question,
    strategy: Strategy,
    game: Description,
    table: AnyTable,
    /// A stake that no payment on it is rounded.
    stake: Cents,
    /// Everything that was found to become of a wager; an ending is its place here.
    endings: Vec<Vec<Part>>,
    known: HashMap<Vec<u8>, Rc<Spread>>,
    /// What was decided with which cards.
    pub(crate) decided: BTreeMap<Seen, Choice>,
}

/// In how many ways each ending of each wager comes, and how often so many cards are dealt.
type Spread = BTreeMap<Key, u128>;

/// A wager with its number and its ending; or a number of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Ends(u8, Option<u8>, usize),
    Cards(u32),
}

/// What is left to be drawn, by class.
struct Left {
    /// The cards of each class, and how many of each card.
    classes: Vec<Vec<(Card, u32)>>,
    total: u32,
    drawn: u32,
}

impl<'a> Walk<'a> {
    /// Prepares a walk over all rounds that the question is about.
    pub(crate) fn new(question: &'a Question) -> Result<Self, Unanswered> {
        let game = question.kind.describe();
        let strategy = question.strategy.at(question.kind);
        if matches!(strategy, Strategy::Total) {
            return Err(Unanswered::NoChart(question.kind));
        }
        let setup = Setup {
            chip: Cents(1),
            limits: Vec::new(),
            fresh: false,
            method: None,
            ..question.setup.clone()
        };
        let table = AnyTable::open(question.kind, &setup)?;
        let stake = fair_stake(&game);
        let (endings, known, decided) = (Vec::new(), HashMap::new(), BTreeMap::new());
        Ok(Self { question, strategy, game, table, stake, endings, known, decided })
    }

    /// Returns how many decks are in play.
    pub(crate) fn decks(&self) -> u8 {
        self.table.rules().decks
    }

    /// Walks every card and roll that can come, and adds up how often each end comes.
    pub(crate) fn count(&mut self) -> Result<Answer, Unanswered> {
        if self.game.cards.is_none() {
            return self.count_dice();
        }
        let decks = self.table.rules().decks;
        let shoe = self.question.shoe.clone().unwrap_or_else(|| Composition::full(decks));
        let most = self.question.kind.most_cards(1, true);
        if shoe.total() < most {
            return Err(Unanswered::TooFewCards { needed: most, left: shoe.total() });
        }
        if self.game.choices.is_empty() {
            let spread = self.weigh_rounds(&shoe, most)?;
            return Ok(self.answer(&spread));
        }
        let mut table = self.table.clone();
        self.place_all(&mut table);
        let mut left = Left::new(&shoe, |card| self.question.kind.class(card));
        let spread = self.walk(&table, &mut left, &mut Vec::new())?;
        Ok(self.answer(&spread))
    }

    /// Places every wager that the table takes before the deal; a second time for those that need one.
    fn place_all(&self, table: &mut AnyTable) {
        for _ in 0..2 {
            for wager in self.game.wagers.iter().filter(|wager| !wager.follows) {
                for mark in wager.marks() {
                    let spot = spot(wager, mark);
                    let mut stands = false;
                    table.each_standing(|it| {
                        stands |= (it.spot.on, it.spot.mark) == (spot.on, spot.mark)
                    });
                    if !stands {
                        // What is refused is not on offer at this table.
                        let _refused = table.step(&self.wager(wager, mark), &mut Vec::new());
                    }
                }
            }
        }
    }

    fn wager(&self, wager: &WagerKind, mark: Option<u8>) -> Input {
        let amount = if wager.fixed_price { self.jackpot_price() } else { self.stake };
        Input::Wager { spot: spot(wager, mark), amount, confirmed: false }
    }

    fn jackpot_price(&self) -> Cents {
        self.question.setup.jackpot.as_ref().map_or(self.stake, |jackpot| jackpot.wager)
    }

    /// Follows a round from here to its end, over everything that can come.
    fn walk(
        &mut self,
        table: &AnyTable,
        left: &mut Left,
        settled: &mut Vec<Settled>,
    ) -> Result<Rc<Spread>, Unanswered> {
        let known = settled.iter().map(|it| (it.on, it.mark, &it.part.verdict));
        let key = self.key(table, known);
        if let Some(known) = self.known.get(&key) {
            return Ok(Rc::clone(known));
        }
        let spread = Rc::new(match table.expects().due {
            Due::Card(_) => self.draw(table, left, settled)?,
            Due::Choice(area, choices) => self.choose(table, area, choices, left, settled)?,
            other => return Err(self.trouble(format!("{other:?} is due in a round"))),
        });
        self.known.insert(key, Rc::clone(&spread));
        Ok(spread)
    }

    /// Draws a card of every class.
    fn draw(
        &mut self,
        table: &AnyTable,
        left: &mut Left,
        settled: &mut Vec<Settled>,
    ) -> Result<Spread, Unanswered> {
        let mut spread = Spread::new();
        for class in 0..left.classes.len() {
            let Some((card, ways)) = left.take(class) else { continue };
            let input = Input::Card { card, from: None };
            let then = self.step(table, &input, left, settled);
            left.put_back(class, card);
            for (key, more) in then?.iter() {
                *spread.entry(*key).or_default() += ways * more;
            }
        }
        Ok(spread)
    }

    /// Decides, by the strategy or by what is worth most.
    fn choose(
        &mut self,
        table: &AnyTable,
        area: Area,
        choices: &[Choice],
        left: &mut Left,
        settled: &mut Vec<Settled>,
    ) -> Result<Spread, Unanswered> {
        let felt = table.felt();
        let (hand, dealer) = (felt.hand(area).cards(), felt.dealer().cards());
        let forced = self.forced(choices, hand, dealer)?;
        let mut best: Option<(Choice, Ratio, Rc<Spread>)> = None;
        // What places no wager goes first, so that a wager is made only where it is worth more.
        let places = |choice: &Choice| self.question.kind.follow_up(*choice).is_some();
        let mut choices: Vec<Choice> = choices.to_vec();
        choices.sort_by_key(places);
        for choice in choices.into_iter().filter(|choice| forced.is_none_or(|it| it == *choice)) {
            let input = Input::Choose { area, reply: Reply::Choice(choice), tokens: Cents::ZERO };
            let spread = self.step(table, &input, left, settled)?;
            let worth = self.worth(&spread);
            if best.as_ref().is_none_or(|(_, most, _)| worth > *most) {
                best = Some((choice, worth, spread));
            }
        }
        let Some((choice, _, spread)) = best else {
            return Err(self.trouble("nothing can be chosen".to_owned()));
        };
        let in_any_order = self.game.cards.map_or(1, |cards| cards.in_any_order);
        self.decided.insert(seen(self.question.kind, in_any_order, hand, dealer), choice);
        Ok(Rc::unwrap_or_clone(spread))
    }

    /// Returns what the strategy says, unless it says to take what is best.
    fn forced(
        &self,
        choices: &[Choice],
        hand: &[Card],
        dealer: &[Card],
    ) -> Result<Option<Choice>, Unanswered> {
        Ok(match (&self.strategy, hand, dealer) {
            (Strategy::Always(choice), _, _) => Some(*choice).filter(|it| choices.contains(it)),
            (Strategy::Own(plan), &[first, second], &[dealer]) => {
                let draws = plan.decide([first, second], dealer) == Decide::Draw;
                let places = |choice: &Choice| self.question.kind.follow_up(*choice).is_some();
                choices.iter().copied().find(|choice| places(choice) == draws)
            }
            (Strategy::Best, _, _) => None,
            (Strategy::Total | Strategy::Own(_), _, _) => {
                return Err(Unanswered::NoChart(self.question.kind));
            }
        })
    }

    /// Takes one input and walks on from there.
    fn step(
        &mut self,
        table: &AnyTable,
        input: &Input,
        left: &mut Left,
        settled: &mut Vec<Settled>,
    ) -> Result<Rc<Spread>, Unanswered> {
        let (mut next, mut effects) = (table.clone(), Vec::new());
        next.step(input, &mut effects)?;
        let before = settled.len();
        let mut over = false;
        for effect in &effects {
            match effect {
                Effect::Settled(line) if line.moves_stake() => {
                    let part = self.part(line, line.spot.mark)?;
                    settled.push(Settled { on: line.spot.on, mark: line.spot.mark, part });
                }
                Effect::RoundOver => over = true,
                _ => {}
            }
        }
        let spread = if over {
            Ok(Rc::new(self.end(left, settled)))
        } else {
            self.walk(&next, left, settled)
        };
        settled.truncate(before);
        spread
    }

    /// Notes what became of each wager, as often as the cards that are not dealt could have come.
    fn end(&mut self, left: &Left, settled: &[Settled]) -> Spread {
        let most = self.question.kind.most_cards(1, true);
        let undrawn = (left.drawn..most).map(|drawn| u128::from(left.total - drawn));
        let ways = undrawn.product::<u128>();
        let mut spread = Spread::from([(Key::Cards(left.drawn), ways)]);
        for one in settled {
            let mut parts = vec![one.part];
            let followed = self.game.choices.iter().filter(|it| it.equals == Some(one.on));
            let mut followers = followed.filter_map(|it| it.places);
            let follower = followers.find_map(|on| settled.iter().find(|settled| settled.on == on));
            parts.extend(follower.map(|follower| follower.part));
            let ending = self.ending(parts);
            *spread.entry(Key::Ends(one.on.0, one.mark, ending)).or_default() += ways;
        }
        spread
    }

    fn ending(&mut self, parts: Vec<Part>) -> usize {
        let known = self.endings.iter().position(|known| *known == parts);
        known.unwrap_or_else(|| {
            self.endings.push(parts);
            self.endings.len() - 1
        })
    }

    /// Returns what all wagers that were placed by themselves are worth, times all ways.
    fn worth(&self, spread: &Spread) -> Ratio {
        let worth = spread.iter().map(|(key, ways)| match *key {
            Key::Ends(on, _, ending) if !self.question.kind.follows(WagerId(on)) => {
                let parts = self.endings[ending].iter();
                let net: Ratio = parts.map(|part| part.net(&self.question.terms)).sum();
                net * Ratio::new(*ways as i128, 1)
            }
            Key::Ends(..) | Key::Cards(_) => Ratio::zero(),
        });
        worth.sum()
    }

    /// Finds the verdict behind a line, and what it is paid by the prices that were asked for; the number
    /// is the wager's own, or the point that it stands on.
    fn part(&self, line: &Line, number: Option<u8>) -> Result<Part, Unanswered> {
        Ok(self.priced(line.spot.on, number, self.verdict(line, number)?))
    }

    /// Says what a verdict is paid by the prices that were asked for.
    fn priced(&self, on: WagerId, number: Option<u8>, verdict: Verdict) -> Part {
        let pay = Pay { prices: &self.question.prices, terms: self.question.terms };
        let part = pay.part(on, number, verdict);
        let wager = &self.game.wagers[usize::from(on.0)];
        let price = if wager.fixed_price { self.jackpot_price() } else { part.price };
        Part { price, charge: self.charge(wager, number), ..part }
    }

    /// Returns what placing a wager costs for each unit, at the price that is asked for.
    fn charge(&self, wager: &WagerKind, number: Option<u8>) -> (u64, u64) {
        let pay = Pay { prices: &self.question.prices, terms: self.question.terms };
        let variant = self.question.setup.variant;
        let mut rows = wager.pays.iter().filter(|row| row.is_paid_at(variant));
        let row = rows.find(|row| row.holds_for(number)).and_then(|row| row.verdict());
        let quote = row.and_then(|verdict| pay.part(wager.id, number, verdict).wins_at());
        let rate = quote
            .and_then(|quote| self.question.kind.commission_rate(wager.id, quote.wins, quote.per));
        rate.unwrap_or((0, 1))
    }

    fn verdict(&self, line: &Line, number: Option<u8>) -> Result<Verdict, Unanswered> {
        let wager = &self.game.wagers[usize::from(line.spot.on.0)];
        let ends = Verdict {
            outcome: line.outcome,
            price: Price::None,
            part: (1, 1),
            rounding: Rounding::Up,
            clause: line.clause,
        };
        if line.outcome != Outcome::Win {
            return Ok(ends);
        }
        if wager.fixed_price {
            return Ok(Verdict { price: Price::Prize(line.pays), ..ends });
        }
        let variant = self.question.setup.variant;
        let rows = wager.pays.iter().filter(|row| row.is_paid_at(variant) && row.holds_for(number));
        let mut verdicts = rows.filter_map(|row| row.verdict());
        let same = |verdict: &Verdict| {
            let paid = verdict.settle(line.stake, Cents(1));
            verdict.clause == line.clause && paid == (line.pays, line.back)
        };
        verdicts.find(same).ok_or_else(|| {
            let Line { pays, stake, clause, .. } = line;
            let name = wager.name;
            self.trouble(format!(
                "no row of the pay table pays {name} {pays} on {stake} ({clause})"
            ))
        })
    }

    fn trouble(&self, why: String) -> Unanswered {
        Unanswered::NotCounted(self.question.kind, why)
    }

    /// Returns all that decides how a round goes on: hands by class, choices, and what was settled.
    fn key<'v>(
        &self,
        table: &AnyTable,
        settled: impl Iterator<Item = (WagerId, Option<u8>, &'v Verdict)>,
    ) -> Vec<u8> {
        let felt = table.felt();
        let in_any_order = self.game.cards.map_or(1, |cards| cards.in_any_order);
        let mut key = Vec::with_capacity(32);
        let mut hand = |cards: &[Card]| {
            let from = key.len();
            key.extend(cards.iter().map(|&card| self.question.kind.class(card)));
            let sorted = key.len().min(from + in_any_order);
            key[from..sorted].sort_unstable();
            key.push(u8::MAX);
        };
        hand(felt.dealer().cards());
        hand(felt.shared().cards());
        for area in 1..=self.game.areas.map_or(0, |areas| areas.count) {
            hand(felt.hand(Area(area)).cards());
        }
        key.push(felt.choice(AREA).map_or(u8::MAX, |choice| choice as u8));
        for (on, mark, verdict) in settled {
            key.extend([on.0, mark.unwrap_or(u8::MAX), verdict.outcome as u8]);
            key.extend(verdict.clause.0.bytes());
        }
        key
    }

    /// Writes the odds of every wager from the ways in which it ends.
    fn answer(&self, spread: &Spread) -> Answer {
        let all: u128 = spread.iter().filter_map(|(key, ways)| key.cards().map(|_| ways)).sum();
        let share = |ways: u128, of: u128| Ratio::new(ways as i128, of.max(1));
        let cards = spread.iter().filter_map(|(key, ways)| Some((key.cards()?, *ways)));
        let cards = cards.map(|(cards, ways)| Ratio::new(cards.into(), 1) * share(ways, all)).sum();
        let mut answer = Answer::new(Vec::new(), cards);
        for wager in &self.game.wagers {
            for mark in wager.marks() {
                if let Err(refusal) =
                    split::check(self.question.kind, wager, mark, self.question.terms)
                {
                    answer.left_out.push(LeftOut { on: wager.id, mark, refusal });
                    continue;
                }
                let ends = |key: &Key| key.ending_of(wager.id, mark);
                let ends = || spread.iter().filter_map(|(key, ways)| Some((ends(key)?, *ways)));
                let total: u128 = ends().map(|(_, ways)| ways).sum();
                if total == 0 {
                    continue;
                }
                let judged =
                    ends().map(|(at, ways)| (self.endings[at].clone(), share(ways, total)));
                let judged: Vec<Judged> = judged.collect();
                let more = judged.iter().filter(|(parts, _)| parts.len() > 1);
                let more: Ratio = more.map(|(_, probability)| probability.clone()).sum();
                let odds = Odds::new(wager.id, mark, judged, &self.question.terms);
                let placed = wager.follows.then(|| share(total, all));
                answer.wagers.push(Odds { placed, average_stake: Ratio::one() + more, ..odds });
            }
        }
        answer
    }
}

impl Key {
    fn cards(&self) -> Option<u32> {
        match *self {
            Self::Cards(cards) => Some(cards),
            Self::Ends(..) => None,
        }
    }

    fn ending_of(&self, on: WagerId, mark: Option<u8>) -> Option<usize> {
        match *self {
            Self::Ends(of, with, ending) if of == on.0 && with == mark => Some(ending),
            Self::Ends(..) | Self::Cards(_) => None,
        }
    }
}

/// A wager that was settled in the round.
struct Settled {
    on: WagerId,
    mark: Option<u8>,
    part: Part,
}

impl Left {
    fn new(shoe: &Composition, class: impl Fn(Card) -> u8) -> Self {
        let mut classes: BTreeMap<u8, Vec<(Card, u32)>> = BTreeMap::new();
        for card in (0..Card::COUNT).filter_map(Card::from_index) {
            classes.entry(class(card)).or_default().push((card, shoe.count(card)));
        }
        Self { classes: classes.into_values().collect(), total: shoe.total(), drawn: 0 }
    }

    /// Takes a card of a class, and says how many there were.
    fn take(&mut self, class: usize) -> Option<(Card, u128)> {
        let cards = &mut self.classes[class];
        let ways = cards.iter().map(|(_, count)| u128::from(*count)).sum();
        let (card, count) = cards.iter_mut().find(|(_, count)| *count > 0)?;
        *count -= 1;
        self.drawn += 1;
        Some((*card, ways))
    }

    fn put_back(&mut self, class: usize, card: Card) {
        let mut cards = self.classes[class].iter_mut();
        if let Some((_, count)) = cards.find(|(of, _)| *of == card) {
            *count += 1;
            self.drawn -= 1;
        }
    }
}

/// Returns a stake that every price and every part of the game divides.
fn fair_stake(game: &Description) -> Cents {
    let rows = game.wagers.iter().flat_map(|wager| &wager.pays);
    let units = rows.map(|row| u64::from(row.odds.per) * u64::from(row.part.1));
    // A surrender gives half back.
    Cents(units.fold(100, common_multiple) * 2)
}

fn common_multiple(one: u64, other: u64) -> u64 {
    let (mut a, mut b) = (one, other);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    one / a * other
}

fn spot(wager: &WagerKind, mark: Option<u8>) -> Spot {
    let area = wager.on_area.then_some(AREA);
    Spot { player: PLAYER, area, on: wager.id, mark, tokens: false }
}
