//! A shuffle that is on, as it is shown: who is offered the cut, how deep it may be, and how far a riffle has come.

use croupier_floor::{Dealing, People, Riffling, Room, Shuffle, ShuffleMethod};
use serde::Serialize;

use crate::Viewer;

/// A shuffle that is on.
#[derive(Clone, Debug, Serialize)]
pub struct ShufflingView {
    /// What is done now, in words.
    pub words: String,
    /// The seat of the player to whom the cut is offered.
    pub seat: Option<u8>,
    /// The name of that player, who may stand, for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The number of the shuffle at this table.
    pub number: u64,
    /// How the cards are shuffled.
    pub method: ShuffleMethod,
    /// They came shuffled.
    pub pre_shuffled: bool,
    /// How deep they may be cut, and how deep they were cut; nothing where they are not cut.
    pub cut: Option<CutView>,
    /// A riffle can be asked for now, by the clause.
    pub may_riffle: Option<&'static str>,
    /// A supervisor may ask for it, too.
    pub riffle_by_supervisor: bool,
    /// How far a riffle has come: `asked` or `granted`.
    pub riffle: Option<&'static str>,
}

/// The cut of a stack of cards.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CutView {
    /// The fewest cards above the cut.
    pub least: u16,
    /// The most cards above the cut.
    pub most: u16,
    /// How many cards were above the cut; `None` before it is made.
    pub depth: Option<u16>,
    /// The fewest and most cards behind the cutting card.
    pub behind: (u16, u16),
}

/// Shows the shuffle that is on at a table.
pub(crate) fn shuffling(room: &Room, people: &People, eye: Viewer) -> Option<ShufflingView> {
    let offered = match room.shuffle() {
        Shuffle::None => return None,
        Shuffle::Cut(player) => Some(player),
        Shuffle::Load => None,
    };
    let seat = offered.flatten().and_then(|player| room.seat_number(player));
    let words = match (offered, seat) {
        (None, _) => "the cards are being loaded".to_owned(),
        (Some(None), _) if room.dealing == Dealing::Virtual => {
            "the program cuts the cards".to_owned()
        }
        (Some(None), _) => "the supervisor cuts the cards".to_owned(),
        (Some(Some(player)), _) if eye == Viewer::Staff => {
            format!("the cut is offered to {}", people.name(player))
        }
        (Some(Some(_)), Some(seat)) => format!("the cut is offered to seat {seat}"),
        (Some(Some(_)), None) => "the cut is offered to a player".to_owned(),
    };
    let shuffling = room.shuffling()?;
    let cut = room.cutting_card_range().map(|behind| CutView {
        least: *room.cut_range().start(),
        most: *room.cut_range().end(),
        depth: shuffling.cut,
        behind: (*behind.start(), *behind.end()),
    });
    let (riffle, may_riffle) = match shuffling.riffle {
        Riffling::No => (None, room.may_riffle().ok().map(|clause| clause.0)),
        Riffling::Asked => (Some("asked"), None),
        Riffling::Granted => (Some("granted"), None),
    };
    let player = offered.flatten().filter(|_| eye == Viewer::Staff);
    Some(ShufflingView {
        words,
        seat,
        player: player.map(|player| people.name(player).to_owned()),
        number: room.shuffles,
        method: shuffling.method,
        pre_shuffled: shuffling.pre_shuffled,
        cut,
        may_riffle,
        riffle_by_supervisor: room.kind.house().pit.riffle.is_some_and(|riffle| riffle.binding),
        riffle,
    })
}
