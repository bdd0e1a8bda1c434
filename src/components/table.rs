//! Tables that scroll sideways.

use engine::view::exportable::Exportable;
use engine::view::plot::{Axis, Plot, Row, RowKey};
use engine::view::sheet::Sheet;
use leptos::prelude::*;

use super::{ExportButtons, Figure, words};
use crate::browser::dom;
use crate::strings::table as strings;

/// A table that scrolls sideways if it is too wide, and is focusable for that purpose.
#[component]
pub fn ScrollTable(
    /// Its accessible name.
    #[prop(into)]
    label: String,
    /// Its `data-view` mark for tests; none by default.
    #[prop(optional)]
    view: Option<&'static str>,
    /// The table.
    children: Children,
) -> impl IntoView {
    view! {
        <div
            class="scroll"
            tabindex="0"
            role="region"
            aria-label=label
            data-view=view
            on:focus=|ev| dom::show_whole(&ev)
        >
            {children()}
        </div>
    }
}

/// The heading row of a table: the rows' names, then columns of numbers.
pub fn head_row(first: &'static str, numbers: impl IntoIterator<Item = &'static str>) -> AnyView {
    let numbers = numbers.into_iter().map(|label| view! { <th class="number" scope="col">{label}</th> });
    view! { <thead><tr><th scope="col">{first}</th>{numbers.collect_view()}</tr></thead> }.into_any()
}

/// The table of a chart, with every point drawn.
#[component]
pub fn PlotTable(plot: Plot) -> impl IntoView {
    let noted = engine::chart::table::has_notes(&plot);
    let style = plot.what.value.style;
    let series = plot.series.len();
    view! {
        <ScrollTable label=plot.what.title>
            <table>
                <caption>{plot.what.title}</caption>
                <thead>
                    <tr>
                        <th scope="col">{plot.what.first.name}</th>
                        {plot.series.iter().map(|s| view! { <th class="number" scope="col">{s.label.clone()}</th> }).collect_view()}
                        {noted.then(|| view! { <th class="number" scope="col">{strings::NOTE}</th> })}
                    </tr>
                </thead>
                <tbody>
                    {plot.rows.iter().map(|row| view! {
                        <tr>
                            <th scope="row">{row_name(row, &plot.what.first)}</th>
                            {(0..series).map(|at| view! {
                                <td class="number">{row.cell(at).map(|value| view! { <Figure value style/> })}</td>
                            }).collect_view()}
                            {noted.then(|| view! { <td class="number">{row.note}</td> })}
                        </tr>
                    }).collect_view()}
                </tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}

fn row_name(row: &Row, first: &Axis) -> AnyView {
    match &row.head {
        RowKey::Figure(at) => view! { <Figure value=*at style=first.style/> }.into_any(),
        RowKey::Words(text) => words(text.clone()),
    }
}

/// A table without a chart, with its title and the files it can be had as.
pub fn exported_table(sheet: Sheet) -> AnyView {
    let (id, title) = (sheet.id, sheet.title.to_string());
    view! {
        <div data-view=id>
            <h3>{title.clone()}</h3>
            <SheetTable sheet/>
            <ExportButtons subject=Exportable::Sheet(id) title/>
        </div>
    }
    .into_any()
}

/// A table without a chart.
#[component]
pub fn SheetTable(sheet: Sheet) -> impl IntoView {
    let row = |name: &str, values: &[Option<f64>]| {
        let cells = values.iter().zip(&sheet.columns).map(|(value, column)| {
            let style = column.style;
            view! {
                <td class="number" data-label=column.label.clone()>
                    {value.map(|value| view! { <Figure value style/> })}
                </td>
            }
        });
        view! { <tr><th scope="row"><bdi>{name.to_owned()}</bdi></th>{cells.collect_view()}</tr> }.into_any()
    };
    let heads = sheet.columns.iter().map(|c| view! { <th class="number" scope="col">{c.label.clone()}</th> });
    let heads = heads.collect_view();
    let rows: Vec<AnyView> = sheet.rows.iter().map(|(name, values)| row(name, values)).collect();
    let sum = sheet.sum().map(|(name, values)| view! { <tfoot>{row(name, &values)}</tfoot> });
    let (caption, first) = (sheet.caption, sheet.first);
    view! {
        <ScrollTable label=caption.clone()>
            <table class="cards">
                <caption>{caption}</caption>
                <thead><tr><th scope="col">{first}</th>{heads}</tr></thead>
                <tbody>{rows}</tbody>
                {sum}
            </table>
        </ScrollTable>
    }
    .into_any()
}
