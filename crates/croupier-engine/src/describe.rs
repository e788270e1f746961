//! A game as data: what odds, simulation, opening form, console and felt need to know of it.
//!
//! [`Kind::describe`](crate::Kind::describe) says it, from the constants and answers of the game's own
//! file. Nothing else in the tree has to name a game.

use alloc::vec::Vec;

use crate::clause::Clause;
use crate::game::{Behind, Burn, Cut, Game, Opens};
use crate::input::{Choice, Source, WagerId};
use crate::irregular::{Does, Remedy, Say, Situation};
use crate::pays::Pays;
use crate::setup::Method;
use crate::wager::{Layout, Mark, On};

/// The most seats at a table without playing areas, which no order limits.
const MOST_SEATS: u8 = 14;

/// Everything that is known of a game.
#[derive(Clone, Debug)]
pub struct Description {
    /// Its name in sheets, journals and addresses.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The order by which it is played, in a few words.
    pub order: &'static str,
    /// What the hand of the house is called.
    pub dealer: &'static str,
    /// What the hand is called that all players share, where there is one.
    pub shared: Option<&'static str>,
    /// The game is an example, which no house offers unless its operator says so.
    pub example: bool,
    /// Its wagers, in the order of their numbers.
    pub wagers: Vec<WagerKind>,
    /// The wager that brings an area its cards.
    pub main: Option<WagerId>,
    /// Its playing areas; `None` where wagers belong to players alone.
    pub areas: Option<PlayingAreas>,
    /// How many seats a table of this game usually has, and at most where its order says.
    pub seats: u8,
    /// It matters to the rules where players sit.
    pub seats_matter: bool,
    /// Between what a player is asked to decide in an ordinary round.
    pub choices: Vec<Decision>,
    /// Between what a player decides while a card that was dealt in error waits for a place.
    pub choices_of_a_card: &'static [Choice],
    /// What players choose whatever their cards are; `None` where the cards decide.
    pub usual_choice: Option<Choice>,
    /// What an absent player is taken to have chosen.
    pub absent: Option<Choice>,
    /// The variants in which its tables may be played, by their names in sheets.
    pub variants: &'static [&'static str],
    /// Its cards; `None` where dice are rolled.
    pub cards: Option<Deck>,
    /// A jackpot may be on offer.
    pub jackpot: bool,
    /// What can go wrong at its tables, as far as its order knows what to do about it.
    pub situations: Vec<Trouble>,
}

/// One kind of wager, with all that a form, a felt or a simulation needs to offer it.
#[derive(Clone, Debug)]
pub struct WagerKind {
    /// The number by which inputs and effects name this wager.
    pub id: WagerId,
    /// Its name in sheets, journals and addresses.
    pub name: &'static str,
    /// The clause of the order that says what the wager is on.
    pub clause: Clause,
    /// It lies on a playing area; else it belongs to the player alone.
    pub on_area: bool,
    /// The number or point total that it is on.
    pub mark: Mark,
    /// Into how many equal parts its stake is split.
    pub parts: u8,
    /// The wager that it cannot do without.
    pub needs: Option<WagerId>,
    /// It is placed by a choice in the course of a round, never by itself.
    pub follows: bool,
    /// Its price is fixed, as that of a jackpot wager.
    pub fixed_price: bool,
    /// At which moments it can be made, where dice are rolled.
    pub opens: Opens,
    /// It is a wager against the shooter, which is worth more once it has a number.
    pub against: bool,
    /// A player may call it on and off.
    pub can_be_called: bool,
    /// A commission is charged when it is placed.
    pub commission: bool,
    /// What each kind of win is paid.
    pub pays: Vec<Pays>,
}

impl WagerKind {
    /// Lists the numbers that it can be placed on; a wager without a number has one entry, `None`.
    pub fn marks(&self) -> Vec<Option<u8>> {
        match self.mark {
            Mark::Number(marks) | Mark::Point(marks) => marks.iter().copied().map(Some).collect(),
            Mark::None | Mark::Travels(_) => Vec::from([None]),
        }
    }

    /// Tells whether it stands on the point of the moment, without a number of its own.
    pub const fn is_on_the_point(&self) -> bool {
        self.needs.is_some()
            && matches!(self.opens, Opens::OnThePoint)
            && matches!(self.mark, Mark::None)
    }

    /// Tells whether rolls give it the number that decides it: its own, or the point.
    pub const fn takes_a_number(&self) -> bool {
        matches!(self.opens, Opens::BeforeThePoint) || matches!(self.mark, Mark::Travels(_))
    }
}

/// The playing areas of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayingAreas {
    /// How many there are.
    pub count: u8,
    /// How many players may wager on one.
    pub sharing: u8,
}

