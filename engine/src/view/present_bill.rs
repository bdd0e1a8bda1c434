//! The current bill in words: what it pays for, what stays out of it, and how its price compares with the list.

use super::{Piece, Style, words};
use crate::cost::LineId;
use crate::horizon::current_spend::CurrentSpend;
use crate::report::{OfferResult, Report};
use crate::units::MONTHS_PER_YEAR;

/// Largest difference between the current bill's work and the scenario's work that counts as the same.
const SAME_WORK: f64 = 0.01;
/// The lines of a provider's bill that the current bill, which is all GPU-hours, does not include.
const BESIDE_HOURS: [LineId; 4] =
    [LineId::RentedStorage, LineId::Egress, LineId::DedicatedLine, LineId::RentedPlatform];

/// Productive hours the bill pays for relative to the scenario's work, if they differ.
pub fn other_work(report: &Report) -> Option<f64> {
    report.present.as_ref()?.covers_work.filter(|share| (share - 1.0).abs() > SAME_WORK)
}

/// The price of a GPU-hour at which the bill pays for exactly the work that was entered, US dollars, in hundredths of a cent.
pub fn price_for_the_work(usd_per_gpu_hour: f64, share: f64) -> Option<f64> {
    let usd = libm::round(usd_per_gpu_hour * share * 1e4) / 1e4;
    (usd.is_finite() && usd > 0.0).then_some(usd)
}

/// Monthly saving of one lever.
fn saves(plan: &CurrentSpend, id: &str) -> f64 {
    plan.levers.iter().find(|l| l.id == id).map_or(0.0, |l| l.saves_usd_per_month)
}

/// Why the optimised bill looks cheaper than it is beside owning: right-sizing removes hours from it but not from the
/// owned machines, and it lacks the provider's charges besides GPU-hours.
pub fn left_out(report: &Report) -> Option<Vec<Piece>> {
    let plan = report.present.as_ref()?;
    let fewer = plan.paid_gpu_hours_per_month * (saves(plan, "right_size") / plan.usd_per_month);
    let there = plan.levers.iter().find(|l| l.id == "provider").and_then(|l| l.offer.as_ref());
    let there = there.and_then(|id| report.offers.iter().find(|o| o.id == *id));
    let charges = |o: &OfferResult| -> f64 {
        o.lines.iter().filter(|l| BESIDE_HOURS.contains(&l.id)).map(|l| l.usd_per_year).sum::<f64>() / MONTHS_PER_YEAR
    };
    let beside = there.map(|o| (charges(o), o)).filter(|(usd, _)| *usd > 0.0);
    let mut pieces = Vec::new();
    if fewer > 0.0 {
        pieces.extend([
            words("Right-sizing removes "),
            Piece::Figure(fewer, Style::Count),
            words(" billed GPU-hours per month from this bill, but none from the owned machines."),
        ]);
    }
    if let Some((usd, offer)) = beside {
        pieces.extend([
            words(if pieces.is_empty() { "Storage and egress at " } else { " Storage and egress at " }),
            words(format!("{}, ", offer.provider)),
            Piece::Figure(usd, Style::UsdShort),
            words(" per month, are not included; the other options include theirs."),
        ]);
    }
    if pieces.is_empty() {
        return None;
    }
    pieces.push(words(" It therefore looks cheaper than it is compared with owning."));
    Some(pieces)
}

/// Compares the current price with the list: the bill does not name its provider, so with all hourly list prices of the
/// same GPU.
pub fn against_list(report: &Report, gpu: &str, usd_per_gpu_hour: f64) -> Vec<Piece> {
    let listed = report.offers.iter().filter(|o| o.gpu == *gpu && o.service == "on-demand" && !o.source_id.is_empty());
    let (mut least, mut most): (Option<&OfferResult>, Option<&OfferResult>) = (None, None);
    for offer in listed {
        let price = offer.list_usd_per_gpu_hour;
        least = least.filter(|o| o.list_usd_per_gpu_hour <= price).or(Some(offer));
        most = most.filter(|o| o.list_usd_per_gpu_hour >= price).or(Some(offer));
    }
    let (Some(least), Some(most)) = (least, most) else { return Vec::new() };
    let price = |usd: f64| Piece::Figure(usd, Style::UsdPerHour);
    let place = if usd_per_gpu_hour > most.list_usd_per_gpu_hour {
        ", more than any of them: ask your provider for today\u{2019}s list price first"
    } else if usd_per_gpu_hour < least.list_usd_per_gpu_hour {
        ", less than any of them: check that it covers whole machines, and whether commitments or spot are in it"
    } else {
        "; compare this with your provider\u{2019}s list price"
    };
    vec![
        words("On-demand list prices for this GPU range from "),
        price(least.list_usd_per_gpu_hour),
        words(format!(" ({}) to ", least.provider)),
        price(most.list_usd_per_gpu_hour),
        words(format!(" ({}). You pay ", most.provider)),
        price(usd_per_gpu_hour),
        words(format!(" per GPU-hour{place}.")),
    ]
}
