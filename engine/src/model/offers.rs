//! Offers for the work: those of the price book and the user's own quotes, and why an offer cannot do the job.
//!
//! Only offers that can do the same job are compared; the others keep their reasons and can be counted in by the user.

use std::sync::Arc;

use serde::Serialize;

use crate::formulas::hours::{Yield, calendar_hours};
use crate::inputs::interruptions::{Job, spot_goodput};
use crate::inputs::relative_speed::performance;
use crate::inputs::value::Quote;
use crate::inputs::{CommitmentBilling, CommittedCount, NetworkNeed, Scenario};
use crate::model::Rented;
use crate::prices::{
    Day, HostClass, Interconnect, Offer as BookOffer, PriceBook, PriceStatus, Service, Upfront, gpu_named, jurisdiction,
};
use crate::text::{Name, plain};
use crate::units::{HourlyPrice, ProductiveHours};

/// Most characters of a provider's name in a quote.
const LONGEST_PROVIDER: usize = 80;

/// Name of a user's offer without a name.
pub const UNNAMED: &str = "Your offer";

/// Upfront share of a term's price if a list says "partial upfront" without a figure.
const PARTIAL_UPFRONT: f64 = 0.5;

/// How hours are billed. It affects the answer, so every result names it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "mode", rename_all = "snake_case")]
pub enum Billing {
    /// Hours used.
    PayPerUse,
    /// Every hour of the term on the committed GPUs.
    Committed {
        /// GPUs under commitment.
        gpus: f64,
    },
    /// The committed rate for used hours only: the user's other work pays for the rest of the committed GPUs.
    Absorbed {
        /// GPUs under commitment.
        gpus: f64,
    },
}

/// Why an offer cannot do the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Barrier {
    /// It has another GPU.
    OtherGpu,
    /// Too few GPUs in one fabric.
    SmallFabric,
    /// The network between GPUs is too slow.
    SlowNetwork,
    /// Its machines can be interrupted.
    Interruptible,
    /// The term is longer than the user would sign.
    LongTerm,
    /// A private host without a service level.
    Marketplace,
    /// It runs elsewhere than the work may, or does not state where.
    Jurisdiction,
    /// It does not hold the certificate asked for, or does not state it.
    Certificate,
    /// The price excludes processor and memory.
    PartPrice,
    /// The price is an estimate.
    EstimatedPrice,
    /// The price is older than a year.
    OldPrice,
    /// The user compares with their own offers only.
    NotAsked,
    /// The user's own offer has no price yet.
    NoPrice,
    /// The busiest hour exceeds the provider's limit on tokens.
    RateLimit,
}

impl Barrier {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::OtherGpu => "another GPU",
            Self::SmallFabric => "too few GPUs in one fabric",
            Self::SlowNetwork => "network between GPUs too slow",
            Self::Interruptible => "can be interrupted",
            Self::LongTerm => "term longer than your limit",
            Self::Marketplace => "private hosts, no SLA",
            Self::Jurisdiction => "jurisdiction not met or not stated",
            Self::Certificate => "certificate not stated",
            Self::PartPrice => "price excludes CPU and memory",
            Self::EstimatedPrice => "estimated price",
            Self::OldPrice => "price more than a year old",
            Self::NotAsked => "only your own offers are compared",
            Self::NoPrice => "no price yet",
            Self::RateLimit => "rate limit below your busiest hour",
        }
    }
}

