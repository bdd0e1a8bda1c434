//! The kinds of files that are read, and how one is recognised from its first bytes.

use serde::{Deserialize, Serialize};

use super::fixed_width;
use super::rows::Dialect;
use super::settings::OtherOutput;

/// What a file is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// `nvidia-smi --query-gpu … --format=csv`.
    NvidiaSmi,
    /// Metrics of DCGM: the JSON of Prometheus' `query_range`, or its CSV export.
    Prometheus,
    /// `sacct`, best with `-P`.
    Slurm,
    /// Standard Workload Format.
    Swf,
    /// Allocations of OpenCost or Kubecost, CSV or JSON.
    OpenCost,
    /// FinOps Open Cost and Usage Specification, 1.x.
    Focus,
    /// AWS cost and usage report, legacy or 2.0.
    AwsCur,
    /// Azure cost and usage details.
    AzureCost,
    /// Any table, through columns that are chosen.
    AnyCsv,
    /// Price catalogue of SkyPilot.
    SkyPilotCatalog,
    /// Price catalogue of gpuhunt.
    GpuhuntCatalog,
}

impl Format {
    /// All formats, in the order in which they are offered.
    pub const ALL: [Self; 11] = [
        Self::Slurm,
        Self::NvidiaSmi,
        Self::Prometheus,
        Self::Swf,
        Self::OpenCost,
        Self::Focus,
        Self::AwsCur,
        Self::AzureCost,
        Self::SkyPilotCatalog,
        Self::GpuhuntCatalog,
        Self::AnyCsv,
    ];
}

/// What a file seems to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guess {
    /// The format.
    pub format: Format,
    /// Whether its contents leave no doubt.
    pub certain: bool,
    /// The words of the file by which it was recognised.
    pub because: Vec<String>,
}

/// Names of columns that only one format has: each group needs one of its names. Names that end in `*` are beginnings.
const BY_COLUMNS: [(Format, &[&[&str]]); 11] = [
    (Format::Focus, &[&["ChargePeriodStart"], &["BilledCost", "EffectiveCost"]]),
    (Format::AwsCur, &[&["lineItem/*", "line_item_*", "lineitem_*"]]),
    (
        Format::AzureCost,
        &[
            &["MeterCategory", "meter_category", "ConsumedService"],
            &["CostInBillingCurrency", "PreTaxCost", "Cost", "PreTaxCostInBillingCurrency", "CostInUSD"],
        ],
    ),
    (Format::SkyPilotCatalog, &[&["AcceleratorName"], &["InstanceType"], &["Price", "SpotPrice"]]),
    (Format::GpuhuntCatalog, &[&["gpu_name"], &["gpu_count"], &["price"], &["instance_name"]]),
    (Format::OpenCost, &[&["GPUCost", "gpu cost", "gpu_cost"], &["CPUCost", "cpu cost", "cpu_cost"]]),
    (
        Format::Slurm,
        &[
            &["JobID", "JobIDRaw", "job_id"],
            &["AllocTRES", "ReqTRES", "AllocGRES", "ReqGRES", "Elapsed", "ElapsedRaw", "State", "Submit", "NodeList"],
        ],
    ),
    (Format::Prometheus, &[&["__name__"]]),
    (Format::Prometheus, &[&["DCGM_FI_*", "*DCGM_FI_"]]),
    (Format::Prometheus, &[&["metric"], &["value"], &["timestamp", "time"]]),
    (
        Format::NvidiaSmi,
        &[&["utilization.gpu*", "memory.used*", "power.draw*", "utilization.memory*", "uuid", "gpu_uuid"]],
    ),
];

