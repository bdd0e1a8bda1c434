//! Rows of a catalogue in one form for both tools.

use std::collections::BTreeMap;

use super::CatalogueKind;
use crate::csv::{Row, Table};
use crate::text::plain;

/// One row: a machine in a region, with its hourly prices in US dollars.
#[derive(Clone, Debug, Default)]
pub(super) struct Listing {
    /// The provider as the row names it; empty if it does not.
    pub(super) provider: String,
    /// The provider's name of the machine; empty for GPUs that are priced without their machine.
    pub(super) instance: String,
    /// The GPU as the catalogue prints it; empty for none.
    pub(super) gpu: String,
    /// Memory of one GPU, GiB, rounded.
    pub(super) memory_gib: Option<u32>,
    /// GPUs of the machine.
    pub(super) gpus: f64,
    /// The region.
    pub(super) region: String,
    /// On demand.
    pub(super) on_demand: Option<f64>,
    /// Spot.
    pub(super) spot: Option<f64>,
    /// Whether the price is that of the GPUs alone.
    pub(super) part_only: bool,
    /// Prices that cannot be read, each with its place.
    pub(super) bad_prices: Vec<String>,
}

/// The rows of a table, GPUs of Google Cloud joined with their machines.
pub(super) fn listings(kind: CatalogueKind, table: &Table) -> Vec<Listing> {
    match kind {
        CatalogueKind::SkyPilot => skypilot(table),
        CatalogueKind::Gpuhunt => table.rows.iter().map(|row| gpuhunt(table, row)).collect(),
    }
}

fn cell<'r>(table: &Table, row: &'r Row, column: &str) -> &'r str {
    table.column(column).map_or("", |at| row.cell(at)).trim()
}

/// Words for a price that is not known.
const NO_PRICE: [&str; 6] = ["", "-", "nan", "none", "null", "n/a"];

/// A price above 0; `None` for no price. Python writes small numbers with an exponent.
///
/// Errors: the cell with its place, if it is neither.
fn price(table: &Table, row: &Row, column: &str) -> Result<Option<f64>, String> {
    let text = cell(table, row, column);
    match text.parse::<f64>() {
        Ok(usd) if usd == 0.0 || usd.is_nan() => Ok(None),
        Ok(usd) if usd.is_finite() && usd > 0.0 => Ok(Some(usd)),
        _ if NO_PRICE.contains(&text.to_ascii_lowercase().as_str()) => Ok(None),
        _ => {
            let at = table.column(column).map_or(0, |at| at + 1);
            Err(format!("line {}, column {at}: `{}`", row.line, plain(text, 20)))
        }
    }
}

/// A price, where it can be read; otherwise it is noted among the bad ones.
fn known(price: Result<Option<f64>, String>, bad: &mut Vec<String>) -> Option<f64> {
    price.unwrap_or_else(|words| {
        bad.push(words);
        None
    })
}

fn number(text: &str) -> f64 {
    text.parse().ok().filter(|n: &f64| n.is_finite()).unwrap_or(0.0)
}

fn gpuhunt(table: &Table, row: &Row) -> Listing {
    let cell = |column| cell(table, row, column).to_owned();
    let mut bad_prices = Vec::new();
    let usd = known(price(table, row, "price"), &mut bad_prices);
    let is_spot = cell("spot").eq_ignore_ascii_case("true");
    let (gpu, gpus) = tpu(&cell("gpu_name"), number(&cell("gpu_count")));
    Listing {
        provider: cell("provider"),
        instance: cell("instance_name"),
        gpu,
        memory_gib: gib(number(&cell("gpu_memory"))),
        gpus,
        region: cell("location"),
        on_demand: usd.filter(|_| !is_spot),
        spot: usd.filter(|_| is_spot),
        part_only: false,
        bad_prices,
    }
}

/// Machines of Google Cloud that are sold only with all their GPUs: prefix and end of the name, the GPU as SkyPilot
/// prints it, and the number of GPUs if the name does not end with it. SkyPilot lists both prices apart.
const WHOLE: [(&str, &str, &str); 7] = [
    ("a2-highgpu-", "g", "A100"),
    ("a2-megagpu-", "g", "A100"),
    ("a2-ultragpu-", "g", "A100-80GB"),
    ("a3-highgpu-", "g", "H100"),
    ("a3-megagpu-", "g", "H100-MEGA"),
    ("a3-ultragpu-", "g", "H200"),
    ("a4-highgpu-", "g", "B200"),
];

