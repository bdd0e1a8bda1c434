//! The result of a calculation as plain data: the only type that leaves the engine as JSON.
//!
//! Names carry units. No number in it is ever NaN or infinite: what cannot be computed is absent or has its own
//! name, and a property test says so.

use serde::Serialize;

use crate::break_even::{self, Bend, Bends, BreakEven, OwnedGpu, RentedForIt};
use crate::cash_flow::assets_of;
use crate::cost::rent::{RENT_LINES, bill};
use crate::cost::{Explained, LineKind, OWN_LINES, own_rates};
use crate::derivation::{self, Derivation};
use crate::doubts::{Doubt, doubts};
use crate::finance::{ChargeMethod, Period, Timing};
use crate::further::{self, Further};
use crate::headline::{Headline, break_even_against, headline, owned_gpu, rented_for_it};
use crate::issue::Issue;
use crate::model::{Model, without_idle_mistakes};
use crate::offer::{Barrier, Billing, Offer};
use crate::outlook::{Outlook, Winner, buffers, outlook, rent_value, winner};
use crate::plan::{self, PlanCost, Terms};
use crate::present::{PresentPlan, present_plan};
use crate::price_book::PriceBook;
use crate::scenario::{CostUnit, ResidualMethod, Scenario, machine_with};
use crate::sensitivity::{Driver, Moved, Swing, allowance, moved, moved_by_unconfirmed};
use crate::text::Name;
use crate::turning::{node_price_flip, turning};
use crate::undone::{Undone, undone};
use crate::units::{HOURS_PER_YEAR, HourlyPrice, MONTHS_PER_YEAR, Money};

/// Below this share of the cheaper side's cost, two sides are too close to call.
pub const CLOSE_SHARE: f64 = 0.05;
/// Below this share a verdict leans, from it on it is clear.
pub const CLEAR_SHARE: f64 = 0.15;

/// Everything a calculation found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Version of the engine.
    pub engine: &'static str,
    /// Price edition it was computed with.
    pub edition: String,
    /// The chain from calendar to productive hours.
    pub hours: Hours,
    /// Who is cheaper.
    pub verdict: Verdict,
    /// Owning.
    pub own: OwnSide,
    /// Everything over the horizon.
    pub outlook: Outlook,
    /// Which inputs move the saving most within their ranges, the strongest first; without what explains a report only
    /// those that nobody confirmed: [`drivers`] has all.
    pub drivers: Vec<Driver>,
    /// What each uncertain input does to the cost of a steady year: for the bands of the first chart.
    #[serde(skip)]
    pub swings: Vec<Swing>,
    /// Renting, one entry an offer, the cheapest that counts first.
    pub offers: Vec<OfferSide>,
    /// What is paid now and what the same work could cost where it is; nothing where no bill was given.
    pub present: Option<PresentPlan>,
    /// Where the figures come from: owning, the cheapest offer, the price to beat, the break-even against that offer,
    /// payback, present values.
    pub derivations: Vec<Derivation>,
    /// Rent if the same service is offered below this, own above it.
    pub indifference_usd_per_gpu_hour: Option<f64>,
    /// What a person should look at.
    pub warnings: Vec<Issue>,
    /// What of the text could not be used as it was written, and what counts instead; empty for a scenario that was read from
    /// no text.
    pub issues: Vec<Issue>,
    /// What costs are told for beside a productive GPU-hour.
    pub cost_unit: UnitOfCost,
    /// What this calculation leaves out.
    pub not_modelled: Vec<&'static str>,
}

/// What costs are told for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct UnitOfCost {
    /// Which: `hour`, `month`, `run`, `tokens`.
    pub unit: CostUnit,
    /// Productive GPU-hours in one.
    pub gpu_hours: f64,
}

impl UnitOfCost {
    /// What a scenario asks for.
    pub fn of(scenario: &Scenario) -> Self {
        let work = &scenario.work;
        let gpu_hours = match work.cost_unit {
            CostUnit::Hour => 1.0,
            CostUnit::Month => work.gpu_hours_per_month.value,
            CostUnit::Run => work.gpu_hours_per_run.value,
            CostUnit::Tokens => 1.0 / work.mtokens_per_gpu_hour.value,
        };
        Self { unit: work.cost_unit, gpu_hours }
    }
}

