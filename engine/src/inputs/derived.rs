//! Alternative ways to enter an input: entering one sets the row behind it.
//!
//! Work is given and utilization follows. A user who knows the utilization can enter that instead, and the work is set.

use super::contracted_power::{Contracted, standing_nodes};
use super::interruptions::owned_goodput;
use super::value::Amount;
use super::{Scenario, Size};
use crate::units::{HOURS_PER_MONTH, MONTHS_PER_YEAR, Unit};

/// An alternative way to enter a row.
pub struct Derived {
    /// Permanent id in files and links.
    pub id: &'static str,
    /// Permanent key in links.
    pub key: &'static str,
    /// The row it sets.
    pub sets: &'static str,
    /// Label.
    pub label: &'static str,
    /// Help text.
    help: &'static str,
    /// Its unit.
    pub unit: Unit,
    /// Minimum.
    pub min: f64,
    /// Maximum.
    pub max: f64,
    /// Its current value.
    pub get: fn(&Scenario) -> f64,
    /// Sets the row behind it.
    pub set: fn(&mut Scenario, f64),
}

/// Every alternative way to enter a row.
pub const DERIVED: &[Derived] = &[
    Derived {
        id: "work.busy_share",
        key: "busy",
        sets: "work.gpu_hours_per_month",
        label: "How busy the GPUs are",
        help: "Share of all calendar hours in which a job occupies an owned GPU; 18 hours a day is 75%. Entering it sets the work.",
        unit: Unit::Share,
        min: 0.0,
        max: 1.0,
        get: |s| s.work.gpu_hours_per_month.value / (calendar(s) * productive_per_busy(s)),
        set: |s, busy| set_work(s, busy * calendar(s) * productive_per_busy(s)),
    },
    Derived {
        id: "work.utilization",
        key: "util",
        sets: "work.gpu_hours_per_month",
        label: "Utilization (productive)",
        help: "Productive hours as a share of all calendar hours: busy share × job efficiency × goodput. Entering it sets the work.",
        unit: Unit::Share,
        min: 0.0,
        max: 1.0,
        get: |s| s.work.gpu_hours_per_month.value / calendar(s),
        set: |s, utilization| set_work(s, utilization * calendar(s)),
    },
    Derived {
        id: "place.contracted_kw",
        key: "ckw",
        sets: "place.node_kw",
        label: "Contracted power, all nodes",
        help: "Kilowatts contracted for all nodes, as the colocation quote states them. Entering it sets the contracted power per node and contracts no whole racks, so that exactly these kilowatts are paid for; for more nodes it grows with them.",
        unit: Unit::Kilowatts,
        min: 0.0,
        max: 1e7,
        get: |s| Contracted::of(s, standing_nodes(s)).kw,
        set: |s, kw| {
            s.place.node_kw = Amount::exact(kw / standing_nodes(s));
            s.place.rack_kw = Amount::exact(0.0);
        },
    },
    Derived {
        id: "money.usd_per_currency",
        key: "xf",
        sets: "money.currency_per_usd",
        label: "The rate the other way round",
        help: "US dollars per unit of the currency, as many quotes state it. Entering it sets the exchange rate per US dollar.",
        unit: Unit::Ratio,
        min: 1e-6,
        max: 1e6,
        get: |s| 1.0 / s.money.currency_per_usd.value,
        set: |s, usd| s.money.currency_per_usd = Amount::exact(1.0 / usd),
    },
    Derived {
        id: "present.bill_usd_per_year",
        key: "pby",
        sets: "present.bill_usd_per_month",
        label: "Current bill, yearly",
        help: "What you pay for rented GPUs per year. Entering it sets the monthly bill to one twelfth, rounded to the cent.",
        unit: Unit::UsdPerYear,
        min: 0.0,
        max: 1.2e10,
        get: |s| s.present.bill_usd_per_month.value * MONTHS_PER_YEAR,
        // To the cent of the currency it is entered in.
        set: |s, usd| {
            let cents = 100.0 * if s.money.currency == "USD" { 1.0 } else { s.money.currency_per_usd.value };
            s.present.bill_usd_per_month = Amount::exact(libm::round(usd / MONTHS_PER_YEAR * cents) / cents);
        },
    },
];

impl Derived {
    /// Help text.
    pub fn help(&self) -> &'static str {
        self.help
    }
}

/// The alternative with an id, if there is one.
pub fn derived(id: &str) -> Option<&'static Derived> {
    DERIVED.iter().find(|d| d.id == id)
}

/// Sets the work and drops its range, which belonged to another value.
fn set_work(s: &mut Scenario, gpu_hours_per_month: f64) {
    s.work.gpu_hours_per_month = Amount::exact(gpu_hours_per_month);
}

/// GPU-hours per month of the owned GPUs, in whole nodes.
fn calendar(s: &Scenario) -> f64 {
    owned_gpus(s) * HOURS_PER_MONTH
}

fn productive_per_busy(s: &Scenario) -> f64 {
    s.work.efficiency.value * owned_goodput(s)
}

/// Number of GPUs owned: nodes are bought whole, beside those there, which may have another number of GPUs.
pub fn owned_gpus(s: &Scenario) -> f64 {
    let (gpus, of_node) = (s.own.gpus.value, s.own.gpus_per_node.value);
    let (there, bought) = nodes_there_and_bought(s);
    if there == 0.0 || !s.present.is_other_gpu(&s.work.gpu) {
        return libm::ceil(gpus / of_node) * of_node;
    }
    there * s.present.gpus_of_node(s) + bought * of_node
}

/// GPUs of the largest job that owned machines can run, none of which spans machines of two GPUs; nothing where the size to
/// own is found.
pub fn largest_job(s: &Scenario) -> Option<f64> {
    let gpus = match s.sizes.own {
        Size::Typed(gpus) => gpus,
        Size::Auto if s.work.workloads.is_empty() => s.own.gpus.value,
        Size::Auto | Size::Found => return None,
    };
    let (there, bought) = nodes_of(s, gpus);
    let new = s.own.gpus_per_node.value;
    Some(if there > 0.0 && s.present.is_other_gpu(&s.work.gpu) {
        (there * s.present.gpus_of_node(s)).max(bought * new)
    } else {
        (there + bought) * new
    })
}

/// Whole nodes there already that are part of the GPUs owned, and those to buy.
pub fn nodes_there_and_bought(s: &Scenario) -> (f64, f64) {
    nodes_of(s, s.own.gpus.value)
}

fn nodes_of(s: &Scenario, gpus: f64) -> (f64, f64) {
    let of_node = s.own.gpus_per_node.value;
    if !s.present.is_other_gpu(&s.work.gpu) {
        let nodes = libm::ceil(gpus / of_node);
        let there = s.present.nodes.value.min(nodes);
        return (there, nodes - there);
    }
    let of_node_there = s.present.gpus_of_node(s);
    let there = s.present.nodes.value.min(libm::ceil(gpus / of_node_there));
    (there, libm::ceil((gpus - there * of_node_there) / of_node - 1e-9).max(0.0))
}

impl super::Rent {
    /// Hours billed beside each run of an instance: until it is there, and until it is given back.
    pub fn around_hours(&self) -> f64 {
        self.launch_hours.value + self.idle_out_hours.value
    }
}
