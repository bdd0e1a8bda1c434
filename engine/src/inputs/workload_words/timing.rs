//! When a workload runs: lengths and frequencies, from the innermost out.
//!
//! "2 hours a day, 5 days a week, for 3 weeks every quarter" is a chain: each length stands inside the time of the
//! frequency above it, and each frequency inside the length above it. What does not fit into such a chain is named.

use std::ops::Range;

use super::facts::{Rate, Span};
use super::problem::{Problem, Reason};
use super::vocabulary::{DaySet, TimeUnit};

const YEAR: f64 = 8_760.0;
/// Rounding of hours.
const ROUNDING: f64 = 1e-9;

/// A value and its words.
pub(super) type Placed<T> = (T, Range<usize>);

/// What is said about the time of a workload.
#[derive(Clone, Debug, Default)]
pub(super) struct Timing {
    pub spans: Vec<Placed<Span>>,
    pub rates: Vec<Placed<Rate>>,
    /// Runs without a time of their own.
    pub runs: Option<Placed<f64>>,
    pub days: Option<Placed<DaySet>>,
    pub nights: Option<Range<usize>>,
    pub all_year: Option<Range<usize>>,
    pub nonstop: Option<Range<usize>>,
}

/// When it runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pattern {
    /// All year.
    Steady,
    /// Hours of a run, and runs a year.
    Runs(f64, f64),
}

/// A frequency, on some days.
#[derive(Clone, Debug)]
struct Level {
    rate: Rate,
    days: DaySet,
    place: Range<usize>,
}

impl Level {
    /// Hours of the time in which it comes round.
    fn window(&self) -> f64 {
        self.rate.every * self.rate.unit.hours()
    }

    fn per_year(&self) -> f64 {
        let each = if self.is_by_day() { self.days.per_year() } else { self.rate.unit.per_year() };
        self.rate.times * each / self.rate.every
    }

    fn is_by_day(&self) -> bool {
        self.rate.unit == TimeUnit::Day && self.rate.every == 1.0
    }

    /// How often it comes round within a length: weeks and less by their hours, months and more as parts of a year.
    fn within(&self, span: Span) -> f64 {
        let short = |unit: TimeUnit| unit.hours() <= TimeUnit::Fortnight.hours();
        if short(span.unit) && short(self.rate.unit) {
            let days = if self.is_by_day() { self.days.per_week() / 7.0 } else { 1.0 };
            return self.rate.times * days * span.hours() / self.window();
        }
        self.per_year() * span.amount / span.unit.per_year()
    }

    /// Whether a length fills it: 24 hours a day, 7 days a week, 52 weeks a year.
    fn is_filled_by(&self, span: Span) -> bool {
        let by_hours = (span.hours() * self.rate.times - self.window()).abs() <= ROUNDING * self.window();
        let amount = span.amount * self.rate.times;
        let by_count = amount * self.rate.unit.per_year() == span.unit.per_year() * self.rate.every;
        self.days == DaySet::All && (by_hours || by_count)
    }
}

fn problem<T>(reason: Reason, place: &Range<usize>) -> Result<T, Problem> {
    Err(Problem { place: place.clone(), reason })
}

impl Timing {
    /// The words of the first time named, apart from those for all year.
    pub(super) fn first_place(&self) -> Option<Range<usize>> {
        let rates = self.rates.iter().map(|(_, place)| place);
        let spans = self.spans.iter().map(|(_, place)| place);
        let days = self.days.iter().map(|(_, place)| place);
        let times = self.runs.iter().map(|(_, place)| place);
        rates.chain(spans).chain(times).chain(days).chain(self.nights.iter()).min_by_key(|place| place.start).cloned()
    }

