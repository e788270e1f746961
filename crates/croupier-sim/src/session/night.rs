//! One night at the table: the driver that turns a strategy into inputs.

use croupier_engine::card::baccarat_count;
use croupier_engine::describe::Description;
use croupier_engine::input::{Choice, Reply, Spot};
use croupier_engine::{
    AnyTable, Area, Cents, Dice, Due, Effect, Input, Kind, Line, Outcome, Player, Refusal, WagerId,
};

use super::cards::Cards;
use super::stake::{Sized, size};
use super::tally::{self, Tally};
use super::{End, PATHS, Plan};
use crate::Stream;
use crate::strategy::{Action, After, Ends, Number, Short, View, assign, place, places};

/// The player with the strategy, and where that player sits.
const ME: Player = Player(0);
const MY_AREA: Area = Area(1);
/// Somebody who plays a round of cards for the least stake when the player sits it out.
const NEIGHBOUR: Player = Player(1);
const NEIGHBOURS_AREA: Area = Area(2);

/// What the driver does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Goes through the rules, from this one and its number on.
    Betting { rule: usize, number: usize },
    /// Lets the round or the roll run.
    Playing,
    /// Nothing.
    Over,
}

/// What a wager that was decided came to.
#[derive(Clone, Copy, Debug)]
struct Decided {
    on: WagerId,
    mark: Option<u8>,
    net: Number,
}

/// What all nights of a run share.
#[derive(Debug)]
pub(super) struct Table<'a> {
    pub(super) plan: &'a Plan,
    /// The table before anyone has come to it.
    pub(super) fresh: &'a AnyTable,
    /// By the number of the wager: its odds depend on the point, though it has no number.
    pub(super) by_point: &'a [bool],
}

/// A night.
#[derive(Debug)]
pub(super) struct Night<'a> {
    table: Table<'a>,
    kind: Kind,
    game: Description,
    has_cutting_card: bool,
    view: View,
    stream: Stream,
    cards: Cards,
    stage: Stage,
    /// Nothing more is wagered, for this reason.
    end: Option<End>,
    /// The line of the rule that the last input is from.
    asked_by: Option<usize>,
    /// A wager was wanted at this moment, and could not be covered.
    short: bool,
    neighbour_plays: bool,
    /// The roll that the table is being told of.
    rolled: Option<Dice>,
    decided: Vec<Decided>,
    /// Whether each place was called on or off.
    called: Vec<Option<bool>>,
    worth_before: Number,
    number: u64,
    moment: u64,
    path: Vec<i64>,
    drawdown: i64,
    losing_run: i64,
    pub(super) tally: Tally,
}

impl<'a> Night<'a> {
    /// Prepares nights at a table.
    pub(super) fn new(table: Table<'a>) -> Self {
        let kind = table.plan.strategy.kind;
        let rules = table.fresh.rules();
        let house = kind.house();
        let device = rules.source == Some(croupier_engine::input::Source::Device);
        let has_cutting_card = !device && house.cards.is_some_and(|cards| cards.cutting.is_some());
        let cards = Cards::new(rules.decks, has_cutting_card, table.plan.dealing);
        let moments = usize::try_from(table.plan.moments()).unwrap_or(0);
        let tally = Tally { ruined_by: vec![0; moments], ..Tally::default() };
        Self {
            kind,
            game: kind.describe(),
            has_cutting_card,
            view: View { stakes: vec![Number::ZERO; places(kind)], ..View::default() },
            stream: Stream::new(table.plan.seed, 0),
            cards,
            stage: Stage::Over,
            end: None,
            asked_by: None,
            short: false,
            neighbour_plays: false,
            rolled: None,
            decided: Vec::new(),
            called: vec![None; places(kind)],
            worth_before: Number::ZERO,
            number: 0,
            moment: 0,
            path: Vec::new(),
            drawdown: 0,
            losing_run: 0,
            tally,
            table,
        }
    }

    /// Plays a night from its beginning to its end.
    pub(super) fn play(&mut self, number: u64) {
        self.begin(number);
        let mut table = self.table.fresh.clone();
        let mut effects = Vec::new();
        while let Some(input) = self.next(&table) {
            effects.clear();
            match table.step(&input, &mut effects) {
                Ok(()) => self.look(&effects),
                Err(refusal) => self.refused(refusal),
            }
        }
        debug_assert!(table.balances(), "what was placed has ended or stands");
        self.finish();
    }

