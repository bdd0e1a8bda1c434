//! Rows that are there twice: in one file, or in two exports of the same bill.
//!
//! What is certainly the same row counts once. Where two exports share rows and differ in others, the later one counts. What
//! cannot be told counts twice, with the amount at stake.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Charges, Key, MOST_ROWS, Pricing};
use crate::measured::report::{BillRemark, FileReport, SkipReason};

/// A row of a bill as it is kept.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct ChargeRow {
    /// First second since 1970 UTC.
    pub(super) start: u32,
    pub(super) seconds: u32,
    /// Place in [`Charges::keys`].
    pub(super) key: u32,
    /// Its line while its file is read, then the number of its file.
    pub(super) origin: u32,
    /// A hash of the resource; 0 without.
    pub(super) resource: u64,
    /// A hash of what it is for and when.
    pub(super) slot: u64,
    /// A hash of the id that its file gives it; 0 without.
    pub(super) item: u64,
    pub(super) billed: f64,
    pub(super) effective: f64,
    pub(super) hours: f64,
}

/// What a row states, to be compared.
type Figures = (u64, u64, u64);

impl ChargeRow {
    pub(super) const fn end(&self) -> u32 {
        self.start.saturating_add(self.seconds)
    }

    fn figures(&self) -> Figures {
        (self.effective.to_bits(), self.billed.to_bits(), self.hours.to_bits())
    }

    /// The amount that counts if the row does.
    fn amount(&self) -> f64 {
        if self.effective == 0.0 { self.billed } else { self.effective }
    }

    /// Whether no other row of an export is for the same thing at the same time. Ids of rows change from one export to the
    /// next, so that only the hours of a resource compare where rows have ids.
    const fn is_unique(&self) -> bool {
        self.resource != 0 && (self.hours != 0.0 || self.item == 0)
    }

    /// The order of slots; in each that of figures, ids, keys and lines or files.
    fn in_order(&self, other: &Self) -> Ordering {
        let rest = |row: &Self| (row.figures(), row.item, row.key, row.origin);
        self.slot.cmp(&other.slot).then_with(|| rest(self).cmp(&rest(other)))
    }
}

/// Amounts by currency.
type Amounts = BTreeMap<String, f64>;

/// Rows of one file that equal another one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Repeats {
    /// Lines of those that are certainly the same row, rising; they do not count.
    pub lines: Vec<u32>,
    /// Number of those that may be different rows with equal figures; they count.
    pub unclear: u64,
    /// Their amounts, by currency.
    pub at_stake: Amounts,
}

/// Rows of two files, compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlap {
    /// Rows that are in both, of which one counts.
    pub duplicates: u64,
    /// Rows that the later export states anew, and that count as it states them.
    pub restated: u64,
    /// Amounts that may count twice: two files have rows for the same thing and time that differ.
    pub at_stake: Amounts,
    /// Rows beyond those that are kept, which do not count.
    pub beyond: u64,
}

/// An amount at stake is said from this share of the file's on.
const LEAST_AT_STAKE: f64 = 1e-3;

impl Charges {
    /// Ends the reading of a file: rows that are there twice count once where that is certain. Says so in the report.
    pub(crate) fn finish(&mut self, report: &mut FileReport) {
        let repeats = self.drop_repeats();
        for line in &repeats.lines {
            report.skip(SkipReason::Duplicate, u64::from(*line));
        }
        for (currency, amount) in repeats.at_stake {
            report.bill(BillRemark::RowsAlike, Some(amount), &currency);
        }
        if self.beyond > 0 {
            report.bill(BillRemark::TooManyRows, Some(crate::measured::number(self.beyond)), "");
        }
        self.note_file();
    }

    /// Notes its rows as those of one file.
    fn note_file(&mut self) {
        let end = self.rows.iter().filter(|row| row.hours != 0.0 || row.effective != 0.0).map(ChargeRow::end).max();
        self.files = vec![(end.unwrap_or_default(), self.rows.len())];
    }

    /// Completes the charges of one file of which the rows and their names were kept.
    pub(in crate::measured) fn complete(&mut self) {
        self.key_ids = (0..).zip(&self.keys).map(|(id, key)| (*key, id)).collect();
        self.note_file();
    }

