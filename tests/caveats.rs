//! Caveats shown with the answer: growing work, financing, tax, one-GPU jobs.
//!
//! Expected values: sums of hours in closed form, and a lease as an annuity.

use engine::codec::{Document, file};
use engine::inputs::presets::preset;
use engine::inputs::value::{Amount, Credit, Point, Quote};
use engine::inputs::{
    BeyondChoice, CostUnit, FinanceMethod, NetworkNeed, ResidualMethod, Scenario, StaffMethod, TaxMethod, TimingChoice,
};
use engine::prices::PriceBook;
use engine::report::{Report, evaluate, evaluate_without_trees};
use engine::view::answer::answer;
use engine::view::badge::Badge;
use engine::view::cost_unit::Measure;
use engine::view::sheet::sheets;
use engine::view::{Piece, plain_text};

fn of(change: impl FnOnce(&mut Scenario)) -> Report {
    let book = PriceBook::embedded();
    let mut document = Document::typical(&book);
    change(&mut document.scenario);
    evaluate_without_trees(&document.scenario, &book, &document.edition).expect("a report")
}

/// The caveat that contains some words, as text, with its figures.
fn caveat(report: &Report, words: &str) -> Option<(String, Vec<f64>)> {
    let figure = |piece: &Piece| match piece {
        Piece::Figure(value, _) => Some(*value),
        _ => None,
    };
    let all = answer(report, "H100", 300_000.0).caveats;
    let told = |pieces: &Vec<Piece>| plain_text(pieces, |value, _| format!("{value}"));
    all.iter().find(|c| told(c).contains(words)).map(|c| (told(c), c.iter().filter_map(figure).collect()))
}

#[test]
fn growing_work_says_what_is_rented_beside_and_advises_no_smaller_cluster() {
    let little = |s: &mut Scenario| {
        s.work.gpu_hours_per_month = Amount::exact(10_000.0);
        s.work.fabric_gpus = Amount::exact(8.0);
    };
    let steady = of(little);
    assert!(caveat(&steady, "where fewer, busier GPUs save enough").is_some());
    assert!(caveat(&steady, "The work grows").is_none());
    let growing = of(|s| {
        little(s);
        s.work.growth_per_year = Amount::exact(0.5);
    });
    assert!(caveat(&growing, "where fewer, busier GPUs save enough").is_none());
    let (told, figures) = caveat(&growing, "The work grows").expect("some of it is rented");
    assert!(
        told.ends_with(" of it over 5 years is rented, until the machines are delivered and once they are full."),
        "{told}"
    );
    // The machines do no more than their capacity, and nothing before delivery.
    let all: f64 = (0..60).map(|month| 10_000.0 * 1.5_f64.powf(f64::from(month) / 12.0)).sum();
    let own = &growing.outlook.own;
    assert!((own.gpu_hours - all).abs() < 0.05 * all, "{} of {all}", own.gpu_hours);
    let here = growing.hours.gpus * 730.0 * growing.hours.ceiling_busy_share;
    assert!(figures[0] >= 1.0 - 56.0 * here / own.gpu_hours, "{figures:?}");
    assert_eq!(figures, [own.elsewhere_gpu_hours / own.gpu_hours]);
}

#[test]
fn a_month_of_work_that_grows_is_one_of_todays_work() {
    let told = |growth: f64| {
        let report = of(|s| {
            s.work.cost_unit = CostUnit::Month;
            s.work.growth_per_year = Amount::exact(growth);
        });
        let measure = Measure::of(&report);
        [measure.per(), measure.one(), measure.head()]
    };
    assert_eq!(told(0.0), ["per month", "a month of work", "Per month"]);
    assert_eq!(told(0.2), ["per month of today's work", "a month of today's work", "Per month of today's work"]);
}

#[test]
fn with_tax_a_table_without_it_says_so() {
    let titles = |tax: TaxMethod| {
        sheets(&of(|s| {
            s.money.tax_method = tax;
            s.money.tax_rate = Amount::exact(0.25);
        }))
        .map(|sheet| sheet.title.ends_with(", before tax"))
    };
    assert_eq!(titles(TaxMethod::StraightLine), [false, true, false, false], "years stand before and after it");
    assert_eq!(titles(TaxMethod::Without), [false; 4]);
}

#[test]
fn where_the_horizon_has_another_winner_only_what_may_be_is_named() {
    let report = of(|s| {
        s.work.gpu_hours_per_month = Amount::exact(14_000.0);
        s.work.growth_per_year = Amount::exact(0.3);
    });
    if report.verdict.steady_year_agrees == Some(false) && report.outlook.saving_usd.is_some_and(|usd| usd > 0.0) {
        let (told, _) = caveat(&report, "In a steady year renting").expect("the caveat");
        assert!(told.contains("changes in work and prices"), "{told}");
    } else {
        panic!("this case should have another winner over the horizon: {:?}", report.outlook.saving_usd);
    }
}

