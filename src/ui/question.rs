//! The question at the top, its figures editable in place, and other ways to start.

use engine::presets::{PRESETS, Preset};
use engine::view::Style;

use super::draw::{Element, Node, drawn, el, late};
use super::field_input::{Row, row};
use super::pieces::button;
use crate::browser::intl;
use crate::page::Page;
use crate::state::AppState;
use crate::words::question as words;

/// Rows that stand in the question.
pub const ASKED: [&str; 3] = ["work.gpu_hours_per_month", "work.gpu", "time.horizon_months"];

/// "We need so many GPU-hours a month on this GPU for so long": the sentence is the form.
pub fn question(state: AppState) -> Node {
    let words = [words::WE_NEED, "on", "for"];
    let mut sentence = el("div.question role=group").attr("aria-label", words::THE_QUESTION);
    for (word, id) in words.into_iter().zip(ASKED) {
        let field = Row::named(id).map(|r| row(state, r));
        sentence = sentence.child(el("div.ask").child(el("span").text(word)).children(field));
    }
    let sentence = sentence.child(drawn(move || vec![in_jobs_of(&state.page()).into()]));
    el("section.start aria-label=Question").child(sentence).child(starts()).into()
}

/// What one job needs decides which offers count: a way to its row, as the question asks for no more than it must.
fn in_jobs_of(page: &Page) -> Element {
    let gpus = page.document.scenario.work.fabric_gpus.value;
    let one = if gpus == 1.0 { words::GPU } else { words::GPUS };
    let said = intl::figure(gpus, Style::Count) + one;
    let row = button("focus", "work.fabric_gpus", said.clone());
    // On paper the figure stands without its control.
    el("span").attr("data-label", said).text(words::IN_JOBS_OF).child(row.attr("translate", "no"))
}

/// Other ways to start: what one has in hand.
fn starts() -> Node {
    let to = |row: &'static str, label: &'static str| Node::from(button("focus", row, label));
    let cases = el("details.presets name=about")
        .child(el("summary").text(words::A_WORKED_CASE))
        .child(late(drawn(|| vec![el("ul").children(PRESETS.iter().map(one)).into()])));
    el("div.starts")
        .child(el("span").text(words::OR_START_FROM))
        .child(to("present.bill_usd_per_month", words::MY_BILL))
        .child(button("vendor", "", words::A_VENDORS_QUOTE))
        .child(to("offered", words::A_CLOUD_OFFER))
        .child(cases)
        .into()
}

fn one(preset: &Preset) -> Node {
    let open = button("preset", preset.id, preset.label).attr("data-preset", preset.id);
    el("li").child(open).child(el("p").text(preset.teaches)).into()
}
