//! `croupier rng`: the simulator's random numbers, for batteries of tests outside.

use std::io::{self, BufWriter, Write};

use clap::Args;
use croupier_engine::Card;
use croupier_sim::{Deck, Rolls, Stream};

use crate::failure::{Done, Failure, written};

/// How many words are taken from each block's stream, as a block of rounds takes about so many.
const WORDS: u64 = 1 << 16;

/// Write the simulator's random numbers: raw bytes, rolls of dice, or shuffled shoes
///
/// The streams are those of `simulate`: one block after the other, 65,536 words from each, so that
/// the seeding of blocks is tested along with the generator. Without --count it goes on until the
/// reader has enough: `croupier rng --raw | dieharder -a -g 200`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Write raw bytes, words of 64 bits with the lowest byte first
    #[arg(long, required_unless_present_any = ["dice", "cards"])]
    raw: bool,

    /// Write rolls of two dice, one on each line
    #[arg(long, conflicts_with_all = ["raw", "cards"])]
    dice: bool,

    /// Write shoes of so many decks, one on each line, in the order in which they are dealt
    #[arg(long, value_name = "DECKS", num_args = 0..=1, default_missing_value = "1", conflicts_with = "raw")]
    cards: Option<u8>,

    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Stop after so many words, rolls or shoes
    #[arg(long, value_name = "COUNT", value_parser = crate::count::read)]
    count: Option<u64>,
}

/// Writes numbers until nobody reads on.
pub(crate) fn run(arguments: &Arguments) -> Done {
    let decks = arguments.cards.unwrap_or(1);
    if !(1..=8).contains(&decks) {
        return Err(Failure::input(format!("a shoe has 1 to 8 decks, not {decks}")));
    }
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let count = arguments.count.unwrap_or(u64::MAX);
    let result = if arguments.dice {
        dice(arguments.seed, count, &mut out)
    } else if arguments.cards.is_some() {
        cards(arguments.seed, decks, count, &mut out)
    } else {
        raw(arguments.seed, count, &mut out)
    };
    written(result.and_then(|()| out.flush()), "standard output")?;
    Ok(true)
}

fn raw(seed: u64, count: u64, out: &mut impl Write) -> io::Result<()> {
    let mut left = count;
    for block in 0.. {
        let mut stream = Stream::new(seed, block);
        for _ in 0..WORDS.min(left) {
            out.write_all(&stream.bits().to_le_bytes())?;
        }
        left = left.saturating_sub(WORDS);
        if left == 0 {
            break;
        }
    }
    Ok(())
}

fn dice(seed: u64, count: u64, out: &mut impl Write) -> io::Result<()> {
    let mut rolls = Rolls::new(Stream::new(seed, 0));
    for _ in 0..count {
        let [first, second] = rolls.next_dice().faces();
        writeln!(out, "{first} {second}")?;
    }
    Ok(())
}

fn cards(seed: u64, decks: u8, count: u64, out: &mut impl Write) -> io::Result<()> {
    let faces: Vec<_> =
        (0..Card::COUNT).filter_map(Card::from_index).map(|c| c.to_string()).collect();
    let mut deck = Deck::new((0..decks).flat_map(|_| 0..Card::COUNT as u8));
    let mut stream = Stream::new(seed, 0);
    for _ in 0..count {
        deck.shuffle();
        for at in 0..usize::from(decks) * Card::COUNT {
            let gap = if at == 0 { "" } else { " " };
            write!(out, "{gap}{}", faces[usize::from(deck.draw(&mut stream))])?;
        }
        writeln!(out)?;
    }
    Ok(())
}
