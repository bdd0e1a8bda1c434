//! What stands behind the defaults besides their figures: those of earlier editions, and why some figures are old.
//!
//! A text of an earlier edition holds the defaults of its day without their ranges. They keep the range they came with,
//! so its figures stay the same.

use super::field::Basis;

/// The machine of the defaults and those of earlier editions, newest first.
pub(crate) const MACHINES: [&str; 3] = ["hgx-h100-8-2026-11-26", "hgx-h100-8-2026-11-25", "hgx-h100-8"];

/// Earlier defaults by row, newest first.
const EARLIER: &[(&str, &[Basis])] = &[
    ("own.node_price_usd", &[Basis::HardwarePrice(MACHINES[1]), Basis::HardwarePrice(MACHINES[2])]),
    ("own.assembly_markup", &[Basis::Figure("prebuilt.surcharge-reference")]),
    ("own.fabric_usd_per_node", &[Basis::Figure("network.fabric-per-node-64")]),
    ("own.life_years", &[Basis::Figure("life.server")]),
    ("power.usd_per_kwh", &[Basis::Figure("electricity.us-industrial")]),
    ("place.colocation_usd_per_kw_month", &[Basis::Figure("colocation.us-250-500kw-2025")]),
    (
        "time.lead_months",
        &[Basis::Assumed { low: 2.0, typical: 4.0, high: 6.0, why: "new HGX systems took 8 to 26 weeks in 2026" }],
    ),
];

/// Why a default rests on an old figure, by row.
const NOTHING_NEWER: &[(&str, &str)] = &[
    ("own.assembly_markup", "no seller publishes what assembly costs; the 50% of 2020 is the high end"),
    (
        "own.storage_usd_per_tb",
        "parallel flash is sold by quote, and no dated price was found by November 2026; memory has become dearer since, so ask for a quote",
    ),
    ("own.other_residual_share", "no sales of used racks, switches and storage were found by November 2026"),
    ("own.spare_share", "a reference text's figure; a study of 2025 advises 5%, its low end"),
    ("own.yearly_fraction", "the convention of 2020 that this mode follows"),
    (
        "own.software_usd_per_gpu_year",
        "no newer list of tooling was found by November 2026; newer prices of NVIDIA AI Enterprise are for another product",
    ),
    ("own.links_usd_per_month", "dedicated links are sold by quote, and no newer price was found by November 2026"),
    ("own.insurance_share", "premiums are quoted, not published; reports of 2026 give the market's size, but no rate"),
    (
        "power.usd_per_kwh",
        "July 2026 was the newest month when the table was read in September; it is published about two months later",
    ),
    (
        "power.kg_co2e_per_kwh",
        "the figures of 2023 are the newest that the agency has published; its page still listed them in September 2026",
    ),
    (
        "people.own_people",
        "a reference text's figure; no newer count for a cluster of this size was found by November 2026",
    ),
    (
        "rent.storage_usd_per_gb_month",
        "list prices of object storage have not moved for years, and no newer reading was found by November 2026",
    ),
    (
        "stops.per_million_gpu_hours",
        "still the only published count of all causes; studies of 2025 and 2026 count memory errors or parts alone",
    ),
];

/// The earlier defaults of a row, newest first.
pub(super) fn earlier(row: &str) -> &'static [Basis] {
    EARLIER.iter().find(|(id, _)| *id == row).map_or(&[], |(_, bases)| bases)
}

/// Why the figure behind a row's default is old; empty if it is not.
pub(super) fn nothing_newer(row: &str) -> &'static str {
    NOTHING_NEWER.iter().find(|(id, _)| *id == row).map_or("", |(_, why)| why)
}
