//! The result to record in a scenario's text: its headline figures and the recommended plan at the published prices of its
//! edition.
//!
//! Users' price books are excluded, because the recipient does not have them. The figures equal the report's, as a test
//! checks.

use crate::codec::Document;
use crate::codec::corrections::REVISION;
use crate::codec::recorded_result::{Figures, PLANS, RecordedPlan, RecordedResult};
use crate::cost::headline::headline;
use crate::cost::plan::{self, OverflowPricing};
use crate::horizon::node_expansion;
use crate::horizon::{buffers, compare};
use crate::plans::plan::PlanKind;
use crate::plans::recommendation::Plans;
use crate::prices::PriceBook;
use crate::units::HourlyPrice;

/// The headline figures of a scenario in US dollars; `None` if it cannot be computed.
pub fn figures(document: &Document, book: &PriceBook) -> Option<Figures> {
    let model = node_expansion::model(&document.scenario, book, &document.edition).ok()?;
    let terms = OverflowPricing::of(&model);
    let found = headline(&model);
    let winner = compare(&model, &terms, &mut buffers(&model));
    let rented = winner.cheapest.and_then(|(index, value)| Some((model.offers.get(index)?, value)));
    Some([
        found.own.per_productive_hour(),
        rented.and_then(|(offer, _)| plan::rent(&model, &terms, offer).per_productive_hour()),
        found.indifference.map(HourlyPrice::as_usd_per_gpu_hour),
        rented.map(|(_, value)| value.present_value - winner.own.present_value),
    ])
}

/// The recommended plan of a list to record; nothing where none is.
pub fn recorded_plan(plans: &Plans) -> Option<RecordedPlan> {
    let best = plans.recommended()?;
    Some(RecordedPlan {
        id: id_of(best.kind),
        own_gpus: best.own_gpus,
        committed_gpus: best.committed_gpus,
        present_value_usd: best.present_value_usd,
        runner_up_usd: plans.runner_up().map(|plan| plan.present_value_usd),
    })
}

fn id_of(kind: PlanKind) -> &'static str {
    let [now, own, replace, commit, rent, mix, yours, api] = PLANS;
    match kind {
        PlanKind::Now => now,
        PlanKind::Own => own,
        PlanKind::Replace => replace,
        PlanKind::Commit => commit,
        PlanKind::Rent => rent,
        PlanKind::Api => api,
        PlanKind::Mix => mix,
        PlanKind::Yours => yours,
    }
}

/// A document with the result to record: the current one, or the one already recorded if the inputs are still the same.
/// Without a result if it cannot be computed, and without the plans, whose sizes may have to be searched.
pub fn with_recorded_result(document: &Document, book: &PriceBook) -> Document {
    let kept = document.said.filter(|said| said.is_of(document));
    let said = kept.or_else(|| figures(document, book).map(|figures| RecordedResult::now(document, figures)));
    Document { said, ..document.clone() }
}

/// [`with_recorded_result`] with the recommended plan of the document's plans, at the published prices of its edition. What
/// an older model recorded stays as it is.
pub fn with_recorded_plan(document: &Document, book: &PriceBook, plans: &Plans) -> Document {
    let recorded = with_recorded_result(document, book);
    let plan = recorded_plan(plans);
    let with_plan = |said: RecordedResult| match &plan {
        Some(plan) if said.revision == REVISION && said.plan.is_none() => said.with_plan(plan),
        _ => said,
    };
    Document { said: recorded.said.map(with_plan), ..recorded }
}
