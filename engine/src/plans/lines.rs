//! What a plan costs, line by line: the lines of owning, those of the bills, and what stands beside both. They add up to the
//! plan's present value, and by fiscal year to its payments. Source: plans page, section 1.

use serde::Serialize;

use super::plan::{Plan, PlanKind};
use crate::cash_flow::{BilledParts, Flows, own_line, year_of};
use crate::cost::rent::RENT_LINES;
use crate::cost::{LineId, OWN_LINES, SERVING_LABEL};
use crate::formulas::finance::Clock;

/// One line of what a plan costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanLine {
    /// Its id.
    pub id: LineId,
    /// Its label.
    pub label: &'static str,
    /// Present value, US dollars. What prepayments cost earlier than the hours that they pay for is with the GPU-hours.
    pub present_value_usd: f64,
    /// The part of that for purchases less sales.
    pub capex_usd: f64,
    /// Paid at the starts of months up to delivery, US dollars; without the value of machines there.
    pub upfront_usd: f64,
    /// Payments of each fiscal year before tax, US dollars; without the value of machines there, which is no payment.
    pub by_year_usd: Vec<f64>,
}

/// Payments of one line.
struct Payments<'m> {
    clock: &'m Clock,
    /// Months of the first fiscal year.
    first_year: usize,
    /// Months whose starts are upfront.
    upfront_until: usize,
    present_value: f64,
    upfront: f64,
    by_year: Vec<f64>,
}

impl<'m> Payments<'m> {
    fn new(plan: &'m Plan) -> Self {
        let time = &plan.model.time;
        let first_year = time.first_year_months;
        let years = year_of(time.months, first_year);
        Self {
            clock: &time.clock,
            first_year,
            upfront_until: plan.upfront_until(),
            present_value: 0.0,
            upfront: 0.0,
            by_year: vec![0.0; years],
        }
    }

    fn at_end(&mut self, month: usize, usd: f64) {
        self.present_value += usd * self.clock.at_end(month);
        self.add_to_year(month, usd);
    }

    fn at_start(&mut self, month: usize, usd: f64) {
        self.present_value += usd * self.clock.at_start(month);
        if month <= self.upfront_until {
            self.upfront += usd;
        }
        self.add_to_year(month, usd);
    }

    fn add_to_year(&mut self, month: usize, usd: f64) {
        let last = self.by_year.len();
        if let Some(year) = self.by_year.get_mut(year_of(month, self.first_year).min(last) - 1) {
            *year += usd;
        }
    }

    fn line(self, id: LineId, label: &'static str) -> PlanLine {
        PlanLine {
            id,
            label,
            present_value_usd: self.present_value,
            capex_usd: 0.0,
            upfront_usd: self.upfront,
            by_year_usd: self.by_year,
        }
    }
}

/// The lines of a plan whose flows are filled with what bills are for. `there_usd`: value of machines there.
pub(super) fn lines(plan: &Plan, flows: &Flows, present_value: f64, there_usd: f64) -> Vec<PlanLine> {
    let model = &plan.model;
    let mut lines = if plan.owns() { own_lines(plan, flows, there_usd) } else { Vec::new() };
    let clock = &model.time.clock;
    let of_machines: f64 = lines.iter().map(|line| line.present_value_usd).sum();
    let mut bills = bill_lines(plan, flows);
    let late = late_line(plan, flows, &lines);
    bills.extend(late);
    // What is left of all payments is for GPU-hours.
    let totals = flows.totals(clock).present_value;
    let known: f64 = bills.iter().map(|line| line.present_value_usd).sum();
    let mut by_year = flows.by_year(model.time.first_year_months);
    if let Some(first) = by_year.first_mut() {
        *first -= there_usd;
    }
    let mut upfront = flows.start.iter().take(plan.upfront_until()).sum::<f64>() - there_usd;
    for line in lines.iter().chain(&bills) {
        upfront -= line.upfront_usd;
        for (left, usd) in by_year.iter_mut().zip(&line.by_year_usd) {
            *left -= usd;
        }
    }
    let compute = label(LineId::Compute);
    let compute = PlanLine {
        id: LineId::Compute,
        label: compute,
        present_value_usd: without_rounding(totals - of_machines - known, totals),
        capex_usd: 0.0,
        upfront_usd: without_rounding(upfront, totals),
        by_year_usd: by_year.into_iter().map(|usd| without_rounding(usd, totals)).collect(),
    };
    lines.push(compute);
    lines.extend(bills);
    if model.time.tax.is_some() {
        let tax = Payments { present_value: present_value - totals, ..Payments::new(plan) };
        lines.push(tax.line(LineId::TaxSaved, "Tax saved"));
    }
    lines.retain(|line| line.present_value_usd != 0.0 || line.by_year_usd.iter().any(|usd| *usd != 0.0));
    lines
}

/// A remainder, or nothing where it is rounding.
fn without_rounding(rest: f64, of: f64) -> f64 {
    if libm::fabs(rest) > 1e-11 * libm::fabs(of) { rest } else { 0.0 }
}

fn label(id: LineId) -> &'static str {
    RENT_LINES.iter().find(|line| line.id == id).map_or("", |line| line.label)
}

