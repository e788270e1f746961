//! The house in which every floor sheet begins: its people, their chips, and the sheet's tables, made by the same acts
//! as any other house.

use croupier_engine::card::{Rank, Suit};
use croupier_engine::game::Burn;
use croupier_engine::irregular::Situation;
use croupier_engine::{Card, Cents, Due, Kind};
use croupier_floor::{
    Act, ActResult, Day, Dealing, EdgeAct, HOUSE, HouseAct, Item, Level, MeterTerms, PoolAct,
    PoolId, Role, Share, Shuffle, TableAct, TableId, Terms,
};
use croupier_sheet::step::{Irregular, True};
use croupier_sheet::table::{Fraction, Jackpot};
use croupier_sheet::{Step, TableSetup};
use croupier_view::words;

use super::fault::FloorSheetFault;
use super::form::{Cards, Form, TableForm};
use super::stage::Stage;

/// The people of the default house, with their roles.
pub const PEOPLE: [(&str, Role); 14] = [
    ("max", Role::Manager),
    ("mia", Role::Manager),
    ("sue", Role::Supervisor),
    ("sid", Role::Supervisor),
    ("dan", Role::Dealer),
    ("box", Role::Boxperson),
    ("stu", Role::Stickperson),
    ("cas", Role::Cashier),
    ("eye", Role::Surveillance),
    ("ina", Role::Inspector),
    ("ann", Role::Player),
    ("bob", Role::Player),
    ("cat", Role::Player),
    ("dee", Role::Player),
];

/// The guest of the default house, who has play money.
pub const GUEST: &str = "gus";

/// The chips that are made for the cage of the default house, before anybody buys any.
const CAGE: Cents = Cents(1_000_000_000);

/// The chips that every player has bought.
const PURSE: Cents = Cents(1_000_000);

/// What a player who sits brings to the table.
const RACK: Cents = Cents(100_000);

/// How many seats a table has, unless the game has fewer areas.
const SEATS: u8 = 7;

/// Fills a stage with people and money, and opens the tables.
pub(super) fn open<'a>(form: &'a Form, stage: &mut Stage<'a>) -> Result<(), FloorSheetFault> {
    let founder = add_person("max", vec![Role::Manager]);
    must(stage, "", "max", founder)?;
    for (name, role) in PEOPLE.into_iter().skip(1) {
        must(stage, "", "max", add_person(name, vec![role]))?;
    }
    for (name, roles) in &form.people {
        let path = format!("people.{name}");
        must(stage, &path, "max", add_person(name, roles.clone()))?;
    }
    must(stage, "", HOUSE, HouseAct::Guest { name: GUEST.to_owned() }.into())?;
    agreed(stage, "", HouseAct::Mint { amount: CAGE }.into())?;
    let house = PEOPLE.iter().filter(|(_, role)| *role == Role::Player).map(|(name, _)| *name);
    let others = form.people.iter().filter(|(_, roles)| roles.contains(&Role::Player));
    for player in house.chain(others.map(|(name, _)| &**name)) {
        let act = HouseAct::BuyIn { player: player.to_owned(), amount: PURSE };
        must(stage, "", "cas", act.into())?;
    }
    if form.table.is_some() && !form.tables.is_empty() {
        let what = "a sheet has one table, or a list of tables";
        return Err(FloorSheetFault::new("tables", what).hint("put all of them into tables"));
    }
    for (number, table) in (1..).zip(form.table.iter().chain(&form.tables)) {
        let path = match form.table {
            Some(_) => "table".to_owned(),
            None => format!("tables[{}]", number - 1),
        };
        stage.tables.insert(TableId(number), table);
        open_table(stage, &path, TableId(number), table)?;
    }
    Ok(())
}

