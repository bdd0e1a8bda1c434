//! What a plan is, in words: what to do, and what another plan is compared with.

use super::phrases::offer_name;
use crate::analysis::other_sizes::WithoutBuying;
use crate::codec::recorded_result::RecordedPlan;
use crate::number::write;
use crate::plans::plan::{PlanKind, Source};
use crate::plans::result::PlanResult;
use crate::report::{OfferResult, Report};
use crate::text::Name;

/// All kinds, in the order of the table.
const KINDS: [PlanKind; 8] = [
    PlanKind::Now,
    PlanKind::Own,
    PlanKind::Replace,
    PlanKind::Commit,
    PlanKind::Rent,
    PlanKind::Api,
    PlanKind::Mix,
    PlanKind::Yours,
];

/// The name of a plan in a table.
pub const fn name(kind: PlanKind) -> &'static str {
    match kind {
        PlanKind::Now => "As now",
        PlanKind::Own => "Own",
        PlanKind::Replace => "Sell and replace",
        PlanKind::Commit => "Commit",
        PlanKind::Rent => "Rent",
        PlanKind::Api => "API",
        PlanKind::Mix => "Mix",
        PlanKind::Yours => "Your sizes",
    }
}

/// The id of a plan in the page, its messages and its files, for ever.
pub const fn id(kind: PlanKind) -> &'static str {
    match kind {
        PlanKind::Now => "now",
        PlanKind::Own => "own",
        PlanKind::Replace => "replace",
        PlanKind::Commit => "commit",
        PlanKind::Rent => "rent",
        PlanKind::Api => "api",
        PlanKind::Mix => "mix",
        PlanKind::Yours => "yours",
    }
}

/// A recorded plan with its sizes: "Mix (24 GPUs owned, 16 committed)".
pub fn recorded(plan: &RecordedPlan) -> String {
    let kind = KINDS.into_iter().find(|kind| id(*kind) == plan.id).map_or("", name);
    let sizes: Vec<String> = [(plan.own_gpus, "owned"), (plan.committed_gpus, "committed")]
        .into_iter()
        .filter(|(gpus, _)| *gpus > 0.0)
        .enumerate()
        .map(|(place, (gpus, how))| format!("{}{} {how}", write(gpus), if place == 0 { " GPUs" } else { "" }))
        .collect();
    if sizes.is_empty() { kind.to_owned() } else { format!("{kind} ({})", sizes.join(", ")) }
}

/// Whether a phrase is an order (`own 24 GPUs`) or a noun (`owning 24 GPUs`).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Voice {
    Order,
    Noun,
}

/// How what neither machines nor commitments do is rented; nothing where that is next to none.
fn rest(sources: &[Source]) -> Option<&'static str> {
    let has = |source: Source| sources.contains(&source);
    match (has(Source::Spot), has(Source::OnDemand)) {
        (true, true) => Some("on spot and on demand"),
        (true, false) => Some("on spot"),
        (false, true) => Some("on demand"),
        (false, false) => None,
    }
}

/// Who does the work of a plan, with the sizes that a phrase names.
struct Parts<'p> {
    sells: bool,
    own_gpus: f64,
    committed_gpus: f64,
    sources: &'p [Source],
}

impl<'p> Parts<'p> {
    fn of_plan(plan: &'p PlanResult) -> Self {
        let PlanResult { own_gpus, committed_gpus, sources, .. } = plan;
        let sells = plan.kind == PlanKind::Replace;
        Self { sells, own_gpus: *own_gpus, committed_gpus: *committed_gpus, sources }
    }
}

/// The parts of a plan, each a verb with its size.
fn parts(plan: &Parts, gpus_there: f64, voice: Voice) -> Vec<String> {
    let verb = |order: &'static str, noun: &'static str| if voice == Voice::Order { order } else { noun };
    let mut parts: Vec<String> = Vec::new();
    let sized = |verb: &str, gpus: f64, parts: &[String]| {
        let unit = if parts.is_empty() { " GPUs" } else { "" };
        format!("{verb} {}{unit}", write(gpus))
    };
    let sells = plan.sells;
    let keeps = plan.own_gpus > 0.0 && gpus_there > 0.0 && !sells;
    if keeps || sells {
        let verb = if sells { verb("sell", "selling") } else { verb("keep", "keeping") };
        parts.push(format!("{verb} the {} existing GPUs", write(gpus_there)));
    }
    let bought = if keeps { plan.own_gpus - gpus_there } else { plan.own_gpus };
    if bought > 0.0 && (keeps || sells) {
        parts.push(format!("{} {} new ones", verb("buy", "buying"), write(bought)));
    } else if bought > 0.0 {
        parts.push(sized(verb("own", "owning"), bought, &parts));
    }
    if plan.committed_gpus > 0.0 {
        parts.push(sized(verb("commit to", "committing to"), plan.committed_gpus, &parts));
    }
    let buys_tokens = plan.sources.contains(&Source::Api);
    if let Some(how) = rest(plan.sources) {
        let what = if parts.is_empty() || buys_tokens { "" } else { " the rest" };
        parts.push(format!("{}{what} {how}", verb("rent", "renting")));
    }
    if buys_tokens {
        let what = if parts.is_empty() { "" } else { " for the rest" };
        parts.push(format!("{} tokens{what}", verb("buy", "buying")));
    }
    parts
}

