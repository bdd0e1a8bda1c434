//! Faults in finance, tax and time found by readers, each with the correct figure and its source.

use crate::shared::faults;

use engine::codec::Document;
use engine::inputs::{BeyondChoice, FinanceMethod, HorizonEnd, TaxMethod, TimingChoice};
use engine::report::Report;

use faults::{read, report};

/// A scenario of `tests/faults/`.
macro_rules! fault {
    ($name:literal) => {
        read(include_str!(concat!("faults/", $name, ".json")))
    };
}

#[track_caller]
fn near(found: f64, wanted: f64, within: f64) {
    assert!((found - wanted).abs() <= within, "{found}, not {wanted}");
}

fn line(report: &Report, id: &str) -> Vec<f64> {
    report.outlook.own.lines.iter().find(|line| line.id.as_str() == id).expect("a line").by_year_usd.clone()
}

/// By hand: 8 GPUs idle all year earn 1 − 0.1 × 2^((m−1)/12) per hour of month m. The faulty result was 0.9 in every
/// month.
#[test]
fn idle_hours_let_out_earn_less_as_electricity_rises() {
    let income = line(&report(&fault!("idle-tariff")), "idle_income");
    let year = |from: i32| -> f64 {
        (from..from + 12).map(|m| -8.0 * 730.0 * (1.0 - 0.1 * 2_f64.powf(f64::from(m) / 12.0))).sum()
    };
    assert_eq!(income.len(), 2);
    for ((found, wanted), stated) in income.iter().zip([year(0), year(12)]).zip([-60_259.0, -50_438.0]) {
        near(*found, wanted, 0.1); // a thousandth of a GPU-hour of work a month
        near(*found, stated, 0.5);
    }
}

/// By hand: with a tariff that falls from 2 to 0.5 dollars in two years, hours are let out from the month in which they
/// cost less than the dollar they earn: month 13, 2 × 0.5^((m−1)/12) = 1.
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

/// Model page, section 5: 60% of 100,000 at once and the rest by MACRS, tax 30%, rate 8%, year ends, sold for
/// nothing after five years. By hand: 100,000 × (1 − 0.3 × Σ share ÷ 1.08^year) with the sixth year's share in the
/// fifth.
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

