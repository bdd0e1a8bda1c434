//! The basis of a verdict: prices that change it, inputs that affect it, undone work, and texts that could not be used
//! as written. Expected values by hand, each with its calculation; elsewhere new reports at the value a report states.

use std::sync::LazyLock;

use engine::codec::{Decoded, file, link};
use engine::derivation::DerivationId;
use engine::horizon::HorizonBreakEven;
use engine::inputs::value::{Amount, Quote, Value};
use engine::inputs::{BeyondChoice, FIELDS, Scenario, field};
use engine::prices::PriceBook;
use engine::report::{Report, Strength, VerdictKind, evaluate, evaluate_without_plans};
use engine::view::answer::answer;
use engine::view::badge::Badge;
use engine::view::figure_links::STEADY_YEAR_BREAK_EVEN;
use engine::view::flips::flips;
use engine::view::plain_text;

const FALLBACK: &str = include_str!("faults/price-to-win-with-fallback.json");
const FLIPS: &str = include_str!("faults/driver-flips.json");
const QUEUE: &str = include_str!("faults/queue-steady-agrees.json");
const NO_GPUS: &str = include_str!("faults/no-gpus.json");
const ONE_BAD_QUOTE: &str = include_str!("faults/one-bad-quote.json");

fn read(text: &str) -> Decoded {
    file::read(text, &PriceBook::embedded()).expect("a scenario")
}

fn of(scenario: &Scenario) -> Report {
    evaluate(scenario, &PriceBook::embedded(), "2026-11").expect("a report")
}

/// The report of a text, with what could not be used.
fn told(read: &Decoded) -> Report {
    let report = evaluate(&read.document.scenario, &PriceBook::embedded(), &read.document.edition).expect("a report");
    report.with_issues(&read.notices)
}

/// A sentence with figures for people: thousands separators, and two decimals if there are any.
fn said(pieces: &[engine::view::Piece]) -> String {
    plain_text(pieces, |value, style| match style {
        engine::view::Style::Count => {
            let digits = format!("{value:.0}");
            let head = digits.len() % 3;
            let mut text = digits[..head].to_owned();
            for (at, digit) in digits[head..].chars().enumerate() {
                if at % 3 == 0 && !text.is_empty() {
                    text.push(',');
                }
                text.push(digit);
            }
            text
        }
        _ => format!("{value:.2}"),
    })
}

/// By hand: owning costs 446,665 + 5 × 95,387 = 923,600 for 60 × 39,993 hours, 0.3849 an hour. 40% of every hour at
/// Alpha go to Gamma at 7.7439, which alone is 3.0975: Alpha would have to pay 4.52 an hour for the rest. An offer is
/// not its own fallback; a third offer would have Alpha's 5.4260 as its fallback and would have to pay 2.98
/// (`faults_doubts.rs`).
#[test]
fn where_the_rest_costs_more_than_owning_no_price_turns_the_answer() {
    let read = read(FALLBACK);
    let report = of(&read.document.scenario);
    let own = 923_600.0 / (60.0 * 39_993.0);
    assert!((own - 0.4 * 7.743_864_904_628_9) / 0.6 < 0.0);
    let turning = report.outlook.turning.as_ref().expect("the two compare");
    assert_eq!((turning.offer.as_deref(), turning.usd_per_gpu_hour), (Some("quote-2"), None));
    let words = answer(&report, "H100", 0.0);
    assert!(said(&words.indifference).starts_with("No price per GPU-hour is low enough"), "{:?}", words.indifference);
    // With all hours available, the break-even price is the cost of an hour.
    let mut all = read.document.scenario;
    all.rent.unavailable_share = Amount::exact(0.0);
    let price = of(&all).outlook.turning.and_then(|t| t.usd_per_gpu_hour).expect("a price");
    assert!((price - own).abs() < 1e-9, "{price} and {own}");
}

/// By hand: 175,200 a year for 8 × 8,760 hours are 2.50; A asks 2.00 and B 2.20 for 36 months. At any price of A, B
/// stays below 2.50.
#[test]
fn the_price_of_one_offer_turns_nothing_where_another_is_cheaper_than_owning_too() {
    let report = of(&read(FLIPS).document.scenario);
    let rows = flips(&report, 0.0);
    let price = rows.iter().find(|row| row.field == "rent.discount_share").expect("a row");
    assert_eq!(price.at, None);
}

