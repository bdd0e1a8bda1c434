//! A vendor's quote as it stands on paper: typed as one sentence, taken in one step.

use engine::claim::claim;
use engine::codec::Document;
use engine::scenario::Scenario;
use engine::units::Unit;
use engine::vendor::{VendorQuote, Wrong};
use engine::view::Style;

use super::draw::{Element, Node, drawn, el};
use super::pieces::{button, place_of};
use crate::browser::timer::{Wait, after};
use crate::browser::{intl, measure};
use crate::page::{Notice, Page, VENDOR_PARTS};
use crate::state::{AppState, BOOK};
use crate::words::vendor as words;

/// The fold that the start "a vendor's quote" opens.
pub const FOLD: &str = "vendor";

/// Each field: the part of a quote it is, what it is called, and the unit of its number. The last is no part of the quote.
const FIELDS: [(&str, &str, Unit); VENDOR_PARTS] = [
    ("nodes", words::NODES, Unit::Nodes),
    ("gpus_per_node", words::GPUS_IN_A_NODE, Unit::Gpus),
    ("usd_per_node", words::PRICE_OF_A_NODE, Unit::UsdPerNode),
    ("usd_per_year", words::RUNNING_COST_A_YEAR, Unit::UsdPerYear),
    ("years", words::YEARS_OF_USE, Unit::Years),
    ("worth", words::WORTH_AT_THE_END, Unit::Share),
    ("cloud_usd_per_gpu_hour", words::ITS_CLOUD, Unit::UsdPerGpuHour),
    ("gpus_of_a_job", words::GPUS_OF_A_JOB, Unit::Gpus),
    ("discount_rate", words::COST_OF_CAPITAL, Unit::SharePerYear),
    ("claim", words::CLAIMED, Unit::Usd),
];

/// Place of the claimed saving among them.
const CLAIM: usize = 9;

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
        let label = FIELDS.get(at).map_or("", |(_, label, _)| label);
        let wrong = page.vendor_wrong.iter().any(|(place, _)| *place == at);
        let input =
            el("input type=text inputmode=decimal autocomplete=off spellcheck=false translate=no data-do=vendor")
                .attr("id", format!("in-vendor-{at}"))
                .attr("data-about", at.to_string())
                .attr("aria-label", label)
                .attr("placeholder", placeholder)
                .attr("value", text);
        if wrong { input.attr("aria-invalid", "true").attr("aria-describedby", "vendor-wrong") } else { input }
    };
    let few = |at: usize, placeholder: String| field(at, placeholder).class("few");
    let node = page.document.scenario.own.gpus_per_node.value;
    let machines = el("p.offered")
        .text(words::A_VENDOR_OFFERS)
        .child(few(0, String::new()))
        .text(words::NODES_OF)
        .child(few(1, intl::typed(node, Unit::Gpus)))
        .text(words::GPUS_AT)
        .child(field(2, intl::code()))
        .text(words::EACH_AND)
        .child(field(3, intl::code()))
        .text(words::A_YEAR_TO_RUN_THEM_USED_FOR)
        .child(few(4, String::new()))
        .text(words::AFTER_WHICH_THEY_ARE_WORTH)
        .child(few(5, String::new()))
        .text(words::OF_THE_PRICE);
    let beside = el("p.offered")
        .text(words::IT_STANDS_AGAINST)
        .child(few(6, intl::code()))
        .text(words::A_GPU_HOUR_IN_THE_CLOUD)
        .child(few(7, String::new()))
        .text(words::GPUS_EACH_CAPITAL_AT)
        .child(few(8, String::new()))
        .text(words::A_YEAR_SAID_TO_SAVE)
        .child(field(CLAIM, intl::code()))
        .text(".");
    let gpu = &page.document.scenario.work.gpu;
    let gpu = BOOK.gpu(gpu).map_or(gpu.as_str(), |g| g.name.as_str());
    let buttons = el("p.buttons")
        .child(button("take-vendor", "", words::TAKE_THIS_QUOTE).class(""))
        .child(button("take-vendor", "alone", words::TAKE_NOTHING_BESIDE_IT))
        .child(button("close-vendor", "", words::CLOSE));
    let wrong = page.vendor_wrong.iter().map(|(_, words)| el("li").text(words.clone()).into());
    let wrong = (!page.vendor_wrong.is_empty()).then(|| el("ul.error id=vendor-wrong").children(wrong).into());
    el("form")
        .class("offer vendor")
        .attr("id", place_of(FOLD))
        .attr("aria-label", words::A_VENDORS_QUOTE)
        .child(machines)
        .child(beside)
        .child(el("p.small").text(words::on_the_gpu_above(&gpu)))
        .children(wrong)
        .child(buttons)
}

