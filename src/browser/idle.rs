//! What is done while the browser has nothing else to do.

use js_sys::{Function, Promise};
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// Missing in WebKit.
    #[wasm_bindgen(js_name = requestIdleCallback, catch)]
    fn request_idle_callback(then: &Function) -> Result<u32, JsValue>;
}

/// Does something so many times, each time once the browser is idle, as long as it says that it goes on. Not at all where
/// the browser does not tell when it is.
pub fn repeat(times: u32, work: impl Fn() -> bool + 'static) {
    spawn_local(async move {
        for _ in 0..times {
            let idle = Promise::new(&mut |resolve, reject| {
                if request_idle_callback(&resolve).is_err() {
                    let _ = reject.call0(&JsValue::UNDEFINED);
                }
            });
            if JsFuture::from(idle).await.is_err() || !work() {
                return;
            }
        }
    });
}
