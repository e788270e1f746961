//! What is remembered of a table for those who look at it: the lines of the round, the cards of the one that
//! is over, past rounds and past draws. It follows from the journal, and decides nothing.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

use croupier_engine::input::Choice;
use croupier_engine::stored::{Bytes, Damaged, Stored};
use croupier_engine::table::Felt;
use croupier_engine::table::felt::{AREAS, MOST_CARDS};
use croupier_engine::{Card, Kind};
use croupier_sheet::happened::Settled;
use croupier_sheet::step::Roll;
use croupier_sheet::{Happened, PersonId, Step};
use serde::{Deserialize, Serialize};

use crate::seen::{Seen, seen_by};
use crate::{HandView, MysteryDraws, ShownPerson, Viewer};
use croupier_floor::Floor;
use croupier_floor::Room;
use croupier_floor::TableId;
use croupier_floor::{Act, EdgeAct, HouseAct, Recorded, TableAct};
use croupier_floor::{ActResult, Answer, Event, Play};
use croupier_floor::{BurnRandom, Key, Words, WordsStage, key_from, restore_json, store_json};

/// So many past rounds are remembered.
const ROUNDS: usize = 60;
/// So many past draws.
const DRAWS: usize = 60;
/// So many past burns.
const BURNS: usize = 10;
/// So much of what happened at a table is remembered for the screens of those who run it.
const SAID: usize = 60;

/// What is remembered of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// What was settled in the round, or in the one that is over.
    pub lines: Vec<PastLine>,
    /// Which round that was.
    pub lines_round: u64,
    /// The cards of the round, or of the one that is over.
    pub(crate) cards: CardsOnTable,
    /// The last roll.
    pub(crate) roll: Option<[u8; 2]>,
    /// Past rounds, the newest last.
    pub history: VecDeque<Past>,
    /// Past draws whose key was shown, the newest last.
    pub draws: VecDeque<Drawn>,
    /// Past burns whose key was shown, the newest last.
    pub burns: VecDeque<BurnDrawn>,
    /// What happened last and when, the newest last.
    said: VecDeque<(u64, Event)>,
    /// Betting is closed, or the first card is out.
    closed: bool,
    point: Option<u8>,
    /// The roll that lies there until it is paid, with the come out point before it.
    lies: Option<([u8; 2], Option<u8>)>,
}

croupier_engine::stored! {
    struct Memory { lines, lines_round, cards, roll, history, draws, burns, said, closed, point, lies }
}

/// The cards of a round, all of them face up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardsOnTable {
    dealer: UpToFour,
    shared: UpToFour,
    hands: [UpToFour; AREAS + 1],
    choices: [Option<Choice>; AREAS + 1],
    absent: u16,
}

croupier_engine::stored! { struct CardsOnTable { dealer, shared, hands, choices, absent } }

/// A few cards.
type UpToFour = [Option<Card>; MOST_CARDS];

impl CardsOnTable {
    fn on(felt: &Felt) -> Self {
        let some = |hand: &[Card]| std::array::from_fn(|at| hand.get(at).copied());
        let (dealer, shared) = (some(felt.dealer().cards()), some(felt.shared().cards()));
        let mut lying = Self { dealer, shared, ..Self::default() };
        for area in felt.played() {
            let at = usize::from(area.0);
            lying.hands[at] = some(felt.hand(area).cards());
            lying.choices[at] = felt.choice(area);
            lying.absent |= u16::from(felt.was_absent(area)) << at;
        }
        lying
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.dealer[0].is_none()
    }

