//! What is done at the cage, with people, and around the tables.

use std::collections::BTreeMap;

use croupier_engine::setup::{Collects, Faults, Method, Pays};
use croupier_engine::{AnyTable, Cents, Input, Kind, Player, Why};
use croupier_sheet::TableSetup;

use crate::TableId;
use crate::act::{Dealing, EdgeAct, HouseAct, TableAct};
use crate::answer::{CardsChange, Change, Denied, Event, Opened};
use crate::floor::{Floor, KeyCounts};
use crate::ledger::{Account, Posting};
use crate::naming::{Founder, PersonId};
use crate::people::Role;
use crate::reason::{Amount, Reason};
use crate::room::{Begin, CutBy, Room};
use crate::said::Said;

impl Floor {
    /// Does what concerns the house and no single table.
    #[expect(clippy::too_many_lines, reason = "a row for each act")]
    pub(super) fn house_act(
        &mut self,
        by: Player,
        act: &HouseAct<PersonId>,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        self.check_person_act(act)?;
        match act {
            HouseAct::Found { managers } => {
                for Founder { name, password } in managers {
                    self.add_person(*name, &[Role::Manager], *password, (said, events))?;
                }
                Ok(())
            }
            HouseAct::AddPerson { name, roles, password } => {
                self.add_person(*name, roles, *password, (said, events))
            }
            HouseAct::SetRoles { name, roles } => {
                let roles = self.roles(roles)?.into_iter().collect();
                self.change_person(*name, Change::Roles { roles }, said, events)
            }
            HouseAct::SetPassword { name, password } => {
                let change = Change::Password { password: *password };
                self.change_person(*name, change, said, events)
            }
            HouseAct::Guest { name } => self.guest(*name, said, events),
            HouseAct::Readmit { name, .. } => {
                self.change_person(*name, Change::Readmitted, said, events)
            }
            // What was looked at, and who tried to come in, is to be remembered.
            HouseAct::SignIn { .. } | HouseAct::Look { .. } => Ok(()),
            HouseAct::BuyIn { player, amount } => {
                let player = self.known(*player)?;
                self.check_plays(player)?;
                self.check_not_excluded(player)?;
                if self.held(player).is_some() {
                    return Err(Denied::of(Reason::IsHeld));
                }
                self.cash_in(Account::CageCash, Account::Cage, player, *amount, events)
            }
            HouseAct::CashOut { player, amount } => {
                let player = self.known(*player)?;
                let amount = in_range(*amount)?;
                self.check_purse(player, amount)?;
                self.check(Account::CageCash, amount)?;
                self.pay_debt(player, events);
                self.post(Account::Purse(player), Account::Cage, amount, events);
                self.post(Account::CageCash, Account::Outside, amount, events);
                Ok(())
            }
            HouseAct::Mint { amount } => {
                let amount = in_range(*amount)?;
                self.check_room(Account::Mint, Account::Cage, amount)?;
                self.post(Account::Mint, Account::Cage, amount, events);
                Ok(())
            }
            HouseAct::IssueVoucher { .. } => self.issue_voucher(by, act, said, events),
            HouseAct::Incident { table, kind, person, .. } => {
                self.incident(*table, (*kind, *person), events)
            }
            HouseAct::DecideComplaint { complaint, decision } => {
                self.decide((by, *complaint), *decision, said, events)
            }
            HouseAct::RegisterCards { set, decks, backs, pre_shuffled, angel } => {
                let shuffled = (*pre_shuffled, *angel);
                let change = self.register_cards((*set, *decks), *backs, shuffled, by)?;
                self.note_cards(*set, change, (said, events));
                Ok(())
            }
            HouseAct::CheckCards { set, cards, device } => {
                let change = self.check_cards(*set, (*cards, *device), by)?;
                self.note_cards(*set, change, (said, events));
                Ok(())
            }
            HouseAct::SealCards { set, seal } => {
                let change = self.seal_cards(*set, *seal, by)?;
                self.note_cards(*set, change, (said, events));
                Ok(())
            }
            HouseAct::HandOverCards { set, to } => {
                let change = self.hand_over_cards(*set, *to)?;
                self.note_cards(*set, change, (said, events));
                Ok(())
            }
            HouseAct::RetireCards { set, why } => {
                let change = self.retire_cards(*set, *why, by)?;
                self.note_cards(*set, change, (said, events));
                Ok(())
            }
            HouseAct::AskReview { complaint } => self.ask_review(*complaint, events),
            HouseAct::CloseComplaint { complaint, told } => {
                self.end((by, *complaint), *told, events)
            }
            HouseAct::LoadOrder { game, sha256 } => self.load_order(game, sha256, said, events),
            HouseAct::SetClock { by } => self.set_clock(*by, said, events),
            // An answer to a request is never itself a request, nor carried out for somebody else.
            HouseAct::Approve { .. } | HouseAct::Reject { .. } => {
                Err(Denied::of(Reason::NeedsAnother))
            }
        }
    }

