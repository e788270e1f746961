//! `croupier session`: a player with a bankroll and a strategy, many nights long.

mod charts;
mod compare;
mod json;
mod library;
mod money;
mod summary;
mod svg;
mod text;

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use clap::{Args, ValueEnum};
use croupier_engine::jackpot::Jackpot;
use croupier_engine::setup::Limit;
use croupier_engine::{Cents, Kind, Setup};
use croupier_sim::session::{Dealing, Plan, exact, expected, run as run_nights};
use croupier_sim::strategy::{Number, Strategy};

use crate::failure::{Done, Failure, written};
use crate::interrupt;
use crate::progress::Progress;
use crate::question::unanswered;
use money::{amount, count, number};
use summary::Summary;

/// Play nights with a bankroll and a strategy, and show what comes of them
///
/// Every wager is placed and settled by the engine; chance follows from the seed, so that the same
/// seed gives the same numbers on any number of threads. Amounts are dollars, such as 300 or 12.50.
/// A night ends when its rounds are over, the goal is reached, or the next wager cannot be covered;
/// what stands then is played to its end. An interrupt (Ctrl-C) shows what was played so far.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The game; it may be left out, because a strategy names its game
    game: Option<String>,

    /// A strategy: a file, or the name of one that comes with croupier
    #[arg(long, value_name = "FILE|NAME")]
    strategy: Option<String>,

    /// Put two or more strategies side by side: same bankroll, same hours, same seed
    #[arg(long, num_args = 2.., value_name = "FILE|NAME", conflicts_with = "strategy")]
    compare: Vec<String>,

    /// List the strategies that come with croupier
    #[arg(long)]
    list: bool,

    /// Print a strategy that comes with croupier
    #[arg(long, value_name = "NAME")]
    show: Option<String>,

    /// The money that the player brings
    #[arg(long, value_name = "DOLLARS", default_value = "300", value_parser = amount)]
    bankroll: Cents,

    /// Leave when the player has this much
    #[arg(long, value_name = "DOLLARS", value_parser = amount)]
    goal: Option<Cents>,

    /// How long a night is
    #[arg(long, default_value = "4", value_parser = number)]
    hours: Number,

    /// Rounds, or rolls of the dice, in a night, instead of hours
    #[arg(long, value_parser = count, conflicts_with = "hours")]
    rounds: Option<u64>,

    /// Rounds, or rolls of the dice, in an hour [default: 60 rounds of cards, 100 rolls]
    #[arg(long, value_parser = count)]
    rounds_an_hour: Option<u64>,

    /// How many nights to play, such as 1e6
    #[arg(long, default_value = "20000", value_parser = count)]
    sessions: u64,

    /// The seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Threads to play on [default: all cores]
    #[arg(long)]
    threads: Option<usize>,

    /// Change a number of the strategy, such as unit=25
    #[arg(long, value_name = "NAME=NUMBER")]
    set: Vec<String>,

    /// The least that the sign allows
    #[arg(long, value_name = "DOLLARS", default_value = "5", value_parser = amount)]
    minimum: Cents,

    /// The most that the sign allows
    #[arg(long, value_name = "DOLLARS", default_value = "500", value_parser = amount)]
    maximum: Cents,

    /// The steps in which stakes rise above the minimum
    #[arg(long, value_name = "DOLLARS", default_value = "1", value_parser = amount)]
    unit: Cents,

    /// The smallest chip, in which winnings are paid
    #[arg(long, value_name = "DOLLARS", default_value = "0.01", value_parser = amount)]
    chip: Cents,

    /// Decks in the shoe
    #[arg(long)]
    decks: Option<u8>,

    /// A variant of the game: even-money
    #[arg(long)]
    variant: Option<String>,

    /// How the cards are shuffled [default: dealt]
    #[arg(long, value_enum)]
    shoe: Option<Shoe>,

    /// Decks behind the cutting card [default: 1]
    #[arg(long, value_name = "DECKS", value_parser = number)]
    cut: Option<Number>,

    /// Draw charts as SVG files into this folder
    #[arg(long, value_name = "FOLDER")]
    charts: Option<PathBuf>,

    /// Print one document of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shoe {
    /// From a shoe until its cutting card comes, or from a device until as few are left
    Dealt,
    /// Shuffled before every round, as by a device that shuffles all the time
    Fresh,
}

