//! Which GPUs a machine of a bill has: by the user's answers, by the offers of the price book, by the clouds' naming.
//!
//! A machine that may have GPUs but is not known is asked about, never counted as nothing. Sources of the sizes: AWS,
//! "Accelerated computing instances"; Microsoft, "GPU accelerated virtual machine sizes"; Google Cloud, "GPU machine
//! types".

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::prices::{PriceBook, gpu_named};

/// What a machine has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum MachineUse {
    /// GPUs.
    Gpus {
        /// Id of the GPU in the price book; `None` if the bill counts GPUs without naming them.
        gpu: Option<String>,
        /// GPUs of a machine; 1 where the bill counts GPUs.
        count: f64,
    },
    /// No GPUs.
    NoGpus,
    /// It has to be asked.
    Unknown,
}

/// Finds what machines have.
#[derive(Clone, Copy, Debug)]
pub struct Machines<'b> {
    /// The price book.
    pub book: &'b PriceBook,
    /// Answers: the GPU's id and the GPUs of a machine by its name; no GPU for a count of 0.
    pub answers: &'b BTreeMap<String, (String, f64)>,
}

/// Sizes that the price book may lack: name, GPU, GPUs.
const SIZES: [(&str, &str, u32); 66] = [
    ("p2.xlarge", "k80", 1),
    ("p2.8xlarge", "k80", 8),
    ("p2.16xlarge", "k80", 16),
    ("p3.2xlarge", "v100-16-sxm", 1),
    ("p3.8xlarge", "v100-16-sxm", 4),
    ("p3.16xlarge", "v100-16-sxm", 8),
    ("p3dn.24xlarge", "v100-32-sxm", 8),
    ("p4d.24xlarge", "a100-40-sxm", 8),
    ("p4de.24xlarge", "a100-80-sxm", 8),
    ("p5.4xlarge", "h100-sxm", 1),
    ("p5.48xlarge", "h100-sxm", 8),
    ("p5e.48xlarge", "h200-sxm", 8),
    ("p5en.48xlarge", "h200-sxm", 8),
    ("p6-b200.48xlarge", "b200-sxm", 8),
    ("p6-b300.48xlarge", "b300-sxm", 8),
    ("g4dn.xlarge", "t4", 1),
    ("g4dn.2xlarge", "t4", 1),
    ("g4dn.4xlarge", "t4", 1),
    ("g4dn.8xlarge", "t4", 1),
    ("g4dn.16xlarge", "t4", 1),
    ("g4dn.12xlarge", "t4", 4),
    ("g4dn.metal", "t4", 8),
    ("g5.xlarge", "a10g", 1),
    ("g5.2xlarge", "a10g", 1),
    ("g5.4xlarge", "a10g", 1),
    ("g5.8xlarge", "a10g", 1),
    ("g5.16xlarge", "a10g", 1),
    ("g5.12xlarge", "a10g", 4),
    ("g5.24xlarge", "a10g", 4),
    ("g5.48xlarge", "a10g", 8),
    ("g6.xlarge", "l4", 1),
    ("g6.2xlarge", "l4", 1),
    ("g6.4xlarge", "l4", 1),
    ("g6.8xlarge", "l4", 1),
    ("g6.16xlarge", "l4", 1),
    ("g6.12xlarge", "l4", 4),
    ("g6.24xlarge", "l4", 4),
    ("g6.48xlarge", "l4", 8),
    ("g6e.xlarge", "l40s", 1),
    ("g6e.2xlarge", "l40s", 1),
    ("g6e.4xlarge", "l40s", 1),
    ("g6e.8xlarge", "l40s", 1),
    ("g6e.16xlarge", "l40s", 1),
    ("g6e.12xlarge", "l40s", 4),
    ("g6e.24xlarge", "l40s", 4),
    ("g6e.48xlarge", "l40s", 8),
    ("standard_nc6s_v3", "v100-16-pcie", 1),
    ("standard_nc12s_v3", "v100-16-pcie", 2),
    ("standard_nc24s_v3", "v100-16-pcie", 4),
    ("standard_nc24rs_v3", "v100-16-pcie", 4),
    ("standard_nc4as_t4_v3", "t4", 1),
    ("standard_nc8as_t4_v3", "t4", 1),
    ("standard_nc16as_t4_v3", "t4", 1),
    ("standard_nc64as_t4_v3", "t4", 4),
    ("standard_nc24ads_a100_v4", "a100-80-pcie", 1),
    ("standard_nc48ads_a100_v4", "a100-80-pcie", 2),
    ("standard_nc96ads_a100_v4", "a100-80-pcie", 4),
    ("standard_nc40ads_h100_v5", "h100-nvl", 1),
    ("standard_nc80adis_h100_v5", "h100-nvl", 2),
    ("standard_nd40rs_v2", "v100-32-sxm", 8),
    ("standard_nd96asr_v4", "a100-40-sxm", 8),
    ("standard_nd96amsr_a100_v4", "a100-80-sxm", 8),
    ("standard_nd96isr_h100_v5", "h100-sxm", 8),
    ("standard_nd96isr_h200_v5", "h200-sxm", 8),
    ("standard_nd96is_h100_v5", "h100-sxm", 8),
    ("standard_nd96isr_mi300x_v5", "mi300x", 8),
];

