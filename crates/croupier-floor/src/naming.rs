//! The two ways in which an act names people and carries their words: as people write it, and as the journal has
//! it.

use std::collections::BTreeMap;
use std::fmt;

use croupier_engine::Player;
pub use croupier_sheet::PersonId;
use croupier_sheet::{Step, TableSetup};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::act::Limits;
use crate::pool::Terms;
use crate::promotion::{Entered, PromotionTerms};
use crate::said::Commitment;

/// How an act names people. By name (`String`), as requests and scripts do; or by number ([`PersonId`]), as the
/// floor decides it and the journal keeps it: then words, too, are only commitments.
pub trait Naming: Part {
    /// A name that somebody is to get, or says to have.
    type New: Part;
    /// What somebody said in words, or the hash of a password.
    type Said: Part;
    /// A step of a game.
    type Step: Part;
    /// How a table is set up.
    type Setup: Part;
}

/// What a part of an act can do: be copied, compared, written and read.
pub trait Part: Clone + fmt::Debug + Eq + Serialize + DeserializeOwned {}

impl<T: Clone + fmt::Debug + Eq + Serialize + DeserializeOwned> Part for T {}

impl Naming for String {
    type New = Self;
    type Said = Self;
    type Step = Step;
    type Setup = TableSetup;
}

/// The number of who is not known to the house.
pub const NOBODY: PersonId = PersonId(Player(u32::MAX));

impl Naming for PersonId {
    type New = NewName;
    type Said = Commitment;
    type Step = RecordedStep;
    type Setup = TableSetup<Self>;
}

/// A name that somebody is to get, or says to have, without the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NewName {
    /// Nobody has this name.
    Fresh(Commitment),
    /// Nobody has this name, and it is that of whoever acts: so the first manager becomes known.
    Own(Commitment),
    /// This person has the name.
    Taken(PersonId),
    /// Nobody can be called so.
    Unfit,
}

/// One of the first two managers of a house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, bound = "")]
#[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
pub struct Founder<P: Naming = String> {
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub name: P::New,
    /// The hash of the password; nobody signs in without.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub password: Option<P::Said>,
}

/// A step of a game as the rules understand it. Reasons and words that no game has are not in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedStep {
    /// What is done.
    pub is: Step<PersonId>,
    /// Stands for the step as it was written, if that says more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Commitment>,
    /// Grounds were given in words. It stands here so that nothing is decided by what is kept beside the journal.
    #[serde(default, skip_serializing_if = "croupier_sheet::words::is_false")]
    pub grounds: bool,
}

/// Leads from one way to name people to the other, field by field.
pub(crate) trait Rename<P: Naming, Q: Naming> {
    fn person(&mut self, person: &P) -> Q;

    fn some_person(&mut self, person: &Option<P>) -> Option<Q> {
        person.as_ref().map(|person| self.person(person))
    }

    fn new_name(&mut self, name: &P::New) -> Q::New;

    fn some_new_name(&mut self, name: &Option<P::New>) -> Option<Q::New> {
        name.as_ref().map(|name| self.new_name(name))
    }

    fn founders(&mut self, founders: &[Founder<P>; 2]) -> [Founder<Q>; 2] {
        founders.each_ref().map(|Founder { name, password }| Founder {
            name: self.new_name(name),
            password: self.some_said(password),
        })
    }

    fn said(&mut self, said: &P::Said) -> Q::Said;

    fn some_said(&mut self, said: &Option<P::Said>) -> Option<Q::Said> {
        said.as_ref().map(|said| self.said(said))
    }

    fn step(&mut self, step: &P::Step) -> Q::Step;

    fn setup(&mut self, setup: &P::Setup) -> Box<Q::Setup>;

    /// The word for a wager.
    fn wager(&mut self, on: &str) -> String;

    /// The words for wagers, each with its limits.
    fn wagers(&mut self, limits: &BTreeMap<String, Limits>) -> BTreeMap<String, Limits> {
        limits.iter().map(|(on, limits)| (self.wager(on), *limits)).collect()
    }

    /// The word for a game.
    fn game(&mut self, game: &str) -> String;

    /// The terms of a pool, with the word for its table of prizes.
    fn terms(&mut self, terms: &Terms) -> Terms;

    /// The word for a game that may share a prize pool, whether or not it runs here.
    fn pool_game(&mut self, game: &str) -> String;

    /// The words for games.
    fn games(&mut self, games: &[String]) -> Vec<String> {
        games.iter().map(|game| self.game(game)).collect()
    }

    /// The word for a wager of any game.
    fn any_wager(&mut self, on: &str) -> String;

    /// The terms of a promotion.
    fn promotion_terms(&mut self, terms: &PromotionTerms<P>) -> PromotionTerms<Q>
    where
        Self: Sized,
    {
        terms.rename(self)
    }

    /// Somebody whom the house knows, or a name.
    fn entrant(&mut self, entrant: &Entered<P>) -> Entered<Q> {
        match entrant {
            Entered::Person(person) => Entered::Person(self.person(person)),
            Entered::Named(name) => Entered::Named(self.said(name)),
        }
    }

    /// People who are entered.
    fn entrants(&mut self, entrants: &[Entered<P>]) -> Vec<Entered<Q>> {
        entrants.iter().map(|entrant| self.entrant(entrant)).collect()
    }

    /// The word for a variant.
    fn variant(&mut self, variant: &Option<String>) -> Option<String>;

    /// A key or a commitment to one, in hexadecimal digits.
    fn digits(&mut self, digits: &str) -> String;

    /// The same, where there may be none.
    fn some_digits(&mut self, digits: &Option<String>) -> Option<String> {
        digits.as_ref().map(|digits| self.digits(digits))
    }
}

/// Tells whether somebody can be called so.
pub(crate) fn is_name(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    !name.is_empty() && name.len() <= 40 && name.chars().all(plain)
}
