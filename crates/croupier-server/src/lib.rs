//! The door of the house: HTTP and live updates in front of the floor, and the page.
//!
//! One thread owns the floor and its journal (`house`); everything else asks it. What it answers goes out
//! through a second thread (`publisher`) when it is saved to disk, in the order of the journal, so that nothing
//! is told that could be lost. The server knows no rules: it carries acts in and views out.

mod assets;
mod clock;
mod config;
mod demo;
mod door;
mod dto;
mod edge;
mod floor_thread;
mod house;
mod http;
mod hub;
mod message;
mod metrics;
mod pace;
mod problem;
mod publisher;
mod sessions;

pub use clock::{Clock, Manual, System};
pub use config::{Config, Wrong};
pub use door::{Door, Opened};
pub use house::House;
pub use http::OPENAPI;
#[cfg(feature = "openapi")]
pub use http::described;
