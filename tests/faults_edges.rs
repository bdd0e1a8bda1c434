//! Faults at the edges of the model found by comparison with an independent one, each with the correct figure and how it
//! is derived. All inputs but those named are neutral: 8 GPUs in one node that lasts five years and falls to nothing in a
//! straight line, always available, no cost besides.

use engine::inputs::value::{Amount, Credit, Quote, Running};
use engine::inputs::workloads::Workload;
use engine::inputs::{CommittedCount, HorizonEnd, IntervalChoice, Scenario};
use engine::prices::PriceBook;
use engine::report::{Report, evaluate};

fn report(scenario: &Scenario) -> Report {
    evaluate(scenario, &PriceBook::embedded(), "2026-11").unwrap_or_else(|issues| panic!("{issues:?}"))
}

fn quote(name: &str, usd_per_gpu_hour: f64, term_months: f64) -> Quote {
    Quote { name: name.to_owned(), usd_per_gpu_hour, term_months, ..Quote::default() }
}

fn credit(provider: &str, usd: f64, months: f64) -> Credit {
    Credit { provider: provider.to_owned(), usd, months }
}

/// Neutral inputs with these offers alone, work per month and months.
fn neutral(quotes: Vec<Quote>, gpu_hours_per_month: f64, months: f64) -> Scenario {
    let mut s = Scenario::neutral();
    s.own.gpus = Amount::exact(8.0);
    s.rent.quotes = quotes;
    s.rent.only_quotes = true;
    s.work.gpu_hours_per_month = Amount::exact(gpu_hours_per_month);
    s.time.horizon_months = Amount::exact(months);
    s
}

#[track_caller]
fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() <= 1e-6 * wanted.abs().max(1.0), "{found}, not {wanted}");
}

/// By hand: the node costs 300,000 and is sold for 240,000 after one of five years. 5,840 hours a month are rented, half
/// from each: 12 × 2,920 × 4 = 140,160 to P and 12 × 2,920 × 6 = 210,240 to Q. The credit of P paid both.
#[test]
fn a_credit_pays_the_hours_of_its_own_provider_alone() {
    let mut s = neutral(vec![quote("P", 4.0, 0.0), quote("Q", 6.0, 0.0)], 11_680.0, 12.0);
    s.own.node_price_usd = Amount::exact(300_000.0);
    s.rent.unavailable_share = Amount::exact(0.5);
    let mut own = |credits: Vec<Credit>| {
        s.rent.credits = credits;
        report(&s).outlook.own.nominal_usd
    };
    near(own(Vec::new()), 60_000.0 + 140_160.0 + 210_240.0);
    near(own(vec![credit("P", 1e9, 12.0)]), 270_240.0);
    near(own(vec![credit("Q", 1e9, 12.0)]), 200_160.0);
    near(own(vec![credit("", 1e9, 12.0)]), 60_000.0);
    // By hand: it pays 20,000 of the first months' 17,520 each.
    near(own(vec![credit("Q", 20_000.0, 12.0)]), 410_400.0 - 20_000.0);
}

fn spot(gpus: f64, job: f64) -> Scenario {
    let mut s = neutral(
        vec![Quote { spot: true, gpus_per_machine: Some(8.0), interruptions: Some(0.01), ..quote("S", 2.0, 0.0) }],
        gpus * 730.0,
        12.0,
    );
    s.work.workloads = vec![Workload {
        gpus: Some(gpus),
        job_gpus: Some(job),
        interruptible: Some(1.0),
        checkpoint_hours: Some(2.0),
        ..Workload::default()
    }];
    s.stops.write_hours = Amount::exact(0.05);
    s.stops.restart_hours = Amount::exact(0.1);
    s
}

/// Daly 2006: 32 nodes stop at L = 0.32 an hour. g = τ L ÷ (e^(L R) (e^(L (τ + δ)) − 1)) with τ 2, δ 0.05, R 0.1; two dollars
/// an hour ÷ g for 256 × 8,760 hours. It used one node and the scenario's own interval.
#[test]
fn spot_for_all_work_has_the_gang_and_interval_of_the_workload() {
    for (gpus, job, wanted) in [(256.0, 256.0, 6_708_160.0), (16.0, 16.0, 293_887.0)] {
        let stops = job / 8.0 * 0.01;
        let goodput = 2.0 * stops / ((stops * 0.1_f64).exp() * ((stops * 2.05_f64).exp() - 1.0));
        let by_hand = 2.0 * gpus * 8_760.0 / goodput;
        assert!((by_hand - wanted).abs() < 0.5, "{by_hand}");
        near(report(&spot(gpus, job)).outlook.rent.expect("spot").nominal_usd, by_hand);
    }
}