    /// Does what moves money or people across the edge of a table.
    #[expect(clippy::too_many_lines, reason = "a row for each act")]
    pub(super) fn edge_act(
        &mut self,
        by: Player,
        act: &EdgeAct<PersonId>,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        match act {
            EdgeAct::Open { table, name, game, setup, float, dealing, seats, demo } => {
                let room =
                    self.room_of((*table, name), (game, setup), (*dealing, *demo), *seats)?;
                self.open(room, *float, events)
            }
            EdgeAct::Close { table } => {
                let table = *table;
                self.at(table, events, |room, around| {
                    room.close(around)?;
                    room.pool.map_or(Ok(()), |pool| room.unlink(pool, around))
                })?;
                let room = self.rooms.remove(&table);
                if let Some(Room { commitments, shuffles, .. }) = room
                    && commitments + shuffles > 0
                {
                    self.key_counts.insert(table, KeyCounts { commitments, shuffles });
                }
                for set in room.into_iter().flat_map(|room| [room.set, room.old_set]).flatten() {
                    let change = CardsChange::Stored { table };
                    self.note(Event::Cards { set, change }, said, events);
                }
                self.ledger.recount();
                Ok(())
            }
            EdgeAct::LinkTable { table, pool } => self.link_table(by, (*table, *pool), events),
            EdgeAct::UnlinkTable { table } => self.unlink_table(*table, events),
            EdgeAct::VerifyAward { table, award } => {
                self.verify_award(by, (*table, *award), events)
            }
            EdgeAct::BringCards { table, set } => {
                self.bring_cards(by, (*table, *set), said, events)
            }
            EdgeAct::Fill { table, amount } => {
                let (room, amount) = (self.room(*table)?, self.whole_chips(*table, *amount)?);
                let (table, home) = (room.id, room.home());
                self.check(home, amount)?;
                self.post(home, Account::Float(table), amount, events);
                Ok(())
            }
            EdgeAct::Credit { table, amount } => {
                let (room, amount) = (self.room(*table)?, self.whole_chips(*table, *amount)?);
                let (table, home) = (room.id, room.home());
                if self.ledger.held(Account::Float(table)) < amount {
                    return Err(Denied::of(Reason::FloatTooSmall));
                }
                self.post(Account::Float(table), home, amount, events);
                Ok(())
            }
            EdgeAct::Exclude { name, table, .. } => {
                self.check_off_duty(*name, *table)?;
                self.change_person(*name, Change::Excluded, said, events)?;
                self.unseat(*name, events);
                Ok(())
            }
            EdgeAct::Bar { name, table, .. } => {
                let kind = self.room(*table)?.kind;
                let house = kind.house();
                house.pit.bar.ok_or_else(|| Denied::no_rule(house.wagers))?;
                self.check_off_duty(*name, *table)?;
                let change = Change::Barred { game: kind.name().into() };
                self.change_person(*name, change, said, events)?;
                self.unseat(*name, events);
                Ok(())
            }
            EdgeAct::Detain { name, table, .. } => self.detain(*name, *table, events),
            EdgeAct::HandOver { name, to, why, .. } => {
                self.hand_over(by, *name, (*to, *why), events)
            }
            EdgeAct::Bring { table, player, amount } => {
                let (table, player) = (self.served_at(*table, *player)?, self.known(*player)?);
                let amount = in_range(*amount)?;
                self.check_purse(player, amount)?;
                self.pay_debt(player, events);
                self.post(Account::Purse(player), Account::Rack(table, player), amount, events);
                Ok(())
            }
            EdgeAct::Take { table, player, amount } => {
                let (table, player) = (self.room(*table)?.id, self.known(*player)?);
                let amount = in_range(*amount)?;
                self.check(Account::Rack(table, player), amount)?;
                self.post(Account::Rack(table, player), Account::Purse(player), amount, events);
                Ok(())
            }
            EdgeAct::Drop { table, player, amount } => {
                let (table, player) = (self.served_at(*table, *player)?, self.known(*player)?);
                let amount = self.whole_chips(table, *amount)?;
                if self.ledger.held(Account::Float(table)) < amount {
                    return Err(Denied::of(Reason::AskForFill));
                }
                self.post(Account::Outside, Account::DropBox(table), amount, events);
                self.post(Account::Float(table), Account::Rack(table, player), amount, events);
                Ok(())
            }
            EdgeAct::ExchangeVoucher { table, number, player } => {
                self.exchange_voucher(by, (*table, *number), *player, (said, events))
            }
            EdgeAct::Leave { table, player } => {
                let player = self.known(*player)?;
                self.at(*table, events, |room, around| room.leave(player, around))
            }
            EdgeAct::Vacate { table, player } => {
                let player = self.known(*player)?;
                self.at(*table, events, |room, around| room.vacate(player, around))
            }
            EdgeAct::WalkIn { table, seat, name } => {
                self.walk_in((*table, *seat), *name, said, events)
            }
            EdgeAct::Complain { table, person, what } => {
                self.complain(by, (*table, *person), *what, said, events)
            }
        }
    }

