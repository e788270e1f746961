//! What a game's description says of a situation is what a step may tell of it.

use croupier_engine::Kind;
use croupier_engine::describe::{Field, Trouble};
use croupier_engine::irregular::Situation;

fn value(field: Field, what: Situation, wager: &str) -> String {
    match field {
        Field::Card => r#""card":"KS""#.to_owned(),
        Field::To if what == Situation::DieFound => r#""to":"bowl""#.to_owned(),
        Field::To => r#""to":1"#.to_owned(),
        Field::Exposed => r#""exposed":true"#.to_owned(),
        Field::Place => r#""dealer":true"#.to_owned(),
        Field::Cards => r#""cards":3"#.to_owned(),
        Field::Area => r#""area":1"#.to_owned(),
        Field::Player => r#""player":"A""#.to_owned(),
        Field::Players => r#""players":["A","B"]"#.to_owned(),
        Field::Forfeit => r#""forfeit":"yes""#.to_owned(),
        Field::Cause => r#""cause":"fraud""#.to_owned(),
        Field::Wager => format!(r#""player":"A","on":"{wager}","area":1"#),
        Field::Reason => r#""reason":"cocked""#.to_owned(),
        Field::Dice => r#""dice":1"#.to_owned(),
        Field::Device => r#""device":7"#.to_owned(),
    }
}

#[test]
fn every_situation_takes_the_fields_that_it_is_said_to_have() {
    for kind in Kind::ALL {
        let game = kind.describe();
        assert!(!game.situations.is_empty(), "{}", game.name);
        for Trouble { what, fields, .. } in &game.situations {
            let fields: String = fields
                .iter()
                .map(|field| format!(",{}", value(*field, *what, game.wagers[0].name)))
                .collect();
            let line = format!(
                r#"{{"id":"a","game":"{}","script":[{{"irregular":{{"what":"{}"{fields}}}}}]}}"#,
                game.name,
                what.name()
            );
            let mut out = String::new();
            assert!(croupier_sheet::answer(&line, &mut out), "{line} {out}");
        }
    }
}
