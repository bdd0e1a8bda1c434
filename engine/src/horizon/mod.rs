//! Over the horizon: the present value of each plan, the winner, payback, and the effect of financing, tax, the other
//! end of the horizon and an early exit. Source: model page, sections 2, 4 and 5.

pub mod current_spend;
pub mod financing;
pub mod node_expansion;
pub mod payback;
pub mod second_purchase;

use serde::Serialize;

use crate::cash_flow::{self, Asset, Flows, Totals, tax};
use crate::cost::plan::OverflowPricing;
use crate::cost::{LineId, OWN_LINES, Purchase, SERVING_LABEL};
use crate::horizon::financing::{Financing, financing};
use crate::horizon::payback::{NoRate, Paid, Payback, internal_rate, payback};
use crate::horizon::second_purchase::{SecondPurchase, machines_again, second_purchase};
use crate::model::Model;
use crate::model::offers::Offer;
use crate::text::Name;
use crate::units::{MONTHS_PER_YEAR, count};

/// Undone work below this share of all work is rounding.
const UNDONE: f64 = 1e-9;

/// A plan over the horizon, in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanValue {
    /// Present value of all payments, after tax if there is tax.
    pub present_value: f64,
    /// Sums of its flows, before tax.
    pub totals: Totals,
    /// Whether it does all the work, or the rest has a price.
    pub complete: bool,
}

/// Who wins over the horizon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Owning.
    pub own: PlanValue,
    /// The cheapest counted offer that does all the work, by its index in the model.
    pub cheapest: Option<(usize, PlanValue)>,
}

/// The value of a plan from its filled flows.
pub fn value_of(model: &Model, flows: &Flows) -> PlanValue {
    let totals = flows.totals(&model.time.clock);
    let saved =
        model.time.tax.as_ref().map_or(0.0, |tax| tax::saved(&tax::deductions(flows, tax), tax, &model.time.clock));
    let priced = model.time.late_usd_per_gpu_hour > 0.0;
    PlanValue {
        present_value: totals.present_value - saved,
        totals,
        complete: priced || flows.unserved <= UNDONE * (totals.hours + flows.unserved),
    }
}

/// Buffers for the plans of a model, with the data tax needs if there is tax.
pub fn buffers(model: &Model) -> Flows {
    if model.time.tax.is_some() { Flows::with_accounts(model) } else { Flows::new(model) }
}

/// Value of owning over the horizon. Overwrites `flows`.
pub fn own_value(model: &Model, terms: &OverflowPricing, flows: &mut Flows) -> PlanValue {
    cash_flow::own(model, terms, flows);
    value_of(model, flows)
}

/// Value of owning over the horizon against renting from one offer: carried losses wait for its savings against that
/// offer. Overwrites `flows`.
pub fn own_against(model: &Model, terms: &OverflowPricing, index: usize, flows: &mut Flows) -> PlanValue {
    let own = own_value(model, terms, flows);
    with_carried_losses(model, terms, index, own, flows)
}

/// Value of renting from one offer over the horizon. Overwrites `flows`.
pub fn rent_value(model: &Model, terms: &OverflowPricing, index: usize, flows: &mut Flows) -> PlanValue {
    cash_flow::rent(model, terms, index, flows);
    value_of(model, flows)
}

/// Determines the winner. `flows` is scratch space; only tax data is allocated.
pub fn compare(model: &Model, terms: &OverflowPricing, flows: &mut Flows) -> Comparison {
    let cheapest = cheapest_offer(model, terms, flows);
    let own = match cheapest {
        Some((index, _)) => own_against(model, terms, index, flows),
        None => own_value(model, terms, flows),
    };
    Comparison { own, cheapest }
}

/// The counted offer that does all the work at the lowest present value, by its index in the model. Overwrites `flows`.
pub(crate) fn cheapest_offer(model: &Model, terms: &OverflowPricing, flows: &mut Flows) -> Option<(usize, PlanValue)> {
    let mut cheapest: Option<(usize, PlanValue)> = None;
    for (index, _) in model.offers.iter().enumerate().filter(|(_, o)| o.counted) {
        let found = rent_value(model, terms, index, flows);
        if found.complete && cheapest.is_none_or(|(_, kept)| found.present_value < kept.present_value) {
            cheapest = Some((index, found));
        }
    }
    cheapest
}

