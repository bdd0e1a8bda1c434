//! The volume of tokens from which hosting a model pays. Expected values: the plans of a scenario of that volume, whose sizes are
//! searched (tests/tokens.rs has the published comparisons).

use engine::analysis::token_volume::{Hosted, token_volume};
use engine::codec::Document;
use engine::inputs::token_offer::TokenOffer;
use engine::inputs::workloads::Workload;
use engine::plans::result::PlanResult;
use engine::prices::PriceBook;

use crate::tokens::{MILLION_SECONDS, chat, found, subject, typical};

/// The cheapest complete plan of a scenario that makes so many millions of tokens a month.
fn cheapest(document: &Document, million: f64, book: &PriceBook) -> Hosted {
    let plans = found(document, book);
    let complete = plans.plans.iter().filter(|plan| plan.complete);
    let least = complete.min_by(|a, b| a.present_value_usd.total_cmp(&b.present_value_usd)).expect("a plan");
    let per_hour = million / document.scenario.work.gpu_hours_per_month.value;
    let usd_per_million = least.present_value_usd / least.hours_present_value / per_hour;
    let PlanResult { kind, own_gpus, committed_gpus, .. } = *least;
    Hosted { million, kind, own_gpus, committed_gpus, usd_per_million }
}

/// What hosting costs at another volume is what the plans on GPUs cost in a scenario with so many tokens and no API: with copies
/// of the model that are rented whole, and mixes among the plans.
#[test]
fn hosting_at_another_volume_is_what_plans_of_that_volume_cost() {
    let book = PriceBook::embedded();
    let with = |tokens: f64, allowed: bool| {
        let mut document = typical(Workload { job_gpus: Some(2.0), ..chat("Llama 3.3 70B", tokens) }, &book);
        document.scenario.api.allowed = allowed;
        document
    };
    let volume = token_volume(subject(&with(1_000.0, true), &book)).expect("a volume");
    for hosted in [volume.hosted_now, volume.hosted_then] {
        let searched = cheapest(&with(hosted.million / MILLION_SECONDS, false), hosted.million, &book);
        assert_eq!(hosted.kind, searched.kind);
        assert!((hosted.usd_per_million / searched.usd_per_million - 1.0).abs() < 1e-3, "{hosted:?}, {searched:?}");
    }
}

/// At hundreds of nodes the mix is a smaller one, scaled: what hosting costs there is within half a per cent of what the plans with
/// all sizes searched cost.
#[test]
fn a_mix_of_many_nodes_is_a_smaller_one_scaled() {
    let book = PriceBook::embedded();
    let cheap = TokenOffer {
        provider: "Cheap".to_owned(),
        usd_per_million_input: 0.01,
        usd_per_million_output: 0.01,
        ..TokenOffer::default()
    };
    let with = |tokens: f64, allowed: bool| {
        let mut document = typical(chat("Llama 3.3 70B", tokens), &book);
        (document.scenario.api.offers, document.scenario.api.allowed) = (vec![cheap.clone()], allowed);
        document
    };
    let volume = token_volume(subject(&with(5_000.0, true), &book)).expect("a volume");
    assert_eq!((volume.from_million, volume.at_any), (None, false), "it is cheaper than any GPU");
    let hosted = volume.hosted_then;
    let searched = cheapest(&with(hosted.million / MILLION_SECONDS, false), hosted.million, &book);
    assert!(searched.own_gpus > 64.0 * 8.0, "{searched:?}");
    let over = hosted.usd_per_million / searched.usd_per_million - 1.0;
    assert!((-1e-9..0.005).contains(&over), "{over}: {hosted:?}, {searched:?}");
}
