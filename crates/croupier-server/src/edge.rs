//! The edge meter: what each wager is worth at a table now, with the cards that are left. For staff.

use croupier_engine::jackpot::Jackpot;
use croupier_engine::{Card, Cents, Kind, Setup};
use croupier_floor::{Floor, Level, Pool, Room};
use croupier_odds::{BreakEven, Composition, Fair, MysteryMeter, Question, Unanswered, odds};
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
        let report = odds(&question).map_err(|why| why_not(&why))?;
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

/// From which reading of one meter on a wager favours the player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(crate) struct BreakEvenView {
    /// Which meter.
    level: Level,
    /// The reading, in cents, if there is one.
    from: Option<u64>,
    /// Why there is none.
    why: Option<&'static str>,
    /// The meter has come so far.
    favourable: bool,
}

/// What is asked about a pool: taken on the thread of the floor, answered elsewhere.
pub(crate) struct AskedPool {
    kind: Option<Kind>,
    jackpot: Jackpot,
    /// The mystery meter, and what it shows.
    mystery: Option<(MysteryMeter, Cents)>,
}

impl AskedPool {
    pub(crate) fn about(floor: &Floor, pool: &Pool) -> Self {
        let jackpot = pool.jackpot(&floor.ledger);
        let mystery = pool.terms.mystery.map(|terms| {
            let (share, ceiling) = ((terms.share.part, terms.share.of), terms.ceiling);
            let meter = MysteryMeter { price: pool.terms.wager, share, ceiling };
            (meter, pool.reading(Level::Mystery, &floor.ledger))
        });
        Self { kind: pool.terms.kind(), jackpot, mystery }
    }

    /// Works it out, exactly, for a full shoe.
    ///
    /// # Errors
    /// Says why there is no answer.
    pub(crate) fn answer(self) -> Result<Vec<BreakEvenView>, String> {
        let kind = self.kind.ok_or("no game here has these prizes")?;
        let wagers = kind.describe().wagers;
        let spot = wagers.iter().find(|wager| wager.fixed_price).map(|wager| wager.name);
        let setup = Setup { jackpot: Some(self.jackpot.clone()), ..Setup::default() };
        let question = Question::new(kind, setup);
        let report = odds(&question).map_err(|why| why_not(&why))?;
        let odds = spot.and_then(|spot| report.find(spot, None));
        let odds = odds.ok_or("the game has no jackpot wager")?;
        let even = BreakEven::of(kind, odds, &self.jackpot, &question.terms);
        let mystery = self.mystery.map(|(meter, shows)| {
            let fair = meter.fair(&odds.edge());
            (Level::Mystery, fair, shows)
        });
        let meters = [
            (Level::Major, even.major, self.jackpot.major),
            (Level::Minor, even.minor, self.jackpot.minor),
        ];
        let meters = meters.into_iter().chain(mystery);
        let shown = meters.map(|(level, fair, reading)| BreakEvenView {
            level,
            from: fair.amount().map(|amount| amount.0),
            why: fair.reason(),
            favourable: match fair {
                Fair::From(amount) => reading >= amount,
                Fair::Always => true,
                Fair::Never => false,
            },
        });
        Ok(shown.collect())
    }
}

fn why_not(why: &Unanswered) -> String {
    match why {
        Unanswered::Refused(refusal) => Refused(*refusal).to_string(),
        why => why.to_string(),
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
