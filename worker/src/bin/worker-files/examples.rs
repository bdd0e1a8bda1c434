//! Examples of files, made by `scripts/measured-samples.py examples`.

/// The contents of an example.
pub(super) fn example(name: &str) -> Option<&'static [u8]> {
    match name {
        "sacct.txt" => Some(include_bytes!("../../../examples/sacct.txt")),
        "nvidia-smi.csv" => Some(include_bytes!("../../../examples/nvidia-smi.csv")),
        "prometheus.json" => Some(include_bytes!("../../../examples/prometheus.json")),
        "focus.csv" => Some(include_bytes!("../../../examples/focus.csv")),
        _ => None,
    }
}
