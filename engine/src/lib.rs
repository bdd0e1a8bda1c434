//! Costs of owning and renting GPUs: pure formulas over one table of inputs and a dated price book.
//!
//! A [`inputs::Scenario`] (as entered, may be invalid) becomes a [`model::Model`] (checked). [`cost`], [`cash_flow`]
//! and [`horizon`] compute the cost of each plan; [`report::evaluate`] collects the results as plain data; [`view`]
//! turns a report into sentences, series and rows. Two steps can fail: reading text ([`codec`]) and checking a
//! scenario. All others always succeed. There is no clock, no randomness and no browser, and native and WebAssembly
//! results are equal to the last bit.
//!
//! Start with [`inputs`] for the inputs, [`cost`] for the cost lines, [`horizon`] for the answer.
#![warn(missing_docs)]

pub mod analysis;
pub mod cash_flow;
pub mod chart;
pub mod codec;
pub mod cost;
pub mod csv;
pub mod demand;
pub mod derivation;
pub mod document;
pub mod formulas;
pub mod horizon;
pub mod inputs;
pub mod measured;
pub mod model;
pub mod number;
pub mod number_entry;
pub mod plans;
pub mod prices;
pub mod replay;
pub mod report;
pub mod text;
pub mod units;
pub mod view;
