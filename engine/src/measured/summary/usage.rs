//! Hours that jobs held: by type, month, week and owner; what requeues lost.

use super::super::instant::HOUR;
use super::super::jobs::{Job, JobState, Jobs};
use super::super::ledger::{Holding, Ledger};
use super::super::names::Names;
use super::super::samples::{GpuSeries, Measured};
use super::calendar::Calendar;
use super::kinds::{Kind, Kinds};
use super::{Goodput, HeldFrom, JobCounts, OwnerKind, Period, Statement, StatementLine, TypeUse};

/// Owners listed in a statement.
const LINES: usize = 200;
/// Periods of which each owner's hours are listed: ten years of weeks. One wrong date can make a record very long.
const MOST_PERIODS: usize = 530;

/// GPU-hours that a job held.
pub(super) fn gpu_hours(ledger: &Ledger<'_>, job: &Job) -> f64 {
    ledger.gpus(job) * job.held / HOUR
}

/// The job's part of its row: a row on two types is two jobs.
pub(super) fn share_of_row(job: &Job) -> f64 {
    1.0 / f64::from(job.parts.max(1))
}

/// Jobs that held GPUs.
pub(super) fn holders<'l>(ledger: &'l Ledger<'_>) -> impl Iterator<Item = &'l Job> {
    ledger.iter().filter(|job| job.is_recorded() && !job.state.is_waiting())
}

/// The types of a record with their hours, most first; orders `kinds` alike.
pub(super) fn types(ledger: &Ledger<'_>, gpus: &[GpuSeries], kinds: &mut Kinds<'_>) -> Vec<TypeUse> {
    let mut sums = vec![TypeSum::default(); kinds.list.len()];
    for job in ledger.iter().filter(|job| job.is_recorded() && job.state != JobState::Blocked) {
        let gpus = ledger.gpus(job);
        let Some(sum) = sums.get_mut(kinds.of_job(job.kind)) else { continue };
        if job.state == JobState::Waiting {
            sum.waiting += gpus;
            continue;
        }
        sum.held += gpu_hours(ledger, job);
        if job.submit > 0 {
            sum.waited += gpus * f64::from(job.start.saturating_sub(job.submit)) / HOUR;
        }
        sum.moments.add(job.start, gpus);
        sum.moments.add(job.end, -gpus);
    }
    for (array, _) in ledger.waiting_arrays().filter(|(array, _)| array.task.is_recorded()) {
        if let Some(sum) = sums.get_mut(kinds.of_job(array.task.kind)) {
            sum.waiting += ledger.gpus(&array.task);
        }
    }
    for gpu in gpus {
        let Some(sum) = sums.get_mut(kinds.of_sample(gpu.description.kind)) else { continue };
        sum.gpus += 1;
        sum.observed += observed_hours(gpu);
        sum.utilization.add(&gpu.utilization);
        sum.power.add(&gpu.power);
    }
    // What only waits comes last, but is there.
    let weights: Vec<f64> = sums
        .iter()
        .map(|sum| {
            let seen = sum.gpus > 0 || sum.waiting > 0.0;
            sum.held + sum.observed + if seen { 1e-9 } else { 0.0 }
        })
        .collect();
    let order = kinds.sort_by_weight(&weights);
    let uses = order.iter().zip(&kinds.list).filter_map(|(old, kind)| sums.get_mut(*old).map(|sum| sum.summary(kind)));
    uses.collect()
}

/// Sums of one type.
#[derive(Clone, Default)]
struct TypeSum {
    held: f64,
    waited: f64,
    waiting: f64,
    moments: Moments,
    gpus: u64,
    observed: f64,
    utilization: Measured,
    power: Measured,
}

impl TypeSum {
    fn summary(&mut self, kind: &Kind<'_>) -> TypeUse {
        let from_jobs = self.held > 0.0 || self.observed == 0.0;
        let held = if from_jobs { self.held } else { self.observed };
        let mean = self.utilization.mean().map(|mean| mean.min(1.0));
        let known = self.utilization.seconds / HOUR;
        let known_share = if held > 0.0 { (known / held).min(1.0) } else { 0.0 };
        TypeUse {
            name: kind.name.clone(),
            other_names: kind.other_names.clone(),
            book_id: kind.book_id(),
            could_be: kind.could_be.clone(),
            gpus_seen: self.gpus,
            most_at_once: std::mem::take(&mut self.moments).most_at_once(),
            held_from: if from_jobs { HeldFrom::Jobs } else { HeldFrom::Samples },
            held_gpu_hours: held,
            known_gpu_hours: known,
            known_share,
            mean_utilization: mean,
            busy_gpu_hours: held * known_share * mean.unwrap_or(0.0),
            efficient_gpu_hours: mean.map(|mean| held * mean),
            waiting_gpu_hours: self.waited,
            mean_power: self.power.mean(),
            price: kind.price,
        }
    }
}

