//! Cash paid so far by month: owning against renting, with the months at which they have cost the same.

use super::answer::{offer_name, span};
use super::curve::Series;
use super::{Piece, Style, words};
use crate::report::Report;
use crate::units::count;

/// What the chart of cash shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Cash {
    /// What it says, in words.
    pub takeaway: Vec<Piece>,
    /// Owning first, then renting: months from the decision and dollars paid up to there.
    pub series: Vec<Series>,
    /// Months and dollars at which both have cost the same.
    pub crossings: Vec<(f64, f64)>,
    /// Months until delivery: the work is rented meanwhile.
    pub bridge: f64,
    /// Months of the horizon.
    pub months: f64,
    /// Most dollars that the chart should hold.
    pub top: f64,
}

/// The chart of a report.
pub fn cash(report: &Report) -> Cash {
    let outlook = &report.outlook;
    let points = |paid: &[f64]| paid.iter().enumerate().map(|(month, usd)| (count(month), *usd)).collect();
    let mut series = vec![Series { id: "own", label: "Own".to_owned(), points: points(&outlook.own.cumulative_usd) }];
    let offer = report.cheapest();
    if let (Some(rent), Some(offer)) = (&outlook.rent, offer) {
        let id = if offer.term_months > 0.0 { "commit" } else { "hour" };
        series.push(Series { id, label: offer_name(offer), points: points(&rent.cumulative_usd) });
    }
    let own = &outlook.own.cumulative_usd;
    let at = |month: f64| {
        let left = own.iter().enumerate().filter(|(m, _)| count(*m) <= month).map(|(_, usd)| *usd).next_back();
        let right = own.iter().enumerate().find(|(m, _)| count(*m) >= month).map(|(_, usd)| *usd);
        let part = month - libm::floor(month);
        left.zip(right).map_or(0.0, |(left, right)| left + (right - left) * part)
    };
    let crossings = outlook.payback.iter().flat_map(|p| &p.crossings).map(|month| (*month, at(*month))).collect();
    let top = series.iter().flat_map(|s| &s.points).map(|p| p.1).fold(0.0, f64::max);
    Cash {
        takeaway: takeaway(report),
        crossings,
        bridge: count(outlook.lead_months),
        months: count(outlook.months),
        top: if top > 0.0 { top } else { 1.0 },
        series,
    }
}

fn takeaway(report: &Report) -> Vec<Piece> {
    let outlook = &report.outlook;
    let Some(payback) = &outlook.payback else { return vec![words("What owning costs, month by month")] };
    let over = format!(" over {}", span(outlook.months));
    match payback.month {
        Some(month) if month <= 0.0 => vec![words(format!("Owning has cost no more than renting at any time{over}"))],
        Some(month) => vec![
            words("Owning has paid for itself after "),
            Piece::Figure(month, Style::Months),
            words("; at most "),
            Piece::Figure(payback.peak_cash_usd, Style::UsdShort),
            words(" more was paid until then"),
        ],
        None => vec![
            words(format!("Owning does not pay for itself{over}: up to ")),
            Piece::Figure(payback.peak_cash_usd, Style::UsdShort),
            words(" more is paid than for renting, before resale"),
        ],
    }
}
