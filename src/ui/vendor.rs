//! A vendor's quote as it stands on paper: typed as one sentence, taken in one step.

use engine::units::Unit;
use engine::vendor::VendorQuote;
use engine::view::Style;

use super::draw::{Element, Node, drawn, el};
use super::pieces::{button, place_of};
use crate::browser::intl;
use crate::page::{Notice, Page};
use crate::state::{AppState, BOOK};
use crate::words::vendor as words;

/// The fold that the start "a vendor's quote" opens.
pub const FOLD: &str = "vendor";

/// What each field is called, and the unit of its number.
const FIELDS: [(&str, Unit); 6] = [
    (words::NODES, Unit::Nodes),
    (words::GPUS_IN_A_NODE, Unit::Gpus),
    (words::PRICE_OF_A_NODE, Unit::UsdPerNode),
    (words::RUNNING_COST_A_YEAR, Unit::UsdPerYear),
    (words::YEARS_OF_USE, Unit::Years),
    (words::WORTH_AT_THE_END, Unit::Share),
];

/// The form; nothing until somebody asks for it.
pub fn quote(state: AppState) -> Node {
    drawn(move || {
        let page = state.page();
        if page.folds.iter().any(|fold| fold == FOLD) { vec![form(&page).into()] } else { Vec::new() }
    })
}

fn form(page: &Page) -> Element {
    let field = |at: usize, placeholder: String| {
        let text = page.vendor.get(at).cloned().unwrap_or_default();
        let label = FIELDS.get(at).map_or("", |(label, _)| label);
        el("input type=text inputmode=decimal autocomplete=off spellcheck=false translate=no data-do=vendor")
            .attr("id", format!("in-vendor-{at}"))
            .attr("data-about", at.to_string())
            .attr("aria-label", label)
            .attr("placeholder", placeholder)
            .attr("value", text)
    };
    let node = page.document.scenario.own.gpus_per_node.value;
    let sentence = el("p.offered")
        .text(words::A_VENDOR_OFFERS)
        .child(field(0, String::new()).class("few"))
        .text(words::NODES_OF)
        .child(field(1, intl::typed(node, Unit::Gpus)).class("few"))
        .text(words::GPUS_AT)
        .child(field(2, intl::code()))
        .text(words::EACH_AND)
        .child(field(3, intl::code()))
        .text(words::A_YEAR_TO_RUN_THEM_USED_FOR)
        .child(field(4, String::new()).class("few"))
        .text(words::AFTER_WHICH_THEY_ARE_WORTH)
        .child(field(5, String::new()).class("few"))
        .text(words::OF_THE_PRICE);
    let gpu = &page.document.scenario.work.gpu;
    let gpu = BOOK.gpu(gpu).map_or(gpu.as_str(), |g| g.name.as_str());
    let buttons = el("p.buttons")
        .child(button("take-vendor", "", words::TAKE_THIS_QUOTE).class(""))
        .child(button("take-vendor", "alone", words::TAKE_NOTHING_BESIDE_IT))
        .child(button("close-vendor", "", words::CLOSE));
    let wrong = page.vendor.last().filter(|words| !words.is_empty()).cloned();
    el("form")
        .class("offer vendor")
        .attr("id", place_of(FOLD))
        .attr("aria-label", words::A_VENDORS_QUOTE)
        .child(sentence)
        .child(el("p.small").text(words::on_the_gpu_above(&gpu)))
        .children(wrong.map(|words| el("p.error").text(words).into()))
        .child(buttons)
}

/// Takes what is typed.
pub fn typed(page: &mut Page, about: &str, text: &str) {
    if let Some(place) = about.parse::<usize>().ok().and_then(|at| page.vendor.get_mut(at)) {
        text.clone_into(place);
    }
}

/// Number of a field in the engine's unit; nothing where it is empty. Errors: what is wrong with it.
fn read(page: &Page, at: usize) -> Result<Option<f64>, String> {
    let text = page.vendor.get(at).map_or("", |text| text.trim());
    let Some((label, unit)) = FIELDS.get(at).filter(|_| !text.is_empty()) else { return Ok(None) };
    match intl::read_in(text, *unit) {
        Some(found) => Ok(Some(found.value / unit.shown_factor() / intl::rate(*unit))),
        None => Err(format!("{label} {}", words::NOT_READABLE)),
    }
}

/// Number of a field that may not be empty: machines without a price would be free.
fn needed(page: &Page, at: usize) -> Result<f64, String> {
    let label = FIELDS.get(at).map_or("", |(label, _)| label);
    read(page, at)?.ok_or_else(|| format!("{label} {}", words::NEEDS_A_NUMBER))
}

fn all(page: &Page, alone: bool) -> Result<VendorQuote, String> {
    Ok(VendorQuote {
        nodes: needed(page, 0)?,
        gpus_per_node: read(page, 1)?,
        usd_per_node: needed(page, 2)?,
        usd_per_year: read(page, 3)?,
        years: read(page, 4)?,
        worth: read(page, 5)?,
        alone,
    })
}

/// Puts the quote into the scenario as one step, alone where that is asked for, or says what is wrong with it.
pub fn take(page: &mut Page, about: &str) {
    let alone = about == "alone";
    match all(page, alone).and_then(|quote| quote.put_into(&page.document.scenario)) {
        Ok(scenario) => {
            let own = &scenario.own;
            let price = intl::figure(own.node_price_usd.value, Style::Usd);
            let months = intl::figure(scenario.time.horizon_months.value, Style::Count);
            let told = words::taken(&intl::figure(own.gpus.value, Style::Count), &price, &months, alone);
            page.take(&scenario);
            close(page, "");
            page.say(Notice { brief: true, ..Notice::passing(told, Vec::new()) });
        }
        Err(problem) => {
            if let Some(wrong) = page.vendor.last_mut() {
                *wrong = problem;
            }
        }
    }
}

/// Puts the form away, with what is typed in it.
pub fn close(page: &mut Page, _: &str) {
    page.folds.retain(|fold| fold != FOLD);
    page.vendor = Default::default();
}
