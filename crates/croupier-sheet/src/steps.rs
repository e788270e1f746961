//! The steps of a script, each read into one input of the engine.

use std::borrow::Cow;

use croupier_engine::input::{Choice, Crew, DiceAct, Reply, Spot};
use croupier_engine::irregular::{Irregularity, Situation, Spotted, Throw, Who};
use croupier_engine::setup::Limit;
use croupier_engine::table::AreaSet;
use croupier_engine::wager::Mark;
use croupier_engine::{Area, Card, Cents, Dice, Input, Kind, Player, WagerId};

use crate::json::{Fault, Read, Reader};
use crate::names::Players;
use crate::read::{once, source, unknown};

/// Reads one step of a script for a game, whose players are found by name.
///
/// # Errors
/// When the text is not a step.
pub fn read_step<'a>(text: &'a str, kind: Kind, players: &mut impl Players<'a>) -> Read<Input> {
    let mut reader = Reader::new(text);
    let input = step(&mut reader, kind, players)?;
    reader.end()?;
    Ok(input)
}

/// Reads one step: an object with one key.
pub(crate) fn step<'a>(
    reader: &mut Reader<'a>,
    kind: Kind,
    names: &mut impl Players<'a>,
) -> Read<Input> {
    let mut input = None;
    reader.object("a step, which is an object,", |reader, key| {
        if input.is_some() {
            return Err(reader.fault(format!("a step has one key; {key:?} is a second one")));
        }
        let read = one(reader, &key, kind, names).map_err(|fault| fault.within(key.into_owned()));
        input = Some(read?);
        Ok(())
    })?;
    input.ok_or_else(|| reader.fault("a step has one key; this one has none"))
}

fn one<'a>(
    reader: &mut Reader<'a>,
    key: &str,
    kind: Kind,
    names: &mut impl Players<'a>,
) -> Read<Input> {
    match key {
        "wager" => {
            let fields = Fields::read(reader, key, kind, names)?;
            let (spot, amount) = (fields.spot(kind)?, fields.amount("amount")?);
            Ok(Input::Wager { spot, amount, confirmed: fields.confirmed.unwrap_or(false) })
        }
        "card" => card(reader),
        "roll" => roll(reader),
        "choose" => choose(reader),
        "close" => said(reader, Input::Close),
        "withdraw" => Ok(Input::Withdraw(Fields::read(reader, key, kind, names)?.spot(kind)?)),
        "found" => {
            let fields = Fields::read(reader, key, kind, names)?;
            Ok(Input::Found { spot: fields.spot(kind)?, amount: fields.amount("amount")? })
        }
        "no-roll" => no_roll(reader),
        "remove" => Ok(Input::Remove(Fields::read(reader, key, kind, names)?.spot(kind)?)),
        "reduce" => {
            let fields = Fields::read(reader, key, kind, names)?;
            Ok(Input::Reduce { spot: fields.spot(kind)?, to: fields.amount("to")? })
        }
        "call" => {
            let fields = Fields::read(reader, key, kind, names)?;
            Ok(Input::Call {
                spot: fields.spot(kind)?,
                on: fields.state.ok_or_else(|| missing("state"))?,
            })
        }
        "sign" => sign(reader, kind, names),
        "variant" => variant(reader, kind),
        "meters" => meters(reader),
        "void" => void(reader),
        "reserve" | "release" => reserve(reader, key, names),
        "cutting-card" => said(reader, Input::CuttingCard),
        "shuffle" => said(reader, Input::Shuffle),
        "replace" => replace(reader),
        "look" => look(reader, names),
        "turn" => turn(reader, names),
        "throw" => said(reader, Input::Throw),
        "irregular" => irregular(reader, kind, names),
        "ruling" => ruling(reader),
        "check" => check(reader),
        "feed" => said(reader, Input::Feed),
        "burn" => said(reader, Input::BurnUnseen),
        "dice" => dice(reader, names),
        "mystery" => {
            let fields = Fields::read(reader, key, kind, names)?;
            let player = fields.player.ok_or_else(|| missing("player"))?;
            let area = fields.area.ok_or_else(|| missing("area"))?;
            Ok(Input::Mystery { player, area, amount: fields.amount("amount")? })
        }
        _ => Err(reader.fault("there is no such step")),
    }
}

