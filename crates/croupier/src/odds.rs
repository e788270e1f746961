//! `croupier odds`: exact odds of every wager of a game.

use std::fmt::Write as _;
use std::io::Write as _;

use clap::{Args, ValueEnum};
use croupier_engine::jackpot::Jackpot;
use croupier_engine::wager::Mark;
use croupier_engine::{Card, Cents, Kind, Setup, Suit};
use croupier_odds::{
    Chart, Composition, Decide, Odds, Prices, Question, Ratio, Removal, Report, Strategy, Terms,
};

use crate::columns::Columns;
use crate::failure::{Done, Failure, written};

/// Compute exact odds: every wager, every result, as fractions
///
/// For one player, off the top of a full shoe, or from what is left of it. Prices and results come
/// from the engine's own verdicts. The edge is what the house keeps of each unit first staked; the
/// element of risk is the same of each unit staked in all.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game, by its name in sheets
    game: String,

    /// Decks in the shoe
    #[arg(long)]
    decks: Option<u8>,

    /// A variant of the game: even-money
    #[arg(long)]
    variant: Option<String>,

    /// Cards that are gone from the shoe, such as "AD AD KS"
    #[arg(long, value_name = "CARDS")]
    removed: Option<String>,

    /// A file with what is left in the shoe: a card and its count on each line, such as "AD 6"
    #[arg(long, value_name = "FILE", conflicts_with = "removed")]
    shoe: Option<std::path::PathBuf>,

    /// How the player decides
    #[arg(long, value_enum)]
    strategy: Option<Word>,

    /// Other prices, by wager or clause, such as "strike-out=25:1,9.1.3=2:1"
    #[arg(long, value_name = "PRICES")]
    pays: Option<String>,

    /// Pay in chips of so many cents: what paying up to the next chip does to the edge
    #[arg(long, value_name = "CENTS", requires = "stake")]
    chip: Option<u64>,

    /// The stake, in cents, for --chip
    #[arg(long, value_name = "CENTS", requires = "chip")]
    stake: Option<u64>,

    /// List the stakes of 1 to 200 chips at which rounding halves the edge or hands it to the player
    #[arg(long, conflicts_with_all = ["json", "csv", "chip"])]
    rounding: bool,

    /// Show what one card of each rank less in the shoe does to the edge, in percentage points
    #[arg(long, conflicts_with_all = ["json", "csv", "rounding"])]
    removal: bool,

    /// bACEball: what the meters show, such as major=25000000,minor=1200000 (in cents)
    #[arg(long, value_name = "METERS")]
    meter: Option<String>,

    /// bACEball: the price of the jackpot wager, in cents
    #[arg(long, value_name = "CENTS", default_value_t = 500)]
    price: u64,

    /// Print one document of JSON, with reduced fractions
    #[arg(long)]
    json: bool,

    /// Print one row for each result as comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

/// A strategy, by its word.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Word {
    /// Casino War: always to war
    War,
    /// Casino War: always surrender
    Surrender,
    /// Lucky Draw: the best by exact cards
    Optimal,
    /// Lucky Draw: the best by total against the dealer's card
    Total,
}

/// Computes and prints the odds.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let kind = crate::rules::game(&arguments.game)?;
    let setup = setup(kind, arguments)?;
    let strategy = strategy(kind, arguments.strategy)?;
    let name = strategy_name(kind, &strategy);
    let shoe = match &arguments.shoe {
        Some(file) => Some(shoe_file(kind, &setup, file)?),
        None => shoe(kind, &setup, arguments.removed.as_deref())?,
    };
    let prices = Prices::read(kind, arguments.pays.as_deref().unwrap_or(""));
    let prices = prices.map_err(Failure::input)?;
    let terms = terms(arguments)?;
    let question = Question { kind, setup, shoe, strategy, prices, terms };
    let refused = |refusal: croupier_engine::Refusal| Failure::input(refusal.to_string());
    let report = croupier_odds::odds(&question).map_err(refused)?;
    let mut out = String::new();
    if arguments.removal {
        let shoe = question.shoe.clone().unwrap_or_else(|| Composition::full(report.decks));
        if report.decks == 0 {
            return Err(Failure::input(format!("{} has no cards", kind.title())));
        }
        let ranks = croupier_odds::removal(&question, &shoe).map_err(refused)?;
        removal_text(&report, &ranks, &mut out);
    } else if arguments.rounding {
        rounding_text(&report, &mut out);
    } else if arguments.json {
        json(&report, name, arguments, &mut out);
    } else if arguments.csv {
        csv(&report, &mut out);
    } else {
        text(&report, name, &mut out);
    }
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    Ok(true)
}

