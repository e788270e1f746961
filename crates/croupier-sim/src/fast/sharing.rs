//! The exact odds of a bACEball meter that several hands of a round may share.
//!
//! The exact odds are for one player. With several hands in a round the same meter may be hit twice,
//! and is then shared; how often follows from the aces alone.

use croupier_engine::games::baceball::{On, jackpot_verdict};
use croupier_engine::wager::On as _;
use croupier_engine::{Card, Rank, Suit};
use croupier_odds::Ratio;

use crate::book::Book;
use crate::plan::Plan;

/// Sets the exact odds of the two meters for so many hands as there are.
pub(crate) fn correct(plan: &Plan, book: &mut Book) {
    let hands = u32::from(plan.played_areas());
    let row = book.row(On::Jackpot.id(), None);
    let (Some(jackpot), Some(row)) = (&plan.setup.jackpot, row) else {
        return;
    };
    let (decks, row) = (u32::from(plan.decks()), &mut book.rows[row]);
    for suits in [&[Suit::Diamonds][..], &[Suit::Clubs, Suit::Hearts, Suit::Spades]] {
        let hand = [Card::new(Rank::Ace, suits[0]); 3];
        let endings: Vec<_> = (1..=hands)
            .map(|sharing| {
                let verdict = jackpot_verdict(&hand, sharing.into(), jackpot, plan.setup.chip);
                row.ending(vec![(On::Jackpot.id(), verdict)], plan.setup.chip)
            })
            .collect();
        for &ending in &endings {
            row.endings[ending].exact = Some(Ratio::zero());
        }
        for (sharing, &ending) in (1..=hands).zip(&endings) {
            let more = exactly(sharing, hands, suits.len(), decks);
            let known = row.endings[ending].exact.take().unwrap_or_else(Ratio::zero);
            row.endings[ending].exact = Some(known + more);
        }
    }
}

/// Returns how often a given hand hits, and exactly `sharing` of all `hands` hands hit with it.
fn exactly(sharing: u32, hands: u32, suits: usize, decks: u32) -> Ratio {
    let others = hands - 1;
    let terms = (sharing - 1..=others).map(|more| {
        let sign = if (more + 1 - sharing).is_multiple_of(2) { 1 } else { -1 };
        let ways = choose(others, more) * choose(more, sharing - 1);
        all_hit(more + 1, suits, decks) * Ratio::new(sign * i128::from(ways), 1)
    });
    terms.sum()
}

/// Returns how often so many given hands all hit: each three aces of one of the suits.
fn all_hit(hands: u32, suits: usize, decks: u32) -> Ratio {
    let mut left = vec![decks; suits];
    hits(hands, &mut left, decks * 52)
}

/// The same, with so many aces left in each suit, and so many cards in all.
fn hits(hands: u32, left: &mut [u32], cards: u32) -> Ratio {
    if hands == 0 {
        return Ratio::one();
    }
    let mut sum = Ratio::zero();
    for suit in 0..left.len() {
        let aces = left[suit];
        if aces >= 3 {
            let ways = |of: u32| i128::from(of) * i128::from(of - 1) * i128::from(of - 2);
            left[suit] -= 3;
            let this = Ratio::new(ways(aces), ways(cards) as u128);
            sum = sum + this * hits(hands - 1, left, cards - 3);
            left[suit] += 3;
        }
    }
    sum
}

fn choose(of: u32, some: u32) -> u64 {
    (0..u64::from(some)).fold(1, |ways, at| ways * (u64::from(of) - at) / (at + 1))
}

#[cfg(test)]
mod tests {
    use super::{all_hit, exactly};
    use croupier_odds::Ratio;

    /// However many hands share, a hand hits as often as alone.
    #[test]
    fn the_ways_to_share_add_up() {
        for suits in [1, 3] {
            for hands in 1..=7 {
                let sum: Ratio = (1..=hands).map(|s| exactly(s, hands, suits, 6)).sum();
                assert_eq!(sum, all_hit(1, suits, 6));
            }
        }
        assert_eq!(all_hit(1, 1, 6), Ratio::new(6 * 5 * 4, 312 * 311 * 310));
        // Six aces of diamonds are enough for two hands, not for three.
        assert!(!exactly(2, 7, 1, 6).is_zero() && exactly(3, 7, 1, 6).is_zero());
    }
}