fn missing(field: &str) -> Fault {
    Fault::new(format!("the field `{field}` is missing"))
}

/// The fields of a step about a wager.
#[derive(Default)]
struct Fields {
    player: Option<Player>,
    area: Option<Area>,
    on: Option<WagerId>,
    number: Option<u8>,
    point: Option<u8>,
    amount: Option<Cents>,
    tokens: Option<bool>,
    confirmed: Option<bool>,
    state: Option<bool>,
}

impl Fields {
    fn read<'a>(
        reader: &mut Reader<'a>,
        step: &str,
        kind: Kind,
        names: &mut impl Players<'a>,
    ) -> Read<Self> {
        let mut fields = Self::default();
        reader.object("the step's fields in an object", |reader, key| match &*key {
            "amount" if matches!(step, "wager" | "found" | "mystery") => {
                once(&mut fields.amount, "amount", || amount(reader))
            }
            "to" if step == "reduce" => once(&mut fields.amount, "to", || amount(reader)),
            "confirmed" if step == "wager" => {
                once(&mut fields.confirmed, "confirmed", || reader.truth())
            }
            "state" if step == "call" => once(&mut fields.state, "state", || on_or_off(reader)),
            "on" | "number" | "point" | "tokens" if step == "mystery" => {
                Err(unknown(reader, &key, "player, area or amount"))
            }
            _ => fields.field(reader, &key, kind, names),
        })?;
        Ok(fields)
    }

    /// Reads a field that names a wager.
    fn field<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        key: &str,
        kind: Kind,
        names: &mut impl Players<'a>,
    ) -> Read<()> {
        match key {
            "player" => once(&mut self.player, "player", || names.player(reader.text()?)),
            "area" => once(&mut self.area, "area", || area(reader)),
            "on" => once(&mut self.on, "on", || {
                Ok(kind.wager(&reader.text()?).unwrap_or(WagerId::UNKNOWN))
            }),
            "number" => once(&mut self.number, "number", || reader.small()),
            "point" => once(&mut self.point, "point", || reader.small()),
            "tokens" => once(&mut self.tokens, "tokens", || reader.truth()),
            _ => Err(unknown(reader, key, "a field of this step")),
        }
    }

    fn spot(&self, kind: Kind) -> Read<Spot> {
        let on = self.on.ok_or_else(|| missing("on"))?;
        let layout = kind.layouts().get(usize::from(on.0));
        let mark = match layout.map(|layout| layout.mark) {
            Some(Mark::Point(_)) => self.point,
            Some(Mark::Number(_) | Mark::Travels(_)) => self.number,
            Some(Mark::None) | None => None,
        };
        let (player, tokens) = (self.player.ok_or_else(|| missing("player"))?, self.tokens);
        Ok(Spot { player, area: self.area, on, mark, tokens: tokens.unwrap_or(false) })
    }

    fn amount(&self, field: &str) -> Read<Cents> {
        self.amount.ok_or_else(|| missing(field))
    }
}

/// Reads an area; one that no layout has stays one that no layout has.
fn area(reader: &mut Reader<'_>) -> Read<Area> {
    reader.small().map(Area)
}

/// Reads an amount; less than nothing is as little an amount as nothing.
fn amount(reader: &mut Reader<'_>) -> Read<Cents> {
    Ok(Cents(u64::try_from(reader.whole()?).unwrap_or(0)))
}

fn on_or_off(reader: &mut Reader<'_>) -> Read<bool> {
    match &*reader.text()? {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(Fault::new(format!("{other:?} is not a state, expected on or off"))),
    }
}

/// Reads the `true` of a step that says nothing more.
fn said(reader: &mut Reader<'_>, input: Input) -> Read<Input> {
    if reader.truth()? { Ok(input) } else { Err(Fault::new("expected true, found false")) }
}

fn face(text: &str) -> Read<Card> {
    Card::parse(text).ok_or_else(|| {
        let form = "a rank of A23456789TJQK and a suit of CDHS";
        Fault::new(format!("{text:?} is not a card, expected {form}"))
    })
}

fn card(reader: &mut Reader<'_>) -> Read<Input> {
    if !reader.next_is(b'{') {
        return Ok(Input::Card { card: face(&reader.text()?)?, from: None });
    }
    let (mut card, mut from) = (None, None);
    reader.object("a card", |reader, key| match &*key {
        "face" => once(&mut card, "face", || face(&reader.text()?)),
        "from" => once(&mut from, "from", || source(reader)),
        _ => Err(unknown(reader, &key, "face or from")),
    })?;
    Ok(Input::Card { card: card.ok_or_else(|| missing("face"))?, from })
}