    /// Does what concerns one table alone; `input` is what a step of its game means, where that was found out
    /// already.
    #[expect(clippy::too_many_lines, reason = "a row for each act")]
    pub(super) fn table_act(
        &mut self,
        by: Player,
        act: &TableAct<PersonId>,
        input: Option<Input>,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let table = act.table();
        match act {
            // What time brings has happened before any act is looked at.
            TableAct::Time { .. } => self.room(table).map(drop),
            TableAct::Step { step, .. } => {
                let input = input.map_or_else(|| self.input(table, step), Ok)?;
                self.game_step(by, table, &input, events)?;
                self.at(table, events, |room, around| {
                    room.note_order(by, &input, around);
                    Ok(())
                })
            }
            TableAct::AnnounceClosing { .. } => {
                self.at(table, events, |room, around| room.announce_closing(around))
            }
            TableAct::WithdrawClosing { .. } => {
                self.at(table, events, |room, around| room.withdraw_closing(around))
            }
            TableAct::TaskDone { task, words, .. } => {
                self.task_done(by, (table, *task), *words, events)
            }
            TableAct::Sit { player, seat, .. } => {
                self.served_at(table, *player)?;
                let (player, seat) = (self.known(*player)?, *seat);
                self.at(table, events, |room, around| room.sit(player, seat, around))
            }
            TableAct::GiveUp { player, area, to, .. } => {
                self.served_at(table, *to)?;
                let (player, area, to) = (self.known(*player)?, *area, self.known(*to)?);
                if !self.people.plays(to) {
                    return Err(Denied::of(Reason::NotAPlayer));
                }
                self.at(table, events, |room, around| room.give_up(player, area, to, around))
            }
            TableAct::Limit { on, limit, spare, .. } => {
                let limits = BTreeMap::from([(on.clone(), *limit)]);
                self.at(table, events, |room, around| room.change_limits(&limits, *spare, around))
            }
            TableAct::Limits { limits, spare, .. } => {
                self.at(table, events, |room, around| room.change_limits(limits, *spare, around))
            }
            TableAct::EndSparing { on, .. } => {
                self.at(table, events, |room, around| room.end_sparing(on, around))
            }
            TableAct::OwnLimit { player, on, limit, .. } => {
                // Who is not served gets no limits; those that are there can be taken away.
                if limit.is_some() {
                    self.served_at(table, *player)?;
                }
                let player = self.known(*player)?;
                self.at(table, events, |room, around| room.own_limit(player, on, *limit, around))
            }
            TableAct::Variant { variant, .. } => {
                self.at(table, events, |room, around| room.plan_variant(variant.as_deref(), around))
            }
            TableAct::Agree { player, .. } => {
                let player = self.known(*player)?;
                self.at(table, events, |room, around| room.agree(player, around))
            }
            TableAct::Equipment { dice, items, .. } => self.at(table, events, |room, around| {
                room.register_equipment(by, dice, items, around.now)
            }),
            TableAct::DiceSet { dice, .. } => {
                self.at(table, events, |room, around| room.register_dice(by, dice, around.now))
            }
            TableAct::Confirm { player, .. } => {
                let player = self.known(*player)?;
                self.at(table, events, |room, _| room.confirm(player))
            }
            TableAct::BeginShuffle { pre_shuffled, angel, method, by_hand_first, burn, .. } => {
                let set = self.room(table)?.set.and_then(|set| self.cards.get(&set));
                if let Some(set) = set.filter(|set| set.check.as_ref().is_some_and(|it| !it.right))
                {
                    return Err(self.incomplete(table, set.number));
                }
                let registered = set.map(|set| (set.pre_shuffled, set.angel));
                let begin = Begin {
                    pre_shuffled: *pre_shuffled,
                    angel: *angel,
                    method: *method,
                    by_hand_first: *by_hand_first,
                    burn: burn.as_deref(),
                    program: self.people.is(by, Role::System),
                    registered,
                };
                self.at(table, events, |room, around| room.begin_shuffle(begin, around))
            }
            TableAct::AskRiffle { player, .. } => {
                let asks = self.asks_riffle(by, *player)?;
                self.at(table, events, |room, around| room.ask_riffle(asks, around))
            }
            TableAct::Riffle { granted, .. } => {
                self.at(table, events, |room, around| room.riffle(*granted, around))
            }
            TableAct::RiffleDone { .. } => self.at(table, events, |room, _| room.riffle_done()),
            TableAct::LapseCut { player, .. } => {
                let player = self.known(*player)?;
                self.at(table, events, |room, around| room.lapse_cut(player, around))
            }
            TableAct::Cut { by: named, depth, .. } => {
                let cut_by = self.cut_by(by, *named)?;
                self.at(table, events, |room, around| room.make_cut(cut_by, *depth, around))
            }
            TableAct::RefuseCut { by, .. } => {
                let by = self.known(*by)?;
                self.at(table, events, |room, around| room.refuse_cut(by, around))
            }
            TableAct::Load { cutting_card, .. } => {
                self.at(table, events, |room, around| room.load(*cutting_card, around))
            }
            TableAct::Commit { commitment, .. } => {
                self.at(table, events, |room, _| room.commit(commitment))
            }
            TableAct::Contribute { player, sealed, .. } => {
                let player = self.known(*player)?;
                self.at(table, events, |room, around| room.contribute(player, sealed, around))
            }
            TableAct::CloseBetting { .. } => {
                self.at(table, events, |room, around| room.close_betting(around))
            }
            TableAct::OpenWords { player, words, .. } => {
                let player = self.known(*player)?;
                self.at(table, events, |room, around| room.open_words(player, words, around))
            }
            TableAct::LapseWords { player, .. } => {
                let player = self.known(*player)?;
                self.at(table, events, |room, around| room.lapse_words(player, around))
            }
            TableAct::LoseKey { .. } => {
                self.at(table, events, |room, around| room.lose_key(around))
            }
            TableAct::Reveal { key, .. } => {
                self.at(table, events, |room, around| room.reveal(key, around))
            }
            TableAct::RevealBurn { key, .. } => {
                self.at(table, events, |room, around| room.reveal_burn(key, around))
            }
        }
    }

