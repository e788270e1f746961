//! `croupier settle`: answers round sheets.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;
use croupier_answers::explain::explain;
use croupier_sheet::{Answerer, Comparison, check, write_error};
use memchr::memchr_iter;

use crate::failure::{Done, Failure, written};
use crate::stream::{self, Broken};

/// Answer round sheets: who is paid what, and by which clause
///
/// Reads JSON Lines, one sheet a line, and prints one line of JSON for each, in order. A line that
/// is not a sheet is answered with what is wrong and where; the others are still done, and the exit
/// status is 1. The format is described in docs/round-sheet.md.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The sheets; standard input if there is none, or for -
    files: Vec<PathBuf>,

    /// Print tables for people instead, with each clause in a sentence
    #[arg(long)]
    explain: bool,

    /// Compare each answer with the sheet's own `want` and print the differences
    ///
    /// The exit status is 1 if any sheet gets another answer than it wants.
    #[arg(long, conflicts_with = "explain")]
    check: bool,
}

/// Answers all sheets; tells whether all lines were right.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let mut output = io::stdout().lock();
    let standard_input = [PathBuf::from("-")];
    let files = match &*arguments.files {
        [] => &standard_input[..],
        files => files,
    };
    let mut right = true;
    let counts = Counts::default();
    for file in files {
        let name = file.display().to_string();
        let input: Box<dyn Read + Send> = if name == "-" {
            Box::new(io::stdin())
        } else {
            let failure = |error| Failure::new(format!("cannot open {name}: {error}"));
            Box::new(File::open(file).map_err(failure)?)
        };
        let done = match (arguments.check, arguments.explain) {
            (true, _) => stream::run(input, &mut output, || {
                let (mut answerer, counts, name) = (Answerer::default(), &counts, &name);
                lines(move |line, number, out| counts.check(&mut answerer, name, line, number, out))
            }),
            (_, true) => stream::run(input, &mut output, || lines(explain)),
            (false, false) => stream::run(input, &mut output, || {
                let mut answerer = Answerer::default();
                lines(move |line, _, out| answerer.answer(line, out))
            }),
        };
        right &= match done {
            Ok(right) => right,
            Err(Broken::Read(error)) => {
                return Err(Failure::new(format!("cannot read {name}: {error}")));
            }
            Err(Broken::Write(error)) => {
                written(Err(error), "standard output")?;
                false
            }
        };
    }
    if arguments.check {
        written(writeln!(output, "{counts}"), "standard output")?;
    }
    Ok(right)
}

/// Makes a worker on blocks of lines of one that answers a single line.
fn lines(
    mut answer: impl FnMut(&str, u64, &mut String) -> bool,
) -> impl FnMut(&[u8], u64, &mut Vec<u8>) -> bool {
    move |block, first_line, out| {
        let mut text = String::with_capacity(block.len());
        let mut right = true;
        let ends = memchr_iter(b'\n', block).chain([block.len()]);
        let mut start = 0;
        for (number, end) in (first_line..).zip(ends) {
            let line = &block[start..end];
            start = (end + 1).min(block.len());
            match std::str::from_utf8(line) {
                Ok(line) if line.trim_ascii().is_empty() => {}
                Ok(line) => right &= answer(line, number, &mut text),
                Err(error) => {
                    let column = error.valid_up_to() + 1;
                    write_error(None, &format!("not UTF-8 text (byte {column})"), &mut text);
                    right = false;
                }
            }
        }
        out.extend_from_slice(text.as_bytes());
        right
    }
}

/// How many sheets were compared with what they want.
#[derive(Default)]
struct Counts {
    same: AtomicU64,
    different: AtomicU64,
    nothing_wanted: AtomicU64,
}

impl Counts {
    /// Compares the answer to a line with its `want`; tells whether all is well.
    fn check(
        &self,
        answerer: &mut Answerer,
        file: &str,
        line: &str,
        number: u64,
        out: &mut String,
    ) -> bool {
        let mut answer = String::new();
        let is_sheet = answerer.answer(line, &mut answer);
        let differences = match check(line, &answer) {
            Comparison::Same => {
                self.same.fetch_add(1, Ordering::Relaxed);
                return true;
            }
            Comparison::NothingWanted if is_sheet => {
                self.nothing_wanted.fetch_add(1, Ordering::Relaxed);
                return true;
            }
            Comparison::NothingWanted => vec![format!("not a sheet: {}", answer.trim_end())],
            Comparison::Different(differences) => differences,
        };
        self.different.fetch_add(1, Ordering::Relaxed);
        let id = croupier_sheet::Sheet::id_of(line);
        let _ = writeln!(out, "{file}:{number}: {}", id.as_deref().unwrap_or("no id"));
        for difference in differences {
            let _ = writeln!(out, "    {difference}");
        }
        false
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        write!(f, "{} as wanted, {} different", count(&self.same), count(&self.different))?;
        match count(&self.nothing_wanted) {
            0 => Ok(()),
            some => write!(f, ", {some} that want nothing"),
        }
    }
}
