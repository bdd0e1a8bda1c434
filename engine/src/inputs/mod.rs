//! THE table: every input of a calculation, one row each.
//!
//! Form, validation, help, link, saved file and the list of assumptions all derive from the rows. A new input needs one
//! row here and the code that reads it. Ids and keys are permanent: a row is never renamed or reused.

pub mod issue;
mod kind;
pub mod presets;
pub mod vendor_quote;

mod choices;
pub mod derived;
pub mod field;
mod follow;
pub mod interruptions;
mod ranges;
pub mod resale;
mod validation;
pub mod value;
mod wording;

pub use choices::{
    Assembly, AvailabilityMethod, BeyondChoice, ChargeChoice, CommitmentBilling, CommitmentExit, CommittedCount,
    CostUnit, EndOfLife, FinanceMethod, GoodputMethod, HorizonEnd, IntervalChoice, NetworkNeed, PowerMethod,
    ResidualMethod, Site, StaffMethod, StopRate, TaxLosses, TaxMethod, TimingChoice, YearlyMethod,
};

use field::{Basis, Column, ColumnKind, Field, Group, Kind, Literal, scenario};
use value::{Amount, Credit, Input, OfferPrice, Point, Quote, Rating, Running, SupportTier, Tier};

use crate::prices::{Hardware, HardwareKind, PriceBook};
use crate::units::Unit;

const fn number(unit: Unit, min: f64, max: f64) -> Kind {
    Kind::Number { unit, min, max, whole: false }
}
const fn whole(unit: Unit, min: f64, max: f64) -> Kind {
    Kind::Number { unit, min, max, whole: true }
}
const fn assumed(low: f64, typical: f64, high: f64, why: &'static str) -> Basis {
    Basis::Assumed { low, typical, high, why }
}
/// The machine that supplies the default price, power and size.
const DEFAULT_MACHINE: &str = MACHINES[0];
/// That machine and those of earlier editions, newest first. Their prices keep the range they came with.
pub(crate) const MACHINES: [&str; 2] = ["hgx-h100-8-2026-11-25", "hgx-h100-8"];
const SHARE: Kind = number(Unit::Share, 0.0, 1.0);
const OFF: Literal = Literal::Switch(false);
const ZERO: Literal = Literal::Number(0.0);
const ONE: Literal = Literal::Number(1.0);

fn always(_: &Scenario) -> bool {
    true
}
fn by_lines(s: &Scenario) -> bool {
    s.own.yearly_method == YearlyMethod::Lines
}
fn by_load(s: &Scenario) -> bool {
    power_billed(s) && s.power.method == PowerMethod::Load
}
fn fixed_draw(s: &Scenario) -> bool {
    power_billed(s) && s.power.method == PowerMethod::Fixed
}
fn in_colocation(s: &Scenario) -> bool {
    by_lines(s) && s.place.site == Site::Colocation
}
fn in_own_room(s: &Scenario) -> bool {
    s.place.site == Site::Room
}
fn by_spares(s: &Scenario) -> bool {
    s.own.availability_method == AvailabilityMethod::Spares
}
fn lets_idle(s: &Scenario) -> bool {
    s.own.idle_usd_per_gpu_hour.value > 0.0
}
fn by_stops(s: &Scenario) -> bool {
    s.stops.method == GoodputMethod::Stops
}
fn goodput_given(s: &Scenario) -> bool {
    !by_stops(s)
}
fn leased(s: &Scenario) -> bool {
    s.money.method == FinanceMethod::Lease
}
fn taxed(s: &Scenario) -> bool {
    s.money.tax_method != TaxMethod::Without
}
fn in_other_currency(s: &Scenario) -> bool {
    s.money.currency != "USD"
}
fn winds_up(s: &Scenario) -> bool {
    s.time.end == HorizonEnd::WindUp
}
fn owns_nodes(s: &Scenario) -> bool {
    s.present.nodes.value > 0.0
}
fn bill_given(s: &Scenario) -> bool {
    s.present.bill_usd_per_month.value > 0.0
}
fn bill_of_another_gpu(s: &Scenario) -> bool {
    bill_given(s) && s.present.bill_gpu(&s.work.gpu) != s.work.gpu
}
/// Whether an offer may have another GPU than the work's: listed ones if they are compared, the user's own by their
/// name.
fn names_other_gpus(s: &Scenario) -> bool {
    s.work.other_gpus || s.rent.quotes.iter().any(|quote| !quote.gpu.is_empty() && quote.gpu != s.work.gpu)
}
fn power_billed(s: &Scenario) -> bool {
    by_lines(s) && !(s.place.site == Site::Colocation && s.place.power_included)
}

const TIER_COLUMNS: &[Column] = &[
    Column {
        label: "size of the tier",
        kind: ColumnKind::Number { unit: Unit::Gigabytes, min: 0.0, max: 1e12, optional: true, whole: false },
    },
    Column {
        label: "price",
        kind: ColumnKind::Number { unit: Unit::UsdPerGigabyte, min: 0.0, max: 10.0, optional: false, whole: false },
    },
];
/// Most user-defined offers.
pub const MOST_QUOTES: usize = 20;
const SUPPORT_COLUMNS: &[Column] = &[
    Column {
        label: "part of a month's bill",
        kind: ColumnKind::Number { unit: Unit::UsdPerMonth, min: 0.0, max: 1e9, optional: true, whole: false },
    },
    column("share of it", Unit::Share, 0.0, 1.0),
];
const QUOTE_COLUMNS: &[Column] = &[
    Column { label: "name", kind: ColumnKind::Text { max_chars: 80 } },
    Column {
        label: "price",
        kind: ColumnKind::Number { unit: Unit::UsdPerGpuHour, min: 0.0, max: 10_000.0, optional: false, whole: false },
    },
    term("term"),
    Column { label: "GPU, if another", kind: ColumnKind::Text { max_chars: 80 } },
    Column { label: "kind", kind: ColumnKind::Choice(QUOTE_KINDS) },
    optional("GPUs of a machine", Unit::Gpus, 1.0, 10_000.0),
    optional("spot interruptions", Unit::Ratio, 0.0, 1_000.0),
    optional("finds no spot", Unit::Share, 0.0, 1.0),
];
/// The kinds of a quote. An empty cell is the first: what a quote meant before there were other kinds.
const QUOTE_KINDS: &[field::ChoiceOption] = &[
    field::ChoiceOption { id: "firm", label: "by its term: on demand or committed" },
    field::ChoiceOption { id: value::SPOT, label: "spot: can be taken away" },
];
const fn optional(label: &'static str, unit: Unit, min: f64, max: f64) -> Column {
    Column { label, kind: ColumnKind::Number { unit, min, max, optional: true, whole: false } }
}
const fn column(label: &'static str, unit: Unit, min: f64, max: f64) -> Column {
    Column { label, kind: ColumnKind::Number { unit, min, max, optional: false, whole: false } }
}
/// Contracts and credits last whole months.
const fn term(label: &'static str) -> Column {
    Column {
        label,
        kind: ColumnKind::Number { unit: Unit::Months, min: 0.0, max: 120.0, optional: false, whole: true },
    }
}
const fn named(label: &'static str) -> Column {
    Column { label, kind: ColumnKind::Text { max_chars: 80 } }
}
const PERFORMANCE_COLUMNS: &[Column] = &[named("GPU"), column("work an hour", Unit::Ratio, 0.001, 1_000.0)];
const RESALE_COLUMNS: &[Column] =
    &[column("age", Unit::Years, 0.0, 50.0), column("share of the price", Unit::Share, 0.0, 2.0)];
const CREDIT_COLUMNS: &[Column] =
    &[named("provider, or empty for any"), column("amount", Unit::Usd, 0.0, 1e10), term("months until they expire")];
const CURVE_COLUMNS: &[Column] =
    &[column("month", Unit::Months, 1.0, 240.0), column("share of today's price", Unit::Share, 0.0, 100.0)];
const PRICE_COLUMNS: &[Column] = &[named("offer"), column("price", Unit::UsdPerGpuHour, 0.0, 10_000.0)];
const RUNNING_COLUMNS: &[Column] = &[
    named("name"),
    column("GPUs", Unit::Gpus, 0.0, 1e6),
    column("price", Unit::UsdPerGpuHour, 0.0, 10_000.0),
    term("months left"),
];
const ID_COLUMN: &[Column] = &[Column { label: "offer", kind: ColumnKind::Text { max_chars: 80 } }];

