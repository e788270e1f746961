//! The list of games. A game is one file beside this one and one line here.

use core::fmt;

use alloc::vec::Vec;

use crate::card::Card;
use crate::clause::Clause;
use crate::describe::{self, Description};
use crate::effect::{Effect, Refusal};
use crate::expects::{Expects, Place};
use crate::game::{Cap, DiceStand, Game, HandOrder, House, Jackpots};
use crate::input::{Area, Choice, Input, Keyed, Player, Spot, WagerId};
use crate::irregular::DeviceNumber;
use crate::jackpot::{Jackpot, Light, Meter, MeterHit, Qualifying};
use crate::money::Cents;
use crate::pays::Pays;
use crate::promotions::Promotions;
use crate::setup::Setup;
use crate::stored::{Bytes, Damaged, Stored, store_text};
use crate::table::{Cost, Decision, Felt, Quote, Rules, Shoe, Table, Tally, Unpaid, Voided};
use crate::wager::{Button, Layout, Mark, On, Verdict};

macro_rules! games {
    ($($kind:ident: $module:ident;)+) => {
        $(pub mod $module;)+

        $(const _: () = {
            let house = $module::$kind::HOUSE;
            assert!(house.is_sound(), "areas, sharing, decks or sources are out of range");
            let own_hands = house.areas.is_some() && $module::$kind::SHARED.is_none();
            let deals = own_hands && house.cards.is_some();
            assert!(!deals || $module::$kind::MAIN.is_some(), "no wager brings an area its cards");
        };)+

        /// The games that can be played.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum Kind { $($kind),+ }

        /// A table of one of the games.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs)]
        pub enum AnyTable { $($kind(Table<$module::$kind>)),+ }

        /// A decision of a table of one of the games.
        #[derive(Debug)]
        #[allow(missing_docs)]
        pub enum AnyDecision { $($kind(Decision<$module::$kind>)),+ }

        /// Stored with the name of its game.
        impl Stored for AnyTable {
            fn store(&self, to: &mut Vec<u8>) {
                self.kind().store(to);
                match self { $(Self::$kind(table) => table.store(to)),+ }
            }

            fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
                Ok(match Kind::restore(from)? {
                    $(Kind::$kind => Self::$kind(Stored::restore(from)?)),+
                })
            }
        }

        impl AnyDecision {
            /// Shows what applying it costs each player; who gets money is not shown.
            pub fn each_cost(&self, show: impl FnMut(Cost)) {
                match self { $(Self::$kind(decision) => decision.costs().for_each(show)),+ }
            }

            /// Says which wagers become void because of what somebody declares, if any do.
            pub fn voids(&self) -> Option<Voided> {
                match self { $(Self::$kind(decision) => decision.voids()),+ }
            }

            /// Tells whether it takes a card from among the discards, because the source holds none of
            /// it.
            pub fn takes_discard(&self) -> bool {
                match self { $(Self::$kind(decision) => decision.takes_discard()),+ }
            }
        }

        impl Kind {
            /// All games that are built in, in the order of the list, the examples among them.
            pub const ALL: [Self; [$($module::$kind::NAME),+].len()] = [$(Self::$kind),+];

            /// Returns the game's name in sheets, journals and addresses.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $module::$kind::NAME),+ }
            }

            /// Returns the game's name for people.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$kind => $module::$kind::TITLE),+ }
            }

            /// Returns the order by which the game is played, in a few words.
            pub const fn order(self) -> &'static str {
                match self { $(Self::$kind => $module::$kind::ORDER),+ }
            }

            /// Returns what the hand of the house is called.
            pub const fn dealer(self) -> &'static str {
                match self { $(Self::$kind => $module::$kind::DEALER),+ }
            }

            /// Returns what the hand is called that all players share, where there is one.
            pub const fn shared(self) -> Option<&'static str> {
                match self { $(Self::$kind => $module::$kind::SHARED),+ }
            }

            /// Tells whether discards go back into a shuffling device in the course of play.
            pub const fn feeds(self) -> bool {
                match self { $(Self::$kind => $module::$kind::FEEDS.is_some()),+ }
            }

            /// Tells whether the game is an example, which no house offers unless its operator says so.
            pub const fn is_example(self) -> bool {
                match self { $(Self::$kind => $module::$kind::EXAMPLE),+ }
            }

            /// Tells whether a wager that stands may be lowered; else it can only be taken back.
            pub const fn lowers(self) -> bool {
                match self { $(Self::$kind => $module::$kind::LOWERS),+ }
            }

            /// Returns the game's clauses for what all tables share.
            pub const fn house(self) -> &'static House {
                match self { $(Self::$kind => &$module::$kind::HOUSE),+ }
            }

            /// Returns what the layout says of each wager.
            pub const fn layouts(self) -> &'static [Layout] {
                match self {
                    $(Self::$kind => <<$module::$kind as Game>::On as On>::LAYOUTS),+
                }
            }

            /// Returns where a hand stands in the order of hands, where the rules have one.
            pub fn hand_order(self, hand: &[Card]) -> Option<HandOrder> {
                match self { $(Self::$kind => $module::$kind::hand_order(hand)),+ }
            }

            /// Returns what a count of zero is called, where the order has a word for it.
            pub const fn zero(self) -> Option<&'static str> {
                match self { $(Self::$kind => $module::$kind::ZERO),+ }
            }

            /// Returns what a hand counts, where hands are compared by what they count.
            pub fn points(self, hand: &[Card]) -> Option<u8> {
                match self { $(Self::$kind => $module::$kind::points(hand)),+ }
            }

            /// Tells whether a wager has one price, which its table is opened with.
            pub fn has_fixed_price(self, on: WagerId) -> bool {
                match self {
                    $(Self::$kind => {
                        <$module::$kind as Game>::On::from_id(on)
                            .is_some_and(|on| $module::$kind::fixed_price(on).is_some())
                    })+
                }
            }

            /// Says by which measure a wager is bound instead of the sign, where it goes with another.
            pub fn cap(self, on: WagerId) -> Option<Cap> {
                match self {
                    $(Self::$kind => {
                        <$module::$kind as Game>::On::from_id(on).and_then($module::$kind::cap)
                    })+
                }
            }

            /// Names the clause by which no sign of its own can be put up for a wager: it has a price, is
            /// placed by a choice, or goes with another wager.
            pub fn off_the_sign(self, on: WagerId) -> Option<Clause> {
                match self {
                    $(Self::$kind => {
                        let on = <$module::$kind as Game>::On::from_id(on)?;
                        let cap = $module::$kind::cap(on).map(|cap| cap.clause);
                        $module::$kind::fixed_price(on).or($module::$kind::follows(on)).or(cap)
                    })+
                }
            }

            /// Tells whether a wager is placed by a choice, never by itself.
            pub fn follows(self, on: WagerId) -> bool {
                match self {
                    $(Self::$kind => {
                        <$module::$kind as Game>::On::from_id(on)
                            .is_some_and(|on| $module::$kind::follows(on).is_some())
                    })+
                }
            }

            /// Returns between what a player is asked to decide in an ordinary round.
            pub const fn choices(self) -> &'static [Choice] {
                match self { $(Self::$kind => $module::$kind::CHOICES),+ }
            }

            /// Names the wager that a choice places, and the one that it equals.
            pub fn follow_up(self, choice: Choice) -> Option<(WagerId, WagerId)> {
                match self {
                    $(Self::$kind => {
                        $module::$kind::follow_up(choice).map(|(on, base)| (on.id(), base.id()))
                    })+
                }
            }

            /// Returns what players choose whatever their cards are, where the cards do not decide.
            pub const fn usual_choice(self) -> Option<Choice> {
                match self { $(Self::$kind => $module::$kind::USUAL_CHOICE),+ }
            }

            /// Says everything that is known of the game, as data.
            pub fn describe(self) -> Description {
                match self { $(Self::$kind => describe::describe::<$module::$kind>()),+ }
            }

            /// Returns what each kind of win is paid.
            pub const fn pays(self) -> &'static [Pays] {
                match self { $(Self::$kind => $module::$kind::PAYS),+ }
            }

            /// Names the wager that `on` cannot do without.
            pub fn needs(self, on: WagerId) -> Option<WagerId> {
                match self {
                    $(Self::$kind => {
                        let on = <$module::$kind as Game>::On::from_id(on)?;
                        $module::$kind::needs(on).map(|(needed, _)| needed.id())
                    })+
                }
            }

            /// Returns a number that is the same for cards which the rules treat alike.
            pub fn class(self, card: Card) -> u8 {
                match self { $(Self::$kind => $module::$kind::class(card)),+ }
            }

            /// Returns the most cards that a round can take when so many areas are played; `follows`
            /// says whether players make the wagers that follow a choice. 0 where dice are rolled.
            pub fn most_cards(self, areas: u32, follows: bool) -> u32 {
                if self.house().cards.is_none() {
                    return 0;
                }
                match self { $(Self::$kind => $module::$kind::most_cards(areas, follows)),+ }
            }

            /// Returns what placing `on` costs on top for each unit of the stake, as a fraction, when
            /// a win is paid `wins` to `per`.
            pub fn commission_rate(self, on: WagerId, wins: u64, per: u64) -> Option<(u64, u64)> {
                match self {
                    $(Self::$kind => {
                        let on = <$module::$kind as Game>::On::from_id(on)?;
                        $module::$kind::commission_rate(on, wins, per)
                    })+
                }
            }

            /// Returns the verdict on a jackpot wager that alone hits a meter.
            pub fn meter_verdict(
                self,
                meter: Meter,
                jackpot: &Jackpot,
                chip: Cents,
            ) -> Option<Verdict> {
                match self {
                    $(Self::$kind => $module::$kind::meter_verdict(meter, jackpot, chip)),+
                }
            }

            /// Says which meter pays a win of `on` that was decided by this clause; `None` where the
            /// house does.
            pub fn meter_hit(self, on: WagerId, clause: Clause) -> Option<Meter> {
                match self {
                    $(Self::$kind => {
                        let on = <$module::$kind as Game>::On::from_id(on)?;
                        $module::$kind::meter_hit(on, clause)
                    })+
                }
            }

            /// Says what the order has of jackpots, if it has any.
            pub const fn jackpots(self) -> Option<Jackpots> {
                match self { $(Self::$kind => $module::$kind::HOUSE.jackpot),+ }
            }

            /// Says what the order has of promotional prizes, if it has anything.
            pub const fn promotions(self) -> Option<Promotions> {
                match self { $(Self::$kind => $module::$kind::PROMOTIONS),+ }
            }

            /// Says what a hand is that qualifies for a prize of the jackpot; `None` for any other hand.
            pub fn qualifying(self, hand: &[Card]) -> Option<Qualifying> {
                match self { $(Self::$kind => $module::$kind::qualifying(hand)),+ }
            }

            /// Lists the games whose tables may share a jackpot pool with one of this game, by name.
            pub const fn pool(self) -> &'static [&'static str] {
                match self { $(Self::$kind => $module::$kind::POOL),+ }
            }

            /// Says what an absent player is taken to have chosen.
            pub fn absent(self) -> Option<Choice> {
                match self { $(Self::$kind => $module::$kind::absent()),+ }
            }
        }

        impl AnyTable {
            /// Opens a table.
            ///
            /// # Errors
            /// Refuses a set-up that the order does not allow.
            pub fn open(kind: Kind, setup: &Setup) -> Result<Self, Refusal> {
                Ok(match kind { $(Kind::$kind => Self::$kind(Table::open(setup)?)),+ })
            }

            /// Returns which game it is.
            pub const fn kind(&self) -> Kind {
                match self { $(Self::$kind(_) => Kind::$kind),+ }
            }

            /// Decides whether an input is allowed, and what follows from it, without changing
            /// anything.
            ///
            /// # Errors
            /// Refuses what the rules do not allow.
            pub fn decide(&self, input: &Input) -> Result<AnyDecision, Refusal> {
                Ok(match self {
                    $(Self::$kind(table) => AnyDecision::$kind(table.decide(input)?)),+
                })
            }

            /// Does what was decided, and adds what follows to `effects`.
            ///
            /// # Panics
            /// When the decision was made by another table, or this one has taken an input since.
            pub fn apply(&mut self, decision: AnyDecision, effects: &mut Vec<Effect>) {
                match (self, decision) {
                    $((Self::$kind(table), AnyDecision::$kind(decision)) => {
                        table.apply(decision, effects);
                    })+
                    _ => panic!("a decision is applied to the table that made it"),
                }
            }

            /// Takes one input and adds what follows to `effects`: decides, then applies.
            ///
            /// # Errors
            /// Refuses what the rules do not allow; nothing has changed then.
            pub fn step(
                &mut self,
                input: &Input,
                effects: &mut Vec<Effect>,
            ) -> Result<(), Refusal> {
                match self { $(Self::$kind(table) => table.step(input, effects)),+ }
            }

            /// Says what may be added on a spot now.
            ///
            /// # Errors
            /// Refuses what `decide` refuses whatever the amount.
            pub fn quote(&self, spot: &Spot) -> Result<Quote, Refusal> {
                match self { $(Self::$kind(table) => table.quote(spot)),+ }
            }

            /// Checks that a wager may be placed or added to on a spot now, whatever the amount.
            ///
            /// # Errors
            /// Refuses a spot that takes nothing now.
            pub fn admits(&self, spot: &Spot) -> Result<(), Refusal> {
                match self { $(Self::$kind(table) => table.admits(spot)),+ }
            }

            /// Says what the table waits for.
            pub fn expects(&self) -> Expects {
                match self { $(Self::$kind(table) => table.expects()),+ }
            }

            /// Names the clause by which a supervisor, and not the dealer, verifies the check that is due.
            pub const fn supervisor_verifies(&self) -> Option<Clause> {
                match self { $(Self::$kind(table) => table.supervisor_verifies()),+ }
            }

            /// Names the clause by which the discards go back into the device now, if they do.
            pub fn feeds(&self) -> Option<Clause> {
                match self { $(Self::$kind(table) => table.feeds()),+ }
            }

            /// Lists the hands of which a ruling on the question that is open can declare one alone void.
            pub fn hands_to_void(&self) -> Vec<Area> {
                match self { $(Self::$kind(table) => table.hands_to_void()),+ }
            }

            /// Returns the number of the shuffling device in use, if it was ever said.
            pub const fn device(&self) -> Option<DeviceNumber> {
                match self { $(Self::$kind(table) => table.device()),+ }
            }

            /// Returns the device that takes the place of the one that failed, while that is going on.
            pub const fn spare(&self) -> Option<DeviceNumber> {
                match self { $(Self::$kind(table) => table.spare()),+ }
            }

            /// Lists the damaged cards that were taken out and are not replaced yet.
            pub fn removed(&self) -> &[Card] {
                match self { $(Self::$kind(table) => table.removed()),+ }
            }

            /// Returns the rules of this table.
            pub const fn rules(&self) -> &Rules {
                match self { $(Self::$kind(table) => table.rules()),+ }
            }

            /// Returns what lies on the felt.
            pub const fn felt(&self) -> &Felt {
                match self { $(Self::$kind(table) => table.felt()),+ }
            }

            /// Returns what lies on the felt for all to see: in a round that is dealt again, the cards of
            /// the new one so far.
            pub fn shown_felt(&self) -> &Felt {
                match self { $(Self::$kind(table) => table.shown_felt()),+ }
            }

            /// Tells whether the table waits for the dealer to collect and pay what is decided.
            pub fn is_paying(&self) -> bool {
                match self { $(Self::$kind(table) => table.is_paying()),+ }
            }

            /// Lists what is to be collected and paid by hand now, in the order of the rules.
            pub fn unpaid(&self) -> Vec<Unpaid> {
                match self { $(Self::$kind(table) => table.unpaid()),+ }
            }

            /// Lists the wagers that have hit a meter and are not paid by hand yet, each with its hand.
            pub fn meter_hits(&self) -> Vec<MeterHit> {
                match self { $(Self::$kind(table) => table.meter_hits()),+ }
            }

            /// Adds up the stakes of what was settled in the round that is on or was the last.
            pub fn settled(&self) -> Cents {
                match self { $(Self::$kind(table) => table.settled()),+ }
            }

            /// Returns the most cards that the round that is on can still need; none at dice.
            pub fn cards_to_come(&self) -> u32 {
                match self { $(Self::$kind(table) => table.cards_to_come()),+ }
            }

            /// Returns the card or roll that was entered last, if it can be put right.
            pub fn can_rekey(&self) -> Option<Keyed> {
                match self { $(Self::$kind(table) => table.can_rekey()),+ }
            }

            /// Tells whether a result is shown, so that a card put right changes what players have seen.
            pub fn shows_result(&self) -> bool {
                match self { $(Self::$kind(table) => table.shows_result()),+ }
            }

            /// Tells whether a round is being dealt again.
            pub const fn is_rebuilding(&self) -> bool {
                match self { $(Self::$kind(table) => table.is_rebuilding()),+ }
            }

            /// Returns where every card is.
            pub const fn shoe(&self) -> &Shoe {
                match self { $(Self::$kind(table) => table.shoe()),+ }
            }

            /// Returns how the dice stand, where dice are rolled.
            pub fn dice(&self) -> Option<DiceStand> {
                match self { $(Self::$kind(table) => $module::$kind::dice(table)),+ }
            }

            /// Returns for whom an area is kept.
            pub fn reserved(&self, area: Area) -> Option<Player> {
                match self { $(Self::$kind(table) => table.reserved(area)),+ }
            }

            /// Returns where the money went.
            pub const fn tally(&self) -> &Tally {
                match self { $(Self::$kind(table) => table.tally()),+ }
            }

            /// Tells whether everything that was placed has ended or stands: it must always.
            pub fn balances(&self) -> bool {
                match self { $(Self::$kind(table) => table.balances()),+ }
            }

            /// Says what adding `amount` to a spot costs on top.
            pub fn commission(&self, spot: &Spot, amount: Cents) -> Cents {
                match self { $(Self::$kind(table) => table.commission(spot, amount)),+ }
            }

            /// Shows every wager that stands, in the order of placement.
            pub fn each_standing(&self, mut show: impl FnMut(Standing)) {
                match self {
                    $(Self::$kind(table) => {
                        for wager in table.book().iter() {
                            show(Standing {
                                spot: wager.spot(),
                                stake: wager.stake,
                                excess: wager.excess,
                                button: wager.button,
                                works: table.works(wager),
                                light: table.light(wager),
                                collected: wager.collected,
                                carried: wager.carried,
                            });
                        }
                    })+
                }
            }
        }
    };
}

