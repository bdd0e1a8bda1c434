//! A vendor's quote for machines as written, and the rows it sets in several groups of a scenario.

use crate::inputs::field;
use crate::inputs::field::Kind;
use crate::inputs::value::{Quote, Value};
use crate::inputs::{Assembly, ResidualMethod, Scenario, YearlyMethod};
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
pub struct VendorQuote {
    /// Nodes.
    pub nodes: f64,
    /// GPUs per node; `None` for the scenario's number.
    pub gpus_per_node: Option<f64>,
    /// Price of a node, US dollars. The quote is for a whole system and includes everything besides the nodes.
    pub usd_per_node: f64,
    /// Yearly running cost of all nodes, US dollars; `None` for the scenario's own lines.
    pub usd_per_year: Option<f64>,
    /// Years of use.
    pub years: Option<f64>,
    /// Their residual value then, as a share of the price.
    pub worth: Option<f64>,
    /// Price of the cloud it compares with, US dollars per GPU-hour, paid by use.
    pub cloud_usd_per_gpu_hour: Option<f64>,
    /// GPUs a job holds at once.
    pub gpus_of_a_job: Option<f64>,
    /// Cost of capital, effective per year.
    pub discount_rate: Option<f64>,
    /// Whether to ignore everything else: the page's assumptions and all offers except its own cloud.
    pub alone: bool,
}

/// A problem with a part of a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The part, by its name in [`VendorQuote`].
    pub part: &'static str,
    /// What it must be.
    pub words: String,
}

/// Name of the vendor's cloud among a scenario's offers.
const CLOUD: &str = "Cloud price in the vendor's quote";

impl VendorQuote {
    /// Applies the quote to a scenario. How busy the machines are follows from it: work the user typed stays, the
    /// typical cluster's work scales with the machines.
    ///
    /// Errors: every part its row rejects, and what the row allows.
    pub fn put_into(&self, scenario: &Scenario, book: &PriceBook) -> Result<Scenario, Vec<Wrong>> {
        let mut put = scenario.clone();
        let mut wrong = Vec::new();
        if libm::trunc(self.nodes) != self.nodes {
            wrong.push(Wrong { part: "nodes", words: "must be a whole number: nodes are bought whole".to_owned() });
        }
        let gpus_per_node = self.gpus_per_node.unwrap_or(scenario.own.gpus_per_node.value);
        // The machines are used this long; the lead time comes on top, up to the longest horizon.
        let waits = if self.alone { 0.0 } else { scenario.time.lead_months.value };
        let most = match field("time.horizon_months").map(|row| row.kind) {
            Some(Kind::Number { max, .. }) => max,
            _ => 0.0,
        };
        let horizon = |years: f64| {
            let months = years * MONTHS_PER_YEAR;
            (months + waits).min(months.max(most))
        };
        let rows = [
            ("gpus_per_node", "own.gpus_per_node", Some(gpus_per_node)),
            ("nodes", "own.gpus", Some(self.nodes * gpus_per_node)),
            ("usd_per_node", "own.node_price_usd", Some(self.usd_per_node)),
            ("usd_per_year", "own.yearly_usd", self.usd_per_year),
            ("years", "own.life_years", self.years),
            ("years", "time.horizon_months", self.years.map(horizon)),
            ("worth", "own.residual_share", self.worth),
            ("worth", "own.other_residual_share", self.worth),
            ("gpus_of_a_job", "work.fabric_gpus", self.gpus_of_a_job),
            ("discount_rate", "money.discount_rate", self.discount_rate),
            ("", "own.node_discount_share", Some(0.0)),
            ("", "own.fabric_usd_per_node", Some(0.0)),
            ("", "own.installation_usd_per_node", Some(0.0)),
        ];
        for (part, id, number) in rows {
            let Some((row, number)) = field(id).zip(number) else { continue };
            let value = Value::Number(row.given(number, book));
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
                put.follow_gpus(scenario, book);
                put.follow_with_work(scenario, book);
            }
        }
        self.put_cloud(&mut put, &mut wrong);
        if !wrong.is_empty() {
            return Err(wrong);
        }
        put.own.assembly = Assembly::Quoted;
        put.own.node_includes_network = true;
        if self.usd_per_year.is_some() {
            put.own.yearly_method = YearlyMethod::Amount;
        }
        if self.worth.is_some() {
            put.own.residual_method = ResidualMethod::Share;
        }
        for row in BESIDE.iter().filter(|_| self.alone).filter_map(|id| field(id)) {
            row.set(&mut put, &row.neutral.to_value());
        }
        Ok(put)
    }

    /// Adds the cloud the quote compares with to the offers, replacing an earlier one.
    fn put_cloud(&self, put: &mut Scenario, wrong: &mut Vec<Wrong>) {
        let (Some(usd_per_gpu_hour), Some(row)) = (self.cloud_usd_per_gpu_hour, field("rent.quotes")) else { return };
        let quotes = &mut put.rent.quotes;
        quotes.retain(|quote| quote.name != CLOUD);
        quotes.push(Quote { name: CLOUD.to_owned(), usd_per_gpu_hour, term_months: 0.0, ..Quote::default() });
        put.rent.only_quotes |= self.alone;
        if let Some(words) = row.validate(&row.get(put)) {
            wrong.push(Wrong { part: "cloud_usd_per_gpu_hour", words });
        }
    }
}
