//! The two plans of an answer as a workbook that computes: payments are quantities of the program times prices that may be changed.
//!
//! Every formula comes with its value. Sizes and hours are those of the program; what else is fixed is named in the last sheet.
//! Deliberately absent: how a spreadsheet is written.

mod build;
pub mod cells;
mod results;
pub mod tables;

pub use build::{WorkbookOf, workbook};

use serde::{Deserialize, Serialize};

use super::inputs::plain_with_unit;
use super::version_line;
use crate::analysis::decision::Decision;
use crate::analysis::plan_pair::Place;
use crate::analysis::plan_payments::plan_payments;
use crate::codec::{Document, link};
use crate::horizon::node_expansion;
use crate::model::Subject;
use crate::plans::find_sizes;
use crate::plans::setting::Setting;
use crate::prices::PriceBook;
use crate::report::{Report, evaluate};
use crate::view::plan_words::{doing, gpus_there};
use crate::view::plans as headline;
use cells::Workbook;

/// The form in which a workbook is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A spreadsheet with live formulas (.xlsx).
    Xlsx,
    /// The values of all its sheets below one another, as CSV.
    Csv,
    /// The same, to paste into a spreadsheet.
    Tsv,
    /// The values of all its sheets, for programs.
    Json,
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Xlsx, Self::Csv, Self::Tsv, Self::Json];

    /// The ending of its files.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Xlsx => "xlsx",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Json => "json",
        }
    }
}

/// Why a scenario has no workbook.
pub const NOTHING_TO_COMPARE: &str = "There are no two plans to compare.";

/// The workbook of a scenario: its recommended plan, and the one that the headline's saving is against. `program`: name and version.
///
/// Errors: why there is none, a sentence each.
pub fn workbook_of(document: &Document, book: &PriceBook, program: &str) -> Result<Workbook, Vec<String>> {
    let report = evaluate(&document.scenario, book, &document.edition)
        .map_err(|issues| issues.into_iter().map(|issue| issue.message).collect::<Vec<_>>())?;
    compared(document, book, &report, program).ok_or_else(|| vec![NOTHING_TO_COMPARE.to_owned()])
}

fn compared(document: &Document, book: &PriceBook, report: &Report, program: &str) -> Option<Workbook> {
    let subject = Subject { scenario: &document.scenario, book, edition: &document.edition };
    let Decision { plans, weighed } = report.decision.as_ref()?;
    let own = node_expansion::model(subject.scenario, subject.book, subject.edition).ok()?;
    let setting = Setting::new(Some(&own), subject)?;
    let sizes = find_sizes(&setting, subject);
    let place = Place { setting: &setting, subject, own: &own };
    let (best, other) = (plans.recommended()?, headline::compared(plans, Some(weighed))?);
    let [first, second] = [best, other].map(|plan| plan_payments(place, &sizes, plan.kind));
    let there = gpus_there(&plans.plans);
    let [best, other] = [best, other].map(|plan| doing(report, plan, there));
    Some(workbook(WorkbookOf {
        subject,
        setting: &setting,
        name: &document.name,
        version: &version_line(program, document),
        link: &link::write(document),
        too_close: headline::is_close(weighed),
        plans: [(&best, &first?), (&other, &second?)],
        write: &plain_with_unit,
    }))
}
