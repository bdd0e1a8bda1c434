//! What the lock files say of the crates: those of the fuzz targets follow, and an unmaintained one is named.
//!
//! Reads the repository, so native only.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The text in quotes, without a version.
fn quoted(line: &str) -> String {
    line.split('"').nth(1).and_then(|text| text.split(' ').next()).unwrap_or_default().to_owned()
}

/// Names of the dependencies of each package of this repository, as a lock file has them.
fn locked(path: &str) -> BTreeMap<String, Vec<String>> {
    let text = read(path);
    let ours =
        text.split("[[package]]").filter(|entry| entry.contains("\"rack-or-rent") && !entry.contains("source = "));
    ours.map(|entry| {
        let name = entry.lines().find(|line| line.starts_with("name = ")).expect("a name");
        (quoted(name), entry.lines().filter(|line| line.starts_with(" \"")).map(quoted).collect())
    })
    .collect()
}

#[test]
fn the_lock_file_of_the_fuzz_targets_follows_the_engine() {
    let (fuzz, all) = (locked("fuzz/Cargo.lock"), locked("Cargo.lock"));
    let engine = &fuzz["rack-or-rent-engine"];
    assert_eq!(engine, &all["rack-or-rent-engine"], "run `cargo update --workspace` in fuzz/");
}

#[test]
fn the_unmaintained_crate_is_named_as_long_as_it_is_there() {
    let is_there = read("Cargo.lock").contains("name = \"paste\"\n");
    for path in ["SECURITY.md", "deny.toml"] {
        assert_eq!(read(path).contains("RUSTSEC-2024-0436"), is_there, "{path}: is `paste` in Cargo.lock?");
    }
}
