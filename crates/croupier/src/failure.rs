//! How the words of the command end when they cannot do what they were asked for.

use std::fmt::Write as _;
use std::io;
use std::process::ExitCode;

/// Whether all of the input was right; an error when the command could not run.
pub(crate) type Done = Result<bool, Failure>;

/// The command could not do what it was asked for.
#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    hint: Option<String>,
    status: u8,
}

impl Failure {
    /// The world failed: a disk, a pipe.
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), hint: None, status: 2 }
    }

    /// What was asked for does not exist.
    pub(crate) fn input(what: impl Into<String>) -> Self {
        Self { status: 1, ..Self::new(what) }
    }

    /// Says that the command could not run, whatever the reason, where 1 means something else.
    pub(crate) fn could_not_run(self) -> Self {
        Self { status: 2, ..self }
    }

    /// Adds a way forward.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// Tells the person at the terminal.
    pub(crate) fn report(self) -> ExitCode {
        let mut text = format!("error: {}\n", self.what);
        if let Some(hint) = self.hint {
            let _ = writeln!(text, "\nhint: {hint}");
        }
        eprint!("{text}");
        ExitCode::from(self.status)
    }
}

/// Turns a failed write into the end of the command: a reader that has gone is no failure.
pub(crate) fn written(result: io::Result<()>, to: &str) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => Err(Failure::new(format!("cannot write to {to}: {error}"))),
        Ok(()) => Ok(()),
    }
}
