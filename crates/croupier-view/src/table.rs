//! A table as it is shown: what lies on it, what it waits for, what its sign says. Players see no names,
//! and nobody but staff sees which cards are left.

use croupier_engine::money::Rounding;
use croupier_engine::setup::Limit;
use croupier_engine::wager::{Button, Mark};
use croupier_engine::{Area, Card, Kind};
use croupier_sheet::{PersonId, Spot};
use serde::Serialize;

use croupier_floor::{Account, Dealing, Floor, Meter, People, Room, Shuffle, TableId};

use crate::due::{self, Due};
use crate::memory::{Line, Memory, Past};
use crate::words;
use crate::{Eye, Somebody};

/// A table as it is shown.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "docs/server.md has every field")]
pub struct View {
    pub now: u64,
    pub table: u32,
    pub name: String,
    pub game: &'static str,
    pub title: &'static str,
    pub demo: bool,
    pub dealing: Dealing,
    pub variant: Option<&'static str>,
    pub variants: &'static [&'static str],
    pub round: u64,
    pub chip: u64,
    pub sign: Vec<Sign>,
    pub notices: Vec<Notice>,
    pub closing: Option<u64>,
    pub areas: u8,
    pub seats: Vec<SeatView>,
    pub reserved: Vec<Reserved>,
    pub wagers: Vec<Placed>,
    /// The cards are those of the round that is over.
    pub over: bool,
    /// A round is being dealt again, and the cards are those of the new one so far.
    pub rebuilding: bool,
    pub dealer: HandView,
    pub hands: Vec<HandView>,
    pub dice: Option<DiceView>,
    pub expects: Due,
    pub jackpot: Option<JackpotView>,
    pub chance: Option<ChanceView>,
    pub shoe: Option<ShoeView>,
    pub shuffling: Option<ShufflingView>,
    pub lines: Vec<Line>,
    pub lines_round: u64,
    pub history: Vec<Past>,
}

/// What the sign says of one kind of wager.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Sign {
    pub on: &'static str,
    pub title: String,
    pub clause: &'static str,
    pub area: bool,
    pub marks: Option<Marks>,
    pub min: u64,
    pub max: u64,
    pub unit: u64,
    /// It is placed by a choice, never by itself.
    pub follows: bool,
    /// Its winnings are rounded down to whole chips; else up.
    pub rounds_down: bool,
}

/// The numbers that a kind of wager can be on.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Marks {
    pub kind: &'static str,
    pub of: &'static [u8],
}

/// A sign that will take effect.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Notice {
    pub what: String,
    pub at: u64,
    pub clause: &'static str,
}

/// A seat.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct SeatView {
    pub seat: u8,
    pub taken: bool,
    #[serde(flatten)]
    pub staff: Option<SeatStaff>,
}

/// What staff sees of who sits there.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct SeatStaff {
    pub name: String,
    pub rack: u64,
    pub idle: u8,
    pub spared: Vec<&'static str>,
}

/// An area that is kept for somebody.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Reserved {
    pub area: u8,
    pub seat: Option<u8>,
}

/// A wager on the layout.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Placed {
    #[serde(flatten)]
    pub at: Spot<Somebody>,
    pub stake: u64,
    pub excess: u64,
    pub button: Option<&'static str>,
}

/// The cards of one place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct HandView {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<u8>,
    pub cards: Vec<String>,
    pub points: Option<u8>,
    pub choice: Option<&'static str>,
    pub absent: bool,
    pub turned: bool,
}

/// How the dice stand.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(missing_docs)]
pub struct DiceView {
    pub point: Option<u8>,
    pub shooter: Option<u8>,
    pub roll: Option<[u8; 2]>,
}

/// The jackpot on offer.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(missing_docs)]
pub struct JackpotView {
    pub price: u64,
    pub major: u64,
    pub minor: u64,
}

/// What the house has committed itself to.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct ChanceView {
    pub commitment: u64,
    pub committed: Option<String>,
    pub additions: usize,
    /// Players may still add to it.
    pub open: bool,
}

