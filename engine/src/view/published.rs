//! Published figures beside ours: the corresponding results of a report.

use crate::formulas::break_even::BreakEven;
use crate::report::{OfferResult, Report};

/// The result at a path of the report, named as in its JSON; `None` if it is absent or not published by any source.
pub fn result(report: &Report, of: &str) -> Option<f64> {
    let mut names = of.split('.');
    match (names.next()?, names.next()?, names.next()) {
        ("own", "usd_per_productive_gpu_hour", None) => report.own.usd_per_productive_gpu_hour,
        ("own", "usd_per_year", None) => Some(report.own.usd_per_year),
        ("hours", "wanted_gpu_hours", None) => Some(report.hours.wanted_gpu_hours),
        ("outlook", "saving_usd", None) => report.outlook.saving_usd,
        ("outlook", "own", Some("nominal_usd")) => Some(report.outlook.own.nominal_usd),
        ("outlook", "rent", Some("nominal_usd")) => report.outlook.rent.as_ref().map(|rent| rent.nominal_usd),
        ("outlook", "payback", Some("month")) => report.outlook.payback.as_ref()?.month,
        ("offers", id, Some(name)) => {
            of_offer(report.offers.iter().find(|offer| offer.id == id)?, name, names.next(), names.next())
        }
        _ => None,
    }
}

fn of_offer(offer: &OfferResult, name: &str, inner: Option<&str>, last: Option<&str>) -> Option<f64> {
    match (name, inner, last) {
        ("usd_per_year", None, None) => Some(offer.usd_per_year),
        ("usd_per_productive_gpu_hour", None, None) => offer.usd_per_productive_gpu_hour,
        ("productive_per_busy_hour", None, None) => Some(offer.productive_per_busy_hour),
        ("break_even", Some("busy_share"), None) => match offer.break_even {
            BreakEven::From(at) | BreakEven::UpTo(at) => Some(at.busy_share),
            _ => None,
        },
        ("lines", Some(id), Some("usd_per_year")) => {
            offer.lines.iter().find(|line| line.id.as_str() == id).map(|line| line.usd_per_year)
        }
        _ => None,
    }
}
