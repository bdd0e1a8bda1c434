//! Every offer: those that can do the job in order of cost, the others with the reason, to be counted in. Each listed
//! price can be replaced by the user's own.

use engine::break_even::BreakEven;
use engine::report::{OfferSide, Report};
use engine::units::Unit;
use engine::view::Style;
use engine::view::answer::{offer_name, span};
use engine::view::caveats::renewal;
use engine::view::measure::Measure;

use super::charts::chart;
use super::draw::{Element, Node, drawn, el, text};
use super::pieces::{button, figure, fixed, fold, outside, yes};
use crate::browser::{clock, intl};
use crate::page::Page;
use crate::state::{AppState, Shown};
use crate::words::offers as words;

/// Id of the field for a price: there is one at a time.
pub const PRICE_INPUT: &str = "own-price";

/// Id of the button that opens it.
pub fn price_button(offer: &str) -> String {
    format!("price-of-{offer}")
}

/// The offers of the last result.
pub fn offers(state: AppState) -> Node {
    el("section.offers id=offers aria-labelledby=offers-heading")
        .child(el("h2 id=offers-heading").text(words::OWNING_AGAINST_EVERY_OFFER))
        .child(chart(state, "break-evens", "h3.takeaway"))
        .child(drawn(move || {
            let shown = state.shown();
            let page = state.page();
            shown.map_or_else(Vec::new, |shown| tables(&shown, &page))
        }))
        .into()
}

fn tables(shown: &Shown, page: &Page) -> Vec<Node> {
    let report = &shown.report;
    let (able, unable): (Vec<&OfferSide>, Vec<&OfferSide>) = report.offers.iter().partition(|o| o.counted);
    // By what decides; those that leave work undone last.
    let paid = |offer: &OfferSide| offer.present_value_usd.unwrap_or(f64::INFINITY);
    let mut by_value: Vec<&OfferSide> = Vec::new();
    for offer in able {
        let place = by_value.iter().take_while(|other| paid(other) <= paid(offer)).count();
        by_value.insert(place, offer);
    }
    let summary = el("span").child(count(unable.len())).text(words::THAT_CANNOT_AND_WHY_COUNT_THEM);
    let all = || vec![table(words::OFFERS_THAT_CANNOT_DO_THIS_JOB, &unable, report, page).into()];
    vec![
        reasons(&by_value, &unable, report).into(),
        table(words::OFFERS_COMPARED_CHEAPEST_FIRST, &by_value, report, page).into(),
        fold(page, "unable", summary.into(), all).class("unable").into(),
    ]
}

fn count(number: usize) -> Element {
    fixed(number.to_string())
}

/// "14 offers can do this job; 38 cannot, 16 of them cheaper than owning. Most common reasons: …".
fn reasons(able: &[&OfferSide], unable: &[&OfferSide], report: &Report) -> Element {
    let own = report.outlook.saving_usd.map(|_| report.outlook.own.present_value_usd);
    let is_cheaper = |o: &OfferSide| match own {
        Some(own) => o.present_value_usd.is_some_and(|usd| usd < own),
        None => o.usd_per_year < report.own.usd_per_year,
    };
    let cheaper = unable.iter().filter(|o| is_cheaper(o)).count();
    let mut common: Vec<(usize, &str)> = Vec::new();
    for reason in unable.iter().flat_map(|o| &o.reasons) {
        match common.iter_mut().find(|(_, words)| *words == reason.words) {
            Some((count, _)) => *count += 1,
            None => common.push((1, reason.words)),
        }
    }
    let mut commonest: Vec<String> = Vec::new();
    while let Some((count, words)) = common.iter().copied().max().filter(|_| commonest.len() < 3) {
        common.retain(|(_, other)| *other != words);
        commonest.push(format!("{words} ({count})"));
    }
    let words = commonest.join(", ");
    let because = if words.is_empty() { String::new() } else { words::most_common_reasons(&words) };
    el("p")
        .child(count(able.len()))
        .text(if able.len() == 1 { words::OFFER_IS_COMPARED } else { words::OFFERS_ARE_COMPARED })
        .child(count(unable.len()))
        .text(words::CANNOT_DO_THIS_JOB)
        .child(count(cheaper))
        .text(words::OF_THEM_CHEAPER_THAN_OWNING)
        .text(because)
}

fn table(caption: &'static str, offers: &[&OfferSide], report: &Report, page: &Page) -> Element {
    if offers.is_empty() {
        return el("p.empty").text(words::NONE);
    }
    let head = |label: &'static str, class: &'static str| Node::from(el("th scope=col").class(class).text(label));
    let measure = Measure::of(report);
    let heads = el("tr").children([
        head(words::OFFER, ""),
        head(words::A_GPU_HOUR, "number"),
        Node::from(el("th.number scope=col").text(words::in_a_steady_year(&measure.head()))),
        Node::from(el("th.number scope=col").text(over(report))),
        head(words::OWNING_PAYS, "number"),
        head(words::PRICE_OF, ""),
        head(words::COUNTS, ""),
    ]);
    let rows = offers.iter().map(|o| row(o, report, page).into());
    el("div.scroll tabindex=0 role=region").attr("aria-label", caption).child(
        el("table.cards")
            .child(el("caption").text(caption))
            .child(el("thead").child(heads))
            .child(el("tbody").children(rows)),
    )
}

/// The head of what everything costs over the horizon.
fn over(report: &Report) -> String {
    words::over(&span(report.outlook.months))
}