games! {
    Baceball: baceball;
    Craps: craps;
    ThreeCardBaccarat: three_card_baccarat;
    CasinoWar: casino_war;
    LuckyDrawBaccarat: lucky_draw_baccarat;
    PuntoBanco: punto_banco;
}

/// A wager that stands, of whatever game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The player, area, kind and number of the wager.
    pub spot: Spot,
    /// What it will be settled on.
    pub stake: Cents,
    /// What will go back untouched.
    pub excess: Cents,
    /// Whether the dealer's button calls it on or off, or none lies there.
    pub button: Button,
    /// The next cards or roll can decide it; else it is off.
    pub works: bool,
    /// What the equipment shows beside it; `None` for a wager that no equipment takes.
    pub light: Option<Light>,
    /// It was swept into the float before a deal.
    pub collected: bool,
    /// It was made for an earlier round, which was void.
    pub carried: bool,
}

/// What a place on the layout of a game is called.
#[derive(Clone, Copy, Debug)]
pub struct PlaceName {
    kind: Kind,
    place: Place,
}

impl fmt::Display for PlaceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Area(area) => write!(f, "area {}", area.0),
            Place::Shared => f.write_str(self.kind.shared().unwrap_or("the shared hand")),
            Place::Dealer => f.write_str(self.kind.dealer()),
        }
    }
}

