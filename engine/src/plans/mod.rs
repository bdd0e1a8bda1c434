//! Plans: who does the work. Every figure belongs to one, and one among all is recommended.
//!
//! In: a scenario and a price book. Out: the plans that can be had, each with the same figures, the one to take, and how sure
//! that is. Source: plans page; model page, sections 5, 6 and 13. Deliberately absent: how a plan pays month by month
//! ([`crate::cash_flow`]), and words ([`crate::view`]).

pub mod search;
pub mod setting;
