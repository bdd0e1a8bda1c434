//! Cash flows by month: what a plan pays, when, and its present value.
//!
//! Months are 1, 2, ...; the decision is made at the start of month 1. Recurring costs fall due at the end of their
//! month, purchases and prepayments at the start of theirs, sales at the end of the last month of use. Costs are
//! positive. Source: model page, sections 0 and 5. Plans are written into reusable buffers, so a rerun allocates
//! nothing. Deliberately absent: which plan wins ([`crate::horizon`]), tax ([`tax`]).

mod billed;
mod commitment;
mod credits;
mod dispatch;
mod hires;
mod load;
pub mod mix;
pub mod outside;
mod own;
mod own_lines;
mod placing;
mod present;
mod queue;
mod rent;
mod serving;
mod sources;
mod tail;
pub mod tax;

pub use billed::BilledParts;
pub use load::{wanted, wanted_hours};
pub(crate) use own::full_from;
pub use own::{assets_of, own};
pub use own_lines::own_line;
pub use rent::rent;
pub use sources::Sources;

use credits::{Bill, When};
use hires::Hired;
use load::{all_work, running_work};
use outside::KeptStacks;
use placing::{Unplaced, Work};
use queue::Queue;
use tail::Tail;

use crate::formulas::finance::Clock;
use crate::model::{Model, TAIL_MONTHS};
use crate::units::count;

/// A plan's payments and work in each month; index 0 is month 1. Entries beyond the horizon are payments still due
/// then.
#[derive(Clone, Debug, PartialEq)]
pub struct Flows {
    /// Months of the horizon.
    pub months: usize,
    /// Paid at the start of the month: purchases, prepayments, setup.
    pub start: Vec<f64>,
    /// Paid at the end of the month, except provider bills.
    pub end: Vec<f64>,
    /// Provider bills, at the end of the month, after credits.
    pub bill: Vec<f64>,
    /// At the end of the month: removal and moving out, less sale proceeds.
    pub sale: Vec<f64>,
    /// The cost part of `sale`: removal, moving out, a fee.
    pub removal: Vec<f64>,
    /// Work done on the plan's own machines or commitment, productive GPU-hours.
    pub served: Vec<f64>,
    /// Work done at another offer.
    pub elsewhere: Vec<f64>,
    /// Work not done by the horizon, GPU-hours.
    pub unserved: f64,
    /// The same by the month in which it was wanted; what waited to the end in the last month.
    pub undone: Vec<f64>,
    /// Work done in a later month than wanted, GPU-hours.
    pub late: f64,
    /// The last month with a payment: that of the horizon, or a later one.
    last: usize,
    /// Data for tax and the books, if requested.
    pub accounts: Option<Accounts>,
    /// What bills are for, if requested.
    pub billed: Option<BilledParts>,
    /// Each bill with its offer, if there are credits to pay them.
    bills: Option<Vec<Bill>>,
    /// Work rented beside the plan, until the other bills are known, if there are credits to pay it.
    unplaced: Vec<Unplaced>,
    /// What of `end` is for people who serve tokens on GPUs.
    pub serving: Vec<f64>,
    /// What is rented, until it is billed.
    hired: Vec<Hired>,
    /// Whether what stored and moved data costs is left out, for a lower bound.
    without_data: bool,
    /// Stacks of what may be rented, of the plan before.
    kept: KeptStacks,
    /// New commitments that were signed.
    pub signed: Vec<SignedTerm>,
    /// Set-up and porting, each with its month.
    set_up: Vec<(usize, f64)>,
    /// Cost of moving data out at the horizon, before credits.
    pub moved_out: f64,
    /// Work that newly rented machines do, productive GPU-hours.
    pub rented: Vec<f64>,
    /// Work by who does it, productive GPU-hours.
    pub sources: Sources,
    /// The plan after a commitment, while renting is computed.
    tail: Tail,
}

/// A purchase and its disposal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asset {
    /// Month at the start of which it is delivered.
    pub month: usize,
    /// What was paid for it.
    pub price: f64,
    /// What of that is deducted for tax: nothing of what is there already.
    pub tax_book: f64,
    /// Months of its life.
    pub life: usize,
    /// Month at whose end it is sold or discarded.
    pub until: usize,
    /// Sale proceeds, or the remaining value, at that time.
    pub proceeds: f64,
    /// Whether it replaces hardware whose life has ended within the horizon.
    pub again: bool,
    /// Whether it was there already.
    pub is_there: bool,
    /// Part of the price paid at the order.
    pub deposit: f64,
}

