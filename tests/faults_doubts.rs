//! Implausibly low or high prices: reported with a likely explanation, never dropped, and the answer that depends on
//! one is doubtful. Usual prices by hand, from `engine/data/offers.csv`.

use engine::analysis::quote_check::quote_check;
use engine::codec::{Document, file};
use engine::inputs::Scenario;
use engine::inputs::presets::PRESETS;
use engine::inputs::value::{Amount, OfferPrice, Quote};
use engine::prices::{Class, PriceBook, Service};
use engine::report::{Report, Strength, evaluate};
use engine::view::answer::answer;
use engine::view::badge::Badge;

const EDITION: &str = "2026-11";
const FAR: [&str; 2] = ["less than a fifth of the usual", "more than five times the usual"];
const ABOVE_HOURS: &str = "costs more than on demand";

fn in_book(book: &PriceBook, change: impl FnOnce(&mut Scenario)) -> Report {
    let mut document = Document::typical(book);
    change(&mut document.scenario);
    evaluate(&document.scenario, book, EDITION).expect("a report")
}

fn of(change: impl FnOnce(&mut Scenario)) -> Report {
    in_book(&PriceBook::embedded(), change)
}

fn quote(name: &str, usd_per_gpu_hour: f64, term_months: f64) -> Quote {
    Quote { name: name.to_owned(), usd_per_gpu_hour, term_months, ..Quote::default() }
}

/// The warnings that contain some words, with their rows.
fn told<'r>(report: &'r Report, words: &str) -> Vec<(&'r [&'static str], &'r str)> {
    let all = report.warnings.iter().filter(|w| w.message.contains(words));
    all.map(|w| (w.fields.as_slice(), w.message.as_str())).collect()
}

fn badge(report: &Report) -> Badge {
    answer(report, "B200", 400_000.0).badge
}

/// The edition has ten hourly list prices of B200, 4.40 to 14.2416; the fifth and the sixth are 6.69 and 9.5537
/// (`middle_of` sorts them again).
#[test]
fn a_quote_far_below_the_usual_price_is_asked_about_and_makes_the_answer_doubtful() {
    let usual = middle_of("b200-sxm", Class::Hour);
    let report = of(|s| {
        s.work.gpu = "b200-sxm".to_owned();
        s.rent.quotes = vec![quote("Acme", 0.01, 0.0)];
    });
    let asked = told(&report, FAR[0]);
    let [(rows, words)] = asked.as_slice() else { panic!("{:?}", report.warnings) };
    assert_eq!(*rows, ["rent.quotes"]);
    assert!(
        words.starts_with("Acme's B200") && words.contains(" at 0.01 USD per GPU-hour is less than a fifth"),
        "{words}"
    );
    assert!(words.contains(&format!("usual {usual:.2}.")), "{words} and {usual}");
    assert!(words.ends_with("Is it a minimum bid, or a GPU without its host?"), "{words}");
    // Used nevertheless: renting wins by it.
    assert_eq!(report.verdict.offer.as_deref(), Some("quote-1"));
    assert_eq!((report.verdict.strength, badge(&report)), (Strength::Doubtful, Badge::DoubtfulPrice));
}

/// The median whole-host list price of a GPU, from the book's rows.
fn middle_of(gpu: &str, class: Class) -> f64 {
    let book = PriceBook::embedded();
    let same = book.offers.iter().filter(|o| {
        let hour = matches!(o.service, Service::OnDemand | Service::Marketplace | Service::CapacityBlock);
        let fits = match class {
            Class::Hour => hour,
            Class::Commitment => o.service == Service::Reserved,
            Class::Spot => o.service == Service::Spot,
        };
        fits && o.gpu == gpu && o.edition == EDITION && !o.gpu_part_only
    });
    let mut prices: Vec<f64> = same.map(|o| o.usd_per_gpu_hour).collect();
    prices.sort_by(f64::total_cmp);
    assert!(!prices.is_empty(), "{gpu}");
    let [low, high] = [(prices.len() - 1) / 2, prices.len() / 2].map(|at| prices[at]);
    low.midpoint(high)
}

