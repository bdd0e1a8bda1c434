//! Which GPU of the price book a name means, as written by tools, clouds and people.
//!
//! In: `NVIDIA H100 80GB HBM3`, `A100-SXM4-80GB`, `nvidia-tesla-v100`, `H100`. Out: the GPU, and what the name leaves
//! open. An unknown word makes the name unknown: `RTX 4090 Laptop GPU` is not an RTX 4090. Price books, own offers and
//! measured files all use this function.

use super::Gpu;

/// A GPU found by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<'b> {
    /// The GPU.
    pub gpu: &'b Gpu,
    /// Others the name fits as well, ranked below it: SXM before PCIe, then larger memory first.
    pub others: Vec<&'b Gpu>,
}

impl Named<'_> {
    /// What the name left open, in words; `None` if it fits only one GPU.
    pub fn reading(&self, name: &str) -> Option<String> {
        let others: Vec<&str> = self.others.iter().map(|gpu| gpu.id.as_str()).collect();
        let read = &self.gpu.name;
        (!others.is_empty())
            .then(|| format!("`{name}` is read as {read}; for another variant, write {}", others.join(" or ")))
    }
}

/// One variant of a model: its id in the book, form factor, memory sizes and kinds. An empty list matches anything.
/// Sorted by rank.
struct Variant {
    model: &'static str,
    id: &'static str,
    mounts: &'static [&'static str],
    memory_gb: &'static [u32],
    memory: &'static [&'static str],
}

const fn variant(
    model: &'static str,
    id: &'static str,
    mounts: &'static [&'static str],
    memory_gb: &'static [u32],
    memory: &'static [&'static str],
) -> Variant {
    Variant { model, id, mounts, memory_gb, memory }
}

const SXM: &[&str] = &["sxm"];
const PCIE: &[&str] = &["pcie"];
const OAM: &[&str] = &["oam"];

/// Models with several variants or names. `nvidia-smi` prints `H100 80GB HBM3` for the SXM module and `H100 PCIe` for
/// the card, and `GH200 480GB` with the memory of its processor.
const VARIANTS: &[Variant] = &[
    variant("h100", "h100-sxm", SXM, &[80], &["hbm3"]),
    variant("h100", "h100-pcie", PCIE, &[80], &["hbm2e"]),
    variant("h100", "h100-nvl", &["nvl"], &[94], &["hbm3"]),
    variant("h200", "h200-sxm", SXM, &[141], &["hbm3e"]),
    variant("gh200", "gh200", &[], &[96, 480], &["hbm3"]),
    variant("a100", "a100-80-sxm", SXM, &[80], &["hbm2e"]),
    variant("a100", "a100-40-sxm", SXM, &[40], &["hbm2"]),
    variant("a100", "a100-80-pcie", PCIE, &[80], &["hbm2e"]),
    variant("a100", "a100-40-pcie", PCIE, &[40], &["hbm2"]),
    variant("v100", "v100-32-sxm", SXM, &[32], &["hbm2"]),
    variant("v100", "v100-16-sxm", SXM, &[16], &["hbm2"]),
    variant("v100", "v100-16-pcie", PCIE, &[16], &["hbm2"]),
    variant("b200", "b200-sxm", SXM, &[180, 183, 192], &["hbm3e"]),
    variant("b300", "b300-sxm", SXM, &[270, 288], &["hbm3e"]),
    variant("gb200", "gb200", &["nvl72"], &[186, 192], &["hbm3e"]),
    variant("gb300", "gb300", &["nvl72"], &[288], &["hbm3e"]),
    variant("k80", "k80", PCIE, &[12], &[]),
    variant("t4", "t4", PCIE, &[16], &[]),
    variant("a10g", "a10g", PCIE, &[24], &[]),
    variant("l4", "l4", PCIE, &[24], &[]),
    variant("l40s", "l40s", PCIE, &[48], &[]),
    variant("a6000", "rtx-a6000", PCIE, &[48], &[]),
    variant("rtxa6000", "rtx-a6000", PCIE, &[48], &[]),
    variant("3090", "rtx-3090", PCIE, &[24], &[]),
    variant("rtx3090", "rtx-3090", PCIE, &[24], &[]),
    variant("4090", "rtx-4090", PCIE, &[24], &[]),
    variant("rtx4090", "rtx-4090", PCIE, &[24], &[]),
    variant("5090", "rtx-5090", PCIE, &[32], &[]),
    variant("rtx5090", "rtx-5090", PCIE, &[32], &[]),
    variant("rtx6000ada", "rtx-6000-ada", PCIE, &[48], &[]),
    variant("rtxpro6000", "rtx-pro-6000", PCIE, &[96], &[]),
    variant("pro6000", "rtx-pro-6000", PCIE, &[96], &[]),
    variant("mi300x", "mi300x", OAM, &[192], &["hbm3"]),
    variant("mi325x", "mi325x", OAM, &[256], &["hbm3e"]),
    variant("mi355x", "mi355x", OAM, &[288], &["hbm3e"]),
    variant("gaudi2", "gaudi2", OAM, &[96], &["hbm2e"]),
    variant("hl225", "gaudi2", OAM, &[96], &["hbm2e"]),
    variant("gb10", "gb10", &[], &[128], &[]),
    variant("trainium", "trn1", &[], &[32], &[]),
    variant("trainium1", "trn1", &[], &[32], &[]),
    variant("trainium2", "trn2", &[], &[96], &[]),
    variant("tpuv5lite", "tpu-v5e", &[], &[16], &[]),
    variant("trillium", "tpu-v6e", &[], &[32], &[]),
    variant("tputrillium", "tpu-v6e", &[], &[32], &[]),
    variant("ironwood", "tpu-v7", &[], &[192], &[]),
    variant("tpuironwood", "tpu-v7", &[], &[192], &[]),
];

