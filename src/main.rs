//! Starts the page. Native builds have nothing to start: the page exists in the browser only.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rack_or_rent::start();
}