    /// Says who asks for a riffle: the player who is named, or who acts; nobody's name where it is a supervisor.
    fn asks_riffle(&self, by: Player, named: Option<PersonId>) -> Result<Option<Player>, Denied> {
        let named = named.map(|named| self.known(named)).transpose()?;
        let is = |role| self.people.is(by, role);
        match named {
            Some(player) if player != by && self.people.plays(by) => {
                Err(Denied::of(Reason::NotOwn))
            }
            Some(player) if player == by || is(Role::Dealer) => Ok(Some(player)),
            None if self.people.plays(by) => Ok(Some(by)),
            // What a player wishes is told by that player or the dealer; a supervisor asks in the own name.
            Some(_) | None if is(Role::Supervisor) || is(Role::Manager) => Ok(None),
            Some(_) | None => Err(Denied::of(Reason::RiffleByPlayer)),
        }
    }

    /// Frees the places of somebody who is not served any more. Where a table takes nothing now, because a question is
    /// open, the seat stays until it is left; whoever has it takes no part from there either.
    fn unseat(&mut self, PersonId(player): PersonId, events: &mut Vec<Event>) {
        let kinds = self.rooms.values().map(|room| (room.id, room.kind));
        let of: Vec<_> =
            kinds.filter(|(_, kind)| self.check_served(player, *kind).is_err()).collect();
        for (table, _) in of {
            let _seat_stays = self.at(table, events, |room, around| room.unseat(player, around));
        }
    }

