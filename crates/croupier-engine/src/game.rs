//! What a game must say of itself; everything else is the table's.
//!
//! A game is a set of answers to the table's questions: which wagers there are, what is due next,
//! what the cards or dice make of a wager, and by which clause. It keeps no money, knows no limits
//! and no other game. Where its order has no rule, the answer is `None`: the operation is absent.

use core::fmt::Debug;

use alloc::vec::Vec;

use crate::card::Card;
use crate::clause::Clause;
use crate::dice::Dice;
use crate::effect::{Effect, Refusal};
use crate::expects::Due;
pub use crate::house::unknown_to;
use crate::input::{Choice, Input, Player, Source, Spot};
use crate::irregular::{Device, Remedy, Say, Situation};
use crate::jackpot::{Jackpot, Meter, Qualifying};
use crate::money::Cents;
use crate::pays::Pays;
pub use crate::pit::{
    Behind, Breach, Cap, Cut, Cutter, Equipment, Item, Pit, PreShuffled, Riffle, Short, Spare,
};
use crate::promotions::Promotions;
use crate::setup::Setup;
use crate::stored::Stored;
use crate::table::{Cost, Felt, Key, Rules, Table, book, felt};
use crate::wager::{On, Verdict, Wager};

/// The clauses of one order for what all tables share.
///
/// Every order says which wagers there are, what they are made with, what the sign says and what the
/// game is played with. What is `None` is an operation that this order does not have: the table refuses
/// it by one of those clauses. [`House::new`] makes an order that says no more than these four.
#[derive(Clone, Copy, Debug)]
pub struct House {
    /// The clause that lists the wagers; what is none of them is refused by it.
    pub wagers: Clause,
    /// Stakes are chips or promotional tokens.
    pub chips: Clause,
    /// The sign with minimum and maximum.
    pub limits: Clause,
    /// A wager found above the maximum is settled to the maximum.
    pub found: Option<Clause>,
    /// When a wager may be taken back or otherwise handled.
    pub handling: Option<Clause>,
    /// Where the money of a void round goes.
    pub void: Option<Clause>,
    /// How the dealer collects and pays, with which a round ends.
    pub paying: Option<Paying>,
    /// What the game is played with.
    pub means: Clause,
    /// Who may touch cards or dice.
    pub touching: Option<Clause>,
    /// Who decides, and when.
    pub decisions: Option<Clause>,
    /// Between what a player decides.
    pub choices: Option<Clause>,
    /// The playing areas of the layout; `None` where the layout is one for all.
    pub areas: Option<Areas>,
    /// The cards; `None` where dice are rolled.
    pub cards: Option<Cards>,
    /// Variants of the game, by name.
    pub variants: &'static [&'static str],
    /// A jackpot may be on offer.
    pub jackpot: Option<Jackpots>,
    /// Who takes up cards, under the method of dealing that lets players do it.
    pub method_b: Option<Clause>,
    /// It matters where players sit.
    pub seats: bool,
    /// The clauses of what happens around the table.
    pub pit: Pit,
}

/// What an order says of jackpots: the table of prizes, and the clause of each rule.
#[derive(Clone, Copy, Debug)]
pub struct Jackpots {
    /// The table of prizes, by its name in sheets.
    pub prizes: &'static str,
    /// While it is on offer, the cards come from a shuffling device.
    pub source: Clause,
    /// The price of its wager is shown at the table.
    pub price: Clause,
    /// The tables of one pool have one price.
    pub pool: Clause,
    /// It is for the player to see that the wager is accepted.
    pub accepting: Clause,
    /// Its wagers are collected before the deal.
    pub collecting: Clause,
    /// Every wager is recorded by its table.
    pub counted: Clause,
    /// The amounts are shown at the table at all times.
    pub display: Clause,
    /// A hand that has won stays on the table until it is paid.
    pub hand_stays: Clause,
    /// A table is linked to one pool.
    pub one_pool: Clause,
    /// Every wager feeds the pool, and every linked table shows the prize.
    pub shown: Clause,
    /// The Authority approves what goes to the meters and what the house keeps.
    pub approval: Clause,
    /// All tables of a pool have the same increments and seeds.
    pub growth: Clause,
    /// Only games of one class share a pool.
    pub class: Clause,
    /// There may be a mystery prize.
    pub mystery: Clause,
    /// The system alone triggers it, at random.
    pub trigger: Clause,
    /// A wager that was carried goes back with an error notice when its player leaves.
    pub error_notice: Clause,
    /// Wagers that were carried are marked when somebody comes.
    pub carried: Clause,
}

