//! The games as data: all that forms, menus and a plain felt need to know of them.

use std::collections::BTreeSet;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use croupier_engine::describe::{self, Deck, Description, Trouble, WagerKind};
use croupier_engine::game::Burn;
use croupier_engine::input::Source;
use croupier_engine::pays::{At, Pays};
use croupier_engine::setup::Method;
use croupier_engine::wager::Mark;
use croupier_engine::{Card, Kind, WagerId};
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::App;
use crate::assets;
use crate::floor_thread::FloorThread;
use crate::problem::Problem;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/games", get(games))
}

/// All games.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub(super) struct Games {
    games: Vec<Game>,
}

/// A game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Game {
    name: &'static str,
    title: &'static str,
    /// It is an example; offered only by a house that was told so.
    example: bool,
    /// This house opens tables of it.
    offered: bool,
    /// Its layout is drawn; else the page makes a plain one of the sign.
    drawn: bool,
    /// What the hand of the house is called.
    dealer: &'static str,
    /// What the hand is called that all players share, where there is one.
    shared: Option<&'static str>,
    /// It is played with dice; else with cards.
    dice: bool,
    /// The wager that brings an area its cards.
    main: Option<&'static str>,
    wagers: Vec<Wager>,
    areas: Option<Areas>,
    /// How many seats a table usually has.
    seats: u8,
    /// It matters to the rules where players sit.
    seats_matter: bool,
    choices: Vec<Choice>,
    /// What may be chosen while a card that was dealt in error waits for a place.
    choices_of_a_card: Vec<&'static str>,
    /// What an absent player is taken to have chosen.
    absent: Option<&'static str>,
    variants: &'static [&'static str],
    cards: Option<Cards>,
    /// A jackpot may be on offer.
    jackpot: bool,
    /// The table of prizes of its jackpot, as the terms of a pool name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    prizes: Option<&'static str>,
    /// The games that may share a pool with it, whether or not they run here.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pool: &'static [&'static str],
    /// The acts about players and signs that the game's order has a rule for, of those that not every order has.
    acts: Vec<&'static str>,
    situations: Vec<Situation>,
    /// What its order forbids people at or near a table, as kinds of incidents that staff write down.
    forbidden: Vec<Forbidden>,
}

/// Something that an order forbids people.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Forbidden {
    kind: &'static str,
    clause: &'static str,
}

/// A kind of wager.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Wager {
    name: &'static str,
    clause: &'static str,
    /// It lies on a playing area; else it belongs to the player alone.
    on_area: bool,
    /// The numbers or point totals that it may be placed on.
    marks: Option<Marks>,
    /// Into how many equal parts its stake is split.
    parts: u8,
    /// The wager that it cannot do without.
    needs: Option<&'static str>,
    /// It is placed by a choice, never by itself.
    follows: bool,
    /// Its price is fixed, as that of a jackpot wager.
    fixed_price: bool,
    /// A commission is charged when it is placed.
    commission: bool,
    /// It may be called on and off.
    callable: bool,
    pays: Vec<Pay>,
}

/// The numbers of a wager.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Marks {
    /// `number`, `point`, or `travels` for a wager to which a roll gives its number.
    kind: &'static str,
    of: &'static [u8],
}

/// A row of the pay table.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Pay {
    wins: u16,
    per: u16,
    /// The part of the stake that is alive in such a win, as two numbers.
    part: [u8; 2],
    /// For which numbers of the wager; none for all.
    numbers: &'static [u8],
    /// The clause by which it wins.
    clause: &'static str,
    /// The clauses that write the price.
    written: &'static [&'static str],
    /// `null` at every table, `""` without a variant, else the variant at which it is paid.
    variant: Option<&'static str>,
    /// A fixed prize: so many times the wager, which is gone.
    prize: bool,
}

/// The playing areas.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Areas {
    count: u8,
    /// How many players may wager on one.
    sharing: u8,
}

/// Something that a player can decide.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Choice {
    choice: &'static str,
    /// The wager that it places.
    places: Option<&'static str>,
    /// The wager that the placed one equals.
    equals: Option<&'static str>,
}