/// Something that a player can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What the player says, as sheets and screens write it.
    pub choice: Choice,
    /// The wager that goes up with the decision; `None` for one that stakes nothing more.
    pub places: Option<WagerId>,
    /// The wager that the placed one equals.
    pub equals: Option<WagerId>,
}

/// The cards of a game.
#[derive(Clone, Copy, Debug)]
pub struct Deck {
    /// The numbers of decks that may be used, the usual one first.
    pub decks: &'static [u8],
    /// Where cards may come from, the usual source first.
    pub sources: &'static [Source],
    /// The methods of dealing, the usual one first.
    pub methods: &'static [Method],
    /// The cut; `None` where cards are not cut.
    pub cut: Option<Cut>,
    /// A cutting card ends a shoe; it says whether one more round is played when it comes first.
    pub cutting_card: Option<bool>,
    /// What is burned after a shuffle.
    pub burn: Burn,
    /// Discards go back into a shuffling device in the course of play.
    pub feeds: bool,
    /// How many of the first cards of a hand may have come in any order.
    pub in_any_order: usize,
}

impl Deck {
    /// Returns the least and the most decks that may be used.
    pub fn fewest_and_most(&self) -> (u8, u8) {
        let decks = || self.decks.iter().copied();
        (decks().min().unwrap_or(0), decks().max().unwrap_or(0))
    }

    /// Returns how far from the back the cutting card goes, where there is one.
    pub fn behind(&self) -> Option<Behind> {
        self.cut.map(|cut| cut.behind)
    }
}

/// A situation that the order of a game knows what to do about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The situation that these remedies are for.
    pub what: Situation,
    /// What must or may be told of it.
    pub fields: &'static [Field],
    /// Something can be done before the first card of a round.
    pub before: bool,
    /// Something can be done in a round.
    pub in_round: bool,
    /// Something can be done when a round was settled and the next has not begun.
    pub after: bool,
    /// Who may declare it and decide what is done.
    pub say: Say,
}

/// Something that is told of a situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The card that it is about.
    Card,
    /// Where something lies or goes.
    To,
    /// Whether a card was seen.
    Exposed,
    /// A hand: of an area, or of the dealer.
    Place,
    /// How many cards a hand has.
    Cards,
    /// The playing area that it happened on.
    Area,
    /// The player whom it concerns.
    Player,
    /// Those who did it.
    Players,
    /// What becomes of the wagers of those who cheated.
    Forfeit,
    /// Whether it was disruption or fraud.
    Cause,
    /// The wager that it is about, as a spot on the layout.
    Wager,
    /// Why a throw does not count.
    Reason,
    /// How many dice it is about.
    Dice,
    /// The number of the shuffling device.
    Device,
}

impl Field {
    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::To => "to",
            Self::Exposed => "exposed",
            Self::Place => "place",
            Self::Cards => "cards",
            Self::Area => "area",
            Self::Player => "player",
            Self::Players => "players",
            Self::Forfeit => "forfeit",
            Self::Cause => "cause",
            Self::Wager => "wager",
            Self::Reason => "reason",
            Self::Dice => "dice",
            Self::Device => "device",
        }
    }
}

impl Say {
    /// Returns the word for who has the say.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Anyone => "anyone",
            Self::Supervisor => "supervisor",
            Self::Authority => "authority",
            Self::Boxperson => "boxperson",
        }
    }
}

impl Situation {
    /// Tells whether somebody's judgement is all there is for it, so that the orders ask for grounds.
    pub const fn wants_grounds(self) -> bool {
        match self {
            Self::Conduct | Self::Invalidate | Self::RefuseWager | Self::PoorMix => true,
            Self::FaceUp
            | Self::Disclosed
            | Self::MoreFaceUp
            | Self::Astray
            | Self::WrongDeal
            | Self::WrongCount
            | Self::HandWithoutWager
            | Self::NoWagers
            | Self::Misdealt
            | Self::WrongPayment
            | Self::Surplus
            | Self::RunOut
            | Self::MissingCard
            | Self::ForeignCard
            | Self::NotCut
            | Self::NotBurned
            | Self::NotShuffled
            | Self::NotFed
            | Self::Dropped
            | Self::Verify
            | Self::Unfit
            | Self::DeviceFault
            | Self::NotAccepted
            | Self::Throw
            | Self::DieOff
            | Self::DieFound
            | Self::DiceLost => false,
        }
    }

