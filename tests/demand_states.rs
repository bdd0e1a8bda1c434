//! Demand as a list of states: what a measured record is in document, link and report, and beside other work.
//!
//! Expected values: by hand, or an independent count of hours, with the rule beside each.

use std::sync::OnceLock;

use engine::codec::recorded_result::RecordedPlan;
use engine::codec::{Document, VERSION, file, link};
use engine::demand::levels::{TimedRecord, joint_levels_texts, levels_of_series, levels_text};
use engine::demand::{Demand, planning};
use engine::inputs::presets::PRESETS;
use engine::inputs::workloads::{Measured, Shape, Workload};
use engine::measured::proposals;
use engine::prices::PriceBook;
use engine::report::evaluate;
use engine::report::recorded_result::with_recorded_result;

fn book() -> &'static PriceBook {
    static BOOK: OnceLock<PriceBook> = OnceLock::new();
    BOOK.get_or_init(PriceBook::embedded)
}

fn with(workloads: Vec<Workload>) -> Document {
    let mut document = Document::typical(book());
    document.scenario.work.workloads = workloads;
    document.scenario.follow_workloads(book());
    document
}

fn demand(workloads: Vec<Workload>) -> Demand {
    Demand::of(&with(workloads).scenario, 1e6)
}

fn record(levels: &str) -> Workload {
    proposals::workload(levels, 0.0, "sacct.txt")
}

fn steady(gpus: f64) -> Workload {
    Workload { name: "service".to_owned(), gpus: Some(gpus), ..Workload::default() }
}

fn office(gpus: f64) -> Workload {
    Workload { shape: Shape::Office, ..steady(gpus) }
}

/// The report as text: every figure to its last bit.
fn report(document: &Document) -> String {
    let report = evaluate(&document.scenario, book(), &document.edition);
    serde_json::to_string(&report.expect("a report")).expect("a report is JSON")
}

/// Numbers in 0..1, the same in every run.
fn draws(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from(u32::try_from(state >> 33).expect("31 bits")) / f64::from(1_u32 << 31)
    }
}

/// A record of some hours, with parts of hours and gaps.
fn drawn_record(hours: usize, draw: &mut impl FnMut() -> f64) -> Vec<Option<f64>> {
    let (peak, power) = ((draw() * 900.0).ceil(), 0.3 + draw() * 4.0);
    (0..hours)
        .map(|_| {
            let gpus = (peak * draw().powf(power) * 3_600.0).round() / 3_600.0;
            (draw() > 0.1).then_some(gpus)
        })
        .collect()
}

/// 19 GPUs on average became 20 in a link, because the record was repeated until the year was full and cut off.
#[test]
fn a_record_of_19_gpus_on_average_stays_so_everywhere() {
    // 500 hours: 9 and 29 GPUs by turns, with 80 in ten hours and 580 GPU-hours less elsewhere: 19 × 500 in all.
    let mut hours: Vec<f64> = (0..500).map(|hour| if hour % 2 == 0 { 9.0 } else { 29.0 }).collect();
    hours.iter_mut().skip(1).step_by(50).for_each(|gpus| *gpus = 80.0);
    hours.iter_mut().skip(3).step_by(20).take(17).for_each(|gpus| *gpus = 0.0);
    let left = hours.iter().sum::<f64>() - 19.0 * 500.0;
    hours[5] -= left;
    assert_eq!((hours.iter().sum::<f64>(), left.abs() < 29.0), (9_500.0, true));
    let wanted: Vec<Option<f64>> = hours.into_iter().map(Some).collect();
    let document = with(vec![record(&levels_text(&wanted))]);
    // By hand: 19 × 8,760 and a twelfth of it.
    let found = demand(document.scenario.work.workloads.clone());
    assert_eq!((found.gpu_hours(), found.gpu_hours() / 8_760.0), (166_440.0, 19.0));
    assert_eq!(document.scenario.work.gpu_hours_per_month.value, 13_870.0);
    let figures = planning::figures(&found);
    assert_eq!((figures.peak, figures.floor, figures.gpu_hours), (80.0, 0.0, 166_440.0));
    let linked = link::read(&link::write(&document), book());
    assert_eq!((&linked.document, linked.notices.len()), (&document, 0));
    assert_eq!(report(&linked.document), report(&document));
}

