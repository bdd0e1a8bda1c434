//! Native speed of the engine on this machine: `cargo run --profile native -p rack-or-rent-engine --example bench`.
//!
//! Every row is warmed up, then timed in batches; the best batch is reported, because other load only adds time. The
//! same benchmark in the browser is behind `rackOrRent.bench`, see tests/e2e/bench.mjs.
#![allow(clippy::disallowed_types)] // the engine has no clock, but a benchmark needs one

use std::hint::black_box;
use std::io::Write;
use std::rc::Rc;
use std::time::{Duration, Instant};

use engine::analysis::best_mix::BestMixSearch;
use engine::analysis::goal_seek::{Subject, goal_seek};
use engine::analysis::sensitivity::moved;
use engine::analysis::use_curve::{Bands, use_curve};
use engine::codec::Document;
use engine::cost::headline::{break_even_against, headline, owned_gpu};
use engine::cost::own_rates;
use engine::cost::plan::OverflowPricing;
use engine::formulas::ideal_mix::{Capacity, Hourly, MixDemand, Stack, ideal_mix};
use engine::formulas::load_curve::LoadCurve;
use engine::horizon::{buffers, compare};
use engine::inputs::workloads::{Shape, Workload};
use engine::inputs::{Scenario, field};
use engine::model::Model;
use engine::prices::PriceBook;
use engine::report::evaluate;

const WARM_UP: Duration = Duration::from_millis(200);
const BATCH: Duration = Duration::from_millis(50);
const BATCHES: u32 = 20;

fn main() -> std::io::Result<()> {
    let book = PriceBook::embedded();
    let Document { scenario, edition, .. } = Document::typical(&book);
    let Ok(market) = Model::new(&scenario, &book, &edition) else {
        return Err(std::io::Error::other("the defaults cannot be computed"));
    };
    let one = one_option(&market);
    let Ok(report) = evaluate(&scenario, &book, &edition) else {
        return Err(std::io::Error::other("the defaults cannot be computed"));
    };
    let json = serde_json::to_string(&report).map_err(std::io::Error::other)?;

    let offers = market.offers.len();
    let counted = market.offers.iter().filter(|o| o.counted).count();
    let first = nanoseconds(|| headline(black_box(&one)));
    let five = some_options(&market, 5);
    let five_terms = OverflowPricing::of(&five);
    let mut flows = buffers(&five);
    let terms = OverflowPricing::of(&market);
    let gpu = owned_gpu(&market, &own_rates(&market));
    let node_price = field("own.node_price_usd").ok_or_else(|| std::io::Error::other("no such row"))?;
    let against = compare(&market, &terms, &mut buffers(&market)).cheapest.map_or(0, |(index, _)| index);
    let hours: Vec<f64> = (0..8_760_u32).map(|hour| f64::from(20 + 37 * hour % 61)).collect();
    let rows = [
        ("headline, one option".to_owned(), first),
        (format!("headline, {offers} offers ({counted} counted)"), nanoseconds(|| headline(black_box(&market)))),
        ("60 months, owning against 5 offers".to_owned(), nanoseconds_mut(|| compare(&five, &five_terms, &mut flows))),
        (
            format!("break-evens of {offers} offers"),
            nanoseconds(|| {
                market.offers.iter().map(|o| break_even_against(&market, &terms, &gpu, o)).collect::<Vec<_>>()
            }),
        ),
        (
            "what a node must cost to break even".to_owned(),
            nanoseconds(|| goal_seek(black_box(&scenario), &book, &edition, node_price, None)),
        ),
        (
            "what moves the answer, all ranges".to_owned(),
            nanoseconds(|| moved(black_box(&scenario), &market, &book, &edition, against)),
        ),
        (
            "first chart".to_owned(),
            nanoseconds(|| {
                use_curve(black_box(&scenario), &book, &edition, report.outlook.turning.as_ref(), Bands::Drawn)
            }),
        ),
        ("cheapest mix of a year of 8,760 hours".to_owned(), nanoseconds(|| year_mix(black_box(&hours)))),
        (
            "cheapest mix over the horizon".to_owned(),
            nanoseconds(|| horizon_mix(black_box(&scenario), &book, &edition)),
        ),
        ("model of the default scenario".to_owned(), nanoseconds(|| Model::new(black_box(&scenario), &book, &edition))),
        ("full report".to_owned(), nanoseconds(|| evaluate(black_box(&scenario), &book, &edition))),
        ("full report as JSON".to_owned(), nanoseconds(|| serde_json::to_string(black_box(&report)))),
        ("price book, read".to_owned(), nanoseconds(PriceBook::embedded)),
    ];

    let mut out = std::io::stdout().lock();
    writeln!(out, "cheapest mix of a year costs {:.6}", year_mix(&hours))?;
    writeln!(out, "{:<36}{:>14}{:>16}{:>12}", "", "ns each", "a second", "ratio")?;
    for (name, ns) in rows {
        writeln!(out, "{name:<36}{ns:>14.0}{:>16.0}{:>12.1}", 1e9 / ns, ns / first)?;
    }
    writeln!(out, "Report of the default scenario: {} bytes of JSON.", json.len())
}

