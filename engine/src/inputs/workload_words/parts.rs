//! From the facts of a description to its workloads.

use std::ops::Range;

use super::facts::{Fact, FactKind, Segment, Span};
use super::problem::{Problem, Reason};
use super::timing::{Pattern, Placed, Timing};
use super::tokens::Boundary;
use super::vocabulary::{Mark, Scope, TimeUnit};
use crate::inputs::field::ColumnKind;
use crate::inputs::workloads::{COLUMNS, Shape, Workload};

/// Smallest number of GPUs: the smallest slice that GPUs are cut into.
const LEAST_GPUS: f64 = 0.01;
/// Fewest GPU-hours a year.
const LEAST_GPU_HOURS: f64 = 1e-3;
/// Shortest run, in hours: a minute.
const SHORTEST: f64 = 1.0 / 60.0;
const YEAR: f64 = 8_760.0;

/// What is said about one workload.
#[derive(Clone, Debug, Default)]
struct Part {
    gpus: Option<Placed<f64>>,
    gpu_hours: Option<Placed<f64>>,
    job_gpus: Option<Placed<f64>>,
    time: Timing,
    office: Option<Placed<bool>>,
    bursts: Option<Range<usize>>,
    interruptible: Option<f64>,
    owned_only: Option<f64>,
    names: Vec<&'static str>,
}

/// The shape, GPUs, hours of a run and runs a year.
type Timed = (Shape, f64, Option<(f64, f64)>);

/// The workloads, and what was left open. Also the kinds of GPU that the text names.
pub(super) struct Found {
    pub workloads: Vec<Workload>,
    pub problems: Vec<Problem>,
    pub models: Vec<Placed<&'static str>>,
    pub variants: Vec<&'static str>,
    /// Whether a length of more than a year was named.
    pub beyond_a_year: bool,
}

/// Gives each fact its workload. A part of a sentence without GPUs of its own says more about the workload before it; at
/// the start of a sentence, about the one that follows. Marks at the start reach all of the sentence; "both" and "all"
/// reach every workload.
pub(super) fn assemble(segments: Vec<Segment>, length: usize) -> Found {
    let mut assembly = Assembly::default();
    let mut sentence = Vec::new();
    for segment in segments {
        let ends = segment.end == Boundary::Stop;
        sentence.push(segment);
        if ends {
            assembly.add_sentence(std::mem::take(&mut sentence));
        }
    }
    assembly.add_sentence(sentence);
    assembly.finish(length)
}

#[derive(Default)]
struct Assembly {
    parts: Vec<Part>,
    /// Facts before the first workload.
    leading: Vec<Fact>,
    /// Facts for all workloads, wherever they stand.
    for_all: Vec<Fact>,
    problems: Vec<Problem>,
    models: Vec<Placed<&'static str>>,
    variants: Vec<&'static str>,
}

/// Whether a segment names the GPUs of a workload. A bare number does if GPUs were named before and a time stands beside it.
fn names_gpus(facts: &[Fact], continues: bool) -> bool {
    let direct = |fact: &Fact| matches!(fact.kind, FactKind::Gpus(_) | FactKind::GpuHours(_) | FactKind::Machines(_));
    facts.iter().any(direct) || (continues && has_bare_number(facts))
}

fn has_bare_number(facts: &[Fact]) -> bool {
    let bare = facts.iter().filter(|fact| matches!(fact.kind, FactKind::Bare(_))).count();
    bare == 1 && facts.iter().any(|fact| is_time(fact.kind))
}

fn is_time(kind: FactKind) -> bool {
    matches!(
        kind,
        FactKind::Span(_)
            | FactKind::Rate(_)
            | FactKind::Days(_)
            | FactKind::Nights
            | FactKind::AllYear
            | FactKind::Nonstop
            | FactKind::Office { .. }
            | FactKind::Bursts
    )
}