/// Machines of Google Cloud: the beginning of a name that ends with the number of GPUs and a `g`.
const GOOGLE: [(&str, &str); 7] = [
    ("a2-highgpu-", "a100-40-sxm"),
    ("a2-megagpu-", "a100-40-sxm"),
    ("a2-ultragpu-", "a100-80-sxm"),
    ("a3-highgpu-", "h100-sxm"),
    ("a3-megagpu-", "h100-sxm"),
    ("a3-ultragpu-", "h200-sxm"),
    ("a4-highgpu-", "b200-sxm"),
];

/// L4 of Google's g2 machines by the number of their processors, where it is not 1.
const G2: [(&str, u32); 3] = [("g2-standard-24", 2), ("g2-standard-48", 4), ("g2-standard-96", 8)];

/// Families of Google Cloud without GPUs of their own.
const GOOGLE_PLAIN: [&str; 20] = [
    "n1-", "n2-", "n2d-", "n4-", "n4d-", "e2-", "c2-", "c2d-", "c3-", "c3d-", "c4-", "c4a-", "c4d-", "t2d-", "t2a-",
    "m1-", "m2-", "m3-", "h3-", "z3-",
];

impl Machines<'_> {
    /// What a machine has; `is_gpu` if the bill counts GPUs rather than machines.
    pub fn find(&self, name: &str, is_gpu: bool) -> MachineUse {
        if let Some((gpu, count)) = self.answers.get(name) {
            return if *count > 0.0 {
                MachineUse::Gpus { gpu: Some(gpu.clone()).filter(|gpu| !gpu.is_empty()), count: *count }
            } else {
                MachineUse::NoGpus
            };
        }
        if is_gpu {
            let before = name.split(" GPU").next().unwrap_or_default().replace("Plus", "").replace("Mega", "");
            let gpu = gpu_named(&self.book.gpus, &before).map(|named| named.gpu.id.clone());
            return MachineUse::Gpus { gpu, count: 1.0 };
        }
        let small = name.to_ascii_lowercase().replace(' ', "_");
        let bare = small.strip_prefix("ml.").unwrap_or(&small);
        let of = |gpu: &str, count: u32| MachineUse::Gpus { gpu: Some(gpu.to_owned()), count: f64::from(count) };
        if let Some(offer) = self.book.offers.iter().find(|o| o.offer.eq_ignore_ascii_case(bare) && !o.gpu_part_only) {
            return MachineUse::Gpus { gpu: Some(offer.gpu.to_string()), count: offer.gpus_per_instance };
        }
        if let Some((_, gpu, count)) = SIZES.iter().find(|(size, ..)| *size == bare) {
            return of(gpu, *count);
        }
        let google = GOOGLE.iter().find_map(|(start, gpu)| {
            let count = bare.strip_prefix(start)?.split('-').next()?.strip_suffix('g')?.parse().ok()?;
            Some((gpu, count))
        });
        if let Some((gpu, count)) = google {
            return of(gpu, count);
        }
        if bare.starts_with("g2-standard-") {
            return of("l4", G2.iter().find(|(size, _)| *size == bare).map_or(1, |(_, count)| *count));
        }
        if has_no_gpus(bare) { MachineUse::NoGpus } else { MachineUse::Unknown }
    }
}