/// Plays the nights and shows what came of them.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let mut out = String::new();
    if arguments.list {
        library::list(arguments.game.as_deref(), &mut out)?;
    } else if let Some(name) = &arguments.show {
        out.push_str(library::shipped(name)?);
    } else {
        let names = match (&arguments.strategy, &arguments.compare[..]) {
            (Some(name), _) => std::slice::from_ref(name),
            (None, []) => match &arguments.game {
                Some(game) if !library::has(crate::rules::game(game)?)? => {
                    &[library::FLAT.to_owned()]
                }
                game => return Err(no_strategy(game.as_deref())),
            },
            (None, names) => names,
        };
        let plans = plans(arguments, names)?;
        let (nights, unplayed) = play_all(arguments, names, plans)?;
        match &nights[..] {
            [] => return Err(Failure::new("interrupted before a night was over")),
            _ if arguments.json => out = json::write(&nights, &unplayed),
            [one] if unplayed.is_empty() => text::write(one, &mut out),
            several => compare::write(several, &unplayed, &mut out),
        }
        if let Some(folder) = &arguments.charts {
            charts::draw(&nights, folder)?;
        }
    }
    written(std::io::stdout().lock().write_all(out.as_bytes()), "standard output")?;
    Ok(true)
}

fn no_strategy(game: Option<&str>) -> Failure {
    let game = game.map_or(String::new(), |game| format!(" {game}"));
    Failure::input("no strategy was given").hint(format!(
        "--strategy FILE|NAME; croupier session{game} --list shows those that come with croupier"
    ))
}

/// Plays the nights of all strategies; returns what came of them, and the names of those that an
/// interrupt left without a night.
fn play_all(
    arguments: &Arguments,
    names: &[String],
    plans: Vec<Plan>,
) -> Result<(Vec<Summary>, Vec<String>), Failure> {
    let (mut nights, mut unplayed) = (Vec::new(), Vec::new());
    let stop = interrupt::listen()?;
    for (name, plan) in names.iter().zip(plans) {
        if !stop.load(Ordering::Relaxed) {
            let summary = play(arguments, name, plan, &stop)?;
            if summary.tally.sessions > 0 {
                nights.push(summary);
                continue;
            }
        }
        unplayed.push(name.clone());
    }
    Ok((nights, unplayed))
}