/// The cards.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Cards {
    /// The numbers of decks that may be used, the usual one first.
    decks: &'static [u8],
    /// `shoe` or `device`, the usual one first.
    sources: Vec<&'static str>,
    /// `A` (face up) or `B` (players take the cards up), the usual one first.
    methods: Vec<&'static str>,
    /// For each number of decks, how many cards may lie behind the cutting card; none without a cut.
    cut: Vec<Cut>,
    /// How many cards are burned: `one`, or `by-face` for one and as many more as it counts.
    burn: &'static str,
    /// Discards are fed back into the device.
    feeds: bool,
}

/// Where the cutting card may go.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Cut {
    decks: u8,
    least: u32,
    most: u32,
}

/// A situation that should not arise.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
struct Situation {
    what: &'static str,
    /// What is told of it.
    fields: Vec<&'static str>,
    /// The orders ask for grounds, in words.
    wants_grounds: bool,
    /// Something can be done before the first card of a round.
    before: bool,
    /// Something can be done in a round.
    in_round: bool,
    /// Something can be done when a round was settled and the next has not begun.
    after: bool,
    /// Who has the say: `anyone`, `supervisor`, `authority` (a supervisor or an inspector), `boxperson`.
    say: &'static str,
}

/// Every game that the house offers, as data
///
/// A game of a table that is open is listed too, even if no further table of it may be opened.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/games", tag = "rules", responses((status = 200, body = Games),
    (status = 503, body = Problem, content_type = "application/problem+json"))))]
pub(super) async fn games(State(app): State<App>) -> Result<Json<Games>, Problem> {
    let kinds =
        |thread: &mut FloorThread| thread.floor().rooms.values().map(|it| it.kind).collect();
    let (_, open): (_, BTreeSet<Kind>) = app.house.ask(kinds).await?;
    Ok(Json(Games::of(app.house.shared.config.examples, &open)))
}

impl Games {
    fn of(examples: bool, open: &BTreeSet<Kind>) -> Self {
        let offered = |kind: Kind| examples || !kind.is_example();
        let listed = Kind::ALL.into_iter().filter(|&kind| offered(kind) || open.contains(&kind));
        Self { games: listed.map(|kind| Game::of(&kind.describe(), offered(kind))).collect() }
    }
}

impl Game {
    fn of(game: &Description, offered: bool) -> Self {
        let kind = Kind::named(game.name);
        let name = |on: WagerId| game.wagers[usize::from(on.0)].name;
        let choice = |it: &describe::Decision| Choice {
            choice: it.choice.name(),
            places: it.places.map(name),
            equals: it.equals.map(name),
        };
        Self {
            name: game.name,
            title: game.title,
            example: game.example,
            offered,
            drawn: assets::has(&format!("felts/{}.html", game.name)),
            dealer: game.dealer,
            shared: game.shared,
            dice: game.cards.is_none(),
            main: game.main.map(name),
            wagers: game.wagers.iter().map(|wager| Wager::of(wager, game)).collect(),
            areas: game.areas.map(|it| Areas { count: it.count, sharing: it.sharing }),
            seats: game.seats,
            seats_matter: game.seats_matter,
            choices: game.choices.iter().map(choice).collect(),
            choices_of_a_card: game.choices_of_a_card.iter().map(|it| it.name()).collect(),
            absent: game.absent.map(|choice| choice.name()),
            variants: game.variants,
            cards: game.cards.as_ref().map(Cards::of),
            jackpot: game.jackpot,
            prizes: kind.and_then(Kind::jackpots).map(|rules| rules.prizes),
            pool: kind.map_or(&[], Kind::pool),
            acts: acts(game.name),
            forbidden: forbidden(game.name),
            situations: game.situations.iter().map(Situation::of).collect(),
        }
    }
}

/// Lists what an order forbids people at or near a table.
fn forbidden(game: &str) -> Vec<Forbidden> {
    let pit = Kind::named(game).map(|kind| kind.house().pit);
    let breaches = pit.iter().flat_map(|pit| pit.breaches);
    breaches.map(|(kind, clause)| Forbidden { kind: kind.name(), clause: clause.0 }).collect()
}

