//! A rehearsal: a whole floor that plays itself from a seed. Players with little sense, staff who change
//! signs and void rounds, dealers who key in wrong cards, people who try what they may not, a clock that
//! jumps: the same seed makes the same night, so that whatever goes wrong can be made to go wrong again.

mod by_hand;

use std::collections::VecDeque;

use croupier_engine::card::{Rank, Suit};
use croupier_engine::input::Source;
use croupier_engine::irregular::{Situation, Who};
use croupier_engine::wager::Mark;
use croupier_engine::{Area, Card, Cents, Dice, Due, Kind, WagerId};
use croupier_floor::{
    Act, Day, Dealing, EdgeAct, Floor, HOUSE, HouseAct, Limits, MeterTerms, PoolAct, PoolId,
    Request, Role, Room, Share, Shuffle, TableAct, TableId, Terms, seal,
};
use croupier_sheet::step::{
    Answer, Check, Choose, Does, Handed, Irregular, Replace, Roll, Ruling, Void, Wager,
};
use croupier_sheet::{Spot, Step, TableSetup, Text};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use crate::dealer::Secret;

/// The price of a jackpot wager, in cents.
const PRICE: u32 = 500;

/// How many seats a table has, unless the game has fewer.
const SEATS: u8 = 7;

/// A floor that plays itself.
#[derive(Clone)]
pub struct Rehearsal {
    random: ChaCha20Rng,
    secret: Secret,
    /// The games that are played, in turn.
    games: Vec<Kind>,
    tables: u32,
    players: u32,
    at: u64,
    /// What is still to be done before anything else.
    coming: VecDeque<(String, Act)>,
    opened: bool,
}

/// What somebody does next, and when.
pub struct Next {
    /// When it is done, in milliseconds since 1970.
    pub at: u64,
    /// The name of the person who does it.
    pub who: String,
    /// What the person does.
    pub act: Act,
}

const STAFF: [(&str, Role); 9] = [
    ("max", Role::Manager),
    ("mia", Role::Manager),
    ("cas", Role::Cashier),
    ("sue", Role::Supervisor),
    ("sid", Role::Supervisor),
    ("dan", Role::Dealer),
    ("bea", Role::Boxperson),
    ("eye", Role::Surveillance),
    ("ivy", Role::Inspector),
];

