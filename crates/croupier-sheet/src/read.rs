//! A line read into a table's set-up and inputs.

use std::borrow::Cow;

use croupier_engine::input::Source;
use croupier_engine::jackpot::{Jackpot, Linked, LinkedGame, Prizes};
use croupier_engine::setup::{Limit, Method};
use croupier_engine::{Cents, Input, Kind, Setup};

use crate::json::{Fault, Read, Reader};
use crate::names::{Names, Players};
use crate::steps::step;

/// A round sheet.
#[derive(Debug)]
pub struct Sheet<'a> {
    /// Its name.
    pub id: Option<Cow<'a, str>>,
    /// Its game.
    pub kind: Kind,
    /// Its table.
    pub setup: Setup,
    /// Its script.
    pub inputs: Vec<Input>,
    /// Its players.
    pub names: Names<'a>,
    /// The answer it should get, as JSON.
    pub want: Option<&'a str>,
    /// The clauses it says it pins.
    pub clauses: Vec<Cow<'a, str>>,
}

impl<'a> Sheet<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// When the line is not a sheet.
    pub fn read(line: &'a str) -> Result<Self, Fault> {
        Self::read_into(line, Vec::new())
    }

    /// Reads a line, using the room of an earlier script for the new one.
    pub(crate) fn read_into(line: &'a str, mut inputs: Vec<Input>) -> Read<Self> {
        inputs.clear();
        let mut parts = Parts::default();
        let mut names = Names::default();
        let mut reader = Reader::new(line);
        let mut played = false;
        reader.object("a sheet, which is an object,", |reader, key| match &*key {
            "id" => once(&mut parts.id, "id", || reader.text()),
            "game" => once(&mut parts.kind, "game", || game(reader)),
            "table" => once(&mut parts.table, "table", || later(reader)),
            "script" => match parts.kind {
                Some(kind) if parts.script.is_none() => {
                    parts.script = Some(reader.clone());
                    played = true;
                    script(reader, kind, &mut names, &mut inputs)
                }
                _ => once(&mut parts.script, "script", || later(reader)),
            },
            "want" => once(&mut parts.want, "want", || reader.raw()),
            "clauses" => once(&mut parts.clauses, "clauses", || texts(reader)),
            _ => Err(unknown(reader, &key, "id, game, table, script, want or clauses")),
        })?;
        reader.end()?;
        let kind = parts.kind.ok_or_else(|| Fault::new("the field `game` is missing"))?;
        let mut steps = parts.script.ok_or_else(|| Fault::new("the field `script` is missing"))?;
        if !played {
            script(&mut steps, kind, &mut names, &mut inputs)?;
        }
        let setup = match parts.table {
            Some(mut reader) => {
                table(&mut reader, kind, &mut names).map_err(|f| f.within("table"))?
            }
            None => Setup::default(),
        };
        let clauses = parts.clauses.unwrap_or_default();
        Ok(Self { id: parts.id, kind, setup, inputs, names, want: parts.want, clauses })
    }

    /// Finds the name of a line that is not a sheet, as far as it can be read.
    pub fn id_of(line: &'a str) -> Option<Cow<'a, str>> {
        let mut id = None;
        let _ = Reader::new(line).object("", |reader, key| {
            match &*key {
                "id" => id = Some(reader.text()?),
                _ => drop(reader.raw()?),
            }
            Ok(())
        });
        id
    }
}

/// The fields of a line, in whatever order they come.
#[derive(Default)]
struct Parts<'a> {
    id: Option<Cow<'a, str>>,
    kind: Option<Kind>,
    table: Option<Reader<'a>>,
    script: Option<Reader<'a>>,
    want: Option<&'a str>,
    clauses: Option<Vec<Cow<'a, str>>>,
}

/// Passes a value, to be read when more is known.
pub(crate) fn later<'a>(reader: &mut Reader<'a>) -> Read<Reader<'a>> {
    let start = reader.clone();
    reader.raw()?;
    Ok(start)
}

/// Sets a field that may come once.
pub(crate) fn once<T>(
    slot: &mut Option<T>,
    field: &'static str,
    read: impl FnOnce() -> Read<T>,
) -> Read<()> {
    if slot.is_some() {
        return Err(Fault::new("given twice").within(field));
    }
    *slot = Some(read().map_err(|fault| fault.within(field))?);
    Ok(())
}

/// A field that does not belong there.
pub(crate) fn unknown(reader: &Reader<'_>, key: &str, known: &str) -> Fault {
    reader.fault(format!("unknown field {key:?}, expected {known}"))
}

pub(crate) fn game(reader: &mut Reader<'_>) -> Read<Kind> {
    let name = reader.text()?;
    Kind::named(&name).ok_or_else(|| {
        let known: Vec<_> = Kind::ALL.into_iter().map(Kind::name).collect();
        Fault::new(format!("{name:?} is not a game, expected {}", known.join(", ")))
    })
}

