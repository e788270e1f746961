//! How people reach a house: its set-up, its address, its certificate, and how many can come at once.

use std::io::ErrorKind;
use std::path::Path;

use croupier_server::{Certificate, Config, TlsFiles, listen};

use super::{Findings, duration};

/// A certificate that ends sooner should have been renewed: most are renewed thirty days before their end.
const RENEWAL: u64 = 14 * 24 * 60 * 60 * 1000;

/// Checks the set-up itself, and who may read the file with it.
pub(super) fn check_config(config: &Config, file: Option<&Path>, findings: &mut Findings) {
    const ABOUT: &str = "configuration";
    let name = file.map_or_else(|| "the default".to_owned(), |file| file.display().to_string());
    match config.check() {
        Ok(()) => findings.good(ABOUT, name),
        Err(wrong) => findings.wrong(ABOUT, wrong),
    }
    #[cfg(unix)]
    if let Some(file) = file
        && (config.metrics_key.is_some() || !config.outside.is_empty())
        && let Ok(found) = std::fs::metadata(file)
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&found.permissions());
        if mode & 0o007 != 0 {
            let mode = mode & 0o777;
            let what = format!("has keys, and everybody may read it (mode {mode:o})");
            findings.wrong(ABOUT, format!("{}: {what}: chmod 640", file.display()));
        }
    }
}

/// Checks the address and the certificate of a set-up that is not refused.
pub(super) fn check(config: &Config, now: u64, findings: &mut Findings) {
    if config.check().is_err() {
        return;
    }
    check_address(config, findings);
    match &config.tls {
        Some(files) => check_certificate(config, files, now, findings),
        None if config.plain_http_beyond_this_machine => {
            let what = "none; other machines are answered without TLS, as the set-up says";
            findings.note("certificate", what);
        }
        None => findings.good("certificate", "none; nobody but this machine is answered"),
    }
}

fn check_address(config: &Config, findings: &mut Findings) {
    const ABOUT: &str = "address";
    let address = config.listen;
    // A socket that listens belongs to a runtime; it is closed at once.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    let Ok(runtime) = runtime else {
        return findings.note(ABOUT, format!("{address}: not tried"));
    };
    match runtime.block_on(async { listen(address) }) {
        Ok(_) => findings.good(ABOUT, format!("{address} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            let what = "somebody listens there already: the house, if it is running";
            findings.note(ABOUT, format!("{address}: {what}"));
        }
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            let what = "ports below 1024 want the capability CAP_NET_BIND_SERVICE";
            findings.wrong(ABOUT, format!("{address}: {error}; {what}"));
        }
        Err(error) => findings.wrong(ABOUT, format!("{address}: {error}")),
    }
}

fn check_certificate(config: &Config, files: &TlsFiles, now: u64, findings: &mut Findings) {
    const ABOUT: &str = "certificate";
    let certificate = match files.read() {
        Ok(certificate) => certificate,
        Err(fault) => return findings.wrong(ABOUT, fault),
    };
    let name = files.certificate.display();
    let left = certificate.until().saturating_sub(now);
    match certificate.until() {
        until if until < now => {
            let ago = duration(now - until);
            findings.wrong(ABOUT, format!("{name} ended {ago} ago: renew it"));
        }
        _ if certificate.from() > now => {
            let wait = duration(certificate.from() - now);
            let what = "the clock is wrong, or the certificate is for later";
            findings.wrong(ABOUT, format!("{name} is good in {wait}: {what}"));
        }
        _ if left < RENEWAL => {
            let what = "whatever renews it has not done so";
            findings.note(ABOUT, format!("{name} ends in {}: {what}", duration(left)));
        }
        _ => findings.good(ABOUT, format!("{name} is good for {}", duration(left))),
    }
    check_name(config, &certificate, findings);
}

/// Checks that the certificate is for the name under which people come.
fn check_name(config: &Config, certificate: &Certificate, findings: &mut Findings) {
    const ABOUT: &str = "public_url";
    let Some(url) = &config.public_url else {
        let what = "not set: browsers that open the house by a name are turned away";
        return findings.wrong(ABOUT, what);
    };
    let host = url.split_once("://").map_or(url.as_str(), |(_, rest)| rest);
    let host = host.split('/').next().unwrap_or(host);
    let host = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    match certificate.is_of(host) {
        true => findings.good(ABOUT, format!("{url}, as the certificate says")),
        false => findings.wrong(ABOUT, format!("{url}: the certificate is not one of {host}")),
    }
}
