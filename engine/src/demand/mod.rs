//! From workloads to the demand of a year: a list of states, each with its hours and the GPUs of each workload; what may
//! be interrupted, what has to be owned.
//!
//! In: the workloads of a scenario. Out: states that add up to a year. GPUs are useful ones: an hour of one is a
//! productive GPU-hour. Source: model page, section 6. Deliberately absent: growth over the months, which the cash flows
//! apply, and every price.

mod follow_workloads;
pub mod instances;
pub mod levels;
pub mod other_gpu;
pub mod planning;
mod series;
mod states;
pub mod tokens;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::formulas::load_curve::LoadCurve;
use crate::inputs::Scenario;
use crate::inputs::workloads::Workload;
use crate::units::count;

use levels::Levels;
use states::Factor;

pub use series::{hours_of, parse_series, with_peak};
pub use states::States;
pub use tokens::PartTokens;

/// Hours of a year.
pub const HOURS: usize = 8_760;
/// Smallest job, as a part of a GPU: the smallest slice that GPUs are cut into.
const LEAST_JOB_GPUS: f64 = 0.01;

/// A workload that counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its place in the list of workloads.
    pub index: usize,
    /// Its name, or its kind where it has none.
    pub name: String,
    /// GPUs in each state of the demand.
    pub gpus: Vec<f64>,
    /// Productive GPU-hours a year.
    pub gpu_hours: f64,
    /// Most GPUs at once.
    pub peak: f64,
    /// Whether it is a measured record of levels: when they were wanted is not known.
    pub has_levels: bool,
    /// Share that may be interrupted.
    pub interruptible: f64,
    /// Share that has to run on owned machines.
    pub pinned: f64,
    /// GPUs of one job, where they are known.
    pub job_gpus: Option<f64>,
    /// Hours of a run, where they are known.
    pub run_hours: Option<f64>,
    /// Hours between two checkpoints, if not the scenario's own.
    pub checkpoint_hours: Option<f64>,
    /// Hours that a job may wait.
    pub patience_hours: f64,
    /// Its tokens, where an API may make them.
    pub tokens: Option<PartTokens>,
}

/// A remark on a workload, to follow its number and name.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// Place of the workload in the list.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// What is wrong, and what is done about it.
    pub words: String,
    /// Whether the whole workload is left out.
    pub left_out: bool,
}

/// Measured beside something else that varies.
const INDEPENDENT: &str = "its levels say nothing of when they were wanted, so they are taken as independent of the hours of the other workloads";
/// A record that should go with the one before it.
const NOT_JOINT: &str = "its levels should go with those of a record before it, but there is none whose levels last equally long, so it is read as a record of its own";

/// What a workload wants.
enum Wanted {
    /// GPUs in each hour of the year.
    Hours(Vec<f64>),
    /// A measured record.
    Levels(Levels),
}

impl Wanted {
    fn gpu_hours(&self) -> f64 {
        match self {
            Self::Hours(hours) => hours.iter().sum(),
            Self::Levels(levels) => levels.gpu_hours(),
        }
    }

    fn peak(&self) -> f64 {
        match self {
            Self::Hours(hours) => hours.iter().copied().fold(0.0, f64::max),
            Self::Levels(levels) => levels.peak(),
        }
    }
}

/// What a workload wants, with remarks on parts of it that could not be read.
///
/// Errors: why the workload cannot be used at all.
fn wanted_by(workload: &Workload, seed: usize) -> Result<(Wanted, Vec<String>), String> {
    if let Some(words) = tokens::problem(workload) {
        return Err(words);
    }
    if !workload.has_levels() {
        let (hours, remarks) = hours_of(workload, seed)?;
        return Ok((Wanted::Hours(hours), remarks));
    }
    let (levels, remarks) = Levels::read(&workload.series)?;
    series::check_size(&levels.gpus(), levels.gpu_hours())?;
    Ok((Wanted::Levels(levels), remarks))
}

/// GPU-hours a year of a workload. `seed` tells random workloads apart.
///
/// Errors: why the workload cannot be used at all.
pub fn gpu_hours_of(workload: &Workload, seed: usize) -> Result<f64, String> {
    wanted_by(workload, seed).map(|(wanted, _)| wanted.gpu_hours())
}

/// The demand of a year.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Demand {
    /// The workloads that count.
    pub parts: Vec<Part>,
    /// What could not be used as entered.
    pub remarks: Vec<Remark>,
    /// The states of the year.
    states: States,
    /// Those that differ, where work has to run on owned machines: each with its share of the year and the GPUs of every
    /// part.
    distinct: Vec<(f64, Vec<f64>)>,
}

