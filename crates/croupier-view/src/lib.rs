//! What people see of a floor, each by the own role, and in words.
//!
//! The floor answers with codes, clauses and amounts. Here they become views, offers and sentences: a player
//! sees seats where staff see names, and nobody is shown a field because somebody forgot to leave it out.
//! Nothing here changes a floor, and nothing that is said here is recorded.

mod can;
mod draw_check;
mod due;
mod held;
mod jackpot;
mod memory;
mod mystery;
mod offers;
mod person;
mod pools;
mod promotion_words;
pub mod promotions;
mod seen;
mod shuffling;
mod sign;
mod table;
pub mod tasks;
mod voucher;
pub mod words;
mod worth;

pub use can::{Can, StandingView};
pub use due::Due;
pub use held::{HeldStaff, HeldView, OwnComplaint, forfeit, own_complaints};
pub use jackpot::{AwardHand, AwardView, JackpotView, jackpot};
pub use memory::{BurnDrawn, Draw, Drawn, Line, Memories, Memory, Past, PastLine, WordsDrawn};
pub use mystery::{
    Checked, MysteryCrossing, MysteryDraws, MysteryPaid, MysteryProof, MysteryShown, MysteryWon,
};
pub use offers::{Offer, offers};
pub use person::{SeatWealth, Viewer, Wealth, dice_only, eye, may, wealth};
pub use pools::{
    ApprovalView, DisplayView, FixedPrize, LevelView, LinkedTable, MysteryView, NextTerms,
    OutsideView, PoolAward, PoolPrizes, PoolStaff, PoolView, WinningHand, guarantee, guaranteed,
    pool_prizes, pools, slip,
};
pub use promotions::{PromotionEye, order_of};
pub use seen::{Seen, SeenAnswer, SeenResult, ShownPerson, seen_by, watched};
pub use shuffling::ShufflingView;
pub use sign::{CapView, Marks, OldLimits, PlayersSign, Sign};
pub use table::{
    DiceView, HandView, Notice, Placed, RandomView, Reserved, SeatStaff, SeatView, ShoeView, View,
    title, view,
};
pub use tasks::TaskView;
pub use voucher::{VoucherStaff, VoucherView};
