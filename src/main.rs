//! Starts the page. Native builds have nothing to start: the page exists in the browser only.

#[cfg(target_arch = "wasm32")]
use api as _; // links the JavaScript functions in: an unused crate's exports would vanish

fn main() {
    #[cfg(target_arch = "wasm32")]
    rack_or_rent::start();
}
