//! The tests of the server as one program: it is linked once, and takes one program's room on the disk.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod abuse;
mod breakdown;
mod client;
mod clock;
mod denials;
mod door;
mod leaks;
mod manual;
mod once;
mod openapi;
mod pools;
mod promotion;
mod promotions;
mod receipts;
mod restart;
mod roles;
mod sign_in;
mod tasks;
mod witness;
