//! How long the draws of a scenario take, and what they say. Arguments: scenario files.
#![allow(clippy::disallowed_types)] // the engine has no clock, but a benchmark needs one

use std::io::Write;
use std::time::Instant;

use engine::analysis::risk::{DRAWS, RiskSearch};
use engine::codec::file;
use engine::model::Subject;
use engine::plans::plan::PlanKind;
use engine::prices::PriceBook;

fn main() {
    let book = PriceBook::embedded();
    let mut out = std::io::stdout().lock();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let document = file::read(&text, &book).expect("a scenario").document;
        let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
        let start = Instant::now();
        let mut search = RiskSearch::start(subject).expect("a scenario that can be computed");
        let mut longest = 0.0_f64;
        loop {
            let step = Instant::now();
            let more = search.step(subject);
            longest = longest.max(step.elapsed().as_secs_f64());
            if !more {
                break;
            }
        }
        let drawn = start.elapsed().as_secs_f64();
        let Some(found) = search.finish() else {
            writeln!(out, "{path}: nothing is uncertain").expect("printed");
            continue;
        };
        let all = start.elapsed().as_secs_f64();
        let shares: Vec<(PlanKind, f64, f64)> =
            found.plans.iter().map(|plan| (plan.kind, plan.cheapest_share, plan.unlinked_share)).collect();
        writeln!(
            out,
            "{DRAWS} draws of {} inputs, {} plans: {drawn:.2} s, with statistics {all:.2} s, longest step {:.1} ms; failed {}; {:?}; {:?}: {shares:.3?}",
            found.inputs.len(),
            found.plans.len(),
            longest * 1e3,
            found.failed,
            found.recommended,
            path.rsplit('/').next().unwrap_or(&path),
        )
        .expect("printed");
        for input in found.inputs.iter().take(4) {
            writeln!(out, "    {input:.3?}").expect("printed");
        }
    }
}