    /// Whether every number is one that a reader could have found.
    pub(in crate::measured) fn is_sound(&self) -> bool {
        let is_sound = |row: &ChargeRow| [row.billed, row.effective, row.hours].iter().all(|figure| figure.is_finite());
        self.rows.len() <= MOST_ROWS && self.rows.iter().all(is_sound)
    }

    fn drop_repeats(&mut self) -> Repeats {
        self.rows.sort_unstable_by(ChargeRow::in_order);
        let mut lines = Vec::new();
        let mut unclear = 0;
        // By currency: all amounts, and those of rows that may be repeats.
        let (mut all, mut at_stake): (BTreeMap<u32, f64>, BTreeMap<u32, f64>) = (BTreeMap::new(), BTreeMap::new());
        let mut kept: Vec<bool> = Vec::with_capacity(self.rows.len());
        let mut before: Option<&ChargeRow> = None;
        for row in &self.rows {
            let same = |one: &ChargeRow| {
                (one.slot, one.figures(), one.item, one.key) == (row.slot, row.figures(), row.item, row.key)
            };
            let key = self.key_of(row);
            *all.entry(key.currency).or_default() += row.amount().abs();
            let is_repeat = before.is_some_and(same);
            let is_certain = row.item != 0 || row.resource != 0 && row.hours != 0.0 && key.is_single;
            if is_repeat && is_certain {
                lines.push(row.origin);
            } else if is_repeat {
                unclear += 1;
                *at_stake.entry(key.currency).or_default() += row.amount();
            }
            kept.push(!(is_repeat && is_certain));
            before = Some(row);
        }
        let mut kept = kept.into_iter();
        self.rows.retain(|_| kept.next().unwrap_or(true));
        lines.sort_unstable();
        at_stake
            .retain(|currency, amount| amount.abs() > LEAST_AT_STAKE * all.get(currency).copied().unwrap_or_default());
        let named = |(currency, amount)| (self.names.name(currency).to_owned(), amount);
        Repeats { lines, unclear, at_stake: at_stake.into_iter().map(named).collect() }
    }

    /// Adds the charges of another file, which [`Charges::finish`] has ended. Rows that are in both count once.
    pub fn take_in(&mut self, other: &Self) -> Overlap {
        let number = u32::try_from(self.files.len()).unwrap_or(u32::MAX);
        if self.is_full() {
            self.files.push((0, 0));
            return Overlap { beyond: other.rows.len() as u64, ..Overlap::default() };
        }
        let ids = self.names.take_in(&other.names);
        self.work.take_in(&other.work);
        self.work.add(self.rows.len() + other.rows.len());
        let id = |old: u32| ids.get(old as usize).copied().unwrap_or_default();
        let keys: Vec<u32> = other
            .keys
            .iter()
            .map(|key| {
                self.key(Key {
                    currency: id(key.currency),
                    account: id(key.account),
                    labels: id(key.labels),
                    machine: id(key.machine),
                    commitment: id(key.commitment),
                    ..*key
                })
            })
            .collect();
        let room = MOST_ROWS.saturating_sub(self.rows.len());
        let mut overlap = Overlap { beyond: other.rows.len().saturating_sub(room) as u64, ..Overlap::default() };
        let new = other.rows.iter().take(room).map(|row| ChargeRow {
            key: keys.get(row.key as usize).copied().unwrap_or_default(),
            origin: number,
            ..*row
        });
        self.rows = merged(std::mem::take(&mut self.rows), new);
        self.files.push(other.files.first().copied().unwrap_or_default());
        if number > 0 {
            self.compare(number, &mut overlap);
        }
        self.covered.extend(other.covered.iter().map(|(currency, day)| (id(*currency), *day)));
        for (commitment, end) in &other.ends {
            let last = self.ends.entry(id(*commitment)).or_default();
            *last = (*last).max(*end);
        }
        let facts = &mut self.facts;
        facts.has_idle |= other.facts.has_idle;
        facts.has_allocations |= other.facts.has_allocations;
        facts.has_bills |= other.facts.has_bills;
        facts.has_cash |= other.facts.has_cash;
        overlap
    }

