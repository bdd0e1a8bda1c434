//! The checked form of a scenario: everything in it can be computed without failing.
//!
//! In: a [`Scenario`] and a [`PriceBook`]. Out: a [`Model`], or everything that is wrong with the scenario. Invariant:
//! every number is finite and within its row's bounds, shares used as divisors are positive, and at least one node is
//! owned. Deliberately absent: results, which `cost`, `horizon` and `report` compute.

pub mod offers;

pub mod fixes;
mod jobs_at_offers;
mod owned;
mod present_bill;
mod rented;
mod time;
pub mod token_offers;
mod yearly;

use std::borrow::Cow;
use std::sync::Arc;

pub use owned::{Owned, Wear, node_price};
pub use present_bill::PresentBill;
pub use rented::{Rented, SupportPlan};
pub use time::{Finance, TAIL_MONTHS, Tax, Time};
pub use yearly::{Draw, Space, Staff, Stage, StageNeeds, Yearly, YearlyLines, staff};

use crate::demand::Load;
use crate::formulas::finance::{ChargeMethod, Resale, Timing};
use crate::inputs::derived::{largest_job, owned_gpus};
use crate::inputs::field::{Field, Kind};
use crate::inputs::issue::{Issue, Severity};
use crate::inputs::present_machines::{OfPresentGpu, PresentMachines};
use crate::inputs::relative_speed::bill_work;
use crate::inputs::value::{Credit, Point};
use crate::inputs::{ChargeChoice, FIELDS, ResidualMethod, Scenario, Size, TaxMethod, TimingChoice, machine_with};
use crate::model::offers::{Offer, Swap, offers_of};
use crate::model::token_offers::{TokenOffer, serving_usd_per_year, token_offers, unknown_models};
use crate::number;
use crate::prices::{PriceBook, gpu_named};
use crate::text::plain;
use crate::units::{MONTHS_PER_YEAR, ProductiveHours};

/// A checked calculation.
#[derive(Clone, Debug)]
pub struct Model {
    /// Productive GPU-hours wanted per year.
    pub work: ProductiveHours,
    /// How that work is spread over the hours of a year, and which of it may be interrupted or has to be owned.
    pub load: Arc<Load>,
    /// What is owned.
    pub owned: Owned,
    /// Costs of renting besides the rate.
    pub rented: Rented,
    /// How a purchase is spread over its life.
    pub charge: ChargeMethod,
    /// Changes over the months.
    pub time: Time,
    /// What is paid for rented GPUs today; nothing without a bill, or if the work of its hours is unknown.
    pub bill: Option<PresentBill>,
    /// Every offer of the scenario's GPU, able or not, with the user's quotes first. Shared by reruns that do not
    /// change them.
    pub offers: Arc<Vec<Offer>>,
    /// Tokens from an API for workloads that name a model.
    pub token_offers: Arc<Vec<TokenOffer>>,
    /// Yearly cost of the people who serve tokens on GPUs, today's US dollars; an API needs none.
    pub serving_usd_per_year: f64,
    /// Resale value of nodes by age, from the price book's planning figures.
    pub planning: Arc<Resale>,
    /// What is known of the GPU of the machines there.
    pub present_gpu: OfPresentGpu,
    /// Inputs the user should check.
    pub warnings: Vec<Issue>,
}

/// What an analysis computes again with changed inputs.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The prices it is computed with.
    pub book: &'a PriceBook,
    /// Their edition.
    pub edition: &'a str,
}

impl Model {
    /// Checks a scenario against the table and for contradictions.
    ///
    /// Errors: every row that is out of bounds, and every contradiction.
    pub fn new(scenario: &Scenario, book: &PriceBook, edition: &str) -> Result<Self, Vec<Issue>> {
        Self::like(None, scenario, book, edition)
    }

    /// The same, faster: reuses what it shares with the model of another scenario.
    ///
    /// Errors: as for [`Model::new`].
    pub fn like(
        earlier: Option<&Self>,
        scenario: &Scenario,
        book: &PriceBook,
        edition: &str,
    ) -> Result<Self, Vec<Issue>> {
        let mut issues = out_of_bounds(scenario);
        if issues.is_empty() {
            issues = contradictions(scenario, book, edition);
        }
        if issues.iter().any(|i| i.severity == Severity::Error) {
            return Err(issues);
        }
        let planning =
            earlier.map_or_else(|| Arc::new(Resale::table(book.planning_resale())), |e| Arc::clone(&e.planning));
        let mut made = Self::of(&without_idle_mistakes(scenario), book, edition, planning, earlier);
        if !made.time.credits.is_empty() {
            issues.extend(idle_credits(&made));
        }
        issues.extend(workload_remarks(&made));
        issues.extend(unknown_models(&made, scenario, (book, edition)));
        made.warnings = issues;
        Ok(made)
    }