/// By hand, over 36 months of 5,840 hours: at the high end a platform adds 900,000 to every rental. Prices that rise by
/// 40% a year leave B, fixed at 2.20, cheaper than owning at 2.50: that is no flip.
#[test]
fn an_input_flips_the_answer_only_if_the_cheapest_offer_there_loses() {
    let report = of(&read(FLIPS).document.scenario);
    let driver = |id: &str| report.drivers.iter().find(|d| d.field == id).expect("a driver");
    let drift = driver("time.rent_drift");
    let committed = 36.0 * 5_840.0 * (2.5 - 2.2);
    assert!(!drift.flips && (drift.saving_at_high_usd + committed).abs() < 1e-6, "{drift:?}");
    assert!(driver("rent.platform_usd_per_month").flips);
}

/// By hand: owning costs 300,000 + 2 × 50,000 less 180,000 for machines aged two of five years, 220,000. It does 4,672
/// hours a month; the work is 4,400 × the sum of 1.3^((m − 1) / 12), and at 6.00 an hour that is the cost of renting.
#[test]
fn plans_with_different_undone_work_have_no_winner_but_a_price() {
    let report = of(&read(QUEUE).document.scenario);
    let months: Vec<f64> = (0..24).map(|month| 4_400.0 * 1.3_f64.powf(f64::from(month) / 12.0)).collect();
    let wanted: f64 = months.iter().sum();
    let undone: f64 = months.iter().map(|hours| (hours - 4_672.0).max(0.0)).sum();
    let price = (wanted * 6.0 - 220_000.0) / undone;
    assert!((price - 23.467).abs() < 1e-3 && (undone - 25_742.0).abs() < 0.1);
    let verdict = &report.verdict;
    let found = verdict.undone.as_ref().expect("a price of undone work");
    assert_eq!((verdict.kind, verdict.strength), (VerdictKind::UnservedWork, Strength::Open));
    assert!((found.own_gpu_hours / undone - 1.0).abs() < 1e-9 && found.rent_gpu_hours == 0.0, "{found:?}");
    assert!((found.usd_per_undone_gpu_hour / price - 1.0).abs() < 1e-9 && !found.own_above, "{found:?}");
    // No mention of a winner.
    assert_eq!((verdict.difference_usd, verdict.difference_share, verdict.difference_usd_per_year), (None, None, None));
    assert_eq!((verdict.steady_year_agrees, verdict.other_end_agrees), (None, None));
    assert!(verdict.break_even.is_none() && verdict.node_price_flip_usd.is_none() && report.drivers.is_empty());
    assert!(report.outlook.turning.is_none() && report.indifference_usd_per_gpu_hour.is_none());
    assert!(report.outlook.payback.is_none() && report.outlook.internal_rate.is_none());
    let names_a_winner =
        |id: DerivationId| id == DerivationId::SteadyYearBreakEvenPrice || STEADY_YEAR_BREAK_EVEN.contains(&id);
    assert!(report.derivations.iter().all(|tree| !tree.id.is_some_and(names_a_winner)));
    let words = answer(&report, "H100", 300_000.0);
    let sentence = said(&words.sentence);
    assert!(
        sentence.contains("Owning leaves 25,742 GPU-hours undone")
            && sentence.contains("rent if an undone hour costs you more than 23.47; otherwise own"),
        "{sentence}"
    );
    assert_eq!((words.badge, words.turns.len(), words.indifference.len()), (Badge::NoComparison, 0, 0));
    assert!(flips(&report, 300_000.0).is_empty());
}