    fn begin(&mut self, number: u64) {
        let plan = self.table.plan;
        self.number = number;
        self.stream = Stream::new(plan.seed, number);
        self.cards.restore();
        self.cards.shuffle(self.has_cutting_card);
        let money = |cents: Cents| Number::cents(i64::try_from(cents.0).unwrap_or(i64::MAX));
        let limit = self.table.fresh.rules().limit(WagerId(0));
        let mut stakes = std::mem::take(&mut self.view.stakes);
        stakes.fill(Number::ZERO);
        self.called.fill(None);
        let bankroll = money(plan.bankroll);
        self.view = View {
            bankroll,
            start: bankroll,
            peak: bankroll,
            goal: plan.goal.map_or(Number::MOST, money),
            minimum: money(limit.min),
            maximum: money(limit.max),
            rounds_left: i64::try_from(plan.rounds).unwrap_or(i64::MAX),
            stakes,
            variables: std::mem::take(&mut self.view.variables),
            lists: std::mem::take(&mut self.view.lists),
            first_variables: std::mem::take(&mut self.view.first_variables),
            first_lists: std::mem::take(&mut self.view.first_lists),
            ..View::default()
        };
        self.forget_cards();
        plan.strategy.begin(&mut self.view);
        self.worth_before = bankroll;
        (self.moment, self.drawdown, self.losing_run) = (0, 0, 0);
        self.end = None;
        self.path.clear();
        self.note_path();
        self.stage = Stage::Betting { rule: 0, number: 0 };
        self.check_end();
    }

    fn finish(&mut self) {
        let plan = self.table.plan;
        let result = cents(self.view.worth() - self.view.start);
        let rounds = u64::try_from(self.view.round).unwrap_or(0);
        // What was decided after the player stopped wagering counts too.
        let end = match self.end.unwrap_or(End::TimeUp) {
            End::TimeUp | End::Left if self.view.worth() >= self.view.goal => End::Goal,
            End::TimeUp | End::Left if self.view.worth() <= Number::ZERO => End::Ruined,
            end => end,
        };
        let moment = usize::try_from(self.moment).unwrap_or(0);
        let Self { drawdown, losing_run, .. } = *self;
        let night = tally::Night { end, rounds, result, drawdown, losing_run };
        self.tally.add(&night, moment.saturating_sub(1));
        if self.number < PATHS {
            let moments = usize::try_from(plan.moments()).unwrap_or(0);
            self.path.resize(moments, cents(self.view.worth()));
            // What was decided after the last round belongs to it.
            if let Some(last) = self.path.last_mut() {
                *last = cents(self.view.worth());
            }
            self.tally.paths.insert(self.number, self.path.clone());
        }
    }

    /// Notes what the player is worth, at the moments at which it is noted.
    fn note_path(&mut self) {
        let plan = self.table.plan;
        let round = u64::try_from(self.view.round).unwrap_or(0);
        while self.moment < plan.moments() && plan.moment(self.moment) <= round {
            if self.number < PATHS {
                self.path.push(cents(self.view.worth()));
            }
            self.moment += 1;
        }
    }

    /// Decides, between rounds, whether the night goes on.
    fn check_end(&mut self) {
        if self.end.is_some() {
            return;
        }
        self.end = if self.view.bankroll >= self.view.goal {
            Some(End::Goal)
        } else if self.view.rounds_left <= 0 {
            Some(End::TimeUp)
        } else if self.view.worth() <= Number::ZERO {
            Some(End::Ruined)
        } else {
            None
        };
    }

    /// Finds what the rules do next; `None` when they are through.
    fn bet(&mut self, table: &AnyTable) -> Option<Input> {
        while let Stage::Betting { rule, number } = self.stage {
            let strategy = &self.table.plan.strategy;
            let Some(found) = strategy.before.get(rule) else { break };
            let Some(&mark) = found.numbers.get(number) else {
                self.stage = Stage::Betting { rule: rule + 1, number: 0 };
                continue;
            };
            self.stage = Stage::Betting { rule, number: number + 1 };
            self.view.number = mark.unwrap_or(0);
            if !found.when.holds(&self.view) {
                continue;
            }
            self.asked_by = Some(found.line);
            if let Some(input) = self.act(table, &found.action, mark) {
                return Some(input);
            }
            if self.end.is_some() {
                break;
            }
        }
        None
    }