/// An offer as used in the calculation.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Its index in the model.
    pub place: usize,
    /// Id in the price book, or `quote-1`, `quote-2`, ... for the user's own.
    pub id: Name,
    /// The provider.
    pub provider: Name,
    /// The provider's name for it.
    pub name: Name,
    /// Id of the GPU.
    pub gpu: Name,
    /// Class of service.
    pub service: Service,
    /// Months of the term; 0 is by the hour.
    pub term_months: f64,
    /// How hours are billed.
    pub billing: Billing,
    /// Price on the list.
    pub list_price: HourlyPrice,
    /// Price after the discount.
    pub price: HourlyPrice,
    /// GPUs rented at a time; 1 for quotes that do not state it.
    pub gpus_per_instance: f64,
    /// Most GPUs in one fabric; the size of a machine for quotes.
    pub fabric_gpus: f64,
    /// Share of its billed hours that the workloads use: whole instances, launch and idle time. 1 for a commitment.
    pub used_share: f64,
    /// What each workload gets of its billed hours there, in the order of the demand's parts; empty without workloads and
    /// for a commitment.
    pub parts: Arc<[PartYield]>,
    /// Share of a term's price paid at its start.
    pub upfront_share: f64,
    /// Work kept per hour that a job holds: the workload's efficiency × the GPU's performance × goodput.
    pub yields: Yield,
    /// How often a spot machine is taken back, in the scenario's unit; zero for any other.
    pub spot_rate: f64,
    /// Work of an hour of its GPU, relative to the scenario's own.
    pub performance: f64,
    /// Whether its GPU needs different software, so that work has to be ported.
    pub ported: bool,
    /// Share of the work it cannot take: no spot capacity, or offer unavailable.
    pub elsewhere: f64,
    /// Egress price, if each offer has its own.
    pub egress_usd_per_gb: f64,
    /// Why it cannot do the job; empty if it can.
    pub barriers: Vec<Barrier>,
    /// Whether it is part of the verdict: it can do the job, or the user counts it in.
    pub counted: bool,
    /// Date of the price; `None` for a quote, and for the user's own book without dates.
    pub as_of: Option<Day>,
    /// Id of the price's source; empty for a quote.
    pub source: Name,
}

/// What one workload gets of the hours it is billed for at an hourly offer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartYield {
    /// Share of billed hours that its jobs use: whole instances, launch and idle time.
    pub used_share: f64,
    /// Share of the work kept, by its own gang and checkpoints where machines can be reclaimed.
    pub goodput: f64,
}

impl Offer {
    /// Whether the offer has one price for hours used.
    pub fn pays_per_use(&self) -> bool {
        self.billing == Billing::PayPerUse
    }

    /// Whether its machines stay until the work is done: it takes what other offers cannot.
    pub fn is_firm(&self) -> bool {
        self.service != Service::Spot
    }

    /// Share of its billed hours that jobs use: that of every offer, and that of its instances.
    pub fn paid_efficiency(&self, rented: &Rented) -> f64 {
        rented.paid_efficiency * self.used_share
    }

    /// GPUs under commitment; `None` for an hourly offer.
    pub fn committed_gpus(&self) -> Option<f64> {
        match self.billing {
            Billing::PayPerUse => None,
            Billing::Committed { gpus } | Billing::Absorbed { gpus } => Some(gpus),
        }
    }

    /// Most work per year the offer can do; `None` if unlimited. Jobs can hold only a share of committed hours.
    pub fn ceiling(&self, held_of_committed: f64) -> Option<ProductiveHours> {
        let held = calendar_hours(self.committed_gpus()?).as_gpu_hours() * held_of_committed;
        Some(ProductiveHours::gpu_hours(held * self.yields.productive_per_busy()))
    }
}

/// GPUs of a commitment that replaces the owned ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swap {
    /// As many as owned.
    pub gpus: f64,
    /// As many as provide the owned ones' hours: N × availability × ρ / e.
    pub same_capacity_gpus: f64,
}

/// The price book's offers a scenario considers: those of its GPU family in an edition, or of every GPU if others are
/// compared.
fn listed<'b>(s: &Scenario, book: &'b PriceBook, edition: &str) -> Vec<&'b BookOffer> {
    let family = family_of(&s.work.gpu);
    book.offers_of(edition).filter(|o| s.work.other_gpus || is_of(family, &o.gpu)).collect()
}

