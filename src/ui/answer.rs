//! The answer: verdict, what would turn it, the price to beat, and both costs.

use engine::break_even::BreakEven;
use engine::issue::{Issue, Severity};
use engine::model::fixes::fix;
use engine::report::{Report, evaluate_without_trees};
use engine::scenario::{CostUnit, Work, field};
use engine::units::count;
use engine::view::answer::span;
use engine::view::curve::by_the_hour;
use engine::view::measure::{Measure, after_tax, costs, in_a_steady_year, over_the_horizon};
use engine::view::to_beat::{Paid, is_of_another_gpu, price_to_beat};
use engine::view::{Piece, Style};

use super::draw::{Element, Node, drawn, el, text};
use super::field_input::{Row, thousandth};
use super::opened;
use super::pieces::{button, figure, fixed, sentence, to_field, yes};
use super::present;
use crate::browser::intl;
use crate::page::Page;
use crate::state::{AppState, BOOK, Shown};
use crate::words::answer as words;

/// The id of its part of the page.
pub const PLACE: &str = "answer";

/// The first thing on the page.
pub fn answer(state: AppState) -> Node {
    drawn(move || {
        let earlier = earlier(state);
        let class = if earlier.is_some() { "answer stale" } else { "answer" };
        let section = el("section aria-labelledby=answer-heading")
            .attr("id", PLACE)
            .class(class)
            .child(el("h1.spoken id=answer-heading").text(words::RENT_OR_OWN))
            .child(el("p").class("on-paper case").text(state.page().document.name.clone()))
            .children(earlier);
        vec![section.children(state.shown().map_or_else(Vec::new, |shown| found(&shown, &state.page()))).into()]
    })
}

/// Says which earlier values the answer uses while fields cannot be read.
fn earlier(state: AppState) -> Option<Node> {
    let mut lines: Vec<Node> = Vec::new();
    for u in &state.page().unread {
        let label = Row::named(u.field).map_or("", Row::label);
        let used = fixed(u.used.clone());
        lines.push(el("li").child(to_field(u.field, label)).text(words::USES_PREVIOUS_VALUE).child(used).into());
    }
    let page = state.page();
    lines.extend(state.errors().iter().map(|e| issue(&page, e)));
    (!lines.is_empty()).then(|| {
        el("div.earlier data-view=earlier")
            .child(el("p").text(words::NOT_ALL_INPUTS_CAN_BE_USED))
            .child(el("ul").children(lines))
            .into()
    })
}

/// What is wrong or worth a look: where to go, and the way out where one change is enough.
#[inline(never)]
fn issue(page: &Page, issue: &Issue) -> Node {
    let named = issue.fields.iter().filter_map(|id| Row::named(id).map(|row| (*id, row.label())));
    let links = named.flat_map(|(id, label)| [text(" "), to_field(id, label).into()]);
    let way = fix(&page.document.scenario, issue)
        .map(|fix| Node::from(button("fix", &issue.fields.join(" "), fix.label).class("").attr("data-action", "fix")));
    el("li").text(format!("{}.", issue.message)).children(links).text(" ").children(way).into()
}

/// Takes the way out of the issue about some rows.
pub fn mend(page: &mut Page, fields: &str) {
    let fields = fields.split(' ').filter_map(|id| field(id).map(|f| f.id)).collect();
    let issue = Issue { fields, severity: Severity::Warning, message: String::new() };
    if let Some(fix) = fix(&page.document.scenario, &issue)
        && let Some(row) = field(fix.field)
    {
        page.typed.clear();
        page.set(row, &fix.value);
    }
}

/// Says that the prices are not those of today, and what today's would say.
#[inline(never)] // a part of the program of its own (scripts/later.txt), as the two around it
fn edition(shown: &Shown, page: &Page) -> Node {
    let document = &shown.document;
    let today = BOOK.current_edition();
    let title = BOOK.edition(&document.edition).map_or(document.edition.as_str(), |e| e.title.as_str());
    // A published case names its own offers; today's prices are those of the market.
    let mut market = document.scenario.clone();
    market.take_prices(&BOOK, &document.edition, today);
    let report = evaluate_without_trees(&market, page.book(), today).ok();
    let there = report.map_or_else(Vec::new, |report| {
        let measure = Measure::of(&report);
        let hour = |usd: Option<f64>| {
            usd.map_or_else(|| text(words::NO_FIGURE), |usd| figure(measure.cost(usd), measure.style).into())
        };
        let [own, rent] = costs(&report);
        vec![text(words::WITH_TODAYS_PRICES_OWN), hour(own), text(words::RENT), hour(rent), text(". ")]
    });
    let switch = button("today", "", words::USE_TODAYS_PRICES);
    let words = words::computed_with_the_prices_of(&title);
    el("p.assumed data-view=edition").text(words).children(there).child(switch).into()
}

