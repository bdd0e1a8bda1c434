//! The cheapest mix over the horizon.
//!
//! Expected values: the pure plans, every hour counted on its own, and the reference cases of spot.

use engine::analysis::best_mix::{BestMix, BestMixSearch};
use engine::analysis::goal_seek::Subject;
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
    document.scenario.follow_workloads();
    (document, book)
}

fn model(document: &Document, book: &PriceBook) -> Model {
    Model::new(&document.scenario, book, &document.edition).expect("a model")
}

fn best(document: &Document, book: &PriceBook) -> BestMix {
    let subject = Subject { scenario: &document.scenario, book, edition: &document.edition };
    let mut search = BestMixSearch::new(subject).expect("a search");
    while search.step(subject) {}
    search.finish(subject).expect("a mix")
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
fn no_single_choice_and_no_rule_of_thumb_costs_less() {
    let (document, book) = with(vec![steady(24.0), campaigns()]);
    let found = best(&document, &book);
    let least = found.best.present_value_usd.expect("a cost");
    for single in &found.singles {
        let usd = single.choice.present_value_usd.unwrap_or(f64::INFINITY);
        assert!(least <= usd * (1.0 + 1e-12), "{}: {usd}, the mix {least}", single.kind);
    }
    let kinds: Vec<&str> = found.singles.iter().map(|single| single.kind.as_str()).collect();
    assert_eq!(kinds, ["own", "commit", "hour", "thumb"]);
    assert!(found.saving().expect("a saving").0 > 0.0);
    // Sharing machines, staff and steps of commitments never costs more than each on its own.
    let apart = found.apart_usd.expect("two workloads");
    assert!(apart >= least * (1.0 - 1e-12), "{apart} apart, {least} together");
    let all: f64 = found.best.hours.iter().sum();
    let wanted = document.scenario.work.gpu_hours_per_month.value * found.months;
    assert!((all / wanted - 1.0).abs() < 1e-9, "{all} of {wanted}");
    // Neighbours cost no less.
    for other in &found.by_nodes {
        assert!(other.present_value_usd.unwrap_or(f64::INFINITY) >= least);
    }
    assert!(found.by_nodes.iter().any(|other| (other.nodes - found.best.nodes).abs() == 1.0));
}

#[test]
fn what_has_to_run_on_owned_machines_is_owned() {
    let pinned = Workload { pinned: Some(1.0), ..steady(20.0) };
    let (document, book) = with(vec![pinned, campaigns()]);
    let found = best(&document, &book);
    // 20 useful GPUs need 20 / (0.925 x 0.9 x 0.985) of them: four nodes of eight.
    assert!(found.best.own_gpus >= 20.0 / (0.925 * 0.9 * 0.985), "{}", found.best.own_gpus);
    assert!(found.singles.iter().all(|single| single.kind == "own"), "nothing can be rented alone");
    let report = engine::report::evaluate(&document.scenario, &book, &document.edition).expect("a report");
    assert_eq!(report.outlook.offer, None, "no rental does all of the work");
}

#[test]
fn steady_work_is_one_choice() {
    let (document, book) = with(vec![steady(60.0)]);
    let found = best(&document, &book);
    let (saving, single) = found.saving().expect("a saving");
    let least = single.choice.present_value_usd.expect("a cost");
    assert!(saving >= 0.0 && saving < 0.05 * least, "{saving} of {least}");
}

#[test]
fn the_payments_of_a_mix_add_up_and_its_derivation_says_so() {
    let (document, book) = with(vec![steady(24.0), campaigns()]);
    let found = best(&document, &book).best;
    let usd = found.present_value_usd.expect("a cost");
    assert!((found.paid_usd.iter().sum::<f64>() / usd - 1.0).abs() < 1e-12, "{:?} and {usd}", found.paid_usd);
    let tree = engine::derivation::of_mix(&found).expect("a derivation");
    let [all, hours] = tree.parts.as_slice() else { panic!("{tree:?}") };
    assert!((all.parts.iter().map(|part| part.value).sum::<f64>() / all.value - 1.0).abs() < 1e-12);
    assert_eq!(all.value / hours.value, tree.value);
    // The upfront payment is that of the report.
    let report = engine::report::evaluate(&document.scenario, &book, &document.edition).expect("a report");
    let model = model(&document, &book);
    let upfront = report.own.upfront_usd;
    assert!((engine::cost::upfront(&model).as_usd() - upfront).abs() < 1e-9 * upfront);
}

/// Each change again as a scenario of its own.
#[test]
fn what_would_change_the_mix_is_the_mix_of_the_changed_scenario() {
    let (document, book) = with(vec![steady(24.0), campaigns()]);
    let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
    let mut search = BestMixSearch::new(subject).expect("a search").with_changes(subject);
    let mut steps = 1;
    while search.step(subject) {
        steps += 1;
    }
    let found = search.finish(subject).expect("a mix");
    // A search tries every number of nodes, one a step: a worker hears nothing during a step.
    assert!(steps > 8 * found.changes.len(), "{steps} steps: each change takes steps of its own");
    assert_eq!(found.best, best(&document, &book).best, "what is asked afterwards changes nothing");
    assert!(found.changes.iter().filter(|c| c.field == "work.gpu_hours_per_month").count() == 2);
    assert!(found.changes.len() > 4);
    for change in &found.changes {
        let row = engine::inputs::field(&change.field).expect("a row");
        let changed = mixed(&document, |s| {
            row.set(s, &engine::inputs::value::Value::Number(Amount::exact(change.value)));
        });
        assert_eq!(best(&changed, &book).best, change.best, "{} at {}", change.field, change.value);
    }
    let moved = |choice: &engine::analysis::mix_choice::MixChoice| (choice.own_gpus - found.best.own_gpus).abs();
    assert!(found.changes.windows(2).all(|pair| moved(&pair[0].best) >= moved(&pair[1].best)), "the strongest first");
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