fn setup(kind: Kind, arguments: &Arguments) -> Result<Setup, Failure> {
    let variant = variant(kind, arguments.variant.as_deref())?;
    let jackpot = match kind.house().jackpot {
        Some(_) => Some(jackpot(arguments.meter.as_deref(), arguments.price)?),
        None => None,
    };
    Ok(Setup { decks: arguments.decks, variant, jackpot, ..Setup::default() })
}

/// Finds a variant by its name.
pub(crate) fn variant(kind: Kind, name: Option<&str>) -> Result<Option<u8>, Failure> {
    let Some(name) = name else { return Ok(None) };
    let at = kind.house().variants.iter().position(|variant| *variant == name);
    let unknown = Failure::input(format!("{} has no variant {name:?}", kind.title()));
    Ok(Some(at.ok_or(unknown)? as u8))
}

/// Reads the meters; where one is not given, the jackpot's floor counts.
pub(crate) fn jackpot(meter: Option<&str>, price: u64) -> Result<Jackpot, Failure> {
    let (mut major, mut minor) = (0, 0);
    for part in meter.iter().flat_map(|meter| meter.split(',')) {
        let wrong = || Failure::input(format!("{part:?} is not a meter, expected major=25000000"));
        let (name, amount) = part.split_once('=').ok_or_else(wrong)?;
        let amount = amount.trim().parse::<u64>().map_err(|_| wrong())?;
        match name.trim() {
            "major" => major = amount,
            "minor" => minor = amount,
            _ => return Err(wrong()),
        }
    }
    Ok(Jackpot {
        wager: Cents(price),
        major: Cents(major),
        minor: Cents(minor),
        mystery: false,
        pools: 1,
        increment: (0, 1),
        seed: Cents(0),
        linked: Vec::new(),
    })
}

/// Shows the effect of removal: ranks across, wagers down.
fn removal_text(report: &Report, ranks: &[Removal], out: &mut String) {
    let ranks_named: Vec<String> = ranks
        .iter()
        .map(|removal| Card::new(removal.rank, Suit::Clubs).to_string()[..1].to_owned())
        .collect();
    let mut headings = vec!["wager"];
    headings.extend(ranks_named.iter().map(String::as_str));
    let right: Vec<_> = (1..headings.len()).collect();
    let mut table = Columns::new(&headings, &right);
    for (at, odds) in report.wagers.iter().enumerate() {
        let changes = ranks.iter().map(|removal| points(&removal.changes[at]));
        table.row(std::iter::once(name(report.kind, odds)).chain(changes));
    }
    table.write("", out);
}

#[allow(clippy::float_arithmetic, reason = "for showing only")]
fn points(ratio: &Ratio) -> String {
    format!("{:+.4}", ratio.to_f64() * 100.0)
}

/// Lists where rounding matters, wager by wager.
fn rounding_text(report: &Report, out: &mut String) {
    let mut table =
        Columns::new(&["wager", "stake in chips", "edge at that stake", "exact edge"], &[1, 2, 3]);
    for odds in &report.wagers {
        for (at, rounded) in croupier_odds::rounding(odds, 200).iter().enumerate() {
            let first = at == 0;
            table.row([
                if first { name(report.kind, odds) } else { String::new() },
                rounded.chips.to_string(),
                percent(&rounded.edge),
                if first { percent(&odds.edge()) } else { String::new() },
            ]);
        }
    }
    table.write("", out);
}

/// Reads stake and chip.
fn terms(arguments: &Arguments) -> Result<Terms, Failure> {
    let (Some(stake), Some(chip)) = (arguments.stake, arguments.chip) else {
        return Ok(Terms::default());
    };
    let (stake, chip) = (Cents(stake), Cents(chip));
    let amounts = [stake, chip].iter().all(|&cents| !cents.is_zero() && cents <= Cents::CEILING);
    match amounts {
        true => Ok(Terms { stake: Some((stake, chip)) }),
        false => Err(Failure::input("stake and chip must be amounts in cents")),
    }
}

/// Finds the strategy for a word, or the usual one.
pub(crate) fn strategy(kind: Kind, word: Option<Word>) -> Result<Strategy, Failure> {
    match (kind, word) {
        (Kind::CasinoWar, None | Some(Word::War)) => Ok(Strategy::War),
        (Kind::CasinoWar, Some(Word::Surrender)) => Ok(Strategy::Surrender),
        (Kind::LuckyDrawBaccarat, Some(Word::Total)) => Ok(Strategy::Total),
        (Kind::LuckyDrawBaccarat, None | Some(Word::Optimal)) | (_, None) => Ok(Strategy::Best),
        (_, Some(_)) => Err(Failure::input(format!("{} has no such strategy", kind.title()))
            .hint("casino-war has war and surrender, lucky-draw-baccarat optimal and total")),
    }
}

