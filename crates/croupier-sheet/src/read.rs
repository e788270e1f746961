//! A line read into a table's set-up and inputs.

use std::borrow::Cow;
use std::fmt;

use croupier_engine::{Input, Kind, Setup};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::fault::{Fault, read};
use crate::names::Names;
use crate::object::Object;
use crate::step::Step;
use crate::table::TableSetup;
use crate::written::One;

/// A round sheet that was read: what is played, at which table, by whom.
#[derive(Debug)]
pub struct Sheet<'a> {
    /// The text by which the line is known.
    pub id: Option<Cow<'a, str>>,
    /// The game that is played.
    pub kind: Kind,
    /// How its table is set up.
    pub setup: Setup,
    /// What happens at it, in order.
    pub inputs: Vec<Input>,
    /// How its players are called.
    pub names: Names,
}

impl<'a> Sheet<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// When the line is not a sheet.
    pub fn read(line: &'a str) -> Result<Self, Fault> {
        Self::read_into(line, &mut Vec::new())
    }

    /// Reads a line, taking the room of an earlier script for the new one.
    pub(crate) fn read_into(line: &'a str, inputs: &mut Vec<Input>) -> Result<Self, Fault> {
        let mut names = Names::default();
        inputs.clear();
        let read = self::read(line, LineSeed { at_once: Some((&mut names, &mut *inputs)) });
        let Line { id, game, table, script } = match read {
            Ok(line) => line,
            Err(_) => {
                (names, *inputs) = (Names::default(), Vec::new());
                self::read(line, LineSeed { at_once: None })?
            }
        };
        let kind = game.ok_or_else(|| Fault::missing("game"))?;
        match script {
            None => return Err(Fault::missing("script")),
            Some(Script::Resolved) => {}
            Some(Script::Read(steps)) => resolve(&steps, kind, &mut names, inputs)?,
        }
        let setup = setup(table.as_deref(), kind, &mut names)?;
        Ok(Self { id, kind, setup, inputs: std::mem::take(inputs), names })
    }

    /// Finds the name of a line that is not a sheet, as far as it can be read.
    pub fn id_of(line: &'a str) -> Option<Cow<'a, str>> {
        let mut id = None;
        // What is wrong with the line is said elsewhere.
        let _ = serde_json::Deserializer::from_str(line).deserialize_map(IdVisitor(&mut id));
        id
    }
}

/// Adds the inputs that the steps of a script mean.
pub(crate) fn resolve(
    script: &[Step],
    kind: Kind,
    names: &mut Names,
    inputs: &mut Vec<Input>,
) -> Result<(), Fault> {
    for (place, step) in script.iter().enumerate() {
        let input = step.resolve(kind, &mut |name| Ok(names.number(name)));
        inputs.push(input.map_err(|fault| fault.within(format!("step {place}")))?);
    }
    Ok(())
}

/// Makes the table of a line that of its game.
pub(crate) fn setup(
    table: Option<&TableSetup>,
    kind: Kind,
    names: &mut Names,
) -> Result<Setup, Fault> {
    let Some(table) = table else { return Ok(Setup::default()) };
    let setup = table.resolve(kind, &mut |name| Ok(names.number(name)));
    setup.map_err(|fault| fault.within("table"))
}

/// The fields of a line, in whatever order they come.
#[derive(Default)]
struct Line<'a> {
    id: Option<Cow<'a, str>>,
    game: Option<Kind>,
    table: Option<Box<TableSetup>>,
    script: Option<Script>,
}

/// The script of a line.
enum Script {
    /// The game was known: each step is an input already, and no list of steps was made.
    Resolved,
    /// The game comes later in the line.
    Read(Vec<Step>),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Field {
    Id,
    Game,
    Table,
    Script,
    Want,
    Clauses,
    Pins,
}

/// Reads a line. Steps can be made inputs at once, which is faster; a fault in one of them is found
/// more exactly when they are not.
struct LineSeed<'s> {
    at_once: Option<(&'s mut Names, &'s mut Vec<Input>)>,
}

impl<'de> DeserializeSeed<'de> for LineSeed<'_> {
    type Value = Line<'de>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Line<'de>, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for LineSeed<'_> {
    type Value = Line<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sheet, which is an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line<'de>, A::Error> {
        let Self { mut at_once } = self;
        let mut line = Line::default();
        let (mut want, mut clauses, mut pins) = (None, None, None);
        while let Some(field) = map.next_key()? {
            match field {
                Field::Id => once(&mut line.id, "id", || map.next_value().map(|Borrowed(id)| id))?,
                Field::Game => once(&mut line.game, "game", || map.next_value().map(|One(it)| it))?,
                Field::Table => {
                    once(&mut line.table, "table", || map.next_value().map(|Object(it)| it))?;
                }
                Field::Script => {
                    once(&mut line.script, "script", || match (line.game, &mut at_once) {
                        (Some(kind), Some((names, inputs))) => {
                            map.next_value_seed(ScriptSeed { kind, names, inputs })
                        }
                        _ => map.next_value().map(Script::Read),
                    })?;
                }
                Field::Want => once(&mut want, "want", || map.next_value::<IgnoredAny>())?,
                Field::Clauses => {
                    once(&mut clauses, "clauses", || map.next_value::<Vec<AnyText>>())?;
                }
                Field::Pins => once(&mut pins, "pins", || map.next_value::<Vec<AnyText>>())?,
            }
        }
        Ok(line)
    }
}