impl Rehearsal {
    /// Prepares a night with so many tables, of all games that a house offers in turn, and players. The
    /// first table of each game is dealt by the program, the second by hand, and so on.
    pub fn new(seed: u64, tables: u32, players: u32, secret: Secret) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_be_bytes());
        let random = ChaCha20Rng::from_seed(key);
        let (coming, opened) = (VecDeque::new(), false);
        let games = Kind::offered().collect();
        Self { random, secret, games, tables, players, at: 1_000, coming, opened }
    }

    /// Has the examples played too.
    #[must_use]
    pub fn with_examples(self) -> Self {
        Self { games: Kind::ALL.to_vec(), ..self }
    }

    /// Returns the act that opens a table: of which game, and how it is dealt, follows from its number.
    fn open(&self, table: TableId) -> Act {
        let (number, games) = (table.0 as usize - 1, self.games.len());
        let dealing = match number / games % 2 {
            0 => Dealing::Virtual,
            _ => Dealing::Physical,
        };
        open(table, self.games[number % games], dealing)
    }

    /// Says what happens next on this floor.
    pub fn next(&mut self, floor: &Floor) -> Next {
        self.at += 50 + u64::from(self.below(400));
        match self.below(5_000) {
            0 => self.at += 25 * 60 * 1000,
            2 => self.at += 26 * 60 * 60 * 1000,
            // A clock may be set back; the floor's time does not go back.
            1 => self.at = self.at.saturating_sub(60_000),
            3 => self.at = self.at.saturating_sub(2 * 60 * 60 * 1000),
            _ => {}
        }
        if !self.opened {
            self.opened = true;
            self.prepare();
        }
        let (who, act) = match self.coming.pop_front() {
            Some(next) => next,
            None => self.owed_key(floor).unwrap_or_else(|| self.something(floor)),
        };
        Next { at: self.at, who, act }
    }

    /// The program shows the key of a round as soon as it is over, before anything else happens.
    fn owed_key(&self, floor: &Floor) -> Option<(String, Act)> {
        let mut rooms = floor.rooms.values().filter(|room| {
            let open = room.held.is_none() && !floor.stopped.contains_key(&room.id);
            room.dealing == Dealing::Virtual && open && room.key_is_owed()
        });
        rooms.find_map(|room| {
            let act = self.secret.next(room, &floor.people, false)?;
            let shows = matches!(act, Act::TableAct(TableAct::Reveal { .. }));
            shows.then(|| (HOUSE.to_owned(), act))
        })
    }

    fn below(&mut self, bound: u32) -> u32 {
        // A rehearsal need not be fair.
        ((u64::from(self.random.next_u32()) * u64::from(bound)) >> 32) as u32
    }

    fn player(&mut self) -> String {
        format!("p{}", self.below(self.players))
    }

    /// The house opens: people, chips, tables, and everyone takes a seat.
    fn prepare(&mut self) {
        let tables: Vec<_> = (1..=self.tables).map(|number| self.open(TableId(number))).collect();
        let mut does = |who: &str, act| self.coming.push_back((who.to_owned(), act));
        let person = |name: &str, role| {
            Act::HouseAct(HouseAct::AddPerson {
                name: name.to_owned(),
                roles: vec![role],
                password: None,
            })
        };
        for (name, role) in STAFF {
            does("max", person(name, role));
        }
        let each = Cents(2_000_000);
        does("max", Act::HouseAct(HouseAct::Mint { amount: Cents(Cents::CEILING.0 / 4) }));
        does("cas", Act::HouseAct(HouseAct::Approve { request: 1, forfeit: None }));
        for number in 0..self.players {
            let name = format!("p{number}");
            does("max", person(&name, Role::Player));
            does("cas", Act::HouseAct(HouseAct::BuyIn { player: name, amount: each }));
        }
        let mut requests = 1;
        let mut agreed = |does: &mut dyn FnMut(&str, Act), act: Act| {
            requests += 1;
            does("max", act);
            does("mia", Act::HouseAct(HouseAct::Approve { request: requests, forfeit: None }));
        };
        let games = self.games.clone();
        let pooled = |table: u32| {
            let kind = games[(table as usize - 1) % games.len()];
            kind.jackpots().is_some().then_some(kind)
        };
        let first = (1..=self.tables).find_map(pooled);
        for act in first.into_iter().flat_map(|kind| usual_pool(PoolId(1), kind)) {
            agreed(&mut does, act);
        }
        for (number, table) in (1..).zip(tables) {
            does("sue", table);
            if pooled(number).is_some() {
                let (table, pool) = (TableId(number), PoolId(1));
                agreed(&mut does, EdgeAct::LinkTable { table, pool }.into());
            }
        }
        for number in 0..self.players {
            let (name, table) = (format!("p{number}"), TableId(number % self.tables + 1));
            let seat = (number / self.tables % 7) as u8 + 1;
            does(&name, Act::TableAct(TableAct::Sit { table, player: name.clone(), seat }));
            let amount = Cents(each.0 / 2);
            does(&name, Act::EdgeAct(EdgeAct::Bring { table, player: name.clone(), amount }));
        }
    }

    fn something(&mut self, floor: &Floor) -> (String, Act) {
        let table = TableId(self.below(self.tables) + 1);
        let Some(room) = floor.rooms.get(&table) else {
            return ("sue".to_owned(), self.open(table));
        };
        match self.below(100) {
            0 => self.rare(floor, room),
            1 => self.trespass(room),
            _ => self.play(floor, room),
        }
    }

    /// The game goes on.
    fn play(&mut self, floor: &Floor, room: &Room) -> (String, Act) {
        let due = room.table.expects().due;
        if let Due::Choice(area, choices) = due {
            let choice = choices[self.below(choices.len() as u32) as usize].name();
            let absent = self.below(20) == 0;
            let choice = (!absent).then(|| choice.into());
            let who = if room.dealing == Dealing::Virtual { HOUSE } else { "dan" };
            return by(
                who,
                room,
                Step::Choose(Choose { area: Some(area), choice, absent, tokens: None }),
            );
        }
        if let Due::Ruling(_) = due {
            let answer = if self.below(2) == 0 { Answer::Yes } else { Answer::No };
            let by_whom = Some(Who::Supervisor);
            let ruling = Ruling { answer, by: by_whom, area: None, device: None };
            return by("sue", room, Step::Ruling(ruling));
        }
        if let Some(taken) = self.dice_offered(floor, room, due) {
            return taken;
        }
        if due == Due::Check {
            return by("dan", room, Step::Check(Check { complete: true }));
        }
        if due == Due::NewCards {
            return by("sue", room, Step::Replace(Replace { checked: true }));
        }
        let deal = self.below(12) == 0;
        let dealt = match room.dealing {
            Dealing::Virtual => {
                let next = self.secret.next(room, &floor.people, deal);
                let next = next.map(|act| (HOUSE.to_owned(), act));
                next.or_else(|| self.cut_or_lapse(floor, room))
                    .or_else(|| self.open_or_lapse(floor, room))
            }
            Dealing::Physical => self.by_hand(room, floor, deal),
        };
        if let Some(dealt) = dealt {
            return dealt;
        }
        let seated: Vec<_> = room.seated().collect();
        if seated.is_empty() {
            let (name, seat) = (self.player(), self.below(7) as u8 + 1);
            return (
                name.clone(),
                Act::TableAct(TableAct::Sit { table: room.id, player: name, seat }),
            );
        }
        let player = seated[self.below(seated.len() as u32) as usize];
        let name = floor.people.name(player).to_owned();
        if room.takes_words() && self.below(12) == 0 {
            return (name.clone(), seals(floor, room, name));
        }
        let seat = room.seat_of(player).unwrap_or(0) + 1;
        let step = self.wager(room.kind, &name, seat);
        by(&name, room, step)
    }

    /// A player who is offered the dice takes them, or does not want them; sometimes nobody answers.
    fn dice_offered(&mut self, floor: &Floor, room: &Room, due: Due) -> Option<(String, Act)> {
        let Due::Dice(player) = due else { return None };
        let name = floor.people.name(player);
        let does = match self.below(8) {
            0..=3 => Does::Accept,
            4 => Does::Refuse,
            _ => return None,
        };
        Some(by(name, room, handed(name.into(), does)))
    }

    /// The player to whom the cut is offered at a virtual table answers, or lets it pass.
    fn cut_or_lapse(&mut self, floor: &Floor, room: &Room) -> Option<(String, Act)> {
        let Shuffle::Cut(Some(player)) = room.shuffle() else { return None };
        let name = floor.people.name(player).to_owned();
        match self.below(3) {
            0 => self.secret.lapse_cut(room, &floor.people).map(|act| (HOUSE.to_owned(), act)),
            _ => Some((name.clone(), self.cut(room, name))),
        }
    }

    /// A player whose words are awaited opens them, or lets them lapse.
    fn open_or_lapse(&mut self, floor: &Floor, room: &Room) -> Option<(String, Act)> {
        let awaited = room.random.awaited().next()?;
        if self.below(8) == 0 {
            return self.secret.lapse_words(room, &floor.people).map(|act| (HOUSE.to_owned(), act));
        }
        let player = floor.people.name(awaited.player).to_owned();
        let words = words_of(&player, room.commitments);
        Some((player.clone(), Act::TableAct(TableAct::OpenWords { table: room.id, player, words })))
    }

    fn wager(&mut self, kind: Kind, player: &str, area: usize) -> Step {
        let wagers = kind.layouts();
        // The first wager brings the cards.
        let on = if self.below(2) == 0 { 0 } else { self.below(wagers.len() as u32) };
        let wager = &wagers[on as usize];
        let amount = if kind.has_fixed_price(WagerId(on as u8)) {
            PRICE
        } else {
            (1 + self.below(20)) * 500
        };
        let mut any = |marks: &[u8]| Some(marks[self.below(marks.len() as u32) as usize]);
        let mark = match wager.mark {
            Mark::Number(marks) | Mark::Point(marks) => any(marks),
            Mark::None | Mark::Travels(_) => None,
        };
        let (number, point) = wager.mark.split(mark);
        let spot = Spot::new(player.into(), wager.name).at(Area(area as u8));
        let spot = Spot { number, point, ..spot };
        Step::Wager(Wager { spot, amount: Cents(amount.into()), confirmed: false })
    }

    /// What happens now and then.
    #[expect(clippy::too_many_lines, reason = "a row for each thing that is rare")]
    fn rare(&mut self, floor: &Floor, room: &Room) -> (String, Act) {
        let (table, player) = (room.id, self.player());
        let staff = |act| ("sue".to_owned(), act);
        // Some things only who sits there does.
        let seated = |player| {
            let first = room.seats.iter().flatten().next();
            first.map_or(player, |seat| floor.people.name(seat.player).to_owned())
        };
        let on = room.kind.layouts()[0].name.to_owned();
        let amount = Cents(u64::from(1 + self.below(500)) * 100);
        match self.below(22) {
            0 => by("sue", room, Step::Void(Void::default())),
            1 => {
                let min = u64::from(self.below(4)) * 500;
                let limit = Limits { min, max: min + 1_000_000, unit: None };
                staff(Act::TableAct(TableAct::Limit {
                    table,
                    on,
                    limit,
                    spare: self.below(2) == 0,
                }))
            }
            2 => staff(Act::TableAct(TableAct::EndSparing { table, on })),
            3 => {
                let limit = Limits { min: 500, max: 5_000_000, unit: Some(500) };
                staff(Act::TableAct(TableAct::OwnLimit { table, player, on, limit: Some(limit) }))
            }
            4 => {
                let variant = room.kind.house().variants.first().map(|&name| name.to_owned());
                staff(Act::TableAct(TableAct::Variant { table, variant }))
            }
            5 => (player.clone(), Act::TableAct(TableAct::Agree { table, player })),
            6 => (player.clone(), Act::EdgeAct(EdgeAct::Leave { table, player })),
            7 => (player.clone(), Act::EdgeAct(EdgeAct::Bring { table, player, amount })),
            8 => (player.clone(), Act::EdgeAct(EdgeAct::Take { table, player, amount })),
            9 => ("dan".to_owned(), Act::EdgeAct(EdgeAct::Drop { table, player, amount })),
            10 => staff(Act::EdgeAct(EdgeAct::Fill { table, amount })),
            11 => staff(Act::EdgeAct(EdgeAct::Credit { table, amount })),
            12 => match floor.requests.iter().next() {
                Some((&request, asked)) => {
                    (answers(asked), Act::HouseAct(HouseAct::Approve { request, forfeit: None }))
                }
                None => ("cas".to_owned(), Act::HouseAct(HouseAct::CashOut { player, amount })),
            },
            13 => match floor.requests.iter().next() {
                Some((&request, asked)) => {
                    (answers(asked), Act::HouseAct(HouseAct::Reject { request }))
                }
                None => ("cas".to_owned(), Act::HouseAct(HouseAct::BuyIn { player, amount })),
            },
            14 => {
                let (what, person) = ("the dealer was too fast".to_owned(), seated(player));
                (person.clone(), Act::EdgeAct(EdgeAct::Complain { table, person, what }))
            }
            15 => match floor.complaints.last() {
                Some(complaint) => {
                    let complaint = complaint.number;
                    staff(Act::HouseAct(HouseAct::DecideComplaint {
                        complaint,
                        decision: "it stands".to_owned(),
                    }))
                }
                None => staff(Act::EdgeAct(EdgeAct::Vacate { table, player })),
            },
            16 => irregular(room, Situation::Dropped),
            17 => irregular(room, Situation::MissingCard),
            18 => irregular(room, Situation::WrongDeal),
            19 => {
                let player = seated(player);
                (player.clone(), seals(floor, room, player))
            }
            20 => staff(Act::TableAct(TableAct::AnnounceClosing { table })),
            _ => match self.secret.reveal_burn(room) {
                Some(act) if room.closing.is_some() => (HOUSE.to_owned(), act),
                _ => staff(Act::EdgeAct(EdgeAct::Close { table })),
            },
        }
    }

    /// Somebody tries what they may not, or what makes no sense.
    fn trespass(&mut self, room: &Room) -> (String, Act) {
        let (table, player) = (room.id, self.player());
        let name = match self.below(3) {
            0 => STAFF[self.below(STAFF.len() as u32) as usize].0.to_owned(),
            1 => "nobody".to_owned(),
            _ => self.player(),
        };
        let act = match self.below(6) {
            0 => Act::HouseAct(HouseAct::Mint { amount: Cents(100) }),
            1 => Act::HouseAct(HouseAct::CashOut { player, amount: Cents(u64::MAX) }),
            2 => {
                return by(&name, room, Step::Card(Card::new(Rank::Ace, Suit::Spades).into()));
            }
            3 => {
                let ones = Dice::new(1, 1).expect("there is a one on every die");
                return by(&name, room, Step::Roll(Roll(ones)));
            }
            4 => Act::TableAct(TableAct::Reveal { table, key: "00".repeat(32) }),
            _ => Act::HouseAct(HouseAct::SetRoles { name: player, roles: vec![Role::Manager] }),
        };
        (name, act)
    }
}