/// Words in names that do not distinguish GPUs.
const AROUND: [&str; 25] = [
    "nvidia",
    "amd",
    "instinct",
    "tesla",
    "geforce",
    "intel",
    "habana",
    "google",
    "cloud",
    "aws",
    "gpu",
    "gpus",
    "tensor",
    "core",
    "accelerator",
    "graphics",
    "card",
    "module",
    "generation",
    "hopper",
    "blackwell",
    "gddr6",
    "gddr6x",
    "gddr7",
    "mega",
];

/// Words in names that apply to only one model.
const AROUND_ONE: [(&str, &[&str]); 3] = [
    ("rtxpro6000", &["server", "workstation", "edition", "max", "q"]),
    ("pro6000", &["server", "workstation", "edition", "max", "q"]),
    ("b300", &["ultra", "ac"]),
];

/// Longest name accepted, in bytes.
const LONGEST: usize = 120;

/// The GPU that a name means; `None` if no GPU of `gpus` matches.
pub fn gpu_named<'b>(gpus: &'b [Gpu], name: &str) -> Option<Named<'b>> {
    let wanted = letters(name);
    if wanted.is_empty() || name.len() > LONGEST {
        return None;
    }
    let called = |wanted: &str| gpus.iter().find(|gpu| letters(&gpu.id) == wanted || letters(&gpu.name) == wanted);
    let parts = Parts::of(name);
    let bare = || parts.mounts.is_empty() && parts.memory_gb.is_empty() && parts.memory.is_empty();
    if let Some(gpu) = called(&wanted).or_else(|| called(&parts.words.concat()).filter(|_| bare())) {
        return Some(Named { gpu, others: Vec::new() });
    }
    let mut found = VARIANTS.iter().filter(|v| parts.fit(v)).filter_map(|v| gpus.iter().find(|gpu| gpu.id == v.id));
    let gpu = found.next()?;
    Some(Named { gpu, others: found.collect() })
}