/// From calendar hours to productive hours, a year, on the owned GPUs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hours {
    /// GPUs in whole nodes.
    pub gpus: f64,
    /// Whole nodes.
    pub nodes: f64,
    /// GPU-hours of the calendar.
    pub calendar_gpu_hours: f64,
    /// GPU-hours in which machines work.
    pub available_gpu_hours: f64,
    /// GPU-hours jobs hold.
    pub busy_gpu_hours: f64,
    /// GPU-hours of work done on the owned machines.
    pub productive_gpu_hours: f64,
    /// GPU-hours of work wanted.
    pub wanted_gpu_hours: f64,
    /// Share of the calendar in which machines work.
    pub availability: f64,
    /// Share of available hours that jobs hold.
    pub occupancy: f64,
    /// Largest occupancy there can be.
    pub largest_occupancy: f64,
    /// Efficiency inside the job, the same on both sides.
    pub workload_efficiency: f64,
    /// Goodput of owned machines.
    pub goodput: f64,
    /// Busy share: availability × occupancy.
    pub busy_share: f64,
    /// Utilization: busy share × efficiency × goodput.
    pub utilization: f64,
    /// Busy share that the work asks for.
    pub wanted_busy_share: f64,
    /// Largest busy share there can be.
    pub ceiling_busy_share: f64,
    /// GPUs that one job needs in one fabric.
    pub fabric_gpus: f64,
}

/// One line of cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Its name, for ever.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// The part of the headline it belongs to.
    pub kind: LineKind,
    /// Its formula in words.
    pub formula: &'static str,
    /// The rows it reads.
    pub inputs: &'static [&'static str],
    /// All GPUs, a year.
    pub usd_per_year: f64,
    /// One GPU, a year; only on the owning side.
    pub usd_per_gpu_year: Option<f64>,
    /// A productive GPU-hour; nothing without work.
    pub usd_per_productive_gpu_hour: Option<f64>,
}

impl Line {
    /// Its formula and the rows it reads.
    pub fn explained(&self) -> Explained {
        Explained { formula: self.formula, inputs: self.inputs }
    }
}

/// What owning costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OwnSide {
    /// All work, overflow included, a year.
    pub usd_per_year: f64,
    /// A productive GPU-hour, overflow included; nothing without work.
    pub usd_per_productive_gpu_hour: Option<f64>,
    /// F: one GPU a year, whatever it does.
    pub fixed_usd_per_gpu_year: f64,
    /// v: one GPU for one busy hour, on top.
    pub variable_usd_per_busy_gpu_hour: f64,
    /// The same cost per productive hour with capital charged in a straight line, without interest.
    pub simple_usd_per_productive_gpu_hour: Option<f64>,
    /// Paid at the start: machines, fabric, storage, installation, build-out. Nodes that are there already are not bought.
    pub upfront_usd: f64,
    /// The lines; they add up to the headline.
    pub lines: Vec<Line>,
    /// Work the owned machines cannot take, done at the cheapest offer by the hour, GPU-hours a year.
    pub overflow_gpu_hours: f64,
    /// Where it is done.
    pub overflow_offer: Option<Name>,
    /// Work that nobody does, GPU-hours a year.
    pub unserved_gpu_hours: f64,
    /// Nodes bought beyond the GPUs entered, in place of rented overflow; nothing where there are none.
    pub further: Option<Further>,
    /// What becomes of the nodes that are there when their life ends before the horizon does; nothing where it does not.
    pub present_end: Option<PresentEnd>,
    /// The planning figures of the price book that resale follows; nothing where it follows something else.
    pub planning_resale: Option<PlanningResale>,
}

/// What becomes of nodes that are there already when their life ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PresentEnd {
    /// How many they are.
    pub nodes: f64,
    /// The choice: `replaced`, `retired` or `run-on`.
    pub choice: &'static str,
    /// Month at whose end their life ends.
    pub month: usize,
    /// What is paid in the month after it for what takes their place.
    pub bought_usd: f64,
}

/// The price book's planning figures of resale, with their source.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanningResale {
    /// Ages in years and shares of the first price; straight between two, the last share after.
    pub points: Vec<(f64, f64)>,
    /// When they were judged.
    pub as_of: String,
    /// Id of their source in the price book.
    #[serde(skip)]
    pub source_id: String,
    /// Their source; empty without what explains a report.
    pub source: String,
    /// Its address; empty likewise.
    pub url: String,
}

/// Why an offer cannot do the job, as data and in words.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// As data.
    pub barrier: Barrier,
    /// In words.
    pub words: &'static str,
}

