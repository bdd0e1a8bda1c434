//! Rows of format 5: sizes that are typed or found, limits, machines there of another GPU, emissions.

use engine::codec::{Document, VERSION, file, link};
use engine::inputs::issue::Severity;
use engine::inputs::present_machines::{PresentMachines, WorkOrigin};
use engine::inputs::value::{Amount, Value};
use engine::inputs::{Emission, FIELDS, Limit, Rest, Scenario, Size, field};
use engine::model::Model;
use engine::prices::PriceBook;
use engine::report::evaluate;

/// Rows that came with format 5.
const SINCE: u32 = 5;

fn typed() -> Scenario {
    let mut s = Scenario::typical(&PriceBook::embedded());
    s.sizes.own = Size::Typed(24.0);
    s.sizes.commit = Size::Found;
    s.sizes.rest = Rest::Typed(0.0);
    s.limits.upfront_usd = Limit::Most(1_500_000.0);
    s.limits.peak_cash_usd = Limit::None;
    s.limits.kw = Limit::Most(40.5);
    s.limits.full_capacity_month = Limit::Most(6.0);
    s.power.kg_co2e_per_kwh = Amount::exact(0.02);
    s.rent.kg_co2e_per_gpu_hour = Emission::Known(0.1);
    s.present.nodes = Amount::exact(4.0);
    "a100-80-sxm".clone_into(&mut s.present.node_gpu);
    s.present.gpu_relative_work = Amount::exact(0.4);
    s.present.may_sell = true;
    s
}

fn document(scenario: Scenario) -> Document {
    Document { scenario, ..Document::typical(&PriceBook::embedded()) }
}

#[test]
fn words_and_numbers_travel_in_links_and_files() {
    let book = PriceBook::embedded();
    let all = document(typed());
    let text = link::write(&all);
    for pair in [
        "v=6",
        "so=24",
        "sc=found",
        "sh=0",
        "lu=1500000",
        "lw=40.5",
        "lf=6",
        "co2=0.02",
        "rco=0.1",
        "png=a100-80-sxm",
        "pms=1",
    ] {
        assert!(text.split('&').any(|found| found == pair), "{pair} in {text}");
    }
    // The word that means nothing new is left out.
    assert!(!text.contains("lk="), "{text}");
    let read = link::read(&text, &book);
    assert_eq!((read.document, read.notices), (all.clone(), Vec::new()));
    let json = file::write(&all);
    assert!(json.contains("\"sizes.own\": 24") && json.contains("\"sizes.commit\": \"found\""), "{json}");
    let read = file::read(&json, &book).expect("our own file");
    assert_eq!((read.document, read.notices), (all, Vec::new()));
}

/// A text of format 4 is complete: every row that came later is neutral, and its figures are those of before.
#[test]
fn a_text_of_format_4_sizes_nothing_and_limits_nothing() {
    let book = PriceBook::embedded();
    const { assert!(VERSION >= SINCE) };
    let now = link::write(&document(typed()));
    let is_new = |pair: &&str| {
        let key = pair.split('=').next();
        FIELDS.iter().any(|row| row.since >= SINCE && Some(row.key) == key)
    };
    let before: Vec<&str> = now.split('&').filter(|pair| !is_new(pair)).collect();
    let before = before.join("&").replace("v=6", "v=4");
    let read = link::read(&before, &book);
    assert!(read.notices.is_empty(), "{:?}", read.notices);
    let s = &read.document.scenario;
    assert_eq!((s.sizes.own, s.sizes.commit, s.sizes.rest), (Size::Auto, Size::Auto, Rest::Found));
    let limits = [s.limits.upfront_usd, s.limits.peak_cash_usd, s.limits.kw, s.limits.full_capacity_month];
    assert_eq!(limits, [Limit::None; 4]);
    assert_eq!((s.present.node_gpu.as_str(), s.present.may_sell), ("", false));
    assert_eq!(s.rent.kg_co2e_per_gpu_hour, Emission::Unknown);
    // Neutral machines are as new ones.
    let there = PresentMachines::new(s, &book, book.current_edition()).expect("known");
    assert_eq!((there.work_origin, there.is_other_gpu, there.relative_work), (WorkOrigin::SameGpu, false, 1.0));
    let of_new =
        (s.own.gpus_per_node.value, s.place.node_kw.value, s.power.tdp_w.value, s.power.host_kw_per_node.value);
    assert_eq!((there.gpus_per_node, there.node_kw, there.gpu_rated_w, there.host_kw), of_new);
    // Their own price: as none is entered, that of the book for a node of the same GPU.
    assert_eq!((there.price_usd, there.working_gpus_per_node()), (Some(285_000.0), 8.0));
}

