//! The payments and the work of a mix over the horizon.
//!
//! Expected values: the pure plans, and every hour counted on its own.

use engine::cash_flow::mix::{MixPlan, NewCommitment, mix};
use engine::cash_flow::outside::Outside;
use engine::codec::Document;
use engine::cost::plan::OverflowPricing;
use engine::horizon::{buffers, own_value, rent_value};
use engine::inputs::Scenario;
use engine::inputs::value::Amount;
use engine::inputs::workloads::{Shape, Workload};
use engine::model::Model;
use engine::model::offers::Offer;
use engine::prices::PriceBook;

fn steady(gpus: f64) -> Workload {
    Workload { name: "service".to_owned(), gpus: Some(gpus), ..Workload::default() }
}

/// 256 GPUs for three weeks every quarter, which may be interrupted.
fn campaigns() -> Workload {
    Workload {
        name: "training".to_owned(),
        shape: Shape::Runs,
        gpus: Some(256.0),
        hours: Some(504.0),
        times: Some(4.0),
        interruptible: Some(1.0),
        ..Workload::default()
    }
}

fn with(workloads: Vec<Workload>) -> (Document, PriceBook) {
    let book = PriceBook::embedded();
    let mut document = Document::typical(&book);
    document.scenario.work.workloads = workloads;
    document.scenario.follow_workloads(&book);
    (document, book)
}

fn model(document: &Document, book: &PriceBook) -> Model {
    Model::new(&document.scenario, book, &document.edition).expect("a model")
}

fn mixed(document: &Document, change: impl Fn(&mut Scenario)) -> Document {
    let mut document = document.clone();
    change(&mut document.scenario);
    document
}

#[test]
fn all_of_one_side_is_the_plan_of_that_side() {
    let (campaigns, book) = with(vec![steady(24.0), campaigns()]);
    let plain = Document::typical(&book);
    let growing = mixed(&campaigns, |s| {
        s.work.growth_per_year = Amount::exact(0.3);
        s.time.rent_drift = Amount::exact(-0.1);
        s.time.horizon_months = Amount::exact(54.0);
        s.own.life_years = Amount::exact(4.0);
    });
    for document in [&plain, &campaigns, &growing] {
        let model = model(document, &book);
        let (terms, mut flows) = (OverflowPricing::of(&model), buffers(&model));
        let own = own_value(&model, &terms, &mut flows);
        let owned = flows.clone();
        let at = |index: usize| Outside::at_one_offer(&model, &terms, index).map(std::sync::Arc::new);
        let overflow = terms.overflow.and_then(|(index, _)| at(index));
        let owning = MixPlan {
            owns: true,
            machines_first: true,
            outside: overflow.clone(),
            bridge: overflow.clone(),
            ..MixPlan::default()
        };
        mix(&model, &terms, &owning, &mut flows);
        assert_eq!(flows.start, owned.start);
        assert_eq!((&flows.end, &flows.bill, &flows.sale), (&owned.end, &owned.bill, &owned.sale));
        assert_eq!(flows.totals(&model.time.clock), own.totals);
        for index in (0..model.offers.len()).filter(|index| model.offers[*index].counted) {
            let rent = rent_value(&model, &terms, index, &mut flows);
            let offer = &model.offers[index];
            let renting = match offer.committed_gpus() {
                Some(gpus) => MixPlan {
                    commitment: Some(NewCommitment::new(index, gpus)),
                    outside: overflow.clone(),
                    ..MixPlan::default()
                },
                None => MixPlan { outside: at(index), ..MixPlan::default() },
            };
            mix(&model, &terms, &renting, &mut flows);
            let found = flows.totals(&model.time.clock);
            let near = (found.present_value / rent.totals.present_value - 1.0).abs() < 1e-12;
            assert!(near, "{}: {} and {}", model.offers[index].id, found.present_value, rent.totals.present_value);
            assert!((found.hours / rent.totals.hours - 1.0).abs() < 1e-12);
        }
    }
}