/// By hand: two workloads at two dollars, each ÷ its own goodput.
#[test]
fn on_spot_each_workload_loses_what_its_own_jobs_lose() {
    let mut s = spot(256.0, 256.0);
    s.work.workloads.push(Workload {
        gpus: Some(16.0),
        job_gpus: Some(16.0),
        interruptible: Some(1.0),
        checkpoint_hours: Some(0.5),
        ..Workload::default()
    });
    s.work.gpu_hours_per_month = Amount::exact(272.0 * 730.0);
    // The scenario's own job and interval do not matter.
    s.work.fabric_gpus = Amount::exact(4.0);
    s.stops.interval = IntervalChoice::Given;
    s.stops.interval_hours = Amount::exact(7.0);
    let paid = |gpus: f64, stops: f64, interval: f64| {
        let goodput = interval * stops / ((stops * 0.1_f64).exp() * ((stops * (interval + 0.05)).exp() - 1.0));
        2.0 * gpus * 8_760.0 / goodput
    };
    near(report(&s).outlook.rent.expect("spot").nominal_usd, paid(256.0, 0.32, 2.0) + paid(16.0, 0.02, 0.5));
}

/// By hand: three years of 166,666.67 for owning; 36 months of 8 × 730 × 2 = 11,680 for renting where the work goes on. If
/// it ends, the other 24 months are due, less what is recovered: all. It said +200,800, 60 months.
#[test]
fn the_other_end_of_the_horizon_has_the_rules_of_that_end() {
    let mut s = neutral(vec![quote("A", 2.0, 60.0)], 5_840.0, 36.0);
    s.own.platform_usd_per_year = Amount::exact(500_000.0 / 3.0);
    s.time.end = HorizonEnd::GoingOn;
    let mut other = |recoverable: f64, fee: Option<f64>| {
        s.time.recoverable_share = Amount::exact(recoverable);
        if let Some(fee) = fee {
            s.time.commitment_exit = engine::inputs::CommitmentExit::Fee;
            s.time.termination_fee_share = Amount::exact(fee);
        }
        let outlook = report(&s).outlook;
        near(outlook.saving_usd.expect("both compare"), 36.0 * 11_680.0 - 500_000.0);
        outlook.saving_other_end_usd.expect("both compare")
    };
    near(other(1.0, None), -79_520.0);
    near(other(0.0, None), 200_800.0);
    near(other(0.25, None), 200_800.0 - 0.25 * 24.0 * 11_680.0);
    near(other(0.0, Some(0.5)), -79_520.0 + 0.5 * 24.0 * 11_680.0);
}

/// By hand: 60 months at 11,680 are prepaid, 700,800; the work goes on after 36, so two fifths come back. A credit paid
/// half of it, so half of that is not cash: 350,400 − 140,160.
#[test]
fn what_a_credit_prepaid_is_not_returned_in_cash() {
    let mut s = neutral(vec![quote("A", 2.0, 60.0)], 5_840.0, 36.0);
    s.rent.quote_upfront_share = Amount::exact(1.0);
    s.time.end = HorizonEnd::GoingOn;
    let mut rent = |credits: Vec<Credit>| {
        s.rent.credits = credits;
        report(&s).outlook.rent.expect("an offer").nominal_usd
    };
    near(rent(Vec::new()), 700_800.0 - 280_320.0);
    near(rent(vec![credit("A", 350_400.0, 12.0)]), 350_400.0 - 140_160.0);
    near(rent(vec![credit("A", 1e9, 12.0)]), 0.0);
    near(rent(vec![credit("", 175_200.0, 1.0), credit("A", 175_200.0, 12.0)]), 350_400.0 - 140_160.0);
}

/// By hand: owning pays 8 × 365 of 730 hours, so a price of 10,000 an hour would still be cheaper than a node at 1e8.
#[test]
fn a_price_that_cannot_be_entered_turns_nothing() {
    let mut s = neutral(vec![quote("P", 4.0, 0.0), quote("C", 3.0, 12.0)], 1.0, 12.0);
    s.own.node_price_usd = Amount::exact(1e6);
    let outlook = report(&s).outlook;
    let turning = outlook.turning.expect("both compare");
    assert_eq!((turning.usd_per_gpu_hour, turning.usd_turns_as_typed), (None, false), "200,000 for twelve hours");
    // Half a year of one GPU: 200,000 ÷ 4,380 is 45.66 an hour.
    s.work.gpu_hours_per_month = Amount::exact(365.0);
    let turning = report(&s).outlook.turning.expect("both compare");
    near(turning.usd_per_gpu_hour.expect("a price"), 200_000.0 / 4_380.0);
    // A node that would have to cost more than can be entered.
    s.work.gpu_hours_per_month = Amount::exact(5_840.0);
    s.rent.quotes = vec![quote("P", 9_999.0, 0.0)];
    assert_eq!(report(&s).verdict.node_price_flip_usd, None);
}