    /// Makes sure that a table is open, and serves this person; returns the table.
    pub(super) fn served_at(&self, table: TableId, player: PersonId) -> Result<TableId, Denied> {
        let (room, player) = (self.room(table)?, self.known(player)?);
        self.check_plays(player)?;
        self.check_served(player, room.kind)?;
        Ok(room.id)
    }

    /// Makes sure that somebody is a player: staff are neither seated nor sold chips.
    pub(super) fn check_plays(&self, player: Player) -> Result<(), Denied> {
        match self.people.plays(player) {
            true => Ok(()),
            false => Err(Denied::of(Reason::NotAPlayer)),
        }
    }

    /// Makes sure that the cage serves this person.
    pub(super) fn check_not_excluded(&self, player: Player) -> Result<(), Denied> {
        match self.people.get(player).is_some_and(|person| person.excluded) {
            true => Err(Denied::of(Reason::KeptOut)),
            false => Ok(()),
        }
    }

    /// The operator loads the text of an order, which is kept beside the journal.
    fn load_order(
        &mut self,
        game: &str,
        sha256: &str,
        said: &Said,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let unknown = || Denied::of(Reason::NoSuchGame { game: game.to_owned().into() });
        let kind = Kind::named(game).ok_or_else(unknown)?;
        if kind.house().pit.copy.is_none() {
            return Err(Denied::of(Reason::NoOrderToLoad));
        }
        if sha256.is_empty() {
            return Err(Denied::of(Reason::BadHash));
        }
        let (game, sha256) = (kind.name().into(), sha256.to_owned().into());
        self.note(Event::Order { game, sha256 }, said, events);
        Ok(())
    }

