//! Checks a claimed saving: what would have to hold for the claim to be right.
//! Source of the question: model page, section 4 (published cases whose own figures contradict the claim).

use crate::analysis::goal_seek::{saving, saving_between};
use crate::analysis::horizon_break_even::{Target, at_use, price};
use crate::cost::plan::OverflowPricing;
use crate::formulas::root::{Point, root};
use crate::horizon::node_expansion::{self, share_of_entered};
use crate::horizon::{buffers, compare};
use crate::inputs::Scenario;
use crate::model::Model;
use crate::model::offers::Billing;
use crate::prices::PriceBook;
use crate::units::count;

/// Steps searched for the claimed saving, up to fully busy.
const STEPS: usize = 50;

/// What a claimed saving requires.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// Saving from owning over the horizon, US dollars of present value; negative if renting costs less.
    pub saving_usd: f64,
    /// Required busy share of the owned GPUs; `None` if no share achieves the claim.
    pub busy_share: Option<f64>,
    /// Required price of the cheapest offer per GPU-hour, if it is paid by use; `None` if no price achieves the claim.
    pub usd_per_gpu_hour: Option<f64>,
}

/// Compares a claimed saving of `usd` over the horizon with the computed one. Each answer changes one input and keeps
/// the others. `None` if the two sides do not compare.
pub fn claim(scenario: &Scenario, book: &PriceBook, edition: &str, usd: f64) -> Option<Claim> {
    let model = node_expansion::model(scenario, book, edition).ok()?;
    let found = compare(&model, &OverflowPricing::of(&model), &mut buffers(&model));
    let (index, rent) = found.cheapest?;
    let saving_usd = saving_between(&found.own, &rent)?;
    let offer = model.offers.get(index).filter(|offer| matches!(offer.billing, Billing::PayPerUse));
    Some(Claim {
        saving_usd,
        busy_share: busy(&model, scenario, usd),
        usd_per_gpu_hour: offer.and_then(|offer| price(&model, scenario, offer, Target::OverOwning(usd))),
    })
}

/// The busy share, nearest to that of the scenario, at which owning saves `usd`.
fn busy(model: &Model, scenario: &Scenario, usd: f64) -> Option<f64> {
    let mut flows = buffers(model);
    let mut over = |share: f64| Some(saving(&at_use(model, scenario, share), None, &mut flows)? - usd);
    let here = share_of_entered(model);
    let points: Vec<Point> =
        (1..=STEPS).map(|step| count(step) / count(STEPS)).filter_map(|share| Some((share, over(share)?))).collect();
    let changes = points.windows(2).filter_map(|pair| match pair {
        [low, high] if (low.1 > 0.0) != (high.1 > 0.0) => Some((*low, *high)),
        _ => None,
    });
    let away = |(low, _): &(Point, Point)| libm::fabs(low.0 - here);
    let (low, high) = changes.min_by(|one, other| away(one).total_cmp(&away(other)))?;
    Some(root(low, high, &mut over))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::value::Amount;
    use crate::inputs::vendor_quote::VendorQuote;

    /// By hand: 36 months of 24,333 hours at 4.10 are 3.5915 million; owning costs 4.8 million. A claim of 2 million
    /// needs 6.8 million of rent: 46,070 hours a month, 78.9 % of the 58,400 of 80 GPUs; or 7.7626 dollars an hour.
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
        let found = claim(&put, &book, "2026-11", 2e6);
        near(found.map(|found| found.saving_usd), 36.0 * 24_333.0 * 4.10 - 4.8e6);
        near(found.and_then(|found| found.busy_share), 6.8e6 / 4.10 / 36.0 / 58_400.0);
        near(found.and_then(|found| found.usd_per_gpu_hour), 6.8e6 / 36.0 / 24_333.0);
        // 4.5 million would need 63,008 hours a month: more than the GPUs provide.
        assert_eq!(claim(&put, &book, "2026-11", 4.5e6).map(|found| found.busy_share), Some(None));
    }
}
