//! One table on the floor: the game, who sits there, its sign, its cards and its rounds.

mod areas;
mod cards;
mod checklist;
mod closing;
mod could;
mod crew;
mod cut;
mod jackpot;
mod keys;
mod money;
mod pool_books;
mod riffle;
mod signs;
pub(crate) mod tokens;
mod variant;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use croupier_engine::effect::Effect;
use croupier_engine::game::Burn;
use croupier_engine::{AnyDecision, AnyTable, Area, Cents, Clause, Input, Kind, Player, Setup};
use croupier_sheet::Happened;

use crate::TableId;
use crate::act::Dealing;
use crate::answer::{Denied, Event, ShuffleCause};
use crate::ledger::{Account, Ledger, Posting};
use crate::pool::{PoolId, Pools, Share};
use crate::random::{BurnRandom, Drawn, RoundRandom};
use crate::reason::Reason;
use crate::task::{Tasks, ToDo};
use crate::voucher::Vouchers;
pub use areas::GivenUp;
pub(crate) use cards::Begin;
use cards::Ordered;
pub use cards::{Shuffle, Shuffling};
use checklist::Checklist;
pub use crew::{Crew, DiceSet, Item};
use cut::CameOut;
pub(crate) use cut::CutBy;
pub(crate) use jackpot::not_taken_by;
pub use riffle::Riffling;
pub use signs::OwnSign;
use signs::{Planned, PlayersLimit};
pub use words::{LAPSE_LASTS, WORDS_TIME};

/// Who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The player who sits there.
    pub player: Player,
    /// When the player came: the first to come has the lowest.
    pub arrival: u32,
    /// For how many rounds in a row the player sat out while the table was full.
    pub idle: u8,
}

croupier_engine::stored! { struct Seat { player, arrival, idle } }

/// A table on the floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The number by which acts and accounts name the table.
    pub id: TableId,
    /// The name that it was opened with, for people.
    pub name: String,
    /// The game that is played at it.
    pub kind: Kind,
    /// The game as it stands: wagers, cards or dice, and what is due.
    pub table: AnyTable,
    /// How it was set up when it opened.
    pub setup: Setup,
    /// Whether the program draws, or a dealer tells what came.
    pub dealing: Dealing,
    /// Guests play here, for play money.
    pub demo: bool,
    /// Its seats; the first is at the dealer's left.
    pub seats: Vec<Option<Seat>>,
    /// The number of the round that is on, or comes next.
    pub round: u64,
    /// The request that the table waits for: until it is answered nothing is played here.
    pub held: Option<u32>,
    /// Who has declared what is to be ruled on.
    pub declared_by: Option<Player>,
    /// When the table closes, if a sign says so.
    pub closing: Option<u64>,
    /// What the draws of the round come from, at a virtual table.
    pub random: RoundRandom,
    /// The same of the round whose key was shown last.
    pub last_random: RoundRandom,
    /// How often the house has committed itself at this table.
    pub commitments: u64,
    /// From which commitment on players add words again who have let some lapse.
    lapses: BTreeMap<Player, u64>,
    /// What the cards burned unseen follow from, at a virtual table.
    pub burn: Option<BurnRandom>,
    /// The same of the shoe that is over.
    pub last_burn: Option<BurnRandom>,
    /// How often cards were shuffled at this table.
    pub shuffles: u64,
    /// The set of cards that is at the table, where it was named.
    pub set: Option<u32>,
    /// The set that was replaced, until another one comes.
    pub(crate) old_set: Option<u32>,
    pub(crate) shuffling: Option<Shuffling>,
    pub(crate) came_out: CameOut,
    /// The key of the burn was shown: no card is dealt before the next shuffle.
    pub shoe_over: bool,
    /// Cards must be shuffled before the round goes on, for this reason.
    pub reload: Option<ShuffleCause>,
    ordered: Option<Ordered>,
    asked_for_cards: bool,
    /// The cards at the table came shuffled, from the house or from their maker.
    came_shuffled: bool,
    /// Cards are at the table that should have been checked, and were not.
    unchecked: bool,
    /// The round in which the discards were not fed into the device when they should have been.
    not_fed: Option<u64>,
    /// The cards have been shuffled since the table opened.
    pub loaded: bool,
    /// Where the cutting card is: so many cards from the back.
    pub cutting_card: Option<u16>,
    /// How many cards of the burn lie in the rack.
    burned: u16,
    arrivals: u32,
    /// Who has sat here since the table opened.
    been: BTreeSet<Player>,
    staked: BTreeSet<Player>,
    staked_before: BTreeSet<Player>,
    /// Who played on which area in the last round, and has not left.
    areas_before: BTreeSet<(Player, u8)>,
    areas_now: BTreeSet<(Player, u8)>,
    given_up: Vec<GivenUp>,
    /// The limits by which players go on who are spared a higher minimum.
    spared: Vec<PlayersLimit>,
    /// The limits of players who may wager above the maximum.
    own: Vec<PlayersLimit>,
    /// The same of players whose sign does not lie on the table yet.
    asked: Vec<PlayersLimit>,
    planned: Vec<Planned>,
    planned_variant: Option<(Option<u8>, u64)>,
    agreed: BTreeSet<Player>,
    /// What the crew keeps beside the game.
    pub crew: Crew,
    /// What is still to be checked.
    checklist: Checklist,
    /// The prize pool that the table is linked to.
    pub pool: Option<PoolId>,
    /// The jackpot wagers that were swept, and are counted with the first card.
    swept: BTreeMap<(Player, Area), Cents>,
    /// The prize pool for which the jackpot wagers of this round are made, or of the last until the next begins: what is
    /// put right of that round goes to this pool, wherever the table is linked by then.
    round_pool: Option<PoolId>,
    /// The jackpot wagers of that round.
    fed: BTreeMap<(Player, Area), FedWager>,
    /// Room for the effects of a step, kept so that no step allocates it anew; empty between steps.
    effects: Vec<Effect>,
}

