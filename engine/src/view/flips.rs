//! What would change the answer: up to three inputs to find out, the value of each that changes it over the horizon,
//! and who knows.

use super::Style;
use super::entered::share_of_entered;
use super::target_price::{Paid, price_to_beat};
use crate::horizon::HorizonBreakEven;
use crate::report::{Report, VerdictKind};

/// An input that would change the answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flip {
    /// Its label.
    pub label: &'static str,
    /// The row it is entered in.
    pub field: &'static str,
    /// Its current value.
    pub now: f64,
    /// The value that changes the answer; `None` if no value does.
    pub at: Option<f64>,
    /// How both values are written.
    pub style: Style,
    /// Who would know it.
    pub who: &'static str,
}

impl Flip {
    /// Relative distance from the current value; `None` if no value changes the answer.
    pub fn distance(&self) -> Option<f64> {
        self.at.filter(|_| self.now > 0.0).map(|at| at / self.now - 1.0).filter(|share| share.is_finite())
    }
}

/// The nearer end of the range in which owning pays.
fn nearest(here: f64, turning: &HorizonBreakEven) -> Option<f64> {
    let ends = [turning.until_busy_share, turning.busy_share].into_iter().flatten();
    ends.reduce(|a, b| if (a - here).abs() < (b - here).abs() { a } else { b })
}

/// The flips, if owning and renting compare. `node_price_usd` is the price in the form.
pub fn flips(report: &Report, node_price_usd: f64) -> Vec<Flip> {
    let verdict = &report.verdict;
    let compares = !matches!(
        verdict.kind,
        VerdictKind::NothingToRent | VerdictKind::Unserved | VerdictKind::NoWork | VerdictKind::UnservedWork
    );
    if !compares || report.own.unserved_gpu_hours > 0.0 || report.outlook.saving_usd.is_none() {
        return Vec::new();
    }
    let turning = report.outlook.turning.as_ref();
    // The verdict's rental: no other offer's price changes the answer.
    let rented = report.cheapest();
    let mut found = Vec::new();
    // If the winner is not known at every use, "nothing changes it" would claim too much.
    if let Some(turning) = turning {
        found.push(Flip {
            label: "How busy the GPUs are",
            field: "work.busy_share",
            now: share_of_entered(report),
            // More than always cannot be entered.
            at: nearest(share_of_entered(report), turning).filter(|share| *share <= 1.0),
            style: Style::PercentFine,
            who: "your scheduler\u{2019}s accounting data",
        });
    }
    found.push(Flip {
        label: "Node price",
        field: "own.node_price_usd",
        now: node_price_usd,
        at: verdict.node_price_flip_usd,
        style: Style::Usd,
        who: "a vendor\u{2019}s written quote",
    });
    let price = turning.and_then(|_| price_to_beat(report)).filter(|(_, paid)| *paid != Paid::CommittedBesideHours);
    let typed = |paid| match turning {
        Some(turning) if paid == Paid::ByUse => turning.usd_turns_as_typed,
        Some(turning) => turning.commitment_usd_turns_as_typed,
        None => false,
    };
    if let (Some(offer), Some((at, paid))) = (rented, price) {
        found.push(Flip {
            label: match paid {
                Paid::ByUse => "Hourly price, same service",
                _ => "Commitment price",
            },
            field: "rent.discount_share",
            now: offer.usd_per_gpu_hour,
            // If another offer is also cheaper than owning, no price of this one changes the answer.
            at: Some(at).filter(|_| typed(paid)),
            style: Style::UsdPerHour,
            who: "your provider\u{2019}s account manager",
        });
    }
    found
}
