//! Printed names of GPU types, joined where they mean the same GPU of the price book.

use super::super::mig;
use super::super::names::Names;
use super::SummaryQuestions;
use crate::prices::{Gpu, gpu_named};

/// One type of GPU of a record.
#[derive(Clone, Debug, Default)]
pub(super) struct Kind<'b> {
    pub(super) name: String,
    pub(super) other_names: Vec<String>,
    pub(super) gpu: Option<&'b Gpu>,
    pub(super) could_be: Vec<String>,
    pub(super) price: Option<f64>,
}

impl Kind<'_> {
    pub(super) fn book_id(&self) -> Option<String> {
        self.gpu.map(|gpu| gpu.id.clone())
    }
}

/// The types of a record, and which of them each printed name is.
#[derive(Clone, Debug, Default)]
pub(super) struct Kinds<'b> {
    pub(super) list: Vec<Kind<'b>>,
    of_jobs: Vec<usize>,
    of_samples: Vec<usize>,
}

impl<'b> Kinds<'b> {
    /// Types of jobs and samples. A name that could be several GPUs is the one of those that a full name of this record
    /// names, if it names one.
    pub(super) fn of(jobs: &Names, samples: &Names, questions: &SummaryQuestions, gpus: &'b [Gpu]) -> Self {
        let mut found = Self::default();
        found.of_samples = samples.iter().map(|name| found.place(name, &[], questions, gpus)).collect();
        let seen: Vec<String> =
            found.list.iter().filter(|kind| kind.could_be.is_empty()).filter_map(Kind::book_id).collect();
        found.of_jobs = jobs.iter().map(|name| found.place(name, &seen, questions, gpus)).collect();
        found
    }

    fn place(&mut self, name: &str, seen: &[String], questions: &SummaryQuestions, gpus: &'b [Gpu]) -> usize {
        let answer = questions.gpu_names.get(name);
        let by_id = |id: &str| gpus.iter().find(|gpu| gpu.id == id);
        let (mut gpu, mut could_be) = (answer.and_then(|id| by_id(id)), Vec::new());
        if gpu.is_none()
            && let Some(named) = gpu_named(gpus, &gpu_name(name))
        {
            let mut all: Vec<&Gpu> = std::iter::once(named.gpu).chain(named.others).collect();
            keep_with_profile(&mut all, name);
            let mut present = all.iter().filter(|gpu| seen.contains(&gpu.id));
            if let (Some(one), None) = (present.next(), present.next()) {
                gpu = Some(*one);
            } else {
                gpu = all.first().copied();
                could_be = all.iter().skip(1).map(|gpu| gpu.id.clone()).collect();
            }
        }
        let same = |kind: &Kind<'_>| match gpu {
            Some(gpu) => kind.gpu.is_some_and(|of| of.id == gpu.id),
            None => kind.gpu.is_none() && kind.name == name,
        };
        if let Some(at) = self.list.iter().position(same) {
            if let Some(kind) = self.list.get_mut(at)
                && kind.name != name
                && !kind.other_names.iter().any(|other| other == name)
            {
                if kind.name.is_empty() {
                    name.clone_into(&mut kind.name); // a type without a name is what the user said
                } else {
                    kind.other_names.push(name.to_owned());
                }
            }
            return at;
        }
        let price = gpu.and_then(|gpu| questions.prices.get(&gpu.id)).copied().or(questions.other_price);
        self.list.push(Kind { name: name.to_owned(), other_names: Vec::new(), gpu, could_be, price });
        self.list.len() - 1
    }

    /// The type of a printed name of the jobs.
    pub(super) fn of_job(&self, name: u32) -> usize {
        self.of_jobs.get(name as usize).copied().unwrap_or(0)
    }

    /// The type of a printed name of the samples.
    pub(super) fn of_sample(&self, name: u32) -> usize {
        self.of_samples.get(name as usize).copied().unwrap_or(0)
    }

    /// The price of a GPU-hour of a type.
    pub(super) fn price(&self, kind: usize) -> Option<f64> {
        self.list.get(kind).and_then(|kind| kind.price)
    }

    /// Orders the types by a weight, the greatest first; types without any are left out. Returns their earlier positions.
    pub(super) fn sort_by_weight(&mut self, weights: &[f64]) -> Vec<usize> {
        let weight = |at: usize| weights.get(at).copied().unwrap_or(0.0);
        let mut order: Vec<usize> = (0..self.list.len()).filter(|at| weight(*at) > 0.0).collect();
        order.sort_by(|a, b| weight(*b).total_cmp(&weight(*a)).then(a.cmp(b)));
        let place = |at: &usize| order.iter().position(|old| old == at).unwrap_or(usize::MAX);
        self.of_jobs = self.of_jobs.iter().map(place).collect();
        self.of_samples = self.of_samples.iter().map(place).collect();
        self.list = order.iter().filter_map(|at| self.list.get(*at).cloned()).collect();
        order
    }
}

/// The name of the GPU in a printed name, without the profile of an instance.
fn gpu_name(name: &str) -> String {
    mig::profile(name).map_or_else(|| name.replace('_', " "), |profile| profile.gpu)
}

/// Of the GPUs that a name could mean, keeps those that have the profile in it, if some do: `a100_1g.5gb` has 40 GB.
fn keep_with_profile(gpus: &mut Vec<&Gpu>, name: &str) {
    let Some(profile) = mig::profile(name) else { return };
    let Some(memory_gb) = profile.memory_gb else { return };
    let has = |gpu: &&Gpu| mig::has_profile(&gpu.id, profile.slices, f64::from(memory_gb));
    if gpus.iter().any(has) {
        gpus.retain(has);
    }
}
