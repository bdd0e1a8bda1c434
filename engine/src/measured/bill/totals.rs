//! Computes the summary of bills from their charges.

use std::collections::BTreeMap;

use super::commitments::Committed;
use super::hours::{Hours, days_of, month_name, month_of};
use super::labels::pairs;
use super::machines::{MachineUse, Machines};
use super::summary::{
    BillQuestions, BillStatement, BillSummary, CommitmentUse, Costs, CurrencyBill, HourPrices, LineCosts, MachineBill,
    MonthBill, OwnerBill, UnknownMachine,
};
use super::{Charges, CostLine, Key, Kind, Pricing, price_check};
use crate::measured::instant::DAY;
use crate::measured::report::{BillRemark, Remark};
use crate::measured::total;
use crate::prices::{Class, PriceBook, Service};
use crate::text::plain;

/// Owners listed for each kind.
const MOST_OWNERS: usize = 1_000;
/// Types of machines listed, and machines that are asked about.
const MOST_MACHINES: usize = 1_000;
/// Fewer hours beyond their periods are the rounding of a bill, not said.
const FEW_HOURS: f64 = 0.05;
/// Longest name shown, in characters.
const LONGEST_NAME: usize = 200;

impl Charges {
    /// What the charges say; `None` without any.
    pub fn summary(&self, book: &PriceBook, questions: &BillQuestions) -> Option<BillSummary> {
        if self.is_empty() {
            return None;
        }
        let machines = Machines { book, answers: &questions.machines };
        let hours = self.hours();
        let mut known: BTreeMap<(u32, bool), MachineUse> = BTreeMap::new();
        for key in &self.keys {
            for is_gpu in [key.line == CostLine::Gpu, key.counts_gpus()] {
                let of = (key.machine, is_gpu);
                known.entry(of).or_insert_with(|| machines.find(self.names.name(key.machine), is_gpu));
            }
        }
        let (money, refunded) = self.money();
        let mut currencies: Vec<u32> = money.keys().map(|(currency, ..)| *currency).collect();
        currencies.extend(hours.by_owner.keys().map(|owner| owner.currency));
        currencies.sort_by_key(|id| self.names.name(*id));
        currencies.dedup();
        let mut remarks = Vec::new();
        let mut note = |key, amount, name: &str| {
            let name = Some(name.to_owned()).filter(|name| !name.is_empty());
            remarks.push(Remark::Bill { key, amount: Some(amount), name });
        };
        if hours.beyond > FEW_HOURS {
            note(BillRemark::HoursBeyondPeriods, hours.beyond, "");
        }
        for (currency, amount) in refunded {
            note(BillRemark::RefundOfFee, amount, self.names.name(currency));
        }
        let mut one = |currency: u32| {
            let money = money.iter().filter(|((of, ..), _)| *of == currency);
            let money: Vec<(u32, &Key, &Money)> = money
                .filter_map(|((_, month, key), sums)| Some((*month, self.keys.get(*key as usize)?, sums)))
                .collect();
            let part = Part { charges: self, known: &known, hours: &hours, money, currency };
            let (bill, types) = part.bill(book, questions);
            for (key, price, machine) in price_check::doubts(&bill.currency, &types, book, questions) {
                note(key, price, &machine);
            }
            bill
        };
        Some(BillSummary {
            currencies: currencies.into_iter().map(&mut one).collect(),
            use_of_cluster_unknown: self.facts.has_allocations && !self.facts.has_idle,
            hours_beyond_periods: hours.beyond,
            remarks,
        })
    }

    /// Sums by currency, month and key, and refunds that mirror fees, by currency: these are cash alone, like the fees.
    fn money(&self) -> (MoneyByKey, BTreeMap<u32, f64>) {
        let mirrored = self.refunds_of_fees();
        let mut money = MoneyByKey::new();
        let mut refunded = BTreeMap::new();
        for (at, row) in self.rows.iter().enumerate() {
            let key = self.key_of(row);
            let month = month_of(super::whole(f64::from(row.start) / DAY));
            let sums = money.entry((key.currency, month, row.key)).or_default();
            sums.billed += row.billed;
            if mirrored.contains(&at) {
                *refunded.entry(key.currency).or_default() -= row.billed;
            } else {
                sums.effective += row.effective;
            }
        }
        (money, refunded)
    }
}

