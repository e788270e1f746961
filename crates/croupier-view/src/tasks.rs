//! Tasks as they are shown: what somebody must do, in words, and whose it is.

use croupier_engine::game::Item;
use croupier_engine::irregular::{Deed, Whom};
use croupier_engine::{Cents, Player};
use croupier_floor::{ErrorNotice, Floor, People, Role, TableId, Task, TaskEnd, ToDo};
use croupier_sheet::Step;
use croupier_sheet::step::{Call, State, True};
use serde::Serialize;

use crate::promotions::promotion_of;

/// A task as staff see it.
#[derive(Clone, Debug, Serialize)]
pub struct TaskView {
    /// Its number; with `table` it names the task where `done` is offered.
    pub task: u32,
    /// The table that it is about.
    pub table: Option<u32>,
    /// What must be done, in words.
    pub what: String,
    /// The word for it: `put-marker`, `equipment` and so on.
    pub kind: &'static str,
    /// The clause that asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// The game whose order the clause is of, if its table is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<&'static str>,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// Until when, where a clause says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<u64>,
    /// That time has passed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub overdue: bool,
    /// The roles that own it.
    pub owners: Vec<&'static str>,
    /// The act that ends it: `task-done`, or one of its own.
    pub act: &'static str,
    /// What `task-done` should say besides, such as the number of the drop box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<&'static str>,
    /// The person whom it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The complaint that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complaint: Option<u32>,
    /// The promotion that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<u32>,
    /// The step of the game that ends it, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
}

impl TaskView {
    /// Puts a task into words.
    pub fn of(task: &Task, floor: &Floor) -> Self {
        let room = task.table.and_then(|table| floor.rooms.get(&table));
        let game = match &task.what {
            ToDo::LoadOrder { game } => croupier_engine::Kind::named(game),
            about if promotion_of(about).is_some() => order_of_task(task, floor),
            _ => room.map(|room| room.kind),
        };
        Self {
            task: task.task,
            table: task.table.map(|table| table.0),
            what: what(&task.what, &floor.people),
            kind: kind(&task.what),
            clause: task.clause.as_deref().map(str::to_owned),
            game: game.map(croupier_engine::Kind::name),
            since: task.since,
            due: floor.due_of(task),
            overdue: floor.due_of(task).is_some_and(|due| due <= floor.now),
            promotion: promotion_of(&task.what).map(|promotion| promotion.0),
            owners: floor.owners(task).into_iter().map(Role::name).collect(),
            act: task.what.act(),
            ask: ask(&task.what),
            person: person(&task.what).map(|who| floor.people.name(who).to_owned()),
            complaint: complaint(&task.what),
            step: step(&task.what, &floor.people),
        }
    }
}

/// Returns the game whose order has the clause of a task about a promotion.
fn order_of_task(task: &Task, floor: &Floor) -> Option<croupier_engine::Kind> {
    let promotion = promotion_of(&task.what).and_then(|number| floor.promotions.get(number))?;
    let clause = task.clause.as_deref()?;
    let cites = |rules: &croupier_engine::promotions::Promotions| {
        rules.clauses.iter().any(|known| known.0 == clause)
    };
    promotion.terms.kinds().find(|(_, rules)| cites(rules)).map(|(kind, _)| kind)
}

/// Returns the step of the game that ends a task.
fn step(task: &ToDo, people: &People) -> Option<Step> {
    let step = match *task {
        ToDo::Feed => Step::Feed(True),
        ToDo::Call(ref call) => Step::Call(call.clone()),
        _ => return None,
    };
    Some(step.rename(|person| people.name(person.0).into()))
}

/// Lists the open tasks of one table, those of the house about it included.
pub fn at_table(floor: &Floor, table: TableId) -> Vec<TaskView> {
    let here = floor.tasks.iter().filter(|task| task.table == Some(table));
    here.map(|task| TaskView::of(task, floor)).collect()
}

/// Lists the open tasks that a person owns.
pub fn own(floor: &Floor, person: Player) -> Vec<TaskView> {
    let is_own = |role: &Role| floor.people.is(person, *role);
    let own = floor.tasks.iter().filter(|task| floor.owners(task).iter().any(is_own));
    own.map(|task| TaskView::of(task, floor)).collect()
}

