//! Classes of a rental price, as a quote names them: text of `src/form/vendor_quote.rs` and `src/rooms/plans/quote_check.rs`.

use engine::inputs::StopRate;

pub const COMMITTED: &str = "committed";
pub const ON_DEMAND: &str = "on demand";
pub const SPOT: &str = "spot";

/// What the number of interruptions is.
pub const fn chance(rate: StopRate) -> &'static str {
    match rate {
        StopRate::PerNodeHour => "rate of interruptions per node-hour",
        StopRate::ChancePerHour => "chance of interruption per hour",
        StopRate::ChancePerMonth => "chance of interruption per month",
    }
}
