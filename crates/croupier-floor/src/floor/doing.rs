//! What is done at the cage, with people, and around the tables.

use std::collections::BTreeSet;

use croupier_engine::{AnyTable, Cents, Kind, Player};

use crate::TableId;
use crate::act::{Act, Dealing};
use crate::answer::{Denied, Event, Prompt};
use crate::floor::{Floor, HOUSE};
use crate::ledger::{Account, Meter, Posting};
use crate::people::{Person, Role};
use crate::reason::{Amount, Reason};
use crate::room::Room;

/// What a guest gets.
const PLAY_MONEY: Cents = Cents(100_000);

impl Floor {
    /// Does what concerns no table.
    pub(super) fn house_act(&mut self, act: &Act, events: &mut Vec<Event>) -> Result<(), Denied> {
        match act {
            Act::AddPerson { name, roles, password } => {
                self.add_person(name, roles, password.as_ref())
            }
            Act::SetRoles { name, roles } => {
                let roles = self.roles(roles)?;
                if self.person(name)?.roles.contains(&Role::Guest) {
                    return Err(Denied::of(Reason::StaysGuest));
                }
                self.person(name)?.roles = roles;
                Ok(())
            }
            Act::SetPassword { name, password } => {
                self.person(name)?.password = Some(password.clone());
                Ok(())
            }
            Act::Guest { name } => self.guest(name, events),
            // What was looked at, and who tried to come in, is to be remembered.
            Act::SignIn { .. } | Act::Look { .. } => Ok(()),
            Act::Readmit { name, .. } => {
                let person = self.person(name)?;
                person.excluded = false;
                person.barred.clear();
                Ok(())
            }
            Act::BuyIn { player, amount } => {
                let player = self.named(player)?;
                self.cash_in(Account::CageCash, Account::Cage, player, *amount, events)
            }
            Act::CashOut { player, amount } => {
                let player = self.named(player)?;
                let amount = in_range(*amount)?;
                self.check(Account::Purse(player), amount)?;
                self.check(Account::CageCash, amount)?;
                self.post(Account::Purse(player), Account::Cage, amount, events);
                self.post(Account::CageCash, Account::Outside, amount, events);
                Ok(())
            }
            Act::GiveTokens { player, amount } => {
                let (player, amount) = (self.named(player)?, in_range(*amount)?);
                self.post(Account::TokenMint, Account::TokenPurse(player), amount, events);
                Ok(())
            }
            Act::Mint { amount } => {
                let amount = in_range(*amount)?;
                self.post(Account::Mint, Account::Cage, amount, events);
                Ok(())
            }
            Act::Meters { major, minor } => {
                self.set_meter(Meter::Major, *major, events)?;
                self.set_meter(Meter::Minor, *minor, events)
            }
            Act::Incident { .. } => {
                let number = self.number();
                events.push(Event::Noted { number });
                Ok(())
            }
            _ => Err(Denied::of(Reason::NobodyMay)),
        }
    }

