//! Derivations of figures: trees of formulas with the values used, down to the inputs.
//!
//! Evaluating a node's formula by hand with the values of its parts gives the node's value.

mod horizon;
mod id;
mod plans;
mod uses;
mod verdict;

pub use horizon::{of_payback, of_present_values, of_turning};
pub use id::{DerivationId, PaybackBasis, Side};
pub use plans::of_plans;
pub use uses::of_break_even;
pub use verdict::of_verdict;

use serde::Serialize;

use crate::cost::headline::{Headline, extras_of_a_price, owned_gpu};
use crate::cost::plan::{self, OverflowPricing};
use crate::cost::{LineId, OWN_LINES, Outlay, OwnLine, OwnRates, Purchase, own_rates};
use crate::formulas::finance::{ChargeMethod, Period, capital_recovery_factor, sinking_fund_factor};
use crate::formulas::formula::Formula;
use crate::inputs::CostUnit;
use crate::inputs::contracted_power::Contracted;
use crate::model::offers::{Billing, Offer};
use crate::model::{Draw, Model, Space, Staff, Yearly};
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
                leaf("work above capacity", found.own.overflowed.as_gpu_hours(), Unit::GpuHoursPerYear, &[]),
                leaf("cheapest hourly offer", price, Unit::UsdPerGpuHour, &[]),
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
        CostUnit::Month => leaf("work per month", gpu_hours, Unit::GpuHours, &["work.gpu_hours_per_month"]),
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
        let hour = leaf("per productive GPU-hour", hourly.value, hourly.unit, hourly.inputs);
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
            leaf("GPUs, whole nodes", owned.gpus, Unit::Gpus, &["own.gpus", "own.gpus_per_node"]),
            leaf("busy share", busy / owned.calendar().as_gpu_hours(), Unit::Share, &["work.gpu_hours_per_month"]),
            leaf("job efficiency", owned.yields.workload_efficiency, Unit::Share, &["work.efficiency"]),
            leaf("goodput (work kept)", owned.yields.goodput, Unit::Share, &["own.goodput"]),
        ],
    );
    let rented = leaf("rented above capacity", found.own.overflowed.as_gpu_hours(), Unit::GpuHoursPerYear, &[]);
    node("Productive hours, per year", hours, Unit::GpuHoursPerYear, Formula::OwnedAndRentedHours, vec![here, rented])
}

/// Derivation of a line of owning, per year; `None` if it costs nothing.
pub fn of_line(model: &Model, line: &OwnLine, busy_hours: f64) -> Option<Derivation> {
    let rates = line.rates(model);
    let value = rates.fixed.as_usd() + rates.per_busy_hour.as_usd_per_gpu_hour() * busy_hours;
    if value == 0.0 {
        return None;
    }
    let outlay = (line.of)(model);
    let bought = charged(&outlay);
    let parts = match (bought.first(), &model.owned.yearly) {
        (Some(purchase), _) if bought.len() == 1 => of_purchase(model, purchase),
        (Some(_), _) => bought.iter().map(|purchase| of_charge(model, purchase)).collect(),
        (None, Yearly::Lines(lines)) if line.id == LineId::Power => match (lines.draw, lines.draw_there) {
            (Some(draw), None) => of_draw(draw, busy_hours),
            (_, Some(_)) => of_rates(&rates, busy_hours),
            (None, None) => Vec::new(),
        },
        (None, Yearly::Lines(lines)) if line.id == LineId::People => vec![
            of_staff(lines.staff),
            leaf("cost per person", lines.person.as_usd(), Unit::UsdPerPersonYear, &["people.usd_per_person_year"]),
            leaf("on-call pay", lines.on_call.as_usd(), Unit::UsdPerYear, &["people.on_call_usd_per_year"]),
        ],
        (None, Yearly::Lines(lines)) if line.id == LineId::Space => match lines.space {
            Space::Room(_) => Vec::new(),
            Space::Colocation { contracted, per_kw_year } => vec![
                of_contracted(contracted),
                leaf(
                    "rent",
                    per_kw_year.as_usd() / MONTHS_PER_YEAR,
                    Unit::UsdPerKwMonth,
                    &["place.colocation_usd_per_kw_month"],
                ),
            ],
        },
        _ if rates.per_busy_hour.as_usd_per_gpu_hour() != 0.0 => of_rates(&rates, busy_hours),
        _ if outlay.per_year != rates.fixed => vec![
            leaf("per year in which it is paid", outlay.per_year.as_usd(), Unit::UsdPerYear, &[]),
            leaf(
                "those years' share of the present value of the life",
                rates.fixed / outlay.per_year,
                Unit::Share,
                &["own.warranty_years"],
            ),
        ],
        _ => Vec::new(),
    };
    // Machines of two kinds draw at two rates.
    let is_of_two_kinds = matches!(&model.owned.yearly, Yearly::Lines(lines) if lines.draw_there.is_some());
    let formula = match bought.len() {
        0 if line.id == LineId::Power && is_of_two_kinds => Formula::FixedAndBusyHours,
        0 => line.explained.formula,
        1 => charge_formula(model),
        _ => Formula::SumOfBoth,
    };
    Some(Derivation {
        id: Some(DerivationId::Line(line.id)),
        label: line.label,
        value,
        unit: Unit::UsdPerYear,
        formula,
        inputs: line.explained.inputs,
        parts,
    })
}

