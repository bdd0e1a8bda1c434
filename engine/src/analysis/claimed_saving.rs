//! Checks a claimed saving: what would have to hold for the claim to be right.
//! Source of the question: model page, section 4 (published cases whose own figures contradict the claim).

use crate::analysis::goal_seek::saving_between;
use crate::analysis::horizon_break_even::{Target, at_use, price_by};
use crate::cash_flow::Flows;
use crate::cost::plan::OverflowPricing;
use crate::formulas::finance::Clock;
use crate::formulas::root::{Point, root};
use crate::formulas::sign_changes::{changes, refined};
use crate::horizon::node_expansion::{self, share_of_entered};
use crate::horizon::payback::undiscounted;
use crate::horizon::{buffers, compare, own_against, rent_value};
use crate::inputs::Scenario;
use crate::model::Model;
use crate::model::offers::Billing;
use crate::prices::PriceBook;
use crate::units::count;

/// Steps searched for the claimed saving, up to fully busy.
const STEPS: usize = 50;

/// What sum a claim is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedSum {
    /// A plain sum of payments.
    Undiscounted,
    /// A present value.
    PresentValue,
}

/// What a claimed saving requires.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// Saving from owning over the horizon, US dollars, counted as the claim is; negative if renting costs less.
    pub saving_usd: f64,
    /// The same as present value.
    pub present_value_usd: f64,
    /// Required busy share of the GPUs entered; `None` if no share achieves the claim.
    pub busy_share: Option<f64>,
    /// Required price of the cheapest offer per GPU-hour, if it is paid by use; `None` if no price achieves the claim.
    pub usd_per_gpu_hour: Option<f64>,
}

impl Claim {
    /// Whether owning and renting change places between the sum that the claim is and the present value.
    pub fn turns_when_discounted(&self) -> bool {
        (self.saving_usd > 0.0) != (self.present_value_usd > 0.0)
    }
}

/// Compares a claimed saving of `usd` over the horizon with the computed one, as the same sum. Each answer changes one input
/// and keeps the others. `None` if the two sides do not compare.
pub fn claim(scenario: &Scenario, book: &PriceBook, edition: &str, usd: f64, sum: ClaimedSum) -> Option<Claim> {
    let model = node_expansion::model(scenario, book, edition).ok()?;
    let found = compare(&model, &OverflowPricing::of(&model), &mut buffers(&model));
    let (index, rent) = found.cheapest?;
    let present_value_usd = saving_between(&found.own, &rent)?;
    let clock = (sum == ClaimedSum::Undiscounted).then(|| undiscounted(&model));
    let saving_usd = saved(&model, clock.as_ref(), &mut buffers(&model))?;
    let offer = model.offers.get(index).filter(|offer| matches!(offer.billing, Billing::PayPerUse));
    let price = |offer| price_by(&model, scenario, offer, Target::OverOwning(usd), clock.as_ref());
    Some(Claim {
        saving_usd,
        present_value_usd,
        busy_share: busy(&model, scenario, usd, clock.as_ref()),
        usd_per_gpu_hour: offer.and_then(price),
    })
}

/// What owning saves against the offer that is cheapest at present value, counted by a clock of its own if there is one.
fn saved(model: &Model, clock: Option<&Clock>, flows: &mut Flows) -> Option<f64> {
    let terms = OverflowPricing::of(model);
    let found = compare(model, &terms, flows);
    let (index, rent) = found.cheapest?;
    let Some(clock) = clock else { return saving_between(&found.own, &rent) };
    let mut counted = model.clone();
    counted.time.clock = clock.clone();
    saving_between(&own_against(&counted, &terms, index, flows), &rent_value(&counted, &terms, index, flows))
}

