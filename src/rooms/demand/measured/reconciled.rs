//! The model beside the invoices of the same months.

use std::sync::Arc;

use engine::analysis::reconcile::{ReconciledMonth, reconcile_scenario};
use engine::view::measured::{MeasuredView, bills};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::sentence_views;
use crate::components::table::SheetTable;
use crate::rooms::demand::strings::measured as strings;
use crate::state::{EvaluationContext, MeasuredFiles, Prices};

/// The table, and the month in which the scenario starts; nothing without a bill in US dollars.
#[component]
pub fn Reconciled(found: Arc<MeasuredView>) -> impl IntoView {
    let (evaluation, prices) = (EvaluationContext::expect(), Prices::expect());
    let (locale, measured) = (Locale::expect(), MeasuredFiles::expect());
    let bill = found.bill.clone().filter(|bill| !bill.months.is_empty())?;
    let names: Vec<String> = bill.months.iter().map(|month| month.name.clone()).collect();
    let first = RwSignal::new(names.first().cloned().unwrap_or_default());
    let months = Memo::new(move |_| -> Vec<ReconciledMonth> {
        let Some(shown) = evaluation.shown() else { return Vec::new() };
        let Some(offer) = shown.report.cheapest() else { return Vec::new() };
        reconcile_scenario(&shown.document, &prices.book(), offer.id.as_str(), &bill, &first.get())
    });
    let options = names.into_iter().map(|name| view! { <option value=name.clone()>{name.clone()}</option> });
    Some(
        view! {
            <div data-view="reconciled">
                <h3>{strings::MODEL_AND_BILL}</h3>
                <p class="small">
                    <label>
                        {strings::SCENARIO_STARTS_IN} " "
                        <select data-action="first-month" on:change:target=move |ev| first.set(ev.target().value())>
                            {options.collect_view()}
                        </select>
                    </label>
                </p>
                <p>{move || sentence_views(&bills::beside(&months.get()), false)}</p>
                {move || {
                    let _ = (locale.currency(), measured.view());
                    let sheet = bills::reconciled(&months.get());
                    (!sheet.rows.is_empty()).then(|| view! { <SheetTable sheet/> })
                }}
            </div>
        }
        .into_any(),
    )
}
