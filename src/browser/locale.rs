//! Numbers as the reader's own language writes them, in the scenario's currency. Links, files and tests never pass
//! through here.

use std::cell::RefCell;

use engine::chart::Currency;
use engine::number_entry::{Odd, read_typed};
use engine::units::Unit;
use engine::view::Style;
use js_sys::{Array, Function, Intl, Object, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

/// Writes and reads numbers for people. In context; a reader follows the scenario's currency.
#[derive(Clone, Copy)]
pub struct Locale {
    currency: Memo<(String, f64)>,
}

impl Locale {
    /// Formats for a currency: its ISO code, and how much of it one US dollar buys.
    pub fn new(currency: Memo<(String, f64)>) -> Self {
        Self { currency }
    }

    /// The one in context.
    pub fn expect() -> Self {
        expect_context()
    }

    /// The currency shown. At a rate of 1 the user has not typed a rate yet: amounts stay in dollars.
    pub fn currency(self) -> Currency {
        self.currency.with(|(code, per_usd)| {
            if *per_usd == 1.0 || code == "USD" {
                Currency { code: "USD".to_owned(), per_usd: 1.0 }
            } else {
                Currency { code: code.clone(), per_usd: *per_usd }
            }
        })
    }

    /// ISO code of the currency shown.
    pub fn code(self) -> String {
        self.currency().code
    }

    /// How much of the currency shown one US dollar buys; 1 for what is not money.
    pub fn rate(self, unit: Unit) -> f64 {
        if unit.is_money() { self.currency().per_usd } else { 1.0 }
    }

    /// The words behind a number of a unit, in the currency shown.
    pub fn symbol(self, unit: Unit) -> String {
        match unit.symbol().strip_prefix("USD") {
            Some(rest) => format!("{}{rest}", self.code()),
            None => unit.symbol().to_owned(),
        }
    }

    /// The number a person's text stands for in a unit, as the engine holds it, read with the signs of the reader's own
    /// language, and whether the reading needs to be shown. `None` for what is no number.
    ///
    /// Errors: what about the text contradicts the unit.
    pub fn read(self, text: &str, unit: Unit) -> Option<Result<(f64, bool), Odd>> {
        let half = self.written(0.5, Options { least: 1, most: 1, ..Options::PLAIN });
        let decimal = if half.contains([',', '\u{66b}']) { ',' } else { '.' };
        let found = read_typed(text, decimal)?.in_unit(unit, &self.code());
        Some(found.map(|(value, said)| (value / self.rate(unit), said)))
    }

    /// The same where a text that contradicts the unit is as good as none.
    pub fn read_in(self, text: &str, unit: Unit) -> Option<f64> {
        self.read(text, unit)?.ok().map(|(value, _)| value)
    }

    /// A figure as a person reads it.
    pub fn figure(self, value: f64, style: Style) -> String {
        let plain = Options::PLAIN;
        let options = match style {
            Style::UsdPerHour => Options { money: true, least: 2, most: 2, ..plain },
            Style::UsdExact => Options { money: true, least: 6, most: 6, ..plain },
            Style::UsdFine => Options { money: true, least: 4, most: 4, ..plain },
            Style::Usd => Options { money: true, ..plain },
            Style::UsdShort => Options { money: true, short: true, digits: 3, ..plain },
            Style::PercentFine if value.abs() < 10.0 => Options { percent: true, least: 1, most: 1, ..plain },
            Style::Percent | Style::PercentFine => Options { percent: true, ..plain },
            Style::Count => plain,
            Style::Months => {
                let text = self.written(value, Options { least: 1, most: 1, ..plain });
                return format!("{text} months");
            }
            Style::Exact => Options { digits: 9, ..plain },
        };
        self.written(value, options)
    }

    /// A number of an input as it stands in its field: in the unit a person types, without the unit's sign.
    pub fn typed(self, value: f64, unit: Unit) -> String {
        let rate = self.rate(unit);
        let shown = value * unit.shown_factor() * rate;
        // The factor of a percent, or of another currency, can leave dust in the last digits.
        let parts = if shown.abs() < 1_000.0 { 1e9 } else { 1e5 };
        let shown = if unit.is_percent() || rate != 1.0 { (shown * parts).round() / parts } else { shown };
        self.written(shown, Options { most: 9, ..Options::PLAIN })
    }

    /// The same with its unit.
    pub fn with_unit(self, value: f64, unit: Unit) -> String {
        format!("{} {}", self.typed(value, unit), self.symbol(unit)).trim_end().to_owned()
    }

    /// A number that follows from others, as it stands in a field: two decimals, or none for a large number.
    pub fn typed_short(self, value: f64, unit: Unit) -> String {
        let shown = value * unit.shown_factor() * self.rate(unit);
        let most = if shown.abs() < 10_000.0 { 2 } else { 0 };
        self.written(shown, Options { most, ..Options::PLAIN })
    }

    /// The same with its unit.
    pub fn short_with_unit(self, value: f64, unit: Unit) -> String {
        format!("{} {}", self.typed_short(value, unit), self.symbol(unit)).trim_end().to_owned()
    }

    fn written(self, value: f64, options: Options) -> String {
        let currency = self.currency();
        let value = if options.money { value * currency.per_usd } else { value };
        let key = if options.money { currency.code } else { String::new() };
        FORMATS.with_borrow_mut(|formats| {
            let kept = formats.iter().find(|(o, code, _)| *o == options && *code == key).map(|(.., f)| f.clone());
            let format = kept.or_else(|| {
                let made = formatter(options, &key)?;
                formats.push((options, key.clone(), made.clone()));
                Some(made)
            });
            let text = format
                .and_then(|f| f.call1(&JsValue::NULL, &JsValue::from_f64(value)).ok())
                .and_then(|t| t.as_string());
            text.unwrap_or_else(|| engine::number::write(value))
        })
    }
}

thread_local! {
    /// One formatter for each set of options and currency: making one costs fifty times as much as using it.
    static FORMATS: RefCell<Vec<(Options, String, Function)>> = const { RefCell::new(Vec::new()) };
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Options {
    money: bool,
    percent: bool,
    short: bool,
    /// Significant digits at most; 0 where decimals are counted.
    digits: u32,
    least: u32,
    most: u32,
}

impl Options {
    const PLAIN: Self = Self { money: false, percent: false, short: false, digits: 0, least: 0, most: 0 };
}

fn formatter(options: Options, code: &str) -> Option<Function> {
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
    if options.money {
        set("style", JsValue::from_str("currency"));
        set("currency", JsValue::from_str(code));
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
