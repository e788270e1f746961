//! Follows entries in the order of commit, and finds the first wrong one of each chain.

use std::collections::BTreeMap;

use crate::chains::ChainMap;
use crate::entry::{chain_start, link};
use crate::row::Raw;
use crate::store::{Head, JournalState};
use crate::{Chain, Fault, Hash, Record, Wrong};

/// What must be known of an entry to follow it.
pub(crate) struct Seen {
    pub(crate) number: u64,
    pub(crate) chain: u32,
    pub(crate) seq: u64,
    pub(crate) round: u64,
    pub(crate) previous: Hash,
    pub(crate) hash: Hash,
    pub(crate) link: Hash,
    /// The entry itself, where it does not have the hash that is stored with it.
    damaged: Option<Damaged>,
}

/// An entry whose fields cannot be believed; `None` if not even its texts can be read.
type Damaged = Option<Box<Record>>;

impl Seen {
    /// Hashes an entry; `scratch` is only room to work in.
    pub(crate) fn of(raw: &Raw<'_>, scratch: &mut Vec<u8>) -> Self {
        let hashed = raw.fields.hash(&raw.previous, scratch) == raw.hash;
        Self {
            number: raw.number,
            chain: raw.fields.chain,
            seq: raw.fields.seq,
            round: raw.fields.round,
            previous: raw.previous,
            hash: raw.hash,
            link: raw.link,
            damaged: (!hashed).then(|| raw.record().map(Box::new)),
        }
    }

    fn fault(&self, wrong: Wrong) -> Fault {
        let place = Some((Chain(self.chain), self.seq));
        Fault { number: Some(self.number), place, wrong }
    }
}

/// What was found so far.
pub(crate) struct Checker {
    journal: [u8; 16],
    pub(crate) number: u64,
    link: Hash,
    /// What the last entry says its link is, where that is not what it should be.
    claimed: Option<Hash>,
    chains: ChainMap<Head>,
    /// The hash that is stored with the last entry of each damaged chain.
    ends: ChainMap<Hash>,
    /// The first fault of each chain, and the seq of its last good entry.
    pub(crate) chain_faults: BTreeMap<Chain, (Fault, u64)>,
    /// The first fault that belongs to no chain: an entry that is missing or cannot be read.
    pub(crate) order_fault: Option<Fault>,
    /// Whether the order of commit is followed too, and not only each chain.
    pub(crate) with_order: bool,
    scratch: Vec<u8>,
}

impl Checker {
    /// Begins where a journal stood.
    pub(crate) fn new(journal: [u8; 16], state: &JournalState) -> Self {
        Self {
            journal,
            number: state.number,
            link: state.link,
            claimed: None,
            chains: state.heads.iter().map(|(chain, head)| (*chain, *head)).collect(),
            ends: ChainMap::default(),
            chain_faults: BTreeMap::new(),
            order_fault: None,
            with_order: true,
            scratch: Vec::new(),
        }
    }

    /// Takes the next entry; says whether everything about it is right.
    pub(crate) fn take(&mut self, raw: Result<Raw<'_>, Fault>) -> bool {
        match raw {
            Ok(raw) => {
                let seen = Seen::of(&raw, &mut self.scratch);
                self.follow(&seen)
            }
            Err(fault) => {
                self.number = fault.number.unwrap_or(self.number + 1);
                // The link of an entry that cannot be read is not known.
                self.claimed = None;
                self.link = Hash::default();
                self.order_fault.get_or_insert(fault);
                false
            }
        }
    }

    /// Takes the next entry, which was hashed before.
    pub(crate) fn follow(&mut self, seen: &Seen) -> bool {
        let followed = seen.number == self.number + 1;
        if !followed {
            let due = self.number + 1;
            self.order_fault.get_or_insert(seen.fault(Wrong::Number { due }));
        }
        let mut wrong = self.wrong_in_chain(seen);
        if let Some(damaged) = &seen.damaged {
            self.find_owner(seen, damaged.as_deref());
        }
        let linked = |before| link(before, seen.number, &seen.hash) == seen.link;
        let right = linked(&self.link) || self.claimed.as_ref().is_some_and(linked);
        if self.with_order && !right && followed && self.link != Hash::default() {
            wrong = wrong.or(Some(Wrong::Link));
        }
        self.number = seen.number;
        self.claimed = (!right).then_some(seen.link);
        self.link = if right { seen.link } else { link(&self.link, seen.number, &seen.hash) };
        self.record(seen, wrong, followed)
    }

