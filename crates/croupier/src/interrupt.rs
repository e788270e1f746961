//! How a person ends long work before its time: with what there is, or at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::failure::Failure;

/// Has the first interrupt set a flag, and the second end the command.
pub(crate) fn listen() -> Result<Arc<AtomicBool>, Failure> {
    let asked = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        let cannot = |error| Failure::new(format!("cannot listen for signals: {error}"));
        flag::register_conditional_shutdown(signal, 2, Arc::clone(&asked)).map_err(cannot)?;
        flag::register(signal, Arc::clone(&asked)).map_err(cannot)?;
    }
    Ok(asked)
}
