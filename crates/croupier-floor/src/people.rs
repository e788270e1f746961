//! The people of the house and its guests: who they are, what they may be, who is kept out.

use std::collections::{BTreeSet, HashMap};

use croupier_engine::stored::{Bytes, Damaged, Stored};
use croupier_engine::{Kind, Player};
use serde::{Deserialize, Serialize};

/// What a person is to the house. One person may be several things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Role {
    Player,
    /// A guest, who plays at demo tables with play money.
    Guest,
    Dealer,
    Boxperson,
    Stickperson,
    /// A casino supervisor: gaming supervisor or assistant gaming manager.
    Supervisor,
    /// A gaming manager.
    Manager,
    Cashier,
    Surveillance,
    Inspector,
    /// Runs promotions: from the draft of their terms to the last claim.
    Promotions,
    /// Oversees the draws of promotions for the operator, and has no part in running them.
    Scrutineer,
    /// The program itself, which draws cards and dice at virtual tables.
    System,
}

croupier_engine::stored! {
    enum Role {
        0 = Player, 1 = Guest, 2 = Dealer, 3 = Boxperson, 4 = Stickperson, 5 = Supervisor,
        6 = Manager, 7 = Cashier, 8 = Surveillance, 9 = Inspector, 10 = Promotions, 11 = Scrutineer,
        12 = System,
    }
}

impl Role {
    /// Tells whether a person with this role works for the house or watches over it, and so sees names.
    pub const fn is_staff(self) -> bool {
        match self {
            Self::Dealer
            | Self::Boxperson
            | Self::Stickperson
            | Self::Supervisor
            | Self::Manager
            | Self::Surveillance
            | Self::Inspector
            | Self::Promotions => true,
            // A scrutineer oversees draws, and has nothing to look for at the tables.
            Self::Player | Self::Guest | Self::Cashier | Self::Scrutineer | Self::System => false,
        }
    }

    /// All roles, in the order in which they are shown.
    pub const ALL: [Self; 13] = [
        Self::Player,
        Self::Guest,
        Self::Dealer,
        Self::Boxperson,
        Self::Stickperson,
        Self::Supervisor,
        Self::Manager,
        Self::Cashier,
        Self::Surveillance,
        Self::Inspector,
        Self::Promotions,
        Self::Scrutineer,
        Self::System,
    ];

    /// Returns the word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Guest => "guest",
            Self::Dealer => "dealer",
            Self::Boxperson => "boxperson",
            Self::Stickperson => "stickperson",
            Self::Supervisor => "supervisor",
            Self::Manager => "manager",
            Self::Cashier => "cashier",
            Self::Surveillance => "surveillance",
            Self::Inspector => "inspector",
            Self::Promotions => "promotions",
            Self::Scrutineer => "scrutineer",
            Self::System => "system",
        }
    }

    /// Finds a role by its word.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name by which the person signs in; `person 7` if it was erased. Nothing is decided by it.
    pub name: String,
    /// What the person is.
    pub roles: BTreeSet<Role>,
    /// The hash of the password, as Argon2 writes it; `None` for who cannot sign in.
    pub password: Option<String>,
    /// Came to a table without an account, and so says nothing here by themself.
    pub walk_in: bool,
    /// Kept out of the casino.
    pub excluded: bool,
    /// Games that the person may not play.
    pub barred: BTreeSet<Kind>,
}

croupier_engine::stored! { struct Person { name, roles, password, walk_in, excluded, barred } }

/// Everyone, by number and by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct People {
    all: Vec<Person>,
    index: HashMap<String, u32>,
    /// The same by what names look like: the first one counts.
    alike: HashMap<String, u32>,
}

