//! The memo: what a board approves on the first page, what that rests on after it.

use super::facts::{facts, month_name};
use super::inputs::{InputWords, inputs};
use super::reversals::{Reversal, WriteUnit, reversals};
use super::{Block, Fact, WordTable};
use crate::analysis::decision::Weighed;
use crate::codec::MemoWords;
use crate::model::Subject;
use crate::plans::recommendation::Plans;
use crate::report::{NOT_MODELLED, Report};
use crate::units::count;
use crate::view::pair_lines::years_of;
use crate::view::plan_sheet;
use crate::view::plan_words::{doing, gpus_there, name};
use crate::view::plans::{answer, compared};
use crate::view::plot::Plot;
use crate::view::sheet::{Column, Sheet};
use crate::view::template::filled;
use crate::view::{Piece, Style, words};

/// Facts that would reverse the answer, at most.
const REVERSALS: usize = 3;
/// Label of a fact that would reverse the answer.
pub const REVERSED: &str = "Reversed if";
/// Rows of the table of assumptions, at most: with them the memo has three pages.
const ASSUMPTIONS: usize = 24;
/// Columns of the table of plans: the others are in the spreadsheet.
const PLAN_COLUMNS: usize = 8;

/// The parts of a memo that the page knows.
#[derive(Clone, Copy)]
pub struct MemoOf<'a> {
    /// The scenario.
    pub subject: Subject<'a>,
    /// Its name.
    pub name: &'a str,
    /// The words of its author.
    pub words: &'a MemoWords,
    /// Its report.
    pub report: &'a Report,
    /// Its plans.
    pub plans: &'a Plans,
    /// How sure the recommended one is.
    pub weighed: &'a Weighed,
    /// The first chart.
    pub chart: Option<&'a Plot>,
    /// Formats a number with its unit.
    pub write: WriteUnit<'a>,
}

/// A memo.
#[derive(Clone, Debug, PartialEq)]
pub struct Memo {
    /// Its title: that of the author, else the name of the scenario, else what it is about.
    pub title: String,
    /// Its parts. The first page ends before the first heading.
    pub blocks: Vec<Block>,
}

/// The memo of a scenario.
pub fn memo(of: MemoOf) -> Memo {
    let MemoOf { name, words: own, report, plans, weighed, .. } = of;
    let named = [own.title.as_str(), name].into_iter().map(str::trim).find(|text| !text.is_empty());
    let title = named.unwrap_or("Rent or own GPUs").to_owned();
    let mut blocks = vec![Block::Paragraph(answer(report, plans, Some(weighed)).headline)];
    if !own.paragraph.trim().is_empty() {
        blocks.push(Block::OwnWords(own.paragraph.clone()));
    }
    // Cautions that qualify the figures stand before them.
    let cautions = cautions(of);
    if !cautions.is_empty() {
        blocks.push(Block::Items(cautions));
    }
    blocks.push(Block::Facts(facts(report, plans, weighed, &own.date)));
    let found =
        weighed.pair.as_ref().map(|pair| reversals(pair, of.subject.scenario, REVERSALS, of.write)).unwrap_or_default();
    blocks.extend(reversed_by(report, plans, weighed, &found));
    blocks.push(Block::ToFillIn(&["Approved by", "Date"]));
    blocks.push(Block::Heading("What it is compared with"));
    blocks.push(Block::Sheet(plans_sheet(of)));
    blocks.extend(of.chart.map(|chart| Block::Plot(Box::new(chart.clone()))));
    blocks.extend(cash_sheet(plans, of).map(Block::Sheet));
    blocks.push(Block::Heading("What it rests on"));
    blocks.push(Block::Table(assumptions(of)));
    blocks.push(Block::Paragraph(vec![words("Not modelled:")]));
    blocks.push(Block::Items(NOT_MODELLED.iter().map(|line| vec![words(*line)]).collect()));
    Memo { title, blocks }
}

/// What a person who signs has to know of the figures.
fn cautions(of: MemoOf) -> Vec<Vec<Piece>> {
    let notes = answer(of.report, of.plans, Some(of.weighed)).notes.into_iter().map(|note| note.pieces);
    let warnings =
        of.report.warnings.iter().map(|issue| vec![words(format!("{}.", issue.message.trim_end_matches('.')))]);
    notes.chain(warnings).collect()
}

