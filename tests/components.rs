//! Fields and charts mounted individually and used as a person would: typing, leaving, undoing, keys.
#![cfg(target_arch = "wasm32")]

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use engine::inputs::field;
use engine::inputs::value::Value;
use engine::view::exportable::PlotId;
use leptos::mount::mount_to;
use leptos::prelude::*;
use rack_or_rent::components::PlotOf;
use rack_or_rent::form::FieldRow;
use rack_or_rent::form::row::FormRow;
use rack_or_rent::state::{Edit, Workspace};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Event, EventInit, HtmlElement, HtmlInputElement, KeyboardEvent, KeyboardEventInit};

wasm_bindgen_test_configure!(run_in_browser);

/// A mounted component, removed on drop.
struct Mounted {
    workspace: Workspace,
    place: HtmlElement,
    _handle: Box<dyn std::any::Any>,
}

fn mounted<V: IntoView + 'static>(view: impl FnOnce() -> V + 'static) -> Mounted {
    let document = web_sys::window().and_then(|w| w.document()).expect("a document");
    let place: HtmlElement = document.create_element("div").expect("an element").unchecked_into();
    document.body().expect("a body").append_child(&place).expect("room");
    let opened = Rc::new(Cell::new(None));
    let heard = Rc::clone(&opened);
    let handle = mount_to(place.clone(), move || {
        heard.set(Some(Workspace::provide()));
        view()
    });
    Mounted { workspace: opened.get().expect("a workspace"), place, _handle: Box::new(handle) }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        self.place.remove();
    }
}

impl Mounted {
    fn one<T: JsCast>(&self, css: &str) -> T {
        let found = self.place.query_selector(css).expect("a selector").unwrap_or_else(|| panic!("no {css}"));
        found.unchecked_into()
    }

    fn text(&self, css: &str) -> String {
        self.one::<HtmlElement>(css).text_content().unwrap_or_default()
    }

    fn number(&self, id: &str) -> f64 {
        let row = field(id).expect("a row");
        row.get(&self.workspace.scenario.document_untracked().scenario).number().expect("a number")
    }
}

async fn wait(milliseconds: u64) {
    let waiting = js_sys::Promise::new(&mut |done, _| {
        set_timeout(
            move || {
                let _ = done.call0(&JsValue::UNDEFINED);
            },
            Duration::from_millis(milliseconds),
        );
    });
    let _ = JsFuture::from(waiting).await;
}

/// Waits until a condition holds; at most a minute.
async fn until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..3_000 {
        if is_so() {
            return;
        }
        wait(20).await;
    }
    panic!("not within a minute: {what}");
}

fn fire(element: &web_sys::EventTarget, kind: &str) {
    let init = EventInit::new();
    init.set_bubbles(true);
    let event = Event::new_with_event_init_dict(kind, &init).expect("an event");
    let _ = element.dispatch_event(&event);
}

fn type_in(input: &HtmlInputElement, text: &str) {
    input.focus().expect("focus");
    input.set_value(text);
    fire(input, "input");
}

fn row(id: &str) -> FormRow {
    FormRow::named(id).expect("a row")
}

#[wasm_bindgen_test]
async fn a_number_counts_as_it_is_typed_and_is_formatted_once_the_focus_leaves() {
    let page = mounted(|| view! { <FieldRow row=row("own.gpus")/> });
    let input: HtmlInputElement = page.one("input");
    type_in(&input, "1200");
    assert_eq!(page.number("own.gpus"), 1_200.0);
    assert_eq!(input.value(), "1200");
    input.blur().expect("blur");
    until("it is formatted", || input.value() == "1,200").await;
}

