//! The cheapest mix of owning, committing, spot and on-demand for a load-duration curve: screening curves.
//!
//! Every level of the load is served by what costs least for the hours in which it is wanted. This is the solution of the
//! linear programme: minimise Σ F x + Σ V y with Σ y = D, y ≤ A x, spot ≤ P, owned ≥ S in every hour. It knows the whole
//! year beforehand and splits jobs at will: a bound, not a plan. Source: model page, section 6; the tests compare with an
//! independent solver.

use crate::formulas::load_curve::{LoadCurve, walk};

/// A way to hold capacity: owned machines or a commitment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capacity {
    /// Cost of a GPU for all hours of the series, used or not. Dollars.
    pub fixed: f64,
    /// Cost of an hour of work on it. Dollars per useful GPU-hour.
    pub running: f64,
    /// Useful GPU-hours per GPU and hour, at most.
    pub availability: f64,
}

impl Capacity {
    /// Cost of a useful GPU for all hours, used or not.
    fn held(&self) -> f64 {
        self.fixed / self.availability
    }
}

/// What is paid by the hour of work, without capacity. Dollars per useful GPU-hour.
#[derive(Clone, Debug, PartialEq)]
pub struct Hourly {
    /// On demand: for all work that is not pinned.
    pub on_demand: f64,
    /// Spot, for each class of work that may be interrupted, the dearest first.
    pub spot: Vec<f64>,
}

/// Demand stacked by class: what must not be interrupted, then with each class that may be, the dearest spot first.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack(
    /// Each includes the ones before it; the last is everything.
    pub Vec<LoadCurve>,
);

impl Stack {
    fn curves(&self) -> impl Iterator<Item = &LoadCurve> {
        self.0.iter()
    }

    /// All of it.
    pub fn total(&self) -> Option<&LoadCurve> {
        self.0.last()
    }
}

/// The demand of a mix.
#[derive(Clone, Debug, PartialEq)]
pub struct MixDemand {
    /// Hours of the series.
    pub hours: f64,
    /// Everything.
    pub total: Stack,
    /// Everything that is not pinned to owned machines.
    pub free: Stack,
    /// What is pinned to owned machines.
    pub pinned: LoadCurve,
}

/// A mix.
#[derive(Clone, Debug, PartialEq)]
pub struct IdealMix {
    /// Its cost for all hours. Dollars.
    pub cost: f64,
    /// Owned capacity, useful GPUs.
    pub owned: f64,
    /// Capacity of each commitment, useful GPUs.
    pub committed: Vec<f64>,
}

/// Cost of one level of the load and of each hour in it.
struct Level {
    from: f64,
    to: f64,
    /// Without capacity, or with that of a commitment whose hours cost more than owned ones.
    beyond: f64,
    /// With owned capacity.
    owned: f64,
    /// What a commitment whose hours cost less adds to owned capacity; nothing without one.
    swapped: Option<f64>,
    /// Which commitments these are.
    beyond_by: Option<usize>,
    swapped_by: Option<usize>,
}

/// Work of the classes in a level: hours that must not be interrupted, then those of each class.
fn class_hours(hours: f64, above: &[f64]) -> impl Iterator<Item = f64> + '_ {
    let mut below = 0.0;
    above.iter().map(move |share| {
        let own = (share - below).max(0.0);
        below = *share;
        own * hours
    })
}

/// What the hours of a level cost where an hour on capacity costs `running`: spot is taken where it costs less.
fn used(running: f64, hourly: &Hourly, hours: f64, above: &[f64]) -> f64 {
    let prices = std::iter::once(f64::INFINITY).chain(hourly.spot.iter().copied());
    class_hours(hours, above).zip(prices).map(|(own, spot)| own * running.min(spot)).sum()
}

fn least(options: impl Iterator<Item = (Option<usize>, f64)>) -> (Option<usize>, f64) {
    options.fold((None, f64::INFINITY), |kept, found| if found.1 < kept.1 { found } else { kept })
}

