//! What a table would take now, asked without doing it: so that screens offer nothing that would be refused.

use croupier_engine::irregular::Situation;
use croupier_engine::{Area, Cents, Due, Input, Player, Spot, Voided};

use crate::answer::Denied;
use crate::reason::Reason;
use crate::rights::{is_the_players, rolls_dice};
use crate::room::{Dealing, IDLE_ROUNDS, Room};

impl Room {
    /// Tells whether a step is told by whoever draws here: the dealer, or at a virtual table the program.
    pub(crate) fn comes_from_the_dealer(&self, input: &Input) -> bool {
        match input {
            Input::Card { .. }
            | Input::Roll(_)
            | Input::Throw
            | Input::BurnUnseen
            | Input::FaceDown
            | Input::Collect
            | Input::Rekey(_)
            // Where the program takes the wagers, none turns out to be another.
            | Input::Found { .. } => true,
            // Dice that the program draws do not lean, and do not leave the table.
            Input::NoRoll { .. } => rolls_dice(self.kind),
            Input::Irregular(it) => goes_wrong_by_hand(it.what),
            _ => false,
        }
    }

    /// Checks that the rules and the cards would take a step of somebody on the floor now, whatever it costs.
    ///
    /// # Errors
    /// Denied as the step would be.
    pub fn would_take(&self, input: &Input) -> Result<(), Denied> {
        if let Some(request) = self.held {
            return Err(Denied::of(Reason::RequestOpen { request }));
        }
        // What players have left on the table the program may take back for them.
        let dice = matches!(input, Input::Dice { .. }) && is_the_players(input);
        if self.dealing == Dealing::Virtual && (dice || self.comes_from_the_dealer(input)) {
            return Err(Denied::of(Reason::ProgramDeals));
        }
        self.check_betting(input)?;
        self.check_cards(input)?;
        self.check_dice(input)?;
        self.table.decide(input).map(|_| ()).map_err(Denied::rules)
    }

    /// Adds up what stands on the layout and what was settled in the round.
    pub(crate) fn stakes(&self) -> Cents {
        self.standing_where(|_| true) + self.table.settled()
    }

    /// Adds up what becomes void, or is taken back, when somebody declares that something went wrong.
    pub fn voided(&self, input: &Input) -> Cents {
        let Input::Irregular(_) = input else { return Cents::ZERO };
        match self.table.decide(input).ok().and_then(|decision| decision.voids()) {
            Some(Voided::Round) => self.stakes(),
            Some(Voided::Hand(area)) => self.standing_where(|spot| spot.area == Some(area)),
            Some(Voided::Players(named)) => self.standing_where(|spot| named.contains(spot.player)),
            None => Cents::ZERO,
        }
    }

    /// Adds up what stands on some spots.
    fn standing_where(&self, counts: impl Fn(&Spot) -> bool) -> Cents {
        let mut sum = Cents::ZERO;
        self.table.each_standing(|wager| {
            if counts(&wager.spot) {
                sum += wager.stake + wager.excess;
            }
        });
        sum
    }

    /// Remembers who has declared what is to be ruled on, until it is.
    pub(crate) fn note_declared(&mut self, by: Player, input: &Input) {
        let asked = matches!(self.table.expects().due, Due::Ruling(_));
        // A second person has agreed to these already.
        let agreed = |what| matches!(what, Situation::WrongPayment | Situation::Invalidate);
        if let (true, Input::Irregular(it)) = (asked, input) {
            self.declared_by = Some(by).filter(|_| !agreed(it.what));
        } else if !asked {
            self.declared_by = None;
        }
    }

    /// Tells whether no question about a round is open, and none is dealt again.
    pub fn is_decided(&self) -> bool {
        !self.table.is_rebuilding() && !matches!(self.table.expects().due, Due::Ruling(_))
    }

    /// Checks that the table may close now.
    ///
    /// # Errors
    /// Denied while people play and no sign has stood long enough, while wagers stand, while a round waits for a ruling
    /// or is dealt again, and while a key is kept back.
    pub fn may_close(&self, now: u64) -> Result<(), Denied> {
        let by_sign = self.kind.house().pit.closing.is_some();
        let occupied = !self.playing().is_empty();
        if by_sign && occupied && self.closing.is_none_or(|at| now < at) {
            return Err(Denied::clause(self.closing_clause(), Reason::NoticeTooShort));
        }
        // Where betting was closed and nothing was staked, no round has begun.
        if self.is_on() || self.has_wagers() {
            return Err(Denied::of(Reason::WagersStand));
        }
        if !self.is_decided() {
            return Err(Denied::of(Reason::RoundNotDecided));
        }
        if self.random.draws() > 0 {
            return Err(Denied::of(Reason::KeyNotShown));
        }
        if self.burn.is_some() {
            return Err(Denied::of(Reason::BurnKeyNotShown));
        }
        Ok(())
    }

    /// Tells whether wagers of a player stand, so that the player cannot leave.
    pub fn has_wagers_of(&self, player: Player) -> bool {
        let mut stands = false;
        self.table.each_standing(|wager| stands |= wager.spot.player == player);
        stands
    }

    /// Tells whether a player may be told to give up the seat.
    pub fn has_sat_out(&self, player: Player) -> bool {
        let mut seats = self.seats.iter().flatten();
        self.kind.house().pit.vacate.is_some()
            && seats.any(|seat| seat.player == player && seat.idle >= IDLE_ROUNDS)
    }

    /// Lists the areas of which a player could be told to give one up for a newcomer; none where the player has but one.
    pub fn could_give_up(&self, player: Player) -> Vec<u8> {
        let areas = self.areas_of(player);
        if self.kind.house().pit.give_up.is_none() || areas.len() < 2 {
            return Vec::new();
        }
        areas.into_iter().filter(|area| self.table.reserved(Area(*area)).is_none()).collect()
    }

    /// Lists those who take part and have not agreed to the variant that is announced; nobody where none is.
    pub fn yet_to_agree(&self) -> Vec<Player> {
        let playing = if self.planned_variant.is_some() { self.playing() } else { Vec::new() };
        playing.into_iter().filter(|player| !self.agreed.contains(player)).collect()
    }
}

/// Tells whether something can only go wrong where people handle cards or dice. Cards that the program draws follow from
/// its key, and nobody on the floor says what they are, takes one away or has them drawn again.
const fn goes_wrong_by_hand(what: Situation) -> bool {
    match what {
        Situation::FaceUp
        | Situation::Disclosed
        | Situation::MoreFaceUp
        | Situation::Astray
        | Situation::WrongDeal
        | Situation::WrongCount
        | Situation::HandWithoutWager
        | Situation::Misdealt
        | Situation::Surplus
        | Situation::RunOut
        | Situation::MissingCard
        | Situation::ForeignCard
        | Situation::NotCut
        | Situation::NotBurned
        | Situation::NotShuffled
        | Situation::NotFed
        | Situation::PoorMix
        | Situation::Dropped
        | Situation::Unfit
        | Situation::DeviceFault
        | Situation::Throw
        | Situation::DieOff
        | Situation::DieFound
        | Situation::DiceLost => true,
        Situation::NoWagers
        | Situation::Verify
        | Situation::WrongPayment
        | Situation::Conduct
        | Situation::Invalidate
        | Situation::RefuseWager
        | Situation::NotAccepted => false,
    }
}