/// Present value of cost over present value of productive hours, of the work wanted where late work has a price; nothing
/// without work. `flows` are those of the plan, still filled.
pub fn levelised(model: &Model, flows: &Flows, value: &PlanValue) -> Option<f64> {
    per_hour(value.present_value, weighed_hours(model, flows, &value.totals).1)
}

/// The hours that a plan's cost refers to, and the same discounted like payments. `flows` are those of
/// the plan, still filled.
pub fn weighed_hours(model: &Model, flows: &Flows, totals: &Totals) -> (f64, f64) {
    if flows.is_told_for_wanted(model) {
        return cash_flow::wanted_hours(model);
    }
    (totals.hours, totals.hours_present_value)
}

fn per_hour(usd: f64, hours: f64) -> Option<f64> {
    (hours > 0.0).then(|| usd / hours).filter(|cost| cost.is_finite())
}

/// Value of owning with carried losses: tax is due on its savings against the offer, year by year.
pub(crate) fn with_carried_losses(
    model: &Model,
    terms: &OverflowPricing,
    index: usize,
    own: PlanValue,
    flows: &mut Flows,
) -> PlanValue {
    let Some(tax) = model.time.tax.as_ref().filter(|t| t.carried) else { return own };
    let clock = &model.time.clock;
    cash_flow::own(model, terms, flows);
    let plan = tax::deductions(flows, tax);
    cash_flow::rent(model, terms, index, flows);
    let against = tax::deductions(flows, tax);
    let shield = tax::saved(&against, tax, clock) - tax::on_savings(&plan, &against, tax, clock);
    PlanValue { present_value: own.totals.present_value - shield, ..own }
}

/// One line of owning by year.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LineByYear {
    /// Id of the line.
    pub id: LineId,
    /// Its label.
    pub label: &'static str,
    /// Cost in each fiscal year, net of sales unless these are a line of their own.
    pub by_year_usd: Vec<f64>,
}

/// A plan over the horizon.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanOutlook {
    /// Present value of all payments, after tax if there is tax.
    pub present_value_usd: f64,
    /// Sum of all payments, before tax.
    pub nominal_usd: f64,
    /// Present value of tax saved by its deductions; `None` if tax is left out.
    pub tax_saved_usd: Option<f64>,
    /// Work done, productive GPU-hours.
    pub gpu_hours: f64,
    /// Present value of cost over present value of productive hours (of the work wanted, if late work has a price);
    /// `None` without work.
    pub levelised_usd_per_productive_gpu_hour: Option<f64>,
    /// Sum of cost over productive hours; `None` without work.
    pub nominal_usd_per_productive_gpu_hour: Option<f64>,
    /// Work done outside the plan's own machines or offer: bridge, overflow, fallback.
    pub elsewhere_gpu_hours: f64,
    /// Work not done by the horizon.
    pub unserved_gpu_hours: f64,
    /// Work done later than wanted.
    pub late_gpu_hours: f64,
    /// Cash paid up to the points 0, 1, ... months, without sale proceeds, after tax if there is tax.
    pub cumulative_usd: Vec<f64>,
    /// The part paid exactly at each point: purchases, prepayments, removal, tax. The rest falls due over the month
    /// before.
    pub at_once_usd: Vec<f64>,
    /// Cash of each fiscal year, net of sales; the last includes what falls due after the horizon.
    pub by_year_usd: Vec<f64>,
    /// Profit and loss account of each fiscal year: depreciation instead of purchases.
    pub book_by_year_usd: Vec<f64>,
    /// Lines by fiscal year; owning only. With hardware bought again, its price and all sales are lines of their own.
    pub lines: Vec<LineByYear>,
    /// Cash of each fiscal year after tax; empty if tax is left out.
    pub after_tax_by_year_usd: Vec<f64>,
}

