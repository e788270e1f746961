//! Any inputs at any table: nothing panics, nothing is lost, a refusal changes nothing.

use std::collections::BTreeMap;

use croupier_engine::expects::DueRepair;
use croupier_engine::input::{Choice, Crew, DiceAct, Keyed, Players, Repair, Reply, Source, Spot};
use croupier_engine::irregular::{
    DeviceNumber, Forfeit, Irregularity, Situation, Spotted, Throw, Who,
};
use croupier_engine::jackpot::{Jackpot, Link};
use croupier_engine::setup::{Collects, Faults, Limit, Method, Pays};
use croupier_engine::table::AreaSet;
use croupier_engine::wager::Mark;
use croupier_engine::{
    AnyDecision, AnyTable, Area, Card, Cents, Dice, Due, Effect, Input, Kind, Place, Player,
    Refusal, Setup, WagerId,
};

use crate::bytes::Bytes;
use crate::quotes::check_quote;
use crate::sweep::Sweep;

/// Plays a table as the bytes say; returns how many inputs were accepted and refused.
///
/// # Panics
/// When an invariant does not hold.
pub fn engine(data: &[u8]) -> (usize, usize) {
    let Some(played) = play(data) else { return (0, 0) };
    (played.accepted, played.refused)
}

/// Plays a table as the bytes say; returns the outcomes that were seen at its game.
///
/// # Panics
/// When an invariant does not hold.
pub fn outcomes(data: &[u8]) -> Vec<(Kind, &'static str)> {
    let Some(played) = play(data) else { return Vec::new() };
    let lines = played.effects.iter().filter_map(|effect| match effect {
        Effect::Settled(line) => Some((played.kind, line.outcome.name())),
        Effect::Corrected(_) => Some((played.kind, "correction")),
        Effect::Measure(act) => Some((played.kind, act.deed.name())),
        Effect::Accepted { accepted: true, .. } => Some((played.kind, "accepted")),
        Effect::Accepted { accepted: false, .. } => Some((played.kind, "rejected")),
        Effect::Collected { .. } => Some((played.kind, "collected")),
        Effect::Carried { .. } => Some((played.kind, "carried")),
        _ => None,
    });
    lines.collect()
}

struct Played {
    kind: Kind,
    accepted: usize,
    refused: usize,
    effects: Vec<Effect>,
}

fn play(data: &[u8]) -> Option<Played> {
    let mut bytes = Bytes::new(data);
    let kind = Kind::ALL[bytes.one_of(Kind::ALL.len())];
    let setup = setup(&mut bytes, kind);
    let mut table = AnyTable::open(kind, &setup).ok()?;
    let opened = table.clone();
    let mut accepted = Vec::new();
    let mut effects = Vec::new();
    let mut refused = 0;
    let mut sweep = Sweep::default();
    while !bytes.is_empty() {
        let input = input(&mut bytes, &table);
        let told = effects.len();
        match take(&mut table, &input, &mut effects) {
            Ok(()) => accepted.push(input),
            Err(refusal) => {
                assert!(!refusal.clause.0.is_empty(), "refused by no clause: {input:?}");
                refused += 1;
            }
        }
        sweep.check(&table, &effects[told..]);
        assert!(table.balances(), "money was lost or made by {input:?}");
        check_expects(&table);
        check_quote(&table, accepted.len() + refused);
        let cards = usize::from(table.rules().decks) * Card::COUNT;
        assert_eq!(table.shoe().census().total(), cards, "a card is gone or new after {input:?}");
        if effects[told..].contains(&Effect::RoundOver) && cards > 0 {
            table.each_standing(|wager| {
                let name = kind.layouts()[usize::from(wager.spot.on.0)].name;
                assert!(
                    kind.has_fixed_price(wager.spot.on),
                    "{name} outlives its round: {input:?}"
                );
            });
        }
    }
    let mut again = opened;
    let mut effects_again = Vec::new();
    for input in &accepted {
        let step = again.step(input, &mut effects_again);
        assert!(step.is_ok(), "accepted, and refused in the replay: {input:?}");
    }
    assert_eq!(again, table, "the replay ends in another table");
    assert_eq!(effects_again, effects, "the replay has other effects");
    Some(Played { kind, accepted: accepted.len(), refused, effects })
}