    fn of(scenario: &Scenario, book: &PriceBook, edition: &str, planning: Arc<Resale>, earlier: Option<&Self>) -> Self {
        let present_gpu = OfPresentGpu::new(scenario, book, edition);
        let owned = Owned::new(scenario, 0.0, &planning, &present_gpu);
        let follows_work = scenario.data_follows_work(book);
        let rented = Rented { follows_work, ..Rented::new(scenario) };
        let swap = Swap {
            gpus: owned.physical_gpus,
            same_capacity_gpus: owned.gpus * owned.availability / rented.availability
                * (owned.yields.goodput / rented.yields.goodput)
                / rented.paid_efficiency,
        };
        let mut offers = offers_of(scenario, book, edition, swap, rented.yields.goodput);
        // One job may be as large as the largest fabric, rented or owned.
        let largest = offers
            .iter()
            .filter(|o| o.gpu == scenario.work.gpu)
            .map(|o| o.fabric_gpus)
            .fold(owned.largest_group(), f64::max);
        let load = Load::like(earlier.map(|e| &e.load), &scenario.with_throughput(book), largest);
        if !load.demand.is_empty() {
            jobs_at_offers::set(&mut offers, &load, scenario);
        }
        let time = Time::new(
            scenario,
            rented.yields.productive_per_busy() * rented.held_of_committed(),
            earlier.map(|e| &e.time),
        );
        let grown = time.growth.iter().copied().fold(1.0, f64::max);
        let token_offers = Arc::new(token_offers(scenario, book, edition, &load, grown));
        Self {
            work: work_of(scenario),
            load,
            owned,
            rented,
            charge: charge_method(scenario),
            time,
            bill: PresentBill::of(scenario, bill_work(scenario, book)),
            offers: Arc::new(offers),
            token_offers,
            serving_usd_per_year: serving_usd_per_year(scenario),
            planning,
            present_gpu,
            warnings: Vec::new(),
        }
    }

    /// The model of a scenario that differs from this one's only in rows that affect no offer ([`moves_offers`]).
    ///
    /// For thousands of reruns. The caller guarantees that the scenario is within bounds.
    #[must_use]
    pub fn rerun(&self, scenario: &Scenario) -> Self {
        let planning = Arc::clone(&self.planning);
        let owned = Owned::new(scenario, 0.0, &planning, &self.present_gpu);
        let rented = Rented { follows_work: self.rented.follows_work, ..Rented::new(scenario) };
        let time =
            Time::new(scenario, rented.yields.productive_per_busy() * rented.held_of_committed(), Some(&self.time));
        Self {
            work: work_of(scenario),
            load: Arc::clone(&self.load),
            owned,
            rented,
            charge: charge_method(scenario),
            time,
            bill: PresentBill::of(scenario, self.bill.map(PresentBill::relative_work)),
            offers: self.offers.clone(),
            token_offers: Arc::clone(&self.token_offers),
            serving_usd_per_year: serving_usd_per_year(scenario),
            planning,
            present_gpu: self.present_gpu,
            warnings: Vec::new(),
        }
    }
}

impl Model {
    /// The same with additional nodes beyond those of its scenario.
    #[must_use]
    pub fn with_further(&self, scenario: &Scenario, nodes: f64) -> Self {
        Self { owned: Owned::new(scenario, nodes, &self.planning, &self.present_gpu), ..self.clone() }
    }

    /// The same with the machines of a scenario that differs in them alone.
    #[must_use]
    pub fn with_machines_of(&self, scenario: &Scenario) -> Self {
        Self { owned: Owned::new(scenario, 0.0, &self.planning, &self.present_gpu), ..self.clone() }
    }

