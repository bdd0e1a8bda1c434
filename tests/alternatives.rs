//! What is said of the current bill, of GPUs too many and of whole jobs, and the sums of the yearly tables.
//!
//! Expected values: the bill's levers by hand from the inputs, annuities in closed form, hours from the work.

use engine::codec::{Document, file};
use engine::inputs::Scenario;
use engine::inputs::presets::{PRESETS, preset};
use engine::prices::PriceBook;
use engine::report::{Report, VerdictKind, evaluate_without_trees};
use engine::view::answer::answer;
use engine::view::present_bill::{against_list, left_out, other_work};
use engine::view::sheet::sheets;
use engine::view::{Piece, Style, plain_text};

fn of(document: &Document) -> Report {
    evaluate_without_trees(&document.scenario, &PriceBook::embedded(), &document.edition).expect("a report")
}

fn case(id: &str) -> Document {
    file::read(preset(id).expect("a worked case").text(), &PriceBook::embedded()).expect("it opens").document
}

fn changed(document: &Document, change: impl FnOnce(&mut Scenario)) -> Document {
    let mut other = document.clone();
    change(&mut other.scenario);
    other
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{found}, not {expected}");
}

fn plain(pieces: &[Piece]) -> String {
    plain_text(pieces, |value, style| match style {
        Style::PercentFine => format!("{:.1} %", value * 100.0),
        _ => format!("{value:.0}"),
    })
}

fn figures(pieces: &[Piece]) -> Vec<f64> {
    let value = |p: &Piece| match p {
        Piece::Figure(value, _) | Piece::LinkedFigure(value, ..) => Some(*value),
        Piece::Words(_) | Piece::Strong(_) => None,
    };
    pieces.iter().filter_map(value).collect()
}

/// The bill is 8 million a year at 12.29 per hour: idle 15%, then 5% right-sized, then moved.
#[test]
fn a_bill_with_all_measures_pays_for_fewer_hours_and_says_what_it_leaves_out() {
    let document = case("bill-8m");
    let s = &document.scenario;
    let report = of(&document);
    let bill = s.present.bill_usd_per_month.value;
    near(report.present.as_ref().expect("a bill").paid_gpu_hours_per_month, bill / 12.29);
    // What the optimised bill omits: 5% of what is left after giving idle hours back, and 256 TB at 23 USD.
    let out = left_out(&report).expect("both");
    let left = figures(&out);
    near(left[0], bill / 12.29 * 0.85 * 0.05);
    let storage = 256_000.0 * s.rent.storage_usd_per_gb_month.value;
    assert!(left[1] >= storage && left[1] < storage + 400.0, "{}, storage {storage}", left[1]);
    // Without either, nothing is stated.
    let plain = changed(&document, |s| {
        s.present.rightsize_share.value = 0.0;
        s.rent.storage_tb.value = 0.0;
        s.rent.egress_gb_per_month.value = 0.0;
    });
    assert_eq!(left_out(&of(&plain)), None);
}

#[test]
fn another_amount_of_work_does_not_compare() {
    let report = of(&changed(&case("bill-8m"), |s| s.work.gpu_hours_per_month.value /= 2.0));
    near(
        other_work(&report).expect("it differs"),
        2.0 * of(&case("bill-8m")).present.expect("a bill").covers_work.expect("work"),
    );
    assert_eq!(other_work(&of(&case("bill-8m"))), None, "the same work");
}

/// 8% a year over 60 months: payments at the end of each month, less 30% of a year's payments at the end of the year.
#[test]
fn with_tax_the_bill_is_deducted_as_it_is_paid() {
    let document = changed(&case("bill-8m"), |s| {
        s.money.tax_method = engine::inputs::TaxMethod::StraightLine;
        s.money.tax_rate.value = 0.3;
    });
    let report = of(&document);
    let month = 1.08_f64.powf(1.0 / 12.0) - 1.0;
    let bill = document.scenario.present.bill_usd_per_month.value;
    let paid = bill * (1.0 - (1.0 + month).powi(-60)) / month;
    let saved = 0.3 * 12.0 * bill * (1.0 - 1.08_f64.powi(-5)) / 0.08;
    near(report.present.expect("a bill").present_value_usd, paid - saved);
}

#[test]
fn what_a_block_does_not_promise_is_said() {
    let document = case("startup-64");
    let report = of(&document);
    let noted = report.offers.iter().filter(|o| engine::view::phrases::renewal(o).is_some());
    assert!(noted.clone().count() > 0 && noted.into_iter().all(|o| o.id.ends_with("-cb")));
}

#[test]
fn the_price_paid_stands_against_the_list() {
    let document = case("bill-8m");
    let report = of(&document);
    let listed = |o: &&engine::report::OfferResult| o.gpu == *"h100-sxm" && o.service == "on-demand";
    let prices = report.offers.iter().filter(listed).map(|o| o.list_usd_per_gpu_hour);
    let (least, most) = prices.fold((f64::INFINITY, 0.0_f64), |(l, m), p| (l.min(p), m.max(p)));
    for (paid, words) in [
        (most * 2.0, "more than any of them"),
        (least / 2.0, "less than any"),
        (f64::midpoint(least, most), "your provider\u{2019}s list price"),
    ] {
        let said = against_list(&report, "h100-sxm", paid);
        assert_eq!(figures(&said), [least, most, paid]);
        assert!(plain(&said).contains(words), "{}", plain(&said));
    }
    assert_eq!(against_list(&report, "no-such-gpu", 1.0), []);
}

