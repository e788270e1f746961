//! Stakes on which prices are whole amounts, so that nothing is rounded.

use croupier_engine::Kind;
use croupier_engine::money::gcd;

/// Returns the smallest stake on which every price in the pay table of a game is a whole number of units.
pub const fn whole_stake(kind: Kind) -> u128 {
    let (pays, mut stake, mut at) = (kind.pays(), 1, 0);
    while at < pays.len() {
        let units = pays[at].odds.per as u128 * pays[at].part.1 as u128;
        stake = stake / gcd(stake, units) * units;
        at += 1;
    }
    stake
}

/// Returns the smallest stake on which every price of every game is a whole number of units.
pub const fn whole_stake_anywhere() -> u128 {
    let (mut stake, mut at) = (1, 0);
    while at < Kind::ALL.len() {
        let units = whole_stake(Kind::ALL[at]);
        stake = stake / gcd(stake, units) * units;
        at += 1;
    }
    stake
}

#[cfg(test)]
mod tests {
    use croupier_engine::Kind;

    use super::{whole_stake, whole_stake_anywhere};

    #[test]
    fn no_price_is_rounded() {
        assert_eq!(whole_stake(Kind::LuckyDrawBaccarat), 2);
        for win in Kind::ALL.iter().flat_map(|kind| kind.pays()) {
            let won = whole_stake_anywhere() * u128::from(win.odds.wins) * u128::from(win.part.0);
            let units = u128::from(win.odds.per) * u128::from(win.part.1);
            assert!(won.is_multiple_of(units), "{win:?}");
        }
        // The stake of a simulation is part of what people compare: it changes only with the prices.
        assert_eq!(whole_stake_anywhere(), 1320);
    }
}
