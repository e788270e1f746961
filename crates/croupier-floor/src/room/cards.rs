//! The shuffle: when one may begin and why, and the loading; `riffle` and `cut` have what lies between.

use croupier_engine::input::Source;
use croupier_engine::irregular::{Deed, Situation};
use croupier_engine::setup::Method;
use croupier_engine::{Clause, Due, Input, Player};

use crate::act::{Dealing, ShuffleMethod};
use crate::answer::{Denied, Event, ShuffleCause};
use crate::random::{BurnRandom, key_from};
use crate::reason::Reason;
use crate::room::{Riffling, Room, TableContext};
use crate::task::ToDo;

/// From so few cards in a device, the next round might run out of them.
const FEW: usize = 104;

/// A shuffle that is not done yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffling {
    /// How the cards are shuffled.
    pub method: ShuffleMethod,
    /// They came shuffled, from the house or from their maker.
    pub pre_shuffled: bool,
    /// They came shuffled from their maker.
    pub angel: bool,
    /// How far a riffle has come.
    pub riffle: Riffling,
    /// To whom the cut is offered; `None` for the supervisor.
    pub(super) offered: Option<Player>,
    /// Who refused the cut, or let it pass.
    pub(super) refused: Vec<Player>,
    /// How deep they were cut.
    pub cut: Option<u16>,
}

croupier_engine::stored! {
    struct Shuffling {
        method, pre_shuffled, angel, riffle, offered, refused, cut,
    }
}

/// How far a shuffle has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// The cards are not being shuffled.
    None,
    /// The cut is offered to a player, or, with `None`, the supervisor cuts.
    Cut(Option<Player>),
    /// The cards can be loaded.
    Load,
}

/// What whoever shuffles says of a shuffle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begin<'a> {
    pub(crate) pre_shuffled: bool,
    pub(crate) angel: bool,
    pub(crate) method: Option<ShuffleMethod>,
    pub(crate) by_hand_first: bool,
    /// What the house commits itself to for the cards that will be burned unseen.
    pub(crate) burn: Option<&'a str>,
    /// The program shuffles.
    pub(crate) program: bool,
    /// How the set of cards at the table came by the register: shuffled, and shuffled by its maker.
    pub(crate) registered: Option<(bool, bool)>,
}

/// Why the next shuffle is due, where the table itself does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ordered {
    cause: ShuffleCause,
    by: Option<Player>,
}

croupier_engine::stored! { struct Ordered { cause, by } }

impl Room {
    /// Says how far the shuffle at this table has come.
    pub fn shuffle(&self) -> Shuffle {
        match &self.shuffling {
            None => Shuffle::None,
            Some(shuffling) if self.cut_rule().is_some() && shuffling.cut.is_none() => {
                Shuffle::Cut(shuffling.offered)
            }
            Some(_) => Shuffle::Load,
        }
    }

    /// Returns the shuffle that is on.
    pub const fn shuffling(&self) -> Option<&Shuffling> {
        self.shuffling.as_ref()
    }

    /// Returns how many cards are shuffled: in a round, those that are not on the felt.
    pub fn stack(&self) -> usize {
        let census = self.table.shoe().census();
        if self.table.felt().in_round() { census.source } else { census.total() }
    }

    /// Says why the cards may be shuffled now, and who ordered it; `None` while no shuffle is due.
    pub fn shuffle_is_due(&self) -> Option<(ShuffleCause, Option<Player>)> {
        let due = self.table.expects().due == Due::Shuffle;
        if let Some(cause) = self.reload {
            return Some((cause, None));
        }
        if !self.loaded {
            return Some((ShuffleCause::Opening, None));
        }
        let new_cards = |ordered: &Ordered| ordered.cause == ShuffleCause::NewCards;
        match self.ordered {
            Some(ordered) if due && new_cards(&ordered) => Some((ordered.cause, ordered.by)),
            _ if due && self.table.felt().was_last_round() => {
                Some((ShuffleCause::CuttingCard, None))
            }
            Some(ordered) if due => Some((ordered.cause, ordered.by)),
            _ if due => Some((ShuffleCause::Ordered, None)),
            _ if self.is_empty() && !self.table.felt().in_round() => {
                Some((ShuffleCause::RunOut, None))
            }
            _ if self.shoe_over && self.has_few_cards() => Some((ShuffleCause::FewCards, None)),
            _ if self.shoe_over => Some((ShuffleCause::ShoeOver, None)),
            _ => None,
        }
    }