/// An early exit: resale value of the hardware and its book value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Exit {
    /// Months after the decision.
    pub month: usize,
    /// Resale value of all hardware.
    pub sale_usd: f64,
    /// Remaining book value.
    pub book_usd: f64,
    /// Book value less sale; positive for a loss.
    pub loss_usd: f64,
}

/// Where the answer changes over the horizon.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HorizonBreakEven {
    /// Busy share of the owned GPUs at which the winner changes between owning and the cheapest offer at that use:
    /// owning pays from it on, or up to it; `None` if one side wins at any use owned GPUs can have.
    pub busy_share: Option<f64>,
    /// Whether owning costs less above that share; without one, whether it costs less at any.
    pub own_above: bool,
    /// If owning pays from a share on, where that ends because a full commitment costs less again.
    pub until_busy_share: Option<f64>,
    /// Id of the counted hourly offer that costs least over the horizon.
    pub offer: Option<Name>,
    /// Its price at which renting from it costs the same as owning, with every rented hour at that price, including
    /// those before delivery and above the ceiling; `None` if no hourly offer is counted or no price achieves it.
    /// Dollars per GPU-hour.
    pub usd_per_gpu_hour: Option<f64>,
    /// Whether that price changes the answer once entered for that offer, every other price unchanged. If renting also
    /// wins from another offer, it is the price of the same service at any provider.
    pub usd_turns_as_typed: bool,
    /// Id of the counted commitment that costs least over the horizon.
    pub commitment: Option<Name>,
    /// Its price at which committing costs the same as the cheaper of owning and renting by the hour; `None` as above.
    pub commitment_usd_per_gpu_hour: Option<f64>,
    /// Whether that price changes the answer between owning and renting once entered.
    pub commitment_usd_turns_as_typed: bool,
}

/// All results over the horizon.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outlook {
    /// Months of the horizon.
    pub months: usize,
    /// `wind-up` or `going-on`.
    pub end: &'static str,
    /// Months until delivery.
    pub lead_months: usize,
    /// Owning.
    pub own: PlanOutlook,
    /// Id of the offer used for renting: the cheapest counted one.
    pub offer: Option<Name>,
    /// Renting from it.
    pub rent: Option<PlanOutlook>,
    /// Saving from owning: present value of renting less that of owning.
    pub saving_usd: Option<f64>,
    /// The same under the other rule for the end of the horizon, against the cheapest offer there.
    pub saving_other_end_usd: Option<f64>,
    /// Internal rate: the rate at which both have the same present value, effective per year, after tax if there is
    /// tax; `None` if there is none or several.
    pub internal_rate: Option<f64>,
    /// Why there is no internal rate; `None` if there is one.
    pub no_internal_rate: Option<NoRate>,
    /// Payback of owning against that offer.
    pub payback: Option<Payback>,
    /// The use and the price at which the answer changes over the horizon; `None` if the two do not compare.
    pub turning: Option<HorizonBreakEven>,
    /// Effect of a loan or lease; `None` if cash is paid.
    pub financing: Option<Financing>,
    /// Early exits, every half year.
    pub exits: Vec<Exit>,
    /// The purchase of a second cluster, if the life of the machines ends within the horizon.
    pub second_purchase: Option<SecondPurchase>,
}