    /// Turns an action into an input, if there is anything to be done.
    fn act(&mut self, table: &AnyTable, action: &Action, mark: Option<u8>) -> Option<Input> {
        let stands = |view: &View, on: WagerId| view.stakes[place(on, mark)];
        match action {
            Action::Wager { on, stake, short } => {
                let wanted = stake.of(&self.view);
                self.wager(table, my_spot(*on, mark), wanted, *short)
            }
            Action::Press { on, by, short } => {
                let standing = stands(&self.view, *on);
                let by = by.of(&self.view);
                if standing <= Number::ZERO || by <= Number::ZERO {
                    return None;
                }
                self.wager(table, my_spot(*on, mark), standing + by, *short)
            }
            Action::Lower { on, to } => {
                let to = to.of(&self.view);
                let lowers = Number::ZERO < to && to < stands(&self.view, *on);
                lowers.then(|| Input::Reduce { spot: my_spot(*on, mark), to: to.to_cents() })
            }
            Action::TakeDown(on) => {
                let stands = stands(&self.view, *on) > Number::ZERO;
                stands.then(|| Input::Remove(my_spot(*on, mark)))
            }
            Action::Call { on, works } => {
                let stands = stands(&self.view, *on) > Number::ZERO;
                let calls = stands && self.called[place(*on, mark)] != Some(*works);
                calls.then(|| Input::Call { spot: my_spot(*on, mark), on: *works })
            }
            Action::Leave => {
                self.end = Some(End::Left);
                None
            }
            Action::Set(set) => {
                assign(set, &mut self.view);
                None
            }
        }
    }

    fn wager(
        &mut self,
        table: &AnyTable,
        spot: Spot,
        wanted: Number,
        short: Short,
    ) -> Option<Input> {
        let standing = self.view.stakes[place(spot.on, spot.mark)].to_cents();
        let (wanted, hand) = (wanted.to_cents().min(Cents::CEILING), self.view.bankroll.to_cents());
        match size(table, &spot, wanted, standing, hand, short) {
            Sized::Add(amount) => Some(Input::Wager { spot, amount, confirmed: false }),
            Sized::Less(amount) => {
                self.tally.lessened += 1;
                Some(Input::Wager { spot, amount, confirmed: false })
            }
            Sized::Nothing => None,
            Sized::Unfit => {
                self.tally.unfit += 1;
                None
            }
            Sized::Short => {
                self.tally.uncovered += 1;
                self.short = true;
                if short == Short::Leave {
                    self.end = Some(End::Left);
                }
                None
            }
        }
    }

    /// Gives the input that lets the round or the roll run.
    fn run(&mut self, table: &AnyTable, due: Due) -> Option<Input> {
        self.asked_by = None;
        match due {
            Due::Roll(_) => {
                let roll = self.stream.below(36) as u8;
                self.rolled = Dice::new(roll / 6 + 1, roll % 6 + 1);
                self.rolled.map(Input::Roll)
            }
            Due::Card(_) | Due::Burn => {
                let begins = !table.felt().in_round() && matches!(due, Due::Card(_));
                if begins && self.cards.wants_shuffle(self.has_cutting_card) {
                    return Some(self.shuffle());
                }
                if self.cards.cutting_card() {
                    return Some(Input::CuttingCard);
                }
                let card = self.cards.draw(due == Due::Burn, &mut self.stream)?;
                Some(Input::Card { card, from: None })
            }
            Due::Shuffle => Some(self.shuffle()),
            Due::Choice(MY_AREA, choices) => Some(self.choose(table, choices)),
            Due::Choice(area, _) => {
                Some(Input::Choose { area, reply: Reply::Absent, tokens: Cents::ZERO })
            }
            // At a table of cards nobody has staked anything.
            Due::Nothing if !self.neighbour_plays => {
                self.neighbour_plays = true;
                let limit = table.rules().limit(WagerId(0));
                let (player, area) = (NEIGHBOUR, Some(NEIGHBOURS_AREA));
                let spot = Spot { player, area, on: WagerId(0), mark: None, tokens: false };
                let amount = limit.min.max(limit.unit);
                Some(Input::Wager { spot, amount, confirmed: false })
            }
            _ => None,
        }
    }

    fn shuffle(&mut self) -> Input {
        self.cards.shuffle(self.has_cutting_card);
        Input::Shuffle { pre_shuffled: false }
    }

