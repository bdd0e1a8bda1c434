//! The page: forms, charts, links and storage around the engine.
//!
//! State lives in a few stores that components take from context (`state`); components (`form`, `answer`, `rooms`, `scenarios`,
//! `components`) show it and change it through typed handlers. Only `browser` accesses the browser. Natively this crate
//! holds what needs no browser, so that native tests never compile the page.
#![allow(clippy::must_use_candidate)] // components are called by the view macro
#![allow(clippy::needless_pass_by_value)] // component props are owned

#[cfg(target_arch = "wasm32")]
pub mod answer;
#[cfg(target_arch = "wasm32")]
pub mod app;
#[cfg(target_arch = "wasm32")]
pub mod browser;
#[cfg(target_arch = "wasm32")]
pub mod components;
#[cfg(target_arch = "wasm32")]
pub mod embed;
#[cfg(target_arch = "wasm32")]
pub mod form;
pub mod keeping;
#[cfg(target_arch = "wasm32")]
pub mod layout;
#[cfg(target_arch = "wasm32")]
pub mod navigation;
#[cfg(target_arch = "wasm32")]
pub mod rooms;
pub mod row_keys;
#[cfg(target_arch = "wasm32")]
pub mod scenarios;
#[cfg(target_arch = "wasm32")]
pub mod state;
#[cfg(target_arch = "wasm32")]
pub mod strings;

#[cfg(target_arch = "wasm32")]
pub use app::start;
