//! Defaults that follow the number of owned GPUs, the work, the age of existing nodes or the GPU on the bill, until the
//! user changes them.
//!
//! Some defaults are sized for the typical cluster of eight nodes: its storage, its staff, a rack that four nodes fill,
//! one job on all of it. A user with one node and these defaults would pay a large part of a rental bill for storage,
//! or power for four nodes, and that alone would decide the answer. Rented data belong to the work instead: whoever rents
//! everything pays the same for it, however many GPUs are owned.

use super::bill::{GPU_OF_DEFAULT, PRICE, usual_price};
use super::field::{Field, Kind};
use super::resale::used_price;
use super::value::{Amount, Range, Spread, Value};
use super::{Scenario, field, machine_with};
use crate::formulas::staffing::from_cluster_size;
use crate::inputs::derived::owned_gpus;
use crate::prices::PriceBook;

/// How a default scales with the number of GPUs.
enum Rule {
    /// Proportional to the number of GPUs, given this many.
    Each(f64),
    /// Proportional, but at most the value for this many: a full rack, one job on all GPUs.
    UpTo(f64),
    /// The largest job of the workloads, where each states its own; else one job on all GPUs, at most this many.
    LargestJob(f64),
    /// Proportional to the work instead, given this many productive GPU-hours a month.
    EachHour(f64),
    /// Proportional when the row first becomes relevant, then fixed: from there on the user counts.
    AtFirst(f64),
    /// Zero for a single node, which has no other to connect to, or if the node price includes the network.
    BetweenNodes,
    /// Resale value of a used node: follows the GPU, the price of a new one and the age.
    Used,
    /// Usual price of an hour of the bill's GPU.
    Billed,
    /// Draw of a node's host: what its GPUs leave of the machine's draw.
    Host,
    /// Draw of a busy GPU, by its rated power.
    Rated,
    /// The staff computed from the size: a user who switches to a number starts from the same cost, but not below what
    /// renting needs.
    Staffed,
}

use Rule::{AtFirst, BetweenNodes, Billed, Each, EachHour, Host, LargestJob, Rated, Staffed, UpTo, Used};

/// Rows whose default is sized for a number of GPUs, or for the work of these. Rows with a default of zero do not follow: a range would make them
/// uncertain, while the table's zero marks a deliberate omission.
const FOLLOWERS: [(&str, Rule); 17] = [
    (RESALE, Used),
    (PRICE, Billed),
    ("work.fabric_gpus", LargestJob(64.0)),
    ("own.fabric_usd_per_node", BetweenNodes),
    ("own.storage_tb", Each(64.0)),
    ("own.yearly_usd", Each(64.0)),
    (HOST, Host),
    (DRAW, Rated),
    ("place.rack_kw", UpTo(32.0)),
    ("place.room_usd_per_year", Each(64.0)),
    ("place.build_out_usd", Each(64.0)),
    ("people.own_people", Staffed),
    ("rent.committed_gpus", AtFirst(64.0)),
    ("rent.storage_tb", EachHour(TYPICAL_WORK)),
    ("rent.exit_tb", EachHour(TYPICAL_WORK)),
    ("money.lease_usd_per_month", Each(64.0)),
    ("money.buy_out_usd", Each(64.0)),
];

/// The work of the defaults, productive GPU-hours a month.
const TYPICAL_WORK: f64 = 32_700.0;

/// Current resale value of an existing node.
const RESALE: &str = "present.node_resale_usd";

/// Draw of a node's host.
const HOST: &str = "power.host_kw_per_node";
/// Fixed draw of a GPU.
const DRAW: &str = "power.fixed_draw_w";
/// Draw of a busy node, as a share of its maximum; the host's default gives the default machine this.
const BUSY_NODE: f64 = 0.75;
/// Draw of a busy GPU in it, as a share of its rated power: 18% when idle and 75% of the rest.
const BUSY_GPU: f64 = 0.18 + 0.82 * 0.75;

/// The work of the typical cluster: it is part of the question, and follows only if a quote changes the machines.
const WORK: (&str, Rule) = ("work.gpu_hours_per_month", Each(64.0));

