//! `croupier export`: a journal as Parquet files.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use croupier_export::{Asked, Error, Exported, VerifiedJournal};
use croupier_floor::TableId;
use croupier_house::Stop;
use croupier_house::report::NoReport;

use crate::columns::Columns;
use crate::failure::{Done, Failure, written};
use crate::progress::Progress;

/// Write a journal as Parquet files: entries, tables, rounds, cards, wagers, settlements, money, incidents
///
/// The journal is proved first, and refused if it is not sound; then it is played again, and what lies
/// within the range is written. Files get their names when all of them are whole. Money is in cents, times
/// are UTC. docs/export.md says what is in each column.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The journal
    #[arg(value_name = "DB")]
    journal: PathBuf,

    /// The folder to write to; made if it does not exist
    #[arg(long, value_name = "DIR")]
    parquet: PathBuf,

    /// Only entries about this table
    #[arg(long, value_name = "N")]
    table: Option<u32>,

    /// The first entry that counts
    #[arg(long, value_name = "ENTRY")]
    from: Option<u64>,

    /// The last entry that counts
    #[arg(long, value_name = "ENTRY")]
    to: Option<u64>,

    /// Take the place of an export that is in the folder already
    #[arg(long)]
    force: bool,
}

/// Proves the journal, and writes its files.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let exported = export(arguments).map_err(|error| failed(error, &arguments.journal))?;
    let text = table(&exported);
    written(std::io::stdout().lock().write_all(text.as_bytes()), "standard output")?;
    if exported.signed < exported.entries.1 {
        eprintln!("note: entries after {} are not signed yet", exported.signed);
    }
    Ok(true)
}

fn export(arguments: &Arguments) -> Result<Exported, Error> {
    let Arguments { table, from, to, force, .. } = *arguments;
    let asked = Asked { table: table.map(TableId), from, to, force };
    let hashes = std::cell::OnceCell::new();
    let proved = VerifiedJournal::open(&arguments.journal, &|done, all| {
        hashes.get_or_init(|| Progress::new("hashes", all)).at(done);
    })?;
    drop(hashes);
    let progress = Progress::new("entries", to.unwrap_or(proved.entries()));
    proved.export(&asked, &arguments.parquet, |number| progress.at(number))
}

fn table(exported: &Exported) -> String {
    let mut columns = Columns::new(&["file", "rows"], &[1]);
    for file in &exported.files {
        columns.row([file.path.display().to_string(), file.rows.to_string()]);
    }
    let mut text = String::new();
    columns.write("", &mut text);
    text
}

fn failed(error: Error, journal: &Path) -> Failure {
    let what = error.to_string();
    match error {
        Error::Journal(NoReport::Asked(_)) => Failure::input(what),
        Error::Journal(NoReport::Stop(Stop::Entry { .. })) | Error::NotSound(_) => {
            Failure::input(format!("{}: {what}", journal.display()))
                .hint("nothing was written; croupier verify tells all that is wrong")
        }
        Error::There(_) => Failure::input(what).hint("--force takes the place of what is there"),
        Error::Journal(NoReport::Stop(_)) | Error::Write(..) => Failure::new(what),
    }
}