/// 32 GPUs, and Gamma with a credit of 680,161 for five months: what exceeds the machines goes to Gamma while the credit
/// pays, whatever Beta asks, and to the cheaper one afterwards.
#[test]
fn one_more_offer_never_makes_owning_dearer_with_credits() {
    let own = |quotes: Vec<Quote>, work: f64, lead: f64, months: f64| {
        let mut s = neutral(quotes, work, months);
        s.own.gpus = Amount::exact(32.0);
        s.rent.credits = vec![credit("Gamma", 680_161.0, 5.0)];
        s.time.lead_months = Amount::exact(lead);
        report(&s).outlook.own.nominal_usd
    };
    let (gamma, beta) = (quote("Gamma", 7.13, 0.0), quote("Beta", 3.15, 0.0));
    let full = 32.0 * 730.0;
    for (work, lead, months) in
        [(full + 1_000.0, 0.0, 12.0), (full, 4.0, 24.0), (2.0 * full, 2.0, 36.0), (full, 5.0, 12.0)]
    {
        let alone = own(vec![gamma.clone()], work, lead, months);
        let both = own(vec![gamma.clone(), beta.clone()], work, lead, months);
        assert!(both <= alone * (1.0 + 1e-12) + 1e-6, "{both} with Beta, {alone} without: {work} {lead} {months}");
    }
    // By hand: 1,000 hours a month cost nothing for five months, then 3.15.
    near(own(vec![gamma.clone(), beta.clone()], full + 1_000.0, 0.0, 12.0), 7.0 * 3_150.0);
    // By hand: the credit pays 680,161 ÷ 7.13 = 95,394.25 of the 5 × 23,360 hours before delivery.
    let paid = 680_161.0 / (7.13 * full);
    assert!((paid - 4.083_6).abs() < 1e-3, "{paid}");
    near(own(vec![gamma.clone()], full, 5.0, 12.0), 5.0 * full * 7.13 - 680_161.0);
    // The fifth month is a month of one offer: the cheaper one with what is left of the credit.
    near(own(vec![gamma, beta], full, 5.0, 12.0), full * 3.15);
}

/// By hand: a commitment for 4 of 8 GPUs at 2 pays 5,840 a month, all from the credit of 70,080 at its provider; nothing of
/// it is left for the other hours, so they go to the cheaper offer: 12 × 2,920 × 3.
#[test]
fn a_credit_that_a_commitment_uses_up_draws_no_hours_to_its_provider() {
    let mut s = neutral(vec![quote("A", 2.0, 12.0), quote("A", 5.0, 0.0), quote("B", 3.0, 0.0)], 5_840.0, 12.0);
    s.rent.committed_count = CommittedCount::Given;
    s.rent.committed_gpus = Amount::exact(4.0);
    let mut rent = |usd: f64| {
        s.rent.credits = vec![credit("A", usd, 12.0)];
        let report = report(&s);
        report
            .offers
            .iter()
            .find(|offer| offer.id == "quote-1")
            .and_then(|offer| offer.present_value_usd)
            .expect("a value")
    };
    near(rent(70_080.0), 105_120.0);
    near(rent(0.0), 70_080.0 + 105_120.0);
    // By hand: 14,600 more pay for one month's 2,920 hours at 5.
    near(rent(70_080.0 + 14_600.0), 105_120.0 - 8_760.0);
}

