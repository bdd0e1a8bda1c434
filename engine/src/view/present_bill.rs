//! The alternatives side by side: own, commit, rent by the hour, and the current bill, with the sources of a saving
//! over that bill.

use super::caveats::fewer_would_do;
use super::cost_unit::Measure;
use super::phrases::{is_committed, offer_name, renewal, rival};
use super::same_work::{SAME_WORK, comparable};
use super::{Piece, Style, words};
use crate::cost::LineId;
use crate::horizon::PlanOutlook;
use crate::horizon::current_spend::CurrentSpend;
use crate::model::offers::Billing;
use crate::report::{OfferResult, Report};
use crate::units::MONTHS_PER_YEAR;

/// The lines of a provider's bill that the current bill, which is all GPU-hours, does not include.
const BESIDE_HOURS: [LineId; 4] =
    [LineId::RentedStorage, LineId::Egress, LineId::DedicatedLine, LineId::RentedPlatform];

/// One alternative.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Its label: own, commit, rent by the hour, as now.
    pub label: &'static str,
    /// Whether it is the current bill, as it is or optimised.
    pub as_now: bool,
    /// The offer it uses; empty for none.
    pub offer: String,
    /// Cost of a productive GPU-hour over the horizon; `None` without work, or if some is left undone.
    pub usd_per_productive_gpu_hour: Option<f64>,
    /// Present value of all payments over the horizon; `None` if work would be left undone.
    pub present_value_usd: Option<f64>,
    /// Its excess over the cheapest alternative; `None` if it does not do the same work.
    pub over_cheapest_usd: Option<f64>,
    /// What it pays for: GPUs and their busy share, or hours.
    pub pays_for: Vec<Piece>,
    /// Remarks.
    pub notes: Vec<Vec<Piece>>,
}

/// All alternatives.
pub fn ways(report: &Report) -> Vec<Way> {
    let rented = |way, committed| {
        rented(report, way, rival(report, committed).filter(|offer| offer.present_value_usd.is_some()))
    };
    let mut all = vec![own(report), rented("Commit", true), rented("Rent by the hour", false)];
    if let Some(plan) = &report.present {
        all.extend(as_now(report, plan));
    }
    // A single alternative is no comparison.
    let compared = all.iter().filter(|w| w.over_cheapest_usd.is_some()).count() > 1;
    let least = all.iter().filter(|w| w.over_cheapest_usd.is_some()).filter_map(|w| w.present_value_usd);
    let least = least.fold(f64::INFINITY, f64::min);
    // All do the same work, so the cost of an hour follows from the payments.
    let hours = weighed_hours(report);
    for way in &mut all {
        let covers = if way.as_now { report.present.as_ref().and_then(|plan| plan.covers_work) } else { Some(1.0) };
        let hour = hours.zip(covers).zip(way.present_value_usd).map(|((hours, share), usd)| usd / (hours * share));
        way.usd_per_productive_gpu_hour = hour.filter(|usd| usd.is_finite());
        let value = way.over_cheapest_usd.and(way.present_value_usd).filter(|_| compared);
        way.over_cheapest_usd = value.map(|usd| usd - least);
    }
    all
}

/// Productive hours over the horizon, each discounted like a payment at its time; `None` if no plan does all the work.
fn weighed_hours(report: &Report) -> Option<f64> {
    let outlook = &report.outlook;
    let own = Some(&outlook.own).filter(|own| own.unserved_gpu_hours == 0.0);
    let hours = |plan: &PlanOutlook| {
        let hours = plan.present_value_usd / plan.levelised_usd_per_productive_gpu_hour?;
        (hours.is_finite() && hours > 0.0).then_some(hours)
    };
    own.into_iter().chain(&outlook.rent).find_map(hours)
}

