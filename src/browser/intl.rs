//! Numbers as the reader's own language writes them. Links, files and tests never pass through here.

use std::borrow::Cow;
use std::cell::RefCell;

use engine::chart::Currency;
use engine::typed::{Odd, read_typed};
use engine::units::Unit;
use engine::view::Style;
use js_sys::{Array, Function, Intl, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

thread_local! {
    /// One formatter for each set of options: making one costs fifty times what using it does.
    static FORMATS: RefCell<Vec<(Options, Function)>> = const { RefCell::new(Vec::new()) };
    /// The currency in which money is shown, and how much of it one US dollar buys.
    static CURRENCY: RefCell<(String, f64)> = RefCell::new(("USD".to_owned(), 1.0));
}

/// Sets the currency in which money is taken and shown: its ISO code, and how much of it one US dollar buys.
pub fn set_currency(code: &str, per_usd: f64) {
    CURRENCY.with_borrow_mut(|now| {
        // At 1 nobody has typed a rate: another sign before dollars would make wrong amounts of them.
        let (code, per_usd) = if per_usd == 1.0 || code == "USD" { ("USD", 1.0) } else { (code, per_usd) };
        if now.0 != code {
            code.clone_into(&mut now.0);
            FORMATS.with_borrow_mut(|all| all.retain(|(o, _)| !o.dollars));
        }
        now.1 = per_usd;
    });
}

/// How much of the currency shown one US dollar buys; 1 for what is not money.
pub fn rate(unit: Unit) -> f64 {
    if unit.is_money() { CURRENCY.with_borrow(|now| now.1) } else { 1.0 }
}

/// The words behind a number of a unit, in the currency shown.
pub fn symbol(unit: Unit) -> Cow<'static, str> {
    match unit.symbol().strip_prefix("USD") {
        Some(rest) => format!("{}{rest}", code()).into(),
        None => unit.symbol().into(),
    }
}

/// The number a person's text stands for in a unit, as the engine holds it, read with the signs of the reader's own
/// language; whether that needs to be shown, or what about the text contradicts the unit. Nothing for what is no number.
pub fn read(text: &str, unit: Unit) -> Option<Result<(f64, bool), Odd>> {
    let half = written(0.5, Options { dollars: false, percent: false, short: false, digits: 0, least: 1, most: 1 });
    let decimal = if half.contains([',', '\u{66b}']) { ',' } else { '.' };
    let found = read_typed(text, decimal)?.in_unit(unit, &code());
    Some(found.map(|(value, said)| (value / rate(unit), said)))
}

/// The same where a text that contradicts the unit is as good as none.
pub fn read_in(text: &str, unit: Unit) -> Option<f64> {
    read(text, unit)?.ok().map(|(value, _)| value)
}

/// The currency shown.
pub fn currency() -> Currency {
    CURRENCY.with_borrow(|now| Currency { code: now.0.clone(), per_usd: now.1 })
}

