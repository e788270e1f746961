//! `croupier serve`: opens the floor in the browser.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use croupier_server::{Config, Door, House, Proxy, System, WitnessKey, WitnessPlace, listen};
use tokio::net::TcpListener;
use tracing_subscriber::filter::LevelFilter;

use crate::failure::{Done, Failure, written};
use crate::floor::stopped;

/// Open the floor in the browser: tables, players, dealers, the pit and the inspector
///
/// Without anything else, demo tables open on this machine, one of each game, and guests play there
/// with play money; the journal is croupier.db in this folder. The first start prints a link by which
/// its first two managers found the house. What is set up comes from a file, then from the environment
/// (CROUPIER_LISTEN and so on), then from these options. docs/server.md has more.
#[derive(Args, Default)]
pub(crate) struct Arguments {
    /// A file with the set-up
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Print the set-up that holds if nothing is said, with comments, and do nothing else
    #[arg(long)]
    print_config: bool,

    /// Print the description of the HTTP interface as OpenAPI, and do nothing else
    #[arg(long)]
    print_openapi: bool,

    /// The journal; made if it does not exist: a file, or a PostgreSQL database (postgres://USER@HOST/DATABASE)
    #[arg(long, value_name = "DB")]
    journal: Option<PathBuf>,

    /// The file with the operator's key, under which the keys of a house are encrypted whose journal is in a database
    ///
    /// It is made with the journal. Copy it to every machine that is to go on with the house, and to a safe.
    #[arg(long, value_name = "FILE")]
    operator_key: Option<PathBuf>,

    /// Keep a second copy of the journal here
    #[arg(long, value_name = "FILE")]
    mirror: Option<PathBuf>,

    /// Go on from a journal that ends with this entry, though nothing beside it shows that it was the last, or more came
    ///
    /// A journal with entries does not open if the file beside it that ends in .end is gone, or says that there were more:
    /// its log was cut, or it was copied without it. This is for once, by whoever knows what is missing.
    #[arg(long, value_name = "ENTRY")]
    accept_end: Option<u64>,

    /// Keep the newest checkpoint of the journal elsewhere too: in a file, best on another machine, in another house
    /// (http://HOST:PORT), or on paper (print: or print:FILE, a line a minute); may be repeated
    ///
    /// A house whose journal is behind one of its witnesses does not open: an older copy was put in its place.
    #[arg(long, value_name = "WHERE", value_parser = WitnessPlace::parse)]
    witness: Vec<WitnessPlace>,

    /// Be a witness for the house with this public key, 64 hexadecimal digits; may be repeated
    #[arg(long, value_name = "KEY", value_parser = WitnessKey::parse)]
    witness_for: Vec<WitnessKey>,

    /// Where to listen; port 0 takes any that is free [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,

    /// Believe this proxy, or network of them (10.0.0.0/8), about who asks: X-Forwarded-For; may be given again
    #[arg(long, value_name = "ADDRESS", value_parser = proxy)]
    proxy: Vec<Proxy>,

    /// Let no guests in
    #[arg(long)]
    no_guests: bool,

    /// The folder with the manual, which the house shows under /manual; by default the one that lies beside the program
    #[arg(long, value_name = "FOLDER")]
    manual: Option<PathBuf>,

    /// Open no demo tables
    #[arg(long)]
    no_demo_tables: bool,

    /// Offer the example games too, with a demo table of each
    #[arg(long)]
    examples: bool,

    /// Write the log as JSON
    #[arg(long)]
    log_json: bool,

    /// Say more in the log; twice, say everything
    #[arg(long, short, action = clap::ArgAction::Count)]
    verbose: u8,
}

/// Runs the server until it is told to stop.
pub(crate) fn run(arguments: &Arguments) -> Done {
    if arguments.print_config || arguments.print_openapi {
        let text = match arguments.print_config {
            true => Config::COMMENTED.to_owned(),
            false => croupier_server::OPENAPI.to_owned(),
        };
        written(std::io::stdout().lock().write_all(text.as_bytes()), "standard output")?;
        return Ok(true);
    }
    let config = configured(arguments)?;
    log(arguments, &config);
    open_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::new(format!("cannot start: {error}")))?;
    // First the address, then the journal: where somebody else listens, no house is begun.
    let listener = runtime.block_on(async { listen(config.listen) });
    let listener = listener.map_err(|error| {
        let hint = "another address: croupier serve --listen 127.0.0.1:0";
        Failure::new(format!("cannot listen at {}: {error}", config.listen)).hint(hint)
    })?;
    let house = House::open(config, Arc::new(System)).map_err(stopped)?;
    let served = runtime.block_on(async {
        let signals = StopSignals::catch()?;
        serve(house.clone(), listener, signals).await
    });
    if served.is_err() {
        house.close();
    }
    served
}