/// 40% of 64 GPUs' hours at a ceiling of 92.5% × 90% need 30.8 GPUs: four nodes of eight.
#[test]
fn fewer_gpus_are_proposed_where_they_do() {
    let document = changed(&Document::typical(&PriceBook::embedded()), |s| {
        s.work.gpu_hours_per_month.value = 0.4 * 64.0 * 730.0 * s.work.efficiency.value * s.own.goodput.value;
    });
    let fit = |fabric: f64| {
        let caveats =
            answer(&of(&changed(&document, |s| s.work.fabric_gpus.value = fabric)), "H100", 300_000.0).caveats;
        let note = caveats.iter().find(|n| plain(n).contains("would fit on")).cloned();
        note.map(|n| figures(&n)[0])
    };
    assert_eq!([fit(8.0), fit(33.0), fit(64.0)], [Some(32.0), Some(40.0), None]);
}

/// 80 GPUs are one job of 64 and 16 more; 128 are two jobs; if a job needs more than there are, a warning says so.
#[test]
fn what_whole_jobs_leave_over_is_said() {
    let said = |gpus: f64, fabric: f64| {
        let case = changed(&case("bill-8m"), |s| {
            s.own.gpus.value = gpus;
            s.work.fabric_gpus.value = fabric;
        });
        let caveats = answer(&of(&case), "H100", 300_000.0).caveats;
        caveats.iter().find(|c| plain(c).starts_with("Jobs of ")).map(|c| figures(c))
    };
    assert_eq!(said(80.0, 64.0), Some(vec![64.0, 16.0, 80.0]));
    assert_eq!(said(128.0, 64.0), None);
    assert_eq!(said(64.0, 80.0), None);
    assert_eq!(said(64.0, 1.0), None);
}

/// Which side is ahead, by how much, and the possible error of that difference: close or not, the report's own figures.
#[test]
fn too_close_to_call_says_who_is_ahead_and_what_may_move_it() {
    let report = of(&case("startup-64"));
    assert_eq!(report.verdict.kind, VerdictKind::TooClose);
    let sentence = answer(&report, "H100", 300_000.0).sentence;
    let ahead = if report.outlook.saving_usd > Some(0.0) { "owning" } else { "renting" };
    assert!(plain(&sentence).contains(&format!("{ahead} costs ")), "{}", plain(&sentence));
    let told = figures(&sentence);
    assert_eq!(Some(told[2]), report.verdict.difference_usd);
    // Less than the cost of the more expensive side.
    let sides =
        [report.outlook.own.present_value_usd, report.outlook.rent.as_ref().expect("renting").present_value_usd];
    near(told[3], 1.0 - sides[0].min(sides[1]) / sides[0].max(sides[1]));
    if report.verdict.difference_usd < Some(report.verdict.allowance_usd) {
        assert_eq!(told[4], report.verdict.allowance_usd);
    }
}

/// The cheapest of the current A100 offers is a capacity block booked in advance.
#[test]
fn an_answer_on_an_offer_that_nobody_promises_says_so() {
    let mut market = changed(&case("a100-offer"), |s| s.rent.only_quotes = false);
    // Later editions list cheaper hours of the A100.
    "2026-11-25".clone_into(&mut market.edition);
    let mut blocks = 0;
    let others = ["a100-offer", "bill-8m", "startup-64"].into_iter().map(case);
    for document in std::iter::once(market).chain(others) {
        let report = of(&document);
        let block = report.cheapest().is_some_and(|o| o.service == "capacity-block");
        let told = answer(&report, "A100", 330_000.0);
        let said = told.caveats.iter().any(|c| plain(c).contains("neither the next block nor its price is guaranteed"));
        assert_eq!((told.not_promised, said), (block, block), "{:?}", report.verdict.offer);
        blocks += usize::from(block);
    }
    assert_eq!(blocks, 1);
}

// Computes a plan's total a second way: its cost of an hour without interest, times its hours.
#[test]
fn years_and_lines_add_up_to_what_a_plan_costs() {
    for preset in PRESETS {
        let report = of(&case(preset.id));
        let all = |plan: &engine::horizon::PlanOutlook| {
            plan.nominal_usd_per_productive_gpu_hour.map_or(0.0, |usd| usd * plan.gpu_hours)
        };
        let [years, lines, levelised, exits] = sheets(&report);
        let (name, of_years) = years.sum().expect("sums");
        let own = all(&report.outlook.own);
        assert_eq!(name, "All years");
        near(of_years[0].expect("own"), own);
        if let Some(rent) = &report.outlook.rent {
            near(of_years[2].expect("rent"), all(rent));
            near(of_years[4].expect("the difference"), all(rent) - own);
        }
        let (_, of_lines) = lines.sum().expect("sums");
        for (year, (_, values)) in years.rows.iter().enumerate() {
            near(of_lines[year].expect("a year"), values[0].expect("own"));
        }
        near(of_lines[years.rows.len()].expect("all years"), own);
        assert!(levelised.sum().is_none() && exits.sum().is_none());
    }
}
