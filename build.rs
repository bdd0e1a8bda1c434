//! Names this build, its version and the date of its commit; and has a release of the page linked for the split into
//! two parts (scripts/split.mjs).

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RACK_OR_RENT_BUILT");
    let set = |name: &str| std::env::var(name).unwrap_or_default();
    // The version, and the date of its commit if known (scripts/env): never the date of the build, so that the same
    // source gives the same bytes.
    let day = set("RACK_OR_RENT_BUILT");
    let of = if day.is_empty() { "" } else { " of " };
    println!("cargo::rustc-env=RACK_OR_RENT_VERSION={}{of}{day}", env!("CARGO_PKG_VERSION"));
    println!("cargo::rustc-check-cfg=cfg(two_parts)");
    if set("CARGO_CFG_TARGET_ARCH") == "wasm32" && set("PROFILE") == "release" {
        println!("cargo::rustc-cfg=two_parts");
        // The splitter goes by the linker's relocations.
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
        // Enough for an hour of use, so that memory hardly ever grows while the parts share it (docs/engines.md).
        println!("cargo::rustc-link-arg-bins=--initial-memory=33554432");
    }
}
