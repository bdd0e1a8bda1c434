//! The price paid today follows the GPU on the bill, and work computed from it is as assumed as the price.
//!
//! Expected values by hand from the rows of the price book: AWS p4de.24xlarge (8 A100 80 GB) at 27.44705 an hour, 3.43 a
//! GPU-hour, below Oracle's 4.00, Azure's 4.10 and Google's 5.07; AWS p5.48xlarge (8 H100) at 55.04, 6.88.

use engine::analysis::sensitivity::Driver;
use engine::codec::{Document, file, link};
use engine::horizon::node_expansion;
use engine::inputs::bill::PRICE;
use engine::inputs::field;
use engine::inputs::provenance::{Provenance, provenance};
use engine::inputs::value::{Amount, Range, Spread, Value};
use engine::inputs::vendor_quote::VendorQuote;
use engine::inputs::workloads::Workload;
use engine::inputs::{FIELDS, Scenario, Size};
use engine::measured::bill::present::{MeasuredFrom, MeasuredRow, MeasuredValue};
use engine::measured::proposals;
use engine::prices::PriceBook;
use engine::report::{Report, drivers, evaluate_without_trees};
use engine::view::answer::answer;
use engine::view::hints::hint;
use engine::view::{Style, plain_text};

const WORK: &str = "work.gpu_hours_per_month";
const IDLE: &str = "present.idle_share";

/// An edit as the page makes it.
fn edited(s: &Scenario, book: &PriceBook, change: impl FnOnce(&mut Scenario)) -> Scenario {
    let mut next = s.clone();
    change(&mut next);
    next.follow_edit(s, s, book);
    next
}

/// A number typed into a field.
fn typed(s: &Scenario, book: &PriceBook, id: &str, value: f64) -> Scenario {
    let row = field(id).expect("a row");
    let given = row.given(value, s, book);
    edited(s, book, |s| assert!(row.set(s, &Value::Number(given))))
}

fn with_bill(book: &PriceBook) -> Scenario {
    edited(&Scenario::typical(book), book, |s| s.present.bill_usd_per_month = Amount::exact(100_000.0))
}

/// The button that sets the work to what the bill pays for.
fn work_set(s: &Scenario, book: &PriceBook) -> Scenario {
    let mut next = s.clone();
    assert!(next.take_work_of_bill(book));
    next
}

fn report(s: &Scenario, book: &PriceBook) -> Report {
    evaluate_without_trees(s, book, book.current_edition()).unwrap_or_else(|issues| panic!("{issues:?}"))
}

fn drivers_of(s: &Scenario, book: &PriceBook) -> Vec<Driver> {
    let edition = book.current_edition();
    drivers(&node_expansion::model(s, book, edition).expect("a model"), s, book, edition)
}

fn provenance_of(id: &str, s: &Scenario, book: &PriceBook) -> Provenance {
    provenance(field(id).expect("a row"), s, book, book.current_edition())
}

fn near(found: f64, wanted: f64, within: f64) {
    assert!((found - wanted).abs() <= within, "{found}, not {wanted}");
}

#[test]
fn the_price_follows_the_gpu_on_the_bill_until_it_is_entered() {
    let book = PriceBook::embedded();
    let first = with_bill(&book);
    assert_eq!(first.present.usd_per_gpu_hour, Amount::exact(6.88), "an H100");
    let a100 = edited(&first, &book, |s| s.present.gpu = "a100-80-sxm".to_owned());
    let price = a100.present.usd_per_gpu_hour;
    assert_eq!(price.value, 3.43);
    let range = price.range().expect("an assumed price has a range");
    near(range.low, 2.0 * 3.43 / 6.88, 1e-12);
    near(range.high, 12.29 * 3.43 / 6.88, 1e-12);
    assert_eq!(provenance_of(PRICE, &a100, &book), Provenance::Default, "assumed, not the user's");
    // The bill's GPU is that of the work where none is named.
    let mut of_work = first.clone();
    assert!(of_work.choose_gpu("h200-sxm", &book, book.current_edition()));
    assert_eq!(of_work.present.usd_per_gpu_hour.value, 7.91, "p5en: 63.296 for 8");
    assert_eq!(edited(&a100, &book, |s| s.present.gpu.clear()), first, "and back");
    // A price that was entered stays, though it be the default of another GPU.
    for usd in [3.10, 3.43, 6.88] {
        let own = typed(&first, &book, PRICE, usd);
        let other = edited(&own, &book, |s| s.present.gpu = "b200-sxm".to_owned());
        assert_eq!(other.present.usd_per_gpu_hour, own.present.usd_per_gpu_hour, "{usd}");
    }
}