/// What renting from one offer costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OfferSide {
    /// Id in the price book, or of the user's quote.
    pub id: Name,
    /// Who offers.
    pub provider: Name,
    /// What is offered.
    pub name: Name,
    /// Id of the GPU.
    pub gpu: Name,
    /// Class of service.
    pub service: &'static str,
    /// Months it binds for; 0 is by the hour.
    pub term_months: f64,
    /// How hours are billed.
    pub billing: Billing,
    /// Price on the list, a GPU-hour.
    pub list_usd_per_gpu_hour: f64,
    /// Price after discount, a GPU-hour.
    pub usd_per_gpu_hour: f64,
    /// Date of the price.
    pub as_of: String,
    /// Id of its source in the price book; empty for an offer of the scenario's own.
    #[serde(skip)]
    pub source_id: Name,
    /// Source of the price; empty without what explains a report.
    pub source: String,
    /// Address of the source; empty likewise.
    pub url: String,
    /// Why it cannot do the job; empty when it can.
    pub reasons: Vec<Reason>,
    /// Whether it enters the verdict.
    pub counted: bool,
    /// All work, a year.
    pub usd_per_year: f64,
    /// A productive GPU-hour; nothing without work.
    pub usd_per_productive_gpu_hour: Option<f64>,
    /// Present value over the horizon; nothing where work would stay undone.
    pub present_value_usd: Option<f64>,
    /// Work of an hour of its GPU, where the scenario's own does 1.
    pub performance: f64,
    /// Productive hours of an hour that a job holds, in hours of the scenario's own GPU.
    pub productive_per_busy_hour: f64,
    /// Share of the work that it cannot take and that goes elsewhere.
    pub elsewhere_share: f64,
    /// GPUs that are rented at a time; 1 for the scenario's own offers, of which nobody says.
    pub gpus_per_instance: f64,
    /// Share of a term's price paid at its start.
    pub upfront_share: f64,
    /// What it costs for one owned GPU a year, whatever is used: commitment, storage, subscriptions.
    pub fixed_usd_per_gpu_year: f64,
    /// What it costs for each hour in which one owned GPU would be busy.
    pub variable_usd_per_busy_gpu_hour: f64,
    /// Uses from which an hour costs another price: where its commitment ends, or its support plan's next tier begins.
    pub bends: Vec<Bend>,
    /// The lines of its bill.
    pub lines: Vec<Line>,
    /// From which use on owning pays against it.
    pub break_even: BreakEven,
    /// Work it cannot take, done at the cheapest offer by the hour, GPU-hours a year.
    pub overflow_gpu_hours: f64,
    /// Work that nobody does, GPU-hours a year.
    pub unserved_gpu_hours: f64,
}

/// Who is cheaper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictKind {
    /// Owning.
    Own,
    /// Renting by the hour.
    Rent,
    /// Renting under a commitment.
    Commit,
    /// Renting, and owning pays at no use that can be reached.
    NeverPays,
    /// The two differ by less than the inputs are known, or by under 5 %.
    TooClose,
    /// No offer that counts does all the work.
    NothingToRent,
    /// Neither side does all the work.
    Unserved,
    /// The two sides leave different work undone: the price of an undone hour decides.
    Undone,
    /// There is no work: only yearly bills compare.
    NoWork,
}

/// How clear a verdict is. A difference below what unconfirmed inputs may move it by is close, below twice that leaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// From 15 % difference on.
    Clear,
    /// From 5 % on.
    Leaning,
    /// Under 5 %.
    Close,
    /// However large the difference: a price that carries the answer is far from the usual one, and nobody confirmed it.
    Doubtful,
    /// There is no winner to be sure of: the two sides do not compare.
    Open,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Who is cheaper.
    pub kind: VerdictKind,
    /// How clear it is.
    pub strength: Strength,
    /// The cheapest offer that counts and does all the work.
    pub offer: Option<Name>,
    /// Present value of the dearer side less that of the cheaper, over the horizon.
    pub difference_usd: Option<f64>,
    /// The same as a share of the cheaper side's present value.
    pub difference_share: Option<f64>,
    /// How far that difference may be off when every input moves within its range on its own.
    pub allowance_usd: f64,
    /// Cost of the dearer side less that of the cheaper in a steady year.
    pub difference_usd_per_year: Option<f64>,
    /// Whether a steady year has the same winner as the horizon; nothing where the two sides do not compare.
    pub steady_year_agrees: Option<bool>,
    /// Whether the other rule for the end of the horizon has the same winner; nothing where one of them has none.
    pub other_end_agrees: Option<bool>,
    /// From which use on owning pays against that offer.
    pub break_even: Option<BreakEven>,
    /// Price of a node at which both sides cost the same; nothing where no price would do.
    pub node_price_flip_usd: Option<f64>,
    /// How capital is charged: `simple`, `discounted, monthly` or `discounted, year end`.
    pub charge: &'static str,
    /// The node price, if nobody typed it: what the answer stands on.
    pub assumed: Option<Assumed>,
    /// What the two sides leave undone and the price of an undone hour that decides; nothing where they compare.
    pub undone: Option<Undone>,
}