/// Who is called what follows from the names, the last one counting.
impl Stored for People {
    fn store(&self, to: &mut Vec<u8>) {
        let Self { all, index: _, alike: _ } = self;
        all.store(to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let mut people = Self { all: Vec::restore(from)?, ..Self::default() };
        for (number, person) in (0..).zip(&people.all) {
            people.index.insert(person.name.clone(), number);
            people.alike.entry(looks(&person.name)).or_insert(number);
        }
        Ok(people)
    }
}

/// Letters of other scripts that look like a Latin one, and digits and letters as wide as Chinese ones.
const LOOK_ALIKES: [(&str, &str); 4] = [
    ("\u{430}\u{435}\u{43e}\u{440}\u{441}\u{443}\u{445}\u{455}\u{456}\u{458}", "aeopcyxsij"),
    ("\u{501}\u{51b}\u{51d}\u{4bb}", "dqwh"),
    ("\u{3b1}\u{3bd}\u{3bf}\u{3c1}\u{3b9}", "avopi"),
    ("\u{131}\u{251}\u{261}", "iag"),
];

/// Says what a name looks like to somebody who does not look twice: two people are not called alike.
pub(crate) fn looks(name: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    };
    let plain = |c: char| {
        let mut all =
            LOOK_ALIKES.iter().flat_map(|(others, latin)| others.chars().zip(latin.chars()));
        all.find(|(other, _)| *other == c).map_or(c, |(_, latin)| latin)
    };
    name.chars().map(narrow).flat_map(char::to_lowercase).map(plain).collect()
}

impl People {
    /// Returns the number that the next person gets.
    pub(crate) fn next(&self) -> Player {
        Player(self.all.len() as u32)
    }

    /// Adds a person under the next number, with a name if it is known.
    pub(crate) fn add(&mut self, name: Option<&str>, roles: BTreeSet<Role>) -> Player {
        let number = self.all.len() as u32;
        let name = name.map_or_else(|| format!("person {number}"), str::to_owned);
        self.push(name, roles, false)
    }

    /// Adds a player who came without an account, with a name if one was given.
    pub(crate) fn add_walk_in(&mut self, name: Option<&str>) -> Player {
        let number = self.all.len() as u32;
        // Nobody else can be called so: other names have no spaces.
        let name = name.map_or_else(|| format!("walk-in {number}"), str::to_owned);
        self.push(name, BTreeSet::from([Role::Player]), true)
    }

    fn push(&mut self, name: String, roles: BTreeSet<Role>, walk_in: bool) -> Player {
        let number = self.all.len() as u32;
        self.index.insert(name.clone(), number);
        self.alike.entry(looks(&name)).or_insert(number);
        let barred = BTreeSet::new();
        self.all.push(Person { name, roles, password: None, walk_in, excluded: false, barred });
        Player(number)
    }

    /// Finds a person by name.
    pub fn find(&self, name: &str) -> Option<Player> {
        self.index.get(name).copied().map(Player)
    }

    /// Finds a person by name, or by one that looks the same.
    pub fn find_alike(&self, name: &str) -> Option<Player> {
        self.find(name).or_else(|| self.alike.get(&looks(name)).copied().map(Player))
    }

    /// Returns a person by number.
    pub fn get(&self, player: Player) -> Option<&Person> {
        self.all.get(player.0 as usize)
    }

    /// Returns a person, to be changed.
    pub(crate) fn get_mut(&mut self, player: Player) -> Option<&mut Person> {
        self.all.get_mut(player.0 as usize)
    }

    /// Returns a person's name.
    pub fn name(&self, player: Player) -> &str {
        self.get(player).map_or("nobody", |person| &person.name)
    }

    /// Tells whether a person has a role.
    pub fn is(&self, player: Player, role: Role) -> bool {
        self.get(player).is_some_and(|person| person.roles.contains(&role))
    }

    /// Tells whether a person plays: with money, or with play money.
    pub fn plays(&self, player: Player) -> bool {
        self.is(player, Role::Player) || self.is(player, Role::Guest)
    }

    /// Lists everyone who ever became known, by number.
    pub fn iter(&self) -> impl Iterator<Item = (Player, &Person)> {
        (0..).map(Player).zip(&self.all)
    }
}

#[cfg(test)]
mod tests {
    use super::{LOOK_ALIKES, looks};

    #[test]
    fn what_looks_the_same_is_the_same() {
        for alike in ["max", "MAX", "m\u{430}x", "m\u{410}X", "\u{ff4d}\u{ff21}\u{ff58}"] {
            assert_eq!(looks(alike), "max", "{alike:?}");
        }
        for other in ["may", "max1", "m-x", "\u{43c}\u{430}\u{43a}\u{441}"] {
            assert_ne!(looks(other), "max", "{other:?}");
        }
        for (others, latin) in LOOK_ALIKES {
            assert_eq!(others.chars().count(), latin.len());
        }
    }
}
