//! Casino War: one card each; equal cards are fought out or given up.

mod promotions;

use alloc::vec::Vec;

use crate::card::{Card, Rank};
use crate::clause;
use crate::clause::Clause;
use crate::effect::{Effect, Outcome};
use crate::expects::{Due, Place};
use crate::game::{Areas, Behind, Breach, Burn, Cards, Cut, Cutter, Cutting, Game, House, Item, LastRound, NoPlan, Paying, Pit, Riffle, Short, Spare};
use crate::input::{Area, Choice, Source};
use crate::irregular::{Device, NoSpare, Remedy};
use crate::promotions::Promotions;
use crate::remedies;
use crate::money::Odds;
use crate::pays::Pays;
use crate::table::{Felt, Table};
use crate::wager::{Layout, Verdict, Wager, lose, stand_off, surrender, win};
use crate::wagers;

/// Casino War: one card each; equal cards are fought out or given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CasinoWar;

wagers! {
    /// The wager on the first card.
    Initial: Layout::area("initial", clause!("5.1.1"));
    /// The wager that both first cards are equal.
    Tie: Layout::area("tie", clause!("5.1.3"));
    /// The second stake of a player who goes to war.
    War: Layout::area("war", clause!("5.1.2"));
}

const EVEN: Odds = Odds::new(1, 1);
const TIE: Odds = Odds::new(10, 1);
const WAR_TIED: Odds = Odds::new(2, 1);
const CHOICES: &[Choice] = &[Choice::War, Choice::Surrender];

/// Returns the place of a card in the order of 3.2.1, the ace highest.
pub const fn rank(card: Card) -> u8 {
    match card.rank {
        Rank::Ace => 14,
        other => other.number(),
    }
}

/// Decides a wager from the first cards; `None` when they are equal and the choice decides.
pub fn first_verdict(on: On, player: Card, dealer: Card) -> Option<Verdict> {
    let (player, dealer) = (rank(player), rank(dealer));
    match on {
        On::Tie if player == dealer => Some(win(TIE, clause!("5.1.3.1"))),
        On::Tie => Some(lose(clause!("5.1.3.2"))),
        On::Initial if player > dealer => Some(win(EVEN, clause!("5.1.1.1"))),
        On::Initial if player < dealer => Some(lose(clause!("5.1.1.2"))),
        On::Initial | On::War => None,
    }
}

/// Decides a wager from the additional cards of a war; `None` for a Tie, which was decided before.
pub fn war_verdict(on: On, player: Card, dealer: Card) -> Option<Verdict> {
    let (player, dealer) = (rank(player), rank(dealer));
    Some(match on {
        On::War if player > dealer => win(EVEN, clause!("5.1.2.1")),
        On::War if player == dealer => win(WAR_TIED, clause!("10.2")),
        On::War => lose(clause!("5.1.2.2")),
        On::Initial if player >= dealer => stand_off(clause!("5.1.1.5")),
        On::Initial => lose(clause!("5.1.1.6")),
        On::Tie => return None,
    })
}

/// Decides the Initial wager of a player who does not go to war, or was not there to say so.
pub fn surrender_verdict(absent: bool) -> Verdict {
    surrender(if absent { clause!("11.8") } else { clause!("5.1.1.3") })
}

impl Game for CasinoWar {
    type On = On;
    type State = ();
    type Plan = NoPlan;

