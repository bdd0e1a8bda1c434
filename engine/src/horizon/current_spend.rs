//! The current bill, and what the same work could cost where it runs: "as now" and "as now, optimised".
//!
//! The levers are applied in a fixed order, each to what the previous one left, so their savings add up to the total:
//! idle hours given back, right-sizing, spot, a commitment for the base load, a cheaper provider of the same class.
//! Source: model page, section 3.

use serde::Serialize;

use crate::cost::plan::{OverflowPricing, per_productive_hour};
use crate::cost::rent::on_compute;
use crate::inputs::Scenario;
use crate::inputs::bill::billed_work;
use crate::inputs::relative_speed::bill_work;
use crate::model::Model;
use crate::model::offers::Offer;
use crate::prices::{PriceBook, Service};
use crate::text::Name;
use crate::units::HourlyPrice;

/// One way to pay less for the same work.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lever {
    /// Its permanent id in results.
    pub id: &'static str,
    /// Its label.
    pub label: &'static str,
    /// Where the hours go, if elsewhere.
    pub offer: Option<Name>,
    /// Saving in the first month's bill.
    pub saves_usd_per_month: f64,
}

/// The current bill, and what the same work could cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CurrentSpend {
    /// Id of the GPU it pays for.
    pub gpu: String,
    /// Work of an hour of that GPU, relative to an hour of the work's GPU.
    pub work_per_gpu_hour: f64,
    /// Monthly bill.
    pub usd_per_month: f64,
    /// GPU-hours it pays for, of its own GPU.
    pub paid_gpu_hours_per_month: f64,
    /// Productive GPU-hours it pays for, at the rented side's goodput, in hours of the work's GPU.
    pub productive_gpu_hours_per_month: f64,
    /// Current cost of a productive hour; `None` without any.
    pub usd_per_productive_gpu_hour: Option<f64>,
    /// Present value of continuing as now over the horizon, with the work's growth and price changes.
    pub present_value_usd: f64,
    /// The levers, in their order.
    pub levers: Vec<Lever>,
    /// Monthly bill with every lever applied.
    pub optimised_usd_per_month: f64,
    /// Cost of a productive hour then; `None` without any.
    pub optimised_usd_per_productive_gpu_hour: Option<f64>,
    /// Present value of the optimised bill over the horizon.
    pub optimised_present_value_usd: f64,
    /// Productive hours the bill pays for, relative to the scenario's work; 1 if they are equal.
    pub covers_work: Option<f64>,
}

impl CurrentSpend {
    /// The measures, each with the monthly bill that is left after it.
    pub fn bill_after_each(&self) -> impl Iterator<Item = (&Lever, f64)> {
        self.levers.iter().scan(self.usd_per_month, |left, lever| {
            *left -= lever.saves_usd_per_month;
            Some((lever, *left))
        })
    }
}