/// Recognises a file from its first decoded bytes; its name counts only where they leave doubt.
pub fn recognize(first: &[u8], file_name: &str) -> Guess {
    let first = first.get(..64 * 1_024).unwrap_or(first);
    let text = first.trim_ascii_start();
    let first_line = || words(text.split(|&b| b == b'\n').next().unwrap_or_default());
    if OtherOutput::of_jobs(text).is_some() {
        return certain(Format::Slurm, [first_line()]);
    }
    if let Some(output) = OtherOutput::of_gpus(text) {
        let is_metrics = output == OtherOutput::ExporterText;
        let format = if is_metrics { Format::Prometheus } else { Format::NvidiaSmi };
        return certain(format, [first_line()]);
    }
    if matches!(text.first(), Some(b'{' | b'[')) {
        return recognize_json(text, file_name);
    }
    let line = text.split(|&b| b == b'\n').next().unwrap_or_default();
    if line.starts_with(b";") || is_swf(text) {
        return certain(Format::Swf, line.starts_with(b";").then(|| words(line)));
    }
    if fixed_width::is_one(text) && line.split(u8::is_ascii_whitespace).any(|name| name.eq_ignore_ascii_case(b"JobID"))
    {
        return certain(Format::Slurm, [words(line)]);
    }
    let dialect = Dialect::of(text);
    let split = |dialect: Dialect| -> Vec<String> {
        let cells = line.split(|&b| b == dialect.delimiter);
        cells.map(|cell| String::from_utf8_lossy(cell).trim().trim_matches('"').trim().to_owned()).collect()
    };
    let cells = super::slurm::header(line).unwrap_or_else(|| split(dialect));
    for (format, groups) in BY_COLUMNS {
        let found: Vec<&String> =
            groups.iter().filter_map(|names| cells.iter().find(|cell| is_one(cell, names))).collect();
        if found.len() == groups.len() {
            return certain(format, found.into_iter().cloned());
        }
    }
    let possible = |format, because: Vec<String>| Guess { format, certain: false, because };
    let numbers = cells.iter().filter(|cell| cell.parse::<f64>().is_ok() || cell.starts_with('[')).count();
    if cells.len() == 4 && numbers == 4 && dialect.delimiter == b',' {
        return possible(Format::NvidiaSmi, vec![words(line)]);
    }
    if cells.iter().any(|cell| super::smi::names_a_gpu(cell)) && cells.iter().any(|cell| super::smi::has_unit(cell)) {
        return possible(Format::NvidiaSmi, vec![words(line)]);
    }
    if super::slurm::candidates(text).into_iter().any(|dialect| super::slurm::is_job(&split(dialect))) {
        return possible(Format::Slurm, vec![words(line)]);
    }
    let name = file_name.to_ascii_lowercase();
    if name.contains(".swf") {
        return possible(Format::Swf, Vec::new());
    }
    possible(Format::AnyCsv, Vec::new())
}

fn recognize_json(text: &[u8], file_name: &str) -> Guess {
    let has = |word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
    for (format, wanted) in [
        (Format::Prometheus, &["\"resultType\""][..]),
        (Format::Prometheus, &["\"metric\"", "\"values\""]),
        (Format::Prometheus, &["\"metric\"", "\"value\""]),
        (Format::OpenCost, &["\"gpuCost\""]),
        (Format::OpenCost, &["\"cpuCost\""]),
    ] {
        if wanted.iter().all(|word| has(word)) {
            return certain(format, wanted.iter().map(|word| word.trim_matches('"').to_owned()));
        }
    }
    let is_cost = file_name.to_ascii_lowercase().contains("cost");
    Guess { format: if is_cost { Format::OpenCost } else { Format::Prometheus }, certain: false, because: Vec::new() }
}

fn certain(format: Format, because: impl IntoIterator<Item = String>) -> Guess {
    Guess { format, certain: true, because: because.into_iter().collect() }
}

fn is_one(cell: &str, names: &[&str]) -> bool {
    let cell = cell.to_ascii_lowercase();
    names.iter().any(|name| {
        let name = name.to_ascii_lowercase();
        match (name.strip_suffix('*'), name.strip_prefix('*')) {
            (Some(beginning), _) => cell.starts_with(beginning),
            (_, Some(inside)) => cell.contains(inside),
            _ => cell == name,
        }
    })
}

/// Whether the first line holds the 18 numbers of the Standard Workload Format.
fn is_swf(text: &[u8]) -> bool {
    let line = text.split(|&b| b == b'\n').next().unwrap_or_default();
    let numbers = line.split(u8::is_ascii_whitespace).filter(|part| !part.is_empty());
    let parsed: Vec<bool> =
        numbers.map(|part| std::str::from_utf8(part).is_ok_and(|part| part.parse::<f64>().is_ok())).collect();
    parsed.len() == 18 && parsed.iter().all(|is_number| *is_number)
}

/// The beginning of a line as text.
fn words(line: &[u8]) -> String {
    String::from_utf8_lossy(line.get(..60).unwrap_or(line)).trim().to_owned()
}
