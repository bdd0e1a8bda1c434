//! Where the cost comes from, line by line, and how it is computed.

use std::sync::Arc;

use engine::report::Line;
use engine::scenario::field;
use engine::view::Style;
use engine::view::answer::offer_name;
use leptos::prelude::*;

use super::field_input::{focus, input_id};
use super::pieces::figure;
use crate::state::{AppState, BOOK, Shown};

/// Lines of owning beside those of the cheapest offer; each opens into its formula and inputs.
#[component]
pub fn Costs() -> impl IntoView {
    let state = expect_context::<AppState>();
    view! {
        <section class="costs" aria-labelledby="costs-heading" data-figures="">
            <h2 id="costs-heading">"Where the cost comes from"</h2>
            {move || state.shown.get().map(|shown| both(&shown))}
        </section>
    }
    .into_any()
}

fn both(shown: &Arc<Shown>) -> AnyView {
    let report = &shown.report;
    let own = &report.own;
    let rent = report
        .cheapest()
        .map(|offer| lines(offer_name(offer), &offer.lines, offer.usd_per_year, offer.usd_per_productive_gpu_hour));
    view! {
        <div class="sides">
            {lines("Own".to_owned(), &own.lines, own.usd_per_year, own.usd_per_productive_gpu_hour)}
            {rent}
        </div>
        <details class="chain">
            <summary>"From calendar hours to productive hours"</summary>
            {chain(shown)}
        </details>
        <details class="chain">
            <summary>"Fixed and variable cost of owning"</summary>
            <p>"One owned GPU costs "{figure(own.fixed_usd_per_gpu_year, Style::Usd)}" a year whatever it does, and "
            {exact(own.variable_usd_per_busy_gpu_hour)}" for each hour a job holds it. Cost per productive GPU-hour = fixed ÷ (8,760 × utilization) + variable ÷ (efficiency × goodput)."</p>
            <p>"Paid at the start: "{figure(own.upfront_usd, Style::Usd)}". With capital in a straight line, without interest, owning costs "
            {own.simple_usd_per_productive_gpu_hour.map(|v| figure(v, Style::UsdPerHour))}" per productive GPU-hour."</p>
        </details>
    }
    .into_any()
}

/// A figure with all the digits a person can check with.
fn exact(value: f64) -> AnyView {
    view! { <span class="figure" translate="no" data-value=engine::number::write(value)>{format!("${value:.6}")}</span> }.into_any()
}

fn lines(title: String, lines: &[Line], total: f64, per_hour: Option<f64>) -> AnyView {
    let (zero, counted): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|l| l.usd_per_year == 0.0);
    let zeros = zero.iter().map(|l| l.label).collect::<Vec<_>>().join(", ");
    view! {
        <div class="side">
            <h3>{title}</h3>
            <table>
                <thead><tr><th scope="col">"Line"</th><th scope="col" class="number">"A year"</th><th scope="col" class="number">"A productive GPU-hour"</th></tr></thead>
                <tbody>{counted.into_iter().map(line).collect_view()}</tbody>
                <tfoot><tr>
                    <th scope="row">"Total"</th>
                    <td class="number">{figure(total, Style::Usd)}</td>
                    <td class="number">{per_hour.map(exact)}</td>
                </tr></tfoot>
            </table>
            <p class="zeros">{(!zeros.is_empty()).then(|| format!("Left at zero: {zeros}."))}</p>
        </div>
    }
    .into_any()
}

fn line(line: &Line) -> AnyView {
    let inputs = line
        .inputs
        .iter()
        .filter_map(|id| field(id))
        .map(|f| {
            let value = input_text(f);
            view! { <li><a href=format!("#{}", input_id(f.id)) on:click=move |e| { e.prevent_default(); focus(f.id); }>{f.label}</a>": "<span translate="no">{value}</span></li> }
        })
        .collect_view();
    view! {
        <tr>
            <th scope="row">
                <details>
                    <summary>{line.label}</summary>
                    <p class="formula">{line.formula}</p>
                    <ul class="terms">{inputs}</ul>
                </details>
            </th>
            <td class="number">{figure(line.usd_per_year, Style::Usd)}</td>
            <td class="number">{line.usd_per_productive_gpu_hour.map(exact)}</td>
        </tr>
    }
    .into_any()
}