/// Computes everything over the horizon.
pub fn outlook(model: &Model, terms: &OverflowPricing, found: &Comparison) -> Outlook {
    let mut flows = Flows::with_accounts(model);
    cash_flow::own(model, terms, &mut flows);
    let mut own = plan_outlook(model, &flows, found.own);
    own.lines = lines_by_year(model, &flows);
    let own_flows = flows.clone();
    let rented = found.cheapest.map(|(index, value)| {
        cash_flow::rent(model, terms, index, &mut flows);
        (index, value, plan_outlook(model, &flows, value))
    });
    let rent_flows = rented.as_ref().map(|_| &flows);
    let paid = Paid::of(model, &own_flows, rent_flows, None);
    own.cumulative_usd.clone_from(&paid.own.points);
    own.at_once_usd = paid.own.at_once();
    let rented = rented.map(|(index, value, mut plan)| {
        plan.cumulative_usd.clone_from(&paid.rent.points);
        plan.at_once_usd = paid.rent.at_once();
        (index, value, plan)
    });
    let financing = financing(model, &own_flows, rent_flows);
    let second_purchase = second_purchase(model, &own_flows, found.cheapest.is_some().then(|| paid.over()).as_deref());
    let rented = with_tax_by_year(model, &own_flows, rent_flows, &mut own, rented);
    // A plan that leaves work undone cannot be compared.
    let compared = rented.as_ref().filter(|_| found.own.complete);
    let saving = compared.map(|(_, value, _)| value.present_value - found.own.present_value);
    let payback = compared.map(|_| payback(model, &own_flows, &flows, &paid));
    let (internal_rate, no_internal_rate) = match (compared, &rented) {
        (Some(_), _) => internal_rate(model, &own_flows, &flows),
        (None, None) => Err(NoRate::nothing_to_rent()),
        (None, Some(_)) => Err(NoRate::undone()),
    }
    .map_or_else(|why| (None, Some(why)), |rate| (Some(rate), None));
    Outlook {
        months: model.time.months,
        end: if model.time.going_on { "going-on" } else { "wind-up" },
        lead_months: model.time.delivery - 1,
        payback,
        internal_rate,
        no_internal_rate,
        offer: rented.as_ref().and_then(|(index, ..)| model.offers.get(*index)).map(|o: &Offer| o.id.clone()),
        rent: rented.map(|(.., plan)| plan),
        saving_usd: saving,
        saving_other_end_usd: other_end(model),
        turning: None,
        financing,
        exits: exits(model),
        second_purchase,
        own,
    }
}

/// Adds the cash after tax of each year, where there is tax.
fn with_tax_by_year(
    model: &Model,
    own_flows: &Flows,
    rent_flows: Option<&Flows>,
    own: &mut PlanOutlook,
    rented: Option<(usize, PlanValue, PlanOutlook)>,
) -> Option<(usize, PlanValue, PlanOutlook)> {
    let Some(tax) = &model.time.tax else { return rented };
    let first = model.time.first_year_months;
    let rent = rent_flows.map(|flows| tax::deductions(flows, tax));
    let (own_saved, rent_saved) = tax::saved_by_year(&tax::deductions(own_flows, tax), rent, tax);
    own.after_tax_by_year_usd = less_tax(&own.by_year_usd, &own_saved, first);
    rented.map(|(index, value, mut plan)| {
        plan.after_tax_by_year_usd = less_tax(&plan.by_year_usd, &rent_saved, first);
        (index, value, plan)
    })
}

/// The cash of fiscal years less the tax saved, which falls due at the ends of years from the decision.
fn less_tax(years: &[f64], saved: &[f64], first: usize) -> Vec<f64> {
    let mut years = years.to_vec();
    let last = years.len();
    for (index, usd) in saved.iter().enumerate() {
        if let Some(year) = years.get_mut(cash_flow::year_of(12 * (index + 1), first).min(last) - 1) {
            *year -= usd;
        }
    }
    years
}

fn plan_outlook(model: &Model, flows: &Flows, value: PlanValue) -> PlanOutlook {
    let totals = value.totals;
    let first = model.time.first_year_months;
    let (hours, weighed) = weighed_hours(model, flows, &totals);
    PlanOutlook {
        present_value_usd: value.present_value,
        nominal_usd: totals.nominal,
        tax_saved_usd: model.time.tax.as_ref().map(|_| totals.present_value - value.present_value),
        gpu_hours: totals.hours,
        levelised_usd_per_productive_gpu_hour: per_hour(value.present_value, weighed),
        nominal_usd_per_productive_gpu_hour: per_hour(totals.nominal, hours),
        elsewhere_gpu_hours: flows.elsewhere.iter().sum(),
        unserved_gpu_hours: flows.unserved,
        late_gpu_hours: flows.late,
        cumulative_usd: Vec::new(),
        at_once_usd: Vec::new(),
        by_year_usd: flows.by_year(first),
        book_by_year_usd: tax::book_by_year(flows, first),
        lines: Vec::new(),
        after_tax_by_year_usd: Vec::new(),
    }
}

