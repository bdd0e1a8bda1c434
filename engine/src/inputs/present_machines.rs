//! The machines that are there: their GPU may be another one than that of the work.

use serde::Serialize;

use super::follow::host_of;
use super::issue::Issue;
use super::relative_speed::{LEAST_WORK, performance};
use super::{Scenario, machine_with};
use crate::prices::PriceBook;

/// Where the work of an hour of a GPU there, relative to the work's GPU, comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkOrigin {
    /// It is the work's own GPU: 1.
    #[default]
    SameGpu,
    /// Entered for these machines.
    Entered,
    /// Entered in the list of other GPUs.
    Rated,
    /// Dense BF16 speed by the price book.
    DenseBf16,
}

/// What the price book and the list of other GPUs say of the GPU of the machines there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OfPresentGpu {
    /// Work of an hour, relative to the work's GPU.
    relative_work: Option<f64>,
    /// Whether that is from the list of other GPUs.
    is_rated: bool,
    /// Rated power of a GPU, watts.
    rated_w: Option<f64>,
    /// The book's machine with it: GPUs, nameplate kilowatts, price when new in US dollars.
    machine: Option<(f64, Option<f64>, f64)>,
}

impl OfPresentGpu {
    /// That of a scenario's machines, with an edition's machines of the price book.
    pub fn new(s: &Scenario, book: &PriceBook, edition: &str) -> Self {
        let gpu = s.present.node_gpu(&s.work.gpu);
        let machine = machine_with(gpu, book, edition);
        Self {
            relative_work: performance(s, book, gpu),
            is_rated: s.work.performance.iter().any(|rated| rated.gpu == gpu),
            rated_w: book.gpu(gpu).and_then(|gpu| gpu.tdp_w),
            machine: machine
                .map(|(machine, usd)| (machine.gpus_per_node, machine.max_system_w.map(|watts| watts / 1_000.0), usd)),
        }
    }
}

/// What one of the nodes that are there is, as entered or from the price book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PresentMachines {
    /// Whether its GPU is another one than the work's.
    pub is_other_gpu: bool,
    /// GPUs in it.
    pub gpus_per_node: f64,
    /// Work of one of its GPU-hours, relative to the work's GPU.
    pub relative_work: f64,
    /// Where that comes from.
    pub work_origin: WorkOrigin,
    /// Its nameplate power, kilowatts.
    pub node_kw: f64,
    /// Rated power of one of its GPUs, watts.
    pub gpu_rated_w: f64,
    /// What its host draws, kilowatts.
    pub host_kw: f64,
    /// Its price when new, US dollars, before any discount: the base of support and insurance. `None`: that of a new
    /// node, after discount and assembled.
    pub price_usd: Option<f64>,
}

impl PresentMachines {
    /// The machines there of a scenario, with an edition's machines of the price book.
    ///
    /// Errors: what neither the scenario nor the book knows, each with its row. Without nodes there are none.
    pub fn new(s: &Scenario, book: &PriceBook, edition: &str) -> Result<Self, Vec<Issue>> {
        if s.present.is_other_gpu(&s.work.gpu) {
            let problems = unknown(s, book);
            if !problems.is_empty() {
                return Err(problems);
            }
        }
        Ok(Self::of(s, &OfPresentGpu::new(s, book, edition)))
    }