/// Below and above a fifth and five times, for each class of service, as a quote and as the user's price for a listed
/// offer.
#[test]
fn the_bounds_are_a_fifth_and_five_times_what_is_usual_for_the_class() {
    let listed = [
        (Class::Hour, "coreweave-h100-od", 0.0),
        (Class::Commitment, "azure-nd-h100-v5-3y", 36.0),
        (Class::Spot, "aws-p5-spot", 0.0),
    ];
    let mut met = 0;
    for (class, id, months) in listed {
        let usual = middle_of("h100-sxm", class);
        for (times, expected) in [(0.199, [1, 0]), (0.201, [0, 0]), (4.99, [0, 0]), (5.01, [0, 1])] {
            let as_quote = of(|s| {
                s.work.interruptible = true;
                s.rent.quotes = vec![Quote { spot: class == Class::Spot, ..quote("Acme", usual * times, months) }];
            });
            let as_own = of(|s| {
                s.work.interruptible = true;
                s.rent.counted_in = vec![id.to_owned()];
                s.rent.prices = vec![OfferPrice { offer: id.to_owned(), usd_per_gpu_hour: usual * times }];
            });
            for (report, row) in [(as_quote, "rent.quotes"), (as_own, "rent.prices")] {
                let found = FAR.map(|words| told(&report, words));
                assert_eq!(found.clone().map(|f| f.len()), expected, "{id} {times} {row}: {found:?}");
                assert!(found.iter().flatten().all(|(rows, _)| *rows == [row]), "{found:?}");
                let decides = report.verdict.offer.as_deref().is_some_and(|o| o == id || o == "quote-1");
                let far = expected != [0, 0];
                assert_eq!(report.verdict.strength == Strength::Doubtful, far && decides, "{id} {times} {row}");
                met += usize::from(far && decides);
            }
        }
    }
    assert!(met >= 4, "{met} answers depend on such a price");
}

/// Only an answer that depends on the price is doubtful: an expensive quote that does not win is only questioned.
#[test]
fn a_doubtful_price_that_decides_nothing_leaves_the_answer_its_strength() {
    let sure = of(|_| {});
    let report = of(|s| s.rent.quotes = vec![quote("Acme", 80.0, 0.0)]);
    assert_eq!(told(&report, FAR[1]).len(), 1);
    assert_eq!(report.verdict.strength, sure.verdict.strength);
    assert_eq!(answer(&report, "H100", 300_000.0).badge, Badge::SeeWarning);
    // If it is the only offer, owning wins by it.
    let alone = of(|s| {
        s.rent.quotes = vec![quote("Acme", 80.0, 0.0)];
        s.rent.only_quotes = true;
    });
    assert_eq!((alone.verdict.strength, badge(&alone)), (Strength::Doubtful, Badge::DoubtfulPrice));
}

/// A price in the user's own book is reported when it is read and with the answer; a reason in its note settles it.
#[test]
fn a_bid_floor_in_a_price_book_is_told_where_it_is_read_and_with_the_answer() {
    let text = "id,provider,gpu,usd_per_gpu_hour,note\nx,Acme,b200-sxm,0.01,NOTE\n";
    for (note, expected) in [("", 1), ("checked: a favour", 0)] {
        let mut book = PriceBook::embedded();
        let read = book.add_own(&text.replace("NOTE", note));
        assert_eq!((read.taken, read.left_out.len(), read.doubtful.len()), (1, 0, expected), "{:?}", read.doubtful);
        if let [issue] = read.doubtful.as_slice() {
            assert_eq!((issue.line, issue.id.as_str()), (Some(2), "own-x"));
            assert!(issue.message.contains("less than a fifth of the usual"), "{}", issue.message);
        }
        let report = in_book(&book, |s| s.work.gpu = "b200-sxm".to_owned());
        assert_eq!(report.verdict.offer.as_deref(), Some("own-x"));
        assert_eq!(told(&report, FAR[0]).len(), expected, "{:?}", report.warnings);
        assert_eq!(report.verdict.strength == Strength::Doubtful, expected == 1);
    }
    // Many of the user's own rows do not make a price usual.
    let rows = (0..40).map(|n| format!("x{n},Acme,b200-sxm,0.01\n")).collect::<Vec<_>>().concat();
    let read = PriceBook::embedded().add_own(&format!("id,provider,gpu,usd_per_gpu_hour\n{rows}"));
    assert_eq!((read.taken, read.doubtful.len()), (40, 40));
}

