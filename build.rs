//! Has the linker say which function and which constant names which: scripts/split.mjs parts the program by it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let set = |name: &str| std::env::var(name).unwrap_or_default();
    if set("CARGO_CFG_TARGET_ARCH") == "wasm32" && set("PROFILE") == "release" {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}
