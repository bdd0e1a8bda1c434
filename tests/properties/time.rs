//! Over the horizon: the identities at the end of section 5 of the model page.

use engine::cash_flow::{self, Flows};
use engine::codec::Document;
use engine::cost::LineId;
use engine::cost::OWN_LINES;
use engine::cost::plan::{OverflowPricing, per_productive_hour};
use engine::cost::rent::tiered;
use engine::horizon::{PlanOutlook, own_value, rent_value};
use engine::inputs::value::{Amount, Point};
use engine::inputs::{BeyondChoice, ChargeChoice, EndOfLife, HorizonEnd, Scenario, TaxLosses, TaxMethod, TimingChoice};
use engine::model::offers::Billing;
use engine::model::{Model, Wear};
use engine::report::{OfferResult, Report};
use engine::units::count;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::check::{Outcome, busy, model, moved, near, report};
use crate::draw::{Drawn, Texts, cases, document, document_of_one_gpu};

const NONE: Amount = Amount::exact(0.0);

/// Sums over at most 240 months of some twenty lines, each rounded to 1e-16 of the gross amounts.
const ROUNDING: f64 = 1e-12;

/// A scenario in which every month is like the first, nothing exists yet, and no work waits for machines.
fn every_month_alike(s: &mut Scenario) {
    s.work.workloads.clear();
    let time = &mut s.time;
    for row in [
        &mut s.work.growth_per_year,
        &mut time.rent_drift,
        &mut time.tariff_drift,
        &mut time.staff_drift,
        &mut time.space_drift,
        &mut time.lead_months,
        &mut time.ramp_months,
        &mut s.present.nodes,
        &mut s.rent.setup_usd,
        &mut s.rent.porting_usd,
        &mut s.rent.exit_tb,
    ] {
        *row = NONE;
    }
    time.rent_curve.clear();
    s.present.commitments.clear();
    s.rent.credits.clear();
    s.money.tax_method = TaxMethod::Without;
}

/// Gives everything bought the same life in months.
fn all_live(s: &mut Scenario, months: usize) {
    let life = Amount::exact(count(months) / 12.0);
    s.own.life_years = life;
    s.own.fabric_life_years = life;
    s.own.storage_life_years = life;
    s.place.build_out_life_years = life;
}

fn horizon(s: &mut Scenario, months: usize) {
    s.time.horizon_months = Amount::exact(count(months));
    s.time.lead_months = Amount::exact(s.time.lead_months.value.min(count(months) - 1.0));
}

/// Most work of the owned machines in a month in which work that has to run on them is rented like the rest: until all that
/// is bought carries its full load. `None` in other months.
fn until_full(s: &Scenario, model: &Model, month: usize) -> Option<f64> {
    let (owned, time) = (&model.owned, &s.time);
    let bought = owned.bought_share();
    let age = count(month) - time.lead_months.value;
    let waits = bought > 0.0 && model.is_delivered() && age <= time.ramp_months.value.ceil();
    if !waits || time.beyond == BeyondChoice::Queue {
        return None;
    }
    let ramped = (age.max(0.0) / (time.ramp_months.value + 1.0)).min(1.0);
    let full = owned.gpus * 730.0 * owned.ceiling() * owned.yields.productive_per_busy();
    Some(full * (owned.there_in(month) + bought * ramped))
}

/// Work the plans have to do, month by month, from the rows only. `machines` is the most that owned machines do in a month in
/// which what has to run on them is rented like the rest.
fn wanted(d: &Document, model: &Model, machines: impl Fn(usize) -> Option<f64>) -> f64 {
    let s = &d.scenario;
    let per_hour = model.rented.yields.productive_per_busy() * s.rent.paid_efficiency.value * s.rent.availability.value;
    // State by state: its hours, and what is wanted in it, relative to the mean.
    let (hours, all, pinned) = match &model.load.demand {
        demand if demand.is_empty() => (vec![1.0], vec![1.0], vec![0.0]),
        demand => (demand.states().hours().to_vec(), demand.total(), demand.sum(|part| part.pinned)),
    };
    let weighed = |of: &dyn Fn(f64, f64) -> f64| {
        let states = hours.iter().zip(all.iter().zip(&pinned));
        states.map(|(hours, (all, own))| hours * of(*all, *own)).sum::<f64>() / hours.iter().sum::<f64>()
    };
    let mean = weighed(&|all, _| all);
    (0..model.time.months)
        .map(|month| {
            let grown = (1.0 + s.work.growth_per_year.value).powf(count(month) / 12.0);
            let running = s.present.commitments.iter().filter(|c| count(month) < c.months_left.floor());
            let done: f64 = running.map(|c| c.gpus * 730.0 * per_hour).sum();
            let work = s.work.gpu_hours_per_month.value * grown;
            let machines = machines(month + 1);
            weighed(&|all, own| {
                let (free, bound) = (work * (all - own) / mean, work * own / mean);
                // Running commitments are rented: they do nothing that has to run on owned machines, unless it is rented
                // until those are there.
                let beyond = machines.map_or(0.0, |most| (bound - most).max(0.0));
                (free + beyond - done).max(0.0) + bound - beyond
            })
        })
        .sum()
}

