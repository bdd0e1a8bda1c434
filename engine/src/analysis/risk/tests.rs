//! Draws of whole scenarios against closed forms: one uncertain input in which both plans' costs are linear.

use super::*;
use crate::analysis::decision::{Decision, decide};
use crate::codec::{Document, file};
use crate::horizon::node_expansion;
use crate::inputs::field::Kind;
use crate::inputs::value::{Amount, Quote, Range, Spread, Value};
use crate::inputs::workloads::{Shape, Workload};
use crate::inputs::{FIELDS, field};
use crate::model::Subject;
use crate::plans::candidates::{commitments, hourly_offers};
use crate::plans::evaluate_with;
use crate::plans::setting::Setting;
use crate::prices::PriceBook;

const NODE_PRICE: &str = "own.node_price_usd";

/// The default case against one quoted hour, every number confirmed.
fn certain(book: &PriceBook) -> Document {
    let mut document = Document::typical(book);
    let s = &mut document.scenario;
    s.rent.only_quotes = true;
    s.rent.quotes = vec![Quote { name: "A".to_owned(), usd_per_gpu_hour: 3.0, ..Quote::default() }];
    for row in FIELDS.iter().filter(|row| matches!(row.kind, Kind::Number { .. })) {
        if let Value::Number(Amount { value, .. }) = row.get(s) {
            row.set(s, &Value::Number(Amount::confirmed(value)));
        }
    }
    document
}

fn with_range(document: &Document, id: &str, spread: Spread, (low, high): (f64, f64)) -> Document {
    let mut document = document.clone();
    let row = field(id).expect("a row");
    let value = row.get(&document.scenario).number().expect("a number");
    row.set(&mut document.scenario, &Value::Number(Amount::ranged(value, Range { spread, low, high })));
    document
}

fn drawn(document: &Document, book: &PriceBook, draws: usize) -> Option<Risk> {
    let subject = Subject { scenario: &document.scenario, book, edition: &document.edition };
    let own = node_expansion::model(subject.scenario, book, subject.edition).expect("a model");
    let setting = Setting::new(Some(&own), subject).expect("a setting");
    let sizes = crate::plans::find_sizes(&setting, subject);
    let plans = evaluate_with(&setting, subject, &own, &sizes);
    let place = Place { setting: &setting, subject, own: &own };
    let mut search = Draws::new(place, (&plans, &sizes), draws)?;
    while search.step(place) {}
    search.so_far()
}

fn plan(found: &Risk, kind: PlanKind) -> &PlanRisk {
    found.plans.iter().find(|plan| plan.kind == kind).expect("the plan")
}

