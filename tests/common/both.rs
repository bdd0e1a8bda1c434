//! For test files that run natively and in the browser.

// Debian's Node 18 fails on the program's tests; the browser is the target anyway. In a worker: a page that computes for half a
// minute without a pause counts as hung.
#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// Defines tests that run natively and in the browser.
macro_rules! tests {
    ($($(#[doc = $doc:literal])* fn $name:ident() $body:block)+) => {
        $(
            $(#[doc = $doc])*
            #[cfg_attr(not(target_arch = "wasm32"), test)]
            #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
            fn $name() $body
        )+
    };
}
