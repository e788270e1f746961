//! A table as it is shown: what lies on it, what it waits for, what its sign says. Players see no names,
//! and nobody but staff sees which cards are left.

use std::borrow::Cow;

use croupier_engine::jackpot::Light;
use croupier_engine::table::{Hand, Unpaid};
use croupier_engine::wager::Button;
use croupier_engine::{Area, Card, Kind, Player};
use croupier_sheet::happened::Settled;
use croupier_sheet::step::Rekey;
use croupier_sheet::{PersonId, Spot};
use serde::Serialize;

use croupier_floor::{Account, Dealing, Floor, People, Room, TableId, Words, WordsStage};

use crate::can::{self, Can, StandingView};
use crate::due::{self, Due};
use crate::held::{self, HeldView};
use crate::jackpot::{JackpotView, jackpot};
use crate::memory::{Line, Memory, Past, PastLine};
use crate::shuffling::{ShufflingView, shuffling};
use crate::sign::{PlayersSign, Sign, sign};
use crate::{ShownPerson, TaskView, Viewer, tasks, words, worth};

/// A table as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// The time on the floor, in milliseconds since 1970.
    pub now: u64,
    /// The number of the table.
    pub table: u32,
    /// The name that the table was opened with.
    pub name: String,
    /// The name of the game, as sheets have it.
    pub game: &'static str,
    /// The name of the game for people.
    pub title: &'static str,
    /// Guests play here, for play money.
    pub demo: bool,
    /// Whether the program draws, or a dealer tells what came.
    pub dealing: Dealing,
    /// The variant that is played, if one is.
    pub variant: Option<&'static str>,
    /// The variants that the game has.
    pub variants: &'static [&'static str],
    /// The number of the round that is on, or comes next.
    pub round: u64,
    /// The smallest chip, in cents.
    pub chip: u64,
    /// What the sign says of each kind of wager.
    pub sign: Vec<Sign>,
    /// The signs that are still to take effect.
    pub notices: Vec<Notice>,
    /// The request that the table waits for, if one is open.
    pub held: Option<HeldView>,
    /// When the table closes, if a sign says so.
    pub closing: Option<u64>,
    /// What staff must do at this table; empty for players.
    pub tasks: Vec<TaskView>,
    /// The text of the order can be read: the operator has loaded it.
    pub order: bool,
    /// How many playing areas there are; 0 where a game has none.
    pub areas: u8,
    /// The seats, the first at the dealer's left.
    pub seats: Vec<SeatView>,
    /// Those who play without a seat, for staff.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub standing: Vec<StandingView>,
    /// How many players may wager on one area; 0 where a game has no areas.
    pub sharing: u8,
    /// How many the order of the game lets at most.
    pub sharing_most: u8,
    /// A manager may let a player who stands handle cards.
    pub approves_standing: bool,
    /// The areas that are kept for somebody.
    pub reserved: Vec<Reserved>,
    /// The wagers that stand, in the order of placement.
    pub wagers: Vec<Placed>,
    /// A wager that stands may be lowered; else it can only be taken back.
    pub lowers: bool,
    /// The cards are those of the round that is over.
    pub over: bool,
    /// A round is being dealt again, and the cards are those of the new one so far.
    pub rebuilding: bool,
    /// The hand of the house.
    pub dealer: HandView,
    /// The other hands: the one that all players share first.
    pub hands: Vec<HandView>,
    /// The point total on which the marker lies, where the order has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marker: Option<u8>,
    /// How the dice stand; `None` at card tables.
    pub dice: Option<DiceView>,
    /// What the table waits for.
    pub expects: Due,
    /// What else staff could do at the table now, for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can: Option<Can>,
    /// The jackpot on offer, if one is.
    pub jackpot: Option<JackpotView>,
    /// What the house has committed itself to, at a virtual table.
    #[serde(rename = "chance")]
    pub random: Option<RandomView>,
    /// The cards that are not on the felt; `None` where dice are rolled.
    pub shoe: Option<ShoeView>,
    /// The number of the shuffling device in use, if it was ever said, for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<u32>,
    /// The shuffle that is on, if one is.
    pub shuffling: Option<ShufflingView>,
    /// What is to be collected and paid now, in the order of the rules.
    pub unpaid: Vec<UnpaidLine>,
    /// The card or roll that was entered last, if it can be put right, for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entered: Option<Rekey>,
    /// What was settled in the round, or in the one that is over.
    pub lines: Vec<Line>,
    /// The number of the round that the lines are of.
    pub lines_round: u64,
    /// Past rounds, the newest last.
    pub history: Vec<Past>,
}