    /// Does what concerns a table.
    pub(super) fn table_act(&mut self, act: &Act, events: &mut Vec<Event>) -> Result<(), Denied> {
        match act {
            Act::Open { .. } => self.open(act, events),
            Act::Close { table } => {
                let table = *table;
                self.at(table, events, |room, around| room.close(around))?;
                self.rooms.remove(&table);
                Ok(())
            }
            Act::Fill { table, amount } => {
                let (room, amount) = (self.room(*table)?, in_range(*amount)?);
                let (table, home) = (room.id, room.home());
                self.check(home, amount)?;
                self.post(home, Account::Float(table), amount, events);
                Ok(())
            }
            Act::Credit { table, amount } => {
                let (room, amount) = (self.room(*table)?, in_range(*amount)?);
                let (table, home) = (room.id, room.home());
                if self.ledger.held(Account::Float(table)) < amount {
                    return Err(Denied::of(Reason::FloatTooSmall));
                }
                self.post(Account::Float(table), home, amount, events);
                Ok(())
            }
            Act::Exclude { name, .. } => {
                self.person(name)?.excluded = true;
                Ok(())
            }
            Act::Bar { name, table, .. } => {
                let kind = self.room(*table)?.kind;
                self.person(name)?.barred.insert(kind);
                Ok(())
            }
            Act::Detain { name, table, .. } => self.detain(name, *table, events),
            Act::Bring { table, player, amount } => {
                let (table, player) = (self.room(*table)?.id, self.named(player)?);
                let amount = in_range(*amount)?;
                self.check(Account::Purse(player), amount)?;
                self.post(Account::Purse(player), Account::Rack(table, player), amount, events);
                Ok(())
            }
            Act::Take { table, player, amount } => {
                let (table, player) = (self.room(*table)?.id, self.named(player)?);
                let amount = in_range(*amount)?;
                self.check(Account::Rack(table, player), amount)?;
                self.post(Account::Rack(table, player), Account::Purse(player), amount, events);
                Ok(())
            }
            Act::Drop { table, player, amount } => {
                let (table, player) = (self.room(*table)?.id, self.named(player)?);
                let amount = in_range(*amount)?;
                if self.ledger.held(Account::Float(table)) < amount {
                    return Err(Denied::of(Reason::AskForFill));
                }
                self.post(Account::Outside, Account::DropBox(table), amount, events);
                self.post(Account::Float(table), Account::Rack(table, player), amount, events);
                Ok(())
            }
            Act::Incident { .. } => self.house_act(act, events),
            // What time brings has happened before any act is looked at.
            Act::Time { table } => self.room(*table).map(drop),
            _ => self.room_act(act, events),
        }
    }

    /// Does what a table does for itself.
    fn room_act(&mut self, act: &Act, events: &mut Vec<Event>) -> Result<(), Denied> {
        let named = |floor: &Self, name: &str| floor.named(name);
        let table = act.table().ok_or_else(|| Denied::of(Reason::NobodyMay))?;
        match act {
            Act::AnnounceClosing { .. } => {
                self.at(table, events, |room, around| room.announce_closing(around))
            }
            Act::Sit { player, seat, .. } => {
                let (player, seat) = (named(self, player)?, *seat);
                self.at(table, events, |room, around| room.sit(player, seat, around))
            }
            Act::Leave { player, .. } => {
                let player = named(self, player)?;
                self.at(table, events, |room, around| room.leave(player, around))
            }
            Act::Vacate { player, .. } => {
                let player = named(self, player)?;
                self.at(table, events, |room, around| room.vacate(player, around))
            }
            Act::GiveUp { player, area, .. } => {
                let (player, area) = (named(self, player)?, *area);
                self.at(table, events, |room, around| room.give_up(player, area, around))
            }
            Act::Limit { on, limit, spare, .. } => {
                self.at(table, events, |room, around| room.change_limit(on, *limit, *spare, around))
            }
            Act::EndSparing { on, .. } => {
                self.at(table, events, |room, around| room.end_sparing(on, around))
            }
            Act::OwnLimit { player, on, limit, .. } => {
                let player = named(self, player)?;
                self.at(table, events, |room, around| room.own_limit(player, on, *limit, around))
            }
            Act::Variant { variant, .. } => {
                self.at(table, events, |room, around| room.plan_variant(variant.as_deref(), around))
            }
            Act::Agree { player, .. } => {
                let player = named(self, player)?;
                self.at(table, events, |room, around| room.agree(player, around))
            }
            _ => self.card_act(table, act, events),
        }
    }

    /// Does what concerns the cards and the chance of a table.
    fn card_act(
        &mut self,
        table: TableId,
        act: &Act,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        match act {
            Act::BeginShuffle { pre_shuffled, .. } => {
                self.at(table, events, |room, around| room.begin_shuffle(*pre_shuffled, around))
            }
            Act::AskRiffle { .. } => self.at(table, events, |room, around| room.ask_riffle(around)),
            Act::Riffle { granted, .. } => self.at(table, events, |room, _| room.riffle(*granted)),
            Act::Cut { by, depth, .. } => {
                let unknown = || Denied::of(Reason::NoSuchPerson(by.to_owned()));
                let by = self.people.find(by).ok_or_else(unknown)?;
                // The supervisor, or the program at a virtual table, cuts for the house.
                let staff = [Role::Supervisor, Role::System];
                let by = Some(by).filter(|by| !staff.iter().any(|role| self.people.is(*by, *role)));
                self.at(table, events, |room, _| room.make_cut(by, *depth))
            }
            Act::RefuseCut { by, .. } => {
                let by = self.named(by)?;
                self.at(table, events, |room, around| room.refuse_cut(by, around))
            }
            Act::Load { cutting_card, .. } => {
                self.at(table, events, |room, around| room.load(*cutting_card, around))
            }
            Act::Commit { commitment, .. } => {
                self.at(table, events, |room, _| room.commit(commitment))
            }
            Act::Contribute { text, .. } => self.at(table, events, |room, _| room.contribute(text)),
            Act::Reveal { key, .. } => {
                self.at(table, events, |room, around| room.reveal(key, around))
            }
            _ => Err(Denied::of(Reason::NobodyMay)),
        }
    }

