//! Code to paste into another page: a frame with the newest prices or with today's, its URL, a plain link, pictures of
//! the chart.

use engine::codec::link;
use engine::view::exportable::{Exportable, PlotId};
use leptos::prelude::*;

use crate::browser::address;
use crate::components::LinkBox;
use crate::components::export::{ExportButton, ExportFormat};
use crate::scenarios::strings::snippet as strings;
use crate::state::{ScenarioStore, UiState, Workspace};

/// A choice: its key in the URL, its label, and its options by key and label.
type Choice = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// The choices.
const CHOICES: [Choice; 3] = [
    (
        "view",
        strings::SHOW,
        &[
            ("answer", strings::THE_ANSWER),
            ("chart", strings::ANSWER_AND_CHART),
            ("full", strings::EVERYTHING_WITH_INPUTS),
            ("plans", strings::ROOM_PLANS),
            ("demand", strings::ROOM_DEMAND),
            ("costs", strings::ROOM_COSTS),
            ("risk", strings::ROOM_RISK),
            ("decide", strings::ROOM_DECIDE),
            ("sources", strings::ROOM_SOURCES),
        ],
    ),
    ("theme", strings::COLOURS, &[("auto", strings::SAME_AS_DEVICE), ("light", "light"), ("dark", "dark")]),
    ("background", strings::BACKGROUND, &[("paper", strings::DEFAULT), ("none", strings::TRANSPARENT)]),
];

/// Permissions of a frame: run scripts, open the whole page, save files. No access to the embedding page.
const SANDBOX: &str = "allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads";

/// The choices, the resulting code, and buttons.
#[component]
pub fn EmbedSnippet() -> impl IntoView {
    let (workspace, scenario, ui) = (Workspace::expect(), ScenarioStore::expect(), UiState::expect());
    let chosen = RwSignal::new([0_usize; 3]);
    let address::FramePage { url, is_one_file } = address::for_frames();
    let (here, framed) = (address::page(), StoredValue::new(url));
    let what_frames_load = if is_one_file { strings::LOADS_ONE_FILE } else { strings::LOADS_THIS_PAGE };
    let whole = Memo::new(move |_| link::write(&workspace.recorded()));
    let title = move || {
        let name = scenario.document().name.clone();
        if name.is_empty() { strings::FRAME_TITLE.to_owned() } else { name }
    };
    let frame_link = move |text: String| format!("{}#{}&{text}", framed.get_value(), keys(chosen.get()));
    let pinned = Signal::derive(move || frame_link(whole.get()));
    let live = Signal::derive(move || html(&frame_link(link::write_live(&scenario.document())), &title()));
    let pinned_frame = Signal::derive(move || html(&pinned.get(), &title()));
    let plain_link = Signal::derive(move || format!("{here}#{}", whole.get()));
    let choose = move |place: usize, word: String| {
        let options = CHOICES.get(place).map_or(&[] as &[(&str, &str)], |(.., options)| options);
        chosen.update(|chosen| {
            if let Some(now) = chosen.get_mut(place) {
                *now = options.iter().position(|(id, _)| *id == word).unwrap_or(0);
            }
        });
        ui.copied.set(None);
    };
    let choices = CHOICES.iter().enumerate().map(|(place, (name, label, options))| {
        let id = format!("embed-{name}");
        let options = options.iter().enumerate().map(|(at, (word, label))| {
            let selected = move || chosen.with(|chosen| chosen.get(place) == Some(&at));
            view! { <option value=*word prop:selected=selected>{*label}</option> }
        });
        view! {
            <div>
                <label for=id.clone()>{*label}</label>
                <select id=id on:change:target=move |ev| choose(place, ev.target().value())>{options.collect_view()}</select>
            </div>
        }
    });
    view! {
        <div class="embedding">
            <div class="choices">{choices.collect_view()}</div>
            <LinkBox
                id="embed-live"
                label=strings::NEWEST_FRAME
                text=live
                help=strings::NEWEST_FRAME_EXPLAINED
            />
            <LinkBox
                id="embed-pinned"
                label=strings::FIXED_FRAME
                text=pinned_frame
                help=strings::FIXED_FRAME_EXPLAINED
            />
            <LinkBox
                id="embed-address"
                label=strings::FRAME_URL
                text=pinned
                help=strings::FRAME_URL_EXPLAINED
            />
            <LinkBox
                id="embed-link"
                label=strings::PLAIN_LINK
                text=plain_link
                help=strings::PLAIN_LINK_EXPLAINED
            />
            <p class="buttons">
                <ExportButton format=ExportFormat::Svg subject=Exportable::Plot(PlotId::CostCurve) label=strings::CHART_AS_SVG/>
                <ExportButton format=ExportFormat::Png subject=Exportable::Plot(PlotId::CostCurve) label=strings::CHART_AS_PNG/>
            </p>
            <p class="small">{strings::HEIGHT} " " {what_frames_load} " " {strings::GUIDES_FOR_WIKIS}</p>
        </div>
    }
    .into_any()
}

/// The page's keys for the choices; defaults are omitted.
fn keys(chosen: [usize; 3]) -> String {
    let mut keys = "embed=1".to_owned();
    for ((name, _, options), place) in CHOICES.iter().zip(chosen) {
        let word = options.get(place).map_or("", |(word, _)| word);
        if !matches!(word, "auto" | "paper") {
            keys.extend(["&", name, "=", word]);
        }
    }
    keys
}

fn html(address: &str, title: &str) -> String {
    format!(
        "<iframe src=\"{}\" title=\"{}\" width=\"100%\" height=\"600\" frameborder=\"0\" loading=\"lazy\" referrerpolicy=\"no-referrer\" allow=\"clipboard-write\" sandbox=\"{SANDBOX}\"></iframe>",
        escaped(address),
        escaped(title)
    )
}

/// Escapes text for an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}