/// The busy share, nearest to that of the scenario, at which owning saves `usd`.
fn busy(model: &Model, scenario: &Scenario, usd: f64, clock: Option<&Clock>) -> Option<f64> {
    let mut flows = buffers(model);
    let mut over = |share: f64| Some(saved(&at_use(model, scenario, share), clock, &mut flows)? - usd);
    let here = share_of_entered(model);
    let places: Vec<f64> = (1..=STEPS).map(|step| count(step) / count(STEPS)).collect();
    let runs = refined(&places, &mut over);
    let away = |(low, _): &(Point, Point)| libm::fabs(low.0 - here);
    let (low, high) = runs.iter().flat_map(changes).min_by(|one, other| away(one).total_cmp(&away(other)))?;
    Some(root(low, high, &mut over))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::value::Amount;
    use crate::inputs::vendor_quote::VendorQuote;

    /// By hand: 36 months of 24,333 hours at 4.10 are 3.5915 million; owning costs 4.8 million. A claim of 2 million
    /// needs 6.8 million of rent: 46,070 hours a month, 78.9% of the 58,400 of 80 GPUs; or 7.7626 dollars an hour.
    #[test]
    fn a_claim_needs_what_a_person_finds_by_hand() {
        let book = PriceBook::embedded();
        let mut scenario = Scenario::typical(&book);
        scenario.work.gpu_hours_per_month = Amount::exact(24_333.0);
        let quote = VendorQuote {
            nodes: 10.0,
            gpus_per_node: Some(8.0),
            usd_per_node: 330_000.0,
            usd_per_year: Some(500_000.0),
            years: Some(3.0),
            worth: Some(0.0),
            cloud_usd_per_gpu_hour: Some(4.10),
            gpus_of_a_job: Some(80.0),
            discount_rate: Some(0.0),
            alone: true,
            ..VendorQuote::default()
        };
        let put = quote.put_into(&scenario, &PriceBook::embedded()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let near = |found: Option<f64>, wanted: f64| {
            assert!(found.is_some_and(|found| (found / wanted - 1.0).abs() < 1e-9), "{found:?}, {wanted}");
        };
        let found = claim(&put, &book, "2026-11", 2e6, ClaimedSum::Undiscounted);
        near(found.map(|found| found.saving_usd), 36.0 * 24_333.0 * 4.10 - 4.8e6);
        near(found.and_then(|found| found.busy_share), 6.8e6 / 4.10 / 36.0 / 58_400.0);
        near(found.and_then(|found| found.usd_per_gpu_hour), 6.8e6 / 36.0 / 24_333.0);
        // With capital at 10% a year the plain sums are the same, the present value is not. 3.3 million are paid at the
        // start, 500,000 a year and the rent month by month: 36 payments at 1.1^(-m/12) are worth 31.196... of them.
        let mut dear = put.clone();
        dear.money.discount_rate = Amount::exact(0.1);
        let rate = libm::log1p(0.1) / 12.0;
        let worth: f64 = (1..=36).map(|month| libm::exp(-rate * f64::from(month))).sum();
        let saved = worth * (24_333.0 * 4.10 - 500_000.0 / 12.0) - 3.3e6;
        let sum = claim(&dear, &book, "2026-11", 2e6, ClaimedSum::Undiscounted);
        assert_eq!(sum.map(|sum| sum.saving_usd), found.map(|found| found.saving_usd));
        assert_eq!(
            sum.map(|sum| sum.present_value_usd),
            sum.map(
                |_| claim(&dear, &book, "2026-11", 2e6, ClaimedSum::PresentValue).map_or(0.0, |found| found.saving_usd)
            )
        );
        near(sum.map(|sum| sum.present_value_usd), saved);
        near(sum.and_then(|sum| sum.busy_share), 6.8e6 / 4.10 / 36.0 / 58_400.0);
        near(sum.and_then(|sum| sum.usd_per_gpu_hour), 6.8e6 / 36.0 / 24_333.0);
        let discounted = claim(&dear, &book, "2026-11", 2e6, ClaimedSum::PresentValue);
        near(
            discounted.and_then(|found| found.usd_per_gpu_hour),
            (2e6 + 3.3e6 + worth * 500_000.0 / 12.0) / worth / 24_333.0,
        );
        assert_eq!(sum.map(|sum| sum.turns_when_discounted()), Some(false), "renting costs less either way");
        // 4.5 million would need 63,008 hours a month: more than the GPUs provide.
        assert_eq!(
            claim(&put, &book, "2026-11", 4.5e6, ClaimedSum::Undiscounted).map(|found| found.busy_share),
            Some(None)
        );
    }
}