/// Drawn scenarios, most with measured records: nothing changes on the way through links and files.
#[test]
fn document_link_document_report_is_equal_to_the_last_bit() {
    let mut draw = draws(5);
    let mut measured = 0;
    for case in 0..40_usize {
        let mut workloads = Vec::new();
        if case % 3 != 0 {
            workloads.push(Workload {
                interruptible: Some(draw()),
                ..record(&levels_text(&drawn_record(100 + 397 * case, &mut draw)))
            });
        }
        if case % 2 == 0 {
            workloads.push(Workload { pinned: Some((draw() * 4.0).floor() / 8.0), ..office(100.0 * draw() + 1.0) });
        }
        if case % 5 == 0 {
            workloads.push(Workload {
                job_gpus: Some(4.0),
                ..record(&levels_text(&drawn_record(8_760 - 97 * case, &mut draw)))
            });
        }
        if case % 7 == 0 {
            // Described hour by hour: longer than a link once held.
            let hours: Vec<String> = (0..700).map(|_| (draw() * 60.0).round().to_string()).collect();
            workloads.push(Workload { shape: Shape::Series, series: hours.join(" ").into(), ..Workload::default() });
        }
        measured += usize::from(workloads.iter().any(Workload::is_measured));
        let document = with_recorded_result(&with(workloads), book());
        let by_link = link::read(&link::write(&document), book());
        let by_file = file::read(&file::write(&document), book()).expect("our own file");
        // The same document gives the same report (tests/properties/answers.rs): a report in four takes two minutes less.
        let here = (case % 4 == 0).then(|| report(&document));
        for travelled in [by_link, by_file] {
            assert_eq!(travelled.notices, [], "case {case}");
            assert_eq!(travelled.document, document, "case {case}");
            assert_eq!(travelled.document.said, document.said, "case {case}");
            assert_eq!(here.is_some().then(|| report(&travelled.document)), here, "case {case}");
        }
    }
    assert!(measured >= 20, "only {measured} with a record");
}

/// The limits of plans.md: 1,100 bytes without a record, 1,400 with one, with recorded results and the longest names.
#[test]
fn links_keep_their_length() {
    let mut draw = draws(11);
    let longest = "x".repeat(60);
    let plan = RecordedPlan {
        id: "replace",
        own_gpus: 1_234.0,
        committed_gpus: 567.0,
        present_value_usd: 12_345_678.0,
        runner_up_usd: Some(-12_345_678.0),
    };
    let recorded = |document: &Document| {
        let document = with_recorded_result(document, book());
        Document { said: document.said.map(|said| said.with_plan(&plan)), ..document }
    };
    let presets = PRESETS.iter().map(|preset| file::read(preset.text(), book()).expect("a preset").document);
    for mut document in [Document::typical(book())].into_iter().chain(presets) {
        document.name = "n".repeat(40);
        let without = link::write(&recorded(&document)).len();
        assert!(without <= 1_100, "{without} bytes");
        for origin in ["sacct.txt", &longest, "ジョブ一覧、七月.csv, ジョブ一覧、八月.csv"] {
            let levels = levels_text(&drawn_record(4_001, &mut draw));
            document.scenario.work.workloads = vec![proposals::workload(&levels, 0.0, origin)];
            document.scenario.follow_workloads(book());
            let link = link::write(&recorded(&document));
            assert!(link.len() <= 1_400, "{} bytes, {without} without the record: {link}", link.len());
        }
    }
}

/// A record of a whole year is its hours: the same figures whether they are counted one by one or weighed.
#[test]
fn weighed_levels_give_the_figures_of_counted_hours() {
    let hours: Vec<String> = (0..8_760).map(|hour| (8 * (hour * 37 % 9)).to_string()).collect();
    let series = hours.join(" ");
    let counted = with(vec![Workload {
        shape: Shape::Series,
        series: series.clone().into(),
        job_gpus: Some(4.0),
        ..Workload::default()
    }]);
    let weighed = with(vec![Workload { job_gpus: Some(4.0), ..record(&levels_of_series(&series)) }]);
    let figures = |document: &Document| {
        let report = evaluate(&document.scenario, book(), &document.edition).expect("a report");
        let mut all = vec![report.outlook.own.present_value_usd, report.hours.wanted_gpu_hours];
        all.extend(report.offers.iter().filter_map(|offer| offer.usd_per_productive_gpu_hour));
        all
    };
    let (one, other) = (figures(&counted), figures(&weighed));
    assert!(one.len() == other.len() && one.len() > 10);
    for (one, other) in one.iter().zip(&other) {
        assert!((one - other).abs() <= 1e-9 * one.abs(), "{one} and {other}");
    }
    let states = |document: &Document| demand(document.scenario.work.workloads.clone()).states().len();
    assert_eq!((states(&counted), states(&weighed)), (8_760, 9));
}