/// Every offer of the scenario's GPU family in an edition, or of every GPU if others are compared: the user's quotes
/// first, the user's own book last.
///
/// `goodput` is that of machines that are not spot.
pub fn offers_of(s: &Scenario, book: &PriceBook, edition: &str, swap: Swap, goodput: f64) -> Vec<Offer> {
    let listed = listed(s, book, edition).into_iter().map(|o| from_book(s, book, o, swap, goodput));
    let quotes = s.rent.quotes.iter().enumerate().map(|(index, quote)| of_quote(s, book, index, quote, swap, goodput));
    let mut offers: Vec<Offer> = quotes.chain(listed).collect();
    for (place, offer) in offers.iter_mut().enumerate() {
        offer.place = place;
    }
    offers
}

/// The GPU id of a quote: the work's own if it names none, its text if the book does not know it.
fn gpu_of(s: &Scenario, book: &PriceBook, quote: &Quote) -> Name {
    if quote.gpu.trim().is_empty() {
        return s.work.gpu.as_str().into();
    }
    // A name that fits several GPUs means the work's own if that is among them.
    let named = gpu_named(&book.gpus, &quote.gpu);
    let id = named.map(|n| n.others.iter().find(|g| g.id == s.work.gpu).map_or(&n.gpu.id, |g| &g.id).as_str());
    id.unwrap_or(&quote.gpu).into()
}

/// The provider of a quote.
fn provider_of(quote: &Quote) -> Name {
    if quote.name.is_empty() { UNNAMED.into() } else { plain(&quote.name, LONGEST_PROVIDER).into() }
}

/// The name of a quote besides its provider: another GPU, and its number among those of the same provider.
fn name_of_quote(s: &Scenario, index: usize, gpu: Option<&str>) -> Name {
    let provider = s.rent.quotes.get(index).map(provider_of);
    let before = s.rent.quotes.iter().take(index).filter(|quote| Some(provider_of(quote)) == provider).count();
    let number = (before > 0).then(|| format!("no. {}", before + 1));
    match (gpu, number) {
        (None, None) => Name::default(),
        (Some(gpu), None) => gpu.into(),
        (None, Some(number)) => number.as_str().into(),
        (Some(gpu), Some(number)) => format!("{gpu}, {number}").as_str().into(),
    }
}

fn of_quote(s: &Scenario, book: &PriceBook, index: usize, quote: &Quote, swap: Swap, goodput: f64) -> Offer {
    let months = quote.months();
    let committed = months > 0.0;
    let price = HourlyPrice::usd_per_gpu_hour(quote.usd_per_gpu_hour);
    let id = format!("quote-{}", index + 1);
    let gpu = gpu_of(s, book, quote);
    let known = if gpu == s.work.gpu || s.work.other_gpus { performance(s, book, &gpu) } else { None };
    let barriers: Vec<Barrier> = [
        (quote.usd_per_gpu_hour <= 0.0, Barrier::NoPrice),
        (known.is_none(), Barrier::OtherGpu),
        (quote.spot && !s.may_be_interrupted(), Barrier::Interruptible),
        (!is_there(&quote.jurisdiction, &s.work.jurisdiction), Barrier::Jurisdiction),
        (!is_there(&quote.certificates, &s.work.certificate), Barrier::Certificate),
    ]
    .into_iter()
    .filter_map(|(stands, barrier)| stands.then_some(barrier))
    .collect();
    let performance = known.unwrap_or(1.0);
    let gpus_per_machine = quote.gpus_per_machine.or(quote.spot.then_some(s.own.gpus_per_node.value)).unwrap_or(1.0);
    let spot_rate = if quote.spot { quote.interruptions.unwrap_or(s.stops.spot_rate.value) } else { 0.0 };
    let goodput = if quote.spot { spot_goodput(s, Job::of(s), gpus_per_machine, spot_rate) } else { goodput };
    let no_spot = if quote.spot { quote.no_spot_share.unwrap_or(s.stops.no_spot_share.value) } else { 0.0 };
    Offer {
        place: index,
        provider: provider_of(quote),
        name: name_of_quote(s, index, book.gpu(&gpu).filter(|_| gpu != s.work.gpu).map(|gpu| gpu.name.as_str())),
        service: match (quote.spot, committed) {
            (true, _) => Service::Spot,
            (false, true) => Service::Reserved,
            (false, false) => Service::OnDemand,
        },
        term_months: months,
        billing: billing(s, committed, swap, performance),
        list_price: price,
        price,
        gpus_per_instance: gpus_per_machine,
        // Quotes are for what was asked.
        fabric_gpus: f64::INFINITY,
        used_share: 1.0,
        parts: Arc::default(),
        upfront_share: if committed { s.rent.quote_upfront_share.value } else { 0.0 },
        yields: Yield { workload_efficiency: s.work.efficiency.value * performance, goodput },
        spot_rate,
        performance,
        ported: gpu != s.work.gpu && runs_the_same_programs(book, &gpu) != runs_the_same_programs(book, &s.work.gpu),
        // Rounds shares too small to matter down to zero.
        elsewhere: if committed { 0.0 } else { 1.0 - (1.0 - no_spot) * (1.0 - s.rent.unavailable_share.value) },
        egress_usd_per_gb: 0.0,
        counted: barriers.is_empty() || (s.rent.counted_in.contains(&id) && !barriers.contains(&Barrier::NoPrice)),
        barriers,
        as_of: None,
        source: Name::default(),
        id: id.into(),
        gpu,
    }
}

