//! The states of a year: for how many of its hours what is wanted by each workload.
//!
//! Described work alone has one state for each hour, in order. A measured record has one for each level. Where both
//! stand, or several records, every combination of their states is one: their hours are taken as independent.
//! Source: model page, section 6.

use crate::formulas::load_curve::LoadCurve;
use crate::units::{HOURS_PER_YEAR, count};

/// Most states of a product of two workloads: their curve is made in about a millisecond. Where there would be more,
/// states are joined first.
const MOST_STATES: usize = 17_520;
/// Fewest that a product of many workloads may have: every state holds the GPUs of each, so they share the room of two.
const FEWEST_STATES: usize = 1_460;
/// Most states of a record alone.
const MOST_ALONE: usize = 8_760;
/// States that a record of levels keeps in a product, whatever it is multiplied with.
const LEAST_KEPT: usize = 32;

/// The states of a year. What is wanted in them stands in the parts of the demand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct States {
    hours: Vec<f64>,
}

impl States {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.hours.len()
    }

    /// Whether nothing is wanted.
    pub fn is_empty(&self) -> bool {
        self.hours.is_empty()
    }

    /// Hours of each state; together the hours of a year.
    pub fn hours(&self) -> &[f64] {
        &self.hours
    }

    /// Share of the year of each state; together 1.
    pub fn shares(&self) -> impl Iterator<Item = f64> + '_ {
        self.hours.iter().map(|hours| hours / HOURS_PER_YEAR)
    }

    /// The load-duration curve of GPUs wanted in each state.
    pub fn curve(&self, gpus: &[f64]) -> LoadCurve {
        LoadCurve::of_states(gpus, &self.hours)
    }

    /// GPU-hours a year of GPUs in each state.
    pub fn gpu_hours(&self, gpus: impl Iterator<Item = f64>) -> f64 {
        gpus.zip(&self.hours).map(|(gpus, hours)| gpus * hours).sum()
    }
}

/// Workloads whose states go together: all described ones, or the records of one joint record.
#[derive(Default)]
pub(super) struct Factor {
    /// Hours of each state.
    hours: Vec<f64>,
    /// Places of the parts, each with its GPUs in every state.
    parts: Vec<(usize, Vec<f64>)>,
}

impl Factor {
    /// Adds a part; `hours` are those of its states, where it is the first.
    pub(super) fn push(&mut self, place: usize, gpus: Vec<f64>, hours: impl FnOnce() -> Vec<f64>) {
        if self.parts.is_empty() {
            self.hours = hours();
        }
        self.parts.push((place, gpus));
    }

    /// Whether it has no workload.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The places of its parts.
    pub(super) fn parts(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().map(|(place, _)| *place)
    }

    /// Whether any of its parts varies.
    pub(super) fn varies(&self) -> bool {
        self.parts.iter().any(|(_, gpus)| gpus.iter().any(|other| Some(other) != gpus.first()))
    }

    fn len(&self) -> usize {
        self.hours.len()
    }

    /// What each part wants in a state.
    fn state(&self, at: usize) -> impl Iterator<Item = f64> {
        self.parts.iter().map(move |(_, gpus)| gpus.get(at).copied().unwrap_or(0.0))
    }

    /// The factor with the states that `groups` name, each joined at its mean.
    fn grouped(self, groups: &[Vec<usize>]) -> Self {
        let hours_at = |at: &usize| self.hours.get(*at).copied().unwrap_or(0.0);
        let hours: Vec<f64> = groups.iter().map(|group| group.iter().map(hours_at).sum()).collect();
        let mean = |gpus: &[f64], group: &[usize], hours: f64| {
            let value = |at: &usize| gpus.get(*at).copied().unwrap_or(0.0);
            let first = group.first().map_or(0.0, value);
            let alike = group.iter().all(|at| value(at) == first);
            if alike { first } else { group.iter().map(|at| value(at) * hours_at(at)).sum::<f64>() / hours }
        };
        let of_part = |(place, gpus): &(usize, Vec<f64>)| {
            (*place, groups.iter().zip(&hours).map(|(group, hours)| mean(gpus, group, *hours)).collect())
        };
        Self { parts: self.parts.iter().map(of_part).collect(), hours }
    }