/// The levels of a demand. `owned` is nothing where nothing may be owned.
fn levels(
    demand: &MixDemand,
    stack: &Stack,
    owned: Option<Capacity>,
    others: &[Capacity],
    hourly: &Hourly,
) -> Vec<Level> {
    let curves: Vec<&LoadCurve> = stack.curves().collect();
    let running = owned.map_or(f64::NEG_INFINITY, |o| o.running);
    let mut found = Vec::new();
    walk(&curves, |from, to, above| {
        let of = |running: f64| used(running, hourly, demand.hours, above);
        let own = owned.map(|o| o.held() + of(o.running));
        let cost = |index: usize, option: &Capacity| (Some(index), option.held() + of(option.running));
        let none = std::iter::once((None, of(hourly.on_demand)));
        let dearer = others.iter().enumerate().filter(|(_, o)| o.running >= running).map(|(i, o)| cost(i, o));
        let (beyond_by, beyond) = least(none.chain(dearer));
        let cheaper = others.iter().enumerate().filter(|(_, o)| o.running < running).map(|(i, o)| cost(i, o));
        let (swapped_by, swapped) = least(cheaper);
        found.push(Level {
            from,
            to,
            beyond,
            owned: own.unwrap_or(f64::INFINITY),
            swapped: own.filter(|_| swapped_by.is_some()).map(|own| swapped - own),
            beyond_by,
            swapped_by,
        });
    });
    found
}

/// The integral of a piecewise constant cost up to a level, and from there on.
struct Integral {
    ends: Vec<f64>,
    sums: Vec<f64>,
    rates: Vec<f64>,
}

impl Integral {
    fn new(pieces: impl Iterator<Item = (f64, f64, f64)>) -> Self {
        let mut found = Self { ends: vec![0.0], sums: vec![0.0], rates: Vec::new() };
        let mut sum = 0.0;
        for (from, to, rate) in pieces {
            if to > from && rate.is_finite() {
                sum += (to - from) * rate;
            }
            found.ends.push(to);
            found.sums.push(sum);
            found.rates.push(rate);
        }
        found
    }

    fn all(&self) -> f64 {
        self.sums.last().copied().unwrap_or(0.0)
    }

    /// Up to a place; `after` is the rate behind the last piece.
    fn to(&self, place: f64, after: f64) -> f64 {
        let piece = self.ends.partition_point(|end| *end <= place) - 1;
        let at = |of: &[f64], index: usize| of.get(index).copied().unwrap_or(0.0);
        let rate = self.rates.get(piece).copied().unwrap_or(after);
        let more = place - at(&self.ends, piece);
        at(&self.sums, piece) + if more > 0.0 { more * rate } else { 0.0 }
    }
}

/// The cheapest mix. `owned` is nothing where nothing may be owned; with pinned demand it has to be something.
///
/// Nothing comes back where pinned demand has no machines.
pub fn ideal_mix(
    demand: &MixDemand,
    owned: Option<Capacity>,
    others: &[Capacity],
    hourly: &Hourly,
) -> Option<IdealMix> {
    let pinned = demand.pinned.peak();
    let Some(own) = owned else {
        return (pinned <= 0.0).then(|| by_level(demand, &demand.total, None, others, hourly));
    };
    if hourly.on_demand < own.running {
        // Owned machines serve what is pinned to them and nothing else.
        let mut rest = by_level(demand, &demand.free, None, others, hourly);
        rest.cost += own.held() * pinned + own.running * demand.pinned.mean() * demand.hours;
        rest.owned = pinned;
        return Some(rest);
    }
    let total = levels(demand, &demand.total, owned, others, hourly);
    // Owned and cheaper-running commitments together: up to where neither costs more than what is beyond.
    let all = total.iter().rfind(|level| level.owned <= level.beyond).map_or(0.0, |level| level.to);
    let free = levels(demand, &demand.free, owned, others, hourly);
    let swap = free.iter().rfind(|level| level.swapped.is_some_and(|usd| usd < 0.0)).map_or(0.0, |level| level.to);
    let costs = Costs::new(&total, &free, own);
    let (held, swapped) = if all - swap >= pinned {
        (all, swap)
    } else {
        // The pinned peak has to be owned: both move together.
        let places = free.iter().map(|l| l.to).chain(total.iter().map(|l| l.to - pinned)).chain([0.0]);
        let best = places
            .filter(|place| *place >= 0.0)
            .map(|place| (costs.held(place + pinned) + costs.swapped(place), place))
            .fold((f64::INFINITY, 0.0), |kept, found| if found.0 < kept.0 { found } else { kept });
        (best.1 + pinned, best.1)
    };
    Some(costs.mix(others.len(), (held, swapped)))
}

