//! How fast the engine is on this machine, natively: `cargo run --profile native -p rack-or-rent-engine --example bench`.
//!
//! Every row is warmed up, then timed in batches; the best batch counts, because whatever else a machine does only
//! adds time. The same work in the browser is behind `rackOrRent.bench`, see tests/e2e/bench.mjs.
#![allow(clippy::disallowed_types)] // the engine has no clock, whoever measures it needs one

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use engine::codec::Document;
use engine::headline::headline;
use engine::model::Model;
use engine::price_book::PriceBook;
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
    let rows = [
        ("headline, one option".to_owned(), first),
        (format!("headline, {offers} offers ({counted} counted)"), nanoseconds(|| headline(black_box(&market)))),
        ("model of the default scenario".to_owned(), nanoseconds(|| Model::new(black_box(&scenario), &book, &edition))),
        ("full report".to_owned(), nanoseconds(|| evaluate(black_box(&scenario), &book, &edition))),
        ("full report as JSON".to_owned(), nanoseconds(|| serde_json::to_string(black_box(&report)))),
        ("price book, read".to_owned(), nanoseconds(PriceBook::embedded)),
    ];

    let mut out = std::io::stdout().lock();
    writeln!(out, "{:<36}{:>14}{:>16}{:>12}", "", "ns each", "a second", "ratio")?;
    for (name, ns) in rows {
        writeln!(out, "{name:<36}{ns:>14.0}{:>16.0}{:>12.1}", 1e9 / ns, ns / first)?;
    }
    writeln!(out, "Report of the default scenario: {} bytes of JSON.", json.len())
}

/// The model with the cheapest able offer alone: nothing but owning against one way to rent.
fn one_option(market: &Model) -> Model {
    let mut one = market.clone();
    let cheapest = headline(market).cheapest.and_then(|(index, _)| market.offers.get(index).cloned());
    one.offers = cheapest.into_iter().collect();
    one
}

/// Nanoseconds for one run of some work: the mean of the best batch.
fn nanoseconds<T>(work: impl Fn() -> T) -> f64 {
    let timed = |runs: u32| {
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