/// Returns how a table of a game is set up: from a shoe where it may be dealt from one.
pub fn usual_setup(kind: Kind) -> TableSetup {
    let game = kind.describe();
    let shoe = game.cards.is_some_and(|cards| cards.sources.contains(&Source::Shoe));
    TableSetup {
        chip: Some(Cents(if game.jackpot { 100 } else { 50 })),
        source: shoe.then_some(Source::Shoe),
        ..TableSetup::default()
    }
}

/// Returns the terms of a usual pool of a game, which may have a jackpot.
pub fn usual_terms(kind: Kind) -> Option<Terms> {
    let rules = kind.jackpots()?;
    let meter = |part, seed| MeterTerms { share: Share { part, of: 20 }, seed: Cents(seed) };
    Some(Terms {
        prizes: rules.prizes.into(),
        wager: Cents(PRICE.into()),
        major: meter(1, 1_000_000),
        minor: meter(1, 100_000),
        mystery: None,
        retained: Share { part: 18, of: 20 },
    })
}

/// Lists the acts by which a pool of a game is drafted, approved and started; each waits for a second manager.
pub fn usual_pool(pool: PoolId, kind: Kind) -> Vec<Act> {
    let Some(terms) = usual_terms(kind) else { return Vec::new() };
    let date = Day::try_from("2016-08-17".to_owned()).expect("the day of the orders is a day");
    let name = format!("{} pool", kind.title());
    let reference = "reference of the Authority".to_owned();
    vec![
        PoolAct::DraftPool { pool, name, terms }.into(),
        PoolAct::ApprovePool { pool, reference, date }.into(),
        PoolAct::StartPool { pool }.into(),
    ]
}