    const NAME: &'static str = "casino-war";
    const TITLE: &'static str = "Casino War";
    const MAIN: Option<On> = Some(On::Initial);
    const PROMOTIONS: Option<Promotions> = Some(promotions::PROMOTIONS);
    const HOUSE: House = House {
        wagers: clause!("5.1"),
        chips: clause!("5.2"),
        limits: clause!("6.1"),
        found: Some(clause!("6.3")),
        handling: Some(clause!("5.4")),
        void: Some(clause!("11.6")),
        paying: Some(Paying { clause: clause!("8.1"), rekey: clause!("8.1") }),
        means: clause!("3.1"),
        touching: Some(clause!("3.7")),
        decisions: Some(clause!("8.2.4")),
        choices: Some(clause!("5.7")),
        areas: Some(Areas {
            count: 9,
            clause: clause!("2.1"),
            sharing: 1,
            taken: clause!("5.5"),
            reserve: Some(clause!("5.9")),
        }),
        cards: Some(Cards {
            decks: &[6],
            clause: clause!("3.1"),
            sources: &[Source::Shoe, Source::Device],
            source: clause!("3.6"),
            placing: clause!("5.3"),
            closing: clause!("7.1"),
            deal: clause!("7.1"),
            waiting: Some(clause!("8.2.4")),
            parking: Some(clause!("11.4")),
            shuffle: clause!("4.1"),
            pre_shuffled: None,
            burn: Burn::One,
            burned: clause!("4.9"),
            by_hand: false,
            cutting: Some(Cutting {
                device: clause!("4.7"),
                during: clause!("4.1.3"),
                first: clause!("4.1.2"),
                one_more: false,
            }),
            replace: Some(clause!("3.5")),
            replace_after: Some(LastRound {
                clause: clause!("3.5.2"),
                device: false,
                asks: false,
            }),
            checked: Some(clause!("3.3")),
            checks: None,
        }),
        variants: &[],
        jackpot: None,
        method_b: None,
        seats: false,
        pit: Pit {
            raise: Some(clause!("6.5")),
            spare: Some(Spare {
                at_once: clause!("6.5.1"),
                marker: clause!("6.5.1.1"),
                leaves: clause!("6.5.1.2"),
                ends: clause!("6.5.2"),
                both: clause!("6.5.3"),
                later: clause!("6.5.4"),
            }),
            own_limits: Some(clause!("6.6")),
            closing: Some(clause!("13.8")),
            vacate: Some(clause!("13.9")),
            standing: None,
            positions: Some(clause!("5.8")),
            report: None,
            late: None,
            calls: None,
            dice: None,
            variant: None,
            give_up: Some((Short::Seats, clause!("5.6.1"))),
            bar: Some(clause!("13.3.2")),
            exclude: Some(clause!("13.3.3")),
            detain: Some(clause!("13.3.4")),
            forfeit: Some(clause!("13.5")),
            on_duty: Some(clause!("13.2")),
            complaint: Some(clause!("13.11")),
            complaint_ends: Some(clause!("13.12")),
            riffle: Some(Riffle {
                clause: clause!("4.2"),
                binding: false,
                device: false,
                angel: Some(clause!("4.2.1")),
            }),
            cut: Some(Cut {
                clause: clause!("4.3"),
                opening: clause!("4.3.1"),
                later: Cutter::ByCuttingCard {
                    area: clause!("4.3.2"),
                    dealer: clause!("4.3.3"),
                    first: clause!("4.3.4"),
                    replaced: clause!("4.3.5"),
                },
                refused: clause!("4.4"),
                depth: clause!("4.5"),
                back: clause!("4.6"),
                behind: Behind::UpToHalf,
            }),
            equipment: &[
                (Item::Layout, clause!("2.2")),
                (Item::Source, clause!("2.4.1")),
                (Item::Rack, clause!("2.4.2")),
                (Item::Float, clause!("2.4.3")),
                (Item::DropBox, clause!("2.5")),
            ],
            variant_odds: None,
            all_seats: None,
            copy: Some(clause!("13.13")),
            tokens: Some(clause!("1.1/casino promotional token")),
            breaches: &[
                (Breach::ForbiddenDevice, clause!("13.1")),
                (Breach::StaffAdvice, clause!("13.6")),
                (Breach::Advice, clause!("13.7")),
                (Breach::SideBet, clause!("13.10")),
                (Breach::CardsHandled, clause!("3.7")),
            ],
            pre_shuffled: None,
        },
    };
    const CHOICES: &'static [Choice] = CHOICES;
    const USUAL_CHOICE: Option<Choice> = Some(Choice::War);
    const REMEDIES: &'static [Remedy] = remedies! {
        FaceUp => Burn "11.1";
        MoreFaceUp by supervisor "11.1.1" => CheckAfter "11.1.1";
        Astray if complete, exposed => Burn "11.3";
        Astray if dealer unless exposed => Park "11.4";
        Astray => Next "11.2";
        WrongDeal => Refuse "11.6";
        WrongCount if dealer, right_count => Refuse "11.13";
        WrongCount if in_round, dealer => Misdeal "11.13" "11.16";
        WrongCount if dealer => Refuse "11.13";
        WrongCount if in_round, played, too_many => Misdeal "11.15" "11.16";
        WrongCount => Refuse "11.6";
        HandWithoutWager => Refuse "11.6";
        NoWagers unless in_round, staked => Burn "11.5";
        NoWagers => Refuse "11.5";
        Misdealt if in_round => AskRebuild "11.6";
        Misdealt if after => AskRebuild "11.6";
        Misdealt => Refuse "11.6";
        WrongPayment => Refuse "11.6";
        Surplus if rebuilt => Burn "11.12";
        Surplus => Refuse "11.12";
        RunOut if in_round => Reload "11.7";
        RunOut => Refuse "11.7";
        MissingCard or ForeignCard if in_round by supervisor "11.17.2" =>
            VoidRound "11.17.2", Check "11.17.3", TellSurveillance "11.17.4",
            TellInspector "11.17.4", AskReverse "11.17.2";
        MissingCard or ForeignCard unless in_round by supervisor "11.17.2" =>
            Stands "11.17.1", Check "11.17.3", TellSurveillance "11.17.4",
            TellInspector "11.17.4";
        NotCut unless device => ShuffleAfter "11.9";
        NotCut => Refuse "11.9";
        NotShuffled unless device => ShuffleAfter "11.11";
        NotShuffled => Refuse "11.11";
        NotBurned => Keep "11.10";
        NotFed if device => Keep "11.14";
        NotFed => Refuse "7.2";
        PoorMix by supervisor "4.1.4" => ShuffleAfter "4.1.4";
        Verify by authority "3.8" => Verify "3.8";
        Unfit => Refuse "3.5";
        DeviceFault unless device => Refuse "12.1.1";
        DeviceFault if in_round => AskDevice "12.1";
        DeviceFault => Refuse "12.1.2";
        Conduct by supervisor "13.3.1" => VoidPlayer "13.3.1";
        Invalidate if in_round by supervisor "13.4" => Invalidate "13.4" "13.5";
        Invalidate if after by supervisor "13.4" => Invalidate "13.4" "13.5";
        Invalidate => Refuse "13.4";
        RefuseWager => Refuse "5.1";
    };
    const DEVICE: Option<Device> = Some(Device::new(
        clause!("12.1"),
        [clause!("12.1.2"), clause!("12.1.3"), clause!("12.1.4"), clause!("12.1.5")],
        clause!("12.2"),
        clause!("12.3"),
        [clause!("12.3.1"), clause!("12.3.2"), clause!("12.3.3"), clause!("12.3.4")],
        clause!("12.4"),
        NoSpare::Shoe {
            applies: clause!("12.5"),
            refund: clause!("12.5.1"),
            substitute: clause!("12.5.2"),
            mix: clause!("12.5.3"),
            finish: clause!("12.5.4"),
        },
    ));
    const PAYS: &'static [Pays] = &[
        On::Initial.pays(EVEN, clause!("5.1.1.1")).written(&["8.2.2"]),
        On::Tie.pays(TIE, clause!("5.1.3.1")).written(&["8.1.2"]),
        On::War.pays(EVEN, clause!("5.1.2.1")).written(&["10.1"]),
        On::War.pays(WAR_TIED, clause!("10.2")),
    ];
    const COMPLETE_IN_STAGES: bool = true;
    const FEEDS: Option<(Clause, Clause)> = Some((clause!("7.2"), clause!("11.14")));

    fn class(card: Card) -> u8 {
        rank(card)
    }

    /// One card each, and one more each where there is a war.
    fn most_cards(areas: u32, follows: bool) -> u32 {
        (areas + 1) * if follows { 2 } else { 1 }
    }

    /// A second card for each area where there is no war, and the dealer's if there is none anywhere.
    fn ruled_out(felt: &Felt) -> u32 {
        if felt.lacking(1).is_some() {
            return 0;
        }
        let may_war = |area: &Area| felt.choice(*area).is_none_or(|choice| choice == Choice::War);
        let wars = equals(felt).filter(may_war).count();
        let areas = felt.played().into_iter().count();
        (areas - wars) as u32 + u32::from(wars == 0)
    }

    fn needs(on: On) -> Option<(On, Clause)> {
        match on {
            On::Tie => Some((On::Initial, clause!("5.1.3"))),
            On::Initial | On::War => None,
        }
    }

    fn follows(on: On) -> Option<Clause> {
        match on {
            On::War => Some(clause!("5.7")),
            On::Initial | On::Tie => None,
        }
    }

    fn follow_up(choice: Choice) -> Option<(On, On)> {
        (choice == Choice::War).then_some((On::War, On::Initial))
    }

    fn absent() -> Option<Choice> {
        Some(Choice::Surrender)
    }

    fn carry_out(_table: &mut Table<Self>, plan: NoPlan, _effects: &mut Vec<Effect>) {
        match plan {}
    }

    fn due(table: &Table<Self>) -> Due {
        let felt = table.felt();
        if let Some(place) = felt.lacking(1) {
            return Due::Card(place);
        }
        if let Some(area) = equals(felt).find(|&area| felt.choice(area).is_none()) {
            return Due::Choice(area, CHOICES);
        }
        if let Some(area) = wars(felt).find(|&area| felt.hand(area).len() < 2) {
            return Due::Card(Place::Area(area));
        }
        if felt.dealer().len() < 2 && wars(felt).next().is_some() {
            return Due::Card(Place::Dealer);
        }
        Due::Nothing
    }

    fn ripe(table: &Table<Self>, _due: Due) -> bool {
        !table.felt().dealer().is_empty()
    }

    fn decide(table: &Table<Self>, wager: &Wager<On>) -> Option<Verdict> {
        let felt = table.felt();
        let area = wager.area?;
        let (player, dealer) = (felt.hand(area).cards(), felt.dealer().cards());
        if let (&[_, player], &[_, dealer]) = (player, dealer) {
            return war_verdict(wager.on, player, dealer);
        }
        if wager.on == On::Initial && felt.choice(area) == Some(Choice::Surrender) {
            return Some(surrender_verdict(felt.was_absent(area)));
        }
        first_verdict(wager.on, *player.first()?, *dealer.first()?)
    }

    /// Hands that are decided before a war, and those that surrendered, go to the rack at once.
    fn takes_up(
        table: &Table<Self>,
        wager: &Wager<On>,
        verdict: &Verdict,
    ) -> Option<Clause> {
        match (wager.on, verdict.outcome) {
            (On::Initial, Outcome::Surrender) => Some(clause!("8.3")),
            (On::Initial, _) if Self::is_interim(table) => Some(clause!("8.2.3")),
            _ => None,
        }
    }

    fn is_interim(table: &Table<Self>) -> bool {
        table.felt().dealer().len() == 1
    }

    /// Ties first, then Initial wagers (8.1, 8.2), each from the dealer's right; in the final
    /// settlement area by area, in the order in which 10.1 to 10.3 name the wagers.
    fn turn(wager: &Wager<On>, verdict: &Verdict) -> u32 {
        let from_right = wager.from_right();
        match (wager.on, verdict.outcome) {
            (On::Tie, _) => from_right,
            (On::War, Outcome::Lose) => 1000 + from_right * 4 + 2,
            (On::War, _) => 1000 + from_right * 4,
            (On::Initial, _) => 1000 + from_right * 4 + 1,
        }
    }
}

/// The areas whose first card equals the dealer's.
fn equals(felt: &Felt) -> impl Iterator<Item = Area> {
    let dealer = felt.dealer().cards().first().map(|&card| rank(card));
    felt.played().filter(move |&area| {
        felt.hand(area).cards().first().map(|&card| rank(card)) == dealer
    })
}

/// The areas that went to war.
fn wars(felt: &Felt) -> impl Iterator<Item = Area> {
    felt.played().filter(|&area| felt.choice(area) == Some(Choice::War))
}