/// Below it the price of a node and the cost of an engineer are looked at twice.
const LITTLE_USD: f64 = 10_000.0;
/// Below it the work is, in GPU-hours a month.
const LITTLE_WORK: f64 = 200.0;

/// One of the marks above the verdict, of a class.
pub fn badge(label: &'static str, class: &str) -> Node {
    el("span").class(format!("badge {class}")).text(label).into()
}

fn found(shown: &Shown, page: &Page) -> Vec<Node> {
    let words = &shown.answer;
    let foreign = shown.document.scenario.money.currency != "USD";
    // Nobody has such a case: somebody may have meant thousands.
    let s = &page.document.scenario;
    let little = s.own.node_price_usd.value < LITTLE_USD
        || s.people.usd_per_person_year.value < LITTLE_USD
        || s.work.gpu_hours_per_month.value < LITTLE_WORK;
    let meant = if little { thousandth(page) } else { None };
    let badge = if meant.is_some() { words::SEE_THE_WARNING } else { words.badge };
    let warnings = shown.report.warnings.iter().map(|w| issue(page, w)).chain(meant);
    let age = shown.age().map(|age| text(format!(" {age}")));
    vec![
        el("div.badges")
            .child(el("span data-view=badge").class(format!("badge {badge}")).text(badge)) // each word a class
            .children(words.on_assumed_prices.then(|| self::badge(words::ON_ASSUMED_PRICES, "assumed-prices")))
            .children(words.not_promised.then(|| self::badge(words::ON_AN_OFFER_NOT_PROMISED, "assumed-prices")))
            .children((badge == "leaning").then(|| el("span.small").text(words::LIKELY_NOT_SURE).into()))
            .child(units(page))
            .into(),
        el("p.verdict data-view=verdict").children(opening(&words.sentence)).into(),
        el("div").children(shown.report.present.as_ref().and_then(|_| present::other(&shown.report))).into(),
        el("p.turns").children(opening(&words.turns)).into(),
        el("ul.caveats").children(words.caveats.iter().map(|c| el("li").children(sentence(c)).into())).into(),
        el("p.indifference data-view=indifference").children(opening(&words.indifference)).into(),
        figures(shown, page).into(),
        el("div.whole").children(opened::open(page).and_then(|_| opened::opened(shown, page))).into(),
        el("ul.warnings data-view=warnings").children(warnings).into(),
        el("p.assumed").children(sentence(&words.assumed)).children(age).into(),
        el("p.small").children(foreign.then(|| currency(shown)).into_iter().flatten()).into(),
    ]
    .into_iter()
    .chain((shown.document.edition != BOOK.current_edition()).then(|| edition(shown, page)))
    .collect()
}

/// The size of the unit that costs are told for, where it is typed: of a run, or of tokens.
#[inline(never)] // a part of the program of its own (scripts/later.txt)
fn size(work: &Work) -> Element {
    let (row, size) = match work.cost_unit {
        CostUnit::Tokens => ("work.mtokens_per_gpu_hour", work.mtokens_per_gpu_hour.value),
        _ => ("work.gpu_hours_per_run", work.gpu_hours_per_run.value),
    };
    let written = intl::figure(size, Style::Exact);
    let words =
        if work.cost_unit == CostUnit::Tokens { words::of_tokens(&written) } else { words::of_gpu_hours(&written) };
    to_field(row, words)
}