/// Whether the name is one of a cloud's machines without GPUs.
fn has_no_gpus(name: &str) -> bool {
    if let Some(size) = name.strip_prefix("standard_").or_else(|| name.strip_prefix("basic_")) {
        return !size.starts_with('n');
    }
    if GOOGLE_PLAIN.iter().any(|start| name.starts_with(start)) {
        return true;
    }
    let Some((family, size)) = name.split_once('.') else { return false };
    let is_size = ["nano", "micro", "small", "medium", "large", "metal"].iter().any(|end| size.contains(end));
    let letters: String = family.chars().take_while(char::is_ascii_alphabetic).collect();
    is_size && !matches!(letters.as_str(), "p" | "g" | "gr" | "trn" | "inf" | "dl" | "vt" | "f" | "u")
}

/// The instance type inside a JSON object, or in an Azure cell that lacks its braces.
pub(crate) fn instance_in_json(cell: &[u8]) -> Option<String> {
    const KEYS: [&str; 7] =
        ["InstanceType", "instance_type", "instanceType", "x_InstanceType", "ServiceType", "VMSize", "vmSize"];
    let cell = cell.trim_ascii();
    if !KEYS.iter().any(|key| memchr::memmem::find(cell, key.as_bytes()).is_some()) {
        return None;
    }
    let whole = if cell.starts_with(b"{") { cell.to_vec() } else { [b"{", cell, b"}"].concat() };
    let value: serde_json::Value = serde_json::from_slice(&whole).ok()?;
    let found = KEYS.iter().find_map(|key| value.get(*key).and_then(serde_json::Value::as_str))?;
    Some(found.trim().to_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn machines_of_the_clouds_are_known_or_asked_about() {
        let book = PriceBook::embedded();
        for (_, gpu, _) in SIZES {
            assert!(book.gpu(gpu).is_some(), "{gpu}");
        }
        let answers = BTreeMap::from([("vm-1".to_owned(), ("h100-sxm".to_owned(), 8.0))]);
        let machines = Machines { book: &book, answers: &answers };
        let gpus = |gpu: &str, count: f64| MachineUse::Gpus { gpu: Some(gpu.to_owned()), count };
        for (name, expected) in [
            ("p5.48xlarge", gpus("h100-sxm", 8.0)),
            ("ml.p4d.24xlarge", gpus("a100-40-sxm", 8.0)),
            ("g5.24xlarge", gpus("a10g", 4.0)),
            ("Standard_ND96isr_H100_v5", gpus("h100-sxm", 8.0)),
            ("Standard ND96amsr A100 v4", gpus("a100-80-sxm", 8.0)),
            ("a3-highgpu-4g", gpus("h100-sxm", 4.0)),
            ("g2-standard-24", gpus("l4", 2.0)),
            ("vm-1", gpus("h100-sxm", 8.0)),
            ("m5.large", MachineUse::NoGpus),
            ("Standard_D2s_v5", MachineUse::NoGpus),
            ("n2-standard-4", MachineUse::NoGpus),
            ("p9.48xlarge", MachineUse::Unknown),
            ("Standard_NX1", MachineUse::Unknown),
            ("vm-2", MachineUse::Unknown),
        ] {
            assert_eq!(machines.find(name, false), expected, "{name}");
        }
        let part = machines.find("Nvidia Tesla T4 GPU running in Iowa", true);
        assert_eq!(part, gpus("t4", 1.0));
        assert_eq!(machines.find("", true), MachineUse::Gpus { gpu: None, count: 1.0 });
    }

    #[test]
    fn types_inside_json_are_found() {
        assert_eq!(instance_in_json(br#"{"instance_type":"p5.48xlarge","x":1}"#).as_deref(), Some("p5.48xlarge"));
        assert_eq!(
            instance_in_json(br#""ServiceType":"Standard_NC6s_v3","a":null"#).as_deref(),
            Some("Standard_NC6s_v3")
        );
        assert_eq!(instance_in_json(br#"{"a":"b"}"#), None);
    }
}
