//! The way from a bill's file to its charges, the same for all tables: open it, find the columns, read row after row.

use super::amounts::Amounts;
use super::cells::{currency_of, present};
use super::known_cells::KnownCells;
use super::labels::Labels;
use super::machines::instance_in_json;
use super::units::UnknownUnits;
use super::{Charge, Charges};
use crate::measured::instant::{Clock, NoTime};
use crate::measured::report::{BillRemark, FileReport, Remark, SkipReason};
use crate::measured::rows::{Dialect, Row, Table};
use crate::measured::settings::{ReadSettings, Refused};
use crate::measured::source::Source;
use crate::measured::{FIRST_BYTES, Reading, refused};

/// An open bill: its header is read, its rows are not.
pub(super) struct BillTable<'s, 'r> {
    pub(super) table: Table<'s, 'r>,
    pub(super) clock: Clock,
    pub(super) amounts: Amounts,
}

impl<'s, 'r> BillTable<'s, 'r> {
    /// Opens a file and reads its header.
    pub(super) fn open(source: &'s mut Source<'r>, settings: &ReadSettings) -> Result<Self, Refused> {
        let first = source.peek(FIRST_BYTES).map_err(|e| refused(&e))?;
        let dialect = Dialect::of(first);
        let amounts = Amounts::new(first, dialect);
        let table = Table::open(source, dialect).map_err(|e| refused(&e))?.ok_or(Refused::Empty)?;
        Ok(Self { table, clock: settings.clock(), amounts })
    }
}

/// One row of a bill, with what its cells are read with and where its charge goes.
pub(super) struct BillRow<'r, 'b> {
    row: Row<'r>,
    pub(super) clock: &'b mut Clock,
    amounts: &'b mut Amounts,
    pub(super) labels: &'b mut Labels,
    pub(super) units: &'b mut UnknownUnits,
    instances: &'b mut KnownCells<Option<String>>,
    pub(super) report: &'b mut FileReport,
    pub(super) charges: &'b mut Charges,
}

impl<'r> BillRow<'r, '_> {
    /// The cell at a column that may not exist; empty if it says that it has no value.
    pub(super) fn cell(&self, column: Option<usize>) -> &'r [u8] {
        present(self.row.at(column))
    }

    /// The cell at a column as it is written, also one such as `null`.
    pub(super) fn written(&self, column: usize) -> &'r [u8] {
        self.row.cell(column)
    }

    /// The text of a cell as it is written; empty if it is not UTF-8.
    pub(super) fn text(&self, column: usize) -> &'r str {
        std::str::from_utf8(self.row.cell(column)).unwrap_or_default()
    }

    /// The period of a row, seconds since 1970 UTC; so many seconds from its start if it has no end.
    pub(super) fn period(
        &mut self,
        start: Option<usize>,
        end: Option<usize>,
        usual_length: f64,
    ) -> Result<(f64, f64), SkipReason> {
        period(self.clock, self.row.at(start), self.row.at(end), usual_length)
    }

    /// The currency of a row: that of its cell, or US dollars in a file without such a column.
    pub(super) fn currency(&self, column: Option<usize>) -> Result<&'r [u8], SkipReason> {
        currency_of(&self.row, column).ok_or(SkipReason::Unreadable)
    }

    /// The amount in a cell, if there is one.
    pub(super) fn amount(&mut self, column: Option<usize>) -> Option<f64> {
        self.amounts.read(self.cell(column))
    }

    /// The amount in a cell; 0 if there is none.
    pub(super) fn amount_or_zero(&mut self, column: Option<usize>) -> f64 {
        self.amounts.or_zero(self.cell(column))
    }

    /// The amount in a cell that has to have one: see [`BillRow::check_amounts`].
    pub(super) fn needed_amount(&mut self, column: Option<usize>) -> f64 {
        self.amounts.needed(self.cell(column))
    }

    /// Fails if an amount of this row could not be read.
    pub(super) fn check_amounts(&mut self) -> Result<(), SkipReason> {
        if self.amounts.take_bad() { Err(SkipReason::BadNumber) } else { Ok(()) }
    }

    /// The instance type in a cell of JSON.
    pub(super) fn instance_in_json(&mut self, cell: &[u8]) -> Option<String> {
        self.instances.read(cell, instance_in_json)
    }

    /// Adds a charge of this row, with the row's labels.
    pub(super) fn add(&mut self, charge: Charge<'_>) {
        let charge = Charge { labels: self.labels.text(), row: self.row.line, ..charge };
        self.charges.add(&charge);
    }
}

/// Reads the rows of a bill of a cloud: `add_charges` adds the charges of one, or says why it has none. Then says what was
/// seen of times, numbers and units. A bill that states no currency is taken for one in US dollars.
pub(super) async fn read_rows(
    bill: BillTable<'_, '_>,
    reading: &mut Reading,
    states_currency: bool,
    mut add_charges: impl FnMut(&mut BillRow<'_, '_>) -> Result<(), SkipReason>,
) -> Result<(), Refused> {
    let BillTable { mut table, mut clock, mut amounts } = bill;
    let (report, charges) = (&mut reading.report, &mut reading.charges);
    let (mut labels, mut units, mut instances) = (Labels::default(), UnknownUnits::default(), KnownCells::default());
    if !states_currency {
        report.bill(BillRemark::CurrencyNotStated, None, "");
    }
    charges.facts.has_bills = true;
    while table.advance(report).await.map_err(|e| refused(&e))? {
        let row = table.row();
        labels.clear();
        amounts.take_bad(); // of a row that was given up before
        let added = add_charges(&mut BillRow {
            row,
            clock: &mut clock,
            amounts: &mut amounts,
            labels: &mut labels,
            units: &mut units,
            instances: &mut instances,
            report,
            charges,
        });
        if let Err(reason) = added {
            report.skip(reason, row.line);
        }
    }
    amounts.finish(report);
    units.finish(report);
    report.note_clock(&clock);
    report.count(table.repeated(), |count| Remark::HeaderRepeated { count });
    Ok(())
}

/// A period from the cells of its start and its end, seconds since 1970 UTC; so many seconds from its start if it has no end.
pub(super) fn period(clock: &mut Clock, start: &[u8], end: &[u8], usual_length: f64) -> Result<(f64, f64), SkipReason> {
    let mut read = |cell| match clock.read(cell) {
        Ok(time) => Ok(Some(time)),
        Err(NoTime::Absent) => Ok(None),
        Err(NoTime::Ambiguous) => Err(SkipReason::AmbiguousDate),
        Err(NoTime::Unreadable) => Err(SkipReason::BadTime),
    };
    let start = read(start)?.ok_or(SkipReason::NoTime)?;
    let end = read(end)?.unwrap_or(start + usual_length);
    if end < start { Err(SkipReason::EndsBeforeStart) } else { Ok((start, end)) }
}
