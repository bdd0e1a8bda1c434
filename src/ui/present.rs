//! What is paid now, and what the same work could cost where it is.

use engine::present::PresentPlan;
use engine::report::Report;
use engine::scenario::field;
use engine::scenario::value::{Amount, Value};
use engine::view::Style;
use engine::view::measure::Measure;

use super::draw::{Element, Node, drawn, el};
use super::pieces::{button, figure, fixed};
use crate::page::Page;
use crate::state::AppState;
use crate::words::present as words;

/// The section; empty where no present bill was given.
pub fn present(state: AppState) -> Node {
    drawn(move || {
        let shown = state.shown();
        let found = shown.as_ref().and_then(|s| Some((s.report.present.as_ref()?, &s.report)));
        found.map_or_else(Vec::new, |(plan, report)| vec![section(plan, report).into()])
    })
}

fn section(plan: &PresentPlan, report: &Report) -> Element {
    let head = |label: &'static str| Node::from(el("th.number scope=col").text(label));
    let cell = |usd: f64| Node::from(el("td.number").child(figure(usd, Style::Usd)));
    let measure = Measure::of(report);
    let mut left = plan.usd_per_month;
    let levers = plan.levers.iter().map(|lever| {
        left -= lever.saves_usd_per_month;
        let at = lever.offer.as_ref().map(|id| Node::from(el("span.why").child(fixed(id.clone()))));
        el("tr")
            .child(el("th scope=row").text(lever.label).children(at))
            .child(cell(lever.saves_usd_per_month))
            .child(cell(left))
            .into()
    });
    let rows: Vec<Node> = levers.collect();
    let end = |label: &'static str, usd: f64, hour: Option<f64>| {
        let name = el("th scope=row").child(el("strong").text(label));
        let name = match hour {
            Some(v) => {
                name.text(": ").child(figure(measure.cost(v), measure.style)).text(format!(" {}", measure.per()))
            }
            None => name,
        };
        Node::from(el("tr").child(name).child(el("td")).child(cell(usd)))
    };
    let body = el("tbody")
        .child(end(words::AS_NOW, plan.usd_per_month, plan.usd_per_productive_gpu_hour))
        .children(rows)
        .child(end(words::AS_NOW_OPTIMISED, plan.optimised_usd_per_month, plan.optimised_usd_per_productive_gpu_hour));
    let heads =
        el("tr").child(el("th scope=col").text(words::PLAN)).child(head(words::SAVES)).child(head(words::A_MONTH));
    let table = el("table")
        .child(el("caption").text(words::EACH_LEVER_ON_WHAT_THE_ONE))
        .child(el("thead").child(heads))
        .child(body);
    let covers = plan.covers_work.filter(|share| (share - 1.0).abs() > 0.01).map(|share| {
        el("p.warnings")
            .text(words::THE_BILL_PAYS_FOR)
            .child(figure(share, Style::Percent))
            .text(words::OF_THE_WORK_YOU_ENTERED_THE)
            .child(button("work", "", words::SET_THE_WORK_TO_WHAT_THE).attr("data-action", "work-of-bill"))
            .into()
    });
    el("section.present id=present aria-labelledby=present-heading data-view=present")
        .child(el("h2 id=present-heading").text(words::WHAT_YOU_PAY_NOW))
        .child(
            el("p")
                .child(figure(plan.paid_gpu_hours_per_month, Style::Count))
                .text(words::GPU_HOURS_ARE_BILLED_A_MONTH)
                .child(figure(plan.productive_gpu_hours_per_month, Style::Count))
                .text(words::OF_THEM_PRODUCTIVE_OVER_THE_HORIZON)
                .child(figure(plan.present_value_usd, Style::UsdShort))
                .text(words::AS_NOW_WITHIN)
                .child(figure(plan.optimised_present_value_usd, Style::UsdShort))
                .text(words::OPTIMISED)
                .child(figure(report.outlook.own.present_value_usd, Style::UsdShort))
                .text(words::OWNING_AT_PRESENT_VALUE),
        )
        .children(against(plan, report))
        .children(covers)
        .child(el("div.scroll tabindex=0 role=region aria-label=Present").child(table))
}

/// Owning against the bill itself, where both do the same work.
fn against(plan: &PresentPlan, report: &Report) -> Option<Node> {
    let same = plan.covers_work.is_some_and(|share| (share - 1.0).abs() <= 0.01);
    let outlook = &report.outlook;
    let saves = plan.present_value_usd - outlook.own.present_value_usd;
    let left = plan.optimised_present_value_usd - outlook.own.present_value_usd;
    let side = |saves: f64| if saves > 0.0 { words::LESS_THAN } else { words::MORE_THAN };
    (same && outlook.own.unserved_gpu_hours == 0.0).then(|| {
        el("p.strong")
            .text(words::OWNING_COSTS)
            .child(figure(saves.abs(), Style::UsdShort))
            .text(side(saves))
            .text(words::YOUR_BILL_AS_IT_IS_AND)
            .child(figure(left.abs(), Style::UsdShort))
            .text(side(left))
            .text(words::YOUR_BILL_OPTIMISED)
            .into()
    })
}

/// Sets the work to what the present bill pays for.
pub fn take_work(page: &mut Page, report: &Report) {
    let (Some(plan), Some(row)) = (&report.present, field("work.gpu_hours_per_month")) else { return };
    page.typed.clear();
    page.set(row, &Value::Number(Amount::exact(plan.productive_gpu_hours_per_month)));
}
