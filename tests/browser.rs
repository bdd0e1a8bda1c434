//! Glue code that needs a browser: storage, URL, number formats, and the JavaScript function.
#![cfg(target_arch = "wasm32")]

use engine::codec::collection::Kept;
use engine::codec::{Document, file};
use engine::prices::PriceBook;
use engine::units::Unit;
use leptos::prelude::*;
use rack_or_rent::browser::locale::Locale;
use rack_or_rent::browser::storage;
use rack_or_rent::browser::{address, clock};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn kept(id: &str) -> Kept {
    Kept {
        id: id.to_owned(),
        name: format!("Case {id}"),
        file: file::write(&Document::typical(&PriceBook::embedded())),
    }
}

#[wasm_bindgen_test]
fn a_kept_scenario_comes_back_and_can_be_removed() {
    let one = kept("test-one");
    assert!(storage::works());
    assert!(storage::keep(&one, true));
    assert!(storage::list().kept.contains(&one));
    storage::put(&storage::key_of(&one.id), None);
    assert!(!storage::list().kept.contains(&one));
}

/// Any page of the same origin can write there.
#[wasm_bindgen_test]
fn a_kept_name_that_turns_text_around_is_shown_without_that() {
    let raw = web_sys::window().and_then(|w| w.local_storage().ok().flatten()).expect("storage");
    let key = storage::key_of("test-hidden");
    raw.set_item(&key, "{\"name\":\"\u{202e}gnp.exe\\u0000\\u2028\",\"file\":\"{}\"}").expect("a write");
    assert_eq!(storage::kept("test-hidden").map(|k| k.name).as_deref(), Some("gnp.exe"));
    raw.set_item(&key, "{\"name\":\"\u{200b}\",\"file\":\"{}\"}").expect("a write");
    assert_eq!(storage::kept("test-hidden").map(|k| k.name).as_deref(), Some("Untitled"));
    raw.remove_item(&key).expect("removal");
}

#[wasm_bindgen_test]
fn rubbish_in_storage_is_counted_and_left() {
    let raw = web_sys::window().and_then(|w| w.local_storage().ok().flatten()).expect("storage");
    let key = "rack-or-rent/v1/scenario/test-rubbish";
    raw.set_item(key, "{\"name\":").expect("a write");
    let found = storage::list();
    assert!(!found.unreadable.is_empty());
    assert!(found.kept.iter().all(|k| k.id != "test-rubbish"));
    assert_eq!(raw.get_item(key).ok().flatten().as_deref(), Some("{\"name\":"));
    assert_ne!(storage::fresh_id("test rubbish"), "test-rubbish");
    raw.remove_item(key).expect("removal");
}

#[wasm_bindgen_test]
fn figures_in_fields_read_back_to_the_same_value() {
    let owner = Owner::new();
    let locale = owner.with(|| Locale::new(Memo::new(|_| ("USD".to_owned(), 1.0))));
    for (value, unit) in [
        (0.925, Unit::Share),
        (296_644.0, Unit::UsdPerNode),
        (0.0826, Unit::UsdPerKwh),
        (37_376.0, Unit::GpuHoursPerMonth),
        (0.07, Unit::Share),
    ] {
        let text = locale.typed(value, unit);
        let back = locale.read_in(&text, unit);
        assert_eq!(back, Some(value), "{text}");
    }
}

#[wasm_bindgen_test]
fn the_address_follows_the_link_behind_the_hash() {
    assert!(address::replace("v=1&n=8&end=1"));
    assert_eq!(address::read().fragment, "v=1&n=8&end=1");
    assert!(!address::page().contains('#'));
    assert!(address::clear());
    assert_eq!(address::read().fragment, "");
}

#[wasm_bindgen_test]
fn ages_count_from_the_day_of_the_price() {
    assert!(clock::days_since("2020-01-01").is_some_and(|d| d > 2_000));
    assert_eq!(clock::days_since("2090-01-01"), Some(0));
    assert_eq!(clock::days_since("yesterday"), None);
}

#[wasm_bindgen_test]
fn the_javascript_function_answers_in_plain_objects() {
    let preset = engine::inputs::presets::preset("reference-case").expect("the reference case");
    let scenario = js_sys::JSON::parse(preset.text()).expect("a preset is JSON");
    let outcome = api::evaluate(&scenario, &wasm_bindgen::JsValue::UNDEFINED);
    let text = String::from(js_sys::JSON::stringify(&outcome).expect("plain objects"));
    let outcome: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(outcome["ok"], true);
    // Reference case of the model page, section 12.
    let own = outcome["report"]["own"]["usd_per_productive_gpu_hour"].as_f64();
    assert!(own.is_some_and(|v| (v - 3.553_972).abs() < 5e-7), "{own:?}");
    let wrong = api::evaluate(&wasm_bindgen::JsValue::from_str("not a scenario"), &wasm_bindgen::JsValue::NULL);
    let ok = js_sys::Reflect::get(&wrong, &wasm_bindgen::JsValue::from_str("ok")).expect("an object");
    assert_eq!(ok.as_bool(), Some(false));
}