/// What a line costs whatever is done, and for each busy hour.
fn of_rates(rates: &OwnRates, busy_hours: f64) -> Vec<Derivation> {
    vec![
        leaf("fixed, per year", rates.fixed.as_usd(), Unit::UsdPerYear, &[]),
        leaf("per busy hour", rates.per_busy_hour.as_usd_per_gpu_hour(), Unit::UsdPerGpuHour, &[]),
        leaf("busy hours", busy_hours, Unit::GpuHoursPerYear, &[]),
    ]
}

/// The kilowatts contracted: the nodes' rated power, or whole racks that hold it.
fn of_contracted(contracted: Contracted) -> Derivation {
    let needed =
        leaf("rated power of the nodes", contracted.needed_kw, Unit::Kilowatts, &["place.node_kw", "own.gpus"]);
    let Some(racks) = contracted.racks else {
        let formula = Formula::RatedPower;
        return node("contracted power", contracted.kw, Unit::Kilowatts, formula, vec![needed]);
    };
    let per_rack = leaf("power per rack", contracted.kw / racks, Unit::Kilowatts, &["place.rack_kw"]);
    let formula = Formula::WholeRacks;
    let racks = node("whole racks", racks, Unit::Ratio, formula, vec![needed, per_rack.clone()]);
    node("contracted power", contracted.kw, Unit::Kilowatts, Formula::PowerOfRacks, vec![racks, per_rack])
}

/// The people charged: by the rule or as given, less those renting needs too.
fn of_staff(staff: Staff) -> Derivation {
    let renting = leaf("staff when renting", staff.renting, Unit::People, &["people.rent_people"]);
    let (formula, people) = if staff.by_size {
        let gpus = leaf("GPUs, whole nodes", staff.gpus, Unit::Gpus, &["own.gpus", "own.gpus_per_node"]);
        (
            Formula::AdditionalStaffByRule,
            node("staff by the rule", staff.people, Unit::People, Formula::StaffRule, vec![gpus]),
        )
    } else {
        (Formula::AdditionalStaff, leaf("staff when owning", staff.people, Unit::People, &["people.own_people"]))
    };
    node("additional staff compared with renting", staff.extra, Unit::People, formula, vec![people, renting])
}

/// The purchases of a line that are spread over a life, new and existing.
fn charged(outlay: &Outlay) -> Vec<Purchase> {
    let costs = |p: &Purchase| p.capital.price != Money::ZERO || p.capital.residual != Money::ZERO;
    outlay.all_purchases().filter(costs).collect()
}

fn charge_formula(model: &Model) -> Formula {
    match model.charge {
        ChargeMethod::Simple => Formula::StraightLineCharge,
        ChargeMethod::Discounted { .. } => Formula::AnnuityCharge,
    }
}

/// The yearly charge on nodes to buy or on those already owned, if a line has both.
fn of_charge(model: &Model, purchase: &Purchase) -> Derivation {
    let label = if purchase.there.is_some() { "for nodes already owned" } else { "for nodes to buy" };
    let charge = purchase.capital.yearly_charge(model.charge).as_usd();
    node(label, charge, Unit::UsdPerYear, charge_formula(model), of_purchase(model, purchase))
}

/// Price, resale value and the factors that spread them over the life.
fn of_purchase(model: &Model, purchase: &Purchase) -> Vec<Derivation> {
    let capital = purchase.capital;
    let life = capital.life_years;
    let mut parts = vec![
        leaf("price", capital.price.as_usd(), Unit::Usd, &[]),
        leaf("residual value", capital.residual.as_usd(), Unit::Usd, &[]),
        leaf("life", life, Unit::Years, &[]),
    ];
    let Period { rate, per_year, .. } = match model.charge {
        ChargeMethod::Simple => return parts,
        ChargeMethod::Discounted(period) => period,
    };
    let periods = life * per_year;
    parts.push(leaf(
        "capital recovery factor per year",
        capital_recovery_factor(rate, periods) * per_year,
        Unit::Ratio,
        &["money.discount_rate"],
    ));
    parts.push(leaf(
        "sinking fund factor per year",
        sinking_fund_factor(rate, periods) * per_year,
        Unit::Ratio,
        &["money.discount_rate"],
    ));
    parts
}

