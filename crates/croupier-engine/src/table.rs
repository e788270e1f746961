//! A table of one game: what all tables share, and the one way to play them.
//!
//! Every input is decided first, without changing anything, and then applied, which cannot fail.

pub(crate) mod book;
mod dealing;
mod decision;
mod device;
pub mod felt;
pub(crate) mod irregular;
mod jackpot;
mod opening;
mod paying;
pub(crate) mod placing;
mod quote;
mod rebuild;
mod rekey;
mod round;
mod rulings;
mod seats;
mod settling;
pub mod shoe;
mod stored;

use alloc::boxed::Box;
use alloc::vec::Vec;

pub use book::{Book, Key};
pub use decision::{Cost, Decision, Voided};
pub use felt::{AreaSet, Felt, Hand};
pub use opening::Rules;
pub use paying::Unpaid;
pub use quote::Quote;
pub use settling::Tally;
pub use shoe::{Census, Shoe};

use crate::dice::Dice;
use crate::effect::{Effect, Line, Refusal};
use crate::expects::{Due, Expects};
use crate::game::Game;
use crate::input::{Area, Input, Player, Source, WagerId};
use crate::irregular::DeviceNumber;
use crate::setup::{Limit, Method, Setup};
use crate::wager::On as _;
use crate::why::Why;
use decision::Plan;
use device::Fault;
use irregular::Duties;
use rebuild::Rebuild;
use rekey::{LastCard, WentTo};
use round::Round;
use rulings::Hold;

/// One table while it is open: its rules, its wagers, its cards and what it remembers of the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<G: Game> {
    /// What was settled when the table opened.
    pub(crate) rules: Rules,
    /// The wagers that stand.
    pub(crate) book: Book<G::On>,
    /// What lies on the felt besides.
    pub(crate) felt: Felt,
    /// Where every card is.
    shoe: Shoe,
    /// What only this game keeps.
    pub(crate) state: G::State,
    /// The roll that is being settled.
    roll: Option<Dice>,
    /// The card that was entered last in this round, while it can be put right.
    last_card: Option<LastCard>,
    reserved: [Option<Player>; felt::AREAS + 1],
    round: Round<G::On>,
    /// A player has handled cards of the round.
    pub(crate) handled: bool,
    waiting: bool,
    duties: Duties,
    hold: Option<Hold>,
    asked: Vec<Player>,
    fault: Fault,
    device: Option<DeviceNumber>,
    own_source: Option<Source>,
    rebuild: Option<Box<Rebuild<G>>>,
    tally: Tally,
    decided: Vec<settling::Decided>,
    /// How many inputs the table has taken.
    taken: u64,
}

impl<G: Game> Table<G> {
    /// Opens a table.
    ///
    /// # Errors
    /// Refuses a set-up that the order does not allow.
    pub fn open(setup: &Setup) -> Result<Self, Refusal> {
        let rules = Rules::settle::<G>(setup)?;
        let state = G::set_up(setup)?;
        Ok(Self { felt: Felt::new(setup.fresh), state, ..Self::bare(rules) })
    }

    /// Makes a table on which nothing lies.
    fn bare(rules: Rules) -> Self {
        Self {
            book: Book::new(),
            felt: Felt::new(false),
            shoe: Shoe::new(rules.decks),
            state: G::State::default(),
            roll: None,
            last_card: None,
            reserved: [None; felt::AREAS + 1],
            round: Round::new(),
            handled: false,
            waiting: false,
            duties: Duties::default(),
            hold: None,
            asked: Vec::new(),
            fault: Fault::default(),
            device: None,
            own_source: None,
            rebuild: None,
            tally: Tally::default(),
            decided: Vec::new(),
            taken: 0,
            rules,
        }
    }

    /// Decides whether an input is allowed, and what follows from it, without changing anything.
    ///
    /// # Errors
    /// Refuses what the rules do not allow.
    pub fn decide(&self, input: &Input) -> Result<Decision<G>, Refusal> {
        let undisturbed = self.hold.is_none() && self.rebuild.is_none() && self.fault.due.is_none();
        if undisturbed { self.plan(input) } else { self.plan_disturbed(input) }
    }

    /// Decides while a question is open, a round is being dealt again or a device is being put right.
    #[cold]
    fn plan_disturbed(&self, input: &Input) -> Result<Decision<G>, Refusal> {
        match (&self.hold, &self.rebuild, self.fault.due) {
            // Who sits where does not wait for any of these.
            _ if matches!(input, Input::Seat { .. }) => self.plan(input),
            (Some(hold), ..) => self.plan_in_hold(input, hold),
            (None, Some(rebuild), _) => self.plan_in_rebuild(input, rebuild),
            (None, None, Some(due)) => self.plan_in_repair(due, input),
            (None, None, None) => self.plan(input),
        }
    }

