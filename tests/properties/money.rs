//! Paying for machines, tax, payback and the internal rate.

use engine::scenario::value::Amount;
use engine::scenario::{FinanceMethod, TaxMethod, TimingChoice};
use engine::units::count;
use proptest::prelude::*;

use crate::check::{near, report};
use crate::draw::{Drawn, Texts, cases, document};

/// What rounding may leave, of all that goes in.
const ROUNDING: f64 = 1e-11;

proptest! {
    #![proptest_config(cases(150))]

    /// Money borrowed at what money costs gains nothing.
    #[test]
    fn a_loan_at_the_cost_of_capital_gains_nothing(Drawn(mut d) in document(Texts::Known)) {
        let s = &mut d.scenario;
        let rate = s.money.discount_rate.value;
        let monthly = (rate.ln_1p() / 12.0).exp_m1();
        s.money.timing = TimingChoice::Monthly;
        s.money.tax_method = TaxMethod::Without;
        s.money.method = FinanceMethod::Loan;
        s.money.loan_rate = Amount::exact(12.0 * monthly);
        let report = report(&d);
        let financing = report.outlook.financing.expect("a loan");
        prop_assert!(near(financing.price_usd, report.own.upfront_usd, report.own.upfront_usd, ROUNDING));
        prop_assert!(near(financing.gain_usd, 0.0, financing.price_usd, 1e-11), "gains {}", financing.gain_usd);
        if let Some(implied) = financing.implied_rate {
            prop_assert!((implied - rate).abs() <= 1e-9 * rate.max(1e-3), "{implied} and {rate}");
        } else {
            prop_assert_eq!(financing.financed_usd, 0.0, "no implied rate at {}", rate);
        }
    }

    /// Machines never stay for nothing: up to the horizon the term of a lease without buy-out does not matter, beyond it and
    /// with a higher payment it costs more.
    #[test]
    fn a_lease_costs_no_less_for_longer_or_dearer(Drawn(mut d) in document(Texts::Known), part in 0.01..1.0_f64, more in 1..=60_usize) {
        let s = &mut d.scenario;
        s.money.method = FinanceMethod::Lease;
        s.money.lease_buys = false;
        let left = (s.time.horizon_months.value - s.time.lead_months.value).max(1.0);
        let mut gain = |months: f64, payment: f64| {
            d.scenario.money.lease_months = Amount::exact(months);
            d.scenario.money.lease_usd_per_month = Amount::exact(payment);
            let found = report(&d).outlook.financing.expect("a lease");
            (found.gain_usd, found.price_usd + found.cash_present_value_usd.abs() + found.present_value_usd.abs())
        };
        let (whole, scale) = gain(left.min(120.0), 10_000.0);
        let (short, _) = gain((left * part).max(1.0).floor(), 10_000.0);
        prop_assert!(near(whole, short, scale, ROUNDING), "{whole} and {short} signed again");
        let (longer, scale) = gain((left + count(more)).min(120.0), 10_000.0);
        prop_assert!(longer <= whole + scale * ROUNDING, "{longer} for longer, {whole} up to the horizon");
        let (dearer, scale) = gain(left.min(120.0), 20_000.0);
        prop_assert!(dearer <= whole + scale * ROUNDING, "{dearer} dearer, {whole} before");
    }
}
