//! Who serves which level of the load in a plan: the load-duration curve of today's demand, stacked.

use std::borrow::Cow;

use super::demand::{as_steps, share_of_time};
use super::exportable::PlotId;
use super::plan_words::{gpus_there, what_to_do};
use super::plot::{Axis, Band, Form, GROUND, Lines, Plot, PlotSpec, Series};
use super::{Piece, Style};
use crate::model::Model;
use crate::plans::plan::Source;
use crate::plans::recommendation::Plans;
use crate::plans::result::PlanResult;
use crate::report::Report;

/// The chart's name, for ever.
pub const ID: PlotId = PlotId::PlanLoad;
/// Points of the curve.
const STEPS: usize = 120;

static WHAT: PlotSpec = PlotSpec {
    id: ID,
    title: "Who serves which level of the load",
    first: share_of_time(),
    value: Axis {
        name: "GPUs",
        title: "Useful GPUs, today's demand",
        unit: "useful GPUs",
        style: Style::Count,
        tick: Style::Count,
    },
};

/// The chart of the recommended plan; nothing without workloads or a plan.
pub fn plot(report: &Report, model: &Model, plans: &Plans) -> Option<Plot> {
    let demand = &model.load.demand;
    let plan = plans.recommended().filter(|_| !demand.is_empty())?;
    let curve = demand.states().curve(&demand.total()).in_steps(STEPS);
    let [owned, committed] = useful(model, plan);
    let peak = curve.first().map_or(1.0, |(gpus, _)| *gpus);
    let rows = as_steps(&curve, |gpus| [Some(gpus), Some(gpus.min(committed + owned)), Some(gpus.min(committed))]);
    let named = |id, label: &str, short: &str| Series { id, label: label.to_owned(), short: short.to_owned() };
    let mut series = vec![named("hour", "All GPUs wanted", rest(plan))];
    let mut bands = Vec::new();
    if owned + committed > 0.0 {
        series.push(named("own", "of which owned or committed", if owned > 0.0 { "Owned" } else { "" }));
        bands.push(Band { of: "hour", low: 1, high: 0 });
        bands.push(Band { of: "own", low: if committed > 0.0 { 2 } else { GROUND }, high: 1 });
    } else {
        bands.push(Band { of: "hour", low: GROUND, high: 0 });
    }
    if committed > 0.0 {
        series.push(named("commit", "of which committed", "Committed"));
        bands.push(Band { of: "commit", low: GROUND, high: 2 });
    }
    Some(Plot {
        what: Cow::Borrowed(&WHAT),
        takeaway: vec![Piece::Words(what_to_do(report, plan, gpus_there(&plans.plans)))],
        note: "",
        series,
        rows,
        form: Form::Lines(Lines {
            left: 0.0,
            right: 1.0,
            tick_of: 1.0,
            ends: (0.0, peak.max(1.0)),
            crossings: Vec::new(),
            crossing: Style::Count,
            today: None,
            step: None,
            bands,
            shaded: None,
        }),
    })
}

/// Most that owned and committed machines do at once, useful GPUs.
fn useful(model: &Model, plan: &PlanResult) -> [f64; 2] {
    let owned = plan.own_gpus * model.owned.ceiling() * model.owned.yields.productive_per_busy();
    let signed = plan.commitment.as_ref().and_then(|id| model.offers.iter().find(|offer| offer.id == *id));
    let committed = signed.map_or(0.0, |offer| {
        plan.committed_gpus * model.rented.held_of_committed() * offer.yields.productive_per_busy()
    });
    [owned, committed]
}

fn rest(plan: &PlanResult) -> &'static str {
    let has = |source: Source| plan.sources.contains(&source);
    if has(Source::Api) {
        return if has(Source::Spot) || has(Source::OnDemand) { "Rented, and tokens" } else { "Tokens" };
    }
    match (has(Source::Spot), has(Source::OnDemand)) {
        (true, true) => "Spot and on demand",
        (true, false) => "Spot",
        _ => "On demand",
    }
}
