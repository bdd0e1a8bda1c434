//! The files that were added: what each was read as, which rows were skipped and why, and the questions left to answer.

use engine::measured::Format;
use engine::measured::instant::DateOrder;
use engine::units::Unit;
use engine::view::Style;
use engine::view::measured::remarks::format_name;
use engine::view::measured::{FileOutcome, FileView, Question, number};
use leptos::prelude::*;
use protocol::FilesPhase;

use super::columns::ColumnChooser;
use crate::browser::locale::Locale;
use crate::browser::time_zone;
use crate::components::sentence_views;
use crate::rooms::demand::strings::measured as strings;
use crate::state::MeasuredFiles;

/// Offsets from UTC that can be chosen, in hours.
const ZONES: [f64; 30] = [
    -12.0, -11.0, -10.0, -9.0, -8.0, -7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 3.5, 4.0, 5.0, 5.5,
    6.0, 6.5, 7.0, 8.0, 9.0, 9.5, 10.0, 11.0, 12.0, 13.0,
];

/// The list.
#[component]
pub fn FileList() -> impl IntoView {
    let measured = MeasuredFiles::expect();
    let ids = Memo::new(move |_| measured.ids());
    view! {
        <h3>{strings::READ_TITLE}</h3>
        <ul class="files" data-view="measured-files">
            <For each=move || ids.get() key=|id| *id let:id><FileCard id/></For>
        </ul>
    }
    .into_any()
}

#[component]
fn FileCard(id: u32) -> impl IntoView {
    let (measured, locale) = (MeasuredFiles::expect(), Locale::expect());
    let file = Memo::new(move |_| measured.file(id));
    let is_reading = Memo::new(move |_| matches!(measured.phase(), FilesPhase::Reading(_)));
    // What the worker may not read the page may, which is being tried.
    let is_tried = move |view: &FileView| is_reading.get() && matches!(view.outcome, FileOutcome::Unreadable { .. });
    let found = Memo::new(move |_| measured.outcome(id).filter(|view| !is_tried(view)));
    let size = move || {
        let bytes = file.get().map_or(0, |file| file.bytes);
        (bytes > 0).then(|| format!(" ({} kB)", locale.figure(number(bytes.div_ceil(1_000)), Style::Count)))
    };
    view! {
        <li data-view="measured-file">
            <p>
                <strong><bdi translate="no" prop:textContent=move || file.get().map(|file| file.name).unwrap_or_default()></bdi></strong>
                <span class="small" prop:textContent=size></span>
                " "
                <button type="button" class="plain" data-action="remove-file" on:click=move |_| measured.remove(id)>
                    {strings::REMOVE}
                </button>
            </p>
            {move || found.get().map(|found| {
                let format = file.get().and_then(|file| file.settings.format).or(found.format);
                view! { {format.map(|format| kind(id, format))} {outcome(id, &found.outcome, locale)} }
            })}
        </li>
    }
    .into_any()
}

/// The kind of a file, which can be changed.
fn kind(id: u32, now: Format) -> AnyView {
    let measured = MeasuredFiles::expect();
    let choose = move |place: String| {
        let format = place.parse::<usize>().ok().and_then(|place| Format::ALL.get(place).copied());
        measured.change(id, |settings| settings.format = format);
    };
    let options = Format::ALL
        .iter()
        .enumerate()
        .filter(|(_, format)| !matches!(format, Format::SkyPilotCatalog | Format::GpuhuntCatalog));
    let options = options.map(|(place, format)| {
        view! { <option value=place.to_string() selected={*format == now}>{format_name(*format)}</option> }
    });
    view! {
        <p class="small">
            <label>
                {strings::READ_AS} " "
                <select data-action="file-kind" on:change:target=move |ev| choose(ev.target().value())>
                    {options.collect_view()}
                </select>
            </label>
        </p>
    }
    .into_any()
}

fn outcome(id: u32, outcome: &FileOutcome, locale: Locale) -> AnyView {
    let count = |value: u64| locale.figure(number(value), Style::Count);
    match outcome {
        FileOutcome::Read { rows, days, skipped, remarks, asks_zone, asks_host, asks_dates } => {
            let days = days.as_ref().map(|[from, to]| view! { <span>", " {strings::covers(from, to)}</span> });
            let skipped = skipped.iter().map(|(rows, why, lines)| {
                let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
                view! { <li class="warn">{strings::skipped(&count(*rows), why, &lines.join(", "))}</li> }
            });
            let remarks = remarks.iter().map(|said| view! { <li>{sentence_views(said, false)}</li> });
            view! {
                <p class="small">{strings::rows_read(&count(*rows))}{days}</p>
                <ul class="small">{skipped.collect_view()}{remarks.collect_view()}</ul>
                {asks_zone.then(|| zone_choice(id))}
                {(*asks_host || names_host(id)).then(|| host_choice(id))}
                {asks_dates.then(|| date_choice(id))}
            }
            .into_any()
        }
        FileOutcome::Refused { why, question } => {
            view! { {refused(why)} {question.as_ref().map(|question| answer(id, question))} }.into_any()
        }
        FileOutcome::Unreadable { why } => refused(why),
    }
}

