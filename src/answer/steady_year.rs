//! The figures of a steady year, for the section on the method: the clock of many published comparisons.

use engine::formulas::break_even::BreakEven;
use engine::view::Style;
use engine::view::cost_unit::{Measure, in_a_steady_year};
use leptos::prelude::*;

use super::key_figures::named;
use crate::browser::locale::Locale;
use crate::components::{filled_views, words};
use crate::state::EvaluationContext;
use crate::strings::answer as strings;

/// Both costs, the break-even and the price of a steady year.
#[component]
pub fn SteadyYear() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    move || {
        // Where sizes are searched, nobody chose the GPUs that it is about.
        let shown = evaluation.shown().filter(|shown| shown.is_about_entered_sizes())?;
        let report = &shown.report;
        let measure = Measure::of(report);
        let [own, rent] = in_a_steady_year(report).map(|usd| usd.map(|usd| measure.cost(usd)));
        let busy = match report.verdict.break_even {
            Some(BreakEven::From(at) | BreakEven::UpTo(at)) => Some(at.busy_share),
            Some(BreakEven::Outside { from, .. } | BreakEven::Several { last: from, .. }) => Some(from.busy_share),
            Some(BreakEven::Always | BreakEven::Never(_)) | None => None,
        };
        // Where other plans lead, the figures are still those of the GPUs entered, and the sentence says so.
        let whose = if shown.is_about_pure_plans() {
            strings::THIS_SCENARIO_COSTS.to_owned()
        } else {
            strings::owning_all_costs(&locale.figure(shown.model.owned.gpus, Style::Count))
        };
        let price = report.indifference_usd_per_gpu_hour;
        let sentence = filled_views(
            strings::STEADY_YEAR,
            [
                ("whose", words(whose)),
                ("own", named("own", own, measure.style)),
                ("rent", named("rent", rent, measure.style)),
                ("per", words(measure.per())),
                ("break_even", named("break-even", busy, Style::PercentFine)),
                ("price", named("indifference", price, Style::UsdPerHour)),
            ],
        );
        Some(view! { <p data-view="steady-year" data-plan=shown.compared_ids()>{sentence}</p> }.into_any())
    }
}