/// A term of a commitment that was signed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedTerm {
    /// Its first month.
    pub from: usize,
    /// Its last month, within the horizon or beyond it.
    pub end: usize,
    /// What is due each month beside what was prepaid, US dollars.
    pub usd_per_month: f64,
}

/// A payment at the start of a term, expensed month by month.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prepaid {
    /// First month of the term.
    pub month: usize,
    /// Months of the term.
    pub months: usize,
    /// The payment.
    pub paid: f64,
    /// Months of it that count: the whole term, or those up to the horizon if the rest is credited.
    pub counted: usize,
}

impl Prepaid {
    /// Expense in each month of the term.
    pub fn a_month(&self) -> f64 {
        self.paid / count(self.months)
    }

    /// Amount credited at the horizon, for the months that do not count.
    pub fn credited(&self) -> f64 {
        self.a_month() * count(self.months - self.counted)
    }
}

/// Data for tax and the books beyond cash.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accounts {
    /// Everything bought.
    pub assets: Vec<Asset>,
    /// Every prepayment.
    pub prepaid: Vec<Prepaid>,
}

/// The sums of a plan's flows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Present value of all payments, before tax.
    pub present_value: f64,
    /// Sum of all payments.
    pub nominal: f64,
    /// Work done, productive GPU-hours.
    pub hours: f64,
    /// Present value of the work done: each hour weighted like a payment at the end of its month.
    pub hours_present_value: f64,
}

impl Flows {
    /// Empty buffers for the plans of a model.
    pub fn new(model: &Model) -> Self {
        let months = model.time.months;
        let long = || vec![0.0; months + TAIL_MONTHS];
        let short = || vec![0.0; months];
        Self {
            months,
            start: long(),
            end: long(),
            bill: long(),
            sale: short(),
            removal: short(),
            served: short(),
            elsewhere: short(),
            unserved: 0.0,
            undone: short(),
            late: 0.0,
            last: months,
            accounts: None,
            billed: None,
            bills: (!model.time.credits.is_empty()).then(Vec::new),
            unplaced: Vec::new(),
            serving: short(),
            hired: Vec::new(),
            without_data: false,
            kept: KeptStacks::default(),
            signed: Vec::new(),
            set_up: Vec::new(),
            moved_out: 0.0,
            rented: short(),
            sources: Sources::new(months),
            tail: Tail::default(),
        }
    }

    /// Like [`Flows::new`], also recording data for tax and the books.
    pub fn with_accounts(model: &Model) -> Self {
        Self { accounts: Some(Accounts::default()), ..Self::new(model) }
    }

    /// The same, also recording what bills are for.
    pub fn with_lines(model: &Model) -> Self {
        Self { billed: Some(BilledParts::new(model.time.months)), ..Self::with_accounts(model) }
    }

    /// Takes over what machines do in other flows: what lines of owning depend on.
    pub fn take_work(&mut self, other: &Self) {
        self.served.clone_from(&other.served);
        self.sources.machines_there.clone_from(&other.sources.machines_there);
    }

    /// Empties the buffers.
    pub fn clear(&mut self) {
        for series in
            [&mut self.start, &mut self.end, &mut self.bill, &mut self.sale, &mut self.served, &mut self.elsewhere]
        {
            let used = self.last.min(series.len());
            span_mut(series, 1, used).fill(0.0);
        }
        self.removal.fill(0.0);
        self.rented.fill(0.0);
        self.serving.fill(0.0);
        self.sources.clear();
        self.hired.clear();
        self.signed.clear();
        self.set_up.clear();
        self.moved_out = 0.0;
        self.last = self.months;
        self.unserved = 0.0;
        self.undone.fill(0.0);
        self.late = 0.0;
        if let Some(accounts) = &mut self.accounts {
            accounts.assets.clear();
            accounts.prepaid.clear();
        }
        if let Some(billed) = &mut self.billed {
            billed.clear();
        }
        if let Some(bills) = &mut self.bills {
            bills.clear();
        }
        self.unplaced.clear();
    }

    /// Fills other flows with what these pay for renting beside owned machines: set-up, bills, moving out.
    pub fn rented_beside(&self, beside: &mut Self) {
        beside.clear();
        beside.bill.clone_from(&self.bill);
        beside.last = self.last;
        for (month, usd) in &self.set_up {
            add(&mut beside.start, *month, *usd);
        }
        if self.moved_out != 0.0 {
            beside.charge(self.months, self.moved_out);
        }
    }