/// Decides an input and applies the decision; a second table, which takes the same as one step, must
/// come out the same. Deciding changes nothing, and a refusal neither.
fn take(table: &mut AnyTable, input: &Input, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
    let mut other = table.clone();
    let mut others = Vec::new();
    let decided = table.decide(input);
    assert_eq!(*table, other, "deciding changed the table: {input:?}");
    let stepped = other.step(input, &mut others);
    match decided {
        Ok(decision) => {
            assert_eq!(stepped, Ok(()), "decided, and yet refused: {input:?}");
            check_costs(&decision, &others);
            let told = effects.len();
            table.apply(decision, effects);
            assert_eq!(*table, other, "decided and applied is another table: {input:?}");
            assert_eq!(effects[told..], others, "decided and applied has other effects");
            Ok(())
        }
        Err(refusal) => {
            assert_eq!(stepped, Err(refusal), "refused otherwise as a step: {input:?}");
            assert_eq!(*table, other, "refused, and yet changed: {input:?}, {refusal}");
            assert!(others.is_empty(), "refused, and yet told: {input:?}, {refusal}");
            Err(refusal)
        }
    }
}

/// What a decision says it costs is what its effects take from the players.
fn check_costs(decision: &AnyDecision, effects: &[Effect]) {
    let (mut said, mut took) = (BTreeMap::new(), BTreeMap::new());
    let add = |map: &mut BTreeMap<_, u64>, player: Player, tokens: bool, amount: Cents| {
        if !amount.is_zero() {
            *map.entry((player, tokens)).or_default() += amount.0;
        }
    };
    decision.each_cost(|cost| {
        add(&mut said, cost.player, false, cost.chips);
        add(&mut said, cost.player, true, cost.tokens);
    });
    for effect in effects {
        match *effect {
            Effect::Placed { spot, amount } => add(&mut took, spot.player, spot.tokens, amount),
            Effect::Found { spot, from, to } => {
                add(&mut took, spot.player, spot.tokens, to.saturating_sub(from));
            }
            Effect::Settled(line) => add(&mut took, line.spot.player, false, line.charge),
            _ => {}
        }
    }
    assert_eq!(said, took, "a decision costs other than it says: {decision:?}");
}

/// What a table says it waits for, it takes.
fn check_expects(table: &AnyTable) {
    let input = match table.expects().due {
        Due::Burn => {
            let cards = (0..Card::COUNT).filter_map(Card::from_index);
            let mut inputs = cards.map(|card| Input::Card { card, from: None });
            let taken = inputs.any(|input| table.decide(&input).is_ok());
            return assert!(taken, "a burn is due, and no card is taken");
        }
        Due::Choice(area, choices) => {
            Input::Choose { area, reply: Reply::Choice(choices[0]), tokens: Cents::ZERO }
        }
        Due::Turn(Place::Area(area)) => Input::Turn { area: Some(area), player: None },
        Due::Turn(Place::Dealer | Place::Shared) => Input::Turn { area: None, player: None },
        Due::Shuffle => Input::Shuffle { pre_shuffled: false },
        Due::StickRoll if table.rules().throws => {
            if table.dice().is_some_and(|dice| dice.thrown) {
                return;
            }
            Input::Throw
        }
        Due::StickRoll => Input::Roll(Dice::new(1, 2).unwrap_or_else(|| unreachable!())),
        Due::Dice(player) => Input::Dice { player, act: DiceAct::Refuse, by: Crew::Stickperson },
        Due::Ruling(_) => {
            Input::Ruling { yes: true, by: None, hand: None, device: Some(DeviceNumber(9)) }
        }
        Due::Repair(DueRepair::Remove) => {
            let mut cards = (0..Card::COUNT).filter_map(Card::from_index);
            let taken = |card| table.decide(&Input::Repair(Repair::Remove(card))).is_ok();
            let any = cards.any(taken) || !table.removed().is_empty();
            return assert!(any, "a damaged card is due, and no card is taken");
        }
        Due::Face(_) => {
            let cards = (0..Card::COUNT).filter_map(Card::from_index);
            let mut inputs = cards.map(|card| Input::Card { card, from: None });
            let taken = inputs.any(|input| table.decide(&input).is_ok());
            return assert!(taken, "a face is due, and no card is taken");
        }
        Due::Repair(DueRepair::Transfer) => Input::Repair(Repair::Transfer),
        Due::Repair(DueRepair::Substitute) => Input::Repair(Repair::Substitute(table.removed()[0])),
        Due::Check => Input::Check { complete: true },
        Due::NewCards => Input::Replace { checked: true },
        Due::NoRoll => Input::NoRoll { throw: None, by: None },
        Due::Collect => Input::Collect,
        Due::Payment => Input::Paid(None),
        Due::ChooseDice(_) => return,
        // A card may be one too many of its kind, and a shooter may have no wager on the line.
        Due::Card(_) | Due::Roll(_) | Due::Nothing => return,
    };
    let taken = table.decide(&input);
    assert!(taken.is_ok(), "expected, and yet refused: {input:?}, {taken:?}");
}

