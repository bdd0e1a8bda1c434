//! A steady year: hours, lines and sums.

use engine::cost::LineId;
use engine::cost::rent::{RENT_LINES, bill, rates};
use engine::formulas::finance::{ChargeMethod, Timing, share_paid_after};
use engine::inputs::CommitmentBilling;
use engine::inputs::value::{Amount, Quote};
use engine::model::offers::Billing;
use engine::report::{Line, OfferResult};
use engine::units::PaidHours;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::check::{Outcome, busy, by_id, model, near, on_the_same_machines, report};
use crate::draw::{Drawn, Texts, cases, document, document_of_one_gpu, number};

proptest! {
    #![proptest_config(cases(52))]

    #[test]
    fn lines_add_up_to_each_sides_total(Drawn(d) in document(Texts::Known)) {
        let report = report(&d);
        adds_up(&report.own.lines, report.own.usd_per_year, report.own.usd_per_productive_gpu_hour)?;
        for offer in &report.offers {
            adds_up(&offer.lines, offer.usd_per_year, offer.usd_per_productive_gpu_hour)?;
        }
    }

    #[test]
    fn a_bill_is_its_fixed_part_and_its_hours_and_the_sum_of_its_lines(Drawn(d) in document(Texts::Known), hours in number(0.0, 1e9)) {
        let model = model(&d);
        for offer in model.offers.iter() {
            let paid = PaidHours::gpu_hours(hours);
            let bill = bill(&model, offer, paid);
            let total = bill.total().as_usd();
            let rates = rates(&model, offer);
            let pieces: Vec<_> = rates.pieces(&model.rented).collect();
            let on_each = pieces.iter().enumerate().map(|(place, (from, price))| {
                let to = pieces.get(place + 1).map_or(hours, |next| next.0.as_gpu_hours().min(hours));
                (to - from.as_gpu_hours()).max(0.0) * price.as_usd_per_gpu_hour()
            });
            let by_rates = rates.fixed.as_usd() + on_each.sum::<f64>();
            let by_lines: f64 = RENT_LINES.iter().map(|line| (line.of)(&bill).as_usd()).sum();
            prop_assert!(near(total, by_rates, 0.0, 1e-11), "{}: {total} and {by_rates} by rates", offer.id);
            prop_assert!(near(total, by_lines, 0.0, 1e-12), "{}: {total} and {by_lines} by lines", offer.id);
        }
    }

    #[test]
    fn work_is_done_here_rented_or_left_undone_and_never_beyond_the_ceiling(Drawn(mut d) in document(Texts::Known)) {
        d.scenario.work.workloads.clear(); // a steady year
        let report = report(&d);
        let hours = &report.hours;
        let wanted = hours.wanted_gpu_hours;
        let parts = hours.productive_gpu_hours + report.own.overflow_gpu_hours + report.own.unserved_gpu_hours;
        prop_assert!(near(parts, wanted, 0.0, 1e-12));
        prop_assert!(hours.busy_share <= hours.ceiling_busy_share * (1.0 + 1e-12));
        prop_assert!(near(hours.ceiling_busy_share, hours.availability * hours.largest_occupancy, 0.0, 1e-12));
        prop_assert!(near(hours.busy_share, hours.availability * hours.occupancy, 0.0, 1e-12));
        prop_assert!(near(hours.utilization, hours.busy_share * hours.workload_efficiency * hours.goodput, 0.0, 1e-12));
        prop_assert!(near(hours.productive_gpu_hours, hours.calendar_gpu_hours * hours.utilization, 0.0, 1e-9));
        prop_assert!(hours.wanted_busy_share > hours.ceiling_busy_share || near(hours.busy_share, hours.wanted_busy_share, 0.0, 1e-12));
        for offer in &report.offers {
            let undone = offer.overflow_gpu_hours + offer.unserved_gpu_hours;
            prop_assert!((0.0..=wanted).contains(&undone), "{}: {undone}", offer.id);
            prop_assert!(offer.overflow_gpu_hours == 0.0 || offer.unserved_gpu_hours == 0.0, "{}", offer.id);
            if let Billing::Committed { gpus } | Billing::Absorbed { gpus } = offer.billing {
                prop_assert_eq!(offer.elsewhere_share, 0.0, "{}", &offer.id);
                let held = d.scenario.rent.paid_efficiency.value * d.scenario.rent.availability.value;
                let most = gpus * 8_760.0 * held * offer.productive_per_busy_hour;
                let served = wanted - undone;
                prop_assert!(near(served, most.min(wanted), wanted, 1e-12), "{}: {served} of {most}", offer.id);
            } else {
                // Exactly what it cannot take goes elsewhere.
                prop_assert!(near(undone, wanted * offer.elsewhere_share, wanted, 1e-12), "{}: {undone}", offer.id);
            }
        }
    }

    #[test]
    fn a_larger_discount_never_makes_renting_dearer(Drawn(mut d) in document(Texts::Known), more in 0.0..=1.0_f64) {
        d.scenario.work.workloads.clear(); // a steady year
        let mut cheaper = d.clone();
        let discount = &mut cheaper.scenario.rent.discount_share;
        *discount = Amount::exact(discount.value + (1.0 - discount.value) * more);
        for (one, other) in by_id(&report(&d)).iter().zip(by_id(&report(&cheaper))) {
            prop_assert!(other.usd_per_year <= one.usd_per_year * (1.0 + 1e-12), "{}", one.id);
            let (list, price) = (one.list_usd_per_gpu_hour, one.usd_per_gpu_hour);
            let rent = &d.scenario.rent;
            // The user's price is used as entered; a row without one has no effect.
            let typed = rent.prices.iter().find(|p| one.id == p.offer && p.usd_per_gpu_hour > 0.0);
            let expected = match typed {
                Some(own) => own.usd_per_gpu_hour,
                None if one.id.starts_with("quote-") => list,
                None => list * (1.0 - rent.discount_share.value),
            };
            prop_assert!(near(price, expected, 0.0, 1e-12), "{}: {price} of {list}", one.id);
        }
    }

    #[test]
    fn cost_per_productive_hour_falls_with_work_on_the_same_machines(Drawn(mut d) in document_of_one_gpu(Texts::Known), shares in (1e-3..1.0_f64, 1e-3..1.0_f64)) {
        d.scenario.work.workloads.clear(); // a steady year
        let d = on_the_same_machines(&d);
        let before = report(&d);
        let ceiling = before.hours.ceiling_busy_share * (1.0 - 1e-9);
        let (less, more) = (shares.0.min(shares.1) * ceiling, shares.0.max(shares.1) * ceiling);
        let (less, more) = (report(&busy(&d, less)), report(&busy(&d, more)));
        prop_assert!(near(more.hours.busy_share, shares.0.max(shares.1) * ceiling, 0.0, 1e-12), "the busy share entered is the one found");
        prop_assert_eq!(less.own.overflow_gpu_hours + more.own.overflow_gpu_hours, 0.0);
        let (Some(less), Some(more)) = (less.own.usd_per_productive_gpu_hour, more.own.usd_per_productive_gpu_hour) else {
            return Err(TestCaseError::fail("no work"));
        };
        // If income from idle hours covers everything, additional work is what costs.
        let (low, high) = if before.own.fixed_usd_per_gpu_year >= 0.0 { (more, less) } else { (less, more) };
        prop_assert!(low <= high + 1e-9 * low.abs().max(high.abs()), "{more} with more work, {less} with less");
    }

    /// The indifference price is for hours that are always available.
    #[test]
    fn the_indifference_price_fed_back_as_an_offer_costs_what_owning_does(Drawn(mut d) in document_of_one_gpu(Texts::Known), share in 0.01..1.0_f64) {
        d.scenario.work.workloads.clear(); // a steady year
        d.scenario.rent.unavailable_share = Amount::exact(0.0);
        // A new hourly price would change how many additional nodes pay.
        let d = on_the_same_machines(&d);
        let d = busy(&d, share * model(&d).owned.ceiling() * (1.0 - 1e-9));
        let before = report(&d);
        let Some(price) = before.indifference_usd_per_gpu_hour.filter(|p| *p <= 10_000.0) else { return Ok(()) };
        let mut with = d.clone();
        with.scenario.rent.quotes = vec![Quote { name: "x".to_owned(), usd_per_gpu_hour: price, term_months: 0.0 , ..Quote::default() }];
        let after = report(&with);
        let offer = after.offers.iter().find(|o| o.id == "quote-1").expect("the offer");
        let scale: f64 = before.own.lines.iter().map(|l| l.usd_per_year.abs()).sum();
        prop_assert!(near(offer.usd_per_year, after.own.usd_per_year, scale.max(offer.usd_per_year - offer.lines[0].usd_per_year), 1e-9),
            "rent {} and own {} at {price}", offer.usd_per_year, after.own.usd_per_year);
    }

    /// The idle hours of a commitment are its whole difference to an absorbed one.
    #[test]
    fn a_commitment_that_is_full_costs_what_an_absorbed_one_does(Drawn(mut d) in document(Texts::Known)) {
        d.scenario.work.workloads.clear(); // a steady year
        d.scenario.rent.commitment_billing = CommitmentBilling::Committed;
        let committed = report(&d);
        d.scenario.rent.commitment_billing = CommitmentBilling::Absorbed;
        let absorbed = report(&d);
        for (one, other) in by_id(&committed).iter().zip(by_id(&absorbed)) {
            let Billing::Committed { gpus } = one.billing else {
                prop_assert_eq!(one.usd_per_year, other.usd_per_year, "{}", &one.id);
                continue;
            };
            if one.overflow_gpu_hours + one.unserved_gpu_hours > 0.0 {
                continue;
            }
            let per_paid = one.productive_per_busy_hour * d.scenario.rent.paid_efficiency.value;
            let idle = gpus * 8_760.0 - committed.hours.wanted_gpu_hours / per_paid;
            let rent = &d.scenario.rent;
            let price = one.usd_per_gpu_hour * (1.0 + rent.managed_share.value);
            let scale = one.usd_per_year + other.usd_per_year;
            let before_support = |side: &OfferResult| side.lines.iter().filter(|l| l.id != LineId::CloudSupport).map(|l| l.usd_per_year).sum::<f64>();
            prop_assert!(near(before_support(one) - before_support(other), idle * price, scale, 1e-11), "{}", one.id);
            prop_assert!(one.usd_per_year - other.usd_per_year >= idle * price - scale * 1e-11, "support decreases: {}", one.id);
        }
    }
}