    /// Counts work of a month that nobody does.
    fn leave_undone(&mut self, month: usize, hours: f64) {
        self.unserved += hours;
        add(&mut self.undone, month, hours);
    }
    /// What is paid to people who serve tokens on GPUs, as flows of its own: other flows are filled with it.
    pub fn serving_alone(&self, alone: &mut Self) {
        alone.clear();
        for (place, usd) in self.serving.iter().enumerate() {
            add(&mut alone.end, place + 1, *usd);
        }
    }
    fn pay_at_start(&mut self, month: usize, usd: f64) {
        self.last = self.last.max(month);
        add(&mut self.start, month, usd);
    }
    fn pay(&mut self, month: usize, usd: f64) {
        self.last = self.last.max(month);
        add(&mut self.end, month, usd);
    }
    /// Adds the price of hours at the offer at index `offer` to the bill of a month.
    fn owe(&mut self, month: usize, usd: f64, offer: usize) {
        self.owe_with_charges(month, (usd, 0.0), offer);
    }
    /// Adds an offer's bill for a month, of which `charges` are not for hours.
    fn owe_with_charges(&mut self, month: usize, (usd, charges): (f64, f64), offer: usize) {
        self.last = self.last.max(month);
        add(&mut self.bill, month, usd);
        if let Some(bills) = &mut self.bills {
            bills.push(Bill { month, when: When::Hours, offer, usd: usd - charges });
            if charges != 0.0 {
                bills.push(Bill { month, when: When::Charges, offer, usd: charges });
            }
        }
    }
    /// Adds an offer's charge due when the work ends.
    fn owe_at_horizon(&mut self, usd: f64, offer: usize) {
        self.charge(self.months, usd);
        if let Some(bills) = &mut self.bills {
            bills.push(Bill { month: self.months, when: When::Horizon, offer, usd });
        }
    }
    fn sell(&mut self, month: usize, usd: f64) {
        add(&mut self.sale, month, -usd);
    }
    /// Adds a cost at the end of a month that is not part of a sale: removal, moving out, a fee.
    fn charge(&mut self, month: usize, usd: f64) {
        add(&mut self.sale, month, usd);
        add(&mut self.removal, month, usd);
    }
    fn keep(&mut self, asset: Asset) {
        if let Some(accounts) = &mut self.accounts {
            accounts.assets.push(asset);
        }
    }
    fn prepay(&mut self, prepaid: Prepaid) {
        self.pay_at_start(prepaid.month, prepaid.paid);
        if let Some(accounts) = &mut self.accounts {
            accounts.prepaid.push(prepaid);
        }
    }
    /// Adds a prepayment to an offer. The part for months that do not count is returned at the horizon.
    fn prepay_to(&mut self, prepaid: Prepaid, offer: usize) {
        self.prepay(prepaid);
        let Prepaid { month, months, counted, paid } = prepaid;
        let returned = prepaid.credited();
        if returned != 0.0 {
            self.sell(self.months, returned);
        }
        if let Some(bills) = &mut self.bills {
            bills.push(Bill { month, when: When::Start { months, counted, returned }, offer, usd: paid });
        }
    }

    /// Amounts due at the start and at the end of each month, including those after the horizon.
    pub fn paid(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let sales = self.sale.iter().chain(std::iter::repeat(&0.0));
        let paid = self.start.iter().zip(&self.end).zip(&self.bill).zip(sales);
        paid.map(|(((start, end), bill), sale)| (*start, end + bill + sale))
    }

    /// The sums, discounted by a clock. One pass over the buffers: hundreds of reruns spend their time here.
    pub fn totals(&self, clock: &Clock) -> Totals {
        let mut totals = Totals::default();
        let (starts, ends) = clock.month_by_month();
        let paid = self.start.iter().zip(&self.end).zip(&self.bill).zip(starts.iter().zip(ends));
        let work = self.sale.iter().zip(&self.served).zip(&self.elsewhere);
        for ((((start, end), bill), (at_start, at_end)), ((sale, served), elsewhere)) in paid.clone().zip(work) {
            let due = end + bill + sale;
            totals.nominal += start + due;
            totals.present_value += start * at_start + due * at_end;
            let work = served + elsewhere;
            totals.hours += work;
            totals.hours_present_value += work * at_end;
        }
        // Beyond the horizon there are no sales and no work.
        for (((start, end), bill), (at_start, at_end)) in paid.take(self.last).skip(self.months) {
            totals.nominal += start + (end + bill);
            totals.present_value += start * at_start + (end + bill) * at_end;
        }
        totals
    }

