//! Acts that concern one table alone, and the money that lies there.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Act, Limits, ShuffleMethod};
use crate::TableId;
use crate::naming::{Naming, Rename};
use crate::room::Item;

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
        /// A player gives the hash of words that will be mixed with the key of the round.
        "contribute" Contribute {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            sealed as digits: String,
        }
        /// The program closes betting until the draw, and asks for the words that were sealed.
        "close-betting" CloseBetting {}
        /// A player opens the words that were sealed.
        "open-words" OpenWords {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
            words: String,
        }
        /// A player has not opened the words that were sealed: the draw goes on without them.
        "lapse-words" LapseWords {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            player as person: P,
        }
        /// The house shows the key of the round.
        "reveal" Reveal {
            key as digits: String,
        }
        /// The shoe is over: the house shows the key that the cards burned unseen follow from.
        "reveal-burn" RevealBurn {
            key as digits: String,
        }
        /// The keys that the house is committed to are lost: a round that is on is void, and its draw stays unproved.
        "lose-key" LoseKey {
            #[cfg_attr(feature = "openapi", schema(value_type = String))]
            why as said: P::Said,
        }
    }
}
