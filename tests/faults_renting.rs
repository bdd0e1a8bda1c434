//! Faults in renting found by readers, each with the correct figure and its source.

use crate::shared::faults;

use engine::codec::{Document, file};
use engine::inputs::value::{Credit, OfferPrice, Quote, Value};
use engine::inputs::{CommitmentBilling, CommitmentExit, field};
use engine::prices::PriceBook;
use engine::report::OfferResult;

use faults::{read, report};

/// A scenario of `tests/faults/`.
macro_rules! fault {
    ($name:literal) => {
        read(include_str!(concat!("faults/", $name, ".json")))
    };
}

fn offer(document: &Document, id: &str) -> OfferResult {
    report(document).offers.into_iter().find(|offer| offer.id == id).expect("the offer")
}

/// Present value of renting from an offer.
fn rent(document: &Document, id: &str) -> f64 {
    offer(document, id).present_value_usd.expect("a present value")
}

fn quote(name: &str, usd_per_gpu_hour: f64, term_months: f64) -> Quote {
    Quote { name: name.to_owned(), usd_per_gpu_hour, term_months, ..Quote::default() }
}

fn credit(provider: &str, usd: f64, months: f64) -> Credit {
    Credit { provider: provider.to_owned(), usd, months }
}

#[track_caller]
fn near(found: f64, wanted: f64) {
    assert!((found - wanted).abs() <= 1e-6, "{found}, not {wanted}");
}

/// By hand: one GPU at 2 for 8,760 hours and seven by the hour at 6. The faulty result was the cost of one, 140,160,
/// whatever it carried.
#[test]
fn an_absorbed_commitment_carries_what_its_gpus_can() {
    let found = offer(&fault!("absorbed-without-limit"), "quote-2");
    near(found.usd_per_year, 8_760.0 * (2.0 + 7.0 * 6.0));
    near(found.usd_per_year, 385_440.0);
    near(found.overflow_gpu_hours, 7.0 * 8_760.0);
    near(found.present_value_usd.expect("a present value"), 2.0 * 385_440.0);
}

/// A full commitment leaves no idle hours to absorb: both ways of billing cost the same, paid monthly or in advance.
#[test]
fn what_an_absorbed_commitment_prepays_is_paid_ahead() {
    let mut document = fault!("absorbed-without-limit");
    document.scenario.rent.committed_gpus.value = 8.0;
    document.scenario.money.discount_rate.value = 0.1;
    let mut of = |billing: CommitmentBilling, upfront: f64| {
        document.scenario.rent.commitment_billing = billing;
        document.scenario.rent.quote_upfront_share.value = upfront;
        rent(&document, "quote-2")
    };
    for upfront in [0.0, 0.5, 1.0] {
        near(of(CommitmentBilling::Absorbed, upfront), of(CommitmentBilling::Committed, upfront));
    }
    // By hand: two years of 140,160 paid at their starts.
    near(of(CommitmentBilling::Absorbed, 1.0), 140_160.0 * (1.0 + 1.0 / 1.1));
}

/// By hand: 14.4 GPUs available half of the time do 63,072 of 70,080 hours. The faulty 252,288 omitted the rest.
#[test]
fn committed_gpus_work_while_they_are_available() {
    let mut document = fault!("same-capacity-availability");
    let found = offer(&document, "quote-2");
    near(found.overflow_gpu_hours, 7_008.0);
    near(found.usd_per_year, 252_288.0 + 7_008.0 * 6.0);
    near(found.usd_per_year, 294_336.0);
    near(found.present_value_usd.expect("a present value"), 2.0 * 294_336.0);
    // The same by the hour, where only used hours are paid.
    document.scenario.rent.commitment_billing = CommitmentBilling::Absorbed;
    near(rent(&document, "quote-2"), 2.0 * (63_072.0 * 2.0 + 7_008.0 * 6.0));
}

/// By hand: 36 months of 8 GPUs at 2, all in advance. The faulty result refunded half of the last year: 350,400.
#[test]
fn what_is_prepaid_is_not_recovered() {
    let mut document = fault!("prepaid-recovered");
    near(rent(&document, "quote-2"), 420_480.0);
    // By hand: half of the 12 months still due is recovered, a quarter of those half prepaid.
    document.scenario.rent.quote_upfront_share.value = 0.0;
    near(rent(&document, "quote-2"), 420_480.0 - 12.0 * 11_680.0 * 0.5);
    document.scenario.rent.quote_upfront_share.value = 0.5;
    near(rent(&document, "quote-2"), 420_480.0 - 12.0 * 11_680.0 * 0.25);
}

