//! The user's own offers are treated like listed ones: spot, and other GPUs.

use engine::analysis::linked_offers::{Loss, linked_offers};
use engine::codec::{Document, link};
use engine::inputs::Scenario;
use engine::inputs::value::{OfferPrice, Quote};
use engine::model::Model;
use engine::model::offers::{Barrier, Offer};
use engine::prices::{PriceBook, Service, is_own};
use engine::report::{Report, evaluate_without_trees};

fn found(scenario: &Scenario, id: &str) -> Offer {
    let book = PriceBook::embedded();
    let model = Model::new(scenario, &book, "2026-11").expect("a model");
    model.offers.iter().find(|o| o.id == id).expect("an offer").clone()
}

/// An own spot price was treated as uninterruptible: 1.60 came to 1.66, while the same listed price came to 1.81.
#[test]
fn an_own_spot_offer_counts_as_a_listed_one_at_its_price() {
    let book = PriceBook::embedded();
    let mut scenario = Scenario::typical(&book);
    scenario.work.interruptible = true;
    scenario.rent.discount_share.value = 0.0;
    let listed = book
        .offers_of("2026-11")
        .find(|o| o.service == Service::Spot && o.gpu == "h100-sxm" && o.gpus_per_instance == 8.0);
    let id = listed.expect("a listed spot offer").id.to_string();
    scenario.rent.prices = vec![OfferPrice { offer: id.clone(), usd_per_gpu_hour: 1.6 }];
    scenario.rent.quotes = vec![
        Quote { name: "Mine".to_owned(), usd_per_gpu_hour: 1.6, spot: true, ..Quote::default() },
        Quote { usd_per_gpu_hour: 1.6, ..Quote::default() },
        Quote { usd_per_gpu_hour: 1.6, spot: true, term_months: 12.0, gpus_per_machine: Some(8.0), ..Quote::default() },
        Quote {
            usd_per_gpu_hour: 1.6,
            spot: true,
            interruptions: Some(0.3),
            no_spot_share: Some(0.25),
            ..Quote::default()
        },
    ];
    let [listed, own, firm, termed, worse] =
        [id.as_str(), "quote-1", "quote-2", "quote-3", "quote-4"].map(|id| found(&scenario, id));
    let counts =
        |o: &Offer| (o.price.as_usd_per_gpu_hour(), o.yields, o.elsewhere, o.billing, o.service, o.term_months);
    for own in [&own, &termed] {
        assert_eq!(counts(own), counts(&listed));
        assert!(own.counted && own.barriers.is_empty());
    }
    assert!(firm.yields.goodput > own.yields.goodput && firm.elsewhere < own.elsewhere);
    // By hand: 3 of 10 nodes a month are interrupted, by the formula of section 7 with all its other figures unchanged.
    let mut at_three = scenario.clone();
    at_three.stops.spot_rate.value = 0.3;
    at_three.stops.no_spot_share.value = 0.25;
    assert_eq!(counts(&worse), counts(&found(&at_three, "quote-1")));
    assert!(worse.yields.goodput < own.yields.goodput);
    // Work that must not stop uses none of them, own or listed.
    scenario.work.interruptible = false;
    let kept = found(&scenario, "quote-1");
    assert_eq!((kept.barriers, kept.counted), (vec![Barrier::Interruptible], false));
}

#[test]
fn an_own_offer_of_another_gpu_counts_as_a_listed_one_does() {
    let book = PriceBook::embedded();
    let mut scenario = Scenario::typical(&book);
    let quote = |gpu: &str| Quote { usd_per_gpu_hour: 3.0, gpu: gpu.to_owned(), ..Quote::default() };
    scenario.rent.quotes =
        ["", "NVIDIA H100 80GB HBM3", "H100", "NVIDIA B200", "AMD Instinct MI300X", "Voodoo"].map(quote).to_vec();
    let gpus = ["h100-sxm", "h100-sxm", "h100-sxm", "b200-sxm", "mi300x", "Voodoo"];
    for (index, gpu) in gpus.iter().enumerate() {
        let offer = found(&scenario, &format!("quote-{}", index + 1));
        let expected = if index < 3 { vec![] } else { vec![Barrier::OtherGpu] };
        assert_eq!((offer.gpu.as_str(), offer.counted, offer.barriers), (*gpu, index < 3, expected));
    }
    scenario.work.other_gpus = true;
    let performances = [1.0, 1.0, 1.0, 2_250.0 / 989.0, 1_307.0 / 989.0]; // dense BF16 from the data sheets
    for (index, performance) in performances.into_iter().enumerate() {
        let offer = found(&scenario, &format!("quote-{}", index + 1));
        assert_eq!((offer.performance, offer.counted, offer.ported), (performance, true, index == 4));
    }
    let unknown = found(&scenario, "quote-6");
    assert_eq!((unknown.barriers, unknown.counted), (vec![Barrier::OtherGpu], false));
    let model = Model::new(&scenario, &book, "2026-11").expect("a model");
    let told: Vec<_> = model.warnings.iter().filter(|w| w.fields.contains(&"rent.quotes")).collect();
    assert!(told.len() == 1 && told[0].message.contains("`Voodoo`"), "{told:?}");
}

