//! What is paid now, and what the same work could cost where it is.

use engine::present::PresentPlan;
use engine::report::Report;
use engine::scenario::field;
use engine::scenario::value::{Amount, Value};
use engine::view::Style;
use engine::view::answer::offer_name;
use engine::view::measure::Measure;
use engine::view::ways::{against_list, other_work};

use super::draw::{Element, Node, drawn, el};
use super::pieces::{button, figure, fixed, sentence, to_field};
use crate::page::Page;
use crate::state::{AppState, BOOK, Shown};
use crate::words::present as words;

/// The section; empty where no present bill was given.
pub fn present(state: AppState) -> Node {
    drawn(move || {
        let shown = state.shown();
        let found = shown.as_ref().and_then(|s| Some((s.report.present.as_ref()?, s)));
        found.map_or_else(Vec::new, |(plan, shown)| vec![section(plan, shown).into()])
    })
}

fn section(plan: &PresentPlan, shown: &Shown) -> Element {
    let report = &shown.report;
    let scenario = &shown.document.scenario;
    let list = against_list(report, &plan.gpu, scenario.present.usd_per_gpu_hour.value);
    let head = |label: &'static str| Node::from(el("th.number scope=col").text(label));
    let cell = |usd: f64| Node::from(el("td.number").child(figure(usd, Style::Usd)));
    let measure = Measure::of(report);
    let mut left = plan.usd_per_month;
    let levers = plan.levers.iter().map(|lever| {
        left -= lever.saves_usd_per_month;
        let at = lever.offer.as_ref().and_then(|id| report.offers.iter().find(|offer| offer.id == *id));
        let at = at.map(|offer| Node::from(el("span.why").child(fixed(offer_name(offer)))));
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
    let list = (!list.is_empty()).then(|| el("p").children(sentence(&list)).into());
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
        .children(list)
        .children(other_gpu(plan, &scenario.work.gpu))
        .children(other(report))
        .child(el("div.scroll tabindex=0 role=region aria-label=Present").child(table))
}

/// How much an hour of the bill's GPU counts, where it is another than the work's.
#[inline(never)] // in the second part of the program (scripts/later.txt)
fn other_gpu(plan: &PresentPlan, of_work: &str) -> Option<Node> {
    if plan.gpu == of_work {
        return None;
    }
    let name = |id: &str| fixed(BOOK.gpu(id).map_or(id, |g| g.name.as_str()).to_owned());
    let said = el("p")
        .text(words::AN_HOUR_OF)
        .child(name(&plan.gpu))
        .text(words::COUNTS_AS)
        .child(figure(plan.work_per_gpu_hour, Style::Exact))
        .text(words::HOURS_OF)
        .child(name(of_work))
        .text(words::CHANGE_IT_UNDER)
        .child(to_field("present.gpu_work", field("present.gpu_work").map_or("", |row| row.label)))
        .text(".");
    Some(said.into())
}

/// Says that the bill pays for other work than was entered, and the way out.
#[inline(never)] // in the second part of the program (scripts/later.txt)
pub fn other(report: &Report) -> Option<Node> {
    let share = other_work(report)?;
    let way = button("work", "", words::SET_THE_WORK_TO_WHAT_THE).attr("data-action", "work-of-bill");
    let words = el("p.warnings")
        .text(words::THE_BILL_PAYS_FOR)
        .child(figure(share, Style::Percent))
        .text(words::OF_THE_WORK_YOU_ENTERED_THE)
        .child(way);
    Some(words.into())
}

/// Sets the work to what the present bill pays for.
pub fn take_work(page: &mut Page, report: &Report) {
    let (Some(plan), Some(row)) = (&report.present, field("work.gpu_hours_per_month")) else { return };
    page.typed.clear();
    page.set(row, &Value::Number(Amount::exact(plan.productive_gpu_hours_per_month.round())));
}
