//! Every quantity of the engine, its symbol, and the meaningful products.
//!
//! A number with a unit has its own type inside the engine. Where the type is lost (files, links, JavaScript), the name
//! carries the unit. Deliberately absent: conversions between kinds of hours other than the chain in
//! [`crate::formulas::hours`], and percent, which exists only as text.

use serde::Serialize;

/// Hours per year. Published calculators use 8,640, 8,760 and 8,766 and differ for that reason alone.
pub const HOURS_PER_YEAR: f64 = 8_760.0;
/// Hours per month: a twelfth of [`HOURS_PER_YEAR`].
pub const HOURS_PER_MONTH: f64 = 730.0;
/// Seconds of an hour.
pub const SECONDS_PER_HOUR: f64 = 3_600.0;
/// Months per year.
pub const MONTHS_PER_YEAR: f64 = 12.0;

macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident, $new:ident, $get:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize)]
        #[serde(transparent)]
        pub struct $name(f64);

        impl $name {
            /// Zero.
            pub const ZERO: Self = Self(0.0);
            /// Converts from a number in the unit this function is named after.
            pub const fn $new(value: f64) -> Self { Self(value) }
            /// Converts to a number in the unit this function is named after.
            pub const fn $get(self) -> f64 { self.0 }
        }
        impl std::ops::Add for $name { type Output = Self; fn add(self, other: Self) -> Self { Self(self.0 + other.0) } }
        impl std::ops::AddAssign for $name { fn add_assign(&mut self, other: Self) { self.0 += other.0; } }
        impl std::ops::Sub for $name { type Output = Self; fn sub(self, other: Self) -> Self { Self(self.0 - other.0) } }
        impl std::ops::Mul<f64> for $name { type Output = Self; fn mul(self, by: f64) -> Self { Self(self.0 * by) } }
        impl std::ops::Div<f64> for $name { type Output = Self; fn div(self, by: f64) -> Self { Self(self.0 / by) } }
        impl std::ops::Div for $name { type Output = f64; fn div(self, other: Self) -> f64 { self.0 / other.0 } }
        impl std::iter::Sum for $name { fn sum<I: Iterator<Item = Self>>(all: I) -> Self { all.fold(Self::ZERO, |a, b| a + b) } }
    };
}

quantity!(
    /// Money, in US dollars of the scenario's own date.
    Money, usd, as_usd
);
quantity!(
    /// Electrical power, in kilowatts.
    Power, kw, as_kw
);
quantity!(
    /// Energy, in kilowatt-hours.
    Energy, kwh, as_kwh
);
quantity!(
    /// Price of energy, in US dollars per kilowatt-hour.
    EnergyPrice, usd_per_kwh, as_usd_per_kwh
);
quantity!(
    /// Price of one GPU-hour, in US dollars. Never the price of a whole instance.
    HourlyPrice, usd_per_gpu_hour, as_usd_per_gpu_hour
);
quantity!(
    /// Calendar GPU-hours: GPUs times hours.
    CalendarHours, gpu_hours, as_gpu_hours
);
quantity!(
    /// GPU-hours in which the machine is up: calendar hours times availability.
    AvailableHours, gpu_hours, as_gpu_hours
);
quantity!(
    /// GPU-hours a job holds: available hours times occupancy.
    BusyHours, gpu_hours, as_gpu_hours
);
quantity!(
    /// GPU-hours of work that is kept: busy hours times the workload's efficiency and goodput.
    ProductiveHours, gpu_hours, as_gpu_hours
);
quantity!(
    /// GPU-hours that a provider bills.
    PaidHours, gpu_hours, as_gpu_hours
);

impl std::ops::Mul<EnergyPrice> for Energy {
    type Output = Money;
    fn mul(self, price: EnergyPrice) -> Money {
        Money::usd(self.0 * price.0)
    }
}
impl std::ops::Mul<HourlyPrice> for PaidHours {
    type Output = Money;
    fn mul(self, price: HourlyPrice) -> Money {
        Money::usd(self.0 * price.0)
    }
}
impl std::ops::Mul<HourlyPrice> for BusyHours {
    type Output = Money;
    fn mul(self, price: HourlyPrice) -> Money {
        Money::usd(self.0 * price.0)
    }
}
impl Power {
    /// Energy drawn by this power over a number of hours.
    pub fn over_hours(self, hours: f64) -> Energy {
        Energy::kwh(self.0 * hours)
    }
}

