//! Faults of finance, tax and time that readers found, each with the figure that is right and where that comes from.
#![cfg(not(target_arch = "wasm32"))]

use engine::codec::{Document, file};
use engine::price_book::PriceBook;
use engine::report::{Report, evaluate};
use engine::scenario::{FinanceMethod, HorizonEnd, TaxMethod};

/// A scenario of `tests/faults/`.
macro_rules! fault {
    ($name:literal) => {
        read(include_str!(concat!("faults/", $name, ".json")))
    };
}

fn read(text: &str) -> Document {
    let decoded = file::read(text, &PriceBook::embedded()).expect("the scenario can be read");
    assert!(decoded.notices.is_empty(), "the scenario leaves something over: {:?}", decoded.notices);
    decoded.document
}

fn report(document: &Document) -> Report {
    evaluate(&document.scenario, &PriceBook::embedded(), &document.edition).expect("the scenario can be computed")
}

#[track_caller]
fn near(found: f64, wanted: f64, within: f64) {
    assert!((found - wanted).abs() <= within, "{found}, not {wanted}");
}

fn line(report: &Report, id: &str) -> Vec<f64> {
    report.outlook.own.lines.iter().find(|line| line.id == id).expect("a line").by_year_usd.clone()
}

/// By hand: 8 GPUs idle all year earn 1 − 0.1 × 2^((m−1)/12) an hour of month m. It stood at 0.9 in every month.
#[test]
fn idle_hours_let_out_earn_less_as_electricity_rises() {
    let income = line(&report(&fault!("idle-tariff")), "idle_income");
    let year = |from: i32| -> f64 {
        (from..from + 12).map(|m| -8.0 * 730.0 * (1.0 - 0.1 * 2_f64.powf(f64::from(m) / 12.0))).sum()
    };
    for ((found, wanted), stated) in income.iter().zip([year(0), year(12)]).zip([-60_259.0, -50_438.0]) {
        near(*found, wanted, 0.1); // a thousandth of a GPU-hour a month is worked
        near(*found, stated, 0.5);
    }
}

/// By hand: with a tariff that falls from 2 to 0.5 dollars in two years, hours are let from the month in which they cost
/// less than the dollar they earn: month 13, 2 × 0.5^((m−1)/12) = 1.
#[test]
fn idle_hours_are_let_only_in_months_in_which_they_pay() {
    let mut document = fault!("idle-tariff");
    document.scenario.power.usd_per_kwh.value = 2.0;
    document.scenario.time.tariff_drift.value = -0.5;
    let income = line(&report(&document), "idle_income");
    let second: f64 = (12..24).map(|m| -8.0 * 730.0 * (1.0 - 2.0 * 0.5_f64.powf(f64::from(m) / 12.0))).sum();
    near(income[0], 0.0, 1e-9);
    near(income[1], second, 0.1);
}

/// Model page, section 5: 60 % of 100,000 at once and the rest by MACRS, tax 30 %, rate 8 %, year ends, sold for nothing
/// after five years. By hand: 100,000 × (1 − 0.3 × Σ share ÷ 1.08^year) with the sixth year's share in the fifth.
#[test]
fn a_share_is_written_off_in_the_first_year_and_the_rest_by_macrs() {
    let mut document = fault!("internal-rate-before-tax");
    let s = &mut document.scenario;
    s.own.gpus.value = 8.0;
    s.own.node_price_usd.value = 100_000.0;
    s.own.platform_usd_per_year.value = 0.0;
    s.own.life_years.value = 5.0;
    s.time.horizon_months.value = 60.0;
    s.work.gpu_hours_per_month.value = 100.0;
    s.money.discount_rate.value = 0.08;
    s.money.tax_method = TaxMethod::FirstYear;
    let mut cost = |share: f64| {
        document.scenario.money.tax_first_share.value = share;
        report(&document).outlook.own.present_value_usd
    };
    let by_hand = |shares: [f64; 5]| {
        let saved: f64 = shares.iter().zip(1..).map(|(share, year)| share / 1.08_f64.powi(year)).sum();
        100_000.0 * (1.0 - 0.3 * saved)
    };
    near(cost(0.6), 73_562.58, 0.005);
    near(cost(0.6), by_hand([0.68, 0.128, 0.0768, 0.046_08, 0.069_12]), 1e-6);
    near(cost(1.0), by_hand([1.0, 0.0, 0.0, 0.0, 0.0]), 1e-6);
    near(cost(0.0), by_hand([0.2, 0.32, 0.192, 0.1152, 0.1728]), 1e-6);
}