/// Code of the currency shown.
pub fn code() -> String {
    CURRENCY.with_borrow(|now| now.0.clone())
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Options {
    dollars: bool,
    percent: bool,
    short: bool,
    /// How many digits at most; 0 where decimals are counted.
    digits: u32,
    least: u32,
    most: u32,
}

/// A figure as a person reads it.
pub fn figure(value: f64, style: Style) -> String {
    let plain = Options { dollars: false, percent: false, short: false, digits: 0, least: 0, most: 0 };
    let options = match style {
        Style::UsdPerHour => Options { dollars: true, least: 2, most: 2, ..plain },
        Style::UsdExact => Options { dollars: true, least: 6, most: 6, ..plain },
        Style::UsdFine => Options { dollars: true, least: 4, most: 4, ..plain },
        Style::Usd => Options { dollars: true, ..plain },
        Style::UsdShort => Options { dollars: true, short: true, digits: 3, ..plain },
        Style::PercentFine if value.abs() < 10.0 => Options { percent: true, least: 1, most: 1, ..plain },
        Style::Percent | Style::PercentFine => Options { percent: true, ..plain },
        Style::Count => plain,
        Style::Months => {
            let text = written(value, Options { least: 1, most: 1, ..plain });
            return format!("{text} months");
        }
        Style::Exact => Options { digits: 9, ..plain },
    };
    written(value, options)
}

/// A number of an input as it stands in its field: in the unit a person types, without the unit's sign.
pub fn typed(value: f64, unit: Unit) -> String {
    let rate = rate(unit);
    let shown = value * unit.shown_factor() * rate;
    // The factor of a percent, or of another currency, can leave dust in the last digits.
    let parts = if shown.abs() < 1_000.0 { 1e9 } else { 1e5 };
    let shown = if unit.is_percent() || rate != 1.0 { (shown * parts).round() / parts } else { shown };
    written(shown, Options { dollars: false, percent: false, short: false, digits: 0, least: 0, most: 9 })
}

/// The same with its unit.
pub fn with_unit(value: f64, unit: Unit) -> String {
    format!("{} {}", typed(value, unit), symbol(unit)).trim_end().to_owned()
}

/// A number that follows from others, as it stands in a field: two decimals are what a person can use, none of a large one.
pub fn typed_short(value: f64, unit: Unit) -> String {
    let shown = value * unit.shown_factor() * rate(unit);
    let most = if shown.abs() < 10_000.0 { 2 } else { 0 };
    written(shown, Options { dollars: false, percent: false, short: false, digits: 0, least: 0, most })
}

fn written(value: f64, options: Options) -> String {
    let value = if options.dollars { value * rate(Unit::Usd) } else { value };
    FORMATS.with_borrow_mut(|formats| {
        let kept = formats.iter().find(|(o, _)| *o == options).map(|(_, f)| f.clone());
        let format = kept.or_else(|| {
            let made = formatter(options)?;
            formats.push((options, made.clone()));
            Some(made)
        });
        let text =
            format.and_then(|f| f.call1(&JsValue::NULL, &JsValue::from_f64(value)).ok()).and_then(|t| t.as_string());
        text.unwrap_or_else(|| engine::number::write(value))
    })
}

fn formatter(options: Options) -> Option<Function> {
    let object = Object::new();
    let set = |key: &str, value: JsValue| Reflect::set(&object, &JsValue::from_str(key), &value).is_ok();
    if options.short {
        set("notation", JsValue::from_str("compact"));
    }
    if options.digits > 0 {
        set("maximumSignificantDigits", JsValue::from(options.digits));
    } else {
        set("minimumFractionDigits", JsValue::from(options.least));
        set("maximumFractionDigits", JsValue::from(options.most));
    }
    set("signDisplay", JsValue::from_str("negative"));
    if options.dollars {
        set("style", JsValue::from_str("currency"));
        set("currency", JsValue::from_str(&code()));
        set("currencyDisplay", JsValue::from_str("narrowSymbol"));
    }
    if options.percent {
        set("style", JsValue::from_str("percent"));
    }
    // Unusual locales of a browser make the constructor throw: English then.
    let made = Reflect::get(&js_sys::global(), &JsValue::from_str("Intl"))
        .and_then(|intl| Reflect::get(&intl, &JsValue::from_str("NumberFormat")))
        .and_then(|class| class.dyn_into::<Function>().map_err(|_| JsValue::NULL))
        .and_then(|class| Reflect::construct(&class, &Array::of2(&JsValue::UNDEFINED, &object)))
        .ok()
        .and_then(|format| format.dyn_into::<Intl::NumberFormat>().ok())
        .unwrap_or_else(|| Intl::NumberFormat::new(&Array::of1(&JsValue::from_str("en-US")), &object));
    Reflect::get(&made, &JsValue::from_str("format")).ok()?.dyn_into().ok()
}