fn open(table: TableId, kind: Kind, dealing: Dealing) -> Act {
    Act::EdgeAct(EdgeAct::Open {
        table,
        name: format!("{} {}", kind.title(), table.0),
        game: kind.name().to_owned(),
        setup: Box::new(usual_setup(kind)),
        float: Cents(50_000_000),
        dealing,
        seats: SEATS.min(kind.describe().seats),
        demo: false,
    })
}

fn by(who: &str, room: &Room, step: Step) -> (String, Act) {
    (who.to_owned(), Act::TableAct(TableAct::Step { table: room.id, step }))
}

/// Returns what a player adds to a draw: in a rehearsal anybody may guess it.
fn words_of(player: &str, commitment: u64) -> String {
    format!("{player} at {commitment}")
}

/// A player seals words for the next draw.
fn seals(floor: &Floor, room: &Room, player: String) -> Act {
    let seat = floor.people.find(&player).and_then(|player| room.seat_number(player)).unwrap_or(0);
    let words = words_of(&player, room.commitments);
    let sealed = seal(room.id.0, room.commitments, seat, &words);
    Act::TableAct(TableAct::Contribute { table: room.id, player, sealed })
}

/// Names somebody who may answer a request.
fn answers(request: &Request) -> String {
    let may = STAFF.iter().find(|(_, role)| request.second.contains(role));
    may.map_or("sid", |(name, _)| *name).to_owned()
}

/// Something is done with the dice.
fn handed(player: Text, does: Does) -> Step {
    let why = matches!(does, Does::Order).then(|| "the throw does not come".into());
    Step::Dice(Handed { player, does, takes: None, by: None, why })
}

/// The dealer says that something went wrong.
fn irregular(room: &Room, what: Situation) -> (String, Act) {
    by("dan", room, Step::Irregular(Box::new(Irregular::new(what))))
}