/// By hand: 40 GPUs in 3,132 of 8,760 hours and 8 in the others, times 10 GPUs in three of four hours and 2 in one.
#[test]
fn a_record_beside_described_work_is_their_product() {
    let found = demand(vec![office(40.0), record("10x30-2x10")]);
    let busy = 52.0 * 60.0 + 12.0;
    let mut expected: [(f64, f64); 4] =
        [(50.0, busy * 0.75), (42.0, busy * 0.25), (18.0, (8_760.0 - busy) * 0.75), (10.0, (8_760.0 - busy) * 0.25)];
    let mut states: Vec<(f64, f64)> = found.total().into_iter().zip(found.states().hours().iter().copied()).collect();
    states.sort_by(|a, b| a.0.total_cmp(&b.0));
    expected.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert_eq!(states.len(), 4);
    for (found, expected) in states.iter().zip(expected) {
        assert!(found.0 == expected.0 && (found.1 - expected.1).abs() < 1e-9, "{found:?}, not {expected:?}");
    }
    assert!((found.states().shares().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(
        found
            .remarks
            .iter()
            .any(|remark| remark.index == 1 && !remark.left_out && remark.words.contains("independent"))
    );
    assert_eq!(planning::pooling(&found), None, "how often the peaks meet is not known");
    // Beside work that never varies there is nothing to be independent of.
    let calm = demand(vec![steady(8.0), record("10x30-2x10")]);
    assert_eq!((calm.states().len(), calm.remarks.len()), (2, 0));
    assert_eq!(calm.parts.iter().map(|part| part.gpus.clone()).collect::<Vec<_>>(), [vec![8.0; 2], vec![10.0, 2.0]]);
}

/// By hand: 9 with 2, 4 with 16, 1 with 3 GPUs, an hour each; without common hours every pair.
#[test]
fn records_with_common_hours_go_together_and_others_are_independent() {
    let one = TimedRecord { first_hour: 100, wanted: &[Some(9.0), Some(4.0), Some(1.0)] };
    let other = TimedRecord { first_hour: 100, wanted: &[Some(2.0), Some(16.0), Some(3.0)] };
    let joint = joint_levels_texts(&[one, other]).expect("common hours");
    let together = demand(joint.iter().map(|levels| record(levels)).collect());
    let mut totals = together.total();
    totals.sort_by(f64::total_cmp);
    assert_eq!((totals, together.remarks.len()), (vec![4.0, 11.0, 20.0], 0));
    let apart = demand(vec![record("9x1-4x1-1x1"), record("16x1-3x1-2x1")]);
    assert_eq!((apart.states().len(), planning::figures(&apart).peak), (9, 25.0));
    assert_eq!(apart.remarks.len(), 2, "each is named");
    // A record that has lost the one it goes with is a record of its own; one of other hours is named.
    let lonely = demand(vec![record(&joint[1])]);
    assert_eq!((lonely.states().len(), lonely.remarks.len()), (3, 1));
    let wrong = demand(vec![record("9x1-4x5"), record(&joint[1])]);
    assert!(wrong.remarks.iter().any(|remark| remark.words.contains("a record of its own")), "{:?}", wrong.remarks);
}

/// A product is held to 17,520 states, one of many workloads to fewer; what it wants on average, at most and at least stays.
#[test]
fn a_large_product_keeps_mean_peak_and_least() {
    let mut draw = draws(3);
    let hours: Vec<String> = (0..8_760).map(|_| format!("{:.2}", 5.0 + 200.0 * draw())).collect();
    let series = Workload { shape: Shape::Series, series: hours.join(" ").into(), ..Workload::default() };
    let many: Vec<String> = (0..6_000).map(|_| format!("{:.2}x1", 90.0 * draw())).collect();
    let sets = [
        vec![series.clone(), office(40.0), record(&levels_text(&drawn_record(4_001, &mut draw)))],
        vec![series, record(&many.join("-"))],
        (0..24).map(|_| record(&levels_text(&drawn_record(4_001, &mut draw)))).collect(),
    ];
    for workloads in sets {
        let found = demand(workloads.clone());
        let most = (35_040 / workloads.len()).clamp(1_460, 17_520);
        assert!(found.parts.len() == workloads.len() && found.states().len() <= most, "{}", found.states().len());
        let alone: Vec<Demand> = workloads.iter().map(|of| demand(vec![of.clone()])).collect();
        let total = |of: fn(planning::Figures) -> f64| alone.iter().map(|d| of(planning::figures(d))).sum::<f64>();
        let figures = planning::figures(&found);
        assert!((figures.mean / total(|f| f.mean) - 1.0).abs() < 1e-9);
        if workloads.iter().filter(|of| !of.is_measured()).count() < 2 {
            assert!((figures.peak / total(|f| f.peak) - 1.0).abs() < 1e-12);
            assert!((figures.floor - total(|f| f.floor)).abs() < 1e-9 * figures.peak);
        }
        for (part, alone) in found.parts.iter().zip(&alone) {
            assert_eq!((part.gpu_hours, part.peak), (alone.parts[0].gpu_hours, alone.parts[0].peak), "exactly");
            let mean = found.states().gpu_hours(part.gpus.iter().copied());
            assert!((mean / part.gpu_hours - 1.0).abs() < 1e-9);
        }
    }
}

/// What was measured in texts before format 5 says the same as then: its name marked it, and its series is repeated.
#[test]
fn older_texts_keep_their_reading_of_a_measured_series() {
    let series = "19_2a300_207_2a433_2080_2a3";
    let row = |name: &str, series: &str| [vec![name, "series"], vec!["-"; 17], vec![series]].concat().join("~");
    let old = |name: &str| {
        let text = link::write(&with(Vec::new())).replacen(&format!("v={VERSION}"), "v=4", 1);
        text.replacen("&end=1", &format!("&wl={}&end=1", row(name, series)), 1)
    };
    let (measured, other) = (link::read(&old("Measured_3a_20sacct"), book()), link::read(&old("Team"), book()));
    assert_eq!((measured.notices.len(), other.notices.len()), (0, 0));
    let first = |document: &Document| document.scenario.work.workloads[0].clone();
    assert_eq!(first(&measured.document).measured, Measured::Repeated);
    assert!(first(&measured.document).is_measured() && !first(&other.document).is_measured());
    // By hand: eleven whole rounds of 736 hours, then 300 hours of 19 and 364 of 7 GPUs.
    let round = 19.0 * 300.0 + 7.0 * 433.0 + 80.0 * 3.0;
    let expected = 11.0 * round + 19.0 * 300.0 + 7.0 * 364.0;
    for document in [&measured.document, &other.document] {
        assert_eq!(demand(vec![first(document)]).gpu_hours(), expected);
    }
    // A new text says it in its column; a name alone marks nothing.
    let named = with(vec![Workload { name: "Measured by hand".to_owned(), ..steady(4.0) }]);
    assert!(!link::read(&link::write(&named), book()).document.scenario.work.workloads[0].is_measured());
    let again = link::read(&link::write(&measured.document), book()).document;
    assert_eq!((&again, report(&again)), (&measured.document, report(&measured.document)));
}

/// The checksum of an older text is that of the columns it had: its recorded result still counts.
#[test]
fn older_recorded_results_still_belong_to_their_inputs() {
    let mut document = with(vec![Workload {
        name: "Measured: sacct.txt".to_owned(),
        shape: Shape::Series,
        series: "19*300 7*433".into(),
        ..Workload::default()
    }]);
    document = with_recorded_result(&document, book());
    // As format 4 wrote it: its version, and the checksum over the rows that it had.
    let said = document.said.expect("a result");
    let older = said.in_format(&document, 4);
    let link = link::write(&document).replacen(&said.to_link(), &older.to_link(), 1);
    let old = link.replacen(&format!("v={VERSION}"), "v=4", 1);
    let read = link::read(&old, book()).document;
    assert_eq!(read.scenario.work.workloads[0].measured, Measured::Repeated);
    let said = read.said.expect("it still counts");
    assert!(said.is_of(&read), "and is written again");
    assert_eq!(said.figures, document.said.expect("a result").figures);
}
