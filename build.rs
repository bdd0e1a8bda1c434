//! Names this build: its version and the date of its commit.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RACK_OR_RENT_BUILT");
    let set = |name: &str| std::env::var(name).unwrap_or_default();
    // The version, and the date of its commit if known (scripts/env): never the date of the build, so that the same
    // source gives the same bytes.
    let day = set("RACK_OR_RENT_BUILT");
    let of = if day.is_empty() { "" } else { " of " };
    println!("cargo::rustc-env=RACK_OR_RENT_VERSION={}{of}{day}", env!("CARGO_PKG_VERSION"));
}
