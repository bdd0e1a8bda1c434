//! The second part of the program: `scripts/split.mjs` parts what the first answer does not need from the rest.

use std::cell::Cell;

use wasm_bindgen::prelude::*;

thread_local! {
    /// Whether the second part is there, or there is none.
    static THERE: Cell<bool> = const { Cell::new(false) };
}

#[wasm_bindgen]
extern "C" {
    /// Loads the second part at once, however long that takes (`public/boot.js`).
    #[wasm_bindgen(js_name = rackOrRentMore)]
    fn load();
}

/// What a stand-in calls whose function is in the second part, while that is not there yet.
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
