//! Derivations of the lines of owning in a steady year.

use super::rows::{self, Rows};
use super::{Derivation, DerivationId, leaf, node};
use crate::cost::{LineId, Outlay, OwnLine, OwnRates, Purchase};
use crate::formulas::finance::{ChargeMethod, Period, capital_recovery_factor, sinking_fund_factor};
use crate::formulas::formula::Formula;
use crate::inputs::contracted_power::Contracted;
use crate::model::{Draw, Model, Space, Staff, Yearly};
use crate::units::{HOURS_PER_YEAR, MONTHS_PER_YEAR, Money, Unit};

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
        (Some(purchase), _) if bought.len() == 1 => of_purchase(model, line, purchase),
        (Some(_), _) => bought.iter().map(|purchase| of_charge(model, line, purchase)).collect(),
        (None, Yearly::Lines(lines)) if line.id == LineId::Power => match (lines.draw, lines.draw_there) {
            (Some(draw), None) => of_draw(draw, busy_hours),
            (_, Some(_)) => of_rates(line, &rates, busy_hours),
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
        _ if rates.per_busy_hour.as_usd_per_gpu_hour() != 0.0 => of_rates(line, &rates, busy_hours),
        _ if outlay.per_year != rates.fixed => vec![
            leaf("per year in which it is paid", outlay.per_year.as_usd(), Unit::UsdPerYear, line.explained.inputs),
            leaf(
                "those years' share of the present value of the life",
                rates.fixed / outlay.per_year,
                Unit::Share,
                &["own.warranty_years", "own.life_years", "money.discount_rate"],
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
fn of_rates(line: &OwnLine, rates: &OwnRates, busy_hours: f64) -> Vec<Derivation> {
    let inputs = line.explained.inputs;
    vec![
        leaf("fixed, per year", rates.fixed.as_usd(), Unit::UsdPerYear, inputs),
        leaf("per busy hour", rates.per_busy_hour.as_usd_per_gpu_hour(), Unit::UsdPerGpuHour, inputs),
        leaf("busy hours", busy_hours, Unit::GpuHoursPerYear, rows::BUSY),
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
        let gpus = leaf("GPUs, whole nodes", staff.gpus, Unit::Gpus, rows::GPUS);
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
fn of_charge(model: &Model, line: &OwnLine, purchase: &Purchase) -> Derivation {
    let label = if purchase.there.is_some() { "for nodes already owned" } else { "for nodes to buy" };
    let charge = purchase.capital.yearly_charge(model.charge).as_usd();
    node(label, charge, Unit::UsdPerYear, charge_formula(model), of_purchase(model, line, purchase))
}

/// Price, resale value and the factors that spread them over the life.
fn of_purchase(model: &Model, line: &OwnLine, purchase: &Purchase) -> Vec<Derivation> {
    const RATE: Rows = &["money.discount_rate", "money.timing"];
    let capital = purchase.capital;
    let life = capital.life_years;
    let (resale_rows, life_rows) = wear_rows(line, purchase);
    let mut parts = vec![
        of_price(model, line, purchase, "price"),
        leaf("residual value", capital.residual.as_usd(), Unit::Usd, resale_rows),
        leaf("life", life, Unit::Years, life_rows),
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
        RATE,
    ));
    parts.push(leaf("sinking fund factor per year", sinking_fund_factor(rate, periods) * per_year, Unit::Ratio, RATE));
    parts
}

/// The rows behind the resale value of a purchase and behind its life.
fn wear_rows(line: &OwnLine, purchase: &Purchase) -> (Rows, Rows) {
    const OTHER_RESALE: Rows = &["own.other_residual_share", "own.zero_sells_nothing"];
    const NODE_LIFE: Rows = &["own.life_years"];
    if purchase.there.is_some() {
        let resale = if line.id == LineId::PresentNodes { rows::NODE_RESALE } else { line.explained.inputs };
        return (resale, &["own.life_years", "present.node_age_years", "present.at_end_of_life"]);
    }
    match line.id {
        LineId::Nodes | LineId::Spares => (rows::NODE_RESALE, NODE_LIFE),
        LineId::Fabric => (OTHER_RESALE, &["own.fabric_life_years"]),
        LineId::Storage => (OTHER_RESALE, &["own.storage_life_years"]),
        LineId::BuildOut => (line.explained.inputs, &["place.build_out_life_years"]),
        _ => (line.explained.inputs, NODE_LIFE),
    }
}

/// The price of a purchase: nodes at a price each, or one sum.
pub(super) fn of_price(model: &Model, line: &OwnLine, purchase: &Purchase, label: &'static str) -> Derivation {
    const NODES: Rows = &["own.gpus", "own.gpus_per_node"];
    let owned = &model.owned;
    let price = purchase.capital.price.as_usd();
    let bought = owned.nodes - owned.present;
    let (number, number_rows, unit_rows): (f64, Rows, Rows) = match line.id {
        LineId::Nodes => (bought, NODES, rows::NODE),
        LineId::PresentNodes => (owned.present, &["present.nodes"], &["present.node_resale_usd"]),
        LineId::Spares => (owned.spares, &["own.spare_share"], rows::NODE),
        LineId::Fabric => (bought, NODES, &["own.fabric_usd_per_node"]),
        LineId::Installation => (bought + owned.spares, &["own.gpus"], &["own.installation_usd_per_node"]),
        LineId::Storage => return leaf(label, price, Unit::Usd, &["own.storage_tb", "own.storage_usd_per_tb"]),
        LineId::BuildOut => return leaf(label, price, Unit::Usd, &["place.build_out_usd"]),
        _ => return leaf(label, price, Unit::Usd, line.explained.inputs),
    };
    let each = if price == 0.0 { 0.0 } else { price / number };
    let nodes = leaf("nodes", number, Unit::Nodes, number_rows);
    let each = leaf("unit price", each, Unit::UsdPerNode, unit_rows);
    node(label, price, Unit::Usd, Formula::UpfrontLine, vec![nodes, each])
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
                &["power.tdp_w", "power.idle_share", "power.host_kw_per_node", "power.fixed_draw_w"],
            ),
            leaf("busy hours", busy_hours, Unit::GpuHoursPerYear, rows::BUSY),
            leaf(
                "extra draw while busy",
                draw.busy.as_kw() * 1_000.0,
                Unit::Watts,
                &["power.tdp_w", "power.load_share", "power.fixed_draw_w"],
            ),
        ],
    );
    vec![
        energy,
        leaf("PUE", draw.pue, Unit::Ratio, &["power.pue"]),
        leaf("electricity", draw.tariff.as_usd_per_kwh(), Unit::UsdPerKwh, &["power.usd_per_kwh"]),
    ]
}
