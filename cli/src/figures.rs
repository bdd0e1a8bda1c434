//! Figures in the memo, as a reader of English writes them, in US dollars.

use engine::number;
use engine::units::{Unit, with_symbol};
use engine::view::Style;

/// A figure.
pub(crate) fn figure(value: f64, style: Style) -> String {
    let rounded = |value: f64, digits: usize| thousands(&format!("{value:.digits$}"));
    let dollars = |text: String| text.strip_prefix('-').map_or_else(|| format!("${text}"), |text| format!("-${text}"));
    match style {
        Style::UsdPerHour => dollars(rounded(value, 2)),
        Style::UsdExact => dollars(rounded(value, 6)),
        Style::UsdFine => dollars(rounded(value, 4)),
        Style::UsdShort if value.abs() >= 1e9 => dollars(rounded(value / 1e9, 2)) + "B",
        Style::UsdShort if value.abs() >= 1e6 => dollars(rounded(value / 1e6, 2)) + "M",
        Style::UsdShort if value.abs() >= 1e3 => dollars(rounded(value / 1e3, 0)) + "K",
        Style::Usd | Style::UsdShort => dollars(rounded(value, 0)),
        Style::Percent => rounded(value * 100.0, 0) + "%",
        Style::PercentFine => rounded(value * 100.0, 1) + "%",
        Style::Count => rounded(value, 0),
        Style::Months => rounded(value, 1) + " months",
        Style::Decimal => rounded(value, 1),
        Style::Exact => number::write(value),
    }
}

/// A number with its unit.
pub(crate) fn with_unit(value: f64, unit: Unit) -> String {
    let shown = value * unit.shown_factor();
    with_symbol(&thousands(&number::write((shown * 1e6).round() / 1e6)), unit.symbol())
}

/// Commas between groups of three digits.
fn thousands(text: &str) -> String {
    let (sign, text) = text.strip_prefix('-').map_or(("", text), |text| ("-", text));
    let (whole, part) = text.split_once('.').map_or((text, None), |(whole, part)| (whole, Some(part)));
    let mut out = sign.to_owned();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(part) = part {
        out.push('.');
        out.push_str(part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_people_write_them() {
        assert_eq!(figure(-1_234_567.0, Style::Usd), "-$1,234,567");
        assert_eq!(figure(1_234_567.0, Style::UsdShort), "$1.23M");
        assert_eq!(figure(950.4, Style::UsdShort), "$950");
        assert_eq!(figure(0.1234, Style::PercentFine), "12.3%");
        assert_eq!(figure(3.9, Style::UsdPerHour), "$3.90");
        assert_eq!(figure(40.44, Style::Months), "40.4 months");
        assert_eq!(with_unit(0.08, Unit::SharePerYear), "8% per year");
        assert_eq!(with_unit(285_000.0, Unit::UsdPerNode), "285,000 USD per node");
        assert_eq!(with_unit(1.25, Unit::Ratio), "1.25");
    }
}