    /// Says who cuts: a player, or a supervisor, or the program at a virtual table. Nobody but the supervisor says
    /// that the supervisor has cut.
    fn cut_by(&self, by: Player, PersonId(named): PersonId) -> Result<CutBy, Denied> {
        if self.people.get(named).is_none() {
            return Err(no_such_person());
        }
        let is = |role| self.people.is(named, role);
        Ok(match named == by {
            _ if ![Role::Supervisor, Role::Manager, Role::System].into_iter().any(is) => {
                CutBy::Player(named)
            }
            true => CutBy::House(Some(named).filter(|_| !is(Role::System))),
            false => CutBy::Another,
        })
    }

    /// Makes the room of a table that is to open, if there may be one.
    fn room_of(
        &self,
        (id, name): (TableId, &str),
        (game, setup): (&str, &TableSetup<PersonId>),
        (dealing, demo): (Dealing, bool),
        seats: u8,
    ) -> Result<Room, Denied> {
        let unknown = || Denied::of(Reason::NoSuchGame { game: game.to_owned().into() });
        let kind = Kind::named(game).ok_or_else(unknown)?;
        if self.rooms.contains_key(&id) {
            return Err(Denied::of(Reason::TableIsOpen { table: id }));
        }
        if id.0 == 0 || id.0 == u32::MAX || name.trim().is_empty() {
            return Err(Denied::of(Reason::BadTable));
        }
        let most = kind.house().areas.map_or(u8::MAX, |areas| areas.count);
        if seats == 0 || seats > most {
            let clause = kind.house().areas.map_or(kind.house().means, |areas| areas.clause);
            return Err(Denied::clause(clause, Reason::SeatsRange { most }));
        }
        if let Some(clause) = kind.house().pit.all_seats
            && dealing == Dealing::Physical
            && seats != most
        {
            return Err(Denied::clause(clause, Reason::SeatsExactly { seats: most }));
        }
        let mut stranger = false;
        let setup = setup.resolve(kind, &mut |person| {
            stranger |= self.people.get(person.0).is_none();
            Ok(person.0)
        });
        if stranger {
            return Err(no_such_person());
        }
        let mut setup = setup.map_err(|fault| Denied::of(Reason::BadSetup(fault.to_string())))?;
        // A jackpot comes with the pool that a table is linked to.
        if setup.jackpot.is_some() {
            let clause = kind.jackpots().map_or(kind.house().wagers, |rules| rules.one_pool);
            return Err(Denied::clause(clause, Reason::JackpotIsLinked));
        }
        // Jackpot wagers are swept before the first card, and count when the equipment has taken them.
        if kind.jackpots().is_some() {
            setup.collects = Collects::ByHand;
            setup.lights = dealing == Dealing::Physical;
        }
        // New cards are shuffled and burned before they are played.
        setup.fresh = kind.house().cards.is_some();
        setup.pre_shuffled = false;
        // A round ends when it is paid: by the dealer, or by the program.
        setup.pays = Pays::ByHand;
        // What the orders ask about a device that fails is asked and confirmed one by one.
        setup.faults = Faults::StepByStep;
        if setup.seats.len() > usize::from(seats) {
            let clause = kind.house().areas.map_or(kind.house().means, |areas| areas.clause);
            return Err(Denied::clause(clause, Reason::SeatsRange { most: seats }));
        }
        // The game knows of every seat, also of a free one, where it matters who sits where.
        if kind.house().seats {
            setup.seats.resize(usize::from(seats), None);
        }
        setup.throws = kind.house().cards.is_none() && dealing == Dealing::Physical;
        let table = AnyTable::open(kind, &setup).map_err(Denied::rules)?;
        if dealing == Dealing::Virtual && table.rules().method != Method::A {
            return Err(Denied::of(Reason::VirtualFaceDown));
        }
        Ok(Room::new(id, name.to_owned(), table, setup, (dealing, demo), seats))
    }

