//! The result of a calculation: the contents and unit of each member.

use serde::Serialize;

use crate::analysis::decision::Decision;
use crate::analysis::sensitivity::Driver;
pub use crate::analysis::strength::{CLEAR_SHARE, CLOSE_SHARE, Strength};
use crate::analysis::unserved_work::UnservedWork;
use crate::cost::{Explained, LineId, LineKind};
use crate::derivation::Derivation;
use crate::formulas::break_even::{Bend, BreakEven};
use crate::formulas::formula::Formula;
use crate::horizon::Outlook;
use crate::horizon::current_spend::CurrentSpend;
use crate::horizon::node_expansion::NodeExpansion;
use crate::inputs::issue::Issue;
use crate::inputs::present_machines::WorkOrigin;
use crate::inputs::{CostUnit, Scenario};
use crate::model::Owned;
use crate::model::offers::{Barrier, Billing};
use crate::text::Name;
use crate::units::{HOURS_PER_YEAR, MONTHS_PER_YEAR};

/// The complete result of a calculation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Version of the engine.
    pub engine: &'static str,
    /// Price edition it was computed with.
    pub edition: String,
    /// The chain from calendar to productive hours.
    pub hours: Hours,
    /// Which side is cheaper.
    pub verdict: Verdict,
    /// Machines there of another GPU, as they are computed with; nothing without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machines_there: Option<MachinesThere>,
    /// Owning.
    pub own: OwnSide,
    /// Results over the horizon.
    pub outlook: Outlook,
    /// The inputs that change the saving most within their ranges, strongest first; in a report without explanations
    /// only unconfirmed ones, while [`super::drivers`] has all.
    pub drivers: Vec<Driver>,
    /// Renting, one entry per offer, the cheapest counted one first.
    pub offers: Vec<OfferResult>,
    /// Tokens from an API; nothing unless a workload names a model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<super::tokens::TokenReport>,
    /// The current bill and what the same work could cost; `None` if no bill was given.
    pub present: Option<CurrentSpend>,
    /// Derivations of the figures: owning, the cheapest offer, the break-even price, the break-even against that offer,
    /// payback, present values.
    pub derivations: Vec<Derivation>,
    /// Break-even price: rent the same service below it, own above it.
    pub indifference_usd_per_gpu_hour: Option<f64>,
    /// Inputs the user should check.
    pub warnings: Vec<Issue>,
    /// Parts of the text that could not be used as written, and the values used instead; empty for a scenario that was
    /// not read from a text.
    pub issues: Vec<Issue>,
    /// The unit costs are shown for, besides a productive GPU-hour.
    pub cost_unit: UnitOfCost,
    /// The plans, the one to take, and how sure that is; nothing in a report without explanations.
    #[serde(flatten)]
    pub decision: Option<Decision>,
    /// What this calculation leaves out.
    pub not_modelled: Vec<&'static str>,
}

/// The unit costs are shown for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct UnitOfCost {
    /// The unit: `hour`, `month`, `run`, `tokens`.
    pub unit: CostUnit,
    /// Productive GPU-hours in one.
    pub gpu_hours: f64,
}

impl UnitOfCost {
    /// The unit chosen in a scenario.
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

/// From calendar hours to productive hours, per year, on the owned GPUs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hours {
    /// GPUs in whole nodes.
    pub gpus: f64,
    /// Whole nodes.
    pub nodes: f64,
    /// Calendar GPU-hours.
    pub calendar_gpu_hours: f64,
    /// GPU-hours in which machines are up.
    pub available_gpu_hours: f64,
    /// GPU-hours jobs hold.
    pub busy_gpu_hours: f64,
    /// GPU-hours of work done on the owned machines.
    pub productive_gpu_hours: f64,
    /// GPU-hours of work wanted.
    pub wanted_gpu_hours: f64,
    /// Share of the calendar in which machines are up.
    pub availability: f64,
    /// Share of available hours that jobs hold.
    pub occupancy: f64,
    /// Highest possible occupancy.
    pub largest_occupancy: f64,
    /// Efficiency inside the job, the same on both sides.
    pub workload_efficiency: f64,
    /// Goodput of owned machines.
    pub goodput: f64,
    /// Busy share: availability × occupancy.
    pub busy_share: f64,
    /// Utilization: busy share × efficiency × goodput.
    pub utilization: f64,
    /// Busy share the work requires.
    pub wanted_busy_share: f64,
    /// Highest possible busy share.
    pub ceiling_busy_share: f64,
    /// GPUs one job needs in one fabric.
    pub fabric_gpus: f64,
}

