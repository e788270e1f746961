//! What is played, as the head of a report in JSON: written, and read again to merge parts.

use std::fmt::Write as _;

use croupier_engine::jackpot::Jackpot;
use croupier_engine::{Cents, Kind, Setup};
use croupier_sheet::Value;
use croupier_sim::{Plan, Stake};

use crate::question::{self, strategy_name};

/// Writes a plan as an object.
pub(crate) fn write(plan: &Plan, out: &mut String) {
    let Plan { kind, setup, behind, rounds, seed, areas, .. } = plan;
    let number = |number: Option<u64>| number.map_or("null".to_owned(), |it| it.to_string());
    let text = |text: Option<&str>| text.map_or("null".to_owned(), |it| format!("\"{it}\""));
    let variant = setup.variant.map(|at| kind.house().variants[usize::from(at)]);
    let _ = write!(
        out,
        "{{\"game\":\"{}\",\"rounds\":{rounds},\"seed\":{seed},\"decks\":{},\"variant\":{},\
         \"chip\":{},\"areas\":{areas},\"behind\":{},\"strategy\":{},\"jackpot\":",
        kind.name(),
        plan.decks(),
        text(variant),
        setup.chip.0,
        number(behind.map(u64::from)),
        text(strategy_name(*kind, &plan.strategy)),
    );
    match &setup.jackpot {
        Some(it) => {
            let (price, major, minor) = (it.wager.0, it.major.0, it.minor.0);
            let _ = write!(out, "{{\"price\":{price},\"major\":{major},\"minor\":{minor}}}");
        }
        None => out.push_str("null"),
    }
    out.push_str(",\"stakes\":[");
    for (at, stake) in plan.stakes.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let name = kind.layouts()[usize::from(stake.on.0)].name;
        let mark = number(stake.mark.map(u64::from));
        let _ = write!(out, "{comma}[\"{name}\",{mark},{}]", stake.amount.0);
    }
    out.push_str("]}");
}

/// Reads a plan.
///
/// # Errors
/// Says which field is missing or wrong.
pub(crate) fn read(run: &Value) -> Result<Plan, String> {
    let name = run.get("game").and_then(Value::text).ok_or("game is missing")?;
    let kind = Kind::named(name).ok_or_else(|| format!("there is no game {name:?}"))?;
    let decks = whole(run, "decks")?;
    let variant = match text(run, "variant") {
        None => None,
        Some(name) => {
            let at = kind.house().variants.iter().position(|variant| *variant == name);
            Some(at.ok_or_else(|| format!("there is no variant {name:?}"))? as u8)
        }
    };
    let jackpot = match run.get("jackpot") {
        None | Some(Value::Null) => None,
        Some(it) => Some(Jackpot {
            wager: Cents(whole(it, "price")?),
            major: Cents(whole(it, "major")?),
            minor: Cents(whole(it, "minor")?),
            mystery: false,
            pools: 1,
            increment: (0, 1),
            seed: Cents(0),
            linked: Vec::new(),
        }),
    };
    let word = text(run, "strategy");
    let unknown = |_| format!("there is no strategy {:?}", word.unwrap_or_default());
    let strategy = question::strategy_of(kind, word).map_err(unknown)?;
    let decks = if decks == 0 { None } else { Some(narrow(decks, "decks")?) };
    let setup =
        Setup { decks, variant, chip: Cents(whole(run, "chip")?), jackpot, ..Setup::default() };
    let behind = match run.get("behind") {
        None | Some(Value::Null) => None,
        Some(_) => Some(narrow(whole(run, "behind")?, "behind")?),
    };
    let stakes = run.get("stakes").map(Value::items).unwrap_or_default();
    let stakes = stakes.iter().map(|stake| read_stake(kind, stake)).collect::<Result<_, _>>()?;
    Ok(Plan {
        kind,
        setup,
        strategy,
        areas: narrow(whole(run, "areas")?, "areas")?,
        behind,
        stakes,
        rounds: whole(run, "rounds")?,
        seed: whole(run, "seed")?,
    })
}

fn read_stake(kind: Kind, stake: &Value) -> Result<Stake, String> {
    let wrong = || "stakes has a stake that is none".to_owned();
    let [name, mark, amount] = stake.items() else { return Err(wrong()) };
    let on = name.text().and_then(|name| kind.wager(name)).ok_or_else(wrong)?;
    let mark = match mark {
        Value::Null => None,
        other => Some(number(other).and_then(|it| u8::try_from(it).ok()).ok_or_else(wrong)?),
    };
    Ok(Stake { on, mark, amount: Cents(number(amount).ok_or_else(wrong)?) })
}

/// Reads a whole number from a field.
pub(crate) fn whole(of: &Value, field: &str) -> Result<u64, String> {
    let value = of.get(field).ok_or_else(|| format!("{field} is missing"))?;
    number(value).ok_or_else(|| format!("{field} is not a whole number"))
}

/// Reads a whole number.
pub(crate) fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(text) => text.parse().ok(),
        Value::Null | Value::Truth(_) | Value::Text(_) | Value::List(_) | Value::Object(_) => None,
    }
}

fn text<'a>(of: &'a Value, field: &str) -> Option<&'a str> {
    of.get(field).and_then(Value::text)
}

fn narrow<T: TryFrom<u64>>(number: u64, field: &str) -> Result<T, String> {
    T::try_from(number).map_err(|_| format!("{field} is too large"))
}
