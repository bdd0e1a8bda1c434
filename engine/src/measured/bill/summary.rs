//! What bills say together: costs by month, hours of GPUs, price of a GPU-hour, statements by owner.
//!
//! Amounts are in the currency they were billed in. Shares are of 1. What a bill does not say is absent, never 0.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::measured::report::Remark;

/// What a summary of bills is asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BillQuestions {
    /// Answers about machines by name: the GPU's id in the price book, and GPUs of a machine; 0 for none.
    pub machines: BTreeMap<String, (String, f64)>,
    /// Cost of an owned GPU-hour by id of the GPU, US dollars.
    pub owned: BTreeMap<String, f64>,
    /// Price edition for list prices; the current one if empty.
    pub edition: String,
}

/// What bills say, one part for each currency: currencies never add up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BillSummary {
    /// The currencies, by name.
    pub currencies: Vec<CurrencyBill>,
    /// Whether the use of the cluster is unknown, because its allocations have no idle rows.
    pub use_of_cluster_unknown: bool,
    /// Machine-hours that were stated beyond the length of their periods, and do not count.
    pub hours_beyond_periods: f64,
    /// What the bills say together that is odd: of the record, not of one file.
    pub remarks: Vec<Remark>,
}

/// Costs of a month or of all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Costs {
    /// Amortised cost of what was used.
    pub usage: f64,
    /// Commitments that nothing used.
    pub unused_commitment: f64,
    /// Capacity of a cluster that was not allocated; below zero if allocations exceed the nodes' cost.
    pub idle: f64,
    /// The three together: the amortised cost before credits and tax.
    pub amortised: f64,
    /// What the invoices ask for, with purchases, credits and tax; `None` if no file says it.
    pub cash: Option<f64>,
    /// Purchases and fees: in the cash, never in the amortised cost.
    pub purchases: f64,
    /// Credits, below zero.
    pub credit: f64,
    /// Refunds, below zero.
    pub refund: f64,
    /// Tax.
    pub tax: f64,
    /// Amortised cost with credits and refunds.
    pub net_before_tax: f64,
    /// The same with tax.
    pub net: f64,
    /// Amortised cost by line.
    pub lines: LineCosts,
}

/// Amortised cost by line; the sum is [`Costs::amortised`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LineCosts {
    /// GPUs, and machines with GPUs.
    pub gpu: f64,
    /// Machines of which it is not known whether they have GPUs.
    pub unknown_machines: f64,
    /// Other machines.
    pub compute: f64,
    /// Storage.
    pub storage: f64,
    /// Data transfer.
    pub egress: f64,
    /// Support.
    pub support: f64,
    /// Everything else.
    pub other: f64,
    /// Commitments that nothing used.
    pub unused_commitment: f64,
    /// Idle capacity of a cluster.
    pub idle: f64,
}

/// A month of a bill.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MonthBill {
    /// `2026-01`.
    pub name: String,
    /// Days of it on which something was used.
    pub days: u32,
    /// Whether those are all of its days, but for one at most.
    pub is_full: bool,
    /// Its costs.
    pub costs: Costs,
    /// Hours of machines with known GPUs.
    pub machine_hours: f64,
    /// GPU-hours.
    pub gpu_hours: f64,
}

/// Use of commitments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommitmentUse {
    /// Amortised cost of what was used.
    pub used: f64,
    /// Of what was not.
    pub unused: f64,
    /// Share used; `None` without commitments.
    pub share: Option<f64>,
    /// Share of the GPU-hours that commitments covered; `None` without GPU-hours.
    pub share_of_gpu_hours: Option<f64>,
}

/// What a bill says in one currency.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CurrencyBill {
    /// Three letters.
    pub currency: String,
    /// Of all months.
    pub total: Costs,
    /// By month, rising.
    pub months: Vec<MonthBill>,
    /// Use of commitments.
    pub commitment: CommitmentUse,
    /// Days from the last day of the bill to the end of its commitments; `None` if it is not said or there are several.
    pub commitment_days_left: Option<u32>,
    /// Commitments for GPUs, dearest first: each with its own use.
    pub commitments: Vec<CommitmentBill>,
    /// Cost of commitments that nothing used at all.
    pub unused_commitments_alone: f64,
    /// Hours of machines with known GPUs.
    pub machine_hours: f64,
    /// GPU-hours, of all types.
    pub gpu_hours: f64,
    /// Cost of GPUs, with commitments that nothing used, per GPU-hour; `None` without GPU-hours.
    pub cost_per_gpu_hour: Option<f64>,
    /// Share of the GPU-hours on spot; `None` without GPU-hours.
    pub spot_share: Option<f64>,
    /// By type of machine, dearest first.
    pub types: Vec<MachineBill>,
    /// Types beyond the first thousand.
    pub other_types: usize,
    /// Machines that have to be asked about, dearest first.
    pub unknown_machines: Vec<UnknownMachine>,
    /// Such machines beyond the first thousand.
    pub other_unknown_machines: usize,
    /// Their cost.
    pub other_unknown_cost: f64,
    /// By owner: accounts, then each label.
    pub statements: Vec<BillStatement>,
}

/// A commitment on a bill, for one type of machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommitmentBill {
    /// Its id on the bill, or its end where the bill gives no id; empty if it gives neither.
    pub id: String,
    /// The machine's name.
    pub machine: String,
    /// Id of the GPU; `None` if the bill does not name it.
    pub gpu: Option<String>,
    /// GPU-hours used.
    pub gpu_hours: f64,
    /// Their amortised cost.
    pub cost: f64,
    /// Amortised cost of what nothing used.
    pub unused: f64,
    /// Hours that the bill covers since it was first seen.
    pub hours: f64,
    /// Days from the last day of the bill to its end; below zero if it has ended, `None` if the bill does not say.
    pub days_left: Option<f64>,
}

