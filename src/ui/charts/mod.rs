//! The charts, one file each, over one small core.

pub mod cash_curve;
pub mod cost_curve;
pub mod frame;