impl Rule {
    /// The default of a row for a scenario's GPUs, with its range; the table's own default if that is the same.
    fn value(&self, row: &Field, of: &Scenario, book: &PriceBook) -> Value {
        let gpus = owned_gpus(of); // nodes are bought whole
        let plain = row.value_in(book);
        let Value::Number(Amount { value, .. }) = plain else { return plain };
        let share = match self {
            Used | Billed if !(row.is_relevant)(of) => 1.0,
            Used => used_price(of, book) / value, // 0 for a GPU that the book lacks: it is asked for
            Billed => usual_price(of, book, value).map_or(1.0, |usd| usd / value),
            Host => host_kw(of, book).map_or(1.0, |kw| kw / value),
            Rated => rated_w(of, book).map_or(1.0, |(watts, default)| watts / default),
            Staffed => from_cluster_size(gpus).max(of.people.rent_people.value) / value,
            Each(typical) | AtFirst(typical) => gpus / typical,
            // Six decimals, so that links stay short.
            EachHour(typical) => libm::round(of.work.gpu_hours_per_month.value / typical * 1e6) / 1e6,
            LargestJob(typical) => stated_job(of).map_or((gpus / typical).min(1.0), |gpus| gpus / value),
            UpTo(typical) => (gpus / typical).min(1.0),
            BetweenNodes => f64::from(gpus > of.own.gpus_per_node.value && !of.own.node_includes_network),
        };
        if share == 1.0 {
            return plain;
        }
        let Kind::Number { max, .. } = row.kind else { return plain };
        let range = |(_, low, high): (_, f64, f64)| Range {
            spread: Spread::Triangular,
            low: low * share,
            high: (high * share).min(max),
        };
        let range = row.range_in(book).filter(|_| share > 0.0).map(range);
        let value = match self {
            Used => used_price(of, book),
            Billed => usual_price(of, book, value).unwrap_or(value),
            LargestJob(_) => stated_job(of).unwrap_or(value * share),
            Host => host_kw(of, book).unwrap_or(value),
            _ => value * share,
        };
        Value::Number(Amount { value, certainty: range.into() })
    }

    /// Whether a row still holds its default.
    fn is_left_alone(&self, row: &Field, of: &Scenario, book: &PriceBook) -> bool {
        let held = row.get(of);
        match (self, (row.is_relevant)(of)) {
            (AtFirst(_), true) => false,
            // The table's price is that of another GPU: had it been typed, it would be marked as confirmed.
            (Billed, true) | (_, false) => held == self.value(row, of, book) || held == row.value_in(book),
            (_, true) => held == self.value(row, of, book),
        }
    }
}

impl Rule {
    /// Whether what the rule follows is another number now: the work, else the GPUs owned.
    fn is_moved(&self, before: &Scenario, now: &Scenario) -> bool {
        match self {
            EachHour(_) => now.work.gpu_hours_per_month.value != before.work.gpu_hours_per_month.value,
            LargestJob(_) if stated_job(now) != stated_job(before) => true,
            _ => now.own.gpus.value != before.own.gpus.value,
        }
    }

    /// Whether a row takes the default for the scenario as it is now: it held that of `before`, or a single node no
    /// longer needs the network of an earlier edition's default.
    fn takes(&self, row: &Field, before: &Scenario, now: &Scenario, book: &PriceBook) -> bool {
        let zero = Value::Number(Amount::exact(0.0));
        let unconnected = matches!(self, BetweenNodes) && self.value(row, now, book) == zero;
        self.is_left_alone(row, before, book) || unconnected && row.is_earlier_default(&row.get(before), book)
    }
}

/// GPUs of the largest job, where every workload states its own. A model that is served needs no fabric beyond a node.
pub(crate) fn stated_job(of: &Scenario) -> Option<f64> {
    let node = of.own.gpus_per_node.value;
    let jobs: Option<Vec<f64>> = of.work.workloads.iter().map(|workload| workload.fabric_gpus(node)).collect();
    jobs?.into_iter().reduce(f64::max)
}

/// Draw of the host in the price book's machine with the work's GPU, kilowatts to one decimal; `None` for the default
/// GPU, and if the book does not tell.
fn host_kw(of: &Scenario, book: &PriceBook) -> Option<f64> {
    let (watts, _) = rated_w(of, book)?;
    let (machine, _) = machine_with(&of.work.gpu, book, book.current_edition())?;
    Some(host_of(machine.max_system_w? / 1_000.0, machine.gpus_per_node, watts)).filter(|kw| *kw > 0.0)
}

/// Draw of a host, kilowatts to one decimal: what GPUs of a rated power in watts leave of a busy node.
pub(super) fn host_of(node_kw: f64, gpus: f64, watts: f64) -> f64 {
    libm::round((node_kw * BUSY_NODE - gpus * watts * BUSY_GPU / 1_000.0) * 10.0) / 10.0
}

/// Rated power of the work's GPU and of the default one, watts; `None` as for [`host_kw`].
fn rated_w(of: &Scenario, book: &PriceBook) -> Option<(f64, f64)> {
    let rated = |gpu: &str| book.gpu(gpu).and_then(|gpu| gpu.tdp_w);
    Some((rated(&of.work.gpu)?, rated(GPU_OF_DEFAULT)?)).filter(|_| of.work.gpu != GPU_OF_DEFAULT)
}

