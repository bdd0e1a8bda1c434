//! A vendor's quote for machines as written, and the rows it sets in several groups of a scenario.

use crate::inputs::contracted_power::{Contracted, standing_nodes};
use crate::inputs::derived::derived;
use crate::inputs::field;
use crate::inputs::field::ColumnKind;
use crate::inputs::value::{Quote, Value};
use crate::inputs::{Assembly, QuoteColumn, ResidualMethod, Scenario, Site, Size, TaxMethod, YearlyMethod};
use crate::number;
use crate::prices::PriceBook;
use crate::units::MONTHS_PER_YEAR;

/// Rows the program assumes on top of a quote, on both sides: they are set to values without effect.
const BESIDE: [&str; 15] = [
    "own.storage_tb",
    "own.decommissioning_usd_per_node",
    "own.goodput",
    "place.build_out_usd",
    "rent.storage_tb",
    "rent.egress_gb_per_month",
    "rent.exit_tb",
    "rent.setup_usd",
    "rent.porting_usd",
    "rent.goodput",
    "time.lead_months",
    "time.ramp_months",
    "time.staff_lead_months",
    "time.deposit_share",
    "stops.restart_hours",
];

/// The contents of a quote; `None` for what it leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VendorQuote<'a> {
    /// Id of the GPU; `None` for the scenario's own.
    pub gpu: Option<&'a str>,
    /// Price edition that knows the power of its machine; empty for the current one.
    pub edition: &'a str,
    /// Nodes.
    pub nodes: f64,
    /// GPUs per node; `None` for the scenario's number.
    pub gpus_per_node: Option<f64>,
    /// Price of a node, US dollars. The quote is for a whole system: what it does not price apart is included.
    pub usd_per_node: f64,
    /// Network per node, US dollars, if it is priced apart.
    pub network_usd_per_node: Option<f64>,
    /// Installation per node, US dollars, if it is priced apart.
    pub installation_usd_per_node: Option<f64>,
    /// Months until delivery.
    pub lead_months: Option<f64>,
    /// Support contract, as a share of the node price per year; added to a yearly running cost.
    pub support_share: Option<f64>,
    /// Colocation per kilowatt and month, US dollars; added to a yearly running cost.
    pub colocation_usd_per_kw_month: Option<f64>,
    /// Kilowatts contracted for all nodes; `None` for whole racks of the nodes' rated power.
    pub contracted_kw: Option<f64>,
    /// Whether the rent for space includes electricity.
    pub power_included: Option<bool>,
    /// Yearly running cost of all nodes, US dollars; `None` for the scenario's own lines.
    pub usd_per_year: Option<f64>,
    /// Years of use from the order on: horizon, life and depreciation.
    pub years: Option<f64>,
    /// Their residual value then, as a share of the price.
    pub worth: Option<f64>,
    /// Price of the cloud it compares with, US dollars per GPU-hour, paid by use.
    pub cloud_usd_per_gpu_hour: Option<f64>,
    /// Whether that cloud is spot: its machines can be reclaimed.
    pub cloud_is_spot: bool,
    /// Share of the work for which that spot cloud has no capacity; `None` for the scenario's figure.
    pub cloud_no_spot_share: Option<f64>,
    /// Its interruption rate in the scenario's unit; `None` for the scenario's figure.
    pub cloud_interruptions: Option<f64>,
    /// GPUs a job holds at once.
    pub gpus_of_a_job: Option<f64>,
    /// Cost of capital, effective per year.
    pub discount_rate: Option<f64>,
    /// Tax rate; zero leaves tax out.
    pub tax_rate: Option<f64>,
    /// Years of straight-line depreciation; `None` for the years of use, if it names them.
    pub depreciation_years: Option<f64>,
    /// Whether to ignore everything else: the page's assumptions and all offers except its own cloud.
    pub alone: bool,
}