/// Costs of owning less those of renting are linear in the price of a node: with a uniform price, owning wins as often as the price
/// lies below where both cost the same, and its regret is the area of a triangle.
#[test]
fn one_uniform_price_wins_and_regrets_in_closed_form() {
    let book = PriceBook::embedded();
    let ends = (200_000.0, 500_000.0);
    let found = drawn(&with_range(&certain(&book), NODE_PRICE, Spread::Uniform, ends), &book, 2_000).expect("draws");
    assert_eq!((found.draws, found.failed, found.inputs.len()), (2_000, 0, 1));
    let [Some(at_low), Some(at_high)] = found.inputs[0].difference_usd else { panic!("both compare") };
    // What renting costs more than owning, by the price: the ends are the 5th and 95th percentile.
    let sign = if found.recommended == PlanKind::Own { 1.0 } else { -1.0 };
    let [low, high] = found.inputs[0].ends;
    assert_eq!([low, high], [215_000.0, 485_000.0]);
    let slope = sign * (at_high - at_low) / (high - low);
    let turns = low - sign * at_low / slope;
    assert!(slope < 0.0 && turns > ends.0 && turns < ends.1, "it turns at {turns}");
    let share = (turns - ends.0) / (ends.1 - ends.0);
    let own = plan(&found, PlanKind::Own);
    assert!((own.cheapest_share - share).abs() < 1e-3, "{}, not {share}", own.cheapest_share);
    let (wide, above) = (ends.1 - ends.0, ends.1 - turns);
    let regret = -slope * above * above / (2.0 * wide);
    assert!((own.regret_usd - regret).abs() < 2e-3 * regret, "{}, not {regret}", own.regret_usd);
    assert!((own.worst_regret_usd + slope * above).abs() < 2e-3 * -slope * above, "{}", own.worst_regret_usd);
    // Renting costs the same in every draw; both are done at the same use.
    let rent = plan(&found, PlanKind::Rent);
    assert!((rent.usd[0] - rent.usd[6]).abs() < 1e-6 * rent.mean_usd);
    assert!((own.cheapest_share + rent.cheapest_share - 1.0).abs() < 1e-12);
    // The median of a uniform is its middle, in which owning costs what is linear between.
    let middle = rent.mean_usd - slope * (350_000.0 - turns);
    assert!((own.usd[3] - middle).abs() < 1e-3 * middle, "{}, not {middle}", own.usd[3]);
    // The one thing that is uncertain is worth what knowing everything is; bins lose a little.
    let all = found.worth_knowing_all_usd;
    let known = found.inputs[0].worth_knowing_usd.expect("it is worth something");
    assert!((known - all).abs() < 0.05 * all, "{known}, not {all}");
    assert!((found.inputs[0].rank_correlation * sign + 1.0).abs() < 1e-9, "{}", found.inputs[0].rank_correlation);
    assert!(
        (found.runner_up_share.expect("a runner-up") - (1.0 - plan(&found, found.recommended).cheapest_share)).abs()
            < 1e-9
    );
}

/// What owning pays is linear in the price of a node: the fan of a uniform price is as wide as its percentiles lie apart at every
/// month, its median is what is paid at the middle of the range, and what renting pays does not move.
#[test]
fn the_fan_of_cash_is_as_wide_as_the_price_that_it_is_linear_in() {
    let book = PriceBook::embedded();
    let ends = (200_000.0, 500_000.0);
    let document = with_range(&certain(&book), NODE_PRICE, Spread::Uniform, ends);
    let found = drawn(&document, &book, 2_000).expect("draws");
    let fan = |kind: PlanKind| found.fans.iter().find(|fan| fan.kind == kind).expect("a fan");
    let paid_at = |price: f64| {
        let mut document = document.clone();
        document.scenario.own.node_price_usd = Amount::confirmed(price);
        let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
        let own = node_expansion::model(subject.scenario, &book, subject.edition).expect("a model");
        let setting = Setting::new(Some(&own), subject).expect("a setting");
        let mut flows = buffers(&own);
        crate::cash_flow::own(&own, &setting.terms, &mut flows);
        flows.cumulative(None).1
    };
    let [at_low, at_middle, at_high] = [ends.0, 350_000.0, ends.1].map(paid_at);
    let own = &fan(PlanKind::Own).usd;
    assert_eq!(own.len(), at_middle.len());
    let mut wide = 0;
    for (month, usd) in own.iter().enumerate() {
        let whole = at_high[month] - at_low[month];
        for (share, usd) in FAN.into_iter().zip(usd) {
            let paid = at_low[month] + share * whole;
            assert!((usd - paid).abs() <= 2e-3 * whole + 1e-6, "month {month}, {share}: {usd}, not {paid}");
        }
        wide += usize::from(whole > 1e6);
    }
    assert!(wide > 30, "{wide} months in which the price counts");
    for usd in &fan(PlanKind::Rent).usd {
        assert!((usd[4] - usd[0]).abs() <= 1e-9 * usd[2].abs(), "{usd:?}");
    }
}