/// A price of ours that carries the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assumed {
    /// The row.
    pub field: &'static str,
    /// Date of the figure.
    pub as_of: String,
    /// Its line's share of what owning costs.
    pub share_of_own_cost: f64,
}

/// What this version leaves out, said with every answer.
pub const NOT_MODELLED: &[&str] = &[
    "How likely each outcome is: ranges are shown input by input, without odds",
    "Demand hour by hour, queues of jobs, and mixes of owning, committing and bursting",
    "Waiting for the next generation of GPUs",
    "Drift, growth and credits in the cost of a steady year: they count over the horizon",
    "Data moved out of offers that do not publish its price: counted at zero",
    "Exchange rates, import duty, and taxes other than tax on profits",
    "What is not money: security, skills, speed of getting started",
];

/// Works out everything about a scenario.
///
/// Errors: all that is wrong with the scenario, as [`Model::new`] finds it.
pub fn evaluate(scenario: &Scenario, book: &PriceBook, edition: &str) -> Result<Report, Vec<Issue>> {
    let mut report = evaluate_by(scenario, book, edition, moved)?;
    for offer in &mut report.offers {
        if let Some(source) = book.source(&offer.source_id) {
            offer.source.clone_from(&source.title);
            offer.url.clone_from(&source.url);
        }
    }
    if let Some(planning) = &mut report.own.planning_resale
        && let Some(source) = book.source(&planning.source_id)
    {
        planning.source.clone_from(&source.title);
        planning.url.clone_from(&source.url);
    }
    Ok(Report { derivations: derivations(scenario, book, edition), not_modelled: NOT_MODELLED.to_vec(), ..report })
}

/// [`evaluate`] without what explains the report, for whoever looks that up when it is opened: [`derivations`], [`drivers`] but those
/// that nobody confirmed, titles and addresses of sources, [`NOT_MODELLED`].
///
/// Errors: as [`evaluate`].
pub fn evaluate_without_trees(scenario: &Scenario, book: &PriceBook, edition: &str) -> Result<Report, Vec<Issue>> {
    evaluate_by(scenario, book, edition, moved_by_unconfirmed)
}

fn evaluate_by(
    scenario: &Scenario,
    book: &PriceBook,
    edition: &str,
    moved: fn(&Scenario, &Model, &PriceBook, &str, usize) -> Moved,
) -> Result<Report, Vec<Issue>> {
    let model = further::model(scenario, book, edition)?;
    let found = headline(&model);
    let terms = Terms::of(&model);
    let gpu = owned_gpu(&model, &own_rates(&model));
    let own = OwnSide {
        further: further::gain(&model, scenario),
        planning_resale: planning_resale(scenario, book),
        ..own_side(&model, &terms, &gpu, &found)
    };
    let winner = winner(&model, &terms, &mut buffers(&model));
    let mut outlook = outlook(&model, &terms, &winner);
    let undone = undone(&model, &terms, scenario, &winner);
    let Moved { drivers, swings } = winner
        .cheapest
        .filter(|_| undone.is_none())
        .map(|(index, _)| moved(&without_idle_mistakes(scenario), &model, book, edition, index))
        .unwrap_or_default();
    let mut verdict = verdict(&model, &terms, &gpu, &found, (&winner, allowance(&drivers)));
    verdict.other_end_agrees =
        outlook.saving_usd.zip(outlook.saving_other_end_usd).map(|(here, there)| (here > 0.0) == (there > 0.0));
    outlook.turning = turning(&model, scenario, &winner);
    verdict.node_price_flip_usd = node_price_flip(scenario, &model, &winner);
    verdict.assumed = assumed_node_price(scenario, book, edition, &own);
    if undone.is_some() {
        // There is no winner, so nothing says how sure it is or what turns it.
        (verdict.kind, verdict.strength, verdict.break_even) = (VerdictKind::Undone, Strength::Open, None);
    }
    let doubts = doubts(&model, scenario, book, edition);
    let compared = !matches!(verdict.strength, Strength::Open) && verdict.kind != VerdictKind::NoWork;
    let decides = |d: &Doubt| d.is_far && (d.offer.is_none() || d.offer == verdict.offer);
    if compared && doubts.iter().any(decides) {
        verdict.strength = Strength::Doubtful;
    }
    let indifference = found.indifference.filter(|_| undone.is_none());
    verdict.undone = undone;
    let mut flows = buffers(&model);
    let side = |(index, offer): (usize, &Offer)| {
        let value = rent_value(&model, &terms, index, &mut flows);
        let side = offer_side(&model, &terms, &gpu, offer);
        OfferSide { present_value_usd: value.complete.then_some(value.present_value), ..side }
    };
    let offers = cheapest_first(model.offers.iter().enumerate().map(side).collect());
    Ok(Report {
        engine: env!("CARGO_PKG_VERSION"),
        edition: edition.to_owned(),
        hours: hours(&model, scenario, &found),
        verdict,
        own,
        present: present_plan(scenario, book, &model, &terms),
        derivations: Vec::new(),
        outlook,
        drivers,
        swings,
        offers,
        indifference_usd_per_gpu_hour: indifference.map(HourlyPrice::as_usd_per_gpu_hour),
        warnings: model.warnings.into_iter().chain(doubts.into_iter().filter_map(|d| d.issue)).collect(),
        issues: Vec::new(),
        cost_unit: UnitOfCost::of(scenario),
        not_modelled: Vec::new(),
    })
}

