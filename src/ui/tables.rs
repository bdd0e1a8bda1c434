//! Where the cost comes from, line by line, and how it is computed.

use engine::derivation::Derivation;
use engine::price_book::{PriceBook, Source};
use engine::report::{Line, NOT_MODELLED, OfferSide, PlanningResale};
use engine::scenario::{CostUnit, field};
use engine::units::Unit;
use engine::view::Style;
use engine::view::answer::{offer_name, span};
use engine::view::measure::Measure;

use super::charts::chart;
use super::draw::{Element, Node, drawn, el, text};
use super::pieces::{exact, figure, fixed, fold, outside, to_field};
use crate::browser::intl;
use crate::page::Page;
use crate::state::{AppState, BOOK, Shown};
use crate::words::tables as words;

/// Lines of owning beside those of the cheapest offer; each opens into its formula and inputs.
pub fn costs(state: AppState) -> Node {
    el("section.costs aria-labelledby=costs-heading")
        .child(el("h2 id=costs-heading").text(words::WHERE_THE_COST_COMES_FROM))
        .child(chart(state, "cost-lines", "h3.takeaway"))
        .child(drawn(move || {
            let page = state.page();
            state.shown().map_or_else(Vec::new, |shown| both(&shown, &page))
        }))
        .into()
}

fn both(shown: &Shown, page: &Page) -> Vec<Node> {
    let own = &shown.report.own;
    let derivations = shown.derivations(page.book());
    let of = |side: &str| -> &[Derivation] {
        let tree = derivations.iter().find(|d| d.label.starts_with(side)).and_then(|d| d.parts.first());
        tree.map_or(&[], |year| year.parts.as_slice())
    };
    // Trees below the words that their labels begin with.
    let trees = |begins: &[&str]| {
        let found = derivations.iter().filter(|d| begins.iter().any(|words| d.label.starts_with(words)));
        vec![Node::from(el("ul.terms").children(found.map(term))), rounded()]
    };
    // What was found over the horizon, where something was, before what follows in a steady year.
    let twice = |found: Option<Node>, there: Vec<Node>, steady: Vec<Node>| -> Vec<Node> {
        let Some(found) = found else { return steady };
        let beside = el("p").text(words::IN_A_STEADY_YEAR).into();
        [found].into_iter().chain(there).chain([beside]).chain(steady).collect()
    };
    let turning = shown.report.outlook.turning.as_ref();
    let owning = lines(
        shown,
        page,
        words::OWN.to_owned(),
        &own.lines,
        of("Owning"),
        own.usd_per_year,
        own.usd_per_productive_gpu_hour,
    );
    let renting = shown.report.cheapest().map(|o| {
        let table =
            lines(shown, page, offer_name(o), &o.lines, of("Renting"), o.usd_per_year, o.usd_per_productive_gpu_hour);
        table.child(priced(o, page.book())).into()
    });
    let opening = |id: &'static str, title: &'static str, inside: &dyn Fn() -> Vec<Node>| {
        Node::from(fold(page, id, text(title), inside).class("chain"))
    };
    let told = (shown.report.cost_unit.unit != CostUnit::Hour)
        .then(|| opening("unit-of-cost", words::COSTS_IN_THE_UNIT_YOU_CHOSE, &|| trees(&["Costs of"])));
    let resale = own
        .planning_resale
        .as_ref()
        .map(|planning| opening("resale-from", words::THE_RESALE_VALUE, &|| resale(planning, page.book())));
    vec![
        el("div.sides").child(owning).children(renting).into(),
        opening("chain", words::FROM_CALENDAR_HOURS_TO_PRODUCTIVE_HOURS, &|| chain(shown)),
        opening("fixed", words::FIXED_AND_VARIABLE_COST_OF_OWNING, &|| fixed_and_variable(shown)),
        opening("price", words::THE_PRICE_TO_BEAT, &|| {
            let price = turning.and_then(|t| t.usd_per_gpu_hour).map(|usd| figure(usd, Style::UsdPerHour));
            let found = price.map(|price| over_the_horizon(shown, price, words::A_GPU_HOUR_OF_THE_CHEAPEST));
            twice(found, trees(&["Turning price"]), trees(&["Price"]))
        }),
        opening("break-even-from", words::THE_BREAK_EVEN, &|| {
            let share = turning.and_then(|t| t.busy_share).map(|share| figure(share, Style::PercentFine));
            let found = share.map(|share| over_the_horizon(shown, share, words::BUSY_WHERE_BOTH));
            twice(found, trees(&["Turning use"]), trees(&["Break-even"]))
        }),
        opening("payback-from", words::THE_MONTH_OF_PAYBACK, &|| trees(&["Payback", "No payback"])),
        opening("values-from", words::THE_PRESENT_VALUES, &|| trees(&["Present value"])),
    ]
    .into_iter()
    .chain(told)
    .chain(resale)
    .collect()
}