/// Every hour of a year counted on its own: committed GPUs first, then owned ones, then spot and on-demand.
#[test]
fn a_mix_serves_what_it_serves_hour_by_hour() {
    let (document, book) = with(vec![steady(24.0), campaigns(), Workload { shape: Shape::Office, ..steady(40.0) }]);
    let document = mixed(&document, |s| {
        s.own.gpus = Amount::exact(40.0);
        s.time.lead_months = Amount::exact(0.0);
        s.time.ramp_months = Amount::exact(0.0);
        s.time.horizon_months = Amount::exact(12.0);
        s.rent.committed_gpus = Amount::exact(20.0);
        s.rent.committed_count = engine::inputs::CommittedCount::Given;
    });
    let model = model(&document, &book);
    let (terms, mut flows) = (OverflowPricing::of(&model), buffers(&model));
    let is_year = |offer: &Offer| offer.counted && offer.term_months == 12.0;
    let index = model.offers.iter().position(is_year).expect("a commitment for a year");
    let offer = &model.offers[index];
    let (firm, _) = terms.cheapest_firm().expect("an offer on demand");
    let outside = Outside::with_spot(&model, &terms, firm).expect("all work can be rented");
    assert_eq!(outside.hires().filter(|hire| hire.spot).count(), 1);
    let plan = MixPlan {
        owns: true,
        commitment: Some(NewCommitment::new(index, 20.0)),
        outside: Some(std::sync::Arc::new(outside)),
        ..MixPlan::default()
    };
    mix(&model, &terms, &plan, &mut flows);
    let committed = 20.0 * model.rented.held_of_committed() * offer.yields.productive_per_busy();
    let owned = 40.0 * model.owned.ceiling() * model.owned.yields.productive_per_busy();
    let demand = &model.load.demand;
    let (all, training) = (demand.total(), &demand.parts[1].gpus);
    let mut hours = [0.0; 4];
    assert_eq!((all.len(), training.len()), (8_760, 8_760));
    for (wanted, may_stop) in all.iter().zip(training) {
        let here = wanted.min(committed);
        let machines = (wanted - here).min(owned);
        let beyond = wanted - here - machines;
        // What may be interrupted lies on top.
        let on_spot = beyond.min(*may_stop);
        for (sum, part) in hours.iter_mut().zip([machines, here, on_spot, beyond - on_spot]) {
            *sum += part;
        }
    }
    // A tenth of what may be interrupted finds no spot: the scenario's own figure.
    let no_spot = document.scenario.stops.no_spot_share.value;
    hours[3] += hours[2] * no_spot;
    hours[2] *= 1.0 - no_spot;
    let sources = &flows.sources;
    let found = [&sources.machines, &sources.committed, &sources.spot, &sources.on_demand];
    let found = found.map(|hours| hours.iter().sum::<f64>());
    for (found, expected) in found.iter().zip(hours) {
        assert!((found - expected).abs() < 1e-6 * expected.max(1.0), "{found}, not {expected}");
    }
    assert!(hours.iter().all(|hours| *hours > 0.0), "{hours:?}");
}

#[test]
fn with_work_that_has_to_be_owned_the_answer_is_to_own() {
    use engine::view::{Piece, answer::answer};
    let pinned = Workload { pinned: Some(0.25), ..steady(20.0) };
    for (gpus, head) in [(64.0, "Own."), (8.0, "Own more.")] {
        let (document, book) = with(vec![Workload { pinned: Some(1.0), ..steady(12.0) }, pinned.clone()]);
        let document = mixed(&document, |s| s.own.gpus = Amount::exact(gpus));
        let report = engine::report::evaluate(&document.scenario, &book, &document.edition).expect("a report");
        let said = answer(&report, "H100", 0.0).headline;
        assert_eq!(said.first(), Some(&Piece::Strong(head.to_owned())), "{gpus}: {said:?}");
        // 12 of 32 GPUs, and a quarter of the other 20.
        let share = said.iter().find_map(|piece| if let Piece::Figure(share, _) = piece { Some(*share) } else { None });
        assert!((share.expect("a share") - 17.0 / 32.0).abs() < 1e-9, "{said:?}");
    }
}