#[rustfmt::skip] // one row, one line
scenario! {
    /// What has to be done, the same for every plan.
    work: Work, "The work" {
        /// The GPU the work runs on. Offers of other GPUs are listed but not compared.
        gpu: String, "gpu", "GPU", Kind::Gpu, Basis::UserChoice(Literal::Text("h100-sxm"), "the most widely offered GPU of this class"), Literal::Text("h100-sxm"), 1, always;
        /// Work wanted each month, in GPU-hours whose result is kept. It is the same for every plan: more GPUs make each less busy, never the work larger.
        gpu_hours_per_month: Amount, "w", "Work a month", number(Unit::GpuHoursPerMonth, 0.0, 1e9), assumed(18_700.0, 32_700.0, 37_400.0, "70 % of the hours of 64 GPUs; well-managed shared clusters reach 70 to 85 %, bursty teams under 40 %"), ZERO, 1, always;
        /// How much of the hours a job holds does useful work: starved input and small batches lower it. It is the workload's own, the same on rented and owned machines, so per hour it cancels. Lower, the same work takes more hours of both: owned machines fill up.
        efficiency: Amount, "ew", "Efficiency inside the job", number(Unit::Share, 0.01, 1.0), assumed(0.4, 1.0, 1.0, "left at 100 %: it is the same on both sides"), ONE, 1, always;
        /// How many GPUs one job needs in one fast fabric. Offers that cannot give so many are listed but not compared. Follows the GPUs owned under 64.
        fabric_gpus: Amount, "fab", "GPUs in one fabric", whole(Unit::Gpus, 1.0, 1e6), Basis::UserChoice(Literal::Number(64.0), "one job on the whole cluster"), ONE, 1, always;
        /// The network a job needs between its GPUs. A job that fits into one machine of an offer needs none between machines, one of a single GPU none at all.
        network: NetworkNeed, "net", "Network between GPUs", Kind::Choice(NetworkNeed::OPTIONS), Basis::UserChoice(Literal::Choice("rdma"), "training over several nodes"), Literal::Choice("any"), 1, always;
        /// Whether the work survives machines being taken away at short notice, so that spot offers can do it.
        interruptible: bool, "int", "Can be interrupted", Kind::Switch, Basis::UserChoice(OFF, "long runs that should not stop"), OFF, 1, always;
        /// The longest commitment you would sign.
        longest_term_months: Amount, "mt", "Longest commitment", whole(Unit::Months, 0.0, 120.0), Basis::UserChoice(Literal::Number(36.0), "the usual longest term of a cloud"), Literal::Number(120.0), 1, always;
        /// Whether machines of private hosts without a service level may do the work.
        marketplace: bool, "mkt", "Marketplace hosts will do", Kind::Switch, Basis::UserChoice(OFF, "company data"), Literal::Switch(true), 1, always;
        /// Whether prices that are estimates, or older than a year, count as offers.
        estimates: bool, "est", "Count estimated prices", Kind::Switch, Basis::UserChoice(OFF, "only prices somebody published"), Literal::Switch(true), 1, always;
        /// How fast the work grows or shrinks, effective per year. Every month wants a little more than the one before.
        growth_per_year: Amount, "gw", "Growth of the work", number(Unit::SharePerYear, -0.9, 10.0), assumed(-0.2, 0.0, 1.0, "zero: the work you enter stays"), ZERO, 2, always;
        /// Whether offers of other GPUs are compared too, each by the work it does.
        other_gpus: bool, "og", "Compare other GPUs too", Kind::Switch, Basis::UserChoice(OFF, "the same GPU on both sides"), OFF, 2, always;
        /// Work that one hour of a GPU does, where an hour of the GPU above does 1. It belongs to GPU, workload and network: measure it. A GPU that is not listed counts by its dense BF16 speed.
        performance: Vec<Rating>, "pf", "Work of other GPUs", Kind::List { columns: PERFORMANCE_COLUMNS, max_rows: 40 }, Basis::UserChoice(Literal::Empty, "by dense BF16 speed"), Literal::Empty, 2, |s| s.work.other_gpus;
        /// What costs are told for. It changes no comparison: another unit is so many productive GPU-hours.
        cost_unit: CostUnit, "per", "Costs are told for", Kind::Choice(CostUnit::OPTIONS), Basis::UserChoice(Literal::Choice("hour"), "two plans compare by it"), Literal::Choice("hour"), 2, always;
        /// Productive GPU-hours that one of your runs takes.
        gpu_hours_per_run: Amount, "rgh", "One run takes", number(Unit::GpuHours, 1e-3, 1e9), Basis::UserChoice(Literal::Number(21_504.0), "two weeks on 64 GPUs"), ONE, 2, |s| s.work.cost_unit == CostUnit::Run;
        /// Tokens that a productive GPU-hour makes, in millions. Speed belongs to model, GPU and batch: measure yours. 1 is 278 tokens a second.
        mtokens_per_gpu_hour: Amount, "mth", "Tokens of a GPU-hour", number(Unit::MillionTokens, 1e-6, 1e6), Basis::UserChoice(ONE, "no figure fits all: measure yours"), ONE, 2, |s| s.work.cost_unit == CostUnit::Tokens;
    }
    /// What is bought when owning.
    own: Own, "Owning: machines" {
        /// GPUs bought. Nodes are bought whole.
        gpus: Amount, "n", "GPUs owned", whole(Unit::Gpus, 1.0, 1e5), Basis::UserChoice(Literal::Number(64.0), "eight nodes"), ONE, 1, always;
        /// GPUs in one node.
        gpus_per_node: Amount, "gpn", "GPUs a node", whole(Unit::Gpus, 1.0, 1_024.0), Basis::UserChoice(Literal::Number(8.0), "HGX and DGX systems"), Literal::Number(8.0), 1, always;
        /// Price of one node, as a vendor quotes it. Type your own quote: list prices of 2026 are hard to come by.
        node_price_usd: Amount, "np", "Price of a node", number(Unit::UsdPerNode, 0.0, 1e8), Basis::HardwarePrice(DEFAULT_MACHINE), ZERO, 1, always;
        /// What a seller takes off that price.
        node_discount_share: Amount, "nd", "Discount off the node price", SHARE, assumed(0.0, 0.0, 0.3, "zero: the price as listed, until you have a quote"), ZERO, 2, always;
        /// What that price is a price of: a whole system, or its parts.
        assembly: Assembly, "asm", "The price is of", Kind::Choice(Assembly::OPTIONS), Basis::UserChoice(Literal::Choice("quoted"), "servers are quoted whole"), Literal::Choice("quoted"), 2, always;
        /// What a seller charges for putting parts together.
        assembly_markup: Amount, "amk", "Surcharge of a prebuilt system", number(Unit::Share, 0.0, 5.0), Basis::Figure("prebuilt.surcharge-reference"), ZERO, 2, |s| s.own.assembly == Assembly::Prebuilt;
        /// Whether that price holds the switches and cables between nodes.
        node_includes_network: bool, "nin", "Node price holds the network", Kind::Switch, Basis::UserChoice(OFF, "the listed system has network cards, no switches"), OFF, 1, always;
        /// Switches, cables and optics between the nodes, for each node.
        fabric_usd_per_node: Amount, "fp", "Network fabric", number(Unit::UsdPerNode, 0.0, 1e7), Basis::Figure("network.fabric-per-node-64"), ZERO, 1, always;
        /// Years until the fabric is replaced.
        fabric_life_years: Amount, "fl", "Life of the fabric", number(Unit::Years, 0.5, 20.0), assumed(3.0, 5.0, 7.0, "as the nodes"), Literal::Number(5.0), 1, always;
        /// Storage bought with the cluster. Follows the GPUs owned, 4 TB for each.
        storage_tb: Amount, "st", "Storage owned", number(Unit::Terabytes, 0.0, 1e7), assumed(64.0, 256.0, 1_024.0, "4 TB for each GPU"), ZERO, 1, always;
        /// Price of a terabyte of fast storage.
        storage_usd_per_tb: Amount, "stp", "Price of storage", number(Unit::UsdPerTerabyte, 0.0, 1e6), Basis::Figure("storage.flash-usd-per-tb"), ZERO, 1, |s| s.own.storage_tb.value > 0.0;
        /// Years until storage is replaced.
        storage_life_years: Amount, "stl", "Life of storage", number(Unit::Years, 0.5, 20.0), assumed(3.0, 5.0, 7.0, "as the nodes"), Literal::Number(5.0), 1, |s| s.own.storage_tb.value > 0.0;
        /// Rack, stack and integration of each node. Worth nothing afterwards.
        installation_usd_per_node: Amount, "inst", "Installation", number(Unit::UsdPerNode, 0.0, 1e7), Basis::Figure("install.per-node"), ZERO, 1, always;
        /// Years a node is used before it is sold or scrapped.
        life_years: Amount, "life", "Life of the nodes", number(Unit::Years, 0.5, 20.0), Basis::Figure("life.server"), Literal::Number(5.0), 1, always;
        /// How the value of nodes at the end of their life is found.
        residual_method: ResidualMethod, "rm", "Resale value", Kind::Choice(ResidualMethod::OPTIONS), Basis::UserChoice(Literal::Choice("curve"), "falls with price-performance"), Literal::Choice("share"), 1, always;
        /// How fast nodes lose value: 0.14 keeps 72.4 % after one year, 38.0 % after three, 20.0 % after five.
        residual_decades_per_year: Amount, "rd", "Loss of value", number(Unit::DecadesPerYear, 0.0, 2.0), assumed(0.05, 0.14, 0.30, "price-performance of machine-learning GPUs grew by 0.14 factors of ten a year (Epoch AI)"), Literal::Number(0.14), 1, |s| s.own.residual_method == ResidualMethod::Curve;
        /// Share of the price that nodes still fetch at the end of their life.
        residual_share: Amount, "rs", "Resale share", SHARE, assumed(0.0, 0.2, 0.6, "used GPU servers after five years"), ZERO, 1, |s| s.own.residual_method == ResidualMethod::Share;
        /// What nodes fetch by age, as shares of their price; between two ages in a straight line.
        residual_table: Vec<Point>, "rt", "Resale by age", Kind::List { columns: RESALE_COLUMNS, max_rows: 20 }, Basis::UserChoice(Literal::Empty, "your own figures"), Literal::Empty, 2, |s| s.own.residual_method == ResidualMethod::Table;
        /// Share of the price that network and storage still fetch at the end of their life.
        other_residual_share: Amount, "ors", "Resale of network and storage", SHARE, Basis::Figure("resale.non-gpu"), ZERO, 1, always;
        /// Taking a node out and disposing of it at the end.
        decommissioning_usd_per_node: Amount, "dec", "Decommissioning", number(Unit::UsdPerNode, 0.0, 1e6), assumed(0.0, 1_000.0, 5_000.0, "two days of work for each node, data erasure included"), ZERO, 1, always;
        /// Enter availability as one share, or work it out from failures, spare nodes and planned maintenance.
        availability_method: AvailabilityMethod, "am", "Availability is", Kind::Choice(AvailabilityMethod::OPTIONS), Basis::UserChoice(Literal::Choice("given"), "one figure is easier to check"), Literal::Choice("given"), 2, always;
        /// Share of the calendar in which the machines work; failures and planned maintenance lower it.
        availability: Amount, "av", "Availability", number(Unit::Share, 0.01, 1.0), assumed(0.90, 0.925, 0.95, "planned and unplanned downtime of 5 to 10 % in a published guide of 2024"), ONE, 1, |s| !by_spares(s);
        /// Share of the time in which a node is out for a failure.
        failure_share: Amount, "fs", "Out for failures", number(Unit::Share, 0.0, 0.99), assumed(0.005, 0.02, 0.05, "a node out for a week a year"), ZERO, 2, by_spares;
        /// Share of the time in which everything stands still for planned work.
        planned_share: Amount, "pls", "Planned maintenance", number(Unit::Share, 0.0, 0.99), assumed(0.01, 0.02, 0.05, "a day every other month"), ZERO, 2, by_spares;
        /// Spare nodes for each node needed; whole nodes are bought. They cover failures, never planned maintenance.
        spare_share: Amount, "sps", "Spare nodes", SHARE, Basis::Figure("reliability.spares-reference"), ZERO, 2, by_spares;
        /// Whether spare nodes draw power while they wait.
        spares_hot: bool, "sph", "Spares stand under power", Kind::Switch, Basis::UserChoice(OFF, "spares are switched off"), OFF, 2, by_spares;
        /// Most of the available hours that jobs can fill: queues never pack a cluster completely.
        largest_occupancy: Amount, "occ", "Largest occupancy (hours filled)", number(Unit::Share, 0.01, 1.0), assumed(0.8, 0.9, 0.97, "scheduling gaps of a shared cluster"), ONE, 1, always;
        /// Share of busy hours whose work is kept. Interruptions, and the restarts after them, cost the rest.
        goodput: Amount, "go", "Goodput, owned (work kept)", number(Unit::Share, 0.01, 1.0), assumed(0.95, 0.985, 0.995, "a stop every 790 hours on 64 GPUs (Llama 3 report, scaled), checkpoints each few hours"), ONE, 1, goodput_given;
        /// Enter the yearly cost line by line, or as one fraction of the hardware price.
        yearly_method: YearlyMethod, "ym", "Yearly cost", Kind::Choice(YearlyMethod::OPTIONS), Basis::UserChoice(Literal::Choice("lines"), "each line opens"), Literal::Choice("lines"), 1, always;
        /// All yearly cost as a fraction of the hardware price: power, space, people, support.
        yearly_fraction: Amount, "yf", "Yearly fraction", number(Unit::SharePerYear, 0.0, 5.0), Basis::Figure("support.all-opex-reference"), ZERO, 1, |s| s.own.yearly_method == YearlyMethod::Fraction;
        /// All yearly cost as one amount for all GPUs, as a vendor quotes it: power, space, people, support.
        yearly_usd: Amount, "yu", "Running cost", number(Unit::UsdPerYear, 0.0, 1e10), assumed(300_000.0, 600_000.0, 1_200_000.0, "what the lines come to for 64 GPUs in colocation"), ZERO, 2, |s| s.own.yearly_method == YearlyMethod::Amount;
        /// Hardware support contract, as a share of the node price a year, once the warranty has ended.
        support_share: Amount, "sup", "Support contract", number(Unit::SharePerYear, 0.0, 1.0), Basis::Figure("support.oem-contract"), ZERO, 1, by_lines;
        /// Years in which repairs are in the price.
        warranty_years: Amount, "war", "Warranty", number(Unit::Years, 0.0, 20.0), assumed(1.0, 3.0, 5.0, "the usual warranty of GPU servers"), ZERO, 1, by_lines;
        /// Licences and tools for each GPU: drivers, monitoring, registries.
        software_usd_per_gpu_year: Amount, "sw", "Software", number(Unit::UsdPerGpuYear, 0.0, 1e6), Basis::Figure("software.other-per-gpu"), ZERO, 1, by_lines;
        /// Scheduler or platform subscription.
        platform_usd_per_year: Amount, "plt", "Platform subscription", number(Unit::UsdPerYear, 0.0, 1e9), assumed(0.0, 0.0, 300_000.0, "zero: an open-source scheduler, run by the people counted below"), ZERO, 1, by_lines;
        /// Operations bought from somebody else.
        operations_usd_per_year: Amount, "ops", "Operations as a service", number(Unit::UsdPerYear, 0.0, 1e9), assumed(0.0, 0.0, 500_000.0, "zero: the people counted below do it"), ZERO, 1, by_lines;
        /// Links to the outside world.
        links_usd_per_month: Amount, "lnk", "External links", number(Unit::UsdPerMonth, 0.0, 1e7), Basis::Figure("network.isp-10g"), ZERO, 1, by_lines;
        /// Insurance and property tax, as a share of the hardware price a year.
        insurance_share: Amount, "ins", "Insurance and property tax", number(Unit::SharePerYear, 0.0, 1.0), Basis::Figure("insurance.property"), ZERO, 1, by_lines;
        /// What somebody else pays for hours your work leaves idle.
        idle_usd_per_gpu_hour: Amount, "il", "Idle hours let out at", number(Unit::UsdPerGpuHour, 0.0, 1e4), assumed(0.0, 0.0, 2.0, "zero: idle hours earn nothing"), ZERO, 2, always;
        /// Share of the idle hours that somebody takes.
        idle_let_share: Amount, "ils", "Idle hours let out", SHARE, assumed(0.0, 0.3, 0.6, "buyers come and go"), ZERO, 2, lets_idle;
        /// What the marketplace keeps.
        idle_fee_share: Amount, "ilf", "Fee of the marketplace", SHARE, assumed(0.15, 0.25, 0.35, "what marketplaces ask of hosts"), ZERO, 2, lets_idle;
    }
    /// Electricity of owned machines.
    power: PowerInputs, "Owning: power" {
        /// Work power out from load, or give a fixed draw.
        method: PowerMethod, "pm", "Power", Kind::Choice(PowerMethod::OPTIONS), Basis::UserChoice(Literal::Choice("load"), "idle machines draw less"), Literal::Choice("load"), 1, power_billed;
        /// Most that one GPU draws.
        tdp_w: Amount, "tdp", "Rated power of a GPU", number(Unit::Watts, 0.0, 5_000.0), Basis::GpuPower("h100-sxm"), ZERO, 1, by_load;
        /// Share of the rated power that a GPU draws with nothing to do.
        idle_share: Amount, "idle", "Idle draw", SHARE, assumed(0.10, 0.18, 0.25, "an H100 with a process loaded; bare idle is about 10 %"), ZERO, 1, by_load;
        /// How far above idle a busy GPU goes, as a share of the way to its rated power.
        load_share: Amount, "load", "Load when busy", SHARE, assumed(0.65, 0.75, 0.85, "share of server power drawn in training (Epoch AI)"), ONE, 1, by_load;
        /// Processors, fans, network cards and disks of one node.
        host_kw_per_node: Amount, "host", "Host draw of a node", number(Unit::Kilowatts, 0.0, 100.0), assumed(2.0, 3.2, 4.6, "makes a busy node draw 75 % of its 10.2 kW maximum"), ZERO, 1, |s| by_load(s) || (fixed_draw(s) && s.power.fixed_adds_host);
        /// Average draw of one GPU.
        fixed_draw_w: Amount, "draw", "Fixed draw of a GPU", number(Unit::Watts, 0.0, 5_000.0), assumed(560.0, 560.0, 700.0, "80 % of 700 W in a published guide of 2024; leaves the host out"), ZERO, 1, fixed_draw;
        /// Whether the host's draw comes on top of the fixed draw. A fixed draw of 560 W leaves the host out.
        fixed_adds_host: bool, "drh", "Host draw on top", Kind::Switch, Basis::UserChoice(Literal::Switch(true), "560 W is the GPU alone"), OFF, 1, fixed_draw;
        /// Power usage effectiveness: what the site draws for each kilowatt of machines. 1 where cooling is billed apart.
        pue: Amount, "pue", "PUE", number(Unit::Ratio, 1.0, 5.0), Basis::Figure("pue.air-cooled-hall"), ONE, 1, power_billed;
        /// Price of electricity.
        usd_per_kwh: Amount, "kwh", "Electricity price", number(Unit::UsdPerKwh, 0.0, 5.0), Basis::Figure("electricity.us-industrial"), ZERO, 1, power_billed;
    }
    /// Where owned machines stand.
    place: Place, "Owning: space" {
        /// Rented space or a room of your own.
        site: Site, "site", "Where they stand", Kind::Choice(Site::OPTIONS), Basis::UserChoice(Literal::Choice("colocation"), "few firms have a 10 kW rack of their own"), Literal::Choice("room"), 1, always;
        /// Rent for space and cooling, for each kilowatt contracted.
        colocation_usd_per_kw_month: Amount, "colo", "Colocation", number(Unit::UsdPerKwMonth, 0.0, 1e4), Basis::Figure("colocation.us-250-500kw-2025"), ZERO, 1, in_colocation;
        /// Kilowatts contracted for each node: its nameplate, not its average.
        node_kw: Amount, "nkw", "Contracted power of a node", number(Unit::Kilowatts, 0.0, 1_000.0), Basis::HardwarePower(DEFAULT_MACHINE), ZERO, 1, in_colocation;
        /// Kilowatts of one rack; racks are contracted whole. 0 contracts just the kilowatts needed. Follows the GPUs owned under 32: the part that they fill.
        rack_kw: Amount, "rkw", "Power of a rack", number(Unit::Kilowatts, 0.0, 1_000.0), assumed(0.0, 41.0, 120.0, "four 10.2 kW nodes in a high-density rack"), ZERO, 1, in_colocation;
        /// Whether the rent includes electricity; then the power line is zero.
        power_included: bool, "cpi", "Rent includes electricity", Kind::Switch, Basis::UserChoice(OFF, "the listed rent excludes metered power"), OFF, 1, in_colocation;
        /// Yearly cost of a room of your own.
        room_usd_per_year: Amount, "room", "Own room", number(Unit::UsdPerYear, 0.0, 1e9), assumed(0.0, 50_000.0, 300_000.0, "floor space and upkeep for a few racks"), ZERO, 1, |s| by_lines(s) && in_own_room(s);
        /// Power feed and cooling built for the machines; 0 where the room has both. Worth nothing afterwards.
        build_out_usd: Amount, "bo", "Build-out, 0 if it is there", number(Unit::Usd, 0.0, 1e10), assumed(0.0, 800_000.0, 2_000_000.0, "about 10 thousand USD for each of 82 kW"), ZERO, 1, in_own_room;
        /// Years the build-out serves.
        build_out_life_years: Amount, "bol", "Life of the build-out", number(Unit::Years, 0.5, 50.0), assumed(10.0, 15.0, 20.0, "power and cooling plant"), Literal::Number(15.0), 1, in_own_room;
    }
    /// The people who run owned machines.
    people: People, "Owning: people" {
        /// Work the people out from cluster size, or give their number.
        method: StaffMethod, "stm", "People", Kind::Choice(StaffMethod::OPTIONS), Basis::UserChoice(Literal::Choice("size"), "1.5 for 64 GPUs, 3.5 for 256"), Literal::Choice("given"), 1, by_lines;
        /// Full-time people who run the cluster.
        own_people: Amount, "fte", "People to run it", number(Unit::People, 0.0, 10_000.0), Basis::Figure("staff.fte-64-gpus"), ZERO, 1, |s| by_lines(s) && s.people.method == StaffMethod::Given;
        /// People the same work needs on rented machines; only the difference counts.
        rent_people: Amount, "rfte", "People needed when renting", number(Unit::People, 0.0, 10_000.0), assumed(0.0, 0.5, 1.0, "somebody still keeps images, accounts and quotas"), ZERO, 1, by_lines;
        /// One infrastructure engineer, all in.
        usd_per_person_year: Amount, "eng", "Cost of an engineer", number(Unit::UsdPerPersonYear, 0.0, 1e7), Basis::Figure("staff.engineer-us"), ZERO, 1, by_lines;
        /// What people are paid to stand by at night, beyond their salaries.
        on_call_usd_per_year: Amount, "onc", "On-call pay", number(Unit::UsdPerYear, 0.0, 1e8), assumed(0.0, 0.0, 60_000.0, "zero: the cost of an engineer is all in"), ZERO, 2, by_lines;
    }
    /// What rented machines cost beside their rate.
    rent: Rent, "Renting" {
        /// Prices you were offered, beside those of the price book.
        quotes: Vec<Quote>, "q", "Offers you have", Kind::List { columns: QUOTE_COLUMNS, max_rows: MOST_QUOTES }, Basis::UserChoice(Literal::Empty, "none yet"), Literal::Empty, 1, always;
        /// Compare with the offers above alone; those of the price book stay listed.
        only_quotes: bool, "oq", "Only the offers you have", Kind::Switch, Basis::UserChoice(OFF, "the whole market"), OFF, 1, |s| s.rent.only_quotes || !s.rent.quotes.is_empty();
        /// Prices of yours in place of the book's, by the offer's id.
        prices: Vec<OfferPrice>, "op", "Prices of the book you know better", Kind::List { columns: PRICE_COLUMNS, max_rows: 40 }, Basis::UserChoice(Literal::Empty, "none"), Literal::Empty, 2, always;
        /// Share of a commitment of your own that is paid at the start of its term.
        quote_upfront_share: Amount, "qu", "Paid upfront in your offers", SHARE, assumed(0.0, 0.0, 1.0, "zero: paid by the month"), ZERO, 2, |s| !s.rent.quotes.is_empty();
        /// Taken off every list price of the book, not off your own offers.
        discount_share: Amount, "dis", "Discount off rental prices", SHARE, assumed(0.0, 0.0, 0.4, "zero: list prices, until you have an offer"), ZERO, 1, always;
        /// Share of busy hours whose work is kept on rented machines.
        goodput: Amount, "gr", "Goodput, rented (work kept)", number(Unit::Share, 0.01, 1.0), assumed(0.95, 0.985, 0.995, "as owned: the same hardware fails as often"), ONE, 1, goodput_given;
        /// Share of billed hours that a job holds: start-up minutes, idle time-outs and unused GPUs of an instance cost the rest.
        paid_efficiency: Amount, "pe", "Billed hours that do work", number(Unit::Share, 0.01, 1.0), assumed(0.85, 1.0, 1.0, "all: generous to renting"), ONE, 1, always;
        /// Share of the time in which committed machines work; it limits what a commitment can do.
        availability: Amount, "ra", "Availability of committed machines", number(Unit::Share, 0.01, 1.0), assumed(0.99, 1.0, 1.0, "the provider replaces what breaks"), ONE, 2, always;
        /// Share of the time in which an offer by the hour cannot be had; its work goes to the next cheapest.
        unavailable_share: Amount, "una", "Not to be had", number(Unit::Share, 0.0, 0.99), assumed(0.0, 0.0, 0.2, "zero: capacity is there when asked for"), ZERO, 2, always;
        /// Who pays for the hours of a commitment that this work leaves idle. Most published break-evens silently assume that other work absorbs them.
        commitment_billing: CommitmentBilling, "cb", "Idle hours of a commitment", Kind::Choice(CommitmentBilling::OPTIONS), Basis::UserChoice(Literal::Choice("committed"), "that is how commitments bill"), Literal::Choice("committed"), 1, always;
        /// How many GPUs a commitment covers.
        committed_count: CommittedCount, "cc", "GPUs committed", Kind::Choice(CommittedCount::OPTIONS), Basis::UserChoice(Literal::Choice("same-number"), "a like for like swap"), Literal::Choice("same-number"), 1, always;
        /// GPUs under commitment.
        committed_gpus: Amount, "cg", "Number committed", number(Unit::Gpus, 0.0, 1e5), Basis::UserChoice(Literal::Number(64.0), "as many as owned"), ONE, 1, |s| s.rent.committed_count == CommittedCount::Given;
        /// Managed services on top, as a share of compute.
        managed_share: Amount, "man", "Managed services", SHARE, assumed(0.0, 0.0, 0.15, "zero: plain machines, as when owning"), ZERO, 1, always;
        /// Data kept with the provider. Follows the GPUs owned, 4 TB for each.
        storage_tb: Amount, "rst", "Storage rented", number(Unit::Terabytes, 0.0, 1e7), assumed(64.0, 256.0, 1_024.0, "as much as owned"), ZERO, 1, always;
        /// Price of rented storage.
        storage_usd_per_gb_month: Amount, "rsp", "Price of rented storage", number(Unit::UsdPerGigabyteMonth, 0.0, 10.0), Basis::Figure("storage.object"), ZERO, 1, |s| s.rent.storage_tb.value > 0.0;
        /// Data moved out of the cloud.
        egress_gb_per_month: Amount, "eg", "Data moved out", number(Unit::GigabytesPerMonth, 0.0, 1e10), assumed(0.0, 4_200.0, 100_000.0, "a 140 GB checkpoint a day"), ZERO, 1, always;
        /// Data that may leave free of charge each month.
        egress_free_gb: Amount, "efr", "Free data out", number(Unit::GigabytesPerMonth, 0.0, 1e10), assumed(0.0, 100.0, 100.0, "what the large clouds give; those that charge nothing are not affected"), ZERO, 1, |s| s.rent.egress_gb_per_month.value > 0.0;
        /// Prices by volume, in place of each offer's own price. A tier without a size is the last.
        egress_tiers: Vec<Tier>, "et", "Tiers for data out", Kind::List { columns: TIER_COLUMNS, max_rows: 12 }, Basis::UserChoice(Literal::Empty, "each offer's own price"), Literal::Empty, 1, |s| s.rent.egress_gb_per_month.value > 0.0 || s.rent.exit_tb.value > 0.0;
        /// Dedicated line to the provider.
        line_usd_per_month: Amount, "rl", "Dedicated line", number(Unit::UsdPerMonth, 0.0, 1e7), assumed(0.0, 0.0, 5_000.0, "zero: work and data live in the cloud"), ZERO, 1, always;
        /// Scheduler or platform subscription when renting.
        platform_usd_per_month: Amount, "rp", "Platform subscription", number(Unit::UsdPerMonth, 0.0, 1e7), assumed(0.0, 0.0, 25_000.0, "zero: an open-source scheduler, as when owning"), ZERO, 1, always;
        /// Support plan, as a share of the whole bill.
        support_share: Amount, "rsu", "Support plan", SHARE, assumed(0.0, 0.0, 0.1, "zero: specialised clouds include it; large ones ask 3 to 10 %"), ZERO, 1, |s| s.rent.support_tiers.is_empty();
        /// Support plan by the size of a month's bill, in place of one share: 10 % of the first 10,000, 7 % of the next 70,000 and so on. A tier without a size is the last.
        support_tiers: Vec<SupportTier>, "rsut", "Tiers of the support plan", Kind::List { columns: SUPPORT_COLUMNS, max_rows: 12 }, Basis::UserChoice(Literal::Empty, "one share of the whole bill"), Literal::Empty, 2, always;
        /// The least that the support plan costs a month, however small the bill is.
        support_least_usd_per_month: Amount, "rsum", "Support plan, at least", number(Unit::UsdPerMonth, 0.0, 1e7), assumed(0.0, 0.0, 15_000.0, "zero: no plan, no minimum"), ZERO, 2, always;
        /// Data upload, set-up and debugging, once.
        setup_usd: Amount, "su", "Setting up", number(Unit::Usd, 0.0, 1e9), assumed(0.0, 5_000.0, 50_000.0, "a week of one engineer: images, accounts, first runs"), ZERO, 2, always;
        /// Making the work run on a GPU of another kind, once.
        porting_usd: Amount, "port", "Porting to another GPU", number(Unit::Usd, 0.0, 1e9), assumed(0.0, 20_000.0, 500_000.0, "a month of one engineer; other makers' chips take more"), ZERO, 2, names_other_gpus;
        /// Data moved out when the work leaves, at the offer's price of data out.
        exit_tb: Amount, "xt", "Data moved out at the end", number(Unit::Terabytes, 0.0, 1e7), assumed(0.0, 256.0, 1_024.0, "all that is stored, once"), ZERO, 2, always;
        /// Credits that pay what falls due to their provider until they are used up or expire; the first to expire pays first.
        credits: Vec<Credit>, "cr", "Credits", Kind::List { columns: CREDIT_COLUMNS, max_rows: 12 }, Basis::UserChoice(Literal::Empty, "none"), Literal::Empty, 2, always;
        /// Offers that count although they do not meet the needs above.
        counted_in: Vec<String>, "in", "Offers counted in anyway", Kind::List { columns: ID_COLUMN, max_rows: 300 }, Basis::UserChoice(Literal::Empty, "none"), Literal::Empty, 1, always;
    }
    /// How money over time is weighed.
    money: MoneyInputs, "Money" {
        /// Straight line repeats many published comparisons; with cost of capital is what a finance team uses.
        charge: ChargeChoice, "ch", "Capital charge", Kind::Choice(ChargeChoice::OPTIONS), Basis::UserChoice(Literal::Choice("discounted"), "money tied up costs money"), Literal::Choice("simple"), 1, always;
        /// Nominal cost of capital, effective per year.
        discount_rate: Amount, "r", "Cost of capital", number(Unit::SharePerYear, 0.0, 1.0), assumed(0.05, 0.08, 0.12, "a common weighted cost of capital; ask your finance team"), ZERO, 1, always;
        /// When payments fall. Year end replays published cases.
        timing: TimingChoice, "tm", "Clock", Kind::Choice(TimingChoice::OPTIONS), Basis::UserChoice(Literal::Choice("monthly"), "bills come monthly"), Literal::Choice("monthly"), 1, always;
        /// Cash, loan or lease. The verdict takes cash; what the financing gains stands beside it.
        method: FinanceMethod, "fm", "Machines are paid by", Kind::Choice(FinanceMethod::OPTIONS), Basis::UserChoice(Literal::Choice("cash"), "a cheap loan must not decide own against rent"), Literal::Choice("cash"), 2, always;
        /// Nominal rate of the loan, a year; a twelfth each month.
        loan_rate: Amount, "lr", "Rate of the loan", number(Unit::SharePerYear, 0.0, 1.0), assumed(0.06, 0.08, 0.12, "equipment loans"), ZERO, 2, |s| s.money.method == FinanceMethod::Loan;
        /// Months over which the loan is paid back.
        loan_months: Amount, "lm", "Term of the loan", whole(Unit::Months, 1.0, 120.0), Basis::UserChoice(Literal::Number(36.0), "three years"), Literal::Number(36.0), 2, |s| s.money.method == FinanceMethod::Loan;
        /// Payment of the lease for all machines.
        lease_usd_per_month: Amount, "ls", "Lease payment", number(Unit::UsdPerMonth, 0.0, 1e9), assumed(0.0, 100_000.0, 200_000.0, "about 3 % of the price of eight nodes a month"), ZERO, 2, leased;
        /// Months that the lease runs.
        lease_months: Amount, "lsm", "Term of the lease", whole(Unit::Months, 1.0, 120.0), Basis::UserChoice(Literal::Number(36.0), "three years"), Literal::Number(36.0), 2, leased;
        /// Whether payments fall at the start of each month.
        lease_in_advance: bool, "lsa", "Lease paid in advance", Kind::Switch, Basis::UserChoice(Literal::Switch(true), "the usual way"), OFF, 2, leased;
        /// Whether the machines are bought at the end; only then are they yours to sell.
        lease_buys: bool, "lsb", "Bought at the end", Kind::Switch, Basis::UserChoice(Literal::Switch(true), "to keep what they are worth"), OFF, 2, leased;
        /// Price of the machines at the end of the lease.
        buy_out_usd: Amount, "lbo", "Buy-out", number(Unit::Usd, 0.0, 1e10), assumed(0.0, 340_000.0, 1_000_000.0, "a tenth of the price"), ZERO, 2, |s| leased(s) && s.money.lease_buys;
        /// Tax, and how purchases are written off. With tax the cost of capital is after tax. The first year is written off in full, in whichever month machines come.
        tax_method: TaxMethod, "tx", "Tax", Kind::Choice(TaxMethod::OPTIONS), Basis::UserChoice(Literal::Choice("none"), "both sides are deducted; only the timing differs"), Literal::Choice("none"), 2, always;
        /// Tax on profits.
        tax_rate: Amount, "txr", "Tax rate", number(Unit::Share, 0.0, 0.99), assumed(0.2, 0.25, 0.3, "federal and state taxes of a US company"), ZERO, 2, taxed;
        /// Years over which purchases are written off in equal parts.
        tax_years: Amount, "txy", "Written off over", whole(Unit::Years, 1.0, 20.0), assumed(3.0, 5.0, 7.0, "computers"), Literal::Number(5.0), 2, |s| s.money.tax_method == TaxMethod::StraightLine;
        /// Share of a purchase that is written off in the first year; the rest follows the five-year table of MACRS.
        tax_first_share: Amount, "txf", "Share in the first year", SHARE, assumed(0.4, 1.0, 1.0, "US bonus depreciation of purchases since January 2025"), ONE, 3, |s| s.money.tax_method == TaxMethod::FirstYear;
        /// What a year with more deductions than savings is good for.
        tax_losses: TaxLosses, "txl", "Losses", Kind::Choice(TaxLosses::OPTIONS), Basis::UserChoice(Literal::Choice("at-once"), "the rest of the firm earns money"), Literal::Choice("at-once"), 2, taxed;
        /// Currency in which the page takes and shows money. The price book is in US dollars; the rate below turns them into it, and the comparison does not change.
        currency: String, "cur", "Currency", Kind::Currency, Basis::UserChoice(Literal::Text("USD"), "the price book is in US dollars"), Literal::Text("USD"), 2, always;
        /// How much of the currency one US dollar buys.
        currency_per_usd: Amount, "fx", "Rate for one US dollar", number(Unit::Ratio, 1e-6, 1e6), Basis::UserChoice(Literal::Number(1.0), "type the rate of the day"), ONE, 2, in_other_currency;
        /// The day of that rate.
        currency_day: String, "fxd", "Day of the rate", Kind::Day, Basis::UserChoice(Literal::Text(""), "say it, and whoever reads the figures knows"), Literal::Text(""), 2, in_other_currency;
    }
    /// What happens over the months.
    time: Time, "Time" {
        /// How far the comparison looks.
        horizon_months: Amount, "hz", "Horizon", whole(Unit::Months, 12.0, 120.0), Basis::UserChoice(Literal::Number(60.0), "the life of the machines"), Literal::Number(60.0), 2, always;
        /// Whether the work ends with the horizon or goes on.
        end: HorizonEnd, "eh", "End of the horizon", Kind::Choice(HorizonEnd::OPTIONS), Basis::UserChoice(Literal::Choice("wind-up"), "counts nothing that is not sold"), Literal::Choice("wind-up"), 2, always;
        /// How rental prices move, effective per year; they have both risen and fallen. Commitments read it at each renewal.
        rent_drift: Amount, "rdr", "Rental prices move by", number(Unit::SharePerYear, -0.9, 5.0), assumed(-0.4, 0.0, 0.4, "zero: H100 prices fell by half from 2023 to 2025 and rose by 40 % in the half year after"), ZERO, 2, |s| s.time.rent_curve.is_empty();
        /// Rental prices by month, as shares of today's, in place of the yearly move; between two months in a straight line.
        rent_curve: Vec<Point>, "rcv", "Rental prices by month", Kind::List { columns: CURVE_COLUMNS, max_rows: 60 }, Basis::UserChoice(Literal::Empty, "one yearly move"), Literal::Empty, 2, always;
        /// How prices of machines move, effective per year; the next purchase pays it.
        hardware_drift: Amount, "hdr", "Machine prices move by", number(Unit::SharePerYear, -0.9, 5.0), assumed(-0.3, 0.0, 0.1, "zero: machines of one kind kept their price through 2026"), ZERO, 2, always;
        /// How the price of electricity moves.
        tariff_drift: Amount, "tes", "Electricity price moves by", number(Unit::SharePerYear, -0.5, 2.0), assumed(-0.02, 0.0, 0.05, "zero: prices of today"), ZERO, 2, by_lines;
        /// How salaries move.
        staff_drift: Amount, "ses", "Salaries move by", number(Unit::SharePerYear, -0.5, 2.0), assumed(0.0, 0.0, 0.05, "zero: prices of today"), ZERO, 2, by_lines;
        /// How rent for space moves.
        space_drift: Amount, "pes", "Rent for space moves by", number(Unit::SharePerYear, -0.5, 2.0), assumed(0.0, 0.0, 0.06, "zero: prices of today"), ZERO, 2, by_lines;
        /// Months from order to delivery. Until then the work is rented by the hour.
        lead_months: Amount, "ld", "Lead time", whole(Unit::Months, 0.0, 36.0), assumed(2.0, 4.0, 6.0, "new HGX systems took 8 to 26 weeks in 2026"), ZERO, 2, always;
        /// Share of the price paid with the order, the rest at delivery.
        deposit_share: Amount, "dep", "Deposit", SHARE, assumed(0.0, 0.3, 0.5, "a usual deposit"), ZERO, 2, |s| s.time.lead_months.value > 0.0;
        /// Months until delivered machines carry their full load; the rest is rented.
        ramp_months: Amount, "rmp", "Ramp-up", whole(Unit::Months, 0.0, 36.0), assumed(0.0, 1.0, 3.0, "acceptance tests and moving in"), ZERO, 2, always;
        /// Months before delivery from which the people are paid.
        staff_lead_months: Amount, "sl", "People start before", whole(Unit::Months, 0.0, 36.0), assumed(0.0, 2.0, 3.0, "somebody plans and builds"), ZERO, 2, always;
        /// What becomes of work that the owned machines or the commitment cannot take.
        beyond: BeyondChoice, "bey", "Work beyond the ceiling", Kind::Choice(BeyondChoice::OPTIONS), Basis::UserChoice(Literal::Choice("offer"), "work does not wait"), Literal::Choice("offer"), 2, always;
        /// What an hour of work costs you that nobody does, or that is late.
        late_usd_per_gpu_hour: Amount, "late", "Cost of a late GPU-hour", number(Unit::UsdPerGpuHour, 0.0, 1e5), assumed(0.0, 0.0, 10.0, "zero: say it to compare plans that leave work undone"), ZERO, 2, always;
        /// How a commitment ends that outlasts the horizon, where the work ends.
        commitment_exit: CommitmentExit, "cx", "Leaving a commitment", Kind::Choice(CommitmentExit::OPTIONS), Basis::UserChoice(Literal::Choice("due"), "as contracts say"), Literal::Choice("due"), 2, winds_up;
        /// Share of the payments still due that somebody takes over.
        recoverable_share: Amount, "rec", "Recovered of a commitment", SHARE, assumed(0.0, 0.0, 0.5, "zero: few contracts can be sold on"), ZERO, 2, |s| winds_up(s) && s.time.commitment_exit == CommitmentExit::Due;
        /// Fee that ends a commitment, as a share of what is still unpaid.
        termination_fee_share: Amount, "tfs", "Termination fee", SHARE, assumed(0.2, 0.5, 1.0, "where a contract can be ended at all"), ZERO, 2, |s| winds_up(s) && s.time.commitment_exit == CommitmentExit::Fee;
        /// Months of the first fiscal year that the plan falls into.
        first_year_months: Amount, "fy", "Months of the first fiscal year", whole(Unit::Months, 1.0, 12.0), Basis::UserChoice(Literal::Number(12.0), "fiscal years begin with the decision"), Literal::Number(12.0), 2, always;
    }
    /// What stops jobs and how much work that costs.
    stops: Stops, "Interruptions" {
        /// Enter goodput as a share, or work it out from how often machines stop.
        method: GoodputMethod, "gm", "Goodput is", Kind::Choice(GoodputMethod::OPTIONS), Basis::UserChoice(Literal::Choice("given"), "one figure a side is easier to check"), Literal::Choice("given"), 2, always;
        /// How often a GPU of an owned or committed machine stops its job, in stops for each million GPU-hours.
        per_million_gpu_hours: Amount, "spm", "Stops per million GPU-hours", number(Unit::Ratio, 0.0, 1e6), Basis::Figure("reliability.stops-per-million"), ZERO, 2, by_stops;
        /// What the figure for spot machines counts.
        spot_kind: StopRate, "sk", "Spot interruptions in", Kind::Choice(StopRate::OPTIONS), Basis::UserChoice(Literal::Choice("month"), "as providers publish them"), Literal::Choice("node-hour"), 2, always;
        /// How often a spot machine is taken back. A node is what is taken back at once.
        spot_rate: Amount, "sr", "Spot interruptions", number(Unit::Ratio, 0.0, 1_000.0), assumed(0.05, 0.175, 0.3, "AWS p5: 15 to 20 % of instances a month"), ZERO, 2, always;
        /// Share of the work that finds no spot machine and runs by the hour.
        no_spot_share: Amount, "nos", "Work that finds no spot", SHARE, assumed(0.0, 0.1, 0.5, "spot capacity comes and goes"), ZERO, 2, always;
        /// Hours that writing a checkpoint stops the job.
        write_hours: Amount, "cw", "Writing a checkpoint", number(Unit::Hours, 0.0, 100.0), assumed(0.005, 0.05, 0.2, "three minutes"), ZERO, 2, always;
        /// Hours billed after an interruption before work goes on: loading and setting up again.
        restart_hours: Amount, "rsh", "Restart", number(Unit::Hours, 0.0, 100.0), assumed(0.05, 0.17, 0.5, "ten minutes"), ZERO, 2, always;
        /// How often a job saves its state.
        interval: IntervalChoice, "iv", "Checkpoints are written", Kind::Choice(IntervalChoice::OPTIONS), Basis::UserChoice(Literal::Choice("best"), "the interval is yours to set"), Literal::Choice("best"), 2, always;
        /// Hours between checkpoints.
        interval_hours: Amount, "ivh", "Interval", number(Unit::Hours, 0.001, 1_000.0), assumed(0.25, 1.0, 4.0, "a common setting"), ONE, 2, |s| s.stops.interval == IntervalChoice::Given;
        /// Shortest interval that makes sense.
        shortest_interval_hours: Amount, "ivs", "Shortest interval", number(Unit::Hours, 0.001, 1_000.0), assumed(0.05, 0.1, 0.5, "six minutes"), Literal::Number(0.1), 2, |s| s.stops.interval == IntervalChoice::Best;
    }
    /// What is there already.
    present: Present, "What you have already" {
        /// Nodes you own of the same kind. What was paid for them is sunk; they count at what they would fetch today.
        nodes: Amount, "pn", "Nodes you own", whole(Unit::Nodes, 0.0, 1e5), Basis::UserChoice(ZERO, "none"), ZERO, 2, always;
        /// Their age.
        node_age_years: Amount, "pna", "Age of your nodes", number(Unit::Years, 0.0, 20.0), Basis::UserChoice(Literal::Number(2.0), "say yours"), ZERO, 2, owns_nodes;
        /// What one of them would fetch today. Follows the GPU and the age until you type it: the price book's price of a used one, else the price of a new one along the resale curve.
        node_resale_usd: Amount, "pnr", "Resale price of one today", number(Unit::UsdPerNode, 0.0, 1e8), assumed(50_000.0, 150_000.0, 250_000.0, "the price book's price of a used one, else that of a new one along the resale curve"), ZERO, 2, owns_nodes;
        /// What happens when their life ends before the horizon does. Running on buys nothing. Replacing buys new ones in that month. Retiring takes them out, and their work is rented from then on.
        at_end_of_life: EndOfLife, "pel", "At the end of their life they are", Kind::Choice(EndOfLife::OPTIONS), Basis::UserChoice(Literal::Choice("run-on"), "machines that work are kept, and nothing is bought unasked"), Literal::Choice("replaced"), 3, owns_nodes;
        /// Commitments that still run. They are paid whatever you decide, so their hours cost nothing more, and end. A new commitment takes their place as they do.
        commitments: Vec<Running>, "pc", "Commitments still running", Kind::List { columns: RUNNING_COLUMNS, max_rows: 20 }, Basis::UserChoice(Literal::Empty, "none"), Literal::Empty, 2, always;
        /// What you pay for rented GPUs now; with it "as now" is a plan of its own.
        bill_usd_per_month: Amount, "pb", "Present bill", number(Unit::UsdPerMonth, 0.0, 1e9), Basis::UserChoice(ZERO, "none given"), ZERO, 2, always;
        /// What you pay for an hour of a GPU now.
        usd_per_gpu_hour: Amount, "pp", "Price you pay now", number(Unit::UsdPerGpuHour, 0.0, 1e4), assumed(2.0, 6.88, 12.29, "on-demand H100 of a large cloud"), ONE, 2, bill_given;
        /// The GPU that the bill is for. Its hours count as hours of the GPU of the work by relative performance.
        gpu: String, "pbg", "GPU of the bill", Kind::OtherGpu, Basis::UserChoice(Literal::Text(""), "the GPU of the work"), Literal::Text(""), 3, bill_given;
        /// Work of an hour of the bill's GPU, where an hour of the work's GPU does 1. At 0: as the rated work of other GPUs has it, else by dense BF16 speed.
        gpu_work: Amount, "pbw", "Work of its hour", number(Unit::Ratio, 0.0, 1_000.0), Basis::UserChoice(ZERO, "by dense BF16 speed"), ZERO, 3, bill_of_another_gpu;
        /// Share of the hours billed now in which no job runs, and that could be given back.
        idle_share: Amount, "pi", "Idle hours on the bill", number(Unit::Share, 0.0, 0.99), assumed(0.0, 0.15, 0.4, "machines left running"), ZERO, 2, bill_given;
        /// Share of the bill saved by fewer or smaller GPUs for jobs that do not need what they have.
        rightsize_share: Amount, "prs", "Saved by right-sizing", number(Unit::Share, 0.0, 0.99), assumed(0.0, 0.05, 0.2, "small jobs on large machines"), ZERO, 2, bill_given;
        /// Share of the hours that could run on machines that can be taken away.
        spot_share: Amount, "psp", "Work that could run on spot", SHARE, assumed(0.0, 0.0, 0.5, "zero: nothing can be interrupted"), ZERO, 2, bill_given;
        /// Share of the hours that never stops, so that a commitment can carry it.
        floor_share: Amount, "pfl", "Steady floor of the work", SHARE, assumed(0.0, 0.5, 0.8, "what runs day and night"), ZERO, 2, bill_given;
    }
}

