//! Embeds the register of each game.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let folder = root.join("../../rules").canonicalize().expect("the register is there");
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut code = String::from("/// The files of the register, by name.\n");
    code.push_str("pub static FILES: &[(&str, &str)] = &[\n");
    let entries = fs::read_dir(&folder).expect("the register can be read");
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    for file in files {
        let name = file.file_name().and_then(|name| name.to_str()).expect("plain names");
        let _ = writeln!(code, "    ({name:?}, include_str!({file:?})),");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("register.rs"), code).expect("cargo's folder can be written");
}
