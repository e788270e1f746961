//! The odds of Casino War.

use croupier_engine::games::casino_war::{On, first_verdict, rank, surrender_verdict, war_verdict};
use croupier_engine::wager::On as _;

use crate::Strategy;
use crate::prices::Prices;
use crate::ratio::Ratio;
use crate::report::{Counter, Odds, Part};
use crate::shoe::Composition;

pub(crate) fn odds(shoe: &Composition, strategy: &Strategy, prices: &Prices) -> Vec<Odds> {
    let wars = *strategy != Strategy::Surrender;
    let (mut initial, mut tie, mut war) =
        (Counter::new(prices), Counter::new(prices), Counter::new(prices));
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
                                            fight(cards, ways, &mut initial, &mut war);
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
    let mut whole = initial.odds(On::Initial.id(), None);
    whole.average_stake = Ratio::one() + Ratio::new(equal as i128, all.max(1));
    let mut wagers = vec![whole, tie.odds(On::Tie.id(), None)];
    if wars {
        wagers.push(war.odds(On::War.id(), None));
    }
    wagers
}

/// Counts a war: by itself, and as part of the whole round.
fn fight(
    (mine, theirs): (croupier_engine::Card, croupier_engine::Card),
    ways: u128,
    initial: &mut Counter<'_>,
    war: &mut Counter<'_>,
) {
    let verdicts = (war_verdict(On::War, mine, theirs), war_verdict(On::Initial, mine, theirs));
    let (Some(second), Some(first)) = verdicts else { return };
    war.add(On::War.id(), &second, ways);
    let parts = [Part::new(On::Initial.id(), first), Part::new(On::War.id(), second)];
    initial.add_parts(&parts, ways);
}