impl Rent {
    /// The user's price for an offer, which overrides the book's; `None` if there is none.
    pub fn own_price(&self, offer: &str) -> Option<f64> {
        // A row without a price has no effect.
        let row = self.prices.iter().find(|p| p.offer == offer && p.usd_per_gpu_hour > 0.0)?;
        Some(row.usd_per_gpu_hour)
    }
}

impl Present {
    /// The GPU of the current bill; the work's own if none is named.
    pub fn bill_gpu<'s>(&'s self, of_work: &'s str) -> &'s str {
        if self.gpu.is_empty() { of_work } else { &self.gpu }
    }
}

impl Scenario {
    /// The initial scenario: every row at its default from a price book.
    pub fn typical(book: &PriceBook) -> Self {
        let mut scenario = Self::neutral();
        for field in FIELDS {
            field.set(&mut scenario, &field.value_in(book));
        }
        scenario
    }

    /// The scenario with every row at its neutral value: what an empty old link means.
    pub fn neutral() -> Self {
        let mut scenario = Self::BLANK;
        for field in FIELDS {
            // Every neutral value is of its row's kind; a test checks the whole table.
            field.set(&mut scenario, &field.neutral.to_value());
        }
        scenario
    }
}

impl Scenario {
    /// Chooses a GPU, and replaces a default machine with the price book's machine for it: price, GPUs, rated power and
    /// nameplate of a node. Returns whether the book has such a machine; otherwise those rows stay as they are.
    pub fn choose_gpu(&mut self, gpu: &str, book: &PriceBook, edition: &str) -> bool {
        let before = self.clone();
        gpu.clone_into(&mut self.work.gpu);
        let found = self.take_machine(gpu, book, edition);
        self.follow_resale(&before, book);
        found
    }