fn setup(bytes: &mut Bytes<'_>, kind: Kind) -> Setup {
    let jackpot = Jackpot {
        wager: Cents(500),
        major: amount(bytes),
        minor: amount(bytes),
        mystery: bytes.chance(128),
        pools: 1,
        increment: (1, 4),
        seed: Cents(1000),
        linked: Vec::new(),
    };
    let has = kind.house();
    let cards = has.cards.is_some();
    Setup {
        decks: has.cards.map(|cards| cards.decks[bytes.one_of(cards.decks.len())]),
        variant: (!has.variants.is_empty() && bytes.chance(100)).then_some(0),
        chip: [Cents(1), Cents(50), Cents(100), Cents(250), amount(bytes)][bytes.one_of(5)],
        limits: (0..bytes.one_of(6)).map(|_| limit(bytes)).collect(),
        jackpot: (has.jackpot.is_some() && bytes.chance(180)).then_some(jackpot),
        fresh: cards && bytes.chance(80),
        pre_shuffled: cards && bytes.chance(60),
        source: (cards && bytes.chance(110)).then_some(Source::Device),
        method: (has.method_b.is_some() && bytes.chance(100)).then_some(Method::B),
        sharing: None,
        seats: seats(bytes, if has.seats { 5 } else { 1 }),
        pays: if bytes.chance(128) { Pays::ByHand } else { Pays::AtOnce },
        throws: !cards && bytes.chance(60),
        faults: if bytes.chance(128) { Faults::StepByStep } else { Faults::InOne },
        lights: has.jackpot.is_some() && bytes.chance(100),
        collects: match has.jackpot.is_some() && bytes.chance(128) {
            true => Collects::ByHand,
            false => Collects::WithFirstCard,
        },
    }
}

/// Up to four players, each on one seat, some seats free; often nobody.
fn seats(bytes: &mut Bytes<'_>, most: usize) -> Vec<Option<Player>> {
    let count = bytes.one_of(most);
    (0..count).map(|seat| bytes.chance(220).then_some(Player(seat as u32))).collect()
}

/// Somebody comes to one of a few seats, or leaves it; sometimes any seat.
fn seat(bytes: &mut Bytes<'_>) -> Input {
    let seat = if bytes.chance(8) { bytes.byte() } else { bytes.one_of(5) as u8 + 1 };
    Input::Seat { seat, player: bytes.chance(140).then(|| player(bytes)) }
}

fn limit(bytes: &mut Bytes<'_>) -> Limit {
    let (min, unit) = (Cents(u64::from(bytes.byte())), Cents(u64::from(bytes.byte() % 7) + 1));
    Limit { min, max: Cents(min.0 + u64::from(bytes.byte()) * 40), unit }
}