/// A bill of an A100 entered last, by the year: the price is of its GPU as soon as it matters.
#[test]
fn the_order_of_entries_does_not_matter() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    let gpu_first = edited(&typical, &book, |s| s.present.gpu = "a100-80-sxm".to_owned());
    let yearly = engine::inputs::derived::derived("present.bill_usd_per_year").expect("a row");
    let then_bill = edited(&gpu_first, &book, |s| (yearly.set)(s, 1.2e6));
    let bill_first = edited(&with_bill(&book), &book, |s| s.present.gpu = "a100-80-sxm".to_owned());
    assert_eq!(then_bill, bill_first);
    let text = r#"{"format": "rack-or-rent/scenario", "inputs": {"present.gpu": "a100-80-sxm",
        "present.bill_usd_per_month": 100000}}"#;
    let read = file::read(text, &book).expect("it can be read").document.scenario;
    assert_eq!(read.present.usd_per_gpu_hour, bill_first.present.usd_per_gpu_hour, "written by hand");
    let row = MeasuredRow {
        row: "present.gpu".to_owned(),
        value: MeasuredValue::Text { text: "a100-80-sxm".to_owned() },
        from: MeasuredFrom::MostGpuHours { share: 1.0 },
    };
    let measured = edited(&with_bill(&book), &book, |s| proposals::apply(s, None, &[row], &book));
    assert_eq!(measured, bill_first, "a measured file that names the GPU alone");
}

/// Machines of a quote and a bill: whichever is entered first, the quoted ones are the size to own and the rest is found.
#[test]
fn a_quote_and_a_bill_ask_the_same_in_either_order() {
    let book = PriceBook::embedded();
    let quoted = |s: &Scenario| {
        let quote = VendorQuote {
            nodes: 32.0,
            gpus_per_node: Some(8.0),
            usd_per_node: 290_000.0,
            usd_per_year: Some(1.2e6),
            years: Some(4.0),
            worth: Some(0.1),
            ..VendorQuote::default()
        };
        quote.put_into(s, &book).unwrap_or_else(|wrong| panic!("{wrong:?}"))
    };
    let bill_first = quoted(&with_bill(&book));
    let quote_first =
        edited(&quoted(&Scenario::typical(&book)), &book, |s| s.present.bill_usd_per_month = Amount::exact(100_000.0));
    assert_eq!((&bill_first.sizes.own, &bill_first.sizes.commit), (&Size::Typed(256.0), &Size::Found));
    assert_eq!(quote_first, bill_first);
}

/// Every GPU has a price within the bounds of its row. Rubin is not listed: 6.88 × 4,000 ÷ 989 dense BF16 TFLOP/s.
#[test]
fn every_gpu_has_a_price_listed_or_by_its_speed() {
    let book = PriceBook::embedded();
    assert_eq!(book.large_cloud_usd(book.current_edition(), "h100-sxm"), Some(6.88), "the table's default");
    let row = field(PRICE).expect("a row");
    for gpu in &book.gpus {
        let s = edited(&with_bill(&book), &book, |s| s.present.gpu.clone_from(&gpu.id));
        assert_eq!(row.validate(&row.get(&s)), None, "{}", gpu.id);
        assert!(
            row.open_range(&s, &book, book.current_edition()).is_some_and(|(low, high)| low < high),
            "{} is assumed",
            gpu.id
        );
        if gpu.id == "rubin" {
            near(s.present.usd_per_gpu_hour.value, 6.88 * 4_000.0 / 989.0, 0.2);
        }
    }
}

/// By hand: 100,000 ÷ 6.88 × 85% × 98.5% = 12,169 productive hours. The price alone (2.00 to 12.29) makes it 41,863 to
/// 6,812, the idle share alone (0 to 40%) 14,317 to 8,590; together, as independent, 5,726 to 41,940.
#[test]
fn work_set_from_an_assumed_price_is_assumed_and_counts_in_the_joint_effect() {
    let book = PriceBook::embedded();
    let s = work_set(&with_bill(&book), &book);
    let range = Range { spread: Spread::Triangular, low: 5_726.0, high: 41_941.0 };
    assert_eq!(s.work.gpu_hours_per_month, Amount::ranged(12_169.0, range));
    let Provenance::Bill(billed) = provenance_of(WORK, &s, &book) else { panic!("not of the bill") };
    assert_eq!(billed.assumed, [PRICE, IDLE]);
    let found = report(&s, &book);
    assert_eq!(found.verdict.work_assumed_from, [PRICE, IDLE]);
    near(found.present.as_ref().and_then(|plan| plan.covers_work).expect("work"), 1.0, 1e-4);
    let moved = drivers_of(&s, &book);
    let of_work: Vec<&Driver> = moved.iter().filter(|driver| driver.field == WORK).collect();
    assert!(matches!(of_work.as_slice(), [driver] if driver.unconfirmed), "{of_work:?}");
    let mut exact = s.clone();
    exact.work.gpu_hours_per_month = Amount::exact(12_169.0);
    let known = report(&exact, &book).verdict;
    assert!(found.verdict.allowance_usd > known.allowance_usd, "{:?} {known:?}", found.verdict);
    // The badge stands though the node price is the user's own.
    let quoted = typed(&s, &book, "own.node_price_usd", 250_000.0);
    let words = answer(&report(&quoted, &book), "H100", 250_000.0);
    assert!(words.on_assumed_prices);
    let told = plain_text(&words.assumed, |value, _| format!("{value:.2}"));
    assert_eq!(
        told,
        "The work is what the bill pays for at 6.88 per GPU-hour. \u{201c}Price you pay today\u{201d} and \u{201c}Idle hours on the bill\u{201d} are assumptions."
    );
    let entered = typed(&quoted, &book, WORK, 12_000.0);
    assert!(!answer(&report(&entered, &book), "H100", 250_000.0).on_assumed_prices);
    assert_eq!(provenance_of(WORK, &entered, &book), Provenance::Given(None));
}