/// With nothing uncertain but the price of a node, owning n nodes and renting the rest costs what is linear in that price: the mean of
/// each size is what it costs at the mean of the price, as an evaluation with that size held says.
#[test]
fn each_size_costs_on_average_what_it_costs_at_the_average_of_a_price_that_it_is_linear_in() {
    let book = PriceBook::embedded();
    let mut document = with_range(&certain(&book), NODE_PRICE, Spread::Uniform, (150_000.0, 250_000.0));
    document.scenario.own.node_price_usd.value = 200_000.0;
    let found = drawn(&document, &book, 2_000).expect("draws");
    assert_eq!(found.recommended, PlanKind::Own, "the case is one in which owning is recommended");
    let of_plan = found.sizes.iter().find(|size| size.is_of_plan).expect("the plan's own size");
    let sizes: Vec<f64> = found.sizes.iter().map(|size| size.bought_gpus / of_plan.bought_gpus).collect();
    assert_eq!(sizes, [0.5, 0.75, 1.0, 1.25, 1.5]);
    let mut regret = f64::INFINITY;
    for size in &found.sizes {
        let mut held = document.clone();
        held.scenario.own.node_price_usd = Amount::confirmed(200_000.0);
        held.scenario.own.gpus = Amount::confirmed(size.bought_gpus);
        let subject = Subject { scenario: &held.scenario, book: &book, edition: &held.edition };
        let own = node_expansion::model(subject.scenario, &book, subject.edition).expect("a model");
        let setting = Setting::new(Some(&own), subject).expect("a setting");
        let plans = evaluate_with(&setting, subject, &own, &crate::plans::find_sizes(&setting, subject));
        let usd = plans.plan(PlanKind::Own).expect("owning").present_value_usd;
        assert!((size.mean_usd - usd).abs() < 1e-3 * usd, "{}: {}, not {usd}", size.bought_gpus, size.mean_usd);
        regret = regret.min(size.regret_usd);
    }
    let shares: f64 = found.sizes.iter().map(|size| size.cheapest_share).sum();
    assert!((shares - 1.0).abs() < 1e-9 && regret >= 0.0, "{shares}, {regret}");
}

/// The same draws each time, and where nothing is uncertain there are none.
#[test]
fn draws_are_the_same_each_time_and_need_something_uncertain() {
    let book = PriceBook::embedded();
    assert_eq!(drawn(&certain(&book), &book, 1_000), None);
    let document = Document::typical(&book);
    let first = drawn(&document, &book, 500).expect("draws");
    assert_eq!(Some(&first), drawn(&document, &book, 500).as_ref());
    assert!(first.inputs.len() > 20 && first.failed == 0, "{} inputs, {} failed", first.inputs.len(), first.failed);
    let shares: f64 = first.plans.iter().map(|plan| plan.cheapest_share).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
}