/// Stored by its name.
impl Stored for Kind {
    fn store(&self, to: &mut Vec<u8>) {
        store_text(self.name(), to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        Self::named(from.text()?).ok_or(Damaged)
    }
}

impl Kind {
    /// Finds a game by its name in sheets.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Finds a game that some order lets share a jackpot pool, by its name in sheets.
    pub fn in_a_pool(name: &str) -> Option<&'static str> {
        Self::ALL.iter().flat_map(|kind| kind.pool()).copied().find(|game| *game == name)
    }

    /// Lists the games that a house offers: all that are not examples.
    pub fn offered() -> impl Iterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(|kind| !kind.is_example())
    }

    /// Returns what a place on the layout is called: `area 3`, or the name of a hand.
    pub fn place_name(self, place: Place) -> PlaceName {
        PlaceName { kind: self, place }
    }

    /// Says what number a wager of this game needs; one that the game does not have needs none.
    pub fn mark(self, on: WagerId) -> Mark {
        self.layouts().get(usize::from(on.0)).map_or(Mark::None, |layout| layout.mark)
    }

    /// Finds the wager of this game that has one price, as that on a jackpot has.
    pub fn priced(self) -> Option<WagerId> {
        let mut wagers = (0..self.layouts().len()).map(|at| WagerId(at as u8));
        wagers.find(|&on| self.has_fixed_price(on))
    }

    /// Finds a wager of this game by its name.
    pub fn wager(self, name: &str) -> Option<WagerId> {
        let at = self.layouts().iter().position(|layout| layout.name == name)?;
        Some(WagerId(at as u8))
    }
}
