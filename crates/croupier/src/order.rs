//! `croupier order`: loads the text of a game's order into a house, so that everyone can read it.

use std::path::PathBuf;

use clap::Args;
use croupier_engine::Kind;
use croupier_floor::{Act, HouseAct};
use croupier_house::order;

use crate::failure::{Done, Failure};
use crate::people;

/// Load the text of a game's order, which every table then shows
///
/// The text is kept beside the journal, in the folder DB.orders, and its SHA-256 in the journal. The password of the
/// manager is read from the terminal, or from standard input. A house that is running is loaded from its page.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    #[arg(help = crate::rules::game_help())]
    game: String,

    /// A file with the text of its order
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The journal
    #[arg(value_name = "DB")]
    journal: PathBuf,

    /// The manager who loads it
    #[arg(long, value_name = "MANAGER")]
    by: String,
}

/// Keeps the text, and has its hash recorded.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let Arguments { game, file, journal, by } = arguments;
    let known = Kind::named(game);
    let kind = known.ok_or_else(|| {
        let names: Vec<_> = Kind::offered().map(Kind::name).collect();
        Failure::input(format!("there is no game {game:?}")).hint(names.join(", "))
    })?;
    people::must_exist(journal)?;
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
    if text.trim().is_empty() || text.len() > order::MOST_BYTES {
        return Err(Failure::input(format!(
            "{} has {} bytes; the text of an order has 1 to {}",
            file.display(),
            text.len(),
            order::MOST_BYTES
        )));
    }
    people::act(journal, people::Who::Person { who: by, agreed_by: None }, |_| {
        let sha256 = order::keep(journal, &text)
            .map_err(|error| Failure::new(format!("{}.orders: {error}", journal.display())))?;
        let game = kind.name().to_owned();
        Ok(Act::HouseAct(HouseAct::LoadOrder { game, sha256 }))
    })
}