    /// The pattern, and the number of times a year that the innermost length comes round.
    ///
    /// `fill`: without a length inside the first frequency, it takes all of its time. For GPU-hours, which are spread
    /// evenly.
    pub(super) fn pattern(&self, fill: bool) -> Result<(Pattern, f64), Problem> {
        let mut spans = self.spans.clone();
        let mut levels = self.levels(&spans)?;
        self.fill_days(&mut spans, &mut levels, fill);
        spans.sort_by(|(a, _), (b, _)| a.hours().total_cmp(&b.hours()));
        levels.sort_by(|a, b| a.window().total_cmp(&b.window()));
        if let Some((times, place)) = &self.runs {
            if let Some(first) = levels.first_mut() {
                first.rate.times *= times;
            } else {
                let rate = Rate { times: *times, every: 1.0, unit: TimeUnit::Year };
                levels.push(Level { rate, days: DaySet::All, place: place.clone() });
            }
        }
        if let (true, Some(first)) = (fill, levels.first())
            && spans.first().is_none_or(|(span, _)| span.hours() >= first.window())
        {
            let whole = Span { amount: first.rate.every / first.rate.times, unit: first.rate.unit };
            spans.insert(0, (whole, first.place.clone()));
        }
        if let Some(all_year) = &self.all_year {
            spans.push((Span { amount: 1.0, unit: TimeUnit::Year }, all_year.clone()));
        }
        if let (Some(nonstop), Some((span, _))) = (&self.nonstop, spans.first())
            && span.hours() < TimeUnit::Day.hours()
        {
            return problem(Reason::Contradiction, nonstop);
        }
        chain(&spans, &levels)
    }

    /// The frequencies, with the days on which something runs among them.
    fn levels(&self, spans: &[Placed<Span>]) -> Result<Vec<Level>, Problem> {
        let mut levels: Vec<Level> = Vec::new();
        for (rate, place) in &self.rates {
            // "16 hours a day, every day" says the same twice.
            if !levels.iter().any(|level| level.rate == *rate) {
                levels.push(Level { rate: *rate, days: DaySet::All, place: place.clone() });
            }
        }
        let day = Rate { times: 1.0, every: 1.0, unit: TimeUnit::Day };
        let by_day = levels.iter().position(Level::is_by_day);
        if let Some(place) = &self.nights
            && by_day.is_none()
        {
            levels.push(Level { rate: day, days: DaySet::All, place: place.clone() });
        }
        let by_day = levels.iter().position(Level::is_by_day);
        if let Some((days, place)) = &self.days {
            match by_day.and_then(|at| levels.get_mut(at)) {
                Some(level) => level.days = *days,
                None if *days == DaySet::Weekend => match spans.iter().map(|(span, _)| span.hours()).reduce(f64::min) {
                    // Two days of each weekend.
                    Some(48.0) => levels.push(Level {
                        rate: Rate { unit: TimeUnit::Week, ..day },
                        days: DaySet::All,
                        place: place.clone(),
                    }),
                    Some(hours) if hours <= 48.0 => return problem(Reason::EachDay, place),
                    _ => levels.push(Level { rate: day, days: *days, place: place.clone() }),
                },
                None => levels.push(Level { rate: day, days: *days, place: place.clone() }),
            }
        }
        // "for 2 hours, 5 days a week": the days are days of two hours.
        let shortest = spans.iter().map(|(span, _)| span.hours()).reduce(f64::min);
        let by_day = levels.iter().any(Level::is_by_day);
        if let (Some(shortest), false) = (shortest, by_day)
            && shortest < TimeUnit::Day.hours()
            && let Some((_, place)) = spans.iter().find(|(span, place)| {
                let per = |level: &Level| (place.end..=place.end + 1).contains(&level.place.start);
                span.unit == TimeUnit::Day && levels.iter().any(per)
            })
        {
            levels.push(Level { rate: day, days: DaySet::All, place: place.clone() });
        }
        Ok(levels)
    }

    /// Around the clock on some days is 24 hours of each.
    fn fill_days(&self, spans: &mut Vec<Placed<Span>>, levels: &mut Vec<Level>, fill: bool) {
        let by_day = levels.iter().any(|level| level.is_by_day() && level.days != DaySet::All);
        let no_hours = spans.iter().all(|(span, _)| span.hours() > TimeUnit::Day.hours());
        if let (Some(place), true) = (&self.nonstop, by_day && no_hours && !fill) {
            spans.push((Span { amount: 24.0, unit: TimeUnit::Hour }, place.clone()));
        }
        // "24/7, every day"
        if self.nonstop.is_some() {
            levels.retain(|level| {
                !(level.is_by_day() && level.days == DaySet::All && no_hours && level.rate.times == 1.0)
            });
        }
    }
}

