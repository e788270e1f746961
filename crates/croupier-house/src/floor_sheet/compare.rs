//! What a floor sheet wants, compared with what came: only the fields that are wanted are looked at.

use croupier_floor::{Denied, People, Reason};
use serde_json::{Map, Value};

use super::named::named;

/// Tells whether what came has everything that is wanted of it.
///
/// An object must have the wanted fields, `null` for one that is missing or empty. A list must have the wanted items
/// in their order, others may stand between them; `[]` wants an empty one. A word stands for an object with that one
/// key.
pub(super) fn has(wanted: &Value, came: &Value) -> bool {
    match (wanted, came) {
        (Value::Object(fields), Value::Object(all)) => fields.iter().all(|(name, wanted)| {
            let came = all.get(name).unwrap_or(&Value::Null);
            has(wanted, came)
        }),
        (Value::Array(wanted), Value::Array(came)) if wanted.is_empty() => came.is_empty(),
        (Value::Array(wanted), Value::Array(came)) => first_missing(wanted, came).is_none(),
        (Value::String(word), Value::Object(fields)) => {
            fields.len() == 1 && fields.contains_key(word)
        }
        (wanted, came) => wanted == came,
    }
}

/// Finds the first of the wanted items that does not follow those before it.
pub(super) fn first_missing<'a>(wanted: &'a [Value], came: &[Value]) -> Option<&'a Value> {
    let mut rest = came.iter();
    wanted.iter().find(|wanted| !rest.any(|came| has(wanted, came)))
}

/// Writes a denial as sheets have it: what said no, by which clause, and the code of the reason.
pub(super) fn denial(denied: &Denied, people: &People) -> Value {
    let mut fields = Map::new();
    fields.insert("by".to_owned(), named(&denied.by(), people));
    if let Some(clause) = &denied.clause {
        fields.insert("clause".to_owned(), clause.as_ref().into());
    }
    fields.insert("reason".to_owned(), named(&denied.reason, people));
    Value::Object(fields)
}

/// Tells whether a denial is the wanted one. The reason of the game's rules may be named by its own code.
pub(super) fn is_denial(wanted: &Value, denied: &Denied, people: &People) -> bool {
    let mut came = denial(denied, people);
    if let (Some(Value::String(code)), Reason::Refused(why)) =
        (wanted.get("reason"), &denied.reason)
        && code == why.code()
    {
        came["reason"] = code.as_str().into();
    }
    wanted.is_object() && has(wanted, &came)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::has;

    #[test]
    fn only_what_is_wanted_is_compared() {
        let came = json!({"notice": {"at": 5, "clause": "6.5", "notice": {"limits": {"min": 1}}}});
        assert!(has(&json!({"notice": {"clause": "6.5"}}), &came));
        assert!(has(&json!("notice"), &came));
        assert!(has(&json!({"notice": {"notice": "limits", "on": null}}), &came));
        assert!(!has(&json!({"notice": {"clause": "6.5.1"}}), &came));
        assert!(!has(&json!({"notice": {"clause": null}}), &came));
        assert!(!has(&json!("prompt"), &came));
        assert!(has(&json!([1, 3]), &json!([1, 2, 3])) && !has(&json!([3, 1]), &json!([1, 2, 3])));
        assert!(has(&json!([]), &json!([])) && !has(&json!([]), &json!([1])));
    }
}