#[test]
fn automatic_sizes_are_found_where_work_is_described() {
    assert!(Size::Auto.is_found(true) && !Size::Auto.is_found(false));
    assert!(Size::Found.is_found(false) && !Size::Typed(8.0).is_found(true));
    assert_eq!((Size::Typed(8.0).number(), Size::Auto.number()), (Some(8.0), None));
    assert!(Limit::None.allows(1e12) && Limit::Most(10.0).allows(10.0) && !Limit::Most(10.0).allows(10.5));
    assert!(Rest::Typed(0.0).is_excluded() && !Rest::Found.is_excluded());
}

#[test]
fn what_is_no_such_number_and_no_such_word_is_named_with_what_is_allowed() {
    let book = PriceBook::embedded();
    let told = |pair: &str| {
        let read = link::read(pair, &book);
        read.notices.into_iter().map(|notice| notice.message).collect::<Vec<_>>().join("; ")
    };
    let allowed = "must be auto, found or a whole number between 0 and 100000 GPUs; the default, Automatic, is used";
    for (pair, given) in [("so=8.5", "8.5"), ("so=-8", "-8"), ("so=most", "most"), ("so=8~t~4~16", "8~t~4~16")] {
        assert_eq!(told(pair), format!("GPUs to own: \"{given}\" {allowed}"));
    }
    assert_eq!(
        told("sh=4"),
        "Rented by the hour: \"4\" must be found or 0; the default, Whatever is cheapest, is used"
    );
    assert_eq!(
        told("lf=0"),
        "Full capacity by month: \"0\" must be none or a whole number between 1 and 120 months; the default, No limit, is used"
    );
    assert_eq!(
        told("lu=-1"),
        "Most upfront: \"-1\" must be none or a number between 0 and 10000000000 USD; the default, No limit, is used"
    );
    let file = r#"{"inputs": {"limits.kw": {"value": 40, "range": {"spread": "uniform", "low": 30, "high": 50}}}}"#;
    let read = file::read(file, &book).expect("a file");
    assert_eq!(read.document.scenario.limits.kw, Limit::None);
    assert_eq!(read.notices.len(), 1);
    // The same in a scenario that was not read.
    let mut s = Scenario::typical(&book);
    s.limits.full_capacity_month = Limit::Most(0.5);
    let issues = Model::new(&s, &book, book.current_edition()).expect_err("out of bounds");
    assert_eq!(issues[0].fields, ["limits.full_capacity_month"]);
    s.limits.full_capacity_month = Limit::Most(f64::NAN);
    assert!(evaluate(&s, &book, book.current_edition()).is_err());
}