/// Computes the current plan; `None` if no bill was given, or if the performance of its GPU is unknown.
pub fn current_spend(
    scenario: &Scenario,
    book: &PriceBook,
    model: &Model,
    terms: &OverflowPricing,
) -> Option<CurrentSpend> {
    let present = &scenario.present;
    let bill = present.bill_usd_per_month.value;
    let price = present.usd_per_gpu_hour.value;
    // Free, or so cheap that the hours are not finite.
    if bill <= 0.0 || price <= 0.0 || !(bill / price).is_finite() {
        return None;
    }
    let work = bill_work(scenario, book)?;
    let yields = model.rented.yields.productive_per_busy() * model.rented.paid_efficiency * work;
    let paid = bill / price;
    let productive = billed_work(scenario, book).unwrap_or(0.0);
    let now = price / yields;
    let mut left = bill;
    let mut levers = Vec::with_capacity(5);
    let mut pull = |id, label, offer: Option<&Offer>, saves: f64| {
        let saves = saves.max(0.0);
        let offer = offer.filter(|_| saves > 0.0).map(|o| o.id.clone());
        levers.push(Lever { id, label, offer, saves_usd_per_month: saves });
        saves
    };
    left -= pull("idle", "Release idle hours", None, left * present.idle_share.value);
    left -= pull("right_size", "Right-size jobs", None, left * present.rightsize_share.value);
    // The rest buys this many productive hours at the current price.
    let hours = left / now;
    let on_spot = hours * present.spot_share.value;
    let spot = cheapest(model, terms, |o| o.service == Service::Spot && (o.counted || able_but_for_interruption(o)));
    let committed = cheapest(model, terms, |o| o.counted && !o.pays_per_use());
    let hourly = cheapest(model, terms, |o| o.counted && o.pays_per_use() && o.service != Service::Spot);
    // No hours move to an offer more expensive than the cheapest hourly one.
    let dearer = |found: Option<(&Offer, f64)>| {
        found.is_none_or(|(_, price)| hourly.is_some_and(|(_, by_the_hour)| price >= by_the_hour))
    };
    let on_spot = if dearer(spot) { 0.0 } else { on_spot };
    let floor = if dearer(committed) { 0.0 } else { (hours * present.floor_share.value).min(hours - on_spot) };
    let rest = hours - on_spot - floor;
    for (id, label, hours, found) in [
        ("spot", "Move interruptible work to spot", on_spot, spot),
        ("floor", "Commit the steady base load", floor, committed),
        ("provider", "Move the rest to a cheaper provider of the same class", rest, hourly),
    ] {
        let saves = found.map_or(0.0, |(_, price)| hours * (now - price));
        left -= pull(id, label, found.map(|(offer, _)| offer), saves);
    }
    let clock = &model.time.clock;
    let moves: f64 = (1..=model.time.months)
        .map(|month| {
            let at = |series: &[f64]| series.get(month - 1).copied().unwrap_or(1.0);
            // Deducted when paid, like rent.
            let saved = model.time.tax.as_ref().map_or(0.0, |tax| tax.rate * clock.year_end(month.div_ceil(12)));
            at(&model.time.growth) * at(&model.time.rent) * (clock.at_end(month) - saved)
        })
        .sum();
    let per_hour = |usd: f64| (productive > 0.0).then(|| usd / productive).filter(|cost| cost.is_finite());
    let wanted = model.work.as_gpu_hours() / 12.0;
    Some(CurrentSpend {
        gpu: present.bill_gpu(&scenario.work.gpu).to_owned(),
        work_per_gpu_hour: work,
        usd_per_month: bill,
        paid_gpu_hours_per_month: paid,
        productive_gpu_hours_per_month: productive,
        usd_per_productive_gpu_hour: per_hour(bill),
        present_value_usd: bill * moves,
        levers,
        optimised_usd_per_month: left,
        optimised_usd_per_productive_gpu_hour: per_hour(left),
        optimised_present_value_usd: left * moves,
        covers_work: (wanted > 0.0).then(|| productive / wanted).filter(|share| share.is_finite()),
    })
}

/// Whether interruption is the only thing that keeps an offer from doing the job.
fn able_but_for_interruption(offer: &Offer) -> bool {
    offer.barriers.iter().all(|b| *b == crate::model::offers::Barrier::Interruptible)
}

/// The cheapest matching offer, with the cost of a productive hour there when every paid hour is used.
fn cheapest<'m>(model: &'m Model, terms: &OverflowPricing, fits: impl Fn(&Offer) -> bool) -> Option<(&'m Offer, f64)> {
    let price = |offer: &Offer| {
        let rate: HourlyPrice = offer.price * on_compute(&model.rented);
        let here = per_productive_hour(model, offer, rate);
        match terms.fallback(offer.place) {
            Some(there) => here * (1.0 - offer.elsewhere) + there * offer.elsewhere,
            None => here,
        }
    };
    let all = model.offers.iter().filter(|o| fits(o)).map(|o| (o, price(o)));
    all.min_by(|a, b| a.1.total_cmp(&b.1))
}