#[test]
fn a_dear_lease_is_told_with_what_it_makes_of_the_answer() {
    assert!(caveat(&of(|_| {}), "The answer assumes cash").is_none());
    let months = 60; // the horizon
    let leased = |payment: f64| {
        of(|s| {
            s.money.method = FinanceMethod::Lease;
            s.money.lease_usd_per_month = Amount::exact(payment);
            s.money.lease_buys = false;
            s.money.lease_months = Amount::exact(f64::from(months));
        })
    };
    let (cheap, dear) = (leased(40_000.0), leased(140_000.0));
    let gain = |report: &Report| report.outlook.financing.expect("a lease").gain_usd;
    // The more expensive one costs the present value of its payments more, whenever in the month they fall.
    let rate = 1.08_f64.powf(1.0 / 12.0) - 1.0;
    let annuity = (1.0 - (1.0 + rate).powi(-months)) / rate;
    // Payments begin with delivery, ten months after the order.
    let at_delivery = annuity * (1.0 + rate).powi(-10);
    let apart = (gain(&cheap) - gain(&dear)) / (100_000.0 * at_delivery);
    assert!((0.99..1.02).contains(&apart), "{apart}");
    let saving = dear.outlook.saving_usd.expect("both compare");
    assert!(saving > 0.0 && saving + gain(&dear) < 0.0, "owning wins with cash, not with this lease");
    let (told, figures) = caveat(&dear, "The answer assumes cash").expect("a caveat");
    assert!(told.contains(" more at present value: with it renting costs "), "{told}");
    assert_eq!(figures, [-gain(&dear), -(saving + gain(&dear))]);
}

#[test]
fn what_financing_changes_is_after_tax_where_the_saving_is() {
    let leased = of(|s| {
        s.money.method = FinanceMethod::Lease;
        s.money.lease_usd_per_month = Amount::exact(140_000.0);
        s.money.tax_method = TaxMethod::StraightLine;
    });
    let (told, figures) = caveat(&leased, "The answer assumes cash").expect("a caveat");
    assert!(told.contains(" more at present value after tax: with it "), "{told}");
    let saving = leased.outlook.saving_usd.expect("both compare");
    let gain = leased.outlook.financing.expect("a lease").gain_usd;
    assert_eq!(figures, [gain.abs(), (saving + gain).abs()]);
}

#[test]
fn with_tax_costs_are_told_apart_from_prices() {
    assert!(caveat(&of(|_| {}), "Costs are after tax").is_none());
    let taxed = of(|s| {
        s.money.tax_method = TaxMethod::StraightLine;
        s.money.tax_rate = Amount::exact(0.3);
    });
    assert!(caveat(&taxed, "Costs are after tax but offers are before tax").is_some());
}

#[test]
fn a_job_of_one_gpu_needs_no_network() {
    let offers = |gpus: f64, network: NetworkNeed| {
        let report = of(|s| {
            // Some machines of this GPU connect several over PCIe only.
            s.work.gpu = "h100-pcie".to_owned();
            s.work.fabric_gpus = Amount::exact(gpus);
            s.work.network = network;
        });
        report.offers.iter().filter(|offer| offer.reasons.is_empty()).count()
    };
    let any = offers(1.0, NetworkNeed::Any);
    assert_eq!(offers(1.0, NetworkNeed::Rdma), any);
    assert_eq!(offers(1.0, NetworkNeed::Nvlink), any);
    assert!(offers(2.0, NetworkNeed::Rdma) < offers(2.0, NetworkNeed::Any));
}

#[test]
fn a_job_that_does_not_fill_the_machines_it_rents_is_told_so() {
    let told = |gpus: f64| {
        let report = of(|s| s.work.fabric_gpus = Amount::exact(gpus));
        let offer = report.cheapest().expect("an offer");
        // Except for one-GPU jobs, the compared offers come in eights.
        assert_eq!(offer.gpus_per_instance, if gpus == 1.0 { 1.0 } else { 8.0 }, "{gpus}");
        caveat(&report, "GPUs at a time").map(|(_, figures)| figures)
    };
    for whole in [1.0, 8.0, 16.0, 64.0] {
        assert_eq!(told(whole), None, "{whole}");
    }
    for part in [2.0, 7.0, 12.0] {
        assert_eq!(told(part), Some(vec![8.0, part]));
    }
}

/// A reader's case: more work than capacity, which waits, at a dollar for each late hour.
fn waits(late_usd: f64) -> Report {
    of(|s| {
        s.work.gpu_hours_per_month = Amount::exact(60_000.0);
        s.work.fabric_gpus = Amount::exact(8.0);
        s.time.beyond = BeyondChoice::Queue;
        s.time.late_usd_per_gpu_hour = Amount::exact(late_usd);
    })
}

