//! Ready-made scenarios, kept as files of the documented format: examples of it as much as starting points.

/// A ready-made scenario.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name in links, for ever.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it teaches.
    pub teaches: &'static str,
    /// The scenario file.
    pub text: &'static str,
}

/// Every preset, in the order of the page.
pub const PRESETS: &[Preset] = &[
    Preset {
        id: "reference-case",
        label: "Reference case: 64 H100 at $3.55",
        teaches: "A published calculation, line by line: 2.53 hardware, 0.84 people, 0.09 power, 0.10 fabric",
        text: include_str!("../presets/reference-case.json"),
    },
    Preset {
        id: "equal-goodput",
        label: "Busy 75 %, but only 40 % efficient",
        teaches: "Efficiency inside the job is the same on both sides: owning wins although utilization is only 30 %",
        text: include_str!("../presets/equal-goodput.json"),
    },
    Preset {
        id: "power-follows-load",
        label: "Reference case, power by load",
        teaches: "The same cluster when power follows use: break-even at 53.7 % against 5.25 instead of 54.2 %",
        text: include_str!("../presets/power-follows-load.json"),
    },
];

/// The preset with an id.
pub fn preset(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|p| p.id == id)
}
