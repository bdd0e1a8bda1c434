//! A horizon longer than the life of the machines: the second cluster is named with month and amount, stands in lines
//! of its own, and is part of the peak.
//!
//! Expected values by hand: nodes × price, and the value left after their life.

use engine::codec::Document;
use engine::cost::LineId;
use engine::inputs::issue::Issue;
use engine::inputs::value::Amount;
use engine::inputs::{ResidualMethod, Scenario, TaxMethod};
use engine::model::fixes::fix;
use engine::prices::PriceBook;
use engine::report::{Report, evaluate_without_trees};
use engine::view::answer::answer;
use engine::view::cash::cash;
use engine::view::plain_text;
use engine::view::plot::{Form, RowKey};
use engine::view::second_purchase::second_purchase;
use engine::view::sheet::sheets;

/// Eight nodes at 100,000, delivered at once, worth a tenth after three years; nothing else is bought.
fn three_years(months: f64) -> Scenario {
    let mut s = Document::typical(&PriceBook::embedded()).scenario;
    let zero = Amount::exact(0.0);
    s.own.node_price_usd = Amount::exact(100_000.0);
    s.own.life_years = Amount::exact(3.0);
    s.own.residual_method = ResidualMethod::Share;
    s.own.residual_share = Amount::exact(0.1);
    s.own.fabric_usd_per_node = zero;
    s.own.storage_tb = zero;
    s.own.installation_usd_per_node = zero;
    s.own.decommissioning_usd_per_node = zero;
    s.place.build_out_usd = zero;
    s.time.lead_months = zero;
    s.time.horizon_months = Amount::exact(months);
    s
}

fn report(s: &Scenario) -> Report {
    let book = PriceBook::embedded();
    evaluate_without_trees(s, &book, book.current_edition()).unwrap_or_else(|issues| panic!("{issues:?}"))
}

#[test]
fn machines_that_last_are_bought_once() {
    let report = report(&three_years(36.0));
    assert_eq!(report.outlook.second_purchase, None);
    assert_eq!(second_purchase(&report), None);
    assert!(report.outlook.own.lines.iter().all(|line| !matches!(line.id, LineId::BoughtAgain | LineId::HardwareSold)));
}

#[test]
fn the_second_cluster_is_named_first_with_month_and_amount() {
    let report = report(&three_years(60.0));
    let second = report.outlook.second_purchase.expect("five years outlast three");
    assert_eq!((second.month, second.bought_usd, second.times), (37, 800_000.0, 1));
    assert!((second.sold_usd - 80_000.0).abs() < 1e-6, "{second:?}");
    let told = |pieces: &[engine::view::Piece]| plain_text(pieces, |value, _| format!("{value:.0}"));
    let sentence = told(&second_purchase(&report).expect("a sentence"));
    assert_eq!(
        sentence,
        "The horizon of 5 years is longer than the machines last: in month 37 owning buys a second cluster for 800000 and sells the first for 80000."
    );
    assert_eq!(told(answer(&report, "H100", 100_000.0).caveats.first().expect("a caveat")), sentence);
}

/// Ten years of machines that last three: bought again in months 37, 73 and 109.
#[test]
fn it_says_how_often_they_are_bought_again() {
    let second = report(&three_years(120.0)).outlook.second_purchase.expect("three times");
    assert_eq!((second.month, second.times), (37, 3));
}

/// The machines of the first three years are sold at the end of month 36, in year 3, and bought again at the start of
/// month 37, in year 4; those are sold at the end of month 60.
#[test]
fn purchase_and_sale_are_lines_of_their_own_and_never_netted() {
    let report = report(&three_years(60.0));
    let own = &report.outlook.own;
    let line = |id: &str| own.lines.iter().find(|line| line.id.as_str() == id).map(|line| line.by_year_usd.clone());
    assert_eq!(line("nodes"), Some(vec![800_000.0, 0.0, 0.0, 0.0, 0.0]));
    assert_eq!(line("bought-again"), Some(vec![0.0, 0.0, 0.0, 800_000.0, 0.0]));
    let sold = line("hardware-sold").expect("sales");
    assert_eq!((sold[0], sold[1], sold[3]), (0.0, 0.0, 0.0));
    assert!((sold[2] + 80_000.0).abs() < 1e-6 && sold[4] < -80_000.0, "{sold:?}");
    for (year, total) in own.by_year_usd.iter().enumerate() {
        let sum: f64 = own.lines.iter().map(|line| line.by_year_usd[year]).sum();
        assert!((sum - total).abs() < 1e-6, "year {year}: {sum} of {total}");
    }
    let [years, lines, ..] = sheets(&report);
    assert!(years.columns.iter().any(|column| column.label == "of it: hardware bought again"));
    assert!(lines.rows.iter().any(|(name, _)| name == "Hardware sold"));
}