/// GPU-hours from the first to the last sample of a GPU, with the interval that the last one stands for.
pub(super) fn observed_hours(gpu: &GpuSeries) -> f64 {
    gpu.observed_seconds / HOUR
}

/// Counts of jobs, and GPU-hours that were waited for, by type.
pub(super) fn counts(ledger: &Ledger<'_>, jobs: &Jobs) -> JobCounts {
    let mut found = JobCounts { cpu_jobs: jobs.cpu_jobs, ..JobCounts::default() };
    let (mut attempts, mut running) = (0.0, 0.0);
    let mut last = None;
    for job in ledger.iter().filter(|job| !job.state.is_waiting()) {
        match ledger.holding(job) {
            Holding::Gpus => {
                attempts += share_of_row(job);
                found.gpu_jobs += u64::from(last != Some((job.id, job.cluster)));
                last = Some((job.id, job.cluster));
                running += if job.state == JobState::Running { share_of_row(job) } else { 0.0 };
            }
            Holding::None => found.cpu_jobs += 1,
            Holding::Unknown => {
                found.unknown_jobs += 1;
                found.unknown_job_hours += job.held / HOUR;
            }
        }
    }
    // Those that wait are a part of the demand.
    let sizes = ledger.iter().filter(|job| job.is_recorded()).map(|job| ledger.gpus(job));
    found.largest_gpus = sizes.fold(0.0, f64::max);
    found.attempts = whole_count(attempts);
    found.running = whole_count(running);
    found.duplicates = ledger.repeated.iter().chain(&ledger.in_two).sum();
    found
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(super) fn whole_count(sum: f64) -> u64 {
    libm::round(sum) as u64
}

/// Adds the hours of each job to the periods that it touches.
pub(super) fn fill(periods: &mut [Period], calendar: &Calendar, ledger: &Ledger<'_>, kinds: &Kinds<'_>) {
    let mut unpriced = vec![false; periods.len()];
    let mut cost = vec![0.0; periods.len()];
    for job in holders(ledger) {
        let (hours, kind) = (gpu_hours(ledger, job), kinds.of_job(job.kind));
        let price = kinds.price(kind);
        for (at, share) in calendar.split(f64::from(job.start), f64::from(job.end)) {
            if let Some(period) = periods.get_mut(at) {
                period.gpu_hours += hours * share;
                if let Some(of_type) = period.by_type.get_mut(kind) {
                    *of_type += hours * share;
                }
            }
            if let (Some(cost), Some(unpriced)) = (cost.get_mut(at), unpriced.get_mut(at)) {
                *cost += hours * share * price.unwrap_or(0.0);
                *unpriced |= price.is_none();
            }
        }
    }
    for ((period, cost), unpriced) in periods.iter_mut().zip(cost).zip(unpriced) {
        period.cost = (!unpriced).then_some(cost);
    }
}

/// One statement for each kind of owner that the record names.
pub(super) fn statements(
    ledger: &Ledger<'_>,
    jobs: &Jobs,
    kinds: &Kinds<'_>,
    months: &Calendar,
    weeks: &Calendar,
) -> Vec<Statement> {
    type Of = fn(&Job) -> u32;
    let all: [(OwnerKind, &Names, Of); 5] = [
        (OwnerKind::User, &jobs.users, |job| job.user),
        (OwnerKind::Account, &jobs.accounts, |job| job.account),
        (OwnerKind::Partition, &jobs.partitions, |job| job.partition),
        (OwnerKind::Label, &jobs.labels, |job| job.label),
        (OwnerKind::Cluster, &jobs.clusters, |job| u32::from(job.cluster)),
    ];
    let named = all.into_iter().filter(|(_, names, _)| !names.is_empty());
    named.map(|(by, names, of)| statement(by, names, of, ledger, kinds, months, weeks)).collect()
}

/// A sum for each period, or none where there are too many.
fn zeros(calendar: &Calendar) -> Vec<f64> {
    let number = calendar.periods.len();
    vec![0.0; if number > MOST_PERIODS { 0 } else { number }]
}

/// Sums of one owner.
#[derive(Clone, Default)]
struct Sum {
    jobs: f64,
    hours: f64,
    cost: f64,
    is_unpriced: bool,
}

fn statement(
    by: OwnerKind,
    names: &Names,
    of: fn(&Job) -> u32,
    ledger: &Ledger<'_>,
    kinds: &Kinds<'_>,
    months: &Calendar,
    weeks: &Calendar,
) -> Statement {
    let mut sums = vec![Sum::default(); names.len()];
    for job in holders(ledger) {
        let Some(sum) = sums.get_mut(of(job) as usize) else { continue };
        let (hours, price) = (gpu_hours(ledger, job), kinds.price(kinds.of_job(job.kind)));
        sum.jobs += share_of_row(job);
        sum.hours += hours;
        sum.cost += hours * price.unwrap_or(0.0);
        sum.is_unpriced |= price.is_none();
    }
    let all = crate::measured::total(sums.iter().map(|sum| sum.hours));
    let mut order: Vec<u32> = (0..).zip(&sums).filter(|(_, sum)| sum.hours > 0.0).map(|(id, _)| id).collect();
    let hours = |id: u32| sums.get(id as usize).map_or(0.0, |sum| sum.hours);
    order.sort_by(|a, b| hours(*b).total_cmp(&hours(*a)).then_with(|| names.name(*a).cmp(names.name(*b))));
    let others = order.split_off(order.len().min(LINES));
    let mut lines: Vec<StatementLine> = order
        .iter()
        .map(|id| {
            let sum = sums.get(*id as usize).cloned().unwrap_or_default();
            StatementLine {
                name: names.name(*id).to_owned(),
                jobs: whole_count(sum.jobs),
                gpu_hours: sum.hours,
                share: sum.hours / all,
                cost: (!sum.is_unpriced).then_some(sum.cost),
                by_month: zeros(months),
                by_week: zeros(weeks),
            }
        })
        .collect();
    let mut place = vec![usize::MAX; names.len()];
    for (at, id) in order.iter().enumerate() {
        if let Some(place) = place.get_mut(*id as usize) {
            *place = at;
        }
    }
    for job in holders(ledger) {
        let Some(line) = place.get(of(job) as usize).and_then(|at| lines.get_mut(*at)) else { continue };
        let hours = gpu_hours(ledger, job);
        for (calendar, sums) in [(months, &mut line.by_month), (weeks, &mut line.by_week)] {
            for (at, share) in calendar.split(f64::from(job.start), f64::from(job.end)) {
                if let Some(sum) = sums.get_mut(at) {
                    *sum += hours * share;
                }
            }
        }
    }
    let others_gpu_hours = crate::measured::total(others.iter().map(|id| hours(*id)));
    Statement { by, lines, others: others.len() as u64, others_gpu_hours }
}

/// What requeued jobs had allocated and how much of it can be useful: an attempt follows one that ended in a requeue.
pub(super) fn goodput(ledger: &Ledger<'_>) -> Option<Goodput> {
    let mut found = Goodput::default();
    let mut chain = Chain::default();
    for job in holders(ledger) {
        chain.take(job, gpu_hours(ledger, job), &mut found);
    }
    chain.finish(&mut found);
    found.share = found.useful_gpu_hours / found.held_gpu_hours;
    (found.jobs > 0).then_some(found)
}

/// Attempts of one job.
#[derive(Default)]
struct Chain {
    job: Option<(u64, u16)>,
    start: u32,
    attempts: u64,
    held: f64,
    last: f64,
    is_requeued: bool,
}

impl Chain {
    fn take(&mut self, job: &Job, hours: f64, found: &mut Goodput) {
        let same_job = self.job == Some((job.id, job.cluster));
        let same_attempt = same_job && self.start == job.start;
        if !same_attempt {
            if !(same_job && self.is_requeued) {
                self.finish(found);
                *self = Self { job: Some((job.id, job.cluster)), ..Self::default() };
            }
            self.attempts += 1;
            self.last = 0.0;
            self.start = job.start;
            self.is_requeued = job.state == JobState::Requeued;
        }
        self.held += hours;
        self.last += hours;
    }

    fn finish(&mut self, found: &mut Goodput) {
        if self.attempts > 1 {
            found.jobs += 1;
            found.attempts += self.attempts;
            found.held_gpu_hours += self.held;
            found.useful_gpu_hours += if self.is_requeued { 0.0 } else { self.last };
        }
    }
}

/// Changes of a number of GPUs by moment, seconds since 1970 UTC. They are kept in parts of a GPU, so that instances of
/// seven or four slices add up to whole GPUs.
#[derive(Clone, Default)]
pub(super) struct Moments(Vec<(u32, f32)>);

/// Parts of a GPU: sevenths and quarters are whole numbers of them.
const PARTS: f64 = 28.0;

impl Moments {
    /// Adds GPUs from a moment on.
    pub(super) fn add(&mut self, moment: u32, gpus: f64) {
        #[allow(clippy::cast_possible_truncation)]
        self.0.push((moment, (gpus * PARTS) as f32));
    }

    /// The greatest sum of changes up to a moment. At the same moment, what ends goes first.
    pub(super) fn most_at_once(mut self) -> f64 {
        self.0.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let (mut now, mut most) = (0.0, 0.0_f64);
        for (_, change) in self.0 {
            now += f64::from(change);
            most = most.max(now);
        }
        most / PARTS
    }
}
