//! Presets, stored as files in the documented format: they serve as examples of it too.

use serde_json::Value;

/// A ready-made scenario.
#[derive(Clone, Copy, Debug)]
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
        "First what the bill itself could save, then 80 GPUs of your own against the market";
    "a100-offer",
        "A vendor offers 80 A100",
        "A printed saving of 4.5 million is a loss of 1.2 million: 3.59 million to rent the same hours, not 9.3";
    "startup-64",
        "A start-up needs 64 H100",
        "Dear money and a half-filled cluster: how near renting comes";
    "lab-server",
        "A lab with one 8-GPU server",
        "Small, in a room of one's own: people and space hardly count, use does";
    "seven-b-runs",
        "Four 2-week runs of a 7B model",
        "86\u{202f}016 GPU-hours a year keep 64 GPUs busy 16 % of the time: what a run costs";
    "inference-fleet",
        "An inference fleet",
        "Small jobs, steady growth: what outgrows the machines is rented";
    "published-40",
        "Why a published 40 % is 54 %",
        "With people counted on the owned side the printed break-even of 40.5 % is 54.2 %";
    "reference-case",
        "Reference case: 64 H100 at $3.55",
        "A published calculation, line by line: 2.53 hardware, 0.84 people, 0.09 power, 0.10 fabric";
    "power-follows-load",
        "Reference case, power by load",
        "The same cluster when power follows use: break-even at 53.7 % against 5.25 instead of 54.2 %";
    "equal-goodput",
        "Busy 75 %, but only 40 % efficient",
        "Efficiency inside the job is the same on both sides: owning wins although utilization is only 30 %";
    "specialty-clouds",
        "Specialty clouds at 2.00 and 2.50",
        "Never: even busy every hour the reference cluster costs more";
    "thousand-hours",
        "1000 GPU-hours a day",
        "What a day of work costs on 56 GPUs: each nearly three quarters busy";
    "vendor-paper",
        "A vendor paper: paid back in 3.7 months?",
        "Against 55.04 an hour eight GPUs pay back after 5140 hours: 7.0 months";
    "negative-npv",
        "A saving that turns on the clock",
        "The same machines save 77 thousand or lose 9, by when payments fall: too close to call";
    "convention-2020",
        "The 50 % rule of 2020",
        "Half the price a year for everything else: 2.38 an hour at full use";
    "floor-and-burst",
        "A reserved floor and spot above it",
        "With cheap spot above it, the best floor is none";
    "egress",
        "140 GB a day out of the cloud",
        "369 a month, once 100 GB are free: small beside the hours";
    "spot-waste",
        "Spot machines and the gang",
        "Eight nodes stop eight times as often: the job is as weak as its first node to go";
}

/// The preset with an id.
pub fn preset(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|p| p.id == id)
}
