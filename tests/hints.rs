//! Lines below inputs, questions of compared scenarios, alarms about prices, and names of own offers.

use engine::codec::{Document, file};
use engine::cost::LineId;
use engine::inputs::presets::PRESETS;
use engine::inputs::usual_range::far_from_usual;
use engine::inputs::value::{Amount, Quote, free_quote_name};
use engine::inputs::{FIELDS, Scenario, Site, StaffMethod, YearlyMethod, field};
use engine::prices::PriceBook;
use engine::report::evaluate;
use engine::view::comparable::different_questions;
use engine::view::hints::hint;
use engine::view::phrases::offer_name;
use engine::view::{Style, plain_text};

fn told(row: &str, s: &Scenario) -> Option<String> {
    let write =
        |value: f64, style: Style| if style == Style::Usd { format!("${value:.0}") } else { format!("{value}") };
    hint(row, s, &PriceBook::embedded()).map(|pieces| plain_text(&pieces, write))
}

fn with_gpus(gpus: f64, book: &PriceBook) -> Scenario {
    let typical = Scenario::typical(book);
    let mut s = typical.clone();
    s.own.gpus = Amount::exact(gpus);
    s.follow_gpus(&typical, book);
    s
}

/// By hand: 0.05 + 1.45 × 32 ÷ 56 = 0.8786 people for 40 GPUs, less 0.5.
#[test]
fn people_are_told_with_the_rule_the_figure_and_what_is_subtracted() {
    let book = PriceBook::embedded();
    let mut s = with_gpus(40.0, &book);
    let words = told("people.method", &s).expect("a hint");
    assert!(words.starts_with("40 GPUs need 0.88 people by the rule: 0.05 people for 8 GPUs"), "{words}");
    assert!(words.ends_with("Renting needs 0.5 of them too, so 0.38 are charged to owning."), "{words}");
    let report = evaluate(&s, &book, book.current_edition()).expect("a report");
    let line = report.own.lines.iter().find(|line| line.id == LineId::People).expect("people");
    let charged = 0.05 + 1.45 * 32.0 / 56.0 - 0.5;
    assert!((line.usd_per_year - charged * s.people.usd_per_person_year.value).abs() < 1e-6, "{}", line.usd_per_year);
    s.people.method = StaffMethod::Given;
    s.people.own_people = Amount::exact(2.0);
    assert_eq!(told("people.method", &s), None);
    assert_eq!(
        told("people.own_people", &s).as_deref(),
        Some("Renting needs 0.5 of them too, so 1.5 are charged to owning.")
    );
    s.own.yearly_method = YearlyMethod::Amount;
    assert_eq!(told("people.own_people", &s), None);
}

#[test]
fn storage_at_zero_on_one_side_says_what_the_other_pays() {
    let book = PriceBook::embedded();
    let mut s = Scenario::typical(&book);
    assert_eq!((told("own.storage_tb", &s), told("rent.storage_tb", &s)), (None, None));
    s.own.storage_tb = Amount::exact(0.0);
    s.rent.storage_tb = Amount::exact(100.0);
    s.rent.storage_usd_per_gb_month = Amount::exact(0.02);
    let words = told("own.storage_tb", &s).expect("a hint");
    assert!(words.starts_with("Owning buys no storage. Renting still pays $2000 a month for 100 TB: see "), "{words}");
    assert!(words.contains(field("rent.storage_tb").expect("a row").label), "{words}");
    s.rent.storage_tb = Amount::exact(0.0);
    assert_eq!(told("own.storage_tb", &s), None);
    s.own.storage_tb = Amount::exact(10.0);
    s.own.storage_usd_per_tb = Amount::exact(150.0);
    let words = told("rent.storage_tb", &s).expect("a hint");
    assert!(words.starts_with("Renting pays for no storage. Owning still buys 10 TB for $1500: see "), "{words}");
    assert!(words.contains(field("own.storage_tb").expect("a row").label), "{words}");
}

/// By hand: 8 nodes of 10.2 kW are 81.6 kW, two racks of 41; at 200 a kW-month 82 × 200 × 12.
#[test]
fn racks_are_told_with_their_rent() {
    let mut s = Scenario::typical(&PriceBook::embedded());
    s.place.colocation_usd_per_kw_month = Amount::exact(200.0);
    let words = "8 nodes are rated at 81.6 kW in all: 2 racks, 82 kW, for $196800 a year.";
    assert_eq!(told("place.rack_kw", &s).as_deref(), Some(words));
    s.place.rack_kw = Amount::exact(0.0);
    let words = "8 nodes are rated at 81.6 kW in all: 81.6 kW, for $195840 a year.";
    assert_eq!(told("place.contracted_kw", &s).as_deref(), Some(words));
    s.place.site = Site::Room;
    assert_eq!(told("place.rack_kw", &s), None);
}

fn label(row: &str) -> &'static str {
    field(row).expect("a row").label
}