    /// Tells whether the device holds so few cards that the program shuffles before the next round.
    pub fn has_few_cards(&self) -> bool {
        self.table.rules().source == Some(Source::Device)
            && self.table.shoe().census().source < FEW
            && self.is_between_rounds()
    }

    /// Tells whether no card is left to be dealt.
    pub fn is_empty(&self) -> bool {
        self.loaded && self.table.shoe().census().source == 0
    }

    /// Tells whether the cutting card comes next, by counting from where it was put.
    pub fn cutting_card_is_due(&self) -> bool {
        let at = self.cutting_card.map(usize::from);
        self.shuffling.is_none()
            && !self.table.is_rebuilding()
            && at.is_some_and(|at| self.table.shoe().census().source <= at)
            && !self.table.felt().cutting_card_seen()
            && self.table.rules().source == Some(Source::Shoe)
    }

    /// Tells whether enough cards are left for what the round can still need, by the count of them. Where discards go back
    /// into the source as it deals nobody can say.
    pub fn has_cards_for_the_round(&self) -> bool {
        let most = self.table.cards_to_come() as usize;
        most > 0 && !self.is_fed() && self.table.shoe().census().source >= most
    }

    /// A cutting card that comes out before its place ends the shoe all the same; a supervisor is to look at it.
    pub(super) fn note_early_cutting_card(&self, around: &mut TableContext<'_>) {
        let cutting = self.kind.house().cards.and_then(|cards| cards.cutting);
        let (Some(at), Some(cutting)) = (self.cutting_card, cutting) else { return };
        let left = u16::try_from(self.table.shoe().census().source).unwrap_or(u16::MAX);
        if let Some(cards @ 1..) = left.checked_sub(at) {
            let in_round = self.table.felt().in_round();
            let clause = if in_round { cutting.during } else { cutting.first };
            around.task(self.id, ToDo::CuttingCardEarly { cards }, clause);
        }
    }

    /// Checks that the cards at the table are ready for one to be dealt, and that none is skipped.
    pub(super) fn check_cards(&self, input: &Input) -> Result<(), Denied> {
        let Some(cards) = self.kind.house().cards else { return Ok(()) };
        let told_later = matches!(self.table.expects().due, Due::Face(_));
        let draws = match input {
            // The face of a card that lies on the felt already draws nothing.
            Input::Card { .. } => !told_later,
            Input::BurnUnseen | Input::FaceDown => true,
            _ => false,
        };
        let told = matches!(input, Input::Irregular(it) if it.card.is_some());
        let begins = draws || told || matches!(input, Input::Close);
        if begins && self.shuffling.is_some() {
            return Err(Denied::clause(cards.shuffle, Reason::BeingShuffled));
        }
        if matches!(input, Input::Replace { .. }) && self.shuffling.is_some() {
            let clause = cards.replace.unwrap_or(cards.shuffle);
            return Err(Denied::clause(clause, Reason::BeingShuffled));
        }
        let none_to_deal = !self.loaded || self.shoe_over;
        if none_to_deal && (draws || matches!(input, Input::CuttingCard)) {
            return Err(Denied::clause(cards.shuffle, Reason::NotShuffled));
        }
        if !draws {
            return Ok(());
        }
        self.check_face_down(input)?;
        if self.reload.is_some() {
            return Err(Denied::clause(cards.shuffle, Reason::ShuffleRunOutFirst));
        }
        let Some(cutting) = cards.cutting.filter(|_| self.cutting_card_is_due()) else {
            return Ok(());
        };
        if matches!(input, Input::BurnUnseen) || self.table.expects().due == Due::Burn {
            return Ok(());
        }
        let in_round = self.table.felt().in_round();
        let clause = if in_round { cutting.during } else { cutting.first };
        Err(Denied::clause(clause, Reason::CuttingCardFirst))
    }