impl Demand {
    /// The demand of a scenario's workloads. A job may need at most `largest` GPUs in one fabric; a workload with a larger
    /// one is left out.
    pub fn of(scenario: &Scenario, largest: f64) -> Self {
        let mut found = Self::default();
        let (mut described, mut records) = (Factor::default(), Vec::<(Levels, Factor)>::new());
        for (index, workload) in scenario.work.workloads.iter().enumerate() {
            let name = name_of(workload);
            let mut told = |words: String, left_out: bool| {
                found.remarks.push(Remark { index, name: name.clone(), words, left_out });
            };
            let (wanted, problems) = match wanted_by(workload, index) {
                Ok(found) => found,
                Err(words) => {
                    told(words, true);
                    continue;
                }
            };
            for words in problems {
                told(words, false);
            }
            let job_gpus = job_gpus(workload);
            if let Some(gpus) = job_gpus.filter(|gpus| *gpus > largest && workload.pinned != Some(1.0)) {
                let words = format!(
                    "a job needs {} GPUs in one fabric, and no offer of this GPU has more than {}",
                    crate::number::write(gpus),
                    crate::number::write(largest)
                );
                told(words, true);
                continue;
            }
            let pinned = workload.pinned.filter(|share| *share > 1e-9).unwrap_or(0.0); // less is rounding
            let mut interruptible = workload.interruptible.unwrap_or(0.0);
            if pinned + interruptible > 1.0 + 1e-9 {
                interruptible = 1.0 - pinned;
                let words = "the share that may be interrupted and the share for owned machines exceed 100% together; the share for owned machines counts first";
                told(words.to_owned(), false);
            }
            let place = found.parts.len();
            let (gpu_hours, peak) = (wanted.gpu_hours(), wanted.peak());
            let has_levels = matches!(wanted, Wanted::Levels(_));
            match wanted {
                Wanted::Hours(hours) => described.push(place, hours, || vec![1.0; HOURS]),
                Wanted::Levels(levels) => match records.last_mut() {
                    Some((last, record)) if levels.is_joint && levels.goes_with(last) => {
                        record.push(place, levels.gpus(), || levels.hours_of_year());
                    }
                    _ => {
                        if levels.is_joint {
                            told(NOT_JOINT.to_owned(), false);
                        }
                        let mut record = Factor::default();
                        record.push(place, levels.gpus(), || levels.hours_of_year());
                        records.push((levels, record));
                    }
                },
            }
            found.parts.push(Part {
                index,
                name,
                gpus: Vec::new(),
                gpu_hours,
                peak,
                has_levels,
                interruptible,
                pinned,
                job_gpus,
                run_hours: series::run_hours(workload),
                checkpoint_hours: workload.checkpoint_hours.filter(|hours| *hours > 0.0),
                patience_hours: workload.patience_hours.unwrap_or(0.0),
                tokens: tokens::tokens_of(workload),
            });
        }
        found.combine(described, records.into_iter().map(|(_, record)| record).collect());
        found
    }

    /// Sets the states: every combination of the hours of the described workloads and the levels of each record.
    fn combine(&mut self, described: Factor, records: Vec<Factor>) {
        let varies = |factor: &&Factor| factor.varies();
        if std::iter::once(&described).chain(&records).filter(varies).count() > 1 {
            for place in records.iter().filter(varies).filter_map(|record| record.parts().next()) {
                if let Some(part) = self.parts.get(place) {
                    let (index, name) = (part.index, part.name.clone());
                    self.remarks.push(Remark { index, name, words: INDEPENDENT.to_owned(), left_out: false });
                }
            }
        }
        let factors = std::iter::once(described).filter(|factor| !factor.is_empty()).chain(records).collect();
        let (states, by_part) = states::product(factors);
        for (place, gpus) in by_part {
            if let Some(part) = self.parts.get_mut(place) {
                part.gpus = gpus;
            }
        }
        self.states = states;
        if self.parts.iter().any(|part| part.pinned > 0.0) {
            self.distinct = self.find_distinct();
        }
    }

    fn find_distinct(&self) -> Vec<(f64, Vec<f64>)> {
        let gpus = |state: usize| -> Vec<f64> {
            self.parts.iter().map(|part| part.gpus.get(state).copied().unwrap_or(0.0)).collect()
        };
        let mut places: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
        let mut found: Vec<(f64, Vec<f64>)> = Vec::new();
        for (state, share) in self.states.shares().enumerate() {
            let gpus = gpus(state);
            let bits = gpus.iter().map(|gpus| gpus.to_bits()).collect();
            let place = *places.entry(bits).or_insert(found.len());
            match found.get_mut(place) {
                Some((sum, _)) => *sum += share,
                None => found.push((share, gpus)),
            }
        }
        found
    }