/// The lowest and the highest price per GPU over all machines with H100 SXM in the edition.
#[test]
fn a_node_price_far_outside_the_book_is_asked_about() {
    let book = PriceBook::embedded();
    let machines = ["dgx-h100", "hgx-h100-8", "hgx-h100-8-2026"].map(|id| book.hardware(id).expect("a machine"));
    let prices = machines.map(|m| m.price.expect("a price"));
    let low = prices.map(|p| p.low).into_iter().fold(f64::INFINITY, f64::min);
    let high = prices.map(|p| p.high).into_iter().fold(0.0, f64::max);
    let cases = [
        (low * 0.199, "less than a fifth of"),
        (low * 0.201, ""),
        (high * 4.99, ""),
        (high * 5.01, "more than five times"),
    ];
    for (usd, words) in cases {
        let report = of(|s| s.own.node_price_usd = Amount::exact(usd));
        let found: Vec<_> = report.warnings.iter().filter(|w| w.fields == ["own.node_price_usd"]).collect();
        assert_eq!(found.len(), usize::from(!words.is_empty()), "{usd}: {found:?}");
        assert!(found.iter().all(|w| w.message.contains(words)), "{usd}: {found:?}");
        assert_eq!(report.verdict.strength == Strength::Doubtful, !words.is_empty(), "{usd}");
    }
    // Nodes of another size are compared per GPU.
    let small = of(|s| {
        s.own.gpus_per_node = Amount::exact(1.0);
        s.own.node_price_usd = Amount::exact(low / 8.0);
    });
    assert!(small.warnings.iter().all(|w| w.fields != ["own.node_price_usd"]), "{:?}", small.warnings);
}

#[test]
fn a_commitment_dearer_than_the_hours_of_its_provider_is_asked_about() {
    // A quote against a quote of the same name, against a listed provider, and without a name to match.
    let cases = [
        (vec![quote("Acme", 2.5, 0.0), quote("Acme, 1 year", 2.6, 12.0)], 1),
        (vec![quote("Acme", 2.5, 0.0), quote("Acme", 2.4, 12.0)], 0),
        (vec![quote("Acme", 2.5, 0.0), quote("Acmeon", 2.6, 12.0)], 0),
        (vec![quote("", 2.5, 0.0), quote("", 2.6, 12.0)], 0),
        (vec![quote("coreweave", 6.5, 12.0)], 1),
        (vec![quote("coreweave", 6.0, 12.0)], 0),
    ];
    for (quotes, expected) in cases {
        let report = of(|s| s.rent.quotes = quotes.clone());
        let found = told(&report, ABOVE_HOURS);
        assert_eq!(found.len(), expected, "{quotes:?}: {found:?}");
        assert!(found.iter().all(|(rows, _)| *rows == ["rent.quotes"]));
        assert_ne!(report.verdict.strength, Strength::Doubtful);
    }
    // The user's price for a listed commitment, for listed spot, and for none.
    for (id, usd, expected) in [("aws-p5-1y", 7.5, 1), ("aws-p5-1y", 4.0, 0), ("aws-p5-spot", 7.5, 1)] {
        let report = of(|s| {
            s.work.interruptible = true;
            s.rent.counted_in = vec![id.to_owned()];
            s.rent.prices = vec![OfferPrice { offer: id.to_owned(), usd_per_gpu_hour: usd }];
        });
        assert_eq!(told(&report, ABOVE_HOURS).len(), expected, "{id} {usd}: {:?}", report.warnings);
    }
    // In the user's own price book: against its own row, and against a listed one.
    let head = "id,provider,gpu,usd_per_gpu_hour,term_months\n";
    for (rows, expected) in [
        ("a,Acme,h100-sxm,2.5,0\nb,Acme,h100-sxm,2.6,12\n", 1),
        ("a,Acme,h100-sxm,2.5,0\nb,Acme,h100-sxm,2.4,12\n", 0),
        ("b,AWS,h100-sxm,7.5,12\n", 1),
        ("b,AWS,h100-sxm,4,12\n", 0),
    ] {
        let read = PriceBook::embedded().add_own(&format!("{head}{rows}"));
        let found: Vec<_> = read.doubtful.iter().filter(|i| i.message.contains("above on-demand")).collect();
        assert_eq!(found.len(), expected, "{rows}: {:?}", read.doubtful);
        assert!(found.iter().all(|i| i.id == "own-b"));
    }
}