    /// Lists what is told of such a situation.
    pub const fn fields(self) -> &'static [Field] {
        match self {
            Self::FaceUp | Self::Disclosed | Self::NoWagers | Self::Surplus => &[Field::Card],
            Self::Astray => &[Field::To, Field::Exposed, Field::Card],
            Self::WrongCount => &[Field::Place, Field::Cards],
            Self::HandWithoutWager => &[Field::Area, Field::Card],
            Self::Conduct => &[Field::Players],
            Self::Invalidate => &[Field::Cause, Field::Players, Field::Forfeit],
            Self::RefuseWager => &[Field::Wager],
            Self::NotAccepted => &[Field::Player, Field::Area],
            Self::Throw => &[Field::Reason],
            Self::DieOff => &[Field::Dice],
            Self::DieFound => &[Field::To],
            Self::DeviceFault => &[Field::Device],
            Self::MoreFaceUp
            | Self::WrongDeal
            | Self::Misdealt
            | Self::WrongPayment
            | Self::RunOut
            | Self::MissingCard
            | Self::ForeignCard
            | Self::NotCut
            | Self::NotBurned
            | Self::NotShuffled
            | Self::NotFed
            | Self::PoorMix
            | Self::Dropped
            | Self::Verify
            | Self::Unfit
            | Self::DiceLost => &[],
        }
    }
}

/// Describes a game from what its file says.
pub(crate) fn describe<G: Game>() -> Description {
    let house = G::HOUSE;
    Description {
        name: G::NAME,
        title: G::TITLE,
        order: G::ORDER,
        dealer: G::DEALER,
        shared: G::SHARED,
        example: G::EXAMPLE,
        wagers: wagers::<G>(),
        main: G::MAIN.map(On::id),
        areas: house.areas.map(|areas| PlayingAreas { count: areas.count, sharing: areas.sharing }),
        seats: house.areas.map_or(MOST_SEATS, |areas| areas.count),
        seats_matter: house.seats,
        choices: choices::<G>(),
        choices_of_a_card: G::CHOICES_OF_A_CARD,
        usual_choice: G::USUAL_CHOICE,
        absent: G::absent(),
        variants: house.variants,
        cards: deck::<G>(),
        jackpot: house.jackpot.is_some(),
        situations: situations::<G>(),
    }
}

fn wagers<G: Game>() -> Vec<WagerKind> {
    let kind = |&on: &G::On| {
        let Layout { name, clause, on_area, mark, parts, .. } = *on.layout();
        let pays: Vec<_> = G::PAYS.iter().copied().filter(|row| row.on == on.id()).collect();
        WagerKind {
            id: on.id(),
            name,
            clause,
            on_area,
            mark,
            parts,
            needs: G::needs(on).map(|(needed, _)| needed.id()),
            follows: G::follows(on).is_some(),
            fixed_price: G::fixed_price(on).is_some(),
            opens: G::opens(on),
            against: G::is_against(on),
            can_be_called: G::can_be_called(on),
            commission: G::commission_rate(on, 1, 1).is_some(),
            pays,
        }
    };
    G::On::ALL.iter().map(kind).collect()
}

fn choices<G: Game>() -> Vec<Decision> {
    let decision = |&choice: &Choice| {
        let follow_up = G::follow_up(choice);
        Decision {
            choice,
            places: follow_up.map(|(places, _)| places.id()),
            equals: follow_up.map(|(_, equals)| equals.id()),
        }
    };
    G::CHOICES.iter().map(decision).collect()
}

fn deck<G: Game>() -> Option<Deck> {
    let house = G::HOUSE;
    house.cards.map(|cards| Deck {
        decks: cards.decks,
        sources: cards.sources,
        methods: if house.method_b.is_some() { &[Method::A, Method::B] } else { &[Method::A] },
        cut: house.pit.cut,
        cutting_card: cards.cutting.map(|cutting| cutting.one_more),
        burn: cards.burn,
        feeds: G::FEEDS.is_some(),
        in_any_order: G::IN_ANY_ORDER,
    })
}

/// Lists the situations in which something other than a refusal can follow.
fn situations<G: Game>() -> Vec<Trouble> {
    let own = |what: Situation| G::OWN_SITUATIONS.iter().find(|(own, _)| *own == what);
    let trouble = |&what: &Situation| {
        let fields = what.fields();
        if let Some(&(_, say)) = own(what) {
            return Some(Trouble { what, fields, before: true, in_round: true, after: true, say });
        }
        let helps = |row: &&Remedy| row.what.contains(&what) && matches!(row.does, Does::Orders(_));
        let rows = || G::REMEDIES.iter().filter(helps);
        let say = rows().next()?.say.0;
        let can = |in_round: bool, after: bool| {
            rows().any(|row| {
                row.when.in_round.is_none_or(|asked| asked == in_round)
                    && row.when.after.is_none_or(|asked| asked == after)
            })
        };
        let (before, in_round, after) = (can(false, false), can(true, false), can(false, true));
        Some(Trouble { what, fields, before, in_round, after, say })
    };
    Situation::ALL.iter().filter_map(trouble).collect()
}