/// The cards that are not on the felt.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct ShoeView {
    pub cards: usize,
    pub out: usize,
    pub cutting_card: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<Vec<u8>>,
}

/// A shuffle that is on.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs)]
pub struct ShufflingView {
    pub words: String,
    pub seat: Option<u8>,
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
pub fn view(floor: &Floor, table: TableId, memory: &Memory, eye: Eye) -> Option<View> {
    let room = floor.rooms.get(&table)?;
    let rules = room.table.rules();
    let variants = room.kind.house().variants;
    let over = !room.table.shown_felt().is_closed() && !memory.cards.is_empty();
    let (dealer, hands) = match over {
        true => memory.cards.hands(room.kind),
        false => hands(room),
    };
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
        closing: room.closing,
        areas: room.kind.house().areas.map_or(0, |areas| areas.count),
        seats: seats(room, floor, eye),
        reserved: reserved(room),
        wagers: wagers(room, &floor.people, eye),
        over,
        rebuilding: room.table.is_rebuilding(),
        dealer,
        hands,
        dice: dice(room, memory),
        expects: due::due(room, &floor.people, eye),
        jackpot: jackpot(room, floor),
        chance: chance(room),
        shoe: shoe(room, eye),
        shuffling: shuffling(room, &floor.people, eye),
        lines: memory.lines.iter().map(|line| line.seen_by(eye, floor, room)).collect(),
        lines_round: memory.lines_round,
        history: memory.history.iter().cloned().collect(),
    })
}

fn sign(room: &Room) -> Vec<Sign> {
    let rules = room.table.rules();
    let shown = room.kind.layouts().iter().zip(0..).filter_map(|(layout, id)| {
        let on = croupier_engine::WagerId(id);
        let limit = match (&rules.jackpot, room.kind.has_fixed_price(on)) {
            (Some(jackpot), true) => {
                Limit { min: jackpot.wager, max: jackpot.wager, unit: jackpot.wager }
            }
            (None, true) => return None,
            (_, false) => rules.limit(on),
        };
        let mut pays = room.kind.pays().iter().filter(|row| row.on == on);
        Some(Sign {
            on: layout.name,
            title: title(layout.name),
            clause: layout.clause.0,
            area: layout.on_area,
            marks: marks(layout.mark),
            min: limit.min.0,
            max: limit.max.0,
            unit: limit.unit.0,
            follows: room.kind.follows(on),
            rounds_down: pays.any(|row| row.rounding == Rounding::Down),
        })
    });
    shown.collect()
}

