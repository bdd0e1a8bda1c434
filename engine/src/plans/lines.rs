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

/// What a line pays in each month, US dollars: at its start and at its end. Months after the horizon follow where something is due then.
#[derive(Clone, Debug, PartialEq)]
pub struct MonthlyLine {
    /// Its id.
    pub id: LineId,
    /// Its label.
    pub label: &'static str,
    /// Paid at the start of each month.
    pub start_usd: Vec<f64>,
    /// Paid at the end of each month, sales left out.
    pub end_usd: Vec<f64>,
    /// What is sold at the end of each month: below 0.
    pub sold_usd: Vec<f64>,
}

/// What each line of a plan pays in each month before tax; together they are all of its payments. The value of machines there is the
/// first payment of their line. `flows`: those of the plan, filled with what bills are for.
pub fn monthly_lines(plan: &Plan, flows: &Flows) -> Vec<MonthlyLine> {
    let mut found: Vec<MonthlyLine> = Vec::new();
    if plan.owns() {
        let mut alone = Flows::with_accounts(&plan.model);
        for line in OWN_LINES {
            alone.clear();
            alone.take_work(flows);
            own_line(&plan.model, &(line.of)(&plan.model), &mut alone);
            found.push(monthly_of(line.id, line.label, &alone));
        }
    }
    let mut beside: Vec<MonthlyLine> = bill_payments(plan, flows).into_iter().map(Payments::monthly).collect();
    beside.extend(late_payments(plan, flows, plan.owns()).map(Payments::monthly));
    // What is left of all payments is for GPU-hours.
    let mut rest = monthly_of(LineId::Compute, label(LineId::Compute), flows);
    let scale = rest.start_usd.iter().chain(&rest.end_usd).fold(0.0, |most, usd| f64::max(most, libm::fabs(*usd)));
    for line in found.iter().chain(&beside) {
        for (left, paid) in [
            (&mut rest.start_usd, &line.start_usd),
            (&mut rest.end_usd, &line.end_usd),
            (&mut rest.sold_usd, &line.sold_usd),
        ] {
            for (left, paid) in left.iter_mut().zip(paid) {
                *left -= paid;
            }
        }
    }
    for series in [&mut rest.start_usd, &mut rest.end_usd, &mut rest.sold_usd] {
        for usd in series.iter_mut() {
            *usd = without_rounding(*usd, scale);
        }
    }
    found.push(rest);
    found.extend(beside);
    found.retain(|line| [&line.start_usd, &line.end_usd, &line.sold_usd].into_iter().flatten().any(|usd| *usd != 0.0));
    found
}

fn monthly_of(id: LineId, label: &'static str, flows: &Flows) -> MonthlyLine {
    let (start_usd, mut end_usd): (Vec<f64>, Vec<f64>) = flows.paid().unzip();
    let mut sold_usd = vec![0.0; end_usd.len()];
    for asset in flows.accounts.iter().flat_map(|accounts| &accounts.assets).filter(|asset| asset.proceeds > 0.0) {
        if let (Some(sold), Some(end)) = (sold_usd.get_mut(asset.until - 1), end_usd.get_mut(asset.until - 1)) {
            *sold -= asset.proceeds;
            *end += asset.proceeds;
        }
    }
    MonthlyLine { id, label, start_usd, end_usd, sold_usd }
}