/// Sums by currency, month and key.
type MoneyByKey = BTreeMap<(u32, u32, u32), Money>;

/// Sums of rows.
#[derive(Clone, Copy, Debug, Default)]
struct Money {
    billed: f64,
    effective: f64,
}

/// The charges of one currency.
pub(super) struct Part<'c> {
    pub(super) charges: &'c Charges,
    known: &'c BTreeMap<(u32, bool), MachineUse>,
    hours: &'c Hours,
    /// Months, keys and sums of the currency.
    money: Vec<(u32, &'c Key, &'c Money)>,
    pub(super) currency: u32,
}

impl Part<'_> {
    fn money(&self) -> impl Iterator<Item = (u32, &Key, &Money)> {
        self.money.iter().map(|(month, key, sums)| (*month, *key, *sums))
    }

    pub(super) fn hours(&self) -> impl Iterator<Item = (&super::hours::Owner, f64)> {
        self.hours.by_owner.iter().filter(|(owner, _)| owner.currency == self.currency).map(|(o, h)| (o, *h))
    }

    pub(super) fn use_of(&self, machine: u32, is_gpu: bool) -> &MachineUse {
        self.known.get(&(machine, is_gpu)).unwrap_or(&MachineUse::NoGpus)
    }

    /// GPUs of a machine; `None` if it has none or is unknown.
    pub(super) fn gpus(&self, machine: u32, is_gpu: bool) -> Option<f64> {
        match self.use_of(machine, is_gpu) {
            MachineUse::Gpus { count, .. } => Some(*count),
            MachineUse::NoGpus | MachineUse::Unknown => None,
        }
    }

    /// Whether a key's cost is one of GPUs.
    fn is_gpu_cost(&self, key: &Key) -> bool {
        key.kind == Kind::Usage
            && (key.line == CostLine::Gpu
                || key.line == CostLine::Compute && key.machine != 0 && self.gpus(key.machine, false).is_some())
    }

    /// The bill, and all of its types.
    fn bill(&self, book: &PriceBook, questions: &BillQuestions) -> (CurrencyBill, Vec<MachineBill>) {
        let mut months: BTreeMap<u32, MonthBill> = BTreeMap::new();
        let commitment = self.commitment();
        let has_commitments = commitment.share.is_some();
        let mut cash: BTreeMap<u32, f64> = BTreeMap::new();
        for (month, key, money) in self.money() {
            *cash.entry(month).or_default() += money.billed;
            self.count(key, money, has_commitments, &mut months.entry(month).or_default().costs);
        }
        for (owner, hours) in self.hours() {
            let month = months.entry(owner.month).or_default();
            if let Some(gpus) = self.gpus(owner.machine, owner.is_gpu) {
                month.gpu_hours += hours * gpus;
                month.machine_hours += if owner.is_gpu { 0.0 } else { hours };
            }
        }
        let mut days: BTreeMap<u32, u32> = BTreeMap::new();
        for day in self.covered() {
            *days.entry(month_of(day)).or_default() += 1;
        }
        for (number, month) in &mut months {
            month.name = month_name(*number);
            month.days = days.get(number).copied().unwrap_or_default();
            month.is_full = month.days + 1 >= days_of(*number);
            month.costs.cash = self.charges.facts.has_cash.then(|| cash.get(number).copied().unwrap_or(0.0));
            month.costs.add_up();
        }
        let order: Vec<u32> = months.keys().copied().collect();
        let months: Vec<MonthBill> = months.into_values().collect();
        let mut costs = Costs::default();
        for month in &months {
            costs.take_in(&month.costs);
        }
        costs.add_up();
        let (types, type_of) = self.types(book, questions);
        let gpu_hours = total(months.iter().map(|m| m.gpu_hours));
        // Cost without hours is excluded from the price per hour.
        let of_hours = |of: &MachineBill| of.prices.bill.map(|price| price * of.gpu_hours);
        let gpu_cost = total(types.iter().filter_map(of_hours)) + self.unused_of_gpus();
        let spot = total(types.iter().map(|t| t.spot_gpu_hours));
        let committed = total(types.iter().map(|t| t.committed_gpu_hours));
        let share = |hours: f64| (gpu_hours > 0.0).then(|| hours / gpu_hours);
        let Committed { list, unused_alone } = self.commitments();
        let ends: std::collections::BTreeSet<u32> = self.charges.ends.values().copied().collect();
        let one_end = ends.first().copied().filter(|_| ends.len() == 1);
        let (unknown_machines, other_unknown, other_unknown_cost) = self.unknown();
        let bill = CurrencyBill {
            currency: self.charges.names.name(self.currency).to_owned(),
            machine_hours: total(months.iter().map(|m| m.machine_hours)),
            gpu_hours,
            cost_per_gpu_hour: share(gpu_cost),
            spot_share: share(spot),
            commitment: CommitmentUse { share_of_gpu_hours: share(committed), ..commitment },
            commitment_days_left: one_end.and_then(|end| end.checked_sub(self.covered().max()? + 1)),
            commitments: list,
            unused_commitments_alone: unused_alone,
            unknown_machines,
            other_unknown_machines: other_unknown,
            other_unknown_cost,
            statements: self.statements(&order, &type_of, types.len().min(MOST_MACHINES)),
            total: costs,
            months,
            other_types: types.len().saturating_sub(MOST_MACHINES),
            types: types.iter().take(MOST_MACHINES).cloned().collect(),
        };
        (bill, types)
    }

    /// Days on which something was used, rising.
    pub(super) fn covered(&self) -> impl Iterator<Item = u32> {
        self.charges.covered.range((self.currency, 0)..=(self.currency, u32::MAX)).map(|(_, day)| *day)
    }

    /// Cost of what nothing used of commitments for GPUs, or for machines that are not named.
    fn unused_of_gpus(&self) -> f64 {
        let unused = self.money().filter(|(_, key, _)| {
            key.kind == Kind::UnusedCommitment
                && (key.machine == 0 || self.use_of(key.machine, false) != &MachineUse::NoGpus)
        });
        total(unused.map(|(.., sums)| sums.effective))
    }

    fn commitment(&self) -> CommitmentUse {
        let (mut used, mut unused) = (0.0, 0.0);
        for (_, key, money) in self.money() {
            match key.kind {
                // A reservation of capacity that nothing used is none of a price.
                Kind::UnusedCommitment if key.pricing == Pricing::Committed => unused += money.effective,
                Kind::Usage if key.pricing == Pricing::Committed => used += money.effective,
                _ => {}
            }
        }
        let all = used + unused;
        CommitmentUse { used, unused, share: (all > 0.0).then(|| used / all), share_of_gpu_hours: None }
    }

    fn count(&self, key: &Key, money: &Money, has_commitments: bool, costs: &mut Costs) {
        let cost = money.effective;
        match key.kind {
            Kind::Usage => {
                costs.usage += cost;
                *self.line(key, &mut costs.lines) += cost;
            }
            Kind::UnusedCommitment => {
                costs.unused_commitment += cost;
                costs.lines.unused_commitment += cost;
            }
            Kind::Idle => {
                costs.idle += cost;
                costs.lines.idle += cost;
            }
            Kind::Purchase => {
                costs.purchases += money.billed;
                // A purchase that is no commitment is used when it is bought. Beside the use of commitments it may be
                // one that calls itself amortised: never both.
                if !has_commitments {
                    costs.usage += cost;
                    *self.line(key, &mut costs.lines) += cost;
                }
            }
            Kind::Credit => costs.credit += cost,
            Kind::Refund => costs.refund += cost,
            Kind::Tax => costs.tax += cost,
        }
    }

    fn line<'l>(&self, key: &Key, lines: &'l mut LineCosts) -> &'l mut f64 {
        match key.line {
            CostLine::Gpu => &mut lines.gpu,
            CostLine::Compute if key.machine == 0 => &mut lines.compute,
            CostLine::Compute => match self.use_of(key.machine, false) {
                MachineUse::Gpus { .. } => &mut lines.gpu,
                MachineUse::NoGpus => &mut lines.compute,
                MachineUse::Unknown => &mut lines.unknown_machines,
            },
            CostLine::Storage => &mut lines.storage,
            CostLine::Egress => &mut lines.egress,
            CostLine::Support => &mut lines.support,
            CostLine::Other => &mut lines.other,
        }
    }

    /// The types, and the place of each machine among them.
    fn types(&self, book: &PriceBook, questions: &BillQuestions) -> (Vec<MachineBill>, BTreeMap<(u32, bool), usize>) {
        let mut found: BTreeMap<(u32, bool), MachineBill> = BTreeMap::new();
        for (owner, hours) in self.hours() {
            let Some(gpus) = self.gpus(owner.machine, owner.is_gpu) else { continue };
            let machine = found.entry((owner.machine, owner.is_gpu)).or_default();
            machine.gpus = gpus;
            machine.machine_hours += if owner.is_gpu { 0.0 } else { hours };
            machine.gpu_hours += hours * gpus;
            match owner.pricing {
                Pricing::Committed => machine.committed_gpu_hours += hours * gpus,
                Pricing::Spot => machine.spot_gpu_hours += hours * gpus,
                Pricing::Standard => {}
            }
        }
        for (_, key, money) in self.money().filter(|(_, key, _)| self.is_gpu_cost(key)) {
            if let Some(machine) = found.get_mut(&(key.machine, key.line == CostLine::Gpu)) {
                machine.cost += money.effective;
                machine.committed_cost += if key.pricing == Pricing::Committed { money.effective } else { 0.0 };
            }
        }
        let edition = if questions.edition.is_empty() { book.current_edition() } else { &questions.edition };
        let mut types: Vec<((u32, bool), MachineBill)> = found.into_iter().collect();
        for ((id, is_gpu), machine) in &mut types {
            machine.name = shown(self.charges.names.name(*id));
            if let MachineUse::Gpus { gpu, .. } = self.use_of(*id, *is_gpu) {
                machine.gpu.clone_from(gpu);
            }
            let gpu = machine.gpu.as_deref();
            // GPU cost without hours is in the costs, but excluded from the price per hour.
            let cost = if *is_gpu { self.cost_with_hours(*id) } else { machine.cost };
            machine.prices = HourPrices {
                owned: gpu.and_then(|gpu| questions.owned.get(gpu).copied()),
                bill: (machine.gpu_hours > 0.0).then(|| cost / machine.gpu_hours),
                list: gpu.and_then(|gpu| list(book, edition, gpu, &machine.name)),
            };
        }
        types.sort_by(|a, b| b.1.cost.total_cmp(&a.1.cost).then_with(|| a.1.name.cmp(&b.1.name)));
        let places = types.iter().enumerate().map(|(at, (key, _))| (*key, at)).collect();
        (types.into_iter().map(|(_, machine)| machine).collect(), places)
    }

    /// Cost of GPUs of owners that have GPU-hours.
    fn cost_with_hours(&self, machine: u32) -> f64 {
        let mut owners: Vec<(u32, u32)> = self
            .hours()
            .filter(|(o, hours)| o.is_gpu && o.machine == machine && *hours > 0.0)
            .map(|(o, _)| (o.account, o.labels))
            .collect();
        owners.sort_unstable();
        let with = self.money().filter(|(_, key, _)| {
            key.kind == Kind::Usage
                && key.line == CostLine::Gpu
                && key.machine == machine
                && owners.binary_search(&(key.account, key.labels)).is_ok()
        });
        total(with.map(|(.., money)| money.effective))
    }

    /// Machines that have to be asked about, the number of further ones, and their cost.
    fn unknown(&self) -> (Vec<UnknownMachine>, usize, f64) {
        let mut found: BTreeMap<u32, UnknownMachine> = BTreeMap::new();
        for (owner, hours) in self.hours().filter(|(o, _)| self.use_of(o.machine, o.is_gpu) == &MachineUse::Unknown) {
            found.entry(owner.machine).or_default().machine_hours += hours;
        }
        let is_machine = |key: &Key| key.kind == Kind::Usage && key.line == CostLine::Compute;
        for (_, key, money) in self.money().filter(|(_, key, _)| is_machine(key)) {
            if let Some(machine) = found.get_mut(&key.machine) {
                machine.cost += money.effective;
            }
        }
        let mut all: Vec<UnknownMachine> = found
            .into_iter()
            .map(|(id, machine)| UnknownMachine { name: shown(self.charges.names.name(id)), ..machine })
            .collect();
        all.sort_by(|a, b| b.cost.total_cmp(&a.cost).then_with(|| a.name.cmp(&b.name)));
        let rest = all.split_off(all.len().min(MOST_MACHINES));
        (all, rest.len(), total(rest.iter().map(|machine| machine.cost)))
    }

    fn statements(&self, months: &[u32], type_of: &BTreeMap<(u32, bool), usize>, types: usize) -> Vec<BillStatement> {
        let names = &self.charges.names;
        let mut keys: Vec<&str> =
            self.money().flat_map(|(_, key, _)| pairs(names.name(key.labels))).map(|p| p.0).collect();
        keys.sort_unstable();
        keys.dedup();
        let by_key = |by: &str| {
            let owner = |account: u32, labels: u32| -> &str {
                if by == "account" {
                    return names.name(account);
                }
                pairs(names.name(labels)).find(|(key, _)| *key == by).map_or("", |(_, value)| value)
            };
            let counts = |key: &Key| matches!(key.kind, Kind::Usage | Kind::UnusedCommitment | Kind::Idle);
            let mut costs: BTreeMap<&str, f64> = BTreeMap::new();
            for (_, key, money) in self.money().filter(|(_, key, _)| counts(key)) {
                *costs.entry(owner(key.account, key.labels)).or_default() += money.effective;
            }
            for (used, _) in self.hours() {
                costs.entry(owner(used.account, used.labels)).or_default();
            }
            let mut dearest: Vec<(&str, f64)> = costs.into_iter().collect();
            dearest.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
            let rest = dearest.split_off(dearest.len().min(MOST_OWNERS));
            let fresh = |cost: f64| OwnerBill {
                cost,
                by_month: vec![0.0; months.len()],
                gpu_hours_by_type: vec![0.0; types],
                ..OwnerBill::default()
            };
            let mut owners: BTreeMap<&str, OwnerBill> =
                dearest.into_iter().map(|(name, cost)| (name, fresh(cost))).collect();
            for (month, key, money) in self.money().filter(|(_, key, _)| counts(key)) {
                let Some(found) = owners.get_mut(owner(key.account, key.labels)) else { continue };
                found.gpu_cost += if self.is_gpu_cost(key) { money.effective } else { 0.0 };
                let at = months.binary_search(&month).ok();
                if let Some(month) = at.and_then(|at| found.by_month.get_mut(at)) {
                    *month += money.effective;
                }
            }
            for (used, hours) in self.hours() {
                let Some(gpus) = self.gpus(used.machine, used.is_gpu) else { continue };
                let Some(found) = owners.get_mut(owner(used.account, used.labels)) else { continue };
                found.gpu_hours += hours * gpus;
                let at = type_of.get(&(used.machine, used.is_gpu));
                if let Some(of_type) = at.and_then(|at| found.gpu_hours_by_type.get_mut(*at)) {
                    *of_type += hours * gpus;
                }
            }
            // Without cost or GPU-hours there is nothing to state.
            let is_stated = |bill: &OwnerBill| bill.cost != 0.0 || bill.gpu_hours != 0.0 || bill.gpu_cost != 0.0;
            let mut all: Vec<OwnerBill> = owners
                .into_iter()
                .filter(|(_, bill)| is_stated(bill))
                .map(|(name, bill)| OwnerBill {
                    name: shown(name),
                    cost_per_gpu_hour: (bill.gpu_hours > 0.0).then(|| bill.gpu_cost / bill.gpu_hours),
                    ..bill
                })
                .collect();
            all.sort_by(|a, b| b.cost.total_cmp(&a.cost).then_with(|| a.name.cmp(&b.name)));
            BillStatement {
                by: by.to_owned(),
                owners: all,
                others: rest.len(),
                others_cost: total(rest.iter().map(|(_, cost)| *cost)),
            }
        };
        let with_owner = |statement: &BillStatement| statement.owners.iter().any(|owner| !owner.name.is_empty());
        std::iter::once("account").chain(keys).map(by_key).filter(with_owner).collect()
    }
}

/// A name of a file, safe to display.
pub(super) fn shown(name: &str) -> String {
    plain(name, LONGEST_NAME)
}

/// The on-demand price of a GPU-hour: of the same machine in the book, else the usual one of the GPU.
fn list(book: &PriceBook, edition: &str, gpu: &str, machine: &str) -> Option<f64> {
    let same =
        book.offers_of(edition).find(|o| o.service == Service::OnDemand && o.offer.eq_ignore_ascii_case(machine));
    same.map(|o| o.usd_per_gpu_hour).or_else(|| book.usual(edition, gpu, Class::Hour, "").map(|usual| usual.usd))
}