/// The switch of what costs are told for, and where the size of one is typed.
fn units(page: &Page) -> Node {
    let work = &page.document.scenario.work;
    let now = work.cost_unit;
    let one = |(unit, id, label): (CostUnit, &'static str, &'static str)| {
        let button = el("input type=radio name=cost-unit data-do=set data-about=work.cost_unit")
            .attr("value", id)
            .attr("checked", yes(unit == now));
        Node::from(el("label").child(button).child(el("span").text(label)))
    };
    let all = [
        (CostUnit::Hour, "hour", "GPU-hour"),
        (CostUnit::Month, "month", "month"),
        (CostUnit::Run, "run", "run"),
        (CostUnit::Tokens, "tokens", words::N_1M_TOKENS),
    ];
    let size = (now != CostUnit::Hour && now != CostUnit::Month).then(|| size(work).into());
    el("div.units role=radiogroup")
        .attr("aria-label", words::COSTS_ARE_TOLD_PER)
        .child(el("span").text(words::PER))
        .children(all.into_iter().map(one))
        .children(size)
        .into()
}

/// What part of the cheque falls due when.
fn deposit(shown: &Shown) -> String {
    let time = &shown.document.scenario.time;
    let share = time.deposit_share.value;
    if time.lead_months.value > 0.0 && share > 0.0 {
        words::for_the_machines_with_the_order(&intl::figure(share, Style::Percent))
    } else {
        words::FOR_THE_MACHINES.to_owned()
    }
}

/// Says how US dollars became another currency.
#[inline(never)]
fn currency(shown: &Shown) -> Vec<Node> {
    let money = &shown.document.scenario.money;
    let change = to_field("money.currency_per_usd", words::CHANGE_THE_RATE).into();
    if money.currency_per_usd.value == 1.0 {
        let told = words::in_dollars_until(&money.currency);
        return vec![el("strong.assumed").text(told).into(), change];
    }
    let day = match money.currency_day.as_str() {
        "" => words::DAY_NOT_GIVEN.to_owned(),
        day => words::rate_of(&day),
    };
    vec![
        text(words::MONEY_IN),
        fixed(money.currency.clone()).into(),
        text(words::ONE_US_DOLLAR_IS),
        figure(money.currency_per_usd.value, Style::Exact).into(),
        text(day),
        text(words::KEPT_IN_US_DOLLARS),
        change,
    ]
}

/// A sentence whose figures open. For the pointer: by the keyboard the figures below it open, and what is open leads to the
/// others.
fn opening(pieces: &[Piece]) -> Vec<Node> {
    let one = |piece: &Piece| match piece {
        Piece::Opens(value, style, about) => {
            let figure = figure(*value, *style).class("figure opens");
            vec![figure.attr("data-do", "explain").attr("data-about", *about).into()]
        }
        piece => sentence(std::slice::from_ref(piece)),
    };
    pieces.iter().flat_map(one).collect()
}

/// A figure under its name for ever, or that there is none.
fn named(name: &'static str, value: Option<f64>, style: Style) -> Element {
    value.map_or_else(|| el("span.figure").text("–"), |v| figure(v, style).attr("data-figure", name))
}

/// The price to beat, and that of a steady year below it.
fn to_beat(report: &Report) -> (Element, Element) {
    let yearly = named("indifference", report.indifference_usd_per_gpu_hour, Style::UsdPerHour);
    let over_time = report.outlook.turning.as_ref().is_some_and(|t| t.usd_per_gpu_hour.is_some());
    let Some((usd, paid)) = price_to_beat(report).filter(|(_, paid)| over_time || *paid != Paid::ByUse) else {
        return (yearly, el("span.why").text(words::A_GPU_HOUR_PAID_BY_USE));
    };
    // A steady year tells the price of an hour of the GPU that is owned.
    let (name, words) = match (paid, is_of_another_gpu(report, paid)) {
        (Paid::ByUse, false) => ("indifference-over-the-horizon", words::A_GPU_HOUR_BY_USE_STEADY),
        (Paid::ByUse, true) => ("indifference-over-the-horizon", words::A_GPU_HOUR_BY_USE_OTHER),
        (_, false) => ("commitment-to-beat", words::A_GPU_HOUR_COMMITTED),
        (_, true) => ("commitment-to-beat", words::A_GPU_HOUR_COMMITTED_OTHER),
    };
    (named(name, Some(usd), Style::UsdPerHour), el("span.why").text(words).child(yearly))
}