    /// Returns the hand of the house, and the others: the one that all players share first.
    pub(crate) fn hands(&self, kind: Kind) -> (HandView, Vec<HandView>) {
        let hand = |cards: &UpToFour| {
            let cards: Vec<_> = cards.iter().flatten().copied().collect();
            crate::table::hand(kind, &cards, false)
        };
        let dealer = HandView { title: Some(kind.dealer().into()), ..hand(&self.dealer) };
        let played = (0..=AREAS).filter(|&at| self.hands[at][0].is_some());
        let hands = played.map(|at| HandView {
            area: Some(at as u8),
            choice: self.choices[at].map(|choice| choice.name().into()),
            absent: self.absent >> at & 1 == 1,
            ..hand(&self.hands[at])
        });
        let shared = HandView { title: kind.shared().map(Cow::from), ..hand(&self.shared) };
        let shared = Some(shared).filter(|hand| !hand.cards.is_empty());
        (dealer, shared.into_iter().chain(hands).collect())
    }
}

/// A line of settlement, or of a correction, as it is remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastLine {
    /// What became of the wager.
    pub settled: Settled<PersonId>,
    /// Where the player sat.
    pub seat: Option<u8>,
    /// What a correction gives, or takes back.
    pub correction: Option<i64>,
}

impl Stored for PastLine {
    fn store(&self, to: &mut Vec<u8>) {
        store_json(&self.settled, to);
        (self.seat, self.correction).store(to);
    }

    fn restore(from: &mut Bytes<'_>) -> Result<Self, Damaged> {
        let settled = restore_json(from)?;
        let (seat, correction) = Stored::restore(from)?;
        Ok(Self { settled, seat, correction })
    }
}

/// A line as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What became of the wager, and whose it was.
    #[serde(flatten)]
    pub settled: Settled<ShownPerson>,
    /// What a correction gives, or takes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correction: Option<i64>,
    /// What the player has more than before the wager was made, or, below 0, less, in cents.
    pub change: i64,
}

impl PastLine {
    /// Returns what the line gives the player, or, below 0, takes.
    fn change(&self) -> i64 {
        let won = || i64::try_from(-self.settled.house_win()).unwrap_or_default();
        self.correction.unwrap_or_else(won)
    }

    /// Shows the line. Staff sees where the player sat; to players it is the line of whoever sits there
    /// now, so that nobody takes what became of the one before for their own.
    pub(crate) fn seen_by(&self, eye: Viewer, floor: &Floor, room: &Room) -> Line {
        let mut somebody = |&PersonId(player): &PersonId| match eye {
            Viewer::Staff => {
                ShownPerson { player: Some(floor.people.name(player).to_owned()), seat: self.seat }
            }
            Viewer::Player => ShownPerson { player: None, seat: room.seat_number(player) },
        };
        Line {
            settled: self.settled.rename(&mut somebody),
            correction: self.correction,
            change: self.change(),
        }
    }
}

/// A past round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Past {
    /// The number of the round at its table.
    pub round: u64,
    /// The hand of the house; empty where dice are rolled.
    pub dealer: HandView,
    /// The other hands: the one that all players share first.
    pub hands: Vec<HandView>,
    /// The faces of both dice; `None` where cards are dealt.
    pub roll: Option<[u8; 2]>,
    /// The come out point before the roll.
    pub point: Option<u8>,
    /// What the roll was to the point.
    pub rolled: Option<Rolled>,
    /// Which commitment it was drawn under.
    pub draw: Option<u64>,
}

croupier_engine::stored! { struct Past { round, dealer, hands, roll, point, rolled, draw } }

/// What a roll of the dice was to the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rolled {
    /// There was no point before the roll.
    ComeOut,
    /// The point was rolled.
    Made,
    /// The seven came before the point.
    SevenOut,
    /// The point stands.
    PointStands,
}

croupier_engine::stored! { enum Rolled { 0 = ComeOut, 1 = Made, 2 = SevenOut, 3 = PointStands } }

impl Rolled {
    /// Says what a roll was to the point before it, from the point that the rules left after it.
    fn of(total: u8, before: Option<u8>, after: Option<u8>) -> Self {
        match (before, after) {
            (None, _) => Self::ComeOut,
            (Some(_), Some(_)) => Self::PointStands,
            (Some(point), None) if point == total => Self::Made,
            (Some(_), None) => Self::SevenOut,
        }
    }
}

