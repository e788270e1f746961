//! A stage: a whole house whose clock can be moved, for whoever rehearses or tests it from outside.
//!
//! `stage FOLDER [ADDRESS] [CONFIG]` opens a house with its journal in FOLDER, listens at ADDRESS (any
//! free port of this machine if none is named), and takes its set-up from CONFIG. It prints its address, and the
//! one-time link if there is no manager yet. Then it reads lines, does what they say, and answers each with a line:
//!
//! - `found NAME PASSWORD NAME PASSWORD` founds the house with its first two managers, who must be `max` and `mia`
//! - `person NAME PASSWORD ROLE...` makes a person known: `max` asks for it, and `mia` agrees
//! - `act WHO JSON` has somebody do something, as docs/floor.md has acts
//! - `advance MILLISECONDS` moves the clock on
//! - `jump MILLISECONDS` sets the clock forward, or back, without time passing
//! - `close`, or the end of the lines, closes the house

use std::io::{BufRead as _, Write as _};
use std::path::Path;
use std::sync::Arc;

use croupier_floor::{Act, ActResult, Founder, HOUSE, HouseAct, Role};
use croupier_house::password;
use croupier_server::{Config, Door, House, Manual};
use tokio::sync::{mpsc, oneshot};

type Fault = Box<dyn std::error::Error + Send + Sync>;

/// Who adds everyone else, and who agrees to it.
const MANAGERS: [&str; 2] = ["max", "mia"];

fn main() -> Result<(), Fault> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: stage FOLDER [ADDRESS] [CONFIG]")?;
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:0".to_owned());
    let mut config = match arguments.next() {
        Some(file) => Config::read(Path::new(&file))?,
        None => Config::default(),
    };
    config.journal = Path::new(&folder).join("stage.db");
    config.listen = address.parse()?;
    config.check()?;
    let clock = Arc::new(Manual::default());
    let house = House::open(config, clock.clone())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(house, clock))
}

async fn run(house: House, clock: Arc<Manual>) -> Result<(), Fault> {
    let (door, opened) = Door::open(house.clone()).await?;
    say(&format!("address http://{}", opened.address))?;
    say(&format!("founding {}", opened.founding.as_deref().unwrap_or("none")))?;
    let (closing, closed) = oneshot::channel::<()>();
    let mut lines = lines();
    tokio::spawn(async move {
        while let Some(line) = lines.recv().await {
            if line == "close" {
                break;
            }
            let answer = match follow(&house, &clock, &line).await {
                Ok(words) => format!("done {words}"),
                Err(fault) => format!("wrong {fault}"),
            };
            if say(&answer).is_err() {
                break;
            }
        }
        // Who waits for this is gone only when the door is.
        let _gone = closing.send(());
    });
    door.serve(async {
        let _told = closed.await;
    })
    .await?;
    say("closed")
}

/// Reads standard input on a thread of its own, so that it holds nobody up.
fn lines() -> mpsc::Receiver<String> {
    let (to, lines) = mpsc::channel(16);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if to.blocking_send(line).is_err() {
                break;
            }
        }
    });
    lines
}

async fn follow(house: &House, clock: &Manual, line: &str) -> Result<String, Fault> {
    let (word, rest) = line.split_once(' ').ok_or("a line is a word and what it is about")?;
    match word {
        "advance" => {
            clock.advance(rest.parse()?);
            Ok(String::new())
        }
        "jump" => {
            clock.jump(rest.parse()?);
            Ok(String::new())
        }
        "act" => {
            let (who, act) = rest.split_once(' ').ok_or("act WHO JSON")?;
            act_of(house, who, Act::parse(act.as_bytes()).map_err(|error| error.to_string())?).await
        }
        "found" => act_of(house, HOUSE, found(rest)?).await,
        "person" => {
            let [one, other] = MANAGERS;
            let asked = house
                .act(one, person(rest)?)
                .await
                .map_err(|problem| String::from(problem.detail))?;
            match asked.verdict {
                ActResult::Waits { request } => {
                    let agrees = HouseAct::Approve { request, forfeit: None };
                    act_of(house, other, agrees.into()).await
                }
                ActResult::Done => Ok(String::new()),
                ActResult::Denied(denied) => Err(format!("{denied:?}").into()),
            }
        }
        other => Err(format!("there is no word {other:?}").into()),
    }
}

fn found(text: &str) -> Result<Act, Fault> {
    let words: Vec<_> = text.split_whitespace().collect();
    let [one, first, other, second] = *words else {
        return Err("found NAME PASSWORD NAME PASSWORD".into());
    };
    let founder = |name: &str, secret: &str| -> Result<Founder, Fault> {
        Ok(Founder { name: name.to_owned(), password: Some(password::hash(secret)?) })
    };
    Ok(HouseAct::Found { managers: [founder(one, first)?, founder(other, second)?] }.into())
}

fn person(text: &str) -> Result<Act, Fault> {
    let mut words = text.split_whitespace().map(str::to_owned);
    let name = words.next().ok_or("person NAME PASSWORD ROLE...")?;
    let hash = password::hash(&words.next().ok_or("a person here has a password")?)?;
    let roles = words.map(|role| Role::named(&role).ok_or_else(|| format!("{role:?} is no role")));
    let roles = roles.collect::<Result<_, _>>()?;
    Ok(Act::HouseAct(HouseAct::AddPerson { name, roles, password: Some(hash) }))
}

async fn act_of(house: &House, who: &str, act: Act) -> Result<String, Fault> {
    let done = house.act(who, act).await.map_err(|problem| problem.detail.into_string())?;
    Ok(serde_json::json!({ "number": done.number, "verdict": done.verdict }).to_string())
}

fn say(words: &str) -> Result<(), Fault> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{words}")?;
    Ok(out.flush()?)
}
