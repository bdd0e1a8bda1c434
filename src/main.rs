//! Starts the page. Native builds start nothing: the page exists only in the browser.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rack_or_rent::start();
}
