//! GPUs of which only the place on their host is known: which rows are of one GPU.
//!
//! Rows that differ at one moment are of two GPUs. Files that cover the same time, each in even steps of its own, are of two
//! hosts; files that follow each other, or that agree at the moments which both hold, are one log.

use super::packed::Kept;
use super::{Part, median};

/// Hosts that one place is spread over at most.
const MOST_HOSTS: usize = 128;
/// Steps that show whether a file is an even log of its own.
const STEPS: usize = 5;
/// A step is even if it differs from the usual one by at most this share.
const UNEVEN: f64 = 0.1;
/// Share of the steps that have to be even.
const MOSTLY: f64 = 0.8;

/// Positions of the parts that are of the same GPU or GPUs. The result does not depend on the order of the parts.
pub(super) fn groups(parts: &[Part]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    let key = |at: &usize| parts.get(*at).map(|part| (part.list.first, part.list.latest, &part.list));
    order.sort_by(|a, b| key(a).cmp(&key(b)));
    let mut found: Vec<Vec<usize>> = Vec::new();
    for at in order {
        let Some(part) = parts.get(at) else { continue };
        let fits = |group: &&mut Vec<usize>| {
            group.iter().filter_map(|other| parts.get(*other)).all(|other| are_of_one_host(other, part))
        };
        match found.iter_mut().find(fits) {
            Some(group) => group.push(at),
            None => found.push(vec![at]),
        }
    }
    found
}

fn are_of_one_host(a: &Part, b: &Part) -> bool {
    if a.is_undated || b.is_undated {
        return a.list == b.list;
    }
    let (from, to) = (a.list.first.max(b.list.first), a.list.latest.min(b.list.latest));
    if from > to {
        return true;
    }
    let within = |part: &Part| {
        let mut samples: Vec<Kept> = part.list.iter().filter(|sample| (from..=to).contains(&sample.time)).collect();
        samples.sort_unstable();
        samples.dedup();
        samples
    };
    let (a, b) = (within(a), within(b));
    let (mut left, mut right) = (moments(&a).peekable(), moments(&b).peekable());
    let mut agree = false;
    while let (Some(one), Some(other)) = (left.peek(), right.peek()) {
        let time = |samples: &[Kept]| samples.first().map(|sample| sample.time);
        match time(one).cmp(&time(other)) {
            std::cmp::Ordering::Less => drop(left.next()),
            std::cmp::Ordering::Greater => drop(right.next()),
            std::cmp::Ordering::Equal => {
                if one != other {
                    return false;
                }
                agree = true;
                left.next();
                right.next();
            }
        }
    }
    agree || !(is_even(&a) && is_even(&b))
}

/// The samples of each moment of a sorted list.
pub(super) fn moments(samples: &[Kept]) -> impl Iterator<Item = &[Kept]> {
    samples.chunk_by(|a, b| a.time == b.time)
}

/// Whether most steps of a sorted list are the same.
fn is_even(samples: &[Kept]) -> bool {
    let times: Vec<i64> = moments(samples).filter_map(|moment| moment.first()).map(|sample| sample.time).collect();
    let mut steps: Vec<i64> = times.iter().zip(times.iter().skip(1)).map(|(a, b)| b - a).collect();
    let Some(usual) = median(&mut steps).filter(|_| steps.len() >= STEPS) else { return false };
    #[allow(clippy::cast_precision_loss)]
    let is_usual = |step: &&i64| ((**step - usual) as f64).abs() <= UNEVEN * usual as f64;
    crate::units::count(steps.iter().filter(is_usual).count()) >= MOSTLY * crate::units::count(steps.len())
}

/// Rows of one place, with the position of their file, in order of time, as those of as many GPUs as differ at one moment.
/// Of the rows of a moment each GPU gets the one that is most like its last.
pub(super) fn lanes(rows: Vec<(Kept, u16)>) -> Vec<Vec<(Kept, u16)>> {
    let of_moment = || rows.chunk_by(|a, b| a.0.time == b.0.time);
    let number = of_moment().map(|rows| rows.chunk_by(|a, b| a.0 == b.0).count()).max().unwrap_or(1);
    // What differs in more ways names no GPUs.
    if number == 1 || number > MOST_HOSTS {
        return vec![rows];
    }
    let mut found: Vec<Vec<(Kept, u16)>> = vec![Vec::new(); number];
    for rows in of_moment() {
        let mut free: Vec<usize> = (0..number).collect();
        for row in rows_of_moment(rows, number) {
            let distance = |lane: &usize| {
                let (last, _) = found.get(*lane)?.last()?;
                Some(last.values.iter().zip(row.0.values).map(|(a, b)| u64::from(a.abs_diff(b))).sum())
            };
            let nearest = free.iter().enumerate().min_by_key(|(_, lane)| distance(lane).unwrap_or(u64::MAX));
            let Some(lane) = nearest.map(|(at, _)| at).map(|at| free.remove(at)) else { break };
            if let Some(lane) = found.get_mut(lane) {
                lane.push(row);
            }
        }
    }
    found
}

/// The rows of a moment, sorted: those that differ, and of equal ones as many as the GPUs that are left. What another file
/// repeats is no other row.
fn rows_of_moment(rows: &[(Kept, u16)], number: usize) -> Vec<(Kept, u16)> {
    let mut left = number.saturating_sub(rows.chunk_by(|a, b| a.0 == b.0).count());
    let mut found = Vec::with_capacity(number);
    for same in rows.chunk_by(|a, b| a.0 == b.0) {
        let of_file = same.chunk_by(|a, b| a.1 == b.1).max_by_key(|rows| rows.len()).unwrap_or_default();
        let (first, more) = of_file.split_at(of_file.len().min(1));
        found.extend(first);
        let taken = more.len().min(left);
        found.extend(more.iter().take(taken));
        left -= taken;
    }
    found
}
