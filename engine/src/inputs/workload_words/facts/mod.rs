//! The facts that a description states, each with the words that state it.

mod counts;

use std::ops::Range;

use super::problem::{Problem, Reason};
use super::tokens::{Boundary, Lexeme, LexemeKind};
use super::vocabulary::{DaySet, Mark, Meaning, Scope, TimeUnit, Topic};

/// A length of time: a number of units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub amount: f64,
    pub unit: TimeUnit,
}

impl Span {
    pub(super) fn hours(self) -> f64 {
        self.amount * self.unit.hours()
    }
}

/// How often: so many times in so many units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rate {
    pub times: f64,
    pub every: f64,
    pub unit: TimeUnit,
}

/// A fact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FactKind {
    /// A number that stands beside nothing known.
    Bare(f64),
    Gpus(f64),
    /// GPU-hours.
    GpuHours(f64),
    /// Machines whose GPUs are not known yet.
    Machines(f64),
    JobGpus(f64),
    Span(Span),
    Rate(Rate),
    /// Runs, in a time that another fact names.
    Times(f64),
    Days(DaySet),
    Nights,
    AllYear,
    Nonstop,
    Office {
        only: bool,
    },
    Bursts,
    /// A mark: the share of the work, 0 where it is denied.
    Mark(Mark, f64),
    Model(&'static str),
    Variant(&'static str),
    Purpose(&'static str),
    Scope(Scope),
}

/// A fact and its words.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fact {
    pub kind: FactKind,
    pub place: Range<usize>,
}

/// Facts between two boundaries.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub facts: Vec<Fact>,
    /// What ends it.
    pub end: Boundary,
}

/// The facts of a text in segments, and what has no place among them.
pub(super) fn read(lexemes: &[Lexeme]) -> (Vec<Segment>, Vec<Problem>) {
    let mut reader = Reader {
        all: lexemes,
        at: 0,
        facts: Vec::new(),
        segments: Vec::new(),
        problems: Vec::new(),
        denied: None,
        share: None,
    };
    while reader.at < lexemes.len() {
        reader.read_next();
    }
    reader.end_segment(Boundary::Stop);
    (reader.segments, reader.problems)
}

struct Reader<'l> {
    all: &'l [Lexeme],
    at: usize,
    /// Of the segment so far.
    facts: Vec<Fact>,
    segments: Vec<Segment>,
    problems: Vec<Problem>,
    /// A negation that waits for its mark.
    denied: Option<Range<usize>>,
    /// A share that waits for its mark.
    share: Option<(f64, Range<usize>)>,
}

