//! Derivations of figures: trees of formulas with the values used, down to the inputs.
//!
//! Evaluating a node's formula by hand with the values of its parts gives the node's value. Whatever has no parts is a constant or
//! names the rows of the table of inputs that it is or depends on.

mod horizon;
mod id;
mod lines;
mod payback;
mod plans;
mod rows;
mod tax;
mod uses;
mod verdict;
mod years;

pub use horizon::{of_present_values, of_turning};
pub use id::{DerivationId, PaybackBasis, Side};
pub use lines::of_line;
pub use payback::of_payback;
pub use plans::of_plans;
pub use uses::of_break_even;
pub use verdict::of_verdict;

use uses::{fixed_owned, hour_owned};

use serde::Serialize;

use crate::cost::headline::{Headline, extras_of_a_price, owned_gpu};
use crate::cost::plan::{self, OverflowPricing};
use crate::cost::{LineId, OWN_LINES, own_rates};
use crate::formulas::formula::Formula;
use crate::inputs::CostUnit;
use crate::model::Model;
use crate::model::offers::{Billing, Offer};
use crate::prices::Service;
use crate::units::{HOURS_PER_YEAR, MONTHS_PER_YEAR, Money, Unit};

/// A figure and its derivation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Derivation {
    /// What it derives; `None` for a value that opens only inside another.
    #[serde(skip)]
    pub id: Option<DerivationId>,
    /// Its label.
    pub label: &'static str,
    /// Its value, in `unit`.
    pub value: f64,
    /// Its unit.
    pub unit: Unit,
    /// How it is computed from its parts, in the order of the parts.
    pub formula: Formula,
    /// The row it is, or the rows it depends on.
    pub inputs: &'static [&'static str],
    /// The values used.
    pub parts: Vec<Derivation>,
}

