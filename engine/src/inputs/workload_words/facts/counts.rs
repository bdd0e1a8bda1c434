//! Numbers and what they count: GPUs, machines, lengths of time, products.

use std::ops::Range;

use super::super::problem::Reason;
use super::super::tokens::{Boundary, LexemeKind};
use super::super::vocabulary::{Meaning, TimeUnit, Topic};
use super::{Fact, FactKind, Reader, Span};

/// A number, its words and the place behind it.
pub(super) struct Count {
    pub value: f64,
    pub place: Range<usize>,
    pub next: usize,
}

impl Reader<'_> {
    /// The number at a place, in digits or words: "24", "twenty-four", "two hundred and fifty-six", "a dozen", "1k".
    pub(super) fn count(&self, from: usize) -> Option<Count> {
        let mut at = from;
        let half = self.meaning(at) == Some(Meaning::Half);
        at += usize::from(half);
        if self.meaning(at) == Some(Meaning::A) && matches!(self.meaning(at + 1), Some(Meaning::Multiplier(_))) {
            at += 1;
        }
        let (mut total, mut group, mut in_words, mut large) = (0.0, None::<f64>, true, false);
        let start = at;
        loop {
            let joined = |place: usize| place > from && self.all.get(place - 1).is_some_and(|lexeme| lexeme.hyphen);
            match (self.kind(at), group) {
                (Some(LexemeKind::Digits(value)), None) if at == start && !half => {
                    group = Some(value);
                    in_words = false;
                }
                (Some(LexemeKind::Known(Meaning::Number(value))), None) => group = Some(value),
                (Some(LexemeKind::Known(Meaning::Number(value))), Some(before)) if in_words => {
                    // "twenty four", but "twenty two-week runs".
                    let tied_on = self.all.get(at).is_some_and(|lexeme| lexeme.hyphen) && !joined(at);
                    let fits = (value < 10.0 && before % 100.0 >= 20.0 && before % 10.0 == 0.0 && !tied_on)
                        || (value < 100.0 && before >= 100.0 && before % 100.0 == 0.0);
                    if !fits {
                        break;
                    }
                    (group, large) = (Some(before + value), false);
                }
                (Some(LexemeKind::Known(Meaning::Multiplier(factor))), _) => {
                    let before = group.unwrap_or(1.0) * factor;
                    large = factor >= 100.0;
                    if factor >= 1e3 && in_words {
                        total += before;
                        group = matches!(self.meaning(at + 1), Some(Meaning::Number(_))).then_some(0.0);
                        if group.is_some() {
                            at += 1;
                            if let Some(Meaning::Number(value)) = self.meaning(at) {
                                group = Some(value);
                            }
                        }
                    } else {
                        group = Some(before);
                    }
                }
                (Some(LexemeKind::Boundary(Boundary::And)), _)
                    if large && in_words && self.is_word_below_100(at + 1) => {}
                _ => break,
            }
            at += 1;
        }
        let mut value = total + group.unwrap_or(0.0);
        if (group.is_none() && total == 0.0) || (half && in_words && at == from + 1) {
            return None;
        }
        if half {
            value *= 0.5;
        }
        if self.meaning(at) == Some(Meaning::AndAHalf) {
            value += 0.5;
            at += 1;
        }
        value.is_finite().then(|| Count { value, place: self.place(from, at), next: at })
    }

    /// "and fifty-six", after a hundred, and not "and eight GPUs" after "hundred GPUs".
    fn is_word_below_100(&self, at: usize) -> bool {
        matches!(self.meaning(at), Some(Meaning::Number(_)))
    }

    /// Reads what a number counts.
    pub(super) fn read_count(&mut self, from: usize, count: &Count) {
        let (value, next) = (count.value, count.next);
        if let Some(end) = self.end_of_range(next) {
            self.name(Reason::Topic(Topic::Limit), from, self.with_noun(end));
            // What it is a number of is known all the same.
            if matches!(self.meaning(end), Some(Meaning::Gpus | Meaning::Model(_))) {
                self.push(Fact { kind: FactKind::Gpus(value), place: count.place.clone() });
            }
            return;
        }
        match self.meaning(next) {
            Some(Meaning::Percent) if value <= 100.0 => {
                self.drop_share();
                self.share = Some((value / 100.0, self.place(from, next + 1)));
                self.at = next + 1;
            }
            Some(Meaning::Gpus | Meaning::Model(_)) => self.read_number_of_gpus(from, value, next),
            Some(Meaning::Variant(_)) if matches!(self.meaning(next + 1), Some(Meaning::Gpus | Meaning::Model(_))) => {
                self.add(FactKind::Bare(value), from, next);
            }
            Some(Meaning::Percent) => self.name(Reason::NoPlace, from, next + 1),
            Some(Meaning::GpuHours) => self.add(FactKind::GpuHours(value), from, next + 1),
            Some(Meaning::Unit(unit)) => self.read_span(from, value, unit, next + 1),
            Some(Meaning::Times | Meaning::Nights | Meaning::Runs) => self.add(FactKind::Times(value), from, next + 1),
            Some(Meaning::Machines(_)) => self.read_number_of_machines(from, value, next + 1),
            Some(Meaning::By) => self.read_product(from, value, next),
            _ => self.add(FactKind::Bare(value), from, next),
        }
    }

    /// The place behind the second number of a range: "10 to 20", "10-20", "10 or 20".
    pub(super) fn end_of_range(&self, at: usize) -> Option<usize> {
        let joins = match self.kind(at)? {
            LexemeKind::Dash => true,
            LexemeKind::Known(meaning) => matches!(meaning, Meaning::To | Meaning::Or),
            _ => false,
        };
        let second = self.count(at + 1).filter(|_| joins)?;
        Some(second.next)
    }

    /// The place behind the noun of a number that ended before `at`.
    pub(super) fn with_noun(&self, at: usize) -> usize {
        let noun = matches!(
            self.meaning(at),
            Some(
                Meaning::Gpus
                    | Meaning::Model(_)
                    | Meaning::Unit(_)
                    | Meaning::Runs
                    | Meaning::Times
                    | Meaning::Machines(_)
            )
        );
        at + usize::from(noun)
    }

    /// GPUs, GPU-hours, or machines with so many GPUs: "24 H100 GPUs", "5,000 GPU hours", "one 8-GPU server".
    pub(super) fn read_number_of_gpus(&mut self, from: usize, value: f64, noun: usize) {
        if let Some(unit) = self.unit(noun + 1) {
            self.add(FactKind::GpuHours(value * unit.hours()), from, noun + 2);
            return;
        }
        let mut next = noun;
        let mut models = Vec::new();
        loop {
            let kind = match self.meaning(next) {
                Some(Meaning::Gpus) => None,
                Some(Meaning::Model(model)) => Some(FactKind::Model(model)),
                Some(Meaning::Variant(variant)) => Some(FactKind::Variant(variant)),
                _ => break,
            };
            models.extend(kind.map(|kind| Fact { kind, place: self.place(next, next + 1) }));
            next += 1;
        }
        if let Some(Meaning::Machines(several)) = self.meaning(next) {
            let machines = self.take_bare().or((!several).then_some(1.0));
            match machines {
                Some(machines) => self.add(FactKind::Gpus(machines * value), from, next + 1),
                None => self.name(Reason::HowManyMachines, from, next + 1),
            }
        } else {
            self.add(FactKind::Gpus(value), from, next);
        }
        self.facts.append(&mut models);
    }

    /// "2 nodes of 8 GPUs", or machines whose GPUs may follow.
    pub(super) fn read_number_of_machines(&mut self, from: usize, value: f64, next: usize) {
        let joint = matches!(self.meaning(next), Some(Meaning::For | Meaning::Filler | Meaning::By));
        let each = self.count(next + usize::from(joint));
        match each {
            Some(each) if self.unit(each.next).is_none() => {
                let noun = matches!(self.meaning(each.next), Some(Meaning::Gpus | Meaning::Model(_)));
                if noun {
                    self.read_number_of_gpus(from, value * each.value, each.next);
                } else {
                    self.add(FactKind::Gpus(value * each.value), from, each.next);
                }
                if self.meaning(self.at) == Some(Meaning::Each) {
                    self.at += 1;
                }
            }
            _ => self.add(FactKind::Machines(value), from, next),
        }
    }

    /// "8 x H100", "2 x 8 GPUs", "2 x 8-GPU nodes", and "4x a year".
    fn read_product(&mut self, from: usize, value: f64, by: usize) {
        match (self.meaning(by + 1), self.count(by + 1)) {
            (Some(Meaning::Gpus | Meaning::Model(_)), _) => self.read_number_of_gpus(from, value, by + 1),
            (Some(Meaning::Machines(_)), _) => self.read_number_of_machines(from, value, by + 2),
            (_, Some(second)) => match self.meaning(second.next) {
                Some(Meaning::Gpus | Meaning::Model(_)) if self.unit(second.next + 1).is_none() => {
                    let gpus = value * second.value;
                    if matches!(self.meaning(second.next + 1), Some(Meaning::Machines(_))) {
                        self.add(FactKind::Gpus(gpus), from, second.next + 2);
                    } else {
                        self.read_number_of_gpus(from, gpus, second.next);
                    }
                }
                Some(Meaning::Unit(_)) => self.add(FactKind::Times(value), from, by + 1),
                _ => self.name(Reason::NoPlace, from, second.next),
            },
            _ => self.add(FactKind::Times(value), from, by + 1),
        }
    }

    /// A length, with "and a half" and a smaller unit behind it: "1 hour 30 minutes".
    pub(super) fn read_span(&mut self, from: usize, amount: f64, unit: TimeUnit, next: usize) {
        let half = self.meaning(next) == Some(Meaning::AndAHalf);
        let span = Span { amount: amount + if half { 0.5 } else { 0.0 }, unit };
        let next = next + usize::from(half);
        self.add(FactKind::Span(span), from, next);
        self.join_length();
    }

    /// A length at a place that adds to the one before: of a smaller unit, less than one of the larger, and not itself
    /// per anything.
    fn smaller_length(&self, at: usize) -> Option<(Span, usize)> {
        let Some(FactKind::Span(before)) = self.facts.last().map(|fact| fact.kind) else { return None };
        let count = self.count(at)?;
        let span = Span { amount: count.value, unit: self.unit(count.next)? };
        let fits = span.unit.hours() < before.unit.hours() && span.hours() < before.unit.hours();
        let per = matches!(
            self.meaning(count.next + 1),
            Some(Meaning::A | Meaning::Every | Meaning::Each | Meaning::Frequency(..))
        );
        let per_smaller = per && !self.is_per_larger(count.next + 1, before.unit);
        (fits && !per_smaller).then_some((span, count.next + 1))
    }

    /// Whether a frequency at a place is of a unit above another: "every week", after days.
    fn is_per_larger(&self, at: usize, than: TimeUnit) -> bool {
        let unit = match self.meaning(at) {
            Some(Meaning::Frequency(_, unit)) => Some(unit),
            _ => self.unit(at + 1),
        };
        unit.is_some_and(|unit| unit.hours() > than.hours())
    }

    /// Adds a smaller length to the one before: "1 hour 30 minutes", "2 weeks and 3 days".
    fn join_length(&mut self) {
        let and = usize::from(self.kind(self.at) == Some(LexemeKind::Boundary(Boundary::And)));
        let Some((span, next)) = self.smaller_length(self.at + and) else { return };
        let end = self.place(self.at, next).end;
        if let Some(Fact { kind: FactKind::Span(before), place }) = self.facts.last_mut() {
            *before = Span { amount: before.hours() + span.hours(), unit: TimeUnit::Hour };
            place.end = end;
        }
        self.at = next;
    }
}
