//! The later parts of the program: `scripts/split.mjs` parts what the first answer does not need from the rest, and what
//! somebody must ask for from both.

use std::cell::Cell;

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

thread_local! {
    /// Whether the second part is there, or there is none.
    static THERE: Cell<bool> = const { Cell::new(false) };
    /// Whether the third is.
    static ALL_THERE: Cell<bool> = const { Cell::new(false) };
}

#[wasm_bindgen]
extern "C" {
    /// Loads the next part at once, however long that takes (`public/boot.js`).
    #[wasm_bindgen(js_name = rackOrRentMore)]
    fn load();

    /// Loads the third part, and promises to say whether it is there.
    #[wasm_bindgen(js_name = rackOrRentAsked)]
    fn load_asked() -> js_sys::Promise;
}

/// What a stand-in calls whose function is in a part that is not there yet.
#[wasm_bindgen]
pub fn need_more() {
    load();
}

/// Whether the second part is there.
pub fn is_there() -> bool {
    THERE.get()
}

/// Calls back once it is: `public/boot.js` says so, also where the program is in one piece.
pub fn when_there(then: impl Fn() + 'static) {
    super::measure::listen(&["rack-or-rent:more"], move |_| {
        THERE.set(true);
        then();
    });
}

/// Whether the third part is there, for what somebody must ask for: files, pictures, a price book of one's own.
pub fn all_is_there() -> bool {
    ALL_THERE.get()
}

/// Takes note that it is: what is in it says so.
pub fn all_came() {
    ALL_THERE.set(true);
}

/// Fetches the third part. Returns whether it is there: without a network it may not come.
pub async fn fetch_all() -> bool {
    let there = JsFuture::from(load_asked()).await.is_ok_and(|there| there.is_truthy());
    if there {
        all_came();
    }
    there
}