/// Letters and digits only: `H100 SXM` equals `h100-sxm`.
fn letters(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The parts of a name.
#[derive(Default)]
struct Parts {
    /// Words that are none of the others.
    words: Vec<String>,
    mounts: Vec<&'static str>,
    memory_gb: Vec<u32>,
    memory: Vec<&'static str>,
}

impl Parts {
    fn of(name: &str) -> Self {
        let mut parts = Self::default();
        // `H100SXM5` and `A100PCIe` are also written as one word.
        let mut spread = name.to_ascii_lowercase();
        for mount in ["sxm", "pcie", "nvl", "oam"] {
            spread = spread.replace(mount, &format!(" {mount}"));
        }
        let mut words = spread.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).peekable();
        while let Some(word) = words.next() {
            let gigabytes = ["gib", "gb", "g"].iter().find_map(|unit| word.strip_suffix(unit)?.parse().ok());
            let apart = || word.parse().ok();
            if let Some(size) = gigabytes {
                parts.memory_gb.push(size);
            } else if let (Some(size), Some(&("gb" | "gib"))) = (apart(), words.peek()) {
                parts.memory_gb.push(size);
                words.next();
            } else if let Some(mount) = mount(word) {
                parts.mounts.push(mount);
            } else if let Some(kind) = ["hbm2", "hbm2e", "hbm3", "hbm3e"].iter().find(|kind| **kind == word) {
                parts.memory.push(kind);
            } else if !AROUND.contains(&word) {
                parts.words.push(word.to_owned());
            }
        }
        parts
    }

    fn fit(&self, v: &Variant) -> bool {
        let own = AROUND_ONE.iter().find(|(model, _)| *model == v.model).map_or(&[][..], |(_, words)| *words);
        let model: String = self.words.iter().filter(|w| !own.contains(&w.as_str())).map(String::as_str).collect();
        model == v.model
            && self.mounts.iter().all(|m| v.mounts.is_empty() || v.mounts.contains(m))
            && self.memory_gb.iter().all(|m| v.memory_gb.is_empty() || v.memory_gb.contains(m))
            && self.memory.iter().all(|m| v.memory.is_empty() || v.memory.contains(m))
    }
}