croupier_engine::stored! {
    struct Room {
        id, name, kind, table, setup, dealing, demo, seats, round, held, declared_by, closing,
        random, last_random, commitments, lapses, burn, last_burn, shuffles, set, old_set,
        shuffling, came_out, shoe_over, reload, ordered, asked_for_cards, came_shuffled, unchecked,
        not_fed, loaded, cutting_card, burned, arrivals, been, staked, staked_before, areas_before,
        areas_now, given_up, spared, own, asked, planned, planned_variant, agreed, crew, checklist,
        pool, swept, round_pool, fed,
    } without { effects } check |it| it.kind == it.table.kind()
}

/// A jackpot wager that a pool has counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FedWager {
    /// The round for which it was made.
    round: u64,
    /// What each meter got of it.
    shares: [Share; 3],
    /// It has not gone back.
    counted: bool,
}

croupier_engine::stored! { struct FedWager { round, shares, counted } }

/// What is around a table while something happens at it.
pub(crate) struct TableContext<'a> {
    pub(crate) ledger: &'a mut Ledger,
    pub(crate) pools: &'a mut Pools,
    pub(crate) vouchers: &'a Vouchers,
    pub(crate) now: u64,
    pub(crate) events: &'a mut Vec<Event>,
    pub(crate) tasks: &'a mut Tasks,
}

/// Where the money of wagers comes from, and under which conditions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Funds<'a> {
    pub(crate) ledger: &'a Ledger,
    pub(crate) vouchers: &'a Vouchers,
}