/// The clauses by which a result is paid.
#[derive(Clone, Copy, Debug)]
pub struct Paying {
    /// In which order the dealer collects and pays; the next round waits for it.
    pub clause: Clause,
    /// By which a card or roll that was entered wrongly is put right until then.
    pub rekey: Clause,
}

/// The playing areas of a layout.
#[derive(Clone, Copy, Debug)]
pub struct Areas {
    /// How many there are.
    pub count: u8,
    /// The clause that says what a table looks like.
    pub clause: Clause,
    /// How many players may wager on one.
    pub sharing: u8,
    /// The clause that says so.
    pub taken: Clause,
    /// A supervisor may keep areas for one player.
    pub reserve: Option<Clause>,
}

/// How a table gets, burns, deals and shuffles its cards.
#[derive(Clone, Copy, Debug)]
pub struct Cards {
    /// The numbers of decks that may be used, the usual one first.
    pub decks: &'static [u8],
    /// The clause that says so.
    pub clause: Clause,
    /// The sources that cards may come from, the usual one first.
    pub sources: &'static [Source],
    /// The clause that says so.
    pub source: Clause,
    /// Wagers are placed before the first card.
    pub placing: Clause,
    /// When the dealer calls that no more bets are taken.
    pub closing: Clause,
    /// In which order hands get cards, and for whom any are dealt.
    pub deal: Clause,
    /// What must happen before further cards are dealt.
    pub waiting: Option<Clause>,
    /// A card under the source opens the next round.
    pub parking: Option<Clause>,
    /// When cards are shuffled.
    pub shuffle: Clause,
    /// When cards that came shuffled are shuffled after the last round, where the order has a clause of its own.
    pub pre_shuffled: Option<Clause>,
    /// What is burned after a shuffle.
    pub burn: Burn,
    /// The clause by which it is burned, face down but for the first card of a burn that goes by its face.
    pub burned: Clause,
    /// What comes from a shuffling device may be shuffled by hand instead.
    pub by_hand: bool,
    /// What a cutting card means.
    pub cutting: Option<Cutting>,
    /// When cards may be replaced.
    pub replace: Option<Clause>,
    /// Cards are replaced only after the round in which the cutting card came, unless they must be.
    pub replace_after: Option<LastRound>,
    /// New cards must have been checked.
    pub checked: Option<Clause>,
    /// New cards may have been checked, and whoever brings them is asked to.
    pub checks: Option<Clause>,
}

/// Cards may be replaced only after the round in which the cutting card came.
#[derive(Clone, Copy, Debug)]
pub struct LastRound {
    /// The clause that says so.
    pub clause: Clause,
    /// It holds for a shuffling device too, which has no cutting card: there cards are replaced only when they must be.
    pub device: bool,
    /// After that round a supervisor is asked whether the same cards are shuffled or new ones are brought.
    pub asks: bool,
}

/// What is burned before play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Burn {
    /// One card is burned, face down.
    One,
    /// One card, and as many more as it counts: ace 1, ten and pictures 10.
    ByFace,
}

/// What the cutting card means.
#[derive(Clone, Copy, Debug)]
pub struct Cutting {
    /// There is no cut, and so no cutting card, with a shuffling device.
    pub device: Clause,
    /// Drawn in a round: shuffle when it is over.
    pub during: Clause,
    /// Drawn before the first card of a round.
    pub first: Clause,
    /// In that case one more round is played.
    pub one_more: bool,
}

/// How a wager outlives a void round.
#[derive(Clone, Copy, Debug)]
pub struct Carry {
    /// The clause by which it stays good for the next round.
    pub stays: Clause,
    /// The clause by which a player who leaves gets it back.
    pub leaves: Clause,
    /// The clauses by which a round is void so that it stays, also if it was settled before.
    pub void: &'static [Clause],
}

/// How the dice stand between two rolls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiceStand {
    /// The come out point; `None` while the puck is off.
    pub point: Option<u8>,
    /// Who holds the dice, where the table knows.
    pub shooter: Option<Player>,
    /// To whom the dice are offered.
    pub offered: Option<Player>,
    /// The dice have left the hand, and their total was not called yet.
    pub thrown: bool,
    /// The shooter may throw, or the stickperson; else a line wager is missing, or dice are.
    pub ready: bool,
    /// Which dice of the set the shooter has, by their numbers.
    pub held: Option<[u8; 2]>,
    /// Which dice of the set are missing.
    pub missing: [bool; 5],
    /// A new set is at the table, and comes into use when the dice pass.
    pub new_set: bool,
}

/// At which moments of a game with dice a wager can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// Before any roll of the dice.
    Always,
    /// Before a come out roll, while there is no point.
    BeforeThePoint,
    /// While there is a point.
    OnThePoint,
}