    /// Compares the rows of a file with those before it.
    fn compare(&mut self, number: u32, overlap: &mut Overlap) {
        let mut rows = std::mem::take(&mut self.rows);
        let is_new = |row: &ChargeRow| row.origin == number;
        // Two exports of one bill share whole rows; parts of one export do not.
        let (mut equal, mut different) = (0_u64, 0_u64);
        for slot in rows.chunk_by(|a, b| a.slot == b.slot) {
            // Only the hours of a resource are proof: small charges are equal by chance.
            let has_hours = slot.iter().all(|row| row.resource != 0 && row.hours != 0.0);
            let both = Side::both(slot, &is_new).filter(|_| has_hours);
            match both.map(|(ours, theirs)| self.relation(&ours, &theirs, true)) {
                Some(Relation::Equal) => equal += 1,
                Some(Relation::Different) => different += 1,
                _ => {}
            }
        }
        let is_same_bill = equal > 0 && equal >= different;
        let mut kept: Vec<bool> = Vec::with_capacity(rows.len());
        for slot in rows.chunk_by(|a, b| a.slot == b.slot) {
            let keeps = |new: bool, old: bool| move |row: &ChargeRow| if is_new(row) { new } else { old };
            let Some((ours, theirs)) = Side::both(slot, &is_new) else {
                kept.extend(slot.iter().map(|_| true));
                continue;
            };
            let (new, old) = match self.relation(&ours, &theirs, !is_same_bill) {
                Relation::Equal | Relation::Contained { in_ours: true } => {
                    overlap.duplicates += theirs.rows.len() as u64;
                    (false, true)
                }
                Relation::Contained { in_ours: false } => {
                    overlap.duplicates += ours.rows.len() as u64;
                    (true, false)
                }
                Relation::Different | Relation::Mixed { .. } | Relation::Apart if is_same_bill => {
                    let is_later = self.is_later(&theirs, &ours);
                    overlap.restated += if is_later { ours.rows.len() } else { theirs.rows.len() } as u64;
                    (is_later, !is_later)
                }
                Relation::Different => {
                    self.note_at_stake(slot, ours.amount().min(theirs.amount()), overlap);
                    (true, true)
                }
                Relation::Mixed { common } => {
                    self.note_at_stake(slot, common, overlap);
                    (true, true)
                }
                Relation::Apart => (true, true),
            };
            kept.extend(slot.iter().map(keeps(new, old)));
        }
        overlap.at_stake.retain(|_, amount| *amount != 0.0);
        let mut kept = kept.into_iter();
        rows.retain(|_| kept.next().unwrap_or(true));
        self.rows = rows;
    }

    /// `with_ids`: whether the ids of rows tell those apart that are not unique.
    fn relation(&self, ours: &Side<'_>, theirs: &Side<'_>, with_ids: bool) -> Relation {
        let is_unique = ours.is_unique() && theirs.is_unique();
        let (common, amount) = ours.in_both(theirs, with_ids && !is_unique);
        if common == theirs.rows.len() && common == ours.rows.len() && is_unique {
            return Relation::Equal;
        }
        if common == theirs.rows.len() || common == ours.rows.len() {
            return Relation::Contained { in_ours: common == theirs.rows.len() };
        }
        // An export of actual cost leaves what is under a commitment at 0; the amortised one knows its cost.
        let (one, other) = (self.is_unpriced(ours), self.is_unpriced(theirs));
        if one != other && ours.hours() == theirs.hours() {
            return Relation::Contained { in_ours: other };
        }
        match (is_unique, common) {
            (true, _) => Relation::Different,
            (false, 0) => Relation::Apart,
            (false, _) => Relation::Mixed { common: amount },
        }
    }

    fn note_at_stake(&self, slot: &[ChargeRow], amount: f64, overlap: &mut Overlap) {
        let currency = slot.first().map(|row| self.key_of(row).currency).unwrap_or_default();
        *overlap.at_stake.entry(self.names.name(currency).to_owned()).or_default() += amount;
    }

    fn is_unpriced(&self, side: &Side<'_>) -> bool {
        let is = |row: &&ChargeRow| row.effective == 0.0 && self.key_of(row).pricing == Pricing::Committed;
        side.rows.iter().all(is)
    }