impl TableContext<'_> {
    /// Says where the money of wagers comes from.
    pub(crate) fn funds(&self) -> Funds<'_> {
        Funds { ledger: self.ledger, vouchers: self.vouchers }
    }

    /// Makes a task of a table.
    pub(crate) fn task(&mut self, table: TableId, what: ToDo, clause: Clause) {
        let clause = Some(clause.0.into());
        self.tasks.make(table, (Some(table), what), clause, (self.now, self.events));
    }

    /// Makes a task that has to do with things on the layout: a virtual table shows them itself.
    pub(crate) fn by_hand(&mut self, room: &Room, what: ToDo, clause: Clause) {
        if room.dealing == Dealing::Physical {
            self.task(room.id, what, clause);
        }
    }

    pub(crate) fn post(&mut self, from: Account, to: Account, amount: Cents) {
        if !amount.is_zero() {
            let posting = Posting { from, to, amount };
            self.ledger.post(posting);
            self.events.push(Event::Posted(posting));
        }
    }
}

/// An input that is allowed, with what a virtual table has drawn for it.
pub(crate) struct Decided {
    decision: AnyDecision,
    drawn: Option<Drawn>,
}

/// How many rounds a player may sit out at a full table.
const IDLE_ROUNDS: u8 = 3;

impl Room {
    pub(crate) fn new(
        id: TableId,
        name: String,
        table: AnyTable,
        setup: Setup,
        (dealing, demo): (Dealing, bool),
        seats: u8,
    ) -> Self {
        // Whoever the set-up names sits there from the beginning.
        let been = setup.seats.iter().flatten().copied().collect();
        let taken = setup.seats.iter().copied().chain(std::iter::repeat(None));
        let taken = taken
            .take(usize::from(seats))
            .zip(0..)
            .map(|(player, arrival)| player.map(|player| Seat { player, arrival, idle: 0 }));
        let taken: Vec<_> = taken.collect();
        let checklist =
            checklist::checklist(table.kind(), dealing, table.rules().variant.is_some());
        Self {
            id,
            name,
            kind: table.kind(),
            table,
            setup,
            dealing,
            demo,
            seats: taken,
            round: 1,
            held: None,
            declared_by: None,
            closing: None,
            random: RoundRandom::default(),
            last_random: RoundRandom::default(),
            commitments: 0,
            lapses: BTreeMap::new(),
            burn: None,
            last_burn: None,
            shuffles: 0,
            set: None,
            old_set: None,
            shuffling: None,
            came_out: CameOut::Opening,
            shoe_over: false,
            reload: None,
            ordered: None,
            asked_for_cards: false,
            came_shuffled: false,
            unchecked: false,
            not_fed: None,
            loaded: false,
            cutting_card: None,
            burned: 0,
            arrivals: u32::from(seats),
            been,
            staked: BTreeSet::new(),
            staked_before: BTreeSet::new(),
            areas_before: BTreeSet::new(),
            areas_now: BTreeSet::new(),
            given_up: Vec::new(),
            spared: Vec::new(),
            own: Vec::new(),
            asked: Vec::new(),
            planned: Vec::new(),
            planned_variant: None,
            agreed: BTreeSet::new(),
            crew: Crew::default(),
            checklist,
            pool: None,
            swept: BTreeMap::new(),
            round_pool: None,
            fed: BTreeMap::new(),
            effects: Vec::new(),
        }
    }

    /// Returns the seat of a player as it is shown: from 1.
    pub fn seat_number(&self, player: Player) -> Option<u8> {
        self.seat_of(player).map(|seat| seat as u8 + 1)
    }

    /// Returns where the chips of the house come from and go to.
    pub(crate) const fn home(&self) -> Account {
        if self.demo { Account::PlayMint } else { Account::Cage }
    }

    /// Tells whether a round is on: its first card is out, or its roll lies there, and it is not all paid.
    fn is_on(&self) -> bool {
        self.table.felt().in_round() || self.table.is_paying()
    }

    /// Tells whether no round is on: betting is open, and no card of a round lies on the felt.
    pub fn is_between_rounds(&self) -> bool {
        !self.table.felt().is_closed()
    }

