//! Which provider a catalogue belongs to, and the book's name for it.

use super::listing::Listing;

/// Providers as catalogues name them, and as the price book does.
const PROVIDERS: [(&str, &str); 44] = [
    ("aws", "AWS"),
    ("azure", "Azure"),
    ("cloudrift", "CloudRift"),
    ("coreweave", "CoreWeave"),
    ("crusoe", "Crusoe"),
    ("cudo", "CUDO Compute"),
    ("cudocompute", "CUDO Compute"),
    ("datacrunch", "Verda"),
    ("digitalocean", "DigitalOcean"),
    ("do", "DigitalOcean"),
    ("fluidstack", "FluidStack"),
    ("gcp", "GCP"),
    ("hotaisle", "Hot Aisle"),
    ("hyperbolic", "Hyperbolic"),
    ("hyperstack", "Hyperstack"),
    ("ibm", "IBM Cloud"),
    ("jarvislabs", "Jarvislabs"),
    ("lambda", "Lambda"),
    ("lambdalabs", "Lambda"),
    ("lium", "Lium"),
    ("mithril", "Mithril"),
    ("nebius", "Nebius"),
    ("oci", "Oracle Cloud"),
    ("ovh", "OVHcloud"),
    ("ovhcloud", "OVHcloud"),
    ("paperspace", "Paperspace"),
    ("primeintellect", "Prime Intellect"),
    ("runpod", "RunPod"),
    ("scaleway", "Scaleway"),
    ("scp", "Samsung Cloud"),
    ("seeweb", "Seeweb"),
    ("sfcompute", "SF Compute"),
    ("shadeform", "Shadeform"),
    ("simplepod", "SimplePod"),
    ("spheron", "Spheron"),
    ("tensordock", "TensorDock"),
    ("together", "Together AI"),
    ("vast", "Vast.ai"),
    ("vastai", "Vast.ai"),
    ("verda", "Verda"),
    ("voltagepark", "Voltage Park"),
    ("vsphere", "vSphere"),
    ("vultr", "Vultr"),
    ("yotta", "Yotta"),
];

/// Words in file names that name no cloud.
const NO_CLOUD: [&str; 14] = [
    "vms",
    "vm",
    "catalog",
    "catalogs",
    "catalogue",
    "instances",
    "skypilot",
    "gpuhunt",
    "prices",
    "offers",
    "copy",
    "csv",
    "latest",
    "data",
];

/// The book's name of a provider.
pub(super) fn name(written: &str) -> String {
    let small = written.trim().to_ascii_lowercase();
    let known = PROVIDERS.iter().find(|(catalogue, _)| *catalogue == small);
    known.map_or_else(|| written.trim().to_owned(), |(_, name)| (*name).to_owned())
}

/// Whether its machines belong to private or third-party hosts.
pub(super) fn is_marketplace(name: &str, instance: &str) -> bool {
    name == "Vast.ai" || instance.to_ascii_uppercase().contains("COMMUNITY")
}

/// The provider of the rows that name none: from the file's name, else from the names of its machines. Empty if every
/// row names its own; `None` if neither tells.
pub(super) fn provider(file_name: &str, listings: &[Listing]) -> Option<String> {
    if listings.iter().all(|l| !l.provider.is_empty()) {
        return Some(String::new());
    }
    let stem = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = stem.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let words: Vec<&str> = stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
    if let Some((_, name)) = words.iter().find_map(|word| PROVIDERS.iter().find(|(catalogue, _)| catalogue == word)) {
        return Some((*name).to_owned());
    }
    if let Some(name) = listings.iter().find_map(|l| by_instance(&l.instance)) {
        return Some(name.to_owned());
    }
    let version = |word: &str| word.trim_start_matches('v').bytes().all(|b| b.is_ascii_digit());
    let mut others = words.into_iter().filter(|word| !NO_CLOUD.contains(word) && !version(word));
    match (others.next(), others.next()) {
        (Some(one), None) => Some(one.to_owned()),
        _ => None,
    }
}

/// The cloud that names machines in this way.
fn by_instance(instance: &str) -> Option<&'static str> {
    let family = |starts: &[&str]| starts.iter().any(|start| instance.starts_with(start));
    if family(&["Standard_N", "Standard_A", "Standard_B", "Standard_D"]) {
        Some("Azure")
    } else if family(&["a2-highgpu-", "a2-ultragpu-", "a3-highgpu-", "a3-megagpu-", "n1-standard-", "n1-highmem-"]) {
        Some("GCP")
    } else if instance.split_once('.').is_some_and(|(_, size)| size.ends_with("xlarge")) {
        Some("AWS")
    } else if family(&["VM.GPU", "BM.GPU"]) {
        Some("Oracle Cloud")
    } else if family(&["gpu_1x_", "gpu_2x_", "gpu_4x_", "gpu_8x_"]) {
        Some("Lambda")
    } else {
        None
    }
}
