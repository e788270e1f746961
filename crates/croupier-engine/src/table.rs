//! A table of one game: what all tables share, and the one way to play them.
//!
//! Every input is decided first, without changing anything, and then applied, which cannot fail.

pub(crate) mod book;
mod dealing;
pub mod felt;
mod opening;
mod placing;
mod settling;

use alloc::vec::Vec;

pub use book::{Book, Key};
pub use felt::{AreaSet, Felt, Hand};
pub use opening::Rules;
pub use settling::Tally;

use crate::dice::Dice;
use crate::effect::{Effect, Refusal};
use crate::expects::{Due, Expects};
use crate::game::Game;
use crate::input::{Input, Player};
use crate::setup::Setup;

/// A table of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<G: Game> {
    /// What was settled when the table opened.
    pub(crate) rules: Rules,
    /// The wagers that stand.
    pub(crate) book: Book<G::On>,
    /// What lies on the felt besides.
    pub(crate) felt: Felt,
    /// What only this game keeps.
    pub(crate) state: G::State,
    /// The roll that is being settled.
    roll: Option<Dice>,
    reserved: [Option<Player>; felt::AREAS + 1],
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
        Ok(Self {
            rules,
            book: Book::new(),
            felt: Felt::new(setup.fresh),
            state,
            roll: None,
            reserved: [None; felt::AREAS + 1],
            tally: Tally::default(),
            decided: Vec::new(),
        })
    }

    /// Takes one input and adds what follows to `effects`.
    ///
    /// # Errors
    /// Refuses what the rules do not allow; the table and `effects` are then as they were.
    pub fn step(&mut self, input: &Input, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        match *input {
            Input::Wager { ref spot, amount, confirmed } => {
                return self.place(spot, amount, confirmed, effects);
            }
            Input::Found { ref spot, amount } => return self.found(spot, amount, effects),
            Input::Void => {
                self.void(effects);
                return Ok(());
            }
            _ => {}
        }
        match (*input, G::HOUSE.cards.as_ref(), G::HOUSE.areas.as_ref()) {
            (Input::Withdraw(ref spot), Some(_), _) => self.withdraw(spot, effects),
            (Input::Close, Some(cards), _) => self.close(cards, effects),
            (Input::Card { card, from }, Some(cards), _) => self.card(card, from, cards, effects),
            (Input::Choose { area, reply }, Some(_), _) => self.choose(area, reply, effects),
            (Input::CuttingCard, Some(cards), _) => self.cutting_card(cards, effects),
            (Input::Shuffle, Some(cards), _) => self.shuffle(cards, effects),
            (Input::Replace { checked }, Some(cards), _) => self.replace(checked, cards, effects),
            (Input::Roll(dice), None, _) => self.roll(dice, effects),
            (Input::Reserve { areas: wanted, player }, _, Some(areas)) => {
                self.reserve(wanted, Some(player), areas, effects)
            }
            (Input::Release(wanted), _, Some(areas)) => self.reserve(wanted, None, areas, effects),
            _ => G::take(self, input, effects),
        }
    }

    /// Says what the table waits for.
    pub fn expects(&self) -> Expects {
        if G::HOUSE.cards.is_none() {
            return Expects { wagers: true, due: G::due(self) };
        }
        let due = if self.felt.shuffle_is_due() {
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

    /// Settles a valid roll of the dice.
    fn roll(&mut self, dice: Dice, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        G::check_throw(self)?;
        self.roll = Some(dice);
        self.settle(effects);
        self.roll = None;
        G::after_roll(self, dice, effects);
        Ok(())
    }

    /// Returns the roll that is being settled.
    pub const fn dice(&self) -> Option<Dice> {
        self.roll
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