    /// The same with new nodes that take over from all machines there, which are sold once those are delivered. `scenario`
    /// differs in its machines alone: it owns the new nodes.
    #[must_use]
    pub fn with_replacing_machines_of(&self, scenario: &Scenario) -> Self {
        let lead = self.time.delivery - 1;
        Self { owned: Owned::replacing(scenario, &self.planning, &self.present_gpu, lead), ..self.clone() }
    }

    /// The same with another amount of work, and the data that follow it.
    #[must_use]
    pub fn with_work(&self, work: ProductiveHours) -> Self {
        let mut other = self.clone();
        other.set_work(self, work);
        other
    }

    /// Sets the amount of work of a copy of `base`, and the data that follow it.
    pub fn set_work(&mut self, base: &Self, work: ProductiveHours) {
        self.work = work;
        (self.rented.storage, self.rented.exit_gb) = (base.rented.storage, base.rented.exit_gb);
        if base.work > ProductiveHours::ZERO {
            self.rented.follow_work(work.as_gpu_hours() / base.work.as_gpu_hours());
        }
    }

    /// The same without the work that has to run on owned machines; nothing if all of it may be rented.
    #[must_use]
    pub fn without_pinned(&self) -> Option<Self> {
        let load = self.load.rentable.as_ref()?;
        let work = self.work * (1.0 - self.load.pinned_share());
        Some(Self { work, load: Arc::clone(load), ..self.clone() })
    }

    /// Whether any delivery happens while machines run: existing ones may all retire before.
    pub fn is_delivered(&self) -> bool {
        self.owned.ends_after().is_none_or(|last| self.time.delivery <= last)
    }
}

fn work_of(s: &Scenario) -> ProductiveHours {
    ProductiveHours::gpu_hours(s.work.gpu_hours_per_month.value * MONTHS_PER_YEAR)
}

/// Warnings about workloads that are left out or not used as entered.
fn workload_remarks(model: &Model) -> Vec<Issue> {
    let told = |remark: &crate::demand::Remark| {
        let left_out = if remark.left_out { ". It is left out" } else { "" };
        let message = format!("Workload {}, {}: {}{left_out}", remark.index + 1, plain(&remark.name, 40), remark.words);
        Issue::warning(&["work.workloads"], message)
    };
    model.load.demand.remarks.iter().map(told).collect()
}

/// Whether changing a row can change offers: which can do the job, their prices, and the work of their hours.
pub fn moves_offers(field: &Field) -> bool {
    const MOVING: [&str; 28] = [
        // Machines there of another GPU: what counts as GPUs owned, and the largest job.
        "present.nodes",
        "present.gpus_per_node",
        "present.gpu_relative_work",
        // The work of the hours on the bill.
        "present.bill_usd_per_month",
        "present.usd_per_gpu_hour",
        "present.gpu_work",
        "rent.launch_hours",
        "rent.idle_out_hours",
        "own.gpus",
        "own.gpus_per_node",
        "own.availability",
        "own.availability_method",
        "own.failure_share",
        "own.planned_share",
        "own.spare_share",
        "own.goodput",
        "rent.discount_share",
        "rent.goodput",
        "rent.paid_efficiency",
        "rent.availability",
        "rent.unavailable_share",
        "rent.quote_upfront_share",
        "rent.committed_gpus",
        "work.efficiency",
        "work.fabric_gpus",
        "work.longest_term_months",
        // These can contradict each other, which only a new model detects.
        "time.horizon_months",
        "time.lead_months",
    ];
    match field.kind {
        Kind::Number { .. } => field.group.id == "stops" || MOVING.contains(&field.id),
        // Lists, choices and switches are rarely rerun, so they are not distinguished.
        _ => true,
    }
}

fn out_of_bounds(scenario: &Scenario) -> Vec<Issue> {
    FIELDS
        .iter()
        .filter(|f| (f.is_relevant)(scenario))
        .filter_map(|f| f.validate(&f.get(scenario)).map(|words| Issue::error(&[f.id], format!("{} {words}", f.label))))
        .collect()
}

/// A scenario with valid values in all rows that are not relevant.
///
/// Those rows are not reported, because they change no answer, but their values must not reach a sum either (0 × NaN).
pub fn without_idle_mistakes(scenario: &Scenario) -> Cow<'_, Scenario> {
    let mut clean = Cow::Borrowed(scenario);
    for field in FIELDS.iter().filter(|f| !(f.is_relevant)(scenario)) {
        if field.validate(&field.get(scenario)).is_some() {
            field.set(clean.to_mut(), &field.neutral.to_value());
        }
    }
    clean
}

