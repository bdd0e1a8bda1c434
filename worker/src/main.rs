//! The worker beside the page: runs one job after the other and reports how far it has come.

#[cfg(target_arch = "wasm32")]
mod serve;

fn main() {
    #[cfg(target_arch = "wasm32")]
    serve::serve();
}
