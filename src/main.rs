//! Starts the page. Native builds have nothing to start.
#[cfg(target_arch = "wasm32")]
use api as _;

fn main() {}
