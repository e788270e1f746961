//! What people do, one [`Act`] at a time: as requests say it, with names and words, and as it stands in the
//! journal, with numbers and commitments. [`Naming`] is the difference; `record` leads from one to the other.
//!
//! There are three kinds, and each has a type of its own: what concerns the house alone, what concerns one table
//! alone, and what moves money or people across the edge of a table. A table whose entries are damaged can be
//! stopped by itself only if nothing of the last kind is missing.

mod concern;
mod reading;

use std::collections::BTreeMap;

use croupier_engine::Cents;
use croupier_engine::irregular::Forfeit;
use croupier_sheet::{ReadError, read_json, words};
use serde::{Deserialize, Serialize};

use reading::{MOST_WORDS, longest_text};

use crate::TableId;
use crate::answer::written;
use crate::naming::{Naming, Rename};
use crate::people::Role;
use crate::pool::{Day, Fed, Level, OutsideId, PoolId, Terms};
use crate::record::Recorded;
use crate::room::Item;
use crate::task::Receiver;
use crate::voucher::VoucherId;
pub(crate) use concern::Concern;

/// Carries a field over to an act with other names: as it is, or in the way that is named after `as`.
macro_rules! carried {
    ($via:ident $field:ident) => {
        Clone::clone($field)
    };
    ($via:ident $field:ident $how:ident) => {
        $via.$how($field)
    };
}