    /// Tells whether any wager stands.
    pub fn has_wagers(&self) -> bool {
        let mut any = false;
        self.table.each_standing(|_| any = true);
        any
    }

    /// Does what the passing of time brings: signs that have stood long enough take effect.
    pub(crate) fn tick(&mut self, around: &mut TableContext<'_>) {
        // While a question or a request is open, or a round is dealt again, the table takes nothing else.
        if self.held.is_none() && self.is_between_rounds() && self.table.expects().wagers {
            self.apply_signs(around);
            self.apply_variant(around);
        }
    }

    /// Takes one input of the game.
    ///
    /// # Errors
    /// Denied by the rules, or for want of money; nothing has changed then.
    pub(crate) fn step(
        &mut self,
        input: &Input,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let Decided { decision, drawn } = self.decide(input, around.funds())?;
        let (at, was_on) = (self.cutting_card_at(), self.is_on());
        if let Input::CuttingCard = input {
            self.note_early_cutting_card(around);
        }
        self.keep_burn(input);
        let mut effects = std::mem::take(&mut self.effects);
        self.table.apply(decision, &mut effects);
        self.random.drawn.extend(drawn);
        for effect in &effects {
            around.events.push(Event::Game(self.id, Happened::of(effect, self.kind)));
            self.take_note(effect, at);
        }
        self.forget_wagers();
        self.post(&effects, around);
        if let (Input::Wager { spot, .. }, Some(_)) = (input, self.kind.jackpots()) {
            self.mark_carried(spot.player, around);
        }
        // A round that is void is over, too.
        if effects.contains(&Effect::RoundOver) || was_on && !self.is_on() {
            self.end_round(around);
        }
        effects.clear();
        self.effects = effects;
        self.ask_to_feed(input, around);
        self.tick(around);
        Ok(())
    }

    /// Remembers what the floor must know of an effect besides the money: who has staked, where the cutting
    /// card came out, how many cards are burned, what must be shuffled in a round, and what the crew must know.
    fn take_note(&mut self, effect: &Effect, cutting_card_at: CameOut) {
        match effect {
            Effect::Placed { spot, .. } => {
                self.staked.insert(spot.player);
                self.areas_now.extend(spot.area.map(|area| (spot.player, area.0)));
            }
            Effect::CuttingCard { .. } => self.came_out = cutting_card_at,
            Effect::Burned(_) | Effect::BurnedUnseen => self.burned += 1,
            Effect::Shuffled => self.burned = 0,
            Effect::Measure(measure) => {
                self.note_reload(measure.deed);
                self.note_new_dice(measure.deed);
            }
            Effect::Called { spot, .. } => self.note_called(spot),
            Effect::Travelled { spot, to } => self.note_travelled(spot, *to),
            Effect::Settled(_)
            | Effect::Corrected(_)
            | Effect::Ruled { .. }
            | Effect::Found { .. }
            | Effect::Closed
            | Effect::Dealt { .. }
            | Effect::DealtFaceDown(_)
            | Effect::Faced { .. }
            | Effect::Declared { .. }
            | Effect::Marked { .. }
            | Effect::Accepted { .. }
            | Effect::Collected { .. }
            | Effect::Carried { .. }
            | Effect::Chose { .. }
            | Effect::Puck(_)
            | Effect::Offered(_)
            | Effect::Shooter(_)
            | Effect::Turned(_)
            | Effect::Rekeyed { .. }
            | Effect::Rerolled { .. }
            | Effect::Reserved { .. }
            | Effect::ShuffleDue(_)
            | Effect::RoundOver
            | Effect::Rebuilt => {}
        }
    }