/// A type of machine on a bill.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MachineBill {
    /// Name on the bill; empty where it counts GPUs without a name.
    pub name: String,
    /// Id of the GPU; `None` if the bill does not name it.
    pub gpu: Option<String>,
    /// GPUs of a machine; 1 where the bill counts GPUs.
    pub gpus: f64,
    /// Hours of machines; 0 where the bill counts GPUs.
    pub machine_hours: f64,
    /// GPU-hours.
    pub gpu_hours: f64,
    /// Amortised cost of the use.
    pub cost: f64,
    /// GPU-hours under commitments.
    pub committed_gpu_hours: f64,
    /// Their amortised cost.
    pub committed_cost: f64,
    /// GPU-hours on spot.
    pub spot_gpu_hours: f64,
    /// Prices of a GPU-hour.
    pub prices: HourPrices,
}

impl CurrencyBill {
    /// Amortised cost of a GPU-hour that was used, by id of the GPU, in the bill's currency.
    pub fn usage_price_by_gpu(&self) -> BTreeMap<String, f64> {
        let mut sums: BTreeMap<&String, (f64, f64)> = BTreeMap::new();
        for of in &self.types {
            if let Some(gpu) = &of.gpu {
                let (cost, hours) = sums.entry(gpu).or_default();
                *cost += of.cost;
                *hours += of.gpu_hours;
            }
        }
        let price = |(gpu, (cost, hours)): (&String, (f64, f64))| (hours > 0.0).then(|| (gpu.clone(), cost / hours));
        sums.into_iter().filter_map(price).collect()
    }
}

/// Prices of a GPU-hour of one type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HourPrices {
    /// What an owned one costs, US dollars.
    pub owned: Option<f64>,
    /// What the bill says, in its currency: cost of the use per GPU-hour.
    pub bill: Option<f64>,
    /// On demand by the price book, US dollars.
    pub list: Option<f64>,
}

/// Which price a statement is made at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PriceBasis {
    /// Cost of owned GPUs.
    Owned,
    /// The bill.
    Bill,
    /// On-demand list prices.
    List,
}

impl HourPrices {
    /// The price on a basis, if it is known.
    pub const fn on(&self, basis: PriceBasis) -> Option<f64> {
        match basis {
            PriceBasis::Owned => self.owned,
            PriceBasis::Bill => self.bill,
            PriceBasis::List => self.list,
        }
    }
}

/// A machine that has to be asked about.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnknownMachine {
    /// Its type, or its resource.
    pub name: String,
    /// Hours.
    pub machine_hours: f64,
    /// Amortised cost.
    pub cost: f64,
}

/// A bill by owner.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BillStatement {
    /// `account`, or the key of a label such as `team`.
    pub by: String,
    /// The owners, dearest first; the empty name is what has none.
    pub owners: Vec<OwnerBill>,
    /// Owners beyond the first thousand.
    pub others: usize,
    /// Their cost.
    pub others_cost: f64,
}

/// What one owner used.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OwnerBill {
    /// Its name; empty if the bill names none.
    pub name: String,
    /// Amortised cost of all that it used, with commitments of its own that nothing used.
    pub cost: f64,
    /// Of it, GPUs and machines with GPUs.
    pub gpu_cost: f64,
    /// GPU-hours.
    pub gpu_hours: f64,
    /// GPU cost per GPU-hour; `None` without GPU-hours.
    pub cost_per_gpu_hour: Option<f64>,
    /// Amortised cost by month, in the order of [`CurrencyBill::months`].
    pub by_month: Vec<f64>,
    /// GPU-hours by type, in the order of [`CurrencyBill::types`].
    pub gpu_hours_by_type: Vec<f64>,
}

impl OwnerBill {
    /// The cost of its GPU-hours on a basis; `None` if a type that it used has no such price.
    pub fn at(&self, basis: PriceBasis, types: &[MachineBill]) -> Option<f64> {
        let used = self.gpu_hours_by_type.iter().zip(types).filter(|(hours, _)| **hours > 0.0);
        used.map(|(hours, machine)| Some(hours * machine.prices.on(basis)?)).sum()
    }
}

impl Costs {
    /// Adds the parts of other costs; the sums follow with [`Costs::add_up`].
    pub(super) fn take_in(&mut self, other: &Self) {
        let pairs: [(&mut f64, f64); 16] = [
            (&mut self.usage, other.usage),
            (&mut self.unused_commitment, other.unused_commitment),
            (&mut self.idle, other.idle),
            (&mut self.purchases, other.purchases),
            (&mut self.credit, other.credit),
            (&mut self.refund, other.refund),
            (&mut self.tax, other.tax),
            (&mut self.lines.gpu, other.lines.gpu),
            (&mut self.lines.unknown_machines, other.lines.unknown_machines),
            (&mut self.lines.compute, other.lines.compute),
            (&mut self.lines.storage, other.lines.storage),
            (&mut self.lines.egress, other.lines.egress),
            (&mut self.lines.support, other.lines.support),
            (&mut self.lines.other, other.lines.other),
            (&mut self.lines.unused_commitment, other.lines.unused_commitment),
            (&mut self.lines.idle, other.lines.idle),
        ];
        for (sum, part) in pairs {
            *sum += part;
        }
        if let Some(cash) = other.cash {
            self.cash = Some(self.cash.unwrap_or(0.0) + cash);
        }
    }

    /// Computes the sums from the parts.
    pub(super) fn add_up(&mut self) {
        self.amortised = self.usage + self.unused_commitment + self.idle;
        self.net_before_tax = self.amortised + self.credit + self.refund;
        self.net = self.net_before_tax + self.tax;
    }
}
