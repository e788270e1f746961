//! The edge meter: what each wager is worth at a table now, with the cards that are left. For staff.

use croupier_engine::{Card, Kind, Setup};
use croupier_floor::Room;
use croupier_odds::{Composition, Question, Unanswered, odds};
use croupier_sheet::Refused;
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

/// What a wager is worth.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(crate) struct Edge {
    /// Which wager.
    on: &'static str,
    /// Its number or point total.
    mark: Option<u8>,
    /// What the house keeps of each unit staked, on the average; below nothing, the player is ahead.
    edge: String,
    /// The player is ahead.
    favourable: bool,
}

/// What is asked about a table: taken on the thread of the floor, answered elsewhere.
pub(crate) struct Asked {
    kind: Kind,
    setup: Setup,
    left: Option<[u8; Card::COUNT]>,
    decks: u8,
}

impl Asked {
    pub(crate) fn about(room: &Room) -> Self {
        let rules = room.table.rules();
        let setup = Setup {
            decks: (rules.decks > 0).then_some(rules.decks),
            variant: rules.variant,
            jackpot: rules.jackpot.clone(),
            source: rules.source,
            ..Setup::default()
        };
        let left = (rules.decks > 0).then(|| *room.table.shoe().source());
        Self { kind: room.kind, setup, left, decks: rules.decks }
    }

    /// Works it out.
    ///
    /// # Errors
    /// Says why there is no answer, such as too few cards.
    pub(crate) fn answer(self) -> Result<Vec<Edge>, String> {
        let shoe = self.left.map(|left| composition(self.decks, &left));
        let question = Question { shoe, ..Question::new(self.kind, self.setup) };
        let report = odds(&question).map_err(|why| match why {
            Unanswered::Refused(refusal) => Refused(refusal).to_string(),
            why => why.to_string(),
        })?;
        let edges = report.wagers.iter().map(|odds| {
            let edge = odds.edge();
            let shown = edge.to_f64();
            Edge {
                on: report.spot(odds),
                mark: odds.mark,
                edge: format!("{shown:.6}"),
                // One that follows from a choice is part of the wager that it follows.
                favourable: shown < 0.0 && !report.kind.follows(odds.on),
            }
        });
        Ok(edges.collect())
    }
}

fn composition(decks: u8, left: &[u8; Card::COUNT]) -> Composition {
    let mut shoe = Composition::full(decks);
    for (index, &left) in left.iter().enumerate() {
        let Some(card) = Card::from_index(index) else { continue };
        for _ in left..decks {
            // There are as many as there are decks.
            let _there = shoe.remove(card);
        }
    }
    shoe
}
