//! Who holds the dice: offering, taking, passing, and the stickperson's throw (3, 4).
//!
//! Without seats a table does not know who stands where, and any roll counts. With seats it does, also while all of
//! them are free: then the dice are offered to whoever comes first.

use alloc::vec::Vec;

use super::{Craps, On, Plan};
use crate::clause;
use crate::clause::Clause;
use crate::effect::{Effect, Refusal};
use crate::expects::Due;
use crate::input::{Crew, DiceAct, Player};
use crate::table::{Key, Table};
use crate::why::Why;

/// Who holds the dice. Seats are counted clockwise from the boxperson's left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Shooter {
    /// The table does not know who stands where.
    #[default]
    Untracked,
    /// Nobody stands at the table, and no wager is open: whoever comes next is offered the dice.
    Unoffered {
        /// The seat of the last shooter; `None` before the first one.
        last: Option<usize>,
    },
    /// The dice are offered.
    Offered(Offer),
    /// A player has them.
    Held {
        /// On which seat the player is, counted from the first.
        seat: usize,
        /// The player has thrown them already.
        threw: bool,
    },
    /// Nobody takes them and wagers are open: the stickperson throws.
    Stick {
        /// The seat of the last shooter; `None` before the first one.
        last: Option<usize>,
    },
}

crate::stored! {
    enum Shooter {
        0 = Untracked,
        1 = Unoffered { last },
        2 = Offered(offer),
        3 = Held { seat, threw },
        4 = Stick { last },
    }
}

/// An offer of the dice, going clockwise from the seat after the last shooter's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    /// The seat of the last shooter, who is asked last if at all; `None` before the first shooter, when the
    /// offer begins at the boxperson's left.
    last: Option<usize>,
    /// The seat that is asked now.
    seat: usize,
    /// How many players have refused.
    refused: u32,
    /// Everyone is asked; else only those with a line wager.
    everyone: bool,
    /// What happened before the dice went round.
    after: OfferedAfter,
}

crate::stored! { struct Offer { last, seat, refused, everyone, after } }

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OfferedAfter {
    Opening,
    SevenOut,
    Passed,
}

crate::stored! { enum OfferedAfter { 0 = Opening, 1 = SevenOut, 2 = Passed } }

impl Shooter {
    /// Offers the dice to the first seat taken.
    pub(super) fn at_opening(seats: &[Option<Player>]) -> Self {
        if seats.is_empty() {
            return Self::Untracked;
        }
        let Some(seat) = seats.iter().position(Option::is_some) else {
            return Self::Unoffered { last: None };
        };
        let after = OfferedAfter::Opening;
        Self::Offered(Offer { last: None, seat, refused: 0, everyone: true, after })
    }

    /// Tells whether there are the seats that it names.
    pub(super) fn fits(self, seats: &[Option<Player>]) -> bool {
        let there = |seat: usize| seat < seats.len();
        match self {
            Self::Untracked => true,
            Self::Unoffered { last } | Self::Stick { last } => last.is_none_or(there),
            Self::Offered(Offer { last, seat, .. }) => last.is_none_or(there) && there(seat),
            Self::Held { seat, .. } => there(seat),
        }
    }

    /// Tells whether the table knows who stands where.
    pub(super) const fn is_tracked(self) -> bool {
        !matches!(self, Self::Untracked)
    }

    /// Tells whether it names the player of this seat as the one who throws or is asked.
    pub(super) const fn names(self, at: usize) -> bool {
        match self {
            Self::Held { seat, .. } | Self::Offered(Offer { seat, .. }) => seat == at,
            Self::Untracked | Self::Unoffered { .. } | Self::Stick { .. } => false,
        }
    }

    /// Says to whom the dice are offered.
    pub(super) fn asked(self, seats: &[Option<Player>]) -> Option<Player> {
        match self {
            Self::Offered(offer) => seats[offer.seat],
            Self::Untracked | Self::Unoffered { .. } | Self::Held { .. } | Self::Stick { .. } => {
                None
            }
        }
    }

    /// Says who holds the dice.
    pub(super) fn holder(self, seats: &[Option<Player>]) -> Option<Player> {
        match self {
            Self::Held { seat, .. } => seats[seat],
            Self::Untracked | Self::Unoffered { .. } | Self::Offered(_) | Self::Stick { .. } => {
                None
            }
        }
    }