/// Opens the door, says so, and serves until a signal comes. The signals are caught already, so that whoever
/// reads that the house is open can stop it in order.
async fn serve(house: House, listener: TcpListener, signals: StopSignals) -> Done {
    let opened = Door::open_at(house, listener).await;
    let (door, opened) =
        opened.map_err(|error| Failure::new(format!("cannot open the door: {error}")))?;
    let mut text = format!("the house is open at http://{}\n", opened.address);
    if let Some(link) = opened.founding {
        text += &format!("found the house with its first two managers at {link}\n");
    }
    text += "ctrl-c closes it\n";
    written(std::io::stdout().lock().write_all(text.as_bytes()), "standard output")?;
    let served = door.serve(signals.received()).await;
    served.map_err(|broken| Failure::new(broken.to_string()))?;
    Ok(true)
}

fn proxy(text: &str) -> Result<Proxy, String> {
    Proxy::parse(text)
        .ok_or_else(|| "neither an address nor a network such as 10.0.0.0/8".to_owned())
}

/// Puts the set-up together: file, environment, options.
fn configured(arguments: &Arguments) -> Result<Config, Failure> {
    let wrong = |wrong: croupier_server::Wrong| Failure::new(wrong.to_string());
    let mut config = match &arguments.config {
        Some(file) => Config::read(file).map_err(wrong)?,
        None => Config::default(),
    };
    config.environment(|name| std::env::var(name).ok()).map_err(wrong)?;
    if let Some(journal) = &arguments.journal {
        config.journal.clone_from(journal);
    }
    if arguments.operator_key.is_some() {
        config.operator_key.clone_from(&arguments.operator_key);
    }
    if arguments.mirror.is_some() {
        config.mirror.clone_from(&arguments.mirror);
    }
    config.accept_end = arguments.accept_end;
    if !arguments.witness.is_empty() {
        config.witnesses.clone_from(&arguments.witness);
    }
    config.witness_for.extend(&arguments.witness_for);
    if let Some(listen) = arguments.listen {
        config.listen = listen;
    }
    config.manual = arguments.manual.clone().or(config.manual).or_else(manual_beside);
    config.proxies.extend(&arguments.proxy);
    config.guests &= !arguments.no_guests;
    config.demo_tables &= !arguments.no_demo_tables;
    config.examples |= arguments.examples;
    config.log_json |= arguments.log_json;
    config.check().map_err(wrong)?;
    Ok(config)
}

/// Finds the manual that was built, or installed, with the program.
fn manual_beside() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let above = program.parent()?.parent()?;
    let places = [above.join("manual"), above.join("share/croupier/manual")];
    places.into_iter().find(|place| place.join("index.html").is_file())
}

fn log(arguments: &Arguments, config: &Config) {
    let level = match arguments.verbose {
        0 => LevelFilter::INFO,
        1 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(level);
    // A second log in one process would be another program's business.
    let _set_already = match config.log_json {
        true => log.json().try_init(),
        false => log.with_target(false).try_init(),
    };
}

/// Takes as many open files as there may be: each connection is one, and the usual limit is a thousand.
fn open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
            tracing::warn!(%error, "the limit on open files stays as it is");
        }
    }
}

/// The signals that close the house: ctrl-c, and what a service manager sends. They are caught from the moment
/// this value exists, and one that comes before anybody waits for it is not lost.
#[cfg(unix)]
struct StopSignals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl StopSignals {
    fn catch() -> Result<Self, Failure> {
        use tokio::signal::unix::{SignalKind, signal};
        let catch = |kind| signal(kind).map_err(|error| cannot_catch(&error));
        let (interrupt, terminate) = (SignalKind::interrupt(), SignalKind::terminate());
        Ok(Self { interrupt: catch(interrupt)?, terminate: catch(terminate)? })
    }

    async fn received(mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        tracing::info!("the house closes");
    }
}

/// Ctrl-c, which closes the house. It is caught from the moment this value exists.
#[cfg(windows)]
struct StopSignals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl StopSignals {
    fn catch() -> Result<Self, Failure> {
        Ok(Self(tokio::signal::windows::ctrl_c().map_err(|error| cannot_catch(&error))?))
    }

    async fn received(mut self) {
        self.0.recv().await;
        tracing::info!("the house closes");
    }
}

fn cannot_catch(error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot listen for signals: {error}"))
}
