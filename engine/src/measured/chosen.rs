//! The columns of any table that are chosen, and what their cells state.

use super::bill::amounts::Amounts;
use super::instant::{Clock, HOUR, duration};
use super::report::SkipReason;
use super::rows::Row;
use super::settings::Meaning;
use super::smi;

/// Greatest number of GPUs of a row.
pub(super) const MOST_GPUS: f64 = 1e6;

/// The chosen columns.
#[derive(Clone, Copy)]
pub(super) struct Chosen<'s>(pub(super) &'s [(usize, Meaning)]);

impl Chosen<'_> {
    /// The column that holds this.
    pub(super) fn column(&self, meaning: Meaning) -> Option<usize> {
        self.0.iter().find(|(_, chosen)| *chosen == meaning).map(|(at, _)| *at)
    }

    /// Whether a column holds one of these.
    pub(super) fn has(&self, meanings: &[Meaning]) -> bool {
        meanings.iter().any(|meaning| self.column(*meaning).is_some())
    }
}

/// A number of a cell, without its per cent sign.
pub(super) fn number(cell: &[u8], amounts: &mut Amounts) -> Option<f64> {
    let cell = cell.strip_suffix(b"%").unwrap_or(cell);
    let found = amounts.read(cell);
    if amounts.take_bad() { None } else { found }
}

/// The number of GPUs of a row.
pub(super) fn gpus(row: &Row<'_>, chosen: &Chosen<'_>, amounts: &mut Amounts) -> Result<f64, SkipReason> {
    let gpus = number(row.at(chosen.column(Meaning::Gpus)), amounts).ok_or(SkipReason::BadNumber)?;
    if (0.0..=MOST_GPUS).contains(&gpus) { Ok(gpus) } else { Err(SkipReason::BadNumber) }
}

/// The duration of a row in seconds, if a column has it.
pub(super) fn length(row: &Row<'_>, chosen: Chosen<'_>, amounts: &mut Amounts) -> Result<Option<f64>, SkipReason> {
    if let Some(at) = chosen.column(Meaning::Duration) {
        let text = row.cell(at);
        let length = number(text, amounts).map(|hours| hours * HOUR).or_else(|| duration(text));
        return length.map(Some).ok_or(SkipReason::BadNumber);
    }
    let Some(at) = chosen.column(Meaning::DurationSeconds) else { return Ok(None) };
    number(row.cell(at), amounts).map(Some).ok_or(SkipReason::BadNumber)
}

/// The end of a row, if a column has it or its duration.
pub(super) fn end(
    row: &Row<'_>,
    chosen: Chosen<'_>,
    start: f64,
    (clock, amounts): (&mut Clock, &mut Amounts),
) -> Result<Option<f64>, SkipReason> {
    match chosen.column(Meaning::End) {
        Some(at) => clock.read(row.cell(at)).map(Some).map_err(smi::skip),
        None => Ok(length(row, chosen, amounts)?.map(|length| start + length)),
    }
}