impl Assembly {
    fn add_sentence(&mut self, segments: Vec<Segment>) {
        let mut before: Vec<Fact> = Vec::new();
        let mut for_sentence: Vec<Fact> = Vec::new();
        let first = self.parts.len();
        let named_before = !self.parts.is_empty();
        let place = segments.iter().scan(named_before, |known, segment| {
            let names = names_gpus(&segment.facts, *known);
            *known |= names;
            Some(names)
        });
        let names: Vec<bool> = place.collect();
        let has_gpus = names.contains(&true);
        for (segment, names) in segments.into_iter().zip(names) {
            let mut facts = self.without_models(segment.facts);
            if !names {
                facts = self.without_bare_numbers(facts);
            }
            let opens = has_gpus && self.parts.len() == first;
            if names {
                let mut part = Part::default();
                let leading = std::mem::take(&mut self.leading);
                self.fill(&mut part, leading.into_iter().chain(std::mem::take(&mut before)).collect());
                self.fill(&mut part, facts);
                self.parts.push(part);
            } else if facts.iter().any(|fact| matches!(fact.kind, FactKind::Scope(_))) {
                self.add_for_all(facts);
            } else if opens {
                // "On-prem: 24 GPUs all year, and ..."; "Every quarter: ..."
                let all = |fact: &Fact| segment.end == Boundary::Colon || matches!(fact.kind, FactKind::Mark(..));
                let name = |fact: &Fact| matches!(fact.kind, FactKind::Purpose(_));
                let (wide, narrow): (Vec<Fact>, Vec<Fact>) = facts.into_iter().partition(|f| all(f) && !name(f));
                for_sentence.extend(wide);
                before.extend(narrow);
            } else if let Some(last) = self.parts.last_mut() {
                let problems = last.add_all(facts);
                self.problems.extend(problems);
            } else {
                self.leading.extend(facts);
            }
        }
        if let Some(parts) = self.parts.get_mut(first..) {
            for part in parts {
                self.problems.extend(part.add_all(for_sentence.clone()));
            }
        }
    }

    /// Takes out the kinds of GPU: they are the same for all workloads.
    fn without_models(&mut self, facts: Vec<Fact>) -> Vec<Fact> {
        let mut rest = Vec::with_capacity(facts.len());
        for fact in facts {
            match fact.kind {
                FactKind::Model(model) => self.models.push((model, fact.place)),
                FactKind::Variant(variant) => self.variants.push(variant),
                _ => rest.push(fact),
            }
        }
        rest
    }

    /// Names the numbers of a segment that names no GPUs: they count nothing.
    fn without_bare_numbers(&mut self, facts: Vec<Fact>) -> Vec<Fact> {
        let (bare, rest): (Vec<Fact>, Vec<Fact>) =
            facts.into_iter().partition(|fact| matches!(fact.kind, FactKind::Bare(_)));
        self.problems.extend(bare.into_iter().map(|fact| Problem { place: fact.place, reason: Reason::OfWhat }));
        rest
    }

    /// Facts of a segment with GPUs. After "both" or "all", marks reach every workload.
    fn fill(&mut self, part: &mut Part, facts: Vec<Fact>) {
        let gpus = facts.iter().position(|fact| matches!(fact.kind, FactKind::Gpus(_) | FactKind::Bare(_)));
        let scope = facts.iter().position(|fact| matches!(fact.kind, FactKind::Scope(_)));
        let Some(scope) = scope else {
            self.problems.extend(part.add_all(facts));
            return;
        };
        // "all 24 GPUs"
        if gpus.is_some_and(|gpus| scope < gpus) || self.parts.is_empty() {
            let (scopes, facts): (Vec<Fact>, Vec<Fact>) =
                facts.into_iter().partition(|fact| matches!(fact.kind, FactKind::Scope(_)));
            self.problems.extend(part.add_all(facts));
            let others = scopes.into_iter().filter(|fact| fact.kind != FactKind::Scope(Scope::All));
            self.problems.extend(others.map(|fact| Problem { place: fact.place, reason: Reason::NotTwo }));
            return;
        }
        let mut own = facts;
        let wide = own.split_off(scope);
        self.problems.extend(part.add_all(own));
        self.for_all.extend(wide);
    }

    fn add_for_all(&mut self, facts: Vec<Fact>) {
        self.for_all.extend(facts);
    }

    fn finish(mut self, length: usize) -> Found {
        let leading = std::mem::take(&mut self.leading);
        let for_all = std::mem::take(&mut self.for_all);
        if let Some(last) = self.parts.last_mut() {
            self.problems.extend(last.add_all(leading));
        }
        let several = self.parts.len();
        for fact in for_all {
            match fact.kind {
                FactKind::Scope(Scope::Both) if several != 2 => {
                    self.problems.push(Problem { place: fact.place, reason: Reason::NotTwo });
                }
                FactKind::Scope(_) => {}
                _ => {
                    for part in &mut self.parts {
                        self.problems.extend(part.add(fact.clone()));
                    }
                }
            }
        }
        let mut models: Vec<&'static str> = self.models.iter().map(|(model, _)| *model).collect();
        models.sort_unstable();
        models.dedup();
        if models.len() > 1 {
            let places = self.models.iter().map(|(_, place)| place.clone());
            self.problems.extend(places.map(|place| Problem { place, reason: Reason::SeveralModels }));
        }
        let mut workloads = Vec::with_capacity(several);
        let spans = self.parts.iter().flat_map(|part| &part.time.spans);
        let beyond_a_year = spans.into_iter().any(|(span, _)| span.hours() > YEAR);
        for part in self.parts {
            // Machines without GPUs are named already.
            if part.gpus.is_none() && part.gpu_hours.is_none() {
                continue;
            }
            match part.workload() {
                Ok(workload) => workloads.push(workload),
                Err(problem) => self.problems.push(problem),
            }
        }
        if workloads.is_empty() && self.problems.is_empty() && length > 0 {
            self.problems.push(Problem { place: 0..length, reason: Reason::HowManyGpus });
        }
        Found { workloads, problems: self.problems, models: self.models, variants: self.variants, beyond_a_year }
    }
}