/// By hand, from the price book's DGX A100 640 GB: 8 GPUs of 400 W, 6.5 kW, 167,000. Its host draws 75% of 6.5 kW less
/// 79.5% of 3.2 kW, 2.3. Dense BF16: 312 of 989 teraflops. Two years old it is worth 10^(−0.28) of its price.
#[test]
fn machines_there_of_another_gpu_are_those_of_the_price_book() {
    let book = PriceBook::embedded();
    let mut s = Scenario::typical(&book);
    let edited = |s: &Scenario, change: &dyn Fn(&mut Scenario)| {
        let mut next = s.clone();
        change(&mut next);
        next.follow_edit(s, s, &book);
        next
    };
    s = edited(&s, &|s| s.present.nodes = Amount::exact(4.0));
    let of_h100 = s.present.node_resale_usd;
    s = edited(&s, &|s| "a100-80-sxm".clone_into(&mut s.present.node_gpu));
    let there = PresentMachines::new(&s, &book, book.current_edition()).expect("known");
    assert_eq!((there.gpus_per_node, there.node_kw, there.gpu_rated_w, there.host_kw), (8.0, 6.5, 400.0, 2.3));
    assert!((there.relative_work - 312.0 / 989.0).abs() < 1e-12, "{there:?}");
    assert_eq!((there.price_usd, there.is_other_gpu), (Some(167_000.0), true));
    assert_eq!(s.present.node_resale_usd.value, (167_000.0 * 10_f64.powf(-0.28)).round());
    // Half a machine of it.
    let half = edited(&s, &|s| s.present.gpus_per_node = Amount::exact(4.0));
    let there = PresentMachines::new(&half, &book, book.current_edition()).expect("known");
    assert_eq!((there.gpus_per_node, there.node_kw, there.price_usd), (4.0, 3.25, Some(83_500.0)));
    // What is entered wins.
    let given = edited(&s, &|s| {
        s.present.gpu_relative_work = Amount::exact(0.5);
        s.present.node_kw = Amount::exact(6.0);
        s.present.node_price_usd = Amount::exact(100_000.0);
    });
    let there = PresentMachines::new(&given, &book, book.current_edition()).expect("known");
    assert_eq!((there.relative_work, there.node_kw, there.price_usd), (0.5, 6.0, Some(100_000.0)));
    assert_eq!(there.working_gpus_per_node(), 4.0);
    assert_eq!(given.present.node_resale_usd.value, (100_000.0 * 10_f64.powf(-0.28)).round());
    // And back: as if it had never been another GPU.
    let back = edited(&s, &|s| s.present.node_gpu.clear());
    assert_eq!(back.present.node_resale_usd, of_h100);
}

#[test]
fn of_a_gpu_that_is_not_in_the_price_book_everything_is_asked() {
    let book = PriceBook::embedded();
    let mut s = Scenario::typical(&book);
    let before = s.clone();
    s.present.nodes = Amount::exact(4.0);
    "other".clone_into(&mut s.present.node_gpu);
    s.follow_edit(&before, &before, &book);
    let issues = Model::new(&s, &book, book.current_edition()).expect_err("unknown");
    // A job of 64 GPUs fits neither the machines there nor those bought beside them: a warning.
    let asked: Vec<&str> =
        issues.iter().filter(|issue| issue.severity == Severity::Error).map(|issue| issue.fields[0]).collect();
    assert_eq!(asked, ["present.gpu_relative_work", "present.node_kw", "present.node_resale_usd"]);
    assert_eq!(issues[1].message, "Power of a node is unknown for the GPU of the nodes you own. Enter it");
    s.present.gpu_relative_work = Amount::exact(0.25);
    s.present.node_kw = Amount::exact(5.1);
    s.present.node_resale_usd = Amount::exact(20_000.0);
    assert!(Model::new(&s, &book, book.current_edition()).is_ok());
    // By its nameplate: half of a new node of 10.2 kW, 8 × 700 W and a host of 3.2 kW. Its price new is that of a new one.
    let there = PresentMachines::new(&s, &book, book.current_edition()).expect("entered");
    assert_eq!((there.gpu_rated_w, there.host_kw, there.price_usd), (350.0, 1.6, None));
    // Without nodes nothing is asked.
    s.present.gpu_relative_work = Amount::exact(0.0);
    s.present.nodes = Amount::exact(0.0);
    assert!(Model::new(&s, &book, book.current_edition()).is_ok());
}

/// 770.9 pounds of 0.45359237 kg for 1,000 kWh: 0.3497 kg (US EPA, eGRID2023).
#[test]
fn the_emissions_of_electricity_are_sourced() {
    let book = PriceBook::embedded();
    let row = field("power.kg_co2e_per_kwh").expect("a row");
    let default = row.default_in(&book);
    assert!(!default.assumed && default.url.starts_with("https://www.epa.gov/"), "{default:?}");
    let Value::Number(amount) = default.value else { panic!("a number") };
    assert!((amount.value - 770.9 * 0.453_592_37 / 1_000.0).abs() < 0.0005);
    assert_eq!(row.neutral.to_value(), Value::Number(Amount::exact(0.35)));
}