    /// Says what the dice wait for.
    pub(super) fn due(self, seats: &[Option<Player>], choosing: bool) -> Due {
        match self {
            Self::Untracked => Due::Roll(None),
            Self::Held { seat, .. } if choosing => {
                seats[seat].map_or(Due::Nothing, Due::ChooseDice)
            }
            Self::Held { seat, .. } => Due::Roll(seats[seat]),
            Self::Offered(offer) => seats[offer.seat].map_or(Due::Nothing, Due::Dice),
            Self::Unoffered { .. } => Due::Nothing,
            Self::Stick { .. } => Due::StickRoll,
        }
    }
}

/// Checks that the dice may be thrown now.
pub(super) fn check_throw(table: &Table<Craps>) -> Result<(), Refusal> {
    match table.state.shooter {
        Shooter::Untracked | Shooter::Stick { .. } => Ok(()),
        Shooter::Held { .. } if table.state.set.is_choosing() => {
            Err(Refusal::new(clause!("3.4.2"), Why::DiceNotChosen))
        }
        Shooter::Held { seat, .. } if has_line_wager(table, seat) => Ok(()),
        Shooter::Held { threw, .. } => {
            let clause = if threw { clause!("4.3") } else { clause!("4.1") };
            Err(Refusal::new(clause, Why::NoLineWager))
        }
        Shooter::Offered(_) => Err(Refusal::new(clause!("3.3"), Why::DiceNotTaken)),
        Shooter::Unoffered { .. } => Err(Refusal::new(clause!("3.2"), Why::NobodyStandsHere)),
    }
}

/// Plans what a player does with the dice.
pub(super) fn plan(
    table: &Table<Craps>,
    player: Player,
    act: DiceAct,
    by: Crew,
) -> Result<Plan, Refusal> {
    table.check_paid()?;
    match act {
        DiceAct::Order if by != Crew::Boxperson => {
            return Err(Refusal::new(clause!("3.7.2"), Why::BoxpersonOrders));
        }
        DiceAct::Accept { .. }
        | DiceAct::Refuse
        | DiceAct::Lapse
        | DiceAct::Pass
        | DiceAct::Choose { .. }
            if by != Crew::Stickperson =>
        {
            return Err(Refusal::new(clause!("3.1"), Why::StickpersonHandsOut));
        }
        DiceAct::Order
        | DiceAct::Accept { .. }
        | DiceAct::Refuse
        | DiceAct::Lapse
        | DiceAct::Pass
        | DiceAct::Choose { .. } => {}
    }
    match act {
        DiceAct::Accept { takes } => accept(table, player, takes),
        DiceAct::Refuse | DiceAct::Lapse => offered_to(table, player).map(|_| Plan::RefuseDice),
        DiceAct::Pass => give_up(table, player, clause!("3.7")),
        DiceAct::Order => give_up(table, player, clause!("3.7.2")),
        DiceAct::Choose { takes } => choose(table, player, takes),
    }
}

fn accept(table: &Table<Craps>, player: Player, takes: [u8; 2]) -> Result<Plan, Refusal> {
    let offer = offered_to(table, player)?;
    if !table.state.set.has(takes) {
        return Err(Refusal::new(clause!("3.3"), Why::NotTwoOfFive));
    }
    Ok(Plan::TakeDice { seat: offer.seat, player, takes })
}

/// Gives the dice to a player.
pub(super) fn take_dice(
    table: &mut Table<Craps>,
    seat: usize,
    player: Player,
    takes: [u8; 2],
    effects: &mut Vec<Effect>,
) {
    table.state.set.chosen(takes);
    table.state.shooter = Shooter::Held { seat, threw: false };
    effects.push(Effect::Shooter(player));
}

/// Plans to choose dice anew, after some went off the table: 3.4.2.
fn choose(table: &Table<Craps>, player: Player, takes: [u8; 2]) -> Result<Plan, Refusal> {
    let held = match table.state.shooter {
        Shooter::Held { seat, .. } => table.rules().seats[seat] == Some(player),
        Shooter::Untracked
        | Shooter::Unoffered { .. }
        | Shooter::Offered(_)
        | Shooter::Stick { .. } => false,
    };
    let due = held && table.state.set.is_choosing();
    Refusal::new(clause!("3.4.2"), Why::NoDiceToChoose).when(!due)?;
    let there = table.state.set.has(takes);
    Refusal::new(clause!("3.4.2"), Why::NotTwoThatAreThere).when(!there)?;
    Ok(Plan::ChooseDice(takes))
}

/// Offers the dice to the next player.
pub(super) fn refuse(table: &mut Table<Craps>, effects: &mut Vec<Effect>) {
    let Shooter::Offered(offer) = table.state.shooter else { return };
    let next = Offer { refused: offer.refused + 1, ..offer };
    ask(table, next, past(table, &offer) + 1, effects);
}