/// With and without the sharer's price book, a link gives the same costs and the same verdict.
#[test]
fn a_link_takes_along_what_counts_of_an_own_price_book() {
    let rows = "id,provider,gpu,usd_per_gpu_hour,term_months,service,gpus_per_instance
a,Acme,h100-sxm,1.9,0,on-demand,8
b,Acme,h100-sxm,1.4,36,reserved,8
c,Spotty,h100-sxm,0.9,0,spot,4
d,Other,NVIDIA B200,2.9,0,on-demand,8
e,Far,L40S,0.5,0,on-demand,8
";
    let mut book = PriceBook::embedded();
    assert_eq!(book.add_own(rows).taken, 5);
    let published = PriceBook::embedded();
    let figures = |r: &Report| {
        let rent = r.offers.iter().filter(|o| o.counted).map(|o| o.usd_per_productive_gpu_hour);
        (
            r.verdict.kind,
            r.verdict.difference_usd,
            r.outlook.saving_usd,
            r.own.usd_per_productive_gpu_hour,
            rent.flatten().fold(f64::MAX, f64::min),
        )
    };
    for (interruptible, other_gpus) in [(false, false), (true, false), (true, true)] {
        let mut sent = Document::typical(&book);
        // Later editions list cheaper spot of other GPUs than the book below.
        "2026-11-25".clone_into(&mut sent.edition);
        sent.scenario.work.interruptible = interruptible;
        sent.scenario.work.other_gpus = other_gpus;
        let found = linked_offers(&sent, &book, &[]);
        assert_eq!(found.lacking, []);
        let counted = 2 + usize::from(interruptible) + usize::from(other_gpus);
        assert!(found.taken >= counted && found.document.scenario.rent.quotes.len() == found.taken, "{}", found.taken);
        assert_eq!(linked_offers(&found.document, &book, &[]).taken, 0, "once is enough");
        let read = link::read(&link::write(&found.document), &published);
        assert_eq!((read.notices, &read.document), (vec![], &found.document));
        let here = evaluate_without_trees(&sent.scenario, &book, &sent.edition).expect("a report");
        let there = evaluate_without_trees(&read.document.scenario, &published, &sent.edition).expect("a report");
        assert!(here.verdict.offer.as_deref().is_some_and(is_own), "the answer uses the user's book");
        assert_eq!(figures(&here), figures(&there), "{interruptible} {other_gpus}");
    }
}

#[test]
fn what_a_link_cannot_take_along_is_named() {
    let mut rows = "id,provider,gpu,usd_per_gpu_hour,term_months,upfront,egress_usd_per_gb\n".to_owned();
    for n in 1..=25 {
        rows.extend([format!("r{n},P{n},h100-sxm,{},0,none,\n", 2 + n)]);
    }
    rows.push_str("up,Upfront,h100-sxm,1,36,all,\neg,Egress,h100-sxm,1,0,none,0.09\n");
    let mut book = PriceBook::embedded();
    assert_eq!(book.add_own(&rows).taken, 27);
    let found = linked_offers(&Document::typical(&book), &book, &["own-r25"]);
    assert_eq!((found.taken, found.document.scenario.rent.quotes.first().map(|q| q.name.as_str())), (20, Some("P25")));
    let told: Vec<_> = found.lacking.iter().map(|l| (l.offer.split(' ').next().unwrap_or_default(), l.what)).collect();
    assert!(told.contains(&("Upfront", Loss::Upfront)) && told.contains(&("Egress", Loss::Egress)), "{told:?}");
    assert_eq!(told.iter().filter(|(_, what)| *what == Loss::Offer).count(), 7);
    // Without a user's price book nothing changes.
    let plain = Document::typical(&PriceBook::embedded());
    assert_eq!(linked_offers(&plain, &PriceBook::embedded(), &[]).document, plain);
}