/// What was drawn under one key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// The table at which it was drawn.
    pub table: u32,
    /// The number of the commitment there.
    pub commitment: u64,
    /// What the house committed itself to.
    pub committed: String,
    /// The key from which the draws follow; `None` before the house shows it.
    pub key: Option<String>,
    /// The key is lost for ever, and nobody can prove the draws.
    pub lost: bool,
    /// The words of players, in the order of their seats.
    pub words: Vec<WordsDrawn>,
    /// The draws, in order.
    pub draws: Vec<Draw>,
    /// The cards have been shuffled since: what they were drawn from helps nobody any more.
    pub shuffled: bool,
}

croupier_engine::stored! { struct Drawn { table, commitment, committed, key, lost, words, draws, shuffled } }

/// The words that a player added to a draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordsDrawn {
    /// The seat from which they came.
    pub seat: u8,
    /// Their hash, which the player gave while betting was open.
    pub sealed: String,
    /// The words as the player opened them; `None` where they lapsed, and are not mixed with the key.
    pub text: Option<String>,
}

croupier_engine::stored! { struct WordsDrawn { seat, sealed, text } }

impl WordsDrawn {
    fn of(words: &Words) -> Self {
        let Words { seat, sealed, stage, .. } = words;
        let text = match stage {
            WordsStage::Opened(text) => Some(text.clone()),
            WordsStage::Sealed | WordsStage::Lapsed => None,
        };
        Self { seat: *seat, sealed: sealed.clone(), text }
    }
}

impl Drawn {
    /// Keeps what was drawn for the round whose key was shown, or is lost.
    fn of(room: &Room, key: Option<&str>) -> Self {
        let random = &room.last_random;
        Self {
            table: room.id.0,
            commitment: room.commitments,
            committed: random.commitment.clone().unwrap_or_default(),
            key: key.map(str::to_owned),
            lost: key.is_none(),
            words: random.words.iter().map(WordsDrawn::of).collect(),
            draws: random.drawn().iter().map(Draw::of).collect(),
            shuffled: room.kind.house().cards.is_none(),
        }
    }
}

/// The cards that were burned unseen after a shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BurnDrawn {
    /// The table at which they were burned.
    pub table: u32,
    /// The number of the shuffle there.
    pub shuffle: u64,
    /// What the house committed itself to before the cut.
    pub committed: String,
    /// How deep the cards were cut; nothing where they are not cut.
    pub cut: Option<u16>,
    /// The key from which the cards follow; `None` until the shoe is over.
    pub key: Option<String>,
    /// How many of each of the 52 cards had not been dealt when the shoe was over, the burned ones among them.
    pub from: Option<Vec<u8>>,
    /// The cards, as two letters each; `None` until the shoe is over.
    pub cards: Option<Vec<String>>,
}

croupier_engine::stored! { struct BurnDrawn { table, shuffle, committed, cut, key, from, cards } }

impl BurnDrawn {
    fn of(room: &Room, burn: &BurnRandom) -> Self {
        let key = burn.key.as_deref().and_then(key_from);
        let faces = |key: Key| burn.draw(&key).iter().map(Card::to_string).collect();
        Self {
            table: room.id.0,
            shuffle: burn.shuffle,
            committed: burn.committed.clone(),
            cut: burn.cut,
            from: key.and(burn.left.as_ref()).map(|(left, _)| left.to_vec()),
            cards: key.map(faces),
            key: burn.key.clone(),
        }
    }
}

/// One draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Draw {
    /// A card was drawn.
    Card {
        /// The card, as two letters.
        card: String,
        /// How many of each of the 52 cards were left before the draw.
        from: Vec<u8>,
    },
    /// The dice were rolled.
    Roll {
        /// The faces of both dice.
        roll: [u8; 2],
    },
}

croupier_engine::stored! { enum Draw { 0 = Card { card, from }, 1 = Roll { roll } } }

impl Draw {
    fn of(drawn: &croupier_floor::Drawn) -> Self {
        match drawn {
            croupier_floor::Drawn::Card(left, card) => {
                Self::Card { card: card.to_string(), from: left.to_vec() }
            }
            croupier_floor::Drawn::Roll(dice) => Self::Roll { roll: dice.faces() },
        }
    }
}