/// A part of a quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotePart {
    /// Nodes.
    Nodes,
    /// GPUs per node.
    GpusPerNode,
    /// Price of a node.
    UsdPerNode,
    /// Yearly running cost.
    UsdPerYear,
    /// Years of use.
    Years,
    /// Residual value.
    Worth,
    /// Price of the cloud it compares with.
    CloudUsdPerGpuHour,
    /// GPUs a job holds at once.
    GpusOfAJob,
    /// Cost of capital.
    DiscountRate,
    /// The saving it claims, which sets no row.
    Claim,
    /// Support contract.
    SupportShare,
    /// Colocation.
    ColocationUsdPerKwMonth,
    /// Network per node.
    NetworkUsdPerNode,
    /// Installation per node.
    InstallationUsdPerNode,
    /// Months until delivery.
    LeadMonths,
    /// Tax rate.
    TaxRate,
    /// Kilowatts contracted.
    ContractedKw,
    /// Years of depreciation.
    DepreciationYears,
    /// The GPU.
    Gpu,
    /// Share of the work for which a spot cloud has no capacity.
    CloudNoSpotShare,
    /// Interruption rate of a spot cloud.
    CloudInterruptions,
}

impl QuotePart {
    /// Every part.
    pub const ALL: [Self; 21] = [
        Self::Nodes,
        Self::GpusPerNode,
        Self::UsdPerNode,
        Self::UsdPerYear,
        Self::Years,
        Self::Worth,
        Self::CloudUsdPerGpuHour,
        Self::GpusOfAJob,
        Self::DiscountRate,
        Self::Claim,
        Self::SupportShare,
        Self::ColocationUsdPerKwMonth,
        Self::NetworkUsdPerNode,
        Self::InstallationUsdPerNode,
        Self::LeadMonths,
        Self::TaxRate,
        Self::ContractedKw,
        Self::DepreciationYears,
        Self::Gpu,
        Self::CloudNoSpotShare,
        Self::CloudInterruptions,
    ];

    /// Its place among all parts.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A problem with a part of a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The part.
    pub part: QuotePart,
    /// What it must be.
    pub words: String,
}

/// Longest depreciation, in years.
const MOST_TAX_YEARS: f64 = 20.0;
/// Name of the vendor's cloud among a scenario's offers.
const CLOUD: &str = "Cloud price in the vendor's quote";