/// Each line of owning by year, and the additional rent; they add up to the plan's years.
fn lines_by_year(model: &Model, own: &Flows) -> Vec<LineByYear> {
    let first = model.time.first_year_months;
    let mut one = Flows::with_accounts(model);
    let (mut bought, mut sold) = (Flows::new(model), Flows::new(model));
    let again = !machines_again(model).is_empty();
    let mut lines: Vec<LineByYear> = OWN_LINES
        .iter()
        .map(|line| {
            one.clear();
            one.take_work(own);
            cash_flow::own_line(model, &(line.of)(model), &mut one);
            if again {
                one.take_replacements(&mut bought, &mut sold);
            }
            LineByYear { id: line.id, label: line.label, by_year_usd: one.by_year(first) }
        })
        .collect();
    if again {
        let (bought, sold) = (bought.by_year(first), sold.by_year(first));
        lines.push(LineByYear { id: LineId::BoughtAgain, label: "Hardware bought again", by_year_usd: bought });
        lines.push(LineByYear { id: LineId::HardwareSold, label: "Hardware sold", by_year_usd: sold });
    }
    if own.bill.iter().any(|b| *b != 0.0) {
        own.rented_beside(&mut one);
        lines.push(LineByYear {
            id: LineId::Overflow,
            label: "Rented until delivery and above capacity",
            by_year_usd: one.by_year(first),
        });
    }
    if own.serving.iter().any(|usd| *usd != 0.0) {
        own.serving_alone(&mut one);
        lines.push(LineByYear { id: LineId::Serving, label: SERVING_LABEL, by_year_usd: one.by_year(first) });
    }
    if own.late + own.unserved > 0.0 && model.time.late_usd_per_gpu_hour > 0.0 {
        let all: Vec<f64> = own.by_year(first);
        let missing = all.iter().enumerate().map(|(year, usd)| {
            usd - lines.iter().map(|l| l.by_year_usd.get(year).copied().unwrap_or(0.0)).sum::<f64>()
        });
        let late = missing.collect();
        lines.push(LineByYear { id: LineId::Late, label: "Late work", by_year_usd: late });
    }
    lines
}

/// Saving from owning under the other rule for the end of the horizon.
fn other_end(model: &Model) -> Option<f64> {
    let mut other = model.clone();
    other.time.going_on = !other.time.going_on;
    let terms = OverflowPricing::of(&other);
    let found = compare(&other, &terms, &mut buffers(&other));
    found.cheapest.filter(|_| found.own.complete).map(|(_, rent)| rent.present_value - found.own.present_value)
}

/// Early exits every half year up to the horizon.
fn exits(model: &Model) -> Vec<Exit> {
    let bought: Vec<(Purchase, Vec<Asset>)> = OWN_LINES
        .iter()
        .flat_map(|line| (line.of)(model).all_purchases())
        .map(|purchase| (purchase, cash_flow::assets_of(model, &purchase)))
        .collect();
    (1..=model.time.months / 6).map(|half| exit_at(model, &bought, half * 6)).collect()
}

/// Result of leaving after a number of months: all hardware at its resale curve, and its book value.
fn exit_at(model: &Model, bought: &[(Purchase, Vec<Asset>)], month: usize) -> Exit {
    let mut exit = Exit { month, sale_usd: 0.0, book_usd: 0.0, loss_usd: 0.0 };
    for (purchase, assets) in bought {
        for asset in assets.iter().filter(|a| a.month <= month && month <= a.until) {
            let age = count(month - asset.month + 1) / MONTHS_PER_YEAR;
            // Existing items are older; their replacements are not.
            let there = purchase.there.filter(|_| asset.month == 1);
            exit.sale_usd += asset.price * model.owned.worth(purchase.wear, there.map(|t| t.age_years), age);
            exit.book_usd += tax::book_value(asset, month);
        }
    }
    exit.loss_usd = exit.book_usd - exit.sale_usd;
    exit
}