/// Plans to pass the dice on.
fn give_up(table: &Table<Craps>, player: Player, clause: Clause) -> Result<Plan, Refusal> {
    let seat = match table.state.shooter {
        Shooter::Held { seat, .. } if table.rules().seats[seat] == Some(player) => seat,
        _ => return Err(Refusal::new(clause, Why::NotTheShooter)),
    };
    if table.state.in_the_air {
        return Err(Refusal::new(clause, Why::DiceAreRolling));
    }
    Ok(Plan::PassDice { seat })
}

/// Passes the dice on from the shooter's seat.
pub(super) fn pass(table: &mut Table<Craps>, seat: usize, effects: &mut Vec<Effect>) {
    offer_after(table, Some(seat), OfferedAfter::Passed, effects);
}

/// Passes the dice on after a 7 Out, and ends the stickperson's throws when nothing is left open.
pub(super) fn after_roll(table: &mut Table<Craps>, seven_out: bool, effects: &mut Vec<Effect>) {
    match table.state.shooter {
        Shooter::Held { seat, .. } if seven_out => {
            offer_after(table, Some(seat), OfferedAfter::SevenOut, effects);
        }
        Shooter::Held { seat, .. } => table.state.shooter = Shooter::Held { seat, threw: true },
        Shooter::Stick { last } if seven_out || table.book.is_empty() => {
            offer_after(table, last, OfferedAfter::Passed, effects);
        }
        Shooter::Stick { .. }
        | Shooter::Untracked
        | Shooter::Unoffered { .. }
        | Shooter::Offered(_) => {}
    }
    puck_off_alone(table, effects);
}

/// Passes the dice on when the shooter has taken the line wager down in mid-game (4.3), or the one
/// who is asked has; ends the stickperson's throws when nothing is left open, and begins them when
/// there is a wager and nobody to offer the dice to.
pub(super) fn after_removal(table: &mut Table<Craps>, effects: &mut Vec<Effect>) {
    match table.state.shooter {
        Shooter::Held { seat, .. }
            if table.state.point.is_some() && !has_line_wager(table, seat) =>
        {
            offer_after(table, Some(seat), OfferedAfter::Passed, effects);
        }
        Shooter::Stick { last } if table.book.is_empty() => {
            offer_after(table, last, OfferedAfter::Passed, effects);
        }
        Shooter::Offered(offer) if !offer.everyone && !has_line_wager(table, offer.seat) => {
            ask(table, offer, past(table, &offer), effects);
        }
        Shooter::Unoffered { last } if !table.book.is_empty() => {
            table.state.shooter = Shooter::Stick { last };
            effects.push(Effect::Offered(None));
        }
        Shooter::Held { .. }
        | Shooter::Stick { .. }
        | Shooter::Offered(_)
        | Shooter::Unoffered { .. }
        | Shooter::Untracked => {}
    }
    puck_off_alone(table, effects);
}

/// Checks that a seat may change hands: not the shooter's while the dice roll.
pub(super) fn check_seat(table: &Table<Craps>, at: usize) -> Result<(), Refusal> {
    let shoots = matches!(table.state.shooter, Shooter::Held { seat, .. } if seat == at);
    Refusal::new(clause!("3.7"), Why::DiceAreRolling).when(shoots && table.state.in_the_air)
}

/// Takes note of who left a seat or came to it: the dice of one who left go on, and whoever comes to a
/// table where nobody else stands is offered them.
pub(super) fn seat_changed(table: &mut Table<Craps>, at: usize, effects: &mut Vec<Effect>) {
    if let Some(last_roll) = &mut table.state.last_roll {
        last_roll.seat_changed(at);
    }
    match table.state.shooter {
        Shooter::Untracked => offer_after(table, None, OfferedAfter::Opening, effects),
        Shooter::Held { seat, .. } if seat == at => {
            offer_after(table, Some(seat), OfferedAfter::Passed, effects);
        }
        Shooter::Offered(offer) if offer.seat == at => {
            ask(table, offer, past(table, &offer), effects);
        }
        Shooter::Unoffered { last } if table.rules().seats[at].is_some() => {
            let after = match last {
                None => OfferedAfter::Opening,
                Some(_) => OfferedAfter::Passed,
            };
            offer_after(table, last, after, effects);
        }
        Shooter::Held { .. }
        | Shooter::Offered(_)
        | Shooter::Stick { .. }
        | Shooter::Unoffered { .. } => {}
    }
}