/// Architectures that run the same software: CUDA.
const SAME_PROGRAMS: [&str; 9] =
    ["Kepler", "Pascal", "Volta", "Turing", "Ampere", "Ada", "Hopper", "Blackwell", "Rubin"];

fn runs_the_same_programs(book: &PriceBook, gpu: &str) -> bool {
    book.gpu(gpu).is_some_and(|g| SAME_PROGRAMS.iter().any(|name| g.architecture.starts_with(name)))
}

/// The part of a GPU's id shared by its variants: `h100` of `h100-sxm`.
fn family_of(gpu: &str) -> &str {
    gpu.split('-').next().unwrap_or(gpu)
}

/// Whether a GPU's id belongs to a family.
fn is_of(family: &str, gpu: &str) -> bool {
    gpu.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

fn from_book(s: &Scenario, book: &PriceBook, offer: &BookOffer, swap: Swap, goodput: f64) -> Offer {
    let performance = if s.work.other_gpus { performance(s, book, &offer.gpu) } else { None };
    let barriers = barriers(s, offer, performance);
    let counted = barriers.is_empty()
        || (s.rent.counted_in.iter().any(|id| offer.id == *id) && !barriers.contains(&Barrier::NotAsked));
    let list_price = HourlyPrice::usd_per_gpu_hour(offer.usd_per_gpu_hour);
    let performance = performance.unwrap_or(1.0);
    let spot = offer.interruptible;
    let by_the_hour = offer.service != Service::Reserved;
    let no_spot = if spot { s.stops.no_spot_share.value } else { 0.0 };
    let spot_rate = if spot { s.stops.spot_rate.value } else { 0.0 };
    Offer {
        place: 0,
        id: offer.id.clone(),
        provider: offer.provider.clone(),
        name: match book.gpu(&offer.gpu).filter(|_| s.work.other_gpus && offer.gpu != s.work.gpu) {
            Some(gpu) => format!("{} {}", gpu.name, offer.offer).into(),
            None => offer.offer.clone(),
        },
        gpu: offer.gpu.clone(),
        service: offer.service,
        term_months: offer.term_months,
        billing: billing(s, !by_the_hour, swap, performance),
        list_price,
        price: match s.rent.own_price(&offer.id) {
            Some(usd) => HourlyPrice::usd_per_gpu_hour(usd),
            // Prices in the user's own book are what the user pays.
            None if offer.status == PriceStatus::Yours => list_price,
            None => list_price * (1.0 - s.rent.discount_share.value),
        },
        gpus_per_instance: offer.gpus_per_instance,
        fabric_gpus: offer.fabric_gpus,
        used_share: 1.0,
        parts: Arc::default(),
        upfront_share: match offer.upfront {
            Upfront::None | Upfront::Unspecified => 0.0,
            Upfront::Partial => PARTIAL_UPFRONT,
            Upfront::All => 1.0,
        },
        yields: Yield {
            workload_efficiency: s.work.efficiency.value * performance,
            goodput: if spot { spot_goodput(s, Job::of(s), offer.gpus_per_instance, spot_rate) } else { goodput },
        },
        spot_rate,
        performance,
        ported: offer.gpu != s.work.gpu
            && runs_the_same_programs(book, &offer.gpu) != runs_the_same_programs(book, &s.work.gpu),
        elsewhere: if by_the_hour { 1.0 - (1.0 - no_spot) * (1.0 - s.rent.unavailable_share.value) } else { 0.0 },
        egress_usd_per_gb: offer.egress_usd_per_gb.unwrap_or(0.0),
        counted,
        barriers,
        as_of: offer.as_of,
        source: offer.source.clone(),
    }
}

/// `performance` is the work of an hour of the offer's GPU: fewer of a faster one do the same work.
fn billing(s: &Scenario, committed: bool, swap: Swap, performance: f64) -> Billing {
    if !committed {
        return Billing::PayPerUse;
    }
    let gpus = match s.rent.committed_count {
        CommittedCount::SameNumber => swap.gpus / performance,
        CommittedCount::Given => s.rent.committed_gpus.value,
        CommittedCount::SameCapacity => swap.same_capacity_gpus / performance,
    };
    match s.rent.commitment_billing {
        CommitmentBilling::Committed => Billing::Committed { gpus },
        CommitmentBilling::Absorbed => Billing::Absorbed { gpus },
    }
}

/// Whether one of the things stated is one of those asked for; nothing asked is met by all.
pub(super) fn is_there(stated: &str, asked: &str) -> bool {
    let parts = |text: &str| -> Vec<String> {
        text.split([',', ';', '/']).map(|part| part.trim().to_lowercase()).filter(|part| !part.is_empty()).collect()
    };
    let asked = parts(asked);
    asked.is_empty() || parts(stated).iter().any(|part| asked.contains(part))
}

/// `performance` is `None` if GPUs other than the scenario's are not compared, or if it is unknown.
fn barriers(s: &Scenario, offer: &BookOffer, performance: Option<f64>) -> Vec<Barrier> {
    let work = &s.work;
    let needed = libm::ceil(work.fabric_gpus.value / performance.unwrap_or(1.0));
    let slow = match work.network {
        // A one-GPU job needs no network, a job within one machine none between machines.
        _ if work.fabric_gpus.value == 1.0 => false,
        NetworkNeed::Any => false,
        NetworkNeed::Rdma if needed > offer.gpus_per_instance => offer.interconnect != Interconnect::Rdma,
        NetworkNeed::Nvlink | NetworkNeed::Rdma => {
            !matches!(offer.interconnect, Interconnect::Nvlink | Interconnect::Rdma)
        }
    };
    [
        (offer.gpu != work.gpu && performance.is_none(), Barrier::OtherGpu),
        (offer.fabric_gpus < needed, Barrier::SmallFabric),
        (slow, Barrier::SlowNetwork),
        (offer.interruptible && !s.may_be_interrupted(), Barrier::Interruptible),
        (
            !work.jurisdiction.is_empty() && !is_there(jurisdiction(&offer.region), &work.jurisdiction),
            Barrier::Jurisdiction,
        ),
        // Price lists do not state certificates.
        (!work.certificate.trim().is_empty(), Barrier::Certificate),
        (offer.term_months > work.longest_term_months.value, Barrier::LongTerm),
        (offer.host == HostClass::Marketplace && !work.marketplace, Barrier::Marketplace),
        (offer.gpu_part_only, Barrier::PartPrice),
        (offer.status == PriceStatus::Weak && !work.estimates, Barrier::EstimatedPrice),
        (offer.status == PriceStatus::Stale && !work.estimates, Barrier::OldPrice),
        (s.rent.only_quotes, Barrier::NotAsked),
    ]
    .into_iter()
    .filter_map(|(stands, barrier)| stands.then_some(barrier))
    .collect()
}

#[cfg(test)]
mod tests;
