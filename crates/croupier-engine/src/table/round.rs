//! What is remembered of the round that is on or was the last, until the next begins.

use alloc::vec::Vec;

use crate::card::Card;
use crate::effect::Line;
use crate::input::{Players, Reply};
use crate::jackpot::Link;
use crate::table::book::Book;
use crate::table::felt::{AREAS, AreaSet};
use crate::wager::{On, Wager};

/// How far a round has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// There was none yet, or it can no longer be touched.
    None,
    /// Its first card is out.
    On,
    /// All its wagers were settled.
    Over,
    /// It ended without a result.
    Void,
}

crate::stored! { enum Phase { 0 = None, 1 = On, 2 = Over, 3 = Void } }

/// The round that is on or was the last.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Round<O> {
    /// How far it has come.
    pub(super) phase: Phase,
    /// The wagers that stood at its first card.
    pub(super) start: Book<O>,
    /// What was settled in it.
    pub(super) lines: Vec<Line>,
    /// The wagers that were paid by hand, with their lines, since the round or roll began.
    pub(super) paid: Vec<(Line, Wager<O>)>,
    /// How many of them stand even if it cannot be rebuilt.
    pub(super) interim: usize,
    /// What players chose in it.
    pub(super) replies: [Option<Reply>; AREAS + 1],
    /// The cards that were dealt in it, by face.
    pub(super) cards: [u8; Card::COUNT],
    /// The variant in which it was played.
    pub(super) variant: Option<u8>,
    /// The jackpot as it was on offer when the round was settled: a prize empties the meters, and the table may be
    /// linked otherwise by now.
    pub(super) link: Option<Link>,
    /// The areas that have had the mystery prize of the round that is on; `Table::clear` forgets them.
    pub(super) awarded: AreaSet,
    /// It was dealt again.
    pub(super) rebuilt: bool,
    /// Who cheated in it, and forfeits.
    pub(super) cheats: Players,
}

crate::stored! {
    struct Round[O: On] {
        phase, start, lines, paid, interim, replies, cards, variant, link, awarded, rebuilt, cheats,
    }
}

impl<O: On> Round<O> {
    pub(super) fn new() -> Self {
        Self {
            phase: Phase::None,
            start: Book::new(),
            lines: Vec::new(),
            paid: Vec::new(),
            interim: 0,
            replies: [None; AREAS + 1],
            cards: [0; Card::COUNT],
            variant: None,
            link: None,
            awarded: AreaSet::default(),
            rebuilt: false,
            cheats: Players::NONE,
        }
    }

    /// Begins with the wagers that stand, in the room of the round before.
    pub(super) fn begin(&mut self, book: &Book<O>, variant: Option<u8>) {
        self.phase = Phase::On;
        self.start.clone_from(book);
        self.lines.clear();
        self.paid.clear();
        self.interim = 0;
        self.replies = [None; AREAS + 1];
        self.variant = variant;
        self.link = None;
        self.rebuilt = false;
        self.cheats = Players::NONE;
    }
}

impl<O: On> Clone for Round<O> {
    fn clone(&self) -> Self {
        Self {
            phase: self.phase,
            start: self.start.clone(),
            lines: self.lines.clone(),
            paid: self.paid.clone(),
            interim: self.interim,
            replies: self.replies,
            cards: self.cards,
            variant: self.variant,
            link: self.link,
            awarded: self.awarded,
            rebuilt: self.rebuilt,
            cheats: self.cheats,
        }
    }
}
