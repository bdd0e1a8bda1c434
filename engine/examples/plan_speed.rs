//! How long it takes to find the sizes of the cheapest mix, to evaluate all plans with them, and to explain the recommended
//! one. Arguments: scenario files.
#![allow(clippy::disallowed_types)] // the engine has no clock, but a benchmark needs one

use std::io::Write;
use std::time::Instant;

use engine::analysis::other_sizes::OtherSizes;
use engine::analysis::plan_pair::{Explanation, Place, explain};
use engine::codec::file;
use engine::horizon::node_expansion;
use engine::model::Subject;
use engine::plans::search::SizeSearch;
use engine::plans::setting::Setting;
use engine::plans::{evaluate_with, find_sizes};
use engine::prices::PriceBook;

/// Milliseconds of the fastest of some runs, and the result.
fn fastest<T>(runs: u32, mut run: impl FnMut() -> T) -> (f64, T) {
    let mut best = f64::INFINITY;
    let mut result = None;
    for _ in 0..runs {
        let start = Instant::now();
        result = Some(run());
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    (best, result.expect("at least one run"))
}

fn main() {
    let book = PriceBook::embedded();
    let mut out = std::io::stdout().lock();
    let _ = writeln!(
        out,
        "states nodes-tried evaluated  setting  find_sizes  evaluate_with  explain (ms)  steps  longest  other-sizes  file"
    );
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("a file");
        let document = file::read(&text, &book).expect("a scenario").document;
        let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
        let own = node_expansion::model(subject.scenario, &book, subject.edition).expect("a model");
        let (setting_ms, setting) = fastest(5, || Setting::new(Some(&own), subject).expect("a setting"));
        let (find_ms, sizes) = fastest(3, || find_sizes(&setting, subject));
        let (evaluate_ms, plans) = fastest(20, || evaluate_with(&setting, subject, &own, &sizes));
        let kinds = plans.recommended.zip(plans.runner_up);
        let explained = || kinds.and_then(|kinds| explain(&setting, subject, &own, (&plans, &sizes), kinds));
        let (explain_ms, _) = fastest(2, explained);
        let place = Place { setting: &setting, subject, own: &own };
        let (others_ms, _) = fastest(2, || {
            let mut others = OtherSizes::new(&setting, subject, &own, &plans);
            while others.step(place, (&plans, &sizes)) {}
            others.finish()
        });
        let kinds = kinds.expect("two plans");
        let found = (&plans, &sizes);
        let mut explanation = Explanation::new(&setting, subject, &own, found, kinds).expect("a pair");
        let (mut longest, mut steps) = (0.0_f64, 0);
        loop {
            let (ms, more) = fastest(1, || explanation.step(subject));
            longest = longest.max(ms);
            steps += 1;
            if !more {
                break;
            }
        }
        let mut search = SizeSearch::new(setting.clone());
        while search.step(subject) {}
        let _ = writeln!(
            out,
            "{:6} {:11} {:9} {setting_ms:8.2} {find_ms:11.2} {evaluate_ms:14.3} {explain_ms:13.1} {steps:6} {longest:8.2} {others_ms:12.1}  {path}",
            setting.base.load.total.steps().count(),
            search.tried().len(),
            search.evaluated(),
        );
    }
}