    /// Decides as the first rule says whose wager the hand covers.
    fn choose(&mut self, table: &AnyTable, choices: &[Choice]) -> Input {
        let felt = table.felt();
        let hand = felt.hand(MY_AREA).cards();
        let rank = |at: usize| hand.get(at).map_or(0, |card| card.rank.number());
        let points = |cards| self.kind.points(cards).unwrap_or_else(|| baccarat_count(cards));
        self.view.total = points(hand);
        self.view.dealer = points(felt.dealer().cards());
        self.view.hand = [rank(0), rank(1)];
        let plan = self.table.plan;
        for (when, choice) in &plan.strategy.choose {
            if !choices.contains(choice) || !when.holds(&self.view) {
                continue;
            }
            let cost = self.kind.follow_up(*choice).map(|(_, base)| place(base, None));
            if cost.is_none_or(|base| self.view.stakes[base] <= self.view.bankroll) {
                return Input::Choose {
                    area: MY_AREA,
                    reply: Reply::Choice(*choice),
                    tokens: Cents::ZERO,
                };
            }
            self.tally.choices_uncovered += 1;
        }
        Input::Choose { area: MY_AREA, reply: Reply::Absent, tokens: Cents::ZERO }
    }

    /// Takes down what was called off, when nothing more will be wagered: it might stand for ever.
    fn take_down_called_off(&mut self) -> Option<Input> {
        let at = self.called.iter().position(|&called| called == Some(false))?;
        self.called[at] = None;
        let layouts = (0..self.kind.layouts().len()).map(|on| WagerId(on as u8));
        let mut spots = layouts.flat_map(|on| {
            crate::strategy::numbers(self.kind, on).iter().map(move |&mark| (on, Some(mark)))
        });
        let (on, mark) = spots.find(|&(on, mark)| place(on, mark) == at)?;
        (self.view.stakes[at] > Number::ZERO).then(|| Input::Remove(my_spot(on, mark)))
    }

    /// Keeps what a line of settlement says.
    fn settle(&mut self, line: &Line) {
        let amount = |cents: Cents| Number::cents(i64::try_from(cents.0).unwrap_or(i64::MAX));
        let on = line.spot.on;
        let mark = match line.spot.mark {
            None if self.table.by_point[usize::from(on.0)] => Some(self.view.point),
            mark => mark,
        };
        if !line.moves_stake() {
            self.view.bankroll = self.view.bankroll + amount(line.pays) - amount(line.charge);
            *self.tally.charges.entry((on, mark)).or_default() += u128::from(line.charge.0);
            return;
        }
        let at = place(on, line.spot.mark);
        let off = amount(line.stake + line.excess);
        self.view.stakes[at] = self.view.stakes[at] - off;
        self.view.standing = self.view.standing - off;
        if self.view.stakes[at] <= Number::ZERO {
            self.called[at] = None;
        }
        let gets = line.pays + line.back + line.excess;
        self.view.bankroll = self.view.bankroll + amount(gets);
        if line.outcome == Outcome::Returned {
            let wager = &self.game.wagers[usize::from(on.0)];
            self.tally.changed += u64::from(wager.against);
            return;
        }
        let net = amount(gets) - off;
        self.tally.settle((on, mark, line.stake), cents(net));
        self.decided.push(Decided { on, mark: line.spot.mark, net });
    }

    /// Keeps what follows from an input.
    fn note(&mut self, effect: &Effect) {
        match *effect {
            Effect::Placed { spot: Spot { player: ME, on, mark, .. }, amount } => {
                let amount = Number::cents(i64::try_from(amount.0).unwrap_or(i64::MAX));
                let at = place(on, mark);
                self.view.stakes[at] = self.view.stakes[at] + amount;
                self.view.standing = self.view.standing + amount;
                self.view.bankroll = self.view.bankroll - amount;
            }
            Effect::Settled(ref line) if line.spot.player == ME => self.settle(line),
            Effect::Travelled { spot: Spot { player: ME, on, .. }, to } => {
                let (from, to) = (place(on, None), place(on, Some(to)));
                let stake = std::mem::take(&mut self.view.stakes[from]);
                self.view.stakes[to] = self.view.stakes[to] + stake;
            }
            Effect::Called { spot: Spot { player: ME, on, mark, .. }, state } => {
                self.called[place(on, mark)] = Some(state);
            }
            Effect::Dealt { card, .. } => {
                let rank = card.rank as usize;
                self.view.ranks_left[rank] -= 1;
                self.view.cards_left -= 1;
                if let Some(count) = &self.table.plan.strategy.count {
                    self.view.count = self.view.count + count.ranks[rank];
                }
            }
            Effect::Shuffled => self.forget_cards(),
            _ => {}
        }
    }

