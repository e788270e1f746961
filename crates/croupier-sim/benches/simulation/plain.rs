//! The yardsticks: one loop for each game, with its own rules, draw by draw.
//!
//! They share nothing with the engine but the generator: a shoe of values, a bounded number for each
//! card, and an addition for each wager.

use croupier_sim::Stream;

/// Draws the next card of a shoe from which so many are drawn.
#[inline(always)]
fn draw<const N: usize>(shoe: &mut [u8; N], drawn: usize, stream: &mut Stream) -> u8 {
    let at = drawn + stream.below((N - drawn) as u32) as usize;
    shoe.swap(drawn, at);
    shoe[drawn]
}

/// A shoe with the numbers of the ranks, 1 to 13.
fn ranks<const N: usize>() -> [u8; N] {
    std::array::from_fn(|at| (at % 13) as u8 + 1)
}

/// Bet, the three Strikes and the Strike Out, six decks.
pub(crate) fn baceball(rounds: u64) -> i64 {
    let mut stream = Stream::new(1, 0);
    let mut shoe: [u8; 312] = ranks().map(|rank| if rank == 1 { 11 } else { rank.min(10) });
    let (mut bet, mut strikes, mut strike_out) = (0_i64, 0_i64, 0_i64);
    for _ in 0..rounds {
        let (mut player, mut dealer, mut tens) = (0, 0, 0);
        for card in 0..3 {
            let mine = draw(&mut shoe, 2 * card, &mut stream);
            dealer += draw(&mut shoe, 2 * card + 1, &mut stream);
            player += mine;
            tens += i32::from(mine == 10);
            strikes += if mine == 10 { 2 } else { -1 };
        }
        strike_out += if tens == 3 { 30 } else { -1 };
        bet += if player == 33 {
            10
        } else if tens == 3 || player < dealer {
            -1
        } else {
            i64::from(player > dealer)
        };
    }
    bet + strikes + strike_out
}

/// The Win Line.
pub(crate) fn craps(rolls: u64) -> i64 {
    let mut stream = Stream::new(1, 0);
    let (mut point, mut net) = (0, 0_i64);
    for _ in 0..rolls {
        let total = stream.below(6) + stream.below(6) + 2;
        if point == 0 {
            match total {
                7 | 11 => net += 1,
                2 | 3 | 12 => net -= 1,
                _ => point = total,
            }
        } else if total == point {
            net += 1;
            point = 0;
        } else if total == 7 {
            net -= 1;
            point = 0;
        }
    }
    net
}

/// Player (in parts of twenty), Tie and Three Pictures, eight decks.
pub(crate) fn three_card_baccarat(rounds: u64) -> i64 {
    let mut stream = Stream::new(1, 0);
    let mut shoe: [u8; 416] = ranks();
    let (mut on_player, mut tie, mut three) = (0_i64, 0_i64, 0_i64);
    for _ in 0..rounds {
        let (mut player, mut banker) = ((0, 0), (0, 0));
        for card in 0..3 {
            for (at, hand) in [&mut player, &mut banker].into_iter().enumerate() {
                let rank = draw(&mut shoe, 2 * card + at, &mut stream);
                hand.0 += if rank < 10 { rank } else { 0 };
                hand.1 += u8::from(rank > 10);
            }
        }
        let height =
            |(sum, pictures): (u8, u8)| if pictures == 3 { 100 } else { sum % 10 * 4 + pictures };
        let (player, banker) = (height(player), height(banker));
        on_player += if player > banker {
            19
        } else if player < banker {
            -20
        } else {
            0
        };
        tie += if player == banker { 21 } else { -1 };
        three += if banker == 100 { 70 } else { -1 };
    }
    on_player + tie + three
}

/// Initial and War, always to war, and the Tie, six decks.
pub(crate) fn casino_war(rounds: u64) -> i64 {
    let mut stream = Stream::new(1, 0);
    let mut shoe: [u8; 312] = ranks().map(|rank| if rank == 1 { 14 } else { rank });
    let (mut initial, mut tie) = (0_i64, 0_i64);
    for _ in 0..rounds {
        let player = draw(&mut shoe, 0, &mut stream);
        let dealer = draw(&mut shoe, 1, &mut stream);
        if player != dealer {
            initial += if player > dealer { 1 } else { -1 };
            tie -= 1;
            continue;
        }
        tie += 10;
        let player = draw(&mut shoe, 2, &mut stream);
        let dealer = draw(&mut shoe, 3, &mut stream);
        initial += match player.cmp(&dealer) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Equal => 2,
            std::cmp::Ordering::Less => -2,
        };
    }
    initial + tie
}

/// Enter and Draw (in halves), by a table of total against card, eight decks.
pub(crate) fn lucky_draw_baccarat(rounds: u64) -> i64 {
    let mut stream = Stream::new(1, 0);
    // Threes are told from other cards by rank; their suits by a second number.
    let mut shoe: [u8; 416] = std::array::from_fn(|at| (at % 52) as u8);
    let value = |card: u8| if card % 13 > 8 { 0 } else { card % 13 + 1 };
    let mut net = 0_i64;
    for _ in 0..rounds {
        let mut drawn = 0;
        let mut next = || {
            drawn += 1;
            draw(&mut shoe, drawn - 1, &mut stream)
        };
        let (first, up, second) = (next(), next(), next());
        let mut player = (value(first) + value(second)) % 10;
        let mut three_threes = None;
        let draws = player <= 5 || player == 6 && value(up) > 6;
        if draws {
            let third = next();
            player = (player + value(third)) % 10;
            let hand = [first, second, third];
            if hand.iter().all(|card| card % 13 == 2) {
                three_threes = Some(hand.iter().all(|card| card / 13 == first / 13));
            }
        }
        let mut dealer = (value(up) + value(next())) % 10;
        if dealer <= 4 {
            dealer = (dealer + value(next())) % 10;
        }
        let stakes = if draws { 4 } else { 2 };
        if player < dealer {
            net -= stakes;
        } else if player > dealer {
            net += 2;
            if draws {
                net += match (player, three_threes) {
                    (9, Some(true)) => 60,
                    (9, Some(false)) => 18,
                    (9, None) => 6,
                    (8, _) => 4,
                    (7, _) => 3,
                    _ => 2,
                };
            }
        }
    }
    net
}