impl Memory {
    /// Sees what followed from an act at the table, on the floor as it is afterwards.
    fn see(&mut self, floor: &Floor, table: TableId, act: &Recorded, answer: &Answer) {
        if matches!(act, Act::EdgeAct(EdgeAct::Open { .. })) && answer.is_done() {
            *self = Self::default();
        }
        let Some(room) = floor.rooms.get(&table) else { return };
        let point = std::mem::replace(&mut self.point, room.table.dice().and_then(|it| it.point));
        let felt = room.table.shown_felt();
        if felt.is_closed() && !self.closed {
            // A round begins; one that was void has the number of the one after it.
            self.lines.clear();
            self.lines_round = room.round;
            self.cards = CardsOnTable::default();
        }
        self.closed = felt.is_closed();
        if felt.in_round() {
            self.cards = CardsOnTable::on(felt);
        }
        self.see_draw(act, answer, room);
        if let Some(roll) = rolled(act, answer, room) {
            self.lines.clear();
            self.lines_round = room.round;
            self.roll = Some(roll);
            self.lies = Some((roll, point));
        }
        for event in &answer.events {
            self.see_event(event, room);
            if event.table().is_none_or(|at| at == table) {
                self.keep_said(floor.now, event);
            }
        }
    }

    /// Keeps what is announced or asked at the table. Movements of money stand in the ledger, settlements among the lines.
    fn keep_said(&mut self, at: u64, event: &Event) {
        let is_settled = matches!(event, Event::Game(_, Happened::Settled(_)));
        if is_settled || matches!(event, Event::Posted(_) | Event::Task(_)) {
            return;
        }
        if self.said.len() == SAID {
            self.said.pop_front();
        }
        self.said.push_back((at, event.clone()));
    }

