//! Where derivations end: the rows of the table of inputs that a figure depends on.
//!
//! A figure that is computed month by month names the rows that move it. A reader sees those that count in the scenario.

use super::Side;
use crate::cost::rent::RENT_LINES;
use crate::cost::{LineId, OWN_LINES};

/// Ids of rows.
pub(super) type Rows = &'static [&'static str];

/// The owned GPUs.
pub(super) const GPUS: Rows = &["own.gpus", "own.gpus_per_node", "present.nodes"];
/// The price of a new node.
pub(super) const NODE: Rows = &["own.node_price_usd", "own.node_discount_share", "own.assembly_markup"];
/// The resale value of nodes.
pub(super) const NODE_RESALE: Rows = &[
    "own.residual_method",
    "own.residual_decades_per_year",
    "own.residual_share",
    "own.residual_table",
    "own.zero_sells_nothing",
];
/// The work of a month.
pub(super) const WORK: Rows = &["work.gpu_hours_per_month", "work.workloads"];
/// The work of the months of the horizon.
pub(super) const WORK_OVER_TIME: Rows = &[
    "work.gpu_hours_per_month",
    "work.workloads",
    "work.growth_per_year",
    "time.horizon_months",
    "time.beyond",
    "time.lead_months",
];
/// The work of the horizon, discounted.
pub(super) const DISCOUNTED_WORK: Rows = &[
    "work.gpu_hours_per_month",
    "work.workloads",
    "work.growth_per_year",
    "time.horizon_months",
    "money.discount_rate",
    "money.timing",
];
/// How busy the owned GPUs are.
pub(super) const BUSY: Rows =
    &["work.gpu_hours_per_month", "work.workloads", "own.gpus", "own.gpus_per_node", "present.nodes"];
/// The most that jobs can hold of the owned GPUs.
pub(super) const CEILING: Rows =
    &["own.availability", "own.failure_share", "own.planned_share", "own.spare_share", "own.largest_occupancy"];
/// The most of the calendar that is productive on the owned GPUs.
pub(super) const MOST_UTILIZATION: Rows = &[
    "own.availability",
    "own.failure_share",
    "own.planned_share",
    "own.spare_share",
    "own.largest_occupancy",
    "work.efficiency",
    "own.goodput",
    "stops.per_million_gpu_hours",
];
/// Busy shares at which a bill changes.
pub(super) const BENDS: Rows = &[
    "rent.committed_count",
    "rent.committed_gpus",
    "rent.support_tiers",
    "rent.support_least_usd_per_month",
    "rent.unavailable_share",
    "own.gpus",
];
/// Busy shares at which both sides are compared: those, and the most that is possible.
pub(super) const COMPARED_SHARES: Rows = &[
    "own.availability",
    "own.failure_share",
    "own.planned_share",
    "own.spare_share",
    "own.largest_occupancy",
    "rent.committed_count",
    "rent.committed_gpus",
    "rent.support_tiers",
    "rent.support_least_usd_per_month",
];
/// Work beyond the owned GPUs.
pub(super) const ABOVE_CAPACITY: Rows = &[
    "work.gpu_hours_per_month",
    "work.workloads",
    "own.gpus",
    "own.gpus_per_node",
    "own.availability",
    "own.largest_occupancy",
    "time.beyond",
];
/// Kept work on both sides.
pub(super) const GOODPUT: Rows = &["own.goodput", "rent.goodput", "stops.per_million_gpu_hours", "work.performance"];
/// Kept work on owned GPUs.
pub(super) const OWNED_GOODPUT: Rows = &["own.goodput", "stops.per_million_gpu_hours"];
/// Kept work on rented GPUs.
pub(super) const RENTED_GOODPUT: Rows = &["rent.goodput", "stops.per_million_gpu_hours"];
/// Kept work on spot.
pub(super) const SPOT_GOODPUT: Rows =
    &["rent.goodput", "stops.spot_rate", "stops.write_hours", "stops.restart_hours", "stops.interval"];
/// Prices of offers today.
pub(super) const PRICES: Rows = &["work.gpu", "rent.quotes", "rent.prices", "rent.discount_share"];
/// The same with what is charged on them.
pub(super) const CHARGED_PRICES: Rows =
    &["work.gpu", "rent.quotes", "rent.prices", "rent.discount_share", "rent.managed_share", "rent.support_share"];