/// Unit of an input or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A plain ratio such as the power usage effectiveness.
    Ratio,
    /// A fraction of one, shown in percent.
    Share,
    /// A fraction of one per year, shown in percent.
    SharePerYear,
    /// A count of GPUs.
    Gpus,
    /// A count of nodes.
    Nodes,
    /// Full-time people.
    People,
    /// Years.
    Years,
    /// Months.
    Months,
    /// Hours.
    Hours,
    /// GPU-hours.
    GpuHours,
    /// GPU-hours in a month.
    GpuHoursPerMonth,
    /// GPU-hours in a year.
    GpuHoursPerYear,
    /// Watts per GPU.
    Watts,
    /// Kilowatts.
    Kilowatts,
    /// Kilowatt-hours in a year.
    KilowattHoursPerYear,
    /// Terabytes of 1,000 gigabytes.
    Terabytes,
    /// Gigabytes in a month, decimal.
    GigabytesPerMonth,
    /// Gigabytes, decimal.
    Gigabytes,
    /// US dollars.
    Usd,
    /// US dollars a year.
    UsdPerYear,
    /// US dollars a month.
    UsdPerMonth,
    /// US dollars per node.
    UsdPerNode,
    /// US dollars per terabyte.
    UsdPerTerabyte,
    /// US dollars per gigabyte.
    UsdPerGigabyte,
    /// US dollars per gigabyte and month.
    UsdPerGigabyteMonth,
    /// US dollars per kilowatt-hour.
    UsdPerKwh,
    /// US dollars per contracted kilowatt and month.
    UsdPerKwMonth,
    /// US dollars per GPU-hour.
    UsdPerGpuHour,
    /// US dollars per GPU and year.
    UsdPerGpuYear,
    /// US dollars per person and year.
    UsdPerPersonYear,
    /// Kilograms of CO2 equivalent per kilowatt-hour.
    KgPerKwh,
    /// Kilograms of CO2 equivalent per GPU-hour.
    KgPerGpuHour,
    /// Millions of tokens.
    MillionTokens,
    /// Tokens a second.
    TokensPerSecond,
    /// US dollars per million tokens.
    UsdPerMillionTokens,
    /// Decimal orders of magnitude per year.
    DecadesPerYear,
}

/// A number with a unit's display text: a space between them, unless it is a percentage.
pub fn with_symbol(number: &str, symbol: &str) -> String {
    let space = if symbol.is_empty() || symbol.starts_with('%') { "" } else { " " };
    format!("{number}{space}{symbol}")
}

impl Unit {
    /// The unit's display text; empty for a plain ratio.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Ratio => "",
            Self::Share => "%",
            Self::SharePerYear => "% per year",
            Self::Gpus => "GPUs",
            Self::Nodes => "nodes",
            Self::People => "people",
            Self::Years => "years",
            Self::Months => "months",
            Self::Hours => "hours",
            Self::GpuHours => "GPU-hours",
            Self::GpuHoursPerMonth => "GPU-hours per month",
            Self::GpuHoursPerYear => "GPU-hours per year",
            Self::Watts => "W",
            Self::Kilowatts => "kW",
            Self::KilowattHoursPerYear => "kWh per year",
            Self::Terabytes => "TB",
            Self::GigabytesPerMonth => "GB per month",
            Self::Gigabytes => "GB",
            Self::Usd => "USD",
            Self::UsdPerYear => "USD per year",
            Self::UsdPerMonth => "USD per month",
            Self::UsdPerNode => "USD per node",
            Self::UsdPerTerabyte => "USD per TB",
            Self::UsdPerGigabyte => "USD per GB",
            Self::UsdPerGigabyteMonth => "USD per GB-month",
            Self::UsdPerKwh => "USD per kWh",
            Self::UsdPerKwMonth => "USD per kW-month",
            Self::UsdPerGpuHour => "USD per GPU-hour",
            Self::UsdPerGpuYear => "USD per GPU-year",
            Self::UsdPerPersonYear => "USD per person-year",
            Self::KgPerKwh => "kg CO2e per kWh",
            Self::KgPerGpuHour => "kg CO2e per GPU-hour",
            Self::MillionTokens => "million tokens",
            Self::TokensPerSecond => "per second",
            Self::UsdPerMillionTokens => "USD per million tokens",
            Self::DecadesPerYear => "orders of magnitude per year",
        }
    }

    /// Whether it is displayed in percent but stored as a fraction.
    pub const fn is_percent(self) -> bool {
        matches!(self, Self::Share | Self::SharePerYear)
    }

    /// Factor from stored to displayed values: 100 for percent, else 1.
    pub const fn shown_factor(self) -> f64 {
        if self.is_percent() { 100.0 } else { 1.0 }
    }

    /// Whether it is an amount of money.
    pub const fn is_money(self) -> bool {
        matches!(
            self,
            Self::Usd
                | Self::UsdPerYear
                | Self::UsdPerMonth
                | Self::UsdPerNode
                | Self::UsdPerTerabyte
                | Self::UsdPerGigabyte
                | Self::UsdPerGigabyteMonth
                | Self::UsdPerKwh
                | Self::UsdPerKwMonth
                | Self::UsdPerGpuHour
                | Self::UsdPerGpuYear
                | Self::UsdPerPersonYear
                | Self::UsdPerMillionTokens
        )
    }
}

/// A count as `f64`: months, years and rows, all far below 2^53.
#[allow(clippy::cast_precision_loss)]
pub const fn count(n: usize) -> f64 {
    n as f64
}
