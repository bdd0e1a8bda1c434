//! The page: forms, charts, links and storage around the engine.
//!
//! Data flows down as signals, intent goes up through [`state::AppState`]. Components hold no arithmetic; browser
//! access stands in [`browser`] alone. Natively this crate holds what needs no browser, so that tests never compile the
//! page.
#![allow(clippy::must_use_candidate)] // a component is called by the view macro

pub mod adding;
#[cfg(target_arch = "wasm32")]
pub mod app;
#[cfg(target_arch = "wasm32")]
pub mod bench;
#[cfg(target_arch = "wasm32")]
pub mod browser;
#[cfg(target_arch = "wasm32")]
pub mod files;
#[cfg(target_arch = "wasm32")]
pub mod history;
#[cfg(target_arch = "wasm32")]
pub mod kept;
#[cfg(target_arch = "wasm32")]
pub mod messages;
#[cfg(target_arch = "wasm32")]
pub mod own_book;
#[cfg(target_arch = "wasm32")]
pub mod page;
#[cfg(target_arch = "wasm32")]
pub mod state;
#[cfg(target_arch = "wasm32")]
pub mod ui;
pub mod vault;
pub mod windows;
#[cfg(target_arch = "wasm32")]
pub mod words;

#[cfg(target_arch = "wasm32")]
pub use app::start;
