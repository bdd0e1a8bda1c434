//! Contracted kilowatts: whole racks stand in the line with what the nodes draw, and a quote's kilowatts can be entered.
//!
//! Expected values by hand from the defaults: nodes of 10.2 kW in racks of 41 kW.

use engine::codec::link;
use engine::cost::LineId;
use engine::inputs::Scenario;
use engine::inputs::derived::derived;
use engine::inputs::value::Amount;
use engine::inputs::{Site, YearlyMethod};
use engine::model::fixes::fix;
use engine::prices::PriceBook;
use engine::report::{ContractedPower, Report, evaluate};
use engine::view::contracted_power::contracted_power;
use engine::view::{Style, plain_text};

fn report(s: &Scenario) -> Report {
    let book = PriceBook::embedded();
    evaluate(s, &book, book.current_edition()).unwrap_or_else(|issues| panic!("{issues:?}"))
}

fn told(of: &ContractedPower) -> String {
    plain_text(&contracted_power(of), |value, style| match style {
        Style::Usd => format!("${value:.0}"),
        _ => format!("{value}"),
    })
}

/// Eight nodes of 10.2 kW are rated at 81.6 kW: two racks of 41 kW, 82 kW. At 200 a kW-month 196,800 a year.
#[test]
fn racks_and_their_cost_stand_in_the_line_with_what_the_nodes_draw() {
    let mut s = Scenario::typical(&PriceBook::embedded());
    s.place.colocation_usd_per_kw_month = Amount::exact(200.0);
    let found = report(&s);
    let of = found.own.contracted.expect("colocation");
    assert_eq!((of.nodes, of.racks, of.kw), (8.0, Some(2.0), 82.0));
    assert!((of.rated_kw - 81.6).abs() < 1e-9 && (of.usd_per_year - 196_800.0).abs() < 1e-6, "{of:?}");
    let line = found.own.lines.iter().find(|line| line.id == LineId::Space).expect("a line");
    assert!((line.usd_per_year - of.usd_per_year).abs() < 1e-6);
    // Idle 18% of 700 W and a host of 3.2 kW for eight, and 75% of the rest while a job holds the GPU.
    let drawn = 64.0 * (0.126 + 0.4 + 0.574 * 0.75 * found.hours.busy_share);
    assert!(of.drawn_kw.is_some_and(|kw| (kw - drawn).abs() < 1e-9), "{:?} {drawn}", of.drawn_kw);
    let of = ContractedPower { drawn_kw: Some(54.32), ..of };
    assert_eq!(
        told(&of),
        "2 racks of 41 kW, 82 kW in all, are contracted for 8 nodes rated at 81.6 kW, which draw 54.3 kW on average: $196800 a year."
    );
    // With electricity in the rent its inputs do not matter.
    s.place.power_included = true;
    let of = report(&s).own.contracted.expect("colocation");
    assert_eq!(of.drawn_kw, None);
    assert_eq!(
        told(&of),
        "2 racks of 41 kW, 82 kW in all, are contracted for 8 nodes rated at 81.6 kW: $196800 a year."
    );
    s.place.site = Site::Room;
    assert_eq!(report(&s).own.contracted, None);
    s.place.site = Site::Colocation;
    s.own.yearly_method = YearlyMethod::Amount;
    assert_eq!(report(&s).own.contracted, None);
}

/// 90 kW as quoted for eight nodes: 11.25 each and no racks; sixteen nodes need twice as much.
#[test]
fn the_kilowatts_of_a_quote_are_entered_as_they_are() {
    let row = derived("place.contracted_kw").expect("a row");
    let mut s = Scenario::typical(&PriceBook::embedded());
    s.place.colocation_usd_per_kw_month = Amount::exact(200.0);
    assert_eq!((row.get)(&s), 82.0, "what is contracted without a quote");
    (row.set)(&mut s, 90.0);
    assert_eq!((row.get)(&s), 90.0);
    let found = report(&s);
    let of = found.own.contracted.expect("colocation");
    assert_eq!((of.racks, of.kw, of.usd_per_year), (None, 90.0, 216_000.0));
    assert_eq!(
        told(&ContractedPower { drawn_kw: Some(54.0), ..of }),
        "90 kW is contracted for 8 nodes, which draw 54 kW on average: $216000 a year."
    );
    assert_eq!(
        told(&ContractedPower { kw: 9.0, nodes: 1.0, drawn_kw: Some(9.5), usd_per_year: 21_600.0, ..of }),
        "9 kW is contracted for 1 node, which draws 9.5 kW on average, more than is contracted: $21600 a year."
    );
    s.own.gpus = Amount::exact(128.0);
    assert_eq!((row.get)(&s), 180.0);
}

/// In a text by hand: 90 kW for 8 nodes; a million kilowatts for them are more than a node may have.
#[test]
fn texts_name_the_kilowatts_of_all_nodes() {
    let book = PriceBook::embedded();
    let read = link::read("n=64&ckw=90", &book);
    assert_eq!(read.document.scenario.place.node_kw.value, 11.25);
    let absurd = link::read("n=64&ckw=1000000", &book);
    assert_eq!(absurd.document.scenario.place.node_kw, Scenario::typical(&book).place.node_kw);
    let told: Vec<&str> = absurd.notices.iter().map(|issue| issue.message.as_str()).collect();
    assert!(
        matches!(told.as_slice(), [words] if words.starts_with("Contracted power, all nodes sets \"Contracted power per node\", which must be between")),
        "{told:?}"
    );
}

/// 52 months of machines that last 48 and come after 4: five years would buy them again, four do not.
#[test]
fn whole_years_are_never_a_second_cluster_for_want_of_a_few_months() {
    let mut s = Scenario::typical(&PriceBook::embedded());
    s.own.life_years = Amount::exact(4.0);
    s.time.lead_months = Amount::exact(4.0);
    s.money.tax_method = engine::inputs::TaxMethod::StraightLine;
    s.time.horizon_months = Amount::exact(52.0);
    let found = report(&s);
    let fixes: Vec<_> = found.warnings.iter().filter_map(|issue| fix(&s, issue)).collect();
    let years = fixes.iter().find(|fix| fix.field == "time.horizon_months").expect("a fix");
    assert_eq!((years.label, years.value.number()), ("Use whole years", Some(48.0)));
    s.time.horizon_months = Amount::exact(48.0);
    assert_eq!(report(&s).outlook.second_purchase, None);
}
