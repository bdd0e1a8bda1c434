//! From rows to a usable number of offers: the cheapest of each kind, written as a user's own book.

use std::collections::{BTreeMap, BTreeSet};

use super::listing::Listing;
use super::{Counts, Reason, providers};
use crate::number::write;
use crate::prices::region::jurisdiction;
use crate::prices::{Day, Interconnect, Offer, PriceBook, gpu_named};
use crate::text::plain;

/// Most offers kept: each is computed on every change.
const MOST_OFFERS: usize = 250;

/// Longest cell of the book that a provider or a machine may fill.
const LONGEST_CELL: usize = 60;
/// Longest part of an id.
const LONGEST_ID: usize = 56;

/// An offer of a catalogue.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) provider: String,
    instance: String,
    gpu: String,
    gpus: f64,
    is_spot: bool,
    region: String,
    usd_per_instance_hour: f64,
    part_only: bool,
}

/// The offers, what each is the cheapest of, and how names were read.
#[derive(Debug, Default)]
pub(super) struct Offers {
    pub(super) kept: Vec<Found>,
    pub(super) cheapest_of: &'static str,
    pub(super) remarks: Vec<String>,
}

/// What counts as the same machine, from fine to coarse: the first that leaves few enough offers is used.
const LEVELS: [&str; 4] = [
    "the same instance in the same jurisdiction",
    "the same instance in any region",
    "the same number of the same GPU at a provider",
    "the same GPU at a provider",
];

/// The offers of a catalogue's rows.
pub(super) fn offers(book: &PriceBook, listings: Vec<Listing>, provider: &str, left: &mut Counts) -> Offers {
    let mut names = Names { book, known: BTreeMap::new(), remarks: BTreeSet::new() };
    let mut all = Vec::new();
    for listing in listings {
        if listing.gpu.is_empty() || listing.gpus <= 0.0 {
            left.add(Reason::NoGpu, "");
            continue;
        }
        if libm::trunc(listing.gpus) != listing.gpus {
            left.add(Reason::PartOfGpu, &listing.instance);
            continue;
        }
        let written = if listing.provider.is_empty() { provider } else { &listing.provider };
        let provider = providers::name(&plain(written, LONGEST_CELL));
        if provider.is_empty() {
            left.add(Reason::Unreadable, &listing.instance);
            continue;
        }
        for bad in &listing.bad_prices {
            left.add(Reason::BadPrice, bad);
        }
        let Some(gpu) = names.gpu(&provider, &listing) else {
            left.add(Reason::UnknownGpu, &listing.gpu);
            continue;
        };
        let instance = match (listing.instance.as_str(), listing.part_only) {
            ("", true) => format!("{} (GPU part)", listing.gpu),
            ("", false) => listing.gpu.clone(),
            (instance, _) => instance.to_owned(),
        };
        if listing.on_demand.is_none() && listing.spot.is_none() {
            if listing.bad_prices.is_empty() {
                left.add(Reason::NoPrice, &instance);
            }
            continue;
        }
        let spot = listing.spot.filter(|spot| listing.on_demand.is_none_or(|usd| *spot < usd));
        if spot.is_none() && listing.spot.is_some() {
            left.add(Reason::SpotNotCheaper, "");
        }
        for (usd, is_spot) in [(listing.on_demand, false), (spot, true)] {
            let Some(usd_per_instance_hour) = usd else { continue };
            all.push(Found {
                provider: provider.clone(),
                instance: plain(&instance, LONGEST_CELL),
                gpu: gpu.clone(),
                gpus: listing.gpus,
                is_spot,
                region: plain(&listing.region, LONGEST_CELL),
                usd_per_instance_hour,
                part_only: listing.part_only,
            });
        }
    }
    let prices = all.len();
    let (mut kept, mut cheapest_of) = (Vec::new(), "");
    for (level, words) in LEVELS.into_iter().enumerate() {
        (kept, cheapest_of) = (cheapest(&all, level), words);
        if kept.len() <= MOST_OFFERS {
            break;
        }
    }
    kept.truncate(MOST_OFFERS);
    for _ in kept.len()..prices {
        left.add(Reason::Dearer, "");
    }
    Offers { kept, cheapest_of, remarks: names.remarks.into_iter().collect() }
}

/// The cheapest of each kind by GPU-hour, ordered by provider, GPU and machine; the first row wins a tie.
fn cheapest(all: &[Found], level: usize) -> Vec<Found> {
    let mut kept: BTreeMap<_, &Found> = BTreeMap::new();
    for found in all {
        let key = (
            found.provider.as_str(),
            found.gpu.as_str(),
            found.is_spot,
            found.part_only,
            // Machines have few GPUs: the text is as good as the number.
            if level <= 2 { write(found.gpus) } else { String::new() },
            if level <= 1 { found.instance.as_str() } else { "" },
            if level == 0 { jurisdiction(&found.region) } else { "" },
        );
        let price = |f: &Found| f.usd_per_instance_hour / f.gpus;
        let best = kept.entry(key).or_insert(found);
        if price(found) < price(best) {
            *best = found;
        }
    }
    kept.into_values().cloned().collect()
}

/// Finds GPUs by the names of a catalogue, each name once.
struct Names<'b> {
    book: &'b PriceBook,
    known: BTreeMap<(String, String, Option<u32>), Option<String>>,
    remarks: BTreeSet<String>,
}

