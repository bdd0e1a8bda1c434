//! Two plans that leave different amounts of work undone: there is no winner until an undone hour has a price. Finds
//! the price at which the winner changes. Source: model page, section 5.

use serde::Serialize;

use crate::analysis::goal_seek::saving;
use crate::cash_flow::Flows;
use crate::cost::plan::OverflowPricing;
use crate::formulas::root::bisect;
use crate::horizon::node_expansion;
use crate::horizon::{Comparison, PlanValue, buffers, own_value, rent_value, value_of};
use crate::inputs::field::Kind;
use crate::inputs::value::Amount;
use crate::inputs::{BeyondChoice, Scenario, field};
use crate::model::{Model, without_idle_mistakes};
use crate::text::Name;

/// Work the plans leave undone, and the price of an undone hour that decides between them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnservedWork {
    /// Work that owning leaves undone over the horizon, productive GPU-hours.
    pub own_gpu_hours: f64,
    /// Work that renting leaves undone.
    pub rent_gpu_hours: f64,
    /// Share of all work that has to run on owned machines, which renting alone cannot do.
    pub pinned_share: f64,
    /// The offer renting uses: the cheapest at the price below.
    pub offer: Name,
    /// Price of an undone hour at which the winner changes, US dollars per productive GPU-hour. With a queue it is due
    /// at the end of the horizon, otherwise in the month the hour was wanted.
    pub usd_per_undone_gpu_hour: f64,
    /// Whether owning wins above that price; otherwise renting does.
    pub own_above: bool,
    /// A second, lower price at which the winner changes back; `None` if there is none.
    pub until_usd_per_undone_gpu_hour: Option<f64>,
    /// Value of `time.late_usd_per_gpu_hour` at which the winner changes; that price also applies to hours done late.
    /// `None` if no value changes it.
    pub late_usd_per_gpu_hour: Option<f64>,
}

/// A plan's cost as a line: the cost without a price of undone work, and the slope per dollar of that price.
#[derive(Clone, Copy, Debug)]
struct Line {
    free: f64,
    slope: f64,
}

impl Line {
    fn at(&self, usd: f64) -> f64 {
        self.free + self.slope * usd
    }
}

/// A plan's cost under each of the two prices.
#[derive(Clone, Copy, Debug)]
struct Priced {
    /// By the price of an undone hour.
    undone: Line,
    /// By the price of a late hour.
    late: Line,
    undone_hours: f64,
}

/// The deciding price. `None` if the two sides already compare, or if one wins at any price.
pub fn unserved_work(
    model: &Model,
    terms: &OverflowPricing,
    scenario: &Scenario,
    found: &Comparison,
) -> Option<UnservedWork> {
    let compared = found.own.complete && found.cheapest.is_some();
    if compared || model.time.late_usd_per_gpu_hour > 0.0 || model.work.as_gpu_hours() == 0.0 {
        return None;
    }
    let mut late = model.clone();
    late.time.late_usd_per_gpu_hour = 1.0;
    let mut flows = buffers(model);
    let flows = &mut flows;
    let mut priced = |value: &dyn Fn(&Model, &mut Flows) -> PlanValue| {
        let at_one = value(&late, flows).present_value;
        let plan = value(model, flows);
        let free = plan.present_value;
        let slope = at_one - free;
        if plan.complete {
            // With a queue, some of its hours can still be late; without one, what remains is rounding.
            let late = if model.time.queue { slope } else { 0.0 };
            return Priced { undone: Line { free, slope: 0.0 }, late: Line { free, slope: late }, undone_hours: 0.0 };
        }
        let undone_hours = flows.unserved;
        let undone = if model.time.queue {
            if let Some(due) = flows.end.get_mut(model.time.months - 1) {
                *due += undone_hours;
            }
            value_of(model, flows).present_value
        } else {
            at_one
        };
        Priced { undone: Line { free, slope: undone - free }, late: Line { free, slope }, undone_hours }
    };
    let own = priced(&|model, flows| own_value(model, terms, flows));
    let counted = model.offers.iter().enumerate().filter(|(_, offer)| offer.counted);
    let rents: Vec<(usize, Priced)> =
        counted.map(|(index, _)| (index, priced(&|model, flows| rent_value(model, terms, index, flows)))).collect();
    let by_undone: Vec<Line> = rents.iter().map(|(_, rent)| rent.undone).collect();
    let by_late: Vec<Line> = rents.iter().map(|(_, rent)| rent.late).collect();
    let turns = turns(own.undone, &by_undone);
    let last = *turns.last()?;
    let (index, rent) = least(&by_undone, last).and_then(|place| rents.get(place))?;
    let typed = self::turns(own.late, &by_late).last().copied();
    let bends = model.time.tax.is_some_and(|tax| tax.carried) || scenario.time.beyond == BeyondChoice::Node;
    let most = field("time.late_usd_per_gpu_hour").map_or(0.0, |row| match row.kind {
        Kind::Number { max, .. } => max,
        _ => 0.0,
    });
    let typed =
        typed.filter(|usd| *usd <= most).and_then(|usd| if bends { bent(model, scenario, usd) } else { Some(usd) });
    let above = last * 2.0;
    let beyond = least(&by_undone, above).and_then(|place| by_undone.get(place))?;
    Some(UnservedWork {
        own_gpu_hours: own.undone_hours,
        rent_gpu_hours: rent.undone_hours,
        pinned_share: model.load.pinned_share(),
        offer: model.offers.get(*index)?.id.clone(),
        usd_per_undone_gpu_hour: last,
        own_above: beyond.at(above) > own.undone.at(above),
        until_usd_per_undone_gpu_hour: turns.len().checked_sub(2).and_then(|at| turns.get(at)).copied(),
        late_usd_per_gpu_hour: typed,
    })
}

/// Index of the line with the lowest cost at a price.
fn least(rents: &[Line], usd: f64) -> Option<usize> {
    let places = rents.iter().enumerate();
    places.min_by(|a, b| a.1.at(usd).total_cmp(&b.1.at(usd))).map(|(place, _)| place)
}

/// Every positive price, ascending, at which owning costs the same as the cheapest of the others. The minimum of lines
/// is concave, so there are at most two.
fn turns(own: Line, rents: &[Line]) -> Vec<f64> {
    let mut turns: Vec<f64> = Vec::new();
    for rent in rents {
        let usd = (rent.free - own.free) / (own.slope - rent.slope);
        if !usd.is_finite() || usd <= 0.0 {
            continue;
        }
        let cheapest = least(rents, usd).and_then(|place| rents.get(place));
        if cheapest.is_some_and(|line| line.at(usd) >= rent.at(usd)) {
            turns.push(usd);
        }
    }
    turns.sort_by(f64::total_cmp);
    turns.dedup_by(|a, b| (*a - *b).abs() <= 1e-12 * *a);
    turns
}

/// Refines a price found on straight lines if carried losses or the number of expansion nodes make them nonlinear;
/// `None` if the winner does not change there.
fn bent(model: &Model, scenario: &Scenario, near: f64) -> Option<f64> {
    const AROUND: f64 = 4.0;
    let mut priced = without_idle_mistakes(scenario).into_owned();
    let mut flows = buffers(model);
    let mut saved = |usd: f64| {
        priced.time.late_usd_per_gpu_hour = Amount::exact(usd);
        saving(&node_expansion::rerun(model, &priced), None, &mut flows).unwrap_or(0.0)
    };
    let (low, high) = (near / AROUND, near * AROUND);
    ((saved(low) > 0.0) != (saved(high) > 0.0)).then(|| bisect(low, high, saved))
}
