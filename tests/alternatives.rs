//! The alternatives side by side, the sources of a saving over the current bill, and the sums of the yearly tables.
//!
//! Expected values: the bill's levers by hand from the inputs, annuities in closed form, hours from the work.

use engine::codec::{Document, file};
use engine::inputs::Scenario;
use engine::inputs::presets::{PRESETS, preset};
use engine::prices::PriceBook;
use engine::report::{Report, VerdictKind, evaluate_without_trees};
use engine::view::answer::answer;
use engine::view::sheet::sheets;
use engine::view::ways::{Way, against_list, left_out, ways};
use engine::view::{Piece, Style, plain_text};

use crate::shared::curve;

use curve::cost_curve;

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

fn way<'w>(all: &'w [Way], label: &str) -> &'w Way {
    all.iter().find(|w| w.label == label).unwrap_or_else(|| panic!("no {label}"))
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

#[test]
fn the_ways_are_those_of_the_report_and_the_least_is_the_cheapest() {
    let book = PriceBook::embedded();
    let all = PRESETS.iter().map(|p| case(p.id)).chain([Document::typical(&book)]);
    for document in all {
        let report = of(&document);
        let found = ways(&report);
        assert_eq!(found.len(), if report.present.is_some() { 5 } else { 3 }, "{}", document.name);
        let compared: Vec<&Way> = found.iter().filter(|w| w.over_cheapest_usd.is_some()).collect();
        let least = compared.iter().filter_map(|w| w.present_value_usd).fold(f64::INFINITY, f64::min);
        for way in compared {
            near(way.over_cheapest_usd.expect("compared"), way.present_value_usd.expect("a value") - least);
        }
        // One of the rented alternatives is the verdict's offer.
        let rent = report.outlook.rent.as_ref().map(|r| r.present_value_usd);
        let dear = |label| way(&found, label).present_value_usd.unwrap_or(f64::INFINITY);
        assert_eq!(
            rent,
            Some(dear("Commit").min(dear("Rent by the hour"))).filter(|v| v.is_finite()),
            "{}",
            document.name
        );
        assert_eq!(
            way(&found, "Own").present_value_usd,
            Some(report.outlook.own.present_value_usd),
            "{}",
            document.name
        );
        // The cost of an hour over the horizon is in the same proportion as the payments; for both sides of the verdict
        // it is in the report.
        let sides = [Some(&report.outlook.own), report.outlook.rent.as_ref()];
        for side in sides.into_iter().flatten() {
            let way = found.iter().find(|w| !w.as_now && w.present_value_usd == Some(side.present_value_usd));
            let hour = way.expect("it is one of the alternatives").usd_per_productive_gpu_hour;
            near(hour.expect("a cost"), side.levelised_usd_per_productive_gpu_hour.expect("a cost"));
        }
        // The first chart draws the same offers, so that two pictures of one answer name the same sides.
        let lines = cost_curve(&document, &report, &book).series;
        for (label, id) in [("Commit", "commit"), ("Rent by the hour", "hour")] {
            let way = way(&found, label);
            let drawn = lines.iter().find(|s| s.id == id).map(|s| s.label.as_str());
            assert!(
                way.present_value_usd.is_none() || drawn == Some(&way.offer),
                "{}: {drawn:?}, {}",
                document.name,
                way.offer
            );
        }
        let own = way(&found, "Own");
        for way in found.iter().filter(|w| !w.as_now && w.present_value_usd.is_some()) {
            let (hour, paid) =
                (way.usd_per_productive_gpu_hour.expect("a cost"), way.present_value_usd.expect("a value"));
            near(
                hour * own.present_value_usd.expect("a value"),
                paid * own.usd_per_productive_gpu_hour.expect("a cost"),
            );
        }
    }
}

/// Hours and busy shares from the work: 730 hours a month, efficiency and goodput from the inputs.
#[test]
fn what_each_way_pays_for_follows_from_the_work() {
    let document = Document::typical(&PriceBook::embedded());
    let s = &document.scenario;
    let report = of(&document);
    let found = ways(&report);
    let busy_hours = s.work.gpu_hours_per_month.value / s.work.efficiency.value;
    let own = figures(&way(&found, "Own").pays_for);
    near(own[0], 64.0);
    near(own[1], busy_hours / s.own.goodput.value / (64.0 * 730.0));
    let commit = figures(&way(&found, "Commit").pays_for);
    near(commit[0], 64.0);
    near(commit[1], busy_hours / s.rent.goodput.value / (64.0 * 730.0));
    let hour = figures(&way(&found, "Rent by the hour").pays_for);
    near(hour[0], busy_hours / s.rent.goodput.value / s.rent.paid_efficiency.value);
}