/// Why a file was not read.
fn refused(why: &str) -> AnyView {
    view! { <p class="error" data-error="">{format!("{}: {why}", strings::NOT_READ)}</p> }.into_any()
}

/// The zone of times that name none: the reader's own first, then all by name, then fixed offsets.
fn zone_choice(id: u32) -> AnyView {
    let measured = MeasuredFiles::expect();
    let settings = measured.settings_untracked(id);
    let now = settings.zone.map_or(settings.zone_offset.to_string(), |zone| zone.name);
    let choose = move |chosen: String| match chosen.parse::<f64>() {
        Ok(offset) => measured.change_zone(id, None, offset),
        Err(_) => {
            if let Some(zone) = time_zone::table(&chosen) {
                measured.change_zone(id, Some(zone), 0.0);
            }
        }
    };
    let option = |value: String, label: String| {
        let selected = value == now;
        view! { <option value=value selected=selected>{label}</option> }
    };
    let mut names = time_zone::names();
    names.retain(|name| name != "UTC" && Some(name) != time_zone::own().as_ref());
    let own = time_zone::own().filter(|name| name != "UTC");
    let own = own.map(|name| option(name.clone(), strings::own_zone(&name)));
    let names = names.into_iter().map(|name| option(name.clone(), name)).collect_view();
    let fixed = ZONES.map(|hours| option((hours * 3_600.0).to_string(), strings::zone(hours)));
    view! {
        <p class="small">
            <label>
                {strings::TIME_ZONE} " "
                <select data-action="file-zone" on:change:target=move |ev| choose(ev.target().value())>
                    {own}
                    <optgroup label=strings::SAME_OFFSET>{fixed}</optgroup>
                    <optgroup label=strings::ZONES_BY_NAME>{names}</optgroup>
                </select>
            </label>
        </p>
    }
    .into_any()
}

/// Whether a host was entered for a file.
fn names_host(id: u32) -> bool {
    !MeasuredFiles::expect().settings_untracked(id).host.is_empty()
}

/// The host of GPUs that a file names by their index alone.
fn host_choice(id: u32) -> AnyView {
    let measured = MeasuredFiles::expect();
    let now = measured.settings_untracked(id).host;
    let enter = move |host: String| measured.change(id, |settings| host.trim().clone_into(&mut settings.host));
    view! {
        <p class="small">
            <label>
                {strings::HOST} " "
                <input
                    type="text"
                    maxlength="100"
                    data-action="file-host"
                    prop:value=now
                    on:change:target=move |ev| enter(ev.target().value())
                />
            </label>
        </p>
    }
    .into_any()
}

fn date_choice(id: u32) -> AnyView {
    let measured = MeasuredFiles::expect();
    let orders = [("", strings::DATES), ("day", strings::DAY_FIRST), ("month", strings::MONTH_FIRST)];
    let choose = move |order: String| {
        let order = match order.as_str() {
            "day" => Some(DateOrder::DayFirst),
            "month" => Some(DateOrder::MonthFirst),
            _ => None,
        };
        measured.change(id, |settings| settings.date_order = order);
    };
    let options = orders.map(|(value, label)| view! { <option value=value>{label}</option> });
    view! {
        <p class="small">
            <select aria-label=strings::DATES data-action="file-dates" on:change:target=move |ev| choose(ev.target().value())>
                {options}
            </select>
        </p>
    }
    .into_any()
}

/// The question that a file leaves.
fn answer(id: u32, question: &Question) -> AnyView {
    let (measured, locale) = (MeasuredFiles::expect(), Locale::expect());
    match question {
        Question::Interval => {
            let enter = move |seconds: String| {
                let seconds = locale.read_in(&seconds, Unit::Ratio).filter(|s| s.is_finite() && *s > 0.0);
                if seconds.is_some() {
                    measured.change(id, |settings| settings.interval = seconds);
                }
            };
            view! {
                <p>
                    <label>
                        {strings::SAMPLE_INTERVAL} " "
                        <input
                            type="text"
                            inputmode="decimal"
                            data-action="file-interval"
                            on:change:target=move |ev| enter(ev.target().value())
                        />
                    </label>
                </p>
            }
            .into_any()
        }
        Question::Processors => view! {
            <p>
                <button
                    type="button"
                    data-action="processors-are-gpus"
                    on:click=move |_| measured.change(id, |settings| settings.processors_are_gpus = true)
                >
                    {strings::PROCESSORS_ARE_GPUS}
                </button>
            </p>
        }
        .into_any(),
        Question::ChooseAgain => ().into_any(),
        Question::Columns(preview) => view! { <ColumnChooser id preview=preview.clone()/> }.into_any(),
    }
}