/// Lists all open tasks.
pub fn all(floor: &Floor) -> Vec<TaskView> {
    floor.tasks.iter().map(|task| TaskView::of(task, floor)).collect()
}

/// Says what must be done.
#[expect(clippy::too_many_lines, reason = "a row for each task")]
pub fn what(task: &ToDo, people: &People) -> String {
    let name = |player: &Player| people.name(*player);
    match task {
        ToDo::SatOut { player, rounds } => {
            let who = name(player);
            format!("decide whether {who} leaves the seat: {rounds} rounds sat out at a full table")
        }
        ToDo::GivesUp { player, area, to } => {
            format!("tell {}: area {area} goes to {} after this round", name(player), name(to))
        }
        ToDo::VariantSign { variant } => {
            let variant = variant.as_deref().unwrap_or("none");
            format!("change the sign: the game is played in variant: {variant}")
        }
        ToDo::Riffle => "riffle the cards".into(),
        ToDo::DecideRiffle => "a riffle is asked for: the supervisor decides".into(),
        ToDo::Call(Call { spot, state }) => {
            let mark =
                spot.number.or(spot.point).map(|mark| format!(" {mark}")).unwrap_or_default();
            let state = if *state == State::On { "on" } else { "off" };
            let (who, wager) = (name(&spot.player.0), &spot.on);
            format!("{who} calls {wager}{mark} {state}: call it and set the button")
        }
        ToDo::SameOrNewCards => {
            "the last round is over: shuffle the same cards, or bring new ones".into()
        }
        ToDo::CuttingCardEarly { cards } => {
            format!("the cutting card came out {cards} cards before its place: look at the shoe")
        }
        ToDo::Feed => "put the cards of the rack into the shuffling device".into(),
        ToDo::CheckCards => "these cards have not been checked: check them before play".into(),
        ToDo::PutMarker { .. }
        | ToDo::TakeMarker { .. }
        | ToDo::PutOwnSign { .. }
        | ToDo::TakeOwnSign { .. } => of_marker(task, people),
        ToDo::Hold { person } => {
            let who = name(person);
            format!("hold {who}: call an inspector or the police, and record the handover")
        }
        ToDo::AskToLeave { player } => {
            format!(
                "ask {} to leave the table: this person may not play here any more",
                name(player)
            )
        }
        ToDo::DecideComplaint { .. } | ToDo::ReviewComplaint { .. } | ToDo::TellDecision { .. } => {
            of_complaint(task)
        }
        ToDo::Measure { notice: Some(notice), .. } => {
            let (who, ErrorNotice { area, amount, round, .. }) = (name(&notice.player), notice);
            format!(
                "complete an error notice: the jackpot wager of {} of {who} on area {area} went back, \
                 because round {round} was void; put the notice into the drop box",
                amount.0
            )
        }
        ToDo::Measure { deed, whom, notice: None } => measure(*deed, *whom).into(),
        ToDo::Equipment { item } => equipment(*item).into(),
        ToDo::LoadOrder { game } => {
            format!("load the text of the order of {game}, so that players can read it")
        }
        ToDo::JackpotSign { .. }
        | ToDo::NoJackpotSign
        | ToDo::VerifyAward { .. }
        | ToDo::PayMystery { .. }
        | ToDo::OutsideGap { .. }
        | ToDo::DisplayLost { .. }
        | ToDo::MarkCarried { .. }
        | ToDo::OutsideLies { .. } => of_pool(task, people),
        ToDo::ConfirmAward { .. }
        | ToDo::NotifyWinner { .. }
        | ToDo::TellRefusal { .. }
        | ToDo::DecideDispute { .. }
        | ToDo::CloseDispute { .. }
        | ToDo::PublishTerms { .. }
        | ToDo::TellInspectorate { .. } => crate::promotion_words::task(task),
    }
}

