//! What the page says to the page around it, and hears from it: docs/embed.md has the table of messages.
//!
//! In: one message as JSON, of a known type and bounded in size; `public/embed.js` lets nothing else through. Out: one
//! message as JSON. What cannot be used is an `error` with the fields it is about, never silence and never a guess. No
//! message can set markup, an address or the storage.

use std::cell::Cell;

use engine::break_even::BreakEven;
use engine::codec::{Decoded, file, link};
use engine::issue::{Issue, Severity};
use engine::json::{self, Json, Members};
use engine::report::{Report, Strength, VerdictKind};
use engine::view::measure::over_the_horizon;
use engine::view::plain_text;
use leptos::task::spawn_local;

use crate::browser::timer::{Wait, after};
use crate::browser::{frame, intl, more};
use crate::page::{Origin, told};
use crate::state::{AppState, BOOK, Shown, sealed};
use crate::ui::charts::export;

/// Wait before the page around this one hears of a change, in milliseconds.
const SETTLE: u64 = 300;
/// Chart that is exported where none is named.
const CHART: &str = "cost-curve";

thread_local! {
    /// Whether the page around this one wants to know what is changed: it has said hello, or loaded something.
    static FOLLOWED: Cell<bool> = const { Cell::new(false) };
}

/// Listens, and tells changes to whoever asked for them.
pub fn begin(state: AppState) {
    frame::when_asked(move |text| {
        if let Ok(Json::Object(asked)) = json::read(text) {
            if draws(&asked) && !more::all_is_there() {
                spawn_local(draw_later(state, asked));
            } else {
                answer(state, &asked);
            }
        }
    });
    AppState::follow(Box::new(move || {
        drop(state.page());
        if FOLLOWED.get() {
            after(Wait::Tell, SETTLE, Box::new(move || say(change(state, &[]), None)));
        }
    }));
}

/// Whether a message asks for a picture or a table.
fn draws(asked: &Members) -> bool {
    let text = |name: &str| asked.get(name).and_then(Json::as_text);
    text("type") == Some("export") && matches!(text("format"), Some("svg" | "png" | "csv"))
}

/// Answers once the part of the program is there that draws pictures and writes tables.
async fn draw_later(state: AppState, asked: Members) {
    if more::fetch_all().await {
        answer(state, &asked);
    } else {
        let problem =
            wrong("format", "cannot be made: a part of the program could not be loaded, and may be asked for again");
        say(refusal("export", &[problem]), asked.get("id"));
    }
}

fn answer(state: AppState, asked: &Members) {
    let text = |name: &str| asked.get(name).and_then(Json::as_text);
    let about = text("type").unwrap_or_default();
    let found = match about {
        "hello" => Ok(change(state, &[])),
        "load" => read(asked).map(|decoded| load(state, decoded)),
        "export" => exported(state, text("format").unwrap_or_default(), text("chart").unwrap_or(CHART)),
        _ => return,
    };
    if found.is_ok() && about != "export" {
        FOLLOWED.set(true);
    }
    say(found.unwrap_or_else(|problem| refusal(about, &[problem])), asked.get("id"));
}

/// Sends a message; `id` is that of the one it answers.
fn say(mut message: Members, id: Option<&Json>) {
    if let Some(id) = id {
        message.insert("id".to_owned(), id.clone());
    }
    frame::tell("rack-or-rent:says", &Json::Object(message).compact());
}

/// Something that is wrong with a message itself.
fn wrong(field: &'static str, message: &str) -> Issue {
    Issue::error(&[field], message)
}

/// The scenario of a `load`.
fn read(asked: &Members) -> Result<Decoded, Issue> {
    match (asked.get("link"), asked.get("scenario")) {
        (Some(Json::Text(text)), None) if link::is_link(text) => Ok(link::read(text, &BOOK)),
        (Some(_), None) => {
            Err(wrong("link", "holds no key of a scenario; it is what stands behind # in a shared link"))
        }
        (None, Some(scenario)) => {
            let text = scenario.as_text().map_or_else(|| scenario.compact(), ToOwned::to_owned);
            file::read(&text, &BOOK).map_err(|problem| wrong("scenario", &problem.to_string()))
        }
        _ => Err(wrong("link", "load takes one of link and scenario")),
    }
}

/// Puts a scenario on screen. What of it could not be used is told with the change.
fn load(state: AppState, decoded: Decoded) -> Members {
    let notices = told("This case was opened, but not all of it could be used", &decoded);
    state.edit().show(decoded.document, Origin::Own, notices);
    change(state, &decoded.notices)
}

fn refusal(about: &str, problems: &[Issue]) -> Members {
    members([("type", Json::text("error")), ("about", Json::text(about)), ("errors", issues(problems))])
}

/// What is on screen: inputs as a link, figures, what is wrong.
fn change(state: AppState, notices: &[Issue]) -> Members {
    let (shown, errors) = (state.shown(), state.errors());
    let document = state.now().document.clone();
    let found = shown.filter(|_| errors.is_empty());
    members([
        ("type", Json::text("change")),
        ("link", Json::text(&link::write(&sealed(&document)))),
        ("name", Json::text(&document.name)),
        ("edition", Json::text(&document.edition)),
        ("verdict", found.as_ref().map_or(Json::Null, |shown| verdict(shown))),
        ("figures", found.as_ref().map_or(Json::Null, |shown| figures(&shown.report))),
        ("errors", issues(&errors)),
        ("notices", issues(notices)),
    ])
}