    /// The states that differ, each with its share of the year and the GPUs of every part; empty where nothing has to run on
    /// owned machines.
    pub fn distinct_states(&self) -> &[(f64, Vec<f64>)] {
        &self.distinct
    }

    /// The states of the year: their hours. What each workload wants in them is in its part.
    pub fn states(&self) -> &States {
        &self.states
    }

    /// Whether there is none: work is steady then.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The sum of a share of each part, state by state.
    pub fn sum(&self, share: impl Fn(&Part) -> f64) -> Vec<f64> {
        let mut sum = vec![0.0; self.states.len()];
        for part in &self.parts {
            let share = share(part);
            if share > 0.0 {
                sum.iter_mut().zip(&part.gpus).for_each(|(sum, gpus)| *sum += share * gpus);
            }
        }
        sum
    }

    /// All GPUs, state by state.
    pub fn total(&self) -> Vec<f64> {
        self.sum(|_| 1.0)
    }

    /// Productive GPU-hours a year.
    pub fn gpu_hours(&self) -> f64 {
        self.parts.iter().map(|part| part.gpu_hours).sum()
    }

    /// Peak of each workload on its own, added up: what separate clusters would be sized for.
    pub fn sum_of_peaks(&self) -> f64 {
        self.parts.iter().map(|part| part.peak).sum()
    }
}

/// The load of a scenario as its plans see it: curves with a mean of one, scaled by the work.
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    /// Everything.
    pub total: LoadCurve,
    /// What is not pinned to owned machines.
    pub free: LoadCurve,
    /// What has to run on owned machines.
    pub pinned: LoadCurve,
    /// Share of all work that may be interrupted.
    pub interruptible: f64,
    /// The part of it that may be rented, as a load of its own; nothing where that is all of it.
    pub rentable: Option<Arc<Self>>,
    /// The workloads behind it.
    pub demand: Demand,
    /// What it was made of.
    made_of: (Vec<Workload>, f64),
}

impl Load {
    /// The same work all the time.
    pub fn steady() -> Self {
        Self {
            total: LoadCurve::steady(1.0),
            free: LoadCurve::steady(1.0),
            pinned: LoadCurve::steady(0.0),
            interruptible: 0.0,
            rentable: None,
            demand: Demand::default(),
            made_of: (Vec::new(), 0.0),
        }
    }

    /// The load of a scenario's workloads: the earlier one if they are the same. Reading a year of hours takes longer than
    /// computing an answer with it, and at each key press dozens of models are made of the same workloads.
    pub fn like(earlier: Option<&Arc<Self>>, scenario: &Scenario, largest: f64) -> Arc<Self> {
        let same = earlier.filter(|load| load.is_of(scenario, largest));
        same.map_or_else(|| Arc::new(Self::of(scenario, largest)), Arc::clone)
    }

    /// The load of a scenario's workloads; steady where there are none. Jobs may need at most `largest` GPUs in one fabric.
    fn of(scenario: &Scenario, largest: f64) -> Self {
        let demand = Demand::of(scenario, largest);
        let made_of = (scenario.work.workloads.clone(), largest);
        let all = demand.gpu_hours();
        if all <= 0.0 {
            return Self { demand, made_of, ..Self::steady() };
        }
        let unit = count(HOURS) / all;
        let curve = |gpus: &[f64]| demand.states.curve(gpus).scaled(unit);
        let total = curve(&demand.total());
        let pinned_share = demand.parts.iter().any(|part| part.pinned > 0.0);
        let interruptible = demand.parts.iter().map(|part| part.gpu_hours * part.interruptible).sum::<f64>() / all;
        let free = if pinned_share { curve(&demand.sum(|part| 1.0 - part.pinned)) } else { total.clone() };
        let rentable = pinned_share.then(|| {
            let total = if free.mean() > 0.0 { free.scaled(1.0 / free.mean()) } else { LoadCurve::steady(1.0) };
            Arc::new(Self { free: total.clone(), total, ..Self::steady() })
        });
        Self {
            free,
            pinned: if pinned_share { curve(&demand.sum(|part| part.pinned)) } else { LoadCurve::steady(0.0) },
            total,
            interruptible,
            rentable,
            demand,
            made_of,
        }
    }

    /// Whether it is the load of these workloads. Where no workload was left out, only jobs larger than `largest` would
    /// change it.
    fn is_of(&self, scenario: &Scenario, largest: f64) -> bool {
        let (workloads, before) = &self.made_of;
        let all_count = || {
            self.demand.remarks.iter().all(|remark| !remark.left_out)
                && workloads.iter().filter_map(job_gpus).all(|gpus| gpus <= largest)
        };
        (*before == largest || all_count()) && *workloads == scenario.work.workloads
    }