/// Says what must be done about a marker or a sign before a player.
fn of_marker(task: &ToDo, people: &People) -> String {
    let name = |player: &Player| people.name(*player);
    match task {
        ToDo::PutMarker { player, seat: Some(seat) } => {
            format!("put a marker before {} at seat {seat}", name(player))
        }
        ToDo::PutMarker { player, seat: None } => format!("put a marker before {}", name(player)),
        ToDo::TakeMarker { player } => format!("take the marker of {} away", name(player)),
        ToDo::PutOwnSign { player, on, min, max } => {
            let (min, max) = (Cents(*min), Cents(*max));
            format!("put a sign before {}: {on} {min} to {max}", name(player))
        }
        ToDo::TakeOwnSign { player, on } => {
            format!("take the sign of {} for {on} away", name(player))
        }
        _ => String::new(),
    }
}

/// Says what must be done about a complaint.
fn of_complaint(task: &ToDo) -> String {
    match task {
        ToDo::DecideComplaint { complaint } => format!("decide complaint {complaint}"),
        ToDo::ReviewComplaint { complaint } => {
            format!("review the decision on complaint {complaint}")
        }
        ToDo::TellDecision { complaint } => format!(
            "tell the person the decision on complaint {complaint}, and of the complaint to an inspector"
        ),
        _ => String::new(),
    }
}

/// Says what must be done about a prize pool.
fn of_pool(task: &ToDo, people: &People) -> String {
    let name = |player: &Player| people.name(*player);
    match task {
        ToDo::JackpotSign { price } => {
            format!("change the sign: a jackpot wager costs {}", price.0)
        }
        ToDo::NoJackpotSign => "take the sign of the jackpot away: none is on offer here".into(),
        ToDo::VerifyAward { award } => {
            format!("look at the hands that have won prize {award}, and verify it")
        }
        ToDo::PayMystery { player, area, amount } => {
            let who = name(player);
            format!("pay {who} on area {area} the mystery prize of {}", amount.0)
        }
        ToDo::OutsideGap { pool, outside } => {
            let (pool, outside) = (pool.0, outside.0);
            format!("messages of outside table {outside} of pool {pool} are missing: find out why")
        }
        ToDo::MarkCarried { areas } => {
            let areas: Vec<_> = areas.iter().map(u8::to_string).collect();
            format!(
                "put marker buttons on {}: the jackpot wagers there are of a void round",
                areas.join(", ")
            )
        }
        ToDo::OutsideLies { pool, outside, number } => {
            let (pool, outside) = (pool.0, outside.0);
            format!(
                "outside table {outside} of pool {pool} has sent another message under the number {number}, \
                 which was taken before: find out what is true, and link the table anew"
            )
        }
        ToDo::DisplayLost { pool, display } => {
            let (pool, display) = (pool.0, display.0);
            format!(
                "display {display} of pool {pool} is cut off: mend it; no jackpot wagers are taken until then"
            )
        }
        _ => String::new(),
    }
}

const fn measure(deed: Deed, whom: Option<Whom>) -> &'static str {
    match deed {
        Deed::Notify => match whom {
            Some(Whom::Surveillance) => "notify surveillance",
            Some(Whom::Inspector) => "notify an inspector",
            Some(Whom::Supervisor) | None => "notify a casino supervisor",
        },
        Deed::DropBox => "put the notice of the error into the drop box",
        Deed::Search => "look for the missing dice",
        Deed::InspectDie => "inspect the die that was found",
        Deed::NewDice => "bring a new set of dice to the table",
        Deed::ReturnDie => "give the die back to the player who asked for it",
        Deed::Bowl => "put the die into the bowl",
        Deed::WithdrawCards => "take the cards that are left out of use",
        Deed::FromShoe => "finish the round from a shoe",
        // The floor makes no task of anything else: `ToDo::of_measure` has the list.
        _ => "carry out the measure",
    }
}

pub(crate) const fn equipment(item: Item) -> &'static str {
    match item {
        Item::Layout => "check the layout",
        Item::Source => "check the shoe or shuffling device",
        Item::Rack => "check the discard rack",
        Item::Marker => "check that the marker button is there",
        Item::Float => "count the float",
        Item::DropBox => "check that the drop box is attached",
        Item::OddsSign => "put the sign with the odds up",
        Item::JackpotDisplay => "check the jackpot equipment and its display",
    }
}

