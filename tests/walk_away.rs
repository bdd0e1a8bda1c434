//! The price at which an offer would win: at that price, entered as the user's own, all of the work costs there what the recommended
//! plan costs. Expected values: the plans of that changed scenario, which know nothing of the search.

use engine::analysis::walk_away::walk_away;
use engine::codec::file;
use engine::horizon::node_expansion;
use engine::inputs::Scenario;
use engine::inputs::presets::PRESETS;
use engine::inputs::value::OfferPrice;
use engine::model::Subject;
use engine::plans::plan::PlanKind;
use engine::plans::recommendation::Plans;
use engine::plans::setting::Setting;
use engine::plans::{evaluate_with, find_sizes};
use engine::prices::PriceBook;

fn planned(
    scenario: &Scenario,
    book: &PriceBook,
    edition: &str,
) -> Option<(Plans, Vec<engine::analysis::walk_away::WalkAway>)> {
    let subject = Subject { scenario, book, edition };
    let own = node_expansion::model(scenario, book, edition).ok()?;
    let setting = Setting::new(Some(&own), subject)?;
    let sizes = find_sizes(&setting, subject);
    let plans = evaluate_with(&setting, subject, &own, &sizes);
    Some((plans, walk_away(subject)?))
}

#[test]
fn at_its_price_an_offer_costs_what_the_recommended_plan_costs() {
    let book = PriceBook::embedded();
    let (mut hourly, mut committed, mut never, mut others, mut renting) = (0, 0, 0, 0, 0);
    for preset in PRESETS {
        let document = file::read(preset.text(), &book).expect("a scenario").document;
        let (scenario, edition) = (&document.scenario, &document.edition);
        let Some((plans, found)) = planned(scenario, &book, edition) else { continue };
        let Some(best) = plans.recommended() else { continue };
        let mut providers: Vec<&str> = found.iter().map(|of| of.provider.as_str()).collect();
        let (many, before) =
            (providers.len(), found.iter().map(|of| of.cut().unwrap_or(f64::INFINITY)).collect::<Vec<_>>());
        providers.sort_unstable();
        providers.dedup();
        assert_eq!(providers.len(), many, "{}: one offer of each provider", preset.id);
        assert!(before.is_sorted(), "{}: the nearest first", preset.id);
        for of in &found {
            let Some(usd) = of.wins_below_usd else {
                never += 1;
                continue;
            };
            // An offer of the price book whose price somebody was told.
            if of.offer.starts_with("quote-") {
                continue;
            }
            let priced = |usd: f64| {
                let mut changed = scenario.clone();
                changed.rent.prices.retain(|own| own.offer != of.offer);
                changed.rent.prices.push(OfferPrice { offer: of.offer.clone(), usd_per_gpu_hour: usd });
                changed.rent.discount_share.value = 0.0;
                planned(&changed, &book, edition).expect("plans").0
            };
            if scenario.rent.discount_share.value != 0.0 {
                continue;
            }
            let kind = if of.term_months == 0.0 { PlanKind::Rent } else { PlanKind::Commit };
            let at = priced(usd);
            let Some(there) = at.plan(kind) else { continue };
            // Another offer of the kind may cost less than both, at any price of this one.
            let is_this = |offer: &Option<engine::text::Name>| offer.as_ref().is_some_and(|id| id.as_str() == of.offer);
            if !is_this(if kind == PlanKind::Rent { &there.hourly } else { &there.commitment }) {
                others += 1;
                continue;
            }
            // A plan with machines buys its own hours at that price too.
            let is_one_offer = matches!(best.kind, PlanKind::Rent | PlanKind::Commit);
            let expected =
                if is_one_offer { best } else { at.plan(best.kind).expect("it is listed") }.present_value_usd;
            let near = (there.present_value_usd - expected).abs() <= 1e-6 * expected;
            assert!(near, "{}, {}: {} at {usd}, {expected}", preset.id, of.offer, there.present_value_usd);
            if kind == PlanKind::Rent {
                hourly += 1;
            } else {
                committed += 1;
            }
            renting += usize::from(is_one_offer);
        }
    }
    assert!(
        hourly > 5 && committed > 5 && renting > 2,
        "{hourly} by the hour, {committed} committed, {renting} against renting, {others} beaten by others, {never} at no price"
    );
}