fn roll(reader: &mut Reader<'_>) -> Read<Input> {
    let mut faces = [0; 2];
    let mut count = 0;
    reader.list("a list of two dice", |reader, place| {
        let face = reader.whole()?;
        if !(1..=6).contains(&face) {
            return Err(Fault::new(format!("{face} is not on a die, expected 1 to 6")));
        }
        if let Some(slot) = faces.get_mut(place) {
            *slot = face as u8;
        }
        count += 1;
        Ok(())
    })?;
    match Dice::new(faces[0], faces[1]) {
        Some(dice) if count == 2 => Ok(Input::Roll(dice)),
        _ => Err(Fault::new(format!("expected two dice, found {count}"))),
    }
}

fn choose(reader: &mut Reader<'_>) -> Read<Input> {
    let (mut at, mut choice, mut absent) = (None, None, None);
    reader.object("a choice, which is an object,", |reader, key| match &*key {
        "area" => once(&mut at, "area", || area(reader)),
        "choice" => once(&mut choice, "choice", || reader.text()),
        "absent" => once(&mut absent, "absent", || reader.truth()),
        _ => Err(unknown(reader, &key, "area, choice or absent")),
    })?;
    let reply = match (choice, absent) {
        (None, Some(true)) => Reply::Absent,
        (Some(choice), None | Some(false)) => {
            Choice::named(&choice).map_or(Reply::Unknown, Reply::Choice)
        }
        (Some(_), Some(true)) => return Err(Fault::new("either `choice` or `absent`, not both")),
        (None, None | Some(false)) => return Err(missing("choice")),
    };
    // No area is no fault of form, as with wagers: the rules refuse it.
    Ok(Input::Choose { area: at.unwrap_or(Area(0)), reply })
}

fn sign<'a>(reader: &mut Reader<'a>, kind: Kind, names: &mut impl Players<'a>) -> Read<Input> {
    let mut fields = Fields::default();
    let (mut min, mut max, mut unit, mut down) = (None, None, None, None);
    reader.object("what the sign says, in an object", |reader, key| match &*key {
        "min" => once(&mut min, "min", || amount(reader)),
        "max" => once(&mut max, "max", || amount(reader)),
        "unit" => once(&mut unit, "unit", || amount(reader)),
        "down" => once(&mut down, "down", || reader.truth()),
        "on" | "player" => fields.field(reader, &key, kind, names),
        _ => Err(unknown(reader, &key, "on, player, min, max, unit or down")),
    })?;
    let none = Limit::NONE;
    let limit = Limit {
        min: min.unwrap_or(none.min),
        max: max.unwrap_or(none.max),
        unit: unit.unwrap_or(none.unit),
    };
    let limit = (!down.unwrap_or(false)).then_some(limit);
    Ok(Input::Sign { on: fields.on.ok_or_else(|| missing("on"))?, limit, player: fields.player })
}

/// Reads the name of a variant, or null; one that the game has not is refused by the rules.
fn variant(reader: &mut Reader<'_>, kind: Kind) -> Read<Input> {
    if reader.null() {
        return Ok(Input::Variant(None));
    }
    let name = reader.text()?;
    let at = kind.house().variants.iter().position(|variant| *variant == name);
    Ok(Input::Variant(Some(at.map_or(u8::MAX, |at| at as u8))))
}

fn meters(reader: &mut Reader<'_>) -> Read<Input> {
    let (mut major, mut minor) = (None, None);
    reader.object("what the meters show, in an object", |reader, key| match &*key {
        "major" => once(&mut major, "major", || amount(reader)),
        "minor" => once(&mut minor, "minor", || amount(reader)),
        _ => Err(unknown(reader, &key, "major or minor")),
    })?;
    let (major, minor) =
        (major.ok_or_else(|| missing("major"))?, minor.ok_or_else(|| missing("minor"))?);
    Ok(Input::Meters { major, minor })
}

