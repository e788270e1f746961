//! A table of one game: what all tables share, and the one way to play them.
//!
//! Every input is decided first, without changing anything, and then applied, which cannot fail.

pub(crate) mod book;
mod dealing;
pub mod felt;
pub(crate) mod irregular;
mod opening;
mod placing;
mod rebuild;
mod round;
mod rulings;
mod settling;
pub mod shoe;

use alloc::boxed::Box;
use alloc::vec::Vec;

pub use book::{Book, Key};
pub use felt::{AreaSet, Felt, Hand};
pub use opening::Rules;
pub use settling::Tally;
pub use shoe::{Census, Shoe};

use crate::dice::Dice;
use crate::effect::{Effect, Line, Refusal};
use crate::expects::{Due, Expects};
use crate::game::Game;
use crate::input::{Area, Input, Player, Source, WagerId};
use crate::money::Cents;
use crate::setup::{Limit, Setup};
use crate::wager::On as _;
use irregular::Duties;
use rebuild::Rebuild;
use round::Round;
use rulings::Hold;

/// A table of one game.
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
    reserved: [Option<Player>; felt::AREAS + 1],
    round: Round<G::On>,
    /// A player has handled cards of the round.
    pub(crate) handled: bool,
    waiting: bool,
    duties: Duties,
    hold: Option<Hold>,
    asked: Vec<Player>,
    own_source: Option<Source>,
    rebuild: Option<Box<Rebuild<G>>>,
    tally: Tally,
    decided: Vec<settling::Decided>,
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
            reserved: [None; felt::AREAS + 1],
            round: Round::new(),
            handled: false,
            waiting: false,
            duties: Duties::default(),
            hold: None,
            asked: Vec::new(),
            own_source: None,
            rebuild: None,
            tally: Tally::default(),
            decided: Vec::new(),
            rules,
        }
    }

    /// Takes one input and adds what follows to `effects`.
    ///
    /// # Errors
    /// Refuses what the rules do not allow; the table and `effects` are then as they were.
    pub fn step(&mut self, input: &Input, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        if self.hold.is_some() || self.rebuild.is_some() {
            return self.step_in_hold(input, effects);
        }
        if let Input::Ruling { yes, by } = *input {
            return self.ruling(yes, by, effects);
        }
        match *input {
            Input::Wager { ref spot, amount, confirmed } => {
                self.place(spot, amount, confirmed, effects)?;
                G::wagers_changed(self, effects);
                return Ok(());
            }
            Input::Found { ref spot, amount } => {
                self.found(spot, amount, effects)?;
                G::wagers_changed(self, effects);
                return Ok(());
            }
            Input::Sign { on, limit, player } => return self.sign(on, limit, player),
            Input::Variant(variant) => return self.variant(variant),
            Input::Meters { major, minor } => return self.meters(major, minor),
            Input::Void => {
                self.void_by(G::HOUSE.void, true, effects);
                return Ok(());
            }
            Input::Irregular(ref it) if !G::takes(it.what) => return self.irregular(it, effects),
            _ => {}
        }
        match (*input, G::HOUSE.cards.as_ref(), G::HOUSE.areas.as_ref()) {
            (Input::Withdraw(ref spot), Some(_), _) => self.withdraw(spot, effects),
            (Input::Close, Some(cards), _) => self.close(cards, effects),
            (Input::Card { card, from }, Some(cards), _) => self.card(card, from, cards, effects),
            (Input::BurnUnseen, Some(cards), _) => self.burn_unseen(cards, effects),
            (Input::Choose { area, reply }, Some(_), _) => self.choose(area, reply, effects),
            (Input::CuttingCard, Some(cards), _) => self.cutting_card(cards, effects),
            (Input::Shuffle, Some(cards), _) => self.shuffle(cards, effects),
            (Input::Replace { checked }, Some(cards), _) => self.replace(checked, cards, effects),
            (Input::Roll(dice), None, _) => self.roll(dice, effects),
            (Input::Check { complete }, Some(_), _) => self.checked(complete, effects),
            (Input::Feed, Some(_), _) => self.feed(),
            (Input::Reserve { areas: wanted, player }, _, Some(areas)) => {
                self.reserve(wanted, Some(player), areas, effects)
            }
            (Input::Release(wanted), _, Some(areas)) => self.reserve(wanted, None, areas, effects),
            _ => G::take(self, input, effects),
        }
    }

    /// Takes an input while a question is open, or a round is being dealt again.
    fn step_in_hold(&mut self, input: &Input, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        match (self.hold, input) {
            (Some(_), &Input::Ruling { yes, by }) => self.ruling(yes, by, effects),
            (Some(hold), _) => Err(Refusal::new(hold.clause, "a question is open")),
            (None, _) => self.rebuild_step(input, effects),
        }
    }

    /// Returns what lies on the felt for all to see.
    pub(crate) fn shown_felt(&self) -> &Felt {
        self.rebuild.as_ref().map_or(&self.felt, |rebuild| rebuild.felt())
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
        if G::HOUSE.cards.is_none() {
            return Expects { wagers: true, due: G::due(self) };
        }
        if let Some(rebuild) = &self.rebuild {
            return Expects { wagers: false, due: rebuild.due() };
        }
        let due = if self.duties.replace.is_some() {
            Due::NewCards
        } else if self.duties.check.is_some() {
            Due::Check
        } else if self.felt.shuffle_is_due() {
            Due::Shuffle
        } else if self.felt.burn_is_due() {
            Due::Burn
        } else if self.felt.in_round() || G::can_deal(self) {
            G::due(self)
        } else {
            Due::Nothing
        };
        Expects { wagers: !self.felt.is_closed(), due }
    }

    /// Changes the sign: between rounds, so that no wager is judged by another sign than it was made
    /// under.
    fn sign(
        &mut self,
        on: WagerId,
        limit: Option<Limit>,
        player: Option<Player>,
    ) -> Result<(), Refusal> {
        if self.felt.is_closed() {
            return Err(Refusal::new(G::HOUSE.limits, "the sign changes between rounds"));
        }
        self.rules.sign(on, limit, player, &G::HOUSE, G::On::LAYOUTS.len())
    }

    /// Changes the variant, while no wager stands that was made under the other.
    fn variant(&mut self, variant: Option<u8>) -> Result<(), Refusal> {
        let house = G::HOUSE;
        let clause = house.pit.variant.unwrap_or(house.wagers);
        if variant.is_some_and(|variant| usize::from(variant) >= house.variants.len()) {
            return Err(Refusal::new(clause, "this game has no such variant"));
        }
        if self.felt.is_closed() || self.book.iter().next().is_some() {
            return Err(Refusal::new(clause, "wagers stand"));
        }
        self.rules.variant = variant;
        Ok(())
    }

    /// Takes note of what the jackpot meters show.
    fn meters(&mut self, major: Cents, minor: Cents) -> Result<(), Refusal> {
        let house = G::HOUSE;
        let Some(jackpot) = &mut self.rules.jackpot else {
            let clause = house.jackpot.unwrap_or(house.wagers);
            return Err(Refusal::new(clause, "no jackpot is on offer"));
        };
        if major > Cents::CEILING || minor > Cents::CEILING {
            return Err(Refusal::new(house.chips, "more than any table takes"));
        }
        (jackpot.major, jackpot.minor) = (major, minor);
        Ok(())
    }

    /// Settles a valid roll of the dice.
    fn roll(&mut self, dice: Dice, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        G::check_throw(self)?;
        self.roll = Some(dice);
        self.round.lines.clear();
        self.settle(effects);
        self.roll = None;
        G::after_roll(self, dice, effects);
        Ok(())
    }

    /// Takes the lines of the last roll.
    pub(crate) fn take_lines(&mut self) -> Vec<Line> {
        core::mem::take(&mut self.round.lines)
    }

    /// Returns the roll that is being settled.
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

    /// Tells whether everything that was placed has ended or stands: it must always.
    pub fn balances(&self) -> bool {
        let standing = self.book.iter().map(|wager| u128::from(wager.amount().0)).sum::<u128>();
        self.tally.placed == self.tally.ended + standing
    }
}