fn texts<'a>(reader: &mut Reader<'a>) -> Read<Vec<Cow<'a, str>>> {
    let mut texts = Vec::new();
    reader.list("a list of texts", |reader, _| {
        texts.push(reader.text()?);
        Ok(())
    })?;
    Ok(texts)
}

pub(crate) fn script<'a>(
    reader: &mut Reader<'a>,
    kind: Kind,
    names: &mut impl Players<'a>,
    inputs: &mut Vec<Input>,
) -> Read<()> {
    reader.list("a list of steps", |reader, place| {
        let input = step(reader, kind, names).map_err(|f| f.within(format!("step {place}")))?;
        inputs.push(input);
        Ok(())
    })
}

/// Reads how a table is set up, as the `table` of a sheet has it.
///
/// # Errors
/// When the text is not such a table.
pub fn read_setup<'a>(text: &'a str, kind: Kind, players: &mut impl Players<'a>) -> Read<Setup> {
    let mut reader = Reader::new(text);
    let setup = table(&mut reader, kind, players)?;
    reader.end()?;
    Ok(setup)
}

pub(crate) fn table<'a>(
    reader: &mut Reader<'a>,
    kind: Kind,
    names: &mut impl Players<'a>,
) -> Read<Setup> {
    let mut setup = Setup::default();
    let mut seen = Vec::new();
    reader.object("a table, which is an object,", |reader, key| {
        if seen.contains(&key) {
            return Err(Fault::new("given twice").within(key.into_owned()));
        }
        let field = table_field(reader, &key, kind, names, &mut setup);
        seen.push(key.clone());
        field.map_err(|fault| fault.within(key.into_owned()))
    })?;
    Ok(setup)
}

fn table_field<'a>(
    reader: &mut Reader<'a>,
    key: &str,
    kind: Kind,
    names: &mut impl Players<'a>,
    setup: &mut Setup,
) -> Read<()> {
    match key {
        "decks" => setup.decks = Some(reader.small()?),
        "variant" => setup.variant = Some(variant(reader, kind)?),
        "chip" => setup.chip = amount(reader)?,
        "limits" => setup.limits = limits(reader, kind)?,
        "jackpot" => setup.jackpot = Some(jackpot(reader)?),
        "fresh" => setup.fresh = reader.truth()?,
        "source" => setup.source = Some(source(reader)?),
        "method" => setup.method = Some(method(reader)?),
        "sharing" => setup.sharing = Some(reader.small()?),
        "seats" => {
            reader.list("a list of players", |reader, _| {
                let seat = if reader.null() { None } else { Some(names.player(reader.text()?)?) };
                setup.seats.push(seat);
                Ok(())
            })?;
        }
        _ => {
            let known = "decks, variant, chip, limits, jackpot, fresh, source, method, sharing \
                         or seats";
            return Err(Fault::new(format!("unknown field, expected {known}")));
        }
    }
    Ok(())
}

/// Reads an amount of a table, which must make sense.
fn amount(reader: &mut Reader<'_>) -> Read<Cents> {
    let whole = reader.whole()?;
    let cents = u64::try_from(whole).map(Cents).ok().filter(|&cents| cents <= Cents::CEILING);
    cents.ok_or_else(|| Fault::new(format!("{whole} is not an amount in cents")))
}

fn variant(reader: &mut Reader<'_>, kind: Kind) -> Read<u8> {
    let name = reader.text()?;
    let known = kind.house().variants;
    match known.iter().position(|&variant| variant == name) {
        Some(at) => Ok(at as u8),
        None => Err(Fault::new(format!("{} has no variant {name:?}", kind.name()))),
    }
}

fn limits(reader: &mut Reader<'_>, kind: Kind) -> Read<Vec<Limit>> {
    let mut limits = Vec::new();
    reader.object("limits, which are an object,", |reader, name| {
        let Some(on) = kind.wager(&name) else {
            let what = format!("{} has no such wager", kind.name());
            return Err(Fault::new(what).within(name.into_owned()));
        };
        limits.resize(limits.len().max(usize::from(on.0) + 1), None);
        let slot = &mut limits[usize::from(on.0)];
        if slot.is_some() {
            return Err(Fault::new("given twice").within(name.into_owned()));
        }
        *slot = Some(limit(reader).map_err(|fault| fault.within(name.into_owned()))?);
        Ok(())
    })?;
    Ok(limits.into_iter().map(|limit| limit.unwrap_or(Limit::NONE)).collect())
}