    /// The same with what is known of their GPU.
    ///
    /// Rated power of a GPU that the book lacks, and the draw of its host, are those of a new node in proportion to the
    /// nameplate.
    pub fn of(s: &Scenario, known: &OfPresentGpu) -> Self {
        let there = &s.present;
        let entered = |value: f64| (value > 0.0).then_some(value);
        let price = |gpus: f64| known.machine.map(|(of_machine, _, usd)| usd * (gpus / of_machine));
        if !there.is_other_gpu(&s.work.gpu) {
            return Self {
                price_usd: entered(there.node_price_usd.value).or_else(|| price(s.own.gpus_per_node.value)),
                ..Self::like_new(s)
            };
        }
        let gpus_per_node = there.gpus_of_node(s);
        let of_book = known.machine.and_then(|(gpus, kw, _)| Some(kw? * (gpus_per_node / gpus)));
        let node_kw = entered(there.node_kw.value).or(of_book).unwrap_or(s.place.node_kw.value);
        // Per GPU, compared with a new node.
        let scale = (node_kw / gpus_per_node) / (s.place.node_kw.value / s.own.gpus_per_node.value);
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let host_kw = known.rated_w.map_or_else(
            || s.power.host_kw_per_node.value * (node_kw / s.place.node_kw.value),
            |watts| host_of(node_kw, gpus_per_node, watts).max(0.0),
        );
        let (relative_work, work_origin) = match entered(there.gpu_relative_work.value) {
            Some(work) => (work.max(LEAST_WORK), WorkOrigin::Entered),
            None if known.is_rated => (known.relative_work.unwrap_or(1.0), WorkOrigin::Rated),
            None => (known.relative_work.unwrap_or(1.0), WorkOrigin::DenseBf16),
        };
        Self {
            is_other_gpu: true,
            gpus_per_node,
            relative_work,
            work_origin,
            node_kw,
            gpu_rated_w: known.rated_w.unwrap_or(s.power.tdp_w.value * scale),
            host_kw: if host_kw.is_finite() { host_kw } else { s.power.host_kw_per_node.value },
            price_usd: entered(there.node_price_usd.value).or_else(|| price(gpus_per_node)),
        }
    }

    /// Machines there with the GPU of the work: as new ones, but for a price of their own.
    fn like_new(s: &Scenario) -> Self {
        Self {
            is_other_gpu: false,
            gpus_per_node: s.own.gpus_per_node.value,
            relative_work: 1.0,
            work_origin: WorkOrigin::SameGpu,
            node_kw: s.place.node_kw.value,
            gpu_rated_w: s.power.tdp_w.value,
            host_kw: s.power.host_kw_per_node.value,
            price_usd: None,
        }
    }

    /// GPUs of one node, counted in GPUs of the work by what they do.
    pub fn working_gpus_per_node(&self) -> f64 {
        self.gpus_per_node * self.relative_work
    }
}

/// Work of an hour of a GPU there, relative to the work's: as entered, else rated like other GPUs; `None` if unknown.
pub fn relative_work(s: &Scenario, book: &PriceBook) -> Option<f64> {
    let gpu = s.present.node_gpu(&s.work.gpu);
    let entered = s.present.gpu_relative_work.value;
    if gpu != s.work.gpu && entered > 0.0 {
        Some(entered).filter(|work| *work >= LEAST_WORK)
    } else {
        performance(s, book, gpu)
    }
}

/// Price of a node there when new, before discount: as entered; for another GPU than the work's, else that of the price
/// book's machine, by GPUs. `None`: that of a new node.
pub(super) fn new_price(s: &Scenario, book: &PriceBook, edition: &str) -> Option<f64> {
    let there = &s.present;
    if there.node_price_usd.value > 0.0 {
        return Some(there.node_price_usd.value);
    }
    let gpu = there.node_gpu(&s.work.gpu);
    let (machine, usd) = machine_with(gpu, book, edition).filter(|_| gpu != s.work.gpu)?;
    let gpus = if there.gpus_per_node.value > 0.0 { there.gpus_per_node.value } else { s.own.gpus_per_node.value };
    Some(usd * (gpus / machine.gpus_per_node))
}

/// What has to be entered, because nothing is known of a GPU.
fn unknown(s: &Scenario, book: &PriceBook) -> Vec<Issue> {
    let there = &s.present;
    let gpu = there.node_gpu(&s.work.gpu);
    let mut asked = Vec::new();
    let mut ask = |field: &'static str, what: &str| {
        let message = format!("{what} is unknown for the GPU of the nodes you own. Enter it");
        asked.push(Issue::error(&[field, "present.node_gpu"], message));
    };
    if relative_work(s, book).is_none() {
        ask("present.gpu_relative_work", "Relative speed");
    }
    if book.gpu(gpu).is_none() {
        if there.node_kw.value == 0.0 {
            ask("present.node_kw", "Power of a node");
        }
        // What follows an unknown GPU is 0.
        if there.node_resale_usd.value == 0.0 {
            ask("present.node_resale_usd", "Resale price");
        }
    }
    asked
}