/// By hand: 5,840 − 4,000 hours a month of owning's work stay undone under a commitment; the reverse case.
#[test]
fn a_rental_that_leaves_work_undone_has_its_price_too() {
    let mut scenario = read(QUEUE).document.scenario;
    scenario.own.largest_occupancy = Amount::exact(1.0);
    scenario.work.growth_per_year = Amount::exact(0.0);
    scenario.work.gpu_hours_per_month = Amount::exact(5_840.0);
    scenario.time.beyond = BeyondChoice::Offer;
    scenario.rent.quotes =
        vec![Quote { name: "C".to_owned(), usd_per_gpu_hour: 1.0, term_months: 24.0, ..Quote::default() }];
    scenario.rent.committed_count = engine::inputs::CommittedCount::Given;
    scenario.rent.committed_gpus = Amount::exact(5.0);
    let report = of(&scenario);
    let undone = 24.0 * (5_840.0 - 5.0 * 730.0);
    let price = (220_000.0 - 24.0 * 5.0 * 730.0) / undone;
    let found = report.verdict.undone.as_ref().expect("a price of undone work");
    assert!((found.rent_gpu_hours / undone - 1.0).abs() < 1e-9 && found.own_gpu_hours == 0.0, "{found:?}");
    assert!((found.usd_per_undone_gpu_hour / price - 1.0).abs() < 1e-9 && found.own_above, "{found:?}");
    let sentence = said(&answer(&report, "H100", 300_000.0).sentence);
    assert!(
        sentence.contains("Renting from C (24 months committed) leaves 52,560 GPU-hours undone: own if"),
        "{sentence}"
    );
    // A side that does all the work for less wins at any price.
    scenario.rent.quotes[0].usd_per_gpu_hour = 9.0;
    assert!(of(&scenario).verdict.undone.is_none());
}

#[test]
fn a_value_out_of_bounds_is_said_in_the_report() {
    let read = read(NO_GPUS);
    let report = told(&read);
    let [issue] = report.issues.as_slice() else { panic!("{:?}", report.issues) };
    assert_eq!(issue.fields, ["own.gpus"]);
    assert!(issue.message.contains("\"0\" must be between 1 and") && issue.message.contains("64"), "{}", issue.message);
    assert!(report.warnings.contains(issue));
    assert_eq!(answer(&report, "H100", 0.0).badge, Badge::SeeWarning);
    // A text used exactly as written has none.
    let whole = told(&self::read(FLIPS));
    assert!(whole.issues.is_empty());
}

#[test]
fn one_bad_quote_leaves_the_good_ones_and_is_named_in_the_report() {
    let book = PriceBook::embedded();
    let read = read(ONE_BAD_QUOTE);
    let report = told(&read);
    assert_eq!(report.verdict.offer.as_deref(), Some("quote-1"));
    assert_eq!(report.offers.iter().filter(|o| o.counted).count(), 1, "list prices step in");
    for told in [&report.issues, &report.warnings] {
        let [issue] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!(issue.fields, ["rent.quotes"]);
        assert!(
            issue.message.contains("Other, 2.2, -1") && issue.message.contains("between 0 and 120"),
            "{}",
            issue.message
        );
    }
    // Without a usable quote nothing is left to compare.
    let none = file::read(&ONE_BAD_QUOTE.replace("1.5,", "-1.5,"), &book).expect("a scenario");
    let report = told(&none);
    assert_eq!((report.verdict.kind, report.verdict.offer.as_deref()), (VerdictKind::NothingToRent, None));
    assert!(report.warnings.iter().any(|w| w.message.contains("there is nothing to compare")), "{:?}", report.warnings);
    let sentence = said(&answer(&report, "H100", 400_000.0).sentence);
    assert!(sentence.contains("Only your own offers are compared, and none of them has a price"), "{sentence}");
}

/// In files and in links, for every list row.
#[test]
fn one_bad_row_never_drops_the_others() {
    let book = PriceBook::embedded();
    let good = |columns: &[engine::inputs::field::Column], number: f64| {
        let cell = |column: &engine::inputs::field::Column| match column.kind {
            engine::inputs::field::ColumnKind::Number { .. } => engine::inputs::value::Cell::Number(number),
            engine::inputs::field::ColumnKind::Text { .. } => engine::inputs::value::Cell::Text("x".to_owned()),
            engine::inputs::field::ColumnKind::Choice(options) => {
                engine::inputs::value::Cell::Text(options[options.len() - 1].id.to_owned())
            }
        };
        columns.iter().map(cell).collect::<Vec<_>>()
    };
    let mut lists = 0;
    for row in FIELDS {
        let engine::inputs::field::Kind::List { columns, .. } = row.kind else { continue };
        lists += 1;
        let wanted = Value::List(vec![good(columns, 1.0), good(columns, 1.0)]);
        assert_eq!(row.validate(&wanted), None, "{}", row.id);
        let mut document = read(FLIPS).document;
        assert!(row.set(&mut document.scenario, &wanted));
        let one = if columns.len() == 1 { "\"x\"".to_owned() } else { String::new() };
        for bad in ["true".to_owned(), "[]".to_owned(), format!("[{{}}{}]", ",1".repeat(columns.len() - 1)), one] {
            if bad.is_empty() {
                continue;
            }
            let written = file::write(&document);
            let at = written.find(&format!("\"{}\": [", row.id)).expect("the list") + row.id.len() + 5;
            let text = format!("{}{bad}, {}", &written[..at], &written[at..]);
            let read = file::read(&text, &book).expect("a scenario");
            assert_eq!(row.get(&read.document.scenario), wanted, "{}: {bad}", row.id);
            assert!(
                read.notices.iter().any(|n| n.fields == [row.id] && n.message.contains("row 1")),
                "{}: {bad}",
                row.id
            );
        }
        let written = link::write(&document);
        let text = written.replace(&format!("&{}=", row.key), &format!("&{}=_zz~_zz~_zz~_zz~_zz~~", row.key));
        let read = link::read(&text, &book);
        assert_eq!(row.get(&read.document.scenario), wanted, "{}", row.id);
        assert!(read.notices.iter().any(|n| n.fields == [row.id] && n.message.contains("_zz")), "{}", row.id);
    }
    assert!(lists >= 9, "{lists} lists");
}