    fn take_machine(&mut self, gpu: &str, book: &PriceBook, edition: &str) -> bool {
        let Some((machine, price)) = machine_with(gpu, book, edition) else { return false };
        self.own.node_price_usd = Amount::exact(price);
        self.own.gpus_per_node = Amount::exact(machine.gpus_per_node);
        if let Some(watts) = machine.gpu_tdp_w {
            self.power.tdp_w = Amount::exact(watts);
        }
        if let Some(watts) = machine.max_system_w {
            self.place.node_kw = Amount::exact(watts / 1_000.0);
        }
        true
    }
}

impl Scenario {
    /// Adopts the prices of another edition: every listed offer, and the node price if it is a listed one.
    pub fn take_prices(&mut self, book: &PriceBook, from: &str, to: &str) {
        self.rent.only_quotes = false;
        let listed = |edition: &str| machine_with(&self.work.gpu, book, edition).map(|(_, usd)| usd);
        if let (Some(before), Some(now)) = (listed(from), listed(to))
            && self.own.node_price_usd == Amount::exact(before)
        {
            self.own.node_price_usd = Amount::exact(now);
        }
    }
}

/// The price book's machine for owning a GPU, with its typical price: the one named by an edition's defaults, otherwise
/// its first server with a price.
pub fn machine_with<'b>(gpu: &str, book: &'b PriceBook, edition: &str) -> Option<(&'b Hardware, f64)> {
    let fits = |h: &&Hardware| h.gpu == gpu && h.kind == HardwareKind::Server && h.price.is_some();
    let servers = || book.hardware_of(edition).filter(fits);
    let machine = MACHINES.iter().find_map(|id| servers().find(|h| h.id == *id)).or_else(|| servers().next())?;
    Some((machine, machine.price?.typical))
}