/// The price that an offer was counted at, its date and its source.
pub fn priced(offer: &OfferSide, book: &PriceBook) -> Element {
    let price = el("p.small").child(figure(offer.usd_per_gpu_hour, Style::UsdPerHour)).text(words::A_GPU_HOUR);
    let dated = if offer.as_of.is_empty() { price } else { price.text(words::OF).child(fixed(offer.as_of.clone())) };
    match book.source(&offer.source_id) {
        Some(source) => dated.text(": ").child(cited(source)),
        None => dated,
    }
}

fn cited(source: &Source) -> Element {
    let title = source.title.clone();
    if source.url.is_empty() { el("span").text(title) } else { outside(&source.url, title) }
}

/// Where the answer turns over the horizon, and how that was found: by search. The tree below shows that both are worth the
/// same there.
fn over_the_horizon(shown: &Shown, found: Element, how: &'static str) -> Node {
    let over = words::over(&span(shown.report.outlook.months));
    el("p").text(over).child(found).text(how).into()
}

/// The planning figures that resale follows, with their source.
fn resale(planning: &PlanningResale, book: &PriceBook) -> Vec<Node> {
    let points = planning.points.iter().map(|(age, share)| {
        let years = el("li").text(words::AFTER).child(figure(*age, Style::Count)).text(words::YEARS);
        years.child(figure(*share, Style::Percent)).text(words::OF_THE_PRICE).into()
    });
    vec![
        el("ul.terms").children(points).into(),
        el("p")
            .text(words::STRAIGHT_BETWEEN_TWO_AGES_THE_LAST)
            .child(fixed(planning.as_of.clone()))
            .text(words::AFTER_WITHIN)
            .children(book.source(&planning.source_id).map(|source| cited(source).into()))
            .text(words::AN_ASSUMPTION_NO_QUOTE_A_NEW)
            .into(),
    ]
}

fn fixed_and_variable(shown: &Shown) -> Vec<Node> {
    let own = &shown.report.own;
    let simple = own.simple_usd_per_productive_gpu_hour.map(|v| figure(v, Style::UsdPerHour).into());
    vec![
        el("p")
            .text(words::ONE_OWNED_GPU_COSTS)
            .child(figure(own.fixed_usd_per_gpu_year, Style::Usd))
            .text(words::A_YEAR_WHATEVER_IT_DOES_AND)
            .child(exact(own.variable_usd_per_busy_gpu_hour))
            .text(words::FOR_EACH_HOUR_A_JOB_HOLDS)
            .into(),
        el("p")
            .text(words::PAID_AT_THE_START)
            .child(figure(own.upfront_usd, Style::Usd))
            .text(words::WITH_CAPITAL_IN_A_STRAIGHT_LINE)
            .children(simple)
            .text(words::PER_PRODUCTIVE_GPU_HOUR)
            .into(),
    ]
}

