//! The odds of Casino War.

use croupier_engine::games::casino_war::{On, first_verdict, rank, surrender_verdict, war_verdict};
use croupier_engine::input::Choice;
use croupier_engine::wager::On as _;

use crate::Strategy;
use crate::fast::{Answer, Asked};
use crate::part::Pay;
use crate::ratio::Ratio;
use crate::report::{Counter, Odds};
use crate::shoe::Composition;

/// Counts the odds; a round takes a card each, and another each in a war.
pub(crate) fn count(asked: &Asked<'_>) -> Answer {
    let wagers = odds(asked.shoe, asked.strategy, asked.pay);
    let cards = Ratio::new(2, 1) * Answer::staked(&wagers);
    Answer::new(wagers, cards)
}

fn odds(shoe: &Composition, strategy: &Strategy, pay: Pay<'_>) -> Vec<Odds> {
    let wars = *strategy != Strategy::Always(Choice::Surrender);
    let (mut initial, mut tie, mut war) = (Counter::new(pay), Counter::new(pay), Counter::new(pay));
    let mut classes = shoe.classes(rank);
    let cards = classes.cards.clone();
    let left = classes.total().saturating_sub(2);
    // The war takes two more cards; rounds without one are weighted as if they had been drawn.
    let rest = left * left.saturating_sub(1);
    let (mut equal, mut all) = (0, 0);
    for player in 0..cards.len() {
        for dealer in 0..cards.len() {
            classes.take(player, |classes, one| {
                classes.take(dealer, |classes, two| {
                    let ways = one * two;
                    all += ways;
                    if let Some(verdict) = first_verdict(On::Tie, cards[player], cards[dealer]) {
                        tie.add(On::Tie.id(), &verdict, ways);
                    }
                    let first = first_verdict(On::Initial, cards[player], cards[dealer]);
                    match first {
                        Some(verdict) => initial.add(On::Initial.id(), &verdict, ways * rest),
                        None if !wars => {
                            let gives_up = surrender_verdict(false);
                            initial.add(On::Initial.id(), &gives_up, ways * rest);
                        }
                        None => {
                            equal += ways;
                            for mine in 0..cards.len() {
                                for theirs in 0..cards.len() {
                                    classes.take(mine, |classes, three| {
                                        classes.take(theirs, |_, four| {
                                            let ways = ways * three * four;
                                            let cards = (cards[mine], cards[theirs]);
                                            fight(pay, cards, ways, &mut initial, &mut war);
                                        });
                                    });
                                }
                            }
                        }
                    }
                });
            });
        }
    }
    let placed = Ratio::new(equal as i128, all.max(1));
    let initial = initial.odds(On::Initial.id(), None);
    let initial = initial.map(|odds| Odds { average_stake: Ratio::one() + placed.clone(), ..odds });
    let war = war.odds(On::War.id(), None);
    let war = war.map(|odds| Odds { placed: Some(placed), ..odds });
    [initial, tie.odds(On::Tie.id(), None), war].into_iter().flatten().collect()
}

/// Counts a war: by itself, and as part of the whole round.
fn fight(
    pay: Pay<'_>,
    (mine, theirs): (croupier_engine::Card, croupier_engine::Card),
    ways: u128,
    initial: &mut Counter<'_>,
    war: &mut Counter<'_>,
) {
    let verdicts = (war_verdict(On::War, mine, theirs), war_verdict(On::Initial, mine, theirs));
    let (Some(second), Some(first)) = verdicts else { return };
    war.add(On::War.id(), &second, ways);
    let parts = [pay.part(On::Initial.id(), None, first), pay.part(On::War.id(), None, second)];
    initial.add_parts(&parts, ways);
}
