//! A vendor's quote for machines as it stands on paper, and what it sets in a scenario: several rows in several groups.

use crate::price_book::PriceBook;
use crate::scenario::field;
use crate::scenario::field::Kind;
use crate::scenario::value::{Quote, Value};
use crate::scenario::{Assembly, ResidualMethod, Scenario, YearlyMethod};
use crate::units::MONTHS_PER_YEAR;

/// What the program assumes beside a quote, on both sides: rows that go to the value at which they count for nothing.
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

/// What a quote names; what it leaves open is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VendorQuote {
    /// Nodes.
    pub nodes: f64,
    /// GPUs in each; nothing for as many as the scenario has.
    pub gpus_per_node: Option<f64>,
    /// Price of a node, US dollars. The quote is for a whole system: what stands beside the nodes is in it.
    pub usd_per_node: f64,
    /// What running all of them costs a year, US dollars; nothing for the scenario's own lines.
    pub usd_per_year: Option<f64>,
    /// Years they are used.
    pub years: Option<f64>,
    /// Share of the price that they are worth then.
    pub worth: Option<f64>,
    /// What the cloud costs that it compares itself with, US dollars a GPU-hour, paid by use.
    pub cloud_usd_per_gpu_hour: Option<f64>,
    /// GPUs that a job holds at once.
    pub gpus_of_a_job: Option<f64>,
    /// Cost of capital, effective a year.
    pub discount_rate: Option<f64>,
    /// Whether nothing counts beside it: neither what the page assumes nor any other offer than its own cloud.
    pub alone: bool,
}

/// What is wrong with a part of a quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The part, by its name in [`VendorQuote`].
    pub part: &'static str,
    /// What it must be.
    pub words: String,
}

/// What the vendor's own cloud is called among the offers of a scenario.
const CLOUD: &str = "Cloud, by the vendor's quote";