    /// Share of all work that has to run on owned machines.
    pub fn pinned_share(&self) -> f64 {
        let share = self.pinned.mean();
        // The rest may be rounding.
        if share > 1.0 - 1e-9 { 1.0 } else { share }
    }
}

/// The GPUs of one job: as given, or those of a run.
fn job_gpus(workload: &Workload) -> Option<f64> {
    let of_run = workload.is_one_job().then_some(workload.gpus).flatten();
    workload.job_gpus.or(of_run).filter(|gpus| *gpus >= LEAST_JOB_GPUS)
}

fn name_of(workload: &Workload) -> String {
    if !workload.name.trim().is_empty() {
        return workload.name.clone();
    }
    let options = crate::inputs::workloads::SHAPES;
    options.iter().find(|o| o.id == workload.shape.id()).map_or_else(String::new, |o| o.label.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::workloads::Shape;

    fn scenario(workloads: Vec<Workload>) -> Scenario {
        let mut scenario = Scenario::neutral();
        scenario.work.workloads = workloads;
        scenario
    }

    fn steady(gpus: f64) -> Workload {
        Workload { gpus: Some(gpus), ..Workload::default() }
    }

    /// By hand: 24 GPUs all year and 256 for three weeks every quarter are 24 · 8,760 + 256 · 504 · 4 GPU-hours.
    #[test]
    fn workloads_add_up() {
        let runs = Workload {
            shape: Shape::Runs,
            gpus: Some(256.0),
            hours: Some(504.0),
            times: Some(4.0),
            interruptible: Some(1.0),
            ..Workload::default()
        };
        let found = Load::of(&scenario(vec![steady(24.0), runs]), 512.0);
        assert_eq!(found.demand.gpu_hours(), 210_240.0 + 516_096.0);
        let peak = found.total.peak() / found.total.mean() * (726_336.0 / 8_760.0);
        assert!((peak - 280.0).abs() < 1e-9, "{peak}");
        assert!((found.interruptible - 516_096.0 / 726_336.0).abs() < 1e-12);
        assert!(found.demand.remarks.is_empty());
    }

    #[test]
    fn what_cannot_be_used_is_named_and_the_rest_counts() {
        let too_large = Workload {
            shape: Shape::Runs,
            gpus: Some(4_096.0),
            hours: Some(24.0),
            times: Some(1.0),
            ..Workload::default()
        };
        let twice = Workload { pinned: Some(0.7), interruptible: Some(0.6), ..steady(8.0) };
        let found = Demand::of(&scenario(vec![Workload::default(), too_large, twice]), 512.0);
        assert_eq!(found.parts.len(), 1);
        assert!((found.parts[0].interruptible - 0.3).abs() < 1e-12);
        let left_out: Vec<bool> = found.remarks.iter().map(|remark| remark.left_out).collect();
        assert_eq!(left_out, [true, true, false]);
    }

    /// What is kept is what would be made anew, whatever was asked before.
    #[test]
    fn a_load_that_is_kept_is_the_load_of_what_was_asked() {
        let job = |gpus: f64| Workload { job_gpus: Some(gpus), ..steady(24.0) };
        let asked = [
            (vec![job(8.0)], 512.0),
            (vec![job(8.0)], 64.0), // the same, with room enough
            (vec![job(8.0)], 4.0),  // left out
            (vec![job(8.0)], 2.0),  // and told otherwise
            (vec![job(8.0)], 512.0),
            (vec![job(8.0), steady(3.0)], 512.0),
            (vec![], 512.0),
        ];
        let mut earlier = None;
        let mut reused = 0;
        for (workloads, largest) in asked {
            let scenario = scenario(workloads);
            let (kept, anew) = (Load::like(earlier.as_ref(), &scenario, largest), Load::of(&scenario, largest));
            reused += usize::from(earlier.is_some_and(|earlier| Arc::ptr_eq(&earlier, &kept)));
            earlier = Some(Arc::clone(&kept));
            assert_eq!((&kept.demand, &kept.total, &kept.made_of.0), (&anew.demand, &anew.total, &anew.made_of.0));
        }
        assert_eq!(reused, 1, "the second asks for the same with room enough");
    }

    #[test]
    fn the_work_follows_the_workloads() {
        let mut with = scenario(vec![steady(24.0)]);
        with.follow_workloads(&crate::prices::PriceBook::embedded());
        assert_eq!(with.work.gpu_hours_per_month.value, 24.0 * 730.0);
    }
}