impl Reader<'_> {
    fn kind(&self, at: usize) -> Option<LexemeKind> {
        self.all.get(at).map(|lexeme| lexeme.kind)
    }

    fn meaning(&self, at: usize) -> Option<Meaning> {
        match self.kind(at) {
            Some(LexemeKind::Known(meaning)) => Some(meaning),
            _ => None,
        }
    }

    fn unit(&self, at: usize) -> Option<TimeUnit> {
        match self.meaning(at) {
            Some(Meaning::Unit(unit)) => Some(unit),
            _ => None,
        }
    }

    /// The words between two lexemes, the second not among them.
    fn place(&self, from: usize, next: usize) -> Range<usize> {
        let start = self.all.get(from).map_or(0, |lexeme| lexeme.place.start);
        let end = next.checked_sub(1).and_then(|last| self.all.get(last)).map_or(start, |lexeme| lexeme.place.end);
        start..end.max(start)
    }

    /// Adds a fact that ends before `next`, and goes on there.
    fn add(&mut self, kind: FactKind, from: usize, next: usize) {
        let place = self.place(from, next);
        self.push(Fact { kind, place });
        self.at = next;
    }

    /// Adds a fact. A negation or a share before it that is not of a mark belongs to nothing.
    fn push(&mut self, fact: Fact) {
        if !matches!(fact.kind, FactKind::Mark(..)) {
            self.drop_pending();
        }
        self.facts.push(fact);
    }

    /// Names words that end before `next`, and goes on there.
    fn name(&mut self, reason: Reason, from: usize, next: usize) {
        let place = self.place(from, next);
        self.problems.push(Problem { place, reason });
        self.at = next;
    }

    fn end_segment(&mut self, end: Boundary) {
        self.drop_pending();
        let facts = std::mem::take(&mut self.facts);
        self.segments.push(Segment { facts, end });
    }

    /// Names a negation or a share that found no mark.
    fn drop_pending(&mut self) {
        let share = self.share.take().map(|(_, place)| place);
        for place in self.denied.take().into_iter().chain(share) {
            self.problems.push(Problem { place, reason: Reason::NoPlace });
        }
    }

    fn read_next(&mut self) {
        let at = self.at;
        if let Some(count) = self.count(at) {
            self.read_count(at, &count);
            return;
        }
        match self.kind(at) {
            Some(LexemeKind::Bad(bad)) => self.name(Reason::Number(bad), at, at + 1),
            Some(LexemeKind::Unknown) => self.name(Reason::Unknown, at, at + 1),
            Some(LexemeKind::Dash) => self.name(Reason::NoPlace, at, at + 1),
            Some(LexemeKind::Boundary(end)) => {
                self.end_segment(end);
                self.at += 1;
            }
            Some(LexemeKind::Known(meaning)) => self.read_meaning(at, meaning),
            // A number by itself was read above.
            Some(LexemeKind::Digits(_)) | None => self.at += 1,
        }
    }

    fn read_meaning(&mut self, at: usize, meaning: Meaning) {
        match meaning {
            Meaning::A => self.read_a(at),
            Meaning::Half if self.meaning(at + 1) == Some(Meaning::A) && self.unit(at + 2).is_some() => {
                let unit = self.unit(at + 2).unwrap_or(TimeUnit::Hour);
                self.add(FactKind::Span(Span { amount: 0.5, unit }), at, at + 3);
            }
            Meaning::Every | Meaning::Each => self.read_every(at, meaning),
            Meaning::Frequency(every, unit) => self.add_rate(Rate { times: 1.0, every, unit }, at, at + 1),
            Meaning::Often(times) => self.add(FactKind::Times(times), at, at + 1),
            Meaning::Days(days) => self.add(FactKind::Days(days), at, at + 1),
            Meaning::Nights => self.add(FactKind::Nights, at, at + 1),
            Meaning::GpuHours => self.name(Reason::HowManyGpus, at, at + 1),
            Meaning::Gpus => self.read_gpus(at, None),
            Meaning::Model(model) => self.read_gpus(at, Some(model)),
            Meaning::Variant(variant) => self.add(FactKind::Variant(variant), at, at + 1),
            Meaning::Machines(_) => self.read_machines(at),
            Meaning::Runs => {
                // "four two-week runs": the number before counts them.
                if let Some(times) = self.take_bare() {
                    self.add(FactKind::Times(times), at, at + 1);
                }
                self.at = at + 1;
            }
            Meaning::JobsOf => self.read_jobs_of(at),
            Meaning::AllYear => self.add(FactKind::AllYear, at, at + 1),
            Meaning::Nonstop => self.add(FactKind::Nonstop, at, at + 1),
            Meaning::Office => self.add(FactKind::Office { only: false }, at, at + 1),
            Meaning::Bursts => {
                // "two bursts a year": as with runs.
                if let Some(times) = self.take_bare() {
                    self.add(FactKind::Times(times), at, at + 1);
                }
                self.add(FactKind::Bursts, at, at + 1);
            }
            Meaning::Mark(mark, says) => self.read_mark(at, mark, says),
            Meaning::Not => {
                if let Some(before) = self.denied.replace(self.place(at, at + 1)) {
                    self.problems.push(Problem { place: before, reason: Reason::NoPlace });
                }
                self.at += 1;
            }
            Meaning::Scope(scope) => self.add(FactKind::Scope(scope), at, at + 1),
            Meaning::Only => self.read_only(at),
            Meaning::Purpose(name) => self.add(FactKind::Purpose(name), at, at + 1),
            Meaning::Ask(topic) => self.read_question(at, topic),
            Meaning::Or => self.read_or(at),
            Meaning::Filler | Meaning::To | Meaning::For => self.at += 1,
            Meaning::Number(_)
            | Meaning::Multiplier(_)
            | Meaning::Half
            | Meaning::AndAHalf
            | Meaning::Unit(_)
            | Meaning::Times
            | Meaning::By
            | Meaning::Other
            | Meaning::And
            | Meaning::Percent => self.name(Reason::NoPlace, at, at + 1),
        }
    }

    fn drop_share(&mut self) {
        if let Some((_, place)) = self.share.take() {
            self.problems.push(Problem { place, reason: Reason::NoPlace });
        }
    }

    /// "a" before a unit is a length, "for a week", or per unit, "twice a month"; before other words it changes nothing.
    fn read_a(&mut self, at: usize) {
        let Some(unit) = self.unit(at + 1) else {
            match self.meaning(at + 1) {
                Some(Meaning::Gpus | Meaning::Model(_)) => self.read_number_of_gpus(at, 1.0, at + 1),
                Some(Meaning::Machines(_)) => self.read_number_of_machines(at, 1.0, at + 2),
                Some(Meaning::Nights) => self.add(FactKind::Nights, at, at + 2),
                // "an 8-GPU server"
                _ => self.at += 1,
            }
            return;
        };
        let before = at.checked_sub(1).and_then(|before| self.meaning(before));
        let length = before == Some(Meaning::For) || self.meaning(at + 2) == Some(Meaning::AndAHalf);
        let counts = |fact: &Fact| matches!(fact.kind, FactKind::Span(_) | FactKind::Times(_) | FactKind::GpuHours(_));
        let per = self.facts.last().is_some_and(counts)
            || self.facts.iter().any(|fact| matches!(fact.kind, FactKind::Times(_)));
        let follows_gpus = self.facts.last().is_some_and(|fact| matches!(fact.kind, FactKind::Gpus(_)));
        if length || (!per && self.starts_length(at + 2)) {
            self.read_span(at, 1.0, unit, at + 2);
        } else if per {
            self.add_rate(Rate { times: 1.0, every: 1.0, unit }, at, at + 2);
        } else if follows_gpus {
            self.name(Reason::NoPlace, at, at + 2);
        } else {
            self.read_span(at, 1.0, unit, at + 2);
        }
    }

    /// Whether what follows says how often: "an hour every day", "an hour a day".
    fn starts_length(&self, at: usize) -> bool {
        match self.meaning(at) {
            Some(Meaning::A) => self.unit(at + 1).is_some(),
            Some(Meaning::Every | Meaning::Each | Meaning::Frequency(..)) => true,
            _ => false,
        }
    }

    /// "every week", "every 2 weeks", "every other week", "per month", "each time".
    fn read_every(&mut self, at: usize, meaning: Meaning) {
        let other = self.meaning(at + 1) == Some(Meaning::Other);
        let next = at + 1 + usize::from(other);
        let every = if other { 2.0 } else { 1.0 };
        if let Some(unit) = self.unit(next) {
            return self.add_rate(Rate { times: 1.0, every, unit }, at, next + 1);
        }
        if let Some(count) = self.count(next).filter(|_| !other)
            && let Some(unit) = self.unit(count.next)
        {
            return self.add_rate(Rate { times: 1.0, every: count.value, unit }, at, count.next + 1);
        }
        match self.meaning(next) {
            Some(Meaning::Days(DaySet::OneDay | DaySet::Weekend)) if other => self.name(Reason::NoPlace, at, next + 1),
            Some(Meaning::Days(days)) => self.add(FactKind::Days(days), at, next + 1),
            Some(Meaning::Nights) if !other => self.add(FactKind::Nights, at, next + 1),
            // "per run", "each time"
            Some(Meaning::Runs | Meaning::Times) if !other => self.at = next + 1,
            // "3 days each"; "each twice a year" reaches all workloads.
            _ if meaning == Meaning::Each && !other => {
                if self.facts.is_empty() && self.kind(next).is_some() {
                    self.add(FactKind::Scope(Scope::All), at, at + 1);
                } else {
                    self.at += 1;
                }
            }
            _ => self.name(Reason::NoPlace, at, next),
        }
    }

    /// A rate; a number of times right before it is counted in it.
    fn add_rate(&mut self, mut rate: Rate, from: usize, next: usize) {
        let mut start = self.place(from, next).start;
        if let Some(Fact { kind: FactKind::Times(times), place }) = self.facts.last() {
            let between = self.all.iter().filter(|l| l.place.start >= place.end && l.place.end <= start);
            let adjacent = between.into_iter().all(|l| l.kind == LexemeKind::Known(Meaning::Filler));
            if adjacent {
                rate.times = *times;
                start = place.start;
                self.facts.pop();
            }
        }
        self.push(Fact { kind: FactKind::Rate(rate), place: start..self.place(from, next).end });
        self.at = next;
    }

    /// GPUs without a number beside them: a number before counts them, with words between: "24 interruptible GPUs".
    fn read_gpus(&mut self, at: usize, model: Option<&'static str>) {
        let counts = self.facts.iter().any(|fact| matches!(fact.kind, FactKind::Gpus(_) | FactKind::GpuHours(_)));
        match (self.take_bare(), model) {
            (Some(value), _) => self.read_number_of_gpus(at, value, at),
            (None, Some(model)) => self.add(FactKind::Model(model), at, at + 1),
            // "24 H100s, these GPUs"
            (None, None) if counts => self.at += 1,
            (None, None) => self.name(Reason::HowManyGpus, at, at + 1),
        }
    }

    fn read_machines(&mut self, at: usize) {
        match self.take_bare() {
            Some(value) => self.read_number_of_machines(at, value, at + 1),
            None => self.name(Reason::NoPlace, at, at + 1),
        }
    }

    /// Takes the number of this segment that stands beside nothing known, if words for a time have not parted it from here.
    fn take_bare(&mut self) -> Option<f64> {
        let place = self.facts.iter().rposition(|fact| matches!(fact.kind, FactKind::Bare(_)))?;
        let parted = self.facts.iter().skip(place + 1).any(|fact| {
            !matches!(
                fact.kind,
                FactKind::Mark(..)
                    | FactKind::Purpose(_)
                    | FactKind::Variant(_)
                    | FactKind::Model(_)
                    | FactKind::Span(_)
                    | FactKind::AllYear
                    | FactKind::Nonstop
            )
        });
        if parted {
            return None;
        }
        match self.facts.remove(place).kind {
            FactKind::Bare(value) => Some(value),
            _ => None,
        }
    }

    fn read_jobs_of(&mut self, at: usize) {
        let Some(count) = self.count(at + 1) else { return self.name(Reason::NoPlace, at, at + 1) };
        let next = self.with_noun(count.next);
        self.add(FactKind::JobGpus(count.value), at, next);
        if self.meaning(next) == Some(Meaning::Each) {
            self.at += 1;
        }
    }

    fn read_mark(&mut self, at: usize, mark: Mark, says: bool) {
        let share = self.share.take().map(|(share, _)| share);
        let none = self.facts.iter().any(|fact| fact.kind == FactKind::Scope(Scope::None));
        let start = self.denied.as_ref().map_or_else(|| self.place(at, at + 1).start, |place| place.start);
        let yes = says != (self.denied.take().is_some() != none);
        let place = start..self.place(at, at + 1).end;
        let marked = if yes { share.unwrap_or(1.0) } else { share.map_or(0.0, |share| 1.0 - share) };
        self.push(Fact { kind: FactKind::Mark(mark, marked), place });
        self.at = at + 1;
    }

    /// "or" between two marks carries a negation on; between others it is a choice that is not ours.
    fn read_or(&mut self, at: usize) {
        match self.facts.last().map(|fact| fact.kind) {
            Some(FactKind::Mark(_, share)) if self.is_mark_ahead(at + 1) => {
                self.drop_pending();
                if share == 0.0 && self.meaning(at + 1) != Some(Meaning::Not) {
                    self.denied = Some(self.place(at, at + 1));
                }
                self.at += 1;
            }
            _ => self.name(Reason::NoPlace, at, at + 1),
        }
    }

    fn is_mark_ahead(&self, from: usize) -> bool {
        let skip = |at: &usize| matches!(self.meaning(*at), Some(Meaning::Filler | Meaning::To | Meaning::Not));
        let at = (from..self.all.len()).find(|at| !skip(at));
        at.is_some_and(|at| matches!(self.meaning(at), Some(Meaning::Mark(..))))
    }

    /// "only" beside office hours leaves nothing for the rest of the time.
    fn read_only(&mut self, at: usize) {
        if let Some(Fact { kind: FactKind::Office { only }, place }) = self.facts.last_mut() {
            *only = true;
            place.end = self.all.get(at).map_or(place.end, |lexeme| lexeme.place.end);
        } else {
            let ahead = (at + 1..self.all.len()).find(|ahead| self.meaning(*ahead) != Some(Meaning::Filler));
            if let Some(ahead) = ahead.filter(|ahead| self.meaning(*ahead) == Some(Meaning::Office)) {
                return self.add(FactKind::Office { only: true }, at, ahead + 1);
            }
        }
        self.at = at + 1;
    }

    /// Words that need a question, with the number and noun behind them.
    fn read_question(&mut self, at: usize, topic: Topic) {
        let before = self.facts.last().filter(|fact| matches!(fact.kind, FactKind::Bare(_))).cloned();
        let reason = Reason::Topic(topic);
        if topic == Topic::Limit
            && let Some(count) = self.count(at + 1)
        {
            let and = self.kind(count.next) == Some(LexemeKind::Boundary(Boundary::And));
            let second = self.count(count.next + 1).filter(|_| and || self.end_of_range(count.next).is_some());
            let next = second.map_or(count.next, |second| second.next);
            let gpus = matches!(self.meaning(next), Some(Meaning::Gpus | Meaning::Model(_)));
            self.name(reason, at, self.with_noun(next));
            if gpus {
                self.push(Fact { kind: FactKind::Gpus(count.value), place: count.place });
            }
            return;
        }
        let throughput = topic == Topic::Throughput;
        let mut next = at + 1;
        if topic == Topic::Growth {
            // "by 20%"
            let by = usize::from(self.meaning(next) == Some(Meaning::Filler));
            if let Some(count) = self.count(next + by) {
                next = count.next + usize::from(self.meaning(count.next) == Some(Meaning::Percent));
            }
        }
        let per = matches!(self.meaning(next), Some(Meaning::Every | Meaning::A | Meaning::Each));
        if per && (throughput || self.unit(next + 1).is_some()) {
            next += 2; // "per second", "a year"
        } else if matches!(self.meaning(next), Some(Meaning::Frequency(..))) && topic == Topic::Growth {
            next += 1;
        }
        self.name(reason, at, next.min(self.all.len()));
        // "50k tokens", "70 billion"
        if let (true, Some(before)) = (throughput, before) {
            self.facts.pop();
            if let Some(problem) = self.problems.last_mut() {
                problem.place.start = before.place.start;
            }
        }
    }
}