/// Takes what is typed.
pub fn typed(page: &mut Page, about: &str, text: &str) {
    if let Some(place) = about.parse::<usize>().ok().and_then(|at| page.vendor.get_mut(at)) {
        text.clone_into(place);
    }
}

/// What is wrong, by the places of the fields.
type Problems = Vec<(usize, String)>;

/// What stands in the fields, each number in the engine's unit; and what is wrong with them, by their places.
fn read(page: &Page) -> ([Option<f64>; VENDOR_PARTS], Problems) {
    let mut wrong = Vec::new();
    let mut found = [None; VENDOR_PARTS];
    for (at, ((part, label, unit), number)) in FIELDS.iter().zip(&mut found).enumerate() {
        let text = page.vendor.get(at).map_or("", |text| text.trim());
        *number = intl::read_in(text, *unit);
        if !text.is_empty() && number.is_none() {
            wrong.push((at, format!("{label} {}", words::NOT_READABLE)));
        } else if number.is_none() && NEEDED.contains(part) {
            wrong.push((at, format!("{label} {}", words::NEEDS_A_NUMBER)));
        }
    }
    (found, wrong)
}

/// Parts without which there is no quote: machines without a price would be free.
const NEEDED: [&str; 2] = ["nodes", "usd_per_node"];

/// The scenario with the quote in it, and the saving that is claimed for it. Errors: all that is wrong.
fn put(page: &Page, alone: bool) -> Result<(Scenario, Option<f64>), Problems> {
    let (found, wrong) = read(page);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let [nodes, gpus_per_node, usd_per_node, usd_per_year, years, worth, cloud, gpus_of_a_job, rate, claimed] = found;
    let quote = VendorQuote {
        nodes: nodes.unwrap_or(0.0),
        gpus_per_node,
        usd_per_node: usd_per_node.unwrap_or(0.0),
        usd_per_year,
        years,
        worth,
        cloud_usd_per_gpu_hour: cloud,
        gpus_of_a_job,
        discount_rate: rate,
        alone,
    };
    let named = |wrong: Wrong| {
        let at = FIELDS.iter().position(|(part, ..)| *part == wrong.part).unwrap_or(0);
        let label = FIELDS.get(at).map_or("", |(_, label, _)| label);
        (at, format!("{label} {}", wrong.words))
    };
    let put = quote.put_into(&page.document.scenario, &BOOK);
    put.map(|scenario| (scenario, claimed)).map_err(|wrong| wrong.into_iter().map(named).collect())
}

/// Puts the quote into the scenario as one step, alone where that is asked for, or says what is wrong with it.
pub fn take(page: &mut Page, about: &str) {
    let alone = about == "alone";
    match put(page, alone) {
        Ok((scenario, claimed)) => {
            let own = &scenario.own;
            let price = intl::figure(own.node_price_usd.value, Style::Usd);
            let months = intl::figure(scenario.time.horizon_months.value, Style::Count);
            let told = words::taken(&intl::figure(own.gpus.value, Style::Count), &price, &months, alone);
            page.take(&scenario);
            close(page, "");
            let claimed = claimed.map(|usd| against_the_claim(page, usd));
            page.say(Notice { brief: true, ..Notice::passing(told, claimed.into_iter().collect()) });
        }
        Err(wrong) => {
            let first = wrong.first().map_or(0, |(at, _)| *at);
            page.vendor_wrong = wrong;
            after(Wait::Focus, 0, Box::new(move || measure::focus(&format!("in-vendor-{first}"))));
        }
    }
}

/// What the claimed saving is beside what is found, and what would have to be so for it.
fn against_the_claim(page: &Page, usd: f64) -> String {
    let Document { scenario, edition, .. } = &page.document;
    let claimed = intl::figure(usd, Style::UsdShort);
    let Some(found) = claim(scenario, page.book(), edition, usd) else {
        return words::claim_without_comparison(&claimed);
    };
    let (saving, dearer) = (intl::figure(found.saving_usd.abs(), Style::UsdShort), found.saving_usd < 0.0);
    let busy = match found.busy_share {
        Some(share) => words::claim_at_use(&intl::figure(share, Style::PercentFine)),
        None => words::CLAIM_AT_NO_USE.to_owned(),
    };
    let price = found
        .usd_per_gpu_hour
        .map_or_else(String::new, |usd| words::claim_at_price(&intl::figure(usd, Style::UsdPerHour)));
    words::claim(&claimed, &saving, dearer, &format!("{busy}{price}"))
}

/// Puts the form away; what is typed in it is there again when it opens next, also after its quote was undone.
pub fn close(page: &mut Page, _: &str) {
    page.folds.retain(|fold| fold != FOLD);
    page.vendor_wrong = Vec::new();
}
