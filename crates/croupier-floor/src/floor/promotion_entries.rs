//! Who enters a promotion: players by their wagers, and others by the hand of staff; and how entries close.

use croupier_engine::Player;
use croupier_engine::promotions::PromotionRule as Rule;

use crate::answer::Denied;
use crate::floor::Floor;
use crate::floor::promotions::{Planned, changes, plainly, refuse};
use crate::naming::PersonId;
use crate::people::Role;
use crate::promotion::{
    Entered, Entrant, EntryRule, EntrySource, Promotion, PromotionChange, PromotionId,
    PromotionState as State, PromotionWhy as Why, QualifyingWager,
};
use crate::random::key_from;
use crate::reason::Reason;
use crate::said::Commitment;

/// How many people one act can enter.
pub const MOST_AT_ONCE: usize = 1000;

/// How many entries a promotion can have.
pub const MOST_ENTRIES: u32 = 10_000_000;

impl Floor {
    /// Admits a file of entries, of which rows can then be entered, each once.
    pub(super) fn plan_admit(
        &self,
        by: Player,
        promotion: PromotionId,
        (sha256, rows): (&str, u32),
    ) -> Planned {
        let known = self.promotion_is(promotion, &[State::Running], Rule::Closing)?;
        self.check_entries_open(known)?;
        self.check_staff_enter(known)?;
        let hash = key_from(sha256).ok_or_else(|| plainly(Why::BadFile))?;
        if rows == 0 || rows > MOST_ENTRIES {
            return Err(plainly(Why::BadFile));
        }
        let files = known.entries.files();
        if files.iter().any(|file| file.sha256 == hash) {
            return Err(plainly(Why::FileKnown));
        }
        let (file, sha256) = (files.len() as u32 + 1, sha256.to_ascii_lowercase().into());
        Ok(changes(promotion, PromotionChange::FileAdmitted { file, sha256, rows, by }))
    }

    /// Says how staff put entries in: by hand, or from rows of a file that come after those that were entered.
    fn source_of(
        by: Player,
        promotion: &Promotion,
        (file, row): (Option<u32>, Option<u32>),
        entrants: usize,
    ) -> Result<EntrySource, Denied> {
        let (file, row) = match (file, row) {
            (None, None) => return Ok(EntrySource::Hand { by }),
            (Some(file), Some(row)) => (file, row),
            (Some(_), None) | (None, Some(_)) => return Err(plainly(Why::NoSuchFile)),
        };
        let known = promotion.entries.file(file).ok_or_else(|| plainly(Why::NoSuchFile))?;
        let last = u64::from(row) + entrants as u64 - 1;
        if row < known.next || last > u64::from(known.rows) {
            return Err(plainly(Why::NotARow { next: known.next, rows: known.rows }));
        }
        Ok(EntrySource::File { by, file, row })
    }

    /// Makes sure that staff put entries in, and not the wagers of players.
    fn check_staff_enter(&self, promotion: &Promotion) -> Result<(), Denied> {
        let wagers = matches!(promotion.terms.wager, Some(QualifyingWager::Least { .. }));
        match wagers && promotion.terms.entry != EntryRule::ByHand {
            true => Err(refuse(&promotion.terms, Rule::Wager, Why::OnlyWagersEnter)),
            false => Ok(()),
        }
    }

    pub(super) fn plan_enter(
        &self,
        by: Player,
        promotion: PromotionId,
        entrants: &[Entered<PersonId>],
        from: (Option<u32>, Option<u32>),
    ) -> Planned {
        let known = self.promotion_is(promotion, &[State::Running], Rule::Closing)?;
        self.check_entries_open(known)?;
        self.check_staff_enter(known)?;
        if entrants.is_empty() {
            return Err(plainly(Why::NobodyEntered));
        }
        if entrants.len() > MOST_AT_ONCE {
            return Err(plainly(Why::TooManyEntries { most: MOST_AT_ONCE as u32 }));
        }
        if known.entries.count().saturating_add(entrants.len() as u32) > MOST_ENTRIES {
            return Err(plainly(Why::TooManyEntries { most: MOST_ENTRIES }));
        }
        let source = Self::source_of(by, known, from, entrants.len())?;
        let mut who = Vec::with_capacity(entrants.len());
        for entrant in entrants {
            who.push(self.may_come(known, entrant, &who)?);
        }
        Ok(changes(promotion, PromotionChange::Entered { who, source }))
    }

    /// Makes sure that somebody may enter after these, in the same act.
    fn may_come(
        &self,
        promotion: &Promotion,
        entrant: &Entered<PersonId>,
        before: &[Entrant],
    ) -> Result<Entrant, Denied> {
        let entrant = match *entrant {
            Entered::Person(person) => Entrant::Person(self.may_enter(promotion, person)?),
            Entered::Named(name) => self.may_enter_by_name(promotion, name)?,
        };
        let once = promotion.terms.entry == EntryRule::Once;
        if once && matches!(entrant, Entrant::Person(_)) && before.contains(&entrant) {
            return Err(refuse(&promotion.terms, Rule::Eligible, Why::AlreadyEntered));
        }
        Ok(entrant)
    }