impl Scenario {
    /// Updates what follows the workload's GPU if it still held the default for that of `before`: the draw of its host,
    /// a fixed draw, the resale value of existing nodes, the price paid today.
    pub fn follow_gpu(&mut self, before: &Self, book: &PriceBook) {
        for (id, rule) in [(HOST, Host), (DRAW, Rated), (RESALE, Used), (PRICE, Billed)] {
            self.follow(before, book, id, &rule);
        }
    }

    /// Updates the resale value of existing nodes if it still held the default for `before`.
    pub fn follow_resale(&mut self, before: &Self, book: &PriceBook) {
        self.follow(before, book, RESALE, &Used);
    }

    /// Updates the price paid today if it still held the default for the bill's GPU of `before`.
    pub fn follow_bill_price(&mut self, before: &Self, book: &PriceBook) {
        self.follow(before, book, PRICE, &Billed);
    }

    /// Updates rows that follow the number of owned GPUs or the work, or become relevant: those that held the default for
    /// the machines and the work of `before` get the default for the current ones. User-chosen values stay.
    pub fn follow_gpus(&mut self, before: &Self, book: &PriceBook) {
        self.follow_gpus_typed(before, before, book);
    }

    /// The same while a number is typed key by key: `held` is the scenario before the first key. A row that happens to
    /// hold the default for a half-typed number was not left at its default.
    pub fn follow_gpus_typed(&mut self, held: &Self, before: &Self, book: &PriceBook) {
        for (id, rule) in &FOLLOWERS {
            self.follow_or_keep(held, before, book, id, rule);
        }
    }

    /// Updates what follows the work alone: rented data. `held` and `before` as for [`Self::follow_gpus_typed`].
    pub fn follow_work_typed(&mut self, held: &Self, before: &Self, book: &PriceBook) {
        for (id, rule) in FOLLOWERS.iter().filter(|(_, rule)| matches!(rule, EachHour(_))) {
            self.follow_or_keep(held, before, book, id, rule);
        }
    }

    /// Whether stored data and data to move out are as many as the work has by default, in this order. Their ranges say how
    /// certain they are and do not count.
    pub fn data_follows_work(&self, book: &PriceBook) -> [bool; 2] {
        ["rent.storage_tb", "rent.exit_tb"].map(|id| {
            let rule = FOLLOWERS.iter().find(|(row, _)| *row == id);
            rule.zip(field(id)).is_some_and(|((_, rule), row)| {
                let held = row.get(self).number();
                let usual = !(row.is_relevant)(self) && held == row.value_in(book).number();
                held == rule.value(row, self, book).number() || usual
            })
        })
    }

    /// Whether nobody entered or described the work: it is that of the typical cluster, or of the machines entered.
    pub(super) fn is_work_left_alone(&self, book: &PriceBook) -> bool {
        let (id, rule) = &WORK;
        let is_usual = |row: &Field| rule.is_left_alone(row, self, book) || row.get(self) == row.value_in(book);
        self.work.workloads.is_empty() && field(id).is_some_and(is_usual)
    }

    /// Updates the work, when other machines replace the typical ones, and what follows it.
    pub fn follow_with_work(&mut self, before: &Self, book: &PriceBook) {
        self.follow(before, book, WORK.0, &WORK.1);
        self.follow_work_typed(before, before, book);
    }

    fn follow_or_keep(&mut self, held: &Self, before: &Self, book: &PriceBook, id: &str, rule: &Rule) {
        if field(id).is_some_and(|row| rule.takes(row, held, self, book)) {
            self.follow(before, book, id, rule);
        } else if rule.is_moved(before, self) {
            self.keep(book, id, rule);
        }
    }

    fn follow(&mut self, before: &Self, book: &PriceBook, id: &str, rule: &Rule) {
        let Some(row) = field(id).filter(|row| (row.is_relevant)(self)) else { return };
        if rule.takes(row, before, self, book) && row.get(self) == row.get(before) {
            row.set(self, &rule.value(row, self, book));
        }
    }

    /// Marks a value the user typed as confirmed if it happens to equal the default for the current GPUs or work, so it
    /// stays theirs.
    fn keep(&mut self, book: &PriceBook, id: &str, rule: &Rule) {
        let Some(row) = field(id).filter(|row| (row.is_relevant)(self) && !matches!(rule, AtFirst(_))) else { return };
        if let Value::Number(Amount { value, .. }) = row.get(self)
            && row.get(self) == rule.value(row, self, book)
        {
            row.set(self, &Value::Number(Amount::confirmed(value)));
        }
    }

    /// Whether a row holds the default for the number of owned GPUs, or for the work.
    pub fn follows_gpus(&self, row: &Field, book: &PriceBook) -> bool {
        let all = FOLLOWERS.iter().chain([&WORK]);
        all.filter(|(id, _)| *id == row.id)
            .any(|(_, rule)| !matches!(rule, AtFirst(_)) && row.get(self) == rule.value(row, self, book))
    }
}

#[cfg(test)]
mod tests;