    /// Lists what happened last at a table and when, the newest last, as staff sees it.
    pub fn said<'a>(&'a self, floor: &'a Floor, table: TableId) -> Vec<(u64, Seen<'a>)> {
        let room = floor.rooms.get(&table);
        let seen = |(at, event): &'a (u64, Event)| {
            seen_by(event, floor, room, Viewer::Staff).map(|seen| (*at, seen))
        };
        self.said.iter().filter_map(seen).collect()
    }

    fn see_event(&mut self, event: &Event, room: &Room) {
        match event.play() {
            Some(Play::Happened(happened)) => self.see_happened(happened, room),
            Some(Play::Round(number)) => self.remember(number - 1, room),
            Some(Play::Posted(_)) | None => {}
        }
    }

    fn see_happened(&mut self, happened: &Happened<PersonId>, room: &Room) {
        let line = |settled: &Settled<PersonId>| PastLine {
            settled: settled.clone(),
            seat: room.seat_number(settled.at.player.0),
            correction: None,
        };
        match happened {
            Happened::Settled(settled) => self.lines.push(line(settled)),
            Happened::Corrected { now, difference, clause, .. } => {
                let settled = Settled { clause: clause.clone(), ..now.clone() };
                self.lines.push(PastLine { correction: Some(*difference), ..line(&settled) });
            }
            Happened::Rerolled { roll, .. } => {
                self.roll = Some(*roll);
                self.lies = self.lies.map(|(_, point)| (*roll, point));
            }
            Happened::Placed { .. }
            | Happened::Dealt { .. }
            | Happened::DealtFaceDown { .. }
            | Happened::Faced { .. }
            | Happened::Declared { .. }
            | Happened::Marked { .. }
            | Happened::Rekeyed { .. }
            | Happened::Measure { .. }
            | Happened::Ruled { .. }
            | Happened::Found { .. }
            | Happened::Closed
            | Happened::Burned { .. }
            | Happened::BurnedUnseen
            | Happened::Accepted { .. }
            | Happened::Collected { .. }
            | Happened::Carried { .. }
            | Happened::Chose { .. }
            | Happened::Travelled { .. }
            | Happened::Called { .. }
            | Happened::Puck { .. }
            | Happened::Offered { .. }
            | Happened::Shooter { .. }
            | Happened::Turned { .. }
            | Happened::Reserved { .. }
            | Happened::CuttingCard { .. }
            | Happened::ShuffleDue { .. }
            | Happened::Shuffled
            | Happened::RoundOver
            | Happened::Rebuilt => {}
        }
    }

    fn remember(&mut self, round: u64, room: &Room) {
        let (roll, point) = self.lies.take().unzip();
        let point = point.flatten();
        if self.history.len() == ROUNDS {
            self.history.pop_front();
        }
        let (dealer, hands) = match roll {
            Some(_) => Default::default(),
            None => self.cards.hands(room.kind),
        };
        let draw = room.random.commitment.is_some().then_some(room.commitments);
        let after = room.table.dice().and_then(|dice| dice.point);
        let rolled = roll.map(|[one, other]| Rolled::of(one + other, point, after));
        self.history.push_back(Past { round, dealer, hands, roll, point, rolled, draw });
    }

    /// Keeps what was drawn when its key is shown.
    fn see_draw(&mut self, act: &Recorded, answer: &Answer, room: &Room) {
        let Act::TableAct(act) = act else { return };
        if !answer.is_done() {
            return;
        }
        match act {
            TableAct::Load { .. } => {
                self.draws.iter_mut().for_each(|drawn| drawn.shuffled = true);
            }
            TableAct::Reveal { key, .. } => self.keep_drawn(Drawn::of(room, Some(key))),
            TableAct::LoseKey { .. } if answer.events.iter().any(loses_round) => {
                self.keep_drawn(Drawn::of(room, None));
            }
            TableAct::RevealBurn { .. } => {
                if self.burns.len() == BURNS {
                    self.burns.pop_front();
                }
                self.burns.extend(room.last_burn.as_ref().map(|burn| BurnDrawn::of(room, burn)));
            }
            TableAct::Time { .. }
            | TableAct::AnnounceClosing { .. }
            | TableAct::WithdrawClosing { .. }
            | TableAct::TaskDone { .. }
            | TableAct::Limits { .. }
            | TableAct::Sit { .. }
            | TableAct::GiveUp { .. }
            | TableAct::Step { .. }
            | TableAct::Limit { .. }
            | TableAct::EndSparing { .. }
            | TableAct::OwnLimit { .. }
            | TableAct::Variant { .. }
            | TableAct::Equipment { .. }
            | TableAct::DiceSet { .. }
            | TableAct::Confirm { .. }
            | TableAct::Agree { .. }
            | TableAct::BeginShuffle { .. }
            | TableAct::AskRiffle { .. }
            | TableAct::Riffle { .. }
            | TableAct::RiffleDone { .. }
            | TableAct::LapseCut { .. }
            | TableAct::Cut { .. }
            | TableAct::RefuseCut { .. }
            | TableAct::Commit { .. }
            | TableAct::Contribute { .. }
            | TableAct::CloseBetting { .. }
            | TableAct::OpenWords { .. }
            | TableAct::LapseWords { .. }
            | TableAct::LoseKey { .. } => {}
        }
    }

    fn keep_drawn(&mut self, drawn: Drawn) {
        if self.draws.len() == DRAWS {
            self.draws.pop_front();
        }
        self.draws.push_back(drawn);
    }

    /// Finds the burn of a shuffle: one whose key was shown, or the one that is kept back.
    pub fn burned(&self, room: &Room, shuffle: u64) -> Option<BurnDrawn> {
        let hidden = room.burn.as_ref().filter(|burn| burn.shuffle == shuffle);
        let shown = self.burns.iter().find(|burn| burn.shuffle == shuffle);
        hidden.map(|burn| BurnDrawn::of(room, burn)).or_else(|| shown.cloned())
    }

    /// Finds the draw under a commitment.
    pub fn drawn(&self, commitment: u64) -> Option<&Drawn> {
        self.draws.iter().find(|drawn| drawn.commitment == commitment)
    }
}