/// By hand: 24 months at 35,040, less both credits. The short one was lost if the long one was entered first: 740,960.
#[test]
fn the_credit_that_expires_first_pays_first() {
    for document in [fault!("credits-order-a"), fault!("credits-order-b")] {
        near(rent(&document, "quote-1"), 705_920.0);
    }
    // A credit of one provider is used before one for any bill with the same expiry: month 1 at the first is paid in
    // full by both.
    let mut document = fault!("credits-order-a");
    document.scenario.rent.committed_count = engine::inputs::CommittedCount::Given;
    document.scenario.rent.committed_gpus.value = 4.0;
    for credits in
        [[credit("", 5_840.0, 1.0), credit("b", 5_840.0, 1.0)], [credit("B", 5_840.0, 1.0), credit("", 5_840.0, 1.0)]]
    {
        document.scenario.rent.credits = credits.to_vec();
        near(rent(&document, "quote-2"), 24.0 * 4.0 * 730.0 * (2.0 + 6.0) - 2.0 * 5_840.0);
    }
}

/// By hand: 36 months at 11,680, with the work ending after 24.
#[test]
fn a_credit_pays_what_falls_due_ahead_at_the_horizon_and_after_it() {
    let mut document = fault!("prepaid-recovered");
    document.scenario.time.recoverable_share.value = 0.0;
    document.scenario.rent.quote_upfront_share.value = 0.0;
    let mut with = |months: f64, usd: f64| {
        document.scenario.rent.credits = vec![credit("B", usd, months)];
        rent(&document, "quote-2")
    };
    near(with(36.0, 1e6), 0.0);
    near(with(30.0, 1e6), 6.0 * 11_680.0);
    near(with(24.0, 1e6), 12.0 * 11_680.0);
    near(with(30.0, 300_000.0), 120_480.0);
    // A fee of half of the rest falls due at the horizon.
    document.scenario.time.commitment_exit = CommitmentExit::Fee;
    document.scenario.time.termination_fee_share.value = 0.5;
    let mut with = |months: f64| {
        document.scenario.rent.credits = vec![credit("B", 1e6, months)];
        rent(&document, "quote-2")
    };
    near(with(24.0), 0.0);
    near(with(23.0), 11_680.0 + 6.0 * 11_680.0);
    // All of it is paid at the start of month 1.
    document.scenario.rent.quote_upfront_share.value = 1.0;
    document.scenario.rent.credits = vec![credit("B", 100_000.0, 1.0)];
    near(rent(&document, "quote-2"), 320_480.0);
}

/// By hand: 12 months at 2 and 11 at 3. With a more expensive offer of the same provider it was 11 at 12, which made
/// another offer the cheapest: 402,960.
#[test]
fn a_dear_offer_of_the_same_provider_is_not_what_follows_a_commitment() {
    for document in [fault!("own-provider-tail-before"), fault!("own-provider-tail-after")] {
        near(report(&document).outlook.rent.expect("a rent").present_value_usd, 332_880.0);
    }
}