/// What renting costs in a month of `every_month_alike`, from the definition of a bill: each provider charges its hours, its
/// share of the data and support on the sum; line and platform are due once, where most hours are. With the number of bills.
fn month_of_renting(model: &Model, side: &OfferResult) -> (f64, usize) {
    let (terms, rented) = (OverflowPricing::of(model), &model.rented);
    let index = model.offers.iter().position(|offer| offer.id == side.id).expect("the offer");
    let all = model.work.as_gpu_hours() / 12.0;
    let mut hours = vec![(index, all - side.overflow_gpu_hours / 12.0)];
    if side.overflow_gpu_hours > 0.0 {
        let shared = |index: usize, work: f64| {
            let away = work * model.offers[index].elsewhere;
            let other = terms.fallback_at(index).filter(|_| away > 0.0).map(|(other, _)| (other, away));
            std::iter::once((index, work - away)).chain(other)
        };
        if model.offers[index].elsewhere > 0.0 {
            hours = shared(index, all).collect();
        } else {
            let (other, _) = terms.overflow.expect("an offer for the rest");
            hours.extend(shared(other, side.overflow_gpu_hours / 12.0));
        }
    }
    // Per provider: the offer with most hours, all hours and what they cost.
    let mut bills: Vec<(usize, f64, f64, f64)> = Vec::new();
    for (index, hours) in hours {
        let offer = &model.offers[index];
        let price = offer.price * (1.0 + rented.managed_share);
        let usd = match offer.billing {
            Billing::Committed { gpus } => gpus * 730.0 * price.as_usd_per_gpu_hour(),
            Billing::PayPerUse | Billing::Absorbed { .. } => hours * per_productive_hour(model, offer, price),
        };
        match bills.iter_mut().find(|bill| model.offers[bill.0].provider == offer.provider) {
            Some(bill) => {
                if hours > bill.1 {
                    (bill.0, bill.1) = (index, hours);
                }
                (bill.2, bill.3) = (bill.2 + hours, bill.3 + usd);
            }
            None => bills.push((index, hours, hours, usd)),
        }
    }
    let most = bills.iter().map(|bill| bill.2).fold(0.0, f64::max);
    let mut once = (rented.line + rented.platform).as_usd() / 12.0;
    let due = bills.iter().map(|(index, _, hours, usd)| {
        let share = hours / all;
        let gb = (rented.egress_all_gb_per_month * share - rented.egress_free_gb).max(0.0);
        let moved = if rented.egress_tiers.is_empty() {
            gb * model.offers[*index].egress_usd_per_gb
        } else {
            tiered(&rented.egress_tiers, gb).as_usd()
        };
        let beside = if *hours == most { std::mem::take(&mut once) } else { 0.0 };
        let bill = usd + rented.storage.as_usd() / 12.0 * share + moved + beside;
        bill + rented.support.of(bill)
    });
    (due.sum(), bills.len())
}

/// Present value of flows from the definition of the clock.
fn present_value(flows: &Flows, s: &Scenario) -> f64 {
    let r = s.money.discount_rate.value;
    let monthly = s.money.timing == TimingChoice::Monthly;
    let years = |month: usize, at_end: bool| match (monthly, at_end) {
        (true, false) => count(month - 1) / 12.0,
        (true, true) => count(month) / 12.0,
        (false, false) => count((month - 1) / 12),
        (false, true) => count(month.div_ceil(12)),
    };
    (1..=flows.start.len())
        .map(|month| {
            let at = |series: &[f64]| series.get(month - 1).copied().unwrap_or(0.0);
            let ends = at(&flows.end) + at(&flows.bill) + at(&flows.sale);
            at(&flows.start) * (1.0 + r).powf(-years(month, false)) + ends * (1.0 + r).powf(-years(month, true))
        })
        .sum()
}