/// By hand: 8 running GPUs do the work on 4 GPUs, which half fills its machine of 8 and costs twice as much an hour, and half
/// of that on 8 GPUs. Its other 4 GPUs cost 4 an hour, 11,680 a month, or 5,840 for 4 committed ones; where 2 are committed,
/// 2,920 and 5,840. With a credit that pays nothing, hours had the mean price of all work, of whatever running GPUs do.
#[test]
fn a_credit_that_pays_nothing_changes_no_price() {
    let hourly = Quote { gpus_per_machine: Some(8.0), ..quote("H", 4.0, 0.0) };
    let mut s = neutral(vec![hourly, quote("C", 2.0, 12.0)], 8_760.0, 18.0);
    let on = |gpus: f64| Workload { gpus: Some(gpus), job_gpus: Some(gpus), ..Workload::default() };
    s.work.workloads = vec![on(8.0), on(4.0)];
    s.present.commitments = vec![Running { name: String::new(), gpus: 8.0, usd_per_gpu_hour: 3.0, months_left: 18.0 }];
    s.rent.committed_count = CommittedCount::Given;
    let rent = |s: &Scenario, id: &str| {
        let found = report(s).offers.into_iter().find(|offer| offer.id == id);
        found.and_then(|offer| offer.present_value_usd).expect("a value")
    };
    let (half, all) = (12.0 * (2_920.0 + 5_840.0) + 6.0 * 11_680.0, 12.0 * 5_840.0 + 6.0 * 11_680.0);
    for credits in [Vec::new(), vec![credit("Nobody", 1e6, 18.0)], vec![credit("H", 0.0, 18.0), credit("H", 1e6, 0.0)]]
    {
        s.rent.credits = credits;
        for (gpus, usd) in [(10.0, half), (12.0, all)] {
            s.rent.committed_gpus = Amount::exact(gpus);
            near(rent(&s, "quote-2"), usd);
        }
        near(rent(&s, "quote-1"), 18.0 * 11_680.0);
    }
    // What it pays is all that it saves.
    s.rent.credits = vec![credit("H", 30_000.0, 18.0)];
    near(rent(&s, "quote-2"), all - 30_000.0);
    near(rent(&s, "quote-1"), 18.0 * 11_680.0 - 30_000.0);
}

/// By hand: a node of five years at 300,000 is sold after one for 240,000 where its value falls to 0 in a straight line, and
/// for nothing where a share of 0 says so; network and storage too.
#[test]
fn a_resale_share_of_nothing_sells_nothing_at_any_age() {
    let mut s = neutral(vec![quote("P", 4.0, 0.0)], 1.0, 12.0);
    s.own.node_price_usd = Amount::exact(300_000.0);
    s.own.fabric_usd_per_node = Amount::exact(50_000.0);
    s.own.storage_tb = Amount::exact(100.0);
    s.own.storage_usd_per_tb = Amount::exact(500.0);
    near(report(&s).outlook.own.nominal_usd, 0.2 * 400_000.0);
    s.own.zero_sells_nothing = true;
    for months in [12.0, 36.0, 59.0, 60.0] {
        s.time.horizon_months = Amount::exact(months);
        let report = report(&s);
        near(report.outlook.own.nominal_usd, 400_000.0);
        assert!(report.outlook.exits.iter().all(|exit| exit.sale_usd == 0.0));
    }
    s.own.residual_share = Amount::exact(0.1);
    s.own.other_residual_share = Amount::exact(0.1);
    near(report(&s).outlook.own.nominal_usd, 0.9 * 400_000.0);
    // The default is what who types 0 expects.
    assert!(Scenario::typical(&PriceBook::embedded()).own.zero_sells_nothing);
}

/// By hand: all work of 16 GPUs is bound to owned machines. 8 GPUs do half of it, whatever else is rented: 12 × 5,840 of
/// 140,160 hours stay undone.
#[test]
fn a_running_commitment_does_not_do_what_has_to_be_owned() {
    let mut s = neutral(vec![quote("P", 4.0, 0.0)], 11_680.0, 12.0);
    s.work.workloads = vec![Workload { gpus: Some(16.0), pinned: Some(1.0), ..Workload::default() }];
    s.present.commitments =
        vec![Running { name: String::new(), gpus: 100.0, usd_per_gpu_hour: 3.0, months_left: 12.0 }];
    let own = report(&s).outlook.own;
    near(own.gpu_hours, 70_080.0);
    near(own.unserved_gpu_hours, 70_080.0);
}

/// By hand: two months before delivery at 0.40 an hour and nothing for 10,000 GB are 2,336 each, at 0.39 and 0.01 a gigabyte
/// 2,377.60: the cheaper hour is the dearer month. All published prices are higher.
#[test]
fn until_delivery_the_month_decides_not_the_hour() {
    let mut book = PriceBook::embedded();
    let rows = "id,provider,gpu,usd_per_gpu_hour,term_months,service,egress_usd_per_gb\n\
                month,A,h100-sxm,0.4,0,on-demand,0\nhour,B,h100-sxm,0.39,0,on-demand,0.01\n";
    assert_eq!(book.add_own(rows).taken, 2);
    let mut s = neutral(Vec::new(), 5_840.0, 12.0);
    s.rent.only_quotes = false;
    s.time.lead_months = Amount::exact(2.0);
    let mut own = |gigabytes: f64| {
        s.rent.egress_gb_per_month = Amount::exact(gigabytes);
        evaluate(&s, &book, "2026-11").unwrap_or_else(|issues| panic!("{issues:?}")).outlook.own.nominal_usd
    };
    near(own(10_000.0), 2.0 * 2_336.0);
    near(own(1_000.0), 2.0 * 2_287.6);
}
