//! Derivations of the key figures: the saving of the cheaper side, the upfront payment, the cost of an hour over the
//! horizon, and the node price at which the answer changes.

use super::horizon::{hours_by_year, meeting, of_present_values};
use super::{Derivation, leaf, node};
use crate::analysis::horizon_break_even::node_price_flip;
use crate::cash_flow::{self, Flows};
use crate::cost::OWN_LINES;
use crate::cost::plan::OverflowPricing;
use crate::horizon::node_expansion;
use crate::horizon::{Comparison, PlanValue, buffers, own_against};
use crate::inputs::Scenario;
use crate::inputs::value::Amount;
use crate::model::{Model, without_idle_mistakes};
use crate::units::Unit;

/// All of these that a scenario has.
pub fn of_verdict(model: &Model, terms: &OverflowPricing, scenario: &Scenario, found: &Comparison) -> Vec<Derivation> {
    let mut all = of_saving(found);
    all.push(of_cheque(model));
    all.extend(of_levelised(model, terms, found));
    all.extend(of_node_price(model, scenario, found));
    all
}

/// The saving of the cheaper side over the horizon, and its share of each side's cost; empty if the two do not compare.
fn of_saving(found: &Comparison) -> Vec<Derivation> {
    let Some((_, rent)) = found.cheapest.filter(|_| found.own.complete) else { return Vec::new() };
    let own = leaf("present value of owning", found.own.present_value, Unit::Usd, &[]);
    let rent = leaf("present value of renting", rent.present_value, Unit::Usd, &[]);
    let (label, formula, dearer, cheaper) = if rent.value > own.value {
        ("Saved by owning over the horizon", "present value of renting − present value of owning", rent, own)
    } else {
        ("Saved by renting over the horizon", "present value of owning − present value of renting", own, rent)
    };
    let saved = node(label, dearer.value - cheaper.value, Unit::Usd, formula, vec![dearer.clone(), cheaper.clone()]);
    let share = |label: &'static str, formula: &'static str, of: Derivation| {
        let difference = leaf("difference", saved.value, Unit::Usd, &[]);
        (of.value > 0.0).then(|| node(label, saved.value / of.value, Unit::Share, formula, vec![difference, of]))
    };
    let shares = [
        share("Saved, as a share of the more expensive side", "difference ÷ more expensive side", dearer.clone()),
        share("Saved, as a share of the cheaper side", "difference ÷ cheaper side", cheaper.clone()),
    ];
    let shares: Vec<Derivation> = shares.into_iter().flatten().filter(|tree| tree.value.is_finite()).collect();
    [saved].into_iter().chain(shares).collect()
}

/// Purchase cost of all hardware, line by line, excluding existing hardware.
fn of_cheque(model: &Model) -> Derivation {
    const NODE: &[&str] = &["own.node_price_usd", "own.node_discount_share", "own.assembly_markup"];
    let owned = &model.owned;
    let nodes = |number: f64, rows: &'static [&'static str]| leaf("nodes", number, Unit::Nodes, rows);
    let mut lines: Vec<Derivation> = Vec::new();
    for line in OWN_LINES {
        let Some(purchase) = (line.of)(model).purchase.filter(|_| model.is_delivered()) else { continue };
        let price = purchase.capital.price.as_usd();
        let bought = owned.nodes - owned.present;
        let (number, one): (_, &[&str]) = match line.id {
            "nodes" => (nodes(bought, &["own.gpus", "own.gpus_per_node"]), NODE),
            "spares" => (nodes(owned.spares, &["own.spare_share"]), NODE),
            "fabric" => (nodes(bought, &["own.gpus", "own.gpus_per_node"]), &["own.fabric_usd_per_node"]),
            "installation" => (nodes(bought + owned.spares, &["own.gpus"]), &["own.installation_usd_per_node"]),
            "storage" => {
                lines.push(leaf(line.label, price, Unit::Usd, &["own.storage_tb", "own.storage_usd_per_tb"]));
                continue;
            }
            _ => {
                lines.push(leaf(line.label, price, Unit::Usd, &["place.build_out_usd"]));
                continue;
            }
        };
        let one = leaf("unit price", if price == 0.0 { 0.0 } else { price / number.value }, Unit::UsdPerNode, one);
        lines.push(node(line.label, price, Unit::Usd, "nodes × unit price", vec![number, one]));
    }
    lines.retain(|line| line.value != 0.0);
    let sum = lines.iter().map(|line| line.value).sum();
    node("Upfront payment", sum, Unit::Usd, "sum of the lines", lines)
}

/// Cost of a productive GPU-hour over the horizon, each hour discounted like a payment at the end of its month.
fn of_levelised(model: &Model, terms: &OverflowPricing, found: &Comparison) -> Vec<Derivation> {
    let mut paid = of_present_values(model, terms, found).into_iter();
    let mut tree = |label: &'static str, value: &PlanValue, flows: &Flows| {
        let hours = hours_by_year(model, flows);
        let weighed = hours.iter().map(|year| year.value).sum::<f64>();
        let cost = value.present_value / weighed;
        let paid = paid.next()?;
        (weighed > 0.0 && cost.is_finite()).then(|| {
            let hours = node("discounted productive hours", weighed, Unit::GpuHours, "sum of the years", hours);
            node(label, cost, Unit::UsdPerGpuHour, "present value ÷ discounted hours", vec![paid, hours])
        })
    };
    let mut flows = buffers(model);
    cash_flow::own(model, terms, &mut flows);
    let own = tree("Over the horizon, owning per productive GPU-hour", &found.own, &flows);
    let rent = found.cheapest.and_then(|(index, value)| {
        cash_flow::rent(model, terms, index, &mut flows);
        tree("Over the horizon, renting per productive GPU-hour", &value, &flows)
    });
    own.into_iter().chain(rent).collect()
}

/// Present values of both sides at the node price at which the answer changes.
fn of_node_price(model: &Model, scenario: &Scenario, found: &Comparison) -> Option<Derivation> {
    let flip = node_price_flip(scenario, model, found)?;
    let (index, rent) = found.cheapest?;
    let mut other = without_idle_mistakes(scenario).into_owned();
    other.own.node_price_usd = Amount::exact(flip);
    let model = &node_expansion::rerun(model, &other);
    let terms = &OverflowPricing::of(model);
    let own = own_against(model, terms, index, &mut buffers(model));
    let own = of_present_values(model, terms, &Comparison { own, cheapest: Some((index, rent)) }).into_iter().next()?;
    let rent = leaf("Present value of renting, unchanged", rent.present_value, Unit::Usd, &[]);
    let at = leaf("node price", flip, Unit::UsdPerNode, &["own.node_price_usd"]);
    Some(meeting("Over the horizon, break-even node price", own, rent, at))
}