fn player(bytes: &mut Bytes<'_>) -> Player {
    if bytes.chance(4) { Player(bytes.word() as u32) } else { Player(bytes.one_of(4) as u32) }
}

fn area(bytes: &mut Bytes<'_>) -> Area {
    if bytes.chance(8) { Area(bytes.byte()) } else { Area(bytes.one_of(4) as u8 + 1) }
}

/// Mostly table stakes, sometimes the ends of the range.
fn amount(bytes: &mut Bytes<'_>) -> Cents {
    let ends = [0, 1, Cents::CEILING.0 - 1, Cents::CEILING.0, Cents::CEILING.0 + 1, u64::MAX];
    match bytes.byte() {
        0..=3 => Cents(ends[bytes.one_of(ends.len())]),
        4..=6 => Cents(bytes.word() >> bytes.one_of(64)),
        7..=40 => Cents(500),
        _ => Cents(u64::from(bytes.byte()) * [1, 5, 20, 100][bytes.one_of(4)] + 1),
    }
}

fn spot(bytes: &mut Bytes<'_>, kind: Kind) -> Spot {
    let layouts = kind.layouts();
    let on = if bytes.chance(4) {
        WagerId(bytes.byte())
    } else {
        WagerId(bytes.one_of(layouts.len()) as u8)
    };
    let marks = match layouts.get(usize::from(on.0)).map(|layout| layout.mark) {
        Some(Mark::Number(marks) | Mark::Point(marks) | Mark::Travels(marks)) => marks,
        Some(Mark::None) | None => &[],
    };
    let mark = match bytes.byte() {
        0..=5 => Some(bytes.byte()),
        6..=40 => None,
        _ => marks.get(bytes.one_of(marks.len())).copied(),
    };
    let area = (!bytes.chance(8)).then(|| area(bytes));
    Spot { player: player(bytes), area, on, mark, tokens: bytes.chance(40) }
}

fn card(bytes: &mut Bytes<'_>) -> Card {
    // Few ranks, so that ties, pairs and runs of one rank are common.
    let few = [0, 2, 8, 9, 12, 13, 15, 22, 25, 51];
    let index = if bytes.chance(128) { few[bytes.one_of(10)] } else { bytes.one_of(52) };
    Card::from_index(index).unwrap_or_else(|| unreachable!("there are 52 cards"))
}

fn dice(bytes: &mut Bytes<'_>) -> Dice {
    let (first, second) = (bytes.one_of(6) as u8 + 1, bytes.one_of(6) as u8 + 1);
    Dice::new(first, second).unwrap_or_else(|| unreachable!("both faces are on a die"))
}