/// The row with an id, if there is one.
pub fn field(id: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|f| f.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_keys_are_unique_and_fit_for_links() {
        for (index, a) in FIELDS.iter().enumerate() {
            let fit =
                |s: &str| s.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_'));
            assert!(fit(a.id) && fit(a.key), "{}", a.id);
            for b in &FIELDS[index + 1..] {
                assert!(a.id != b.id && a.key != b.key, "{} and {} share a name", a.id, b.id);
            }
        }
    }

    #[test]
    fn neutral_values_are_of_their_rows_kind_and_allowed() {
        let mut scenario = Scenario::neutral();
        for field in FIELDS {
            let neutral = field.neutral.to_value();
            assert!(field.set(&mut scenario, &neutral), "{} rejects its neutral value", field.id);
            assert_eq!(field.validate(&neutral), None, "{}", field.id);
        }
    }

    #[test]
    fn defaults_come_from_the_book_and_are_allowed() {
        let book = PriceBook::embedded();
        for field in FIELDS {
            let default = field.default_in(&book);
            assert_ne!(default.source, "not in this price book", "{}", field.id);
            assert!(!default.source.is_empty(), "{} has no source", field.id);
            assert_eq!(field.validate(&default.value), None, "{}", field.id);
            if let (Some(value), Some((low, high))) = (default.value.number(), default.range) {
                assert!(low <= value && value <= high, "{}: {low} {value} {high}", field.id);
            }
        }
    }

    #[test]
    fn choosing_a_gpu_brings_its_machine() {
        let book = PriceBook::embedded();
        let mut scenario = Scenario::typical(&book);
        assert!(scenario.choose_gpu("b200-sxm", &book, "2026-11"));
        let machine = book
            .hardware
            .iter()
            .find(|h| h.gpu == "b200-sxm" && Some(scenario.own.node_price_usd.value) == h.price.map(|p| p.typical));
        assert!(machine.is_some_and(|m| m.max_system_w == Some(scenario.place.node_kw.value * 1_000.0)));
        assert!(scenario.choose_gpu("h100-sxm", &book, book.current_edition()));
        assert_eq!(scenario, Scenario::typical(&book));
        // An older edition keeps its machine.
        assert!(scenario.choose_gpu("h100-sxm", &book, "2026-11"));
        assert_eq!(scenario.own.node_price_usd.value, 296_644.0);
        assert!(scenario.choose_gpu("h100-sxm", &book, book.current_edition()));
        assert!(!scenario.choose_gpu("t4", &book, "2026-11"));
        assert_eq!(scenario.own.node_price_usd, Scenario::typical(&book).own.node_price_usd);
    }

    #[test]
    fn newer_prices_take_the_place_of_listed_ones_alone() {
        let book = PriceBook::embedded();
        let mut old = Scenario::typical(&book);
        assert!(old.choose_gpu("h200-sxm", &book, "2026-11"));
        assert_eq!(old.own.node_price_usd.value, 312_667.0);
        let taken = |mut s: Scenario| {
            s.take_prices(&book, "2026-11", "2026-11-25");
            s.own.node_price_usd.value
        };
        // Exxact, 2026-09-21.
        assert_eq!(taken(old.clone()), 326_084.0);
        old.own.node_price_usd = Amount::exact(300_000.0);
        assert_eq!(taken(old), 300_000.0);
    }

    #[test]
    fn every_row_reads_back_what_it_wrote() {
        let mut scenario = Scenario::neutral();
        for field in FIELDS {
            let value = field.value_in(&PriceBook::embedded());
            assert!(field.set(&mut scenario, &value), "{}", field.id);
            assert_eq!(field.get(&scenario), value, "{}", field.id);
        }
    }
}