fn void(reader: &mut Reader<'_>) -> Read<Input> {
    let (mut by, mut why) = (None, None);
    reader.object("who and why, in an object", |reader, key| match &*key {
        "by" => once(&mut by, "by", || reader.text()),
        "why" => once(&mut why, "why", || reader.text()),
        _ => Err(unknown(reader, &key, "by or why")),
    })?;
    Ok(Input::Void)
}

fn reserve<'a>(reader: &mut Reader<'a>, step: &str, names: &mut impl Players<'a>) -> Read<Input> {
    let (mut player, mut areas) = (None, None);
    reader.object("who and where, in an object", |reader, key| match &*key {
        "player" if step == "reserve" => {
            once(&mut player, "player", || names.player(reader.text()?))
        }
        "areas" => once(&mut areas, "areas", || {
            let mut areas = Vec::new();
            reader.list("a list of areas", |reader, _| {
                areas.push(area(reader)?);
                Ok(())
            })?;
            Ok(AreaSet::of(areas))
        }),
        _ => Err(unknown(reader, &key, "player or areas")),
    })?;
    let areas = areas.ok_or_else(|| missing("areas"))?;
    match (step, player) {
        ("release", _) => Ok(Input::Release(areas)),
        (_, Some(player)) => Ok(Input::Reserve { areas, player }),
        (_, None) => Err(missing("player")),
    }
}

fn replace(reader: &mut Reader<'_>) -> Read<Input> {
    let mut checked = None;
    reader.object("what is known of the cards, in an object", |reader, key| match &*key {
        "checked" => once(&mut checked, "checked", || reader.truth()),
        _ => Err(unknown(reader, &key, "checked")),
    })?;
    Ok(Input::Replace { checked: checked.unwrap_or(false) })
}

fn look<'a>(reader: &mut Reader<'a>, names: &mut impl Players<'a>) -> Read<Input> {
    let (mut player, mut at) = (None, None);
    reader.object("who and where, in an object", |reader, key| match &*key {
        "player" => once(&mut player, "player", || names.player(reader.text()?)),
        "area" => once(&mut at, "area", || area(reader)),
        _ => Err(unknown(reader, &key, "player or area")),
    })?;
    let (player, area) =
        (player.ok_or_else(|| missing("player"))?, at.ok_or_else(|| missing("area"))?);
    Ok(Input::Look { player, area })
}

fn turn<'a>(reader: &mut Reader<'a>, names: &mut impl Players<'a>) -> Read<Input> {
    let (mut player, mut at, mut banker) = (None, None, None);
    reader.object("which hand, in an object", |reader, key| match &*key {
        "player" => once(&mut player, "player", || names.player(reader.text()?)),
        "area" => once(&mut at, "area", || area(reader)),
        "banker" => once(&mut banker, "banker", || reader.truth()),
        _ => Err(unknown(reader, &key, "area, player or banker")),
    })?;
    match (at, banker.unwrap_or(false)) {
        (Some(area), false) => Ok(Input::Turn { area: Some(area), player }),
        (None, true) => Ok(Input::Turn { area: None, player }),
        (Some(_), true) => Err(Fault::new("either `area` or `banker`, not both")),
        (None, false) => Err(missing("area")),
    }
}

fn dice<'a>(reader: &mut Reader<'a>, names: &mut impl Players<'a>) -> Read<Input> {
    let (mut player, mut does, mut takes, mut by, mut why) = (None, None, None, None, None);
    reader.object("who does what, in an object", |reader, key| match &*key {
        "player" => once(&mut player, "player", || names.player(reader.text()?)),
        "does" => once(&mut does, "does", || reader.text()),
        "takes" => once(&mut takes, "takes", || two(reader)),
        "by" => once(&mut by, "by", || reader.text()),
        "why" => once(&mut why, "why", || reader.text()),
        _ => Err(unknown(reader, &key, "player, does, takes, by or why")),
    })?;
    let act = match does.as_deref().ok_or_else(|| missing("does"))? {
        "accept" => DiceAct::Accept { takes: takes.unwrap_or([1, 2]) },
        "refuse" => DiceAct::Refuse,
        "pass" => DiceAct::Pass,
        "order" => DiceAct::Order,
        "choose" => DiceAct::Choose { takes: takes.unwrap_or([0, 0]) },
        other => {
            let known = "accept, refuse, pass, order or choose";
            return Err(Fault::new(format!("expected {known}, found {other:?}")).within("does"));
        }
    };
    let by = crew(by, act);
    Ok(Input::Dice { player: player.ok_or_else(|| missing("player"))?, act, by })
}