fn head(label: &'static str, class: &'static str) -> Node {
    el("th scope=col").class(class).text(label).into()
}

fn lines(
    shown: &Shown,
    page: &Page,
    title: String,
    lines: &[Line],
    trees: &[Derivation],
    total: f64,
    per_hour: Option<f64>,
) -> Element {
    let (zero, counted): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|l| l.usd_per_year == 0.0);
    let zeros = zero.iter().map(|l| l.label).collect::<Vec<_>>().join(", ");
    let zeros = if zeros.is_empty() { String::new() } else { words::left_at_zero(&zeros) };
    let rows = counted.into_iter().map(|l| line(shown, page, l, trees));
    let measure = Measure::of(&shown.report);
    let heads = [head(words::LINE, ""), head(words::A_YEAR, "number"), head(measure.head(), "number")];
    let foot = el("tr")
        .child(el("th scope=row").text(words::TOTAL))
        .child(el("td.number").child(figure(total, Style::Usd)))
        .child(el("td.number").children(per_hour.map(|v| amount(&measure, v).into())));
    el("div.side")
        .child(el("h3").text(title))
        .child(
            el("table")
                .child(el("thead").child(el("tr").children(heads)))
                .child(el("tbody").children(rows))
                .child(el("tfoot").child(foot)),
        )
        .child(el("p.zeros").text(zeros))
}

/// The value of a figure of a derivation, with its unit.
pub fn value(node: &Derivation) -> Element {
    let value = intl::figure(node.value * node.unit.shown_factor() * intl::rate(node.unit), Style::Exact);
    el("span.figure translate=no")
        .number("data-value", node.value)
        .text(format!("{value} {}", intl::symbol(node.unit)).trim_end().to_owned())
}

/// How far figures checked by hand may be off, and at which rate dollars became the currency shown.
pub fn rounded() -> Node {
    let money = intl::currency();
    let foreign = (money.code != "USD")
        .then(|| fixed(words::at_a_rate_of(&intl::figure(money.per_usd, Style::Exact), &money.code)).into());
    el("p.small").text(words::SHOWN_TO_NINE_DIGITS).children(foreign).into()
}

/// A figure of a derivation: its value, and below it where it comes from.
fn term(node: &Derivation) -> Node {
    let item = el("li").text(format!("{}: ", node.label)).child(value(node));
    if node.parts.is_empty() {
        return item.into();
    }
    if let (Unit::Usd, [cash, factor]) = (node.unit, node.parts.as_slice())
        && let ([], [months, _]) = (cash.parts.as_slice(), factor.parts.as_slice())
    {
        // One of many payments: on one line.
        let line = item.text(" = ").child(value(cash)).text(" × ").child(value(factor));
        return line.text(words::AFTER_WITHIN_2).child(value(months)).into();
    }
    item.child(el("p.formula").text(format!("= {}", node.formula)))
        .child(el("ul.terms").children(node.parts.iter().map(term)))
        .into()
}

/// A cost with all the digits a person can check with.
fn amount(measure: &Measure, usd: f64) -> Element {
    match measure.style {
        Style::Usd | Style::UsdShort => figure(measure.cost(usd), Style::UsdPerHour),
        _ => exact(measure.cost(usd)),
    }
}

fn line(shown: &Shown, page: &Page, line: &Line, trees: &[Derivation]) -> Node {
    let measure = Measure::of(&shown.report);
    let inside = || {
        let explained = line.explained();
        let inputs =
            explained.inputs.iter().filter_map(|id| field(id)).filter(|f| (f.matters)(&shown.document.scenario)).map(
                |f| {
                    let value = f.in_words(&shown.document.scenario, &intl::with_unit);
                    el("li").child(to_field(f.id, f.label)).text(": ").child(fixed(value)).into()
                },
            );
        let tree = trees.iter().find(|t| t.label == line.label).filter(|t| !t.parts.is_empty());
        let mut nodes: Vec<Node> = vec![el("p.formula").text(tree.map_or(explained.formula, |t| t.formula)).into()];
        nodes.extend(tree.map(|t| el("ul.terms").children(t.parts.iter().map(term)).into()));
        nodes.extend(tree.map(|_| rounded()));
        nodes.push(el("ul.terms").children(inputs).into());
        nodes
    };
    let opened = fold(page, line.id, text(line.label), inside);
    el("tr")
        .child(el("th scope=row").child(opened))
        .child(el("td.number").child(figure(line.usd_per_year, Style::Usd)))
        .child(el("td.number").children(line.usd_per_productive_gpu_hour.map(|v| amount(&measure, v).into())))
        .into()
}

