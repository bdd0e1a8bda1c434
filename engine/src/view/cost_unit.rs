//! Costs in the chosen unit: per productive GPU-hour, month, run, or million tokens.
//!
//! A report has costs per productive GPU-hour; any other unit is a number of these hours.

use super::figure_links::KeyFigure;
use super::{Piece, Style};
use crate::inputs::CostUnit;
use crate::report::Report;
use crate::units::{MONTHS_PER_YEAR, count};

/// A unit of cost with its names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The unit.
    pub unit: CostUnit,
    /// Productive GPU-hours in one.
    pub gpu_hours: f64,
    /// How amounts are written: the same for a whole report, in whole dollars if they are large.
    pub style: Style,
    /// Whether it is a month of growing work: then it means today's month.
    pub of_today: bool,
}

impl Measure {
    /// The unit chosen in a report's scenario.
    pub fn of(report: &Report) -> Self {
        let unit = report.cost_unit.unit;
        let gpu_hours = report.cost_unit.gpu_hours;
        let own = report.outlook.own.levelised_usd_per_productive_gpu_hour;
        let on_gpus = own.or(report.cheapest().and_then(|o| o.usd_per_productive_gpu_hour)).unwrap_or(0.0);
        // Tokens from an API may cost a thousandth of those of a machine that has little to do: its cents are seen too.
        let offers = report.tokens.as_ref().map_or(&[][..], |tokens| &tokens.offers);
        let tokens = offers.iter().filter(|offer| offer.counted).filter_map(|offer| offer.usd_per_productive_gpu_hour);
        let amount = tokens.fold(on_gpus, f64::min) * gpu_hours;
        let style = match unit {
            CostUnit::Hour => Style::UsdPerHour,
            _ if amount >= 1e6 => Style::UsdShort,
            _ if amount >= 1_000.0 => Style::Usd,
            _ if amount >= 1.0 => Style::UsdPerHour,
            _ => Style::UsdFine,
        };
        Self { unit, gpu_hours, style, of_today: matches!(unit, CostUnit::Month) && grows(report) }
    }

    /// The cost of one unit at a cost per productive GPU-hour, clamped to finite values.
    pub fn cost(&self, usd_per_productive_gpu_hour: f64) -> f64 {
        held(usd_per_productive_gpu_hour * self.gpu_hours)
    }

    /// The same as a part of a sentence.
    pub fn piece(&self, usd_per_productive_gpu_hour: f64) -> Piece {
        Piece::Figure(self.cost(usd_per_productive_gpu_hour), self.style)
    }

    /// The same as a linked figure.
    pub fn opens(&self, usd_per_productive_gpu_hour: f64, figure: KeyFigure) -> Piece {
        Piece::LinkedFigure(self.cost(usd_per_productive_gpu_hour), self.style, figure)
    }

    /// "per productive GPU-hour": follows an amount.
    pub const fn per(&self) -> &'static str {
        match self.unit {
            CostUnit::Hour => "per productive GPU-hour",
            CostUnit::Month if self.of_today => "per month of today's work",
            CostUnit::Month => "per month",
            CostUnit::Run => "per run",
            CostUnit::Tokens => "per million tokens",
        }
    }

    /// "a productive GPU-hour": the unit itself.
    pub const fn one(&self) -> &'static str {
        match self.unit {
            CostUnit::Hour => "a productive GPU-hour",
            CostUnit::Month if self.of_today => "a month of today's work",
            CostUnit::Month => "a month of work",
            CostUnit::Run => "a run",
            CostUnit::Tokens => "a million tokens",
        }
    }

    /// Heading of a column of such costs.
    pub const fn head(&self) -> &'static str {
        match self.unit {
            CostUnit::Hour => "Per productive GPU-hour",
            CostUnit::Month if self.of_today => "Per month of today's work",
            CostUnit::Month => "Per month",
            CostUnit::Run => "Per run",
            CostUnit::Tokens => "Per million tokens",
        }
    }

    /// Index of the number style among cents, whole dollars, four decimals and thousands.
    pub(super) const fn written(&self) -> usize {
        match self.style {
            Style::Usd => 1,
            Style::UsdFine => 2,
            Style::UsdShort => 3,
            _ => 0,
        }
    }

    /// Index of the unit among the titles below.
    pub(super) const fn place(&self) -> usize {
        self.unit as usize
    }
}

/// Whether there is more work over the horizon than today's.
pub(super) fn grows(report: &Report) -> bool {
    let own = &report.outlook.own;
    let steady = report.hours.wanted_gpu_hours * count(report.outlook.months) / MONTHS_PER_YEAR;
    own.gpu_hours + own.unserved_gpu_hours > steady * GROWN
}

/// Tolerance for growth, above the rounding of monthly sums.
const GROWN: f64 = 1.001;

/// Cost of a productive GPU-hour to own and to rent over the horizon, each hour discounted like a payment at its time:
/// the two differ by the same share as the present values. `None` if nothing compares over the horizon.
pub fn over_the_horizon(report: &Report) -> Option<[f64; 2]> {
    let outlook = &report.outlook;
    let rent = outlook.rent.as_ref().filter(|_| outlook.saving_usd.is_some())?;
    Some([outlook.own.levelised_usd_per_productive_gpu_hour?, rent.levelised_usd_per_productive_gpu_hour?])
}

/// The same of each side by itself, whether or not the two compare; `None` without work.
pub fn costs(report: &Report) -> [Option<f64>; 2] {
    let outlook = &report.outlook;
    let rent = outlook.rent.as_ref().and_then(|plan| plan.levelised_usd_per_productive_gpu_hour);
    [outlook.own.levelised_usd_per_productive_gpu_hour, rent]
}

/// The same in a steady year.
pub fn in_a_steady_year(report: &Report) -> [Option<f64>; 2] {
    let rent = report.cheapest().and_then(|offer| offer.usd_per_productive_gpu_hour);
    [report.own.usd_per_productive_gpu_hour, rent]
}

/// " after tax" for a present value, if tax is included.
pub fn after_tax(report: &Report) -> &'static str {
    if report.outlook.own.tax_saved_usd.is_some() { " after tax" } else { "" }
}

/// Clamps a number to finite values.
pub(super) const fn held(value: f64) -> f64 {
    value.clamp(f64::MIN, f64::MAX)
}

/// Axis titles of cost, in the order of the units.
pub(super) const TITLES: [&str; 4] =
    ["USD per productive GPU-hour", "USD per month", "USD per run", "USD per million tokens"];
/// The unit of bare numbers in files, in the same order.
pub(super) const UNITS: [&str; 4] =
    ["USD per productive GPU-hour", "USD per month", "USD per run", "USD per million tokens"];

/// Style of ticks for amounts of a style: large ones in thousands, to save space.
pub(super) const fn tick_of(style: Style) -> Style {
    match style {
        Style::Usd => Style::UsdShort,
        style => style,
    }
}
