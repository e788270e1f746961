//! Acts that move money or people across the edge of a table.

use croupier_engine::Cents;
use croupier_sheet::words;
use serde::{Deserialize, Serialize};

use super::{Act, Dealing};
use crate::TableId;
use crate::naming::{Naming, Rename};
use crate::pool::PoolId;
use crate::task::Receiver;
use crate::voucher::VoucherId;

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
            #[serde(with = "words::cents")]
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
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Chips from the float to the cage.
        "credit" Credit {
            #[serde(with = "words::cents")]
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
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// A player takes chips away from the table.
        "take" Take {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            #[serde(with = "words::cents")]
            #[cfg_attr(feature = "openapi", schema(value_type = u64))]
            amount: Cents,
        }
        /// Cash for chips at the table; the cash goes into the drop box.
        "drop" Drop {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            #[serde(with = "words::cents")]
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