/// Sets what was not set; words that say something else are named.
fn set<T: PartialEq>(place: &mut Option<Placed<T>>, value: T, words: Range<usize>) -> Option<Problem> {
    match place {
        Some((before, _)) if *before == value => None,
        Some(_) => Some(Problem { place: words, reason: Reason::Contradiction }),
        None => {
            *place = Some((value, words));
            None
        }
    }
}

impl Part {
    /// Adds facts; returns what contradicts others.
    fn add_all(&mut self, facts: Vec<Fact>) -> Vec<Problem> {
        facts.into_iter().filter_map(|fact| self.add(fact)).collect()
    }

    fn add(&mut self, fact: Fact) -> Option<Problem> {
        let Fact { kind, place } = fact;
        let contradiction = |place: Range<usize>| Some(Problem { place, reason: Reason::Contradiction });
        match kind {
            FactKind::Bare(value) if self.gpus.is_none() && self.gpu_hours.is_none() => {
                self.gpus = Some((value, place));
                None
            }
            FactKind::Bare(_) => Some(Problem { place, reason: Reason::OfWhat }),
            // Twice the same number may be twice as many.
            FactKind::Gpus(_) if self.gpus.is_some() => contradiction(place),
            FactKind::GpuHours(_) if self.gpu_hours.is_some() => contradiction(place),
            FactKind::Gpus(value) => set(&mut self.gpus, value, place),
            FactKind::GpuHours(value) => set(&mut self.gpu_hours, value, place),
            FactKind::Machines(_) => Some(Problem { place, reason: Reason::GpusOfAMachine }),
            FactKind::JobGpus(value) => set(&mut self.job_gpus, value, place),
            FactKind::Span(span) => {
                self.time.spans.push((span, place));
                None
            }
            FactKind::Rate(rate) => {
                self.time.rates.push((rate, place));
                None
            }
            FactKind::Times(_) if self.time.runs.is_some() => contradiction(place),
            FactKind::Times(times) => set(&mut self.time.runs, times, place),
            FactKind::Days(days) => set(&mut self.time.days, days, place),
            FactKind::Nights => {
                self.time.nights = Some(place);
                None
            }
            FactKind::AllYear => {
                self.time.all_year = Some(place);
                None
            }
            FactKind::Nonstop => {
                self.time.nonstop = Some(place);
                None
            }
            FactKind::Office { only } => set(&mut self.office, only, place),
            FactKind::Bursts => {
                self.bursts = Some(place);
                None
            }
            FactKind::Mark(mark, share) => {
                let known = match mark {
                    Mark::Interruptible => &mut self.interruptible,
                    Mark::OwnedOnly => &mut self.owned_only,
                };
                if known.is_some_and(|before| before != share) {
                    return contradiction(place);
                }
                *known = Some(share);
                None
            }
            FactKind::Purpose(name) => {
                if !self.names.contains(&name) {
                    self.names.push(name);
                }
                None
            }
            FactKind::Model(_) | FactKind::Variant(_) | FactKind::Scope(_) => {
                Some(Problem { place, reason: Reason::NoPlace })
            }
        }
    }