/// Makes the type of one kind of acts; each has its word, by which requests, rights and the journal know it.
macro_rules! acts {
    ($(#[$about:meta])* $name:ident {
        $($(#[$doc:meta])* $word:literal $variant:ident {
            $($(#[$attribute:meta])* $field:ident $(as $how:ident)?: $type:ty,)*
        })+
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        #[serde(rename_all = "kebab-case", deny_unknown_fields, bound = "")]
        #[allow(missing_docs, reason = "the names of the fields are the words of the floor")]
        pub enum $name<P: Naming = String> {
            $($(#[$doc])* $variant {
                $($(#[$attribute])* $field: $type,)*
            },)+
        }

        impl $name {
            /// The words of all acts of this kind.
            pub const NAMES: &'static [&'static str] = &[$($word),+];
        }

        impl<P: Naming> $name<P> {
            /// Returns the word for the act.
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $word,)+ }
            }

            /// Names people in another way.
            fn rename<Q: Naming>(&self, via: &mut impl Rename<P, Q>) -> $name<Q> {
                match self {
                    $(Self::$variant { $($field),* } => $name::$variant {
                        $($field: carried!(via $field $($how)?)),*
                    },)+
                }
            }
        }

        impl<P: Naming> From<$name<P>> for Act<P> {
            fn from(act: $name<P>) -> Self {
                Self::$name(act)
            }
        }
    };
}

/// Makes the type of one kind of acts, all of which say at which table.
macro_rules! acts_at_tables {
    ($(#[$about:meta])* $name:ident {
        $($(#[$doc:meta])* $word:literal $variant:ident {
            $($(#[$attribute:meta])* $field:ident $(as $how:ident)?: $type:ty,)*
        })+
    }) => {
        acts! {
            $(#[$about])* $name {
                $($(#[$doc])* $word $variant {
                    table: TableId,
                    $($(#[$attribute])* $field $(as $how)?: $type,)*
                })+
            }
        }

        impl<P: Naming> $name<P> {
            /// Returns the table.
            pub const fn table(&self) -> TableId {
                match *self { $(Self::$variant { table, .. } => table,)+ }
            }
        }
    };
}

/// One thing that somebody does, or asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged, bound = "")]
#[allow(clippy::enum_variant_names, reason = "each variant is named as the type it holds")]
pub enum Act<P: Naming = String> {
    /// It concerns the house and no single table.
    HouseAct(HouseAct<P>),
    /// It moves money or people across the edge of a table.
    EdgeAct(EdgeAct<P>),
    /// It concerns one table alone, and the money that lies there.
    TableAct(TableAct<P>),
}

acts! {
    /// What concerns the house and no single table: people, the cage, complaints, requests.
    HouseAct {
        /// A person becomes known to the house.
        "add-person" AddPerson {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as new_name: P::New,
            roles: Vec<Role>,
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            password as some_said: Option<P::Said>,
        }
        /// A person is given other roles.
        "set-roles" SetRoles {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as person: P,
            roles: Vec<Role>,
        }
        /// A person gets another password; only its hash is told.
        "set-password" SetPassword {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as person: P,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            password as said: P::Said,
        }
        /// A guest comes in, or comes back for more play money.
        "guest" Guest {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as new_name: P::New,
        }
        /// Somebody signs in, or tries to.
        "sign-in" SignIn {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as new_name: P::New,
            granted: bool,
        }
        /// Somebody with the right looks at what was recorded.
        "look" Look {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            what as said: P::Said,
        }
        /// A person may come in again.
        "readmit" Readmit {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as person: P,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// Cash for chips at the cage.
        "buy-in" BuyIn {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Chips for cash at the cage.
        "cash-out" CashOut {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// A promotional voucher is issued, to a player or to whoever brings it; until when it is exchanged for
        /// tokens, at the tables of which games, and what else is printed on it.
        "issue-voucher" IssueVoucher {
            number: VoucherId,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
            games as games: Vec<String>,
            expires: u64,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            player as some_person: Option<P>,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            conditions as said: P::Said,
        }
        /// Chips are made for the cage.
        "mint" Mint {
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Something is to be remembered.
        "incident" Incident {
            table: Option<TableId>,
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            person as some_person: Option<P>,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            what as said: P::Said,
        }
        /// A complaint is decided, in the first instance or on review.
        "decide-complaint" DecideComplaint {
            complaint: u32,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            decision as said: P::Said,
        }
        /// The person wants the decision reviewed.
        "ask-review" AskReview {
            complaint: u32,
        }
        /// The person was told of the complaint to an inspector; the matter is closed for the house.
        "close-complaint" CloseComplaint {
            complaint: u32,
            told: bool,
        }
        /// A set of cards becomes known to the house: its decks, and the colour and design of their backs.
        "register-cards" RegisterCards {
            set: u32,
            decks: u8,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            backs as said: P::Said,
            #[serde(default, skip_serializing_if = "croupier_sheet::words::is_false")]
            pre_shuffled: bool,
            #[serde(default, skip_serializing_if = "croupier_sheet::words::is_false")]
            angel: bool,
        }
        /// A set of cards was checked, by hand or by a deck-checking device: so many cards were counted.
        "check-cards" CheckCards {
            set: u32,
            cards: u16,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            device as some_said: Option<P::Said>,
        }
        /// A set of cards is sealed, and secured until it is required.
        "seal-cards" SealCards {
            set: u32,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            seal as said: P::Said,
        }
        /// A set of cards is handed over to somebody, who keeps it from now on.
        "hand-over-cards" HandOverCards {
            set: u32,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            to as person: P,
        }
        /// A set of cards is not used any more.
        "retire-cards" RetireCards {
            set: u32,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// The terms of a prize pool are written down, or written anew as long as it is a draft.
        "draft-pool" DraftPool {
            pool: PoolId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as said: P::Said,
            terms: Terms,
        }
        /// The Authority has approved the terms of a pool: its reference, and its date.
        "approve-pool" ApprovePool {
            pool: PoolId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            reference as said: P::Said,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            date: Day,
        }
        /// An approved pool takes wagers from now on; its meters get what they start with.
        "start-pool" StartPool {
            pool: PoolId,
        }
        /// A pool takes no wagers for the time being.
        "suspend-pool" SuspendPool {
            pool: PoolId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// A suspended pool takes wagers again.
        "resume-pool" ResumePool {
            pool: PoolId,
        }
        /// A pool gets other terms, which the Authority has approved, at all its tables together.
        "change-pool" ChangePool {
            pool: PoolId,
            terms: Terms,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            reference as said: P::Said,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            date: Day,
        }
        /// A meter of a pool is set to something else, under a reference of the Authority.
        "adjust-meter" AdjustMeter {
            pool: PoolId,
            level: Level,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            before: Cents,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            after: Cents,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            reference as said: P::Said,
        }
        /// A pool takes no wagers any more, under a reference of the Authority; another one will get what it holds.
        "retire-pool" RetirePool {
            pool: PoolId,
            heir: PoolId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            reference as said: P::Said,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            date: Day,
        }
        /// A pool that takes no wagers any more is over, and the other pool gets what it holds.
        "close-pool" ClosePool {
            pool: PoolId,
        }
        /// The program opens a pool of play money, for demo tables.
        "demo-pool" DemoPool {
            pool: PoolId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as said: P::Said,
            terms: Terms,
        }
        /// A table of a game that does not run here is linked to a pool: its game, what it is called, its smallest chip.
        "link-outside" LinkOutside {
            pool: PoolId,
            outside: OutsideId,
            game as pool_game: String,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as said: P::Said,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            chip: Cents,
        }
        /// A table that does not run here feeds a pool no more.
        "unlink-outside" UnlinkOutside {
            pool: PoolId,
            outside: OutsideId,
        }
        /// A message of a table that does not run here: its number, and what happened there.
        "pool-feed" PoolFeed {
            pool: PoolId,
            outside: OutsideId,
            number: u64,
            what: Fed,
        }
        /// The house commits itself to when the mystery prize of a pool is won, and by whom.
        "commit-mystery" CommitMystery {
            pool: PoolId,
            trigger as digits: String,
            winner as digits: String,
        }
        /// The mystery prize of a pool is won: the house shows both keys.
        "hit-mystery" HitMystery {
            pool: PoolId,
            trigger as digits: String,
            winner as digits: String,
        }
        /// The operator has loaded the text of a game's order, of which this is the SHA-256.
        "load-order" LoadOrder {
            game as game: String,
            sha256 as digits: String,
        }
        /// A second person agrees, and directs whether those who cheated forfeit where that was left open.
        "approve" Approve {
            request: u32,
            #[serde(default, with = "words::some_forfeit", skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            forfeit: Option<Forfeit>,
        }
        /// A second person does not agree.
        "reject" Reject {
            request: u32,
        }
    }
}

acts_at_tables! {
    /// What moves money or people across the edge of a table, or says something of a person that holds elsewhere too.
    EdgeAct {
        /// A person is kept out of the casino.
        "exclude" Exclude {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as person: P,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// A person may not play this game.
        "bar" Bar {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as person: P,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// A person is held until an inspector or the police come.
        "detain" Detain {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as person: P,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// A person who is held is handed over to an inspector or a police officer.
        "hand-over" HandOver {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            name as person: P,
            to: Receiver,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
        /// A table opens.
        "open" Open {
            name: String,
            game as game: String,
            #[serde(deserialize_with = "croupier_sheet::object")]
            #[cfg_attr(feature = "openapi", schema(value_type = croupier_sheet::TableSetup))]
            setup as setup: Box<P::Setup>,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            float: Cents,
            dealing: Dealing,
            seats: u8,
            #[serde(default, skip_serializing_if = "croupier_sheet::words::is_false")]
            demo: bool,
        }
        /// The table closes.
        "close" Close {}
        /// A table is linked to a prize pool.
        "link-table" LinkTable {
            pool: PoolId,
        }
        /// A table is linked to its prize pool no more.
        "unlink-table" UnlinkTable {}
        /// A second person has looked at the hands that have won a meter.
        "verify-award" VerifyAward {
            award: u32,
        }
        /// A set of cards comes to the table; the one that was there goes back.
        "bring-cards" BringCards {
            set: u32,
        }
        /// Chips from the cage to the float.
        "fill" Fill {
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Chips from the float to the cage.
        "credit" Credit {
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// A player gives up the seat, and takes the chips along.
        "leave" Leave {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
        }
        /// A player brings chips to the table.
        "bring" Bring {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// A player takes chips away from the table.
        "take" Take {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Cash for chips at the table; the cash goes into the drop box.
        "drop" Drop {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            #[serde(with = "amount")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// The dealer exchanges a promotional voucher for tokens; the voucher goes into the drop box.
        "exchange-voucher" ExchangeVoucher {
            number: VoucherId,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
        }
        /// Who sat out at a full table must leave the seat.
        "vacate" Vacate {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
        }
        /// Somebody whom the house does not know comes to the table to play, and may take a seat at once.
        "walk-in" WalkIn {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            seat: Option<u8>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            name as some_new_name: Option<P::New>,
        }
        /// A person complains.
        "complain" Complain {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            person as person: P,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            what as said: P::Said,
        }
    }
}

acts_at_tables! {
    /// What concerns one table alone, and the money that lies there.
    TableAct {
        /// Time passes at a table: signs that have stood long enough take effect.
        "time" Time {}
        /// A sign says that the table will close.
        "announce-closing" AnnounceClosing {}
        /// The sign of the closing is taken down: the table stays open.
        "withdraw-closing" WithdrawClosing {}
        /// A player takes a seat.
        "sit" Sit {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            seat: u8,
        }
        /// A player on several areas must give one up for a newcomer.
        "give-up" GiveUp {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            area: u8,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            to as person: P,
        }
        /// Something happens in the game: a step as round sheets have it.
        "step" Step {
            #[cfg_attr(feature = "openapi", schema(value_type = croupier_sheet::Step))]
            step as step: P::Step,
        }
        /// The limits of a wager change.
        "limit" Limit {
            on as wager: String,
            limit: Limits,
            #[serde(default)]
            spare: bool,
        }
        /// The limits of several wagers change together, or none does.
        "limits" Limits {
            limits as wagers: BTreeMap<String, Limits>,
            #[serde(default)]
            spare: bool,
        }
        /// Those who were spared a higher minimum will be held to it.
        "end-sparing" EndSparing {
            on as wager: String,
        }
        /// A player gets limits of their own, or loses them.
        "own-limit" OwnLimit {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            on as wager: String,
            limit: Option<Limits>,
        }
        /// The game is played in a variant, or in none.
        "variant" Variant {
            variant as variant: Option<String>,
        }
        /// A player agrees to the variant that was announced.
        "agree" Agree {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
        }
        /// The equipment of the table and its set of dice were checked, before the first throw.
        "equipment" Equipment {
            dice: Vec<u32>,
            items: Vec<Item>,
        }
        /// A new set of dice was checked and brought, after two were lost.
        "dice-set" DiceSet {
            dice: Vec<u32>,
        }
        /// A player confirms the own wagers that staff placed.
        "confirm" Confirm {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
        }
        /// The cards are being shuffled.
        "begin-shuffle" BeginShuffle {
            #[serde(default, skip_serializing_if = "croupier_sheet::words::is_false")]
            pre_shuffled: bool,
            #[serde(default, skip_serializing_if = "croupier_sheet::words::is_false")]
            angel: bool,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            method: Option<ShuffleMethod>,
            #[serde(default, skip_serializing_if = "croupier_sheet::words::is_false")]
            by_hand_first: bool,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            burn as some_digits: Option<String>,
        }
        /// A player asks for a riffle of pre-shuffled cards, or the dealer for one; a supervisor where the order says so.
        "ask-riffle" AskRiffle {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            player as some_person: Option<P>,
        }
        /// A supervisor grants the riffle, or does not.
        "riffle" Riffle {
            granted: bool,
        }
        /// The dealer has riffled the cards.
        "riffle-done" RiffleDone {}
        /// The cards are cut: so many from the top.
        "cut" Cut {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            by as person: P,
            depth: u16,
        }
        /// The cut is refused.
        "refuse-cut" RefuseCut {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            by as person: P,
        }
        /// The player to whom the cut is offered has let the time for it pass.
        "lapse-cut" LapseCut {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
        }
        /// The cards are loaded, with the cutting card so many from the back.
        "load" Load {
            cutting_card: Option<u16>,
        }
        /// Something that had to be done at the table is done.
        "task-done" TaskDone {
            task: u32,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            words as some_said: Option<P::Said>,
        }
        /// The house commits itself to the key of the next round.
        "commit" Commit {
            commitment as digits: String,
        }
        /// A player adds to what the draws of the round come from.
        "contribute" Contribute {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            text: String,
        }
        /// The house shows the key of the round.
        "reveal" Reveal {
            key as digits: String,
        }
        /// The shoe is over: the house shows the key that the cards burned unseen follow from.
        "reveal-burn" RevealBurn {
            key as digits: String,
        }
    }
}

/// Who draws the cards or dice of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Dealing {
    /// The program draws the cards or dice.
    Virtual,
    /// A dealer tells which cards or dice came.
    Physical,
}

/// How cards are shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ShuffleMethod {
    /// By the dealer's hands.
    Hand,
    /// By a machine beside the table, from which no card is dealt.
    Multishuffler,
    /// By the device from which they are dealt.
    Device,
}

/// What a sign says of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Limits {
    pub min: u64,
    pub max: u64,
    /// The step between two amounts; `None` for a chip.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<u64>,
}

/// Amounts as numbers of cents.
mod amount {
    use croupier_engine::Cents;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        cents: &Cents,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(cents.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(reader: D) -> Result<Cents, D::Error> {
        u64::deserialize(reader).map(Cents)
    }
}

impl<P: Naming> Act<P> {
    /// Returns the word for the act.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::HouseAct(act) => act.name(),
            Self::EdgeAct(act) => act.name(),
            Self::TableAct(act) => act.name(),
        }
    }

    /// Returns the table that the act is about.
    pub const fn table(&self) -> Option<TableId> {
        match self {
            Self::HouseAct(HouseAct::Incident { table, .. }) => *table,
            Self::HouseAct(_) => None,
            Self::EdgeAct(act) => Some(act.table()),
            Self::TableAct(act) => Some(act.table()),
        }
    }

    /// Names people in another way.
    pub(crate) fn rename<Q: Naming>(&self, via: &mut impl Rename<P, Q>) -> Act<Q> {
        match self {
            Self::HouseAct(act) => Act::HouseAct(act.rename(via)),
            Self::EdgeAct(act) => Act::EdgeAct(act.rename(via)),
            Self::TableAct(act) => Act::TableAct(act.rename(via)),
        }
    }
}

impl Act {
    /// Keeps the hash of a password back, which nobody needs to see.
    pub fn without_password(mut self) -> Self {
        if let Self::HouseAct(
            HouseAct::AddPerson { password: Some(hash), .. }
            | HouseAct::SetPassword { password: hash, .. },
        ) = &mut self
        {
            "(kept back)".clone_into(hash);
        }
        self
    }

    /// Reads an act as requests write it; an error says where in it something is wrong.
    ///
    /// # Errors
    /// It is no JSON, or no act, or has a text of more than 500 bytes.
    pub fn parse(text: &[u8]) -> Result<Self, ReadError> {
        let long = longest_text(text);
        if long > MOST_WORDS {
            return Err(ReadError::whole(format!(
                "a text has {long} bytes; at most {MOST_WORDS} are taken"
            )));
        }
        read_json(text)
    }

    /// Writes an act as requests write it.
    pub fn write(&self) -> String {
        written(self)
    }
}

// Like those above, not written for both ways to name people at once: so they are compiled here, and not again in
// every crate that calls them.
impl Recorded {
    /// Reads an act as it stands in the journal.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn read(text: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(text).map_err(|error| error.to_string())
    }

    /// Writes an act as it stands in the journal.
    pub fn write(&self) -> String {
        written(self)
    }
}