/// Prices of offers with what work costs that they refuse.
pub(super) const PRICES_ELSEWHERE: Rows = &[
    "work.gpu",
    "rent.quotes",
    "rent.prices",
    "rent.discount_share",
    "rent.managed_share",
    "rent.support_share",
    "rent.support_tiers",
    "rent.unavailable_share",
    "stops.no_spot_share",
];
/// What is charged on a price.
pub(super) const CHARGES: Rows = &["rent.managed_share", "rent.support_share", "rent.support_tiers"];
/// Work that an offer refuses, at another.
pub(super) const RENTED_ELSEWHERE: Rows = &[
    "work.gpu_hours_per_month",
    "work.workloads",
    "rent.unavailable_share",
    "stops.no_spot_share",
    "rent.committed_count",
    "rent.committed_gpus",
    "rent.quotes",
    "rent.prices",
    "rent.discount_share",
];
/// The GPUs of a commitment.
pub(super) const COMMITTED: Rows = &["rent.committed_count", "rent.committed_gpus", "own.gpus"];
/// A bill beside hours by use.
pub(super) const FIXED_RENTAL: Rows = &[
    "rent.committed_count",
    "rent.committed_gpus",
    "rent.storage_tb",
    "rent.egress_gb_per_month",
    "rent.line_usd_per_month",
    "rent.platform_usd_per_month",
    "rent.support_share",
    "rent.support_tiers",
];
/// What every offer charges beside hours.
pub(super) const SHARED_EXTRAS: Rows = &[
    "rent.storage_tb",
    "rent.storage_usd_per_gb_month",
    "rent.egress_tiers",
    "rent.line_usd_per_month",
    "rent.platform_usd_per_month",
    "rent.support_share",
    "rent.support_tiers",
    "rent.support_least_usd_per_month",
];
/// The factor from a present value to an even payment each year of the horizon.
pub(super) const RECOVERY: Rows = &["money.discount_rate", "money.timing", "time.horizon_months"];
/// A month that is found by looking at all of them.
pub(super) const MONTHS: Rows = &["time.horizon_months", "time.lead_months"];
/// Tax.
pub(super) const TAX: Rows =
    &["money.tax_method", "money.tax_rate", "money.tax_years", "money.tax_first_share", "money.tax_losses"];

/// Purchases of owning, with set-up of what is rented until delivery. Of this list and the next ones the rows that move most come
/// first.
const OWN_BOUGHT: Rows = &[
    "own.node_price_usd",
    "own.gpus",
    "own.fabric_usd_per_node",
    "present.node_resale_usd",
    "time.lead_months",
    "time.deposit_share",
    "own.node_discount_share",
    "own.storage_usd_per_tb",
    "own.installation_usd_per_node",
    "place.build_out_usd",
    "present.nodes",
    "own.life_years",
    "time.hardware_drift",
    "rent.setup_usd",
];
/// Running costs of owning, with bills for what is rented beside it.
const OWN_RUNNING: Rows = &[
    "work.gpu_hours_per_month",
    "power.usd_per_kwh",
    "place.colocation_usd_per_kw_month",
    "people.usd_per_person_year",
    "own.yearly_method",
    "rent.discount_share",
    "rent.quotes",
    "rent.prices",
    "work.workloads",
    "work.growth_per_year",
    "place.room_usd_per_year",
    "own.support_share",
    "own.insurance_share",
    "own.software_usd_per_gpu_year",
    "own.platform_usd_per_year",
    "own.operations_usd_per_year",
    "own.links_usd_per_month",
    "own.idle_usd_per_gpu_hour",
    "present.bill_usd_per_month",
];
/// Sales of owned machines, less removal and moving out.
const OWN_SOLD: Rows = &[
    "own.residual_method",
    "own.residual_decades_per_year",
    "own.residual_share",
    "own.residual_table",
    "own.decommissioning_usd_per_node",
    "time.end",
    "own.other_residual_share",
    "own.life_years",
    "time.horizon_months",
    "rent.exit_tb",
];
/// Set-up and prepayments of renting.
pub(super) const RENT_AHEAD: Rows = &[
    "rent.setup_usd",
    "rent.porting_usd",
    "rent.quotes",
    "rent.quote_upfront_share",
    "rent.prices",
    "rent.discount_share",
    "work.gpu_hours_per_month",
    "work.workloads",
];
/// Bills of renting.
pub(super) const RENT_BILLS: Rows = &[
    "work.gpu_hours_per_month",
    "work.growth_per_year",
    "rent.quotes",
    "rent.prices",
    "rent.discount_share",
    "time.rent_drift",
    "time.rent_curve",
    "work.workloads",
    "rent.committed_count",
    "rent.goodput",
    "rent.paid_efficiency",
    "rent.managed_share",
    "rent.storage_tb",
    "rent.egress_gb_per_month",
    "rent.line_usd_per_month",
    "rent.platform_usd_per_month",
    "rent.support_share",
    "rent.credits",
];
/// What is rented beside owned machines.
pub(super) const RENTED_BESIDE: Rows = &[
    "work.gpu_hours_per_month",
    "work.workloads",
    "work.growth_per_year",
    "own.gpus",
    "time.lead_months",
    "rent.quotes",
    "rent.prices",
    "rent.discount_share",
    "rent.setup_usd",
    "rent.exit_tb",
    "present.bill_usd_per_month",
];
/// What leaving an offer costs, less what comes back.
pub(super) const RENT_ENDS: Rows = &[
    "rent.exit_tb",
    "rent.egress_tiers",
    "time.horizon_months",
    "time.end",
    "time.commitment_exit",
    "time.recoverable_share",
    "time.termination_fee_share",
];
/// Late and undone work.
pub(super) const LATE: Rows =
    &["time.late_usd_per_gpu_hour", "time.beyond", "work.gpu_hours_per_month", "work.workloads"];