impl View {
    /// Writes it as JSON.
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A sign that will take effect.
#[derive(Clone, Debug, Serialize)]
pub struct Notice {
    /// What will take effect, in words.
    pub what: String,
    /// When it takes effect, in milliseconds since 1970.
    pub at: u64,
    /// The clause by which the sign must stand so long.
    pub clause: &'static str,
}

/// A seat.
#[derive(Clone, Debug, Serialize)]
pub struct SeatView {
    /// The number of the seat, from 1.
    pub seat: u8,
    /// Somebody sits there.
    pub taken: bool,
    /// What only staff sees of who sits there.
    #[serde(flatten)]
    pub staff: Option<SeatStaff>,
}

/// What staff sees of who sits there.
#[derive(Clone, Debug, Serialize)]
pub struct SeatStaff {
    /// The name of the player.
    pub name: String,
    /// The chips before the player, in cents.
    pub rack: u64,
    /// For how many rounds in a row the player sat out while the table was full.
    pub idle: u8,
    /// The wagers on which the player is held to the old minimum.
    pub spared: Vec<&'static str>,
    /// What holds for the player alone: minimums that the player keeps, and limits of the player's own.
    pub limits: Vec<PlayersSign>,
    /// What could be done about the seat now: `leave`, `vacate`.
    pub may: Vec<&'static str>,
    /// The areas of which the player could be told to give one up for a newcomer.
    pub gives_up: Vec<u8>,
}

/// A line that the dealer is to collect or pay.
#[derive(Clone, Debug, Serialize)]
pub struct UnpaidLine {
    /// What becomes of the wager.
    #[serde(flatten)]
    pub line: Line,
    /// Its turn has come.
    pub now: bool,
    /// The clause by which the cards of its hand are then taken up, although the round goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub take_up: Option<&'static str>,
}

/// An area that is kept for somebody, or was given up for somebody.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Reserved {
    /// The number of the area.
    pub area: u8,
    /// The seat of the player for whom it is kept.
    pub seat: Option<u8>,
}

/// A wager on the layout.
#[derive(Clone, Debug, Serialize)]
pub struct Placed {
    /// Which wager it is, and whose.
    #[serde(flatten)]
    pub at: Spot<ShownPerson>,
    /// What it will be settled on, in cents.
    pub stake: u64,
    /// What lies above the maximum and will go back.
    pub excess: u64,
    /// The marker on it: `on` or `off`.
    pub button: Option<&'static str>,
    /// How its player wants it called, while the dealer has not called it so: `on` or `off`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<&'static str>,
    /// Staff placed it, and its player has not confirmed it yet.
    pub by_staff: bool,
    /// The next cards or roll can decide it; else it is off.
    pub works: bool,
    /// What the equipment shows beside it: `placed`, `accepted` or `rejected`; nothing where no equipment takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub light: Option<&'static str>,
    /// It was swept before the deal.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub collected: bool,
    /// It was made for an earlier round, which was void.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub carried: bool,
    /// What the rules would take about it now: `withdraw`, `remove`, `reduce`, `call-on`, `call-off`; and of staff `add`,
    /// `found`, `refuse`.
    pub may: Vec<&'static str>,
}