/// Where the figures of a scenario's report come from; nothing where it cannot be computed.
pub fn derivations(scenario: &Scenario, book: &PriceBook, edition: &str) -> Vec<Derivation> {
    let Ok(model) = further::model(scenario, book, edition) else { return Vec::new() };
    let (model, terms) = (&model, &Terms::of(&model));
    let (found, winner) = (&headline(model), &winner(model, terms, &mut buffers(model)));
    let offer = winner.cheapest.and_then(|(index, _)| model.offers.get(index));
    let compares = undone(model, terms, scenario, winner).is_none();
    let mut all: Vec<Derivation> = [
        derivation::of_owning(model, terms, found),
        offer.and_then(|offer| derivation::of_renting(model, terms, offer)),
        derivation::of_indifference(model, found).filter(|_| compares),
    ]
    .into_iter()
    .flatten()
    .collect();
    let sides = all.iter().filter(|d| !d.label.starts_with("Price")).cloned().collect::<Vec<_>>();
    let told = UnitOfCost::of(scenario);
    all.extend(derivation::of_cost_unit(told.unit, told.gpu_hours, &sides));
    all.extend(
        offer.filter(|_| compares).map_or_else(Vec::new, |offer| derivation::of_break_even(model, terms, offer)),
    );
    all.extend(derivation::of_payback(model, terms, winner));
    all.extend(derivation::of_present_values(model, terms, winner));
    all.extend(derivation::of_turning(model, scenario, winner));
    all.extend(derivation::of_verdict(model, terms, scenario, winner));
    let over =
        |d: &&Derivation| d.label.starts_with("Over the horizon") && d.label.ends_with("ing per productive GPU-hour");
    let sides = all.iter().filter(over).cloned().collect::<Vec<_>>();
    all.extend(derivation::of_cost_unit(told.unit, told.gpu_hours, &sides));
    all
}

/// Which inputs of a scenario move its saving within their ranges, the strongest first; nothing where nothing compares.
pub fn drivers(scenario: &Scenario, book: &PriceBook, edition: &str) -> Vec<Driver> {
    let Ok(model) = further::model(scenario, book, edition) else { return Vec::new() };
    let terms = Terms::of(&model);
    let winner = winner(&model, &terms, &mut buffers(&model));
    let found = winner.cheapest.filter(|_| undone(&model, &terms, scenario, &winner).is_none());
    found.map_or_else(Vec::new, |(index, _)| {
        moved(&without_idle_mistakes(scenario), &model, book, edition, index).drivers
    })
}

fn hours(model: &Model, scenario: &Scenario, found: &Headline) -> Hours {
    let owned = &model.owned;
    let calendar = owned.calendar().as_gpu_hours();
    let busy = owned.yields.busy(found.own.served).as_gpu_hours();
    let busy_share = busy / calendar;
    Hours {
        gpus: owned.gpus,
        nodes: owned.nodes,
        calendar_gpu_hours: calendar,
        available_gpu_hours: calendar * owned.availability,
        busy_gpu_hours: busy,
        productive_gpu_hours: found.own.served.as_gpu_hours(),
        wanted_gpu_hours: model.work.as_gpu_hours(),
        availability: owned.availability,
        occupancy: busy_share / owned.availability,
        largest_occupancy: owned.largest_occupancy,
        workload_efficiency: owned.yields.workload_efficiency,
        goodput: owned.yields.goodput,
        busy_share,
        utilization: busy_share * owned.yields.productive_per_busy(),
        wanted_busy_share: found.wanted_busy_share,
        ceiling_busy_share: owned.ceiling(),
        fabric_gpus: scenario.work.fabric_gpus.value,
    }
}