impl Hours {
    /// Share of busy hours that is work done and kept.
    pub fn kept_share(&self) -> f64 {
        self.workload_efficiency * self.goodput
    }
}

/// Machines there of another GPU than the work's, as they are computed with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MachinesThere {
    /// How many nodes they are.
    pub nodes: f64,
    /// GPUs in one of them.
    pub gpus_per_node: f64,
    /// Work that one of their GPUs does in an hour, relative to the work's GPU.
    pub relative_work: f64,
    /// Where that comes from.
    pub work_origin: WorkOrigin,
    /// GPUs of the work that do as much as all of them.
    pub working_gpus: f64,
    /// Nameplate power of a node, kilowatts.
    pub node_kw: f64,
    /// Price of a node when new, US dollars, of which support and insurance are a share; nothing where it is that of a new
    /// node.
    pub price_usd: Option<f64>,
    /// New nodes that do at least their work.
    pub replacing_nodes: f64,
}

impl MachinesThere {
    /// Those of a model, if there are any.
    pub fn of(owned: &Owned) -> Option<Self> {
        let there = owned.there;
        owned.has_other_gpu().then(|| Self {
            nodes: owned.present,
            gpus_per_node: there.gpus_per_node,
            relative_work: there.relative_work,
            work_origin: there.work_origin,
            working_gpus: owned.present * there.working_gpus_per_node(),
            node_kw: there.node_kw,
            price_usd: there.price_usd,
            replacing_nodes: owned.replacing_nodes,
        })
    }
}

/// One line of cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Its permanent id.
    pub id: LineId,
    /// Its label.
    pub label: &'static str,
    /// The part of the headline it belongs to.
    pub kind: LineKind,
    /// Its formula.
    pub formula: Formula,
    /// The rows it reads.
    pub inputs: &'static [&'static str],
    /// All GPUs, per year.
    pub usd_per_year: f64,
    /// One GPU, per year; only for owning.
    pub usd_per_gpu_year: Option<f64>,
    /// Per productive GPU-hour; `None` without work.
    pub usd_per_productive_gpu_hour: Option<f64>,
}

impl Line {
    /// Its formula and the rows it reads.
    pub fn explained(&self) -> Explained {
        Explained { formula: self.formula, inputs: self.inputs }
    }
}

/// The cost of owning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OwnSide {
    /// All work including overflow, per year.
    pub usd_per_year: f64,
    /// Per productive GPU-hour, including overflow; `None` without work.
    pub usd_per_productive_gpu_hour: Option<f64>,
    /// F: one GPU per year, independent of use.
    pub fixed_usd_per_gpu_year: f64,
    /// v: additional cost of one GPU per busy hour.
    pub variable_usd_per_busy_gpu_hour: f64,
    /// The same cost per productive hour with straight-line capital charges, without interest.
    pub simple_usd_per_productive_gpu_hour: Option<f64>,
    /// Paid at the start: machines, fabric, storage, installation, build-out. Existing nodes are not bought.
    pub upfront_usd: f64,
    /// The lines; they add up to the headline.
    pub lines: Vec<Line>,
    /// Work the owned machines cannot take, done at the cheapest hourly offer, GPU-hours per year.
    pub overflow_gpu_hours: f64,
    /// The offer that does it.
    pub overflow_offer: Option<Name>,
    /// Work not done, GPU-hours per year.
    pub unserved_gpu_hours: f64,
    /// Nodes bought beyond the GPUs entered, instead of renting overflow; `None` if there are none.
    pub further: Option<NodeExpansion>,
    /// What is contracted in colocation, in today's prices; `None` elsewhere, or if yearly costs are one figure.
    pub contracted: Option<ContractedPower>,
    /// What happens to existing nodes if their life ends before the horizon; `None` otherwise.
    pub present_end: Option<PresentEnd>,
    /// The price book's planning figures used for resale; `None` if resale uses something else.
    pub planning_resale: Option<PlanningResale>,
}