#[wasm_bindgen_test]
async fn nonsense_keeps_its_text_says_what_is_allowed_and_takes_the_row_back_to_its_last_valid_value() {
    let page = mounted(|| view! { <FieldRow row=row("own.gpus")/> });
    let before = page.number("own.gpus");
    let input: HtmlInputElement = page.one("input");
    type_in(&input, "12");
    assert_eq!(page.number("own.gpus"), 12.0);
    type_in(&input, "12 many");
    until("it is said", || !page.one::<HtmlElement>("[data-error]").has_attribute("hidden")).await;
    assert_eq!(page.number("own.gpus"), before, "a partly typed number must not count");
    assert_eq!(input.value(), "12 many");
    assert_eq!(input.get_attribute("aria-invalid").as_deref(), Some("true"));
    let error = page.text("[data-error]");
    assert!(error.contains("GPUs") && error.contains("between"), "{error}");
    page.workspace.undo();
    until("undo takes the text back", || !input.has_attribute("aria-invalid")).await;
}

#[wasm_bindgen_test]
async fn focus_caret_and_element_survive_whatever_changes_around_a_field() {
    let page = mounted(|| view! { <FieldRow row=row("own.node_price_usd")/><FieldRow row=row("own.gpus")/> });
    let input: HtmlInputElement = page.one("[data-field='own.node_price_usd']");
    type_in(&input, "312345");
    wait(30).await; // the typed text is rendered; then the caret is set, as by a person
    input.set_selection_range(2, 2).expect("a caret");
    let gpus = field("own.gpus").expect("a row");
    for number in [8.0, 16.0, 640.0] {
        page.workspace.scenario.set_number(Edit::Step, gpus, number);
        wait(30).await;
    }
    let active = web_sys::window().and_then(|w| w.document()).and_then(|d| d.active_element());
    assert!(active.is_some_and(|e| e.is_same_node(Some(&input))), "the same element is focused");
    assert_eq!((input.value().as_str(), input.selection_start().ok().flatten()), ("312345", Some(2)));
}

#[wasm_bindgen_test]
async fn an_offer_keeps_its_element_while_others_come_and_go() {
    let page = mounted(|| view! { <FieldRow row=row("rent.quotes")/> });
    let add: HtmlElement = page.one("[data-action='add']");
    add.click();
    add.click();
    until("there are two offers", || {
        page.place.query_selector_all("[data-view='offer']").is_ok_and(|all| all.length() == 2)
    })
    .await;
    let name: HtmlInputElement = page.one("[data-view='offer'] input");
    name.set_value("Acme");
    fire(&name, "change");
    let quotes = || match field("rent.quotes").map(|f| f.get(&page.workspace.scenario.document_untracked().scenario)) {
        Some(Value::List(rows)) => rows,
        _ => Vec::new(),
    };
    assert_eq!(quotes().len(), 2);
    name.focus().expect("focus");
    let removes = page.place.query_selector_all("[data-action='remove']").expect("buttons");
    removes.get(1).expect("a button").unchecked_into::<HtmlElement>().click();
    until("one offer is left", || {
        page.place.query_selector_all("[data-view='offer']").is_ok_and(|all| all.length() == 1)
    })
    .await;
    assert_eq!(quotes().len(), 1);
    assert!(name.is_connected() && name.value() == "Acme");
    let price: HtmlInputElement = page.one("[data-view='offer'] input[inputmode='decimal']");
    price.set_value("cheap");
    fire(&price, "change");
    until("it is said", || page.place.query_selector("[data-error]").is_ok_and(|e| e.is_some())).await;
    assert_eq!(price.value(), "cheap", "the text stays");
}

#[wasm_bindgen_test]
async fn arrow_keys_read_a_charts_points_and_escape_leaves() {
    let page = mounted(|| view! { <PlotOf id=PlotId::CostCurve/> });
    let plot: HtmlElement = page.one(".plot");
    let press = |key: &str| {
        let init = KeyboardEventInit::new();
        init.set_key(key);
        init.set_bubbles(true);
        let event = KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).expect("an event");
        let _ = plot.dispatch_event(&event);
    };
    plot.focus().expect("focus");
    press("ArrowRight");
    until("a point is read", || !page.text(".tooltip").is_empty()).await;
    let first = page.text(".tooltip");
    press("End");
    until("the last one is read", || page.text(".tooltip") != first).await;
    assert_eq!(page.workspace.ui.announcement.get_untracked(), page.text(".tooltip"));
    press("Escape");
    until("it leaves", || page.text(".tooltip").is_empty()).await;
}
