//! Derivations of the key figures: the saving of the cheaper side, the upfront payment, the cost of an hour over the
//! horizon, and the node price at which the answer changes.

use super::horizon::{hours_by_year, in_short, meeting, of_present_values};
use super::lines::of_price;
use super::{Derivation, DerivationId, Side, figure, leaf, node};
use crate::analysis::horizon_break_even::node_price_flip;
use crate::cash_flow::{self, Flows};
use crate::cost::plan::OverflowPricing;
use crate::cost::{OWN_LINES, OwnLine};
use crate::formulas::formula::Formula;
use crate::horizon::node_expansion;
use crate::horizon::{Comparison, PlanValue, buffers, own_against};
use crate::inputs::Scenario;
use crate::inputs::value::Amount;
use crate::model::{Model, without_idle_mistakes};
use crate::units::Unit;

/// All of these that a scenario has.
pub fn of_verdict(model: &Model, terms: &OverflowPricing, scenario: &Scenario, found: &Comparison) -> Vec<Derivation> {
    let mut all = of_saving(model, terms, found);
    all.push(of_cheque(model));
    all.extend(of_levelised(model, terms, found));
    all.extend(of_node_price(model, terms, scenario, found));
    all
}

/// The saving of the cheaper side over the horizon, and its share of each side's cost; empty if the two do not compare.
fn of_saving(model: &Model, terms: &OverflowPricing, found: &Comparison) -> Vec<Derivation> {
    if found.cheapest.is_none() || !found.own.complete {
        return Vec::new();
    }
    let mut sides = in_short(model, terms, found).into_iter();
    let (Some(own), Some(rent)) = (sides.next(), sides.next()) else { return Vec::new() };
    let own = Derivation { id: None, label: "present value of owning", ..own };
    let rent = Derivation { id: None, label: "present value of renting", ..rent };
    let (side, formula, dearer, cheaper) = if rent.value > own.value {
        (Side::Own, Formula::RentingMinusOwning, rent, own)
    } else {
        (Side::Rent, Formula::OwningMinusRenting, own, rent)
    };
    let both = vec![dearer.clone(), cheaper.clone()];
    let saved = figure(DerivationId::SavedBy(side), dearer.value - cheaper.value, Unit::Usd, formula, both);
    let share = |id: DerivationId, formula: Formula, whole: Derivation| {
        let difference = Derivation { id: None, label: "difference", ..saved.clone() };
        let value = saved.value / whole.value;
        (whole.value > 0.0).then(|| figure(id, value, Unit::Share, formula, vec![difference, whole]))
    };
    let shares = [
        share(DerivationId::SavedShareOfDearer, Formula::ShareOfDearer, dearer.clone()),
        share(DerivationId::SavedShareOfCheaper, Formula::ShareOfCheaper, cheaper.clone()),
    ];
    let shares: Vec<Derivation> = shares.into_iter().flatten().filter(|tree| tree.value.is_finite()).collect();
    [saved].into_iter().chain(shares).collect()
}

/// Purchase cost of all hardware, line by line, excluding existing hardware.
fn of_cheque(model: &Model) -> Derivation {
    let of_line = |line: &OwnLine| {
        let purchase = (line.of)(model).purchase.filter(|_| model.is_delivered())?;
        let id = Some(DerivationId::UpfrontLine(line.id));
        Some(Derivation { id, ..of_price(model, line, &purchase, line.label) })
    };
    let mut lines: Vec<Derivation> = OWN_LINES.iter().filter_map(of_line).collect();
    lines.retain(|line| line.value != 0.0);
    let sum = lines.iter().map(|line| line.value).sum();
    figure(DerivationId::UpfrontPayment, sum, Unit::Usd, Formula::SumOfLines, lines)
}

/// Cost of a productive GPU-hour over the horizon, each hour discounted like a payment at the end of its month.
fn of_levelised(model: &Model, terms: &OverflowPricing, found: &Comparison) -> Vec<Derivation> {
    let mut paid = of_present_values(model, terms, found).into_iter();
    let mut tree = |side: Side, value: &PlanValue, flows: &Flows| {
        let hours = hours_by_year(model, flows);
        let weighed = hours.iter().map(|year| year.value).sum::<f64>();
        let cost = value.present_value / weighed;
        let paid = paid.next()?;
        (weighed > 0.0 && cost.is_finite()).then(|| {
            let hours = node("discounted productive hours", weighed, Unit::GpuHours, Formula::SumOfYears, hours);
            figure(
                DerivationId::Horizon(side),
                cost,
                Unit::UsdPerGpuHour,
                Formula::PresentValuePerHour,
                vec![paid, hours],
            )
        })
    };
    let mut flows = buffers(model);
    cash_flow::own(model, terms, &mut flows);
    let own = tree(Side::Own, &found.own, &flows);
    let rent = found.cheapest.and_then(|(index, value)| {
        cash_flow::rent(model, terms, index, &mut flows);
        tree(Side::Rent, &value, &flows)
    });
    own.into_iter().chain(rent).collect()
}

/// Present values of both sides at the node price at which the answer changes.
fn of_node_price(
    model: &Model,
    terms: &OverflowPricing,
    scenario: &Scenario,
    found: &Comparison,
) -> Option<Derivation> {
    let flip = node_price_flip(scenario, model, found)?;
    let (index, rent) = found.cheapest?;
    let unchanged = of_present_values(model, terms, found).into_iter().nth(1)?;
    let unchanged = Derivation { id: None, label: "Present value of renting, unchanged", ..unchanged };
    let mut other = without_idle_mistakes(scenario).into_owned();
    other.own.node_price_usd = Amount::exact(flip);
    let model = &node_expansion::rerun(model, &other);
    let terms = &OverflowPricing::of(model);
    let own = own_against(model, terms, index, &mut buffers(model));
    let own = of_present_values(model, terms, &Comparison { own, cheapest: Some((index, rent)) }).into_iter().next()?;
    let at = leaf("node price", flip, Unit::UsdPerNode, &["own.node_price_usd"]);
    Some(meeting(DerivationId::HorizonBreakEvenNodePrice, own, unchanged, at))
}