#[test]
fn work_that_waits_is_said_and_an_hour_costs_what_it_does_on_both_sides() {
    let report = waits(1.0);
    let outlook = &report.outlook;
    let (own, rent) = (&outlook.own, outlook.rent.as_ref().expect("an offer rents it out"));
    assert!(own.unserved_gpu_hours > 0.3 * own.gpu_hours, "the machines are far too few");
    // Both are per hour wanted: they differ in the same ratio as the present values.
    let hour = |plan: &engine::horizon::PlanOutlook| plan.levelised_usd_per_productive_gpu_hour.expect("work");
    let (hours, values) = (hour(own) / hour(rent), own.present_value_usd / rent.present_value_usd);
    assert!((hours / values - 1.0).abs() < 1e-12, "{hours} and {values}");
    // Five years of 60,000 hours a month, undiscounted.
    let nominal = own.nominal_usd_per_productive_gpu_hour.expect("work") * 60.0 * 60_000.0;
    assert!((nominal / own.nominal_usd - 1.0).abs() < 1e-12);
    let (told, figures) = caveat(&report, "later than wanted").expect("it is stated");
    assert_eq!(figures, [own.late_gpu_hours, own.unserved_gpu_hours], "{told}");
    let sentence = plain_text(&answer(&report, "H100", 300_000.0).sentence, |value, _| format!("{value}"));
    assert!(!sentence.contains("rented by the hour"), "nothing is rented by the hour: {sentence}");

    let free = answer(&waits(0.0), "H100", 300_000.0);
    let sentence = plain_text(&free.sentence, |value, _| format!("{value}"));
    assert!(sentence.contains("Work waits") && sentence.contains("Enter the cost of a late GPU-hour"), "{sentence}");
    assert_eq!(free.badge, Badge::NoComparison);
}

#[test]
fn nodes_that_are_there_are_in_no_cheque() {
    let with = |nodes: f64| {
        of(|s| {
            s.present.nodes = Amount::exact(nodes);
            s.present.node_resale_usd = Amount::exact(120_000.0);
        })
    };
    let (all, some) = (with(0.0), with(6.0));
    let typical = Scenario::typical(&PriceBook::embedded()).own;
    // Nor is anything that came with them: network and installation.
    let fitted = typical.installation_usd_per_node.value + typical.fabric_usd_per_node.value;
    let each = typical.node_price_usd.value + fitted;
    let less = all.own.upfront_usd - some.own.upfront_usd;
    assert!((less - 6.0 * each).abs() < 1e-6, "{less} for six at {each}");
    let book = PriceBook::embedded();
    let mut scenario = Scenario::typical(&book);
    scenario.present.nodes = Amount::exact(6.0);
    let report = evaluate(&scenario, &book, book.current_edition()).expect("a report");
    let cheque = report.derivations.iter().find(|d| d.label.starts_with("Upfront payment")).expect("a tree");
    assert_eq!(cheque.value, report.own.upfront_usd);
}

/// The line through the points in their order is used: by hand.
#[test]
fn tables_that_say_two_things_of_one_time_are_named() {
    let table = |points: &[(f64, f64)]| points.iter().map(|(at, share)| Point { at: *at, share: *share }).collect();
    let warned = |change: &dyn Fn(&mut Scenario)| {
        let report = of(change);
        report.warnings.iter().map(|issue| (issue.fields[0], issue.message.clone())).collect::<Vec<_>>()
    };
    let before = warned(&|_| ()).len();
    let curve = |points: &'static [(f64, f64)]| move |s: &mut Scenario| s.time.rent_curve = table(points);
    assert_eq!(warned(&curve(&[(1.0, 1.0), (24.0, 0.7)])).len(), before);
    let twice = warned(&curve(&[(12.0, 0.9), (24.0, 0.7), (12.0, 0.8)]));
    assert!(twice.iter().any(|(row, text)| *row == "time.rent_curve" && text.contains("two prices for month 12")));
    let resale = |method, points: &'static [(f64, f64)]| {
        move |s: &mut Scenario| {
            s.own.residual_method = method;
            s.own.residual_table = table(points);
        }
    };
    let dear: &[(f64, f64)] = &[(1.0, 1.2), (1.0, 0.9), (3.0, 0.4)];
    let both = warned(&resale(ResidualMethod::Table, dear));
    assert!(both.iter().any(|(_, text)| text.contains("two values for age 1")), "{both:?}");
    assert!(both.iter().any(|(_, text)| text.contains("above their purchase price")), "{both:?}");
    assert_eq!(warned(&resale(ResidualMethod::Curve, dear)).len(), before, "it does not matter there");
}

