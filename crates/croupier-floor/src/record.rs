//! An act as people write it made into one as the journal has it, once, at the edge; and the way back, for whoever
//! reads a journal.
//!
//! People become numbers. Names, passwords and whatever else was said become commitments, and what they stand for
//! is kept beside. A word that no game has becomes `unknown`. Somebody who is not known is [`NOBODY`], and the
//! floor refuses that where it would look for the person.

use std::collections::BTreeMap;

use croupier_engine::Kind;
use croupier_sheet::{Step, TableSetup, UNKNOWN};

use crate::act::{Act, EdgeAct, HouseAct};
use crate::answer::{ActResult, Answer};
use crate::floor::{Floor, Request};
use crate::naming::{NOBODY, NewName, PersonId, RecordedStep, Rename, is_name};
use crate::people::{People, looks};
use crate::pool::Terms;
use crate::promotion::{Entered, Promotion, PromotionTerms};
use crate::random::key_from;
use crate::reason::Reason;
use crate::said::{Commitment, Kept, Said, Salt};

/// An act as the floor decides it and the journal keeps it.
pub type Recorded = Act<PersonId>;

/// An act that is ready to be decided and recorded, with what is not recorded.
#[derive(Clone, Debug)]
pub struct Recording {
    /// Who acts, by number.
    pub who: PersonId,
    /// What is done.
    pub act: Recorded,
    /// What was said, for beside the journal.
    pub kept: Vec<Kept>,
    unclear: Unclear,
}

/// What in an act means nothing to the house; whoever acts is told in these words.
#[derive(Clone, Debug, Default)]
struct Unclear {
    person: Option<String>,
    word: Option<String>,
    fault: Option<String>,
}

impl Recording {
    /// Returns what was said, by its commitments.
    pub fn said(&self) -> Said {
        let mut said = Said::default();
        self.kept.iter().cloned().for_each(|kept| said.keep(kept));
        said
    }

    /// Puts the words of whoever acts into a denial, which is recorded without them; returns the act.
    pub fn explain(self, answer: &mut Answer) -> Recorded {
        let ActResult::Denied(denied) = &mut answer.verdict else { return self.act };
        let Unclear { person, word, fault } = self.unclear;
        match &mut denied.reason {
            Reason::Stranger(name) | Reason::NoSuchPerson(name) => {
                *name = person.unwrap_or_default();
            }
            Reason::NoSuchGame { game: it }
            | Reason::NoSuchWager { on: it }
            | Reason::NoSuchVariant { variant: it } => *it = word.unwrap_or_default().into(),
            Reason::BadStep(what) | Reason::BadSetup(what) => {
                *what = fault.unwrap_or_else(|| std::mem::take(what));
            }
            _ => {}
        }
        self.act
    }
}

impl Floor {
    /// Makes an act one that can be decided and recorded; `salt` gives random bytes.
    pub fn record(&self, who: &str, act: &Act, salt: &mut dyn FnMut() -> Salt) -> Recording {
        let room = act.table().and_then(|table| self.rooms.get(&table));
        let kind = match act {
            Act::EdgeAct(EdgeAct::Open { game, .. }) => Kind::named(game),
            _ => room.map(|room| room.kind),
        };
        let (kept, unclear) = (Vec::new(), Unclear::default());
        let (people, requests) = (&self.people, &self.requests);
        let mut recorder = Recorder { people, requests, who, kind, salt, kept, unclear };
        let number = recorder.number(who);
        let act = act.rename(&mut recorder);
        let Recorder { kept, unclear, .. } = recorder;
        Recording { who: number, act, kept, unclear }
    }
}

impl People {
    /// Writes a recorded act as people write it, as far as names and words are known.
    pub fn written(&self, act: &Recorded, said: &Said) -> Act {
        act.rename(&mut Writer { people: self, said, used: Vec::new() })
    }
}

impl Promotion {
    /// Writes terms of the promotion as people write them, as far as their words are kept.
    pub fn written(&self, terms: &PromotionTerms<PersonId>) -> PromotionTerms {
        let people = People::default();
        terms.rename(&mut Writer { people: &people, said: &self.words, used: Vec::new() })
    }
}

impl Recorded {
    /// Lists what stands for names, passwords and words in the act.
    pub fn commitments(&self) -> Vec<Commitment> {
        let (people, said) = (People::default(), Said::default());
        let mut writer = Writer { people: &people, said: &said, used: Vec::new() };
        self.rename(&mut writer);
        writer.used
    }
}

/// Makes numbers and commitments of names and words.
struct Recorder<'a> {
    people: &'a People,
    requests: &'a BTreeMap<u32, Request>,
    who: &'a str,
    kind: Option<Kind>,
    salt: &'a mut dyn FnMut() -> Salt,
    kept: Vec<Kept>,
    unclear: Unclear,
}

impl Recorder<'_> {
    fn number(&mut self, name: &str) -> PersonId {
        let found = self.people.find(name).map_or(NOBODY, PersonId);
        if found == NOBODY && self.unclear.person.is_none() {
            self.unclear.person = Some(name.to_owned());
        }
        found
    }

    /// Tells whether a name is that of somebody who is about to become known. The names of an act are looked at before
    /// anything else that is said in it.
    fn promised(&self, name: &str) -> bool {
        let waits = self.requests.values().filter_map(|waiting| match &waiting.act {
            Act::HouseAct(HouseAct::AddPerson { name: NewName::Fresh(name), .. }) => {
                waiting.said.get(*name)
            }
            _ => None,
        });
        let here = self.kept.iter().map(|kept| &*kept.text);
        waits.chain(here).any(|promised| looks(promised) == looks(name))
    }

    fn keep(&mut self, text: &str) -> Commitment {
        let kept = Kept { salt: (self.salt)(), text: text.to_owned() };
        let commitment = kept.commitment();
        self.kept.push(kept);
        commitment
    }

    /// Passes a word on if the game has it.
    fn word(&mut self, word: &str, is_known: bool) -> String {
        if is_known {
            return word.to_owned();
        }
        self.unclear.word = Some(word.to_owned());
        UNKNOWN.to_owned()
    }
}