/// Returns the word for a strategy, where a game has any.
pub(crate) fn strategy_name(kind: Kind, strategy: &Strategy) -> Option<&'static str> {
    match (kind, strategy) {
        (Kind::CasinoWar, Strategy::Surrender) => Some("surrender"),
        (Kind::CasinoWar, _) => Some("war"),
        (Kind::LuckyDrawBaccarat, Strategy::Total) => Some("total"),
        (Kind::LuckyDrawBaccarat, _) => Some("optimal"),
        (_, _) => None,
    }
}

/// Reads what is left in the shoe from a file.
fn shoe_file(kind: Kind, setup: &Setup, file: &std::path::Path) -> Result<Composition, Failure> {
    let name = file.display();
    let failure = |error| Failure::new(format!("cannot read {name}: {error}"));
    let text = std::fs::read_to_string(file).map_err(failure)?;
    let refused = |refusal: croupier_engine::Refusal| Failure::input(refusal.to_string());
    let decks = croupier_engine::AnyTable::open(kind, setup).map_err(refused)?.rules().decks;
    let mut counts = [None; Card::COUNT];
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |what: &str| Failure::input(format!("{name}:{number}: {what}: {line:?}"));
        let mut words = line.split_whitespace();
        let card = words.next().and_then(Card::parse).ok_or_else(|| wrong("not a card"))?;
        let count = words.next().and_then(|word| word.parse::<u8>().ok());
        let count = count.filter(|_| words.next().is_none()).ok_or_else(|| wrong("no count"))?;
        if count > decks {
            return Err(wrong(&format!("{decks} decks do not hold so many")));
        }
        if counts[card.index()].replace(count).is_some() {
            return Err(wrong("given twice"));
        }
    }
    let mut shoe = Composition::full(decks);
    for card in (0..Card::COUNT).filter_map(Card::from_index) {
        for _ in counts[card.index()].unwrap_or(0)..decks {
            let _there = shoe.remove(card);
        }
    }
    Ok(shoe)
}

/// Takes the cards that are gone out of a full shoe.
fn shoe(kind: Kind, setup: &Setup, removed: Option<&str>) -> Result<Option<Composition>, Failure> {
    let Some(removed) = removed else { return Ok(None) };
    let refused = |refusal: croupier_engine::Refusal| Failure::input(refusal.to_string());
    let table = croupier_engine::AnyTable::open(kind, setup).map_err(refused)?;
    let decks = table.rules().decks;
    let mut shoe = Composition::full(decks);
    for word in removed.split([' ', ',']).filter(|word| !word.is_empty()) {
        let unknown = || Failure::input(format!("{word:?} is not a card"));
        let card = Card::parse(word).ok_or_else(unknown)?;
        if !shoe.remove(card) {
            return Err(Failure::input(format!("{decks} decks do not hold so many of {card}")));
        }
    }
    Ok(Some(shoe))
}

fn text(report: &Report, strategy: Option<&str>, out: &mut String) {
    let kind = report.kind;
    let _ = write!(out, "{}", kind.title());
    if report.decks > 0 {
        let _ = write!(out, ", {} decks", report.decks);
    }
    if let Some(strategy) = strategy {
        let _ = write!(out, ", strategy {strategy}");
    }
    out.push_str("\n\n");
    let dice = report.decks == 0;
    let mut headings = vec!["wager", "edge", "exact", "risk", "sd", "wins"];
    headings.extend(dice.then_some("per roll"));
    let mut table = Columns::new(&headings, &[1, 2, 3, 4, 5, 6]);
    for odds in &report.wagers {
        let mut row = vec![
            name(kind, odds),
            percent(&odds.edge()),
            odds.edge().to_string(),
            percent(&odds.element_of_risk()),
            format!("{:.4}", odds.sd()),
            percent(&odds.hit()),
        ];
        row.extend(odds.per_roll().map(|roll| percent(&roll)));
        table.row(row);
    }
    table.write("", out);
    out.push('\n');
    let headings = ["wager", "result", "net", "probability", "exact", "clause"];
    let mut table = Columns::new(&headings, &[2, 3, 4]);
    for odds in &report.wagers {
        for (at, outcome) in odds.outcomes.iter().enumerate() {
            table.row([
                if at == 0 { name(kind, odds) } else { String::new() },
                outcome.result.name().to_owned(),
                outcome.net(&odds.terms).to_string(),
                percent(&outcome.probability),
                outcome.probability.to_string(),
                outcome.clause.to_string(),
            ]);
        }
    }
    table.write("", out);
    if let Some(chart) = &report.chart {
        chart_text(chart, out);
    }
}