/// The cheapest mix beside a given owned capacity, useful GPUs: what the cost of whole nodes is judged by. Nothing comes
/// back where pinned demand exceeds it.
pub fn beside_owned(
    demand: &MixDemand,
    (own, capacity): (Capacity, f64),
    others: &[Capacity],
    hourly: &Hourly,
) -> Option<IdealMix> {
    if capacity < demand.pinned.peak() {
        return None;
    }
    if hourly.on_demand < own.running {
        let mut rest = by_level(demand, &demand.free, None, others, hourly);
        rest.cost += own.held() * capacity + own.running * demand.pinned.mean() * demand.hours;
        rest.owned = capacity;
        return Some(rest);
    }
    let total = levels(demand, &demand.total, Some(own), others, hourly);
    let free = levels(demand, &demand.free, Some(own), others, hourly);
    let costs = Costs::new(&total, &free, own);
    let places = free.iter().map(|l| l.to).chain(total.iter().map(|l| l.to - capacity)).chain([0.0]);
    let (_, swapped) = places
        .filter(|place| *place >= 0.0)
        .map(|place| (costs.held(place + capacity) + costs.swapped(place), place))
        .fold((f64::INFINITY, 0.0), |kept, found| if found.0 < kept.0 { found } else { kept });
    Some(costs.mix(others.len(), (swapped + capacity, swapped)))
}

/// f and g of the model page as functions of capacity.
struct Costs<'a> {
    total: &'a [Level],
    free: &'a [Level],
    own: Capacity,
    owned: Integral,
    beyond: Integral,
    swapped: Integral,
}

impl<'a> Costs<'a> {
    fn new(total: &'a [Level], free: &'a [Level], own: Capacity) -> Self {
        let piece = |level: &Level, rate: f64| (level.from, level.to, rate);
        Self {
            owned: Integral::new(total.iter().map(|l| piece(l, l.owned))),
            beyond: Integral::new(total.iter().map(|l| piece(l, l.beyond))),
            swapped: Integral::new(free.iter().map(|l| piece(l, l.swapped.unwrap_or(f64::INFINITY)))),
            total,
            free,
            own,
        }
    }

    /// f: owned up to a capacity, what is beyond by its cheapest way.
    fn held(&self, capacity: f64) -> f64 {
        self.owned.to(capacity, self.own.held()) + self.beyond.all() - self.beyond.to(capacity, 0.0)
    }

    /// g: what commitments whose hours cost less than owned ones add for their part of it.
    fn swapped(&self, capacity: f64) -> f64 {
        if capacity > 0.0 && self.free.iter().all(|level| level.swapped.is_none()) {
            return f64::INFINITY;
        }
        self.swapped.to(capacity, f64::INFINITY)
    }

    fn mix(&self, others: usize, (held, swapped): (f64, f64)) -> IdealMix {
        let mut committed = vec![0.0; others];
        let mut take = |by: Option<usize>, gpus: f64| {
            if let Some(place) = by.and_then(|index| committed.get_mut(index)) {
                *place += gpus.max(0.0);
            }
        };
        for level in self.total {
            take(level.beyond_by, level.to - level.from.max(held));
        }
        for level in self.free {
            take(level.swapped_by, level.to.min(swapped) - level.from);
        }
        IdealMix { cost: self.held(held) + self.swapped(swapped), owned: held - swapped, committed }
    }
}

