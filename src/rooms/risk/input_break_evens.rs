//! The break-even of every input: at which value of each the winner changes, how near that is, and who would know.

use engine::analysis::input_break_evens::InputBreakEven;
use engine::inputs::field;
use engine::inputs::field::Field;
use engine::view::Style;
use engine::view::knowledge::who_knows;
use leptos::prelude::*;
use protocol::{Outcome, Task};

use crate::browser::locale::Locale;
use crate::components::goal_seek::with_unit;
use crate::components::job_panel::JobPanel;
use crate::components::table::ScrollTable;
use crate::components::{FieldLink, Figure, Fixed, words};
use crate::rooms::risk::strings::input_break_evens as strings;

/// The section.
#[component]
pub fn InputBreakEvensSection() -> impl IntoView {
    view! {
        <section class="break-evens" id="break-evens" aria-labelledby="break-evens-heading" data-view="break-evens">
            <h2 id="break-evens-heading">{strings::TITLE}</h2>
            <p class="small">{strings::EXPLANATION}</p>
            <JobPanel task=Task::InputBreakEvens title=strings::TITLE start=strings::FIND result/>
        </section>
    }
    .into_any()
}

/// A result with its row of the table.
type Row<'r> = (&'r InputBreakEven, &'static Field);

fn result(outcome: &Outcome) -> AnyView {
    let Outcome::InputBreakEvens(found) = outcome else { return ().into_any() };
    let with_rows = || found.iter().filter_map(|one| Some((one, field(&one.field)?)));
    let (changing, never): (Vec<Row>, Vec<Row>) = with_rows().partition(|(one, _)| one.value.is_some());
    let none = changing.is_empty().then(|| view! { <p>{strings::NO_INPUT_CHANGES_THE_WINNER}</p> });
    let rows: Vec<AnyView> = changing.iter().map(|(one, row)| table_row(one, row)).collect();
    let table = (!rows.is_empty()).then(|| {
        let numbers = [strings::NOW, strings::BREAK_EVEN, strings::DISTANCE, strings::SHARE_OF_RANGE];
        view! {
            <ScrollTable label=strings::TITLE>
                <table class="cards">
                    <thead>
                        <tr>
                            <th scope="col">{strings::INPUT}</th>
                            {numbers.map(|label| view! { <th class="number" scope="col">{label}</th> })}
                            <th scope="col">{strings::WHO_WOULD_KNOW}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </ScrollTable>
        }
    });
    let never = (!never.is_empty()).then(|| {
        let links = never.iter().map(|(_, row)| view! { <li><FieldLink row=row.id label=row.label/></li> }.into_any());
        view! {
            <p class="small">{strings::NONE_CHANGES_THE_WINNER}</p>
            <ul class="small inline" data-view="never-changes">{links.collect::<Vec<AnyView>>()}</ul>
        }
    });
    view! { {none} {table} {never} }.into_any()
}

fn table_row(one: &InputBreakEven, row: &'static Field) -> AnyView {
    let locale = Locale::expect();
    let written = |value: f64| with_unit(locale, row, value);
    let distance = one.distance().unwrap_or(0.0);
    let sign = if distance < 0.0 { "" } else { "+" };
    let range = match one.share_of_range() {
        Some(share) if share <= 1.0 => view! { <Figure value=share style=Style::Percent/> }.into_any(),
        Some(_) => words(strings::OUTSIDE_RANGE),
        None if one.range.is_some() => words(strings::OUTSIDE_RANGE),
        None => words(strings::NO_RANGE),
    };
    let others = (!one.others.is_empty()).then(|| {
        let values: Vec<String> = one.others.iter().map(|value| written(*value)).collect();
        view! { <span class="why" prop:textContent=strings::also_at(&values.join(", "))></span> }
    });
    view! {
        <tr data-break-even=row.id data-within=one.is_within_range().to_string()>
            <th scope="row">
                <FieldLink row=row.id label=row.label/>
                <span class="why">{row.group.label}</span>
            </th>
            <td class="number" data-label=strings::NOW><Fixed text=written(one.now)/></td>
            <td class="number" data-label=strings::BREAK_EVEN>
                <Fixed text=one.value.map_or_else(String::new, written)/>
                {others}
            </td>
            <td class="number" data-label=strings::DISTANCE><Fixed text=format!("{sign}{}", written(distance))/></td>
            <td class="number" data-label=strings::SHARE_OF_RANGE>{range}</td>
            <td data-label=strings::WHO_WOULD_KNOW>{who_knows(row)}</td>
        </tr>
    }
    .into_any()
}
