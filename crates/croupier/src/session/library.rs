//! The strategies that come with croupier, and those in files.

use std::path::Path;

use croupier_engine::Kind;
use croupier_sim::strategy::Strategy;

use crate::columns::Columns;
use crate::failure::Failure;
use crate::register::STRATEGIES;

/// Finds a strategy that comes with croupier by its name.
pub(super) fn shipped(name: &str) -> Result<&'static str, Failure> {
    let found = STRATEGIES.iter().find(|(file, _)| file.strip_suffix(".toml") == Some(name));
    found.map(|(_, text)| *text).ok_or_else(|| {
        Failure::input(format!("no strategy {name:?} comes with croupier"))
            .hint("croupier session --list shows those that do")
    })
}

/// Reads a strategy from a file, or by its name.
pub(super) fn find(name: &str) -> Result<Strategy, Failure> {
    let text = match shipped(name) {
        Ok(text) => text.to_owned(),
        Err(unknown) if !name.contains(['.', '/', '\\']) && !Path::new(name).exists() => {
            return Err(unknown);
        }
        Err(_) => {
            let failure = |error| Failure::new(format!("cannot read {name}: {error}"));
            std::fs::read_to_string(name).map_err(failure)?
        }
    };
    read(name, &text)
}

fn read(name: &str, text: &str) -> Result<Strategy, Failure> {
    Strategy::read(text).map_err(|mistake| {
        let failure = Failure::input(format!("{name}:{mistake}\n{}", mistake.shown()));
        match mistake.hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })
}

/// What the strategy is called that is played at a game for which none comes with croupier.
pub(super) const FLAT: &str = "flat stakes";

/// Tells whether a strategy for a game comes with croupier.
pub(super) fn has(kind: Kind) -> Result<bool, Failure> {
    for (file, text) in STRATEGIES {
        if read(file, text)?.kind == kind {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Makes a strategy for any game: the same stake on its first wager, round after round.
pub(super) fn flat(kind: Kind) -> Result<Strategy, Failure> {
    let game = kind.describe();
    let by_itself = game.wagers.iter().find(|wager| !wager.follows && !wager.fixed_price);
    let Some(wager) = by_itself else {
        return Err(Failure::input(format!("{} has no wager to play by itself", game.title)));
    };
    let (game, on) = (game.name, wager.name);
    let text = format!(
        "title = \"Flat\"\nabout = \"The same stake on {on}, round after round.\"\n\
         game = \"{game}\"\n\n[variables]\nunit = 10\n\n\
         [[before]]\nwager = \"{on}\"\nstake = \"unit\"\n"
    );
    read(FLAT, &text)
}

/// Lists the strategies of a game, or all, a line each.
pub(super) fn list(game: Option<&str>, out: &mut String) -> Result<(), Failure> {
    let kind = game.map(crate::rules::game).transpose()?;
    let mut table = Columns::new(&["name", "game", "about"], &[]);
    for (file, text) in STRATEGIES {
        let name = file.strip_suffix(".toml").unwrap_or(file);
        let strategy = find(name)?;
        debug_assert_eq!(shipped(name)?, *text, "found by name");
        if kind.is_none_or(|kind| strategy.kind == kind) {
            table.row([name.to_owned(), strategy.kind.name().to_owned(), strategy.about]);
        }
    }
    table.write("", out);
    Ok(())
}
