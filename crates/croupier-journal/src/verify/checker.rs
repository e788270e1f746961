//! Follows entries in the order of commit, and finds the first wrong one of each chain.

use std::collections::BTreeMap;

use crate::chains::ChainMap;
use crate::entry::{chain_start, link};
use crate::sqlite::rows::Raw;
use crate::store::{Head, Standing};
use crate::{Chain, Fault, Hash, Wrong};

/// What must be known of an entry to follow it.
pub(crate) struct Seen {
    pub(crate) number: u64,
    pub(crate) chain: u32,
    pub(crate) seq: u64,
    pub(crate) round: u64,
    pub(crate) previous: Hash,
    pub(crate) hash: Hash,
    pub(crate) link: Hash,
    /// Whether the entry has the hash that is stored with it.
    hashed: bool,
}

impl Seen {
    /// Hashes an entry; `scratch` is only room to work in.
    pub(crate) fn of(raw: &Raw<'_>, scratch: &mut Vec<u8>) -> Self {
        Self {
            number: raw.number,
            chain: raw.fields.chain,
            seq: raw.fields.seq,
            round: raw.fields.round,
            previous: raw.previous,
            hash: raw.hash,
            link: raw.link,
            hashed: raw.fields.hash(&raw.previous, scratch) == raw.hash,
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
    pub(crate) fn new(journal: [u8; 16], standing: &Standing) -> Self {
        Self {
            journal,
            number: standing.number,
            link: standing.link,
            claimed: None,
            chains: standing.heads.iter().map(|(chain, head)| (*chain, *head)).collect(),
            chain_faults: BTreeMap::new(),
            order_fault: None,
            with_order: true,
            scratch: Vec::new(),
        }
    }

    /// Takes the next entry; tells whether everything about it is right.
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
        if !seen.hashed {
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
                let good = self.chains.get(&chain).map_or(0, |head| head.seq);
                self.chain_faults.entry(chain).or_insert((seen.fault(wrong), good));
                false
            }
            None if self.chain_faults.contains_key(&chain) => false,
            None => {
                self.chains.insert(chain, Head { seq: seen.seq, hash: seen.hash });
                followed
            }
        }
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
    pub(crate) fn compare(&mut self, standing: &Standing) {
        if self.number != standing.number {
            let wrong = Wrong::Ends { recorded: standing.number, found: self.number };
            self.order_fault.get_or_insert(Fault { number: Some(self.number), place: None, wrong });
        } else if self.is_sound() && !self.leads_to(&standing.link) {
            let fault = Fault { number: Some(self.number), place: None, wrong: Wrong::End };
            self.order_fault.get_or_insert(fault);
        }
        for (chain, head) in &standing.heads {
            self.compare_head(*chain, Some(*head));
        }
        let chains: Vec<_> = self.chains.keys().copied().collect();
        for chain in chains {
            self.compare_head(chain, standing.heads.get(&chain).copied());
        }
    }

    fn compare_head(&mut self, chain: Chain, recorded: Option<Head>) {
        let found = self.head(chain);
        if found == recorded || self.chain_faults.contains_key(&chain) {
            return;
        }
        let seq = |head: Option<Head>| head.map_or(0, |head| head.seq);
        let (recorded, found) = (seq(recorded), seq(found));
        let wrong = if recorded == found { Wrong::End } else { Wrong::Ends { recorded, found } };
        let fault = Fault { number: None, place: Some((chain, found)), wrong };
        self.chain_faults.insert(chain, (fault, found.min(recorded)));
    }
}