/// The cards of one place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct HandView {
    /// What the hand is called, where it has a name of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Cow<'static, str>>,
    /// The area on which it lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<u8>,
    /// The cards in the order in which they came; `?` for one that lies face down.
    pub cards: Vec<String>,
    /// What the hand counts, where hands are compared by what they count.
    pub points: Option<u8>,
    /// Its place in the order of hands, from 1, the highest, where the order has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u8>,
    /// What it is worth in words, where the order has words for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// What its player decided.
    pub choice: Option<Cow<'static, str>>,
    /// Its player was not there to decide.
    pub absent: bool,
    /// It lies face up.
    pub turned: bool,
}

croupier_engine::stored! { struct HandView { title, area, cards, points, order, words, choice, absent, turned } }

/// How the dice stand.
#[derive(Clone, Debug, Serialize)]
pub struct DiceView {
    /// The point; `None` while the puck is off.
    pub point: Option<u8>,
    /// The seat of the shooter.
    pub shooter: Option<u8>,
    /// The last roll.
    pub roll: Option<[u8; 2]>,
    /// The seat to which the dice are offered.
    pub offered: Option<u8>,
    /// The dice have left the hand, and their total was not called yet.
    pub thrown: bool,
    /// A roll is called only after the throw was told.
    pub throws: bool,
    /// The shooter or the stickperson may throw now.
    pub ready: bool,
    /// The dice that the shooter has, by their numbers in the set.
    pub held: Option<[u8; 2]>,
    /// The dice of the set that lie in the bowl.
    pub bowl: Vec<u8>,
    /// The dice of the set that are missing.
    pub missing: Vec<u8>,
    /// A new set is at the table, and comes into use when the dice pass.
    pub new_set: bool,
    /// No checked set of dice is registered, so that nobody may throw.
    pub lacks_set: bool,
    /// The serial numbers of the set in use, for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serials: Option<[u32; 5]>,
}

/// What the house has committed itself to.
#[derive(Clone, Debug, Serialize)]
pub struct RandomView {
    /// How often the house has committed itself at this table.
    pub commitment: u64,
    /// What it committed itself to for this round; `None` if it has not yet.
    pub committed: Option<String>,
    /// How many players have added to the draw.
    pub additions: usize,
    /// Players may still add to it.
    pub open: bool,
    /// Betting is closed until the draw, and words that were sealed are to be opened.
    pub closed: bool,
    /// The words of players, in the order of their seats.
    pub words: Vec<WordsView>,
    /// The seats that add no words for now, because words from there were not opened in time.
    pub waiting: Vec<u8>,
    /// The number of the last shuffle.
    pub shuffle: u64,
    /// What it committed itself to for the cards burned unseen after that shuffle, while it keeps the key back.
    pub burn: Option<String>,
    /// The number of the last shuffle whose burned cards were shown.
    pub burn_shown: Option<u64>,
}

/// The words that a player adds to a draw, without the words: these are shown with the key.
#[derive(Clone, Debug, Serialize)]
pub struct WordsView {
    /// The seat from which they come.
    pub seat: u8,
    /// Their hash.
    pub sealed: String,
    /// What became of them: `sealed`, `opened` or `lapsed`.
    pub stage: &'static str,
}

impl WordsView {
    fn of(words: &Words) -> Self {
        let stage = match words.stage {
            WordsStage::Sealed => "sealed",
            WordsStage::Opened(_) => "opened",
            WordsStage::Lapsed => "lapsed",
        };
        Self { seat: words.seat, sealed: words.sealed.clone(), stage }
    }
}

/// The cards that are not on the felt.
#[derive(Clone, Debug, Serialize)]
pub struct ShoeView {
    /// How many cards are in use.
    pub cards: usize,
    /// How many of them are out of the shoe or device.
    pub out: usize,
    /// The cutting card has come out.
    pub cutting_card: bool,
    /// There is a cutting card among the cards that are still to come.
    pub cutting_card_in: bool,
    /// By counting from where it was put, the cutting card comes next.
    pub cutting_card_due: bool,
    /// No card is left to be dealt.
    pub empty: bool,
    /// The number of the set of cards, for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<u32>,
    /// How many of each card are left in the source, for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Vec<u8>>,
}

