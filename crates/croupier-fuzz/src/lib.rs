//! What is fuzzed, as plain functions of bytes.
//!
//! `cargo fuzz` runs them with coverage where a nightly toolchain is at hand; the tests beside them
//! run them on random bytes with any toolchain. Each function panics when something that must
//! always hold does not.

mod bytes;
mod engine;
mod floor;
mod quotes;
mod sheet;
mod step;
mod stored;
mod sweep;

pub use bytes::Noise;
pub use engine::{engine, outcomes};
pub use floor::{Acts, floor};
pub use sheet::sheet;
pub use step::step;
pub use stored::stored;
