//! Charges of bills and what they sum up to.
//!
//! The types are placeholders: the readers of OpenCost, FOCUS, AWS and Azure files fill them in.

use serde::{Deserialize, Serialize};

/// One charge of a bill.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Charge {}

/// What all charges sum up to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bill {}

impl Bill {
    /// Sums up charges.
    pub fn of(_charges: &[Charge]) -> Option<Self> {
        None
    }
}