/// By hand: 100,000 ÷ 4.10 × 98.5% × 85% = 20,421; 14,415 at 40% idle, 24,024 at none.
#[test]
fn work_of_the_bill_follows_it_and_is_known_once_its_rows_are() {
    let book = PriceBook::embedded();
    let s = work_set(&with_bill(&book), &book);
    let priced = typed(&s, &book, PRICE, 4.10);
    let range = Range { spread: Spread::Triangular, low: 14_414.0, high: 24_025.0 };
    assert_eq!(priced.work.gpu_hours_per_month, Amount::ranged(20_421.0, range));
    assert!(
        !answer(&report(&typed(&priced, &book, "own.node_price_usd", 250_000.0), &book), "H100", 0.0).on_assumed_prices
    );
    let known = typed(&priced, &book, IDLE, 0.15);
    assert_eq!(known.work.gpu_hours_per_month, Amount::exact(20_421.0));
    let Provenance::Bill(billed) = provenance_of(WORK, &known, &book) else { panic!("not of the bill") };
    assert!(billed.assumed.is_empty());
    assert!(report(&known, &book).verdict.work_assumed_from.is_empty());
    // Twice the bill, twice the work; work that was entered stays.
    let twice = typed(&known, &book, "present.bill_usd_per_month", 200_000.0);
    assert_eq!(twice.work.gpu_hours_per_month.value, 40_841.0);
    let entered = typed(&known, &book, WORK, 20_000.0);
    let later = typed(&entered, &book, "present.bill_usd_per_month", 200_000.0);
    assert_eq!(later.work.gpu_hours_per_month, Amount::exact(20_000.0));
    // While a price is typed key by key, the work follows each key.
    let mut half = known.clone();
    half.present.usd_per_gpu_hour = Amount::exact(5.0);
    half.follow_edit(&known, &known, &book);
    let mut whole = half.clone();
    whole.present.usd_per_gpu_hour = Amount::exact(5.5);
    whole.follow_edit(&known, &half, &book);
    assert_eq!(whole.work.gpu_hours_per_month.value, 15_223.0);
}

/// The fault as it was found: a bill for A100, and 6.88 an hour, the price of an H100, stayed. By hand 24,410 hours of
/// work at 3.43, not 12,169.
#[test]
fn a_bill_for_a100_is_not_read_at_the_price_of_an_h100() {
    let book = PriceBook::embedded();
    let mut s = with_bill(&book);
    assert!(s.choose_gpu("a100-80-sxm", &book, book.current_edition()));
    let right = work_set(&s, &book);
    assert_eq!(right.work.gpu_hours_per_month.value, 24_410.0);
    s.present.usd_per_gpu_hour = Amount::exact(6.88);
    let wrong = work_set(&s, &book);
    assert_eq!(wrong.work.gpu_hours_per_month.value, 12_169.0);
    let [right, wrong] = [right, wrong].map(|s| report(&s, &book).outlook.saving_usd.expect("both sides"));
    assert!(right > wrong + 100_000.0, "{right} {wrong}: half of the work hides half of what owning saves");
}

#[test]
fn links_and_files_keep_where_the_work_comes_from() {
    let book = PriceBook::embedded();
    let a100 = edited(&with_bill(&book), &book, |s| s.present.gpu = "a100-80-sxm".to_owned());
    let document = Document { scenario: work_set(&a100, &book), ..Document::typical(&book) };
    let of_file = file::read(&file::write(&document), &book).expect("it can be read");
    let texts = [link::read(&link::write(&document), &book), of_file];
    for read in texts {
        let s = read.document.scenario;
        assert_eq!(s, document.scenario);
        assert!(s.is_work_of_bill(&book).is_some());
    }
}