    fn wrong_in_chain(&self, seen: &Seen) -> Option<Wrong> {
        let chain = Chain(seen.chain);
        if !self.chain_faults.is_empty() && self.chain_faults.contains_key(&chain) {
            return None;
        }
        let head = self.chains.get(&chain);
        let due = head.map_or(1, |head| head.seq + 1);
        let start = || chain_start(&self.journal, chain);
        if seen.damaged.is_some() {
            Some(Wrong::Hash)
        } else if seen.seq != due {
            Some(Wrong::Seq { due })
        } else if seen.previous != head.map_or_else(start, |head| head.hash) {
            Some(Wrong::Previous)
        } else {
            None
        }
    }

    fn record(&mut self, seen: &Seen, wrong: Option<Wrong>, followed: bool) -> bool {
        let chain = Chain(seen.chain);
        match wrong {
            Some(wrong) => {
                self.blame(chain, seen.fault(wrong));
                self.ends.insert(chain, seen.hash);
                false
            }
            None if self.chain_faults.contains_key(&chain) => {
                self.ends.insert(chain, seen.hash);
                false
            }
            None => {
                self.chains.insert(chain, Head { seq: seen.seq, hash: seen.hash });
                followed
            }
        }
    }

    /// Finds the chain that a damaged entry belonged to, because what it says of its chain cannot be
    /// believed: a chain must not go on as if its last entry had never been.
    fn find_owner(&mut self, seen: &Seen, damaged: Option<&Record>) {
        let chain = Chain(seen.chain);
        let end = self.ends.get(&chain).copied();
        let end = end.or_else(|| self.head(chain).map(|head| head.hash));
        let end = end.unwrap_or_else(|| chain_start(&self.journal, chain));
        // What it follows fits its chain; or everything else does.
        let fits = |record: &Record| record.chained.entry.fields().hash(&end, &mut Vec::new());
        if seen.previous == end || damaged.map(fits) == Some(seen.hash) {
            return;
        }
        let mut good = self.chains.iter().map(|(chain, head)| (chain, head.hash));
        let mut bad = self.ends.iter().map(|(chain, hash)| (chain, *hash));
        let owner = good.find(|(_, hash)| *hash == seen.previous);
        match owner.or_else(|| bad.find(|(_, hash)| *hash == seen.previous)) {
            Some((&owner, _)) => {
                let seq = self.head(owner).map_or(1, |head| head.seq + 1);
                let (number, place) = (Some(seen.number), Some((owner, seq)));
                self.blame(owner, Fault { number, place, wrong: Wrong::Hash });
            }
            None => drop(self.order_fault.get_or_insert(seen.fault(Wrong::Owner))),
        }
    }

    /// Records the first fault of a chain, and its last good entry.
    fn blame(&mut self, chain: Chain, fault: Fault) {
        let good = self.chains.get(&chain).map_or(0, |head| head.seq);
        self.chain_faults.entry(chain).or_insert((fault, good));
    }

    /// The last good entry of a chain.
    pub(crate) fn head(&self, chain: Chain) -> Option<Head> {
        self.chains.get(&chain).copied()
    }

    /// How many chains there are.
    pub(crate) fn chains(&self) -> usize {
        self.chains.len()
    }

    pub(crate) fn is_sound(&self) -> bool {
        self.chain_faults.is_empty() && self.order_fault.is_none()
    }

    /// Whether the entries lead to this link.
    pub(crate) fn leads_to(&self, link: &Hash) -> bool {
        self.claimed.is_none() && self.link == *link
    }

    /// Compares where the entries end with where they were recorded to end.
    pub(crate) fn compare(&mut self, number: u64, link: &Hash) {
        if self.number != number {
            let wrong = Wrong::Ends { recorded: number, found: self.number };
            self.order_fault.get_or_insert(Fault { number: Some(self.number), place: None, wrong });
        } else if self.is_sound() && !self.leads_to(link) {
            let fault = Fault { number: Some(self.number), place: None, wrong: Wrong::End };
            self.order_fault.get_or_insert(fault);
        }
    }

    /// Names the chains that end before what a checkpoint has signed of them.
    pub(crate) fn compare_heads(&mut self, signed: &[(Chain, Head)]) {
        for (chain, head) in signed {
            let found = self.head(*chain).map_or(0, |head| head.seq);
            if found < head.seq {
                let wrong = Wrong::Ends { recorded: head.seq, found };
                self.blame(*chain, Fault { number: None, place: Some((*chain, found)), wrong });
            }
        }
    }
}
