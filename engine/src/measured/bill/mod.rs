//! Charges of bills, summed up while a file is read, and what they say together.
//!
//! Readers turn rows of OpenCost, FOCUS, AWS and Azure files into a [`Charge`] each; [`Charges`] keeps sums by day,
//! account, labels, currency, kind and machine, so that a long bill takes little memory. Purchase and use of a
//! commitment never add up: one is cash, the other the amortised cost. Currencies never add up either.
//! Sources: FOCUS specification 1.0 to 1.2; AWS, "Data dictionary of the cost and usage report"; Microsoft, "Understand
//! usage details fields"; OpenCost, "API".

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::instant::{DAY, HOUR};
use super::names::Names;
use super::work::Work;

pub mod azure;
pub(crate) mod cells;
pub mod cur;
pub mod focus;
mod hours;
pub mod labels;
pub mod machines;
pub mod opencost;
pub mod present;
pub mod summary;
mod totals;
mod used;

pub use machines::{MachineUse, Machines};
pub use present::{MeasuredRow, present_plan};
pub use summary::{BillQuestions, BillSummary};

/// What a charge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Use: its amortised cost counts, and what was billed for it.
    Usage,
    /// The part of a commitment that nothing used.
    UnusedCommitment,
    /// A purchase or an upfront fee: cash only.
    Purchase,
    /// A credit.
    Credit,
    /// A refund.
    Refund,
    /// Tax.
    Tax,
    /// Capacity that no workload was given; below zero if more was given than the nodes cost.
    Idle,
}

/// The line of a bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CostLine {
    /// Machines; of a machine with GPUs the whole.
    Compute,
    /// GPUs where they are priced without their machine.
    Gpu,
    /// Storage.
    Storage,
    /// Data transfer.
    Egress,
    /// Support.
    Support,
    /// Everything else.
    Other,
}

/// How a use is priced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pricing {
    /// At the hourly price, or as the bill does not say.
    Standard,
    /// Under a commitment.
    Committed,
    /// Spot.
    Spot,
}

/// What hours of a charge count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counts {
    /// Hours of a machine.
    Machines,
    /// Hours of a GPU.
    Gpus,
}

/// One charge as a reader found it.
#[derive(Clone, Debug)]
pub struct Charge<'c> {
    /// Its first second since 1970 UTC.
    pub start: f64,
    /// Its end, seconds since 1970 UTC.
    pub end: f64,
    /// Currency, three letters.
    pub currency: &'c [u8],
    /// Account, subscription or cluster.
    pub account: &'c [u8],
    /// Labels as [`labels::Labels`] writes them.
    pub labels: &'c str,
    /// What it is.
    pub kind: Kind,
    /// Its line.
    pub line: CostLine,
    /// How it is priced.
    pub pricing: Pricing,
    /// Instance type, or the resource where the bill has no type; empty if it is no machine.
    pub machine: &'c [u8],
    /// The resource, within which hours are capped at the period's length; empty if unknown.
    pub resource: &'c [u8],
    /// What the invoice asks for.
    pub billed: f64,
    /// Amortised cost.
    pub effective: f64,
    /// Hours, and of what.
    pub hours: Option<(Counts, f64)>,
    /// A hash of whatever else tells it from another row.
    pub identity: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    day: u32,
    currency: u32,
    account: u32,
    labels: u32,
    machine: u32,
    kind: Kind,
    line: CostLine,
    pricing: Pricing,
}

/// Sums of one key.
#[derive(Clone, Debug, Default)]
struct Money {
    billed: f64,
    effective: f64,
    /// A hash of each row, sorted once rows of two files are compared.
    rows: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Machine {
    name: u32,
    /// A hash of the resource's id; 0 if it has none. Ids may be longer than the names that are kept.
    resource: u64,
    is_gpu: bool,
}

/// In which steps a bill counts: how long the period of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// An hour at most.
    Hour,
    /// A day at most; one of 25 hours is a day.
    Day,
    /// Longer: a month.
    Month,
}

impl Step {
    /// The step of a period, in seconds.
    fn of(seconds: u32) -> Self {
        match f64::from(seconds) {
            length if length <= HOUR => Self::Hour,
            length if length <= DAY + HOUR => Self::Day,
            _ => Self::Month,
        }
    }
}

/// Hours of a machine in a span of time, spread evenly.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    start: u32,
    seconds: u32,
    /// Whether it is of one resource, so that its hours are at most those of its span.
    is_capped: bool,
    /// The longest step among the rows of which it was made.
    step: Step,
    currency: u32,
    account: u32,
    labels: u32,
    pricing: Pricing,
    hours: f64,
    hash: u64,
}

impl Stretch {
    const fn end(&self) -> u32 {
        self.start.saturating_add(self.seconds)
    }

