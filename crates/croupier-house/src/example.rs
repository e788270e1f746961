//! Example games: a house opens no table of one unless its operator says so.
//!
//! This is asked before an act reaches the floor, and so it is no part of what a journal decides: a
//! journal with an example in it can be verified and replayed by anyone.

use croupier_engine::Kind;
use croupier_floor::{Act, EdgeAct};

/// Returns the example whose table an act would open.
pub fn opens_example(act: &Act) -> Option<Kind> {
    match act {
        Act::EdgeAct(EdgeAct::Open { game, .. }) => {
            Kind::named(game).filter(|kind| kind.is_example())
        }
        Act::EdgeAct(_)
        | Act::HouseAct(_)
        | Act::PoolAct(_)
        | Act::PromotionAct(_)
        | Act::TableAct(_) => None,
    }
}