/// An offer as a sentence names it.
fn named(report: &Report, id: Option<&Name>) -> Option<String> {
    let id = id?;
    report.offers.iter().find(|offer| offer.id == *id).map(offer_name)
}

/// The offers that a plan rents from: its commitment, its spot offers, its offer on demand.
pub fn offers_of<'r>(report: &'r Report, plan: &PlanResult) -> Vec<&'r OfferResult> {
    let rents = |source: Source| plan.sources.contains(&source);
    let commitment = plan.commitment.iter().filter(|_| plan.committed_gpus > 0.0);
    let spot = plan.spot.iter().filter(|_| rents(Source::Spot));
    let hourly = plan.hourly.iter().filter(|_| rents(Source::OnDemand));
    let ids = commitment.chain(spot).chain(hourly);
    ids.filter_map(|id| report.offers.iter().find(|offer| offer.id == *id)).collect()
}

/// GPUs there already: those of the plan that keeps what is there.
pub fn gpus_there(plans: &[PlanResult]) -> f64 {
    plans.iter().find(|plan| plan.kind == PlanKind::Now).map_or(0.0, |now| now.own_gpus)
}

fn renting(report: &Report, plan: &PlanResult, verb: &str) -> String {
    match named(report, plan.hourly.as_ref()) {
        Some(name) => format!("{verb} from {name}"),
        None => format!("{verb} {}", rest(&plan.sources).unwrap_or("by the hour")),
    }
}

fn committing(report: &Report, plan: &PlanResult, verb: &str) -> String {
    let gpus = write(plan.committed_gpus);
    match named(report, plan.commitment.as_ref()) {
        Some(name) if plan.committed_gpus > 0.0 => format!("{verb} to {gpus} GPUs at {name}"),
        Some(name) => format!("{verb} to {name}"),
        None => format!("{verb} to {gpus} GPUs"),
    }
}

/// Buying all tokens, with the provider where there is one only.
fn buying_tokens(report: &Report, plan: &PlanResult, verb: &str) -> String {
    match plan.tokens.as_slice() {
        [id] => match report.tokens.as_ref().and_then(|tokens| tokens.offers.iter().find(|offer| offer.id == *id)) {
            Some(offer) => format!("{verb} tokens from {}", offer.provider),
            None => format!("{verb} tokens"),
        },
        _ => format!("{verb} tokens"),
    }
}

/// A phrase at the start of a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// How what the machines there do not do is rented: ", rent the rest on demand"; nothing without machines.
fn now_rents(plan: &PlanResult, verb: &str) -> String {
    let how = rest(&plan.sources).filter(|_| plan.own_gpus > 0.0);
    how.map_or_else(String::new, |how| format!(", {verb} the rest {how}"))
}

/// What to do, without a full stop: `Own 24 GPUs, rent the rest on spot`.
pub fn what_to_do(report: &Report, plan: &PlanResult, gpus_there: f64) -> String {
    match plan.kind {
        PlanKind::Now => format!("Go on as now{}", now_rents(plan, "rent")),
        PlanKind::Rent => renting(report, plan, "Rent"),
        PlanKind::Api => buying_tokens(report, plan, "Buy"),
        PlanKind::Commit => committing(report, plan, "Commit"),
        PlanKind::Own | PlanKind::Replace | PlanKind::Mix | PlanKind::Yours => {
            capital(&parts(&Parts::of_plan(plan), gpus_there, Voice::Order).join(", "))
        }
    }
}

/// What another plan is compared with: `renting from Acme (spot)`, `owning 24 GPUs, renting the rest on demand`.
pub fn doing(report: &Report, plan: &PlanResult, gpus_there: f64) -> String {
    match plan.kind {
        PlanKind::Now => format!("going on as now{}", now_rents(plan, "renting")),
        PlanKind::Rent => renting(report, plan, "renting"),
        PlanKind::Api => buying_tokens(report, plan, "buying"),
        PlanKind::Commit => committing(report, plan, "committing"),
        PlanKind::Own | PlanKind::Replace | PlanKind::Mix | PlanKind::Yours => {
            parts(&Parts::of_plan(plan), gpus_there, Voice::Noun).join(", ")
        }
    }
}

/// The cheapest plan that buys nothing, as a noun: `committing to 24 GPUs, renting the rest on spot`.
pub fn without_buying(plan: &WithoutBuying, gpus_there: f64) -> String {
    let WithoutBuying { own_gpus, committed_gpus, sources, .. } = plan;
    let parts_of = Parts { sells: false, own_gpus: *own_gpus, committed_gpus: *committed_gpus, sources };
    parts(&parts_of, gpus_there, Voice::Noun).join(", ")
}
