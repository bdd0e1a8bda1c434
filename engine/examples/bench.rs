//! Native speed of the engine on this machine: `cargo run --profile native -p rack-or-rent-engine --example bench`.
//!
//! Every row is warmed up, then timed in batches; the best batch is reported, because other load only adds time. The
//! same benchmark in the browser is behind `rackOrRent.bench`, see tests/e2e/bench.mjs.
#![allow(clippy::disallowed_types)] // the engine has no clock, but a benchmark needs one

use std::hint::black_box;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::analysis::goal_seek::goal_seek;
use engine::analysis::sensitivity::moved;
use engine::analysis::use_curve::{Bands, use_curve};
use engine::codec::Document;
use engine::cost::headline::{break_even_against, headline, owned_gpu};
use engine::cost::own_rates;
use engine::cost::plan::OverflowPricing;
use engine::horizon::{buffers, compare};
use engine::inputs::workloads::{Shape, Workload};
use engine::inputs::{Scenario, field};
use engine::model::Model;
use engine::prices::PriceBook;
use engine::report::{evaluate, evaluate_without_trees};

mod samples;

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
    let hours = samples::year_hours();
    let measured = with_demand(&scenario, &hours);
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
                use_curve(&market, black_box(&scenario), &book, &edition, report.outlook.turning.as_ref(), Bands::Drawn)
            }),
        ),
        ("cheapest mix of a year of 8,760 hours".to_owned(), nanoseconds(|| samples::year_mix(black_box(&hours)))),
        (
            "cheapest sizes over the horizon".to_owned(),
            nanoseconds(|| samples::cheapest_sizes(black_box(&scenario), &book, &edition)),
        ),
        ("model of the default scenario".to_owned(), nanoseconds(|| Model::new(black_box(&scenario), &book, &edition))),
        (
            "answer, as after a key".to_owned(),
            nanoseconds(|| evaluate_without_trees(black_box(&scenario), &book, &edition)),
        ),
        (
            "the same with a year of hours as demand".to_owned(),
            nanoseconds(|| evaluate_without_trees(black_box(&measured), &book, &edition)),
        ),
        ("full report".to_owned(), nanoseconds(|| evaluate(black_box(&scenario), &book, &edition))),
        ("full report as JSON".to_owned(), nanoseconds(|| serde_json::to_string(black_box(&report)))),
        ("price book, read".to_owned(), nanoseconds(PriceBook::embedded)),
    ];

    let mut out = std::io::stdout().lock();
    writeln!(out, "cheapest mix of a year costs {:.6}", samples::year_mix(&hours))?;
    writeln!(out, "{:<36}{:>14}{:>16}{:>12}", "", "ns each", "a second", "ratio")?;
    for (name, ns) in rows {
        writeln!(out, "{name:<36}{ns:>14.0}{:>16.0}{:>12.1}", 1e9 / ns, ns / first)?;
    }
    writeln!(out, "Report of the default scenario: {} bytes of JSON.", json.len())
}

/// The scenario with a series of some five hundred levels as its demand, as many as a measured one has.
fn with_demand(scenario: &Scenario, hours: &[f64]) -> Scenario {
    let level = |(hour, gpus): (usize, &f64)| {
        format!("{}", gpus + [0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875][hour % 8])
    };
    let series = hours.iter().enumerate().map(level).collect::<Vec<_>>().join(" ");
    let mut asked = scenario.clone();
    asked.work.workloads = vec![Workload { shape: Shape::Series, series: series.into(), ..Workload::default() }];
    asked.follow_workloads(&PriceBook::embedded());
    asked
}

/// The model with only the cheapest able offer: owning against one rental.
fn one_option(market: &Model) -> Model {
    let mut one = market.clone();
    let cheapest = headline(market).cheapest.and_then(|(index, _)| market.offers.get(index).cloned());
    one.offers =
        Arc::new(cheapest.into_iter().map(|offer| engine::model::offers::Offer { place: 0, ..offer }).collect());
    one
}

/// The model with `count` of the counted offers.
fn some_options(market: &Model, count: usize) -> Model {
    let mut some = market.clone();
    let counted = market.offers.iter().filter(|o| o.counted).take(count).cloned().enumerate();
    some.offers = Arc::new(counted.map(|(place, offer)| engine::model::offers::Offer { place, ..offer }).collect());
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