/// Says how a wager is called on a felt.
pub fn title(on: &str) -> String {
    let words = on.split('-').map(|word| match word {
        "dont" => "Don't".to_owned(),
        word => {
            let mut letters = word.chars();
            letters
                .next()
                .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Shows a table to somebody.
pub fn view(floor: &Floor, table: TableId, memory: &Memory, eye: Viewer) -> Option<View> {
    let room = floor.rooms.get(&table)?;
    let rules = room.table.rules();
    let variants = room.kind.house().variants;
    let over = !room.table.shown_felt().is_closed() && !memory.cards.is_empty();
    let (dealer, hands) = match over {
        true => memory.cards.hands(room.kind),
        false => hands(room),
    };
    let marker = dealer.points.filter(|_| dealer.order.is_some());
    Some(View {
        now: floor.now,
        table: table.0,
        name: room.name.clone(),
        game: room.kind.name(),
        title: room.kind.title(),
        demo: room.demo,
        dealing: room.dealing,
        variant: rules.variant.map(|variant| variants[usize::from(variant)]),
        variants,
        round: room.round,
        chip: rules.chip.0,
        sign: sign(room),
        notices: notices(room, &floor.people, eye),
        held: held::held(floor, room, eye),
        closing: room.closing,
        tasks: match eye {
            Viewer::Staff => tasks::at_table(floor, table),
            Viewer::Player => Vec::new(),
        },
        order: floor.orders.contains_key(&room.kind),
        areas: room.kind.house().areas.map_or(0, |areas| areas.count),
        seats: seats(room, floor, eye),
        standing: match eye {
            Viewer::Staff => can::standing(room, floor),
            Viewer::Player => Vec::new(),
        },
        sharing: rules.sharing,
        sharing_most: room.kind.house().areas.map_or(0, |areas| areas.sharing),
        approves_standing: room.kind.house().pit.standing.is_some(),
        reserved: reserved(room),
        wagers: wagers(room, floor, eye),
        lowers: room.kind.lowers(),
        over,
        rebuilding: room.table.is_rebuilding(),
        dealer,
        hands,
        marker,
        dice: dice(room, memory, eye),
        expects: expects(room, floor, eye),
        can: (eye == Viewer::Staff).then(|| Can::at(room, floor)),
        jackpot: jackpot(room, floor),
        random: random(room),
        shoe: shoe(room, eye),
        device: room.table.device().filter(|_| eye == Viewer::Staff).map(|device| device.0),
        shuffling: shuffling(room, &floor.people, eye),
        unpaid: unpaid(room, floor, eye),
        entered: room.table.can_rekey().filter(|_| eye == Viewer::Staff).map(Rekey::from),
        lines: memory.lines.iter().map(|line| line.seen_by(eye, floor, room)).collect(),
        lines_round: memory.lines_round,
        history: memory.history.iter().cloned().collect(),
    })
}

/// Shows what a table waits for; no wagers once the time on the sign of its closing is over.
fn expects(room: &Room, floor: &Floor, eye: Viewer) -> Due {
    let due = due::due(room, &floor.people, eye);
    Due { wagers: due.wagers && room.check_closing(floor.now).is_ok(), ..due }
}

/// Lists the signs that are still to take effect; limits of one player are for staff only.
fn notices(room: &Room, people: &People, eye: Viewer) -> Vec<Notice> {
    let notices = room.notices().filter(|(notice, ..)| match notice {
        croupier_floor::Notice::OwnLimits { .. } => eye == Viewer::Staff,
        croupier_floor::Notice::Limits { .. }
        | croupier_floor::Notice::EndSparing { .. }
        | croupier_floor::Notice::Closing
        | croupier_floor::Notice::Variant { .. } => true,
    });
    let shown = notices.map(|(notice, at, clause)| Notice {
        what: words::notice(&notice, people),
        at,
        clause: clause.0,
    });
    shown.collect()
}

fn seats(room: &Room, floor: &Floor, eye: Viewer) -> Vec<SeatView> {
    let seats = room.seats.iter().zip(1..).map(|(seat, number)| {
        let staff = seat.as_ref().filter(|_| eye == Viewer::Staff).map(|seat| {
            let limits = PlayersSign::of(room, seat.player);
            SeatStaff {
                name: floor.people.name(seat.player).to_owned(),
                rack: floor.ledger.held(Account::Rack(room.id, seat.player)).0,
                idle: seat.idle,
                spared: limits.iter().filter(|sign| sign.spared).map(|sign| sign.on).collect(),
                limits,
                may: can::about_seat(floor, room, seat.player),
                gives_up: room.could_give_up(seat.player),
            }
        });
        SeatView { seat: number, taken: seat.is_some(), staff }
    });
    seats.collect()
}

fn reserved(room: &Room) -> Vec<Reserved> {
    let areas = room.kind.house().areas.map_or(0, |areas| areas.count);
    let kept = (1..=areas).filter_map(|area| {
        let given_up = room.given_up(area).map(|given| given.to);
        let player = room.table.reserved(Area(area)).or(given_up)?;
        Some(Reserved { area, seat: room.seat_number(player) })
    });
    kept.collect()
}

fn wagers(room: &Room, floor: &Floor, eye: Viewer) -> Vec<Placed> {
    let mut shown = Vec::new();
    room.table.each_standing(|wager| {
        let mut whose = |&PersonId(player): &PersonId| ShownPerson {
            player: (eye == Viewer::Staff).then(|| floor.people.name(player).to_owned()),
            seat: room.seat_number(player),
        };
        shown.push(Placed {
            at: Spot::of(room.kind, &wager.spot).rename(&mut whose),
            stake: wager.stake.0,
            excess: wager.excess.0,
            button: match wager.button {
                Button::None => None,
                Button::On => Some("on"),
                Button::Off => Some("off"),
            },
            asked: room.asked_call(&wager.spot).map(|on| if on { "on" } else { "off" }),
            by_staff: room.is_by_staff(&wager.spot),
            works: wager.works,
            light: wager.light.map(Light::name),
            collected: wager.collected,
            carried: wager.carried,
            may: can::about(room, &wager, eye, floor),
        });
    });
    shown
}

/// Returns the dealer's hand, and the others: the one that all players share, which has a title and no
/// area, and those of the areas that play. A hand that lies face down is counted, not shown.
pub(crate) fn hands(room: &Room) -> (HandView, Vec<HandView>) {
    use croupier_engine::setup::Method;
    let felt = room.table.shown_felt();
    let hidden = room.table.rules().method == Method::B;
    let dealer = lying(room.kind, felt.dealer(), hidden && !felt.dealer_is_turned());
    let dealer = HandView { title: Some(room.kind.dealer().into()), ..dealer };
    let hands = felt.played().map(|area| {
        let turned = !hidden || felt.turned().contains(area);
        HandView {
            area: Some(area.0),
            choice: felt.choice(area).map(|choice| choice.name().into()),
            absent: felt.was_absent(area),
            turned,
            ..lying(room.kind, felt.hand(area), !turned)
        }
    });
    let shared = hand(room.kind, felt.shared().cards(), false);
    let shared = HandView { title: room.kind.shared().map(Cow::from), ..shared };
    let hands = std::iter::once(shared).chain(hands);
    (dealer, hands.filter(|hand| !hand.cards.is_empty()).collect())
}

/// Shows a hand that lies on the felt, with cards that were dealt face down and not told.
fn lying(kind: Kind, hand: &Hand, hidden: bool) -> HandView {
    let unseen = usize::from(hand.unseen());
    let mut shown = self::hand(kind, hand.cards(), hidden);
    shown.cards.extend(std::iter::repeat_n("?".to_owned(), unseen));
    if unseen > 0 {
        (shown.points, shown.order, shown.words) = (None, None, None);
    }
    shown
}

/// Lists what the dealer is to collect and pay.
fn unpaid(room: &Room, floor: &Floor, eye: Viewer) -> Vec<UnpaidLine> {
    let lines = room.table.unpaid();
    let lines = lines.iter().map(|Unpaid { line, now, take_up }| {
        let seat = room.seat_number(line.spot.player);
        let line = PastLine { settled: Settled::of(line, room.kind), seat, correction: None };
        let take_up = take_up.map(|clause| clause.0);
        UnpaidLine {
            line: line.seen_by(eye, floor, room),
            now: *now && room.held.is_none(),
            take_up,
        }
    });
    lines.collect()
}

fn dice(room: &Room, memory: &Memory, eye: Viewer) -> Option<DiceView> {
    let dice = room.table.dice()?;
    let seat = |player: Option<Player>| player.and_then(|player| room.seat_number(player));
    let missing = |die: &u8| dice.missing[usize::from(*die) - 1];
    let held = |die: &u8| dice.held.is_some_and(|held| held.contains(die));
    let serials = room.dice_set().filter(|_| eye == Viewer::Staff).map(|set| set.dice);
    Some(DiceView {
        point: dice.point,
        shooter: seat(dice.shooter),
        roll: memory.roll,
        offered: seat(dice.offered),
        thrown: dice.thrown,
        throws: room.table.rules().throws,
        ready: dice.ready,
        held: dice.held,
        bowl: (1..=5).filter(|die| !missing(die) && !held(die)).collect(),
        missing: (1..=5).filter(missing).collect(),
        new_set: dice.new_set,
        lacks_set: room.lacks_dice(),
        serials,
    })
}

fn random(room: &Room) -> Option<RandomView> {
    (room.dealing == Dealing::Virtual).then(|| RandomView {
        commitment: room.commitments,
        committed: room.random.commitment.clone(),
        additions: room.random.words.len(),
        open: room.takes_words(),
        closed: room.random.closed.is_some(),
        words: room.random.words.iter().map(WordsView::of).collect(),
        waiting: waiting(room),
        shuffle: room.shuffles,
        burn: room.burn.as_ref().map(|burn| burn.committed.clone()),
        burn_shown: room.last_burn.as_ref().map(|burn| burn.shuffle),
    })
}

/// Lists the seats whose players have let words lapse, and add none for now.
fn waiting(room: &Room) -> Vec<u8> {
    let lapsed = room.seated().filter(|player| room.lapsed_until(*player).is_some());
    lapsed.filter_map(|player| room.seat_number(player)).collect()
}

fn shoe(room: &Room, eye: Viewer) -> Option<ShoeView> {
    room.kind.house().cards?;
    let shoe = room.table.shoe();
    let (cards, source) = (shoe.census().total(), shoe.census().source);
    Some(ShoeView {
        cards,
        out: cards.saturating_sub(source),
        cutting_card: room.table.felt().cutting_card_seen(),
        cutting_card_in: room.cutting_card.is_some() && !room.table.felt().cutting_card_seen(),
        cutting_card_due: room.cutting_card_is_due(),
        empty: room.is_empty(),
        set: room.set.filter(|_| eye == Viewer::Staff),
        left: (eye == Viewer::Staff).then(|| shoe.source().to_vec()),
    })
}

pub(crate) fn hand(kind: Kind, cards: &[Card], hidden: bool) -> HandView {
    let shown = cards.iter().map(|card| if hidden { "?".to_owned() } else { card.to_string() });
    let cards_shown = shown.collect();
    if hidden || cards.is_empty() {
        return HandView { cards: cards_shown, turned: !hidden, ..HandView::default() };
    }
    HandView {
        cards: cards_shown,
        points: kind.points(cards),
        order: kind.hand_order(cards).map(|order| order.place),
        words: worth::words(kind, cards),
        turned: true,
        ..HandView::default()
    }
}