/// Lists the acts that an order has a rule for.
fn acts(game: &str) -> Vec<&'static str> {
    let Some(kind) = Kind::named(game) else { return Vec::new() };
    let pit = kind.house().pit;
    let has = [
        ("give-up", pit.give_up.is_some()),
        ("vacate", pit.vacate.is_some()),
        ("bar", pit.bar.is_some()),
        ("exclude", pit.exclude.is_some()),
        ("detain", pit.detain.is_some()),
        ("own-limit", pit.own_limits.is_some()),
        ("end-sparing", pit.spare.is_some()),
        ("exchange-voucher", pit.tokens.is_some()),
    ];
    has.into_iter().filter(|(_, has)| *has).map(|(act, _)| act).collect()
}

impl Wager {
    fn of(wager: &WagerKind, game: &Description) -> Self {
        let marks = |kind, of| Some(Marks { kind, of });
        Self {
            name: wager.name,
            clause: wager.clause.0,
            on_area: wager.on_area,
            marks: match wager.mark {
                Mark::None => None,
                Mark::Number(of) => marks("number", of),
                Mark::Point(of) => marks("point", of),
                Mark::Travels(of) => marks("travels", of),
            },
            parts: wager.parts,
            needs: wager.needs.map(|on| game.wagers[usize::from(on.0)].name),
            follows: wager.follows,
            fixed_price: wager.fixed_price,
            commission: wager.commission,
            callable: wager.can_be_called,
            pays: wager.pays.iter().map(|row| Pay::of(row, game)).collect(),
        }
    }
}

impl Pay {
    fn of(row: &Pays, game: &Description) -> Self {
        Self {
            wins: row.odds.wins,
            per: row.odds.per,
            part: [row.part.0, row.part.1],
            numbers: row.marks,
            clause: row.cited.0,
            written: row.written,
            variant: match row.at {
                At::Every => None,
                At::Plain => Some(""),
                At::Variant(variant) => game.variants.get(usize::from(variant)).copied(),
            },
            prize: row.is_prize,
        }
    }
}

impl Cards {
    fn of(cards: &Deck) -> Self {
        let source = |source: &Source| match source {
            Source::Shoe => "shoe",
            Source::Device => "device",
        };
        let method = |method: &Method| match method {
            Method::A => "A",
            Method::B => "B",
        };
        let cut = |&decks: &u8| {
            let range = cards.cut?.behind.range(u32::from(decks) * Card::COUNT as u32);
            Some(Cut { decks, least: *range.start(), most: *range.end() })
        };
        Self {
            decks: cards.decks,
            sources: cards.sources.iter().map(source).collect(),
            methods: cards.methods.iter().map(method).collect(),
            cut: cards.decks.iter().filter_map(cut).collect(),
            burn: match cards.burn {
                Burn::One => "one",
                Burn::ByFace => "by-face",
            },
            feeds: cards.feeds,
        }
    }
}

impl Situation {
    fn of(trouble: &Trouble) -> Self {
        let Trouble { what, fields, before, in_round, after, say } = *trouble;
        let fields = fields.iter().map(|field| field.name()).collect();
        let wants_grounds = what.wants_grounds();
        Self { what: what.name(), fields, wants_grounds, before, in_round, after, say: say.name() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is no example is listed, and an example where there is a table of it, or when it is offered.
    #[test]
    fn examples_are_listed_when_they_are_asked_for() {
        let listed = |examples, open: &[Kind]| {
            let games = Games::of(examples, &open.iter().copied().collect()).games;
            let offered = games.iter().filter(|game| game.offered).count();
            (games.len(), offered)
        };
        let (all, offered) = (Kind::ALL.len(), Kind::offered().count());
        assert_eq!(listed(false, &[]), (offered, offered));
        assert_eq!(listed(true, &[]), (all, all));
        assert_eq!(listed(false, &Kind::ALL), (all, offered));
    }

    /// The page's tests read what is served from this file; it is written anew where it is not so any more.
    #[test]
    fn the_page_is_tested_with_what_is_served() {
        let games = Games::of(true, &BTreeSet::new());
        let served = serde_json::to_string_pretty(&games).expect("it is plain data");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/web/tests/games.json");
        let known = std::fs::read_to_string(file).unwrap_or_default();
        if known.trim_end() != served {
            std::fs::write(file, served + "\n").expect("the tree can be written to");
            panic!(
                "web/tests/games.json was not what is served, and was written anew: run the tests again"
            );
        }
    }
}
