//! The form of a floor sheet: what may be written, field by field. docs/floor-sheet.md describes it for people, and
//! docs/floor-sheet.schema.json for programs.

use std::collections::BTreeMap;

use croupier_floor::{Dealing, Role};
use croupier_sheet::TableSetup;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// A floor sheet as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Form {
    /// What the sheet shows, in words.
    pub(super) id: String,
    /// Clauses that the sheet is about beside those in its wants.
    #[serde(default)]
    #[expect(dead_code, reason = "it is read by `croupier rules --coverage`, and checked here")]
    pub(super) clauses: Vec<String>,
    /// Anything that a reader should know.
    #[serde(default)]
    #[expect(dead_code, reason = "it is for people")]
    pub(super) note: String,
    /// People beside those of the default house, with their roles.
    #[serde(default)]
    pub(super) people: BTreeMap<String, Vec<Role>>,
    /// The table, which has number 1.
    #[serde(default)]
    pub(super) table: Option<TableForm>,
    /// The tables, if there are several: number 1, 2 and so on.
    #[serde(default)]
    pub(super) tables: Vec<TableForm>,
    /// What happens, in this order.
    pub(super) script: Vec<EntryForm>,
    /// How everything must stand at the end.
    #[serde(default, deserialize_with = "croupier_sheet::object")]
    pub(super) want: EndForm,
}

/// A table that is open when the script begins.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableForm {
    /// The game by its name.
    pub(super) game: String,
    /// The set-up, as in `open` and in round sheets.
    #[serde(default, deserialize_with = "croupier_sheet::object")]
    pub(super) setup: TableSetup,
    /// Who deals: a dealer, or the program.
    #[serde(default = "physical")]
    pub(super) dealing: Dealing,
    /// How many seats there are; without it 7, or as many as the game has areas.
    pub(super) seats: Option<u8>,
    /// Who sits where, from seat 1, in the order in which they came; `null` for a free seat.
    #[serde(default)]
    pub(super) sits: Vec<Option<String>>,
    /// How much a player brings to the table, in cents, where it is not what everybody brings.
    #[serde(default)]
    pub(super) brings: BTreeMap<String, u64>,
    /// How far the cards have come.
    #[serde(default)]
    pub(super) cards: Cards,
    /// Which cards are left to be dealt; all if it says nothing. The others were found face up, and burned.
    #[serde(default)]
    pub(super) left: Vec<String>,
    /// The float, in cents.
    #[serde(default = "usual_float")]
    pub(super) float: u64,
    /// Guests play here, for play money.
    #[serde(default)]
    pub(super) demo: bool,
    /// Whether the program does its part at a virtual table by itself.
    #[serde(default = "yes")]
    pub(super) program: bool,
    /// From which secret the draws of a virtual table follow.
    #[serde(default)]
    pub(super) secret: u8,
}

/// How far the cards of a table have come when the script begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Cards {
    /// Nothing was done with them.
    New,
    /// They are shuffled, cut and loaded; the burn is due.
    Loaded,
    /// They are burned too, so that the first card can be dealt.
    #[default]
    Burned,
}

/// One thing that happens, and what must follow from it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct EntryForm {
    /// How much time has passed since the entry before.
    #[serde(deserialize_with = "duration")]
    pub(super) after: u64,
    /// Who does it, or looks.
    pub(super) who: Option<String>,
    /// An act as `croupier floor` and HTTP take it; at the sheet's table it may leave `table` out.
    pub(super) act: Option<Value>,
    /// A step of the game, as round sheets have it.
    pub(super) step: Option<Value>,
    /// At which table; 1 without it.
    pub(super) table: Option<u32>,
    /// The time for wagers is over at a virtual table, and the program deals.
    pub(super) deal: bool,
    /// What the person must see of the table.
    pub(super) sees: Option<Value>,
    /// A name for the request, complaint or record that follows, for use in later acts.
    #[serde(rename = "as")]
    pub(super) name: Option<String>,
    /// What must follow.
    #[serde(deserialize_with = "croupier_sheet::object")]
    pub(super) want: WantForm,
    /// Anything that a reader should know.
    #[allow(dead_code, reason = "it is for people")]
    pub(super) note: String,
}

/// What must follow from an entry.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WantForm {
    /// The act waits for a second person.
    pub(super) waits: bool,
    /// The act is denied; fields of the denial.
    pub(super) denied: Option<Value>,
    /// Events that must happen, in this order.
    pub(super) events: Vec<Value>,
    /// Events that must not happen.
    pub(super) without: Vec<Value>,
    /// The act is denied and yet changes something.
    pub(super) changes: bool,
    /// Clauses that ask for what is wanted here, and that it does not cite.
    pub(super) pins: Vec<String>,
}