impl VendorQuote {
    /// The scenario with the quote in it. How busy the machines are follows: work that
    /// somebody typed stays, that of the typical cluster follows the machines.
    ///
    /// Errors: every part that its row does not take, and what the row takes.
    pub fn put_into(&self, scenario: &Scenario, book: &PriceBook) -> Result<Scenario, Vec<Wrong>> {
        let mut put = scenario.clone();
        let mut wrong = Vec::new();
        if libm::trunc(self.nodes) != self.nodes {
            wrong.push(Wrong { part: "nodes", words: "must be whole: nodes are bought whole".to_owned() });
        }
        let gpus_per_node = self.gpus_per_node.unwrap_or(scenario.own.gpus_per_node.value);
        // So long they are used: what they wait for before is no part of it, as far as a horizon may reach.
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
            match row.objection(&value) {
                // One part may set several rows: what the first says is enough.
                Some(words) if wrong.iter().all(|w: &Wrong| w.part != part) => wrong.push(Wrong { part, words }),
                Some(_) => {}
                None => {
                    row.set(&mut put, &value);
                }
            }
            // Before the quote says the rest: what it says is no default, even where it is the same.
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

    /// Puts the cloud that it compares itself with among the offers, in place of an earlier one.
    fn put_cloud(&self, put: &mut Scenario, wrong: &mut Vec<Wrong>) {
        let (Some(usd_per_gpu_hour), Some(row)) = (self.cloud_usd_per_gpu_hour, field("rent.quotes")) else { return };
        let quotes = &mut put.rent.quotes;
        quotes.retain(|quote| quote.name != CLOUD);
        quotes.push(Quote { name: CLOUD.to_owned(), usd_per_gpu_hour, term_months: 0.0, ..Quote::default() });
        put.rent.only_quotes |= self.alone;
        if let Some(words) = row.objection(&row.get(put)) {
            wrong.push(Wrong { part: "cloud_usd_per_gpu_hour", words });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::price_book::PriceBook;
    use crate::report::evaluate;
    use crate::scenario::value::Amount;

    /// By hand: ten nodes at 330,000 are 3.3 million; with 500,000 a year over three years and nothing left, 4.8 million.
    #[test]
    fn the_offer_of_the_reference_text_costs_what_it_says() {
        let book = PriceBook::embedded();
        let mut scenario = Scenario::typical(&book);
        scenario.work.gpu_hours_per_month = Amount::exact(24_333.0);
        scenario.money.discount_rate = Amount::exact(0.0);
        let quote = VendorQuote {
            nodes: 10.0,
            gpus_per_node: Some(8.0),
            usd_per_node: 330_000.0,
            usd_per_year: Some(500_000.0),
            years: Some(3.0),
            worth: Some(0.0),
            alone: true,
            ..VendorQuote::default()
        };
        let put = quote.put_into(&scenario, &PriceBook::embedded()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        assert_eq!(put.own.gpus.value, 80.0);
        let report = evaluate(&put, &book, "2026-11").unwrap_or_else(|issues| panic!("{issues:?}"));
        assert_eq!(report.own.upfront_usd, 3_300_000.0);
        let paid = report.outlook.own.nominal_usd;
        assert!((paid - 4_800_000.0).abs() < 0.01, "{paid}");
        assert_eq!(report.hours.wanted_gpu_hours, 24_333.0 * 12.0, "the work stays");
        let hours = report.cheapest().map_or(0.0, |offer| offer.usd_per_year / offer.usd_per_gpu_hour);
        assert!((hours - 24_333.0 * 12.0).abs() < 1e-6, "renting pays for these hours and nothing else: {hours}");
    }

    /// Worth nothing after three years of use, whatever they waited for: all of the price is paid, none comes back.
    #[test]
    fn its_years_begin_at_delivery() {
        let book = PriceBook::embedded();
        let mut scenario = Scenario::typical(&book);
        scenario.time.lead_months = Amount::exact(4.0);
        let quote = |years: f64, alone: bool| VendorQuote {
            nodes: 10.0,
            gpus_per_node: Some(8.0),
            usd_per_node: 330_000.0,
            years: Some(years),
            worth: Some(0.0),
            alone,
            ..VendorQuote::default()
        };
        let put = |quote: VendorQuote| {
            quote.put_into(&scenario, &PriceBook::embedded()).unwrap_or_else(|wrong| panic!("{wrong:?}"))
        };
        let months = |quote: VendorQuote| put(quote).time.horizon_months.value;
        assert_eq!([months(quote(3.0, false)), months(quote(3.0, true))], [40.0, 36.0]);
        assert_eq!(months(quote(10.0, false)), 120.0, "as far as a horizon may reach");
        let report = evaluate(&put(quote(3.0, false)), &book, "2026-11").unwrap_or_else(|issues| panic!("{issues:?}"));
        let nodes = report.outlook.own.lines.iter().find(|line| line.id == "nodes");
        let paid: f64 = nodes.map_or(0.0, |line| line.by_year_usd.iter().sum());
        assert!((paid - 3_300_000.0).abs() < 0.01, "{paid}");
    }

    #[test]
    fn what_it_leaves_open_stays_and_what_no_row_takes_is_told() {
        let book = PriceBook::embedded();
        let scenario = Scenario::typical(&book);
        let least = VendorQuote { nodes: 2.0, usd_per_node: 400_000.0, ..VendorQuote::default() };
        let put = least.put_into(&scenario, &PriceBook::embedded()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        assert_eq!((put.own.gpus.value, put.own.life_years), (16.0, scenario.own.life_years));
        assert_eq!(
            (put.own.yearly_method, put.own.residual_method),
            (scenario.own.yearly_method, scenario.own.residual_method)
        );
        let several = VendorQuote {
            nodes: 3.5,
            years: Some(0.0),
            cloud_usd_per_gpu_hour: Some(-1.0),
            gpus_of_a_job: Some(8.0),
            ..least
        };
        let wrong = several.put_into(&scenario, &PriceBook::embedded()).err().unwrap_or_default();
        let parts: Vec<&str> = wrong.iter().map(|wrong| wrong.part).collect();
        assert_eq!(parts, ["nodes", "years", "cloud_usd_per_gpu_hour"], "{wrong:?}");
        assert!(wrong.iter().all(|wrong| wrong.words.contains("must be")), "{wrong:?}");
        let none = VendorQuote { nodes: 0.0, ..least };
        assert!(
            none.put_into(&scenario, &PriceBook::embedded())
                .is_err_and(|wrong| wrong.iter().all(|wrong| wrong.part == "nodes"))
        );
    }

    #[test]
    fn its_cloud_stands_among_the_offers_once_and_alone_where_asked() {
        let book = PriceBook::embedded();
        let scenario = Scenario::typical(&book);
        let quote = VendorQuote {
            nodes: 8.0,
            usd_per_node: 300_000.0,
            cloud_usd_per_gpu_hour: Some(5.5),
            gpus_of_a_job: Some(32.0),
            discount_rate: Some(0.05),
            ..VendorQuote::default()
        };
        let put = |quote: VendorQuote, into: &Scenario| {
            quote.put_into(into, &PriceBook::embedded()).unwrap_or_else(|wrong| panic!("{wrong:?}"))
        };
        let once = put(quote, &scenario);
        assert_eq!((once.work.fabric_gpus.value, once.money.discount_rate.value), (32.0, 0.05));
        assert!(!once.rent.only_quotes);
        let twice = put(VendorQuote { cloud_usd_per_gpu_hour: Some(6.0), alone: true, ..quote }, &once);
        let prices: Vec<f64> = twice.rent.quotes.iter().map(|quote| quote.usd_per_gpu_hour).collect();
        assert_eq!((prices.as_slice(), twice.rent.only_quotes), ([6.0].as_slice(), true));
        let report = evaluate(&twice, &book, "2026-11").unwrap_or_else(|issues| panic!("{issues:?}"));
        assert_eq!(report.cheapest().map(|offer| offer.usd_per_gpu_hour), Some(6.0));
    }

    /// One node has no network between nodes and one job of its own size by default: a quote that says the same means it.
    #[test]
    fn what_a_quote_says_is_no_default_though_it_be_the_same() {
        let book = PriceBook::embedded();
        let typical = Scenario::typical(&book);
        let quote = |nodes: f64, job: f64| VendorQuote {
            nodes,
            gpus_per_node: Some(8.0),
            usd_per_node: 260_000.0,
            gpus_of_a_job: Some(job),
            ..VendorQuote::default()
        };
        let put = |quote: VendorQuote, into: &Scenario| {
            quote.put_into(into, &book).unwrap_or_else(|wrong| panic!("{wrong:?}"))
        };
        let one = put(quote(1.0, 64.0), &typical);
        assert_eq!((one.work.fabric_gpus.value, one.rent.storage_tb.value), (64.0, 32.0));
        let two = put(quote(2.0, 8.0), &put(quote(1.0, 8.0), &typical));
        assert_eq!((two.own.gpus.value, two.rent.storage_tb.value), (16.0, 64.0));
        assert_eq!((two.own.fabric_usd_per_node.value, two.work.fabric_gpus.value), (0.0, 8.0));
    }
}
