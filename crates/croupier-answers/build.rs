//! Embeds the drills.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let folder = root.join("../../drills").canonicalize().expect("the drills are there");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut code = String::from("static DRILLS: &[(&str, &str)] = &[\n");
    let entries = fs::read_dir(&folder).expect("the drills can be read");
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    for file in files {
        let name = file.file_name().and_then(|name| name.to_str()).expect("plain names");
        let _ = writeln!(code, "    ({name:?}, include_str!({file:?})),");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("drills.rs"), code).expect("cargo's folder can be written");
}
