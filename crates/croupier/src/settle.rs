//! `croupier settle`: answers round sheets.

mod explain;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use clap::Args;
use croupier_sheet::{Answerer, Verdict, check, write_error};

use crate::help::{Done, Failure, written};
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
    let mut counts = Counts::default();
    for file in files {
        let name = file.display().to_string();
        let input: Box<dyn Read + Send> = if name == "-" {
            Box::new(io::stdin())
        } else {
            let failure = |error| Failure::new(format!("cannot open {name}: {error}"));
            Box::new(File::open(file).map_err(failure)?)
        };
        let done = match (arguments.check, arguments.explain) {
            (true, _) => counts.check(input, &name, &mut output),
            (_, true) => stream::run(input, &mut output, || lines(explain::explain)),
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
        right &= counts.different == 0;
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
        for (number, line) in (first_line..).zip(block.split(|&byte| byte == b'\n')) {
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
    same: u64,
    different: u64,
    nothing_wanted: u64,
}

impl Counts {
    fn check(
        &mut self,
        mut input: impl Read,
        file: &str,
        output: &mut impl Write,
    ) -> Result<bool, Broken> {
        let mut text = String::new();
        input.read_to_string(&mut text).map_err(Broken::Read)?;
        let mut answerer = Answerer::default();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim_ascii().is_empty() {
                continue;
            }
            let mut answer = String::new();
            answerer.answer(line, &mut answer);
            match check(line, &answer) {
                Verdict::Same => self.same += 1,
                Verdict::NothingWanted => self.nothing_wanted += 1,
                Verdict::Different(differences) => {
                    self.different += 1;
                    let id = croupier_sheet::Sheet::id_of(line);
                    let id = id.as_deref().unwrap_or("no id");
                    writeln!(output, "{file}:{number}: {id}").map_err(Broken::Write)?;
                    for difference in differences {
                        writeln!(output, "    {difference}").map_err(Broken::Write)?;
                    }
                }
            }
        }
        Ok(true)
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { same, different, nothing_wanted } = self;
        write!(f, "{same} as wanted, {different} different")?;
        match nothing_wanted {
            0 => Ok(()),
            _ => write!(f, ", {nothing_wanted} that want nothing"),
        }
    }
}
