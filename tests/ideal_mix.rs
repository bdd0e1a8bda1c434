//! The cheapest mix against an independent solver.
//!
//! Expected values: scripts/mix-fixtures.py, which solves the linear programme of model page, section 6, with HiGHS.

use engine::formulas::ideal_mix::{Capacity, Hourly, MixDemand, Stack, beside_owned, ideal_mix};
use engine::formulas::load_curve::LoadCurve;
use serde_json::Value;

struct Case {
    total: Vec<f64>,
    pinned: Vec<f64>,
    spot: Vec<Vec<f64>>,
    own: Capacity,
    others: Vec<Capacity>,
    hourly: Hourly,
    cost: f64,
    owned_given: f64,
    cost_with_owned_given: f64,
}

fn number(from: &Value) -> f64 {
    from.as_f64().expect("a number")
}

fn list<T>(from: &Value, one: impl Fn(&Value) -> T) -> Vec<T> {
    from.as_array().expect("a list").iter().map(one).collect()
}

fn capacity(from: &Value) -> Capacity {
    let of = |name: &str| number(&from[name]);
    Capacity { fixed: of("fixed"), running: of("running"), availability: of("availability") }
}

impl Case {
    fn demand(&self) -> MixDemand {
        let stack = |all: &[f64]| {
            let mut below: Vec<f64> = all.to_vec();
            for class in &self.spot {
                below.iter_mut().zip(class).for_each(|(left, gpus)| *left -= gpus);
            }
            let mut curves = vec![LoadCurve::of_hours(&below)];
            for class in &self.spot {
                below.iter_mut().zip(class).for_each(|(sum, gpus)| *sum += gpus);
                curves.push(LoadCurve::of_hours(&below));
            }
            Stack(curves)
        };
        let free: Vec<f64> = self.total.iter().zip(&self.pinned).map(|(all, pinned)| all - pinned).collect();
        MixDemand {
            hours: engine::units::count(self.total.len()),
            total: stack(&self.total),
            free: stack(&free),
            pinned: LoadCurve::of_hours(&self.pinned),
        }
    }
}

fn cases() -> Vec<Case> {
    let file: Value = serde_json::from_str(include_str!("mix/ideal_mix.json")).expect("the fixtures");
    list(&file["cases"], |case| Case {
        total: list(&case["total"], number),
        pinned: list(&case["pinned"], number),
        spot: list(&case["spot"], |class| list(class, number)),
        own: capacity(&case["own"]),
        others: list(&case["others"], capacity),
        hourly: Hourly { on_demand: number(&case["on_demand"]), spot: list(&case["spot_usd"], number) },
        cost: number(&case["cost"]),
        owned_given: number(&case["owned_given"]),
        cost_with_owned_given: number(&case["cost_with_owned_given"]),
    })
}

fn near(what: &str, found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-6 * expected.abs().max(1e-9), "{what}: {found}, not {expected}");
}

#[test]
fn it_costs_what_the_linear_programme_finds() {
    let all = cases();
    assert!(all.len() >= 300 && all.iter().filter(|c| c.pinned.iter().any(|s| *s > 0.0)).count() >= 150);
    for (index, case) in all.iter().enumerate() {
        let mix = ideal_mix(&case.demand(), Some(case.own), &case.others, &case.hourly).expect("a mix");
        near(&format!("case {index}"), mix.cost, case.cost);
    }
}

#[test]
fn and_so_it_does_beside_any_number_of_owned_gpus() {
    for (index, case) in cases().iter().enumerate() {
        let mix =
            beside_owned(&case.demand(), (case.own, case.owned_given), &case.others, &case.hourly).expect("a mix");
        near(&format!("case {index}"), mix.cost, case.cost_with_owned_given);
        assert!(mix.cost >= case.cost * (1.0 - 1e-9));
    }
}

#[test]
fn a_mix_recounted_costs_what_it_says() {
    // Capacity found, priced hour by hour: committed hours first where they cost less, then owned, then by the hour.
    for (index, case) in cases().iter().enumerate() {
        let plain = case.spot.is_empty() && case.pinned.iter().all(|s| *s == 0.0);
        let ordered =
            case.hourly.on_demand >= case.own.running && case.others.iter().all(|o| o.running <= case.own.running);
        if !plain || !ordered {
            continue;
        }
        let mix = ideal_mix(&case.demand(), Some(case.own), &case.others, &case.hourly).expect("a mix");
        let mut ways: Vec<(f64, f64)> =
            case.others.iter().zip(&mix.committed).map(|(o, gpus)| (o.running, *gpus)).collect();
        ways.push((case.own.running, mix.owned));
        ways.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut cost = case.own.fixed / case.own.availability * mix.owned;
        cost += case.others.iter().zip(&mix.committed).map(|(o, gpus)| o.fixed / o.availability * gpus).sum::<f64>();
        for wanted in &case.total {
            let mut left = *wanted;
            for (running, gpus) in &ways {
                let used = left.min(*gpus);
                cost += used * running;
                left -= used;
            }
            cost += left * case.hourly.on_demand;
        }
        near(&format!("case {index}"), cost, case.cost);
    }
}
