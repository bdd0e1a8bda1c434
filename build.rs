//! Names this build, and has the linker say which function and which constant names which: scripts/split.mjs parts the
//! program by it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RACK_OR_RENT_BUILT");
    let set = |name: &str| std::env::var(name).unwrap_or_default();
    // The version, and the day of its commit where that is known (scripts/env): never the day of the build, so that the
    // same source makes the same bytes.
    let day = set("RACK_OR_RENT_BUILT");
    let of = if day.is_empty() { "" } else { " of " };
    println!("cargo::rustc-env=RACK_OR_RENT_VERSION={}{of}{day}", env!("CARGO_PKG_VERSION"));
    if set("CARGO_CFG_TARGET_ARCH") == "wasm32" && set("PROFILE") == "release" {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}