/// A given number of people starts at the number computed from the cluster size: the same cost, not a lower one.
#[test]
fn giving_people_as_a_number_changes_no_cost_until_the_number_is_changed() {
    let book = PriceBook::embedded();
    for gpus in [8.0, 24.0, 64.0, 160.0, 448.0] {
        let typical = Document::typical(&book).scenario;
        let mut counted = typical.clone();
        counted.own.gpus = Amount::exact(gpus);
        counted.follow_gpus(&typical, &book);
        let mut given = counted.clone();
        given.people.method = StaffMethod::Given;
        given.follow_gpus(&counted, &book);
        let [counted, given] = [&counted, &given].map(|s| {
            let report = evaluate_without_trees(s, &book, "2026-11").expect("a report");
            report.outlook.own.present_value_usd
        });
        assert!((counted - given).abs() < 1e-9 * counted, "{gpus} GPUs: {counted} and {given}");
    }
}

#[test]
fn a_commitment_that_ends_before_the_horizon_is_said_to_be_signed_again() {
    let quoted = |term: f64| {
        of(|s| {
            s.rent.quotes =
                vec![Quote { name: "Mine".to_owned(), usd_per_gpu_hour: 1.0, term_months: term, ..Quote::default() }];
            s.rent.only_quotes = true;
            s.work.longest_term_months = Amount::exact(60.0);
            s.time.horizon_months = Amount::exact(36.0);
        })
    };
    let (told, figures) = caveat(&quoted(12.0), "renewed each time").expect("a year of three");
    assert_eq!(figures, [12.0]);
    assert!(told.contains("over 3 years") || told.contains("to 3 years"), "{told}");
    for term in [0.0, 36.0] {
        assert!(caveat(&quoted(term), "renewed each time").is_none(), "{term}");
    }
}

#[test]
fn a_credit_of_a_provider_that_offers_nothing_is_named() {
    let warned = |provider: &str| {
        let report = of(|s| {
            s.rent.credits = vec![Credit { provider: provider.to_owned(), usd: 1e5, months: 12.0 }];
        });
        report.warnings.iter().any(|issue| issue.fields == ["rent.credits"])
    };
    assert!(warned("AWS hourly"));
    assert!(!warned("aws") && !warned(""));
}

/// Questions prices above the highest list price in the book, so the bound stays far from all of them.
#[test]
fn a_price_of_ones_own_far_beyond_every_list_price_is_asked_about() {
    let book = PriceBook::embedded();
    let highest = book.offers_of("2026-11").map(|o| o.usd_per_gpu_hour).fold(0.0, f64::max);
    assert!(highest > 0.0 && highest < 20.0, "{highest}");
    let warned = |usd: f64| {
        let report = of(|s| {
            s.rent.quotes =
                vec![Quote { name: "Mine".to_owned(), usd_per_gpu_hour: usd, term_months: 0.0, ..Quote::default() }];
        });
        report.warnings.iter().any(|issue| issue.fields == ["rent.quotes"])
    };
    assert!(warned(1_782.0) && !warned(1.782) && !warned(highest));
}

/// Model page, section 12: the present value is −9,440.47 if payments count at the ends of years, +76,620.14 month by month.
#[test]
fn a_sign_that_turns_with_the_dates_of_payments_is_named() {
    let book = PriceBook::embedded();
    let text = preset("negative-npv").expect("a worked case").text();
    let report = |timing: TimingChoice| {
        let mut document = file::read(text, &book).expect("it opens").document;
        document.scenario.money.timing = timing;
        evaluate_without_trees(&document.scenario, &book, &document.edition).expect("a report")
    };
    let near = |found: f64, wanted: f64| assert!((found - wanted).abs() < 0.005, "{found}, not {wanted}");
    let (monthly, yearly) = (report(TimingChoice::Monthly), report(TimingChoice::YearEnd));
    let (told, figures) = caveat(&monthly, "which dates payments count at decides").expect("the signs differ");
    assert!(told.starts_with("With payments counted at the ends of years, renting costs "), "{told}");
    near(figures[0], 9_440.47);
    assert!(caveat(&monthly, "undiscounted").is_none(), "owning wins there too");
    let (told, figures) = caveat(&yearly, "which dates payments count at decides").expect("the signs differ");
    assert!(told.starts_with("With payments counted month by month, owning costs "), "{told}");
    near(figures[0], 76_620.14);
    let (told, figures) = caveat(&yearly, "undiscounted").expect("the signs differ");
    assert!(told.contains("undiscounted, owning costs ") && told.contains("at present value renting does"), "{told}");
    let payback = yearly.outlook.payback.expect("both compare");
    assert_eq!(figures, [payback.undiscounted_saving_usd]);
    // No tax: the plain sums of the report.
    let rent = yearly.outlook.rent.expect("an offer");
    assert!((figures[0] - (rent.nominal_usd - yearly.outlook.own.nominal_usd)).abs() < 1e-6);
}