#[test]
fn neither_the_defaults_nor_a_ready_made_scenario_is_doubted() {
    let book = PriceBook::embedded();
    let quiet = |document: &Document, name: &str| {
        let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
        let odd = |w: &&engine::inputs::issue::Issue| {
            ["a fifth of", "five times", ABOVE_HOURS].iter().any(|x| w.message.contains(x))
        };
        assert_eq!(
            report.warnings.iter().filter(odd).collect::<Vec<_>>(),
            Vec::<&engine::inputs::issue::Issue>::new(),
            "{name}"
        );
        assert_ne!(report.verdict.strength, Strength::Doubtful, "{name}");
    };
    quiet(&Document::typical(&book), "the defaults");
    for preset in PRESETS {
        quiet(&file::read(preset.text(), &book).expect("a scenario").document, preset.id);
    }
    // Nor any GPU with the book's own machine.
    for gpu in &book.gpus {
        let mut document = Document::typical(&book);
        document.scenario.choose_gpu(&gpu.id, &book, &document.edition);
        quiet(&document, &gpu.id);
    }
}

/// By hand: 40% of every hour at an offer go elsewhere, to the cheapest other hourly offer. For a third offer that is
/// Alpha at 5.425987: 0.6 x + 0.4 × 5.425987 = 0.384897 at x = −2.98. For Alpha itself it is Gamma at 7.743865, since
/// an offer is not its own fallback: x = −4.52. In both cases no price changes the answer. The saving from owning is
/// linear in the price, so two prices below Alpha's give its root.
#[test]
fn what_an_offer_cannot_take_goes_to_the_cheapest_other_one() {
    let book = PriceBook::embedded();
    let document =
        file::read(include_str!("faults/price-to-win-with-fallback.json"), &book).expect("a scenario").document;
    let own = (446_665.0 + 5.0 * 95_387.0) / (60.0 * 39_993.0);
    let root = |[low, high]: [f64; 2], at: &dyn Fn(f64) -> f64| low - at(low) * (high - low) / (at(high) - at(low));
    let third = root([1.0, 2.0], &|usd| {
        let quote = Quote { usd_per_gpu_hour: usd, ..Quote::default() };
        let found = quote_check(&document.scenario, &book, &document.edition, &quote).expect("an offer");
        found.saving_usd.expect("the two compare")
    });
    let expected = (own - 0.4 * 5.425_986_895_892_824) / 0.6;
    assert!((third - expected).abs() < 1e-6 && (expected + 2.98).abs() < 0.005, "{third} and {expected}");
    let alpha = root([4.0, 5.0], &|usd| {
        let mut scenario = document.scenario.clone();
        scenario.rent.quotes[1].usd_per_gpu_hour = usd;
        let report = evaluate(&scenario, &book, &document.edition).expect("a report");
        assert_eq!(report.verdict.offer.as_deref(), Some("quote-2"));
        report.outlook.saving_usd.expect("the two compare")
    });
    let expected = (own - 0.4 * 7.743_864_904_628_904_5) / 0.6;
    assert!((alpha - expected).abs() < 1e-6 && (expected + 4.52).abs() < 0.005, "{alpha} and {expected}");
}
