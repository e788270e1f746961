//! An answer compared with the one that a sheet says it wants.

use serde_json::Value;

/// Whether an answer is the one that its sheet wants, and if not, in what they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The answer is the one that was wanted.
    Same,
    /// The line wants nothing in particular.
    NothingWanted,
    /// The answer is another one; each text says in what.
    Different(Vec<String>),
}

/// Compares the answer to a line with its `want`.
///
/// Lines of settlement and open wagers must be the same in full and in order; a refusal must have
/// what is wanted of it; an error must contain the text that is wanted; what `want` does not name is
/// not looked at.
pub fn check(line: &str, answer: &str) -> Comparison {
    let Some(want) = want(line) else { return Comparison::NothingWanted };
    let (want, answer) = match (want, serde_json::from_str::<Value>(answer)) {
        (Ok(want), Ok(answer)) => (want, answer),
        (Err(what), _) => return Comparison::Different(vec![what]),
        (_, Err(fault)) => return Comparison::Different(vec![format!("answer: {fault}")]),
    };
    let mut differences = Vec::new();
    let Value::Object(fields) = &want else {
        return Comparison::Different(vec!["want is not an object".to_owned()]);
    };
    if want.get("error").is_none()
        && let Some(error) = answer.get("error")
    {
        differences.push(format!("not a sheet: {}", show(error)));
    }
    for (name, wanted) in fields {
        let given = answer.get(name).unwrap_or(&Value::Null);
        match name.as_str() {
            "settled" | "refused" | "acts" | "open" => {
                compare_lists(name, wanted, given, name == "refused", &mut differences);
            }
            "error" => {
                let contained = match (wanted.as_str(), given.as_str()) {
                    (Some(wanted), Some(given)) => given.contains(wanted),
                    _ => false,
                };
                if !contained {
                    differences.push(format!("error: want {}, got {}", show(wanted), show(given)));
                }
            }
            "expects" if wanted == given => {}
            "expects" => {
                differences.push(format!("expects: want {}, got {}", show(wanted), show(given)));
            }
            _ => differences.push(format!("want has an unknown field {name:?}")),
        }
    }
    if differences.is_empty() { Comparison::Same } else { Comparison::Different(differences) }
}

/// Finds what a line wants, whether or not the rest of it is a sheet.
fn want(line: &str) -> Option<Result<Value, String>> {
    match serde_json::from_str::<Value>(line) {
        Ok(mut value) => value.get_mut("want").map(|want| Ok(want.take())),
        Err(error) => Some(Err(format!("not JSON: {error}"))),
    }
}

fn compare_lists<'a>(
    name: &str,
    wanted: &'a Value,
    given: &'a Value,
    in_part: bool,
    differences: &mut Vec<String>,
) {
    let items = |value: &'a Value| value.as_array().map_or(&[][..], Vec::as_slice);
    let (wanted, given) = (items(wanted), items(given));
    for at in 0..wanted.len().max(given.len()) {
        match (wanted.get(at), given.get(at)) {
            (Some(wanted), Some(given)) if agrees(wanted, given, in_part) => {}
            (wanted, given) => {
                let show = |value: Option<&Value>| value.map_or("nothing".to_owned(), show);
                let (wanted, given) = (show(wanted), show(given));
                differences.push(format!("{name}[{at}]: want {wanted}\n{:>12}got {given}", ""));
            }
        }
    }
}

/// Compares two objects field by field, whatever the order; `in_part` looks at wanted fields only.
fn agrees(wanted: &Value, given: &Value, in_part: bool) -> bool {
    let (Value::Object(fields), Value::Object(all)) = (wanted, given) else {
        return wanted == given;
    };
    (in_part || fields.len() == all.len())
        && fields.iter().all(|(name, value)| all.get(name) == Some(value))
}

fn show(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{name} {}", show(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}