    /// Decides whether the rules, the money and the cards at the table allow an input.
    ///
    /// # Errors
    /// Denied by the rules, or for want of money.
    pub(crate) fn decide(&self, input: &Input, funds: Funds<'_>) -> Result<Decided, Denied> {
        let mut drawn = None;
        if let Input::Wager { spot, amount, .. } = input {
            self.check_stake(spot, *amount, funds)?;
            if self.is_betting_closed() {
                return Err(Denied::of(Reason::BettingClosed));
            }
        } else {
            self.check_betting(input)?;
            self.check_cards(input)?;
            self.check_dice(input)?;
            drawn = self.drawn(input)?;
        }
        let decision = self.table.decide(input).map_err(Denied::rules)?;
        self.check_costs(&decision, funds)?;
        // A table takes a card from among the discards for a shuffle that it was not told of; the floor
        // is told of every shuffle. A device that is fed takes discards back as it deals.
        let cards = self.kind.house().cards.filter(|_| !self.is_fed());
        if let Some(cards) = cards.filter(|_| decision.takes_discard()) {
            let reason = if self.is_empty() { Reason::SourceIsEmpty } else { Reason::CardUsedUp };
            return Err(Denied::clause(cards.clause, reason));
        }
        Ok(Decided { decision, drawn })
    }

    /// Ends a round: who sat out is counted, and the next has its number.
    fn end_round(&mut self, around: &mut TableContext<'_>) {
        self.table.each_standing(|wager| {
            self.staked.insert(wager.spot.player);
        });
        let full = self.seats.iter().all(Option::is_some);
        let vacate = self.kind.house().pit.vacate;
        for seat in self.seats.iter_mut().flatten() {
            let plays = self.staked.contains(&seat.player);
            seat.idle = if plays || !full { 0 } else { seat.idle.saturating_add(1) };
            if seat.idle == IDLE_ROUNDS
                && let Some(clause) = vacate
            {
                let task = ToDo::SatOut { player: seat.player, rounds: IDLE_ROUNDS };
                around.task(self.id, task, clause);
            }
        }
        self.staked_before = std::mem::take(&mut self.staked);
        self.areas_before = std::mem::take(&mut self.areas_now);
        self.round += 1;
        around.events.push(Event::Round { table: self.id, number: self.round });
    }

    /// Tells whether the card burned last is one that lies face up: the first of a burn that goes by its
    /// face.
    pub fn first_burn_is_shown(&self) -> bool {
        let by_face = self.kind.house().cards.is_some_and(|cards| cards.burn == Burn::ByFace);
        by_face && self.burned == 1
    }

    /// Finds the seat of a player.
    pub fn seat_of(&self, player: Player) -> Option<usize> {
        self.seats.iter().position(|seat| seat.is_some_and(|seat| seat.player == player))
    }