/// Plays the nights of one strategy.
fn play(
    arguments: &Arguments,
    name: &str,
    plan: Plan,
    stop: &AtomicBool,
) -> Result<Summary, Failure> {
    let threads = match arguments.threads {
        Some(0) => return Err(Failure::input("on 0 threads nothing is played")),
        Some(threads) => threads,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let played = AtomicU64::new(0);
    let work = || run_nights(&plan, threads, &played, stop);
    let progress = Progress::new(plan.strategy.title.clone(), plan.sessions);
    let tally = progress.watch(&played, work, || ())?.map_err(|why| unanswered(&why))?;
    let expected = expected(&plan, &tally).map_err(|why| unanswered(&why))?;
    let exact = exact(&plan).map_err(|why| unanswered(&why))?;
    let an_hour = rounds_an_hour(arguments, plan.strategy.kind);
    Ok(Summary::new(name, plan, tally, expected, exact, an_hour))
}

/// Says how every strategy is played.
fn plans(arguments: &Arguments, names: &[String]) -> Result<Vec<Plan>, Failure> {
    let mut strategies = Vec::new();
    for name in names {
        let kind = arguments.game.as_deref().map(crate::rules::game).transpose()?;
        let strategy = match kind.filter(|_| name == library::FLAT) {
            Some(kind) => library::flat(kind)?,
            None => library::find(name)?,
        };
        if let Some(kind) = kind.filter(|kind| strategy.kind != *kind) {
            let (theirs, asked) = (strategy.kind.title(), kind.title());
            return Err(Failure::input(format!("{name} is for {theirs}, not for {asked}")));
        }
        strategies.push(strategy);
    }
    refuse_what_means_nothing(arguments, &strategies)?;
    for change in &arguments.set {
        set(&mut strategies, change)?;
    }
    strategies.into_iter().map(|strategy| plan(arguments, strategy)).collect()
}

/// Refuses options about cards where there are none, and about a cut that is never reached.
fn refuse_what_means_nothing(
    arguments: &Arguments,
    strategies: &[Strategy],
) -> Result<(), Failure> {
    let Arguments { decks, shoe, cut, .. } = *arguments;
    let given =
        [("--decks", decks.is_some()), ("--shoe", shoe.is_some()), ("--cut", cut.is_some())];
    let given = given.into_iter().find(|(_, is_given)| *is_given);
    let dice = strategies.iter().find(|strategy| strategy.kind.house().cards.is_none());
    let cards = strategies.iter().any(|strategy| strategy.kind.house().cards.is_some());
    if let (Some((option, _)), Some(dice), false) = (given, dice, cards) {
        let game = dice.kind.title();
        return Err(Failure::input(format!(
            "{option} means nothing at {game}, which has no cards"
        )));
    }
    if cut.is_some() && shoe == Some(Shoe::Fresh) {
        let text = "--cut means nothing with --shoe fresh, which is shuffled before every round";
        return Err(Failure::input(text));
    }
    Ok(())
}

/// Changes a number in every strategy that has it.
fn set(strategies: &mut [Strategy], change: &str) -> Result<(), Failure> {
    let wrong = || Failure::input(format!("{change:?} is not NAME=NUMBER, such as unit=25"));
    let (name, value) = change.split_once('=').ok_or_else(wrong)?;
    let value = Number::read(value.trim()).ok_or_else(wrong)?;
    let results: Vec<_> = strategies.iter_mut().map(|one| one.set(name.trim(), value)).collect();
    if results.iter().any(Result::is_ok) {
        return Ok(());
    }
    Err(Failure::input(results.into_iter().find_map(Result::err).unwrap_or_default()))
}

fn plan(arguments: &Arguments, strategy: Strategy) -> Result<Plan, Failure> {
    let kind = strategy.kind;
    let variants = kind.house().variants;
    let variant = match &arguments.variant {
        None => strategy.variant,
        Some(name) => {
            let at = variants.iter().position(|variant| variant == name);
            let unknown = Failure::input(format!("{} has no variant {name:?}", kind.title()));
            Some(at.ok_or(unknown)? as u8)
        }
    };
    let Arguments { minimum: min, maximum: max, chip, .. } = *arguments;
    let limit = Limit { min, max, unit: arguments.unit.max(chip) };
    let setup = Setup {
        decks: arguments.decks.filter(|_| kind.house().cards.is_some()),
        variant,
        chip,
        limits: vec![limit; kind.layouts().len()],
        fresh: kind.house().cards.is_some(),
        jackpot: kind.house().jackpot.map(|_| jackpot()),
        ..Setup::default()
    };
    let goal = arguments.goal;
    if goal.is_some_and(|goal| goal <= arguments.bankroll) {
        return Err(Failure::input("the goal must be above the bankroll"));
    }
    let plan = Plan {
        setup,
        bankroll: arguments.bankroll,
        goal,
        rounds: rounds(arguments, kind)?,
        sessions: arguments.sessions,
        seed: arguments.seed,
        dealing: Dealing::Fresh,
        strategy,
    };
    let decks = plan.open().map_err(|refusal| unanswered(&refusal.into()))?.rules().decks;
    Ok(Plan { dealing: dealing(arguments, decks)?, ..plan })
}

/// The jackpot that is on offer where the order has one: five dollars, the meters at their floors.
const fn jackpot() -> Jackpot {
    Jackpot {
        wager: Cents(500),
        major: Cents(0),
        minor: Cents(0),
        mystery: false,
        pools: 1,
        increment: (0, 1),
        seed: Cents(0),
        linked: Vec::new(),
    }
}

/// Says where the cutting card lies.
fn dealing(arguments: &Arguments, decks: u8) -> Result<Dealing, Failure> {
    let Arguments { shoe, cut, .. } = *arguments;
    if shoe == Some(Shoe::Fresh) || decks == 0 {
        return Ok(Dealing::Fresh);
    }
    let cut = cut.unwrap_or(Number::whole(1));
    let half = Number::whole(decks.into()).over(Number::whole(2));
    if cut < Number::whole(1).over(Number::whole(2)) || cut > half {
        let half = format!("from 0.5 to {half}");
        return Err(Failure::input(format!(
            "{cut} decks behind the cutting card: expected {half}"
        )));
    }
    let behind = u32::try_from(cut.times(Number::whole(52)).to_whole()).unwrap_or(52);
    Ok(Dealing::Down { behind })
}

fn rounds_an_hour(arguments: &Arguments, kind: Kind) -> u64 {
    let usual = if kind.house().cards.is_some() { 60 } else { 100 };
    arguments.rounds_an_hour.unwrap_or(usual)
}

fn rounds(arguments: &Arguments, kind: Kind) -> Result<u64, Failure> {
    if let Some(rounds) = arguments.rounds {
        return Ok(rounds);
    }
    let an_hour = i64::try_from(rounds_an_hour(arguments, kind)).unwrap_or(i64::MAX);
    let rounds = arguments.hours.times(Number::whole(an_hour)).to_whole();
    match u64::try_from(rounds).ok().filter(|rounds| (1..=1_000_000_000).contains(rounds)) {
        Some(rounds) => Ok(rounds),
        None => Err(Failure::input(format!(
            "{} hours of {an_hour} rounds are not a night",
            arguments.hours
        ))),
    }
}