    /// Counts from the start again.
    fn forget_cards(&mut self) {
        let cards = self.cards.len() as i64;
        self.view.cards_left = cards;
        self.view.ranks_left = [cards / 13; 13];
        self.view.count = self.table.plan.strategy.count.map_or(Number::ZERO, |count| count.start);
    }

    /// Closes a round or a roll: what it came to, and what the strategy makes of it.
    fn round_over(&mut self) {
        let worth = self.view.worth();
        let net = worth - self.worth_before;
        self.worth_before = worth;
        let view = &mut self.view;
        view.round += 1;
        view.rounds_left -= 1;
        view.peak = view.peak.max(worth);
        self.drawdown = self.drawdown.max(cents(view.peak - worth));
        match Ends::of(net) {
            Ends::Win => (view.win_run, view.loss_run) = (view.win_run + 1, 0),
            Ends::Lose => (view.win_run, view.loss_run) = (0, view.loss_run + 1),
            Ends::Push => {}
        }
        self.losing_run = self.losing_run.max(view.loss_run);
        for after in &self.table.plan.strategy.after {
            remember(after, net, &self.decided, view);
        }
        view.net = net;
        self.decided.clear();
        self.neighbour_plays = false;
        self.note_path();
        self.stage = Stage::Betting { rule: 0, number: 0 };
        self.check_end();
    }
}

/// Changes what the strategy remembers, if this is the occasion.
fn remember(after: &After, net: Number, decided: &[Decided], view: &mut View) {
    let fits = |net: Number, view: &View| {
        after.result.is_none_or(|result| result == Ends::of(net)) && after.when.holds(view)
    };
    let Some((on, numbers)) = &after.about else {
        view.net = net;
        if fits(net, view) {
            assign(&after.set, view);
        }
        return;
    };
    for line in decided.iter().filter(|line| line.on == *on) {
        if numbers.as_ref().is_none_or(|numbers| numbers.contains(&line.mark)) {
            view.net = line.net;
            view.number = line.mark.unwrap_or(0);
            if fits(line.net, view) {
                assign(&after.set, view);
            }
        }
    }
}

impl Night<'_> {
    /// Gives the next input; `None` ends the night.
    fn next(&mut self, table: &AnyTable) -> Option<Input> {
        let expects = table.expects();
        if matches!(self.stage, Stage::Betting { .. }) {
            if self.end.is_none() && expects.wagers {
                if let Some(input) = self.bet(table) {
                    return Some(input);
                }
                if self.end.is_none() && self.short && self.view.standing <= Number::ZERO {
                    self.end = Some(End::Ruined);
                }
                self.short = false;
            }
            self.stage = Stage::Playing;
        }
        if self.stage == Stage::Over {
            return None;
        }
        if self.end.is_some() && !table.felt().in_round() {
            if self.view.standing <= Number::ZERO {
                return None;
            }
            if let Some(input) = self.take_down_called_off() {
                self.asked_by = None;
                return Some(input);
            }
        }
        self.run(table, expects.due)
    }

    /// Counts what the table refused; without a rule that asked for it, the night is over.
    fn refused(&mut self, refusal: Refusal) {
        let key = (self.asked_by.unwrap_or(0), refusal.clause, refusal.why);
        self.tally.refuse(key, self.number);
        if self.asked_by.is_none() {
            self.stage = Stage::Over;
        }
    }

    /// Looks at what follows from an input.
    fn look(&mut self, effects: &[Effect]) {
        let mut over = self.rolled.is_some();
        for effect in effects {
            self.note(effect);
            over |= *effect == Effect::RoundOver;
        }
        // The point of the last roll is needed until its lines are read.
        for effect in effects {
            if let Effect::Puck(point) = effect {
                self.view.point = point.unwrap_or(0);
            }
        }
        if let Some(dice) = self.rolled.take() {
            (self.view.roll, self.view.hard) = (dice.total(), dice.is_pair());
        }
        if over {
            self.round_over();
        }
    }
}

fn my_spot(on: WagerId, mark: Option<u8>) -> Spot {
    Spot { player: ME, area: Some(MY_AREA), on, mark, tokens: false }
}

/// Returns a number of cents.
const fn cents(money: Number) -> i64 {
    money.0 / 100
}