    /// Says of each of these people why staff cannot enter them now, if they cannot; the rows of a file that follow each
    /// other.
    ///
    /// # Errors
    /// Nobody can be entered now.
    pub fn sift_entrants(
        &self,
        promotion: PromotionId,
        entrants: &[Entered],
    ) -> Result<Vec<Option<Denied>>, Denied> {
        let known = self.promotion_is(promotion, &[State::Running], Rule::Closing)?;
        self.check_entries_open(known)?;
        self.check_staff_enter(known)?;
        let mut who = Vec::new();
        let sifted = entrants.iter().map(|entrant| {
            let entrant = match entrant {
                Entered::Person(name) => match self.people.find(name) {
                    Some(person) => Entered::Person(PersonId(person)),
                    None => return Some(Denied::of(Reason::NoSuchPerson(name.clone()))),
                },
                Entered::Named(name) if name.trim().is_empty() => {
                    Entered::Named(Commitment::NOTHING)
                }
                // What stands for a name says no more to the rules than that there is one; one that is known is a person.
                Entered::Named(name) => match self.people.find(name.trim()) {
                    Some(person) => Entered::Person(PersonId(person)),
                    None => Entered::Named(Commitment([1; 32])),
                },
            };
            match self.may_come(known, &entrant, &who) {
                Ok(entrant) => who.push(entrant),
                Err(denied) => return Some(denied),
            }
            None
        });
        Ok(sifted.collect())
    }

    /// Makes sure that the time for entries is not over.
    pub(super) fn check_entries_open(&self, promotion: &Promotion) -> Result<(), Denied> {
        match promotion.terms.closes.is_some_and(|closes| self.now < closes) {
            true => Ok(()),
            false => Err(refuse(&promotion.terms, Rule::Closing, Why::EntriesClosed)),
        }
    }

    /// Makes sure that staff may enter a person whom the house knows.
    fn may_enter(&self, promotion: &Promotion, person: PersonId) -> Result<Player, Denied> {
        let person = self.known(person)?;
        let terms = &promotion.terms;
        if !self.is_eligible(promotion, person) {
            return Err(refuse(terms, Rule::Eligible, Why::NotEligible));
        }
        let wagers = matches!(terms.wager, Some(QualifyingWager::Least { .. }));
        if wagers && !promotion.qualified.contains(&person) {
            return Err(refuse(terms, Rule::Wager, Why::NoQualifyingWager));
        }
        if terms.entry == EntryRule::Once && promotion.entries.has(person) {
            return Err(refuse(terms, Rule::Eligible, Why::AlreadyEntered));
        }
        Ok(person)
    }

    /// Makes sure that staff may enter somebody whom the house does not know: whose wagers it does not know either.
    fn may_enter_by_name(
        &self,
        promotion: &Promotion,
        name: Commitment,
    ) -> Result<Entrant, Denied> {
        let terms = &promotion.terms;
        if !name.says_something() {
            return Err(Denied::of(Reason::BadName));
        }
        if matches!(terms.wager, Some(QualifyingWager::Least { .. })) {
            return Err(refuse(terms, Rule::Wager, Why::NoQualifyingWager));
        }
        // Nobody can tell whether two names are one person.
        if terms.one_each || terms.entry == EntryRule::Once {
            return Err(refuse(terms, Rule::Eligible, Why::OnlyKnownPeople));
        }
        Ok(Entrant::Named(name))
    }

    /// Tells whether a person may enter: one who may win, and was not removed.
    pub(super) fn is_eligible(&self, promotion: &Promotion, person: Player) -> bool {
        self.may_win(promotion, person) && !promotion.entries.is_removed_person(person)
    }

    /// Tells whether a person may win: a player with money who is not kept out, and may play at least one of the games.
    pub(super) fn may_win(&self, promotion: &Promotion, person: Player) -> bool {
        let Some(known) = self.people.get(person) else { return false };
        let barred = promotion.terms.kinds().all(|(kind, _)| known.barred.contains(&kind));
        known.roles.contains(&Role::Player) && !known.excluded && !barred
    }

    pub(super) fn plan_remove(
        &self,
        promotion: PromotionId,
        (person, entry): (Option<PersonId>, Option<u32>),
        why: Commitment,
    ) -> Planned {
        let states = [State::Running, State::EntriesClosed];
        let known = self.promotion_is(promotion, &states, Rule::Eligible)?;
        // Once the value is there, somebody may know who wins: whoever may not is refused after the draw.
        if known.draw.value.is_some() {
            return Err(refuse(&known.terms, Rule::Eligible, Why::ValueGiven));
        }
        let person = person.map(|person| self.known(person)).transpose()?;
        let found = match (person, entry) {
            (Some(_), None) => true,
            (None, Some(entry)) => known.entries.get(entry).is_some(),
            (Some(_), Some(_)) | (None, None) => false,
        };
        if !found {
            return Err(refuse(&known.terms, Rule::Eligible, Why::NoSuchEntry));
        }
        if !why.says_something() {
            return Err(Denied::of(Reason::NoGrounds));
        }
        Ok(changes(promotion, PromotionChange::Removed { person, entry, why }))
    }

    pub(super) fn plan_close(&self, promotion: PromotionId) -> Planned {
        let known = self.promotion_is(promotion, &[State::Running], Rule::Closing)?;
        let at = known.terms.closes.unwrap_or(u64::MAX);
        if self.now < at {
            return Err(refuse(&known.terms, Rule::Closing, Why::NotYet { at }));
        }
        let (root, entries) = (known.entries.root().to_string().into(), known.entries.count());
        Ok(changes(promotion, PromotionChange::EntriesClosed { root, entries }))
    }
}
