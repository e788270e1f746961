//! What a service manager wants to know: that the house is open, and that it closes. See sd_notify(3).

/// Tells the service manager something, if there is one that asked to be told.
#[cfg(target_os = "linux")]
pub(crate) fn tell(what: &str) {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let Some(place) = std::env::var_os("NOTIFY_SOCKET") else { return };
    let told = match place.as_bytes() {
        [b'@', name @ ..] => SocketAddr::from_abstract_name(name),
        _ => SocketAddr::from_pathname(&place),
    }
    .and_then(|place| UnixDatagram::unbound()?.send_to_addr(what.as_bytes(), &place));
    if let Err(error) = told {
        tracing::warn!(%error, what, "the service manager could not be told");
    }
}

/// Nobody asks elsewhere.
#[cfg(not(target_os = "linux"))]
pub(crate) fn tell(_what: &str) {}