    /// Whether every second of it is used.
    fn is_full(&self) -> bool {
        self.is_capped && self.seconds > 0 && libm::fabs(self.hours * HOUR - f64::from(self.seconds)) < 1e-6
    }

    fn goes_on_with(&self, next: &Self) -> bool {
        self.end() == next.start
            && (self.currency, self.account, self.labels, self.pricing)
                == (next.currency, next.account, next.labels, next.pricing)
            && self.is_full()
            && next.is_full()
    }
}

/// What a file said of its own cost, besides rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // independent facts
pub struct Facts {
    /// Idle rows were there: the use of the cluster is known.
    pub has_idle: bool,
    /// Allocations of a cluster were read.
    pub has_allocations: bool,
    /// Bills of a cloud were read.
    pub has_bills: bool,
    /// What was billed is known: an amortised export does not say it.
    pub has_cash: bool,
}

/// The charges of a file, or of several.
#[derive(Clone, Debug, Default)]
pub struct Charges {
    pub(crate) names: Names,
    /// Of the last currencies, accounts, labels and machines.
    known: [Recent; 4],
    money: BTreeMap<Key, Money>,
    machines: BTreeMap<Machine, Vec<Stretch>>,
    /// Days on which something was used, by currency.
    covered: BTreeSet<(u32, u32)>,
    /// The span that was added to them last: rows repeat it.
    last_covered: (u32, u32, u32),
    /// Days on which commitments end, as far as rows tell.
    ends: BTreeSet<u32>,
    /// What the files said.
    pub facts: Facts,
    /// Work of joining and summing up.
    pub(crate) work: Work,
}

/// Names of one kind that were asked for last: rows repeat a few.
#[derive(Clone, Debug, Default)]
struct Recent {
    names: Vec<(Vec<u8>, u32)>,
    next: usize,
}

impl Recent {
    /// Names kept.
    const MOST: usize = 8;

    fn id(&mut self, names: &mut Names, name: &[u8]) -> u32 {
        if let Some((_, id)) = self.names.iter().find(|(known, _)| known == name) {
            return *id;
        }
        let id = names.id_of_parts(name);
        if self.names.len() < Self::MOST {
            self.names.push((name.to_vec(), id));
        } else if let Some(place) = self.names.get_mut(self.next % Self::MOST) {
            place.0.clear();
            place.0.extend_from_slice(name);
            place.1 = id;
            self.next += 1;
        }
        id
    }
}

/// Rows of two files, compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlap {
    /// Rows that are in both, of which one counts.
    pub duplicates: u64,
    /// Rows that are in both beside others that are not: both count, because their sums cannot be told apart.
    pub unresolved: usize,
}

