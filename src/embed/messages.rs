//! Messages to and from the embedding page; docs/embed.md has the table of messages.
//!
//! In: one message as JSON, of a known type and limited size; `public/embed.js` lets nothing else through. Out: one
//! message as JSON. Anything unusable is answered with an `error` and the fields concerned, never with silence or a
//! guess. No message can set markup, a URL or the storage.

use engine::codec::{Decoded, file, link};
use engine::formulas::break_even::BreakEven;
use engine::inputs::issue::{Issue, Severity};
use engine::plans::plan::Source;
use engine::plans::recommendation::Plans;
use engine::plans::result::PlanResult;
use engine::report::{Strength, VerdictKind};
use engine::view::badge::Badge;
use engine::view::cost_unit::over_the_horizon;
use engine::view::exportable::{Exportable, PlotId};
use engine::view::plain_text;
use engine::view::plan_words::id;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_use::use_debounce_fn;
use serde_json::{Map, Value, json};

use crate::browser::frame;
use crate::components::export::{self, ExportFormat};
use crate::state::opening::unused;
use crate::state::second_part::in_the_second_part;
use crate::state::{Evaluation, Origin, Workspace};

/// Delay before the embedding page is notified of a change, in milliseconds.
const SETTLE: f64 = 300.0;

/// Why nothing is answered where the part of the program that answers does not load.
const NOT_LOADED: &str = "A part of the page did not load";

/// A message, or the members of one.
type Message = Map<String, Value>;

/// Handles messages, and sends changes once the embedding page has asked for them.
pub fn begin(workspace: Workspace) {
    let talk = Talk { asked: StoredValue::new(Vec::new()), followed: StoredValue::new(false) };
    frame::on_message(move |text| {
        talk.asked.update_value(|asked| asked.push(text.to_owned()));
        spawn_local(async move {
            if answer_all(workspace, talk).await.is_err() {
                for asked in talk.take() {
                    say(refusal(kind(&asked), &[Issue::error(&[], NOT_LOADED)]), asked.get("id"));
                }
            }
        });
    });
    let tell_soon = use_debounce_fn(
        move || {
            spawn_local(async move {
                let _ = tell(workspace).await; // it was there for what was answered before
            });
        },
        SETTLE,
    );
    Effect::new(move || {
        let _ = (workspace.scenario.document(), workspace.evaluation.shown());
        if talk.followed.get_value() {
            tell_soon();
        }
    });
}

/// What is being said.
#[derive(Clone, Copy)]
struct Talk {
    /// Messages that are not answered yet.
    asked: StoredValue<Vec<String>>,
    /// Whether the embedding page has said hello or loaded something.
    followed: StoredValue<bool>,
}

impl Talk {
    /// The messages that are not answered yet.
    fn take(self) -> Vec<Message> {
        let asked = self.asked.try_update_value(std::mem::take).unwrap_or_default();
        let read = |text: &String| serde_json::from_str(text).ok();
        asked.iter().filter_map(read).collect()
    }
}

in_the_second_part! {
    /// Answers what was asked, in its order.
    fn answer_all(workspace: Workspace, talk: Talk) -> () {
        for asked in talk.take() {
            answer(workspace, talk.followed, &asked);
        }
    }

    /// Sends the current state.
    fn tell(workspace: Workspace) -> () {
        say(change(workspace, &[]), None);
    }
}