/// Mostly what the table waits for, sometimes anything.
#[expect(clippy::too_many_lines, reason = "a row for each thing that a table waits for")]
fn input(bytes: &mut Bytes<'_>, table: &AnyTable) -> Input {
    let expects = table.expects();
    let kind = table.kind();
    if bytes.chance(24) {
        return irregular(bytes, kind);
    }
    // Players come and go.
    if bytes.chance(16) {
        return seat(bytes);
    }
    if table.rules().jackpot.is_some() && bytes.chance(60) {
        return about_the_jackpot(bytes, table);
    }
    let thrown = table.dice().is_some_and(|dice| dice.thrown);
    if table.rules().throws && !thrown && bytes.chance(100) {
        return Input::Throw;
    }
    if expects.wagers && bytes.chance(150) {
        let amount = in_chips(bytes, table);
        return Input::Wager { spot: spot(bytes, kind), amount, confirmed: bytes.chance(128) };
    }
    if bytes.chance(200) {
        match expects.due {
            Due::Card(_) if table.rules().method == Method::B && bytes.chance(128) => {
                return Input::FaceDown;
            }
            Due::Card(_) | Due::Burn => return Input::Card { card: card(bytes), from: None },
            Due::Choice(area, choices) => {
                let reply = Reply::Choice(choices[bytes.one_of(choices.len())]);
                let tokens = if bytes.chance(60) { in_chips(bytes, table) } else { Cents::ZERO };
                return Input::Choose { area, reply, tokens };
            }
            Due::Face(_) => return Input::Card { card: card(bytes), from: None },
            Due::Roll(_) | Due::StickRoll => return Input::Roll(dice(bytes)),
            Due::Dice(player) => {
                let act = if bytes.chance(128) {
                    DiceAct::Accept { takes: [1, 2] }
                } else {
                    DiceAct::Refuse
                };
                return Input::Dice { player, act, by: Crew::Stickperson };
            }
            Due::Turn(Place::Area(area)) if bytes.chance(100) => {
                return Input::Look { player: player(bytes), area };
            }
            // Rarely met by chance: a hand that turns out to have a card too many.
            Due::Turn(Place::Area(area)) if bytes.chance(20) => {
                let place = Some(Spotted::Area(area));
                let it = Irregularity::new(Situation::WrongCount);
                return Input::Irregular(Irregularity { place, count: 4, ..it });
            }
            Due::Turn(place) => {
                let area = match place {
                    Place::Area(area) => Some(area),
                    Place::Dealer | Place::Shared => None,
                };
                return Input::Turn { area, player: None };
            }
            Due::Shuffle => return Input::Shuffle { pre_shuffled: false },
            Due::Ruling(_) => return ruling(bytes),
            Due::Repair(_) => return repair(bytes, table.removed()),
            Due::Check => return Input::Check { complete: bytes.chance(128) },
            Due::NewCards => return Input::Replace { checked: true },
            Due::ChooseDice(player) => {
                let act = DiceAct::Choose { takes: [1, 2] };
                return Input::Dice { player, act, by: Crew::Stickperson };
            }
            Due::Collect => return Input::Collect,
            Due::Payment => return payment(bytes, table),
            Due::NoRoll => return Input::NoRoll { throw: None, by: None },
            Due::Nothing => {}
        }
    }
    anything(bytes, kind)
}

/// What chance alone would hardly find: a jackpot wager at its price beside another wager of the same player, and what
/// may be said of it.
fn about_the_jackpot(bytes: &mut Bytes<'_>, table: &AnyTable) -> Input {
    let (mut spots, mut wager) = (Vec::new(), Cents::ZERO);
    table.each_standing(|wager| spots.push(wager.spot));
    if let (Some(on), Some(jackpot)) = (table.kind().priced(), &table.rules().jackpot) {
        wager = jackpot.wager;
        spots.iter_mut().for_each(|spot| (spot.on, spot.tokens) = (on, false));
    }
    if spots.is_empty() {
        return link(bytes);
    }
    let spot = spots[bytes.one_of(spots.len())];
    match bytes.one_of(8) {
        0..=3 => Input::Wager { spot, amount: wager, confirmed: false },
        4 | 5 => Input::Accept { spot, accepted: bytes.chance(180) },
        6 => Input::Withdraw(spot),
        _ => {
            let area = spot.area.unwrap_or(Area(0));
            Input::Mystery { player: spot.player, area, amount: amount(bytes) }
        }
    }
}

/// The equipment says something of a jackpot wager, where the game has one.
fn accept(bytes: &mut Bytes<'_>, kind: Kind) -> Input {
    let (player, area) = (player(bytes), Some(area(bytes)));
    let on = kind.priced().unwrap_or(WagerId::UNKNOWN);
    let spot = Spot { player, area, on, mark: None, tokens: false };
    Input::Accept { spot, accepted: bytes.chance(180) }
}

/// Another jackpot, or none.
fn link(bytes: &mut Bytes<'_>) -> Input {
    let linked = bytes.chance(200);
    let wager = if bytes.chance(128) { Cents(500) } else { amount(bytes) };
    let (major, minor) = (amount(bytes), amount(bytes));
    Input::Link(linked.then_some(Link { wager, major, minor, mystery: bytes.chance(128) }))
}

