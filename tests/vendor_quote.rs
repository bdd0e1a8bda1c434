//! A vendor's quote sets the scenario it describes.

use engine::cost::LineId;
use engine::inputs::value::Amount;
use engine::inputs::vendor_quote::{QuotePart, VendorQuote};
use engine::inputs::{Scenario, Site, TaxMethod, YearlyMethod};
use engine::model::fixes::fix;
use engine::prices::PriceBook;
use engine::report::evaluate;

/// By hand: ten nodes at 330,000 are 3.3 million; with 500,000 a year over three years and no residual value, 4.8
/// million.
#[test]
fn the_offer_of_the_reference_text_costs_what_it_says() {
    let book = PriceBook::embedded();
    let mut scenario = Scenario::typical(&book);
    scenario.work.gpu_hours_per_month = Amount::exact(24_333.0);
    scenario.money.discount_rate = Amount::exact(0.0);
    let quote = VendorQuote {
        nodes: 10.0,
        gpus_per_node: Some(8.0),
        usd_per_node: 330_000.0,
        usd_per_year: Some(500_000.0),
        years: Some(3.0),
        worth: Some(0.0),
        alone: true,
        ..VendorQuote::default()
    };
    let put = quote.put_into(&scenario, &PriceBook::embedded()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    assert_eq!(put.own.gpus.value, 80.0);
    let report = evaluate(&put, &book, "2026-11").unwrap_or_else(|issues| panic!("{issues:?}"));
    assert_eq!(report.own.upfront_usd, 3_300_000.0);
    let paid = report.outlook.own.nominal_usd;
    assert!((paid - 4_800_000.0).abs() < 0.01, "{paid}");
    assert_eq!(report.hours.wanted_gpu_hours, 24_333.0 * 12.0, "the work stays");
    let hours = report.cheapest().map_or(0.0, |offer| offer.usd_per_year / offer.usd_per_gpu_hour);
    assert!((hours - 24_333.0 * 12.0).abs() < 1e-6, "renting pays for these hours only: {hours}");
}

/// Three years typed are a horizon of 36 months, whatever the delivery time, and nothing is sold at their end: by hand, 10
/// nodes at 330,000 are paid, and a network at 20,000 each.
#[test]
fn its_years_are_the_horizon_whatever_the_delivery_time() {
    let book = PriceBook::embedded();
    let mut scenario = Scenario::typical(&book);
    scenario.time.lead_months = Amount::exact(4.0);
    let quote = |years: f64, alone: bool| VendorQuote {
        nodes: 10.0,
        gpus_per_node: Some(8.0),
        usd_per_node: 330_000.0,
        network_usd_per_node: Some(20_000.0),
        years: Some(years),
        worth: Some(0.0),
        tax_rate: Some(0.25),
        alone,
        ..VendorQuote::default()
    };
    let put = |quote: VendorQuote| quote.put_into(&scenario, &book).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let months = |quote: VendorQuote| put(quote).time.horizon_months.value;
    assert_eq!([3.0, 4.0, 10.0].map(|years| months(quote(years, false))), [36.0, 48.0, 120.0]);
    assert_eq!(months(quote(3.0, true)), 36.0);
    let late = VendorQuote { lead_months: Some(36.0), ..quote(3.0, false) };
    let wrong = late.put_into(&scenario, &book).err().unwrap_or_default();
    assert_eq!(
        wrong.first().map(|w| (w.part, w.words.as_str())),
        Some((QuotePart::Years, "must be more than the 36 months until delivery"))
    );
    for years in [3.0, 4.0] {
        let put = put(quote(years, false));
        let lives =
            [&put.own.life_years, &put.own.fabric_life_years, &put.own.storage_life_years, &put.money.tax_years];
        assert_eq!(lives.map(|life| life.value), [years; 4], "depreciation follows");
        let report = evaluate(&put, &book, "2026-11").unwrap_or_else(|issues| panic!("{issues:?}"));
        let paid = |id: &str| -> f64 {
            let line = report.outlook.own.lines.iter().find(|line| line.id.as_str() == id);
            line.map_or(0.0, |line| line.by_year_usd.iter().sum())
        };
        assert!((paid("nodes") - 3_300_000.0).abs() < 0.01, "{}", paid("nodes"));
        assert!((paid("fabric") - 200_000.0).abs() < 0.01, "{}", paid("fabric"));
        assert_eq!(report.outlook.second_purchase, None);
        assert!(report.warnings.iter().all(|issue| !issue.fields.contains(&"time.horizon_months")), "whole years");
    }
    assert_eq!([months(quote(4.0, false)), months(quote(4.0, true)), months(quote(2.5, false))], [48.0, 48.0, 30.0]);
    assert_eq!(months(quote(10.0, false)), 120.0);
    let later = VendorQuote { lead_months: Some(9.0), ..quote(4.0, false) };
    assert_eq!((months(later), put(later).time.lead_months.value), (48.0, 9.0));
    let s = put(quote(4.0, false));
    let report = evaluate(&s, &book, "2026-11").unwrap_or_else(|issues| panic!("{issues:?}"));
    assert_eq!(report.outlook.second_purchase, None);
    assert!(report.warnings.iter().all(|issue| fix(&s, issue).is_none_or(|fix| fix.field != "time.horizon_months")));
    // Alone, without a wait, and worthless at the end: all that was paid for the machines stays paid.
    let report = evaluate(&put(quote(3.0, true)), &book, "2026-11").unwrap_or_else(|issues| panic!("{issues:?}"));
    let nodes = report.outlook.own.lines.iter().find(|line| line.id == LineId::Nodes);
    let paid: f64 = nodes.map_or(0.0, |line| line.by_year_usd.iter().sum());
    assert!((paid - 3_300_000.0).abs() < 0.01, "{paid}");
}

/// Depreciated for as long as the machines are used, in whole years, unless the quote says otherwise.
#[test]
fn its_depreciation_follows_the_years_it_names() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    let least = VendorQuote { nodes: 4.0, usd_per_node: 400_000.0, tax_rate: Some(0.25), ..VendorQuote::default() };
    let put = |quote: VendorQuote| {
        let s = quote.put_into(&typical, &book).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        (s.money.tax_years.value, s.money.tax_method)
    };
    let straight = TaxMethod::StraightLine;
    assert_eq!(put(least), (5.0, straight), "the default");
    assert_eq!(put(VendorQuote { years: Some(4.0), ..least }), (4.0, straight));
    assert_eq!(put(VendorQuote { years: Some(2.5), ..least }), (3.0, straight), "whole years");
    let named = VendorQuote { years: Some(4.0), depreciation_years: Some(3.0), ..least };
    assert_eq!(put(named), (3.0, straight));
    // A method that was chosen stays, unless the quote says over how many years.
    let mut macrs = typical.clone();
    macrs.money.tax_method = TaxMethod::Macrs;
    let method = |quote: VendorQuote| quote.put_into(&macrs, &book).map(|s| s.money.tax_method);
    assert_eq!(method(VendorQuote { years: Some(4.0), ..least }), Ok(TaxMethod::Macrs));
    assert_eq!(method(named), Ok(straight));
    let half = VendorQuote { depreciation_years: Some(2.5), ..least };
    let wrong = half.put_into(&typical, &book).err().unwrap_or_default();
    assert_eq!(wrong.iter().map(|wrong| wrong.part).collect::<Vec<_>>(), [QuotePart::DepreciationYears]);
}