/// Kilowatts contracted in colocation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ContractedPower {
    /// Nodes that stand there, spares included.
    pub nodes: f64,
    /// Their rated power.
    pub rated_kw: f64,
    /// What they draw on average in a steady year, without cooling; `None` if the rent includes electricity.
    pub drawn_kw: Option<f64>,
    /// Whole racks; `None` if only the kilowatts needed are contracted.
    pub racks: Option<f64>,
    /// Kilowatts paid for.
    pub kw: f64,
    /// Rent of a year.
    pub usd_per_year: f64,
}

/// What happens to existing nodes when their life ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PresentEnd {
    /// Number of nodes.
    pub nodes: f64,
    /// The choice: `replaced`, `retired` or `run-on`.
    pub choice: &'static str,
    /// Month at whose end their life ends.
    pub month: usize,
    /// Cost of their replacement, paid in the following month.
    pub bought_usd: f64,
}

/// The price book's planning figures of resale, with their source.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanningResale {
    /// Ages in years and shares of the first price; linear between points, the last share beyond.
    pub points: Vec<(f64, f64)>,
    /// Date of the estimate.
    pub as_of: String,
    /// Id of their source in the price book.
    #[serde(skip)]
    pub source_id: String,
    /// Their source; empty in a report without explanations.
    pub source: String,
    /// Its URL; empty likewise.
    pub url: String,
}

/// Why an offer cannot do the job, as data and in words.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reason {
    /// The reason as data.
    pub barrier: Barrier,
    /// The reason in words.
    pub words: &'static str,
}

/// The cost of renting from one offer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OfferResult {
    /// Id in the price book, or of the user's quote.
    pub id: Name,
    /// The provider.
    pub provider: Name,
    /// The provider's name for it.
    pub name: Name,
    /// Id of the GPU.
    pub gpu: Name,
    /// Class of service.
    pub service: &'static str,
    /// Months of the term; 0 is by the hour.
    pub term_months: f64,
    /// How hours are billed.
    pub billing: Billing,
    /// List price per GPU-hour.
    pub list_usd_per_gpu_hour: f64,
    /// Price after discount, per GPU-hour.
    pub usd_per_gpu_hour: f64,
    /// Date of the price.
    pub as_of: String,
    /// Id of its source in the price book; empty for a quote.
    #[serde(skip)]
    pub source_id: Name,
    /// Source of the price; empty in a report without explanations.
    pub source: String,
    /// URL of the source; empty likewise.
    pub url: String,
    /// Why it cannot do the job; empty if it can.
    pub reasons: Vec<Reason>,
    /// Whether it is part of the verdict.
    pub counted: bool,
    /// All work, per year.
    pub usd_per_year: f64,
    /// Per productive GPU-hour; `None` without work.
    pub usd_per_productive_gpu_hour: Option<f64>,
    /// Present value over the horizon; `None` if work would be left undone.
    pub present_value_usd: Option<f64>,
    /// Work of an hour of its GPU, relative to the scenario's own.
    pub performance: f64,
    /// Productive hours per hour that a job holds, in hours of the scenario's own GPU.
    pub productive_per_busy_hour: f64,
    /// Share of the work it cannot take, which goes elsewhere.
    pub elsewhere_share: f64,
    /// GPUs rented at a time; 1 for quotes that do not state it.
    pub gpus_per_instance: f64,
    /// Share of a term's price paid at its start.
    pub upfront_share: f64,
    /// Yearly cost for one owned GPU's work, independent of use: commitment, storage, subscriptions.
    pub fixed_usd_per_gpu_year: f64,
    /// Cost per hour in which one owned GPU would be busy.
    pub variable_usd_per_busy_gpu_hour: f64,
    /// Uses from which an hour has another price: its commitment ends, or the next tier of its support plan starts.
    pub bends: Vec<Bend>,
    /// The lines of its bill.
    pub lines: Vec<Line>,
    /// The use from which owning pays against it.
    pub break_even: BreakEven,
    /// Work it cannot take, done at the cheapest hourly offer, GPU-hours per year.
    pub overflow_gpu_hours: f64,
    /// Work not done, GPU-hours per year.
    pub unserved_gpu_hours: f64,
}