fn contradictions(s: &Scenario, book: &PriceBook, edition: &str) -> Vec<Issue> {
    let mut issues = Vec::new();
    if !book.has_edition(edition) {
        issues.push(Issue::error(&[], format!("Price edition {edition} is not available in this version")));
    }
    if book.gpu(&s.work.gpu).is_none() {
        issues.push(Issue::error(&["work.gpu"], format!("GPU {} is not in the price book", s.work.gpu)));
    }
    if s.own.node_includes_network && s.own.fabric_usd_per_node.value > 0.0 {
        let message =
            "The node price includes the network, but a network fabric is entered as well: it is counted twice";
        issues.push(Issue::warning(&["own.fabric_usd_per_node", "own.node_includes_network"], message));
    }
    if ends_before_delivery(s) {
        let message = "The machines are delivered after the end of the horizon";
        issues.push(Issue::error(&["time.lead_months", "time.horizon_months"], message.to_owned()));
    }
    if s.own.residual_method == ResidualMethod::Table && s.own.residual_table.is_empty() {
        let message = "Resale by age has no rows: used machines count as worthless";
        issues.push(Issue::warning(&["own.residual_table", "own.residual_method"], message));
    }
    if !s.own.residual_table.is_empty() || !s.time.rent_curve.is_empty() {
        issues.extend(odd_tables(s));
    }
    if s.rent.only_quotes && !s.rent.quotes.iter().any(|quote| quote.usd_per_gpu_hour > 0.0) {
        let message = "Only your own offers are compared, but none of them has a price: there is nothing to compare";
        issues.push(Issue::warning(&["rent.quotes", "rent.only_quotes"], message));
    }
    if s.rent.quotes.iter().any(|quote| quote.usd_per_gpu_hour > DEAR_USD) {
        let message = "One of your offers costs more than 100 USD per GPU-hour. Was a decimal separator read as a thousands separator?";
        issues.push(Issue::warning(&["rent.quotes"], message.to_owned()));
    }
    if !s.rent.quotes.is_empty() {
        issues.extend(odd_quotes(s, book));
    }
    if s.money.tax_method != TaxMethod::Without && s.money.timing == TimingChoice::Monthly && tax_split(s) {
        let message = "With tax, use a horizon of whole years: tax for a partial year is paid at the end of that year";
        issues.push(Issue::warning(&["time.horizon_months", "money.tax_method"], message));
    }
    if let Some(other) = machine_of_another_gpu(s, book, edition) {
        let message = format!("The node price is for a machine with {other}, not for the workload's GPU");
        issues.push(Issue::warning(&["own.node_price_usd", "work.gpu"], message));
    }
    if s.present.bill_usd_per_month.value > 0.0 && bill_work(s, book).is_none() {
        let message = "The relative speed of the bill's GPU is unknown, so the bill cannot be compared. Enter it";
        issues.push(Issue::warning(&["present.gpu_work", "present.gpu"], message.to_owned()));
    }
    if let Err(asked) = PresentMachines::new(s, book, edition) {
        issues.extend(asked);
    }
    // Where the size to own is found or typed elsewhere, these GPUs were not entered.
    let counts = matches!(s.sizes.own, Size::Auto) && s.work.workloads.is_empty();
    if counts && owned_gpus(s) > s.own.gpus.value {
        let message = format!(
            "Nodes are bought whole: {} GPUs in nodes of {} count as {}",
            number::write(s.own.gpus.value),
            number::write(s.own.gpus_per_node.value),
            number::write(owned_gpus(s))
        );
        issues.push(Issue::warning(&["own.gpus", "own.gpus_per_node"], message));
    }
    if largest_job(s).is_some_and(|most| s.work.fabric_gpus.value > most) {
        let message = "A job needs more GPUs in one fabric than you would own";
        issues.push(Issue::warning(&["work.fabric_gpus", "own.gpus"], message));
    }
    issues
}