    fn open(&mut self, act: &Act, events: &mut Vec<Event>) -> Result<(), Denied> {
        let Act::Open { table, name, game, setup, float, dealing, seats, demo } = act else {
            return Err(Denied::of(Reason::NobodyMay));
        };
        let unknown = || Denied::of(Reason::NoSuchGame { game: game.clone().into() });
        let kind = Kind::named(game).ok_or_else(unknown)?;
        if self.rooms.contains_key(table) {
            return Err(Denied::of(Reason::TableIsOpen { table: *table }));
        }
        if table.0 == 0 || table.0 == u32::MAX || name.trim().is_empty() {
            return Err(Denied::of(Reason::BadTable));
        }
        let most = kind.house().areas.map_or(u8::MAX, |areas| areas.count);
        if *seats == 0 || *seats > most {
            let clause = kind.house().areas.map_or(kind.house().means, |areas| areas.clause);
            return Err(Denied::clause(clause, Reason::SeatsRange { most }));
        }
        let setup = setup.resolve(kind, &mut |name| self.people.number(name));
        let bad = |fault: croupier_sheet::Fault| Denied::of(Reason::BadSetup(fault.to_string()));
        let mut setup = setup.map_err(bad)?;
        // New cards are shuffled and burned before they are played.
        setup.fresh = kind.house().cards.is_some();
        let opened = AnyTable::open(kind, &setup).map_err(Denied::rules)?;
        if *dealing == Dealing::Virtual
            && opened.rules().method != croupier_engine::setup::Method::A
        {
            return Err(Denied::of(Reason::VirtualFaceDown));
        }
        let float = in_range(*float)?;
        let id = *table;
        let room = Room::new(id, name.clone(), opened, setup, (*dealing, *demo), *seats);
        self.check(room.home(), float)?;
        self.post(room.home(), Account::Float(id), float, events);
        if *demo {
            self.fill_play_meters(&room, events);
        }
        self.rooms.insert(id, room);
        events.push(Event::Table { table: id, open: true });
        Ok(())
    }

    /// The meters of a demo table start with what its set-up says.
    fn fill_play_meters(&mut self, room: &Room, events: &mut Vec<Event>) {
        let Some(jackpot) = &room.table.rules().jackpot else { return };
        for (meter, wanted) in [(Meter::Major, jackpot.major), (Meter::Minor, jackpot.minor)] {
            let pool = room.pool(meter);
            let lacking = wanted.saturating_sub(self.ledger.held(pool));
            self.post(Account::PlayMint, pool, lacking, events);
        }
    }

    /// A guest gets play money, or as much more as brings what is left back to where it began.
    fn guest(&mut self, name: &str, events: &mut Vec<Event>) -> Result<(), Denied> {
        let player = match self.people.find(name) {
            None => self.insert_person(name, BTreeSet::from([Role::Guest]), None)?,
            Some(player) if self.people.is(player, Role::Guest) => player,
            Some(_) => return Err(Denied::of(Reason::NameTaken)),
        };
        let own = |account: Account| match account {
            Account::Purse(whose) | Account::Rack(_, whose) | Account::Felt(_, whose) => {
                whose == player
            }
            _ => false,
        };
        let has: i64 = self.ledger.iter().filter(|(account, _)| own(*account)).map(|it| it.1).sum();
        let more = PLAY_MONEY.saturating_sub(Cents(u64::try_from(has).unwrap_or(0)));
        self.post(Account::PlayMint, Account::Purse(player), more, events);
        Ok(())
    }

