//! What a house needs of the machine: room on its disks, files that may be open, and a user of its own.

use std::path::{Path, PathBuf};

use croupier_server::Config;

use super::Findings;

/// With less room than this, the house is about to stop.
const LEAST: u64 = 256 << 20;
/// With less, somebody should look for more.
const LOW: u64 = 2 << 30;
/// So many files are open besides connections: the journal, its log, the mirror, and what requests read.
const OTHER_FILES: u64 = 64;

/// Checks the machine.
pub(super) fn check(config: &Config, findings: &mut Findings) {
    let mut folders: Vec<PathBuf> = Vec::new();
    for file in std::iter::once(&config.journal).chain(&config.mirror) {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    for folder in &folders {
        check_folder(folder, &config.journal, findings);
    }
    #[cfg(unix)]
    check_process(config, findings);
}

#[cfg(unix)]
fn check_folder(folder: &Path, journal: &Path, findings: &mut Findings) {
    use rustix::fs::{Access, StatVfsMountFlags, access, statvfs};
    const ABOUT: &str = "disk";
    let name = folder.display();
    let disk = match statvfs(folder) {
        Ok(disk) => disk,
        Err(error) => return findings.wrong(ABOUT, format!("{name}: {error}")),
    };
    if disk.f_flag.contains(StatVfsMountFlags::RDONLY) {
        return findings.wrong(ABOUT, format!("{name} is on a disk that is read-only"));
    }
    if let Err(error) = access(folder, Access::WRITE_OK | Access::EXEC_OK) {
        return findings.wrong(ABOUT, format!("{name}: nothing can be written there: {error}"));
    }
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    let megabytes = free >> 20;
    let size = std::fs::metadata(journal).map_or(0, |file| file.len());
    if free < LEAST || disk.f_files > 0 && disk.f_favail == 0 {
        let what = "the house stops when the disk is full";
        findings.wrong(ABOUT, format!("{name}: {megabytes} MB are free; {what}"));
    } else if free < LOW {
        findings.note(ABOUT, format!("{name}: {megabytes} MB are free"));
    } else if free < size {
        let what = "less than the journal has: a copy of it does not fit beside it";
        findings.note(ABOUT, format!("{name}: {megabytes} MB are free, {what}"));
    } else {
        findings.good(ABOUT, format!("{name}: {megabytes} MB are free"));
    }
}

#[cfg(not(unix))]
fn check_folder(folder: &Path, _journal: &Path, findings: &mut Findings) {
    match folder.is_dir() {
        true => findings.note("disk", format!("{}: not looked at here", folder.display())),
        false => findings.wrong("disk", format!("{} is not there", folder.display())),
    }
}

#[cfg(unix)]
fn check_process(config: &Config, findings: &mut Findings) {
    use rustix::process::{Resource, geteuid, getrlimit};
    let most = getrlimit(Resource::Nofile).maximum;
    let needed = config.limits.connections as u64 + OTHER_FILES;
    match most {
        Some(most) if most < needed => {
            let what =
                format!("limits.connections needs {needed}: raise LimitNOFILE, or allow fewer");
            findings.wrong("open files", format!("at most {most} may be open here, and {what}"));
        }
        _ => findings.good("open files", format!("{needed} may be open")),
    }
    if geteuid().is_root() {
        findings.note("user", "this is root: a house needs a user of its own, and no more");
    }
}