fn verdict(shown: &Shown) -> Json {
    let verdict = &shown.report.verdict;
    let kind = match verdict.kind {
        VerdictKind::Own => "own",
        VerdictKind::Rent => "rent",
        VerdictKind::Commit => "commit",
        VerdictKind::NeverPays => "never_pays",
        VerdictKind::TooClose => "too_close",
        VerdictKind::NothingToRent => "nothing_to_rent",
        VerdictKind::Unserved => "unserved",
        VerdictKind::NoWork => "no_work",
        VerdictKind::Undone => "undone",
    };
    let strength = match verdict.strength {
        Strength::Clear => "clear",
        Strength::Leaning => "leaning",
        Strength::Close => "close",
        Strength::Doubtful => "doubtful",
        Strength::Open => "open",
    };
    Json::object([
        ("kind", Json::text(kind)),
        ("strength", Json::text(strength)),
        ("badge", Json::text(shown.answer.badge)),
        ("sentence", Json::text(&plain_text(&shown.answer.sentence, intl::figure))),
        ("offer", verdict.offer.as_ref().map_or(Json::Null, |id| Json::text(id))),
    ])
}

/// The headline, in US dollars; nothing where there is no such figure.
fn figures(report: &Report) -> Json {
    let rent = report.cheapest().and_then(|offer| offer.usd_per_productive_gpu_hour);
    let break_even = match report.verdict.break_even {
        Some(BreakEven::From(at) | BreakEven::UpTo(at)) => Some(at.busy_share),
        Some(BreakEven::Outside { from, .. } | BreakEven::Several { last: from, .. }) => Some(from.busy_share),
        Some(BreakEven::Always | BreakEven::Never(_)) | None => None,
    };
    let turning = report.outlook.turning.as_ref();
    let over = over_the_horizon(report);
    Json::object([
        ("own_usd_per_productive_gpu_hour", number(report.own.usd_per_productive_gpu_hour)),
        ("rent_usd_per_productive_gpu_hour", number(rent)),
        ("own_usd_per_productive_gpu_hour_over_the_horizon", number(over.map(|both| both[0]))),
        ("rent_usd_per_productive_gpu_hour_over_the_horizon", number(over.map(|both| both[1]))),
        ("break_even_busy_share", number(break_even)),
        ("indifference_usd_per_gpu_hour", number(report.indifference_usd_per_gpu_hour)),
        ("break_even_busy_share_over_the_horizon", number(turning.and_then(|t| t.busy_share))),
        ("indifference_usd_per_gpu_hour_over_the_horizon", number(turning.and_then(|t| t.usd_per_gpu_hour))),
        ("difference_usd", number(report.verdict.difference_usd)),
        ("difference_share", number(report.verdict.difference_share)),
        ("upfront_usd", number(Some(report.own.upfront_usd))),
        ("gpus", number(Some(report.hours.gpus))),
        ("busy_share", number(Some(report.hours.busy_share))),
    ])
}

fn number(value: Option<f64>) -> Json {
    match value.filter(|v| v.is_finite()) {
        Some(value) => Json::Number(engine::number::write(value)),
        None => Json::Null,
    }
}

fn issues(all: &[Issue]) -> Json {
    let one = |issue: &Issue| {
        let severity = if issue.severity == Severity::Error { "error" } else { "warning" };
        Json::object([
            ("fields", Json::List(issue.fields.iter().map(|field| Json::text(field)).collect())),
            ("severity", Json::text(severity)),
            ("message", Json::text(&issue.message)),
        ])
    };
    Json::List(all.iter().map(one).collect())
}

/// What is on screen as a file. A PNG leaves as its SVG: `public/embed.js` draws it.
fn exported(state: AppState, format: &str, chart: &str) -> Result<Members, Issue> {
    let (name, media, data) = match format {
        "json" => ("rack-or-rent.json".to_owned(), "application/json", file::write(&sealed(&state.now().document))),
        "link" => ("rack-or-rent.txt".to_owned(), "text/plain", link::write(&sealed(&state.now().document))),
        "svg" | "png" | "csv" => {
            let file = export::file(state, format, chart);
            let file = file.ok_or_else(|| wrong("chart", "is none of the charts, or nothing is computed yet"))?;
            (file.name, file.media, file.text)
        }
        _ => return Err(wrong("format", "is one of json, link, svg, png and csv")),
    };
    Ok(members([
        ("type", Json::text("exported")),
        ("format", Json::text(format)),
        ("name", Json::text(&name)),
        ("media", Json::text(media)),
        ("data", Json::text(&data)),
    ]))
}

fn members<const N: usize>(all: [(&str, Json); N]) -> Members {
    match Json::object(all) {
        Json::Object(members) => members,
        _ => Members::new(),
    }
}
