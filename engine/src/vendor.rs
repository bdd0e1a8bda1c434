//! A vendor's quote for machines as it stands on paper, and what it sets in a scenario: several rows in several groups.

use crate::scenario::field;
use crate::scenario::value::{Amount, Value};
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
    /// Whether nothing counts beside it.
    pub alone: bool,
}

impl VendorQuote {
    /// The scenario with the quote in it. How busy the machines are follows: the work stays.
    ///
    /// Errors: the first row that does not take its number, by its name, and what it takes.
    pub fn put_into(&self, scenario: &Scenario) -> Result<Scenario, String> {
        if libm::trunc(self.nodes) != self.nodes {
            return Err("Nodes are bought whole".to_owned());
        }
        let mut put = scenario.clone();
        let gpus_per_node = self.gpus_per_node.unwrap_or(scenario.own.gpus_per_node.value);
        let rows = [
            ("own.gpus_per_node", Some(gpus_per_node)),
            ("own.gpus", Some(self.nodes * gpus_per_node)),
            ("own.node_price_usd", Some(self.usd_per_node)),
            ("own.yearly_usd", self.usd_per_year),
            ("own.life_years", self.years),
            ("time.horizon_months", self.years.map(|years| years * MONTHS_PER_YEAR)),
            ("own.residual_share", self.worth),
            ("own.other_residual_share", self.worth),
            ("own.node_discount_share", Some(0.0)),
            ("own.fabric_usd_per_node", Some(0.0)),
            ("own.installation_usd_per_node", Some(0.0)),
        ];
        for (id, number) in rows {
            let Some((row, number)) = field(id).zip(number) else { continue };
            let value = Value::Number(Amount::exact(number));
            if let Some(words) = row.objection(&value) {
                return Err(format!("{} {words}", row.label));
            }
            row.set(&mut put, &value);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::price_book::PriceBook;
    use crate::report::evaluate;

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
        };
        let put = quote.put_into(&scenario).unwrap_or_else(|words| panic!("{words}"));
        assert_eq!(put.own.gpus.value, 80.0);
        let report = evaluate(&put, &book, "2026-11").unwrap_or_else(|issues| panic!("{issues:?}"));
        assert_eq!(report.own.upfront_usd, 3_300_000.0);
        let paid = report.outlook.own.nominal_usd;
        assert!((paid - 4_800_000.0).abs() < 0.01, "{paid}");
        assert_eq!(report.hours.wanted_gpu_hours, 24_333.0 * 12.0, "the work stays");
        let hours = report.cheapest().map_or(0.0, |offer| offer.usd_per_year / offer.usd_per_gpu_hour);
        assert!((hours - 24_333.0 * 12.0).abs() < 1e-6, "renting pays for these hours and nothing else: {hours}");
    }

    #[test]
    fn what_it_leaves_open_stays_and_what_no_row_takes_is_told() {
        let book = PriceBook::embedded();
        let scenario = Scenario::typical(&book);
        let least = VendorQuote { nodes: 2.0, usd_per_node: 400_000.0, ..VendorQuote::default() };
        let put = least.put_into(&scenario).unwrap_or_else(|words| panic!("{words}"));
        assert_eq!((put.own.gpus.value, put.own.life_years), (16.0, scenario.own.life_years));
        assert_eq!(
            (put.own.yearly_method, put.own.residual_method),
            (scenario.own.yearly_method, scenario.own.residual_method)
        );
        let half = VendorQuote { years: Some(0.0), ..least };
        assert!(half.put_into(&scenario).is_err_and(|words| words.starts_with("Life of the nodes must be")));
        let part = VendorQuote { nodes: 3.5, ..least };
        assert_eq!(part.put_into(&scenario).err().as_deref(), Some("Nodes are bought whole"));
        let none = VendorQuote { nodes: 0.0, ..least };
        assert!(none.put_into(&scenario).is_err_and(|words| words.starts_with("GPUs owned must be")));
    }
}