impl Rename<String, PersonId> for Recorder<'_> {
    fn person(&mut self, person: &String) -> PersonId {
        self.number(person)
    }

    fn new_name(&mut self, name: &String) -> NewName {
        match self.people.find_alike(name) {
            Some(person) => NewName::Taken(PersonId(person)),
            // Somebody is to get such a name when a second person agrees, or by this very act.
            None if self.promised(name) => NewName::Taken(NOBODY),
            None if !is_name(name) => NewName::Unfit,
            None if name == self.who => NewName::Own(self.keep(name)),
            None => NewName::Fresh(self.keep(name)),
        }
    }

    fn said(&mut self, said: &String) -> Commitment {
        if said.trim().is_empty() { Commitment::NOTHING } else { self.keep(said) }
    }

    fn step(&mut self, step: &Step) -> RecordedStep {
        // Who acts says who speaks.
        let mut step = step.clone();
        step.strip_by();
        let mut is = step.rename(|name| self.number(name));
        let words = is.strip_words(self.kind).then(|| self.keep(&step.to_string()));
        RecordedStep { is, words, grounds: step.grounds().is_some() }
    }

    fn setup(&mut self, setup: &TableSetup) -> Box<TableSetup<PersonId>> {
        if let Some(Err(fault)) =
            self.kind.map(|kind| setup.resolve(kind, &mut |name| Ok(self.number(name).0)))
        {
            self.unclear.fault = Some(fault.to_string());
        }
        let plain = setup.clone().without_words(self.kind);
        Box::new(plain.rename(|name| self.number(&name)))
    }

    fn wager(&mut self, on: &str) -> String {
        let is_known = self.kind.is_some_and(|kind| kind.wager(on).is_some());
        self.word(on, is_known)
    }

    fn game(&mut self, game: &str) -> String {
        self.word(game, Kind::named(game).is_some())
    }

    fn terms(&mut self, terms: &Terms) -> Terms {
        let prizes = self.word(&terms.prizes, terms.kind().is_some()).into();
        Terms { prizes, ..terms.clone() }
    }

    fn pool_game(&mut self, game: &str) -> String {
        self.word(game, Kind::ALL.iter().any(|kind| kind.pool().contains(&game)))
    }

    fn any_wager(&mut self, on: &str) -> String {
        self.word(on, Kind::ALL.iter().any(|kind| kind.wager(on).is_some()))
    }

    fn variant(&mut self, variant: &Option<String>) -> Option<String> {
        let variants = self.kind.map_or(&[][..], |kind| kind.house().variants);
        variant.as_ref().map(|name| self.word(name, variants.contains(&&**name)))
    }

    /// Whoever is known is no name that stands beside the journal.
    fn entrant(&mut self, entrant: &Entered) -> Entered<PersonId> {
        match entrant {
            Entered::Person(person) => Entered::Person(self.person(person)),
            Entered::Named(name) => match self.people.find(name.trim()) {
                Some(person) => Entered::Person(PersonId(person)),
                None => Entered::Named(self.said(name)),
            },
        }
    }

    fn digits(&mut self, digits: &str) -> String {
        // What is no key is denied as none, whatever it is.
        key_from(digits).map_or_else(String::new, |_| digits.to_owned())
    }
}

/// Makes names and words of numbers and commitments.
struct Writer<'a> {
    people: &'a People,
    said: &'a Said,
    used: Vec<Commitment>,
}

impl Writer<'_> {
    fn text(&mut self, commitment: Commitment) -> String {
        if !commitment.says_something() {
            return String::new();
        }
        self.used.push(commitment);
        self.said.text(commitment)
    }
}

impl Rename<PersonId, String> for Writer<'_> {
    fn person(&mut self, person: &PersonId) -> String {
        self.people.name(person.0).to_owned()
    }

    fn new_name(&mut self, name: &NewName) -> String {
        match name {
            NewName::Fresh(name) | NewName::Own(name) => self.text(*name),
            NewName::Taken(person) => self.person(person),
            NewName::Unfit => "(no name)".to_owned(),
        }
    }

    fn said(&mut self, said: &Commitment) -> String {
        self.text(*said)
    }

    fn step(&mut self, step: &RecordedStep) -> Step {
        let words = step.words.map(|words| self.text(words));
        let written = words.and_then(|words| Step::parse(words.as_bytes()).ok());
        written.unwrap_or_else(|| step.is.rename(|person| self.people.name(person.0).into()))
    }

    fn setup(&mut self, setup: &TableSetup<PersonId>) -> Box<TableSetup> {
        Box::new(setup.clone().rename(|person| self.people.name(person.0).into()))
    }

    fn wager(&mut self, on: &str) -> String {
        on.to_owned()
    }

    fn game(&mut self, game: &str) -> String {
        game.to_owned()
    }

    fn terms(&mut self, terms: &Terms) -> Terms {
        terms.clone()
    }

    fn pool_game(&mut self, game: &str) -> String {
        game.to_owned()
    }

    fn any_wager(&mut self, on: &str) -> String {
        on.to_owned()
    }

    fn variant(&mut self, variant: &Option<String>) -> Option<String> {
        variant.clone()
    }

    fn digits(&mut self, digits: &str) -> String {
        digits.to_owned()
    }
}