/// By hand: 90 kW × 210 × 12 = 226,800 a year, whatever racks hold, with electricity in the rent.
#[test]
fn its_kilowatts_are_contracted_as_they_are() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    let quote = VendorQuote {
        nodes: 8.0,
        gpus_per_node: Some(8.0),
        usd_per_node: 300_000.0,
        colocation_usd_per_kw_month: Some(210.0),
        contracted_kw: Some(90.0),
        power_included: Some(true),
        ..VendorQuote::default()
    };
    let put = |quote: VendorQuote| quote.put_into(&typical, &book).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let line = |s: &Scenario, id: &str| {
        let report = evaluate(s, &book, "2026-11").unwrap_or_else(|issues| panic!("{issues:?}"));
        report.own.lines.iter().find(|line| line.id.as_str() == id).map(|line| line.usd_per_year)
    };
    let full = put(quote);
    assert!(line(&full, "space").is_some_and(|usd| (usd - 226_800.0).abs() < 1e-6));
    assert_eq!(line(&full, "power"), Some(0.0));
    let metered = put(VendorQuote { power_included: Some(false), ..quote });
    assert!(line(&metered, "power").is_some_and(|usd| usd > 0.0));
    // What the quote does not say stays as it is.
    let mut included = typical.clone();
    included.place.power_included = true;
    let silent = VendorQuote { power_included: None, ..quote }.put_into(&included, &book).expect("a quote");
    assert!(silent.place.power_included);
    // Added to a running cost: 100,000 + 226,800.
    let yearly = put(VendorQuote { usd_per_year: Some(100_000.0), ..quote });
    assert!((yearly.own.yearly_usd.value - 326_800.0).abs() < 1e-6);
    let absurd = VendorQuote { contracted_kw: Some(1e6), ..quote }.put_into(&typical, &book).err().unwrap_or_default();
    assert_eq!(absurd.iter().map(|wrong| wrong.part).collect::<Vec<_>>(), [QuotePart::ContractedKw]);
}

