//! Embeds the sheets and flows that pin clauses, the sources that cite them, and strategies.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = root.join("../..").canonicalize().expect("the workspace is there");
    let mut code = String::new();
    let sources = "crates/croupier-engine/src/games";
    for (name, folder, ending) in [
        ("SHEETS", "sheets", "jsonl"),
        ("FLOOR_SHEETS", "sheets", "json"),
        ("FLOWS", "crates/croupier-server/tests/browser", "py"),
        ("STRATEGIES", "strategies", "toml"),
        ("SOURCES", sources, "rs"),
    ] {
        let folder = root.join(folder);
        let mut files = Vec::new();
        gather(&folder, ending, &mut files);
        files.sort();
        let _ = writeln!(code, "pub(crate) static {name}: &[(&str, &str)] = &[");
        for file in files {
            let name = file.strip_prefix(&folder).expect("it was found below the folder");
            let _ = writeln!(code, "    ({name:?}, include_str!({file:?})),");
        }
        let _ = writeln!(code, "];");
    }
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("embedded.rs"), code).expect("cargo's folder can be written");
}

fn gather(folder: &Path, ending: &str, files: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    for entry in entries {
        let path = entry.expect("a folder that opens can be read").path();
        if path.is_dir() {
            gather(&path, ending, files);
        } else if path.extension().is_some_and(|found| found == ending) {
            println!("cargo:rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
}