/// Opens a table, prepares its cards, and seats its players.
fn open_table(
    stage: &mut Stage<'_>,
    path: &str,
    table: TableId,
    form: &TableForm,
) -> Result<(), FloorSheetFault> {
    let Some(kind) = Kind::named(&form.game) else {
        let games: Vec<_> = Kind::ALL.into_iter().map(Kind::name).collect();
        let what = format!("there is no game {:?}", form.game);
        let fault = FloorSheetFault::new(format!("{path}.game"), what);
        return Err(fault.hint(format!("the games are {}", games.join(", "))));
    };
    let usual = SEATS.min(kind.describe().seats).max(form.sits.len().try_into().unwrap_or(u8::MAX));
    let open = EdgeAct::Open {
        table,
        name: format!("{} {}", kind.title(), table.0),
        game: form.game.clone(),
        // The jackpot of a sheet's table is a pool, to which the table is linked.
        setup: Box::new(TableSetup { jackpot: None, ..form.setup.clone() }),
        float: Cents(form.float),
        dealing: form.dealing,
        seats: form.seats.unwrap_or(usual),
        demo: form.demo,
    };
    must(stage, path, "sue", open.into())?;
    if let Some(jackpot) = &form.setup.jackpot {
        open_pool(stage, path, (table, kind), jackpot)?;
    }
    prepare_cards(stage, path, table, form)?;
    if !form.left.is_empty() {
        use_up(stage, path, table, &form.left)?;
    }
    for (seat, player) in (1..).zip(&form.sits) {
        let Some(player) = player else { continue };
        let path = format!("{path}.sits[{}]", seat - 1);
        let amount = form.brings.get(player).map_or(RACK, |amount| Cents(*amount));
        let sit = TableAct::Sit { table, player: player.clone(), seat };
        must(stage, &path, player, sit.into())?;
        let bring = EdgeAct::Bring { table, player: player.clone(), amount };
        must(stage, &path, player, bring.into())?;
    }
    let seated = |name: &String| form.sits.iter().flatten().any(|player| player == name);
    match form.brings.keys().find(|name| !seated(name)) {
        Some(name) => {
            let what = format!("{name:?} has no seat to bring chips to");
            let fault = FloorSheetFault::new(format!("{path}.brings"), what);
            Err(fault.hint("name a seat for them in sits"))
        }
        None => Ok(()),
    }
}

/// Opens a pool for a table with a jackpot, under the number of the table, and links it: half of the increment goes to
/// each meter, and the house keeps the rest.
fn open_pool(
    stage: &mut Stage<'_>,
    path: &str,
    (table, kind): (TableId, Kind),
    jackpot: &Jackpot,
) -> Result<(), FloorSheetFault> {
    let (part, of) = jackpot.increment.map_or((0, 1), Fraction::parts);
    let seed = jackpot.seed.unwrap_or_default();
    let meter = MeterTerms { share: Share { part, of: of * 2 }, seed };
    let terms = Terms {
        prizes: kind.jackpots().map_or("none", |rules| rules.prizes).into(),
        wager: jackpot.wager,
        major: meter,
        minor: meter,
        mystery: None,
        retained: Share { part: of - part.min(of), of },
    };
    let (pool, reference) = (PoolId(table.0), "reference of the Authority".to_owned());
    let date = Day::try_from("2016-08-17".to_owned()).expect("the day of the orders is a day");
    let name = format!("pool {}", table.0);
    agreed(stage, path, PoolAct::DraftPool { pool, name, terms }.into())?;
    agreed(stage, path, PoolAct::ApprovePool { pool, reference, date }.into())?;
    agreed(stage, path, PoolAct::StartPool { pool }.into())?;
    for (level, after) in [(Level::Major, jackpot.major), (Level::Minor, jackpot.minor)] {
        let Some(after) = after.filter(|after| *after != seed) else { continue };
        let (why, reference) = ("as the sheet has it".to_owned(), "reference".to_owned());
        let act = PoolAct::AdjustMeter { pool, level, before: seed, after, why, reference };
        agreed(stage, path, act.into())?;
    }
    agreed(stage, path, EdgeAct::LinkTable { table, pool }.into())
}