fn chain(shown: &Shown) -> Vec<Node> {
    let h = &shown.report.hours;
    let row = |label: &'static str, factor: Option<(f64, &'static str)>, hours: f64| {
        let factor = factor.map(|(share, name)| {
            Node::from(el("span").text("× ").child(figure(share, Style::PercentFine)).text(" ").text(name))
        });
        Node::from(
            el("tr")
                .child(el("th scope=row").text(label))
                .child(el("td.number").children(factor))
                .child(el("td.number").child(figure(hours, Style::Count))),
        )
    };
    let rows = [
        row("Calendar: GPUs × 8760 h", None, h.calendar_gpu_hours),
        row(words::AVAILABLE, Some((h.availability, "availability")), h.available_gpu_hours),
        row(words::BUSY_A_JOB_HOLDS_THE_GPU, Some((h.occupancy, words::FILLED_BY_JOBS)), h.busy_gpu_hours),
        row(
            words::PRODUCTIVE_WORK_THAT_IS_KEPT,
            Some((h.workload_efficiency * h.goodput, words::EFFICIENCY_TIMES_GOODPUT)),
            h.productive_gpu_hours,
        ),
    ];
    let heads = [head(words::GPU_HOURS_A_YEAR, ""), head(words::FACTOR, "number"), head(words::HOURS, "number")];
    vec![
        el("table").child(el("thead").child(el("tr").children(heads))).child(el("tbody").children(rows)).into(),
        el("p")
            .text(words::BUSY_SHARE)
            .child(figure(h.busy_share, Style::PercentFine))
            .text(words::UTILIZATION)
            .child(figure(h.utilization, Style::PercentFine))
            .text(words::THEY_CAN_BE_BUSY_AT_MOST)
            .child(figure(h.ceiling_busy_share, Style::PercentFine))
            .text(".")
            .into(),
    ]
}

/// How it is computed, what is left out, which prices.
pub fn method(state: AppState) -> Node {
    let parts = drawn(move || {
        let Some(shown) = state.shown() else { return Vec::new() };
        let left_out = NOT_MODELLED.iter().map(|l| el("li").text(*l).into());
        let own = state.page().own_book.is_some().then(|| text(words::BESIDE_THEM_THE_PRICE_BOOK_YOU));
        let edition = &shown.document.edition;
        let edition = BOOK.edition(edition).map_or_else(|| edition.clone(), |e| format!("{} ({})", e.title, e.id));
        vec![
            el("h3").text(words::NOT_MODELLED_YET).into(),
            el("ul").children(left_out).into(),
            el("p.edition")
                .text(words::PRICES)
                .child(fixed(edition))
                .text(words::RENTAL_PRICES_PARTLY_FROM_GPURENTALPRICES_COM)
                .child(fixed(env!("RACK_OR_RENT_VERSION")))
                .children([text(".")])
                .children(own)
                .into(),
        ]
    });
    el("section.method id=method aria-labelledby=method-heading")
        .child(el("h2 id=method-heading").text(words::METHOD))
        .child(el("p").text(words::A_YEAR_HAS_8_760_HOURS))
        .child(el("p").text(words::CLEAR_LEANING_TOO_CLOSE))
        .child(parts)
        .into()
}