/// The machine that such GPUs belong to, such as `a3-highgpu-8g`.
fn whole(gpu: &str, gpus: f64) -> impl Iterator<Item = String> {
    let names = WHOLE.iter().filter(move |(_, _, of)| *of == gpu);
    names.map(move |(start, end, _)| format!("{start}{gpus}{end}"))
}

/// On demand and spot, USD per hour.
type Prices = (Option<f64>, Option<f64>);

fn skypilot(table: &Table) -> Vec<Listing> {
    // Machines of Google Cloud by name and zone, to be joined with their GPUs.
    let mut machines: BTreeMap<(&str, &str), Prices> = BTreeMap::new();
    let mut found: Vec<(Listing, &str)> = Vec::new();
    for row in &table.rows {
        let cell = |column| cell(table, row, column);
        let info = cell("GpuInfo");
        let info = if info.is_empty() { cell("GPUInfo") } else { info };
        let (gpu, gpus) = tpu(cell("AcceleratorName"), number(cell("AcceleratorCount")));
        let is_tpu = gpu.starts_with("tpu");
        let mut bad_prices = Vec::new();
        let listing = Listing {
            provider: String::new(),
            instance: cell("InstanceType").to_owned(),
            gpu,
            memory_gib: memory(info),
            gpus,
            region: cell("Region").to_owned(),
            on_demand: known(price(table, row, "Price"), &mut bad_prices),
            spot: known(price(table, row, "SpotPrice"), &mut bad_prices),
            part_only: cell("InstanceType").is_empty() && !is_tpu,
            bad_prices,
        };
        let zone = cell("AvailabilityZone");
        if listing.gpu.is_empty() {
            machines.entry((cell("InstanceType"), zone)).or_insert((listing.on_demand, listing.spot));
        }
        found.push((listing, zone));
    }
    let joined = found.into_iter().map(|(mut listing, zone)| {
        let machine = || {
            whole(&listing.gpu, listing.gpus).find_map(|name| {
                let prices = machines.get(&(name.as_str(), zone)).copied()?;
                Some((prices, name))
            })
        };
        if let Some((machine, name)) = listing.part_only.then(machine).flatten() {
            let both = |gpus: Option<f64>, rest: Option<f64>| gpus.zip(rest).map(|(a, b)| a + b);
            listing.on_demand = both(listing.on_demand, machine.0);
            listing.spot = both(listing.spot, machine.1);
            listing.instance = name;
            listing.part_only = false;
        }
        listing
    });
    joined.collect()
}

/// Slices of TPUs, such as `tpu-v6e-8`, as their chip and number of chips. Versions 4 and 5p count two cores a chip.
///
/// Source: Google Cloud, "TPU configurations".
fn tpu(name: &str, count: f64) -> (String, f64) {
    let small = name.to_ascii_lowercase();
    let slice = small.strip_prefix("tpu-").and_then(|rest| rest.rsplit_once('-'));
    let Some((version, size)) = slice.and_then(|(version, size)| Some((version, size.parse::<u32>().ok()?))) else {
        return (name.to_owned(), count);
    };
    let version = if version == "v5litepod" { "v5e" } else { version };
    let cores = if matches!(version, "v4" | "v5p") { 2.0 } else { 1.0 };
    (format!("tpu-{version}"), f64::from(size) / cores * count)
}

/// Memory of one GPU from SkyPilot's description, GiB. Some of its fetchers write GiB where MiB belong.
fn memory(info: &str) -> Option<u32> {
    let rest = info.split_once("SizeInMiB").map(|(_, rest)| rest.trim_start_matches(['"', '\'', ':', ' ']))?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let size: f64 = digits.parse().ok()?;
    gib(if size < 1_024.0 { size } else { size / 1_024.0 })
}

fn gib(size: f64) -> Option<u32> {
    let whole = libm::round(size);
    // Checked to be small.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    (1.0..10_000.0).contains(&whole).then_some(whole as u32)
}