    /// Lists who sits here, from the dealer's left.
    pub fn seated(&self) -> impl Iterator<Item = Player> + '_ {
        self.seats.iter().flatten().map(|seat| seat.player)
    }

    pub(crate) fn sit(
        &mut self,
        player: Player,
        seat: u8,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        if self.closing.is_some_and(|at| at <= around.now) {
            return Err(Denied::clause(self.closing_clause(), Reason::Closing));
        }
        if self.seat_of(player).is_some() {
            return Err(Denied::of(Reason::HasSeat));
        }
        let at = usize::from(seat).checked_sub(1).filter(|at| *at < self.seats.len());
        let Some(at) = at else { return Err(Denied::of(Reason::NoSuchSeat { seat })) };
        if self.seats[at].is_some() {
            return Err(Denied::of(Reason::SeatTaken { seat }));
        }
        let event = Event::Seat { table: self.id, seat, player: Some(player) };
        self.change_seat(seat, Some(player), event, around)?;
        self.seats[at] = Some(Seat { player, arrival: self.arrivals, idle: 0 });
        self.arrivals += 1;
        self.been.insert(player);
        self.mark_carried(player, around);
        Ok(())
    }

    /// Tells whether a person sits or has sat here since the table opened, or has chips here.
    pub(crate) fn knows(&self, player: Player, ledger: &Ledger) -> bool {
        self.been.contains(&player)
            || self.seat_of(player).is_some()
            || !ledger.held(Account::Rack(self.id, player)).is_zero()
    }

    /// A player gives up the seat; chips go along.
    pub(crate) fn leave(
        &mut self,
        player: Player,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        self.return_carried(player, around)?;
        if self.has_wagers_of(player) {
            return Err(Denied::of(Reason::OwnWagersStand));
        }
        self.unseat(player, around)?;
        self.staked_before.remove(&player);
        self.forget_words(player);
        let rack = Account::Rack(self.id, player);
        around.post(rack, Account::Purse(player), around.ledger.held(rack));
        self.agreed.remove(&player);
        self.staked.remove(&player);
        self.staked_before.remove(&player);
        self.areas_now.retain(|(whose, _)| *whose != player);
        self.areas_before.retain(|(whose, _)| *whose != player);
        self.given_up.retain(|given| given.to != player);
        self.leaves_sign(player, around);
        Ok(())
    }

    pub(crate) fn vacate(
        &mut self,
        player: Player,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let Some(clause) = self.kind.house().pit.vacate else {
            return Err(Denied::of(Reason::NoSuchRule));
        };
        if !self.has_sat_out(player) {
            return Err(Denied::clause(clause, Reason::HasNotSatOut));
        }
        self.leave(player, around)
    }

    /// Tells whether a task of this table is still to be done.
    pub(crate) fn is_due(&self, task: &ToDo, pools: &Pools) -> bool {
        match task {
            ToDo::SatOut { player, .. } => {
                let mut seats = self.seats.iter().flatten();
                seats.any(|seat| seat.player == *player && seat.idle >= IDLE_ROUNDS)
            }
            ToDo::GivesUp { player, area, to } => self.is_given_up(*area, *player, *to),
            ToDo::VariantSign { variant } => {
                *variant == self.variant_name(self.table.rules().variant)
            }
            ToDo::Riffle => self.riffle_is(Riffling::Granted),
            ToDo::DecideRiffle => self.riffle_is(Riffling::Asked),
            ToDo::Call(call) => self.is_call_due(call),
            ToDo::SameOrNewCards => self.is_asked_for_cards(),
            ToDo::CheckCards => self.unchecked,
            ToDo::Feed => self.feeds().is_some(),
            ToDo::PutMarker { .. }
            | ToDo::TakeMarker { .. }
            | ToDo::PutOwnSign { .. }
            | ToDo::TakeOwnSign { .. } => self.is_sign_due(task),
            ToDo::Hold { .. }
            | ToDo::AskToLeave { .. }
            | ToDo::DecideComplaint { .. }
            | ToDo::ReviewComplaint { .. }
            | ToDo::TellDecision { .. }
            | ToDo::Measure { .. }
            | ToDo::PayMystery { .. }
            | ToDo::OutsideGap { .. }
            | ToDo::OutsideLies { .. }
            | ToDo::DisplayLost { .. }
            | ToDo::ConfirmAward { .. }
            | ToDo::NotifyWinner { .. }
            | ToDo::TellRefusal { .. }
            | ToDo::DecideDispute { .. }
            | ToDo::CloseDispute { .. }
            | ToDo::TellInspectorate { .. }
            | ToDo::PublishTerms { .. }
            | ToDo::CuttingCardEarly { .. }
            | ToDo::LoadOrder { .. } => true,
            ToDo::Equipment { item } => self.lacks(*item),
            ToDo::JackpotSign { price } => {
                self.table.rules().jackpot.as_ref().is_some_and(|it| it.wager == price.0)
            }
            ToDo::NoJackpotSign => self.pool.is_none(),
            ToDo::MarkCarried { areas } => self.carried_areas() == *areas,
            ToDo::VerifyAward { award } => {
                let award = self.round_pool.and_then(|pool| pools.get(pool)?.awards.get(award));
                award.is_some_and(|award| award.verified.is_none())
            }
        }
    }
}