/// Offers that count before the others, the cheapest first.
fn cheapest_first(mut offers: Vec<OfferSide>) -> Vec<OfferSide> {
    offers.sort_by(|a, b| b.counted.cmp(&a.counted).then(a.usd_per_year.total_cmp(&b.usd_per_year)));
    offers
}

fn own_side(model: &Model, terms: &Terms, gpu: &OwnedGpu, found: &Headline) -> OwnSide {
    let cost = found.own;
    let hours = (cost.served + cost.overflowed).as_gpu_hours();
    let busy = model.owned.yields.busy(cost.served);
    let mut lines = Vec::with_capacity(OWN_LINES.len() + 1);
    let mut upfront = 0.0;
    for line in OWN_LINES {
        let rates = line.rates(model);
        let bought = (line.of)(model).purchase.filter(|_| model.is_delivered());
        upfront += bought.map_or(0.0, |p| p.capital.price.as_usd());
        let usd = (rates.fixed + busy * rates.per_busy_hour).as_usd();
        lines.push(Line {
            id: line.id,
            label: line.label,
            kind: line.kind,
            formula: line.explained.formula,
            inputs: line.explained.inputs,
            usd_per_year: usd,
            usd_per_gpu_year: Some(usd / model.owned.gpus),
            usd_per_productive_gpu_hour: per_hour(usd, hours),
        });
    }
    if cost.overflowed.as_gpu_hours() > 0.0 {
        lines.push(overflow_line(&cost, hours));
    }
    OwnSide {
        usd_per_year: cost.yearly().as_usd(),
        usd_per_productive_gpu_hour: cost.per_productive_hour(),
        fixed_usd_per_gpu_year: gpu.fixed.as_usd(),
        variable_usd_per_busy_gpu_hour: gpu.per_busy_hour.as_usd_per_gpu_hour(),
        simple_usd_per_productive_gpu_hour: simple(model).per_productive_hour(),
        upfront_usd: upfront,
        lines,
        overflow_gpu_hours: cost.overflowed.as_gpu_hours(),
        overflow_offer: terms
            .overflow
            .filter(|_| cost.overflowed.as_gpu_hours() > 0.0)
            .and_then(|(i, _)| id_of(model, i)),
        unserved_gpu_hours: cost.unserved.as_gpu_hours(),
        further: None,
        present_end: present_end(model),
        planning_resale: None,
    }
}

fn present_end(model: &Model) -> Option<PresentEnd> {
    let owned = &model.owned;
    let month = owned.present_ends_after().filter(|month| *month < model.time.months)?;
    let there = OWN_LINES.iter().filter_map(|line| (line.of)(model).there);
    let bought = there.flat_map(|purchase| assets_of(model, &purchase)).filter(|asset| asset.month == month + 1);
    let choice = match (owned.present_is_replaced, owned.retired_after) {
        (true, _) => "replaced",
        (_, Some(_)) => "retired",
        (_, None) => "run-on",
    };
    Some(PresentEnd { nodes: owned.present, choice, month, bought_usd: bought.map(|asset| asset.price).sum() })
}

/// The planning figures that resale follows, where it does.
fn planning_resale(scenario: &Scenario, book: &PriceBook) -> Option<PlanningResale> {
    let figure = book.planning_figure().filter(|_| scenario.own.residual_method == ResidualMethod::Book)?;
    Some(PlanningResale {
        points: book.planning_resale(),
        as_of: figure.as_of.into(),
        source_id: figure.source.clone(),
        source: String::new(),
        url: String::new(),
    })
}

/// Owning with capital charged in a straight line.
fn simple(model: &Model) -> PlanCost {
    let straight = Model { charge: ChargeMethod::Simple, ..model.clone() };
    plan::own(&straight, &Terms::of(&straight), &own_rates(&straight))
}

fn overflow_line(cost: &PlanCost, hours: f64) -> Line {
    Line {
        id: "overflow",
        label: "Rented overflow",
        kind: LineKind::Compute,
        formula: "work beyond the ceiling × price of a productive hour at the cheapest offer by the hour",
        inputs: &["work.gpu_hours_per_month", "own.gpus", "own.availability", "own.largest_occupancy"],
        usd_per_year: cost.overflow.as_usd(),
        usd_per_gpu_year: None,
        usd_per_productive_gpu_hour: per_hour(cost.overflow.as_usd(), hours),
    }
}

