//! The search of the sizes of the cheapest mix against plain enumeration, and what it leaves untried.

#[path = "common/drawn_plans.rs"]
mod drawn_plans;

use std::sync::Arc;

use drawn_plans::{EDITION, drawn, scenario};
use engine::analysis::goal_seek::Subject;
use engine::cash_flow::Flows;
use engine::cash_flow::mix::{MixPlan, NewCommitment, mix};
use engine::cash_flow::outside::Outside;
use engine::horizon::value_of;
use engine::inputs::Scenario;
use engine::model::Model;
use engine::plans::search::SizeSearch;
use engine::plans::setting::Setting;
use engine::prices::PriceBook;

/// Undone work below this share of all work is rounding.
const UNDONE: f64 = 1e-9;

/// Every plan of a setting, one by one: all whole numbers of nodes up to what the busiest hour wants, and two more; every
/// commitment that may be signed, also those that another beats, with every number of its instances up to the busiest hour;
/// both orders of work; every way of renting by the hour. Returns the least undone work, the least present value with that,
/// and how many plans were tried.
fn enumerated(setting: &Setting, subject: Subject) -> (f64, f64, usize) {
    let base = &setting.base;
    let months = || 1..=base.time.months;
    let peak = |all: bool| months().map(|month| setting.peak_work(month, all)).fold(0.0, f64::max);
    // A month of the ramp can use more nodes than a full one.
    let ramp = (1..=base.time.months).map(|month| base.time.ramped(month)).filter(|share| *share > 0.0);
    let of_node = setting.work_of_node() * ramp.fold(1.0, f64::min);
    let most = setting.nodes_there + (peak(true) / of_node).ceil() + 2.0;
    let firm = base.offers.iter().enumerate().filter(|(_, offer)| offer.counted && offer.pays_per_use());
    let mut ways: Vec<Option<Arc<Outside>>> = firm
        .filter(|(_, offer)| offer.is_firm())
        .map(|(index, _)| Outside::with_spot(base, &setting.terms, index).map(Arc::new))
        .collect();
    if ways.is_empty() {
        ways.push(setting.hourly.clone());
    }
    let mut signed = vec![None];
    for (index, offer) in base.offers.iter().enumerate().filter(|(_, offer)| offer.counted && !offer.pays_per_use()) {
        let whole = offer.gpus_per_instance.max(1.0);
        let most = (setting.gpus_for(offer, peak(false)) / whole).ceil();
        let mut instances = 1.0;
        while instances <= most {
            signed.push(Some(NewCommitment::new(index, instances * whole)));
            instances += 1.0;
        }
    }
    let mut flows = Flows::with_accounts(base);
    let (mut undone, mut least, mut tried) = (f64::INFINITY, f64::INFINITY, 0);
    let mut nodes = setting.nodes_there;
    while nodes <= most {
        let owned: Model = match nodes {
            0.0 => base.clone(),
            nodes => setting.machines(subject, nodes).expect("machines").model,
        };
        let orders: &[bool] = if nodes > 0.0 { &[false, true] } else { &[false] };
        for outside in &ways {
            for commitment in &signed {
                for machines_first in orders {
                    let plan = MixPlan {
                        owns: nodes > 0.0,
                        commitment: *commitment,
                        outside: outside.clone(),
                        bridge: setting.hourly.clone(),
                        machines_first: *machines_first,
                        ..MixPlan::default()
                    };
                    mix(&owned, &setting.terms, &plan, &mut flows);
                    let value =
                        if nodes > 0.0 { setting.value_of_owning(&owned, &flows) } else { value_of(&owned, &flows) };
                    tried += 1;
                    let slack = UNDONE * (1.0 + undone.max(flows.unserved));
                    if flows.unserved < undone - slack || undone == f64::INFINITY {
                        (undone, least) = (flows.unserved, value.present_value);
                    } else if flows.unserved <= undone + slack {
                        least = least.min(value.present_value);
                    }
                }
            }
        }
        nodes += 1.0;
    }
    (undone, least, tried)
}

fn setting(scenario: &Scenario, book: &PriceBook) -> Setting {
    Setting::new(None, Subject { scenario, book, edition: EDITION }).expect("a setting")
}

#[test]
fn the_search_finds_what_plain_enumeration_does() {
    let book = PriceBook::embedded();
    let (mut wrong, mut compared, mut all, mut skipped_by_the_bound) = (Vec::new(), 0, 0, 0);
    for case in drawn("drawn.json") {
        let scenario = scenario(&case["inputs"]);
        let setting = setting(&scenario, &book);
        let subject = Subject { scenario: &scenario, book: &book, edition: EDITION };
        let (undone, least, tried) = enumerated(&setting, subject);
        let mut search = SizeSearch::new(setting);
        while search.step(subject) {}
        let best = search.best().expect("a mix");
        let near = (best.usd - least).abs() <= 1e-9 * least.abs();
        if !near || (best.undone - undone).abs() > 1e-6 * (1.0 + undone) {
            wrong.push(format!("{}: {} undone {}, not {least} undone {undone}", case["index"], best.usd, best.undone));
        }
        assert_eq!(search.gap_usd(subject), 0.0, "{}: nothing is left untried", case["index"]);
        compared += 1;
        all += tried;
        skipped_by_the_bound += tried.saturating_sub(search.evaluated());
    }
    assert!(wrong.is_empty(), "{} of {compared} differ\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(compared, 300);
    assert!(skipped_by_the_bound > 0, "the search tried all {all} plans");
}
