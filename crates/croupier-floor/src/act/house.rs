//! Acts that concern the house and no single table.

use croupier_engine::Cents;
use croupier_engine::game::Breach;
use croupier_engine::irregular::Forfeit;
use croupier_sheet::words;
use serde::{Deserialize, Serialize};

use super::Act;
use crate::TableId;
use crate::naming::{Founder, Naming, Rename};
use crate::people::Role;
use crate::promotion::PromotionId;
use crate::voucher::VoucherId;

acts! {
    /// What concerns the house and no single table: people, the cage, complaints, requests.
    HouseAct {
        /// The house is founded by its first two managers.
        "found" Found {
            #[cfg_attr(feature = "openapi", schema(value_type = Vec<Founder>))]
            managers as founders: [Founder<P>; 2],
        }
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
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Chips for cash at the cage.
        "cash-out" CashOut {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// A promotional voucher is issued, to a player or to whoever brings it; until when it is exchanged for
        /// tokens, at the tables of which games, what else is printed on it, and the promotion whose reward it is.
        "issue-voucher" IssueVoucher {
            number: VoucherId,
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
            games as games: Vec<String>,
            expires: u64,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            player as some_person: Option<P>,
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            conditions as said: P::Said,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            promotion: Option<PromotionId>,
        }
        /// Chips are made for the cage.
        "mint" Mint {
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Something is to be remembered; `kind` where the order of the table forbids it.
        "incident" Incident {
            table: Option<TableId>,
            #[serde(default, with = "words::some_breach", skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
            kind: Option<Breach>,
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
        /// The operator has loaded the text of a game's order, of which this is the SHA-256.
        "load-order" LoadOrder {
            game as game: String,
            sha256 as digits: String,
        }
        /// The time of the house is moved on or back by so many milliseconds, because the clock was wrong. What must
        /// stand or wait for a time does so for as long as before.
        "set-clock" SetClock {
            by: i64,
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