#[test]
fn what_it_leaves_open_stays_and_what_no_row_takes_is_told() {
    let book = PriceBook::embedded();
    let scenario = Scenario::typical(&book);
    let least = VendorQuote { nodes: 2.0, usd_per_node: 400_000.0, ..VendorQuote::default() };
    let put = least.put_into(&scenario, &PriceBook::embedded()).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    assert_eq!((put.own.gpus.value, put.own.life_years), (16.0, scenario.own.life_years));
    assert_eq!(
        (put.own.yearly_method, put.own.residual_method),
        (scenario.own.yearly_method, scenario.own.residual_method)
    );
    let several = VendorQuote {
        nodes: 3.5,
        years: Some(0.0),
        cloud_usd_per_gpu_hour: Some(-1.0),
        gpus_of_a_job: Some(8.0),
        ..least
    };
    let wrong = several.put_into(&scenario, &PriceBook::embedded()).err().unwrap_or_default();
    let parts: Vec<QuotePart> = wrong.iter().map(|wrong| wrong.part).collect();
    assert_eq!(parts, [QuotePart::Nodes, QuotePart::Years, QuotePart::CloudUsdPerGpuHour], "{wrong:?}");
    assert!(wrong.iter().all(|wrong| wrong.words.contains("must be")), "{wrong:?}");
    let none = VendorQuote { nodes: 0.0, ..least };
    assert!(
        none.put_into(&scenario, &PriceBook::embedded())
            .is_err_and(|wrong| wrong.iter().all(|wrong| wrong.part == QuotePart::Nodes))
    );
}

#[test]
fn its_cloud_stands_among_the_offers_once_and_alone_where_asked() {
    let book = PriceBook::embedded();
    let scenario = Scenario::typical(&book);
    let quote = VendorQuote {
        nodes: 8.0,
        usd_per_node: 300_000.0,
        cloud_usd_per_gpu_hour: Some(5.5),
        gpus_of_a_job: Some(32.0),
        discount_rate: Some(0.05),
        ..VendorQuote::default()
    };
    let put = |quote: VendorQuote, into: &Scenario| {
        quote.put_into(into, &PriceBook::embedded()).unwrap_or_else(|wrong| panic!("{wrong:?}"))
    };
    let once = put(quote, &scenario);
    assert_eq!((once.work.fabric_gpus.value, once.money.discount_rate.value), (32.0, 0.05));
    assert!(!once.rent.only_quotes);
    let twice = put(VendorQuote { cloud_usd_per_gpu_hour: Some(6.0), alone: true, ..quote }, &once);
    let prices: Vec<f64> = twice.rent.quotes.iter().map(|quote| quote.usd_per_gpu_hour).collect();
    assert_eq!((prices.as_slice(), twice.rent.only_quotes), ([6.0].as_slice(), true));
    let report = evaluate(&twice, &book, "2026-11").unwrap_or_else(|issues| panic!("{issues:?}"));
    assert_eq!(report.cheapest().map(|offer| offer.usd_per_gpu_hour), Some(6.0));
}

/// By default one node has no network between nodes and one job of its own size: a quote that states the same sets it
/// explicitly.
#[test]
fn what_a_quote_says_is_no_default_though_it_be_the_same() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    let quote = |nodes: f64, job: f64| VendorQuote {
        nodes,
        gpus_per_node: Some(8.0),
        usd_per_node: 260_000.0,
        gpus_of_a_job: Some(job),
        ..VendorQuote::default()
    };
    let put =
        |quote: VendorQuote, into: &Scenario| quote.put_into(into, &book).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let one = put(quote(1.0, 64.0), &typical);
    assert_eq!((one.work.fabric_gpus.value, one.rent.storage_tb.value), (64.0, 32.0));
    let two = put(quote(2.0, 8.0), &put(quote(1.0, 8.0), &typical));
    assert_eq!((two.own.gpus.value, two.rent.storage_tb.value), (16.0, 64.0));
    assert_eq!((two.own.fabric_usd_per_node.value, two.work.fabric_gpus.value), (0.0, 8.0));
}

