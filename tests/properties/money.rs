//! Financing, tax, payback and the internal rate.

use engine::cost::plan::OverflowPricing;
use engine::horizon::{buffers, own_against, rent_value};
use engine::inputs::value::Amount;
use engine::inputs::{FinanceMethod, HorizonEnd, ResidualMethod, TaxMethod, TimingChoice};
use engine::units::count;
use proptest::prelude::*;

use crate::check::{model, moved, near, on_the_same_machines, report};
use crate::draw::{Drawn, Texts, cases, document};

/// Rounding tolerance, relative to the gross amounts.
const ROUNDING: f64 = 1e-11;

proptest! {
    #![proptest_config(cases(40))]

    /// A loan at the cost of capital gains nothing.
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
        // A price below the smallest normal number has no digits left to find a rate from.
        if financing.financed_usd.is_subnormal() {
            return Ok(());
        }
        if let Some(implied) = financing.implied_rate {
            // Interest below the rounding of a price implies a rate of 0.
            let is_rounding = implied == 0.0 && financing.interest_usd.abs() <= 1.01e-12 * financing.financed_usd;
            prop_assert!(is_rounding || (implied - rate).abs() <= 1e-9 * rate.max(1e-3), "{implied} and {rate}");
        } else {
            prop_assert_eq!(financing.financed_usd, 0.0, "no implied rate at {}", rate);
        }
    }

    /// Machines are never free: up to the horizon the term of a lease without buy-out is irrelevant; beyond it, or with
    /// a higher payment, the lease costs more.
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
        prop_assert!(near(whole, short, scale, ROUNDING), "{whole}, renewed {short}");
        let (longer, scale) = gain((left + count(more)).min(120.0), 10_000.0);
        prop_assert!(longer <= whole + scale * ROUNDING, "{longer} for a longer term, {whole} up to the horizon");
        let (dearer, scale) = gain(left.min(120.0), 20_000.0);
        prop_assert!(dearer <= whole + scale * ROUNDING, "{dearer} with the higher payment, {whole} before");
    }
    /// Lines are straight from after the payments of a point to before those of the next.
    #[test]
    fn at_payback_both_have_paid_the_same_and_owning_stays_below(Drawn(d) in document(Texts::Known)) {
        let outlook = report(&d).outlook;
        let (Some(payback), Some(rent)) = (&outlook.payback, &outlook.rent) else { return Ok(()) };
        let own = &outlook.own;
        let scale = own.cumulative_usd.iter().chain(&rent.cumulative_usd).fold(0.0, |most: f64, usd| most.max(usd.abs()));
        let rounding = scale * 1e-11;
        let months = outlook.months;
        let after = |point: usize| own.cumulative_usd[point] - rent.cumulative_usd[point];
        let before = |point: usize| after(point) - (own.at_once_usd[point] - rent.at_once_usd[point]);
        for crossing in &payback.crossings {
            prop_assert!((0.0..=count(months)).contains(crossing), "{crossing} of {months}");
            let point = (0..=months).rfind(|point| count(*point) <= *crossing).expect("a point");
            if count(point) == *crossing {
                let (from, to) = (before(point), after(point));
                prop_assert!(from.min(to) <= rounding && from.max(to) >= -rounding, "{from} to {to} at {crossing}");
            } else {
                let (from, to) = (after(point), before(point + 1));
                let there = from + (to - from) * (crossing - count(point));
                prop_assert!(there.abs() <= rounding, "{there} apart at {crossing}");
            }
        }
        let most = (0..=months).map(after).fold(0.0, f64::max);
        prop_assert!(near(payback.peak_cash_usd, most, scale, ROUNDING));
        match payback.month {
            None => prop_assert!(after(months) > 0.0, "it had paid back by the end"),
            Some(month) => {
                prop_assert!(month == 0.0 || payback.crossings.last() == Some(&month), "{month} is not a crossing");
                prop_assert!(after(months) <= rounding);
                for point in (0..=months).filter(|point| count(*point) >= month) {
                    prop_assert!(after(point) <= rounding, "{} more at {point}, paid back at {month}", after(point));
                    prop_assert!(count(point) == month || before(point) <= rounding, "{} more before {point}", before(point));
                }
            }
        }
    }

    #[test]
    fn at_the_internal_rate_both_have_the_same_present_value_after_tax(Drawn(d) in document(Texts::Known)) {
        // Another rate may make another number of additional nodes the cheapest.
        let mut d = on_the_same_machines(&d);
        let outlook = report(&d).outlook;
        prop_assert_eq!(outlook.internal_rate.is_none(), outlook.no_internal_rate.is_some());
        let (rates, id) = match (outlook.internal_rate, &outlook.no_internal_rate, outlook.offer) {
            (Some(rate), _, Some(id)) => (vec![rate], id),
            (_, Some(why), Some(id)) => (why.rates.clone(), id),
            _ => return Ok(()),
        };
        for rate in rates {
            prop_assert!((-0.9..=10.0).contains(&rate));
            if !(0.0..=1.0).contains(&rate) {
                continue;
            }
            d.scenario.money.discount_rate = Amount::exact(rate);
            let model = model(&d);
            let (terms, mut flows) = (OverflowPricing::of(&model), buffers(&model));
            let index = model.offers.iter().position(|o| o.id == id).expect("the offer");
            let own = own_against(&model, &terms, index, &mut flows).present_value;
            let rent = rent_value(&model, &terms, index, &mut flows).present_value;
            let scale = own.abs() + rent.abs() + moved(&outlook.own);
            prop_assert!(near(own, rent, scale, 1e-11), "{own} and {rent} at {rate}");
        }
    }

    /// If sales bring in nothing and nothing falls due after the horizon, both are the same question: at a cost of
    /// capital equal to the internal rate, owning pays back at the horizon, and no later.
    #[test]
    fn at_the_internal_rate_owning_is_paid_back_at_the_horizon(Drawn(d) in document(Texts::Known), years in 1..=5_usize, taxed in any::<bool>()) {
        let mut d = on_the_same_machines(&d);
        let s = &mut d.scenario;
        s.time.horizon_months = Amount::exact(count(years * 12));
        s.time.lead_months = Amount::exact(0.0);
        s.time.end = HorizonEnd::WindUp;
        s.own.residual_method = ResidualMethod::Share;
        s.own.residual_share = Amount::exact(0.0);
        s.own.other_residual_share = Amount::exact(0.0);
        s.own.life_years = Amount::exact(count(years));
        s.own.fabric_life_years = Amount::exact(count(years));
        s.own.storage_life_years = Amount::exact(count(years));
        s.present.nodes = Amount::exact(0.0);
        s.present.commitments.clear();
        s.work.longest_term_months = Amount::exact(0.0);
        s.rent.counted_in.clear();
        s.rent.quotes.iter_mut().for_each(|quote| quote.term_months = 0.0);
        if !taxed {
            s.money.tax_method = TaxMethod::Without;
        }
        let first = report(&d).outlook;
        let Some(rate) = first.internal_rate.filter(|rate| (0.0..=1.0).contains(rate)) else { return Ok(()) };
        d.scenario.money.discount_rate = Amount::exact(rate);
        let there = report(&d).outlook;
        prop_assume!(there.offer == first.offer);
        let payback = there.payback.expect("both compare");
        let month = payback.discounted_month;
        prop_assert!(month.is_some(), "not paid back at {rate}");
        // Removal at the end may raise it to that; otherwise it falls to zero just then.
        let months = count(years * 12);
        let falls = there.saving_usd.is_some_and(|usd| usd.abs() <= 1e-9 * moved(&there.own));
        prop_assert!(falls && month.is_some_and(|month| month <= months), "{month:?} of {months}");
    }
}
