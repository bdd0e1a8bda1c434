//! THE table: every input of a calculation, one row each.
//!
//! Form, validation, help, link, saved file and the list of assumptions all derive from the rows. A new input needs one
//! row here and the code that reads it. Ids and keys are permanent: a row is never renamed or reused.

mod amount;
pub mod issue;
mod kind;
pub mod presets;
pub mod provenance;
pub mod vendor_quote;

pub mod bill;
mod choices;
pub mod contracted_power;
pub mod currencies;
mod defaults;
pub mod derived;
pub mod field;
mod follow;
pub mod interruptions;
mod number_or_word;
pub mod present_machines;
pub mod range_entry;
mod ranges;
pub mod relative_speed;
pub mod resale;
pub mod token_offer;
pub mod usual_range;
mod validation;
pub mod value;
mod wording;
pub mod workload_words;
pub mod workloads;

pub use choices::{
    Assembly, AvailabilityMethod, BeyondChoice, ChargeChoice, CommitmentBilling, CommitmentExit, CommittedCount,
    CostUnit, EndOfLife, FinanceMethod, GoodputMethod, HorizonEnd, IntervalChoice, NetworkNeed, PowerMethod,
    ResidualMethod, Site, StaffMethod, StopRate, TaxLosses, TaxMethod, TimingChoice, UntilDelivery, YearlyMethod,
};
pub(crate) use follow::stated_job;

pub use number_or_word::{Emission, Limit, Rest, Size, first_number};

use defaults::MACHINES;
use field::{Basis, Column, ColumnKind, Field, Group, Kind, Literal, scenario};
use token_offer::TokenOffer;
use value::{Amount, Credit, Input, OfferPrice, Point, Quote, Rating, Running, SupportTier, Tier};
use workloads::{COLUMNS as WORKLOAD_COLUMNS, MOST_WORKLOADS, Workload};

use crate::prices::{Hardware, HardwareKind, PriceBook};
use crate::units::Unit;