    /// Whether the file of a side goes on longer than those of the other.
    fn is_later(&self, one: &Side<'_>, other: &Side<'_>) -> bool {
        let last = |side: &Side<'_>| {
            let files = side.rows.iter().filter_map(|row| self.files.get(row.origin as usize));
            files.max().copied().unwrap_or_default()
        };
        last(one) >= last(other)
    }
}

/// Rows of two lists in one. Each is in order already, so that adding a file sorts nothing again.
fn merged(known: Vec<ChargeRow>, new: impl ExactSizeIterator<Item = ChargeRow>) -> Vec<ChargeRow> {
    let mut all = Vec::with_capacity(known.len() + new.len());
    let (mut known, mut new) = (known.into_iter().peekable(), new.peekable());
    loop {
        let is_new = match (known.peek(), new.peek()) {
            (Some(known), Some(new)) => new.in_order(known) == Ordering::Less,
            (known, _) => known.is_none(),
        };
        match if is_new { new.next() } else { known.next() } {
            Some(row) => all.push(row),
            None => return all,
        }
    }
}

/// How the rows of a slot in two files relate.
enum Relation {
    /// The same rows of one resource.
    Equal,
    /// All rows of one side are on the other, whose rows count.
    Contained {
        /// Whether it is the earlier file that has them all.
        in_ours: bool,
    },
    /// Rows for the same resource and time that differ: restated, or parts.
    Different,
    /// Rows without a resource, some of which are in both.
    Mixed {
        /// The amount of these.
        common: f64,
    },
    /// Rows without a resource, none of which is in both.
    Apart,
}

/// The rows of a slot on one side.
struct Side<'r> {
    rows: Vec<&'r ChargeRow>,
}

impl<'r> Side<'r> {
    /// Both sides of a slot, in the order of figures; `None` if one has no rows.
    fn both(slot: &'r [ChargeRow], is_new: &impl Fn(&ChargeRow) -> bool) -> Option<(Self, Self)> {
        if slot.iter().all(is_new) || !slot.iter().any(is_new) {
            return None;
        }
        let (theirs, ours) = slot.iter().partition(|row| is_new(row));
        Some((Self { rows: ours }, Self { rows: theirs }))
    }

    fn is_unique(&self) -> bool {
        self.rows.iter().all(|row| row.is_unique())
    }

    fn hours(&self) -> f64 {
        self.rows.iter().fold(0.0, |sum, row| sum + row.hours)
    }

    fn amount(&self) -> f64 {
        self.rows.iter().fold(0.0, |sum, row| sum + row.amount())
    }

    /// How many rows are on both sides, each as often as it is on both, and their amount.
    fn in_both(&self, other: &Self, with_ids: bool) -> (usize, f64) {
        let of = |row: &&ChargeRow| (row.figures(), if with_ids { row.item } else { 0 });
        let (mut count, mut amount) = (0, 0.0);
        let mut rest = other.rows.iter().peekable();
        for row in &self.rows {
            while rest.next_if(|next| of(next) < of(row)).is_some() {}
            if rest.next_if(|next| of(next) == of(row)).is_some() {
                count += 1;
                amount += row.amount();
            }
        }
        (count, amount)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Charge, CostLine};
    use super::*;
    use crate::measured::{Format, Remark};

    fn charges(rows: usize) -> Charges {
        let mut charges = Charges::default();
        for row in 0..rows {
            charges.add(&Charge {
                line: CostLine::Compute,
                resource: format!("vm-{row}").as_bytes(),
                is_single: true,
                billed: 1.0,
                effective: 1.0,
                row: row as u64 + 2,
                ..Charge::usage(1.7e9, 1.7e9 + 3_600.0)
            });
        }
        charges
    }

    #[test]
    fn more_rows_than_are_kept_are_counted_and_said() {
        let mut report = FileReport::new("", Format::Focus);
        let mut many = charges(MOST_ROWS + 7);
        many.finish(&mut report);
        assert_eq!(many.rows.len(), MOST_ROWS);
        let expected = Remark::Bill { key: BillRemark::TooManyRows, amount: Some(7.0), name: None };
        assert_eq!(report.remarks, [expected]);
        let mut record = Charges::default();
        assert_eq!(record.take_in(&many), Overlap::default());
        let mut more = charges(5);
        more.finish(&mut report);
        assert_eq!(record.take_in(&more).beyond, 5);
    }
}
