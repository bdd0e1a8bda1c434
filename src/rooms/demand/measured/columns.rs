//! Chooses what the columns of any table hold, over its first rows.

use engine::measured::{Format, Meaning, Preview};
use engine::view::measured::remarks::{MEANINGS, meaning_name};
use leptos::prelude::*;

use crate::components::table::ScrollTable;
use crate::rooms::demand::strings::measured as strings;
use crate::state::MeasuredFiles;

/// The first rows, each column with a choice above it, and a button that reads the table so.
#[component]
pub fn ColumnChooser(id: u32, preview: Preview) -> impl IntoView {
    let measured = MeasuredFiles::expect();
    let before = measured.settings_untracked(id).chosen;
    let chosen = RwSignal::new(if before.is_empty() { preview.suggested.clone() } else { before });
    let set = move |column: usize, meaning: Option<Meaning>| {
        chosen.update(|all| {
            // A meaning belongs to one column.
            all.retain(|(at, of)| *at != column && Some(*of) != meaning);
            all.extend(meaning.map(|meaning| (column, meaning)));
            all.sort_unstable();
        });
    };
    let head = move |(column, name): (usize, String)| {
        let is_now = move |meaning: Option<Meaning>| {
            chosen.with(|all| all.iter().find(|(at, _)| *at == column).map(|(_, of)| *of)) == meaning
        };
        let choose = move |place: String| {
            set(column, place.parse::<usize>().ok().and_then(|place| MEANINGS.get(place).copied()));
        };
        let options = MEANINGS.iter().enumerate().map(|(place, meaning)| {
            view! {
                <option value=place.to_string() prop:selected=move || is_now(Some(*meaning))>{meaning_name(*meaning)}</option>
            }
        });
        view! {
            <th scope="col">
                <select aria-label=name.clone() data-action="column" on:change:target=move |ev| choose(ev.target().value())>
                    <option value="" prop:selected=move || is_now(None)>{strings::NOT_USED}</option>
                    {options.collect_view()}
                </select>
                <bdi class="why">{name.clone()}</bdi>
            </th>
        }
    };
    let read_so = move |_| {
        measured.change(id, |settings| {
            settings.format = Some(Format::AnyCsv);
            settings.chosen = chosen.get_untracked();
        });
    };
    let Preview { columns, rows, .. } = preview;
    let heads = columns.into_iter().enumerate().map(head).collect_view();
    let rows = rows.into_iter().map(|row| {
        let cells = row.into_iter().map(|cell| view! { <td><bdi>{cell}</bdi></td> });
        view! { <tr>{cells.collect_view()}</tr> }
    });
    view! {
        <ScrollTable label=strings::COLUMNS_TITLE view="columns">
            <table>
                <thead><tr>{heads}</tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </ScrollTable>
        <p>
            <button
                type="button"
                data-action="read-columns"
                on:click=read_so
            >
                {strings::READ_TABLE}
            </button>
        </p>
    }
    .into_any()
}
