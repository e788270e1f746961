//! The generator and its mapping to cards and dice, by counting. Seeds are fixed: nothing here can
//! fail one day and pass the next.
//!
//! How many cards it takes to find that one card of 52 comes a thousandth too often: after n cards its
//! count is off by n/52/1000, which is sqrt(n/51)/1000 standard deviations. An alarm at 4 standard
//! deviations is false once in 300 times when 52 cards are looked at. To be above it in 99 of 100
//! cases the count must be off by 4 + 2.33 of them: n = 51 * 6330^2, or 2.05 thousand million cards.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::float_arithmetic, reason = "statistics of counts")]

use std::thread;

use croupier_sim::{Deck, Rolls, Stream};

/// Beyond so many standard deviations there is something to be found.
const ALARM: f64 = 4.0;

/// Returns by how many standard deviations counts vary too much, or too little: the cube root of
/// chi-square is close to normal (Wilson and Hilferty).
fn chi_square(counts: &[u64], shares: impl Fn(usize) -> f64) -> f64 {
    let total = counts.iter().sum::<u64>() as f64;
    let cell = |(at, &count): (usize, &u64)| {
        let expected = total * shares(at);
        assert!(expected > 10.0, "cell {at} is expected {expected} times");
        (count as f64 - expected).powi(2) / expected
    };
    let chi_square: f64 = counts.iter().enumerate().map(cell).sum();
    let freedom = (counts.len() - 1) as f64;
    let spread = 2.0 / (9.0 * freedom);
    ((chi_square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

fn check(what: &str, score: f64) {
    assert!(score.abs() < ALARM, "{what}: {score:.2} standard deviations");
}

/// Deals so many rounds of six cards from six decks, and counts every card.
fn count_cards(block: u64, deals: u64) -> [u64; 52] {
    let mut stream = Stream::new(2024, block);
    let mut deck = Deck::new((0..312).map(|at| (at % 52) as u8));
    let bounds = deck.bounds::<6>().unwrap();
    let mut counts = [0; 52];
    for _ in 0..deals {
        for card in deck.deal(&bounds, &mut stream) {
            counts[usize::from(card)] += 1;
        }
    }
    counts
}

/// Returns the largest distance of a count from what is expected, in standard deviations.
fn farthest(counts: &[u64; 52]) -> f64 {
    let total = counts.iter().sum::<u64>() as f64;
    // Six cards of 312 without replacement vary a little less than six that are put back.
    let spread = (total / 52.0 * (51.0 / 52.0) * (306.0 / 311.0)).sqrt();
    let distances = counts.iter().map(|&count| (count as f64 - total / 52.0).abs() / spread);
    distances.fold(0.0, f64::max)
}

/// The test of frequencies is strong enough to find a bias of a thousandth in one card.
#[test]
fn no_card_comes_a_thousandth_too_often() {
    const DEALS: u64 = 2_050_000_000 / 6 / 8;
    let mut counts = [0; 52];
    thread::scope(|scope| {
        let parts: Vec<_> =
            (0..8).map(|block| scope.spawn(move || count_cards(block, DEALS))).collect();
        for part in parts {
            for (count, more) in counts.iter_mut().zip(part.join().unwrap()) {
                *count += more;
            }
        }
    });
    assert!(farthest(&counts) < ALARM, "{:.2} of {counts:?}", farthest(&counts));
    // The same counts with one card a thousandth too often are found out, whichever it is.
    for card in 0..52 {
        let mut biased = counts;
        biased[card] += counts[card] / 1000;
        assert!(farthest(&biased) > ALARM, "a biased card {card} is not found");
    }
}

/// Two cards after each other, drawn at once and one by one: all pairs, equal faces being rarer.
#[test]
fn pairs_of_cards() {
    let mut stream = Stream::new(5, 0);
    let mut deck = Deck::new((0..312).map(|at| (at % 52) as u8));
    let bounds = deck.bounds::<6>().unwrap();
    let (mut at_once, mut one_by_one) = (vec![0; 52 * 52], vec![0; 52 * 52]);
    for _ in 0..3_000_000 {
        let cards = deck.deal(&bounds, &mut stream).map(usize::from);
        at_once[cards[1] * 52 + cards[4]] += 1;
        deck.shuffle();
        let (first, second) = (deck.draw(&mut stream), deck.draw(&mut stream));
        one_by_one[usize::from(first) * 52 + usize::from(second)] += 1;
    }
    let share = |at: usize| {
        let left = if at / 52 == at % 52 { 5.0 } else { 6.0 };
        6.0 / 312.0 * left / 311.0
    };
    check("pairs drawn at once", chi_square(&at_once, share));
    check("pairs drawn one by one", chi_square(&one_by_one, share));
}

/// Three of seven cards can come in 210 orders, five of five in 120.
#[test]
fn permutations_of_cards() {
    let mut stream = Stream::new(6, 0);
    let mut seven = Deck::new(0..7_usize);
    let mut five = Deck::new(0..5_usize);
    let bounds = seven.bounds::<3>().unwrap();
    let (mut threes, mut orders) = (vec![0; 343], vec![0; 3125]);
    for _ in 0..2_000_000 {
        let [a, b, c] = seven.deal(&bounds, &mut stream);
        threes[(a * 7 + b) * 7 + c] += 1;
        five.shuffle();
        orders[(0..5).fold(0, |order, _| order * 5 + five.draw(&mut stream))] += 1;
    }
    for (counts, ways) in [(threes, 210), (orders, 120)] {
        let came: Vec<u64> = counts.into_iter().filter(|&count| count > 0).collect();
        assert_eq!(came.len(), ways);
        check("permutations", chi_square(&came, |_| 1.0 / ways as f64));
    }
}

/// In a shoe that is dealt to its end, every card may lie anywhere.
#[test]
fn places_in_a_shuffled_deck() {
    let mut stream = Stream::new(7, 0);
    let mut deck = Deck::new(0..52_usize);
    let mut places = vec![0; 52 * 52];
    for _ in 0..200_000 {
        deck.shuffle();
        for place in 0..52 {
            places[deck.draw(&mut stream) * 52 + place] += 1;
        }
    }
    // Each card and each place is there once, so that 51 * 51 counts are free.
    let total = 200_000.0 / 52.0;
    let apart: f64 = places.iter().map(|&count: &u64| (count as f64 - total).powi(2) / total).sum();
    let (freedom, apart) = (51.0_f64 * 51.0, apart * 51.0 / 52.0);
    check("places", (apart - freedom) / (2.0 * freedom).sqrt());
}

/// All 36 rolls, and all 1,296 pairs of rolls after each other, also across words.
#[test]
fn rolls_and_pairs_of_rolls() {
    let mut rolls = Rolls::new(Stream::new(8, 0));
    let mut next = || {
        let [first, second] = rolls.next_dice().faces();
        usize::from(first - 1) * 6 + usize::from(second - 1)
    };
    let (mut singles, mut pairs, mut totals) = (vec![0; 36], vec![0; 36 * 36], vec![0; 11]);
    let mut last = next();
    for _ in 0..20_000_000 {
        let roll = next();
        singles[roll] += 1;
        pairs[last * 36 + roll] += 1;
        totals[roll / 6 + roll % 6] += 1;
        last = roll;
    }
    check("rolls", chi_square(&singles, |_| 1.0 / 36.0));
    check("pairs of rolls", chi_square(&pairs, |_| 1.0 / 1296.0));
    check("totals", chi_square(&totals, |at| (6.0 - (at as f64 - 5.0).abs()) / 36.0));
}

/// How many rolls lie between two sevens.
#[test]
fn gaps_between_sevens() {
    let mut rolls = Rolls::new(Stream::new(9, 0));
    let mut gaps = vec![0; 50];
    let mut gap = 0;
    for _ in 0..20_000_000 {
        if rolls.next_dice().total() == 7 {
            gaps[gap] += 1;
            gap = 0;
        } else {
            gap = (gap + 1).min(49);
        }
    }
    let six = 5.0_f64 / 6.0;
    let share = |at: usize| six.powi(at as i32) * if at == 49 { 1.0 } else { 1.0 / 6.0 };
    check("gaps", chi_square(&gaps, share));
}

/// The runs of blocks start apart from each other: their first words differ in half of all bits.
#[test]
fn blocks_and_seeds_have_nothing_in_common() {
    let word = |seed, block| Stream::new(seed, block).bits();
    let (mut blocks, mut seeds, mut bits) = (0, 0, [0_u64; 64]);
    const COUNT: u64 = 1_000_000;
    for at in 0..COUNT {
        blocks += u64::from((word(1, at) ^ word(1, at + 1)).count_ones());
        seeds += u64::from((word(at, 7) ^ word(at + 1, 7)).count_ones());
        let third = word(3, at);
        for (bit, count) in bits.iter_mut().enumerate() {
            *count += third >> bit & 1;
        }
    }
    let spread = (COUNT as f64 * 16.0).sqrt();
    check("blocks", (blocks as f64 - COUNT as f64 * 32.0) / spread);
    check("seeds", (seeds as f64 - COUNT as f64 * 32.0) / spread);
    for count in bits {
        check("bits", (count as f64 - COUNT as f64 / 2.0) / (COUNT as f64 / 4.0).sqrt());
    }
}
