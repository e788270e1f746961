//! Embeds the page.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("web");
    let mut files = Vec::new();
    gather(&root, &mut files);
    files.sort();
    let mut code = String::from("static WEB: &[(&str, &[u8])] = &[\n");
    for file in files {
        let name = file.strip_prefix(&root).expect("it was found below the folder");
        let name = name.to_str().expect("plain names").replace('\\', "/");
        let _ = writeln!(code, "    ({name:?}, include_bytes!({file:?})),");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("web.rs"), code).expect("cargo's folder can be written");
}

/// Finds all files but the page's own tests.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).expect("the page is there") {
        let path = entry.expect("a folder that opens can be read").path();
        if path.is_dir() && !path.ends_with("tests") {
            gather(&path, files);
        } else if path.is_file() {
            println!("cargo:rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
}