/// Warnings about the user's offers with an unknown or ambiguous GPU, and about spot offers with a term.
fn odd_quotes(s: &Scenario, book: &PriceBook) -> Vec<Issue> {
    let mut issues = Vec::new();
    let mut told = |message: String| issues.push(Issue::warning(&["rent.quotes"], message));
    for quote in &s.rent.quotes {
        let gpu = plain(quote.gpu.trim(), 40);
        if !gpu.is_empty() {
            match gpu_named(&book.gpus, &gpu) {
                None => told(format!(
                    "One of your offers names the GPU `{gpu}`, which is not in the price book, so the offer does not count"
                )),
                Some(named)
                    if named.gpu.id == s.work.gpu || named.others.iter().any(|other| other.id == s.work.gpu) => {}
                Some(named) => {
                    if let Some(words) = named.reading(&gpu) {
                        told(format!("In one of your offers, {words}"));
                    }
                }
            }
        }
        if quote.spot && quote.term_months > 0.0 {
            told(
                "One of your spot offers has a term. Spot machines can be reclaimed, so it counts as hourly".to_owned(),
            );
        }
    }
    issues
}

/// Warnings about credits of providers without any offer: they pay for nothing.
fn idle_credits(model: &Model) -> Vec<Issue> {
    let idle = |provider: &str| !model.offers.iter().any(|o| o.provider.eq_ignore_ascii_case(provider));
    let credits = model.time.credits.iter().filter(|c| c.usd > 0.0 && !c.provider.is_empty() && idle(&c.provider));
    let told = |c: &Credit| {
        let message =
            format!("Credits from {} are not used: no offer has a provider with exactly that name", c.provider);
        Issue::warning(&["rent.credits"], message)
    };
    credits.map(told).collect()
}

/// Warnings about tables with two values for one time, or with a resale value above the price; they are used as
/// entered.
fn odd_tables(s: &Scenario) -> Vec<Issue> {
    let twice = |points: &[Point]| {
        let earlier = |index: usize, at: f64| points.iter().take(index).any(|p| p.at == at);
        points.iter().enumerate().find(|(index, p)| earlier(*index, p.at)).map(|(_, p)| number::write(p.at))
    };
    let resale: &[Point] = match s.own.residual_method {
        ResidualMethod::Table => &s.own.residual_table,
        _ => &[],
    };
    let mut issues = Vec::new();
    if let Some(month) = twice(&s.time.rent_curve) {
        let message = format!(
            "Rental prices by month contain two prices for month {month}: the first applies in that month, the last afterwards"
        );
        issues.push(Issue::warning(&["time.rent_curve"], message));
    }
    if let Some(age) = twice(resale) {
        let message = format!(
            "Resale by age contains two values for age {age}: the first applies at that age, the last afterwards"
        );
        issues.push(Issue::warning(&["own.residual_table"], message));
    }
    if resale.iter().any(|p| p.share > 1.0) {
        let message = "Resale by age values used machines above their purchase price";
        issues.push(Issue::warning(&["own.residual_table"], message.to_owned()));
    }
    issues
}

/// Every list price of a GPU-hour is below a fifth of this.
pub const DEAR_USD: f64 = 100.0;

fn ends_before_delivery(s: &Scenario) -> bool {
    s.time.lead_months.value >= s.time.horizon_months.value
}

fn tax_split(s: &Scenario) -> bool {
    let years = s.time.horizon_months.value / MONTHS_PER_YEAR;
    libm::trunc(years) != years
}

/// The GPU whose machine in the price book has the scenario's node price, if it is not the work's GPU: this remains
/// after choosing a GPU for which the book has no machine. If the book has one, an equal price was typed by the user.
fn machine_of_another_gpu(s: &Scenario, book: &PriceBook, edition: &str) -> Option<String> {
    let price = s.own.node_price_usd.value;
    let priced = |gpu: &str| machine_with(gpu, book, edition).is_some_and(|(_, usd)| usd == price);
    if machine_with(&s.work.gpu, book, edition).is_some() {
        return None;
    }
    let other = book.gpus.iter().find(|g| g.id != s.work.gpu && priced(&g.id));
    other.map(|g| g.name.clone())
}

fn charge_method(s: &Scenario) -> ChargeMethod {
    let timing = match s.money.timing {
        TimingChoice::Monthly => Timing::Monthly,
        TimingChoice::YearEnd => Timing::YearEnd,
    };
    match s.money.charge {
        ChargeChoice::Simple => ChargeMethod::Simple,
        ChargeChoice::Discounted => ChargeMethod::discounted(s.money.discount_rate.value, timing),
    }
}