/// Payments of one line.
struct Payments<'m> {
    id: LineId,
    label: &'static str,
    /// By month: at its start, and at its end.
    months: [Vec<f64>; 2],
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
    fn new(plan: &'m Plan, (id, label): (LineId, &'static str)) -> Self {
        let time = &plan.model.time;
        let first_year = time.first_year_months;
        let years = year_of(time.months, first_year);
        Self {
            id,
            label,
            months: [Vec::new(), Vec::new()],
            clock: &time.clock,
            first_year,
            upfront_until: plan.upfront_until(),
            present_value: 0.0,
            upfront: 0.0,
            by_year: vec![0.0; years],
        }
    }

    fn at_end(&mut self, month: usize, usd: f64) {
        self.keep(1, month, usd);
        self.present_value += usd * self.clock.at_end(month);
        self.add_to_year(month, usd);
    }

    fn at_start(&mut self, month: usize, usd: f64) {
        self.keep(0, month, usd);
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

    fn keep(&mut self, when: usize, month: usize, usd: f64) {
        let Some(series) = self.months.get_mut(when) else { return };
        if series.len() < month {
            series.resize(month, 0.0);
        }
        if let Some(place) = series.get_mut(month - 1) {
            *place += usd;
        }
    }

    fn monthly(self) -> MonthlyLine {
        let [start_usd, end_usd] = self.months;
        MonthlyLine { id: self.id, label: self.label, start_usd, end_usd, sold_usd: Vec::new() }
    }

    fn line(self) -> PlanLine {
        PlanLine {
            id: self.id,
            label: self.label,
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
    let late = late_payments(plan, flows, !lines.is_empty());
    let bills: Vec<PlanLine> = bill_payments(plan, flows).into_iter().chain(late).map(Payments::line).collect();
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
        let tax = Payments::new(plan, (LineId::TaxSaved, "Tax saved"));
        lines.push(Payments { present_value: present_value - totals, ..tax }.line());
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
fn bill_payments<'m>(plan: &'m Plan, flows: &Flows) -> Vec<Payments<'m>> {
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
    let mut lines: Vec<Payments> = series
        .iter()
        .map(|(id, usd)| {
            let mut paid = Payments::new(plan, (*id, label(*id)));
            for (place, usd) in usd.iter().enumerate() {
                paid.at_end(place + 1, *usd);
            }
            paid
        })
        .collect();
    let mut beside = Flows::new(model);
    flows.rented_beside(&mut beside);
    let mut set_up = Payments::new(plan, (LineId::SetUp, "Set-up and porting"));
    for (place, usd) in beside.start.iter().enumerate().filter(|(_, usd)| **usd != 0.0) {
        set_up.at_start(place + 1, *usd);
    }
    lines.push(set_up);
    let mut moving = Payments::new(plan, (LineId::MovingOut, "Moving data out"));
    moving.at_end(flows.months, flows.moved_out);
    lines.push(moving);
    let mut bill = Payments::new(plan, (LineId::PresentBill, "Current bill"));
    for month in 1..=months_of_bill(plan) {
        let grown = model.time.growth.get(month - 1).copied().unwrap_or(1.0);
        bill.at_end(month, model.bill.map_or(0.0, |bill| bill.usd_per_month) * grown);
    }
    lines.push(bill);
    let mut tokens = Payments::new(plan, (LineId::Tokens, "Tokens from an API"));
    for (place, usd) in billed.tokens.iter().enumerate() {
        tokens.at_end(place + 1, *usd);
    }
    lines.push(tokens);
    let mut serving = Payments::new(plan, (LineId::Serving, SERVING_LABEL));
    for (place, usd) in flows.serving.iter().enumerate() {
        serving.at_end(place + 1, *usd);
    }
    lines.push(serving);
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
fn late_payments<'m>(plan: &'m Plan, flows: &Flows, owns: bool) -> Option<Payments<'m>> {
    let model = &plan.model;
    if model.time.late_usd_per_gpu_hour == 0.0 || flows.late + flows.unserved == 0.0 {
        return None;
    }
    let mut machines = Flows::new(model);
    flows.serving_alone(&mut machines);
    machines.take_work(flows);
    if owns {
        for line in OWN_LINES {
            own_line(model, &(line.of)(model), &mut machines);
        }
    }
    let mut late = Payments::new(plan, (LineId::Late, "Late and undone work"));
    for (place, (all, of_machines)) in flows.end.iter().zip(&machines.end).enumerate() {
        late.at_end(place + 1, all - of_machines);
    }
    Some(late)
}