/// What may come while a result is paid by hand.
fn payment(bytes: &mut Bytes<'_>, table: &AnyTable) -> Input {
    let unpaid = table.unpaid();
    match bytes.one_of(8) {
        0 | 1 if !unpaid.is_empty() => {
            Input::Paid(Some(unpaid[bytes.one_of(unpaid.len())].line.spot))
        }
        2 if !unpaid.is_empty() => {
            Input::Found { spot: unpaid[0].line.spot, amount: in_chips(bytes, table) }
        }
        3 => rekey(bytes),
        4 => irregular(bytes, table.kind()),
        _ => Input::Paid(None),
    }
}

fn rekey(bytes: &mut Bytes<'_>) -> Input {
    Input::Rekey(match bytes.chance(128) {
        true => Keyed::Card(card(bytes)),
        false => Keyed::Roll(dice(bytes)),
    })
}

/// Mostly a whole number of the table's chips.
fn in_chips(bytes: &mut Bytes<'_>, table: &AnyTable) -> Cents {
    let (amount, chip) = (amount(bytes), table.rules().chip.0);
    match bytes.chance(16) {
        true => amount,
        false => Cents(amount.0.div_ceil(chip).saturating_mul(chip)),
    }
}

/// Nobody, somebody or a few people.
fn players(bytes: &mut Bytes<'_>) -> Players {
    let mut players = Players::NONE;
    for _ in 0..bytes.one_of(4) {
        players.add(player(bytes));
    }
    players
}

/// An answer to whatever is asked, now and then about one hand alone or with the number of a device.
fn ruling(bytes: &mut Bytes<'_>) -> Input {
    let hand = bytes.chance(60).then(|| area(bytes));
    let device = bytes.chance(220).then(|| DeviceNumber(1 + bytes.one_of(2) as u32));
    Input::Ruling { yes: bytes.chance(128), by: None, hand, device }
}

/// A step about a device that failed; these cards were taken out of it.
fn repair(bytes: &mut Bytes<'_>, removed: &[Card]) -> Input {
    let one = |bytes: &mut Bytes<'_>| match removed.len() {
        0 => card(bytes),
        some => removed[bytes.one_of(some)],
    };
    Input::Repair(match bytes.one_of(6) {
        0 => Repair::Remove(card(bytes)),
        1 => Repair::PutBack(one(bytes)),
        2 | 3 => Repair::Transfer,
        _ => Repair::Substitute(one(bytes)),
    })
}

/// A situation with whatever belongs to it.
fn irregular(bytes: &mut Bytes<'_>, kind: Kind) -> Input {
    let what = Situation::ALL[bytes.one_of(Situation::ALL.len())];
    let place = match bytes.one_of(6) {
        0 => Some(Spotted::Dealer),
        1 => Some(Spotted::Burned),
        2..=4 => Some(Spotted::Area(area(bytes))),
        _ => None,
    };
    let by = bytes.chance(60).then(|| Who::ALL[bytes.one_of(Who::ALL.len())]);
    Input::Irregular(Irregularity {
        by,
        card: bytes.chance(220).then(|| card(bytes)),
        place,
        exposed: bytes.chance(160),
        count: bytes.byte() % 5,
        players: players(bytes),
        fraud: bytes.chance(100),
        forfeit: bytes.chance(120).then(|| Forfeit::ALL[bytes.one_of(Forfeit::ALL.len())]),
        spot: bytes.chance(180).then(|| spot(bytes, kind)),
        throw: Some(Throw::ALL[bytes.one_of(Throw::ALL.len())]),
        device: (what == Situation::DeviceFault && bytes.chance(220)).then_some(DeviceNumber(1)),
        ..Irregularity::new(what)
    })
}

