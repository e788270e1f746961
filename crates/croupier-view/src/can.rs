//! What could be done at a table now, so that a screen offers nothing that would be refused. The rules are asked; nothing
//! is known of them here.

use std::collections::BTreeSet;

use croupier_engine::describe::{Field, Trouble};
use croupier_engine::games::Standing;
use croupier_engine::input::{Crew, DiceAct};
use croupier_engine::irregular::{Irregularity, Situation, Spotted};
use croupier_engine::wager::Button;
use croupier_engine::{Area, Card, Input, Player, Spot, Why};
use croupier_floor::{Account, Dealing, Floor, Reason, Room};
use serde::Serialize;

use crate::Viewer;

/// What staff could do at a table now besides what it waits for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Can {
    /// The steps: `void`, `replace`, `cutting-card`, `feed`, `reserve`, `pass`, `order`.
    pub steps: Vec<&'static str>,
    /// The situations about which something would be done.
    pub situations: Vec<&'static str>,
    /// Those who have not agreed to the variant that is announced, at a table that is dealt by hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agree: Vec<String>,
    /// The table could close.
    pub close: bool,
}

impl Can {
    /// Asks the rules of a table what they would take.
    pub(crate) fn at(room: &Room, floor: &Floor) -> Self {
        let name = |player| floor.people.name(player).to_owned();
        // Where the program deals, players say themselves that they agree.
        let agree = match room.dealing {
            Dealing::Physical => room.yet_to_agree(),
            Dealing::Virtual => Vec::new(),
        };
        Self {
            steps: steps(room),
            situations: situations(room),
            agree: agree.into_iter().map(name).collect(),
            close: room.may_close(floor.now).is_ok(),
        }
    }
}

fn steps(room: &Room) -> Vec<&'static str> {
    let takes = |input| room.would_take(&input).is_ok();
    let shooter = room.table.dice().and_then(|dice| dice.shooter);
    let dice = |act, by| shooter.is_some_and(|player| takes(Input::Dice { player, act, by }));
    let lies = room.has_wagers() || !room.is_between_rounds();
    let keeps = room.kind.house().areas.is_some_and(|areas| areas.reserve.is_some());
    let steps = [
        ("void", lies && takes(Input::Void)),
        ("replace", takes(Input::Replace { checked: true })),
        ("cutting-card", takes(Input::CuttingCard)),
        ("feed", takes(Input::Feed)),
        ("reserve", keeps && room.held.is_none() && room.is_decided()),
        ("pass", dice(DiceAct::Pass, Crew::Stickperson)),
        ("order", dice(DiceAct::Order, Crew::Boxperson)),
    ];
    steps.into_iter().filter(|(_, takes)| *takes).map(|(name, _)| name).collect()
}

/// Lists what could be done about a wager that stands: by its player, and by staff. A marker that lies there is not put
/// there again.
pub(crate) fn about(
    room: &Room,
    wager: &Standing,
    eye: Viewer,
    floor: &Floor,
) -> Vec<&'static str> {
    if room.held.is_some() {
        return Vec::new();
    }
    let (spot, chip) = (wager.spot, room.table.rules().chip);
    let staff = eye == Viewer::Staff;
    let lower = Input::Reduce { spot, to: wager.stake.saturating_sub(chip) };
    let call = |on| Input::Call { spot, on };
    let refusal = Irregularity { spot: Some(spot), ..Irregularity::new(Situation::RefuseWager) };
    let found = Input::Found { spot, amount: wager.stake };
    let takes = |input: &Input| room.would_take(input).is_ok();
    // Where the program deals, nobody does anything about the wager of somebody else.
    let theirs = !staff || room.dealing == Dealing::Physical;
    let deeds = [
        ("withdraw", theirs && takes(&Input::Withdraw(spot))),
        ("remove", theirs && takes(&Input::Remove(spot))),
        ("reduce", theirs && wager.stake > chip && takes(&lower)),
        ("call-on", theirs && wager.button != Button::On && takes(&call(true))),
        ("call-off", theirs && wager.button != Button::Off && takes(&call(false))),
        ("add", staff && theirs && adds(room, &spot, floor)),
        ("found", staff && takes(&found)),
        ("refuse", staff && takes(&Input::Irregular(refusal))),
    ];
    deeds.into_iter().filter(|(_, takes)| *takes).map(|(name, _)| name).collect()
}