/// The model with only the cheapest able offer: owning against one rental.
fn one_option(market: &Model) -> Model {
    let mut one = market.clone();
    let cheapest = headline(market).cheapest.and_then(|(index, _)| market.offers.get(index).cloned());
    one.offers =
        Rc::new(cheapest.into_iter().map(|offer| engine::model::offers::Offer { place: 0, ..offer }).collect());
    one
}

/// The model with `count` of the counted offers.
fn some_options(market: &Model, count: usize) -> Model {
    let mut some = market.clone();
    let counted = market.offers.iter().filter(|o| o.counted).take(count).cloned().enumerate();
    some.offers = Rc::new(counted.map(|(place, offer)| engine::model::offers::Offer { place, ..offer }).collect());
    some
}

fn nanoseconds<T>(work: impl Fn() -> T) -> f64 {
    nanoseconds_mut(work)
}

/// Nanoseconds per run of `work`: the mean of the best batch.
fn nanoseconds_mut<T>(mut work: impl FnMut() -> T) -> f64 {
    let mut timed = |runs: u32| {
        let start = Instant::now();
        for _ in 0..runs {
            black_box(work());
        }
        start.elapsed()
    };
    let warm = Instant::now();
    let mut runs: u32 = 1;
    loop {
        let long_enough = timed(runs) >= BATCH;
        if long_enough && warm.elapsed() >= WARM_UP {
            break;
        }
        runs = if long_enough { runs } else { runs.saturating_mul(2) };
    }
    let best = (0..BATCHES).map(|_| timed(runs)).min().unwrap_or_default();
    best.as_secs_f64() * 1e9 / f64::from(runs)
}

/// The demand of scripts/mix-fixtures.py --time: both print the same cost.
fn year_mix(hours: &[f64]) -> f64 {
    let firm: Vec<f64> = hours.iter().map(|gpus| 0.6 * gpus).collect();
    let stack = Stack(vec![LoadCurve::of_hours(&firm), LoadCurve::of_hours(hours)]);
    let demand = MixDemand { hours: 8_760.0, total: stack.clone(), free: stack, pinned: LoadCurve::steady(0.0) };
    let own = Capacity { fixed: 18_000.0, running: 0.3, availability: 0.95 };
    let term = |usd: f64| Capacity { fixed: usd * 8_760.0, running: 0.0, availability: 1.0 };
    let hourly = Hourly { on_demand: 4.5, spot: vec![1.9] };
    ideal_mix(&demand, Some(own), &[term(3.1), term(2.44)], &hourly).map_or(f64::NAN, |mix| mix.cost)
}

/// 24 GPUs all year and 256 for three weeks every quarter, which may be interrupted.
fn horizon_mix(scenario: &Scenario, book: &PriceBook, edition: &str) -> Option<f64> {
    let mut asked = scenario.clone();
    let service = Workload { gpus: Some(24.0), ..Workload::default() };
    let training = Workload {
        shape: Shape::Runs,
        gpus: Some(256.0),
        hours: Some(504.0),
        times: Some(4.0),
        interruptible: Some(1.0),
        ..Workload::default()
    };
    asked.work.workloads = vec![service, training];
    asked.follow_workloads();
    let subject = Subject { scenario: &asked, book, edition };
    let mut search = BestMixSearch::new(subject)?;
    while search.step(subject) {}
    search.finish(subject)?.best.present_value_usd
}