const fn number(unit: Unit, min: f64, max: f64) -> Kind {
    Kind::Number { unit, min, max, whole: false }
}
const fn whole(unit: Unit, min: f64, max: f64) -> Kind {
    Kind::Number { unit, min, max, whole: true }
}
const fn number_or_word(unit: Unit, max: f64, words: &'static [field::ChoiceOption]) -> Kind {
    Kind::NumberOrWord { unit, min: 0.0, max, whole: false, words }
}
const fn gpus_or_word(max: f64, words: &'static [field::ChoiceOption]) -> Kind {
    Kind::NumberOrWord { unit: Unit::Gpus, min: 0.0, max, whole: true, words }
}
const fn word(id: &'static str, why: &'static str) -> Basis {
    Basis::UserChoice(Literal::Choice(id), why)
}
const fn assumed(low: f64, typical: f64, high: f64, why: &'static str) -> Basis {
    Basis::Assumed { low, typical, high, why }
}
/// The machine that supplies the default price, power and size.
const DEFAULT_MACHINE: &str = MACHINES[0];
const SHARE: Kind = number(Unit::Share, 0.0, 1.0);
const OFF: Literal = Literal::Switch(false);
const ON: Literal = Literal::Switch(true);
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
/// The rated power of the work's GPU: by load, and for the draw of machines there of another GPU beside a fixed one.
fn rated_power(s: &Scenario) -> bool {
    by_load(s) || (fixed_draw(s) && owns_nodes_of_another_gpu(s))
}
/// The power of a new node: contracted in colocation, and what machines there of another GPU are scaled by.
fn power_of_a_node(s: &Scenario) -> bool {
    in_colocation(s) || owns_nodes_of_another_gpu(s)
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
fn worthless_in_the_end(s: &Scenario) -> bool {
    let other = s.own.fabric_usd_per_node.value > 0.0 || s.own.storage_tb.value > 0.0;
    (s.own.residual_method == ResidualMethod::Share && s.own.residual_share.value == 0.0)
        || (s.own.other_residual_share.value == 0.0 && other)
}
fn owns_nodes(s: &Scenario) -> bool {
    s.present.nodes.value > 0.0
}
fn owns_nodes_of_another_gpu(s: &Scenario) -> bool {
    s.present.is_other_gpu(&s.work.gpu)
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
        label: "tier size",
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
        label: "part of the monthly bill",
        kind: ColumnKind::Number { unit: Unit::UsdPerMonth, min: 0.0, max: 1e9, optional: true, whole: false },
    },
    column("rate", Unit::Share, 0.0, 1.0),
];
/// Highest price of an offer, US dollars per GPU-hour.
pub const MOST_OFFER_USD: f64 = 10_000.0;
field::columns! {
    /// A column of the user's offers. Permanent: a column is never moved or reused.
    QuoteColumn, QUOTE_COLUMNS {
        /// The provider, in the user's words.
        Name: Column { label: "name", kind: ColumnKind::Text { max_chars: 80 } },
        /// Price of one GPU for one hour.
        UsdPerGpuHour: column("price", Unit::UsdPerGpuHour, 0.0, MOST_OFFER_USD),
        /// Months of the term.
        TermMonths: term("term"),
        /// Its GPU.
        Gpu: Column { label: "GPU, if different", kind: ColumnKind::Text { max_chars: 80 } },
        /// Reserved or spot.
        Kind: Column { label: "kind", kind: ColumnKind::Choice(QUOTE_KINDS) },
        /// GPUs per machine.
        GpusPerMachine: optional("GPUs per machine", Unit::Gpus, 1.0, 10_000.0),
        /// Its interruption rate.
        Interruptions: optional("spot interruptions", Unit::Ratio, 0.0, 1_000.0),
        /// Share of the work that finds no capacity.
        NoSpotShare: optional("spot unavailable", Unit::Share, 0.0, 1.0),
        /// Where it runs.
        Jurisdiction: Column { label: "jurisdiction", kind: ColumnKind::Text { max_chars: 40 } },
        /// Certificates held there.
        Certificates: Column { label: "certificates", kind: ColumnKind::Text { max_chars: 200 } },
    }
}
/// Highest price of a million tokens, US dollars.
const MOST_TOKEN_USD: f64 = 10_000.0;
field::columns! {
    /// A column of the user's prices of tokens. Permanent: a column is never moved or reused.
    TokenOfferColumn, TOKEN_OFFER_COLUMNS {
        /// The provider, in the user's words.
        Provider: Column { label: "provider", kind: ColumnKind::Text { max_chars: 80 } },
        /// The model; empty for every model.
        Model: Column { label: "model (empty: any)", kind: ColumnKind::Text { max_chars: 60 } },
        /// Price of input.
        Input: column("input", Unit::UsdPerMillionTokens, 0.0, MOST_TOKEN_USD),
        /// Price of output.
        Output: column("output", Unit::UsdPerMillionTokens, 0.0, MOST_TOKEN_USD),
        /// Price of input that the provider has kept.
        Cached: optional("cached input", Unit::UsdPerMillionTokens, 0.0, MOST_TOKEN_USD),
        /// Discount on batches.
        BatchDiscount: optional("discount on batches", Unit::Share, 0.0, 1.0),
        /// Its rate limit.
        MostTokensPerSecond: optional("most tokens", Unit::TokensPerSecond, 0.0, 1e12),
        /// Where it runs.
        Jurisdiction: Column { label: "jurisdiction", kind: ColumnKind::Text { max_chars: 40 } },
        /// Certificates held there.
        Certificates: Column { label: "certificates", kind: ColumnKind::Text { max_chars: 200 } },
    }
}
/// Most of the user's prices of tokens.
const MOST_TOKEN_OFFERS: usize = 20;
/// Whether a workload names a model, so that its tokens may come from an API.
fn names_a_model(s: &Scenario) -> bool {
    s.work.workloads.iter().any(Workload::names_a_model)
}
/// Whether people are counted who serve tokens on GPUs.
fn serves_tokens(s: &Scenario) -> bool {
    names_a_model(s) && s.api.serving_people.value > 0.0
}
/// The kinds of a quote. An empty cell is the first: what a quote meant before there were other kinds.
const QUOTE_KINDS: &[field::ChoiceOption] = &[
    field::ChoiceOption { id: "firm", label: "on demand or committed, by term" },
    field::ChoiceOption { id: value::SPOT, label: "spot: can be reclaimed" },
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
const PERFORMANCE_COLUMNS: &[Column] = &[named("GPU"), column("relative speed", Unit::Ratio, 0.001, 1_000.0)];
const RESALE_COLUMNS: &[Column] =
    &[column("age", Unit::Years, 0.0, 50.0), column("share of price", Unit::Share, 0.0, 2.0)];
const CREDIT_COLUMNS: &[Column] =
    &[named("provider (empty: any)"), column("amount", Unit::Usd, 0.0, 1e10), term("months to expiry")];
const CURVE_COLUMNS: &[Column] =
    &[column("month", Unit::Months, 1.0, 240.0), column("share of today's price", Unit::Share, 0.0, 100.0)];
const PRICE_COLUMNS: &[Column] = &[named("offer"), column("price", Unit::UsdPerGpuHour, 0.0, MOST_OFFER_USD)];
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
    work: Work, "Workload" {
        /// The GPU the work runs on. Offers of other GPUs are listed but not compared.
        gpu: String, "gpu", "GPU", Kind::Gpu, Basis::UserChoice(Literal::Text("h100-sxm"), "the most widely offered GPU of this class"), Literal::Text("h100-sxm"), 1, always;
        /// Productive GPU-hours needed each month: hours whose results are kept. Every plan does the same work, so adding GPUs lowers how busy each one is.
        gpu_hours_per_month: Amount, "w", "Work per month", number(Unit::GpuHoursPerMonth, 0.0, 1e9), assumed(18_700.0, 32_700.0, 37_400.0, "70% of the hours of 64 GPUs; well-run shared clusters reach 70 to 85%, teams with bursty work less than 40%"), ZERO, 1, always;
        /// What is needed, as you think of it: 24 GPUs all year; 256 GPUs for 3 weeks, 4 times a year; a training run; tokens per second. Workloads add up, and their sum sets the work per month. GPUs here are useful ones: hours lost to restarts come on top. Without workloads the work per month is steady.
        workloads: Vec<Workload>, "wl", "Workloads", Kind::List { columns: WORKLOAD_COLUMNS, max_rows: MOST_WORKLOADS }, Basis::UserChoice(Literal::Empty, "none: steady work"), Literal::Empty, 4, always;
        /// Share of the hours a job holds in which it does useful work. Slow input pipelines and small batches lower it. It is a property of the workload and the same on rented and owned machines, so it cancels out per hour. A lower value means that the same work takes more hours on both sides, and owned machines fill up sooner.
        efficiency: Amount, "ew", "Job efficiency", number(Unit::Share, 0.01, 1.0), assumed(0.4, 1.0, 1.0, "100%: it is the same on both sides"), ONE, 1, always;
        /// GPUs that one job needs within a single fast fabric. Offers with a smaller fabric are listed but not compared. With fewer than 64 owned GPUs, it follows the number owned; where every workload states the GPUs of its jobs, the largest of them.
        fabric_gpus: Amount, "fab", "GPUs in one fabric", whole(Unit::Gpus, 1.0, 1e6), Basis::UserChoice(Literal::Number(64.0), "one job uses the whole cluster"), ONE, 1, always;
        /// The network a job needs between its GPUs. A job that fits into one machine needs no network between machines; a single-GPU job needs none.
        network: NetworkNeed, "net", "Network between GPUs", Kind::Choice(NetworkNeed::OPTIONS), Basis::UserChoice(Literal::Choice("rdma"), "multi-node training"), Literal::Choice("any"), 1, always;
        /// Whether the work can survive losing machines at short notice, so that spot offers qualify.
        interruptible: bool, "int", "Can be interrupted", Kind::Switch, Basis::UserChoice(OFF, "long runs that should not be interrupted"), OFF, 1, |s| s.work.workloads.is_empty();
        /// The longest commitment you are prepared to sign.
        longest_term_months: Amount, "mt", "Longest commitment", whole(Unit::Months, 0.0, 120.0), Basis::UserChoice(Literal::Number(36.0), "the longest term most clouds offer"), Literal::Number(120.0), 1, always;
        /// Whether marketplace machines from private hosts, with no service-level agreement, qualify.
        marketplace: bool, "mkt", "Allow marketplace hosts", Kind::Switch, Basis::UserChoice(OFF, "company data should stay off private hosts"), Literal::Switch(true), 1, always;
        /// Country or region whose law has to apply where the work runs, such as EU or US. Offers elsewhere, and offers that do not state where they are, are listed but not compared. Leave it empty if any will do.
        jurisdiction: String, "jur", "Jurisdiction", Kind::Text { max_chars: 40 }, Basis::UserChoice(Literal::Text(""), "any"), Literal::Text(""), 4, always;
        /// Certificate that the place where the work runs has to hold, such as SOC 2, ISO 27001, C5 or FedRAMP High. Price lists do not state certificates: enter them with your own offers, or include an offer that you have checked. Leave it empty if none is needed.
        certificate: String, "cert", "Certificate", Kind::Text { max_chars: 40 }, Basis::UserChoice(Literal::Text(""), "none"), Literal::Text(""), 4, always;
        /// Whether estimated prices, and prices more than a year old, count as offers.
        estimates: bool, "est", "Include estimated prices", Kind::Switch, Basis::UserChoice(OFF, "published prices only"), Literal::Switch(true), 1, always;
        /// Annual growth of the work, compounded monthly. A negative value means that it shrinks.
        growth_per_year: Amount, "gw", "Workload growth", number(Unit::SharePerYear, -0.9, 10.0), assumed(-0.2, 0.0, 0.25, "zero: the work stays constant"), ZERO, 2, always;
        /// Whether offers of other GPU models are compared as well, each weighted by how much work it does.
        other_gpus: bool, "og", "Compare other GPUs", Kind::Switch, Basis::UserChoice(OFF, "same GPU on both sides"), OFF, 2, always;
        /// Work done in one GPU-hour, relative to the GPU above (1). It depends on GPU, workload and network, so measure it. GPUs not listed here are rated by dense BF16 throughput.
        performance: Vec<Rating>, "pf", "Relative speed of other GPUs", Kind::List { columns: PERFORMANCE_COLUMNS, max_rows: 40 }, Basis::UserChoice(Literal::Empty, "dense BF16 throughput"), Literal::Empty, 2, |s| s.work.other_gpus;
        /// The unit in which costs are shown. It does not affect the comparison: each unit is a fixed number of productive GPU-hours.
        cost_unit: CostUnit, "per", "Show costs per", Kind::Choice(CostUnit::OPTIONS), Basis::UserChoice(Literal::Choice("hour"), "the unit for comparing plans"), Literal::Choice("hour"), 2, always;
        /// Productive GPU-hours in one of your runs.
        gpu_hours_per_run: Amount, "rgh", "GPU-hours per run", number(Unit::GpuHours, 1e-3, 1e9), Basis::UserChoice(Literal::Number(21_504.0), "two weeks on 64 GPUs"), ONE, 2, |s| s.work.cost_unit == CostUnit::Run;
        /// Millions of tokens generated per productive GPU-hour. Throughput depends on model, GPU and batch size, so measure yours. 1 equals 278 tokens per second.
        mtokens_per_gpu_hour: Amount, "mth", "Tokens per GPU-hour", number(Unit::MillionTokens, 1e-6, 1e6), Basis::UserChoice(ONE, "no typical value: measure yours"), ONE, 2, |s| s.work.cost_unit == CostUnit::Tokens;
    }
    /// How much of each source a plan takes.
    sizes: Sizes, "Sizes" {
        /// GPUs owned, those that you already own included. A number fixes them in every plan that owns machines; 0 rules out buying. Found: as many as are cheapest. Automatic: the number under "GPUs owned" if no workloads are described, otherwise found.
        own: Size, "so", "GPUs to own", gpus_or_word(1e5, Size::WORDS), word("auto", "found once workloads are described"), Literal::Choice("auto"), 5, always;
        /// GPUs of the one new commitment. A number fixes it in every plan that commits; 0 rules out a commitment. Found: as many as are cheapest. Automatic: the number under "GPUs committed" if no workloads are described, otherwise found.
        commit: Size, "sc", "GPUs to commit", gpus_or_word(1e5, Size::WORDS), word("auto", "found once workloads are described"), Literal::Choice("auto"), 5, always;
        /// What owned and committed machines leave is rented by the hour, on demand or spot. Enter 0 to rule that out: work that finds no place is then left undone. Until machines are delivered, the work is rented in any case.
        rest: Rest, "sh", "Rented by the hour", gpus_or_word(0.0, Rest::WORDS), word("found", "whatever is cheapest"), Literal::Choice("found"), 5, always;
    }
    /// Tokens bought from an API instead of GPUs.
    api: Api, "Tokens from an API" {
        /// Whether tokens of inference workloads that name a model may be bought from an API. If so, that is a plan of its own, and a source that a mix may use.
        allowed: bool, "ta", "Tokens may be bought", Kind::Switch, Basis::UserChoice(ON, "an API is the first alternative to GPUs"), ON, 6, names_a_model;
        /// Prices that you were offered or have read, per million tokens. They count beside those of the price book. A limit on tokens per second rules a provider out where the busiest hour exceeds it.
        offers: Vec<TokenOffer>, "to", "Your prices of tokens", Kind::List { columns: TOKEN_OFFER_COLUMNS, max_rows: MOST_TOKEN_OFFERS }, Basis::UserChoice(Literal::Empty, "none: the price book's"), Literal::Empty, 6, names_a_model;
        /// Yearly change in the price of tokens, compounded monthly. Negative means falling prices. It is apart from that of rented GPUs: prices of the same model moved both ways within 2026.
        price_drift: Amount, "td", "Change in token prices", number(Unit::SharePerYear, -0.9, 10.0), assumed(-0.5, 0.0, 0.2, "zero: what a model costs today"), ZERO, 6, names_a_model;
        /// Full-time equivalents who keep models served on GPUs, owned or rented: serving software, updates, capacity, nights. An API needs none of them. They are paid in every month in which a plan serves tokens on GPUs.
        serving_people: Amount, "tsp", "Staff for serving on GPUs", number(Unit::People, 0.0, 10_000.0), assumed(0.0, 0.0, 3.0, "zero: favours hosting; count yours"), ZERO, 6, names_a_model;
    }
    /// What a plan must not exceed.
    limits: Limits, "Limits" {
        /// The most that may be paid up to and including delivery: purchase, deposit, prepayments, set-up. Plans above it are listed, but not recommended.
        upfront_usd: Limit, "lu", "Most upfront", number_or_word(Unit::Usd, 1e10, Limit::WORDS), word("none", "no budget given"), Literal::Choice("none"), 5, always;
        /// The most cash that a plan may need at any time beyond that of the cheapest plan that owns nothing. Plans above it are listed, but not recommended.
        peak_cash_usd: Limit, "lk", "Most cash needed", number_or_word(Unit::Usd, 1e10, Limit::WORDS), word("none", "no budget given"), Literal::Choice("none"), 5, always;
        /// The power that your room or cage has: the nameplate kilowatts of all machines in it. Plans above it are listed, but not recommended.
        kw: Limit, "lw", "Most power", number_or_word(Unit::Kilowatts, 1e6, Limit::WORDS), word("none", "the space is not limited"), Literal::Choice("none"), 5, always;
        /// The latest month from which on a plan has its full capacity: 1 is at once. Plans that take longer are listed, but not recommended.
        full_capacity_month: Limit, "lf", "Full capacity by month", Kind::NumberOrWord { unit: Unit::Months, min: 1.0, max: 120.0, whole: true, words: Limit::WORDS }, word("none", "no date given"), Literal::Choice("none"), 5, always;
    }
    /// What is bought when owning.
    own: Own, "Owning: hardware" {
        /// GPUs to buy. Nodes are bought whole.
        gpus: Amount, "n", "GPUs owned", whole(Unit::Gpus, 1.0, 1e5), Basis::UserChoice(Literal::Number(64.0), "eight nodes"), ONE, 1, always;
        /// GPUs in one node.
        gpus_per_node: Amount, "gpn", "GPUs per node", whole(Unit::Gpus, 1.0, 1_024.0), Basis::UserChoice(Literal::Number(8.0), "HGX and DGX systems"), Literal::Number(8.0), 1, always;
        /// Price of one node as quoted by a vendor. Enter your own quote: few list prices were published in 2026.
        node_price_usd: Amount, "np", "Node price", number(Unit::UsdPerNode, 0.0, 1e8), Basis::HardwarePrice(DEFAULT_MACHINE), ZERO, 1, always;
        /// Discount the vendor gives on that price.
        node_discount_share: Amount, "nd", "Discount on the node price", SHARE, assumed(0.0, 0.0, 0.3, "zero: list price until you have a quote"), ZERO, 2, always;
        /// Whether that price is for a complete system or for its parts.
        assembly: Assembly, "asm", "Node price covers", Kind::Choice(Assembly::OPTIONS), Basis::UserChoice(Literal::Choice("quoted"), "vendors quote complete servers"), Literal::Choice("quoted"), 2, always;
        /// What a seller charges to assemble the parts.
        assembly_markup: Amount, "amk", "Assembly surcharge", number(Unit::Share, 0.0, 5.0), Basis::Figure("prebuilt.surcharge"), ZERO, 2, |s| s.own.assembly == Assembly::Prebuilt;
        /// Whether that price includes the switches and cables between nodes.
        node_includes_network: bool, "nin", "Node price includes the network", Kind::Switch, Basis::UserChoice(OFF, "the listed system does not state its network cards; the fabric's price holds them"), OFF, 1, always;
        /// Network cards, switches, cables and optics between nodes, per node. If your node price includes the cards, enter the rest alone: about 15,000.
        fabric_usd_per_node: Amount, "fp", "Network fabric", number(Unit::UsdPerNode, 0.0, 1e7), Basis::Figure("network.fabric-with-cards-2026-11-26"), ZERO, 1, always;
        /// Years until the fabric is replaced.
        fabric_life_years: Amount, "fl", "Fabric life", number(Unit::Years, 0.5, 20.0), assumed(3.0, 5.0, 7.0, "same as the nodes"), Literal::Number(5.0), 1, always;
        /// Storage bought with the cluster. Follows the number of GPUs owned: 4 TB per GPU.
        storage_tb: Amount, "st", "Owned storage", number(Unit::Terabytes, 0.0, 1e7), assumed(64.0, 256.0, 1_024.0, "4 TB per GPU"), ZERO, 1, always;
        /// Price of fast storage per terabyte.
        storage_usd_per_tb: Amount, "stp", "Storage price", number(Unit::UsdPerTerabyte, 0.0, 1e6), Basis::Figure("storage.flash-usd-per-tb"), ZERO, 1, |s| s.own.storage_tb.value > 0.0;
        /// Years until storage is replaced.
        storage_life_years: Amount, "stl", "Storage life", number(Unit::Years, 0.5, 20.0), assumed(3.0, 5.0, 7.0, "same as the nodes"), Literal::Number(5.0), 1, |s| s.own.storage_tb.value > 0.0;
        /// Rack, stack and integration, per node. It has no resale value.
        installation_usd_per_node: Amount, "inst", "Installation", number(Unit::UsdPerNode, 0.0, 1e7), Basis::Figure("install.per-node"), ZERO, 1, always;
        /// Years a node is in service before it is sold or scrapped.
        life_years: Amount, "life", "Node life", number(Unit::Years, 0.5, 20.0), Basis::Figure("life.server-2026-11-26"), Literal::Number(5.0), 1, always;
        /// How the resale value of nodes at the end of their life is estimated.
        residual_method: ResidualMethod, "rm", "Resale value", Kind::Choice(ResidualMethod::OPTIONS), Basis::UserChoice(Literal::Choice("curve"), "value falls as price-performance improves"), Literal::Choice("share"), 1, always;
        /// How fast nodes lose value, in powers of ten per year. At 0.14 a node loses 27.6% of its value each year: 72.4% is left after one year, 38.0% after three, 20.0% after five.
        residual_decades_per_year: Amount, "rd", "Loss of value", number(Unit::DecadesPerYear, 0.0, 2.0), assumed(0.05, 0.14, 0.30, "price-performance of machine-learning GPUs grew by 0.14 orders of magnitude per year (Epoch AI)"), Literal::Number(0.14), 1, |s| s.own.residual_method == ResidualMethod::Curve;
        /// Resale value of nodes at the end of their life, as a share of their price.
        residual_share: Amount, "rs", "Resale share", SHARE, assumed(0.0, 0.2, 0.6, "used GPU servers after five years"), ZERO, 1, |s| s.own.residual_method == ResidualMethod::Share;
        /// Resale value of nodes by age, as a share of their price, interpolated linearly between ages.
        residual_table: Vec<Point>, "rt", "Resale by age", Kind::List { columns: RESALE_COLUMNS, max_rows: 20 }, Basis::UserChoice(Literal::Empty, "your own figures"), Literal::Empty, 2, |s| s.own.residual_method == ResidualMethod::Table;
        /// Resale value of network and storage at the end of their life, as a share of their price.
        other_residual_share: Amount, "ors", "Resale of network and storage", SHARE, Basis::Figure("resale.non-gpu"), ZERO, 1, always;
        /// A resale share of 0 means that nothing is sold, at whatever age machines, network and storage leave. Otherwise their value falls in a straight line to 0 over their life, so what leaves earlier is sold for the rest.
        zero_sells_nothing: bool, "rzn", "Resale share 0 sells nothing", Kind::Switch, Basis::UserChoice(Literal::Switch(true), "who enters 0 expects no sale"), OFF, 4, worthless_in_the_end;
        /// Removing and disposing of a node at the end of its life.
        decommissioning_usd_per_node: Amount, "dec", "Decommissioning", number(Unit::UsdPerNode, 0.0, 1e6), assumed(0.0, 1_000.0, 5_000.0, "two days of work per node, including data erasure"), ZERO, 1, always;
        /// Enter availability directly, or derive it from failures, spare nodes and planned maintenance.
        availability_method: AvailabilityMethod, "am", "Availability from", Kind::Choice(AvailabilityMethod::OPTIONS), Basis::UserChoice(Literal::Choice("given"), "a single figure is easier to check"), Literal::Choice("given"), 2, always;
        /// Share of calendar time in which the machines are up. Failures and planned maintenance lower it.
        availability: Amount, "av", "Availability", number(Unit::Share, 0.01, 1.0), assumed(0.90, 0.925, 0.95, "planned and unplanned downtime of 5 to 10%, from a guide published in 2024"), ONE, 1, |s| !by_spares(s);
        /// Share of time a node is down because of failures.
        failure_share: Amount, "fs", "Failure downtime", number(Unit::Share, 0.0, 0.99), assumed(0.005, 0.02, 0.05, "each node down one week per year"), ZERO, 2, by_spares;
        /// Share of time the whole cluster is down for planned work.
        planned_share: Amount, "pls", "Planned maintenance", number(Unit::Share, 0.0, 0.99), assumed(0.01, 0.02, 0.05, "one day every two months"), ZERO, 2, by_spares;
        /// Spare nodes per node needed, rounded up to whole nodes. Spares cover failures, not planned maintenance.
        spare_share: Amount, "sps", "Spare nodes", SHARE, Basis::Figure("reliability.spares-reference"), ZERO, 2, by_spares;
        /// Whether spare nodes draw power while idle.
        spares_hot: bool, "sph", "Spares are powered on", Kind::Switch, Basis::UserChoice(OFF, "spares are kept switched off"), OFF, 2, by_spares;
        /// The largest share of available hours that jobs can fill: a scheduler never packs a cluster completely.
        largest_occupancy: Amount, "occ", "Maximum occupancy", number(Unit::Share, 0.01, 1.0), assumed(0.8, 0.9, 0.97, "scheduling gaps on a shared cluster"), ONE, 1, always;
        /// Share of busy hours whose work is kept. The rest is lost to interruptions and restarts.
        goodput: Amount, "go", "Goodput, owned (work kept)", number(Unit::Share, 0.01, 1.0), assumed(0.95, 0.985, 0.995, "one interruption every 790 hours on 64 GPUs (Llama 3 report, scaled), with a checkpoint every few hours"), ONE, 1, goodput_given;
        /// Enter yearly costs line by line, as a fraction of the hardware price, or as one amount.
        yearly_method: YearlyMethod, "ym", "Yearly costs", Kind::Choice(YearlyMethod::OPTIONS), Basis::UserChoice(Literal::Choice("lines"), "each line can be checked"), Literal::Choice("lines"), 1, always;
        /// All yearly costs as a fraction of the hardware price: power, space, people and support.
        yearly_fraction: Amount, "yf", "Yearly costs, share of hardware", number(Unit::SharePerYear, 0.0, 5.0), Basis::Figure("support.all-opex-reference"), ZERO, 1, |s| s.own.yearly_method == YearlyMethod::Fraction;
        /// All yearly costs as one amount for the whole cluster, as a vendor might quote it: power, space, people and support.
        yearly_usd: Amount, "yu", "Yearly costs, amount", number(Unit::UsdPerYear, 0.0, 1e10), assumed(300_000.0, 600_000.0, 1_200_000.0, "the sum of the lines for 64 GPUs in colocation"), ZERO, 2, |s| s.own.yearly_method == YearlyMethod::Amount;
        /// Hardware support contract after the warranty ends, as a yearly share of the node price.
        support_share: Amount, "sup", "Support contract", number(Unit::SharePerYear, 0.0, 1.0), Basis::Figure("support.oem-contract"), ZERO, 1, by_lines;
        /// Years in which repairs are included in the price.
        warranty_years: Amount, "war", "Warranty", number(Unit::Years, 0.0, 20.0), assumed(1.0, 3.0, 5.0, "the usual warranty on GPU servers"), ZERO, 1, by_lines;
        /// Licences and tools per GPU: drivers, monitoring, registries.
        software_usd_per_gpu_year: Amount, "sw", "Software", number(Unit::UsdPerGpuYear, 0.0, 1e6), Basis::Figure("software.other-per-gpu"), ZERO, 1, by_lines;
        /// Scheduler or platform subscription.
        platform_usd_per_year: Amount, "plt", "Platform subscription", number(Unit::UsdPerYear, 0.0, 1e9), assumed(0.0, 0.0, 300_000.0, "zero: an open-source scheduler run by the staff below"), ZERO, 1, by_lines;
        /// Operations outsourced to a service provider.
        operations_usd_per_year: Amount, "ops", "Managed operations", number(Unit::UsdPerYear, 0.0, 1e9), assumed(0.0, 0.0, 500_000.0, "zero: the staff below run it"), ZERO, 1, by_lines;
        /// Internet and wide-area links.
        links_usd_per_month: Amount, "lnk", "External links", number(Unit::UsdPerMonth, 0.0, 1e7), Basis::Figure("network.isp-10g"), ZERO, 1, by_lines;
        /// Insurance and property tax, as a yearly share of the hardware price.
        insurance_share: Amount, "ins", "Insurance and property tax", number(Unit::SharePerYear, 0.0, 1.0), Basis::Figure("insurance.property"), ZERO, 1, by_lines;
        /// Price at which you rent out hours that your own work leaves idle.
        idle_usd_per_gpu_hour: Amount, "il", "Price for idle hours", number(Unit::UsdPerGpuHour, 0.0, 1e4), assumed(0.0, 0.0, 2.0, "zero: idle hours earn nothing"), ZERO, 2, always;
        /// Share of the idle hours that find a buyer.
        idle_let_share: Amount, "ils", "Idle hours sold", SHARE, assumed(0.0, 0.3, 0.6, "demand varies"), ZERO, 2, lets_idle;
        /// Share of the revenue that the marketplace keeps.
        idle_fee_share: Amount, "ilf", "Marketplace fee", SHARE, assumed(0.15, 0.25, 0.35, "what marketplaces charge hosts"), ZERO, 2, lets_idle;
    }
    /// Electricity of owned machines.
    power: PowerInputs, "Owning: power" {
        /// Calculate power from load, or enter a fixed draw.
        method: PowerMethod, "pm", "Power", Kind::Choice(PowerMethod::OPTIONS), Basis::UserChoice(Literal::Choice("load"), "idle machines draw less power"), Literal::Choice("load"), 1, power_billed;
        /// Maximum draw of one GPU (thermal design power).
        tdp_w: Amount, "tdp", "GPU rated power", number(Unit::Watts, 0.0, 5_000.0), Basis::GpuPower("h100-sxm"), ZERO, 1, rated_power;
        /// Draw of an idle GPU, as a share of its rated power.
        idle_share: Amount, "idle", "Idle draw", SHARE, assumed(0.10, 0.18, 0.25, "an H100 with a process loaded; fully idle it is about 10%"), ZERO, 1, by_load;
        /// Draw of a busy GPU, as a share of the range between idle and rated power.
        load_share: Amount, "load", "Load when busy", SHARE, assumed(0.65, 0.75, 0.85, "share of server power drawn during training (Epoch AI)"), ONE, 1, by_load;
        /// Processors, fans, network cards and disks in one node. Until you enter a value it follows the GPU: what its GPUs leave of the price book's machine.
        host_kw_per_node: Amount, "host", "Host draw per node", number(Unit::Kilowatts, 0.0, 100.0), assumed(2.0, 3.2, 4.6, "with it a busy node draws 75% of its 10.2 kW maximum"), ZERO, 1, |s| by_load(s) || (fixed_draw(s) && s.power.fixed_adds_host) || owns_nodes_of_another_gpu(s);
        /// Average draw of one GPU. Until you enter a value it follows the GPU's rated power.
        fixed_draw_w: Amount, "draw", "Fixed draw per GPU", number(Unit::Watts, 0.0, 5_000.0), assumed(560.0, 560.0, 700.0, "80% of 700 W, from a guide published in 2024; excludes the host"), ZERO, 1, fixed_draw;
        /// Whether the host's draw is added to the fixed draw. A fixed draw of 560 W excludes the host.
        fixed_adds_host: bool, "drh", "Add host draw", Kind::Switch, Basis::UserChoice(Literal::Switch(true), "560 W is the GPU only"), OFF, 1, fixed_draw;
        /// Power usage effectiveness: facility power divided by IT power. Enter 1 if cooling is billed separately.
        pue: Amount, "pue", "PUE", number(Unit::Ratio, 1.0, 5.0), Basis::Figure("pue.air-cooled-hall"), ONE, 1, power_billed;
        /// Price of electricity.
        usd_per_kwh: Amount, "kwh", "Electricity price", number(Unit::UsdPerKwh, 0.0, 5.0), Basis::Figure("electricity.us-industrial-2026-11-26"), ZERO, 1, power_billed;
        /// Greenhouse gases emitted for a kilowatt-hour at your site. It changes no cost. Grids differ widely: look up yours.
        kg_co2e_per_kwh: Amount, "co2", "Emissions of electricity", number(Unit::KgPerKwh, 0.0, 5.0), Basis::Figure("emissions.us-grid-2026-11-26"), Literal::Number(0.35), 5, always;
    }
    /// Where owned machines stand.
    place: Place, "Owning: space" {
        /// Colocation, or a room of your own.
        site: Site, "site", "Site", Kind::Choice(Site::OPTIONS), Basis::UserChoice(Literal::Choice("colocation"), "few companies have a 10 kW rack of their own"), Literal::Choice("room"), 1, always;
        /// Rent for space and cooling per contracted kilowatt.
        colocation_usd_per_kw_month: Amount, "colo", "Colocation", number(Unit::UsdPerKwMonth, 0.0, 1e4), Basis::Figure("colocation.us-2026-11-26"), ZERO, 1, in_colocation;
        /// Kilowatts contracted per node: the nameplate rating, not the average draw.
        node_kw: Amount, "nkw", "Contracted power per node", number(Unit::Kilowatts, 0.0, 1_000.0), Basis::HardwarePower(DEFAULT_MACHINE), ZERO, 1, power_of_a_node;
        /// Kilowatts per rack. Racks are contracted whole; enter 0 to contract only the kilowatts needed. With fewer than 32 owned GPUs, it follows the share of a rack that they fill.
        rack_kw: Amount, "rkw", "Rack power", number(Unit::Kilowatts, 0.0, 1_000.0), assumed(0.0, 41.0, 120.0, "four 10.2 kW nodes in a high-density rack"), ZERO, 1, in_colocation;
        /// Whether the rent includes electricity. If so, the electricity line is zero.
        power_included: bool, "cpi", "Rent includes electricity", Kind::Switch, Basis::UserChoice(OFF, "the listed rent excludes metered power"), OFF, 1, in_colocation;
        /// Yearly cost of your own room.
        room_usd_per_year: Amount, "room", "Own room", number(Unit::UsdPerYear, 0.0, 1e9), assumed(0.0, 50_000.0, 300_000.0, "floor space and upkeep for a few racks"), ZERO, 1, |s| by_lines(s) && in_own_room(s);
        /// Power feed and cooling built for the machines. Enter 0 if the room already has both. It has no resale value.
        build_out_usd: Amount, "bo", "Build-out", number(Unit::Usd, 0.0, 1e10), assumed(0.0, 800_000.0, 2_000_000.0, "about 10,000 USD per kW for 82 kW"), ZERO, 1, in_own_room;
        /// Years the build-out is used.
        build_out_life_years: Amount, "bol", "Build-out life", number(Unit::Years, 0.5, 50.0), assumed(10.0, 15.0, 20.0, "power and cooling plant"), Literal::Number(15.0), 1, in_own_room;
    }
    /// The people who run owned machines.
    people: People, "Owning: people" {
        /// Estimate staffing from cluster size, or enter a number.
        method: StaffMethod, "stm", "Staffing", Kind::Choice(StaffMethod::OPTIONS), Basis::UserChoice(Literal::Choice("size"), "1.5 for 64 GPUs, 3.5 for 256"), Literal::Choice("given"), 1, by_lines;
        /// Full-time equivalents who run the cluster.
        own_people: Amount, "fte", "Staff when owning", number(Unit::People, 0.0, 10_000.0), Basis::Figure("staff.fte-64-gpus"), ZERO, 1, |s| by_lines(s) && s.people.method == StaffMethod::Given;
        /// Full-time equivalents the same work needs on rented machines. Only the difference counts.
        rent_people: Amount, "rfte", "Staff when renting", number(Unit::People, 0.0, 10_000.0), assumed(0.0, 0.5, 1.0, "images, accounts and quotas still need managing"), ZERO, 1, by_lines;
        /// Fully loaded yearly cost of one infrastructure engineer.
        usd_per_person_year: Amount, "eng", "Cost of an engineer", number(Unit::UsdPerPersonYear, 0.0, 1e7), Basis::Figure("staff.engineer-us"), ZERO, 1, |s| by_lines(s) || serves_tokens(s);
        /// On-call allowances on top of salaries.
        on_call_usd_per_year: Amount, "onc", "On-call pay", number(Unit::UsdPerYear, 0.0, 1e8), assumed(0.0, 0.0, 60_000.0, "zero: included in the cost of an engineer"), ZERO, 2, by_lines;
    }
    /// What rented machines cost beside their rate.
    rent: Rent, "Renting" {
        /// Prices you were offered, in addition to those in the price book.
        quotes: Vec<Quote>, "q", "Your offers", Kind::List { columns: QUOTE_COLUMNS, max_rows: MOST_QUOTES }, Basis::UserChoice(Literal::Empty, "none yet"), Literal::Empty, 1, always;
        /// Compare with your own offers only. Offers from the price book stay listed.
        only_quotes: bool, "oq", "Only your offers", Kind::Switch, Basis::UserChoice(OFF, "the whole market"), OFF, 1, |s| s.rent.only_quotes || !s.rent.quotes.is_empty();
        /// Your own prices for offers in the price book, by offer id.
        prices: Vec<OfferPrice>, "op", "Your prices for listed offers", Kind::List { columns: PRICE_COLUMNS, max_rows: 40 }, Basis::UserChoice(Literal::Empty, "none"), Literal::Empty, 2, always;
        /// Share of a commitment among your offers that is paid at the start of its term.
        quote_upfront_share: Amount, "qu", "Upfront share of your offers", SHARE, assumed(0.0, 0.0, 1.0, "zero: paid monthly"), ZERO, 2, |s| !s.rent.quotes.is_empty();
        /// Applied to every list price in the price book, not to your own offers.
        discount_share: Amount, "dis", "Discount on rental prices", SHARE, assumed(0.0, 0.0, 0.4, "zero: list prices until you have an offer"), ZERO, 1, always;
        /// Share of busy hours on rented machines whose work is kept.
        goodput: Amount, "gr", "Goodput, rented (work kept)", number(Unit::Share, 0.01, 1.0), assumed(0.95, 0.985, 0.995, "same as owned: the same hardware fails as often"), ONE, 1, goodput_given;
        /// Share of billed hours in which a job runs. The rest goes to start-up, idle time-outs and unused GPUs of an instance.
        paid_efficiency: Amount, "pe", "Share of billed hours used", number(Unit::Share, 0.01, 1.0), assumed(0.85, 1.0, 1.0, "100%: favours renting"), ONE, 1, always;
        /// Time from ordering a rented instance until a job runs on it: billed, but not used. Counts once for each run of a workload.
        launch_hours: Amount, "lnch", "Launch time of an instance", number(Unit::Hours, 0.0, 24.0), assumed(0.03, 0.17, 0.5, "ten minutes: image and data have to be loaded"), ZERO, 4, |s| !s.work.workloads.is_empty();
        /// Time that a rented instance stays on after a job before it is given back. Counts once for each run of a workload.
        idle_out_hours: Amount, "ido", "Idle time before release", number(Unit::Hours, 0.0, 24.0), assumed(0.0, 0.25, 1.0, "15 minutes, a usual setting"), ZERO, 4, |s| !s.work.workloads.is_empty();
        /// Share of time in which committed machines are up. It limits the work a commitment can do.
        availability: Amount, "ra", "Availability of committed machines", number(Unit::Share, 0.01, 1.0), assumed(0.99, 1.0, 1.0, "the provider replaces failed machines"), ONE, 2, always;
        /// Share of time in which an hourly offer has no capacity. The work then goes to the next cheapest offer.
        unavailable_share: Amount, "una", "Unavailable", number(Unit::Share, 0.0, 0.99), assumed(0.0, 0.0, 0.2, "zero: capacity is available on request"), ZERO, 2, always;
        /// Who pays for committed hours that this work leaves idle. Most published break-evens implicitly assume that other work uses them.
        commitment_billing: CommitmentBilling, "cb", "Idle committed hours", Kind::Choice(CommitmentBilling::OPTIONS), Basis::UserChoice(Literal::Choice("committed"), "commitments bill every hour"), Literal::Choice("committed"), 1, always;
        /// Number of GPUs that a commitment covers.
        committed_count: CommittedCount, "cc", "GPUs committed", Kind::Choice(CommittedCount::OPTIONS), Basis::UserChoice(Literal::Choice("same-number"), "a like-for-like swap"), Literal::Choice("same-number"), 1, always;
        /// GPUs under commitment.
        committed_gpus: Amount, "cg", "Number committed", number(Unit::Gpus, 0.0, 1e5), Basis::UserChoice(Literal::Number(64.0), "as many as owned"), ONE, 1, |s| s.rent.committed_count == CommittedCount::Given;
        /// Managed services, as a share of the compute cost.
        managed_share: Amount, "man", "Managed services", SHARE, assumed(0.0, 0.0, 0.15, "zero: plain machines, as when owning"), ZERO, 1, always;
        /// Data stored with the provider. Until you enter a value it follows the work: 256 TB for 32,700 GPU-hours per month, whatever is owned.
        storage_tb: Amount, "rst", "Rented storage", number(Unit::Terabytes, 0.0, 1e7), assumed(64.0, 256.0, 1_024.0, "4 TB per GPU of a cluster that does this work"), ZERO, 1, always;
        /// Price of rented storage per gigabyte and month.
        storage_usd_per_gb_month: Amount, "rsp", "Rented storage price", number(Unit::UsdPerGigabyteMonth, 0.0, 10.0), Basis::Figure("storage.object"), ZERO, 1, |s| s.rent.storage_tb.value > 0.0;
        /// Data transferred out of the cloud (egress).
        egress_gb_per_month: Amount, "eg", "Egress", number(Unit::GigabytesPerMonth, 0.0, 1e10), assumed(0.0, 4_200.0, 100_000.0, "one 140 GB checkpoint per day"), ZERO, 1, always;
        /// Egress included free of charge each month.
        egress_free_gb: Amount, "efr", "Free egress", number(Unit::GigabytesPerMonth, 0.0, 1e10), assumed(0.0, 100.0, 100.0, "what the large clouds include; providers with free egress are not affected"), ZERO, 1, |s| s.rent.egress_gb_per_month.value > 0.0;
        /// Egress prices by volume, replacing each offer's own price. Leave the size of the last tier empty.
        egress_tiers: Vec<Tier>, "et", "Egress tiers", Kind::List { columns: TIER_COLUMNS, max_rows: 12 }, Basis::UserChoice(Literal::Empty, "each offer's own price"), Literal::Empty, 1, |s| s.rent.egress_gb_per_month.value > 0.0 || s.rent.exit_tb.value > 0.0;
        /// Dedicated network connection to the provider.
        line_usd_per_month: Amount, "rl", "Dedicated line", number(Unit::UsdPerMonth, 0.0, 1e7), assumed(0.0, 0.0, 5_000.0, "zero: work and data stay in the cloud"), ZERO, 1, always;
        /// Scheduler or platform subscription when renting.
        platform_usd_per_month: Amount, "rp", "Platform subscription", number(Unit::UsdPerMonth, 0.0, 1e7), assumed(0.0, 0.0, 25_000.0, "zero: an open-source scheduler, as when owning"), ZERO, 1, always;
        /// Support plan, as a share of the total bill.
        support_share: Amount, "rsu", "Support plan", SHARE, assumed(0.0, 0.0, 0.1, "zero: specialised clouds include it; large clouds charge 3 to 10%"), ZERO, 1, |s| s.rent.support_tiers.is_empty();
        /// Support plan tiered by monthly bill, replacing the single rate: for example 10% of the first 10,000 and 7% of the next 70,000. Leave the size of the last tier empty.
        support_tiers: Vec<SupportTier>, "rsut", "Support plan tiers", Kind::List { columns: SUPPORT_COLUMNS, max_rows: 12 }, Basis::UserChoice(Literal::Empty, "a single rate on the total bill"), Literal::Empty, 2, always;
        /// Minimum monthly charge of the support plan.
        support_least_usd_per_month: Amount, "rsum", "Support plan minimum", number(Unit::UsdPerMonth, 0.0, 1e7), assumed(0.0, 0.0, 15_000.0, "zero: no plan, no minimum"), ZERO, 2, always;
        /// One-off cost of data upload, set-up and debugging.
        setup_usd: Amount, "su", "Set-up", number(Unit::Usd, 0.0, 1e9), assumed(0.0, 5_000.0, 50_000.0, "one engineer for a week: images, accounts, first runs"), ZERO, 2, always;
        /// One-off cost of making the work run on another GPU model.
        porting_usd: Amount, "port", "Porting to another GPU", number(Unit::Usd, 0.0, 1e9), assumed(0.0, 20_000.0, 500_000.0, "one engineer for a month; another vendor's chips take longer"), ZERO, 2, names_other_gpus;
        /// Data transferred out when the work leaves, at the offer's egress price. Until you enter a value it follows the work, as rented storage does.
        exit_tb: Amount, "xt", "Egress at the end", number(Unit::Terabytes, 0.0, 1e7), assumed(0.0, 256.0, 1_024.0, "all stored data, once"), ZERO, 2, always;
        /// Greenhouse gases emitted for an hour of a rented GPU, if the provider states them. Otherwise the emissions of rented hours are shown as unknown. It changes no cost.
        kg_co2e_per_gpu_hour: Emission, "rco", "Emissions of a rented GPU-hour", number_or_word(Unit::KgPerGpuHour, 100.0, Emission::WORDS), word("unknown", "few providers state them"), Literal::Choice("unknown"), 5, always;
        /// Credits pay what is due to their provider until they are used up or expire. Those that expire first are used first.
        credits: Vec<Credit>, "cr", "Credits", Kind::List { columns: CREDIT_COLUMNS, max_rows: 12 }, Basis::UserChoice(Literal::Empty, "none"), Literal::Empty, 2, always;
        /// Offers included in the comparison although they do not meet the requirements above.
        counted_in: Vec<String>, "in", "Offers included anyway", Kind::List { columns: ID_COLUMN, max_rows: 300 }, Basis::UserChoice(Literal::Empty, "none"), Literal::Empty, 1, always;
    }
    /// How money over time is weighed.
    money: MoneyInputs, "Finance" {
        /// Straight line matches many published comparisons. Finance teams include the cost of capital.
        charge: ChargeChoice, "ch", "Capital charge", Kind::Choice(ChargeChoice::OPTIONS), Basis::UserChoice(Literal::Choice("discounted"), "tied-up capital has a cost"), Literal::Choice("simple"), 1, always;
        /// Nominal cost of capital, effective per year.
        discount_rate: Amount, "r", "Cost of capital", number(Unit::SharePerYear, 0.0, 1.0), assumed(0.05, 0.08, 0.12, "a typical weighted average cost of capital; ask your finance team"), ZERO, 1, always;
        /// When payments fall due. Year end reproduces published cases.
        timing: TimingChoice, "tm", "Payment timing", Kind::Choice(TimingChoice::OPTIONS), Basis::UserChoice(Literal::Choice("monthly"), "bills arrive monthly"), Literal::Choice("monthly"), 1, always;
        /// Cash, loan or lease. The verdict assumes cash; the effect of financing is shown separately.
        method: FinanceMethod, "fm", "Payment for hardware", Kind::Choice(FinanceMethod::OPTIONS), Basis::UserChoice(Literal::Choice("cash"), "a cheap loan should not decide between owning and renting"), Literal::Choice("cash"), 2, always;
        /// Nominal yearly interest rate of the loan; one twelfth is charged each month.
        loan_rate: Amount, "lr", "Loan rate", number(Unit::SharePerYear, 0.0, 1.0), assumed(0.06, 0.08, 0.12, "typical of equipment loans"), ZERO, 2, |s| s.money.method == FinanceMethod::Loan;
        /// Months over which the loan is repaid.
        loan_months: Amount, "lm", "Loan term", whole(Unit::Months, 1.0, 120.0), Basis::UserChoice(Literal::Number(36.0), "three years"), Literal::Number(36.0), 2, |s| s.money.method == FinanceMethod::Loan;
        /// Lease payment for all hardware.
        lease_usd_per_month: Amount, "ls", "Lease payment", number(Unit::UsdPerMonth, 0.0, 1e9), assumed(0.0, 100_000.0, 200_000.0, "about 3% of the price of eight nodes per month"), ZERO, 2, leased;
        /// Months the lease runs.
        lease_months: Amount, "lsm", "Lease term", whole(Unit::Months, 1.0, 120.0), Basis::UserChoice(Literal::Number(36.0), "three years"), Literal::Number(36.0), 2, leased;
        /// Whether payments are due at the start of each month.
        lease_in_advance: bool, "lsa", "Lease paid in advance", Kind::Switch, Basis::UserChoice(Literal::Switch(true), "the usual arrangement"), OFF, 2, leased;
        /// Whether you buy the hardware at the end of the lease. Only then can you sell it.
        lease_buys: bool, "lsb", "Buy at end of lease", Kind::Switch, Basis::UserChoice(Literal::Switch(true), "to keep the residual value"), OFF, 2, leased;
        /// Price of the hardware at the end of the lease.
        buy_out_usd: Amount, "lbo", "Buy-out price", number(Unit::Usd, 0.0, 1e10), assumed(0.0, 340_000.0, 1_000_000.0, "one tenth of the price"), ZERO, 2, |s| leased(s) && s.money.lease_buys;
        /// Whether tax counts, and how purchases are depreciated for it. With tax, enter the after-tax cost of capital. The first year gets a full year's depreciation, whatever the month of delivery.
        tax_method: TaxMethod, "tx", "Tax", Kind::Choice(TaxMethod::OPTIONS), Basis::UserChoice(Literal::Choice("none"), "costs are deductible on both sides; only the timing differs"), Literal::Choice("none"), 2, always;
        /// Tax rate on profits.
        tax_rate: Amount, "txr", "Tax rate", number(Unit::Share, 0.0, 0.99), assumed(0.2, 0.25, 0.3, "US federal and state corporate tax"), ZERO, 2, taxed;
        /// Years of straight-line tax depreciation.
        tax_years: Amount, "txy", "Depreciation period", whole(Unit::Years, 1.0, 20.0), assumed(3.0, 5.0, 7.0, "usual for computers"), Literal::Number(5.0), 2, |s| s.money.tax_method == TaxMethod::StraightLine;
        /// Share of a purchase deducted in the first year. The rest follows the five-year MACRS table.
        tax_first_share: Amount, "txf", "First-year deduction", SHARE, assumed(0.4, 1.0, 1.0, "US bonus depreciation for purchases since January 2025"), ONE, 3, |s| s.money.tax_method == TaxMethod::FirstYear;
        /// What happens to tax losses in a year in which deductions exceed savings.
        tax_losses: TaxLosses, "txl", "Tax losses", Kind::Choice(TaxLosses::OPTIONS), Basis::UserChoice(Literal::Choice("at-once"), "the rest of the company is profitable"), Literal::Choice("at-once"), 2, taxed;
        /// Currency in which the page accepts and shows amounts. The price book is in US dollars and is converted at the rate below. The comparison does not change.
        currency: String, "cur", "Currency", Kind::Currency, Basis::UserChoice(Literal::Text("USD"), "the price book is in US dollars"), Literal::Text("USD"), 2, always;
        /// Units of the currency per US dollar.
        currency_per_usd: Amount, "fx", "Exchange rate per US dollar", number(Unit::Ratio, 1e-6, 1e6), Basis::UserChoice(Literal::Number(1.0), "enter today's rate"), ONE, 2, in_other_currency;
        /// The date of that rate.
        currency_day: String, "fxd", "Date of the rate", Kind::Day, Basis::UserChoice(Literal::Text(""), "tells readers how current the rate is"), Literal::Text(""), 2, in_other_currency;
    }
    /// What happens over the months.
    time: Time, "Time" {
        /// Period that the comparison covers.
        horizon_months: Amount, "hz", "Horizon", whole(Unit::Months, 12.0, 120.0), Basis::UserChoice(Literal::Number(60.0), "the life of the machines"), Literal::Number(60.0), 2, always;
        /// Whether the work ends at the horizon or continues.
        end: HorizonEnd, "eh", "End of the horizon", Kind::Choice(HorizonEnd::OPTIONS), Basis::UserChoice(Literal::Choice("wind-up"), "counts only what is actually sold"), Literal::Choice("wind-up"), 2, always;
        /// Yearly change in rental prices, compounded. They have both risen and fallen. Commitments follow it at each renewal.
        rent_drift: Amount, "rdr", "Change in rental prices", number(Unit::SharePerYear, -0.9, 5.0), assumed(-0.4, 0.0, 0.4, "zero: H100 prices halved from 2023 to 2025, then rose by 40% within six months, and by 13% in the year to September 2026"), ZERO, 2, |s| s.time.rent_curve.is_empty();
        /// Rental prices by month as a share of today's price, replacing the yearly change. Values between two months are interpolated linearly.
        rent_curve: Vec<Point>, "rcv", "Rental prices by month", Kind::List { columns: CURVE_COLUMNS, max_rows: 60 }, Basis::UserChoice(Literal::Empty, "one yearly rate of change"), Literal::Empty, 2, always;
        /// Yearly change in hardware prices, compounded. It applies to the next purchase.
        hardware_drift: Amount, "hdr", "Change in hardware prices", number(Unit::SharePerYear, -0.9, 5.0), assumed(-0.3, 0.0, 0.1, "zero: prices of a given model were stable through 2026"), ZERO, 2, always;
        /// Yearly change in the electricity price.
        tariff_drift: Amount, "tes", "Change in electricity price", number(Unit::SharePerYear, -0.5, 2.0), assumed(-0.02, 0.0, 0.05, "zero: today's prices"), ZERO, 2, by_lines;
        /// Yearly change in salaries.
        staff_drift: Amount, "ses", "Change in salaries", number(Unit::SharePerYear, -0.5, 2.0), assumed(0.0, 0.0, 0.05, "zero: today's prices"), ZERO, 2, |s| by_lines(s) || serves_tokens(s);
        /// Yearly change in the rent for space.
        space_drift: Amount, "pes", "Change in rent for space", number(Unit::SharePerYear, -0.5, 2.0), assumed(0.0, 0.0, 0.06, "zero: today's prices"), ZERO, 2, by_lines;
        /// Months from order to delivery. Until then, the work runs on hourly rentals.
        lead_months: Amount, "ld", "Lead time", whole(Unit::Months, 0.0, 36.0), Basis::Figure("procurement.lead-time-nodes-2026-11-26"), ZERO, 2, always;
        /// Share of the price paid with the order; the rest is due on delivery.
        deposit_share: Amount, "dep", "Deposit", SHARE, assumed(0.0, 0.3, 0.5, "a usual deposit"), ZERO, 2, |s| s.time.lead_months.value > 0.0;
        /// Months until delivered machines carry their full load. Until then, the rest is rented.
        ramp_months: Amount, "rmp", "Ramp-up", whole(Unit::Months, 0.0, 36.0), assumed(0.0, 1.0, 3.0, "acceptance tests and migration"), ZERO, 2, always;
        /// Months before delivery in which staff are already paid.
        staff_lead_months: Amount, "sl", "Staff start early by", whole(Unit::Months, 0.0, 36.0), assumed(0.0, 2.0, 3.0, "planning and build-up"), ZERO, 2, always;
        /// What happens to work that the owned machines or the commitment cannot take.
        beyond: BeyondChoice, "bey", "Work above capacity", Kind::Choice(BeyondChoice::OPTIONS), Basis::UserChoice(Literal::Choice("offer"), "the work cannot wait"), Literal::Choice("offer"), 2, always;
        /// What an hour of late or undone work costs you.
        late_usd_per_gpu_hour: Amount, "late", "Cost of a late GPU-hour", number(Unit::UsdPerGpuHour, 0.0, 1e5), assumed(0.0, 0.0, 10.0, "zero: enter a value to compare plans that leave work undone"), ZERO, 2, always;
        /// How a commitment that outlasts the horizon ends when the work ends.
        commitment_exit: CommitmentExit, "cx", "Leaving a commitment", Kind::Choice(CommitmentExit::OPTIONS), Basis::UserChoice(Literal::Choice("due"), "the usual contract terms"), Literal::Choice("due"), 2, winds_up;
        /// Share of the remaining payments recovered by reselling the commitment.
        recoverable_share: Amount, "rec", "Commitment recovered", SHARE, assumed(0.0, 0.0, 0.5, "zero: few contracts can be resold"), ZERO, 2, |s| winds_up(s) && s.time.commitment_exit == CommitmentExit::Due;
        /// Fee to end a commitment, as a share of the unpaid amount.
        termination_fee_share: Amount, "tfs", "Termination fee", SHARE, assumed(0.2, 0.5, 1.0, "for contracts that can be ended early"), ZERO, 2, |s| winds_up(s) && s.time.commitment_exit == CommitmentExit::Fee;
        /// Months of the plan that fall into the first fiscal year.
        first_year_months: Amount, "fy", "Months in first fiscal year", whole(Unit::Months, 1.0, 12.0), Basis::UserChoice(Literal::Number(12.0), "the fiscal year starts with the decision"), Literal::Number(12.0), 2, always;
    }
    /// What stops jobs and how much work that costs.
    stops: Stops, "Interruptions" {
        /// Enter goodput directly, or derive it from interruption rates.
        method: GoodputMethod, "gm", "Goodput from", Kind::Choice(GoodputMethod::OPTIONS), Basis::UserChoice(Literal::Choice("given"), "one figure per side is easier to check"), Literal::Choice("given"), 2, always;
        /// Interruptions per million GPU-hours on owned or committed machines.
        per_million_gpu_hours: Amount, "spm", "Interruptions per million GPU-hours", number(Unit::Ratio, 0.0, 1e6), Basis::Figure("reliability.stops-per-million"), ZERO, 2, by_stops;
        /// The unit of the spot interruption rate.
        spot_kind: StopRate, "sk", "Spot interruptions as", Kind::Choice(StopRate::OPTIONS), Basis::UserChoice(Literal::Choice("month"), "the unit providers publish"), Literal::Choice("node-hour"), 2, always;
        /// How often a spot machine is reclaimed. A node is reclaimed as a whole.
        spot_rate: Amount, "sr", "Spot interruptions", number(Unit::Ratio, 0.0, 1_000.0), assumed(0.05, 0.175, 0.3, "AWS p5: 15 to 20% of instances per month"), ZERO, 2, always;
        /// Share of the work for which no spot machine is available and which runs on demand.
        no_spot_share: Amount, "nos", "Spot unavailable", SHARE, assumed(0.0, 0.1, 0.5, "spot capacity varies"), ZERO, 2, always;
        /// Hours for which writing a checkpoint pauses the job.
        write_hours: Amount, "cw", "Checkpoint write time", number(Unit::Hours, 0.0, 100.0), assumed(0.005, 0.05, 0.2, "three minutes"), ZERO, 2, always;
        /// Hours billed after an interruption before work resumes: reloading and set-up.
        restart_hours: Amount, "rsh", "Restart time", number(Unit::Hours, 0.0, 100.0), assumed(0.05, 0.17, 0.5, "ten minutes"), ZERO, 2, always;
        /// How often a job writes a checkpoint.
        interval: IntervalChoice, "iv", "Checkpoint interval", Kind::Choice(IntervalChoice::OPTIONS), Basis::UserChoice(Literal::Choice("best"), "you choose the interval"), Literal::Choice("best"), 2, always;
        /// Hours between checkpoints.
        interval_hours: Amount, "ivh", "Fixed interval", number(Unit::Hours, 0.001, 1_000.0), assumed(0.25, 1.0, 4.0, "a common setting"), ONE, 2, |s| s.stops.interval == IntervalChoice::Given;
        /// Shortest practical interval.
        shortest_interval_hours: Amount, "ivs", "Shortest interval", number(Unit::Hours, 0.001, 1_000.0), assumed(0.05, 0.1, 0.5, "six minutes"), Literal::Number(0.1), 2, |s| s.stops.interval == IntervalChoice::Best;
    }
    /// What is there already.
    present: Present, "What you already have" {
        /// Nodes of the same kind that you already own. Their purchase price is sunk; they count at today's resale value.
        nodes: Amount, "pn", "Nodes you own", whole(Unit::Nodes, 0.0, 1e5), Basis::UserChoice(ZERO, "none"), ZERO, 2, always;
        /// Age of these nodes.
        node_age_years: Amount, "pna", "Age of these nodes", number(Unit::Years, 0.0, 20.0), Basis::UserChoice(Literal::Number(2.0), "enter the age of yours"), ZERO, 2, owns_nodes;
        /// What one of them would sell for today. Until you enter a value it follows GPU and age: the price book's used price or, without one, the new price reduced along the resale curve.
        node_resale_usd: Amount, "pnr", "Resale price today, per node", number(Unit::UsdPerNode, 0.0, 1e8), assumed(50_000.0, 150_000.0, 250_000.0, "the price book's used price or, without one, the new price reduced along the resale curve"), ZERO, 2, owns_nodes;
        /// Their GPU, if it is another one than the workload's. One that is not in the list needs its relative speed, power and resale price below.
        node_gpu: String, "png", "GPU of these nodes", Kind::AnyGpu, Basis::UserChoice(Literal::Text(""), "the workload's GPU"), Literal::Text(""), 5, owns_nodes;
        /// GPUs in one of these nodes. 0: as many as in a new one.
        gpus_per_node: Amount, "pnc", "GPUs per node there", whole(Unit::Gpus, 0.0, 1_024.0), Basis::UserChoice(ZERO, "as in a new node"), ZERO, 5, owns_nodes_of_another_gpu;
        /// Work that one of their GPUs does in an hour, relative to the workload's GPU (1). 0 uses the relative speed of other GPUs if given, otherwise dense BF16 throughput.
        gpu_relative_work: Amount, "pnq", "Relative speed of these GPUs", number(Unit::Ratio, 0.0, 1_000.0), Basis::UserChoice(ZERO, "dense BF16 throughput"), ZERO, 5, owns_nodes_of_another_gpu;
        /// Nameplate power of one of these nodes. 0: that of the price book's machine with this GPU or, without one, as a new node.
        node_kw: Amount, "pnk", "Power of such a node", number(Unit::Kilowatts, 0.0, 1_000.0), Basis::UserChoice(ZERO, "the price book's machine"), ZERO, 5, owns_nodes_of_another_gpu;
        /// What one of these nodes cost new. Support and insurance are a share of it. 0: the price book's price of a machine with this GPU or, without one, the price of a new node.
        node_price_usd: Amount, "pnp", "Their price when new", number(Unit::UsdPerNode, 0.0, 1e8), Basis::UserChoice(ZERO, "the price book's price, or that of a new node"), ZERO, 5, owns_nodes;
        /// Whether a plan may sell these nodes, now or once new ones are delivered. If not, plans that sell them are listed, but not recommended.
        may_sell: bool, "pms", "They may be sold", Kind::Switch, Basis::UserChoice(OFF, "what is there is kept"), OFF, 5, owns_nodes;
        /// What happens if their life ends before the horizon. Keep running: nothing is bought. Replace: new nodes are bought that month. Retire: they are removed, and their work is rented from then on.
        at_end_of_life: EndOfLife, "pel", "At end of life", Kind::Choice(EndOfLife::OPTIONS), Basis::UserChoice(Literal::Choice("run-on"), "working machines are kept; nothing is bought unless you choose to"), Literal::Choice("replaced"), 3, owns_nodes;
        /// Commitments that are still running. They are paid whatever you decide, so their hours add no cost until they end. A new commitment then replaces them.
        commitments: Vec<Running>, "pc", "Running commitments", Kind::List { columns: RUNNING_COLUMNS, max_rows: 20 }, Basis::UserChoice(Literal::Empty, "none"), Literal::Empty, 2, always;
        /// What you pay for rented GPUs today. If given, your current setup is compared as a plan of its own.
        bill_usd_per_month: Amount, "pb", "Current bill", number(Unit::UsdPerMonth, 0.0, 1e9), Basis::UserChoice(ZERO, "none given"), ZERO, 2, always;
        /// What you pay per GPU-hour today. Until you enter a value it follows the GPU on the bill: its on-demand list price at a large cloud or, without one, its usual list price or its relative speed.
        usd_per_gpu_hour: Amount, "pp", "Price you pay today", number(Unit::UsdPerGpuHour, 0.0, 1e4), assumed(2.0, 6.88, 12.29, "the bill's GPU on demand at a large cloud: 6.88 for an H100"), ONE, 2, bill_given;
        /// The GPU that the bill is for. Its hours are converted to hours of the workload's GPU by relative speed.
        gpu: String, "pbg", "GPU on the bill", Kind::OtherGpu, Basis::UserChoice(Literal::Text(""), "the workload's GPU"), Literal::Text(""), 3, bill_given;
        /// Work done in an hour of the bill's GPU, relative to the workload's GPU (1). 0 uses the relative speed of other GPUs if given, otherwise dense BF16 throughput.
        gpu_work: Amount, "pbw", "Its relative speed", number(Unit::Ratio, 0.0, 1_000.0), Basis::UserChoice(ZERO, "dense BF16 throughput"), ZERO, 3, bill_of_another_gpu;
        /// What does that work until machines that you buy are there. Renting by the hour takes the cheapest offer and ends the bill on day one, as in the plans that buy nothing; choose it if nothing binds you to the bill.
        until_delivery: UntilDelivery, "pud", "Until delivery", Kind::Choice(UntilDelivery::OPTIONS), Basis::UserChoice(Literal::Choice("bill"), "what runs today is moved once, to the new machines"), Literal::Choice("bill"), 6, bill_given;
        /// Share of the hours billed today in which no job runs and which could be released.
        idle_share: Amount, "pi", "Idle hours on the bill", number(Unit::Share, 0.0, 0.99), assumed(0.0, 0.15, 0.4, "machines left running"), ZERO, 2, bill_given;
        /// Share of the bill saved by giving oversized jobs fewer or smaller GPUs.
        rightsize_share: Amount, "prs", "Right-sizing savings", number(Unit::Share, 0.0, 0.99), assumed(0.0, 0.05, 0.2, "small jobs on large machines"), ZERO, 2, bill_given;
        /// Share of the hours that could run on spot machines.
        spot_share: Amount, "psp", "Work suited to spot", SHARE, assumed(0.0, 0.0, 0.5, "zero: nothing can be interrupted"), ZERO, 2, bill_given;
        /// Share of the hours that runs continuously and suits a commitment.
        floor_share: Amount, "pfl", "Steady base load", SHARE, assumed(0.0, 0.5, 0.8, "work that runs day and night"), ZERO, 2, bill_given;
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
    /// GPUs in one of the nodes that are there: as in a new one or, of another GPU, as entered.
    pub fn gpus_of_node(&self, s: &Scenario) -> f64 {
        let is_entered = self.gpus_per_node.value > 0.0 && self.is_other_gpu(&s.work.gpu);
        if is_entered { self.gpus_per_node.value } else { s.own.gpus_per_node.value }
    }

    /// Whether nodes are there and their GPU is another one than the work's.
    pub fn is_other_gpu(&self, of_work: &str) -> bool {
        self.nodes.value > 0.0 && self.node_gpu(of_work) != of_work
    }

    /// The GPU of the nodes that are there; the work's own if none is named.
    pub fn node_gpu<'s>(&'s self, of_work: &'s str) -> &'s str {
        if self.node_gpu.is_empty() { of_work } else { &self.node_gpu }
    }

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
        self.follow_gpu(&before, book);
        self.follow_bill(&before, &before, book);
        self.follow_work_typed(&before, &before, book);
        if names_a_model(self) {
            // Another GPU makes another number of tokens.
            self.follow_workloads(book);
        }
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