/// By hand: cash costs 300,000 less 60,000 resale; 48 payments of 7,000 are 336,000. The faulty twelve payments gained
/// 156,000.
#[test]
fn a_lease_that_ends_before_the_horizon_is_signed_again() {
    let mut document = fault!("lease-ends-before-horizon");
    let found = report(&document).outlook.financing.expect("a lease");
    near(found.gain_usd, -96_000.0, 1e-6);
    near(found.interest_usd, 36_000.0, 1e-6);
    // A term that does not divide the horizon is cut off at it.
    document.scenario.money.lease_months.value = 13.0;
    near(report(&document).outlook.financing.expect("a lease").gain_usd, -96_000.0, 1e-6);
    // One that outlasts it stays due.
    document.scenario.money.lease_months.value = 60.0;
    near(report(&document).outlook.financing.expect("a lease").gain_usd, -180_000.0, 1e-6);
    // If the work continues, the machines keep a fifth of their price at month 48, and the lease is cut off there.
    document.scenario.time.end = HorizonEnd::GoingOn;
    near(report(&document).outlook.financing.expect("a lease").gain_usd, -96_000.0, 1e-6);
    // Bought at the end, they need no further payments.
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

/// The interest of an annuity of 24 payments at 8% / 12 on 300,000, summed by year, saves a quarter at 1/1.08 and
/// 1/1.08²: a loss of 846.22 before tax becomes a gain of 4,970.85 after it (scipy: ipmt).
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
    // A deposit at the order is paid in cash either way: the loan covers the rest.
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

/// Present value after tax of what a scenario without overflow pays besides its machines: its platform.
fn rest(document: &Document) -> f64 {
    let mut bare = document.clone();
    bare.scenario.own.node_price_usd.value = 0.0;
    report(&bare).outlook.own.present_value_usd
}

/// A loan without interest implies a rate of 0 at any term, as does a lease whose payments equal the price.
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

/// Four years of a 30% tax shield on 1.92 million in equal parts: the rate at which 1.92 million = (798,949.75 × 0.7 +
/// 480,000 × 0.3) × annuity is 17.2436% (scipy: brentq); 24.03% is before tax. Payback by hand: after two tax years
/// 513,470.35 are left, at 798,949.75 a year.
#[test]
fn internal_rate_and_payback_are_after_tax() {
    let found = report(&fault!("internal-rate-before-tax")).outlook;
    near(found.internal_rate.expect("a rate"), 0.172_436, 5e-7);
    let left = 1_920_000.0 - 2.0 * (798_949.75 - 0.3 * (798_949.75 - 480_000.0));
    near(
        found.payback.as_ref().expect("both compare").month.expect("paid back"),
        24.0 + 12.0 * left / 798_949.75,
        1e-6,
    );
    // The chart's lines are those of payback.
    let rent = found.rent.expect("an offer");
    near(found.own.cumulative_usd[48] - rent.cumulative_usd[48], 1_920_000.0 - 4.0 * 703_264.825, 1e-3);
}

/// By hand: 480,000 at the start and 600,000 at the end exceed 60 months of 12,000, though renting had cost more from
/// month 40 on.
#[test]
fn taking_the_machines_out_counts_in_payback() {
    let mut document = fault!("pb-decom-600000");
    let found = report(&document).outlook;
    let payback = found.payback.expect("both compare");
    assert_eq!((payback.month, payback.discounted_month), (None, None));
    near(payback.crossings[0], 40.0, 1e-9);
    near(payback.crossings[1], 60.0, 0.0);
    let why = found.no_internal_rate.expect("no rate");
    assert_eq!((why.kind, why.words.as_str()), ("owning-dearer", "none: owning never costs less"));
    // Renting has cost 240,000 more before: removal may cost up to that.
    document.scenario.own.decommissioning_usd_per_node.value = 239_999.0;
    near(report(&document).outlook.payback.and_then(|p| p.month).expect("paid back"), 40.0, 1e-9);
    document.scenario.own.decommissioning_usd_per_node.value = 240_001.0;
    assert_eq!(report(&document).outlook.payback.and_then(|p| p.month), None);
}

/// By hand: 300,000 again at the start of month 37, after 36 months of 12,000 against them. Month 36 ends with owning
/// 132,000 ahead; the purchase, not the month before it, reverses that: at 36.0. It was read off a line across month
/// 36, at 35.42.
#[test]
fn a_second_purchase_crosses_where_it_is_paid() {
    let mut document = fault!("pb-decom-600000");
    let s = &mut document.scenario;
    s.own.decommissioning_usd_per_node.value = 0.0;
    s.own.node_price_usd.value = 300_000.0;
    s.own.life_years.value = 3.0;
    let payback = report(&document).outlook.payback.expect("both compare");
    let wanted = [25.0, 36.0, 50.0];
    assert_eq!(payback.crossings.len(), wanted.len(), "{:?}", payback.crossings);
    for (found, wanted) in payback.crossings.iter().zip(wanted) {
        near(*found, wanted, 1e-9);
    }
    near(payback.month.expect("paid back"), 50.0, 1e-9);
}

/// By hand: −100, 400 a year later and −309 at the end of year 2 are worth nothing at x = 1/(1 + r) with
/// 309 x² − 400 x + 100 = 0: x = (400 ± √36,400) ÷ 618.
#[test]
fn two_internal_rates_are_both_told() {
    let mut document = fault!("pb-decom-600000");
    let s = &mut document.scenario;
    s.money.timing = TimingChoice::YearEnd;
    s.own.life_years.value = 2.0;
    s.time.horizon_months.value = 24.0;
    // In units of 360 dollars: renting costs 400 a year.
    s.own.node_price_usd.value = 36_000.0;
    s.own.decommissioning_usd_per_node.value = 111_240.0 + 144_000.0;
    let found = report(&document).outlook;
    let why = found.no_internal_rate.expect("two rates");
    let x = [(400.0 + 36_400_f64.sqrt()) / 618.0, (400.0 - 36_400_f64.sqrt()) / 618.0];
    assert_eq!((why.kind, why.rates.len(), found.internal_rate), ("several", 2, None));
    for (rate, x) in why.rates.iter().zip(x) {
        near(*rate, 1.0 / x - 1.0, 1e-9);
    }
    assert_eq!(why.words, "two rates: 4.6% and 195.4%");
}

/// If owning costs less at any rate there is no internal rate, and the stated reason is another.
#[test]
fn a_missing_rate_says_why() {
    let mut document = fault!("pb-decom-600000");
    document.scenario.own.decommissioning_usd_per_node.value = 0.0;
    document.scenario.own.node_price_usd.value = 0.0;
    assert_eq!(report(&document).outlook.no_internal_rate.expect("no rate").kind, "owning-cheaper");
    document.scenario.time.beyond = BeyondChoice::Queue;
    document.scenario.work.gpu_hours_per_month.value = 20_000.0;
    assert_eq!(report(&document).outlook.no_internal_rate.expect("no rate").kind, "undone");
}