/// People who serve tokens.
pub(super) const SERVING: Rows = &["api.serving_people", "people.usd_per_person_year", "time.staff_drift"];

/// The rows behind the payments of a side: purchases and prepayments, running costs and bills, sales less removal.
pub(super) fn payment_inputs(side: Side) -> [Rows; 3] {
    match side {
        Side::Own => [OWN_BOUGHT, OWN_RUNNING, OWN_SOLD],
        Side::Rent => [RENT_AHEAD, RENT_BILLS, RENT_ENDS],
    }
}

/// The rows behind the [deductions](crate::cash_flow::tax::Deduction) of a side, in their order.
pub(super) fn deduction_inputs(side: Side) -> [Rows; 5] {
    const DEPRECIATION: Rows = &[
        "own.node_price_usd",
        "own.gpus",
        "own.fabric_usd_per_node",
        "own.storage_usd_per_tb",
        "own.installation_usd_per_node",
        "money.tax_method",
        "money.tax_years",
        "money.tax_first_share",
        "time.lead_months",
    ];
    let [_, running, ends] = payment_inputs(side);
    [running, RENT_AHEAD, ends, DEPRECIATION, ends]
}

/// The rows behind a line of what a plan costs.
pub(super) fn line_inputs(id: LineId) -> Rows {
    const COMPUTE: Rows = &[
        "rent.quotes",
        "rent.prices",
        "rent.discount_share",
        "time.rent_drift",
        "time.rent_curve",
        "work.gpu_hours_per_month",
        "work.workloads",
        "work.growth_per_year",
        "rent.goodput",
        "rent.paid_efficiency",
        "rent.commitment_billing",
        "sizes.commit",
    ];
    match id {
        LineId::Compute => COMPUTE,
        LineId::Overflow => ABOVE_CAPACITY,
        LineId::BoughtAgain => &["own.life_years", "time.hardware_drift", "own.node_price_usd"],
        LineId::HardwareSold => OWN_SOLD,
        LineId::Late => LATE,
        LineId::SetUp => &["rent.setup_usd", "rent.porting_usd"],
        LineId::MovingOut => RENT_ENDS,
        LineId::PresentBill => &["present.bill_usd_per_month", "present.until_delivery", "work.growth_per_year"],
        LineId::Tokens => &["work.workloads", "work.growth_per_year", "api.offers", "api.price_drift"],
        LineId::Serving => SERVING,
        LineId::TaxSaved => TAX,
        _ => {
            let own = OWN_LINES.iter().map(|line| (line.id, line.explained.inputs));
            let mut all = own.chain(RENT_LINES.iter().map(|line| (line.id, line.inputs)));
            all.find(|(other, _)| *other == id).map_or(&[], |(_, inputs)| inputs)
        }
    }
}