fn adds_up(plan: &PlanOutlook, d: &Document, wanted: f64) -> Outcome {
    let s = &d.scenario;
    let months = s.time.horizon_months.value;
    let years = 1.0 + ((months - s.time.first_year_months.value).max(0.0) / 12.0).ceil();
    prop_assert_eq!(count(plan.by_year_usd.len()), years);
    prop_assert_eq!(count(plan.cumulative_usd.len()), months + 1.0);
    let scale = moved(plan);
    for (name, by_year) in [("cash", &plan.by_year_usd), ("book", &plan.book_by_year_usd)] {
        let sum: f64 = by_year.iter().sum();
        prop_assert!(near(sum, plan.nominal_usd, scale, ROUNDING), "{name}: {sum}, all {}", plan.nominal_usd);
    }
    let work = plan.gpu_hours + plan.unserved_gpu_hours;
    // The sum of 8,760 hours is rounded in each.
    let rounding = if s.work.workloads.is_empty() { ROUNDING } else { 1e-9 };
    prop_assert!(near(work, wanted, s.work.gpu_hours_per_month.value, rounding), "{work} of {wanted} hours");
    prop_assert!((0.0..=plan.gpu_hours * (1.0 + ROUNDING)).contains(&plan.elsewhere_gpu_hours));
    prop_assert!(plan.unserved_gpu_hours >= 0.0 && plan.late_gpu_hours >= 0.0);
    Ok(())
}