/// Lists the signs that are still to take effect; limits of one player are for staff only.
fn notices(room: &Room, people: &People, eye: Eye) -> Vec<Notice> {
    let notices = room.notices().filter(|(notice, ..)| match notice {
        croupier_floor::Notice::OwnLimits { .. } => eye == Eye::Staff,
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

fn seats(room: &Room, floor: &Floor, eye: Eye) -> Vec<SeatView> {
    let seats = room.seats.iter().zip(1..).map(|(seat, number)| {
        let staff = seat.as_ref().filter(|_| eye == Eye::Staff).map(|seat| SeatStaff {
            name: floor.people.name(seat.player).to_owned(),
            rack: floor.ledger.held(Account::Rack(room.id, seat.player)).0,
            idle: seat.idle,
            spared: room.spared_on(seat.player),
        });
        SeatView { seat: number, taken: seat.is_some(), staff }
    });
    seats.collect()
}

fn reserved(room: &Room) -> Vec<Reserved> {
    let areas = room.kind.house().areas.map_or(0, |areas| areas.count);
    let kept = (1..=areas).filter_map(|area| {
        let player = room.table.reserved(Area(area))?;
        Some(Reserved { area, seat: room.seat_number(player) })
    });
    kept.collect()
}

fn wagers(room: &Room, people: &People, eye: Eye) -> Vec<Placed> {
    let mut shown = Vec::new();
    room.table.each_standing(|wager| {
        let mut whose = |&PersonId(player): &PersonId| Somebody {
            player: (eye == Eye::Staff).then(|| people.name(player).to_owned()),
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
    let dealer = hand(room.kind, felt.dealer().cards(), hidden && !dealer_is_turned(room));
    let dealer = HandView { title: Some(room.kind.dealer()), ..dealer };
    let hands = felt.played().map(|area| {
        let turned = !hidden || felt.turned().contains(area);
        HandView {
            area: Some(area.0),
            choice: felt.choice(area).map(croupier_engine::input::Choice::name),
            absent: felt.was_absent(area),
            turned,
            ..hand(room.kind, felt.hand(area).cards(), !turned)
        }
    });
    let shared = hand(room.kind, felt.shared().cards(), false);
    let shared = HandView { title: room.kind.shared(), ..shared };
    let hands = std::iter::once(shared).chain(hands);
    (dealer, hands.filter(|hand| !hand.cards.is_empty()).collect())
}

/// Tells whether the hand of the house lies open, where hands are dealt face down: it is turned when
/// the round is over.
fn dealer_is_turned(room: &Room) -> bool {
    !room.table.shown_felt().in_round()
}

fn dice(room: &Room, memory: &Memory) -> Option<DiceView> {
    let dice = room.table.dice()?;
    let shooter = dice.shooter.and_then(|player| room.seat_number(player));
    Some(DiceView { point: dice.point, shooter, roll: memory.roll })
}

/// Shows the jackpot on offer.
pub fn jackpot(room: &Room, floor: &Floor) -> Option<JackpotView> {
    let jackpot = room.table.rules().jackpot.as_ref()?;
    let meter = |meter| floor.ledger.held(room.pool(meter)).0;
    let (major, minor) = (meter(Meter::Major), meter(Meter::Minor));
    Some(JackpotView { price: jackpot.wager.0, major, minor })
}

fn chance(room: &Room) -> Option<ChanceView> {
    (room.dealing == Dealing::Virtual).then(|| ChanceView {
        commitment: room.commitments,
        committed: room.chance.commitment.clone(),
        additions: room.chance.additions.len(),
        open: room.chance.commitment.is_some() && room.chance.draws() == 0,
    })
}

fn shoe(room: &Room, eye: Eye) -> Option<ShoeView> {
    room.kind.house().cards?;
    let shoe = room.table.shoe();
    let (cards, source) = (shoe.census().total(), shoe.census().source);
    Some(ShoeView {
        cards,
        out: cards.saturating_sub(source),
        cutting_card: room.table.felt().cutting_card_seen(),
        left: (eye == Eye::Staff).then(|| shoe.source().to_vec()),
    })
}

fn shuffling(room: &Room, people: &People, eye: Eye) -> Option<ShufflingView> {
    let offered = match room.shuffle() {
        Shuffle::None => return None,
        Shuffle::Cut(player) => Some(player),
        Shuffle::Load => None,
    };
    let seat = offered.flatten().and_then(|player| room.seat_number(player));
    let words = match (offered, seat) {
        (None, _) => "the cards are being loaded".to_owned(),
        (Some(None), _) => "the supervisor cuts the cards".to_owned(),
        (Some(Some(player)), _) if eye == Eye::Staff => {
            format!("the cut is offered to {}", people.name(player))
        }
        (Some(Some(_)), Some(seat)) => format!("the cut is offered to seat {seat}"),
        (Some(Some(_)), None) => "the cut is offered to a player".to_owned(),
    };
    Some(ShufflingView { words, seat })
}

pub(crate) fn hand(kind: Kind, cards: &[Card], hidden: bool) -> HandView {
    let shown = cards.iter().map(|card| if hidden { "?".to_owned() } else { card.to_string() });
    let points = if hidden || cards.is_empty() { None } else { kind.points(cards) };
    HandView { cards: shown.collect(), points, turned: !hidden, ..HandView::default() }
}

const fn marks(mark: Mark) -> Option<Marks> {
    match mark {
        Mark::None => None,
        Mark::Number(of) => Some(Marks { kind: "number", of }),
        Mark::Point(of) => Some(Marks { kind: "point", of }),
        Mark::Travels(of) => Some(Marks { kind: "travels", of }),
    }
}