    /// Equal states as one, in the order in which they first come.
    fn without_repeats(self) -> Self {
        let mut order: Vec<usize> = (0..self.len()).collect();
        let compare = |one: &usize, other: &usize| {
            let mut pairs = self.state(*one).zip(self.state(*other));
            pairs.try_for_each(|(a, b)| match a.total_cmp(&b) {
                std::cmp::Ordering::Equal => Ok(()),
                differ => Err(differ),
            })
        };
        order.sort_by(|one, other| compare(one, other).err().unwrap_or_else(|| one.cmp(other)));
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for at in order {
            match groups.last_mut().filter(|group| group.last().is_some_and(|last| compare(last, &at).is_ok())) {
                Some(group) => group.push(at),
                None => groups.push(vec![at]),
            }
        }
        groups.sort_unstable();
        self.grouped(&groups)
    }

    /// At most so many states: the one that wants most in all and the one that wants least stay, the others are joined in
    /// equal parts of the height.
    fn joined(self, most: usize) -> Self {
        if self.len() <= most {
            return self;
        }
        let totals: Vec<f64> = (0..self.len()).map(|at| self.state(at).sum()).collect();
        let total = |at: usize| totals.get(at).copied().unwrap_or(0.0);
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|one, other| total(*one).total_cmp(&total(*other)));
        let [least, between @ .., peak] = order.as_slice() else { return self };
        let parts = most.saturating_sub(2).max(1);
        let height = total(*peak) - total(*least);
        let part_of = |at: usize| {
            // Between 0 and the number of parts.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let part = libm::floor((total(at) - total(*least)) / height * count(parts)) as usize;
            part.min(parts - 1)
        };
        let mut groups = vec![vec![*least]];
        let mut last = None;
        for at in between {
            let part = Some(part_of(*at));
            match groups.last_mut().filter(|_| part == last) {
                Some(group) => group.push(*at),
                None => groups.push(vec![*at]),
            }
            last = part;
        }
        groups.push(vec![*peak]);
        self.grouped(&groups)
    }

    /// Every combination of the states of two factors, at most so many.
    fn times(self, other: Self, most: usize) -> Self {
        let other = other.joined(LEAST_KEPT.max(most / self.len().max(1)));
        let one = self.joined(most / other.len().max(1));
        let (rows, columns) = (one.len(), other.len());
        let hours = one.hours.iter().flat_map(|a| other.hours.iter().map(move |b| a * (b / HOURS_PER_YEAR))).collect();
        let outer = |(place, gpus): (usize, Vec<f64>)| {
            (place, gpus.into_iter().flat_map(|gpus| std::iter::repeat_n(gpus, columns)).collect())
        };
        let inner = |(place, gpus): (usize, Vec<f64>)| (place, gpus.repeat(rows));
        Self { hours, parts: one.parts.into_iter().map(outer).chain(other.parts.into_iter().map(inner)).collect() }
    }
}

/// The states of independent factors, and the GPUs of each part in them.
pub(super) fn product(factors: Vec<Factor>) -> (States, Vec<(usize, Vec<f64>)>) {
    let several = factors.len() > 1;
    // Described work alone keeps its hours, in their order.
    let ready = |factor: Factor| if several { factor.without_repeats() } else { factor.joined(MOST_ALONE) };
    let parts: usize = factors.iter().map(|factor| factor.parts.len()).sum();
    let most = (2 * MOST_STATES / parts.max(1)).clamp(FEWEST_STATES, MOST_STATES);
    let all = factors.into_iter().map(ready).reduce(|one, other| one.times(other, most)).unwrap_or_default();
    (States { hours: all.hours }, all.parts)
}