    /// Does what was decided, and adds what follows to `effects`.
    ///
    /// # Panics
    /// When the decision was made by another table, or this one has taken an input since.
    pub fn apply(&mut self, mut decision: Decision<G>, effects: &mut Vec<Effect>) {
        self.apply_in_place(&mut decision, effects);
    }

    /// Applies a decision where it lies: to move it just after it was written costs more than many a
    /// step.
    fn apply_in_place(&mut self, decision: &mut Decision<G>, effects: &mut Vec<Effect>) {
        let unchanged = decision.after == self.taken;
        assert!(unchanged, "a decision is applied to the table that made it, unchanged");
        self.taken += 1;
        if decision.gives_up {
            self.leave_rebuild();
        }
        self.carry_out(&mut decision.plan, effects);
        let standing = self.book.total();
        assert!(
            self.tally.placed == self.tally.ended + standing,
            "what was placed has ended or stands"
        );
    }

    /// Takes one input and adds what follows to `effects`: decides, then applies.
    ///
    /// # Errors
    /// Refuses what the rules do not allow; the table and `effects` are then as they were.
    pub fn step(&mut self, input: &Input, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        match self.decide(input) {
            Ok(ref mut decision) => {
                self.apply_in_place(decision, effects);
                Ok(())
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// Plans an input while no question is open and no round is being dealt again.
    fn plan(&self, input: &Input) -> Result<Decision<G>, Refusal> {
        match *input {
            Input::Wager { ref spot, amount, confirmed } => {
                return self.plan_wager(spot, amount, confirmed);
            }
            Input::Found { ref spot, amount } => return self.plan_found(spot, amount),
            Input::Sign { on, limit, player } => return self.plan_sign(on, limit, player),
            Input::Variant(variant) => return self.plan_variant(variant),
            Input::Meters { major, minor } => return self.plan_meters(major, minor),
            Input::Link(link) => return self.plan_link(link),
            Input::Paid(ref spot) => return self.plan_paid(spot.as_ref()),
            Input::Rekey(keyed) => return self.plan_rekey(keyed),
            Input::Void => return self.plan_void(),
            Input::Ruling { .. } => return Err(Self::absent()),
            Input::Repair(_) => return Err(Self::refuses_repair()),
            Input::Seat { seat, player } => return self.plan_seat(seat, player),
            Input::Sharing(players) => return self.plan_sharing(players),
            Input::Standing { player, approved } => return self.plan_standing(player, approved),
            Input::Irregular(ref it) if !G::takes(it.what) => return self.plan_orders(it),
            _ => {}
        }
        match (input, G::HOUSE.cards.as_ref(), G::HOUSE.areas.as_ref()) {
            (Input::Withdraw(spot), Some(_), _) => self.plan_withdrawal(spot),
            (Input::Close, Some(cards), _) => self.plan_closing(cards),
            (&Input::Card { card, from }, Some(cards), _) => self.plan_card(card, from, cards),
            (Input::FaceDown, Some(cards), _) if self.rules.method == Method::B => {
                self.plan_face_down(cards)
            }
            (Input::BurnUnseen, Some(cards), _) => self.plan_burn_unseen(cards),
            (&Input::Choose { area, reply, tokens }, Some(_), _) => {
                self.plan_choice(area, reply, tokens)
            }
            (Input::CuttingCard, Some(cards), _) => self.plan_cutting_card(cards),
            (&Input::Shuffle { pre_shuffled }, Some(cards), _) => {
                self.plan_shuffle(pre_shuffled, cards)
            }
            (&Input::Replace { checked }, Some(cards), _) => self.plan_replacement(checked, cards),
            (&Input::Roll(dice), None, _) => {
                G::check_throw(self)?;
                self.decided(Plan::Roll(dice))
            }
            (Input::Collect, ..) if G::HOUSE.jackpot.is_some() => self.plan_collect(),
            (Input::Accept { spot, accepted }, ..) if G::HOUSE.jackpot.is_some() => {
                self.plan_accept(spot, *accepted)
            }
            (&Input::Check { complete }, Some(_), _) => self.plan_checked(complete),
            (Input::Feed, Some(_), _) => self.plan_feed(),
            (&Input::Reserve { areas: wanted, player }, _, Some(areas)) => {
                self.plan_reserve(wanted, Some(player), areas)
            }
            (&Input::Release(wanted), _, Some(areas)) => self.plan_reserve(wanted, None, areas),
            _ => self.decided(Plan::Own(G::plan(self, input)?)),
        }
    }

    /// Plans an input while a question is open: only a ruling is taken.
    fn plan_in_hold(&self, input: &Input, hold: &Hold) -> Result<Decision<G>, Refusal> {
        match *input {
            Input::Ruling { yes, by, hand, device } => {
                self.plan_ruling(hold, (yes, by), hand, device)
            }
            _ => Err(Refusal::new(hold.clause, Why::QuestionIsOpen)),
        }
    }

    /// Makes a decision of a plan whose checks are all behind it.
    #[inline]
    fn decided(&self, plan: Plan<G>) -> Result<Decision<G>, Refusal> {
        Ok(Decision { after: self.taken, gives_up: false, plan })
    }

    /// Does what was planned.
    fn carry_out(&mut self, plan: &mut Plan<G>, effects: &mut Vec<Effect>) {
        if !plan.leaves_last_card() {
            self.last_card = None;
        }
        match *plan {
            Plan::Place { ref bid, amount, charge } => self.place(bid, amount, charge, effects),
            Plan::Find { base, follower, .. } => self.find(base, follower, effects),
            Plan::Withdraw { ref key, handling } => self.withdraw(key, handling, effects),
            Plan::Sign { on, limit, player } => self.rules.set_sign(on, limit, player),
            Plan::Variant(variant) => self.rules.variant = variant,
            Plan::Meters { major, minor } => self.set_meters(major, minor),
            Plan::Link(link) => self.link(link),
            Plan::Accept { at, accepted } => self.accept(at, accepted, effects),
            Plan::Collect => self.sweep(effects),
            Plan::Reserve { areas, player } => self.reserve(areas, player, effects),
            Plan::Seat { at, player } => self.seat(at, player, effects),
            Plan::Sharing(players) => self.rules.sharing = players,
            Plan::Standing { player, approved } => self.rules.approve(player, approved),
            Plan::Close => self.close(effects),
            Plan::Burn { card, how, .. } => {
                let to = WentTo::Burned { first: self.felt.first_burn_is_due() };
                self.last_card = Some(LastCard { card, to, paid: 0 });
                self.shoe.burn(card);
                self.felt.burn(card, how);
                effects.push(Effect::Burned(card));
            }
            Plan::BurnUnseen => {
                self.shoe.burn_unseen();
                self.felt.burn_one();
                effects.push(Effect::BurnedUnseen);
            }
            Plan::Deal { card, to, .. } => self.deal_keyed(card, to, effects),
            Plan::FaceDown { to, .. } => self.deal_face_down(to, effects),
            Plan::Face { card, to, .. } => self.face(card, to, effects),
            Plan::Choose { area, choice, absent, follow_up } => {
                self.choose(area, choice, absent, follow_up, effects);
            }
            Plan::CuttingCard { clause, last_round } => {
                self.cutting_card(clause, last_round, effects);
            }
            Plan::Shuffle { pre_shuffled } => self.shuffle(pre_shuffled, effects),
            Plan::Replace { shuffle } => self.replace(shuffle, effects),
            Plan::Roll(dice) => self.roll(dice, effects),
            Plan::Pay(at) => self.pay(at, effects),
            Plan::RekeyCard { last, card, clause, .. } => {
                self.rekey_card(last, card, clause, effects);
            }
            Plan::RekeyRoll { was, dice, clause } => self.rekey_roll(was, dice, clause, effects),
            Plan::Checked { clause, complete, then } => {
                self.checked(clause, complete, then, effects);
            }
            Plan::Feed => self.shoe.reload(),
            Plan::Void(clause) => self.void_round(clause, effects),
            Plan::Orders { orders, ref it, back } => {
                for order in orders {
                    self.carry_out_order(order, it, back, effects);
                }
            }
            Plan::VoidHand { area, clause } => self.void_hand_alone(area, clause, effects),
            Plan::Ruling { question, yes, device, clause } => {
                self.ruling((question, yes), device, clause, effects);
            }
            Plan::Repair { repair, .. } => self.repair(repair, effects),
            Plan::GiveUpRound(clause) => self.give_up_round(clause, effects),
            Plan::DealAgain(ref mut again) => self.deal_again(again, effects),
            Plan::Own(plan) => G::carry_out(self, plan, effects),
        }
    }

    /// Returns what lies on the felt for all to see.
    pub(crate) fn shown_felt(&self) -> &Felt {
        self.rebuild.as_ref().map_or(&self.felt, |rebuild| rebuild.felt())
    }

    /// Returns the most cards that the round that is on can still need; none where none is on, and at dice.
    pub(crate) fn cards_to_come(&self) -> u32 {
        let felt = self.shown_felt();
        if G::HOUSE.cards.is_none() || !felt.in_round() {
            return 0;
        }
        let lie: u32 = felt.all_hands().map(|hand| u32::from(hand.len())).sum();
        let gone = lie + G::ruled_out(felt) + u32::from(self.card_waits());
        G::most_cards(felt.played().count() as u32, true).saturating_sub(gone)
    }

    /// Tells whether a round is being dealt again.
    pub(crate) const fn is_rebuilding(&self) -> bool {
        self.rebuild.is_some()
    }

    /// Returns for whom an area is kept.
    pub(crate) fn reserved(&self, area: Area) -> Option<Player> {
        self.reserved.get(usize::from(area.0)).copied().flatten()
    }

    /// Says what the table waits for.
    pub fn expects(&self) -> Expects {
        if let Some(hold) = &self.hold {
            return Expects { wagers: false, due: Due::Ruling(hold.question) };
        }
        if let Some(due) = self.fault.due {
            return Expects { wagers: false, due: Due::Repair(due) };
        }
        if let Some(rebuild) = &self.rebuild {
            return Expects { wagers: false, due: rebuild.due() };
        }
        if self.is_paying() {
            return Expects { wagers: false, due: Due::Payment };
        }
        if G::HOUSE.cards.is_none() {
            return Expects { wagers: true, due: G::due(self) };
        }
        let due = if self.duties.replace.is_some() {
            Due::NewCards
        } else if self.duties.check.is_some() {
            Due::Check
        } else if self.felt.shuffle_is_due() {
            Due::Shuffle
        } else if self.felt.burn_is_due() {
            Due::Burn
        } else if self.awaits_sweep() {
            Due::Collect
        } else if self.felt.in_round() || G::can_deal(self) {
            G::due(self)
        } else {
            Due::Nothing
        };
        Expects { wagers: !self.felt.is_closed(), due }
    }

    /// Plans a change of the sign: between rounds, so that no wager is judged by another sign than it
    /// was made under.
    fn plan_sign(
        &self,
        on: WagerId,
        limit: Option<Limit>,
        player: Option<Player>,
    ) -> Result<Decision<G>, Refusal> {
        if self.felt.is_closed() {
            return Err(Refusal::new(G::HOUSE.limits, Why::SignChangesBetween));
        }
        if usize::from(on.0) >= G::On::LAYOUTS.len() {
            return Err(Refusal::new(G::HOUSE.wagers, Why::NoSuchWager));
        }
        if limit.is_some_and(|limit| !limit.makes_sense()) {
            return Err(Refusal::new(G::HOUSE.limits, Why::LimitsMakeNoSense));
        }
        self.decided(Plan::Sign { on, limit, player })
    }

    /// Plans to declare the round void.
    fn plan_void(&self) -> Result<Decision<G>, Refusal> {
        match G::HOUSE.void {
            Some(clause) => self.decided(Plan::Void(clause)),
            None => Err(Refusal::new(G::HOUSE.means, Why::NotDeclaredVoid)),
        }
    }

    /// Plans a change of the variant, while no wager stands that was made under the other.
    fn plan_variant(&self, variant: Option<u8>) -> Result<Decision<G>, Refusal> {
        let house = G::HOUSE;
        let clause = house.pit.variant.unwrap_or(house.wagers);
        if variant.is_some_and(|variant| usize::from(variant) >= house.variants.len()) {
            return Err(Refusal::new(clause, Why::NoSuchVariant));
        }
        if self.felt.is_closed() || self.book.iter().next().is_some() {
            return Err(Refusal::new(clause, Why::WagersStand));
        }
        self.decided(Plan::Variant(variant))
    }

    /// Takes the lines of the last roll.
    pub(crate) fn take_lines(&mut self) -> Vec<Line> {
        core::mem::take(&mut self.round.lines)
    }

    /// Goes through the wagers that stood at the first card of the round.
    pub(crate) fn at_first_card(&self) -> impl Iterator<Item = &crate::wager::Wager<G::On>> {
        self.round.start.iter()
    }

    /// Returns the roll that is being settled, or lies there until it is paid.
    pub const fn dice(&self) -> Option<Dice> {
        self.roll
    }

    /// Tells whether a card dealt in error waits for the next place that is due.
    pub const fn card_waits(&self) -> bool {
        self.waiting
    }

    /// Returns where every card is.
    pub const fn shoe(&self) -> &Shoe {
        &self.shoe
    }

    /// Returns the rules of this table.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the wagers that stand.
    pub const fn book(&self) -> &Book<G::On> {
        &self.book
    }

    /// Returns what lies on the felt.
    pub const fn felt(&self) -> &Felt {
        &self.felt
    }

    /// Returns what only this game keeps.
    pub const fn state(&self) -> &G::State {
        &self.state
    }

    /// Returns where the money went.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Tells whether everything that was placed has ended or stands, by going through all that stands;
    /// [`Self::apply`] asserts the same from a running sum.
    pub fn balances(&self) -> bool {
        let standing = self.book.iter().map(|wager| u128::from(wager.amount().0)).sum::<u128>();
        standing == self.book.total() && self.tally.placed == self.tally.ended + standing
    }
}