/// By hand: cash costs 300,000 less 60,000 resale; 48 payments of 7,000 are 336,000. Twelve payments gained 156,000.
#[test]
fn a_lease_that_ends_before_the_horizon_is_signed_again() {
    let mut document = fault!("lease-ends-before-horizon");
    let found = report(&document).outlook.financing.expect("a lease");
    near(found.gain_usd, -96_000.0, 1e-6);
    near(found.interest_usd, 36_000.0, 1e-6);
    // A term that does not divide the horizon is cut at it.
    document.scenario.money.lease_months.value = 13.0;
    near(report(&document).outlook.financing.expect("a lease").gain_usd, -96_000.0, 1e-6);
    // One that outlasts it stays due.
    document.scenario.money.lease_months.value = 60.0;
    near(report(&document).outlook.financing.expect("a lease").gain_usd, -180_000.0, 1e-6);
    // Where the work goes on the machines keep a fifth of their price at month 48, and the lease is cut there.
    document.scenario.time.end = HorizonEnd::GoingOn;
    near(report(&document).outlook.financing.expect("a lease").gain_usd, -96_000.0, 1e-6);
    // Bought at the end, they need no further payment.
    document.scenario.time.end = HorizonEnd::WindUp;
    document.scenario.money.lease_months.value = 12.0;
    document.scenario.money.lease_buys = true;
    document.scenario.money.buy_out_usd.value = 200_000.0;
    near(report(&document).outlook.financing.expect("a lease").gain_usd, 16_000.0, 1e-6);
}

/// By hand: with a life of two years cash buys twice, 600,000; a lease of four years needs neither.
#[test]
fn a_lease_is_against_all_that_cash_buys_while_it_runs() {
    let mut document = fault!("lease-ends-before-horizon");
    document.scenario.own.life_years.value = 2.0;
    near(report(&document).outlook.financing.expect("a lease").gain_usd, 600_000.0 - 336_000.0, 1e-6);
}

/// The interest of an annuity of 24 payments at 8 % / 12 on 300,000, summed by year, saves a quarter at 1/1.08 and 1/1.08²:
/// 846.22 lost before tax become 4,970.85 gained after it (scipy: ipmt).
#[test]
fn the_interest_of_a_loan_is_deducted() {
    let mut document = fault!("loan-interest-untaxed");
    let found = report(&document).outlook.financing.expect("a loan");
    near(found.gain_usd, 4_970.85, 0.005);
    near(
        found.present_value_usd,
        report(&document).outlook.own.present_value_usd - rest(&document) - found.gain_usd,
        1e-6,
    );
    // A deposit at the order is paid in cash on both ways: the loan is for the rest.
    let s = &mut document.scenario;
    s.time.lead_months.value = 1.0;
    s.time.horizon_months.value = 25.0;
    let whole = report(&document).outlook.financing.expect("a loan");
    document.scenario.time.deposit_share.value = 0.4;
    let part = report(&document).outlook.financing.expect("a loan");
    near(part.gain_usd, 0.6 * whole.gain_usd, 1e-6);
    near(part.financed_usd, 180_000.0, 1e-6);
    near(part.payment_usd, 0.6 * whole.payment_usd, 1e-6);
    near(part.implied_rate.expect("a rate"), (1.0_f64 + 0.08 / 12.0).powi(12) - 1.0, 1e-9);
}

/// Present value after tax of what a scenario without overflow pays beside its machines: its platform.
fn rest(document: &Document) -> f64 {
    let mut bare = document.clone();
    bare.scenario.own.node_price_usd.value = 0.0;
    report(&bare).outlook.own.present_value_usd
}

/// A loan at no interest stands for a rate of 0, whatever the term; a lease whose payments are the price, too.
#[test]
fn payments_of_the_price_stand_for_a_rate_of_nothing() {
    let mut document = fault!("loan-interest-untaxed");
    document.scenario.money.loan_rate.value = 0.0;
    for (price, months) in [(300_000.0, 24.0), (300_001.0, 7.0), (333_333.3, 36.0), (123_457.1, 1.0), (98_765.4, 113.0)]
    {
        document.scenario.own.node_price_usd.value = price;
        document.scenario.money.loan_months.value = months;
        let found = report(&document).outlook.financing.expect("a loan");
        assert_eq!(found.implied_rate, Some(0.0), "{price} over {months}");
        document.scenario.money.method = FinanceMethod::Lease;
        document.scenario.money.lease_usd_per_month.value = price / 24.0;
        document.scenario.money.lease_months.value = 24.0;
        assert_eq!(report(&document).outlook.financing.expect("a lease").implied_rate, Some(0.0), "{price}");
        document.scenario.money.lease_usd_per_month.value = price / 24.0 * 0.9;
        assert_eq!(report(&document).outlook.financing.expect("a lease").implied_rate, None, "{price}");
        document.scenario.money.method = FinanceMethod::Loan;
    }
}
