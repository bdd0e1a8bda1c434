//! Presets, stored as files in the documented format: they serve as examples of it too.

use serde_json::Value;

/// A ready-made scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its permanent id in links.
    pub id: &'static str,
    /// Its label.
    pub label: &'static str,
    /// What it illustrates.
    pub teaches: &'static str,
    file: &'static str,
}

/// A published figure for a preset's case.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// What it measures, in words.
    pub label: String,
    /// Our corresponding result: its path in the report.
    pub of: String,
    /// Divisor that makes that result comparable; 1 for none.
    pub over: f64,
    /// The figure, in the result's unit; shares are fractions.
    pub value: f64,
    /// Half a unit of its last printed digit.
    pub within: f64,
    /// `usd`, `usd_per_gpu_hour`, `gpu_hours`, `months` or `share`.
    pub unit: String,
    /// Who published it.
    pub source: String,
    /// Why it differs from what its own inputs give; `None` if it does not.
    pub errs: Option<String>,
}

impl Preset {
    /// The scenario file.
    pub fn text(&self) -> &'static str {
        self.file
    }

    /// The figures published for its case; empty for our own cases.
    pub fn published(&self) -> Vec<Published> {
        let file: Option<Value> = serde_json::from_str(self.text()).ok();
        let figures = file.as_ref().and_then(|file| file["published"].as_array());
        figures.into_iter().flatten().filter_map(read).collect()
    }
}

fn read(figure: &Value) -> Option<Published> {
    let text = |key: &str| figure[key].as_str().map(str::to_owned);
    let number = |key: &str| figure[key].as_f64();
    Some(Published {
        label: text("label")?,
        of: text("of")?,
        over: number("over").unwrap_or(1.0),
        value: number("value")?,
        within: number("within")?,
        unit: text("unit")?,
        source: text("source")?,
        errs: text("errs"),
    })
}

macro_rules! presets {
    ($($id:literal, $label:literal, $teaches:literal;)+) => {
        /// Every preset, in the order of the page: typical first questions, then published calculations.
        pub const PRESETS: &[Preset] = &[$(Preset {
            id: $id,
            label: $label,
            teaches: $teaches,
            file: include_str!(concat!("../../presets/", $id, ".json")),
        },)+];
    };
}

presets! {
    "bill-8m",
        "Our AWS bill is $8M",
        "First what the bill itself could save, then 80 owned GPUs against the market";
    "a100-offer",
        "A vendor offers 80 A100 GPUs",
        "A claimed saving of 4.5 million turns out to be a loss of 1.2 million: renting the same hours costs 3.59 million, not 9.3";
    "startup-64",
        "A start-up needs 64 H100 GPUs",
        "Expensive capital and a half-full cluster: how close renting comes";
    "lab-server",
        "A lab with one 8-GPU server",
        "Small, in its own room: staff and space barely matter, utilization does";
    "seven-b-runs",
        "Four 2-week runs of a 7B model",
        "86,016 GPU-hours per year keep 64 GPUs busy 16% of the time: the cost per run";
    "inference-fleet",
        "An inference fleet",
        "Small jobs and steady growth: demand beyond the owned machines is rented";
    "published-40",
        "Why a published 40% should be 54%",
        "With staff counted when owning, the published break-even of 40.5% becomes 54.2%";
    "reference-case",
        "Reference case: 64 H100 at $3.55",
        "A published calculation line by line: 2.53 hardware, 0.84 staff, 0.09 power, 0.10 fabric";
    "power-follows-load",
        "Reference case, power by load",
        "The same cluster with power that follows load: break-even at 53.7% against 5.25, instead of 54.2%";
    "equal-goodput",
        "Busy 75%, but only 40% efficient",
        "Job efficiency is the same on both sides: owning wins although utilization is only 30%";
    "specialty-clouds",
        "Specialised clouds at 2.00 and 2.50",
        "Owning never pays: even at full load the reference cluster costs more";
    "thousand-hours",
        "1000 GPU-hours per day",
        "The cost of a day's work on 56 GPUs, each busy almost three quarters of the time";
    "vendor-paper",
        "A vendor white paper: payback in 3.7 months?",
        "Against 55.04 per hour, eight GPUs pay back after 5140 hours, or 7.0 months";
    "negative-npv",
        "A saving that depends on payment timing",
        "The same machines save 77,000 or lose 9,000 depending on when payments fall: too close to call";
    "convention-2020",
        "The 50% rule of 2020",
        "Half the hardware price per year for everything else: 2.38 per hour at full utilization";
    "floor-and-burst",
        "A reserved base load with spot on top",
        "With cheap spot on top, the best reserved base is zero";
    "egress",
        "140 GB of egress per day",
        "369 per month after 100 GB free: small compared with the GPU-hours";
    "spot-waste",
        "Spot and gang-scheduled jobs",
        "Eight nodes are interrupted eight times as often: the job fails with the first node lost";
}

/// The preset with an id.
pub fn preset(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|p| p.id == id)
}
