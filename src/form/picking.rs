//! How a person picks from a closed list: keys pass over options, a pointer or an opened list chooses one.
//!
//! Browsers fire `change` for every option a key passes over in a closed list, but only once for an opened one.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

/// The last way a list was used.
#[derive(Clone, Copy)]
pub struct Picking {
    passing: StoredValue<bool>,
}

impl Default for Picking {
    fn default() -> Self {
        Self { passing: StoredValue::new(false) }
    }
}

impl Picking {
    /// Whether keys are passing over options.
    pub fn is_passing(self) -> bool {
        self.passing.get_value()
    }

    /// A pointer was pressed.
    pub fn point(self) {
        self.passing.set_value(false);
    }

    /// A key was pressed.
    pub fn press(self, ev: &KeyboardEvent) {
        let arrow = matches!(ev.key().as_str(), "ArrowDown" | "ArrowUp");
        match ev.key().as_str() {
            // A space is part of a name that is being typed; otherwise it opens the list.
            " " => {}
            "Enter" | "F4" => self.passing.set_value(false),
            _ if arrow && ev.alt_key() => self.passing.set_value(false),
            "Tab" | "Shift" | "Control" | "Alt" | "Meta" => {}
            _ => self.passing.set_value(true),
        }
    }
}