/// Where a hand stands in the order of hands, and what puts it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandOrder {
    /// Its place: 1 is the highest.
    pub place: u8,
    /// How many of its cards are pictures.
    pub pictures: u8,
    /// What its cards count together.
    pub points: u8,
}

/// What the order of one game says, as answers to the table's questions.
pub trait Game: Clone + Debug + Eq + 'static {
    /// The kinds of wager that the game has, as an enum that `wagers!` makes.
    type On: On;
    /// What only this game keeps on the table from one input to the next.
    type State: Clone + Debug + Default + Eq + Stored;
    /// What an input that only some games know does at this one, once it is allowed; [`NoPlan`] for a
    /// game without such inputs.
    type Plan: OwnPlan + Copy + Debug;

    /// Its name in sheets, journals and addresses.
    const NAME: &'static str;
    /// Its name for people.
    const TITLE: &'static str;
    /// The order by which it is played, in a few words.
    const ORDER: &'static str = "order of 17 August 2016 under the Casino Control Act 1992 (NSW)";
    /// What the hand that the house plays is called.
    const DEALER: &'static str = "the dealer";
    /// What a count of zero is called, where the order has a word for it.
    const ZERO: Option<&'static str> = None;
    /// What the hand is called that all players share; it belongs to no area, and is dealt as soon as
    /// anything is staked. `None` where players have hands of their own, or none at all.
    const SHARED: Option<&'static str> = None;
    /// The game is an example: it can be played by whoever asks for it by name, and no house offers it
    /// unless its operator says so.
    const EXAMPLE: bool = false;
    /// Its clauses for what all tables share.
    const HOUSE: House;
    /// The games whose tables may share a jackpot pool with one of this game, by their names in sheets;
    /// they need not be games that can be played here.
    const POOL: &'static [&'static str] = &[];
    /// What the order says of promotional prizes; `None` where it says nothing, and no promotion goes with the game.
    const PROMOTIONS: Option<Promotions> = None;
    /// The wager that brings an area its cards; `None` where wagers bring no area any.
    const MAIN: Option<Self::On> = None;
    /// A wager that stands may be lowered; else it can only be taken back as a whole.
    const LOWERS: bool = false;
    /// Between what a player is asked to decide in an ordinary round.
    const CHOICES: &'static [Choice] = &[];
    /// What players choose whatever their cards are, unless they follow a strategy of their own; `None`
    /// where the cards decide, or nothing is chosen.
    const USUAL_CHOICE: Option<Choice> = None;
    /// What is done when something goes wrong; the first row that fits decides.
    const REMEDIES: &'static [Remedy] = &[];
    /// What is done when a shuffling device fails in a round.
    const DEVICE: Option<Device> = None;
    /// Where a round cannot be rebuilt, one hand alone may be declared void instead of all of it.
    const HAND_ALONE: bool = false;
    /// The dealer's hand is complete for a while before the round is over.
    const COMPLETE_IN_STAGES: bool = false;
    /// The clause by which discards go back into a device in a round, and the one when it is too late.
    const FEEDS: Option<(Clause, Clause)> = None;
    /// What each kind of win is paid.
    const PAYS: &'static [Pays];
    /// Between what a player decides while a card that was dealt in error waits for a place.
    const CHOICES_OF_A_CARD: &'static [Choice] = &[];
    /// The situations for which this game has code of its own, with who has the say.
    const OWN_SITUATIONS: &'static [(Situation, Say)] = &[];
    /// How many of the first cards of a hand may have come in any order: the rules make no difference
    /// between them. Exact odds are counted the faster.
    const IN_ANY_ORDER: usize = 1;

    /// Returns a number that is the same for cards which the rules treat alike.
    ///
    /// Exact odds are counted by these classes. By default every card is a class of its own.
    fn class(card: Card) -> u8 {
        card.index() as u8
    }

    /// Returns the most cards that a round can take when so many areas are played; `follows` says
    /// whether players make the wagers that follow a choice.
    fn most_cards(areas: u32, _follows: bool) -> u32 {
        (areas + 1) * felt::MOST_CARDS as u32
    }

    /// Returns how many of the most cards of a round those that lie there, and the choices that were made, rule out.
    fn ruled_out(_felt: &Felt) -> u32 {
        0
    }

    /// Says at which moments `on` can be made, where dice are rolled.
    fn opens(_on: Self::On) -> Opens {
        Opens::Always
    }

    /// Tells whether `on` is a wager against the shooter, which is worth more once it has a number.
    fn is_against(_on: Self::On) -> bool {
        false
    }

    /// Tells whether a player may call `on` on and off.
    fn can_be_called(_on: Self::On) -> bool {
        false
    }

    /// Returns what placing `on` costs on top for each unit of the stake, as a fraction, when a win is
    /// paid `wins` to `per`.
    fn commission_rate(_on: Self::On, _wins: u64, _per: u64) -> Option<(u64, u64)> {
        None
    }

    /// Returns the verdict on a jackpot wager that alone hits a meter.
    fn meter_verdict(_meter: Meter, _jackpot: &Jackpot, _chip: Cents) -> Option<Verdict> {
        None
    }

    /// Says which meter pays a win of `on` that was decided by this clause; `None` where the house does.
    fn meter_hit(_on: Self::On, _clause: Clause) -> Option<Meter> {
        None
    }

    /// Says what a hand is that qualifies for a prize of the jackpot; `None` for any other hand.
    fn qualifying(_hand: &[Card]) -> Option<Qualifying> {
        None
    }

    /// Checks a jackpot that is to be on offer, where the smallest chip is `chip`.
    ///
    /// # Errors
    /// Refuses what the order does not allow.
    fn check_jackpot(_jackpot: &Jackpot, _chip: Cents) -> Result<(), Refusal> {
        Ok(())
    }

    /// Tells whether a state that was read from a snapshot can be that of a table with these rules.
    fn fits(_state: &Self::State, _rules: &Rules) -> bool {
        true
    }

    /// Checks what only this game asks of a table before it opens.
    ///
    /// # Errors
    /// Refuses what its order does not allow.
    fn set_up(_setup: &Setup) -> Result<Self::State, Refusal> {
        Ok(Self::State::default())
    }

    /// Names the wager that `on` cannot do without.
    fn needs(_on: Self::On) -> Option<(Self::On, Clause)> {
        None
    }

    /// Names the clause by which `on` is placed by a choice, never by itself.
    fn follows(_on: Self::On) -> Option<Clause> {
        None
    }

    /// Names the clause by which `on` has a fixed price.
    fn fixed_price(_on: Self::On) -> Option<Clause> {
        None
    }

    /// Names the clause by which `on` is not wagered with promotional tokens.
    fn no_tokens(_on: Self::On) -> Option<Clause> {
        None
    }

    /// Names the wager that a choice places, and the one that it equals.
    fn follow_up(_choice: Choice) -> Option<(Self::On, Self::On)> {
        None
    }

    /// Says what an absent player is taken to have chosen.
    fn absent() -> Option<Choice> {
        None
    }

    /// Says whether `on` stays up when a round is void.
    fn carries(_on: Self::On) -> Option<Carry> {
        None
    }

    /// Says by which measure `on` is bound instead of the sign, where it goes with another wager.
    fn cap(_on: Self::On) -> Option<Cap> {
        None
    }

    /// Says how much `key` may come to when the sign does not bind it.
    fn own_measure(_table: &Table<Self>, _key: &Key<Self::On>) -> Option<(Cents, Clause)> {
        None
    }

    /// Checks that wagers are taken now; `confirmed` by a dealer or boxperson.
    ///
    /// # Errors
    /// Refuses while betting is closed.
    fn check_time(_table: &Table<Self>, _confirmed: bool) -> Result<(), Refusal> {
        Ok(())
    }

    /// Checks what only this game asks of a wager that is placed or added to, whatever its amount.
    ///
    /// # Errors
    /// Refuses what its order does not allow.
    fn admit(_table: &Table<Self>, _bid: &Bid<Self::On>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Checks that a seat may change hands now; seats are counted from 0 here.
    ///
    /// # Errors
    /// Refuses while its player cannot leave.
    fn check_seat(_table: &Table<Self>, _at: usize) -> Result<(), Refusal> {
        Ok(())
    }

    /// Is told that somebody came to a seat or left it.
    fn seat_changed(_table: &mut Table<Self>, _at: usize, _effects: &mut Vec<Effect>) {}

    /// Is told that a wager turned out to be another amount.
    fn amount_found(_table: &mut Table<Self>, _key: &Key<Self::On>, _effects: &mut Vec<Effect>) {}

    /// Is told that wagers were placed, changed or taken off otherwise than by a settlement.
    fn wagers_changed(_table: &mut Table<Self>, _effects: &mut Vec<Effect>) {}

    /// Finds a wager that a supervisor may still refuse.
    ///
    /// # Errors
    /// Refuses when the player could not take it back any more.
    fn may_return(
        table: &Table<Self>,
        spot: &Spot,
        clause: Clause,
    ) -> Result<Key<Self::On>, Refusal> {
        table.standing(spot, clause)
    }

    /// Says what placing `amount` on `key` costs on top, and by which clause.
    fn commission(_key: &Key<Self::On>, _amount: Cents, _chip: Cents) -> Option<(Cents, Clause)> {
        None
    }

    /// Tells whether the next cards or roll can decide a wager; else it is off.
    fn works(_table: &Table<Self>, _wager: &Wager<Self::On>) -> bool {
        true
    }

    /// Returns what a hand counts, where hands are compared by what they count.
    fn points(_hand: &[Card]) -> Option<u8> {
        None
    }

    /// Returns where a hand stands in the order of hands, where the rules have one.
    fn hand_order(_hand: &[Card]) -> Option<HandOrder> {
        None
    }

    /// Says what the hand of the house is worth, where the dealer declares it when it lies complete and face up.
    fn declare(_table: &Table<Self>, _effects: &mut Vec<Effect>) {}

    /// Returns how the dice stand, where dice are rolled.
    fn dice(_table: &Table<Self>) -> Option<DiceStand> {
        None
    }

    /// Tells whether anything is staked for which cards are dealt.
    fn can_deal(table: &Table<Self>) -> bool {
        match Self::SHARED {
            Some(_) => !table.book().is_empty(),
            None => !table.felt().played().is_empty(),
        }
    }

    /// Says what is due, from the cards and choices on the table; `Nothing` ends a round of cards.
    ///
    /// A hand holds at most [`MOST_CARDS`](crate::table::felt::MOST_CARDS) cards.
    fn due(_table: &Table<Self>) -> Due {
        Due::Roll(None)
    }

    /// Tells whether the cards and choices on the table can decide a wager: by default, when no more
    /// are due.
    fn ripe(_table: &Table<Self>, due: Due) -> bool {
        due == Due::Nothing
    }

    /// Decides a wager; `None` while it still stands.
    fn decide(table: &Table<Self>, wager: &Wager<Self::On>) -> Option<Verdict>;

    /// Names the clause by which the cards of a hand are taken up with its wager, although the round goes on.
    fn takes_up(
        _table: &Table<Self>,
        _wager: &Wager<Self::On>,
        _verdict: &Verdict,
    ) -> Option<Clause> {
        None
    }

    /// Tells whether what is settled now stands even if the round cannot be rebuilt.
    fn is_interim(_table: &Table<Self>) -> bool {
        false
    }

    /// Orders the wagers that are decided together: the lowest is settled first.
    fn turn(_wager: &Wager<Self::On>, _verdict: &Verdict) -> u32 {
        0
    }

    /// Checks that the dice may be thrown now.
    ///
    /// # Errors
    /// Refuses when nobody may throw them.
    fn check_throw(_table: &Table<Self>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Does what follows from a roll once its wagers are settled.
    fn after_roll(_table: &mut Table<Self>, _dice: Dice, _effects: &mut Vec<Effect>) {}

    /// Tells whether [`plan`](Self::plan) knows what to do in a situation, rather than a row.
    fn takes(what: Situation) -> bool {
        Self::OWN_SITUATIONS.iter().any(|(own, _)| *own == what)
    }

    /// Plans an input that only some games know.
    ///
    /// # Errors
    /// Refuses unless this game knows the input and its order allows it.
    fn plan(_table: &Table<Self>, input: &Input) -> Result<Self::Plan, Refusal> {
        Err(unknown_to(&Self::HOUSE, input))
    }

    /// Does what [`plan`](Self::plan) planned.
    fn carry_out(table: &mut Table<Self>, plan: Self::Plan, effects: &mut Vec<Effect>);

    /// Forgets what this game keeps, after a round was void.
    fn clear(_table: &mut Table<Self>, _effects: &mut Vec<Effect>) {}
}

/// What every plan of a game must say of itself. There is no default, so that no game forgets that a plan
/// takes money from a player.
pub trait OwnPlan {
    /// Says what carrying the plan out takes from a player; `None` if nobody pays for it.
    fn cost(&self) -> Option<Cost>;
}

/// The plan of a game that takes no inputs of its own: there is none.
#[derive(Clone, Copy, Debug)]
pub enum NoPlan {}

impl OwnPlan for NoPlan {
    fn cost(&self) -> Option<Cost> {
        match *self {}
    }
}

/// A wager about to be placed or added to.
#[derive(Clone, Copy, Debug)]
pub struct Bid<O> {
    /// The spot that the wager would lie on.
    pub key: Key<O>,
    /// Promotional tokens instead of chips.
    pub tokens: bool,
    /// What stands there already, chips and tokens together.
    pub standing: Cents,
    /// Which wagers those are.
    pub(crate) parts: book::Parts,
}