    /// Whether the unit cost is per hour of work wanted, as for renting over time, if late or undone work has a price.
    /// Otherwise it is per hour of work done.
    pub fn is_told_for_wanted(&self, model: &Model) -> bool {
        self.late + self.unserved > 0.0 && model.time.late_usd_per_gpu_hour > 0.0
    }

    /// Payments up to each of the points 0..=months, before tax and without sale proceeds: before and after the
    /// payments at that point. A payment at the start of month m belongs to point m − 1, removal to the end of its
    /// month. With a clock, payments are discounted.
    pub fn cumulative(&self, clock: Option<&Clock>) -> (Vec<f64>, Vec<f64>) {
        let at_start = |month: usize| clock.map_or(1.0, |c| c.at_start(month));
        let at_end = |month: usize| clock.map_or(1.0, |c| c.at_end(month));
        let mut sum = 0.0;
        let (mut before, mut points) = (Vec::with_capacity(self.months + 1), Vec::with_capacity(self.months + 1));
        for point in 0..=self.months {
            if point > 0 {
                sum += (value(&self.end, point) + value(&self.bill, point)) * at_end(point);
            }
            before.push(sum);
            if point > 0 {
                sum += value(&self.removal, point) * at_end(point);
            }
            if point < self.months {
                sum += value(&self.start, point + 1) * at_start(point + 1);
            }
            points.push(sum);
        }
        (before, points)
    }

    /// Payments up to one point, as in [`Flows::cumulative`], with or without those at the point itself.
    pub fn paid_until(&self, clock: Option<&Clock>, point: usize, at_once: bool) -> f64 {
        let (before, points) = self.cumulative(clock);
        let of = if at_once { points } else { before };
        of.get(point).copied().unwrap_or(0.0)
    }

    /// What hardware bought again costs and what hardware is sold for, as flows of their own: the first of the pair
    /// holds the purchases, the second the sales. Both leave these flows.
    pub fn take_replacements(&mut self, bought: &mut Self, sold: &mut Self) {
        let assets = self.accounts.as_ref().map_or(&[] as &[Asset], |accounts| &accounts.assets);
        for asset in assets {
            if asset.again {
                add(&mut self.start, asset.month, -asset.price);
                add(&mut bought.start, asset.month, asset.price);
            }
            if asset.proceeds > 0.0 {
                add(&mut self.sale, asset.until, asset.proceeds);
                add(&mut sold.sale, asset.until, -asset.proceeds);
            }
        }
    }

    /// Payments in each year of `per_year` months after a first one of `first` months; the last year includes what
    /// falls due after the horizon.
    pub fn by_year(&self, first: usize) -> Vec<f64> {
        let mut years = vec![0.0; year_of(self.months, first)];
        for month in 1..=self.start.len() {
            let sale = self.sale.get(month - 1).copied().unwrap_or(0.0);
            let paid = value(&self.start, month) + value(&self.end, month) + value(&self.bill, month) + sale;
            let last = years.len();
            if let Some(year) = years.get_mut(year_of(month, first).min(last) - 1) {
                *year += paid;
            }
        }
        years
    }
}

/// The fiscal year 1, 2, ... of a month, if the first year has `first` months.
pub fn year_of(month: usize, first: usize) -> usize {
    if month <= first { 1 } else { 1 + (month - first).div_ceil(12) }
}

fn add(series: &mut [f64], month: usize, usd: f64) {
    if let Some(place) = series.get_mut(month - 1) {
        *place += usd;
    }
}

fn value(series: &[f64], month: usize) -> f64 {
    series.get(month - 1).copied().unwrap_or(0.0)
}

/// Months `from` to `to` of a series; empty if it lacks them.
fn span(series: &[f64], from: usize, to: usize) -> &[f64] {
    series.get(from - 1..to).unwrap_or_default()
}

fn span_mut(series: &mut [f64], from: usize, to: usize) -> &mut [f64] {
    series.get_mut(from - 1..to).unwrap_or_default()
}

fn years(months: usize) -> f64 {
    count(months) / 12.0
}

/// Work a ceiling still allows, ignoring rounding differences.
fn room(ceiling: f64) -> f64 {
    ceiling * (1.0 + 1e-12)
}