fn offer_side(model: &Model, terms: &Terms, gpu: &OwnedGpu, offer: &Offer) -> OfferSide {
    let cost = plan::rent(model, terms, offer);
    let bill = bill(model, offer, plan::paid(model, offer, cost.served));
    let hours = (cost.served + cost.overflowed).as_gpu_hours();
    let mut lines: Vec<Line> = RENT_LINES
        .iter()
        .map(|line| {
            let usd = (line.of)(&bill).as_usd();
            Line {
                id: line.id,
                label: line.label,
                kind: line.kind,
                formula: line.formula,
                inputs: line.inputs,
                usd_per_year: usd,
                usd_per_gpu_year: None,
                usd_per_productive_gpu_hour: per_hour(usd, hours),
            }
        })
        .collect();
    if cost.overflowed.as_gpu_hours() > 0.0 {
        lines.push(overflow_line(&cost, hours));
    }
    let for_one = rented_for_it(model, terms, offer);
    OfferSide {
        id: offer.id.clone(),
        provider: offer.provider.clone(),
        name: offer.name.clone(),
        gpu: offer.gpu.clone(),
        service: offer.service.as_str(),
        term_months: offer.term_months,
        billing: offer.billing,
        list_usd_per_gpu_hour: offer.list_price.as_usd_per_gpu_hour(),
        usd_per_gpu_hour: offer.price.as_usd_per_gpu_hour(),
        as_of: offer.as_of.map_or_else(String::new, String::from),
        source_id: offer.source.clone(),
        source: String::new(),
        url: String::new(),
        reasons: offer.barriers.iter().map(|b| Reason { barrier: *b, words: b.words() }).collect(),
        counted: offer.counted,
        usd_per_year: cost.yearly().as_usd(),
        usd_per_productive_gpu_hour: cost.per_productive_hour(),
        present_value_usd: None,
        performance: offer.performance,
        productive_per_busy_hour: offer.yields.productive_per_busy(),
        elsewhere_share: offer.elsewhere,
        gpus_per_instance: offer.gpus_per_instance,
        upfront_share: offer.upfront_share,
        fixed_usd_per_gpu_year: for_one.fixed.as_usd(),
        variable_usd_per_busy_gpu_hour: for_one.per_busy_hour.as_usd_per_gpu_hour(),
        bends: for_one.bends.iter().collect(),
        lines,
        break_even: break_even::against(gpu, &for_one),
        overflow_gpu_hours: cost.overflowed.as_gpu_hours(),
        unserved_gpu_hours: cost.unserved.as_gpu_hours(),
    }
}

fn verdict(
    model: &Model,
    terms: &Terms,
    gpu: &OwnedGpu,
    found: &Headline,
    (winner, allowance): (&Winner, f64),
) -> Verdict {
    let own = winner.own.complete.then_some(winner.own.present_value);
    let rent = winner.cheapest.map(|(_, value)| value.present_value);
    let difference = own.zip(rent).map(|(own, rent)| (own - rent).abs());
    let share = own.zip(rent).and_then(|(own, rent)| {
        let least = own.min(rent);
        (least > 0.0).then(|| (own - rent).abs() / least).filter(|share| share.is_finite())
    });
    let offer = winner.cheapest.and_then(|(index, _)| model.offers.get(index));
    let compared = own.zip(rent);
    let steady = offer
        .filter(|_| compared.is_some())
        .map(|offer| found.own.yearly().as_usd() - plan::rent(model, terms, offer).yearly().as_usd());
    let known = |times: f64| difference.is_none_or(|d| d >= allowance * times);
    let strength = match share {
        // Renting that does all the work for less than owning that does not is clear; without it there is no winner.
        _ if rent.is_none() => Strength::Open,
        Some(s) if s < CLOSE_SHARE || !known(1.0) => Strength::Close,
        Some(s) if s < CLEAR_SHARE || !known(2.0) => Strength::Leaning,
        _ => Strength::Clear,
    };
    let break_even = offer.map(|offer| break_even_against(model, terms, gpu, offer));
    let never = matches!(break_even, Some(BreakEven::Never(_)));
    Verdict {
        kind: verdict_kind(model, own, rent, strength, offer, never),
        strength,
        offer: offer.map(|o| o.id.clone()),
        difference_usd: difference,
        allowance_usd: allowance,
        difference_share: share,
        difference_usd_per_year: steady.map(f64::abs),
        steady_year_agrees: steady.zip(compared).map(|(steady, (own, rent))| (steady < 0.0) == (own < rent)),
        other_end_agrees: None,
        break_even,
        node_price_flip_usd: None,
        charge: match model.charge {
            ChargeMethod::Simple => "simple",
            ChargeMethod::Discounted(Period { timing: Timing::Monthly, .. }) => "discounted, monthly",
            ChargeMethod::Discounted(_) => "discounted, year end",
        },
        assumed: None,
        undone: None,
    }
}