    /// Opens a table with its float.
    fn open(
        &mut self,
        mut room: Room,
        float: Cents,
        events: &mut Vec<Event>,
    ) -> Result<(), Denied> {
        let (id, float) = (room.id, in_range(float)?);
        let KeyCounts { commitments, shuffles } =
            self.key_counts.get(&id).copied().unwrap_or_default();
        (room.commitments, room.shuffles) = (commitments, shuffles);
        self.check(room.home(), float)?;
        self.check_room(room.home(), Account::Float(id), float)?;
        self.post(room.home(), Account::Float(id), float, events);
        let open = Some(Opened::of(&room));
        events.push(Event::Table { table: id, open });
        events.extend(room.seats.iter().zip(1..).filter_map(|(taken, seat)| {
            let player = taken.map(|taken| taken.player);
            player.is_some().then_some(Event::Seat { table: id, seat, player })
        }));
        self.rooms.insert(id, room);
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

    /// Makes sure that an amount is something, and a whole number of the chips of a table.
    pub(super) fn whole_chips(&self, table: TableId, amount: Cents) -> Result<Cents, Denied> {
        let (room, amount) = (self.room(table)?, in_range(amount)?);
        match amount.is_whole(room.table.rules().chip) {
            true => Ok(amount),
            false => {
                let chips = room.kind.house().chips;
                Err(Denied::clause(chips, Reason::Refused(Why::NotWholeChips)))
            }
        }
    }

    /// Makes sure that what is made, and so comes from an account that may be short, fits into the books.
    pub(super) fn check_room(
        &self,
        from: Account,
        to: Account,
        amount: Cents,
    ) -> Result<(), Denied> {
        match self.ledger.has_room(from, to, amount) {
            true => Ok(()),
            false => Err(Denied::of(Reason::BooksAreFull)),
        }
    }

    fn check(&self, account: Account, amount: Cents) -> Result<(), Denied> {
        if self.ledger.covers(account, amount) {
            return Ok(());
        }
        let amount = Amount(amount);
        Err(Denied::of(match account {
            Account::Cage => Reason::CageHasLess { has: Amount(self.ledger.held(account)), amount },
            _ => Reason::Less { amount },
        }))
    }

    /// Returns what a player has still to give back after a correction.
    fn debt(&self, player: Player) -> Cents {
        let owed = self.ledger.balance(Account::Owed(player));
        Cents(u64::try_from(-owed).unwrap_or_default())
    }

    /// Makes sure that a player has chips in the pocket beyond what is owed.
    fn check_purse(&self, player: Player, amount: Cents) -> Result<(), Denied> {
        let (purse, debt) = (Account::Purse(player), self.debt(player));
        self.check(purse, amount)?;
        match self.ledger.held(purse).saturating_sub(debt) >= amount {
            true => Ok(()),
            false => Err(Denied::of(Reason::Owes { amount: Amount(debt) })),
        }
    }

    /// What a player owes is paid before chips leave the pocket.
    fn pay_debt(&mut self, player: Player, events: &mut Vec<Event>) {
        let debt = self.debt(player);
        self.post(Account::Purse(player), Account::Owed(player), debt, events);
    }

    pub(super) fn post(
        &mut self,
        from: Account,
        to: Account,
        amount: Cents,
        events: &mut Vec<Event>,
    ) {
        if !amount.is_zero() {
            let posting = Posting { from, to, amount };
            self.ledger.post(posting);
            events.push(Event::Posted(posting));
        }
    }

    /// Makes sure that there is such a person, who is not the program.
    pub(super) fn known(&self, PersonId(player): PersonId) -> Result<Player, Denied> {
        let known = self.people.get(player).is_some_and(|it| !it.roles.contains(&Role::System));
        if known { Ok(player) } else { Err(no_such_person()) }
    }
}

pub(super) fn no_such_person() -> Denied {
    Denied::of(Reason::NoSuchPerson(String::new()))
}

pub(super) fn in_range(amount: Cents) -> Result<Cents, Denied> {
    match !amount.is_zero() && amount <= Cents::CEILING {
        true => Ok(amount),
        false => Err(Denied::of(Reason::BadAmount)),
    }
}
