//! "I was offered so much for so long": answered at once, without a place in the scenario until it is taken.

use engine::offered::{Offered, offered};
use engine::units::Unit;
use engine::view::Style;
use engine::view::answer::span;
use engine::view::measure::Measure;

use super::draw::{Element, Node, drawn, el};
use super::pieces::{button, figure};
use crate::browser::intl;
use crate::page::Page;
use crate::state::{AppState, Shown};

/// The two fields and the answer.
pub fn ask(state: AppState) -> Node {
    let asked = drawn(move || {
        let page = state.page();
        let answer = state.shown().map_or_else(Vec::new, |shown| answer(&page, &shown));
        let price = field("0", "in-offered", &page.offered.0).attr("aria-label", "Price I was offered, a GPU-hour");
        let months = field("1", "in-offered-months", &page.offered.1);
        let months =
            months.attr("aria-label", "Months it binds for; empty or 0 for by the hour").attr("placeholder", "0");
        let fields = el("p.offered")
            .text("I was offered ")
            .child(price.attr("placeholder", intl::code()))
            .text(" a GPU-hour for ")
            .child(months)
            .text(" months.");
        vec![fields.into(), el("div id=offered-answer").children(answer).into()]
    });
    el("form.offer aria-label=Offered").child(asked).into()
}

fn field(about: &'static str, id: &'static str, text: &str) -> Element {
    el("input type=text inputmode=decimal autocomplete=off spellcheck=false translate=no data-do=offer aria-describedby=offered-answer")
        .attr("id", id)
        .attr("data-about", about)
        .attr("value", text.to_owned())
}

/// Takes what is typed.
pub fn typed(page: &mut Page, about: &str, text: &str) {
    let place = if about == "0" { &mut page.offered.0 } else { &mut page.offered.1 };
    text.clone_into(place);
}

/// Price and months of what is typed; what is wrong with it. Nothing typed is no offer.
fn read(page: &Page) -> Option<Result<(f64, f64), &'static str>> {
    let (price, months) = (page.offered.0.trim(), page.offered.1.trim());
    if price.is_empty() {
        return None;
    }
    let price = intl::read(price)
        .map(|t| t.value / intl::rate(Unit::UsdPerGpuHour))
        .filter(|usd| *usd > 0.0 && *usd <= 10_000.0);
    let months = if months.is_empty() { Some(0.0) } else { intl::read(months).map(|t| t.value) };
    Some(match (price, months.filter(|m| (0.0..=120.0).contains(m))) {
        (None, _) => Err("The price needs a number above 0 and up to 10,000, such as 2.50."),
        (_, None) => Err("Months need a number from 0, by the hour, to 120."),
        (Some(price), Some(months)) => Ok((price, months)),
    })
}

fn answer(page: &Page, shown: &Shown) -> Vec<Node> {
    let document = &shown.document;
    match read(page) {
        None => Vec::new(),
        Some(Err(problem)) => vec![el("p.error").text(problem).into()],
        Some(Ok((price, months))) => match offered(&document.scenario, page.book(), &document.edition, price, months) {
            Some(found) => vec![words(&found, shown).into()],
            None => vec![el("p.error").text("This cannot be computed for the case as it stands.").into()],
        },
    }
}

fn words(found: &Offered, shown: &Shown) -> Element {
    let measure = Measure::of(&shown.report);
    let hour = found.usd_per_productive_gpu_hour.map(|usd| figure(measure.cost(usd), measure.style).into());
    let sentence =
        el("p.offer-answer data-view=offered").text("That is ").children(hour).text(format!(" {}: ", measure.per()));
    let over = span(shown.report.outlook.months);
    let sentence = match found.saving_usd {
        Some(usd) => {
            let who = if usd > 0.0 { "owning costs " } else { "it costs " };
            let than = if usd > 0.0 { " than this offer over " } else { " than owning over " };
            sentence
                .child(el("strong").text(who).child(figure(usd.abs(), Style::UsdShort)).text(" less"))
                .text(than)
                .text(format!("{over}, at present value. "))
        }
        None => sentence.text("it does not do all the work. "),
    };
    sentence.child(button("offered", "", "Count it as an offer"))
}

/// Puts what is typed among the offers of the scenario.
pub fn take(page: &mut Page, _: &str) {
    if let Some(Ok((price, months))) = read(page) {
        page.add_quote("Your offer", price, months);
        page.offered = (String::new(), String::new());
    }
}