/// Says what belongs to the word that it is done.
const fn ask(task: &ToDo) -> Option<&'static str> {
    match task {
        ToDo::Equipment { item } => match item {
            Item::Layout => Some("Diagram: A or B"),
            Item::Source => Some("Which one, by its number"),
            Item::Rack => Some("How many decks it holds"),
            Item::Float => Some("Amount counted"),
            Item::DropBox => Some("Number of the drop box"),
            Item::Marker | Item::OddsSign | Item::JackpotDisplay => None,
        },
        ToDo::Measure { deed: Deed::Notify, .. } => Some("Who was told"),
        ToDo::Measure { deed: Deed::DropBox, .. } => Some("Number of the notice"),
        ToDo::Measure { deed: Deed::WithdrawCards, .. } => Some("Which cards"),
        _ => None,
    }
}

const fn kind(task: &ToDo) -> &'static str {
    match task {
        ToDo::SatOut { .. } => "sat-out",
        ToDo::GivesUp { .. } => "gives-up",
        ToDo::VariantSign { .. } => "variant-sign",
        ToDo::Riffle => "riffle",
        ToDo::DecideRiffle => "decide-riffle",
        ToDo::Call(_) => "call",
        ToDo::SameOrNewCards => "same-or-new-cards",
        ToDo::CuttingCardEarly { .. } => "cutting-card-early",
        ToDo::CheckCards => "check-cards",
        ToDo::Feed => "feed",
        ToDo::PutMarker { .. } => "put-marker",
        ToDo::TakeMarker { .. } => "take-marker",
        ToDo::PutOwnSign { .. } => "put-own-sign",
        ToDo::TakeOwnSign { .. } => "take-own-sign",
        ToDo::Hold { .. } => "hold",
        ToDo::AskToLeave { .. } => "ask-to-leave",
        ToDo::DecideComplaint { .. } => "decide-complaint",
        ToDo::ReviewComplaint { .. } => "review-complaint",
        ToDo::TellDecision { .. } => "tell-decision",
        ToDo::Measure { .. } => "measure",
        ToDo::Equipment { .. } => "equipment",
        ToDo::LoadOrder { .. } => "load-order",
        ToDo::JackpotSign { .. } => "jackpot-sign",
        ToDo::NoJackpotSign => "no-jackpot-sign",
        ToDo::VerifyAward { .. } => "verify-award",
        ToDo::PayMystery { .. } => "pay-mystery",
        ToDo::OutsideGap { .. } => "outside-gap",
        ToDo::OutsideLies { .. } => "outside-lies",
        ToDo::MarkCarried { .. } => "mark-carried",
        ToDo::DisplayLost { .. } => "display-lost",
        ToDo::ConfirmAward { .. } => "confirm-award",
        ToDo::NotifyWinner { .. } => "notify-winner",
        ToDo::TellRefusal { .. } => "tell-refusal",
        ToDo::DecideDispute { .. } => "decide-dispute",
        ToDo::CloseDispute { .. } => "close-dispute",
        ToDo::TellInspectorate { .. } => "tell-inspectorate",
        ToDo::PublishTerms { .. } => "publish-terms",
    }
}

const fn person(task: &ToDo) -> Option<Player> {
    match task {
        ToDo::SatOut { player, .. }
        | ToDo::GivesUp { player, .. }
        | ToDo::PutMarker { player, .. }
        | ToDo::TakeMarker { player }
        | ToDo::PutOwnSign { player, .. }
        | ToDo::TakeOwnSign { player, .. }
        | ToDo::AskToLeave { player }
        | ToDo::PayMystery { player, .. }
        | ToDo::Hold { person: player } => Some(*player),
        ToDo::Call(call) => Some(call.spot.player.0),
        _ => None,
    }
}

const fn complaint(task: &ToDo) -> Option<u32> {
    match task {
        ToDo::DecideComplaint { complaint }
        | ToDo::ReviewComplaint { complaint }
        | ToDo::TellDecision { complaint } => Some(*complaint),
        _ => None,
    }
}

/// Says how a task ended.
pub fn ended(end: &TaskEnd, people: &People) -> String {
    match end {
        TaskEnd::Done { by, .. } => format!("done by {}", people.name(*by)),
        TaskEnd::HandedOver { by, to, .. } => {
            format!("handed over to the {} by {}", to.name(), people.name(*by))
        }
        TaskEnd::Over => "nothing left to do".into(),
    }
}