/// The bill is 8 million a year at 12.29 per hour: idle 15 %, then 5 % right-sized, then moved.
#[test]
fn a_bill_with_all_measures_pays_for_fewer_hours_and_says_what_it_leaves_out() {
    let document = case("bill-8m");
    let s = &document.scenario;
    let report = of(&document);
    let bill = s.present.bill_usd_per_month.value;
    let kept = bill * 0.85 * 0.95;
    let hours = kept / 12.29;
    let all = ways(&report);
    near(figures(&way(&all, "Current setup").pays_for)[0], bill / 12.29);
    near(figures(&way(&all, "Current setup, optimised").pays_for)[0], hours);
    // What the optimised bill omits: 5 % of what is left after giving idle hours back, and 256 TB at 23 USD.
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
    let all = ways(&report);
    for label in ["Current setup", "Current setup, optimised"] {
        assert_eq!(way(&all, label).over_cheapest_usd, None);
        assert!(way(&all, label).notes.iter().any(|n| plain(n).contains("of the work you entered")));
    }
}

/// 8 % a year over 60 months: payments at the end of each month, less 30 % of a year's payments at the end of the year.
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
    let all = ways(&report);
    near(way(&all, "Current setup").present_value_usd.expect("a value"), paid - saved);
    assert!(way(&all, "Current setup").over_cheapest_usd.is_some(), "it compares");
}

#[test]
fn what_a_commitment_and_a_block_do_not_do_is_said() {
    let document = case("startup-64");
    let few = changed(&document, |s| {
        s.rent.committed_count = engine::inputs::CommittedCount::Given;
        s.rent.committed_gpus.value = 32.0;
    });
    let all = ways(&of(&few));
    let notes: Vec<String> = way(&all, "Commit").notes.iter().map(|n| plain(n)).collect();
    assert!(notes.iter().any(|n| n.starts_with("Fewer GPUs than the 64 that one job needs")), "{notes:?}");
    assert!(notes.iter().any(|n| n.contains("favours this option slightly")), "{notes:?}");
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

/// The chart draws the cheapest commitment of a steady year; if it differs over the horizon, both are named.
#[test]
fn another_cheapest_of_a_steady_year_is_named() {
    // A term of three years outlasts two: the cheapest of a steady year is paid for a year without work.
    let report = of(&changed(&case("bill-8m"), |s| s.time.horizon_months.value = 24.0));
    let all = ways(&report);
    let commit = way(&all, "Commit");
    let steady = report.offers.iter().find(|o| o.counted && o.term_months > 0.0).expect("a commitment");
    let chosen = report.offers.iter().find(|o| o.present_value_usd == commit.present_value_usd).expect("an offer");
    assert!(steady.id != chosen.id && steady.usd_per_year < chosen.usd_per_year);
    assert!(steady.present_value_usd > chosen.present_value_usd);
    let notes: Vec<String> = commit.notes.iter().map(|n| plain(n)).collect();
    assert!(notes.iter().any(|n| n.contains(&steady.provider.to_string()) && n.contains("steady year")), "{notes:?}");
}

/// 40 % of 64 GPUs' hours at a ceiling of 92.5 % × 90 % need 30.8 GPUs: four nodes of eight.
#[test]
fn fewer_gpus_are_proposed_where_they_do() {
    let document = changed(&Document::typical(&PriceBook::embedded()), |s| {
        s.work.gpu_hours_per_month.value = 0.4 * 64.0 * 730.0 * s.work.efficiency.value * s.own.goodput.value;
    });
    let fit = |fabric: f64| {
        let all = ways(&of(&changed(&document, |s| s.work.fabric_gpus.value = fabric)));
        let note = way(&all, "Own").notes.iter().find(|n| plain(n).contains("would fit on")).cloned();
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

#[test]
fn one_way_alone_is_the_cheapest_of_nothing() {
    let lonely = changed(&Document::typical(&PriceBook::embedded()), |s| s.work.fabric_gpus.value = 1e5);
    let report = of(&lonely);
    assert_eq!(report.verdict.offer, None);
    let all = ways(&report);
    assert!(all.iter().all(|w| w.over_cheapest_usd.is_none()), "{all:?}");
    assert!(way(&all, "Own").present_value_usd.is_some() || report.outlook.own.unserved_gpu_hours > 0.0);
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
