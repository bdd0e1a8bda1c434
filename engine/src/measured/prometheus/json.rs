//! The JSON of `query_range`, read series by series: the whole is never in memory.

use std::borrow::Cow;
use std::fmt;
use std::io::BufReader;

use serde::Deserialize as _;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::de::IoRead;

use super::super::report::SkipReason;
use super::super::settings::{ReadSettings, Refused};
use super::super::source::{PIECE, Source};
use super::super::{Format, Reading, refused_json};
use super::Store;
use super::labels::Labels;
use super::points::Points;

/// Deepest nesting that is looked into: `data`, `result`, lists of answers.
const DEEPEST: usize = 8;

/// Reads one answer, or several one after the other.
pub(super) fn read(
    source: &mut Source<'_>,
    settings: &ReadSettings,
    store: &mut Store,
    reading: &mut Reading,
) -> Result<(), Refused> {
    let host = settings.host.as_str();
    let mut error = None;
    // serde_json asks for one byte at a time, which std's own buffer gives fastest.
    let mut deserializer = serde_json::Deserializer::new(IoRead::new(BufReader::with_capacity(PIECE, &mut *source)));
    loop {
        match (Any { store, host, error: &mut error, depth: 0 }).deserialize(&mut deserializer) {
            Ok(()) => {}
            Err(wrong) if wrong.is_io() || store.series.is_empty() => return Err(refused_json(wrong)),
            Err(wrong) => {
                // What came before a file breaks off counts.
                reading.report.skip(SkipReason::Unreadable, wrong.line() as u64);
                break;
            }
        }
        if deserializer.end().is_ok() {
            break;
        }
    }
    match error.filter(|_| store.series.is_empty()) {
        Some(message) => Err(Refused::ErrorAnswer { message: crate::text::plain(&message, 300) }),
        None if store.series.is_empty() => Err(Refused::NothingFound { format: Format::Prometheus }),
        None => Ok(()),
    }
}

/// Any value on the way to the series: objects are searched, the rest is skipped.
struct Any<'s> {
    store: &'s mut Store,
    host: &'s str,
    error: &'s mut Option<String>,
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Any<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.depth > DEEPEST {
            return deserializer.deserialize_ignored_any(IgnoredAny).map(|_| ());
        }
        deserializer.deserialize_any(self)
    }
}

macro_rules! passed_over {
    ($($visit:ident: $of:ty),*) => {
        $(fn $visit<E>(self, _: $of) -> Result<(), E> { Ok(()) })*
    };
}

impl<'de> Visitor<'de> for Any<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an answer of Prometheus")
    }

    passed_over!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str);

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Any { store, host, error, depth } = self;
        while list.next_element_seed(Any { store: &mut *store, host, error: &mut *error, depth: depth + 1 })?.is_some()
        {
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Any { store, host, error, depth } = self;
        let (mut labels, mut points): (Option<Labels>, Option<Points>) = (None, None);
        while let Some(member) = map.next_key::<Cow<'de, str>>()? {
            match member.as_ref() {
                "metric" => labels = Some(map.next_value_seed(LabelsSeed)?),
                "values" => points = Some(map.next_value_seed(ValuesSeed)?),
                // An instant query has one.
                "value" if labels.is_some() => points = Some(map.next_value_seed(ValueSeed)?),
                "error" => *error = map.next_value::<Option<String>>()?,
                _ => map.next_value_seed(Any { store: &mut *store, host, error: &mut *error, depth: depth + 1 })?,
            }
        }
        if let (Some(labels), Some(points)) = (labels, points) {
            take(store, &labels, host, points);
        }
        Ok(())
    }
}

fn take(store: &mut Store, labels: &Labels, host: &str, mut points: Points) {
    let Some(series) = store.series_of(&labels.name, labels, host) else { return };
    points.check(|value| store.checked(series, value));
    store.add(series, points, labels.owner());
}

struct ValueSeed;

impl<'de> DeserializeSeed<'de> for ValueSeed {
    type Value = Points;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Points, D::Error> {
        let (time, Number(value)) = <(f64, Number)>::deserialize(deserializer)?;
        let mut points = Points::default();
        if time.is_finite() {
            points.push(time, value);
        }
        Ok(points)
    }
}

struct LabelsSeed;

impl<'de> DeserializeSeed<'de> for LabelsSeed {
    type Value = Labels;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Labels, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for LabelsSeed {
    type Value = Labels;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("labels")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Labels, A::Error> {
        let mut labels = Labels::default();
        while let Some((label, value)) = map.next_entry::<String, String>()? {
            labels.set(&label, &value);
        }
        Ok(labels)
    }
}

struct ValuesSeed;

impl<'de> DeserializeSeed<'de> for ValuesSeed {
    type Value = Points;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Points, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ValuesSeed {
    type Value = Points;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("pairs of time and value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Points, A::Error> {
        let mut points = Points::default();
        while let Some((time, Number(value))) = list.next_element::<(f64, Number)>()? {
            if time.is_finite() {
                points.push(time, value);
            }
        }
        Ok(points)
    }
}

/// A number, also as text; what is none is not a number.
struct Number(f64);

impl<'de> serde::Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfNumber;

        impl<'de> Visitor<'de> for OfNumber {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or one as text")
            }

            fn visit_str<E>(self, text: &str) -> Result<Number, E> {
                Ok(Number(text.parse().unwrap_or(f64::NAN)))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Number, E> {
                Ok(Number(value))
            }

            #[allow(clippy::cast_precision_loss)]
            fn visit_u64<E>(self, value: u64) -> Result<Number, E> {
                Ok(Number(value as f64))
            }

            #[allow(clippy::cast_precision_loss)]
            fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
                Ok(Number(value as f64))
            }

            fn visit_unit<E>(self) -> Result<Number, E> {
                Ok(Number(f64::NAN))
            }

            /// serde_json gives a fraction as an object with its digits, because it keeps them.
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Number, A::Error> {
                let digits = map.next_entry::<IgnoredAny, String>()?;
                Ok(Number(digits.and_then(|(_, digits)| digits.parse().ok()).unwrap_or(f64::NAN)))
            }
        }
        deserializer.deserialize_any(OfNumber)
    }
}