impl VendorQuote<'_> {
    /// Applies the quote to a scenario. How busy the machines are follows from it: work the user typed stays, the
    /// typical cluster's work scales with the machines.
    ///
    /// Errors: every part its row rejects, and what the row allows.
    pub fn put_into(&self, scenario: &Scenario, book: &PriceBook) -> Result<Scenario, Vec<Wrong>> {
        let mut put = scenario.clone();
        let mut wrong = Vec::new();
        if let Some(gpu) = self.gpu.filter(|gpu| *gpu != scenario.work.gpu) {
            if book.gpu(gpu).is_none() {
                wrong.push(Wrong { part: QuotePart::Gpu, words: "must be a GPU of the price book".to_owned() });
            }
            let edition = if self.edition.is_empty() { book.current_edition() } else { self.edition };
            put.choose_gpu(gpu, book, edition);
        }
        if libm::trunc(self.nodes) != self.nodes {
            wrong.push(Wrong {
                part: QuotePart::Nodes,
                words: "must be a whole number: nodes are bought whole".to_owned(),
            });
        }
        let gpus_per_node = self.gpus_per_node.unwrap_or(put.own.gpus_per_node.value);
        // Depreciated in whole years, for as long as they are used unless the quote says otherwise.
        let used = self.years.map(|years| (QuotePart::Years, libm::ceil(years).clamp(1.0, MOST_TAX_YEARS)));
        let depreciation = self.depreciation_years.map(|years| (QuotePart::DepreciationYears, years)).or(used);
        let rows = [
            (QuotePart::GpusPerNode, "own.gpus_per_node", Some(gpus_per_node)),
            (QuotePart::Nodes, "own.gpus", Some(self.nodes * gpus_per_node)),
            (QuotePart::UsdPerNode, "own.node_price_usd", Some(self.usd_per_node)),
            (QuotePart::SupportShare, "own.support_share", self.support_share),
            (QuotePart::ColocationUsdPerKwMonth, "place.colocation_usd_per_kw_month", self.colocation_usd_per_kw_month),
            (QuotePart::LeadMonths, "time.lead_months", self.lead_months),
            (QuotePart::Years, "own.life_years", self.years),
            (QuotePart::Years, "own.fabric_life_years", self.years),
            (QuotePart::Years, "own.storage_life_years", self.years),
            // Whole months; delivery within them does not prolong them.
            (QuotePart::Years, "time.horizon_months", self.years.map(|years| libm::round(years * MONTHS_PER_YEAR))),
            (QuotePart::Worth, "own.residual_share", self.worth),
            (QuotePart::Worth, "own.other_residual_share", self.worth),
            (QuotePart::GpusOfAJob, "work.fabric_gpus", self.gpus_of_a_job),
            (QuotePart::DiscountRate, "money.discount_rate", self.discount_rate),
            (QuotePart::UsdPerNode, "own.node_discount_share", Some(0.0)),
            (QuotePart::NetworkUsdPerNode, "own.fabric_usd_per_node", Some(self.network_usd_per_node.unwrap_or(0.0))),
            (
                QuotePart::InstallationUsdPerNode,
                "own.installation_usd_per_node",
                Some(self.installation_usd_per_node.unwrap_or(0.0)),
            ),
            (QuotePart::TaxRate, "money.tax_rate", self.tax_rate),
            (
                depreciation.map_or(QuotePart::DepreciationYears, |(part, _)| part),
                "money.tax_years",
                depreciation.map(|(_, years)| years),
            ),
        ];
        for (part, id, number) in rows {
            let Some((row, number)) = field(id).zip(number) else { continue };
            let value = Value::Number(row.given(number, &put, book));
            match row.validate(&value) {
                // One part may set several rows: report the first problem only.
                Some(words) if wrong.iter().all(|w: &Wrong| w.part != part) => wrong.push(Wrong { part, words }),
                Some(_) => {}
                None => {
                    row.set(&mut put, &value);
                }
            }
            // Before the quote's other values: those are not defaults, even if they are equal.
            if id == "own.gpus" {
                // Where sizes are found, because the demand is described or a bill was entered, these are what the vendor quotes.
                if !put.work.workloads.is_empty() || put.sizes.own != Size::Auto {
                    put.sizes.own = Size::Typed(put.own.gpus.value);
                }
                put.follow_gpus(scenario, book);
                put.follow_with_work(scenario, book);
            }
        }
        self.put_contracted(&mut put, &mut wrong);
        self.put_yearly(&mut put, book, &mut wrong);
        wrong.extend(self.late_delivery(scenario).filter(|_| wrong.is_empty()));
        self.put_cloud(&mut put, &mut wrong);
        if !wrong.is_empty() {
            return Err(wrong);
        }
        self.put_methods(&mut put);
        for row in BESIDE.iter().filter(|id| self.alone && !self.states(id)).filter_map(|id| field(id)) {
            let left_out = match row.neutral.to_value() {
                Value::Number(amount) => Value::Number(row.given(amount.value, &put, book)),
                other => other,
            };
            row.set(&mut put, &left_out);
        }
        Ok(put)
    }

    /// Sets the choices that the quote's values ask for.
    fn put_methods(&self, put: &mut Scenario) {
        put.own.assembly = Assembly::Quoted;
        put.own.node_includes_network = self.network_usd_per_node.is_none_or(|usd| usd == 0.0);
        if self.usd_per_year.is_some() {
            put.own.yearly_method = YearlyMethod::Amount;
        } else if self.support_share.is_some() || self.colocation_usd_per_kw_month.is_some() {
            put.own.yearly_method = YearlyMethod::Lines;
        }
        if self.colocation_usd_per_kw_month.is_some() || self.contracted_kw.is_some() || self.power_included.is_some() {
            put.place.site = Site::Colocation;
        }
        if let Some(included) = self.power_included {
            put.place.power_included = included;
        }
        if self.depreciation_years.is_some() && put.money.tax_method != TaxMethod::Without {
            put.money.tax_method = TaxMethod::StraightLine;
        }
        match self.tax_rate {
            Some(0.0) => put.money.tax_method = TaxMethod::Without,
            Some(_) if put.money.tax_method == TaxMethod::Without => put.money.tax_method = TaxMethod::StraightLine,
            _ => {}
        }
        if self.worth.is_some() {
            put.own.residual_method = ResidualMethod::Share;
            put.own.zero_sells_nothing = true;
        }
    }

    /// Sets the yearly running cost.
    fn put_yearly(&self, put: &mut Scenario, book: &PriceBook, wrong: &mut Vec<Wrong>) {
        let Some((usd, row)) = self.yearly_usd(put).zip(field("own.yearly_usd")) else { return };
        let value = Value::Number(row.given(usd, put, book));
        match row.validate(&value) {
            Some(words) => wrong.push(Wrong { part: QuotePart::UsdPerYear, words }),
            None => {
                row.set(put, &value);
            }
        }
    }

    /// A delivery that takes all the years of use.
    fn late_delivery(&self, scenario: &Scenario) -> Option<Wrong> {
        let assumed = if self.alone { 0.0 } else { scenario.time.lead_months.value };
        let lead = self.lead_months.unwrap_or(assumed);
        let words = || format!("must be more than the {} months until delivery", number::write(lead));
        (self.years? * MONTHS_PER_YEAR <= lead).then(|| Wrong { part: QuotePart::Years, words: words() })
    }

    /// Contracts the quote's kilowatts as they are, whatever racks hold.
    fn put_contracted(&self, put: &mut Scenario, wrong: &mut Vec<Wrong>) {
        let (Some(kw), Some(row), Some(node_kw)) =
            (self.contracted_kw, derived("place.contracted_kw"), field("place.node_kw"))
        else {
            return;
        };
        let mut changed = put.clone();
        (row.set)(&mut changed, kw);
        match node_kw.validate(&node_kw.get(&changed)) {
            Some(words) => wrong.push(Wrong { part: QuotePart::ContractedKw, words: format!("per node {words}") }),
            None => *put = changed,
        }
    }

    /// Running cost of a year: what the quote calls so, with its support and its colocation.
    fn yearly_usd(&self, put: &Scenario) -> Option<f64> {
        let support = self.support_share.unwrap_or(0.0) * self.nodes * self.usd_per_node;
        let contracted = Contracted::of(put, standing_nodes(put)).kw;
        let space = self.colocation_usd_per_kw_month.unwrap_or(0.0) * contracted * MONTHS_PER_YEAR;
        Some(self.usd_per_year? + support + space)
    }

    /// Whether the quote sets a row that the page otherwise assumes.
    fn states(&self, row: &str) -> bool {
        row == "time.lead_months" && self.lead_months.is_some()
    }

    /// Adds the cloud the quote compares with to the offers, replacing an earlier one.
    fn put_cloud(&self, put: &mut Scenario, wrong: &mut Vec<Wrong>) {
        let (Some(usd_per_gpu_hour), Some(row)) = (self.cloud_usd_per_gpu_hour, field("rent.quotes")) else { return };
        let spot = self.cloud_is_spot;
        let cloud = Quote {
            name: CLOUD.to_owned(),
            usd_per_gpu_hour,
            spot,
            no_spot_share: self.cloud_no_spot_share.filter(|_| spot),
            interruptions: self.cloud_interruptions.filter(|_| spot),
            ..Quote::for_work(put)
        };
        let quotes = &mut put.rent.quotes;
        quotes.retain(|quote| quote.name != CLOUD);
        // Which of the cloud's numbers its row rejects.
        for (part, column, number) in [
            (QuotePart::CloudNoSpotShare, QuoteColumn::NoSpotShare, cloud.no_spot_share),
            (QuotePart::CloudInterruptions, QuoteColumn::Interruptions, cloud.interruptions),
        ] {
            let ColumnKind::Number { min, max, .. } = column.column().kind else { continue };
            if number.is_some_and(|number| !(min..=max).contains(&number)) {
                let words = format!("must be between {} and {}", number::write(min), number::write(max));
                wrong.push(Wrong { part, words });
                return;
            }
        }
        quotes.push(cloud);
        put.rent.only_quotes |= self.alone;
        if let Some(words) = row.validate(&row.get(put)) {
            wrong.push(Wrong { part: QuotePart::CloudUsdPerGpuHour, words });
        }
    }
}