/// Pseudo-random numbers between 0 and 1, the same in every run (Knuth's 64-bit generator).
struct Drawn(u64);

impl Drawn {
    fn step(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(self.0 >> 32).expect("32 bits")
    }
    fn next(&mut self) -> f64 {
        f64::from(self.step()) / f64::from(u32::MAX)
    }
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        let place = usize::try_from(self.step() >> 8).expect("24 bits");
        of[place % of.len()]
    }
}

/// A scenario with any combination of offers, fallback, lead time, growth and queue.
fn drawn(draw: &mut Drawn) -> Scenario {
    let mut s = read(FLIPS).document.scenario;
    let gpus = draw.one(&[8.0, 16.0, 64.0]);
    s.own.gpus = Amount::exact(gpus);
    s.own.platform_usd_per_year = Amount::exact(0.0);
    s.own.node_price_usd = Amount::exact(draw.between(100_000.0, 500_000.0));
    s.own.operations_usd_per_year = Amount::exact(gpus * draw.between(0.0, 6_000.0));
    s.own.largest_occupancy = Amount::exact(draw.one(&[0.8, 0.9, 1.0]));
    s.work.gpu_hours_per_month = Amount::exact(gpus * 730.0 * draw.between(0.15, 1.1));
    s.work.growth_per_year = Amount::exact(draw.one(&[0.0, 0.0, 0.2, -0.1]));
    s.money.discount_rate = Amount::exact(draw.one(&[0.0, 0.08, 0.15]));
    s.time.horizon_months = Amount::exact(draw.one(&[24.0, 36.0, 60.0]));
    s.time.lead_months = Amount::exact(draw.one(&[0.0, 0.0, 3.0]));
    s.time.rent_drift = Amount::exact(draw.one(&[0.0, -0.15, 0.1]));
    s.time.beyond = draw.one(&[BeyondChoice::Offer, BeyondChoice::Offer, BeyondChoice::Queue]);
    s.rent.unavailable_share = Amount::exact(draw.one(&[0.0, 0.0, 0.1, 0.4]));
    s.rent.quotes = (0..draw.one(&[1, 2, 3]))
        .map(|place| Quote {
            name: format!("Q{place}"),
            usd_per_gpu_hour: draw.between(0.8, 8.0),
            term_months: draw.one(&[0.0, 0.0, 12.0, 36.0]),
            ..Quote::default()
        })
        .collect();
    s
}

/// Saving from owning after a change; `None` if the two do not compare.
fn saved(scenario: &Scenario, change: impl FnOnce(&mut Scenario)) -> Option<f64> {
    static BOOK: LazyLock<PriceBook> = LazyLock::new(PriceBook::embedded);
    let mut other = scenario.clone();
    change(&mut other);
    // The saving of owning has no plans in it, whose search takes most of the time.
    evaluate_without_plans(&other, &BOOK, "2026-11").expect("a report").outlook.saving_usd
}

/// Another plan wins on either side of the value.
fn turns(scenario: &Scenario, at: f64, change: impl Fn(&mut Scenario, f64)) -> bool {
    let [below, above] = [1.0 - 1e-7, 1.0 + 1e-7].map(|part| saved(scenario, |s| change(s, at * part)));
    below.zip(above).is_some_and(|(below, above)| (below > 0.0) != (above > 0.0))
}