fn of_draw(draw: Draw, busy_hours: f64) -> Vec<Derivation> {
    let kwh = draw.standing.as_kw() * draw.gpus * HOURS_PER_YEAR + draw.busy.as_kw() * busy_hours;
    let energy = node(
        "energy used by the machines",
        kwh,
        Unit::KilowattHoursPerYear,
        Formula::EnergyUsed,
        vec![
            leaf("GPUs powered on", draw.gpus, Unit::Gpus, &["own.gpus"]),
            leaf(
                "standing draw per GPU, including host",
                draw.standing.as_kw() * 1_000.0,
                Unit::Watts,
                &["power.tdp_w", "power.idle_share", "power.host_kw_per_node"],
            ),
            leaf("busy hours", busy_hours, Unit::GpuHoursPerYear, &[]),
            leaf("extra draw while busy", draw.busy.as_kw() * 1_000.0, Unit::Watts, &["power.load_share"]),
        ],
    );
    vec![
        energy,
        leaf("PUE", draw.pue, Unit::Ratio, &["power.pue"]),
        leaf("electricity", draw.tariff.as_usd_per_kwh(), Unit::UsdPerKwh, &["power.usd_per_kwh"]),
    ]
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
        lines.push(leaf("Work rented elsewhere", cost.overflow.as_usd(), Unit::UsdPerYear, &[]));
    }
    let year =
        figure(DerivationId::Yearly(Side::Rent), cost.yearly().as_usd(), Unit::UsdPerYear, Formula::SumOfLines, lines);
    let hours = (cost.served + cost.overflowed).as_gpu_hours();
    let hours = leaf("productive hours, per year", hours, Unit::GpuHoursPerYear, &["work.gpu_hours_per_month"]);
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
    Derivation { id: line.id, ..node(line.label, line.value, line.unit, formula, parts) }
}

fn of_compute(model: &Model, offer: &Offer, productive: f64) -> Vec<Derivation> {
    let hours = match offer.billing {
        Billing::Committed { gpus } => node(
            "hours billed",
            gpus * HOURS_PER_YEAR,
            Unit::GpuHoursPerYear,
            Formula::CommittedHours,
            vec![leaf("committed GPUs", gpus, Unit::Gpus, &["rent.committed_gpus"])],
        ),
        Billing::PayPerUse | Billing::Absorbed { .. } => node(
            "hours billed",
            productive / (offer.yields.productive_per_busy() * offer.paid_efficiency(&model.rented)),
            Unit::GpuHoursPerYear,
            Formula::BilledHours,
            vec![
                leaf("productive hours here", productive, Unit::GpuHoursPerYear, &["work.gpu_hours_per_month"]),
                leaf(
                    "job efficiency, in hours of your GPU",
                    offer.yields.workload_efficiency,
                    Unit::Share,
                    &["work.efficiency"],
                ),
                leaf("goodput (work kept)", offer.yields.goodput, Unit::Share, &["rent.goodput"]),
                leaf(
                    "share of billed hours used",
                    offer.paid_efficiency(&model.rented),
                    Unit::Share,
                    &["rent.paid_efficiency"],
                ),
            ],
        ),
    };
    vec![
        hours,
        leaf("price after discount", offer.price.as_usd_per_gpu_hour(), Unit::UsdPerGpuHour, &["rent.discount_share"]),
    ]
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
            leaf("fixed cost per GPU, per year", gpu.fixed.as_usd(), Unit::UsdPerGpuYear, &[]),
            leaf("other rental costs per GPU, per year", extras.as_usd() / model.owned.gpus, Unit::UsdPerGpuYear, &[]),
            leaf("busy share", busy, Unit::Share, &["work.gpu_hours_per_month", "own.gpus"]),
            leaf("cost per busy hour", gpu.per_busy_hour.as_usd_per_gpu_hour(), Unit::UsdPerGpuHour, &[]),
            leaf("share of billed hours used", model.rented.paid_efficiency, Unit::Share, &["rent.paid_efficiency"]),
            leaf("owned ÷ rented goodput", ratio, Unit::Ratio, &["own.goodput", "rent.goodput"]),
            leaf("charges on compute", on_price, Unit::Ratio, &["rent.managed_share", "rent.support_share"]),
        ],
    ))
}