fn limit(reader: &mut Reader<'_>) -> Read<Limit> {
    let (mut min, mut max, mut unit) = (None, None, None);
    reader.object("a limit, which is an object,", |reader, key| match &*key {
        "min" => once(&mut min, "min", || amount(reader)),
        "max" => once(&mut max, "max", || amount(reader)),
        "unit" => once(&mut unit, "unit", || amount(reader)),
        _ => Err(unknown(reader, &key, "min, max or unit")),
    })?;
    let none = Limit::NONE;
    Ok(Limit {
        min: min.unwrap_or(none.min),
        max: max.unwrap_or(none.max),
        unit: unit.unwrap_or(none.unit),
    })
}

pub(crate) fn source(reader: &mut Reader<'_>) -> Read<Source> {
    match &*reader.text()? {
        "shoe" => Ok(Source::Shoe),
        "device" => Ok(Source::Device),
        other => Err(Fault::new(format!("{other:?} is not a source, expected shoe or device"))),
    }
}

fn method(reader: &mut Reader<'_>) -> Read<Method> {
    match &*reader.text()? {
        "A" => Ok(Method::A),
        "B" => Ok(Method::B),
        other => Err(Fault::new(format!("{other:?} is not a method, expected A or B"))),
    }
}

fn jackpot(reader: &mut Reader<'_>) -> Read<Jackpot> {
    let (mut wager, mut major, mut minor, mut seed) = (None, None, None, None);
    let (mut mystery, mut pools, mut increment, mut linked) = (None, None, None, None);
    reader.object("a jackpot, which is an object,", |reader, key| match &*key {
        "wager" => once(&mut wager, "wager", || amount(reader)),
        "major" => once(&mut major, "major", || amount(reader)),
        "minor" => once(&mut minor, "minor", || amount(reader)),
        "seed" => once(&mut seed, "seed", || amount(reader)),
        "mystery" => once(&mut mystery, "mystery", || reader.truth()),
        "pools" => once(&mut pools, "pools", || reader.small()),
        "increment" => once(&mut increment, "increment", || fraction(reader)),
        "linked" => once(&mut linked, "linked", || tables(reader)),
        _ => Err(unknown(
            reader,
            &key,
            "wager, major, minor, mystery, pools, increment, seed or linked",
        )),
    })?;
    Ok(Jackpot {
        wager: wager.ok_or_else(|| Fault::new("the field `wager` is missing"))?,
        major: major.unwrap_or_default(),
        minor: minor.unwrap_or_default(),
        mystery: mystery.unwrap_or_default(),
        pools: pools.unwrap_or(1).into(),
        increment: increment.unwrap_or((0, 1)),
        seed: seed.unwrap_or_default(),
        linked: linked.unwrap_or_default(),
    })
}

fn tables(reader: &mut Reader<'_>) -> Read<Vec<Linked>> {
    let mut tables = Vec::new();
    reader.list("a list of tables", |reader, place| {
        let table = linked(reader).map_err(|fault| fault.within(format!("table {place}")))?;
        tables.push(table);
        Ok(())
    })?;
    Ok(tables)
}

fn linked(reader: &mut Reader<'_>) -> Read<Linked> {
    let (mut game, mut wager, mut increment, mut seed) = (None, None, None, None);
    let mut pays = None;
    reader.object("a table, which is an object,", |reader, key| match &*key {
        "game" => once(&mut game, "game", || reader.text()),
        "wager" => once(&mut wager, "wager", || amount(reader)),
        "increment" => once(&mut increment, "increment", || fraction(reader)),
        "seed" => once(&mut seed, "seed", || amount(reader)),
        "pays" => once(&mut pays, "pays", || reader.text()),
        _ => Err(unknown(reader, &key, "game, wager, increment, seed or pays")),
    })?;
    let game = game.ok_or_else(|| Fault::new("the field `game` is missing"))?;
    Ok(Linked {
        game: LinkedGame::named(&game),
        wager: wager.ok_or_else(|| Fault::new("the field `wager` is missing"))?,
        increment: increment.unwrap_or((0, 1)),
        seed: seed.unwrap_or_default(),
        prizes: pays.map_or(Prizes::ThreeCards, |pays| Prizes::named(&pays)),
    })
}

/// Reads a fraction in lowest terms: `"1/4"`.
fn fraction(reader: &mut Reader<'_>) -> Read<(u32, u32)> {
    let text = reader.text()?;
    let parts = text.split_once('/').and_then(|(top, bottom)| {
        let (top, bottom) = (top.trim().parse::<u32>().ok()?, bottom.trim().parse::<u32>().ok()?);
        (bottom > 0).then_some((top, bottom))
    });
    let (top, bottom) = parts.ok_or_else(|| Fault::new(format!("{text:?} is not a fraction")))?;
    let (mut a, mut b) = (top, bottom);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Ok((top / a, bottom / a))
}