/// A draw at the values entered costs what the report says, on every preset.
#[test]
fn a_draw_of_the_values_entered_costs_what_the_plans_cost() {
    let book = PriceBook::embedded();
    let mut compared = 0;
    for preset in crate::inputs::presets::PRESETS {
        let document = file::read(preset.text(), &book).expect("a preset").document;
        let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
        let own = node_expansion::model(subject.scenario, &book, subject.edition).expect("a model");
        let setting = Setting::new(Some(&own), subject).expect("a setting");
        let sizes = crate::plans::find_sizes(&setting, subject);
        let plans = evaluate_with(&setting, subject, &own, &sizes);
        let place = Place { setting: &setting, subject, own: &own };
        let Some(mut search) = Draws::new(place, (&plans, &sizes), 10) else { continue };
        let now: Vec<f64> = search.inputs.iter().map(|input| input.now(&document.scenario)).collect();
        let changed = Changed::by_all(place, &changes(&search.inputs, &now)).expect("it can be computed");
        let values = search.values(&changed);
        for (kind, value) in search.kinds.iter().zip(values) {
            let wanted = plans.plan(*kind).expect("a plan").present_value_usd;
            let found = value.expect("it can be had").usd;
            assert!((found - wanted).abs() <= 1e-9 * wanted.abs(), "{} {kind:?}: {found}, not {wanted}", preset.id);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// With machines there, three prices of machines follow rental prices at once: the matrix is one.
#[test]
fn what_moves_together_contradicts_nothing_with_machines_there_either() {
    let book = PriceBook::embedded();
    for nodes in [0.0, 4.0] {
        let mut document = Document::typical(&book);
        document.scenario.present.nodes = Amount::exact(nodes);
        let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
        let own = node_expansion::model(subject.scenario, &book, subject.edition).expect("a model");
        let setting = Setting::new(Some(&own), subject).expect("a setting");
        let inputs = uncertain(Place { setting: &setting, subject, own: &own });
        let is_there = inputs.iter().any(|input| input.id() == "present.node_resale_usd");
        assert_eq!(is_there, nodes > 0.0);
        assert!(correlation(&inputs).is_ok(), "{nodes} nodes");
    }
}

/// Offers that another beats are never the cheapest: in draws of every preset, the cheapest of the others is the cheapest of all.
#[test]
fn offers_that_are_beaten_never_win_a_draw() {
    let book = PriceBook::embedded();
    let (mut compared, mut skipped) = (0, 0);
    for (preset, other_gpus) in
        crate::inputs::presets::PRESETS.iter().flat_map(|preset| [(preset, false), (preset, true)])
    {
        let mut document = file::read(preset.text(), &book).expect("a preset").document;
        document.scenario.work.other_gpus |= other_gpus;
        let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
        let own = node_expansion::model(subject.scenario, &book, subject.edition).expect("a model");
        let setting = Setting::new(Some(&own), subject).expect("a setting");
        let place = Place { setting: &setting, subject, own: &own };
        let inputs = uncertain(place);
        let mut flows = buffers(&setting.base);
        for drawn in Sampler::new(3, inputs.iter().map(|input| input.distribution).collect(), None).block(20) {
            let Some(changed) = Changed::by_all(place, &changes(&inputs, &drawn)) else { continue };
            let Place { setting, own, .. } = changed.place();
            let kept = [hourly_offers(own, &setting.terms), commitments(own)];
            for (kept, hourly) in kept.iter().zip([true, false]) {
                let able = own.offers.iter().filter(|offer| offer.counted && offer.pays_per_use() == hourly);
                let all: Vec<usize> = able.map(|offer| offer.place).collect();
                let mut least = |places: &[usize]| {
                    let values = places.iter().map(|place| {
                        let value = crate::horizon::rent_value(own, &setting.terms, *place, &mut flows);
                        (!value.complete, value.present_value)
                    });
                    values.reduce(|a, b| if (b.0, b.1) < (a.0, a.1) { b } else { a })
                };
                assert_eq!(least(kept), least(&all), "{}: {kept:?} of {all:?}", preset.id);
                compared += usize::from(!all.is_empty());
                skipped += all.len() - kept.len();
            }
        }
    }
    assert!(compared > 500 && skipped > 1_000, "{compared} compared, {skipped} skipped");
}

/// The draws of an answer are those of the section, fewer: a share of one uniform price against its closed form.
#[test]
fn an_answer_says_how_likely_it_is() {
    let book = PriceBook::embedded();
    let document = with_range(&certain(&book), NODE_PRICE, Spread::Uniform, (200_000.0, 500_000.0));
    let weighed = decision(&document, &book).weighed;
    let found = weighed.likelihood.expect("draws");
    let many = drawn(&document, &book, 2_000).expect("draws");
    let share = plan(&many, many.recommended).cheapest_share;
    assert_eq!(found.draws, ANSWER_DRAWS);
    assert!((found.cheapest_share - share).abs() < 1.0 / 250.0, "{} and {share}", found.cheapest_share);
    assert!((found.cheapest_share + found.next_share - 1.0).abs() < 1e-12);
    let regret = found.regret_if_wrong_usd.expect("a regret");
    let wanted = plan(&many, many.recommended).regret_if_wrong_usd;
    assert!((regret - wanted).abs() < 0.02 * wanted, "{regret} and {wanted}");
    // Every number confirmed: nothing to draw.
    assert_eq!(decision(&certain(&book), &book).weighed.likelihood, None);
}

/// Machines that may not be sold: plans that would sell them win no draw.
#[test]
fn a_plan_that_may_not_be_taken_is_not_drawn() {
    let book = PriceBook::embedded();
    let text = r#"{"v":5,"inputs":{"present.nodes":4,"present.node_gpu":"a100-80-sxm","work.gpu":"a100-80-sxm","present.may_sell":false,"work.gpu_hours_per_month":2000,"work.fabric_gpus":8,"work.workloads":[]}}"#;
    for sells in [false, true] {
        let text = text.replace("\"present.may_sell\":false", &format!("\"present.may_sell\":{sells}"));
        let document = file::read(&text, &book).expect("a scenario").document;
        let found = drawn(&document, &book, 250);
        let kinds: Vec<PlanKind> = found.iter().flat_map(|found| &found.plans).map(|plan| plan.kind).collect();
        assert_eq!(kinds.contains(&PlanKind::Rent), sells, "{kinds:?}");
        // What the difference refers to is one of them.
        assert!(found.iter().all(|found| found.against.is_some_and(|kind| kinds.contains(&kind))));
    }
}

/// Dear hours of one offer against machines: an answer of other sizes is no other answer, and the only offer is always there. It said
/// that renting is the cheapest in all draws, because machines beside an offer that may be away leave work undone.
#[test]
fn other_sizes_and_an_only_offer_make_nothing_unlikely() {
    let book = PriceBook::embedded();
    let mut document = Document::typical(&book);
    let s = &mut document.scenario;
    let hours = vec!["256"; 8_760].join(" ");
    s.work.workloads = vec![Workload { shape: Shape::Series, series: hours.into(), ..Workload::default() }];
    s.follow_workloads(&book);
    s.rent.quotes = vec![Quote { name: "A".to_owned(), usd_per_gpu_hour: 12.0, ..Quote::default() }];
    s.rent.only_quotes = true;
    let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
    let own = node_expansion::model(subject.scenario, &book, subject.edition).expect("a model");
    let decision = crate::analysis::decision::decide(subject, &own).expect("a decision");
    let alike = decision.plans.plans.iter().filter(|plan| plan.sources == [Source::Bought]).count();
    assert_eq!(alike, 2, "owning all, and fewer machines");
    let found = decision.weighed.likelihood.expect("draws");
    assert_eq!((found.cheapest_share, found.next), (1.0, None));
    let many = drawn(&document, &book, 500).expect("draws");
    assert_eq!(many.answer_share, 1.0);
    let shares: Vec<f64> = many.plans.iter().map(|plan| plan.cheapest_share).collect();
    assert!(shares.iter().filter(|share| **share > 0.0).count() == 2, "both sizes win some: {shares:?}");
}

/// Two commitments and an hour with nothing uncertain but the growth of the work: what a length costs in a draw is the plan of
/// that length alone, and no length is cheaper than the cheapest of them.
#[test]
fn a_length_of_commitment_costs_what_it_would_as_the_only_one() {
    let book = PriceBook::embedded();
    let quote = |name: &str, usd: f64, months: f64| Quote {
        name: name.to_owned(),
        usd_per_gpu_hour: usd,
        term_months: months,
        ..Quote::default()
    };
    let (hour, year, three) = (quote("Hour", 4.0, 0.0), quote("Year", 3.0, 12.0), quote("Three", 2.2, 36.0));
    let with = |quotes: &[&Quote]| {
        let mut document = certain(&book);
        document.scenario.rent.quotes = quotes.iter().map(|quote| (*quote).clone()).collect();
        with_range(&document, "work.growth_per_year", Spread::Uniform, (-0.6, 0.0))
    };
    let all = drawn(&with(&[&hour, &year, &three]), &book, 500).expect("draws");
    let months: Vec<f64> = all.lengths.iter().map(|length| length.months).collect();
    assert_eq!(months, [0.0, 12.0, 36.0]);
    for (place, only) in [(1, &year), (2, &three)] {
        let alone = drawn(&with(&[&hour, only]), &book, 500).expect("draws");
        let (found, wanted) = (&all.lengths[place], &alone.lengths[1]);
        assert_eq!(found.mean_usd, wanted.mean_usd, "{} months", found.months);
        assert_eq!(found.mean_usd, plan(&alone, PlanKind::Commit).mean_usd, "as the plan");
        let gpus = 64.0;
        let due = gpus * only.usd_per_gpu_hour * crate::units::HOURS_PER_MONTH * only.term_months;
        assert!((found.obligation_usd - due).abs() < 1e-6 * due, "{} and {due}", found.obligation_usd);
    }
    assert_eq!((all.lengths[0].mean_usd, all.lengths[0].obligation_usd), (plan(&all, PlanKind::Rent).mean_usd, 0.0));
    let shares: f64 = all.lengths.iter().map(|length| length.cheapest_share).sum();
    assert!((shares - 1.0).abs() < 1e-12, "{shares}");
    // Work that falls fast: three years of it backfire in some draws, though they are the cheapest where it stays.
    assert!(all.lengths.iter().all(|length| length.worst_regret_usd > 0.0), "{:?}", all.lengths);
    assert!(all.lengths.iter().all(|length| length.regret_usd <= length.worst_regret_usd));
}

/// Own, a commitment and hours on demand, dearer in this order as entered. Where rental prices fall in every draw, hours on demand
/// win nearly all of them and a commitment none: it is second as entered only.
#[test]
fn the_rival_of_an_answer_that_wins_too_rarely_is_what_wins_most_draws() {
    let book = PriceBook::embedded();
    let mut document = certain(&book);
    let months = document.scenario.time.horizon_months.value;
    let own = decision(&document, &book);
    let own = own.plans.plan(PlanKind::Own).and_then(|plan| plan.usd_per_productive_gpu_hour).expect("a cost");
    let quote = |name: &str, dearer: f64, term_months: f64| Quote {
        name: name.to_owned(),
        usd_per_gpu_hour: own * dearer,
        term_months,
        ..Quote::default()
    };
    document.scenario.rent.quotes = vec![quote("A", 1.1, 0.0), quote("B", 0.74, months)];
    let document = with_range(&document, "time.rent_drift", Spread::Uniform, (-0.5, 0.0));
    let found = decision(&document, &book);
    let usd = |kind: PlanKind| found.plans.plan(kind).map(|plan| plan.present_value_usd).expect("a listed plan");
    assert!(usd(PlanKind::Own) < usd(PlanKind::Commit) && usd(PlanKind::Commit) < usd(PlanKind::Rent));
    assert_eq!((found.plans.recommended, found.plans.runner_up), (Some(PlanKind::Own), Some(PlanKind::Commit)));
    let likelihood = found.weighed.likelihood.as_ref().expect("draws");
    assert!(likelihood.cheapest_share < LIKELY_SHARE && likelihood.next_share > likelihood.cheapest_share);
    assert_eq!((found.weighed.rival, found.plans.rival), (Some(PlanKind::Rent), Some(PlanKind::Rent)));
    // What is compared and explained goes with it.
    assert_eq!(found.plans.compared_with, Some(PlanKind::Rent));
    assert_eq!(found.plans.saving_usd, Some(usd(PlanKind::Rent) - usd(PlanKind::Own)));
    assert_eq!(found.weighed.pair.as_ref().map(|pair| pair.against), Some(PlanKind::Rent));
    // And so do the draws of the section.
    let subject = Subject { scenario: &document.scenario, book: &book, edition: &document.edition };
    let mut search = RiskSearch::start(subject).expect("a search");
    while search.step(subject) {}
    assert_eq!(search.finish().and_then(|found| found.against), Some(PlanKind::Rent));
}

fn decision(document: &Document, book: &PriceBook) -> Decision {
    let subject = Subject { scenario: &document.scenario, book, edition: &document.edition };
    let own = node_expansion::model(subject.scenario, book, subject.edition).expect("a model");
    decide(subject, &own).expect("a decision")
}
