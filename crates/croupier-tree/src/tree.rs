//! The Merkle tree over a list of entries, as RFC 9162 (and RFC 6962 before it) defines it.
//!
//! In a journal the leaves are the hashes of the entries in the order of commit. Every checkpoint signs the root,
//! so that whoever keeps a checkpoint can be shown that an entry is among those it signed
//! ([`Inclusion`]), or that a later checkpoint only added to them ([`Consistency`]), without having
//! the journal.
//!
//! Of the hashes inside the tree every eighth level is stored: a row for each 256 entries, for each
//! 65,536, and so on. So a proof, or the right edge of the tree when a journal is opened, takes a few
//! hundred rows, however long the journal is.

use crate::Hash;

/// How many levels of the tree lie between two that are stored.
pub const STORED_EVERY: u32 = 8;

/// Shows that an entry is among those whose tree has a certain root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inclusion {
    /// The number of the entry, from 1.
    pub number: u64,
    /// How many entries the tree has.
    pub size: u64,
    /// The hashes beside the way from the entry up to the root, the lowest first.
    pub path: Vec<Hash>,
}

/// Shows that the first entries of a longer journal are exactly those of a shorter one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consistency {
    /// How many entries the shorter journal has.
    pub from: u64,
    /// How many entries the longer journal has.
    pub to: u64,
    /// The hashes from which both roots can be computed, in the order of RFC 9162.
    pub path: Vec<Hash>,
}

impl Inclusion {
    /// Computes the root from the hash of the entry and the path, and compares it with the signed one.
    pub fn holds(&self, entry: &Hash, root: &Hash) -> bool {
        self.leads_from(leaf(&entry.0), root)
    }

    /// Computes the root from the leaf itself and the path, and compares it with the one that was published.
    pub fn leads_from(&self, leaf: Hash, root: &Hash) -> bool {
        if self.number == 0 || self.number > self.size {
            return false;
        }
        let (mut at, mut last) = (self.number - 1, self.size - 1);
        let mut hash = leaf;
        for beside in &self.path {
            if last == 0 {
                return false;
            }
            if at & 1 == 1 || at == last {
                hash = node(beside, &hash);
                let skipped = at.trailing_zeros().min(63);
                (at, last) = (at >> skipped, last >> skipped);
            } else {
                hash = node(&hash, beside);
            }
            (at, last) = (at >> 1, last >> 1);
        }
        last == 0 && hash == *root
    }
}

impl Consistency {
    /// Computes both roots from the path, and compares them with the signed ones.
    pub fn holds(&self, from_root: &Hash, to_root: &Hash) -> bool {
        if self.from > self.to {
            return false;
        }
        if self.from == self.to || self.from == 0 {
            let shorter = if self.from == 0 { Edge::default().root() } else { *to_root };
            return self.path.is_empty() && *from_root == shorter;
        }
        // Where the shorter tree is a whole part of the longer one, its root is where both begin.
        let whole = self.from.is_power_of_two().then_some(from_root);
        let mut path = whole.into_iter().chain(&self.path);
        let skipped = (self.from - 1).trailing_ones();
        let (mut at, mut last) = ((self.from - 1) >> skipped, (self.to - 1) >> skipped);
        let Some(first) = path.next() else { return false };
        let (mut shorter, mut longer) = (*first, *first);
        for beside in path {
            if last == 0 {
                return false;
            }
            if at & 1 == 1 || at == last {
                (shorter, longer) = (node(beside, &shorter), node(beside, &longer));
                let skipped = at.trailing_zeros().min(63);
                (at, last) = (at >> skipped, last >> skipped);
            } else {
                longer = node(&longer, beside);
            }
            (at, last) = (at >> 1, last >> 1);
        }
        last == 0 && shorter == *from_root && longer == *to_root
    }
}

/// The right edge of a tree: all that must be known of it to go on, and to compute its root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    size: u64,
    /// The roots of the whole subtrees side by side, one for each bit of the size, the largest first.
    whole: Vec<Hash>,
}

impl Edge {
    /// Reads the right edge of a tree of this size.
    pub fn read<N: Nodes>(nodes: &N, size: u64) -> Result<Self, N::Error> {
        Ok(Self { size, whole: whole_parts(nodes, 0, size)? })
    }

    /// Returns the size of the tree, and the roots of the whole subtrees side by side, the largest first.
    pub fn parts(&self) -> (u64, &[Hash]) {
        (self.size, &self.whole)
    }

    /// Makes the right edge of a tree from its parts; `None` if a tree of this size has another number of them.
    pub fn from_parts(size: u64, whole: Vec<Hash>) -> Option<Self> {
        (whole.len() == size.count_ones() as usize).then_some(Self { size, whole })
    }