fn reversed_by(report: &Report, plans: &Plans, weighed: &Weighed, found: &[Reversal]) -> Vec<Block> {
    let against = weighed.pair.as_ref().and_then(|pair| plans.plan(pair.against));
    let Some(against) = against.filter(|_| !found.is_empty()) else { return Vec::new() };
    let other = words(doing(report, against, gpus_there(&plans.plans)));
    let turns = filled("What turns it to {other}:", &[("other", other)]);
    let pieces = |reversal: &Reversal| {
        let mut pieces = reversal.pieces.clone();
        let who = if reversal.who.is_empty() { ". Nobody can confirm it." } else { ". To confirm: {who}." };
        pieces.extend(filled(who, &[("who", words(reversal.who))]));
        pieces
    };
    let kinds = plans.recommended.into_iter().chain([against.kind]).collect::<Vec<_>>();
    let facts = found.iter().map(|reversal| Fact { label: REVERSED, pieces: pieces(reversal), plans: kinds.clone() });
    vec![Block::Paragraph(turns), Block::Facts(facts.collect())]
}

fn plans_sheet(of: MemoOf) -> Sheet {
    let mut sheet = plan_sheet::sheet(of.report, of.plans, Some(of.weighed));
    sheet.columns.truncate(PLAN_COLUMNS);
    for (_, values) in &mut sheet.rows {
        values.truncate(PLAN_COLUMNS);
    }
    sheet
}

/// What the answer and the plan that the headline's saving is against pay by fiscal year.
fn cash_sheet(plans: &Plans, of: MemoOf) -> Option<Sheet> {
    let best = plans.recommended()?;
    let other = compared(plans, Some(of.weighed))?;
    let usd = |label: String| Column { label, unit: "USD".into(), style: Style::Usd };
    let entered = of.subject.scenario.time.first_year_months.value;
    let first_year = (1..12).find(|months| count(*months) == entered).unwrap_or(12);
    let years = years_of(best).into_iter().zip(years_of(other)).filter(|(year, _)| year.year.is_some());
    let row = |(one, two): (crate::view::pair_lines::YearOfPlan, crate::view::pair_lines::YearOfPlan)| {
        let values = [one.capex_usd, one.opex_usd, one.total_usd(), two.total_usd(), two.total_usd() - one.total_usd()];
        let year = one.year.unwrap_or_default();
        (year_name(year, first_year, best.cash_by_month_usd.len(), &of.words.date), values.map(Some).to_vec())
    };
    Some(Sheet {
        id: "memo-cash",
        title: "Payments by fiscal year, before tax".into(),
        caption: "Undiscounted. Purchases less sales are capital, all else is running cost. Staff that renting needs too is in neither plan.".into(),
        first: "Fiscal year".into(),
        columns: vec![
            usd(format!("{}, capital", name(best.kind))),
            usd(format!("{}, running", name(best.kind))),
            usd(name(best.kind).to_owned()),
            usd(name(other.kind).to_owned()),
            usd("Paid less".to_owned()),
        ],
        rows: years.map(row).collect(),
        sums: Some("All years".into()),
    })
}

/// Name of a fiscal year, with its first and last month where the date of the decision is known.
fn year_name(year: usize, months_of_first: usize, months: usize, date: &str) -> String {
    let start = if year < 2 { 0 } else { months_of_first + 12 * (year - 2) };
    let end = (months_of_first + 12 * (year - 1)).min(months).max(start + 1) - 1;
    match month_name(date, start).zip(month_name(date, end)) {
        Some((first, last)) => format!("Year {year}, {first} to {last}"),
        None => format!("Year {year}"),
    }
}

/// What somebody entered, then what moves the answer most, each with its source.
fn assumptions(of: MemoOf) -> WordTable {
    let all = inputs(of.subject, of.write);
    let pair = of.weighed.pair.as_ref();
    let place = |id: &str| pair.and_then(|pair| pair.drivers.iter().position(|driver| driver.field == id));
    let given = all.iter().filter(|input| input.is_given);
    let mut moving: Vec<&InputWords> =
        all.iter().filter(|input| !input.is_given && place(input.id).is_some()).collect();
    moving.sort_by_key(|input| place(input.id));
    let rows = given.chain(moving).take(ASSUMPTIONS);
    WordTable {
        title: "Assumptions: what was entered, then what moves the answer most",
        heads: vec!["Input", "Value", "Source"],
        rows: rows
            .map(|input| [&input.label, &input.value, &input.source].map(|text| words(text.clone())).into())
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::year_name;

    #[test]
    fn fiscal_years_have_their_months() {
        assert_eq!(year_name(1, 4, 36, "2026-12-01"), "Year 1, 2026-12 to 2027-03");
        assert_eq!(year_name(2, 4, 36, "2026-12-01"), "Year 2, 2027-04 to 2028-03");
        assert_eq!(year_name(4, 4, 36, "2026-12-01"), "Year 4, 2029-04 to 2029-11");
        assert_eq!(year_name(3, 12, 36, ""), "Year 3");
    }
}
