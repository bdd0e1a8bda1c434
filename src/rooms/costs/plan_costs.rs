//! What the two plans in detail pay for: line by line, by fiscal year, month by month.

use engine::cost::LineId;
use engine::plans::plan::PlanKind;
use engine::plans::result::PlanResult;
use engine::view::Style;
use engine::view::exportable::PlotId;
use engine::view::plan_words::{id, name};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::table::{ScrollTable, head_row};
use crate::components::{Disclosure, Figure, PlotChart, words};
use crate::rooms::costs::strings::plan_costs as strings;
use crate::state::two_plans::{both, plot_of, shown_ids, shown_kinds};
use crate::state::{EvaluationContext, Fold, UiState};

/// The section; nothing unless two plans can be had.
#[component]
pub fn PlanCostsSection() -> impl IntoView {
    let (evaluation, ui, locale) = (EvaluationContext::expect(), UiState::expect(), Locale::expect());
    let cash = Signal::derive(move || {
        ui.explained.track();
        let shown = evaluation.shown()?;
        // Owning against renting has its payments under "Over the horizon".
        let is_told_below = shown.is_about_pure_plans() && shown.leading_plans() == shown_kinds(ui, &shown);
        if is_told_below { None } else { plot_of(ui, &shown, PlotId::PlanCash) }
    });
    let is_there = evaluation.slice(|e| e.leading_plans().is_some());
    let ids = Memo::new(move |_| evaluation.shown().and_then(|shown| shown_ids(ui, &shown)));
    let tables = move || {
        let _ = locale.currency();
        let shown = evaluation.shown()?;
        let plans = both(&shown, shown_kinds(ui, &shown)?)?;
        Some(view! { {lines_table(plans)} {plans.map(years).into_iter().collect_view()} }.into_any())
    };
    move || {
        is_there.get().unwrap_or(false).then(|| {
            view! {
                <section class="plan-costs" id="plan-costs" aria-labelledby="plan-costs-heading" data-view="plan-costs" data-plan=move || ids.get()>
                    <h2 id="plan-costs-heading">{strings::COSTS_OF_BOTH}</h2>
                    {tables}
                    <PlotChart id=PlotId::PlanCash plot=cash/>
                </section>
            }
            .into_any()
        })
    }
}

fn usd(plan: &'static str, label: &'static str, value: f64) -> AnyView {
    view! { <td class="number" data-label=label data-plan=plan><Figure value style=Style::UsdShort/></td> }.into_any()
}

/// What both pay for, at present value: it adds up to what each costs.
fn lines_table(plans: [&PlanResult; 2]) -> AnyView {
    let [one, other] = plans;
    let value = |plan: &PlanResult, line| {
        plan.lines.iter().filter(|found| found.id == line).map(|found| found.present_value_usd).sum::<f64>()
    };
    let mut ids: Vec<_> = Vec::new();
    for line in one.lines.iter().chain(&other.lines) {
        if ids.iter().all(|(found, _)| *found != line.id) {
            ids.push((line.id, line.label));
        }
    }
    let row = |label: String, [a, b]: [f64; 2], strong: bool| {
        let class = if strong { "total" } else { "" };
        view! {
            <tr class=class>
                <th scope="row">{label}</th>
                {usd(id(one.kind), name(one.kind), a)}
                {usd(id(other.kind), name(other.kind), b)}
                <td class="number" data-label=strings::MORE_IN_THE_SECOND><Figure value=b - a style=Style::UsdShort/></td>
            </tr>
        }
        .into_any()
    };
    // Owned and rented storage have the same label.
    let twice = |label: &str| ids.iter().filter(|(_, other)| *other == label).count() > 1;
    let label_of = |line: LineId, label: &'static str| {
        let rented = matches!(line, LineId::RentedStorage | LineId::RentedPlatform);
        if rented && twice(label) { format!("{label}{}", strings::RENTED) } else { label.to_owned() }
    };
    let rows: Vec<AnyView> = ids
        .iter()
        .map(|(line, label)| (label_of(*line, label), [value(one, *line), value(other, *line)]))
        .filter(|(_, both)| both.iter().any(|usd| usd.abs() >= 0.5))
        .map(|(label, both)| row(label, both, false))
        .collect();
    let total = row(strings::TOTAL.to_owned(), plans.map(|plan| plan.present_value_usd), true);
    let heads = [name(one.kind), name(other.kind), strings::MORE_IN_THE_SECOND];
    view! {
        <ScrollTable label=strings::COST_LINE view="pair-lines">
            <table>
                <caption>{strings::WHAT_BOTH_PAY_FOR}</caption>
                {head_row(strings::COST_LINE, heads)}
                <tbody>{rows}{total}</tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}

/// Purchases and running costs of a plan by fiscal year.
fn years(plan: &PlanResult) -> AnyView {
    let fold = match plan.kind {
        PlanKind::Now => "years-now",
        PlanKind::Own => "years-own",
        PlanKind::Replace => "years-replace",
        PlanKind::Commit => "years-commit",
        PlanKind::Rent => "years-rent",
        PlanKind::Mix => "years-mix",
        PlanKind::Yours => "years-yours",
    };
    let plan = plan.clone();
    let title = format!("{}{}", strings::YEARS_OF, name(plan.kind));
    view! {
        <Disclosure fold=Fold::Named(fold) class="chain" title=move || title.clone()>{year_table(&plan)}</Disclosure>
    }
    .into_any()
}

fn year_table(plan: &PlanResult) -> AnyView {
    let row = |head: AnyView, capex: f64, opex: f64| {
        let plan = id(plan.kind);
        view! {
            <tr>
                <th scope="row">{head}</th>
                {usd(plan, strings::CAPEX, capex)}
                {usd(plan, strings::OPEX, opex)}
                {usd(plan, strings::TOTAL, capex + opex)}
            </tr>
        }
        .into_any()
    };
    let both = plan.capex_by_year_usd.iter().zip(&plan.opex_by_year_usd);
    let rows: Vec<AnyView> =
        both.enumerate().map(|(year, (capex, opex))| row(words((year + 1).to_string()), *capex, *opex)).collect();
    let total = row(words(strings::TOTAL), plan.capex_by_year_usd.iter().sum(), plan.opex_by_year_usd.iter().sum());
    view! {
        <ScrollTable label=strings::FISCAL_YEAR>
            <table>
                {head_row(strings::FISCAL_YEAR, [strings::CAPEX, strings::OPEX, strings::TOTAL])}
                <tbody>{rows}{total}</tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}
