//! What the two plans in detail pay for: line by line, by fiscal year, month by month.

use engine::plans::plan::PlanKind;
use engine::plans::result::PlanResult;
use engine::view::Style;
use engine::view::exportable::PlotId;
use engine::view::pair_lines::{PairLine, YearOfPlan, pair_lines, years_of};
use engine::view::plan_words::{id, name};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::table::{ScrollTable, head_row};
use crate::components::{Disclosure, Figure, PlotChart, words};
use crate::rooms::costs::strings::plan_costs as strings;
use crate::state::two_plans::{both, plot_of, shown_ids, shown_kinds};
use crate::state::{EvaluationContext, Fold, UiState};

/// The section; nothing unless two plans are available.
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
                    <h2 id="plan-costs-heading">{strings::TITLE}</h2>
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
    let row = |line: &PairLine, class: &'static str| {
        view! {
            <tr class=class>
                <th scope="row">{line.label.clone()}</th>
                {usd(id(one.kind), name(one.kind), line.first_usd)}
                {usd(id(other.kind), name(other.kind), line.second_usd)}
                <td class="number" data-label=strings::DIFFERENCE><Figure value=line.more_usd() style=Style::UsdShort/></td>
            </tr>
        }
        .into_any()
    };
    let rows: Vec<AnyView> = pair_lines(plans).iter().map(|line| row(line, "")).collect();
    let [first_usd, second_usd] = plans.map(|plan| plan.present_value_usd);
    let total = row(&PairLine { label: strings::TOTAL.to_owned(), first_usd, second_usd }, "total");
    let heads = [name(one.kind), name(other.kind), strings::DIFFERENCE];
    view! {
        <ScrollTable label=strings::COST_LINE view="pair-lines">
            <table>
                <caption>{strings::EXPLANATION}</caption>
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
        PlanKind::Api => "years-api",
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
    let kind = id(plan.kind);
    let row = |year: YearOfPlan| {
        let head = year.year.map_or_else(|| strings::TOTAL.to_owned(), |year| year.to_string());
        view! {
            <tr>
                <th scope="row">{words(head)}</th>
                {usd(kind, strings::CAPEX, year.capex_usd)}
                {usd(kind, strings::OPEX, year.opex_usd)}
                {usd(kind, strings::TOTAL, year.total_usd())}
            </tr>
        }
        .into_any()
    };
    let rows: Vec<AnyView> = years_of(plan).into_iter().map(row).collect();
    view! {
        <ScrollTable label=strings::FISCAL_YEAR>
            <table>
                {head_row(strings::FISCAL_YEAR, [strings::CAPEX, strings::OPEX, strings::TOTAL])}
                <tbody>{rows}</tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}
