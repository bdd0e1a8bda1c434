//! Inputs that hold a number or a word in its place: a size that is typed or found, a limit or none.
//!
//! In files and links they are the number, or the id of the word.

use super::Scenario;
use super::derived::owned_gpus;
use super::field::Field;

/// The number that a row starts from when a number takes the place of its word.
pub fn first_number(row: &Field, s: &Scenario) -> f64 {
    match row.id {
        "sizes.own" => owned_gpus(s),
        "sizes.commit" => libm::round(s.rent.committed_gpus.value),
        "limits.kw" => owned_gpus(s) / s.own.gpus_per_node.value * s.place.node_kw.value,
        "limits.full_capacity_month" => 12.0,
        "limits.upfront_usd" | "limits.peak_cash_usd" => 1_000_000.0,
        "rent.kg_co2e_per_gpu_hour" => 0.3,
        _ => 0.0,
    }
}

/// Declares such an input: its words, then the variant that holds a number.
macro_rules! number_or_word {
    (
        $(#[$doc:meta])* $name:ident {
            $($(#[$vdoc:meta])* $variant:ident = $id:literal, $label:literal;)+
        } or {
            $(#[$ndoc:meta])* $number:ident: f64
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum $name { $($(#[$vdoc])* $variant,)+ $(#[$ndoc])* $number(f64), }

        impl $name {
            /// Its words: id for files and links, label for people.
            pub const WORDS: &'static [$crate::inputs::field::ChoiceOption] =
                &[$($crate::inputs::field::ChoiceOption { id: $id, label: $label },)+];

            /// Its number, if it is one.
            pub const fn number(self) -> Option<f64> {
                match self {
                    Self::$number(value) => Some(value),
                    $(Self::$variant => None,)+
                }
            }
        }
        impl $crate::inputs::value::Input for $name {
            const BLANK: Self = Self::$number(0.0);
            fn to_value(&self) -> $crate::inputs::value::Value {
                use $crate::inputs::value::{Amount, Value};
                match self {
                    $(Self::$variant => Value::Choice(std::borrow::Cow::Borrowed($id)),)+
                    Self::$number(value) => Value::Number(Amount::exact(*value)),
                }
            }
            fn from_value(value: &$crate::inputs::value::Value) -> Option<Self> {
                use $crate::inputs::value::Value;
                match value {
                    Value::Number(amount) => Some(Self::$number(amount.value)),
                    Value::Choice(id) => match id.as_ref() { $($id => Some(Self::$variant),)+ _ => None },
                    _ => None,
                }
            }
        }
    };
}

number_or_word! {
    /// GPUs of a source.
    Size {
        /// By today's row for that source where no workloads are described, else found.
        Auto = "auto", "Automatic";
        /// As many as are cheapest.
        Found = "found", "Found: the cheapest";
    } or {
        /// This many GPUs; 0 excludes the source.
        Typed: f64
    }
}
number_or_word! {
    /// What is rented by the hour after delivery.
    Rest {
        /// Whatever is cheapest.
        Found = "found", "Whatever is cheapest";
    } or {
        /// Only 0 is allowed: nothing.
        Typed: f64
    }
}
number_or_word! {
    /// Upper limit of a figure of a plan, in the row's unit.
    Limit {
        /// None.
        None = "none", "No limit";
    } or {
        /// At most this.
        Most: f64
    }
}
number_or_word! {
    /// Emissions that a provider may state, kg of CO2 equivalent per GPU-hour.
    Emission {
        /// Not stated.
        Unknown = "unknown", "Unknown";
    } or {
        /// As stated.
        Known: f64
    }
}

impl Size {
    /// Whether the size is found rather than given, in a scenario with or without workloads.
    pub const fn is_found(self, has_workloads: bool) -> bool {
        match self {
            Self::Auto => has_workloads,
            Self::Found => true,
            Self::Typed(_) => false,
        }
    }
}

impl Rest {
    /// Whether nothing may be rented by the hour after delivery.
    pub const fn is_excluded(self) -> bool {
        matches!(self, Self::Typed(_))
    }
}

impl Limit {
    /// Whether a figure keeps the limit.
    pub fn allows(self, figure: f64) -> bool {
        self.number().is_none_or(|most| figure <= most)
    }
}
