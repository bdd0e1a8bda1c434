//! The result of a calculation: what each member holds, and in which unit.

use serde::Serialize;

use crate::analysis::sensitivity::{Driver, Swing};
use crate::analysis::unserved_work::UnservedWork;
use crate::cost::{Explained, LineKind};
use crate::derivation::Derivation;
use crate::formulas::break_even::{Bend, Bends, BreakEven, RentedForIt};
use crate::horizon::Outlook;
use crate::horizon::current_spend::CurrentSpend;
use crate::horizon::node_expansion::NodeExpansion;
use crate::inputs::issue::Issue;
use crate::inputs::{CostUnit, Scenario};
use crate::model::offers::{Barrier, Billing};
use crate::text::Name;
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
    /// those that nobody confirmed: [`super::drivers`] has all.
    pub drivers: Vec<Driver>,
    /// What each uncertain input does to the cost of a steady year: for the bands of the first chart.
    #[serde(skip)]
    pub swings: Vec<Swing>,
    /// Renting, one entry an offer, the cheapest that counts first.
    pub offers: Vec<OfferResult>,
    /// What is paid now and what the same work could cost where it is; nothing where no bill was given.
    pub present: Option<CurrentSpend>,
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
    pub further: Option<NodeExpansion>,
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
pub struct OfferResult {
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
    #[serde(rename = "undone")]
    UnservedWork,
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
    pub undone: Option<UnservedWork>,
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
    pub fn cheapest(&self) -> Option<&OfferResult> {
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
    pub fn rent_at(&self, offer: &OfferResult, busy_share: f64) -> Option<f64> {
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

#[cfg(test)]
mod tests {
    use super::VerdictKind;

    /// Names in JSON never change, whatever the variants are called.
    #[test]
    fn kinds_of_verdicts_keep_their_names() {
        use VerdictKind::{Commit, NeverPays, NoWork, NothingToRent, Own, Rent, TooClose, Unserved, UnservedWork};
        let kinds = [Own, Rent, Commit, NeverPays, TooClose, NothingToRent, Unserved, UnservedWork, NoWork];
        let names = kinds.map(|kind| serde_json::to_string(&kind).expect("a name"));
        let wanted =
            ["own", "rent", "commit", "never_pays", "too_close", "nothing_to_rent", "unserved", "undone", "no_work"];
        assert_eq!(names, wanted.map(|name| format!("\"{name}\"")));
    }
}
