//! How long the draws of a scenario take, and what they say. Arguments: scenario files. With `--json` first: a line of JSON for each.
#![allow(clippy::disallowed_types)] // the engine has no clock, but a benchmark needs one

use std::io::Write;
use std::time::Instant;

use engine::analysis::risk::{DRAWS, RiskSearch};
use engine::codec::file;
use engine::model::Subject;
use engine::plans::plan::PlanKind;
use engine::prices::PriceBook;
use engine::units::count;

fn main() {
    let book = PriceBook::embedded();
    let mut out = std::io::stdout().lock();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (as_json, paths) = match arguments.split_first() {
        Some((first, paths)) if first == "--json" => (true, paths),
        _ => (false, arguments.as_slice()),
    };
    for path in paths {
        let text = std::fs::read_to_string(path).expect("a readable file");
        let document = file::read(&text, &book).expect("a scenario").document;
        let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
        let start = Instant::now();
        let mut search = RiskSearch::start(subject).expect("a scenario that can be computed");
        let (mut longest, mut half, mut half_done) = (0.0_f64, 0.0, 0);
        loop {
            let step = Instant::now();
            let more = search.step(subject);
            longest = longest.max(step.elapsed().as_secs_f64());
            let (done, total) = search.progress();
            if half == 0.0 && 2 * done >= total {
                (half, half_done) = (start.elapsed().as_secs_f64(), done);
            }
            if !more {
                break;
            }
        }
        let drawn = start.elapsed().as_secs_f64();
        let total = search.progress().1;
        // The second half is draws alone: the ends of ranges, unlinked draws, other sizes, terms and the fan come before.
        let alone = (drawn - half) * count(DRAWS) / count(total - half_done);
        let half = half * count(total) / count(2 * half_done);
        let Some(found) = search.finish() else {
            writeln!(out, "{path}: nothing is uncertain").expect("printed");
            continue;
        };
        let all = start.elapsed().as_secs_f64();
        if as_json {
            let (inputs, plans) = (found.inputs.len(), found.plans.len());
            writeln!(
                out,
                r#"{{"draws":{DRAWS},"inputs":{inputs},"plans":{plans},"draws_seconds":{alone},"half_seconds":{half},"seconds":{drawn},"all_seconds":{all}}}"#
            )
            .expect("printed");
            continue;
        }
        let shares: Vec<(PlanKind, f64, f64)> =
            found.plans.iter().map(|plan| (plan.kind, plan.cheapest_share, plan.unlinked_share)).collect();
        writeln!(
            out,
            "{DRAWS} draws of {} inputs, {} plans: {alone:.2} s, with all that the room shows {drawn:.2} s, with statistics {all:.2} s, longest step {:.1} ms; failed {}; {:?}; {:?}: {shares:.3?}",
            found.inputs.len(),
            found.plans.len(),
            longest * 1e3,
            found.failed,
            found.recommended,
            path.rsplit('/').next().unwrap_or(path),
        )
        .expect("printed");
        for input in found.inputs.iter().take(4) {
            writeln!(out, "    {input:.3?}").expect("printed");
        }
    }
}