fn row(offer: &OfferSide, report: &Report, page: &Page) -> Element {
    let name = offer_name(offer);
    let why = offer.reasons.iter().map(|r| r.words).collect::<Vec<_>>().join(", ");
    let chosen = report.verdict.offer.as_ref() == Some(&offer.id);
    let measure = Measure::of(report);
    let class = match (offer.counted, chosen) {
        (true, true) => "able chosen",
        (true, false) => "able",
        _ => "",
    };
    let own = page.document.scenario.rent.own_price(&offer.id).is_some();
    let age = clock::days_since(&offer.as_of)
        .filter(|d| *d > 90 && !own)
        .map(|d| el("span.why day").text(words::days_old(&d)).into());
    let source = page.book().source(&offer.source_id);
    let title = source.map_or_else(String::new, |s| s.title.clone());
    let dated = match source.filter(|s| !s.url.is_empty()) {
        _ if offer.as_of.is_empty() || own => fixed("you"),
        None => fixed(offer.as_of.clone()).class("day").attr("title", title),
        Some(source) => {
            outside(&source.url, offer.as_of.clone()).class("day").attr("title", title).attr("translate", "no")
        }
    };
    let cell = |label: &'static str, content: Option<Element>| {
        Node::from(el("td.number").attr("data-label", label).children(content.map(Node::from)))
    };
    let notes = [why, renewal(offer).unwrap_or_default().to_owned()];
    let notes = notes.into_iter().filter(|note| !note.is_empty()).map(|note| el("span.why").text(note).into());
    el("tr").class(class).attr("data-offer", offer.id.clone()).children([
        el("th scope=row").text(name.clone()).children(notes).into(),
        el("td.number").attr("data-label", words::A_GPU_HOUR).children(price(offer, &name, page)).into(),
        el("td.number")
            .attr("data-label", words::in_a_steady_year(&measure.head()))
            .children(offer.usd_per_productive_gpu_hour.map(|v| figure(measure.cost(v), measure.style).into()))
            .into(),
        el("td.number")
            .attr("data-label", over(report))
            .children(offer.present_value_usd.map(|usd| figure(usd, Style::UsdShort).into()))
            .into(),
        cell(words::OWNING_PAYS, Some(break_even(&offer.break_even))),
        el("td").attr("data-label", words::PRICE_OF).child(dated).children(age).into(),
        el("td").attr("data-label", words::COUNTS).child(counting(offer, &name)).into(),
    ])
}

/// The price, and the way to put one's own in its place. Offers the user has are changed where they stand.
fn price(offer: &OfferSide, name: &str, page: &Page) -> Vec<Node> {
    let mut parts: Vec<Node> = vec![figure(offer.usd_per_gpu_hour, Style::UsdPerHour).into()];
    if offer.source_id.is_empty() {
        return parts;
    }
    let own = page.document.scenario.rent.own_price(&offer.id);
    if own.is_some() {
        let listed = figure(offer.list_usd_per_gpu_hour, Style::UsdPerHour);
        parts.push(el("span.why").text(words::YOUR_PRICE_LISTED_AT).child(listed).into());
    }
    let open = offer.id == page.pricing;
    let label = if own.is_some() { "change" } else { words::SET_YOURS };
    parts.push(text(" "));
    parts.push(
        button("price", &offer.id, label)
            .attr("id", price_button(&offer.id))
            .attr("aria-expanded", yes(open))
            .attr("aria-label", format!("{label}: {name}"))
            .into(),
    );
    if open {
        parts.push(price_field(offer, name, own, page).into());
    }
    parts
}

fn price_field(offer: &OfferSide, name: &str, own: Option<f64>, page: &Page) -> Element {
    let mut input = el("input type=text inputmode=decimal autocomplete=off size=6 translate=no data-do=own-price")
        .attr("id", PRICE_INPUT)
        .attr("data-about", offer.id.clone())
        .attr("placeholder", intl::code())
        .attr("aria-label", words::your_price_of_a_gpu_hour(&name))
        .attr("value", own.map_or_else(String::new, |usd| intl::typed(usd, Unit::UsdPerGpuHour)));
    let problem = page.problem("rent.prices").map(|u| u.problem.clone());
    if problem.is_some() {
        input = input.attr("aria-invalid", "true").attr("aria-describedby", "own-price-error");
    }
    let back = own.map(|_| {
        button("list-price", &offer.id, words::TAKE_THE_LISTED_PRICE)
            .attr("aria-label", words::take_the_listed_price(&name))
            .into()
    });
    el("div.own-price")
        .child(input)
        .children(back)
        .children(problem.map(|words| el("p.error id=own-price-error").text(words).into()))
}

fn break_even(found: &BreakEven) -> Element {
    let at = |words: &'static str, share: f64| el("span").text(words).child(figure(share, Style::PercentFine));
    match found {
        BreakEven::Always => el("span").text(words::AT_ANY_USE),
        BreakEven::From(use_) => at(words::FROM, use_.busy_share),
        BreakEven::UpTo(use_) => at(words::UP_TO, use_.busy_share),
        BreakEven::Outside { up_to, from } => at(words::UP_TO, up_to.busy_share)
            .text(words::FROM_WITHIN)
            .child(figure(from.busy_share, Style::PercentFine)),
        BreakEven::Several { first, last } => {
            at(words::CHANGES_FROM, first.busy_share).text(words::TO).child(figure(last.busy_share, Style::PercentFine))
        }
        BreakEven::Never(miss) => match miss.needed {
            Some(needed) => at(words::NEVER_NEEDS, needed.busy_share),
            None => el("span").text(words::NEVER),
        },
    }
}

/// A switch that counts an offer in although it does not meet the needs; able offers count anyway.
fn counting(offer: &OfferSide, name: &str) -> Element {
    if offer.reasons.is_empty() {
        return el("span").text(words::YES);
    }
    el("input type=checkbox data-do=count")
        .attr("data-about", offer.id.clone())
        .attr("aria-label", words::count(&name))
        .attr("checked", yes(offer.counted))
}