/// The start of month 37 is point 36 of the chart: a row before the payments there and one after them, which is noted.
#[test]
fn the_chart_steps_where_it_is_paid() {
    let report = report(&three_years(60.0));
    let plot = cash(&report);
    let Form::Lines(lines) = &plot.form else { panic!("lines") };
    assert_eq!(lines.step, Some((36.0, "second purchase")));
    let there: Vec<_> = plot.rows.iter().filter(|row| row.head == RowKey::Figure(36.0)).collect();
    let [before, after] = there.as_slice() else { panic!("{there:?}") };
    assert_eq!(after.note, "second purchase: hardware is bought again");
    let paid = after.cell(0).expect("owning") - before.cell(0).expect("owning");
    assert!((800_000.0..880_000.0).contains(&paid), "{paid}: the machines, and what is paid in advance each month");
    assert_eq!(plot.rows.iter().filter(|row| row.note.contains("again")).count(), 1);
    let Form::Lines(once) = cash(&self::report(&three_years(36.0))).form else { panic!("lines") };
    assert_eq!(once.step, None);
}

/// With the same fiscal year for both: a first year of eleven months puts months 36 and 37 into year 4.
#[test]
fn in_one_year_they_stand_apart_too() {
    let mut s = three_years(60.0);
    s.time.first_year_months = Amount::exact(11.0);
    let own = report(&s).outlook.own;
    let of = |id: &str| own.lines.iter().find(|line| line.id.as_str() == id).map(|line| line.by_year_usd[3]);
    assert_eq!(of("bought-again"), Some(800_000.0));
    assert!(of("hardware-sold").is_some_and(|usd| (usd + 80_000.0).abs() < 1e-6));
}

/// The peak after the second purchase is the most that owning has cost more than renting from then on.
#[test]
fn the_peak_after_it_counts_it() {
    let report = report(&three_years(60.0));
    let (own, rent) = (&report.outlook.own, report.outlook.rent.as_ref().expect("an offer"));
    let over = own.cumulative_usd.iter().zip(&rent.cumulative_usd).map(|(own, rent)| own - rent);
    let most = over.skip(36).fold(0.0, f64::max);
    let peak = report.outlook.second_purchase.and_then(|second| second.peak_cash_usd).expect("a peak");
    assert!((peak - most).abs() < 1e-6 * most.max(1.0), "{peak} and {most}");
}

#[test]
fn the_button_that_proposes_whole_years_says_what_they_buy() {
    let label = |months: f64| {
        let mut s = three_years(months);
        s.money.tax_method = TaxMethod::StraightLine;
        let issue = Issue::warning(&["time.horizon_months", "money.tax_method"], String::new());
        fix(&s, &issue).map(|fix| (fix.label, fix.value))
    };
    let (buys, plain) = (label(40.0).expect("a fix"), label(30.0).expect("a fix"));
    assert_eq!(buys.0, "Use whole years: buys a second cluster");
    assert_eq!(plain.0, "Use whole years");
}

/// Delivered in month 5, machines of three years last until month 40: whole years that need no second cluster are three.
#[test]
fn whole_years_are_proposed_that_need_no_second_cluster() {
    let mut s = three_years(38.0);
    s.time.lead_months = Amount::exact(4.0);
    let issue = Issue::warning(&["time.horizon_months", "money.tax_method"], String::new());
    let found = fix(&s, &issue).expect("a fix");
    assert_eq!((found.label, found.value.number()), ("Use whole years", Some(36.0)));
}

/// By hand: tax of 25% on what each year deducts; five equal parts of the price, the rest in the year of the sale.
#[test]
fn years_after_tax_add_up_to_the_cash_less_the_tax_saved() {
    let mut s = three_years(36.0);
    s.money.tax_method = TaxMethod::StraightLine;
    s.money.tax_rate = Amount::exact(0.25);
    let report = report(&s);
    let own = &report.outlook.own;
    assert_eq!(own.after_tax_by_year_usd.len(), own.by_year_usd.len());
    // All cash is deducted in the end: what was paid, less what the sale brings.
    let (before, after): (f64, f64) = (own.by_year_usd.iter().sum(), own.after_tax_by_year_usd.iter().sum());
    assert!((after - 0.75 * before).abs() < 1e-6 * before, "{after} of {before}");
    // Year 1: everything paid but the machines is deducted at once, and a fifth of them.
    let first = own.by_year_usd[0] - 0.25 * (own.by_year_usd[0] - 800_000.0 + 160_000.0);
    assert!((own.after_tax_by_year_usd[0] - first).abs() < 1e-6 * first, "{} {first}", own.after_tax_by_year_usd[0]);
    let [years, ..] = sheets(&report);
    assert!(years.title.contains("after tax") && years.columns.iter().any(|c| c.label == "Own, cash after tax"));
}