/// Tells whether something can be added to a wager.
fn adds(room: &Room, spot: &Spot, floor: &Floor) -> bool {
    let open = !room.is_betting_closed() && room.check_closing(floor.now).is_ok();
    let served = floor.check_served(spot.player, room.kind).is_ok();
    open && served && room.check_given_up(spot).is_ok() && room.table.quote(spot).is_ok()
}

/// Somebody who plays without a seat, as staff sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StandingView {
    /// The name of the player.
    pub name: String,
    /// The chips before the player, in cents.
    pub rack: u64,
    /// What could be done about it now: `leave`.
    pub may: Vec<&'static str>,
}

/// Lists those who have chips or wagers at a table, or may touch its cards, without a seat.
pub(crate) fn standing(room: &Room, floor: &Floor) -> Vec<StandingView> {
    let held = |player| floor.ledger.held(Account::Rack(room.id, player)).0;
    let racks = floor.ledger.racks(room.id).map(|(player, _)| player);
    let mut players: BTreeSet<_> = racks.chain(room.table.rules().approved()).collect();
    room.table.each_standing(|wager| {
        players.insert(wager.spot.player);
    });
    let standing = players.into_iter().filter(|player| room.seat_of(*player).is_none());
    let shown = standing.map(|player| StandingView {
        name: floor.people.name(player).to_owned(),
        rack: held(player),
        may: about_seat(floor, room, player),
    });
    shown.collect()
}

/// Lists what could be done about a seat.
pub(crate) fn about_seat(floor: &Floor, room: &Room, player: Player) -> Vec<&'static str> {
    let leaves = !room.has_wagers_of(player);
    let may = leaves && floor.check_unseats(room, player).is_ok();
    let deeds = [("leave", may), ("vacate", leaves && room.has_sat_out(player))];
    deeds.into_iter().filter(|(_, takes)| *takes).map(|(name, _)| name).collect()
}

/// Lists the situations about which something would be done, if what belongs to them were told.
fn situations(room: &Room) -> Vec<&'static str> {
    if room.held.is_some() {
        return Vec::new();
    }
    let known = room.kind.describe().situations;
    let fitting = known.iter().filter(|it| fits(room, it));
    fitting.map(|it| it.what.name()).collect()
}

fn fits(room: &Room, it: &Trouble) -> bool {
    // Any card that is left stands for the one that will be told.
    let left = room.table.shoe().source().iter().position(|left| *left > 0);
    let card = left.and_then(Card::from_index).filter(|_| it.fields.contains(&Field::Card));
    let bare = Irregularity { card, ..Irregularity::new(it.what) };
    match it.what {
        Situation::RefuseWager | Situation::NotAccepted => {
            let mut any = false;
            room.table.each_standing(|wager| {
                any |= takes(room, &Irregularity { spot: Some(wager.spot), ..bare });
            });
            any
        }
        Situation::Astray | Situation::WrongCount | Situation::HandWithoutWager => {
            takes(room, &bare) || somewhere(room, bare)
        }
        _ => takes(room, &bare),
    }
}

/// Tells whether a situation fits for any place and number of cards.
fn somewhere(room: &Room, bare: Irregularity) -> bool {
    const COUNTS: [u8; 4] = [0, 1, 2, 4];
    let areas = room.kind.house().areas.map_or(0, |areas| areas.count);
    let areas = (1..=areas).map(|area| Spotted::Area(Area(area)));
    let places = areas.chain([Spotted::Dealer, Spotted::Burned]);
    places.flat_map(|place| COUNTS.map(|count| (place, count))).any(|(place, count)| {
        let there = Irregularity { place: Some(place), count, ..bare };
        takes(room, &there) || takes(room, &Irregularity { exposed: false, ..there })
    })
}

/// Tells whether the rules would do something about it: now, or when what is missing was told.
fn takes(room: &Room, it: &Irregularity) -> bool {
    match room.would_take(&Input::Irregular(*it)) {
        Ok(()) => true,
        Err(denied) => matches!(
            denied.reason,
            Reason::Refused(
                Why::NoAreaNamed
                    | Why::NoHandNamed
                    | Why::NoPlayerNamed
                    | Why::NoCheatNamed
                    | Why::NoDeviceNamed
                    | Why::NoFaultNamed
                    | Why::NotSoManyDice
            )
        ),
    }
}