/// Sets a field that may come once.
fn once<T, E: Error>(
    slot: &mut Option<T>,
    field: &'static str,
    value: impl FnOnce() -> Result<T, E>,
) -> Result<(), E> {
    if slot.is_some() {
        return Err(E::duplicate_field(field));
    }
    *slot = Some(value()?);
    Ok(())
}

/// Makes each step an input as it is read.
struct ScriptSeed<'s> {
    kind: Kind,
    names: &'s mut Names,
    inputs: &'s mut Vec<Input>,
}

impl<'de> DeserializeSeed<'de> for ScriptSeed<'_> {
    type Value = Script;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Script, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ScriptSeed<'_> {
    type Value = Script;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of steps")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Script, A::Error> {
        let Self { kind, names, inputs } = self;
        while let Some(input) = list.next_element_seed(StepSeed { kind, names: &mut *names })? {
            inputs.push(input);
        }
        Ok(Script::Resolved)
    }
}

/// Makes one step an input.
struct StepSeed<'s> {
    kind: Kind,
    names: &'s mut Names,
}

impl<'de> DeserializeSeed<'de> for StepSeed<'_> {
    type Value = Input;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Input, D::Error> {
        let step = Step::deserialize(from)?;
        step.resolve(self.kind, &mut |name| Ok(self.names.number(name))).map_err(D::Error::custom)
    }
}

/// A text that is not copied unless there are escapes in it.
#[derive(Deserialize)]
struct Borrowed<'a>(#[serde(borrow)] Cow<'a, str>);

/// A text that must be one, and matters to others: a clause that the sheet says it pins.
struct AnyText;

impl<'de> Deserialize<'de> for AnyText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(AnyTextVisitor)
    }
}

struct AnyTextVisitor;

impl Visitor<'_> for AnyTextVisitor {
    type Value = AnyText;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text")
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<AnyText, E> {
        Ok(AnyText)
    }
}

/// Keeps the name of a line, also when the rest of the line cannot be read.
struct IdVisitor<'s, 'a>(&'s mut Option<Cow<'a, str>>);

impl<'de> Visitor<'de> for IdVisitor<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sheet")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(Borrowed(key)) = map.next_key()? {
            if key == "id" {
                let Borrowed(id) = map.next_value()?;
                *self.0 = Some(id);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeSeed;
    use serde_path_to_error::{Deserializer, Segment as Tracked, Track};

    use super::LineSeed;
    use crate::place::{Segment, place_of};

    const LINE: &str = r#"{"id":"a","game":"craps","table":{"decks":6,"chip":50,"limits":{"come":{"min":100,"max":5000}},
        "seats":["A",null]},"script":[{"wager":{"player":"A","on":"come","amount":500}},{"close":true},{"roll":[3,4]},
        {"card":{"face":"KS","from":"shoe"}},{"no-roll":{"reason":"cocked"}},{"irregular":{"what":"throw","reason":"x"}}]}"#;

    /// Reads a line as a sheet, and returns the place of the fault as the reader was followed, and as it was found
    /// afterwards.
    fn places(text: &str) -> Option<(Vec<Segment>, Vec<Segment>, serde_json::Error)> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let mut track = Track::new();
        let tracked = Deserializer::new(&mut reader, &mut track);
        let error = (LineSeed { at_once: None }).deserialize(tracked).map(drop).err()?;
        let segment = |segment: &Tracked| match segment {
            Tracked::Seq { index } => Some(Segment::Item(*index)),
            Tracked::Map { key } => Some(Segment::Field(key.clone())),
            Tracked::Enum { variant } => Some(Segment::Field(variant.clone())),
            Tracked::Unknown => None,
        };
        let followed = track.path().iter().filter_map(segment).collect();
        Some((followed, place_of(&error, text.as_bytes()), error))
    }

    #[test]
    fn faults_are_found_where_the_reader_was() {
        let mut seen = 0;
        for from in 0..LINE.len() {
            for (length, instead) in [
                (0, "x"),
                (0, "\""),
                (1, ""),
                (1, "7"),
                (2, "{}"),
                (3, "[1]"),
                (4, "null"),
                (9, ""),
                (5, "\"a\":1"),
            ] {
                let Some(to) = from.checked_add(length).filter(|to| *to <= LINE.len()) else {
                    continue;
                };
                let text = [&LINE[..from], instead, &LINE[to..]].concat();
                let Some((followed, found, error)) = places(&text) else { continue };
                let (is_data, error) = (error.is_data(), error.to_string());
                // What comes after a value that is over may be told as belonging to it, and a step or a key
                // without a value as belonging to what it stands in.
                let one_more = |long: &[Segment], short: &[Segment]| {
                    long.strip_prefix(short).is_some_and(|more| more.len() == 1)
                };
                let no_value = error.contains("unit variant") || error.contains("unknown field");
                let fits = followed == found
                    || !is_data && one_more(&found, &followed)
                    || (!is_data || no_value) && one_more(&followed, &found);
                assert!(fits, "{error}: {followed:?} {found:?} {text}");
                seen += 1;
            }
        }
        assert!(seen > 1000);
    }
}