/// The form factor a word means. Boards of eight (HGX, DGX) carry SXM modules.
fn mount(word: &str) -> Option<&'static str> {
    match word {
        "sxm" | "sxm2" | "sxm3" | "sxm4" | "sxm5" | "sxm6" | "hgx" | "dgx" => Some("sxm"),
        "pcie" | "pci" => Some("pcie"),
        "nvl" => Some("nvl"),
        "nvl72" => Some("nvl72"),
        "oam" => Some("oam"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::PriceBook;
    use super::*;

    fn found(name: &str) -> (String, Vec<String>) {
        let book = PriceBook::embedded();
        let named = gpu_named(&book.gpus, name);
        named.map_or_else(Default::default, |n| (n.gpu.id.clone(), n.others.iter().map(|gpu| gpu.id.clone()).collect()))
    }

    #[test]
    fn every_gpu_is_found_by_its_id_and_its_name_and_every_variant_is_in_the_book() {
        let book = PriceBook::embedded();
        for gpu in &book.gpus {
            for name in [&gpu.id, &gpu.name, &gpu.id.to_uppercase(), &gpu.name.replace(' ', "-")] {
                assert_eq!(found(name), (gpu.id.clone(), vec![]), "{name}");
            }
        }
        for v in VARIANTS {
            assert!(book.gpu(v.id).is_some(), "{}", v.id);
        }
    }

    /// Names as printed by `nvidia-smi -L`, `rocm-smi`, Kubernetes labels and the price lists of Google Cloud, AWS and
    /// vast.ai.
    #[test]
    fn names_that_tools_and_clouds_print_are_read() {
        for (name, id) in [
            ("NVIDIA H100 80GB HBM3", "h100-sxm"),
            ("NVIDIA-H100-80GB-HBM3", "h100-sxm"),
            ("H100 SXM5", "h100-sxm"),
            ("H100SXM", "h100-sxm"),
            ("HGX H100", "h100-sxm"),
            ("NVIDIA H100 PCIe", "h100-pcie"),
            ("NVIDIA H100 NVL", "h100-nvl"),
            ("H100 94GB", "h100-nvl"),
            ("H200", "h200-sxm"),
            ("NVIDIA H200 141GB HBM3e", "h200-sxm"),
            ("NVIDIA GH200 480GB", "gh200"),
            ("NVIDIA GH200 96GB HBM3", "gh200"),
            ("A100-SXM4-80GB", "a100-80-sxm"),
            ("NVIDIA A100-SXM4-80GB", "a100-80-sxm"),
            ("NVIDIA A100-SXM4-40GB", "a100-40-sxm"),
            ("NVIDIA A100 80GB PCIe", "a100-80-pcie"),
            ("A100-PCIE-40GB", "a100-40-pcie"),
            ("Tesla V100-SXM2-16GB", "v100-16-sxm"),
            ("Tesla V100-SXM3-32GB", "v100-32-sxm"),
            ("Tesla V100-PCIE-16GB", "v100-16-pcie"),
            ("Tesla T4", "t4"),
            ("Tesla K80", "k80"),
            ("NVIDIA A10G", "a10g"),
            ("nvidia-l4", "l4"),
            ("NVIDIA L40S", "l40s"),
            ("NVIDIA B200", "b200-sxm"),
            ("NVIDIA B200 192 GB", "b200-sxm"),
            ("NVIDIA B300 SXM6 AC", "b300-sxm"),
            ("B300 Ultra", "b300-sxm"),
            ("NVIDIA GB200", "gb200"),
            ("GB200 NVL72", "gb200"),
            ("NVIDIA GB300", "gb300"),
            ("NVIDIA GeForce RTX 3090", "rtx-3090"),
            ("RTX4090", "rtx-4090"),
            ("GeForce RTX 5090", "rtx-5090"),
            ("NVIDIA RTX A6000", "rtx-a6000"),
            ("NVIDIA RTX 6000 Ada Generation", "rtx-6000-ada"),
            ("NVIDIA RTX PRO 6000 Blackwell Server Edition", "rtx-pro-6000"),
            ("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "rtx-pro-6000"),
            ("AMD Instinct MI300X", "mi300x"),
            ("AMD Instinct MI300X OAM", "mi300x"),
            ("MI325X", "mi325x"),
            ("AMD Instinct MI355X", "mi355x"),
            ("Intel Gaudi 2", "gaudi2"),
            ("AWS Trainium2", "trn2"),
            ("Google Cloud TPU v5e", "tpu-v5e"),
            ("NVIDIA GB10", "gb10"),
        ] {
            assert_eq!(found(name), (id.to_owned(), vec![]), "{name}");
        }
    }

    #[test]
    fn a_name_that_fits_several_is_read_by_the_rule_and_says_so() {
        let cases: [(&str, &str, &[&str]); 7] = [
            ("H100", "h100-sxm", &["h100-pcie", "h100-nvl"]),
            ("nvidia-h100-80gb", "h100-sxm", &["h100-pcie"]),
            ("A100", "a100-80-sxm", &["a100-40-sxm", "a100-80-pcie", "a100-40-pcie"]),
            ("nvidia-a100-80gb", "a100-80-sxm", &["a100-80-pcie"]),
            ("A100 SXM", "a100-80-sxm", &["a100-40-sxm"]),
            ("V100", "v100-32-sxm", &["v100-16-sxm", "v100-16-pcie"]),
            ("V100 16GB", "v100-16-sxm", &["v100-16-pcie"]),
        ];
        for (name, id, others) in cases {
            let others: Vec<String> = others.iter().map(|id| (*id).to_owned()).collect();
            assert_eq!(found(name), (id.to_owned(), others), "{name}");
        }
        let book = PriceBook::embedded();
        let words = gpu_named(&book.gpus, "H100").and_then(|n| n.reading("H100"));
        let expected = "`H100` is read as H100 80 GB SXM; for another variant, write h100-pcie or h100-nvl";
        assert_eq!(words.as_deref(), Some(expected));
    }

    #[test]
    fn a_name_that_is_almost_one_is_not_taken_for_it() {
        for name in [
            "",
            "-",
            "GPU",
            "NVIDIA",
            "H900",
            "H800",
            "H20",
            "A10",
            "A800-SXM4-80GB",
            "A100-SXM-64GB",
            "L40",
            "NVIDIA H200 NVL",
            "GH200 144GB HBM3e",
            "RTX 6000",
            "Quadro RTX 6000",
            "NVIDIA GeForce RTX 3090 Ti",
            "NVIDIA GeForce RTX 4090 Laptop GPU",
            "RTX 4090 D",
            "Tesla V100-PCIE-32GB",
            "NVIDIA A100-SXM4-80GB MIG 1g.10gb",
            "NVIDIA B200 NVL",
            "MI300A",
            "8x H100",
            "H100 SXM PCIe",
            "H100 99999999999999999999GB",
            "\u{e9}\u{1f44d}",
        ] {
            assert_eq!(found(name), (String::new(), vec![]), "{name}");
        }
        assert_eq!(found(&"H100 ".repeat(1_000)), (String::new(), vec![]));
    }
}