/// By hand, 5,840 hours a month, 11 of 23 months left.
#[test]
fn the_cheapest_of_shorter_terms_and_months_by_the_hour_follow() {
    let mut document = fault!("own-provider-tail-before");
    let mut with = |quotes: &[(&str, f64, f64)]| {
        document.scenario.rent.quotes = quotes.iter().map(|(name, usd, term)| quote(name, *usd, *term)).collect();
        rent(&document, "quote-1") / 5_840.0
    };
    let year = ("Alpha", 2.0, 12.0);
    let hour = ("Gamma", 3.0, 0.0);
    near(with(&[year, hour, ("Alpha", 2.5, 6.0), ("Alpha", 2.6, 3.0)]), 24.0 + 6.0 * 2.5 + 3.0 * 2.6 + 2.0 * 3.0);
    near(with(&[year, hour, ("Alpha", 2.9, 6.0), ("Alpha", 2.2, 3.0)]), 24.0 + 9.0 * 2.2 + 2.0 * 3.0);
    // Terms of another provider, or more expensive than the hour, do not follow it.
    near(with(&[year, hour, ("Beta", 2.1, 6.0), ("Alpha", 3.5, 6.0)]), 24.0 + 33.0);
    // The cheapest hourly offer, of any provider.
    near(with(&[year, hour, ("Delta", 2.5, 0.0), ("Alpha", 4.0, 0.0)]), 24.0 + 27.5);
    // Prices halve in a year: a term keeps the price of its first month, so it is signed late or never.
    document.scenario.time.rent_drift.value = -0.5;
    document.scenario.rent.quotes = vec![quote("Alpha", 2.0, 12.0), quote("Gamma", 3.0, 0.0), quote("Alpha", 2.9, 6.0)];
    let at = |month: i32| 0.5_f64.powf(f64::from(month - 1) / 12.0);
    let by_the_hour = |from: i32, to: i32| (from..=to).map(|month| 3.0 * at(month)).sum::<f64>();
    let signed = |month: i32| by_the_hour(13, month - 1) + 6.0 * 2.9 * at(month) + by_the_hour(month + 6, 23);
    let best = (13..=18).map(signed).fold(by_the_hour(13, 23), f64::min);
    near(rent(&document, "quote-1") / 5_840.0, 24.0 + best);
}

/// Contracts and credits last whole months. 12.5 months were billed as 13 and shown as 12.5.
#[test]
fn a_part_of_a_month_is_refused_with_its_range() {
    let text = include_str!("faults/term-12-and-a-half.json");
    let decoded = file::read(text, &PriceBook::embedded()).expect("a file");
    let told: Vec<&str> = decoded.notices.iter().map(|notice| notice.message.as_str()).collect();
    assert!(told.iter().any(|message| message.contains("a whole number between 0 and 120 months")), "{told:?}");
    assert!(decoded.document.scenario.rent.quotes.iter().all(|quote| quote.term_months != 12.5));
    for (id, at) in [("rent.quotes", 2), ("rent.credits", 2), ("present.commitments", 3)] {
        let row = field(id).expect("a row");
        let mut cells = vec![engine::inputs::value::Cell::Number(1.0); at + 1];
        cells[0] = engine::inputs::value::Cell::Text("A".to_owned());
        assert_eq!(row.validate(&Value::List(vec![cells.clone()])), None, "{id}");
        cells[at] = engine::inputs::value::Cell::Number(12.5);
        let objection = row.validate(&Value::List(vec![cells])).expect("an objection");
        assert!(objection.ends_with("must be a whole number between 0 and 120 months"), "{id}: {objection}");
    }
    let mut book = PriceBook::embedded();
    let read = book.add_own("id,provider,gpu,usd_per_gpu_hour,term_months\nx,A,h100-sxm,2,12.5\n");
    assert_eq!(read.taken, 0, "{read:?}");
}

/// Work can go to a spot offer that is counted in by hand, despite any other barrier.
#[test]
fn a_spot_offer_that_is_counted_in_is_a_lever_of_the_present_bill() {
    let mut document = Document::typical(&PriceBook::embedded());
    let s = &mut document.scenario;
    s.present.bill_usd_per_month.value = 100_000.0;
    s.present.usd_per_gpu_hour.value = 10.0;
    s.present.spot_share.value = 0.5;
    let lever = |document: &Document| {
        let plan = report(document).present.expect("a present plan");
        let spot = plan.levers.into_iter().find(|lever| lever.id == "spot").expect("the lever");
        (spot.offer.map(|id| id.as_str().to_owned()), spot.saves_usd_per_month)
    };
    let spot = report(&document)
        .offers
        .into_iter()
        .find(|offer| offer.service == "spot" && offer.reasons.len() > 1)
        .expect("a spot offer that cannot do the job");
    let id = spot.id.as_str().to_owned();
    document.scenario.rent.prices = vec![OfferPrice { offer: id.clone(), usd_per_gpu_hour: 0.1 }];
    assert_ne!(lever(&document).0.as_ref(), Some(&id));
    document.scenario.rent.counted_in = vec![id.clone()];
    let (offer, saves) = lever(&document);
    assert_eq!(offer.as_ref(), Some(&id));
    assert!(saves > 0.0, "{saves}");
}
