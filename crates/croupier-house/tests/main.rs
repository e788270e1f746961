//! The tests of the house as one program: it is linked once, and takes one program's room on the disk.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod around_draws;
mod beside;
mod corrections;
mod cut;
mod damage;
mod desk;
mod editions;
mod fair;
mod faults;
mod figures;
mod floor_sheets;
mod golden;
mod house;
mod keys;
mod kill;
mod leaks;
mod night;
mod offered;
mod orders;
mod pool_keys;
mod pools;
mod pools_kill;
mod promotion_house;
mod promotion_leaks;
mod promotions;
mod promotions_kill;
mod rehearsal;
mod reports;
mod rights;
mod snapshots;
mod stage;
mod stored;
mod support;

#[path = "../../croupier-journal/tests/support/faulty.rs"]
mod faulty;