fn verdict_kind(
    model: &Model,
    own: Option<f64>,
    rent: Option<f64>,
    strength: Strength,
    offer: Option<&Offer>,
    never: bool,
) -> VerdictKind {
    if model.work.as_gpu_hours() == 0.0 {
        return VerdictKind::NoWork;
    }
    match (own, rent) {
        (None, None) => VerdictKind::Unserved,
        (_, None) => VerdictKind::NothingToRent,
        (Some(_), Some(_)) if strength == Strength::Close => VerdictKind::TooClose,
        (Some(own), Some(rent)) if own < rent => VerdictKind::Own,
        _ if never => VerdictKind::NeverPays,
        _ if offer.is_some_and(Offer::pays_per_use) => VerdictKind::Rent,
        _ => VerdictKind::Commit,
    }
}

/// The node price as an assumption, unless the user typed another than that of the price book's machine.
fn assumed_node_price(scenario: &Scenario, book: &PriceBook, edition: &str, own: &OwnSide) -> Option<Assumed> {
    let (machine, price) = machine_with(&scenario.work.gpu, book, edition)?;
    let typed = scenario.own.node_price_usd;
    if typed.value != price || typed.is_confirmed() || own.usd_per_year <= 0.0 {
        return None;
    }
    let nodes = own.lines.iter().find(|l| l.id == "nodes")?;
    Some(Assumed {
        field: "own.node_price_usd",
        as_of: machine.as_of.into(),
        share_of_own_cost: nodes.usd_per_year / own.usd_per_year,
    })
}

fn id_of(model: &Model, index: usize) -> Option<Name> {
    model.offers.get(index).map(|o| o.id.clone())
}

fn per_hour(usd: f64, hours: f64) -> Option<f64> {
    (hours > 0.0).then(|| usd / hours).filter(|cost| cost.is_finite())
}

impl Report {
    /// The same of a text, which says itself what of the text could not be used as it was written. What is about an input is
    /// among the warnings too: the answer then stands on another value than the text has.
    #[must_use]
    pub fn with_issues(mut self, notices: &[Issue]) -> Self {
        self.warnings.extend(notices.iter().filter(|notice| !notice.fields.is_empty()).cloned());
        self.issues.extend_from_slice(notices);
        self
    }

    /// The offer of the verdict.
    pub fn cheapest(&self) -> Option<&OfferSide> {
        let id = self.verdict.offer.as_ref()?;
        self.offers.iter().find(|o| &o.id == id)
    }

    /// Productive GPU-hours wanted in a month.
    pub fn work_per_month(&self) -> f64 {
        self.hours.wanted_gpu_hours / MONTHS_PER_YEAR
    }

    /// Owning per productive hour at a busy share, without overflow; nothing at none.
    pub fn own_at(&self, busy_share: f64) -> Option<f64> {
        let variable = self.own.variable_usd_per_busy_gpu_hour * busy_share * HOURS_PER_YEAR;
        self.per_productive_hour(busy_share, self.own.fixed_usd_per_gpu_year + variable)
    }

    /// Renting from an offer the work of owned GPUs at a busy share, per productive hour; nothing at none, and where
    /// work would stay undone.
    pub fn rent_at(&self, offer: &OfferSide, busy_share: f64) -> Option<f64> {
        let rented = RentedForIt {
            fixed: Money::usd(offer.fixed_usd_per_gpu_year),
            per_busy_hour: HourlyPrice::usd_per_gpu_hour(offer.variable_usd_per_busy_gpu_hour),
            bends: offer.bends.iter().copied().fold(Bends::NONE, Bends::with),
        };
        self.per_productive_hour(busy_share, rented.yearly(busy_share)?.as_usd())
    }

    /// Productive GPU-hours a year of all owned GPUs at a busy share.
    pub fn productive_gpu_hours_at(&self, busy_share: f64) -> f64 {
        self.hours.gpus * self.productive_hours_at(busy_share)
    }

    /// The same of one.
    fn productive_hours_at(&self, busy_share: f64) -> f64 {
        busy_share * self.hours.workload_efficiency * self.hours.goodput * HOURS_PER_YEAR
    }

    fn per_productive_hour(&self, busy_share: f64, yearly: f64) -> Option<f64> {
        let productive = self.productive_hours_at(busy_share);
        (productive > 0.0).then(|| yearly / productive).filter(|cost| cost.is_finite())
    }
}
