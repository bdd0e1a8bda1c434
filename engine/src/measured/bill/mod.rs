//! Charges of bills, summed up while a file is read, and what they say together.
//!
//! Readers turn rows of OpenCost, FOCUS, AWS and Azure files into a [`Charge`] each; [`Charges`] keeps 64 bytes of it, so
//! that a long bill takes little memory and rows of two exports can be compared. Purchase and use of a commitment never
//! add up: one is cash, the other the amortised cost. Currencies never add up either.
//! Sources: FOCUS specification 1.0 to 1.2; AWS, "Data dictionary of the cost and usage report"; Microsoft, "Understand
//! usage details fields"; OpenCost, "API".

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::instant::{DAY, HOUR};
use super::names::{NO_NAME, Names};
use super::work::Work;

pub(crate) mod amounts;
pub mod azure;
pub(crate) mod cells;
mod commitments;
pub mod cur;
pub mod focus;
mod hours;
mod known_cells;
pub mod labels;
pub mod machines;
pub mod opencost;
mod overlap;
pub mod present;
mod price_check;
mod refunds;
pub mod summary;
mod table;
mod totals;
mod units;
mod used;

pub use machines::{MachineUse, Machines};
use overlap::ChargeRow;
pub use overlap::{Overlap, Repeats};
pub use present::{MeasuredRow, NotSet, PresentPlan, measured_plan, present_plan};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Counts {
    /// Hours of a machine.
    Machines,
    /// Hours of a GPU.
    Gpus,
}

/// One charge as a reader found it.
#[derive(Clone, Copy, Debug)]
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
    /// The resource; empty if unknown.
    pub resource: &'c [u8],
    /// Whether the resource is one machine, whose hours are capped at the period's length.
    pub is_single: bool,
    /// The commitment that it was bought or used under; empty if there is none or the bill does not name it.
    pub commitment: &'c [u8],
    /// What the invoice asks for.
    pub billed: f64,
    /// Amortised cost.
    pub effective: f64,
    /// Hours, and of what.
    pub hours: Option<(Counts, f64)>,
    /// A hash of what it is for: the same in an export that restates it.
    pub identity: u64,
    /// A hash of the id that its file gives the row; 0 without.
    pub item: u64,
    /// Line of its row, from 1, or its number.
    pub row: u64,
}

impl Charge<'_> {
    /// Use at no cost in a period, in US dollars, of which nothing else is known: a reader says what its row states.
    pub const fn usage(start: f64, end: f64) -> Self {
        Self {
            start,
            end,
            currency: b"USD",
            account: b"",
            labels: "",
            kind: Kind::Usage,
            line: CostLine::Other,
            pricing: Pricing::Standard,
            machine: b"",
            resource: b"",
            is_single: false,
            commitment: b"",
            billed: 0.0,
            effective: 0.0,
            hours: None,
            identity: 0,
            item: 0,
            row: 0,
        }
    }
}

/// What rows of a bill have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Key {
    currency: u32,
    account: u32,
    labels: u32,
    machine: u32,
    commitment: u32,
    kind: Kind,
    line: CostLine,
    pricing: Pricing,
    counts: Option<Counts>,
    /// Whether the resource is one machine, so that its hours are at most those of its period.
    is_single: bool,
}

impl Key {
    fn counts_gpus(&self) -> bool {
        self.counts == Some(Counts::Gpus)
    }
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

/// What a file said of its own cost, besides rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Charges {
    pub(crate) names: Names,
    /// Of the last currencies, accounts, labels, machines and commitments.
    #[serde(skip)]
    known: [Recent; 5],
    keys: Vec<Key>,
    #[serde(skip)]
    key_ids: BTreeMap<Key, u32>,
    rows: Vec<ChargeRow>,
    /// Rows beyond [`MOST_ROWS`], which do not count.
    beyond: u64,
    /// Days on which something was used, by currency.
    covered: BTreeSet<(u32, u32)>,
    /// The span that was added to them last: rows repeat it.
    #[serde(skip)]
    last_covered: (u32, u32, u32),
    /// The day on which a commitment ends, by its name, as far as rows tell.
    ends: BTreeMap<u32, u32>,
    /// End of the last use and number of rows, by file: which of two exports is the later.
    #[serde(skip)]
    files: Vec<(u32, usize)>,
    /// What the files said.
    pub facts: Facts,
    /// Work of joining and summing up.
    #[serde(skip)]
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
        if name.is_empty() {
            return NO_NAME;
        }
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

impl Charges {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Notes when a commitment ends, seconds since 1970 UTC. The empty name stands for one that the bill does not name.
    pub(crate) fn note_end(&mut self, commitment: &[u8], end: f64) {
        if end > 0.0 {
            let commitment = self.names.id_of_parts(commitment);
            let last = self.ends.entry(commitment).or_default();
            *last = (*last).max(whole(end / DAY));
        }
    }

