//! The door of the house: HTTP and live updates in front of the floor, and the page.
//!
//! One thread owns the floor and its journal (`house`); everything else asks it. What it answers goes out
//! through a second thread (`publisher`) when it is saved to disk, in the order of the journal, so that nothing
//! is told that could be lost. The server knows no rules: it carries acts in and views out.

mod assets;
mod breakdown;
mod budget;
mod clock;
mod config;
mod csv;
mod demo;
mod denials;
mod displays;
mod door;
mod dto;
mod edge;
mod floor_thread;
mod guests;
mod hasher;
mod hmac;
mod house;
mod house_time;
mod http;
mod hub;
mod impatient;
mod metrics;
mod once;
mod origin;
mod pace;
mod places;
mod problem;
mod publisher;
mod session_file;
mod sessions;
mod sign_ins;
mod tls;
mod witness;
mod witnessed;

pub use breakdown::Part;
pub use clock::{Clock, Manual, System};
pub use config::{Config, FeedKey, MetricsKey, OutsideKey, Wrong};
pub use door::{Broken, Door, Opened, listen};
pub use house::House;
pub use http::OPENAPI;
#[cfg(feature = "openapi")]
pub use http::described;
pub use origin::Proxy;
pub use tls::{Certificate, Certificates, TlsFault, TlsFiles};
pub use witness::{RemoteHouse, WitnessPlace};
pub use witnessed::WitnessKey;