fn number(scenario: &mut Scenario, id: &str, value: f64) {
    assert!(field(id).expect("a row").set(scenario, &Value::Number(Amount::exact(value))));
}

fn quote_of(id: &str) -> usize {
    id.trim_start_matches("quote-").parse::<usize>().expect("a quote") - 1
}

/// The price of an hourly quote, entered for it: if owning wins, with every other price unchanged; if renting wins, as
/// the price of the same service, with no other quote undercutting it.
fn price_turns(scenario: &Scenario, turning: &HorizonBreakEven, own_wins: bool) -> bool {
    let (Some(usd), Some(id)) = (turning.usd_per_gpu_hour, turning.offer.as_deref()) else { return true };
    let place = quote_of(id);
    let alone = !own_wins && scenario.rent.unavailable_share.value == 0.0;
    turns(scenario, usd, |s, usd| {
        s.rent.quotes[place].usd_per_gpu_hour = usd;
        if alone {
            s.rent.quotes = vec![s.rent.quotes[place].clone()];
        }
    }) || (!own_wins && !alone)
}

#[test]
fn every_value_that_is_said_to_turn_the_answer_does_once_it_is_typed() {
    let mut draw = Drawn(20_261_125);
    let mut met = [0; 6];
    for case in 0..250 {
        let scenario = drawn(&mut draw);
        let report = of(&scenario);
        let shown = format!("case {case}: {:?} {:?}", scenario.rent.quotes, report.outlook.turning);
        if let Some(undone) = &report.verdict.undone {
            met[0] += 1;
            // No value of the row changes it: the price applies equally to hours that are only late, so one side wins
            // at any value.
            let Some(usd) = undone.late_usd_per_gpu_hour else {
                let wins =
                    |usd| saved(&scenario, |s| number(s, "time.late_usd_per_gpu_hour", usd)).map(|saved| saved > 0.0);
                let all = [1e-3, 0.1, 1.0, 10.0, 1e3, 1e5].map(wins);
                assert!(all.iter().all(|one| *one == all[0]), "{shown}: {undone:?} {all:?}");
                continue;
            };
            assert!(
                turns(&scenario, usd, |s, usd| number(s, "time.late_usd_per_gpu_hour", usd)),
                "{shown}: {undone:?}"
            );
        }
        let Some(saving) = report.outlook.saving_usd else { continue };
        if let Some(turning) = &report.outlook.turning {
            met[1] += usize::from(turning.usd_per_gpu_hour.is_some() && saving > 0.0);
            assert!(price_turns(&scenario, turning, saving > 0.0), "{shown}");
            let work = scenario.work.gpu_hours_per_month.value / report.hours.wanted_busy_share;
            for share in [turning.busy_share, turning.until_busy_share].into_iter().flatten() {
                met[2] += 1;
                assert!(
                    turns(&scenario, share, |s, share| number(s, "work.gpu_hours_per_month", share * work)),
                    "{shown} at {share}"
                );
            }
        }
        if let Some(usd) = report.verdict.node_price_flip_usd.filter(|usd| *usd > 1.0) {
            met[3] += 1;
            assert!(turns(&scenario, usd, |s, usd| number(s, "own.node_price_usd", usd)), "{shown}: a node at {usd}");
        }
        for driver in &report.drivers {
            let at = |value: f64| saved(&scenario, |s| number(s, driver.field, value)).expect("the two compare");
            let ends = [at(driver.low) > 0.0, at(driver.high) > 0.0];
            met[4] += usize::from(driver.flips);
            assert_eq!(ends[0] != ends[1], driver.flips, "{shown}: {driver:?}");
        }
        let rows = flips(&report, scenario.own.node_price_usd.value);
        if let Some(usd) = rows.iter().find(|row| row.field == "rent.discount_share").and_then(|row| row.at) {
            met[5] += 1;
            let place = quote_of(report.verdict.offer.as_deref().expect("an offer"));
            assert!(
                turns(&scenario, usd, |s, usd| s.rent.quotes[place].usd_per_gpu_hour = usd),
                "{shown}: price {usd}"
            );
        }
    }
    assert!(met.iter().all(|count| *count >= 10), "{met:?}");
}