/// How everything must stand at the end; what is not named is not looked at.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct EndForm {
    /// Accounts of the ledger, and what they hold.
    pub(super) accounts: Vec<(Value, i64)>,
    /// All wagers that stand at the first table.
    pub(super) open: Option<Vec<Value>>,
    /// What the first table waits for, in words.
    pub(super) expects: Option<String>,
    /// All requests that wait for a second person.
    pub(super) requests: Option<Vec<Value>>,
    /// All complaints.
    pub(super) complaints: Option<Vec<Value>>,
    /// All tasks that are open.
    pub(super) tasks: Option<Vec<Value>>,
    /// Clauses that ask for what is wanted here, and that it does not cite.
    pub(super) pins: Vec<String>,
}

const fn physical() -> Dealing {
    Dealing::Physical
}

const fn usual_float() -> u64 {
    10_000_000
}

const fn yes() -> bool {
    true
}

/// Reads a duration such as `20m` or `1h30s`, in milliseconds.
fn duration<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let text = String::deserialize(from)?;
    let what = || format!("{text:?} in `after` is no duration such as 20m or 1h30s");
    milliseconds(&text).ok_or_else(|| D::Error::custom(what()))
}

fn milliseconds(text: &str) -> Option<u64> {
    let mut rest = text;
    let mut sum = 0_u64;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let (count, after) = rest.split_at(digits);
        let end = after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        let unit: u64 = match unit {
            "ms" => 1,
            "s" => 1000,
            "m" => 60_000,
            "h" => 3_600_000,
            _ => return None,
        };
        sum = sum.checked_add(unit.checked_mul(count.parse().ok()?)?)?;
        rest = after;
    }
    (!text.is_empty()).then_some(sum)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use croupier_floor::{EdgeAct, HouseAct, PoolAct, PromotionAct, TableAct};
    use croupier_sheet::Step;
    use serde::de::DeserializeOwned;
    use serde_json::Value;

    use super::{Cards, EndForm, EntryForm, Form, TableForm, WantForm, milliseconds};

    /// Asks a reader which names it knows: it says so when it is given another.
    fn known<T: DeserializeOwned>(unknown: &str) -> BTreeSet<String> {
        let Err(error) = serde_json::from_str::<T>(unknown) else { panic!("{unknown} is read") };
        let text = error.to_string();
        let names = text.split('`').skip(3).step_by(2);
        names.map(str::to_owned).collect()
    }

    fn schema() -> Value {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/floor-sheet.schema.json");
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    /// The schema has the fields that the reader takes, and no others.
    #[test]
    fn the_schema_has_the_fields_of_the_reader() {
        let schema = schema();
        let of = |path: &str| -> BTreeSet<String> {
            let object = schema.pointer(path).unwrap();
            assert_eq!(object["additionalProperties"], false, "{path}");
            object["properties"].as_object().unwrap().keys().cloned().collect()
        };
        let field = r#"{"nothing": 1}"#;
        assert_eq!(of(""), known::<Form>(field));
        assert_eq!(of("/$defs/table"), known::<TableForm>(field));
        assert_eq!(of("/$defs/entry"), known::<EntryForm>(field));
        assert_eq!(of("/$defs/want"), known::<WantForm>(field));
        assert_eq!(of("/$defs/end"), known::<EndForm>(field));
        let denied = of("/$defs/want/properties/denied");
        assert_eq!(denied, super::super::pattern::DENIAL.map(str::to_owned).into());
    }

    /// The schema has the words of acts, steps and cards, and no others.
    #[test]
    fn the_schema_has_the_words_of_the_reader() {
        let schema = schema();
        let words = |path: &str| -> BTreeSet<String> {
            let list = schema.pointer(path).unwrap().as_array().unwrap();
            list.iter().map(|word| word.as_str().unwrap().to_owned()).collect()
        };
        let acts =
            [HouseAct::NAMES, PoolAct::NAMES, PromotionAct::NAMES, EdgeAct::NAMES, TableAct::NAMES]
                .concat();
        let acts = acts.into_iter().map(str::to_owned).collect();
        assert_eq!(words("/$defs/act/propertyNames/enum"), acts);
        let steps = known::<Step>(r#"{"nothing": 1}"#);
        assert_eq!(words("/$defs/step/propertyNames/enum"), steps);
        let cards = known::<Cards>(r#""nothing""#);
        assert_eq!(words("/$defs/table/properties/cards/enum"), cards);
    }

    #[test]
    fn durations_are_read() {
        assert_eq!(milliseconds("20m"), Some(1_200_000));
        assert_eq!(milliseconds("19m59s999ms"), Some(1_199_999));
        assert_eq!(milliseconds("1h30s"), Some(3_630_000));
        for wrong in ["", "m", "20", "20 m", "20min", "-1m", "1.5h", "99999999999999999h"] {
            assert_eq!(milliseconds(wrong), None, "{wrong}");
        }
    }
}