/// Reads a word of a list.
fn word<T: Copy>(reader: &mut Reader<'_>, all: &[T], name: impl Fn(T) -> &'static str) -> Read<T> {
    let text = reader.text()?;
    all.iter().copied().find(|&word| name(word) == text).ok_or_else(|| {
        let known: Vec<_> = all.iter().map(|&word| name(word)).collect();
        Fault::new(format!("{text:?} is not known here, expected {}", known.join(", ")))
    })
}

fn who(reader: &mut Reader<'_>) -> Read<Who> {
    word(reader, Who::ALL, Who::name)
}

fn reason(reader: &mut Reader<'_>) -> Read<Throw> {
    word(reader, Throw::ALL, Throw::name)
}

fn no_roll(reader: &mut Reader<'_>) -> Read<Input> {
    let (mut throw, mut by) = (None, None);
    if !reader.next_is(b'{') {
        return reader.text().map(|_| Input::NoRoll { throw, by });
    }
    reader.object("why, in text or an object", |reader, key| match &*key {
        "reason" => once(&mut throw, "reason", || self::reason(reader)),
        "by" => once(&mut by, "by", || who(reader)),
        _ => Err(unknown(reader, &key, "reason or by")),
    })?;
    Ok(Input::NoRoll { throw: Some(throw.ok_or_else(|| missing("reason"))?), by })
}

fn ruling(reader: &mut Reader<'_>) -> Read<Input> {
    let (mut answer, mut by) = (None, None);
    reader.object("a ruling, which is an object,", |reader, key| match &*key {
        "answer" => once(&mut answer, "answer", || word(reader, &["yes", "no"], |word| word)),
        "by" => once(&mut by, "by", || who(reader)),
        _ => Err(unknown(reader, &key, "answer or by")),
    })?;
    Ok(Input::Ruling { yes: answer.ok_or_else(|| missing("answer"))? == "yes", by })
}

fn check(reader: &mut Reader<'_>) -> Read<Input> {
    let mut complete = None;
    reader.object("what the check showed, in an object", |reader, key| match &*key {
        "complete" => once(&mut complete, "complete", || reader.truth()),
        _ => Err(unknown(reader, &key, "complete")),
    })?;
    Ok(Input::Check { complete: complete.ok_or_else(|| missing("complete"))? })
}

/// Reads where a card came to lie: an area, `dealer`, `burned`, or for a die `player`, `bowl`.
fn lies(reader: &mut Reader<'_>) -> Read<Lies> {
    if !reader.next_is(b'"') {
        return area(reader).map(|area| Lies::Card(Spotted::Area(area)));
    }
    let words = [
        ("dealer", Lies::Card(Spotted::Dealer)),
        ("burned", Lies::Card(Spotted::Burned)),
        ("player", Lies::Player),
        ("bowl", Lies::Bowl),
    ];
    let text = reader.text()?;
    let found = words.into_iter().find(|(word, _)| *word == text);
    found.map(|(_, lies)| lies).ok_or_else(|| {
        Fault::new(format!(
            "{text:?} is no place, expected an area, dealer, burned, player or bowl"
        ))
    })
}

#[derive(Clone, Copy)]
enum Lies {
    Card(Spotted),
    Player,
    Bowl,
}