/// The figures that everything else explains.
fn figures(shown: &Shown, page: &Page) -> Element {
    let report = &shown.report;
    let measure = Measure::of(report);
    let steady = match report.verdict.break_even {
        Some(BreakEven::From(at) | BreakEven::UpTo(at)) => named("break-even", Some(at.busy_share), Style::PercentFine),
        Some(BreakEven::Outside { from, .. } | BreakEven::Several { last: from, .. }) => {
            named("break-even", Some(from.busy_share), Style::PercentFine)
        }
        Some(BreakEven::Always) => match by_the_hour(report) {
            Some((_, at)) => named("break-even", Some(at.busy_share), Style::PercentFine),
            None => el("span.figure").text(words::AT_ANY_USE),
        },
        Some(BreakEven::Never(_)) => el("span.figure").text(words::NEVER),
        None => named("break-even", None, Style::PercentFine),
    };
    let outlook = &report.outlook;
    // The verdict's own reckoning first; that of a steady year beside it, where there is one.
    let turning = outlook.turning.as_ref();
    let break_even = turning.map_or_else(
        || steady.clone(),
        |turning| match turning.busy_share {
            Some(at) => {
                let found = named("break-even-over-the-horizon", Some(at), Style::PercentFine);
                match turning.until_busy_share {
                    Some(until) => el("span").child(found).text(words::UP_TO).child(figure(until, Style::PercentFine)),
                    None => found,
                }
            }
            None => el("span.figure").text(if turning.own_above { words::AT_ANY_USE } else { words::NEVER }),
        },
    );
    let in_a_year = el("span.why").text(words::BUSY_IN_A_STEADY_YEAR);
    let busy = match turning {
        Some(_) => {
            let always = matches!(report.verdict.break_even, Some(BreakEven::Always)) && by_the_hour(report).is_some();
            let against = if always { words::AGAINST_HOURS } else { "" };
            let over = span(outlook.months);
            let found = turning.is_some_and(|t| t.busy_share.is_some());
            let words = if found { words::busy_over(&over, &against) } else { words::over(&over) + against };
            el("span.why").text(words).child(steady)
        }
        None => in_a_year,
    };
    let (to_beat, beat) = to_beat(report);
    let open = opened::open(page);
    let one = |about: &'static str, label: &'static str, value: Element, below: Option<Node>| {
        let way = button("explain", about, label).attr("aria-expanded", yes(open == Some(about)));
        Node::from(
            el("div").child(el("dt").attr("data-label", label).child(way)).child(el("dd").child(value).children(below)),
        )
    };
    // As the sentence tells them; what the first chart shows, a steady year, beside it.
    let horizon = over_the_horizon(report);
    let steady = in_a_steady_year(report);
    let taxed = !after_tax(report).is_empty();
    let side = |at: usize, names: [&'static str; 2], label: &'static str| {
        let cost = |usd: Option<f64>| usd.map(|usd| measure.cost(usd));
        let yearly = named(names[0], cost(steady[at]), measure.style);
        match horizon {
            Some(both) => {
                let tell = if taxed { words::over_after_tax } else { words::over };
                let beside = el("span.why").text(tell(&span(outlook.months))).child(yearly);
                one(names[0], label, named(names[1], cost(Some(both[at])), measure.style), Some(beside.into()))
            }
            None => one(names[0], label, yearly, None),
        }
    };
    let peak = outlook.payback.as_ref().map(|p| {
        let ahead = if taxed { words::MORE_THAN_RENTING_AFTER_TAX_IN_MONTH } else { words::MORE_THAN_RENTING_IN_MONTH };
        let at = el("span.why").text(ahead).child(figure(count(p.peak_month), Style::Count));
        (figure(p.peak_cash_usd, Style::UsdShort), at.into())
    });
    let (peak, when) = peak.map_or_else(|| (el("span.figure").text("–"), None), |(usd, at)| (usd, Some(at)));
    el("dl.figures").children([
        side(0, ["own", "own-over-the-horizon"], words::OWN),
        side(1, ["rent", "rent-over-the-horizon"], words::RENT_TOO),
        one("break-even", "Break-even", break_even, Some(busy.into())),
        one("price", words::PRICE_TO_BEAT, to_beat, Some(beat.into())),
        one(
            "cheque",
            words::CHEQUE_TO_SIGN,
            figure(report.own.upfront_usd, Style::UsdShort),
            Some(el("span.why").text(deposit(shown)).into()),
        ),
        one("cash", words::MOST_CASH_OUT, peak, when),
    ])
}