    /// Adds a leaf; `store` is given each hash that must be stored: level, position there, hash.
    pub fn push(&mut self, leaf: Hash, store: impl FnMut(u32, u64, Hash)) {
        self.push_part(0, leaf, store);
    }

    /// Adds 256 leaves whose subtree was computed elsewhere; the size must be a multiple of 256.
    pub fn push_stored(&mut self, root: Hash, mut store: impl FnMut(u32, u64, Hash)) {
        store(1, self.size >> STORED_EVERY, root);
        self.push_part(STORED_EVERY, root, store);
    }

    fn push_part(&mut self, from: u32, root: Hash, mut store: impl FnMut(u32, u64, Hash)) {
        let (mut level, mut hash) = (from, root);
        while self.size >> level & 1 == 1 {
            let Some(left) = self.whole.pop() else { break };
            hash = node(&left, &hash);
            level += 1;
            if level.is_multiple_of(STORED_EVERY) {
                store(level / STORED_EVERY, self.size >> level, hash);
            }
        }
        self.whole.push(hash);
        self.size += 1 << from;
    }

    /// The root of the tree.
    pub fn root(&self) -> Hash {
        join(&self.whole)
    }

    /// How many leaves the tree has.
    pub const fn size(&self) -> u64 {
        self.size
    }
}

/// The leaves of a tree that is small enough to have them all in memory. What a stored tree reads from its stored
/// levels is computed from them anew.
#[derive(Clone, Copy, Debug)]
pub struct InMemory<'a>(pub &'a [Hash]);

impl InMemory<'_> {
    /// Proves that a leaf, by its number from 1, is among all of them; `None` if there is no such leaf.
    pub fn inclusion(&self, number: u64) -> Option<Inclusion> {
        let size = self.0.len() as u64;
        (1..=size).contains(&number).then(|| {
            let Ok(proof) = inclusion(self, number, size);
            proof
        })
    }
}

impl Nodes for InMemory<'_> {
    type Error = std::convert::Infallible;

    fn read(&self, level: u32, first: u64, count: u64) -> Result<Vec<Hash>, Self::Error> {
        let each = 1_usize << (level * STORED_EVERY);
        let (from, to) = (first as usize * each, (first + count) as usize * each);
        let leaves = self.0.get(from..to).unwrap_or_default();
        Ok(leaves.chunks(each).map(|part| whole_root(part.to_vec())).collect())
    }
}

/// Where the stored hashes of a tree are read.
pub trait Nodes {
    /// Why a hash cannot be read.
    type Error;

    /// Reads hashes side by side: leaves for level 0, roots of 256 leaves for level 1, and so on.
    fn read(&self, level: u32, first: u64, count: u64) -> Result<Vec<Hash>, Self::Error>;
}

/// Proves that an entry is among the first `size` ones.
pub fn inclusion<N: Nodes>(nodes: &N, number: u64, size: u64) -> Result<Inclusion, N::Error> {
    let (mut from, mut to) = (0, size);
    let mut path = Vec::new();
    while to - from > 1 {
        let middle = from + split(to - from);
        if number <= middle {
            path.push(root_of(nodes, middle, to)?);
            to = middle;
        } else {
            path.push(root_of(nodes, from, middle)?);
            from = middle;
        }
    }
    path.reverse();
    Ok(Inclusion { number, size, path })
}

/// Proves that the first `shorter` entries of the first `longer` ones are the same.
pub fn consistency<N: Nodes>(
    nodes: &N,
    shorter: u64,
    longer: u64,
) -> Result<Consistency, N::Error> {
    let (mut from, mut to) = (0, longer);
    let mut path = Vec::new();
    while 0 < shorter && shorter < to {
        let middle = from + split(to - from);
        if shorter <= middle {
            path.push(root_of(nodes, middle, to)?);
            to = middle;
        } else {
            path.push(root_of(nodes, from, middle)?);
            from = middle;
        }
    }
    if from > 0 {
        path.push(root_of(nodes, from, to)?);
    }
    path.reverse();
    Ok(Consistency { from: shorter, to: longer, path })
}

/// The hash of a leaf.
pub fn leaf(content: &[u8]) -> Hash {
    Hash::of_parts(&[&[0], content])
}

/// The hash of the root of 256 leaves, or any other power of two.
pub fn whole_root(mut hashes: Vec<Hash>) -> Hash {
    while hashes.len() > 1 {
        let (pairs, _) = hashes.as_chunks::<2>();
        hashes = pairs.iter().map(|[left, right]| node(left, right)).collect();
    }
    hashes.first().copied().unwrap_or_else(|| join(&[]))
}

/// The hash of two subtrees side by side.
fn node(left: &Hash, right: &Hash) -> Hash {
    let mut bytes = [1; 65];
    bytes[1..33].copy_from_slice(&left.0);
    bytes[33..].copy_from_slice(&right.0);
    Hash::of(&bytes)
}