/// The mix without owned machines: every level by its cheapest way.
fn by_level(
    demand: &MixDemand,
    stack: &Stack,
    owned: Option<Capacity>,
    others: &[Capacity],
    hourly: &Hourly,
) -> IdealMix {
    let mut committed = vec![0.0; others.len()];
    let mut cost = 0.0;
    for level in levels(demand, stack, owned, others, hourly) {
        let gpus = level.to - level.from;
        cost += level.beyond * gpus;
        if let Some(place) = level.beyond_by.and_then(|index| committed.get_mut(index)) {
            *place += gpus;
        }
    }
    IdealMix { cost, owned: 0.0, committed }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn demand(steps: &[(f64, f64)]) -> MixDemand {
        let curve = LoadCurve::of_steps(&steps.iter().map(|(hours, gpus)| (*gpus, *hours)).collect::<Vec<_>>());
        MixDemand {
            hours: steps.iter().map(|(hours, _)| hours).sum(),
            total: Stack(vec![curve.clone()]),
            free: Stack(vec![curve]),
            pinned: LoadCurve::steady(0.0),
        }
    }

    const STEPS: [(f64, f64); 3] = [(2_000.0, 100.0), (3_000.0, 60.0), (3_760.0, 20.0)];
    const OWN: Capacity = Capacity { fixed: 20_000.0, running: 0.06, availability: 1.0 };

    fn three_years() -> [Capacity; 1] {
        [Capacity { fixed: 3.78 * 8_760.0, running: 0.0, availability: 1.0 }]
    }

    const ON_DEMAND: Hourly = Hourly { on_demand: 6.88, spot: Vec::new() };

    fn near(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-9, "{found}, not {expected}");
    }

    /// Reference case `mix-by-hand`.
    #[test]
    fn three_steps_by_hand() {
        let mix = ideal_mix(&demand(&STEPS), Some(OWN), &three_years(), &ON_DEMAND).expect("a mix");
        near(mix.cost, 1_772_912.0);
        near(mix.owned, 60.0);
        assert_eq!(mix.committed, [0.0]);
        let available = Capacity { fixed: OWN.fixed, running: OWN.running, availability: 0.93 };
        let mix = ideal_mix(&demand(&STEPS), Some(available), &three_years(), &ON_DEMAND).expect("a mix");
        near(mix.cost, 1_863_234.580_65);
        near(mix.owned, 60.0);
        near(mix.owned / 0.93, 64.516_129_032_3);
        let by_nodes = |nodes: u32| {
            let gpus = f64::from(nodes) * 8.0;
            beside_owned(&demand(&STEPS), (OWN, gpus), &three_years(), &ON_DEMAND).expect("a mix").cost
        };
        let best = (0..=13).min_by(|a, b| by_nodes(*a).total_cmp(&by_nodes(*b))).expect("a count");
        assert_eq!(best, 8);
        near(by_nodes(8), 1_798_352.0);
        near(by_nodes(0), ideal_mix(&demand(&STEPS), None, &three_years(), &ON_DEMAND).expect("a mix").cost);
    }

    /// Reference case `mix-spot-month`.
    #[test]
    fn own_two_commitments_spot_and_on_demand_over_a_month() {
        let hours: Vec<f64> = (0..730).map(|t| f64::from(20 + (37 * t) % 61)).collect();
        let firm = LoadCurve::of_hours(&hours.iter().map(|d| 0.6 * d).collect::<Vec<_>>());
        let stack = Stack(vec![firm, LoadCurve::of_hours(&hours)]);
        let demand = MixDemand { hours: 730.0, total: stack.clone(), free: stack, pinned: LoadCurve::steady(0.0) };
        let own = Capacity { fixed: 18_000.0 * 730.0 / 8_760.0, running: 0.3, availability: 0.95 };
        let term = |usd: f64| Capacity { fixed: usd * 730.0, running: 0.0, availability: 1.0 };
        let others = [term(3.1), term(2.44)];
        let hourly = Hourly { on_demand: 4.5, spot: vec![1.9] };
        let mix = ideal_mix(&demand, Some(own), &others, &hourly).expect("a mix");
        near(mix.cost, 90_229.191_578_9);
        near(mix.owned / 0.95, 11.368_421_052_6);
        assert_eq!(mix.committed[0], 0.0);
        near(mix.committed[1], 24.0);
        for (nodes, cost) in [(1.0, 90_246.16), (2.0, 90_266.56)] {
            near(beside_owned(&demand, (own, nodes * 8.0 * 0.95), &others, &hourly).expect("a mix").cost, cost);
        }
    }
}