/// By hand: 100,000 / 6.88 GPU-hours, less 15% of them idle, at 98.5% goodput, are 12,169; twice the bill, twice that.
#[test]
fn work_that_nobody_entered_is_what_the_bill_pays_for() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    let usual = typical.work.gpu_hours_per_month;
    let s = with_bill(&book);
    near(s.work.gpu_hours_per_month.value, 12_169.0, 0.5);
    assert!(s.is_work_of_bill(&book).is_some());
    near(typed(&s, &book, "present.bill_usd_per_month", 200_000.0).work.gpu_hours_per_month.value, 24_338.0, 1.0);
    // Key by key, there and back: "1", "10", nothing.
    let mut at = typical.clone();
    for bill in [1.0, 10.0, 100_000.0, 0.0] {
        let mut next = at.clone();
        next.present.bill_usd_per_month = Amount::exact(bill);
        next.follow_edit(&typical, &at, &book);
        at = next;
    }
    assert_eq!(at.work.gpu_hours_per_month, usual, "an emptied field leaves no trace");
    // Work of the machines entered, by default, is nobody's either; typed or described work stays.
    let quoted = edited(&typical, &book, |s| s.present.bill_usd_per_month = Amount::exact(50_000.0));
    assert!(quoted.is_work_of_bill(&book).is_some());
    let mut described = typical.clone();
    described.work.workloads = vec![Workload { gpus: Some(24.0), ..Workload::default() }];
    let work = described.work.gpu_hours_per_month;
    let described = edited(&described, &book, |s| s.present.bill_usd_per_month = Amount::exact(50_000.0));
    assert_eq!(described.work.gpu_hours_per_month, work);
}

#[test]
fn below_the_work_stands_the_price_it_was_set_from() {
    let book = PriceBook::embedded();
    let told = |s: &Scenario| {
        let write = |value: f64, style: Style| match style {
            Style::UsdPerHour => format!("${value:.2}"),
            Style::Percent => format!("{:.0} %", value * 100.0),
            _ => format!("{value:.0}"),
        };
        hint("work.busy_share", s, &book).map(|pieces| plain_text(&pieces, write))
    };
    let s = with_bill(&book);
    let entered = typed(&Scenario::typical(&book), &book, WORK, 30_000.0);
    let entered = edited(&entered, &book, |s| s.present.bill_usd_per_month = Amount::exact(100_000.0));
    assert_eq!((entered.work.gpu_hours_per_month.value, told(&entered)), (30_000.0, None), "the work was entered");
    assert_eq!(
        told(&work_set(&s, &book)).as_deref(),
        Some(
            "Set from the bill: 100000 a month at $6.88 per GPU-hour, 15 % of them idle. \u{201c}Price you pay today\u{201d} and \u{201c}Idle hours on the bill\u{201d} are assumptions. The work is between 5726 and 41941 GPU-hours."
        )
    );
    let known = typed(&typed(&work_set(&s, &book), &book, PRICE, 4.10), &book, IDLE, 0.2);
    assert_eq!(
        told(&known).as_deref(),
        Some("Set from the bill: 100000 a month at $4.10 per GPU-hour, 20 % of them idle.")
    );
}

/// The price of another GPU's machine is the price book's, not the user's: it has the book's range and counts in the
/// joint effect, as the default machine does.
#[test]
fn the_listed_machine_of_another_gpu_is_assumed_with_its_range() {
    let book = PriceBook::embedded();
    let mut s = Scenario::typical(&book);
    assert!(s.choose_gpu("b200-sxm", &book, book.current_edition()));
    let price = s.own.node_price_usd.value;
    let listed = book.hardware.iter().filter(|h| h.gpu == "b200-sxm").filter_map(|h| h.price);
    let listed = listed.into_iter().find(|listed| listed.typical == price).expect("a machine");
    let row = field("own.node_price_usd").expect("a row");
    assert_eq!(row.open_range(&s, &book, book.current_edition()), Some((listed.low, listed.high)));
    for id in ["own.node_price_usd", "power.tdp_w", "place.node_kw"] {
        assert!(matches!(provenance_of(id, &s, &book), Provenance::Machine { .. }), "{id}");
    }
    let moved = drivers_of(&s, &book);
    assert!(moved.iter().any(|driver| driver.field == row.id && driver.unconfirmed));
    // Typed, it is the user's own.
    let own = typed(&s, &book, row.id, price);
    assert!(own.own.node_price_usd.is_confirmed());
    assert_eq!(provenance_of(row.id, &own, &book), Provenance::Given(None));
    assert_eq!(report(&own, &book).verdict.assumed, None);
    // The typical scenario holds nothing of the user's.
    let typical = Scenario::typical(&book);
    assert!(FIELDS.iter().all(|row| provenance_of(row.id, &typical, &book) == Provenance::Default));
}