#[expect(clippy::too_many_lines, reason = "a row for each input")]
pub(crate) fn anything(bytes: &mut Bytes<'_>, kind: Kind) -> Input {
    match bytes.one_of(40) {
        37 => link(bytes),
        38 => accept(bytes, kind),
        39 => Input::Collect,
        31 => seat(bytes),
        32 => Input::Sharing(bytes.byte() % 5),
        33 => Input::Standing { player: player(bytes), approved: bytes.chance(160) },
        34 => Input::Paid(bytes.chance(128).then(|| spot(bytes, kind))),
        35 => rekey(bytes),
        22..=26 => irregular(bytes, kind),
        27 => ruling(bytes),
        36 => repair(bytes, &[]),
        28 => Input::Check { complete: bytes.chance(128) },
        29 => Input::Feed,
        30 if bytes.chance(128) => Input::FaceDown,
        30 => Input::BurnUnseen,
        0 => {
            let amount = amount(bytes);
            Input::Wager { spot: spot(bytes, kind), amount, confirmed: bytes.chance(128) }
        }
        1 => Input::Withdraw(spot(bytes, kind)),
        2 => Input::Close,
        3 => {
            let from = [None, Some(Source::Shoe), Some(Source::Device)][bytes.one_of(3)];
            Input::Card { card: card(bytes), from }
        }
        4 => {
            let choice = Choice::ALL[bytes.one_of(Choice::ALL.len())];
            let replies = [Reply::Choice(choice), Reply::Unknown, Reply::Absent];
            let tokens = if bytes.chance(30) { amount(bytes) } else { Cents::ZERO };
            Input::Choose { area: area(bytes), reply: replies[bytes.one_of(3)], tokens }
        }
        5 => {
            let amount = amount(bytes);
            Input::Found { spot: spot(bytes, kind), amount }
        }
        6 => Input::Roll(dice(bytes)),
        7 => {
            let throw = Throw::ALL[bytes.one_of(Throw::ALL.len())];
            Input::NoRoll { throw: bytes.chance(128).then_some(throw), by: None }
        }
        8 => Input::Remove(spot(bytes, kind)),
        9 => {
            let to = amount(bytes);
            Input::Reduce { spot: spot(bytes, kind), to }
        }
        10 => Input::Call { spot: spot(bytes, kind), on: bytes.chance(128) },
        11 if bytes.chance(60) => Input::Void,
        11 if bytes.chance(30) => Input::Variant(bytes.chance(128).then(|| bytes.byte() % 3)),
        11 if bytes.chance(30) => Input::Meters { major: amount(bytes), minor: amount(bytes) },
        11 if bytes.chance(128) => {
            let (min, max, unit) = (amount(bytes), amount(bytes), amount(bytes));
            let limit = bytes.chance(200).then_some(Limit { min, max, unit });
            let player = bytes.chance(128).then(|| player(bytes));
            Input::Sign { on: spot(bytes, kind).on, limit, player }
        }
        12 => {
            let areas = AreaSet::of([area(bytes), area(bytes)]);
            Input::Reserve { areas, player: player(bytes) }
        }
        13 => Input::Release(AreaSet::of([area(bytes)])),
        14 => Input::CuttingCard,
        15 => Input::Shuffle { pre_shuffled: bytes.chance(64) },
        16 => Input::Replace { checked: bytes.chance(200) },
        17 => Input::Look { player: player(bytes), area: area(bytes) },
        18 => {
            let place = bytes.chance(200).then(|| area(bytes));
            Input::Turn { area: place, player: bytes.chance(128).then(|| player(bytes)) }
        }
        19 => Input::Throw,
        20 => {
            let takes = [bytes.byte() % 7, bytes.byte() % 7];
            let acts = [
                DiceAct::Accept { takes },
                DiceAct::Refuse,
                DiceAct::Lapse,
                DiceAct::Pass,
                DiceAct::Order,
                DiceAct::Choose { takes },
            ];
            let crew = [Crew::Stickperson, Crew::Boxperson, Crew::Other];
            let act = acts[bytes.one_of(acts.len())];
            Input::Dice { player: player(bytes), act, by: crew[bytes.one_of(3)] }
        }
        _ => {
            let amount = amount(bytes);
            Input::Mystery { player: player(bytes), area: area(bytes), amount }
        }
    }
}