    fn detain(
        &mut self,
        name: &str,
        table: TableId,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let Some(clause) = self.room(table)?.kind.house().pit.detain else {
            return Err(Denied::of(Reason::NoSuchRule));
        };
        let prompt = Prompt::Hold { person: self.named(name)? };
        let (table, clause) = (Some(table), Some(clause.0.into()));
        events.push(Event::Prompt { table, prompt, clause });
        Ok(())
    }

    fn add_person(
        &mut self,
        name: &str,
        roles: &[Role],
        password: Option<&String>,
    ) -> Result<(), Denied> {
        let roles = self.roles(roles)?;
        self.insert_person(name, roles, password.cloned()).map(drop)
    }

    fn insert_person(
        &mut self,
        name: &str,
        roles: BTreeSet<Role>,
        password: Option<String>,
    ) -> Result<Player, Denied> {
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
        if name.is_empty() || name.len() > 40 || !name.chars().all(plain) {
            return Err(Denied::of(Reason::BadName));
        }
        let (name, barred) = (name.to_owned(), BTreeSet::new());
        let person = Person { name, roles, password, excluded: false, barred };
        let added = self.people.add(person);
        added.ok_or_else(|| Denied::of(Reason::NameTaken))
    }

    /// Checks roles: inspectors and players have no part in running the house, and nobody is the program.
    fn roles(&self, roles: &[Role]) -> Result<BTreeSet<Role>, Denied> {
        let roles: BTreeSet<_> = roles.iter().copied().collect();
        if roles.contains(&Role::System) {
            return Err(Denied::of(Reason::IsProgram));
        }
        if roles.contains(&Role::Guest) {
            return Err(Denied::of(Reason::GuestsComeThemselves));
        }
        let apart = [Role::Inspector, Role::Player];
        if roles.len() > 1 && apart.iter().any(|role| roles.contains(role)) {
            return Err(Denied::of(Reason::RolesApart));
        }
        match roles.is_empty() {
            true => Err(Denied::of(Reason::NoRole)),
            false => Ok(roles),
        }
    }

    fn set_meter(
        &mut self,
        meter: Meter,
        wanted: Cents,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let pool = Account::Pool(meter);
        let now = self.ledger.held(pool);
        self.check(Account::Cage, wanted.saturating_sub(now))?;
        self.post(Account::Cage, pool, wanted.saturating_sub(now), events);
        self.post(pool, Account::Cage, now.saturating_sub(wanted), events);
        Ok(())
    }

    /// Cash from outside for chips.
    fn cash_in(
        &mut self,
        cash: Account,
        chips: Account,
        player: Player,
        amount: Cents,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let amount = in_range(amount)?;
        self.check(chips, amount)?;
        self.post(Account::Outside, cash, amount, events);
        self.post(chips, Account::Purse(player), amount, events);
        Ok(())
    }

    fn check(&self, account: Account, amount: Cents) -> Result<(), Denied> {
        match self.ledger.covers(account, amount) {
            true => Ok(()),
            false => Err(Denied::of(Reason::Less { amount: Amount(amount) })),
        }
    }

    fn post(&mut self, from: Account, to: Account, amount: Cents, events: &mut Vec<Event>) {
        if !amount.is_zero() {
            let posting = Posting { from, to, amount };
            self.ledger.post(posting);
            events.push(Event::Posted(posting));
        }
    }

    pub(super) fn named(&self, name: &str) -> Result<Player, Denied> {
        let found = self.people.find(name).filter(|_| name != HOUSE);
        found.ok_or_else(|| Denied::of(Reason::NoSuchPerson(name.to_owned())))
    }

    fn person(&mut self, name: &str) -> Result<&mut Person, Denied> {
        let player = self.named(name)?;
        self.people.get_mut(player).ok_or_else(|| Denied::of(Reason::NoSuchPerson(name.to_owned())))
    }
}

fn in_range(amount: Cents) -> Result<Cents, Denied> {
    match !amount.is_zero() && amount <= Cents::CEILING {
        true => Ok(amount),
        false => Err(Denied::of(Reason::BadAmount)),
    }
}