    fn workload(&self) -> Result<Workload, Problem> {
        let words = self.gpus.as_ref().or(self.gpu_hours.as_ref()).map(|(_, place)| place.clone()).unwrap_or_default();
        let gpus = self.gpus.as_ref().map(|(gpus, _)| *gpus);
        let most_gpus = most_in(2);
        if let Some(gpus) = gpus
            && !(LEAST_GPUS..=most_gpus).contains(&gpus)
        {
            return Err(Problem { place: words, reason: Reason::Gpus(LEAST_GPUS, most_gpus) });
        }
        let (shape, gpus, runs) = match (&self.office, &self.bursts) {
            (None, None) => self.timed(gpus)?,
            // "Bursts for 3 weeks 4 times a year" are runs.
            (None, Some(_)) if self.has_length_and_frequency(gpus) => self.timed(gpus)?,
            _ => (self.rhythm()?, gpus.unwrap_or(0.0), None),
        };
        if let Some((hours, _)) = runs.filter(|(hours, _)| *hours < SHORTEST * (1.0 - 1e-9)) {
            let place =
                self.time.spans.iter().find(|(span, _)| span.hours() <= hours).map_or(words, |(_, p)| p.clone());
            return Err(Problem { place, reason: Reason::Short });
        }
        if runs.is_some_and(|(_, times)| times > most_in(4)) {
            let place = self.time.first_place().unwrap_or(words);
            return Err(Problem { place, reason: Reason::Times(most_in(4)) });
        }
        let busy = runs.map_or(YEAR, |(hours, times)| hours * times);
        if gpus > most_gpus || gpus * busy < LEAST_GPU_HOURS {
            return Err(Problem { place: words, reason: Reason::Gpus(LEAST_GPUS, most_gpus) });
        }
        if let Some((job, place)) = &self.job_gpus
            && !(LEAST_GPUS..=gpus).contains(job)
        {
            return Err(Problem { place: place.clone(), reason: Reason::Gpus(LEAST_GPUS, gpus) });
        }
        Ok(Workload {
            name: self.names.join(", "),
            shape,
            gpus: Some(gpus),
            hours: runs.map(|(hours, _)| hours),
            times: runs.map(|(_, times)| times),
            job_gpus: self.job_gpus.as_ref().map(|(job, _)| *job),
            interruptible: self.interruptible,
            pinned: self.owned_only,
            rest_share: self.office.as_ref().and_then(|(only, _)| only.then_some(0.0)),
            ..Workload::default()
        })
    }

    /// Whether it says how long and how often it runs.
    fn has_length_and_frequency(&self, gpus: Option<f64>) -> bool {
        let often = self.time.runs.is_some() || !self.time.rates.is_empty();
        often && self.timed(gpus).is_ok_and(|(shape, ..)| shape == Shape::Runs)
    }

    /// Office hours or bursts: they go with no other time than all year.
    fn rhythm(&self) -> Result<Shape, Problem> {
        let reason = if self.office.is_some() { Reason::Office } else { Reason::Bursts };
        let both = self.bursts.clone().filter(|_| self.office.is_some());
        let long = |span: &Span| span.hours() >= YEAR;
        let time = Timing {
            spans: self.time.spans.iter().filter(|(span, _)| !long(span)).cloned().collect(),
            days: self
                .time
                .days
                .clone()
                .filter(|(days, _)| self.office.is_none() || *days != super::vocabulary::DaySet::Weekdays),
            ..self.time.clone()
        };
        let others = time.first_place().or(time.nonstop).or(both).or(self.gpu_hours.as_ref().map(|(_, p)| p.clone()));
        match others {
            Some(place) => Err(Problem { place, reason }),
            None if self.office.is_some() => Ok(Shape::Office),
            None => Ok(Shape::Bursty),
        }
    }

    /// All year or runs.
    fn timed(&self, gpus: Option<f64>) -> Result<Timed, Problem> {
        let mut time = self.time.clone();
        if let Some((hours, place)) = &self.gpu_hours {
            let often = !time.rates.is_empty() || time.days.is_some() || time.nights.is_some();
            if !often || *hours <= 0.0 {
                return Err(Problem { place: place.clone(), reason: Reason::HowOften });
            }
            if let Some(gpus) = gpus {
                let span = Span { amount: hours / gpus, unit: TimeUnit::Hour };
                time.spans.push((span, place.clone()));
            }
        }
        let fill = self.gpu_hours.is_some() && gpus.is_none();
        let (pattern, occurrences) = time.pattern(fill)?;
        let runs = match pattern {
            Pattern::Steady => None,
            Pattern::Runs(hours, times) => Some((hours, times)),
        };
        let shape = if runs.is_some() { Shape::Runs } else { Shape::Steady };
        let busy = runs.map_or(YEAR, |(hours, times)| hours * times);
        let spread = self.gpu_hours.as_ref().map_or(0.0, |(hours, _)| hours * occurrences / busy);
        Ok((shape, gpus.unwrap_or(spread), runs))
    }
}

/// The most that a column of a workload takes.
fn most_in(column: usize) -> f64 {
    match COLUMNS.get(column).map(|column| column.kind) {
        Some(ColumnKind::Number { max, .. }) => max,
        _ => f64::INFINITY,
    }
}
