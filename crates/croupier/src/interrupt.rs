//! How a person ends long work before its time: with what there is, or at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::failure::Failure;

/// Who sends a signal twice within so short a time did not mean to: `timeout` and batch systems signal a
/// command and then its group.
const TWICE: Duration = Duration::from_secs(1);

/// Has the first interrupt set a flag, and another one, a while later, end the command.
pub(crate) fn listen() -> Result<Arc<AtomicBool>, Failure> {
    let (asked, twice) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    for signal in [SIGINT, SIGTERM] {
        let cannot = |error| Failure::new(format!("cannot listen for signals: {error}"));
        // The flag comes first: from the moment a signal is caught at all, it is not lost.
        flag::register(signal, Arc::clone(&asked)).map_err(cannot)?;
        flag::register_conditional_shutdown(signal, 2, Arc::clone(&twice)).map_err(cannot)?;
    }
    let heard = Arc::clone(&asked);
    std::thread::spawn(move || {
        while !heard.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(50));
        }
        std::thread::sleep(TWICE);
        twice.store(true, Ordering::Relaxed);
    });
    Ok(asked)
}
