//! "I was offered so much for so long": answered at once, without a place in the scenario until it is taken.

use engine::offered::{Offered, offered};
use engine::units::{Unit, count};
use engine::view::Style;
use engine::view::answer::span;
use engine::view::measure::Measure;

use super::draw::{Element, Node, drawn, el};
use super::pieces::{button, figure};
use crate::browser::intl;
use crate::page::{Notice, Page};
use crate::state::{AppState, Shown};
use crate::words::offered as words;

/// Most that a GPU-hour may cost.
const MOST_USD: f64 = 10_000.0;

/// The two fields and the answer.
pub fn ask(state: AppState) -> Node {
    let asked = drawn(move || {
        let page = state.page();
        let answer = state.shown().map_or_else(Vec::new, |shown| answer(&page, &shown));
        let price = field("0", "in-offered", &page.offered.0).attr("aria-label", words::PRICE_I_WAS_OFFERED_A_GPU);
        let months = field("1", "in-offered-months", &page.offered.1);
        let months = months.attr("aria-label", words::MONTHS_IT_BINDS_FOR_EMPTY_OR).attr("placeholder", "0");
        let fields = el("p.offered")
            .text(words::I_WAS_OFFERED)
            .child(price.attr("placeholder", intl::code()))
            .text(words::A_GPU_HOUR_FOR)
            .child(months)
            .text(words::MONTHS);
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
fn read(page: &Page) -> Option<Result<(f64, f64), String>> {
    let (price, months) = (page.offered.0.trim(), page.offered.1.trim());
    if price.is_empty() {
        return None;
    }
    let price = intl::read_in(price, Unit::UsdPerGpuHour).filter(|usd| *usd > 0.0 && *usd <= MOST_USD);
    let months = if months.is_empty() { Some(0.0) } else { intl::read_in(months, Unit::Months) };
    Some(match (price, months.filter(|m| (0.0..=120.0).contains(m))) {
        (None, _) => {
            let number = |number: f64, unit: Unit| intl::typed(number, unit);
            Err(words::the_price_needs_a_number(&number(MOST_USD, Unit::UsdPerGpuHour), &number(2.5, Unit::Ratio)))
        }
        (_, None) => Err(words::MONTHS_NEED_A_NUMBER_FROM_0.to_owned()),
        (Some(price), Some(months)) => Ok((price, months)),
    })
}

fn answer(page: &Page, shown: &Shown) -> Vec<Node> {
    let document = &shown.document;
    match read(page) {
        None => Vec::new(),
        Some(Err(problem)) => vec![el("p.error").text(problem).into()],
        Some(Ok((price, months))) => match offered(&document.scenario, page.book(), &document.edition, price, months) {
            Some(found) => vec![words(&found, months, shown).into()],
            None => vec![el("p.error").text(words::THIS_CANNOT_BE_COMPUTED_FOR_THE).into()],
        },
    }
}

fn words(found: &Offered, months: f64, shown: &Shown) -> Element {
    let measure = Measure::of(&shown.report);
    let hour = found.usd_per_productive_gpu_hour.map(|usd| figure(measure.cost(usd), measure.style).into());
    let sentence = el("p.offer-answer data-view=offered")
        .text(words::THAT_IS)
        .children(hour)
        .text(words::in_a_steady_year(&measure.per()));
    let over = span(shown.report.outlook.months);
    let sentence = match found.saving_usd {
        Some(usd) => {
            let who = if usd > 0.0 { words::OWNING_COSTS } else { words::IT_COSTS };
            let than = if usd > 0.0 { words::THAN_THIS_OFFER_OVER } else { words::THAN_OWNING_OVER };
            sentence
                .child(el("strong").text(who).child(figure(usd.abs(), Style::UsdShort)).text(words::LESS))
                .text(than)
                .text(words::at_present_value(&over))
        }
        None => sentence.text(words::IT_DOES_NOT_DO_ALL_THE),
    };
    let sentence = match found.signed_until {
        Some(month) => sentence
            .text(if count(month) == months { words::ENDS_IN_MONTH } else { words::SIGNED_AGAIN_UNTIL_MONTH })
            .child(figure(count(month), Style::Count))
            .text(words::SHORTER_TERMS_AFTER_IT),
        None => sentence,
    };
    let allowance = found.allowance_usd;
    let sentence = if found.saving_usd.is_some_and(|usd| usd.abs() < allowance) {
        sentence.text(words::TOO_CLOSE_WHAT_NOBODY).child(figure(allowance, Style::UsdShort)).text(words::EITHER_WAY)
    } else {
        sentence
    };
    sentence.child(button("offered", "", words::COUNT_IT_AS_AN_OFFER))
}

/// Puts what is typed among the offers of the scenario.
pub fn take(page: &mut Page, _: &str) {
    if let Some(Ok((price, months))) = read(page) {
        let told = words::counts_among_offers_you_have(
            &intl::figure(price, Style::UsdPerHour),
            &if months > 0.0 {
                words::for_months(&intl::figure(months, Style::Count))
            } else {
                words::BY_THE_HOUR.to_owned()
            },
        );
        page.add_quote(words::YOUR_OFFER, price, months);
        page.offered = (String::new(), String::new());
        let offers = ("only-quotes", words::COMPARE_WITH_IT_ALONE);
        page.say(Notice { brief: true, offers, ..Notice::passing(told, Vec::new()) });
    }
}