impl Names<'_> {
    /// The id of a row's GPU: that of the same machine in the book, else by name and memory.
    fn gpu(&mut self, provider: &str, listing: &Listing) -> Option<String> {
        let twin = twin(self.book, provider, &listing.instance).filter(|o| o.gpus_per_instance == listing.gpus);
        if let Some(offer) = twin {
            return Some(offer.gpu.to_string());
        }
        let key = (listing.instance.clone(), listing.gpu.clone(), listing.memory_gib);
        if let Some(found) = self.known.get(&key) {
            return found.clone();
        }
        let found = self.by_name(listing);
        self.known.insert(key, found.clone());
        found
    }

    fn by_name(&mut self, listing: &Listing) -> Option<String> {
        // SkyPilot's H100-MEGA is Google's a3-megagpu, HBM3 modules with another network.
        let bare = listing.gpu.replace("-MEGA", "");
        // The form factor stands in the machine's name, if anywhere: `gpu_1x_h100_pcie`.
        let instance = listing.instance.to_ascii_lowercase();
        let mount = ["sxm", "pcie", "nvl"].into_iter().find(|mount| instance.contains(mount)).unwrap_or_default();
        let sized = listing.memory_gib.map(|gib| format!("{bare} {gib}GB"));
        let with_mount = |name: &str| format!("{name} {mount}");
        let gpus = &self.book.gpus;
        let exact = sized.as_ref().and_then(|name| {
            gpu_named(gpus, &with_mount(name)).or_else(|| gpu_named(gpus, name)).map(|named| (name.clone(), named))
        });
        // Memory that fits no variant, such as 262 GiB of 288 GB, decides nothing if there is only one variant.
        let plain_name =
            || gpu_named(gpus, &bare).filter(|n| sized.is_none() || n.others.is_empty()).map(|n| (bare.clone(), n));
        let (name, named) = exact.or_else(plain_name)?;
        if let Some(words) = named.reading(&name) {
            self.remarks.insert(words);
        }
        Some(named.gpu.id.clone())
    }
}

/// The book's own offer of the same machine.
fn twin<'b>(book: &'b PriceBook, provider: &str, instance: &str) -> Option<&'b Offer> {
    let same = |o: &&Offer| !instance.is_empty() && o.offer.eq_ignore_ascii_case(instance) && o.provider == *provider;
    book.offers.iter().find(same)
}

const COLUMNS: [&str; 14] = [
    "id",
    "provider",
    "offer",
    "gpu",
    "gpus_per_instance",
    "service",
    "region",
    "interconnect",
    "fabric_gpus",
    "host",
    "gpu_part_only",
    "usd_per_instance_hour",
    "usd_per_gpu_hour",
    "egress_usd_per_gb",
];

/// The offers as a text for the user's own book, with the file's date.
pub(super) fn written(offers: &[Found], day: Option<Day>, note: &str) -> String {
    let book = PriceBook::embedded();
    let mut text = format!("{},as_of,note\n", COLUMNS.join(","));
    let mut ids = BTreeSet::new();
    let as_of = day.map(String::from).unwrap_or_default();
    for offer in offers {
        let twin = twin(&book, &offer.provider, &offer.instance);
        // A catalogue does not tell how machines are connected: only their inside is counted, unless the book knows.
        let (interconnect, fabric) = match twin {
            Some(known) => (known.interconnect, known.fabric_gpus),
            None if offer.gpus == 1.0 => (Interconnect::None, 1.0),
            None if offer.gpu.contains("pcie") || !has_modules(&offer.gpu) => (Interconnect::Pcie, offer.gpus),
            None => (Interconnect::Nvlink, offer.gpus),
        };
        let egress = || book.offers.iter().find(|o| o.provider == *offer.provider.as_str())?.egress_usd_per_gb;
        let is_market = providers::is_marketplace(&offer.provider, &offer.instance);
        let service = match (offer.is_spot, is_market) {
            (true, _) => "spot",
            (false, true) => "marketplace",
            (false, false) => "on-demand",
        };
        let cells: [&str; 16] = [
            &id(offer, &mut ids),
            &offer.provider,
            &offer.instance,
            &offer.gpu,
            &write(offer.gpus),
            service,
            &offer.region,
            interconnect.as_str(),
            &write(fabric),
            if is_market { "marketplace" } else { "data-centre" },
            if offer.part_only { "yes" } else { "no" },
            &write(offer.usd_per_instance_hour),
            &write(offer.usd_per_instance_hour / offer.gpus),
            &egress().map(write).unwrap_or_default(),
            &as_of,
            note,
        ];
        text.push_str(&cells.map(quoted).join(","));
        text.push('\n');
    }
    text
}

/// Whether a GPU is a module on a board with links between GPUs, or a TPU in a pod.
fn has_modules(gpu: &str) -> bool {
    ["sxm", "gb200", "gb300", "mi3", "gaudi", "trn", "tpu"].iter().any(|part| gpu.contains(part))
}

/// A cell as CSV.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r', ';', '\t', '|']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

/// An id that no other offer has.
fn id(offer: &Found, taken: &mut BTreeSet<String>) -> String {
    let parts = [&offer.provider, &offer.instance, &offer.region].map(String::as_str).join("-");
    let mut id = String::new();
    for c in parts.to_ascii_lowercase().chars() {
        match c {
            'a'..='z' | '0'..='9' | '.' => id.push(c),
            _ if id.ends_with('-') || id.is_empty() => {}
            _ => id.push('-'),
        }
    }
    let id: String = id.trim_end_matches('-').chars().take(LONGEST_ID).collect();
    let id = if offer.is_spot { format!("{id}-spot") } else { id };
    let id = if id.is_empty() { "offer".to_owned() } else { id };
    let free = if taken.contains(&id) {
        (2..2 + MOST_OFFERS).map(|n| format!("{id}-{n}")).find(|next| !taken.contains(next)).unwrap_or_default()
    } else {
        id
    };
    taken.insert(free.clone());
    free
}