/// Tells whether the key of a round was lost, and not only that of a burn.
const fn loses_round(event: &Event) -> bool {
    matches!(event, Event::KeyLost { commitment: Some(_), .. })
}

/// Returns the roll that an act told, if it was done.
fn rolled(act: &Recorded, answer: &Answer, room: &Room) -> Option<[u8; 2]> {
    room.table.dice()?;
    let Act::TableAct(TableAct::Step { step, .. }) = act else { return None };
    let Step::Roll(Roll(dice)) = step.is else { return None };
    answer.is_done().then(|| dice.faces())
}

/// The memories of all tables, and what waits for a second person: it may concern a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memories {
    tables: BTreeMap<TableId, Memory>,
    waiting: BTreeMap<u32, Recorded>,
    mysteries: MysteryDraws,
}

croupier_engine::stored! { struct Memories { tables, waiting, mysteries } }

impl Memories {
    /// Returns what is remembered of a table.
    pub fn of(&self, table: TableId) -> Option<&Memory> {
        self.tables.get(&table)
    }

    /// Returns what is remembered of the mystery prizes of pools.
    pub const fn mysteries(&self) -> &MysteryDraws {
        &self.mysteries
    }

    /// Sees what followed from an act, on the floor as it is afterwards; says which table it was about.
    pub fn see(&mut self, floor: &Floor, act: &Recorded, answer: &Answer) -> Option<TableId> {
        self.mysteries.see(floor, act, answer);
        let answered = match &answer.verdict {
            ActResult::Waits { request } => {
                self.waiting.insert(*request, act.clone());
                None
            }
            ActResult::Done => self.answered(act),
            ActResult::Denied(_) => None,
        };
        let let_go = self.fell(answer);
        let act = match &answered {
            Some((asked, true)) => asked,
            // Nothing was done, but the table waits no more.
            Some((asked, false)) => return asked.table(),
            None => act,
        };
        let Some(table) = act.table().or_else(|| answer.played_at()) else { return let_go };
        if floor.rooms.contains_key(&table) {
            self.tables.entry(table).or_default().see(floor, table, act, answer);
        } else {
            self.tables.remove(&table);
        }
        Some(table)
    }

    /// Forgets requests that nobody can answer any more; returns a table that waited for one.
    fn fell(&mut self, answer: &Answer) -> Option<TableId> {
        let mut table = None;
        for event in &answer.events {
            if let Event::Fell { request } = event {
                table = self.waiting.remove(request).and_then(|act| act.table()).or(table);
            }
        }
        table
    }

    /// Forgets a request that was answered; returns what was asked for, and whether the answer was yes.
    fn answered(&mut self, act: &Recorded) -> Option<(Recorded, bool)> {
        let Act::HouseAct(act) = act else { return None };
        let (request, agreed) = match act {
            HouseAct::Approve { request, .. } => (request, true),
            HouseAct::Reject { request } => (request, false),
            HouseAct::Found { .. }
            | HouseAct::AddPerson { .. }
            | HouseAct::SetRoles { .. }
            | HouseAct::SetPassword { .. }
            | HouseAct::Guest { .. }
            | HouseAct::SignIn { .. }
            | HouseAct::Look { .. }
            | HouseAct::Readmit { .. }
            | HouseAct::BuyIn { .. }
            | HouseAct::CashOut { .. }
            | HouseAct::IssueVoucher { .. }
            | HouseAct::Mint { .. }
            | HouseAct::Incident { .. }
            | HouseAct::DecideComplaint { .. }
            | HouseAct::AskReview { .. }
            | HouseAct::CloseComplaint { .. }
            | HouseAct::RegisterCards { .. }
            | HouseAct::CheckCards { .. }
            | HouseAct::SealCards { .. }
            | HouseAct::HandOverCards { .. }
            | HouseAct::RetireCards { .. }
            | HouseAct::LoadOrder { .. }
            | HouseAct::SetClock { .. } => return None,
        };
        self.waiting.remove(request).map(|asked| (asked, agreed))
    }
}