/// The present value of a row in words.
fn input_text(row: &'static engine::scenario::field::Field) -> String {
    use engine::scenario::value::Value;
    let state = expect_context::<AppState>();
    let value = state.document.with_untracked(|d| (row.get)(&d.scenario));
    match (value, row.unit()) {
        (Value::Number(amount), Some(unit)) => {
            format!("{} {}", crate::browser::intl::typed(amount.value, unit), unit.symbol())
        }
        (Value::Choice(id), _) => id.into_owned(),
        (Value::Switch(on), _) => if on { "yes" } else { "no" }.to_owned(),
        (Value::List(rows), _) => format!("{} rows", rows.len()),
        (Value::Text(text), _) => text,
        (Value::Number(_), None) => String::new(),
    }
}

fn chain(shown: &Arc<Shown>) -> AnyView {
    let h = &shown.report.hours;
    let steps: [(&str, f64, Option<(f64, &str)>); 4] = [
        ("Calendar: GPUs × 8,760 h", h.calendar_gpu_hours, None),
        ("Available", h.available_gpu_hours, Some((h.availability, "availability"))),
        ("Busy: a job holds the GPU", h.busy_gpu_hours, Some((h.occupancy, "occupancy"))),
        (
            "Productive: work that is kept",
            h.productive_gpu_hours,
            Some((h.workload_efficiency * h.goodput, "efficiency × goodput")),
        ),
    ];
    let rows = steps
        .into_iter()
        .map(|(label, hours, factor)| {
            view! {
                <tr>
                    <th scope="row">{label}</th>
                    <td class="number">{factor.map(|(share, name)| view! { "× "{figure(share, Style::PercentFine)}" "{name} })}</td>
                    <td class="number">{figure(hours, Style::Count)}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <table>
            <thead><tr><th scope="col">"GPU-hours a year"</th><th scope="col" class="number">"Factor"</th><th scope="col" class="number">"Hours"</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
        <p>"Busy share "{figure(h.busy_share, Style::PercentFine)}", utilization "{figure(h.utilization, Style::PercentFine)}"; they can be busy at most "{figure(h.ceiling_busy_share, Style::PercentFine)}"."</p>
    }
    .into_any()
}

/// How it is computed, what is left out, which prices.
#[component]
pub fn Method() -> impl IntoView {
    let state = expect_context::<AppState>();
    let edition = move || {
        state
            .document
            .with(|d| BOOK.edition(&d.edition).map_or_else(|| d.edition.clone(), |e| format!("{} ({})", e.title, e.id)))
    };
    let left_out =
        move || state.shown.get().map(|s| s.report.not_modelled.iter().map(|l| view! { <li>{*l}</li> }).collect_view());
    let warnings = move || {
        state
            .shown
            .get()
            .map(|s| s.report.warnings.iter().map(|w| view! { <li>{w.message.clone()}</li> }).collect_view())
    };
    view! {
        <section class="method" id="method" aria-labelledby="method-heading">
            <h2 id="method-heading">"Method"</h2>
            <p>"A year has 8,760 hours, a month 730. The work is the same for every plan: more GPUs make each less busy, never the work larger. A productive GPU-hour is an hour whose work is kept. Capital is charged over its life, less what the machines still fetch; rented hours are billed as each offer bills them, and the answer names how."</p>
            <h3>"Worth a second look"</h3>
            <ul class="warnings">{warnings}</ul>
            <h3>"Not modelled yet"</h3>
            <ul>{left_out}</ul>
            <p class="edition">"Prices: "<span translate="no">{edition}</span>". Rental prices partly from gpurentalprices.com and Epoch AI, both CC BY 4.0; each price names its source. Rack or Rent "<span translate="no">{env!("CARGO_PKG_VERSION")}</span>"."</p>
        </section>
    }
    .into_any()
}