/// Follows lengths and frequencies outwards, both from the shortest on.
fn chain(spans: &[Placed<Span>], levels: &[Level]) -> Result<(Pattern, f64), Problem> {
    let mut rest = spans.iter();
    let mut inside: Vec<(&Placed<Span>, &Level)> = Vec::new();
    for level in levels {
        let below = inside.last().map_or(0.0, |(_, level)| level.window());
        match rest.next() {
            Some(found) if found.0.hours() >= below * (1.0 - ROUNDING) => {
                if found.0.hours() > level.window() * (1.0 + ROUNDING) && !level.is_filled_by(found.0) {
                    return problem(
                        if inside.is_empty() { how_long(level) } else { Reason::Contradiction },
                        &level.place,
                    );
                }
                if found.0.hours() * level.rate.times > level.window() * (1.0 + ROUNDING)
                    && !level.is_filled_by(found.0)
                {
                    return problem(Reason::Overlap, &found.1);
                }
                inside.push((found, level));
            }
            Some((_, place)) => return problem(Reason::Contradiction, place),
            None => {
                return problem(if inside.is_empty() { how_long(level) } else { Reason::Contradiction }, &level.place);
            }
        }
    }
    // What is left lasts as a whole: at most once less than a year.
    let below = inside.last().map_or(0.0, |(_, level)| level.window());
    let mut outer = None;
    for (span, place) in rest {
        if span.hours() >= YEAR * (1.0 - ROUNDING) {
            if let Some((_, before)) = outer.filter(|_| inside.is_empty()) {
                return problem(Reason::Contradiction, before);
            }
            continue;
        }
        if outer.is_some() || span.hours() < below * (1.0 - ROUNDING) {
            return problem(Reason::Contradiction, place);
        }
        outer = Some((*span, place));
    }
    let mut occurrences = 1.0;
    for (at, (_, level)) in inside.iter().enumerate() {
        let above = inside.get(at + 1).map(|((span, _), _)| *span).or(outer.map(|(span, _)| span));
        occurrences *= above.map_or_else(|| level.per_year(), |span| level.within(span));
    }
    if let Some((_, level)) = inside.first().filter(|_| occurrences < 1.0 - ROUNDING) {
        return problem(Reason::LessThanYearly, &level.place);
    }
    let pattern = pattern_of(&inside, outer.map(|(span, _)| span));
    if let (Pattern::Runs(hours, times), Some((_, place))) = (pattern, spans.first())
        && hours * times > YEAR * (1.0 + ROUNDING)
    {
        return problem(Reason::Overlap, place);
    }
    Ok((pattern, occurrences))
}

/// The runs of a chain without the lengths that fill their frequency.
fn pattern_of(inside: &[(&Placed<Span>, &Level)], outer: Option<Span>) -> Pattern {
    let mut kept: Vec<(Span, &Level)> = inside.iter().map(|((span, _), level)| (*span, *level)).collect();
    kept.retain(|(span, level)| !level.is_filled_by(*span));
    let Some((first, _)) = kept.first() else {
        return outer.map_or(Pattern::Steady, |span| Pattern::Runs(span.hours(), 1.0));
    };
    let mut times = 1.0;
    for (at, (_, level)) in kept.iter().enumerate() {
        let above = kept.get(at + 1).map(|(span, _)| *span).or(outer);
        times *= above.map_or_else(|| level.per_year(), |span| level.within(span));
    }
    let hours = first.hours();
    if (hours - YEAR).abs() <= ROUNDING * YEAR && times == 1.0 { Pattern::Steady } else { Pattern::Runs(hours, times) }
}

/// What a frequency without a length asks for.
fn how_long(level: &Level) -> Reason {
    if level.is_by_day() { Reason::HoursOfADay } else { Reason::HowLong }
}