    /// Whether no more charges are kept.
    fn is_full(&self) -> bool {
        self.rows.len() >= MOST_ROWS || self.names.len().max(self.keys.len()) >= MOST_NAMES
    }

    /// Adds a charge. Beyond [`MOST_ROWS`] and [`MOST_NAMES`] it is counted, and nothing of it is kept.
    pub fn add(&mut self, charge: &Charge<'_>) {
        if charge.billed == 0.0 && charge.effective == 0.0 && charge.hours.is_none_or(|(_, hours)| hours == 0.0) {
            self.cover(charge);
            return;
        }
        if self.is_full() {
            self.beyond += 1;
            return;
        }
        self.cover(charge);
        let texts = [charge.currency, charge.account, charge.labels.as_bytes(), charge.machine, charge.commitment];
        let mut ids = [0; 5];
        for ((text, known), id) in texts.into_iter().zip(&mut self.known).zip(&mut ids) {
            *id = known.id(&mut self.names, text);
        }
        let [currency, account, labels, machine, commitment] = ids;
        let hours = charge.hours.filter(|(_, hours)| *hours != 0.0);
        let key = self.key(Key {
            currency,
            account,
            labels,
            machine,
            commitment,
            kind: charge.kind,
            line: charge.line,
            pricing: charge.pricing,
            counts: hours.map(|(counts, _)| counts),
            is_single: charge.is_single,
        });
        let mut slot = Hash::new();
        for word in [charge.start.to_bits(), charge.end.to_bits(), charge.identity, charge.kind as u64] {
            slot.word(word);
        }
        for text in [charge.currency, charge.account, charge.resource] {
            slot.text(text);
        }
        let mut resource = Hash::new();
        resource.text(charge.resource);
        self.rows.push(ChargeRow {
            start: whole(charge.start),
            seconds: whole(charge.end - charge.start),
            key,
            origin: u32::try_from(charge.row).unwrap_or(u32::MAX),
            resource: if charge.resource.is_empty() { 0 } else { resource.0 },
            slot: slot.0,
            item: charge.item,
            billed: charge.billed,
            effective: charge.effective,
            hours: hours.map_or(0.0, |(_, hours)| hours),
        });
    }

    /// Notes the days of a use.
    fn cover(&mut self, charge: &Charge<'_>) {
        if !matches!(charge.kind, Kind::Usage | Kind::Idle) {
            return;
        }
        let [known, ..] = &mut self.known;
        let currency = known.id(&mut self.names, charge.currency);
        let day = whole(charge.start / DAY);
        let last = whole((charge.end - 1.0) / DAY).clamp(day, day + MOST_DAYS);
        if self.last_covered != (currency, day, last) {
            self.last_covered = (currency, day, last);
            self.covered.extend((day..=last).map(|day| (currency, day)));
        }
    }

    fn key(&mut self, key: Key) -> u32 {
        let next = u32::try_from(self.keys.len()).unwrap_or(u32::MAX);
        let id = *self.key_ids.entry(key).or_insert(next);
        if id == next {
            self.keys.push(key);
        }
        id
    }

    /// The key of a row.
    fn key_of(&self, row: &ChargeRow) -> &Key {
        const NONE: Key = Key {
            currency: 0,
            account: 0,
            labels: 0,
            machine: 0,
            commitment: 0,
            kind: Kind::Usage,
            line: CostLine::Other,
            pricing: Pricing::Standard,
            counts: None,
            is_single: false,
        };
        self.keys.get(row.key as usize).unwrap_or(&NONE)
    }
}

/// Most charges kept, of all files together: 64 bytes each, 256 MB. Unit tests reach it sooner.
pub const MOST_ROWS: usize = if cfg!(test) { 1_000 } else { 4_000_000 };
/// Most names of machines, accounts and labels, and most combinations of them: some 600 bytes each, 700 MB.
pub const MOST_NAMES: usize = 1_200_000;
/// Longest use of one row, in days.
const MOST_DAYS: u32 = 400;

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

    /// The hash of an id; 0 of none.
    pub(crate) fn of_id(id: &[u8]) -> u64 {
        let mut hash = Self::new();
        hash.text(id);
        if id.is_empty() { 0 } else { hash.0 }
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