/// The root of whole subtrees side by side, the largest first.
fn join(parts: &[Hash]) -> Hash {
    let mut parts = parts.iter().rev();
    match parts.next() {
        Some(last) => parts.fold(*last, |right, left| node(left, &right)),
        None => Hash::of(b""),
    }
}

/// The largest power of two below a size of at least 2.
fn split(size: u64) -> u64 {
    1 << (size - 1).ilog2()
}

/// The root of the leaves from one to another, as they lie in the tree.
fn root_of<N: Nodes>(nodes: &N, from: u64, to: u64) -> Result<Hash, N::Error> {
    Ok(join(&whole_parts(nodes, from, to)?))
}

/// The roots of the whole subtrees of which some leaves consist, the largest first.
fn whole_parts<N: Nodes>(nodes: &N, mut from: u64, to: u64) -> Result<Vec<Hash>, N::Error> {
    let mut parts = Vec::new();
    while from < to {
        let level = (to - from).ilog2();
        let above = level % STORED_EVERY;
        let first = from >> (level - above);
        let read = nodes.read(level / STORED_EVERY, first, 1 << above)?;
        parts.push(whole_root(read));
        from += 1 << level;
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::convert::Infallible;

    use super::*;

    /// The contents of the leaves in the test vectors of Google's certificate-transparency.
    const CONTENTS: [&[u8]; 8] = [
        b"",
        &[0x00],
        &[0x10],
        &[0x20, 0x21],
        &[0x30, 0x31],
        &[0x40, 0x41, 0x42, 0x43],
        &[0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57],
        &[
            0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d,
            0x6e, 0x6f,
        ],
    ];
    /// The roots of the trees of the first one to eight of them.
    const ROOTS: [&str; 8] = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];
    const A: &str = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7";
    const B: &str = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e";
    const C: &str = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4";
    const D: &str = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b";
    const E: &str = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0";
    const F: &str = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a";

    /// A tree in memory: its leaves, and the hashes that are stored.
    #[derive(Default)]
    struct Memory {
        leaves: Vec<Hash>,
        stored: HashMap<(u32, u64), Hash>,
        edge: Edge,
    }

    impl Memory {
        fn push(&mut self, leaf: Hash) {
            self.leaves.push(leaf);
            let stored = &mut self.stored;
            self.edge.push(leaf, |level, position, hash| {
                assert_eq!(stored.insert((level, position), hash), None);
            });
        }
    }

    impl Nodes for Memory {
        type Error = Infallible;

        fn read(&self, level: u32, first: u64, count: u64) -> Result<Vec<Hash>, Infallible> {
            let read = |position: u64| match level {
                0 => self.leaves[position as usize],
                _ => self.stored[&(level, position)],
            };
            Ok((first..first + count).map(read).collect())
        }
    }

    fn hex(texts: &[&str]) -> Vec<Hash> {
        texts.iter().map(|text| Hash::from_hex(text).unwrap()).collect()
    }

    /// The root as the RFC defines it, computed from all leaves.
    fn root_by_definition(leaves: &[Hash]) -> Hash {
        match leaves {
            [] => Hash::of(b""),
            [one] => *one,
            _ => {
                let (left, right) = leaves.split_at(split(leaves.len() as u64) as usize);
                node(&root_by_definition(left), &root_by_definition(right))
            }
        }
    }

    #[test]
    fn roots_and_proofs_are_the_published_ones() {
        let mut tree = Memory::default();
        assert_eq!(tree.edge.root(), Hash::of(b""));
        for (content, root) in CONTENTS.into_iter().zip(ROOTS) {
            tree.push(leaf(content));
            assert_eq!(tree.edge.root().to_string(), root);
        }
        for (number, size, path) in [
            (1, 1, vec![]),
            (1, 8, vec![A, B, C]),
            (6, 8, vec![D, E, ROOTS[3]]),
            (3, 3, vec![ROOTS[1]]),
            (2, 5, vec![ROOTS[0], B, D]),
        ] {
            assert_eq!(
                inclusion(&tree, number, size),
                Ok(Inclusion { number, size, path: hex(&path) })
            );
        }
        for (from, to, path) in [
            (1, 1, vec![]),
            (1, 8, vec![A, B, C]),
            (6, 8, vec![F, E, ROOTS[3]]),
            (2, 5, vec![B, D]),
        ] {
            assert_eq!(
                consistency(&tree, from, to),
                Ok(Consistency { from, to, path: hex(&path) })
            );
        }
    }

    /// A tree whose leaves are hashes, as in a journal, and its roots at every size.
    fn sample(size: u64) -> (Memory, Vec<Hash>, Vec<Hash>) {
        let entries: Vec<Hash> = (0..size).map(|number| Hash::of(&number.to_be_bytes())).collect();
        let mut tree = Memory::default();
        let mut roots = vec![tree.edge.root()];
        for entry in &entries {
            tree.push(leaf(&entry.0));
            roots.push(tree.edge.root());
        }
        (tree, entries, roots)
    }

    #[test]
    fn every_proof_of_every_small_tree_holds_and_no_other_does() {
        let (tree, entries, roots) = sample(40);
        for size in 0..=40_u64 {
            assert_eq!(roots[size as usize], root_by_definition(&tree.leaves[..size as usize]));
            for number in 1..=size {
                let Ok(proof) = inclusion(&tree, number, size);
                let entry = entries[number as usize - 1];
                for (other, root) in roots.iter().enumerate() {
                    assert_eq!(proof.holds(&entry, root), other as u64 == size);
                }
                for other in (1..=41).filter(|other| *other != number) {
                    let moved = Inclusion { number: other, ..proof.clone() };
                    assert!(!moved.holds(&entry, &roots[size as usize]), "{number} {other} {size}");
                }
                assert!(proof_fails_when_changed(&proof.path, |path| {
                    Inclusion { path, ..proof.clone() }.holds(&entry, &roots[size as usize])
                }));
            }
            for from in 0..=size {
                let Ok(proof) = consistency(&tree, from, size);
                let (one, other) = (&roots[from as usize], &roots[size as usize]);
                assert!(proof.holds(one, other), "{from} {size}");
                let wrong = Hash::of(b"another root");
                assert!(!proof.holds(&wrong, other) && (from == 0 || !proof.holds(one, &wrong)));
                assert!(proof_fails_when_changed(&proof.path, |path| {
                    Consistency { path, ..proof.clone() }.holds(one, other)
                }));
            }
        }
    }

    /// Takes away, adds and changes each hash of a path; none of that may hold.
    fn proof_fails_when_changed(path: &[Hash], holds: impl Fn(Vec<Hash>) -> bool) -> bool {
        let changed = (0..path.len()).flat_map(|place| {
            let (mut shorter, mut other) = (path.to_vec(), path.to_vec());
            shorter.remove(place);
            other[place].0[7] ^= 1;
            [shorter, other]
        });
        let longer = [path, &[Hash::of(b"more")]].concat();
        changed.chain([longer]).all(|path| !holds(path))
    }

    #[test]
    fn large_trees_are_read_from_the_stored_levels() {
        let (tree, entries, roots) = sample(70_000);
        assert_eq!(tree.stored.len(), 70_000 / 256 + 1);
        let sizes = [1, 255, 256, 257, 511, 512, 4096, 65_535, 65_536, 65_537, 66_000, 70_000];
        for size in sizes {
            let Ok(edge) = Edge::read(&tree, size);
            assert_eq!((edge.size, edge.root()), (size, roots[size as usize]));
            for number in [1, 200, 256, 257, 30_000, 65_536, 65_537, size] {
                if number <= size {
                    let Ok(proof) = inclusion(&tree, number, size);
                    assert!(proof.holds(&entries[number as usize - 1], &roots[size as usize]));
                }
            }
            for from in sizes.into_iter().filter(|from| *from <= size) {
                let Ok(proof) = consistency(&tree, from, size);
                assert!(proof.holds(&roots[from as usize], &roots[size as usize]));
            }
        }
    }

    /// Leaves in memory are proved as stored ones are.
    #[test]
    fn leaves_in_memory_give_the_same_proofs() {
        for size in [1, 2, 255, 256, 257, 1000, 66_000] {
            let (tree, entries, roots) = sample(size);
            let memory = InMemory(&tree.leaves);
            for number in [1, 2, 256, 257, size].into_iter().filter(|number| *number <= size) {
                let Ok(stored) = inclusion(&tree, number, size);
                assert_eq!(memory.inclusion(number), Some(stored.clone()), "{number} of {size}");
                let leaf = leaf(&entries[number as usize - 1].0);
                assert!(stored.leads_from(leaf, &roots[size as usize]));
            }
            assert_eq!((memory.inclusion(0), memory.inclusion(size + 1)), (None, None));
        }
    }

    #[test]
    fn parts_that_were_computed_elsewhere_lead_to_the_same_tree() {
        let (tree, _, roots) = sample(70_000);
        let (mut edge, mut stored) = (Edge::default(), HashMap::new());
        for part in tree.leaves.as_chunks::<256>().0 {
            edge.push_stored(whole_root(part.to_vec()), |level, position, hash| {
                stored.insert((level, position), hash);
            });
            assert_eq!(edge.root(), roots[edge.size as usize]);
        }
        assert_eq!(stored, tree.stored);
    }
}