    /// Checks that no face is told of a card that is dealt face down. A round that is dealt again lies open.
    fn check_face_down(&self, input: &Input) -> Result<(), Denied> {
        let dealt = matches!(input, Input::Card { .. })
            && matches!(self.table.expects().due, Due::Card(_))
            && self.table.rules().method == Method::B
            && !self.table.is_rebuilding();
        match self.kind.house().method_b.filter(|_| dealt) {
            Some(clause) => Err(Denied::clause(clause, Reason::DealtFaceDown)),
            None => Ok(()),
        }
    }

    /// Tells whether discards go back into the source as it deals, so that nobody can say what is in it.
    pub(super) fn is_fed(&self) -> bool {
        self.kind.feeds() && self.table.rules().source == Some(Source::Device)
    }

    /// Remembers what must be shuffled in the middle of a round.
    pub(super) fn note_reload(&mut self, deed: Deed) {
        self.reload = match deed {
            Deed::Reload => Some(ShuffleCause::RunOut),
            Deed::Mix => Some(ShuffleCause::DeviceFailed),
            _ => self.reload,
        };
    }

    /// Remembers who ordered a shuffle, and why, when a step has made one due.
    pub(crate) fn note_order(&mut self, by: Player, input: &Input, around: &mut TableContext<'_>) {
        let cause = match input {
            Input::Replace { .. } => {
                self.unchecked = false;
                self.old_set = self.set.take().or(self.old_set);
                ShuffleCause::NewCards
            }
            Input::Irregular(it) if it.what == Situation::RunOut => ShuffleCause::RunOut,
            Input::Check { complete: true } => {
                self.unchecked = false;
                ShuffleCause::Ordered
            }
            Input::Irregular(_) | Input::Ruling { .. } | Input::Check { .. } => {
                ShuffleCause::Ordered
            }
            _ => {
                self.ask_same_or_new(around);
                return;
            }
        };
        if self.table.felt().cutting_card_seen() {
            let by = Some(by).filter(|_| cause != ShuffleCause::RunOut);
            self.ordered = Some(Ordered { cause, by });
        }
    }

    /// Asks after the last round whether the same cards are shuffled or new ones are brought, where the order
    /// leaves it to a supervisor.
    fn ask_same_or_new(&mut self, around: &mut TableContext<'_>) {
        let last = self.kind.house().cards.and_then(|cards| cards.replace_after);
        let Some(last) = last.filter(|last| last.asks && self.dealing == Dealing::Physical) else {
            return;
        };
        if self.table.felt().was_last_round() && !self.asked_for_cards {
            self.asked_for_cards = true;
            around.task(self.id, ToDo::SameOrNewCards, last.clause);
        }
    }

    /// Tells whether a supervisor has still to say if the same cards are shuffled: a shuffle of them, and the order to
    /// bring others, are answers.
    pub(super) fn is_asked_for_cards(&self) -> bool {
        let replaced = self.ordered.is_some_and(|it| it.cause == ShuffleCause::NewCards);
        self.asked_for_cards && self.shuffling.is_none() && !replaced
    }