/// Each further part sets the rows it means; what is left out stays.
#[test]
fn gpu_support_colocation_network_delivery_and_tax_set_their_rows() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    let put = |quote: VendorQuote| quote.put_into(&typical, &book).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let least = VendorQuote { nodes: 4.0, usd_per_node: 400_000.0, ..VendorQuote::default() };
    let full = put(VendorQuote {
        gpu: Some("b200-sxm"),
        network_usd_per_node: Some(20_000.0),
        installation_usd_per_node: Some(3_000.0),
        lead_months: Some(7.0),
        support_share: Some(0.06),
        colocation_usd_per_kw_month: Some(190.0),
        tax_rate: Some(0.21),
        years: Some(3.0),
        alone: true,
        ..least
    });
    assert_eq!((full.work.gpu.as_str(), full.own.node_price_usd.value), ("b200-sxm", 400_000.0));
    assert!(full.place.node_kw != typical.place.node_kw, "the power of its machine");
    assert_eq!((full.own.fabric_usd_per_node.value, full.own.node_includes_network), (20_000.0, false));
    assert_eq!((full.own.installation_usd_per_node.value, full.time.lead_months.value), (3_000.0, 7.0));
    assert_eq!((full.time.horizon_months.value, full.money.tax_years.value), (36.0, 3.0), "three years of use");
    assert_eq!((full.own.support_share.value, full.own.yearly_method), (0.06, YearlyMethod::Lines));
    assert_eq!((full.place.colocation_usd_per_kw_month.value, full.place.site), (190.0, Site::Colocation));
    assert_eq!((full.money.tax_rate.value, full.money.tax_method), (0.21, TaxMethod::StraightLine));
    let plain = put(least);
    assert_eq!((plain.work.gpu.as_str(), plain.own.node_includes_network), ("h100-sxm", true));
    assert_eq!((plain.own.support_share, plain.money.tax_method), (typical.own.support_share, TaxMethod::Without));
    assert_eq!((plain.time.lead_months, plain.place.site), (typical.time.lead_months, typical.place.site));
}

/// By hand: 100,000 + 5% of 4 × 400,000 + 200 × 41 kW × 12 = 278,400. Four nodes of 10.2 kW fill a rack of 41 kW, which
/// is contracted whole as in the line of colocation.
#[test]
fn support_and_colocation_are_added_to_a_running_cost() {
    let book = PriceBook::embedded();
    let typical = Scenario::typical(&book);
    let quote = VendorQuote {
        nodes: 4.0,
        usd_per_node: 400_000.0,
        usd_per_year: Some(100_000.0),
        support_share: Some(0.05),
        colocation_usd_per_kw_month: Some(200.0),
        ..VendorQuote::default()
    };
    let put = quote.put_into(&typical, &book).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let wanted = 180_000.0 + 200.0 * 41.0 * 12.0;
    assert_eq!(put.own.yearly_method, YearlyMethod::Amount);
    assert!((put.own.yearly_usd.value - wanted).abs() < 1e-6, "{} of {wanted}", put.own.yearly_usd.value);
}

#[test]
fn parts_that_no_row_allows_are_told() {
    let book = PriceBook::embedded();
    let quote = VendorQuote {
        gpu: Some("no-such-gpu"),
        nodes: 4.0,
        usd_per_node: 400_000.0,
        lead_months: Some(-1.0),
        tax_rate: Some(2.0),
        ..VendorQuote::default()
    };
    let wrong = quote.put_into(&Scenario::typical(&book), &book).err().unwrap_or_default();
    assert_eq!(
        wrong.iter().map(|wrong| wrong.part).collect::<Vec<_>>(),
        [QuotePart::Gpu, QuotePart::LeadMonths, QuotePart::TaxRate],
        "{wrong:?}"
    );
}

/// A quote may compare itself with spot: the offer then has the class, the share without capacity and the interruptions of
/// the text, and only work that may be interrupted counts it.
#[test]
fn the_cloud_of_a_quote_may_be_spot() {
    let book = PriceBook::embedded();
    let mut scenario = Scenario::typical(&book);
    scenario.work.interruptible = true;
    let quote = VendorQuote {
        nodes: 8.0,
        usd_per_node: 330_000.0,
        cloud_usd_per_gpu_hour: Some(1.1),
        cloud_is_spot: true,
        cloud_no_spot_share: Some(0.2),
        cloud_interruptions: Some(0.25),
        ..VendorQuote::default()
    };
    let put = quote.put_into(&scenario, &book).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let cloud = put.rent.quotes.last().expect("the cloud");
    assert!(cloud.spot);
    assert_eq!((cloud.no_spot_share, cloud.interruptions), (Some(0.2), Some(0.25)));
    let report = evaluate(&put, &book, "2026-11").unwrap_or_else(|issues| panic!("{issues:?}"));
    let offer = report.offers.iter().find(|offer| offer.id == "quote-1").expect("the offer");
    assert_eq!((offer.service, offer.counted), ("spot", true));
    // What belongs to spot alone is not kept for a cloud on demand.
    let firm = VendorQuote { cloud_is_spot: false, ..quote }.put_into(&scenario, &book).expect("a scenario");
    assert_eq!(firm.rent.quotes.last().map(|quote| (quote.spot, quote.no_spot_share)), Some((false, None)));
    let wrong =
        VendorQuote { cloud_no_spot_share: Some(20.0), ..quote }.put_into(&scenario, &book).expect_err("a problem");
    assert_eq!(wrong.first().map(|wrong| wrong.part), Some(QuotePart::CloudNoSpotShare));
}
