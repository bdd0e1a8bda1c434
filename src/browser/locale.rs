//! Numbers in the reader's own format and the scenario's currency. Links, files and tests never use this.

use std::cell::RefCell;

use engine::chart::Currency;
use engine::inputs::range_entry::read_amount;
use engine::inputs::value::Amount;
use engine::number::decimals_shown;
use engine::number_entry::{Odd, Reading, read_typed};
use engine::units::{Unit, with_symbol};
use engine::view::Style;
use js_sys::{Array, Function, Intl, Object, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

/// Formats and parses numbers for the reader. In context; readers follow the scenario's currency.
#[derive(Clone, Copy)]
pub struct Locale {
    currency: Memo<(String, f64)>,
}

impl Locale {
    /// Formats for a currency: its ISO code, and its units per US dollar.
    pub fn new(currency: Memo<(String, f64)>) -> Self {
        Self { currency }
    }

    /// The one in context.
    pub fn expect() -> Self {
        expect_context()
    }

    /// The displayed currency. At a rate of 1 the user has not entered a rate yet: amounts stay in dollars.
    pub fn currency(self) -> Currency {
        self.currency.with(|(code, per_usd)| {
            if *per_usd == 1.0 || code == "USD" {
                Currency { code: "USD".to_owned(), per_usd: 1.0 }
            } else {
                Currency { code: code.clone(), per_usd: *per_usd }
            }
        })
    }

    /// ISO code of the displayed currency.
    pub fn code(self) -> String {
        self.currency().code
    }

    /// Units of the displayed currency per US dollar; 1 if the unit is not money.
    pub fn rate(self, unit: Unit) -> f64 {
        if unit.is_money() { self.currency().per_usd } else { 1.0 }
    }

    /// The symbol of a unit, in the displayed currency.
    pub fn symbol(self, unit: Unit) -> String {
        match unit.symbol().strip_prefix("USD") {
            Some(rest) => format!("{}{rest}", self.code()),
            None => unit.symbol().to_owned(),
        }
    }

    /// The reader's decimal sign: a point or a comma.
    pub fn decimal_sign(self) -> char {
        let half = self.written(0.5, Options { least: 1, most: 1, ..Options::PLAIN });
        if half.contains([',', '\u{66b}']) { ',' } else { '.' }
    }

    /// Reads a number in the reader's own format and converts it to the engine's unit. Also returns whether the reading
    /// should be shown. `None` if the text is not a number.
    ///
    /// Errors: the part of the text that contradicts the unit.
    pub fn read(self, text: &str, unit: Unit) -> Option<Result<(f64, bool), Odd>> {
        let found = read_typed(text, self.decimal_sign())?.in_unit(unit, &self.code());
        Some(found.map(|(value, said)| (value / self.rate(unit), said)))
    }

    /// The same, with a range where one was typed: `80 ± 5`.
    ///
    /// Errors: the part of the text that contradicts the unit.
    pub fn read_amount(self, text: &str, unit: Unit, whole: bool) -> Option<Result<(Amount, bool), Odd>> {
        let (code, rate) = (self.code(), self.rate(unit));
        let in_unit = |reading: &Reading| reading.in_unit(unit, &code).map(|(value, said)| (value / rate, said));
        read_amount(text, self.decimal_sign(), whole, in_unit)
    }

    /// The same, treating a text that contradicts the unit as no number.
    pub fn read_in(self, text: &str, unit: Unit) -> Option<f64> {
        self.read(text, unit)?.ok().map(|(value, _)| value)
    }

    /// A figure in the reader's format.
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
            Style::Decimal => Options { most: 1, ..plain },
            Style::Months => {
                let text = self.written(value, Options { least: 1, most: 1, ..plain });
                return beside(&text, "months");
            }
            Style::Exact => Options { digits: 9, ..plain },
        };
        self.written(value, options)
    }

    /// A number of an input as shown in its field: in the unit a person types, without the unit's symbol.
    pub fn typed(self, value: f64, unit: Unit) -> String {
        let rate = self.rate(unit);
        let shown = value * unit.shown_factor() * rate;
        // Conversion to percent or another currency can leave rounding noise in the last digits.
        let parts = if shown.abs() < 1_000.0 { 1e9 } else { 1e5 };
        let shown = if unit.is_percent() || rate != 1.0 { (shown * parts).round() / parts } else { shown };
        self.written(shown, Options { most: decimals_shown(shown), ..Options::PLAIN })
    }

    /// The same with its unit.
    pub fn with_unit(self, value: f64, unit: Unit) -> String {
        self.beside(&self.typed(value, unit), unit)
    }

    /// A written number with its unit, which do not part at the end of a line. A percentage is written as in the reader's
    /// language: 24% or 24 %.
    pub fn beside(self, number: &str, unit: Unit) -> String {
        let symbol = self.symbol(unit);
        let parts = !symbol.starts_with('%') || self.figure(1.0, Style::Percent).contains(char::is_whitespace);
        if parts { beside(number, &symbol) } else { with_symbol(number, &symbol) }
    }

    /// A derived number as shown in a field: two decimals, or none for a large number.
    pub fn typed_short(self, value: f64, unit: Unit) -> String {
        let shown = value * unit.shown_factor() * self.rate(unit);
        let most = if shown.abs() < 10_000.0 { 2 } else { 0 };
        self.written(shown, Options { most, ..Options::PLAIN })
    }

    /// The same with its unit.
    pub fn short_with_unit(self, value: f64, unit: Unit) -> String {
        self.beside(&self.typed_short(value, unit), unit)
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

/// A number with its unit; no line breaks between the two.
fn beside(number: &str, unit: &str) -> String {
    if unit.is_empty() { number.to_owned() } else { format!("{number}\u{a0}{unit}") }
}

thread_local! {
    /// One formatter per set of options and currency: creating one is fifty times as slow as using it.
    static FORMATS: RefCell<Vec<(Options, String, Function)>> = const { RefCell::new(Vec::new()) };
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Options {
    money: bool,
    percent: bool,
    short: bool,
    /// Most significant digits; 0 if decimals are fixed.
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
    // The constructor throws for unusual locales: fall back to English.
    let made = Reflect::get(&js_sys::global(), &JsValue::from_str("Intl"))
        .and_then(|intl| Reflect::get(&intl, &JsValue::from_str("NumberFormat")))
        .and_then(|class| class.dyn_into::<Function>().map_err(|_| JsValue::NULL))
        .and_then(|class| Reflect::construct(&class, &Array::of2(&JsValue::UNDEFINED, &object)))
        .ok()
        .and_then(|format| format.dyn_into::<Intl::NumberFormat>().ok())
        .unwrap_or_else(|| Intl::NumberFormat::new(&Array::of1(&JsValue::from_str("en-US")), &object));
    Reflect::get(&made, &JsValue::from_str("format")).ok()?.dyn_into().ok()
}