fn own(report: &Report) -> Way {
    let value = report.outlook.own.present_value_usd;
    // Without a saving nothing compares: work is left undone, or there is no other side.
    let complete = report.outlook.saving_usd.is_some() || report.outlook.own.unserved_gpu_hours == 0.0;
    let mut notes = Vec::new();
    if !complete {
        notes.push(vec![
            Piece::Figure(report.outlook.own.unserved_gpu_hours, Style::Count),
            words(" GPU-hours remain undone over the horizon."),
        ]);
    }
    notes.extend(fewer_would_do(report));
    let mut pays_for = gpus(report.hours.gpus, report.hours.busy_share);
    pays_for.extend(elsewhere(report.own.overflow_gpu_hours));
    Way {
        label: "Own",
        as_now: false,
        offer: String::new(),
        usd_per_productive_gpu_hour: None,
        present_value_usd: complete.then_some(value),
        over_cheapest_usd: complete.then_some(0.0),
        pays_for,
        notes,
    }
}

fn rented(report: &Report, label: &'static str, offer: Option<&OfferResult>) -> Way {
    let Some(offer) = offer else {
        return Way {
            label,
            as_now: false,
            offer: "no eligible offer does all the work".to_owned(),
            usd_per_productive_gpu_hour: None,
            present_value_usd: None,
            over_cheapest_usd: None,
            pays_for: Vec::new(),
            notes: Vec::new(),
        };
    };
    let mut notes = Vec::new();
    let mut pays_for = match offer.billing {
        Billing::Committed { gpus: held } => {
            let busy = busy_share(report, offer, held);
            let fabric_gpus = report.hours.fabric_gpus;
            if held < fabric_gpus {
                notes.push(vec![
                    words("Fewer GPUs than the "),
                    Piece::Figure(fabric_gpus, Style::Count),
                    words(" that one job needs in one fabric: this works only if some jobs can be smaller."),
                ]);
            }
            let ceiling = report.hours.ceiling_busy_share;
            if busy > ceiling + SAME_WORK {
                notes.push(vec![
                    words("Assumes a higher load than the "),
                    Piece::Figure(ceiling, Style::PercentFine),
                    words(" that owned GPUs can reach, which favours this option slightly."),
                ]);
            }
            gpus(held, busy)
        }
        Billing::PayPerUse | Billing::Absorbed { .. } => hours(billed(offer), " GPU-hours per month, as used"),
    };
    pays_for.extend(elsewhere(offer.overflow_gpu_hours));
    notes.extend(price_to_win(report, offer));
    notes.extend(renewal(offer).map(|note| vec![words(note)]));
    notes.extend(dearer_in_a_year(report, offer));
    Way {
        label,
        as_now: false,
        offer: offer_name(offer),
        usd_per_productive_gpu_hour: None,
        present_value_usd: offer.present_value_usd,
        over_cheapest_usd: Some(0.0),
        pays_for,
        notes,
    }
}

/// The price at which a commitment would be cheaper than owning and renting by the hour.
fn price_to_win(report: &Report, offer: &OfferResult) -> Option<Vec<Piece>> {
    let turning = report.outlook.turning.as_ref().filter(|t| t.commitment.as_ref() == Some(&offer.id))?;
    let price = |usd: f64| Piece::Figure(usd, Style::UsdPerHour);
    Some(vec![
        words("Cheaper than owning and than renting by the hour below "),
        price(turning.commitment_usd_per_gpu_hour?),
        words(" per GPU-hour (now "),
        price(offer.usd_per_gpu_hour),
        words(")."),
    ])
}

/// Note on an offer of the same kind that costs less in a steady year, but whose term fits the horizon less well.
fn dearer_in_a_year(report: &Report, offer: &OfferResult) -> Option<Vec<Piece>> {
    let other = report.offers.iter().find(|o| o.counted && is_committed(o) == is_committed(offer))?;
    let cost = other.usd_per_productive_gpu_hour.filter(|_| other.usd_per_year < offer.usd_per_year)?;
    Some(vec![
        words(format!("In a steady year {} costs less (", offer_name(other))),
        Measure::of(report).piece(cost),
        words("), but over the horizon, with the terms that fit, it costs more."),
    ])
}