fn levelised_is_the_charge(own: &PlanOutlook, report: &Report, s: &Scenario) -> Outcome {
    let (levelised, charged) = (own.levelised_usd_per_productive_gpu_hour, report.own.usd_per_productive_gpu_hour);
    let (Some(levelised), Some(charged)) = (levelised, charged) else { panic!("there is work") };
    // The price and its resale value, or hours let out and their running cost, can nearly cancel: the difference is
    // only as exact as its parts. A life of n years repays at most 1/n + r of the price per year.
    let hours = &report.hours;
    let capital = report.own.upfront_usd * (1.0 / s.own.life_years.value + s.money.discount_rate.value);
    let let_out = hours.available_gpu_hours * s.own.idle_usd_per_gpu_hour.value;
    let lines: f64 = report.own.lines.iter().map(|l| l.usd_per_year.abs()).sum();
    let scale = (3.0 * capital + let_out + lines) / hours.productive_gpu_hours;
    prop_assert!(near(levelised, charged, scale, ROUNDING), "levelised {levelised}, charged {charged}");
    Ok(())
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn lines_add_up_to_years_and_years_to_the_whole(Drawn(d) in document_of_one_gpu(Texts::Known)) {
        let (report, model) = (report(&d), model(&d));
        let own = &report.outlook.own;
        adds_up(own, &d, wanted(&d, &model, |month| until_full(&d.scenario, &model, month)))?;
        if let Some(rent) = &report.outlook.rent {
            adds_up(rent, &d, wanted(&d, &model, |_| None))?;
        }
        let scale = moved(own);
        for (year, usd) in own.by_year_usd.iter().enumerate() {
            let sum: f64 = own.lines.iter().map(|l| l.by_year_usd[year]).sum();
            prop_assert!(near(sum, *usd, scale, ROUNDING), "year {year}: lines {sum}, all {usd}");
        }
        // Late work is charged once: when it is late if it waits, otherwise when it is lost.
        let hours = if d.scenario.time.beyond == BeyondChoice::Queue { own.late_gpu_hours } else { own.unserved_gpu_hours };
        let late: f64 = own.lines.iter().filter(|l| l.id == LineId::Late).flat_map(|l| &l.by_year_usd).sum();
        let expected = hours * d.scenario.time.late_usd_per_gpu_hour.value;
        prop_assert!(near(late, expected, scale, 1e-11), "late work {late}, expected {expected}");
    }

    #[test]
    fn present_value_is_what_the_clock_says(Drawn(mut d) in document(Texts::Known), index in any::<Index>()) {
        d.scenario.money.tax_method = TaxMethod::Without;
        let model = model(&d);
        let terms = OverflowPricing::of(&model);
        let mut flows = Flows::new(&model);
        let own = own_value(&model, &terms, &mut flows);
        let gross = |flows: &Flows| flows.start.iter().chain(&flows.end).chain(&flows.bill).chain(&flows.sale).map(|usd| usd.abs()).sum::<f64>();
        prop_assert!(near(own.present_value, present_value(&flows, &d.scenario), gross(&flows), ROUNDING));
        if !model.offers.is_empty() {
            let rent = rent_value(&model, &terms, index.index(model.offers.len()), &mut flows);
            prop_assert!(near(rent.present_value, present_value(&flows, &d.scenario), gross(&flows), ROUNDING));
        }
    }

    /// Over a horizon of one life, the levelised payments equal the yearly charge.
    #[test]
    fn levelised_cost_over_one_life_is_the_charge(Drawn(mut d) in document(Texts::Known), months in 12..=120_usize, share in 1e-3..1.0_f64) {
        let s = &mut d.scenario;
        let months = if s.money.timing == TimingChoice::YearEnd { months / 12 * 12 } else { months };
        every_month_alike(s);
        all_live(s, months);
        horizon(s, months);
        s.money.charge = ChargeChoice::Discounted;
        let d = busy(&d, share * model(&d).owned.ceiling() * (1.0 - 1e-9));
        let report = report(&d);
        prop_assert_eq!(report.outlook.own.elsewhere_gpu_hours + report.outlook.own.unserved_gpu_hours, 0.0);
        levelised_is_the_charge(&report.outlook.own, &report, &d.scenario)?;
    }

    /// In such a scenario renting costs the same each month, unless something is prepaid or continues after the end. If one
    /// provider does all the work, that is the cost of a steady year, which bills all data there.
    #[test]
    fn levelised_rent_is_that_of_a_steady_year(Drawn(mut d) in document(Texts::Known)) {
        every_month_alike(&mut d.scenario);
        d.scenario.time.end = HorizonEnd::GoingOn;
        d.scenario.time.beyond = BeyondChoice::Offer;
        let report = report(&d);
        let (Some(rent), Some(offer)) = (&report.outlook.rent, report.cheapest()) else { return Ok(()) };
        if offer.upfront_share > 0.0 || offer.unserved_gpu_hours > 0.0 {
            return Ok(());
        }
        let (levelised, steady) = (rent.levelised_usd_per_productive_gpu_hour, offer.usd_per_productive_gpu_hour);
        prop_assert_eq!(levelised.is_some(), steady.is_some());
        let model = model(&d);
        let (usd, bills) = month_of_renting(&model, offer);
        let by_definition = levelised.map(|_| usd / (model.work.as_gpu_hours() / 12.0));
        let same = |other: Option<f64>| near(levelised.unwrap_or(0.0), other.unwrap_or(0.0), 0.0, ROUNDING);
        prop_assert!(same(by_definition), "{levelised:?} and {by_definition:?} of {bills} bills");
        prop_assert!(bills > 1 || offer.overflow_gpu_hours > 0.0 || same(steady), "{levelised:?} and {steady:?}");
    }

    /// On the same machines and without overflow, the cost of owning is linear in the work.
    #[test]
    fn levelised_cost_falls_with_work_on_the_same_machines(Drawn(mut d) in document_of_one_gpu(Texts::Known), shares in (1e-3..1.0_f64, 1e-3..1.0_f64)) {
        let s = &mut d.scenario;
        s.work.growth_per_year = Amount::exact(s.work.growth_per_year.value.min(0.0));
        s.work.workloads.clear();
        // Losses carried forward make the line nonlinear.
        s.money.tax_losses = TaxLosses::AtOnce;
        s.time.lead_months = NONE;
        s.time.ramp_months = NONE;
        s.present.commitments.clear();
        if s.present.at_end_of_life == EndOfLife::Retired {
            s.present.at_end_of_life = EndOfLife::RunOn; // otherwise the machines change over time
        }
        let ceiling = model(&d).owned.ceiling() * (1.0 - 1e-9);
        let (less, more) = (shares.0.min(shares.1) * ceiling, shares.0.max(shares.1) * ceiling);
        prop_assume!(more > less * 1.001);
        let [idle, less, more] = [0.0, less, more].map(|share| report(&busy(&d, share)).outlook.own);
        prop_assert_eq!(more.elsewhere_gpu_hours + more.unserved_gpu_hours, 0.0);
        let scale = moved(&idle) + moved(&less) + moved(&more);
        let rise = (less.present_value_usd - idle.present_value_usd) * (more.gpu_hours / less.gpu_hours);
        let times = more.gpu_hours / less.gpu_hours;
        prop_assert!(near(idle.present_value_usd + rise, more.present_value_usd, scale * times, 1e-11), "not linear");
        let (Some(less), Some(more)) = (less.levelised_usd_per_productive_gpu_hour, more.levelised_usd_per_productive_gpu_hour) else { panic!("there is work") };
        // If sales and hours let out bring in more than owning costs, the work itself is what costs.
        let (low, high) = if idle.present_value_usd >= 0.0 { (more, less) } else { (less, more) };
        prop_assert!(low <= high + 1e-9 * low.abs().max(high.abs()), "{more} with more work, {less} with less");
    }

    #[test]
    fn without_interest_both_clocks_agree(Drawn(mut d) in document(Texts::Known)) {
        d.scenario.money.discount_rate = NONE;
        d.scenario.money.timing = TimingChoice::Monthly;
        let monthly = report(&d);
        d.scenario.money.timing = TimingChoice::YearEnd;
        let year_end = report(&d);
        prop_assert_eq!(&monthly.outlook.own, &year_end.outlook.own);
        prop_assert_eq!(&monthly.outlook.rent, &year_end.outlook.rent);
        prop_assert_eq!(&monthly.outlook.payback, &year_end.outlook.payback);
        prop_assert_eq!(monthly.outlook.saving_other_end_usd, year_end.outlook.saving_other_end_usd);
        prop_assert_eq!(monthly.verdict.kind, year_end.verdict.kind);
        prop_assert_eq!(&monthly.verdict.offer, &year_end.verdict.offer);
        let scale: f64 = monthly.own.lines.iter().map(|l| l.usd_per_year.abs()).sum::<f64>() + monthly.own.upfront_usd;
        prop_assert!(near(monthly.own.usd_per_year, year_end.own.usd_per_year, scale, ROUNDING));
        if let Some(payback) = &monthly.outlook.payback {
            prop_assert_eq!(payback.month, payback.discounted_month);
        }
    }

    /// All purchases end with the horizon, there are no commitments and no data to move: then it makes no difference
    /// whether the work ends or continues.
    #[test]
    fn both_ends_agree_when_nothing_is_left(Drawn(mut d) in document(Texts::Known), years in 2..=10_usize, parts in [1..=3_usize, 1..=3, 1..=3, 1..=3]) {
        let s = &mut d.scenario;
        horizon(s, years * 12);
        s.time.lead_months = NONE;
        s.present.nodes = NONE;
        s.rent.exit_tb = NONE;
        s.work.longest_term_months = NONE;
        s.rent.counted_in.clear();
        s.rent.quotes.iter_mut().for_each(|quote| quote.term_months = 0.0);
        let [nodes, fabric, storage, room] = parts.map(|parts| Amount::exact(count(years * 12 / parts) / 12.0));
        s.own.life_years = nodes;
        s.own.fabric_life_years = fabric;
        s.own.storage_life_years = storage;
        s.place.build_out_life_years = room;
        for end in [HorizonEnd::WindUp, HorizonEnd::GoingOn] {
            d.scenario.time.end = end;
            let report = report(&d);
            prop_assert!(report.verdict.other_end_agrees != Some(false));
            let (here, there) = (report.outlook.saving_usd, report.outlook.saving_other_end_usd);
            prop_assert_eq!(here.is_some(), there.is_some());
            let scale = moved(&report.outlook.own) + report.outlook.rent.as_ref().map_or(0.0, moved);
            prop_assert!(near(here.unwrap_or(0.0), there.unwrap_or(0.0), scale, ROUNDING), "{here:?} and {there:?}");
        }
    }

    #[test]
    fn tax_of_nothing_changes_nothing(Drawn(mut d) in document(Texts::Known)) {
        d.scenario.money.tax_rate = NONE;
        let with = report(&d);
        d.scenario.money.tax_method = TaxMethod::Without;
        let without = report(&d);
        prop_assert_eq!(with.outlook.saving_usd, without.outlook.saving_usd);
        prop_assert_eq!(&with.verdict.offer, &without.verdict.offer);
        prop_assert_eq!(with.verdict.kind, without.verdict.kind);
        let (with, without) = (with.outlook.own, without.outlook.own);
        prop_assert_eq!(with.present_value_usd, without.present_value_usd);
        prop_assert_eq!(with.by_year_usd, without.by_year_usd);
    }

    #[test]
    fn a_curve_of_prices_that_drift_is_the_drift(Drawn(mut d) in document(Texts::Known), months in 12..=60_usize) {
        let s = &mut d.scenario;
        horizon(s, months);
        s.time.rent_curve.clear();
        s.time.rent_drift = Amount::exact(s.time.rent_drift.value.min(1.0));
        let drift = 1.0 + s.time.rent_drift.value;
        let mut curved = d.clone();
        curved.scenario.time.rent_curve =
            (1..=months).map(|month| Point { at: count(month), share: drift.powf(count(month - 1) / 12.0) }).collect();
        let (drifting, curved) = (report(&d), report(&curved));
        let (a, b) = (&drifting.outlook.own, &curved.outlook.own);
        // Carried losses make owning depend on the cost of renting.
        let scale = moved(a) + drifting.outlook.rent.as_ref().map_or(0.0, moved);
        prop_assert!(near(a.present_value_usd, b.present_value_usd, scale, ROUNDING));
        for (one, other) in drifting.offers.iter().zip(&curved.offers) {
            prop_assert_eq!(&one.id, &other.id);
            let (one, other) = (one.present_value_usd.unwrap_or(0.0), other.present_value_usd.unwrap_or(0.0));
            prop_assert!(near(one, other, scale, 1e-11), "{one} and {other}");
        }
    }

    /// Existing machines run, with staff, whenever the rest is delivered.
    #[test]
    fn machines_that_are_there_wait_for_no_delivery(Drawn(mut d) in document_of_one_gpu(Texts::Known)) {
        d.scenario.present.nodes = Amount::exact(1e5);
        // Spares beside them are bought and delivered: what is paid for those starts then.
        d.scenario.own.availability_method = Scenario::neutral().own.availability_method;
        d.scenario.own.gpus = Amount::exact(d.scenario.own.gpus.value.min(1e3));
        if d.scenario.time.beyond == BeyondChoice::Node {
            d.scenario.time.beyond = BeyondChoice::Offer; // the best number of additional nodes depends on their delivery
        }
        let late = report(&d).outlook.own;
        d.scenario.time.lead_months = NONE;
        let early = report(&d).outlook.own;
        prop_assert_eq!(late.elsewhere_gpu_hours, early.elsewhere_gpu_hours);
        let model = model(&d);
        for line in OWN_LINES.iter().filter(|line| (line.of)(&model).purchase.is_none()) {
            let of = |plan: &PlanOutlook| plan.lines.iter().find(|l| l.id == line.id).map(|l| l.by_year_usd.clone());
            prop_assert_eq!(of(&late), of(&early), "{:?}", line.id);
        }
    }

    /// An exit at the horizon sells what winding up sells; the book value is what has not been depreciated.
    #[test]
    fn leaving_at_the_horizon_is_winding_up(Drawn(mut d) in document(Texts::Known), years in 1..=10_usize) {
        horizon(&mut d.scenario, years * 12);
        d.scenario.present.nodes = NONE;
        d.scenario.time.end = HorizonEnd::WindUp;
        let (report, model) = (report(&d), model(&d));
        let exits = &report.outlook.exits;
        prop_assert_eq!(exits.len(), years * 2);
        let bought: Vec<_> = OWN_LINES.iter().filter_map(|line| (line.of)(&model).purchase).collect();
        let sold = bought.iter().filter(|p| p.wear != Wear::Removal).flat_map(|p| cash_flow::assets_of(&model, p));
        let sold: f64 = sold.filter(|a| a.until == model.time.months).map(|a| a.proceeds).sum();
        let last = exits.last().expect("an exit");
        prop_assert!(near(last.sale_usd, sold, sold.abs(), 1e-11), "{} and {sold}", last.sale_usd);
        for exit in exits {
            let scale = exit.sale_usd.abs() + exit.book_usd.abs();
            prop_assert!(exit.book_usd >= 0.0 && near(exit.loss_usd, exit.book_usd - exit.sale_usd, scale, ROUNDING));
        }
    }
}