/// Draws the strategy by total and dealer's card.
fn chart_text(chart: &Chart, out: &mut String) {
    out.push_str(
        "\nbest play by total (down) and dealer's card (across): D draw, S stand, ? by cards\n",
    );
    let across: Vec<_> = (0..10).map(|value| value.to_string()).collect();
    let _ = writeln!(out, "     {}", across.join(" "));
    for (total, row) in chart.iter().enumerate() {
        let cells: Vec<_> = row
            .iter()
            .map(|decide| match decide {
                Some(Decide::Draw) => "D",
                Some(Decide::Stand) => "S",
                None => "?",
            })
            .collect();
        let _ = writeln!(out, "  {total}  {}", cells.join(" "));
    }
}

fn csv(report: &Report, out: &mut String) {
    out.push_str("on,number,point,result,pays,probability,clause,ev,edge\n");
    for odds in &report.wagers {
        let (number, point) = marks(report.kind, odds);
        let show = |mark: Option<u8>| mark.map(|mark| mark.to_string()).unwrap_or_default();
        for outcome in &odds.outcomes {
            let _ = writeln!(
                out,
                "{},{},{},{},{},{},{},{},{}",
                layout(report.kind, odds),
                show(number),
                show(point),
                outcome.result.name(),
                outcome.net(&odds.terms),
                outcome.probability,
                outcome.clause,
                odds.ev(),
                odds.edge(),
            );
        }
    }
}

fn json(report: &Report, strategy: Option<&str>, arguments: &Arguments, out: &mut String) {
    let _ = write!(out, "{{\"game\":\"{}\",\"table\":{{", report.kind.name());
    if report.decks > 0 {
        let _ = write!(out, "\"decks\":{}", report.decks);
    }
    if let Some(variant) = &arguments.variant {
        let _ = write!(out, ",\"variant\":\"{variant}\"");
    }
    out.push_str("},\"strategy\":");
    let _ = match strategy {
        Some(strategy) => write!(out, "\"{strategy}\""),
        None => write!(out, "null"),
    };
    out.push_str(",\"wagers\":[");
    for (at, odds) in report.wagers.iter().enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        json_wager(report.kind, odds, out);
    }
    out.push_str("\n]}\n");
}

fn json_wager(kind: Kind, odds: &Odds, out: &mut String) {
    let (number, point) = marks(kind, odds);
    let _ = write!(out, "{{\"on\":\"{}\",\"number\":", layout(kind, odds));
    let _ = match number {
        Some(number) => write!(out, "{number}"),
        None => write!(out, "null"),
    };
    if let Some(point) = point {
        let _ = write!(out, ",\"point\":{point}");
    }
    out.push_str(",\"outcomes\":[");
    for (at, outcome) in odds.outcomes.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(
            out,
            "{comma}{{\"result\":\"{}\",\"pays\":\"{}\",\"probability\":\"{}\",\"clause\":\"{}\"}}",
            outcome.result.name(),
            outcome.net(&odds.terms),
            outcome.probability,
            outcome.clause
        );
    }
    let _ = write!(
        out,
        "],\"ev\":\"{}\",\"edge\":\"{}\",\"element_of_risk\":\"{}\",\"average_stake\":\"{}\",\"hit\":\"{}\",\"sd\":{:.10}",
        odds.ev(),
        odds.edge(),
        odds.element_of_risk(),
        odds.average_stake,
        odds.hit(),
        odds.sd(),
    );
    if let Some(per_roll) = odds.per_roll() {
        let _ = write!(out, ",\"per_roll\":\"{per_roll}\"");
    }
    out.push('}');
}

fn layout(kind: Kind, odds: &Odds) -> &'static str {
    kind.layouts()[usize::from(odds.on.0)].name
}

/// Splits a mark into number and point.
fn marks(kind: Kind, odds: &Odds) -> (Option<u8>, Option<u8>) {
    match kind.layouts()[usize::from(odds.on.0)].mark {
        Mark::Point(_) => (None, odds.mark),
        Mark::None | Mark::Number(_) | Mark::Travels(_) => (odds.mark, None),
    }
}

fn name(kind: Kind, odds: &Odds) -> String {
    match odds.mark {
        Some(mark) => format!("{} {mark}", layout(kind, odds)),
        None => layout(kind, odds).to_owned(),
    }
}

#[allow(clippy::float_arithmetic, reason = "for showing only; the fraction stands beside it")]
fn percent(ratio: &Ratio) -> String {
    format!("{:.4} %", ratio.to_f64() * 100.0)
}
