//! `croupier check`: whether a house would open, and what will stop it later, said before anybody plays.

mod machine;
mod records;
mod ways_in;

use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use croupier_server::{Clock as _, System};

use crate::failure::{Done, written};
use crate::serve::read_config;

/// Check the set-up of a house without opening it: configuration, certificate, files, keys, clock, disk
///
/// Nothing is changed, and the house may be running. Each line says what was looked at: `ok`, `note` for what somebody
/// should know, `WRONG` for what keeps the house from opening or will stop it. The exit status is 1 if anything is
/// wrong. What is in the journal is not read: that is `croupier verify`. Run it as the user that the house runs as.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A file with the set-up
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// The journal, in place of the one of the set-up
    #[arg(long, value_name = "DB")]
    journal: Option<PathBuf>,
}

/// Looks at everything, and says what was found.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let mut findings = Findings::default();
    match read_config(arguments.config.as_deref()) {
        Err(wrong) => findings.wrong("configuration", wrong),
        Ok(mut config) => {
            config.journal = arguments.journal.clone().unwrap_or(config.journal);
            let now = System.now();
            ways_in::check_config(&config, arguments.config.as_deref(), &mut findings);
            ways_in::check(&config, now, &mut findings);
            records::check(&config, now, &mut findings);
            machine::check(&config, &mut findings);
        }
    }
    let text = findings.to_string();
    written(std::io::stdout().lock().write_all(text.as_bytes()), "standard output")?;
    Ok(!findings.0.iter().any(|finding| matches!(finding.grade, Grade::Wrong)))
}

/// How grave something is.
#[derive(Clone, Copy)]
enum Grade {
    Good,
    Note,
    Wrong,
}

struct Finding {
    grade: Grade,
    about: &'static str,
    says: String,
}

/// What was found, in the order in which it was looked at.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn good(&mut self, about: &'static str, says: impl fmt::Display) {
        self.0.push(Finding { grade: Grade::Good, about, says: says.to_string() });
    }

    fn note(&mut self, about: &'static str, says: impl fmt::Display) {
        self.0.push(Finding { grade: Grade::Note, about, says: says.to_string() });
    }

    fn wrong(&mut self, about: &'static str, says: impl fmt::Display) {
        self.0.push(Finding { grade: Grade::Wrong, about, says: says.to_string() });
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Finding { grade, about, says } in &self.0 {
            let grade = match grade {
                Grade::Good => "ok   ",
                Grade::Note => "note ",
                Grade::Wrong => "WRONG",
            };
            let mut lines = says.trim_end().lines();
            writeln!(f, "{grade}  {about:<13}  {}", lines.next().unwrap_or_default())?;
            for line in lines {
                writeln!(f, "{:22}{line}", "")?;
            }
        }
        Ok(())
    }
}

/// Says how long something takes, in the largest unit of which there are two.
fn duration(milliseconds: u64) -> String {
    let minutes = milliseconds / 60_000;
    let mut text = String::new();
    let _ = match minutes {
        0..120 => write!(text, "{minutes} minutes"),
        120..2_880 => write!(text, "{} hours", minutes / 60),
        _ => write!(text, "{} days", minutes / 1_440),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::{Findings, duration};

    #[test]
    fn findings_stand_in_columns() {
        let mut findings = Findings::default();
        findings.good("journal", "42 entries");
        findings.wrong("configuration", "house.toml: no\n1 | x");
        let want = "ok     journal        42 entries\n\
                    WRONG  configuration  house.toml: no\n                      1 | x\n";
        assert_eq!(findings.to_string(), want);
    }

    #[test]
    fn durations_have_one_unit() {
        for (minutes, says) in
            [(0, "0 minutes"), (119, "119 minutes"), (120, "2 hours"), (2_880, "2 days")]
        {
            assert_eq!(duration(minutes * 60_000), says);
        }
    }
}
