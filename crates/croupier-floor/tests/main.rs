//! The tests of the floor as one program: it is linked once, and takes one program's room on the disk.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod areas;
mod attacks;
mod authority;
mod cards;
mod clock;
mod crew;
mod fair;
mod guests;
mod pools;
mod pools_corrections;
mod pools_mystery;
mod pools_outside;
mod pools_random;
mod pools_tables;
mod promotion_draws;
mod promotions;
mod records;
mod signs;
mod support;
mod tasks;
mod two_people;