impl Charges {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.money.is_empty() && self.machines.is_empty()
    }

    /// Notes when a commitment ends, seconds since 1970 UTC.
    pub(crate) fn note_end(&mut self, end: f64) {
        if end > 0.0 && self.ends.len() < MOST_ENDS {
            self.ends.insert(whole(end / DAY));
        }
    }

    /// Adds a charge.
    pub fn add(&mut self, charge: &Charge<'_>) {
        let texts = [charge.currency, charge.account, charge.labels.as_bytes(), charge.machine];
        let mut ids = [0; 4];
        for ((text, known), id) in texts.into_iter().zip(&mut self.known).zip(&mut ids) {
            *id = known.id(&mut self.names, text);
        }
        let [currency, account, labels, machine] = ids;
        let (kind, line, pricing) = (charge.kind, charge.line, charge.pricing);
        let day = whole(charge.start / DAY);
        if matches!(kind, Kind::Usage | Kind::Idle) {
            let last = whole((charge.end - 1.0) / DAY).clamp(day, day + MOST_DAYS);
            if self.last_covered != (currency, day, last) {
                self.last_covered = (currency, day, last);
                self.covered.extend((day..=last).map(|day| (currency, day)));
            }
        }
        let mut hash = Hash::new();
        for word in [charge.start.to_bits(), charge.end.to_bits(), charge.identity] {
            hash.word(word);
        }
        for text in [charge.currency, charge.account, charge.labels.as_bytes(), charge.machine, charge.resource] {
            hash.text(text);
        }
        let use_hash = hash.0;
        for word in [charge.billed.to_bits(), charge.effective.to_bits(), kind as u64, line as u64] {
            hash.word(word);
        }
        if charge.billed != 0.0 || charge.effective != 0.0 {
            let key = Key { day, currency, account, labels, machine, kind, line, pricing };
            let money = self.money.entry(key).or_default();
            money.billed += charge.billed;
            money.effective += charge.effective;
            money.rows.push(hash.0);
        }
        let Some((counts, hours)) = charge.hours.filter(|(_, hours)| *hours != 0.0) else { return };
        let mut resource = Hash::new();
        resource.text(charge.resource);
        let resource = if charge.resource.is_empty() { 0 } else { resource.0 };
        let key = Machine { name: machine, resource, is_gpu: counts == Counts::Gpus };
        // Without a resource nothing tells how many machines there are: no cap.
        let seconds = whole(charge.end - charge.start);
        let next = Stretch {
            start: whole(charge.start),
            seconds,
            is_capped: !charge.resource.is_empty() && !key.is_gpu && seconds > 0,
            step: Step::of(seconds),
            currency,
            account,
            labels,
            pricing,
            hours,
            hash: use_hash,
        };
        let all = self.machines.entry(key).or_default();
        match all.last_mut() {
            Some(last) if last.goes_on_with(&next) => {
                last.seconds += next.seconds;
                last.hours += next.hours;
                last.step = last.step.max(next.step);
                last.hash = last.hash.wrapping_add(next.hash);
            }
            _ => all.push(next),
        }
    }

    /// Adds the charges of another file. Rows that are in both count once.
    pub fn take_in(&mut self, other: Self) -> Overlap {
        let ids = self.names.take_in(&other.names);
        self.work.take_in(&other.work);
        let id = |old: u32| ids.get(old as usize).copied().unwrap_or_default();
        let mut overlap = Overlap::default();
        for (key, mut theirs) in other.money {
            let key = Key {
                currency: id(key.currency),
                account: id(key.account),
                labels: id(key.labels),
                machine: id(key.machine),
                ..key
            };
            theirs.rows.sort_unstable();
            match self.money.entry(key) {
                Entry::Vacant(place) => {
                    place.insert(theirs);
                }
                Entry::Occupied(mut place) => {
                    let ours = place.get_mut();
                    self.work.add(ours.rows.len() + theirs.rows.len());
                    ours.rows.sort_unstable();
                    let common = in_both(&ours.rows, &theirs.rows);
                    if common == theirs.rows.len() {
                        overlap.duplicates += common as u64;
                    } else if common == ours.rows.len() {
                        overlap.duplicates += common as u64;
                        *ours = theirs;
                    } else {
                        overlap.unresolved += common;
                        ours.billed += theirs.billed;
                        ours.effective += theirs.effective;
                        ours.rows.extend(theirs.rows);
                    }
                }
            }
        }
        for (key, theirs) in other.machines {
            let key = Machine { name: id(key.name), ..key };
            let ours = self.machines.entry(key).or_default();
            let mut there: Vec<(u32, u64)> = ours.iter().map(|s| (s.start, s.hash)).collect();
            there.sort_unstable();
            self.work.add(there.len() + theirs.len());
            let new = theirs.into_iter().filter(|s| there.binary_search(&(s.start, s.hash)).is_err());
            ours.extend(new.map(|s| Stretch {
                currency: id(s.currency),
                account: id(s.account),
                labels: id(s.labels),
                ..s
            }));
        }
        self.covered.extend(other.covered.into_iter().map(|(currency, day)| (id(currency), day)));
        self.ends.extend(other.ends);
        let facts = &mut self.facts;
        facts.has_idle |= other.facts.has_idle;
        facts.has_allocations |= other.facts.has_allocations;
        facts.has_bills |= other.facts.has_bills;
        facts.has_cash |= other.facts.has_cash;
        overlap
    }
}

/// Longest use of one row, in days.
const MOST_DAYS: u32 = 400;
/// Ends of commitments kept.
const MOST_ENDS: usize = 20;

/// How many numbers two sorted lists share, each as often as it is in both.
fn in_both(one: &[u64], other: &[u64]) -> usize {
    let (mut at, mut common) = (0, 0);
    for hash in other {
        at += one.get(at..).unwrap_or_default().partition_point(|h| h < hash);
        if one.get(at) == Some(hash) {
            common += 1;
            at += 1;
        }
    }
    common
}

/// Whole seconds or days of a time that is not negative.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
fn whole(value: f64) -> u32 {
    if (0.0..f64::from(u32::MAX)).contains(&value) { libm::floor(value + 1e-6) as u32 } else { 0 }
}

/// A hash that tells rows apart, 64 bits: each eight bytes are mixed in by a multiplication with the golden ratio, and the
/// high half is folded onto the low one. Equal rows have equal hashes on every machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hash(pub(crate) u64);

impl Hash {
    pub(crate) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Takes in a text and its length.
    pub(crate) fn text(&mut self, text: &[u8]) {
        let mut words = text.chunks_exact(8);
        for word in &mut words {
            self.word(u64::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        let mut last = [0; 8];
        for (to, from) in last.iter_mut().zip(words.remainder()) {
            *to = *from;
        }
        self.word(u64::from_le_bytes(last));
        self.word(text.len() as u64);
    }

    fn word(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}