/// Shuffles, cuts, loads and burns the cards, as far as the sheet has it done.
fn prepare_cards(
    stage: &mut Stage<'_>,
    path: &str,
    table: TableId,
    form: &TableForm,
) -> Result<(), FloorSheetFault> {
    let room = &stage.floor.rooms[&table];
    let Some(cards) = room.kind.house().cards else {
        if form.dealing == Dealing::Physical {
            let (dice, items) = (vec![11, 12, 13, 14, 15], Item::ALL.to_vec());
            must(stage, path, "box", TableAct::Equipment { table, dice, items }.into())?;
        }
        stage.program(table);
        return Ok(());
    };
    let decks = room.table.rules().decks;
    let total = room.table.shoe().census().total() as u16;
    if form.cards == Cards::New {
        return Ok(());
    }
    if form.dealing == Dealing::Virtual {
        while form.cards == Cards::Burned || !stage.floor.rooms[&table].loaded {
            if !stage.program_once(table, false) {
                break;
            }
        }
        return Ok(());
    }
    bring_cards(stage, path, table, decks)?;
    let shuffle = TableAct::BeginShuffle {
        table,
        pre_shuffled: false,
        angel: false,
        method: None,
        by_hand_first: false,
        burn: None,
    };
    must(stage, path, "dan", shuffle.into())?;
    let cut = matches!(stage.floor.rooms[&table].shuffle(), Shuffle::Cut(_));
    if cut {
        // Nobody sits there yet, so that the cut is the supervisor's.
        let cut = TableAct::Cut { table, by: "sue".to_owned(), depth: total / 2 };
        must(stage, path, "sue", cut.into())?;
    }
    // A shoe that is used up has its cutting card as far back as it may be, so that cards can run out.
    let back = stage.floor.rooms[&table].cutting_card_range().map(|range| *range.start());
    let cutting_card = match form.left.is_empty() {
        true => cut.then_some(Card::COUNT as u16),
        false => back.filter(|_| cut),
    };
    must(stage, path, "dan", TableAct::Load { table, cutting_card }.into())?;
    if form.cards == Cards::Loaded {
        return Ok(());
    }
    let mut shown = cards.burn == Burn::ByFace;
    while stage.floor.rooms[&table].table.expects().due == Due::Burn {
        // An ace has one more card burned after it.
        let ace = Card::new(Rank::Ace, Suit::Clubs);
        let step = if shown { Step::Card(ace.into()) } else { Step::Burn(True) };
        must(stage, path, "dan", TableAct::Step { table, step }.into())?;
        shown = false;
    }
    Ok(())
}

/// Has all cards but some burned, each because it lies face up in the source.
fn use_up(
    stage: &mut Stage<'_>,
    path: &str,
    table: TableId,
    left: &[String],
) -> Result<(), FloorSheetFault> {
    let mut keep = [0; Card::COUNT];
    for (at, text) in left.iter().enumerate() {
        let Some(card) = Card::parse(text) else {
            let what = format!("{text:?} is not a card such as AD or TS");
            return Err(FloorSheetFault::new(format!("{path}.left[{at}]"), what));
        };
        keep[card.index()] += 1;
    }
    loop {
        let shoe = stage.floor.rooms[&table].table.shoe();
        let source = shoe.source();
        let spare = (0..Card::COUNT).find(|&at| source[at] > keep[at]).and_then(Card::from_index);
        let Some(card) = spare.filter(|_| shoe.census().source > left.len()) else { break };
        let face_up = Irregular { card: Some(card), ..Irregular::new(Situation::FaceUp) };
        let step = Step::Irregular(Box::new(face_up));
        must(stage, path, "dan", TableAct::Step { table, step }.into())?;
    }
    Ok(())
}

/// Brings a set of cards to a table that has the table's number, registered and checked.
fn bring_cards(
    stage: &mut Stage<'_>,
    path: &str,
    table: TableId,
    decks: u8,
) -> Result<(), FloorSheetFault> {
    let set = table.0;
    let (backs, pre_shuffled, angel) = ("blue".to_owned(), false, false);
    let register = HouseAct::RegisterCards { set, decks, backs, pre_shuffled, angel };
    must(stage, path, "sue", register.into())?;
    let cards = u16::from(decks) * Card::COUNT as u16;
    must(stage, path, "dan", HouseAct::CheckCards { set, cards, device: None }.into())?;
    must(stage, path, "dan", EdgeAct::BringCards { table, set }.into())?;
    Ok(())
}

fn add_person(name: &str, roles: Vec<Role>) -> Act {
    HouseAct::AddPerson { name: name.to_owned(), roles, password: None }.into()
}

/// Does something that the opening needs.
fn must(
    stage: &mut Stage<'_>,
    path: &str,
    who: &str,
    act: Act,
) -> Result<ActResult, FloorSheetFault> {
    match stage.tell(who, &act).verdict {
        ActResult::Denied(denied) => {
            let what = format!("`{}` is denied: {}", act.name(), words::denied(&denied));
            let clause = denied.clause.map(|clause| format!(" ({clause})")).unwrap_or_default();
            Err(FloorSheetFault::new(path, what + &clause)
                .hint("a sheet begins with what its house allows"))
        }
        verdict @ (ActResult::Done | ActResult::Waits { .. }) => Ok(verdict),
    }
}

/// Does something that takes two managers.
fn agreed(stage: &mut Stage<'_>, path: &str, act: Act) -> Result<(), FloorSheetFault> {
    if let ActResult::Waits { request } = must(stage, path, "max", act)? {
        must(stage, path, "mia", HouseAct::Approve { request, forfeit: None }.into())?;
    }
    Ok(())
}
