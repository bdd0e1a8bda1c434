//! The second part of the program: functions that are loaded with it.
//!
//! The program is loaded in two parts (ARCHITECTURE.md): the first holds what the first answer needs, the second what only
//! functions reach that are declared by [`in_the_second_part`]. They are asynchronous: calling one loads the part if it is
//! not there yet. In a debug build, and where the build does not split, they call what they hold directly.

/// The second part of the program did not arrive: the network failed, or the host has a newer version by now.
pub struct NotLoaded;

#[cfg(two_parts)]
impl From<leptos::wasm_split::SplitLoaderError> for NotLoaded {
    fn from(_: leptos::wasm_split::SplitLoaderError) -> Self {
        Self
    }
}

/// Declares functions of the second part, each beside what it calls: `name: view;` for one that draws something, or a
/// function as it is written elsewhere. What they return is a `Result`: the part may not load.
macro_rules! in_the_second_part {
    ($($(#[$about:meta])* $name:ident: $view:expr;)+) => {$(
        $crate::state::second_part::in_the_second_part! {
            $(#[$about])*
            pub fn $name() -> leptos::prelude::AnyView {
                $view
            }
        }
    )+};
    ($($(#[$about:meta])* $seen:vis fn $name:ident($($given:ident: $type:ty),* $(,)?) -> $found:ty $body:block)+) => {$(
        $(#[$about])*
        #[cfg(two_parts)]
        #[leptos::wasm_split::wasm_split(rest, wasm_split_path = ::leptos::wasm_split, fallible)]
        $seen fn $name($($given: $type),*) -> Result<$found, $crate::state::NotLoaded> {
            Ok($body)
        }

        $(#[$about])*
        #[cfg(not(two_parts))]
        $seen async fn $name($($given: $type),*) -> Result<$found, $crate::state::NotLoaded> {
            Ok($body)
        }
    )+};
}

pub(crate) use in_the_second_part;