/// Which side is cheaper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictKind {
    /// Owning.
    Own,
    /// Renting by the hour.
    Rent,
    /// Renting under a commitment.
    Commit,
    /// Renting; owning pays at no reachable use.
    NeverPays,
    /// The difference is below the uncertainty of the inputs, or under 5%.
    TooClose,
    /// No counted offer does all the work.
    NothingToRent,
    /// Neither side does all the work.
    Unserved,
    /// The two sides leave different amounts of work undone: the price of an undone hour decides.
    #[serde(rename = "undone")]
    UnservedWork,
    /// There is no work: only yearly bills compare.
    NoWork,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Which side is cheaper.
    pub kind: VerdictKind,
    /// How clear it is.
    pub strength: Strength,
    /// The cheapest counted offer that does all the work.
    pub offer: Option<Name>,
    /// Present value of the more expensive side less that of the cheaper, over the horizon.
    pub difference_usd: Option<f64>,
    /// The same as a share of the cheaper side's present value.
    pub difference_share: Option<f64>,
    /// Possible error of that difference if every input varies independently within its range.
    pub allowance_usd: f64,
    /// Cost of the more expensive side less that of the cheaper in a steady year.
    pub difference_usd_per_year: Option<f64>,
    /// Whether a steady year has the same winner as the horizon; `None` if the two sides do not compare.
    pub steady_year_agrees: Option<bool>,
    /// Whether the other rule for the end of the horizon has the same winner; `None` if either has none.
    pub other_end_agrees: Option<bool>,
    /// The use from which owning pays against that offer.
    pub break_even: Option<BreakEven>,
    /// Price of a node at which both sides cost the same; `None` if no price achieves it.
    pub node_price_flip_usd: Option<f64>,
    /// How capital is charged: `simple`, `discounted, monthly` or `discounted, year end`.
    pub charge: &'static str,
    /// The node price, if the user did not enter it: the assumption behind the answer.
    pub assumed: Option<Assumed>,
    /// Rows of assumed values from which the work was computed, as that of a bill; empty for work that was entered.
    pub work_assumed_from: Vec<&'static str>,
    /// The work both sides leave undone, and the price of an undone hour that decides; `None` if they compare.
    pub undone: Option<UnservedWork>,
}

/// One of our prices that decides the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assumed {
    /// The row.
    pub field: &'static str,
    /// Date of the figure.
    pub as_of: String,
    /// Its line's share of the cost of owning.
    pub share_of_own_cost: f64,
}

/// What this version leaves out, stated with every answer.
pub const NOT_MODELLED: &[&str] = &[
    "Queues of described work: whole jobs that wait are run again where measured files name them",
    "Waiting for the next generation of GPUs",
    "Price changes, growth and credits in the cost of a steady year; they count over the horizon",
    "Egress prices that a provider does not publish: counted as zero",
    "Exchange-rate risk, import duty, and taxes other than income tax",
    "Non-financial factors: security, skills, time to start",
];

impl Report {
    /// The same report with the parts of a text that could not be used as written. Those about an input are also
    /// warnings, because the answer uses another value than the text has.
    #[must_use]
    pub fn with_issues(mut self, notices: &[Issue]) -> Self {
        self.warnings.extend(notices.iter().filter(|notice| !notice.fields.is_empty()).cloned());
        self.issues.extend_from_slice(notices);
        self
    }

    /// The verdict's offer.
    pub fn cheapest(&self) -> Option<&OfferResult> {
        let id = self.verdict.offer.as_ref()?;
        self.offers.iter().find(|o| &o.id == id)
    }

    /// Productive GPU-hours wanted per month.
    pub fn work_per_month(&self) -> f64 {
        self.hours.wanted_gpu_hours / MONTHS_PER_YEAR
    }

    /// Cost of owning per productive hour at a busy share, without overflow; `None` at zero.
    pub fn own_at(&self, busy_share: f64) -> Option<f64> {
        let variable = self.own.variable_usd_per_busy_gpu_hour * busy_share * HOURS_PER_YEAR;
        self.per_productive_hour(busy_share, self.own.fixed_usd_per_gpu_year + variable)
    }

    /// Productive GPU-hours per year of all owned GPUs at a busy share.
    pub fn productive_gpu_hours_at(&self, busy_share: f64) -> f64 {
        self.hours.gpus * self.productive_hours_at(busy_share)
    }

    /// The same for one GPU.
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
