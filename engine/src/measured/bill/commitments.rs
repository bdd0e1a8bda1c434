//! Commitments of a bill, each with its own use.

use std::collections::BTreeMap;

use super::machines::MachineUse;
use super::summary::CommitmentBill;
use super::totals::{Part, shown};
use super::{Kind, Pricing};
use crate::measured::instant::{DAY, HOUR};

/// The commitments of a bill.
#[derive(Debug, Default)]
pub(super) struct Committed {
    /// One for each commitment and type of machine with GPUs.
    pub(super) list: Vec<CommitmentBill>,
    /// Cost of commitments that nothing used at all: how many GPUs they are for is unknown.
    pub(super) unused_alone: f64,
}

/// What rows say of a commitment and a machine.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    first: Option<u32>,
    used: f64,
    unused: f64,
    gpu_hours: f64,
}

impl Sums {
    fn see(&mut self, start: u32) {
        self.first = Some(self.first.map_or(start, |first| first.min(start)));
    }
}

impl Part<'_> {
    /// The commitments for GPUs, dearest first.
    ///
    /// What nothing used belongs to the machine that its row names, else to those that used the commitment, by their cost.
    pub(super) fn commitments(&self) -> Committed {
        // By commitment and machine; machine 0 is what names none.
        let mut sums: BTreeMap<(u32, u32), Sums> = BTreeMap::new();
        for (row, key) in self.charges.rows.iter().map(|row| (row, self.charges.key_of(row))) {
            if key.currency != self.currency || key.pricing != Pricing::Committed {
                continue;
            }
            let entry = || (key.commitment, key.machine);
            match key.kind {
                Kind::Usage if row.hours != 0.0 || row.effective != 0.0 => {
                    let of = sums.entry(entry()).or_default();
                    of.used += row.effective;
                    if row.hours > 0.0 {
                        of.see(row.start);
                    }
                }
                Kind::UnusedCommitment if row.effective != 0.0 => {
                    let of = sums.entry(entry()).or_default();
                    of.unused += row.effective;
                    of.see(row.start);
                }
                _ => {}
            }
        }
        for (owner, hours) in self.hours().filter(|(owner, _)| owner.pricing == Pricing::Committed) {
            if let (Some(gpus), false) = (self.gpus(owner.machine, owner.is_gpu), owner.is_gpu) {
                sums.entry((owner.commitment, owner.machine)).or_default().gpu_hours += hours * gpus;
            }
        }
        let mut used_of: BTreeMap<u32, f64> = BTreeMap::new();
        for ((commitment, _), of) in &sums {
            *used_of.entry(*commitment).or_default() += of.used;
        }
        let mut found = Committed::default();
        for ((commitment, machine), of) in &sums {
            let used = used_of.get(commitment).copied().unwrap_or_default();
            let unnamed = sums.get(&(*commitment, 0)).copied().unwrap_or_default();
            if of.unused != 0.0 && of.used <= 0.0 && (*machine != 0 || used <= 0.0) {
                let is_plain = *machine != 0 && self.use_of(*machine, false) == &MachineUse::NoGpus;
                found.unused_alone += if is_plain { 0.0 } else { of.unused };
            }
            if *machine == 0 || of.gpu_hours <= 0.0 {
                continue;
            }
            let spread = if used > 0.0 { unnamed.unused * of.used / used } else { 0.0 };
            let first = [of.first, unnamed.first].into_iter().flatten().min();
            let gpu = match self.use_of(*machine, false) {
                MachineUse::Gpus { gpu, .. } => gpu.clone(),
                MachineUse::NoGpus | MachineUse::Unknown => None,
            };
            let last = self.covered().max();
            found.list.push(CommitmentBill {
                id: shown(self.charges.names.name(*commitment)),
                machine: shown(self.charges.names.name(*machine)),
                gpu,
                gpu_hours: of.gpu_hours,
                cost: of.used,
                unused: of.unused + spread,
                hours: first.map_or(0.0, |first| self.hours_since(first)),
                days_left: self
                    .charges
                    .ends
                    .get(commitment)
                    .zip(last)
                    .map(|(end, last)| f64::from(*end) - f64::from(last + 1)),
            });
        }
        found
            .list
            .sort_by(|a, b| b.cost.total_cmp(&a.cost).then_with(|| (&a.machine, &a.id).cmp(&(&b.machine, &b.id))));
        found
    }

    /// Hours of the days that the bill covers, from a moment on. On its first day the moment says nothing: the commitment
    /// may be older than the bill.
    fn hours_since(&self, moment: u32) -> f64 {
        let day = super::whole(f64::from(moment) / DAY);
        let before = self.covered().next().is_some_and(|first| first < day);
        let into = if before { f64::from(moment) - f64::from(day) * DAY } else { 0.0 };
        let days = self.covered().filter(|covered| *covered >= day).count();
        crate::units::count(days) * 24.0 - into / HOUR
    }
}