    /// The cards are being shuffled; the cut is offered where there is one.
    pub(crate) fn begin_shuffle(
        &mut self,
        begin: Begin<'_>,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let Some(cards) = self.kind.house().cards else {
            return Err(Denied::of(Reason::NoCards));
        };
        if self.shuffling.is_some() {
            return Err(Denied::of(Reason::BeingShuffled));
        }
        let in_round = self.table.felt().in_round();
        if in_round && self.reload.is_none() {
            return Err(Denied::clause(cards.shuffle, Reason::RoundOn));
        }
        let few = begin.program && self.has_few_cards();
        let few = few.then_some((ShuffleCause::FewCards, None));
        let Some((cause, ordered_by)) = self.shuffle_is_due().or(few) else {
            return Err(Denied::clause(cards.shuffle, Reason::ShuffleNotDue));
        };
        let method = self.method(&begin)?;
        self.check_set(cause, around)?;
        let (pre_shuffled, angel) = self.origin(cause, &begin)?;
        self.commit_burn(&begin, in_round)?;
        self.shuffles += 1;
        self.ordered = None;
        around.events.push(Event::ShuffleBegun {
            table: self.id,
            number: self.shuffles,
            method,
            by_hand_first: begin.by_hand_first,
            pre_shuffled,
            angel,
            set: self.set,
            cause,
            ordered_by,
            clause: self.shuffle_clause(cause, cards.shuffle).0.into(),
        });
        if matches!(cause, ShuffleCause::Opening | ShuffleCause::NewCards) {
            self.came_shuffled = pre_shuffled;
        }
        let mut shuffling = Shuffling {
            method,
            pre_shuffled,
            angel,
            riffle: Riffling::No,
            offered: None,
            refused: Vec::new(),
            cut: None,
        };
        if let Some(cut) = self.cut_rule() {
            let (player, clause) = self.first_cutter(&cut, cause);
            shuffling.offered = player;
            self.offer(player, clause, around);
        }
        self.shuffling = Some(shuffling);
        Ok(())
    }

    /// Names the clause of a shuffle: cards that came shuffled have clauses of their own in some orders.
    fn shuffle_clause(&self, cause: ShuffleCause, usual: Clause) -> Clause {
        let own = self.kind.house().pit.pre_shuffled.filter(|_| self.came_shuffled);
        match (own, cause) {
            (Some(own), ShuffleCause::CuttingCard) => own.last,
            (Some(own), ShuffleCause::Ordered) => own.ordered,
            _ => usual,
        }
    }

    /// Says whether the cards came shuffled, and by their maker. What the register has of the set holds, though the
    /// house may have shuffled it since; cards that were played with do not come shuffled.
    fn origin(&self, cause: ShuffleCause, begin: &Begin<'_>) -> Result<(bool, bool), Denied> {
        let clause = self.kind.house().cards.map(|cards| cards.shuffle);
        let no = || match clause {
            Some(clause) => Err(Denied::clause(clause, Reason::OtherOrigin)),
            None => Err(Denied::of(Reason::OtherOrigin)),
        };
        let said = (begin.pre_shuffled || begin.angel, begin.angel);
        let new = matches!(cause, ShuffleCause::Opening | ShuffleCause::NewCards);
        match begin.registered {
            // Cards that were in play come from nobody's shuffle.
            _ if !new && said.0 => no(),
            Some((_, angel)) if new && said.1 && !angel => no(),
            Some((shuffled, angel)) if new => Ok((said.0 || shuffled, angel)),
            Some(_) | None => Ok(said),
        }
    }

    /// Says how the cards are shuffled, if they may be so at this table.
    fn method(&self, begin: &Begin<'_>) -> Result<ShuffleMethod, Denied> {
        let Some(cards) = self.kind.house().cards else {
            return Err(Denied::of(Reason::NoCards));
        };
        let device = self.table.rules().source == Some(Source::Device);
        let usual = if device { ShuffleMethod::Device } else { ShuffleMethod::Hand };
        let method = begin.method.unwrap_or(usual);
        let fits = match method {
            ShuffleMethod::Hand => !device || cards.by_hand,
            ShuffleMethod::Multishuffler => !device,
            ShuffleMethod::Device => device,
        };
        if !fits || begin.by_hand_first && method != ShuffleMethod::Device {
            return Err(Denied::clause(cards.shuffle, Reason::OtherMethod));
        }
        Ok(method)
    }

    /// Checks that cards which come to a table that is dealt by hand are known, and checked where the order
    /// demands it.
    fn check_set(
        &mut self,
        cause: ShuffleCause,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let new = matches!(cause, ShuffleCause::Opening | ShuffleCause::NewCards);
        if !new || self.dealing == Dealing::Virtual || self.set.is_some() {
            return Ok(());
        }
        let Some(cards) = self.kind.house().cards else { return Ok(()) };
        if let Some(clause) = cards.checked {
            return Err(Denied::clause(clause, Reason::NoSet));
        }
        if let Some(clause) = cards.checks {
            self.unchecked = true;
            around.task(self.id, ToDo::CheckCards, clause);
        }
        Ok(())
    }

    /// Tells whether other cards can come to the table: before it is first shuffled, and after a replacement.
    pub(crate) fn takes_new_cards(&self) -> bool {
        let replaced = self.ordered.is_some_and(|it| it.cause == ShuffleCause::NewCards);
        self.shuffling.is_none() && (!self.loaded || replaced)
    }

    /// Tells whether a set of cards has come to the table, and is not shuffled yet.
    pub(crate) fn is_untouched(&self, set: u32) -> bool {
        self.set == Some(set) && self.takes_new_cards()
    }

    /// Takes a set of cards; says so where they were not checked and should have been.
    pub(crate) fn take_cards(
        &mut self,
        set: u32,
        unchecked: Option<Clause>,
        around: &mut TableContext<'_>,
    ) {
        (self.set, self.old_set) = (Some(set), None);
        self.unchecked = unchecked.is_some();
        if let Some(clause) = unchecked {
            around.task(self.id, ToDo::CheckCards, clause);
        }
    }

    /// Takes what the house commits itself to for the burn: before the cut, and never while an older one is not
    /// shown.
    fn commit_burn(&mut self, begin: &Begin<'_>, in_round: bool) -> Result<(), Denied> {
        let digits = match (self.dealing, begin.burn) {
            (Dealing::Physical, None) => return Ok(()),
            (Dealing::Physical, Some(_)) => return Err(Denied::of(Reason::DealtByHand)),
            // What is shuffled in a round is burned under the key of the whole shoe.
            (Dealing::Virtual, None) if in_round => return Ok(()),
            (Dealing::Virtual, None) => return Err(Denied::of(Reason::NotCommitted)),
            (Dealing::Virtual, Some(digits)) => digits,
        };
        if self.burn.is_some() {
            return Err(Denied::of(Reason::BurnKeyNotShown));
        }
        if key_from(digits).is_none() {
            return Err(Denied::of(Reason::BadCommitment));
        }
        let (shuffle, committed) = (self.shuffles + 1, digits.to_owned());
        self.burn = Some(BurnRandom { shuffle, committed, ..BurnRandom::default() });
        Ok(())
    }

    /// Names the clause by which the dealer feeds the device now, unless it was forgotten in this round.
    pub(super) fn feeds(&self) -> Option<Clause> {
        self.table.feeds().filter(|_| self.not_fed != Some(self.round))
    }

    /// Asks the dealer to feed the device when the moment has come.
    pub(super) fn ask_to_feed(&mut self, input: &Input, around: &mut TableContext<'_>) {
        if matches!(input, Input::Irregular(it) if it.what == Situation::NotFed) {
            self.not_fed = Some(self.round);
        }
        if let Some(clause) = self.feeds() {
            around.by_hand(self, ToDo::Feed, clause);
        }
    }

    /// The cards are loaded; the cutting card goes back so many cards from the end.
    pub(crate) fn load(
        &mut self,
        cutting_card: Option<u16>,
        around: &mut TableContext<'_>,
    ) -> Result<(), Denied> {
        let Some(shuffling) = &self.shuffling else {
            return Err(Denied::of(Reason::NotBeingShuffled));
        };
        if shuffling.riffle != Riffling::No {
            return Err(Denied::of(Reason::RiffleAsked));
        }
        match (self.cut_rule(), cutting_card) {
            (None, None) => {}
            (None, Some(_)) => return Err(self.not_with_device(Reason::NoCuttingCard)),
            (Some(cut), _) if shuffling.cut.is_none() => {
                return Err(Denied::clause(cut.refused, Reason::NotCut));
            }
            (Some(cut), card) => {
                let range = self.behind_range(&cut);
                if !card.is_some_and(|card| range.contains(&card)) {
                    let (least, most) = (*range.start(), *range.end());
                    let reason = Reason::CuttingCardRange { least, most };
                    return Err(Denied::clause(cut.back, reason));
                }
            }
        }
        // In a round, the table has put the cards back into the source already.
        if !self.table.felt().in_round() {
            self.step(&Input::Shuffle { pre_shuffled: shuffling.pre_shuffled }, around)?;
        }
        self.shuffling = None;
        self.loaded = true;
        self.shoe_over = false;
        self.reload = None;
        self.asked_for_cards = false;
        self.cutting_card = cutting_card;
        self.came_out = super::cut::CameOut::Not;
        Ok(())
    }
}