/// An input or a plain figure.
fn leaf(label: &'static str, value: f64, unit: Unit, inputs: &'static [&'static str]) -> Derivation {
    Derivation { id: None, label, value, unit, formula: Formula::Plain, inputs, parts: Vec::new() }
}

/// A value inside another's derivation.
fn node(label: &'static str, value: f64, unit: Unit, formula: Formula, parts: Vec<Derivation>) -> Derivation {
    Derivation { id: None, label, value, unit, formula, inputs: &[], parts }
}

/// A figure, under the label of its id.
fn figure(id: DerivationId, value: f64, unit: Unit, formula: Formula, parts: Vec<Derivation>) -> Derivation {
    Derivation { id: Some(id), ..node(id.label(), value, unit, formula, parts) }
}

impl Derivation {
    /// The same under an id and its label.
    fn named(self, id: DerivationId) -> Self {
        Self { id: Some(id), label: id.label(), ..self }
    }
}

/// The owned GPUs.
fn gpus(model: &Model) -> Derivation {
    leaf("GPUs, whole nodes", model.owned.gpus, Unit::Gpus, rows::GPUS)
}

/// The derivation of a figure among those of a report.
pub fn find(all: &[Derivation], id: DerivationId) -> Option<&Derivation> {
    all.iter().find(|tree| tree.id == Some(id))
}

/// Derivation of the cost of owning, per productive hour; `None` without work.
pub fn of_owning(model: &Model, terms: &OverflowPricing, found: &Headline) -> Option<Derivation> {
    let cost = found.own.per_productive_hour()?;
    let hours = (found.own.served + found.own.overflowed).as_gpu_hours();
    let busy = model.owned.yields.busy(found.own.served).as_gpu_hours();
    let mut lines: Vec<Derivation> = OWN_LINES.iter().filter_map(|line| of_line(model, line, busy)).collect();
    if found.own.overflow.as_usd() != 0.0 {
        let price = terms.overflow.map_or(0.0, |(_, price)| price);
        lines.push(node(
            "Rented overflow",
            found.own.overflow.as_usd(),
            Unit::UsdPerYear,
            Formula::RentedOverflow,
            vec![
                leaf(
                    "work above capacity",
                    found.own.overflowed.as_gpu_hours(),
                    Unit::GpuHoursPerYear,
                    rows::ABOVE_CAPACITY,
                ),
                leaf("cheapest hourly offer", price, Unit::UsdPerGpuHour, rows::CHARGED_PRICES),
            ],
        ));
    }
    let year = figure(
        DerivationId::Yearly(Side::Own),
        found.own.yearly().as_usd(),
        Unit::UsdPerYear,
        Formula::SumOfLines,
        lines,
    );
    let hours = hours_worked(model, found, hours);
    Some(figure(
        DerivationId::SteadyYear(Side::Own),
        cost,
        Unit::UsdPerGpuHour,
        Formula::YearlyCostPerProductiveHour,
        vec![year, hours],
    ))
}

/// Costs in a unit other than an hour: the cost of an hour times the unit's hours, for each cost of an hour among some
/// derivations. Empty if costs are shown per hour.
pub fn of_cost_unit(unit: CostUnit, gpu_hours: f64, hourly: &[Derivation]) -> Vec<Derivation> {
    let input = match unit {
        CostUnit::Hour => return Vec::new(),
        CostUnit::Month => leaf("work per month", gpu_hours, Unit::GpuHours, rows::WORK),
        CostUnit::Run => leaf("GPU-hours per run", gpu_hours, Unit::GpuHours, &["work.gpu_hours_per_run"]),
        CostUnit::Tokens => node(
            "GPU-hours per million tokens",
            gpu_hours,
            Unit::GpuHours,
            Formula::HoursPerMillionTokens,
            vec![leaf("tokens per GPU-hour", 1.0 / gpu_hours, Unit::MillionTokens, &["work.mtokens_per_gpu_hour"])],
        ),
    };
    let in_unit = |hourly: &Derivation| {
        let id = match hourly.id? {
            DerivationId::SteadyYear(side) => DerivationId::SteadyYearInUnit(unit, side),
            DerivationId::Horizon(side) => DerivationId::HorizonInUnit(side),
            DerivationId::PlanHour(kind) => DerivationId::PlanInUnit(kind),
            _ => return None,
        };
        let hour = Derivation { id: None, label: "per productive GPU-hour", ..hourly.clone() };
        let value = hourly.value * gpu_hours;
        Some(figure(id, value, Unit::Usd, Formula::HourlyCostOfUnit, vec![hour, input.clone()]))
    };
    // Omits values that are not finite.
    hourly.iter().filter_map(in_unit).filter(|tree| tree.value.is_finite()).collect()
}

fn hours_worked(model: &Model, found: &Headline, hours: f64) -> Derivation {
    let owned = &model.owned;
    let here = found.own.served.as_gpu_hours();
    let busy = owned.yields.busy(found.own.served).as_gpu_hours();
    let here = node(
        "on the owned GPUs",
        here,
        Unit::GpuHoursPerYear,
        Formula::HoursOnOwnedGpus,
        vec![
            gpus(model),
            leaf("busy share", busy / owned.calendar().as_gpu_hours(), Unit::Share, rows::BUSY),
            leaf("job efficiency", owned.yields.workload_efficiency, Unit::Share, &["work.efficiency"]),
            leaf("goodput (work kept)", owned.yields.goodput, Unit::Share, rows::OWNED_GOODPUT),
        ],
    );
    let rented =
        leaf("rented above capacity", found.own.overflowed.as_gpu_hours(), Unit::GpuHoursPerYear, rows::ABOVE_CAPACITY);
    node("Productive hours, per year", hours, Unit::GpuHoursPerYear, Formula::OwnedAndRentedHours, vec![here, rented])
}

/// Derivation of the cost of an offer, per productive hour; `None` without work.
pub fn of_renting(model: &Model, terms: &OverflowPricing, offer: &Offer) -> Option<Derivation> {
    let cost = plan::rent(model, terms, offer);
    let value = cost.per_productive_hour()?;
    let used = plan::paid(model, offer, cost.served);
    let bill = crate::cost::rent::bill(model, offer, used);
    let mut lines: Vec<Derivation> = crate::cost::rent::RENT_LINES
        .iter()
        .map(|line| (line, (line.of)(&bill).as_usd()))
        .filter(|(_, usd)| *usd != 0.0)
        .map(|(line, usd)| Derivation {
            id: Some(DerivationId::Line(line.id)),
            label: line.label,
            value: usd,
            unit: Unit::UsdPerYear,
            formula: line.formula,
            inputs: line.inputs,
            parts: if line.id == LineId::Compute {
                of_compute(model, offer, cost.served.as_gpu_hours())
            } else {
                Vec::new()
            },
        })
        .map(|line| match line.id {
            Some(DerivationId::Line(LineId::CloudSupport)) => of_support(model, &line, bill.before_support()),
            _ => line,
        })
        .collect();
    if cost.overflow.as_usd() != 0.0 {
        lines.push(leaf("Work rented elsewhere", cost.overflow.as_usd(), Unit::UsdPerYear, rows::RENTED_ELSEWHERE));
    }
    let year =
        figure(DerivationId::Yearly(Side::Rent), cost.yearly().as_usd(), Unit::UsdPerYear, Formula::SumOfLines, lines);
    let hours = (cost.served + cost.overflowed).as_gpu_hours();
    let hours = leaf("productive hours, per year", hours, Unit::GpuHoursPerYear, rows::WORK);
    Some(figure(
        DerivationId::SteadyYear(Side::Rent),
        value,
        Unit::UsdPerGpuHour,
        Formula::YearlyCostPerProductiveHour,
        vec![year, hours],
    ))
}

/// Derivation of support on a year's bill: shares of tiers of each month's bill, or the minimum charge.
fn of_support(model: &Model, line: &Derivation, before: Money) -> Derivation {
    let plan = &model.rented.support;
    let month = before.as_usd() / MONTHS_PER_YEAR;
    let (formula, parts) = if plan.by_tiers(month).1 {
        let least = leaf("minimum per month", plan.least(), Unit::UsdPerMonth, &["rent.support_least_usd_per_month"]);
        (Formula::SupportMinimum, vec![least])
    } else {
        let tier = |(part, share): (f64, f64)| {
            let parts = vec![
                leaf("part of the monthly bill", part, Unit::UsdPerMonth, &["rent.support_tiers"]),
                leaf("its rate", share, Unit::Share, &["rent.support_share", "rent.support_tiers"]),
                leaf("months", MONTHS_PER_YEAR, Unit::Months, &[]),
            ];
            node("a tier", part * share * MONTHS_PER_YEAR, Unit::UsdPerYear, Formula::SupportTier, parts)
        };
        (Formula::SumOfTiers, plan.parts(month).filter(|(part, _)| *part != 0.0).map(tier).collect())
    };
    Derivation { id: line.id, inputs: line.inputs, ..node(line.label, line.value, line.unit, formula, parts) }
}

fn of_compute(model: &Model, offer: &Offer, productive: f64) -> Vec<Derivation> {
    let goodput = if offer.service == Service::Spot { rows::SPOT_GOODPUT } else { rows::RENTED_GOODPUT };
    let hours = match offer.billing {
        Billing::Committed { gpus } => node(
            "hours billed",
            gpus * HOURS_PER_YEAR,
            Unit::GpuHoursPerYear,
            Formula::CommittedHours,
            vec![leaf("committed GPUs", gpus, Unit::Gpus, rows::COMMITTED)],
        ),
        Billing::PayPerUse | Billing::Absorbed { .. } => node(
            "hours billed",
            productive / (offer.yields.productive_per_busy() * offer.paid_efficiency(&model.rented)),
            Unit::GpuHoursPerYear,
            Formula::BilledHours,
            vec![
                leaf("productive hours here", productive, Unit::GpuHoursPerYear, rows::WORK),
                leaf(
                    "job efficiency, in hours of your GPU",
                    offer.yields.workload_efficiency,
                    Unit::Share,
                    &["work.efficiency"],
                ),
                leaf("goodput (work kept)", offer.yields.goodput, Unit::Share, goodput),
                leaf(
                    "share of billed hours used",
                    offer.paid_efficiency(&model.rented),
                    Unit::Share,
                    &["rent.paid_efficiency"],
                ),
            ],
        ),
    };
    vec![hours, leaf("price after discount", offer.price.as_usd_per_gpu_hour(), Unit::UsdPerGpuHour, rows::PRICES)]
}

/// Derivation of the break-even price; `None` if there is none.
pub fn of_indifference(model: &Model, found: &Headline) -> Option<Derivation> {
    let price = found.indifference?.as_usd_per_gpu_hour();
    let gpu = owned_gpu(model, &own_rates(model));
    let (extras, on_price) = extras_of_a_price(model, &gpu);
    let busy = found.wanted_busy_share.min(gpu.ceiling);
    let ratio = model.owned.yields.goodput / model.rented.yields.goodput;
    Some(figure(
        DerivationId::SteadyYearBreakEvenPrice,
        price,
        Unit::UsdPerGpuHour,
        Formula::BreakEvenPrice,
        vec![
            Derivation { label: "fixed cost per GPU, per year", ..fixed_owned(model, &gpu) },
            node(
                "other rental costs per GPU, per year",
                extras.as_usd() / model.owned.gpus,
                Unit::UsdPerGpuYear,
                Formula::YearlyCostPerGpu,
                vec![
                    leaf("other rental costs, per year", extras.as_usd(), Unit::UsdPerYear, rows::SHARED_EXTRAS),
                    gpus(model),
                ],
            ),
            leaf("busy share", busy, Unit::Share, rows::BUSY),
            Derivation { label: "cost per busy hour", ..hour_owned(model, &gpu) },
            leaf("share of billed hours used", model.rented.paid_efficiency, Unit::Share, &["rent.paid_efficiency"]),
            leaf("owned ÷ rented goodput", ratio, Unit::Ratio, rows::GOODPUT),
            leaf("charges on compute", on_price, Unit::Ratio, rows::CHARGES),
        ],
    ))
}
