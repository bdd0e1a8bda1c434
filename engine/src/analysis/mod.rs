//! What changes the answer, and by how much: break-even values, sensitivity, requirements, claims, quotes.
//!
//! Each analysis runs the engine again on changed inputs. None of them is part of a cost or a cash flow.

pub mod bridge;
pub mod claimed_saving;
pub mod commitment_sizing;
pub mod decision;
pub mod goal_seek;
pub mod horizon_break_even;
pub mod input_break_evens;
pub mod linked_offers;
pub mod node_counts;
pub mod other_sizes;
pub mod owned_prices;
pub mod plan_map;
pub mod plan_pair;
pub mod plan_payments;
pub mod price_doubts;
pub mod quote_check;
pub mod reconcile;
pub mod replay_question;
pub mod requirement_flips;
pub mod risk;
pub mod sensitivity;
pub mod strength;
pub mod strongest_assumption;
pub mod token_volume;
pub mod unserved_work;
pub mod use_curve;
pub mod walk_away;
