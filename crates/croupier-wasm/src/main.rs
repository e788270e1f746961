//! One question on standard input, answered on standard output: what a page asks of croupier without a server.
//!
//! The question is a line of JSON, `{"ask": NAME, ...}`. While it is worked on, lines `{"progress": [DONE, ALL]}` may come;
//! the last line is `{"answer": ...}` or `{"error": "..."}`. Files that a question names lie in the folder `/`, which the
//! page keeps in memory. The program keeps nothing from one question to the next.

mod ask;
mod draws;
mod drills;
mod journal;

use std::io::{self, Read as _, Write as _};

use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let said = match ask::answer(&text) {
        Ok(answer) => json!({ "answer": answer }),
        Err(why) => json!({ "error": why }),
    };
    say(&said)
}

/// Writes a line.
fn say(what: &Value) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{what}")?;
    out.flush()
}