/// Checks that a situation has the fields that belong to it, and no others.
fn check_fields(what: Situation, given: &[Cow<'_, str>]) -> Read<()> {
    let (needs, allows): (&[&str], &[&str]) = match what {
        Situation::FaceUp | Situation::Disclosed | Situation::NoWagers | Situation::Surplus => {
            (&["card"], &[])
        }
        Situation::Astray => (&["to"], &["card", "exposed"]),
        Situation::WrongCount => (&["cards"], &["area", "dealer"]),
        Situation::HandWithoutWager => (&["card"], &["area"]),
        Situation::Conduct => (&["player"], &[]),
        Situation::Invalidate => (&["cause"], &["player"]),
        Situation::RefuseWager => (&["player", "on"], &["area", "number", "point", "tokens"]),
        Situation::NotAccepted => (&["player", "area"], &[]),
        Situation::Throw => (&["reason"], &[]),
        Situation::DieOff => (&["dice"], &[]),
        Situation::DieFound => (&[], &["to"]),
        Situation::MoreFaceUp
        | Situation::WrongDeal
        | Situation::Misdealt
        | Situation::WrongPayment
        | Situation::RunOut
        | Situation::MissingCard
        | Situation::ForeignCard
        | Situation::NotCut
        | Situation::NotBurned
        | Situation::NotShuffled
        | Situation::NotFed
        | Situation::PoorMix
        | Situation::Dropped
        | Situation::Verify
        | Situation::Unfit
        | Situation::DeviceFault
        | Situation::DiceLost => (&[], &[]),
    };
    if let Some(field) = needs.iter().find(|field| !given.iter().any(|key| key == *field)) {
        return Err(missing(field));
    }
    let known =
        |key: &str| matches!(key, "what" | "by") || needs.contains(&key) || allows.contains(&key);
    match given.iter().find(|key| !known(key)) {
        Some(key) => Err(Fault::new(format!("unknown field {key:?} of {}", what.name()))),
        None => Ok(()),
    }
}

fn irregular<'a>(reader: &mut Reader<'a>, kind: Kind, names: &mut impl Players<'a>) -> Read<Input> {
    let mut it = Irregularity::new(Situation::Verify);
    let (mut what, mut by, mut card, mut to) = (None, None, None, None);
    let (mut exposed, mut count, mut cause, mut throw) = (None, None, None, None);
    let mut dealer = None;
    let mut fields = Fields::default();
    let mut given = Vec::new();
    reader.object("what went wrong, in an object", |reader, key| {
        given.push(key.clone());
        match &*key {
            "what" => once(&mut what, "what", || word(reader, Situation::ALL, Situation::name)),
            "by" => once(&mut by, "by", || who(reader)),
            "card" => once(&mut card, "card", || face(&reader.text()?)),
            "to" => once(&mut to, "to", || lies(reader)),
            "exposed" => once(&mut exposed, "exposed", || reader.truth()),
            "dealer" => once(&mut dealer, "dealer", || reader.truth()),
            "cards" => once(&mut count, "cards", || reader.small()),
            "dice" => once(&mut count, "dice", || reader.small()),
            "cause" => {
                once(&mut cause, "cause", || word(reader, &["disruption", "fraud"], |word| word))
            }
            "reason" => once(&mut throw, "reason", || reason(reader)),
            _ => fields.field(reader, &key, kind, names),
        }
    })?;
    it.what = what.ok_or_else(|| missing("what"))?;
    check_fields(it.what, &given)?;
    (it.by, it.card, it.throw) = (by, card, throw);
    it.exposed = exposed.unwrap_or(true);
    it.count = count.unwrap_or(1);
    it.fraud = cause == Some("fraud");
    it.player = fields.player;
    it.place = match (to, dealer, fields.area) {
        (Some(Lies::Card(place)), _, _) => Some(place),
        (_, Some(true), _) => Some(Spotted::Dealer),
        (_, _, Some(area)) => Some(Spotted::Area(area)),
        (Some(Lies::Player | Lies::Bowl) | None, _, None) => None,
    };
    if it.what == Situation::DieFound {
        it.player = matches!(to, Some(Lies::Player)).then_some(Player(0));
    }
    if it.what == Situation::NotAccepted && fields.on.is_none() {
        fields.on = kind.wager("jackpot");
    }
    it.spot = fields.on.and(fields.player).map(|_| fields.spot(kind)).transpose()?;
    Ok(Input::Irregular(it))
}

/// Takes it that the one who should act does, unless the sheet says otherwise.
fn crew(by: Option<Cow<'_, str>>, act: DiceAct) -> Crew {
    match by.as_deref() {
        Some("stickperson") => Crew::Stickperson,
        Some("boxperson") => Crew::Boxperson,
        Some(_) => Crew::Other,
        None if act == DiceAct::Order => Crew::Boxperson,
        None => Crew::Stickperson,
    }
}

fn two(reader: &mut Reader<'_>) -> Read<[u8; 2]> {
    let mut dice = Vec::new();
    reader.list("a list of two dice", |reader, _| {
        dice.push(reader.small()?);
        Ok(())
    })?;
    // Another number of dice is no fault of form: the rules refuse it.
    Ok(dice.try_into().unwrap_or([0, 0]))
}