#[test]
fn scenarios_that_ask_for_other_things_say_so() {
    let book = PriceBook::embedded();
    let first = Scenario::typical(&book);
    assert_eq!(different_questions(&[&first, &first]), None);
    assert_eq!(different_questions(&[]), None);
    let mut priced = first.clone();
    priced.own.node_price_usd = Amount::exact(1.0);
    assert_eq!(different_questions(&[&first, &priced]), None, "the same question at another price");
    let mut larger = first.clone();
    larger.work.gpu_hours_per_month = Amount::exact(1_000.0);
    let words = different_questions(&[&first, &larger]).expect("another work");
    assert!(words.contains(&format!(": \u{201c}{}\u{201d} differs.", label("work.gpu_hours_per_month"))), "{words}");
    larger.work.gpu = "b200-sxm".to_owned();
    larger.time.horizon_months = Amount::exact(24.0);
    let words = different_questions(&[&first, &priced, &larger]).expect("another question");
    assert!(
        words.contains(&format!(
            "\u{201c}{}\u{201d} and \u{201c}{}\u{201d} differ",
            label("work.gpu"),
            label("time.horizon_months")
        )),
        "{words}"
    );
}

/// What a preset, the choice of a GPU, a number of GPUs or a vendor's quote sets is never called unusual.
#[test]
fn alarms_never_fire_on_what_the_page_itself_set() {
    let book = PriceBook::embedded();
    let alarms = |s: &Scenario, edition: &str| -> Vec<&str> {
        FIELDS.iter().filter(|row| far_from_usual(row, s, &book, edition).is_some()).map(|row| row.id).collect()
    };
    let edition = book.current_edition();
    for preset in PRESETS {
        let document = file::read(preset.text(), &book).expect("a preset").document;
        assert_eq!(alarms(&document.scenario, &document.edition), Vec::<&str>::new(), "{}", preset.id);
    }
    for gpu in &book.gpus {
        let mut s = Document::typical(&book).scenario;
        if s.choose_gpu(&gpu.id, &book, edition) {
            assert_eq!(alarms(&s, edition), Vec::<&str>::new(), "{}", gpu.id);
        }
    }
    for gpus in [1.0, 8.0, 64.0, 4_096.0] {
        assert_eq!(alarms(&with_gpus(gpus, &book), edition), Vec::<&str>::new(), "{gpus}");
    }
    let quote = engine::inputs::vendor_quote::VendorQuote { nodes: 8.0, usd_per_node: 300_000.0, ..Default::default() };
    let quoted = quote.put_into(&Scenario::typical(&book), &book).expect("a quote");
    assert_eq!(alarms(&quoted, edition), Vec::<&str>::new());
    // A slip is still questioned.
    let mut slip = Scenario::typical(&book);
    slip.own.node_price_usd = Amount::exact(290.0);
    assert_eq!(alarms(&slip, edition), ["own.node_price_usd"]);
}

#[test]
fn three_own_offers_have_three_names() {
    let book = PriceBook::embedded();
    let mut s = Scenario::typical(&book);
    let quote = |name: &str| Quote { name: name.to_owned(), usd_per_gpu_hour: 2.0, ..Quote::default() };
    for _ in 0..3 {
        let name = free_quote_name(&s.rent.quotes, "Your offer");
        s.rent.quotes.push(quote(&name));
    }
    let typed: Vec<&str> = s.rent.quotes.iter().map(|quote| quote.name.as_str()).collect();
    assert_eq!(typed, ["Your offer", "Your offer 2", "Your offer 3"]);
    for names in [["", "", ""], ["Acme", "Acme", "Acme"]] {
        s.rent.quotes = names.map(quote).to_vec();
        let report = evaluate(&s, &book, book.current_edition()).expect("a report");
        let mut shown: Vec<String> =
            report.offers.iter().filter(|offer| offer.id.as_str().starts_with("quote-")).map(offer_name).collect();
        shown.sort();
        shown.dedup();
        assert_eq!(shown.len(), 3, "{shown:?}");
    }
}

/// Of an A100's data sheet: 312 of an H100's 989 dense BF16 TFLOP/s, and 6.5 kW for eight of them.
#[test]
fn a_zero_of_the_machines_there_says_what_it_counts_as() {
    let book = PriceBook::embedded();
    let mut s = Scenario::typical(&book);
    s.present.nodes = Amount::exact(4.0);
    s.present.node_gpu = "a100-80-sxm".to_owned();
    assert_eq!(told("present.gpus_per_node", &s).as_deref(), Some("0 counts as 8 GPUs, as in a new node."));
    let speed = told("present.gpu_relative_work", &s).expect("a hint");
    assert_eq!(speed, "0 counts as 0.315, by relative speed or dense BF16 throughput.");
    assert_eq!(told("present.node_kw", &s).as_deref(), Some("0 counts as 6.5 kW, by the price book or a new node."));
    s.present.node_kw = Amount::exact(5.0);
    assert_eq!(told("present.node_kw", &s), None, "it is entered");
    s.present.node_gpu = "other".to_owned();
    assert_eq!(told("present.gpu_relative_work", &s), None, "nothing is known: it is asked for");
}
