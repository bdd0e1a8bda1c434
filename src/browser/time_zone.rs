//! Time zones of the browser, as tables of their offsets from UTC: its rules for summer time, for readers that have none.

use engine::measured::instant::{DAY, HOUR, days};
use engine::measured::zone::TimeZone;
use js_sys::{Array, Function, Intl, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// Years whose changes are in a table; before and after, its first and last offsets hold.
const YEARS: (u32, u32) = (2_010, 2_040);
/// Days between two looks at a zone: no two changes lie so close together.
const LOOK: f64 = 14.0;
/// Clocks change at whole quarters of an hour UTC.
const QUARTER: f64 = 900.0;

/// The name of the reader's own zone, such as `Europe/Berlin`.
pub fn own() -> Option<String> {
    let options = Intl::DateTimeFormat::new(&Array::new(), &Object::new()).resolved_options();
    Reflect::get(&options, &"timeZone".into()).ok()?.as_string().filter(|name| !name.is_empty())
}

/// The names of all zones that the browser knows; none in an old one.
pub fn names() -> Vec<String> {
    let all = Reflect::get(&js_sys::global(), &"Intl".into()).and_then(|intl| {
        let function = Reflect::get(&intl, &"supportedValuesOf".into())?.dyn_into::<Function>()?;
        function.call1(&intl, &"timeZone".into())
    });
    let all = all.ok().and_then(|all| all.dyn_into::<Array>().ok()).unwrap_or_default();
    all.iter().filter_map(|name| name.as_string()).collect()
}

/// The offsets of a zone; `None` if the browser does not know it.
pub fn table(name: &str) -> Option<TimeZone> {
    let format = formatter(name)?;
    let (from, to) = (days(YEARS.0, 1, 1)? * DAY, days(YEARS.1, 1, 1)? * DAY);
    let mut before = (from, offset(&format, from)?);
    let mut offsets = vec![before];
    while before.0 < to {
        let next = before.0 + LOOK * DAY;
        let changed = offset(&format, next)?;
        if changed != before.1 {
            let (mut low, mut high) = (before.0, next);
            while high - low > QUARTER {
                let middle = low + ((high - low) / 2.0 / QUARTER).floor() * QUARTER;
                if offset(&format, middle)? == before.1 {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            offsets.push((high, changed));
        }
        before = (next, changed);
    }
    Some(TimeZone { name: name.to_owned(), offsets })
}

/// The offset of a zone from UTC at a moment, in seconds: the time on its clocks less the moment.
fn offset(format: &Function, utc: f64) -> Option<f64> {
    let text = format.call1(&JsValue::NULL, &JsValue::from_f64(utc * 1e3)).ok()?.as_string()?;
    // `10/25/2026, 02:30:00`
    let numbers: Vec<u32> = text.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect();
    let [month, day, year, hour, minute, second] = numbers[..] else { return None };
    let local = days(year, month, day)? * DAY + f64::from(hour % 24) * HOUR + f64::from(minute * 60 + second);
    Some(local - utc)
}

fn formatter(zone: &str) -> Option<Function> {
    let options = Object::new();
    for (key, value) in [
        ("timeZone", zone),
        ("hourCycle", "h23"),
        ("calendar", "gregory"),
        ("numberingSystem", "latn"),
        ("year", "numeric"),
        ("month", "2-digit"),
        ("day", "2-digit"),
        ("hour", "2-digit"),
        ("minute", "2-digit"),
        ("second", "2-digit"),
    ] {
        Reflect::set(&options, &key.into(), &value.into()).ok()?;
    }
    // The constructor throws for a zone that it does not know.
    let intl = Reflect::get(&js_sys::global(), &"Intl".into()).ok()?;
    let class = Reflect::get(&intl, &"DateTimeFormat".into()).ok()?.dyn_into::<Function>().ok()?;
    let made = Reflect::construct(&class, &Array::of2(&"en-US".into(), &options)).ok()?;
    Reflect::get(&made, &"format".into()).ok()?.dyn_into().ok()
}