/// Turns the puck off when nothing stands at a table that knows who is there: the next roll is a come out
/// roll, and a puck that stayed on would bar every line wager, and with it every shooter.
fn puck_off_alone(table: &mut Table<Craps>, effects: &mut Vec<Effect>) {
    if table.state.shooter.is_tracked()
        && table.book.is_empty()
        && table.state.point.take().is_some()
    {
        effects.push(Effect::Puck(None));
    }
}

/// Offers the dice clockwise from the seat after `last`.
fn offer_after(
    table: &mut Table<Craps>,
    last: Option<usize>,
    after: OfferedAfter,
    effects: &mut Vec<Effect>,
) {
    table.state.set.passed();
    table.state.shooter = Shooter::Unoffered { last };
    puck_off_alone(table, effects);
    let nobody = !(0..table.rules().seats.len()).any(|seat| has_line_wager(table, seat));
    // With a point on, only one who has a line wager could throw.
    let free = after != OfferedAfter::Passed || nobody;
    let everyone = table.state.point.is_none() && free;
    let offer = Offer { last, seat: 0, refused: 0, everyone, after };
    ask(table, offer, 0, effects);
}

/// Counts the seats that an offer has gone past.
fn past(table: &Table<Craps>, offer: &Offer) -> usize {
    let seats = table.rules().seats.len();
    (offer.seat + seats - first(offer.last, seats)) % seats
}

/// Returns the seat with which an offer begins.
const fn first(last: Option<usize>, seats: usize) -> usize {
    match last {
        None => 0,
        Some(last) => (last + 1) % seats,
    }
}

/// Asks the next player of an offer that has gone past so many seats. When all have refused, the
/// stickperson throws for the wagers that are open (3.9), or else the offer starts again.
fn ask(table: &mut Table<Craps>, offer: Offer, past: usize, effects: &mut Vec<Effect>) {
    let seats = table.rules().seats.len();
    for past in past..seats {
        let seat = (first(offer.last, seats) + past) % seats;
        if let Some(player) = table.rules().seats[seat]
            && (offer.everyone || Some(seat) != offer.last && has_line_wager(table, seat))
        {
            table.state.shooter = Shooter::Offered(Offer { seat, ..offer });
            effects.push(Effect::Offered(Some(player)));
            return;
        }
    }
    let anybody = table.rules().seats.iter().any(Option::is_some);
    match (table.book.is_empty(), anybody) {
        (true, true) => {
            let again = Offer { refused: 0, everyone: true, ..offer };
            ask(table, again, 0, effects);
        }
        (true, false) => table.state.shooter = Shooter::Unoffered { last: offer.last },
        (false, _) => {
            table.state.shooter = Shooter::Stick { last: offer.last };
            effects.push(Effect::Offered(None));
        }
    }
}

/// Finds the offer that a player may answer.
fn offered_to(table: &Table<Craps>, player: Player) -> Result<Offer, Refusal> {
    let seats = &table.rules().seats;
    match table.state.shooter {
        Shooter::Offered(offer) if seats[offer.seat] == Some(player) => Ok(offer),
        Shooter::Offered(offer) => {
            let was = |last: usize| seats[last] == Some(player);
            let clause = match (offer.after, offer.refused) {
                (OfferedAfter::Opening, _) => clause!("3.2"),
                (OfferedAfter::SevenOut, _) if offer.last.is_some_and(was) => clause!("3.7.1"),
                (OfferedAfter::SevenOut | OfferedAfter::Passed, 0) => clause!("3.8.1"),
                (OfferedAfter::SevenOut | OfferedAfter::Passed, _) => clause!("3.8.2"),
            };
            Err(Refusal::new(clause, Why::DiceOfferedToAnother))
        }
        Shooter::Held { .. } => Err(Refusal::new(clause!("3.3"), Why::DiceAreTaken)),
        Shooter::Stick { .. } => Err(Refusal::new(clause!("3.9"), Why::StickpersonThrows)),
        Shooter::Untracked => Err(Refusal::new(clause!("3.2"), Why::NobodyIsSeated)),
        Shooter::Unoffered { .. } => Err(Refusal::new(clause!("3.2"), Why::NobodyStandsHere)),
    }
}

fn has_line_wager(table: &Table<Craps>, seat: usize) -> bool {
    let Some(player) = table.rules().seats[seat] else { return false };
    [On::WinLine, On::DontWin]
        .into_iter()
        .any(|on| table.book().stake(&Key { player, area: None, on, mark: None }).is_some())
}
