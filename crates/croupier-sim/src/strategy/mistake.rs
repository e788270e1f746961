//! A mistake in a strategy file: where it is, what it is, and what was expected.

use core::fmt;

/// A mistake in a strategy file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Its line, counted from 1.
    pub line: usize,
    /// Its column, counted in characters from 1.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// A way forward.
    pub hint: Option<String>,
    /// The line as it is written.
    pub text: String,
}

impl Mistake {
    /// Says what is wrong at a byte of the source.
    pub(super) fn at(source: &str, byte: usize, fault: Fault) -> Self {
        let byte = (0..=byte.min(source.len())).rev().find(|&at| source.is_char_boundary(at));
        let before = &source[..byte.unwrap_or(0)];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let text = source[start..].lines().next().unwrap_or("").to_owned();
        let line = 1 + before.matches('\n').count();
        let column = 1 + before[start..].chars().count();
        Self { line, column, what: fault.what, hint: fault.hint, text }
    }

    /// Shows the line with a mark under the place.
    pub fn shown(&self) -> String {
        let number = self.line.to_string();
        let gap = " ".repeat(number.len());
        let before = self.text.chars().take(self.column - 1);
        let pad: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        format!("{gap} |\n{number} | {}\n{gap} | {pad}^", self.text)
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.what)
    }
}

/// What is wrong, before it is known where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) what: String,
    pub(super) hint: Option<String>,
}

impl Fault {
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), hint: None }
    }

    pub(super) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// Offers the nearest of the words that would have been right, or all of them if they are few.
    pub(super) fn instead_of<'a>(
        self,
        word: &str,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let words: Vec<_> = words.into_iter().collect();
        match nearest(word, &words) {
            Some(near) => self.hint(format!("did you mean {near}?")),
            None if words.is_empty() => self,
            None => self.hint(format!("expected one of {}", words.join(", "))),
        }
    }
}

/// Finds the word that is most like another, if any is like it at all.
fn nearest<'a>(word: &str, words: &[&'a str]) -> Option<&'a str> {
    let allowed = 1 + word.chars().count() / 3;
    let by_distance = words.iter().map(|&other| (distance(word, other), other));
    by_distance.filter(|(distance, _)| *distance <= allowed).min().map(|(_, other)| other)
}

/// Counts the letters to be changed, added or left out to make one word of another.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<_> = other.chars().collect();
    let mut row: Vec<_> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, &known) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != known);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn the_nearest_word_is_offered_only_if_it_is_near() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(nearest("stakes", &["stake", "wager"]), Some("stake"));
        assert_eq!(nearest("banana", &["stake", "wager"]), None);
    }
}