/// The type of a message.
fn kind(asked: &Message) -> &str {
    asked.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn answer(workspace: Workspace, followed: StoredValue<bool>, asked: &Message) {
    let text = |name: &str| asked.get(name).and_then(Value::as_str);
    let about = kind(asked);
    let found = match about {
        "hello" => Ok(change(workspace, &[])),
        "load" => read(workspace, asked).map(|decoded| load(workspace, decoded)),
        "export" => exported(
            workspace,
            text("format").unwrap_or_default(),
            text("chart").unwrap_or_else(|| first_chart(workspace)),
        ),
        _ => return,
    };
    if found.is_ok() && about != "export" {
        followed.set_value(true);
    }
    say(found.unwrap_or_else(|problem| refusal(about, &[problem])), asked.get("id"));
}

/// Sends a message; `id` is that of the message it answers.
fn say(mut message: Message, id: Option<&Value>) {
    if let Some(id) = id {
        message.insert("id".to_owned(), id.clone());
    }
    frame::tell("rack-or-rent:says", &Value::Object(message).to_string());
}

/// A problem with a message itself.
fn wrong(field: &'static str, message: &str) -> Issue {
    Issue::error(&[field], message)
}

/// The scenario of a `load`.
fn read(workspace: Workspace, asked: &Message) -> Result<Decoded, Issue> {
    let book = workspace.prices.published();
    match (asked.get("link"), asked.get("scenario")) {
        (Some(Value::String(text)), None) if link::is_link(text) => Ok(link::read(text, &book)),
        (Some(_), None) => Err(wrong("link", "contains no scenario; use the part of a shared link after the #")),
        (None, Some(scenario)) => {
            let text = scenario.as_str().map_or_else(|| scenario.to_string(), ToOwned::to_owned);
            file::read(&text, &book).map_err(|problem| wrong("scenario", &problem.to_string()))
        }
        _ => Err(wrong("link", "load takes either link or scenario")),
    }
}

/// Loads a scenario. Unusable parts are reported with the change.
fn load(workspace: Workspace, decoded: Decoded) -> Message {
    let notice = unused("The scenario was opened, but parts of it could not be used", &decoded);
    workspace.show(decoded.document, Origin::Own, notice);
    change(workspace, &decoded.notices)
}

fn refusal(about: &str, problems: &[Issue]) -> Message {
    members(json!({ "type": "error", "about": about, "errors": issues(problems) }))
}

/// The current state: inputs as a link, figures, problems.
fn change(workspace: Workspace, notices: &[Issue]) -> Message {
    let errors = untrack(|| workspace.evaluation.issues());
    let document = workspace.recorded_untracked();
    let found = workspace.evaluation.shown_untracked().filter(|_| errors.is_empty());
    members(json!({
        "type": "change",
        "link": link::write(&document),
        "name": document.name,
        "edition": document.edition,
        "verdict": found.as_ref().map(|shown| verdict(workspace, shown)),
        "figures": found.as_ref().map(|shown| figures(shown)),
        "errors": issues(&errors),
        "notices": issues(notices),
    }))
}

/// What to do, and how sure that is: of the plans, as the page says it.
fn verdict(workspace: Workspace, shown: &Evaluation) -> Value {
    shown.weigh();
    let plans = shown.choice.plans();
    let best = plans.and_then(Plans::recommended);
    let badge = shown.badge();
    let plan_kind = match best {
        _ if shown.report.verdict.kind == VerdictKind::NoWork => "no_work",
        None if plans.is_none() => "searching",
        None => "none",
        Some(_) if shown.names_both() => "too_close",
        Some(plan) => id(plan.kind),
    };
    let strength = match shown.weighed().and_then(|weighed| weighed.badge).unwrap_or(Strength::Open) {
        Strength::Clear => "clear",
        Strength::Leaning => "leaning",
        Strength::Close => "close",
        Strength::Doubtful => "doubtful",
        Strength::Open => "open",
    };
    let other = plans.and_then(Plans::rival);
    json!({
        "kind": plan_kind,
        "strength": strength,
        "badge": badge.map(Badge::words),
        "sentence": plain_text(&shown.sentence(), |value, style| workspace.locale.figure(value, style)),
        "offer": best.and_then(rented_from).or_else(|| other.and_then(rented_from)),
        "plan": best.map(|plan| id(plan.kind)),
        "runner_up": other.map(|plan| id(plan.kind)),
    })
}

/// The offer that a plan rents from; nothing where it rents nothing.
fn rented_from(plan: &PlanResult) -> Option<&str> {
    let rents = plan.sources.iter().any(|source| matches!(source, Source::Spot | Source::OnDemand));
    plan.commitment.as_deref().or_else(|| plan.hourly.as_deref().filter(|_| rents))
}

/// The headline figures, in US dollars; null if there is no such figure. Those of a plan are the recommended one's, the others
/// compare the GPUs that were entered with one offer.
fn figures(shown: &Evaluation) -> Value {
    let plans = shown.choice.plans();
    let best = plans.and_then(Plans::recommended);
    let report = Some(&*shown.report).filter(|_| shown.is_about_entered_sizes());
    let rent = report.and_then(|report| report.cheapest()?.usd_per_productive_gpu_hour);
    let break_even = match report.and_then(|report| report.verdict.break_even.as_ref()) {
        Some(BreakEven::From(at) | BreakEven::UpTo(at)) => Some(at.busy_share),
        Some(BreakEven::Outside { from, .. } | BreakEven::Several { last: from, .. }) => Some(from.busy_share),
        Some(BreakEven::Always | BreakEven::Never(_)) | None => None,
    };
    let turning = report.and_then(|report| report.outlook.turning.as_ref());
    let over = report.and_then(over_the_horizon);
    json!({
        "usd_per_productive_gpu_hour": best.and_then(|plan| plan.usd_per_productive_gpu_hour),
        "usd_per_year": best.map(|plan| plan.usd_per_year),
        "present_value_usd": best.map(|plan| plan.present_value_usd),
        "saving_usd": plans.and_then(|plans| plans.saving_usd),
        "own_usd_per_productive_gpu_hour": report.and_then(|report| report.own.usd_per_productive_gpu_hour),
        "rent_usd_per_productive_gpu_hour": rent,
        "own_usd_per_productive_gpu_hour_over_the_horizon": over.map(|both| both[0]),
        "rent_usd_per_productive_gpu_hour_over_the_horizon": over.map(|both| both[1]),
        "break_even_busy_share": break_even,
        "indifference_usd_per_gpu_hour": report.and_then(|report| report.indifference_usd_per_gpu_hour),
        "break_even_busy_share_over_the_horizon": turning.and_then(|t| t.busy_share),
        "indifference_usd_per_gpu_hour_over_the_horizon": turning.and_then(|t| t.usd_per_gpu_hour),
        "difference_usd": plans.and_then(Plans::rival).map(|rival| rival.above_cheapest_usd),
        "difference_share": plans.and_then(Plans::share_to_rival),
        "upfront_usd": best.map(|plan| plan.upfront_usd),
        "gpus": report.map(|report| report.hours.gpus),
        "busy_share": report.map(|report| report.hours.busy_share),
    })
}

fn issues(all: &[Issue]) -> Value {
    let one = |issue: &Issue| {
        let severity = if issue.severity == Severity::Error { "error" } else { "warning" };
        json!({ "fields": issue.fields, "severity": severity, "message": issue.message })
    };
    all.iter().map(one).collect()
}

/// The chart exported if none is named: the first one.
fn first_chart(workspace: Workspace) -> &'static str {
    let first = workspace.evaluation.shown_untracked().map_or(PlotId::CostCurve, |shown| shown.first_chart());
    Exportable::Plot(first).id()
}

/// The current chart as a file. A PNG is sent as its SVG: `public/embed.js` draws it.
fn exported(workspace: Workspace, format: &str, chart: &str) -> Result<Message, Issue> {
    let document = workspace.recorded_untracked();
    let (name, media, data) = match format {
        "json" => ("rack-or-rent.json".to_owned(), "application/json", file::write(&document)),
        "link" => ("rack-or-rent.txt".to_owned(), "text/plain", link::write(&document)),
        "svg" | "png" | "csv" => {
            let file = ExportFormat::from_id(format)
                .zip(Exportable::from_id(chart))
                .and_then(|(format, subject)| export::file(workspace, format, subject));
            let file = file.ok_or_else(|| wrong("chart", "is not a chart, or nothing has been computed yet"))?;
            (file.name, file.media, file.text)
        }
        _ => return Err(wrong("format", "must be one of json, link, svg, png and csv")),
    };
    Ok(members(json!({ "type": "exported", "format": format, "name": name, "media": media, "data": data })))
}

fn members(message: Value) -> Message {
    match message {
        Value::Object(members) => members,
        _ => Message::new(),
    }
}
