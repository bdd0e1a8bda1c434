//! What owning and renting GPUs cost: pure formulas over one table of inputs and a dated price book.
//!
//! The flow: a [`scenario::Scenario`] (typed, may be wrong) becomes a [`model::Model`] (checked, cannot be wrong);
//! [`plan`] and [`break_even`] work costs and crossings out of it; [`report::evaluate`] gathers them as plain data;
//! [`view`] turns a report into sentences, series and rows. Two steps can fail: reading text ([`codec`]) and
//! checking a scenario. Everything after them is total, knows no clock, no randomness and no browser, and gives the
//! same bits natively and in WebAssembly.
//!
//! Where to start: [`scenario`] for what can be entered, [`cost`] for what is counted, [`break_even`] for the answer.
#![warn(missing_docs)]

pub mod asked;
pub mod break_even;
pub mod bridge;
pub mod carried;
pub mod cash_flow;
pub mod chart;
pub mod claim;
pub mod codec;
pub mod committed;
pub mod cost;
pub mod csv;
pub mod derivation;
pub mod doubts;
pub mod finance;
pub mod financing;
pub mod further;
pub mod goodput;
pub mod headline;
pub mod hours;
pub mod issue;
pub mod model;
pub mod number;
pub mod offer;
pub mod offered;
pub mod outlook;
pub mod payback;
pub mod plan;
pub mod present;
pub mod presets;
pub mod price_book;
pub mod report;
pub mod root;
pub mod said;
pub mod scenario;
pub mod sensitivity;
pub mod staff;
pub mod text;
pub mod turning;
pub mod typed;
pub mod undone;
pub mod units;
pub mod vendor;
pub mod view;
pub mod what_if;
