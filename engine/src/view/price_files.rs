//! Prices of owned machines in the forms that other tools read: FOCUS rows, custom prices of OpenCost, prices of Kubernetes
//! nodes for SkyPilot.

use std::fmt::Write;

use serde_json::json;

use crate::analysis::owned_prices::OwnedPrices;
use crate::csv::formula::quoted;
use crate::measured::instant::days;
use crate::number;
use crate::prices::Gpu;

/// Columns of FOCUS 1.2 that rows of owned machines have: all that are mandatory, and those whose condition they meet.
/// Source: FinOps Open Cost and Usage Specification 1.2, focus.finops.org.
pub const FOCUS_COLUMNS: [&str; 37] = [
    "BilledCost",
    "BillingAccountId",
    "BillingAccountName",
    "BillingAccountType",
    "BillingCurrency",
    "BillingPeriodEnd",
    "BillingPeriodStart",
    "ChargeCategory",
    "ChargeClass",
    "ChargeDescription",
    "ChargeFrequency",
    "ChargePeriodEnd",
    "ChargePeriodStart",
    "ConsumedQuantity",
    "ConsumedUnit",
    "ContractedCost",
    "ContractedUnitPrice",
    "EffectiveCost",
    "InvoiceId",
    "InvoiceIssuerName",
    "ListCost",
    "ListUnitPrice",
    "PricingCategory",
    "PricingQuantity",
    "PricingUnit",
    "ProviderName",
    "PublisherName",
    "ResourceId",
    "ResourceName",
    "ResourceType",
    "ServiceCategory",
    "ServiceName",
    "ServiceSubcategory",
    "SkuId",
    "SkuMeter",
    "SkuPriceId",
    "Tags",
];

/// A month of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Month {
    /// The year.
    pub year: u32,
    /// The month, 1 to 12.
    pub month: u32,
}

impl Month {
    /// From `2026-12`; nothing for any other text.
    pub fn of(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        let number = |text: &str, digits: usize| {
            text.parse().ok().filter(|_| text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let (year, month) = (number(year, 4)?, number(month, 2)?);
        days(year, month, 1).map(|_| Self { year, month })
    }

    fn next(self) -> Self {
        if self.month == 12 { Self { year: self.year + 1, month: 1 } } else { Self { month: self.month + 1, ..self } }
    }

    fn first_day(self) -> String {
        format!("{:04}-{:02}-01T00:00:00Z", self.year, self.month)
    }

    fn hours(self) -> f64 {
        let day = |month: Self| days(month.year, month.month, 1);
        day(self.next()).zip(day(self)).map_or(0.0, |(end, start)| (end - start) * 24.0)
    }
}

/// One row for each cost line and month, as if the owner of the machines charged for every hour in which their GPUs exist: what is
/// billed, listed, contracted and effective is the same, and months are charged by their hours.
pub fn focus(prices: &OwnedPrices, gpu: &str, from: Month, months: u32) -> String {
    let mut text = FOCUS_COLUMNS.join(",") + "\n";
    let (mut month, hours_of_mean_month) = (from, crate::units::HOURS_PER_MONTH);
    for _ in 0..months {
        let quantity = prices.gpus * month.hours();
        let (start, end) = (month.first_day(), month.next().first_day());
        for line in &prices.lines {
            let unit_price = line.usd_per_month / (prices.gpus * hours_of_mean_month);
            let (cost, unit_price) = (number::write(unit_price * quantity), number::write(unit_price));
            let (quantity, described) = (number::write(quantity), format!("{}: {gpu}, owned", line.label));
            let cell = |column: &str| match column {
                "BilledCost" | "ContractedCost" | "EffectiveCost" | "ListCost" => cost.as_str(),
                "ContractedUnitPrice" | "ListUnitPrice" => unit_price.as_str(),
                "ConsumedQuantity" | "PricingQuantity" => quantity.as_str(),
                "ConsumedUnit" | "PricingUnit" => "GPU-Hours",
                "BillingPeriodStart" | "ChargePeriodStart" => start.as_str(),
                "BillingPeriodEnd" | "ChargePeriodEnd" => end.as_str(),
                "BillingAccountId" | "ResourceId" => "owned-cluster",
                "BillingAccountName" | "ResourceName" => "Owned cluster",
                "BillingAccountType" => "Cluster",
                "BillingCurrency" => "USD",
                "ChargeCategory" => "Usage",
                "ChargeDescription" => described.as_str(),
                "ChargeFrequency" => "Recurring",
                "InvoiceIssuerName" | "ProviderName" | "PublisherName" => "Own machines",
                "PricingCategory" => "Standard",
                "ResourceType" => "GPU cluster",
                "ServiceCategory" => "Compute",
                "ServiceSubcategory" => "Other (Compute)",
                "ServiceName" => "Owned GPUs",
                "SkuId" | "SkuPriceId" => line.id,
                "SkuMeter" => "GPU time",
                "Tags" => "{}",
                // ChargeClass, of a correction alone, and InvoiceId: there is no invoice.
                _ => "",
            };
            let cells: Vec<String> = FOCUS_COLUMNS.iter().map(|column| quoted(cell(column), b',')).collect();
            text += &cells.join(",");
            text.push('\n');
        }
        month = month.next();
    }
    text
}

/// Custom prices of OpenCost: a GPU in every hour in which its node exists, everything included, so that processors, memory and disks
/// of the nodes cost nothing more. Prices are texts there.
pub fn opencost(prices: &OwnedPrices) -> String {
    let gpu = number::write(prices.usd_per_gpu_hour());
    let file = json!({
        "provider": "custom",
        "description": "Owned machines: the price of a GPU holds the whole node",
        "CPU": "0",
        "spotCPU": "0",
        "RAM": "0",
        "spotRAM": "0",
        "GPU": gpu,
        "spotGPU": gpu,
        "storage": "0",
        "zoneNetworkEgress": "0",
        "regionNetworkEgress": "0",
        "internetNetworkEgress": "0",
    });
    format!("{file:#}\n")
}

/// Prices of Kubernetes nodes for SkyPilot: a GPU in an hour in which a task holds it, idle hours included; nothing for one that is
/// never busy.
pub fn skypilot(prices: &OwnedPrices, gpu: &Gpu) -> Option<String> {
    let usd = number::write(libm::round(prices.usd_per_busy_gpu_hour()? * 1e4) / 1e4);
    let mut text = String::from("# ~/.sky/config.yaml. The name is the one that SkyPilot shows for the nodes.\n");
    let _ = write!(text, "kubernetes:\n  pricing:\n    accelerators:\n      {}: {usd}\n", skypilot_name(gpu));
    Some(text)
}

/// The name of a GPU in SkyPilot: without its mount, and with its memory where two of a kind differ in it.
fn skypilot_name(gpu: &Gpu) -> String {
    match gpu.id.as_str() {
        id if id.starts_with("a100-80") => "A100-80GB".to_owned(),
        id if id.starts_with("v100-32") => "V100-32GB".to_owned(),
        _ => {
            let is_model =
                |word: &&str| !matches!(*word, "GB" | "SXM" | "PCIe" | "NVL") && word.parse::<u32>().is_err();
            let words: Vec<&str> = gpu.name.split(' ').collect();
            // RTX 4090: the number is the model.
            let keeps_numbers = words.first() == Some(&"RTX");
            words.into_iter().filter(|word| keeps_numbers || is_model(word)).collect()
        }
    }
}