fn own_lines(plan: &Plan, flows: &Flows, there_usd: f64) -> Vec<PlanLine> {
    let model = &plan.model;
    let clock = &model.time.clock;
    let first = model.time.first_year_months;
    let mut alone = Flows::with_accounts(model);
    let of_line = |line: &crate::cost::OwnLine| {
        alone.clear();
        alone.take_work(flows);
        own_line(model, &(line.of)(model), &mut alone);
        let mut by_year = alone.by_year(first);
        let mut upfront: f64 = alone.start.iter().take(plan.upfront_until()).sum();
        if let Some(first) = by_year.first_mut().filter(|_| line.id == LineId::PresentNodes) {
            *first -= there_usd;
            upfront -= there_usd;
        }
        let assets = alone.accounts.iter().flat_map(|accounts| &accounts.assets);
        let capex = assets.map(|asset| {
            let rest = (asset.price - asset.deposit) * clock.at_start(asset.month);
            rest + asset.deposit * clock.at_start(1) - asset.proceeds * clock.at_end(asset.until)
        });
        PlanLine {
            id: line.id,
            label: line.label,
            present_value_usd: alone.totals(clock).present_value,
            capex_usd: capex.sum(),
            upfront_usd: upfront,
            by_year_usd: by_year,
        }
    };
    OWN_LINES.iter().map(of_line).collect()
}

/// Lines of the bills beside GPU-hours, set-up and moving out.
fn bill_lines(plan: &Plan, flows: &Flows) -> Vec<PlanLine> {
    let model = &plan.model;
    let none = BilledParts::default();
    let billed = flows.billed.as_ref().unwrap_or(&none);
    let series: [(LineId, &[f64]); 6] = [
        (LineId::Managed, &billed.managed),
        (LineId::RentedStorage, &billed.storage),
        (LineId::Egress, &billed.egress),
        (LineId::DedicatedLine, &billed.line),
        (LineId::RentedPlatform, &billed.platform),
        (LineId::CloudSupport, &billed.support),
    ];
    let mut lines: Vec<PlanLine> = series
        .iter()
        .map(|(id, usd)| {
            let mut paid = Payments::new(plan);
            for (place, usd) in usd.iter().enumerate() {
                paid.at_end(place + 1, *usd);
            }
            paid.line(*id, label(*id))
        })
        .collect();
    let mut beside = Flows::new(model);
    flows.rented_beside(&mut beside);
    let mut set_up = Payments::new(plan);
    for (place, usd) in beside.start.iter().enumerate().filter(|(_, usd)| **usd != 0.0) {
        set_up.at_start(place + 1, *usd);
    }
    lines.push(set_up.line(LineId::SetUp, "Set-up and porting"));
    let mut moving = Payments::new(plan);
    moving.at_end(flows.months, flows.moved_out);
    lines.push(moving.line(LineId::MovingOut, "Moving data out"));
    let mut bill = Payments::new(plan);
    for month in 1..=months_of_bill(plan) {
        let grown = model.time.growth.get(month - 1).copied().unwrap_or(1.0);
        bill.at_end(month, model.bill.map_or(0.0, |bill| bill.usd_per_month) * grown);
    }
    lines.push(bill.line(LineId::PresentBill, "Current bill"));
    let mut tokens = Payments::new(plan);
    for (place, usd) in billed.tokens.iter().enumerate() {
        tokens.at_end(place + 1, *usd);
    }
    lines.push(tokens.line(LineId::Tokens, "Tokens from an API"));
    let mut serving = Payments::new(plan);
    for (place, usd) in flows.serving.iter().enumerate() {
        serving.at_end(place + 1, *usd);
    }
    lines.push(serving.line(LineId::Serving, SERVING_LABEL));
    lines
}

/// Months in which the current bill goes on: until delivery in plans that buy, all of them in the plan of what is there.
fn months_of_bill(plan: &Plan) -> usize {
    let time = &plan.model.time;
    let buys = plan.nodes_bought() > 0.0 && plan.model.is_delivered() && !time.queue;
    match plan.kind {
        PlanKind::Now => time.months,
        _ if buys && plan.model.bill_until_delivery().is_some() => (time.delivery - 1).min(time.months),
        _ => 0,
    }
}

/// Late and undone work: what is paid at the ends of months beside machines and the people who serve.
fn late_line(plan: &Plan, flows: &Flows, own: &[PlanLine]) -> Option<PlanLine> {
    let model = &plan.model;
    if model.time.late_usd_per_gpu_hour == 0.0 || flows.late + flows.unserved == 0.0 {
        return None;
    }
    let mut machines = Flows::new(model);
    flows.serving_alone(&mut machines);
    machines.take_work(flows);
    if !own.is_empty() {
        for line in OWN_LINES {
            own_line(model, &(line.of)(model), &mut machines);
        }
    }
    let mut late = Payments::new(plan);
    for (place, (all, of_machines)) in flows.end.iter().zip(&machines.end).enumerate() {
        late.at_end(place + 1, all - of_machines);
    }
    Some(late.line(LineId::Late, "Late and undone work"))
}