/// Share of the calendar in which jobs hold the committed GPUs.
fn busy_share(report: &Report, offer: &OfferResult, gpus: f64) -> f64 {
    let hours = gpus * crate::units::HOURS_PER_YEAR * offer.productive_per_busy_hour;
    let done = report.hours.wanted_gpu_hours - offer.overflow_gpu_hours - offer.unserved_gpu_hours;
    if hours > 0.0 { done / hours } else { 0.0 }
}

/// GPU-hours an offer bills per month.
fn billed(offer: &OfferResult) -> Option<f64> {
    let compute = offer.lines.iter().find(|l| l.id == LineId::Compute)?.usd_per_year;
    let hours = compute / offer.usd_per_gpu_hour / MONTHS_PER_YEAR;
    hours.is_finite().then_some(hours)
}

fn gpus(gpus: f64, busy_share: f64) -> Vec<Piece> {
    vec![
        Piece::Figure(gpus, Style::Count),
        words(" GPUs, busy "),
        Piece::Figure(busy_share, Style::PercentFine),
        words(" of the time"),
    ]
}

fn hours(hours: Option<f64>, what: &str) -> Vec<Piece> {
    hours.map_or_else(Vec::new, |hours| vec![Piece::Figure(hours, Style::Count), words(what)])
}

fn elsewhere(gpu_hours_a_year: f64) -> Vec<Piece> {
    if gpu_hours_a_year <= 0.0 {
        return Vec::new();
    }
    vec![
        words(", plus "),
        Piece::Figure(gpu_hours_a_year / MONTHS_PER_YEAR, Style::Count),
        words(" GPU-hours per month elsewhere"),
    ]
}

/// Productive hours the bill pays for relative to the scenario's work, if they differ.
pub fn other_work(report: &Report) -> Option<f64> {
    report.present.as_ref()?.covers_work.filter(|share| (share - 1.0).abs() > SAME_WORK)
}

fn as_now(report: &Report, plan: &CurrentSpend) -> [Way; 2] {
    let same = comparable(plan);
    let unlike = || -> Vec<Piece> {
        let covers = plan.covers_work.map(|share| Piece::Figure(share, Style::Percent));
        covers.map_or_else(Vec::new, |share| {
            vec![words("Covers "), share, words(" of the work you entered, so it is not comparable.")]
        })
    };
    let mut now = Way {
        label: "Current setup",
        as_now: true,
        offer: String::new(),
        usd_per_productive_gpu_hour: None,
        present_value_usd: Some(plan.present_value_usd),
        over_cheapest_usd: same.then_some(0.0),
        pays_for: hours(Some(plan.paid_gpu_hours_per_month), " GPU-hours per month, including idle hours"),
        notes: Vec::new(),
    };
    let mut mended = Way {
        label: "Current setup, optimised",
        as_now: true,
        offer: String::new(),
        usd_per_productive_gpu_hour: None,
        present_value_usd: Some(plan.optimised_present_value_usd),
        over_cheapest_usd: same.then_some(0.0),
        pays_for: hours(hours_kept(plan), " GPU-hours per month, idle hours released"),
        notes: Vec::new(),
    };
    if !same {
        now.notes.push(unlike());
        mended.notes.push(unlike());
    } else if left_out(report).is_some() {
        mended.notes.push(vec![words("Looks cheaper than it is; see below.")]);
    }
    [now, mended]
}

/// Monthly saving of one lever.
fn saves(plan: &CurrentSpend, id: &str) -> f64 {
    plan.levers.iter().find(|l| l.id == id).map_or(0.0, |l| l.saves_usd_per_month)
}

/// Hours left on the bill once idle ones are given back and jobs are right-sized.
fn hours_kept(plan: &CurrentSpend) -> Option<f64> {
    let kept = plan.usd_per_month - saves(plan, "idle") - saves(plan, "right_size");
    Some(plan.paid_gpu_hours_per_month * (kept / plan.usd_per_month)).filter(|hours| hours.is_finite())
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