proptest! {
    #![proptest_config(cases(1_200))]

    /// Payments only after some years of a life, compared with the sum of its months or years; the last may be partial.
    #[test]
    fn a_contract_after_the_warranty_is_a_part_of_one_from_the_start(warranty in 0.0..12.0_f64, life in 0.5..12.0_f64, rate in number(0.0, 1.0), whole_years in 1..=12_u32) {
        let discounted = ChargeMethod::discounted;
        for timing in [Timing::Monthly, Timing::YearEnd] {
            let share = share_paid_after(warranty, life, discounted(rate, timing));
            prop_assert!((0.0..=1.0).contains(&share), "{share}");
            prop_assert!(share <= ((life - warranty) / life).max(0.0) + 1e-12, "later payments are discounted more: {share}");
            let without_interest = share_paid_after(warranty, life, discounted(0.0, timing));
            prop_assert!(near(without_interest, share_paid_after(warranty, life, ChargeMethod::Simple), 1.0, 1e-12));
            let per_year = if timing == Timing::Monthly { 12 } else { 1 };
            let periods = whole_years * per_year;
            let weight = |period: u32| (1.0 + rate).powf(-f64::from(period) / f64::from(per_year));
            let due = |period: u32| (f64::from(period) - warranty * f64::from(per_year)).clamp(0.0, 1.0);
            let sum: f64 = (1..=periods).map(|period| due(period) * weight(period)).sum();
            let all: f64 = (1..=periods).map(weight).sum();
            let found = share_paid_after(warranty, f64::from(whole_years), discounted(rate, timing));
            prop_assert!(near(found, sum / all, 1.0, 1e-12), "{found}, expected {}", sum / all);
        }
    }
}

fn adds_up(lines: &[Line], total: f64, per_hour: Option<f64>) -> Outcome {
    let sum: f64 = lines.iter().map(|l| l.usd_per_year).sum();
    let scale: f64 = lines.iter().map(|l| l.usd_per_year.abs()).sum();
    prop_assert!(near(sum, total, scale, 1e-9), "lines add up to {sum}, the total is {total}");
    if let Some(total) = per_hour {
        let hours: Vec<f64> = lines.iter().filter_map(|l| l.usd_per_productive_gpu_hour).collect();
        prop_assert_eq!(hours.len(), lines.len(), "a line without a cost per hour");
        let scale: f64 = hours.iter().map(|l| l.abs()).sum();
        prop_assert!(near(hours.iter().sum(), total, scale, 1e-9), "lines per hour, total {total}");
    }
    Ok(())
}
