//! The steps of a script, each read into one input of the engine.

use std::borrow::Cow;

use croupier_engine::input::{Choice, Crew, DiceAct, Reply, Spot};
use croupier_engine::table::AreaSet;
use croupier_engine::wager::Mark;
use croupier_engine::{Area, Card, Cents, Dice, Input, Kind, Player, WagerId};

use crate::json::{Fault, Read, Reader};
use crate::names::Names;
use crate::read::{once, source, unknown};

/// Reads one step: an object with one key.
pub(crate) fn step<'a>(reader: &mut Reader<'a>, kind: Kind, names: &mut Names<'a>) -> Read<Input> {
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

fn one<'a>(reader: &mut Reader<'a>, key: &str, kind: Kind, names: &mut Names<'a>) -> Read<Input> {
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
        "no-roll" => reader.text().map(|_| Input::NoRoll),
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
        "void" => void(reader),
        "reserve" | "release" => reserve(reader, key, names),
        "cutting-card" => said(reader, Input::CuttingCard),
        "shuffle" => said(reader, Input::Shuffle),
        "replace" => replace(reader),
        "look" => look(reader, names),
        "turn" => turn(reader, names),
        "throw" => said(reader, Input::Throw),
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
        names: &mut Names<'a>,
    ) -> Read<Self> {
        let mut fields = Self::default();
        let names_wager = step != "mystery";
        reader.object("the step's fields in an object", |reader, key| match &*key {
            "player" => once(&mut fields.player, "player", || Ok(names.player(reader.text()?))),
            "area" => once(&mut fields.area, "area", || area(reader)),
            "on" if names_wager => once(&mut fields.on, "on", || {
                Ok(kind.wager(&reader.text()?).unwrap_or(WagerId::UNKNOWN))
            }),
            "number" if names_wager => once(&mut fields.number, "number", || reader.small()),
            "point" if names_wager => once(&mut fields.point, "point", || reader.small()),
            "tokens" if names_wager => once(&mut fields.tokens, "tokens", || reader.truth()),
            "amount" if matches!(step, "wager" | "found" | "mystery") => {
                once(&mut fields.amount, "amount", || amount(reader))
            }
            "to" if step == "reduce" => once(&mut fields.amount, "to", || amount(reader)),
            "confirmed" if step == "wager" => {
                once(&mut fields.confirmed, "confirmed", || reader.truth())
            }
            "state" if step == "call" => once(&mut fields.state, "state", || on_or_off(reader)),
            _ => Err(unknown(reader, &key, "a field of this step")),
        })?;
        Ok(fields)
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

fn void(reader: &mut Reader<'_>) -> Read<Input> {
    let (mut by, mut why) = (None, None);
    reader.object("who and why, in an object", |reader, key| match &*key {
        "by" => once(&mut by, "by", || reader.text()),
        "why" => once(&mut why, "why", || reader.text()),
        _ => Err(unknown(reader, &key, "by or why")),
    })?;
    Ok(Input::Void)
}

fn reserve<'a>(reader: &mut Reader<'a>, step: &str, names: &mut Names<'a>) -> Read<Input> {
    let (mut player, mut areas) = (None, None);
    reader.object("who and where, in an object", |reader, key| match &*key {
        "player" if step == "reserve" => {
            once(&mut player, "player", || Ok(names.player(reader.text()?)))
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

fn look<'a>(reader: &mut Reader<'a>, names: &mut Names<'a>) -> Read<Input> {
    let (mut player, mut at) = (None, None);
    reader.object("who and where, in an object", |reader, key| match &*key {
        "player" => once(&mut player, "player", || Ok(names.player(reader.text()?))),
        "area" => once(&mut at, "area", || area(reader)),
        _ => Err(unknown(reader, &key, "player or area")),
    })?;
    let (player, area) =
        (player.ok_or_else(|| missing("player"))?, at.ok_or_else(|| missing("area"))?);
    Ok(Input::Look { player, area })
}

fn turn<'a>(reader: &mut Reader<'a>, names: &mut Names<'a>) -> Read<Input> {
    let (mut player, mut at, mut banker) = (None, None, None);
    reader.object("which hand, in an object", |reader, key| match &*key {
        "player" => once(&mut player, "player", || Ok(names.player(reader.text()?))),
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

fn dice<'a>(reader: &mut Reader<'a>, names: &mut Names<'a>) -> Read<Input> {
    let (mut player, mut does, mut takes, mut by, mut why) = (None, None, None, None, None);
    reader.object("who does what, in an object", |reader, key| match &*key {
        "player" => once(&mut player, "player", || Ok(names.player(reader.text()?))),
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
        other => {
            let known = "accept, refuse, pass or order";
            return Err(Fault::new(format!("expected {known}, found {other:?}")).within("does"));
        }
    };
    let by = crew(by, act);
    Ok(Input::Dice { player: player.ok_or_else(|| missing("player"))?, act, by })
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
