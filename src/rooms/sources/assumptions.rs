//! Every relevant input with its value and source: the basis of an answer, also in print.

use engine::inputs::field::{DefaultValue, Field, Kind};
use engine::inputs::provenance::{Provenance, provenance};
use engine::inputs::value::Value;
use engine::inputs::{FIELDS, GROUPS, Scenario};
use engine::plans::setting::are_sizes_searched;
use engine::units::Unit;
use engine::view::phrases::assumptions;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::table::ScrollTable;
use crate::components::{Disclosure, External, FieldLink, Fixed};
use crate::navigation::ASSUMPTIONS_FOLD;
use crate::rooms::sources::strings::assumptions as strings;
use crate::state::{Fold, Prices, ScenarioStore};

/// The section.
#[component]
pub fn AssumptionsSection() -> impl IntoView {
    view! {
        <section class="assumptions" id="assumptions" aria-labelledby="assumptions-heading">
            <h2 id="assumptions-heading">{strings::TITLE}</h2>
            <Disclosure
                fold=Fold::Named(ASSUMPTIONS_FOLD)
                class="chain"
                printed=true
                title=|| view! { <span>{strings::ALL_RELEVANT_INPUTS}</span> }
            >
                <AssumptionsTable/>
            </Disclosure>
        </section>
    }
}

#[component]
fn AssumptionsTable() -> impl IntoView {
    let (scenario, prices, locale) = (ScenarioStore::expect(), Prices::expect(), Locale::expect());
    let published = prices.published();
    let body = move || {
        let document = scenario.document();
        let now = &document.scenario;
        let mut rows: Vec<AnyView> = Vec::new();
        for group in GROUPS {
            let fields = FIELDS.iter().filter(|f| f.group == *group && (f.is_relevant)(now) && !is_found(f, now));
            let mut fields = fields.peekable();
            if fields.peek().is_some() {
                rows.push(
                    view! { <tr><th class="group-head" scope="colgroup" colspan="3">{group.label}</th></tr> }
                        .into_any(),
                );
            }
            rows.extend(fields.map(|field| {
                let value = match field.kind {
                    Kind::Gpu => prices.gpu_name(&now.work.gpu),
                    _ => field.in_words(now, &|value, unit| locale.with_unit(value, unit)),
                };
                let from = provenance(field, now, &published, &document.edition);
                let is_empty = matches!(field.get(now), Value::List(rows) if rows.is_empty());
                view! {
                    <tr class:on-screen=is_empty>
                        <th scope="row"><FieldLink row=field.id label=field.label/></th>
                        <td><Fixed text=value/></td>
                        {origin(prices, locale, field, &from)}
                    </tr>
                }
                .into_any()
            }));
        }
        rows
    };
    view! {
        <ScrollTable label="Assumptions">
            <table>
                <caption>{strings::OMITTED}</caption>
                <thead>
                    <tr>
                        <th scope="col">{strings::INPUT}</th>
                        <th scope="col">{strings::VALUE}</th>
                        <th scope="col">{strings::SOURCE}</th>
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}

/// Whether a row holds a number of GPUs in whose place another one is found.
fn is_found(row: &Field, scenario: &Scenario) -> bool {
    row.id == "own.gpus" && are_sizes_searched(scenario) && !scenario.work.workloads.is_empty()
}

/// The source of a value.
fn origin(prices: Prices, locale: Locale, field: &Field, from: &Provenance) -> AnyView {
    let book = prices.published();
    match from {
        Provenance::Default => of_default(&field.default_in(&book)),
        Provenance::Earlier(default) => of_default(default),
        Provenance::Machine { id } => match book.hardware(id).and_then(|h| Some((h, book.source(&h.source)?))) {
            Some((machine, source)) => {
                let (url, label) = (source.url.clone(), source.title.clone());
                let dated = format!(" ({})", machine.as_of);
                view! { <td><External url label/>{dated}</td> }.into_any()
            }
            None => view! { <td></td> }.into_any(),
        },
        Provenance::Bill(billed) if billed.assumed.is_empty() => view! { <td>{strings::FROM_THE_BILL}</td> }.into_any(),
        Provenance::Bill(billed) => {
            view! { <td>{strings::computed_from(&assumptions(&billed.assumed))}</td> }.into_any()
        }
        Provenance::Given(None) => view! { <td><strong>{strings::YOUR_VALUE}</strong></td> }.into_any(),
        Provenance::Given(Some((low, high))) => {
            let unit = field.unit().unwrap_or(Unit::Ratio);
            let [low, high] = [low, high].map(|end| locale.with_unit(*end, unit));
            view! { <td><strong>{strings::your_value_between(&low, &high)}</strong></td> }.into_any()
        }
    }
}

/// The source of a default.
fn of_default(default: &DefaultValue) -> AnyView {
    let dated = if default.as_of.is_empty() { String::new() } else { format!(" ({})", default.as_of) };
    match (default.assumed, default.url.is_empty()) {
        (true, _) => view! { <td>{strings::assumption(&default.source)}</td> }.into_any(),
        // On paper its reason is left out.
        (false, true) => view! { <td class="on-screen">{strings::default(&default.source)}</td> }.into_any(),
        (false, false) => {
            let (url, label) = (default.url.clone(), default.source.clone());
            view! { <td><External url label/>{dated}</td> }.into_any()
        }
    }
}
