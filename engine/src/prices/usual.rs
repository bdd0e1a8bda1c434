//! Usual rental price of a GPU: the median of an edition's list, by the hour, committed or spot.

use super::{PriceBook, PriceStatus, Service};

/// A price this many times below or above the usual one needs a reason.
pub const FAR: f64 = 5.0;

/// How an hour is bought, as far as it affects the price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// By the hour, from a provider or a private host.
    Hour,
    /// Committed for months.
    Commitment,
    /// Cheap, but can be interrupted.
    Spot,
}

impl Class {
    /// The class of a service.
    pub const fn of(service: Service) -> Self {
        match service {
            Service::OnDemand | Service::CapacityBlock | Service::Marketplace => Self::Hour,
            Service::Reserved => Self::Commitment,
            Service::Spot => Self::Spot,
        }
    }
}

/// Prices of a GPU in an edition's list, US dollars per GPU-hour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Usual {
    /// The median.
    pub usd: f64,
    /// The highest.
    pub most_usd: f64,
}

impl Usual {
    /// Whether the usual price is more than five times `usd`.
    pub fn is_far_above(&self, usd: f64) -> bool {
        usd * FAR < self.usd
    }

    /// Whether `usd` is more than five times the usual price, and above every listed one.
    pub fn is_far_below(&self, usd: f64) -> bool {
        usd > self.usd * FAR && usd > self.most_usd
    }
}

/// Clouds whose bills are large ones, by their names in the list.
const LARGE_CLOUDS: [&str; 4] = ["AWS", "Azure", "GCP", "Oracle Cloud"];

impl PriceBook {
    /// Lowest on-demand list price of a GPU-hour in whole instances at the large clouds in an edition, US dollars; if they
    /// do not list the GPU, its usual price by the hour; `None` if it is not listed at all.
    pub fn large_cloud_usd(&self, edition: &str, gpu: &str) -> Option<f64> {
        let of_large = |o: &&super::Offer| LARGE_CLOUDS.iter().any(|name| o.provider == **name);
        let sure = |o: &&super::Offer| !matches!(o.status, PriceStatus::Yours | PriceStatus::Weak);
        let same = |o: &&super::Offer| o.gpu == *gpu && o.service == Service::OnDemand && !o.gpu_part_only;
        let listed = self.offers_of(edition).filter(same).filter(of_large).filter(sure);
        let lowest = listed.map(|o| o.usd_per_gpu_hour).reduce(f64::min);
        lowest.or_else(|| self.listed(edition, gpu, Class::Hour, "").map(|usual| usual.usd))
    }

    /// Usual price of a GPU in a class of service: the median of an edition's listed offers, excluding the user's own
    /// book and the id `but`. A class without listed prices uses that of the hour; `None` if that has none either.
    pub fn usual(&self, edition: &str, gpu: &str, class: Class, but: &str) -> Option<Usual> {
        self.listed(edition, gpu, class, but).or_else(|| self.listed(edition, gpu, Class::Hour, but))
    }

    fn listed(&self, edition: &str, gpu: &str, class: Class, but: &str) -> Option<Usual> {
        let same = self.offers_of(edition).filter(|o| {
            o.gpu == gpu
                && Class::of(o.service) == class
                && o.status != PriceStatus::Yours
                && !o.gpu_part_only
                && o.id != but
        });
        let mut prices: Vec<f64> = same.map(|o| o.usd_per_gpu_hour).collect();
        prices.sort_by(f64::total_cmp);
        let upper = *prices.get(prices.len() / 2)?;
        let lower = prices.len().checked_sub(1).and_then(|last| prices.get(last / 2)).copied()?;
        Some(Usual { usd: f64::midpoint(lower, upper), most_usd: *prices.last()? })
    }

    /// The lowest and the highest price per GPU of a machine to buy, US dollars; `None` if the book has none.
    pub fn owned_gpu_usd(&self, edition: &str, gpu: &str) -> Option<(f64, f64)> {
        let whole = |kind| kind != super::HardwareKind::Component;
        let machines = self.hardware_of(edition).filter(|h| h.gpu == gpu && whole(h.kind));
        let prices = machines.filter_map(|h| {
            let price = h.price?;
            Some((price.low / h.gpus_per_node, price.high / h.gpus_per_node))
        });
        prices.reduce(|(low, high), next| (low.min(next.0), high.max(next.1)))
    }
}
